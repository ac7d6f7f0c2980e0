-- Leaving: with the account everything of hers goes, in every table.
select prueba.llenar_de_ana();


-- How often her id occurs in any uuid or text column of the schemas public, interno, auth and storage.
create function pg_temp.huellas(quien uuid) returns table (columna text, veces bigint) language plpgsql as $$
declare
  c record;
begin
  for c in
    select format('%I.%I', n.nspname, t.relname) as tabla, a.attname
    from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname in ('public', 'interno', 'auth', 'storage') and t.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('uuid'::regtype, 'text'::regtype, 'varchar'::regtype, 'jsonb'::regtype)
  loop
    execute format('select count(*) from %s where %I::text like %L', c.tabla, c.attname, '%' || quien || '%') into veces;
    if veces > 0 then
      columna := c.tabla || '.' || c.attname;
      return next;
    end if;
  end loop;
end
$$;
select prueba.cierto('the search finds her before', count(*) >= 16, count(*)::text) from pg_temp.huellas(prueba.id('ana'));
-- A table that refers to accounts but has no row of hers would prove nothing: a new table needs a row in prueba.llenar_de_ana().
select prueba.cierto('every table that refers to an account names her before', count(*) = 0, string_agg(distinct c.conrelid::regclass::text, ', '))
from pg_constraint c
where c.contype = 'f' and c.confrelid in ('auth.users'::regclass, 'interno.perfiles'::regclass)
  and c.connamespace in ('public'::regnamespace, 'interno'::regnamespace)
  and not exists (select from pg_temp.huellas(prueba.id('ana')) h where h.columna like format('%I.%I', c.connamespace::regnamespace, (select relname from pg_class where oid = c.conrelid)) || '.%');
delete from auth.users where id = prueba.id('ana');
-- Her reports come down later, each at a moment of its own (historias_al_irse.sql); until then nobody reads whose they were.
select interno.retirar_escritos();
update interno.retiros_reportes set retirar_en = now();
select interno.retirar_escritos();
-- Where the storage server is not ours, the names of her files wait for their bytes to go, for minutes (archivos_por_borrar.sql).
create temp table pedido as select * from archivos_por_borrar();
set local storage.allow_delete_query = 'true';
delete from storage.objects o using pedido p where o.bucket_id = p.deposito and o.name = p.nombre;
select archivos_borrados(deposito, array_agg(nombre)) from pedido group by deposito;
-- That an account was the admin's, or of the team, stays in the audit log; of a member's nothing is there.
select prueba.cierto('nothing of hers is left', count(*) = 0, string_agg(columna, ', '))
from pg_temp.huellas(prueba.id('ana')) where columna <> 'interno.bitacora.clave';
select prueba.cierto('nor in the audit log, but that she was admin', count(*) = 0)
from interno.bitacora b where to_jsonb(b)::text like '%' || prueba.id('ana') || '%' and tabla not in ('interno.administradoras', 'public.integrantes');
select prueba.cierto('her messages stay without her name', count(*) = 2 and bool_and(user_id is null))
from mensajes_sala where contenido like '%primer día%' or contenido like 'Gracias.%';
select prueba.cierto('nobody else lost anything', (select count(*) from interno.perfiles) = 2
  and (select count(*) from contactos_emergencia) = 1 and (select count(*) from diario_personal) = 1);
