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
-- Of what a member writes: that a file came or went (archivo_url) makes no other version of her words.
create trigger sellar before update of id, user_id, fecha, tipo, contenido, basada_en on public.diario_personal
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

-- The days of a repeated event are computed here for reminders and on the device for screens (app/src/features/agenda/recurrencia.ts, by
-- ical.js). The server's reminders stay with SQL: hosted Supabase runs no process of ours, and a device that is off computes nothing.
-- `tests/ocurrencias.test.ts` asks both for the days of the same rules.

create function interno.es_regla(regla text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select regla ~ (
    '^FREQ=(DAILY(;INTERVAL=[1-9][0-9]?)?'
    '|WEEKLY(;INTERVAL=[1-9][0-9]?)?(;BYDAY=(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU)){0,6})?'
    '|MONTHLY(;INTERVAL=[1-9][0-9]?)?(;BYMONTHDAY=-?([1-9]|[12][0-9]|3[01])(,-?([1-9]|[12][0-9]|3[01])){0,30}'
    '|;BYDAY=-?[1-5](MO|TU|WE|TH|FR|SA|SU)(,-?[1-5](MO|TU|WE|TH|FR|SA|SU)){0,9})?'
    '|YEARLY(;INTERVAL=[1-9][0-9]?)?(;BYMONTH=([1-9]|1[0-2])(;BYMONTHDAY=-?([1-9]|[12][0-9]|3[01])|;BYDAY=-?[1-5](MO|TU|WE|TH|FR|SA|SU)))?)'
    '(;COUNT=[1-9][0-9]{0,2}|;UNTIL=[0-9]{8})?$'
  )
$$;
comment on function interno.es_regla is
  'Whether a text is a rule of RFC 5545 that the agenda knows: by day, week, month or year, its parts in this order.';

create function interno.ocurrencias(
  inicio date, regla text, excepto date[], desde date, hasta date, cuantas int default null
) returns setof date
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  frecuencia constant text := substring(regla from '^FREQ=([A-Z]+)');
  paso int := coalesce(substring(regla from 'INTERVAL=([0-9]+)')::int, 1);
  dias constant text[] := string_to_array(substring(regla from 'BYDAY=([^;]+)'), ',');
  semana constant text[] := array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  numeros int[] := string_to_array(substring(regla from 'BYMONTHDAY=([^;]+)'), ',')::int[];
  primero constant date := greatest(inicio, desde);
  ultimo constant date := least(hasta, substring(regla from 'UNTIL=([0-9]+)')::date);
  periodo date;
  salto interval;
  dia date;
  dadas int := 0;
begin
  -- It begins with the period in which the first wanted day is: a rule without an end costs what is asked of it.
  case frecuencia
    when 'DAILY' then
      salto := make_interval(days => paso);
      periodo := inicio + (primero - inicio + paso - 1) / paso * paso;
    when 'WEEKLY' then
      salto := make_interval(days => 7 * paso);
      periodo := date_trunc('week', inicio);
      periodo := periodo + (primero - periodo) / (7 * paso) * (7 * paso);
    else
      -- A year of one month is twelve months.
      paso := paso * case frecuencia when 'YEARLY' then 12 else 1 end;
      salto := make_interval(months => paso);
      numeros := coalesce(numeros, array[extract(day from inicio)::int]);
      periodo := date_trunc('month', inicio) + make_interval(months => (
        (extract(year from primero) - extract(year from inicio)) * 12 + extract(month from primero) - extract(month from inicio)
      )::int / paso * paso);
  end case;
  while periodo <= ultimo loop
    for dia in
      select distinct d.dia
      from (
        select periodo as dia where frecuencia = 'DAILY'
        union all
        select periodo + array_position(semana, s.nombre) - 1
        from unnest(coalesce(dias, array[semana[extract(isodow from inicio)::int]])) s (nombre)
        where frecuencia = 'WEEKLY'
        union all
        select case when s.nombre like '-%'
          then m.fin - (extract(isodow from m.fin)::int - m.numero + 7) % 7 - 7 * (m.puesto - 1)
          else periodo + (m.numero - extract(isodow from periodo)::int + 7) % 7 + 7 * (m.puesto - 1) end
        from unnest(dias) s (nombre)
        cross join lateral (
          select array_position(semana, right(s.nombre, 2)), substring(s.nombre from '[1-5]')::int, (periodo + interval '1 month')::date - 1
        ) m (numero, puesto, fin)
        where frecuencia in ('MONTHLY', 'YEARLY')
        union all
        select case when n > 0 then periodo + n - 1 else (periodo + interval '1 month')::date + n end
        from unnest(numeros) n
        where frecuencia in ('MONTHLY', 'YEARLY') and dias is null
      ) d (dia)
      where d.dia between primero and ultimo and d.dia <> all (excepto)
        -- A month that has no such day is passed over.
        and (frecuencia in ('DAILY', 'WEEKLY') or date_trunc('month', d.dia) = periodo)
      order by d.dia
    loop
      return next dia;
      dadas := dadas + 1;
      if dadas = cuantas then
        return;
      end if;
    end loop;
    periodo := periodo + salto;
  end loop;
end
$$;
comment on function interno.ocurrencias is
  'The days of a repeated event between two days, as many as are asked for (RFC 5545, of the rules of interno.es_regla; weeks begin on Monday). COUNT is not counted here: it has become ultima.';

create function interno.ultima_vez(inicio date, regla text) returns date
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if not interno.es_regla(regla) then
    return null;
  end if;
  return coalesce(
    substring(regla from 'UNTIL=([0-9]+)')::date,
    (
      select max(dia) from interno.ocurrencias(inicio, regla, '{}', inicio, '2199-12-31', substring(regla from 'COUNT=([0-9]+)')::int) dia
      where regla like '%COUNT%'
    )
  );
end
$$;
comment on function interno.ultima_vez is 'The day with which a rule ends, at most 999 times after its first; null for one without an end.';

create function interno.repite_desde(inicio date, regla text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if not interno.es_regla(regla) then
    return false;
  end if;
  return coalesce(substring(regla from 'BYMONTH=([0-9]+)')::int = extract(month from inicio), true) and inicio is not distinct from (select min(dia) from interno.ocurrencias(inicio, regla, '{}', inicio, '2199-12-31', 1) dia);
end
$$;
comment on function interno.repite_desde is
  'Whether a day is the first of a rule: where it is not, RFC 5545 leaves open which days there are.';

create function interno.son_recordatorios(recordatorios int[]) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select cardinality(recordatorios) between 1 and 5 and array_position(recordatorios, null) is null and 0 <= all (recordatorios) and 10080 >= all (recordatorios)
$$;
comment on function interno.son_recordatorios is 'Whether these are reminders: one to five, each of so many minutes, a week at most.';

create table public.agenda_personal (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- An envelope has titulo, lugar and notas in it, and is as long as their bytes, in base64.
  titulo text not null check (
    interno.tiene_texto(titulo) and char_length(titulo) <= case when interno.es_sobre(titulo) then 50000 else 200 end
  ),
  lugar text check (char_length(lugar) <= 200 and interno.tiene_texto(lugar)),
  notas text check (char_length(notas) <= 4000 and interno.tiene_texto(notas)),
  tipo text not null default 'evento' check (tipo in ('evento', 'cita', 'recordatorio', 'cumpleaños')),
  fecha date not null check (fecha between '1900-01-01' and '2199-12-31'),
  hora time,
  hora_fin time,
  regla text,
  excepto date[] not null default '{}' check (cardinality(excepto) <= 500 and array_position(excepto, null) is null),
  ultima date generated always as (interno.ultima_vez(fecha, regla)) stored,
  notificar boolean not null default true,
  recordatorios int[] check (interno.son_recordatorios(recordatorios)),
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  check (hora_fin is null or hora_fin <> hora and hora is not null),
  check (regla is null or interno.repite_desde(fecha, regla)),
  check (tipo <> 'cumpleaños' or regla is not null),
  check (not interno.es_sobre(titulo) or lugar is null and notas is null)
);
comment on table public.agenda_personal is
  'Agenda: the member''s alone. Without hora it is for the whole day. Her words are titulo, lugar and notas; no reminder reads them.';
comment on column public.agenda_personal.titulo is 'Where she has a vault, an envelope with all of her words; lugar and notas are null then.';
comment on column public.agenda_personal.hora_fin is 'An hour before hora is one of the next day.';
comment on column public.agenda_personal.regla is
  'How it repeats (RRULE of RFC 5545, of the rules of interno.es_regla), on her clock; null for once. A birthday without a rule gets the yearly one.';
comment on column public.agenda_personal.excepto is 'Days of its rule on which it is not (EXDATE).';
comment on column public.agenda_personal.recordatorios is
  'Minutes before hora, or before nine o''clock of a whole day, at which she is reminded; null: an hour before, or at nine.';
create index agenda_personal_user_id_idx on public.agenda_personal (user_id, fecha, hora);
create index agenda_personal_repetidos_idx on public.agenda_personal (user_id, ultima) where notificar and regla is not null;
alter table public.agenda_personal enable row level security;
alter table public.agenda_personal force row level security;
revoke all on public.agenda_personal from anon, authenticated;
grant select, delete,
  insert (id, user_id, titulo, lugar, notas, tipo, fecha, hora, hora_fin, regla, excepto, notificar, recordatorios),
  update (id, user_id, titulo, lugar, notas, tipo, fecha, hora, hora_fin, regla, excepto, notificar, recordatorios)
  on public.agenda_personal to authenticated;
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

create function interno.repetir_cumple() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- «The last of February» is the 29th in a leap year and the 28th in any other.
  new.regla := case to_char(new.fecha, 'MMDD') when '0229' then 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1' else 'FREQ=YEARLY' end;
  return new;
end
$$;
comment on function interno.repetir_cumple is
  'Trigger: a birthday comes every year, that of a leap day on the 28th in other years; also for a client that knows of no rules.';
create trigger repetir_cumple before insert or update of tipo, fecha, regla on public.agenda_personal
  for each row when (
    new.tipo = 'cumpleaños' and coalesce(new.regla, 'FREQ=YEARLY') in ('FREQ=YEARLY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1')
  )
  execute function interno.repetir_cumple();
select interno.poner_cupo('public.agenda_personal', 'tu agenda', 'Three events a day for ten years, as envelopes too; all of them sealed in a day.', 'user_id', 10000, 20000000, 20000, 60000000);

-- What has been sent --------------------------------------------------------------------------------------------------------

create table interno.recordatorios (
  id uuid primary key default gen_random_uuid(),
  suscripcion_id uuid not null references public.suscripciones_push on delete cascade,
  evento_id uuid not null references public.agenda_personal on delete cascade,
  dia date not null,
  hora time,
  antes int not null,
  tomado_en timestamptz not null default now(),
  unique nulls not distinct (suscripcion_id, evento_id, dia, hora, antes)
);
comment on table interno.recordatorios is
  'Which reminder went to which device, once: the row is written before anything is sent. Nobody reads it.';
create index recordatorios_evento_id_idx on interno.recordatorios (evento_id);
alter table interno.recordatorios enable row level security;
alter table interno.recordatorios force row level security;
revoke all on interno.recordatorios from anon, authenticated;

create function interno.recordatorios_de(recordatorios int[], hora time) returns int[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(recordatorios, array[case when hora is null then 0 else 60 end])
$$;
comment on function interno.recordatorios_de is 'How many minutes before an event she is reminded: those of her choice, else an hour, or at nine for a whole day.';

create function interno.dias_antes(recordatorios int[]) returns int
language sql immutable parallel safe set search_path = '' as $$
  select coalesce((select max(antes) from unnest(recordatorios) antes), 0) / 1440
$$;
comment on function interno.dias_antes is 'How many whole days before an event its first reminder may be.';

create function interno.olvidar_recordatorios() returns void
language sql set search_path = '' as $$
  delete from interno.recordatorios where dia < current_date - 7;
  delete from public.suscripciones_push s where not interno.sigue_suya(s)
$$;
comment on function interno.olvidar_recordatorios is
  'To be called daily: forgets which reminders were sent more than a week ago, and devices whose session ended.';

create function interno.momentos_de(quien uuid, desde date, hasta date)
returns table (
  suscripcion_id uuid, evento_id uuid, dia date, hora time, antes int, vence timestamptz, empieza timestamptz, a_tiempo boolean, abierta boolean
)
language sql stable set search_path = '' as $$
  select s.id, o.id, o.dia, o.hora, a.antes, m.vence, greatest(m.empieza, m.vence + interval '15 minutes'),
    -- What she wrote down after its moment had passed needs no reminder: she has just written it.
    o.actualizado_en <= m.vence and s.creado_en <= m.vence,
    interno.sesion_abierta(s.user_id, s.sesion)
  from (
    -- Of one day fifty at most.
    select e.*, row_number() over (partition by e.dia order by e.hora nulls first, e.id) as puesto
    from (
      select a.id, a.hora, a.recordatorios, a.actualizado_en, a.fecha as dia
      from public.agenda_personal a
      where a.user_id = quien and a.notificar and a.regla is null
        and a.fecha between momentos_de.desde and momentos_de.hasta + 7 and a.fecha <= momentos_de.hasta + interno.dias_antes(a.recordatorios)
      union all
      select a.id, a.hora, a.recordatorios, a.actualizado_en, d.dia
      from public.agenda_personal a
      cross join lateral interno.ocurrencias(
        a.fecha, a.regla, a.excepto, momentos_de.desde, least(momentos_de.hasta + interno.dias_antes(a.recordatorios), a.ultima)
      ) d (dia)
      where a.user_id = quien and a.notificar and a.regla is not null
        and (a.ultima is null or a.ultima >= momentos_de.desde) and a.fecha <= momentos_de.hasta + 7
    ) e
  ) o
  join public.suscripciones_push s on s.user_id = quien
  cross join lateral (select distinct antes from unnest(interno.recordatorios_de(o.recordatorios, o.hora)) antes) a
  cross join lateral (
    select
      -- Whole days before are days of her clock, which may have 23 or 25 hours.
      ((o.dia - a.antes / 1440 + coalesce(o.hora, time '09:00')) at time zone s.zona_horaria) - make_interval(mins => a.antes % 1440),
      case when o.hora is null then (o.dia + 1)::timestamp at time zone s.zona_horaria
        else (o.dia + o.hora) at time zone s.zona_horaria end
  ) m (vence, empieza)
  where o.puesto <= 50
$$;
comment on function interno.momentos_de is
  'When each of a member''s devices is to be reminded of what lies between two days, on its own clock: as recordatorios has it, else an hour before, or at nine for a whole day. empieza: from then on it is too late, a quarter of an hour after its moment at the earliest.';

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
    insert into interno.recordatorios (suscripcion_id, evento_id, dia, hora, antes)
    values (momento.suscripcion_id, momento.evento_id, momento.dia, momento.hora, momento.antes)
    on conflict (suscripcion_id, evento_id, dia, hora, antes) do nothing
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
  -- Nothing soon: two days before the next event, or before the first reminder of one that is further away, wherever her devices are. Of
  -- a rule only its next day is computed.
  return (least(
    (
      select min(a.fecha) from public.agenda_personal a
      where a.user_id = quien and a.notificar and a.regla is null and a.recordatorios is null and a.fecha > hoy + 2
    ),
    (
      select min(a.fecha - interno.dias_antes(a.recordatorios)) from public.agenda_personal a
      where a.user_id = quien and a.notificar and a.regla is null and a.recordatorios is not null
        and a.fecha > hoy + 2 and a.fecha - interno.dias_antes(a.recordatorios) > hoy + 2
    ),
    (
      select min(d.dia - interno.dias_antes(a.recordatorios))
      from public.agenda_personal a
      cross join lateral interno.ocurrencias(
        a.fecha, a.regla, a.excepto, hoy + 3 + interno.dias_antes(a.recordatorios), coalesce(a.ultima, '2199-12-31'), 1
      ) d (dia)
      where a.user_id = quien and a.notificar and a.regla is not null and (a.ultima is null or a.ultima > hoy + 2)
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
  where r.evento_id = new.id and e.clave = 'recordatorio:' || r.id and e.terminado_en is null and not (
    new.notificar and r.hora is not distinct from new.hora and r.antes = any (interno.recordatorios_de(new.recordatorios, new.hora)) and case
      when new.regla is null then r.dia = new.fecha
      else exists (select from interno.ocurrencias(new.fecha, new.regla, new.excepto, r.dia, least(r.dia, new.ultima)))
    end
  );
  return null;
end
$$;
comment on function interno.soltar_recordatorios is
  'Trigger: of an event that was moved, silenced or left out for a day nothing leaves any more that was due before.';
create trigger soltar_recordatorios after update of fecha, hora, regla, excepto, notificar, recordatorios, tipo on public.agenda_personal
  for each row when (
    (old.fecha, old.hora, old.regla, old.excepto, old.notificar, old.recordatorios)
    is distinct from (new.fecha, new.hora, new.regla, new.excepto, new.notificar, new.recordatorios)
  )
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
grant execute on function interno.es_sobre, interno.es_regla, interno.ocurrencias, interno.ultima_vez, interno.repite_desde, interno.son_recordatorios
  to authenticated, service_role;
