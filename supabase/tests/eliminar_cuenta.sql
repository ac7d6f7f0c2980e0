-- Who may leave, and when: what her session has proven within ten minutes decides. That nothing of her stays behind: baja.sql.
insert into auth.sessions (id, user_id, created_at)
select ('5e550000-0000-4000-8000-00000000000' || n)::uuid, quien, now()
from (values (1, prueba.id('ana')), (2, prueba.id('bea')), (3, prueba.id('carla')), (4, prueba.id('dora'))) s (n, quien);
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
values ('fac00000-0000-4000-8000-000000000001', prueba.id('bea'), 'totp', 'verified', now(), now() - interval '1 minute', 'x');
update auth.sessions set factor_id = 'fac00000-0000-4000-8000-000000000001' where user_id = prueba.id('bea');
update auth.users set encrypted_password = '$2b$10$x' where id in (prueba.id('ana'), prueba.id('bea'), prueba.id('carla'));
update auth.users set encrypted_password = '' where id = prueba.id('dora');

-- A session of hers that was proven in these ways so long ago; what the token claims does not count.
create function pg_temp.probo(quien text, variadic pruebas text[]) returns void language plpgsql security definer as $$
declare
  sesion constant uuid := (select id from auth.sessions where user_id = prueba.id(quien) and id::text like '5e55%');
begin
  delete from auth.mfa_amr_claims where session_id = sesion;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gen_random_uuid(), sesion, now(), now() - split_part(p, ' hace ', 2)::interval, split_part(p, ' hace ', 1)
  from unnest(pruebas) p;
  perform set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || jsonb_build_object(
    'session_id', sesion, 'amr', jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', extract(epoch from now()))))
  )::text, true);
end
$$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'without an account', '42501', 'select eliminar_mi_cuenta()'),
  ('carla', 'the admin not here', 'PT403', 'select pg_temp.probo(''carla'', ''password hace 1 minute''), eliminar_mi_cuenta()'),
  ('ana', 'a token without a session', 'PT428', 'select eliminar_mi_cuenta()'),
  ('ana', 'long after she gave her password', 'PT428', 'select pg_temp.probo(''ana'', ''password hace 11 minutes''), eliminar_mi_cuenta()'),
  ('ana', 'whether she may, long after', 'PT428', 'select pg_temp.probo(''ana'', ''password hace 11 minutes''), eliminar_mi_cuenta(true)'),
  ('ana', 'with a mailed link, where there is a password', 'PT428', 'select pg_temp.probo(''ana'', ''otp hace 1 minute'', ''recovery hace 1 minute''), eliminar_mi_cuenta()'),
  ('ana', 'with a second factor alone', 'PT428', 'select pg_temp.probo(''ana'', ''totp hace 1 minute''), eliminar_mi_cuenta()'),
  ('ana', 'with what another session proved', 'PT428', 'select pg_temp.probo(''bea'', ''password hace 1 minute''), eliminar_mi_cuenta()'),
  ('ana', 'right after her password', '=null', 'select eliminar_mi_cuenta()::text from pg_temp.probo(''ana'', ''password hace 9 minutes'')'),
  ('bea', 'the password alone, where there is a factor', 'PT428', 'select pg_temp.probo(''bea'', ''password hace 1 minute''), eliminar_mi_cuenta()'),
  ('bea', 'with the code that made the factor count', 'PT428', 'select pg_temp.probo(''bea'', ''password hace 1 minute'', ''totp hace 2 minutes''), eliminar_mi_cuenta()'),
  ('bea', 'with both', '=null', 'select eliminar_mi_cuenta()::text from pg_temp.probo(''bea'', ''password hace 2 minutes'', ''totp hace 30 seconds'')'),
  ('bea', 'with a recovery code in its place', '=null', 'select eliminar_mi_cuenta()::text from pg_temp.probo(''bea'', ''password hace 2 minutes'', ''recovery_code hace 30 seconds'')'),
  ('dora', 'without a password, before she was admitted: a day later', '=true', $$select eliminar_mi_cuenta() = now() + interval '24 hours' from pg_temp.probo('dora', 'otp hace 1 minute')$$),
  ('dora', 'without a password, a mail of long ago', 'PT428', 'select pg_temp.probo(''dora'', ''otp hace 11 minutes''), eliminar_mi_cuenta()'),
  ('dora', 'whether she may: when it would be', '=true', $$select eliminar_mi_cuenta(true) = now() + interval '24 hours' from pg_temp.probo('dora', 'otp hace 1 minute')$$)
) as celdas (quien, que, esperado, consulta);

select prueba.ser('ana'), pg_temp.probo('ana', 'password hace 1 minute');
select public.eliminar_mi_cuenta(true);
reset role;
select prueba.cierto('asking whether she may takes nothing', exists (select from auth.users where id = prueba.id('ana')));
select prueba.ser('ana'), pg_temp.probo('ana', 'password hace 1 minute');
select public.eliminar_mi_cuenta();
-- A second press, or another tab at the same time, finds nothing to delete and succeeds.
select public.eliminar_mi_cuenta();
reset role;
select prueba.cierto('she is gone', not exists (select from auth.users where id = prueba.id('ana')));
select prueba.cierto('nobody else is', (select count(*) from interno.perfiles) = 2);

-- A pending deletion: shown on every device, can be cancelled, and is carried out after a day.
select prueba.ser('dora'), pg_temp.probo('dora', 'otp hace 1 minute');
select public.eliminar_mi_cuenta();
reset role;
select prueba.cierto('nothing is taken before the day has passed', exists (select from auth.users where id = prueba.id('dora')));
update interno.bajas_pendientes set pedida_en = now() - interval '1 hour', efectiva_en = now() + interval '23 hours';
-- Bea's factor is not what this is about.
delete from auth.mfa_factors where user_id = prueba.id('bea');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'a second wish does not begin a new day', '=true', $$select eliminar_mi_cuenta() = now() + interval '23 hours' from pg_temp.probo('dora', 'otp hace 1 minute')$$),
  ('dora', 'sees what waits', '=baja', 'select tipo from cambios_pendientes()'),
  ('bea', 'does not see what waits for another', '0', 'select from cambios_pendientes()'),
  ('bea', 'does not take back what is not hers', '=false', 'select cancelar_cambio(''baja'')::text'),
  ('dora', 'takes it back, without a proof', '=true', 'select cancelar_cambio(''baja'')::text'),
  ('dora', 'takes back what does not wait', '=false', 'select cancelar_cambio(''correo'')::text'),
  ('dora', 'the table itself', '42501', 'select from interno.bajas_pendientes'),
  ('dora', 'does not hasten it', '42501', 'update interno.bajas_pendientes set efectiva_en = now()'),
  ('dora', 'does not carry it out', '42501', 'select interno.cumplir_bajas()'),
  ('servicio', 'the functions do not write it', '42501', 'insert into interno.bajas_pendientes (user_id) values (prueba.id(''bea''))'),
  ('visitante', 'sees nothing', '42501', 'select from cambios_pendientes()'),
  ('visitante', 'takes nothing back', '42501', 'select cancelar_cambio(''baja'')')
) as celdas (quien, que, esperado, consulta);
select interno.cumplir_bajas();
select prueba.cierto('an hour later nothing is carried out', exists (select from auth.users where id = prueba.id('dora')));
update interno.bajas_pendientes set efectiva_en = now();
select interno.cumplir_bajas();
select prueba.cierto('after its day it is', not exists (select from auth.users where id = prueba.id('dora')));

-- A password that came by mail today proves no more than the mail did. Our own server knows which; hosted Supabase does not.
do $$ begin
  if to_regclass('local_server.mailed_passwords') is not null then
    insert into local_server.mailed_passwords (user_id) values (prueba.id('bea'));
  end if;
end $$;
create temp table esperado as select case when exists (
  select from pg_namespace n, pg_proc p where n.nspname = 'local_server' and p.oid = 'interno.exigir_prueba()'::regprocedure
    and has_schema_privilege(p.proowner, n.oid, 'usage')
) then now() + interval '24 hours' end as efectiva;
grant select on esperado to authenticated;
select prueba.celda('bea', 'a password that came by mail makes her wait, on our own server', '=true', $$
  select eliminar_mi_cuenta(true) is not distinct from (select efectiva from esperado)
  from pg_temp.probo('bea', 'password hace 1 minute', 'totp hace 30 seconds')$$);
