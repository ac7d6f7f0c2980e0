-- The roles and schemas that Supabase brings, made on a database that lacks them. Every statement may be run again.
-- Source: Supabase documentation, "Postgres roles".
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  -- The role that serves requests: it may switch to the three above and has no rights of its own.
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator login noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin login noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then
    create role supabase_storage_admin login noinherit;
  end if;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to supabase_storage_admin;
-- The migrating role hands objects to these owners (PostgreSQL 16 and newer ask for membership with SET).
grant supabase_auth_admin, supabase_storage_admin to current_user;

-- Longest time that one statement of a request may take; the data API sets it inside each transaction.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime;

create extension if not exists pgcrypto with schema extensions;
-- Projects call uuid_generate_v4() without making it; not every PostgreSQL is built with it.
do $$
begin
  if exists (select from pg_available_extensions where name = 'uuid-ossp') then
    create extension if not exists "uuid-ossp" with schema extensions;
  end if;
end
$$;

grant usage on schema extensions, auth, storage, realtime to anon, authenticated, service_role;
grant usage on schema extensions to supabase_auth_admin, supabase_storage_admin;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin;
-- Whatever a project makes in `public` may be used by every role; its policies say of which rows. Said once: a project that takes it back
-- finds it taken back, however often this file comes again. Source: Supabase documentation, "Securing your API".
do $$
begin
  if to_regclass('supabase_migrations.platform') is null then
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;
  end if;
end
$$;
