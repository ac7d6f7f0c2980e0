-- A report does not leave with her who made it. It went in the same instant as her name: whoever had the team's queue open, or heard its
-- deletions live, knew who had reported whom. Nothing of a report is touched when an account goes; what its author's end leaves
-- behind comes down later, each at a moment of its own, as her reviews do.

-- The id stays in a column that nobody reads, refers to nothing from then on, and goes with the report.
alter table public.reportes_sala drop constraint reportes_sala_user_id_fkey;
alter table public.reportes_apoyo drop constraint reportes_apoyo_user_id_fkey;
comment on column public.reportes_sala.user_id is
  'Who reported: nobody''s to read. No reference, so that the row does not move when she leaves (interno.retiros_reportes).';
comment on column public.reportes_apoyo.user_id is 'As in reportes_sala.';

create table interno.retiros_reportes (
  id uuid primary key,
  retirar_en timestamptz not null default now() + random() * interval '48 hours'
);
comment on table interno.retiros_reportes is
  'Reports that come down after their author left, each at its own moment: nobody''s to read, and nothing in it says whose they were.';
alter table interno.retiros_reportes enable row level security;
alter table interno.retiros_reportes force row level security;
revoke all on interno.retiros_reportes from anon, authenticated;

create or replace function interno.retirar_escritos() returns void
language plpgsql set search_path = '' as $$
begin
  -- Stayed, and was taken off the blog since: nobody is left to change it or to take it back.
  insert into interno.retiros_historias (id)
  select h.id from interno.historias h
  where h.estado <> 'publicada' and not exists (select from interno.autorias_historias a where a.id = h.id)
  on conflict do nothing;
  delete from interno.historias h using interno.retiros_historias r where r.id = h.id and r.retirar_en <= now();
  delete from interno.reseñas h using interno."retiros_reseñas" r where r.id = h.id and r.retirar_en <= now();
  -- Looked for here and not when she leaves: a report that she sends in that very moment is found too.
  insert into interno.retiros_reportes (id)
  select r.id from (
    select id, user_id from public.reportes_sala union all select id, user_id from public.reportes_apoyo
  ) r
  where not exists (select from auth.users u where u.id = r.user_id)
  on conflict do nothing;
  delete from public.reportes_sala h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from public.reportes_apoyo h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from interno.retiros_reportes where retirar_en <= now();
end
$$;
comment on function interno.retirar_escritos is
  'To be called every few minutes: deletes the stories, reviews and reports of members who left whose moment has come.';

-- As in limites, in fewer questions: every row that she writes asks them, and they took half of what an ordinary insert costs. An upsert is
-- looked at once, not as an insert and as an update.
create or replace function interno.frenar_escritura() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  de_esta_vez int;
  cuenta record;
begin
  -- As interno.escribe_ella, written out: a call that sets a search path is never taken apart by the planner.
  if quien is null or pg_trigger_depth() > (case tg_table_schema when 'interno' then 2 else 1 end) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    de_esta_vez := set_config(
      'interno.de_esta_vez', (coalesce(nullif(current_setting('interno.de_esta_vez', true), ''), '0')::int + 1)::text, true
    )::int;
    if de_esta_vez > 1000 then
      raise exception using
        errcode = 'PT422', message = 'Es demasiado de una vez. Guárdalo en partes más pequeñas.', hint = 'cupo=de_una_vez';
    end if;
    if set_config('interno.frenada', tg_relid::text, true) is null then
      return new;
    end if;
  elsif current_setting('interno.frenada', true) = tg_relid::text then
    -- An upsert that has found its row: it was looked at as an insert, and nothing has been counted since.
    return new;
  end if;
  -- One question for the three tables: it is asked at every row that she writes.
  select
    cupo.columna is not null and (gasto.filas >= cupo.filas or gasto.octetos >= cupo.octetos) as llena,
    gasto.desde > now() - interval '1 day'
      and (gasto.filas_dia >= cupo.filas_dia * ritmo.factor or gasto.octetos_dia >= cupo.octetos_dia * ritmo.factor) as agotada,
    gasto.desde, gasto.tabla
  into cuenta
  from interno.consumo gasto
  join interno.cupos cupo on cupo.tabla = gasto.tabla,
  (select coalesce((select valor::numeric from interno.ajustes where clave = 'factor_de_ritmo'), 1) as factor) ritmo
  where gasto.user_id = quien and gasto.tabla = format('%I.%I', tg_table_schema, tg_table_name);
  -- Not the first few: an upsert that shortens what is there comes as an insert too; interno.contar_escritura knows better.
  if de_esta_vez > 20 and cuenta.llena then
    perform interno.rechazar_por_cupo(cupo) from interno.cupos cupo where cupo.tabla = cuenta.tabla;
  end if;
  if cuenta.agotada then
    perform interno.rechazar_por_dia(cupo, cuenta.desde) from interno.cupos cupo where cupo.tabla = cuenta.tabla;
  end if;
  return new;
end
$$;

-- As in limites, but for the comment in its middle.
create or replace function interno.contar_escritura() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  ella constant boolean := quien is not null and pg_trigger_depth() <= case tg_table_schema when 'interno' then 2 else 1 end;
  nombre constant text := format('%I.%I', tg_table_schema, tg_table_name);
  cuenta record;
  parte interno.consumo;
  gasto record;
  hay bigint;
begin
  -- One question for the quota and for what was written, by its owners: filas_dia and octetos_dia are what counts as writing. Written out
  -- three times and not put together as text, so that PostgreSQL prepares it once, which took half of an ordinary insert.
  if tg_op = 'INSERT' then
    select cupo.columna, cupo.filas, array(
      select row(p.duenia, nombre, p.filas, p.octetos, null, p.filas, p.octetos)::interno.consumo
      from (
        select v.duenia, count(*) as filas, sum(v.octetos)::bigint as octetos
        from (
          select case when cupo.columna is null then quien else (to_jsonb(n) ->> cupo.columna)::uuid end, octet_length(n::text)
          from nuevas n
        ) v (duenia, octetos)
        where v.duenia is not null group by v.duenia order by v.duenia
      ) p
    ) as partes
    into cuenta from interno.cupos cupo where cupo.tabla = nombre and (cupo.columna is not null or ella);
  elsif tg_op = 'DELETE' then
    select cupo.columna, cupo.filas, array(
      select row(p.duenia, nombre, -p.filas, -p.octetos, null, 0, 0)::interno.consumo
      from (
        select v.duenia, count(*) as filas, sum(v.octetos)::bigint as octetos
        from (select (to_jsonb(n) ->> cupo.columna)::uuid, octet_length(n::text) from viejas n) v (duenia, octetos)
        where v.duenia is not null group by v.duenia order by v.duenia
      ) p
    ) as partes
    into cuenta from interno.cupos cupo where cupo.tabla = nombre and cupo.columna is not null;
  else
    select cupo.columna, cupo.filas, array(
      select row(p.duenia, nombre, p.filas, p.octetos, null, p.escritas, p.escritos)::interno.consumo
      from (
        select v.duenia, sum(v.filas) as filas, sum(v.octetos)::bigint as octetos, count(*) filter (where v.filas > 0) as escritas,
          coalesce(sum(v.octetos) filter (where v.filas > 0), 0)::bigint as escritos
        from (
          select case when cupo.columna is null then quien else (to_jsonb(n) ->> cupo.columna)::uuid end, 1, octet_length(n::text)
          from nuevas n
          union all
          select (to_jsonb(a) ->> cupo.columna)::uuid, -1, -octet_length(a::text) from viejas a where cupo.columna is not null
        ) v (duenia, filas, octetos)
        where v.duenia is not null group by v.duenia order by v.duenia
      ) p
    ) as partes
    into cuenta from interno.cupos cupo where cupo.tabla = nombre and (cupo.columna is not null or ella);
  end if;
  if not found or cardinality(cuenta.partes) = 0 then
    return null;
  end if;
  foreach parte in array cuenta.partes loop
    if cuenta.columna is null then
      parte.filas := 0;
      parte.octetos := 0;
    end if;
    -- A row that only follows from the end of an account must not bring its count back; nor is what the team decides on a row of hers
    -- her writing: she may have left since.
    if parte.filas_dia = 0 or (tg_op = 'UPDATE' and (
      not ella or parte.user_id <> quien or not exists (select from auth.users u where u.id = quien)
    )) then
      update interno.consumo
      set filas = greatest(0, filas + parte.filas), octetos = greatest(0, octetos + parte.octetos)
      where user_id = parte.user_id and tabla = nombre;
      continue;
    end if;
    with puesta as (
      insert into interno.consumo as c (user_id, tabla, filas, octetos, filas_dia, octetos_dia)
      values (
        parte.user_id, nombre, greatest(0, parte.filas), greatest(0, parte.octetos), parte.filas_dia, parte.octetos_dia
      )
      on conflict (user_id, tabla) do update set
        filas = greatest(0, c.filas + parte.filas),
        octetos = greatest(0, c.octetos + parte.octetos),
        filas_dia = parte.filas_dia + case when c.desde > now() - interval '1 day' then c.filas_dia else 0 end,
        octetos_dia = parte.octetos_dia + case when c.desde > now() - interval '1 day' then c.octetos_dia else 0 end,
        desde = case when c.desde > now() - interval '1 day' then c.desde else now() end
      returning *
    )
    select
      (parte.filas > 0 and puesta.filas > cupo.filas) or (parte.octetos > 0 and puesta.octetos > cupo.octetos) as llena,
      puesta.filas_dia > cupo.filas_dia * ritmo.factor or puesta.octetos_dia > cupo.octetos_dia * ritmo.factor as agotada,
      puesta.desde
    into gasto
    from puesta, interno.cupos cupo,
      (select coalesce((select valor::numeric from interno.ajustes where clave = 'factor_de_ritmo'), 1) as factor) ritmo
    where cupo.tabla = nombre;
    if not ella or parte.user_id <> quien then
      continue;
    end if;
    if gasto.llena then
      perform interno.rechazar_por_cupo(cupo) from interno.cupos cupo where cupo.tabla = nombre;
    end if;
    if gasto.agotada then
      perform interno.rechazar_por_dia(cupo, gasto.desde) from interno.cupos cupo where cupo.tabla = nombre;
    end if;
  end loop;
  if cuenta.columna is null and cuenta.filas is not null and tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('cupo ' || nombre, 0));
    execute format('select count(*) from %s', nombre) into hay;
    if hay > cuenta.filas then
      perform interno.rechazar_por_cupo(cupo) from interno.cupos cupo where cupo.tabla = nombre;
    end if;
  end if;
  return null;
end
$$;

revoke all on all functions in schema interno from public, anon;
