-- The same quotas for less. What an ordinary insert costs was mostly what counted it (record 461): the first rows of a request are looked at once
-- they are written, by what counts them, and not before as well; and what is counted is changed where it stands, instead of being put
-- together as an array and offered as a new row. Who is refused what, and with which words, stays.

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
    -- Not the first few: an upsert that shortens what is there comes as an insert too, and interno.contar_escritura refuses them all the same. What
    -- comes after them is refused before it is written, so that many rows at once cost nobody more than these.
    if set_config('interno.frenada', tg_relid::text, true) is null or de_esta_vez <= 20 then
      return new;
    end if;
  elsif current_setting('interno.frenada', true) = tg_relid::text then
    -- An upsert that has found its row: it was looked at as an insert, and nothing has been counted since.
    return new;
  end if;
  -- One question for the three tables.
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
  if tg_op = 'INSERT' and cuenta.llena then
    perform interno.rechazar_por_cupo(cupo) from interno.cupos cupo where cupo.tabla = cuenta.tabla;
  end if;
  if cuenta.agotada then
    perform interno.rechazar_por_dia(cupo, cuenta.desde) from interno.cupos cupo where cupo.tabla = cuenta.tabla;
  end if;
  return new;
end
$$;
comment on function interno.frenar_escritura is
  'Trigger: refuses before anything is written what one request adds beyond 1000 rows (PT422), and beyond twenty where nothing more fits (PT422) or today (PT429).';

create or replace function interno.contar_escritura() returns trigger
language plpgsql security definer set search_path = '' as $$
<<contar>>
declare
  quien constant uuid := auth.uid();
  ella constant boolean := quien is not null and pg_trigger_depth() <= case tg_table_schema when 'interno' then 2 else 1 end;
  nombre constant text := format('%I.%I', tg_table_schema, tg_table_name);
  partes refcursor;
  parte record;
  escribe boolean;
  gasto record;
  hay bigint;
begin
  -- What was written, by its owners in their order, each with the quota: filas and octetos are what she keeps by it, escritas and escritos what counts
  -- as writing. Written out three times and not put together as text, so that PostgreSQL prepares it once. A table may have a column
  -- of any name, so what is of this function says so.
  if tg_op = 'INSERT' then
    open partes for
      select case when cupo.columna is null then contar.quien else (to_jsonb(n) ->> cupo.columna)::uuid end as duenia, cupo as cupo,
        count(*) * (cupo.columna is not null)::int as filas, sum(octet_length(n::text))::bigint * (cupo.columna is not null)::int as octetos,
        count(*) as escritas, sum(octet_length(n::text))::bigint as escritos
      from interno.cupos cupo cross join nuevas n
      where cupo.tabla = contar.nombre and (cupo.columna is not null or contar.ella)
      group by 1, cupo.tabla order by 1;
  elsif tg_op = 'DELETE' then
    open partes for
      select (to_jsonb(a) ->> cupo.columna)::uuid as duenia, cupo as cupo,
        -count(*) as filas, -sum(octet_length(a::text))::bigint as octetos, 0 as escritas, 0 as escritos
      from interno.cupos cupo cross join viejas a
      where cupo.tabla = contar.nombre and cupo.columna is not null
      group by 1, cupo.tabla order by 1;
  elsif not exists (select from nuevas) then
    -- The half of an upsert that changed nothing.
    return null;
  else
    open partes for
      select v.duenia, cupo as cupo,
        sum(v.filas) * (cupo.columna is not null)::int as filas, sum(v.octetos)::bigint * (cupo.columna is not null)::int as octetos,
        count(*) filter (where v.filas > 0) as escritas, coalesce(sum(v.octetos) filter (where v.filas > 0), 0)::bigint as escritos
      from interno.cupos cupo cross join lateral (
        select case when cupo.columna is null then contar.quien else (to_jsonb(n) ->> cupo.columna)::uuid end, 1, octet_length(n::text) from nuevas n
        union all
        select (to_jsonb(a) ->> cupo.columna)::uuid, -1, -octet_length(a::text) from viejas a where cupo.columna is not null
      ) v (duenia, filas, octetos)
      where cupo.tabla = contar.nombre and (cupo.columna is not null or contar.ella)
      group by v.duenia, cupo.tabla order by 1;
  end if;
  loop
    fetch partes into parte;
    exit when not found;
    continue when parte.duenia is null;
    -- A row that only follows from the end of an account must not bring its count back; nor is what the team decides on a row of hers
    -- her writing: she may have left since.
    escribe := parte.escritas > 0 and (tg_op = 'INSERT' or (ella and parte.duenia = quien));
    if escribe and tg_op = 'UPDATE' then
      escribe := exists (select from auth.users u where u.id = quien);
    end if;
    if not escribe then
      update interno.consumo
      set filas = greatest(0, filas + parte.filas), octetos = greatest(0, octetos + parte.octetos)
      where user_id = parte.duenia and tabla = nombre;
      continue;
    end if;
    -- Nearly always there is a row to change; the first time an empty one is put there, by whoever is first.
    loop
      update interno.consumo c set
        filas = greatest(0, c.filas + parte.filas),
        octetos = greatest(0, c.octetos + parte.octetos),
        filas_dia = parte.escritas + case when c.desde > now() - interval '1 day' then c.filas_dia else 0 end,
        octetos_dia = parte.escritos + case when c.desde > now() - interval '1 day' then c.octetos_dia else 0 end,
        desde = case when c.desde > now() - interval '1 day' then c.desde else now() end
      from (select coalesce((select valor::numeric from interno.ajustes where clave = 'factor_de_ritmo'), 1) as factor) ritmo
      where c.user_id = parte.duenia and c.tabla = nombre
      returning
        (parte.filas > 0 and c.filas > (parte.cupo).filas) or (parte.octetos > 0 and c.octetos > (parte.cupo).octetos) as llena,
        c.filas_dia > (parte.cupo).filas_dia * ritmo.factor or c.octetos_dia > (parte.cupo).octetos_dia * ritmo.factor as agotada,
        c.desde
      into gasto;
      exit when found;
      insert into interno.consumo (user_id, tabla) values (parte.duenia, nombre) on conflict do nothing;
    end loop;
    if not ella or parte.duenia <> quien then
      continue;
    end if;
    if gasto.llena then
      perform interno.rechazar_por_cupo(parte.cupo);
    end if;
    if gasto.agotada then
      perform interno.rechazar_por_dia(parte.cupo, gasto.desde);
    end if;
    -- A table whose rows are nobody's own: all of them together.
    if tg_op = 'INSERT' and (parte.cupo).columna is null and (parte.cupo).filas is not null then
      perform pg_advisory_xact_lock(hashtextextended('cupo ' || nombre, 0));
      execute format('select count(*) from %s', nombre) into hay;
      if hay > (parte.cupo).filas then
        perform interno.rechazar_por_cupo(parte.cupo);
      end if;
    end if;
  end loop;
  close partes;
  return null;
end
$$;

revoke all on all functions in schema interno from public, anon;
