insert into podcast (titulo, url_audio, visible) values ('Oculto', '/x.mp3', false);
insert into podcast (titulo, url_audio, fecha_creacion) values ('Para mañana', '/y.mp3', now() + interval '1 day');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from podcast'),
  ('visitante', 'insert', '42501', $$insert into podcast (url_audio) values ('/x.mp3')$$),
  ('visitante', 'update', '42501', $$update podcast set url_audio = null$$),
  ('visitante', 'delete', '42501', 'delete from podcast'),
  ('ana', 'select as specified', '1', 'select * from podcast order by fecha_creacion desc limit 10'),
  ('ana', 'insert', '42501', $$insert into podcast (url_audio) values ('/x.mp3')$$),
  ('ana', 'update', '0', $$update podcast set url_audio = null$$),
  ('ana', 'delete', '0', 'delete from podcast'),
  ('ana', 'what waits for its day', '0', $$select from podcast where titulo = 'Para mañana'$$),
  ('carla', 'select', '3', 'select from podcast'),
  ('carla', 'insert', '1', $$insert into podcast (titulo, url_audio) values ('Dos', 'https://audio.test/x.mp3')$$),
  ('carla', 'update', '3', $$update podcast set visible = false$$),
  ('carla', 'delete', '3', 'delete from podcast'),
  ('carla', 'a script for a sound', '23514', $$insert into podcast (url_audio) values ('javascript:alert(1)')$$)
) as celdas (quien, que, esperado, consulta);

-- A form knows which state of the row it was filled in from.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'a change is another version', '=2', $$update podcast set titulo = 'x' where id = (select id from podcast where version = 1 limit 1) returning version$$),
  ('carla', 'naming the version herself', '42501', $$update podcast set version = 9$$)
) as celdas (quien, que, esperado, consulta);
