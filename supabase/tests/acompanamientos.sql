-- One walk for Ana, an hour long, with a place.
select prueba.ser('ana');
select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 1);
select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 19.4326, -99.1332, 38, 20000);
select prueba.ser('duena');

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
  ('visitante', 'and when it ends', '=3600', $$select v->>'termina_en_s' from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('visitante', 'but not who she is', '=false', $$select v ?| array['user_id', 'nombre', 'username', 'email'] from ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('visitante', 'another link shows nothing', '=null', $$select ver_camino('codigo-de-ana-codigo-de-ana-1235')$$),
  ('visitante', 'no link shows nothing', '=null', $$select ver_camino(null)$$),
  ('bea', 'with the link', '=19.4326', $$select ver_camino('codigo-de-ana-codigo-de-ana-1234')->>'latitud'$$),
  ('bea', 'moving Ana', '=false', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 1, 0)$$),
  ('bea', 'ending Ana''s', '=false', $$select terminar_acompanamiento('codigo-de-ana-codigo-de-ana-1234')$$),
  ('bea', 'taking Ana''s code', '23505', $$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8)$$),

  ('ana', 'a code that can be guessed', '23514', $$select iniciar_acompanamiento('1234', 1)$$),
  ('ana', 'two hours', '23514', $$select iniciar_acompanamiento('otro-codigo-de-ana-otro-codigo-de', 2)$$),
  ('ana', 'no hours', '23514', $$select iniciar_acompanamiento('otro-codigo-de-ana-otro-codigo-de', null)$$),
  ('ana', 'asked twice: the same walk', '=true', $$select iniciar_acompanamiento('codigo-de-ana-codigo-de-ana-1234', 8) = now() + interval '1 hour'$$),
  ('ana', 'null island', '23514', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 0, 0, 1, 0)$$),
  ('ana', 'beyond the globe', '23514', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 91, 0, 1, 0)$$),
  ('ana', 'not a number', '23514', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 'nan', 1, 1, 0)$$),
  ('ana', 'a place from the future is from now', '=0', $$select v->>'hace_s' from compartir_posicion('codigo-de-ana-codigo-de-ana-1234', 1, 1, 1, -5000000), ver_camino('codigo-de-ana-codigo-de-ana-1234') v$$),
  ('ana', 'hers without its code', '=false', $$select compartir_posicion('codigo-de-ana-codigo-de-ana-1235', 1, 1, 1, 0)$$)
) as celdas (quien, que, esperado, consulta);

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
select prueba.cierto('and a day later the walk', count(*) = 0) from interno.acompanamientos;
