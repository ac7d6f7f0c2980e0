-- A link of «Acompáñame» shows the walk it was made for, and never another: a code is spent by its first start, for ever, and
-- one in the app's form can be started only by the device that made it.

create table interno.codigos_usados (
  huella bytea primary key,
  usado_el date not null default current_date
);
comment on table interno.codigos_usados is
  'SHA-256 of every code that a walk was started with: none starts a second one. Not whose it was; nobody''s to read.';
alter table interno.codigos_usados enable row level security;
alter table interno.codigos_usados force row level security;
revoke all on interno.codigos_usados from anon, authenticated;
insert into interno.codigos_usados (huella) select codigo_hash from interno.acompanamientos;
select interno.poner_cupo('interno.codigos_usados', 'la casa', 'Thirty walks an hour at most (interno.iniciar_acompanamiento), 40 bytes each.', rechaza => false);

-- No number, or one without end, is a place.
alter table interno.acompanamientos add constraint acompanamientos_precision_finita check (precision_m < 1e9) not valid;

drop function public.iniciar_acompanamiento(text, int);
drop function interno.iniciar_acompanamiento(text, int);

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
  perform interno.olvidar_caminos();
  -- The same start twice at once, since an answer got lost: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('acompanamiento ' || usuaria, 0));
  -- Asked twice: the first one holds, also when it has been ended since.
  select a.termina_en into fin from interno.acompanamientos a where a.user_id = usuaria and a.codigo_hash = marca;
  if found then
    return fin;
  end if;
  -- 43 letters are a fingerprint: only who knows what it was taken of made this code. Whoever was sent the link knows the
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
    set codigo_hash = excluded.codigo_hash, termina_en = excluded.termina_en, terminado = false,
        latitud = null, longitud = null, precision_m = null, ubicacion_en = null;
  return fin;
end
$$;
comment on function interno.iniciar_acompanamiento is
  'Shares the walk of the member who asks under a code that her device made, for 1, 4 or 8 hours; a walk of hers under another code ends. Returns when it ends. PT409 for a code that was ever used, whoever used it, and for one of 43 letters without the secret whose SHA-256 it is.';

create function public.iniciar_acompanamiento(codigo text, horas int, secreto text default null) returns timestamptz
language sql set search_path = '' begin atomic
  select interno.iniciar_acompanamiento(codigo, horas, secreto);
end;
comment on function public.iniciar_acompanamiento is 'Starts sharing her walk: see interno.iniciar_acompanamiento.';

create or replace function interno.compartir_posicion(
  codigo text, latitud double precision, longitud double precision, precision_m double precision, edad_ms double precision
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if codigo is null or codigo !~ '^[A-Za-z0-9_-]{32,64}$' then
    return false;
  end if;
  -- Places are counted for her own walk alone: calls with made-up codes do not spend what her device needs.
  if not exists (
    select from interno.acompanamientos a
    where a.user_id = auth.uid() and a.codigo_hash = sha256(convert_to(codigo, 'UTF8')) and not a.terminado
  ) then
    return false;
  end if;
  -- Her device says it every fifteen seconds.
  perform interno.limitar('posicion', array[30], array[interval '1 minute']);
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
  'Replaces the last place of her walk, at most 30 times in a minute (PT429); edad_ms is how old it is. False once the walk has ended: then nothing is kept.';

create or replace function public.ver_camino(codigo text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  camino interno.acompanamientos;
begin
  -- What no device ever makes is not looked for.
  if codigo is null or codigo !~ '^[A-Za-z0-9_-]{32,64}$' then
    return null;
  end if;
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

revoke all on function interno.iniciar_acompanamiento, public.iniciar_acompanamiento from public, anon, authenticated;
grant execute on function interno.iniciar_acompanamiento, public.iniciar_acompanamiento to authenticated, service_role;
