-- The address of a picture carries a version that only `foto_url` has, and that changes after a block.
insert into storage.objects (bucket_id, name) values
  ('profiles', 'avatars/' || prueba.id('ana') || '.jpg'), ('profiles', 'avatars/' || prueba.id('bea') || '.jpg');
create function pg_temp.version(quien text) returns text language sql as $$
  select user_metadata ->> 'address_key' from storage.objects where bucket_id = 'profiles' and name = 'avatars/' || prueba.id(quien) || '.jpg'
$$;
create function pg_temp.direccion(quien text) returns text language sql as $$ select foto_url from interno.perfiles where id = prueba.id(quien) $$;
create function pg_temp.publica(quien text) returns text language sql as $$
  select 'http://127.0.0.1:8080/storage/v1/object/public/profiles/avatars/' || prueba.id(quien) || '.jpg'
$$;
create temp table vistas (quien text, momento text, version text);
select prueba.celda('ana', 'the address as it was stored comes back', '=t', $$with hecho as (update profiles set foto_url = pg_temp.publica('ana') where id = prueba.id('ana') returning foto_url) select (foto_url ~ '\.jpg\?v=[0-9a-f]{32}$')::text::char(1) from hecho$$);
select prueba.ser('ana');
update profiles set foto_url = pg_temp.publica('ana') || '?v=elegida' where id = prueba.id('ana');
select prueba.ser('bea');
update profiles set foto_url = pg_temp.publica('bea') where id = prueba.id('bea');
select prueba.ser('duena');
select prueba.cierto('it is not hers to choose, and the file asks for it', pg_temp.direccion(quien) = pg_temp.publica(quien) || '?v=' || pg_temp.version(quien) and length(pg_temp.version(quien)) = 32)
from (values ('ana'), ('bea')) as q (quien);
insert into vistas select quien, 'antes', pg_temp.version(quien) from (values ('ana'), ('bea')) as q (quien);
select prueba.ser('ana');
update profiles set momento_vida = 'feliz' where id = prueba.id('ana');
select prueba.ser('duena');
select prueba.cierto('another change of hers leaves it', pg_temp.version('ana') = version) from vistas where quien = 'ana';
select prueba.ser('ana');
insert into bloqueos (bloqueada_id) values (prueba.id('bea'));
select prueba.ser('duena');
select prueba.cierto('that she blocked now, nobody sees by an address', pg_temp.version(quien) = version) from vistas;
select prueba.celda(quien, que, '42501', consulta)
from (values ('visitante'), ('ana'), ('carla')) as q (quien), (values
  ('that there was a block', 'select from interno.fotos_por_renovar'),
  ('that there was none', 'delete from interno.fotos_por_renovar'),
  ('when they are renewed', 'select interno.renovar_fotos_pendientes()')
) as c (que, consulta);
select prueba.cierto('minutes later', interno.renovar_fotos_pendientes());
select prueba.cierto('whom she blocks does not keep it', pg_temp.version(quien) <> version and pg_temp.direccion(quien) = pg_temp.publica(quien) || '?v=' || pg_temp.version(quien))
from vistas where quien = 'ana';
select prueba.cierto('and it changed for all, so that it tells of nobody', pg_temp.version(quien) <> version) from vistas where quien = 'bea';
update vistas set version = pg_temp.version(quien);
select prueba.cierto('once', not interno.renovar_fotos_pendientes());
select prueba.cierto('without a block nothing changes', bool_and(pg_temp.version(quien) = version)) from vistas;
-- Somebody else's picture, or none of ours.
select prueba.celda('ana', 'naming another''s picture tells no version', '=', $$update profiles set foto_url = pg_temp.publica('bea') where id = prueba.id('ana') returning split_part(foto_url, '?', 2)$$);
select prueba.celda('ana', 'naming another''s picture leaves its version', '=true', $$with x as (update profiles set foto_url = pg_temp.publica('bea') where id = prueba.id('ana') returning 1) select (select count(*) from x) = 1$$);
select prueba.cierto('a picture of hers elsewhere stays as written', interno.es_su_direccion(prueba.id('ana'), 'https://fotos.test/ana.png') is false);
select prueba.celda(quien, que, '42501', consulta)
from (values ('visitante'), ('ana'), ('carla')) as q (quien), (values
  ('drawing a version', $$select interno.versionar_foto(prueba.id('bea'), 'x')$$),
  ('renewing all', 'select interno.renovar_fotos()')
) as c (que, consulta);
-- A noted address ends within a week, and at once when its owner is banned.
update storage.objects set updated_at = now() - interval '8 days' where name like 'avatars/' || prueba.id('bea') || '%';
select interno.renovar_fotos();
select prueba.cierto('after a week', pg_temp.version('bea') <> version and pg_temp.direccion('bea') = pg_temp.publica('bea') || '?v=' || pg_temp.version('bea')) from vistas where quien = 'bea';
delete from vistas;
insert into vistas select quien, 'antes', pg_temp.version(quien) from (values ('ana'), ('bea')) as q (quien);
select interno.renovar_fotos();
select prueba.cierto('not before', bool_and(pg_temp.version(quien) = version)) from vistas;
update auth.users set banned_until = now() + interval '1 year' where id = prueba.id('carla');
select prueba.cierto('at a ban', bool_and(pg_temp.version(quien) <> version)) from vistas;
-- Uploaded by a client that knows none of this.
insert into storage.objects (bucket_id, name) values ('profiles', 'avatars/' || prueba.id('carla') || '.jpg');
select interno.renovar_fotos();
select prueba.cierto('one without a version gets one', pg_temp.version('carla') is not null);
