-- What a therapist answers to a review; her licence and how she works. One review of Ana's and one of Bea's, both of Mariana.
select prueba.reunir_equipo();
insert into respuestas_terapeutas ("reseña_id", texto) values ('f1000000-0000-4000-8000-000000000002', 'Gracias por contarlo.');
select prueba.celda(quien, que || ', ' || quien, case when quien = 'visitante' then '42501' when quien = any (array['carla', 'administradora', 'editora']) then suyas else las_demas end, consulta)
from (values
  ('reads answers', '=Gracias por contarlo.', '=Gracias por contarlo.', 'select texto from respuestas_terapeutas'),
  ('answers', '42501', '1', $$insert into respuestas_terapeutas ("reseña_id", texto) values ('f1000000-0000-4000-8000-000000000001', 'Lo siento.')$$),
  ('corrects an answer', '0', '1', $$update respuestas_terapeutas set texto = 'Gracias'$$),
  ('takes an answer back', '0', '1', 'delete from respuestas_terapeutas'),
  ('moves an answer', '42501', '42501', $$update respuestas_terapeutas set "reseña_id" = 'f1000000-0000-4000-8000-000000000001'$$),
  ('writes when it was', '42501', '42501', $$update respuestas_terapeutas set respondida_el = '2020-01-01'$$)
) as celdas (que, las_demas, suyas, consulta),
  unnest(array['visitante', 'ana', 'bea', 'moderadora', 'soporte', 'editora', 'administradora', 'carla']) quien;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'reads answers', '0', 'select from respuestas_terapeutas'),
  ('editora', 'other words are another version', '=2', $$update respuestas_terapeutas set texto = 'x' returning version$$),
  ('editora', 'names the version herself', '42501', $$update respuestas_terapeutas set version = 9$$),
  ('editora', 'a second answer', '23505', $$insert into respuestas_terapeutas ("reseña_id", texto) values ('f1000000-0000-4000-8000-000000000002', 'Otra')$$),
  ('editora', 'to a review that is none', '42501', $$insert into respuestas_terapeutas ("reseña_id", texto) values (gen_random_uuid(), 'Otra')$$),
  ('editora', 'with nothing in it', '23514', $$insert into respuestas_terapeutas ("reseña_id", texto) values ('f1000000-0000-4000-8000-000000000001', ' ')$$),
  ('editora', 'who wrote what she answers', '=0', 'select count(user_id) from "reseñas_terapeutas"'),
  ('editora', 'nor in the table behind', '0', 'select from interno."autorias_reseñas"'),
  ('editora', 'and changes no review', '0', $$update "reseñas_terapeutas" set comentario = 'x'$$),
  ('editora', 'removes no review', '0', $$delete from "reseñas_terapeutas"$$)
) as celdas (quien, que, esperado, consulta);
-- The log says which review was answered, and nothing of whose it is.
select prueba.cierto('the log names no author', not exists (select from interno.bitacora where tabla = 'public.respuestas_terapeutas' and (clave like prueba.id('ana') || '%' or clave like prueba.id('bea') || '%')));

-- An answer is seen where its review is.
update directorio_terapeutas set visible = false where id = 'e1000000-0000-4000-8000-000000000001';
select prueba.celda(quien, 'answers of a hidden therapist', esperado, 'select from respuestas_terapeutas') from (values ('ana', '0'), ('editora', '1')) as celdas (quien, esperado);
update directorio_terapeutas set visible = true where id = 'e1000000-0000-4000-8000-000000000001';

-- It goes with the review, and comes back with it.
select prueba.ser('ana');
insert into reportes_sala (origen, objeto_id, motivo) values ('reseña', 'f1000000-0000-4000-8000-000000000002', 'datos');
select prueba.ser('moderadora');
create temp table hecha as
  select decidir('reseña', 'f1000000-0000-4000-8000-000000000002', tomar('reseña', 'f1000000-0000-4000-8000-000000000002') ->> 'version', 'retirar', 'datos') as lote;
select prueba.ser('duena');
select prueba.cierto('it went', not exists (select from respuestas_terapeutas));
select prueba.ser('moderadora');
select deshacer(lote) from hecha;
select prueba.ser('duena');
select prueba.cierto('it came back', (select texto from respuestas_terapeutas) = 'Gracias por contarlo.');

-- «Verificada» -----------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('editora', 'a day without a number', 'PT422', $$update directorio_terapeutas set verificada_el = current_date where id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('editora', 'a day without a place', 'PT422', $$update directorio_terapeutas set cedula = '123', verificada_el = current_date where id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('editora', 'a day without a place, from the beginning', 'PT422', $$insert into directorio_terapeutas (nombre, cedula, cedula_fuente, verificada_el) values ('x', '1', ' ', current_date)$$),
  ('editora', 'a day to come', 'PT422', $$update directorio_terapeutas set cedula = '123', cedula_fuente = 'Registro', verificada_el = current_date + 2 where id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('editora', 'all three', '1', $$update directorio_terapeutas set cedula = '123', cedula_fuente = 'Registro', verificada_el = current_date where id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('moderadora', 'all three', '0', $$update directorio_terapeutas set cedula = '123', cedula_fuente = 'Registro', verificada_el = current_date where id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('soporte', 'all three', '0', $$update directorio_terapeutas set cedula = '123', cedula_fuente = 'Registro', verificada_el = current_date where id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('ana', 'all three', '0', $$update directorio_terapeutas set cedula = '123', cedula_fuente = 'Registro', verificada_el = current_date where id = 'e1000000-0000-4000-8000-000000000001'$$)
) as celdas (quien, que, esperado, consulta);
update directorio_terapeutas set cedula = '123', cedula_fuente = 'Registro', verificada_el = current_date, modalidades = '{presencial}', idiomas = '{español,náhuatl}',
  precio_desde = 300, precio_hasta = 600, moneda = 'MXN' where id = 'e1000000-0000-4000-8000-000000000001';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'reads it', '=123 Registro {presencial} {español,náhuatl} 300', $$select concat_ws(' ', cedula, cedula_fuente, modalidades, idiomas, precio_desde) from directorio_terapeutas where verificada_el is not null$$),
  ('editora', 'another number ends it', '=null', $$update directorio_terapeutas set cedula = '124' where id = 'e1000000-0000-4000-8000-000000000001' returning verificada_el$$),
  ('editora', 'another place ends it', '=null', $$update directorio_terapeutas set cedula_fuente = 'Otro' where id = 'e1000000-0000-4000-8000-000000000001' returning verificada_el$$),
  ('editora', 'another city does not', '=true', $$update directorio_terapeutas set ciudad = 'Otra' where id = 'e1000000-0000-4000-8000-000000000001' returning verificada_el is not null$$),
  ('editora', 'another number with another day', '=true', $$update directorio_terapeutas set cedula = '124', verificada_el = current_date - 1 where id = 'e1000000-0000-4000-8000-000000000001' returning verificada_el is not null$$),
  ('editora', 'a licence is another version', '=1', $$update directorio_terapeutas set cedula = '9' where id = 'e1000000-0000-4000-8000-000000000001' returning version - (select version from directorio_terapeutas where id = 'e1000000-0000-4000-8000-000000000001')$$),
  ('editora', 'a way of working that is none', '23514', $$update directorio_terapeutas set modalidades = '{telepatía}'$$),
  ('editora', 'a blank for a language', '23514', $$update directorio_terapeutas set idiomas = '{" "}'$$),
  ('editora', 'languages without end', '23514', $$update directorio_terapeutas set idiomas = (select array_agg('l' || n) from generate_series(1, 21) n)$$),
  ('editora', 'a price without its currency', '23514', $$insert into directorio_terapeutas (nombre, precio_desde) values ('x', 1)$$),
  ('editora', 'a range the wrong way round', '23514', $$insert into directorio_terapeutas (nombre, precio_desde, precio_hasta, moneda) values ('x', 2, 1, 'MXN')$$),
  ('editora', 'a script for a photo', '23514', $$insert into directorio_terapeutas (nombre, foto_url) values ('x', 'javascript:alert(1)')$$)
) as celdas (quien, que, esperado, consulta);
