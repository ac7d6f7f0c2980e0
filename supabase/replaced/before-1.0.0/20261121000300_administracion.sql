-- Who is the admin: a fact in the database, never something an account says of itself.

create table interno.administradoras (
  user_id uuid primary key references auth.users on delete cascade,
  desde timestamptz not null default now()
);
comment on table interno.administradoras is
  'The admin account, written at start by interno.establecer_admin; no member writes or reads it.';
alter table interno.administradoras enable row level security;
alter table interno.administradoras force row level security;
revoke all on interno.administradoras from anon, authenticated;

-- With its owner's rights: nobody may read the table itself.
create function interno.es_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from interno.administradoras a join interno.admisiones using (user_id) where a.user_id = auth.uid()
  );
end
$$;
comment on function interno.es_admin is 'Whether the account that asks is the admin, and admitted like every member.';

create function public.es_admin() returns boolean
language sql stable set search_path = '' as $$
  select interno.es_admin()
$$;
comment on function public.es_admin is 'For the app: whether to show the admin''s controls. What they may do is decided by the policies.';

create function interno.establecer_admin(correo text) returns uuid
language plpgsql set search_path = '' as $$
declare
  cuenta uuid;
begin
  select id into cuenta from auth.users
  where lower(email) = lower(btrim(correo)) and email_confirmed_at is not null and not is_sso_user and deleted_at is null;

  delete from interno.administradoras where user_id is distinct from cuenta;
  if cuenta is not null then
    insert into interno.administradoras (user_id) values (cuenta) on conflict do nothing;
  end if;
  return cuenta;
end
$$;
comment on function interno.establecer_admin is
  'For the start script, as owner: makes the confirmed account of this address the only admin and returns it; null, and no admin at all, where there is none.';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.es_admin from public, anon;
grant execute on function interno.es_admin, public.es_admin to authenticated, service_role;
