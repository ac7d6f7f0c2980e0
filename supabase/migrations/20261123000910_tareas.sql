-- What has to be done again and again where no server of ours does it, and what an installation still lacks. On hosted Supabase the
-- extensions pg_cron and pg_net call it; our own server has jobs (scripts/lib/amparo.mjs), of which scripts/amparo.test.ts holds that they
-- are the same.

create function interno.tareas() returns table (nombre text, cada text, orden text)
language sql immutable set search_path = '' as $$
  select t.nombre, t.cada, format('select interno.%I()', t.nombre)
  from (values
    ('minimizar_ubicaciones', '3 4 * * *'),
    ('olvidar_recordatorios', '6 4 * * *'),
    ('olvidar_invitaciones', '9 4 * * *'),
    ('olvidar_envios', '12 4 * * *'),
    ('olvidar_convocatorias', '13 4 * * *'),
    ('olvidar_soporte', '14 4 * * *'),
    ('olvidar_medidas', '19 4 * * *'),
    ('olvidar_comunicados', '20 4 * * *'),
    ('olvidar_encuentros', '22 4 * * *'),
    ('anotar_cifras', '30 4 * * *'),
    ('olvidar_decisiones', '16 4 * * *'),
    ('olvidar_fallos', '17 4 * * *'),
    ('renovar_fotos', '15 4 * * *'),
    ('vencer_suscripciones', '18 4 * * *'),
    ('olvidar_llamadas', '21 4 * * *'),
    ('olvidar_llegadas', '24 4 * * *'),
    ('vencer_claves_de_un_uso', '27 4 * * *'),
    ('olvidar_caminos', '*/5 * * * *'),
    ('retirar_escritos', '*/5 * * * *'),
    ('renovar_fotos_pendientes', '*/5 * * * *'),
    ('cumplir_bajas', '*/5 * * * *'),
    ('olvidar_despedidas', '*/5 * * * *'),
    ('avisar_historias', '*/5 * * * *')
  ) t (nombre, cada)
  union all
  select t.nombre, t.cada, t.orden
  from (values
    ('alarma', '3 seconds', $q$select interno.llamar_funcion('alarma') where public.siguiente_envio() <= now() + interval '3 seconds'$q$),
    ('stripe-sweep', '*/5 * * * *',
      $q$select interno.llamar_funcion('stripe-sweep') where exists (select from interno.suscripciones_por_cancelar)$q$),
    ('archivos-sweep', '*/5 * * * *',
      $q$select interno.llamar_funcion('archivos-sweep') where exists (select from interno.archivos_por_borrar)$q$),
    -- pg_cron notes every run, and forgets none by itself.
    ('notas-de-cron', '33 4 * * *', $q$delete from cron.job_run_details where end_time < now() - interval '1 day'$q$)
  ) t (nombre, cada, orden)
$$;
comment on function interno.tareas is
  'Every repeated work: its name, when (as cron writes it, UTC), and the statement. Functions that must run outside of the database are called through interno.llamar_funcion.';

create function interno.secreto(nombre text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return null;
  end if;
  return (select s.decrypted_secret from vault.decrypted_secrets s where s.name = secreto.nombre);
end
$$;
comment on function interno.secreto is 'For the owner: a secret of Supabase''s vault, or null.';

create function interno.llamar_funcion(nombre text) returns bigint
language plpgsql set search_path = '' as $$
declare
  donde constant text := interno.secreto('amparo_functions_url');
  llave constant text := interno.secreto('amparo_service_key');
begin
  if donde is null or llave is null then
    raise exception using message = 'Faltan en vault los secretos amparo_functions_url y amparo_service_key (docs/hosted.md).';
  end if;
  return net.http_post(
    url := rtrim(donde, '/') || '/' || nombre,
    headers := jsonb_build_object('authorization', 'Bearer ' || llave, 'content-type', 'application/json'),
    body := '{}'::jsonb, timeout_milliseconds := 20000
  );
end
$$;
comment on function interno.llamar_funcion is
  'For pg_cron, as owner: calls an edge function with the service key through pg_net, which sends it after the commit. Returns the request''s number.';

create function interno.programar_tareas() returns int
language plpgsql set search_path = '' as $$
declare
  tarea record;
  programadas int := 0;
begin
  if to_regclass('cron.job') is null then
    raise exception using message = 'Falta la extensión pg_cron.';
  end if;
  perform cron.unschedule(j.jobid) from cron.job j
  where j.jobname like 'amparo %' and not exists (select from interno.tareas() t where 'amparo ' || t.nombre = j.jobname);
  for tarea in select * from interno.tareas() loop
    begin
      perform cron.schedule('amparo ' || tarea.nombre, tarea.cada, tarea.orden);
    exception when others then
      -- pg_cron before 1.5 knows no seconds.
      perform cron.schedule('amparo ' || tarea.nombre, '* * * * *', tarea.orden);
    end;
    programadas := programadas + 1;
  end loop;
  return programadas;
end
$$;
comment on function interno.programar_tareas is
  'For the owner: has pg_cron do every repeated work; again, it writes the schedule anew. Returns how many there are.';

-- What this installation lacks ------------------------------------------------------------------------------------------------

create function interno.revisar_casa() returns table (que text, bien boolean, falta text)
language plpgsql stable security definer set search_path = '' as $$
declare
  nuestra constant boolean := to_regnamespace('local_server') is not null;
  con_cron constant boolean := to_regclass('cron.job') is not null;
  con_net constant boolean := to_regnamespace('net') is not null;
begin
  return query select 'administradora', exists (select from interno.administradoras),
    'Nadie administra: con la cuenta ya confirmada, select interno.establecer_admin(''correo'');';
  return query select 'contenido', exists (select from public.salas_comunidad) and exists (select from public.numeros_emergencia)
    and exists (select from public.politicas_legales), 'Falta aplicar supabase/seed.sql.';
  return query select 'archivos', count(*) = 3, 'Faltan depósitos de archivos: aplica supabase/seed.sql.'
    from storage.buckets where id in ('profiles', 'biblioteca', 'podcast');
  return query select 'en vivo', count(*) >= 9, 'A la publicación supabase_realtime le faltan tablas: aplica las migraciones.'
    from pg_catalog.pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public';
  return query select 'vías de la alarma', coalesce(interno.ajuste('vias_de_alarma'), '') <> '',
    'Di qué vías hay: update interno.ajustes set valor = ''correo push'' where clave = ''vias_de_alarma'';';

  if not nuestra then
    return query select 'pg_cron', con_cron, 'Activa la extensión pg_cron y llama select interno.programar_tareas();';
    return query select 'pg_net', con_net, 'Activa la extensión pg_net: sin ella nadie llama a la función alarma.';
    return query select 'secreto ' || s.nombre, interno.secreto(s.nombre) is not null,
      format('Guárdalo en vault: select vault.create_secret(''…'', %L);', s.nombre)
      from unnest(array['amparo_functions_url', 'amparo_service_key']) s (nombre);
  end if;
  if con_cron and not nuestra then
    return query select 'tarea ' || t.nombre, j.jobid is not null and j.active, 'select interno.programar_tareas();'
      from interno.tareas() t left join cron.job j on j.jobname = 'amparo ' || t.nombre;
    return query select 'última vez de ' || substr(d.jobname, 8), false, coalesce(left(d.return_message, 300), '')
      from (
        select distinct on (r.jobid) j.jobname, r.status, r.return_message
        from cron.job_run_details r join cron.job j on j.jobid = r.jobid
        where j.jobname like 'amparo %' and r.end_time is not null order by r.jobid, r.end_time desc
      ) d where d.status = 'failed';
  end if;

  -- By what is left undone, whoever should do it.
  return query select 'mensajes de la alarma', not exists (
      select from interno.envios e where e.terminado_en is null and e.intentos = 0 and e.vence < now() - interval '2 minutes'
        and (e.caduca is null or e.caduca > now())
    ), 'Hay mensajes que nadie toma desde hace minutos: nadie llama a la función alarma.';
  return query select 'bajas', not exists (
      select from interno.bajas_pendientes b where b.efectiva_en < now() - interval '1 hour'
        and not exists (select from interno.administradoras a where a.user_id = b.user_id)
    ), 'Hay cuentas cuyo día pasó y siguen ahí: nadie llama a interno.cumplir_bajas().';
  return query select 'caminos', not exists (
      select from interno.acompanamientos c where c.termina_en < now() - interval '1 hour' and c.latitud is not null
    ), 'Hay lugares de caminos que terminaron: nadie llama a interno.olvidar_caminos().';
end
$$;
comment on function interno.revisar_casa is
  'What an installation lacks: each thing, whether it is well, and what to do. Names no member.';

create function public.revisar_casa() returns table (que text, bien boolean, falta text)
language sql stable set search_path = '' begin atomic
  select r.que, r.bien, r.falta from interno.revisar_casa() r;
end;
comment on function public.revisar_casa is 'For whoever holds the service key (npm run doctor): see interno.revisar_casa.';

revoke all on function interno.tareas, interno.secreto, interno.llamar_funcion, interno.programar_tareas, interno.revisar_casa,
  public.revisar_casa from public, anon, authenticated;
grant execute on function interno.revisar_casa, public.revisar_casa to service_role;

-- Where no server of ours is, and the extensions can be had. What cannot be made here is made later, by the same call.
do $$
begin
  if to_regnamespace('local_server') is not null then
    return;
  end if;
  begin
    if exists (select from pg_available_extensions where name = 'pg_cron') then
      create extension if not exists pg_cron;
    end if;
  exception when others then
    raise notice 'pg_cron: %', sqlerrm;
  end;
  begin
    if exists (select from pg_available_extensions where name = 'pg_net') then
      create extension if not exists pg_net;
    end if;
  exception when others then
    raise notice 'pg_net: %', sqlerrm;
  end;
  if to_regclass('cron.job') is not null then
    perform interno.programar_tareas();
  end if;
end
$$;
