-- Ana has one event.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from eventos_peligro'),
  ('visitante', 'insert', '42501', $$insert into eventos_peligro (user_id) values (prueba.id('ana'))$$),
  ('visitante', 'update', '42501', 'update eventos_peligro set enviado = false'),
  ('visitante', 'delete', '42501', 'delete from eventos_peligro'),
  ('ana', 'select', '1', 'select * from eventos_peligro'),
  ('ana', 'insert', '1', $$insert into eventos_peligro (user_id, latitud, longitud, mensaje, enviado) values (prueba.id('ana'), 19.43, -99.13, 'Botón de pánico presionado', true)$$),
  ('ana', 'update', '42501', 'update eventos_peligro set enviado = false'),
  ('ana', 'delete', '42501', 'delete from eventos_peligro'),
  ('bea', 'select', '0', 'select from eventos_peligro'),
  ('bea', 'insert for Ana', '42501', $$insert into eventos_peligro (user_id) values (prueba.id('ana'))$$),
  ('bea', 'update', '42501', 'update eventos_peligro set enviado = false'),
  ('bea', 'delete', '42501', 'delete from eventos_peligro'),
  ('carla', 'select', '0', 'select from eventos_peligro'),
  ('carla', 'insert for Ana', '42501', $$insert into eventos_peligro (user_id) values (prueba.id('ana'))$$),
  ('carla', 'update', '42501', 'update eventos_peligro set enviado = false'),
  ('carla', 'delete', '42501', 'delete from eventos_peligro'),
  ('dora', 'insert of her own', '42501', $$insert into eventos_peligro (user_id) values (prueba.id('dora'))$$),

  ('ana', 'without a location', '=null', $$insert into eventos_peligro (user_id, mensaje, enviado) values (prueba.id('ana'), 'Botón de pánico presionado', true) returning latitud$$),
  ('ana', 'half a location', '23514', $$insert into eventos_peligro (user_id, latitud) values (prueba.id('ana'), 19)$$),
  ('ana', 'latitude out of range', '23514', $$insert into eventos_peligro (user_id, latitud, longitud) values (prueba.id('ana'), 90.1, 0)$$),
  ('ana', 'longitude out of range', '23514', $$insert into eventos_peligro (user_id, latitud, longitud) values (prueba.id('ana'), 0, -180.1)$$),
  ('ana', 'not a number', '23514', $$insert into eventos_peligro (user_id, latitud, longitud) values (prueba.id('ana'), 'nan', 0)$$),
  ('ana', 'the poles and the date line', '1', $$insert into eventos_peligro (user_id, latitud, longitud) values (prueba.id('ana'), -90, 180)$$),
  ('ana', 'negative precision', '23514', $$insert into eventos_peligro (user_id, precision_m) values (prueba.id('ana'), -1)$$),
  ('ana', 'preparado by default', '=preparado', $$insert into eventos_peligro (user_id) values (prueba.id('ana')) returning estado$$),
  ('ana', 'no word of delivery', '23514', $$insert into eventos_peligro (user_id, estado) values (prueba.id('ana'), 'enviado')$$),
  ('ana', 'a wrong clock', '1', $$insert into eventos_peligro (user_id, ocurrido_en) values (prueba.id('ana'), '1999-01-01')$$),
  ('ana', 'her own contact is kept', '=a1000000-0000-4000-8000-000000000001', $$insert into eventos_peligro (user_id, contacto_id) values (prueba.id('ana'), 'a1000000-0000-4000-8000-000000000001') returning contacto_id$$),
  ('ana', 'another''s contact is not', '=null', $$insert into eventos_peligro (user_id, contacto_id) values (prueba.id('ana'), 'b1000000-0000-4000-8000-000000000001') returning contacto_id$$),
  ('ana', 'nor does an unknown one lose the event', '=null', $$insert into eventos_peligro (user_id, contacto_id) values (prueba.id('ana'), gen_random_uuid()) returning contacto_id$$),
  ('ana', 'delivered twice', '23505', $$insert into eventos_peligro (user_id, cliente_id) values (prueba.id('ana'), 'a2000000-0000-4000-8000-000000000001')$$),
  ('ana', 'delivered twice, told to ignore it', '0', $$insert into eventos_peligro (user_id, cliente_id) values (prueba.id('ana'), 'a2000000-0000-4000-8000-000000000001') on conflict (user_id, cliente_id) do nothing$$),
  ('ana', 'rewriting one by upsert', '42501', $$insert into eventos_peligro (user_id, cliente_id) values (prueba.id('ana'), 'a2000000-0000-4000-8000-000000000001') on conflict (user_id, cliente_id) do update set enviado = false$$),
  ('bea', 'the same device id is another event for her', '1', $$insert into eventos_peligro (user_id, cliente_id) values (prueba.id('bea'), 'a2000000-0000-4000-8000-000000000001') on conflict (user_id, cliente_id) do nothing$$),
  ('ana', 'a step forwards', '1', $$update eventos_peligro set estado = 'confirmado_por_usuaria', canal = 'sms' where user_id = prueba.id('ana')$$),
  ('ana', 'back again', '23514', $$update eventos_peligro set estado = 'abierto' where user_id = prueba.id('ana'); update eventos_peligro set estado = 'preparado' where user_id = prueba.id('ana')$$),
  ('ana', 'another destination without a step', '23514', $$update eventos_peligro set canal = 'llamada' where user_id = prueba.id('ana')$$),
  ('ana', 'another''s contact by a change', '=null', $$update eventos_peligro set estado = 'confirmado_por_usuaria', contacto_id = 'b1000000-0000-4000-8000-000000000001' where user_id = prueba.id('ana') returning contacto_id$$),
  ('bea', 'opening Ana''s', '0', $$update eventos_peligro set estado = 'abierto' where user_id = prueba.id('ana')$$),
  ('carla', 'opening Ana''s', '0', $$update eventos_peligro set estado = 'abierto' where user_id = prueba.id('ana')$$),
  ('visitante', 'opening Ana''s', '42501', $$update eventos_peligro set estado = 'abierto'$$),
  ('bea', 'a thousand presses are never too many', '1000', $$insert into eventos_peligro (user_id) select prueba.id('bea') from generate_series(1, 1000)$$)
) as celdas (quien, que, esperado, consulta);

-- Ninety days later the place is only about where it was.
update eventos_peligro set creado_en = now() - interval '91 days' where user_id = prueba.id('ana');
insert into eventos_peligro (user_id, latitud, longitud, precision_m) values (prueba.id('bea'), 19.4326, -99.1332, 25);
select prueba.cierto('one location is old', interno.minimizar_ubicaciones() = 1);
select prueba.cierto('and only once', interno.minimizar_ubicaciones() = 0);
select prueba.cierto('it is rounded', (latitud, longitud) = (19.43, -99.13) and precision_m is null)
from eventos_peligro where user_id = prueba.id('ana');
select prueba.cierto('a fresh one is not', (latitud, longitud, precision_m) = (19.4326, -99.1332, 25))
from eventos_peligro where user_id = prueba.id('bea');

-- A contact that is deleted for good leaves its event behind.
delete from contactos_emergencia where id = 'a1000000-0000-4000-8000-000000000001';
select prueba.cierto('the event stays', count(*) = 1 and bool_and(contacto_id is null))
from eventos_peligro where user_id = prueba.id('ana');
