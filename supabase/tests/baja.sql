-- Leaving: with the account everything of hers goes, in every table.
insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from biblioteca_libros limit 1;
insert into suscripciones (user_id, plan) values (prueba.id('ana'), 'premium');
insert into salas_emitidas (room_url, user_id) values ('https://x.test/a', prueba.id('ana'));
insert into "Salas" (room_url, creada_por) values ('https://x.test/a', prueba.id('ana'));
insert into interno.ritmos values (prueba.id('ana'), 'mensaje', '{}');
insert into interno.administradoras (user_id) values (prueba.id('ana'));

-- How often her id stands anywhere: in any uuid or text column of any table of the project or of the auth door.
create function pg_temp.huellas(quien uuid) returns table (columna text, veces bigint) language plpgsql as $$
declare
  c record;
begin
  for c in
    select format('%I.%I', n.nspname, t.relname) as tabla, a.attname
    from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname in ('public', 'interno', 'auth') and t.relkind = 'r' and a.attnum > 0 and not a.attisdropped
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
delete from auth.users where id = prueba.id('ana');
select prueba.cierto('nothing of hers is left', count(*) = 0, string_agg(columna, ', ')) from pg_temp.huellas(prueba.id('ana'));
select prueba.cierto('her messages stay without her name', count(*) = 2 and bool_and(user_id is null))
from mensajes_sala where contenido like '%primer día%' or contenido like 'Gracias.%';
select prueba.cierto('nobody else lost anything', (select count(*) from interno.perfiles) = 2
  and (select count(*) from contactos_emergencia) = 1 and (select count(*) from diario_personal) = 1);
