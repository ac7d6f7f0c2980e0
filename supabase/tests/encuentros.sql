-- Events and workshops: the editoras write them, a member signs up and leaves, who waits gets what becomes free, the link is hers who has a seat
-- and from its moment on, and nobody learns who else signed up.
select prueba.reunir_equipo();
insert into encuentros (id, titulo, empieza, termina, cabida, enlace, estado, solo_premium, clase) values
  ('e0000000-0000-4000-8000-0000000e0001', 'Uno', now() + interval '2 days', now() + interval '2 days 1 hour', 1, 'https://video.test/uno', 'publicado', false, 'evento'),
  ('e0000000-0000-4000-8000-0000000e0002', 'Premium', now() + interval '3 days', now() + interval '3 days 1 hour', null, 'https://video.test/dos', 'publicado', true, 'taller'),
  ('e0000000-0000-4000-8000-0000000e0003', 'Borrador', now() + interval '3 days', now() + interval '3 days 1 hour', null, null, 'borrador', false, 'evento'),
  ('e0000000-0000-4000-8000-0000000e0004', 'Pasado', now() - interval '2 hours', now() - interval '1 hour', null, 'https://video.test/cuatro', 'publicado', false, 'evento');
create function pg_temp.e(n int) returns uuid language sql immutable as $$ select ('e0000000-0000-4000-8000-0000000e000' || n)::uuid $$;
grant execute on function pg_temp.e to public;

-- Who writes and reads the table.
select prueba.celda(quien, que || ', ' || quien, case when quien = 'visitante' then '42501' when quien in ('editora', 'administradora', 'carla') then suyas else otras end, consulta)
from unnest(array['visitante', 'ana', 'dora', 'moderadora', 'soporte', 'carla a medias', 'editora', 'administradora', 'carla']) quien, (values
  ('reads', '4', '0', 'select from encuentros'),
  ('writes', '1', '42501', $$insert into encuentros (titulo, empieza, termina) values ('x', now(), now() + interval '1 hour')$$),
  ('changes', '4', '0', $$update encuentros set titulo = 'x'$$),
  -- What is published is cancelled first; what is past may go.
  ('deletes', '2', '0', 'delete from encuentros')
) as celdas (que, suyas, otras, consulta);
select prueba.celda('editora', que, '23514', consulta) from (values
  ('ends before it begins', $$insert into encuentros (titulo, empieza, termina) values ('x', now(), now() - interval '1 hour')$$),
  ('no seat at all', $$insert into encuentros (titulo, empieza, termina, cabida) values ('x', now(), now() + interval '1 hour', 0)$$),
  ('a link that runs something', $$insert into encuentros (titulo, empieza, termina, enlace) values ('x', now(), now() + interval '1 hour', 'javascript:alert(1)')$$),
  ('a link without a lock', $$insert into encuentros (titulo, empieza, termina, enlace) values ('x', now(), now() + interval '1 hour', 'http://video.test/x')$$)
) as celdas (que, consulta);

-- What a member reads.
select prueba.celda(quien, 'to come, ' || quien, esperado, $$select coalesce(string_agg(titulo, ' ' order by empieza), 'nada') from mis_encuentros()$$) from (values
  ('visitante', '42501'), ('dora', '=nada'), ('ana', '=Uno Premium'), ('editora', '=Uno Premium')
) as celdas (quien, esperado);
select prueba.celda('visitante', 'whether there is one of the plan', '=true', 'select hay_encuentros_premium()');
update encuentros set estado = 'borrador' where id = pg_temp.e(2);
select prueba.celda('visitante', 'a draft is none', '=false', 'select hay_encuentros_premium()');
update encuentros set estado = 'publicado' where id = pg_temp.e(2);

-- A seat.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'signs up', '42501', 'select apuntarme(pg_temp.e(1))'),
  ('dora', 'signs up without admission', '42501', 'select apuntarme(pg_temp.e(1))'),
  ('ana', 'signs up', '=dentro', 'select apuntarme(pg_temp.e(1))'),
  ('ana', 'for a draft', 'PT404', 'select apuntarme(pg_temp.e(3))'),
  ('ana', 'for what is over', 'PT404', 'select apuntarme(pg_temp.e(4))'),
  ('ana', 'for nothing', 'PT404', 'select apuntarme(gen_random_uuid())'),
  ('ana', 'for what is of a plan that she has not', 'PT402', 'select apuntarme(pg_temp.e(2))'),
  ('ana', 'writing the table', '42501', $$insert into plazas (encuentro_id, user_id) values (pg_temp.e(1), prueba.id('ana'))$$),
  ('servicio', 'signs up as nobody', '42501', 'select apuntarme(pg_temp.e(1))')
) as celdas (quien, que, esperado, consulta);
insert into suscripciones (user_id, plan, estado) values (prueba.id('ana'), 'premium', 'activa');
select prueba.celda('ana', 'with the plan', '=dentro', 'select apuntarme(pg_temp.e(2))');
update suscripciones set vigente_hasta = now() - interval '1 day' where user_id = prueba.id('ana');
select prueba.celda('ana', 'with a plan that ended', 'PT402', 'select apuntarme(pg_temp.e(2))');
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', now() + interval '1 day', 'circulos');
select prueba.celda('ana', 'paused', 'PT403', 'select apuntarme(pg_temp.e(1))');
update suspensiones set alcance = 'falta';
select prueba.celda('ana', 'with a strike', '=dentro', 'select apuntarme(pg_temp.e(1))');
delete from suspensiones;

select prueba.ser('ana');
select apuntarme(pg_temp.e(1), true);
select prueba.ser('bea');
select apuntarme(pg_temp.e(1), true);
select prueba.ser('moderadora');
select apuntarme(pg_temp.e(1));
select prueba.ser('duena');
select prueba.celda(quien, 'has, ' || quien, esperado, 'select concat_ws('' '', mia, lleno, recordar) from mis_encuentros() where titulo = ''Uno''') from (values
  ('ana', '=dentro t t'), ('bea', '=espera t t'), ('moderadora', '=espera t f'), ('carla', '=t f')
) as celdas (quien, esperado);
select prueba.celda('ana', 'the same press once more', '=dentro', 'select apuntarme(pg_temp.e(1))');
select prueba.celda('bea', 'the same', '=espera', 'select apuntarme(pg_temp.e(1))');
select prueba.celda(quien, 'her own alone, ' || quien, esperado, 'select from plazas') from (values
  ('visitante', '42501'), ('ana', '1'), ('bea', '1'), ('dora', '0'), ('carla', '0'), ('editora', '0'), ('administradora', '0'), ('soporte', '0'), ('moderadora', '1')
) as celdas (quien, esperado);
select prueba.celda('bea', que, esperado, consulta) from (values
  ('takes herself in', '42501', 'update plazas set en_espera = false'),
  ('comes first', '42501', 'update plazas set pedida_en = now() - interval ''1 day'''),
  ('is not reminded', '1', 'update plazas set recordar = false'),
  ('leaves', '1', 'delete from plazas'),
  ('takes Ana out', '0', $$delete from plazas where user_id = prueba.id('ana')$$)
) as celdas (que, esperado, consulta);
select prueba.celda(quien, 'how many, ' || quien, esperado, $$select string_agg(dentro || '/' || espera, ' ') from plazas_por_encuentro() where id = pg_temp.e(1)$$) from (values
  ('visitante', '42501'), ('ana', '42501'), ('moderadora', '42501'), ('soporte', '42501'), ('editora', '=menos de 10/menos de 10'), ('administradora', '=menos de 10/menos de 10')
) as celdas (quien, esperado);

-- How many is not told to the last one by seats that become fewer until it is full, or by a draft that may have any.
select prueba.celda('editora', que, esperado, consulta) from (values
  ('fewer seats of what was published', 'PT422', 'update encuentros set cabida = 5 where id = pg_temp.e(2)'),
  ('more seats', '1', 'update encuentros set cabida = 2 where id = pg_temp.e(1)'),
  ('no end of seats', '1', 'update encuentros set cabida = null where id = pg_temp.e(1)'),
  ('a draft again', 'PT422', $$update encuentros set estado = 'borrador' where id = pg_temp.e(1)$$),
  ('of what is past', 'PT422', $$update encuentros set estado = 'borrador' where id = pg_temp.e(4)$$),
  ('fewer seats of a draft', '1', 'update encuentros set cabida = 3 where id = pg_temp.e(3)'),
  ('the same number', '1', 'update encuentros set cabida = cabida where id = pg_temp.e(1)')
) as celdas (que, esperado, consulta);

-- The link: with a seat, from its moment on, and not while she is paused.
select prueba.celda(quien, 'two days before, ' || quien, '=null', 'select enlace from mis_encuentros() where titulo = ''Uno''') from unnest(array['ana', 'bea', 'carla']) quien;
update encuentros set empieza = now() + interval '14 minutes' where id = pg_temp.e(1);
select prueba.celda(quien, 'a quarter of an hour before, ' || quien, esperado, 'select enlace from mis_encuentros() where titulo = ''Uno''') from (values
  ('ana', '=https://video.test/uno'), ('bea', '=null'), ('carla', '=null')
) as celdas (quien, esperado);
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('ana'), 'x', now() + interval '1 day', 'circulos');
select prueba.celda('ana', 'paused', '=null', 'select enlace from mis_encuentros() where titulo = ''Uno''');
delete from suspensiones;
update encuentros set estado = 'cancelado' where id = pg_temp.e(1);
select prueba.celda(quien, 'cancelled, ' || quien, esperado, 'select concat_ws('' '', cancelado, enlace) from mis_encuentros() where titulo = ''Uno''') from (values
  ('ana', '=t'), ('bea', '=t'), ('carla', '=null')
) as celdas (quien, esperado);
update encuentros set estado = 'publicado', empieza = now() + interval '2 days' where id = pg_temp.e(1);

-- Reminders, through the queue, without a word, of who asked for one and has a seat.
insert into auth.sessions (id, user_id, created_at, updated_at) values ('5e550000-0000-4000-8000-00000000e001', prueba.id('ana'), now(), now()), ('5e550000-0000-4000-8000-00000000e002', prueba.id('bea'), now(), now());
insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, sesion) values
  (prueba.id('ana'), 'https://push.test/ana', repeat('A', 87), repeat('B', 22), 'America/Mexico_City', '5e550000-0000-4000-8000-00000000e001'),
  (prueba.id('bea'), 'https://push.test/bea', repeat('A', 87), repeat('B', 22), 'America/Mexico_City', '5e550000-0000-4000-8000-00000000e002');
select prueba.cierto('one check, an hour before', count(*) = 1 and bool_and(p.vence = e.empieza - interval '1 hour'))
from interno.pendientes p join encuentros e on e.id = (p.datos ->> 'encuentro')::uuid where p.tipo = 'encuentro' and e.id = pg_temp.e(1);
delete from interno.envios;
select interno.atender_encuentro(p) from interno.pendientes p where tipo = 'encuentro' and p.datos ->> 'encuentro' = pg_temp.e(1)::text;
select prueba.cierto('hers who has a seat', count(*) = 1 and bool_and(user_id = prueba.id('ana') and via = 'push' and urgencia = 2 and datos = '{}'), string_agg(e::text, ' '))
from interno.envios e where tipo = 'encuentro';
update encuentros set empieza = now() + interval '1 day' where id = pg_temp.e(1);
select prueba.cierto('moved, what was due before leaves no more', count(*) = 0) from interno.envios where tipo = 'encuentro';
select prueba.cierto('and is due anew', count(*) = 1 and bool_and(vence = now() + interval '23 hours')) from interno.pendientes where tipo = 'encuentro' and datos ->> 'encuentro' = pg_temp.e(1)::text;

-- A seat that becomes free: who waited longest, who is told without a word; who comes meanwhile stands behind.
delete from interno.pendientes where tipo = 'reparto';
select prueba.ser('ana');
delete from plazas;
select prueba.ser('duena');
select prueba.cierto('it is due to be handed out', count(*) = 1) from interno.pendientes where tipo = 'reparto';
select prueba.celda('carla', 'comes in that moment, and waits', '=espera', 'select apuntarme(pg_temp.e(1))');
select interno.atender_reparto(p) from interno.pendientes p where tipo = 'reparto';
select prueba.celda(quien, 'has it now, ' || quien, esperado, 'select mia from mis_encuentros() where titulo = ''Uno''') from (values ('ana', '=null'), ('bea', '=dentro'), ('moderadora', '=espera')) as celdas (quien, esperado);
select prueba.cierto('she is told', count(*) = 1 and bool_and(user_id = prueba.id('bea') and datos = '{}')) from interno.envios where tipo = 'encuentro';
-- More seats; and without an end.
update encuentros set cabida = null where id = pg_temp.e(1);
select interno.atender_reparto(p) from interno.pendientes p where tipo = 'reparto';
select prueba.cierto('nobody waits where seats are free', not bool_or(en_espera)) from plazas where encuentro_id = pg_temp.e(1);
update encuentros set cabida = 1 where id = pg_temp.e(1);
select prueba.cierto('fewer seats take nobody''s', not bool_or(en_espera) and count(*) = 2) from plazas where encuentro_id = pg_temp.e(1);
-- Who ended her account, and who was expelled.
select prueba.ser('ana');
select apuntarme(pg_temp.e(1));
select prueba.ser('duena');
delete from interno.pendientes where tipo = 'reparto';
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('bea'), 'x', 'infinity', 'expulsion');
select prueba.celda('bea', 'expelled, reads none', '0', 'select from mis_encuentros()');
select prueba.celda('bea', 'expelled, signs up', '42501', 'select apuntarme(pg_temp.e(1))');
select prueba.cierto('an expulsion gives the seat back', count(*) = 0) from plazas where user_id = prueba.id('bea');
delete from auth.users where id = prueba.id('moderadora');
select prueba.cierto('each freed one is handed out', count(*) = 2) from interno.pendientes where tipo = 'reparto';
select interno.atender_reparto(p) from interno.pendientes p where tipo = 'reparto';
select prueba.cierto('to who waits', array_agg(user_id) = array[prueba.id('ana')] and not bool_or(en_espera)) from plazas where encuentro_id = pg_temp.e(1);

-- The end.
select prueba.cierto('nothing of what is to come is forgotten', interno.olvidar_encuentros() = 0 and exists (select from plazas));
select prueba.cierto('a week after it who came is', interno.olvidar_encuentros(now() + interval '10 days') = 1);
select prueba.cierto('the event stays', count(*) = 4) from encuentros;
select interno.olvidar_encuentros(now() + interval '370 days');
select prueba.cierto('for a year', count(*) = 0) from encuentros;
select prueba.celda(quien, 'calls it', '42501', 'select interno.olvidar_encuentros()') from unnest(array['visitante', 'ana', 'administradora']) quien;
