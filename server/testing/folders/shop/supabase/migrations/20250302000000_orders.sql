select pg_catalog.set_config('search_path', '', false);
create table public.orders (
  id bigint generated always as identity primary key,
  customer_id uuid not null default auth.uid() references auth.users,
  created_at timestamptz not null default now()
);
create table public.order_lines (
  order_id bigint not null references public.orders on delete cascade,
  sku text not null references catalog.products,
  amount int not null check (amount > 0),
  primary key (order_id, sku)
);
