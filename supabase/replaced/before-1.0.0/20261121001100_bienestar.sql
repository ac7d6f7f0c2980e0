-- Diary and agenda: the member's alone, in every verb.

create table public.diario_personal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  fecha date not null check (fecha between '2000-01-01' and '2199-12-31'),
  tipo text not null default 'texto' check (tipo in ('texto')),
  contenido text not null check (char_length(contenido) <= 200000 and interno.tiene_texto(contenido)),
  archivo_url text check (interno.es_enlace(archivo_url)),
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  unique (user_id, fecha)
);
comment on table public.diario_personal is 'Diary, one entry a day: the member''s alone; not even the admin reads it.';

alter table public.diario_personal enable row level security;
alter table public.diario_personal force row level security;
revoke all on public.diario_personal from anon, authenticated;
grant select, delete, insert (id, user_id, fecha, tipo, contenido), update (id, user_id, fecha, tipo, contenido)
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

revoke all on all functions in schema interno from public, anon;
