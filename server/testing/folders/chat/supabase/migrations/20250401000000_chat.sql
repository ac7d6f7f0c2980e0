create table rooms (id int primary key, name text not null);
create table messages (
  id bigint generated always as identity primary key,
  room_id int not null references rooms,
  author uuid not null default auth.uid() references auth.users on delete cascade,
  body text not null,
  sent_at timestamptz not null default now()
);
alter table messages enable row level security;
alter table rooms enable row level security;
create policy "rooms are open" on rooms for select to authenticated using (true);
create policy "members read" on messages for select to authenticated using (true);
create policy "members write as themselves" on messages for insert to authenticated with check (author = (select auth.uid()));
-- Who has no account yet may read and write, and changes nothing.
create policy "accounts delete their own" on messages as restrictive for delete to authenticated
  using ((select (auth.jwt() ->> 'is_anonymous')::boolean) is false);
create policy "their own" on messages for delete to authenticated using (author = (select auth.uid()));
alter publication supabase_realtime add table messages;
