-- The queue: who reads it, who has a thing in hand, what a decision does and how it is taken back; that nobody is named in it.
select prueba.reunir_equipo();
create temp table sala as select id from salas_comunidad where clave = 'amor-propio';
grant select on sala to public;
delete from reportes_sala;
update interno.historias set estado = 'publicada', publicada_en = now() where estado = 'pendiente';

-- Ana wrote; Bea and Dora report. A story without a name, a review, a name, an answer to a decision.
insert into mensajes_sala (id, sala_id, user_id, contenido, creado_en)
select ('3e000000-0000-4000-8000-00000000000' || n)::uuid, sala.id, case when n in (2, 5, 6) then prueba.id('ana') else prueba.id('bea') end,
  case when n in (5, 6) then 'Vendo pastillas' else 'Mensaje ' || n end, now() - interval '1 hour' + n * interval '1 minute'
from generate_series(1, 6) n, sala;
insert into interno.autorias_historias (id, user_id, anonima) values ('5e000000-0000-4000-8000-000000000009', prueba.id('ana'), true);
insert into interno.historias (id, titulo, contenido) values ('5e000000-0000-4000-8000-000000000009', 'Un martes', 'Me fui');
select prueba.ser('bea');
insert into reportes_sala (mensaje_id, motivo, detalle, contacto) values ('3e000000-0000-4000-8000-000000000002', 'peligro', 'Me escribe por fuera', true);
insert into reportes_sala (mensaje_id, motivo) values ('3e000000-0000-4000-8000-000000000005', 'publicidad'), ('3e000000-0000-4000-8000-000000000006', 'publicidad');
insert into reportes_sala (origen, objeto_id, motivo) values ('reseña', 'f1000000-0000-4000-8000-000000000001', 'datos');
insert into reportes_sala (origen, autora_id, motivo) values ('nombre', prueba.id('ana'), 'odio');
select prueba.ser('duena');
insert into suspensiones (id, user_id, motivo, creada_en, hasta, alcance, por, apelacion, apelada_en)
values ('5a000000-0000-4000-8000-000000000001', prueba.id('ana'), 'Insultos', now() - interval '1 hour', now() + interval '9 days', 'circulos', prueba.id('administradora'), 'No fui yo', now());

-- What may be reported, and what is read of it.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'a review twice', '23505', $$insert into reportes_sala (origen, objeto_id, motivo) values ('reseña', 'f1000000-0000-4000-8000-000000000001', 'otro')$$),
  ('bea', 'a name twice', '23505', $$insert into reportes_sala (origen, autora_id, motivo) values ('nombre', prueba.id('ana'), 'otro')$$),
  ('bea', 'a review that is none', 'PT404', $$insert into reportes_sala (origen, objeto_id, motivo) values ('reseña', gen_random_uuid(), 'otro')$$),
  ('bea', 'the name of whom she does not see', 'PT404', $$insert into reportes_sala (origen, autora_id, motivo) values ('nombre', prueba.id('soporte'), 'otro')$$),
  ('bea', 'her own report of a review names nobody', '=null', $$select autora_id from reportes_sala where origen = 'reseña'$$),
  ('bea', 'nor does what marks a name', '=false', $$select objeto_id = prueba.id('ana') from reportes_sala where origen = 'nombre'$$),
  ('dora', 'a review, not admitted', 'PT404', $$insert into reportes_sala (origen, objeto_id, motivo) values ('reseña', 'f1000000-0000-4000-8000-000000000001', 'otro')$$)
) as celdas (quien, que, esperado, consulta);

-- Who reads the queue, and that nobody else does anything with it.
select prueba.celda(quien, 'the queue: ' || quien, esperado, 'select from cola_revision()') from (values
  ('visitante', '42501'), ('ana', '0'), ('bea', '0'), ('dora', '0'), ('editora', '0'), ('soporte', '0'), ('carla a medias', '0'),
  ('moderadora', '7'), ('administradora', '7'), ('carla', '7')
) as celdas (quien, esperado);
select prueba.celda(quien, que || ': ' || quien, '42501', consulta)
from unnest(array['visitante', 'ana', 'dora', 'editora', 'soporte', 'carla a medias']) quien, (values
  ('takes', $$select tomar('mensaje', '3e000000-0000-4000-8000-000000000002')$$),
  ('gives back', $$select soltar('mensaje', '3e000000-0000-4000-8000-000000000002')$$),
  ('decides', $$select decidir('mensaje', '3e000000-0000-4000-8000-000000000002', '1', 'retirar', 'acoso')$$),
  ('takes back', $$select deshacer(gen_random_uuid())$$),
  ('measures', $$select medir_autora('mensaje', '3e000000-0000-4000-8000-000000000002', 'x', now() + interval '1 day', 'falta')$$)
) as celdas (que, consulta);
select prueba.celda(quien, que, '42501', consulta)
from unnest(array['visitante', 'bea', 'moderadora', 'administradora']) quien, (values
  ('reads who has what', 'select from interno.tomas'), ('reads decisions', 'select from interno.decisiones'),
  ('writes one', $$insert into interno.decisiones (lote, clase, cosa, que, razon) values (gen_random_uuid(), 'x', gen_random_uuid(), 'x', 'x')$$),
  ('changes one', $$update interno.decisiones set razon = 'x'$$), ('calls the internal function', 'select interno.lo_que_espera()')
) as celdas (que, consulta);

-- Urgent first, and without words.
select prueba.celda('moderadora', 'what is urgent comes first', '=mensaje 3e000000-0000-4000-8000-000000000002', $$select clase || ' ' || id from cola_revision() limit 1$$);
select prueba.celda('moderadora', 'nobody is in the list', '=false', format(
  'select bool_or(c::text like any (array[%L, %L, %L, %L])) from cola_revision() c', '%' || prueba.id('ana') || '%', '%' || prueba.id('bea') || '%', '%Ana%', '%pastillas%'));
select prueba.celda('moderadora', 'equal ones are counted', '=1 1', $$select string_agg(iguales::text, ' ') from cola_revision() where id in ('3e000000-0000-4000-8000-000000000005', '3e000000-0000-4000-8000-000000000006')$$);
select prueba.celda('moderadora', 'a story has a day and no moment', '=true', $$select (desde at time zone (select valor from interno.ajustes where clave = 'zona_horaria'))::time = '00:00' from cola_revision() where clase = 'historia'$$);

-- Taken: the words, what stood around, never who; a line for her; nobody else has it meanwhile.
create temp table leido (clase text, que jsonb);
grant all on leido to public;
select prueba.ser('moderadora');
insert into leido select clase, tomar(clase, id) from cola_revision() where clase <> 'apelacion' and id <> '3e000000-0000-4000-8000-000000000006';
insert into leido select clase, tomar(clase, id) from cola_revision() where clase = 'apelacion';
select prueba.ser('duena');
select prueba.cierto('six kinds are read', count(distinct clase) = 5 and count(*) = 6, count(*)::text) from leido;
select prueba.cierto('nobody is named: ' || clase, que::text not like '%' || prueba.id('ana') || '%' and que::text not like '%' || prueba.id('bea') || '%'
  and (clase = 'nombre' or que - 'alrededor' #>> '{}' not ilike '%ana%'), que::text) from leido;
select prueba.cierto('what stood before and after, and what is hers', que -> 'alrededor' @> '[{"texto": "Mensaje 1", "suyo": false}, {"texto": "Mensaje 2", "suyo": true, "este": true}, {"texto": "Mensaje 3", "suyo": false}]'
  and que ->> 'texto' = 'Mensaje 2' and que -> 'detalles' = '["Me escribe por fuera"]' and que ->> 'aceptan' = '1', que::text)
from leido where que ->> 'texto' = 'Mensaje 2';
select prueba.cierto('each lookup is a line about her, veiled where she has no name', count(*) = 6 and count(*) filter (where velada) = 2, count(*) || ' ' || count(*) filter (where velada))
from interno.miradas where sobre = prueba.id('ana') and quien = prueba.id('moderadora') and motivo like 'leído%';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('moderadora', 'hers', '=mia', $$select tomada from cola_revision() where clase = 'historia'$$),
  ('administradora', 'another''s', '=otra', $$select tomada from cola_revision() where clase = 'historia'$$),
  ('administradora', 'takes what another has', 'PT409', $$select tomar('historia', '5e000000-0000-4000-8000-000000000009')$$),
  ('administradora', 'decides it', 'PT409', $$select decidir('historia', '5e000000-0000-4000-8000-000000000009', '1', 'publicar', 'adecuada')$$),
  ('administradora', 'gives it back for her', '=1', $$with s as (select soltar('historia', '5e000000-0000-4000-8000-000000000009')) select count(*) from s$$),
  ('administradora', 'decides on her own decision', 'PT403', $$select tomar('apelacion', '5a000000-0000-4000-8000-000000000001')$$),
  ('administradora', 'and sees that it is not hers', '=false', $$select puede from cola_revision() where clase = 'apelacion'$$),
  ('moderadora', 'goes on', '1', $$select tomar('historia', '5e000000-0000-4000-8000-000000000009')$$),
  ('moderadora', 'what is not there', 'PT404', $$select tomar('historia', gen_random_uuid())$$),
  ('administradora', 'read without an account of who', '0', $$select from miradas where motivo = 'leído en la cola: historia'$$),
  ('ana', 'reads that what she sent was looked at, and nothing else while a report is open', '=revision', $$select string_agg(tipo, ' ') from quien_me_vio()$$)
) as celdas (quien, que, esperado, consulta);
update interno.tomas set hasta = now() - interval '1 second' where clase = 'historia';
select prueba.celda('administradora', 'after a quarter of an hour it is free', '1', $$select tomar('historia', '5e000000-0000-4000-8000-000000000009')$$);

-- Deciding.
select prueba.celda('moderadora', que, esperado, consulta) from (values
  ('no reason', '23514', $$select decidir('historia', '5e000000-0000-4000-8000-000000000009', '1', 'publicar', null)$$),
  ('a reason of another kind', '23514', $$select decidir('historia', '5e000000-0000-4000-8000-000000000009', '1', 'publicar', 'venta')$$),
  ('what is not decided about it', '23514', $$select decidir('llamada', '5e000000-0000-4000-8000-000000000009', '1', 'retirar', 'acoso')$$),
  ('no words where she reads them', 'PT422', $$select decidir('historia', '5e000000-0000-4000-8000-000000000009', '1', 'rechazar', 'datos', ' ')$$),
  ('too many', '23514', $$select decidir('historia', '5e000000-0000-4000-8000-000000000009', '1', 'rechazar', 'datos', repeat('a', 1001))$$),
  ('another version', 'PT409', $$select decidir('historia', '5e000000-0000-4000-8000-000000000009', '2', 'publicar', 'adecuada')$$),
  ('publishes', '1', $$select decidir('historia', '5e000000-0000-4000-8000-000000000009', '1', 'publicar', 'adecuada')$$)
) as celdas (que, esperado, consulta);
create temp table hechas (que text, lote uuid);
grant all on hechas to public;
create function pg_temp.decide(quien text, que_clase text, cosa uuid, que text, razon text, palabras text default null, iguales boolean default false, aviso text default null) returns void language plpgsql as $$
begin
  perform prueba.ser(quien);
  insert into hechas select que_clase || ' ' || que, decidir(que_clase, cosa, (select c.version from cola_revision() c where c.id = cosa and c.clase = que_clase), que, razon, palabras, iguales, aviso);
  perform prueba.ser('duena');
end
$$;
select pg_temp.decide('moderadora', 'historia', '5e000000-0000-4000-8000-000000000009', 'rechazar', 'datos', 'Quita la calle, por favor.');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'she reads why', '=rechazada Quita la calle, por favor.', $$select estado || ' ' || motivo from historias where id = '5e000000-0000-4000-8000-000000000009'$$),
  ('administradora', 'the second one is told', 'PT409', $$select decidir('historia', '5e000000-0000-4000-8000-000000000009', '1', 'publicar', 'adecuada')$$),
  ('administradora', 'nobody else takes it back, but an administradora', '=1', $$select deshacer(lote) from hechas$$),
  ('moderadora', 'she who decided does', '=1', $$select deshacer(lote) from hechas$$)
) as celdas (quien, que, esperado, consulta);
insert into integrantes (user_id, papel) values (prueba.id('editora'), 'moderadora');
select prueba.celda('editora', 'another moderadora does not', 'PT403', $$select deshacer(lote) from hechas$$);
select prueba.ser('moderadora');
select deshacer(lote) from hechas;
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('moderadora', 'it waits again', '1', $$select from cola_revision() where clase = 'historia'$$),
  ('moderadora', 'twice', 'PT409', $$select deshacer(lote) from hechas$$),
  ('moderadora', 'one that is none', 'PT404', $$select deshacer(gen_random_uuid())$$)
) as celdas (quien, que, esperado, consulta);

-- A message: withdrawn with words for her and for those who reported and agreed; equal ones together; all of it comes back.
create temp table antes as select * from mensajes_sala where id in ('3e000000-0000-4000-8000-000000000002', '3e000000-0000-4000-8000-000000000005', '3e000000-0000-4000-8000-000000000006');
delete from hechas;
select pg_temp.decide('moderadora', 'mensaje', '3e000000-0000-4000-8000-000000000002', 'retirar', 'peligro', 'Lo quitamos para cuidarte.', false, 'Gracias. ¿Quieres hablar? Estamos aquí.');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'the message is gone', '0', $$select from mensajes_sala where id = '3e000000-0000-4000-8000-000000000002'$$),
  ('ana', 'she reads the words', '=mensaje Lo quitamos para cuidarte.', $$select clase || ' ' || texto from recados$$),
  ('bea', 'who agreed is written to', '=aviso Gracias. ¿Quieres hablar? Estamos aquí.', $$select clase || ' ' || texto from recados$$),
  ('moderadora', 'the team reads none of it', '0', 'select from recados'),
  ('administradora', 'nor an administradora', '0', 'select from recados'),
  ('visitante', 'nor a visitor', '42501', 'select from recados'),
  ('bea', 'nobody else deletes it', '0', $$delete from recados where clase = 'mensaje'$$),
  ('ana', 'she does', '1', 'delete from recados'),
  ('bea', 'nobody writes one', '42501', $$insert into recados (user_id, clase, texto) values (prueba.id('ana'), 'aviso', 'x')$$),
  ('moderadora', 'not as a row either', '42501', $$insert into recados (user_id, clase, texto) values (prueba.id('ana'), 'aviso', 'x')$$)
) as celdas (quien, que, esperado, consulta);
select pg_temp.decide('moderadora', 'mensaje', '3e000000-0000-4000-8000-000000000005', 'retirar', 'publicidad', null, true);
select prueba.cierto('both are gone, as one decision', (select count(*) from mensajes_sala m join antes using (id)) = 0
  and (select count(*) from interno.decisiones d where d.lote = (select lote from hechas order by ctid desc limit 1)) = 2);
select prueba.cierto('nothing of hers lies in what taking it back needs', bool_and(d.antes::text not like '%' || prueba.id('ana') || '%')) from interno.decisiones d;
select prueba.ser('moderadora');
select prueba.cierto('all of them come back', sum(deshacer(lote)) = 3) from hechas;
select prueba.ser('duena');
select prueba.cierto('as they were', count(*) = 3 and bool_and(m = a)) from antes a join mensajes_sala m using (id);
select prueba.cierto('and wait', count(*) = 3) from reportes_sala where estado = 'pendiente' and origen = 'mensaje';
select prueba.cierto('words of a decision that was taken back are too', not exists (select from recados));
select pg_temp.decide('moderadora', 'mensaje', '3e000000-0000-4000-8000-000000000002', 'dejar', 'permitido');
select prueba.cierto('left where it is', exists (select from mensajes_sala where id = '3e000000-0000-4000-8000-000000000002'));
-- Reported anew meanwhile: what was read is not what is decided on.
insert into reportes_sala (mensaje_id, motivo, user_id, creado_en) values ('3e000000-0000-4000-8000-000000000005', 'acoso', prueba.id('carla'), now() + interval '1 second');
select prueba.celda('moderadora', 'another report since', 'PT409', $$select decidir('mensaje', '3e000000-0000-4000-8000-000000000005', (select que ->> 'version' from leido where que ->> 'texto' = 'Vendo pastillas' limit 1), 'dejar', 'permitido')$$);

-- A review and a name: withdrawn and back.
delete from hechas;
create temp table resena as select * from interno."reseñas" where id = 'f1000000-0000-4000-8000-000000000001';
select pg_temp.decide('moderadora', 'reseña', 'f1000000-0000-4000-8000-000000000001', 'retirar', 'datos', 'Nombra su consultorio.');
select pg_temp.decide('moderadora', 'nombre', objeto_id, 'retirar', 'odio') from reportes_sala where origen = 'nombre';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'the review is gone', '0', $$select from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('ana', 'her name is the default one', '=true', $$select username = (select valor from interno.ajustes where clave = 'usuaria_por_defecto') from profiles where id = prueba.id('ana')$$),
  ('ana', 'told about the review', '=Nombra su consultorio.', $$select texto from recados$$)
) as celdas (quien, que, esperado, consulta);
select prueba.ser('moderadora');
select deshacer(lote) from hechas;
select prueba.ser('duena');
select prueba.cierto('the review is hers again', r = s and a.user_id = prueba.id('ana')) from resena r join interno."reseñas" s using (id) join interno."autorias_reseñas" a using (id);
select prueba.celda('ana', 'and the name', '=Ana', $$select username from profiles where id = prueba.id('ana')$$);

-- An answer to a decision. Of the one that is lifted she hears at once.
delete from hechas;
create temp table callado as select coalesce(max(cambio), 0) as cambio from senales where user_id = prueba.id('ana');
select pg_temp.decide('moderadora', 'apelacion', '5a000000-0000-4000-8000-000000000001', 'levantar', 'error', 'Nos equivocamos.');
select prueba.celda('ana', 'lifted, with words', '=true Nos equivocamos.', $$select (hasta <= now() + interval '1 second') || ' ' || respuesta from suspensiones where id = '5a000000-0000-4000-8000-000000000001'$$);
-- She goes into a call.
select prueba.cierto('and what she has open hears of it', s.cambio = c.cambio + 1, format('%s -> %s', c.cambio, s.cambio)) from callado c, senales s where s.user_id = prueba.id('ana');
create temp table oido as select cambio from senales where user_id = prueba.id('ana');
insert into salas_emitidas (room_url, user_id) values ('/llamada/levantada-levantada-1', prueba.id('ana'));
insert into "Salas" (id, nombre, room_url, creada_por) values ('33333333-0000-4000-8000-00000000000a', 'Abierta', '/llamada/levantada-levantada-1', prueba.id('ana'));
select prueba.ser('ana');
select entrar_llamada('levantada-levantada-1');
select prueba.ser('moderadora');
select deshacer(lote) from hechas;
select prueba.ser('duena');
select prueba.cierto('and taken back', resuelta_en is null and respuesta is null and hasta > now() + interval '8 days') from suspensiones where id = '5a000000-0000-4000-8000-000000000001';
select prueba.cierto('put back, it takes her out of the call as the first time', count(*) = 0) from presentes_llamada where user_id = prueba.id('ana');
select prueba.cierto('and what she has open asks again', s.cambio = o.cambio + 1, format('%s -> %s', o.cambio, s.cambio)) from oido o, senales s where s.user_id = prueba.id('ana');

-- A measure for the author, without her name; not for oneself.
select prueba.ser('moderadora');
select medir_autora('mensaje', '3e000000-0000-4000-8000-000000000005', 'Vende', now() + interval '3 days', 'circulos');
select medir_autora('reseña', 'f1000000-0000-4000-8000-000000000001', 'Datos', now() + interval '3 days', 'falta');
select prueba.ser('duena');
select prueba.cierto('it is hers, the one for a review veiled', count(*) = 2 and count(*) filter (where velada) = 1) from suspensiones
where user_id = prueba.id('ana') and motivo in ('Vende', 'Datos');
select prueba.celda('administradora', 'and stands in the record as it is, without her', '=reseña  falta', $$select concat_ws(' ', v ->> 'clase', coalesce(v ->> 'titulo', ''), v ->> 'alcance') from jsonb_array_elements(medidas_veladas()) v where v ->> 'motivo' = 'Datos'$$);
update mensajes_sala set user_id = prueba.id('moderadora') where id = '3e000000-0000-4000-8000-000000000006';
update reportes_sala set autora_id = prueba.id('moderadora') where mensaje_id = '3e000000-0000-4000-8000-000000000006';
select prueba.celda('moderadora', que, esperado, consulta) from (values
  ('what is hers is another''s to read', 'PT403', $$select tomar('mensaje', '3e000000-0000-4000-8000-000000000006')$$),
  ('and to decide', 'PT403', $$select decidir('mensaje', '3e000000-0000-4000-8000-000000000006', (select version from cola_revision() where id = '3e000000-0000-4000-8000-000000000006'), 'dejar', 'permitido')$$),
  ('nor does she measure herself', 'PT403', $$select medir_autora('mensaje', '3e000000-0000-4000-8000-000000000006', 'x', now() + interval '1 day', 'falta')$$),
  ('a member who wrote without a name, for ever', '23514', $$select medir_autora('reseña', 'f1000000-0000-4000-8000-000000000001', 'x', 'infinity', 'circulos')$$),
  ('for the longest that its form offers', '=null', $$select medir_autora('reseña', 'f1000000-0000-4000-8000-000000000001', 'x', now() + interval '365 days', 'circulos')::text$$),
  ('for ever and a day', '23514', $$select medir_autora('mensaje', '3e000000-0000-4000-8000-000000000005', 'x', now() + interval '400 days', 'circulos')$$),
  ('expels nobody from here', '23514', $$select medir_autora('mensaje', '3e000000-0000-4000-8000-000000000005', 'x', 'infinity', 'expulsion')$$)
) as celdas (que, esperado, consulta);

-- A day later nothing is taken back, and nothing of it lies there any more.
delete from hechas;
select pg_temp.decide('moderadora', 'mensaje', '3e000000-0000-4000-8000-000000000005', 'retirar', 'publicidad');
select prueba.celda('moderadora', 'her decisions of a day', '=true', $$select count(*) >= 5 and bool_and(mia) from mis_decisiones()$$);
select prueba.celda('moderadora', 'among many she finds the one that she means, by how it begins', '=true',
  $$select bool_and(de_que = left(r.contenido, 80)) from mis_decisiones() d join hechas h using (lote), reportes_sala r where r.mensaje_id = '3e000000-0000-4000-8000-000000000005'$$);
select prueba.celda('administradora', 'of what another decided she reads kind, reason and hour', '=true',
  $$select count(*) >= 5 and bool_and(de_que is null and razon is not null) from mis_decisiones() where not mia$$);
select prueba.celda('soporte', 'nobody else''s to read', '0', 'select from mis_decisiones()');
-- A day of two volunteers is longer than fifty.
select prueba.ser('duena');
insert into interno.decisiones (lote, clase, cosa, quien, que, razon)
select gen_random_uuid(), 'historia', gen_random_uuid(), prueba.id('moderadora'), 'publicar', 'adecuada' from generate_series(1, 120);
select prueba.celda('moderadora', 'and all of them can be taken back', '=true', $$select count(*) > 120 from mis_decisiones()$$);
delete from interno.decisiones where que = 'publicar' and cosa not in (select id from interno.historias);
update interno.decisiones set decidida_en = decidida_en - interval '25 hours';
select interno.olvidar_decisiones();
select prueba.cierto('forgotten after a day', bool_and(antes = '{}' and autora is null)) from interno.decisiones;
select prueba.celda('moderadora', 'too late', 'PT404', $$select deshacer(lote) from hechas$$);
insert into recados (user_id, clase, texto, creado_en) values (prueba.id('bea'), 'aviso', 'De antes', now() - interval '91 days'), (prueba.id('bea'), 'aviso', 'De hoy', now());
select prueba.cierto('words of ninety days ago are forgotten', interno.olvidar_decisiones() = 1);
select prueba.cierto('and no others', count(*) = 1 and min(texto) = 'De hoy') from recados;
