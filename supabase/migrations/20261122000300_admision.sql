-- Admission: a community of women. The identity that an account stated is accepted once, kept here, and never changes.
-- Supabase's own user_metadata can be rewritten by its user and so decides nothing after the account is made.
-- How an account becomes a member, with a profile, stands in cuentas.

create table interno.admisiones (
  user_id uuid primary key references auth.users on delete cascade,
  identidad text not null check (identidad in ('mujer cis', 'mujer trans')),
  admitida_en timestamptz not null default now()
);
comment on table interno.admisiones is
  'Who was admitted, and the identity she stated: hers alone to read, nobody''s to change.';
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
comment on function interno.rechazar_cambio is 'Trigger: an accepted identity stays, whoever asks.';
create trigger admisiones_no_cambian before update on interno.admisiones
  for each row execute function interno.rechazar_cambio();
select interno.poner_cupo('interno.admisiones', 'la casa', 'One row for each account.', rechaza => false);

-- Asked by every policy. With its owner's rights, because it must not matter what the asking member may read. Who asks is read
-- from the claims once for each question: in the condition itself it would be read again for every row of a small table, which
-- PostgreSQL reads from end to end, a hundred times over for each reader of each message of a circle.
create function interno.es_admitida() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return exists (select from interno.admisiones where user_id = quien);
end
$$;
comment on function interno.es_admitida is 'Whether the account that asks was admitted.';

create function public.estoy_admitida() returns boolean
language sql stable set search_path = '' as $$
  select interno.es_admitida()
$$;
comment on function public.estoy_admitida is
  'For the app: false means that nothing opens before declarar_identidad was called.';

-- The doors -----------------------------------------------------------------------------------------------------------

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

-- First door: Supabase's before-user-created hook, which can answer in words.
create function interno.antes_de_crear_usuaria(event jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  identidad constant text := interno.identidad_declarada(event #> '{user,user_metadata}');
begin
  if identidad is null or identidad in ('mujer cis', 'mujer trans') then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403,
    'message', 'Acceso Restringido: esta comunidad es exclusivamente para mujeres. Gracias por tu comprensión.'
  ));
end
$$;
comment on function interno.antes_de_crear_usuaria is
  'before-user-created hook: refuses a stated identity that is not admitted, lets an account without one be made.';

-- Second door, behind it: no account is stored with a refused identity, however it comes.
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

revoke all on all functions in schema interno from public, anon;
revoke all on function public.estoy_admitida from public, anon;
grant execute on function interno.es_admitida, public.estoy_admitida to authenticated, service_role;
grant execute on function interno.antes_de_crear_usuaria, interno.identidad_declarada to supabase_auth_admin;
