select prueba.cierto('its day is the same everywhere in the Americas and in Spain', 
  bool_and((publicada_en at time zone zona)::date = '2026-11-24')) from politicas_legales, unnest(array['America/Tijuana', 'America/Mexico_City', 'America/Argentina/Buenos_Aires', 'Europe/Madrid']) zona;
insert into politicas_legales (id, titulo, version, contenido, publicada_en) values ('17000000-0000-4000-8000-00000000f00d', 'Futura', '9.0', '<p>x</p>', now() + interval '1 day');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the latest as specified', '=1.1', 'select version from politicas_legales order by publicada_en desc limit 1'),
  ('visitante', 'select', '1', 'select * from politicas_legales'),
  ('visitante', 'insert', '42501', $$insert into politicas_legales (titulo, version, contenido) values ('x', '2', '<p>x</p>')$$),
  ('visitante', 'update', '42501', $$update politicas_legales set contenido = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from politicas_legales'),
  ('ana', 'select', '1', 'select from politicas_legales'),
  ('ana', 'insert', '42501', $$insert into politicas_legales (titulo, version, contenido) values ('x', '2', '<p>x</p>')$$),
  ('ana', 'update', '42501', $$update politicas_legales set contenido = 'x'$$),
  ('ana', 'delete', '42501', 'delete from politicas_legales'),
  ('carla', 'the latest for the admin too', '=1.1', 'select version from politicas_legales order by publicada_en desc limit 1'),
  ('carla', 'insert: by its function alone', '42501', $$insert into politicas_legales (titulo, version, contenido) values ('x', '2', '<p>x</p>')$$),
  ('carla', 'rewriting what was published', '42501', $$update politicas_legales set contenido = 'x'$$),
  ('carla', 'delete', '42501', 'delete from politicas_legales'),
  ('carla', 'publishing', '1', $$select publicar_politica(gen_random_uuid(), 'Nueva', '2.0', '<h2>Hola</h2><p>Uno <a href="https://x.mx">enlace</a>, <a href="mailto:a@b.mx">correo</a></p><table><tr><td>1</td></tr></table>', 'Cambió todo.')$$),
  ('carla', 'a version twice', '23505', $$select publicar_politica(gen_random_uuid(), 'Nueva', ' 1.1 ', '<p>x</p>', 'x')$$),
  ('carla', 'nothing written', '23514', $$select publicar_politica(gen_random_uuid(), 'x', '2.0', ' ', 'x')$$),
  ('carla', 'nothing that may stay', '23514', $$select publicar_politica(gen_random_uuid(), 'x', '2.0', '<script>alert(1)</script>', 'x')$$),
  ('carla', 'without what changed', 'PT422', $$select publicar_politica(gen_random_uuid(), 'x', '2.0', '<p>x</p>')$$),
  ('carla', 'with blanks as what changed', 'PT422', $$select publicar_politica(gen_random_uuid(), 'x', '2.0', '<p>x</p>', '  ')$$),
  ('carla', 'a small correction needs no words', '1', $$select publicar_politica(gen_random_uuid(), 'x', '1.1.1', '<p>x</p>', null, true)$$),
  ('carla', 'words that only look like code', '1', $$select publicar_politica(gen_random_uuid(), 'x', '2.0', '<p>Tus datos: en línea = seguros; base de datos, formulario, scripts y metas.</p>', 'x')$$)
) as celdas (quien, que, esperado, consulta);

-- Who publishes, sees what waits for its day, corrects and withdraws it: the editoras, by a function each.
select prueba.reunir_equipo();
select prueba.celda(quien, que || ', ' || quien, case when quien = any (array['carla', 'administradora', 'editora']) then si else no end, consulta)
from (values
  ('publishes', '1', '42501', $$select publicar_politica(gen_random_uuid(), 'x', '3.0', '<p>x</p>', 'x')$$),
  ('sees what waits for its day', '=1', '=0', 'select count(*) from politicas_programadas()'),
  ('corrects it', '1', '42501', $$select corregir_programada((select '17000000-0000-4000-8000-00000000f00d'::uuid), 1, 'Futura', '9.1', '<p>y</p>', 'x', false, now() + interval '2 days')$$),
  ('withdraws it', '1', '42501', $$select retirar_programada('17000000-0000-4000-8000-00000000f00d', 1)$$)
) as celdas (que, si, no, consulta), unnest(array['carla', 'administradora', 'editora', 'moderadora', 'soporte', 'bea', 'dora', 'carla a medias']) quien;
select prueba.celda('visitante', que, '42501', consulta) from (values
  ('publishes', $$select publicar_politica(gen_random_uuid(), 'x', '3.0', '<p>x</p>', 'x')$$),
  ('sees what waits', 'select politicas_programadas()'),
  ('corrects it', $$select corregir_programada('17000000-0000-4000-8000-00000000f00d', 1, 'x', '9.1', '<p>y</p>')$$),
  ('withdraws it', $$select retirar_programada('17000000-0000-4000-8000-00000000f00d', 1)$$),
  ('what changed for her', 'select politica_cambios()')
) as celdas (que, consulta);

-- Two at once, and the day that comes meanwhile.
select prueba.celda('editora', que, esperado, consulta) from (values
  ('corrects what another corrected', 'PT409', $$select corregir_programada('17000000-0000-4000-8000-00000000f00d', 7, 'x', '9.1', '<p>y</p>', 'x')$$),
  ('corrects it without what changed', 'PT422', $$select corregir_programada('17000000-0000-4000-8000-00000000f00d', 1, 'x', '9.1', '<p>y</p>')$$),
  ('corrects it into a version that is there', '23505', $$select corregir_programada('17000000-0000-4000-8000-00000000f00d', 1, 'x', '1.1', '<p>y</p>', 'x')$$),
  ('corrects it into nothing', '23514', $$select corregir_programada('17000000-0000-4000-8000-00000000f00d', 1, 'x', '9.1', '<style>p{}</style>', 'x')$$),
  ('withdraws what another corrected', 'PT409', $$select retirar_programada('17000000-0000-4000-8000-00000000f00d', 7)$$),
  ('withdraws what is gone', 'PT404', $$select retirar_programada(gen_random_uuid(), 1)$$),
  ('corrects what is in force', 'PT409', $$select corregir_programada((select id from politicas_legales where version = '1.1'), 1, 'x', '9.2', '<p>y</p>', 'x')$$),
  ('withdraws what is in force', 'PT409', $$select retirar_programada((select id from politicas_legales where version = '1.1'), 1)$$)
) as celdas (que, esperado, consulta);

select prueba.ser('editora');
select corregir_programada('17000000-0000-4000-8000-00000000f00d', 1, ' Futura ', '9.1', '<p onclick="x()">Mejor</p><script>x</script>', ' Más clara. ', false, now() + interval '2 days');
select prueba.cierto('corrected: cleaned, counted, still waiting',
  titulo = 'Futura' and version = '9.1' and contenido = '<p>Mejor</p>' and que_cambio = 'Más clara.' and revision = 2 and publicada_en > now() + interval '1 day')
from politicas_programadas();
select retirar_programada('17000000-0000-4000-8000-00000000f00d', 2);
select prueba.cierto('withdrawn: nothing waits', count(*) = 0) from politicas_programadas();
select prueba.cierto('and it is a draft again, whole', version = '9.1' and contenido = '<p>Mejor</p>' and que_cambio = 'Más clara.' and entra_en is not null and revision = 1)
from borradores_legales where id = '17000000-0000-4000-8000-00000000f00d';

-- A draft becomes a version as it was seen, once.
select prueba.ser('duena');
select prueba.celda('editora', 'publishes a draft that another changed', 'PT409',
  $$select publicar_politica(gen_random_uuid(), 'x', '9.1', '<p>x</p>', 'x', false, null, '17000000-0000-4000-8000-00000000f00d', 7)$$);
select prueba.celda('editora', 'publishes a draft that is gone', 'PT409',
  $$select publicar_politica(gen_random_uuid(), 'x', '9.1', '<p>x</p>', 'x', false, null, gen_random_uuid(), 1)$$);
select prueba.ser('editora');
select publicar_politica('17000000-0000-4000-8000-00000000f00e', 'Futura', '9.1', '<p>Mejor</p>', 'Más clara.', false, now() + interval '3 days', '17000000-0000-4000-8000-00000000f00d', 1);
select prueba.cierto('its draft ended with it', count(*) = 0) from borradores_legales;
select publicar_politica('17000000-0000-4000-8000-00000000f00e', 'Futura', '9.1', '<p>Mejor</p>', 'Más clara.', false, now() + interval '3 days', '17000000-0000-4000-8000-00000000f00d', 1);
select prueba.cierto('pressed twice it is there once', count(*) = 1) from politicas_programadas();
select prueba.ser('duena');
select prueba.celda('administradora', 'publishes the same draft with other words', 'PT409',
  $$select publicar_politica('17000000-0000-4000-8000-00000000f00e', 'Futura', '9.1', '<p>Otra cosa</p>', 'x', false, null, '17000000-0000-4000-8000-00000000f00d', 1)$$);
select prueba.ser('editora');
-- A day that is over is today.
select publicar_politica('17000000-0000-4000-8000-00000000f00f', 'Hoy', '9.2', '<p>x</p>', 'x', false, '2001-01-01');
select prueba.cierto('nothing is dated back', publicada_en = now()) from politicas_legales where version = '9.2';
select prueba.ser('duena');
select prueba.cierto('each step is a line of the log, with her role and no words', (
  select array_agg(concat_ws(' ', papel, tabla, verbo) order by id) from interno.bitacora
  where quien = prueba.id('editora') and tabla in ('public.politicas_legales', 'public.borradores_legales')
) = array[
  'editora public.politicas_legales UPDATE', 'editora public.politicas_legales DELETE', 'editora public.borradores_legales INSERT',
  'editora public.borradores_legales DELETE', 'editora public.politicas_legales INSERT', 'editora public.politicas_legales INSERT'
], (select string_agg(concat_ws(' ', papel, tabla, verbo), '; ' order by id) from interno.bitacora where quien = prueba.id('editora')));
