-- Photos of members: storage.objects and the bucket profiles.
select prueba.cierto('the bucket is public, small and for photos', public and file_size_limit = 5242880
  and allowed_mime_types = array['image/jpeg', 'image/png', 'image/webp']) from storage.buckets where id = 'profiles';
insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('ana') || '.jpg');
-- A delete is the storage server's, which says that it is meant.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'listing', '0', 'select from storage.objects'),
  ('visitante', 'listing of buckets', '0', 'select from storage.buckets'),
  ('visitante', 'upload', '42501', $$insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/x.jpg')$$),
  ('visitante', 'update', '0', $$update storage.objects set name = 'x'$$),
  ('visitante', 'delete', '0', 'set local storage.allow_delete_query = ''true''; delete from storage.objects'),
  ('ana', 'listing', '1', 'select from storage.objects'),
  ('ana', 'upload in another format', '1', $$insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('ana') || '.webp')$$),
  ('ana', 'overwriting', '1', $$insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('ana') || '.jpg') on conflict (bucket_id, name) do update set updated_at = now()$$),
  ('ana', 'update', '1', 'update storage.objects set updated_at = now()'),
  ('ana', 'moving it elsewhere', '42501', $$update storage.objects set name = 'avatars/otra.jpg'$$),
  ('ana', 'moving it to Bea''s', '42501', $$update storage.objects set name = 'avatars/' || prueba.id('bea') || '.jpg'$$),
  ('ana', 'delete', '1', 'set local storage.allow_delete_query = ''true''; delete from storage.objects'),
  ('bea', 'listing', '0', 'select from storage.objects'),
  ('bea', 'upload as Ana', '42501', $$insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('ana') || '.png')$$),
  ('bea', 'overwriting Ana''s', '42501', $$insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('ana') || '.jpg') on conflict (bucket_id, name) do update set updated_at = now()$$),
  ('bea', 'update of Ana''s', '0', 'update storage.objects set updated_at = now()'),
  ('bea', 'delete of Ana''s', '0', 'set local storage.allow_delete_query = ''true''; delete from storage.objects'),
  ('carla', 'listing', '0', 'select from storage.objects'),
  ('carla', 'delete of Ana''s', '0', 'set local storage.allow_delete_query = ''true''; delete from storage.objects'),
  ('carla', 'upload as Ana', '42501', $$insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('ana') || '.png')$$),
  ('ana', 'a new bucket', '42501', $$insert into storage.buckets (id, name) values ('x', 'x')$$),
  ('ana', 'opening a bucket', '0', 'update storage.buckets set file_size_limit = null')
) as celdas (quien, que, esperado, consulta);
select prueba.celda('ana', 'refused: ' || nombre, '42501', format('insert into storage.objects (bucket_id, name) values (%L, %L)', cubo, nombre))
from (values
  ('profiles', 'avatars/' || prueba.id('ana') || '.svg'), ('profiles', 'avatars/' || prueba.id('ana') || '.html'),
  ('profiles', 'avatars/' || prueba.id('ana') || '.gif'), ('profiles', 'avatars/' || prueba.id('ana') || '.JPG'),
  ('profiles', 'avatars/' || prueba.id('ana')), ('profiles', 'avatars/' || prueba.id('ana') || '.jpg/x'),
  ('profiles', 'avatars/../' || prueba.id('ana') || '.jpg'), ('profiles', 'avatars/' || prueba.id('ana') || '/a.jpg'),
  ('profiles', prueba.id('ana') || '.jpg'), ('profiles', 'avatars/' || repeat('a', 300) || '.jpg'), ('profiles', ''),
  ('otro', 'avatars/' || prueba.id('ana') || '.jpg')
) as n (cubo, nombre);
