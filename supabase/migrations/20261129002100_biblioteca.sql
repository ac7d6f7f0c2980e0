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
  creado_en timestamptz not null default now(),
  version integer not null default 1,
  publica_en timestamptz,
  archivo_version int not null default 1
);
alter table public.biblioteca_libros
  add constraint biblioteca_libros_publica_en_de_calendario check (interno.es_momento(publica_en)) not valid;
comment on table public.biblioteca_libros is 'Books of the week: every member reads the available ones, the admin writes.';
comment on column public.biblioteca_libros.publica_en is 'From when members read it; null: as soon as it is there. An episode has fecha_creacion for that.';
comment on column public.biblioteca_libros.archivo_version is 'Counts how often the file was replaced under its address, by a trigger: the app asks for `?v=` of it, so that no copy of before is shown.';
create index biblioteca_libros_semana_idx on public.biblioteca_libros (semana, disponible);
alter table public.biblioteca_libros enable row level security;
alter table public.biblioteca_libros force row level security;
revoke all on public.biblioteca_libros from anon, authenticated;
grant select, delete, insert (id, titulo, autor, url_pdf, semana, disponible, orden, publica_en), update (titulo, autor, url_pdf, semana,
  disponible, orden, publica_en) on public.biblioteca_libros to authenticated;
grant all on public.biblioteca_libros to service_role;

create policy "las usuarias leen los libros disponibles, la editora todos" on public.biblioteca_libros
  for select to authenticated using (
    (select interno.es_admitida())
    and ((disponible and coalesce(publica_en <= now(), true)) or (select interno.es_editora()))
  );
create policy "la editora agrega libros" on public.biblioteca_libros
  for insert to authenticated with check ((select interno.es_editora()));
create policy "la editora cambia libros" on public.biblioteca_libros
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
create policy "la editora borra libros" on public.biblioteca_libros
  for delete to authenticated using ((select interno.es_editora()));
create trigger marcar_edicion before update on public.biblioteca_libros
  for each row execute function interno.marcar_edicion();
select interno.poner_cupo('public.biblioteca_libros', 'la biblioteca', 'Rows of the installation.', null, 5000, null, 2000, 4000000);

-- Two booklets of our own for each week of the year: a notebook and a guide, in turn.
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
    when 'terapeutas' then nombre ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$'
    else false
  end
$$;
comment on function interno.es_archivo_publicable is
  'Whether an object is a book, an episode or a therapist''s photo, under a random name of the right kind.';

create policy "la editora ve los archivos que publica" on storage.objects
  for select to authenticated using ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name));
create policy "la editora sube archivos" on storage.objects
  for insert to authenticated with check ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name));
create policy "la editora borra los archivos que publica" on storage.objects
  for delete to authenticated using ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name));
create trigger contar_version before update of titulo, autor, url_pdf, semana, disponible, publica_en on public.biblioteca_libros
  for each row execute function interno.contar_version();

-- Chapters and words of an episode ------------------------------------------------------------------------------------------------

create function interno.son_capitulos(lista jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  uno jsonb;
  antes int := -1;
begin
  if jsonb_typeof(lista) <> 'array' or jsonb_array_length(lista) > 100 then
    return false;
  end if;
  for uno in select * from jsonb_array_elements(lista) loop
    if jsonb_typeof(uno) <> 'object' or jsonb_typeof(uno -> 'titulo') is distinct from 'string'
      or jsonb_typeof(uno -> 'segundo') is distinct from 'number' or uno - 'titulo' - 'segundo' <> '{}' then
      return false;
    end if;
    if (uno ->> 'segundo') !~ '^[0-9]{1,6}$' or (uno ->> 'segundo')::int <= antes
      or char_length(uno ->> 'titulo') > 200 or not interno.tiene_texto(uno ->> 'titulo') then
      return false;
    end if;
    antes := (uno ->> 'segundo')::int;
  end loop;
  return true;
end
$$;

-- Episodes --------------------------------------------------------------------------------------------------------------------

create table public.podcast (
  id uuid primary key default gen_random_uuid(),
  fecha_creacion timestamptz not null default now(),
  url_audio text check (interno.es_enlace(url_audio)),
  -- Beside the specified columns.
  titulo text check (char_length(titulo) <= 200),
  descripcion text check (char_length(descripcion) <= 16000 and descripcion = interno.html_limpio(descripcion)),
  duracion_s int check (duracion_s > 0),
  visible boolean not null default true,
  version integer not null default 1,
  capitulos jsonb not null default '[]' check (interno.son_capitulos(capitulos)),
  transcripcion text check (char_length(transcripcion) <= 200000 and transcripcion = interno.html_limpio(transcripcion)),
  -- So that a list need not bring along the words of ten hours.
  tiene_transcripcion boolean not null generated always as (coalesce(interno.tiene_texto(regexp_replace(transcripcion, '<[^>]*>', '', 'g')), false)) stored,
  archivo_version int not null default 1
);
alter table public.podcast
  add constraint podcast_fecha_creacion_de_calendario check (interno.es_momento(fecha_creacion)) not valid;
comment on table public.podcast is 'Podcast episodes: every member reads the visible ones, the admin writes.';
comment on column public.podcast.capitulos is 'Where each part begins: [{"segundo", "titulo"}], rising.';
comment on column public.podcast.transcripcion is 'What is said in it, for those who cannot or may not listen aloud: HTML, as in interno.texto_con_forma.';
comment on column public.podcast.descripcion is 'HTML, as in interno.texto_con_forma.';
comment on column public.podcast.archivo_version is 'As in biblioteca_libros.';
create index podcast_fecha_creacion_idx on public.podcast (fecha_creacion desc);
alter table public.podcast enable row level security;
alter table public.podcast force row level security;
revoke all on public.podcast from anon, authenticated;
grant select, delete, insert (id, fecha_creacion, url_audio, titulo, descripcion, duracion_s, visible, capitulos, transcripcion), update
  (fecha_creacion, url_audio, titulo, descripcion, duracion_s, visible, capitulos, transcripcion) on public.podcast to authenticated;
grant all on public.podcast to service_role;

-- An episode with a date to come is heard from that moment on.
create policy "las usuarias escuchan los episodios visibles, la editora todos" on public.podcast
  for select to authenticated
  using ((select interno.es_admitida()) and ((visible and fecha_creacion <= now()) or (select interno.es_editora())));
create policy "la editora agrega episodios" on public.podcast
  for insert to authenticated with check ((select interno.es_editora()));
create policy "la editora cambia episodios" on public.podcast
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
create policy "la editora borra episodios" on public.podcast
  for delete to authenticated using ((select interno.es_editora()));
create trigger anotar_bitacora after insert or update or delete on public.podcast
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.podcast', 'el podcast', 'Rows of the installation.', null, 5000, null, 1000, 20000000);

comment on function interno.son_capitulos is
  'Whether a list is one of chapters: at most a hundred of {"segundo", "titulo"}, whole seconds that rise, a title that can be seen.';
create trigger limpiar before insert or update of descripcion, transcripcion on public.podcast
  for each row execute function interno.limpiar_texto('descripcion', 'transcripcion');
create trigger contar_version
  before update of titulo, descripcion, fecha_creacion, url_audio, duracion_s, visible, capitulos, transcripcion on public.podcast
  for each row execute function interno.contar_version();

-- The weeks ahead -----------------------------------------------------------------------------------------------------------------

create function public.semanas_por_venir(cuantas int default 12)
returns table (semana int, lunes date, desde timestamptz, hasta timestamptz)
language sql stable set search_path = '' as $$
  select extract(week from dia)::int, dia::date, dia at time zone zona, (dia + interval '7 days') at time zone zona
  from (select coalesce(interno.ajuste('zona_horaria'), 'America/Mexico_City')) as z (zona),
    generate_series(0, least(greatest(cuantas, 1), 53) - 1) as n,
    lateral (select date_trunc('week', now() at time zone zona) + n * interval '7 days') as d (dia)
  order by dia
$$;
comment on function public.semanas_por_venir is
  'This week and those after it, fifty-three at most, in the time zone of the settings: ISO number, Monday, first moment, first moment after it.';

-- A file is replaced where it lies ------------------------------------------------------------------------------------------------

-- Who may add a file may replace it: its address stays, and with it every link to it. The storage server takes the bytes of before away.
create policy "la editora reemplaza los archivos que publica" on storage.objects
  for update to authenticated
  using ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name))
  with check ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name));

-- With its owner's rights: nobody writes these counts. In the same transaction as the file: who reads the new count finds the new file.
create function interno.contar_archivo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.bucket_id = 'biblioteca' then
    update public.biblioteca_libros set archivo_version = archivo_version + 1
    where split_part(url_pdf, '/object/public/biblioteca/', 2) = new.name;
  else
    update public.podcast set archivo_version = archivo_version + 1
    where split_part(url_audio, '/object/public/podcast/', 2) = new.name;
  end if;
  return null;
end
$$;
comment on function interno.contar_archivo is
  'Trigger on storage.objects: a book or an episode whose file was replaced under its address says so.';
create trigger contar_archivo after update of version on storage.objects
  for each row when (new.bucket_id in ('biblioteca', 'podcast') and new.version is distinct from old.version)
  execute function interno.contar_archivo();

-- Therapists ----------------------------------------------------------------------------------------------------------------------

create function interno.son_palabras(lista text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(lista) <= 20 and coalesce(array_ndims(lista), 1) = 1
    and coalesce((select bool_and(char_length(p) <= 60 and interno.tiene_texto(p)) from unnest(lista) p), true)
    and array_position(lista, null) is null
$$;
comment on function interno.son_palabras is 'Whether a list is one of a few short words that can be seen.';

-- Her photo: a picture that the storage server writes anew, as it does with members'; under a random name, public as the card is to members.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('terapeutas', 'terapeutas', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

revoke all on all functions in schema interno from public, anon;
revoke all on function public.get_current_week, public.semanas_por_venir from anon, public;
grant execute on function
  public.get_current_week, interno.es_archivo_publicable, interno.son_capitulos, public.semanas_por_venir, interno.son_palabras
  to authenticated, service_role;
