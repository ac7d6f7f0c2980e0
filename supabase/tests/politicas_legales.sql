select prueba.cierto('the first one is of the same day everywhere in the Americas and in Spain', 
  bool_and((publicada_en at time zone zona)::date = '2026-01-01')) from politicas_legales, unnest(array['America/Tijuana', 'America/Mexico_City', 'America/Argentina/Buenos_Aires', 'Europe/Madrid']) zona;
insert into politicas_legales (titulo, version, contenido, publicada_en) values ('Futura', '9.0', '<p>x</p>', now() + interval '1 day');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the latest as specified', '=1.0', 'select version from politicas_legales order by publicada_en desc limit 1'),
  ('visitante', 'select', '1', 'select * from politicas_legales'),
  ('visitante', 'insert', '42501', $$insert into politicas_legales (titulo, version, contenido) values ('x', '2', '<p>x</p>')$$),
  ('visitante', 'update', '42501', $$update politicas_legales set contenido = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from politicas_legales'),
  ('ana', 'select', '1', 'select from politicas_legales'),
  ('ana', 'insert', '42501', $$insert into politicas_legales (titulo, version, contenido) values ('x', '2', '<p>x</p>')$$),
  ('ana', 'update', '42501', $$update politicas_legales set contenido = 'x'$$),
  ('ana', 'delete', '42501', 'delete from politicas_legales'),
  ('carla', 'the latest for the admin too', '=1.0', 'select version from politicas_legales order by publicada_en desc limit 1'),
  ('carla', 'insert', '1', $$insert into politicas_legales (titulo, version, contenido) values ('Nueva', '2.0', '<h2>Hola</h2><p>Uno <a href="https://x.mx">enlace</a>, <a href="mailto:a@b.mx">correo</a></p><table><tr><td>1</td></tr></table>')$$),
  ('carla', 'a version twice', '23505', $$insert into politicas_legales (titulo, version, contenido) values ('Nueva', '1.0', '<p>x</p>')$$),
  ('carla', 'rewriting what was published', '42501', $$update politicas_legales set contenido = 'x'$$),
  ('carla', 'delete', '42501', 'delete from politicas_legales'),
  ('carla', 'nothing written', '23514', $$insert into politicas_legales (titulo, version, contenido) values ('x', '2.0', ' ')$$),
  ('carla', 'words that only look like code', '1', $$insert into politicas_legales (titulo, version, contenido) values ('x', '2.0', '<p>Tus datos: en línea = seguros; base de datos, formulario, scripts y metas.</p>')$$)
) as celdas (quien, que, esperado, consulta);
