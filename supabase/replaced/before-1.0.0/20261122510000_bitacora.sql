-- What the admin changes and deletes leaves a line that nobody takes back: who, when, which row, which columns; never what
-- stood in them. Changes of the house's own content by its owner (migrations, seeds, the operator) are marked as such.

create table interno.bitacora (
  id bigint generated always as identity primary key,
  cuando timestamptz not null default clock_timestamp(),
  -- No foreign key: the line outlives the account.
  quien uuid,
  papel text not null check (papel in ('administradora', 'servicio', 'dueña')),
  tabla text not null,
  clave text not null,
  verbo text not null,
  columnas text[] not null default '{}'
);
comment on table interno.bitacora is
  'Audit log of the admin''s changes and deletions: the admin and the operator read it, nobody changes it. Holds keys and names of columns, no contents.';
create index bitacora_cuando_idx on interno.bitacora (cuando);
alter table interno.bitacora enable row level security;
alter table interno.bitacora force row level security;
revoke all on interno.bitacora from anon, authenticated, service_role;
grant select on interno.bitacora to authenticated;
create policy "la admin lee la bitácora" on interno.bitacora
  for select to authenticated using ((select interno.es_admin()));

create function interno.guardar_bitacora() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = 'La bitácora no se cambia ni se borra.';
end
$$;
comment on function interno.guardar_bitacora is 'Trigger: a line that was written stays, for the owner of the database too.';
create trigger guardar before update or delete or truncate on interno.bitacora
  for each statement execute function interno.guardar_bitacora();

create view public.bitacora with (security_invoker = true) as
  select id, cuando, quien, papel, tabla, clave, verbo, columnas from interno.bitacora;
comment on view public.bitacora is 'The audit log, for the admin; empty for everybody else.';
revoke all on public.bitacora from anon, authenticated, service_role;
grant select on public.bitacora to authenticated;

create function interno.anotar_bitacora() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
  papel text := case
    when interno.es_admin() then 'administradora'
    when quien is not null or tg_argv[0] is distinct from 'casa' then null
    when current_setting('role', true) = 'service_role' then 'servicio'
    when coalesce(current_setting('role', true), 'none') in ('none', session_user) then 'dueña'
  end;
  fila jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  cambiadas text[] := '{}';
begin
  if papel is null or (tg_table_schema = 'storage' and fila ->> 'bucket_id' not in ('biblioteca', 'podcast')) then
    return null;
  end if;
  -- Even the admin's own anonymous stories stay without an author.
  if tg_table_name = 'historias' and exists (
    select from interno.autorias_historias where id::text = fila ->> 'id' and user_id = quien
  ) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    cambiadas := array(
      select n.key from jsonb_each(to_jsonb(new)) n
      where n.value is distinct from to_jsonb(old) -> n.key order by n.key
    );
    if cambiadas = '{}' then
      return null;
    end if;
  end if;
  insert into interno.bitacora (quien, papel, tabla, clave, verbo, columnas)
  values (
    quien, papel, format('%I.%I', tg_table_schema, tg_table_name),
    case
      when tg_table_schema = 'storage' then (fila ->> 'bucket_id') || '/' || (fila ->> 'name')
      else (
        select string_agg(fila ->> a.attname, ',' order by a.attnum)
        from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = tg_relid and i.indisprimary
      )
    end,
    tg_op, cambiadas
  );
  return null;
end
$$;
comment on function interno.anotar_bitacora is
  'Trigger: writes the line of what the admin did to a row; of a table of the house (argument casa) also what its owner or a service did.';

-- Every table on which a policy lets the admin write (supabase/tests/bitacora.sql asks the catalogue), and who is admin.
create trigger anotar_bitacora after insert or update or delete on public.asociaciones_apoyo
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on public.numeros_emergencia
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on public.directorio_terapeutas
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on public.biblioteca_libros
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on public.podcast
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on public.salas_comunidad
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on public.politicas_legales
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on interno.administradoras
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on interno.ajustes
  for each row execute function interno.anotar_bitacora('casa');
-- Of what members wrote, only the admin's hand is noted: a line for each of theirs would tell who left what when.
create trigger anotar_bitacora after insert or update or delete on public.suspensiones
  for each row execute function interno.anotar_bitacora();
create trigger anotar_bitacora after update or delete on public."Salas"
  for each row execute function interno.anotar_bitacora();
create trigger anotar_bitacora after update or delete on public.mensajes_sala
  for each row execute function interno.anotar_bitacora();
create trigger anotar_bitacora after update on interno.historias
  for each row execute function interno.anotar_bitacora();
create trigger anotar_bitacora after update or delete on public.reportes_sala
  for each row execute function interno.anotar_bitacora();
create trigger anotar_bitacora after update or delete on public.reportes_apoyo
  for each row execute function interno.anotar_bitacora();
create trigger anotar_bitacora after delete on interno.reseñas
  for each row execute function interno.anotar_bitacora();
create trigger anotar_bitacora after delete on interno.autorias_reseñas
  for each row execute function interno.anotar_bitacora();
create trigger anotar_bitacora after insert or update or delete on storage.objects
  for each row execute function interno.anotar_bitacora('casa');

-- Forgetting a second factor is a deed of the operator, and written down as one.
create or replace function interno.quitar_factor_de_admin() returns uuid
language plpgsql set search_path = '' as $$
declare
  cuenta uuid := (select user_id from interno.administradoras);
begin
  if cuenta is null then
    return null;
  end if;
  delete from auth.mfa_factors where user_id = cuenta;
  delete from auth.sessions where user_id = cuenta;
  insert into interno.bitacora (papel, tabla, clave, verbo) values ('dueña', 'auth.mfa_factors', cuenta::text, 'RESET');
  return cuenta;
end
$$;

create or replace function interno.clave_de_un_uso(cuenta uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into interno.claves_de_un_uso (user_id) values (cuenta)
  on conflict (user_id) do update set creada_en = now();
  insert into interno.bitacora (papel, tabla, clave, verbo)
  values ('dueña', 'interno.claves_de_un_uso', cuenta::text, 'INSERT');
end
$$;

create function interno.poner_clave_de_un_uso(cifrada text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  cuenta uuid := (select user_id from interno.administradoras);
begin
  if cuenta is null then
    return null;
  end if;
  update auth.users set encrypted_password = cifrada, updated_at = now() where id = cuenta;
  delete from auth.sessions where user_id = cuenta;
  perform interno.clave_de_un_uso(cuenta);
  return cuenta;
end
$$;
comment on function interno.poner_clave_de_un_uso is
  'For npm run admin, as owner: gives the admin a printed password (its hash) and ends her sessions; returns her account, null where there is none.';

revoke all on function interno.poner_clave_de_un_uso from public, anon;
revoke all on function interno.guardar_bitacora, interno.anotar_bitacora from public, anon;
