-- The roles of the team: what each may, and that none reads, changes or deletes anything private of a member. The second half is made from
-- the catalogue: a table that a later migration adds is asked too, with the row of Ana's that baja.sql wants of it.
select prueba.reunir_equipo();
select prueba.llenar_de_ana();

-- One kind of work each ------------------------------------------------------------------------------------------------------
select prueba.celda(quien, 'estado_admin', '=activa', 'select estado_admin()')
from unnest(array['carla', 'administradora', 'moderadora', 'editora', 'soporte']) quien;
select prueba.celda(quien, 'mis_papeles', esperado, 'select mis_papeles()') from (values
  ('carla', '={administradora,raíz}'), ('administradora', '={administradora}'), ('moderadora', '={moderadora}'),
  ('editora', '={editora}'), ('soporte', '={soporte}'), ('bea', '=null'), ('dora', '=null'), ('visitante', '42501'), ('carla a medias', '=null')
) as celdas (quien, esperado);
select prueba.celda(quien, 'which questions say yes: ' || quien, esperado,
  $$select concat(interno.es_admin()::int, interno.es_moderadora()::int, interno.es_editora()::int, interno.es_soporte()::int)$$)
from (values ('carla', '=1111'), ('administradora', '=1111'), ('moderadora', '=0100'), ('editora', '=0010'), ('soporte', '=0001'), ('bea', '=0000'))
  as celdas (quien, esperado);

select prueba.celda(quien, que || ', ' || quien, case when quien = any (quienes) then '1' else nadie end, consulta)
from (values
  ('hides a circle', '42501', array['carla', 'administradora', 'moderadora'], $$update salas_comunidad set visible = false where clave = 'amor-propio'$$),
  ('withdraws a message', '0', array['carla', 'administradora', 'moderadora'], $$delete from mensajes_sala where id = 'd1000000-0000-4000-8000-000000000002'$$),
  ('decides on a story', '0', array['carla', 'administradora', 'moderadora'], $$update historias set estado = 'publicada' where id = 'd2000000-0000-4000-8000-000000000003'$$),
  ('pauses a member', '42501', array['carla', 'administradora', 'moderadora'], $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('bea'), 'x', now() + interval '1 day')$$),
  ('takes back a review', '0', array['carla', 'administradora', 'moderadora'], $$delete from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000002'$$),
  ('hears what waits', '0', array['carla', 'administradora', 'moderadora'], 'select from pulso_revision'),
  ('corrects the directory', '0', array['carla', 'administradora', 'editora'], $$update asociaciones_apoyo set descripcion = 'x' where id = (select id from asociaciones_apoyo order by id limit 1)$$),
  ('hides a book', '0', array['carla', 'administradora', 'editora'], $$update biblioteca_libros set disponible = false where id = (select id from biblioteca_libros order by id limit 1)$$),
  ('adds an episode', '42501', array['carla', 'administradora', 'editora'], $$insert into podcast (titulo) values ('x')$$),
  ('publishes a text', '42501', array['carla', 'administradora', 'editora'], $$select publicar_politica(gen_random_uuid(), 'x', '9', '<p>x</p>', 'x')$$),
  ('begins a text', '42501', array['carla', 'administradora', 'editora'], $$insert into borradores_legales (titulo) values ('x')$$),
  ('adds a therapist', '42501', array['carla', 'administradora', 'editora'], $$insert into directorio_terapeutas (nombre, created_by) values ('x', auth.uid())$$),
  ('reads the log', '0', array['carla', 'administradora'], 'select from bitacora limit 1'),
  ('reads who is of the team', '0', array['carla', 'administradora'], $$select from integrantes where papel = 'soporte' and user_id <> auth.uid()$$)
) as celdas (que, nadie, quienes, consulta), unnest(array['carla', 'administradora', 'moderadora', 'editora', 'bea', 'dora']) quien
where not (que = 'withdraws a message' and quien = 'bea') and not (que = 'takes back a review' and quien = 'bea')
  and not (que in ('pauses a member', 'hides a circle') and quien = 'dora');
select prueba.celda('soporte', que, esperado, consulta) from (values
  ('nothing of what waits', '0', 'select from cola_de_reportes'),
  ('no other''s report', '0', 'select id from reportes_sala'),
  ('hides no circle', '42501', $$update salas_comunidad set visible = false$$),
  ('her own role alone', '1', 'select from integrantes')
) as celdas (que, esperado, consulta);

-- Joining and leaving ----------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'invites', '42501', $$insert into convocatorias (correo, papel) values ('ana@amparo.test', 'editora')$$),
  ('bea', 'invites', '42501', $$insert into convocatorias (correo, papel) values ('ana@amparo.test', 'editora')$$),
  ('moderadora', 'invites', '42501', $$insert into convocatorias (correo, papel) values ('ana@amparo.test', 'editora')$$),
  ('administradora', 'invites without a fresh proof', 'PT428', $$insert into convocatorias (correo, papel) values ('ana@amparo.test', 'editora')$$),
  ('bea', 'makes herself one', '42501', $$insert into integrantes (user_id, papel) values (prueba.id('bea'), 'administradora')$$),
  ('administradora', 'makes one without asking her', '42501', $$insert into integrantes (user_id, papel) values (prueba.id('bea'), 'editora')$$),
  ('moderadora', 'raises herself', '42501', $$update integrantes set papel = 'administradora'$$),
  ('moderadora', 'ends another', '0', $$delete from integrantes where papel = 'soporte'$$),
  ('editora', 'leaves', '1', $$delete from integrantes where papel = 'editora'$$),
  ('administradora', 'ends one without a fresh proof', 'PT428', $$delete from integrantes where papel = 'soporte'$$),
  ('administradora', 'lays down her own', '1', $$delete from integrantes where user_id = prueba.id('administradora')$$),
  ('administradora', 'does not end the root', '42501', 'delete from interno.administradoras')
) as celdas (quien, que, esperado, consulta);

select prueba.probar_equipo('administradora');
select prueba.celda('administradora', 'ends one', '1', $$delete from integrantes where papel = 'soporte'$$);
delete from auth.mfa_amr_claims where session_id = prueba.sesion_de('administradora');
insert into suspensiones (user_id, motivo, hasta, alcance)
select prueba.id(q), 'x', 'infinity', 'expulsion' from unnest(array['moderadora', 'editora', 'soporte', 'administradora']) q;
select prueba.celda(q, 'expelled, has no role', '=ninguna ', $$select concat(estado_admin(), ' ', array_to_string(mis_papeles(), ','))$$)
from unnest(array['moderadora', 'editora', 'soporte', 'administradora']) q;
select prueba.celda(quien, 'expelled, ' || que, esperado, consulta) from (values
  ('moderadora', 'searches', '42501', $$select buscar_miembros('Ana')$$),
  ('moderadora', 'pauses', '42501', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('ana'), 'x', now() + interval '1 day')$$),
  ('administradora', 'reads the team', '1', 'select from integrantes'),
  ('administradora', 'pardons herself', '0', 'delete from suspensiones'),
  ('editora', 'takes a number out', '0', 'delete from asociaciones_apoyo where true'),
  ('soporte', 'reads what waits', '0', 'select from cola_soporte()')
) as celdas (quien, que, esperado, consulta);
delete from suspensiones where user_id in (select prueba.id(q) from unnest(array['moderadora', 'editora', 'soporte', 'administradora']) q);

-- An invitation: by mail, to an address of which nobody learns whether it has an account.
select prueba.ser('carla'), prueba.probar('carla');
select set_config('role', 'none', true);
update auth.sessions set aal = 'aal2', factor_id = 'cf000000-0000-4000-8000-000000000003'
where id = (current_setting('request.jwt.claims')::jsonb ->> 'session_id')::uuid;
insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
select gen_random_uuid(), (current_setting('request.jwt.claims')::jsonb ->> 'session_id')::uuid, now(), now(), 'totp';
update auth.mfa_factors set updated_at = now() - interval '1 day' where user_id = prueba.id('carla');
select set_config('role', 'authenticated', true);
insert into convocatorias (correo, papel) values (U&'\202a BEA\200b@amparo.test\00a0'::text, 'editora'), ('nadie@amparo.test', 'moderadora');
insert into convocatorias (correo, papel) values ('bea@amparo.test', 'editora');
select prueba.ser('duena');
select prueba.cierto('one for each address and role', count(*) = 2) from convocatorias;
select prueba.cierto('each leaves by mail, to its address', count(*) = 3 and bool_and(via = 'correo'), string_agg(datos::text, ' '))
from interno.envios where tipo = 'convocatoria' and datos ->> 'destino' in ('bea@amparo.test', 'nadie@amparo.test');
select prueba.cierto('and the sender is told where to', bool_or(e ->> 'destino' = 'nadie@amparo.test' and e #>> '{datos,papel}' = 'moderadora'))
from jsonb_array_elements(interno.tomar_envios(50, array['correo'])) e where e ->> 'tipo' = 'convocatoria';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'reads invitations', '42501', 'select from convocatorias'),
  ('ana', 'reads another''s', '0', 'select from convocatorias'),
  ('dora', 'reads without admission', '0', 'select from convocatorias'),
  ('bea', 'reads her own', '=editora', 'select papel from convocatorias'),
  ('bea', 'takes part in none of it before', '=ninguna', 'select estado_admin()'),
  ('bea', 'accepts without a fresh proof', 'PT428', 'select aceptar_convocatoria(id) from convocatorias'),
  ('bea', 'declines', '1', 'delete from convocatorias'),
  ('moderadora', 'reads who is invited', '0', 'select from convocatorias'),
  ('administradora', 'reads who is invited', '2', 'select from convocatorias'),
  ('administradora', 'takes one back', '1', $$delete from convocatorias where papel = 'moderadora'$$)
) as celdas (quien, que, esperado, consulta);
create temp table convocada as select id from convocatorias where correo = 'bea@amparo.test';
grant select on convocada to public;
select prueba.celda('ana', 'accepts another''s', 'PT404', 'select aceptar_convocatoria(id) from convocada');
select prueba.ser('bea'), prueba.probar('bea');
select aceptar_convocatoria(id) from convocada;
select prueba.celda('bea', 'accepts twice', 'PT404', 'select aceptar_convocatoria(id) from convocada');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'lacks the factor first', '=factor', 'select estado_admin()'),
  ('bea', 'and may nothing until then', '0', $$update asociaciones_apoyo set descripcion = 'x' where true$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('her joining stands in the log', exists (
  select from interno.bitacora where tabla = 'public.integrantes' and verbo = 'INSERT' and quien = prueba.id('bea') and papel = 'editora'
));

-- Ended, in the session that was open a moment ago: nobody at the next statement.
delete from integrantes where user_id = prueba.id('moderadora');
select prueba.celda('moderadora', que, esperado, consulta) from (values
  ('has no state any more', '=ninguna', 'select estado_admin()'),
  ('reads no report', '0', 'select id from reportes_sala'),
  ('reads no unread story', '0', $$select from historias where estado = 'pendiente' and not es_mia$$),
  ('withdraws nothing', '0', $$delete from mensajes_sala where user_id = prueba.id('bea')$$)
) as celdas (que, esperado, consulta);
insert into integrantes (user_id, papel) values (prueba.id('moderadora'), 'moderadora');
-- A session that has not shown the factor.
update auth.sessions set aal = 'aal1' where id = prueba.sesion_de('moderadora');
select prueba.celda('moderadora', 'without the factor shown', '=paso', 'select estado_admin()');
update auth.sessions set aal = 'aal2' where id = prueba.sesion_de('moderadora');

-- Nobody reads what is private ------------------------------------------------------------------------------------------------

-- How many rows that name Ana somebody reads in a relation, and how many she could delete or change there; '-' where she may not ask.
create function pg_temp.de_ana(quien text, relacion text, verbo text, columna text default null) returns text language plpgsql as $$
declare
  filas bigint;
begin
  perform prueba.ser(quien);
  begin
    case verbo
      when 'select' then execute format('select count(*) from %s t where %s', relacion, columna) into filas;
      when 'delete' then
        execute format('delete from %s t where %s', relacion, columna);
        get diagnostics filas = row_count;
    end case;
    raise exception using errcode = 'PRB00';
  exception
    when sqlstate 'PRB00' then null;
    when others then filas := null;
  end;
  perform prueba.ser('duena');
  return coalesce(filas::text, '-');
end
$$;
-- Every relation with what of it somebody may read, as one condition over the readable columns.
create temp view legibles as
  select format('%I.%I', n.nspname, c.relname) as relacion, c.relname as nombre,
    (select string_agg(format('t.%I::text like %L', a.attname, '%' || prueba.id('ana') || '%'), ' or ' order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as la_nombra,
    has_table_privilege('authenticated', c.oid, 'delete') as se_borra
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'interno') and c.relkind in ('r', 'p', 'v') and has_any_column_privilege('authenticated', c.oid, 'select');
-- A block between the two would hide from Bea, the measure, what Ana shows to all.
delete from bloqueos where bloqueada_id in (prueba.id('ana'), prueba.id('bea'));
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('ana'), prueba.id('dora'));
create temp table leido as
  select relacion, quien, pg_temp.de_ana(quien, relacion, 'select', la_nombra) as filas
  from legibles, unnest(array['carla', 'administradora', 'moderadora', 'editora', 'soporte']) quien;
-- Bea reads what Ana shows to all: the measure.
create temp table de_todas as select relacion, pg_temp.de_ana('bea', relacion, 'select', la_nombra) as filas from legibles;
create temp table permitido (relacion text, quienes text[], por_que text);
insert into permitido values
  ('public.suspensiones', array['carla', 'administradora', 'moderadora'], 'who is paused, by those who pause'),
  ('public."Salas"', array['carla', 'administradora', 'moderadora'], 'who opened a call'),
  ('public.historias', array['carla', 'administradora', 'moderadora'], 'who signs a story that waits to be read'),
  -- As every member: her own messages, to take back; these besides, to withdraw.
  ('public.mensajes_sala', array['carla', 'administradora', 'moderadora'], 'what she wrote in a circle'),
  ('public.cola_de_reportes', array['carla', 'administradora', 'moderadora'], 'whom a report is about'),
  ('public.reportes_sala', array['carla', 'administradora', 'moderadora'], 'whom a report is about'),
  ('public.integrantes', array['carla', 'administradora'], 'who is of the team'),
  ('public.guardias', array['carla', 'administradora', 'moderadora'], 'when somebody of the team is on duty'),
  ('interno.miradas', array['carla', 'administradora'], 'who looked at her'),
  ('public.miradas', array['carla', 'administradora'], 'the same, as the API has it'),
  ('interno.bitacora', array['carla', 'administradora'], 'that she became of the team'),
  ('public.bitacora', array['carla', 'administradora'], 'the same, as the API has it');
select prueba.cierto(
  format('%s reads nothing of Ana''s in %s that other members do not', l.quien, l.relacion),
  l.filas in ('0', '-')
    or l.filas::int <= coalesce((select nullif(t.filas, '-')::int from de_todas t where t.relacion = l.relacion), 0)
    or exists (select from permitido p where p.relacion = l.relacion and l.quien = any (p.quienes)),
  l.filas)
from leido l;
select prueba.cierto('every relation was asked, as each of them', count(*) > 150, count(*)::text) from leido;
select prueba.cierto('and where a role may read more, it does: ' || relacion,
  exists (select from leido l where l.relacion = p.relacion and l.quien = any (p.quienes) and l.filas not in ('0', '-')))
from permitido p where relacion not in ('public.cola_de_reportes', 'public.reportes_sala');
-- The test is not vacuous: these tables have rows of hers, and the roles read none.
select prueba.cierto(format('there are rows of Ana''s in %s, and none is read', relacion),
  bool_and(filas = '0') and (select count(*) from leido) > 0)
from leido where relacion in (
  'public.diario_personal', 'public.agenda_personal', 'public.contactos_emergencia', 'public.alertas', 'public.eventos_peligro',
  'public.entregas', 'public.llegadas', 'public.alarma_ajustes', 'public.suscripciones', 'public.suscripciones_push', 'public.bloqueos',
  'public.descargas_libros', 'interno.perfiles_privados', 'public.hilos_soporte', 'public.mensajes_soporte', 'public.plazas'
) group by relacion;
select prueba.cierto('all of them were asked', count(distinct relacion) = 16, count(distinct relacion)::text) from leido where relacion in (
  'public.diario_personal', 'public.agenda_personal', 'public.contactos_emergencia', 'public.alertas', 'public.eventos_peligro',
  'public.entregas', 'public.llegadas', 'public.alarma_ajustes', 'public.suscripciones', 'public.suscripciones_push', 'public.bloqueos',
  'public.descargas_libros', 'interno.perfiles_privados', 'public.hilos_soporte', 'public.mensajes_soporte', 'public.plazas'
);
select prueba.cierto(format('%s deletes nothing of Ana''s in %s', quien, relacion), filas in ('0', '-'), filas)
from (
  select quien, relacion, pg_temp.de_ana(quien, relacion, 'delete', la_nombra) as filas
  from legibles, unnest(array['carla', 'administradora', 'moderadora', 'editora', 'soporte']) quien
  where se_borra
) borrado
where (relacion, quien) not in (
  select p.relacion, q from permitido p, unnest(p.quienes) q
) and not (relacion like 'interno.rese%' and quien in ('carla', 'administradora', 'moderadora'))
  and not (relacion in ('public.asociaciones_apoyo', 'public.directorio_terapeutas') and quien in ('carla', 'administradora', 'editora'));
