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

-- What could run is refused.
select prueba.celda('carla', 'refused: ' || html, '23514', format('insert into politicas_legales (titulo, version, contenido) values (''x'', ''x'', %L)', html))
from unnest(array[
  '<script>alert(1)</script>', '<ScRiPt src=//x>', '<p>x</p>< script >alert(1)</script>', '<img src=x onerror=alert(1)>',
  '<img src=x oNeRRor = "alert(1)">', '<p><a href="javascript:alert(1)">x</a></p>', '<a href="JaVaScRiPt :alert(1)">x</a>',
  '<a href=''vbscript:x''>x</a>', '<a href="data:text/html,x">x</a>', '<iframe src="https://x"></iframe>', '<object data=x>',
  '<embed src=x>', '<style>body{display:none}</style>', '<link rel=stylesheet href=x>', '<meta http-equiv=refresh content=0>',
  '<base href=//x>', '<form action=//x>', '<svg/onload=alert(1)>', '<svg><animate onbegin=alert(1)>', '<math><mi>',
  '<body/onload=alert(1)>', '<template><p>x'
]) html;
