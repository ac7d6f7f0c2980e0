-- "Salas", the addresses that create-daily-room issued, and the link from a circle.
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

insert into salas_emitidas (room_url, user_id, vence_en) values
  ('https://amparo.daily.co/de-bea', prueba.id('bea'), now() + interval '1 hour'),
  ('/llamada/de-bea-de-bea-de-bea', prueba.id('bea'), now() + interval '1 hour'),
  ('/llamada/de-ana-de-ana-de-ana', prueba.id('ana'), now() + interval '1 hour');
insert into "Salas" (id, nombre, room_url, creada_por) values
  ('33333333-0000-4000-8000-000000000001', 'Emitida', 'https://amparo.daily.co/emitida-a-ana', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000002', 'Inventada', 'https://mala.test/sala', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000003', 'Vencida', 'https://amparo.daily.co/vencida', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000004', 'Otra', 'https://amparo.daily.co/otra-de-ana', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000005', 'Otra de Bea', 'https://amparo.daily.co/de-bea', prueba.id('bea'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'select of her own, and what is open', '5', 'select * from "Salas"'),
  ('bea', 'select of what is open and issued', '=Emitida, Otra, Otra de Bea', 'select string_agg(nombre, '', '' order by nombre) from "Salas"'),
  ('carla', 'select of all', '5', 'select from "Salas"'),
  ('ana', 'update of her own', '0', $$update "Salas" set nombre = 'x'$$),
  ('ana', 'update of an address', '42501', $$update "Salas" set room_url = 'https://mala.test'$$),
  ('ana', 'delete of her own', '0', 'delete from "Salas"'),
  ('bea', 'update', '0', 'update "Salas" set esta_activa = false'),
  ('bea', 'delete', '0', 'delete from "Salas"'),
  ('carla', 'update', '5', 'update "Salas" set esta_activa = false'),
  ('carla', 'delete', '5', 'delete from "Salas"'),

  -- The link.
  ('bea', 'linking what was issued to Ana', 'PT403', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave = 'amor-propio'$$),
  ('ana', 'linking her own', '1', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave = 'amor-propio'$$),
  ('ana', 'linking an invented one', 'PT403', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000002' where clave = 'amor-propio'$$),
  ('ana', 'linking an expired one', 'PT403', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000003' where clave = 'amor-propio'$$),
  ('ana', 'linking one that does not exist', 'PT403', $$update salas_comunidad set sala_video_id = gen_random_uuid() where clave = 'amor-propio'$$),
  ('ana', 'linking and renaming', '42501', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001', nombre = 'x' where clave = 'amor-propio'$$),
  ('ana', 'one call to two circles', '23505', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave in ('amor-propio', 'cafe-virtual')$$),
  ('dora', 'linking', '0', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave = 'amor-propio'$$)
) as celdas (quien, que, esperado, consulta);

update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave = 'amor-propio';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'the specified embed', '=https://amparo.daily.co/emitida-a-ana', $$select v.room_url from salas_comunidad s left join "Salas" v on v.id = s.sala_video_id where s.clave = 'amor-propio'$$),
  ('bea', 'replacing an open call', 'PT409', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000005' where clave = 'amor-propio'$$),
  ('ana', 'replacing her own', 'PT409', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000004' where clave = 'amor-propio'$$),
  ('bea', 'emptying an open call', 'PT409', $$update salas_comunidad set sala_video_id = null where clave = 'amor-propio'$$),
  ('carla', 'the admin replaces it', '1', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000004' where clave = 'amor-propio'$$)
) as celdas (quien, que, esperado, consulta);
update "Salas" set vence_en = now() - interval '1 second' where id = '33333333-0000-4000-8000-000000000001';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'the embed after its end', '=null', $$select v.room_url from salas_comunidad s left join "Salas" v on v.id = s.sala_video_id where s.clave = 'amor-propio'$$),
  ('bea', 'the open call', '=null', $$select llamada_abierta(id) from salas_comunidad where clave = 'amor-propio'$$),
  ('ana', 'nor is it open to her who made it', '=null', $$select llamada_abierta(id) from salas_comunidad where clave = 'amor-propio'$$),
  ('bea', 'replacing it after its end', '1', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000005' where clave = 'amor-propio'$$),
  ('carla', 'deleting a linked call', '1', $$delete from "Salas" where id = '33333333-0000-4000-8000-000000000001'$$)
) as celdas (quien, que, esperado, consulta);

-- At another provider we do not know who is in a call: after ten minutes another member may link hers.
update "Salas" set vence_en = now() + interval '1 hour', viva_hasta = now() + interval '1 hour' where id = '33333333-0000-4000-8000-000000000001';
select prueba.celda('bea', 'at once', 'PT409', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000005' where clave = 'amor-propio'$$);
update "Salas" set creada_en = now() - interval '11 minutes' where id = '33333333-0000-4000-8000-000000000001';
select prueba.celda('bea', 'eleven minutes later', '1', $$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000005' where clave = 'amor-propio'$$);

-- In our own calls those present occupy the circle, not the member who made the call. Bea's is linked; Ana tries to link hers.
insert into "Salas" (id, nombre, room_url, creada_por) values
  ('33333333-0000-4000-8000-000000000006', 'De Bea', '/llamada/de-bea-de-bea-de-bea', prueba.id('bea')),
  ('33333333-0000-4000-8000-000000000007', 'De Ana', '/llamada/de-ana-de-ana-de-ana', prueba.id('ana'));
update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000006' where clave = 'amor-propio';
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select gen_random_uuid(), n || '@ejemplo.mx', now(), '{"identidad_genero": "mujer cis"}' from generate_series(1, 3) n;
create function prueba.ata(que text, esperado text) returns void language plpgsql as $$
begin
  perform prueba.celda('ana', que, esperado, $q$update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000007' where clave = 'amor-propio'$q$);
end
$$;
create function prueba.estan(cuantas int) returns void language sql as $$
  delete from presentes_llamada;
  insert into presentes_llamada (llamada_id, user_id)
  select '33333333-0000-4000-8000-000000000006', id from (
    select prueba.id('bea') as id union all select id from auth.users where email like '%@ejemplo.mx'
  ) as todas order by id = prueba.id('bea') desc limit cuantas;
$$;
select prueba.celda('ana', 'sees it', '=/llamada/de-bea-de-bea-de-bea', $$select llamada_abierta(id) from salas_comunidad where clave = 'amor-propio'$$);
select prueba.ata('tied just now, nobody in it yet', 'PT409');
update "Salas" set viva_hasta = now() where id = '33333333-0000-4000-8000-000000000006';
select prueba.ata('minutes later nobody has come', '1');
select prueba.celda('ana', 'nor does she see it', '=null', $$select v.room_url from salas_comunidad s left join "Salas" v on v.id = s.sala_video_id where s.clave = 'amor-propio'$$);
select prueba.estan(1);
select prueba.cierto('who enters gives it life', viva_hasta > now() + interval '1 minute') from "Salas" where id = '33333333-0000-4000-8000-000000000006';
select prueba.ata('she has been in it for a moment', 'PT409');
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('ana'), prueba.id('bea'));
select prueba.ata('whom Ana blocked keeps her out of nothing', '1');
delete from bloqueos;
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('bea'), prueba.id('ana'));
select prueba.ata('who blocked Ana is in it like anybody', 'PT409');
delete from bloqueos;
update "Salas" set acompanada_en = now() - interval '4 minutes' where id = '33333333-0000-4000-8000-000000000006';
update presentes_llamada set visto_en = now();
select prueba.ata('alone for minutes, however often she says that she is there', '1');
select prueba.estan(2);
select prueba.ata('two talk', 'PT409');
select prueba.estan(4);
select prueba.ata('four leave no place', '1');
insert into suspensiones (user_id, motivo, hasta) values (prueba.id('ana'), 'x', now() + interval '1 day');
select prueba.ata('suspended', 'PT403');
delete from suspensiones;
insert into suspensiones (user_id, motivo, hasta) values (prueba.id('bea'), 'x', now() + interval '1 day');
select prueba.cierto('suspended in the middle of a call', count(*) = 0) from presentes_llamada where user_id = prueba.id('bea');
delete from suspensiones;
select prueba.estan(4);
insert into interno.ritmos (user_id, accion, momentos)
select prueba.id('ana'), 'enlazar llamada en ' || id, array_fill(now()::timestamptz, array[3]) from salas_comunidad where clave = 'amor-propio';
select prueba.ata('a fourth time within the hour', 'PT429');
delete from interno.ritmos;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'giving it life by hand', '42501', $$update "Salas" set viva_hasta = now() + interval '1 day'$$),
  ('visitante', 'which call is open', '42501', $$select llamada_abierta(gen_random_uuid())$$),
  ('dora', 'which call is open', '=null', $$select llamada_abierta((select id from salas_comunidad limit 1))$$)
) as celdas (quien, que, esperado, consulta);

-- A month after its end it is forgotten.
select prueba.cierto('not yet', interno.olvidar_llamadas(now() + interval '29 days') = 0);
select prueba.cierto('then all', interno.olvidar_llamadas(now() + interval '32 days') = 7);
