-- One review of Ana's and one of Bea's, both of Mariana; Carla is about to write one of Teresa.
insert into interno.autorias_reseñas (id, terapeuta_id, user_id)
values ('f1000000-0000-4000-8000-00000000000a', 'e1000000-0000-4000-8000-000000000002', prueba.id('carla'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from reseñas_terapeutas'),
  ('visitante', 'insert', '42501', $$insert into reseñas_terapeutas (terapeuta_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000001', 'x', 5)$$),
  ('visitante', 'update', '42501', $$update reseñas_terapeutas set comentario = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from reseñas_terapeutas'),
  ('ana', 'select of all scores', '2', 'select terapeuta_id, puntuacion from reseñas_terapeutas'),
  ('ana', 'select of one therapist''s', '2', $$select id, comentario, puntuacion from reseñas_terapeutas where terapeuta_id = 'e1000000-0000-4000-8000-000000000001'$$),
  ('ana', 'whose they are: hers alone', '=1', 'select count(user_id) from reseñas_terapeutas'),
  ('ana', 'insert as specified', '1', $$insert into reseñas_terapeutas (terapeuta_id, user_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000002', prueba.id('ana'), 'Bien', 4)$$),
  ('ana', 'insert without saying who she is', '=a0000000-0000-4000-8000-000000000001', $$insert into reseñas_terapeutas (terapeuta_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000002', 'Bien', 4) returning user_id$$),
  ('ana', 'a second review', '23505', $$insert into reseñas_terapeutas (terapeuta_id, user_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000001', prueba.id('ana'), 'Otra', 1)$$),
  ('ana', 'update of her own', '=Mejor 3', $$update reseñas_terapeutas set comentario = ' Mejor ', puntuacion = 3 where id = 'f1000000-0000-4000-8000-000000000001' returning comentario || ' ' || puntuacion$$),
  ('ana', 'delete of her own', '1', $$delete from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('bea', 'select of Ana''s by author', '0', $$select from reseñas_terapeutas where user_id = prueba.id('ana')$$),
  ('bea', 'author of Ana''s', '=null', $$select user_id from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('bea', 'profile of Ana''s author', '=null', $$select p.username from reseñas_terapeutas r left join profiles p on p.id = r.user_id where r.id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('bea', 'the table behind', '1', 'select from interno.autorias_reseñas'),
  ('bea', 'insert as Ana', '42501', $$insert into reseñas_terapeutas (terapeuta_id, user_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000002', prueba.id('ana'), 'x', 1)$$),
  ('bea', 'update of Ana''s', '0', $$update reseñas_terapeutas set comentario = 'x' where id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('bea', 'delete of Ana''s', '0', $$delete from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('bea', 'moving hers to another therapist', '42501', $$update reseñas_terapeutas set terapeuta_id = 'e1000000-0000-4000-8000-000000000002'$$),
  ('carla', 'select with authors: nobody of the team reads them', '=0', 'select count(user_id) from reseñas_terapeutas'),
  ('carla', 'insert as Ana', '42501', $$insert into reseñas_terapeutas (terapeuta_id, user_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000002', prueba.id('ana'), 'x', 1)$$),
  ('carla', 'rewriting Ana''s', '0', $$update reseñas_terapeutas set comentario = 'x' where id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('carla', 'removing Ana''s', '1', $$delete from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000001'$$),

  ('bea', 'emptying the table behind', '42501', 'delete from interno.autorias_reseñas'),
  ('bea', 'emptying the texts behind: hers alone', '1', 'delete from interno.reseñas'),
  ('bea', 'rewriting the table behind', '1', 'update interno.reseñas set puntuacion = 1'),
  ('bea', 'a text under Carla''s name', '42501', $$insert into interno.reseñas (id, terapeuta_id, comentario, puntuacion) values ('f1000000-0000-4000-8000-00000000000a', 'e1000000-0000-4000-8000-000000000002', 'x', 1)$$),
  ('ana', 'score 0', '23514', $$insert into reseñas_terapeutas (terapeuta_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000002', 'x', 0)$$),
  ('ana', 'score 6', '23514', $$insert into reseñas_terapeutas (terapeuta_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000002', 'x', 6)$$),
  ('ana', 'no comment', '23514', $$insert into reseñas_terapeutas (terapeuta_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000002', '  ', 5)$$),
  ('ana', 'no score', '23502', $$insert into reseñas_terapeutas (terapeuta_id, comentario) values ('e1000000-0000-4000-8000-000000000002', 'x')$$),
  ('ana', 'a hidden therapist', '42501', $$insert into reseñas_terapeutas (terapeuta_id, comentario, puntuacion) values ('e1000000-0000-4000-8000-000000000003', 'x', 5)$$),
  ('ana', 'a therapist that does not exist', '42501', $$insert into reseñas_terapeutas (terapeuta_id, comentario, puntuacion) values (gen_random_uuid(), 'x', 5)$$)
) as celdas (quien, que, esperado, consulta);

-- Reviews of a therapist who was hidden are hidden too. What becomes of them when their author leaves: historias_al_irse.sql.
update directorio_terapeutas set visible = false where id = 'e1000000-0000-4000-8000-000000000001';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'reviews of a hidden therapist', '0', 'select from reseñas_terapeutas'),
  ('carla', 'reviews of a hidden therapist', '2', 'select from reseñas_terapeutas')
) as celdas (quien, que, esperado, consulta);
delete from directorio_terapeutas;
select prueba.cierto('nothing is left of a deleted therapist', (select count(*) from interno.reseñas) + (select count(*) from interno.autorias_reseñas) = 0);
