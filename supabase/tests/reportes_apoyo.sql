create function prueba.linea(clave text) returns uuid language sql stable security definer as $$
  select id from public.asociaciones_apoyo a where a.clave = linea.clave
$$;
create function prueba.reportar(quien text, clave text) returns void language plpgsql as $$
begin
  perform prueba.ser(quien);
  insert into reportes_apoyo (asociacion_id) values (prueba.linea(clave));
  perform prueba.ser('duena');
end
$$;

select prueba.reportar('ana', 'mx-saptel');
select prueba.reportar('bea', 'mx-saptel');
select prueba.reportar('bea', 'mx-linea-de-la-vida');

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select id from reportes_apoyo'),
  ('visitante', 'insert', '42501', $$insert into reportes_apoyo (asociacion_id) values (prueba.linea('mx-saptel'))$$),
  ('visitante', 'update', '42501', 'update reportes_apoyo set telefono = null'),
  ('visitante', 'delete', '42501', 'delete from reportes_apoyo'),
  ('dora', 'select, not admitted', '0', 'select id from reportes_apoyo'),
  ('dora', 'insert, not admitted', '42501', $$insert into reportes_apoyo (asociacion_id) values (prueba.linea('mx-saptel'))$$),
  ('dora', 'delete, not admitted', '0', 'delete from reportes_apoyo'),

  ('ana', 'select: her own alone', '1', 'select id, asociacion_id, telefono, creado_en from reportes_apoyo'),
  ('ana', 'whose they are', '42501', 'select user_id from reportes_apoyo'),
  ('ana', 'the number as it stood', '=+525552598121', 'select telefono from reportes_apoyo'),
  ('ana', 'insert', '1', $$insert into reportes_apoyo (asociacion_id) values (prueba.linea('mx-denuncia-anonima-089'))$$),
  ('ana', 'a second one for the same entry', '23505', $$insert into reportes_apoyo (asociacion_id) values (prueba.linea('mx-saptel'))$$),
  ('ana', 'in the name of another', '42501', $$insert into reportes_apoyo (asociacion_id, user_id) values (prueba.linea('mx-denuncia-anonima-089'), prueba.id('bea'))$$),
  ('ana', 'with a number of her own', '42501', $$insert into reportes_apoyo (asociacion_id, telefono) values (prueba.linea('mx-denuncia-anonima-089'), '1')$$),
  ('ana', 'about an entry that there is not', '42501', 'insert into reportes_apoyo (asociacion_id) values (gen_random_uuid())'),
  ('ana', 'update', '42501', 'update reportes_apoyo set telefono = null'),
  ('ana', 'delete: her own alone', '1', 'delete from reportes_apoyo'),
  ('bea', 'select: her own alone', '2', 'select id from reportes_apoyo'),

  ('carla', 'select: all', '3', 'select id, asociacion_id, telefono, creado_en from reportes_apoyo'),
  ('carla', 'whose they are', '42501', 'select user_id from reportes_apoyo'),
  ('carla', 'update', '42501', 'update reportes_apoyo set telefono = null'),
  ('carla', 'delete: any', '2', $$delete from reportes_apoyo where asociacion_id = prueba.linea('mx-saptel')$$)
) as celdas (quien, que, esperado, consulta);

-- A hidden entry: a member cannot report what she cannot see.
select prueba.cierto('there is a hidden entry', count(*) > 0) from asociaciones_apoyo where not visible;
create function prueba.oculta() returns uuid language sql stable security definer as $$
  select id from public.asociaciones_apoyo where not visible order by clave limit 1
$$;
select prueba.celda('ana', 'about a hidden entry', '42501', 'insert into reportes_apoyo (asociacion_id) values (prueba.oculta())');

-- Hiding an entry settles nothing; correcting or dialling its number does.
select prueba.ser('carla');
update asociaciones_apoyo set visible = false, descripcion = 'x' where clave = 'mx-saptel';
select prueba.ser('duena');
select prueba.cierto('hidden: its reports stay', count(*) = 2) from reportes_apoyo where asociacion_id = prueba.linea('mx-saptel');

select prueba.ser('carla');
update asociaciones_apoyo set telefono = '55 5259 8121', visible = true where clave = 'mx-saptel';
update asociaciones_apoyo set verificada_el = '2026-11-20' where clave = 'mx-linea-de-la-vida';
select prueba.ser('duena');
select prueba.cierto('corrected, or dialled: no report is left', count(*) = 0) from reportes_apoyo;

select prueba.reportar('bea', 'mx-linea-de-la-vida');
select prueba.ser('carla');
update asociaciones_apoyo set verificada_el = '2026-11-20' where clave = 'mx-linea-de-la-vida';
select prueba.ser('duena');
select prueba.cierto('reported and dialled again on the same day', count(*) = 0) from reportes_apoyo;

-- Verifying covers the number as it is; a changed number is unverified again.
select prueba.ser('carla');
update asociaciones_apoyo set telefono = '+52 800 911-2000', nombre = 'Línea' where clave = 'mx-linea-de-la-vida';
select prueba.cierto('the same number written otherwise stays verified', verificada_el = '2026-11-20')
from asociaciones_apoyo where clave = 'mx-linea-de-la-vida';
update asociaciones_apoyo set telefono = '+525500000001' where clave = 'mx-linea-de-la-vida';
select prueba.ser('duena');
select prueba.cierto('another number is not verified any more', verificada_el is null)
from asociaciones_apoyo where clave = 'mx-linea-de-la-vida';
select prueba.ser('carla');
update asociaciones_apoyo set telefono = '+525500000002', verificada_el = '2026-11-21' where clave = 'mx-linea-de-la-vida';
select prueba.ser('duena');
select prueba.cierto('unless the correction says so', verificada_el = '2026-11-21')
from asociaciones_apoyo where clave = 'mx-linea-de-la-vida';

-- Reports leave with the entry, later than the member (historias_al_irse.sql), and are limited.
select prueba.reportar('ana', 'mx-saptel');
select prueba.reportar('bea', 'mx-saptel');
delete from auth.users where id = prueba.id('bea');
select prueba.cierto('hers do not leave at the moment at which she does', count(*) = 2) from reportes_apoyo;
delete from asociaciones_apoyo where clave = 'mx-saptel';
select prueba.cierto('and with the entry', count(*) = 0) from reportes_apoyo;
select prueba.celda('ana', 'twenty-one in a day', 'PT429', $$insert into reportes_apoyo (asociacion_id) select id from asociaciones_apoyo limit 21$$);
