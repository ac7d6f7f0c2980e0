-- Safety: whom she trusts, and what happened when she pressed the button. Nobody else reads either.
-- No press of the panic button is ever refused, and no flood of them fills the disk: what is pressed while an event is open
-- joins it. Every insert succeeds and returns its row; then the joined ones go and the open event tells of them.

-- Trusted contacts --------------------------------------------------------------------------------------------------------

create table public.contactos_emergencia (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  nombre text not null check (char_length(nombre) <= 100 and interno.tiene_texto(nombre)),
  telefono text not null check (interno.es_telefono(telefono)),
  prioridad int not null default 1 check (prioridad between 1 and 5),
  activo boolean not null default true,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  repetido boolean not null default false,
  version integer not null default 1
);
comment on table public.contactos_emergencia is
  'Trusted contacts: the member''s alone. activo = false means deleted; of several with one prioridad the oldest comes first.';
comment on column public.contactos_emergencia.repetido is
  'It had the number of another contact before that was refused. Written by nobody; false again once its number changes.';
create index contactos_emergencia_user_id_idx on public.contactos_emergencia (user_id, activo, prioridad, creado_en);
alter table public.contactos_emergencia enable row level security;
alter table public.contactos_emergencia force row level security;
revoke all on public.contactos_emergencia from anon, authenticated;
grant select, delete, insert (id, user_id, nombre, telefono, prioridad, activo), update (id, user_id, nombre, telefono, prioridad, activo)
  on public.contactos_emergencia to authenticated;
grant all on public.contactos_emergencia to service_role;

create policy "una usuaria lee sus propios contactos" on public.contactos_emergencia
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria agrega sus propios contactos" on public.contactos_emergencia
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia sus propios contactos" on public.contactos_emergencia
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria borra sus propios contactos" on public.contactos_emergencia
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

create function interno.preparar_contacto() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.nombre := btrim(new.nombre);
  new.telefono := interno.telefono_normal(new.telefono);
  return new;
end
$$;
comment on function interno.preparar_contacto is 'Trigger: a contact''s number is kept in international form, so that call and message links always work.';
create trigger preparar before insert or update of nombre, telefono on public.contactos_emergencia
  for each row execute function interno.preparar_contacto();
create trigger sellar before update on public.contactos_emergencia
  for each row execute function interno.sellar();

-- Deleted contacts never take the place of a new one: 450 that somebody else made and deleted, where she does not see them, would
-- keep her from adding whom the button writes to. The one deleted longest ago goes.
create function interno.limitar_contactos() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Two requests at once must not both find the last free place.
  perform pg_advisory_xact_lock(hashtextextended('contactos_emergencia ' || new.user_id, 0));
  if (select count(*) from public.contactos_emergencia where user_id = new.user_id and activo and id <> new.id) >= 50 then
    raise exception using errcode = 'PT422', message = 'Puedes guardar hasta 50 contactos de confianza.';
  end if;
  delete from public.contactos_emergencia where id in (
    select id from public.contactos_emergencia where user_id = new.user_id and id <> new.id and not activo
    order by actualizado_en desc, id
    offset greatest(0, 499 - (
      select count(*) from public.contactos_emergencia where user_id = new.user_id and activo and id <> new.id
    ))
  );
  return new;
end
$$;
comment on function interno.limitar_contactos is
  'Trigger: at most 50 contacts of a member are active (PT422), and 500 kept: those deleted longest ago go for good.';
create trigger limitar before insert on public.contactos_emergencia
  for each row execute function interno.limitar_contactos();
create trigger limitar_al_reactivar before update of activo on public.contactos_emergencia
  for each row when (new.activo and not old.activo) execute function interno.limitar_contactos();
-- No daily limit: someone with her session would use it up, and she could not change whom the button writes to.
select interno.poner_cupo(
  'public.contactos_emergencia', 'tus contactos',
  'Fifty active ones (interno.limitar_contactos), and ten times as many that were deleted.', 'user_id', 500, 500000, null, null
);

-- Presses of the button ---------------------------------------------------------------------------------------------------

create table public.eventos_peligro (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  latitud double precision check (latitud between -90 and 90),
  longitud double precision check (longitud between -180 and 180),
  mensaje text not null default 'Botón de pánico presionado' check (char_length(mensaje) <= 2000),
  enviado boolean not null default true,
  -- Beside the specified columns: what really happened.
  cliente_id uuid not null default gen_random_uuid(),
  estado text not null default 'preparado' check (estado in ('preparado', 'abierto', 'confirmado_por_usuaria')),
  canal text check (canal in ('whatsapp', 'sms', 'llamada')),
  contacto_id uuid references public.contactos_emergencia on delete set null,
  precision_m double precision check (precision_m >= 0),
  ubicacion_en timestamptz,
  ocurrido_en timestamptz not null default now(),
  creado_en timestamptz not null default now(),
  pulsaciones int not null default 1,
  ultima_pulsacion timestamptz,
  -- Bounded: the last hundred. A second delivery of a press that joined is then not counted again.
  juntadas uuid[] not null default '{}',
  unique (user_id, cliente_id),
  check ((latitud is null) = (longitud is null))
);
comment on table public.eventos_peligro is
  'Presses of the panic button: written once by the member, read by her alone. Without a location too.';
comment on column public.eventos_peligro.enviado is 'As the app''s contract names it; it says nothing about delivery: see estado.';
comment on column public.eventos_peligro.cliente_id is 'Made on her device: a second delivery of the same event changes nothing.';
comment on column public.eventos_peligro.estado is
  'preparado: the message was made ready; abierto: the messaging app was opened with it; confirmado_por_usuaria: she says that she sent it.';
comment on column public.eventos_peligro.canal is 'What the message was handed to.';
comment on column public.eventos_peligro.contacto_id is 'Whom it was for; null where that contact is not (or no longer) on the server.';
comment on column public.eventos_peligro.precision_m is 'Radius of the location in metres.';
comment on column public.eventos_peligro.ubicacion_en is 'When the device took the location.';
comment on column public.eventos_peligro.ocurrido_en is 'When she pressed, by her device''s clock; creado_en is when it arrived here.';
comment on column public.eventos_peligro.pulsaciones is 'How often she pressed while this event was open.';
comment on column public.eventos_peligro.ultima_pulsacion is 'When she pressed last, by her device''s clock; null after a single press.';
comment on column public.eventos_peligro.juntadas is 'cliente_id of the presses that joined, the last hundred.';
create index eventos_peligro_contacto_id_idx on public.eventos_peligro (contacto_id);
create index eventos_peligro_user_id_creado_en_idx on public.eventos_peligro (user_id, creado_en desc);
create index eventos_peligro_creado_en_idx on public.eventos_peligro (creado_en) where latitud is not null;
alter table public.eventos_peligro enable row level security;
alter table public.eventos_peligro force row level security;
revoke all on public.eventos_peligro from anon, authenticated;
grant select, insert (
  user_id, latitud, longitud, mensaje, enviado, cliente_id, estado, canal, contacto_id, precision_m, ubicacion_en, ocurrido_en
), update (estado, canal, contacto_id) on public.eventos_peligro to authenticated;
grant all on public.eventos_peligro to service_role;

create policy "una usuaria lee sus propios eventos" on public.eventos_peligro
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria registra sus propios eventos" on public.eventos_peligro
  for insert to authenticated with check ((select interno.fue_admitida()) and (select auth.uid()) = user_id);
-- The press as it went on: forwards only, by her alone.
create policy "una usuaria dice qué pasó con sus propios eventos" on public.eventos_peligro
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);

-- An event is never lost because its contact is: one that is deleted, not delivered yet or not hers becomes null.
create function interno.preparar_evento() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.contacto_id is not null and not exists (
    select from public.contactos_emergencia where id = new.contacto_id and user_id = new.user_id
  ) then
    new.contacto_id := null;
  end if;
  return new;
end
$$;
comment on function interno.preparar_evento is 'Trigger: keeps the contact of an event only where it is the member''s own.';
create trigger preparar before insert on public.eventos_peligro
  for each row execute function interno.preparar_evento();
create trigger preparar_cambio before update of contacto_id on public.eventos_peligro
  for each row execute function interno.preparar_evento();

create function interno.avanzar_evento() returns trigger
language plpgsql set search_path = '' as $$
declare
  pasos constant text[] := array['preparado', 'abierto', 'confirmado_por_usuaria'];
begin
  if array_position(pasos, new.estado) < array_position(pasos, old.estado) then
    raise exception using errcode = '23514', message = 'Una alerta no puede volver atrás.';
  end if;
  -- Where it was handed over says only the step that opened it.
  if new.estado = old.estado and (new.canal, new.contacto_id) is distinct from (old.canal, old.contacto_id) then
    -- A contact that is deleted for good leaves its event behind (foreign key, set null).
    if new.contacto_id is not null or new.canal is distinct from old.canal then
      raise exception using errcode = '23514', message = 'Una alerta no puede cambiar de destino.';
    end if;
  end if;
  return new;
end
$$;
comment on function interno.avanzar_evento is
  'Trigger: an event goes from preparado to abierto to confirmado_por_usuaria and never back; canal and contact change only with it.';
create trigger avanzar before update of estado, canal, contacto_id on public.eventos_peligro
  for each row execute function interno.avanzar_evento();

-- A press is never refused: its clock is corrected. It comes from a member, or by the token of her device (alertar_con_ficha, which says so in the
-- setting interno.con_ficha); what the server itself writes is none.
create function interno.contar_pulsacion() returns trigger
language plpgsql set search_path = '' as $$
declare
  de_esta_vez constant int := coalesce(nullif(current_setting('interno.pulsaciones', true), '')::int, 0) + 1;
begin
  -- By whatever clock: an event that claims tomorrow would be within ten minutes of no press of hers, or pass for later than all.
  if new.ocurrido_en > now() then
    new.ocurrido_en := now();
  end if;
  if new.ubicacion_en > now() then
    new.ubicacion_en := now();
  end if;
  -- Nor is one older than every clock: «-infinity» would be the age of the place that her contacts read.
  if new.ocurrido_en < '1970-01-01 00:00:00+00' then
    new.ocurrido_en := now();
  end if;
  if new.ubicacion_en < '1970-01-01 00:00:00+00' then
    new.ubicacion_en := new.ocurrido_en;
  end if;
  if auth.uid() is null and current_setting('interno.con_ficha', true) is distinct from 'sí' then
    return new;
  end if;
  perform set_config('interno.pulsaciones', de_esta_vez::text, true);
  return case when de_esta_vez <= 20 then new end;
end
$$;
comment on function interno.contar_pulsacion is
  'Trigger: no press is later than its arrival or older than every clock, and of one request at most twenty are written; interno.juntar_pulsaciones counts the others.';
create trigger contar_pulsacion before insert on public.eventos_peligro
  for each row execute function interno.contar_pulsacion();

-- A press may be told first without its place, by a locked device or the browser's worker; the page has it. With its owner's rights: members write no
-- place of an event that is there.
create function interno.traer_lugar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.latitud is not null and new.user_id = auth.uid() then
    update public.eventos_peligro e
    set latitud = new.latitud, longitud = new.longitud, precision_m = new.precision_m, ubicacion_en = new.ubicacion_en
    where e.user_id = new.user_id and e.cliente_id = new.cliente_id and e.latitud is null;
  end if;
  return new;
end
$$;
comment on function interno.traer_lugar is 'Trigger: a press that is known without a place gets it from its second delivery, which changes nothing else of it.';
-- After the others: what they corrected is what is written.
create trigger traer_lugar before insert on public.eventos_peligro
  for each row execute function interno.traer_lugar();

-- With its owner's rights: members neither delete events nor write how often they pressed.
create function interno.juntar_pulsaciones() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  pasos constant text[] := array['preparado', 'abierto', 'confirmado_por_usuaria'];
  margen constant interval := interval '10 minutes';
  de_esta_vez constant int := coalesce(nullif(current_setting('interno.pulsaciones', true), '')::int, 0);
  de_mas constant int := greatest(0, de_esta_vez - 20);
  espera constant text := current_setting('lock_timeout');
  quien uuid;
  nueva public.eventos_peligro;
  abierto public.eventos_peligro;
  -- Events that came in the last hour, the last day, and in all; with the new ones.
  hora int;
  dia int;
  todos int;
  -- The new ones that have not had their turn: each joins what was there before it, never one that comes after.
  por_ver uuid[];
begin
  perform set_config('interno.pulsaciones', '0', true);
  if auth.uid() is null and current_setting('interno.con_ficha', true) is distinct from 'sí' then
    return null;
  end if;
  for quien in select distinct user_id from nuevas loop
    begin
      -- Two presses at the same instant become one event. A lock that is held for long delays no press: then both
      -- stay as they are, and the next one joins them.
      perform set_config('lock_timeout', '1000', true);
      perform pg_advisory_xact_lock(hashtextextended('eventos_peligro ' || quien, 0));
      perform set_config('lock_timeout', espera, true);
    exception when lock_not_available then
      continue;
    end;
    select count(*) filter (where creado_en > now() - interval '1 hour'),
      count(*) filter (where creado_en > now() - interval '1 day'), count(*)
    into hora, dia, todos
    from public.eventos_peligro where user_id = quien;
    por_ver := array(select id from nuevas where user_id = quien);

    for nueva in
      select * from nuevas where user_id = quien order by ocurrido_en, creado_en, id
    loop
      -- The same press, delivered twice: known by its id, wherever it went.
      select * into abierto from public.eventos_peligro e
      where e.user_id = quien and e.id <> all (por_ver) and nueva.cliente_id = any (e.juntadas) limit 1;
      if not found then
        -- What she pressed within ten minutes of an event that she has not closed, by the clock of her device: what waited
        -- hours for a network stays apart.
        select * into abierto from public.eventos_peligro e
        where e.user_id = quien and e.id <> all (por_ver) and e.estado <> 'confirmado_por_usuaria'
          and e.ocurrido_en between nueva.ocurrido_en - margen and nueva.ocurrido_en + margen
        order by e.creado_en, e.ocurrido_en, e.id limit 1;
      end if;
      if abierto.id is null and (hora > 12 or dia > 60 or todos > 5000) then
        -- Nobody lives so many: the last one takes them all.
        select * into abierto from public.eventos_peligro e
        where e.user_id = quien and e.id <> all (por_ver) order by e.creado_en desc, e.ocurrido_en desc, e.id limit 1;
      end if;
      por_ver := array_remove(por_ver, nueva.id);
      continue when abierto.id is null;

      update public.eventos_peligro e set
        pulsaciones = e.pulsaciones + case when nueva.cliente_id = any (e.juntadas) then 0 else nueva.pulsaciones end,
        juntadas = case when nueva.cliente_id = any (e.juntadas) then e.juntadas
          else (e.juntadas || nueva.cliente_id)[greatest(1, cardinality(e.juntadas) - 98):] end,
        ultima_pulsacion = greatest(coalesce(e.ultima_pulsacion, e.ocurrido_en), nueva.ocurrido_en),
        -- What arrives last counts, whatever time it claims: a clock that is slow, or an event that somebody else wrote with her
        -- session, takes neither place nor message from a press. Delivered again it counts by its time.
        -- A press without a place erases none.
        (latitud, longitud, precision_m, ubicacion_en) = (
          select lugar.latitud, lugar.longitud, lugar.precision_m, lugar.ubicacion_en
          from (values
            (e.latitud, e.longitud, e.precision_m, e.ubicacion_en, coalesce(e.ubicacion_en, e.ultima_pulsacion, e.ocurrido_en), 1),
            (nueva.latitud, nueva.longitud, nueva.precision_m, nueva.ubicacion_en,
              case when nueva.cliente_id = any (e.juntadas) then coalesce(nueva.ubicacion_en, nueva.ocurrido_en) else 'infinity' end, 2)
          ) as lugar (latitud, longitud, precision_m, ubicacion_en, cuando, orden)
          order by lugar.latitud is null, lugar.cuando desc, lugar.orden desc limit 1
        ),
        mensaje = case when nueva.cliente_id <> all (e.juntadas) or nueva.ocurrido_en >= coalesce(e.ultima_pulsacion, e.ocurrido_en)
          then nueva.mensaje else e.mensaje end,
        -- Forwards only, and what it was handed to goes with the step.
        (estado, canal, contacto_id) = (
          select case when adelante then nueva.estado else e.estado end,
            case when adelante then nueva.canal else e.canal end,
            case when adelante then nueva.contacto_id else e.contacto_id end
          from (select array_position(pasos, nueva.estado) > array_position(pasos, e.estado)) as paso (adelante)
        )
      where e.id = abierto.id;
      delete from public.eventos_peligro where id = nueva.id;
      hora := hora - 1;
      dia := dia - 1;
      todos := todos - 1;
    end loop;

    if de_mas > 0 then
      update public.eventos_peligro set
        pulsaciones = pulsaciones + de_mas, ultima_pulsacion = greatest(coalesce(ultima_pulsacion, ocurrido_en), now())
      where id = (
        select id from public.eventos_peligro where user_id = quien order by creado_en desc, ocurrido_en desc, id limit 1
      );
    end if;
  end loop;
  return null;
end
$$;

select interno.poner_cupo(
  'public.eventos_peligro', 'la casa', 'Never refused: more presses join the open event (interno.juntar_pulsaciones).', rechaza => false
);

comment on function interno.juntar_pulsaciones is
  'Trigger of a statement: presses within ten minutes of an event that is not confirmed join it (count, last time, latest place), and so do all beyond 12 an hour, 60 a day and 5000; the insert has succeeded and returned them already.';
create trigger juntar_pulsaciones after insert on public.eventos_peligro referencing new table as nuevas
  for each statement execute function interno.juntar_pulsaciones();

create function interno.minimizar_ubicaciones(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  cambiadas int;
begin
  update public.eventos_peligro
  set latitud = round(latitud::numeric, 2), longitud = round(longitud::numeric, 2), precision_m = null
  where creado_en < ahora - interval '90 days' and latitud is not null
    and (latitud, longitud) is distinct from (round(latitud::numeric, 2)::float8, round(longitud::numeric, 2)::float8);
  get diagnostics cambiadas = row_count;
  return cambiadas;
end
$$;
comment on function interno.minimizar_ubicaciones is
  'For the owner, daily: locations of events older than 90 days are rounded to about a kilometre. Returns how many.';

-- One number, one contact: the same person twice is written to twice, and is asked twice whether she or he would help. What is there
-- twice already stays: either of the two may be the one who said yes, with ways of its own, and nobody loses one without a word.
create function interno.mismo_numero(telefono text) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- What people write with and without: Argentina's 9 and Mexico's old 1 between the country and the number of a mobile.
  select regexp_replace(regexp_replace(telefono, '^\+549(?=[0-9]{10}$)', '+54'), '^\+521(?=[0-9]{10}$)', '+52')
$$;

create unique index contactos_emergencia_numero_idx on public.contactos_emergencia (user_id, interno.mismo_numero(telefono))
  where activo and not repetido;

comment on function interno.mismo_numero is 'What two ways of writing the number of one telephone have in common. Of a number in international form, or a short code.';

-- The index guarantees it, also for two requests at once; this says it in words for her, and says whose the number is.
create function interno.rechazar_repetido() returns trigger
language plpgsql set search_path = '' as $$
declare
  de text;
begin
  if tg_op = 'UPDATE' and old.activo and new.activo and new.user_id = old.user_id
    and interno.mismo_numero(new.telefono) = interno.mismo_numero(old.telefono) then
    return new;
  end if;
  new.repetido := false;
  if new.activo then
    select c.nombre into de from public.contactos_emergencia c
    where c.user_id = new.user_id and c.activo and c.id <> new.id
      and interno.mismo_numero(c.telefono) = interno.mismo_numero(new.telefono)
    order by c.prioridad, c.creado_en limit 1;
    if found then
      raise exception using errcode = 'PT409', message = format('Ese número ya lo tienes guardado: es el de %s.', de);
    end if;
  end if;
  return new;
end
$$;
comment on function interno.rechazar_repetido is
  'Trigger: refuses (PT409) a number that another active contact of hers has. Its name comes after preparar, which brings the number to its form.';
create trigger rechazar_repetido before insert or update of user_id, telefono, activo on public.contactos_emergencia
  for each row execute function interno.rechazar_repetido();
create trigger contar_version before update of nombre, telefono, prioridad, activo on public.contactos_emergencia
  for each row execute function interno.contar_version();

revoke all on all functions in schema interno from public, anon;
grant execute on function interno.mismo_numero to authenticated, service_role;
