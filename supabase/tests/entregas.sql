-- Ana has pressed; her contact Uno accepted by mail and by push, Dos by mail. The sender has handed nothing over yet.
update interno.ajustes set valor = 'correo push sms whatsapp' where clave = 'vias_de_alarma';
delete from contactos_emergencia where user_id = prueba.id('ana');
insert into contactos_emergencia (id, user_id, nombre, telefono) values
  ('a1000000-0000-4000-8000-0000000000c1', prueba.id('ana'), 'Uno', '+525590000001'),
  ('a1000000-0000-4000-8000-0000000000c2', prueba.id('ana'), 'Dos', '+525590000002');
insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
select id, user_id, 'acepto', now(), now(), telefono from contactos_emergencia where user_id = prueba.id('ana');
insert into interno.vias_contacto (id, contacto_id, user_id, via, destino, p256dh, auth, confirmada_en) values
  ('a7000000-0000-4000-8000-000000000001', 'a1000000-0000-4000-8000-0000000000c1', prueba.id('ana'), 'correo', 'uno@correo.test', null, null, now()),
  ('a7000000-0000-4000-8000-000000000002', 'a1000000-0000-4000-8000-0000000000c1', prueba.id('ana'), 'push', 'https://push.test/uno', repeat('A', 87), repeat('B', 22), now()),
  ('a7000000-0000-4000-8000-000000000003', 'a1000000-0000-4000-8000-0000000000c2', prueba.id('ana'), 'correo', 'dos@correo.test', null, null, now());
insert into alarma_ajustes (user_id, nombre, pausa_s, telefono, pais) values (prueba.id('ana'), 'Anita', 0, '+525512340000', 'AR');
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
create function pg_temp.codigo(n int) returns text language sql immutable as $$ select repeat(n::text, 32) $$;
create function pg_temp.huella(codigo text) returns text language sql immutable as $$ select encode(sha256(convert_to(codigo, 'UTF8')), 'hex') $$;
-- What the sender does with everything that is due: codes 1 and 2 are those of the two contacts, 7 the receipt of a push.
create function pg_temp.toma() returns jsonb language plpgsql as $$
declare
  tomados jsonb;
begin
  perform prueba.ser('servicio');
  tomados := tomar_envios(100);
  perform registrar_codigos((
    select jsonb_agg(jsonb_build_object('envio', t ->> 'id',
      'codigo_huella', pg_temp.huella(pg_temp.codigo(case when t ->> 'destino' like '%dos%' then 2 else 1 end)),
      'recibo_huella', case when t ->> 'via' = 'push' then pg_temp.huella(pg_temp.codigo(7)) end))
    from jsonb_array_elements(tomados) t
  ));
  perform prueba.ser('duena');
  return tomados;
end
$$;
create function pg_temp.la(contacto text, via text) returns entregas language sql as $$
  select e.* from public.entregas e join public.contactos_emergencia c on c.id = e.contacto_id where c.nombre = contacto and e.via = la.via
$$;
create function pg_temp.envio(contacto text, cual text) returns uuid language sql as $$
  select e.id from interno.envios e join public.contactos_emergencia c on c.id = e.contacto_id
  where c.nombre = contacto and e.via = cual order by e.creado_en desc, e.terminado_en nulls first limit 1
$$;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000c001', now(), 0)$$);

-- Who may what ----------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from entregas'),
  ('ana', 'select', '3', 'select * from entregas'),
  ('ana', 'insert', '42501', $$insert into entregas (alerta_id, user_id, contacto_id, via) select alerta_id, user_id, contacto_id, 'sms' from entregas limit 1$$),
  ('ana', 'update', '42501', $$update entregas set estado = 'respondida', respuesta = 'ya_voy'$$),
  ('ana', 'delete', '42501', 'delete from entregas'),
  ('bea', 'select of Ana''s', '0', 'select * from entregas'),
  ('carla', 'select, as admin', '0', 'select * from entregas'),
  ('dora', 'select', '0', 'select * from entregas'),
  ('servicio', 'select', '3', 'select * from entregas')
) as celdas (quien, que, esperado, consulta);
select prueba.celda(quien, que, '42501', 'select from ' || que) from unnest(array['visitante', 'ana', 'carla', 'servicio']) quien,
  unnest(array['interno.codigos_alerta', 'interno.pendientes', 'interno.gastos', 'interno.recibos_sueltos', 'interno.envios']) que;

-- States have their proof, no matter who writes them, and go forwards.
select prueba.celda('duena', que, '23514', 'update entregas set ' || cambio) from (values
  ('enviada without its moment', $$estado = 'enviada'$$), ('entregada without its moment', $$estado = 'entregada'$$),
  ('vista without its moment', $$estado = 'vista'$$), ('respondida without an answer', $$estado = 'respondida', respondida_en = now()$$),
  ('fallida without a reason', $$estado = 'fallida'$$), ('a state that is none', $$estado = 'leida'$$)
) as cambios (que, cambio);
select prueba.celda('duena', que, '23514', format('update entregas set estado = %L, motivo = %L, enviada_en = now(), entregada_en = now(), vista_en = now(), respondida_en = now(), respuesta = %L; update entregas set estado = %L', de, 'x', 'ya_voy', a)) from (values
  ('from enviada back', 'enviada', 'en_cola'), ('from entregada back', 'entregada', 'enviada'), ('from vista back', 'vista', 'entregada'),
  ('from respondida back', 'respondida', 'vista'), ('a receipt that came is no failure', 'entregada', 'fallida'),
  ('what was seen did not fail', 'vista', 'fallida'), ('what failed does not wait again', 'fallida', 'en_cola')
) as cambios (que, de, a);

-- Handing over ----------------------------------------------------------------------------------------------------------------
create temp table tomados as select * from jsonb_array_elements(pg_temp.toma()) as t (t);
select prueba.cierto('three messages, each with where it goes and what its link is made of', count(*) = 3
  and count(distinct t ->> 'codigo_de') = 2 and bool_and((t ->> 'tipo') = 'alerta' and (t ->> 'intento')::int = 1)
  and max(t ->> 'destino') filter (where t ->> 'via' = 'push') = 'https://push.test/uno' and max(t ->> 'p256dh') filter (where t ->> 'via' = 'push') = repeat('A', 87)) from tomados;
select prueba.cierto('and what its words are made of', bool_and(t -> 'datos' ->> 'nombre' = 'Anita' and t -> 'datos' ->> 'numero_emergencia' = '911'
  and (t -> 'datos' ->> 'pulsaciones')::int = 1 and t -> 'datos' ->> 'zona' = 'America/Mexico_City')) from tomados;
select prueba.cierto('taken is not sent', bool_and(estado = 'en_cola')) from entregas;
select prueba.cierto('nobody else gets them', pg_temp.hace('servicio', 'select tomar_envios(100)') = '[]');
select prueba.celda('servicio', 'how it ended, in no word that we know', '23514', $$select anotar_envio(gen_random_uuid(), 'entregada')$$);
select prueba.celda('servicio', 'of a message that is gone', '1', $$select anotar_envio(gen_random_uuid(), 'enviada')$$);
select pg_temp.hace('servicio', format('select anotar_envio(%L, %L)', pg_temp.envio('Uno', 'correo'), 'enviada'));
select prueba.cierto('the provider took it', (e).estado = 'enviada' and (e).enviada_en = now() and (e).intentos = 1) from pg_temp.la('Uno', 'correo') e;

-- A page -----------------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'a code that leads nowhere', '=null', $$select ver_alerta(repeat('z', 32))$$),
  ('visitante', 'no code', '=null', 'select ver_alerta(null)'),
  ('visitante', 'what is no code', '=null', $$select ver_alerta('1')$$),
  ('visitante', 'a code that is far too long', '=null', $$select ver_alerta(repeat('1', 100000))$$),
  ('visitante', 'a fingerprint is no code', '=null', $$select ver_alerta(pg_temp.huella(pg_temp.codigo(1)))$$),
  ('visitante', 'answering with a code that leads nowhere', '=null', $$select responder_alerta(repeat('z', 32), 'ya_voy')$$),
  ('visitante', 'answering something else', '23514', $$select responder_alerta(pg_temp.codigo(1), 'x')$$),
  ('visitante', 'a receipt that leads nowhere', '=false', $$select acusar_entrega(repeat('z', 32))$$),
  ('visitante', 'leaving with a code that leads nowhere', '=false', $$select dejar_de_ser_contacto(repeat('z', 32))$$),
  ('visitante', 'who asks', '=Anita', $$select ver_alerta(pg_temp.codigo(1)) ->> 'nombre'$$),
  ('visitante', 'whether she may be called', '=+525512340000', $$select ver_alerta(pg_temp.codigo(1)) ->> 'telefono'$$),
  ('visitante', 'since when this contact is one', '=0', $$select ver_alerta(pg_temp.codigo(1)) ->> 'desde_hace_s'$$),
  ('visitante', 'HER country''s number', '=911', $$select ver_alerta(pg_temp.codigo(1)) ->> 'numero_emergencia'$$),
  ('visitante', 'nobody has answered', '=false', $$select ver_alerta(pg_temp.codigo(1)) ->> 'otra_persona_respondio'$$),
  ('bea', 'a member with a code sees the same', '=Anita', $$select ver_alerta(pg_temp.codigo(1)) ->> 'nombre'$$),
  ('visitante', 'what there is to see, and no more', '=cerrada_en cerrada_hace_s coaccion con_pin desde_hace_s estado latitud longitud lugar_hace_s motivo nombre nota numero_emergencia numero_pais origen otra_persona_respondio precision_m pulsaciones pulsada_hace_s respuesta tardia telefono ultima_pulsacion_hace_s',
    $$select string_agg(k, ' ' order by k collate "C") from jsonb_object_keys(ver_alerta(pg_temp.codigo(1))) k$$)
) as celdas (quien, que, esperado, consulta);
update alarma_ajustes set pais = 'CL', telefono = null;
select prueba.celda('visitante', 'of another country', '=133 CL', $$select concat_ws(' ', v ->> 'numero_emergencia', v ->> 'numero_pais') from ver_alerta(pg_temp.codigo(1)) v$$);
select prueba.cierto('a number that a dated page states is not doubted', not interno.numero_sin_verificar(user_id)) from alarma_ajustes where pais = 'CL';
update alarma_ajustes set pais = 'BR' where pais = 'CL';
select prueba.cierto('one that no dated page states is', interno.numero_sin_verificar(user_id)) from alarma_ajustes where pais = 'BR';
update numeros_emergencia set verificado_el = current_date where codigo_iso = 'BR';
select prueba.cierto('until somebody has dialled it', not interno.numero_sin_verificar(user_id)) from alarma_ajustes where pais = 'BR';
select prueba.celda('visitante', 'without a number', '=null', $$select ver_alerta(pg_temp.codigo(1)) ->> 'telefono'$$);
update alarma_ajustes set pais = null;
update interno.ajustes set valor = '112' where clave = 'numero_de_emergencia';
select prueba.celda('visitante', 'of no country: the installation''s', '=112', $$select ver_alerta(pg_temp.codigo(1)) ->> 'numero_emergencia'$$);
select pg_temp.hace('visitante', $$select ver_alerta(pg_temp.codigo(1), 'push')$$);
select prueba.cierto('opened from the push, which its sender has in hand: that one was seen, and no other', (pg_temp.la('Uno', 'push')).estado = 'vista'
  and (pg_temp.la('Uno', 'correo')).estado = 'enviada' and (pg_temp.la('Dos', 'correo')).estado = 'en_cola');
select pg_temp.hace('servicio', format('select anotar_envio(%L, %L)', pg_temp.envio('Uno', 'push'), 'enviada'));
select prueba.cierto('the sender''s note comes later and takes nothing back', (pg_temp.la('Uno', 'push')).estado = 'vista');
select pg_temp.hace('visitante', $$select ver_alerta(pg_temp.codigo(2), 'sms')$$);
select prueba.cierto('a way that was never used was not seen', (pg_temp.la('Dos', 'correo')).estado = 'en_cola' and count(*) = 3) from entregas;
select pg_temp.hace('visitante', $$select ver_alerta(pg_temp.codigo(1))$$);
select prueba.cierto('without a way: every one that has left', (pg_temp.la('Uno', 'correo')).estado = 'vista' and (pg_temp.la('Dos', 'correo')).estado = 'en_cola');

-- Answers ----------------------------------------------------------------------------------------------------------------------
select prueba.cierto('«Ya voy»', pg_temp.hace('visitante', $$select responder_alerta(pg_temp.codigo(1), 'ya_voy') ->> 'respuesta'$$) = 'ya_voy');
select prueba.cierto('is what she reads', (e).estado = 'respondida' and (e).respuesta = 'ya_voy') from pg_temp.la('Uno', 'push') e;
select prueba.celda('visitante', 'the other contact reads that somebody has', '=true', $$select ver_alerta(pg_temp.codigo(2)) ->> 'otra_persona_respondio'$$);
select prueba.celda('visitante', 'and the first one not of itself', '=false', $$select ver_alerta(pg_temp.codigo(1)) ->> 'otra_persona_respondio'$$);
select prueba.cierto('another answer replaces it', pg_temp.hace('visitante', $$select responder_alerta(pg_temp.codigo(1), 'no_puedo') ->> 'respuesta'$$) = 'no_puedo'
  and (pg_temp.la('Uno', 'correo')).respuesta = 'no_puedo');
select prueba.celda('visitante', '«No puedo ahora» is no answer to the others', '=false', $$select ver_alerta(pg_temp.codigo(2)) ->> 'otra_persona_respondio'$$);

-- A push says itself that it has arrived ---------------------------------------------------------------------------------------
delete from alertas;
delete from interno.envios;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000c002', now(), 0)$$);
select pg_temp.toma();
select prueba.cierto('before its sender has noted anything', pg_temp.hace('visitante', $$select acusar_entrega(pg_temp.codigo(7))$$) = 'true'
  and (pg_temp.la('Uno', 'push')).estado = 'entregada');
select prueba.cierto('and its way is proven', probada_en = now()) from interno.vias_contacto where id = 'a7000000-0000-4000-8000-000000000002';
select pg_temp.hace('servicio', format('select anotar_envio(%L, %L)', pg_temp.envio('Uno', 'push'), 'enviada'));
select pg_temp.hace('visitante', $$select acusar_entrega(pg_temp.codigo(7))$$);
select prueba.cierto('again and later it changes nothing', (pg_temp.la('Uno', 'push')).estado = 'entregada');
select prueba.celda('visitante', 'the code of the page is no receipt', '=false', 'select acusar_entrega(pg_temp.codigo(1))');
select prueba.celda('visitante', 'nor a receipt the code of a page', '=null', 'select ver_alerta(pg_temp.codigo(7))');

-- A contact who is deleted or leaves --------------------------------------------------------------------------------------------------
select pg_temp.hace('servicio', format('select anotar_envio(%L, %L)', pg_temp.envio('Uno', 'correo'), 'por_repetir'));
create temp table antes as select id, estado, contacto_id from entregas;
create temp table de_uno as select id from interno.envios where contacto_id = 'a1000000-0000-4000-8000-0000000000c1';
create function pg_temp.quedan() returns text language sql as $$
  select (select count(*) from interno.codigos_alerta where contacto_id = 'a1000000-0000-4000-8000-0000000000c1') || ' '
    || (select count(*) from interno.envios where contacto_id = 'a1000000-0000-4000-8000-0000000000c1') || ' '
    || (select count(*) from interno.vias_contacto where contacto_id = 'a1000000-0000-4000-8000-0000000000c1') || ' '
    || (select count(*) from public.entregas e join antes a using (id) where a.estado = e.estado)
$$;
select prueba.cierto('there is something to lose', pg_temp.quedan() = '1 2 2 3', pg_temp.quedan());
-- Each is undone again: what was done, and what is asked then.
create function pg_temp.tras(que text, quien text, hecho text, esperado text, pregunta text) returns boolean language sql as $$
  select prueba.celda('duena', que, esperado, format('select pg_temp.hace(%L, %L); %s', quien, hecho, pregunta))
$$;
create function pg_temp.lee(codigo text) returns text language sql as $$
  select coalesce(pg_temp.hace('visitante', format('select ver_alerta(%L) ->> ''nombre''', codigo)), 'nada')
$$;
select pg_temp.tras('she deletes the contact: code, messages and addresses are gone, and what she reads stays', 'ana', baja, '=0 0 0 3', 'select pg_temp.quedan()'),
  pg_temp.tras('the page leads nowhere', 'ana', baja, '=nada', 'select pg_temp.lee(pg_temp.codigo(1))'),
  pg_temp.tras('an answer does nothing', 'ana', baja, '=null', $q$select pg_temp.hace('visitante', 'select responder_alerta(pg_temp.codigo(1), ''ya_voy'')')$q$),
  pg_temp.tras('nor does a receipt of the device', 'ana', baja, '=false', $q$select pg_temp.hace('visitante', 'select acusar_entrega(pg_temp.codigo(7))')$q$),
  pg_temp.tras('the other one reads on', 'ana', baja, '=Anita', 'select pg_temp.lee(pg_temp.codigo(2))'),
  pg_temp.tras('restoring the contact revives nothing', 'ana', baja, '=nada',
    $q$update contactos_emergencia set activo = true where nombre = 'Uno'; select pg_temp.lee(pg_temp.codigo(1))$q$),
  pg_temp.tras('the contact is not told of the closing either', 'ana', baja, '=0',
    $q$select pg_temp.hace('ana', 'select cerrar_alerta(''a2000000-0000-4000-8000-00000000c002'', ''a_salvo'')');
    select count(*) from interno.envios where contacto_id = 'a1000000-0000-4000-8000-0000000000c1'$q$),
  -- Between taking and handing over: what a sender has in hand for that contact may not leave any more.
  pg_temp.tras('in a sender''s hands', 'ana', baja, '=[]',
    $q$select interno.registrar_codigos((select jsonb_agg(jsonb_build_object('envio', id, 'codigo_huella', pg_temp.huella(repeat('3', 32)))) from de_uno))$q$)
from (values ($b$update contactos_emergencia set activo = false where nombre = 'Uno' returning id$b$)) as x (baja);
select pg_temp.tras('another number', 'ana', $$update contactos_emergencia set telefono = '+525590000009' where nombre = 'Uno' returning id$$, '=0 0 0 3', 'select pg_temp.quedan()');
select pg_temp.tras('deleted for good', 'ana', $$delete from contactos_emergencia where nombre = 'Uno' returning id$$, '=0 0 0 3', 'select pg_temp.quedan()');
select pg_temp.tras('the contact leaves, with the code of the alert', 'visitante', 'select dejar_de_ser_contacto(pg_temp.codigo(1))', '=0 0 0 3', 'select pg_temp.quedan()');
select pg_temp.tras('and cannot twice', 'visitante', 'select dejar_de_ser_contacto(pg_temp.codigo(1))', '=false',
  $$select pg_temp.hace('visitante', 'select dejar_de_ser_contacto(pg_temp.codigo(1))')$$);
select pg_temp.tras('before, what a sender has in hand may leave', 'ana', 'select 1', '=2',
  $$select jsonb_array_length(interno.registrar_codigos((select jsonb_agg(jsonb_build_object('envio', id)) from interno.envios where terminado_en is null)))$$);
-- An account ends: everything of it, but that an open alert tells how it ended, by each way (alertas_sin_cuenta.sql).
select pg_temp.tras('with her account all of it goes', 'duena', $$delete from auth.users where id = prueba.id('ana') returning id$$, '=0',
  $$select (select count(*) from alertas) + (select count(*) from entregas) + (select count(*) from interno.codigos_alerta)
    + (select count(*) from interno.envios where tipo <> 'cierre') + (select count(*) from interno.pendientes) + (select count(*) from interno.vias_contacto)$$);
select pg_temp.tras('her page says so, and shows nothing else', 'duena', $$delete from auth.users where id = prueba.id('ana') returning id$$, '=cuenta_eliminada', $$select ver_alerta(pg_temp.codigo(2)) ->> 'motivo'$$);

-- An hour after closing ---------------------------------------------------------------------------------------------------------
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000c002', 'a_salvo')$$);
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'closed', '=cerrada', $$select ver_alerta(pg_temp.codigo(1)) ->> 'estado'$$),
  ('visitante', 'how, and that no PIN was asked for', '=a_salvo false', $$select concat_ws(' ', v ->> 'motivo', v ->> 'con_pin') from ver_alerta(pg_temp.codigo(1)) v$$),
  ('visitante', 'an answer to what is closed is none', '=null', $$select responder_alerta(pg_temp.codigo(2), 'ya_voy') ->> 'respuesta'$$)
) as celdas (quien, que, esperado, consulta);
update alertas set creada_en = now() - interval '2 hours', pulsada_en = now() - interval '2 hours', cerrada_en = now() - interval '59 minutes';
select prueba.celda('visitante', 'for an hour', '=cerrada', $$select ver_alerta(pg_temp.codigo(1)) ->> 'estado'$$);
update alertas set cerrada_en = now() - interval '60 minutes';
select prueba.celda('visitante', 'and then nothing', '=null', 'select ver_alerta(pg_temp.codigo(1))');
select prueba.celda('visitante', 'nor an answer', '=null', $$select responder_alerta(pg_temp.codigo(1), 'ya_voy')$$);
select prueba.celda('visitante', 'nor leaving', '=false', 'select dejar_de_ser_contacto(pg_temp.codigo(1))');
