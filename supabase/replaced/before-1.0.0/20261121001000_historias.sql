-- Stories: read by the team before anyone else. Who wrote one lies apart from what it says, so that row level security
-- itself, not a list of columns, keeps the author of an anonymous story unknown; public.historias joins what the asking
-- member may see of both. Not even the admin learns the author of an anonymous one.

create table interno.autorias_historias (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references interno.perfiles on delete cascade,
  anonima boolean not null default true,
  -- Here and not beside the text: the moment of writing could tell who was in the app then.
  enviada_en timestamptz not null default now()
);
comment on table interno.autorias_historias is
  'Who wrote a story: hers to read, and other members'' only where she signs it.';
create index autorias_historias_user_id_idx on interno.autorias_historias (user_id);
alter table interno.autorias_historias enable row level security;
alter table interno.autorias_historias force row level security;
revoke all on interno.autorias_historias from anon, authenticated;
grant select, delete, insert (id, user_id, anonima), update (anonima, enviada_en) on interno.autorias_historias to authenticated;
grant all on interno.autorias_historias to service_role;

create policy "de una historia anónima solo su autora sabe quién es" on interno.autorias_historias
  for select to authenticated using ((select interno.es_admitida()) and (not anonima or (select auth.uid()) = user_id));
create policy "una usuaria firma sus propias historias" on interno.autorias_historias
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia la firma de sus historias" on interno.autorias_historias
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria retira sus historias" on interno.autorias_historias
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

create table interno.historias (
  id uuid primary key references interno.autorias_historias on delete cascade,
  titulo text not null check (char_length(titulo) <= 200 and interno.tiene_texto(titulo)),
  contenido text not null check (char_length(contenido) <= 20000 and interno.tiene_texto(contenido)),
  avatar text check (char_length(avatar) <= 16),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'publicada', 'rechazada', 'oculta')),
  motivo text check (char_length(motivo) <= 1000),
  -- A day is enough for the queue and too little to tell who wrote.
  recibida_el date not null default current_date,
  publicada_en timestamptz,
  check ((estado = 'publicada') <= (publicada_en is not null))
);
comment on table interno.historias is
  'What a story says: every member reads the published ones, its author all of hers, the admin all and decides on them.';
create index historias_publicada_en_idx on interno.historias (publicada_en desc, id) where estado = 'publicada';
create index historias_estado_idx on interno.historias (estado) where estado <> 'publicada';
alter table interno.historias enable row level security;
alter table interno.historias force row level security;
revoke all on interno.historias from anon, authenticated;
grant select, insert (id, titulo, contenido, avatar), update (titulo, contenido, avatar, estado, motivo)
  on interno.historias to authenticated;
grant all on interno.historias to service_role;

create policy "se leen las publicadas, las propias, y la admin todas" on interno.historias
  for select to authenticated using (
    (select interno.es_admitida()) and (
      estado = 'publicada'
      or (select interno.es_admin())
      or id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid()))
    )
  );
create policy "una usuaria envía una historia propia" on interno.historias
  for insert to authenticated with check (
    (select interno.es_admitida())
    and id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid()))
  );
create policy "la autora cambia el texto, la admin el estado" on interno.historias
  for update to authenticated
  using (
    (select interno.es_admin())
    or ((select interno.es_admitida())
        and id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid())))
  )
  with check ((select interno.es_admitida()));

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
  if not cambia_texto and interno.es_admin() then
    new.publicada_en := case when new.estado = 'publicada' then coalesce(old.publicada_en, now()) end;
    new.motivo := case when new.estado in ('rechazada', 'oculta') then new.motivo end;
  else
    -- A changed text is read again before others see it.
    new.estado := 'pendiente';
    new.motivo := null;
    new.publicada_en := null;
  end if;
  return new;
end
$$;
comment on function interno.moderar_historia is 'Trigger: only the admin decides on a story; only its author writes it, and a changed one is read again.';
create trigger moderar before update on interno.historias
  for each row execute function interno.moderar_historia();

create view public.historias with (security_invoker = true) as
  select
    h.id, h.titulo, h.contenido, h.avatar, h.estado, h.motivo, h.recibida_el, h.publicada_en,
    a.user_id as autora_id, coalesce(a.anonima, true) as anonima, a.enviada_en,
    coalesce(a.user_id = (select auth.uid()), false) as es_mia
  from interno.historias h left join interno.autorias_historias a on a.id = h.id;
comment on view public.historias is
  'Stories: members insert {titulo, contenido, anonima, avatar}, which waits as pendiente; the admin sets estado and motivo. autora_id and enviada_en are null for others'' anonymous ones.';
revoke all on public.historias from anon, authenticated;
grant select, delete, insert (id, titulo, contenido, avatar, anonima), update (titulo, contenido, avatar, anonima, estado, motivo)
  on public.historias to authenticated;
grant all on public.historias to service_role;

-- Runs with the rights of whoever writes to the view, so the two tables' own policies decide.
create function interno.escribir_historia() returns trigger
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
    where id = old.id;
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

revoke all on all functions in schema interno from public, anon;
