-- No week of the 53 is empty, and each has a booklet of our own that is really there.
select prueba.cierto('every week has its two booklets', count(*) = 53, count(*)::text) from (
  select semana from biblioteca_libros where disponible and clave ~ '^(cuaderno|guia)-' group by semana having count(*) = 2
) as semanas;
select prueba.cierto('twelve different ones take turns', count(distinct url_pdf) = 12) from biblioteca_libros where clave !~ '^demo-';
select prueba.cierto('and none comes back before six weeks', count(*) = 0) from biblioteca_libros a
  join biblioteca_libros b on a.url_pdf = b.url_pdf and a.clave !~ '^demo-' and b.clave !~ '^demo-' and b.semana - a.semana between 1 and 5;
-- From here on only the rows of demo.sql are looked at.
delete from biblioteca_libros where clave !~ '^demo-';
insert into biblioteca_libros (titulo, semana, disponible) values ('Oculto', get_current_week(), false);
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from biblioteca_libros'),
  ('visitante', 'insert', '42501', $$insert into biblioteca_libros (titulo, semana) values ('x', 1)$$),
  ('visitante', 'update', '42501', $$update biblioteca_libros set titulo = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from biblioteca_libros'),
  ('visitante', 'this week', '42501', 'select get_current_week()'),
  ('ana', 'select as specified', '2', 'select * from biblioteca_libros where semana = get_current_week() and disponible'),
  ('ana', 'select of what is not available', '0', 'select from biblioteca_libros where not disponible'),
  ('ana', 'insert', '42501', $$insert into biblioteca_libros (titulo, semana) values ('x', 1)$$),
  ('ana', 'update', '0', $$update biblioteca_libros set titulo = 'x'$$),
  ('ana', 'delete', '0', 'delete from biblioteca_libros'),
  ('carla', 'select', '3', 'select from biblioteca_libros'),
  ('carla', 'insert', '1', $$insert into biblioteca_libros (titulo, autor, url_pdf, semana) values ('x', 'y', '/cuadernos/x.pdf', 53)$$),
  ('carla', 'update', '3', $$update biblioteca_libros set disponible = true$$),
  ('carla', 'delete', '3', 'delete from biblioteca_libros'),
  ('carla', 'week 0', '23514', $$insert into biblioteca_libros (titulo, semana) values ('x', 0)$$),
  ('carla', 'week 54', '23514', $$insert into biblioteca_libros (titulo, semana) values ('x', 54)$$),
  ('carla', 'a script for a file', '23514', $$insert into biblioteca_libros (titulo, semana, url_pdf) values ('x', 1, 'javascript:alert(1)')$$),
  ('carla', 'another host without a scheme', '23514', $$insert into biblioteca_libros (titulo, semana, url_pdf) values ('x', 1, '//mala.test/x.pdf')$$),
  ('carla', 'a backslash', '23514', $$insert into biblioteca_libros (titulo, semana, url_pdf) values ('x', 1, '/\mala.test/x.pdf')$$),
  ('carla', 'plain http', '23514', $$insert into biblioteca_libros (titulo, semana, url_pdf) values ('x', 1, 'http://mala.test/x.pdf')$$),
  ('carla', 'our own storage while developing', '1', $$insert into biblioteca_libros (titulo, semana, url_pdf) values ('x', 1, 'http://127.0.0.1:8080/storage/v1/object/public/x.pdf')$$)
) as celdas (quien, que, esperado, consulta);

-- The week is that of the settings' time zone.
select prueba.cierto('the week of Mexico City', get_current_week() = extract(week from now() at time zone 'America/Mexico_City'));
update interno.ajustes set valor = 'Pacific/Kiritimati' where clave = 'zona_horaria';
select prueba.cierto('the week of another place', get_current_week() = extract(week from now() at time zone 'Pacific/Kiritimati'));
delete from interno.ajustes where clave = 'zona_horaria';
select prueba.cierto('the week without a setting', get_current_week() = extract(week from now() at time zone 'America/Mexico_City'));

-- A form knows which state of the row it was filled in from.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'a change is another version', '=2', $$update biblioteca_libros set titulo = 'x' where id = (select id from biblioteca_libros where version = 1 limit 1) returning version$$),
  ('carla', 'its place in the list is no change of a book', '=1', $$update biblioteca_libros set orden = 7 where id = (select id from biblioteca_libros limit 1) returning version$$),
  ('carla', 'naming the version herself', '42501', $$update biblioteca_libros set version = 9$$)
) as celdas (quien, que, esperado, consulta);
