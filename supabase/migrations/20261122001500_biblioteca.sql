-- Weekly library and podcast: books, episodes that wait for their day, and the files of both.

create function public.get_current_week() returns int
language sql stable set search_path = '' as $$
  select extract(week from now() at time zone coalesce(interno.ajuste('zona_horaria'), 'America/Mexico_City'))::int
$$;
comment on function public.get_current_week is 'ISO number (1 to 53) of this week in the time zone of the settings.';

-- Books -----------------------------------------------------------------------------------------------------------------------

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
select interno.poner_cupo('public.biblioteca_libros', 'la biblioteca', 'The house''s.', null, 5000, null, 2000, 4000000);

-- Two booklets of the house for each week of the year: a notebook and a guide, in turn.
insert into public.biblioteca_libros (clave, titulo, autor, url_pdf, semana, orden)
select
  format('%s-%s-semana-%s', libro.tipo, libro.numero, semana), libro.titulo, 'Equipo Amparo',
  format('/cuadernos/%s-%s.pdf', libro.tipo, libro.numero), semana, libro.orden
from generate_series(1, 53) as semana
join (values
  ('cuaderno', 1, 1, 'Mi plan de seguridad'),
  ('cuaderno', 2, 1, 'Cómo ayudar a una amiga'),
  ('cuaderno', 3, 1, 'Mi teléfono, mis reglas'),
  ('cuaderno', 4, 1, 'Mis derechos y cómo denunciar'),
  ('cuaderno', 5, 1, 'Cuando llega la ansiedad'),
  ('cuaderno', 6, 1, 'Sí, no, todavía no'),
  ('guia', 1, 2, 'Autoconocimiento corporal'),
  ('guia', 2, 2, 'Deseo y placer'),
  ('guia', 3, 2, 'Consentimiento y límites'),
  ('guia', 4, 2, 'Sexualidades diversas'),
  ('guia', 5, 2, 'Educación erótica'),
  ('guia', 6, 2, 'Mi templo privado')
) as libro (tipo, numero, orden, titulo)
  on libro.numero = (semana - 1) % 6 + 1
on conflict (clave) do nothing;
-- After them: the log tells of changes, and these were here from the beginning.
create trigger anotar_bitacora after insert or update or delete on public.biblioteca_libros
  for each row execute function interno.anotar_bitacora('casa');

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
select interno.poner_cupo(
  'public.descargas_libros', 'tus descargas', 'Ten years of every book of the week, many times over.', 'user_id', 20000, 4000000, 1000, 1000000
);

-- Episodes --------------------------------------------------------------------------------------------------------------------

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

-- An episode with a date to come is heard from that moment on.
create policy "las usuarias escuchan los episodios visibles, la admin todos" on public.podcast
  for select to authenticated
  using ((select interno.es_admitida()) and ((visible and fecha_creacion <= now()) or (select interno.es_admin())));
create policy "la admin agrega episodios" on public.podcast
  for insert to authenticated with check ((select interno.es_admin()));
create policy "la admin cambia episodios" on public.podcast
  for update to authenticated using ((select interno.es_admin())) with check ((select interno.es_admin()));
create policy "la admin borra episodios" on public.podcast
  for delete to authenticated using ((select interno.es_admin()));
create trigger anotar_bitacora after insert or update or delete on public.podcast
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.podcast', 'el podcast', 'The house''s.', null, 5000, null, 1000, 4000000);

-- Files -----------------------------------------------------------------------------------------------------------------------

-- Public buckets, since the player and the browser's reader send no token; names are random, and nobody but the admin
-- can list them. Each takes its own kind of file and no more than fits a phone.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('biblioteca', 'biblioteca', true, 20 * 1024 * 1024, array['application/pdf']),
  ('podcast', 'podcast', true, 200 * 1024 * 1024, array['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/aac', 'audio/flac'])
on conflict (id) do nothing;

create function interno.es_archivo_publicable(cubo text, nombre text) returns boolean
language sql stable set search_path = '' as $$
  select case cubo
    when 'biblioteca' then nombre ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$'
    when 'podcast' then nombre ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(mp3|m4a|ogg|wav|aac|flac)$'
    else false
  end
$$;
comment on function interno.es_archivo_publicable is
  'Whether an object is a book or an episode, under a random name of the right kind.';

create policy "la admin ve los archivos que publica" on storage.objects
  for select to authenticated using ((select interno.es_admin()) and interno.es_archivo_publicable(bucket_id, name));
create policy "la admin sube archivos" on storage.objects
  for insert to authenticated with check ((select interno.es_admin()) and interno.es_archivo_publicable(bucket_id, name));
create policy "la admin borra los archivos que publica" on storage.objects
  for delete to authenticated using ((select interno.es_admin()) and interno.es_archivo_publicable(bucket_id, name));
create trigger anotar_bitacora after insert or update or delete on storage.objects
  for each row execute function interno.anotar_bitacora('casa');

revoke all on all functions in schema interno from public, anon;
revoke all on function public.get_current_week from public, anon;
grant execute on function interno.es_archivo_publicable, public.get_current_week to authenticated, service_role;
