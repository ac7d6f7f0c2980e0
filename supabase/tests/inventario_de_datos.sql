-- The inventory of personal data, against the catalogue: every table is in it, and of what is said to have no personal data nothing refers to
-- an account, and no member writes words there.
create view prueba.fuera_de_inventario as
  with tablas as (
    select format('%s.%s', n.nspname, c.relname) as nombre, c.oid, n.nspname in ('public', 'interno') as es_nuestra,
      exists (
        select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid in ('auth.users'::regclass, 'interno.perfiles'::regclass)
      ) as nombra,
      exists (
        select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'a'
          and pg_get_expr(p.polwithcheck, c.oid) !~ 'es_(admin|moderadora|editora|soporte)\(\)'
      ) and exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and format_type(a.atttypid, null) in ('text', 'jsonb')
          and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert') or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))
      ) as escriben
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'interno', 'auth', 'storage', 'local_server')
  )
  select t.nombre, 'is in no inventory' as por from tablas t
  where (t.es_nuestra or t.nombra) and not exists (select from interno.inventario_de_datos i where i.tabla = t.nombre)
  union all
  select i.tabla, 'is gone' from interno.inventario_de_datos i
  where to_regnamespace(split_part(i.tabla, '.', 1)) is not null and not exists (select from tablas t where t.nombre = i.tabla)
  union all
  select t.nombre, 'holds personal data' from tablas t join interno.inventario_de_datos i on i.tabla = t.nombre
  where i.sin_datos is not null and (t.nombra or t.escriben);

select prueba.cierto('every table is in the inventory as what it is', count(*) = 0, string_agg(nombre || ' ' || por, ', ')) from prueba.fuera_de_inventario;

-- And it is found where one is not.
create table public.inventada (id uuid primary key, user_id uuid references auth.users, texto text);
select prueba.cierto('a new table is missed', string_agg(por, ', ') = 'is in no inventory') from prueba.fuera_de_inventario where nombre = 'public.inventada';
insert into interno.inventario_de_datos (tabla, sin_datos) values ('public.inventada', 'nothing');
select prueba.cierto('one that names an account is not without personal data', string_agg(por, ', ') = 'holds personal data')
from prueba.fuera_de_inventario where nombre = 'public.inventada';
alter table public.inventada drop constraint inventada_user_id_fkey;
grant insert (texto) on public.inventada to authenticated;
create policy "escribe" on public.inventada for insert to authenticated with check ((select auth.uid()) = user_id);
select prueba.cierto('nor is one in which members write', string_agg(por, ', ') = 'holds personal data')
from prueba.fuera_de_inventario where nombre = 'public.inventada';
drop table public.inventada;
select prueba.cierto('one that is gone is told', string_agg(por, ', ') = 'is gone') from prueba.fuera_de_inventario where nombre = 'public.inventada';
select prueba.celda(quien, 'nobody reads it through the API', '42501', 'select from interno.inventario_de_datos')
from unnest(array['visitante', 'ana', 'carla', 'servicio']) quien;
select prueba.celda('duena', que, '23514', consulta) from (values
  ('half a row', $$insert into interno.inventario_de_datos (tabla, que) values ('x', 'y')$$),
  ('both', $$insert into interno.inventario_de_datos (tabla, que, de_quien, lee, plazo, sale, sin_datos) values ('x', 'y', 'y', 'y', 'y', 'y', 'y')$$)
) as celdas (que, consulta);
