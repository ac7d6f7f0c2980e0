-- Bytes of files that left: noted only where the storage server is not ours, and read by nobody.
insert into storage.objects (bucket_id, name, owner_id, version) values
  ('profiles', 'avatars/' || prueba.id('ana') || '.jpg', prueba.id('ana'), 'v1'),
  ('profiles', 'avatars/' || prueba.id('bea') || '.jpg', prueba.id('bea'), 'v2');
select prueba.ser('cuentas');
delete from auth.users where id = prueba.id('ana');
select prueba.ser('duena');
create temp table nuestra as select to_regnamespace('local_server') is not null as si;
select prueba.cierto('her row is gone', not exists (select from storage.objects where name ~ prueba.id('ana')::text));
select prueba.cierto('noted where our server does not remove them', (select si from nuestra) = (count(*) = 0), count(*)::text)
from interno.archivos_por_borrar;
insert into interno.archivos_por_borrar values ('profiles', 'avatars/' || prueba.id('ana') || '.jpg', 'v1') on conflict do nothing;

select prueba.celda(quien, que, '42501', consulta)
from unnest(array['visitante', 'bea', 'carla', 'dora']) quien, (values
  ('reads what waits', 'select from interno.archivos_por_borrar'),
  ('asks for what waits', 'select archivos_por_borrar()'),
  ('says that it is done', $$select archivos_borrados('profiles', '{}')$$)
) as celdas (que, consulta);

-- Asked for: it has a row again, until the API has removed it.
select prueba.celda('servicio', 'asks for what waits', '1', 'select from archivos_por_borrar()');
select prueba.ser('duena');
create temp table pedido as select * from archivos_por_borrar();
select prueba.cierto('hers alone is asked for', array_agg(nombre) = array['avatars/' || prueba.id('ana') || '.jpg']) from pedido;
select prueba.cierto('with the version that its bytes have', version = 'v1' and owner_id is null) from storage.objects where name in (select nombre from pedido);

-- The API refused: the row goes again and the note stays.
select prueba.cierto('what stayed is not forgotten', archivos_borrados('profiles', (select array_agg(nombre) from pedido)) = 0);
select prueba.cierto('and its row is nobody''s to read', not exists (select from storage.objects where name in (select nombre from pedido)));
select prueba.cierto('and it waits', count(*) = 1) from interno.archivos_por_borrar;

-- The API removed it.
select prueba.cierto('asked again', count(*) = 1) from archivos_por_borrar();
set local storage.allow_delete_query = 'true';
delete from storage.objects where name in (select nombre from pedido);
select prueba.cierto('forgotten', archivos_borrados('profiles', (select array_agg(nombre) from pedido)) = 1);
select prueba.cierto('nothing waits', count(*) = 0) from interno.archivos_por_borrar;

-- A name that has a file again is somebody's.
insert into interno.archivos_por_borrar values ('profiles', 'avatars/' || prueba.id('bea') || '.jpg', 'older');
select prueba.cierto('what has a new file is left alone', count(*) = 0) from archivos_por_borrar();
select prueba.cierto('and stays', version = 'v2') from storage.objects where name = 'avatars/' || prueba.id('bea') || '.jpg';
