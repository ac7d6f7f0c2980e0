-- Stories: read by the team before anyone else. Who wrote one lies apart from what it says, so that row level security
-- itself, not a list of columns, keeps the author of an anonymous story unknown; public.historias joins what the asking
-- member may see of both. Not even the admin learns the author of an anonymous one.
-- What is decided is what was read, with a reason where it is no; the admin hears of what waits, and the author of what was decided.

-- When a story that is sent now may be seen by the team. The moment of an anonymous one would tell, beside what members do openly, who
-- was in the app then: so those of an hour come together.
create function interno.siguiente_cola() returns timestamptz
language sql stable set search_path = '' as $$
  select case when cada = interval '0' then now() else date_bin(cada, now(), timestamptz '2000-01-01T00:00:00Z') + cada end
  from (select make_interval(mins => interno.ajuste('historias_cada_min')::int) as cada) a
$$;
comment on function interno.siguiente_cola is 'When a story that is sent or changed now enters the review queue: with all others of that hour.';

-- What a story says ---------------------------------------------------------------------------------------------------------

create table interno.historias (
  id uuid primary key,
  titulo text not null check (char_length(titulo) <= 200 and interno.tiene_texto(titulo)),
  contenido text not null check (char_length(contenido) <= 20000 and interno.tiene_texto(contenido)),
  avatar text check (char_length(avatar) <= 16),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'publicada', 'rechazada', 'oculta')),
  motivo text check (char_length(motivo) <= 1000),
  -- A day is enough for the queue and too little to tell who wrote.
  recibida_el date not null default current_date,
  en_cola_desde timestamptz not null default interno.siguiente_cola(),
  publicada_en timestamptz,
  version integer not null default 1,
  check ((estado = 'publicada') <= (publicada_en is not null)),
  constraint historias_motivo_dicho check (estado not in ('rechazada', 'oculta') or interno.tiene_texto(coalesce(motivo, '')))
);
comment on table interno.historias is
  'What a story says: every member reads the published ones, its author all of hers, the admin all and decides on them.';
comment on column interno.historias.en_cola_desde is 'From when the team sees it while it waits (interno.siguiente_cola).';
comment on column interno.historias.version is 'Grows with every change of the text: a decision names the one that was read.';
create index historias_publicada_en_idx on interno.historias (publicada_en desc, id) where estado = 'publicada';
create index historias_estado_idx on interno.historias (estado) where estado <> 'publicada';
alter table interno.historias enable row level security;
alter table interno.historias force row level security;
revoke all on interno.historias from anon, authenticated;
grant select, insert (id, titulo, contenido, avatar), update (titulo, contenido, avatar, estado, motivo), delete
  on interno.historias to authenticated;
grant all on interno.historias to service_role;

-- Who wrote it --------------------------------------------------------------------------------------------------------------

-- Who wrote it hangs on the text, so that it can be erased and the text stays. Deferred: the authorship is written first, since the
-- rules of the text ask for it.
create table interno.autorias_historias (
  id uuid primary key default gen_random_uuid() references interno.historias on delete cascade deferrable initially deferred,
  user_id uuid not null references interno.perfiles on delete cascade,
  anonima boolean not null default true,
  -- Here and not beside the text: the moment of writing could tell who was in the app then.
  enviada_en timestamptz not null default now()
);
-- Of these two their columns are bounded, and interno.autorias_historias bounds the rows.
select interno.poner_cupo(
  'interno.historias', 'tus historias', 'One for each signature: bounded by interno.autorias_historias.', null, null, null, 500, 20000000
);

comment on table interno.autorias_historias is
  'Who wrote a story: hers to read, and other members'' only where she signs it.';
create index autorias_historias_user_id_idx on interno.autorias_historias (user_id);
-- No figures about authors: `count=planned` answers with the planner's estimate, which row level security does not touch. With
-- statistics, filtering by author would tell about how many stories somebody wrote; without them every author counts alike.
alter table interno.autorias_historias alter column user_id set statistics 0;
alter table interno.autorias_historias enable row level security;
alter table interno.autorias_historias force row level security;
revoke all on interno.autorias_historias from anon, authenticated;
grant select, insert (id, user_id, anonima), update (anonima, enviada_en) on interno.autorias_historias to authenticated;
grant all on interno.autorias_historias to service_role;
select interno.poner_cupo(
  'interno.autorias_historias', 'tus historias', 'Five an hour and twenty a day at most.', 'user_id', 500, 200000, 500, 200000
);

create policy "de una historia anónima solo su autora sabe quién es" on interno.autorias_historias
  for select to authenticated using (
    (select interno.es_admitida()) and (((select interno.participa()) and not anonima) or (select auth.uid()) = user_id)
  );
create policy "una usuaria firma sus propias historias" on interno.autorias_historias
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia la firma de sus historias" on interno.autorias_historias
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);

create policy "se leen las publicadas, las propias, y la moderadora todas" on interno.historias
  for select to authenticated using (
    (select interno.es_admitida()) and (
      ((select interno.participa()) and estado = 'publicada' and id <> all ((select interno.escritos_de_expulsadas())::uuid[]))
      or ((select interno.es_moderadora()) and (estado <> 'pendiente' or en_cola_desde <= now()))
      or id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid()))
    )
  );
create policy "una usuaria envía una historia propia" on interno.historias
  for insert to authenticated with check (
    (select interno.es_admitida())
    and id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid()))
  );
create policy "la autora cambia el texto, la moderadora el estado" on interno.historias
  for update to authenticated
  using (
    (select interno.es_moderadora())
    or ((select interno.es_admitida())
        and id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid())))
  )
  with check ((select interno.es_admitida()));
create policy "una usuaria retira sus historias" on interno.historias
  for delete to authenticated using (
    (select interno.es_admitida())
    and id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid()))
  );

create function interno.moderar_historia() returns trigger
language plpgsql set search_path = '' as $$
declare
  cambia_texto boolean := (new.titulo, new.contenido, new.avatar) is distinct from (old.titulo, old.contenido, old.avatar);
  es_suya boolean := exists (
    select from interno.autorias_historias where id = old.id and user_id = auth.uid()
  );
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if cambia_texto and not es_suya then
    raise exception using errcode = '42501', message = 'Solo su autora puede cambiar el texto de una historia.';
  end if;
  if not cambia_texto and interno.es_moderadora() then
    -- A decision on her own has no line in the log, and would so say whose it is.
    if es_suya then
      raise exception using errcode = 'PT403', message = 'La decide otra persona del equipo.';
    end if;
    new.publicada_en := case when new.estado = 'publicada' then coalesce(old.publicada_en, now()) end;
    new.motivo := case when new.estado in ('rechazada', 'oculta') then new.motivo end;
  else
    -- A changed text is read again before others see it.
    new.estado := 'pendiente';
    new.motivo := null;
    new.publicada_en := null;
    new.en_cola_desde := interno.siguiente_cola();
  end if;
  new.version := old.version + cambia_texto::integer;
  return new;
end
$$;
comment on function interno.moderar_historia is
  'Trigger: only the moderadoras decide on a story; only its author writes it, and a changed one is read again.';
create trigger moderar before update on interno.historias
  for each row execute function interno.moderar_historia();
create trigger anotar_bitacora after update on interno.historias
  for each row execute function interno.anotar_bitacora();

-- Both, as the API has them -------------------------------------------------------------------------------------------------

create view public.historias with (security_invoker = true) as
  select
    h.id, h.titulo, h.contenido, h.avatar, h.estado, h.motivo, h.recibida_el, h.publicada_en,
    a.user_id as autora_id, coalesce(a.anonima, true) as anonima, a.enviada_en,
    coalesce(a.user_id = (select auth.uid()), false) as es_mia,
    h.version
  from interno.historias h left join interno.autorias_historias a on a.id = h.id;
comment on view public.historias is
  'Stories: members insert {titulo, contenido, anonima, avatar}, which waits as pendiente; the admin sets estado and motivo. autora_id and enviada_en are null for others'' anonymous ones.';
revoke all on public.historias from anon, authenticated;
grant select, delete, insert (id, titulo, contenido, avatar, anonima), update (titulo, contenido, avatar, anonima, estado, motivo)
  on public.historias to authenticated;
grant all on public.historias to service_role;

-- A story is decided on once -----------------------------------------------------------------------------------------------------

-- A decision names the state that was read besides the text: of two who decide at once, the second is told.
create function interno.escribir_historia() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from interno.historias where id = old.id;
    return case when found then old end;
  end if;

  new.titulo := btrim(new.titulo);
  new.contenido := btrim(new.contenido, E' \t\r\n');
  new.anonima := coalesce(new.anonima, true);
  if tg_op = 'INSERT' then
    perform interno.limitar('historia', array[5, 20], array[interval '1 hour', interval '1 day']);
    new.id := coalesce(new.id, gen_random_uuid());
    begin
      insert into interno.autorias_historias (id, user_id, anonima) values (new.id, auth.uid(), new.anonima);
      insert into interno.historias (id, titulo, contenido, avatar) values (new.id, new.titulo, new.contenido, new.avatar);
    exception when unique_violation then
      raise exception using errcode = '23505', message = 'Esa historia ya está guardada.';
    end;
  else
    update interno.historias
    set titulo = new.titulo, contenido = new.contenido, avatar = new.avatar, estado = new.estado, motivo = new.motivo
    -- Changed or decided on in this very moment: the moderadora has not read that.
    where id = old.id and version = old.version and estado = old.estado;
    if not found then
      return null;
    end if;
    if new.anonima <> old.anonima then
      update interno.autorias_historias set anonima = new.anonima where id = old.id and user_id = auth.uid();
    end if;
  end if;
  select * into new from public.historias where id = new.id;
  return new;
end
$$;
comment on function interno.escribir_historia is 'Instead-of trigger: what is written to public.historias reaches the two tables behind it.';
create trigger escribir instead of insert or update or delete on public.historias
  for each row execute function interno.escribir_historia();

-- The admin hears of what waits ---------------------------------------------------------------------------------------------

create table public.pulso_revision (
  unica boolean primary key default true check (unica),
  cambio bigint not null default 0
);
comment on table public.pulso_revision is
  'A number that grows whenever a story begins to wait: the admin reads it live and asks for the queue again. Written by triggers.';
insert into public.pulso_revision default values;
alter table public.pulso_revision enable row level security;
alter table public.pulso_revision force row level security;
revoke all on public.pulso_revision from anon, authenticated;
grant select on public.pulso_revision to authenticated;
grant all on public.pulso_revision to service_role;
-- What waits for support is told by the same number as what waits to be read: it says neither what nor whose.
create policy "el equipo lee cuándo hay algo por revisar" on public.pulso_revision
  for select to authenticated using ((select interno.es_moderadora()) or (select interno.es_soporte()));
alter publication supabase_realtime add table public.pulso_revision;
-- Why the whole old row: comunidad, «What is shown live».
alter table public.pulso_revision replica identity full;

-- What is the same on every host, ours and hosted Supabase's, since the rules themselves say it.

-- Hosted Supabase refuses an update or a delete of a request that names no row (safeupdate), in functions too.
create function interno.avisar_historia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.estado = 'pendiente' and new.en_cola_desde <= now() then
    update public.pulso_revision set cambio = cambio + 1 where unica;
  end if;
  if tg_op = 'UPDATE' and new.estado <> old.estado then
    insert into public.senales as s (user_id)
    select a.user_id from interno.autorias_historias a where a.id = new.id
    on conflict (user_id) do update set cambio = s.cambio + 1;
  end if;
  return null;
end
$$;
comment on function interno.avisar_historia is
  'Trigger: tells the admin that a story waits, and its author alone that it was decided on.';
create trigger avisar after insert or update of titulo, contenido, avatar, estado on interno.historias
  for each row execute function interno.avisar_historia();

-- What comes down after its author left (cuentas) -----------------------------------------------------------------------------

-- Tables of their own and not a column of the text: a changed row moves, and would be seen to move, in that very instant.
create table interno.retiros_historias (
  id uuid primary key references interno.historias on delete cascade,
  retirar_en timestamptz not null default now() + random() * interval '48 hours'
);
comment on table interno.retiros_historias is
  'Stories that come down after their author left, each at its own moment: not readable by clients, and nothing in it says whose they were.';
alter table interno.retiros_historias enable row level security;
alter table interno.retiros_historias force row level security;
revoke all on interno.retiros_historias from anon, authenticated;

create table interno.historias_al_irse (
  user_id uuid primary key references auth.users on delete cascade,
  se_quedan boolean not null
);
comment on table interno.historias_al_irse is
  'What a member who asked to leave chose for her published anonymous stories: not readable by clients; it goes with her account. No row: they come down.';
alter table interno.historias_al_irse enable row level security;
alter table interno.historias_al_irse force row level security;
revoke all on interno.historias_al_irse from anon, authenticated;
create trigger vigilar_pluma before insert or update of titulo, contenido, avatar on interno.historias
  for each row execute function interno.vigilar_pluma();
create trigger mirar_decision after update of estado on interno.historias
  for each row when (old.estado <> new.estado) execute function interno.mirar_decision();

revoke all on all functions in schema interno from public, anon;
grant execute on function interno.siguiente_cola to authenticated, service_role;
