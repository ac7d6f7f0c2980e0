-- Each function of the team, as everybody whose work it is not: a visitor, a member, a member who is not admitted, the other roles, and the
-- administradora whose session has not shown her second factor. She is refused, or nothing of it is there for her. A function that a later migration adds for the
-- team has to be named here, with whose work it is.
select prueba.reunir_equipo();

create temp table del_equipo (nombre text, quienes text[], consulta text);
grant select on del_equipo to public;
insert into del_equipo values
  ('anotar_llamada', '{editora}', $$select anotar_llamada((select id from asociaciones_apoyo order by id limit 1), 'no_contesta', 1)$$),
  ('apelaciones', '{moderadora}', $$select from jsonb_array_elements(apelaciones())$$),
  ('atender_hilo', '{soporte}', $$select atender_hilo(md5('x')::uuid, md5('y')::uuid)$$),
  ('buscar_miembros', '{moderadora}', $$select from jsonb_array_elements(buscar_miembros('Ana'))$$),
  ('cifras', '{}', $$select from cifras()$$),
  ('cifras_de_alertas', '{}', $$select from cifras_de_alertas()$$),
  ('cola_revision', '{moderadora}', $$select from cola_revision()$$),
  ('cola_soporte', '{soporte}', $$select from cola_soporte()$$),
  ('corregir_programada', '{editora}', $$select corregir_programada(md5('x')::uuid, 1, 'x', '1', '<p>x</p>', 'x')$$),
  ('decidir', '{moderadora}', $$select decidir('historia', md5('x')::uuid, '1', 'publicar', 'adecuada')$$),
  ('deshacer', '{moderadora}', $$select deshacer(md5('x')::uuid)$$),
  ('estado_de_la_casa', '{}', $$select from jsonb_object_keys(estado_de_la_casa())$$),
  ('guardias_de_la_semana', '{moderadora}', $$select from guardias_de_la_semana()$$),
  ('hoy_del_equipo', '{moderadora,editora,soporte}', $$select from hoy_del_equipo()$$),
  ('leer_hilo', '{soporte}', $$select leer_hilo(md5('x')::uuid)$$),
  ('levantar_velada', '{}', $$select levantar_velada(md5('x')::uuid)$$),
  ('medidas_veladas', '{}', $$select from jsonb_array_elements(medidas_veladas())$$),
  ('medir', '{moderadora}', $$select medir(prueba.id('ana'), 'x', now() + interval '1 day', 'falta')$$),
  ('medir_autora', '{moderadora}', $$select medir_autora('mensaje', md5('x')::uuid, 'x', now() + interval '1 day', 'falta')$$),
  ('mis_decisiones', '{moderadora}', $$select from mis_decisiones()$$),
  ('pausar_autora', '{moderadora}', $$select pausar_autora(md5('x')::uuid, 'x', now() + interval '1 day', 'falta')$$),
  ('plazas_por_encuentro', '{editora}', $$select from plazas_por_encuentro()$$),
  ('politicas_programadas', '{editora}', $$select from politicas_programadas()$$),
  ('por_llamar', '{editora}', $$select from por_llamar()$$),
  ('publicar_politica', '{editora}', $$select publicar_politica(md5('x')::uuid, 'x', '9', '<p>x</p>', 'x')$$),
  ('resolver_apelacion', '{moderadora}', $$select resolver_apelacion(md5('x')::uuid, true, 'x')$$),
  ('responder_hilo', '{soporte}', $$select responder_hilo(md5('x')::uuid, 'x', md5('y')::uuid)$$),
  ('retirar_programada', '{editora}', $$select retirar_programada(md5('x')::uuid, 1)$$),
  ('soltar', '{moderadora}', $$select soltar('historia', md5('x')::uuid)$$),
  ('tomar', '{moderadora}', $$select tomar('historia', md5('x')::uuid)$$),
  ('ver_miembro', '{moderadora}', $$select ver_miembro(prueba.id('ana'), 'x')$$);

-- Something is there to be read of each.
insert into encuentros (titulo, empieza, termina) values ('Taller', now() + interval '1 day', now() + interval '25 hours');
insert into politicas_legales (titulo, version, contenido, que_cambio, publicada_en) values ('x', '8', '<p>x</p>', 'x', now() + interval '3 days');
insert into guardias (user_id, dia, desde, hasta) values (prueba.id('moderadora'), 1, '10:00', '12:00');
select prueba.ser('ana');
insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'No me abre');
insert into historias (titulo, contenido) values ('Lo que pasó', 'Un martes.');
select prueba.ser('duena');

-- What came of it, and nothing stays: a SQLSTATE, or a number of rows.
create function pg_temp.resultado(quien text, consulta text) returns text
language plpgsql as $$
declare
  filas bigint;
  obtenido text;
begin
  perform prueba.ser(quien);
  begin
    execute consulta;
    get diagnostics filas = row_count;
    raise exception using errcode = 'PRB00', message = filas::text;
  exception
    when sqlstate 'PRB00' then obtenido := sqlerrm;
    when others then obtenido := sqlstate;
  end;
  perform prueba.ser('duena');
  return obtenido;
end
$$;

select prueba.cierto(quien || ': ' || nombre, pg_temp.resultado(quien, consulta) = any (array['42501', '0']), pg_temp.resultado(quien, consulta))
from del_equipo, unnest(array['visitante', 'ana', 'bea', 'dora', 'moderadora', 'editora', 'soporte', 'carla a medias']) quien
where quien <> all (quienes);
select prueba.cierto('whose work it is may: ' || quien || ', ' || nombre, pg_temp.resultado(quien, consulta) <> '42501', pg_temp.resultado(quien, consulta))
from del_equipo, unnest(array['administradora', 'moderadora', 'editora', 'soporte']) quien
where quien = 'administradora' or quien = any (quienes);

-- Each function that asks for a role, but those that members call too, or that only say who asks.
select prueba.cierto('named above: ' || p.proname, exists (select from del_equipo e where e.nombre = p.proname))
from pg_proc p
where p.pronamespace = 'public'::regnamespace and p.proname <> all (array['entrar_llamada', 'llamadas_en_curso', 'es_admin'])
  and exists (
    select from pg_proc i where i.pronamespace in ('interno'::regnamespace, 'public'::regnamespace) and i.proname = p.proname
      and i.prosrc ~ '\m(es_admin|es_moderadora|es_editora|es_soporte|exigir_moderadora|exigir_editora|exigir_soporte|tomar_hilo)\('
  );
