-- Three stories, and one of Ana's that has no text yet: one of Ana's, published and anonymous; one of Bea's, published and signed; one of Ana's, signed, waiting.
insert into interno.autorias_historias (id, user_id) values ('d2000000-0000-4000-8000-00000000000a', prueba.id('ana'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from historias'),
  ('visitante', 'insert', '42501', $$insert into historias (titulo, contenido) values ('x', 'x')$$),
  ('visitante', 'update', '42501', $$update historias set titulo = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from historias'),
  ('ana', 'select', '3', 'select * from historias'),
  ('ana', 'her own', '2', 'select from historias where es_mia'),
  ('ana', 'insert', '=pendiente', $$insert into historias (titulo, contenido) values ('Hola', 'Mundo') returning estado$$),
  ('ana', 'anonymous by default', '=true', $$insert into historias (titulo, contenido) values ('Hola', 'Mundo') returning anonima$$),
  ('ana', 'insert of a published one', '42501', $$insert into historias (titulo, contenido, estado) values ('Hola', 'Mundo', 'publicada')$$),
  ('ana', 'insert as Bea', '42501', $$insert into historias (titulo, contenido, autora_id) values ('Hola', 'Mundo', prueba.id('bea'))$$),
  ('ana', 'update is read again', '=pendiente', $$update historias set titulo = 'Otra' where id = 'd2000000-0000-4000-8000-000000000001' returning estado$$),
  ('ana', 'publishing her own', '=pendiente', $$update historias set estado = 'publicada' where id = 'd2000000-0000-4000-8000-000000000003' returning estado$$),
  ('ana', 'signing one afterwards', '=false', $$update historias set anonima = false where id = 'd2000000-0000-4000-8000-000000000001' returning anonima$$),
  ('ana', 'withdrawing', '1', $$delete from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'select', '2', 'select * from historias'),
  ('bea', 'Ana''s waiting one', '0', $$select from historias where id = 'd2000000-0000-4000-8000-000000000003'$$),
  ('bea', 'update of Ana''s', '0', $$update historias set titulo = 'x' where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'signing Ana''s', '0', $$update historias set anonima = false where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'hiding Ana''s', '0', $$update historias set estado = 'oculta' where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'delete of Ana''s', '0', $$delete from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('carla', 'select', '3', 'select from historias'),
  ('carla', 'insert of her own', '1', $$insert into historias (titulo, contenido) values ('Hola', 'Mundo')$$),
  ('carla', 'approving', '=publicada', $$update historias set estado = 'publicada' where id = 'd2000000-0000-4000-8000-000000000003' returning estado$$),
  ('carla', 'the moment of publication', '=true', $$update historias set estado = 'publicada' where id = 'd2000000-0000-4000-8000-000000000003' returning publicada_en = now()$$),
  ('carla', 'rejecting with a reason', '=rechazada: Trae un nombre', $$update historias set estado = 'rechazada', motivo = 'Trae un nombre' where id = 'd2000000-0000-4000-8000-000000000003' returning estado || ': ' || motivo$$),
  ('carla', 'rejecting without a reason', '23514', $$update historias set estado = 'rechazada', motivo = ' ' where id = 'd2000000-0000-4000-8000-000000000003'$$),
  ('carla', 'hiding later', '=oculta: Datos', $$update historias set estado = 'oculta', motivo = 'Datos' where id = 'd2000000-0000-4000-8000-000000000001' returning estado || ': ' || motivo$$),
  ('carla', 'hiding without a reason', '23514', $$update historias set estado = 'oculta' where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('carla', 'approving what she has not read', '0', $$update historias set estado = 'publicada' where id = 'd2000000-0000-4000-8000-000000000003' and version = 2$$),
  ('ana', 'a changed text is another version', '=2', $$update historias set titulo = 'Otra' where id = 'd2000000-0000-4000-8000-000000000003' returning version$$),
  ('ana', 'naming the version herself', '42501', $$update historias set version = 9 where id = 'd2000000-0000-4000-8000-000000000003'$$),
  ('carla', 'rewriting another''s', '42501', $$update historias set contenido = 'x' where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('carla', 'signing another''s', '=true', $$update historias set anonima = false where id = 'd2000000-0000-4000-8000-000000000001' returning anonima$$),
  ('carla', 'delete of another''s', '0', $$delete from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('carla', 'an unknown state', '23514', $$update historias set estado = 'x' where id = 'd2000000-0000-4000-8000-000000000003'$$),

  ('ana', 'no title', '23514', $$insert into historias (titulo, contenido) values ('  ', 'x')$$),
  ('ana', 'no text', '23514', $$insert into historias (titulo, contenido) values ('x', '  ')$$),
  ('ana', 'null text', '23502', $$insert into historias (titulo) values ('x')$$),
  ('ana', 'endless text', '23514', $$insert into historias (titulo, contenido) values ('x', repeat('a', 20001))$$),
  ('ana', 'six in an hour', 'PT429', $$insert into historias (titulo, contenido) select 'x', 'x' from generate_series(1, 6)$$),

  -- Nobody learns who wrote an anonymous one, by any way of asking.
  ('bea', 'its author', '=null', $$select autora_id from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'its moment of writing', '=null', $$select enviada_en from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'whose it is', '=false', $$select es_mia from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'a filter by author', '0', $$select from historias where autora_id = prueba.id('ana')$$),
  ('bea', 'a count by author', '=1', 'select count(autora_id) from historias'),
  ('bea', 'an order by author', '=d2000000-0000-4000-8000-000000000002', 'select id from historias order by autora_id nulls last limit 1'),
  ('bea', 'the profile embedded', '=null', $$select p.username from historias h left join profiles p on p.id = h.autora_id where h.id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'stories embedded in Ana''s profile', '0', $$select from profiles p join historias h on h.autora_id = p.id where p.id = prueba.id('ana')$$),
  ('bea', 'the table behind', '0', $$select from interno.autorias_historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'claiming it by its id', '23505', $$insert into historias (id, titulo, contenido) values ('d2000000-0000-4000-8000-000000000001', 'x', 'x')$$),
  ('ana', 'writing into the table behind', '3', 'update interno.autorias_historias set anonima = true'),
  ('ana', 'emptying the table behind', '42501', 'delete from interno.autorias_historias'),
  ('bea', 'emptying the texts behind: hers alone', '1', 'delete from interno.historias'),
  ('bea', 'a text under Ana''s name', '42501', $$insert into interno.historias (id, titulo, contenido) values ('d2000000-0000-4000-8000-00000000000a', 'x', 'x')$$),
  ('bea', 'rewriting the table behind', '1', $$update interno.historias set titulo = 'x'$$),
  ('ana', 'withdrawing Bea''s', '0', $$delete from historias where id = 'd2000000-0000-4000-8000-000000000002'$$),
  ('carla', 'its author, as admin', '=null', $$select autora_id from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('carla', 'the table behind, as admin', '0', $$select from interno.autorias_historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('ana', 'a signed one', '=Bea', $$select p.username from historias h join profiles p on p.id = h.autora_id where h.id = 'd2000000-0000-4000-8000-000000000002'$$),
  ('ana', 'a signed one cannot be taken', '42501', $$update interno.autorias_historias set user_id = prueba.id('ana') where id = 'd2000000-0000-4000-8000-000000000002'$$)
) as celdas (quien, que, esperado, consulta);

-- The admin is notified of waiting stories, the author alone of decisions, nobody else of anything.
update pulso_revision set cambio = 0;
select prueba.ser('ana');
insert into historias (id, titulo, contenido) values ('d2000000-0000-4000-8000-000000000009', 'Otra', 'Más');
select prueba.ser('carla');
update historias set estado = 'rechazada', motivo = 'Trae un nombre' where id = 'd2000000-0000-4000-8000-000000000009';
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'what waits', '=1', 'select cambio from pulso_revision'),
  ('ana', 'what waits', '0', 'select from pulso_revision'),
  ('visitante', 'what waits', '42501', 'select from pulso_revision'),
  ('carla', 'changing it', '42501', 'update pulso_revision set cambio = 9'),
  ('ana', 'adding to it', '42501', 'insert into pulso_revision default values'),
  ('ana', 'deleting it', '42501', 'delete from pulso_revision'),
  ('ana', 'a sign of hers', '=1', 'select cambio from senales'),
  ('bea', 'no sign for another', '0', 'select from senales'),
  ('carla', 'nor for her who decided', '0', 'select from senales'),
  ('ana', 'why', '=Trae un nombre', $$select motivo from historias where id = 'd2000000-0000-4000-8000-000000000009'$$),
  ('ana', 'sending it again', '=pendiente', $$update historias set titulo = 'Sin nombre' where id = 'd2000000-0000-4000-8000-000000000009' returning concat(estado, motivo)$$),
  ('ana', 'sending it again as it was', '=pendiente', $$update historias set anonima = true where id = 'd2000000-0000-4000-8000-000000000009' returning estado$$),
  ('bea', 'a rejected one', '0', $$select from historias where id = 'd2000000-0000-4000-8000-000000000009'$$)
) as celdas (quien, que, esperado, consulta);

-- A block must not reveal an author: anonymous stories stay visible to both.
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('bea'), prueba.id('ana'));
select prueba.celda(quien, 'stories between two of whom one blocked the other', cuantas, 'select from historias where not es_mia')
from (values ('bea', '1'), ('ana', '1')) as celdas (quien, cuantas);

-- The planner's estimate is the same for an author of many stories and for somebody who wrote none.
insert into interno.autorias_historias (user_id) select prueba.id('ana') from generate_series(1, 200);
insert into interno.historias (id, titulo, contenido) select id, 'x', 'x' from interno.autorias_historias on conflict do nothing;
analyze interno.autorias_historias, interno.historias;
create function pg_temp.filas_previstas(autora uuid) returns numeric language plpgsql as $$
declare
  plan json;
begin
  execute format('explain (format json) select from public.historias where autora_id = %L', autora) into plan;
  return (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric;
end
$$;
select prueba.ser('bea');
select prueba.cierto('no estimate tells who writes', previstas.ana = previstas.nadie, format('%s, %s', previstas.ana, previstas.nadie))
from (select pg_temp.filas_previstas(prueba.id('ana')) as ana, pg_temp.filas_previstas(gen_random_uuid()) as nadie) previstas;
select prueba.ser('duena');
delete from interno.autorias_historias where id not in (select id from interno.historias where titulo <> 'x');

-- What becomes of stories when their author leaves: historias_al_irse.sql.

-- The moment of a story tells nobody who wrote it: the team sees it at the next full hour, with all others of that hour, and nothing moves before.
update interno.ajustes set valor = '60' where clave = 'historias_cada_min';
select prueba.reunir_equipo();
create temp table antes as select cambio from pulso_revision;
select prueba.ser('ana');
insert into historias (id, titulo, contenido) values ('d2000000-0000-4000-8000-0000000000aa', 'De noche', 'Un texto');
select prueba.ser('duena');
select prueba.cierto('at the next full hour', en_cola_desde = date_trunc('hour', now()) + interval '1 hour', en_cola_desde::text)
from interno.historias where titulo = 'De noche';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'she reads hers', '1', $$select from historias where titulo = 'De noche'$$),
  ('moderadora', 'not in the queue', '0', $$select from cola_revision() where id = 'd2000000-0000-4000-8000-0000000000aa'$$),
  ('moderadora', 'not to be taken', 'PT404', $$select tomar('historia', 'd2000000-0000-4000-8000-0000000000aa')$$),
  ('moderadora', 'not among the stories', '0', $$select from historias where titulo = 'De noche'$$),
  ('moderadora', 'not to be decided past the queue', '0', $$update historias set estado = 'publicada' where titulo = 'De noche'$$),
  ('administradora', 'nor in what waits', '=true', $$select (estado_de_la_casa() #>> '{colas,historias}') is null or not exists (select from historias where titulo = 'De noche')$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('nothing moves', p.cambio = a.cambio) from pulso_revision p, antes a;
update interno.historias set en_cola_desde = now() - interval '1 minute' where titulo = 'De noche';
select prueba.celda('moderadora', 'then it is there', '1', $$select from cola_revision() where id = 'd2000000-0000-4000-8000-0000000000aa'$$);
update antes set cambio = (select cambio from pulso_revision);
select interno.avisar_historias();
select prueba.cierto('and the team is told', p.cambio = a.cambio + 1) from pulso_revision p, antes a;
select prueba.ser('ana');
update historias set contenido = 'Otro texto' where id = 'd2000000-0000-4000-8000-0000000000aa';
select prueba.ser('duena');
select prueba.celda('moderadora', 'a changed one waits for its hour again', '0', $$select from cola_revision() where id = 'd2000000-0000-4000-8000-0000000000aa'$$);
