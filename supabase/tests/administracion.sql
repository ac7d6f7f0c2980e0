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

-- What the admin lacks, one after the other: a password of her own, a second factor, a session that has shown it.
select interno.clave_de_un_uso(prueba.id('dora'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'with a printed password', '=clave', 'select estado_admin()'),
  ('dora', 'with a printed password', '=false', 'select es_admin()'),
  ('ana', 'forgetting that it is one', '42501', 'delete from interno.claves_de_un_uso'),
  ('ana', 'reading whose it is', '42501', 'select from interno.claves_de_un_uso')
) as celdas (quien, que, esperado, consulta);
-- It opens one session, which may prove with it once more who she is; a mail opens others.
insert into auth.sessions (id, user_id, created_at, updated_at, aal)
select ('5e000000-0000-4000-8000-00000000000' || n)::uuid, prueba.id('dora'), now(), now(), 'aal1' from generate_series(1, 3) n;
create function prueba.abre(sesion int, como text) returns text language sql as $$
  select format($q$insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), '5e000000-0000-4000-8000-00000000000%s', now(), now(), %L)$q$, sesion, como)
$$;
do $$ begin execute prueba.abre(1, 'password'); end $$;
select prueba.cierto('signing in with it counts', usada_en is not null) from interno.claves_de_un_uso;
select prueba.celda('duena', que, esperado, consulta) from (values
  ('the same session', '23505', prueba.abre(1, 'password')),
  ('a second session', 'PT403', prueba.abre(2, 'password')),
  ('one that a mail opened', '1', prueba.abre(3, 'otp'))
) as celdas (que, esperado, consulta);
select interno.clave_de_un_uso(prueba.id('dora'));
select prueba.celda('duena', 'with another printed one', '1', prueba.abre(2, 'password'));
update auth.users set encrypted_password = 'suya' where id = prueba.id('dora');
select prueba.cierto('a changed password is her own', count(*) = 0) from interno.claves_de_un_uso;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'without a factor', '=factor', 'select estado_admin()'),
  ('dora', 'without a factor', '=false', 'select es_admin()')
) as celdas (quien, que, esperado, consulta);
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
values ('df000000-0000-4000-8000-000000000004', prueba.id('dora'), '', 'totp', 'unverified', now(), now(), 'x');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'with a factor that never gave a code', '=factor', 'select estado_admin()')
) as celdas (quien, que, esperado, consulta);
update auth.mfa_factors set status = 'verified' where user_id = prueba.id('dora');
insert into auth.sessions (id, user_id, created_at, updated_at, aal)
values ('d5000000-0000-4000-8000-000000000004', prueba.id('dora'), now(), now(), 'aal1');

-- Asks as Dora in a session of hers, whatever level the token claims.
create function pg_temp.en_sesion(sesion text, nivel text) returns text language plpgsql as $$
declare
  estado text;
begin
  perform prueba.ser('dora');
  perform set_config('request.jwt.claims', jsonb_build_object(
    'role', 'authenticated', 'sub', prueba.id('dora'), 'session_id', sesion, 'aal', nivel)::text, true);
  estado := public.estado_admin();
  perform prueba.ser('duena');
  return estado;
end
$$;
select prueba.cierto('a session that has not shown it', pg_temp.en_sesion('d5000000-0000-4000-8000-000000000004', 'aal2') = 'paso');
select prueba.cierto('another''s session', pg_temp.en_sesion(prueba.id('sesion')::text, 'aal2') = 'paso');
select prueba.cierto('a token without a session', pg_temp.en_sesion(null, 'aal2') = 'paso');
select prueba.cierto('no session', pg_temp.en_sesion('x', 'aal2') = 'paso');
update auth.sessions set aal = 'aal2' where id = 'd5000000-0000-4000-8000-000000000004';
select prueba.cierto('one that has', pg_temp.en_sesion('d5000000-0000-4000-8000-000000000004', 'aal2') = 'activa');

-- The operator removes a lost factor: her sessions end, and an old token opens nothing, not even once there
-- is a new factor.
select prueba.cierto('the operator takes it away', interno.quitar_factor_de_admin() = prueba.id('dora'));
select prueba.cierto('it is written down', exists (
  select from interno.bitacora where verbo = 'RESET' and papel = 'dueña' and clave = prueba.id('dora')::text
));
select prueba.cierto('no factor, no right', pg_temp.en_sesion('d5000000-0000-4000-8000-000000000004', 'aal2') = 'factor');
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
values ('df000000-0000-4000-8000-000000000005', prueba.id('dora'), '', 'totp', 'verified', now(), now(), 'x');
select prueba.cierto('the token from before', pg_temp.en_sesion('d5000000-0000-4000-8000-000000000004', 'aal2') = 'paso');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'taking a factor away', '42501', 'select interno.quitar_factor_de_admin()'),
  ('servicio', 'taking a factor away', '42501', 'select interno.quitar_factor_de_admin()'),
  ('ana', 'what she lacks', '=ninguna', 'select estado_admin()'),
  ('visitante', 'what she lacks', '42501', 'select estado_admin()')
) as celdas (quien, que, esperado, consulta);

-- A printed password that was not changed within a week no longer works.
select interno.clave_de_un_uso(prueba.id('dora'));
select prueba.cierto('one of today', interno.vencer_claves_de_un_uso() = 0);
update interno.claves_de_un_uso set creada_en = now() - interval '8 days';
select prueba.cierto('one of last week', interno.vencer_claves_de_un_uso() = 1);
select prueba.cierto('opens nothing', encrypted_password = '') from auth.users where id = prueba.id('dora');

-- Where the operator asks for no factor.
update interno.ajustes set valor = 'libre' where clave = 'factor_de_administracion';
select prueba.cierto('one that she has is asked for all the same', pg_temp.en_sesion('d5000000-0000-4000-8000-000000000004', 'aal2') = 'paso');
delete from auth.mfa_factors where user_id = prueba.id('dora');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'es_admin where no factor is asked for', '=true', 'select es_admin()'),
  ('dora', 'changing that', '42501', $$update interno.ajustes set valor = 'libre'$$)
) as celdas (quien, que, esperado, consulta);

-- Changing one's address to the admin's gives no rights: who is admin is a row written at the start.
update auth.users set email = 'otra@amparo.test' where id = prueba.id('dora');
update auth.users set email = 'dora@amparo.test' where id = prueba.id('ana');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'with the admin''s former address', '=false', 'select es_admin()')
) as celdas (quien, que, esperado, consulta);
