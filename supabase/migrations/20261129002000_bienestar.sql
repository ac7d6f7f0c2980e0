-- Diary and agenda: the member's alone, in every verb; and the reminders of the agenda.

-- Diary: two devices never overwrite each other unseen ----------------------------------------------------------------------------

-- What her device has encrypted, as the app writes it (app/src/lib/cofre/sobre.ts).
create function interno.es_sobre(texto text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select texto ~ '^cofre1\.[A-Za-z0-9_-]{11}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{22,}$'
$$;
comment on function interno.es_sobre is 'Whether a text is an envelope of the vault: version, key, nonce and ciphertext.';

create table public.diario_personal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  fecha date not null check (fecha between '2000-01-01' and '2199-12-31'),
  tipo text not null default 'texto' check (tipo in ('texto')),
  -- An envelope is as long as the bytes in it, in base64.
  contenido text not null check (
    interno.tiene_texto(contenido)
    and char_length(contenido) <= case when interno.es_sobre(contenido) then 1000000 else 200000 end
  ),
  archivo_url text check (interno.es_enlace(archivo_url)),
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  basada_en timestamptz,
  unique (user_id, fecha)
);
comment on table public.diario_personal is 'Diary, one entry a day: the member''s alone; not even the admin reads it.';
comment on column public.diario_personal.basada_en is
  'What the writer knew: actualizado_en of the version before her, -infinity for none. Left out, nothing is compared.';
alter table public.diario_personal enable row level security;
alter table public.diario_personal force row level security;
revoke all on public.diario_personal from anon, authenticated;
grant select, delete, insert (id, user_id, fecha, tipo, contenido, basada_en), update (id, user_id, fecha, tipo, contenido, basada_en)
  on public.diario_personal to authenticated;
grant all on public.diario_personal to service_role;

create policy "una usuaria lee su propio diario" on public.diario_personal
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria escribe en su propio diario" on public.diario_personal
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia su propio diario" on public.diario_personal
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria borra de su propio diario" on public.diario_personal
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

create function interno.recortar_entrada() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.contenido := btrim(new.contenido, E' \t\r\n');
  return new;
end
$$;
comment on function interno.recortar_entrada is 'Trigger: diary text is stored trimmed.';
create trigger recortar before insert or update of contenido on public.diario_personal
  for each row execute function interno.recortar_entrada();
create trigger sellar before update on public.diario_personal
  for each row execute function interno.sellar();

create function interno.comparar_entrada() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.basada_en is not null and new.basada_en <> old.actualizado_en then
    raise exception using errcode = 'PT409', message = 'Esta entrada cambió en otra pestaña o dispositivo.';
  end if;
  return new;
end
$$;
comment on function interno.comparar_entrada is
  'Trigger: refuses (PT409) a text that was written without knowing the version that is there now.';
-- Only where the writer names the column: a plain upsert, which does not, goes through as ever.
create trigger comparar before update of basada_en on public.diario_personal
  for each row execute function interno.comparar_entrada();
select interno.poner_cupo(
  'public.diario_personal', 'tu diario', 'Twenty years of days; ten of 10 kB each. A day''s writing saves itself every few seconds.',
  'user_id', 8000, 40000000, 20000, 256000000
);

-- Agenda --------------------------------------------------------------------------------------------------------------------

create table public.agenda_personal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  titulo text not null check (char_length(titulo) <= 200 and interno.tiene_texto(titulo)),
  tipo text not null default 'evento' check (tipo in ('evento', 'cita', 'recordatorio', 'cumpleaños')),
  fecha date not null check (fecha between '1900-01-01' and '2199-12-31'),
  hora time,
  notificar boolean not null default true,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
comment on table public.agenda_personal is 'Agenda: the member''s alone. Without hora it is for the whole day.';
create index agenda_personal_user_id_idx on public.agenda_personal (user_id, fecha, hora);
create index agenda_personal_cumples_de_idx on public.agenda_personal (user_id) where notificar and tipo = 'cumpleaños';
alter table public.agenda_personal enable row level security;
alter table public.agenda_personal force row level security;
revoke all on public.agenda_personal from anon, authenticated;
grant select, delete, insert (id, user_id, titulo, tipo, fecha, hora, notificar),
  update (id, user_id, titulo, tipo, fecha, hora, notificar) on public.agenda_personal to authenticated;
grant all on public.agenda_personal to service_role;

create policy "una usuaria lee su propia agenda" on public.agenda_personal
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria agrega a su propia agenda" on public.agenda_personal
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia su propia agenda" on public.agenda_personal
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);
create policy "una usuaria borra de su propia agenda" on public.agenda_personal
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create trigger sellar before update on public.agenda_personal
  for each row execute function interno.sellar();
select interno.poner_cupo('public.agenda_personal', 'tu agenda', 'Three events a day for ten years.', 'user_id', 10000, 5000000, 3000, 3000000);

-- What has been sent --------------------------------------------------------------------------------------------------------

create table interno.recordatorios (
  id uuid primary key default gen_random_uuid(),
  suscripcion_id uuid not null references public.suscripciones_push on delete cascade,
  evento_id uuid not null references public.agenda_personal on delete cascade,
  dia date not null,
  hora time,
  tomado_en timestamptz not null default now(),
  unique nulls not distinct (suscripcion_id, evento_id, dia, hora)
);
comment on table interno.recordatorios is
  'Which reminder went to which device, once: the row is written before anything is sent. Nobody reads it.';
create index recordatorios_evento_id_idx on interno.recordatorios (evento_id);
alter table interno.recordatorios enable row level security;
alter table interno.recordatorios force row level security;
revoke all on interno.recordatorios from anon, authenticated;

create function interno.cumple(nacida date, dia date) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select nacida <= dia and extract(month from nacida) = extract(month from dia) and (
    extract(day from nacida) = extract(day from dia)
    or (to_char(nacida, 'MMDD') = '0229' and to_char(dia, 'MMDD') = '0228' and to_char(dia + 1, 'MMDD') = '0301')
  )
$$;
comment on function interno.cumple is
  'Whether a birthday falls on a day: every year from its own on; that of a leap day on the 28th in other years.';

create function interno.olvidar_recordatorios() returns void
language sql set search_path = '' as $$
  delete from interno.recordatorios where dia < current_date - 7;
  delete from public.suscripciones_push s where not interno.sigue_suya(s)
$$;
comment on function interno.olvidar_recordatorios is
  'To be called daily: forgets which reminders were sent more than a week ago, and devices whose session ended.';

create function interno.momentos_de(quien uuid, desde date, hasta date)
returns table (
  suscripcion_id uuid, evento_id uuid, dia date, hora time, vence timestamptz, empieza timestamptz, a_tiempo boolean, abierta boolean
)
language sql stable set search_path = '' as $$
  select s.id, o.id, o.dia, o.hora, m.vence, m.empieza,
    -- What she wrote down after its moment had passed needs no reminder: she has just written it.
    o.actualizado_en <= m.vence and s.creado_en <= m.vence,
    interno.sesion_abierta(s.user_id, s.sesion)
  from (
    -- Of one day fifty at most.
    select e.id, e.hora, e.actualizado_en, e.dia, row_number() over (partition by e.dia order by e.hora nulls first, e.id) as puesto
    from (
      select a.id, a.hora, a.actualizado_en, a.fecha as dia
      from public.agenda_personal a
      where a.user_id = quien and a.notificar and a.fecha between momentos_de.desde and momentos_de.hasta
      union
      select a.id, a.hora, a.actualizado_en, d.dia::date
      from public.agenda_personal a
      join generate_series(momentos_de.desde, momentos_de.hasta, interval '1 day') d (dia) on interno.cumple(a.fecha, d.dia::date)
      where a.user_id = quien and a.notificar and a.tipo = 'cumpleaños'
    ) e
  ) o
  join public.suscripciones_push s on s.user_id = quien
  cross join lateral (
    select
      case when o.hora is null then (o.dia + time '09:00') at time zone s.zona_horaria
        else ((o.dia + o.hora) at time zone s.zona_horaria) - interval '1 hour' end,
      case when o.hora is null then (o.dia + 1)::timestamp at time zone s.zona_horaria
        else (o.dia + o.hora) at time zone s.zona_horaria end
  ) m (vence, empieza)
  where o.puesto <= 50
$$;
comment on function interno.momentos_de is
  'When each of a member''s devices is to be reminded of what lies between two days, on its own clock: an hour before, or at nine for a whole day; birthdays every year. empieza: from then on it is too late.';

create function interno.recordar(quien uuid, ahora timestamptz default now()) returns timestamptz
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  hoy constant date := (ahora at time zone 'UTC')::date;
  momento record;
  nuevo uuid;
  otra_vez timestamptz;
begin
  -- A day around now covers every time zone.
  for momento in
    select * from interno.momentos_de(quien, hoy - 1, hoy + 2) m where m.empieza > ahora and m.a_tiempo order by m.vence, m.evento_id
  loop
    if momento.vence > ahora then
      otra_vez := least(otra_vez, momento.vence);
      exit;
    end if;
    if not momento.abierta then
      -- Its session is over, or the account suspended: that may pass.
      otra_vez := least(otra_vez, ahora + interval '5 minutes');
      continue;
    end if;
    insert into interno.recordatorios (suscripcion_id, evento_id, dia, hora)
    values (momento.suscripcion_id, momento.evento_id, momento.dia, momento.hora)
    on conflict (suscripcion_id, evento_id, dia, hora) do nothing
    returning id into nuevo;
    continue when nuevo is null;
    perform interno.encolar_envio(
      'recordatorio', 'push', 2, quien, 'recordatorio:' || nuevo, caduca => momento.empieza, suscripcion_id => momento.suscripcion_id,
      datos => jsonb_build_object('segundos', greatest(1, ceil(extract(epoch from momento.empieza - ahora))))
    );
  end loop;
  if otra_vez is not null then
    return otra_vez;
  end if;
  if not exists (select from public.suscripciones_push s where s.user_id = quien) then
    return null;
  end if;
  -- Nothing soon: two days before the next event or birthday, wherever her devices are.
  return (least(
    (select min(a.fecha) from public.agenda_personal a where a.user_id = quien and a.notificar and a.fecha > hoy + 2),
    (
      select min(d.dia)::date
      from (
        select distinct extract(month from a.fecha) as mes, extract(day from a.fecha) as numero
        from public.agenda_personal a where a.user_id = quien and a.notificar and a.tipo = 'cumpleaños'
      ) c
      cross join lateral (
        -- The 28th stands for the 29th of February: a check too early costs nothing.
        select make_date(extract(year from hoy)::int + n, c.mes::int, least(c.numero, case c.mes when 2 then 28 else 31 end)::int)
        from generate_series(0, 1) n
      ) d (dia)
      where d.dia > hoy + 2
    )
  ) - 2)::timestamp at time zone 'UTC';
end
$$;
comment on function interno.recordar is
  'Puts the reminders that are due for a member into the queue, each once for each device, and returns when to check again; null where nothing is to come.';

create function interno.atender_agenda(p interno.pendientes, ahora timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  otra_vez constant timestamptz := interno.recordar(p.user_id, ahora);
begin
  if otra_vez is not null then
    insert into interno.pendientes (tipo, urgencia, vence, user_id) values ('agenda', 2, otra_vez, p.user_id)
    on conflict (user_id) where tipo = 'agenda' do update set vence = least(interno.pendientes.vence, excluded.vence);
  end if;
end
$$;
comment on function interno.atender_agenda is 'Checks one member''s agenda, and says when the next one is due. Called by interno.atender_pendientes.';

create function interno.mirar_agendas(quienes uuid[]) returns void
language sql set search_path = '' as $$
  -- Without a device there is nothing to come; the first one starts it. A little later: a member who writes ten appointments is looked at
  -- once, and nothing of an alert is woken for them.
  insert into interno.pendientes (tipo, urgencia, vence, user_id)
  select distinct 'agenda', 2, now() + interval '15 seconds', s.user_id from public.suscripciones_push s where s.user_id = any (quienes)
  on conflict (user_id) where tipo = 'agenda' do update set vence = least(interno.pendientes.vence, excluded.vence)
$$;
comment on function interno.mirar_agendas is 'The agenda of these members is looked at within moments: something of it, or of their devices, has changed.';

-- With its owner's rights: clients do not write what is due.
create function interno.mirar_agenda() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.mirar_agendas(array(select distinct user_id from cambiadas));
  return null;
end
$$;
comment on function interno.mirar_agenda is 'Trigger of a statement: an agenda or its devices have changed, and are looked at.';
-- What was deleted makes a check superfluous, never late.
create trigger mirar_al_agregar after insert on public.agenda_personal referencing new table as cambiadas
  for each statement execute function interno.mirar_agenda();
create trigger mirar_al_cambiar after update on public.agenda_personal referencing new table as cambiadas
  for each statement execute function interno.mirar_agenda();
create trigger mirar_al_agregar after insert on public.suscripciones_push referencing new table as cambiadas
  for each statement execute function interno.mirar_agenda();
create trigger mirar_al_cambiar after update on public.suscripciones_push referencing new table as cambiadas
  for each statement execute function interno.mirar_agenda();

create function interno.soltar_recordatorios() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.envios e using interno.recordatorios r
  where r.evento_id = new.id and e.clave = 'recordatorio:' || r.id and e.terminado_en is null;
  return null;
end
$$;
comment on function interno.soltar_recordatorios is
  'Trigger: of an event that was moved or silenced nothing leaves any more that was due before.';
create trigger soltar_recordatorios after update of fecha, hora, notificar, tipo on public.agenda_personal
  for each row when ((old.fecha, old.hora, old.notificar, old.tipo) is distinct from (new.fecha, new.hora, new.notificar, new.tipo))
  execute function interno.soltar_recordatorios();

create function interno.soltar_recordatorio() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.envios e where e.clave = 'recordatorio:' || old.id and e.terminado_en is null;
  return null;
end
$$;
comment on function interno.soltar_recordatorio is 'Trigger: a reminder goes with its event.';
create trigger soltar after delete on interno.recordatorios
  for each row execute function interno.soltar_recordatorio();

-- An entry that was deleted on another device does not come back by being edited on this one.
create function interno.comparar_entrada_borrada() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not exists (select from public.diario_personal d where d.user_id = new.user_id and d.fecha = new.fecha) then
    raise exception using errcode = 'PT409', message = 'Esta entrada se borró en otra pestaña o dispositivo.';
  end if;
  return new;
end
$$;
comment on function interno.comparar_entrada_borrada is
  'Trigger: refuses (PT409) a text that was written upon a version which is not there any more.';
-- Before every upsert, also one that ends as an update, which `comparar` then looks at. -infinity says that she knew of none.
create trigger comparar_borrada before insert on public.diario_personal
  for each row when (new.basada_en is not null and new.basada_en <> '-infinity')
  execute function interno.comparar_entrada_borrada();

revoke all on all functions in schema interno from public, anon;
grant execute on function interno.es_sobre to authenticated, service_role;
