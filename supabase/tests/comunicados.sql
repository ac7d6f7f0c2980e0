-- What the team tells members: the administradoras write it, each member reads what is for her and not why, nobody learns who reads it, and a
-- device is told without a word and only where it agreed.
select prueba.reunir_equipo();
select prueba.probar_equipo('administradora');
insert into auth.sessions (id, user_id, created_at, updated_at) values ('5e550000-0000-4000-8000-00000000c001', prueba.id('ana'), now(), now());
insert into suscripciones_push (id, user_id, endpoint, p256dh, auth, zona_horaria, sesion) values
  ('5e550000-0000-4000-8000-00000000c0a1', prueba.id('ana'), 'https://push.test/ana-si', repeat('A', 87), repeat('B', 22), 'America/Mexico_City', '5e550000-0000-4000-8000-00000000c001'),
  ('5e550000-0000-4000-8000-00000000c0a2', prueba.id('ana'), 'https://push.test/ana-no', repeat('A', 87), repeat('B', 22), 'America/Mexico_City', '5e550000-0000-4000-8000-00000000c001');

-- Who writes.
select prueba.celda(quien, 'writes, ' || quien, esperado, $$insert into comunicados (titulo, texto, hasta) values ('Cerramos', 'El martes no respondemos.', now() + interval '1 day')$$)
from (values ('visitante', '42501'), ('dora', '42501'), ('ana', '42501'), ('moderadora', '42501'), ('editora', '42501'), ('soporte', '42501'),
  ('carla a medias', '42501'), ('administradora', '1')) as celdas (quien, esperado);
select prueba.celda('carla', 'writes without a fresh proof', 'PT428', $$insert into comunicados (titulo, texto, hasta) values ('x', 'x', now() + interval '1 day')$$);
select prueba.celda('administradora', que, esperado, consulta) from (values
  ('nothing', '23514', $$insert into comunicados (titulo, texto, hasta) values (' ', 'x', now() + interval '1 day')$$),
  ('more than fits', '23514', $$insert into comunicados (titulo, texto, hasta) values ('x', repeat('x', 1001), now() + interval '1 day')$$),
  ('for good', '23514', $$insert into comunicados (titulo, texto, hasta) values ('x', 'x', now() + interval '61 days')$$),
  ('what is over', 'PT422', $$insert into comunicados (titulo, texto, desde, hasta) values ('x', 'x', now() - interval '2 days', now() - interval '1 day')$$),
  ('a country without which', '23514', $$insert into comunicados (titulo, texto, hasta, publico) values ('x', 'x', now() + interval '1 day', 'pais')$$),
  ('a country for all', '23514', $$insert into comunicados (titulo, texto, hasta, pais) values ('x', 'x', now() + interval '1 day', 'CO')$$),
  ('for whom writes a diary', '23514', $$insert into comunicados (titulo, texto, hasta, publico) values ('x', 'x', now() + interval '1 day', 'diario')$$),
  ('saying how many read it', '42501', $$insert into comunicados (titulo, texto, hasta, alcance) values ('x', 'x', now() + interval '1 day', '3')$$),
  ('changing one', '42501', $$update comunicados set texto = 'x'$$)
) as celdas (que, esperado, consulta);

-- For whom.
insert into alarma_ajustes (user_id, pais) values (prueba.id('ana'), 'CO') on conflict (user_id) do update set pais = 'CO';
delete from descargas_libros;
insert into descargas_libros (user_id, libro_id, creado_en) select prueba.id('bea'), id, now() - interval '3 days' from biblioteca_libros limit 1;
insert into descargas_libros (user_id, libro_id, creado_en) select prueba.id('ana'), id, now() - interval '100 days' from biblioteca_libros limit 1;
select prueba.ser('administradora');
insert into comunicados (id, titulo, texto, publico, pais, avisar, desde, hasta) values
  ('c0000000-0000-4000-8000-0000000c0001', 'Todas', 'x', 'todas', null, false, now() - interval '1 day', now() + interval '5 days'),
  ('c0000000-0000-4000-8000-0000000c0002', 'Colombia', 'x', 'pais', 'CO', true, now(), now() + interval '5 days'),
  ('c0000000-0000-4000-8000-0000000c0003', 'Círculos', 'x', 'salas', null, false, now(), now() + interval '5 days'),
  ('c0000000-0000-4000-8000-0000000c0004', 'Biblioteca', 'x', 'biblioteca', null, false, now(), now() + interval '5 days'),
  ('c0000000-0000-4000-8000-0000000c0005', 'Mañana', 'x', 'todas', null, false, now() + interval '1 day', now() + interval '5 days');
select prueba.ser('duena');
-- All of the messages of the demo are of the last days but these.
update mensajes_sala set creado_en = now() - interval '91 days' where user_id = prueba.id('carla');
select prueba.celda(quien, 'reads, ' || quien, esperado, $$select coalesce(string_agg(titulo, ' ' order by titulo collate "C"), 'nada') from mis_comunicados()$$) from (values
  ('visitante', '42501'), ('dora', '=nada'), ('ana', '=Colombia Círculos Todas'), ('bea', '=Biblioteca Círculos Todas'), ('carla', '=Todas'), ('soporte', '=Todas')
) as celdas (quien, esperado);
select prueba.celda(quien, 'the table, ' || quien, esperado, 'select from comunicados') from (values
  ('visitante', '42501'), ('ana', '0'), ('bea', '0'), ('dora', '0'), ('moderadora', '0'), ('editora', '0'), ('soporte', '0'), ('carla a medias', '0'),
  ('carla', '5'), ('administradora', '5')
) as celdas (quien, esperado);
select prueba.celda(quien, 'withdraws, ' || quien, esperado, 'delete from comunicados') from (values
  ('visitante', '42501'), ('ana', '0'), ('moderadora', '0'), ('editora', '0'), ('soporte', '0'), ('administradora', '5')
) as celdas (quien, esperado);
select prueba.celda('administradora', 'how many they are, where they are few', '=menos de 10', 'select string_agg(distinct alcance, '','') from comunicados');
select prueba.celda(quien, 'whom it is for, ' || quien, '42501', $$select interno.es_para(prueba.id('ana'), 'pais', 'CO')$$)
from unnest(array['visitante', 'bea', 'editora', 'administradora']) quien;

-- Eleven of Colombia, and one more: tens, and the same.
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select md5('co' || n)::uuid, 'co' || n || '@amparo.test', now(), jsonb_build_object('username', 'Colombiana', 'identidad_genero', 'mujer cis') from generate_series(1, 12) n;
insert into alarma_ajustes (user_id, pais) select md5('co' || n)::uuid, 'CO' from generate_series(1, 11) n;
insert into comunicados (id, titulo, texto, publico, pais, hasta) values ('c0000000-0000-4000-8000-0000000c0006', 'Doce', 'x', 'pais', 'CO', now() + interval '1 day');
insert into alarma_ajustes (user_id, pais) values (md5('co12')::uuid, 'CO');
insert into comunicados (id, titulo, texto, publico, pais, hasta) values ('c0000000-0000-4000-8000-0000000c0007', 'Trece', 'x', 'pais', 'CO', now() + interval '1 day');
select prueba.cierto('one more is not seen', array_agg(alcance order by id) = array['10 o más', '10 o más'], string_agg(alcance, ',')) from comunicados where titulo in ('Doce', 'Trece');
delete from comunicados where titulo in ('Doce', 'Trece');

-- An expelled member is told nothing; a paused one is.
insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('bea'), 'x', 'infinity', 'expulsion'), (prueba.id('ana'), 'x', now() + interval '1 day', 'escritos');
select prueba.celda('bea', 'expelled', '0', 'select from mis_comunicados()');
select prueba.celda('ana', 'paused', '3', 'select from mis_comunicados()');
delete from suspensiones;

-- The devices: that one which agreed, no word, behind everything else; withdrawn, none.
select prueba.celda('bea', 'agrees for Ana', '0', 'update suscripciones_push set comunicados = true where true');
select prueba.cierto('no device agrees by itself', not bool_or(comunicados)) from suscripciones_push;
select prueba.ser('ana');
update suscripciones_push set comunicados = true where endpoint = 'https://push.test/ana-si';
select prueba.ser('duena');
delete from interno.envios;
select prueba.cierto('one row for it is due', count(*) = 1 and bool_and(urgencia = 2)) from interno.pendientes where tipo = 'comunicado';
select interno.atender_comunicado(p) from interno.pendientes p where tipo = 'comunicado';
select prueba.cierto('one push, to that device, the last class, not a word', count(*) = 1 and bool_and(suscripcion_id = '5e550000-0000-4000-8000-00000000c0a1'
  and via = 'push' and urgencia = 2 and datos = '{}'), string_agg(e::text, ' ')) from interno.envios e where tipo = 'comunicado';
select prueba.cierto('the sender is handed no word of it', count(*) = 1 and bool_and((e -> 'datos') - 'segundos' = '{}' and e::text not like '%Colombia%'), string_agg(e::text, ' '))
from jsonb_array_elements(interno.tomar_envios(50, array['push'])) e where e ->> 'tipo' = 'comunicado';
-- An alert goes first, whatever was there before it.
update interno.envios set tomado_hasta = null;
insert into interno.envios (tipo, via, urgencia, user_id, clave, suscripcion_id, vence)
values ('llegada', 'push', 1, prueba.id('ana'), 'una llegada', '5e550000-0000-4000-8000-00000000c0a1', now());
select prueba.cierto('what is urgent is taken before it', interno.tomar_envios(1, array['push']) -> 0 ->> 'tipo' = 'llegada');
update interno.envios set tomado_hasta = null;
-- The next two hundred, until there are none.
select prueba.cierto('the next ones are looked for a moment later', count(*) = 1 and bool_and(vence > now()))
from interno.pendientes where tipo = 'comunicado' and datos ? 'desde';
select interno.atender_comunicado(p) from interno.pendientes p where tipo = 'comunicado' and datos ? 'desde';
select prueba.cierto('each device once', count(*) = 1) from interno.envios where tipo = 'comunicado';
delete from comunicados where titulo = 'Colombia';
select prueba.cierto('withdrawn, nothing of it leaves', not exists (select from interno.envios where tipo = 'comunicado')
  and not exists (select from interno.pendientes where tipo = 'comunicado'));

-- The log, and the end.
select prueba.cierto('who wrote it stands in the log', count(*) = 5) from interno.bitacora where tabla = 'public.comunicados' and verbo = 'INSERT' and quien = prueba.id('administradora');
select prueba.cierto('nothing current is forgotten', interno.olvidar_comunicados() = 0);
select prueba.cierto('ninety days after its end it is', interno.olvidar_comunicados(now() + interval '96 days') = 4);
select prueba.celda(quien, 'calls it', '42501', 'select interno.olvidar_comunicados()') from unnest(array['visitante', 'ana', 'administradora']) quien;
