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
  ('bea', 'three thousand presses in one request are one event that tells of them all', '=1 3000',
    $$with todas as (insert into eventos_peligro (user_id) select prueba.id('bea') from generate_series(1, 3000)) select ''; select count(*) || ' ' || sum(pulsaciones) from eventos_peligro$$)
) as celdas (quien, que, esperado, consulta);

-- A press that was told without its place, as a locked device and the browser's worker do: its page brings it, once, and to nobody else's event.
create function prueba.trae(quien text, lat float8, lng float8) returns void language plpgsql as $$
begin
  perform prueba.ser(quien);
  insert into eventos_peligro (user_id, cliente_id, latitud, longitud, precision_m, ubicacion_en, mensaje)
  values (prueba.id(quien), 'a2000000-0000-4000-8000-0000000000f1', lat, lng, 7, now(), 'Otra')
  on conflict (user_id, cliente_id) do nothing;
  perform prueba.ser('duena');
end
$$;
select prueba.ser('duena');
insert into eventos_peligro (user_id, cliente_id, ocurrido_en) values
  (prueba.id('ana'), 'a2000000-0000-4000-8000-0000000000f1', now() - interval '2 days'),
  (prueba.id('bea'), 'a2000000-0000-4000-8000-0000000000f1', now() - interval '2 days');
select prueba.trae('ana', 19.4, -99.1), prueba.trae('ana', null, null), prueba.trae('ana', 1, 1);
select prueba.cierto('the place comes with the second delivery, and stays', (
  select (latitud, longitud, precision_m, mensaje, pulsaciones) = (19.4, -99.1, 7, 'Botón de pánico presionado', 1)
  from eventos_peligro where user_id = prueba.id('ana') and cliente_id = 'a2000000-0000-4000-8000-0000000000f1'
));
select prueba.celda('bea', 'a place for Ana''s by another', '42501',
  $$insert into eventos_peligro (user_id, cliente_id, latitud, longitud) values (prueba.id('ana'), 'a2000000-0000-4000-8000-0000000000f1', 1, 1) on conflict do nothing$$);
select prueba.ser('duena');
select prueba.cierto('and none of it is another''s', (select latitud is null from eventos_peligro where user_id = prueba.id('bea') and cliente_id = 'a2000000-0000-4000-8000-0000000000f1'));
delete from eventos_peligro where cliente_id = 'a2000000-0000-4000-8000-0000000000f1';

-- Presses that follow each other: no press is refused, each insert returns its row, and the rows stay few.
create function prueba.presiona(datos jsonb default '{}') returns text language plpgsql as $$
declare
  estado text;
begin
  perform prueba.ser('bea');
  insert into eventos_peligro (user_id, latitud, longitud, estado, canal, cliente_id, ocurrido_en, mensaje)
  values (
    prueba.id('bea'), (datos ->> 'lat')::float8, (datos ->> 'lng')::float8, coalesce(datos ->> 'estado', 'preparado'), datos ->> 'canal',
    coalesce((datos ->> 'id')::uuid, gen_random_uuid()), coalesce((datos ->> 'en')::timestamptz, now()), 'Botón de pánico presionado'
  ) on conflict (user_id, cliente_id) do nothing returning eventos_peligro.estado into estado;
  perform prueba.ser('duena');
  return estado;
end
$$;
create temp view de_bea as select * from eventos_peligro where user_id = prueba.id('bea');

select prueba.cierto('the first', prueba.presiona('{"id": "b2000000-0000-4000-8000-000000000001", "lat": 19.1, "lng": -99.1}') = 'preparado');
select prueba.cierto('the second returns its row too', prueba.presiona('{"id": "b2000000-0000-4000-8000-000000000002", "lat": 19.2, "lng": -99.2}') = 'preparado');
select prueba.cierto('and joins: counted, with the latest place',
  count(*) = 1 and max(pulsaciones) = 2 and max(latitud) = 19.2 and max(ultima_pulsacion) = now(), jsonb_agg(to_jsonb(e))::text) from de_bea e;
select prueba.cierto('one without a place', prueba.presiona('{}') = 'preparado');
select prueba.cierto('erases none', pulsaciones = 3 and latitud = 19.2) from de_bea;
select prueba.cierto('delivered again', prueba.presiona('{"id": "b2000000-0000-4000-8000-000000000002", "lat": 19.2, "lng": -99.2}') = 'preparado');
select prueba.cierto('is not counted again', count(*) = 1 and max(pulsaciones) = 3) from de_bea;
select prueba.cierto('opened meanwhile: it moves the event', prueba.presiona('{"id": "b2000000-0000-4000-8000-000000000002", "estado": "abierto", "canal": "sms"}') = 'abierto');
select prueba.cierto('one step forwards', estado = 'abierto' and canal = 'sms' and pulsaciones = 3) from de_bea;
select prueba.cierto('a plain one', prueba.presiona('{}') = 'preparado');
select prueba.cierto('moves it never back', estado = 'abierto' and canal = 'sms' and pulsaciones = 4) from de_bea;
select prueba.cierto('one that waited for a network', prueba.presiona(jsonb_build_object('en', now() - interval '3 hours', 'lat', 1, 'lng', 1)) = 'preparado');
select prueba.cierto('stays apart', count(*) = 2 and max(latitud) = 19.2 and min(latitud) = 1) from de_bea;
update eventos_peligro set estado = 'confirmado_por_usuaria' where user_id = prueba.id('bea');
select prueba.cierto('after she closed it', prueba.presiona() = 'preparado');
select prueba.cierto('a new one begins', count(*) = 3) from de_bea;
select prueba.celda('bea', 'how often she pressed is not hers to write', '42501', $$insert into eventos_peligro (user_id, pulsaciones) values (prueba.id('bea'), 9)$$);
select prueba.celda('bea', 'nor to change', '42501', 'update eventos_peligro set pulsaciones = 0');
-- An event planted with her session and dated tomorrow does not absorb her later presses.
create temp table antes as select * from de_bea;
delete from eventos_peligro where user_id = prueba.id('bea');
select prueba.ser('bea');
insert into eventos_peligro (user_id, latitud, longitud, ubicacion_en, ocurrido_en, mensaje)
values (prueba.id('bea'), 1, 1, now() + interval '9 years', now() + interval '9 minutes', 'Plantado');
select prueba.ser('duena');
select prueba.cierto('it is from now at the latest', ocurrido_en = now() and ubicacion_en = now()) from de_bea;
select prueba.ser('bea');
insert into eventos_peligro (user_id, latitud, longitud, ubicacion_en, mensaje)
values (prueba.id('bea'), 19.3, -99.3, now() - interval '20 seconds', 'Auxilio');
select prueba.ser('duena');
select prueba.cierto('her place, its time and her words stay', count(*) = 1 and bool_and(
  (latitud, longitud, ubicacion_en, mensaje) = (19.3, -99.3, now() - interval '20 seconds', 'Auxilio')), jsonb_agg(to_jsonb(e))::text) from de_bea e;
-- With a clock four minutes slow, the last press to arrive still counts as the latest.
select prueba.ser('bea');
insert into eventos_peligro (user_id, cliente_id, latitud, longitud, ubicacion_en, ocurrido_en, mensaje) values
  (prueba.id('bea'), 'b2000000-0000-4000-8000-000000000009', 19.4, -99.4, now() - interval '4 minutes', now() - interval '4 minutes', 'Sigo aquí');
select prueba.ser('duena');
select prueba.cierto('a slow clock loses neither', latitud = 19.4 and mensaje = 'Sigo aquí' and ultima_pulsacion = now()) from de_bea;
select prueba.ser('bea');
insert into eventos_peligro (user_id, latitud, longitud, mensaje) values (prueba.id('bea'), 19.5, -99.5, 'Después');
insert into eventos_peligro (user_id, cliente_id, latitud, longitud, ubicacion_en, ocurrido_en, mensaje) values
  (prueba.id('bea'), 'b2000000-0000-4000-8000-000000000009', 19.4, -99.4, now() - interval '4 minutes', now() - interval '4 minutes', 'Sigo aquí');
select prueba.ser('duena');
select prueba.cierto('one delivered again takes nothing from what came after', latitud = 19.5 and mensaje = 'Después') from de_bea;
delete from eventos_peligro where user_id = prueba.id('bea');
insert into eventos_peligro select * from antes;
with x as (insert into eventos_peligro (user_id, ocurrido_en) values (prueba.id('ana'), now() + interval '1 year') returning ocurrido_en)
select prueba.cierto('what the server writes is not later either', ocurrido_en = now()) from x;
delete from eventos_peligro where user_id = prueba.id('ana') and cliente_id <> 'a2000000-0000-4000-8000-000000000001';
-- Confirming each event, or giving each another time, does not get around the limit.
select prueba.cierto('two hundred events, each an hour from the other', count(prueba.presiona(jsonb_build_object('en', now() - n * interval '1 hour'))) = 200)
from generate_series(10, 209) n;
select prueba.cierto('are a dozen in an hour', count(*) = 12, count(*)::text) from de_bea;
select prueba.cierto('and none is lost', sum(pulsaciones) = 206, sum(pulsaciones)::text) from de_bea;
update eventos_peligro set creado_en = creado_en - interval '2 hours' where user_id = prueba.id('bea');
select prueba.cierto('the next hour', count(prueba.presiona(jsonb_build_object('en', now() - n * interval '1 day'))) = 5) from generate_series(100, 104) n;
select prueba.cierto('has room again', count(*) = 17) from de_bea;
select prueba.cierto('what is remembered of each is bounded', count(*) = 0) from de_bea where cardinality(juntadas) > 100;
delete from eventos_peligro where user_id = prueba.id('bea');

-- After ninety days the location is rounded.
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
