-- Ana's vault: read and added by her alone.
create function pg_temp.sobre(letra text) returns text language sql as $$
  select 'cofre1.' || repeat(letra, 11) || '.' || repeat(letra, 16) || '.' || repeat(letra, 64)
$$;
create function pg_temp.poner(quien text, llave text, sobre text, releva text default null) returns void language sql as $$
  insert into cofre_ranuras (user_id, tipo, llave, sobre, releva) values (prueba.id(quien), 'codigo', repeat(llave, 11), sobre, repeat(releva, 11))
$$;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from cofre_ranuras'),
  ('visitante', 'a code', '42501', $$select pg_temp.poner('ana', 'A', pg_temp.sobre('A'))$$),
  ('ana', 'a code without a fresh proof', 'PT428', $$select pg_temp.poner('ana', 'A', pg_temp.sobre('A'))$$),
  ('bea', 'a code for Ana', '42501', $$select pg_temp.poner('ana', 'A', pg_temp.sobre('A'))$$)
) as celdas (quien, que, esperado, consulta);

-- From here on every session has just proven who it is.
create or replace function interno.exigir_prueba() returns text language sql stable set search_path = '' as $$ select 'full' $$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('dora', 'a code without admission', '42501', $$select pg_temp.poner('dora', 'A', pg_temp.sobre('A'))$$),
  ('ana', 'no envelope', '23514', $$select pg_temp.poner('ana', 'A', 'mis palabras')$$),
  ('ana', 'an endless envelope', '23514', $$select pg_temp.poner('ana', 'A', pg_temp.sobre('A') || repeat('A', 200))$$),
  ('ana', 'null', '23502', $$select pg_temp.poner('ana', 'A', null)$$),
  ('ana', 'five codes in a day', '0', $q$do $d$ begin for n in 1..5 loop perform pg_temp.poner('ana', 'A', pg_temp.sobre('A')); end loop; end $d$$q$),
  ('ana', 'six', 'PT429', $q$do $d$ begin for n in 1..6 loop perform pg_temp.poner('ana', 'A', pg_temp.sobre('A')); end loop; end $d$$q$),
  ('ana', 'a vault beside hers', 'PT409', $q$do $d$ begin perform pg_temp.poner('ana', 'A', pg_temp.sobre('A')); perform pg_temp.poner('ana', 'B', pg_temp.sobre('B')); end $d$$q$),
  ('ana', 'one in place of another than hers', 'PT409', $q$do $d$ begin perform pg_temp.poner('ana', 'A', pg_temp.sobre('A')); perform pg_temp.poner('ana', 'B', pg_temp.sobre('B'), 'C'); end $d$$q$),
  ('ana', 'one in place of hers, whose code stays', '0', $q$do $d$ begin
    perform pg_temp.poner('ana', 'A', pg_temp.sobre('A'));
    perform pg_temp.poner('ana', 'B', pg_temp.sobre('B'), 'A');
  end $d$$q$)
) as celdas (quien, que, esperado, consulta);

select prueba.ser('ana');
select pg_temp.poner('ana', 'A', pg_temp.sobre('A'));
select pg_temp.poner('ana', 'A', pg_temp.sobre('B'));
select prueba.ser('duena');
select prueba.celda('ana', 'is told on all her devices', '=codigo', 'select tipo from cambios_pendientes()');
select prueba.celda('bea', 'is told nothing of Ana''s', '0', 'select from cambios_pendientes()');
select prueba.cierto('no code ends another', (select count(*) = 2 and bool_and(vence_en is null) from cofre_ranuras));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'both open', '2', 'select from cofre_ranuras'),
  ('bea', 'select of Ana''s', '0', 'select from cofre_ranuras'),
  ('carla', 'select as the admin', '0', 'select from cofre_ranuras'),
  ('ana', 'changing one', '42501', $$update cofre_ranuras set vence_en = null$$),
  ('ana', 'deleting one', '0', 'delete from cofre_ranuras'),
  ('bea', 'a vault of her own', '1', $$select pg_temp.poner('bea', 'C', pg_temp.sobre('C'))$$),
  ('ana', 'the diary in the clear', 'PT403', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', 'x')$$),
  ('ana', 'the diary in the clear over an entry', 'PT403', $$update diario_personal set contenido = 'x'$$),
  ('ana', 'the diary as an envelope', '1', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', pg_temp.sobre('A'))$$),
  ('bea', 'a diary without a vault', '1', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('bea'), '2026-01-01', 'x')$$)
) as celdas (quien, que, esperado, consulta);

-- Her password came by mail just now: no way to the key, nor to another code; a first vault, yes.
create or replace function interno.exigir_prueba() returns text language sql stable set search_path = '' as $$ select 'mailed' $$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'another code by mail alone', 'PT403', $$select pg_temp.poner('ana', 'A', pg_temp.sobre('C'))$$),
  ('ana', 'a paso by mail alone', 'PT403', $$insert into cofre_ranuras (user_id, tipo, llave, sobre) values (prueba.id('ana'), 'paso', repeat('A', 11), pg_temp.sobre('P'))$$),
  ('bea', 'a first vault by mail alone', '1', $$select pg_temp.poner('bea', 'C', pg_temp.sobre('C'))$$)
) as celdas (quien, que, esperado, consulta);
create or replace function interno.exigir_prueba() returns text language sql stable set search_path = '' as $$ select 'full' $$;

-- A code for another device of hers: ten minutes, and the last one alone.
select prueba.ser('ana');
insert into cofre_ranuras (user_id, tipo, llave, sobre) values (prueba.id('ana'), 'paso', repeat('A', 11), pg_temp.sobre('P'));
select prueba.ser('duena');
select prueba.cierto('for ten minutes', (select vence_en - creada_en from cofre_ranuras where tipo = 'paso') = interval '10 minutes');
update cofre_ranuras set creada_en = now() - interval '1 minute' where tipo = 'paso';
select prueba.ser('ana');
insert into cofre_ranuras (user_id, tipo, llave, sobre) values
  (prueba.id('ana'), 'paso', repeat('A', 11), pg_temp.sobre('Q')), (prueba.id('ana'), 'paso', repeat('B', 11), pg_temp.sobre('R'));
select prueba.ser('duena');
select prueba.cierto('the one before ends, both keys of the last open', (select count(*) from cofre_ranuras where tipo = 'paso') = 2);
update cofre_ranuras set vence_en = now() where tipo = 'paso';
select prueba.celda('ana', 'a paso that is over', '2', 'select from cofre_ranuras');
update cofre_ranuras set vence_en = now() - interval '1 second' where tipo = 'paso';
select interno.olvidar_codigos();
update cofre_ranuras set creada_en = now() - interval '8 days' where true;
select prueba.celda('ana', 'for a week', '0', 'select from cambios_pendientes()');
select prueba.cierto('it is forgotten, and her words stay', (select array_agg(tipo) from cofre_ranuras) = array['codigo', 'codigo']);

-- Passkeys: five at most, of a vault that is there, hers alone, and the only slot that she takes away.
create function pg_temp.acceso(quien text, llave text, credencial text) returns void language sql as $$
  insert into cofre_ranuras (user_id, tipo, llave, sobre, credencial, sal)
  values (prueba.id(quien), 'acceso', repeat(llave, 11), pg_temp.sobre('D'), repeat(credencial, 20), repeat('S', 43))
$$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'a passkey', '42501', $$select pg_temp.acceso('ana', 'A', 'a')$$),
  ('bea', 'a passkey for Ana', '42501', $$select pg_temp.acceso('ana', 'A', 'a')$$),
  ('bea', 'a passkey without a vault', 'PT409', $$select pg_temp.acceso('bea', 'A', 'a')$$),
  ('dora', 'a passkey without admission', '42501', $$select pg_temp.acceso('dora', 'A', 'a')$$),
  ('ana', 'a passkey without its id', '23514', $$insert into cofre_ranuras (user_id, tipo, llave, sobre, sal) values (prueba.id('ana'), 'acceso', repeat('A', 11), pg_temp.sobre('D'), repeat('S', 43))$$),
  ('ana', 'a passkey without its salt', '23514', $$insert into cofre_ranuras (user_id, tipo, llave, sobre, credencial) values (prueba.id('ana'), 'acceso', repeat('A', 11), pg_temp.sobre('D'), repeat('a', 20))$$),
  ('ana', 'a code with a passkey''s id', '23514', $$insert into cofre_ranuras (user_id, tipo, llave, sobre, credencial, sal) values (prueba.id('ana'), 'codigo', repeat('A', 11), pg_temp.sobre('D'), repeat('a', 20), repeat('S', 43))$$),
  ('ana', 'the same twice', '23505', $q$do $d$ begin for n in 1..2 loop perform pg_temp.acceso('ana', 'A', 'a'); end loop; end $d$$q$),
  ('ana', 'one for two data keys', '0', $q$do $d$ begin perform pg_temp.acceso('ana', 'A', 'a'); perform pg_temp.acceso('ana', 'B', 'a'); end $d$$q$)
) as celdas (quien, que, esperado, consulta);
create or replace function interno.exigir_prueba() returns text language sql stable set search_path = '' as $$ select 'mailed' $$;
select prueba.celda('ana', 'a passkey by mail alone', 'PT403', $$select pg_temp.acceso('ana', 'A', 'a')$$);
create or replace function interno.exigir_prueba() returns text language sql stable set search_path = '' as $$ select 'full' $$;
select prueba.ser('ana');
select pg_temp.acceso('ana', 'A', letra) from unnest(array['a', 'b', 'c', 'd', 'e']) letra;
select prueba.ser('duena');
delete from interno.ritmos where true;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'a sixth passkey', 'PT422', $$select pg_temp.acceso('ana', 'A', 'f')$$),
  ('ana', 'the fifth for another data key', '1', $$select pg_temp.acceso('ana', 'B', 'e')$$),
  ('ana', 'is told of them', '=codigo', 'select tipo from cambios_pendientes()'),
  ('bea', 'select of Ana''s passkeys', '0', 'select from cofre_ranuras where credencial is not null'),
  ('bea', 'deleting Ana''s passkey', '0', 'delete from cofre_ranuras where user_id = prueba.id(''ana'')'),
  ('carla', 'deleting Ana''s passkey as the admin', '0', 'delete from cofre_ranuras where user_id = prueba.id(''ana'')'),
  ('visitante', 'deleting a passkey', '42501', 'delete from cofre_ranuras'),
  ('ana', 'changing a passkey', '42501', $$update cofre_ranuras set sal = repeat('T', 43)$$),
  ('ana', 'deleting: the passkeys alone', '5', 'delete from cofre_ranuras')
) as celdas (quien, que, esperado, consulta);

-- Sheets: hers alone in every verb, and never written over unseen.
delete from cofre;
select prueba.ser('ana');
insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'animo', '2026-11', pg_temp.sobre('A'), 1);
select prueba.ser('duena');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from cofre'),
  ('visitante', 'insert', '42501', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'ciclo', '2026', pg_temp.sobre('A'), 1)$$),
  ('ana', 'select', '1', 'select from cofre'),
  ('ana', 'another kind', '1', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'ciclo', '2026', pg_temp.sobre('A'), 1)$$),
  ('ana', 'a sheet that is there', '23505', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'animo', '2026-11', pg_temp.sobre('B'), 1)$$),
  ('ana', 'the next revision', '1', $$update cofre set sobre = pg_temp.sobre('B'), revision = 2$$),
  ('ana', 'the same revision', 'PT409', $$update cofre set sobre = pg_temp.sobre('B'), revision = 1$$),
  ('ana', 'one that skips another', 'PT409', $$update cofre set sobre = pg_temp.sobre('B'), revision = 3$$),
  ('ana', 'words in the clear', '23514', $$update cofre set sobre = 'mal', revision = 2$$),
  ('ana', 'an endless sheet', '23514', $$update cofre set sobre = pg_temp.sobre('B') || repeat('A', 500000), revision = 2$$),
  ('ana', 'an incident with a picture and a sound', '1', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'hechos', 'abc', pg_temp.sobre('B') || repeat('A', 1039000), 1)$$),
  ('ana', 'an endless incident', '23514', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'hechos', 'abc', pg_temp.sobre('B') || repeat('A', 1040000), 1)$$),
  ('ana', 'a kind that is none', '23514', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'otra', '2026', pg_temp.sobre('A'), 1)$$),
  ('ana', 'a period that says something', '23514', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'plan', 'mi hermana', pg_temp.sobre('A'), 1)$$),
  ('ana', 'erasing', '1', 'delete from cofre'),
  ('bea', 'select of Ana''s', '0', 'select from cofre'),
  ('bea', 'insert for Ana', '42501', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'ciclo', '2026', pg_temp.sobre('A'), 1)$$),
  ('bea', 'update of Ana''s', '0', $$update cofre set revision = 2$$),
  ('bea', 'delete of Ana''s', '0', 'delete from cofre'),
  ('carla', 'select as the admin', '0', 'select from cofre'),
  ('dora', 'insert without admission', '42501', $$insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('dora'), 'ciclo', '2026', pg_temp.sobre('A'), 1)$$)
) as celdas (quien, que, esperado, consulta);
select prueba.ser('ana');
insert into cofre (user_id, clase, periodo, sobre, revision) values (prueba.id('ana'), 'ciclo', '2026', pg_temp.sobre('A'), 1);
select prueba.celda('ana', 'giving hers to Bea', '42501', $$update cofre set user_id = prueba.id('bea'), revision = 2 where clase = 'ciclo'$$);
