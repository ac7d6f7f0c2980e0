-- «¿Llegaste?»: Ana has one timer of half an hour, Bea none. Ana's contact a1… accepted, with an address.
select prueba.ser('ana');
select iniciar_llegada('11e00000-0000-4000-8000-000000000001', ' Casa de Lupe ', 'Voy en taxi', now() + interval '30 minutes');
select prueba.ser('duena');
create function prueba.suya() returns public.llegadas language sql as $$
  select l from public.llegadas l where cliente_id = '11e00000-0000-4000-8000-000000000001'
$$;
create function prueba.paso() returns timestamptz language sql as $$
  select min(vence) from interno.pendientes where tipo = 'llegada' and datos ->> 'llegada' = (prueba.suya()).id::text
$$;
-- What is due for Ana's timer at that moment is done, as interno.atender_pendientes does it.
create function prueba.atender(ahora timestamptz) returns void language plpgsql as $$
declare
  p interno.pendientes;
begin
  for p in select * from interno.pendientes where tipo = 'llegada' and vence <= ahora loop
    delete from interno.pendientes where id = p.id;
    perform interno.atender_llegada(p, ahora);
  end loop;
end
$$;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from llegadas'),
  ('visitante', 'start', '42501', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '1 hour')$$),
  ('visitante', 'end', '42501', $$select terminar_llegada('11e00000-0000-4000-8000-000000000001')$$),
  ('dora', 'start', '42501', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '1 hour')$$),
  ('ana', 'select', '1', 'select * from llegadas'),
  ('ana', 'insert', '42501', $$insert into llegadas (user_id, cliente_id, destino, vence_en) values (prueba.id('ana'), gen_random_uuid(), 'x', now())$$),
  ('ana', 'update', '42501', 'update llegadas set vence_en = now() + interval ''1 day'''),
  ('ana', 'delete', '42501', 'delete from llegadas'),
  ('bea', 'select', '0', 'select from llegadas'),
  ('carla', 'select', '0', 'select from llegadas'),
  ('carla', 'delete', '42501', 'delete from llegadas'),
  ('bea', 'ending Ana''s', 'PT404', $$select terminar_llegada('11e00000-0000-4000-8000-000000000001')$$),
  ('bea', 'prolonging Ana''s', 'PT404', $$select prolongar_llegada('11e00000-0000-4000-8000-000000000001')$$),
  ('bea', 'a place for Ana''s', 'PT404', $$select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 1, 1, 1, now())$$),
  ('bea', 'Ana''s device id is another one for her', '=1', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'x', null, now() + interval '1 hour'); select count(*) from llegadas$$),
  ('bea', 'where to is hers to leave out', '=true', $$select (iniciar_llegada(gen_random_uuid(), ' ', null, now() + interval '1 hour')).destino is null$$),
  ('ana', 'asked twice: the same one, its answer whole', '=1 Casa de Lupe 00:30:00', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi ', now() + interval '30 minutes');
    select (select count(*) from llegadas) || ' ' || (l).destino || ' ' || (l).vence_en - now() from iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi', now() + interval '30 minutes') l$$),
  ('ana', 'a moment later: its own time is said', '=00:30:00', $$select (iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi', now() + interval '31 minutes')).vence_en - now()$$),
  ('ana', 'its id for another place', 'PT409', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Otra', 'Voy en taxi', now() + interval '30 minutes')$$),
  ('ana', 'another note', 'PT409', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', null, now() + interval '30 minutes')$$),
  ('ana', 'another time', 'PT409', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi', now() + interval '8 hours')$$),
  ('ana', 'no time', 'PT409', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi', null)$$),
  ('ana', 'other people', 'PT409', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi', now() + interval '30 minutes', array['a1000000-0000-4000-8000-000000000001']::uuid[])$$),
  ('ana', 'a whole night', 'PT409', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi', now() + interval '30 minutes', null, 2, now() + interval '9 hours')$$),
  ('ana', 'the id of one that has ended starts nothing, and says so', 'PT410', $$select terminar_llegada('11e00000-0000-4000-8000-000000000001'); select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi', now() + interval '30 minutes')$$),
  ('ana', 'no device id', '23514', $$select iniciar_llegada(null, 'x', null, now() + interval '1 hour')$$),
  ('ana', 'a time that is past', '23514', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() - interval '1 second')$$),
  ('ana', 'more than a day', '23514', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '25 hours')$$),
  ('ana', 'no time at all', '23514', $$select iniciar_llegada(gen_random_uuid(), 'x', null, null)$$),
  ('ana', 'a clock that is two hours behind moves nothing', '=00:30:00', $$select iniciar_llegada(gen_random_uuid(), 'y', null, now() - interval '90 minutes', reloj => now() - interval '2 hours'); select vence_en - now() from llegadas where destino = 'y'$$),
  ('ana', 'one that is a year ahead', '=00:30:00', $$select iniciar_llegada(gen_random_uuid(), 'y', null, now() + interval '365 days 30 minutes', reloj => now() + interval '365 days'); select vence_en - now() from llegadas where destino = 'y'$$),
  ('ana', 'her contact', '1', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '1 hour', array['a1000000-0000-4000-8000-000000000001']::uuid[])$$),
  ('ana', 'Bea''s contact', 'PT404', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '1 hour', array['b1000000-0000-4000-8000-000000000001']::uuid[])$$),
  ('ana', 'nobody at all', '=true', $$select iniciar_llegada(gen_random_uuid(), 'y', null, now() + interval '1 hour', '{}'); select contactos is null from llegadas where destino = 'y'$$),
  ('ana', 'every three hours', '23514', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '3 hours', null, 3, now() + interval '9 hours')$$),
  ('ana', 'repeated without an end', '23514', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '1 hour', null, 1)$$),
  ('ana', 'an end before the first time', '23514', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '2 hours', null, 2, now() + interval '1 hour')$$),
  ('ana', 'a night that never ends', '23514', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '2 hours', null, 2, now() + interval '25 hours')$$),
  ('ana', 'twenty-one in a day', 'PT429', $$select iniciar_llegada(gen_random_uuid(), 'x', null, now() + interval '1 hour') from generate_series(1, 20)$$),
  ('ana', 'a device that repeats itself spends none', '=1', $$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa de Lupe', 'Voy en taxi', now() + interval '30 minutes') from generate_series(1, 40); select count(*) from llegadas$$),

  ('ana', '15 minutes more', '=00:45:00', $$select prolongar_llegada('11e00000-0000-4000-8000-000000000001') - now()$$),
  ('ana', '15 minutes more, pressed again since the answer got lost', '=00:45:00', $$select prolongar_llegada(id, 15, vence_en), prolongar_llegada(id, 15, vence_en) from llegadas; select vence_en - now() from llegadas$$),
  ('ana', 'and again once she has seen them', '=01:00:00', $$select prolongar_llegada(id, 15, vence_en) from llegadas; select prolongar_llegada(id, 15, vence_en) - now() from llegadas$$),
  ('ana', 'not any number of minutes', '23514', $$select prolongar_llegada('11e00000-0000-4000-8000-000000000001', 121)$$),
  ('ana', 'nor fewer', '23514', $$select prolongar_llegada('11e00000-0000-4000-8000-000000000001', -20)$$),
  ('ana', 'nor for ever', '23514', $$select prolongar_llegada('11e00000-0000-4000-8000-000000000001', 120) from generate_series(1, 13)$$),
  ('ana', 'one that is not hers', 'PT404', $$select prolongar_llegada(gen_random_uuid())$$),
  ('ana', '«Todo bien» where nothing repeats', '23514', $$select responder_llegada('11e00000-0000-4000-8000-000000000001')$$),
  ('ana', 'a place', '=19.43 -99.13', $$select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 19.43, -99.13, 20, now() + interval '1 day'); select latitud || ' ' || longitud from llegadas where lugar_en <= now()$$),
  ('ana', 'null island', '23514', $$select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 0, 0, 20, now())$$),
  ('ana', 'not a number', '23514', $$select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 'nan', 0, 20, now())$$),
  ('ana', 'beyond the globe', '23514', $$select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 91, 0, 20, now())$$),
  ('ana', 'a place every second', 'PT429', $$select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 1, 1, 20, now()) from generate_series(1, 31)$$),
  ('ana', '«Ya llegué» erases the place', '=llego', $$select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 1, 1, 20, now()); select terminar_llegada('11e00000-0000-4000-8000-000000000001');
    select estado from llegadas where latitud is null$$),
  ('ana', 'and a second time says that it had ended', '=false', $$select terminar_llegada('11e00000-0000-4000-8000-000000000001'); select terminar_llegada('11e00000-0000-4000-8000-000000000001')$$),
  ('ana', 'a place that comes late is not kept', '=false', $$select terminar_llegada('11e00000-0000-4000-8000-000000000001'); select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 1, 1, 20, now())$$),
  ('ana', 'nor is more time given', '=null', $$select terminar_llegada('11e00000-0000-4000-8000-000000000001', 'cancelada'); select prolongar_llegada('11e00000-0000-4000-8000-000000000001')$$),
  ('ana', 'nothing else ends it', '23514', $$select terminar_llegada('11e00000-0000-4000-8000-000000000001', 'disparada')$$),
  ('ana', 'what is due', '42501', 'select from interno.pendientes'),
  ('ana', 'firing it herself', '42501', $$select interno.disparar_llegada(l) from llegadas l$$),
  ('carla', 'doing what is due', '42501', $$select interno.atender_llegada(null)$$)
) as celdas (quien, que, esperado, consulta);

-- The steps: notices 5 minutes and 1 minute before, to devices in which she is in; then the alert.
insert into auth.sessions (id, user_id, created_at) values ('5e530000-0000-4000-8000-000000000001', prueba.id('ana'), now());
insert into suscripciones_push (id, user_id, endpoint, p256dh, auth, zona_horaria, sesion) values
  ('aa000000-0000-4000-8000-000000000001', prueba.id('ana'), 'https://push.test/suyo', repeat('A', 87), repeat('A', 22), 'UTC', '5e530000-0000-4000-8000-000000000001'),
  ('aa000000-0000-4000-8000-000000000002', prueba.id('ana'), 'https://push.test/cerrado', repeat('A', 87), repeat('A', 22), 'UTC', gen_random_uuid());
select prueba.cierto('first 5 minutes before', prueba.paso() = now() + interval '25 minutes', prueba.paso()::text);
select prueba.atender(now() + interval '25 minutes');
select prueba.cierto('to the one device in which she is in', count(*) = 1 and min(suscripcion_id::text) like '%1', count(*)::text)
from interno.envios where tipo = 'llegada';
select prueba.cierto('without a word of hers', datos = '{"segundos": 300}' and caduca = now() + interval '30 minutes', datos::text)
from interno.envios where tipo = 'llegada';
select prueba.cierto('then 1 minute before', prueba.paso() = now() + interval '29 minutes', prueba.paso()::text);
select prueba.atender(now() + interval '29 minutes');
select prueba.cierto('another notice', count(*) = 2, count(*)::text) from interno.envios where tipo = 'llegada';
select prueba.cierto('then its time', prueba.paso() = now() + interval '30 minutes', prueba.paso()::text);
-- More time: the notices begin anew.
select prueba.ser('ana');
select prolongar_llegada('11e00000-0000-4000-8000-000000000001');
select lugar_de_llegada('11e00000-0000-4000-8000-000000000001', 19.43, -99.13, 20, now());
select prueba.ser('duena');
select prueba.cierto('with more time it is asked later', prueba.paso() = now() + interval '40 minutes', prueba.paso()::text);
select prueba.atender(now() + interval '30 minutes');
select prueba.cierto('and nothing happens at the old time', (prueba.suya()).estado = 'activa' and not exists (select from alertas));
select prueba.cierto('one step is due, and no other', count(*) = 1, count(*)::text) from interno.pendientes where tipo = 'llegada';
update interno.pendientes set vence = now() + interval '45 minutes' where tipo = 'llegada';
select prueba.atender(now() + interval '45 minutes');
select prueba.cierto('at its time an alert is open, with her note and her place',
  a.origen = 'llegada' and a.estado = 'abierta' and a.nota = E'Iba a: Casa de Lupe\nVoy en taxi' and a.latitud = 19.43 and a.contactos is null,
  to_jsonb(a)::text) from alertas a;
select prueba.cierto('the timer says so, and keeps no place',
  (prueba.suya()).estado = 'disparada' and (prueba.suya()).alerta_id = (select id from alertas) and (prueba.suya()).latitud is null);
select prueba.cierto('and is done', not exists (select from interno.pendientes where tipo = 'llegada'));
select prueba.atender(now() + interval '46 minutes');
select prueba.cierto('once', count(*) = 1) from alertas;
select prueba.celda('ana', 'her word after its time', '=false', $$select terminar_llegada('11e00000-0000-4000-8000-000000000001')$$);

-- Through a night: every two hours, asked 15 minutes before too, the last time at its end.
delete from alertas;
delete from llegadas;
select prueba.ser('bea');
select iniciar_llegada('11e00000-0000-4000-8000-000000000002', 'Casa', null, now() + interval '2 hours', array['b1000000-0000-4000-8000-000000000001']::uuid[], 2, now() + interval '3 hours');
select prueba.ser('duena');
select prueba.cierto('asked 15 minutes before', min(vence) = now() + interval '105 minutes') from interno.pendientes where tipo = 'llegada';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', '«Todo bien»: next, at the latest at its end', '=02:00:00', $$select responder_llegada('11e00000-0000-4000-8000-000000000002') - now()$$),
  ('bea', 'more time than the night makes it longer', '=04:00:00', $$select prolongar_llegada('11e00000-0000-4000-8000-000000000002', 120); select hasta - now() from llegadas where hasta = vence_en$$)
) as celdas (quien, que, esperado, consulta);
update llegadas set hasta = now() + interval '15 minutes', vence_en = now() + interval '15 minutes';
select prueba.celda('bea', 'the last answer ends it', '=llego', $$select responder_llegada('11e00000-0000-4000-8000-000000000002'); select estado from llegadas$$);
update llegadas set vence_en = now() - interval '1 second';
update interno.pendientes set vence = now() where tipo = 'llegada';
select prueba.atender(now());
select prueba.cierto('for whom she chose', origen = 'llegada' and contactos = array['b1000000-0000-4000-8000-000000000001']::uuid[] and nota = 'Estaba en: Casa', nota)
from alertas where user_id = prueba.id('bea');

-- An alert that is open already: the timer joins it, and is no press.
select prueba.ser('bea');
select iniciar_llegada('11e00000-0000-4000-8000-000000000003', 'Trabajo', null, now() + interval '10 minutes');
select prueba.ser('duena');
update llegadas set vence_en = now() where cliente_id = '11e00000-0000-4000-8000-000000000003';
update interno.pendientes set vence = now() where tipo = 'llegada';
select prueba.atender(now());
select prueba.cierto('one alert at a time', count(*) = 1 and max(pulsaciones) = 0 and max(cardinality(juntadas)) = 1) from alertas where user_id = prueba.id('bea');

-- A week after it ended nothing is left.
update llegadas set terminada_en = now() - interval '8 days' where cliente_id = '11e00000-0000-4000-8000-000000000003';
select interno.olvidar_llegadas();
select prueba.cierto('where she went is forgotten', not exists (select from llegadas where cliente_id = '11e00000-0000-4000-8000-000000000003'));
