-- A channel for changes is heard by members, and nobody speaks in it.
create function prueba.oye_en(tema text) returns text language sql as $$
  select format($q$select id from realtime.messages where topic = %L and set_config('realtime.topic', %L, true) <> ''$q$, tema, tema)
$$;
create function prueba.habla_en(tema text, extension text) returns text language sql as $$
  select format($q$with t as (select set_config('realtime.topic', %L, true)) insert into realtime.messages (topic, extension) select %L, %L from t$q$, tema, tema, extension)
$$;
create temp table canales as
  select 'mensajes:' || gen_random_uuid() as tema union all select 'presentes:' || gen_random_uuid()
  union all select 'historias:' || gen_random_uuid() union all select 'revision:' || gen_random_uuid()
  union all select 'alertas:' || gen_random_uuid() union all select 'llegadas:' || gen_random_uuid();
insert into realtime.messages (topic, extension) select tema, 'broadcast' from canales;
insert into realtime.messages (topic, extension) values ('mensajes', 'broadcast'), ('otra:' || (select min(substr(tema, 11)) from canales), 'broadcast');

select prueba.celda(quien, 'hears changes: ' || split_part(tema, ':', 1), esperado, prueba.oye_en(tema))
from canales, (values ('ana', '1'), ('carla', '1'), ('dora', '0'), ('visitante', '0')) as q (quien, esperado);
select prueba.celda(quien, 'speaks there: ' || split_part(tema, ':', 1) || ', ' || extension, '42501', prueba.habla_en(tema, extension))
from canales, unnest(array['ana', 'carla', 'dora', 'visitante']) quien, unnest(array['broadcast', 'presence']) extension;
select prueba.celda('ana', 'any other topic', '0', prueba.oye_en(topic))
from realtime.messages where topic = 'mensajes' or topic like 'otra:%';
