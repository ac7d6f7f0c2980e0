-- A referral counts once the friend's address is confirmed: before that an account is only a claim, which anybody could
-- make a hundred times with invented addresses.

create table interno.invitaciones (
  user_id uuid primary key references interno.perfiles on delete cascade,
  invitador_id uuid not null references auth.users on delete cascade,
  comparte_nombre boolean not null,
  check (user_id <> invitador_id)
);
comment on table interno.invitaciones is
  'Who invited an account whose address is not confirmed yet: nobody''s to read; it becomes a row of referidos or goes.';
create index invitaciones_invitador_id_idx on interno.invitaciones (invitador_id);
alter table interno.invitaciones enable row level security;
alter table interno.invitaciones force row level security;
revoke all on interno.invitaciones from anon, authenticated;

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

create or replace function interno.admitir(
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

revoke all on all functions in schema interno from public, anon;
