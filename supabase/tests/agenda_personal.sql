-- Ana has two events, Bea one.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from agenda_personal'),
  ('visitante', 'insert', '42501', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$),
  ('visitante', 'update', '42501', $$update agenda_personal set titulo = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from agenda_personal'),
  ('ana', 'select as specified', '2', $$select * from agenda_personal where user_id = prueba.id('ana') order by fecha, hora$$),
  ('ana', 'insert as specified', '1', $$insert into agenda_personal (titulo, tipo, fecha, hora, notificar, user_id) values ('Cita', 'cita', '2026-01-01', '09:00', true, prueba.id('ana'))$$),
  ('ana', 'what is not said', '=evento t', $$insert into agenda_personal (titulo, fecha, user_id) values ('Día', '2026-01-01', prueba.id('ana')) returning concat_ws(' ', tipo, notificar, hora)$$),
  ('ana', 'update as specified', '1', $$update agenda_personal set titulo = 'x', tipo = 'evento', fecha = '2026-01-01', hora = null, notificar = false, user_id = prueba.id('ana') where id = 'a3000000-0000-4000-8000-000000000001'$$),
  ('ana', 'delete', '1', $$delete from agenda_personal where id = 'a3000000-0000-4000-8000-000000000001'$$),
  ('bea', 'select of Ana''s', '0', $$select from agenda_personal where user_id = prueba.id('ana')$$),
  ('bea', 'insert for Ana', '42501', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$),
  ('bea', 'update of Ana''s', '0', $$update agenda_personal set titulo = 'x' where id = 'a3000000-0000-4000-8000-000000000001'$$),
  ('bea', 'giving hers to Ana', '42501', $$update agenda_personal set user_id = prueba.id('ana')$$),
  ('bea', 'delete of Ana''s', '0', $$delete from agenda_personal where id = 'a3000000-0000-4000-8000-000000000001'$$),
  ('carla', 'select', '0', 'select from agenda_personal'),
  ('carla', 'insert for Ana', '42501', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$),
  ('carla', 'update', '0', $$update agenda_personal set titulo = 'x'$$),
  ('carla', 'delete', '0', 'delete from agenda_personal'),

  ('ana', 'no title', '23514', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), ' ', '2026-01-01')$$),
  ('ana', 'no day', '23502', $$insert into agenda_personal (user_id, titulo) values (prueba.id('ana'), 'x')$$),
  ('ana', 'unknown kind', '23514', $$insert into agenda_personal (user_id, titulo, fecha, tipo) values (prueba.id('ana'), 'x', '2026-01-01', 'fiesta')$$),
  ('ana', 'a birthday', '1', $$insert into agenda_personal (user_id, titulo, fecha, tipo) values (prueba.id('ana'), 'x', '2026-01-01', 'cumpleaños')$$),
  ('ana', 'a birthday comes every year, also where nobody says so', '=FREQ=YEARLY', $$insert into agenda_personal (user_id, titulo, fecha, tipo) values (prueba.id('ana'), 'x', '1990-05-06', 'cumpleaños') returning regla$$),
  ('ana', 'that of a leap day on the last of February', '=FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', $$insert into agenda_personal (user_id, titulo, fecha, tipo) values (prueba.id('ana'), 'x', '2024-02-29', 'cumpleaños') returning regla$$),
  ('ana', 'one that is moved there', '=FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', $$update agenda_personal set fecha = '2024-02-29' where id = 'a3000000-0000-4000-8000-000000000002' returning regla$$),
  ('ana', 'and one that ends', '=2030-05-06', $$insert into agenda_personal (user_id, titulo, fecha, tipo, regla) values (prueba.id('ana'), 'x', '1990-05-06', 'cumpleaños', 'FREQ=YEARLY;UNTIL=20300506') returning ultima$$),

  ('ana', 'place and notes', '1', $$insert into agenda_personal (user_id, titulo, fecha, lugar, notas) values (prueba.id('ana'), 'x', '2026-01-01', repeat('l', 200), repeat('n', 4000))$$),
  ('ana', 'a place too long', '23514', $$insert into agenda_personal (user_id, titulo, fecha, lugar) values (prueba.id('ana'), 'x', '2026-01-01', repeat('l', 201))$$),
  ('ana', 'a blank place', '23514', $$insert into agenda_personal (user_id, titulo, fecha, lugar) values (prueba.id('ana'), 'x', '2026-01-01', ' ')$$),
  ('ana', 'notes too long', '23514', $$insert into agenda_personal (user_id, titulo, fecha, notas) values (prueba.id('ana'), 'x', '2026-01-01', repeat('n', 4001))$$),
  ('ana', 'blank notes', '23514', $$insert into agenda_personal (user_id, titulo, fecha, notas) values (prueba.id('ana'), 'x', '2026-01-01', '')$$),
  ('ana', 'an end, also on the next day', '2', $$insert into agenda_personal (user_id, titulo, fecha, hora, hora_fin) values (prueba.id('ana'), 'x', '2026-01-01', '09:00', '10:30'), (prueba.id('ana'), 'x', '2026-01-01', '22:00', '06:00')$$),
  ('ana', 'an end without a beginning', '23514', $$insert into agenda_personal (user_id, titulo, fecha, hora_fin) values (prueba.id('ana'), 'x', '2026-01-01', '10:30')$$),
  ('ana', 'an end at the beginning', '23514', $$insert into agenda_personal (user_id, titulo, fecha, hora, hora_fin) values (prueba.id('ana'), 'x', '2026-01-01', '09:00', '09:00')$$),

  ('ana', 'a rule without an end', '=true', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-01', 'FREQ=DAILY') returning ultima is null$$),
  ('ana', 'so many times', '=2026-01-29', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-01', 'FREQ=WEEKLY;COUNT=5') returning ultima$$),
  ('ana', 'until a day', '=2026-02-01', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-01', 'FREQ=DAILY;INTERVAL=2;UNTIL=20260201') returning ultima$$),
  ('ana', 'a rule of hours', '23514', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-01', 'FREQ=HOURLY')$$),
  ('ana', 'a thousand times', '23514', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-01', 'FREQ=DAILY;COUNT=1000')$$),
  ('ana', 'no rule at all', '23514', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-01', 'x')$$),
  ('ana', 'a rule that does not begin on its day', '23514', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-03', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')$$),
  ('ana', 'a rule of another month', '23514', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-03', 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3')$$),
  ('ana', 'a rule that is over before it begins', '23514', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-03', 'FREQ=DAILY;UNTIL=20260102')$$),
  ('ana', 'a rule that ends on no day', '22008', $$insert into agenda_personal (user_id, titulo, fecha, regla) values (prueba.id('ana'), 'x', '2026-01-03', 'FREQ=DAILY;UNTIL=20261332')$$),
  ('ana', 'an end of her own', '428C9', $$insert into agenda_personal (user_id, titulo, fecha, ultima) values (prueba.id('ana'), 'x', '2026-01-03', '2026-01-05')$$),
  ('ana', 'five hundred exceptions', '1', $$insert into agenda_personal (user_id, titulo, fecha, regla, excepto) select prueba.id('ana'), 'x', '2026-01-01', 'FREQ=DAILY', array_agg('2026-01-01'::date + n) from generate_series(1, 500) n$$),
  ('ana', 'one more', '23514', $$insert into agenda_personal (user_id, titulo, fecha, regla, excepto) select prueba.id('ana'), 'x', '2026-01-01', 'FREQ=DAILY', array_agg('2026-01-01'::date + n) from generate_series(1, 501) n$$),

  ('ana', 'reminders of her choice', '1', $$insert into agenda_personal (user_id, titulo, fecha, recordatorios) values (prueba.id('ana'), 'x', '2026-01-01', '{0,10,60,1440,10080}')$$),
  ('ana', 'none of them', '23514', $$insert into agenda_personal (user_id, titulo, fecha, recordatorios) values (prueba.id('ana'), 'x', '2026-01-01', '{}')$$),
  ('ana', 'six', '23514', $$insert into agenda_personal (user_id, titulo, fecha, recordatorios) values (prueba.id('ana'), 'x', '2026-01-01', '{1,2,3,4,5,6}')$$),
  ('ana', 'more than a week before', '23514', $$insert into agenda_personal (user_id, titulo, fecha, recordatorios) values (prueba.id('ana'), 'x', '2026-01-01', '{10081}')$$),
  ('ana', 'afterwards', '23514', $$insert into agenda_personal (user_id, titulo, fecha, recordatorios) values (prueba.id('ana'), 'x', '2026-01-01', '{-1}')$$),
  ('ana', 'one that is nothing', '23514', $$insert into agenda_personal (user_id, titulo, fecha, recordatorios) values (prueba.id('ana'), 'x', '2026-01-01', '{10,null}')$$),
  ('ana', 'an hour that is none', '22008', $$insert into agenda_personal (user_id, titulo, fecha, hora) values (prueba.id('ana'), 'x', '2026-01-01', '25:00')$$)
) as celdas (quien, que, esperado, consulta);

-- Her words where she has a vault: one envelope, whose length has an end of its own.
create function pg_temp.sobre(largo int) returns text language sql as $$
  select 'cofre1.' || repeat('A', 11) || '.' || repeat('A', 16) || '.' || repeat('A', largo)
$$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'an envelope', '1', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), pg_temp.sobre(20000), '2026-01-01')$$),
  ('ana', 'an endless one', '23514', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), pg_temp.sobre(50000), '2026-01-01')$$),
  ('ana', 'a title too long', '23514', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), repeat('t', 201), '2026-01-01')$$),
  ('ana', 'words beside an envelope', '23514', $$insert into agenda_personal (user_id, titulo, fecha, notas) values (prueba.id('ana'), pg_temp.sobre(64), '2026-01-01', 'x')$$)
) as celdas (quien, que, esperado, consulta);
insert into cofre_ranuras (user_id, tipo, llave, sobre) values (prueba.id('ana'), 'codigo', repeat('A', 11), pg_temp.sobre(64));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'in the clear with a vault', 'PT403', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$),
  ('ana', 'changed in the clear', 'PT403', $$update agenda_personal set titulo = 'x'$$),
  ('ana', 'notes in the clear', 'PT403', $$update agenda_personal set notas = 'x'$$),
  ('ana', 'sealed', '2', $$update agenda_personal set titulo = pg_temp.sobre(64), lugar = null, notas = null$$),
  ('ana', 'moved, as it stands', '2', $$update agenda_personal set fecha = '2026-01-01', hora = null, hora_fin = null$$),
  ('ana', 'deleted', '2', 'delete from agenda_personal'),
  ('bea', 'in the clear without a vault', '1', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('bea'), 'x', '2026-01-01')$$)
) as celdas (quien, que, esperado, consulta);
update agenda_personal set titulo = pg_temp.sobre(64), lugar = null, notas = null where user_id = prueba.id('ana');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'notes beside an envelope', 'PT403', $$update agenda_personal set notas = 'x'$$),
  ('ana', 'a place beside an envelope', 'PT403', $$update agenda_personal set lugar = 'x'$$),
  ('ana', 'an envelope with a place', 'PT403', $$insert into agenda_personal (user_id, titulo, lugar, fecha) values (prueba.id('ana'), pg_temp.sobre(64), 'x', '2026-01-01')$$),
  ('ana', 'an envelope with notes', 'PT403', $$insert into agenda_personal (user_id, titulo, notas, fecha) values (prueba.id('ana'), pg_temp.sobre(64), 'x', '2026-01-01')$$)
) as celdas (quien, que, esperado, consulta);
