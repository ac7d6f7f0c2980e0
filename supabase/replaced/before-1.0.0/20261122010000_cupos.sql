-- Quotas: how much each member may keep, and how much she may write in a day. One table says it for all: interno.cupos.
-- Whoever would fill the disk is refused in words; nobody else waits for her, and what is already there stays hers to read,
-- shorten and delete. The panic button has none (20261122020000_pulsaciones.sql).

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
  'What each member keeps of each table, and what she wrote since `desde`; kept by triggers, nobody''s to read.';
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

-- With its owner's rights: nobody reads interno.consumo.
create function interno.frenar_escritura() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  de_esta_vez int;
  cupo interno.cupos;
  gasto interno.consumo;
  factor numeric;
begin
  if quien is null or not interno.escribe_ella(tg_table_schema) then
    return new;
  end if;
  select * into cupo from interno.cupos where tabla = format('%I.%I', tg_table_schema, tg_table_name);
  if tg_op = 'INSERT' then
    de_esta_vez := coalesce(nullif(current_setting('interno.de_esta_vez', true), '')::int, 0) + 1;
    perform set_config('interno.de_esta_vez', de_esta_vez::text, true);
    if de_esta_vez > 1000 then
      raise exception using
        errcode = 'PT422', message = 'Es demasiado de una vez. Guárdalo en partes más pequeñas.', hint = 'cupo=de_una_vez';
    end if;
  end if;
  select * into gasto from interno.consumo where user_id = quien and tabla = cupo.tabla;
  -- Not the first few: an upsert that shortens what is there comes as an insert too; interno.contar_escritura knows better.
  if tg_op = 'INSERT' and de_esta_vez > 20 and cupo.columna is not null
    and (gasto.filas >= cupo.filas or gasto.octetos >= cupo.octetos) then
    perform interno.rechazar_por_cupo(cupo);
  end if;
  if gasto.desde > now() - interval '1 day' then
    factor := coalesce(interno.ajuste('factor_de_ritmo')::numeric, 1);
    if gasto.filas_dia >= cupo.filas_dia * factor or gasto.octetos_dia >= cupo.octetos_dia * factor then
      perform interno.rechazar_por_dia(cupo, gasto.desde);
    end if;
  end if;
  return new;
end
$$;
comment on function interno.frenar_escritura is
  'Trigger: refuses before anything is written where nothing more fits (PT422), today (PT429), or in one request (more than 1000 rows, PT422).';

-- With its owner's rights: what is counted is nobody's to write. Statement by statement, so that thousands of rows cost one
-- change of the count; its row lock makes requests of one member wait for each other, and nobody else.
create function interno.contar_escritura() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  ella constant boolean := quien is not null and interno.escribe_ella(tg_table_schema);
  cupo interno.cupos;
  parte record;
  gasto interno.consumo;
  factor numeric;
  hay bigint;
begin
  select * into cupo from interno.cupos where tabla = format('%I.%I', tg_table_schema, tg_table_name);
  if not found or (cupo.columna is null and (tg_op = 'DELETE' or not ella)) then
    return null;
  end if;
  for parte in execute
    'select duenia, sum(filas) as filas, sum(octetos) as octetos,
       coalesce(sum(filas) filter (where filas > 0), 0) as escritas, coalesce(sum(octetos) filter (where filas > 0), 0) as escritos
     from (' || concat_ws(
      ' union all ',
      case when tg_op <> 'DELETE' then
        format('select %s as duenia, 1 as filas, octet_length(v::text)::bigint as octetos from nuevas v',
               case when cupo.columna is null then '$1' else format('v.%I', cupo.columna) end)
      end,
      case when tg_op <> 'INSERT' and cupo.columna is not null then
        format('select v.%I, -1, -octet_length(v::text)::bigint from viejas v', cupo.columna)
      end
    ) || ') as cambios (duenia, filas, octetos) where duenia is not null group by duenia order by duenia'
    using quien
  loop
    if cupo.columna is null then
      parte.filas := 0;
      parte.octetos := 0;
    end if;
    -- A row that only follows from the end of an account must not bring its count back.
    if parte.escritas = 0 or (tg_op = 'UPDATE' and not ella) then
      update interno.consumo
      set filas = greatest(0, filas + parte.filas), octetos = greatest(0, octetos + parte.octetos)
      where user_id = parte.duenia and tabla = cupo.tabla;
      continue;
    end if;
    insert into interno.consumo as c (user_id, tabla, filas, octetos, filas_dia, octetos_dia)
    values (
      parte.duenia, cupo.tabla, greatest(0, parte.filas), greatest(0, parte.octetos), parte.escritas, parte.escritos
    )
    on conflict (user_id, tabla) do update set
      filas = greatest(0, c.filas + parte.filas),
      octetos = greatest(0, c.octetos + parte.octetos),
      filas_dia = parte.escritas + case when c.desde > now() - interval '1 day' then c.filas_dia else 0 end,
      octetos_dia = parte.escritos + case when c.desde > now() - interval '1 day' then c.octetos_dia else 0 end,
      desde = case when c.desde > now() - interval '1 day' then c.desde else now() end
    returning * into gasto;
    if not ella or parte.duenia <> quien then
      continue;
    end if;
    if (parte.filas > 0 and gasto.filas > cupo.filas) or (parte.octetos > 0 and gasto.octetos > cupo.octetos) then
      perform interno.rechazar_por_cupo(cupo);
    end if;
    factor := coalesce(interno.ajuste('factor_de_ritmo')::numeric, 1);
    if gasto.filas_dia > cupo.filas_dia * factor or gasto.octetos_dia > cupo.octetos_dia * factor then
      perform interno.rechazar_por_dia(cupo, gasto.desde);
    end if;
  end loop;
  if cupo.columna is null and cupo.filas is not null and tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('cupo ' || cupo.tabla, 0));
    execute format('select count(*) from %s', cupo.tabla) into hay;
    if hay > cupo.filas then
      perform interno.rechazar_por_cupo(cupo);
    end if;
  end if;
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

-- The figures, for a real life: ten years of a diary, of an agenda, of conversations.
select interno.poner_cupo(cual, donde, nota, columna, filas, octetos, filas_dia, octetos_dia) from (values
  ('public.diario_personal'::regclass, 'tu diario', 'Twenty years of days; ten of 10 kB each. A day''s writing saves itself every few seconds.',
   'user_id', 8000, 40000000::bigint, 20000, 256000000::bigint),
  ('public.agenda_personal', 'tu agenda', 'Three events a day for ten years.', 'user_id', 10000, 5000000, 3000, 3000000),
  ('public.contactos_emergencia', 'tus contactos', 'Fifty active ones (interno.limitar_contactos), and ten times as many that were deleted.',
   -- No figure for a day: whoever holds her session would spend it, and she could not change whom the button writes to.
   'user_id', 500, 500000, null, null),
  ('public.mensajes_sala', 'tus mensajes', 'Fifty messages a day for ten years.', 'user_id', 200000, 40000000, 3000, 12000000),
  ('public.suscripciones_push', 'tus avisos', 'Twenty devices (interno.preparar_suscripcion_push).', 'user_id', 40, 80000, 1000, 2000000),
  ('public.descargas_libros', 'tus descargas', 'Ten years of every book of the week, many times over.', 'user_id', 20000, 4000000, 1000, 1000000),
  ('public."Salas"', 'tus llamadas', 'Ten an hour at most; they are forgotten a month after their end (interno.olvidar_llamadas).',
   'creada_por', 2000, 4000000, 200, 1000000),
  ('public.bloqueos', 'tu lista de bloqueadas', 'Sixty a day at most.', 'user_id', 2000, 400000, 500, 200000),
  ('public.reportes_apoyo', 'tus reportes', 'One for each entry of the directory.', 'user_id', 500, 200000, 100, 100000),
  ('public.reportes_sala', 'tus reportes', 'Thirty a day at most; reports outlive messages.', 'user_id', 3000, 20000000, 100, 2000000),
  ('public.aceptaciones_legales', 'tus aceptaciones', 'One for each version.', 'user_id', 500, 100000, 500, 100000),
  ('public.presentes_llamada', 'las llamadas', 'One call at a time; a sign of life every 12 seconds, all day long.', 'user_id', 20, 20000, 20000, 6000000),
  ('interno.perfiles', 'tu perfil', 'One row.', 'id', 1, 10000, 500, 2000000),
  ('interno.perfiles_privados', 'tu perfil', 'One row.', 'id', 1, 10000, 500, 2000000),
  ('interno.autorias_historias', 'tus historias', 'Five an hour and twenty a day at most.', 'user_id', 500, 200000, 500, 200000),
  ('interno."autorias_reseñas"', 'tus reseñas', 'One for each therapist.', 'user_id', 1000, 300000, 500, 200000),
  -- One for each row of the two above: their columns are bounded, so that they are.
  ('interno.historias', 'tus historias', 'One for each signature: bounded by interno.autorias_historias.', null, null, null, 500, 20000000),
  ('interno."reseñas"', 'tus reseñas', 'One for each signature: bounded by interno.autorias_reseñas.', null, null, null, 500, 4000000),
  -- The house's own, which only the admin adds to.
  ('public.asociaciones_apoyo', 'el directorio', 'The house''s.', null, 20000, null, 2000, 20000000),
  ('public.numeros_emergencia', 'los números de emergencia', 'The house''s: one for each country.', null, 400, null, 1000, 1000000),
  ('public.directorio_terapeutas', 'el directorio', 'The house''s.', null, 20000, null, 2000, 20000000),
  ('public.biblioteca_libros', 'la biblioteca', 'The house''s.', null, 5000, null, 2000, 4000000),
  ('public.podcast', 'el podcast', 'The house''s.', null, 5000, null, 1000, 4000000),
  ('public.politicas_legales', 'los textos legales', 'The house''s.', null, 300, null, 50, 60000000),
  ('public.salas_comunidad', 'las salas', 'The house''s; members link a call.', null, 500, null, 500, 1000000),
  ('public.suspensiones', 'las suspensiones', 'The house''s.', null, 20000, null, 1000, 2000000)
) as c (cual, donde, nota, columna, filas, octetos, filas_dia, octetos_dia);

-- What members do not write themselves, or where nothing may be refused.
select interno.poner_cupo(cual, 'la casa', nota, rechaza => false) from (values
  ('public.eventos_peligro'::regclass, 'Never refused: more presses join the open event (interno.juntar_pulsaciones).'),
  ('interno.acompanamientos', 'One row for each member, through its functions alone.'),
  ('interno.ritmos', 'One row for each member and action, with the moments of its windows.'),
  ('interno.consumo', 'One row for each member and table.'),
  ('interno.admisiones', 'One row for each account.'),
  ('interno.administradoras', 'The admin.'),
  ('interno.invitaciones', 'One row for each account.'),
  ('public.referidos', 'One row for each account that confirmed its address.'),
  ('public.senales', 'One row for each member.'),
  ('public.suscripciones', 'One open checkout at a time; the rest is what was paid for.'),
  ('public.salas_emitidas', 'Five an hour at most (interno.pedir_llamada); forgotten a month after their end.')
) as c (cual, nota);

-- Every column that is written has an end: with it, rows bound bytes.
-- Not asked of rows that are there: one that is too long must not stop the update.
alter table public.numeros_emergencia
  add constraint numeros_emergencia_pais_corto check (char_length(pais) <= 60) not valid,
  add constraint numeros_emergencia_numeros_cortos check (cardinality(numeros) <= 20 and octet_length(numeros::text) <= 600) not valid,
  add constraint numeros_emergencia_fuente_corta check (char_length(fuente_url) <= 2048) not valid;
alter table public.asociaciones_apoyo
  add constraint asociaciones_apoyo_fuente_corta check (char_length(fuente_url) <= 2048) not valid;
update public.suscripciones_push set zona_horaria = interno.ajuste('zona_horaria') where char_length(zona_horaria) > 64;
alter table public.suscripciones_push add constraint suscripciones_push_zona_corta check (char_length(zona_horaria) <= 64);

-- As before, but deleted contacts never take the place of a new one: 450 that somebody else made and deleted, where she does not
-- see them, would keep her from adding whom the button writes to. The one deleted longest ago goes.
create or replace function interno.limitar_contactos() returns trigger
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

revoke all on function
  interno.rechazar_por_cupo, interno.rechazar_por_dia, interno.escribe_ella, interno.frenar_escritura,
  interno.contar_escritura, interno.poner_cupo
  from public, anon;
