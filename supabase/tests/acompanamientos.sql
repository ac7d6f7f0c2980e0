-- One location sharing for Ana, an hour long, with a place.
select prueba.ser('ana');
select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 1);
select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 19.4326, -99.1332, 38, 20000);
select prueba.ser('duena');

-- As the app makes it: the code in the link is the SHA-256 of a secret that stays on her device.
create function prueba.huella(secreto text) returns text language sql as $$
  select translate(encode(sha256(convert_to(secreto, 'UTF8')), 'base64'), '+/=', '-_')
$$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the table', '42501', 'select from interno.acompanamientos'),
  ('ana', 'the table', '42501', 'select from interno.acompanamientos'),
  ('carla', 'the table', '42501', 'select from interno.acompanamientos'),
  ('visitante', 'start', '42501', $$select iniciar_acompanamiento('codigo-de-nadie-codigo-de-nadie-1', 1)$$),
  ('visitante', 'share', '42501', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 1, 0)$$),
  ('visitante', 'end', '42501', $$select terminar_acompanamiento('codigo-de-ana-codigo-de-ana-1234')$$),
  ('dora', 'start', '42501', $$select iniciar_acompanamiento('codigo-de-dora-codigo-de-dora-12', 1)$$),

  ('visitante', 'the link shows the place', '=19.4326 -99.1332 38', $$select concat_ws(' ', v->>'latitud', v->>'longitud', v->>'precision_m') from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('visitante', 'and how old it is', '=20', $$select v->>'hace_s' from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('visitante', 'whom to call: of no country, the installation''s number', '=911', $$select v->>'numero_emergencia' from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('visitante', 'and no country', '=null', $$select v->>'numero_pais' from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('visitante', 'and when it ends', '=3600', $$select v->>'termina_en_s' from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('visitante', 'but not who she is', '=false', $$select v ?| array['user_id', 'nombre', 'username', 'email'] from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('visitante', 'another link shows nothing', '=null', $$select ver_camino('codigo-de-ana-codigo-de-ana-1235')$$),
  ('visitante', 'no link shows nothing', '=null', $$select ver_camino(null)$$),
  ('bea', 'with the link', '=19.4326', $$select ver_camino('codigo-de-ana-codigo-de-ana-1234')->>'latitud'$$),
  ('bea', 'moving Ana', '=false', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 1, 0)$$),
  ('bea', 'ending Ana''s', '=false', $$select terminar_acompanamiento('codigo-de-ana-codigo-de-ana-1234')$$),
  ('visitante', 'the codes that were used', '42501', 'select from interno.codigos_usados'),
  ('ana', 'the codes that were used', '42501', 'select from interno.codigos_usados'),
  ('carla', 'the codes that were used', '42501', 'select from interno.codigos_usados'),
  ('bea', 'taking Ana''s code', 'PT409', $$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8)$$),
  ('bea', 'what she is told names neither Ana nor the code', '=Ese enlace ya no sirve. Empieza de nuevo con otro.||', $q$do $d$
    declare mensaje text; detalle text; pista text;
    begin
      perform iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8);
    exception when sqlstate 'PT409' then
      get stacked diagnostics mensaje = message_text, detalle = pg_exception_detail, pista = pg_exception_hint;
      perform set_config('prueba.dicho', concat_ws('|', mensaje, detalle, pista), true);
    end $d$; select current_setting('prueba.dicho')$q$),
  ('bea', 'a fingerprint without what it was taken of', 'PT409', format($$select iniciar_acompanamiento(%L, 1)$$, prueba.huella(repeat('s', 32)))),
  ('bea', 'with something else', 'PT409', format($$select iniciar_acompanamiento(%L, 1, %L)$$, prueba.huella(repeat('s', 32)), repeat('z', 32))),
  ('ana', 'with the secret of her device', '1', format($$select iniciar_acompanamiento(%L, 1, %L)$$, prueba.huella(repeat('s', 32)), repeat('s', 32))),
  ('ana', 'a place every second', 'PT429', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 1, 0) from generate_series(1, 31)$$),
  ('ana', 'a precision without end', '23514', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 'infinity', 0)$$),

  ('ana', 'a code that can be guessed', '23514', $$select iniciar_acompanamiento('1234', 1)$$),
  ('ana', 'two hours', '23514', $$select iniciar_acompanamiento('otro-codigo-de-ana-otro-codigo-de', 2)$$),
  ('ana', 'no hours', '23514', $$select iniciar_acompanamiento('otro-codigo-de-ana-otro-codigo-de', null)$$),
  ('ana', 'asked twice: the same sharing', '=true', $$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8) = now() + interval '1 hour'$$),
  ('ana', 'null island', '23514', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 0, 0, 1, 0)$$),
  ('ana', 'beyond the globe', '23514', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 91, 0, 1, 0)$$),
  ('ana', 'not a number', '23514', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 'nan', 1, 1, 0)$$),
  ('ana', 'a place from the future is from now', '=0', $$select v->>'hace_s' from compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 1, -5000000), ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('ana', 'hers without its code', '=false', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1235', 1, 1, 1, 0)$$)
) as celdas (quien, que, esperado, consulta);

insert into interno.ritmos (user_id, accion, momentos)
select prueba.id('bea'), 'acompanamiento', array(select now() - interval '20 hours' + n * interval '1 minute' from generate_series(1, 200) n);
select prueba.celda('bea', 'starts used up by another member do not count against hers', '1', $$select iniciar_acompanamiento('uno-mas-uno-mas-uno-mas-uno-mas-1', 1)$$);
delete from interno.ritmos where user_id = prueba.id('bea');
select prueba.celda('bea', 'thirty-one in an hour', 'PT429', $$select iniciar_acompanamiento('uno-mas-uno-mas-uno-mas-uno-mas-' || n, 1) from generate_series(1, 31) n$$);
select prueba.celda('ana', 'places of sharings that do not exist do not use up hers', '=true', $$select compartir_posicion(repeat('inventado', 4) || n, 1, 1, 1, 0) from generate_series(1, 40) n;
  select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 1, 0)$$);

-- Ended by her: the place is gone at once, and does not come back.
select prueba.ser('ana');
select terminar_acompanamiento('codigo-de-ana-codigo-de-ana-1234');
select prueba.ser('duena');
select prueba.cierto('ended: no place', terminado and latitud is null and ubicacion_en is null) from interno.acompanamientos;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the link says so', '={"terminado": true, "termino_hace_s": 0}', $$select ver_camino('codigo-de-ana-codigo-de-ana-1234')$$),
  ('ana', 'a place that comes late', '=false', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 1, 0)$$),
  ('ana', 'a start that comes late', '=true', $$select ver_camino('codigo-de-ana-codigo-de-ana-1234')->>'terminado' from iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8)$$)
) as celdas (quien, que, esperado, consulta);

-- A used code can never be started again, by nobody: nobody else's place can appear under her link.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'starting with Ana''s code after its end', 'PT409', $$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8)$$),
  ('carla', 'also as admin', 'PT409', $$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8)$$)
) as celdas (quien, que, esperado, consulta);

-- Ended by time: never readable, and erased.
select prueba.ser('ana');
select iniciar_acompanamiento('otro-codigo-de-ana-otro-codigo-de', 4);
select compartir_posicion('otro-codigo-de-ana-otro-codigo-de', 19.4326, -99.1332, 38, 0);
select prueba.ser('duena');
select prueba.cierto('a new one takes the place of the old', count(*) = 1) from interno.acompanamientos;
update interno.acompanamientos set termina_en = now() - interval '1 minute';
select prueba.celda('visitante', 'the time is over', '={"terminado": true, "termino_hace_s": 60}', $$select ver_camino('otro-codigo-de-ana-otro-codigo-de')$$);
select prueba.cierto('one is over', interno.olvidar_caminos() = 1);
select prueba.cierto('its place is erased', terminado and latitud is null) from interno.acompanamientos;
select interno.olvidar_caminos(now() + interval '2 days');
select prueba.cierto('and a day later the sharing', count(*) = 0) from interno.acompanamientos;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'days after, with the row gone', 'PT409', $$select iniciar_acompanamiento('otro-codigo-de-ana-otro-codigo-de', 8)$$),
  ('ana', 'she herself neither', 'PT409', $$select iniciar_acompanamiento('otro-codigo-de-ana-otro-codigo-de', 8)$$)
) as celdas (quien, que, esperado, consulta);
delete from auth.users where id = prueba.id('ana');
select prueba.celda('bea', 'nor after her account has gone', 'PT409', $$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8)$$);
