-- Diary and agenda: the member's alone, in every verb; and the reminders of the agenda.

-- Diary: two devices never overwrite each other unseen, and a search answers without a word of hers in an address -------------

create table public.diario_personal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  fecha date not null check (fecha between '2000-01-01' and '2199-12-31'),
  tipo text not null default 'texto' check (tipo in ('texto')),
  contenido text not null check (char_length(contenido) <= 200000 and interno.tiene_texto(contenido)),
  archivo_url text check (interno.es_enlace(archivo_url)),
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  basada_en timestamptz,
  unique (user_id, fecha)
);
comment on table public.diario_personal is 'Diary, one entry a day: the member''s alone; not even the admin reads it.';
comment on column public.diario_personal.basada_en is
  'What the writer knew: actualizado_en of the version before her, -infinity for none. Left out, nothing is compared.';

alter table public.diario_personal enable row level security;
alter table public.diario_personal force row level security;
revoke all on public.diario_personal from anon, authenticated;
grant select, delete, insert (id, user_id, fecha, tipo, contenido, basada_en), update (id, user_id, fecha, tipo, contenido, basada_en)
  on public.diario_personal to authenticated;
grant all on public.diario_personal to service_role;

create policy "una usuaria lee su propio diario" on public.diario_personal
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria escribe en su propio diario" on public.diario_personal
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia su propio diario" on public.diario_personal
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria borra de su propio diario" on public.diario_personal
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

create function interno.recortar_entrada() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.contenido := btrim(new.contenido, E' \t\r\n');
  return new;
end
$$;
comment on function interno.recortar_entrada is 'Trigger: diary text is stored trimmed.';
create trigger recortar before insert or update of contenido on public.diario_personal
  for each row execute function interno.recortar_entrada();
create trigger sellar before update on public.diario_personal
  for each row execute function interno.sellar();

create function interno.comparar_entrada() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.basada_en is not null and new.basada_en <> old.actualizado_en then
    raise exception using errcode = 'PT409', message = 'Esta entrada cambió en otra pestaña o dispositivo.';
  end if;
  return new;
end
$$;
comment on function interno.comparar_entrada is
  'Trigger: refuses (PT409) a text that was written without knowing the version that is there now.';
-- Only where the writer names the column: a plain upsert, which does not, goes through as ever.
create trigger comparar before update of basada_en on public.diario_personal
  for each row execute function interno.comparar_entrada();
select interno.poner_cupo(
  'public.diario_personal', 'tu diario', 'Twenty years of days; ten of 10 kB each. A day''s writing saves itself every few seconds.',
  'user_id', 8000, 40000000, 20000, 256000000
);

create function interno.plegar(texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(
    lower(normalize(texto, nfc)),
    'áéíóúàèìòùâêîôûäëïöüãõñç' || E'\t\n\r' || U&'\00a0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\2028\2029\202f\205f\3000\feff',
    'aeiouaeiouaeiouaeiouaonc' || repeat(' ', 22)
  )
$$;
comment on function interno.plegar is 'A text for comparing: no capitals, no accents, every blank a plain one, letter by letter the same length.';

-- A search reads a whole diary: it is not asked for thirty times in a minute.
create function public.buscar_en_diario(texto text) returns table (fecha date, extracto text)
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_column
declare
  quien constant uuid := auth.uid();
  aguja constant text := btrim(interno.plegar(left(texto, 200)));
begin
  perform interno.limitar('buscar en el diario', array[30], array[interval '1 minute']);
  return query
  with hallado as (
    select d.fecha, normalize(d.contenido, nfc) as contenido, position(aguja in interno.plegar(d.contenido)) as donde
    from public.diario_personal d
    where d.user_id = quien and aguja <> ''
  )
  select h.fecha, substr(h.contenido, greatest(1, h.donde - 60), 160)
  from hallado h where h.donde > 0
  order by h.fecha desc
  limit 100;
end
$$;
comment on function public.buscar_en_diario is
  'Her own entries in which a text occurs, newest first, each with the words around it; capitals and accents do not matter. At most 30 times in a minute (PT429).';

-- Agenda --------------------------------------------------------------------------------------------------------------------

create table public.agenda_personal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  titulo text not null check (char_length(titulo) <= 200 and interno.tiene_texto(titulo)),
  tipo text not null default 'evento' check (tipo in ('evento', 'cita', 'recordatorio', 'cumpleaños')),
  fecha date not null check (fecha between '1900-01-01' and '2199-12-31'),
  hora time,
  notificar boolean not null default true,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
comment on table public.agenda_personal is 'Agenda: the member''s alone. Without hora it is for the whole day.';
create index agenda_personal_user_id_idx on public.agenda_personal (user_id, fecha, hora);
create index agenda_personal_notificar_idx on public.agenda_personal (fecha) where notificar;
create index agenda_personal_cumple_idx on public.agenda_personal
  (extract(month from fecha), extract(day from fecha)) where notificar and tipo = 'cumpleaños';

alter table public.agenda_personal enable row level security;
alter table public.agenda_personal force row level security;
revoke all on public.agenda_personal from anon, authenticated;
grant select, delete, insert (id, user_id, titulo, tipo, fecha, hora, notificar),
  update (id, user_id, titulo, tipo, fecha, hora, notificar) on public.agenda_personal to authenticated;
grant all on public.agenda_personal to service_role;

create policy "una usuaria lee su propia agenda" on public.agenda_personal
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria agrega a su propia agenda" on public.agenda_personal
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia su propia agenda" on public.agenda_personal
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria borra de su propia agenda" on public.agenda_personal
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create trigger sellar before update on public.agenda_personal
  for each row execute function interno.sellar();
select interno.poner_cupo('public.agenda_personal', 'tu agenda', 'Three events a day for ten years.', 'user_id', 10000, 5000000, 3000, 3000000);

-- Where her devices can be reached ------------------------------------------------------------------------------------------

-- Reminders reach only devices in which she is still in: one that was closed, or whose account was suspended, stays silent.
create table public.suscripciones_push (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  endpoint text not null check (char_length(endpoint) <= 1000 and endpoint ~ '^https?://[^\s<>"''\\]+$'),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{80,100}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{16,32}$'),
  zona_horaria text not null constraint suscripciones_push_zona_corta check (char_length(zona_horaria) <= 64),
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  sesion uuid,
  unique (user_id, endpoint)
);
comment on table public.suscripciones_push is
  'Devices that asked for reminders: the member''s alone. Which addresses are really pushed to, the sender decides.';
comment on column public.suscripciones_push.sesion is
  'The session that last wrote the row; reminders go while it is open. Null in rows written without a session (a migration, a function): while any session of hers is.';

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

-- An address that somebody planted with her own session would hear of her timers and appointments for ever. So what throws others out
-- (a new password, closing other devices) stops all of them: each device claims its own again when the app is next open there, which
-- is at once where she is.
create function interno.soltar_avisos(cuenta uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.suscripciones_push set sesion = '00000000-0000-0000-0000-000000000000' where user_id = cuenta
$$;
comment on function interno.soltar_avisos is
  'No device of an account is pushed to until it claims its row again (writes it, with a session that is open). For the auth API, and for cerrar_equipo.';

create function interno.sigue_suya(fila public.suscripciones_push) returns boolean
language sql stable set search_path = '' as $$
  select interno.sesion_abierta(fila.user_id, fila.sesion)
    -- So that a device that was not open meanwhile finds its row, and claims it.
    or (fila.sesion = '00000000-0000-0000-0000-000000000000' and fila.actualizado_en > now() - interval '30 days')
$$;
comment on function interno.sigue_suya is 'Whether a row may be pushed to, or has to be claimed again first (interno.soltar_avisos): for thirty days.';

create function interno.soltar_avisos_al_cambiar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.soltar_avisos(new.id);
  return null;
end
$$;
comment on function interno.soltar_avisos_al_cambiar is 'Trigger on auth.users: a new password stops what is pushed to her devices.';
create trigger soltar_avisos after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function interno.soltar_avisos_al_cambiar();

create function interno.preparar_suscripcion_push() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Whose session it is, the token says; functions and migrations have none.
  -- Nobody may write the column but interno.soltar_avisos.
  if tg_op = 'INSERT' or new.sesion is not distinct from old.sesion then
    new.sesion := coalesce((auth.jwt() ->> 'session_id')::uuid, new.sesion);
  end if;
  if tg_op = 'INSERT' then
    -- Two requests at once must not both find the last free place.
    perform pg_advisory_xact_lock(hashtextextended('suscripciones_push ' || new.user_id, 0));
    delete from public.suscripciones_push s
    where s.user_id = new.user_id and not interno.sigue_suya(s) and s.endpoint <> new.endpoint;
    if (select count(*) from public.suscripciones_push s
        where s.user_id = new.user_id and s.endpoint <> new.endpoint and interno.sesion_abierta(s.user_id, s.sesion)) >= 20 then
      raise exception using errcode = 'PT422', message = 'Puedes recibir avisos en hasta 20 dispositivos.';
    end if;
  end if;
  if tg_op = 'INSERT' or new.zona_horaria is distinct from old.zona_horaria then
    begin
      perform now() at time zone new.zona_horaria;
    exception when invalid_parameter_value then
      -- She is asked what time it is there: the hour of another place would remind her of things that are over.
      raise exception using errcode = '22023', message = 'No reconocemos la zona horaria de este dispositivo.';
    end;
  end if;
  new.actualizado_en := now();
  return new;
end
$$;
comment on function interno.preparar_suscripcion_push is
  'Trigger: whose session writes it; forgets devices of sessions that ended; at most 20 devices of a member (PT422); a time zone that is unknown is refused (22023).';
create trigger preparar before insert or update on public.suscripciones_push
  for each row execute function interno.preparar_suscripcion_push();
select interno.poner_cupo(
  'public.suscripciones_push', 'tus avisos', 'Twenty devices (interno.preparar_suscripcion_push).', 'user_id', 40, 80000, 1000, 2000000
);

-- What has been sent --------------------------------------------------------------------------------------------------------

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

create function interno.cumple(nacida date, dia date) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select nacida <= dia and extract(month from nacida) = extract(month from dia) and (
    extract(day from nacida) = extract(day from dia)
    or (to_char(nacida, 'MMDD') = '0229' and to_char(dia, 'MMDD') = '0228' and to_char(dia + 1, 'MMDD') = '0301')
  )
$$;
comment on function interno.cumple is
  'Whether a birthday falls on a day: every year from its own on; that of a leap day on the 28th in other years.';

-- Members take turns: ten thousand events on one day, on twenty devices, would come before everybody else's. In one round each
-- member's come in turn, and of one day no more than fifty.
create function interno.tomar_recordatorios(ahora timestamptz default now(), maximo int default 100)
returns table (id uuid, endpoint text, p256dh text, auth text, segundos int)
language sql volatile set search_path = '' as $$
  with ocurrencias as (
    select o.* from (
      -- A day around now covers every time zone.
      select e.id as evento_id, e.user_id, e.hora, e.actualizado_en, d.dia::date as dia,
        row_number() over (partition by e.user_id, d.dia order by e.hora nulls first, e.id) as turno
      from generate_series((ahora at time zone 'UTC')::date - 1, (ahora at time zone 'UTC')::date + 1, interval '1 day') d (dia)
      join public.agenda_personal e on e.notificar and (
        e.fecha = d.dia::date or (
          e.tipo = 'cumpleaños'
          and extract(month from e.fecha) = extract(month from d.dia)
          and interno.cumple(e.fecha, d.dia::date)
        )
      )
    ) o where o.turno <= 50
  ), momentos as (
    select o.evento_id, o.dia, o.hora, o.user_id, o.actualizado_en, s.id as suscripcion_id, s.endpoint, s.p256dh, s.auth, s.creado_en,
      case when o.hora is null then (o.dia + time '09:00') at time zone s.zona_horaria
        else ((o.dia + o.hora) at time zone s.zona_horaria) - interval '1 hour' end as vence,
      case when o.hora is null then (o.dia + 1)::timestamp at time zone s.zona_horaria
        else (o.dia + o.hora) at time zone s.zona_horaria end as hasta
    from ocurrencias o join public.suscripciones_push s on s.user_id = o.user_id
    where interno.sesion_abierta(s.user_id, s.sesion)
  ), debidos as (
    -- What she wrote down after its moment had passed needs no reminder: she has just written it.
    select m.*, row_number() over (partition by m.user_id order by m.vence, m.evento_id, m.suscripcion_id) as turno
    from momentos m
    where m.vence <= ahora and m.hasta > ahora and m.actualizado_en <= m.vence and m.creado_en <= m.vence
      and not exists (
        select from interno.recordatorios ya
        where ya.suscripcion_id = m.suscripcion_id and ya.evento_id = m.evento_id and ya.dia = m.dia
          and ya.hora is not distinct from m.hora and not (ya.estado = 'por repetir' and ya.repetir_en <= ahora)
      )
  ), tomados as (
    insert into interno.recordatorios as r (suscripcion_id, evento_id, dia, hora)
    select suscripcion_id, evento_id, dia, hora from debidos d
    order by d.turno, d.vence
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
  'Takes the reminders that are due, each once whoever asks, members in turn: an hour before, or at nine for a whole day, on the clock of each device whose session is open; of one day fifty of a member at most. segundos: how long it is still worth delivering.';

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
  delete from interno.recordatorios where dia < current_date - 7;
  delete from public.suscripciones_push s where not interno.sigue_suya(s)
$$;
comment on function interno.olvidar_recordatorios is
  'To be called daily: forgets which reminders were sent more than a week ago, and devices whose session ended.';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.buscar_en_diario from public, anon, authenticated;
grant execute on function interno.plegar, public.buscar_en_diario to authenticated, service_role;
grant execute on function interno.soltar_avisos to supabase_auth_admin;
