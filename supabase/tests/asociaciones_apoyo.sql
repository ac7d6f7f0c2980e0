-- The seed: 51 visible entries, 15 hidden ones.
select prueba.cierto('every entry names its source', bool_and(fuente_url is not null and fuente_fecha is not null and clave is not null))
from asociaciones_apoyo;
select prueba.cierto('no entry claims a call that nobody made', bool_and(verificada_el is null)) from asociaciones_apoyo;
select prueba.cierto('every entry has a country, a state and a city', bool_and(pais is not null and estado is not null and ciudad is not null))
from asociaciones_apoyo;
select prueba.cierto('every state of Mexico is one of the 32', bool_and(estado = any (array[
  'Nacional', 'Aguascalientes', 'Baja California', 'Baja California Sur', 'Campeche', 'Coahuila de Zaragoza', 'Colima', 'Chiapas',
  'Chihuahua', 'Ciudad de México', 'Durango', 'Guanajuato', 'Guerrero', 'Hidalgo', 'Jalisco', 'Estado de México',
  'Michoacán de Ocampo', 'Morelos', 'Nayarit', 'Nuevo León', 'Oaxaca', 'Puebla', 'Querétaro', 'Quintana Roo',
  'San Luis Potosí', 'Sinaloa', 'Sonora', 'Tabasco', 'Tamaulipas', 'Tlaxcala', 'Veracruz de Ignacio de la Llave', 'Yucatán',
  'Zacatecas'])))
from asociaciones_apoyo where pais = 'México';
select prueba.cierto('names are sorted as Spanish is', array_agg(n order by n collate "es-x-icu") = array_agg(n order by orden))
from unnest(array['Área', 'Línea', 'LOCATEL', 'ñandú', 'Zeta']) with ordinality as t (n, orden);
select prueba.cierto('«Bogotá, Bogotá, D. C.» is split at its first comma', (ciudad, estado) = ('Bogotá', 'Bogotá, D. C.'))
from asociaciones_apoyo where ubicacion like 'Bogotá%';

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from asociaciones_apoyo'),
  ('visitante', 'insert', '42501', $$insert into asociaciones_apoyo (nombre) values ('x')$$),
  ('visitante', 'update', '42501', 'update asociaciones_apoyo set visible = false'),
  ('visitante', 'delete', '42501', 'delete from asociaciones_apoyo'),
  ('ana', 'select', '51', 'select * from asociaciones_apoyo'),
  ('ana', 'select of hidden ones', '0', 'select from asociaciones_apoyo where not visible'),
  ('ana', 'insert', '42501', $$insert into asociaciones_apoyo (nombre, descripcion, telefono, url_web, visible, ubicacion, created_by) values ('x', '', '', '', true, 'a, b', prueba.id('ana'))$$),
  ('ana', 'update', '0', $$update asociaciones_apoyo set telefono = '+525500000000'$$),
  ('ana', 'delete', '0', 'delete from asociaciones_apoyo'),
  ('carla', 'select', '66', 'select from asociaciones_apoyo'),
  ('carla', 'insert as specified', '1', $$insert into asociaciones_apoyo (nombre, descripcion, telefono, url_web, visible, ubicacion, created_by) values ('Casa', '', '', '', true, 'Mérida, Yucatán', prueba.id('carla'))$$),
  ('carla', 'visible by default', '=true', $$insert into asociaciones_apoyo (nombre) values ('Casa') returning visible$$),
  ('carla', 'city from ubicacion', '=Mérida|Yucatán', $$insert into asociaciones_apoyo (nombre, ubicacion) values ('Casa', 'Mérida, Yucatán') returning ciudad || '|' || estado$$),
  ('carla', 'update as specified', '1', $$update asociaciones_apoyo set nombre = 'Línea', descripcion = 'x', telefono = '079', url_web = 'https://x.mx', visible = true, ubicacion = 'Todo el país, Nacional', created_by = prueba.id('carla') where clave = 'mx-saptel'$$),
  ('carla', 'delete', '1', $$delete from asociaciones_apoyo where clave = 'mx-saptel'$$),
  ('carla', 'the seed''s key', '42501', $$update asociaciones_apoyo set clave = 'x'$$),

  ('carla', 'no name', '23514', $$insert into asociaciones_apoyo (nombre) values ('  ')$$),
  ('carla', 'null name', '23502', $$insert into asociaciones_apoyo (telefono) values ('911')$$),
  ('carla', 'a number with separators', '=+525512345678', $$insert into asociaciones_apoyo (nombre, telefono) values ('Casa', '+52 (55) 1234-5678') returning telefono$$),
  ('carla', 'letters for a number', '23514', $$insert into asociaciones_apoyo (nombre, telefono) values ('Casa', 'llámanos')$$),
  ('carla', 'a script for an address', '23514', $$insert into asociaciones_apoyo (nombre, url_web) values ('Casa', 'javascript:alert(1)')$$),
  ('carla', 'data for an address', '23514', $$insert into asociaciones_apoyo (nombre, url_web) values ('Casa', 'data:text/html,x')$$)
) as celdas (quien, que, esperado, consulta);

-- A later correction leaves alone what the admin has edited.
select prueba.ser('carla');
update asociaciones_apoyo set telefono = '+525511110000' where clave = 'mx-saptel';
select prueba.ser('duena');
update asociaciones_apoyo set telefono = '+525522220000' where clave in ('mx-saptel', 'mx-linea-de-la-vida') and editado_en is null;
select prueba.cierto('the admin''s number stays', telefono = '+525511110000') from asociaciones_apoyo where clave = 'mx-saptel';
select prueba.cierto('the others are corrected, and stay correctable', telefono = '+525522220000' and editado_en is null)
from asociaciones_apoyo where clave = 'mx-linea-de-la-vida';

-- A form knows which state of the row it was filled in from.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'a change is another version', '=2', $$update asociaciones_apoyo set nombre = 'x' where id = (select id from asociaciones_apoyo where version = 1 limit 1) returning version$$),
  ('carla', 'naming the version herself', '42501', $$update asociaciones_apoyo set version = 9$$)
) as celdas (quien, que, esperado, consulta);
