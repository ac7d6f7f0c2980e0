-- Four messages, all in «Amor propio».
create temp table sala as select id from salas_comunidad where clave = 'amor-propio';
grant select on sala to public;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from mensajes_sala'),
  ('visitante', 'insert', '42501', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'x' from sala$$),
  ('visitante', 'update', '42501', $$update mensajes_sala set contenido = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from mensajes_sala'),
  ('ana', 'select with the author', '4', $$select m.*, p.username, p.foto_url from mensajes_sala m left join profiles p on p.id = m.user_id where sala_id = (select id from sala) order by creado_en$$),
  ('ana', 'insert as specified', '1', $$insert into mensajes_sala (sala_id, user_id, contenido, tipo) select id, prueba.id('ana'), 'Hola', 'texto' from sala$$),
  ('ana', 'update of her own', '42501', $$update mensajes_sala set contenido = 'x'$$),
  ('ana', 'delete of her own', '2', 'delete from mensajes_sala'),
  ('bea', 'insert as Ana', '42501', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'x' from sala$$),
  ('bea', 'insert as nobody', '42501', $$insert into mensajes_sala (sala_id, contenido) select id, 'x' from sala$$),
  ('bea', 'update of Ana''s', '42501', $$update mensajes_sala set contenido = 'x' where user_id = prueba.id('ana')$$),
  ('bea', 'delete of Ana''s', '0', $$delete from mensajes_sala where user_id = prueba.id('ana')$$),
  ('carla', 'insert as Ana', '42501', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'x' from sala$$),
  ('carla', 'update', '42501', $$update mensajes_sala set contenido = 'x'$$),
  ('carla', 'delete', '4', 'delete from mensajes_sala'),
  ('ana', 'a moment of her own choosing', '42501', $$insert into mensajes_sala (sala_id, user_id, contenido, creado_en) select id, prueba.id('ana'), 'x', '2020-01-01' from sala$$),

  ('ana', 'a circle that does not exist', '42501', $$insert into mensajes_sala (sala_id, user_id, contenido) values (gen_random_uuid(), prueba.id('ana'), 'x')$$),
  ('ana', 'nothing but blanks', '23514', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), E' \n\t ' from sala$$),
  ('ana', 'nothing that can be seen', '23514', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), U&'\200b\200d\feff\202e\2800\3164' from sala$$),
  ('ana', 'nothing but a heart', '1', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), '❤️' from sala$$),
  ('ana', '2000 characters', '1', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), repeat('ñ', 2000) from sala$$),
  ('ana', '2001 characters', '23514', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), repeat('a', 2001) from sala$$),
  ('ana', '2000 characters between blanks', '=2000', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), '   ' || repeat('a', 2000) || '   ' from sala returning char_length(contenido)$$),
  ('ana', 'another kind', '23514', $$insert into mensajes_sala (sala_id, user_id, contenido, tipo) select id, prueba.id('ana'), 'x', 'html' from sala$$),
  ('ana', 'sent twice, told to ignore it', '0', $$insert into mensajes_sala (id, sala_id, user_id, contenido) select 'd1000000-0000-4000-8000-000000000001', id, prueba.id('ana'), 'x' from sala on conflict (id) do nothing$$),
  ('ana', 'rewriting one by upsert', '42501', $$insert into mensajes_sala (id, sala_id, user_id, contenido) select 'd1000000-0000-4000-8000-000000000001', id, prueba.id('ana'), 'x' from sala on conflict (id) do update set contenido = 'x'$$),

  -- Five in five seconds.
  ('ana', 'five at once', '5', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'm' || n from sala, generate_series(1, 5) n$$),
  ('ana', 'six at once', 'PT429', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'm' || n from sala, generate_series(1, 6) n$$),
  ('servicio', 'the functions have no rate', '40', $$insert into mensajes_sala (sala_id, contenido) select id, 'm' || n from sala, generate_series(1, 40) n$$)
) as celdas (quien, que, esperado, consulta);

-- Messages of one statement keep their order.
insert into mensajes_sala (sala_id, contenido) select id, 'orden ' || n from sala, generate_series(1, 20) n order by n;
select prueba.cierto('order of writing', array_agg(contenido order by creado_en, id) = array(select 'orden ' || n from generate_series(1, 20) n))
from mensajes_sala where contenido like 'orden %';

-- Thirty in a minute, counted also where she has deleted them meanwhile.
insert into interno.ritmos values (prueba.id('ana'), 'mensaje', array(select clock_timestamp() - interval '59 seconds' + n * interval '1 second' from generate_series(1, 29) n));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'the thirtieth', '1', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'm' from sala$$),
  ('ana', 'the thirty-first', 'PT429', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'm' || n from sala, generate_series(1, 2) n$$),
  ('bea', 'hers are counted apart', '1', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('bea'), 'm' from sala$$)
) as celdas (quien, que, esperado, consulta);
update interno.ajustes set valor = '10' where clave = 'factor_de_ritmo';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'ten times the rate by setting', '20', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'm' || n from sala, generate_series(1, 20) n$$)
) as celdas (quien, que, esperado, consulta);
update interno.ajustes set valor = '1000' where clave = 'factor_de_ritmo';
select prueba.celda('ana', 'no rate for load tests', '200', $$insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'm' || n from sala, generate_series(1, 200) n$$);
update interno.ajustes set valor = '1' where clave = 'factor_de_ritmo';

-- What she is told, and when she may go on.
update interno.ritmos set momentos = array(select clock_timestamp() - interval '2 seconds' from generate_series(1, 5)) where user_id = prueba.id('ana');
do $$
declare
  texto text;
  pista text;
begin
  perform prueba.ser('ana');
  begin
    insert into mensajes_sala (sala_id, user_id, contenido) select id, prueba.id('ana'), 'm' from sala;
  exception when sqlstate 'PT429' then
    get stacked diagnostics texto = message_text, pista = pg_exception_hint;
  end;
  perform prueba.ser('duena');
  perform prueba.cierto('a kind text', texto = 'Vas muy rápido. Respira: podrás seguir en 3 segundos.', texto);
  perform prueba.cierto('the time to wait', pista = 'retry_after=3', pista);
end
$$;

-- A member who left.
delete from auth.users where id = prueba.id('bea');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'messages of a member who left', '=null', $$select user_id from mensajes_sala where id = 'd1000000-0000-4000-8000-000000000002'$$),
  ('ana', 'are still there', '4', $$select from mensajes_sala where contenido not like 'orden %'$$)
) as celdas (quien, que, esperado, consulta);
