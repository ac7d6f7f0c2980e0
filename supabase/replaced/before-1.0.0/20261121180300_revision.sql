-- The team's reading of stories: what is decided is what was read, with a reason where it is no; the admin hears of what
-- waits, and the author of what was decided. And the planner keeps no figures about authors.

-- What is read is what is decided ----------------------------------------------------------------------------------------

alter table interno.historias
  add column version integer not null default 1,
  add constraint historias_motivo_dicho
    check (estado not in ('rechazada', 'oculta') or interno.tiene_texto(coalesce(motivo, '')));
comment on column interno.historias.version is 'Grows with every change of the text: a decision names the one that was read.';

create or replace function interno.moderar_historia() returns trigger
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
  if not cambia_texto and interno.es_admin() then
    new.publicada_en := case when new.estado = 'publicada' then coalesce(old.publicada_en, now()) end;
    new.motivo := case when new.estado in ('rechazada', 'oculta') then new.motivo end;
  else
    -- A changed text is read again before others see it.
    new.estado := 'pendiente';
    new.motivo := null;
    new.publicada_en := null;
  end if;
  new.version := old.version + cambia_texto::integer;
  return new;
end
$$;

create or replace view public.historias with (security_invoker = true) as
  select
    h.id, h.titulo, h.contenido, h.avatar, h.estado, h.motivo, h.recibida_el, h.publicada_en,
    a.user_id as autora_id, coalesce(a.anonima, true) as anonima, a.enviada_en,
    coalesce(a.user_id = (select auth.uid()), false) as es_mia,
    h.version
  from interno.historias h left join interno.autorias_historias a on a.id = h.id;

create or replace function interno.escribir_historia() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from interno.autorias_historias where id = old.id;
    return case when found then old end;
  end if;

  new.titulo := btrim(new.titulo);
  new.contenido := btrim(new.contenido, E' \t\r\n');
  new.anonima := coalesce(new.anonima, true);
  if tg_op = 'INSERT' then
    perform interno.limitar('historia', array[5, 20], array[interval '1 hour', interval '1 day']);
    new.id := coalesce(new.id, gen_random_uuid());
    insert into interno.autorias_historias (id, user_id, anonima) values (new.id, auth.uid(), new.anonima);
    insert into interno.historias (id, titulo, contenido, avatar) values (new.id, new.titulo, new.contenido, new.avatar);
  else
    update interno.historias
    set titulo = new.titulo, contenido = new.contenido, avatar = new.avatar, estado = new.estado, motivo = new.motivo
    -- Changed in this very moment: whoever decides has not read it.
    where id = old.id and version = old.version;
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

-- The admin hears of what waits ------------------------------------------------------------------------------------------

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
-- For others it would tell when somebody sends a story.
create policy "la admin lee cuándo hay algo por revisar" on public.pulso_revision
  for select to authenticated using ((select interno.es_admin()));

-- With its owner's rights: whoever sends a story writes neither this number nor the sign of another member.
create function interno.avisar_historia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.estado = 'pendiente' then
    update public.pulso_revision set cambio = cambio + 1;
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
revoke all on function interno.avisar_historia from public, anon, authenticated;

comment on table public.senales is
  'A number that grows whenever what a member may see or write has changed (circles), or one of her stories was decided on: what she has open reads it live and asks again. Written by triggers.';

alter publication supabase_realtime add table public.pulso_revision;

-- No figures about authors -----------------------------------------------------------------------------------------------

-- `count=planned` answers with the planner's estimate, which row level security does not touch: with statistics, filtering
-- by author would tell about how many stories or reviews somebody wrote. Without them every author counts alike.
alter table interno.autorias_historias alter column user_id set statistics 0;
alter table interno."autorias_reseñas" alter column user_id set statistics 0;
