-- An unconfirmed account leaves no trace: no profile, no code, no referral, and no row can refer to its id.
insert into auth.users (id, email, phone, raw_user_meta_data) values
  ('22222222-0000-4000-8000-000000000001', 'pendiente@amparo.test', null, '{"username": "Pendiente", "identidad_genero": "mujer cis", "codigo": "ANA23456", "comparte_nombre": true}'),
  ('22222222-0000-4000-8000-000000000002', null, '525511112222', '{"username": "Telefonea", "identidad_genero": "mujer trans"}'),
  ('22222222-0000-4000-8000-000000000003', 'callada@amparo.test', null, '{"username": "Callada"}');
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values
  ('22222222-0000-4000-8000-000000000004', 'hecha@amparo.test', now(), '{"username": "Hecha", "identidad_genero": "mujer cis"}');

select prueba.celda(quien, que, esperado, consulta) from (values
  ('duena', 'the profile of an address that nobody confirmed', '0', $$select from profiles where id = '22222222-0000-4000-8000-000000000001'$$),
  ('duena', 'the profile of who came confirmed', '=Hecha', $$select username from profiles where id = '22222222-0000-4000-8000-000000000004'$$),
  ('ana', 'blocking a number that waits', '1', $$insert into bloqueos (bloqueada_id) values ('22222222-0000-4000-8000-000000000001')$$),
  ('ana', 'blocking a number that never was', '1', $$insert into bloqueos (bloqueada_id) values ('22222222-0000-4000-8000-00000000000f')$$),
  ('duena', 'its admission', '0', $$select from interno.admisiones where user_id::text like '22222222-%3' or user_id::text like '22222222-%1'$$),
  ('duena', 'its invitation', '0', 'select from interno.invitaciones'),
  ('ana', 'its referral', '1', 'select from referidos')
) as celdas (quien, que, esperado, consulta);

update auth.users set email_confirmed_at = now() where id in ('22222222-0000-4000-8000-000000000001', '22222222-0000-4000-8000-000000000003');
update auth.users set phone_confirmed_at = now() where id = '22222222-0000-4000-8000-000000000002';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('duena', 'her name once she confirmed', '=Pendiente', $$select username from profiles where id = '22222222-0000-4000-8000-000000000001'$$),
  ('duena', 'the name of who confirmed her telephone', '=Telefonea', $$select username from profiles where id = '22222222-0000-4000-8000-000000000002'$$),
  ('duena', 'her address and her own code', '=pendiente@amparo.test true', $$select concat_ws(' ', email, (codigo_invitacion ~ '^[2-9A-HJKMNP-Z]{8}$')::text) from interno.perfiles_privados where id = '22222222-0000-4000-8000-000000000001'$$),
  ('duena', 'the referral, once', '2', 'select from referidos'),
  ('duena', 'no invitation is left over', '0', 'select from interno.invitaciones'),
  ('ana', 'who stated no identity has no profile', '0', $$select from profiles where id = '22222222-0000-4000-8000-000000000003'$$)
) as celdas (quien, que, esperado, consulta);

-- What is confirmed or written after the first confirmation admits nobody.
update auth.users set raw_user_meta_data = '{"identidad_genero": "mujer cis"}', email_confirmed_at = now() + interval '1 hour'
where id = '22222222-0000-4000-8000-000000000003';
update auth.users set phone = '525511113333', phone_confirmed_at = now() where id = '22222222-0000-4000-8000-000000000003';
select prueba.cierto('a later confirmation admits nobody',
  not exists (select from interno.admisiones where user_id = '22222222-0000-4000-8000-000000000003'));

-- Metadata that is cleared while the address is confirmed admits nobody and leaves nothing.
insert into auth.users (id, email, raw_user_meta_data) values
  ('22222222-0000-4000-8000-000000000005', 'ajena@amparo.test', '{"username": "De otro", "identidad_genero": "mujer cis", "codigo": "ANA23456"}');
update auth.users set raw_user_meta_data = '{}', email_confirmed_at = now() where id = '22222222-0000-4000-8000-000000000005';
select prueba.cierto('words of somebody else are not taken along',
  not exists (select from interno.admisiones where user_id = '22222222-0000-4000-8000-000000000005')
  and not exists (select from interno.perfiles where id = '22222222-0000-4000-8000-000000000005'));
select prueba.cierto('and count for nobody', count(*) = 2) from referidos;
