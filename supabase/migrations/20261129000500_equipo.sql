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
  creada_en timestamptz not null default now(),
  usada_en timestamptz
);
comment on table interno.claves_de_un_uso is
  'Accounts whose password was printed by the operator and not yet changed; until then they have no right of the admin. Nobody reads it.';
comment on column interno.claves_de_un_uso.usada_en is 'When somebody signed in with it: it opens no second session.';
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
  on conflict (user_id) do update set creada_en = now(), usada_en = null;
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

-- Her right -----------------------------------------------------------------------------------------------------------------

-- For every role; and an account with a second factor shows it, as everywhere (admision).
create function interno.estado_admin() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  if interno.papeles_de(quien) = '{}' or not exists (select from interno.admisiones where user_id = quien) then
    return 'ninguna';
  end if;
  if exists (select from interno.claves_de_un_uso where user_id = quien) then
    return 'clave';
  end if;
  -- Hers protects her too where the operator asks for none.
  if not interno.mostro_factor() then
    return 'paso';
  end if;
  if interno.ajuste('factor_de_administracion') = 'libre' then
    return 'activa';
  end if;
  if not exists (select from auth.mfa_factors where user_id = quien and status = 'verified') then
    return 'factor';
  end if;
  return 'activa';
end
$$;
comment on function interno.estado_admin is
  'What the account that asks lacks to work for the team: ninguna (she has no role), clave (her printed password is to be changed), factor (no second factor), paso (this session has not shown it), activa (nothing).';

create function interno.es_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.tiene_papel('administradora');
end
$$;
comment on function interno.es_admin is
  'Whether the account that asks is an administradora: the root, or one who was invited, with a session that has shown her second factor.';

create function public.es_admin() returns boolean
language sql stable set search_path = '' as $$
  select interno.es_admin()
$$;
comment on function public.es_admin is 'For the app: whether to show the admin''s controls. What they may do is decided by the policies.';

create function public.estado_admin() returns text
language sql stable set search_path = '' as $$
  select interno.estado_admin()
$$;
comment on function public.estado_admin is
  'For the app: whether to show the team''s controls, or what she lacks for them; ninguna for every other member.';

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

-- Changes of the installation's own content by its owner (migrations, seeds, the operator) are marked as such.
create table interno.bitacora (
  id bigint generated always as identity primary key,
  cuando timestamptz not null default clock_timestamp(),
  -- No foreign key: the line outlives the account.
  quien uuid,
  papel text not null check (papel in ('administradora', 'moderadora', 'editora', 'soporte', 'servicio', 'dueña')),
  tabla text not null,
  clave text not null,
  verbo text not null,
  columnas text[] not null default '{}'
);
comment on table interno.bitacora is
  'Audit log of what the team changes and deletes: the administradoras and the operator read it, nobody changes it. Holds keys and names of columns, no contents.';
create index bitacora_cuando_idx on interno.bitacora (cuando);
alter table interno.bitacora enable row level security;
alter table interno.bitacora force row level security;
revoke all on interno.bitacora from anon, authenticated, service_role;
grant select on interno.bitacora to authenticated;
create policy "la administradora lee la bitácora" on interno.bitacora
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
    when quien is not null then (
      select p from unnest(interno.papeles_de(quien)) p where p <> 'raíz' and interno.estado_admin() = 'activa' order by p limit 1
    )
    when tg_argv[0] is distinct from 'casa' then null
    when current_setting('role', true) = 'service_role' then 'servicio'
    when coalesce(current_setting('role', true), 'none') in ('none', session_user) then 'dueña'
  end;
  fila jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  cambiadas text[] := '{}';
begin
  -- Her own joining and leaving is hers before she has any right, and is written all the same.
  if papel is null and quien is not null and tg_table_name = 'integrantes' then
    papel := fila ->> 'papel';
  end if;
  if papel is null or (tg_table_schema = 'storage' and fila ->> 'bucket_id' not in ('biblioteca', 'podcast', 'terapeutas')) then
    return null;
  end if;
  -- What reached her through what she wrote without a name has a record of its own (medidas), and to answer what was decided about her
  -- is no work of the team: a line would name her.
  if tg_table_name = 'suspensiones' and ((fila ->> 'velada')::boolean or fila ->> 'user_id' = quien::text) then
    return null;
  end if;
  -- The team's own anonymous stories, too, stay without an author.
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
  'Trigger: writes the line of what the team did to a row; of a table of the installation (argument casa) also what its owner or a service did.';

-- Hung on every table on which a policy lets the admin write (supabase/tests/bitacora.sql asks the catalogue), on the settings, and
-- on who is admin. Of what members wrote, without 'casa', only the admin's hand is noted: a line for each of theirs would tell
-- who left what when.
create trigger anotar_bitacora after insert or update or delete on interno.administradoras
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on interno.ajustes
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on storage.objects
  for each row execute function interno.anotar_bitacora('casa');

-- Where a session says how it was opened: one that a mail opened is another proof, and is let in.
create function interno.gastar_clave_de_un_uso() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  cuenta constant uuid := (select user_id from auth.sessions where id = new.session_id);
  clave interno.claves_de_un_uso;
begin
  select * into clave from interno.claves_de_un_uso where user_id = cuenta for update;
  if not found then
    return new;
  end if;
  if clave.usada_en is not null
    -- The session that it opened may say once more that it knows it.
    and not exists (
      select from auth.mfa_amr_claims where session_id = new.session_id and authentication_method = 'password'
    )
  then
    raise exception using errcode = 'PT403',
      message = 'Esa contraseña era de un solo uso y ya se usó. Pide otra a quien tiene el servidor: npm run admin -- new-password';
  end if;
  update interno.claves_de_un_uso set usada_en = now() where user_id = cuenta;
  return new;
end
$$;
comment on function interno.gastar_clave_de_un_uso is
  'Trigger on auth.mfa_amr_claims: a printed password signs in once (PT403 afterwards); then she chooses her own, or has another printed.';
-- Printed passwords are our own server's; a service that lets nobody hang a trigger there prints none.
do $$
begin
  if has_table_privilege('auth.mfa_amr_claims', 'TRIGGER') then
    create trigger gastar_clave_de_un_uso before insert on auth.mfa_amr_claims
      for each row when (new.authentication_method = 'password')
      execute function interno.gastar_clave_de_un_uso();
  end if;
end
$$;

-- The second factor -------------------------------------------------------------------------------------------------------------

-- An account that has one opens nothing by its password alone, but for what calls for help: an attacker who knows her password reads no word of
-- hers, and a member who cannot find her codes is heard all the same. Nearly every rule asks interno.es_admitida once for each statement,
-- so this is asked there: a new table is covered by the rule that it needs anyway (supabase/tests/reglas.sql).

-- With its owner's rights: nobody reads the tables of accounts. Not what the token says of itself, but what has become of the session
-- that it was made for.
create function interno.mostro_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
  sesion text;
begin
  if not exists (select from auth.mfa_factors where user_id = quien and status = 'verified') then
    return true;
  end if;
  sesion := auth.jwt() ->> 'session_id';
  return exists (
    select from auth.sessions s where s.id::text = sesion and s.user_id = quien and s.aal in ('aal2', 'aal3')
  );
end
$$;
comment on function interno.mostro_factor is
  'Whether the session that asks has shown the second factor of its account; true where the account has none.';

-- The team: a volunteer has one role or several, each a right to one kind of work and to nothing else. The root is
-- the account of ADMIN_EMAIL; it and the administradoras give the others. A rule asks for a role through one function,
-- which also asks for the second factor; an account that lost hers is nobody at the next statement, whatever session she has. No role reads
-- what is private (supabase/tests/papeles.sql asks every table).

-- Who ---------------------------------------------------------------------------------------------------------------------

create table public.integrantes (
  user_id uuid not null references interno.perfiles on delete cascade,
  papel text not null check (papel in ('administradora', 'moderadora', 'editora', 'soporte')),
  desde timestamptz not null default now(),
  primary key (user_id, papel)
);
comment on table public.integrantes is
  'Who is of the team, one row for each role: the administradoras read all and end any; a member reads her own. Written by aceptar_convocatoria alone.';

create table public.convocatorias (
  id uuid primary key default gen_random_uuid(),
  -- As the account of whom it is for has it confirmed; whether there is one is not asked here, and told to nobody.
  correo text not null check (char_length(correo) <= 254 and correo ~ '^[^@\s<>"'',;]+@[^@\s<>"'',;]+\.[^@\s<>"'',;]+$'),
  papel text not null check (papel in ('administradora', 'moderadora', 'editora', 'soporte')),
  creada_en timestamptz not null default now(),
  vence_en timestamptz not null default now() + interval '7 days',
  unique (correo, papel)
);
comment on table public.convocatorias is
  'Invitations to the team, by address and role, good for seven days: the administradoras write and take back; the account that has confirmed that address reads, accepts or declines her own.';

alter table public.integrantes enable row level security;
alter table public.integrantes force row level security;
alter table public.convocatorias enable row level security;
alter table public.convocatorias force row level security;
revoke all on public.integrantes from anon, authenticated;
revoke all on public.convocatorias from anon, authenticated;
grant select, delete on public.integrantes to authenticated;
grant select, delete, insert (correo, papel) on public.convocatorias to authenticated;
grant all on public.integrantes to service_role;
grant all on public.convocatorias to service_role;
select interno.poner_cupo('public.integrantes', 'el equipo', 'Rows of the installation.', null, 400, null, 200, 100000);
select interno.poner_cupo('public.convocatorias', 'las convocatorias', 'Rows of the installation.', null, 200, null, 200, 100000);

-- With its owner's rights: nobody may read who is of the team.
create function interno.papeles_de(quien uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select 'raíz' from interno.administradoras where user_id = quien
    union all select 'administradora' from interno.administradoras where user_id = quien
    union select papel from public.integrantes where user_id = quien and not exists (
      -- A member who was expelled has no role; nobody expels the root.
      select from public.suspensiones s where s.user_id = quien and s.alcance = 'expulsion' and s.hasta > now()
    )
    order by 1
  );
end
$$;
comment on function interno.papeles_de is
  'The roles of an account, whatever its session has shown, and none while it is expelled; «raíz» besides is that of ADMIN_EMAIL.';

create function interno.tiene_papel(cual text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.papeles_de(auth.uid()) && array[cual, 'administradora'] and interno.estado_admin() = 'activa';
end
$$;
comment on function interno.tiene_papel is
  'Whether the account that asks has a role, or is an administradora, and lacks nothing for it.';

create function interno.es_moderadora() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.tiene_papel('moderadora');
end
$$;
comment on function interno.es_moderadora is 'Whether the caller looks after reports, stories, reviews, circles and pauses.';

create function interno.es_editora() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.tiene_papel('editora');
end
$$;
comment on function interno.es_editora is 'Whether the caller looks after library, podcast, legal texts, directory and therapists.';

create function interno.es_soporte() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.tiene_papel('soporte');
end
$$;
comment on function interno.es_soporte is 'Whether the caller answers members who write to the team.';

create function interno.mis_papeles() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_admitida() then
    return '{}';
  end if;
  return interno.papeles_de(auth.uid());
end
$$;
comment on function interno.mis_papeles is 'What public.mis_papeles does.';
create function public.mis_papeles() returns text[]
language sql stable set search_path = '' as $$
  select nullif(interno.mis_papeles(), '{}')
$$;
comment on function public.mis_papeles is
  'For the app: the roles of the member who asks, null where she has none. What they may do is decided by the policies.';

-- Safeguards of the team --------------------------------------------------------------------------------------------------------

create function interno.mi_correo() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return (select lower(email) from auth.users where id = quien and email_confirmed_at is not null);
end
$$;
comment on function interno.mi_correo is 'The confirmed address of the account that asks, in small letters, or null.';

create policy "las administradoras leen el equipo, cada una lo suyo" on public.integrantes
  for select to authenticated
  using ((select interno.es_admin()) or ((select interno.es_admitida()) and (select auth.uid()) = user_id));
create policy "las administradoras retiran un papel, cada una el suyo" on public.integrantes
  for delete to authenticated
  using ((select interno.es_admin()) or ((select interno.es_admitida()) and (select auth.uid()) = user_id));
create policy "las administradoras leen las convocatorias, cada una las suyas" on public.convocatorias
  for select to authenticated
  using (
    (select interno.es_admin())
    or ((select interno.es_admitida()) and correo = (select interno.mi_correo()) and vence_en > now())
  );
create policy "las administradoras convocan" on public.convocatorias
  for insert to authenticated with check ((select interno.es_admin()));
create policy "las administradoras retiran una convocatoria, ella la rechaza" on public.convocatorias
  for delete to authenticated
  using ((select interno.es_admin()) or ((select interno.es_admitida()) and correo = (select interno.mi_correo())));

-- With its owner's rights: nobody may write the queue. An attacker with an administradora's session alone cannot give a role to an accomplice.
create function interno.preparar_convocatoria() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    return new;
  end if;
  -- Before the rule, so that nobody else is asked to prove anything.
  if not interno.es_admin() then
    raise exception using errcode = '42501', message = 'Solo una administradora invita al equipo.';
  end if;
  perform interno.exigir_prueba();
  perform interno.limitar('convocar', array[20], array[interval '1 day']);
  new.correo := interno.correo_limpio(new.correo);
  -- One that has ended, or is repeated, gives way: she is written to again.
  delete from public.convocatorias where correo = new.correo and papel = new.papel;
  perform interno.encolar_envio(
    'convocatoria', 'correo', 2, auth.uid(), 'convocatoria:' || new.id, caduca => now() + interval '1 day',
    datos => jsonb_build_object('destino', new.correo, 'papel', new.papel)
  );
  return new;
end
$$;
comment on function interno.preparar_convocatoria is
  'Trigger: an invitation asks for a fresh proof (PT428), leaves by mail through the queue, twenty a day at most (PT429), and takes the place of an earlier one.';
create trigger preparar before insert on public.convocatorias
  for each row execute function interno.preparar_convocatoria();

-- With its owner's rights: nobody writes the team. That her mailbox is hers is what the confirmed address says; that it is she, the
-- proof; and the role opens nothing before she has a second factor.
create function interno.aceptar_convocatoria(cual uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  convocada public.convocatorias;
begin
  select * into convocada from public.convocatorias c
  where c.id = cual and c.correo = interno.mi_correo() and c.vence_en > now()
  -- Taken back in this moment it is not accepted: of the two, one is told that it is so.
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esta convocatoria ya no está.';
  end if;
  perform interno.exigir_prueba();
  insert into public.integrantes (user_id, papel) values (quien, convocada.papel) on conflict do nothing;
  delete from public.convocatorias where id = cual;
  return convocada.papel;
end
$$;
comment on function interno.aceptar_convocatoria is 'What public.aceptar_convocatoria does.';
create function public.aceptar_convocatoria(cual uuid) returns text
language sql volatile set search_path = '' as $$
  select interno.aceptar_convocatoria(cual)
$$;
comment on function public.aceptar_convocatoria is
  'Joins the team in the role of an invitation to her confirmed address, and says which: PT404 there is none, PT428 without a proof of the last ten minutes.';

-- An attacker with an administradora's telephone alone cannot dissolve the team. She gives up her own role as she likes.
create function interno.proteger_integrante() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The rule refuses everybody else, and is not asked here.
  if auth.uid() is not null and old.user_id <> auth.uid() and interno.es_admin() then
    perform interno.exigir_prueba();
  end if;
  return old;
end
$$;
comment on function interno.proteger_integrante is 'Trigger: to take another one''s role asks for a fresh proof (PT428).';
create trigger proteger before delete on public.integrantes
  for each row execute function interno.proteger_integrante();

create function interno.olvidar_convocatorias() returns int
language plpgsql set search_path = '' as $$
declare
  olvidadas int;
begin
  delete from public.convocatorias where vence_en < now();
  get diagnostics olvidadas = row_count;
  return olvidadas;
end
$$;
comment on function interno.olvidar_convocatorias is 'To be called daily: addresses of invitations that have ended are forgotten. Returns how many.';

create trigger anotar_bitacora after insert or update or delete on public.integrantes
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on public.convocatorias
  for each row execute function interno.anotar_bitacora('casa');

revoke all on all functions in schema interno from public, anon;
revoke all on function public.es_admin, public.estado_admin, public.mis_papeles, public.aceptar_convocatoria from anon, public;
grant execute on function
  interno.estado_admin, interno.es_admin, public.es_admin, public.estado_admin, interno.mostro_factor, interno.es_moderadora,
  interno.es_editora, interno.es_soporte, interno.mis_papeles, public.mis_papeles, interno.mi_correo, interno.aceptar_convocatoria,
  public.aceptar_convocatoria
  to authenticated, service_role;
