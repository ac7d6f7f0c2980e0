-- An ordinary project: tables whose rows are somebody's, tables that every member reads, one policy for each, no trigger. What the data
-- benchmark asks of Amparo's tables it asks of these, so that the API is seen beside a peer without Amparo's quotas and rules.

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null,
  phone text not null,
  priority int not null default 1,
  active boolean not null default true
);
create index on public.contacts (user_id);
alter table public.contacts enable row level security;
create policy "own contacts" on public.contacts
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

create table public.circles (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  icon text not null
);
alter table public.circles enable row level security;
create policy "members read circles" on public.circles for select to authenticated using (true);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  circle_id uuid not null references public.circles on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  body text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on public.messages (circle_id, created_at);
alter table public.messages enable row level security;
create policy "members read messages" on public.messages for select to authenticated using (true);

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  title text not null,
  kind text not null,
  day date not null,
  hour time,
  notify boolean not null default false
);
create index on public.appointments (user_id, day);
alter table public.appointments enable row level security;
create policy "own appointments" on public.appointments
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

create table public.entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  day date not null,
  body text not null,
  unique (user_id, day)
);
alter table public.entries enable row level security;
create policy "own entries" on public.entries
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);

create function public.current_week() returns int
language sql stable set search_path = ''
as $$ select (extract(week from now())::int - 1) % 6 + 1 $$;
