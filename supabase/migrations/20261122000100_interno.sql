-- Schema interno: what the rules are made of. The API does not expose it; members reach it only through the policies,
-- views and functions of schema public.

do $$
begin
  -- Every table forces row level security on its owner too, so the owner must be a role that it does not bind.
  if not exists (select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)) then
    raise exception 'El rol % debe ser superusuario o tener BYPASSRLS para aplicar las migraciones.', current_user;
  end if;
end
$$;

create schema interno;
comment on schema interno is 'Rules and what they stand on. Not exposed by the API.';
grant usage on schema interno to authenticated, service_role, supabase_auth_admin;

-- Settings ------------------------------------------------------------------------------------------------------------

-- What the operator did to them stands in the log (administracion), which hangs its trigger on this table.
create table interno.ajustes (
  clave text primary key,
  valor text not null,
  descripcion text not null
);
comment on table interno.ajustes is 'Settings of this installation, written by its operator. Holds no secret.';
alter table interno.ajustes enable row level security;
alter table interno.ajustes force row level security;
revoke all on interno.ajustes from anon, authenticated;
grant select on interno.ajustes to authenticated, service_role;

-- True for every row: the settings are no secret, and the rules below ask them in the member's name.
create policy "cualquier usuaria lee los ajustes" on interno.ajustes
  for select to authenticated using (true);

insert into interno.ajustes (clave, valor, descripcion) values
  ('zona_horaria', 'America/Mexico_City', 'Time zone of "today" and "this week" on the server'),
  ('prefijo_telefonico', '52', 'Country code given to a phone number that is written without one'),
  ('usuaria_por_defecto', 'Usuaria Amparo', 'Username of an account that was made without one'),
  ('factor_de_ritmo', '1', 'Multiplies every rate limit of the database'),
  ('historias_cada_min', '60', 'A story enters the review queue at the next full so many minutes, so that its moment does not tell who wrote it; 0: at once'),
  ('espera_de_referido', '2', 'Days after which a referral may be shown at the earliest; up to five more are drawn by chance'),
  ('factor_de_administracion', 'obligatorio', 'Whether the admin needs a second factor: obligatorio, or libre');

create function interno.ajuste(nombre text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select valor from interno.ajustes where clave = nombre);
end
$$;
comment on function interno.ajuste is 'The value of one setting, or null.';

-- Texts ---------------------------------------------------------------------------------------------------------------

-- The checks of every text that members write are cheap: they end at the first character that decides, and a missing text
-- costs nothing.
create function interno.tiene_texto(texto text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return texto ~
    '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]';
end
$$;
comment on function interno.tiene_texto is
  'Whether anything can be seen of a text: blanks, control, zero-width and direction characters do not count.';

create function interno.nombre_limpio(texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    regexp_replace(texto, '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '\s+', ' ', 'g'
  ))
$$;
comment on function interno.nombre_limpio is
  'A name without control and direction characters, with single blanks: it cannot rearrange the text around it.';

create function interno.correo_limpio(correo text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(btrim(regexp_replace(correo, '[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]', '', 'g'), E' \t\r\n\u00a0'))
$$;
comment on function interno.correo_limpio is
  'A mail address as it is compared: in lower case, without the blanks, direction marks and zero-width letters that come with pasting.';

create function interno.es_enlace(texto text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return char_length(texto) <= 2048 and (
    texto ~ '^https://[^\s<>"''\\]+$'
    or texto ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?/[^\s<>"''\\]*$'
    or texto ~ '^/([^/\s<>"''\\][^\s<>"''\\]*)?$'
  );
end
$$;
comment on function interno.es_enlace is
  'Whether a text is an https address, one of this same machine, or a path of our own origin.';

-- Phone numbers -------------------------------------------------------------------------------------------------------

create function interno.telefono_normal(texto text) returns text
language plpgsql stable set search_path = '' as $$
declare
  numero text := regexp_replace(texto, '[\s().\-\u00a0\u2010-\u2015]', '', 'g');
begin
  numero := regexp_replace(numero, '^00(?=[1-9])', '+');
  -- A Mexican mobile as it was dialled from abroad until 2019.
  numero := regexp_replace(numero, '^\+?521(?=[0-9]{10}$)', '+52');
  return case
    when numero ~ '^[1-9][0-9]{6,9}$' then '+' || interno.ajuste('prefijo_telefonico') || numero
    when numero ~ '^[1-9][0-9]{10,14}$' then '+' || numero
    else numero
  end;
end
$$;
comment on function interno.telefono_normal is
  'A phone number in international form: separators go, 7 to 10 digits get the country code of the settings, short codes stay.';

create function interno.es_telefono(texto text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select texto ~ '^\+[1-9][0-9]{7,14}$' or texto ~ '^[*#]?[0-9]{2,6}#?$'
$$;
comment on function interno.es_telefono is 'Whether a text is an international number (8 to 15 digits) or a short code.';

-- Triggers that many tables share -------------------------------------------------------------------------------------

create function interno.sellar() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.actualizado_en := now();
  return new;
end
$$;
comment on function interno.sellar is 'Trigger: notes when a row was last changed.';

create function interno.marcar_edicion() returns trigger
language plpgsql set search_path = '' as $$
begin
  if auth.uid() is not null then
    new.editado_en := now();
  end if;
  return new;
end
$$;
comment on function interno.marcar_edicion is
  'Trigger: notes that the admin, not a migration, changed a seeded row; later corrections then leave it alone.';

create function interno.callar_firma() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and new.created_by <> auth.uid() then
    raise exception using errcode = '42501', message = 'Solo puedes firmar con tu propia cuenta.';
  end if;
  new.created_by := null;
  return new;
end
$$;
comment on function interno.callar_firma is
  'Trigger: created_by is accepted from its writer (42501 for another id) and reads as null, so that no member learns who of the team writes; interno.bitacora keeps it.';

revoke all on all functions in schema interno from public, anon;
grant execute on function
  interno.ajuste, interno.tiene_texto, interno.nombre_limpio, interno.es_enlace, interno.telefono_normal, interno.es_telefono
  to authenticated, service_role;
