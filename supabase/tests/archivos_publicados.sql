-- Files of books and episodes: the admin's to write, under a random name of the right kind; everybody's by their address.
select prueba.cierto('the buckets are public, and take their own kind of file', count(*) = 2) from storage.buckets
where public and (id, file_size_limit, allowed_mime_types[1]) in (('biblioteca', 20971520, 'application/pdf'), ('podcast', 209715200, 'audio/mpeg'));
create temp table nombre as select '0a000000-0000-4000-8000-000000000000' as n;
grant select on nombre to public;
insert into storage.objects (bucket_id, name, owner_id, version) select 'biblioteca', n || '.pdf', prueba.id('carla'), gen_random_uuid() from nombre;
-- A delete is the storage server's, which says that it is meant.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'listing', '0', $$select from storage.objects where bucket_id = 'biblioteca'$$),
  ('visitante', 'upload', '42501', $$insert into storage.objects (bucket_id, name) select 'biblioteca', gen_random_uuid() || '.pdf'$$),
  ('visitante', 'delete', '0', $$set local storage.allow_delete_query = 'true'; delete from storage.objects where bucket_id = 'biblioteca'$$),
  ('ana', 'listing', '0', $$select from storage.objects where bucket_id = 'biblioteca'$$),
  ('ana', 'upload of a book', '42501', $$insert into storage.objects (bucket_id, name) select 'biblioteca', gen_random_uuid() || '.pdf'$$),
  ('ana', 'upload of an episode', '42501', $$insert into storage.objects (bucket_id, name) select 'podcast', gen_random_uuid() || '.mp3'$$),
  ('ana', 'update', '0', $$update storage.objects set updated_at = now() where bucket_id = 'biblioteca'$$),
  ('ana', 'delete', '0', $$set local storage.allow_delete_query = 'true'; delete from storage.objects where bucket_id = 'biblioteca'$$),
  ('carla', 'listing', '1', $$select from storage.objects where bucket_id = 'biblioteca'$$),
  ('carla', 'upload of a book', '1', $$insert into storage.objects (bucket_id, name) select 'biblioteca', gen_random_uuid() || '.pdf'$$),
  ('carla', 'upload of an episode', '1', $$insert into storage.objects (bucket_id, name) select 'podcast', gen_random_uuid() || '.mp3'$$),
  ('carla', 'replacing a file under its name', '1', $$update storage.objects set updated_at = now() where bucket_id = 'biblioteca'$$),
  ('carla', 'delete', '1', $$set local storage.allow_delete_query = 'true'; delete from storage.objects where bucket_id = 'biblioteca'$$),
  ('carla', 'an episode among the books', '42501', $$insert into storage.objects (bucket_id, name) select 'biblioteca', gen_random_uuid() || '.mp3'$$),
  ('carla', 'a page', '42501', $$insert into storage.objects (bucket_id, name) select 'biblioteca', gen_random_uuid() || '.html'$$),
  ('carla', 'a name that tells something', '42501', $$insert into storage.objects (bucket_id, name) values ('biblioteca', 'plan-de-seguridad.pdf')$$)
) as celdas (quien, que, esperado, consulta);

-- What was published stays when the account goes that published it.
select prueba.ser('cuentas');
delete from auth.users where id = prueba.id('carla');
select prueba.ser('duena');
select prueba.cierto('the book is still there', count(*) = 1) from storage.objects where bucket_id = 'biblioteca';
