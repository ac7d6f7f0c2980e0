-- Who is on duty, and that a report of danger calls them and nobody else, once, without a word about whom.
select prueba.reunir_equipo();
update interno.ajustes set valor = 'America/Mexico_City' where clave = 'zona_horaria';

-- The roster: each hers, the administradoras everybody's.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'reads', '42501', 'select from guardias'),
  ('ana', 'reads', '0', 'select from guardias'),
  ('ana', 'reads who is on duty', '0', 'select from guardias_de_la_semana()'),
  ('visitante', 'reads who is on duty', '42501', 'select from guardias_de_la_semana()'),
  ('ana', 'writes', '42501', $$insert into guardias (dia, desde, hasta) values (1, '08:00', '12:00')$$),
  ('editora', 'writes', '42501', $$insert into guardias (dia, desde, hasta) values (1, '08:00', '12:00')$$),
  ('soporte', 'writes', '42501', $$insert into guardias (dia, desde, hasta) values (1, '08:00', '12:00')$$),
  ('moderadora', 'writes hers', '1', $$insert into guardias (dia, desde, hasta) values (1, '08:00', '12:00')$$),
  ('moderadora', 'writes another''s', '42501', $$insert into guardias (user_id, dia, desde, hasta) values (prueba.id('administradora'), 1, '08:00', '12:00')$$),
  ('administradora', 'writes another''s', '1', $$insert into guardias (user_id, dia, desde, hasta) values (prueba.id('moderadora'), 1, '08:00', '12:00')$$),
  ('administradora', 'puts nobody else on it', 'PT404', $$insert into guardias (user_id, dia, desde, hasta) values (prueba.id('editora'), 1, '08:00', '12:00')$$),
  ('administradora', 'nor a member', 'PT404', $$insert into guardias (user_id, dia, desde, hasta) values (prueba.id('ana'), 1, '08:00', '12:00')$$),
  ('moderadora', 'an eighth day', '23514', $$insert into guardias (dia, desde, hasta) values (8, '08:00', '12:00')$$),
  ('moderadora', 'changes none', '42501', $$update guardias set dia = 2$$)
) as celdas (quien, que, esperado, consulta);

-- A Monday from nine to one, and the night from Sunday to Monday.
insert into guardias (user_id, dia, desde, hasta) values
  (prueba.id('moderadora'), 1, '09:00', '13:00'), (prueba.id('administradora'), 7, '22:00', '02:00');
select prueba.cierto('on duty ' || cuando, interno.de_guardia((cuando::timestamp at time zone 'America/Mexico_City')) = array(select x from unnest(quienes) x order by 1),
  interno.de_guardia((cuando::timestamp at time zone 'America/Mexico_City'))::text)
from (values
  ('2026-11-23 09:00', array[prueba.id('moderadora')]), ('2026-11-23 12:59', array[prueba.id('moderadora')]),
  ('2026-11-22 22:00', array[prueba.id('administradora')]), ('2026-11-23 01:59', array[prueba.id('administradora')]),
  ('2026-11-23 13:00', array[prueba.id('moderadora'), prueba.id('administradora'), prueba.id('carla')]),
  ('2026-11-23 02:00', array[prueba.id('moderadora'), prueba.id('administradora'), prueba.id('carla')]),
  ('2026-11-24 10:00', array[prueba.id('moderadora'), prueba.id('administradora'), prueba.id('carla')])
) as horas (cuando, quienes);
select prueba.celda(quien, que, esperado, consulta) from (values
  ('moderadora', 'reads who, and which is hers', '=2 1', $$select count(*) || ' ' || count(*) filter (where mia) from guardias_de_la_semana()$$),
  ('moderadora', 'ends another''s', '0', $$delete from guardias where dia = 7$$),
  ('moderadora', 'ends hers', '1', $$delete from guardias where dia = 1$$),
  ('administradora', 'ends any', '2', $$delete from guardias$$),
  ('soporte', 'ends none', '0', $$delete from guardias$$)
) as celdas (quien, que, esperado, consulta);

-- Called: by mail and on each device; with nobody on duty all of them.
insert into suscripciones_push (id, user_id, endpoint, p256dh, auth, zona_horaria, sesion)
values ('a8000000-0000-4000-8000-00000000d00a', prueba.id('moderadora'), 'https://push.test/guardia', repeat('A', 87), repeat('B', 22), 'America/Bogota', prueba.sesion_de('moderadora'));
delete from interno.envios;
delete from guardias;
select prueba.ser('bea');
insert into reportes_sala (mensaje_id, motivo) select id, 'acoso' from mensajes_sala where user_id = prueba.id('ana') order by id limit 1;
select prueba.ser('duena');
select prueba.cierto('what is no danger calls nobody', count(*) = 0) from interno.envios;
delete from reportes_sala;
select prueba.ser('bea');
insert into reportes_sala (mensaje_id, motivo, detalle) select id, 'peligro', 'Algo de ella' from mensajes_sala where user_id = prueba.id('ana') order by id limit 1;
select prueba.ser('duena');
select prueba.cierto('danger calls every moderadora and administradora, by mail and on her device', count(*) = 4 and count(*) filter (where via = 'push') = 1
  and count(distinct user_id) = 3 and bool_and(tipo = 'guardia' and vence <= now() and datos - 'destino' = '{}'), count(*)::text) from interno.envios;
select prueba.ser('bea');
insert into reportes_sala (mensaje_id, motivo) select id, 'peligro' from mensajes_sala where user_id = prueba.id('ana') order by id offset 1 limit 1;
select prueba.ser('duena');
select prueba.cierto('once in five minutes', count(*) = 4) from interno.envios;
select prueba.cierto('the sender gets where to and nothing else', count(*) = 4 and bool_and(e -> 'datos' ?& array['segundos'] and (e -> 'datos') - 'segundos' - 'destino' = '{}')
  and bool_and(e::text not like '%Algo de ella%' and e::text not ilike '%peligro%'), string_agg(e::text, ' '))
from jsonb_array_elements(interno.tomar_envios(50)) e where e ->> 'tipo' = 'guardia';
delete from interno.envios;
-- On duty she alone; not where it is about her.
insert into guardias (user_id, dia, desde, hasta) select prueba.id('moderadora'), d, '00:00', '00:00' from generate_series(1, 7) d;
select prueba.cierto('she on duty alone', interno.llamar_a_la_guardia('{}') = 1);
select prueba.cierto('and nobody else', bool_and(user_id = prueba.id('moderadora')) and count(*) = 2) from interno.envios;
delete from interno.envios;
select prueba.cierto('nobody is called about herself', interno.llamar_a_la_guardia(array[prueba.id('moderadora')]) = 0);
delete from integrantes where user_id = prueba.id('moderadora');
select prueba.cierto('who left the team is called no more', not prueba.id('moderadora') = any (interno.de_guardia()));

-- What waits, by kind and role.
select prueba.celda(quien, 'today: ' || quien, esperado, 'select coalesce(string_agg(clase || papel, '' '' order by clase), ''nada'') from hoy_del_equipo()') from (values
  ('visitante', '42501'), ('ana', '=nada'), ('dora', '=nada'), ('soporte', '=nada'), ('moderadora', '=nada')
) as celdas (quien, esperado);
insert into reportes_apoyo (asociacion_id, user_id) select a.id, prueba.id('bea') from asociaciones_apoyo a order by a.id limit 1;
select prueba.celda('editora', 'today: dead numbers', '=numero 1', $$select clase || ' ' || cuantas from hoy_del_equipo()$$);
select prueba.celda('administradora', 'today: all of it', '=true', $$select count(*) filter (where papel = 'moderadora') > 0 and count(*) filter (where papel = 'editora') = 1 and bool_or(urgentes > 0) from hoy_del_equipo()$$);
insert into mensajes_soporte (user_id, texto) values (prueba.id('bea'), 'No me abre');
select prueba.celda('soporte', 'today: who wrote to the team', '=soporte 1', $$select clase || ' ' || cuantas from hoy_del_equipo()$$);
insert into sugerencias_apoyo (texto, user_id) values ('Hay otra casa', prueba.id('bea'));
select prueba.celda(quien, 'today: what members suggest, ' || quien, esperado, $$select coalesce(string_agg(clase || ' ' || cuantas, ' '), 'nada') from hoy_del_equipo() where clase = 'sugerencia'$$) from (values
  ('editora', '=sugerencia 1'), ('administradora', '=sugerencia 1'), ('moderadora', '=nada'), ('soporte', '=nada'), ('ana', '=nada')
) as celdas (quien, esperado);
update sugerencias_apoyo set estado = 'descartada';
select prueba.celda('editora', 'today: not what was dealt with', '0', $$select from hoy_del_equipo() where clase = 'sugerencia'$$);
