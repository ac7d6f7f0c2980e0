-- Reminders reach only devices in which she is still in: one that was closed, or whose account was suspended, stays silent.

alter table public.suscripciones_push add column sesion uuid;
comment on column public.suscripciones_push.sesion is
  'The session that last wrote the row; reminders go while it is open. Null in rows older than this column: while any session of hers is.';
grant select (sesion) on public.suscripciones_push to authenticated;

create function interno.sesion_abierta(quien uuid, cual uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.user_id = quien and (cual is null or s.id = cual) and (s.not_after is null or s.not_after > now())
      and (u.banned_until is null or u.banned_until <= now())
  )
$$;
comment on function interno.sesion_abierta is
  'Whether that session of an account, or with null any of hers, is open: neither closed nor past its end, the account not suspended.';
revoke all on function interno.sesion_abierta from public, anon, authenticated;

create or replace function interno.preparar_suscripcion_push() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Whose session it is, the token says; functions and migrations have none.
  new.sesion := coalesce((auth.jwt() ->> 'session_id')::uuid, new.sesion);
  if tg_op = 'INSERT' then
    -- Two requests at once must not both find the last free place.
    perform pg_advisory_xact_lock(hashtextextended('suscripciones_push ' || new.user_id, 0));
    delete from public.suscripciones_push s
    where s.user_id = new.user_id and not interno.sesion_abierta(s.user_id, s.sesion) and s.endpoint <> new.endpoint;
    if (select count(*) from public.suscripciones_push
        where user_id = new.user_id and endpoint <> new.endpoint) >= 20 then
      raise exception using errcode = 'PT422', message = 'Puedes recibir avisos en hasta 20 dispositivos.';
    end if;
  end if;
  begin
    perform now() at time zone new.zona_horaria;
  exception when invalid_parameter_value then
    -- A zone that this database does not know yet: the one of the server is closer than none.
    new.zona_horaria := interno.ajuste('zona_horaria');
  end;
  new.actualizado_en := now();
  return new;
end
$$;
comment on function interno.preparar_suscripcion_push is
  'Trigger: whose session writes it; forgets devices of sessions that ended; at most 20 devices of a member (PT422); a time zone that is unknown becomes the server''s.';
revoke all on function interno.preparar_suscripcion_push from public, anon, authenticated;

create or replace function interno.tomar_recordatorios(ahora timestamptz default now(), maximo int default 100)
returns table (id uuid, endpoint text, p256dh text, auth text, segundos int)
language sql volatile set search_path = '' as $$
  with ocurrencias as (
    -- A day around now covers every time zone.
    select e.id as evento_id, e.user_id, e.hora, e.actualizado_en, d.dia::date as dia
    from generate_series((ahora at time zone 'UTC')::date - 1, (ahora at time zone 'UTC')::date + 1, interval '1 day') d (dia)
    join public.agenda_personal e on e.notificar and (
      e.fecha = d.dia::date or (
        e.tipo = 'cumpleaños'
        and extract(month from e.fecha) = extract(month from d.dia)
        and interno.cumple(e.fecha, d.dia::date)
      )
    )
  ), momentos as (
    select o.evento_id, o.dia, o.hora, o.actualizado_en, s.id as suscripcion_id, s.endpoint, s.p256dh, s.auth, s.creado_en,
      case when o.hora is null then (o.dia + time '09:00') at time zone s.zona_horaria
        else ((o.dia + o.hora) at time zone s.zona_horaria) - interval '1 hour' end as vence,
      case when o.hora is null then (o.dia + 1)::timestamp at time zone s.zona_horaria
        else (o.dia + o.hora) at time zone s.zona_horaria end as hasta
    from ocurrencias o join public.suscripciones_push s on s.user_id = o.user_id
    where interno.sesion_abierta(s.user_id, s.sesion)
  ), debidos as (
    -- What she wrote down after its moment had passed needs no reminder: she has just written it.
    select * from momentos m
    where m.vence <= ahora and m.hasta > ahora and m.actualizado_en <= m.vence and m.creado_en <= m.vence
    order by m.vence
  ), tomados as (
    insert into interno.recordatorios as r (suscripcion_id, evento_id, dia, hora)
    select suscripcion_id, evento_id, dia, hora from debidos d
    where not exists (
      select from interno.recordatorios ya
      where ya.suscripcion_id = d.suscripcion_id and ya.evento_id = d.evento_id and ya.dia = d.dia
        and ya.hora is not distinct from d.hora and not (ya.estado = 'por repetir' and ya.repetir_en <= ahora)
    )
    limit maximo
    on conflict (suscripcion_id, evento_id, dia, hora) do update
      set estado = 'tomado', intentos = r.intentos + 1, tomado_en = ahora
      -- Somebody else took it in the same instant: then it is theirs.
      where r.estado = 'por repetir' and r.repetir_en <= ahora
    returning r.id, r.suscripcion_id, r.evento_id, r.dia, r.hora
  )
  select t.id, d.endpoint, d.p256dh, d.auth, greatest(1, extract(epoch from d.hasta - ahora))::int
  from tomados t join debidos d
    on d.suscripcion_id = t.suscripcion_id and d.evento_id = t.evento_id and d.dia = t.dia
    and d.hora is not distinct from t.hora
$$;
comment on function interno.tomar_recordatorios is
  'Takes the reminders that are due, each once whoever asks: an hour before, or at nine for a whole day, on the clock of each device whose session is open. segundos: how long it is still worth delivering.';
revoke all on function interno.tomar_recordatorios from public, anon, authenticated;

create or replace function interno.olvidar_recordatorios() returns void
language sql set search_path = '' as $$
  delete from interno.recordatorios where dia < current_date - 7;
  delete from public.suscripciones_push s where not interno.sesion_abierta(s.user_id, s.sesion)
$$;
comment on function interno.olvidar_recordatorios is
  'To be called daily: forgets which reminders were sent more than a week ago, and devices whose session ended.';
revoke all on function interno.olvidar_recordatorios from public, anon, authenticated;
