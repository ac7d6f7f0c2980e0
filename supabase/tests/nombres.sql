-- Names that look like the team's are refused; any other name is accepted.
select prueba.celda(quien, que, esperado, consulta) from (
  select 'ana', 'imitation: ' || nombre, 'PT422', format('update profiles set username = %L where id = prueba.id(''ana'')', nombre)
  from unnest(array['Amparo', 'AMPARO', ' Ámparo ', 'A m p a r o', '4mpar0', U&'\0410mp\0430r\043e', 'Equipo Amparo',
    'Equipo de Amparo', 'Soporte', 'soporte técnico', 'S0porte', 'Administradora', 'Adm1nistradora', 'Moderadora', 'Amparo Oficial',
    'Admin', 'Staff Amparo', 'A.d.m.i.n', 'Anónimo']) nombre
  union all
  select 'ana', 'a name of hers: ' || nombre, '1', format('update profiles set username = %L where id = prueba.id(''ana'')', nombre)
  from unnest(array['Amparo García', 'Ana Amparo', 'Usuaria Amparo', 'Ñusta', 'María 84', 'Luz']) nombre
  union all values
    ('ana', 'her moment, whatever her name', '1', $$update profiles set momento_vida = 'duelo' where id = prueba.id('ana')$$),
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
