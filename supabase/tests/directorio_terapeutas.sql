-- Two visible therapists, one hidden.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from directorio_terapeutas'),
  ('visitante', 'insert', '42501', $$insert into directorio_terapeutas (nombre) values ('x')$$),
  ('visitante', 'update', '42501', $$update directorio_terapeutas set nombre = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from directorio_terapeutas'),
  ('ana', 'select as specified', '=Mariana Ruiz (demo) 2, Teresa Olmos (demo) 0', $$select string_agg(nombre || ' ' || (select count(r) from reseñas_terapeutas r where r.terapeuta_id = t.id), ', ' order by nombre) from directorio_terapeutas t$$),
  ('ana', 'select of hidden ones', '0', 'select from directorio_terapeutas where not visible'),
  ('ana', 'insert', '42501', $$insert into directorio_terapeutas (nombre, created_by) values ('x', prueba.id('ana'))$$),
  ('ana', 'update', '0', $$update directorio_terapeutas set telefono = '+525500000000'$$),
  ('ana', 'delete', '0', 'delete from directorio_terapeutas'),
  ('carla', 'select', '3', 'select * from directorio_terapeutas'),
  ('carla', 'insert', '1', $$insert into directorio_terapeutas (nombre, especialidad, ciudad, telefono, whatsapp, contacto, visible, created_by) values ('Nueva', '', '', '', '', '', true, prueba.id('carla'))$$),
  ('carla', 'insert of a name alone', '=true', $$insert into directorio_terapeutas (nombre) values ('Nueva') returning visible$$),
  ('carla', 'update', '1', $$update directorio_terapeutas set visible = false, created_by = prueba.id('carla') where id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('carla', 'delete with its reviews', '1', $$delete from directorio_terapeutas where id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('carla', 'no name', '23514', $$insert into directorio_terapeutas (nombre) values ('  ')$$),
  ('carla', 'numbers in international form', '=+525512345678 +525587654321', $$insert into directorio_terapeutas (nombre, telefono, whatsapp) values ('x', '55 1234 5678', '+52 55 8765-4321') returning telefono || ' ' || whatsapp$$),
  ('carla', 'letters for a number', '23514', $$insert into directorio_terapeutas (nombre, whatsapp) values ('x', 'escríbeme')$$)
) as celdas (quien, que, esperado, consulta);
