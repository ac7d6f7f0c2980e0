-- Weekly library and podcast.

create function public.get_current_week() returns int
language sql stable set search_path = '' as $$
  select extract(week from now() at time zone coalesce(interno.ajuste('zona_horaria'), 'America/Mexico_City'))::int
$$;
comment on function public.get_current_week is 'ISO number (1 to 53) of this week in the time zone of the settings.';

create table public.biblioteca_libros (
  id uuid primary key default gen_random_uuid(),
  titulo text not null check (char_length(titulo) <= 200 and interno.tiene_texto(titulo)),
  autor text check (char_length(autor) <= 200),
  url_pdf text check (interno.es_enlace(url_pdf)),
  semana int not null check (semana between 1 and 53),
  disponible boolean not null default true,
  -- Beside the specified columns.
  orden int not null default 0,
  clave text unique,
  editado_en timestamptz,
  creado_en timestamptz not null default now()
);
comment on table public.biblioteca_libros is 'Books of the week: every member reads the available ones, the admin writes.';
create index biblioteca_libros_semana_idx on public.biblioteca_libros (semana, disponible);

alter table public.biblioteca_libros enable row level security;
alter table public.biblioteca_libros force row level security;
revoke all on public.biblioteca_libros from anon, authenticated;
grant select, delete, insert (id, titulo, autor, url_pdf, semana, disponible, orden),
  update (titulo, autor, url_pdf, semana, disponible, orden) on public.biblioteca_libros to authenticated;
grant all on public.biblioteca_libros to service_role;

create policy "las usuarias leen los libros disponibles, la admin todos" on public.biblioteca_libros
  for select to authenticated using ((select interno.es_admitida()) and (disponible or (select interno.es_admin())));
create policy "la admin agrega libros" on public.biblioteca_libros
  for insert to authenticated with check ((select interno.es_admin()));
create policy "la admin cambia libros" on public.biblioteca_libros
  for update to authenticated using ((select interno.es_admin())) with check ((select interno.es_admin()));
create policy "la admin borra libros" on public.biblioteca_libros
  for delete to authenticated using ((select interno.es_admin()));
create trigger marcar_edicion before update on public.biblioteca_libros
  for each row execute function interno.marcar_edicion();

create table public.descargas_libros (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  libro_id uuid not null references public.biblioteca_libros on delete cascade,
  creado_en timestamptz not null default now()
);
comment on table public.descargas_libros is 'Downloads: written and read by the member who downloaded, nobody else.';
create index descargas_libros_user_id_idx on public.descargas_libros (user_id);
create index descargas_libros_libro_id_idx on public.descargas_libros (libro_id);

alter table public.descargas_libros enable row level security;
alter table public.descargas_libros force row level security;
revoke all on public.descargas_libros from anon, authenticated;
grant select, insert (id, user_id, libro_id) on public.descargas_libros to authenticated;
grant all on public.descargas_libros to service_role;

create policy "una usuaria lee sus propias descargas" on public.descargas_libros
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria registra sus propias descargas" on public.descargas_libros
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and exists (select from public.biblioteca_libros l where l.id = libro_id)
  );

create function interno.limitar_descargas() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('descarga', array[60], array[interval '1 minute']);
  return new;
end
$$;
comment on function interno.limitar_descargas is 'Trigger: at most 60 downloads in a minute (PT429).';
create trigger limitar before insert on public.descargas_libros
  for each row execute function interno.limitar_descargas();

create table public.podcast (
  id uuid primary key default gen_random_uuid(),
  fecha_creacion timestamptz not null default now(),
  url_audio text check (interno.es_enlace(url_audio)),
  -- Beside the specified columns.
  titulo text check (char_length(titulo) <= 200),
  descripcion text check (char_length(descripcion) <= 2000),
  duracion_s int check (duracion_s > 0),
  visible boolean not null default true
);
comment on table public.podcast is 'Podcast episodes: every member reads the visible ones, the admin writes.';
create index podcast_fecha_creacion_idx on public.podcast (fecha_creacion desc);

alter table public.podcast enable row level security;
alter table public.podcast force row level security;
revoke all on public.podcast from anon, authenticated;
grant select, delete, insert (id, fecha_creacion, url_audio, titulo, descripcion, duracion_s, visible),
  update (fecha_creacion, url_audio, titulo, descripcion, duracion_s, visible) on public.podcast to authenticated;
grant all on public.podcast to service_role;

create policy "las usuarias escuchan los episodios visibles, la admin todos" on public.podcast
  for select to authenticated using ((select interno.es_admitida()) and (visible or (select interno.es_admin())));
create policy "la admin agrega episodios" on public.podcast
  for insert to authenticated with check ((select interno.es_admin()));
create policy "la admin cambia episodios" on public.podcast
  for update to authenticated using ((select interno.es_admin())) with check ((select interno.es_admin()));
create policy "la admin borra episodios" on public.podcast
  for delete to authenticated using ((select interno.es_admin()));

revoke all on all functions in schema interno from public, anon;
revoke all on function public.get_current_week from public, anon;
grant execute on function public.get_current_week to authenticated, service_role;
