-- Carla is the admin.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'es_admin', '42501', 'select es_admin()'),
  ('ana', 'es_admin', '=false', 'select es_admin()'),
  ('carla', 'es_admin', '=true', 'select es_admin()'),
  ('dora', 'es_admin', '=false', 'select es_admin()'),
  ('ana', 'naming an admin', '42501', $$select interno.establecer_admin('ana@amparo.test')$$),
  ('carla', 'naming an admin', '42501', $$select interno.establecer_admin('ana@amparo.test')$$),
  ('servicio', 'naming an admin', '42501', $$select interno.establecer_admin('ana@amparo.test')$$),
  ('ana', 'making herself one', '42501', $$insert into interno.administradoras (user_id) values (prueba.id('ana'))$$),
  ('ana', 'reading who is', '42501', 'select from interno.administradoras'),
  ('carla', 'reading who is', '42501', 'select from interno.administradoras'),
  ('duena', 'address of nobody', '=null', $$select interno.establecer_admin('nadie@amparo.test')$$),
  ('duena', 'address in other letters', '=a0000000-0000-4000-8000-000000000001', $$select interno.establecer_admin(' ANA@Amparo.test ')$$)
) as celdas (quien, que, esperado, consulta);

-- An unconfirmed account of that address is no admin.
insert into auth.users (id, email) values ('22222222-0000-4000-8000-000000000001', 'admin@amparo.test');
select prueba.cierto('an unconfirmed account is not named', interno.establecer_admin('admin@amparo.test') is null);
select prueba.cierto('and nobody else stays admin', count(*) = 0) from interno.administradoras;
update auth.users set email_confirmed_at = now() where email = 'admin@amparo.test';
select prueba.cierto('the confirmed one is', interno.establecer_admin('admin@amparo.test') is not null);
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'who was admin before', '=false', 'select es_admin()')
) as celdas (quien, que, esperado, consulta);

-- An admin who stated no identity yet is admitted to nothing but that question.
delete from interno.administradoras;
insert into interno.administradoras (user_id) values (prueba.id('dora'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'es_admin before the question', '=false', 'select es_admin()'),
  ('dora', 'hidden entries before the question', '0', 'select from asociaciones_apoyo')
) as celdas (quien, que, esperado, consulta);
select prueba.ser('dora');
select declarar_identidad('mujer cis');
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'es_admin after it', '=true', 'select es_admin()')
) as celdas (quien, que, esperado, consulta);

-- Taking the admin's address gives nothing: who is admin was written down at start.
update auth.users set email = 'otra@amparo.test' where id = prueba.id('dora');
update auth.users set email = 'dora@amparo.test' where id = prueba.id('ana');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'with the admin''s former address', '=false', 'select es_admin()')
) as celdas (quien, que, esperado, consulta);
