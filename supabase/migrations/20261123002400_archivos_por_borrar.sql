-- The bytes of a file that leaves with its account, where the storage server is not ours. Ours removes what no row names (server/src/storage/sweep.ts);
-- hosted Supabase keeps such bytes for ever, and its Storage API removes them only together with their row. So what went is noted here, and the
-- function archivos-sweep has the API remove it within minutes.

create table interno.archivos_por_borrar (
  deposito text not null,
  nombre text not null,
  version text,
  anotado_en timestamptz not null default now(),
  primary key (deposito, nombre)
);
comment on table interno.archivos_por_borrar is
  'Files whose row is gone and whose bytes the Storage API must still remove, where the storage server is not ours. Gone once they are.';
alter table interno.archivos_por_borrar enable row level security;
alter table interno.archivos_por_borrar force row level security;
revoke all on interno.archivos_por_borrar from anon, authenticated, service_role;
select interno.poner_cupo('interno.archivos_por_borrar', 'la casa', 'A picture for each account that left, for minutes.', rechaza => false);

create or replace function interno.borrar_archivos() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  nuestra constant boolean := to_regnamespace('local_server') is not null;
begin
  -- Hosted Supabase refuses a delete by SQL unless it is said to be meant.
  perform set_config('storage.allow_delete_query', 'true', true);
  with borrados as (
    delete from storage.objects
    where owner_id = old.id::text and bucket_id not in ('biblioteca', 'podcast', 'terapeutas')
      or bucket_id = 'profiles' and starts_with(name, 'avatars/' || old.id || '.')
    returning bucket_id, name, version
  )
  insert into interno.archivos_por_borrar (deposito, nombre, version)
  select bucket_id, name, version from borrados where not nuestra
  on conflict (deposito, nombre) do update set version = excluded.version;
  return null;
end
$$;

-- With its owner's rights, since nobody else writes rows of files. A row stands again from here until the API has removed it, a moment later: it asks
-- for one. A name that somebody has taken meanwhile is hers, and nothing of it is removed.
create function interno.archivos_por_borrar() returns table (deposito text, nombre text)
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.archivos_por_borrar a using storage.objects o
  where o.bucket_id = a.deposito and o.name = a.nombre and o.version is distinct from a.version;
  return query
  with siguientes as (
    select a.deposito, a.nombre, a.version from interno.archivos_por_borrar a order by a.anotado_en limit 50
  ), de_nuevo as (
    insert into storage.objects (bucket_id, name, version)
    select s.deposito, s.nombre, s.version from siguientes s
    on conflict (bucket_id, name) do nothing
  )
  select s.deposito, s.nombre from siguientes s;
end
$$;
comment on function interno.archivos_por_borrar is
  'Fifty files of accounts that left, by bucket and name, each with a row again so that the Storage API can remove it.';

create function interno.archivos_borrados(deposito text, nombres text[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  quedan text[];
  olvidados int;
begin
  -- What the API did not remove must not be read meanwhile: its row goes again, and it stays noted.
  perform set_config('storage.allow_delete_query', 'true', true);
  with retirados as (
    delete from storage.objects o using interno.archivos_por_borrar a
    where a.deposito = archivos_borrados.deposito and a.nombre = any (nombres)
      and o.bucket_id = a.deposito and o.name = a.nombre and o.version is not distinct from a.version
    returning o.name
  )
  select coalesce(array_agg(r.name), '{}') into quedan from retirados r;
  delete from interno.archivos_por_borrar a
  where a.deposito = archivos_borrados.deposito and a.nombre = any (nombres) and a.nombre <> all (quedan);
  get diagnostics olvidados = row_count;
  return olvidados;
end
$$;
comment on function interno.archivos_borrados is
  'The Storage API was asked to remove these. What it removed is forgotten; returns how many that were.';

create function public.archivos_por_borrar() returns table (deposito text, nombre text)
language sql volatile set search_path = '' begin atomic
  select a.deposito, a.nombre from interno.archivos_por_borrar() a;
end;
comment on function public.archivos_por_borrar is 'For archivos-sweep: see interno.archivos_por_borrar.';

create function public.archivos_borrados(deposito text, nombres text[]) returns int
language sql volatile set search_path = '' begin atomic
  select interno.archivos_borrados(deposito, nombres);
end;
comment on function public.archivos_borrados is 'For archivos-sweep: see interno.archivos_borrados.';

revoke all on function interno.borrar_archivos, interno.archivos_por_borrar, interno.archivos_borrados, public.archivos_por_borrar,
  public.archivos_borrados from public, anon, authenticated;
grant execute on function interno.archivos_por_borrar, interno.archivos_borrados, public.archivos_por_borrar, public.archivos_borrados
  to service_role;
