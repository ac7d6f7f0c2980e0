-- From account to member, and out again: the one place where an admitted account receives its rows, who invited her, the devices
-- that she is in, what asks anew who she is, and leaving for good.

-- A body may name what a later file defines: PostgreSQL resolves it when the function runs.
set check_function_bodies = off;

-- Referrals -------------------------------------------------------------------------------------------------------------------

-- A day, and days after the fact: who hands out a code must not read from the list who it was that came in that moment.
create function interno.dia_de_referido() returns timestamptz
language sql volatile set search_path = '' as $$
  -- Noon, so that it reads as the same day all over America.
  select (
    (now() at time zone interno.ajuste('zona_horaria'))::date + interno.ajuste('espera_de_referido')::int
    + floor(random() * 6)::int + time '12:00'
  ) at time zone interno.ajuste('zona_horaria')
$$;
comment on function interno.dia_de_referido is
  'The day that a referral of this moment shows and from which on it is shown: noon, two to seven days from now.';

create table public.referidos (
  id uuid primary key default gen_random_uuid(),
  invitador_id uuid not null references auth.users on delete cascade,
  -- Null where the friend did not agree to be named, and after she left.
  referido_id uuid unique references interno.perfiles on delete set null,
  creado_en timestamptz not null default interno.dia_de_referido(),
  check (referido_id <> invitador_id)
);
comment on table public.referidos is 'Whom a member invited: hers alone to read, written at the friend''s admission.';
comment on column public.referidos.creado_en is 'A day, two to seven after the friend was admitted; the row is shown from then on.';
create index referidos_invitador_id_idx on public.referidos (invitador_id);
alter table public.referidos enable row level security;
alter table public.referidos force row level security;
revoke all on public.referidos from anon, authenticated;
grant select on public.referidos to authenticated;
grant all on public.referidos to service_role;

create policy "una usuaria lee a quiénes invitó, días después" on public.referidos
  for select to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = invitador_id and creado_en <= now());
select interno.poner_cupo('public.referidos', 'la casa', 'One row for each account that confirmed its address.', rechaza => false);

-- A referral counts once the friend's address is confirmed: before that an account is only a claim, which anybody could
-- make a hundred times with invented addresses.
create table interno.invitaciones (
  user_id uuid primary key references interno.perfiles on delete cascade,
  invitador_id uuid not null references auth.users on delete cascade,
  comparte_nombre boolean not null,
  check (user_id <> invitador_id)
);
comment on table interno.invitaciones is
  'Who invited an account, for the moment between its admission and its referral; of accounts made before profiles waited for the confirmation, until that. Not readable by clients.';
create index invitaciones_invitador_id_idx on interno.invitaciones (invitador_id);
alter table interno.invitaciones enable row level security;
alter table interno.invitaciones force row level security;
revoke all on interno.invitaciones from anon, authenticated;
select interno.poner_cupo('interno.invitaciones', 'la casa', 'One row for each account.', rechaza => false);

create function interno.registrar_referido(cuenta uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Taking the invitation away is what makes the referral happen once, however often an address is confirmed.
  with invitacion as (
    delete from interno.invitaciones i
    using auth.users u
    where i.user_id = cuenta and u.id = cuenta
      and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null
    returning i.invitador_id, i.comparte_nombre
  )
  insert into public.referidos (invitador_id, referido_id)
  select invitador_id, case when comparte_nombre then cuenta end from invitacion;
end
$$;
comment on function interno.registrar_referido is
  'Turns the invitation of a confirmed account into a referral; does nothing for any other.';

-- Becoming a member -----------------------------------------------------------------------------------------------------------

create function interno.admitir(
  cuenta uuid, identidad text, nombre text, correo text, codigo text, comparte_nombre boolean
) returns void
language plpgsql set search_path = '' as $$
begin
  perform interno.exigir_identidad(identidad);
  insert into interno.admisiones (user_id, identidad) values (cuenta, admitir.identidad) on conflict do nothing;
  if not found then
    return;
  end if;
  nombre := left(interno.nombre_limpio(nombre), 60);
  if nombre is null or not interno.tiene_texto(nombre) then
    nombre := interno.ajuste('usuaria_por_defecto');
  end if;
  insert into interno.perfiles (id, username) values (cuenta, nombre);
  insert into interno.perfiles_privados (id, email) values (cuenta, correo);
  insert into interno.invitaciones (user_id, invitador_id, comparte_nombre)
  select cuenta, id, coalesce(admitir.comparte_nombre, false)
  from interno.perfiles_privados
  where codigo_invitacion = upper(btrim(codigo)) and id <> cuenta;
  perform interno.registrar_referido(cuenta);
end
$$;
comment on function interno.admitir is
  'Admits an account: its identity, its profile and, where a code was given, who invited her. Once.';

-- A member is made when her address, or her telephone, is confirmed: until then an account is a claim that anybody can make
-- with anybody's address. A profile at the sign-up would tell who has an account already (no row for the number that the sign-up
-- answered), and give the first one to type her address a place among the members.
create function interno.recibir_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  datos constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  identidad constant text := interno.identidad_declarada(datos);
begin
  if identidad is not null then
    perform interno.admitir(
      new.id, identidad, datos ->> 'username', new.email, datos ->> 'codigo',
      (datos -> 'comparte_nombre') = 'true'::jsonb
    );
  end if;
  return null;
end
$$;
comment on function interno.recibir_cuenta is
  'Trigger on auth.users: admits an account at its confirmation, if its sign-up metadata states an accepted identity (username, codigo and comparte_nombre come along).';
-- Who comes confirmed already: from the installation, or by an identity provider.
create trigger recibir_cuenta after insert on auth.users
  for each row when (coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null)
  execute function interno.recibir_cuenta();
-- The first confirmation, and no other: metadata that she rewrites later decides nothing.
-- By its name it comes before recibir_confirmacion, which counts the referral of an account that waits for it since before.
create trigger recibir_al_confirmar after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (
    coalesce(old.email_confirmed_at, old.phone_confirmed_at) is null
    and coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null
  )
  execute function interno.recibir_cuenta();

create function interno.recibir_confirmacion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.registrar_referido(new.id);
  return null;
end
$$;
comment on function interno.recibir_confirmacion is 'Trigger on auth.users: a confirmed account counts for who invited her.';
create trigger recibir_confirmacion after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row execute function interno.recibir_confirmacion();

-- With its owner's rights: an account that was not admitted yet may read and write nothing.
create function interno.declarar_identidad(identidad text, codigo text, comparte_nombre boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cuenta constant uuid := auth.uid();
  aceptada text;
  correo text;
  datos jsonb;
begin
  select email, coalesce(raw_user_meta_data, '{}') into correo, datos from auth.users where id = cuenta;
  if not found then
    raise exception using errcode = 'PT401', message = 'Inicia sesión para continuar.';
  end if;
  select a.identidad into aceptada from interno.admisiones a where a.user_id = cuenta;
  if aceptada is null then
    perform interno.admitir(cuenta, btrim(identidad), datos ->> 'username', correo, codigo, comparte_nombre);
  elsif aceptada is distinct from btrim(identidad) then
    raise exception using errcode = 'PT409', message = 'Tu identidad ya quedó registrada y no puede cambiarse.';
  end if;
end
$$;
comment on function interno.declarar_identidad is 'What public.declarar_identidad does.';
create function public.declarar_identidad(
  identidad text, codigo text default null, comparte_nombre boolean default false
) returns void
language sql volatile set search_path = '' as $$
  select interno.exigir_paso();
  select interno.declarar_identidad(identidad, codigo, comparte_nombre)
$$;
comment on function public.declarar_identidad is
  'The one call open to an account that stated no identity: admits it, or refuses (PT403 not admitted, PT409 another one was accepted before, PT401 no account).';

-- An account whose owner says that the community is not for them leaves nothing behind.
create function interno.retirar_registro() returns void
language sql volatile security definer set search_path = '' as $$
  delete from auth.users u where u.id = auth.uid()
    and not exists (select from interno.admisiones a where a.user_id = u.id)
    and not exists (select from interno.administradoras a where a.user_id = u.id)
$$;
comment on function interno.retirar_registro is 'What public.retirar_registro does.';
create function public.retirar_registro() returns void
language sql volatile set search_path = '' as $$
  select interno.exigir_paso();
  select interno.retirar_registro()
$$;
comment on function public.retirar_registro is
  'Deletes the account that asks, if it was never admitted; an admitted one, and the admin''s, stay as they are.';

-- Where she is in -------------------------------------------------------------------------------------------------------------

create function public.mis_sesiones()
returns table (id uuid, abierta_en timestamptz, usada_en timestamptz, navegador text, esta boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    coalesce(s.id = (auth.jwt() ->> 'session_id')::uuid, false)
  from auth.sessions s
  where (select interno.mostro_factor()) and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 3 desc
$$;
comment on function public.mis_sesiones is
  'Open sessions of the account that asks: since when, last renewed, by which browser, and which one is asking. Addresses of the network stay out of it.';

create function interno.equipo_de(sesion auth.sessions) returns text
language sql stable set search_path = '' as $$
  select case when sesion.tag ~ '^device:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then sesion.tag
    else sesion.id::text end
$$;
comment on function interno.equipo_de is
  'What stands for the device of a session: the mark that our server gives each browser, or the session itself where there is none (hosted Supabase).';

-- What cannot be undone asks who she is, anew ---------------------------------------------------------------------------------

-- An attacker with her unlocked telephone alone, and with it her mail, cannot take her account from her. One question for every function
-- that needs it.
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
  'For functions of hers that must not run for someone with her telephone alone: what the session has proven, full or mailed; PT428 where it is older than ten minutes.';

-- Leaving for good ------------------------------------------------------------------------------------------------------------

-- With the account go its rows, by their foreign keys, and its files, by the trigger borrar_archivos. Leaving does not say who wrote
-- what: anonymous stories and reviews that went in the same instant as a name would tell an observer who compares whose they were. The
-- link goes with the account and the text does not: what is to come down does so later, each at a moment of its own, and nothing
-- that stays is touched by her leaving.
create function interno.elegir_historias_al_irse(cuenta uuid, historias_anonimas text) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(historias_anonimas, '') not in ('retirar', 'dejar') then
    raise exception using errcode = 'PT422', message = 'Elige qué pasa con tus historias anónimas: retirar o dejar.';
  end if;
  insert into interno.historias_al_irse as e (user_id, se_quedan)
  select u.id, historias_anonimas = 'dejar' from auth.users u where u.id = cuenta
  on conflict (user_id) do update set se_quedan = excluded.se_quedan;
end
$$;
comment on function interno.elegir_historias_al_irse is
  'Notes what an account that leaves, now or after a delay, chose for its published anonymous stories (PT422 for anything but retirar and dejar).';

-- On the account itself, so that it runs whichever way the account is deleted. Before the account, since what goes with it
-- is then still there to be read.
create function interno.desligar_escritos() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  se_quedan constant boolean := coalesce((select c.se_quedan from interno.historias_al_irse c where c.user_id = old.id), false);
begin
  -- What carries her name goes with it.
  delete from interno.historias h using interno.autorias_historias a
  where a.id = h.id and a.user_id = old.id and not a.anonima;
  insert into interno.retiros_historias (id)
  select h.id from interno.historias h join interno.autorias_historias a on a.id = h.id
  where a.user_id = old.id and not (se_quedan and h.estado = 'publicada')
  on conflict do nothing;
  delete from interno.autorias_historias where user_id = old.id;
  insert into interno."retiros_reseñas" (id) select id from interno.autorias_reseñas where user_id = old.id
  on conflict do nothing;
  delete from interno.autorias_reseñas where user_id = old.id;
  return old;
end
$$;
comment on function interno.desligar_escritos is
  'Trigger on auth.users: erases who wrote her anonymous stories and her reviews, and draws for each when it comes down, unless she chose that the published stories stay.';
create trigger desligar_escritos before delete on auth.users
  for each row execute function interno.desligar_escritos();

-- Suggestions too; what was settled a season ago is forgotten.
create function interno.retirar_escritos() returns void
language plpgsql set search_path = '' as $$
begin
  -- Stayed, and was taken off the blog since: nobody is left to change it or to take it back.
  insert into interno.retiros_historias (id)
  select h.id from interno.historias h
  where h.estado <> 'publicada' and not exists (select from interno.autorias_historias a where a.id = h.id)
  on conflict do nothing;
  delete from interno.historias h using interno.retiros_historias r where r.id = h.id and r.retirar_en <= now();
  delete from interno.reseñas h using interno."retiros_reseñas" r where r.id = h.id and r.retirar_en <= now();
  -- Looked for here and not when she leaves: a report that she sends in that very moment is found too.
  insert into interno.retiros_reportes (id)
  select r.id from (
    select id, user_id from public.reportes_sala
    union all select id, user_id from public.reportes_apoyo
    union all select id, user_id from public.sugerencias_apoyo
  ) r
  where not exists (select from auth.users u where u.id = r.user_id)
  on conflict do nothing;
  delete from public.reportes_sala h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from public.reportes_apoyo h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from public.sugerencias_apoyo h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from interno.retiros_reportes where retirar_en <= now();
  delete from public.sugerencias_apoyo where atendida_en < now() - interval '90 days';
end
$$;
comment on function interno.retirar_escritos is
  'To be called every few minutes: deletes the stories, reviews and reports of members who left whose moment has come.';

-- Deletions that a mail alone has proven.
create table interno.bajas_pendientes (
  user_id uuid primary key references auth.users on delete cascade,
  pedida_en timestamptz not null default now(),
  efectiva_en timestamptz not null default now() + interval '24 hours'
);
comment on table interno.bajas_pendientes is
  'Deletions of accounts without a password of their own: a day passes, in which any of her devices can cancel. Written by eliminar_mi_cuenta and cancelar_cambio alone.';
create index bajas_pendientes_efectiva_en_idx on interno.bajas_pendientes (efectiva_en);
alter table interno.bajas_pendientes enable row level security;
alter table interno.bajas_pendientes force row level security;
revoke all on interno.bajas_pendientes from anon, authenticated, service_role;

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

create function interno.cumplir_bajas() returns void
language sql volatile set search_path = '' as $$
  delete from auth.users u using interno.bajas_pendientes b
  where b.user_id = u.id and b.efectiva_en <= now()
    and not exists (select from interno.administradoras a where a.user_id = u.id)
$$;
comment on function interno.cumplir_bajas is
  'Deletes the accounts whose day has passed. Called by the server every few minutes; elsewhere by whatever calls the other tasks of the database.';

create function interno.recomenzar_bajas() returns void
language sql volatile set search_path = '' as $$
  update interno.bajas_pendientes set pedida_en = now(), efectiva_en = now() + interval '24 hours' where true;
  update interno.devoluciones set detenida_en = now() where detenida_en is null and entregada_en is null
$$;
comment on function interno.recomenzar_bajas is
  'Called by npm run restore, as owner: a deletion that waited when the backup was made waits a day again, since she may have taken it back; a request for a key is stopped.';

-- What waits for its day, on every device of hers -------------------------------------------------------------------------------

create function public.cambios_pendientes() returns table (tipo text, pedido_en timestamptz, efectivo_en timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform interno.exigir_paso();
  return query select 'baja', b.pedida_en, b.efectiva_en from interno.bajas_pendientes b where b.user_id = auth.uid();
  return query select 'codigo', max(r.creada_en), max(r.creada_en) from public.cofre_ranuras r
    where r.user_id = auth.uid() and r.creada_en > now() - interval '7 days' having count(*) > 0;
  return query select case when d.espera_desde <= now() - interval '24 hours' then 'devolucion_lista' else 'devolucion' end, d.pedida_en, d.espera_desde + interval '24 hours' from interno.devolucion_en_curso(auth.uid()) d where d.id is not null;
  if interno.tiene_servicio('pending_changes') then
    return query execute
      $consulta$select case c.kind when 'email' then 'correo' when 'phone' then 'telefono' when 'code_removed' then 'copia_quitada' else c.kind end, c.asked_at, c.due_at
      from local_server.pending_changes($1) c$consulta$ using auth.uid();
  end if;
end
$$;
comment on function public.cambios_pendientes is
  'What was asked for on the account that asks and waits for its day: baja, factor, correo, telefono, devolucion (devolucion_lista once she can take it); since when, and when it takes effect. For a week also codigo and copia_quitada, which wait for nothing: the last way to what she has sealed that was made, and that the installation''s was removed.';

create function public.cancelar_cambio(tipo text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  hecho boolean := false;
begin
  perform interno.exigir_paso();
  if tipo = 'baja' then
    delete from interno.bajas_pendientes b where b.user_id = auth.uid();
    return found;
  end if;
  if tipo = 'devolucion' then
    return interno.detener_desde_aqui();
  end if;
  if interno.tiene_servicio('cancel_change') then
    execute 'select local_server.cancel_change($1, $2)' into hecho
    using auth.uid(), case tipo when 'correo' then 'email' when 'telefono' then 'phone' else tipo end;
  end if;
  return hecho;
end
$$;
comment on function public.cancelar_cambio is
  'Takes back what waits for its day on the account that asks; false where nothing of that kind waits. Any session may, without a proof; a devolucion, those that interno.detener_desde_aqui names (PT403).';

-- «No fui yo»: who undoes a change of her account with its proof takes back a deletion that waits, too.
create function interno.cancelar_baja(cuenta uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from interno.bajas_pendientes where user_id = cuenta
$$;
comment on function interno.cancelar_baja is
  'Takes back a deletion that waits for its day; called by the auth server once she has proven who she is.';

create function public.mis_equipos()
returns table (id uuid, nombre text, desde timestamptz, usado_en timestamptz, navegadores text[], este boolean, avisos int)
language sql stable security definer set search_path = '' as $$
  with abiertas as (
    select s.id, interno.equipo_de(s) as equipo, s.created_at, s.user_agent,
      greatest(s.created_at, s.refreshed_at at time zone 'utc') as usada_en
    from auth.sessions s
    where (select interno.mostro_factor()) and s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  )
  select (array_agg(a.id order by a.usada_en desc, a.id))[1],
    -- The same on every screen of hers, and another one in every other account.
    upper(substr(md5(a.equipo || ' ' || auth.uid()), 1, 4)),
    min(a.created_at), max(a.usada_en),
    array_agg(distinct coalesce(a.user_agent, '')),
    coalesce(bool_or(a.id = (auth.jwt() ->> 'session_id')::uuid), false),
    (select count(*)::int from public.suscripciones_push p where p.user_id = auth.uid() and p.sesion = any (array_agg(a.id)))
  from abiertas a
  group by a.equipo
  order by 6 desc, 4 desc
$$;
comment on function public.mis_equipos is
  'Devices in which the account that asks is open, the one that asks first: a short name to tell them apart, since when, last renewed, by which browsers. A device is one mark (auth.sessions.tag), never one kind of browser; sessions without one stand for themselves. avisos: at how many push addresses notices reach it. No addresses.';

-- Closing a device of hers asks who she is: else somebody with her phone shuts her out of all the others.
create function public.cerrar_equipo(cual uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  este constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  equipo text;
  cerradas int;
begin
  perform interno.exigir_paso();
  select interno.equipo_de(una) into equipo from auth.sessions una where una.id = cual and una.user_id = quien;
  if equipo is null then
    return 0;
  end if;
  -- Leaving the device that she is on asks for nothing.
  if not exists (
    select from auth.sessions s where s.id = este and s.user_id = quien and interno.equipo_de(s) = equipo
  ) then
    perform interno.exigir_prueba();
    perform interno.soltar_avisos(quien);
  end if;
  -- A device that she closed calls for help in her name no more (interno.cerrojos); what it holds still opens with its PIN.
  update interno.cerrojos c set ficha = sha256(convert_to(interno.codigo_nuevo(), 'UTF8'))
  where c.sesion_id in (select s.id from auth.sessions s where s.user_id = quien and interno.equipo_de(s) = equipo);
  delete from auth.sessions s where s.user_id = quien and interno.equipo_de(s) = equipo;
  get diagnostics cerradas = row_count;
  return cerradas;
end
$$;
comment on function public.cerrar_equipo is
  'Ends every session of the device that this session of hers is on, everywhere from the next request on; how many there were. None for a session that is not hers. Closing another one stops push to all of hers until each claims it again. PT428 without a proof of the last ten minutes, but for the device that asks.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.declarar_identidad, public.retirar_registro, public.mis_sesiones, public.eliminar_mi_cuenta, public.cambios_pendientes,
  public.cancelar_cambio, public.mis_equipos, public.cerrar_equipo
  from anon, public;
grant execute on function
  interno.declarar_identidad, public.declarar_identidad, interno.retirar_registro, public.retirar_registro, public.mis_sesiones,
  public.eliminar_mi_cuenta, public.cambios_pendientes, public.cancelar_cambio, public.mis_equipos, public.cerrar_equipo
  to authenticated;
grant execute on function interno.cancelar_baja to supabase_auth_admin;
