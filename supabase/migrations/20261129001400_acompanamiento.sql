-- «Acompáñame»: while she is on her way, anyone who has the link may see her last place. Nobody else sees any.
-- A link shows the sharing it was made for, and never another: a code is spent by its first start, for ever, and one in the app's
-- form can be started only by the device that made it.
create table interno.acompanamientos (
  user_id uuid primary key references auth.users on delete cascade,
  codigo_hash bytea not null unique,
  termina_en timestamptz not null,
  terminado boolean not null default false,
  latitud double precision check (latitud between -90 and 90),
  longitud double precision check (longitud between -180 and 180),
  precision_m double precision check (precision_m >= 0),
  ubicacion_en timestamptz,
  empezado_en timestamptz not null default now(),
  check ((latitud is null) = (longitud is null) and (latitud is null) = (ubicacion_en is null)),
  check (not terminado or latitud is null)
);
comment on table interno.acompanamientos is
  'The one location sharing of a member, running or over: written and read through four functions alone. Of places only the last is kept, and none once it has ended.';
comment on column interno.acompanamientos.codigo_hash is
  'SHA-256 of the code in the link: who reads this table cannot open one.';
create index acompanamientos_termina_en_idx on interno.acompanamientos (termina_en);
-- No number, or one without end, is a place. Not asked of rows that are older than this rule.
alter table interno.acompanamientos add constraint acompanamientos_precision_finita check (precision_m < 1e9) not valid;
alter table interno.acompanamientos enable row level security;
alter table interno.acompanamientos force row level security;
revoke all on interno.acompanamientos from anon, authenticated;
select interno.poner_cupo('interno.acompanamientos', 'la casa', 'One row for each member, through its functions alone.', rechaza => false);

create table interno.codigos_usados (
  huella bytea primary key,
  usado_el date not null default current_date
);
comment on table interno.codigos_usados is
  'SHA-256 of every code that a sharing was started with: none starts a second one. Not whose it was; nobody may read it.';
alter table interno.codigos_usados enable row level security;
alter table interno.codigos_usados force row level security;
revoke all on interno.codigos_usados from anon, authenticated;

create function interno.olvidar_caminos(ahora timestamptz default now()) returns int
language plpgsql security definer set search_path = '' as $$
declare
  cambiados int;
begin
  delete from interno.acompanamientos where termina_en < ahora - interval '1 day';
  update interno.acompanamientos
  set terminado = true, latitud = null, longitud = null, precision_m = null, ubicacion_en = null
  where termina_en <= ahora and not terminado;
  get diagnostics cambiados = row_count;
  return cambiados;
end
$$;
comment on function interno.olvidar_caminos is
  'For the owner, every few minutes: erases the places of sharings whose time is over, and a day later the sharings. Returns how many ended now.';

create function interno.iniciar_acompanamiento(codigo text, horas int, secreto text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  usuaria constant uuid := auth.uid();
  marca bytea;
  fin timestamptz;
begin
  if usuaria is null or not interno.es_admitida() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  -- 32 letters of 64 are 192 bits: nobody finds one by trying.
  if codigo is null or codigo !~ '^[A-Za-z0-9_-]{32,64}$' or horas is null or horas not in (1, 4, 8) then
    raise exception using errcode = '23514', message = 'Elige 1, 4 u 8 horas.';
  end if;
  marca := sha256(convert_to(codigo, 'UTF8'));
  -- The same start twice at once, since an answer got lost: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('acompanamiento ' || usuaria, 0));
  -- Asked twice: the first one counts, also when it has been ended since.
  select a.termina_en into fin from interno.acompanamientos a where a.user_id = usuaria and a.codigo_hash = marca;
  if found then
    return fin;
  end if;
  -- 43 letters are a fingerprint: only who knows what it was taken of made this code. Someone who was sent the link knows the
  -- code alone, and could otherwise start with it before her own device has reached us.
  if char_length(codigo) = 43 and (
    secreto is null or char_length(secreto) not between 32 and 64
    or codigo <> translate(encode(sha256(convert_to(secreto, 'UTF8')), 'base64'), '+/=', '-_')
  ) then
    raise exception using errcode = 'PT409', message = 'Ese enlace ya no sirve. Empieza de nuevo con otro.';
  end if;
  perform interno.limitar('acompanamiento', array[30], array[interval '1 hour']);
  -- One answer for a code of hers that is over and for anybody else's, and not a word of whose.
  insert into interno.codigos_usados (huella) values (marca) on conflict do nothing;
  if not found then
    raise exception using errcode = 'PT409', message = 'Ese enlace ya no sirve. Empieza de nuevo con otro.';
  end if;
  fin := now() + make_interval(hours => horas);
  insert into interno.acompanamientos as a (user_id, codigo_hash, termina_en) values (usuaria, marca, fin)
  on conflict (user_id) do update
    set codigo_hash = excluded.codigo_hash, empezado_en = excluded.empezado_en, termina_en = excluded.termina_en, terminado = false,
        latitud = null, longitud = null, precision_m = null, ubicacion_en = null;
  return fin;
end
$$;

select interno.poner_cupo(
  'interno.codigos_usados', 'la casa', 'Thirty starts an hour at most (interno.iniciar_acompanamiento), 40 bytes each.', rechaza => false
);

comment on function interno.iniciar_acompanamiento is
  'Starts the location sharing of the caller under a code that her device made, for 1, 4 or 8 hours; one of hers under another code ends. Returns when it ends. PT409 for a code that was ever used, by anybody, and for one of 43 letters without the secret whose SHA-256 it is.';

create function interno.compartir_posicion(
  codigo text, latitud double precision, longitud double precision, precision_m double precision, edad_ms double precision
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if codigo is null or codigo !~ '^[A-Za-z0-9_-]{32,64}$' then
    return false;
  end if;
  -- Places are counted for her own sharing alone: calls with made-up codes do not spend what her device needs.
  if not exists (
    select from interno.acompanamientos a
    where a.user_id = auth.uid() and a.codigo_hash = sha256(convert_to(codigo, 'UTF8')) and not a.terminado
  ) then
    return false;
  end if;
  -- Her device says it every fifteen seconds.
  perform interno.limitar('posicion', array[30], array[interval '1 minute']);
  if latitud = 'nan' or longitud = 'nan' or (latitud = 0 and longitud = 0) then
    raise exception using errcode = '23514', message = 'Esa ubicación no es posible.';
  end if;
  -- Her device says how old the place is, not when it was: its clock may be wrong.
  update interno.acompanamientos a
  set latitud = compartir_posicion.latitud, longitud = compartir_posicion.longitud,
      precision_m = compartir_posicion.precision_m,
      ubicacion_en = now() - make_interval(secs => least(greatest(coalesce(edad_ms, 0), 0), 86400000) / 1000.0)
  where a.user_id = auth.uid() and a.codigo_hash = sha256(convert_to(codigo, 'UTF8'))
    and not a.terminado and a.termina_en > now() and interno.es_admitida();
  return found;
end
$$;
comment on function interno.compartir_posicion is
  'Replaces the last place of her sharing, at most 30 times in a minute (PT429); edad_ms is how old it is. False once the sharing has ended: then nothing is kept.';

create function interno.terminar_acompanamiento(codigo text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update interno.acompanamientos a
  set terminado = true, termina_en = least(a.termina_en, now()),
      latitud = null, longitud = null, precision_m = null, ubicacion_en = null
  where a.user_id = auth.uid() and a.codigo_hash = sha256(convert_to(codigo, 'UTF8')) and not a.terminado;
  return found;
end
$$;
comment on function interno.terminar_acompanamiento is
  'Ends her location sharing at once and erases its place. Returns whether there was one.';

-- A contact who follows her calls the number of where she is, not that of where the contact is.
create function public.ver_camino(codigo text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  camino interno.acompanamientos;
begin
  -- What no device ever makes is not looked for.
  if codigo is null or codigo !~ '^[A-Za-z0-9_-]{32,64}$' then
    return null;
  end if;
  select * into camino from interno.acompanamientos a where a.codigo_hash = sha256(convert_to(codigo, 'UTF8'));
  if camino.user_id is null then
    return null;
  end if;
  if camino.terminado or camino.termina_en <= now() then
    return jsonb_build_object('terminado', true, 'termino_hace_s', floor(extract(epoch from now() - camino.termina_en)));
  end if;
  return jsonb_build_object(
    'terminado', false,
    'termina_en_s', floor(extract(epoch from camino.termina_en - now())),
    'latitud', camino.latitud,
    'longitud', camino.longitud,
    'precision_m', camino.precision_m,
    'hace_s', floor(extract(epoch from now() - camino.ubicacion_en)),
    'numero_emergencia', interno.numero_de_emergencia(camino.user_id),
    'numero_pais', interno.pais_de_emergencia(camino.user_id)
  );
end
$$;
comment on function public.ver_camino is
  'For anyone with the link, without an account: where she is, how old that is, and whether it has ended; null for a link that leads nowhere. Never says who she is.';

-- The functions of the API, with the rights of the caller.
create function public.iniciar_acompanamiento(codigo text, horas int, secreto text default null) returns timestamptz
language sql set search_path = '' begin atomic
  select interno.iniciar_acompanamiento(codigo, horas, secreto);
end;
comment on function public.iniciar_acompanamiento is 'Starts her location sharing: see interno.iniciar_acompanamiento.';
create function public.compartir_posicion(
  codigo text, latitud double precision, longitud double precision, precision_m double precision, edad_ms double precision
) returns boolean
language sql set search_path = '' begin atomic
  select interno.compartir_posicion(codigo, latitud, longitud, precision_m, edad_ms);
end;
comment on function public.compartir_posicion is 'Where she is now: see interno.compartir_posicion.';
create function public.terminar_acompanamiento(codigo text) returns boolean
language sql set search_path = '' begin atomic
  select interno.terminar_acompanamiento(codigo);
end;
comment on function public.terminar_acompanamiento is 'Ends her location sharing: see interno.terminar_acompanamiento.';

create function interno.mover_reloj(salto interval, pasaron interval) returns void
language plpgsql set search_path = '' as $$
declare
  atras constant boolean := salto < interval '0';
  aqui constant timestamptz := clock_timestamp();
  -- What was written since the server last looked may be by the new clock already.
  desde constant timestamptz := aqui - pasaron - interval '1 second';
begin
  -- Alerts first, then their messages, as interno.anotar_envios does it.
  update public.alertas a set
    pulsada_en = a.pulsada_en + salto, creada_en = a.creada_en + salto, sale_en = a.sale_en + salto,
    ultima_pulsacion = least(a.ultima_pulsacion + salto, aqui), ultima_senal = least(a.ultima_senal + salto, aqui),
    -- least would make a moment of none.
    avisada_en = case when a.avisada_en is not null then least(a.avisada_en + salto, aqui) end,
    lugar_en = case when a.lugar_en is not null then least(a.lugar_en + salto, aqui) end
  where a.estado <> 'cerrada' and a.creada_en not between desde and aqui;
  update interno.codigos_alerta c set sostiene_desde = c.sostiene_desde + salto
  from public.alertas a
  where a.id = c.alerta_id and a.estado <> 'cerrada' and case when atras then c.sostiene_desde > aqui else c.sostiene_desde < desde end;
  -- Nothing in the queue is ever due later than ten minutes from now, and nobody has a message in hand for longer than a minute. Who has
  -- one in hand keeps it: otherwise it would leave twice.
  update interno.envios e set
    tomado_hasta = case
      when e.tomado_hasta is null then null
      when atras then least(e.tomado_hasta, aqui + interval '60 seconds')
      when e.tomado_hasta <= aqui then e.tomado_hasta + salto
      else e.tomado_hasta end,
    -- After a jump forwards what is not due was put off by the new clock.
    vence = case when nuevo.es or not atras and e.vence > aqui then e.vence else least(e.vence + salto, aqui + interval '10 minutes') end,
    caduca = case when nuevo.es then e.caduca else e.caduca + salto end,
    creado_en = case when nuevo.es then e.creado_en else e.creado_en + salto end
  from interno.envios f, lateral (select f.creado_en between desde and aqui as es) nuevo
  where f.id = e.id and e.terminado_en is null;
  -- Forwards, a timer of hers stays at its moment: it may be that the machine stood still, as one of a provider's that is put aside for an
  -- hour, and that the hour has passed for her. It calls for help too early rather than an hour too late. Events and notices are of the calendar.
  update interno.pendientes p set vence = p.vence + salto, creado_en = p.creado_en + salto
  where p.tipo not in ('agenda', 'encuentro', 'comunicado', 'reparto') and (atras or p.tipo <> 'llegada') and p.creado_en not between desde and aqui;
  -- Her appointments, too: they are looked at anew.
  update interno.pendientes p set vence = least(p.vence, aqui) where p.tipo = 'agenda';
  update public.llegadas l set
    vence_en = l.vence_en + salto, hasta = l.hasta + salto, creada_en = l.creada_en + salto,
    lugar_en = case when l.lugar_en is not null then least(l.lugar_en + salto, aqui) end
  where atras and l.estado = 'activa' and l.creada_en not between desde and aqui;
  -- A step that she has just put anew, by asking for more time, stood by her timer's old moment.
  perform interno.agendar_llegada(l) from public.llegadas l
  where atras and l.estado = 'activa' and exists (
    select from interno.pendientes p
    where p.user_id = l.user_id and p.tipo = 'llegada' and p.datos ->> 'llegada' = l.id::text and p.creado_en between desde and aqui
  );
  -- A sharing that was over stays over, swept or not.
  update interno.acompanamientos c set
    empezado_en = c.empezado_en + salto, termina_en = c.termina_en + salto,
    ubicacion_en = case
      when c.ubicacion_en is null or c.ubicacion_en between desde and aqui then c.ubicacion_en
      else least(c.ubicacion_en + salto, aqui) end
  where not c.terminado and c.empezado_en not between desde and aqui;
  update interno.bajas_pendientes b set pedida_en = b.pedida_en + salto, efectiva_en = b.efectiva_en + salto
  where b.pedida_en not between desde and aqui;
  update interno.devoluciones d set pedida_en = d.pedida_en + salto, espera_desde = d.espera_desde + salto
  where d.detenida_en is null and d.entregada_en is null and d.espera_desde not between desde and aqui;
  if atras then
    -- What was counted lies in the time to come, and would shut her out until then.
    update interno.ritmos r set momentos = array(select m + salto from unnest(r.momentos) m order by m) where r.momentos <> '{}';
    update interno.frenos f set momentos = array(select m + salto from unnest(f.momentos) m order by m) where f.momentos <> '{}';
    update interno.gastos g set desde = g.desde + salto where g.desde > aqui;
    update interno.tomas t set hasta = t.hasta + salto where t.hasta > aqui + interval '15 minutes';
  end if;
end
$$;
comment on function interno.mover_reloj is
  'For the server: the clock was moved by so much, and so much time passed since it last checked. What waits (alerts, messages, sharings, deletions, counts) waits on for as long as it would have; timers too, but for a jump forwards, which may be time that has passed.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.ver_camino, public.iniciar_acompanamiento, public.compartir_posicion, public.terminar_acompanamiento
  from anon, authenticated, public;
grant execute on function
  interno.iniciar_acompanamiento, interno.compartir_posicion, interno.terminar_acompanamiento, public.iniciar_acompanamiento,
  public.compartir_posicion, public.terminar_acompanamiento
  to authenticated, service_role;
grant execute on function public.ver_camino to anon, authenticated, service_role;
