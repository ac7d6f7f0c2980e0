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
  ('ana', 'an hour that is none', '22008', $$insert into agenda_personal (user_id, titulo, fecha, hora) values (prueba.id('ana'), 'x', '2026-01-01', '25:00')$$)
) as celdas (quien, que, esperado, consulta);
