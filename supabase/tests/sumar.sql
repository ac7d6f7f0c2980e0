-- Ana has pressed, and nobody has accepted yet. Mamá says yes while her alert is open, and gives ways; so does Prima, whose turn is later.
update interno.ajustes set valor = 'correo push sms whatsapp' where clave = 'vias_de_alarma';
update interno.ajustes set valor = '1' where clave = 'factor_de_ritmo';
delete from contactos_emergencia where user_id in (prueba.id('ana'), prueba.id('bea'));
insert into contactos_emergencia (id, user_id, nombre, telefono, prioridad) values
  ('a1000000-0000-4000-8000-0000000000d1', prueba.id('ana'), 'Mamá', '+525590000001', 1),
  ('a1000000-0000-4000-8000-0000000000d2', prueba.id('ana'), 'Prima', '+525590000002', 2),
  ('b1000000-0000-4000-8000-0000000000d3', prueba.id('bea'), 'Papá', '+525590000003', 1);
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
-- The code of the page of a contact who says yes now.
create function pg_temp.acepta(de text, cual text) returns text language sql as $$
  select pg_temp.hace('visitante', format('select responder_invitacion(%L, true) ->> ''codigo''',
    pg_temp.hace(de, format('select invitar_contacto(%L)', (select id from contactos_emergencia where nombre = cual)))))
$$;
create function pg_temp.dispositivo(pagina text, cual text) returns text language sql as $$
  select pg_temp.hace('visitante', format('select agregar_via(%L, ''push'', %L, repeat(''A'', 87), repeat(''B'', 22))', pagina, 'https://push.test/' || cual))
$$;
create function pg_temp.pasa(cuanto interval default '0') returns int language sql as $$
  update interno.pendientes set vence = vence - cuanto;
  update public.alertas set pulsada_en = pulsada_en - cuanto, creada_en = creada_en - cuanto, sale_en = sale_en - cuanto, avisada_en = avisada_en - cuanto;
  select interno.atender_pendientes(1000)
$$;
create function pg_temp.cola(cual text) returns setof interno.envios language sql as $$
  select e.* from interno.envios e join public.contactos_emergencia c on c.id = e.contacto_id
  where c.nombre = cual and e.entrega_id is not null and e.terminado_en is null
$$;
create function pg_temp.sale() returns void language sql as $$
  update interno.envios set terminado_en = now(), resultado = 'enviada', intentos = 1 where terminado_en is null
$$;

-- Everybody at once -----------------------------------------------------------------------------------------------------------
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000d001', now(), 0)$$);
select set_config('prueba.mama', pg_temp.acepta('ana', 'Mamá'), true);
select pg_temp.pasa();
select prueba.cierto('a yes without a way: nothing can be told yet', count(*) = 0) from entregas;
select pg_temp.dispositivo(current_setting('prueba.mama'), 'uno');
select pg_temp.pasa();
select prueba.cierto('a device: told at once, as an alert', count(*) = 1 and bool_and(tipo = 'alerta' and urgencia = 0 and via = 'push')) from pg_temp.cola('Mamá');
select prueba.cierto('one entrega, which claims nothing', count(*) = 1 and bool_and(estado = 'en_cola' and via = 'push')) from entregas;
select pg_temp.sale();
select pg_temp.dispositivo(current_setting('prueba.mama'), 'uno');
select pg_temp.pasa();
select prueba.cierto('the same device once more: nothing', count(*) = 0) from pg_temp.cola('Mamá');
select pg_temp.dispositivo(current_setting('prueba.mama'), 'dos');
select pg_temp.pasa();
select prueba.cierto('a second device hears it, and is the same entrega', (select count(*) = 1 from pg_temp.cola('Mamá')) and count(*) = 1) from entregas;
select pg_temp.sale();
select pg_temp.hace('visitante', format('select agregar_via(%L, %L, %L)', current_setting('prueba.mama'), 'correo', 'mama@correo.test'));
update interno.envios set clave_huella = interno.huella_de_codigo(repeat('k', 32)) where tipo = 'confirmacion';
select pg_temp.pasa();
select prueba.cierto('an address that nobody has confirmed hears nothing', count(*) = 1) from entregas;
select pg_temp.hace('visitante', $$select confirmar_contacto(repeat('k', 32))$$);
select pg_temp.pasa();
select prueba.cierto('once it is confirmed it does, by itself alone', count(*) = 1 and bool_and(via = 'correo')) from pg_temp.cola('Mamá');
select prueba.cierto('its own entrega', count(*) = 2) from entregas;
select pg_temp.sale();
select pg_temp.hace('visitante', $$select confirmar_contacto(repeat('k', 32))$$);
select pg_temp.pasa();
select prueba.cierto('confirmed once more: nothing', count(*) = 0) from pg_temp.cola('Mamá');
select pg_temp.pasa('3 minutes');
select prueba.cierto('no answer three minutes later: once more by every way', count(*) = 3 and bool_and(tipo = 'repetida')) from pg_temp.cola('Mamá');
select pg_temp.sale();
select pg_temp.pasa('10 minutes');
select prueba.cierto('and no more', count(*) = 0) from pg_temp.cola('Mamá');
-- Somebody else's contact has nothing to do with it.
select pg_temp.dispositivo(pg_temp.acepta('bea', 'Papá'), 'tres');
select pg_temp.pasa();
select prueba.cierto('the contact of another member hears nothing', count(*) = 0) from pg_temp.cola('Papá');

-- No amplification: a contact says yes, takes it back and says it again, adds devices, and each time would be told.
select pg_temp.dispositivo(current_setting('prueba.mama'), 'd' || n), pg_temp.pasa() from generate_series(1, 30) n;
select prueba.cierto('six times for one contact and alert', count(*) <= 6, count(*)::text) from interno.envios where tipo = 'alerta' and via = 'push' and terminado_en is null;
select pg_temp.hace('visitante', format('select dejar_de_ser_contacto(%L)', current_setting('prueba.mama')));
select prueba.cierto('leaving takes back what is on its way', count(*) = 0) from pg_temp.cola('Mamá');
select set_config('prueba.mama', pg_temp.acepta('ana', 'Mamá'), true);
select pg_temp.dispositivo(current_setting('prueba.mama'), 'e' || n), pg_temp.pasa() from generate_series(1, 30) n;
select prueba.cierto('saying yes again gives no further ones', count(*) = 0, count(*)::text) from pg_temp.cola('Mamá');
select prueba.cierto('and no entrega twice', count(*) = 2) from entregas where user_id = prueba.id('ana');

-- Closed, she is nobody's business any more.
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000d001', 'por_error')$$);
select set_config('prueba.prima', pg_temp.acepta('ana', 'Prima'), true);
select pg_temp.dispositivo(current_setting('prueba.prima'), 'prima');
select pg_temp.pasa();
select prueba.cierto('of a closed alert nobody hears', count(*) = 0) from pg_temp.cola('Prima');

-- In her pause: with the others, at its end, and once. She takes it back in the pause: never.
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000d002', now(), 10)$$);
select pg_temp.dispositivo(current_setting('prueba.prima'), 'prima-dos');
select pg_temp.pasa('9 seconds');
select prueba.cierto('in the pause nothing leaves', count(*) = 0) from pg_temp.cola('Prima');
select pg_temp.pasa('1 second');
select prueba.cierto('at its end each device once', count(*) = 2) from pg_temp.cola('Prima');
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000d002', 'por_error')$$);
select pg_temp.hace('ana', $$select probar_alarma('a2000000-0000-4000-8000-00000000d003')$$);
delete from interno.envios;
select pg_temp.dispositivo(current_setting('prueba.prima'), 'prima-tres');
select pg_temp.pasa();
select prueba.cierto('of a drill nobody hears later', count(*) = 0) from pg_temp.cola('Prima');

-- Priority first ----------------------------------------------------------------------------------------------------------------
delete from alertas;
insert into alarma_ajustes (user_id, pausa_s, orden, espera_min) values (prueba.id('ana'), 0, 'prioridad', 5);
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000d004', now(), 0)$$);
select pg_temp.sale();
select pg_temp.dispositivo(current_setting('prueba.prima'), 'prima-cuatro');
select pg_temp.pasa();
select prueba.cierto('prioridad: it is not her turn yet', count(*) = 0) from pg_temp.cola('Prima');
select pg_temp.dispositivo(current_setting('prueba.mama'), 'mama-nueva');
select pg_temp.pasa();
select prueba.cierto('whose turn it is hears at once', count(*) = 1) from pg_temp.cola('Mamá');
select pg_temp.sale();
select pg_temp.pasa('5 minutes');
select prueba.cierto('with the others, each device once', count(*) = 3 and bool_and(tipo = 'alerta')) from pg_temp.cola('Prima');
select pg_temp.sale();
select pg_temp.dispositivo(current_setting('prueba.prima'), 'prima-cinco');
select pg_temp.pasa();
select prueba.cierto('after that her turn is now', count(*) = 1) from pg_temp.cola('Prima');

-- After ten alerts in an hour one way reaches her; a further one is not needed while that one has not failed.
delete from alertas;
delete from interno.vias_contacto;
insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en)
values ('a1000000-0000-4000-8000-0000000000d1', prueba.id('ana'), 'correo', 'mama@correo.test', now());
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000d005', now(), 0)$$);
select pg_temp.sale();
update alertas set una_via = true;
select pg_temp.dispositivo(current_setting('prueba.mama'), 'mama-otra');
select pg_temp.pasa();
select prueba.cierto('by one way is by one way', count(*) = 0) from pg_temp.cola('Mamá');
update entregas set estado = 'fallida', motivo = 'el correo no existe';
delete from interno.vias_contacto where via = 'push';
select pg_temp.dispositivo(current_setting('prueba.mama'), 'mama-mejor');
select pg_temp.pasa();
select prueba.cierto('where it failed the new one is used', count(*) = 1 and bool_and(via = 'push')) from pg_temp.cola('Mamá');
