-- What the admin publishes: files of books and episodes, episodes that wait for their day, and a book for every week.

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
revoke all on function interno.es_archivo_publicable from public, anon;
grant execute on function interno.es_archivo_publicable to authenticated, service_role;

create policy "la admin ve los archivos que publica" on storage.objects
  for select to authenticated using ((select interno.es_admin()) and interno.es_archivo_publicable(bucket_id, name));
create policy "la admin sube archivos" on storage.objects
  for insert to authenticated with check ((select interno.es_admin()) and interno.es_archivo_publicable(bucket_id, name));
create policy "la admin borra los archivos que publica" on storage.objects
  for delete to authenticated using ((select interno.es_admin()) and interno.es_archivo_publicable(bucket_id, name));

-- What the house published stays when the account of who uploaded it goes.
create or replace function interno.borrar_archivos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Hosted Supabase refuses a delete by SQL unless it is said to be meant.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where owner_id = old.id::text and bucket_id not in ('biblioteca', 'podcast')
    or bucket_id = 'profiles' and starts_with(name, 'avatars/' || old.id || '.');
  return null;
end
$$;

-- An episode with a date to come is heard from that moment on.
alter policy "las usuarias escuchan los episodios visibles, la admin todos" on public.podcast
  using ((select interno.es_admitida()) and ((visible and fecha_creacion <= now()) or (select interno.es_admin())));

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
