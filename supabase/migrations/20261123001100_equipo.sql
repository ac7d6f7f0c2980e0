-- The team: whoever helps to run the house has one role or several, each a right to one kind of work and to nothing else. The root is
-- the account of ADMIN_EMAIL (administracion); it and the administradoras give the others. A rule asks for a role through one function,
-- which also asks for the second factor; whoever lost hers is nobody at the next statement, whatever session she holds. No role reads
-- what is private (supabase/tests/papeles.sql asks every table).

-- Who ---------------------------------------------------------------------------------------------------------------------

create table public.integrantes (
  user_id uuid not null references interno.perfiles on delete cascade,
  papel text not null check (papel in ('administradora', 'moderadora', 'editora', 'soporte')),
  desde timestamptz not null default now(),
  primary key (user_id, papel)
);
comment on table public.integrantes is
  'Who is of the team, one row for each role: the administradoras read all and end any; a member reads her own. Written by aceptar_convocatoria alone.';

create table public.convocatorias (
  id uuid primary key default gen_random_uuid(),
  -- As the account of whom it is for has it confirmed; whether there is one is not asked here, and told to nobody.
  correo text not null check (char_length(correo) <= 254 and correo ~ '^[^@\s<>"'',;]+@[^@\s<>"'',;]+\.[^@\s<>"'',;]+$'),
  papel text not null check (papel in ('administradora', 'moderadora', 'editora', 'soporte')),
  creada_en timestamptz not null default now(),
  vence_en timestamptz not null default now() + interval '7 days',
  unique (correo, papel)
);
comment on table public.convocatorias is
  'Invitations to the team, by address and role, good for seven days: the administradoras write and take back; whoever has that address confirmed reads, accepts or declines her own.';

alter table public.integrantes enable row level security;
alter table public.integrantes force row level security;
alter table public.convocatorias enable row level security;
alter table public.convocatorias force row level security;
revoke all on public.integrantes, public.convocatorias from anon, authenticated;
grant select, delete on public.integrantes to authenticated;
grant select, delete, insert (correo, papel) on public.convocatorias to authenticated;
grant all on public.integrantes, public.convocatorias to service_role;
select interno.poner_cupo('public.integrantes', 'el equipo', 'The house''s.', null, 400, null, 200, 100000);
select interno.poner_cupo('public.convocatorias', 'las convocatorias', 'The house''s.', null, 200, null, 200, 100000);

-- Her right -----------------------------------------------------------------------------------------------------------------

-- For every role; and whoever has a second factor shows it, as at every door (puertas).
create or replace function interno.estado_admin() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  if interno.papeles_de(quien) = '{}' or not exists (select from interno.admisiones where user_id = quien) then
    return 'ninguna';
  end if;
  if exists (select from interno.claves_de_un_uso where user_id = quien) then
    return 'clave';
  end if;
  -- Hers protects her too where the operator asks for none.
  if not interno.mostro_factor() then
    return 'paso';
  end if;
  if interno.ajuste('factor_de_administracion') = 'libre' then
    return 'activa';
  end if;
  if not exists (select from auth.mfa_factors where user_id = quien and status = 'verified') then
    return 'factor';
  end if;
  return 'activa';
end
$$;
comment on function interno.estado_admin is
  'What the account that asks lacks to work for the team: ninguna (she has no role), clave (her printed password is to be changed), factor (no second factor), paso (this session has not shown it), activa (nothing).';
comment on function public.estado_admin is
  'For the app: whether to show the team''s controls, or what she lacks for them; ninguna for every other member.';

-- With its owner's rights: nobody may read who is of the team.
create function interno.papeles_de(quien uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select 'raíz' from interno.administradoras where user_id = quien
    union all select 'administradora' from interno.administradoras where user_id = quien
    union select papel from public.integrantes where user_id = quien and not exists (
      -- Whoever was expelled works for nobody; the root is nobody's to expel.
      select from public.suspensiones s where s.user_id = quien and s.alcance = 'expulsion' and s.hasta > now()
    )
    order by 1
  );
end
$$;
comment on function interno.papeles_de is
  'The roles of an account, whatever its session has shown, and none while it is expelled; «raíz» besides is that of ADMIN_EMAIL.';

create function interno.tiene_papel(cual text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.papeles_de(auth.uid()) && array[cual, 'administradora'] and interno.estado_admin() = 'activa';
end
$$;
comment on function interno.tiene_papel is
  'Whether the account that asks has a role, or is an administradora, and lacks nothing for it.';

create or replace function interno.es_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.tiene_papel('administradora');
end
$$;
comment on function interno.es_admin is
  'Whether the account that asks is an administradora: the root, or one who was invited, with a session that has shown her second factor.';

create function interno.es_moderadora() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.tiene_papel('moderadora');
end
$$;
comment on function interno.es_moderadora is 'Whether she who asks looks after reports, stories, reviews, circles and pauses.';

create function interno.es_editora() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.tiene_papel('editora');
end
$$;
comment on function interno.es_editora is 'Whether she who asks looks after library, podcast, legal texts, directory and therapists.';

create function interno.es_soporte() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return interno.tiene_papel('soporte');
end
$$;
comment on function interno.es_soporte is 'Whether she who asks answers members who write to the team.';

create function interno.mis_papeles() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_admitida() then
    return '{}';
  end if;
  return interno.papeles_de(auth.uid());
end
$$;
comment on function interno.mis_papeles is 'What public.mis_papeles does.';
create function public.mis_papeles() returns text[]
language sql stable set search_path = '' as $$
  select nullif(interno.mis_papeles(), '{}')
$$;
comment on function public.mis_papeles is
  'For the app: the roles of the member who asks, null where she has none. What they may do is decided by the policies.';

-- The team is kept ----------------------------------------------------------------------------------------------------------

create function interno.mi_correo() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return (select lower(email) from auth.users where id = quien and email_confirmed_at is not null);
end
$$;
comment on function interno.mi_correo is 'The confirmed address of the account that asks, in small letters, or null.';

create policy "las administradoras leen el equipo, cada una lo suyo" on public.integrantes
  for select to authenticated
  using ((select interno.es_admin()) or ((select interno.es_admitida()) and (select auth.uid()) = user_id));
create policy "las administradoras retiran un papel, cada una el suyo" on public.integrantes
  for delete to authenticated
  using ((select interno.es_admin()) or ((select interno.es_admitida()) and (select auth.uid()) = user_id));
create policy "las administradoras leen las convocatorias, cada una las suyas" on public.convocatorias
  for select to authenticated
  using (
    (select interno.es_admin())
    or ((select interno.es_admitida()) and correo = (select interno.mi_correo()) and vence_en > now())
  );
create policy "las administradoras convocan" on public.convocatorias
  for insert to authenticated with check ((select interno.es_admin()));
create policy "las administradoras retiran una convocatoria, ella la rechaza" on public.convocatorias
  for delete to authenticated
  using ((select interno.es_admin()) or ((select interno.es_admitida()) and correo = (select interno.mi_correo())));

-- With its owner's rights: the queue is nobody's to write. Who only holds an administradora's session makes nobody an accomplice.
create function interno.preparar_convocatoria() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    return new;
  end if;
  -- Before the rule, so that nobody else is asked to prove anything.
  if not interno.es_admin() then
    raise exception using errcode = '42501', message = 'Solo una administradora invita al equipo.';
  end if;
  perform interno.exigir_prueba();
  perform interno.limitar('convocar', array[20], array[interval '1 day']);
  new.correo := interno.correo_limpio(new.correo);
  -- One that has ended, or is repeated, gives way: she is written to again.
  delete from public.convocatorias where correo = new.correo and papel = new.papel;
  perform interno.encolar_envio(
    'convocatoria', 'correo', 2, auth.uid(), 'convocatoria:' || new.id, caduca => now() + interval '1 day',
    datos => jsonb_build_object('destino', new.correo, 'papel', new.papel)
  );
  return new;
end
$$;
comment on function interno.preparar_convocatoria is
  'Trigger: an invitation asks for a fresh proof (PT428), leaves by mail through the queue, twenty a day at most (PT429), and takes the place of an earlier one.';
create trigger preparar before insert on public.convocatorias
  for each row execute function interno.preparar_convocatoria();

-- With its owner's rights: nobody writes the team. That her mailbox is hers is what the confirmed address says; that it is she, the
-- proof; and the role opens nothing before she has a second factor.
create function interno.aceptar_convocatoria(cual uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  convocada public.convocatorias;
begin
  select * into convocada from public.convocatorias c
  where c.id = cual and c.correo = interno.mi_correo() and c.vence_en > now()
  -- Taken back in this moment it is not accepted: of the two, one is told that it is so.
  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esta convocatoria ya no está.';
  end if;
  perform interno.exigir_prueba();
  insert into public.integrantes (user_id, papel) values (quien, convocada.papel) on conflict do nothing;
  delete from public.convocatorias where id = cual;
  return convocada.papel;
end
$$;
comment on function interno.aceptar_convocatoria is 'What public.aceptar_convocatoria does.';
create function public.aceptar_convocatoria(cual uuid) returns text
language sql volatile set search_path = '' as $$
  select interno.aceptar_convocatoria(cual)
$$;
comment on function public.aceptar_convocatoria is
  'Joins the team in the role of an invitation to her confirmed address, and says which: PT404 there is none, PT428 without a proof of the last ten minutes.';

-- Whoever only holds an administradora's telephone dissolves no team. Her own role she lays down as she likes.
create function interno.proteger_integrante() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The rule refuses everybody else, and is not asked here.
  if auth.uid() is not null and old.user_id <> auth.uid() and interno.es_admin() then
    perform interno.exigir_prueba();
  end if;
  return old;
end
$$;
comment on function interno.proteger_integrante is 'Trigger: to take another one''s role asks for a fresh proof (PT428).';
create trigger proteger before delete on public.integrantes
  for each row execute function interno.proteger_integrante();

-- What she has open hears that she is of the team, or no more: its rooms close while she looks at them.
create trigger dar_senal after insert or delete on public.integrantes
  for each row execute function interno.dar_senal();
comment on function interno.dar_senal is
  'Trigger: tells whoever a block, a suspension or a role of the team concerns that her rooms have changed.';

create function interno.olvidar_convocatorias() returns int
language plpgsql set search_path = '' as $$
declare
  olvidadas int;
begin
  delete from public.convocatorias where vence_en < now();
  get diagnostics olvidadas = row_count;
  return olvidadas;
end
$$;
comment on function interno.olvidar_convocatorias is 'To be called daily: addresses of invitations that have ended are forgotten. Returns how many.';

-- The log -------------------------------------------------------------------------------------------------------------------

alter table interno.bitacora drop constraint bitacora_papel_check;
alter table interno.bitacora add constraint bitacora_papel_check
  check (papel in ('administradora', 'moderadora', 'editora', 'soporte', 'servicio', 'dueña'));
comment on table interno.bitacora is
  'Audit log of what the team changes and deletes: the administradoras and the operator read it, nobody changes it. Holds keys and names of columns, no contents.';

-- As in administracion, for every role.
create or replace function interno.anotar_bitacora() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
  papel text := case
    when quien is not null then (
      select p from unnest(interno.papeles_de(quien)) p where p <> 'raíz' and interno.estado_admin() = 'activa' order by p limit 1
    )
    when tg_argv[0] is distinct from 'casa' then null
    when current_setting('role', true) = 'service_role' then 'servicio'
    when coalesce(current_setting('role', true), 'none') in ('none', session_user) then 'dueña'
  end;
  fila jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  cambiadas text[] := '{}';
begin
  -- Her own joining and leaving is hers before she has any right, and is written all the same.
  if papel is null and quien is not null and tg_table_name = 'integrantes' then
    papel := fila ->> 'papel';
  end if;
  if papel is null or (tg_table_schema = 'storage' and fila ->> 'bucket_id' not in ('biblioteca', 'podcast', 'terapeutas')) then
    return null;
  end if;
  -- What reached her through what she wrote without a name has a record of its own (medidas), and to answer what was decided about her
  -- is no work of the team: a line would name her.
  if tg_table_name = 'suspensiones' and ((fila ->> 'velada')::boolean or fila ->> 'user_id' = quien::text) then
    return null;
  end if;
  -- The team's own anonymous stories, too, stay without an author.
  if tg_table_name = 'historias' and exists (
    select from interno.autorias_historias where id::text = fila ->> 'id' and user_id = quien
  ) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    cambiadas := array(
      select n.key from jsonb_each(to_jsonb(new)) n
      where n.value is distinct from to_jsonb(old) -> n.key order by n.key
    );
    if cambiadas = '{}' then
      return null;
    end if;
  end if;
  insert into interno.bitacora (quien, papel, tabla, clave, verbo, columnas)
  values (
    quien, papel, format('%I.%I', tg_table_schema, tg_table_name),
    case
      when tg_table_schema = 'storage' then (fila ->> 'bucket_id') || '/' || (fila ->> 'name')
      else (
        select string_agg(fila ->> a.attname, ',' order by a.attnum)
        from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = tg_relid and i.indisprimary
      )
    end,
    tg_op, cambiadas
  );
  return null;
end
$$;
comment on function interno.anotar_bitacora is
  'Trigger: writes the line of what the team did to a row; of a table of the house (argument casa) also what its owner or a service did.';

create trigger anotar_bitacora after insert or update or delete on public.integrantes
  for each row execute function interno.anotar_bitacora('casa');
create trigger anotar_bitacora after insert or update or delete on public.convocatorias
  for each row execute function interno.anotar_bitacora('casa');

-- Who may what --------------------------------------------------------------------------------------------------------------

-- Editora: library, podcast, files, legal texts, directory, emergency numbers, therapists.
alter policy "las usuarias leen los libros disponibles, la admin todos" on public.biblioteca_libros
  using ((select interno.es_admitida()) and (disponible or (select interno.es_editora())));
alter policy "la admin agrega libros" on public.biblioteca_libros with check ((select interno.es_editora()));
alter policy "la admin cambia libros" on public.biblioteca_libros
  using ((select interno.es_editora())) with check ((select interno.es_editora()));
alter policy "la admin borra libros" on public.biblioteca_libros using ((select interno.es_editora()));
alter policy "las usuarias escuchan los episodios visibles, la admin todos" on public.podcast
  using ((select interno.es_admitida()) and ((visible and fecha_creacion <= now()) or (select interno.es_editora())));
alter policy "la admin agrega episodios" on public.podcast with check ((select interno.es_editora()));
alter policy "la admin cambia episodios" on public.podcast
  using ((select interno.es_editora())) with check ((select interno.es_editora()));
alter policy "la admin borra episodios" on public.podcast using ((select interno.es_editora()));
alter policy "la admin ve los archivos que publica" on storage.objects
  using ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name));
alter policy "la admin sube archivos" on storage.objects
  with check ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name));
alter policy "la admin borra los archivos que publica" on storage.objects
  using ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name));
alter policy "la admin publica políticas" on public.politicas_legales with check ((select interno.es_editora()));
alter policy "las usuarias leen las asociaciones visibles, la admin todas" on public.asociaciones_apoyo
  using ((select interno.es_admitida()) and (visible or (select interno.es_editora())));
alter policy "la admin agrega asociaciones" on public.asociaciones_apoyo with check ((select interno.es_editora()));
alter policy "la admin cambia asociaciones" on public.asociaciones_apoyo
  using ((select interno.es_editora())) with check ((select interno.es_editora()));
alter policy "la admin borra asociaciones" on public.asociaciones_apoyo using ((select interno.es_editora()));
alter policy "la admin agrega números de emergencia" on public.numeros_emergencia with check ((select interno.es_editora()));
alter policy "la admin cambia números de emergencia" on public.numeros_emergencia
  using ((select interno.es_editora())) with check ((select interno.es_editora()));
alter policy "la admin borra números de emergencia" on public.numeros_emergencia using ((select interno.es_editora()));
alter policy "una usuaria lee sus propios reportes, la admin todos" on public.reportes_apoyo
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_editora())));
alter policy "una usuaria retira sus propios reportes, la admin cualquiera" on public.reportes_apoyo
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_editora())));
alter policy "las usuarias leen las terapeutas visibles, la admin todas" on public.directorio_terapeutas
  using ((select interno.es_admitida()) and (visible or (select interno.es_editora())));
alter policy "la admin agrega terapeutas" on public.directorio_terapeutas with check ((select interno.es_editora()));
alter policy "la admin cambia terapeutas" on public.directorio_terapeutas
  using ((select interno.es_editora())) with check ((select interno.es_editora()));
alter policy "la admin borra terapeutas" on public.directorio_terapeutas using ((select interno.es_editora()));

-- Moderadora: circles and calls, messages and reports, stories, reviews, pauses.
alter policy "las usuarias leen las salas visibles, la admin todas" on public.salas_comunidad
  using ((select interno.es_admitida()) and (visible or (select interno.es_moderadora())));
alter policy "la admin agrega salas" on public.salas_comunidad with check ((select interno.es_moderadora()));
alter policy "las usuarias enlazan una sala de video, la admin cambia todo" on public.salas_comunidad
  using ((select interno.es_admitida()) and (visible or (select interno.es_moderadora())));
alter policy "la admin borra salas" on public.salas_comunidad using ((select interno.es_moderadora()));
alter policy "las usuarias leen las salas de video abiertas" on public."Salas"
  using (
    (select interno.es_admitida())
    and (
      (esta_activa and vence_en > now() and viva_hasta > now())
      or creada_por = (select auth.uid())
      or (select interno.es_moderadora())
    )
  );
alter policy "la admin cambia salas de video" on public."Salas"
  using ((select interno.es_moderadora())) with check ((select interno.es_moderadora()));
alter policy "la admin borra salas de video" on public."Salas" using ((select interno.es_moderadora()));
alter policy "las usuarias leen los mensajes, salvo entre bloqueadas" on public.mensajes_sala
  using (
    (select interno.es_admitida())
    and (
      user_id is null
      or user_id <> all ((select interno.bloqueos_de_quien_pregunta())::uuid[])
      or (select interno.es_moderadora())
    )
  );
alter policy "borran un mensaje su autora y la admin" on public.mensajes_sala
  using (((select interno.es_admitida()) and (select auth.uid()) = user_id) or (select interno.es_moderadora()));
alter policy "una usuaria lee sus propios reportes, la admin todos" on public.reportes_sala
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_moderadora())));
alter policy "la admin atiende los reportes" on public.reportes_sala
  using ((select interno.es_moderadora())) with check ((select interno.es_moderadora()));
alter policy "una usuaria lee sus propias suspensiones, la admin todas" on public.suspensiones
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_moderadora())));
alter policy "la admin suspende, salvo a sí misma" on public.suspensiones
  with check ((select interno.es_moderadora()) and (select auth.uid()) <> user_id);
alter policy "la admin levanta suspensiones" on public.suspensiones
  using ((select interno.es_moderadora()) and (select auth.uid()) <> user_id);
alter policy "se leen las publicadas, las propias, y la admin todas" on interno.historias
  using (
    (select interno.es_admitida()) and (
      estado = 'publicada'
      or (select interno.es_moderadora())
      or id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid()))
    )
  );
alter policy "la autora cambia el texto, la admin el estado" on interno.historias
  using (
    (select interno.es_moderadora())
    or ((select interno.es_admitida())
        and id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid())))
  );
alter policy "la admin lee cuándo hay algo por revisar" on public.pulso_revision using ((select interno.es_moderadora()));
-- Who wrote it nobody reads to take it out.
alter policy "quién escribió una reseña lo saben ella y la admin" on interno.autorias_reseñas
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
alter policy "borran una reseña su autora y la admin" on interno.reseñas
  using (
    (select interno.es_moderadora())
    or ((select interno.es_admitida())
        and id in (select a.id from interno.autorias_reseñas a where a.user_id = (select auth.uid())))
  );
-- As in comunidad, for the moderadora.
create or replace function interno.vigilar_enlace() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' or interno.es_moderadora() then
    return new;
  end if;
  if to_jsonb(new) - 'sala_video_id' <> to_jsonb(old) - 'sala_video_id' then
    raise exception using errcode = '42501', message = 'Solo el equipo puede cambiar una sala.';
  end if;
  perform interno.exigir_palabra();
  if old.sala_video_id is not null and interno.llamada_ocupa(old.sala_video_id) then
    raise exception using errcode = 'PT409', message = 'Esta sala ya tiene una llamada abierta.';
  end if;
  if not exists (
    select from public."Salas"
    where id = new.sala_video_id and esta_activa and vence_en > now() and viva_hasta > now() and creada_por = auth.uid()
  ) then
    raise exception using errcode = 'PT403', message = 'Esa dirección no es de una llamada tuya que siga abierta.';
  end if;
  perform interno.limitar('enlazar llamada en ' || new.id, array[3], array[interval '1 hour']);
  perform interno.limitar('enlazar llamada', array[8, 30], array[interval '1 hour', interval '1 day']);
  return new;
end
$$;

create or replace function interno.atender_retirado() returns trigger
language plpgsql set search_path = '' as $$
begin
  if interno.es_moderadora() then
    update public.reportes_sala set estado = 'retirado' where mensaje_id = old.id and estado = 'pendiente';
  end if;
  return null;
end
$$;
comment on function interno.atender_retirado is 'Trigger: a message that the team removes has no open reports any more.';

-- As in historias, for the moderadora.
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

revoke all on all functions in schema interno from public, anon;
revoke all on function public.mis_papeles, public.aceptar_convocatoria from public, anon;
grant execute on function
  interno.es_moderadora, interno.es_editora, interno.es_soporte, interno.mis_papeles, public.mis_papeles, interno.mi_correo,
  interno.aceptar_convocatoria, public.aceptar_convocatoria
  to authenticated, service_role;
