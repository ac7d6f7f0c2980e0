-- Unqualified names again, and a digest of the schema `extensions`: the search path is that of every file.
alter table orders enable row level security;
alter table order_lines enable row level security;
create policy "customers see their orders" on orders for select using (customer_id = auth.uid());
create policy "and what they ordered" on order_lines for select
  using (exists (select from orders o where o.id = order_id and o.customer_id = auth.uid()));
create table receipts (code text primary key default encode(digest(random()::text, 'sha256'), 'hex'));
alter table receipts enable row level security;

create function buy(sku text, amount int default 1) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  new_id bigint;
begin
  if auth.uid() is null then
    raise exception using errcode = 'PT401', message = 'Sign in first';
  end if;
  update catalog.products p set stock = p.stock - buy.amount where p.sku = buy.sku and p.stock >= buy.amount;
  if not found then
    raise exception using errcode = 'P0001', message = 'Sold out', hint = 'Try another';
  end if;
  insert into public.orders default values returning id into new_id;
  insert into public.order_lines values (new_id, buy.sku, buy.amount);
  return new_id;
end
$$;
