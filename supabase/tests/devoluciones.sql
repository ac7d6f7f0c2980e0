-- The installation's slot of a vault, and how its owner is given her key back.
create function pg_temp.sobre(letra text) returns text language sql as $$
  select 'cofre1.' || repeat(letra, 11) || '.' || repeat(letra, 16) || '.' || repeat(letra, 64)
$$;
create function pg_temp.guardar(quien text, llave text, sobre text) returns void language sql as $$
  select guardar_ranuras_del_equipo(prueba.id(quien), jsonb_build_array(jsonb_build_object('llave', repeat(llave, 11), 'sobre', pg_temp.sobre(sobre))))
$$;

-- Where nobody is told, nothing is given back. The rest of this file is as beside our server, whose mails are counted.
select prueba.celda('ana', 'nothing is given back where nobody is told', '=false', 'select hay_devolucion()') where not interno.hay_devolucion();
create or replace function interno.hay_devolucion() returns boolean language sql stable set search_path = '' as $$ select true $$;
create temp table dicho (n timestamptz default clock_timestamp(), hecho boolean);
grant all on dicho to public;
create or replace function interno.avisar_devolucion(cuenta uuid, hecha boolean) returns void language sql set search_path = '' as $$ insert into pg_temp.dicho (hecho) values (hecha) $$;

-- Sessions of Ana's: two were hers seven days before anything here, two since today.
create function pg_temp.sesion(cual text) returns uuid language sql immutable as $$ select md5('sesión ' || cual)::uuid $$;
insert into auth.sessions (id, user_id, created_at, updated_at, aal)
select pg_temp.sesion(cual), prueba.id(quien), now() - hace, now(), 'aal1'
from (values
  ('vieja', 'ana', interval '8 days'), ('otra vieja', 'ana', '8 days'), ('nueva', 'ana', '1 hour'), ('otra nueva', 'ana', '1 hour'),
  ('de bea', 'bea', '8 days')
) s (cual, quien, hace);
update auth.users set encrypted_password = '$2b$10$x' where id in (prueba.id('ana'), prueba.id('bea'));
create function pg_temp.mostrar(cual text, como text[]) returns void language sql as $$
  delete from auth.mfa_amr_claims where session_id = pg_temp.sesion(cual);
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gen_random_uuid(), pg_temp.sesion(cual), now(), now(), c from unnest(como) c
$$;
-- What one session of hers is answered.
create function pg_temp.en(cual text, consulta text) returns text language plpgsql as $$
declare
  valor text;
begin
  perform set_config('request.jwt.claims',
    (current_setting('request.jwt.claims')::jsonb || jsonb_build_object('session_id', pg_temp.sesion(cual)))::text, true);
  execute consulta into valor;
  return valor;
end
$$;
create function pg_temp.celda(cual text, que text, esperado text, consulta text) returns boolean language sql as $$
  select prueba.celda(case cual when 'de bea' then 'bea' else 'ana' end, format('%s: %s', cual, que), esperado,
    format('select pg_temp.en(%L, %L)', cual, consulta))
$$;
-- The same, and it stays done.
create function pg_temp.hacer(cual text, consulta text) returns text language plpgsql as $$
declare
  valor text;
begin
  perform prueba.ser(case cual when 'de bea' then 'bea' else 'ana' end);
  valor := pg_temp.en(cual, consulta);
  perform prueba.ser('duena');
  return valor;
end
$$;
create function pg_temp.vence_en_un_dia() returns boolean language sql as $$
  select espera_desde = now() from interno.devoluciones where detenida_en is null and entregada_en is null
$$;

-- The slot.
delete from cofre_ranuras;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'whether a key can be given back', '42501', 'select hay_devolucion()'),
  ('visitante', 'a slot', '42501', 'select preparar_ranura_del_equipo()'),
  ('visitante', 'a request', '42501', 'select pedir_devolucion()'),
  ('visitante', 'the key', '42501', 'select tomar_devolucion()'),
  ('visitante', 'taking a slot away', '42501', 'select quitar_ranura_del_equipo()'),
  ('dora', 'a slot without admission', '42501', 'select preparar_ranura_del_equipo()'),
  ('dora', 'a request without admission', '42501', 'select pedir_devolucion()'),
  ('dora', 'the key without admission', '42501', 'select tomar_devolucion()'),
  ('carla a medias', 'the key without her second factor', 'PT401', 'select tomar_devolucion()'),
  ('ana', 'a slot of her own making', '42501', $$insert into cofre_ranuras (user_id, tipo, llave, sobre) values (prueba.id('ana'), 'equipo', repeat('A', 11), pg_temp.sobre('A'))$$),
  ('ana', 'by the function of the service', '42501', $$select pg_temp.guardar('ana', 'A', 'A')$$),
  ('carla', 'the same, as the admin', '42501', $$select pg_temp.guardar('ana', 'A', 'A')$$),
  ('ana', 'requests to read', '42501', 'select from interno.devoluciones'),
  ('servicio', 'requests to read, with the service key', '42501', 'select from interno.devoluciones'),
  ('servicio', 'no envelope', '23514', $$select guardar_ranuras_del_equipo(prueba.id('ana'), '[{"llave": "AAAAAAAAAAA", "sobre": "mi llave"}]')$$)
) as celdas (quien, que, esperado, consulta);
select pg_temp.celda('nueva', 'a slot without a proof', 'PT428', 'select preparar_ranura_del_equipo()');
select pg_temp.mostrar('nueva', '{password}');
select pg_temp.celda('nueva', 'a slot without a vault', 'PT409', 'select preparar_ranura_del_equipo()');
select pg_temp.celda('nueva', 'a request without a slot', 'PT409', 'select pedir_devolucion()');
insert into cofre_ranuras (user_id, tipo, llave, sobre) values (prueba.id('ana'), 'codigo', repeat('A', 11), pg_temp.sobre('C'));
select pg_temp.celda('nueva', 'a slot', '=' || prueba.id('ana'), 'select preparar_ranura_del_equipo()');
select pg_temp.celda('nueva', 'eleven in a day', 'PT429', $$select count(preparar_ranura_del_equipo()) from generate_series(1, 11)$$);
update auth.users set encrypted_password = '' where id = prueba.id('ana');
select pg_temp.mostrar('nueva', '{otp}');
select pg_temp.celda('nueva', 'a slot by a mailbox alone', 'PT403', 'select preparar_ranura_del_equipo()');
update auth.users set encrypted_password = '$2b$10$x' where id = prueba.id('ana');
select prueba.ser('servicio');
select pg_temp.guardar('ana', 'A', 'A'), pg_temp.guardar('ana', 'B', 'B'), pg_temp.guardar('ana', 'A', 'Z'), pg_temp.guardar('bea', 'E', 'E');
select prueba.ser('duena');
select prueba.cierto('one for each key, the newest', array_agg(sobre order by llave) = array[pg_temp.sobre('Z'), pg_temp.sobre('B')])
from cofre_ranuras where tipo = 'equipo' and user_id = prueba.id('ana');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'sees that it is there', '2', $$select from cofre_ranuras where tipo = 'equipo'$$),
  ('ana', 'is told that a way was made', '=codigo', 'select tipo from cambios_pendientes()'),
  ('bea', 'sees hers alone', '1', $$select from cofre_ranuras where tipo = 'equipo'$$),
  ('carla', 'sees none as the admin', '0', $$select from cofre_ranuras where tipo = 'equipo'$$)
) as celdas (quien, que, esperado, consulta);
update cofre_ranuras set creada_en = now() - interval '8 days' where true;

-- The request: password, then a mailed code.
select pg_temp.mostrar('nueva', '{mailed_code}');
select pg_temp.celda('nueva', 'by a mailed code alone', 'PT428', 'select pedir_devolucion()');
select pg_temp.mostrar('nueva', '{password}');
select pg_temp.celda('nueva', 'by the password alone', 'PT422', 'select pedir_devolucion()');
select pg_temp.mostrar('nueva', '{password,mailed_code}');
update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id = pg_temp.sesion('nueva') and authentication_method = 'mailed_code';
select pg_temp.celda('nueva', 'by a code of before', 'PT422', 'select pedir_devolucion()');
select pg_temp.mostrar('nueva', '{password,mailed_code}');
select pg_temp.celda('nueva', 'the key unasked', 'PT409', 'select tomar_devolucion()');
insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria)
values (prueba.id('ana'), 'https://x.test/devolucion', repeat('a', 87), repeat('a', 22), 'America/Mexico_City');
select prueba.cierto('in a day', pg_temp.hacer('nueva', 'select pedir_devolucion()')::timestamptz = now() + interval '24 hours');
select prueba.cierto('her addresses are told', array_agg(hecho order by n) = array[false]) from dicho;
select prueba.cierto('and her devices', count(*) = 1 and min(datos::text) = '{}') from interno.envios where tipo = 'devolucion' and via = 'push' and user_id = prueba.id('ana');
select prueba.celda('ana', 'is told on every screen', '=devolucion', 'select tipo from cambios_pendientes()');
select prueba.celda('bea', 'is told nothing of Ana''s', '0', 'select from cambios_pendientes()');
select prueba.cierto('asked for again it waits no longer, and nobody is told twice', pg_temp.hacer('nueva', 'select pedir_devolucion()')::timestamptz = now() + interval '24 hours'
  and (select count(*) from interno.devoluciones) = 1 and (select count(*) from dicho) = 1);
update interno.devoluciones set pedida_en = now() - interval '23 hours 59 minutes', espera_desde = now() - interval '23 hours 59 minutes';
select pg_temp.celda('nueva', 'the key before its day', 'PT409', 'select tomar_devolucion()');

-- Who may stop it.
select pg_temp.celda('otra nueva', 'who came in with her password stops nothing', 'PT403', $$select cancelar_cambio('devolucion')$$);
select pg_temp.celda('de bea', 'Bea stops nothing of Ana''s', '=false', $$select cancelar_cambio('devolucion')$$);
select pg_temp.celda('vieja', 'a device of before', '=true', $$select cancelar_cambio('devolucion')$$);
select pg_temp.celda('nueva', 'the one that asked', '=true', $$select cancelar_cambio('devolucion')$$);
select prueba.celda('cuentas', 'the link of a mail', '=true', format('select interno.detener_devolucion(%L)', prueba.id('ana')));
select prueba.celda(quien, 'the function of that link', '42501', format('select interno.detener_devolucion(%L)', prueba.id('ana')))
from unnest(array['visitante', 'ana', 'bea', 'carla', 'servicio']) quien;
select prueba.celda('cuentas', 'of hers alone', '=false', format('select interno.detener_devolucion(%L)', prueba.id('bea')));
select pg_temp.hacer('vieja', $$select cancelar_cambio('devolucion')$$);
update interno.devoluciones set pedida_en = pedida_en - interval '2 days', espera_desde = espera_desde - interval '2 days';
select pg_temp.celda('nueva', 'what was stopped is given to nobody', 'PT409', 'select tomar_devolucion()');
select prueba.celda('ana', 'and stands on no screen', '0', 'select from cambios_pendientes()');
select pg_temp.celda('nueva', 'asked for anew after it was stopped', '=true', 'select pedir_devolucion() is not null');
select pg_temp.celda('nueva', 'four a day, stopped ones among them', 'PT429', $q$do $d$ begin for n in 1..3 loop perform pedir_devolucion(); perform cancelar_cambio('devolucion'); end loop; end $d$$q$);

-- What begins the wait anew.
select pg_temp.hacer('nueva', 'select pedir_devolucion()');
create function pg_temp.tras(que text, consulta text) returns boolean language plpgsql as $$
declare
  anew boolean;
begin
  update interno.devoluciones set espera_desde = now() - interval '20 hours' where detenida_en is null and entregada_en is null;
  execute consulta;
  anew := pg_temp.vence_en_un_dia();
  perform prueba.cierto(que, anew);
  return anew;
end
$$;
select pg_temp.tras('another password', $$update auth.users set encrypted_password = '$2b$10$y' where id = prueba.id('ana')$$);
select pg_temp.tras('another address', $$update auth.users set email = 'otra.ana@amparo.test' where id = prueba.id('ana')$$);
select pg_temp.tras('a device of before was closed', $$delete from auth.sessions where id = pg_temp.sesion('otra vieja')$$);
update interno.devoluciones set espera_desde = now() - interval '20 hours' where detenida_en is null and entregada_en is null;
delete from auth.sessions where id = pg_temp.sesion('otra nueva');
update auth.users set last_sign_in_at = now(), encrypted_password = '$2b$10$y' where id = prueba.id('ana');
update auth.users set encrypted_password = '$2b$10$z' where id = prueba.id('bea');
select prueba.cierto('who comes and goes with her password begins nothing anew, nor does another account', not pg_temp.vence_en_un_dia());

-- After the day.
update interno.devoluciones set pedida_en = now() - interval '25 hours', espera_desde = now() - interval '24 hours' where detenida_en is null;
update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id = pg_temp.sesion('nueva');
select pg_temp.celda('nueva', 'the key without a fresh proof', 'PT428', 'select tomar_devolucion()');
select prueba.celda('ana', 'is told that she can', '=devolucion_lista', 'select tipo from cambios_pendientes()');
select pg_temp.mostrar('nueva', '{password}');
select pg_temp.mostrar('de bea', '{password}');
select pg_temp.mostrar('vieja', '{password}');
select pg_temp.celda('vieja', 'the password alone takes nothing that another session asked for', 'PT422', 'select tomar_devolucion()');
select pg_temp.mostrar('vieja', '{mailed_code}');
select pg_temp.celda('vieja', 'nor does a mailed code alone', 'PT428', 'select tomar_devolucion()');
select pg_temp.mostrar('vieja', '{password,mailed_code}');
select pg_temp.celda('vieja', 'with both any session of hers', '=true', 'select tomar_devolucion() is not null');
select pg_temp.celda('de bea', 'Bea is given nothing', 'PT409', 'select tomar_devolucion()');
select prueba.cierto('the wrapped keys, and whose they are', pg_temp.hacer('nueva', 'select tomar_devolucion()')::jsonb @>
  jsonb_build_object('de', prueba.id('ana'), 'ranuras', jsonb_build_array(jsonb_build_object('llave', repeat('A', 11), 'sobre', pg_temp.sobre('Z')), jsonb_build_object('llave', repeat('B', 11)))));
select prueba.cierto('she is told again', array_agg(hecho order by n) = array[false, false, true]) from dicho;
select pg_temp.celda('nueva', 'whose answer was lost asks again', '=true', 'select tomar_devolucion() is not null');
select pg_temp.celda('vieja', 'nobody else is given it', 'PT409', 'select tomar_devolucion()');
select prueba.celda('ana', 'nothing waits any more', '0', 'select from cambios_pendientes()');
update interno.devoluciones set entregada_en = now() - interval '10 minutes' where entregada_en is not null;
select pg_temp.celda('nueva', 'and once', 'PT409', 'select tomar_devolucion()');

-- One that nobody takes is over a week after its day.
insert into interno.devoluciones (user_id, pedida_en, espera_desde) values (prueba.id('bea'), now() - interval '8 days', now() - interval '8 days');
select pg_temp.mostrar('de bea', '{password,mailed_code}');
select pg_temp.celda('de bea', 'too late', 'PT409', 'select tomar_devolucion()');
update interno.devoluciones set espera_desde = now() - interval '8 days' + interval '1 minute' where user_id = prueba.id('bea');
select pg_temp.celda('de bea', 'within the week', '=true', 'select tomar_devolucion() is not null');

-- Switched off.
update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes' where session_id = pg_temp.sesion('de bea');
create temp table quitada (de uuid);
grant all on quitada to public;
create or replace function interno.avisar_copia_quitada(cuenta uuid) returns void language sql set search_path = '' as $$ insert into pg_temp.quitada values (cuenta) $$;
select pg_temp.celda('de bea', 'with her phone alone', 'PT428', 'select quitar_ranura_del_equipo()');
select pg_temp.mostrar('de bea', '{password}');
update auth.sessions set created_at = now() - interval '16 days' where id = pg_temp.sesion('de bea');
select prueba.cierto('away at once', pg_temp.hacer('de bea', 'select quitar_ranura_del_equipo()') = 'true');
select prueba.cierto('with its request, and nobody else''s slot', not exists (select from cofre_ranuras where tipo = 'equipo' and user_id = prueba.id('bea'))
  and (select count(*) from cofre_ranuras where tipo = 'equipo') = 2 and (select bool_and(detenida_en is not null) from interno.devoluciones where user_id = prueba.id('bea')));
select pg_temp.celda('de bea', 'there is none', '=false', 'select quitar_ranura_del_equipo()');
select prueba.cierto('she is told once', array_agg(de) = array[prueba.id('bea')]) from quitada;
-- On a device that could not stop a request her password alone destroys nothing, whether one waits or not.
select pg_temp.mostrar('nueva', '{password}');
select pg_temp.celda('nueva', 'with her password alone', 'PT422', 'select quitar_ranura_del_equipo()');
select pg_temp.mostrar('nueva', '{mailed_code}');
select pg_temp.celda('nueva', 'with a mailed code alone', 'PT428', 'select quitar_ranura_del_equipo()');
update auth.sessions set created_at = now() - interval '8 days' where id = pg_temp.sesion('nueva');
select pg_temp.mostrar('nueva', '{password}');
insert into interno.devoluciones (user_id, sesion_id, pedida_en) values (prueba.id('ana'), pg_temp.sesion('nueva'), now() - interval '2 days');
select pg_temp.celda('nueva', 'nor on the one that asked, six days before', 'PT422', 'select quitar_ranura_del_equipo()');
select pg_temp.mostrar('vieja', '{password}');
select pg_temp.celda('vieja', 'nor on another one of these', 'PT422', 'select quitar_ranura_del_equipo()');
select prueba.cierto('it waits on', count(*) = 1) from interno.devoluciones where user_id = prueba.id('ana') and detenida_en is null and entregada_en is null;
delete from interno.devoluciones where user_id = prueba.id('ana') and entregada_en is null and detenida_en is null;
select pg_temp.celda('nueva', 'a device of before, with her password', '=true', 'select quitar_ranura_del_equipo()');
update auth.sessions set created_at = now() where id = pg_temp.sesion('nueva');
select pg_temp.mostrar('nueva', '{password,mailed_code}');
select pg_temp.celda('nueva', 'a new one, with a mailed code', '=true', 'select quitar_ranura_del_equipo()');
select pg_temp.celda('nueva', 'her code stays', '=1', $$select count(*) from (select quitar_ranura_del_equipo()) q, cofre_ranuras r where r.tipo = 'codigo'$$);

-- A restored backup gives nothing that was asked for before it; a month later it is forgotten; the account takes all of it along.
insert into interno.devoluciones (user_id, pedida_en, espera_desde) values (prueba.id('bea'), now() - interval '2 days', now() - interval '2 days');
select interno.recomenzar_bajas();
select pg_temp.celda('de bea', 'after a restore', 'PT409', 'select tomar_devolucion()');
update interno.devoluciones set pedida_en = now() - interval '32 days' where user_id = prueba.id('bea');
select interno.olvidar_devoluciones();
select prueba.cierto('forgotten, the others not', count(*) = 0 and (select count(*) from interno.devoluciones where user_id = prueba.id('ana')) > 0)
from interno.devoluciones where user_id = prueba.id('bea');
