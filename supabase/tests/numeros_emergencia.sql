select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '21', 'select codigo_iso, pais, numeros, fuente_url, fuente_fecha, verificado_el from numeros_emergencia'),
  ('visitante', 'when the admin changed it', '42501', 'select editado_en from numeros_emergencia'),
  ('dora', 'select', '21', 'select from numeros_emergencia'),
  ('visitante', 'insert', '42501', $$insert into numeros_emergencia values ('XX', 'X', array['1'])$$),
  ('visitante', 'update', '42501', $$update numeros_emergencia set numeros = array['1']$$),
  ('visitante', 'delete', '42501', 'delete from numeros_emergencia'),
  ('ana', 'select', '21', 'select * from numeros_emergencia'),
  ('ana', 'her country', '=911', $$select numeros[1] from numeros_emergencia where codigo_iso = 'MX'$$),
  ('ana', 'insert', '42501', $$insert into numeros_emergencia (codigo_iso, pais, numeros) values ('XX', 'X', array['1'])$$),
  ('ana', 'update', '0', $$update numeros_emergencia set numeros = array['1']$$),
  ('ana', 'delete', '0', 'delete from numeros_emergencia'),
  ('carla', 'insert', '1', $$insert into numeros_emergencia (codigo_iso, pais, numeros) values ('XX', 'X', array['112'])$$),
  ('carla', 'update', '1', $$update numeros_emergencia set numeros = array['911', '066'] where codigo_iso = 'MX'$$),
  ('carla', 'delete', '1', $$delete from numeros_emergencia where codigo_iso = 'ES'$$),
  ('carla', 'a source and its day', '1', $$update numeros_emergencia set fuente_url = 'https://x.mx', fuente_fecha = '2026-11' where codigo_iso = 'CO'$$),
  ('carla', 'no number', '23514', $$update numeros_emergencia set numeros = '{}'$$),
  ('carla', 'a country code that is none', '23514', $$insert into numeros_emergencia (codigo_iso, pais, numeros) values ('mex', 'X', array['1'])$$)
) as celdas (quien, que, esperado, consulta);
