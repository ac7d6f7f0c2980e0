-- An account that ends while an alert is open, or a timer runs: contacts are told that nobody knows whether she is safe, and read it for
-- an hour. Knowing her password ends no alarm by deleting the account.
create function pg_temp.contacto(quien text, cual uuid, prioridad int, vias text[]) returns void language plpgsql as $$
begin
  insert into contactos_emergencia (id, user_id, nombre, telefono, prioridad) values (cual, prueba.id(quien), 'Contacto', '+52559' || right(translate(cual::text, 'abcdef-', '1234567'), 7), prioridad);
  insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
  select cual, prueba.id(quien), 'acepto', now(), now(), telefono from contactos_emergencia where id = cual;
  insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en)
  select cual, prueba.id(quien), v, case v when 'correo' then right(cual::text, 2) || '@correo.test' else 'https://push.test/' || cual end,
    case v when 'push' then repeat('A', 87) end, case v when 'push' then repeat('B', 22) end, now()
  from unnest(vias) v;
end
$$;
delete from contactos_emergencia where user_id in (prueba.id('ana'), prueba.id('bea'));
select pg_temp.contacto('ana', 'a1000000-0000-4000-8000-0000000000a1', 1, array['correo', 'push']);
select pg_temp.contacto('ana', 'a1000000-0000-4000-8000-0000000000a2', 2, array['correo']);
select pg_temp.contacto('bea', 'b1000000-0000-4000-8000-0000000000b1', 1, array['correo']);
update interno.ajustes set valor = 'correo push' where clave = 'vias_de_alarma';
insert into alarma_ajustes (user_id, orden, telefono) values (prueba.id('ana'), 'prioridad', '+525590000001');

-- Ana pressed; her first contact was told, has a code, and answered. The second one's turn has not come.
select prueba.ser('ana');
select abrir_alerta('a2000000-0000-4000-8000-00000000aaaa', now(), 0);
select agregar_lugar('a2000000-0000-4000-8000-00000000aaaa', 19.4, -99.1, 20, now());
select prueba.ser('duena');
create temp table codigo as
select c.id, rpad('codigo-de-ana-', 32, 'x') as codigo from interno.codigos_alerta c join alertas a on a.id = c.alerta_id where a.user_id = prueba.id('ana');
update interno.codigos_alerta set huella = interno.huella_de_codigo((select codigo from codigo)) where id = (select id from codigo);
grant select on codigo to public;
select prueba.celda('visitante', 'the page is open', '=abierta', $$select ver_alerta(codigo) ->> 'estado' from codigo$$);

-- Somebody makes her close it, before somebody deletes her account.
select interno.fingir_cierre(id) from alertas where user_id = prueba.id('ana');

-- Bea is on her way, with a timer; a drill of hers is nobody's business.
select prueba.ser('bea');
select iniciar_llegada(gen_random_uuid(), 'Casa de Lupe', null, now() + interval '30 minutes');
select prueba.ser('duena');

delete from auth.users where id in (prueba.id('ana'), prueba.id('bea'));
create temp table carta as select * from interno.envios where tipo = 'cierre' and user_id is null;
select prueba.cierto('every contact is told by every way', string_agg(datos ->> 'nombre' || ' ' || (datos ->> 'destino'), ', ' order by datos ->> 'destino')
  = 'Ana a1@correo.test, Ana a2@correo.test, Bea b1@correo.test, Ana https://push.test/a1000000-0000-4000-8000-0000000000a1',
  string_agg(datos ->> 'nombre' || ' ' || (datos ->> 'destino'), ', ' order by datos ->> 'destino')) from carta;
select prueba.cierto('that nobody knows whether she is safe, at once, by the link that they have', bool_and(
  datos ->> 'motivo' = 'cuenta_eliminada' and vence <= now() and codigo_de like 'alerta:%' and not coalesce((datos ->> 'con_pin')::boolean, false))) from carta;
select prueba.cierto('of the one that she was made to close, that she is not to be called', bool_and((datos ->> 'coaccion')::boolean = (datos ->> 'nombre' = 'Ana'))) from carta;
select prueba.cierto('a timer that ran is said to be one', count(*) = 1) from carta where datos ->> 'nombre' = 'Bea' and datos ->> 'origen' = 'llegada';
select prueba.cierto('nothing else of theirs waits', not exists (select from interno.envios where user_id in (prueba.id('ana'), prueba.id('bea'))));

-- The sender takes them with all that they need.
create temp table tomados as select e from jsonb_array_elements(tomar_envios(50)) e where e ->> 'tipo' = 'cierre';
select prueba.cierto('the sender has them', count(*) = 4 and bool_and(e ->> 'destino' is not null) and count(*) filter (where e ->> 'via' = 'push' and length(e ->> 'p256dh') = 87 and length(e ->> 'auth') = 22) = 1) from tomados;
select prueba.cierto('and may hand them over', jsonb_array_length(registrar_codigos((
  select jsonb_agg(jsonb_build_object('envio', e ->> 'id', 'codigo_huella', encode(case when e ->> 'codigo_de' = 'alerta:' || (select id from codigo)
    then interno.huella_de_codigo((select codigo from codigo)) else sha256(convert_to(e ->> 'codigo_de', 'UTF8')) end, 'hex'))) from tomados))) = 4);
select prueba.cierto('who had no code yet has one now', count(*) = 3 and bool_and(huella is not null)) from interno.alertas_sin_cuenta;
select anotar_envios((select jsonb_agg(jsonb_build_object('id', e ->> 'id', 'resultado', 'enviada')) from tomados));
select prueba.cierto('once sent, no address and no name stays in the queue', count(*) = 4 and bool_and(terminado_en is not null and not datos ?| array['destino', 'nombre', 'p256dh', 'auth']))
from interno.envios where tipo = 'cierre' and user_id is null;

-- The page, for its hour.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the page says how it ended', '=cerrada cuenta_eliminada false Ana', $$select concat_ws(' ', v ->> 'estado', v ->> 'motivo', v ->> 'con_pin', v ->> 'nombre') from codigo, ver_alerta(codigo) v$$),
  ('visitante', 'and that she is not to be called', '=true', $$select ver_alerta(codigo) ->> 'coaccion' from codigo$$),
  ('visitante', 'without her place or her number', '=true', $$select v ->> 'latitud' is null and v ->> 'telefono' is null and v ->> 'numero_emergencia' is not null from codigo, ver_alerta(codigo) v$$),
  ('visitante', 'an answer changes nothing', '=cuenta_eliminada', $$select responder_alerta(codigo, 'ya_voy') ->> 'motivo' from codigo$$),
  ('visitante', 'another code', '=null', $$select ver_alerta(repeat('y', 32))::text$$),
  ('visitante', 'the table', '42501', 'select from interno.alertas_sin_cuenta'),
  ('carla', 'the table', '42501', 'select from interno.alertas_sin_cuenta'),
  ('servicio', 'the table', '42501', 'select from interno.alertas_sin_cuenta')
) as celdas (quien, que, esperado, consulta);
update interno.alertas_sin_cuenta set cerrada_en = now() - interval '61 minutes';
select prueba.celda('visitante', 'after its hour', '=null', $$select ver_alerta(codigo)::text from codigo$$);
select interno.olvidar_despedidas();
select prueba.cierto('then it is forgotten', not exists (select from interno.alertas_sin_cuenta));

-- Whatever fails there, she may leave, and so may others whose day has come.
create function pg_temp.falla() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
create trigger falla before insert on interno.alertas_sin_cuenta for each row execute function pg_temp.falla();
insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
values ('e0000000-0000-4000-8000-0000000000e5', 'authenticated', 'authenticated', 'eva@amparo.test', now(), '{"username": "Eva", "identidad_genero": "mujer cis"}');
insert into contactos_emergencia (id, user_id, nombre, telefono) values ('b1000000-0000-4000-8000-0000000000b2', 'e0000000-0000-4000-8000-0000000000e5', 'Contacto', '+525590000088');
insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
values ('b1000000-0000-4000-8000-0000000000b2', 'e0000000-0000-4000-8000-0000000000e5', 'acepto', now(), now(), '+525590000088');
insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en)
values ('b1000000-0000-4000-8000-0000000000b2', 'e0000000-0000-4000-8000-0000000000e5', 'correo', 'b2@correo.test', now());
select interno.levantar('e0000000-0000-4000-8000-0000000000e5', gen_random_uuid(), 'boton', now(), 0);
insert into interno.bajas_pendientes (user_id, efectiva_en) values ('e0000000-0000-4000-8000-0000000000e5', now());
set local client_min_messages = error;
select interno.cumplir_bajas();
select prueba.cierto('a failure keeps nobody', not exists (select from auth.users where id = 'e0000000-0000-4000-8000-0000000000e5'));
