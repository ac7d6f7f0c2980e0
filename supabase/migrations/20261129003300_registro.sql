-- «Registro de hechos»: the marks of its entries (docs/vault.md, "Incident log"). What happened is on sheets of her vault; here is only a hash of each entry,
-- which covers the one before it, and when it came.

create table public.registro_sellos (
  user_id uuid not null references auth.users on delete cascade,
  numero int not null check (numero > 0),
  huella text not null check (huella ~ '^[0-9a-f]{64}$'),
  creado_en timestamptz not null default now(),
  primary key (user_id, numero)
);
comment on table public.registro_sellos is
  'Marks of her incident log: which hash came as which number, and when. The member''s alone to read and to add; changed and deleted by nobody, but with her account.';
comment on column public.registro_sellos.huella is
  'SHA-256 of an entry, its number, the mark before it and a random salt: it tells nothing of the words.';
comment on column public.registro_sellos.creado_en is 'The clock of the database, in whole milliseconds; never before the mark before it.';
alter table public.registro_sellos enable row level security;
alter table public.registro_sellos force row level security;
revoke all on public.registro_sellos from anon, authenticated, service_role;
grant select, insert (user_id, numero, huella) on public.registro_sellos to authenticated;
grant select on public.registro_sellos to service_role;
create policy "una usuaria lee los sellos de su registro" on public.registro_sellos
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria sella en su registro" on public.registro_sellos
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
-- Nobody deletes a mark, so who has her session alone must not fill it: 250 days without a pause.
select interno.poner_cupo(
  'public.registro_sellos', 'tu registro', 'An entry a day, or years of notes in some days.', 'user_id', 50000, 10000000, 200, 200000
);

create function interno.sellar_hecho() returns trigger
language plpgsql set search_path = '' as $$
declare
  ultimo public.registro_sellos;
begin
  -- Two devices at once: the second one waits, and is told.
  perform pg_advisory_xact_lock(hashtextextended('registro ' || new.user_id, 0));
  select * into ultimo from public.registro_sellos s where s.user_id = new.user_id order by s.numero desc limit 1;
  if new.numero <> coalesce(ultimo.numero, 0) + 1 then
    raise exception using errcode = 'PT409', message = 'Otro dispositivo tuyo selló antes.';
  end if;
  perform interno.limitar('sello', array[60], array[interval '1 hour']);
  -- A clock that is set back makes no mark older than the one that it stands on.
  new.creado_en := greatest(date_trunc('milliseconds', clock_timestamp()), ultimo.creado_en);
  return new;
end
$$;
comment on function interno.sellar_hecho is 'Trigger: a mark is the next one (PT409), sixty an hour (PT429), and its time is the database''s.';
create trigger sellar before insert on public.registro_sellos
  for each row execute function interno.sellar_hecho();

create function interno.guardar_sello() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' or exists (select from auth.users u where u.id = old.user_id) then
    raise exception using errcode = 'PT403', message = 'Un sello no se cambia ni se borra.';
  end if;
  return old;
end
$$;
comment on function interno.guardar_sello is 'Trigger: nobody changes a mark or deletes it, who runs the installation neither; with her account it goes (PT403).';
create trigger guardar before update or delete on public.registro_sellos
  for each row execute function interno.guardar_sello();

revoke all on function interno.sellar_hecho, interno.guardar_sello from public, anon;

insert into interno.inventario_de_datos (tabla, que, de_quien, lee, plazo, sale) values
  ('public.registro_sellos', 'of each entry of her incident log a hash, and when it came', 'member', 'she', 'account', '–');
