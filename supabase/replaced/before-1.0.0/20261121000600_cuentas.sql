-- From account to member: referrals, and the one place where an admitted account receives its rows.

create table public.referidos (
  id uuid primary key default gen_random_uuid(),
  invitador_id uuid not null references auth.users on delete cascade,
  -- Null where the friend did not agree to be named, and after she left.
  referido_id uuid unique references interno.perfiles on delete set null,
  creado_en timestamptz not null default now(),
  check (referido_id <> invitador_id)
);
comment on table public.referidos is 'Whom a member invited: hers alone to read, written at the friend''s admission.';
create index referidos_invitador_id_idx on public.referidos (invitador_id);

alter table public.referidos enable row level security;
alter table public.referidos force row level security;
revoke all on public.referidos from anon, authenticated;
grant select on public.referidos to authenticated;
grant all on public.referidos to service_role;

create policy "una usuaria lee a quiénes invitó" on public.referidos
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = invitador_id);

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
  insert into public.referidos (invitador_id, referido_id)
  select id, case when comparte_nombre then cuenta end
  from interno.perfiles_privados
  where codigo_invitacion = upper(btrim(codigo)) and id <> cuenta;
end
$$;
comment on function interno.admitir is
  'Admits an account: its identity, its profile and, where an invitation code was given, the referral. Once.';

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
  'Trigger on auth.users: admits an account whose sign-up metadata states an accepted identity (username, codigo and comparte_nombre come along).';
create trigger recibir_cuenta after insert on auth.users
  for each row execute function interno.recibir_cuenta();

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
  select interno.declarar_identidad(identidad, codigo, comparte_nombre)
$$;
comment on function public.declarar_identidad is
  'The one call open to an account that stated no identity: admits it, or refuses (PT403 not admitted, PT409 another one was accepted before, PT401 no account).';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.declarar_identidad from public, anon;
grant execute on function interno.declarar_identidad, public.declarar_identidad to authenticated;
