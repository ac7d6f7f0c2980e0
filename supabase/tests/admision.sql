-- Only admitted identities, whichever way the account is made.
create function pg_temp.hook(metadatos jsonb) returns jsonb language sql as $$
  select interno.antes_de_crear_usuaria(jsonb_build_object('user', jsonb_build_object('user_metadata', metadatos)))
$$;
select prueba.cierto('hook admits mujer cis', pg_temp.hook('{"identidad_genero": "mujer cis"}') = '{}');
select prueba.cierto('hook admits mujer trans', pg_temp.hook('{"identidad_genero": " mujer trans "}') = '{}');
select prueba.cierto('hook lets an account without one be made', pg_temp.hook('{}') = '{}');
select prueba.cierto('hook lets an account without metadata be made', interno.antes_de_crear_usuaria('{"user": {}}') = '{}');
select prueba.cierto('hook takes a blank for none', pg_temp.hook('{"identidad_genero": "  "}') = '{}');
select prueba.cierto('hook refuses ' || otra,
  pg_temp.hook(jsonb_build_object('identidad_genero', otra)) #>> '{error,message}' like 'Acceso Restringido%'
  and pg_temp.hook(jsonb_build_object('identidad_genero', otra)) #>> '{error,http_code}' = '403')
from unnest(array['no binario', 'otro', 'prefiero no decir', 'hombre', 'Mujer cis', 'mujer', 'mujer cis; drop']) otra;
select prueba.cierto('hook refuses what is no text', pg_temp.hook('{"identidad_genero": {"x": 1}}') ? 'error');
select prueba.cierto('hook may be called by the auth server alone',
  has_function_privilege('supabase_auth_admin', 'interno.antes_de_crear_usuaria(jsonb)', 'execute')
  and not has_function_privilege('authenticated', 'interno.antes_de_crear_usuaria(jsonb)', 'execute')
  and not has_function_privilege('anon', 'interno.antes_de_crear_usuaria(jsonb)', 'execute'));

select prueba.celda(quien, que, esperado, consulta) from (values
  ('duena', 'account of a refused identity', 'PT403', $$insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'x@amparo.test', '{"identidad_genero": "otro"}')$$),
  ('duena', 'account of an accepted identity', '1', $$insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'x@amparo.test', '{"identidad_genero": "mujer trans"}')$$),
  ('cuentas', 'account of a refused identity, by the auth server', 'PT403', $$insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'x@amparo.test', '{"identidad_genero": "otro"}')$$),
  ('cuentas', 'account of an accepted identity, by the auth server', '1', $$insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'x@amparo.test', '{"identidad_genero": "mujer cis", "username": "X", "codigo": "ANA23456"}')$$),
  ('cuentas', 'a new address, by the auth server', '1', $$update auth.users set email = 'z@amparo.test' where id = prueba.id('ana')$$),
  ('cuentas', 'an account that leaves, by the auth server', '1', $$delete from auth.users where id = prueba.id('ana')$$),
  ('cuentas', 'reading who was admitted', '42501', 'select from interno.admisiones'),
  ('cuentas', 'the hook, by the auth server', '={}', $$select interno.antes_de_crear_usuaria('{}')$$),
  ('duena', 'account without metadata', '1', $$insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'x@amparo.test', null)$$),

  -- Dora stated none yet: nothing is open to her but the question.
  ('dora', 'whether she is admitted', '=false', 'select estoy_admitida()'),
  ('ana', 'whether she is admitted', '=true', 'select estoy_admitida()'),
  ('visitante', 'whether she is admitted', '42501', 'select estoy_admitida()'),
  ('visitante', 'a registration, by nobody', '42501', 'select retirar_registro()'),
  ('dora', 'profiles', '0', 'select from profiles'),
  ('dora', 'circles', '0', 'select from salas_comunidad'),
  ('dora', 'messages', '0', 'select from mensajes_sala'),
  ('dora', 'video calls', '0', 'select from "Salas"'),
  ('dora', 'directory', '0', 'select from asociaciones_apoyo'),
  ('dora', 'emergency numbers, which are everybody''s', '21', 'select from numeros_emergencia'),
  ('dora', 'therapists', '0', 'select from directorio_terapeutas'),
  ('dora', 'reviews', '0', 'select from reseñas_terapeutas'),
  ('dora', 'stories', '0', 'select from historias'),
  ('dora', 'books', '0', 'select from biblioteca_libros'),
  ('dora', 'podcast', '0', 'select from podcast'),
  ('dora', 'legal policies, as any visitor', '1', 'select from politicas_legales'),
  ('dora', 'writing a message', '42501', $$insert into mensajes_sala (sala_id, contenido) select id, 'x' from salas_comunidad limit 1; insert into mensajes_sala (sala_id, user_id, contenido) values (gen_random_uuid(), prueba.id('dora'), 'x')$$),
  ('dora', 'writing a diary', '42501', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('dora'), current_date, 'x')$$),
  ('dora', 'writing an agenda', '42501', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('dora'), 'x', current_date)$$),
  ('dora', 'writing a story', '42501', $$insert into historias (titulo, contenido) values ('x', 'x')$$),
  ('dora', 'writing a video call', '42501', $$insert into "Salas" (nombre, room_url) values ('x', 'https://x.test/a')$$),
  ('dora', 'recording a download', '42501', $$insert into descargas_libros (user_id, libro_id) values (prueba.id('dora'), gen_random_uuid())$$),
  ('dora', 'reviewing', '42501', $$insert into reseñas_terapeutas (terapeuta_id, user_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000001', prueba.id('dora'), 'x', 5)$$),
  ('dora', 'uploading a photo', '42501', $$insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('dora') || '.jpg')$$),

  -- The question.
  ('dora', 'an identity that is not admitted', 'PT403', $$select declarar_identidad('prefiero no decir')$$),
  ('dora', 'no identity', 'PT403', 'select declarar_identidad(null)'),
  ('dora', 'an accepted one', '1', $$select declarar_identidad('mujer trans')$$),
  ('ana', 'the same once more', '1', $$select declarar_identidad('mujer cis')$$),
  ('ana', 'another one afterwards', 'PT409', $$select declarar_identidad('mujer trans')$$),
  ('visitante', 'the question', '42501', $$select declarar_identidad('mujer cis')$$),
  ('dora', 'admitting herself around it', '42501', $$insert into interno.admisiones (user_id, identidad) values (prueba.id('dora'), 'mujer cis')$$),
  ('dora', 'calling what admits', '42501', $$select interno.admitir(prueba.id('dora'), 'mujer cis', 'x', 'x', null, false)$$),

  -- What was accepted is hers alone and stays.
  ('ana', 'her own identity', '=mujer cis', 'select identidad from interno.admisiones'),
  ('bea', 'Ana''s identity', '0', $$select from interno.admisiones where user_id = prueba.id('ana')$$),
  ('carla', 'Ana''s identity', '0', $$select from interno.admisiones where user_id = prueba.id('ana')$$),
  ('ana', 'changing it', '42501', $$update interno.admisiones set identidad = 'mujer trans'$$),
  ('servicio', 'reading it', '42501', 'select from interno.admisiones'),
  ('servicio', 'changing it', '42501', $$update interno.admisiones set identidad = 'mujer trans'$$),
  ('duena', 'changing it', '42501', $$update interno.admisiones set identidad = 'mujer trans'$$)
) as celdas (quien, que, esperado, consulta);

-- Metadata that a user writes afterwards changes nothing.
update auth.users set raw_user_meta_data = '{"identidad_genero": "mujer cis", "admin": true, "role": "admin"}' where id = prueba.id('dora');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'admitted by rewritten metadata', '=false', 'select estoy_admitida()'),
  ('dora', 'admin by rewritten metadata', '=false', 'select es_admin()')
) as celdas (quien, que, esperado, consulta);

-- Dora answers, with Ana's code, and is a member like the others.
select prueba.ser('dora');
select declarar_identidad('mujer trans', 'ANA23456', true);
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'whether she is admitted now', '=true', 'select estoy_admitida()'),
  ('dora', 'her profile', '=Usuaria Amparo emprendiendo basico dora@amparo.test', $$select concat_ws(' ', username, momento_vida, tipo_plan, email) from profiles where id = prueba.id('dora')$$),
  ('ana', 'the referral, not on the day itself', '0', $$select from referidos where referido_id = prueba.id('dora')$$),
  ('duena', 'the referral', '1', $$select from referidos where referido_id = prueba.id('dora')$$)
) as celdas (quien, que, esperado, consulta);

-- Names as they come at sign-up.
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select gen_random_uuid(), 'n' || n || '@amparo.test', now(), jsonb_build_object('identidad_genero', 'mujer cis', 'username', nombre)
from (values (1, '  María   José '), (2, ''), (3, U&'\200b\2800'), (4, repeat('ñ', 200)), (5, null), (6, '🌸')) as n (n, nombre);
select prueba.cierto('name ' || esperado, username = esperado, username)
from (values (1, 'María José'), (2, 'Usuaria Amparo'), (3, 'Usuaria Amparo'), (4, repeat('ñ', 30)), (5, 'Usuaria Amparo'), (6, 'Usuaria Amparo')) as e (n, esperado)
join interno.perfiles_privados q on q.email = 'n' || e.n || '@amparo.test' join interno.perfiles using (id);

-- Codes: 8 characters, no look-alikes, all letters used, none twice.
create temp table codigos as select interno.generar_codigo() as codigo from generate_series(1, 5000);
select prueba.cierto('codes are 8 characters without look-alikes', bool_and(codigo ~ '^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{8}$'))
from codigos;
select prueba.cierto('codes differ', count(*) = count(distinct codigo)) from codigos;
select prueba.cierto('every letter comes about as often as the others', count(*) = 31 and min(veces) > 1000 and max(veces) < 1600, min(veces) || ' to ' || max(veces))
from (select letra, count(*) as veces from codigos, regexp_split_to_table(codigo, '') letra group by letra) l;

-- `retirar_registro()` deletes an account that was never admitted, and no other.
insert into interno.administradoras (user_id) select prueba.id('carla') on conflict do nothing;
delete from interno.admisiones where user_id in (prueba.id('carla'), prueba.id('dora'));
do $$
declare
  quien text;
begin
  foreach quien in array array['ana', 'carla', 'dora'] loop
    perform prueba.ser(quien);
    perform public.retirar_registro();
    perform prueba.ser('duena');
  end loop;
end
$$;
select prueba.cierto('a registration taken back leaves nothing; a member''s and the admin''s account stay',
  array_agg(id order by id) = array[prueba.id('ana'), prueba.id('carla')], string_agg(left(id::text, 1), ','))
from auth.users where id in (prueba.id('ana'), prueba.id('carla'), prueba.id('dora'));
