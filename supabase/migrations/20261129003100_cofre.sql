-- The vault (docs/vault.md): what wraps a member's data key. The database has envelopes alone, and no key that opens one.

create table public.cofre_ranuras (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  tipo text not null check (tipo in ('codigo', 'paso', 'acceso', 'equipo')),
  llave text not null check (llave ~ '^[A-Za-z0-9_-]{11}$'),
  sobre text not null check (char_length(sobre) <= 200 and interno.es_sobre(sobre)),
  releva text check (char_length(releva) = 11),
  sello text check (sello ~ '^[A-Za-z0-9_-]{43}$'),
  credencial text check (char_length(credencial) between 16 and 1364 and credencial ~ '^[A-Za-z0-9_-]+$'),
  sal text check (sal ~ '^[A-Za-z0-9_-]{43}$'),
  creada_en timestamptz not null default now(),
  vence_en timestamptz,
  check ((tipo = 'acceso') = (credencial is not null) and (tipo = 'acceso') = (sal is not null)),
  unique (user_id, credencial, llave)
);
comment on table public.cofre_ranuras is
  'Slots of the vault: her data key, wrapped by a key that only she has (codigo: her twelve words; paso: a code that another device of hers shows for ten minutes; acceso: a passkey), or, where she wants that, by a secret of the installation (equipo). The member''s alone; added, and a passkey''s deleted.';
comment on column public.cofre_ranuras.llave is 'Which data key is wrapped; follows from the key and tells nothing of it.';
comment on column public.cofre_ranuras.releva is
  'The data key that she gives up for a new one, having lost every way to it; null: she knows of none.';
comment on column public.cofre_ranuras.sello is
  'What only the key that is given up could make of the new one: by it other devices tell a change of hers from a key that somebody without hers began.';
comment on column public.cofre_ranuras.credencial is
  'Of an acceso the id of its passkey, by which a browser finds it. One passkey has a row for each data key that it opens.';
comment on column public.cofre_ranuras.sal is 'What the passkey makes the key of the slot of (WebAuthn PRF); no secret.';
comment on column public.cofre_ranuras.vence_en is 'Until when a paso opens; null: for good.';
create index cofre_ranuras_user_id_idx on public.cofre_ranuras (user_id);
-- The installation knows what it wraps: one for each key.
create unique index cofre_ranuras_equipo_idx on public.cofre_ranuras (user_id, llave) where tipo = 'equipo';
alter table public.cofre_ranuras enable row level security;
alter table public.cofre_ranuras force row level security;
revoke all on public.cofre_ranuras from anon, authenticated;
grant select, delete, insert (user_id, tipo, llave, sobre, releva, sello, credencial, sal) on public.cofre_ranuras to authenticated;
grant all on public.cofre_ranuras to service_role;
create policy "una usuaria lee las ranuras de su cofre" on public.cofre_ranuras
  for select to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id and (vence_en is null or vence_en > now()));
create policy "una usuaria agrega una ranura a su cofre" on public.cofre_ranuras
  for insert to authenticated
  with check ((select interno.es_admitida()) and (select auth.uid()) = user_id and tipo <> 'equipo');
create policy "una usuaria quita una llave de acceso de su cofre" on public.cofre_ranuras
  for delete to authenticated
  using (tipo = 'acceso' and (select interno.es_admitida()) and (select auth.uid()) = user_id);
select interno.poner_cupo(
  'public.cofre_ranuras', 'las llaves de tu cofre', 'Five codes, five passkeys and twenty pasos a day, for years: no code takes another''s place.', 'user_id', 5000, 4000000, 200, 200000
);

create function interno.relevar_codigo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actual text;
  dada text;
begin
  if auth.uid() is distinct from new.user_id or not interno.es_admitida() or new.tipo = 'equipo' then
    return new; -- The policy refuses it.
  end if;
  -- Two devices at once: the second one waits, and is told.
  perform from auth.users u where u.id = new.user_id for no key update;
  select r.llave into actual from public.cofre_ranuras r
  where r.user_id = new.user_id and r.tipo = 'codigo' order by r.creada_en desc, r.id limit 1;
  -- Who resets her password by the mail on her phone gets no way to the key; an account without a password has nothing better to prove.
  dada := interno.exigir_prueba();
  if dada <> 'full' and actual is not null
    and exists (select from auth.users u where u.id = new.user_id and coalesce(u.encrypted_password, '') <> '')
  then
    raise exception using errcode = 'PT403',
      message = 'Tu contraseña se cambió por correo hace poco: por unos días nadie puede sacar tu llave de este dispositivo.';
  end if;
  perform interno.limitar('código del cofre: ' || new.tipo, array[case new.tipo when 'paso' then 20 else 5 end], array[interval '1 day']);
  if new.tipo = 'paso' then
    delete from public.cofre_ranuras r where r.user_id = new.user_id and r.tipo = 'paso' and r.creada_en < now();
    new.vence_en := now() + interval '10 minutes';
  elsif new.tipo = 'acceso' then
    if actual is null then
      raise exception using errcode = 'PT409', message = 'Todavía no tienes una llave: hazla primero.';
    end if;
    if (
      select count(distinct r.credencial) from public.cofre_ranuras r
      where r.user_id = new.user_id and r.credencial <> new.credencial
    ) >= 5 then
      raise exception using errcode = 'PT422', message = 'Puedes tener hasta 5 llaves de acceso. Quita una primero.';
    end if;
  elsif actual <> new.llave and new.releva is distinct from actual then
    raise exception using errcode = 'PT409', message = 'Tu cofre ya tiene llave. Ábrelo en este dispositivo con tu código.';
  end if;
  return new;
end
$$;
comment on function interno.relevar_codigo is
  'Trigger: a new code asks for a fresh proof (PT428), a full one where she has a vault and a password (PT403); it opens the data key that is there or takes its place knowingly (PT409); five a day, twenty pasos (PT429). A passkey opens a vault that is there (PT409), five of them at most (PT422). No code ends another: what it wraps nobody but she could check.';
create trigger relevar before insert on public.cofre_ranuras
  for each row execute function interno.relevar_codigo();
revoke all on function interno.relevar_codigo from public, anon;

-- Who has her password and her mail makes a way to her words without her knowing: so she is told of each.
create function interno.avisar_codigo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien uuid;
begin
  if interno.tiene_servicio('tell_of_code') then
    for quien in select distinct n.user_id from nuevas n loop
      execute 'select local_server.tell_of_code($1, false)' using quien;
    end loop;
  end if;
  return null;
end
$$;
comment on function interno.avisar_codigo is
  'Trigger: has her told by mail, as of every change of her account, that a code, a paso or an acceso was made.';
create trigger avisar after insert on public.cofre_ranuras referencing new table as nuevas
  for each statement execute function interno.avisar_codigo();
revoke all on function interno.avisar_codigo from public, anon;

create function interno.olvidar_codigos() returns void
language sql set search_path = '' as $$
  delete from public.cofre_ranuras where vence_en < now()
$$;
comment on function interno.olvidar_codigos is 'To be called daily: codes that another device of hers showed for ten minutes.';
revoke all on function interno.olvidar_codigos from public, anon;

-- From the first slot on nothing of her diary and no word of her agenda is stored in the clear: a page that was open before, or an app that
-- knows nothing of vaults, is refused rather than believed.
create function interno.exigir_sobre() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- What it has besides the envelope's is null.
  if (
      not interno.es_sobre(to_jsonb(new) ->> tg_argv[0])
      or exists (select from unnest(tg_argv[1:]) otra where to_jsonb(new) ->> otra is not null)
    )
    and exists (select from public.cofre_ranuras r where r.user_id = new.user_id and r.tipo = 'codigo')
  then
    raise exception using errcode = 'PT403', message = 'Lo que escribes se cierra con tu llave. Abre de nuevo la aplicación y pon tu llave en este dispositivo.';
  end if;
  return new;
end
$$;
comment on function interno.exigir_sobre is 'Trigger: the words of a member with a vault are an envelope (PT403), in the column that the trigger names first; in the others is nothing.';
create trigger exigir_sobre before insert or update of contenido on public.diario_personal
  for each row execute function interno.exigir_sobre('contenido');
-- What moves an event without its words is no concern of it.
create trigger exigir_sobre before insert or update of titulo, lugar, notas on public.agenda_personal
  for each row execute function interno.exigir_sobre('titulo', 'lugar', 'notas');
revoke all on function interno.exigir_sobre from public, anon;

-- Pictures and voice notes of the diary -----------------------------------------------------------------------------------------

-- Each is one object under a name that says whose it is, its day, its id, the key that it is sealed with, and its kind. Only added and
-- deleted, never replaced. As large as three minutes of sound of a phone that takes no wish.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('diario', 'diario', false, 4 * 1024 * 1024, array['application/octet-stream'])
on conflict (id) do nothing;

create function interno.es_de_su_diario(deposito text, nombre text) returns boolean
language sql stable set search_path = '' as $$
  select deposito = 'diario' and nombre ~ (
    '^' || auth.uid() || '/2[01][0-9]{2}-[01][0-9]-[0-3][0-9]\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[A-Za-z0-9_-]{11}\.(voz|foto)$'
  )
$$;
comment on function interno.es_de_su_diario is
  'Whether an object is a picture or a voice note in the diary of the member who asks: {her id}/{day}.{id}.{key}.{kind}.';

-- With its owner's rights: it counts files, and who asks is told no more than whether there is room. Volatile: what is counted is what is
-- there once the lock is had. Names between «/» and the sign after it, as the index of names has them.
create function interno.cabe_en_su_diario() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  ella constant uuid := auth.uid();
begin
  if not exists (select from public.cofre_ranuras r where r.user_id = ella and r.tipo = 'codigo') then
    return false;
  end if;
  -- Two files at once: the second one waits until the first is counted.
  perform pg_advisory_xact_lock(hashtextextended('archivos de diario ' || ella, 0));
  return (
    select count(*) < 2000 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 500000000
    from storage.objects o where o.bucket_id = 'diario' and o.name ~>=~ (ella || '/') and o.name ~<~ (ella || '0')
  );
end
$$;
comment on function interno.cabe_en_su_diario is
  'Whether the member who asks has a vault, and room for another file: 2000 of them, and half a gigabyte.';

create policy "una usuaria ve los archivos de su diario" on storage.objects
  for select to authenticated using ((select interno.es_admitida()) and interno.es_de_su_diario(bucket_id, name));
create policy "una usuaria agrega un archivo a su diario" on storage.objects
  for insert to authenticated
  with check (
    (select interno.es_admitida()) and interno.es_de_su_diario(bucket_id, name) and (select interno.cabe_en_su_diario())
  );
create policy "una usuaria borra los archivos de su diario" on storage.objects
  for delete to authenticated using ((select interno.es_admitida()) and interno.es_de_su_diario(bucket_id, name));

-- Names between «.» and the sign after it, as the index of names has them: in the day of an account are its files alone.
create function interno.archivo_del_dia(cuenta uuid, dia date) returns text
language sql stable security definer set search_path = '' as $$
  select '/storage/v1/object/authenticated/diario/' || o.name from storage.objects o
  where o.bucket_id = 'diario' and o.name ~>=~ (cuenta || '/' || dia || '.') and o.name ~<~ (cuenta || '/' || dia || '/')
  order by o.created_at, o.name limit 1
$$;
comment on function interno.archivo_del_dia is 'The address of the first file of a day of a diary; null where there is none.';

-- With its owner's rights: nobody writes archivo_url.
create function interno.anotar_archivo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  nombre constant text := case tg_op when 'DELETE' then old.name else new.name end;
  cuenta constant uuid := split_part(nombre, '/', 1);
  dia constant date := left(split_part(nombre, '/', 2), 10);
  direccion constant text := interno.archivo_del_dia(cuenta, dia);
begin
  update public.diario_personal d set archivo_url = direccion
  where d.user_id = cuenta and d.fecha = dia and d.archivo_url is distinct from direccion;
  return null;
end
$$;
comment on function interno.anotar_archivo is
  'Trigger on storage.objects: the entry of a day carries the address of its first file (archivo_url). A day that does not exist is refused (22008).';
create trigger anotar_archivo_nuevo after insert on storage.objects
  for each row when (new.bucket_id = 'diario' and new.name ~ '^[0-9a-f-]{36}/[0-9]{4}-[0-9]{2}-[0-9]{2}\.')
  execute function interno.anotar_archivo();
create trigger anotar_archivo_borrado after delete on storage.objects
  for each row when (old.bucket_id = 'diario' and old.name ~ '^[0-9a-f-]{36}/[0-9]{4}-[0-9]{2}-[0-9]{2}\.')
  execute function interno.anotar_archivo();

create function interno.hallar_archivo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.archivo_url := interno.archivo_del_dia(new.user_id, new.fecha);
  return new;
end
$$;
comment on function interno.hallar_archivo is 'Trigger: an entry that comes after the files of its day carries their address.';
create trigger hallar_archivo before insert or update of user_id, fecha on public.diario_personal
  for each row execute function interno.hallar_archivo();

-- With its owner's rights: rows of files are the storage server's to delete.
create function interno.retirar_archivos_del_dia() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  del_dia constant text := old.user_id || '/' || old.fecha;
begin
  -- With an account go all of them at once (borrar_archivos).
  if exists (select from auth.users u where u.id = old.user_id) then
    perform interno.retirar_archivos(array(
      select o.id from storage.objects o
      where o.bucket_id = 'diario' and o.name ~>=~ (del_dia || '.') and o.name ~<~ (del_dia || '/')
    ));
  end if;
  return null;
end
$$;
comment on function interno.retirar_archivos_del_dia is 'Trigger: with an entry go the pictures and voice notes of its day.';
create trigger retirar_archivos after delete on public.diario_personal
  for each row execute function interno.retirar_archivos_del_dia();

revoke all on function
  interno.es_de_su_diario, interno.cabe_en_su_diario, interno.archivo_del_dia, interno.anotar_archivo, interno.hallar_archivo,
  interno.retirar_archivos_del_dia
  from public, anon;
grant execute on function interno.es_de_su_diario, interno.cabe_en_su_diario to authenticated, service_role;

-- What she writes for herself besides the diary, a sheet for each kind and period ----------------------------------------------

create table public.cofre (
  user_id uuid not null references auth.users on delete cascade,
  clase text not null check (clase in ('animo', 'ciclo', 'medicamentos', 'plan', 'hechos', 'recuerdos')),
  periodo text not null check (periodo ~ '^[0-9a-z-]{1,20}$'),
  sobre text not null check (interno.es_sobre(sobre)),
  revision int not null check (revision > 0),
  actualizado_en timestamptz not null default now(),
  primary key (user_id, clase, periodo),
  -- One incident with its picture and its sound; no more than the API takes at once.
  check (char_length(sobre) <= case clase when 'hechos' then 1040000 else 500000 end)
);
comment on table public.cofre is
  'Sheets of the vault: mood, cycle, medicines, plans, incidents, days not to be reminded of, as envelopes alone; the member''s alone. One row for each kind and period, and for each incident.';
comment on column public.cofre.revision is 'One more with every change: the writer says which it has seen by writing the next.';
alter table public.cofre enable row level security;
alter table public.cofre force row level security;
revoke all on public.cofre from anon, authenticated;
grant select, delete, insert (user_id, clase, periodo, sobre, revision), update (user_id, clase, periodo, sobre, revision)
  on public.cofre to authenticated;
grant all on public.cofre to service_role;
create policy "una usuaria lee su cofre" on public.cofre
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria guarda en su cofre" on public.cofre
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia su cofre" on public.cofre
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria borra de su cofre" on public.cofre
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
select interno.poner_cupo(
  'public.cofre', 'tu cofre', 'Five kinds, a sheet a month, for thirty years; a sheet for each incident, some with a picture, 200 with three minutes of sound.', 'user_id', 6000, 200000000, 5000, 200000000
);

create function interno.comparar_hoja() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.revision <> old.revision + 1 then
    raise exception using errcode = 'PT409', message = 'Esto cambió en otra pestaña o dispositivo.';
  end if;
  new.actualizado_en := now();
  return new;
end
$$;
comment on function interno.comparar_hoja is 'Trigger: refuses (PT409) a sheet that was written without knowing the one that is there now.';
create trigger comparar before update on public.cofre
  for each row execute function interno.comparar_hoja();
revoke all on function interno.comparar_hoja from public, anon;

insert into interno.inventario_de_datos (tabla, que, de_quien, lee, plazo, sale) values
  ('public.cofre', 'mood, cycle, medicines, plans, incidents, days not to be reminded of, as her device encrypted them; kind, month and hour of the change', 'member', 'she, who alone can open it', 'until she deletes it, or account', '–'),
  ('public.cofre_ranuras', 'the key of her vault, wrapped by a code or a passkey that is nowhere here, or, where she wants that, by a secret of the installation; ids of passkeys', 'member', 'she; who runs the installation, where she wants that', 'account; what the installation wrapped, until she switches it off', '–');
