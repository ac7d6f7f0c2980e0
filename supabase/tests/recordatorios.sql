-- Whose devices, and which reminders are due when. Ana's phone is in Tijuana, her tablet in Buenos Aires.
insert into auth.sessions (id, user_id, created_at) values
  ('5e530000-0000-4000-8000-000000000001', prueba.id('ana'), '2026-01-01'),
  ('5e530000-0000-4000-8000-000000000002', prueba.id('ana'), '2026-01-01'),
  ('5e530000-0000-4000-8000-000000000003', prueba.id('bea'), '2026-01-01');
insert into suscripciones_push (id, user_id, endpoint, p256dh, auth, zona_horaria, creado_en) values
  ('aa000000-0000-4000-8000-000000000001', prueba.id('ana'), 'https://push.test/tijuana', repeat('A', 87), repeat('A', 22), 'America/Tijuana', '2026-01-01'),
  ('aa000000-0000-4000-8000-000000000002', prueba.id('ana'), 'https://push.test/baires', repeat('B', 87), repeat('B', 22), 'America/Argentina/Buenos_Aires', '2026-01-01'),
  ('bb000000-0000-4000-8000-000000000001', prueba.id('bea'), 'https://push.test/bogota', repeat('C', 87), repeat('C', 22), 'America/Bogota', '2026-01-01');

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from suscripciones_push'),
  ('visitante', 'insert', '42501', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://x.test/', repeat('A', 87), repeat('A', 22), 'UTC')$$),
  ('ana', 'select', '2', 'select from suscripciones_push'),
  ('ana', 'insert', '=America/Lima', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://x.test/', repeat('A', 87), repeat('A', 22), 'America/Lima') returning zona_horaria$$),
  ('ana', 'a zone by its distance from UTC', '=Etc/GMT+5', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://x.test/', repeat('A', 87), repeat('A', 22), 'Etc/GMT+5') returning zona_horaria$$),
  ('ana', 'a zone that nobody knows', '22023', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://x.test/', repeat('A', 87), repeat('A', 22), 'Marte/Olimpo') returning zona_horaria$$),
  ('ana', 'the same device again', '1', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://push.test/tijuana', repeat('A', 87), repeat('A', 22), 'America/Lima') on conflict (user_id, endpoint) do update set zona_horaria = excluded.zona_horaria$$),
  ('ana', 'twenty-one devices', 'PT422', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) select prueba.id('ana'), 'https://x.test/' || n, repeat('A', 87), repeat('A', 22), 'UTC' from generate_series(1, 19) n$$),
  ('ana', 'no address', '23514', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'javascript:x', repeat('A', 87), repeat('A', 22), 'UTC')$$),
  ('ana', 'no keys', '23514', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://x.test/', 'x', 'x', 'UTC')$$),
  ('ana', 'delete', '2', 'delete from suscripciones_push'),
  ('bea', 'select of Ana''s', '0', $$select from suscripciones_push where user_id = prueba.id('ana')$$),
  ('bea', 'insert for Ana', '42501', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://x.test/', repeat('A', 87), repeat('A', 22), 'UTC')$$),
  ('bea', 'giving hers to Ana', '42501', $$update suscripciones_push set user_id = prueba.id('ana')$$),
  ('bea', 'delete of Ana''s', '0', $$delete from suscripciones_push where user_id = prueba.id('ana')$$),
  ('carla', 'select', '0', 'select from suscripciones_push'),
  ('carla', 'delete', '0', 'delete from suscripciones_push'),
  ('ana', 'what was sent', '42501', 'select from interno.recordatorios'),
  ('carla', 'what was sent', '42501', 'select from interno.recordatorios'),
  ('ana', 'what is due', '42501', 'select from interno.pendientes'),
  ('ana', 'reminding somebody', '42501', $$select interno.recordar(prueba.id('bea'))$$),
  ('ana', 'when somebody is reminded', '42501', $$select interno.momentos_de(prueba.id('bea'), current_date, current_date)$$)
) as celdas (quien, que, esperado, consulta);

-- The moments, on each device's own clock. Only Ana's events of 2027 are looked at.
insert into agenda_personal (id, user_id, titulo, tipo, fecha, hora, notificar, actualizado_en) values
  ('a4000000-0000-4000-8000-000000000001', prueba.id('ana'), 'Cita', 'cita', '2027-03-10', '00:30', true, '2026-01-01'),
  ('a4000000-0000-4000-8000-000000000002', prueba.id('ana'), 'Día', 'evento', '2027-06-01', null, true, '2026-01-01'),
  ('a4000000-0000-4000-8000-000000000003', prueba.id('ana'), 'Callado', 'evento', '2027-06-01', null, false, '2026-01-01'),
  ('a4000000-0000-4000-8000-000000000004', prueba.id('ana'), 'Bisiesta', 'cumpleaños', '2024-02-29', null, true, '2026-01-01'),
  ('a4000000-0000-4000-8000-000000000005', prueba.id('ana'), 'Tarde', 'cita', '2027-08-01', '15:00', true, '2027-08-01 14:30-08');

-- How many messages a run at that moment puts into the queue.
create function pg_temp.recordar(quien text, ahora timestamptz) returns int language plpgsql as $$
declare
  antes constant bigint := (select count(*) from interno.envios where tipo = 'recordatorio');
begin
  perform interno.recordar(prueba.id(quien), ahora);
  return (select count(*) from interno.envios where tipo = 'recordatorio') - antes;
end
$$;
-- The same, undone.
create function pg_temp.debidos(ahora timestamptz) returns text language plpgsql as $$
begin
  raise exception using errcode = 'P0002', message = pg_temp.recordar('ana', ahora)::text;
exception when no_data_found then
  return sqlerrm;
end
$$;
select prueba.cierto(que, pg_temp.debidos(ahora::timestamptz) = esperado, pg_temp.debidos(ahora::timestamptz)) from (values
  ('an hour before 00:30 in Buenos Aires is the evening before: not yet', '2027-03-09 23:29:59-03', '0'),
  ('an hour before 00:30 in Buenos Aires', '2027-03-09 23:30-03', '1'),
  ('until it begins', '2027-03-10 00:29:59-03', '1'),
  ('and no longer; in Tijuana it is still to come', '2027-03-10 00:30-03', '0'),
  ('an hour before 00:30 in Tijuana', '2027-03-09 23:30-08', '1'),
  ('a whole day: not before nine', '2027-06-01 08:59:59-03', '0'),
  ('a whole day: at nine, and not what asked for silence', '2027-06-01 09:00-03', '1'),
  ('at nine in Tijuana, both', '2027-06-01 09:00-07', '2'),
  ('a birthday of a leap day, in a year without one', '2027-02-28 09:00-03', '1'),
  ('not on the day after', '2027-03-01 09:00-03', '0'),
  ('in a leap year, not the day before', '2028-02-28 09:00-03', '0'),
  ('in a leap year, on its day', '2028-02-29 09:00-03', '1'),
  ('not before its own year', '2023-02-28 09:00-03', '0'),
  ('what was written down too late', '2027-08-01 14:45-07', '0')
) as momentos (que, ahora, esperado);

-- Repeated events: on each of their days, at their hour of her clock, over the change of clocks too; each of her reminders by itself.
delete from agenda_personal where user_id = prueba.id('ana');
insert into agenda_personal (user_id, titulo, tipo, fecha, hora, regla, excepto, recordatorios, actualizado_en) values
  (prueba.id('ana'), 'Lunes a viernes', 'evento', '2027-03-01', '09:00', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20270331', '{2027-03-17}', null, '2026-01-01'),
  (prueba.id('ana'), 'Fin de mes', 'evento', '2027-01-31', null, 'FREQ=MONTHLY;BYMONTHDAY=-1', '{}', '{0,1440}', '2026-01-01'),
  (prueba.id('ana'), 'Dos veces', 'cita', '2027-05-05', '12:00', 'FREQ=YEARLY;COUNT=2', '{}', '{0,10,10080}', '2026-01-01');
select prueba.cierto(que, pg_temp.debidos(ahora::timestamptz) = esperado, pg_temp.debidos(ahora::timestamptz)) from (values
  -- Tijuana puts its clocks forward on the 14th of March 2027; Buenos Aires does not.
  ('the Friday before, at eight', '2027-03-12 08:00-08', '1'),
  ('not on Saturday', '2027-03-13 08:00-08', '0'),
  ('the Monday after, not at seven', '2027-03-15 06:59:59-07', '0'),
  ('the Monday after, at eight too', '2027-03-15 08:00-07', '1'),
  ('not on the day that she left out', '2027-03-17 08:00-07', '0'),
  ('on its last day, beside those of the end of the month', '2027-03-31 08:00-07', '4'),
  ('and no more', '2027-04-01 08:00-07', '0'),
  ('the day before the end of a month, at nine, beside those of a week before', '2027-04-29 09:00-07', '4'),
  ('and on the day itself', '2027-04-30 09:00-07', '6'),
  ('a week before, on her clock', '2027-04-28 12:00-07', '2'),
  ('at the moment itself, for a quarter of an hour', '2027-05-05 12:14:59-07', '1'),
  ('then not any more', '2027-05-05 12:15-07', '0'),
  ('the second time, two of them', '2028-05-05 11:50-07', '2'),
  ('but no third', '2029-05-05 11:50-07', '0')
) as momentos (que, ahora, esperado);
delete from agenda_personal where user_id = prueba.id('ana');
insert into agenda_personal (id, user_id, titulo, tipo, fecha, hora, notificar, actualizado_en) values
  ('a4000000-0000-4000-8000-000000000001', prueba.id('ana'), 'Cita', 'cita', '2027-03-10', '00:30', true, '2026-01-01');

-- At nine o'clock all year, wherever clocks change: Santiago and Havana do, Asunción did until 2024.
do $$
declare
  zona text;
  anio int;
  horas text;
begin
  delete from agenda_personal where user_id = prueba.id('ana');
  insert into agenda_personal (user_id, titulo, fecha, hora, regla, actualizado_en)
  values (prueba.id('ana'), 'Cada día', '2020-01-01', '09:00', 'FREQ=DAILY', '2020-01-01');
  foreach zona in array array['America/Santiago', 'America/Asuncion', 'America/Havana'] loop
    update suscripciones_push set zona_horaria = zona where id = 'aa000000-0000-4000-8000-000000000001';
    foreach anio in array array[2024, 2027] loop
      select string_agg(distinct (m.vence at time zone zona)::time::text, ' ') || ' ' || count(*) into horas
      from interno.momentos_de(prueba.id('ana'), make_date(anio, 1, 1), make_date(anio, 12, 31)) m
      where m.suscripcion_id = 'aa000000-0000-4000-8000-000000000001';
      perform prueba.cierto(format('at eight every day of %s in %s', anio, zona), horas = '08:00:00 ' || case anio when 2024 then 366 else 365 end, horas);
    end loop;
  end loop;
  update suscripciones_push set zona_horaria = 'America/Tijuana' where id = 'aa000000-0000-4000-8000-000000000001';
  delete from agenda_personal where user_id = prueba.id('ana');
  insert into agenda_personal (id, user_id, titulo, tipo, fecha, hora, notificar, actualizado_en) values
    ('a4000000-0000-4000-8000-000000000001', prueba.id('ana'), 'Cita', 'cita', '2027-03-10', '00:30', true, '2026-01-01');
end
$$;

-- Once, no matter who asks.
select prueba.cierto('taken', n = 1, n::text) from pg_temp.recordar('ana', '2027-03-09 23:30-03') n;
select prueba.cierto('to that device, until it begins, and without a word of hers',
  via = 'push' and suscripcion_id = 'aa000000-0000-4000-8000-000000000002' and caduca = '2027-03-10 00:30-03' and datos = '{"segundos": 3600}', datos::text)
from interno.envios where tipo = 'recordatorio';
select prueba.cierto('not taken twice', n = 0, n::text) from pg_temp.recordar('ana', '2027-03-09 23:31-03') n;
update agenda_personal set hora = '00:45' where id = 'a4000000-0000-4000-8000-000000000001';
select prueba.cierto('what had not left for the old hour does not leave', not exists (select from interno.envios where tipo = 'recordatorio'));
select prueba.cierto('moved to another hour it is another reminder', n = 1, n::text) from pg_temp.recordar('ana', '2027-03-09 23:46-03') n;
select prueba.celda('servicio', 'a device that is gone is forgotten, with what was sent to it', '=0', $$
  select anotar_envio((select (e ->> 'id')::uuid from jsonb_array_elements(tomar_envios(10)) e where e ->> 'tipo' = 'recordatorio'), 'ya_no_existe');
  select count(*) from suscripciones_push where id = 'aa000000-0000-4000-8000-000000000002'$$);
delete from agenda_personal where id = 'a4000000-0000-4000-8000-000000000001';
select prueba.cierto('it goes with its event', not exists (select from interno.envios where tipo = 'recordatorio'));

-- Found by its time: one row among what is due says when her agenda is looked at next, and whatever changes moves it.
create function pg_temp.mirada() returns timestamptz language sql as $$
  select vence from interno.pendientes where tipo = 'agenda' and user_id = prueba.id('ana')
$$;
create function pg_temp.mirar(ahora timestamptz) returns timestamptz language plpgsql as $$
declare
  p interno.pendientes;
begin
  delete from interno.pendientes where tipo = 'agenda' and user_id = prueba.id('ana') returning * into p;
  p.user_id := prueba.id('ana');
  perform interno.atender_agenda(p, ahora);
  return pg_temp.mirada();
end
$$;
delete from agenda_personal where user_id = prueba.id('ana');
select prueba.cierto('nothing to come, nothing to look at', pg_temp.mirar('2027-01-01 12:00Z') is null, pg_temp.mirada()::text);
insert into agenda_personal (id, user_id, titulo, tipo, fecha, hora) values
  ('a4000000-0000-4000-8000-000000000011', prueba.id('ana'), 'Cita', 'cita', '2027-03-10', '15:00');
-- In a quarter of a minute: it wakes nobody who sends alerts.
select prueba.cierto('an event: looked at in moments', pg_temp.mirada() = now() + interval '15 seconds', pg_temp.mirada()::text);
select prueba.cierto('then two days before it', pg_temp.mirar('2027-01-01 12:00Z') = '2027-03-08 00:00Z', pg_temp.mirada()::text);
select prueba.cierto('then an hour before, first on the device where it is earlier', pg_temp.mirar('2027-03-08 00:00Z') = '2027-03-10 14:00-03', pg_temp.mirada()::text);
select prueba.cierto('then on the other', pg_temp.mirar('2027-03-10 14:00-03') = '2027-03-10 14:00-08', pg_temp.mirada()::text);
select prueba.cierto('and then no more', pg_temp.mirar('2027-03-10 14:00-08') is null, pg_temp.mirada()::text);
select prueba.cierto('both were reminded', count(*) = 2, count(*)::text) from interno.envios where tipo = 'recordatorio';
do $$
declare
  cambio record;
begin
  for cambio in select * from (values
    ('another hour', $q$update agenda_personal set hora = '16:00'$q$),
    ('silenced', $q$update agenda_personal set notificar = false$q$),
    ('a device that travelled', $q$update suscripciones_push set zona_horaria = 'America/Lima' where user_id = prueba.id('ana')$q$),
    ('a device more', $q$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://push.test/nuevo', repeat('A', 87), repeat('A', 22), 'UTC')$q$)
  ) as cambios (que, consulta) loop
    perform pg_temp.mirar('2027-01-01 12:00Z');
    execute cambio.consulta;
    perform prueba.cierto('looked at in moments after ' || cambio.que, pg_temp.mirada() = now() + interval '15 seconds', pg_temp.mirada()::text);
  end loop;
end
$$;
delete from suscripciones_push where endpoint = 'https://push.test/nuevo';
delete from agenda_personal where user_id = prueba.id('ana');
insert into agenda_personal (user_id, titulo, tipo, fecha) values
  (prueba.id('ana'), 'Bisiesta', 'cumpleaños', '2024-02-29'), (prueba.id('ana'), 'Tía', 'cumpleaños', '1960-12-24');
select prueba.cierto('the next birthday', pg_temp.mirar('2027-01-05 12:00Z') = '2027-02-26 00:00Z', pg_temp.mirada()::text);
select prueba.cierto('and every year', pg_temp.mirar('2027-03-05 12:00Z') = '2027-12-22 00:00Z', pg_temp.mirada()::text);
select prueba.cierto('also over the end of one', pg_temp.mirar('2027-12-26 12:00Z') = '2028-02-27 00:00Z', pg_temp.mirada()::text);
delete from agenda_personal where user_id = prueba.id('ana');
insert into agenda_personal (id, user_id, titulo, fecha, regla, excepto, recordatorios) values
  ('a4000000-0000-4000-8000-000000000012', prueba.id('ana'), 'Cada lunes', '2027-01-04', 'FREQ=WEEKLY', '{2027-01-11}', '{2880}');
select prueba.cierto('the next day of a rule that she did not leave out, as long before as she is reminded', pg_temp.mirar('2027-01-04 20:00Z') = '2027-01-14 00:00Z', pg_temp.mirada()::text);
update agenda_personal set excepto = '{2027-01-11, 2027-01-18}' where user_id = prueba.id('ana');
select prueba.cierto('and then the one after', pg_temp.mirar('2027-01-04 20:00Z') = '2027-01-21 00:00Z', pg_temp.mirada()::text);
-- What is queued for a day stays unless that very day was changed.
alter table agenda_personal disable trigger sellar;
update agenda_personal set actualizado_en = '2026-01-01' where user_id = prueba.id('ana');
alter table agenda_personal enable trigger sellar;
create function pg_temp.en_cola() returns bigint language sql as $$
  select count(*) from interno.envios e join interno.recordatorios r on e.clave = 'recordatorio:' || r.id
  where r.dia = '2027-01-25' and e.terminado_en is null
$$;
select prueba.cierto('queued', pg_temp.recordar('ana', '2027-01-23 10:00-08') = 2 and pg_temp.en_cola() = 2, pg_temp.en_cola()::text);
update agenda_personal set excepto = excepto || '{2027-02-01}' where user_id = prueba.id('ana');
select prueba.cierto('still there once another day is left out', pg_temp.en_cola() = 2, pg_temp.en_cola()::text);
update agenda_personal set excepto = excepto || '{2027-01-25}' where user_id = prueba.id('ana');
select prueba.cierto('not once its own is', pg_temp.en_cola() = 0, pg_temp.en_cola()::text);
-- A rule without an end costs its next day, however long ago it began: five hundred of them are looked at within a second.
insert into agenda_personal (user_id, titulo, fecha, hora, regla)
select prueba.id('ana'), 'x', '1970-01-01', '10:00', 'FREQ=DAILY' from generate_series(1, 500);
do $$
declare
  antes constant timestamptz := clock_timestamp();
begin
  perform interno.recordar(prueba.id('ana'), '2027-01-25 12:00Z');
  perform prueba.cierto('five hundred rules without an end', clock_timestamp() - antes < interval '1 second', (clock_timestamp() - antes)::text);
end
$$;
delete from agenda_personal where user_id = prueba.id('ana');
select prueba.cierto('its device: due is looked at as the queue does it', count(*) = 0)
from interno.pendientes where tipo = 'agenda' and user_id = prueba.id('bea') and vence > now() + interval '15 seconds';
update interno.pendientes set vence = now() where vence <= now() + interval '15 seconds';
select interno.atender_pendientes(1000);
select prueba.cierto('what was due has been looked at', count(*) = 0, string_agg(tipo, ' ')) from interno.pendientes where vence <= now();
delete from suscripciones_push where user_id = prueba.id('ana');
delete from agenda_personal where user_id = prueba.id('ana');
insert into suscripciones_push (id, user_id, endpoint, p256dh, auth, zona_horaria, creado_en) values
  ('aa000000-0000-4000-8000-000000000001', prueba.id('ana'), 'https://push.test/tijuana', repeat('A', 87), repeat('A', 22), 'America/Tijuana', '2026-01-01');
insert into agenda_personal (user_id, titulo, fecha, actualizado_en) values (prueba.id('ana'), 'Día', '2027-06-01', '2026-01-01');

-- No reminders go to a device whose session ended, nor to any device of a suspended account.
update suscripciones_push set sesion = '5e530000-0000-4000-8000-000000000001' where id = 'aa000000-0000-4000-8000-000000000001';
insert into suscripciones_push (id, user_id, endpoint, p256dh, auth, zona_horaria, sesion, creado_en) values
  ('aa000000-0000-4000-8000-000000000003', prueba.id('ana'), 'https://push.test/suyo', repeat('D', 87), repeat('D', 22), 'America/Tijuana', '5e530000-0000-4000-8000-000000000002', '2026-01-01');
select prueba.cierto('both devices in which she is in', pg_temp.debidos('2027-06-01 09:00-07') = '2', pg_temp.debidos('2027-06-01 09:00-07'));
delete from auth.sessions where id = '5e530000-0000-4000-8000-000000000002';
select prueba.cierto('not the one that was closed', pg_temp.debidos('2027-06-01 09:00-07') = '1', pg_temp.debidos('2027-06-01 09:00-07'));
update auth.users set banned_until = now() + interval '1 day' where id = prueba.id('ana');
select prueba.cierto('none of an account that is suspended', pg_temp.debidos('2027-06-01 09:00-07') = '0', pg_temp.debidos('2027-06-01 09:00-07'));
update auth.users set banned_until = null where id = prueba.id('ana');
update auth.sessions set not_after = now() - interval '1 minute' where id = '5e530000-0000-4000-8000-000000000001';
select prueba.cierto('none past its end', pg_temp.debidos('2027-06-01 09:00-07') = '0', pg_temp.debidos('2027-06-01 09:00-07'));
select interno.olvidar_recordatorios();
select prueba.cierto('and then they are forgotten',
  (select string_agg(endpoint, ' ') = 'https://push.test/bogota' from suscripciones_push));

-- The subscription is tied to the session that wrote it; the column cannot be written by the client.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'the session of the token', '=5e530000-0000-4000-8000-00000000000a', $$
    with quien as materialized (select set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', prueba.id('ana'), 'session_id', '5e530000-0000-4000-8000-00000000000a')::text, true))
    insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) select prueba.id('ana'), 'https://x.test/', repeat('A', 87), repeat('A', 22), 'UTC' from quien returning sesion$$),
  ('ana', 'a session of her choice', '42501', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, sesion) values (prueba.id('ana'), 'https://x.test/', repeat('A', 87), repeat('A', 22), 'UTC', '5e530000-0000-4000-8000-000000000003')$$),
  ('ana', 'whether a session is open', '42501', $$select interno.sesion_abierta(prueba.id('bea'), null)$$)
) as celdas (quien, que, esperado, consulta);

-- Members take turns: one with a hundred reminders due delays nobody, and gets at most fifty a day.
delete from suscripciones_push;
delete from agenda_personal;
delete from interno.envios;
insert into auth.sessions (id, user_id, created_at) select gen_random_uuid(), prueba.id(quien), now() from unnest(array['ana', 'bea']) quien;
insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, creado_en)
select prueba.id(quien), 'https://push.ejemplo.mx/' || quien || n, repeat('A', 87), repeat('A', 22), 'UTC', '2026-01-01'
from (values ('ana', 1), ('ana', 2), ('bea', 1)) as aparatos (quien, n);
insert into agenda_personal (user_id, titulo, fecha, hora, actualizado_en)
select prueba.id('ana'), 'x', '2031-05-05', '10:00', '2026-01-01' from generate_series(1, 100);
insert into agenda_personal (user_id, titulo, fecha, hora, actualizado_en) values (prueba.id('bea'), 'x', '2031-05-05', '10:10', '2026-01-01');
select prueba.cierto('fifty of one day for each device', n = 100, n::text) from pg_temp.recordar('ana', '2031-05-05 09:30Z') n;
select prueba.cierto('and no more', n = 0, n::text) from pg_temp.recordar('ana', '2031-05-05 09:31Z') n;
select prueba.cierto('one for Bea', n = 1, n::text) from pg_temp.recordar('bea', '2031-05-05 09:31Z') n;
select prueba.celda('servicio', 'Bea''s is among the first twenty', '=1',
  $$select count(*) from jsonb_array_elements(tomar_envios(20)) e where e ->> 'destino' like '%bea%'$$);

-- A time zone that this database does not know any more keeps nobody from a new password.
alter table suscripciones_push disable trigger preparar;
update suscripciones_push set zona_horaria = 'Marte/Olimpo' where user_id = prueba.id('ana');
alter table suscripciones_push enable trigger preparar;
select prueba.celda('duena', 'a new password', '1', $$update auth.users set encrypted_password = '$2b$10$otra' where id = prueba.id('ana')$$);
