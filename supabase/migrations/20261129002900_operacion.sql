-- What has to be done again and again where no server of ours does it, and what an installation still lacks. On hosted Supabase the
-- extensions pg_cron and pg_net call it; our own server has jobs (tools/lib/amparo.ts), and tests/amparo.test.ts checks that they
-- are the same.
create function interno.tareas() returns table (nombre text, cada text, orden text)
language sql immutable set search_path = '' as $$
  select t.nombre, t.cada, format('select interno.%I()', t.nombre)
  from (values
    ('minimizar_ubicaciones', '3 4 * * *'),
    ('olvidar_recordatorios', '6 4 * * *'),
    ('olvidar_codigos', '7 4 * * *'),
    ('olvidar_cerrojos', '8 4 * * *'),
    ('olvidar_devoluciones', '10 4 * * *'),
    ('olvidar_invitaciones', '9 4 * * *'),
    ('olvidar_envios', '12 4 * * *'),
    ('olvidar_convocatorias', '13 4 * * *'),
    ('olvidar_soporte', '14 4 * * *'),
    ('olvidar_medidas', '19 4 * * *'),
    ('olvidar_comunicados', '20 4 * * *'),
    ('olvidar_encuentros', '22 4 * * *'),
    ('anotar_cifras', '30 4 * * *'),
    ('olvidar_decisiones', '16 4 * * *'),
    ('olvidar_fallos', '17 4 * * *'),
    ('renovar_fotos', '15 4 * * *'),
    ('vencer_suscripciones', '18 4 * * *'),
    ('olvidar_llamadas', '21 4 * * *'),
    ('olvidar_llegadas', '24 4 * * *'),
    ('vencer_claves_de_un_uso', '27 4 * * *'),
    ('olvidar_caminos', '*/5 * * * *'),
    ('retirar_escritos', '*/5 * * * *'),
    ('renovar_fotos_pendientes', '*/5 * * * *'),
    ('cumplir_bajas', '*/5 * * * *'),
    ('olvidar_despedidas', '*/5 * * * *'),
    ('avisar_historias', '*/5 * * * *')
  ) t (nombre, cada)
  union all
  select t.nombre, t.cada, t.orden
  from (values
    ('alarma', '3 seconds', $q$select interno.llamar_funcion('alarma') where public.siguiente_envio() <= now() + interval '3 seconds'$q$),
    ('stripe-sweep', '*/5 * * * *',
      $q$select interno.llamar_funcion('stripe-sweep') where exists (select from interno.suscripciones_por_cancelar)$q$),
    ('archivos-sweep', '*/5 * * * *',
      $q$select interno.llamar_funcion('archivos-sweep') where exists (select from interno.archivos_por_borrar)$q$),
    -- pg_cron notes every run, and forgets none by itself.
    ('notas-de-cron', '33 4 * * *', $q$delete from cron.job_run_details where end_time < now() - interval '1 day'$q$)
  ) t (nombre, cada, orden)
$$;
comment on function interno.tareas is
  'Every repeated work: its name, when (as cron writes it, UTC), and the statement. Functions that must run outside of the database are called through interno.llamar_funcion.';

create function interno.secreto(nombre text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('vault.decrypted_secrets') is null then
    return null;
  end if;
  return (select s.decrypted_secret from vault.decrypted_secrets s where s.name = secreto.nombre);
end
$$;
comment on function interno.secreto is 'For the owner: a secret of Supabase''s vault, or null.';

create function interno.llamar_funcion(nombre text) returns bigint
language plpgsql set search_path = '' as $$
declare
  donde constant text := interno.secreto('amparo_functions_url');
  llave constant text := interno.secreto('amparo_service_key');
begin
  if donde is null or llave is null then
    raise exception using message = 'Faltan en vault los secretos amparo_functions_url y amparo_service_key (docs/operations.md).';
  end if;
  return net.http_post(
    url := rtrim(donde, '/') || '/' || nombre,
    headers := jsonb_build_object('authorization', 'Bearer ' || llave, 'content-type', 'application/json'),
    body := '{}'::jsonb, timeout_milliseconds := 20000
  );
end
$$;
comment on function interno.llamar_funcion is
  'For pg_cron, as owner: calls an edge function with the service key through pg_net, which sends it after the commit. Returns the request''s number.';

create function interno.programar_tareas() returns int
language plpgsql set search_path = '' as $$
declare
  tarea record;
  programadas int := 0;
begin
  if to_regclass('cron.job') is null then
    raise exception using message = 'Falta la extensión pg_cron.';
  end if;
  perform cron.unschedule(j.jobid) from cron.job j
  where j.jobname like 'amparo %' and not exists (select from interno.tareas() t where 'amparo ' || t.nombre = j.jobname);
  for tarea in select * from interno.tareas() loop
    begin
      perform cron.schedule('amparo ' || tarea.nombre, tarea.cada, tarea.orden);
    exception when others then
      -- pg_cron before 1.5 knows no seconds.
      perform cron.schedule('amparo ' || tarea.nombre, '* * * * *', tarea.orden);
    end;
    programadas := programadas + 1;
  end loop;
  return programadas;
end
$$;
comment on function interno.programar_tareas is
  'For the owner: has pg_cron do every repeated work; again, it writes the schedule anew. Returns how many there are.';

-- What this installation lacks ------------------------------------------------------------------------------------------------

create function interno.revisar_casa() returns table (que text, bien boolean, falta text)
language plpgsql stable security definer set search_path = '' as $$
declare
  nuestra constant boolean := to_regnamespace('local_server') is not null;
  con_cron constant boolean := to_regclass('cron.job') is not null;
  con_net constant boolean := to_regnamespace('net') is not null;
begin
  return query select 'administradora', exists (select from interno.administradoras),
    'Nadie administra: con la cuenta ya confirmada, select interno.establecer_admin(''correo'');';
  return query select 'contenido', exists (select from public.salas_comunidad) and exists (select from public.numeros_emergencia)
    and exists (select from public.politicas_legales), 'Falta aplicar supabase/seed.sql.';
  return query select 'archivos', count(*) = 4, 'Faltan depósitos de archivos: aplica las migraciones y supabase/seed.sql.'
    from storage.buckets where id in ('profiles', 'biblioteca', 'podcast', 'diario');
  return query select 'en vivo', count(*) >= 9, 'A la publicación supabase_realtime le faltan tablas: aplica las migraciones.'
    from pg_catalog.pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public';
  return query select 'vías de la alarma', coalesce(interno.ajuste('vias_de_alarma'), '') <> '',
    'Di qué vías hay: update interno.ajustes set valor = ''correo push'' where clave = ''vias_de_alarma'';';

  if not nuestra then
    return query select 'pg_cron', con_cron, 'Activa la extensión pg_cron y llama select interno.programar_tareas();';
    return query select 'pg_net', con_net, 'Activa la extensión pg_net: sin ella nadie llama a la función alarma.';
    return query select 'secreto ' || s.nombre, interno.secreto(s.nombre) is not null,
      format('Guárdalo en vault: select vault.create_secret(''…'', %L);', s.nombre)
      from unnest(array['amparo_functions_url', 'amparo_service_key']) s (nombre);
  end if;
  if con_cron and not nuestra then
    return query select 'tarea ' || t.nombre, j.jobid is not null and j.active, 'select interno.programar_tareas();'
      from interno.tareas() t left join cron.job j on j.jobname = 'amparo ' || t.nombre;
    return query select 'última vez de ' || substr(d.jobname, 8), false, coalesce(left(d.return_message, 300), '')
      from (
        select distinct on (r.jobid) j.jobname, r.status, r.return_message
        from cron.job_run_details r join cron.job j on j.jobid = r.jobid
        where j.jobname like 'amparo %' and r.end_time is not null order by r.jobid, r.end_time desc
      ) d where d.status = 'failed';
  end if;

  -- What is left undone, and the role that does it.
  return query select 'mensajes de la alarma', not exists (
      select from interno.envios e where e.terminado_en is null and e.intentos = 0 and e.vence < now() - interval '2 minutes'
        and (e.caduca is null or e.caduca > now())
    ), 'Hay mensajes que nadie toma desde hace minutos: nadie llama a la función alarma.';
  return query select 'bajas', not exists (
      select from interno.bajas_pendientes b where b.efectiva_en < now() - interval '1 hour'
        and not exists (select from interno.administradoras a where a.user_id = b.user_id)
    ), 'Hay cuentas cuyo día pasó y siguen ahí: nadie llama a interno.cumplir_bajas().';
  return query select 'caminos', not exists (
      select from interno.acompanamientos c where c.termina_en < now() - interval '1 hour' and c.latitud is not null
    ), 'Hay lugares de caminos que terminaron: nadie llama a interno.olvidar_caminos().';
end
$$;
comment on function interno.revisar_casa is
  'What an installation lacks: each thing, whether it is well, and what to do. Names no member.';

create function public.revisar_casa() returns table (que text, bien boolean, falta text)
language sql stable set search_path = '' begin atomic
  select r.que, r.bien, r.falta from interno.revisar_casa() r;
end;
comment on function public.revisar_casa is 'For a caller with the service key (npm run doctor): see interno.revisar_casa.';

-- Where no server of ours is, and the extensions can be had. What cannot be made here is made later, by the same call.
do $$
begin
  if to_regnamespace('local_server') is not null then
    return;
  end if;
  begin
    if exists (select from pg_available_extensions where name = 'pg_cron') then
      create extension if not exists pg_cron;
    end if;
  exception when others then
    raise notice 'pg_cron: %', sqlerrm;
  end;
  begin
    if exists (select from pg_available_extensions where name = 'pg_net') then
      create extension if not exists pg_net;
    end if;
  exception when others then
    raise notice 'pg_net: %', sqlerrm;
  end;
  if to_regclass('cron.job') is not null then
    perform interno.programar_tareas();
  end if;
end
$$;

-- The state of the installation, for a volunteer: what the server last said of itself, how long things wait, what an installation lacks. And a heartbeat,
-- of which a public page makes how much of the time the server was up (cifras). No secret and no member is in any of it.
create table interno.estado_casa (
  unica boolean primary key default true check (unica),
  estado jsonb not null,
  anotada_en timestamptz not null default now()
);
comment on table interno.estado_casa is
  'What the server last said of itself: version, disk, backup, what fails or is late. The administradoras read it through estado_de_la_casa().';

create table interno.latidos (
  dia date primary key,
  minutos int not null default 0 check (minutos between 0 and 1440),
  alarma int not null default 0 check (alarma between 0 and 1440),
  correo int not null default 0 check (correo between 0 and 1440),
  ultimo timestamptz not null default now()
);
comment on table interno.latidos is
  'In how many minutes of a day the installation answered, its alarm was not late, and its mail was not: counted once a minute. Read through confiabilidad().';
alter table interno.estado_casa enable row level security;
alter table interno.estado_casa force row level security;
alter table interno.latidos enable row level security;
alter table interno.latidos force row level security;
revoke all on interno.estado_casa from anon, authenticated, service_role;
revoke all on interno.latidos from anon, authenticated, service_role;
select interno.poner_cupo('interno.estado_casa', 'la casa', 'One row.', rechaza => false);
select interno.poner_cupo('interno.latidos', 'la casa', 'One row a day, for two years.', rechaza => false);

create function interno.anotar_casa(estado jsonb, ahora timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  hoy constant date := (ahora at time zone interno.ajuste('zona_horaria'))::date;
  a_tiempo constant int := (not coalesce((estado #>> '{esperan,alarma,tarde}')::boolean, false))::int;
  con_correo constant int := (not coalesce((estado #>> '{esperan,mail,tarde}')::boolean, false))::int;
begin
  insert into interno.estado_casa as c (estado, anotada_en) values (anotar_casa.estado, ahora)
  on conflict (unica) do update set estado = excluded.estado, anotada_en = excluded.anotada_en;
  -- Of several processes one counts the minute.
  insert into interno.latidos as l (dia, minutos, alarma, correo, ultimo) values (hoy, 1, a_tiempo, con_correo, ahora)
  on conflict (dia) do update set
    minutos = least(1440, l.minutos + 1), alarma = least(1440, l.alarma + a_tiempo), correo = least(1440, l.correo + con_correo), ultimo = ahora
    where l.ultimo <= ahora - interval '50 seconds';
  delete from interno.latidos l where l.dia < hoy - 730;
end
$$;
comment on function interno.anotar_casa is
  'For the server, once a minute: what it knows of itself, and a heartbeat of the day.';

create function interno.estado_de_la_casa() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return jsonb_build_object(
    'servidor', (select c.estado || jsonb_build_object('anotada_en', c.anotada_en) from interno.estado_casa c),
    'colas', jsonb_build_object(
      'alarma', (select min(e.vence) from interno.envios e where e.terminado_en is null and e.vence <= now() and (e.caduca is null or e.caduca > now())),
      'historias', (select min(h.recibida_el) from interno.historias h where h.estado = 'pendiente' and h.en_cola_desde <= now()),
      'denuncias', (select min(r.creado_en) from public.reportes_sala r where r.estado = 'pendiente'),
      'apelaciones', (select min(s.apelada_en) from public.suspensiones s where s.apelada_en <= now() and s.resuelta_en is null),
      'soporte', (select min(h.espera_desde) from public.hilos_soporte h where h.espera_desde is not null)
    ),
    'faltan', coalesce((select jsonb_agg(r.que order by r.que) from interno.revisar_casa() r where not r.bien), '[]')
  );
end
$$;
comment on function interno.estado_de_la_casa is 'What public.estado_de_la_casa does.';
create function public.estado_de_la_casa() returns jsonb
language sql stable set search_path = '' as $$
  select interno.estado_de_la_casa()
$$;
comment on function public.estado_de_la_casa is
  'For administradoras: what the server last said of itself, since when the oldest of each queue waits, and what is missing. 42501 for others.';

create function interno.con_suelo(n bigint) returns text
language sql immutable set search_path = '' as $$
  select case when n is null then null when n < 10 then 'menos de 10' else n::text end
$$;
comment on function interno.con_suelo is 'A count as somebody may read it: below ten it says no more than that.';
create function interno.por_decenas(n bigint) returns text
language sql immutable set search_path = '' as $$
  select case when n is null then null when n < 10 then 'menos de 10' else (n / 10 * 10)::text || ' o más' end
$$;
comment on function interno.por_decenas is 'A count that contains others: rounded down to tens.';
create function interno.por_cincos(parte bigint, todo bigint) returns text
language sql immutable set search_path = '' as $$
  select case when todo >= 10 then (round(parte * 20.0 / todo) * 5)::int || ' %' end
$$;
comment on function interno.por_cincos is 'A share in steps of five per cent, of ten at least; null of fewer.';

-- Counting ----------------------------------------------------------------------------------------------------------------------

create function interno.contar_semana(lunes date) returns table (que text, n bigint)
language plpgsql stable set search_path = '' as $$
declare
  zona constant text := interno.ajuste('zona_horaria');
  a constant timestamptz := lunes::timestamp at time zone zona;
  b constant timestamptz := (lunes + 7)::timestamp at time zone zona;
begin
  return query
    select 'miembros nuevas', count(*) from interno.admisiones where admitida_en >= a and admitida_en < b
    union all select 'historias recibidas', count(*) from interno.historias where recibida_el >= lunes and recibida_el < lunes + 7
    union all select 'respuestas a alertas', count(*) from public.entregas where respondida_en >= a and respondida_en < b
    -- How many members used each section; nothing is read of what they did there but when.
    union all select 'usan: salas', count(distinct user_id) from public.mensajes_sala where creado_en >= a and creado_en < b
    union all select 'usan: diario', count(distinct user_id) from public.diario_personal where actualizado_en >= a and creado_en < b
    union all select 'usan: agenda', count(distinct user_id) from public.agenda_personal where actualizado_en >= a and creado_en < b
    union all select 'usan: biblioteca', count(distinct user_id) from public.descargas_libros where creado_en >= a and creado_en < b
    union all select 'usan: escribir al equipo', count(distinct user_id) from public.mensajes_soporte where creado_en >= a and creado_en < b and not del_equipo;
end
$$;
comment on function interno.contar_semana is 'What members did in the week that begins with a Monday, all together.';

create function interno.contar_alertas(desde date, hasta date) returns table (que text, n bigint)
language plpgsql stable set search_path = '' as $$
declare
  zona constant text := interno.ajuste('zona_horaria');
  a constant timestamptz := contar_alertas.desde::timestamp at time zone zona;
  b constant timestamptz := contar_alertas.hasta::timestamp at time zone zona;
begin
  return query
    with suyas as (
      -- What left: not a drill, nor what she closed before it did.
      select l.id, l.sale_en from public.alertas l
      where l.creada_en >= a and l.creada_en < b and l.origen <> 'simulacro' and (l.cerrada_en is null or l.cerrada_en > l.sale_en)
    ), hechas as (
      select s.id, s.sale_en, count(e.id) as vias,
        bool_or(e.estado in ('entregada', 'vista', 'respondida')) as llego,
        bool_or(e.estado = 'respondida') as contestada,
        min(coalesce(e.entregada_en, e.vista_en, e.respondida_en)) as cuando
      from suyas s left join public.entregas e on e.alerta_id = s.id group by s.id, s.sale_en
    )
    select 'eventos', count(*) from public.eventos_peligro p where p.creado_en >= a and p.creado_en < b
    union all select 'alertas', count(*) from hechas
    -- Of one that nobody was to be told of, nothing can be said to have reached somebody.
    union all select 'con_contactos', count(*) from hechas where vias > 0
    union all select 'alcanzadas', count(*) from hechas where llego
    union all select 'contestadas', count(*) from hechas where contestada
    union all select 'mediana', coalesce(round(percentile_cont(0.5) within group (order by extract(epoch from greatest(cuando - sale_en, interval '0'))))::bigint, 0)
      from hechas where llego and cuando is not null
    union all select format('fallidas: %s: %s', e.via, left(e.motivo, 200)), count(*)
      from suyas s join public.entregas e on e.alerta_id = s.id where e.estado = 'fallida' group by e.via, left(e.motivo, 200);
end
$$;
comment on function interno.contar_alertas is
  'Of the alerts of a time: how many, how many reached somebody, in how long (median, seconds), what failed by which way. Never whose or where.';

create function interno.anotar_cifras(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  hoy constant date := (ahora at time zone interno.ajuste('zona_horaria'))::date;
  esta_semana constant date := date_trunc('week', hoy)::date;
  este_mes constant date := date_trunc('month', hoy)::date;
  -- Of a month before the installation there is nothing to say, which is not that it had few alerts.
  primer_mes constant date := date_trunc('month', least(
    (select min(u.created_at) from auth.users u), (select min(l.creada_en) from public.alertas l)
  ) at time zone interno.ajuste('zona_horaria'))::date;
  cual date;
  hechas int := 0;
begin
  -- Who was here this week: sessions say when they were last renewed and no more, so it is looked at while the week lasts.
  insert into interno.cifras as c (periodo, desde, que, n, abierta)
  select 'semana', esta_semana, 'miembros activas', count(distinct s.user_id), true
  from auth.sessions s
  where coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at)
    >= esta_semana::timestamp at time zone interno.ajuste('zona_horaria')
  on conflict (periodo, desde, que) do update set n = greatest(c.n, excluded.n);
  update interno.cifras set abierta = false where abierta and desde < esta_semana;
  for cual in
    select d::date from generate_series(esta_semana - 84, esta_semana - 7, interval '7 days') d
    where not exists (select from interno.cifras c where c.periodo = 'semana' and c.desde = d::date and c.que = 'miembros nuevas')
  loop
    insert into interno.cifras (periodo, desde, que, n) select 'semana', cual, s.que, s.n from interno.contar_semana(cual) s
    on conflict do nothing;
    hechas := hechas + 1;
  end loop;
  -- A day's answers may still come on the next one.
  for cual in
    select d::date from generate_series(hoy - 29, hoy - 2, interval '1 day') d
    where not exists (select from interno.cifras c where c.periodo = 'dia' and c.desde = d::date)
  loop
    insert into interno.cifras (periodo, desde, que, n)
    select 'dia', cual, a.que, a.n from interno.contar_alertas(cual, cual + 1) a where a.que in ('eventos', 'alertas');
    hechas := hechas + 1;
  end loop;
  for cual in
    select d::date
    from generate_series(greatest(este_mes - interval '12 months', primer_mes), este_mes - interval '1 month', interval '1 month') d
    where hoy >= d::date + interval '1 month 2 days'
      and not exists (select from interno.cifras c where c.periodo = 'mes' and c.desde = d::date)
  loop
    insert into interno.cifras (periodo, desde, que, n)
    select 'mes', cual, a.que, a.n from interno.contar_alertas(cual, (cual + interval '1 month')::date) a;
    hechas := hechas + 1;
  end loop;
  delete from interno.cifras where desde < hoy - 730;
  return hechas;
end
$$;
comment on function interno.anotar_cifras is
  'To be called daily: counts the days, weeks and months that are over and were not counted yet. Returns how many.';

-- Reading -----------------------------------------------------------------------------------------------------------------------

create function interno.cifras() returns table (desde date, que text, valor text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return query
    select null::date, 'miembros', interno.por_decenas((select count(*) from interno.admisiones))
    union all
    (
      select c.desde, c.que, interno.con_suelo(c.n) from interno.cifras c
      where c.periodo = 'semana' and not c.abierta and c.desde >= current_date - 98 order by c.desde desc, c.que
    );
end
$$;

-- Numbers without spying. A job counts each period once it is over and keeps the count; screens and the public page read counts, never rows. Two
-- counts must not tell one person by their difference: periods are whole and do not overlap, what was counted is not counted again,
-- below ten is «menos de 10», what contains another count is rounded down to tens, shares go in steps of five.
create table interno.cifras (
  periodo text not null check (periodo in ('dia', 'semana', 'mes')),
  desde date not null,
  que text not null check (char_length(que) <= 240),
  n bigint not null check (n >= 0),
  -- A week that is not over: its members are looked at each day, and nobody is shown it.
  abierta boolean not null default false,
  primary key (periodo, desde, que)
);
comment on table interno.cifras is
  'Counts of whole days, weeks and months, made once each is over: of everybody, of nobody in particular. Not readable by clients; cifras(), cifras_de_alertas() and confiabilidad() show what is large enough.';
alter table interno.cifras enable row level security;
alter table interno.cifras force row level security;
revoke all on interno.cifras from anon, authenticated, service_role;
select interno.poner_cupo('interno.cifras', 'la casa', 'A few rows a day, for two years.', rechaza => false);
comment on function interno.cifras is 'What public.cifras does.';
create function public.cifras() returns table (desde date, que text, valor text)
language sql stable set search_path = '' as $$
  select * from interno.cifras()
$$;
comment on function public.cifras is
  'For administradoras: how many members there are, by tens, and what was counted in each of the last twelve whole weeks, by their Mondays; below ten «menos de 10». 42501 for others.';

create function interno.resumen_de_alertas(cual date) returns table (que text, valor text)
language sql stable set search_path = '' as $$
  with c as (select x.que, x.n from interno.cifras x where x.periodo = 'mes' and x.desde = cual),
    t as (
      select max(n) filter (where c.que = 'alertas') as alertas, max(n) filter (where c.que = 'con_contactos') as con_contactos,
        max(n) filter (where c.que = 'alcanzadas') as alcanzadas, max(n) filter (where c.que = 'contestadas') as contestadas,
        max(n) filter (where c.que = 'mediana') as mediana
      from c
    )
  select v.que, v.valor from t, lateral (values
    ('alertas', interno.por_decenas(alertas)),
    ('alcanzadas', interno.por_cincos(alcanzadas, con_contactos)),
    ('contestadas', interno.por_cincos(contestadas, con_contactos)),
    ('mediana', case when alcanzadas >= 10 then mediana::text end)
  ) v (que, valor) where v.valor is not null
$$;
comment on function interno.resumen_de_alertas is
  'Of a whole month: how many alerts, by tens; the share that reached somebody and that was answered, in steps of five; seconds until the first arrived, half of them sooner.';

create function interno.cifras_de_alertas() returns table (periodo text, desde date, que text, valor text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return query
    (
      select c.periodo, c.desde, c.que, interno.con_suelo(c.n) from interno.cifras c
      where c.periodo = 'dia' and c.desde >= current_date - 31 order by c.desde desc, c.que
    )
    union all
    (
      select 'mes', m.desde, r.que, r.valor
      from (select distinct c.desde from interno.cifras c where c.periodo = 'mes' and c.desde >= current_date - 400) m,
        lateral interno.resumen_de_alertas(m.desde) r
      order by m.desde desc
    )
    union all
    (
      -- A reason that is rare is not named: it might be one person's.
      select 'mes', c.desde, c.que, interno.con_suelo(c.n) from interno.cifras c
      where c.periodo = 'mes' and c.que like 'fallidas:%' and c.n >= 10 and c.desde >= current_date - 400 order by c.desde desc, c.n desc, c.que
    );
end
$$;
comment on function interno.cifras_de_alertas is 'What public.cifras_de_alertas does.';
create function public.cifras_de_alertas() returns table (periodo text, desde date, que text, valor text)
language sql stable set search_path = '' as $$
  select * from interno.cifras_de_alertas()
$$;
comment on function public.cifras_de_alertas is
  'For administradoras: presses and alerts of each of the last days, and of each whole month how many, what share reached somebody, how soon, and what failed by which way. Below ten «menos de 10»; never whose or where. 42501 for others.';

-- With its owner's rights, and open to visitors: it reads counts of everybody and minutes of the server.
create function public.confiabilidad() returns table (mes date, que text, valor text)
language plpgsql stable security definer set search_path = '' as $$
declare
  hoy constant date := (now() at time zone interno.ajuste('zona_horaria'))::date;
begin
  return query
    (
      select m.desde, r.que, r.valor
      from (select distinct c.desde from interno.cifras c where c.periodo = 'mes' and c.desde >= hoy - 400) m,
        lateral interno.resumen_de_alertas(m.desde) r
      order by m.desde desc
    )
    union all
    (
      -- Whole days; the first one of the installation was none. A day of which there is no row nobody heard of it.
      select u.mes, v.que, v.valor
      from (
        select date_trunc('month', d)::date as mes, count(*) * 1440 as todo,
          coalesce(sum(l.minutos), 0) as minutos, coalesce(sum(l.alarma), 0) as alarma, coalesce(sum(l.correo), 0) as correo
        from generate_series(greatest((select min(x.dia) + 1 from interno.latidos x), hoy - 400), hoy - 1, interval '1 day') d
        left join interno.latidos l on l.dia = d::date group by 1
      ) u, lateral (values
        ('servicio', u.minutos), ('alarma', u.alarma), ('correo', u.correo)
      ) p (que, n), lateral (select p.que, trunc(p.n * 100.0 / u.todo, 1)::text || ' %') v (que, valor)
      order by u.mes desc, v.que
    );
end
$$;
comment on function public.confiabilidad is
  'For everybody: of each month how much of the time the service answered, its alarm and its mail were not late, how many alerts there were, by tens, what share reached somebody and how soon.';

-- What a device reports of a fault, after she read it and pressed «Enviar informe»: where in the app, which code, which release, which kind of
-- browser. Not who, not what was on her screen, not her address; gone after thirty days.
create table public.fallos (
  id uuid primary key default gen_random_uuid(),
  codigo text check (codigo ~ '^[0-9A-Z]{4}$'),
  ruta text not null check (char_length(ruta) <= 80 and ruta ~ '^(/[a-z-]{1,30}|/:[a-z-]{1,30}){1,6}$|^/$'),
  version text not null check (char_length(version) <= 60 and version ~ '^[0-9A-Za-z.+-]{1,60}$'),
  navegador text not null check (navegador in ('chrome', 'safari', 'firefox', 'samsung', 'edge', 'otro')),
  creado_en timestamptz not null default now()
);
comment on table public.fallos is
  'Reports of faults, for thirty days: the administradoras read them. No column names who sent one, and none has a word of hers.';
comment on column public.fallos.codigo is 'Of the request that failed, as the app showed it («Código 7F3K»); null where the screen itself failed.';
comment on column public.fallos.ruta is 'The screen as the list of routes has it, /camino/:codigo: never what stands in the place of a name with a colon.';
create index fallos_creado_en_idx on public.fallos (creado_en);
alter table public.fallos enable row level security;
alter table public.fallos force row level security;
revoke all on public.fallos from anon, authenticated;
grant select on public.fallos to authenticated;
grant all on public.fallos to service_role;
create policy "las administradoras leen los informes de fallos" on public.fallos
  for select to authenticated using ((select interno.es_admin()));
select interno.poner_cupo('public.fallos', 'los informes de fallos', 'Rows of the installation: thirty days of them.', null, 20000, null, 2000, 2000000);

create function interno.informar_fallo(codigo text, ruta text, version text, navegador text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform interno.exigir_paso();
  perform interno.limitar('informar de un fallo', array[3, 10], array[interval '10 minutes', interval '1 day']);
  insert into public.fallos (codigo, ruta, version, navegador)
  values (informar_fallo.codigo, informar_fallo.ruta, informar_fallo.version, informar_fallo.navegador);
end
$$;
comment on function interno.informar_fallo is 'What public.informar_fallo does.';
create function public.informar_fallo(codigo text, ruta text, version text, navegador text) returns void
language sql volatile set search_path = '' as $$
  select interno.informar_fallo(codigo, ruta, version, navegador)
$$;
comment on function public.informar_fallo is
  'For a member who is signed in: reports a fault of the app, without who. At most ten a day (PT429); PT401 where the second factor was not shown; 23514 for a place, a release or a browser that is none.';

create function interno.olvidar_fallos(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  olvidados int;
begin
  delete from public.fallos where creado_en < ahora - interval '30 days';
  get diagnostics olvidados = row_count;
  return olvidados;
end
$$;
comment on function interno.olvidar_fallos is 'To be called daily: reports of faults are forgotten after thirty days. Returns how many.';

-- With its owner's rights, since nobody else writes rows of files. A row stands again from here until the API has removed it, a moment later: it asks
-- for one. A name that somebody has taken meanwhile is hers, and nothing of it is removed.
create function interno.archivos_por_borrar() returns table (deposito text, nombre text)
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.archivos_por_borrar a using storage.objects o
  where o.bucket_id = a.deposito and o.name = a.nombre and o.version is distinct from a.version;
  return query
  with siguientes as (
    select a.deposito, a.nombre, a.version from interno.archivos_por_borrar a order by a.anotado_en limit 50
  ), de_nuevo as (
    insert into storage.objects (bucket_id, name, version)
    select s.deposito, s.nombre, s.version from siguientes s
    on conflict (bucket_id, name) do nothing
  )
  select s.deposito, s.nombre from siguientes s;
end
$$;

-- The bytes of a file that leaves with its account, where the storage server is not ours. Ours removes what no row names (server/src/storage/sweep.ts);
-- hosted Supabase keeps such bytes for ever, and its Storage API removes them only together with their row. So what went is noted here, and the
-- function archivos-sweep has the API remove it within minutes.
create table interno.archivos_por_borrar (
  deposito text not null,
  nombre text not null,
  version text,
  anotado_en timestamptz not null default now(),
  primary key (deposito, nombre)
);
comment on table interno.archivos_por_borrar is
  'Files whose row is gone and whose bytes the Storage API must still remove, where the storage server is not ours. Gone once they are.';
alter table interno.archivos_por_borrar enable row level security;
alter table interno.archivos_por_borrar force row level security;
revoke all on interno.archivos_por_borrar from anon, authenticated, service_role;
select interno.poner_cupo('interno.archivos_por_borrar', 'la casa', 'The picture and the files of the diary of each account that left, those of a deleted day; for minutes.', rechaza => false);
comment on function interno.archivos_por_borrar is
  'Fifty files of accounts that left, by bucket and name, each with a row again so that the Storage API can remove it.';

create function interno.archivos_borrados(deposito text, nombres text[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  quedan text[];
  olvidados int;
begin
  -- What the API did not remove must not be read meanwhile: its row goes again, and it stays noted.
  perform set_config('storage.allow_delete_query', 'true', true);
  with retirados as (
    delete from storage.objects o using interno.archivos_por_borrar a
    where a.deposito = archivos_borrados.deposito and a.nombre = any (nombres)
      and o.bucket_id = a.deposito and o.name = a.nombre and o.version is not distinct from a.version
    returning o.name
  )
  select coalesce(array_agg(r.name), '{}') into quedan from retirados r;
  delete from interno.archivos_por_borrar a
  where a.deposito = archivos_borrados.deposito and a.nombre = any (nombres) and a.nombre <> all (quedan);
  get diagnostics olvidados = row_count;
  return olvidados;
end
$$;
comment on function interno.archivos_borrados is
  'The Storage API was asked to remove these. What it removed is forgotten; returns how many that were.';

create function public.archivos_por_borrar() returns table (deposito text, nombre text)
language sql volatile set search_path = '' begin atomic
  select a.deposito, a.nombre from interno.archivos_por_borrar() a;
end;
comment on function public.archivos_por_borrar is 'For archivos-sweep: see interno.archivos_por_borrar.';

create function public.archivos_borrados(deposito text, nombres text[]) returns int
language sql volatile set search_path = '' begin atomic
  select interno.archivos_borrados(deposito, nombres);
end;
comment on function public.archivos_borrados is 'For archivos-sweep: see interno.archivos_borrados.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  interno.tareas, interno.secreto, interno.llamar_funcion, interno.programar_tareas, interno.revisar_casa, public.revisar_casa,
  interno.archivos_por_borrar, interno.archivos_borrados, public.archivos_por_borrar, public.archivos_borrados
  from anon, authenticated, public;
revoke all on function
  public.estado_de_la_casa, public.cifras, public.cifras_de_alertas, public.confiabilidad, public.informar_fallo
  from anon, public;
grant execute on function
  interno.revisar_casa, public.revisar_casa, interno.archivos_por_borrar, interno.archivos_borrados, public.archivos_por_borrar,
  public.archivos_borrados
  to service_role;
grant execute on function
  interno.estado_de_la_casa, public.estado_de_la_casa, interno.cifras, public.cifras, interno.cifras_de_alertas, public.cifras_de_alertas,
  interno.informar_fallo, public.informar_fallo
  to authenticated, service_role;
grant execute on function public.confiabilidad to anon, authenticated, service_role;
