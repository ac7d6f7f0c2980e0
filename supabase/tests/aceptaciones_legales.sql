-- The demo people registered under version 1.0.
select prueba.cierto('by registering each accepted the version in force', count(*) = 3 and bool_and(p.version = '1.0'))
from aceptaciones_legales a join politicas_legales p on p.id = a.politica_id;
insert into politicas_legales (id, titulo, version, contenido, publicada_en) values
  ('17000000-0000-4000-8000-000000000001', 'Vieja', '0.9', '<p>x</p>', '2020-01-01'),
  ('17000000-0000-4000-8000-000000000009', 'Futura', '9.0', '<p>x</p>', now() + interval '1 day');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from aceptaciones_legales'),
  ('visitante', 'insert', '42501', $$insert into aceptaciones_legales (politica_id) values ('17000000-0000-4000-8000-000000000001')$$),
  ('visitante', 'update', '42501', 'update aceptaciones_legales set aceptada_en = now()'),
  ('visitante', 'delete', '42501', 'delete from aceptaciones_legales'),
  ('visitante', 'what waits for her', '42501', 'select politica_pendiente()'),
  ('dora', 'accepting before she is admitted', '42501', $$insert into aceptaciones_legales (politica_id) values ('17000000-0000-4000-8000-000000000001')$$),
  ('ana', 'select', '1', 'select from aceptaciones_legales'),
  ('ana', 'nothing waits for her: neither an older one nor one to come', '=null', 'select politica_pendiente()'),
  ('ana', 'insert', '1', $$insert into aceptaciones_legales (politica_id) values ('17000000-0000-4000-8000-000000000001')$$),
  ('ana', 'one that is not published yet', '42501', $$insert into aceptaciones_legales (politica_id) values ('17000000-0000-4000-8000-000000000009')$$),
  ('ana', 'at another moment', '42501', $$insert into aceptaciones_legales (politica_id, aceptada_en) values ('17000000-0000-4000-8000-000000000001', '2020-01-01')$$),
  ('ana', 'update', '42501', 'update aceptaciones_legales set aceptada_en = now()'),
  ('ana', 'delete', '42501', 'delete from aceptaciones_legales'),
  ('bea', 'select of Ana''s', '0', $$select from aceptaciones_legales where user_id = prueba.id('ana')$$),
  ('bea', 'insert for Ana', '42501', $$insert into aceptaciones_legales (user_id, politica_id) values (prueba.id('ana'), '17000000-0000-4000-8000-000000000001')$$),
  ('carla', 'select of Ana''s', '0', $$select from aceptaciones_legales where user_id = prueba.id('ana')$$),
  ('carla', 'insert for Ana', '42501', $$insert into aceptaciones_legales (user_id, politica_id) values (prueba.id('ana'), '17000000-0000-4000-8000-000000000001')$$),
  ('carla', 'delete', '42501', 'delete from aceptaciones_legales')
) as celdas (quien, que, esperado, consulta);

-- A later version: every member is asked once, and no safety feature waits for her answer.
insert into politicas_legales (id, titulo, version, contenido) values ('17000000-0000-4000-8000-000000000002', 'Nueva', '2.0', '<p>x</p>');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'is asked', '=17000000-0000-4000-8000-000000000002', 'select politica_pendiente()'),
  ('carla', 'the admin too', '=17000000-0000-4000-8000-000000000002', 'select politica_pendiente()'),
  ('ana', 'the panic button does not wait', '1', $$insert into eventos_peligro (user_id, mensaje, enviado) values (prueba.id('ana'), 'Botón de pánico presionado', true)$$),
  ('ana', 'nor do her contacts', '2', 'select from contactos_emergencia')
) as celdas (quien, que, esperado, consulta);
select prueba.ser('ana');
insert into aceptaciones_legales (politica_id) values (politica_pendiente());
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'is not asked again', '=null', 'select politica_pendiente()'),
  ('ana', 'accepting it twice', '23505', $$insert into aceptaciones_legales (politica_id) values ('17000000-0000-4000-8000-000000000002')$$),
  ('bea', 'is asked still', '=17000000-0000-4000-8000-000000000002', 'select politica_pendiente()')
) as celdas (quien, que, esperado, consulta);
delete from auth.users where id = prueba.id('ana');
select prueba.cierto('nothing of hers is left', count(*) = 2) from aceptaciones_legales;
