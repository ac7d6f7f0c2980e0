-- Support directory and emergency numbers. A wrong number harms: each one names its source, and the day a person confirmed it.

create table public.asociaciones_apoyo (
  id uuid primary key default gen_random_uuid(),
  nombre text collate "es-x-icu" not null check (char_length(nombre) <= 200 and interno.tiene_texto(nombre)),
  descripcion text check (char_length(descripcion) <= 2000),
  telefono text check (telefono = '' or telefono ~ '^[+0-9*#]{2,20}$'),
  url_web text check (url_web = '' or (url_web ~ '^https?://[^\s<>"''\\]+$' and char_length(url_web) <= 2048)),
  ubicacion text check (char_length(ubicacion) <= 200),
  visible boolean not null default true,
  created_by uuid default auth.uid() references auth.users on delete set null,
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
create index asociaciones_apoyo_created_by_idx on public.asociaciones_apoyo (created_by);

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

create table public.numeros_emergencia (
  codigo_iso text primary key check (codigo_iso ~ '^[A-Z]{2}$'),
  pais text not null unique,
  numeros text[] not null check (cardinality(numeros) > 0),
  fuente_url text check (fuente_url ~ '^https?://[^\s<>"''\\]+$'),
  verificado_el date,
  editado_en timestamptz
);
comment on table public.numeros_emergencia is 'Emergency numbers by country, the first one first: every member reads, the admin writes.';

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

revoke all on all functions in schema interno from public, anon;
