-- Ana has two marks of her incident log, Bea one.
create function pg_temp.sellar(quien text, numero int, letra text default 'c') returns void language sql as $$
  insert into registro_sellos (user_id, numero, huella) values (prueba.id(quien), numero, repeat(letra, 64))
$$;
insert into registro_sellos (user_id, numero, huella) values
  (prueba.id('ana'), 1, repeat('a', 64)), (prueba.id('ana'), 2, repeat('b', 64)), (prueba.id('bea'), 1, repeat('a', 64));

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from registro_sellos'),
  ('visitante', 'insert', '42501', $$select pg_temp.sellar('ana', 3)$$),
  ('ana', 'select', '2', 'select from registro_sellos'),
  ('ana', 'the next one', '1', $$select pg_temp.sellar('ana', 3)$$),
  ('ana', 'one that is there', 'PT409', $$select pg_temp.sellar('ana', 2)$$),
  ('ana', 'one that leaves a gap', 'PT409', $$select pg_temp.sellar('ana', 4)$$),
  ('ana', 'the first once more', 'PT409', $$select pg_temp.sellar('ana', 1)$$),
  ('ana', 'none at all', '23514', $$insert into registro_sellos (user_id, numero, huella) values (prueba.id('ana'), 3, 'Me gritó')$$),
  ('ana', 'a time of her own', '42501', $$insert into registro_sellos (user_id, numero, huella, creado_en) values (prueba.id('ana'), 3, repeat('c', 64), '2020-01-01')$$),
  ('ana', 'update', '42501', $$update registro_sellos set huella = repeat('c', 64)$$),
  ('ana', 'delete', '42501', 'delete from registro_sellos'),
  ('bea', 'select of Ana''s', '1', 'select from registro_sellos'),
  ('bea', 'insert for Ana', '42501', $$select pg_temp.sellar('ana', 1)$$),
  ('bea', 'how many Ana has', 'PT409', $$select pg_temp.sellar('ana', 3)$$),
  ('bea', 'update', '42501', $$update registro_sellos set numero = 9$$),
  ('bea', 'delete', '42501', 'delete from registro_sellos'),
  ('carla', 'select as the admin', '0', 'select from registro_sellos'),
  ('carla', 'insert for Ana', '42501', $$select pg_temp.sellar('ana', 1)$$),
  ('dora', 'insert without admission', '42501', $$select pg_temp.sellar('dora', 1)$$),
  ('servicio', 'select', '3', 'select from registro_sellos'),
  ('servicio', 'insert', '42501', $$select pg_temp.sellar('ana', 3)$$),
  ('servicio', 'update', '42501', $$update registro_sellos set creado_en = '2020-01-01'$$),
  ('servicio', 'delete', '42501', 'delete from registro_sellos'),
  ('duena', 'update', 'PT403', $$update registro_sellos set creado_en = '2020-01-01'$$),
  ('duena', 'delete', 'PT403', 'delete from registro_sellos'),
  ('duena', 'a time of its own', '=true', $$insert into registro_sellos (user_id, numero, huella, creado_en) values (prueba.id('ana'), 3, repeat('c', 64), '2020-01-01')
    returning creado_en > now() - interval '1 minute'$$)
) as celdas (quien, que, esperado, consulta);

select prueba.reunir_equipo();
select prueba.celda(quien, que, '0', 'select from registro_sellos')
from (values ('moderadora', 'select'), ('editora', 'select'), ('soporte', 'select')) as papeles (quien, que);

-- Nobody deletes one: somebody with her session fills it in no day, and in no month.
create function pg_temp.sellar_hasta(ultimo int) returns void language sql as $$ select pg_temp.sellar('ana', n) from generate_series(3, ultimo) n $$;
select prueba.celda('ana', 'sixty an hour', '1', 'select pg_temp.sellar_hasta(62)');
select prueba.celda('ana', 'no more', 'PT429', 'select pg_temp.sellar_hasta(63)');
select prueba.celda('ana', 'nor in one request', 'PT429', $$insert into registro_sellos (user_id, numero, huella)
  select prueba.id('ana'), n, repeat('c', 64) from generate_series(3, 63) n$$);
create function pg_temp.gastados(hoy int, en_total int) returns void language sql as $$
  insert into interno.consumo (user_id, tabla, filas, filas_dia, desde) values (prueba.id('ana'), 'public.registro_sellos', en_total, hoy, now())
  on conflict (user_id, tabla) do update set filas = excluded.filas, filas_dia = excluded.filas_dia, desde = excluded.desde
$$;
select pg_temp.gastados(199, 2);
select prueba.celda('ana', 'two hundred a day', '1', $$select pg_temp.sellar('ana', 3)$$);
select pg_temp.gastados(200, 2);
select prueba.celda('ana', 'no more', 'PT429', $$select pg_temp.sellar('ana', 3)$$);
select pg_temp.gastados(0, 200 * 240);
select prueba.celda('ana', 'after eight months of that she still stamps', '1', $$select pg_temp.sellar('ana', 3)$$);

-- A clock that was set back.
alter table registro_sellos disable trigger guardar;
update registro_sellos set creado_en = '2099-01-01' where numero = 2;
alter table registro_sellos enable trigger guardar;
select pg_temp.sellar('ana', 3);
select prueba.cierto('no mark is older than the one before it', (select creado_en from registro_sellos where user_id = prueba.id('ana') and numero = 3) = '2099-01-01');
delete from auth.users where id = prueba.id('ana');
select prueba.cierto('they go with her account', (select count(*) from registro_sellos) = 1);
