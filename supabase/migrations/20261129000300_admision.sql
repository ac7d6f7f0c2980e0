-- A body may name what a later file defines: PostgreSQL resolves it when the function runs.
set check_function_bodies = off;

-- Admission: a community of women. The identity that an account stated is accepted once, kept here, and never changes.
-- Supabase's own user_metadata can be rewritten by its user and so decides nothing after the account is made.
-- How an account becomes a member, with a profile, stands in cuentas.
create table interno.admisiones (
  user_id uuid primary key references auth.users on delete cascade,
  identidad text not null check (identidad in ('mujer cis', 'mujer trans')),
  admitida_en timestamptz not null default now()
);
comment on table interno.admisiones is
  'Who was admitted, and the identity she stated: hers alone to read; nobody changes it.';
alter table interno.admisiones enable row level security;
alter table interno.admisiones force row level security;
revoke all on interno.admisiones from anon, authenticated;
grant select on interno.admisiones to authenticated;

create policy "una usuaria lee su propia admisión" on interno.admisiones
  for select to authenticated using ((select auth.uid()) = user_id);

create function interno.rechazar_cambio() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = 'La identidad aceptada no puede cambiarse.';
end
$$;
comment on function interno.rechazar_cambio is 'Trigger: an accepted identity stays, no matter who asks.';
create trigger admisiones_no_cambian before update on interno.admisiones
  for each row execute function interno.rechazar_cambio();
select interno.poner_cupo('interno.admisiones', 'la casa', 'One row for each account.', rechaza => false);

-- Asked by every policy. With its owner's rights, because it must not matter what the asking member may read. The caller is read
-- from the claims once for each question: in the condition itself it would be read again for every row of a small table, which
-- PostgreSQL reads from end to end, a hundred times over for each reader of each message of a circle.
create function interno.es_admitida() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.fue_admitida() and interno.mostro_factor();
end
$$;
comment on function interno.es_admitida is
  'Whether the account that asks was admitted, and its session has shown the second factor where there is one.';

-- Where the account itself is asked, outside of the rules.
create function public.estoy_admitida() returns boolean
language sql stable set search_path = '' as $$
  select interno.exigir_paso();
  select interno.es_admitida()
$$;
comment on function public.estoy_admitida is
  'For the app: false means that nothing opens before declarar_identidad was called. PT401 where the second factor was not shown.';

-- Sign-up -------------------------------------------------------------------------------------------------------------

create function interno.identidad_declarada(metadatos jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(metadatos ->> 'identidad_genero'), '')
$$;
comment on function interno.identidad_declarada is 'The identity in sign-up metadata, or null where none is stated.';

create function interno.exigir_identidad(identidad text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if identidad is null or identidad not in ('mujer cis', 'mujer trans') then
    raise exception using
      errcode = 'PT403',
      message = 'Acceso Restringido',
      detail = 'Esta comunidad es exclusivamente para mujeres. Gracias por tu comprensión.';
  end if;
end
$$;
comment on function interno.exigir_identidad is 'Refuses (PT403) an identity that is not admitted.';

-- The first check: Supabase's before-user-created hook, which can answer in words.
create function interno.antes_de_crear_usuaria(event jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  datos constant jsonb := event #> '{user,user_metadata}';
  identidad constant text := interno.identidad_declarada(datos);
  rechazo text;
begin
  if identidad is not null and identidad not in ('mujer cis', 'mujer trans') then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 403,
      'message', 'Acceso Restringido: esta comunidad es exclusivamente para mujeres. Gracias por tu comprensión.'
    ));
  end if;
  -- Who registers with a form says both: she is told about her name while she can still choose another.
  if identidad is not null and interno.tiene_texto(datos ->> 'username') then
    rechazo := interno.rechazo_de_nombre(datos ->> 'username');
    if rechazo is not null then
      return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', rechazo));
    end if;
  end if;
  return '{}';
end
$$;
comment on function interno.antes_de_crear_usuaria is
  'before-user-created hook: refuses a stated identity that is not admitted, and with an accepted one a name that may not be; lets an account without one be made.';

-- The second check, behind it: no account is stored with a refused identity, however it comes.
create function interno.vigilar_cuenta_nueva() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  identidad constant text := interno.identidad_declarada(new.raw_user_meta_data);
begin
  if identidad is not null then
    perform interno.exigir_identidad(identidad);
  end if;
  return new;
end
$$;
comment on function interno.vigilar_cuenta_nueva is 'Trigger on auth.users: the hook''s rule once more, where no call can go around it.';
create trigger vigilar_cuenta_nueva before insert on auth.users
  for each row execute function interno.vigilar_cuenta_nueva();

create function interno.exigir_admitida() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if quien is null or not interno.fue_admitida() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  perform interno.exigir_paso();
  return quien;
end
$$;
comment on function interno.exigir_admitida is
  'The member who asks; 42501 for anybody else, PT401 where her session has not shown her second factor.';

create function interno.fue_admitida() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return exists (select from interno.admisiones where user_id = quien);
end
$$;
comment on function interno.fue_admitida is
  'Whether the account that asks was admitted, whatever its session has shown: for what calls for help, and nothing else.';

create function interno.exigir_paso() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not interno.mostro_factor() then
    -- 401: it is answered otherwise as soon as she gives the code, so what waits on her device goes on waiting.
    raise exception using errcode = 'PT401', message = 'Primero da el código de tu verificación en dos pasos.';
  end if;
end
$$;
comment on function interno.exigir_paso is 'Refuses (PT401) a session that has not shown the second factor of its account.';

-- What calls for help. A press is written and opens an alert, and places follow it; reading it, sending it at once, closing it and
-- drills wait for the code.
create function interno.exigir_auxilio() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if quien is null or not interno.fue_admitida() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return quien;
end
$$;
comment on function interno.exigir_auxilio is
  'The member who asks for help, whatever her session has shown; 42501 for anybody else.';

-- An expulsion ----------------------------------------------------------------------------------------------------------------

create function interno.participa() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return interno.es_admitida() and not exists (
    select from public.suspensiones where user_id = quien and alcance = 'expulsion' and hasta > now()
  );
end
$$;
comment on function interno.participa is
  'Whether the caller is a member who was not expelled: for what members show each other, and nothing else.';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.estoy_admitida from anon, public;
grant execute on function
  interno.es_admitida, public.estoy_admitida, interno.fue_admitida, interno.exigir_paso, interno.participa
  to authenticated, service_role;
grant execute on function interno.identidad_declarada, interno.antes_de_crear_usuaria to supabase_auth_admin;
