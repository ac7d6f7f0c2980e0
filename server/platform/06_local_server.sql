-- This server's own tables, in a schema that no request can reach and that Supabase does not have.
create schema if not exists local_server authorization supabase_auth_admin;
revoke all on schema local_server from public;

set role supabase_auth_admin;

-- The local mailbox: mail of an installation without SMTP settings, the newest few hundred.
create table if not exists local_server.mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null default now()
);
create index if not exists mailbox_recipient_idx on local_server.mailbox (recipient, id desc);

-- Mails that wait for the relay: erased once it has taken them, or after thirty hours. What they say is encrypted with a key of the server.
create table if not exists local_server.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  lane text not null check (lane in ('security', 'ordinary')),
  kind text not null,
  recipient text not null,
  sealed text not null,
  attempts integer not null default 0,
  -- Moved on by the process that takes it, so that it is due again where a process died.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index if not exists mail_outbox_due_idx on local_server.mail_outbox (lane, due_at);

-- Counters of the rate limits, shared by every process on this database. Unlogged: after a crash they start at zero, and
-- counting costs no write to disk. Keys are keyed hashes, never an address. Shape: package rate-limiter-flexible.
create unlogged table if not exists local_server.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index if not exists rate_limits_expire_idx on local_server.rate_limits (expire);

-- The key pair that push services know this installation by (VAPID, RFC 8292), made at first start. Here rather than in the data
-- folder, since every process on this database must use the same one: subscriptions belong to it.
create table if not exists local_server.push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);

-- The step of the clock whose code a second factor accepted last: a code is worth nothing a second time (RFC 6238, 5.2).
create table if not exists local_server.factor_steps (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  last_step bigint not null
);

-- Codes that stand in for a second factor whose device is lost: hashes, each good once.
create table if not exists local_server.recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash text not null,
  primary key (factor_id, code_hash)
);

-- Sign-ins that are on their way at a provider of identities: what the answer is checked against, each once.
create table if not exists local_server.oauth_flows (
  state_hash text primary key,
  provider text not null,
  redirect_to text not null,
  challenge text,
  challenge_method text check (challenge_method in ('s256', 'plain')),
  verifier text not null,
  nonce text not null,
  browser_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- Of somebody who links another way to come in: the session that asked for it. What ends the session ends this too.
  link_session uuid references auth.sessions on delete cascade
);
create index if not exists oauth_flows_link_session_idx on local_server.oauth_flows (link_session);
create index if not exists oauth_flows_created_at_idx on local_server.oauth_flows (created_at);

-- Browsers in which somebody has signed in, as `auth.sessions.tag` names them: hashes of the mark in their cookie, and the number
-- of the turn that they hold, which counts once. Nothing here says whose they are.
create table if not exists local_server.devices (
  id uuid primary key,
  mark_hash text not null unique,
  seed text not null,
  turn integer not null default 0,
  turned_at timestamptz not null default now(),
  -- Whether it has ever brought its mark back: a client that keeps no cookies never does.
  returned boolean not null default false,
  seen_at timestamptz not null default now()
);

-- Asked as every request begins: a token counts only while its session does. Sign-out, a ban and the deletion of an account
-- hold from the next request on, in every process, with nothing to tell them. What a session opens that has not shown the
-- second factor of its account is the project's to say, in its rules.
create or replace function local_server.require_session(session uuid, account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session and s.user_id = account and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
  ) then
    raise exception using errcode = 'LS401', message = 'The session has ended';
  end if;
end
$$;
revoke all on function local_server.require_session(uuid, uuid) from public;
grant usage on schema local_server to authenticator;
grant execute on function local_server.require_session(uuid, uuid) to authenticator;

-- What the database's clock said at the last check (server/src/jobs/clock.ts), and how often it was found to have been moved.
create table if not exists local_server.clock (
  only_one boolean primary key default true check (only_one),
  seen_at timestamptz not null default clock_timestamp(),
  moves integer not null default 0
);
insert into local_server.clock default values on conflict do nothing;

-- Puts right what this server has waiting: it waits on for as long as it would have. Of several processes that notice, one does it.
-- `elapsed`: seconds since the noticing process checked before; what was written since may be by the new clock already.
create or replace function local_server.clock_moved(seconds float8, moves_before integer, elapsed float8) returns boolean
language plpgsql set search_path = '' as $$
declare
  jump constant interval := make_interval(secs => seconds);
  here constant timestamptz := clock_timestamp();
  since constant timestamptz := here - make_interval(secs => elapsed + 1);
begin
  update local_server.clock set moves = moves + 1, seen_at = here where moves = moves_before;
  if not found then
    return false;
  end if;
  if seconds < 0 then
    update local_server.rate_limits set expire = expire + (seconds * 1000)::bigint;
    -- Two minutes: what a process has in hand stays its own for so long, and by now it may be by either clock.
    update local_server.mail_outbox set
      due_at = least(due_at, here + interval '2 minutes'),
      created_at = case when created_at > here then created_at + jump else created_at end;
    -- No code of this moment was used before.
    update local_server.factor_steps set last_step = least(last_step, floor(extract(epoch from here) / 30)::bigint);
  else
    -- What the jump alone brought to its end; a count that began since has its own.
    update local_server.rate_limits set expire = expire + (seconds * 1000)::bigint where expire <= extract(epoch from here) * 1000;
    update local_server.mail_outbox set
      due_at = case when due_at <= here then due_at + jump else due_at end,
      created_at = case when created_at < since then created_at + jump else created_at end;
  end if;
  if to_regclass('local_server.delayed_changes') is not null then
    update local_server.delayed_changes set asked_at = asked_at + jump, due_at = due_at + jump
    where asked_at not between since and here;
  end if;
  return true;
end
$$;
revoke all on function local_server.clock_moved(float8, integer, float8) from public;

reset role;
