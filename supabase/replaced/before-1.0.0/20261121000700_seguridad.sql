-- Safety: whom she trusts, and what happened when she pressed the button. Nobody else reads either.

create table public.contactos_emergencia (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  nombre text not null check (char_length(nombre) <= 100 and interno.tiene_texto(nombre)),
  telefono text not null check (interno.es_telefono(telefono)),
  prioridad int not null default 1 check (prioridad between 1 and 5),
  activo boolean not null default true,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
comment on table public.contactos_emergencia is
  'Trusted contacts: the member''s alone. activo = false means deleted; of several with one prioridad the oldest comes first.';
create index contactos_emergencia_user_id_idx on public.contactos_emergencia (user_id, activo, prioridad, creado_en);

alter table public.contactos_emergencia enable row level security;
alter table public.contactos_emergencia force row level security;
revoke all on public.contactos_emergencia from anon, authenticated;
grant select, delete on public.contactos_emergencia to authenticated;
grant insert (id, user_id, nombre, telefono, prioridad, activo) on public.contactos_emergencia to authenticated;
grant update (id, user_id, nombre, telefono, prioridad, activo) on public.contactos_emergencia to authenticated;
grant all on public.contactos_emergencia to service_role;

create policy "una usuaria lee sus propios contactos" on public.contactos_emergencia
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria agrega sus propios contactos" on public.contactos_emergencia
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia sus propios contactos" on public.contactos_emergencia
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria borra sus propios contactos" on public.contactos_emergencia
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

create function interno.preparar_contacto() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.nombre := btrim(new.nombre);
  new.telefono := interno.telefono_normal(new.telefono);
  return new;
end
$$;
comment on function interno.preparar_contacto is 'Trigger: a contact''s number is kept in international form, so that call and message links always work.';
create trigger preparar before insert or update of nombre, telefono on public.contactos_emergencia
  for each row execute function interno.preparar_contacto();
create trigger sellar before update on public.contactos_emergencia
  for each row execute function interno.sellar();

create function interno.limitar_contactos() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Two requests at once must not both find the last free place.
  perform pg_advisory_xact_lock(hashtextextended('contactos_emergencia ' || new.user_id, 0));
  if (select count(*) from public.contactos_emergencia where user_id = new.user_id and activo and id <> new.id) >= 50
    or (select count(*) from public.contactos_emergencia where user_id = new.user_id) >= 500
  then
    raise exception using errcode = 'PT422', message = 'Puedes guardar hasta 50 contactos de confianza.';
  end if;
  return new;
end
$$;
comment on function interno.limitar_contactos is 'Trigger: at most 50 contacts of a member are active (PT422), and 500 kept.';
create trigger limitar before insert on public.contactos_emergencia
  for each row execute function interno.limitar_contactos();
create trigger limitar_al_reactivar before update of activo on public.contactos_emergencia
  for each row when (new.activo and not old.activo) execute function interno.limitar_contactos();

create table public.eventos_peligro (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  latitud double precision check (latitud between -90 and 90),
  longitud double precision check (longitud between -180 and 180),
  mensaje text not null default 'Botón de pánico presionado' check (char_length(mensaje) <= 2000),
  enviado boolean not null default true,
  -- Beside the specified columns: what really happened.
  cliente_id uuid not null default gen_random_uuid(),
  estado text not null default 'preparado' check (estado in ('preparado', 'abierto', 'confirmado_por_usuaria')),
  canal text check (canal in ('whatsapp', 'sms', 'llamada')),
  contacto_id uuid references public.contactos_emergencia on delete set null,
  precision_m double precision check (precision_m >= 0),
  ubicacion_en timestamptz,
  ocurrido_en timestamptz not null default now(),
  creado_en timestamptz not null default now(),
  unique (user_id, cliente_id),
  check ((latitud is null) = (longitud is null))
);
comment on table public.eventos_peligro is
  'Presses of the panic button: written once by the member, read by her alone. Without a location too.';
comment on column public.eventos_peligro.enviado is 'As the app''s contract names it; it says nothing about delivery: see estado.';
comment on column public.eventos_peligro.cliente_id is 'Made on her device: a second delivery of the same event changes nothing.';
comment on column public.eventos_peligro.estado is
  'preparado: the message was made ready; abierto: the messaging app was opened with it; confirmado_por_usuaria: she says that she sent it.';
comment on column public.eventos_peligro.canal is 'What the message was handed to.';
comment on column public.eventos_peligro.contacto_id is 'Whom it was for; null where that contact is not (or no longer) on the server.';
comment on column public.eventos_peligro.precision_m is 'Radius of the location in metres.';
comment on column public.eventos_peligro.ubicacion_en is 'When the device took the location.';
comment on column public.eventos_peligro.ocurrido_en is 'When she pressed, by her device''s clock; creado_en is when it arrived here.';
create index eventos_peligro_contacto_id_idx on public.eventos_peligro (contacto_id);
create index eventos_peligro_user_id_creado_en_idx on public.eventos_peligro (user_id, creado_en desc);
create index eventos_peligro_creado_en_idx on public.eventos_peligro (creado_en) where latitud is not null;

alter table public.eventos_peligro enable row level security;
alter table public.eventos_peligro force row level security;
revoke all on public.eventos_peligro from anon, authenticated;
grant select on public.eventos_peligro to authenticated;
grant insert (
  user_id, latitud, longitud, mensaje, enviado, cliente_id, estado, canal, contacto_id, precision_m, ubicacion_en, ocurrido_en
) on public.eventos_peligro to authenticated;
grant all on public.eventos_peligro to service_role;

create policy "una usuaria lee sus propios eventos" on public.eventos_peligro
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria registra sus propios eventos" on public.eventos_peligro
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);

-- An event is never lost because its contact is: one that is deleted, not delivered yet or not hers becomes null.
create function interno.preparar_evento() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.contacto_id is not null and not exists (
    select from public.contactos_emergencia where id = new.contacto_id and user_id = new.user_id
  ) then
    new.contacto_id := null;
  end if;
  return new;
end
$$;
comment on function interno.preparar_evento is 'Trigger: keeps the contact of an event only where it is the member''s own.';
create trigger preparar before insert on public.eventos_peligro
  for each row execute function interno.preparar_evento();

create function interno.minimizar_ubicaciones(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  cambiadas int;
begin
  update public.eventos_peligro
  set latitud = round(latitud::numeric, 2), longitud = round(longitud::numeric, 2), precision_m = null
  where creado_en < ahora - interval '90 days' and latitud is not null
    and (latitud, longitud) is distinct from (round(latitud::numeric, 2)::float8, round(longitud::numeric, 2)::float8);
  get diagnostics cambiadas = row_count;
  return cambiadas;
end
$$;
comment on function interno.minimizar_ubicaciones is
  'For the owner, daily: locations of events older than 90 days are rounded to about a kilometre. Returns how many.';

revoke all on all functions in schema interno from public, anon;
