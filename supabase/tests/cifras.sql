-- Numbers: counted once when a period is over, shown where they are large enough, by the function and not by the screen, and nothing of one person.
select prueba.reunir_equipo();
select prueba.cierto('a floor', array[interno.con_suelo(0), interno.con_suelo(9), interno.con_suelo(10), interno.con_suelo(123)] = array['menos de 10', 'menos de 10', '10', '123']);
select prueba.cierto('tens', array[interno.por_decenas(3), interno.por_decenas(19), interno.por_decenas(20)] = array['menos de 10', '10 o más', '20 o más']);
select prueba.cierto('fives', array[interno.por_cincos(9, 10), interno.por_cincos(29, 30), interno.por_cincos(3, 9), interno.por_cincos(0, 0)] is not distinct from array['90 %', '95 %', null, null]);

-- Forty alerts in October, thirty-six of which left; thirty-two had somebody to be told of, twenty-five reached somebody.
create function pg_temp.alerta(n int) returns uuid language sql immutable as $$ select md5('alerta ' || n)::uuid $$;
insert into alertas (id, user_id, cliente_id, origen, estado, motivo, creada_en, pulsada_en, sale_en, cerrada_en)
select pg_temp.alerta(n), prueba.id('ana'), md5('c ' || n)::uuid, case when n <= 2 then 'simulacro' else 'boton' end, 'cerrada', 'a_salvo',
  '2026-10-07T18:00:00Z', '2026-10-07T18:00:00Z', '2026-10-07T18:00:10Z',
  -- Two were closed before they left.
  case when n in (3, 4) then timestamptz '2026-10-07T18:00:05Z' else '2026-10-07T20:00:00Z' end
from generate_series(1, 40) n;
insert into entregas (alerta_id, user_id, via, estado, entregada_en, encolada_en, motivo)
select pg_temp.alerta(n), prueba.id('ana'), 'push', case when n <= 29 then 'entregada' else 'fallida' end,
  case when n <= 29 then timestamptz '2026-10-07T18:00:10Z' + n * interval '1 second' end, '2026-10-07T18:00:10Z',
  case when n > 29 then 'ese dispositivo no recibe avisos' end
from generate_series(5, 36) n;
insert into entregas (alerta_id, user_id, via, estado, encolada_en, motivo)
select pg_temp.alerta(n), prueba.id('ana'), 'correo', 'fallida', '2026-10-07T18:00:10Z', case when n < 17 then 'el buzón está lleno' else 'rara' end
from generate_series(5, 19) n;
insert into mensajes_sala (sala_id, user_id, contenido, creado_en)
select (select id from salas_comunidad limit 1), prueba.id(q), 'x', '2026-11-10T18:00:00Z' from unnest(array['ana', 'bea']) q;
select prueba.cierto('what is over is counted', interno.anotar_cifras('2026-11-23T12:00:00Z') > 12);
select prueba.cierto('once', interno.anotar_cifras('2026-11-23T12:00:00Z') = 0);
select prueba.cierto('a month before the installation is none', count(distinct desde) = 1 and min(desde) = '2026-10-01')
from interno.cifras where periodo = 'mes';
-- What is deleted afterwards is no difference of one.
create temp table antes as select * from interno.cifras;
delete from alertas where id = pg_temp.alerta(5);
select interno.anotar_cifras('2026-11-23T18:00:00Z');
select prueba.cierto('and not again: who leaves changes no count', count(*) = 0) from (select * from interno.cifras except select * from antes) x;

create function pg_temp.mes(cual text) returns bigint language sql as $$
  select n from interno.cifras where periodo = 'mes' and desde = '2026-10-01' and que = cual
$$;
select prueba.cierto('no drill, and none that never left: ' || que, pg_temp.mes(que) = n, pg_temp.mes(que)::text) from (values
  ('alertas', 36), ('con_contactos', 32), ('alcanzadas', 25), ('contestadas', 0), ('mediana', 17), ('fallidas: correo: el buzón está lleno', 12), ('fallidas: correo: rara', 3)
) as v (que, n);

select prueba.celda(quien, que || ', ' || quien, '42501', consulta)
from unnest(array['visitante', 'ana', 'dora', 'moderadora', 'editora', 'soporte', 'carla a medias']) quien,
  (values ('figures', 'select cifras()'), ('alerts', 'select cifras_de_alertas()')) as c (que, consulta);
select prueba.celda(quien, 'counts as they are, ' || quien, '42501', 'select from interno.cifras')
from unnest(array['visitante', 'ana', 'administradora', 'carla', 'servicio']) quien;
create function pg_temp.octubre(cual text) returns text language sql immutable as $$
  select format($q$select valor from cifras_de_alertas() where periodo = 'mes' and desde = '2026-10-01' and que = %L$q$, cual)
$$;
select prueba.celda('administradora', que, esperado, consulta) from (values
  ('members, by tens', '=menos de 10', $$select valor from cifras() where que = 'miembros'$$),
  ('a section with two is not two', '=menos de 10', $$select valor from cifras() where que = 'usan: salas' and desde = '2026-11-09'$$),
  ('nor is a section with none none', '=menos de 10', $$select valor from cifras() where que = 'usan: diario' and desde = '2026-11-02'$$),
  ('a week that is not over', '0', $$select from cifras() where desde = '2026-11-23'$$),
  ('alerts, by tens', '=30 o más', pg_temp.octubre('alertas')),
  ('the share that reached somebody', '=80 %', pg_temp.octubre('alcanzadas')),
  ('in how long', '=17', pg_temp.octubre('mediana')),
  ('what failed often', '=12', pg_temp.octubre('fallidas: correo: el buzón está lleno')),
  ('what failed seldom is not named', '0', pg_temp.octubre('fallidas: correo: rara')),
  ('no share of fewer than ten', '0', $$select from cifras_de_alertas() where periodo = 'mes' and desde <> '2026-10-01' and que in ('alcanzadas', 'mediana')$$)
) as celdas (que, esperado, consulta)
where extract(year from now()) = 2026 and now() < '2026-12-01';
select prueba.cierto('no value below ten is anywhere', bool_and(valor !~ '^[0-9]$')) from (
  select interno.con_suelo(n) as valor from interno.cifras where que not like 'mediana'
) v;

-- Public: for every caller.
insert into interno.latidos (dia, minutos, alarma, correo)
select d::date, 1440, 1440, 1224 from generate_series(current_date - 40, current_date - 1, interval '1 day') d where d::date <> current_date - 20;
select prueba.celda(quien, que, esperado, consulta) from unnest(array['visitante', 'ana', 'administradora']) quien, (values
  ('reads how reliable it is', '=true', $$select (count(*) >= 3)::text from confiabilidad() where que in ('servicio', 'alarma', 'correo')$$),
  ('in shares and tens, nothing else', '=true', $$select bool_and(valor ~ '^(menos de 10|\d+0 o más|\d+(\.\d)? %|\d+)$')::text from confiabilidad()$$),
  ('a day of which nobody heard counts as none', '=true', $$select (min(replace(valor, ' %', '')::numeric) < 100)::text from confiabilidad() where que = 'servicio'$$),
  ('nothing of what fails, or of a day', '0', $$select from confiabilidad() where que like 'fallidas%' or que in ('eventos', 'con_contactos') or mes <> date_trunc('month', mes)::date$$)
) as celdas (que, esperado, consulta);
select prueba.celda(quien, 'counts', '42501', 'select interno.anotar_cifras()') from unnest(array['visitante', 'ana', 'administradora', 'servicio']) quien;
