-- The admin's right needs more than her password: a second factor that this session has shown, and a password of her own
-- instead of the one that was printed. Asked for in the one function that every policy asks.

insert into interno.ajustes (clave, valor, descripcion) values
  ('factor_de_administracion', 'obligatorio', 'Whether the admin needs a second factor: obligatorio, or libre');

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
language sql volatile set search_path = '' as $$
  insert into interno.claves_de_un_uso (user_id) values (cuenta)
  on conflict (user_id) do update set creada_en = now()
$$;
comment on function interno.clave_de_un_uso is 'For the operator''s scripts, as owner: this account has a printed password now.';

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

create or replace function interno.es_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.estado_admin() = 'activa';
end
$$;
comment on function interno.es_admin is
  'Whether the account that asks is the admin, admitted like every member, with a password of her own and a session that has shown her second factor.';

create function public.estado_admin() returns text
language sql stable set search_path = '' as $$
  select interno.estado_admin()
$$;
comment on function public.estado_admin is 'For the app: whether to show the admin''s controls, or what she lacks for them; ninguna for everybody else.';

create function interno.quitar_factor_de_admin() returns uuid
language plpgsql set search_path = '' as $$
declare
  cuenta uuid := (select user_id from interno.administradoras);
begin
  delete from auth.mfa_factors where user_id = cuenta;
  delete from auth.sessions where user_id = cuenta;
  return cuenta;
end
$$;
comment on function interno.quitar_factor_de_admin is
  'For npm run admin, as owner: takes the admin''s second factors away and ends her sessions; returns her account, null where there is none.';

revoke all on function
  interno.olvidar_clave_de_un_uso, interno.clave_de_un_uso, interno.vencer_claves_de_un_uso, interno.estado_admin,
  interno.quitar_factor_de_admin, public.estado_admin
  from public, anon;
grant execute on function interno.estado_admin, public.estado_admin to authenticated, service_role;
