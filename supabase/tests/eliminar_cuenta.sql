-- Who may leave, and when. That nothing of her stays behind: baja.sql.
create function pg_temp.entro_hace(tiempo interval) returns void language sql as $$
  select set_config('request.jwt.claims', (
    current_setting('request.jwt.claims')::jsonb || jsonb_build_object('amr', jsonb_build_array(
      jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from now() - tiempo)))
    ))
  )::text, true)
$$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'without an account', '42501', 'select eliminar_mi_cuenta()'),
  ('carla', 'the admin not here', 'PT403', 'select pg_temp.entro_hace(''1 minute''), eliminar_mi_cuenta()'),
  ('ana', 'a token that does not say when she entered', 'PT428', 'select eliminar_mi_cuenta()'),
  ('ana', 'long after she entered', 'PT428', 'select pg_temp.entro_hace(''11 minutes''), eliminar_mi_cuenta()'),
  ('ana', 'whether she may, long after', 'PT428', 'select pg_temp.entro_hace(''11 minutes''), eliminar_mi_cuenta(true)'),
  ('ana', 'right after she entered', '1', 'select pg_temp.entro_hace(''9 minutes''), eliminar_mi_cuenta()'),
  ('dora', 'before she was admitted', '1', 'select pg_temp.entro_hace(''1 minute''), eliminar_mi_cuenta()')
) as celdas (quien, que, esperado, consulta);

select prueba.ser('ana'), pg_temp.entro_hace('1 minute');
select public.eliminar_mi_cuenta(true);
reset role;
select prueba.cierto('asking whether she may takes nothing', exists (select from auth.users where id = prueba.id('ana')));
select prueba.ser('ana'), pg_temp.entro_hace('1 minute');
select public.eliminar_mi_cuenta();
-- A second press, or another tab, at the same time: there is nothing left to take.
select public.eliminar_mi_cuenta();
reset role;
select prueba.cierto('she is gone', not exists (select from auth.users where id = prueba.id('ana')));
select prueba.cierto('nobody else is', (select count(*) from interno.perfiles) = 2);
