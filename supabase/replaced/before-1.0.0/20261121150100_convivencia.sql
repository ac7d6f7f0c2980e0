-- Circles kept kind: blocks, reports, suspensions; and the sign that tells a member's open rooms to look again.

-- Blocks --------------------------------------------------------------------------------------------------------------

create table public.bloqueos (
  user_id uuid not null default auth.uid() references interno.perfiles on delete cascade,
  bloqueada_id uuid not null references interno.perfiles on delete cascade,
  creado_en timestamptz not null default now(),
  primary key (user_id, bloqueada_id),
  check (user_id <> bloqueada_id)
);
comment on table public.bloqueos is
  'Whom a member has blocked: hers alone to read and write. Neither of the two sees the other''s messages or is in a call with her.';
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

-- With its owner's rights: who was blocked must not be able to read by whom, and is kept apart all the same.
create function interno.bloqueos_de_quien_pregunta() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(id), '{}') from (
    select bloqueada_id as id from public.bloqueos where user_id = auth.uid()
    union all
    select user_id from public.bloqueos where bloqueada_id = auth.uid()
  ) as apartadas
$$;
comment on function interno.bloqueos_de_quien_pregunta is
  'Everybody from whom a block keeps her who asks, in either direction. For policies alone.';

drop policy "las usuarias leen los mensajes" on public.mensajes_sala;
-- The admin reads all: whoever blocks her must not be out of her sight.
create policy "las usuarias leen los mensajes, salvo entre bloqueadas" on public.mensajes_sala
  for select to authenticated using (
    (select interno.es_admitida())
    and (
      user_id is null
      or user_id <> all ((select interno.bloqueos_de_quien_pregunta())::uuid[])
      or (select interno.es_admin())
    )
  );

create function interno.limitar_bloqueos() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('bloqueo', array[60], array[interval '1 day']);
  return new;
end
$$;
comment on function interno.limitar_bloqueos is 'Trigger: at most 60 blocks of a member in a day (PT429).';
create trigger limitar before insert on public.bloqueos for each row execute function interno.limitar_bloqueos();

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
create trigger vigilar_palabra before insert on public.mensajes_sala
  for each row execute function interno.vigilar_palabra();

-- Signs ---------------------------------------------------------------------------------------------------------------

create table public.senales (
  user_id uuid primary key references auth.users on delete cascade,
  cambio bigint not null default 1
);
comment on table public.senales is
  'A number that grows whenever what a member may see or write in circles has changed: her open rooms read it live and ask again. Written by triggers.';
alter table public.senales enable row level security;
alter table public.senales force row level security;
revoke all on public.senales from anon, authenticated;
grant select on public.senales to authenticated;
grant all on public.senales to service_role;
create policy "una usuaria lee su propia señal" on public.senales
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

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

-- Reports -------------------------------------------------------------------------------------------------------------

create table public.reportes_sala (
  id uuid primary key default gen_random_uuid(),
  origen text not null default 'mensaje' check (origen in ('mensaje', 'llamada')),
  -- No reference: the report outlives the message, so that deleting it does not delete the evidence.
  mensaje_id uuid,
  sala_id uuid references public.salas_comunidad on delete set null,
  autora_id uuid references interno.perfiles on delete set null,
  contenido text,
  escrito_en timestamptz,
  motivo text not null check (motivo in ('acoso', 'odio', 'datos', 'peligro', 'publicidad', 'otro')),
  detalle text check (char_length(detalle) <= 1000),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'retirado', 'descartado')),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  creado_en timestamptz not null default now(),
  atendido_en timestamptz,
  unique (user_id, mensaje_id),
  check ((origen = 'mensaje') = (mensaje_id is not null))
);
comment on table public.reportes_sala is
  'Messages, and members of a call, that somebody reported: she reads her own; the admin reads and settles all without learning whose they are.';
comment on column public.reportes_sala.contenido is 'The message as it stood when it was reported; null for a call.';
create index reportes_sala_mensaje_id_idx on public.reportes_sala (mensaje_id);
create index reportes_sala_sala_id_idx on public.reportes_sala (sala_id);
create index reportes_sala_autora_id_idx on public.reportes_sala (autora_id);
create index reportes_sala_pendientes_idx on public.reportes_sala (creado_en) where estado = 'pendiente';

alter table public.reportes_sala enable row level security;
alter table public.reportes_sala force row level security;
revoke all on public.reportes_sala from anon, authenticated;
-- user_id is nobody's to read: it comes from the session.
grant
  select (id, origen, mensaje_id, sala_id, autora_id, contenido, escrito_en, motivo, detalle, estado, creado_en, atendido_en),
  insert (origen, mensaje_id, sala_id, autora_id, motivo, detalle),
  update (estado)
  on public.reportes_sala to authenticated;
grant all on public.reportes_sala to service_role;

create policy "una usuaria lee sus propios reportes, la admin todos" on public.reportes_sala
  for select to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_admin())));
create policy "una usuaria reporta" on public.reportes_sala
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "la admin atiende los reportes" on public.reportes_sala
  for update to authenticated using ((select interno.es_admin())) with check ((select interno.es_admin()));

-- As she who reports: of a message that she cannot see she can say nothing, and what it said is copied, not told.
create function interno.preparar_reporte_sala() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('reporte de sala', array[30], array[interval '1 day']);
  if new.origen = 'mensaje' then
    select sala_id, user_id, contenido, creado_en
    into new.sala_id, new.autora_id, new.contenido, new.escrito_en
    from public.mensajes_sala where id = new.mensaje_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'Ese mensaje ya no está.';
    end if;
  elsif new.autora_id is null then
    raise exception using errcode = 'PT404', message = 'Esa persona ya no está.';
  end if;
  return new;
end
$$;
comment on function interno.preparar_reporte_sala is
  'Trigger: copies the message that is reported (PT404 where she sees none); at most 30 reports of a member in a day (PT429).';
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

-- Only what the admin removes settles its reports: who deletes her own message does not delete what was said of it.
create function interno.atender_retirado() returns trigger
language plpgsql set search_path = '' as $$
begin
  if interno.es_admin() then
    update public.reportes_sala set estado = 'retirado' where mensaje_id = old.id and estado = 'pendiente';
  end if;
  return null;
end
$$;
comment on function interno.atender_retirado is 'Trigger: a message that the admin removes has no open reports any more.';
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
    (select max(hasta) from public.suspensiones v where v.user_id = r.autora_id and v.hasta > now()) as suspendida_hasta
  from public.reportes_sala r
  left join public.salas_comunidad s on s.id = r.sala_id
  left join interno.perfiles p on p.id = r.autora_id
  where r.estado = 'pendiente' and (select interno.es_admin())
  group by coalesce(r.mensaje_id, r.id), r.origen, r.mensaje_id, r.sala_id, r.autora_id;
comment on view public.cola_de_reportes is
  'For the admin''s queue: each reported message, or report from a call, with how often and why; empty for everybody else.';
revoke all on public.cola_de_reportes from anon, authenticated;
grant select on public.cola_de_reportes to authenticated;
grant all on public.cola_de_reportes to service_role;

-- What is shown live besides messages.
alter publication supabase_realtime add table public.senales, public.reportes_sala, public.salas_comunidad;

-- Presence ------------------------------------------------------------------------------------------------------------

-- Who may hear and say who is in a topic of the live door. Supabase, "Realtime Authorization".
create function interno.oye_tema(tema text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if tema ~ '^sala:[0-9a-f-]{36}$' then
    return exists (select from public.salas_comunidad where id = substr(tema, 6)::uuid);
  end if;
  return false;
end
$$;
comment on function interno.oye_tema is 'Whether she who asks sees the circle that a live topic `sala:<id>` belongs to.';

create policy "las usuarias oyen cuántas hay en una sala" on realtime.messages
  for select to authenticated using (
    (select interno.es_admitida()) and extension = 'presence' and (select interno.oye_tema((select realtime.topic())))
  );
create policy "las usuarias dicen que están en una sala" on realtime.messages
  for insert to authenticated with check (
    (select interno.es_admitida()) and extension = 'presence' and (select interno.oye_tema((select realtime.topic())))
  );

revoke all on function
  interno.bloqueos_de_quien_pregunta, interno.limitar_bloqueos, interno.exigir_palabra, interno.vigilar_palabra,
  interno.dar_senal, interno.preparar_reporte_sala, interno.cerrar_reporte_sala, interno.atender_retirado, interno.oye_tema
  from public, anon;
grant execute on function interno.bloqueos_de_quien_pregunta, interno.exigir_palabra, interno.oye_tema
  to authenticated, service_role;
