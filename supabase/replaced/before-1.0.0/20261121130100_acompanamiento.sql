-- «Acompáñame»: while she walks, the last place of hers that whoever holds the link may see. Nobody else sees any.

create table interno.acompanamientos (
  user_id uuid primary key references auth.users on delete cascade,
  codigo_hash bytea not null unique,
  termina_en timestamptz not null,
  terminado boolean not null default false,
  latitud double precision check (latitud between -90 and 90),
  longitud double precision check (longitud between -180 and 180),
  precision_m double precision check (precision_m >= 0),
  ubicacion_en timestamptz,
  check ((latitud is null) = (longitud is null) and (latitud is null) = (ubicacion_en is null)),
  check (not terminado or latitud is null)
);
comment on table interno.acompanamientos is
  'The one walk of a member that is or was shared: written and read through four functions alone. Of places only the last is kept, and none once it has ended.';
comment on column interno.acompanamientos.codigo_hash is
  'SHA-256 of the code in the link: who reads this table cannot open one.';
create index acompanamientos_termina_en_idx on interno.acompanamientos (termina_en);
alter table interno.acompanamientos enable row level security;
alter table interno.acompanamientos force row level security;
revoke all on interno.acompanamientos from anon, authenticated;

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
  'For the owner, every few minutes: erases the places of walks whose time is over, and a day later the walks. Returns how many ended now.';

create function interno.iniciar_acompanamiento(codigo text, horas int) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  usuaria constant uuid := auth.uid();
  huella bytea;
  fin timestamptz;
begin
  if usuaria is null or not interno.es_admitida() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  -- 32 letters of 64 are 192 bits: nobody finds one by trying.
  if codigo is null or codigo !~ '^[A-Za-z0-9_-]{32,64}$' or horas is null or horas not in (1, 4, 8) then
    raise exception using errcode = '23514', message = 'Elige 1, 4 u 8 horas.';
  end if;
  huella := sha256(convert_to(codigo, 'UTF8'));
  perform interno.olvidar_caminos();
  -- Asked twice because an answer got lost: the first one holds, also when it has been ended since.
  select a.termina_en into fin from interno.acompanamientos a where a.user_id = usuaria and a.codigo_hash = huella;
  if found then
    return fin;
  end if;
  perform interno.limitar('acompanamiento', array[30], array[interval '1 hour']);
  fin := now() + make_interval(hours => horas);
  insert into interno.acompanamientos as a (user_id, codigo_hash, termina_en) values (usuaria, huella, fin)
  on conflict (user_id) do update
    set codigo_hash = excluded.codigo_hash, termina_en = excluded.termina_en, terminado = false,
        latitud = null, longitud = null, precision_m = null, ubicacion_en = null;
  return fin;
end
$$;
comment on function interno.iniciar_acompanamiento is
  'Shares the walk of the member who asks under a code that her device made, for 1, 4 or 8 hours; a walk of hers under another code ends. Returns when it ends.';

create function interno.compartir_posicion(
  codigo text, latitud double precision, longitud double precision, precision_m double precision, edad_ms double precision
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.olvidar_caminos();
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
  'Replaces the last place of her walk; edad_ms is how old it is. False once the walk has ended: then nothing is kept.';

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
  'Ends her walk at once and erases its place. Returns whether there was one.';

-- The one function that visitors run. It stands in public with its owner's rights, so that they have none in interno.
create function public.ver_camino(codigo text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  camino interno.acompanamientos;
begin
  perform interno.olvidar_caminos();
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
    'hace_s', floor(extract(epoch from now() - camino.ubicacion_en))
  );
end
$$;
comment on function public.ver_camino is
  'For whoever holds the link, without an account: where she is, how old that is, and whether it has ended; null for a link that leads nowhere. Never says who she is.';

-- What members are given asks as whoever asks.
create function public.iniciar_acompanamiento(codigo text, horas int) returns timestamptz
language sql set search_path = '' begin atomic
  select interno.iniciar_acompanamiento(codigo, horas);
end;
comment on function public.iniciar_acompanamiento is 'Starts sharing her walk: see interno.iniciar_acompanamiento.';
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
comment on function public.terminar_acompanamiento is 'Ends sharing her walk: see interno.terminar_acompanamiento.';
revoke all on function
  interno.iniciar_acompanamiento, interno.compartir_posicion, interno.terminar_acompanamiento,
  public.iniciar_acompanamiento, public.compartir_posicion, public.terminar_acompanamiento, public.ver_camino
  from public, anon, authenticated;
grant execute on function
  interno.iniciar_acompanamiento, interno.compartir_posicion, interno.terminar_acompanamiento,
  public.iniciar_acompanamiento, public.compartir_posicion, public.terminar_acompanamiento
  to authenticated, service_role;
grant execute on function public.ver_camino to anon, authenticated, service_role;
revoke all on function interno.olvidar_caminos from public, anon, authenticated;

-- The press of the button as it went on: forwards only, by her alone.
grant update (estado, canal, contacto_id) on public.eventos_peligro to authenticated;
create policy "una usuaria dice qué pasó con sus propios eventos" on public.eventos_peligro
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);

create function interno.avanzar_evento() returns trigger
language plpgsql set search_path = '' as $$
declare
  pasos constant text[] := array['preparado', 'abierto', 'confirmado_por_usuaria'];
begin
  if array_position(pasos, new.estado) < array_position(pasos, old.estado) then
    raise exception using errcode = '23514', message = 'Una alerta no puede volver atrás.';
  end if;
  -- Where it was handed over says only the step that opened it.
  if new.estado = old.estado and (new.canal, new.contacto_id) is distinct from (old.canal, old.contacto_id) then
    -- A contact that is deleted for good leaves its event behind (foreign key, set null).
    if new.contacto_id is not null or new.canal is distinct from old.canal then
      raise exception using errcode = '23514', message = 'Una alerta no puede cambiar de destino.';
    end if;
  end if;
  return new;
end
$$;
comment on function interno.avanzar_evento is
  'Trigger: an event goes from preparado to abierto to confirmado_por_usuaria and never back; canal and contact change only with it.';
create trigger avanzar before update of estado, canal, contacto_id on public.eventos_peligro
  for each row execute function interno.avanzar_evento();
create trigger preparar_cambio before update of contacto_id on public.eventos_peligro
  for each row execute function interno.preparar_evento();
revoke all on function interno.avanzar_evento from public, anon, authenticated;
