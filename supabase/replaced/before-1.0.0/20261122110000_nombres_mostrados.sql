-- Another member is read by name once she has shown herself, and while something of hers is in sight: a message in a circle, a
-- published story that she signed, or, by those who are in it with her, a call. Before, every member could be listed: a friend
-- who declined to be named to her inviter was the one new row of that second.

-- The fact ---------------------------------------------------------------------------------------------------------------

-- A column of the row that the policy is asked about: it costs the reader of a busy room nothing.
alter table interno.perfiles add column se_muestra boolean not null default false;
comment on column interno.perfiles.se_muestra is
  'Whether a message or a signed, published story of hers is there. Kept by triggers; nobody writes it.';
create index perfiles_a_la_vista_idx on interno.perfiles (id) where se_muestra;

-- With its owner's rights: neither a member nor the admin writes this about anybody.
create function interno.mirar_si_se_muestra(quien uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for whoever writes a message of hers at this moment (its foreign key holds her row), and makes the next one wait.
  perform from interno.perfiles where id = quien for update;
  if not found then
    return;
  end if;
  update interno.perfiles p set se_muestra = ahora.se_muestra
  from (
    select exists (select from public.mensajes_sala where user_id = quien)
      or exists (
        select from interno.autorias_historias a join interno.historias h on h.id = a.id
        where a.user_id = quien and not a.anonima and h.estado = 'publicada'
      ) as se_muestra
  ) ahora
  where p.id = quien and p.se_muestra <> ahora.se_muestra;
end
$$;
comment on function interno.mirar_si_se_muestra is 'Brings se_muestra of one member in line with what of hers is in sight.';

create function interno.mostrarse() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update interno.perfiles set se_muestra = true where id = new.user_id and not se_muestra;
  return null;
end
$$;
comment on function interno.mostrarse is 'Trigger: whoever writes in a circle shows her name there.';
create trigger mostrarse after insert on public.mensajes_sala
  for each row execute function interno.mostrarse();

create function interno.ocultarse() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In one order, so that two who remove messages at once do not wait for each other in a ring.
  perform interno.mirar_si_se_muestra(autoras.user_id)
  from (select distinct user_id from viejas where user_id is not null order by user_id) autoras;
  return null;
end
$$;
comment on function interno.ocultarse is 'Trigger: whoever took back the last of her messages is not shown by them any more.';
-- Named so that it comes before cupo_borrar: who writes a message holds her profile first (its foreign key, mostrarse) and her count
-- after, and two who took them in different order would wait for each other in a ring.
create trigger antes_ocultarse after delete on public.mensajes_sala
  referencing old table as viejas for each statement execute function interno.ocultarse();

create function interno.mostrar_autora() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien uuid;
begin
  if tg_table_name = 'autorias_historias' then
    quien := old.user_id;
  else
    quien := (select user_id from interno.autorias_historias where id = new.id and not anonima);
  end if;
  if quien is not null then
    perform interno.mirar_si_se_muestra(quien);
  end if;
  return null;
end
$$;
comment on function interno.mostrar_autora is 'Trigger: a story shows her who signed it while it is published.';
create trigger mostrar_autora after insert or update of estado on interno.historias
  for each row when (new.estado = 'publicada') execute function interno.mostrar_autora();
create trigger mostrar_autora_ya_no after update of estado on interno.historias
  for each row when (old.estado = 'publicada' and new.estado <> 'publicada') execute function interno.mostrar_autora();
create trigger mostrar_autora after update of anonima on interno.autorias_historias
  for each row when (old.anonima <> new.anonima) execute function interno.mostrar_autora();
create trigger mostrar_autora_al_retirar after delete on interno.autorias_historias
  for each row when (not old.anonima) execute function interno.mostrar_autora();

update interno.perfiles p set se_muestra = true
where exists (select from public.mensajes_sala where user_id = p.id)
  or exists (
    select from interno.autorias_historias a join interno.historias h on h.id = a.id
    where a.user_id = p.id and not a.anonima and h.estado = 'publicada'
  );

-- Who reads ---------------------------------------------------------------------------------------------------------------

drop policy "una usuaria admitida lee los nombres y las fotos" on interno.perfiles;
create policy "se leen el nombre propio y los de quienes se muestran" on interno.perfiles
  for select to authenticated using (
    (select interno.es_admitida())
    and (
      id = (select auth.uid())
      or (
        (
          se_muestra
          -- As she who asks: who is in a call with her now, and friends she invited who agreed to be named.
          or id in (select p.user_id from public.presentes_llamada p)
          or id in (select r.referido_id from public.referidos r)
        )
        and id <> all ((select interno.bloqueos_de_quien_pregunta())::uuid[])
      )
      -- The team: whom it has to answer, or to answer for. Whoever blocks the admin is not out of her sight.
      or (
        (select interno.es_admin())
        and (
          se_muestra
          or id in (select r.autora_id from public.reportes_sala r)
          or id in (select s.user_id from public.suspensiones s)
          or id in (select a.user_id from interno.autorias_historias a)
          or id in (select a.user_id from interno."autorias_reseñas" a)
        )
      )
    )
  );
comment on view public.profiles is
  'Username and photo of oneself and of whoever shows herself; momento_vida, tipo_plan, codigo_invitacion and email are null but for one''s own.';
comment on table interno.perfiles is 'What members see of each other, once she shows herself. Made at admission, changed by its owner.';

-- Blocks ------------------------------------------------------------------------------------------------------------------

-- Between two of whom one blocked the other no name is read any more: her list keeps the one that she saw. And any id can be
-- blocked, so that an answer never tells which ids are a member's: he who blocks her first does not keep her from blocking him.
alter table public.bloqueos drop constraint bloqueos_bloqueada_id_fkey;
alter table public.bloqueos add column nombre text check (char_length(nombre) <= 60);
comment on column public.bloqueos.nombre is 'Her name as it stood when she was blocked; null where it could not be read.';
update public.bloqueos b set nombre = p.username from interno.perfiles p where p.id = b.bloqueada_id;

create or replace function interno.limitar_bloqueos() returns trigger
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

-- Ids that somebody writes --------------------------------------------------------------------------------------------------

-- A foreign key answers for every account, shown or not. Whoever may write an id of another writes one that she can read.
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

create function interno.firmar_como_propia() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and new.created_by <> auth.uid()
    and (tg_op = 'INSERT' or new.created_by is distinct from old.created_by) then
    raise exception using errcode = '42501', message = 'Solo puedes firmar con tu propia cuenta.';
  end if;
  return new;
end
$$;
comment on function interno.firmar_como_propia is 'Trigger: created_by is whoever writes (42501), so that it tells no other id.';
create trigger firmar_como_propia before insert or update of created_by on public.asociaciones_apoyo
  for each row execute function interno.firmar_como_propia();
create trigger firmar_como_propia before insert or update of created_by on public.directorio_terapeutas
  for each row execute function interno.firmar_como_propia();

-- Referrals -----------------------------------------------------------------------------------------------------------------

-- A day, and days after the fact: who hands out a code must not read from the list who it was that came in that moment.
insert into interno.ajustes (clave, valor, descripcion) values
  ('espera_de_referido', '2', 'Days after which a referral may be shown at the earliest; up to five more are drawn by chance');
create function interno.dia_de_referido() returns timestamptz
language sql volatile set search_path = '' as $$
  -- Noon, so that it reads as the same day all over America.
  select (
    (now() at time zone interno.ajuste('zona_horaria'))::date + interno.ajuste('espera_de_referido')::int
    + floor(random() * 6)::int + time '12:00'
  ) at time zone interno.ajuste('zona_horaria')
$$;
comment on function interno.dia_de_referido is
  'The day that a referral of this moment shows and from which on it is shown: noon, two to seven days from now.';

update public.referidos set creado_en = least(
  (date_trunc('day', creado_en at time zone interno.ajuste('zona_horaria')) + interval '12 hours') at time zone interno.ajuste('zona_horaria'),
  date_trunc('day', now())
);
alter table public.referidos alter column creado_en set default interno.dia_de_referido();
comment on column public.referidos.creado_en is 'A day, two to seven after the friend was admitted; the row is shown from then on.';

drop policy "una usuaria lee a quiénes invitó" on public.referidos;
create policy "una usuaria lee a quiénes invitó, días después" on public.referidos
  for select to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = invitador_id and creado_en <= now());

revoke all on function
  interno.mirar_si_se_muestra, interno.mostrarse, interno.ocultarse, interno.mostrar_autora, interno.olvidar_bloqueos,
  interno.exigir_conocida, interno.firmar_como_propia, interno.dia_de_referido
  from public, anon;
