-- Circles: chat rooms, their messages, and the video rooms that members open from them.

-- Addresses that the function create-daily-room issued; only the functions (service_role) know this table.
create table public.salas_emitidas (
  room_url text primary key check (interno.es_enlace(room_url)),
  user_id uuid references auth.users on delete set null,
  emitida_en timestamptz not null default now(),
  vence_en timestamptz not null default now() + interval '2 hours',
  check (vence_en <= emitida_en + interval '24 hours')
);
comment on table public.salas_emitidas is
  'Video addresses issued by create-daily-room, written by service_role alone: no other address can be linked to a chat room.';
create index salas_emitidas_user_id_idx on public.salas_emitidas (user_id, emitida_en);
alter table public.salas_emitidas enable row level security;
alter table public.salas_emitidas force row level security;
revoke all on public.salas_emitidas from anon, authenticated;
grant all on public.salas_emitidas to service_role;

create table public."Salas" (
  id uuid primary key default gen_random_uuid(),
  nombre text check (char_length(nombre) <= 200),
  tema text check (char_length(tema) <= 500),
  room_url text not null check (interno.es_enlace(room_url)),
  esta_activa boolean not null default true,
  -- Beside the specified columns.
  vence_en timestamptz,
  creada_por uuid default auth.uid() references interno.perfiles on delete set null,
  creada_en timestamptz not null default now()
);
comment on table public."Salas" is
  'Video rooms: a member adds them; others see one only while it is active and its address was issued and has not expired.';
comment on column public."Salas".vence_en is 'When the issued address ends; null for an address that was never issued, which nobody else sees.';
create index "Salas_creada_por_idx" on public."Salas" (creada_por);

alter table public."Salas" enable row level security;
alter table public."Salas" force row level security;
revoke all on public."Salas" from anon, authenticated;
grant select, delete,
  insert (id, nombre, tema, room_url, esta_activa), update (nombre, tema, esta_activa)
  on public."Salas" to authenticated;
grant all on public."Salas" to service_role;

create policy "las usuarias leen las salas de video abiertas" on public."Salas"
  for select to authenticated using (
    (select interno.es_admitida())
    and ((esta_activa and vence_en > now()) or creada_por = (select auth.uid()) or (select interno.es_admin()))
  );
create policy "una usuaria agrega una sala de video" on public."Salas"
  for insert to authenticated with check ((select interno.es_admitida()) and creada_por = (select auth.uid()));
create policy "la admin cambia salas de video" on public."Salas"
  for update to authenticated using ((select interno.es_admin())) with check ((select interno.es_admin()));
create policy "la admin borra salas de video" on public."Salas"
  for delete to authenticated using ((select interno.es_admin()));

-- With its owner's rights: no member may read which addresses were issued, nor to whom.
create function interno.fechar_sala_video() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.limitar('sala de video', array[10], array[interval '1 hour']);
  new.vence_en := (
    select vence_en from public.salas_emitidas
    where room_url = new.room_url and (auth.uid() is null or user_id = auth.uid())
  );
  return new;
end
$$;
comment on function interno.fechar_sala_video is 'Trigger: a video room ends when its issued address does; an address that was not issued to her has no end and no readers.';
create trigger fechar before insert on public."Salas"
  for each row execute function interno.fechar_sala_video();

create table public.salas_comunidad (
  id uuid primary key default gen_random_uuid(),
  nombre text not null check (char_length(nombre) <= 100 and interno.tiene_texto(nombre)),
  descripcion text check (char_length(descripcion) <= 500),
  -- Any other value than the ten of the app is shown with a generic icon.
  icono text check (char_length(icono) <= 50),
  created_at timestamptz not null default now(),
  -- Beside the specified columns.
  sala_video_id uuid unique references public."Salas" on delete set null,
  visible boolean not null default true,
  clave text unique,
  editado_en timestamptz
);
comment on table public.salas_comunidad is
  'Chat rooms: every member reads them and may link a video room; everything else is the admin''s to write.';
create index salas_comunidad_created_at_idx on public.salas_comunidad (created_at desc);

alter table public.salas_comunidad enable row level security;
alter table public.salas_comunidad force row level security;
revoke all on public.salas_comunidad from anon, authenticated;
grant select, delete, insert (id, nombre, descripcion, icono, created_at, visible),
  update (nombre, descripcion, icono, created_at, visible, sala_video_id) on public.salas_comunidad to authenticated;
grant all on public.salas_comunidad to service_role;

create policy "las usuarias leen las salas visibles, la admin todas" on public.salas_comunidad
  for select to authenticated using ((select interno.es_admitida()) and (visible or (select interno.es_admin())));
create policy "la admin agrega salas" on public.salas_comunidad
  for insert to authenticated with check ((select interno.es_admin()));
-- What a member may change of a room is only its video room: the trigger below.
create policy "las usuarias enlazan una sala de video, la admin cambia todo" on public.salas_comunidad
  for update to authenticated
  using ((select interno.es_admitida()) and (visible or (select interno.es_admin())))
  with check ((select interno.es_admitida()));
create policy "la admin borra salas" on public.salas_comunidad
  for delete to authenticated using ((select interno.es_admin()));

create function interno.vigilar_enlace() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' or interno.es_admin() then
    return new;
  end if;
  if to_jsonb(new) - 'sala_video_id' <> to_jsonb(old) - 'sala_video_id' then
    raise exception using errcode = '42501', message = 'Solo la administradora puede cambiar una sala.';
  end if;
  if old.sala_video_id is not null and exists (
    select from public."Salas" where id = old.sala_video_id and esta_activa and vence_en > now()
  ) then
    raise exception using errcode = 'PT409', message = 'Esta sala ya tiene una llamada abierta.';
  end if;
  if not exists (select from public."Salas" where id = new.sala_video_id and esta_activa and vence_en > now()) then
    raise exception using errcode = 'PT403', message = 'Esa dirección no es de una llamada nuestra.';
  end if;
  return new;
end
$$;
comment on function interno.vigilar_enlace is
  'Trigger: a member sets sala_video_id alone (42501), only while it is empty or its room has ended (PT409), only to an issued address (PT403).';
create trigger vigilar_enlace before update on public.salas_comunidad
  for each row execute function interno.vigilar_enlace();
create trigger marcar_edicion before update of nombre, descripcion, icono, created_at, visible on public.salas_comunidad
  for each row execute function interno.marcar_edicion();

create table public.mensajes_sala (
  id uuid primary key default gen_random_uuid(),
  sala_id uuid not null references public.salas_comunidad on delete cascade,
  -- Null once its author has left: shown as «Anónimo».
  user_id uuid references interno.perfiles on delete set null,
  contenido text not null check (char_length(contenido) <= 2000 and interno.tiene_texto(contenido)),
  tipo text not null default 'texto' check (tipo in ('texto')),
  -- Not now(): messages of one transaction keep their order.
  creado_en timestamptz not null default clock_timestamp()
);
comment on table public.mensajes_sala is 'Chat messages: every member reads them and writes her own; author or admin may remove one.';
create index mensajes_sala_sala_id_idx on public.mensajes_sala (sala_id, creado_en, id);
create index mensajes_sala_user_id_idx on public.mensajes_sala (user_id);

alter table public.mensajes_sala enable row level security;
alter table public.mensajes_sala force row level security;
revoke all on public.mensajes_sala from anon, authenticated;
grant select, delete, insert (id, sala_id, user_id, contenido, tipo) on public.mensajes_sala to authenticated;
grant all on public.mensajes_sala to service_role;

create policy "las usuarias leen los mensajes" on public.mensajes_sala
  for select to authenticated using ((select interno.es_admitida()));
create policy "una usuaria escribe en una sala que ve" on public.mensajes_sala
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and exists (select from public.salas_comunidad s where s.id = sala_id)
  );
create policy "borran un mensaje su autora y la admin" on public.mensajes_sala
  for delete to authenticated using (
    ((select interno.es_admitida()) and (select auth.uid()) = user_id) or (select interno.es_admin())
  );

create function interno.limitar_mensajes() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.contenido := btrim(new.contenido, E' \t\r\n');
  perform interno.limitar('mensaje', array[5, 30], array[interval '5 seconds', interval '1 minute']);
  return new;
end
$$;
comment on function interno.limitar_mensajes is 'Trigger: messages are stored trimmed, at most 5 in 5 seconds and 30 in a minute (PT429).';
create trigger limitar before insert on public.mensajes_sala
  for each row execute function interno.limitar_mensajes();

revoke all on all functions in schema interno from public, anon;
