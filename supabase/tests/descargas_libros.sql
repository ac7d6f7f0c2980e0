create temp table libro as select id from biblioteca_libros where clave = 'demo-semana';
grant select on libro to public;
insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from libro;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from descargas_libros'),
  ('visitante', 'insert', '42501', $$insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from libro$$),
  ('visitante', 'update', '42501', $$update descargas_libros set user_id = null$$),
  ('visitante', 'delete', '42501', 'delete from descargas_libros'),
  ('ana', 'select', '1', 'select * from descargas_libros'),
  ('ana', 'insert as specified, a second time too', '1', $$insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from libro$$),
  ('ana', 'update', '42501', 'update descargas_libros set creado_en = now()'),
  ('ana', 'delete', '42501', 'delete from descargas_libros'),
  ('bea', 'select', '0', 'select from descargas_libros'),
  ('bea', 'insert for Ana', '42501', $$insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from libro$$),
  ('bea', 'update', '42501', $$update descargas_libros set user_id = prueba.id('bea')$$),
  ('bea', 'delete', '42501', 'delete from descargas_libros'),
  ('carla', 'select', '0', 'select from descargas_libros'),
  ('carla', 'insert for Ana', '42501', $$insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from libro$$),
  ('carla', 'update', '42501', 'update descargas_libros set creado_en = now()'),
  ('carla', 'delete', '42501', 'delete from descargas_libros'),
  ('ana', 'a book that does not exist', '42501', $$insert into descargas_libros (user_id, libro_id) values (prueba.id('ana'), gen_random_uuid())$$),
  ('ana', 'sixty-one in a minute', 'PT429', $$insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from libro, generate_series(1, 61)$$)
) as celdas (quien, que, esperado, consulta);
