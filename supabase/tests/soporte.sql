-- A member and the team: her thread is hers, the team reads it through functions that write down who did, an answer reaches her
-- without a word on her devices, and after ninety days nothing of it is there.
select prueba.reunir_equipo();

-- Hers --------------------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'reads', '42501', 'select from mensajes_soporte'),
  ('visitante', 'writes', '42501', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'x')$$),
  ('dora', 'writes without admission', '42501', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('dora'), 'x')$$),
  ('bea', 'writes as Ana', '42501', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'x')$$),
  ('bea', 'writes as nobody there is: the same answer', '42501', $$insert into mensajes_soporte (user_id, texto) values (gen_random_uuid(), 'x')$$),
  ('soporte', 'writes as Ana', '42501', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'x')$$),
  ('ana', 'writes', '1', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'x')$$),
  ('ana', 'with the code of what failed', '1', $$insert into mensajes_soporte (user_id, texto, codigo) values (prueba.id('ana'), 'x', '7F3K')$$),
  ('ana', 'with something else as its code', '23514', $$insert into mensajes_soporte (user_id, texto, codigo) values (prueba.id('ana'), 'x', '<b>!')$$),
  ('ana', 'nothing', '23514', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), ' ')$$),
  ('ana', 'more than fits', '23514', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), repeat('x', 4001))$$),
  ('ana', 'as the team', '42501', $$insert into mensajes_soporte (user_id, texto, del_equipo) values (prueba.id('ana'), 'x', true)$$),
  ('ana', 'at another time', '42501', $$insert into mensajes_soporte (user_id, texto, creado_en) values (prueba.id('ana'), 'x', now() + interval '1 year')$$),
  ('ana', 'ten at once', '10', $$insert into mensajes_soporte (user_id, texto) select prueba.id('ana'), 'x' from generate_series(1, 10)$$),
  ('ana', 'an eleventh', 'PT429', $$insert into mensajes_soporte (user_id, texto) select prueba.id('ana'), 'x' from generate_series(1, 11)$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('what was refused left no thread', count(*) = 0) from hilos_soporte;

select prueba.ser('ana');
insert into mensajes_soporte (id, user_id, texto, codigo) values ('55000000-0000-4000-8000-000000000001', prueba.id('ana'), 'No me abre el diario', '7F3K');
select prueba.ser('duena');
create temp table hilo as select id from hilos_soporte where user_id = prueba.id('ana');
grant select on hilo to public;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'reads hers', '=No me abre el diario', 'select texto from mensajes_soporte'),
  ('ana', 'twice is once', '23505', $$insert into mensajes_soporte (id, user_id, texto) values ('55000000-0000-4000-8000-000000000001', prueba.id('ana'), 'x')$$),
  ('ana', 'changes a word', '42501', $$update mensajes_soporte set texto = 'x'$$),
  ('ana', 'takes one word out', '42501', 'delete from mensajes_soporte'),
  ('ana', 'asks for a notice', '1', 'update hilos_soporte set avisar = true'),
  ('ana', 'says that nothing waits', '42501', 'update hilos_soporte set espera_desde = null'),
  ('ana', 'deletes all of it', '1', 'delete from hilos_soporte')
) as celdas (quien, que, esperado, consulta);
select prueba.celda(quien, que || ', ' || quien, esperado, consulta)
from unnest(array['bea', 'dora', 'carla', 'administradora', 'moderadora', 'editora', 'soporte']) quien, (values
  ('her messages', '0', 'select from mensajes_soporte'),
  ('her thread', '0', 'select from hilos_soporte'),
  ('changing it', '0', 'update hilos_soporte set avisar = false'),
  ('deleting it', '0', 'delete from hilos_soporte')
) as celdas (que, esperado, consulta);

-- The team's ---------------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'what waits', '42501', 'select cola_soporte()'),
  ('bea', 'what waits', '0', 'select from cola_soporte()'),
  ('moderadora', 'what waits', '0', 'select from cola_soporte()'),
  ('editora', 'what waits', '0', 'select from cola_soporte()'),
  ('carla a medias', 'what waits', '0', 'select from cola_soporte()'),
  ('soporte', 'what waits', '=Ana true', $$select concat_ws(' ', nombre, (espera_desde is not null)::text) from cola_soporte()$$),
  ('administradora', 'what waits', '1', 'select from cola_soporte()'),
  ('visitante', 'reads it', '42501', 'select leer_hilo(id) from hilo'),
  ('bea', 'reads it', '42501', 'select leer_hilo(id) from hilo'),
  ('ana', 'reads hers by that function', '42501', 'select leer_hilo(id) from hilo'),
  ('moderadora', 'reads it', '42501', 'select leer_hilo(id) from hilo'),
  ('editora', 'reads it', '42501', 'select leer_hilo(id) from hilo'),
  ('soporte', 'reads it', '=No me abre el diario 7F3K', $$select concat_ws(' ', h ->> 'texto', h ->> 'codigo') from hilo, jsonb_array_elements(leer_hilo(hilo.id)) h$$),
  ('soporte', 'reads none', 'PT404', 'select leer_hilo(gen_random_uuid())'),
  ('moderadora', 'answers', '42501', $$select responder_hilo(id, 'x', '55000000-0000-4000-8000-000000000001') from hilo$$),
  ('bea', 'answers', '42501', $$select responder_hilo(id, 'x', '55000000-0000-4000-8000-000000000001') from hilo$$),
  ('soporte', 'answers with nothing', 'PT422', $$select responder_hilo(id, ' ', '55000000-0000-4000-8000-000000000001') from hilo$$),
  ('soporte', 'answers unread', 'PT409', $$select responder_hilo(id, 'x', null) from hilo$$),
  ('soporte', 'answers', '1', $$select responder_hilo(id, 'x', '55000000-0000-4000-8000-000000000001') from hilo$$),
  ('editora', 'closes it', '42501', $$select atender_hilo(id, '55000000-0000-4000-8000-000000000001') from hilo$$),
  ('soporte', 'closes it', '1', $$select atender_hilo(id, '55000000-0000-4000-8000-000000000001') from hilo$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('nobody''s look was written but what was done', count(*) = 0) from interno.miradas;

-- Without her word no device hears of it; with it, and without a word of what was written.
insert into auth.sessions (id, user_id, created_at, updated_at) values ('5e550000-0000-4000-8000-000000000001', prueba.id('ana'), now(), now());
insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, sesion)
values (prueba.id('ana'), 'https://push.test/ana', repeat('A', 87), repeat('B', 22), 'America/Mexico_City', '5e550000-0000-4000-8000-000000000001');
select prueba.ser('soporte');
select responder_hilo(id, 'Cierra la app y ábrela otra vez', '55000000-0000-4000-8000-000000000001') from hilo;
-- Its answer got lost: the same once more is there once, as Ana reads below.
select prueba.ser('soporte');
select responder_hilo(id, ' Cierra la app y ábrela otra vez ', '55000000-0000-4000-8000-000000000001') from hilo;
select prueba.celda('soporte', 'the same words to what she has not read', 'PT409', $$select responder_hilo(id, 'Cierra la app y ábrela otra vez', null) from hilo$$);
select prueba.celda('soporte', 'a second one who has not seen the first', 'PT409', $$select responder_hilo(id, 'x', '55000000-0000-4000-8000-000000000001') from hilo$$);
select prueba.ser('duena');
select prueba.cierto('no notice without her word', count(*) = 0) from interno.envios where tipo = 'soporte';
select prueba.cierto('what she has open hears of it', count(*) = 1) from senales where user_id = prueba.id('ana');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'reads the answer, and not whose', '=Cierra la app y ábrela otra vez', 'select texto from mensajes_soporte where del_equipo'),
  ('ana', 'that it is new', '=true', 'select nuevo::text from hilos_soporte where espera_desde is null'),
  ('ana', 'opens it', '1', 'update hilos_soporte set nuevo = false'),
  ('ana', 'who saw her data', '=soporte soporte', $$select concat_ws(' ', papel, tipo) from quien_me_vio()$$),
  ('administradora', 'what was done, in the record', '=1', $$select count(*) from miradas where quien = prueba.id('soporte') and sobre = prueba.id('ana') and que = 'soporte'$$)
) as celdas (quien, que, esperado, consulta);
select prueba.ser('ana');
update hilos_soporte set avisar = true;
insert into mensajes_soporte (id, user_id, texto) values ('55000000-0000-4000-8000-000000000002', prueba.id('ana'), 'Sigue igual');
select prueba.ser('duena');
-- In one transaction all have one moment.
update mensajes_soporte set creado_en = clock_timestamp() where id = '55000000-0000-4000-8000-000000000002';
select prueba.ser('soporte');
select leer_hilo(hilo.id) from hilo;
select responder_hilo(id, 'Lo miramos', '55000000-0000-4000-8000-000000000002') from hilo;
select prueba.ser('duena');
select prueba.cierto('one for her device, with nothing of what was written', count(*) = 1 and bool_and(e.datos = '{}' and e.via = 'push'), string_agg(e::text, ' '))
from interno.envios e where tipo = 'soporte' and user_id = prueba.id('ana');
select prueba.cierto('and the sender is handed it', count(*) = 1, count(*)::text)
from jsonb_array_elements(interno.tomar_envios(50, array['push'])) e where e ->> 'tipo' = 'soporte' and e ->> 'destino' = 'https://push.test/ana';
select prueba.cierto('each reading and each answer is a line', array_agg(motivo order by id) = array['respondió', 'leyó su conversación', 'respondió'], string_agg(motivo, ', '))
from interno.miradas where sobre = prueba.id('ana');

-- Paused she writes; expelled she reads, and writes no more.
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', now() + interval '1 day', 'escritos');
select prueba.celda('ana', 'paused', '1', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'x')$$);
update suspensiones set alcance = 'expulsion', hasta = 'infinity' where user_id = prueba.id('ana');
select prueba.celda('ana', 'expelled', '42501', $$insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'x')$$);
select prueba.celda('ana', 'expelled, reads what was written', '4', 'select from mensajes_soporte');
delete from suspensiones where user_id = prueba.id('ana');

-- One of the team who writes is answered by another.
select prueba.ser('soporte');
insert into mensajes_soporte (id, user_id, texto) values ('55000000-0000-4000-8000-000000000003', prueba.id('soporte'), 'Yo también');
select prueba.ser('duena');
create temp table suyo as select id from hilos_soporte where user_id = prueba.id('soporte');
grant select on suyo to public;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('soporte', 'her own does not wait for her', '1', 'select from cola_soporte()'),
  ('soporte', 'nor is it read by her as the team', 'PT404', 'select leer_hilo(id) from suyo'),
  ('administradora', 'but for another', '2', 'select from cola_soporte()')
) as celdas (quien, que, esperado, consulta);

-- Ninety days.
select prueba.cierto('nothing of today is forgotten', interno.olvidar_soporte() = 0);
update mensajes_soporte set creado_en = now() - interval '91 days' where user_id = prueba.id('ana') and id <> '55000000-0000-4000-8000-000000000002';
select prueba.cierto('what is older is', interno.olvidar_soporte() = 3);
select prueba.cierto('and not what is not, nor its thread', (select count(*) from mensajes_soporte) = 2 and (select count(*) from hilos_soporte) = 2);
select prueba.cierto('in three months nothing of it is there', interno.olvidar_soporte(now() + interval '91 days') = 2);
select prueba.cierto('with its last message the thread goes too', count(*) = 0) from hilos_soporte;
select prueba.celda(quien, 'calls it', '42501', 'select interno.olvidar_soporte()') from unnest(array['visitante', 'ana', 'soporte', 'administradora']) quien;
