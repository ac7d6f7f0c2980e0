-- A body may name what a later file defines: PostgreSQL resolves it when the function runs.
set check_function_bodies = off;

-- Safety among members: blocks, suspensions, and the sign that tells a member's open pages to load again.

-- Blocks --------------------------------------------------------------------------------------------------------------

create table public.bloqueos (
  user_id uuid not null default auth.uid() references interno.perfiles on delete cascade,
  -- Any id can be blocked, without a foreign key, so that an answer never tells which ids are a member's: someone who blocks her first
  -- does not keep her from blocking them.
  bloqueada_id uuid not null,
  creado_en timestamptz not null default now(),
  -- Between two of whom one blocked the other no name is read any more: her list keeps the one that she saw.
  nombre text check (char_length(nombre) <= 60),
  primary key (user_id, bloqueada_id),
  check (user_id <> bloqueada_id)
);
comment on table public.bloqueos is
  'Whom a member has blocked: hers alone to read and write. Neither of the two sees the other''s messages or is in a call with her.';
comment on column public.bloqueos.nombre is 'Her name as it stood when she was blocked; null where it could not be read.';
create index bloqueos_bloqueada_id_idx on public.bloqueos (bloqueada_id);
alter table public.bloqueos enable row level security;
alter table public.bloqueos force row level security;
revoke all on public.bloqueos from anon, authenticated;
grant select, delete, insert (bloqueada_id) on public.bloqueos to authenticated;
grant all on public.bloqueos to service_role;

create policy "una usuaria lee sus propios bloqueos" on public.bloqueos
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria bloquea a otra" on public.bloqueos
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria retira sus propios bloqueos" on public.bloqueos
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

-- With its owner's rights. A member who was expelled is hidden from everybody.
create function interno.bloqueos_de_quien_pregunta() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return array(
    select bloqueada_id from public.bloqueos where user_id = quien
    union all
    select user_id from public.bloqueos where bloqueada_id = quien
    union all
    select user_id from public.suspensiones where alcance = 'expulsion' and hasta > now() and user_id <> quien
  );
end
$$;
comment on function interno.bloqueos_de_quien_pregunta is
  'Everybody from whom a block keeps the caller, in either direction, and who was expelled. For policies alone.';

create function interno.limitar_bloqueos() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('bloqueo', array[60], array[interval '1 day']);
  -- With the rights of the member who blocks: no name that she cannot read.
  new.nombre := (select username from interno.perfiles where id = new.bloqueada_id);
  return new;
end
$$;
comment on function interno.limitar_bloqueos is
  'Trigger: at most 60 blocks of a member in a day (PT429); keeps the name that she sees.';
create trigger limitar before insert on public.bloqueos for each row execute function interno.limitar_bloqueos();

create function interno.olvidar_bloqueos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.bloqueos where bloqueada_id = old.id;
  return null;
end
$$;
comment on function interno.olvidar_bloqueos is 'Trigger: a member who leaves is in nobody''s list any more.';
create trigger olvidar_bloqueos after delete on interno.perfiles
  for each row execute function interno.olvidar_bloqueos();

-- Whom she keeps away does not keep her picture's address (perfiles).
create trigger pedir_renovacion after insert on public.bloqueos
  for each row execute function interno.pedir_renovacion();
select interno.poner_cupo('public.bloqueos', 'tu lista de bloqueadas', 'Sixty a day at most.', 'user_id', 2000, 400000, 500, 200000);

-- Suspensions ---------------------------------------------------------------------------------------------------------

create table public.suspensiones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references interno.perfiles on delete cascade,
  motivo text not null check (char_length(motivo) <= 500 and interno.tiene_texto(motivo)),
  creada_en timestamptz not null default now(),
  hasta timestamptz not null,
  alcance text not null default 'circulos' check (alcance in ('falta', 'circulos', 'escritos', 'expulsion')),
  velada boolean not null default false,
  por uuid default auth.uid(),
  apelacion text check (char_length(apelacion) <= 2000 and interno.tiene_texto(apelacion)),
  apelada_en timestamptz,
  respuesta text check (char_length(respuesta) <= 1000),
  resuelta_en timestamptz,
  check (hasta > creada_en and (hasta <= creada_en + interval '366 days' or (hasta = 'infinity' and not velada)))
);
comment on table public.suspensiones is
  'What the team decided about a member, until when and why: the team writes; she reads hers, and may answer each once.';
comment on column public.suspensiones.alcance is
  'What it closes: falta (nothing: a strike), circulos (circles and calls), escritos (stories and reviews too), expulsion (all that members show each other).';
comment on column public.suspensiones.velada is
  'It reached her through what she wrote without a name (interno.pausar_autora): nobody of the team reads whose it is.';
comment on column public.suspensiones.por is 'Who decided it: hers to decide no appeal of. Nobody reads it.';
comment on column public.suspensiones.apelacion is 'What she answered, once; respuesta is what another one of the team said to it.';
create index suspensiones_user_id_idx on public.suspensiones (user_id, hasta desc);
create index suspensiones_apeladas_idx on public.suspensiones (apelada_en) where apelada_en is not null and resuelta_en is null;
create index suspensiones_expulsion_idx on public.suspensiones (user_id, hasta) where alcance = 'expulsion';
alter table public.suspensiones enable row level security;
alter table public.suspensiones force row level security;
revoke all on public.suspensiones from anon, authenticated;
grant select, delete, insert (user_id, motivo, hasta) on public.suspensiones to authenticated;
grant all on public.suspensiones to service_role;
revoke select on public.suspensiones from authenticated;
grant select (id, user_id, motivo, creada_en, hasta, alcance, velada, apelacion, apelada_en, respuesta, resuelta_en),
  insert (alcance) on public.suspensiones to authenticated;

create policy "una usuaria lee sus suspensiones, la moderadora las no veladas" on public.suspensiones
  for select to authenticated
  using (
    (select interno.es_admitida())
    and ((select auth.uid()) = user_id or ((select interno.es_moderadora()) and not velada))
  );
create policy "la moderadora suspende, salvo a sí misma" on public.suspensiones
  for insert to authenticated with check (
    (select interno.es_moderadora()) and (select auth.uid()) <> user_id and (alcance <> 'expulsion' or (select interno.es_admin()))
  );

-- Nobody takes a measure against the root, only administradoras against the team. The foreign key answers for every account, shown or not: she writes an
-- id that she can read, or has looked up.
create function interno.exigir_conocida() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  -- Nobody else learns from here whom there is: the rule refuses her whatever she writes.
  if quien is null or new.velada or not interno.es_moderadora() then
    return new;
  end if;
  -- Who is of the team is told to the administradoras alone.
  if not interno.conoce(quien, new.user_id) or (interno.es_del_equipo(new.user_id) and not interno.es_admin()) then
    raise exception using errcode = 'PT404', message = 'Esa persona ya no está.';
  end if;
  if exists (select from interno.administradoras a where a.user_id = new.user_id) then
    raise exception using errcode = '42501', message = 'A quien instaló la casa no la mide nadie.';
  end if;
  -- An administradora's unlocked telephone alone expels nobody.
  if new.alcance = 'expulsion' and interno.es_admin() then
    perform interno.exigir_prueba();
  end if;
  return new;
end
$$;
comment on function interno.exigir_conocida is
  'Trigger: a measure is about somebody whom the team can read or has looked up (PT404), and not about the root (42501); about the team it is the administradoras'', and to others nobody is there (PT404). An expulsion asks for a fresh proof (PT428).';
create trigger exigir_conocida before insert on public.suspensiones
  for each row execute function interno.exigir_conocida();
create trigger anotar_bitacora after insert or update or delete on public.suspensiones
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo('public.suspensiones', 'las suspensiones', 'Rows of the installation.', null, 20000, null, 1000, 2000000);

-- With the caller's rights: her own suspensions are hers to read.
create function interno.exigir_palabra() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform interno.exigir_sin_medida(array['circulos', 'escritos', 'expulsion'], 'las salas');
end
$$;
comment on function interno.exigir_palabra is
  'Refuses (PT403, hint hasta=moment) a member who is paused or expelled now, with the reason that the team wrote.';

create function interno.vigilar_palabra() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.exigir_palabra();
  return new;
end
$$;
comment on function interno.vigilar_palabra is 'Trigger: who is suspended writes no message.';

-- Signs ---------------------------------------------------------------------------------------------------------------

create table public.senales (
  user_id uuid not null unique references auth.users on delete cascade,
  cambio bigint not null default 1,
  -- What a deletion tells live is the key of the row: the key is not her own id.
  id uuid not null default gen_random_uuid() primary key
);
comment on table public.senales is
  'A number that grows whenever what a member may see or write has changed (circles), or one of her stories was decided on: what she has open reads it live and asks again. Written by triggers.';
comment on column public.senales.id is 'Says nothing and is shown nowhere else: a live deletion names a row by it.';
alter table public.senales enable row level security;
alter table public.senales force row level security;
revoke all on public.senales from anon, authenticated;
grant select on public.senales to authenticated;
grant all on public.senales to service_role;
create policy "una usuaria lee su propia señal" on public.senales
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
alter publication supabase_realtime add table public.senales;
-- Why the whole old row: comunidad, «What is shown live».
alter table public.senales replica identity full;
select interno.poner_cupo('public.senales', 'la casa', 'One row for each member.', rechaza => false);

-- With its owner's rights: a block changes what the other one sees, and says nothing else to her.
create function interno.dar_senal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  fila jsonb := to_jsonb(coalesce(new, old));
begin
  insert into public.senales as s (user_id)
  select distinct id from (values ((fila ->> 'user_id')::uuid), ((fila ->> 'bloqueada_id')::uuid)) as partes (id)
  -- Accounts that are leaving take their blocks with them and hear nothing any more.
  where id in (select u.id from auth.users u)
  order by id -- Two members who block each other at once take the rows in the same order.
  on conflict (user_id) do update set cambio = s.cambio + 1;
  return null;
end
$$;
comment on function interno.dar_senal is
  'Trigger: tells a member whom a block, a suspension or a role of the team concerns that what she may see has changed.';
create trigger dar_senal after insert or delete on public.bloqueos
  for each row execute function interno.dar_senal();

-- Her open pages hear that she is of the team, or no longer: the team's pages close while she looks at them.
create trigger dar_senal after insert or delete on public.integrantes
  for each row execute function interno.dar_senal();

-- With its owner's rights: nobody reads who decided.
create function interno.decidio_otra(cual uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.suspensiones s where s.id = cual and s.por is distinct from auth.uid());
end
$$;

create policy "la moderadora levanta suspensiones" on public.suspensiones
  for delete to authenticated using (
    (select interno.es_moderadora()) and (select auth.uid()) <> user_id and not velada
    and (alcance <> 'expulsion' or (select interno.es_admin()))
    -- An answer that waits is another one's: it does not go with the row.
    and (apelada_en is null or resuelta_en is not null or interno.decidio_otra(id))
  );

comment on function interno.decidio_otra is 'Whether a measure was decided by somebody else than the caller. For policies alone.';

-- An answer that got lost is asked for again: the second press is no second strike. With its owner's rights: nobody reads who decided.
create function interno.medir_una_vez() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('medida de ' || new.user_id, 0));
  if not new.velada and exists (
    select from public.suspensiones s
    where s.user_id = new.user_id and s.por = auth.uid() and s.motivo = new.motivo and s.alcance = new.alcance and not s.velada
      and s.creada_en > now() - interval '10 minutes'
      and s.hasta between new.hasta - interval '10 minutes' and new.hasta + interval '10 minutes'
  ) then
    return null;
  end if;
  return new;
end
$$;
comment on function interno.medir_una_vez is
  'Trigger: the same measure, in the same words, by the same one of the team, within ten minutes is the same press once more.';
create trigger medir_una_vez before insert on public.suspensiones
  for each row execute function interno.medir_una_vez();

-- With the caller's rights: her own are hers to read.
create function interno.exigir_sin_medida(alcances text[], de_que text) returns void
language plpgsql stable set search_path = '' as $$
declare
  vigente record;
begin
  select motivo, hasta into vigente from public.suspensiones
  where user_id = auth.uid() and hasta > now() and alcance = any (alcances) order by hasta desc limit 1;
  if found then
    raise exception using
      errcode = 'PT403',
      message = format('El equipo pausó tu participación en %s. Motivo: %s', de_que, vigente.motivo),
      hint = case when vigente.hasta < 'infinity' then
        format('hasta=%s', to_char(vigente.hasta at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) else '' end;
  end if;
end
$$;
comment on function interno.exigir_sin_medida is
  'Refuses (PT403, hint hasta=moment) a member who has one of these measures now, with the reason that the team wrote.';

create function interno.vigilar_pluma() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    perform interno.exigir_sin_medida(array['escritos', 'expulsion'], 'historias y reseñas');
  end if;
  return new;
end
$$;
comment on function interno.vigilar_pluma is
  'Trigger: whose stories and reviews are paused writes and changes none; she may still take hers back.';

create function interno.es_del_equipo(quien uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from interno.administradoras a where a.user_id = quien)
    or exists (select from public.integrantes i where i.user_id = quien)
$$;
comment on function interno.es_del_equipo is 'Whether an account is the root, or has a role.';

-- Two of the team who look at the same message do not punish her twice without knowing of each other. With its owner's rights: nobody reads
-- who decided.
create function interno.exigir_vista(ella uuid, vista uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ultima public.suspensiones;
begin
  -- Nobody else learns from here what was decided about whom: the rule refuses her.
  if not interno.es_moderadora() then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('medida de ' || ella, 0));
  select * into ultima from public.suspensiones s where s.user_id = ella and not s.velada order by s.creada_en desc, s.id limit 1;
  if ultima.id is distinct from vista and ultima.por is distinct from auth.uid()
    -- Hers and open, as she may read it: of what is veiled the answer would tell whether it reached anybody.
    and ultima.creada_en > coalesce(
      (select s.creada_en from public.suspensiones s where s.id = vista and s.user_id = ella and not s.velada), '-infinity'
    ) then
    raise exception using
      errcode = 'PT409',
      message = format('Otra persona del equipo ya decidió sobre ella: %s, «%s». Guarda otra vez solo si aún hace falta.', case ultima.alcance
        when 'falta' then 'una falta' when 'circulos' then 'una pausa de salas y llamadas'
        when 'escritos' then 'una pausa de salas, llamadas, historias y reseñas' else 'una expulsión' end, ultima.motivo);
  end if;
end
$$;
comment on function interno.exigir_vista is
  'Refuses (PT409, in words what it was) where somebody else of the team has decided about a member since the last measure that the caller has read of her.';

create function public.medir(ella uuid, motivo text, hasta timestamptz, alcance text, vista uuid default null) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform interno.exigir_vista(ella, vista);
  insert into public.suspensiones (user_id, motivo, hasta, alcance) values (ella, medir.motivo, medir.hasta, medir.alcance);
end
$$;
comment on function public.medir is
  'For moderadoras: a measure about a member, as the caller has read of her; vista is the newest measure that she has read, null for none. PT409 where somebody else of the team decided since; otherwise as a row of suspensiones.';
create trigger dar_senal after insert or update of hasta or delete on public.suspensiones
  for each row execute function interno.dar_senal();

create function interno.escritos_de_expulsadas() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select a.id from interno.autorias_historias a join public.suspensiones s using (user_id)
    where s.alcance = 'expulsion' and s.hasta > now() and not a.anonima
  );
end
$$;
comment on function interno.escritos_de_expulsadas is
  'Stories with a name of expelled members. Anonymous ones stay, and so do reviews: that they went would tell whose they are. For policies alone.';

-- Her address does not come back. Kept as a hash with a key of this installation: nobody reads an address from it, not even one that they guess,
-- without the database.
create table interno.direcciones_vedadas (
  id uuid primary key default gen_random_uuid(),
  huella bytea not null,
  desde timestamptz not null default now(),
  hasta timestamptz not null,
  -- While the account lives: with its expulsion all its addresses come back, not the last alone.
  de uuid references auth.users on delete set null,
  -- Two accounts may have one mailbox: the end of one's expulsion is not the other's.
  unique (huella, de)
);
comment on table interno.direcciones_vedadas is
  'Addresses of expelled members, as a keyed hash: with one of them nobody is admitted. It outlives the account, and goes when the expulsion does, lifted or over. Not readable by clients.';
create index direcciones_vedadas_de_idx on interno.direcciones_vedadas (de);
create table interno.llaves (
  nombre text primary key,
  llave bytea not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);
comment on table interno.llaves is 'Keys of hashes that this database makes, drawn when it is set up. Not readable by clients.';
alter table interno.direcciones_vedadas enable row level security;
alter table interno.direcciones_vedadas force row level security;
alter table interno.llaves enable row level security;
alter table interno.llaves force row level security;
revoke all on interno.direcciones_vedadas from anon, authenticated;
revoke all on interno.llaves from anon, authenticated;
select interno.poner_cupo('interno.direcciones_vedadas', 'la casa', 'The addresses of expelled members.', rechaza => false);
insert into interno.llaves (nombre) values ('direcciones');

-- Of the mailbox, as the waits of confianza count them: Ana+otra@ arrives where ana@ does, and an address that takes no work to make keeps
-- nobody out.
create function interno.huella_de(correo text) returns bytea
language sql stable set search_path = '' as $$
  select sha256(l.llave || sha256(l.llave || convert_to(interno.buzon_de(lower(btrim(correo))), 'UTF8'))) from interno.llaves l where l.nombre = 'direcciones'
$$;
comment on function interno.huella_de is 'The keyed hash of the mailbox that an address reaches (interno.buzon_de).';

create function interno.cumplir_expulsion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := coalesce(new.user_id, old.user_id);
  fin constant timestamptz := (select max(hasta) from public.suspensiones where user_id = quien and alcance = 'expulsion' and hasta > now());
begin
  if fin is not null then
    insert into interno.direcciones_vedadas as v (huella, de, hasta)
    select interno.huella_de(u.email), quien, fin from auth.users u where u.id = quien and u.email is not null
    on conflict (huella, de) do update set hasta = greatest(v.hasta, excluded.hasta);
    update interno.direcciones_vedadas set hasta = fin where de = quien;
    -- Others may know the address of her picture, and she of theirs.
    insert into interno.fotos_por_renovar default values;
  -- Her account going takes its measures along: the address stays out.
  elsif exists (select from auth.users where id = quien) then
    delete from interno.direcciones_vedadas where de = quien;
  end if;
  return null;
end
$$;
comment on function interno.cumplir_expulsion is
  'Trigger: an expulsion keeps her address out and has all pictures get new ones; when it ends the address may come back.';
create trigger cumplir_expulsion after insert or update of hasta or delete on public.suspensiones
  for each row execute function interno.cumplir_expulsion();

create function interno.seguir_vedada() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into interno.direcciones_vedadas as v (huella, de, hasta)
  select interno.huella_de(new.email), new.id, max(x.hasta) from public.suspensiones x
  where x.user_id = new.id and x.alcance = 'expulsion' and x.hasta > now() having count(*) > 0
  on conflict (huella, de) do update set hasta = greatest(v.hasta, excluded.hasta);
  return null;
end
$$;
comment on function interno.seguir_vedada is 'Trigger on auth.users: an address that she changes to while expelled is kept out too.';
create trigger seguir_vedada after update of email on auth.users
  for each row when (old.email is distinct from new.email and new.email is not null) execute function interno.seguir_vedada();

-- Of an account that comes with it nobody is made a member; what she is told, she alone reads, once she has shown that the mailbox is hers.
create function interno.vigilar_admision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from auth.users u join interno.direcciones_vedadas v on v.huella = interno.huella_de(u.email)
    where u.id = new.user_id and v.hasta > now()
  ) then
    -- At her confirmation she is only not admitted; where she asks for it, she is told.
    if pg_trigger_depth() > 1 then
      return null;
    end if;
    raise exception using errcode = 'PT403', message = 'Con esta dirección no se puede volver a entrar. Si crees que es un error, escribe al equipo.';
  end if;
  return new;
end
$$;
comment on function interno.vigilar_admision is 'Trigger: nobody is admitted with the address of an expelled member (PT403).';
create trigger vigilar before insert on interno.admisiones for each row execute function interno.vigilar_admision();

-- Deleting an account does not end what was decided: a member who comes back with its address within a year has it again, and a report that is
-- still open is again about her.
create table interno.medidas_guardadas (
  id uuid primary key,
  huella bytea not null,
  alcance text not null,
  motivo text not null,
  velada boolean not null,
  por uuid,
  creada_en timestamptz not null,
  hasta timestamptz not null,
  guardada_en timestamptz not null default now()
);
comment on table interno.medidas_guardadas is
  'Measures that ran when an account ended, with the keyed hash of its address: until they end, a year at most. Not readable by clients.';
create index medidas_guardadas_huella_idx on interno.medidas_guardadas (huella);
alter table interno.medidas_guardadas enable row level security;
alter table interno.medidas_guardadas force row level security;
revoke all on interno.medidas_guardadas from anon, authenticated;
select interno.poner_cupo('interno.medidas_guardadas', 'la casa', 'The measures of who left; what the team decides is bounded.', rechaza => false);

create function interno.guardar_medidas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An expulsion keeps the address out by itself.
  insert into interno.medidas_guardadas (id, huella, alcance, motivo, velada, por, creada_en, hasta)
  select m.id, interno.huella_de(old.email), m.alcance, m.motivo, m.velada, m.por, m.creada_en, m.hasta
  from public.suspensiones m where m.user_id = old.id and m.hasta > now() and m.alcance <> 'expulsion' and old.email is not null
  on conflict do nothing;
  insert into interno.denuncias_guardadas (reporte_id, huella)
  select r.id, interno.huella_de(old.email) from public.reportes_sala r
  where r.autora_id = old.id and r.estado = 'pendiente' and old.email is not null
  on conflict do nothing;
  return old;
end
$$;
comment on function interno.guardar_medidas is 'Trigger on auth.users: what runs, or is open, when an account ends is kept with the hash of its address.';
create trigger guardar_medidas before delete on auth.users for each row execute function interno.guardar_medidas();

create function interno.recobrar_medidas() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  suya constant bytea := (select interno.huella_de(u.email) from auth.users u where u.id = new.id and u.email_confirmed_at is not null);
begin
  with vuelven as (delete from interno.medidas_guardadas g where g.huella = suya returning g.*)
  insert into public.suspensiones (id, user_id, motivo, creada_en, hasta, alcance, velada, por)
  select v.id, new.id, v.motivo, v.creada_en, v.hasta, v.alcance, v.velada, v.por from vuelven v where v.hasta > now();
  with vuelven as (delete from interno.denuncias_guardadas g where g.huella = suya returning g.reporte_id)
  update public.reportes_sala r set autora_id = new.id from vuelven v where r.id = v.reporte_id and r.autora_id is null and r.estado = 'pendiente';
  return null;
end
$$;
comment on function interno.recobrar_medidas is 'Trigger: a member who is admitted with the address of an account that ended has its measures, and its open reports, again.';
create trigger recobrar_medidas after insert on interno.perfiles for each row execute function interno.recobrar_medidas();

create function interno.olvidar_medidas(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  olvidadas int;
begin
  delete from interno.direcciones_vedadas where hasta <= ahora;
  delete from interno.medidas_veladas where hasta < ahora - interval '90 days';
  delete from interno.denuncias_guardadas g
  where g.guardada_en < ahora - interval '1 year' or exists (select from public.reportes_sala r where r.id = g.reporte_id and r.estado <> 'pendiente');
  delete from interno.medidas_guardadas where hasta <= ahora or guardada_en < ahora - interval '1 year';
  get diagnostics olvidadas = row_count;
  return olvidadas;
end
$$;
comment on function interno.olvidar_medidas is
  'To be called daily: addresses are free when the expulsion is over, what was kept of who left goes when it ends, a year after at most, and the record of a veiled measure ninety days after it. Returns how many measures of who left.';

-- Who looked ------------------------------------------------------------------------------------------------------------------

create table interno.miradas (
  id bigint generated always as identity primary key,
  cuando timestamptz not null default clock_timestamp(),
  quien uuid not null,
  papel text not null check (papel in ('administradora', 'moderadora', 'editora', 'soporte')),
  -- It goes with her account, and not before.
  sobre uuid not null references auth.users on delete cascade,
  que text not null check (que in ('busqueda', 'ficha', 'revision', 'decision', 'apelacion', 'soporte')),
  motivo text check (char_length(motivo) <= 500),
  velada boolean not null default false,
  -- She asked for it, or sees what came of it: a measure, a story decided on, a message gone.
  sabida boolean not null generated always as (
    que in ('decision', 'apelacion', 'soporte') or (que = 'revision' and motivo in (
      'publicada', 'rechazada', 'oculta', 'mensaje retirado', 'reseña retirada', 'leído en la cola: historia', 'leído en la cola: apelacion'
    ))
  ) stored
);
comment on table interno.miradas is
  'What one of the team looked up or decided about a member, and why: the administradoras read it, but for what would lift an anonymity; she reads day, role and kind (quien_me_vio). Nobody changes it.';
create index miradas_sobre_idx on interno.miradas (sobre, cuando);
create index miradas_cuando_idx on interno.miradas (cuando);
alter table interno.miradas enable row level security;
alter table interno.miradas force row level security;
revoke all on interno.miradas from anon, authenticated, service_role;
grant select on interno.miradas to authenticated;
create policy "las administradoras leen quién miró a quién" on interno.miradas
  for select to authenticated using ((select interno.es_admin()) and not velada);
select interno.poner_cupo('interno.miradas', 'la casa', 'A line for each lookup of the team; searches are bounded.', rechaza => false);

create function interno.guardar_miradas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from auth.users where id = old.sobre) then
    return old;
  end if;
  raise exception using errcode = '42501', message = 'El registro de miradas no se cambia ni se borra.';
end
$$;
comment on function interno.guardar_miradas is
  'Trigger: a line that was written stays, for the owner of the database too; it goes with the account that it is about.';
create trigger guardar before update or delete on interno.miradas
  for each row execute function interno.guardar_miradas();

create trigger guardar_entero before truncate on interno.miradas
  for each statement execute function interno.guardar_bitacora();

create view public.miradas with (security_invoker = true) as
  select m.id, m.cuando, m.quien, m.papel, m.sobre, m.que, m.motivo from interno.miradas m;
comment on view public.miradas is 'Who of the team looked at whom, for the administradoras; empty for everybody else.';
revoke all on public.miradas from anon, authenticated, service_role;
grant select on public.miradas to authenticated;

create function interno.anotar_mirada(sobre uuid, que text, motivo text, velada boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  insert into interno.miradas (quien, papel, sobre, que, motivo, velada)
  select quien, p, u.id, anotar_mirada.que, left(anotar_mirada.motivo, 500), anotar_mirada.velada
  from auth.users u, (select min(x) as p from unnest(interno.papeles_de(quien)) x where x <> 'raíz') papel
  where u.id = anotar_mirada.sobre and u.id <> quien and p is not null;
end
$$;
comment on function interno.anotar_mirada is 'Writes the line of one lookup of the caller; of her own data, and of nobody of the team, none.';

-- What is decided about a member, or about what she wrote. With its owner's rights: who wrote is read by nobody.
create function interno.mirar_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  fila constant jsonb := to_jsonb(coalesce(new, old));
begin
  if auth.uid() is null or not interno.es_moderadora() then
    return coalesce(new, old);
  end if;
  case tg_table_name
    when 'suspensiones' then
      perform interno.anotar_mirada(
        (fila ->> 'user_id')::uuid, 'decision', case tg_op when 'DELETE' then 'se levantó' else fila ->> 'motivo' end, (fila ->> 'velada')::boolean
      );
    when 'mensajes_sala' then
      perform interno.anotar_mirada((fila ->> 'user_id')::uuid, 'revision', 'mensaje retirado');
    when 'reportes_sala' then
      perform interno.anotar_mirada((fila ->> 'autora_id')::uuid, 'revision', fila ->> 'motivo');
    when 'historias' then
      perform interno.anotar_mirada(a.user_id, 'revision', fila ->> 'estado', a.anonima)
      from interno.autorias_historias a where a.id = (fila ->> 'id')::uuid;
    else
      perform interno.anotar_mirada(a.user_id, 'revision', 'reseña retirada', true)
      from interno."autorias_reseñas" a where a.id = (fila ->> 'id')::uuid;
  end case;
  return coalesce(new, old);
end
$$;
comment on function interno.mirar_decision is 'Trigger: what the team decides about a member, or about what she wrote, is a line in interno.miradas.';
create trigger mirar_decision after insert or delete on public.suspensiones
  for each row execute function interno.mirar_decision();

-- What she reads while it is open, and what is forgotten -----------------------------------------------------------------------------

-- Also of a review that was reported, whose author stands in another table.
create function interno.denunciada_desde(ella uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select min(r.creado_en) from public.reportes_sala r
  where r.estado = 'pendiente' and (r.autora_id = ella or r.objeto_id in (select a.id from interno."autorias_reseñas" a where a.user_id = ella))
$$;
comment on function interno.denunciada_desde is 'Since when a report about a member is open, or null.';

create function interno.quien_me_vio() returns table (dia date, papel text, tipo text)
language plpgsql stable security definer set search_path = '' as $$
declare
  ella uuid := auth.uid();
  -- While something about her is open, no lookup since then is told: who is reported must not learn it from here. What she asked for, or sees
  -- herself, is told at once: that it were missing would say that there is a report.
  desde constant timestamptz := interno.denunciada_desde(ella);
begin
  if not interno.es_admitida() then
    return;
  end if;
  return query
    select distinct (m.cuando at time zone interno.ajuste('zona_horaria'))::date, m.papel,
      case m.que when 'busqueda' then 'consulta' when 'ficha' then 'consulta' when 'apelacion' then 'decision' else m.que end
    from interno.miradas m
    where m.sobre = ella and (desde is null or m.cuando < desde or m.sabida)
      -- Someone who has her telephone does not learn here that she wrote to the team, once she has deleted it.
      and (m.que <> 'soporte' or exists (select from public.hilos_soporte h where h.user_id = ella))
    order by 1 desc, 2, 3;
end
$$;
comment on function interno.quien_me_vio is 'What public.quien_me_vio does.';
create function public.quien_me_vio() returns table (dia date, papel text, tipo text)
language sql stable set search_path = '' as $$
  select * from interno.quien_me_vio()
$$;
comment on function public.quien_me_vio is
  'On which day somebody of the team, in which role, looked up (consulta), read (revision), answered (soporte, while there is a thread) or decided (decision) something about the member who asks; never who. Of what she neither asked for nor sees herself, nothing newer than a report about her that is still open.';

-- Looking somebody up ---------------------------------------------------------------------------------------------------------

create function interno.ver_miembros(cuales uuid[]) returns table (id uuid, nombre text, desde date, estado text, faltas int, reportes int)
language sql stable set search_path = '' as $$
  select p.id, p.username, (ad.admitida_en at time zone interno.ajuste('zona_horaria'))::date,
    case
      when exists (select from public.suspensiones s where s.user_id = p.id and s.alcance = 'expulsion' and s.hasta > now()) then 'expulsada'
      when exists (
        select from public.suspensiones s where s.user_id = p.id and s.alcance in ('circulos', 'escritos') and s.hasta > now() and not s.velada
      ) then 'pausada'
      else 'activa'
    end,
    (select count(*)::int from public.suspensiones s where s.user_id = p.id and not s.velada),
    (select count(distinct coalesce(r.mensaje_id, r.id))::int from public.reportes_sala r where r.autora_id = p.id)
  from interno.perfiles p join interno.admisiones ad on ad.user_id = p.id
  where p.id = any (cuales)
  order by p.username, p.id
$$;
comment on function interno.ver_miembros is 'What a moderadora may see of members: nothing that is private of them, and nothing that was veiled.';

-- One value, and no rows: over rows the REST API casts, filters and counts, which can make the statement fail after it has answered, and roll
-- back the line in miradas and the count of the searches with it.
create function interno.buscar_miembros(texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  que constant text := btrim(coalesce(texto, ''));
  halladas uuid[];
begin
  if not interno.es_moderadora() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  if char_length(que) < 3 then
    raise exception using errcode = 'PT422', message = 'Escribe al menos tres letras.';
  end if;
  perform interno.limitar('buscar miembros', array[60, 300], array[interval '1 hour', interval '1 day']);
  if que ~ '@' then
    -- The whole address and nothing else: nobody enumerates addresses.
    halladas := array(select u.id from auth.users u where lower(u.email) = interno.correo_limpio(que));
  else
    halladas := array(
      select p.id from interno.perfiles p
      where p.username ilike '%' || replace(replace(replace(que, '\', '\\'), '%', '\%'), '_', '\_') || '%'
      order by p.username, p.id limit 20
    );
  end if;
  perform interno.anotar_mirada(cual, 'busqueda', case when que ~ '@' then 'por su dirección' else 'por su nombre' end)
  from unnest(halladas) cual;
  return (select coalesce(jsonb_agg(to_jsonb(v)), '[]') from interno.ver_miembros(halladas) v);
end
$$;
comment on function interno.buscar_miembros is 'What public.buscar_miembros does.';
create function public.buscar_miembros(texto text) returns jsonb
language sql volatile set search_path = '' as $$
  select interno.buscar_miembros(texto)
$$;
comment on function public.buscar_miembros is
  'For moderadoras: members ({id, nombre, desde, estado, faltas, reportes}) by a part of the name (twenty at most), or by a whole address; each one found is a line in miradas. 42501 for others, PT422 below three letters, PT429 above sixty an hour.';

create function interno.ver_miembro(cual uuid, motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not interno.es_moderadora() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  if not interno.tiene_texto(motivo) then
    raise exception using errcode = 'PT422', message = 'Di para qué la consultas.';
  end if;
  perform interno.anotar_mirada(cual, 'ficha', motivo);
  return (select to_jsonb(v) from interno.ver_miembros(array[cual]) v);
end
$$;
comment on function interno.ver_miembro is 'What public.ver_miembro does.';
create function public.ver_miembro(cual uuid, motivo text) returns jsonb
language sql volatile set search_path = '' as $$
  select interno.ver_miembro(cual, motivo)
$$;
comment on function public.ver_miembro is
  'For moderadoras: what they may see of one member (as buscar_miembros, null where there is none), who is told that she was looked up. 42501 for others, PT422 without a reason.';

create function interno.medir_velada(clase text, cosa uuid, ella uuid, motivo text, hasta timestamptz, alcance text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  cual constant uuid := gen_random_uuid();
begin
  -- Without an end nobody would ever review it again.
  if medir_velada.hasta = 'infinity' then
    raise exception using errcode = '23514', message = 'A quien escribió sin nombre se le pausa un año como mucho.';
  end if;
  -- As medir_una_vez: the same press once more.
  perform pg_advisory_xact_lock(hashtextextended('medida de ' || medir_velada.cosa, 0));
  if exists (
    select from interno.medidas_veladas v
    where v.clase = medir_velada.clase and v.cosa = medir_velada.cosa and v.quien = auth.uid() and v.motivo = medir_velada.motivo
      and v.alcance = medir_velada.alcance and v.levantada_en is null and v.creada_en > now() - interval '10 minutes'
      and v.hasta between medir_velada.hasta - interval '10 minutes' and medir_velada.hasta + interval '10 minutes'
  ) then
    return;
  end if;
  insert into interno.medidas_veladas (id, clase, cosa, motivo, alcance, hasta)
  values (cual, medir_velada.clase, medir_velada.cosa, medir_velada.motivo, medir_velada.alcance, medir_velada.hasta);
  -- Only administradoras take measures against the team, by name; the answer is one and the same, so that it tells nobody's.
  insert into public.suspensiones (id, user_id, motivo, hasta, alcance, velada)
  select cual, p.id, medir_velada.motivo, medir_velada.hasta, medir_velada.alcance, true
  from interno.perfiles p where p.id = ella and not interno.es_del_equipo(p.id);
end
$$;
comment on function interno.medir_velada is 'A measure about a member who wrote something without a name, recorded without her; without effect where it would reach the team.';

create function interno.pausar_autora(historia uuid, motivo text, hasta timestamptz, alcance text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  firmada uuid;
begin
  if not interno.es_moderadora() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  if not interno.tiene_texto(motivo) or char_length(motivo) > 500 or coalesce(alcance, '') not in ('falta', 'circulos', 'escritos')
    or hasta is null or hasta <= now() or (hasta > now() + interval '366 days' and hasta <> 'infinity') then
    raise exception using errcode = '23514', message = 'Escribe el motivo y elige por cuánto tiempo.';
  end if;
  perform interno.limitar('pausar autora', array[20], array[interval '1 day']);
  firmada := (select a.user_id from interno.autorias_historias a where a.id = historia and not a.anonima);
  if firmada is null then
    perform interno.medir_velada('historia', historia, (select a.user_id from interno.autorias_historias a where a.id = historia),
      pausar_autora.motivo, pausar_autora.hasta, pausar_autora.alcance);
    return;
  end if;
  -- Of a signed one everybody reads whose it is: the measure is an open one.
  if firmada = auth.uid() then
    raise exception using errcode = 'PT403', message = 'Lo decide otra persona del equipo.';
  end if;
  insert into public.suspensiones (user_id, motivo, hasta, alcance)
  values (firmada, pausar_autora.motivo, pausar_autora.hasta, pausar_autora.alcance);
end
$$;
comment on function interno.pausar_autora is 'What public.pausar_autora does.';
create function public.pausar_autora(historia uuid, motivo text, hasta timestamptz, alcance text) returns void
language sql volatile set search_path = '' as $$
  select interno.pausar_autora(historia, motivo, hasta, alcance)
$$;
comment on function public.pausar_autora is
  'For moderadoras: a strike for, or a pause of, the author of a story; of an anonymous one it says nothing of who that is, nor whether there is anybody, and lasts a year at most; of a signed one it is a measure like any other (PT404 as there).';

create function interno.medidas_veladas() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', v.id, 'clase', v.clase, 'cosa', v.cosa, 'titulo', h.titulo, 'motivo', v.motivo, 'alcance', v.alcance,
      'creada_en', v.creada_en, 'hasta', v.hasta, 'levantada_en', v.levantada_en
    ) order by v.creada_en desc, v.id), '[]')
    from (select * from interno.medidas_veladas order by creada_en desc, id limit 200) v
    left join interno.historias h on v.clase = 'historia' and h.id = v.cosa
  );
end
$$;

-- Authors without a name ------------------------------------------------------------------------------------------------

-- What the administradoras see of it: the same for everybody whom it reached, and where it reached nobody (she has left, or is of the team).
create table interno.medidas_veladas (
  id uuid primary key,
  clase text not null check (clase in ('historia', 'reseña')),
  cosa uuid not null,
  quien uuid default auth.uid(),
  motivo text not null,
  alcance text not null,
  creada_en timestamptz not null default now(),
  hasta timestamptz not null,
  levantada_en timestamptz
);
comment on table interno.medidas_veladas is
  'That a measure was decided about a member who wrote something without a name: what it was, why and until when, never about whom. The administradoras read it through medidas_veladas().';
create index medidas_veladas_hasta_idx on interno.medidas_veladas (hasta);
alter table interno.medidas_veladas enable row level security;
alter table interno.medidas_veladas force row level security;
revoke all on interno.medidas_veladas from anon, authenticated;
create trigger anotar_bitacora after insert or update or delete on interno.medidas_veladas
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo('interno.medidas_veladas', 'la casa', 'Twenty a day for each of the team.', rechaza => false);
comment on function interno.medidas_veladas is 'What public.medidas_veladas does.';
create function public.medidas_veladas() returns jsonb
language sql stable set search_path = '' as $$
  select interno.medidas_veladas()
$$;
comment on function public.medidas_veladas is
  'For administradoras: measures about members who wrote something without a name ({id, clase, cosa, titulo, motivo, alcance, creada_en, hasta, levantada_en}), newest first; never about whom, nor whether they reached anybody. 42501 for others.';

create function interno.levantar_velada(cual uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  medida public.suspensiones;
begin
  if not interno.es_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  select * into medida from public.suspensiones m where m.id = cual and m.velada for update;
  if medida.user_id = auth.uid() or (medida.apelada_en <= now() and medida.resuelta_en is null and medida.por is not distinct from auth.uid()) then
    raise exception using errcode = 'PT403', message = 'Lo decide otra persona del equipo.';
  end if;
  update interno.medidas_veladas v set levantada_en = now() where v.id = cual and v.levantada_en is null and v.hasta > now();
  if not found then
    raise exception using errcode = 'PT404', message = 'Esa decisión ya terminó.';
  end if;
  update public.suspensiones m set hasta = greatest(now(), m.creada_en + interval '1 microsecond') where m.id = medida.id and m.hasta > now();
  -- For a member who left it is stored until she comes back.
  delete from interno.medidas_guardadas g where g.id = cual;
  perform interno.anotar_mirada(medida.user_id, 'decision', 'se levantó', true);
end
$$;
comment on function interno.levantar_velada is 'What public.levantar_velada does.';
create function public.levantar_velada(cual uuid) returns void
language sql volatile set search_path = '' as $$
  select interno.levantar_velada(cual)
$$;
comment on function public.levantar_velada is
  'For administradoras: ends a measure of medidas_veladas(), no matter whom it reached. 42501 for others, PT404 there is none or it is over, PT403 her own decision while the answer to it waits.';

-- Her answer ------------------------------------------------------------------------------------------------------------------

create function interno.apelar(cual uuid, texto text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  medida public.suspensiones;
begin
  if not coalesce(interno.tiene_texto(texto), false) then
    raise exception using errcode = 'PT422', message = 'Escribe qué respondes.';
  end if;
  select * into medida from public.suspensiones s where s.id = cual and s.user_id = quien for update;
  if not found or medida.hasta <= now() or medida.creada_en < now() - interval '30 days' then
    raise exception using errcode = 'PT404', message = 'Ya no se puede responder a esta decisión.';
  end if;
  if medida.apelada_en is not null then
    raise exception using errcode = 'PT409', message = 'Ya respondiste a esta decisión.';
  end if;
  -- Of a veiled one the moment would tell who it is: the team has it with what is written in the same hour.
  update public.suspensiones set apelacion = btrim(texto), apelada_en = case when medida.velada then interno.siguiente_cola() else now() end
  where id = cual;
end
$$;
comment on function interno.apelar is 'What public.apelar does.';
create function public.apelar(cual uuid, texto text) returns void
language sql volatile set search_path = '' as $$
  select interno.apelar(cual, texto)
$$;
comment on function public.apelar is
  'What a member answers to a decision about her, once, within thirty days: PT404 not hers or over, PT409 answered already, PT422 without words.';

create function interno.apelaciones() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
  una record;
  todas jsonb := '[]';
begin
  if not interno.es_moderadora() then
    return todas;
  end if;
  for una in
    select s.*, p.username from public.suspensiones s join interno.perfiles p on p.id = s.user_id
    where s.apelada_en <= now() and s.resuelta_en is null
    order by s.apelada_en, s.id limit 100
  loop
    perform interno.anotar_mirada(una.user_id, 'apelacion', 'leída', una.velada);
    todas := todas || jsonb_build_object(
      'id', una.id, 'nombre', case when not una.velada then una.username end, 'alcance', una.alcance, 'motivo', una.motivo,
      'creada_en', una.creada_en, 'hasta', case una.hasta when 'infinity' then to_jsonb('infinity'::text) else to_jsonb(una.hasta) end,
      'apelacion', una.apelacion, 'apelada_en', una.apelada_en,
      'puede', una.por is distinct from quien and una.user_id <> quien and (una.alcance <> 'expulsion' or interno.es_admin())
    );
  end loop;
  return todas;
end
$$;
comment on function interno.apelaciones is 'What public.apelaciones does.';
create function public.apelaciones() returns jsonb
language sql volatile set search_path = '' as $$
  select interno.apelaciones()
$$;
comment on function public.apelaciones is
  'For moderadoras: answers that wait for a decision ({id, nombre, alcance, motivo, creada_en, hasta, apelacion, apelada_en, puede}), oldest first, each a line in miradas; no name where it was veiled; puede is false for the one who decided before.';

create function interno.resolver_apelacion(cual uuid, levanta boolean, respuesta text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  medida public.suspensiones;
begin
  if not interno.es_moderadora() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  select * into medida from public.suspensiones s where s.id = cual and s.apelada_en <= now() for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esta apelación ya no está.';
  end if;
  if medida.resuelta_en is not null then
    raise exception using errcode = 'PT409', message = 'Alguien más del equipo ya la resolvió.';
  end if;
  if medida.por is not distinct from auth.uid() or medida.user_id = auth.uid()
    or (medida.alcance = 'expulsion' and not interno.es_admin()) then
    raise exception using errcode = 'PT403', message = 'La resuelve otra persona del equipo.';
  end if;
  if not interno.tiene_texto(resolver_apelacion.respuesta) or levanta is null then
    raise exception using errcode = 'PT422', message = 'Escribe qué le respondes.';
  end if;
  update public.suspensiones s set
    respuesta = btrim(resolver_apelacion.respuesta), resuelta_en = now(),
    -- Not before it began.
    hasta = case when levanta then greatest(now(), s.creada_en + interval '1 microsecond') else s.hasta end
  where s.id = cual;
  update interno.medidas_veladas v set levantada_en = now() where v.id = cual and levanta;
  perform interno.anotar_mirada(medida.user_id, 'apelacion', case when levanta then 'se levantó' else 'se mantiene' end, medida.velada);
end
$$;
comment on function interno.resolver_apelacion is 'What public.resolver_apelacion does.';
create function public.resolver_apelacion(cual uuid, levanta boolean, respuesta text) returns void
language sql volatile set search_path = '' as $$
  select interno.resolver_apelacion(cual, levanta, respuesta)
$$;
comment on function public.resolver_apelacion is
  'Decides on what a member answered, with words for her: PT403 for the one who decided before, PT409 decided already, PT404 there is none.';

create function interno.conoce(quien uuid, cual uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
      select from interno.perfiles p where p.id = cual and (
        p.se_muestra
        or exists (select from public.reportes_sala r where r.autora_id = p.id)
        or exists (select from public.suspensiones s where s.user_id = p.id and not s.velada)
        or exists (select from interno.autorias_historias a where a.user_id = p.id and not a.anonima)
      )
    -- Only what she looked up herself: a line about the author of an anonymous text must change no answer (anonymity.test.ts).
    ) or exists (
      select from interno.miradas m
      where m.sobre = cual and m.quien = conoce.quien and m.que in ('busqueda', 'ficha') and not m.velada and m.cuando > now() - interval '1 day'
    )
$$;
comment on function interno.conoce is 'Whether the team can read of a member, or this one has looked her up within a day.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.medir, public.quien_me_vio, public.buscar_miembros, public.ver_miembro, public.pausar_autora, public.medidas_veladas,
  public.levantar_velada, public.apelar, public.apelaciones, public.resolver_apelacion
  from anon, public;
grant execute on function
  interno.bloqueos_de_quien_pregunta, interno.exigir_palabra, interno.decidio_otra, interno.exigir_sin_medida, interno.exigir_vista,
  public.medir, interno.escritos_de_expulsadas, interno.quien_me_vio, public.quien_me_vio, interno.buscar_miembros,
  public.buscar_miembros, interno.ver_miembro, public.ver_miembro, interno.pausar_autora, public.pausar_autora, interno.medidas_veladas,
  public.medidas_veladas, interno.levantar_velada, public.levantar_velada, interno.apelar, public.apelar, interno.apelaciones,
  public.apelaciones, interno.resolver_apelacion, public.resolver_apelacion
  to authenticated, service_role;
