-- Pictures and voice notes of the diary: storage.objects in the bucket diario, and archivo_url.
create function pg_temp.de(quien text, dia text default '2026-11-21', uno int default 1, clase text default 'voz') returns text language sql as $$
  select format('%s/%s.b1000000-0000-4000-8000-%s.AAAAAAAAAAA.%s', prueba.id(quien), dia, lpad(uno::text, 12, '0'), clase)
$$;
create function pg_temp.subir(nombre text) returns void language sql as $$
  insert into storage.objects (bucket_id, name, owner_id) values ('diario', nombre, auth.uid()::text)
$$;
create function pg_temp.con_llave(quien text) returns void language sql as $$
  insert into cofre_ranuras (user_id, tipo, llave, sobre)
  values (prueba.id(quien), 'codigo', repeat('A', 11), 'cofre1.' || repeat('A', 11) || '.' || repeat('A', 16) || '.' || repeat('A', 64))
$$;
select prueba.cierto('the bucket is private, small and for what is sealed', not public and file_size_limit = 4194304
  and allowed_mime_types = array['application/octet-stream']) from storage.buckets where id = 'diario';

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'upload', '42501', $$select pg_temp.subir(pg_temp.de('ana'))$$),
  ('ana', 'upload without a vault', '42501', $$select pg_temp.subir(pg_temp.de('ana'))$$)
) as celdas (quien, que, esperado, consulta);

alter table cofre_ranuras disable trigger relevar;
select pg_temp.con_llave(quien) from unnest(array['ana', 'bea', 'carla', 'dora']) quien;
insert into storage.objects (bucket_id, name, owner_id) values ('diario', pg_temp.de('ana'), prueba.id('ana')::text);

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'listing', '0', 'select from storage.objects'),
  ('visitante', 'upload', '42501', $$select pg_temp.subir(pg_temp.de('ana', uno => 2))$$),
  ('visitante', 'delete', '0', 'set local storage.allow_delete_query = ''true''; delete from storage.objects'),
  ('ana', 'listing', '1', 'select from storage.objects'),
  ('ana', 'upload', '1', $$select pg_temp.subir(pg_temp.de('ana', uno => 2, clase => 'foto'))$$),
  ('ana', 'upload twice', '23505', $$select pg_temp.subir(pg_temp.de('ana'))$$),
  ('ana', 'replacing', '42501', $$insert into storage.objects (bucket_id, name) values ('diario', pg_temp.de('ana')) on conflict (bucket_id, name) do update set updated_at = now()$$),
  ('ana', 'update', '0', 'update storage.objects set updated_at = now()'),
  ('ana', 'delete', '1', 'set local storage.allow_delete_query = ''true''; delete from storage.objects'),
  ('ana', 'upload as Bea', '42501', $$select pg_temp.subir(pg_temp.de('bea'))$$),
  ('ana', 'a day that is none', '22008', $$select pg_temp.subir(pg_temp.de('ana', '2026-02-31'))$$),
  ('bea', 'listing', '0', 'select from storage.objects'),
  ('bea', 'upload of her own', '1', $$select pg_temp.subir(pg_temp.de('bea'))$$),
  ('bea', 'upload as Ana', '42501', $$select pg_temp.subir(pg_temp.de('ana', uno => 2))$$),
  ('bea', 'update of Ana''s', '0', 'update storage.objects set updated_at = now()'),
  ('bea', 'delete of Ana''s', '0', 'set local storage.allow_delete_query = ''true''; delete from storage.objects'),
  ('carla', 'listing as the admin', '0', 'select from storage.objects'),
  ('carla', 'upload as Ana', '42501', $$select pg_temp.subir(pg_temp.de('ana', uno => 2))$$),
  ('carla', 'delete of Ana''s', '0', 'set local storage.allow_delete_query = ''true''; delete from storage.objects'),
  ('dora', 'upload without admission', '42501', $$select pg_temp.subir(pg_temp.de('dora'))$$),
  ('dora', 'listing without admission', '0', 'select from storage.objects')
) as celdas (quien, que, esperado, consulta);
select prueba.celda('ana', 'refused: ' || nombre, '42501', format('select pg_temp.subir(%L)', nombre))
from (values
  (prueba.id('ana') || '/2026-11-21.voz'), (replace(pg_temp.de('ana'), '.voz', '.mp3')), (replace(pg_temp.de('ana'), '.voz', '.VOZ')),
  (pg_temp.de('ana') || '/x'), ('x/' || pg_temp.de('ana')), (replace(pg_temp.de('ana'), 'AAAAAAAAAAA', 'A')), (pg_temp.de('ana', '1926-11-21'))
) as n (nombre);
select prueba.celda('ana', 'her picture''s bucket takes no such file', '42501',
  format('insert into storage.objects (bucket_id, name) values (%L, %L)', 'profiles', pg_temp.de('ana', uno => 3)));

-- There is an end to the room.
select set_config('storage.allow_delete_query', 'true', true);
create function pg_temp.llenar(cuantos int, octetos int) returns void language sql as $$
  insert into storage.objects (bucket_id, name, owner_id, metadata)
  select 'diario', pg_temp.de('ana', '2026-10-01', n), prueba.id('ana')::text, jsonb_build_object('size', octetos) from generate_series(1, cuantos) n
$$;
select pg_temp.llenar(1999, 100);
select prueba.celda('ana', 'the file after two thousand', '42501', $$select pg_temp.subir(pg_temp.de('ana', uno => 2))$$);
select prueba.celda('bea', 'hers are counted for themselves', '1', $$select pg_temp.subir(pg_temp.de('bea'))$$);

-- Of two thousand files of others none is read for hers: what is asked begins with her name, and the index of names answers.
create function pg_temp.lecturas(out filas bigint, out veces bigint) language sql as $$
  select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0), coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)
  from pg_stat_xact_all_tables where relid = 'storage.objects'::regclass
$$;
create function pg_temp.gasta(que text, tope int, consulta text) returns boolean language plpgsql as $$
declare
  antes constant record := pg_temp.lecturas();
  ahora record;
begin
  execute consulta;
  ahora := pg_temp.lecturas();
  return prueba.cierto(que, ahora.filas - antes.filas <= tope, format('%s rows of %s', ahora.filas - antes.filas, tope));
end
$$;
-- Plans of when the table was empty, as autovacuum ends them.
analyze storage.objects;
discard plans;
select pg_temp.gasta('the first file of a day', 10, format('select interno.archivo_del_dia(%L, ''2026-11-21'')', prueba.id('bea')));
insert into diario_personal (user_id, fecha, contenido) select prueba.id('bea'), '2026-11-21', 'cofre1.' || repeat('A', 11) || '.' || repeat('A', 16) || '.' || repeat('A', 64);
select pg_temp.gasta('an entry that is deleted', 10, format('delete from diario_personal where user_id = %L', prueba.id('bea')));
select set_config('request.jwt.claims', jsonb_build_object('sub', prueba.id('bea'))::text, true);
select pg_temp.gasta('whether there is room', 10, 'select interno.cabe_en_su_diario()');
select prueba.ser('duena');
delete from storage.objects where name like '%2026-10-01%';
select pg_temp.llenar(125, 4000000);
select prueba.celda('ana', 'half a gigabyte', '42501', $$select pg_temp.subir(pg_temp.de('ana', uno => 2))$$);
delete from storage.objects where name like '%2026-10-01%';

-- archivo_url says that a day has a file, and makes no other version of the words.
insert into diario_personal (user_id, fecha, contenido, actualizado_en)
select prueba.id('ana'), '2026-11-21', 'cofre1.' || repeat('A', 11) || '.' || repeat('A', 16) || '.' || repeat('A', 64), '2026-11-21';
select prueba.cierto('an entry after its file carries the address', archivo_url = '/storage/v1/object/authenticated/diario/' || pg_temp.de('ana'), archivo_url)
from diario_personal where user_id = prueba.id('ana') and fecha = '2026-11-21';
delete from storage.objects where name = pg_temp.de('ana');
select prueba.cierto('without files there is none', archivo_url is null and actualizado_en = '2026-11-21', archivo_url)
from diario_personal where user_id = prueba.id('ana') and fecha = '2026-11-21';
insert into storage.objects (bucket_id, name) values ('diario', pg_temp.de('ana', uno => 2)), ('diario', pg_temp.de('ana', '2026-11-22', 3)), ('diario', pg_temp.de('bea', uno => 4));
select prueba.cierto('a file after its entry, too', archivo_url like '%' || pg_temp.de('ana', uno => 2) and actualizado_en = '2026-11-21', archivo_url)
from diario_personal where user_id = prueba.id('ana') and fecha = '2026-11-21';
select prueba.celda('ana', 'she does not write it', '42501', $$update diario_personal set archivo_url = '/x'$$);

delete from diario_personal where user_id = prueba.id('ana') and fecha = '2026-11-21';
select prueba.cierto('with an entry go the files of its day, and no others', array_agg(name order by name) = array(
  select n from unnest(array[pg_temp.de('ana', '2026-11-22', 3), pg_temp.de('bea', uno => 4)]) n order by n), string_agg(name, ' '))
from storage.objects where bucket_id = 'diario';

insert into diario_personal (user_id, fecha, contenido)
select prueba.id('bea'), date '2026-01-01' + n, 'cofre1.' || repeat('A', 11) || '.' || repeat('A', 16) || '.' || repeat('A', 64) from generate_series(1, 50) n;
select set_config('prueba.veces', (pg_temp.lecturas()).veces::text, true);
delete from auth.users where id = prueba.id('bea');
select prueba.cierto('with an account its files are looked for once, not once for each entry', veces < 20, veces::text)
from (select (pg_temp.lecturas()).veces - current_setting('prueba.veces')::bigint as veces) v;
select prueba.cierto('and are gone', not exists (select from storage.objects where name like prueba.id('bea') || '/%'));
