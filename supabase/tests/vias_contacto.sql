-- By which ways a contact is told: only by those that the contact gave and confirmed, which nobody reads. Ana's Mamá has accepted.
create function prueba.mama() returns uuid language sql immutable as $$ select 'a1000000-0000-4000-8000-000000000001'::uuid $$;
create function prueba.aceptar(contacto uuid) returns text language plpgsql as $$
declare
  codigo text;
begin
  perform prueba.ser('ana');
  codigo := invitar_contacto(contacto);
  perform prueba.ser('visitante');
  codigo := responder_invitacion(codigo, true) ->> 'codigo';
  perform prueba.ser('duena');
  return codigo;
end $$;
select set_config('prueba.pagina', prueba.aceptar(prueba.mama()), true);
create function prueba.pagina() returns text language sql as $$ select current_setting('prueba.pagina') $$;
-- The id of a way, and what the sender does with the last message of it: it registers a key and hands it over.
create function prueba.via(cual text) returns uuid language sql security definer as $$
  select id from interno.vias_contacto where destino = cual or via = cual order by creada_en desc limit 1
$$;
create function prueba.salir(letras text) returns void language sql security definer as $$
  update interno.envios set clave_huella = interno.huella_de_codigo(letras), terminado_en = now(), resultado = 'enviada' where terminado_en is null
$$;
create function prueba.digitos() returns text language sql security definer as $$ select datos->>'digitos' from interno.envios where tipo = 'numero' and terminado_en is null $$;
-- As if all that was asked for had been asked for that much earlier.
create function prueba.pasar(cuanto interval) returns void language sql security definer as $$
  update interno.vias_contacto set pedida_en = pedida_en - cuanto
$$;
create function prueba.confirmadas() returns text language sql security definer as $$
  select coalesce(string_agg(destino, ' ' order by destino), '') from interno.vias_contacto where confirmada_en is not null
$$;
create function prueba.colados(que text default '%') returns bigint language sql security definer as $$ select count(*) from interno.envios where tipo like que and terminado_en is null $$;
update interno.ajustes set valor = 'correo push sms' where clave = 'vias_de_alarma';

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the table', '42501', 'select from interno.vias_contacto'),
  ('ana', 'the table', '42501', 'select from interno.vias_contacto'),
  ('bea', 'the table', '42501', 'select from interno.vias_contacto'),
  ('carla', 'the table', '42501', 'select from interno.vias_contacto'),
  ('servicio', 'the table', '42501', 'select from interno.vias_contacto'),
  ('ana', 'the queue', '42501', 'select from interno.envios'),
  ('carla', 'the queue', '42501', 'select from interno.envios'),
  ('ana', 'filling the queue', '42501', $$select interno.encolar_envio('prueba', 'correo', 0, prueba.id('ana'), 'x')$$),
  ('ana', 'what was counted', '42501', 'select from interno.frenos'),
  ('carla', 'what was counted', '42501', 'select from interno.frenos'),

  -- What is no way.
  ('visitante', 'a way that there is not', '23514', $$select agregar_via(prueba.pagina(), 'paloma', 'x')$$),
  ('visitante', 'no way', '23514', $$select agregar_via(prueba.pagina(), null, 'x')$$),
  ('visitante', 'a way that this installation has not', '23514', $$select agregar_via(prueba.pagina(), 'whatsapp', '+525512345678')$$),
  ('visitante', 'no address', '23514', $$select agregar_via(prueba.pagina(), 'correo', null)$$),
  ('visitante', 'two addresses', '23514', $$select agregar_via(prueba.pagina(), 'correo', 'a@x.mx,b@x.mx')$$),
  ('visitante', 'a header in an address', '23514', $$select agregar_via(prueba.pagina(), 'correo', E'a@x.mx\nBcc: b@x.mx')$$),
  ('visitante', 'an endless address', '23514', $$select agregar_via(prueba.pagina(), 'correo', repeat('a', 60) || '@' || repeat('b', 200) || '.mx')$$),
  ('visitante', 'a short code that costs', '23514', $$select agregar_via(prueba.pagina(), 'sms', '*765')$$),
  ('visitante', 'a device without keys', '23514', $$select agregar_via(prueba.pagina(), 'push', 'https://push.test/1')$$),
  ('visitante', 'a device that is a script', '23514', $$select agregar_via(prueba.pagina(), 'push', 'javascript:x', repeat('A', 87), repeat('A', 22))$$),
  ('visitante', 'an endless device', '23514', $$select agregar_via(prueba.pagina(), 'push', 'https://push.test/' || repeat('a', 1000), repeat('A', 87), repeat('A', 22))$$),
  ('visitante', 'a device of endless letters', '23514', $$select agregar_via(prueba.pagina(), 'push', 'https://push.test/' || repeat('ñ', 900), repeat('A', 87), repeat('A', 22))$$),
  ('visitante', 'an error tells no address', '=Ese correo no parece completo.||', $q$do $d$
    declare mensaje text; detalle text; pista text;
    begin
      perform agregar_via(prueba.pagina(), 'correo', 'secreta');
    exception when check_violation then
      get stacked diagnostics mensaje = message_text, detalle = pg_exception_detail, pista = pg_exception_hint;
      perform set_config('prueba.dicho', concat_ws('|', mensaje, detalle, pista), true);
    end $d$; select current_setting('prueba.dicho')$q$)
) as celdas (quien, que, esperado, consulta);

-- Mail ---------------------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'an address waits', '=m…@correo.mx false', $$select concat_ws(' ', v #>> '{vias,0,destino}', v #>> '{vias,0,confirmada}') from agregar_via(prueba.pagina(), 'correo', ' Mama@Correo.mx') v$$),
  ('visitante', 'one letter is masked too', '=m…@correo.mx', $$select agregar_via(prueba.pagina(), 'correo', 'm@correo.mx') #>> '{vias,0,destino}'$$),
  ('visitante', 'one mail leaves, in which nobody''s words are', '=confirmacion correo 2 {}', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.ser('duena'); select concat_ws(' ', tipo, via, urgencia, datos) from interno.envios$$),
  ('visitante', 'the alarm does not use it', '=0', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.ser('duena'); select count(*) from interno.vias_vigentes(prueba.id('ana'))$$),
  ('visitante', 'asked twice at once: one mail', '=1', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.colados()$$),
  ('visitante', 'another address before that: one mail waits', '=1 o…@correo.mx', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select concat_ws(' ', prueba.colados(), v #>> '{vias,0,destino}') from agregar_via(prueba.pagina(), 'correo', 'otra@correo.mx') v$$),
  ('visitante', 'no proof by what is not confirmed', '=false', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select probar_via(prueba.pagina(), prueba.via('correo'))$$),
  ('visitante', 'the key confirms', '=true mama@correo.mx', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)); select concat_ws(' ', case when confirmar_contacto(repeat('k', 32)) then 'true' end, prueba.confirmadas())$$),
  ('visitante', 'pressed twice', '=true', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)); select confirmar_contacto(repeat('k', 32)); select confirmar_contacto(repeat('k', 32))$$),
  ('visitante', 'a mail that is overtaken still confirms', '=true', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)), prueba.pasar('1 minute'); select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('j', 32)); select confirmar_contacto(repeat('k', 32))$$),
  ('visitante', 'asked again before it left: one mail', '=1', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.pasar('1 minute'); select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.colados()$$),
  ('visitante', 'asked a fourth time that day: the mails that left still confirm', '=true', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'), prueba.salir(repeat(n::text, 32)), prueba.pasar('1 minute') from generate_series(1, 4) n; select confirmar_contacto(repeat('3', 32))$$),
  ('visitante', 'of an address that was given up no key confirms', '=false', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)); select agregar_via(prueba.pagina(), 'correo', 'otra@correo.mx'); select confirmar_contacto(repeat('k', 32))$$),
  ('visitante', 'another key', '=false', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)); select confirmar_contacto(repeat('j', 32))$$),
  ('visitante', 'the page''s code is no key', '=false', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)); select confirmar_contacto(prueba.pagina())$$),
  ('visitante', 'a key is no code', '=null', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)); select ver_invitacion(repeat('k', 32))$$),
  ('visitante', 'after leaving the key is nothing', '=false', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)); select dejar_de_ser_contacto(prueba.pagina()); select confirmar_contacto(repeat('k', 32))$$),
  ('ana', 'she reads that it was confirmed, and when proven', '=correo true true', $$select prueba.ser('visitante'); select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.salir(repeat('k', 32)); select confirmar_contacto(repeat('k', 32)); select prueba.ser('ana'); select concat_ws(' ', vias #>> '{0,via}', vias #>> '{0,confirmada}', case when (vias #>> '{0,probada_en}')::timestamptz = now() then 'true' end) from mis_confianzas() where estado = 'acepto'$$)
) as celdas (quien, que, esperado, consulta);

select prueba.ser('visitante');
select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'), prueba.salir(repeat('k', 32));
select confirmar_contacto(repeat('k', 32));
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the same address again sends nothing', '=0', $$select agregar_via(prueba.pagina(), 'correo', 'mama@correo.mx'); select prueba.colados()$$),
  ('visitante', 'another one takes its place only once confirmed', '=mama@correo.mx', $$select agregar_via(prueba.pagina(), 'correo', 'otra@correo.mx'); select prueba.confirmadas()$$),
  ('visitante', 'and then', '=otra@correo.mx', $$select agregar_via(prueba.pagina(), 'correo', 'otra@correo.mx'); select prueba.salir(repeat('j', 32)); select confirmar_contacto(repeat('j', 32)); select prueba.confirmadas()$$),
  ('visitante', 'a proof', '=prueba Ana', $$select probar_via(prueba.pagina(), prueba.via('correo')); select prueba.ser('duena'); select concat_ws(' ', tipo, datos->>'nombre') from interno.envios where terminado_en is null$$),
  ('visitante', 'ten proofs a day', '10', $$select probar_via(prueba.pagina(), prueba.via('correo')) from generate_series(1, 10)$$),
  ('visitante', 'not eleven', 'PT429', $$select probar_via(prueba.pagina(), prueba.via('correo')) from generate_series(1, 11)$$),
  ('visitante', 'a proof by nobody''s way', '=false', $$select probar_via(prueba.pagina(), gen_random_uuid())$$),
  ('visitante', 'removing nobody''s way', '=1', $$select jsonb_array_length(quitar_via(prueba.pagina(), gen_random_uuid())->'vias')$$),
  ('visitante', 'removing it', '= 0', $$select quitar_via(prueba.pagina(), prueba.via('correo')); select ' ' || prueba.confirmadas() || prueba.colados()$$),
  ('visitante', 'and what was on its way', '=0', $$select probar_via(prueba.pagina(), prueba.via('correo')); select quitar_via(prueba.pagina(), prueba.via('correo')); select prueba.colados()$$),
  ('visitante', 'six addresses a day for one code', 'PT429', $$select agregar_via(prueba.pagina(), 'correo', 'n' || n || '@correo.mx') from generate_series(1, 5) n$$),
  ('visitante', 'five fit', '4', $$select agregar_via(prueba.pagina(), 'correo', 'n' || n || '@correo.mx') from generate_series(1, 4) n$$)
) as celdas (quien, que, esperado, consulta);
-- The link in the mail of a proof says that it has arrived.
update interno.vias_contacto set probada_en = now() - interval '9 days';
select prueba.ser('visitante');
select probar_via(prueba.pagina(), prueba.via('correo'));
select prueba.salir(repeat('p', 32));
select prueba.cierto('handed over is not yet proven', (ver_invitacion(prueba.pagina()) #>> '{vias,0,probada_hace_s}')::int = 9 * 86400);
select confirmar_contacto(repeat('p', 32));
select prueba.cierto('its link is', (ver_invitacion(prueba.pagina()) #>> '{vias,0,probada_hace_s}')::int = 0);
select prueba.ser('duena');

-- Somebody else's mailbox: three mails a day, no matter who asks, and no word of it. Ten contacts are asked.
insert into contactos_emergencia (id, user_id, nombre, telefono) select md5('z' || n)::uuid, prueba.id('ana'), 'Z' || n, '+5255000000' || (10 + n) from generate_series(1, 10) n;
create temp table paginas as select n, prueba.aceptar(md5('z' || n)::uuid) as codigo from generate_series(1, 10) n;
grant select on paginas to public;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'ten codes, one mailbox: all wait alike', '=10 false', $$select concat_ws(' ', count(*), min(v #>> '{vias,0,confirmada}')) from paginas p, agregar_via(p.codigo, 'correo', 'victima@correo.mx') v$$),
  ('visitante', 'three mails', '=3', $$select agregar_via(p.codigo, 'correo', 'victima@correo.mx') from paginas p; select prueba.colados('confirmacion')$$),
  ('visitante', 'however it is written', '=3', $$select agregar_via(p.codigo, 'correo', case when n % 2 = 0 then 'Victima@Correo.MX ' else 'victima@correo.mx' end) from paginas p; select prueba.colados('confirmacion')$$),
  ('visitante', 'or with something behind it', '=3', $$select agregar_via(p.codigo, 'correo', 'victima+' || n || '@correo.mx') from paginas p; select prueba.colados('confirmacion')$$),
  ('visitante', 'or with dots that Gmail does not see', '=3', $$select agregar_via(p.codigo, 'correo', (array['victima@gmail.com', 'v.ictima@gmail.com', 'vi.ctima@gmail.com', 'vic.tima+x@googlemail.com', 'v.i.c@gmail.com'])[n]) from paginas p where n < 5; select prueba.colados('confirmacion')$$),
  ('visitante', 'another contact removes nothing of hers', '=mama@correo.mx', $$select quitar_via(codigo, prueba.via('mama@correo.mx')) from paginas where n = 2; select prueba.confirmadas()$$),
  ('visitante', 'nor has a proof sent to her', '=false', $$select probar_via(codigo, prueba.via('mama@correo.mx')) from paginas where n = 2$$),
  ('visitante', 'thirty mails a day for all her contacts', 'PT429', $$select agregar_via(p.codigo, 'correo', 'n' || m || 'de' || n || '@correo.mx') from paginas p, generate_series(1, 4) m$$)
) as celdas (quien, que, esperado, consulta);
-- An address is forgotten three days after nobody confirmed it.
select prueba.ser('visitante');
select agregar_via(codigo, 'correo', 'victima@correo.mx') from paginas where n = 1;
select prueba.salir(repeat('v', 32));
select prueba.ser('duena');
select prueba.cierto('what was counted is there for a day', interno.olvidar_invitaciones(now() + interval '23 hours') = 0 and (select count(*) from interno.frenos) > 0);
select interno.olvidar_invitaciones(now() + interval '25 hours');
select prueba.cierto('and no longer', count(*) = 0) from interno.frenos;
select interno.olvidar_invitaciones(now() + interval '2 days');
select prueba.cierto('two days later it waits', count(*) = 1) from interno.vias_contacto where destino like 'victima%';
update interno.vias_contacto set pedida_en = now() - interval '3 days' where destino like 'victima%';
select prueba.celda('visitante', 'after three days a key confirms nothing', '=false', $$select confirmar_contacto(repeat('v', 32))$$);
select interno.olvidar_invitaciones();
select prueba.cierto('and the address is gone', count(*) = 0) from interno.vias_contacto where destino like 'victima%';
select prueba.cierto('what is confirmed stays', count(*) = 1) from interno.vias_contacto where destino = 'mama@correo.mx';

-- Numbers --------------------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'a number, masked', '=…78 false', $$select concat_ws(' ', v #>> '{vias,1,destino}', v #>> '{vias,1,confirmada}') from agregar_via(prueba.pagina(), 'sms', '55 1234 5678') v$$),
  ('visitante', 'six digits go there', '=true', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select prueba.digitos() ~ '^[0-9]{6}$'$$),
  ('visitante', 'right', '=true', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select confirmar_numero(prueba.pagina(), prueba.via('sms'), prueba.digitos())$$),
  ('visitante', 'and then it is a way', '=+525512345678 mama@correo.mx', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select confirmar_numero(prueba.pagina(), prueba.via('sms'), prueba.digitos()); select prueba.confirmadas()$$),
  ('visitante', 'wrong', '=false', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select confirmar_numero(prueba.pagina(), prueba.via('sms'), translate(prueba.digitos(), '0123456789', '1234567890'))$$),
  ('visitante', 'no digits', '=false', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select confirmar_numero(prueba.pagina(), prueba.via('sms'), null)$$),
  ('visitante', 'the fifth try may be right', '=true', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select confirmar_numero(prueba.pagina(), prueba.via('sms'), translate(prueba.digitos(), '0123456789', '1234567890')) from generate_series(1, 4); select confirmar_numero(prueba.pagina(), prueba.via('sms'), prueba.digitos())$$),
  ('visitante', 'the sixth never', '=false', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select confirmar_numero(prueba.pagina(), prueba.via('sms'), translate(prueba.digitos(), '0123456789', '1234567890')) from generate_series(1, 5); select confirmar_numero(prueba.pagina(), prueba.via('sms'), prueba.digitos())$$),
  ('visitante', 'with another''s page', '=false', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select confirmar_numero((select codigo from paginas where n = 2), prueba.via('sms'), prueba.digitos())$$),
  ('visitante', 'by another way', '=false', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select confirmar_numero(prueba.pagina(), prueba.via('correo'), prueba.digitos())$$),
  ('visitante', 'once used, they are nothing', '=false', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select set_config('prueba.seis', prueba.digitos(), true); select confirmar_numero(prueba.pagina(), prueba.via('sms'), prueba.digitos()); select confirmar_numero(prueba.pagina(), prueba.via('sms'), current_setting('prueba.seis'))$$),
  ('visitante', 'and nobody''s words', '={}', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select prueba.ser('duena'); select datos - 'digitos' from interno.envios where tipo = 'numero'$$),
  ('visitante', 'digits do not stay in the queue', '=null', $$select agregar_via(prueba.pagina(), 'sms', '+525512345678'); select prueba.salir(null); select prueba.ser('duena'); select datos->>'digitos' from interno.envios where tipo = 'numero'$$),
  ('visitante', 'three numbers a day for a code', 'PT429', $$select agregar_via(prueba.pagina(), 'sms', '+52550000000' || n) from generate_series(1, 4) n$$),
  ('visitante', 'numbers for the whole installation', 'PT429', $$select prueba.ser('duena'); update interno.ajustes set valor = '7' where clave = 'numeros_al_dia'; select prueba.ser('visitante'); select agregar_via(codigo, 'sms', '+5255123456' || (10 + n)) from paginas where n <= 8$$),
  ('visitante', 'and within them', '7', $$select prueba.ser('duena'); update interno.ajustes set valor = '7' where clave = 'numeros_al_dia'; select prueba.ser('visitante'); select agregar_via(codigo, 'sms', '+5255123456' || (10 + n)) from paginas where n <= 7$$),
  ('visitante', 'a stranger''s telephone rings three times', '=3', $$select agregar_via(codigo, 'sms', '+525512345678') from paginas; select prueba.colados('numero')$$)
) as celdas (quien, que, esperado, consulta);
select prueba.ser('visitante');
select agregar_via(prueba.pagina(), 'sms', '+525512345678');
select prueba.ser('duena');
update interno.vias_contacto set pedida_en = now() - interval '10 minutes' where via = 'sms';
select prueba.celda('visitante', 'ten minutes later', '=false', $$select confirmar_numero(prueba.pagina(), prueba.via('sms'), prueba.digitos())$$);

-- Devices --------------------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'a device is confirmed at once, and not yet proven', '=push true', $$select concat_ws(' ', v #>> '{vias,1,via}', v #>> '{vias,1,confirmada}', v #>> '{vias,1,probada_hace_s}', v #>> '{vias,1,destino}') from agregar_via(prueba.pagina(), 'push', 'https://push.test/1', repeat('A', 87), repeat('A', 22)) v$$),
  ('visitante', 'the same one again', '=1', $$select agregar_via(prueba.pagina(), 'push', 'https://push.test/1', repeat('A', 87), repeat('A', 22)); select agregar_via(prueba.pagina(), 'push', 'https://push.test/1', repeat('B', 87), repeat('B', 22)); select prueba.ser('duena'); select count(*) from interno.vias_contacto where via = 'push' and p256dh like 'BBB%'$$),
  ('visitante', 'of four the oldest gives way', '=https://push.test/2 https://push.test/3 https://push.test/4', $$select agregar_via(prueba.pagina(), 'push', 'https://push.test/1', repeat('A', 87), repeat('A', 22)); select prueba.ser('duena'); update interno.vias_contacto set creada_en = now() - interval '1 day' where via = 'push'; select prueba.ser('visitante'); select agregar_via(prueba.pagina(), 'push', 'https://push.test/' || n, repeat('A', 87), repeat('A', 22)) from generate_series(2, 4) n; select prueba.ser('duena'); select string_agg(destino, ' ' order by destino) from interno.vias_contacto where via = 'push'$$),
  ('duena', 'what this installation has not, is not used', '=push', $$select agregar_via(prueba.pagina(), 'push', 'https://push.test/1', repeat('A', 87), repeat('A', 22)); update interno.ajustes set valor = 'push' where clave = 'vias_de_alarma'; select string_agg(via, ' ') from interno.vias_vigentes(prueba.id('ana'))$$),
  ('ana', 'no function of hers tells an address', '=0', $$select count(*) from mis_confianzas() m where m::text ~ 'correo\.mx|push\.test|\+52'$$)
) as celdas (quien, que, esperado, consulta);

create function prueba.plan(consulta text) returns text language plpgsql as $$
declare
  linea text;
  todo text := '';
begin
  for linea in execute 'explain ' || consulta loop
    todo := todo || linea;
  end loop;
  return todo;
end $$;

-- The queue ------------------------------------------------------------------------------------------------------------------------
delete from interno.envios;
select prueba.cierto('enqueued', interno.encolar_envio('cierre', 'correo', 1, prueba.id('ana'), 'cierre/1', contacto_id => prueba.mama(), via_id => prueba.via('correo')) is not null);
select prueba.cierto('enqueued twice it is one', interno.encolar_envio('cierre', 'correo', 1, prueba.id('ana'), 'cierre/1') is null and (select count(*) from interno.envios) = 1);
-- Among three hundred, and known to be: of one row the planner takes whichever index it likes.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('duena', 'what is due is found by its time', '=true', $$select count(interno.encolar_envio('cierre', 'correo', 1, prueba.id('ana'), 'cierre/' || n, contacto_id => prueba.mama(), via_id => prueba.via('correo'))) from generate_series(2, 300) n; analyze interno.envios; select prueba.plan('select id from interno.envios where terminado_en is null and urgencia = 0 and turno = 0 and via = ''correo'' and vence <= now() order by vence limit 50') like '%envios_turno_idx%'$$),
  ('duena', 'what is not done stays', '=1', $$select interno.olvidar_envios(now() + interval '9 days'); select count(*) from interno.envios$$),
  ('duena', 'what is done stays for a day', '=1', $$update interno.envios set terminado_en = now(); select interno.olvidar_envios(now() + interval '23 hours'); select count(*) from interno.envios$$),
  ('duena', 'and no longer', '=0', $$update interno.envios set terminado_en = now(); select interno.olvidar_envios(now() + interval '25 hours'); select count(*) from interno.envios$$),
  ('duena', 'what is not worth sending goes too', '=0', $$update interno.envios set caduca = now(); select interno.olvidar_envios(now() + interval '25 hours'); select count(*) from interno.envios$$),
  ('duena', 'with its way', '=0', $$delete from interno.vias_contacto; select count(*) from interno.envios$$),
  ('duena', 'with its contact', '=0', $$delete from contactos_emergencia; select count(*) from interno.envios$$),
  ('duena', 'a kind that there is not', '23514', $$select interno.encolar_envio('propaganda', 'correo', 2, prueba.id('ana'), 'x')$$)
) as celdas (quien, que, esperado, consulta);
