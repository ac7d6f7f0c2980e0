-- The demo people registered under the seeded version.
select prueba.cierto('by registering each accepted the version in force', count(*) = 3 and bool_and(p.version = '1.1'))
from aceptaciones_legales a join politicas_legales p on p.id = a.politica_id;

-- Who accepted the one before it is asked, and reads what changed.
insert into politicas_legales (id, titulo, version, contenido, publicada_en)
values ('17000000-0000-4000-8000-0000000000a0', 'Términos', '1.0', '<p>x</p>', '2026-01-01 12:00:00+00');
update aceptaciones_legales set politica_id = '17000000-0000-4000-8000-0000000000a0' where user_id = prueba.id('ana');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'who accepted 1.0 is asked', '=1.1', 'select version from politicas_legales where id = politica_pendiente()'),
  ('ana', 'and reads what changed', '=Antes este texto decía', 'select left(que_cambio, 22) from politica_cambios()'),
  ('bea', 'who registered under 1.1 is not', '=null', 'select politica_pendiente()')
) as celdas (quien, que, esperado, consulta);
update aceptaciones_legales set politica_id = (select id from politicas_legales where version = '1.1') where user_id = prueba.id('ana');
delete from politicas_legales where version = '1.0';
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
-- A small correction asks nobody; what came before it, and was not accepted, is accepted with the text that is read now.
update politicas_legales set publicada_en = now() - interval '3 days', que_cambio = 'Guardamos menos.' where version = '2.0';
insert into politicas_legales (id, titulo, version, contenido, menor, publicada_en)
values ('17000000-0000-4000-8000-000000000003', 'Nueva', '2.0.1', '<p>x</p>', true, now() - interval '2 days');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'a small correction asks nobody', '=null', 'select politica_pendiente()'),
  ('ana', 'and nothing changed for her', '0', 'select politica_cambios()'),
  ('bea', 'accepts what she reads now', '=17000000-0000-4000-8000-000000000003', 'select politica_pendiente()'),
  ('bea', 'and reads what changed', '=Guardamos menos.', 'select que_cambio from politica_cambios()')
) as celdas (quien, que, esperado, consulta);
select prueba.ser('bea');
insert into aceptaciones_legales (politica_id) values (politica_pendiente());
select prueba.ser('duena');
select prueba.celda('bea', 'is not asked for the one before it', '=null', 'select politica_pendiente()');
insert into politicas_legales (id, titulo, version, contenido, que_cambio, publicada_en)
values ('17000000-0000-4000-8000-000000000004', 'Nueva', '3.0', '<p>x</p>', 'Hay un plan más.', now() - interval '1 day');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'the next one asks', '=17000000-0000-4000-8000-000000000004', 'select politica_pendiente()'),
  ('bea', 'and tells its change alone', '=Hay un plan más.', $$select string_agg(que_cambio, ' ') from politica_cambios()$$),
  ('carla', 'who accepted the first alone reads every change since', '=Guardamos menos. Hay un plan más.', $$select string_agg(que_cambio, ' ') from politica_cambios()$$),
  ('bea', 'a press does not wait', '1', $$insert into eventos_peligro (user_id, mensaje, enviado) values (prueba.id('bea'), 'Botón de pánico presionado', true)$$),
  ('bea', 'nor her diary in the database', '1', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('bea'), current_date - 9, 'x')$$)
) as celdas (quien, que, esperado, consulta);
delete from auth.users where id = prueba.id('ana');
select prueba.cierto('nothing of hers is left', count(*) = 3) from aceptaciones_legales;
