-- Files leave with their account, and only its own.
insert into storage.objects (bucket_id, name, owner_id, version) values
  ('profiles', 'avatars/' || prueba.id('ana') || '.jpg', null, gen_random_uuid()),
  ('profiles', 'otra/cosa.png', prueba.id('ana'), gen_random_uuid()),
  ('profiles', 'avatars/' || prueba.id('bea') || '.jpg', prueba.id('bea'), gen_random_uuid());
select prueba.ser('cuentas');
delete from auth.users where id = prueba.id('ana');
select prueba.ser('duena');
select prueba.cierto('hers are gone, the others stay', array_agg(owner_id) = array[prueba.id('bea')::text], count(*)::text)
from storage.objects;
