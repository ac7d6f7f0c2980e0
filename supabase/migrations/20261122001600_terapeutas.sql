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
  creado_en timestamptz not null default now()
);
comment on table public.directorio_terapeutas is 'Therapists: every member reads the visible ones, the admin writes.';
comment on column public.directorio_terapeutas.created_by is 'Always null: who wrote a row stands in interno.bitacora.';

alter table public.directorio_terapeutas enable row level security;
alter table public.directorio_terapeutas force row level security;
revoke all on public.directorio_terapeutas from anon, authenticated;
grant select, delete,
  insert (id, nombre, especialidad, ciudad, telefono, whatsapp, contacto, visible, created_by),
  update (nombre, especialidad, ciudad, telefono, whatsapp, contacto, visible, created_by)
  on public.directorio_terapeutas to authenticated;
grant all on public.directorio_terapeutas to service_role;

create policy "las usuarias leen las terapeutas visibles, la admin todas" on public.directorio_terapeutas
  for select to authenticated using ((select interno.es_admitida()) and (visible or (select interno.es_admin())));
create policy "la admin agrega terapeutas" on public.directorio_terapeutas
  for insert to authenticated with check ((select interno.es_admin()));
create policy "la admin cambia terapeutas" on public.directorio_terapeutas
  for update to authenticated using ((select interno.es_admin())) with check ((select interno.es_admin()));
create policy "la admin borra terapeutas" on public.directorio_terapeutas
  for delete to authenticated using ((select interno.es_admin()));

create trigger callar_firma before insert or update of created_by on public.directorio_terapeutas
  for each row execute function interno.callar_firma();
create function interno.preparar_terapeuta() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.nombre := btrim(new.nombre);
  new.telefono := interno.telefono_normal(new.telefono);
  new.whatsapp := interno.telefono_normal(new.whatsapp);
  return new;
end
$$;
comment on function interno.preparar_terapeuta is 'Trigger: numbers are kept in international form, so that call and message links always work.';
create trigger preparar before insert or update on public.directorio_terapeutas
  for each row execute function interno.preparar_terapeuta();
create trigger anotar_bitacora after insert or update or delete on public.directorio_terapeutas
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.directorio_terapeutas', 'el directorio', 'The house''s.', null, 20000, null, 2000, 20000000);

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
-- Its columns are bounded, and interno.autorias_reseñas bounds its rows.
select interno.poner_cupo(
  'interno."reseñas"', 'tus reseñas', 'One for each signature: bounded by interno.autorias_reseñas.', null, null, null, 500, 4000000
);

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

create policy "quién escribió una reseña lo saben ella y la admin" on interno.autorias_reseñas
  for select to authenticated using (
    (select interno.es_admin()) or ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  );
create policy "una usuaria firma su propia reseña" on interno.autorias_reseñas
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and exists (select from public.directorio_terapeutas t where t.id = terapeuta_id)
  );

create policy "las usuarias leen las reseñas" on interno.reseñas
  for select to authenticated using (
    (select interno.es_admitida()) and terapeuta_id in (select t.id from public.directorio_terapeutas t)
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
create policy "borran una reseña su autora y la admin" on interno.reseñas
  for delete to authenticated using (
    (select interno.es_admin())
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

-- Runs with the rights of whoever writes to the view, so the two tables' own policies decide. An id that is taken answers like a
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
  'Reviews that come down after their author left, each at its own moment: nobody''s to read, and nothing in it says whose they were.';
alter table interno."retiros_reseñas" enable row level security;
alter table interno."retiros_reseñas" force row level security;
revoke all on interno."retiros_reseñas" from anon, authenticated;

revoke all on all functions in schema interno from public, anon;
