-- Leaving: with the account everything of hers goes, in every table.
insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from biblioteca_libros limit 1;
insert into suscripciones (user_id, plan) values (prueba.id('ana'), 'premium');
insert into salas_emitidas (room_url, user_id) values ('https://x.test/a', prueba.id('ana'));
insert into "Salas" (room_url, creada_por) values ('https://x.test/a', prueba.id('ana'));
insert into interno.bajas_pendientes (user_id) values (prueba.id('ana'));
insert into interno.ritmos values (prueba.id('ana'), 'mensaje', '{}');
insert into interno.administradoras (user_id) values (prueba.id('ana'));
insert into interno.claves_de_un_uso (user_id) values (prueba.id('ana'));
insert into asociaciones_apoyo (nombre, created_by) values ('De Ana', prueba.id('ana'));
insert into directorio_terapeutas (nombre, created_by) values ('De Ana', prueba.id('ana'));
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('ana'), prueba.id('bea')), (prueba.id('bea'), prueba.id('ana'));
insert into interno.historias_al_irse values (prueba.id('ana'), true);
insert into interno.acompanamientos (user_id, codigo_hash, termina_en) values (prueba.id('ana'), 'x', now());
insert into interno.invitaciones (user_id, invitador_id, comparte_nombre) values (prueba.id('bea'), prueba.id('ana'), true);
insert into reportes_apoyo (asociacion_id, user_id) select id, prueba.id('ana') from asociaciones_apoyo limit 1;
insert into reportes_sala (mensaje_id, motivo, user_id) select id, 'otro', prueba.id('ana') from mensajes_sala limit 1;
insert into llegadas (user_id, cliente_id, destino, vence_en) values (prueba.id('ana'), gen_random_uuid(), 'x', now());
insert into senales (user_id) values (prueba.id('ana')) on conflict do nothing;
insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria)
values (prueba.id('ana'), 'https://x.test/a', repeat('a', 87), repeat('a', 22), 'America/Mexico_City');
insert into alarma_ajustes (user_id) values (prueba.id('ana'));
insert into interno.confianzas (contacto_id, user_id, estado, vence_en) values ('a1000000-0000-4000-8000-000000000001', prueba.id('ana'), 'acepto', now());
insert into interno.vias_contacto (contacto_id, user_id, via, destino) values ('a1000000-0000-4000-8000-000000000001', prueba.id('ana'), 'correo', 'm@x.test');
insert into alertas (id, user_id, cliente_id) values ('a2000000-0000-4000-8000-00000000ba1a', prueba.id('ana'), gen_random_uuid());
insert into entregas (alerta_id, user_id, contacto_id, via)
values ('a2000000-0000-4000-8000-00000000ba1a', prueba.id('ana'), 'a1000000-0000-4000-8000-000000000001', 'correo');
insert into interno.pendientes (tipo, vence, user_id) values ('salir', now(), prueba.id('ana'));
insert into interno.gastos (user_id) values (prueba.id('ana'));
insert into interno.envios (tipo, via, urgencia, user_id, clave) values ('prueba', 'correo', 2, prueba.id('ana'), 'de Ana');
insert into suspensiones (user_id, motivo, hasta) values (prueba.id('ana'), 'Prueba', now() + interval '1 day');
insert into presentes_llamada (llamada_id, user_id) select id, prueba.id('ana') from "Salas" where creada_por = prueba.id('ana');
insert into storage.objects (bucket_id, name, owner_id)
select 'profiles', 'avatars/' || prueba.id('ana') || '.jpg', prueba.id('ana')::text
where not exists (select from storage.objects where name = 'avatars/' || prueba.id('ana') || '.jpg');

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
-- A table that refers to accounts but holds no row of hers would prove nothing: whoever adds a table adds a row above.
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
-- That an account was the admin's stays in the audit log (record 202); of a member's nothing is there.
select prueba.cierto('nothing of hers is left', count(*) = 0, string_agg(columna, ', '))
from pg_temp.huellas(prueba.id('ana')) where columna <> 'interno.bitacora.clave';
select prueba.cierto('nor in the audit log, but that she was admin', count(*) = 0)
from interno.bitacora b where to_jsonb(b)::text like '%' || prueba.id('ana') || '%' and tabla <> 'interno.administradoras';
select prueba.cierto('her messages stay without her name', count(*) = 2 and bool_and(user_id is null))
from mensajes_sala where contenido like '%primer día%' or contenido like 'Gracias.%';
select prueba.cierto('nobody else lost anything', (select count(*) from interno.perfiles) = 2
  and (select count(*) from contactos_emergencia) = 1 and (select count(*) from diario_personal) = 1);
