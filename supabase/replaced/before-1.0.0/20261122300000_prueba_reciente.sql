-- What cannot be undone asks who she is, anew: whoever only holds her unlocked telephone, and with it her mail, cannot take
-- her account from her. One question for every function that needs it.

create function interno.tiene_servicio(nombre text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'local_server' and p.proname = nombre
      and has_schema_privilege(n.oid, 'usage') and has_function_privilege(p.oid, 'execute')
  )
$$;
comment on function interno.tiene_servicio is
  'Whether our own server is below, and has that function: hosted Supabase knows nothing of it.';
revoke all on function interno.tiene_servicio from public;

create function interno.prueba_de_sesion(out prueba text, out falta text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  sesion constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  if interno.tiene_servicio('session_proof') then
    execute 'select p.proof, p.asks from local_server.session_proof($1, $2) p' into prueba, falta using sesion, auth.uid();
    return;
  end if;
  -- The same from what Supabase itself keeps. What it does not know: which passwords came by mail.
  with dadas as (
    select c.authentication_method as como, c.updated_at, s.factor_id
    from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
    where s.id = sesion and s.user_id = auth.uid() and c.updated_at > now() - interval '10 minutes'
  ), tiene as (
    select coalesce(u.encrypted_password, '') <> '' as contrasena,
      exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as factor
    from auth.users u where u.id = auth.uid()
  )
  select array_remove(array[
      case when t.contrasena and not exists (select from dadas where como = 'password') then 'password' end,
      case when not t.contrasena and not exists (select from dadas where como not in ('password', 'totp', 'recovery_code'))
        then 'mail' end,
      case when t.factor and not exists (
        select from dadas join auth.mfa_factors f on f.id = dadas.factor_id
        where como in ('totp', 'recovery_code') and f.status = 'verified' and dadas.updated_at > f.updated_at
      ) then 'code' end
    ], null), case when t.contrasena then 'full' else 'mailed' end
  into falta, prueba from tiene t;
  if falta <> '{}' then
    prueba := null;
  end if;
end
$$;
comment on function interno.prueba_de_sesion is
  'What the session that asks has proven within ten minutes: full (her password, and her second factor where she has one), mailed (her mailbox alone) or null; and what is still missing, of password, mail, code.';
revoke all on function interno.prueba_de_sesion from public;

create function interno.exigir_prueba() returns text
language plpgsql stable set search_path = '' as $$
declare
  dada record;
begin
  select * into dada from interno.prueba_de_sesion();
  if dada.prueba is null then
    raise exception using errcode = 'PT428', message = 'Para continuar, confirma primero que eres tú.',
      hint = 'falta=' || coalesce(array_to_string(dada.falta, ','), '');
  end if;
  return dada.prueba;
end
$$;
comment on function interno.exigir_prueba is
  'For functions of hers that must not run for whoever only holds her telephone: what the session has proven, full or mailed; PT428 where it is older than ten minutes.';
revoke all on function interno.exigir_prueba from public;

-- Deletions that a mail alone has proven ----------------------------------------------------------------------------------

create table interno.bajas_pendientes (
  user_id uuid primary key references auth.users on delete cascade,
  pedida_en timestamptz not null default now(),
  efectiva_en timestamptz not null default now() + interval '24 hours'
);
comment on table interno.bajas_pendientes is
  'Deletions of accounts without a password of their own: a day passes, in which any of her devices can cancel. Written by eliminar_mi_cuenta and cancelar_cambio alone.';
alter table interno.bajas_pendientes enable row level security;
alter table interno.bajas_pendientes force row level security;
revoke all on interno.bajas_pendientes from anon, authenticated, service_role;
create index bajas_pendientes_efectiva_en_idx on interno.bajas_pendientes (efectiva_en);

drop function public.eliminar_mi_cuenta(boolean, text);
create function public.eliminar_mi_cuenta(ensayo boolean default false, historias_anonimas text default 'retirar')
returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  prueba text;
  efectiva timestamptz;
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'Solo se puede eliminar la cuenta propia.';
  end if;
  if exists (select from interno.administradoras where user_id = auth.uid()) then
    raise exception using errcode = 'PT403', message = 'La cuenta que administra no se elimina desde aquí.';
  end if;
  -- A second press, or another tab: there is nothing left to take.
  if not exists (select from auth.users where id = auth.uid()) then
    return null;
  end if;
  prueba := interno.exigir_prueba();
  if prueba = 'mailed' then
    if ensayo then
      return coalesce((select b.efectiva_en from interno.bajas_pendientes b where b.user_id = auth.uid()), now() + interval '24 hours');
    end if;
    perform interno.elegir_historias_al_irse(auth.uid(), historias_anonimas);
    insert into interno.bajas_pendientes as b (user_id) values (auth.uid())
    on conflict (user_id) do nothing returning b.efectiva_en into efectiva;
    if efectiva is null then
      return (select b.efectiva_en from interno.bajas_pendientes b where b.user_id = auth.uid());
    end if;
  end if;
  if not ensayo then
    if interno.tiene_servicio('tell_of_deletion') then
      execute 'select local_server.tell_of_deletion($1, $2)' using auth.uid(), prueba = 'full';
    end if;
    if prueba = 'full' then
      perform interno.elegir_historias_al_irse(auth.uid(), historias_anonimas);
      delete from auth.users where id = auth.uid();
    end if;
  end if;
  return efectiva;
end
$$;
comment on function public.eliminar_mi_cuenta is
  'Deletes the account that asks, with all its rows and files; ensayo only says whether it may. historias_anonimas: retirar (they come down within 48 hours, each at its own moment) or dejar (the published stay, with nothing that says whose they are). Null where that is at once; where only her mailbox was proven, the moment a day later (bajas_pendientes). Not the admin''s (PT403); PT428 without a proof of the last ten minutes.';
revoke all on function public.eliminar_mi_cuenta from public, anon;
grant execute on function public.eliminar_mi_cuenta to authenticated;

create function interno.cumplir_bajas() returns void
language sql volatile set search_path = '' as $$
  delete from auth.users u using interno.bajas_pendientes b
  where b.user_id = u.id and b.efectiva_en <= now()
    and not exists (select from interno.administradoras a where a.user_id = u.id)
$$;
comment on function interno.cumplir_bajas is
  'Deletes the accounts whose day has passed. Called by the server every few minutes; elsewhere by whatever calls the other tasks of the database.';
revoke all on function interno.cumplir_bajas from public;

-- What waits for its day, on every device of hers ----------------------------------------------------------------------------

create function public.cambios_pendientes() returns table (tipo text, pedido_en timestamptz, efectivo_en timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select 'baja', b.pedida_en, b.efectiva_en from interno.bajas_pendientes b where b.user_id = auth.uid();
  if interno.tiene_servicio('pending_changes') then
    return query execute
      $consulta$select case c.kind when 'email' then 'correo' when 'phone' then 'telefono' else c.kind end, c.asked_at, c.due_at
      from local_server.pending_changes($1) c$consulta$ using auth.uid();
  end if;
end
$$;
comment on function public.cambios_pendientes is
  'What was asked for on the account that asks and waits for its day: baja, factor, correo, telefono; since when, and when it takes effect.';
revoke all on function public.cambios_pendientes from public, anon;
grant execute on function public.cambios_pendientes to authenticated;

create function public.cancelar_cambio(tipo text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  hecho boolean := false;
begin
  if tipo = 'baja' then
    delete from interno.bajas_pendientes b where b.user_id = auth.uid();
    return found;
  end if;
  if interno.tiene_servicio('cancel_change') then
    execute 'select local_server.cancel_change($1, $2)' into hecho
    using auth.uid(), case tipo when 'correo' then 'email' when 'telefono' then 'phone' else tipo end;
  end if;
  return hecho;
end
$$;
comment on function public.cancelar_cambio is
  'Takes back what waits for its day on the account that asks; false where nothing of that kind waits. Any session may: it asks for no proof.';
revoke all on function public.cancelar_cambio from public, anon;
grant execute on function public.cancelar_cambio to authenticated;
