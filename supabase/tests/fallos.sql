-- What a device reports of a fault: without who, only what the list of screens, releases and browsers knows, read by the administradoras alone,
-- few in a day, and gone after thirty days.
select prueba.reunir_equipo();

create function pg_temp.informe(codigo text, ruta text, version text default '1.0.0+a1b2c3d', navegador text default 'chrome') returns text
language sql as $$ select format('select informar_fallo(%L, %L, %L, %L)', codigo, ruta, version, navegador) $$;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'reports', '42501', pg_temp.informe('7F3K', '/login')),
  ('ana', 'reports', '1', pg_temp.informe('7F3K', '/sala/:sala')),
  ('ana', 'without a code', '1', pg_temp.informe(null, '/diario')),
  ('carla a medias', 'reports before her second factor', 'PT401', pg_temp.informe('7F3K', '/')),
  ('dora', 'reports, not admitted', '1', pg_temp.informe('7F3K', '/')),
  ('ana', 'an id in the path', '23514', pg_temp.informe('7F3K', '/sala/a0000000-0000-4000-8000-000000000001')),
  ('ana', 'a name in the path', '23514', pg_temp.informe('7F3K', '/camino/Zxc42')),
  ('ana', 'a question behind it', '23514', pg_temp.informe('7F3K', '/diario?dia=2026-11-23')),
  ('ana', 'words as a code', '23514', pg_temp.informe('hola', '/diario')),
  ('ana', 'words as a release', '23514', pg_temp.informe('7F3K', '/diario', 'me llamo Ana')),
  ('ana', 'another browser', '23514', pg_temp.informe('7F3K', '/diario', '1.0.0', 'Mozilla/5.0 (Linux; Android 13; SM-A135M)')),
  ('ana', 'writes the table herself', '42501', $$insert into fallos (ruta, version, navegador) values ('/', '1', 'otro')$$),
  ('ana', 'three at once', '3', 'select ' || 'informar_fallo(null, ''/diario'', ''1'', ''otro'') from generate_series(1, 3)'),
  ('ana', 'a fourth', 'PT429', 'select ' || 'informar_fallo(null, ''/diario'', ''1'', ''otro'') from generate_series(1, 4)')
) as celdas (quien, que, esperado, consulta);

select prueba.ser('ana');
select informar_fallo('7F3K', '/sala/:sala', '1.0.0+a1b2c3d', 'chrome');
select prueba.ser('duena');
select prueba.cierto('nothing of it says who', to_jsonb(f)::text !~ prueba.id('ana')::text) from public.fallos f;
select prueba.celda(quien, que || ', ' || quien, esperado, consulta)
from (values ('ana', '0'), ('bea', '0'), ('dora', '0'), ('moderadora', '0'), ('editora', '0'), ('soporte', '0'), ('carla a medias', '0'),
  ('administradora', '1'), ('carla', '1'), ('visitante', '42501')) as quienes (quien, esperado),
  (values ('reads', 'select from fallos')) as que (que, consulta);
select prueba.celda(quien, que, '42501', consulta)
from (values ('ana'), ('administradora')) as quienes (quien),
  (values ('changes', $$update fallos set codigo = null$$), ('deletes', 'delete from fallos'), ('forgets', 'select interno.olvidar_fallos()')) as que (que, consulta);

select prueba.cierto('a month later it is gone, not before', interno.olvidar_fallos(now() + interval '29 days') = 0);
select prueba.cierto('then it is', interno.olvidar_fallos(now() + interval '31 days') = 1);
select prueba.cierto('nothing is left', not exists (select from public.fallos));
