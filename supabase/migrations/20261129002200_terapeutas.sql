-- Therapists and their reviews. As with stories, who wrote a review lies apart from what it says: a member reads every
-- review and learns the author only of her own; the admin learns all.
create table public.directorio_terapeutas (
  id uuid primary key default gen_random_uuid(),
  -- Sorted as Spanish is, and without an index on it, as in asociaciones_apoyo.
  nombre text collate "es-x-icu" not null check (char_length(nombre) <= 200 and interno.tiene_texto(nombre)),
  especialidad text check (char_length(especialidad) <= 200),
  ciudad text check (char_length(ciudad) <= 200),
  telefono text check (telefono = '' or telefono ~ '^[+0-9*#]{2,20}$'),
  whatsapp text check (whatsapp = '' or whatsapp ~ '^[+0-9*#]{2,20}$'),
  contacto text check (char_length(contacto) <= 500),
  visible boolean not null default true,
  created_by uuid,
  creado_en timestamptz not null default now(),
  version integer not null default 1,
  cedula text check (char_length(cedula) <= 60),
  cedula_fuente text check (char_length(cedula_fuente) <= 200),
  verificada_el date,
  modalidades text[] not null default '{}'
    check (modalidades <@ array['presencial', 'en línea', 'por teléfono'] and interno.son_palabras(modalidades)),
  idiomas text[] not null default '{}' check (interno.son_palabras(idiomas)),
  enfoques text[] not null default '{}' check (interno.son_palabras(enfoques)),
  precio_desde int check (precio_desde between 0 and 10000000),
  precio_hasta int check (precio_hasta between 0 and 10000000),
  moneda text check (moneda ~ '^[A-Z]{3}$'),
  foto_url text check (interno.es_enlace(foto_url)),
  -- «Verificada» is said of nobody without a number, a place where it was looked up, and a day.
  constraint verificada_con_fuente check (
    verificada_el is null or coalesce(interno.tiene_texto(cedula) and interno.tiene_texto(cedula_fuente), false)
  ),
  constraint precio_completo check (
    (precio_desde is null and precio_hasta is null) or (moneda is not null and coalesce(precio_desde <= precio_hasta, true))
  )
);
alter table public.directorio_terapeutas
  add constraint directorio_terapeutas_verificada_el_de_calendario check (interno.es_dia(verificada_el)) not valid;
comment on table public.directorio_terapeutas is 'Therapists: every member reads the visible ones, the admin writes.';
comment on column public.directorio_terapeutas.created_by is 'Always null: who wrote a row stands in interno.bitacora.';
comment on column public.directorio_terapeutas.cedula is 'Number of her licence.';
comment on column public.directorio_terapeutas.cedula_fuente is 'Where somebody of the team looked it up.';
comment on column public.directorio_terapeutas.verificada_el is 'Day on which she did; only with both of the above, and gone when one of them changes.';
comment on column public.directorio_terapeutas.precio_desde is 'What a session costs at least, in moneda; 0: nothing.';
alter table public.directorio_terapeutas enable row level security;
alter table public.directorio_terapeutas force row level security;
revoke all on public.directorio_terapeutas from anon, authenticated;
grant select, delete, insert (id, nombre, especialidad, ciudad, telefono, whatsapp, contacto, visible, created_by, cedula, cedula_fuente,
  verificada_el, modalidades, idiomas, enfoques, precio_desde, precio_hasta, moneda, foto_url), update (nombre, especialidad, ciudad,
  telefono, whatsapp, contacto, visible, created_by, cedula, cedula_fuente, verificada_el, modalidades, idiomas, enfoques, precio_desde,
  precio_hasta, moneda, foto_url) on public.directorio_terapeutas to authenticated;
grant all on public.directorio_terapeutas to service_role;

create policy "las usuarias leen las terapeutas visibles, la editora todas" on public.directorio_terapeutas
  for select to authenticated using ((select interno.es_admitida()) and (visible or (select interno.es_editora())));
create policy "la editora agrega terapeutas" on public.directorio_terapeutas
  for insert to authenticated with check ((select interno.es_editora()));
create policy "la editora cambia terapeutas" on public.directorio_terapeutas
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
create policy "la editora borra terapeutas" on public.directorio_terapeutas
  for delete to authenticated using ((select interno.es_editora()));

create trigger callar_firma before insert or update of created_by on public.directorio_terapeutas
  for each row execute function interno.callar_firma();

-- A number that WhatsApp knows -----------------------------------------------------------------------------------------------------

create function interno.preparar_terapeuta() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.nombre := btrim(new.nombre);
  new.telefono := interno.telefono_normal(new.telefono);
  new.whatsapp := interno.telefono_normal(new.whatsapp);
  -- A short code can be called, and nobody can be written to at one. One from before stays until it is changed.
  if new.whatsapp <> '' and new.whatsapp !~ '^\+[0-9]{8,15}$'
    and (tg_op = 'INSERT' or new.whatsapp is distinct from old.whatsapp) then
    raise exception using errcode = 'PT422', message = 'Ese número de WhatsApp no está completo. Escríbelo con su clave de país, como +52 55 1234 5678.';
  end if;
  return new;
end
$$;
comment on function interno.preparar_terapeuta is
  'Trigger: numbers are kept in international form, so that call and message links always work; a WhatsApp number is a whole one (PT422).';
create trigger preparar before insert or update on public.directorio_terapeutas
  for each row execute function interno.preparar_terapeuta();
create trigger anotar_bitacora after insert or update or delete on public.directorio_terapeutas
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.directorio_terapeutas', 'el directorio', 'Rows of the installation.', null, 20000, null, 2000, 20000000);

-- What a review says ----------------------------------------------------------------------------------------------------------

create table interno.reseñas (
  id uuid primary key,
  terapeuta_id uuid not null references public.directorio_terapeutas on delete cascade,
  comentario text not null check (char_length(comentario) <= 2000 and interno.tiene_texto(comentario)),
  puntuacion int not null check (puntuacion between 1 and 5),
  -- A day and not a moment: the moment could tell who was in the app then.
  creada_el date not null default current_date,
  unique (id, terapeuta_id)
);
comment on table interno.reseñas is 'What a review says: every member reads those of therapists she sees; its author changes it.';
create index reseñas_terapeuta_id_idx on interno.reseñas (terapeuta_id);
alter table interno.reseñas enable row level security;
alter table interno.reseñas force row level security;
revoke all on interno.reseñas from anon, authenticated;
grant select, insert (id, terapeuta_id, comentario, puntuacion), update (comentario, puntuacion), delete on interno.reseñas to authenticated;
grant all on interno.reseñas to service_role;

-- Who wrote it ----------------------------------------------------------------------------------------------------------------

-- Deferred: the authorship is written first, since the rules of the text ask for it.
create table interno.autorias_reseñas (
  id uuid primary key default gen_random_uuid(),
  terapeuta_id uuid not null references public.directorio_terapeutas on delete cascade,
  user_id uuid not null references interno.perfiles on delete cascade,
  unique (terapeuta_id, user_id),
  unique (id, terapeuta_id),
  foreign key (id, terapeuta_id) references interno.reseñas (id, terapeuta_id) on delete cascade deferrable initially deferred
);
-- Its columns are bounded, and interno.autorias_reseñas bounds its rows.
select interno.poner_cupo(
  'interno."reseñas"', 'tus reseñas', 'One for each signature: bounded by interno.autorias_reseñas.', null, null, null, 500, 4000000
);

comment on table interno.autorias_reseñas is 'Who wrote a review: hers and the admin''s to read. One for each member and therapist.';
create index autorias_reseñas_user_id_idx on interno.autorias_reseñas (user_id);
-- No figures about authors, as in interno.autorias_historias.
alter table interno.autorias_reseñas alter column user_id set statistics 0;
alter table interno.autorias_reseñas enable row level security;
alter table interno.autorias_reseñas force row level security;
revoke all on interno.autorias_reseñas from anon, authenticated;
grant select, insert (id, terapeuta_id, user_id) on interno.autorias_reseñas to authenticated;
grant all on interno.autorias_reseñas to service_role;
create trigger anotar_bitacora after delete on interno.autorias_reseñas
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo('interno.autorias_reseñas', 'tus reseñas', 'One for each therapist.', 'user_id', 1000, 300000, 500, 200000);

-- Who wrote it nobody reads to take it out.
create policy "quién escribió una reseña lo sabe ella" on interno.autorias_reseñas
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria firma su propia reseña" on interno.autorias_reseñas
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and exists (select from public.directorio_terapeutas t where t.id = terapeuta_id)
  );

create policy "las usuarias leen las reseñas" on interno.reseñas
  for select to authenticated using (
    (select interno.es_admitida()) and terapeuta_id in (select t.id from public.directorio_terapeutas t) and (
      (select interno.participa())
      or (select interno.es_moderadora())
      or id in (select a.id from interno."autorias_reseñas" a where a.user_id = (select auth.uid()))
    )
  );
create policy "una usuaria escribe su propia reseña" on interno.reseñas
  for insert to authenticated with check (
    (select interno.es_admitida())
    and id in (select a.id from interno.autorias_reseñas a where a.user_id = (select auth.uid()))
  );
create policy "una usuaria cambia su propia reseña" on interno.reseñas
  for update to authenticated
  using (
    (select interno.es_admitida())
    and id in (select a.id from interno.autorias_reseñas a where a.user_id = (select auth.uid()))
  )
  with check ((select interno.es_admitida()));
create policy "borran una reseña su autora y la moderadora" on interno.reseñas
  for delete to authenticated using (
    (select interno.es_moderadora())
    or ((select interno.es_admitida())
        and id in (select a.id from interno.autorias_reseñas a where a.user_id = (select auth.uid())))
  );
create trigger anotar_bitacora after delete on interno.reseñas
  for each row execute function interno.anotar_bitacora();

-- Both, as the API has them ---------------------------------------------------------------------------------------------------

create view public.reseñas_terapeutas with (security_invoker = true) as
  select r.id, r.terapeuta_id, a.user_id, r.comentario, r.puntuacion, r.creada_el
  from interno.reseñas r left join interno.autorias_reseñas a on a.id = r.id;
comment on view public.reseñas_terapeutas is
  'Reviews of therapists, published at once, one for each member and therapist. user_id is null but for one''s own (and for the admin).';
revoke all on public.reseñas_terapeutas from anon, authenticated;
grant select, delete, insert (id, terapeuta_id, user_id, comentario, puntuacion), update (comentario, puntuacion)
  on public.reseñas_terapeutas to authenticated;
grant all on public.reseñas_terapeutas to service_role;

-- Runs with the rights of the user who writes to the view, so the two tables' own policies decide. An id that is taken answers like a
-- second review: two constraints would tell whether its author has left.
create function interno.escribir_reseña() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from interno.reseñas where id = old.id;
    return case when found then old end;
  end if;

  new.comentario := btrim(new.comentario, E' \t\r\n');
  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, gen_random_uuid());
    new.user_id := coalesce(new.user_id, auth.uid());
    new.creada_el := current_date;
    begin
      insert into interno.autorias_reseñas (id, terapeuta_id, user_id) values (new.id, new.terapeuta_id, new.user_id);
      insert into interno.reseñas (id, terapeuta_id, comentario, puntuacion)
      values (new.id, new.terapeuta_id, new.comentario, new.puntuacion);
    exception when unique_violation then
      raise exception using errcode = '23505', message = 'Ya dejaste una reseña aquí.';
    end;
    return new;
  end if;
  update interno.reseñas set comentario = new.comentario, puntuacion = new.puntuacion where id = old.id;
  return case when found then new end;
end
$$;
comment on function interno.escribir_reseña is 'Instead-of trigger: what is written to public.reseñas_terapeutas reaches the two tables behind it.';
create trigger escribir instead of insert or update or delete on public.reseñas_terapeutas
  for each row execute function interno.escribir_reseña();

-- What comes down after its author left (cuentas) -----------------------------------------------------------------------------

create table interno."retiros_reseñas" (
  id uuid primary key references interno.reseñas on delete cascade,
  retirar_en timestamptz not null default now() + random() * interval '48 hours'
);
comment on table interno."retiros_reseñas" is
  'Reviews that come down after their author left, each at its own moment: not readable by clients, and nothing in it says whose they were.';
alter table interno."retiros_reseñas" enable row level security;
alter table interno."retiros_reseñas" force row level security;
revoke all on interno."retiros_reseñas" from anon, authenticated;
create trigger vigilar_pluma before insert or update of comentario, puntuacion on interno.reseñas
  for each row execute function interno.vigilar_pluma();
-- Before: who wrote it goes with it.
create trigger mirar_decision before delete on interno."reseñas"
  for each row execute function interno.mirar_decision();
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
select interno.poner_cupo('public.respuestas_terapeutas', 'las respuestas', 'Rows of the installation.', null, 100000, null, 2000, 4000000);

revoke all on all functions in schema interno from public, anon;
