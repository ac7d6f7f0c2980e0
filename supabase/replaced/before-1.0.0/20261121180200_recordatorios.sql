-- Reminders of the agenda: where each member's devices can be reached, and what has been sent already.

create table public.suscripciones_push (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  endpoint text not null check (char_length(endpoint) <= 1000 and endpoint ~ '^https?://[^\s<>"''\\]+$'),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{80,100}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{16,32}$'),
  zona_horaria text not null,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  unique (user_id, endpoint)
);
comment on table public.suscripciones_push is
  'Devices that asked for reminders: the member''s alone. Which addresses are really pushed to, the sender decides.';

alter table public.suscripciones_push enable row level security;
alter table public.suscripciones_push force row level security;
revoke all on public.suscripciones_push from anon, authenticated;
grant select, delete, insert (user_id, endpoint, p256dh, auth, zona_horaria),
  update (user_id, endpoint, p256dh, auth, zona_horaria) on public.suscripciones_push to authenticated;
grant all on public.suscripciones_push to service_role;

create policy "una usuaria lee sus propias suscripciones push" on public.suscripciones_push
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria agrega sus propias suscripciones push" on public.suscripciones_push
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia sus propias suscripciones push" on public.suscripciones_push
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria quita sus propias suscripciones push" on public.suscripciones_push
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

create function interno.preparar_suscripcion_push() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Two requests at once must not both find the last free place.
    perform pg_advisory_xact_lock(hashtextextended('suscripciones_push ' || new.user_id, 0));
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
  'Trigger: at most 20 devices of a member (PT422); a time zone that is unknown becomes the server''s.';
create trigger preparar before insert or update on public.suscripciones_push
  for each row execute function interno.preparar_suscripcion_push();

-- What has been sent ---------------------------------------------------------------------------------------------------

create table interno.recordatorios (
  id uuid primary key default gen_random_uuid(),
  suscripcion_id uuid not null references public.suscripciones_push on delete cascade,
  evento_id uuid not null references public.agenda_personal on delete cascade,
  dia date not null,
  hora time,
  estado text not null default 'tomado' check (estado in ('tomado', 'enviado', 'por repetir', 'rechazado')),
  intentos int not null default 1,
  repetir_en timestamptz,
  tomado_en timestamptz not null default now(),
  unique nulls not distinct (suscripcion_id, evento_id, dia, hora)
);
comment on table interno.recordatorios is
  'Which reminder went to which device, once: the row is written before anything is sent. Nobody reads it.';
create index recordatorios_evento_id_idx on interno.recordatorios (evento_id);
alter table interno.recordatorios enable row level security;
alter table interno.recordatorios force row level security;
revoke all on interno.recordatorios from anon, authenticated;

create index agenda_personal_notificar_idx on public.agenda_personal (fecha) where notificar;
create index agenda_personal_cumple_idx on public.agenda_personal
  (extract(month from fecha), extract(day from fecha)) where notificar and tipo = 'cumpleaños';

create function interno.cumple(nacida date, dia date) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select nacida <= dia and extract(month from nacida) = extract(month from dia) and (
    extract(day from nacida) = extract(day from dia)
    or (to_char(nacida, 'MMDD') = '0229' and to_char(dia, 'MMDD') = '0228' and to_char(dia + 1, 'MMDD') = '0301')
  )
$$;
comment on function interno.cumple is
  'Whether a birthday falls on a day: every year from its own on; that of a leap day on the 28th in other years.';

create function interno.tomar_recordatorios(ahora timestamptz default now(), maximo int default 100)
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
  'Takes the reminders that are due, each once whoever asks: an hour before, or at nine for a whole day, on the clock of each device. segundos: how long it is still worth delivering.';

create function interno.anotar_recordatorio(cual uuid, resultado text) returns void
language plpgsql set search_path = '' as $$
begin
  if resultado = 'ya no existe' then
    delete from public.suscripciones_push s using interno.recordatorios r where r.id = cual and s.id = r.suscripcion_id;
  elsif resultado = 'por repetir' then
    update interno.recordatorios r
    set estado = case when r.intentos < 6 then 'por repetir' else 'rechazado' end,
      repetir_en = now() + least(interval '20 minutes', interval '30 seconds' * 2 ^ (r.intentos - 1))
    where r.id = cual;
  else
    update interno.recordatorios r set estado = resultado where r.id = cual;
  end if;
end
$$;
comment on function interno.anotar_recordatorio is
  'How a reminder ended: enviado, rechazado, por repetir (again after a while, six times at most), or ya no existe: the device is forgotten.';

create function interno.olvidar_recordatorios() returns void
language sql set search_path = '' as $$
  delete from interno.recordatorios where dia < current_date - 7
$$;
comment on function interno.olvidar_recordatorios is 'To be called daily: forgets which reminders were sent more than a week ago.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  interno.tomar_recordatorios, interno.anotar_recordatorio, interno.olvidar_recordatorios, interno.cumple,
  interno.preparar_suscripcion_push
  from authenticated;
