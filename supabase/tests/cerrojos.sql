-- The lock of a device: set by the member, opened by the device and the PIN together, and a token that only calls for help.
create temp table puesto (quien text, id uuid, dado jsonb);
grant all on puesto to public;
create function pg_temp.clave(letra text) returns text language sql immutable as $$ select repeat(letra, 32) $$;
create function pg_temp.poner(quien text, cual uuid, letra text) returns void language sql as $$
  insert into puesto select quien, cual, poner_cerrojo(cual, pg_temp.clave(letra), pg_temp.clave(upper(letra)))
$$;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'sets no lock', '42501', $$select poner_cerrojo(gen_random_uuid(), pg_temp.clave('a'), pg_temp.clave('A'))$$),
  ('dora', 'without admission none', '42501', $$select poner_cerrojo(gen_random_uuid(), pg_temp.clave('a'), pg_temp.clave('A'))$$),
  ('ana', 'no proof', '23514', $$select poner_cerrojo(gen_random_uuid(), '258046', pg_temp.clave('Z'))$$),
  ('ana', 'no id', '23514', $$select poner_cerrojo(null, pg_temp.clave('a'), pg_temp.clave('A'))$$),
  ('ana', 'reads no table of it', '42501', 'select from interno.cerrojos'),
  ('ana', 'twenty a day', '0', $q$do $d$ begin for n in 1..20 loop perform poner_cerrojo(gen_random_uuid(), pg_temp.clave('a'), pg_temp.clave('A')); end loop; end $d$$q$),
  ('ana', 'no more', 'PT429', $q$do $d$ begin for n in 1..21 loop perform poner_cerrojo(gen_random_uuid(), pg_temp.clave('a'), pg_temp.clave('A')); end loop; end $d$$q$)
) as celdas (quien, que, esperado, consulta);

select prueba.ser('ana');
select pg_temp.poner('ana', 'c0000000-0000-4000-8000-0000000000a1', 'a');
select prueba.celda('bea', 'takes no id that is there', 'PT409', $$select poner_cerrojo('c0000000-0000-4000-8000-0000000000a1', pg_temp.clave('b'), pg_temp.clave('B'))$$);
select prueba.celda('bea', 'takes away no lock of another', '=false', $$select quitar_cerrojo('c0000000-0000-4000-8000-0000000000a1')$$);
select prueba.ser('duena');
select prueba.cierto('the database knows neither proof nor token', not exists (
  select from interno.cerrojos c, puesto p where to_jsonb(c)::text like '%' || (p.dado ->> 'ficha') || '%' or to_jsonb(c)::text like '%' || pg_temp.clave('a') || '%'));

-- Tries, by anybody with the device.
create function pg_temp.intentar(letra text) returns jsonb language sql as $$ select abrir_cerrojo('c0000000-0000-4000-8000-0000000000a1', pg_temp.clave(letra)) $$;
select prueba.ser('visitante');
create temp table abierto (dado jsonb);
grant all on abierto to public;
insert into abierto select pg_temp.intentar('a');
select prueba.cierto('the right PIN is given the share, and another id', (select dado ->> 'parte' from abierto) = (select dado ->> 'parte' from puesto)
  and (select dado ->> 'siguiente' from abierto) <> 'c0000000-0000-4000-8000-0000000000a1');
insert into abierto select pg_temp.intentar('a');
select prueba.cierto('the one before is good until the new one was used, and two that ask at once are told the same', count(dado ->> 'parte') = 2
  and count(distinct dado ->> 'siguiente') = 1) from abierto;
insert into abierto select abrir_cerrojo((select (dado ->> 'siguiente')::uuid from abierto offset 1), pg_temp.clave('a'));
select prueba.cierto('and no longer', (select dado ->> 'parte' from abierto offset 2) is not null and pg_temp.intentar('a') is null);
select prueba.ser('duena');
update interno.cerrojos set id = 'c0000000-0000-4000-8000-0000000000a1', anterior = null where user_id = prueba.id('ana') and anterior is not null;
select prueba.ser('visitante');
select prueba.cierto('no such lock', abrir_cerrojo(gen_random_uuid(), pg_temp.clave('a')) is null and abrir_cerrojo(null, null) is null);
select prueba.cierto('four wrong tries wait for nothing', bool_and((pg_temp.intentar('b') ->> 'espera_s')::int = 0)) from generate_series(1, 4);
select prueba.cierto('the fifth waits a minute', (pg_temp.intentar(null) ->> 'espera_s')::int = 60);
select prueba.cierto('and the right PIN within it is not looked at', pg_temp.intentar('a') ->> 'parte' is null and (pg_temp.intentar('a') ->> 'intentos')::int = 5);
select prueba.ser('duena');
select prueba.cierto('longer each time, and never for good', array_agg(extract(epoch from interno.espera_de_pin(n)) / 60 order by n) = array[1, 5, 15, 60, 60, 60]::numeric[])
from generate_series(5, 30, 5) n;
update interno.cerrojos set abre_en = now();
select prueba.ser('visitante');
select prueba.cierto('afterwards the right one opens, and the count begins anew', pg_temp.intentar('a') ->> 'parte' is not null);
select prueba.cierto('from one', (pg_temp.intentar('b') ->> 'intentos')::int = 1);

-- The token: an alert, its place, and how far it got.
select prueba.ser('duena');
delete from eventos_peligro where user_id = prueba.id('ana');
select prueba.ser('visitante');
create function pg_temp.ficha() returns text language sql as $$ select dado ->> 'ficha' from puesto $$;
select prueba.cierto('no token raises nothing', not alertar_con_ficha('nada', gen_random_uuid(), now()) and not alertar_con_ficha(pg_temp.clave('z'), gen_random_uuid(), now())
  and not alertar_con_ficha(null, gen_random_uuid(), now()) and ver_con_ficha(pg_temp.clave('z')) is null and not lugar_con_ficha(pg_temp.clave('z'), gen_random_uuid(), 1, 1, 1, now())
  and not enviar_ya_con_ficha(pg_temp.clave('z'), gen_random_uuid()));
select prueba.cierto('nothing is open', ver_con_ficha(pg_temp.ficha()) is null);
select prueba.cierto('a press is taken', alertar_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a1', now(), 5, now()));
select prueba.cierto('twice the same is one', alertar_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a1', now(), 5, now()));
select prueba.cierto('its place too', lugar_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a1', 19.4, -99.1, 20, now()));
select prueba.celda('visitante', 'a place that is none', '23514', $$select lugar_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a1', 0, 0, 20, now())$$);
select prueba.cierto('an alert that is none', not enviar_ya_con_ficha(pg_temp.ficha(), gen_random_uuid()));
select prueba.cierto('no name before it has left', ver_con_ficha(pg_temp.ficha()) ->> 'nombres' = '{}' and ver_con_ficha(pg_temp.ficha()) -> 'alerta' ->> 'estado' = 'pausa');
select prueba.ser('duena');
select prueba.cierto('one alert and one event, as the app writes it', (select count(*) from alertas where user_id = prueba.id('ana') and estado = 'pausa' and latitud = 19.4 and pulsaciones = 1) = 1
  and (select count(*) from eventos_peligro where user_id = prueba.id('ana') and cliente_id = 'c1000000-0000-4000-8000-0000000000a1' and mensaje = 'Botón de pánico presionado' and enviado) = 1);

-- Her contact, who said yes.
delete from contactos_emergencia where user_id = prueba.id('ana');
insert into contactos_emergencia (id, user_id, nombre, telefono, prioridad) values ('a1000000-0000-4000-8000-0000000000a1', prueba.id('ana'), 'Mamá', '+525590000011', 1);
insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
values ('a1000000-0000-4000-8000-0000000000a1', prueba.id('ana'), 'acepto', now(), now(), '+525590000011');
insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en)
values ('a1000000-0000-4000-8000-0000000000a1', prueba.id('ana'), 'correo', 'mama@correo.test', now());
select prueba.ser('visitante');
select prueba.cierto('the pause is ended', enviar_ya_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a1'));
select prueba.cierto('who is to be told is no name yet', jsonb_array_length(v -> 'entregas') = 1 and v ->> 'nombres' = '{}' and (v ->> 'alguien')::boolean) from ver_con_ficha(pg_temp.ficha()) v;
select prueba.ser('duena');
update entregas set estado = 'enviada', enviada_en = now() where user_id = prueba.id('ana');
select prueba.ser('visitante');
select prueba.cierto('once it has left, it is', ver_con_ficha(pg_temp.ficha()) -> 'nombres' ->> 'a1000000-0000-4000-8000-0000000000a1' = 'Mamá');
select prueba.celda('visitante', 'it ends no alert', '42501', $$select cerrar_alerta('c1000000-0000-4000-8000-0000000000a1', 'a_salvo')$$);
select prueba.cierto('a second press extends it', alertar_con_ficha(pg_temp.ficha(), gen_random_uuid(), now(), 5, now()));
select prueba.ser('duena');
select prueba.cierto('as one alert', count(*) = 1 and min(pulsaciones) = 2) from alertas where user_id = prueba.id('ana') and estado <> 'cerrada';
select prueba.cierto('and one event', count(*) = 1 and min(pulsaciones) = 2) from eventos_peligro where user_id = prueba.id('ana');
select prueba.ser('visitante');
select alertar_con_ficha(pg_temp.ficha(), gen_random_uuid(), now() - n * interval '20 minutes', 5, now()) from generate_series(1, 30) n;
select prueba.ser('duena');
select prueba.cierto('however many, they are no more than an hour has', count(*) <= 14) from eventos_peligro
where user_id = prueba.id('ana') and creado_en > now() - interval '1 hour';

-- A device without a PIN: its token ends with its session, with the next one, and with a PIN.
select prueba.celda('visitante', 'asks for no token', '42501', 'select pedir_ficha()');
select prueba.ser('dora');
select prueba.cierto('without admission none', pedir_ficha() is null);
select prueba.ser('carla a medias');
select prueba.cierto('nor before the second factor', pedir_ficha() is null);
select prueba.ser('carla');
select prueba.cierto('with it', pedir_ficha() is not null);
select prueba.ser('duena');
insert into auth.sessions (id, user_id) values ('e0000000-0000-4000-8000-0000000000a5', prueba.id('ana'));
create function pg_temp.con_sesion() returns void language sql as $$
  select prueba.ser('ana');
  select set_config('request.jwt.claims', (auth.jwt() || '{"session_id": "e0000000-0000-4000-8000-0000000000a5"}')::text, true);
$$;
create temp table pedida (n int, ficha text);
grant all on pedida to public;
create function pg_temp.pedida(cual int) returns boolean language sql as $$
  select alertar_con_ficha((select p.ficha from pedida p where p.n = cual), 'c1000000-0000-4000-8000-0000000000a4', now(), 5, now())
$$;
select pg_temp.con_sesion();
insert into pedida values (1, pedir_ficha()), (2, pedir_ficha());
select prueba.ser('visitante');
select prueba.cierto('the newest raises an alert', pg_temp.pedida(2) and not pg_temp.pedida(1));
select prueba.cierto('and does nothing else', ver_con_ficha(ficha) is null and not enviar_ya_con_ficha(ficha, 'c1000000-0000-4000-8000-0000000000a4')
  and not lugar_con_ficha(ficha, 'c1000000-0000-4000-8000-0000000000a4', 1, 1, 1, now())) from pedida where n = 2;
select prueba.ser('duena');
select prueba.cierto('it opens nothing', count(*) = 1 and bool_and(abrir_cerrojo(c.id, pg_temp.clave('a')) ->> 'parte' is null)) from interno.cerrojos c where c.parte = '' and c.user_id = prueba.id('ana');
select interno.olvidar_cerrojos();
select pg_temp.con_sesion();
select poner_cerrojo('c0000000-0000-4000-8000-0000000000a5', pg_temp.clave('d'), pg_temp.clave('D'));
select prueba.ser('visitante');
select prueba.cierto('until the device has a PIN', not pg_temp.pedida(2));
select pg_temp.con_sesion();
select quitar_cerrojo('c0000000-0000-4000-8000-0000000000a5');
insert into pedida values (3, pedir_ficha());
select prueba.ser('duena');
select interno.olvidar_cerrojos();
select prueba.ser('visitante');
select prueba.cierto('again without it', pg_temp.pedida(3));
select prueba.ser('duena');
delete from auth.sessions where id = 'e0000000-0000-4000-8000-0000000000a5';
select prueba.ser('visitante');
select prueba.cierto('not after its session', not pg_temp.pedida(3));
select pg_temp.con_sesion();
select prueba.cierto('which gives no other', pedir_ficha() is null);
select prueba.ser('duena');
select interno.olvidar_cerrojos();
select prueba.cierto('and is forgotten with it', count(*) = 0) from interno.cerrojos where parte = '' and quitado_en is null and user_id = prueba.id('ana');

-- An alert that another device of hers raised is not the token's.
select prueba.ser('ana');
select cerrar_alerta('c1000000-0000-4000-8000-0000000000a1', 'a_salvo');
select abrir_alerta('c1000000-0000-4000-8000-0000000000a2', now(), 5);
select prueba.ser('visitante');
select prueba.cierto('of an alert of another device it neither reads nor changes anything', ver_con_ficha(pg_temp.ficha()) is null
  and not lugar_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a2', 1, 1, 1, now()) and not enviar_ya_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a2'));
select prueba.cierto('until it joins', alertar_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a3', now(), 5, now()));
select prueba.cierto('then it does', lugar_con_ficha(pg_temp.ficha(), 'c1000000-0000-4000-8000-0000000000a3', 1, 1, 1, now()));

-- An end that was said before a press does not end it, however late it comes.
select prueba.ser('duena');
update alertas set ultima_pulsacion = now() - interval '1 minute' where cliente_id = 'c1000000-0000-4000-8000-0000000000a2';
select prueba.celda('ana', 'said before she pressed again', '=false', $$select cerrar_alerta('c1000000-0000-4000-8000-0000000000a2', 'a_salvo', true, now() - interval '2 minutes', now())$$);
select prueba.celda('ana', 'by a clock that is an hour ahead', '=false', $$select cerrar_alerta('c1000000-0000-4000-8000-0000000000a2', 'a_salvo', true, now() + interval '58 minutes', now() + interval '1 hour')$$);
select prueba.celda('ana', 'about as she pressed', '=true', $$select cerrar_alerta('c1000000-0000-4000-8000-0000000000a2', 'a_salvo', true, now() - interval '80 seconds', now())$$);
select prueba.celda('ana', 'said afterwards', '=true', $$select cerrar_alerta('c1000000-0000-4000-8000-0000000000a2', 'a_salvo', true, now() - interval '50 seconds', now())$$);

-- The end of a lock.
insert into auth.sessions (id, user_id) values ('e0000000-0000-4000-8000-0000000000a1', prueba.id('ana')), ('e0000000-0000-4000-8000-0000000000a2', prueba.id('ana'));
update interno.cerrojos set sesion_id = 'e0000000-0000-4000-8000-0000000000a1';
select prueba.celda('ana', 'without a fresh proof no token ends', 'PT428', 'select soltar_fichas()');
create or replace function interno.exigir_prueba() returns text language sql stable set search_path = '' as $$ select 'full' $$;
select prueba.celda('bea', 'ends no token of another', '=0', 'select soltar_fichas()');
select prueba.celda('visitante', 'nor does a visitor', '42501', 'select soltar_fichas()');
select prueba.ser('ana');
select prueba.cierto('before she closes all of her devices their tokens end', soltar_fichas() >= 1);
select prueba.ser('visitante');
select prueba.cierto('and what they hold still opens', not alertar_con_ficha(pg_temp.ficha(), gen_random_uuid(), now()) and pg_temp.intentar('a') ->> 'parte' is not null);
create function pg_temp.dura() returns boolean language plpgsql as $$
begin
  perform prueba.ser('duena');
  update interno.cerrojos set usado_en = now() - interval '10 days' where user_id = prueba.id('ana') and parte <> '';
  perform pg_temp.intentar('a');
  return (select c.usado_en = now() from interno.cerrojos c where c.user_id = prueba.id('ana') and c.parte <> '');
end
$$;
select prueba.cierto('opened, it lasts', pg_temp.dura());
delete from auth.sessions where id = 'e0000000-0000-4000-8000-0000000000a1';
select prueba.cierto('but not once its session is over', not pg_temp.dura());
delete from interno.cerrojos where user_id = prueba.id('ana');
select prueba.ser('ana');
select pg_temp.poner('ana', 'c0000000-0000-4000-8000-0000000000a2', 'a');
select prueba.cierto('she takes hers away', quitar_cerrojo('c0000000-0000-4000-8000-0000000000a2') and not quitar_cerrojo('c0000000-0000-4000-8000-0000000000a2'));
select pg_temp.poner('ana', 'c0000000-0000-4000-8000-0000000000a3', 'a');
select prueba.ser('duena');
delete from interno.cerrojos;
insert into interno.cerrojos (id, user_id, sesion_id, prueba, prueba_2, ficha, usado_en)
select gen_random_uuid(), prueba.id('ana'), v.sesion, sha256('a'), sha256('c'), sha256(v.ficha::bytea), now() - v.hace from (values
  ('e0000000-0000-4000-8000-0000000000a2'::uuid, '1', interval '399 days'), ('e0000000-0000-4000-8000-0000000000a2', '2', '401 days'),
  ('e0000000-0000-4000-8000-0000000000a1', '3', '29 days'), ('e0000000-0000-4000-8000-0000000000a1', '4', '31 days')
) v (sesion, ficha, hace);
select interno.olvidar_cerrojos();
select prueba.cierto('what nobody has opened for more than a year goes, or for a month after its session', array_agg(c.ficha order by v.n) = array[sha256('1'), sha256('3')])
from interno.cerrojos c join (values (1, sha256('1')), (2, sha256('2')), (3, sha256('3')), (4, sha256('4'))) v (n, ficha) using (ficha);

-- Twenty devices: one more makes room only where one of them has no session any more.
delete from interno.cerrojos;
insert into interno.cerrojos (id, user_id, sesion_id, prueba, prueba_2, ficha)
select gen_random_uuid(), prueba.id('ana'), 'e0000000-0000-4000-8000-0000000000a2', sha256('a'), sha256('c'), sha256(n::text::bytea) from generate_series(1, 20) n;
select prueba.celda('ana', 'a twenty-first device', 'PT409', $$select poner_cerrojo(gen_random_uuid(), pg_temp.clave('a'), pg_temp.clave('A'))$$);
update interno.cerrojos set sesion_id = 'e0000000-0000-4000-8000-0000000000a1' where ficha = sha256('7');
select prueba.celda('ana', 'takes the place of one whose session is gone', '1', $$select poner_cerrojo(gen_random_uuid(), pg_temp.clave('a'), pg_temp.clave('A'))$$);

-- The second PIN: it opens too, and tells nobody that it is the second; what is closed with it goes on.
select prueba.celda('ana', 'two PINs that are one', '23514', $$select poner_cerrojo(gen_random_uuid(), pg_temp.clave('a'), pg_temp.clave('a'))$$);
select prueba.celda('ana', 'reads nothing of what goes on', '42501', 'select from interno.coacciones');
select prueba.ser('duena');
delete from interno.cerrojos where user_id = prueba.id('ana');
delete from puesto;
select prueba.ser('ana');
select pg_temp.poner('ana', 'c0000000-0000-4000-8000-0000000000a2', 'a');
create function pg_temp.abrir(letra text) returns jsonb language sql as $$ select abrir_cerrojo('c0000000-0000-4000-8000-0000000000a2', pg_temp.clave(letra)) $$;
select prueba.ser('visitante');
select prueba.cierto('the second PIN is given the second share, in the same words', v ->> 'parte' = (select p.dado ->> 'parte_2' from puesto p)
  and (select array_agg(k order by k) from jsonb_object_keys(v) k) = array['parte', 'siguiente'] and length(v::text) = length(pg_temp.abrir('a')::text))
from pg_temp.abrir('A') v;
select prueba.ser('ana');
select cerrar_alerta(id, 'a_salvo') from alertas where estado <> 'cerrada';
select abrir_alerta('c3000000-0000-4000-8000-0000000000a1', now() - interval '1 minute', 0, now());
select prueba.ser('duena');
update interno.envios set terminado_en = now(), resultado = 'enviada' where user_id = prueba.id('ana') and terminado_en is null;
select prueba.ser('ana');
select prueba.cierto('closed with the second PIN it is answered as closed', cerrar_alerta('c3000000-0000-4000-8000-0000000000a1', 'a_salvo', true, now(), now(), pg_temp.clave('A')));
select prueba.ser('duena');
select prueba.cierto('and goes on, which the words to her contacts say', estado = 'abierta' and (interno.datos_de_alerta(a) ->> 'coaccion')::boolean)
from public.alertas a where cliente_id = 'c3000000-0000-4000-8000-0000000000a1';
select prueba.cierto('they are written to once more', count(*) = 1) from interno.envios where user_id = prueba.id('ana') and tipo = 'repetida' and clave like 'coaccion%';
select prueba.ser('ana');
select prueba.cierto('another proof closes as before', cerrar_alerta('c3000000-0000-4000-8000-0000000000a1', 'a_salvo', true, now(), now(), pg_temp.clave('a')));
select prueba.cierto('for good', estado = 'cerrada' and con_pin) from alertas where cliente_id = 'c3000000-0000-4000-8000-0000000000a1';
select prueba.ser('duena');
select prueba.cierto('of another member the proof is none', interno.es_segundo(prueba.id('ana'), pg_temp.clave('A')) and not interno.es_segundo(prueba.id('bea'), pg_temp.clave('A'))
  and not interno.es_segundo(prueba.id('ana'), null));

-- It gives nobody free tries for hers.
update interno.cerrojos set fallos = 0, intentos = 0, abre_en = now() where user_id = prueba.id('ana');
create function pg_temp.tantear(con text) returns int language plpgsql as $$
declare dado jsonb;
begin
  for n in 1..4 loop dado := pg_temp.abrir('x'); end loop;
  perform pg_temp.abrir(con);
  update interno.cerrojos set id = 'c0000000-0000-4000-8000-0000000000a2', anterior = null where user_id = prueba.id('ana');
  return (dado ->> 'espera_s')::int;
end $$;
select prueba.cierto('four wrong tries before each of the second PIN: at the twentieth the wait is an hour', array_agg(pg_temp.tantear('A')) = array[0, 0, 0, 0, 3600])
from generate_series(1, 5);
update interno.cerrojos set fallos = 0, intentos = 0, abre_en = now() where user_id = prueba.id('ana');
select prueba.cierto('and no other with hers: it tells nobody which one that was', array_agg(pg_temp.tantear('a')) = array[0, 0, 0, 0, 3600]) from generate_series(1, 5);
update interno.cerrojos set intentos = 0, abre_en = now(), fallos_desde = now() - interval '25 hours' where user_id = prueba.id('ana');
select prueba.cierto('a day later the count begins anew', pg_temp.tantear('a') = 0);
select prueba.cierto('from nothing', fallos = 4) from interno.cerrojos where user_id = prueba.id('ana');

-- A timer, and a press from behind it.
select prueba.ser('ana');
create temp table reloj as select (l).id, (l).vence_en from (select iniciar_llegada(gen_random_uuid(), 'Casa', null, now() + interval '1 hour') l) t;
select prueba.cierto('a timer that is ended, given time or answered with it is answered as if', terminar_llegada(id, 'llego', pg_temp.clave('A'))
  and prolongar_llegada(id, 15, vence_en, pg_temp.clave('A')) = vence_en + interval '15 minutes') from reloj;
select prueba.cierto('and runs on as it was', l.estado = 'activa' and l.vence_en = r.vence_en) from llegadas l join reloj r using (id);
select prueba.celda('ana', 'the drill says no word of what goes on', 'PT429', $$select probar_alarma(gen_random_uuid())$$)
from (select abrir_alerta('c5000000-0000-4000-8000-0000000000a1', now(), 0, now(), pg_temp.clave('A'))) silent;
select prueba.ser('duena');
update public.alertas set estado = 'cerrada', motivo = 'a_salvo', cerrada_en = now() where user_id = prueba.id('ana') and estado <> 'cerrada';
update public.llegadas l set vence_en = now() - interval '1 minute' from reloj r where l.id = r.id;
select interno.disparar_llegada(l) from public.llegadas l join reloj r using (id);
select prueba.cierto('its alert says so', (interno.datos_de_alerta(a) ->> 'coaccion')::boolean) from public.alertas a join public.llegadas l on l.alerta_id = a.id join reloj r on r.id = l.id;
update public.alertas set estado = 'cerrada', motivo = 'a_salvo', cerrada_en = now() where user_id = prueba.id('ana') and estado <> 'cerrada';
select prueba.ser('visitante');
select prueba.cierto('a press from behind the second PIN', alertar_con_ficha(pg_temp.ficha(), 'c4000000-0000-4000-8000-0000000000a1', now(), 0, now(), pg_temp.clave('A')));
select prueba.ser('duena');
select prueba.cierto('of which its own screen tells nothing', ver_con_ficha(pg_temp.ficha()) is null);
select prueba.cierto('tells her contacts not to call her', (interno.datos_de_alerta(a) ->> 'coaccion')::boolean) from public.alertas a where cliente_id = 'c4000000-0000-4000-8000-0000000000a1';
select prueba.ser('visitante');
select prueba.cierto('until she presses again', alertar_con_ficha(pg_temp.ficha(), 'c4000000-0000-4000-8000-0000000000a2', clock_timestamp(), 0, clock_timestamp()));
select prueba.ser('duena');
update public.alertas set ultima_pulsacion = now() + interval '1 second' where cliente_id = 'c4000000-0000-4000-8000-0000000000a1';
select prueba.ser('visitante');
select prueba.cierto('then it tells', ver_con_ficha(pg_temp.ficha()) is not null);

-- A forced word that comes after the timer's time; her own word takes back what was forced before.
select prueba.ser('duena');
update public.alertas set estado = 'cerrada', motivo = 'a_salvo', cerrada_en = now() where user_id = prueba.id('ana') and estado <> 'cerrada';
select prueba.ser('ana');
create temp table tarde as select (l).id from (select iniciar_llegada(gen_random_uuid(), 'Casa', null, now() + interval '1 hour') l) t;
select prueba.cierto('given time by force, then by herself', prolongar_llegada(id, 15, null, pg_temp.clave('A')) is not null and prolongar_llegada(id, 15, null, null) is not null) from tarde;
select prueba.ser('duena');
select prueba.cierto('nothing is forced any more', not exists (select from interno.coacciones c join tarde t on t.id = c.cual));
update public.llegadas l set vence_en = now() - interval '1 minute' from tarde t where l.id = t.id;
select interno.disparar_llegada(l) from public.llegadas l join tarde using (id);
select prueba.ser('ana');
select prueba.cierto('too late, and answered as if', terminar_llegada(id, 'llego', pg_temp.clave('A'))) from tarde;
select prueba.ser('duena');
select prueba.cierto('the alert says so', a.estado = 'abierta' and (interno.datos_de_alerta(a) ->> 'coaccion')::boolean) from public.alertas a join public.llegadas l on l.alerta_id = a.id join tarde t on t.id = l.id;

-- A press without a word that joins an open alert tells her contacts; a second one keeps it hidden.
update public.alertas set estado = 'cerrada', motivo = 'a_salvo', cerrada_en = now() where user_id = prueba.id('ana') and estado <> 'cerrada';
select prueba.ser('visitante');
select alertar_con_ficha(pg_temp.ficha(), 'c6000000-0000-4000-8000-0000000000a1', now(), 0, now());
select prueba.ser('duena');
update interno.envios set terminado_en = now(), resultado = 'enviada' where user_id = prueba.id('ana') and terminado_en is null;
delete from interno.envios where user_id = prueba.id('ana') and clave like 'coaccion%';
select prueba.ser('visitante');
select alertar_con_ficha(pg_temp.ficha(), 'c6000000-0000-4000-8000-0000000000a2', now(), 0, now(), pg_temp.clave('A'));
select prueba.ser('duena');
select prueba.cierto('it is said to them', count(*) > 0) from interno.envios where user_id = prueba.id('ana') and clave like 'coaccion%';
update interno.coacciones set creada_en = now() - interval '1 minute' where user_id = prueba.id('ana');
select prueba.ser('visitante');
select alertar_con_ficha(pg_temp.ficha(), 'c6000000-0000-4000-8000-0000000000a3', now(), 0, now(), pg_temp.clave('A'));
select prueba.cierto('pressed once more it stays hidden', ver_con_ficha(pg_temp.ficha()) is null);

-- The token alone, which stands in the open, tells nobody that she must not be called; the proof of the second PIN does, whichever alert it is.
select prueba.ser('duena');
update public.alertas set estado = 'cerrada', motivo = 'a_salvo', cerrada_en = now() where user_id = prueba.id('ana') and estado <> 'cerrada';
select prueba.ser('ana');
select abrir_alerta('c7000000-0000-4000-8000-0000000000a1', now(), 0);
select prueba.ser('visitante');
select prueba.cierto('a press without it, or with another, joins as any', alertar_con_ficha(pg_temp.ficha(), 'c7000000-0000-4000-8000-0000000000a2', now(), 0, now(), null)
  and alertar_con_ficha(pg_temp.ficha(), 'c7000000-0000-4000-8000-0000000000a3', now(), 0, now(), pg_temp.clave('a')));
select prueba.cierto('and is told of', ver_con_ficha(pg_temp.ficha()) -> 'alerta' ->> 'pulsaciones' = '3');
select prueba.ser('duena');
create function pg_temp.forzada(alerta uuid) returns boolean language sql as $$
  select (interno.datos_de_alerta(a) ->> 'coaccion')::boolean from public.alertas a where a.cliente_id = alerta
$$;
select prueba.cierto('her contacts read as before', not pg_temp.forzada('c7000000-0000-4000-8000-0000000000a1'));
select prueba.ser('visitante');
select prueba.cierto('with it', alertar_con_ficha(pg_temp.ficha(), 'c7000000-0000-4000-8000-0000000000a4', now(), 0, now(), pg_temp.clave('A')));
select prueba.ser('duena');
select prueba.cierto('they read that they must not call her', pg_temp.forzada('c7000000-0000-4000-8000-0000000000a1') and ver_con_ficha(pg_temp.ficha()) is null);

-- A forced end that comes once the PIN is taken away.
select prueba.ser('ana');
select quitar_cerrojo((select id from puesto)) from puesto;
select prueba.cierto('is known all the same', cerrar_alerta(cliente_id, 'a_salvo', true, now(), now(), pg_temp.clave('A'))) from alertas where estado <> 'cerrada';
select prueba.cierto('and the alert goes on', count(*) = 1) from alertas where estado = 'abierta' and origen <> 'simulacro';
select prueba.ser('duena');
select prueba.cierto('what was taken away opens nothing', pg_temp.abrir('a') is null and pg_temp.abrir('A') is null);
update interno.cerrojos set quitado_en = now() - interval '9 days' where quitado_en is not null;
select interno.olvidar_cerrojos();
select prueba.cierto('and is forgotten', count(*) = 0) from interno.cerrojos where quitado_en is not null;
