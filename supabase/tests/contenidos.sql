-- Contents that wait or are hidden, files that are replaced where they lie, chapters and words of an episode: for each role.
select prueba.reunir_equipo();
delete from biblioteca_libros where clave !~ '^demo-';
insert into biblioteca_libros (id, titulo, semana, publica_en, disponible, url_pdf) values
  ('0b000000-0000-4000-8000-000000000001', 'Para mañana', 7, now() + interval '1 day', true, '/storage/v1/object/public/biblioteca/0a000000-0000-4000-8000-000000000001.pdf'),
  ('0b000000-0000-4000-8000-000000000002', 'Desde ayer', 7, now() - interval '1 day', true, null),
  ('0b000000-0000-4000-8000-000000000003', 'Desde ayer, oculto', 7, now() - interval '1 day', false, null);
insert into podcast (id, titulo, url_audio, fecha_creacion, visible, capitulos, transcripcion) values
  ('0c000000-0000-4000-8000-000000000001', 'Para mañana', '/storage/v1/object/public/podcast/0a000000-0000-4000-8000-000000000002.mp3', now() + interval '1 day', true, '[{"segundo": 0, "titulo": "Uno"}]', 'Hola'),
  ('0c000000-0000-4000-8000-000000000002', 'Oculto', null, now() - interval '1 day', false, '[]', 'Hola'),
  ('0c000000-0000-4000-8000-000000000003', 'Desde ayer', null, now() - interval '1 day', true, '[{"segundo": 0, "titulo": "Uno"}]', 'Lo que se dice');

select prueba.celda(quien, que || ', ' || quien, case when quien = 'visitante' then '42501' when quien = any (array['carla', 'administradora', 'editora']) then suyas else las_demas end, consulta)
from (values
  ('reads the books of the week', '=Desde ayer', '=Desde ayer, Desde ayer, oculto, Para mañana', $$select string_agg(titulo, ', ' order by titulo) from biblioteca_libros where semana = 7$$),
  ('reads episodes and what is said in them', '=<p>Lo que se dice</p>', '=<p>Hola</p>, <p>Hola</p>, <p>Lo que se dice</p>', $$select string_agg(transcripcion, ', ' order by transcripcion) from podcast where id::text like '0c%'$$),
  ('gives a book its day', '0', '3', $$update biblioteca_libros set publica_en = now() + interval '2 days' where semana = 7$$),
  ('writes chapters', '0', '3', $$update podcast set capitulos = '[{"segundo": 5, "titulo": "x"}]', transcripcion = 'y' where id::text like '0c%'$$)
) as celdas (que, las_demas, suyas, consulta),
  unnest(array['visitante', 'ana', 'moderadora', 'soporte', 'editora', 'administradora', 'carla']) quien;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'downloads what waits', '42501', $$insert into descargas_libros (user_id, libro_id) values (prueba.id('ana'), '0b000000-0000-4000-8000-000000000001')$$),
  ('ana', 'downloads what came', '1', $$insert into descargas_libros (user_id, libro_id) values (prueba.id('ana'), '0b000000-0000-4000-8000-000000000002')$$),
  ('ana', 'whether there are words, without them', '=true', $$select tiene_transcripcion from podcast where id = '0c000000-0000-4000-8000-000000000003'$$),
  ('editora', 'another day is another version', '=2', $$update biblioteca_libros set publica_en = null where id = '0b000000-0000-4000-8000-000000000001' returning version$$),
  ('editora', 'other words are another version', '=2', $$update podcast set transcripcion = 'x' where id = '0c000000-0000-4000-8000-000000000001' returning version$$),
  ('editora', 'writes the count of files', '42501', $$update podcast set archivo_version = 7$$),
  ('editora', 'a text for chapters', '23514', $$update podcast set capitulos = '"x"'$$),
  ('editora', 'chapters that go back', '23514', $$update podcast set capitulos = '[{"segundo": 5, "titulo": "a"}, {"segundo": 5, "titulo": "b"}]'$$),
  ('editora', 'a part of a second', '23514', $$update podcast set capitulos = '[{"segundo": 0.5, "titulo": "a"}]'$$),
  ('editora', 'a chapter before the beginning', '23514', $$update podcast set capitulos = '[{"segundo": -1, "titulo": "a"}]'$$),
  ('editora', 'a chapter without a name', '23514', $$update podcast set capitulos = '[{"segundo": 1, "titulo": " "}]'$$),
  ('editora', 'something else in a chapter', '23514', $$update podcast set capitulos = '[{"segundo": 1, "titulo": "a", "url": "x"}]'$$),
  ('editora', 'a hundred and one chapters', '23514', $$update podcast set capitulos = (select jsonb_agg(jsonb_build_object('segundo', n, 'titulo', 'a')) from generate_series(1, 101) n)$$),
  ('editora', 'words without end', '23514', $$update podcast set transcripcion = repeat('a', 200001)$$),
  ('editora', 'a description without end', '23514', $$update podcast set descripcion = repeat('a', 16001)$$)
) as celdas (quien, que, esperado, consulta);

-- Long texts: no matter who writes them, nothing is stored that could run; words alone are paragraphs, and saving once more changes nothing.
select prueba.celda(quien, 'a long text, ' || quien || ', ' || dado, coalesce('=' || guardado, '=null'), format($$update podcast set %1$I = %2$L where id = '0c000000-0000-4000-8000-000000000003' returning %1$I$$, columna, dado))
from (values
  ('<h3>Uno</h3><p onclick="x()">dos <a href="javascript:x()">tres</a><script>x()</script></p>', '<h3>Uno</h3><p>dos <a>tres</a></p>'),
  ('<p>a <a href="https://x.mx">b</a></p>', '<p>a <a href="https://x.mx">b</a></p>'),
  (E'Uno & dos\r\n\r\n3 < 4', E'<p>Uno &amp; dos</p>\n<p>3 &lt; 4</p>'),
  (E'  \n ', null)
) as textos (dado, guardado), unnest(array['descripcion', 'transcripcion']) columna, unnest(array['editora', 'servicio']) quien;
select prueba.celda('editora', 'an event', '=<p>Trae agua.</p>', $$insert into encuentros (titulo, descripcion, empieza, termina) values ('x', '<p style="position:fixed">Trae agua.<img src=x onerror=x()></p>', now(), now() + interval '1 hour') returning descripcion$$);
insert into podcast (id, titulo, transcripcion) values ('0c000000-0000-4000-8000-000000000004', 'Calla', '<p> </p>');
select prueba.cierto('nothing but elements is no transcript', not tiene_transcripcion) from podcast where titulo = 'Calla';
delete from podcast where titulo = 'Calla';
select prueba.cierto('saved once more it is as it was', interno.texto_con_forma(interno.texto_con_forma(t)) = interno.texto_con_forma(t))
from unnest(array[E'a\n<b', '<p>a</p>', 'a & b', '<ul><li>x</li></ul>']) t;

-- The weeks ahead, also over the end of a year.
update interno.ajustes set valor = 'America/Mexico_City' where clave = 'zona_horaria';
select prueba.celda(quien, 'the weeks ahead', esperado, 'select from semanas_por_venir(4)')
from (values ('visitante', '42501'), ('ana', '4'), ('editora', '4')) as celdas (quien, esperado);
select prueba.cierto('the first one is this week', (select semana from semanas_por_venir(1)) = get_current_week());
select prueba.cierto('each begins where the one before ends, on a Monday, for a year', count(*) = 53 and bool_and(seguida and extract(isodow from lunes) = 1 and semana = extract(week from lunes)))
from (select *, coalesce(desde = lag(hasta) over (order by lunes), true) as seguida from semanas_por_venir(99)) s;
select prueba.cierto('its first moment is midnight there', bool_and((desde at time zone 'America/Mexico_City') = lunes::timestamp)) from semanas_por_venir(53);

-- A file that is replaced: by whom, and what says so.
insert into storage.objects (bucket_id, name, owner_id, version) values
  ('biblioteca', '0a000000-0000-4000-8000-000000000001.pdf', prueba.id('carla'), gen_random_uuid()),
  ('podcast', '0a000000-0000-4000-8000-000000000002.mp3', prueba.id('carla'), gen_random_uuid());
select prueba.celda(quien, 'replaces files, ' || quien, esperado, $$update storage.objects set version = gen_random_uuid() where bucket_id in ('biblioteca', 'podcast')$$)
from (values ('visitante', '0'), ('ana', '0'), ('moderadora', '0'), ('soporte', '0'), ('editora', '2'), ('administradora', '2'), ('carla', '2')) as celdas (quien, esperado);
select prueba.celda('editora', 'gives one a name that tells something', '42501', $$update storage.objects set name = 'plan.pdf' where bucket_id = 'biblioteca'$$);
update storage.objects set version = gen_random_uuid() where bucket_id in ('biblioteca', 'podcast');
update storage.objects set updated_at = now() where bucket_id in ('biblioteca', 'podcast');
select prueba.cierto('what points to it says that it was, and its form knows nothing of it',
  (select (archivo_version, version, url_pdf) = (2, 1, '/storage/v1/object/public/biblioteca/0a000000-0000-4000-8000-000000000001.pdf') from biblioteca_libros where id = '0b000000-0000-4000-8000-000000000001')
  and (select (archivo_version, version) = (2, 1) from podcast where id = '0c000000-0000-4000-8000-000000000001'));
select prueba.cierto('and nothing else does', not exists (select from podcast where archivo_version > 1 and titulo <> 'Para mañana')
  and not exists (select from biblioteca_libros where archivo_version > 1 and titulo <> 'Para mañana'));

-- A therapist's photo: the editoras' to add, and nobody's account takes it away.
select prueba.celda(quien, 'adds a photo, ' || quien, esperado, $$insert into storage.objects (bucket_id, name) select 'terapeutas', gen_random_uuid() || '.jpg'$$)
from (values ('visitante', '42501'), ('ana', '42501'), ('moderadora', '42501'), ('soporte', '42501'), ('editora', '1'), ('administradora', '1')) as celdas (quien, esperado);
select prueba.celda('editora', 'a page for a photo', '42501', $$insert into storage.objects (bucket_id, name) select 'terapeutas', gen_random_uuid() || '.html'$$);
insert into storage.objects (bucket_id, name, owner_id, version) values ('terapeutas', '0a000000-0000-4000-8000-000000000003.jpg', prueba.id('editora'), gen_random_uuid());
select prueba.ser('cuentas');
delete from auth.users where id = prueba.id('editora');
select prueba.ser('duena');
select prueba.cierto('the photo is still there', count(*) = 1) from storage.objects where bucket_id = 'terapeutas';
