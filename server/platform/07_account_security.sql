-- Protection of an account while somebody else holds her telephone: fresh proofs, changes that wait a day, and notices
-- that can be answered. In the schema that no request reaches.
set role supabase_auth_admin;

-- Passwords that were set by somebody who read her mail, and not by somebody who knew the one before. For a day such a password
-- proves no more than the mail did; for a week the one before (its hash) takes such a change back.
create table if not exists local_server.mailed_passwords (
  user_id uuid primary key references auth.users on delete cascade,
  set_at timestamptz not null default now(),
  trusted_hash text
);

-- Changes that a mail alone has proven: they take effect a day later, and any of her devices can take them back until then.
create table if not exists local_server.delayed_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('factor', 'email', 'phone')),
  details jsonb not null default '{}',
  asked_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '24 hours',
  unique (user_id, kind)
);
create index if not exists delayed_changes_due_at_idx on local_server.delayed_changes (due_at);

-- What she was told of by mail, for the seven days in which she can answer «No fui yo»: the hash of the key in the mail, what
-- proves her without the mailbox (the password before the change, as a hash), and what it takes to undo the change.
create table if not exists local_server.security_notices (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  kind text not null check (kind in ('device', 'factor_added', 'factor_removed', 'password', 'email', 'deletion', 'code', 'code_removed', 'return_asked', 'returned')),
  key_hash text unique,
  proof_hash text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  -- Where a change was made by the database itself: the address, until the mail has been written.
  mail_to text
);
create index if not exists security_notices_user_id_idx on local_server.security_notices (user_id, created_at);
create index if not exists security_notices_mail_to_idx on local_server.security_notices (created_at) where mail_to is not null;

-- Devices on which an account was entered, so that a new one is news (auth.sessions.tag; nothing says whose device it is).
create table if not exists local_server.account_devices (
  user_id uuid not null references auth.users on delete cascade,
  tag text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, tag)
);

-- What a session has proven within ten minutes, and what is still to be asked for.
--   proof: `full` (the password, and the second factor where there is one), `mailed` (no more than a mailbox: accounts without
--   a password, or with one that came by mail today), or null
--   asks: what is missing, of `password`, `mail`, `code`
-- A factor's first code, which made it count, proves nothing: somebody who holds her telephone could have enrolled it.
create or replace function local_server.session_proof(session uuid, account uuid, out proof text, out asks text[])
language sql stable security definer set search_path = '' as $$
  with shown as (
    select c.authentication_method as method, c.updated_at, s.factor_id
    from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
    where s.id = session and s.user_id = account and c.updated_at > now() - interval '10 minutes'
  ), has as (
    select coalesce(u.encrypted_password, '') <> '' as password,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as factor,
      exists (
        select from local_server.mailed_passwords m where m.user_id = u.id and m.set_at > now() - interval '24 hours'
      ) as only_mail
    from auth.users u where u.id = account
  ), missing as (
    select has.*, array_remove(array[
      case when has.password and not exists (select from shown where method = 'password') then 'password' end,
      case when not has.password and not exists (
        select from shown where method not in ('password', 'totp', 'recovery_code')
      ) then 'mail' end,
      case when has.factor and not exists (
        select from shown join auth.mfa_factors f on f.id = shown.factor_id
        where shown.method in ('totp', 'recovery_code') and f.status = 'verified' and shown.updated_at > f.updated_at
      ) then 'code' end
    ], null) as asks
    from has
  )
  select case when cardinality(m.asks) = 0 then case when m.password and not m.only_mail then 'full' else 'mailed' end end, m.asks
  from missing m
$$;
revoke all on function local_server.session_proof(uuid, uuid) from public;

-- For the project's own screens: what waits for its day, and taking it back. For a week also that what opens what she has sealed was removed.
create or replace function local_server.pending_changes(account uuid)
returns table (kind text, asked_at timestamptz, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.kind, c.asked_at, c.due_at from local_server.delayed_changes c where c.user_id = account
  union all
  select 'code_removed', max(n.created_at), max(n.created_at) from local_server.security_notices n
  where n.user_id = account and n.kind = 'code_removed' and n.created_at > now() - interval '7 days'
  having count(*) > 0
$$;
revoke all on function local_server.pending_changes(uuid) from public;

create or replace function local_server.cancel_change(account uuid, which text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from local_server.delayed_changes c where c.user_id = account and c.kind = which;
  if not found then return false; end if;
  if which = 'email' then
    update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
      email_change_confirm_status = 0, updated_at = now() where id = account;
    delete from auth.one_time_tokens
    where user_id = account and token_type in ('email_change_token_new', 'email_change_token_current');
  elsif which = 'phone' then
    update auth.users set phone_change = '', phone_change_token = '', updated_at = now() where id = account;
    delete from auth.one_time_tokens where user_id = account and token_type = 'phone_change_token';
  end if;
  return true;
end
$$;
revoke all on function local_server.cancel_change(uuid, text) from public;

-- What proves her besides the mailbox, should a change of now be undone: the password as it is, or the one before those that
-- came by mail; null where there is none.
create or replace function local_server.proof_hash(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when m.user_id is null then nullif(u.encrypted_password, '') else nullif(m.trusted_hash, '') end
  from auth.users u left join local_server.mailed_passwords m on m.user_id = u.id and m.set_at > now() - interval '7 days'
  where u.id = account
$$;
revoke all on function local_server.proof_hash(uuid) from public;

-- For the project's own functions: has her told by mail, within seconds, that the deletion of her account was asked for; `gone` where
-- it takes effect at once, and nothing of hers may be left to refer to.
create or replace function local_server.tell_of_deletion(account uuid, gone boolean) returns void
language sql volatile security definer set search_path = '' as $$
  insert into local_server.security_notices (id, user_id, kind, proof_hash, mail_to)
  select gen_random_uuid(), case when not gone then u.id end, 'deletion',
    case when not gone then local_server.proof_hash(u.id) end, u.email
  from auth.users u where u.id = account and u.email is not null
$$;
revoke all on function local_server.tell_of_deletion(uuid, boolean) from public;

-- Where she can be told: at her address, and at those that were hers until a week ago.
create or replace function local_server.addresses_of(account uuid) returns table (address text)
language sql stable security definer set search_path = '' as $$
  select u.email::text from auth.users u where u.id = account and u.email is not null
  union
  select n.details ->> 'from' from local_server.security_notices n
  where n.user_id = account and n.kind = 'email' and n.undone_at is null and n.created_at > now() - interval '7 days'
    and n.details ? 'from'
$$;
revoke all on function local_server.addresses_of(uuid) from public;

-- The same of a code that opens what she has sealed; `gone` of what the project kept to open it, and has no more.
create or replace function local_server.tell_of_code(account uuid, gone boolean) returns void
language sql volatile security definer set search_path = '' as $$
  insert into local_server.security_notices (id, user_id, kind, proof_hash, mail_to)
  select gen_random_uuid(), account, noted.kind, local_server.proof_hash(account), told.address
  from local_server.addresses_of(account) told, (values (case when gone then 'code_removed' else 'code' end)) noted (kind)
  -- Somebody who makes one after the other must not fill her mailbox.
  where (
    select count(*) from local_server.security_notices n
    where n.user_id = account and n.kind = noted.kind and n.created_at > now() - interval '1 day'
  ) < 5
$$;
revoke all on function local_server.tell_of_code(uuid, boolean) from public;

-- The same of what she asked to have back and waits for a day, which any of these mails stops; `done` once she has it. The project bounds how
-- often that is.
create or replace function local_server.tell_of_return(account uuid, done boolean) returns void
language sql volatile security definer set search_path = '' as $$
  insert into local_server.security_notices (id, user_id, kind, proof_hash, mail_to)
  select gen_random_uuid(), account, case when done then 'returned' else 'return_asked' end, local_server.proof_hash(account), told.address
  from local_server.addresses_of(account) told
$$;
revoke all on function local_server.tell_of_return(uuid, boolean) from public;

-- The owner of the database owns the project's functions, which ask these.
do $$
begin
  if session_user <> current_user then
    execute format('grant usage on schema local_server to %I', session_user);
    execute format('grant execute on function local_server.session_proof(uuid, uuid), local_server.pending_changes(uuid),
      local_server.cancel_change(uuid, text), local_server.tell_of_deletion(uuid, boolean),
      local_server.tell_of_code(uuid, boolean), local_server.tell_of_return(uuid, boolean) to %I', session_user);
  end if;
end
$$;

reset role;
