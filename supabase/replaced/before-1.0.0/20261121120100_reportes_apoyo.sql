-- «El número ya no funciona»: what members say of an entry of the support directory, until the admin has looked into it.

create table public.reportes_apoyo (
  id uuid primary key default gen_random_uuid(),
  asociacion_id uuid not null references public.asociaciones_apoyo on delete cascade,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  telefono text,
  creado_en timestamptz not null default now(),
  unique (user_id, asociacion_id)
);
comment on table public.reportes_apoyo is
  'Numbers that a member found dead: she reads and takes back her own, the admin reads and settles all without learning whose they are.';
comment on column public.reportes_apoyo.telefono is 'The number as it stood when she reported it.';
create index reportes_apoyo_asociacion_id_idx on public.reportes_apoyo (asociacion_id);

alter table public.reportes_apoyo enable row level security;
alter table public.reportes_apoyo force row level security;
revoke all on public.reportes_apoyo from anon, authenticated;
-- user_id is nobody's to read or write: it comes from the session, and the admin need not know who called a help line.
grant select (id, asociacion_id, telefono, creado_en), insert (asociacion_id), delete
  on public.reportes_apoyo to authenticated;
grant all on public.reportes_apoyo to service_role;

create policy "una usuaria lee sus propios reportes, la admin todos" on public.reportes_apoyo
  for select to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_admin())));
-- The subquery asks as she who reports: of an entry that she cannot see she can say nothing.
create policy "una usuaria reporta una asociación que ve" on public.reportes_apoyo
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and exists (select from public.asociaciones_apoyo a where a.id = asociacion_id)
  );
create policy "una usuaria retira sus propios reportes, la admin cualquiera" on public.reportes_apoyo
  for delete to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_admin())));

create function interno.preparar_reporte() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('reporte', array[20], array[interval '1 day']);
  new.telefono := (select a.telefono from public.asociaciones_apoyo a where a.id = new.asociacion_id);
  return new;
end
$$;
comment on function interno.preparar_reporte is
  'Trigger: notes the number that a report is about; at most 20 reports of a member in a day (PT429).';
create trigger preparar before insert on public.reportes_apoyo
  for each row execute function interno.preparar_reporte();

create function interno.olvidar_verificacion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.verificada_el := null;
  return new;
end
$$;
comment on function interno.olvidar_verificacion is
  'Trigger: nobody has dialled a number that was just changed, unless the same change says so.';
-- After «preparar», which brings the number to the form that is compared here. Who corrects a number twice on the day of
-- its verification has to verify it once more: rather a call too many than a mark that is not true.
create trigger verificacion before update on public.asociaciones_apoyo
  for each row when (
    new.telefono is distinct from old.telefono and new.verificada_el is not distinct from old.verificada_el
  ) execute function interno.olvidar_verificacion();

create function interno.atender_reportes() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from public.reportes_apoyo where asociacion_id = new.id;
  return null;
end
$$;
comment on function interno.atender_reportes is
  'Trigger: a number that was corrected, or dialled again, has no reports any more, and may be reported anew.';
create trigger atender_correccion after update on public.asociaciones_apoyo
  for each row when (new.telefono is distinct from old.telefono) execute function interno.atender_reportes();
-- Whenever the day is written, also the same one twice: it may be reported and dialled again within one day.
create trigger atender_verificacion after update of verificada_el on public.asociaciones_apoyo
  for each row when (new.verificada_el is not null) execute function interno.atender_reportes();

revoke all on function interno.preparar_reporte, interno.olvidar_verificacion, interno.atender_reportes from public, anon;
