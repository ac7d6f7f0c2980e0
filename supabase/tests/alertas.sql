-- Ana has one contact who accepted, by mail and by push; Bea has three, of two priorities.
create function pg_temp.contacto(quien text, cual uuid, prioridad int, vias text[]) returns void language plpgsql as $$
begin
  insert into contactos_emergencia (id, user_id, nombre, telefono, prioridad) values (cual, prueba.id(quien), 'Contacto', '+52559' || right(translate(cual::text, 'abcdef-', '1234567'), 7), prioridad);
  insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
  select cual, prueba.id(quien), 'acepto', now(), now(), telefono from contactos_emergencia where id = cual;
  insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en)
  select cual, prueba.id(quien), v, case v when 'correo' then 'c@correo.test' when 'push' then 'https://push.test/' || cual else '+5255900000' || n end,
    case v when 'push' then repeat('A', 87) end, case v when 'push' then repeat('B', 22) end, now()
  from unnest(vias) with ordinality v (v, n);
end
$$;
update interno.ajustes set valor = 'correo push sms whatsapp' where clave = 'vias_de_alarma';
delete from contactos_emergencia where user_id in (prueba.id('ana'), prueba.id('bea'));
select pg_temp.contacto('ana', 'a1000000-0000-4000-8000-0000000000a1', 1, array['correo', 'push']);
select pg_temp.contacto('bea', 'b1000000-0000-4000-8000-0000000000b1', 1, array['correo', 'push']);
select pg_temp.contacto('bea', 'b1000000-0000-4000-8000-0000000000b2', 2, array['correo']);
select pg_temp.contacto('bea', 'b1000000-0000-4000-8000-0000000000b3', 2, array['sms']);
create function pg_temp.de(quien text) returns setof alertas language sql as $$ select * from public.alertas where user_id = prueba.id(quien) order by creada_en, id $$;
create function pg_temp.cola(quien text) returns setof interno.envios language sql as $$
  select * from interno.envios where user_id = prueba.id(quien) and terminado_en is null
$$;
-- As she; what it does stays.
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
-- Time passes: what is due at `hasta` from now is due now.
create function pg_temp.pasa(cuanto interval) returns int language sql as $$
  update interno.pendientes set vence = vence - cuanto;
  update interno.envios set vence = vence - cuanto, tomado_hasta = tomado_hasta - cuanto, caduca = caduca - cuanto where terminado_en is null;
  update interno.codigos_alerta set sostiene_desde = sostiene_desde - cuanto;
  update public.alertas set pulsada_en = pulsada_en - cuanto, creada_en = creada_en - cuanto, sale_en = sale_en - cuanto,
    avisada_en = avisada_en - cuanto, ultima_senal = ultima_senal - cuanto, cerrada_en = cerrada_en - cuanto;
  select interno.atender_pendientes(1000)
$$;

-- Who may what ----------------------------------------------------------------------------------------------------------------
select prueba.cierto('Ana presses', pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000aaaa', now(), 0)$$) is not null);
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from alertas'),
  ('visitante', 'abrir_alerta', '42501', 'select abrir_alerta(gen_random_uuid(), now(), 0)'),
  ('visitante', 'agregar_lugar', '42501', 'select agregar_lugar(gen_random_uuid(), 19, -99, 5, now())'),
  ('visitante', 'enviar_ya', '42501', 'select enviar_ya(gen_random_uuid())'),
  ('visitante', 'cerrar_alerta', '42501', $$select cerrar_alerta(gen_random_uuid(), 'a_salvo')$$),
  ('visitante', 'probar_alarma', '42501', 'select probar_alarma(gen_random_uuid())'),
  ('ana', 'select', '1', 'select * from alertas'),
  ('ana', 'insert', '42501', $$insert into alertas (user_id, cliente_id) values (prueba.id('ana'), gen_random_uuid())$$),
  ('ana', 'update', '42501', $$update alertas set estado = 'cerrada'$$),
  ('ana', 'delete', '42501', 'delete from alertas'),
  ('ana', 'a place', '=true', $$select agregar_lugar('a2000000-0000-4000-8000-00000000aaaa', 19.4, -99.1, 20, now())$$),
  ('ana', 'a place by the alert''s id', '=true', $$select agregar_lugar((select id from alertas), 19.4, -99.1, 20, now())$$),
  ('ana', 'a place without an alert', 'PT404', 'select agregar_lugar(gen_random_uuid(), 19, -99, 5, now())'),
  ('ana', 'no place', '23514', $$select agregar_lugar('a2000000-0000-4000-8000-00000000aaaa', 0, 0, 5, now())$$),
  ('ana', 'a place off the earth', '23514', $$select agregar_lugar('a2000000-0000-4000-8000-00000000aaaa', 91, 0, 5, now())$$),
  ('ana', 'a place that is no number', '23514', $$select agregar_lugar('a2000000-0000-4000-8000-00000000aaaa', 'nan', 0, 5, now())$$),
  ('ana', 'an accuracy that is none', '=null', $$select precision_m from alertas where agregar_lugar(id, 19.4, -99.1, 'infinity', now())$$),
  ('ana', 'closing for no reason', '23514', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000aaaa', 'x')$$),
  ('ana', 'closing as if by itself', '23514', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000aaaa', 'sin_noticias')$$),
  ('ana', 'closing', '=true', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000aaaa', 'a_salvo')$$),
  ('ana', 'a drill while one is open', 'PT409', 'select probar_alarma(gen_random_uuid())'),
  ('bea', 'select of Ana''s', '0', 'select * from alertas'),
  ('bea', 'a place of Ana''s', 'PT404', $$select agregar_lugar('a2000000-0000-4000-8000-00000000aaaa', 19.4, -99.1, 20, now())$$),
  ('bea', 'sending Ana''s', 'PT404', $$select enviar_ya('a2000000-0000-4000-8000-00000000aaaa')$$),
  ('bea', 'closing Ana''s: an id of her own that has not arrived, as any', '=true', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000aaaa', 'a_salvo')$$),
  ('bea', 'the id of Ana''s press opens one of her own', '1', $$select from abrir_alerta('a2000000-0000-4000-8000-00000000aaaa', now(), 0) x where x <> 'a2000000-0000-4000-8000-00000000aaaa'$$),
  ('carla', 'select, as admin', '0', 'select * from alertas'),
  ('carla', 'closing Ana''s, as admin: the same', '=true', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000aaaa', 'a_salvo')$$),
  ('ana', 'closing nothing', 'PT404', $$select cerrar_alerta(null, 'a_salvo')$$),
  ('dora', 'select', '0', 'select * from alertas'),
  ('dora', 'abrir_alerta', '42501', 'select abrir_alerta(gen_random_uuid(), now(), 0)'),
  ('servicio', 'select', '1', 'select * from alertas'),
  ('servicio', 'abrir_alerta, for nobody', '42501', 'select abrir_alerta(gen_random_uuid(), now(), 0)')
) as celdas (quien, que, esperado, consulta);

-- Nothing that can be said of a press is refused.
select prueba.celda('bea', 'a press ' || que, '1', format('select from abrir_alerta(%s) x where x is not null', argumentos)) from (values
  ('of tomorrow', $$gen_random_uuid(), now() + interval '1 day', 5$$), ('of 1970', $$gen_random_uuid(), '1970-01-01', 5$$),
  ('of no time', 'gen_random_uuid(), null, 5'), ('at the end of time', $$gen_random_uuid(), 'infinity', 5$$),
  ('with a pause of a year', 'gen_random_uuid(), now(), 31536000'), ('with a negative pause', 'gen_random_uuid(), now(), -5'),
  ('of a clock without end', $$gen_random_uuid(), now(), 5, 'infinity'$$), ('of two of them', $$gen_random_uuid(), '-infinity', 5, 'infinity'$$),
  ('of a clock at the end of time', $$gen_random_uuid(), '4000-01-01 BC', 5, '294000-01-01'$$),
  ('without a pause', 'gen_random_uuid(), now(), null'), ('without an id', 'null, now(), 5'), ('with nothing at all', 'null, null, null')
) as presses (que, argumentos);

-- The pause -------------------------------------------------------------------------------------------------------------------
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000001', now() - interval '2 seconds', 10)$$);
select prueba.cierto('counts from the press', estado = 'pausa' and sale_en = now() + interval '8 seconds' and not tardia) from pg_temp.de('ana');
select prueba.cierto('and nothing waits to be sent', count(*) = 0) from pg_temp.cola('ana');
select prueba.cierto('not even a moment later', interno.atender_pendientes(10) = 0 and interno.siguiente_envio() = now() + interval '8 seconds');
select prueba.cierto('«Cancelar»', pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-000000000001', 'por_error', true)$$) = 'true');
select pg_temp.pasa('1 minute');
select prueba.cierto('within it nothing ever leaves', (select count(*) = 0 from interno.envios where user_id = prueba.id('ana'))
  and (select count(*) = 0 from entregas where user_id = prueba.id('ana')));
select prueba.cierto('and it is closed as she said', estado = 'cerrada' and motivo = 'por_error' and con_pin and cerrada_en < sale_en) from pg_temp.de('ana');
select prueba.cierto('closed again', pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-000000000001', 'a_salvo')$$) = 'false');
-- Taken back before it arrived: her device was offline in the pause.
select prueba.cierto('an end may come before its press', pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-000000000003', 'por_error', true)$$) = 'true');
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000003', now() - interval '2 hours', 0)$$);
select pg_temp.pasa('1 minute');
select pg_temp.hace('ana', $$insert into eventos_peligro (user_id, cliente_id, mensaje, enviado) values (prueba.id('ana'), 'a2000000-0000-4000-8000-000000000003', 'x', true) returning 1$$);
select prueba.cierto('which then alerts nobody', estado = 'cerrada' and motivo = 'por_error' and con_pin and pulsaciones = 1 and cerrada_en < sale_en)
from alertas where cliente_id = 'a2000000-0000-4000-8000-000000000003';
select prueba.cierto('and has nobody written to', (select count(*) = 0 from interno.envios where user_id = prueba.id('ana')));
select prueba.cierto('while somebody else''s press of that id does', pg_temp.hace('bea', $$select abrir_alerta('a2000000-0000-4000-8000-000000000003', now(), 0)$$) is not null
  and (select estado = 'abierta' from pg_temp.de('bea')));
delete from alertas where cliente_id = 'a2000000-0000-4000-8000-000000000003';
select prueba.cierto('a place after closing is not kept', pg_temp.hace('ana', $$select agregar_lugar('a2000000-0000-4000-8000-000000000001', 19, -99, 5, now())$$) = 'false');
select prueba.cierto('and the press delivered once more opens nothing', pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000001', now(), 0)$$) = id::text
  and (select count(*) from pg_temp.de('ana')) = 1) from pg_temp.de('ana');

delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000002', now(), 5)$$);
select prueba.cierto('«Enviar ya»', pg_temp.hace('ana', $$select enviar_ya('a2000000-0000-4000-8000-000000000002')$$) = 'true');
select prueba.cierto('opens it', estado = 'abierta' and sale_en = now()) from pg_temp.de('ana');
select prueba.cierto('and both ways are in the queue', count(*) = 2 and bool_and(tipo = 'alerta' and urgencia = 0 and vence <= now())) from pg_temp.cola('ana');
select pg_temp.pasa('10 seconds');
select prueba.cierto('once', count(*) = 2) from interno.envios where user_id = prueba.id('ana');
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000003', now() + interval '3 years', 5)$$);
select prueba.cierto('a clock that is ahead pauses no longer', pulsada_en = now() and sale_en = now() + interval '5 seconds') from pg_temp.de('ana');
select pg_temp.pasa('5 seconds');
select prueba.cierto('and at its end it leaves by itself', estado = 'abierta') from pg_temp.de('ana');
select prueba.cierto('by both ways', count(*) = 2) from pg_temp.cola('ana');
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), now() - interval '31 minutes', 10)$$);
select prueba.cierto('late: no pause, and it says so', estado = 'abierta' and tardia and pulsada_en = now() - interval '31 minutes') from pg_temp.de('ana');
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), now() - interval '29 minutes', 10)$$);
select prueba.cierto('half an hour is not late', estado = 'abierta' and not tardia) from pg_temp.de('ana');
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), '2015-01-01', 10)$$);
select prueba.cierto('a clock of another year says nothing', estado = 'pausa' and not tardia and pulsada_en = now()) from pg_temp.de('ana');
delete from alertas;
-- Her clock: two minutes behind, then a day; then 40 minutes ahead; then behind, of a press that waited.
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), now() - interval '120 seconds', 5, now() - interval '119 seconds')$$);
select prueba.cierto('a clock that is behind has its pause', estado = 'pausa' and sale_en = now() + interval '4 seconds' and pulsada_en = now() - interval '1 second') from pg_temp.de('ana');
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), now() - interval '1 day', 5, now() - interval '1 day')$$);
select prueba.cierto('and was not without a network', estado = 'pausa' and not tardia and pulsada_en = now()) from pg_temp.de('ana');
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), now() + interval '5 minutes', 5, now() + interval '40 minutes')$$);
select prueba.cierto('what waited keeps its age by a clock that is ahead', estado = 'abierta' and tardia and pulsada_en = now() - interval '35 minutes') from pg_temp.de('ana');
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), now() - interval '60 minutes', 5, now() - interval '20 minutes')$$);
select prueba.cierto('and by one that is behind', estado = 'abierta' and tardia and pulsada_en = now() - interval '40 minutes') from pg_temp.de('ana');
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), now(), 5, now() - interval '1 hour')$$);
select prueba.cierto('a clock set back since is no press of the future', estado = 'pausa' and pulsada_en = now()) from pg_temp.de('ana');

-- Joining ---------------------------------------------------------------------------------------------------------------------
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000011', now(), 0)$$);
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000012', now(), 0)$$);
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000012', now(), 0)$$);
select prueba.cierto('presses join the open one, each once', count(*) = 1 and max(pulsaciones) = 2 and max(juntadas)::text = '{a2000000-0000-4000-8000-000000000012}') from pg_temp.de('ana');
select prueba.cierto('its contacts are not written to again', count(*) = 2) from pg_temp.cola('ana');
select prueba.celda('ana', 'it is known by the press that joined', '=true', $$select cerrar_alerta('a2000000-0000-4000-8000-000000000012', 'a_salvo')$$);
select prueba.cierto('two hundred presses', count(pg_temp.hace('ana', 'select abrir_alerta(gen_random_uuid(), now(), 0)')) = 200) from generate_series(1, 200);
select prueba.cierto('are one alert that counts them', count(*) = 1 and max(pulsaciones) = 202 and max(cardinality(juntadas)) = 100) from pg_temp.de('ana');
select pg_temp.pasa('11 minutes');
update interno.envios set terminado_en = now(), resultado = 'enviada' where user_id = prueba.id('ana');
select pg_temp.hace('ana', $$select abrir_alerta(gen_random_uuid(), now(), 0)$$);
select prueba.cierto('pressed again much later, it is said again', count(*) = 2 and bool_and(tipo = 'repetida')) from pg_temp.cola('ana');
select pg_temp.hace('carla', $$select abrir_alerta(gen_random_uuid(), now(), 10)$$), pg_temp.hace('carla', $$select abrir_alerta(gen_random_uuid(), now(), 10)$$);
select prueba.cierto('a second press in the pause does not end it', count(*) = 1 and max(estado) = 'pausa' and max(pulsaciones) = 2) from pg_temp.de('carla');
select prueba.cierto('a press in the pause shortens it', pg_temp.hace('bea', 'select abrir_alerta(gen_random_uuid(), now(), 10)') = pg_temp.hace('bea', 'select abrir_alerta(gen_random_uuid(), now(), 0)'));
select prueba.cierto('to nothing', estado = 'abierta' and pulsaciones = 2) from pg_temp.de('bea');

-- A timer's alert ------------------------------------------------------------------------------------------------------------
delete from alertas;
select interno.levantar(prueba.id('bea'), gen_random_uuid(), 'llegada', now(), 0, 'Iba a: casa', array['b1000000-0000-4000-8000-0000000000b2']::uuid[]);
select prueba.cierto('goes to whom she chose', count(*) = 1 and bool_and(contacto_id = 'b1000000-0000-4000-8000-0000000000b2')) from pg_temp.cola('bea');
select interno.levantar(prueba.id('bea'), gen_random_uuid(), 'llegada', now(), 0, 'Otra', array['b1000000-0000-4000-8000-0000000000b3']::uuid[]);
select prueba.cierto('another timer joins it, with its own contacts, and is no press', count(*) = 1 and max(pulsaciones) = 0 and max(nota) = 'Iba a: casa'
  and (select count(*) = 2 and not bool_or(contacto_id = 'b1000000-0000-4000-8000-0000000000b1') from pg_temp.cola('bea'))) from pg_temp.de('bea');
update interno.envios set terminado_en = now(), resultado = 'enviada', intentos = 1 where user_id = prueba.id('bea');
select pg_temp.hace('bea', 'select abrir_alerta(gen_random_uuid(), now(), 10)');
select prueba.cierto('she presses meanwhile: now it is a press', count(*) = 1 and max(pulsaciones) = 1 and max(origen) = 'boton' and max(estado) = 'abierta') from pg_temp.de('bea');
select prueba.cierto('and everybody learns of it at once', count(distinct contacto_id) = 3 and count(*) filter (where tipo = 'repetida') = 2, jsonb_agg(c.tipo)::text) from pg_temp.cola('bea') c;
select prueba.cierto('what she left out stays out: of each note only those read whom it is for', jsonb_agg(interno.nota_para(a, c.id) order by c.id) = '[null, "Iba a: casa", "Otra"]')
from pg_temp.de('bea') a, contactos_emergencia c where c.user_id = prueba.id('bea');
delete from alertas;
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-00000000e001', now(), 0)$$);
select interno.levantar(prueba.id('bea'), 'b2000000-0000-4000-8000-00000000e002', 'llegada', now(), 0, 'Iba a: casa', array['b1000000-0000-4000-8000-0000000000b2']::uuid[]);
select interno.levantar(prueba.id('bea'), 'b2000000-0000-4000-8000-00000000e003', 'llegada', now(), 0, 'Iba con Luz');
select interno.levantar(prueba.id('bea'), 'b2000000-0000-4000-8000-00000000e003', 'llegada', now(), 0, 'Iba con Luz');
select prueba.cierto('a timer that joins a press tells its note, once, to those whom it is for: on the page', jsonb_agg(interno.vista_alerta(c) -> 'nota' order by c.contacto_id)
  = jsonb_build_array('Iba con Luz', E'Iba a: casa\nIba con Luz', 'Iba con Luz'), jsonb_agg(interno.vista_alerta(c) -> 'nota')::text)
from interno.codigos_alerta c where c.alerta_id in (select id from pg_temp.de('bea'));
select prueba.cierto('and in what is sent', jsonb_agg(distinct jsonb_build_array(right(e.contacto_id::text, 1), x -> 'datos' ->> 'nota'))
  = jsonb_build_array(jsonb_build_array('1', 'Iba con Luz'), jsonb_build_array('2', E'Iba a: casa\nIba con Luz'), jsonb_build_array('3', 'Iba con Luz')), jsonb_agg(x)::text)
from jsonb_array_elements(interno.tomar_envios(100)) x join interno.envios e on e.id = (x ->> 'id')::uuid where e.user_id = prueba.id('bea');
insert into interno.pendientes (tipo, urgencia, vence, user_id, datos) select 'juntar', 0, now(), user_id, jsonb_build_object('alerta', id,
  'cliente', 'b2000000-0000-4000-8000-00000000e004', 'origen', 'llegada', 'pulsada', now(), 'sale', now(), 'contactos', array['b1000000-0000-4000-8000-0000000000b3'], 'nota', 'Iba tarde') from pg_temp.de('bea');
select interno.atender_pendientes(10);
select prueba.cierto('nor is one lost that joins a moment later', interno.nota_para(a, 'b1000000-0000-4000-8000-0000000000b3') = E'Iba con Luz\nIba tarde') from pg_temp.de('bea') a;

-- Events ----------------------------------------------------------------------------------------------------------------------
delete from alertas;
delete from eventos_peligro;
select pg_temp.hace('ana', $$insert into eventos_peligro (user_id, cliente_id, latitud, longitud, precision_m, ubicacion_en)
  values (prueba.id('ana'), 'a2000000-0000-4000-8000-000000000021', 19.4, -99.1, 20, now()) returning id$$);
select prueba.cierto('an event without a call opens the alert, with her pause and its place', count(*) = 1 and bool_and(
  estado = 'pausa' and sale_en = now() + interval '5 seconds' and latitud = 19.4 and precision_m = 20 and cliente_id = 'a2000000-0000-4000-8000-000000000021')) from pg_temp.de('ana');
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000021', now(), 0)$$);
select prueba.cierto('the call behind it changes nothing', count(*) = 1 and max(pulsaciones) = 1 and max(estado) = 'pausa') from pg_temp.de('ana');
delete from alertas;
delete from eventos_peligro;
insert into alarma_ajustes (user_id, pausa_s) values (prueba.id('ana'), 0);
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000022', now(), 0)$$);
select pg_temp.hace('ana', $$select agregar_lugar('a2000000-0000-4000-8000-000000000022', 19.9, -99.9, 5, now() - interval '1 second')$$);
select pg_temp.hace('ana', $$insert into eventos_peligro (user_id, cliente_id, latitud, longitud, ubicacion_en)
  values (prueba.id('ana'), 'a2000000-0000-4000-8000-000000000022', 19.4, -99.1, now() - interval '9 seconds') returning id$$);
select prueba.cierto('an event joins its call, and an older place of it does not count', count(*) = 1 and max(pulsaciones) = 1 and max(latitud) = 19.9) from pg_temp.de('ana');
select pg_temp.hace('ana', $$insert into eventos_peligro (user_id, cliente_id, latitud, longitud) values (prueba.id('ana'), gen_random_uuid(), 19.1, -99.1) returning id$$);
select prueba.cierto('the next event is a press that joins, with a newer place', count(*) = 1 and max(pulsaciones) = 2 and max(latitud) = 19.1) from pg_temp.de('ana');
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-000000000022', 'a_salvo')$$);
select pg_temp.hace('ana', $$insert into eventos_peligro (user_id, cliente_id, ocurrido_en) values (prueba.id('ana'), 'a2000000-0000-4000-8000-000000000022', now() - interval '1 hour')
  on conflict do nothing returning id$$);
select prueba.cierto('delivered again after closing it opens nothing', count(*) = 1) from pg_temp.de('ana');
insert into eventos_peligro (user_id) values (prueba.id('bea'));
select prueba.cierto('what the server writes is no press', count(*) = 0) from pg_temp.de('bea');
-- A failure within the alarm fails no event.
alter table alertas add constraint rota check (false) not valid;
select prueba.celda('bea', 'the alarm is broken: the event stands', '1', $$insert into eventos_peligro (user_id) values (prueba.id('bea'))$$);
alter table alertas drop constraint rota;
-- And nothing that follows fails the press.
alter table entregas add constraint rota check (false) not valid;
select pg_temp.hace('bea', 'select abrir_alerta(gen_random_uuid(), now(), 0)');
select prueba.cierto('its messages cannot be written: the alert is open all the same', count(*) = 1 and bool_and(estado = 'abierta')) from pg_temp.de('bea');
alter table entregas drop constraint rota;
select prueba.cierto('and none is there', count(*) = 0) from pg_temp.cola('bea');
select pg_temp.pasa('1 second');
select prueba.cierto('a moment later they are', count(*) = 4, count(*)::text) from pg_temp.cola('bea');

-- Order -----------------------------------------------------------------------------------------------------------------------
delete from alertas;
insert into alarma_ajustes (user_id, pausa_s, orden, espera_min) values (prueba.id('bea'), 0, 'prioridad', 1);
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000001', now(), 0)$$);
select prueba.cierto('prioridad: the first one alone', count(*) = 2 and bool_and(contacto_id = 'b1000000-0000-4000-8000-0000000000b1')) from pg_temp.cola('bea');
select pg_temp.pasa('59 seconds');
select prueba.cierto('for a minute', count(*) = 2) from pg_temp.cola('bea');
select pg_temp.pasa('1 second');
select prueba.cierto('then the others, once', count(*) = 4 and count(*) filter (where contacto_id = 'b1000000-0000-4000-8000-0000000000b1') = 2) from pg_temp.cola('bea');
select prueba.cierto('an entrega for each contact and way', count(*) = 4 and bool_and(estado = 'en_cola')) from entregas where user_id = prueba.id('bea');
-- As if all had left.
update interno.envios set terminado_en = now(), resultado = 'enviada', intentos = 1 where user_id = prueba.id('bea');
select pg_temp.pasa('2 minutes');
select prueba.cierto('three minutes after the first: once more, by every way', count(*) = 4 and bool_and(tipo = 'repetida')) from pg_temp.cola('bea');
select pg_temp.pasa('20 minutes');
select prueba.cierto('and no more', count(*) = 4) from pg_temp.cola('bea');

-- An answer delays what is due, five minutes at most.
delete from alertas;
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000002', now(), 0)$$);
update interno.codigos_alerta set huella = sha256(convert_to(repeat('x', 32), 'UTF8')) where contacto_id = 'b1000000-0000-4000-8000-0000000000b1';
update interno.envios set terminado_en = now(), resultado = 'enviada', intentos = 1 where user_id = prueba.id('bea');
update entregas set estado = 'enviada', enviada_en = now() where user_id = prueba.id('bea');
select prueba.cierto('«No puedo ahora»', pg_temp.hace('visitante', $$select responder_alerta(repeat('x', 32), 'no_puedo') ->> 'respuesta'$$) = 'no_puedo');
select pg_temp.pasa('1 minute');
select prueba.cierto('delays nothing', count(*) = 2) from pg_temp.cola('bea');
delete from alertas;
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000003', now(), 0)$$);
update interno.codigos_alerta set huella = sha256(convert_to(repeat('x', 32), 'UTF8')) where contacto_id = 'b1000000-0000-4000-8000-0000000000b1';
update interno.envios set terminado_en = now(), resultado = 'enviada', intentos = 1 where user_id = prueba.id('bea');
update entregas set estado = 'enviada', enviada_en = now() where user_id = prueba.id('bea');
select prueba.cierto('«Ya voy»', pg_temp.hace('visitante', $$select responder_alerta(repeat('x', 32), 'ya_voy') ->> 'respuesta'$$) = 'ya_voy');
select pg_temp.pasa('4 minutes');
select prueba.cierto('delays going on and repeating', count(*) = 0) from pg_temp.cola('bea');
-- Said again and again, and the other answer in between, it does not delay longer.
select pg_temp.hace('visitante', format('select responder_alerta(repeat(''x'', 32), %L)', r)) from unnest(array['la_llamo', 'no_puedo', 'ya_voy', 'la_llamo']) r;
select pg_temp.pasa('1 minute');
select prueba.cierto('five minutes at most: the others, and the first one once more', count(*) = 4 and count(*) filter (where tipo = 'repetida') = 2, count(*)::text) from pg_temp.cola('bea');

-- Nobody of the first ones can be reached: no minute is lost.
delete from alertas;
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000004', now(), 0)$$);
select jsonb_array_length(interno.tomar_envios(10));
select interno.anotar_envio(id, 'fallida', 'el correo no existe', null) from pg_temp.cola('bea');
select pg_temp.pasa('0 seconds');
select prueba.cierto('the others at once', count(*) = 2 and bool_and(contacto_id <> 'b1000000-0000-4000-8000-0000000000b1')) from pg_temp.cola('bea');

-- Closing ---------------------------------------------------------------------------------------------------------------------
delete from alertas;
delete from alarma_ajustes where user_id = prueba.id('bea');
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000005', now(), 0)$$);
-- Told: the mail of the first. In a sender's hands: her push. Not taken yet: the others.
create temp table primera as select id, via from pg_temp.cola('bea') where contacto_id = 'b1000000-0000-4000-8000-0000000000b1';
update interno.envios set intentos = 1, tomado_hasta = now() + interval '1 minute', vence = now() + interval '1 minute' where id in (select id from primera);
select interno.anotar_envio(id, 'enviada', null, null) from primera where via = 'correo';
select pg_temp.hace('bea', $$select cerrar_alerta('b2000000-0000-4000-8000-000000000005', 'a_salvo')$$);
select prueba.cierto('contacts who were told stay told, and what no sender has in hand stays', count(*) = 2
  and count(*) filter (where tipo = 'cierre' and via = 'correo' and contacto_id = 'b1000000-0000-4000-8000-0000000000b1') = 1
  and count(*) filter (where tipo = 'alerta' and via = 'push') = 1, jsonb_agg(to_jsonb(c))::text) from pg_temp.cola('bea') c;
select interno.anotar_envio(id, 'enviada', null, null) from primera where via = 'push';
select prueba.cierto('what was in hand is followed by its ending', count(*) = 2 and bool_and(tipo = 'cierre')) from pg_temp.cola('bea');
select prueba.cierto('those who were never told keep their state', count(*) = 2 and bool_and(estado = 'en_cola')) from entregas where user_id = prueba.id('bea') and contacto_id <> 'b1000000-0000-4000-8000-0000000000b1';
select pg_temp.pasa('20 minutes');
select prueba.cierto('nothing of it goes on', count(*) = 2 and bool_and(tipo = 'cierre')) from pg_temp.cola('bea');

-- A day without a sign.
delete from alertas;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-000000000031', now(), 0)$$);
update entregas set estado = 'enviada', enviada_en = now() where user_id = prueba.id('ana');
update interno.envios set terminado_en = now(), resultado = 'enviada', intentos = 1 where user_id = prueba.id('ana');
select pg_temp.hace('ana', $$select agregar_lugar('a2000000-0000-4000-8000-000000000031', 19.4, -99.1, 20, now())$$);
select pg_temp.pasa('23 hours');
select pg_temp.hace('ana', $$select agregar_lugar('a2000000-0000-4000-8000-000000000031', 19.5, -99.1, 20, now())$$);
select pg_temp.pasa('2 hours');
select prueba.cierto('it is counted from the last sign', estado = 'abierta') from pg_temp.de('ana');
select pg_temp.pasa('22 hours');
select prueba.cierto('a day later it closes by itself, and not as safe', estado = 'cerrada' and motivo = 'sin_noticias' and not con_pin and latitud = 19.5) from pg_temp.de('ana');
select pg_temp.pasa('6 days 23 hours');
select prueba.cierto('the place is there for a week', latitud = 19.5) from pg_temp.de('ana');
select pg_temp.pasa('1 hour');
select prueba.cierto('and then gone', latitud is null and longitud is null and precision_m is null and lugar_en is null) from pg_temp.de('ana');

-- Ten in an hour --------------------------------------------------------------------------------------------------------------
delete from alertas;
select pg_temp.hace('bea', format('select cerrar_alerta(abrir_alerta(gen_random_uuid(), now(), 0), %L)', 'por_error')) from generate_series(1, 10);
update alertas set creada_en = creada_en - n * interval '1 second', pulsada_en = pulsada_en - interval '1 minute' from (select id, row_number() over () as n from alertas) x where x.id = alertas.id;
select prueba.cierto('ten alerts', count(*) = 10 and not bool_or(una_via)) from pg_temp.de('bea');
delete from interno.envios;
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000041', now(), 0)$$);
select prueba.cierto('the eleventh reaches every contact, by one way', count(*) = 3 and count(distinct contacto_id) = 3 and count(*) filter (where via = 'push') = 1) from pg_temp.cola('bea');
select jsonb_array_length(interno.tomar_envios(10));
select interno.anotar_envio(id, 'ya_no_existe', null, null) from pg_temp.cola('bea') where via = 'push';
select pg_temp.pasa('0 seconds');
select prueba.cierto('and where that one is dead, by the next', count(*) filter (where via = 'correo' and contacto_id = 'b1000000-0000-4000-8000-0000000000b1') = 1) from pg_temp.cola('bea');
select pg_temp.hace('bea', $$select cerrar_alerta('b2000000-0000-4000-8000-000000000041', 'por_error')$$);
delete from interno.envios;
select pg_temp.contacto('bea', ('b1000000-0000-4000-8000-0000000000c' || n)::uuid, 3, array['correo']) from generate_series(1, 6) n;
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000042', now(), 0)$$);
select prueba.cierto('four contacts of it a second, the nearest ones first', array_agg(cuantos || ' of ' || prioridades order by vence) = array['4 of 123', '4 of 3', '1 of 3'], array_agg(cuantos || ' of ' || prioridades order by vence)::text)
from (
  select e.vence, count(*) as cuantos, string_agg(distinct c.prioridad::text, '' order by c.prioridad::text) as prioridades
  from pg_temp.cola('bea') e join contactos_emergencia c on c.id = e.contacto_id group by e.vence
) x;
select jsonb_array_length(interno.tomar_envios(10));
select pg_temp.hace('bea', $$select cerrar_alerta('b2000000-0000-4000-8000-000000000042', 'por_error')$$);
select prueba.cierto('closed at once, the others never hear of it', count(*) = 0) from pg_temp.cola('bea') where tomado_hasta is null and tipo <> 'cierre';
delete from alertas;
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000043', now(), 0)$$);
select prueba.cierto('of any other, all at once', count(distinct vence) = 1 and count(distinct contacto_id) = 9) from pg_temp.cola('bea');
delete from contactos_emergencia where id::text like '%c_' and user_id = prueba.id('bea');
delete from alertas;
select pg_temp.hace('bea', format('select cerrar_alerta(abrir_alerta(gen_random_uuid(), now(), 10), %L)', 'por_error')) from generate_series(1, 30);
select prueba.cierto('what was cancelled within the pause is not counted', count(*) filter (where una_via) = 0 and count(*) = 30) from pg_temp.de('bea');
select pg_temp.hace('bea', format('select cerrar_alerta(abrir_alerta(gen_random_uuid(), now(), 0), %L)', 'por_error')) from generate_series(1, 310);
select prueba.cierto('opening and closing by the hundred leaves three hundred that left, and those that never did apart',
  count(*) filter (where avisada_en is not null) = 300 and count(*) filter (where avisada_en is null) = 30, count(*)::text) from pg_temp.de('bea');

-- The device of the first is there again.
insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en)
values ('b1000000-0000-4000-8000-0000000000b1', prueba.id('bea'), 'push', 'https://push.test/b1', repeat('A', 87), repeat('B', 22), now());

-- Cost ------------------------------------------------------------------------------------------------------------------------
delete from alertas;
delete from interno.gastos;
insert into interno.gastos (user_id, mensajes) values (prueba.id('bea'), 100);
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000051', now(), 0)$$);
select prueba.cierto('at its limit a way says so', count(*) = 1) from entregas where user_id = prueba.id('bea') and via = 'sms' and estado = 'fallida' and motivo = 'límite de mensajes de hoy';
select prueba.cierto('and the others leave', count(*) = 3 and not bool_or(via = 'sms')) from pg_temp.cola('bea');
delete from alertas;
update interno.gastos set desde = now() - interval '25 hours';
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000052', now(), 0)$$);
select prueba.cierto('a day later it leaves again', count(*) filter (where via = 'sms') = 1) from pg_temp.cola('bea');

-- The drill -------------------------------------------------------------------------------------------------------------------
delete from alertas;
delete from interno.gastos;
select prueba.cierto('a drill', pg_temp.hace('bea', $$select probar_alarma('b2000000-0000-4000-8000-000000000061')$$) = pg_temp.hace('bea', $$select probar_alarma('b2000000-0000-4000-8000-000000000061')$$));
select prueba.cierto('says so, and waits behind what is urgent', count(*) = 4 and bool_and(tipo = 'simulacro' and urgencia = 2)) from pg_temp.cola('bea');
select prueba.cierto('takes nothing from an alert', mensajes = 0 and de_prueba = 1) from interno.gastos;
select pg_temp.pasa('10 minutes');
select prueba.cierto('is not repeated', count(*) = 4) from pg_temp.cola('bea');
select pg_temp.hace('bea', $$select abrir_alerta('b2000000-0000-4000-8000-000000000061', now(), 0)$$);
select prueba.cierto('a press during a drill is a real alert, even under its id', count(*) filter (where origen = 'boton' and estado = 'abierta') = 1
  and count(*) filter (where origen = 'simulacro' and estado = 'cerrada') = 1) from pg_temp.de('bea');
select prueba.cierto('and the drill goes on no more', count(*) = 4 and bool_and(tipo = 'alerta')) from pg_temp.cola('bea');
select prueba.cierto('it is known by that id', pg_temp.hace('bea', $$select cerrar_alerta('b2000000-0000-4000-8000-000000000061', 'a_salvo')$$) = 'true' and not exists (select from pg_temp.de('bea') where estado <> 'cerrada'));
update interno.ajustes set valor = '1' where clave = 'factor_de_ritmo';
delete from alertas;
delete from interno.ritmos;
select prueba.celda('bea', 'six a day', '6', 'select probar_alarma(gen_random_uuid()) from generate_series(1, 6)');
select prueba.celda('bea', 'and no seventh', 'PT429', 'select probar_alarma(gen_random_uuid()) from generate_series(1, 7)');
select pg_temp.hace('bea', 'select probar_alarma(gen_random_uuid()) from generate_series(1, 6)');
select prueba.celda('bea', 'which delays no press', '1', 'select abrir_alerta(gen_random_uuid(), now(), 0)');
select pg_temp.pasa('1 hour');
select prueba.cierto('drills end by themselves, and nobody is told', (select bool_and(estado = 'cerrada') from pg_temp.de('bea'))
  and not exists (select from interno.envios where tipo = 'cierre'));
