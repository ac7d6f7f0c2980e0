-- Contents and therapists as somebody keeps them every week: books that wait for their day as episodes do, a file that is replaced where it
-- lies, chapters and the words of an episode; of a therapist her licence and who looked it up, how she works, and her answer to a review.

-- Books that wait for their day ---------------------------------------------------------------------------------------------------

alter table public.biblioteca_libros
  add column publica_en timestamptz,
  add column archivo_version int not null default 1;
comment on column public.biblioteca_libros.publica_en is 'From when members read it; null: as soon as it is there. An episode has fecha_creacion for that.';
comment on column public.biblioteca_libros.archivo_version is 'Counts how often the file was replaced under its address, by a trigger: the app asks for `?v=` of it, so that no copy of before is shown.';
grant insert (publica_en), update (publica_en) on public.biblioteca_libros to authenticated;
alter policy "las usuarias leen los libros disponibles, la admin todos" on public.biblioteca_libros
  using (
    (select interno.es_admitida())
    and ((disponible and coalesce(publica_en <= now(), true)) or (select interno.es_editora()))
  );
drop trigger contar_version on public.biblioteca_libros;
create trigger contar_version before update of titulo, autor, url_pdf, semana, disponible, publica_en on public.biblioteca_libros
  for each row execute function interno.contar_version();

-- Long texts of the house ---------------------------------------------------------------------------------------------------------

-- As legal texts are kept (record 54), for whatever the team writes with titles, lists and links. Words that came without an element are
-- words, not HTML: by a program of somebody's, or from before there was an editor.
create function interno.texto_con_forma(texto text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(case
    when texto ~* '</?[a-z][^<>]*>' then interno.html_limpio(texto)
    else coalesce((
      select string_agg(
        interno.html_limpio('<p>' || replace(replace(btrim(linea), '&', '&amp;'), '<', '&lt;') || '</p>'), E'\n' order by n
      )
      from regexp_split_to_table(texto, E'[\r\n]+') with ordinality as l (linea, n) where interno.tiene_texto(linea)
    ), '')
  end, E' \t\r\n'), '')
$$;
comment on function interno.texto_con_forma is
  'A long text of the team as it is kept: HTML with nothing in it that could run or load; of words alone a paragraph for each line. Null: nothing is written.';

create function interno.limpiar_texto() returns trigger
language plpgsql set search_path = '' as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(columna, interno.texto_con_forma(to_jsonb(new) ->> columna)) from unnest(tg_argv) columna
  ));
end
$$;
comment on function interno.limpiar_texto is 'Trigger: these columns are kept by interno.texto_con_forma, whoever writes them.';

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
comment on function interno.son_capitulos is
  'Whether a list is one of chapters: at most a hundred of {"segundo", "titulo"}, whole seconds that rise, a title that can be seen.';

alter table public.podcast
  add column capitulos jsonb not null default '[]' check (interno.son_capitulos(capitulos)),
  add column transcripcion text check (char_length(transcripcion) <= 200000 and transcripcion = interno.html_limpio(transcripcion)),
  -- So that a list need not bring along the words of ten hours.
  add column tiene_transcripcion boolean not null generated always as (coalesce(interno.tiene_texto(regexp_replace(transcripcion, '<[^>]*>', '', 'g')), false)) stored,
  add column archivo_version int not null default 1;
comment on column public.podcast.capitulos is 'Where each part begins: [{"segundo", "titulo"}], rising.';
comment on column public.podcast.transcripcion is 'What is said in it, for whoever cannot or may not listen aloud: HTML, as in interno.texto_con_forma.';
comment on column public.podcast.descripcion is 'HTML, as in interno.texto_con_forma.';
-- What was written before is words alone.
alter table public.podcast drop constraint podcast_descripcion_check;
alter table public.podcast disable trigger user;
update public.podcast set descripcion = interno.texto_con_forma(descripcion) where descripcion is not null;
alter table public.podcast enable trigger user;
alter table public.podcast
  add constraint podcast_descripcion_check check (char_length(descripcion) <= 16000 and descripcion = interno.html_limpio(descripcion));
create trigger limpiar before insert or update of descripcion, transcripcion on public.podcast
  for each row execute function interno.limpiar_texto('descripcion', 'transcripcion');
comment on column public.podcast.archivo_version is 'As in biblioteca_libros.';
grant insert (capitulos, transcripcion), update (capitulos, transcripcion) on public.podcast to authenticated;
drop trigger contar_version on public.podcast;
create trigger contar_version
  before update of titulo, descripcion, fecha_creacion, url_audio, duracion_s, visible, capitulos, transcripcion on public.podcast
  for each row execute function interno.contar_version();
-- A day of corrections of long transcripts.
update interno.cupos set octetos_dia = 20000000 where tabla = 'public.podcast';

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

alter table public.directorio_terapeutas
  add column cedula text check (char_length(cedula) <= 60),
  add column cedula_fuente text check (char_length(cedula_fuente) <= 200),
  add column verificada_el date,
  add column modalidades text[] not null default '{}'
    check (modalidades <@ array['presencial', 'en línea', 'por teléfono'] and interno.son_palabras(modalidades)),
  add column idiomas text[] not null default '{}' check (interno.son_palabras(idiomas)),
  add column enfoques text[] not null default '{}' check (interno.son_palabras(enfoques)),
  add column precio_desde int check (precio_desde between 0 and 10000000),
  add column precio_hasta int check (precio_hasta between 0 and 10000000),
  add column moneda text check (moneda ~ '^[A-Z]{3}$'),
  add column foto_url text check (interno.es_enlace(foto_url)),
  -- «Verificada» is said of nobody without a number, a place where it was looked up, and a day.
  add constraint verificada_con_fuente check (
    verificada_el is null or coalesce(interno.tiene_texto(cedula) and interno.tiene_texto(cedula_fuente), false)
  ),
  add constraint precio_completo check (
    (precio_desde is null and precio_hasta is null) or (moneda is not null and coalesce(precio_desde <= precio_hasta, true))
  );
comment on column public.directorio_terapeutas.cedula is 'Number of her licence.';
comment on column public.directorio_terapeutas.cedula_fuente is 'Where somebody of the team looked it up.';
comment on column public.directorio_terapeutas.verificada_el is 'Day on which she did; only with both of the above, and gone when one of them changes.';
comment on column public.directorio_terapeutas.precio_desde is 'What a session costs at least, in moneda; 0: nothing.';
grant
  insert (cedula, cedula_fuente, verificada_el, modalidades, idiomas, enfoques, precio_desde, precio_hasta, moneda, foto_url),
  update (cedula, cedula_fuente, verificada_el, modalidades, idiomas, enfoques, precio_desde, precio_hasta, moneda, foto_url)
  on public.directorio_terapeutas to authenticated;
drop trigger contar_version on public.directorio_terapeutas;
create trigger contar_version
  before update of nombre, especialidad, ciudad, telefono, whatsapp, contacto, visible, cedula, cedula_fuente, verificada_el, modalidades,
    idiomas, enfoques, precio_desde, precio_hasta, moneda, foto_url on public.directorio_terapeutas
  for each row execute function interno.contar_version();

create function interno.cuidar_verificacion() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- A day ahead of Greenwich there may be a new one already.
  if new.verificada_el > current_date + 1 then
    raise exception using errcode = 'PT422', message = 'El día en que se verificó no puede estar por venir.';
  end if;
  -- What was looked up was another number, or somewhere else.
  if tg_op = 'UPDATE' and new.verificada_el is not distinct from old.verificada_el
    and (new.cedula is distinct from old.cedula or new.cedula_fuente is distinct from old.cedula_fuente) then
    new.verificada_el := null;
  end if;
  if new.verificada_el is not null
    and not coalesce(interno.tiene_texto(new.cedula) and interno.tiene_texto(new.cedula_fuente), false) then
    raise exception using errcode = 'PT422', message = 'Para marcarla como verificada, escribe su cédula y dónde la consultaste.';
  end if;
  return new;
end
$$;
comment on function interno.cuidar_verificacion is
  'Trigger: «Verificada» needs a number, a place and a day that has come (PT422), and ends when the number or the place changes.';
create trigger cuidar_verificacion before insert or update on public.directorio_terapeutas
  for each row execute function interno.cuidar_verificacion();

-- Her photo: a picture that the storage server writes anew, as it does with members'; under a random name, public as the card is to members.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('terapeutas', 'terapeutas', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;
create or replace function interno.es_archivo_publicable(cubo text, nombre text) returns boolean
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

-- Her answer to a review ----------------------------------------------------------------------------------------------------------

create table public.respuestas_terapeutas (
  "reseña_id" uuid primary key references interno."reseñas" on delete cascade,
  texto text not null check (char_length(texto) <= 2000 and interno.tiene_texto(texto)),
  -- A day, as of the review itself.
  respondida_el date not null default current_date,
  version int not null default 1
);
comment on table public.respuestas_terapeutas is
  'What a therapist answers to a review, one for each: every member reads it where she reads the review; the editoras write it on her behalf, who has no account, and learn as little as anybody who wrote the review.';
alter table public.respuestas_terapeutas enable row level security;
alter table public.respuestas_terapeutas force row level security;
revoke all on public.respuestas_terapeutas from anon, authenticated;
grant select, delete, insert ("reseña_id", texto), update (texto) on public.respuestas_terapeutas to authenticated;
grant all on public.respuestas_terapeutas to service_role;
create policy "las usuarias leen las respuestas a las reseñas que leen" on public.respuestas_terapeutas
  for select to authenticated using ((select interno.es_admitida()) and "reseña_id" in (select r.id from interno."reseñas" r));
create policy "la editora responde en nombre de la terapeuta" on public.respuestas_terapeutas
  for insert to authenticated
  with check ((select interno.es_editora()) and "reseña_id" in (select r.id from interno."reseñas" r));
create policy "la editora corrige una respuesta" on public.respuestas_terapeutas
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
create policy "la editora retira una respuesta" on public.respuestas_terapeutas
  for delete to authenticated using ((select interno.es_editora()));
create trigger contar_version before update of texto on public.respuestas_terapeutas
  for each row execute function interno.contar_version();
create trigger anotar_bitacora after insert or update or delete on public.respuestas_terapeutas
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.respuestas_terapeutas', 'las respuestas', 'The house''s.', null, 100000, null, 2000, 4000000);

revoke all on all functions in schema interno from public, anon;
revoke all on function public.semanas_por_venir from public, anon;
grant execute on function interno.son_capitulos, interno.son_palabras, interno.texto_con_forma, public.semanas_por_venir to authenticated, service_role;
