-- What the team decides about a member: what it closes, what it never closes, that she is told, answers, and sees who looked.
select prueba.reunir_equipo();
create temp table sala as select id from salas_comunidad where clave = 'amor-propio';
grant select on sala to public;

-- What each measure closes ------------------------------------------------------------------------------------------------------
create function pg_temp.escribe(quien text, que text, circulo text, historia text, reseña text) returns void language sql as $$
  select prueba.celda(quien, que || ': a message', circulo, format('insert into mensajes_sala (sala_id, user_id, contenido) select id, %L, ''x'' from sala', prueba.id(quien))),
    prueba.celda(quien, que || ': a story', historia, $q$insert into historias (titulo, contenido) values ('x', 'x')$q$),
    prueba.celda(quien, que || ': a story of hers, changed', historia, $q$update historias set titulo = 'otro' where es_mia and estado = 'pendiente'$q$),
    prueba.celda(quien, que || ': a review, changed', reseña, $q$update reseñas_terapeutas set comentario = 'otro' where id = 'f1000000-0000-4000-8000-000000000001'$q$);
$$;
select pg_temp.escribe('ana', 'nothing', '1', '1', '1');
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'Falta', now() + interval '300 days', 'falta');
select pg_temp.escribe('ana', 'a strike', '1', '1', '1');
select prueba.celda('ana', 'a strike: a call', '1', 'select pedir_llamada()');
update suspensiones set alcance = 'circulos' where user_id = prueba.id('ana');
select pg_temp.escribe('ana', 'a pause of circles', 'PT403', '1', '1');
select prueba.celda('ana', 'a pause of circles: a call', 'PT403', 'select pedir_llamada()');
update suspensiones set alcance = 'escritos' where user_id = prueba.id('ana');
select pg_temp.escribe('ana', 'a pause of all', 'PT403', 'PT403', 'PT403');
select prueba.celda('ana', 'she may take hers back', '1', $$delete from historias where es_mia and estado = 'pendiente'$$);
delete from suspensiones where user_id = prueba.id('ana');

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'measures', '42501', 'select id from suspensiones'),
  ('bea', 'strikes another', '42501', $$insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', now() + interval '1 day', 'falta')$$),
  ('editora', 'strikes another', '42501', $$insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', now() + interval '1 day', 'falta')$$),
  ('soporte', 'strikes another', '42501', $$insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', now() + interval '1 day', 'falta')$$),
  ('moderadora', 'strikes', '1', $$insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', now() + interval '1 day', 'falta')$$),
  ('moderadora', 'pauses for ever', '1', $$insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', 'infinity', 'escritos')$$),
  ('moderadora', 'expels', '42501', $$insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', 'infinity', 'expulsion')$$),
  ('administradora', 'expels without a fresh proof', 'PT428', $$insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', 'infinity', 'expulsion')$$),
  ('moderadora', 'pauses the root, whom she reads: nobody is there', 'PT404', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('carla'), 'x', now() + interval '1 day')$$),
  ('moderadora', 'pauses nobody: the same', 'PT404', $$insert into suspensiones (user_id, motivo, hasta) values (gen_random_uuid(), 'x', now() + interval '1 day')$$),
  ('moderadora', 'pauses one of the team', 'PT404', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('editora'), 'x', now() + interval '1 day')$$),
  ('administradora', 'pauses the root', '42501', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('carla'), 'x', now() + interval '1 day')$$),
  ('moderadora', 'signs as another', '42501', $$insert into suspensiones (user_id, motivo, hasta, por) values (prueba.id('ana'), 'x', now() + interval '1 day', prueba.id('carla'))$$),
  ('moderadora', 'veils one', '42501', $$insert into suspensiones (user_id, motivo, hasta, velada) values (prueba.id('ana'), 'x', now() + interval '1 day', true)$$),
  ('moderadora', 'who decided', '42501', 'select por from suspensiones')
) as celdas (quien, que, esperado, consulta);

-- The same press once more, since its answer got lost, is no second strike; other words, another length or another of the team are another.
create function pg_temp.mide(quien text, motivo text, dias int, alcance text) returns void language plpgsql as $$
begin
  perform prueba.ser(quien);
  insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), motivo, now() + make_interval(days => dias), alcance);
  perform prueba.ser('duena');
end
$$;
select pg_temp.mide('moderadora', 'Insultos', 1, 'falta'), pg_temp.mide('moderadora', 'Insultos', 1, 'falta');
select prueba.cierto('pressed twice it is one', count(*) = 1, count(*)::text) from suspensiones where motivo = 'Insultos';
select pg_temp.mide('moderadora', 'Insultos', 7, 'falta'), pg_temp.mide('moderadora', 'Insultos', 1, 'circulos'),
  pg_temp.mide('moderadora', 'Otros', 1, 'falta'), pg_temp.mide('administradora', 'Insultos', 1, 'falta');
select prueba.cierto('anything else is another', count(*) = 5, count(*)::text) from suspensiones where motivo in ('Insultos', 'Otros');
update suspensiones set creada_en = creada_en - interval '11 minutes' where motivo = 'Otros';
select pg_temp.mide('moderadora', 'Otros', 1, 'falta');
select prueba.cierto('later the same words are another', count(*) = 2, count(*)::text) from suspensiones where motivo = 'Otros';
delete from suspensiones where user_id = prueba.id('ana');
select prueba.ser('moderadora');
select pausar_autora('d2000000-0000-4000-8000-000000000001', 'Lastima', now() + interval '1 day', 'falta');
select pausar_autora('d2000000-0000-4000-8000-000000000001', 'Lastima', now() + interval '1 day', 'falta');
select prueba.ser('duena');
select prueba.cierto('nor of a member who wrote without a name', count(*) = 1, count(*)::text) from interno.medidas_veladas where motivo = 'Lastima';
delete from interno.medidas_veladas where motivo = 'Lastima';
delete from suspensiones where motivo = 'Lastima';

-- Expelled: nothing that members show each other, in both directions -----------------------------------------------------------
insert into interno.autorias_historias (id, user_id, anonima) values ('5e000000-0000-4000-8000-000000000001', prueba.id('ana'), false);
insert into interno.historias (id, titulo, contenido, estado, publicada_en) values ('5e000000-0000-4000-8000-000000000001', 'Firmada', 'x', 'publicada', now());
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('ana'), prueba.id('soporte'));
-- What names her, as she reads it herself: nothing of it may close. From the catalogue.
create function pg_temp.suyo() returns table (relacion text, filas bigint) language plpgsql as $$
declare
  c record;
begin
  for c in
    select format('%I.%I', n.nspname, r.relname) as nombre, (
      select string_agg(format('t.%I::text like %L', a.attname, '%' || prueba.id('ana') || '%'), ' or ' order by a.attnum)
      from pg_attribute a where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('authenticated', r.oid, a.attnum, 'select')
    ) as la_nombra
    from pg_class r join pg_namespace n on n.oid = r.relnamespace
    where n.nspname in ('public', 'interno') and r.relkind in ('r', 'p', 'v') and has_any_column_privilege('authenticated', r.oid, 'select')
  loop
    relacion := c.nombre;
    begin
      perform prueba.ser('ana');
      execute format('select count(*) from %s t where %s', c.nombre, c.la_nombra) into filas;
    exception when others then
      filas := -1;
    end;
    perform prueba.ser('duena');
    return next;
  end loop;
end
$$;
select prueba.llenar_de_ana();
delete from interno.direcciones_vedadas;
delete from interno.administradoras where user_id = prueba.id('ana');
delete from integrantes where user_id = prueba.id('ana');
delete from interno.claves_de_un_uso;
delete from suspensiones;
delete from bloqueos where bloqueada_id in (prueba.id('ana'), prueba.id('bea'));
create temp table antes as select * from pg_temp.suyo();
select prueba.probar_equipo('administradora');
select prueba.ser('administradora');
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'Acoso a otras', 'infinity', 'expulsion');
select prueba.ser('duena');
create temp table despues as select * from pg_temp.suyo();
select prueba.cierto('nothing of hers closes to her: ' || a.relacion, d.filas >= a.filas, format('%s -> %s', a.filas, d.filas))
from antes a join despues d using (relacion)
-- But that it ends her stay in a call, and gives back her seats.
where a.relacion not in ('public.presentes_llamada', 'public.plazas');
select prueba.cierto('there was something in many', count(*) filter (where filas > 0) > 15, count(*) filter (where filas > 0)::text) from antes;

set local storage.allow_delete_query = 'true';
delete from storage.objects where bucket_id = 'profiles';
insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('ana') || '.jpg');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'circles', '0', 'select from salas_comunidad'),
  ('ana', 'messages of others', '0', $$select from mensajes_sala where user_id is distinct from prueba.id('ana')$$),
  ('ana', 'stories of others', '0', 'select from historias where not es_mia'),
  ('ana', 'reviews of others', '0', 'select from reseñas_terapeutas where user_id is null'),
  ('ana', 'names of others', '0', $$select from profiles where id <> prueba.id('ana')$$),
  ('ana', 'writing', 'PT403', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'x' from salas_comunidad union all select 'a0000000-0000-4000-8000-000000000001', prueba.id('ana'), 'x'$$),
  ('ana', 'a story', 'PT403', $$insert into historias (titulo, contenido) values ('x', 'x')$$),
  ('ana', 'a call', '42501', $$insert into "Salas" (nombre, room_url) values ('x', 'https://x.test/llamada/x')$$),
  ('ana', 'another picture where others saw hers', '42501', $$insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('ana') || '.webp')$$),
  ('ana', 'hers, written over', '0', $$update storage.objects set updated_at = now() where bucket_id = 'profiles'$$),
  ('ana', 'hers, which is hers to read', '1', $$select from storage.objects where bucket_id = 'profiles'$$),
  ('ana', 'asking for the address of one', 'PT403', 'select pedir_llamada()'),
  ('ana', 'entering one', 'PT403', $$select entrar_llamada('aaaaaaaaaaaaaaaaaaaa')$$),
  ('ana', 'who is in a call', '0', 'select from llamadas_en_curso()'),
  ('ana', 'reporting', 'PT404', $$insert into reportes_sala (origen, autora_id, motivo) values ('llamada', prueba.id('bea'), 'otro')$$),
  ('bea', 'her name', '0', $$select from profiles where id = prueba.id('ana')$$),
  ('bea', 'her messages', '0', $$select from mensajes_sala where user_id = prueba.id('ana')$$),
  ('bea', 'her signed story', '0', $$select from historias where id = '5e000000-0000-4000-8000-000000000001'$$),
  ('bea', 'her anonymous one, which names nobody', '1', $$select from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'her review, which names nobody either', '1', $$select from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('moderadora', 'what she wrote, for the team', '=true', $$select count(*) > 0 from mensajes_sala where user_id = prueba.id('ana')$$)
) as celdas (quien, que, esperado, consulta);

-- What keeps her safe, and what is hers alone, stays open.
select prueba.celda('ana', 'open: ' || que, esperado, consulta) from (values
  ('a press', '1', $$insert into eventos_peligro (user_id, latitud, longitud) values (prueba.id('ana'), 19, -99)$$),
  ('an alert', '1', 'select abrir_alerta(gen_random_uuid(), now(), 0)'),
  ('closing it', '=true', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000ba1a', 'a_salvo')$$),
  ('a contact', '1', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Otra', '+525511112222')$$),
  ('asking a contact', '1', $$select invitar_contacto('a1000000-0000-4000-8000-000000000002')$$),
  ('a location sharing', '1', $$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 1)$$),
  ('the diary', '1', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), current_date - 9, 'cofre1.' || repeat('A', 11) || '.' || repeat('A', 16) || '.' || repeat('A', 64))$$),
  ('the agenda', '1', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'cofre1.' || repeat('A', 11) || '.' || repeat('A', 16) || '.' || repeat('A', 64), current_date)$$),
  ('the directory', '=true', 'select count(*) > 20 from asociaciones_apoyo'),
  ('a dead number', '1', $$insert into reportes_apoyo (asociacion_id) select id from asociaciones_apoyo a where not exists (select from reportes_apoyo r where r.asociacion_id = a.id) order by id limit 1$$),
  ('therapists', '=true', 'select count(*) > 0 from directorio_terapeutas'),
  ('the emergency numbers', '=true', 'select count(*) > 5 from numeros_emergencia'),
  ('the library', '=true', 'select count(*) > 0 from biblioteca_libros'),
  ('the reason', '=Acoso a otras', 'select motivo from suspensiones'),
  ('leaving', '1', 'select 1 from mis_sesiones() union all select 1 limit 1')
) as celdas (que, esperado, consulta);

-- Nobody comes back with that address: neither as a new account nor by changing to it.
select prueba.cierto('the address is no address there', count(*) = 1 and bool_and(octet_length(huella) = 32)
  and not bool_or(encode(huella, 'escape') ~* 'ana|amparo')) from interno.direcciones_vedadas;
update auth.users set email = 'ana-dos@amparo.test' where id = prueba.id('ana');
select prueba.cierto('nor with the one that she changed to', count(*) = 2) from interno.direcciones_vedadas;
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
values (prueba.id('sesion'), ' ANA@amparo.test', now(), '{"username": "Otra", "identidad_genero": "mujer cis"}');
select prueba.cierto('an account with it is no member', count(*) = 0) from interno.admisiones where user_id = prueba.id('sesion');
update auth.users set email = 'ana@amparo.test' where id = prueba.id('dora');
select prueba.celda('dora', 'and is told, once she asks', 'PT403', $$select declarar_identidad('mujer cis')$$);
update auth.users set email = 'otra@amparo.test' where id = prueba.id('dora');
select prueba.celda('dora', 'with another address she is admitted', '1', $$select declarar_identidad('mujer cis')$$);

-- Two of the team about the same member: the one who has not read what the other one decided is told, and hers is not added by itself.
insert into suspensiones (id, user_id, motivo, hasta, por, creada_en)
values ('5a000000-0000-4000-8000-0000000000e1', prueba.id('bea'), 'Insulta', now() + interval '3 days', prueba.id('moderadora'), now() - interval '1 minute');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'measures', '42501', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos')$$),
  ('ana', 'measures', '42501', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos')$$),
  ('soporte', 'measures', '42501', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos')$$),
  ('editora', 'measures', '42501', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos')$$),
  ('moderadora', 'expels', '42501', $$select medir(prueba.id('bea'), 'x', 'infinity', 'expulsion', '5a000000-0000-4000-8000-0000000000e1')$$),
  ('moderadora', 'adds to her own decision', '1', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos')$$),
  ('carla', 'has not read the other''s', 'PT409', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos')$$),
  ('carla', 'has read one that was lifted since', 'PT409', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos', gen_random_uuid())$$),
  ('carla', 'has read it', '1', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos', '5a000000-0000-4000-8000-0000000000e1')$$),
  ('carla', 'the same press once more', '1', $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos', '5a000000-0000-4000-8000-0000000000e1'),
    medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos', '5a000000-0000-4000-8000-0000000000e1')$$)
) as celdas (quien, que, esperado, consulta);
create function pg_temp.dicho() returns text language plpgsql as $$
begin
  perform prueba.ser('carla');
  perform medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos');
exception when sqlstate 'PT409' then
  perform prueba.ser('duena');
  return sqlerrm;
end
$$;
select prueba.cierto('in words what it was', dicho like 'Otra persona del equipo ya decidió sobre ella: una pausa de salas y llamadas, «Insulta».%', dicho)
from pg_temp.dicho() dicho;
delete from suspensiones where id = '5a000000-0000-4000-8000-0000000000e1';

-- Her answer: once, and another person decides --------------------------------------------------------------------------------
update suspensiones set creada_en = now() - interval '1 hour' where user_id = prueba.id('ana');
create temp table medida as select id from suspensiones where user_id = prueba.id('ana');
grant select on medida to public;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'answers', '42501', $$select apelar(gen_random_uuid(), 'x')$$),
  ('bea', 'answers another''s', 'PT404', $$select apelar(id, 'No fui yo') from medida$$),
  ('ana', 'without words', 'PT422', $$select apelar(id, ' ') from medida$$),
  ('ana', 'with none at all', 'PT422', $$select apelar(id, null) from medida$$),
  ('ana', 'answers', '1', $$select apelar(id, 'No fui yo') from medida$$)
) as celdas (quien, que, esperado, consulta);
select prueba.ser('ana');
select apelar(id, 'No fui yo') from medida;
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'twice', 'PT409', $$select apelar(id, 'Otra vez') from medida$$),
  ('ana', 'decides it herself', '42501', $$select resolver_apelacion(id, true, 'x') from medida$$),
  ('bea', 'sees none', '=[]', 'select apelaciones()'),
  ('soporte', 'sees none', '=[]', 'select apelaciones()'),
  ('moderadora', 'sees it', '=Ana No fui yo false', $$select concat_ws(' ', a ->> 'nombre', a ->> 'apelacion', a ->> 'puede') from jsonb_array_elements(apelaciones()) a$$),
  ('moderadora', 'decides on an expulsion', 'PT403', $$select resolver_apelacion(id, true, 'x') from medida$$),
  ('administradora', 'decides on her own decision', 'PT403', $$select resolver_apelacion(id, true, 'x') from medida$$),
  ('carla', 'without words', 'PT422', $$select resolver_apelacion(id, true, '') from medida$$),
  ('carla', 'keeps it', '1', $$select resolver_apelacion(id, false, 'Lo revisamos y se mantiene.') from medida$$)
) as celdas (quien, que, esperado, consulta);
select prueba.celda('administradora', 'takes her own decision back while the answer waits', '0', 'delete from suspensiones using medida where suspensiones.id = medida.id');
select prueba.ser('carla');
select resolver_apelacion(id, true, 'Nos equivocamos. Perdón.') from medida;
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'twice', 'PT409', $$select resolver_apelacion(id, false, 'x') from medida$$),
  ('ana', 'reads what she was told', '=Nos equivocamos. Perdón.', 'select respuesta from suspensiones'),
  ('ana', 'is back', '=true', 'select count(*) > 0 from salas_comunidad'),
  ('bea', 'sees her again', '1', $$select from profiles where id = prueba.id('ana')$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('her address may come back', not exists (
  select from interno.direcciones_vedadas where huella = interno.huella_de('ana-dos@amparo.test')
));

-- Looking somebody up -----------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'searches', '42501', $$select buscar_miembros('bea')$$),
  ('ana', 'searches', '42501', $$select buscar_miembros('bea')$$),
  ('editora', 'searches', '42501', $$select buscar_miembros('bea')$$),
  ('soporte', 'searches', '42501', $$select buscar_miembros('bea')$$),
  ('moderadora', 'by two letters', 'PT422', $$select buscar_miembros('be')$$),
  ('moderadora', 'by everything', '=[]', $$select buscar_miembros('%%%')$$),
  ('moderadora', 'by a name', '=Bea activa', $$select concat_ws(' ', b ->> 'nombre', b ->> 'estado') from jsonb_array_elements(buscar_miembros('Bea')) b$$),
  ('moderadora', 'by a whole address', '=Bea', $$select buscar_miembros(' BEA@amparo.test ') -> 0 ->> 'nombre'$$),
  ('moderadora', 'by a part of one', '=[]', $$select buscar_miembros('@amparo.test')$$),
  ('moderadora', 'one, without a reason', 'PT422', $$select ver_miembro(prueba.id('bea'), ' ')$$),
  ('moderadora', 'one', '=Bea', $$select ver_miembro(prueba.id('bea'), 'Por una denuncia') ->> 'nombre'$$),
  ('moderadora', 'nobody', '=null', $$select ver_miembro(gen_random_uuid(), 'Por una denuncia')$$),
  ('bea', 'one', '42501', $$select ver_miembro(prueba.id('ana'), 'x')$$)
) as celdas (quien, que, esperado, consulta);
-- Who shows nothing is measured only by whom she was looked up by.
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
values ('33333333-0000-4000-8000-000000000001', 'eva@amparo.test', now(), '{"username": "Eva Callada", "identidad_genero": "mujer cis"}');
select prueba.celda('moderadora', 'pauses whom nobody looked up', 'PT404',
  $$insert into suspensiones (user_id, motivo, hasta) values ('33333333-0000-4000-8000-000000000001', 'x', now() + interval '1 day')$$);
select prueba.ser('moderadora');
select buscar_miembros('Eva Cal');
insert into suspensiones (user_id, motivo, hasta) values ('33333333-0000-4000-8000-000000000001', 'x', now() + interval '1 day');
select ver_miembro(prueba.id('bea'), 'Por una denuncia');
select prueba.ser('duena');

-- Who saw my data ---------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'asks', '42501', 'select quien_me_vio()'),
  ('dora', 'asks', '0', 'select from quien_me_vio()'),
  ('bea', 'day, role and kind', '=moderadora consulta', $$select concat_ws(' ', papel, tipo) from quien_me_vio() where dia is not null$$),
  ('bea', 'the record itself', '0', 'select from miradas'),
  ('moderadora', 'the record itself', '0', 'select from miradas'),
  ('administradora', 'the record: who, whom and why', '=1', $$select count(*) from miradas where quien = prueba.id('moderadora') and sobre = prueba.id('bea') and motivo = 'Por una denuncia'$$),
  ('administradora', 'changes a line', '42501', $$update interno.miradas set motivo = 'x'$$),
  ('duena', 'changes a line', '42501', $$update interno.miradas set motivo = 'x'$$),
  ('duena', 'deletes a line', '42501', 'delete from interno.miradas'),
  ('duena', 'empties it', '42501', 'truncate interno.miradas'),
  ('servicio', 'reads it', '42501', 'select from interno.miradas')
) as celdas (quien, que, esperado, consulta);
-- Nothing newer than an open report: who is reported learns of it once it is decided.
insert into reportes_sala (id, mensaje_id, motivo, user_id) values ('5e000000-0000-4000-8000-000000000002', 'd1000000-0000-4000-8000-000000000002', 'acoso', prueba.id('ana'));
update reportes_sala set creado_en = now() - interval '1 hour' where id = '5e000000-0000-4000-8000-000000000002';
select prueba.celda('bea', 'while a report about her is open', '0', 'select from quien_me_vio()');
-- But what she asked for, or sees herself: that it were missing would tell her of the report.
select prueba.ser('bea');
insert into mensajes_soporte (user_id, texto) values (prueba.id('bea'), 'x');
select prueba.ser('soporte');
select leer_hilo((cola_soporte()).id);
select prueba.ser('moderadora');
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('bea'), 'x', now() + interval '1 day', 'falta');
select prueba.ser('duena');
select prueba.celda('bea', 'what she asked for, and what she is told', '=decision soporte', $$select string_agg(tipo, ' ' order by tipo) from quien_me_vio()$$);
delete from hilos_soporte where user_id = prueba.id('bea');
select prueba.celda('bea', 'that she wrote, once she deleted it', '=decision', $$select string_agg(tipo, ' ' order by tipo) from quien_me_vio()$$);
select prueba.cierto('the administradoras keep that line', exists (select from interno.miradas where sobre = prueba.id('bea') and que = 'soporte'));
select prueba.ser('moderadora');
update reportes_sala set estado = 'descartado' where id = '5e000000-0000-4000-8000-000000000002';
select prueba.ser('duena');
select prueba.celda('bea', 'once it is decided', '=consulta decision revision', $$select string_agg(tipo, ' ' order by tipo) from quien_me_vio()$$);

-- A member who wrote without a name: reached, and not named ---------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'pauses an author', '42501', $$select pausar_autora('d2000000-0000-4000-8000-000000000001', 'x', now() + interval '1 day', 'escritos')$$),
  ('bea', 'pauses an author', '42501', $$select pausar_autora('d2000000-0000-4000-8000-000000000001', 'x', now() + interval '1 day', 'escritos')$$),
  ('moderadora', 'of no story at all: the same answer', '=null', $$select pausar_autora(gen_random_uuid(), 'x', now() + interval '1 day', 'escritos')::text$$),
  ('moderadora', 'of one: the same answer', '=null', $$select pausar_autora('d2000000-0000-4000-8000-000000000001', 'x', now() + interval '1 day', 'escritos')::text$$),
  ('moderadora', 'expels an author', '23514', $$select pausar_autora('d2000000-0000-4000-8000-000000000001', 'x', 'infinity', 'expulsion')$$)
) as celdas (quien, que, esperado, consulta);
insert into "Salas" (id, nombre, room_url, creada_por, vence_en, viva_hasta)
values ('5e000000-0000-4000-8000-00000000ca11', 'x', 'https://x.test/llamada/bbbbbbbbbbbbbbbbbbbb', prueba.id('bea'), now() + interval '1 day', now() + interval '1 day');
delete from presentes_llamada where user_id = prueba.id('ana');
insert into presentes_llamada (llamada_id, user_id) values ('5e000000-0000-4000-8000-00000000ca11', prueba.id('ana'));
create temp table cuantas as select count(*) as n from interno.miradas where not velada;
select prueba.ser('moderadora');
select pausar_autora('d2000000-0000-4000-8000-000000000001', 'Cuenta quién es otra', now() + interval '1 day', 'escritos');
select prueba.ser('duena');
select prueba.cierto('nobody leaves a call in that second', exists (select from presentes_llamada where user_id = prueba.id('ana')));
select prueba.cierto('the record that others read does not grow', (select count(*) from interno.miradas where not velada) = (select n from cuantas)
  and exists (select from interno.miradas where velada and sobre = prueba.id('ana')));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'is paused, and reads why', '=Cuenta quién es otra', 'select motivo from suspensiones where hasta > now()'),
  ('ana', 'writes', 'PT403', $$insert into historias (titulo, contenido) values ('x', 'x')$$),
  ('moderadora', 'reads whose it is', '0', $$select from suspensiones where motivo like 'Cuenta%'$$),
  ('administradora', 'reads whose it is', '0', $$select from suspensiones where motivo like 'Cuenta%'$$),
  ('administradora', 'or from the record', '0', $$select from miradas where motivo like 'Cuenta%'$$),
  ('administradora', 'or from the log', '0', $$select from bitacora where tabla ~ 'suspensiones|miradas' and clave ~ prueba.id('ana')::text$$),
  ('administradora', 'or by looking her up', '=activa 1', $$select concat_ws(' ', v ->> 'estado', v ->> 'faltas') from ver_miembro(prueba.id('ana'), 'x') v$$),
  ('moderadora', 'lifts it by guessing', '0', $$delete from suspensiones where motivo like 'Cuenta%'$$)
) as celdas (quien, que, esperado, consulta);
-- The moment of her answer would tell who she is: it comes to the team at the next full hour, and nothing moves before.
update interno.ajustes set valor = '60' where clave = 'historias_cada_min';
create temp table pulso as select cambio from pulso_revision;
select prueba.ser('ana');
select apelar(id, 'Era mi propia historia') from suspensiones where motivo like 'Cuenta%';
select prueba.ser('duena');
select prueba.celda('administradora', que, esperado, consulta) from (values
  ('her answer waits for its hour', '=[]', 'select apelaciones()'),
  ('nor is it in the queue', '0', $$select from cola_revision() where clase = 'apelacion'$$)
) as celdas (que, esperado, consulta);
select prueba.cierto('nothing moves', p.cambio = a.cambio and (select apelada_en = date_trunc('hour', now()) + interval '1 hour' from suspensiones where motivo like 'Cuenta%'))
from pulso_revision p, pulso a;
update suspensiones set apelada_en = now() where motivo like 'Cuenta%';
select interno.avisar_historias();
select prueba.cierto('then the team is told', p.cambio = a.cambio + 1) from pulso_revision p, pulso a;
update interno.ajustes set valor = '0' where clave = 'historias_cada_min';
select prueba.celda('administradora', 'her answer comes without a name', '= Era mi propia historia', $$select concat(a ->> 'nombre', ' ', a ->> 'apelacion') from jsonb_array_elements(apelaciones()) a$$);

-- The record of it: what, when and why, and never about whom; the same where it reaches nobody, or one of the team.
insert into interno.autorias_historias (id, user_id, anonima) values
  ('5e000000-0000-4000-8000-0000000000e1', prueba.id('editora'), true), ('5e000000-0000-4000-8000-0000000000e2', prueba.id('editora'), false);
insert into interno.historias (id, titulo, contenido, estado, publicada_en) values
  ('5e000000-0000-4000-8000-0000000000e1', 'Sin firma', 'x', 'publicada', now()), ('5e000000-0000-4000-8000-0000000000e2', 'Con firma', 'x', 'publicada', now());
select prueba.ser('moderadora');
select pausar_autora('5e000000-0000-4000-8000-000000000001', 'Firmó', now() + interval '1 day', 'falta');
select prueba.celda('moderadora', 'of a signed one she reads the measure', '=false', $$select velada::text from suspensiones where motivo = 'Firmó'$$);
delete from suspensiones where motivo = 'Firmó';
create temp table renglones as select count(*) as n from interno.bitacora where tabla = 'public.suspensiones';
grant select on renglones to public;
select prueba.ser('moderadora');
select pausar_autora('5e000000-0000-4000-8000-0000000000e1', 'Del equipo', now() + interval '1 day', 'escritos');
select prueba.ser('duena');
select prueba.cierto('one of the team is not reached', not exists (select from suspensiones where user_id = prueba.id('editora')));
select prueba.cierto('and the log has a line of none', (select n from renglones) = (select count(*) from interno.bitacora where tabla = 'public.suspensiones'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('moderadora', 'veils one for ever', '23514', $$select pausar_autora('d2000000-0000-4000-8000-000000000001', 'x', 'infinity', 'escritos')$$),
  ('moderadora', 'pauses one of the team by her signed story', 'PT404', $$select pausar_autora('5e000000-0000-4000-8000-0000000000e2', 'x', now() + interval '1 day', 'escritos')$$),
  ('moderadora', 'the author who signed, openly', '=null', $$select pausar_autora('5e000000-0000-4000-8000-000000000001', 'Firmó', now() + interval '1 day', 'escritos')::text$$),
  ('moderadora', 'reads the record', '42501', 'select medidas_veladas()'),
  ('bea', 'reads the record', '42501', 'select medidas_veladas()'),
  ('moderadora', 'lifts one', '42501', $$select levantar_velada(gen_random_uuid())$$),
  ('administradora', 'reads it', '=Cuenta quién es otra, Del equipo', $$select string_agg(v ->> 'motivo', ', ' order by v ->> 'motivo') from jsonb_array_elements(medidas_veladas()) v where v ->> 'titulo' is not null$$),
  ('administradora', 'and nobody in it', '=false', $$select (medidas_veladas()::text ~ any (array[prueba.id('ana')::text, prueba.id('editora')::text]))::text$$),
  ('administradora', 'lifts none', 'PT404', 'select levantar_velada(gen_random_uuid())'),
  ('administradora', 'lifts one that reached nobody: the same answer', '=null', $$select levantar_velada((v ->> 'id')::uuid)::text from jsonb_array_elements(medidas_veladas()) v where v ->> 'motivo' = 'Del equipo'$$)
) as celdas (quien, que, esperado, consulta);
-- Nor is it told by the answer to a caller who claims to have read one of them: whether it reached anybody, and whom.
insert into suspensiones (id, user_id, motivo, hasta, por, creada_en) values
  ('5a000000-0000-4000-8000-0000000000e1', prueba.id('ana'), 'Insulta', now() + interval '3 days', prueba.id('moderadora'), now() - interval '1 minute'),
  ('5a000000-0000-4000-8000-0000000000e2', prueba.id('bea'), 'Insulta', now() + interval '3 days', prueba.id('moderadora'), now() - interval '1 minute');
select prueba.celda('administradora', format('has read of %s what is veiled: %s', quien, motivo), 'PT409', format(
  $$select medir(prueba.id(%L), 'x', now() + interval '1 day', 'circulos', (v ->> 'id')::uuid) from jsonb_array_elements(medidas_veladas()) v where v ->> 'motivo' = %L$$, quien, motivo
)) from unnest(array['Cuenta quién es otra', 'Del equipo']) motivo, unnest(array['ana', 'bea']) quien;
-- Of somebody else it says as little.
insert into suspensiones (id, user_id, motivo, hasta, por) values ('5a000000-0000-4000-8000-0000000000e3', prueba.id('carla'), 'Otra', now() + interval '1 day', prueba.id('moderadora'));
select prueba.celda('administradora', 'has read what was decided about somebody else', 'PT409',
  $$select medir(prueba.id('bea'), 'x', now() + interval '1 day', 'circulos', '5a000000-0000-4000-8000-0000000000e3')$$);
delete from suspensiones where id::text ~ '^5a000000-0000-4000-8000-0000000000e[123]$';
update suspensiones set creada_en = now() - interval '1 hour' where velada;
select prueba.ser('administradora');
select levantar_velada((v ->> 'id')::uuid) from jsonb_array_elements(medidas_veladas()) v where v ->> 'motivo' = 'Cuenta quién es otra';
select prueba.ser('duena');
select prueba.celda('ana', 'is free again', '0', 'select from suspensiones where hasta > now()');
select prueba.cierto('nor does a lifting leave a line of hers', (select n from renglones) = (select count(*) from interno.bitacora where tabla = 'public.suspensiones'));

-- A member who leaves and comes back with her address has what was decided, and what is open, again.
insert into reportes_sala (id, mensaje_id, motivo, user_id) select '5e000000-0000-4000-8000-000000000003', id, 'acoso', prueba.id('carla') from mensajes_sala where user_id = prueba.id('bea') limit 1;
insert into suspensiones (id, user_id, motivo, hasta, alcance) values ('5e000000-0000-4000-8000-0000000000f1', prueba.id('bea'), 'Se burló', 'infinity', 'escritos');
delete from auth.users where id = prueba.id('bea');
select prueba.cierto('of who left no id is kept', (select autora_id is null from reportes_sala where id = '5e000000-0000-4000-8000-000000000003'));
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
values ('33333333-0000-4000-8000-000000000002', 'BEA@amparo.test', now(), '{"username": "Otra", "identidad_genero": "mujer cis"}');
select prueba.cierto('paused as before', exists (select from suspensiones where user_id = '33333333-0000-4000-8000-000000000002' and motivo = 'Se burló' and hasta = 'infinity'));
select prueba.cierto('reported as before', (select autora_id from reportes_sala where id = '5e000000-0000-4000-8000-000000000003') = '33333333-0000-4000-8000-000000000002');
select prueba.cierto('deleted', (select count(*) from interno.medidas_guardadas) + (select count(*) from interno.denuncias_guardadas) = 0);
delete from auth.users where id = '33333333-0000-4000-8000-000000000002';
select prueba.cierto('both stored again', (select count(*) from interno.medidas_guardadas) > 0 and (select count(*) from interno.denuncias_guardadas) = 1);
select interno.olvidar_medidas(now() + interval '366 days');
select prueba.cierto('for a year at most', (select count(*) from interno.medidas_guardadas) + (select count(*) from interno.denuncias_guardadas) = 0);
select prueba.celda(quien, 'forgets', '42501', 'select interno.olvidar_medidas()') from unnest(array['visitante', 'ana', 'administradora']) quien;

-- With an expulsion that is lifted, or over, all her addresses come back.
delete from interno.direcciones_vedadas;
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', now() + interval '1 day', 'expulsion');
update auth.users set email = 'ana-tres@amparo.test' where id = prueba.id('ana');
select prueba.cierto('both addresses stay out', count(*) = 2) from interno.direcciones_vedadas;
select interno.olvidar_medidas();
select prueba.cierto('while it runs', count(*) = 2) from interno.direcciones_vedadas;
select interno.olvidar_medidas(now() + interval '2 days');
select prueba.cierto('over, both are free', count(*) = 0) from interno.direcciones_vedadas;
insert into interno.direcciones_vedadas (huella, de, hasta) values (interno.huella_de('ana-cuatro@amparo.test'), prueba.id('ana'), now() + interval '1 day');
delete from suspensiones where user_id = prueba.id('ana') and alcance = 'expulsion';
select prueba.cierto('lifted, too', count(*) = 0) from interno.direcciones_vedadas;

-- A plus sign makes no other mailbox; a dot makes one, but at Gmail.
select prueba.cierto('the mailbox of ' || dicha, interno.huella_de(dicha) = sha256(l.llave || sha256(l.llave || convert_to(esperada, 'UTF8'))))
from interno.llaves l, (values
  (' ANA@Amparo.TEST ', 'ana@amparo.test'),
  ('ana+x@amparo.test', 'ana@amparo.test'), ('Ana+x+y@amparo.test', 'ana@amparo.test'), ('ana+@amparo.test', 'ana@amparo.test'),
  ('+ana@amparo.test', '+ana@amparo.test'), ('+ana+x@amparo.test', '+ana+x@amparo.test'),
  ('a.na@amparo.test', 'a.na@amparo.test'), ('a.na+x@amparo.test', 'a.na@amparo.test'), ('ana-x@amparo.test', 'ana-x@amparo.test'),
  ('ana@a+b.test', 'ana@a+b.test'),
  ('A.n.a+x@gmail.com', 'ana@gmail.com'), ('ana@googlemail.com', 'ana@gmail.com'), ('an.a@correo.gmail.com', 'an.a@correo.gmail.com'),
  ('an.a@gmail.com.test', 'an.a@gmail.com.test')
) as buzones (dicha, esperada) where l.nombre = 'direcciones';
select prueba.cierto('without a mailbox there is no mark', interno.huella_de(null) is null);
create function pg_temp.entra(correo text) returns boolean language plpgsql as $$
declare
  quien constant uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (quien, correo, now(), '{"username": "Otra", "identidad_genero": "mujer cis"}');
  return exists (select from interno.admisiones where user_id = quien);
end
$$;
select prueba.cierto('before: she of the same mailbox is let in', pg_temp.entra('dario+antes@gmail.com'));
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select md5(correo)::uuid, correo, now(), '{"username": "Otra", "identidad_genero": "mujer cis"}' from unnest(array['dario@gmail.com', 'd.ario@gmail.com']) correo;
insert into suspensiones (user_id, motivo, hasta, alcance)
select md5(correo)::uuid, 'x', 'infinity', 'expulsion' from unnest(array['dario@gmail.com', 'd.ario@gmail.com']) correo;
select prueba.cierto('who was in before is in, with the same mailbox', count(*) = 1) from auth.users u join interno.admisiones a on a.user_id = u.id where u.email = 'dario+antes@gmail.com';
select prueba.cierto(format('with %s: %s', correo, dentro), pg_temp.entra(correo) = dentro) from (values
  ('Dario+otra@gmail.com', false), ('d.a.r.i.o@googlemail.com', false), ('dario+1+2@gmail.com', false),
  ('dario@amparo.test', true), ('darioo@gmail.com', true), ('dario+x@amparo.test', true), ('d.ario@amparo.test', true)
) as casos (correo, dentro);
-- One of the two accounts of that mailbox is let in again: the other's expulsion goes on.
delete from suspensiones where user_id = md5('d.ario@gmail.com')::uuid;
select prueba.cierto('of two with one mailbox, the one that is lifted leaves the other out', not pg_temp.entra('dario+3@gmail.com'));
delete from auth.users where id = md5('dario@gmail.com')::uuid;
select prueba.cierto('whose account ended too', not pg_temp.entra('dario+4@gmail.com'));
update interno.direcciones_vedadas set hasta = now() where hasta = 'infinity';
select prueba.cierto('and over, is let in', pg_temp.entra('dario+5@gmail.com'));
-- A pause, too, waits for a member who comes back to the same mailbox.
insert into suspensiones (user_id, motivo, hasta, alcance) select u.id, 'Vendía', now() + interval '30 days', 'escritos' from auth.users u where u.email = 'dario+x@amparo.test';
delete from auth.users where email = 'dario+x@amparo.test';
delete from auth.users where email = 'dario@amparo.test';
select prueba.cierto('back with another tag', pg_temp.entra('dario+y@amparo.test'));
select prueba.cierto('paused as before', count(*) = 1) from suspensiones s join auth.users u on u.id = s.user_id where s.motivo = 'Vendía' and u.email = 'dario+y@amparo.test';
