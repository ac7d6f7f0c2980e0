-- Whose name can be read: that of a member who has shown herself, while something of hers is visible. Eva and
-- Fe have shown nothing; Eva came with
-- Ana's code and declined to be named.
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values
  ('33333333-0000-4000-8000-000000000001', 'eva@amparo.test', now(), '{"username": "Eva Callada", "identidad_genero": "mujer cis", "codigo": "ANA23456"}'),
  ('33333333-0000-4000-8000-000000000002', 'fe@amparo.test', now(), '{"username": "Fe Callada", "identidad_genero": "mujer cis"}');
create function pg_temp.eva() returns uuid language sql immutable as $$ select '33333333-0000-4000-8000-000000000001'::uuid $$;
create function pg_temp.ser_eva() returns void language sql as $$
  select prueba.ser('ana'), set_config('request.jwt.claims', '{"role": "authenticated", "sub": "33333333-0000-4000-8000-000000000001"}', true)
$$;
create function pg_temp.lee(quien text, esperado text, que text) returns boolean language sql as $$
  select prueba.celda(quien, que, esperado, $q$select from profiles where id = pg_temp.eva()$q$)
$$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'all there are', '=Ana Bea Carla', $$select string_agg(username, ' ' order by username) from profiles$$),
  ('ana', 'a search by name', '0', $$select from profiles where username ilike '%callada%'$$),
  ('ana', 'how many there are', '=3', 'select count(*) from profiles'),
  ('ana', 'her referral names nobody', '0', $$select from referidos r join profiles p on p.id = r.referido_id where p.username like 'Eva%'$$),
  ('ana', 'a name by its id', '0', $$select from profiles where id = pg_temp.eva()$$),
  ('carla', 'a name by its id, as admin', '0', $$select from profiles where id = pg_temp.eva()$$),
  ('dora', 'anything, before she is admitted', '0', 'select from profiles'),
  ('ana', 'saying that another shows herself', '42501', $$update interno.perfiles set se_muestra = true where id = pg_temp.eva()$$),
  ('ana', 'saying it of herself', '42501', $$update interno.perfiles set se_muestra = false where id = prueba.id('ana')$$),
  ('carla', 'saying it as admin', '42501', $$update interno.perfiles set se_muestra = true where id = pg_temp.eva()$$),
  ('ana', 'calling the internal function', '42501', $$select interno.mirar_si_se_muestra(pg_temp.eva())$$),
  -- Any id answers alike, whether it is hers or nobody's.
  ('ana', 'blocking her', '1', $$insert into bloqueos (bloqueada_id) values (pg_temp.eva())$$),
  ('ana', 'blocking nobody', '1', 'insert into bloqueos (bloqueada_id) values (gen_random_uuid())'),
  ('ana', 'the name that a block keeps', '=null', $$insert into bloqueos (bloqueada_id) values (pg_temp.eva()) returning nombre$$),
  ('ana', 'the name of whom she can read', '=Bea', $$insert into bloqueos (bloqueada_id) values (prueba.id('bea')) returning nombre$$),
  ('ana', 'writing the name herself', '42501', $$insert into bloqueos (bloqueada_id, nombre) values (prueba.id('bea'), 'x')$$),
  ('carla', 'suspending her', 'PT404', $$insert into suspensiones (user_id, motivo, hasta) values (pg_temp.eva(), 'x', now() + interval '1 day')$$),
  ('carla', 'suspending nobody', 'PT404', $$insert into suspensiones (user_id, motivo, hasta) values (gen_random_uuid(), 'x', now() + interval '1 day')$$),
  ('carla', 'suspending who shows herself', '1', $$insert into suspensiones (user_id, motivo, hasta) values (prueba.id('bea'), 'x', now() + interval '1 day')$$),
  ('carla', 'an association in her name', '42501', $$insert into asociaciones_apoyo (nombre, created_by) values ('x', pg_temp.eva())$$),
  ('carla', 'an association in nobody''s', '42501', $$insert into asociaciones_apoyo (nombre, created_by) values ('x', gen_random_uuid())$$),
  ('carla', 'an association in her own, which nobody reads', '=null', $$insert into asociaciones_apoyo (nombre, created_by) values ('x', prueba.id('carla')) returning created_by$$),
  ('carla', 'a therapist in her name', '42501', $$update directorio_terapeutas set created_by = pg_temp.eva()$$),
  ('carla', 'a therapist in nobody''s', '42501', $$update directorio_terapeutas set created_by = gen_random_uuid()$$),
  ('ana', 'a message in her name', '42501', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, pg_temp.eva(), 'x' from salas_comunidad limit 1$$),
  ('ana', 'a message in nobody''s', '42501', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, gen_random_uuid(), 'x' from salas_comunidad limit 1$$),
  ('ana', 'reporting her', 'PT404', $$insert into reportes_sala (origen, autora_id, motivo) values ('llamada', pg_temp.eva(), 'otro')$$),
  ('ana', 'reporting nobody', 'PT404', $$insert into reportes_sala (origen, autora_id, motivo) values ('llamada', gen_random_uuid(), 'otro')$$)
) as celdas (quien, que, esperado, consulta);
select pg_temp.ser_eva();
select prueba.cierto('she reads herself', count(*) = 1 and min(username) = 'Eva Callada') from profiles where id = pg_temp.eva();
select prueba.ser('duena');
-- A new column in which a member writes another account's id must be listed here, with whether its answer
-- reveals which accounts exist.
select prueba.cierto('columns in which a member writes an account are those that were looked at',
  array_agg(columna order by columna) = array[
    'aceptaciones_legales.user_id', 'agenda_personal.user_id', 'alarma_ajustes.user_id', 'cofre.user_id', 'cofre_ranuras.user_id', 'contactos_emergencia.user_id',
    'descargas_libros.user_id', 'diario_personal.user_id', 'eventos_peligro.user_id',
    'guardias.user_id', 'interno."autorias_reseñas".user_id', 'interno.autorias_historias.user_id', 'mensajes_sala.user_id', 'registro_sellos.user_id',
    'reportes_sala.autora_id', 'suscripciones_push.user_id', 'suspensiones.user_id'
  ], string_agg(columna, ', ' order by columna))
from (
  select c.conrelid::regclass || '.' || a.attname as columna
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
  where c.contype = 'f' and c.confrelid in ('auth.users'::regclass, 'interno.perfiles'::regclass)
    and (has_column_privilege('authenticated', c.conrelid, a.attnum, 'insert') or has_column_privilege('authenticated', c.conrelid, a.attnum, 'update'))
) as escritas;

-- A message, two, and none.
insert into mensajes_sala (id, sala_id, user_id, contenido)
select ('44444444-0000-4000-8000-00000000000' || n)::uuid, (select id from salas_comunidad limit 1), pg_temp.eva(), 'Aquí estoy' from generate_series(1, 2) n;
select pg_temp.lee('ana', '1', 'with a message'), pg_temp.lee('carla', '1', 'with a message, as admin');
select prueba.celda('ana', 'the specified embed', '=Eva Callada', $$select p.username from mensajes_sala m join profiles p on p.id = m.user_id where m.id = '44444444-0000-4000-8000-000000000001'$$);
delete from mensajes_sala where id = '44444444-0000-4000-8000-000000000001';
select pg_temp.lee('ana', '1', 'with one left');
delete from mensajes_sala where id = '44444444-0000-4000-8000-000000000002';
select pg_temp.lee('ana', '0', 'with none left');

select prueba.cierto('profile before count, in the order in which writing a message locks them', min(tgname) filter (where tgfoid = 'interno.ocultarse'::regproc)
  < min(tgname) filter (where tgfoid = 'interno.contar_escritura'::regproc), string_agg(tgname, ' ' order by tgname))
from pg_trigger where tgrelid = 'mensajes_sala'::regclass and tgtype & 8 <> 0;

-- A story: while it is published and signed.
insert into interno.autorias_historias (id, user_id, anonima) values ('44444444-0000-4000-8000-000000000003', pg_temp.eva(), false);
insert into interno.historias (id, titulo, contenido) values ('44444444-0000-4000-8000-000000000003', 'Mía', 'x');
select pg_temp.lee('ana', '0', 'while her signed story waits'), pg_temp.lee('carla', '1', 'while it waits, the admin who reads it');
update interno.historias set estado = 'publicada', publicada_en = now() where id = '44444444-0000-4000-8000-000000000003';
select pg_temp.lee('ana', '1', 'once it is published');
update interno.historias set estado = 'oculta', motivo = 'x' where id = '44444444-0000-4000-8000-000000000003';
select pg_temp.lee('ana', '0', 'once it is hidden');
update interno.historias set estado = 'publicada' where id = '44444444-0000-4000-8000-000000000003';
update interno.autorias_historias set anonima = true where id = '44444444-0000-4000-8000-000000000003';
select pg_temp.lee('ana', '0', 'once it is anonymous'), pg_temp.lee('carla', '0', 'once it is anonymous, as admin');
update interno.autorias_historias set anonima = false where id = '44444444-0000-4000-8000-000000000003';
select pg_temp.lee('ana', '1', 'signed again');
delete from interno.historias where id = '44444444-0000-4000-8000-000000000003';
select pg_temp.lee('ana', '0', 'once she withdrew it');

-- A call: by those who are in it with her, while they are.
insert into "Salas" (id, room_url, creada_por, vence_en) values ('44444444-0000-4000-8000-000000000004', 'https://x.test/llamada/a', prueba.id('bea'), now() + interval '1 hour');
update "Salas" set vence_en = now() + interval '1 hour' where id = '44444444-0000-4000-8000-000000000004';
insert into presentes_llamada (llamada_id, user_id) values ('44444444-0000-4000-8000-000000000004', pg_temp.eva()), ('44444444-0000-4000-8000-000000000004', prueba.id('bea'));
select pg_temp.lee('bea', '1', 'in a call with her'), pg_temp.lee('ana', '0', 'outside of it');
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('bea'), pg_temp.eva());
select pg_temp.lee('bea', '0', 'in a call, and blocked');
delete from bloqueos where bloqueada_id = pg_temp.eva();
delete from presentes_llamada where user_id = pg_temp.eva();
select pg_temp.lee('bea', '0', 'after she left the call');

-- A block, in both directions; the admin sees on.
insert into mensajes_sala (id, sala_id, user_id, contenido) select '44444444-0000-4000-8000-000000000005', id, pg_temp.eva(), 'x' from salas_comunidad limit 1;
insert into bloqueos (user_id, bloqueada_id) values (pg_temp.eva(), prueba.id('ana')), (pg_temp.eva(), prueba.id('carla'));
select pg_temp.lee('ana', '0', 'blocked by her'), pg_temp.lee('bea', '1', 'not blocked'), pg_temp.lee('carla', '1', 'the admin, blocked');
select pg_temp.ser_eva();
select prueba.cierto('nor does she read whom she blocked', count(*) = 0) from profiles where id = prueba.id('ana');
select prueba.ser('duena');
-- Reported: the admin reads the name for as long as the report exists; who reported it does not.
insert into reportes_sala (mensaje_id, motivo, user_id) values ('44444444-0000-4000-8000-000000000005', 'otro', prueba.id('bea'));
update reportes_sala set autora_id = pg_temp.eva() where mensaje_id = '44444444-0000-4000-8000-000000000005';
delete from mensajes_sala where id = '44444444-0000-4000-8000-000000000005';
select pg_temp.lee('bea', '0', 'reported and gone'), pg_temp.lee('carla', '1', 'reported and gone, as admin');

-- Who agreed to be named to her inviter is, to her alone.
insert into referidos (invitador_id, referido_id, creado_en) values (prueba.id('bea'), '33333333-0000-4000-8000-000000000002', now());
select prueba.celda(quien, 'a friend who agreed', esperado, $$select from profiles where username = 'Fe Callada'$$)
from (values ('bea', '1'), ('ana', '0'), ('carla', '0')) as celdas (quien, esperado);

-- With her account she leaves every list.
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('bea'), pg_temp.eva());
delete from auth.users where id = pg_temp.eva();
select prueba.cierto('nobody has her in a list any more', count(*) = 0) from bloqueos where bloqueada_id = pg_temp.eva() or user_id = pg_temp.eva();
