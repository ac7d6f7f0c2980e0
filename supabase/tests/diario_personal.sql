-- The demo's entries are of the day on which it was planted: midnight may have passed since.
update diario_personal set fecha = fecha + desde.dias
from (select current_date - max(fecha) as dias from diario_personal) desde where desde.dias > 0;

-- Ana has two entries, Bea one.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from diario_personal'),
  ('visitante', 'insert', '42501', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', 'x')$$),
  ('visitante', 'update', '42501', $$update diario_personal set contenido = 'x'$$),
  ('visitante', 'delete', '42501', 'delete from diario_personal'),
  ('ana', 'select as specified', '2', $$select fecha, tipo, contenido, archivo_url from diario_personal where user_id = prueba.id('ana') and fecha between current_date - 31 and current_date$$),
  ('ana', 'insert', '1', $$insert into diario_personal (user_id, fecha, tipo, contenido) values (prueba.id('ana'), '2026-01-01', 'texto', 'x')$$),
  ('ana', 'a second entry for a day', '23505', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), current_date, 'x')$$),
  ('ana', 'upsert as specified', '=nuevo', $$insert into diario_personal (user_id, fecha, tipo, contenido) values (prueba.id('ana'), current_date, 'texto', '  nuevo
 ') on conflict (user_id, fecha) do update set user_id = excluded.user_id, fecha = excluded.fecha, tipo = excluded.tipo, contenido = excluded.contenido returning contenido$$),
  ('ana', 'update', '2', $$update diario_personal set contenido = 'x'$$),
  ('ana', 'delete as specified', '1', $$delete from diario_personal where user_id = prueba.id('ana') and fecha = current_date$$),
  ('bea', 'select of Ana''s', '0', $$select from diario_personal where user_id = prueba.id('ana')$$),
  ('bea', 'insert for Ana', '42501', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', 'x')$$),
  ('bea', 'upsert over Ana''s', '42501', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), current_date, 'x') on conflict (user_id, fecha) do update set contenido = excluded.contenido$$),
  ('bea', 'update of Ana''s', '0', $$update diario_personal set contenido = 'x' where user_id = prueba.id('ana')$$),
  ('bea', 'giving hers to Ana', '42501', $$update diario_personal set user_id = prueba.id('ana')$$),
  ('bea', 'delete of Ana''s', '0', $$delete from diario_personal where user_id = prueba.id('ana')$$),
  ('carla', 'select', '0', 'select from diario_personal'),
  ('carla', 'insert for Ana', '42501', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', 'x')$$),
  ('carla', 'update', '0', $$update diario_personal set contenido = 'x'$$),
  ('carla', 'delete', '0', 'delete from diario_personal'),

  ('ana', 'nothing written', '23514', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', E' \n ')$$),
  ('ana', '100,000 characters', '1', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', repeat('🌸', 100000))$$),
  ('ana', 'endless text', '23514', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', repeat('a', 200001))$$),
  ('ana', 'another kind', '23514', $$insert into diario_personal (user_id, fecha, tipo, contenido) values (prueba.id('ana'), '2026-01-01', 'audio', 'x')$$),
  ('ana', 'a leap day', '1', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2024-02-29', 'x')$$),
  ('ana', 'a day that is none', '22008', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-02-29', 'x')$$),
  ('ana', 'the file''s address', '42501', $$update diario_personal set archivo_url = 'https://x.test'$$)
) as celdas (quien, que, esperado, consulta);

-- A device does not overwrite what another device wrote meanwhile.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'knowing the version that is there', '1', $$insert into diario_personal (user_id, fecha, tipo, contenido, basada_en)
    select user_id, fecha, 'texto', 'nuevo', actualizado_en from diario_personal where fecha = current_date
    on conflict (user_id, fecha) do update set contenido = excluded.contenido, basada_en = excluded.basada_en$$),
  ('ana', 'believing that there is none', 'PT409', $$insert into diario_personal (user_id, fecha, tipo, contenido, basada_en)
    values (prueba.id('ana'), current_date, 'texto', 'nuevo', '-infinity')
    on conflict (user_id, fecha) do update set contenido = excluded.contenido, basada_en = excluded.basada_en$$),
  ('ana', 'knowing an older version', 'PT409', $$update diario_personal set contenido = 'x', basada_en = now() - interval '1 hour'$$),
  ('ana', 'knowing a version that was deleted since', 'PT409', $$insert into diario_personal (user_id, fecha, tipo, contenido, basada_en)
    values (prueba.id('ana'), '2026-01-01', 'texto', 'nuevo', now() - interval '1 hour')
    on conflict (user_id, fecha) do update set contenido = excluded.contenido, basada_en = excluded.basada_en$$),
  ('ana', 'a first entry, believing that there is none', '1', $$insert into diario_personal (user_id, fecha, tipo, contenido, basada_en)
    values (prueba.id('ana'), '2026-01-01', 'texto', 'nuevo', '-infinity')
    on conflict (user_id, fecha) do update set contenido = excluded.contenido, basada_en = excluded.basada_en$$),
  ('ana', 'the specified upsert after one that compared', '0', $c$do $$ begin
    insert into diario_personal (user_id, fecha, contenido, basada_en) values (prueba.id('ana'), '2026-01-01', 'a', '-infinity');
    insert into diario_personal (user_id, fecha, tipo, contenido) values (prueba.id('ana'), '2026-01-01', 'texto', 'b')
      on conflict (user_id, fecha) do update set tipo = excluded.tipo, contenido = excluded.contenido;
    assert (select contenido from diario_personal where fecha = '2026-01-01') = 'b';
  end $$ $c$)
) as celdas (quien, que, esperado, consulta);

-- What her device has encrypted: as long as its bytes are in base64, and nothing that only begins like it.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'an envelope of the vault', '1', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', 'cofre1.AAAAAAAAAAA.AAAAAAAAAAAAAAAA.' || repeat('A', 900000))$$),
  ('ana', 'one without end', '23514', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', 'cofre1.AAAAAAAAAAA.AAAAAAAAAAAAAAAA.' || repeat('A', 1000000))$$),
  ('ana', 'long words that begin like one', '23514', $$insert into diario_personal (user_id, fecha, contenido) values (prueba.id('ana'), '2026-01-01', 'cofre1.AAAAAAAAAAA.AAAAAAAAAAAAAAAA.' || repeat('hola ', 50000))$$)
) as celdas (quien, que, esperado, consulta);
