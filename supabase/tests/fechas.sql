-- Days that no browser can show: nobody writes one, and a press that claims one stands with another clock.
-- From the catalogue, so that a new column is found by itself. Exceptions say what bounds them.
create table prueba.con_otra_cota (tabla text, columna text, por_que text);
insert into prueba.con_otra_cota values
  ('suspensiones', 'hasta', 'infinity is what an expulsion without an end has'),
  ('diario_personal', 'basada_en', 'compared and never shown: -infinity says that there was none'),
  ('eventos_peligro', 'ocurrido_en', 'never refused: interno.contar_pulsacion corrects it'),
  ('eventos_peligro', 'ubicacion_en', 'never refused: interno.contar_pulsacion corrects it');
select prueba.cierto(
  format('%s.%s is bounded', a.attrelid::regclass, a.attname),
  exists (
    select from pg_constraint k
    where k.conrelid = a.attrelid and k.contype = 'c' and pg_get_constraintdef(k.oid) ~ format('(es_dia|es_momento)\(%s\)|\(%s >= .*\(%s <= ', a.attname, a.attname, a.attname)
  )
)
from pg_attribute a
where a.attrelid in (select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')
  and a.attnum > 0 and not a.attisdropped and a.atttypid in ('date'::regtype, 'timestamptz'::regtype, 'timestamp'::regtype)
  and (has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert') or has_column_privilege('authenticated', a.attrelid, a.attnum, 'update'))
  and (a.attrelid::regclass::text, a.attname) not in (select tabla, columna from prueba.con_otra_cota);
select prueba.cierto('what is bounded otherwise is there: ' || tabla || '.' || columna, exists (
  select from pg_attribute a where a.attrelid = tabla::regclass and a.attname = columna
)) from prueba.con_otra_cota;

select prueba.reunir_equipo();
select prueba.celda('editora', que || ' ' || cuando, '23514', format(consulta, cuando)) from (values
  ('an event', $$insert into encuentros (titulo, estado, empieza, termina) values ('x', 'publicado', %1$L, %1$L::timestamptz + interval '1 hour')$$),
  ('an episode', $$insert into podcast (titulo, url_audio, fecha_creacion) values ('x', 'https://x.test/a.mp3', %L)$$),
  ('a book', $$insert into biblioteca_libros (titulo, semana, publica_en) values ('x', 1, %L)$$),
  ('a draft', $$insert into borradores_legales (entra_en) values (%L)$$),
  ('an entry of the directory', $$insert into asociaciones_apoyo (nombre, verificada_el) values ('x', %L)$$)
) as celdas (que, consulta), unnest(array['-infinity', '0044-03-15 BC', '20000-01-01']) cuando;
select prueba.celda('editora', 'a text for ' || cuando, '23514', format($$select publicar_politica(gen_random_uuid(), 'x', 'nueva', '<p>x</p>', 'x', entra_en => %L)$$, cuando))
from unnest(array['infinity', '20000-01-01']) cuando;
select prueba.celda('editora', 'a licence looked up ' || cuando, '23514', format($$insert into directorio_terapeutas (nombre, cedula, cedula_fuente, verificada_el) values ('x', '1', 'x', %L)$$, cuando))
from unnest(array['-infinity', '0044-03-15 BC']) cuando;
-- What a calendar has is taken as before.
select prueba.celda('editora', 'of this century', '1', $$insert into podcast (titulo, url_audio, fecha_creacion) values ('x', 'https://x.test/a.mp3', '2026-01-01')$$);

-- A press, with its place.
select prueba.ser('editora');
insert into eventos_peligro (user_id, latitud, longitud, ocurrido_en, ubicacion_en)
select prueba.id('editora'), 19.4, -99.1, cuando, cuando from unnest(array['-infinity', '0044-03-15 BC', 'infinity']::timestamptz[]) cuando;
select prueba.ser('duena');
select prueba.cierto('a press of another age is of now', count(*) > 0 and bool_and(ocurrido_en = now() and ubicacion_en = now())) from eventos_peligro where user_id = prueba.id('editora');
select prueba.cierto('and so is its place', count(*) = 1 and bool_and(lugar_en = now())) from alertas where user_id = prueba.id('editora');
