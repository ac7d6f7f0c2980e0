-- Settings and rate limits, which other rules use.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'settings', '42501', 'select from interno.ajustes'),
  ('visitante', 'rates', '42501', 'select from interno.ritmos'),
  ('ana', 'settings', '=true', 'select count(*) > 3 from interno.ajustes'),
  ('ana', 'changing a setting', '42501', $$update interno.ajustes set valor = '1000' where clave = 'factor_de_ritmo'$$),
  ('ana', 'adding a setting', '42501', $$insert into interno.ajustes values ('x', 'x', 'x')$$),
  ('ana', 'deleting a setting', '42501', 'delete from interno.ajustes'),
  ('ana', 'rates', '42501', 'select from interno.ritmos'),
  ('ana', 'resetting her rate', '42501', 'delete from interno.ritmos'),
  ('carla', 'changing a setting', '42501', $$update interno.ajustes set valor = '1000'$$),
  ('carla', 'rates', '42501', 'select from interno.ritmos'),
  ('ana', 'rounding locations', '42501', 'select interno.minimizar_ubicaciones()'),
  ('ana', 'making a table', '42501', 'create table public.x (a int)'),
  ('ana', 'making a table in interno', '42501', 'create table interno.x (a int)'),
  ('ana', 'reading accounts', '42501', 'select from auth.users'),
  ('visitante', 'reading accounts', '42501', 'select from auth.users')
) as celdas (quien, que, esperado, consulta);

select prueba.cierto(texto || ' → ' || coalesce(esperado, 'null'), interno.telefono_normal(texto) is not distinct from esperado, interno.telefono_normal(texto))
from (values
  ('911', '911'), ('079', '079'), ('*765', '*765'), ('1455', '1455'), ('55 1234 5678', '+525512345678'),
  ('+52 1 55 1234 5678', '+525512345678'), ('5215512345678', '+525512345678'), ('0052 55 1234 5678', '+525512345678'), ('+1 (212) 555-0100', '+12125550100'),
  ('', ''), (null, null), ('01 55 1234 5678', '015512345678'), ('hola', 'hola')
) as t (texto, esperado);
select prueba.cierto('phone number: ' || texto, interno.es_telefono(texto)) from unnest(array['911', '+525512345678', '*765', '12', '#31#']) texto;
select prueba.cierto('no phone number: ' || texto, not interno.es_telefono(texto))
from unnest(array['', '1', '+', '+0123456789', '+5255', '5512345678', 'abc', '+52 55', '911;', E'911\n', '+52551234567890123']) texto;
select prueba.cierto('visible: ' || texto, interno.tiene_texto(texto)) from unnest(array['a', 'ñ', '.', '🌸', '❤️', '漢']) texto;
select prueba.cierto('invisible: ' || n, not interno.tiene_texto(texto))
from unnest(array['', ' ', E'\t\n\r', U&'\00a0', U&'\200b', U&'\202e\2066', U&'\2800', U&'\3164', U&'\feff', U&'\fe0f']) with ordinality t (texto, n);
