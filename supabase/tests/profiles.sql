select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from profiles'),
  ('visitante', 'insert', '42501', $$insert into profiles (username) values ('x')$$),
  ('visitante', 'update', '42501', $$update profiles set username = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from profiles'),
  ('ana', 'select of everything that is hers', '=Ana emprendiendo basico ANA23456 ana@amparo.test', $$select concat_ws(' ', username, momento_vida, tipo_plan, codigo_invitacion, email) from profiles where id = prueba.id('ana')$$),
  ('ana', 'insert', '42501', $$insert into profiles (id, username) values (gen_random_uuid(), 'x')$$),
  ('ana', 'delete', '42501', 'delete from profiles'),
  ('ana', 'update of momento_vida', '=feliz', $$update profiles set momento_vida = 'feliz' where id = prueba.id('ana') returning momento_vida$$),
  ('ana', 'update of foto_url', '1', $$update profiles set foto_url = 'http://127.0.0.1:8080/storage/v1/object/public/profiles/avatars/a.jpg' where id = prueba.id('ana')$$),
  ('ana', 'update of username', '=Ana María', $$update profiles set username = '  Ana   María ' where id = prueba.id('ana') returning username$$),
  ('ana', 'update without a filter touches herself alone', '1', $$update profiles set momento_vida = 'duelo'$$),
  ('bea', 'select of Ana', '=Ana', $$select concat_ws(' ', username, momento_vida, tipo_plan, codigo_invitacion, email) from profiles where id = prueba.id('ana')$$),
  ('bea', 'search by Ana''s e-mail', '0', $$select from profiles where email = 'ana@amparo.test'$$),
  ('bea', 'search by Ana''s code', '0', $$select from profiles where codigo_invitacion = 'ANA23456'$$),
  ('bea', 'search by plan finds herself alone', '1', $$select from profiles where tipo_plan is not null$$),
  ('bea', 'order by e-mail tells nothing', '=b0000000-0000-4000-8000-000000000002', 'select id from profiles order by email nulls last limit 1'),
  ('bea', 'update of Ana', '0', $$update profiles set username = 'Otra' where id = prueba.id('ana')$$),
  ('bea', 'update of Ana''s moment', '0', $$update profiles set momento_vida = 'feliz' where id = prueba.id('ana')$$),
  ('carla', 'select of Ana', '=Ana', $$select concat_ws(' ', username, momento_vida, tipo_plan, codigo_invitacion, email) from profiles where id = prueba.id('ana')$$),
  ('carla', 'update of Ana', '0', $$update profiles set username = 'Otra' where id = prueba.id('ana')$$),
  ('carla', 'delete', '42501', 'delete from profiles'),
  ('dora', 'select', '0', 'select from profiles'),
  ('dora', 'update', '0', $$update profiles set username = 'Dora'$$),

  -- Columns that a member cannot write.
  ('ana', 'her id', '42501', 'update profiles set id = gen_random_uuid()'),
  ('ana', 'her e-mail', '42501', $$update profiles set email = 'carla@amparo.test'$$),
  ('ana', 'her code', '42501', $$update profiles set codigo_invitacion = 'AAAAAAAA'$$),
  ('ana', 'a plan she did not pay', 'PT402', $$update profiles set tipo_plan = 'premium' where id = prueba.id('ana')$$),
  ('ana', 'the plan she has', '1', $$update profiles set tipo_plan = 'basico' where id = prueba.id('ana')$$),
  ('ana', 'a plan that is none', 'PT402', $$update profiles set tipo_plan = 'oro' where id = prueba.id('ana')$$),
  ('bea', 'back to basico', '1', $$update profiles set tipo_plan = 'basico' where id = prueba.id('bea')$$),
  ('bea', 'the plan she paid', '1', $$update profiles set tipo_plan = 'premium' where id = prueba.id('bea')$$),
  ('servicio', 'a plan that nobody paid', 'PT402', $$update interno.perfiles_privados set tipo_plan = 'premium' where id = prueba.id('ana')$$),
  ('duena', 'a plan that nobody paid', 'PT402', $$update interno.perfiles_privados set tipo_plan = 'premium' where id = prueba.id('ana')$$),

  -- What a valid profile is.
  ('ana', 'unknown moment', '23514', $$update profiles set momento_vida = 'otra cosa'$$),
  ('ana', 'name of two letters', '23514', $$update profiles set username = 'ab'$$),
  ('ana', 'name of 31 letters', '23514', $$update profiles set username = repeat('a', 31)$$),
  ('ana', 'name that turns the text around', '=Anaa', $$update profiles set username = U&'An\202eaa' where id = prueba.id('ana') returning username$$),
  ('ana', 'photo that is a script', '23514', $$update profiles set foto_url = 'javascript:alert(1)'$$),
  ('ana', 'photo that is data', '23514', $$update profiles set foto_url = 'data:image/svg+xml,<svg onload=alert(1)>'$$),
  ('ana', 'no photo', '1', 'update profiles set foto_url = null'),

  -- The tables behind the view, for a caller who could reach them.
  ('bea', 'private part of Ana', '0', $$select from interno.perfiles_privados where id = prueba.id('ana')$$),
  ('bea', 'private part of all', '1', 'select from interno.perfiles_privados'),
  ('ana', 'writing the private parts of all', '1', $$update interno.perfiles_privados set momento_vida = 'duelo'$$),
  ('ana', 'writing the names of all', '1', 'update interno.perfiles set foto_url = null'),
  ('bea', 'new rows', '42501', $$insert into interno.perfiles (id, username) values (gen_random_uuid(), 'x')$$),
  ('bea', 'writing her e-mail', '42501', $$update interno.perfiles_privados set email = 'x'$$),
  ('visitante', 'schema interno', '42501', 'select from interno.perfiles')
) as celdas (quien, que, esperado, consulta);

-- An account that was not admitted (Dora) is not listed.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'who is listed', '3', 'select from profiles')
) as celdas (quien, que, esperado, consulta);

-- The address follows the account's.
update auth.users set email = 'ana.nueva@amparo.test' where id = prueba.id('ana');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'her e-mail after a change', '=ana.nueva@amparo.test', $$select email from profiles where id = prueba.id('ana')$$)
) as celdas (quien, que, esperado, consulta);
