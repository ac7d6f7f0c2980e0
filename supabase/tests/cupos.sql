-- Quotas. First: nothing is left out. A table that members write, or that has rows of theirs, has one.
create temp view tablas as
  select c.oid, format('%I.%I', n.nspname, c.relname) as nombre, n.nspname as esquema, c.relname
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'interno') and c.relkind in ('r', 'p');

select prueba.cierto(format('%s has a quota: select interno.poner_cupo(''%1$s'', …) in its migration', t.nombre),
  exists (select from interno.cupos k where k.tabla = t.nombre))
from tablas t
where has_any_column_privilege('authenticated', t.oid, 'insert, update')
  or has_any_column_privilege('anon', t.oid, 'insert, update')
  or exists (
    select from pg_constraint f where f.conrelid = t.oid and f.contype = 'f'
      and f.confrelid in ('auth.users'::regclass, 'interno.perfiles'::regclass)
      -- A table with at most one row for each member needs no quota.
      and not exists (
        select from pg_index i where i.indrelid = t.oid and i.indisunique and i.indpred is null
          and i.indnkeyatts = 1 and i.indkey[0] = f.conkey[1]
      )
  );
select prueba.cierto('what members write is refused somewhere: ' || t.nombre, k.rechaza)
from tablas t join interno.cupos k on k.tabla = t.nombre
where has_any_column_privilege('authenticated', t.oid, 'insert, update') and t.nombre <> 'public.eventos_peligro';
select prueba.cierto('a quota belongs to a table: ' || tabla, exists (select from tablas where nombre = tabla)) from interno.cupos;
select prueba.cierto('its triggers stand: ' || k.tabla,
  array(select tgname::text from pg_trigger where tgrelid = k.tabla::regclass and tgname like 'cupo\_%' and tgenabled = 'O' order by 1)
  = array['cupo_agregar', 'cupo_borrar', 'cupo_cambiar', 'cupo_frenar'])
from interno.cupos k where rechaza;
-- A table whose rows belong to no member is written by the admin alone, or grows with a table that has an
-- owner and a quota.
select prueba.cierto('nobody''s rows, and yet bounded: ' || k.tabla,
  case when k.filas is null then exists (
    select from pg_constraint c join tablas t on t.oid in (c.conrelid, c.confrelid) join interno.cupos d on d.tabla = t.nombre
    where c.contype = 'f' and k.tabla::regclass in (c.conrelid, c.confrelid) and d.columna is not null and d.filas is not null
  ) else not exists (
    select from pg_policy p where p.polrelid = k.tabla::regclass and p.polcmd = 'a'
      and pg_get_expr(p.polwithcheck, p.polrelid) !~ 'es_(admin|moderadora|editora|soporte)\(\)'
  ) end)
from interno.cupos k where rechaza and columna is null;
select prueba.cierto('a figure for rows, and one for a day: ' || tabla, filas_dia is not null and octetos_dia is not null and (columna is null or filas is not null))
from interno.cupos where rechaza and tabla not in ('public.contactos_emergencia', 'public.alarma_ajustes');
-- Safety tables have no daily limit: someone with her session could use it up.
select prueba.cierto('no figure for a day keeps her out of: ' || tabla, filas_dia is null and octetos_dia is null)
from interno.cupos where tabla in ('public.contactos_emergencia', 'public.eventos_peligro', 'public.alarma_ajustes', 'interno.acompanamientos', 'interno.confianzas');
insert into interno.consumo (user_id, tabla, filas_dia, octetos_dia) values (prueba.id('ana'), 'public.contactos_emergencia', 100000, 100000000)
on conflict (user_id, tabla) do update set desde = now(), filas_dia = excluded.filas_dia, octetos_dia = excluded.octetos_dia;
select prueba.celda('ana', 'her contacts, after a hundred thousand changes in a day', '1',
  $$update contactos_emergencia set nombre = 'Mamá' where id = 'a1000000-0000-4000-8000-000000000001'$$);
-- Older rows that exceed a new limit can still be updated.
select prueba.cierto('not asked of what is there: ' || conname, not convalidated) from pg_constraint
where conname in ('numeros_emergencia_pais_corto', 'numeros_emergencia_numeros_cortos', 'numeros_emergencia_fuente_corta', 'asociaciones_apoyo_fuente_corta');

-- Every column that members write has a maximum length. The check constraints are tried without triggers.
create function prueba.largo(tabla text, columna text, tipo text) returns text language plpgsql as $$
declare
  exigida text;
begin
  execute format('create temp table medida (like %s including constraints)', tabla);
  for exigida in select attname from pg_attribute where attrelid = 'pg_temp.medida'::regclass and attnum > 0 and attnotnull and not attisdropped loop
    execute format('alter table medida alter column %I drop not null', exigida);
  end loop;
  begin
    execute format('insert into medida (%I) values (%s)', columna, case
      when tipo like '%[]' then format('array_fill(%L::%s, array[100000])', case tipo when 'date[]' then '2000-01-01' else '1' end, left(tipo, -2))
      when tipo like 'json%' then format('jsonb_build_object(''a'', repeat(''a'', 600000))::%s', tipo)
      when tipo = 'bytea' then 'convert_to(repeat(''a'', 600000), ''UTF8'')'
      else format('repeat(''1'', 600000)::%s', tipo) end);
  exception when others then
    drop table if exists medida;
    return sqlstate;
  end;
  drop table medida;
  return 'cabe';
end
$$;
select prueba.cierto(format('%s.%s has an end', t.nombre, a.attname), prueba.largo(t.nombre, a.attname, format_type(a.atttypid, a.atttypmod)) = '23514',
  prueba.largo(t.nombre, a.attname, format_type(a.atttypid, a.atttypmod)))
from tablas t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
where (has_column_privilege('authenticated', t.oid, a.attnum, 'insert') or has_column_privilege('authenticated', t.oid, a.attnum, 'update'))
  and format_type(a.atttypid, a.atttypmod) ~ '^(text|character varying|json|jsonb|bytea|xml|name|citext|tsvector|hstore)|\[\]';

-- Versions of legal texts are the only rows of the installation that nobody deletes.
select prueba.cierto('one person''s days do not use up the versions of legal texts in a year', filas / filas_dia > 365)
from interno.cupos where tabla = 'public.politicas_legales';

-- Then: what it does. Ana may keep three agenda entries.
delete from agenda_personal;
delete from interno.consumo where tabla = 'public.agenda_personal';
update interno.cupos set filas = 3, octetos = 700, filas_dia = 20, octetos_dia = 100000 where tabla = 'public.agenda_personal';
update interno.cupos set filas_dia = 50 where tabla = 'public.diario_personal';
select prueba.celda('ana', 'more than a day in one statement', 'PT429', $$insert into diario_personal (user_id, fecha, contenido) select prueba.id('ana'), '2030-01-01'::date + n, 'x' from generate_series(1, 60) n$$);
update interno.cupos set filas_dia = 20000 where tabla = 'public.diario_personal';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the quotas', '42501', 'select from interno.cupos'),
  ('ana', 'the quotas', '42501', 'select from interno.cupos'),
  ('ana', 'what is counted', '42501', 'select from interno.consumo'),
  ('carla', 'what is counted', '42501', 'select from interno.consumo'),
  ('ana', 'forgetting it', '42501', 'delete from interno.consumo'),
  ('ana', 'a quota of her own', '42501', $$select interno.poner_cupo('agenda_personal', 'x', 'x')$$),
  ('ana', 'three', '3', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 3)$$),
  ('ana', 'four in one statement', 'PT422', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 4)$$),
  ('ana', 'four, one after the other', 'PT422', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 3); insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$),
  ('ana', 'what she deletes is given back', '1', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 3); delete from agenda_personal where id = (select id from agenda_personal limit 1); insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$),
  ('ana', 'few rows that are too long together', 'PT422', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), repeat('x', 200), '2026-01-01' from generate_series(1, 3)$$),
  ('ana', 'rows that grow too long afterwards', 'PT422', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 3); update agenda_personal set titulo = repeat('x', 200)$$),
  ('ana', 'by an upsert too', 'PT422', $$insert into agenda_personal (id, user_id, titulo, fecha) select gen_random_uuid(), prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 3); insert into agenda_personal (id, user_id, titulo, fecha) select id, user_id, repeat('x', 200), fecha from agenda_personal on conflict (id) do update set titulo = excluded.titulo$$),
  ('ana', 'writing and deleting all day long', 'PT429', $q$do $d$ begin for n in 1..11 loop insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 2); delete from agenda_personal; end loop; end $d$$q$),
  ('ana', 'changing all day long', 'PT429', $q$do $d$ begin insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01'); for n in 1..20 loop update agenda_personal set titulo = 'x'; end loop; end $d$$q$),
  ('ana', 'a thousand and one in one request', 'PT422', $$insert into diario_personal (user_id, fecha, contenido) select prueba.id('ana'), '2030-01-01'::date + n, 'x' from generate_series(1, 1001) n$$),
  ('ana', 'the words', '=Ya no cabe más en tu agenda. Borra algo que no necesites y vuelve a intentarlo.', $q$do $d$ begin insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 4); exception when sqlstate 'PT422' then perform set_config('prueba.dicho', sqlerrm, true); end $d$; select current_setting('prueba.dicho')$q$),
  ('bea', 'what Ana keeps takes nothing from Bea', '3', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('bea'), 'x', '2026-01-01' from generate_series(1, 3)$$),
  ('bea', 'in Ana''s name it is refused as ever', '42501', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$),
  ('duena', 'the owner is not refused', '10', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 10)$$)
) as celdas (quien, que, esperado, consulta);

-- A member who had more rows before the quota existed can still read, shorten and delete them.
insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), repeat('y', 150), '2026-01-01' from generate_series(1, 10);
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'reads', '10', 'select from agenda_personal'),
  ('ana', 'adds none', 'PT422', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$),
  ('ana', 'shortens', '10', $$update agenda_personal set titulo = 'corto'$$),
  ('ana', 'changes without growing', '10', $$update agenda_personal set fecha = '2027-02-03'$$),
  ('ana', 'does not lengthen', 'PT422', $$update agenda_personal set titulo = repeat('y', 151)$$),
  ('ana', 'shortens by an upsert, as the app saves', '10', $$insert into agenda_personal (id, user_id, titulo, fecha) select id, user_id, 'x', fecha from agenda_personal on conflict (id) do update set titulo = excluded.titulo$$),
  ('ana', 'deletes', '10', 'delete from agenda_personal'),
  ('ana', 'presses the button', '1', $$insert into eventos_peligro (user_id) values (prueba.id('ana'))$$)
) as celdas (quien, que, esperado, consulta);

-- A day later she may write again; and a factor for tests multiplies the day, never what fits.
update interno.consumo set desde = now() - interval '25 hours', filas_dia = 20 where tabla = 'public.agenda_personal';
delete from agenda_personal;
select prueba.celda('ana', 'a day later', '1', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$);
update interno.consumo set desde = now(), filas_dia = 20 where tabla = 'public.agenda_personal';
select prueba.celda('ana', 'the same day', 'PT429', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$);
insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'the same day, thirty at once', 'PT429', $$insert into agenda_personal (user_id, titulo, fecha) select prueba.id('ana'), 'x', '2026-01-01' from generate_series(1, 30)$$),
  ('ana', 'the same day, a change', 'PT429', $$update agenda_personal set titulo = 'y'$$),
  ('ana', 'the same day, what she deletes', '1', 'delete from agenda_personal'),
  ('duena', 'the same day, the owner', '1', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$)
) as celdas (quien, que, esperado, consulta);
update interno.ajustes set valor = '1000' where clave = 'factor_de_ritmo';
select prueba.celda('ana', 'under test', '1', $$insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2026-01-01')$$);
update interno.ajustes set valor = '1' where clave = 'factor_de_ritmo';

-- Changes made by foreign keys are counted and never refused.
update interno.cupos set filas_dia = 1 where tabla = 'public.mensajes_sala';
select prueba.celda('duena', 'an account goes, its messages stay', '1', $$delete from auth.users where id = prueba.id('ana')$$);

-- Tables without owners have a limit for all rows together.
update interno.cupos set filas = (select count(*) from salas_comunidad) where tabla = 'public.salas_comunidad';
select prueba.celda('carla', 'one circle more than fits', 'PT422', $$insert into salas_comunidad (nombre) values ('x')$$);

-- Beyond the first twenty rows of a request nothing is written that does not fit: what is refused has cost her no more than these.
update interno.cupos set filas = 5, octetos = 100000 where tabla = 'public.diario_personal';
delete from diario_personal;
create function pg_temp.contar_escritas() returns trigger language plpgsql as $$
begin
  perform nextval('pg_temp.escritas');
  return null;
end
$$;
create temp sequence escritas;
grant all on sequence pg_temp.escritas to authenticated;
create trigger a_prueba after insert on diario_personal for each row execute function pg_temp.contar_escritas();
insert into diario_personal (user_id, fecha, contenido) select prueba.id('bea'), '2030-01-01'::date + n, 'x' from generate_series(1, 5) n;
select setval('pg_temp.escritas', 1000);
select prueba.celda('bea', 'a hundred that do not fit', 'PT422',
  $$insert into diario_personal (user_id, fecha, contenido) select prueba.id('bea'), '2031-01-01'::date + n, 'x' from generate_series(1, 100) n$$);
drop trigger a_prueba on diario_personal;
-- Rows of a statement that is refused as it is written were never seen by a trigger that runs after them.
select prueba.cierto('none of a hundred was written whole', (select last_value from pg_temp.escritas) = 1000);

-- After all of that, the stored count equals the rows that are there.
create function prueba.cuadra(tabla text, columna text) returns boolean language plpgsql as $$
declare
  bien boolean;
begin
  execute format('select not exists (
      select t.%1$I, count(*), sum(octet_length(t::text)) from %2$s t where t.%1$I is not null group by 1
      except select user_id, filas, octetos from interno.consumo where tabla = %2$L)', columna, tabla) into bien;
  return bien;
end
$$;
select prueba.cierto('counted right: ' || tabla, prueba.cuadra(tabla, columna)) from interno.cupos where columna is not null and rechaza;
