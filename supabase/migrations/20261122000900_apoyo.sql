-- Support directory and emergency numbers. A wrong number harms: each one names its source, and the day a person confirmed it.

create table public.asociaciones_apoyo (
  id uuid primary key default gen_random_uuid(),
  nombre text collate "es-x-icu" not null check (char_length(nombre) <= 200 and interno.tiene_texto(nombre)),
  descripcion text check (char_length(descripcion) <= 2000),
  telefono text check (telefono = '' or telefono ~ '^[+0-9*#]{2,20}$'),
  url_web text check (url_web = '' or (url_web ~ '^https?://[^\s<>"''\\]+$' and char_length(url_web) <= 2048)),
  ubicacion text check (char_length(ubicacion) <= 200),
  visible boolean not null default true,
  created_by uuid,
  -- Beside the specified columns.
  ciudad text generated always as (nullif(btrim(split_part(ubicacion, ',', 1)), '')) stored,
  estado text generated always as (nullif(btrim(substr(ubicacion, nullif(strpos(ubicacion, ','), 0) + 1)), '')) stored,
  pais text not null default 'México' check (char_length(pais) <= 60),
  fuente_url text check (fuente_url ~ '^https?://[^\s<>"''\\]+$'),
  fuente_fecha text check (char_length(fuente_fecha) <= 100),
  verificada_el date,
  clave text unique,
  editado_en timestamptz,
  creada_en timestamptz not null default now()
);
comment on table public.asociaciones_apoyo is 'Help lines and shelters: every member reads the visible ones, the admin writes.';
-- Sorted as Spanish is. Without an index on it: the rows are few, and one would go wrong when the language library changes.
comment on column public.asociaciones_apoyo.nombre is 'Lists are ordered by it, accents as Spanish has them.';
comment on column public.asociaciones_apoyo.ciudad is 'What stands before the first comma of ubicacion; estado is what follows it.';
comment on column public.asociaciones_apoyo.estado is 'State within pais; «Nacional» means the whole country.';
comment on column public.asociaciones_apoyo.fuente_fecha is 'Date of the page in fuente_url, as exactly as it states one.';
comment on column public.asociaciones_apoyo.verificada_el is 'Day on which a person dialled the number and confirmed it; null: nobody has yet.';
comment on column public.asociaciones_apoyo.clave is 'Stable key of a seeded entry; null for one that the admin added.';
comment on column public.asociaciones_apoyo.editado_en is 'When the admin last changed it: a later correction leaves it alone then.';
comment on column public.asociaciones_apoyo.created_by is 'Always null: who wrote a row stands in interno.bitacora.';
-- Not asked of rows that are older than this rule: one that is too long must not stop an update.
alter table public.asociaciones_apoyo
  add constraint asociaciones_apoyo_fuente_corta check (char_length(fuente_url) <= 2048) not valid;

alter table public.asociaciones_apoyo enable row level security;
alter table public.asociaciones_apoyo force row level security;
revoke all on public.asociaciones_apoyo from anon, authenticated;
grant select, delete on public.asociaciones_apoyo to authenticated;
grant
  insert (id, nombre, descripcion, telefono, url_web, ubicacion, visible, created_by, pais, fuente_url, fuente_fecha, verificada_el),
  update (nombre, descripcion, telefono, url_web, ubicacion, visible, created_by, pais, fuente_url, fuente_fecha, verificada_el)
  on public.asociaciones_apoyo to authenticated;
grant all on public.asociaciones_apoyo to service_role;

create policy "las usuarias leen las asociaciones visibles, la admin todas" on public.asociaciones_apoyo
  for select to authenticated using ((select interno.es_admitida()) and (visible or (select interno.es_admin())));
create policy "la admin agrega asociaciones" on public.asociaciones_apoyo
  for insert to authenticated with check ((select interno.es_admin()));
create policy "la admin cambia asociaciones" on public.asociaciones_apoyo
  for update to authenticated using ((select interno.es_admin())) with check ((select interno.es_admin()));
create policy "la admin borra asociaciones" on public.asociaciones_apoyo
  for delete to authenticated using ((select interno.es_admin()));

create trigger callar_firma before insert or update of created_by on public.asociaciones_apoyo
  for each row execute function interno.callar_firma();
create function interno.preparar_asociacion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.nombre := btrim(new.nombre);
  new.telefono := regexp_replace(new.telefono, '[\s().\-\u00a0\u2010-\u2015]', '', 'g');
  new.url_web := btrim(new.url_web);
  return new;
end
$$;
comment on function interno.preparar_asociacion is 'Trigger: an entry''s number is kept without separators. Numbers of many countries stand here, so none gets a country code.';
create trigger preparar before insert or update on public.asociaciones_apoyo
  for each row execute function interno.preparar_asociacion();
create trigger marcar_edicion before update on public.asociaciones_apoyo
  for each row execute function interno.marcar_edicion();
create trigger anotar_bitacora after insert or update or delete on public.asociaciones_apoyo
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.asociaciones_apoyo', 'el directorio', 'The house''s.', null, 20000, null, 2000, 20000000);

-- Emergency numbers -------------------------------------------------------------------------------------------------------

create table public.numeros_emergencia (
  codigo_iso text primary key check (codigo_iso ~ '^[A-Z]{2}$'),
  pais text not null unique,
  numeros text[] not null check (cardinality(numeros) > 0),
  fuente_url text check (fuente_url ~ '^https?://[^\s<>"''\\]+$'),
  verificado_el date,
  editado_en timestamptz
);
comment on table public.numeros_emergencia is 'Emergency numbers by country, the first one first: every member reads, the admin writes.';
-- Every column that is written has an end: with it, rows bound bytes. Not asked of rows that are older than these rules.
alter table public.numeros_emergencia
  add constraint numeros_emergencia_pais_corto check (char_length(pais) <= 60) not valid,
  add constraint numeros_emergencia_numeros_cortos check (cardinality(numeros) <= 20 and octet_length(numeros::text) <= 600) not valid,
  add constraint numeros_emergencia_fuente_corta check (char_length(fuente_url) <= 2048) not valid;

alter table public.numeros_emergencia enable row level security;
alter table public.numeros_emergencia force row level security;
revoke all on public.numeros_emergencia from anon, authenticated;
grant select, delete, insert (codigo_iso, pais, numeros, fuente_url, verificado_el),
  update (pais, numeros, fuente_url, verificado_el) on public.numeros_emergencia to authenticated;
grant all on public.numeros_emergencia to service_role;

create policy "las usuarias leen los números de emergencia" on public.numeros_emergencia
  for select to authenticated using ((select interno.es_admitida()));
create policy "la admin agrega números de emergencia" on public.numeros_emergencia
  for insert to authenticated with check ((select interno.es_admin()));
create policy "la admin cambia números de emergencia" on public.numeros_emergencia
  for update to authenticated using ((select interno.es_admin())) with check ((select interno.es_admin()));
create policy "la admin borra números de emergencia" on public.numeros_emergencia
  for delete to authenticated using ((select interno.es_admin()));
create trigger marcar_edicion before update on public.numeros_emergencia
  for each row execute function interno.marcar_edicion();
create trigger anotar_bitacora after insert or update or delete on public.numeros_emergencia
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo(
  'public.numeros_emergencia', 'los números de emergencia', 'The house''s: one for each country.', null, 400, null, 1000, 1000000
);

-- «El número ya no funciona»: what members say of an entry of the directory, until the admin has looked into it -------------

create table public.reportes_apoyo (
  id uuid primary key default gen_random_uuid(),
  asociacion_id uuid not null references public.asociaciones_apoyo on delete cascade,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  telefono text,
  creado_en timestamptz not null default now(),
  unique (user_id, asociacion_id)
);
comment on table public.reportes_apoyo is
  'Numbers that a member found dead: she reads and takes back her own, the admin reads and settles all without learning whose they are.';
comment on column public.reportes_apoyo.telefono is 'The number as it stood when she reported it.';
create index reportes_apoyo_asociacion_id_idx on public.reportes_apoyo (asociacion_id);

alter table public.reportes_apoyo enable row level security;
alter table public.reportes_apoyo force row level security;
revoke all on public.reportes_apoyo from anon, authenticated;
-- user_id is nobody's to read or write: it comes from the session, and the admin need not know who called a help line.
grant select (id, asociacion_id, telefono, creado_en), insert (asociacion_id), delete
  on public.reportes_apoyo to authenticated;
grant all on public.reportes_apoyo to service_role;

create policy "una usuaria lee sus propios reportes, la admin todos" on public.reportes_apoyo
  for select to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_admin())));
-- The subquery asks as she who reports: of an entry that she cannot see she can say nothing.
create policy "una usuaria reporta una asociación que ve" on public.reportes_apoyo
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and exists (select from public.asociaciones_apoyo a where a.id = asociacion_id)
  );
create policy "una usuaria retira sus propios reportes, la admin cualquiera" on public.reportes_apoyo
  for delete to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_admin())));

create function interno.preparar_reporte() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('reporte', array[20], array[interval '1 day']);
  new.telefono := (select a.telefono from public.asociaciones_apoyo a where a.id = new.asociacion_id);
  return new;
end
$$;
comment on function interno.preparar_reporte is
  'Trigger: notes the number that a report is about; at most 20 reports of a member in a day (PT429).';
create trigger preparar before insert on public.reportes_apoyo
  for each row execute function interno.preparar_reporte();
create trigger anotar_bitacora after update or delete on public.reportes_apoyo
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo('public.reportes_apoyo', 'tus reportes', 'One for each entry of the directory.', 'user_id', 500, 200000, 100, 100000);

create function interno.olvidar_verificacion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.verificada_el := null;
  return new;
end
$$;
comment on function interno.olvidar_verificacion is
  'Trigger: nobody has dialled a number that was just changed, unless the same change says so.';
-- After «preparar», which brings the number to the form that is compared here. Who corrects a number twice on the day of
-- its verification has to verify it once more: rather a call too many than a mark that is not true.
create trigger verificacion before update on public.asociaciones_apoyo
  for each row when (
    new.telefono is distinct from old.telefono and new.verificada_el is not distinct from old.verificada_el
  ) execute function interno.olvidar_verificacion();

create function interno.atender_reportes() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from public.reportes_apoyo where asociacion_id = new.id;
  return null;
end
$$;
comment on function interno.atender_reportes is
  'Trigger: a number that was corrected, or dialled again, has no reports any more, and may be reported anew.';
create trigger atender_correccion after update on public.asociaciones_apoyo
  for each row when (new.telefono is distinct from old.telefono) execute function interno.atender_reportes();
-- Whenever the day is written, also the same one twice: it may be reported and dialled again within one day.
create trigger atender_verificacion after update of verificada_el on public.asociaciones_apoyo
  for each row when (new.verificada_el is not null) execute function interno.atender_reportes();

revoke all on all functions in schema interno from public, anon;
