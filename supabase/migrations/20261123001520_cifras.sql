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
  'Counts of whole days, weeks and months, made once each is over: of everybody, of nobody in particular. Nobody''s to read; cifras(), cifras_de_alertas() and confiabilidad() show what is large enough.';
alter table interno.cifras enable row level security;
alter table interno.cifras force row level security;
revoke all on interno.cifras from anon, authenticated, service_role;
select interno.poner_cupo('interno.cifras', 'la casa', 'A few rows a day, for two years.', rechaza => false);

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
    -- In how many hands a room was; of what was done there nothing is looked at but when.
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
    union all select 'con contactos', count(*) from hechas where vias > 0
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
  -- Of a month before the house there is nothing to say, which is not that it had few alerts.
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
      select max(n) filter (where c.que = 'alertas') as alertas, max(n) filter (where c.que = 'con contactos') as con_contactos,
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

-- With its owner's rights, and open to visitors: it reads counts of everybody and minutes of the house.
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
      -- Whole days; the first one of the house was none. A day of which there is no row nobody heard of it.
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

revoke all on all functions in schema interno from public, anon;
revoke all on function public.cifras, public.cifras_de_alertas, public.confiabilidad from public, anon;
grant execute on function interno.cifras, public.cifras, interno.cifras_de_alertas, public.cifras_de_alertas to authenticated, service_role;
grant execute on function public.confiabilidad to anon, authenticated, service_role;
