-- Who is the admin: a fact in the database, never something an account says of itself. Her right needs more than her password: a
-- second factor that this session has shown, and a password of her own instead of the one that was printed; it is asked for in the
-- one function that every policy asks. What she changes and deletes leaves a line that nobody takes back.

create table interno.administradoras (
  user_id uuid primary key references auth.users on delete cascade,
  desde timestamptz not null default now()
);
comment on table interno.administradoras is
  'The admin account, written at start by interno.establecer_admin; no member writes or reads it.';
alter table interno.administradoras enable row level security;
alter table interno.administradoras force row level security;
revoke all on interno.administradoras from anon, authenticated;
select interno.poner_cupo('interno.administradoras', 'la casa', 'The admin.', rechaza => false);

create function interno.establecer_admin(correo text) returns uuid
language plpgsql set search_path = '' as $$
declare
  cuenta uuid;
begin
  select id into cuenta from auth.users
  where lower(email) = interno.correo_limpio(correo) and email_confirmed_at is not null and not is_sso_user and deleted_at is null;

  delete from interno.administradoras where user_id is distinct from cuenta;
  if cuenta is not null then
    insert into interno.administradoras (user_id) values (cuenta) on conflict do nothing;
  end if;
  return cuenta;
end
$$;
comment on function interno.establecer_admin is
  'For the start script, as owner: makes the confirmed account of this address the only admin and returns it; null, and no admin at all, where there is none.';

-- Printed passwords ---------------------------------------------------------------------------------------------------

create table interno.claves_de_un_uso (
  user_id uuid primary key references auth.users on delete cascade,
  creada_en timestamptz not null default now()
);
comment on table interno.claves_de_un_uso is
  'Accounts whose password was printed by the operator and not yet changed; until then they have no right of the admin. Nobody reads it.';
alter table interno.claves_de_un_uso enable row level security;
alter table interno.claves_de_un_uso force row level security;
revoke all on interno.claves_de_un_uso from anon, authenticated;

create function interno.olvidar_clave_de_un_uso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.claves_de_un_uso where user_id = new.id;
  return null;
end
$$;
comment on function interno.olvidar_clave_de_un_uso is 'Trigger on auth.users: a changed password is her own.';
create trigger olvidar_clave_de_un_uso after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function interno.olvidar_clave_de_un_uso();

create function interno.clave_de_un_uso(cuenta uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into interno.claves_de_un_uso (user_id) values (cuenta)
  on conflict (user_id) do update set creada_en = now();
  insert into interno.bitacora (papel, tabla, clave, verbo)
  values ('dueña', 'interno.claves_de_un_uso', cuenta::text, 'INSERT');
end
$$;
comment on function interno.clave_de_un_uso is 'For the operator''s scripts, as owner: this account has a printed password now.';

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

create function interno.vencer_claves_de_un_uso() returns bigint
language plpgsql set search_path = '' as $$
declare
  vencidas uuid[] := array(
    select user_id from interno.claves_de_un_uso where creada_en < now() - interval '7 days'
  );
begin
  delete from auth.sessions where user_id = any (vencidas);
  -- With it goes the row here, by the trigger.
  update auth.users set encrypted_password = '', updated_at = now() where id = any (vencidas);
  return cardinality(vencidas);
end
$$;
comment on function interno.vencer_claves_de_un_uso is
  'For the start script, as owner, every day: a printed password that nobody changed within seven days opens nothing any more.';

-- Her right -----------------------------------------------------------------------------------------------------------

-- With its owner's rights: nobody may read the tables themselves.
create function interno.estado_admin() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
  -- Not what the token says of itself, but what has become of the session that it was made for.
  sesion text := auth.jwt() ->> 'session_id';
begin
  if not exists (
    select from interno.administradoras a join interno.admisiones using (user_id) where a.user_id = quien
  ) then
    return 'ninguna';
  end if;
  if exists (select from interno.claves_de_un_uso where user_id = quien) then
    return 'clave';
  end if;
  if interno.ajuste('factor_de_administracion') = 'libre' then
    return 'activa';
  end if;
  if not exists (select from auth.mfa_factors where user_id = quien and status = 'verified') then
    return 'factor';
  end if;
  if not exists (
    select from auth.sessions s where s.id::text = sesion and s.user_id = quien and s.aal = 'aal2'
  ) then
    return 'paso';
  end if;
  return 'activa';
end
$$;
comment on function interno.estado_admin is
  'What the account that asks lacks to be the admin: ninguna (she is not), clave (her printed password is to be changed), factor (no second factor), paso (this session has not shown it), activa (nothing).';

create function interno.es_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.estado_admin() = 'activa';
end
$$;
comment on function interno.es_admin is
  'Whether the account that asks is the admin, admitted like every member, with a password of her own and a session that has shown her second factor.';

create function public.es_admin() returns boolean
language sql stable set search_path = '' as $$
  select interno.es_admin()
$$;
comment on function public.es_admin is 'For the app: whether to show the admin''s controls. What they may do is decided by the policies.';

create function public.estado_admin() returns text
language sql stable set search_path = '' as $$
  select interno.estado_admin()
$$;
comment on function public.estado_admin is 'For the app: whether to show the admin''s controls, or what she lacks for them; ninguna for everybody else.';

-- Forgetting a second factor is a deed of the operator, and written down as one.
create function interno.quitar_factor_de_admin() returns uuid
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
comment on function interno.quitar_factor_de_admin is
  'For npm run admin, as owner: takes the admin''s second factors away and ends her sessions; returns her account, null where there is none.';

-- The log: who, when, which row, which columns; never what stood in them ------------------------------------------------

-- Changes of the house's own content by its owner (migrations, seeds, the operator) are marked as such.
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

-- Hung on every table on which a policy lets the admin write (supabase/tests/bitacora.sql asks the catalogue), on the settings, and
-- on who is admin. Of what members wrote, without 'casa', only the admin's hand is noted: a line for each of theirs would tell
-- who left what when.
create trigger anotar_bitacora after insert or update or delete on interno.administradoras
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on interno.ajustes
  for each row execute function interno.anotar_bitacora('casa');

revoke all on all functions in schema interno from public, anon;
revoke all on function public.es_admin, public.estado_admin from public, anon;
grant execute on function interno.es_admin, interno.estado_admin, public.es_admin, public.estado_admin to authenticated, service_role;
