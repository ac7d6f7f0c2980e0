-- Calls: who may ask for an address, and how often.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'asking', '42501', 'select pedir_llamada()'),
  ('dora', 'asking without admission', 'PT403', 'select pedir_llamada()'),
  ('servicio', 'asking as nobody', '42501', 'select pedir_llamada()'),
  ('ana', 'asking', '=' || prueba.id('ana'), 'select pedir_llamada()'),
  ('ana', 'five in an hour', '5', 'select pedir_llamada() from generate_series(1, 5)'),
  ('ana', 'six in an hour', 'PT429', 'select pedir_llamada() from generate_series(1, 6)'),
  ('carla', 'six in an hour', 'PT429', 'select pedir_llamada() from generate_series(1, 6)')
) as celdas (quien, que, esperado, consulta);

-- An hour later she may ask again.
insert into interno.ritmos (user_id, accion, momentos)
values (prueba.id('ana'), 'pedir llamada', array_fill(clock_timestamp() - interval '50 minutes', array[5]));
select prueba.celda('ana', 'a sixth within the hour', 'PT429', 'select pedir_llamada()');
update interno.ritmos set momentos = array_fill(clock_timestamp() - interval '61 minutes', array[5])
where user_id = prueba.id('ana') and accion = 'pedir llamada';
select prueba.celda('ana', 'a sixth after the hour', '1', 'select pedir_llamada()');
