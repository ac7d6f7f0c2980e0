-- Subscriptions and payments: what was paid for, written by the payment functions alone (service_role). A plan follows from it.
-- The provider is asked anew at every event, so what is written is always its present word; evento_en is the moment of asking,
-- and an answer that was asked for earlier never overwrites a later one.
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
  actualizado_en timestamptz not null default now(),
  cancela_al_final boolean not null default false
);
comment on table public.suscripciones is
  'Checkouts and subscriptions of a member: hers to read, the payment functions'' to write.';
comment on column public.suscripciones.evento_en is
  'When the provider was asked what this row tells: an answer that was asked for earlier changes nothing.';
comment on column public.suscripciones.cancela_al_final is 'She has cancelled: the plan stays until vigente_hasta and is not renewed.';
create index suscripciones_user_id_idx on public.suscripciones (user_id);
create index suscripciones_cliente_externo_idx on public.suscripciones (cliente_externo);
-- One open checkout at a time, so that nobody pays twice from two tabs.
create unique index suscripciones_una_pendiente on public.suscripciones (user_id) where estado = 'pendiente';
alter table public.suscripciones enable row level security;
alter table public.suscripciones force row level security;
revoke all on public.suscripciones from anon, authenticated;
grant select on public.suscripciones to authenticated;
grant all on public.suscripciones to service_role;

create policy "una usuaria lee sus propias suscripciones" on public.suscripciones
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create trigger sellar before update on public.suscripciones
  for each row execute function interno.sellar();
select interno.poner_cupo('public.suscripciones', 'la casa', 'One open checkout at a time; the rest is what was paid for.', rechaza => false);

-- The plan of a profile -------------------------------------------------------------------------------------------------

create function interno.tiene_plan(usuaria uuid, tipo text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.suscripciones
    where user_id = usuaria and plan = tipo and estado = 'activa' and (vigente_hasta is null or vigente_hasta > now())
  )
$$;
comment on function interno.tiene_plan is 'Whether an active subscription to this plan stands behind an account.';

create function interno.plan_pagado(usuaria uuid) returns text
language sql stable set search_path = '' as $$
  select case when interno.tiene_plan(usuaria, 'premium') then 'premium' else 'basico' end
$$;
comment on function interno.plan_pagado is 'The best plan that an active subscription of an account stands behind.';

-- A plan cannot be raised by writing it, no matter who writes.
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

-- A member who paid has the plan, also where she closed the page before it could say so; at the end it falls back by itself.
create function interno.retirar_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  usuaria constant uuid := coalesce(new.user_id, old.user_id);
begin
  update interno.perfiles_privados set tipo_plan = interno.plan_pagado(usuaria)
  where id = usuaria and tipo_plan <> interno.plan_pagado(usuaria);
  return null;
end
$$;
comment on function interno.retirar_plan is 'Trigger: the plan of a profile follows the subscriptions behind it, up and down.';
create trigger otorgar_plan after insert on public.suscripciones
  for each row execute function interno.retirar_plan();
create trigger retirar_plan after update or delete on public.suscripciones
  for each row execute function interno.retirar_plan();

create function interno.vencer_suscripciones() returns int
language sql volatile set search_path = '' as $$
  with vencidas as (
    update public.suscripciones set estado = 'vencida'
    where estado = 'activa' and vigente_hasta < now() returning 1
  )
  select count(*)::int from vencidas
$$;
comment on function interno.vencer_suscripciones is
  'To be called daily: back to basico also where the provider could not tell us that a subscription has ended.';

-- A checkout --------------------------------------------------------------------------------------------------------------

create function interno.pedir_pago() returns jsonb
language plpgsql set search_path = '' as $$
declare
  usuaria constant uuid := auth.uid();
begin
  if not interno.es_admitida() then
    raise exception using errcode = 'PT403', message = 'Solo las usuarias admitidas pueden elegir un plan.';
  end if;
  perform interno.limitar('pedir pago', array[20], array[interval '1 hour']);
  -- Row level security shows her own rows alone.
  return jsonb_build_object(
    'usuaria', usuaria,
    'cliente', (
      select s.cliente_externo from public.suscripciones s
      where s.cliente_externo is not null order by s.creada_en desc limit 1
    ),
    'vigente', (
      select jsonb_build_object('suscripcion', s.suscripcion_externa, 'estado', s.estado)
      from public.suscripciones s
      where s.estado in ('activa', 'vencida') and s.suscripcion_externa is not null
      order by s.estado, s.creada_en desc limit 1
    ),
    'pendiente', (
      select jsonb_build_object('id', s.id, 'plan', s.plan, 'pago', s.pago_externo)
      from public.suscripciones s where s.estado = 'pendiente'
    )
  );
end
$$;
comment on function interno.pedir_pago is 'What public.pedir_pago does.';
-- Nobody is sold what is closed to her.
create function public.pedir_pago() returns jsonb
language sql volatile set search_path = '' as $$
  select interno.exigir_sin_medida(array['expulsion'], 'Amparo');
  select interno.pedir_pago()
$$;
comment on function public.pedir_pago is
  'What a checkout of the member who asks has to know: PT403 not admitted or expelled, PT429 above twenty an hour.';

-- What the payment functions write, as service_role.
create function interno.anotar_suscripcion(datos jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  externa constant text := datos ->> 'suscripcion';
  preguntada constant timestamptz := (datos ->> 'preguntada_en')::timestamptz;
  fila uuid;
  duenia uuid;
begin
  select s.id, s.user_id into fila, duenia from public.suscripciones s where s.suscripcion_externa = externa;
  if fila is null then
    fila := coalesce((datos ->> 'pago')::uuid, gen_random_uuid());
    duenia := coalesce(
      (datos ->> 'usuaria')::uuid,
      (select s.user_id from public.suscripciones s where s.cliente_externo = datos ->> 'cliente' limit 1)
    );
  end if;
  if duenia is null then
    return 'ajena';
  end if;
  insert into public.suscripciones as s
    (id, user_id, plan, estado, vigente_hasta, cancela_al_final, cliente_externo, suscripcion_externa, evento_en)
  values (
    fila, duenia, datos ->> 'plan', datos ->> 'estado', (datos ->> 'vigente_hasta')::timestamptz,
    (datos ->> 'cancela_al_final')::boolean, datos ->> 'cliente', externa, preguntada
  )
  on conflict (id) do update set
    plan = excluded.plan, estado = excluded.estado, vigente_hasta = excluded.vigente_hasta,
    cancela_al_final = excluded.cancela_al_final, cliente_externo = excluded.cliente_externo,
    suscripcion_externa = excluded.suscripcion_externa, evento_en = excluded.evento_en
  where s.user_id = excluded.user_id
    and (s.suscripcion_externa is null or s.suscripcion_externa = excluded.suscripcion_externa)
    and (s.evento_en is null or s.evento_en <= excluded.evento_en);
  return case when found then 'anotada' else 'anterior' end;
exception
  -- Her account has gone in the meantime: the caller must end the subscription.
  when foreign_key_violation then
    return 'sin_cuenta';
end
$$;
comment on function interno.anotar_suscripcion is 'What public.anotar_suscripcion does.';
create function public.anotar_suscripcion(datos jsonb) returns text
language sql volatile set search_path = '' as $$
  select interno.anotar_suscripcion(datos)
$$;
comment on function public.anotar_suscripcion is
  'Writes what the provider says of a subscription: anotada; anterior (a later answer is there); sin cuenta; ajena (nobody here has it).';

-- What is left to end at the provider -------------------------------------------------------------------------------------

-- Who deletes her account must not go on paying: what she had is noted here until the provider has ended it.
create table interno.suscripciones_por_cancelar (
  suscripcion_externa text primary key,
  anotada_en timestamptz not null default now()
);
comment on table interno.suscripciones_por_cancelar is
  'Subscriptions of deleted accounts that the provider must still end; not whose they were.';
alter table interno.suscripciones_por_cancelar enable row level security;
alter table interno.suscripciones_por_cancelar force row level security;
revoke all on interno.suscripciones_por_cancelar from anon, authenticated;
grant select, insert, delete on interno.suscripciones_por_cancelar to service_role;

create function interno.anotar_por_cancelar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into interno.suscripciones_por_cancelar (suscripcion_externa) values (old.suscripcion_externa)
  on conflict do nothing;
  return null;
end
$$;
comment on function interno.anotar_por_cancelar is 'Trigger: a subscription whose row goes away is to be ended at the provider.';
create trigger anotar_por_cancelar after delete on public.suscripciones
  for each row when (old.suscripcion_externa is not null and old.estado <> 'cancelada')
  execute function interno.anotar_por_cancelar();

create function public.suscripciones_por_cancelar() returns setof text
language sql stable set search_path = '' as $$
  select suscripcion_externa from interno.suscripciones_por_cancelar order by anotada_en limit 50
$$;
comment on function public.suscripciones_por_cancelar is 'For the payment functions: what must still be ended at the provider.';
create function public.suscripcion_cancelada(externa text) returns void
language sql volatile set search_path = '' as $$
  delete from interno.suscripciones_por_cancelar where suscripcion_externa = externa
$$;
comment on function public.suscripcion_cancelada is 'For the payment functions: the provider has ended it.';

-- What she pays already she may end, whatever was decided: else she would go on paying for what is closed to her.
create function public.pedir_portal() returns jsonb
language sql volatile set search_path = '' as $$
  select jsonb_build_object('cliente', interno.pedir_pago() -> 'cliente')
$$;
comment on function public.pedir_portal is
  'As whom the payment provider knows the member who asks ({cliente}, null where she never paid): PT403 not admitted, PT429 above twenty an hour, checkouts counted in.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.pedir_pago, public.anotar_suscripcion, public.suscripciones_por_cancelar, public.suscripcion_cancelada
  from anon, authenticated, public;
revoke all on function public.pedir_portal from anon, authenticated, public, service_role;
grant execute on function interno.tiene_plan to authenticated, service_role;
grant execute on function
  interno.plan_pagado, interno.anotar_suscripcion, public.anotar_suscripcion, public.suscripciones_por_cancelar,
  public.suscripcion_cancelada
  to service_role;
grant execute on function interno.pedir_pago, public.pedir_pago, public.pedir_portal to authenticated;
