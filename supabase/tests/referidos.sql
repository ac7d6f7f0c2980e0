-- Ana invited Bea, who agreed to be named.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from referidos'),
  ('visitante', 'insert', '42501', $$insert into referidos (invitador_id) values (prueba.id('ana'))$$),
  ('visitante', 'update', '42501', 'update referidos set referido_id = null'),
  ('visitante', 'delete', '42501', 'delete from referidos'),
  ('ana', 'select', '1', 'select * from referidos'),
  ('ana', 'the friend''s name but never her e-mail', '=Bea', $$select concat_ws(' ', p.username, p.email) from referidos r left join profiles p on p.id = r.referido_id where r.invitador_id = prueba.id('ana')$$),
  ('ana', 'insert', '42501', $$insert into referidos (invitador_id, referido_id) values (prueba.id('ana'), prueba.id('carla'))$$),
  ('ana', 'update', '42501', $$update referidos set referido_id = prueba.id('carla')$$),
  ('ana', 'delete', '42501', 'delete from referidos'),
  ('bea', 'select', '0', 'select from referidos'),
  ('bea', 'insert', '42501', $$insert into referidos (invitador_id) values (prueba.id('bea'))$$),
  ('bea', 'update', '42501', $$update referidos set invitador_id = prueba.id('bea')$$),
  ('bea', 'delete', '42501', 'delete from referidos'),
  ('carla', 'select', '0', 'select from referidos'),
  ('carla', 'insert', '42501', $$insert into referidos (invitador_id) values (prueba.id('carla'))$$),
  ('carla', 'update', '42501', 'update referidos set referido_id = null'),
  ('carla', 'delete', '42501', 'delete from referidos')
) as celdas (quien, que, esperado, consulta);

-- Registrations with Ana's code.
insert into auth.users (id, email, raw_user_meta_data) values
  ('11111111-0000-4000-8000-000000000001', 'eva@amparo.test', '{"username": "Eva", "identidad_genero": "mujer cis", "codigo": " ana23456 ", "comparte_nombre": true}'),
  ('11111111-0000-4000-8000-000000000002', 'fe@amparo.test', '{"username": "Fe", "identidad_genero": "mujer cis", "codigo": "ANA23456"}'),
  ('11111111-0000-4000-8000-000000000003', 'gea@amparo.test', '{"username": "Gea", "identidad_genero": "mujer cis", "codigo": "ANA23456", "comparte_nombre": "true"}'),
  ('11111111-0000-4000-8000-000000000004', 'hilda@amparo.test', '{"username": "Hilda", "identidad_genero": "mujer cis", "codigo": "ZZZZZZZZ", "comparte_nombre": true}'),
  ('11111111-0000-4000-8000-000000000005', 'iris@amparo.test', '{"username": "Iris", "identidad_genero": "mujer cis", "codigo": {"a": 1}}');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'an address that nobody confirmed counts for nothing', '1', 'select from referidos'),
  ('ana', 'who is on her way stays unknown', '42501', 'select from interno.invitaciones')
) as celdas (quien, que, esperado, consulta);
-- Confirmed, and one of them twice.
update auth.users set email_confirmed_at = now() where id::text like '11111111-%';
update auth.users set email_confirmed_at = now() + interval '1 hour' where id = '11111111-0000-4000-8000-000000000002';
-- Shows only a date, some days after the fact, and nothing before.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'nothing on the day itself', '1', 'select from referidos'),
  ('ana', 'nor the name of who agreed', '0', $$select from profiles where username = 'Eva'$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('shown two to seven days later', count(*) = 3 and bool_and(creado_en between now() + interval '1 day' and now() + interval '8 days'))
from referidos where creado_en > now();
select prueba.cierto('at noon of a day, whatever the moment was', bool_and((creado_en at time zone 'America/Mexico_City')::time = '12:00'))
from referidos where creado_en > now();
select prueba.cierto('not all on the same one', count(distinct creado_en) > 1)
from (select interno.dia_de_referido() as creado_en from generate_series(1, 60)) as dias;
update referidos set creado_en = now() - interval '1 hour' where creado_en > now();
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'each registration once', '4', 'select from referidos'),
  ('ana', 'named only who agreed', '=Bea, Eva', $$select string_agg(p.username, ', ' order by p.username) from referidos r join profiles p on p.id = r.referido_id$$),
  ('duena', 'an unknown code makes no referral', '0', $$select from referidos where referido_id = '11111111-0000-4000-8000-000000000004'$$)
) as celdas (quien, que, esperado, consulta);

-- Nobody can invite herself, neither through the API nor by direct SQL.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'her own code, stated again, makes no referral', '=4', $$with d as materialized (select declarar_identidad('mujer cis', 'ANA23456', true)) select (select count(*) from referidos) from d$$),
  ('duena', 'a referral of herself', '23514', $$insert into referidos (invitador_id, referido_id) values (prueba.id('ana'), prueba.id('ana'))$$),
  ('duena', 'an invitation by herself', '23514', $$insert into interno.invitaciones (user_id, invitador_id, comparte_nombre) values (prueba.id('ana'), prueba.id('ana'), true)$$)
) as celdas (quien, que, esperado, consulta);

-- The friend who leaves takes her name along; the inviter who leaves takes the list along.
delete from auth.users where id = '11111111-0000-4000-8000-000000000001';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'after a friend left', '4', 'select from referidos'),
  ('ana', 'named after a friend left', '=Bea', $$select string_agg(p.username, ', ') from referidos r join profiles p on p.id = r.referido_id$$)
) as celdas (quien, que, esperado, consulta);
delete from auth.users where id = prueba.id('ana');
select prueba.cierto('nothing is left of the inviter', count(*) = 0) from referidos;
