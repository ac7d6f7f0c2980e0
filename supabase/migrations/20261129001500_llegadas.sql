-- «¿Llegaste?»: a timer that does not need her phone. She says where to and until when; the service reminds her own devices, and at
-- the time opens an alert, phone on or off, unless her word came before. The table is hers to read; written through functions alone.
create table public.llegadas (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  cliente_id uuid not null,
  destino text check (char_length(destino) <= 120 and interno.tiene_texto(destino)),
  nota text check (char_length(nota) <= 500 and interno.tiene_texto(nota)),
  vence_en timestamptz not null,
  contactos uuid[] check (cardinality(contactos) between 1 and 50),
  cada_h int check (cada_h in (1, 2, 4)),
  hasta timestamptz,
  estado text not null default 'activa' check (estado in ('activa', 'llego', 'disparada', 'cancelada')),
  alerta_id uuid references public.alertas on delete set null,
  latitud double precision check (latitud between -90 and 90),
  longitud double precision check (longitud between -180 and 180),
  precision_m double precision check (precision_m >= 0 and precision_m < 1e9),
  lugar_en timestamptz,
  creada_en timestamptz not null default now(),
  terminada_en timestamptz,
  unique (user_id, cliente_id),
  check ((cada_h is null) = (hasta is null)),
  check (hasta >= vence_en),
  check ((latitud is null) = (longitud is null) and (latitud is null) = (lugar_en is null)),
  -- A place is kept for the alert alone: what has ended has none.
  check (estado = 'activa' or latitud is null),
  check ((estado = 'activa') = (terminada_en is null))
);
comment on table public.llegadas is
  'Timers «¿Llegaste?»: the member''s alone to read, written through functions alone. At vence_en an active one opens an alert.';
comment on column public.llegadas.contactos is 'Whom the alert goes to; null: everybody who accepted. A contact who left is passed over.';
comment on column public.llegadas.cada_h is 'A repeated check: asked every so many hours, and the last time at hasta.';
create index llegadas_user_id_idx on public.llegadas (user_id, creada_en);
create index llegadas_alerta_id_idx on public.llegadas (alerta_id);
create index llegadas_terminada_en_idx on public.llegadas (terminada_en) where terminada_en is not null;
alter table public.llegadas enable row level security;
alter table public.llegadas force row level security;
alter table public.llegadas replica identity full;
revoke all on public.llegadas from anon, authenticated;
grant select on public.llegadas to authenticated;
grant all on public.llegadas to service_role;
create policy "una usuaria lee sus propias llegadas" on public.llegadas
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
alter publication supabase_realtime add table public.llegadas;

-- When it moves --------------------------------------------------------------------------------------------------------------

create function interno.siguiente_paso(vence timestamptz, repetida boolean, ahora timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select min(cuando) from (values
    -- A question in the night needs longer to wake her.
    (case when repetida then vence - interval '15 minutes' end),
    (vence - interval '5 minutes'), (vence - interval '1 minute'), (vence)
  ) as pasos (cuando)
  where cuando > ahora or cuando = vence
$$;
comment on function interno.siguiente_paso is
  'When a timer has something to do next: a notice 5 minutes and 1 minute before (15 too where it repeats), then its time.';

create function interno.agendar_llegada(cual public.llegadas, ahora timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
begin
  delete from interno.pendientes p
  where p.user_id = cual.user_id and p.tipo = 'llegada' and p.datos ->> 'llegada' = cual.id::text;
  if cual.estado = 'activa' then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, datos)
    values (
      'llegada', 1, interno.siguiente_paso(cual.vence_en, cual.cada_h is not null, ahora), cual.user_id,
      jsonb_build_object('llegada', cual.id)
    );
  end if;
end
$$;
comment on function interno.agendar_llegada is 'Puts the next step of a timer, and no other, among what is due.';

-- What she calls -------------------------------------------------------------------------------------------------------------

create function interno.iniciar_llegada(
  cliente_id uuid, destino text, nota text, vence_en timestamptz, contactos uuid[], cada_h int, hasta timestamptz, reloj timestamptz
) returns public.llegadas
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  quien constant uuid := interno.exigir_admitida();
  -- What her device's clock is ahead or behind: «in half an hour» is half an hour, whatever time it believes to be.
  desfase constant interval := coalesce(now() - iniciar_llegada.reloj, interval '0');
  vence constant timestamptz := iniciar_llegada.vence_en + desfase;
  fin constant timestamptz := iniciar_llegada.hasta + desfase;
  elegidos constant uuid[] := (select array_agg(distinct c) from unnest(iniciar_llegada.contactos) c);
  -- Asked again after a lost answer, «in half an hour» is a moment later.
  holgura constant interval := interval '2 minutes';
  nueva public.llegadas;
begin
  if iniciar_llegada.cliente_id is null then
    raise exception using errcode = '23514', message = 'Falta con qué reconocerla.';
  end if;
  -- The same start twice, since an answer got lost: the first one counts. Whatever else has this id is not what she asks for now, and
  -- an answer would tell her that it runs.
  perform pg_advisory_xact_lock(hashtextextended('llegadas ' || quien, 0));
  select * into nueva from public.llegadas l where l.user_id = quien and l.cliente_id = iniciar_llegada.cliente_id;
  if found and nueva.estado <> 'activa' then
    raise exception using errcode = 'PT410', message = 'Ese ya terminó. Presiona otra vez para activar uno nuevo.';
  end if;
  if found then
    if (nueva.destino, nueva.nota, nueva.contactos, nueva.cada_h)
        is distinct from (
          nullif(btrim(iniciar_llegada.destino), ''), nullif(btrim(iniciar_llegada.nota), ''), elegidos, iniciar_llegada.cada_h
        )
      or (nueva.vence_en between vence - holgura and vence + holgura) is not true
      or (nueva.hasta is null and fin is null or nueva.hasta between fin - holgura and fin + holgura) is not true then
      raise exception using errcode = 'PT409',
        message = 'Ya está activo uno que pediste antes, con otra hora u otros datos: míralo en la lista. Si quieres este también, presiona otra vez.';
    end if;
    return nueva;
  end if;
  if vence is null or vence <= now() or vence > now() + interval '24 hours' then
    raise exception using errcode = '23514', message = 'Elige una hora dentro de las próximas 24 horas.';
  end if;
  if (iniciar_llegada.cada_h is null) <> (fin is null) or fin < vence or fin > now() + interval '24 hours' then
    raise exception using errcode = '23514', message = 'Elige hasta qué hora te preguntamos, dentro de las próximas 24 horas.';
  end if;
  if exists (
    select from unnest(elegidos) c
    where c is null or not exists (select from public.contactos_emergencia e where e.id = c and e.user_id = quien and e.activo)
  ) then
    raise exception using errcode = 'PT404', message = 'Ese contacto ya no está en tu lista.';
  end if;
  perform interno.limitar('llegada', array[20], array[interval '1 day']);
  insert into public.llegadas (user_id, cliente_id, destino, nota, vence_en, contactos, cada_h, hasta)
  values (
    quien, iniciar_llegada.cliente_id, nullif(btrim(iniciar_llegada.destino), ''), nullif(btrim(iniciar_llegada.nota), ''), vence,
    elegidos, iniciar_llegada.cada_h, fin
  )
  returning * into nueva;
  perform interno.agendar_llegada(nueva);
  return nueva;
end
$$;

select interno.poner_cupo(
  'public.llegadas', 'la casa', 'Twenty a day (interno.iniciar_llegada), kept a week after they end.', rechaza => false
);

comment on function interno.iniciar_llegada is
  'Starts a timer of the member who asks, by its device''s id, and returns it: the same one twice changes nothing. An id that is another''s is refused: PT409 where that one runs, PT410 where it has ended. reloj is what her device''s clock said, so that a wrong one moves nothing. Twenty a day (PT429); PT404 for a contact that is not hers; 23514 for a time that is past or more than a day away.';

create function interno.mia_y_activa(llegada uuid) returns public.llegadas
language plpgsql set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  cual public.llegadas;
begin
  select * into cual from public.llegadas l
  where l.user_id = quien and (l.id = llegada or l.cliente_id = llegada) for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esa llegada ya no está.';
  end if;
  return case when cual.estado = 'activa' then cual end;
end
$$;
comment on function interno.mia_y_activa is
  'Her timer by its id or the device''s, locked; null where it is not active any more, PT404 where she has none.';

create function interno.fingir_llegada(llegada uuid, prueba text) returns public.llegadas
language plpgsql set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  cual public.llegadas;
begin
  if not interno.es_segundo(quien, prueba) then
    return null;
  end if;
  select * into cual from public.llegadas l where l.user_id = quien and (l.id = llegada or l.cliente_id = llegada);
  if cual.estado = 'activa' then
    perform interno.fingir(quien, cual.id);
  elsif cual.estado = 'disparada' then
    -- Its time was over before her word came.
    perform interno.fingir(quien, cual.id);
    perform interno.fingir_cierre(a.id) from public.alertas a where a.id = cual.alerta_id and a.estado <> 'cerrada';
  else
    return null;
  end if;
  return cual;
end
$$;
comment on function interno.fingir_llegada is
  'A word on a timer with the proof of the second PIN: the timer, or the alert that it has opened, goes on and says so. Null for any other proof.';

create function interno.prolongar_llegada(llegada uuid, minutos int, visto timestamptz, prueba text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  cual public.llegadas := interno.mia_y_activa(llegada);
  fingida public.llegadas;
begin
  if minutos is null or minutos not between 1 and 120 then
    raise exception using errcode = '23514', message = 'Elige entre 1 y 120 minutos.';
  end if;
  fingida := interno.fingir_llegada(llegada, prueba);
  if fingida.id is not null then
    return greatest(fingida.vence_en, now()) + make_interval(mins => minutos);
  end if;
  if cual.id is null then
    return null;
  end if;
  -- Its answer got lost, and she still sees the time of before: nobody would look for her a quarter of an hour later than she believes.
  if cual.vence_en <> visto then
    return cual.vence_en;
  end if;
  cual.vence_en := greatest(cual.vence_en, now()) + make_interval(mins => minutos);
  if cual.vence_en > now() + interval '24 hours' then
    raise exception using errcode = '23514', message = 'Elige una hora dentro de las próximas 24 horas.';
  end if;
  delete from interno.coacciones c where c.user_id = cual.user_id and c.cual = cual.id;
  update public.llegadas l set vence_en = cual.vence_en, hasta = case when l.hasta < cual.vence_en then cual.vence_en else l.hasta end
  where l.id = cual.id returning * into cual;
  perform interno.agendar_llegada(cual);
  return cual.vence_en;
end
$$;
comment on function interno.prolongar_llegada is
  'A later time, never more than a day away. Returns it, and leaves the timer as it is for the proof of the second PIN; null where the timer is not active any more.';

create function interno.responder_llegada(llegada uuid, prueba text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  cual public.llegadas := interno.mia_y_activa(llegada);
  fingida constant public.llegadas := interno.fingir_llegada(llegada, prueba);
begin
  if fingida.id is not null then
    return case when now() < fingida.hasta - interval '20 minutes' then least(now() + make_interval(hours => fingida.cada_h), fingida.hasta) end;
  end if;
  if cual.id is null then
    return null;
  end if;
  delete from interno.coacciones c where c.user_id = cual.user_id and c.cual = cual.id;
  if cual.cada_h is null then
    raise exception using errcode = '23514', message = 'Esta llegada no se repite.';
  end if;
  -- The answer to the last question, or so shortly before it that nobody would ask again.
  if now() >= cual.hasta - interval '20 minutes' then
    perform interno.terminar_llegada(cual.id, 'llego', null);
    return null;
  end if;
  update public.llegadas l set vence_en = least(now() + make_interval(hours => l.cada_h), l.hasta)
  where l.id = cual.id returning * into cual;
  perform interno.agendar_llegada(cual);
  return cual.vence_en;
end
$$;
comment on function interno.responder_llegada is
  '«Todo bien»: when she is asked next, the last time at hasta. Null where that was the last time, or it is not active any more.';

create function interno.terminar_llegada(llegada uuid, motivo text, prueba text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  cual public.llegadas := interno.mia_y_activa(llegada);
begin
  if motivo is null or motivo not in ('llego', 'cancelada') then
    raise exception using errcode = '23514', message = 'Falta cómo terminó.';
  end if;
  -- It goes on, asks her nothing more, and its alert says so.
  if (interno.fingir_llegada(llegada, prueba)).id is not null then
    return true;
  end if;
  if cual.id is null then
    return false;
  end if;
  update public.llegadas l set
    estado = motivo, terminada_en = now(), latitud = null, longitud = null, precision_m = null, lugar_en = null
  where l.id = cual.id returning * into cual;
  perform interno.agendar_llegada(cual);
  return true;
end
$$;
comment on function interno.terminar_llegada is
  '«Ya llegué» (llego) or «Ya no voy» (cancelada): ends it and erases its place; with the proof of the second PIN it goes on, and is answered as if it had ended. False where it was not active any more.';

create function interno.lugar_de_llegada(
  llegada uuid, latitud double precision, longitud double precision, precision_m double precision, tomada_en timestamptz
) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  cual public.llegadas;
begin
  perform interno.limitar('lugar_de_llegada', array[30], array[interval '1 minute']);
  cual := interno.mia_y_activa(llegada);
  if cual.id is null then
    return false;
  end if;
  if lugar_de_llegada.latitud = 'nan' or lugar_de_llegada.longitud = 'nan' or lugar_de_llegada.latitud is null
    or lugar_de_llegada.longitud is null or (lugar_de_llegada.latitud = 0 and lugar_de_llegada.longitud = 0) then
    raise exception using errcode = '23514', message = 'Esa ubicación no es posible.';
  end if;
  update public.llegadas l set
    latitud = lugar_de_llegada.latitud, longitud = lugar_de_llegada.longitud, precision_m = lugar_de_llegada.precision_m,
    lugar_en = least(coalesce(lugar_de_llegada.tomada_en, now()), now())
  where l.id = cual.id;
  return true;
end
$$;
comment on function interno.lugar_de_llegada is
  'Her last place, kept for the alert alone, at most 30 times in a minute (PT429). False once the timer has ended: then nothing is kept.';

-- What the service does by itself --------------------------------------------------------------------------------------------

create function interno.preguntar_llegada(cual public.llegadas, ahora timestamptz) returns void
language sql set search_path = '' as $$
  -- To each of her devices in which she is still in. The words stand in the service worker; nothing of hers travels.
  select interno.encolar_envio(
    'llegada', 'push', 1, s.user_id, format('llegada:%s:%s:%s', cual.id, extract(epoch from ahora)::bigint, s.id),
    caduca => cual.vence_en, suscripcion_id => s.id,
    datos => jsonb_build_object('segundos', greatest(1, ceil(extract(epoch from cual.vence_en - ahora))))
  )
  from public.suscripciones_push s
  where s.user_id = cual.user_id and interno.sesion_abierta(s.user_id, s.sesion)
$$;
comment on function interno.preguntar_llegada is 'Asks her, on each of her devices in which she is in, whether she has arrived.';

create function interno.disparar_llegada(cual public.llegadas) returns void
language plpgsql set search_path = '' as $$
declare
  alerta uuid;
begin
  alerta := interno.levantar(
    -- After an hour without the service it is not a press that comes late: her phone has nothing to do with it.
    cual.user_id, cual.cliente_id, 'llegada', greatest(cual.vence_en, now() - interval '30 minutes'), 0,
    concat_ws(E'\n', case when cual.cada_h is null then 'Iba a: ' else 'Estaba en: ' end || cual.destino, cual.nota), cual.contactos
  );
  if exists (select from interno.coacciones c where c.user_id = cual.user_id and c.cual = cual.id) then
    perform interno.fingir_cierre(alerta);
  end if;
  -- Where a press has opened one already, its newer place stays.
  update public.alertas a set
    latitud = cual.latitud, longitud = cual.longitud, precision_m = cual.precision_m, lugar_en = cual.lugar_en
  where a.id = alerta and cual.latitud is not null and (a.lugar_en is null or a.lugar_en < cual.lugar_en);
  update public.llegadas l set
    estado = 'disparada', terminada_en = now(), alerta_id = alerta, latitud = null, longitud = null, precision_m = null, lugar_en = null
  where l.id = cual.id;
end
$$;
comment on function interno.disparar_llegada is
  'Her word did not come: an alert, or the one that is open, gets her note and last place, for the contacts whom she chose.';

create function interno.atender_llegada(pendiente interno.pendientes, ahora timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  cual public.llegadas;
begin
  select * into cual from public.llegadas l
  where l.id = (pendiente.datos ->> 'llegada')::uuid and l.estado = 'activa' for update;
  if not found then
    return;
  end if;
  if cual.vence_en <= ahora then
    perform interno.disparar_llegada(cual);
  else
    if not exists (select from interno.coacciones c where c.user_id = cual.user_id and c.cual = cual.id) then
      perform interno.preguntar_llegada(cual, ahora);
    end if;
    perform interno.agendar_llegada(cual, ahora);
  end if;
end
$$;
comment on function interno.atender_llegada is
  'What a timer has to do now: notices to her own devices before its time, at its time the alert. Called by interno.atender_pendientes.';

create function interno.olvidar_llegadas() returns void
language sql set search_path = '' as $$
  delete from public.llegadas where terminada_en < now() - interval '7 days'
$$;
comment on function interno.olvidar_llegadas is 'To be called daily: where she went, and with whom, goes a week after it ended.';

-- The functions of the API, with the rights of the caller.
create function public.iniciar_llegada(
  cliente_id uuid, destino text, nota text, vence_en timestamptz, contactos uuid[] default null, cada_h int default null,
  hasta timestamptz default null, reloj timestamptz default null
) returns public.llegadas
language sql set search_path = '' begin atomic
  select interno.iniciar_llegada(cliente_id, destino, nota, vence_en, contactos, cada_h, hasta, reloj);
end;
comment on function public.iniciar_llegada is '«¿Llegaste?»: see interno.iniciar_llegada.';
create function public.prolongar_llegada(
  llegada uuid, minutos int default 15, visto timestamptz default null, prueba text default null
) returns timestamptz
language sql set search_path = '' begin atomic
  select interno.prolongar_llegada(llegada, minutos, visto, prueba);
end;
comment on function public.prolongar_llegada is '«15 minutos más»: see interno.prolongar_llegada.';
create function public.responder_llegada(llegada uuid, prueba text default null) returns timestamptz
language sql set search_path = '' begin atomic
  select interno.responder_llegada(llegada, prueba);
end;
comment on function public.responder_llegada is '«Todo bien»: see interno.responder_llegada.';
create function public.terminar_llegada(llegada uuid, motivo text default 'llego', prueba text default null) returns boolean
language sql set search_path = '' begin atomic
  select interno.terminar_llegada(llegada, motivo, prueba);
end;
comment on function public.terminar_llegada is '«Ya llegué»: see interno.terminar_llegada.';
create function public.lugar_de_llegada(
  llegada uuid, latitud double precision, longitud double precision, precision_m double precision, tomada_en timestamptz
) returns boolean
language sql set search_path = '' begin atomic
  select interno.lugar_de_llegada(llegada, latitud, longitud, precision_m, tomada_en);
end;
comment on function public.lugar_de_llegada is 'Where she is now: see interno.lugar_de_llegada.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.iniciar_llegada, public.prolongar_llegada, public.responder_llegada, public.terminar_llegada, public.lugar_de_llegada
  from anon, authenticated, public;
grant execute on function
  interno.iniciar_llegada, interno.prolongar_llegada, interno.responder_llegada, interno.terminar_llegada, interno.lugar_de_llegada,
  public.iniciar_llegada, public.prolongar_llegada, public.responder_llegada, public.terminar_llegada, public.lugar_de_llegada
  to authenticated, service_role;
