-- Names that look like the team's are refused; any other name is accepted.
select prueba.celda(quien, que, esperado, consulta) from (
  select 'ana', 'imitation: ' || nombre, 'PT422', format('update profiles set username = %L where id = prueba.id(''ana'')', nombre)
  from unnest(array['A m p a r o', '4mpar0', U&'\0410mp\0430r\043e', 'Equipo Amparo',
    'Equipo de Amparo', 'Soporte', 'soporte técnico', 'S0porte', 'Administradora', 'Adm1nistradora', 'Moderadora', 'Amparo Oficial',
    'Admin', 'Staff Amparo', 'A.d.m.i.n', 'Anónimo', 'Administración', 'Moderación', 'Team Amparo', 'Amparo Seguridad',
    'Ayuda de Amparo', 'Equipo de apoyo', 'Arnparo', 'Atención al cliente', 'Admin Ana', U&'Mo\0111eradora', 'Admlnistradora', 'AdmIn1stradora', U&'So\01bforte', 'Moclerador', 'Moderadoora',
    'Voluntaria Amparo', 'Voluntaria', U&'Equipo \0223amparo', U&'M\043ederadora', 'Soporrte', 'Coordinadora de Amparo', 'Oflcial',
    'Amparo Oficiial', 'Moderator', U&'M\2b55deradora', U&'Voluntaria Ampar\25ef', U&'Adm\2758nistradora', 'Amparo App', 'App Amparo', 'Amparo App Oficial', 'Staff de Amparo']) nombre
  union all
  select 'ana', 'letters that are not ours: ' || nombre, 'PT422', format('update profiles set username = %L where id = prueba.id(''ana'')', nombre)
  from unnest(array[U&'\1d00\1d0d\1d18\1d00\0280\1d0f', U&'Ana \05d0\05d1\05d2', U&'\0645\0631\064a\0645', U&'A\0321na Luz',
    U&'Ana\0300\0301\0302\0303', U&'An\0430', U&'So\00feorte', U&'So\2374orte', U&'Soport\0153', '🌷🌷🌷', U&'\+01f170na Luz']) nombre
  union all
  select 'ana', 'a name of hers: ' || nombre, '1', format('update profiles set username = %L where id = prueba.id(''ana'')', nombre)
  from unnest(array['Amparo', 'AMPARO', ' Ámparo ', 'Amparo García', 'Amparo Aparicio', 'Ana Amparo Aponte', 'Amparo Stafford', 'Amparo 🌷', 'Ana🌷Luz', 'Zoë', 'Itzel', 'María José', 'Ñuña', U&'Ma\0142gorzata', U&'S\00f8ren', 'Marcia', 'Clara Luz', 'Ana Amparo', 'Usuaria Amparo', 'Ñusta', 'María 84', 'Luz', 'Luz 🌷', 'Ma. del Carmen', 'D’Ana', U&'Kerexu G\0303a']) nombre
  union all values
    ('ana', 'her moment, whatever her name', '1', $$update profiles set momento_vida = 'duelo' where id = prueba.id('ana')$$),
    ('duena', 'two letters, around the view', 'PT422', $$update interno.perfiles set username = 'Al' where id = prueba.id('ana')$$),
    ('duena', 'thirty letters', '1', $$update interno.perfiles set username = repeat('a', 30) where id = prueba.id('ana')$$),
    ('duena', 'thirty-one letters, around the view', 'PT422', $$update interno.perfiles set username = repeat('a', 31) where id = prueba.id('ana')$$),
    ('duena', 'nothing to see', 'PT422', $$update interno.perfiles set username = U&'\200b ' where id = prueba.id('ana')$$),
    ('ana', 'around the view', 'PT422', $$update interno.perfiles set username = 'Soporte' where id = prueba.id('ana')$$),
    ('carla', 'the admin speaks for the team', '1', $$update profiles set username = 'Equipo Amparo' where id = prueba.id('carla')$$)
) as celdas (quien, que, esperado, consulta);

-- At registration such a name becomes the default one, so that nobody is kept out.
insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data) values (
  'e0000000-0000-4000-8000-000000000005', 'authenticated', 'authenticated', 'soporte@amparo.test', now(),
  '{"username": "Soporte Amparo", "identidad_genero": "mujer cis"}'
);
select prueba.cierto('registered as «Soporte Amparo»', username = interno.ajuste('usuaria_por_defecto'), username)
from interno.perfiles where id = 'e0000000-0000-4000-8000-000000000005';

-- Where she can still choose another she is told: the hook of the auth server. What has no identity yet is asked later.
select prueba.cierto('the hook, ' || que, coalesce(
  interno.antes_de_crear_usuaria(jsonb_build_object('user', jsonb_build_object('user_metadata', datos::jsonb))) #>> '{error,message}', ''
) like esperado)
from (values
  ('a name of two letters', '{"identidad_genero": "mujer cis", "username": "Al"}', 'Tu nombre debe tener%'),
  ('the team''s', '{"identidad_genero": "mujer cis", "username": "Soporte"}', 'Ese nombre se parece%'),
  ('a good one', '{"identidad_genero": "mujer cis", "username": "Alma"}', ''),
  ('none', '{"identidad_genero": "mujer cis"}', ''),
  ('an identity that is not admitted', '{"identidad_genero": "otro", "username": "Al"}', 'Acceso Restringido%'),
  ('an account of a provider', '{"username": "x"}', '')
) as casos (que, datos, esperado);
