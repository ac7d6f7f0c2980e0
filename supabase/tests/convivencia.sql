-- Blocks, reports, suspensions and signs of the circles. Messages d1…01 and d1…03 are Ana's, d1…02 is Bea's, d1…04 Carla's.
create function prueba.mensaje(n int) returns uuid language sql immutable as $$
  select ('d1000000-0000-4000-8000-00000000000' || n)::uuid
$$;
create temp table sala as select id from salas_comunidad where clave = 'amor-propio';
grant select on sala to public;

-- Blocks.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'blocks', '42501', 'select from bloqueos'),
  ('visitante', 'blocking', '42501', $$insert into bloqueos (bloqueada_id) values (prueba.id('bea'))$$),
  ('dora', 'blocking without admission', '42501', $$insert into bloqueos (bloqueada_id) values (prueba.id('bea'))$$),
  ('ana', 'blocking', '1', $$insert into bloqueos (bloqueada_id) values (prueba.id('bea'))$$),
  ('ana', 'blocking herself', '23514', $$insert into bloqueos (bloqueada_id) values (prueba.id('ana'))$$),
  ('ana', 'blocking in another''s name', '42501', $$insert into bloqueos (user_id, bloqueada_id) values (prueba.id('bea'), prueba.id('carla'))$$),
  ('ana', 'update', '42501', 'update bloqueos set creado_en = now()')
) as celdas (quien, que, esperado, consulta);

insert into bloqueos (user_id, bloqueada_id) values (prueba.id('ana'), prueba.id('bea')), (prueba.id('bea'), prueba.id('carla'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'reads her own blocks alone', '1', 'select * from bloqueos'),
  ('bea', 'does not learn who blocked her', '1', 'select * from bloqueos'),
  ('carla', 'not even the admin', '0', 'select * from bloqueos'),
  ('ana', 'sees nothing of whom she blocked', '3', 'select from mensajes_sala'),
  ('bea', 'sees nothing of who blocked her, nor of whom she blocked', '1', 'select from mensajes_sala'),
  ('carla', 'the admin sees all', '4', 'select from mensajes_sala'),
  ('bea', 'takes back her own alone', '1', 'delete from bloqueos'),
  ('bea', 'cannot report what she does not see', 'PT404', $$insert into reportes_sala (mensaje_id, motivo) values (prueba.mensaje(1), 'acoso')$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('both were given a sign', count(*) = 3 and sum(cambio) = 4) from senales;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'signs', '42501', 'select from senales'),
  ('bea', 'her own sign alone', '=2', 'select string_agg(cambio::text, '','') from senales'),
  ('bea', 'giving a sign', '42501', $$insert into senales (user_id) values (prueba.id('ana'))$$),
  ('bea', 'changing one', '42501', 'update senales set cambio = 9'),
  ('bea', 'deleting one', '42501', 'delete from senales'),
  ('dora', 'signs without admission', '0', 'select from senales')
) as celdas (quien, que, esperado, consulta);
delete from bloqueos;
select prueba.celda('bea', 'after the block all is back', '4', 'select from mensajes_sala');

-- Suspensions.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'suspensions', '42501', 'select from suspensiones'),
  ('ana', 'suspending', '42501', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('bea'), 'x', now() + interval '1 day')$$),
  ('carla', 'suspending', '1', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('ana'), 'x', now() + interval '1 day')$$),
  ('carla', 'suspending herself', '42501', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('carla'), 'x', now() + interval '1 day')$$),
  ('carla', 'without a reason', '23514', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('ana'), '  ', now() + interval '1 day')$$),
  ('carla', 'for ever', '23514', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('ana'), 'x', now() + interval '2 years')$$)
) as celdas (quien, que, esperado, consulta);
insert into suspensiones (user_id, motivo, hasta) values (prueba.id('ana'), 'Insultos', now() + interval '1 day');
insert into suspensiones (user_id, motivo, creada_en, hasta) values (prueba.id('bea'), 'Pasada', now() - interval '2 days', now() - interval '1 day');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'reads why and until when', '=Insultos', 'select motivo from suspensiones where hasta > now()'),
  ('bea', 'reads hers alone', '=Pasada', 'select string_agg(motivo, '','') from suspensiones'),
  ('carla', 'reads all', '2', 'select from suspensiones'),
  ('ana', 'lifting her own', '0', 'delete from suspensiones'),
  ('ana', 'shortening her own', '42501', 'update suspensiones set hasta = now()'),
  ('ana', 'writing while suspended', 'PT403', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'x' from sala$$),
  ('ana', 'she still reads', '4', 'select from mensajes_sala'),
  ('bea', 'writing after it', '1', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('bea'), 'x' from sala$$),
  ('carla', 'lifting one', '1', $$delete from suspensiones where motivo = 'Insultos'$$)
) as celdas (quien, que, esperado, consulta);
do $$
declare
  texto text;
begin
  perform prueba.ser('ana');
  begin
    insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'm' from sala;
  exception when sqlstate 'PT403' then
    get stacked diagnostics texto = message_text;
  end;
  perform prueba.ser('duena');
  perform prueba.cierto('she is told why', texto like '%Motivo: Insultos', texto);
end
$$;

-- Reports.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'reports', '42501', 'select id from reportes_sala'),
  ('visitante', 'reporting', '42501', $$insert into reportes_sala (mensaje_id, motivo) values (prueba.mensaje(1), 'acoso')$$),
  ('dora', 'reporting without admission', 'PT404', $$insert into reportes_sala (mensaje_id, motivo) values (prueba.mensaje(1), 'acoso')$$),
  ('bea', 'reporting', '1', $$insert into reportes_sala (mensaje_id, motivo, detalle) values (prueba.mensaje(1), 'acoso', 'Me escribe sin parar')$$),
  ('bea', 'a message that is not', 'PT404', $$insert into reportes_sala (mensaje_id, motivo) values (gen_random_uuid(), 'acoso')$$),
  ('bea', 'for no reason of the list', '23514', $$insert into reportes_sala (mensaje_id, motivo) values (prueba.mensaje(1), 'porque sí')$$),
  ('bea', 'with words of her own making', '42501', $$insert into reportes_sala (mensaje_id, motivo, contenido) values (prueba.mensaje(1), 'acoso', 'Nunca dicho')$$),
  ('bea', 'in another''s name', '42501', $$insert into reportes_sala (mensaje_id, motivo, user_id) values (prueba.mensaje(1), 'acoso', prueba.id('ana'))$$),
  ('bea', 'blaming another for it', '0', $$with r as (insert into reportes_sala (mensaje_id, motivo, autora_id) values (prueba.mensaje(1), 'acoso', prueba.id('carla')) returning autora_id) select from r where autora_id <> prueba.id('ana')$$)
) as celdas (quien, que, esperado, consulta);
select prueba.ser('bea');
insert into reportes_sala (mensaje_id, motivo, detalle) values (prueba.mensaje(1), 'acoso', 'Me escribe sin parar');
select prueba.ser('carla');
insert into reportes_sala (mensaje_id, motivo) values (prueba.mensaje(1), 'odio'), (prueba.mensaje(2), 'otro');
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'twice', '23505', $$insert into reportes_sala (mensaje_id, motivo) values (prueba.mensaje(1), 'acoso')$$),
  ('bea', 'her own alone', '1', 'select id from reportes_sala'),
  ('ana', 'not those about her', '0', 'select id from reportes_sala'),
  ('carla', 'who reported', '42501', 'select user_id from reportes_sala'),
  ('carla', 'all', '3', 'select id, contenido from reportes_sala'),
  ('bea', 'settling her own', '0', $$update reportes_sala set estado = 'descartado'$$),
  ('bea', 'taking one back', '42501', 'delete from reportes_sala'),
  ('carla', 'settling', '2', $$update reportes_sala set estado = 'descartado' where mensaje_id = prueba.mensaje(1)$$),
  ('visitante', 'the queue', '42501', 'select from cola_de_reportes'),
  ('bea', 'the queue', '0', 'select from cola_de_reportes'),
  ('carla', 'the queue has each message once', '2', 'select from cola_de_reportes'),
  ('carla', 'with how often, why, whose and where', '=2 {acoso,odio} {"Me escribe sin parar"} Ana Amor propio t t',
    $$select concat_ws(' ', reportes, motivos, detalles, autora, sala, sigue, suspendida_hasta > now()) from cola_de_reportes where mensaje_id = prueba.mensaje(1)$$)
) as celdas (quien, que, esperado, consulta);

-- A message that its author deletes stays in the report; one that the admin removes settles it.
select prueba.ser('ana');
delete from mensajes_sala where id = prueba.mensaje(1);
select prueba.ser('carla');
select prueba.cierto('deleted by its author: still in the queue, with its words', sigue = false and contenido like '%primer día%')
from cola_de_reportes where mensaje_id = prueba.mensaje(1);
delete from mensajes_sala where id = prueba.mensaje(2);
select prueba.ser('duena');
select prueba.cierto('removed by the admin: settled', estado = 'retirado' and atendido_en is not null)
from reportes_sala where mensaje_id = prueba.mensaje(2);

-- Presence in a circle: members hear and say it, nobody speaks there, nobody hears of a circle that is not hers to see.
create function prueba.tema(tema text, extension text) returns text language sql as $$
  select format($q$with t as (select set_config('realtime.topic', %L, true)) insert into realtime.messages (topic, extension) select %L, %L from t$q$, tema, tema, extension)
$$;
insert into salas_comunidad (id, nombre, visible) values ('5a1a0000-0000-4000-8000-000000000001', 'Oculta', false);
select prueba.celda(quien, que, esperado, prueba.tema(tema, extension)) from (values
  ('ana', 'presence in a circle', '1', 'sala:' || (select id from sala), 'presence'),
  ('ana', 'speaking past the table', '42501', 'sala:' || (select id from sala), 'broadcast'),
  ('ana', 'a hidden circle', '42501', 'sala:5a1a0000-0000-4000-8000-000000000001', 'presence'),
  ('carla', 'a hidden circle, for the admin', '1', 'sala:5a1a0000-0000-4000-8000-000000000001', 'presence'),
  ('ana', 'any other topic', '42501', 'sala', 'presence'),
  ('dora', 'without admission', '42501', 'sala:' || (select id from sala), 'presence'),
  ('visitante', 'a visitor', '42501', 'sala:' || (select id from sala), 'presence')
) as celdas (quien, que, esperado, tema, extension);

-- She leaves: her blocks, signs and suspensions go, what was reported stays without her.
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('ana'), prueba.id('bea'));
delete from auth.users where id = prueba.id('ana');
select prueba.cierto('nothing of hers stays but the reported words',
  (select count(*) from bloqueos) = 0 and not exists (select from senales where user_id = prueba.id('ana'))
  and exists (select from reportes_sala where mensaje_id = prueba.mensaje(1) and autora_id is null));
