-- Profiles: what clients know as the table public.profiles is a view over two tables with different readers.
-- What members see of each other (username, foto_url) lies in one, what only its owner sees in the other, and row level
-- security of both applies to the user who asks (security_invoker), so that another's private fields are null in every call.
create function interno.generar_codigo() returns text
language plpgsql volatile set search_path = '' as $$
declare
  -- Without look-alikes: no 0 and O, no 1, I and L.
  alfabeto constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  azar bytea;
  octeto int;
  codigo text := '';
begin
  while char_length(codigo) < 8 loop
    azar := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
    -- Bytes 6 and 8 of a random uuid carry its version; 248 is the largest multiple of 31 that a byte can hold.
    foreach octeto in array array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 15] loop
      if get_byte(azar, octeto) < 248 and char_length(codigo) < 8 then
        codigo := codigo || substr(alfabeto, get_byte(azar, octeto) % 31 + 1, 1);
      end if;
    end loop;
  end loop;
  return codigo;
end
$$;
comment on function interno.generar_codigo is 'An invitation code: 8 random characters without look-alikes.';

create table interno.perfiles (
  id uuid primary key references auth.users on delete cascade,
  username text not null check (char_length(username) between 1 and 60 and interno.tiene_texto(username)),
  -- Other origins are also stopped by the page's content security policy.
  foto_url text check (interno.es_enlace(foto_url)),
  -- A column of the row that the policy is asked about: it costs the reader of a busy circle nothing.
  se_muestra boolean not null default false
);
comment on table interno.perfiles is 'What members see of each other, once she shows herself. Made at admission, changed by its owner.';
comment on column interno.perfiles.se_muestra is
  'Whether a message or a signed, published story of hers is there. Kept by triggers; nobody writes it.';
create index perfiles_a_la_vista_idx on interno.perfiles (id) where se_muestra;
alter table interno.perfiles enable row level security;
alter table interno.perfiles force row level security;
revoke all on interno.perfiles from anon, authenticated;
grant select, update (username, foto_url) on interno.perfiles to authenticated;
grant all on interno.perfiles to service_role;

-- Who reads a row is the last word of all (nombres): it asks nearly every table that shows a name.
create policy "una usuaria cambia su propio nombre y su foto" on interno.perfiles
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = id)
  with check ((select auth.uid()) = id);
select interno.poner_cupo('interno.perfiles', 'tu perfil', 'One row.', 'id', 1, 10000, 500, 2000000);

create table interno.perfiles_privados (
  id uuid primary key references interno.perfiles on delete cascade,
  momento_vida text not null default 'emprendiendo'
    check (momento_vida in ('feliz', 'duelo', 'emprendiendo', 'soledad', 'maternando')),
  tipo_plan text not null default 'basico' check (tipo_plan in ('basico', 'premium')),
  codigo_invitacion text not null unique default interno.generar_codigo()
    check (codigo_invitacion ~ '^[2-9A-HJKMNP-Z]{8}$'),
  email text
);
comment on table interno.perfiles_privados is 'What only its owner sees of a profile.';
alter table interno.perfiles_privados enable row level security;
alter table interno.perfiles_privados force row level security;
revoke all on interno.perfiles_privados from anon, authenticated;
grant select, update (momento_vida, tipo_plan) on interno.perfiles_privados to authenticated;
grant all on interno.perfiles_privados to service_role;

create policy "una usuaria lee lo privado de su perfil" on interno.perfiles_privados
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = id);
create policy "una usuaria cambia lo privado de su perfil" on interno.perfiles_privados
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = id)
  with check ((select auth.uid()) = id);
select interno.poner_cupo('interno.perfiles_privados', 'tu perfil', 'One row.', 'id', 1, 10000, 500, 2000000);

create view public.profiles with (security_invoker = true) as
  select p.id, p.username, p.foto_url, q.momento_vida, q.tipo_plan, q.codigo_invitacion, q.email
  from interno.perfiles p left join interno.perfiles_privados q on q.id = p.id;
comment on view public.profiles is
  'Username and photo of oneself and of every member who is shown; momento_vida, tipo_plan, codigo_invitacion and email are null but for one''s own.';
revoke all on public.profiles from anon, authenticated;
grant select, update (username, foto_url, momento_vida, tipo_plan) on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- Runs with the rights of the user who updates the view, so the two tables' own policies decide. What is returned is what was stored.
create function interno.cambiar_perfil() returns trigger
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
comment on function interno.cambiar_perfil is 'Instead-of trigger: an update of public.profiles reaches the tables behind it.';
create trigger cambiar_perfil instead of insert or update or delete on public.profiles
  for each row execute function interno.cambiar_perfil();

-- The copy of the address follows the account's.
create function interno.seguir_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update interno.perfiles_privados set email = new.email where id = new.id;
  return null;
end
$$;
comment on function interno.seguir_correo is 'Trigger on auth.users: keeps perfiles_privados.email equal to the account''s address.';
create trigger seguir_correo after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function interno.seguir_correo();

-- Names that pass themselves off as the team's are refused ----------------------------------------------------------------

-- Letters of the Latin alphabet that are a–z with what stands on them, those of European names that are not, digits, blanks, what joins
-- names, and pictures. Letters of other alphabets, and rare ones of ours, imitate these, or turn the text around them; marks pile up
-- over the lines above.
create function interno.letras_de_nombre(nombre text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select letras ~ U&'^[A-Za-z0-9 ''.,&_\00b7\2019\2190-\21ff\231a\231b\2328\23cf\23e9-\23f3\23f8-\23fa\25a0-\27bf\2b00-\2bff\200d\fe0f\+01f300-\+01faff-]+$' and letras ~ '[A-Za-z]'
    and nombre !~ U&'[\0300-\036f]{3}'
  from (
    select translate(
      regexp_replace(normalize(nombre, nfd), U&'[\0300-\0304\0306-\030c\031b\0323-\0328\032e\0331]', '', 'g'),
      U&'\00df\00e6\00c6\00f8\00d8\0142\0141\0111\0110\00f0\00d0\0131', 'saaooolddddi'
    ) as letras
  ) t
$$;
comment on function interno.letras_de_nombre is 'Whether a name is written with letters of our alphabet, digits, what joins names, and pictures.';

-- Its letters as the eye takes them: Unicode's confusables (UTS 39) of what a name may be written with, and of what one may be shown that
-- was written before: capital I, small l and 1 are one letter, and so are rn and m, cl and d, vv and w. Marks and separators are nothing,
-- a letter twice is one.
create function interno.esqueleto(texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(replace(replace(regexp_replace(replace(
    regexp_replace(
      translate(
        lower(regexp_replace(normalize(texto, nfkd), '[\u0300-\u036f]', '', 'g')),
        '01345789@$!|l' || U&'\00df\00e6\00c6\00f8\00d8\0142\0141\0111\0110\00f0\00d0\0131'
          || U&'\0430\0435\043e\0440\0441\0443\0445\0456\0458\03b1\03bf\03c1\03b9\0501\051b\0455\04bb'
          -- The capitals as well: lower() knows them only where the database's locale does.
          || U&'\0410\0412\0415\041a\041c\041d\041e\0420\0421\0422\0425\0406\0408\0391\0395\0399\039c\039d\039f\03a1\03a4',
        'oieastbgasiii' || 'saaooiiddddi' || 'aeopcyxijaopidqsh' || 'abekmhopctxijaeimnopt'
      ), '[^a-z]', '', 'g'
    ), 'vv', 'w'), '(.)\1+', '\1', 'g'), 'rn', 'm'), 'ci', 'd'), '(.)\1+', '\1', 'g')
$$;
comment on function interno.esqueleto is 'What the eye reads of a name: two names with one skeleton look alike.';

create function interno.imita_al_equipo(nombre text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select exists (
    select from (
      -- A picture may stand for a letter: «M⭕deradora».
      select distinct interno.esqueleto(regexp_replace(nombre, dibujo, letra, 'g')) from unnest(array['', 'a', 'e', 'i', 'o', 't']) letra
    ) as lecturas (leido)
    where exists (
        select from unnest(array['administra', 'moderad', 'moderac', 'moderación', 'moderat', 'soporte', 'support', 'equipo de apoyo', 'equipo apoyo',
          'equipo de ayuda', 'equipo ayuda', 'equipo de seguridad', 'equipo seguridad', 'equipo de revision', 'equipo revision']) palabra
        where leido like '%' || interno.esqueleto(palabra) || '%'
      )
      or exists (
        select from unnest(array['staff', 'team', 'equipo', 'oficial', 'ayuda', 'apoyo', 'seguridad', 'admin', 'app', 'central', 'atención', 'servicio',
          'voluntaria', 'voluntariado', 'asistente', 'coordinadora', 'coordinación']) palabra,
          unnest(array[palabra || ' Amparo', palabra || ' de Amparo', 'Amparo ' || palabra]) junto
        -- Amparo Aparicio and Amparo Stafford are women.
        where leido like '%' || interno.esqueleto(junto) || case when junto in ('Amparo app', 'Amparo staff') then '' else '%' end
      )
      or leido like '%amparo%' and nombre ~* '\m(app|staff)\M'
      or leido like 'admin%'
      or leido in (select interno.esqueleto(palabra) from unnest(array['equipo', 'el equipo', 'oficial', 'staff', 'sistema', 'anónimo',
        'atención al cliente', 'servicio al cliente', 'voluntaria', 'voluntariado']) palabra)
      -- A woman may be called Amparo, and put a flower beside it; it is not written otherwise.
      or leido = 'amparo' and lower(regexp_replace(normalize(btrim(regexp_replace(nombre, dibujo, '', 'g')), nfd), '[\u0300-\u036f]', '', 'g')) <> 'amparo'
  )
  from (values (U&'[\2190-\21ff\231a\231b\2328\23cf\23e9-\23f3\23f8-\23fa\25a0-\27bf\2b00-\2bff\200d\fe0f\+01f300-\+01faff]')) as dibujos (dibujo)
$$;
comment on function interno.imita_al_equipo is
  'Whether a name could be taken for the team''s: «Soporte», «Equipo Amparo», «Admlnistradora». A woman called Amparo, or Amparo García, is not.';

-- Behind every way in. A name given at registration was looked at by the hook; one that comes another way (an identity provider, an
-- account of before) is no reason to keep her out: a long one is cut, any other becomes everybody's.
create function interno.vigilar_nombre() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rechazo text;
begin
  if exists (select from interno.administradoras where user_id = new.id) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.username := btrim(left(new.username, 30));
  end if;
  rechazo := interno.rechazo_de_nombre(new.username);
  if rechazo is null then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.username := interno.ajuste('usuaria_por_defecto');
    return new;
  end if;
  raise exception using errcode = 'PT422', message = rechazo;
end
$$;
comment on function interno.vigilar_nombre is
  'Trigger: refuses (PT422) a name that is too short or too long, of other letters, or that imitates the team; at registration it becomes the default one. The admin is free.';
create trigger vigilar_nombre_al_crear before insert on interno.perfiles
  for each row execute function interno.vigilar_nombre();
create trigger vigilar_nombre before update of username on interno.perfiles
  for each row when (old.username is distinct from new.username) execute function interno.vigilar_nombre();

-- Her picture -----------------------------------------------------------------------------------------------------------

-- In the bucket profiles each member has one photo at avatars/{her id}.{extension}. Photos are read by their public address,
-- which asks no policy; listing shows nobody else's.
create function interno.es_su_foto(bucket text, nombre text) returns boolean
language sql stable set search_path = '' as $$
  select bucket = 'profiles' and nombre = any (array[
    'avatars/' || auth.uid() || '.jpg', 'avatars/' || auth.uid() || '.jpeg',
    'avatars/' || auth.uid() || '.png', 'avatars/' || auth.uid() || '.webp'
  ])
$$;
comment on function interno.es_su_foto is 'Whether an object is the photo of the member who asks.';

create policy "una usuaria ve su propia foto" on storage.objects
  for select to authenticated using ((select interno.es_admitida()) and interno.es_su_foto(bucket_id, name));
-- A picture is there for others: who had its address before sees what is put there next.
create policy "una usuaria sube su propia foto" on storage.objects
  for insert to authenticated with check ((select interno.participa()) and interno.es_su_foto(bucket_id, name));
create policy "una usuaria reemplaza su propia foto" on storage.objects
  for update to authenticated
  using ((select interno.participa()) and interno.es_su_foto(bucket_id, name))
  with check (interno.es_su_foto(bucket_id, name));
create policy "una usuaria borra su propia foto" on storage.objects
  for delete to authenticated using ((select interno.es_admitida()) and interno.es_su_foto(bucket_id, name));

-- The path follows from her id: a member who was blocked or banned would go on seeing the picture, and the id of any member would
-- show one. So its address carries a version without which the storage server answers nothing. Only foto_url
-- tells it, to members who may read her profile, and all change minutes after anybody blocks somebody.
-- A storage server that does not know `address_key` serves the path without it.
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
-- With its owner's rights: clients do not write the version of a file by SQL; it lies where only the storage server reads it.
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

-- Whom she keeps away does not keep her picture's address. If hers alone changed, at once, everybody who reads it would see when she
-- blocks; so all change together, minutes later (interno.renovar_fotos_pendientes), and nothing is kept of who it was.
create table interno.fotos_por_renovar (
  id bigint generated always as identity primary key
);
comment on table interno.fotos_por_renovar is
  'One row for each block since the addresses of pictures were last renewed: that there was one, not whose. Not readable by clients.';
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
  delete from interno.fotos_por_renovar where true;
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

-- Rows of files go here; the storage server removes what no row names any more.
create function interno.retirar_archivos(cuales uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  nuestra constant boolean := to_regnamespace('local_server') is not null;
begin
  -- Hosted Supabase refuses a delete by SQL unless it is said to be meant.
  perform set_config('storage.allow_delete_query', 'true', true);
  with borrados as (
    delete from storage.objects o where o.id = any (cuales) returning o.bucket_id, o.name, o.version
  )
  insert into interno.archivos_por_borrar (deposito, nombre, version)
  select bucket_id, name, version from borrados where not nuestra
  on conflict (deposito, nombre) do update set version = excluded.version;
end
$$;
comment on function interno.retirar_archivos is
  'Takes files away by their ids; where the storage server is not ours, their bytes are noted for archivos-sweep.';

-- Her files leave with her account. What the team published stays when the account of who uploaded it goes.
create function interno.borrar_archivos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.retirar_archivos(array(
    select o.id from storage.objects o
    where o.owner_id = old.id::text and o.bucket_id not in ('biblioteca', 'podcast', 'terapeutas')
      or o.bucket_id = 'profiles' and starts_with(o.name, 'avatars/' || old.id || '.')
      or o.bucket_id = 'diario' and starts_with(o.name, old.id || '/')
  ));
  return null;
end
$$;
comment on function interno.borrar_archivos is 'Trigger on auth.users: the files of an account leave with it.';
create trigger borrar_archivos after delete on auth.users
  for each row execute function interno.borrar_archivos();

-- Names --------------------------------------------------------------------------------------------------------------------------

create function interno.rechazo_de_nombre(nombre text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when char_length(limpio) not between 3 and 30 then 'Tu nombre debe tener entre 3 y 30 caracteres.'
    when not interno.letras_de_nombre(limpio) then 'Escribe tu nombre con letras de nuestro alfabeto; también valen acentos, números y dibujitos.'
    when interno.imita_al_equipo(limpio) then 'Ese nombre se parece al del equipo. Elige otro, por favor.'
  end
  from (select coalesce(interno.nombre_limpio(nombre), '') as limpio) t
$$;
comment on function interno.rechazo_de_nombre is
  'What is wrong with a name, in words for her; null where nothing is. One rule for the registration and the profile.';

revoke all on all functions in schema interno from public, anon;
revoke all on function interno.borrar_archivos from anon, authenticated, public;
grant execute on function interno.letras_de_nombre, interno.esqueleto, interno.imita_al_equipo to authenticated;
grant execute on function
  interno.letras_de_nombre, interno.esqueleto, interno.imita_al_equipo, interno.rechazo_de_nombre
  to supabase_auth_admin;
grant execute on function interno.es_su_foto to authenticated, service_role;
