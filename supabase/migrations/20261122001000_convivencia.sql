-- Circles kept kind: blocks, suspensions, and the sign that tells a member's open rooms to look again.

-- Blocks --------------------------------------------------------------------------------------------------------------

create table public.bloqueos (
  user_id uuid not null default auth.uid() references interno.perfiles on delete cascade,
  -- Any id can be blocked, without a foreign key, so that an answer never tells which ids are a member's: he who blocks her first
  -- does not keep her from blocking him.
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

-- With its owner's rights: who was blocked must not be able to read by whom, and is kept apart all the same. Asked once for each
-- reader of each message of a circle: as plpgsql it keeps its plan from one question to the next.
create function interno.bloqueos_de_quien_pregunta() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return array(
    select bloqueada_id from public.bloqueos where user_id = quien
    union all
    select user_id from public.bloqueos where bloqueada_id = quien
  );
end
$$;
comment on function interno.bloqueos_de_quien_pregunta is
  'Everybody from whom a block keeps her who asks, in either direction. For policies alone.';

create function interno.limitar_bloqueos() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('bloqueo', array[60], array[interval '1 day']);
  -- As she who blocks: no name that she cannot read.
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
comment on function interno.olvidar_bloqueos is 'Trigger: whoever leaves is in nobody''s list any more.';
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
  check (hasta > creada_en and hasta <= creada_en + interval '366 days')
);
comment on table public.suspensiones is
  'Who may not write in circles nor enter calls, until when and why: the admin writes; the member reads her own.';
create index suspensiones_user_id_idx on public.suspensiones (user_id, hasta desc);

alter table public.suspensiones enable row level security;
alter table public.suspensiones force row level security;
revoke all on public.suspensiones from anon, authenticated;
grant select, delete, insert (user_id, motivo, hasta) on public.suspensiones to authenticated;
grant all on public.suspensiones to service_role;

create policy "una usuaria lee sus propias suspensiones, la admin todas" on public.suspensiones
  for select to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_admin())));
create policy "la admin suspende, salvo a sí misma" on public.suspensiones
  for insert to authenticated with check ((select interno.es_admin()) and (select auth.uid()) <> user_id);
create policy "la admin levanta suspensiones" on public.suspensiones
  for delete to authenticated using ((select interno.es_admin()));

-- The foreign key answers for every account, shown or not: she writes an id that she can read.
create function interno.exigir_conocida() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not exists (select from interno.perfiles where id = new.user_id) then
    raise exception using errcode = 'PT404', message = 'Esa persona ya no está.';
  end if;
  return new;
end
$$;
comment on function interno.exigir_conocida is 'Trigger: a suspension is of somebody whom the admin can read (PT404), so that it tells no other id.';
create trigger exigir_conocida before insert on public.suspensiones
  for each row execute function interno.exigir_conocida();
create trigger anotar_bitacora after insert or update or delete on public.suspensiones
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo('public.suspensiones', 'las suspensiones', 'The house''s.', null, 20000, null, 1000, 2000000);

-- As she who asks: her own suspensions are hers to read.
create function interno.exigir_palabra() returns void
language plpgsql stable set search_path = '' as $$
declare
  vigente record;
begin
  select motivo, hasta into vigente from public.suspensiones
  where user_id = auth.uid() and hasta > now() order by hasta desc limit 1;
  if found then
    raise exception using
      errcode = 'PT403',
      message = format('La administradora pausó tu participación en las salas. Motivo: %s', vigente.motivo),
      hint = format('hasta=%s', to_char(vigente.hasta at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));
  end if;
end
$$;
comment on function interno.exigir_palabra is
  'Refuses (PT403, hint hasta=moment) whoever is suspended now, with the reason the admin wrote.';

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
comment on function interno.dar_senal is 'Trigger: tells whoever a block or a suspension concerns that her rooms have changed.';
create trigger dar_senal after insert or delete on public.bloqueos
  for each row execute function interno.dar_senal();
create trigger dar_senal after insert or delete on public.suspensiones
  for each row execute function interno.dar_senal();

revoke all on all functions in schema interno from public, anon;
grant execute on function interno.bloqueos_de_quien_pregunta, interno.exigir_palabra to authenticated, service_role;
