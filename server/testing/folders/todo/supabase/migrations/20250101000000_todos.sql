
create table todos (
  id uuid primary key default uuid_generate_v4(),
  user_id uuid not null references auth.users default auth.uid(),
  task text check (char_length(task) > 3),
  is_complete boolean default false,
  inserted_at timestamptz default timezone('utc'::text, now()) not null
);
alter table todos enable row level security;
create policy "Individuals can create todos." on todos for insert with check (auth.uid() = user_id);
create policy "Individuals can view their own todos." on todos for select using ((select auth.uid()) = user_id);
create policy "Individuals can update their own todos." on todos for update using ((select auth.uid()) = user_id);
create policy "Individuals can delete their own todos." on todos for delete using ((select auth.uid()) = user_id);
