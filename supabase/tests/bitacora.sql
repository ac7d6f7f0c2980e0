-- Every table on which a policy lets the admin write has the log trigger; read from the catalogue, so that
-- new tables are covered.
create temp view escribe as
  select p.polrelid as tabla, p.polname,
    case p.polcmd when 'a' then 4 when 'w' then 16 when 'd' then 8 end as bit
  from pg_policy p
  where p.polcmd in ('a', 'w', 'd')
    and coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') ~ 'es_(admin|moderadora|editora|soporte)\M';
select prueba.cierto(format('a line is written: %s on %s', polname, tabla::regclass), exists (
  select from pg_trigger t
  where t.tgrelid = tabla and t.tgfoid = 'interno.anotar_bitacora'::regproc and t.tgenabled <> 'D'
    -- for each row, after, on this verb, without a condition
    and t.tgtype & 1 = 1 and t.tgtype & 2 = 0 and t.tgtype & bit = bit and t.tgqual is null
)) from escribe;
select prueba.cierto('there are such tables', count(distinct tabla) > 12) from escribe;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the log', '42501', 'select from bitacora'),
  ('ana', 'the log', '0', 'select from bitacora'),
  ('dora', 'the log', '0', 'select from bitacora'),
  ('servicio', 'the log', '42501', 'select from bitacora'),
  ('carla', 'the log', '=true', 'select count(*) > 0 from bitacora'),
  ('carla', 'writing a line', '42501', $$insert into interno.bitacora (papel, tabla, clave, verbo) values ('dueña', 'x', 'x', 'x')$$),
  ('carla', 'writing a line by the view', '42501', $$insert into bitacora (papel, tabla, clave, verbo) values ('dueña', 'x', 'x', 'x')$$),
  ('carla', 'changing a line', '42501', $$update interno.bitacora set verbo = 'x'$$),
  ('carla', 'deleting a line', '42501', 'delete from interno.bitacora'),
  ('carla', 'emptying it', '42501', 'truncate interno.bitacora'),
  ('servicio', 'deleting a line', '42501', 'delete from interno.bitacora'),
  ('duena', 'changing a line', '42501', $$update interno.bitacora set verbo = 'x'$$),
  ('duena', 'deleting a line', '42501', 'delete from interno.bitacora'),
  ('duena', 'emptying it', '42501', 'truncate interno.bitacora')
) as celdas (quien, que, esperado, consulta);

select prueba.cierto('what came with the seed is marked as the owner''s',
  bool_and(papel = 'dueña' and quien is null)) from interno.bitacora where tabla = 'public.asociaciones_apoyo';
select prueba.cierto('who became admin is written', exists (
  select from interno.bitacora where tabla = 'interno.administradoras' and verbo = 'INSERT' and clave = prueba.id('carla')::text
));

-- Each verb of the admin is one line, with names of columns and nothing of what stands in them.
create temp table antes as select max(id) as n from interno.bitacora;
create function pg_temp.lineas() returns table (linea text) language sql as $$
  select concat_ws(' ', papel, tabla, verbo, nullif(array_to_string(columnas, '+'), ''), case when quien = prueba.id('carla') then 'carla' end)
  from interno.bitacora where id > (select n from antes) order by id
$$;
select prueba.ser('carla');
insert into asociaciones_apoyo (nombre, descripcion) values ('Casa secreta', 'calle oculta');
update asociaciones_apoyo set descripcion = 'otra calle' where nombre = 'Casa secreta';
update asociaciones_apoyo set descripcion = 'otra calle' where nombre = 'Casa secreta';
delete from asociaciones_apoyo where nombre = 'Casa secreta';
delete from mensajes_sala where user_id = prueba.id('ana');
select prueba.ser('duena');
select prueba.cierto('the admin''s lines', (select array_agg(linea) from pg_temp.lineas()) @> array[
  'administradora public.asociaciones_apoyo INSERT carla',
  'administradora public.asociaciones_apoyo DELETE carla',
  'administradora public.mensajes_sala DELETE carla'
], (select string_agg(linea, '; ') from pg_temp.lineas()));
select prueba.cierto('an update names its columns once, and one that changes nothing leaves none',
  count(*) = 1) from pg_temp.lineas() where linea ~ 'asociaciones_apoyo UPDATE .*descripcion';
select prueba.cierto('no contents', count(*) = 0)
from interno.bitacora b where to_jsonb(b)::text ~ 'secreta|calle';

-- What members do to their own rows is not logged: it would record who did what, and when.
delete from pg_temp.antes;
insert into antes select max(id) from interno.bitacora;
select prueba.ser('bea');
delete from mensajes_sala where user_id = prueba.id('bea');
select prueba.ser('carla');
insert into historias (titulo, contenido, anonima) values ('Sin nombre', 'De la admin misma.', true);
update historias set titulo = 'Otro' where es_mia;
delete from historias where es_mia;
select prueba.ser('duena');
select prueba.cierto('a member''s own deletions and the admin''s own anonymous story', count(*) = 0,
  string_agg(linea, '; ')) from pg_temp.lineas();
delete from auth.users where id = prueba.id('bea');
select prueba.cierto('an account that leaves', count(*) = 0, string_agg(linea, '; '))
from pg_temp.lineas();
