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
  created_by uuid default auth.uid() references auth.users on delete set null,
  creado_en timestamptz not null default now()
);
comment on table public.directorio_terapeutas is 'Therapists: every member reads the visible ones, the admin writes.';
create index directorio_terapeutas_created_by_idx on public.directorio_terapeutas (created_by);

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

create table interno.autorias_reseñas (
  id uuid primary key default gen_random_uuid(),
  terapeuta_id uuid not null references public.directorio_terapeutas on delete cascade,
  user_id uuid not null references interno.perfiles on delete cascade,
  unique (terapeuta_id, user_id),
  unique (id, terapeuta_id)
);
comment on table interno.autorias_reseñas is 'Who wrote a review: hers and the admin''s to read. One for each member and therapist.';
create index autorias_reseñas_user_id_idx on interno.autorias_reseñas (user_id);
alter table interno.autorias_reseñas enable row level security;
alter table interno.autorias_reseñas force row level security;
revoke all on interno.autorias_reseñas from anon, authenticated;
grant select, delete, insert (id, terapeuta_id, user_id) on interno.autorias_reseñas to authenticated;
grant all on interno.autorias_reseñas to service_role;

create policy "quién escribió una reseña lo saben ella y la admin" on interno.autorias_reseñas
  for select to authenticated using (
    (select interno.es_admin()) or ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  );
create policy "una usuaria firma su propia reseña" on interno.autorias_reseñas
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and exists (select from public.directorio_terapeutas t where t.id = terapeuta_id)
  );
create policy "borran una reseña su autora y la admin" on interno.autorias_reseñas
  for delete to authenticated using (
    (select interno.es_admin()) or ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  );

create table interno.reseñas (
  id uuid primary key,
  terapeuta_id uuid not null references public.directorio_terapeutas on delete cascade,
  comentario text not null check (char_length(comentario) <= 2000 and interno.tiene_texto(comentario)),
  puntuacion int not null check (puntuacion between 1 and 5),
  -- A day and not a moment: the moment could tell who was in the app then.
  creada_el date not null default current_date,
  foreign key (id, terapeuta_id) references interno.autorias_reseñas (id, terapeuta_id) on delete cascade
);
comment on table interno.reseñas is 'What a review says: every member reads those of therapists she sees; its author changes it.';
create index reseñas_terapeuta_id_idx on interno.reseñas (terapeuta_id);
create index reseñas_id_terapeuta_id_idx on interno.reseñas (id, terapeuta_id);
alter table interno.reseñas enable row level security;
alter table interno.reseñas force row level security;
revoke all on interno.reseñas from anon, authenticated;
grant select, insert (id, terapeuta_id, comentario, puntuacion), update (comentario, puntuacion) on interno.reseñas to authenticated;
grant all on interno.reseñas to service_role;

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

create view public.reseñas_terapeutas with (security_invoker = true) as
  select r.id, r.terapeuta_id, a.user_id, r.comentario, r.puntuacion, r.creada_el
  from interno.reseñas r left join interno.autorias_reseñas a on a.id = r.id;
comment on view public.reseñas_terapeutas is
  'Reviews of therapists, published at once, one for each member and therapist. user_id is null but for one''s own (and for the admin).';
revoke all on public.reseñas_terapeutas from anon, authenticated;
grant select, delete, insert (id, terapeuta_id, user_id, comentario, puntuacion), update (comentario, puntuacion)
  on public.reseñas_terapeutas to authenticated;
grant all on public.reseñas_terapeutas to service_role;

-- Runs with the rights of whoever writes to the view, so the two tables' own policies decide.
create function interno.escribir_reseña() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from interno.autorias_reseñas where id = old.id;
    return case when found then old end;
  end if;

  new.comentario := btrim(new.comentario, E' \t\r\n');
  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, gen_random_uuid());
    new.user_id := coalesce(new.user_id, auth.uid());
    new.creada_el := current_date;
    insert into interno.autorias_reseñas (id, terapeuta_id, user_id) values (new.id, new.terapeuta_id, new.user_id);
    insert into interno.reseñas (id, terapeuta_id, comentario, puntuacion)
    values (new.id, new.terapeuta_id, new.comentario, new.puntuacion);
    return new;
  end if;
  update interno.reseñas set comentario = new.comentario, puntuacion = new.puntuacion where id = old.id;
  return case when found then new end;
end
$$;
comment on function interno.escribir_reseña is 'Instead-of trigger: what is written to public.reseñas_terapeutas reaches the two tables behind it.';
create trigger escribir instead of insert or update or delete on public.reseñas_terapeutas
  for each row execute function interno.escribir_reseña();

revoke all on all functions in schema interno from public, anon;
