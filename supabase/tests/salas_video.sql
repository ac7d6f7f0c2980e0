-- "Salas", the addresses that create-daily-room issued, and the link from a chat room.
insert into salas_emitidas (room_url, user_id, vence_en) values
  ('https://amparo.daily.co/emitida-a-ana', prueba.id('ana'), now() + interval '1 hour'),
  ('https://amparo.daily.co/otra-de-ana', prueba.id('ana'), now() + interval '1 hour'),
  ('https://amparo.daily.co/vencida', prueba.id('ana'), now() - interval '1 minute');

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from "Salas"'),
  ('visitante', 'insert', '42501', $$insert into "Salas" (room_url) values ('https://x.test/a')$$),
  ('visitante', 'update', '42501', 'update "Salas" set esta_activa = false'),
  ('visitante', 'delete', '42501', 'delete from "Salas"'),
  ('visitante', 'issued addresses', '42501', 'select from salas_emitidas'),
  ('ana', 'issued addresses', '42501', 'select from salas_emitidas'),
  ('ana', 'issuing one herself', '42501', $$insert into salas_emitidas (room_url, user_id) values ('https://mala.test', prueba.id('ana'))$$),
  ('ana', 'changing one', '42501', 'update salas_emitidas set vence_en = now()'),
  ('ana', 'deleting one', '42501', 'delete from salas_emitidas'),
  ('carla', 'issued addresses', '42501', 'select from salas_emitidas'),
  ('servicio', 'issuing one', '1', $$insert into salas_emitidas (room_url, user_id, vence_en) values ('https://amparo.daily.co/nueva', prueba.id('bea'), now() + interval '2 hours')$$),
  ('servicio', 'one that hardly ends', '23514', $$insert into salas_emitidas (room_url, vence_en) values ('https://amparo.daily.co/eterna', now() + interval '25 hours')$$),
  ('ana', 'insert as specified', '1', $$insert into "Salas" (nombre, tema, room_url, esta_activa) values ('Amor propio', 'x', 'https://amparo.daily.co/emitida-a-ana', true)$$),
  ('ana', 'it ends when its address does', '=true', $$insert into "Salas" (room_url) values ('https://amparo.daily.co/emitida-a-ana') returning vence_en = now() + interval '1 hour'$$),
  ('ana', 'an address of her own making', '=null', $$insert into "Salas" (room_url) values ('https://mala.test/sala') returning vence_en$$),
  ('bea', 'an address issued to Ana', '=null', $$insert into "Salas" (room_url) values ('https://amparo.daily.co/emitida-a-ana') returning vence_en$$),
  ('ana', 'a script for an address', '23514', $$insert into "Salas" (room_url) values ('javascript:alert(1)')$$),
  ('ana', 'a plain http address', '23514', $$insert into "Salas" (room_url) values ('http://mala.test/sala')$$),
  ('ana', 'setting its end', '42501', $$insert into "Salas" (room_url, vence_en) values ('https://mala.test', now() + interval '1 hour')$$),
  ('ana', 'eleven in an hour', 'PT429', $$insert into "Salas" (room_url) select 'https://x.test/' || n from generate_series(1, 11) n$$),
  ('carla', 'insert', '1', $$insert into "Salas" (nombre, room_url) values ('x', 'https://x.test/a')$$)
) as celdas (quien, que, esperado, consulta);

insert into "Salas" (id, nombre, room_url, creada_por) values
  ('33333333-0000-4000-8000-000000000001', 'Emitida', 'https://amparo.daily.co/emitida-a-ana', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000002', 'Inventada', 'https://mala.test/sala', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000003', 'Vencida', 'https://amparo.daily.co/vencida', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000004', 'Otra', 'https://amparo.daily.co/otra-de-ana', prueba.id('ana'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'select of her own', '4', 'select * from "Salas"'),
  ('bea', 'select of what is open and issued', '=Emitida, Otra', 'select string_agg(nombre, '', '' order by nombre) from "Salas"'),
  ('carla', 'select of all', '4', 'select from "Salas"'),
  ('ana', 'update of her own', '0', $$update "Salas" set nombre = 'x'$$),
  ('ana', 'update of an address', '42501', $$update "Salas" set room_url = 'https://mala.test'$$),
  ('ana', 'delete of her own', '0', 'delete from "Salas"'),
  ('bea', 'update', '0', 'update "Salas" set esta_activa = false'),
  ('bea', 'delete', '0', 'delete from "Salas"'),
  ('carla', 'update', '4', 'update "Salas" set esta_activa = false'),
  ('carla', 'delete', '4', 'delete from "Salas"'),

  -- The link.
  ('bea', 'linking an issued room', '1', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave = 'amor-propio'$$),
  ('ana', 'linking an invented one', 'PT403', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000002' where clave = 'amor-propio'$$),
  ('ana', 'linking an expired one', 'PT403', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000003' where clave = 'amor-propio'$$),
  ('ana', 'linking one that does not exist', 'PT403', $$update salas_comunidad set sala_video_id = gen_random_uuid() where clave = 'amor-propio'$$),
  ('ana', 'linking and renaming', '42501', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001', nombre = 'x' where clave = 'amor-propio'$$),
  ('ana', 'one room to two circles', '23505', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave in ('amor-propio', 'cafe-virtual')$$),
  ('dora', 'linking', '0', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave = 'amor-propio'$$)
) as celdas (quien, que, esperado, consulta);

update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave = 'amor-propio';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'the specified embed', '=https://amparo.daily.co/emitida-a-ana', $$select v.room_url from salas_comunidad s left join "Salas" v on v.id = s.sala_video_id where s.clave = 'amor-propio'$$),
  ('bea', 'replacing an open call', 'PT409', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000004' where clave = 'amor-propio'$$),
  ('bea', 'emptying an open call', 'PT409', $$update salas_comunidad set sala_video_id = null where clave = 'amor-propio'$$),
  ('carla', 'the admin replaces it', '1', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000004' where clave = 'amor-propio'$$)
) as celdas (quien, que, esperado, consulta);
update "Salas" set vence_en = now() - interval '1 second' where id = '33333333-0000-4000-8000-000000000001';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'the embed after its end', '=null', $$select v.room_url from salas_comunidad s left join "Salas" v on v.id = s.sala_video_id where s.clave = 'amor-propio'$$),
  ('bea', 'replacing it after its end', '1', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000004' where clave = 'amor-propio'$$),
  ('carla', 'deleting a linked room', '1', $$delete from "Salas" where id = '33333333-0000-4000-8000-000000000001'$$)
) as celdas (quien, que, esperado, consulta);
