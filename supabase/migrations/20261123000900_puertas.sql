-- What holds at every door alike, ours and hosted Supabase's, since the rules themselves say it.

-- Hosted Supabase refuses an update or a delete of a request that names no row (safeupdate), in functions too.
create or replace function interno.avisar_historia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.estado = 'pendiente' and new.en_cola_desde <= now() then
    update public.pulso_revision set cambio = cambio + 1 where unica;
  end if;
  if tg_op = 'UPDATE' and new.estado <> old.estado then
    insert into public.senales as s (user_id)
    select a.user_id from interno.autorias_historias a where a.id = new.id
    on conflict (user_id) do update set cambio = s.cambio + 1;
  end if;
  return null;
end
$$;

create or replace function interno.renovar_fotos_pendientes() returns boolean
language plpgsql set search_path = '' as $$
begin
  -- What is blocked while this runs waits for the next time.
  delete from interno.fotos_por_renovar where true;
  if not found then
    return false;
  end if;
  perform interno.renovar_fotos(now() + interval '1 second');
  return true;
end
$$;

-- The second factor -------------------------------------------------------------------------------------------------------------

-- An account that has one opens nothing by its password alone, but for what calls for help: he who knows her password reads no word of
-- hers, and she who cannot find her codes is heard all the same. Nearly every rule asks interno.es_admitida once for each statement,
-- so this is asked there: a new table is covered by the rule that it needs anyway (supabase/tests/reglas.sql).

-- With its owner's rights: nobody reads the tables of accounts. Not what the token says of itself, but what has become of the session
-- that it was made for.
create function interno.mostro_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
  sesion text;
begin
  if not exists (select from auth.mfa_factors where user_id = quien and status = 'verified') then
    return true;
  end if;
  sesion := auth.jwt() ->> 'session_id';
  return exists (
    select from auth.sessions s where s.id::text = sesion and s.user_id = quien and s.aal in ('aal2', 'aal3')
  );
end
$$;
comment on function interno.mostro_factor is
  'Whether the session that asks has shown the second factor of its account; true where the account has none.';

create function interno.fue_admitida() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return exists (select from interno.admisiones where user_id = quien);
end
$$;
comment on function interno.fue_admitida is
  'Whether the account that asks was admitted, whatever its session has shown: for what calls for help, and nothing else.';

create or replace function interno.es_admitida() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.fue_admitida() and interno.mostro_factor();
end
$$;
comment on function interno.es_admitida is
  'Whether the account that asks was admitted, and its session has shown the second factor where there is one.';

create function interno.exigir_paso() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not interno.mostro_factor() then
    -- 401: it is answered otherwise as soon as she gives the code, so what waits on her device goes on waiting.
    raise exception using errcode = 'PT401', message = 'Primero da el código de tu verificación en dos pasos.';
  end if;
end
$$;
comment on function interno.exigir_paso is 'Refuses (PT401) a session that has not shown the second factor of its account.';

create or replace function interno.exigir_admitida() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if quien is null or not interno.fue_admitida() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  perform interno.exigir_paso();
  return quien;
end
$$;
comment on function interno.exigir_admitida is
  'The member who asks; 42501 for anybody else, PT401 where her session has not shown her second factor.';

-- What calls for help. A press is written and opens an alert, and places follow it; reading it, sending it at once, closing it and
-- drills wait for the code.
create function interno.exigir_auxilio() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if quien is null or not interno.fue_admitida() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return quien;
end
$$;
comment on function interno.exigir_auxilio is
  'The member who asks for help, whatever her session has shown; 42501 for anybody else.';

alter policy "una usuaria registra sus propios eventos" on public.eventos_peligro
  with check ((select interno.fue_admitida()) and (select auth.uid()) = user_id);

create or replace function interno.abrir_alerta(cliente_id uuid, pulsada_en timestamptz, pausa_s int, reloj timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  return interno.levantar(interno.exigir_auxilio(), cliente_id, 'boton', interno.por_su_reloj(pulsada_en, reloj), pausa_s);
end
$$;

create or replace function interno.agregar_lugar(
  alerta uuid, latitud double precision, longitud double precision, precision_m double precision, tomada_en timestamptz
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  cual constant uuid := interno.alerta_de(interno.exigir_auxilio(), alerta);
begin
  if latitud is null or longitud is null or latitud = 'nan' or longitud = 'nan' or abs(latitud) > 90 or abs(longitud) > 180
    or (latitud = 0 and longitud = 0) then
    raise exception using errcode = '23514', message = 'Esa ubicación no es posible.';
  end if;
  -- What arrives last holds, whatever time it claims: a place that somebody else planted does not outlive hers.
  update public.alertas a set
    latitud = agregar_lugar.latitud, longitud = agregar_lugar.longitud,
    precision_m = case when agregar_lugar.precision_m >= 0 and agregar_lugar.precision_m < 1e9 then agregar_lugar.precision_m end,
    lugar_en = case when tomada_en > now() - interval '7 days' and tomada_en < now() then tomada_en else now() end,
    ultima_senal = now()
  where a.id = cual and a.estado <> 'cerrada';
  return found;
end
$$;

-- Where the account itself is asked, outside of the rules.
create or replace function public.estoy_admitida() returns boolean
language sql stable set search_path = '' as $$
  select interno.exigir_paso();
  select interno.es_admitida()
$$;
comment on function public.estoy_admitida is
  'For the app: false means that nothing opens before declarar_identidad was called. PT401 where the second factor was not shown.';

create or replace function public.politica_pendiente() returns uuid
language sql stable set search_path = '' begin atomic
  select interno.exigir_paso();
  select vigente from interno.politica_vigente() vigente
  where not exists (
    select from public.aceptaciones_legales a where a.user_id = (select auth.uid()) and a.politica_id = vigente
  );
end;

create or replace function public.declarar_identidad(
  identidad text, codigo text default null, comparte_nombre boolean default false
) returns void
language sql volatile set search_path = '' as $$
  select interno.exigir_paso();
  select interno.declarar_identidad(identidad, codigo, comparte_nombre)
$$;

create or replace function public.retirar_registro() returns void
language sql volatile set search_path = '' as $$
  select interno.exigir_paso();
  select interno.retirar_registro()
$$;

create or replace function public.mis_sesiones()
returns table (id uuid, abierta_en timestamptz, usada_en timestamptz, navegador text, esta boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    coalesce(s.id = (auth.jwt() ->> 'session_id')::uuid, false)
  from auth.sessions s
  where (select interno.mostro_factor()) and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 3 desc
$$;

create function public.mis_equipos()
returns table (id uuid, nombre text, desde timestamptz, usado_en timestamptz, navegadores text[], este boolean, avisos int)
language sql stable security definer set search_path = '' as $$
  with abiertas as (
    select s.id, interno.equipo_de(s) as equipo, s.created_at, s.user_agent,
      greatest(s.created_at, s.refreshed_at at time zone 'utc') as usada_en
    from auth.sessions s
    where (select interno.mostro_factor()) and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  )
  select (array_agg(a.id order by a.usada_en desc, a.id))[1],
    -- The same on every screen of hers, and another one in every other account.
    upper(substr(md5(a.equipo || ' ' || auth.uid()), 1, 4)),
    min(a.created_at), max(a.usada_en),
    array_agg(distinct coalesce(a.user_agent, '')),
    coalesce(bool_or(a.id = (auth.jwt() ->> 'session_id')::uuid), false),
    (select count(*)::int from public.suscripciones_push p where p.user_id = auth.uid() and p.sesion = any (array_agg(a.id)))
  from abiertas a
  group by a.equipo
  order by 6 desc, 4 desc
$$;
comment on function public.mis_equipos is
  'Devices in which the account that asks is open, the one that asks first: a short name to tell them apart, since when, last renewed, by which browsers. A device is one mark (auth.sessions.tag), never one kind of browser; sessions without one stand for themselves. avisos: at how many push addresses notices reach it. No addresses.';

-- Closing a device of hers asks who she is: else somebody with her phone shuts her out of all the others.
create function public.cerrar_equipo(cual uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  este constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  equipo text;
  cerradas int;
begin
  perform interno.exigir_paso();
  select interno.equipo_de(una) into equipo from auth.sessions una where una.id = cual and una.user_id = quien;
  if equipo is null then
    return 0;
  end if;
  -- Leaving the device that she is on asks for nothing.
  if not exists (
    select from auth.sessions s where s.id = este and s.user_id = quien and interno.equipo_de(s) = equipo
  ) then
    perform interno.exigir_prueba();
    perform interno.soltar_avisos(quien);
  end if;
  delete from auth.sessions s where s.user_id = quien and interno.equipo_de(s) = equipo;
  get diagnostics cerradas = row_count;
  return cerradas;
end
$$;
comment on function public.cerrar_equipo is
  'Ends every session of the device that this session of hers is on, everywhere from the next request on; how many there were. None for a session that is not hers. Closing another one stops push to all of hers until each claims it again. PT428 without a proof of the last ten minutes, but for the device that asks.';

revoke all on function public.mis_equipos, public.cerrar_equipo from public, anon;
grant execute on function public.mis_equipos, public.cerrar_equipo to authenticated;

create or replace function public.cambios_pendientes() returns table (tipo text, pedido_en timestamptz, efectivo_en timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform interno.exigir_paso();
  return query select 'baja', b.pedida_en, b.efectiva_en from interno.bajas_pendientes b where b.user_id = auth.uid();
  if interno.tiene_servicio('pending_changes') then
    return query execute
      $consulta$select case c.kind when 'email' then 'correo' when 'phone' then 'telefono' else c.kind end, c.asked_at, c.due_at
      from local_server.pending_changes($1) c$consulta$ using auth.uid();
  end if;
end
$$;

create or replace function public.cancelar_cambio(tipo text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  hecho boolean := false;
begin
  perform interno.exigir_paso();
  if tipo = 'baja' then
    delete from interno.bajas_pendientes b where b.user_id = auth.uid();
    return found;
  end if;
  if interno.tiene_servicio('cancel_change') then
    execute 'select local_server.cancel_change($1, $2)' into hecho
    using auth.uid(), case tipo when 'correo' then 'email' when 'telefono' then 'phone' else tipo end;
  end if;
  return hecho;
end
$$;

revoke all on function interno.mostro_factor, interno.fue_admitida, interno.exigir_paso, interno.exigir_auxilio from public, anon;
grant execute on function interno.mostro_factor, interno.fue_admitida, interno.exigir_paso to authenticated, service_role;
