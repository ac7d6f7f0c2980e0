-- Which version of the legal texts each member has accepted. By registering she accepts the one in force; only a later one is
-- asked about, and nothing in here depends on the answer: the app asks, and safety never waits for it.

create table public.aceptaciones_legales (
  user_id uuid not null default auth.uid() references interno.perfiles on delete cascade,
  politica_id uuid not null references public.politicas_legales,
  aceptada_en timestamptz not null default now(),
  primary key (user_id, politica_id)
);
comment on table public.aceptaciones_legales is 'Versions that a member has accepted: hers to read and to add; nobody takes one back.';
create index aceptaciones_legales_politica_id_idx on public.aceptaciones_legales (politica_id);
alter table public.aceptaciones_legales enable row level security;
alter table public.aceptaciones_legales force row level security;
revoke all on public.aceptaciones_legales from anon, authenticated;
grant select, insert (user_id, politica_id) on public.aceptaciones_legales to authenticated;
grant all on public.aceptaciones_legales to service_role;

create policy "una usuaria lee lo que aceptó" on public.aceptaciones_legales
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria acepta lo publicado" on public.aceptaciones_legales
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    -- What she cannot read she cannot accept: one that waits for its day is not there yet.
    and politica_id in (select p.id from public.politicas_legales p)
  );

create function interno.politica_vigente() returns uuid
language sql stable set search_path = '' as $$
  select id from public.politicas_legales where publicada_en <= now() order by publicada_en desc limit 1
$$;
comment on function interno.politica_vigente is 'The legal text in force: the latest published one.';

create function interno.aceptar_al_entrar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.aceptaciones_legales (user_id, politica_id)
  select new.id, vigente from interno.politica_vigente() vigente where vigente is not null;
  return null;
end
$$;
comment on function interno.aceptar_al_entrar is 'Trigger: whoever registers accepts the version that the form showed her.';
create trigger aceptar_al_entrar after insert on interno.perfiles
  for each row execute function interno.aceptar_al_entrar();

-- Those who were here before.
insert into public.aceptaciones_legales (user_id, politica_id)
select p.id, vigente from interno.perfiles p, interno.politica_vigente() vigente where vigente is not null;

create function public.politica_pendiente() returns uuid
language sql stable set search_path = '' begin atomic
  select vigente from interno.politica_vigente() vigente
  where not exists (
    select from public.aceptaciones_legales a where a.user_id = (select auth.uid()) and a.politica_id = vigente
  );
end;
comment on function public.politica_pendiente is 'The version in force, where the member who asks has not accepted it; null otherwise.';

revoke all on function interno.politica_vigente, interno.aceptar_al_entrar, public.politica_pendiente from public, anon;
grant execute on function interno.politica_vigente, public.politica_pendiente to authenticated, service_role;
