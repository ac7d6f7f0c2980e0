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
  comunicados boolean not null default false,
  unique (user_id, endpoint)
);
create index suscripciones_push_comunicados_idx on public.suscripciones_push (id) where comunicados;
comment on table public.suscripciones_push is
  'Devices that asked for reminders: the member''s alone. Which addresses are really pushed to, the sender decides.';
comment on column public.suscripciones_push.sesion is
  'The session that last wrote the row; reminders go while it is open. Null in rows written without a session (a migration, a function): while any session of hers is.';
comment on column public.suscripciones_push.comunicados is 'She agreed that this device says «Hay algo nuevo» when the team tells something.';
alter table public.suscripciones_push enable row level security;
alter table public.suscripciones_push force row level security;
revoke all on public.suscripciones_push from anon, authenticated;
grant select, delete, insert (user_id, endpoint, p256dh, auth, zona_horaria, comunicados), update (user_id, endpoint, p256dh, auth,
  zona_horaria, comunicados) on public.suscripciones_push to authenticated;
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

revoke all on all functions in schema interno from public, anon;
grant execute on function interno.soltar_avisos to supabase_auth_admin;
