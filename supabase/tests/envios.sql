-- The queue as the sender knows it. Ana's contact accepted by all four ways.
update interno.ajustes set valor = 'correo push sms whatsapp' where clave = 'vias_de_alarma';
delete from contactos_emergencia where user_id in (prueba.id('ana'), prueba.id('bea'));
insert into contactos_emergencia (id, user_id, nombre, telefono) values
  ('a1000000-0000-4000-8000-0000000000d1', prueba.id('ana'), 'Uno', '+525590000001'),
  ('b1000000-0000-4000-8000-0000000000d1', prueba.id('bea'), 'Una', '+525590000002');
insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
select id, user_id, 'acepto', now(), now(), telefono from contactos_emergencia where user_id in (prueba.id('ana'), prueba.id('bea'));
insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en)
select c.id, c.user_id, v, v || ' de ' || c.nombre, case v when 'push' then repeat('A', 87) end, case v when 'push' then repeat('B', 22) end, now()
from contactos_emergencia c, unnest(array['correo', 'push', 'sms', 'whatsapp']) v where c.user_id in (prueba.id('ana'), prueba.id('bea'));
create function pg_temp.hace(quien text, que text) returns text language plpgsql as $$
declare
  valor text;
begin
  perform prueba.ser(quien);
  execute que into valor;
  perform prueba.ser('duena');
  return valor;
end
$$;
create function pg_temp.anota(cual uuid, resultado text, proveedor text default null) returns text language sql as $$
  select pg_temp.hace('servicio', format('select anotar_envio(%L, %L, %L, %L)', cual, resultado, 'porque sí', proveedor))
$$;
create function pg_temp.recibe(proveedor text, resultado text, via text default 'sms') returns text language sql as $$
  select pg_temp.hace('servicio', format('select anotar_recibo(%L, %L, %L, %L)', proveedor, via, resultado, 'el número no existe'))
$$;
create function pg_temp.toma(cuantos int default 100) returns setof interno.envios language plpgsql as $$
declare
  ids uuid[] := (select array_agg((t ->> 'id')::uuid) from jsonb_array_elements(pg_temp.hace('servicio', format('select tomar_envios(%s)', cuantos))::jsonb) t);
begin
  return query select e.* from interno.envios e where e.id = any (ids) order by array_position(ids, e.id);
end
$$;
create function pg_temp.el(cual text) returns interno.envios language sql as $$
  select e.* from interno.envios e where e.via = cual and e.user_id = prueba.id('ana') order by e.clave like 'cierre:%', e.creado_en limit 1
$$;
create function pg_temp.la(cual text) returns entregas language sql as $$ select e.* from public.entregas e where e.via = cual and e.user_id = prueba.id('ana') $$;
create function pg_temp.pasa(cuanto interval) returns void language sql as $$
  update interno.envios set vence = vence - cuanto, tomado_hasta = tomado_hasta - cuanto, caduca = caduca - cuanto where terminado_en is null;
  update interno.pendientes set vence = vence - cuanto
$$;
create function pg_temp.empieza() returns void language sql as $$
  delete from alertas;
  delete from interno.envios;
  delete from interno.pendientes;
  delete from interno.recibos_sueltos;
  select pg_temp.hace('ana', $h$select abrir_alerta('a2000000-0000-4000-8000-00000000d001', now(), 0)$h$)
$$;
select pg_temp.empieza();

-- The sender's alone ------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, llamada, case quien when 'servicio' then '1' else '42501' end, 'select ' || llamada)
from unnest(array['visitante', 'ana', 'carla', 'dora', 'servicio']) quien, unnest(array[
  'tomar_envios(1)', $$registrar_codigos('[]')$$, $$anotar_envio(gen_random_uuid(), 'enviada')$$, $$anotar_envios('[]')$$,
  $$anotar_recibo('x', 'sms', 'entregada')$$, 'siguiente_envio()', 'atender_pendientes()'
]) llamada;
select prueba.celda(quien, llamada, '42501', 'select interno.' || llamada) from unnest(array['visitante', 'ana', 'carla']) quien, unnest(array[
  'tomar_envios(1)', 'atender_pendientes(1)', $$terminar(gen_random_uuid(), 'a_salvo', true)$$, 'salir(gen_random_uuid())',
  $$levantar(prueba.id('bea'), gen_random_uuid(), 'boton', now(), 0)$$, 'gastar(gen_random_uuid(), 1)', 'vias_vigentes(gen_random_uuid())'
]) llamada;

-- A claim -----------------------------------------------------------------------------------------------------------------------
select prueba.cierto('what is due is taken at once', pg_temp.hace('servicio', 'select siguiente_envio() <= now()') = 'true' and (select count(*) from pg_temp.toma()) = 4);
select prueba.cierto('once', (select count(*) from pg_temp.toma()) = 0);
select pg_temp.pasa('59 seconds');
select prueba.cierto('for a minute', (select count(*) from pg_temp.toma()) = 0);
select pg_temp.pasa('1 second');
select prueba.cierto('its sender died: it is due again, and only the claim is lost', count(*) = 4 and bool_and(intentos = 2)) from pg_temp.toma();

-- How it ended ------------------------------------------------------------------------------------------------------------------
select pg_temp.anota((pg_temp.el('correo')).id, 'por_repetir');
select prueba.cierto('later again, and what she reads is that it waits', (pg_temp.el('correo')).vence = now() + interval '15 seconds' and (pg_temp.la('correo')).estado = 'en_cola');
select pg_temp.pasa('15 seconds');
select prueba.cierto('then it is taken again', (select count(*) from pg_temp.toma()) = 1 and (pg_temp.el('correo')).intentos = 3);
do $$
begin
  for n in 1 .. 20 loop
    perform pg_temp.anota((pg_temp.el('correo')).id, 'por_repetir');
    update interno.envios set vence = now() where id = (pg_temp.el('correo')).id;
    perform pg_temp.toma();
  end loop;
end
$$;
select pg_temp.anota((pg_temp.el('correo')).id, 'por_repetir');
select prueba.cierto('pauses grow to ten minutes', (pg_temp.el('correo')).vence = now() + interval '10 minutes');
select pg_temp.anota((pg_temp.el('sms')).id, 'fallida');
select prueba.cierto('never again, and why', (pg_temp.la('sms')).estado = 'fallida' and (pg_temp.la('sms')).motivo = 'porque sí' and (pg_temp.el('sms')).terminado_en is not null);
select pg_temp.anota((pg_temp.el('sms')).id, 'por_repetir');
select prueba.cierto('a word that comes too late revives nothing', (pg_temp.el('sms')).terminado_en is not null and (pg_temp.el('sms')).resultado = 'fallida');
select pg_temp.anota((pg_temp.el('sms')).id, 'enviada', 'SM1');
select prueba.cierto('but that it did leave is true', (pg_temp.la('sms')).estado = 'enviada' and (pg_temp.la('sms')).motivo is null);
select pg_temp.anota((pg_temp.el('push')).id, 'ya_no_existe');
select prueba.cierto('a device that is gone is forgotten', not exists (select from interno.vias_contacto where user_id = prueba.id('ana') and via = 'push') and (pg_temp.la('push')).estado = 'fallida');
select prueba.cierto('many at once', pg_temp.hace('servicio', format('select anotar_envios(%L)', jsonb_build_array(
  jsonb_build_object('id', (pg_temp.el('whatsapp')).id, 'resultado', 'enviada', 'proveedor_id', 'WA1'), jsonb_build_object('id', gen_random_uuid(), 'resultado', 'enviada')))) = '1'
  and (pg_temp.la('whatsapp')).estado = 'enviada');
insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en)
values ('a1000000-0000-4000-8000-0000000000d1', prueba.id('ana'), 'push', 'push de Uno', repeat('A', 87), repeat('B', 22), now());

-- Receipts: any order, any number of times ---------------------------------------------------------------------------------------
select prueba.cierto('of what we know', pg_temp.recibe('WA1', 'entregada', 'whatsapp') = 'true' and (pg_temp.la('whatsapp')).estado = 'entregada');
select prueba.cierto('twice', pg_temp.recibe('WA1', 'entregada', 'whatsapp') = 'true' and (pg_temp.la('whatsapp')).estado = 'entregada');
select prueba.cierto('a failure behind it', pg_temp.recibe('WA1', 'fallida', 'whatsapp') = 'true' and (pg_temp.la('whatsapp')).estado = 'entregada');
select prueba.cierto('an id of another way', pg_temp.recibe('WA1', 'fallida', 'sms') = 'false');
select prueba.cierto('the number does not exist', pg_temp.recibe('SM1', 'fallida') = 'true' and (pg_temp.la('sms')).estado = 'fallida' and (pg_temp.la('sms')).motivo = 'el número no existe');
select prueba.cierto('and yet it arrived', pg_temp.recibe('SM1', 'entregada') = 'true' and (pg_temp.la('sms')).estado = 'entregada');
select prueba.celda('servicio', que, '=false', format('select anotar_recibo(%s)', argumentos)) from (values
  ('nobody''s id', $$'SM404', 'sms', 'entregada'$$), ('no id', $$null, 'sms', 'entregada'$$), ('no way', $$'SM1', null, 'entregada'$$),
  ('another result', $$'SM1', 'sms', 'respondida'$$), ('a very long id', $$repeat('x', 100000), repeat('y', 100000), 'fallida', repeat('z', 100000)$$)
) as recibos (que, argumentos);
select pg_temp.empieza();
select count(*) from pg_temp.toma();
select prueba.cierto('a receipt that is faster than its sender', pg_temp.recibe('SM2', 'entregada') = 'false' and (pg_temp.la('sms')).estado = 'en_cola');
select pg_temp.anota((pg_temp.el('sms')).id, 'enviada', 'SM2');
select prueba.cierto('counts when the sender has said what it is of', (pg_temp.la('sms')).estado = 'entregada' and not exists (select from interno.recibos_sueltos where proveedor_id = 'SM2'));
insert into interno.recibos_sueltos (via, proveedor_id, resultado, recibido_en) values ('sms', 'SM3', 'entregada', now() - interval '25 hours');
select pg_temp.recibe('SM4', 'entregada');
select prueba.cierto('nobody''s are forgotten after a day', count(*) = 1) from interno.recibos_sueltos;

-- What is of no use any more is not handed over -----------------------------------------------------------------------------------
select pg_temp.empieza();
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000d001', 'por_error')$$);
select prueba.cierto('closed before anybody took it: nobody is told of anything', (select count(*) from pg_temp.toma()) = 0);
select pg_temp.empieza();
select count(*) from pg_temp.toma();
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000d001', 'por_error')$$);
select prueba.cierto('closed while a sender has it in hand: not over its own ending', (select count(*) from pg_temp.toma()) = 0);
select pg_temp.pasa('1 minute');
select prueba.cierto('the sender died: it does not leave again', (select count(*) from pg_temp.toma()) = 0);
select prueba.cierto('but may have arrived: the ending follows', count(*) = 4 and bool_and(tipo = 'cierre' and intentos = 1 and codigo_de is not null)) from pg_temp.toma();
select pg_temp.empieza();
select count(*) from pg_temp.toma();
select pg_temp.anota((pg_temp.el('correo')).id, 'por_repetir');
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000d001', 'por_error')$$);
select pg_temp.anota((pg_temp.el('sms')).id, 'por_repetir');
select prueba.cierto('no attempt after closing', (pg_temp.el('correo')).terminado_en is not null and (pg_temp.el('sms')).terminado_en is not null);
select pg_temp.empieza();
update interno.ajustes set valor = 'correo' where clave = 'vias_de_alarma';
select prueba.cierto('a way that this installation no longer has', count(*) = 1 and bool_and(via = 'correo')) from pg_temp.toma();
update interno.ajustes set valor = 'correo push sms whatsapp' where clave = 'vias_de_alarma';
select pg_temp.empieza();
select pg_temp.pasa('25 hours');
select prueba.cierto('a day late', (select count(*) from pg_temp.toma()) = 0 and (pg_temp.la('sms')).estado = 'fallida' and (pg_temp.la('sms')).motivo = 'no se pudo entregar');

-- The order that one contact sees: who reads the ending of an earlier alert last believes that this one is over --------------------------
create function pg_temp.salio() returns void language sql as $$
  select pg_temp.empieza();
  select count(*) from pg_temp.toma();
  select pg_temp.hace('servicio', format('select anotar_envios(%L)', (select jsonb_agg(jsonb_build_object('id', id, 'resultado', 'enviada')) from interno.envios)));
  select pg_temp.hace('ana', $h$select cerrar_alerta('a2000000-0000-4000-8000-00000000d001', 'a_salvo', true)$h$)
$$;
create function pg_temp.otra() returns void language sql as $$
  select pg_temp.hace('ana', $h$select abrir_alerta('a2000000-0000-4000-8000-00000000d002', now(), 0)$h$);
  update interno.envios set creado_en = creado_en + interval '1 second', vence = now() where terminado_en is null and tipo = 'alerta'
$$;
select pg_temp.salio();
select pg_temp.otra();
select prueba.cierto('she presses anew: the ending of the one before that nobody has in hand does not leave any more', count(*) = 4 and bool_and(tipo = 'alerta')) from pg_temp.toma();
select prueba.cierto('and waits for nothing', (select count(*) from pg_temp.toma()) = 0 and (select count(*) from interno.envios where tipo = 'cierre' and terminado_en is null) = 0);
select pg_temp.salio();
select prueba.cierto('a sender has the ending in hand', count(*) = 4 and bool_and(tipo = 'cierre')) from pg_temp.toma();
select pg_temp.otra();
select prueba.cierto('the new alert waits behind it', (select count(*) from pg_temp.toma()) = 0);
select pg_temp.anota(id, 'enviada') from interno.envios where tipo = 'cierre' and via = 'correo' and terminado_en is null;
select prueba.cierto('by each way for itself', count(*) = 1 and bool_and(tipo = 'alerta' and via = 'correo' and intentos = 1)) from pg_temp.toma();
select pg_temp.pasa('11 seconds');
select prueba.cierto('ten seconds at most: the sender may be dead', count(*) = 3 and bool_and(tipo = 'alerta')) from pg_temp.toma();
select pg_temp.anota(id, 'enviada') from interno.envios where tipo = 'cierre' and via = 'sms' and terminado_en is null;
select prueba.cierto('an ending that left late all the same is followed by the alert', count(*) = 1 and bool_and(tipo = 'repetida' and via = 'sms'
  and entrega_id in (select e.id from entregas e join alertas a on a.id = e.alerta_id where a.estado = 'abierta'))) from pg_temp.toma();
select pg_temp.pasa('1 minute');
select prueba.cierto('what comes back from it does not leave again', (select count(*) from pg_temp.toma() where tipo = 'cierre') = 0);
select prueba.cierto('and may have arrived: the alert follows', array_agg(via order by via) = array['push', 'sms', 'whatsapp']) from interno.envios where tipo = 'repetida';
select pg_temp.salio();
select count(*) from pg_temp.toma();
select pg_temp.anota(id, 'por_repetir') from interno.envios where tipo = 'cierre' and terminado_en is null;
select pg_temp.otra();
select count(*) from pg_temp.toma();
select pg_temp.hace('servicio', format('select anotar_envios(%L)', (select jsonb_agg(jsonb_build_object('id', id, 'resultado', 'enviada')) from interno.envios where tipo = 'alerta' and terminado_en is null)));
select prueba.cierto('an ending that its provider did not answer may arrive yet: the alert is said once more a little later', count(*) = 4 and bool_and(vence = now() + interval '15 seconds'))
from interno.envios where tipo = 'repetida' and terminado_en is null;
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000d002', 'a_salvo', true)$$);
update interno.envios set creado_en = creado_en + interval '2 seconds' where tipo = 'cierre' and terminado_en is null;
select prueba.cierto('the new alert''s own ending leaves', count(*) = 4 and bool_and(tipo = 'cierre')) from pg_temp.toma();

-- As fast as a provider takes them ---------------------------------------------------------------------------------------------------
select prueba.celda(quien, 'how fast', '42501', 'select from interno.caudales') from unnest(array['visitante', 'ana', 'carla', 'servicio']) quien;
delete from alertas;
delete from interno.envios;
delete from interno.pendientes;
insert into interno.caudales (via, por_segundo) values ('sms', 8), ('whatsapp', 0.1);
select interno.encolar_envio('recordatorio', v, 2, prueba.id('ana'), v || n, datos => '{"destino": "x"}') from unnest(array['correo', 'sms', 'whatsapp']) v, generate_series(1, 30) n;
select prueba.cierto('a quarter of a second''s worth, or one; a way without a limit as many as asked for', jsonb_object_agg(via, cuantos) = '{"correo": 30, "sms": 2, "whatsapp": 1}', jsonb_object_agg(via, cuantos)::text)
from (select via, count(*) as cuantos from pg_temp.toma() group by via) c;
select prueba.cierto('no more until that time is over, and the sender is told when that is', (select count(*) from pg_temp.toma()) = 0 and interno.siguiente_envio() = now() + interval '250 milliseconds');
update interno.caudales set libre_en = libre_en - interval '250 milliseconds';
select prueba.cierto('then the next', count(*) = 2 and bool_and(via = 'sms')) from pg_temp.toma();
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000d003', now(), 0)$$);
select prueba.cierto('what waits is said to wait', (pg_temp.la('sms')).estado = 'en_cola' and (select count(*) from pg_temp.toma() where via <> 'sms' and via <> 'whatsapp') = 2);
update interno.caudales set libre_en = now();
select prueba.cierto('an alert first', bool_and(tipo = 'alerta') and count(*) = 2, string_agg(tipo || ' ' || via, ', ')) from (select * from pg_temp.toma(1) union all select * from pg_temp.toma(1)) t;
update interno.caudales set libre_en = now() + interval '1 year';
select prueba.cierto('a clock that was set back stops nothing', (select count(*) from pg_temp.toma()) > 0);
delete from interno.caudales;

-- Her own devices: while she is in.
delete from alertas;
delete from interno.envios;
delete from interno.pendientes;
insert into auth.sessions (id, user_id, created_at, updated_at) values ('a5000000-0000-4000-8000-00000000d001', prueba.id('ana'), now(), now());
insert into suscripciones_push (id, user_id, endpoint, p256dh, auth, zona_horaria, sesion)
values ('a8000000-0000-4000-8000-00000000d001', prueba.id('ana'), 'https://push.test/suyo', repeat('A', 87), repeat('B', 22), 'America/Bogota', 'a5000000-0000-4000-8000-00000000d001');
select interno.encolar_envio('recordatorio', 'push', 2, prueba.id('ana'), 'recordatorio/1', suscripcion_id => 'a8000000-0000-4000-8000-00000000d001', datos => '{"id": "x"}', caduca => now() + interval '1 hour');
select prueba.cierto('to her device, without a word', t #>> '{0,destino}' = 'https://push.test/suyo' and t #> '{0,datos}' = '{"id": "x", "segundos": 3600}', t::text) from interno.tomar_envios(10) t;
update interno.envios set tomado_hasta = null;
delete from auth.sessions where id = 'a5000000-0000-4000-8000-00000000d001';
select prueba.cierto('not to one that she left', interno.tomar_envios(10) = '[]');
delete from suscripciones_push;

-- Members in turn, and what is urgent first ----------------------------------------------------------------------------------------
delete from interno.envios;
select interno.encolar_envio('recordatorio', 'push', 2, prueba.id('ana'), 'de ana/' || n, now() - interval '1 hour', datos => '{"destino": "x"}') from generate_series(1, 1200) n;
select interno.encolar_envio('recordatorio', 'push', 2, prueba.id('bea'), 'de bea/' || n, datos => '{"destino": "x"}') from generate_series(1, 3) n;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000d002', now(), 0)$$);
select prueba.cierto('the alert, whose she is with a thousand reminders, comes first', bool_and(tipo = 'alerta') and count(*) = 4) from pg_temp.toma(4);
select prueba.cierto('then the other member, behind sixteen of the first', count(*) filter (where user_id = prueba.id('bea')) = 3, count(*)::text) from pg_temp.toma(19);
select prueba.cierto('and the rest in its turn', count(*) = 1000) from pg_temp.toma(5000);
select prueba.cierto('of which none is lost', count(*) = 184) from pg_temp.toma(5000);

-- What is due inside -------------------------------------------------------------------------------------------------------------
delete from interno.envios;
delete from alertas;
delete from interno.pendientes;
select prueba.cierto('nothing waits', pg_temp.hace('servicio', 'select siguiente_envio()') is null and pg_temp.hace('servicio', 'select atender_pendientes()') = '0' and pg_temp.hace('servicio', 'select tomar_envios()') = '[]');
insert into interno.pendientes (tipo, urgencia, vence, user_id) values ('que_no_existe', 0, now() - interval '1 hour', prueba.id('ana'));
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-00000000d001', now(), 5)$$);
update interno.pendientes set vence = now() where tipo = 'salir';
update alertas set sale_en = now();
select prueba.cierto('two are looked at', pg_temp.hace('servicio', 'select atender_pendientes()') = '2');
select prueba.cierto('one that fails delays no other', estado = 'abierta') from alertas;
select prueba.cierto('and is tried again later', intentos = 1 and vence > now()) from interno.pendientes where tipo = 'que_no_existe';
select prueba.celda('duena', 'no kind of pendiente is anything but a name', '23514', $$insert into interno.pendientes (tipo, vence) values ('salir(null); drop table x', now())$$);

-- Somebody makes her close while a sender has the messages in hand: their words say nothing of it -----------------------------------
create function pg_temp.forzada() returns setof interno.envios language sql as $$
  select * from interno.envios where clave like 'coaccion%' order by via
$$;
select pg_temp.empieza();
select prueba.cierto('in hand', count(*) = 4) from pg_temp.toma();
select interno.fingir_cierre(id) from alertas;
select prueba.cierto('nothing overtakes them', count(*) = 0) from pg_temp.forzada();
select pg_temp.hace('servicio', format('select anotar_envios(%L)', jsonb_build_array(
  jsonb_build_object('id', (pg_temp.el('correo')).id, 'resultado', 'enviada'), jsonb_build_object('id', (pg_temp.el('push')).id, 'resultado', 'enviada')
)));
select pg_temp.anota((pg_temp.el('sms')).id, 'por_repetir');
select pg_temp.hace('servicio', 'select atender_pendientes()');
select prueba.cierto('what has left is followed by what they must know', array_agg(via) = array['correo', 'push'] and bool_and(tipo = 'repetida')) from pg_temp.forzada();
select pg_temp.pasa('61 seconds');
select prueba.cierto('what has not, or whose sender died, says it itself',
  (select array_agg(t ->> 'tipo' order by t ->> 'via') = array['repetida', 'repetida', 'alerta', 'alerta'] and bool_and((t -> 'datos' ->> 'coaccion')::boolean)
  from jsonb_array_elements(interno.tomar_envios(100)) t));
select pg_temp.hace('servicio', format('select anotar_envios(%L)', (select jsonb_agg(jsonb_build_object('id', id, 'resultado', 'enviada')) from interno.envios)));
select pg_temp.hace('servicio', 'select atender_pendientes()');
select prueba.cierto('each once', count(*) = count(distinct via)) from pg_temp.forzada();
select pg_temp.empieza();
select prueba.cierto('in hand', count(*) = 4) from pg_temp.toma();
select interno.fingir_cierre(id) from alertas;
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000d001', 'a_salvo', true)$$);
select pg_temp.hace('servicio', format('select anotar_envios(%L)', (select jsonb_agg(jsonb_build_object('id', id, 'resultado', 'enviada')) from interno.envios)));
select pg_temp.hace('servicio', 'select atender_pendientes()');
select prueba.cierto('closed by herself since, they read that', count(*) = 4 and bool_and(tipo = 'cierre')) from interno.envios where terminado_en is null;
