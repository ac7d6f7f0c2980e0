-- Legal texts that are being written: the editoras' together, and nobody else's.
select prueba.reunir_equipo();
insert into borradores_legales (id, titulo, version, contenido) values ('19000000-0000-4000-8000-000000000001', 'Términos', '2.0', '<p>Uno</p>');
select prueba.celda(quien, que || ', ' || quien, case when quien = any (array['carla', 'administradora', 'editora']) then si else no end, consulta)
from (values
  ('select', '1', '0', 'select from borradores_legales'),
  ('insert', '1', '42501', $$insert into borradores_legales (titulo) values ('x')$$),
  ('update', '1', '0', $$update borradores_legales set titulo = 'x'$$),
  ('delete', '1', '0', 'delete from borradores_legales'),
  ('writing the count', '42501', '42501', 'update borradores_legales set revision = 9'),
  ('writing when', '42501', '42501', 'update borradores_legales set guardado_en = now()'),
  ('another id', '42501', '42501', 'update borradores_legales set id = gen_random_uuid()')
) as celdas (que, si, no, consulta), unnest(array['carla', 'administradora', 'editora', 'moderadora', 'soporte', 'ana', 'dora', 'carla a medias']) quien;
select prueba.celda('visitante', que, '42501', consulta) from (values
  ('select', 'select from borradores_legales'), ('insert', $$insert into borradores_legales (titulo) values ('x')$$),
  ('update', $$update borradores_legales set titulo = 'x'$$), ('delete', 'delete from borradores_legales')
) as celdas (que, consulta);
select prueba.celda('editora', que, esperado, consulta) from (values
  ('an empty one', '1', 'insert into borradores_legales default values'),
  ('a long title', '23514', $$insert into borradores_legales (titulo) values (repeat('x', 201))$$),
  ('a long version', '23514', $$insert into borradores_legales (version) values (repeat('x', 21))$$),
  ('long words', '23514', $$insert into borradores_legales (que_cambio) values (repeat('x', 2001))$$),
  ('a long text', '23514', $$insert into borradores_legales (contenido) values (repeat('x', 500001))$$)
) as celdas (que, esperado, consulta);

-- What one pastes another is not shown as code.
select prueba.ser('editora');
update borradores_legales set contenido = '<p style="color:red">Dos</p><img src=x onerror=alert(1)>' where id = '19000000-0000-4000-8000-000000000001' and revision = 1;
select prueba.cierto('stored cleaned, and counted', contenido = '<p>Dos</p>' and revision = 2) from borradores_legales;
-- Two at once: the second changes nothing, and is told by that.
select prueba.ser('duena');
select prueba.celda('administradora', 'saves over what she has not seen', '0', $$update borradores_legales set titulo = 'x' where revision = 1$$);
select prueba.celda('administradora', 'saves what she has seen', '1', $$update borradores_legales set titulo = 'x' where revision = 2$$);
select prueba.cierto('a line of the log, with the names of columns alone', exists (
  select from interno.bitacora where quien = prueba.id('editora') and papel = 'editora' and tabla = 'public.borradores_legales' and verbo = 'UPDATE'
    and columnas @> array['contenido'] and clave = '19000000-0000-4000-8000-000000000001'
));
