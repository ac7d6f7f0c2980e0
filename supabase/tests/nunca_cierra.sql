-- Whatever the team decides about a member, and however many reports are false: what keeps her safe, and what is hers alone, answers as before. Each
-- deed below is tried under each measure; under none it must work too, or it would show nothing.
select prueba.reunir_equipo();
select prueba.llenar_de_ana();
delete from interno.administradoras where user_id = prueba.id('ana');
delete from integrantes where user_id = prueba.id('ana');
delete from suspensiones;
delete from bloqueos where prueba.id('ana') in (user_id, bloqueada_id);
delete from interno.ritmos where user_id = prueba.id('ana');

create temp table deed (que text, esperado text, consulta text);
grant select on deed to public;
insert into deed values
  ('a press', '1', $q$insert into eventos_peligro (user_id, latitud, longitud) values (prueba.id('ana'), 19, -99)$q$),
  ('an alert', '1', 'select abrir_alerta(gen_random_uuid(), now(), 0)'),
  ('closing an open alert', '=true', $q$select cerrar_alerta('a2000000-0000-4000-8000-00000000ba1a', 'a_salvo')$q$),
  ('an open alert, read', '=true', 'select (count(*) > 0)::text from alertas'),
  ('a contact', '1', $q$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Otra', '+525511112222')$q$),
  ('a contact, read', '=true', 'select (count(*) > 0)::text from contactos_emergencia'),
  ('a location sharing', '1', $q$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 1)$q$),
  ('a timer', '1', $q$select iniciar_llegada(gen_random_uuid(), 'Casa', null, now() + interval '30 minutes')$q$),
  ('the diary', '1', $q$insert into diario_personal (user_id, fecha, contenido) select user_id, current_date - 9, sobre from cofre_ranuras$q$),
  ('the vault', '1', $q$insert into cofre (user_id, clase, periodo, sobre, revision) select user_id, 'animo', '2026-12', sobre, 1 from cofre_ranuras$q$),
  ('the incident log', '1', $q$insert into registro_sellos (user_id, numero, huella) values (prueba.id('ana'), 2, repeat('b', 64))$q$),
  -- For a proof, and nothing else.
  ('a code of her vault', 'PT428', $q$insert into cofre_ranuras (user_id, tipo, llave, sobre) select user_id, tipo, llave, sobre from cofre_ranuras$q$),
  ('the agenda', '1', $q$insert into agenda_personal (user_id, titulo, fecha) select user_id, sobre, current_date from cofre_ranuras$q$),
  ('the directory', '=true', 'select (count(*) > 20)::text from asociaciones_apoyo'),
  ('a dead number', '1', $q$insert into reportes_apoyo (asociacion_id) select id from asociaciones_apoyo a where not exists (select from reportes_apoyo r where r.asociacion_id = a.id) order by id limit 1$q$),
  ('the emergency numbers', '=true', 'select (count(*) > 5)::text from numeros_emergencia'),
  ('her profile', '1', $q$select from profiles where id = prueba.id('ana')$q$),
  ('what was decided about her', '=true', 'select (count(*) >= 0)::text from suspensiones'),
  ('who saw her data', '=true', 'select (count(*) >= 0)::text from quien_me_vio()'),
  ('what she wrote to the team', '=true', 'select (count(*) > 0)::text from mensajes_soporte'),
  ('her own messages, to take along', '=true', $q$select (count(*) > 0)::text from mensajes_sala where user_id = prueba.id('ana')$q$),
  ('her own stories, to take along', '=true', 'select (count(*) > 0)::text from historias where es_mia'),
  ('how her alarm works', '1', $q$insert into alarma_ajustes (user_id, nombre) values (prueba.id('ana'), 'Ana') on conflict (user_id) do update set nombre = excluded.nombre$q$),
  ('a block', '1', $q$insert into bloqueos (bloqueada_id) values (prueba.id('bea'))$q$),
  ('reminders on this device', '1', $q$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (prueba.id('ana'), 'https://push.test/' || gen_random_uuid(), repeat('A', 87), repeat('A', 22), 'America/Bogota')$q$);

create function pg_temp.probar_todo(bajo text) returns void language sql as $$
  select prueba.celda('ana', format('%s: %s', bajo, que), esperado, consulta) from deed
$$;
select pg_temp.probar_todo('nothing');

insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', 'infinity', 'falta');
select pg_temp.probar_todo('a strike');
update suspensiones set alcance = 'circulos';
select pg_temp.probar_todo('a pause of circles');
update suspensiones set alcance = 'escritos';
select pg_temp.probar_todo('a pause of all she writes');
-- A veiled one ends: a year at most.
update suspensiones set alcance = 'escritos', velada = true, hasta = creada_en + interval '366 days';
select pg_temp.probar_todo('a veiled pause');
update suspensiones set alcance = 'expulsion', velada = false, hasta = 'infinity';
select pg_temp.probar_todo('an expulsion');
-- Answered, and upheld.
update suspensiones set creada_en = now() - interval '60 days', apelacion = 'No fui yo', apelada_en = now() - interval '40 days', respuesta = 'Se mantiene', resuelta_en = now() - interval '39 days';
select pg_temp.probar_todo('an expulsion that was upheld, two months ago');
delete from suspensiones;

-- A version of the legal texts that she has not accepted, whatever it says.
insert into politicas_legales (titulo, version, contenido, que_cambio) values ('x', '99', '<p>x</p>', 'x');
select prueba.celda('ana', 'she is asked', '=true', 'select (politica_pendiente() is not null)::text');
select pg_temp.probar_todo('a legal text that she has not accepted');

-- Reports that nobody has looked at close nothing by themselves, her word in the circles neither.
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select md5('falsa ' || n)::uuid, 'falsa' || n || '@amparo.test', now(), jsonb_build_object('username', 'Falsa ' || n, 'identidad_genero', 'mujer cis')
from generate_series(1, 12) n;
insert into reportes_sala (user_id, mensaje_id, motivo, detalle)
select md5('falsa ' || n)::uuid, m.id, case when n % 2 = 0 then 'peligro' else 'acoso' end, 'Es mentira'
from generate_series(1, 12) n, (select id from mensajes_sala where user_id = prueba.id('ana') order by id limit 1) m;
select prueba.cierto('twelve reports wait', count(*) >= 12) from reportes_sala where autora_id = prueba.id('ana') and estado = 'pendiente';
select pg_temp.probar_todo('twelve false reports');
select prueba.celda('ana', 'twelve false reports: a message', '1',
  $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'x' from salas_comunidad where clave = 'amor-propio'$$);

-- A new table of hers is tried above, or it is said here why a measure may close it.
create temp table closed (relacion text, por_que text);
insert into closed values
  ('"Salas"', 'calls with others'), ('mensajes_sala', 'circles'), ('salas_comunidad', 'circles'),
  ('historias', 'what others read'), ('"reseñas_terapeutas"', 'what others read'), ('reportes_sala', 'what others wrote'),
  ('sugerencias_apoyo', 'what others read'), ('mensajes_soporte', 'an expelled member answers the decision instead: soporte.sql'), ('descargas_libros', 'counts a download, which goes on without'),
  ('aceptaciones_legales', 'asked for by a function');
insert into closed
select unnest(array['asociaciones_apoyo', 'biblioteca_libros', 'borradores_legales', 'comunicados', 'convocatorias', 'directorio_terapeutas', 'encuentros', 'guardias', 'numeros_emergencia',
  'podcast', 'politicas_legales', 'respuestas_terapeutas', 'suspensiones']), 'the work of the team';
select prueba.cierto('what she writes is tried under every measure, or may be closed: ' || c.oid::regclass,
  exists (select from deed where consulta ~ ('insert into ' || c.oid::regclass || ' ')) or exists (select from closed where relacion = c.oid::regclass::text))
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and has_any_column_privilege('authenticated', c.oid, 'insert');
