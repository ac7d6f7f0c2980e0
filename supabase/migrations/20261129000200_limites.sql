-- Limits: how often each member may do something (rates), and how much she may keep and write in a day (quotas). A member who would
-- fill the disk is refused in words; nobody else waits for her, and what is already there stays hers to read, shorten and delete.
-- The panic button has neither (contactos).

-- Rates ---------------------------------------------------------------------------------------------------------------

create table interno.ritmos (
  user_id uuid not null references auth.users on delete cascade,
  accion text not null,
  momentos timestamptz[] not null,
  primary key (user_id, accion)
);
comment on table interno.ritmos is
  'When each member last did what has a rate limit; written by interno.limitar alone, kept apart from the rows so that deleting them does not reset it.';
alter table interno.ritmos enable row level security;
alter table interno.ritmos force row level security;
revoke all on interno.ritmos from anon, authenticated;

create function interno.limitar(que text, maximos int[], ventanas interval[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  usuaria constant uuid := auth.uid();
  ahora constant timestamptz := clock_timestamp();
  factor numeric;
  recientes timestamptz[];
  maximo int;
  segundos int;
begin
  if usuaria is null then
    return;
  end if;
  factor := coalesce(interno.ajuste('factor_de_ritmo')::numeric, 1);
  if factor >= 1000 then
    return; -- Practically no limit, as load tests want it: nothing worth counting.
  end if;
  -- The row lock makes two requests of one member wait for each other, so that neither slips past the count.
  insert into interno.ritmos as r (user_id, accion, momentos)
  values (usuaria, que, array[ahora])
  on conflict (user_id, accion) do update
    set momentos = array(
      select m from unnest(r.momentos) m
      where m > ahora - (select max(v) from unnest(ventanas) v)
      order by m
    ) || ahora
  returning momentos into recientes;

  for i in 1 .. array_length(maximos, 1) loop
    maximo := greatest(1, floor(maximos[i] * factor));
    if cardinality(recientes) > maximo and recientes[cardinality(recientes) - maximo] > ahora - ventanas[i] then
      segundos := greatest(1, ceil(extract(epoch from recientes[cardinality(recientes) - maximo] + ventanas[i] - ahora)));
      raise exception using
        errcode = 'PT429',
        message = format('Vas muy rápido. Respira: podrás seguir en %s %s.', segundos,
                         case segundos when 1 then 'segundo' else 'segundos' end),
        detail = format('%s por cada %s', maximo, ventanas[i]),
        hint = format('retry_after=%s', segundos);
    end if;
  end loop;
end
$$;
comment on function interno.limitar is
  'Counts one action of the member who asks and refuses it (PT429, hint retry_after=seconds) above maximos[i] within ventanas[i].';

-- Quotas --------------------------------------------------------------------------------------------------------------

-- One table says it for all; each table gets its row beside its definition, by interno.poner_cupo. The figures are for a real life:
-- ten years of a diary, of an agenda, of conversations. With rechaza => false stand the tables that members do not write themselves,
-- or where nothing may be refused.
create table interno.cupos (
  -- As format('%I.%I') writes it.
  tabla text primary key,
  columna text,
  filas int check (filas > 0),
  octetos bigint check (octetos > 0),
  filas_dia int check (filas_dia > 0),
  octetos_dia bigint check (octetos_dia > 0),
  rechaza boolean not null default true,
  donde text not null check (char_length(donde) <= 60),
  nota text not null check (char_length(nota) <= 300),
  check (rechaza or filas_dia is null)
);
comment on table interno.cupos is
  'How much of each table one member may have and write: the operator''s to read and change, nobody else''s. Set up by interno.poner_cupo.';
comment on column interno.cupos.columna is 'Whose a row is; null: nobody''s own, filas is then the whole table''s.';
comment on column interno.cupos.octetos is 'Of all her rows together, each written out as text; null: bounded by filas and the checks of its columns.';
comment on column interno.cupos.filas_dia is 'Rows that she may add or change within 24 hours, times the setting factor_de_ritmo.';
comment on column interno.cupos.rechaza is 'False where nothing is refused: nota says what bounds it.';
comment on column interno.cupos.donde is 'The words of the refusal: «Ya no cabe más en …».';
alter table interno.cupos enable row level security;
alter table interno.cupos force row level security;
revoke all on interno.cupos from anon, authenticated;

create table interno.consumo (
  user_id uuid not null references auth.users on delete cascade,
  tabla text not null references interno.cupos on update cascade on delete cascade,
  filas bigint not null default 0,
  octetos bigint not null default 0,
  desde timestamptz not null default now(),
  filas_dia bigint not null default 0,
  octetos_dia bigint not null default 0,
  primary key (user_id, tabla)
);
comment on table interno.consumo is
  'What each member keeps of each table, and what she wrote since `desde`; kept by triggers, not readable by clients.';
create index consumo_tabla_idx on interno.consumo (tabla);
alter table interno.consumo enable row level security;
alter table interno.consumo force row level security;
revoke all on interno.consumo from anon, authenticated;

create function interno.rechazar_por_cupo(cupo interno.cupos) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using
    errcode = 'PT422',
    message = format('Ya no cabe más en %s. Borra algo que no necesites y vuelve a intentarlo.', cupo.donde),
    hint = format('cupo=%s', split_part(cupo.tabla, '.', 2));
end
$$;
comment on function interno.rechazar_por_cupo is 'Refuses (PT422, hint cupo=table): no more fits.';

create function interno.rechazar_por_dia(cupo interno.cupos, desde timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  segundos constant int := greatest(1, ceil(extract(epoch from desde + interval '1 day' - now())));
  horas constant int := ceil(segundos / 3600.0);
begin
  raise exception using
    errcode = 'PT429',
    message = format('Por hoy ya escribiste mucho en %s. Podrás seguir en %s %s.', cupo.donde, horas,
                     case horas when 1 then 'hora' else 'horas' end),
    hint = format('retry_after=%s', segundos);
end
$$;
comment on function interno.rechazar_por_dia is 'Refuses (PT429, hint retry_after=seconds): enough for today.';

create function interno.escribe_ella(esquema text) returns boolean
language sql volatile set search_path = '' as $$
  -- Tables of public are written by her statement, those of interno by the trigger of a view; what goes deeper is
  -- a foreign key or another trigger that follows from it, and counts without being refused.
  select pg_trigger_depth() <= case esquema when 'interno' then 2 else 1 end
$$;
comment on function interno.escribe_ella is 'For the triggers of quotas: whether a row is written by the request itself.';

-- Counting was most of the cost of an ordinary insert. So the first rows of a request are checked once, after they are written, by
-- interno.contar_escritura; only the rows beyond them are checked before.
create function interno.frenar_escritura() returns trigger
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
    -- An upsert that has found its row: it was checked as an insert, and nothing has been counted since.
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

create function interno.contar_escritura() returns trigger
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
    -- Nearly always there is a row to change; the first time an empty one is put there, by the first caller.
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
comment on function interno.contar_escritura is
  'Trigger of a statement: counts what was added, changed and deleted, gives back what went, and refuses what grows beyond its quota (PT422) or its day (PT429).';

create function interno.poner_cupo(
  cual regclass, donde text, nota text, columna text default null, filas int default null, octetos bigint default null,
  filas_dia int default 2000, octetos_dia bigint default 20000000, rechaza boolean default true
) returns void
language plpgsql set search_path = '' as $$
declare
  nombre constant text := (
    select format('%I.%I', n.nspname, c.relname)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = cual
  );
begin
  insert into interno.cupos (tabla, columna, filas, octetos, filas_dia, octetos_dia, rechaza, donde, nota)
  values (
    nombre, poner_cupo.columna, poner_cupo.filas, poner_cupo.octetos, case when poner_cupo.rechaza then poner_cupo.filas_dia end,
    case when poner_cupo.rechaza then poner_cupo.octetos_dia end, poner_cupo.rechaza, poner_cupo.donde, poner_cupo.nota
  )
  on conflict (tabla) do update set
    columna = excluded.columna, filas = excluded.filas, octetos = excluded.octetos, filas_dia = excluded.filas_dia,
    octetos_dia = excluded.octetos_dia, rechaza = excluded.rechaza, donde = excluded.donde, nota = excluded.nota;
  execute format('drop trigger if exists cupo_frenar on %s', nombre);
  execute format('drop trigger if exists cupo_agregar on %s', nombre);
  execute format('drop trigger if exists cupo_cambiar on %s', nombre);
  execute format('drop trigger if exists cupo_borrar on %s', nombre);
  delete from interno.consumo where tabla = nombre;
  if not poner_cupo.rechaza then
    return;
  end if;
  execute format('create trigger cupo_frenar before insert or update on %s
    for each row execute function interno.frenar_escritura()', nombre);
  execute format('create trigger cupo_agregar after insert on %s referencing new table as nuevas
    for each statement execute function interno.contar_escritura()', nombre);
  execute format('create trigger cupo_cambiar after update on %s referencing old table as viejas new table as nuevas
    for each statement execute function interno.contar_escritura()', nombre);
  execute format('create trigger cupo_borrar after delete on %s referencing old table as viejas
    for each statement execute function interno.contar_escritura()', nombre);
  if poner_cupo.columna is not null then
    execute format('insert into interno.consumo (user_id, tabla, filas, octetos)
      select t.%1$I, %2$L, count(*), sum(octet_length(t::text)) from %2$s t where t.%1$I is not null group by t.%1$I',
      poner_cupo.columna, nombre);
  end if;
end
$$;
comment on function interno.poner_cupo is
  'For migrations: gives a table its quota and the triggers that keep it, and counts what is there. columna says whose a row is; without it filas is the whole table''s.';

select interno.poner_cupo('interno.ritmos', 'la casa', 'One row for each member and action, with the moments of its windows.', rechaza => false);
select interno.poner_cupo('interno.consumo', 'la casa', 'One row for each member and table.', rechaza => false);

revoke all on all functions in schema interno from public, anon;
grant execute on function interno.limitar to authenticated, service_role;
