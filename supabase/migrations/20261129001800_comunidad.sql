-- Circles, their messages, what was reported in them, and who hears what live.
create table public.salas_comunidad (
  id uuid primary key default gen_random_uuid(),
  nombre text not null check (char_length(nombre) <= 100 and interno.tiene_texto(nombre)),
  descripcion text check (char_length(descripcion) <= 500),
  -- Any other value than the ten of the app is shown with a generic icon.
  icono text check (char_length(icono) <= 50),
  created_at timestamptz not null default now(),
  -- Beside the specified columns.
  sala_video_id uuid unique references public."Salas" on delete set null,
  visible boolean not null default true,
  clave text unique,
  editado_en timestamptz,
  version integer not null default 1
);
alter table public.salas_comunidad
  add constraint salas_comunidad_created_at_de_calendario check (interno.es_momento(created_at)) not valid;
comment on table public.salas_comunidad is
  'Circles: every member reads them and may link a video call; everything else is the admin''s to write.';
create index salas_comunidad_created_at_idx on public.salas_comunidad (created_at desc);
alter table public.salas_comunidad enable row level security;
alter table public.salas_comunidad force row level security;
revoke all on public.salas_comunidad from anon, authenticated;
grant select, delete, insert (id, nombre, descripcion, icono, created_at, visible),
  update (nombre, descripcion, icono, created_at, visible, sala_video_id) on public.salas_comunidad to authenticated;
grant all on public.salas_comunidad to service_role;

-- Moderadora: circles and calls, messages and reports, stories, reviews, pauses.
create policy "las usuarias leen las salas visibles, la moderadora todas" on public.salas_comunidad
  for select to authenticated using ((select interno.participa()) and (visible or (select interno.es_moderadora())));
create policy "la moderadora agrega salas" on public.salas_comunidad
  for insert to authenticated with check ((select interno.es_moderadora()));
-- A member may change only the video call of a circle: the trigger below.
create policy "las usuarias enlazan una sala de video, la moderadora el resto" on public.salas_comunidad
  for update to authenticated
  using ((select interno.participa()) and (visible or (select interno.es_moderadora())))
  with check ((select interno.es_admitida()));
create policy "la moderadora borra salas" on public.salas_comunidad
  for delete to authenticated using ((select interno.es_moderadora()));

create function interno.vigilar_enlace() returns trigger
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
comment on function interno.vigilar_enlace is
  'Trigger: a member who may write sets sala_video_id alone (42501, PT403 suspended), to an open call of her own (PT403), where no other one is linked to the circle (PT409), three times an hour in one and eight in all (PT429).';
create trigger vigilar_enlace before update on public.salas_comunidad
  for each row execute function interno.vigilar_enlace();
create trigger marcar_edicion before update of nombre, descripcion, icono, created_at, visible on public.salas_comunidad
  for each row execute function interno.marcar_edicion();
create trigger anotar_bitacora after insert or update or delete on public.salas_comunidad
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.salas_comunidad', 'las salas', 'Rows of the installation; members link a call.', null, 500, null, 500, 1000000);

create function public.llamada_abierta(sala uuid) returns text
language sql stable set search_path = '' begin atomic
  select v.room_url
  from public.salas_comunidad s join public."Salas" v on v.id = s.sala_video_id
  where s.id = sala and v.esta_activa and v.vence_en > now() and v.viva_hasta > now();
end;
comment on function public.llamada_abierta is
  'Address of the call that is open in a circle, for members who see the circle; null where there is none, also to the one who made a call that has ended.';

-- Messages --------------------------------------------------------------------------------------------------------------------

create table public.mensajes_sala (
  id uuid primary key default gen_random_uuid(),
  sala_id uuid not null references public.salas_comunidad on delete cascade,
  -- Null once its author has left: shown as «Anónimo».
  user_id uuid references interno.perfiles on delete set null,
  contenido text not null check (char_length(contenido) <= 2000 and interno.tiene_texto(contenido)),
  tipo text not null default 'texto' check (tipo in ('texto')),
  -- Not now(): messages of one transaction keep their order.
  creado_en timestamptz not null default clock_timestamp()
);
comment on table public.mensajes_sala is 'Messages of a circle: members read them, not between two of whom one blocked the other, and write their own; moderadoras read all; author or moderadora deletes one.';
create index mensajes_sala_sala_id_idx on public.mensajes_sala (sala_id, creado_en, id);
create index mensajes_sala_user_id_idx on public.mensajes_sala (user_id, creado_en);
alter table public.mensajes_sala enable row level security;
alter table public.mensajes_sala force row level security;
revoke all on public.mensajes_sala from anon, authenticated;
grant select, delete, insert (id, sala_id, user_id, contenido, tipo) on public.mensajes_sala to authenticated;
grant all on public.mensajes_sala to service_role;

-- The admin reads all: a member who blocks her must not be out of her sight.
create policy "las usuarias leen los mensajes, salvo entre bloqueadas" on public.mensajes_sala
  for select to authenticated using (
    (select interno.es_admitida())
    and (
      user_id = (select auth.uid())
      or (
        (select interno.participa())
        and (user_id is null or user_id <> all ((select interno.bloqueos_de_quien_pregunta())::uuid[]))
      )
      or (select interno.es_moderadora())
    )
  );
create policy "una usuaria escribe en una sala que ve" on public.mensajes_sala
  for insert to authenticated with check (
    (select interno.participa()) and (select auth.uid()) = user_id
    and exists (select from public.salas_comunidad s where s.id = sala_id)
  );
create policy "borran un mensaje su autora y la moderadora" on public.mensajes_sala
  for delete to authenticated using (((select interno.es_admitida()) and (select auth.uid()) = user_id) or (select interno.es_moderadora()));

-- A message that the team restores counts for nobody.
create function interno.limitar_mensajes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' and auth.uid() is distinct from new.user_id then
    return new;
  end if;
  new.contenido := btrim(new.contenido, E' \t\r\n');
  perform interno.limitar('mensaje', array[5, 30], array[interval '5 seconds', interval '1 minute']);
  return new;
end
$$;
comment on function interno.limitar_mensajes is 'Trigger: messages are stored trimmed, at most 5 in 5 seconds and 30 in a minute (PT429).';
create trigger limitar before insert on public.mensajes_sala
  for each row execute function interno.limitar_mensajes();
create trigger vigilar_palabra before insert on public.mensajes_sala
  for each row execute function interno.vigilar_palabra();
create trigger anotar_bitacora after update or delete on public.mensajes_sala
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo(
  'public.mensajes_sala', 'tus mensajes', 'Fifty messages a day for ten years.', 'user_id', 200000, 40000000, 3000, 12000000
);

-- Reports ---------------------------------------------------------------------------------------------------------------------

create table public.reportes_sala (
  id uuid primary key default gen_random_uuid(),
  origen text not null default 'mensaje' check (origen in ('mensaje', 'llamada', 'reseña', 'nombre')),
  -- No reference: the report outlives the message, so that deleting it does not delete the evidence.
  mensaje_id uuid,
  sala_id uuid references public.salas_comunidad on delete set null,
  autora_id uuid references interno.perfiles on delete set null,
  contenido text,
  escrito_en timestamptz,
  motivo text not null check (motivo in ('acoso', 'odio', 'datos', 'peligro', 'publicidad', 'otro')),
  detalle text check (char_length(detalle) <= 1000),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'retirado', 'descartado')),
  user_id uuid not null default auth.uid(),
  creado_en timestamptz not null default now(),
  atendido_en timestamptz,
  objeto_id uuid,
  contacto boolean not null default false,
  unique (user_id, mensaje_id),
  check ((origen = 'mensaje') = (mensaje_id is not null)),
  constraint reportes_sala_objeto_check check ((origen in ('reseña', 'nombre')) = (objeto_id is not null))
);
comment on table public.reportes_sala is
  'Messages, and members of a call, that somebody reported: she reads her own; the admin reads and settles all without learning whose they are.';
comment on column public.reportes_sala.contenido is 'The message as it stood when it was reported; null for a call.';
comment on column public.reportes_sala.user_id is
  'Who reported: not readable by clients. No reference, so that the row does not move when she leaves (interno.retiros_reportes).';
comment on column public.reportes_sala.objeto_id is
  'Of a review its id; of a name what is the same for all reports of this name of this member, and leads to nobody.';
comment on column public.reportes_sala.contacto is 'Whether the reporter agreed that the team writes to her (recados).';
create index reportes_sala_mensaje_id_idx on public.reportes_sala (mensaje_id);
create index reportes_sala_sala_id_idx on public.reportes_sala (sala_id);
create index reportes_sala_autora_id_idx on public.reportes_sala (autora_id);
create index reportes_sala_pendientes_idx on public.reportes_sala (creado_en) where estado = 'pendiente';
create unique index reportes_sala_una_vez_idx on public.reportes_sala (user_id, origen, objeto_id) where objeto_id is not null;
create index reportes_sala_objeto_idx on public.reportes_sala (objeto_id) where objeto_id is not null;
alter table public.reportes_sala enable row level security;
alter table public.reportes_sala force row level security;
revoke all on public.reportes_sala from anon, authenticated;
-- Clients do not read user_id: it comes from the session.
-- With its id: who reports somebody in a call again, since an answer got lost, does it under the same one.
grant select (id, origen, mensaje_id, sala_id, autora_id, contenido, escrito_en, motivo, detalle, estado, creado_en, atendido_en, objeto_id,
  contacto), insert (origen, mensaje_id, sala_id, autora_id, motivo, detalle, id, objeto_id, contacto), update (estado) on
  public.reportes_sala to authenticated;
grant all on public.reportes_sala to service_role;

create policy "una usuaria lee sus propios reportes, la moderadora todos" on public.reportes_sala
  for select to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_moderadora())));
create policy "una usuaria reporta" on public.reportes_sala
  for insert to authenticated with check ((select interno.participa()) and (select auth.uid()) = user_id);
create policy "la moderadora atiende los reportes" on public.reportes_sala
  for update to authenticated using ((select interno.es_moderadora())) with check ((select interno.es_moderadora()));

-- With the rights of the member who reports: of a message that she cannot see she can say nothing, and what it said is copied, not told. A member of a call
-- is reported by her stay in it, as the member who reports sees it.
create function interno.preparar_reporte_sala() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('reporte de sala', array[30], array[interval '1 day']);
  if new.origen in ('mensaje', 'llamada') then
    new.objeto_id := null;
  end if;
  case new.origen
    when 'mensaje' then
      select sala_id, user_id, contenido, creado_en
      into new.sala_id, new.autora_id, new.contenido, new.escrito_en
      from public.mensajes_sala where id = new.mensaje_id;
    when 'llamada' then
      select s.id into new.sala_id
      from public.presentes_llamada p left join public.salas_comunidad s on s.sala_video_id = p.llamada_id
      where p.user_id = new.autora_id and p.llamada_id = any (interno.llamadas_de_quien_pregunta());
    when 'reseña' then
      -- Whose it is she does not know, and reads nowhere.
      new.autora_id := null;
      new.sala_id := null;
      select r.comentario into new.contenido from public."reseñas_terapeutas" r where r.id = new.objeto_id;
    else
      new.sala_id := null;
      select p.username, md5(p.id::text || p.username)::uuid into new.contenido, new.objeto_id
      from public.profiles p where p.id = new.autora_id;
  end case;
  if not found then
    raise exception using errcode = 'PT404', message = case new.origen
      when 'mensaje' then 'Ese mensaje ya no está.' when 'reseña' then 'Esa reseña ya no está.' else 'Esa persona ya no está.' end;
  end if;
  return new;
end
$$;
comment on function interno.preparar_reporte_sala is
  'Trigger: copies the message, review or name that is reported (PT404 where she sees none); at most 30 reports of a member in a day (PT429).';
create trigger preparar before insert on public.reportes_sala
  for each row execute function interno.preparar_reporte_sala();

create function interno.cerrar_reporte_sala() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.atendido_en := case when new.estado <> 'pendiente' then now() end;
  return new;
end
$$;
comment on function interno.cerrar_reporte_sala is 'Trigger: notes when a report was settled.';
create trigger cerrar before update of estado on public.reportes_sala
  for each row execute function interno.cerrar_reporte_sala();
create trigger anotar_bitacora after update or delete on public.reportes_sala
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo(
  'public.reportes_sala', 'tus reportes', 'Thirty a day at most; reports outlive messages.', 'user_id', 3000, 20000000, 100, 2000000
);

-- Only what the admin removes settles its reports: who deletes her own message does not delete what was said of it.
create function interno.atender_retirado() returns trigger
language plpgsql set search_path = '' as $$
begin
  if interno.es_moderadora() then
    update public.reportes_sala set estado = 'retirado' where mensaje_id = old.id and estado = 'pendiente';
  end if;
  return null;
end
$$;
comment on function interno.atender_retirado is 'Trigger: a message that the team removes has no open reports any more.';
create trigger atender_retirado after delete on public.mensajes_sala
  for each row execute function interno.atender_retirado();

create view public.cola_de_reportes with (security_invoker = true) as
  select
    coalesce(r.mensaje_id, r.id) as id,
    r.origen,
    r.mensaje_id,
    r.sala_id,
    min(s.nombre) as sala,
    r.autora_id,
    min(p.username) as autora,
    min(r.contenido) as contenido,
    min(r.escrito_en) as escrito_en,
    count(*) as reportes,
    array_agg(distinct r.motivo) as motivos,
    coalesce(array_agg(r.detalle) filter (where interno.tiene_texto(r.detalle)), '{}') as detalles,
    min(r.creado_en) as desde,
    exists (select from public.mensajes_sala m where m.id = r.mensaje_id) as sigue,
    (select max(hasta) from public.suspensiones v where v.user_id = r.autora_id and v.hasta > now() and v.alcance <> 'falta') as suspendida_hasta
  from public.reportes_sala r
  left join public.salas_comunidad s on s.id = r.sala_id
  left join interno.perfiles p on p.id = r.autora_id
  where r.estado = 'pendiente' and (select interno.es_moderadora())
  group by coalesce(r.mensaje_id, r.id), r.origen, r.mensaje_id, r.sala_id, r.autora_id;
comment on view public.cola_de_reportes is
  'For the team''s queue: each reported message, or report from a call, with how often and why; empty for everybody else.';
revoke all on public.cola_de_reportes from anon, authenticated;
grant select on public.cola_de_reportes to authenticated;
grant all on public.cola_de_reportes to service_role;

-- What is shown live ----------------------------------------------------------------------------------------------------------

-- Only what is shown live leaves through the publication. Each reader receives what her policies let her read.
alter publication supabase_realtime add table public.mensajes_sala, public.reportes_sala, public.salas_comunidad;
-- Who hears live that a row is gone. Row level security cannot be asked about a row that is not there any more, and the key
-- alone does not say who could read it: accounts that are not admitted would hear every deletion. With the whole old row in the
-- stream our server puts it to the table's policies, and tells each reader the key of what she could have read; the row itself
-- leaves the database for nobody. (Hosted Supabase, too, sends the key alone wherever row level security is on.)
alter table public.mensajes_sala replica identity full;
alter table public.reportes_sala replica identity full;
alter table public.salas_comunidad replica identity full;

-- Who may hear and say who is in a Realtime topic. Supabase, "Realtime Authorization".
create function interno.oye_tema(tema text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if tema ~ '^sala:[0-9a-f-]{36}$' then
    return exists (select from public.salas_comunidad where id = substr(tema, 6)::uuid);
  end if;
  return false;
end
$$;
comment on function interno.oye_tema is 'Whether the caller sees the circle that a live topic `sala:<id>` belongs to.';

-- Her alarm and her timers are heard live in channels of their own (comunidad says what they are).
create policy "las usuarias oyen su sala, su llamada y sus cambios" on realtime.messages
  for select to authenticated using (
    ((select interno.es_admitida()) and (
      (extension = 'presence' and (select interno.oye_tema((select realtime.topic()))))
      or (extension = 'broadcast' and (select interno.oye_llamada((select realtime.topic()))))
    ))
    or (
      extension = 'broadcast'
      and (select realtime.topic())
        ~ '^(mensajes|presentes|historias|revision|alertas|llegadas):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and ((select interno.es_admitida()) or (select interno.es_admin()))
    )
  );
create policy "las usuarias están en su sala y hablan en su llamada" on realtime.messages
  for insert to authenticated with check (
    (select interno.es_admitida()) and (
      (extension = 'presence' and (select interno.oye_tema((select realtime.topic()))))
      or (extension = 'broadcast' and (select interno.habla_en_llamada((select realtime.topic()))))
    )
  );
create trigger contar_version before update of nombre, descripcion, icono, visible on public.salas_comunidad
  for each row execute function interno.contar_version();

create table interno.retiros_reportes (
  id uuid primary key,
  retirar_en timestamptz not null default now() + random() * interval '48 hours'
);
comment on table interno.retiros_reportes is
  'Reports that come down after their author left, each at its own moment: not readable by clients, and nothing in it says whose they were.';
alter table interno.retiros_reportes enable row level security;
alter table interno.retiros_reportes force row level security;
revoke all on interno.retiros_reportes from anon, authenticated;

create table interno.denuncias_guardadas (
  reporte_id uuid primary key references public.reportes_sala on delete cascade,
  huella bytea not null,
  guardada_en timestamptz not null default now()
);
comment on table interno.denuncias_guardadas is
  'Of a report that was open when the account it is about ended, the keyed hash of its address: until it is decided, a year at most. Not readable by clients.';
create index denuncias_guardadas_huella_idx on interno.denuncias_guardadas (huella);
alter table interno.denuncias_guardadas enable row level security;
alter table interno.denuncias_guardadas force row level security;
revoke all on interno.denuncias_guardadas from anon, authenticated;
select interno.poner_cupo('interno.denuncias_guardadas', 'la casa', 'One for each open report at most.', rechaza => false);
create trigger mirar_decision after delete on public.mensajes_sala
  for each row execute function interno.mirar_decision();
create trigger mirar_decision after update of estado on public.reportes_sala
  for each row execute function interno.mirar_decision();

revoke all on all functions in schema interno from public, anon;
revoke all on function public.llamada_abierta from anon, authenticated, public;
grant execute on function public.llamada_abierta, interno.oye_tema to authenticated, service_role;
