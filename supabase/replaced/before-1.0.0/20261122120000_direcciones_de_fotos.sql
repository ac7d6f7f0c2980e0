-- Her picture lies at a path that her id tells, in a public bucket: whoever was blocked or banned went on seeing it, and the id of
-- any member showed one. The path stays; its address now carries a version without which the storage server answers nothing
-- (docs/decisions/0186). Only foto_url tells it, to whoever reads her profile, and all change minutes after anybody blocks somebody.
-- A storage server that does not know `address_key` serves the path as before.

create function interno.es_su_direccion(cuenta uuid, direccion text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select direccion ~ ('/storage/v1/object/public/profiles/avatars/' || cuenta || '\.(jpg|jpeg|png|webp)(\?|$)')
$$;
comment on function interno.es_su_direccion is 'Whether an address is that of the picture of a member, whatever its version.';

create function interno.versionar_foto(cuenta uuid, direccion text) returns text
language plpgsql set search_path = '' as $$
declare
  nueva constant text := replace(gen_random_uuid()::text, '-', '');
begin
  update storage.objects
  set user_metadata = coalesce(user_metadata, '{}') || jsonb_build_object('address_key', nueva)
  where bucket_id = 'profiles' and name = any (array[
    'avatars/' || cuenta || '.jpg', 'avatars/' || cuenta || '.jpeg', 'avatars/' || cuenta || '.png', 'avatars/' || cuenta || '.webp'
  ]);
  return split_part(direccion, '?', 1) || '?v=' || nueva;
end
$$;
comment on function interno.versionar_foto is
  'Gives the picture of a member a new version, which ends every address of it that was known, and returns the new address.';

-- However the address is written, by the app, another client or the functions below: the version is drawn here.
-- With its owner's rights: the version of a file is nobody's to write by SQL, and lies where only the storage server reads it.
create function interno.fijar_direccion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if interno.es_su_direccion(new.id, new.foto_url) then
    new.foto_url := interno.versionar_foto(new.id, new.foto_url);
  end if;
  return new;
end
$$;
comment on function interno.fijar_direccion is 'Trigger: a new address of her own picture gets a version that nobody knew before.';
create trigger fijar_direccion before update of foto_url on interno.perfiles
  for each row when (new.foto_url is not null and new.foto_url is distinct from old.foto_url)
  execute function interno.fijar_direccion();

-- As before, and what is returned is what was stored.
create or replace function interno.cambiar_perfil() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' then
    -- Without this, PostgreSQL would answer "cannot insert into view" before it looks at who asks.
    raise exception using errcode = '42501', message = 'Un perfil nace y muere con su cuenta.';
  end if;
  if new.username is distinct from old.username then
    new.username := interno.nombre_limpio(new.username);
    if char_length(new.username) not between 3 and 30 then
      raise exception using errcode = '23514', message = 'Tu nombre debe tener entre 3 y 30 caracteres.';
    end if;
  end if;
  update interno.perfiles set username = new.username, foto_url = new.foto_url where id = old.id
  returning foto_url into new.foto_url;
  if not found then
    return null;
  end if;
  update interno.perfiles_privados set momento_vida = new.momento_vida, tipo_plan = new.tipo_plan where id = old.id;
  return new;
end
$$;

-- Whom she keeps away does not keep her picture's address. If hers alone changed, at once, everybody who reads it would see when she
-- blocks; so all change together, minutes later (interno.renovar_fotos_pendientes), and nothing is kept of who it was.
create table interno.fotos_por_renovar (
  id bigint generated always as identity primary key
);
comment on table interno.fotos_por_renovar is
  'One row for each block since the addresses of pictures were last renewed: that there was one, not whose. Nobody''s to read.';
alter table interno.fotos_por_renovar enable row level security;
alter table interno.fotos_por_renovar force row level security;
revoke all on interno.fotos_por_renovar from anon, authenticated;
select interno.poner_cupo('interno.fotos_por_renovar', 'la casa', 'One row for each block, for five minutes.', rechaza => false);

create function interno.pedir_renovacion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into interno.fotos_por_renovar default values;
  return null;
end
$$;
comment on function interno.pedir_renovacion is 'Trigger: after a block the addresses of all pictures are due for renewal.';
create trigger pedir_renovacion after insert on public.bloqueos
  for each row execute function interno.pedir_renovacion();

create function interno.renovar_fotos(antes_de timestamptz default now() - interval '7 days') returns void
language plpgsql set search_path = '' as $$
begin
  -- Two at once would take the rows in different order.
  perform pg_advisory_xact_lock(hashtextextended('renovar_fotos', 0));
  -- Uploaded, and its address was never written.
  update storage.objects
  set user_metadata = coalesce(user_metadata, '{}') || jsonb_build_object('address_key', replace(gen_random_uuid()::text, '-', ''))
  where bucket_id = 'profiles' and (user_metadata ->> 'address_key') is null;
  update interno.perfiles p set foto_url = split_part(p.foto_url, '?', 1) || '?v='
  where interno.es_su_direccion(p.id, p.foto_url) and exists (
    select from storage.objects o
    -- By name, so that each is found by the index: as many steps as there are pictures, not their square.
    where o.bucket_id = 'profiles' and o.updated_at < antes_de and o.name = any (array[
      'avatars/' || p.id || '.jpg', 'avatars/' || p.id || '.jpeg', 'avatars/' || p.id || '.png', 'avatars/' || p.id || '.webp'
    ])
  );
  update storage.objects set updated_at = now() where bucket_id = 'profiles' and updated_at < antes_de;
end
$$;
comment on function interno.renovar_fotos is
  'To be called daily: pictures whose address is older than a week (or than antes_de) get a new one, so that what anybody wrote down of them ends.';

create function interno.renovar_fotos_pendientes() returns boolean
language plpgsql set search_path = '' as $$
begin
  -- What is blocked while this runs waits for the next time.
  delete from interno.fotos_por_renovar;
  if not found then
    return false;
  end if;
  perform interno.renovar_fotos(now() + interval '1 second');
  return true;
end
$$;
comment on function interno.renovar_fotos_pendientes is
  'To be called every few minutes: if anybody blocked somebody since the last time, all pictures get a new address. Returns whether.';

create function interno.renovar_por_expulsion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.renovar_fotos(now() + interval '1 second');
  return null;
end
$$;
comment on function interno.renovar_por_expulsion is 'Trigger on auth.users: who is banned keeps no picture''s address.';
create trigger renovar_por_expulsion after update of banned_until on auth.users
  for each row when (new.banned_until > now() and new.banned_until is distinct from old.banned_until)
  execute function interno.renovar_por_expulsion();

select interno.renovar_fotos('infinity');

revoke all on function
  interno.es_su_direccion, interno.versionar_foto, interno.fijar_direccion, interno.pedir_renovacion, interno.renovar_fotos,
  interno.renovar_fotos_pendientes, interno.renovar_por_expulsion
  from public, anon;
