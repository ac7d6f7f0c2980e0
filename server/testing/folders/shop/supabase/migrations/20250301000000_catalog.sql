create schema catalog;
grant usage on schema catalog to anon, authenticated, service_role;
alter default privileges in schema catalog grant select on tables to anon, authenticated;
alter default privileges in schema catalog grant all on tables to service_role;

create table catalog.products (
  sku text primary key,
  name text not null,
  cents int not null check (cents > 0),
  stock int not null default 0
);
alter table catalog.products enable row level security;
create policy "the catalogue is public" on catalog.products for select using (true);

create function catalog.cheaper_than(cents int) returns setof catalog.products language sql stable as $$
  select * from catalog.products p where p.cents < cheaper_than.cents
$$;
