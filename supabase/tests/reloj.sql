-- The clock was moved. Ana has an alert that waits for its relay, a location sharing and a timer; what she wrote, by the old clock. Bea's alert is of the new one.
create function pg_temp.contacto(quien text, cual uuid) returns void language plpgsql as $$
begin
  insert into contactos_emergencia (id, user_id, nombre, telefono, prioridad) values (cual, prueba.id(quien), 'Contacto', '+52559' || right(translate(cual::text, 'abcdef-', '1234567'), 7), 1);
  insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
  select cual, prueba.id(quien), 'acepto', now(), now(), telefono from contactos_emergencia where id = cual;
  insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en) values (cual, prueba.id(quien), 'correo', 'c@correo.test', now());
end
$$;
delete from contactos_emergencia where user_id in (prueba.id('ana'), prueba.id('bea'));
select pg_temp.contacto('ana', 'a1000000-0000-4000-8000-0000000000a1'), pg_temp.contacto('bea', 'b1000000-0000-4000-8000-0000000000b1');
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
-- What was written until now was written by a clock that said so much more.
create function pg_temp.escrito_con(salto interval) returns void language sql as $$
  update public.alertas set pulsada_en = pulsada_en + salto, creada_en = creada_en + salto, sale_en = sale_en + salto,
    ultima_pulsacion = ultima_pulsacion + salto, ultima_senal = ultima_senal + salto, avisada_en = avisada_en + salto;
  update interno.envios set vence = vence + salto, caduca = caduca + salto, creado_en = creado_en + salto, tomado_hasta = tomado_hasta + salto;
  update interno.pendientes set vence = vence + salto, creado_en = creado_en + salto;
  update public.llegadas set vence_en = vence_en + salto, creada_en = creada_en + salto, hasta = hasta + salto;
  update interno.acompanamientos set empezado_en = empezado_en + salto, termina_en = termina_en + salto, ubicacion_en = ubicacion_en + salto where not terminado;
  update interno.ritmos set momentos = array(select m + salto from unnest(momentos) m);
$$;
create function pg_temp.casi(uno timestamptz, otro timestamptz) returns boolean language sql as $$
  select abs(extract(epoch from uno - otro)) < 5
$$;
create table pg_temp.saltos (salto interval);
insert into pg_temp.saltos values ('-3 days'), ('-1 hour'), ('2 hours'), ('3 days');
create function pg_temp.prueba(salto interval) returns void language plpgsql as $$
declare
  -- Forwards a timer stays where it was: that time may have passed.
  antes constant interval := greatest(salto, interval '0');
begin
  delete from alertas;
  delete from llegadas;
  delete from interno.pendientes;
  delete from interno.envios;
  update interno.ajustes set valor = '1' where clave = 'factor_de_ritmo';
  perform pg_temp.hace('ana', $q$select abrir_alerta('a2000000-0000-4000-8000-000000000001', now(), 0)$q$);
  perform pg_temp.hace('ana', $q$select iniciar_llegada('11e00000-0000-4000-8000-000000000001', 'Casa', null, now() + interval '30 minutes')$q$);
  perform pg_temp.escrito_con(-salto);
  perform pg_temp.hace('bea', $q$select abrir_alerta('b2000000-0000-4000-8000-000000000001', now(), 0)$q$);
  perform interno.mover_reloj(salto, interval '5 seconds');
  perform prueba.cierto(salto || ': her message is due, and worth sending for a day', bool_and(pg_temp.casi(vence, now()) and pg_temp.casi(caduca, now() + interval '1 day')) and count(*) = 2)
  from interno.envios where terminado_en is null;
  perform prueba.cierto(salto || ': her alert was just now', bool_and(pg_temp.casi(pulsada_en, now()) and pg_temp.casi(ultima_senal, now())) and count(*) = 2) from alertas;
  perform prueba.cierto(salto || ': it repeats in three minutes, and closes in a day', count(*) = 4 and bool_and(pg_temp.casi(vence, now() + case tipo when 'repetir' then interval '3 minutes' else interval '1 day' end)))
  from interno.pendientes where tipo in ('repetir', 'cerrar');
  perform prueba.cierto(salto || ': her timer ends in half an hour', pg_temp.casi(vence_en, now() + interval '30 minutes' - antes)) from llegadas;
  perform prueba.cierto(salto || ': and is asked five minutes before', pg_temp.casi(vence, now() + interval '25 minutes' - antes)) from interno.pendientes where tipo = 'llegada';
  -- Apart: her alert would get what it calls for.
  if antes > interval '0' then
    delete from interno.pendientes where tipo = 'llegada';
  end if;
  perform interno.atender_pendientes(100);
  perform prueba.cierto(salto || ': nothing of it fires', (select count(*) = 2 from alertas where estado = 'abierta')
    and (select count(*) = 2 from interno.envios) and (select bool_and(estado = 'activa') from llegadas));
  perform prueba.cierto(salto || ': both messages are taken, once', jsonb_array_length(interno.tomar_envios(10)) = 2 and jsonb_array_length(interno.tomar_envios(10)) = 0);
  -- Moved again while a sender has them in hand.
  update interno.envios set tomado_hasta = tomado_hasta - salto, creado_en = creado_en - salto, vence = vence - salto, caduca = caduca - salto;
  update alertas set creada_en = creada_en - salto;
  perform interno.mover_reloj(salto, interval '5 seconds');
  perform prueba.cierto(salto || ': and are not taken a second time', jsonb_array_length(interno.tomar_envios(10)) = 0);
  perform prueba.cierto(salto || ': but their claim ends within a minute', bool_and(tomado_hasta <= clock_timestamp() + interval '60 seconds' and tomado_hasta > now())) from interno.envios;
end
$$;
select pg_temp.prueba(salto) from pg_temp.saltos;

-- What was counted shuts nobody out for days.
insert into interno.ritmos (user_id, accion, momentos) values (prueba.id('ana'), 'mensaje', array_fill(now() + interval '3 days', array[30]))
on conflict (user_id, accion) do update set momentos = excluded.momentos;
select interno.mover_reloj('-3 days', '5 seconds');
select prueba.cierto('counts lie in the past', momentos[30] <= now()) from interno.ritmos where user_id = prueba.id('ana') and accion = 'mensaje';
insert into interno.bajas_pendientes (user_id, pedida_en, efectiva_en) values (prueba.id('bea'), now() - interval '3 days', now() - interval '2 days');
select interno.mover_reloj('3 days', '5 seconds');
select prueba.cierto('and no account is deleted before its day has passed', pg_temp.casi(efectiva_en, now() + interval '1 day')) from interno.bajas_pendientes;
insert into interno.devoluciones (user_id, pedida_en, espera_desde) values (prueba.id('ana'), now() - interval '3 days', now() - interval '3 days');
select interno.mover_reloj('3 days', '5 seconds');
select prueba.cierto('nor a key given back', pg_temp.casi(espera_desde, now()) and pg_temp.casi(pedida_en, now())) from interno.devoluciones;
insert into interno.tomas (clase, cosa, quien, hasta) values ('historia', gen_random_uuid(), prueba.id('carla'), now() + interval '3 days 15 minutes');
select interno.mover_reloj('-3 days', '5 seconds');
select prueba.cierto('nothing is in anybody''s hand for days', bool_and(hasta < now() + interval '16 minutes')) from interno.tomas;
select prueba.celda(quien, 'mover_reloj', '42501', $$select interno.mover_reloj('1 hour', '1 second')$$)
from unnest(array['visitante', 'ana', 'carla', 'servicio']) quien;

-- A sender put a message off by the new clock, in the moment before the jump was noticed: it is put off no further.
delete from interno.envios where user_id <> prueba.id('ana');
update interno.envios set terminado_en = null, tomado_hasta = null, creado_en = now() - interval '3 days', vence = now() + interval '1 minute';
select interno.mover_reloj('3 days', '5 seconds');
select prueba.cierto('put off once', count(*) > 0 and bool_and(vence = now() + interval '1 minute')) from interno.envios;

-- The machine stood still for two hours, and nobody counted them: by then she should have come.
delete from alertas;
delete from llegadas;
delete from interno.pendientes;
select pg_temp.hace('ana', $q$select iniciar_llegada('11e00000-0000-4000-8000-000000000002', 'Casa', null, now() + interval '30 minutes')$q$);
select pg_temp.escrito_con('-2 hours');
insert into interno.pendientes (tipo, urgencia, vence, creado_en, datos) values ('encuentro', 2, now() + interval '1 day', now() - interval '1 day', '{}');
select interno.mover_reloj('2 hours', '5 seconds');
select prueba.cierto('what is of the calendar is where it was', vence = now() + interval '1 day') from interno.pendientes where tipo = 'encuentro';
select interno.atender_pendientes(100);
select prueba.cierto('a timer that ended meanwhile calls', (select estado = 'disparada' from llegadas) and (select count(*) = 1 from alertas where estado = 'abierta'));

-- Location sharing: in the seconds before the clock is checked nobody's request ends another's, nor reads what seems to be over.
create function pg_temp.caminos(salto interval) returns void language plpgsql as $$
begin
  delete from interno.acompanamientos;
  delete from interno.codigos_usados;
  perform pg_temp.hace('ana', $q$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 1)$q$);
  perform pg_temp.hace('ana', $q$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 19.4326, -99.1332, 38, 20000)$q$);
  perform pg_temp.escrito_con(-salto);
  perform pg_temp.hace('bea', $q$select iniciar_acompanamiento('codigo-de-bea-codigo-de-bea-1234', 4)$q$);
  perform pg_temp.hace('bea', $q$select compartir_posicion('codigo-de-bea-codigo-de-bea-1234', 19.5, -99.1, 38, 0)$q$);
  if salto > interval '1 hour' then
    perform prueba.celda('visitante', salto || ': what seems to be over is not read', '=true', $q$select not v ? 'latitud' and (v->>'terminado')::boolean from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$q$);
  end if;
  perform pg_temp.hace('visitante', $q$select ver_camino('codigo-de-ana-codigo-de-ana-1234')$q$);
  perform interno.mover_reloj(salto, interval '5 seconds');
  perform prueba.celda('visitante', salto || ': her location sharing goes on for its hour', '=false 19.4326 20 3600', $q$select concat_ws(' ', v->>'terminado', v->>'latitud', v->>'hace_s', v->>'termina_en_s') from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$q$);
  perform prueba.celda('visitante', salto || ': one of the new clock for as long as was asked', '=false 19.5 0 14400', $q$select concat_ws(' ', v->>'terminado', v->>'latitud', v->>'hace_s', v->>'termina_en_s') from ver_camino('codigo-de-bea-codigo-de-bea-1234') v$q$);
  -- Over by the clock of before, and not swept yet.
  update interno.acompanamientos set empezado_en = now() - salto - interval '61 minutes', termina_en = now() - salto - interval '1 minute';
  perform interno.mover_reloj(salto, interval '5 seconds');
  perform prueba.celda('visitante', salto || ': what was over is not read again', '={"terminado": true, "termino_hace_s": 60}', $q$select ver_camino('codigo-de-ana-codigo-de-ana-1234')$q$);
  perform prueba.cierto(salto || ': and is swept', interno.olvidar_caminos() = 2);
end
$$;
select pg_temp.caminos(salto) from pg_temp.saltos;

-- She asks for a quarter of an hour more in the seconds after a jump back: her timer and its next step are moved together.
delete from llegadas;
delete from interno.pendientes;
select pg_temp.hace('ana', $q$select iniciar_llegada('11e00000-0000-4000-8000-000000000003', 'Casa', null, now() + interval '30 minutes')$q$);
select pg_temp.escrito_con('1 hour');
select pg_temp.hace('ana', $q$select prolongar_llegada(id, 15, vence_en) from llegadas where cliente_id = '11e00000-0000-4000-8000-000000000003'$q$);
select interno.mover_reloj('-1 hour', '5 seconds');
select prueba.cierto('prolonged, it ends in three quarters of an hour', pg_temp.casi(vence_en, now() + interval '45 minutes')) from llegadas;
select prueba.cierto('and its next step is not an hour late', count(*) = 1 and bool_and(pg_temp.casi(vence, now() + interval '40 minutes'))) from interno.pendientes where tipo = 'llegada';
