-- Ten circles from the seed.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from salas_comunidad'),
  ('visitante', 'insert', '42501', $$insert into salas_comunidad (nombre) values ('x')$$),
  ('visitante', 'update', '42501', $$update salas_comunidad set nombre = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from salas_comunidad'),
  ('ana', 'select', '10', 'select * from salas_comunidad order by created_at desc'),
  ('ana', 'one circle for each icon', '10', 'select distinct icono from salas_comunidad'),
  ('ana', 'the order of the list', '=amor_propio', 'select icono from salas_comunidad order by created_at desc limit 1'),
  ('ana', 'insert', '42501', $$insert into salas_comunidad (nombre) values ('x')$$),
  ('ana', 'update of a name', '42501', $$update salas_comunidad set nombre = 'x'$$),
  ('ana', 'update of its moment', '42501', 'update salas_comunidad set created_at = now()'),
  ('ana', 'hiding one', '42501', 'update salas_comunidad set visible = false'),
  ('ana', 'delete', '0', 'delete from salas_comunidad'),
  ('carla', 'insert', '1', $$insert into salas_comunidad (nombre, descripcion, icono) values ('Nueva', 'x', 'otro')$$),
  ('carla', 'update', '1', $$update salas_comunidad set nombre = 'Café', visible = false where clave = 'cafe-virtual'$$),
  ('carla', 'delete', '1', $$delete from salas_comunidad where clave = 'cafe-virtual'$$),
  ('carla', 'a circle without a name', '23514', $$insert into salas_comunidad (nombre) values (' ')$$)
) as celdas (quien, que, esperado, consulta);

-- A hidden circle.
update salas_comunidad set visible = false where clave = 'cafe-virtual';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'select of a hidden circle', '9', 'select from salas_comunidad'),
  ('carla', 'select of a hidden circle', '10', 'select from salas_comunidad'),
  ('ana', 'writing into a hidden circle', '42501', $$insert into mensajes_sala (sala_id, user_id, contenido) values ((select s.id from interno.ajustes, salas_comunidad s where s.clave = 'cafe-virtual' limit 1), prueba.id('ana'), 'x')$$)
) as celdas (quien, que, esperado, consulta);

-- A form knows which state of the row it was filled in from.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'a change is another version', '=2', $$update salas_comunidad set nombre = 'x' where id = (select id from salas_comunidad where version = 1 limit 1) returning version$$),
  ('carla', 'its place in the list is no change of a circle', '=1', $$update salas_comunidad set created_at = now() where id = (select id from salas_comunidad limit 1) returning version$$),
  ('carla', 'naming the version herself', '42501', $$update salas_comunidad set version = 9$$)
) as celdas (quien, que, esperado, consulta);
