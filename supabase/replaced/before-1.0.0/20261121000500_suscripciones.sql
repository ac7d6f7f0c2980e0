-- Subscriptions: what was paid for, written by the payment functions alone (service_role). A plan follows from them.

create table public.suscripciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  plan text not null check (plan in ('basico', 'premium')),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'activa', 'vencida', 'cancelada')),
  vigente_hasta timestamptz,
  proveedor text not null default 'stripe',
  cliente_externo text,
  suscripcion_externa text unique,
  pago_externo text unique,
  evento_en timestamptz,
  creada_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
comment on table public.suscripciones is
  'Checkouts and subscriptions of a member: hers to read, the payment functions'' to write.';
comment on column public.suscripciones.evento_en is
  'When the provider made the event that this row tells of: an older event that arrives later changes nothing.';
create index suscripciones_user_id_idx on public.suscripciones (user_id);

alter table public.suscripciones enable row level security;
alter table public.suscripciones force row level security;
revoke all on public.suscripciones from anon, authenticated;
grant select on public.suscripciones to authenticated;
grant all on public.suscripciones to service_role;

create policy "una usuaria lee sus propias suscripciones" on public.suscripciones
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

create function interno.tiene_plan(usuaria uuid, tipo text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.suscripciones
    where user_id = usuaria and plan = tipo and estado = 'activa' and (vigente_hasta is null or vigente_hasta > now())
  )
$$;
comment on function interno.tiene_plan is 'Whether an active subscription to this plan stands behind an account.';

-- A plan cannot be raised by writing it, whoever writes.
create function interno.vigilar_plan() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.tipo_plan <> 'basico' and not interno.tiene_plan(new.id, new.tipo_plan) then
    raise exception using errcode = 'PT402', message = 'No hay una suscripción activa para ese plan.';
  end if;
  return new;
end
$$;
comment on function interno.vigilar_plan is 'Trigger: refuses (PT402) a paid plan without an active subscription.';
create trigger vigilar_plan_al_crear before insert on interno.perfiles_privados
  for each row execute function interno.vigilar_plan();
create trigger vigilar_plan before update of tipo_plan on interno.perfiles_privados
  for each row when (old.tipo_plan is distinct from new.tipo_plan) execute function interno.vigilar_plan();

-- At the end of a subscription the plan falls back by itself.
create function interno.retirar_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update interno.perfiles_privados set tipo_plan = 'basico'
  where id = old.user_id and tipo_plan <> 'basico' and not interno.tiene_plan(old.user_id, tipo_plan);
  return null;
end
$$;
comment on function interno.retirar_plan is 'Trigger: back to basico once no active subscription stands behind the plan.';
create trigger retirar_plan after update or delete on public.suscripciones
  for each row execute function interno.retirar_plan();
create trigger sellar before update on public.suscripciones
  for each row execute function interno.sellar();

revoke all on all functions in schema interno from public, anon;
grant execute on function interno.tiene_plan to authenticated, service_role;
