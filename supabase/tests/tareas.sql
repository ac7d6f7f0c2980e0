-- Repeated work where no server of ours does it, and what an installation lacks. pg_cron, pg_net and the vault are played here by what
-- the migrations need of them.
select prueba.cierto('a work that is there: ' || nombre, exists (
  select from pg_proc p where p.pronamespace = 'interno'::regnamespace and p.proname = nombre and p.pronargs = p.pronargdefaults
))
from interno.tareas() where orden like 'select interno.' || nombre || '()';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'what is lacking', '42501', 'select from revisar_casa()'),
  ('ana', 'what is lacking', '42501', 'select from revisar_casa()'),
  ('carla', 'what is lacking', '42501', 'select from revisar_casa()'),
  ('servicio', 'an installation on our own server lacks nothing', case when to_regnamespace('local_server') is null
    then '=pg_cron, pg_net, secreto amparo_functions_url, secreto amparo_service_key' else '=null' end, $$select string_agg(que, ', ') from revisar_casa() where not bien$$),
  ('servicio', 'scheduling is the owner''s', '42501', 'select interno.programar_tareas()'),
  ('servicio', 'so are secrets', '42501', 'select interno.secreto(''amparo_service_key'')'),
  ('duena', 'scheduling without pg_cron', 'P0001', 'select interno.programar_tareas()'),
  ('duena', 'calling without secrets', 'P0001', 'select interno.llamar_funcion(''alarma'')')
) as celdas (quien, que, esperado, consulta);

-- As on hosted Supabase: no server of ours, nothing set up.
do $$ begin
  if to_regnamespace('local_server') is not null then
    alter schema local_server rename to apartado;
  end if;
end $$;
select prueba.cierto('says what is missing', count(*) filter (where not bien) = 4, string_agg(que, ', ') filter (where not bien))
from interno.revisar_casa();

create schema cron;
create table cron.job (jobid bigint generated always as identity, jobname text unique, schedule text, command text, active boolean default true);
create table cron.job_run_details (jobid bigint, status text, return_message text, end_time timestamptz);
create function cron.schedule(nombre text, cada text, orden text) returns bigint language plpgsql as $$
declare
  id bigint;
begin
  if cada like '%seconds' and current_setting('prueba.segundos', true) = 'no' then
    raise exception 'invalid schedule: %', cada;
  end if;
  insert into cron.job (jobname, schedule, command) values (nombre, cada, orden)
  on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning jobid into id;
  return id;
end
$$;
create function cron.unschedule(id bigint) returns boolean language sql as $$ delete from cron.job where jobid = id returning true $$;
grant usage on schema cron to public;
grant all on all tables in schema cron to public;
insert into cron.job (jobname, schedule, command) values ('amparo de antes', '* * * * *', ''), ('de otra', '* * * * *', '');
select interno.programar_tareas();
select prueba.cierto('every work once, after a second time too', interno.programar_tareas() = count(*) and count(*) > 14)
from cron.job where jobname like 'amparo %';
select prueba.cierto('what is of somebody else stays, what is no work any more goes', array_agg(jobname::text) = array['de otra'])
from cron.job where jobname not in (select 'amparo ' || nombre from interno.tareas());
select prueba.cierto('seconds', schedule = '3 seconds') from cron.job where jobname = 'amparo alarma';
set local prueba.segundos = 'no';
select interno.programar_tareas();
select prueba.cierto('by the minute where there are no seconds', schedule = '* * * * *') from cron.job where jobname = 'amparo alarma';
select prueba.cierto('its time does not repeat beside others: ' || schedule, count(*) = 1) from cron.job
where schedule not in ('*/5 * * * *', '* * * * *') group by schedule;

create schema net;
create table net.pedidas (url text, headers jsonb);
create function net.http_post(url text, headers jsonb, body jsonb, timeout_milliseconds int) returns bigint language sql as $$
  insert into net.pedidas values (url, headers) returning 7
$$;
create schema vault;
create table vault.decrypted_secrets (name text, decrypted_secret text);
grant usage on schema net, vault to public;
grant all on all tables in schema net, vault to public;
insert into vault.decrypted_secrets values ('amparo_functions_url', 'https://x.test/functions/v1/'), ('amparo_service_key', 'llave');
-- What cron runs, as its owner would: nothing is called while nothing is due.
delete from interno.envios where true;
delete from interno.pendientes where true;
do $$ begin execute (select command from cron.job where jobname = 'amparo alarma'); end $$;
select prueba.cierto('nothing due, nobody called', count(*) = 0) from net.pedidas;
insert into interno.pendientes (tipo, vence, user_id) values ('salir', now() - interval '1 minute', prueba.id('ana'));
do $$ begin execute (select command from cron.job where jobname = 'amparo alarma'); end $$;
select prueba.cierto('the sender is called with the key', url = 'https://x.test/functions/v1/alarma' and headers ->> 'authorization' = 'Bearer llave')
from net.pedidas;
select prueba.cierto('then nothing is missing', count(*) = 0, string_agg(que, ', ')) from interno.revisar_casa() where not bien;

-- By what is left undone.
insert into interno.envios (tipo, via, urgencia, user_id, clave, vence)
values ('prueba', 'correo', 2, prueba.id('ana'), 'olvidado', now() - interval '3 minutes');
insert into cron.job_run_details select jobid, 'failed', 'permission denied', now() from cron.job where jobname = 'amparo cumplir_bajas';
insert into cron.job_run_details select jobid, 'failed', 'once', now() - interval '1 hour' from cron.job where jobname = 'amparo renovar_fotos';
insert into cron.job_run_details select jobid, 'succeeded', '', now() from cron.job where jobname = 'amparo renovar_fotos';
update cron.job set active = false where jobname = 'amparo olvidar_caminos';
select prueba.cierto('says what stands still', array_agg(que order by que) = array[
  'mensajes de la alarma', 'tarea olvidar_caminos', 'última vez de cumplir_bajas'], string_agg(que, ', ' order by que))
from interno.revisar_casa() where not bien;
