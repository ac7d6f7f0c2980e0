-- Leaving does not say who wrote what. Before, an account took its anonymous stories and its reviews with it in the same instant
-- as its name: whoever looked twice knew whose they were. Now the link goes with the account and the text does not: what is to
-- come down does so later, each at a moment of its own, and nothing that stays is touched by her leaving.

-- The text no longer hangs on who wrote it, but who wrote it on the text ------------------------------------------------

-- Deferred: the authorship is written first, since the rules of the text ask for it. One whose text has gone must not stop this.
delete from interno.autorias_historias a where not exists (select from interno.historias h where h.id = a.id);
alter table interno.historias drop constraint historias_id_fkey;
alter table interno.autorias_historias add constraint autorias_historias_id_fkey
  foreign key (id) references interno.historias on delete cascade deferrable initially deferred;

alter table interno.reseñas drop constraint "reseñas_id_terapeuta_id_fkey";
drop index interno."reseñas_id_terapeuta_id_idx";
alter table interno.reseñas add constraint "reseñas_id_terapeuta_id_key" unique (id, terapeuta_id);
delete from interno.autorias_reseñas a
where not exists (select from interno.reseñas r where r.id = a.id and r.terapeuta_id = a.terapeuta_id);
alter table interno.autorias_reseñas add constraint "autorias_reseñas_id_terapeuta_id_fkey"
  foreign key (id, terapeuta_id) references interno.reseñas (id, terapeuta_id) on delete cascade deferrable initially deferred;

drop policy "una usuaria retira sus historias" on interno.autorias_historias;
revoke delete on interno.autorias_historias from authenticated;
grant delete on interno.historias to authenticated;
create policy "una usuaria retira sus historias" on interno.historias
  for delete to authenticated using (
    (select interno.es_admitida())
    and id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid()))
  );

drop policy "borran una reseña su autora y la admin" on interno.autorias_reseñas;
revoke delete on interno.autorias_reseñas from authenticated;
grant delete on interno.reseñas to authenticated;
create policy "borran una reseña su autora y la admin" on interno.reseñas
  for delete to authenticated using (
    (select interno.es_admin())
    or ((select interno.es_admitida())
        and id in (select a.id from interno.autorias_reseñas a where a.user_id = (select auth.uid())))
  );

-- An id that is taken answers alike whether its author is still here or has left: two constraints would tell which.
create or replace function interno.escribir_historia() returns trigger
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

create or replace function interno.escribir_reseña() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from interno.reseñas where id = old.id;
    return case when found then old end;
  end if;

  new.comentario := btrim(new.comentario, E' \t\r\n');
  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, gen_random_uuid());
    new.user_id := coalesce(new.user_id, auth.uid());
    new.creada_el := current_date;
    begin
      insert into interno.autorias_reseñas (id, terapeuta_id, user_id) values (new.id, new.terapeuta_id, new.user_id);
      insert into interno.reseñas (id, terapeuta_id, comentario, puntuacion)
      values (new.id, new.terapeuta_id, new.comentario, new.puntuacion);
    exception when unique_violation then
      raise exception using errcode = '23505', message = 'Ya dejaste una reseña aquí.';
    end;
    return new;
  end if;
  update interno.reseñas set comentario = new.comentario, puntuacion = new.puntuacion where id = old.id;
  return case when found then new end;
end
$$;

-- What comes down later -------------------------------------------------------------------------------------------------

-- Tables of their own and not a column of the text: a changed row moves, and would be seen to move, in that very instant.
create table interno.retiros_historias (
  id uuid primary key references interno.historias on delete cascade,
  retirar_en timestamptz not null default now() + random() * interval '48 hours'
);
comment on table interno.retiros_historias is
  'Stories that come down after their author left, each at its own moment: nobody''s to read, and nothing in it says whose they were.';
create table interno."retiros_reseñas" (
  id uuid primary key references interno.reseñas on delete cascade,
  retirar_en timestamptz not null default now() + random() * interval '48 hours'
);
comment on table interno."retiros_reseñas" is
  'Reviews that come down after their author left, each at its own moment: nobody''s to read, and nothing in it says whose they were.';
alter table interno.retiros_historias enable row level security;
alter table interno.retiros_historias force row level security;
alter table interno."retiros_reseñas" enable row level security;
alter table interno."retiros_reseñas" force row level security;
revoke all on interno.retiros_historias, interno."retiros_reseñas" from anon, authenticated;

create table interno.historias_al_irse (
  user_id uuid primary key references auth.users on delete cascade,
  se_quedan boolean not null
);
comment on table interno.historias_al_irse is
  'What a member who asked to leave chose for her published anonymous stories: nobody''s to read; it goes with her account. No row: they come down.';
alter table interno.historias_al_irse enable row level security;
alter table interno.historias_al_irse force row level security;
revoke all on interno.historias_al_irse from anon, authenticated;

-- On the account itself, so that it holds through whatever door somebody leaves. Before the account, since what goes with it
-- is then still there to be read.
create function interno.desligar_escritos() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  se_quedan constant boolean := coalesce((select c.se_quedan from interno.historias_al_irse c where c.user_id = old.id), false);
begin
  -- What carries her name goes with it.
  delete from interno.historias h using interno.autorias_historias a
  where a.id = h.id and a.user_id = old.id and not a.anonima;
  insert into interno.retiros_historias (id)
  select h.id from interno.historias h join interno.autorias_historias a on a.id = h.id
  where a.user_id = old.id and not (se_quedan and h.estado = 'publicada')
  on conflict do nothing;
  delete from interno.autorias_historias where user_id = old.id;
  insert into interno."retiros_reseñas" (id) select id from interno.autorias_reseñas where user_id = old.id
  on conflict do nothing;
  delete from interno.autorias_reseñas where user_id = old.id;
  return old;
end
$$;
comment on function interno.desligar_escritos is
  'Trigger on auth.users: erases who wrote her anonymous stories and her reviews, and draws for each when it comes down, unless she chose that the published stories stay.';
create trigger desligar_escritos before delete on auth.users
  for each row execute function interno.desligar_escritos();

create function interno.retirar_escritos() returns void
language plpgsql set search_path = '' as $$
begin
  -- Stayed, and was taken off the blog since: nobody is left to change it or to take it back.
  insert into interno.retiros_historias (id)
  select h.id from interno.historias h
  where h.estado <> 'publicada' and not exists (select from interno.autorias_historias a where a.id = h.id)
  on conflict do nothing;
  delete from interno.historias h using interno.retiros_historias r where r.id = h.id and r.retirar_en <= now();
  delete from interno.reseñas h using interno."retiros_reseñas" r where r.id = h.id and r.retirar_en <= now();
end
$$;
comment on function interno.retirar_escritos is
  'To be called every few minutes: deletes the stories and reviews of members who left whose moment has come.';

-- Her own choice ----------------------------------------------------------------------------------------------------------

drop function public.eliminar_mi_cuenta(boolean);
create function public.eliminar_mi_cuenta(ensayo boolean default false, historias_anonimas text default 'retirar') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- When she last proved who she is: whoever only holds her unlocked phone cannot take everything from her.
  probada constant numeric := (
    select max((prueba ->> 'timestamp')::numeric)
    from jsonb_array_elements(
      coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'amr', '[]')
    ) prueba
  );
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'Solo se puede eliminar la cuenta propia.';
  end if;
  if exists (select from interno.administradoras where user_id = auth.uid()) then
    raise exception using errcode = 'PT403', message = 'La cuenta que administra no se elimina desde aquí.';
  end if;
  if coalesce(probada, 0) < extract(epoch from now() - interval '10 minutes') then
    raise exception using errcode = 'PT428', message = 'Para eliminar tu cuenta, confirma primero que eres tú.';
  end if;
  if ensayo then
    return;
  end if;
  perform interno.elegir_historias_al_irse(auth.uid(), historias_anonimas);
  delete from auth.users where id = auth.uid();
end
$$;
comment on function public.eliminar_mi_cuenta is
  'Deletes the account that asks, with all its rows and files; ensayo only says whether it may. historias_anonimas: retirar (they come down within 48 hours, each at its own moment) or dejar (the published stay, with nothing that says whose they are). Not the admin''s (PT403); PT428 more than ten minutes after she entered.';

create function interno.elegir_historias_al_irse(cuenta uuid, historias_anonimas text) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(historias_anonimas, '') not in ('retirar', 'dejar') then
    raise exception using errcode = 'PT422', message = 'Elige qué pasa con tus historias anónimas: retirar o dejar.';
  end if;
  insert into interno.historias_al_irse as e (user_id, se_quedan)
  select u.id, historias_anonimas = 'dejar' from auth.users u where u.id = cuenta
  on conflict (user_id) do update set se_quedan = excluded.se_quedan;
end
$$;
comment on function interno.elegir_historias_al_irse is
  'Notes what an account that leaves, now or after a delay, chose for its published anonymous stories (PT422 for anything but retirar and dejar).';

revoke all on function
  interno.desligar_escritos, interno.retirar_escritos, interno.elegir_historias_al_irse, public.eliminar_mi_cuenta
  from public, anon;
grant execute on function public.eliminar_mi_cuenta to authenticated;

-- No live deletion names a member ---------------------------------------------------------------------------------------

-- What a deletion tells live is the key of the row. The sign of a member had her own id for one.
alter table public.senales drop constraint senales_pkey;
alter table public.senales add column id uuid not null default gen_random_uuid() primary key;
alter table public.senales add constraint senales_user_id_key unique (user_id);
comment on column public.senales.id is 'Says nothing and is shown nowhere else: a live deletion names a row by it.';
