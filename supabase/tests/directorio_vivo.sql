-- The upkeep of the directory: history, calls, suggestions, emergency numbers.
select prueba.reunir_equipo();
create function prueba.una() returns uuid language sql stable security definer as $$
  select id from public.asociaciones_apoyo where clave = 'mx-saptel'
$$;
create function prueba.vista() returns integer language sql stable security definer as $$
  select version from public.asociaciones_apoyo where clave = 'mx-saptel'
$$;
create function prueba.escondida() returns uuid language sql stable security definer as $$
  select id from public.asociaciones_apoyo where not visible order by clave limit 1
$$;

-- Calls -------------------------------------------------------------------------------------------------------------------------
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'notes a call', '42501', $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista())$$),
  ('ana', 'notes a call', '42501', $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista())$$),
  ('dora', 'notes a call', '42501', $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista())$$),
  ('moderadora', 'notes a call', '42501', $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista())$$),
  ('soporte', 'notes a call', '42501', $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista())$$),
  ('editora', 'it is as it was', '=' || current_date, $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista())$$),
  ('carla', 'it is as it was', '=' || current_date, $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista())$$),
  ('carla a medias', 'without the factor', '42501', $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista())$$),
  ('editora', 'nobody answered', '=null', $$select anotar_llamada(prueba.una(), 'no_contesta', prueba.vista())$$),
  ('editora', 'something that no call says', 'PT422', $$select anotar_llamada(prueba.una(), 'alta', prueba.vista())$$),
  ('editora', 'nothing', 'PT422', $$select anotar_llamada(prueba.una(), null, prueba.vista())$$),
  ('editora', 'a call of last week', 'PT422', $$select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista(), current_date - 7)$$),
  ('editora', 'of an entry that there is not', 'PT404', $$select anotar_llamada(gen_random_uuid(), 'sigue_igual', 1)$$),
  ('editora', 'of a number that somebody corrected since', 'PT409', $$select anotar_llamada(prueba.una(), 'sigue_igual', 0)$$),

  ('visitante', 'reads history', '42501', 'select from historial_apoyo'),
  ('ana', 'reads history', '0', 'select from historial_apoyo'),
  ('moderadora', 'reads history', '0', 'select from historial_apoyo'),
  ('editora', 'writes history', '42501', $$insert into historial_apoyo (asociacion_id, que) values (prueba.una(), 'sigue_igual')$$),
  ('editora', 'changes history', '42501', $$update historial_apoyo set que = 'sigue_igual'$$),
  ('editora', 'deletes history', '42501', 'delete from historial_apoyo'),
  ('ana', 'whom to call', '0', 'select from por_llamar()'),
  ('moderadora', 'whom to call', '0', 'select from por_llamar()'),
  ('visitante', 'whom to call', '42501', 'select from por_llamar()')
) as celdas (quien, que, esperado, consulta);

select prueba.ser('editora');
select prueba.cierto('everybody with a number of their own waits at first', count(*) > 50 and count(*) = (
  select count(*) from asociaciones_apoyo a
  where telefono <> '' and not exists (select from numeros_emergencia n where n.pais = a.pais and a.telefono = any (n.numeros))
)) from por_llamar();
select prueba.cierto('nobody is asked to dial 911', not exists (
  select from por_llamar() p join asociaciones_apoyo a using (id) where a.telefono = '911'
) and exists (select from asociaciones_apoyo where telefono = '911'));
select prueba.ser('duena');

-- A report brings it to the top; a call settles it and takes it off the list.
select prueba.ser('ana');
insert into reportes_apoyo (asociacion_id) values (prueba.una());
select prueba.ser('editora');
select prueba.cierto('what members report is first', (array_agg(id))[1] = prueba.una() and max(avisos) = 1) from por_llamar();
create temp table antes as select count(*) as n from por_llamar();
select anotar_llamada(prueba.una(), 'no_contesta', prueba.vista());
select prueba.celda('editora', 'pressed again, since the answer got lost, it is one call', '=1', $$select anotar_llamada(prueba.una(), 'no_contesta', prueba.vista());
  select count(*) from historial_apoyo where que = 'no_contesta' and asociacion_id = prueba.una()$$);
select prueba.celda('editora', 'another answer to it is another', '=2', $$select anotar_llamada(prueba.una(), 'cambio', prueba.vista());
  select count(*) from historial_apoyo where que in ('no_contesta', 'cambio') and asociacion_id = prueba.una()$$);
select prueba.celda('editora', 'that it is as it was, pressed again, nobody changed meanwhile', '=' || current_date,
  $$select anotar_llamada(prueba.una(), 'sigue_igual', v), anotar_llamada(prueba.una(), 'sigue_igual', v) from prueba.vista() v$$);
select prueba.celda('editora', 'but somebody who corrected it since did', 'PT409', $$create temp table v as select prueba.vista() as v;
  select anotar_llamada(prueba.una(), 'sigue_igual', v) from v; update asociaciones_apoyo set telefono = '5500000000' where id = prueba.una();
  select anotar_llamada(prueba.una(), 'sigue_igual', v) from v$$);
select prueba.ser('editora');
select prueba.cierto('what was tried today is last', (array_agg(id))[count(*)] = prueba.una() and max(sin_respuesta) = 1) from por_llamar();
select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista());
select prueba.cierto('called: one fewer', (select n from antes) - 1 = (select count(*) from por_llamar()));
select prueba.cierto('its report is settled', count(*) = 0) from reportes_apoyo;
select prueba.ser('ana');
insert into reportes_apoyo (asociacion_id) values (prueba.una());
select prueba.ser('editora');
select anotar_llamada(prueba.una(), 'sigue_igual', prueba.vista());
select prueba.cierto('called twice in a day: settled once more, and a line of its own', (select count(*) from reportes_apoyo) = 0 and count(*) = 2)
from historial_apoyo where asociacion_id = prueba.una() and que = 'sigue_igual';
update asociaciones_apoyo set verificada_el = current_date - 181 where id = prueba.una();
select prueba.cierto('half a year later it waits again', exists (select from por_llamar() where id = prueba.una()));
update asociaciones_apoyo set verificada_el = current_date - 180 where id = prueba.una();
select prueba.cierto('and not a day before', not exists (select from por_llamar() where id = prueba.una()));

-- History says what was there.
update asociaciones_apoyo set telefono = '+525500000001', descripcion = 'Otra' where id = prueba.una();
update asociaciones_apoyo set visible = false where id = prueba.una();
update asociaciones_apoyo set visible = true where id = prueba.una();
insert into asociaciones_apoyo (nombre) values ('Nueva casa');
select prueba.cierto('a correction, with the number of before',
  campos -> 'telefono' = '["+525552598121", "+525500000001"]' and campos ? 'verificada_el')
from (select campos from historial_apoyo where asociacion_id = prueba.una() and que = 'correccion' order by id desc limit 1) ultima;
select prueba.cierto('hidden and shown', array_agg(que order by id) = array['oculta', 'muestra'])
from historial_apoyo where asociacion_id = prueba.una() and que in ('oculta', 'muestra');
select prueba.cierto('added', count(*) = 1)
from historial_apoyo h join asociaciones_apoyo a on a.id = h.asociacion_id where a.nombre = 'Nueva casa' and que = 'alta';
select prueba.cierto('nothing that changes nothing', count(*) = 0) from historial_apoyo where que = 'correccion' and campos = '{}';
select prueba.ser('duena');

-- Suggestions ---------------------------------------------------------------------------------------------------------------------
select prueba.ser('ana');
insert into sugerencias_apoyo (id, asociacion_id, texto, telefono) values ('a9000000-0000-4000-8000-00000000000a', prueba.una(), ' Contestan hasta las seis ', '55 1234-5678');
select prueba.ser('bea');
insert into sugerencias_apoyo (id, texto) values ('b9000000-0000-4000-8000-00000000000b', 'Hay una casa nueva en Mérida');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'reads', '42501', 'select id from sugerencias_apoyo'),
  ('visitante', 'suggests', '42501', $$insert into sugerencias_apoyo (texto) values ('x')$$),
  ('dora', 'suggests, not admitted', '42501', $$insert into sugerencias_apoyo (texto) values ('x')$$),
  ('dora', 'reads, not admitted', '0', 'select id from sugerencias_apoyo'),
  ('ana', 'reads her own', '1', 'select id from sugerencias_apoyo'),
  ('ana', 'without blanks and separators', '=Contestan hasta las seis|5512345678', $$select texto || '|' || telefono from sugerencias_apoyo$$),
  ('ana', 'whose it is', '42501', 'select user_id from sugerencias_apoyo'),
  ('ana', 'in the name of another', '42501', $$insert into sugerencias_apoyo (texto, user_id) values ('x', prueba.id('bea'))$$),
  ('ana', 'of an entry that she does not see', '42501', $$insert into sugerencias_apoyo (texto, asociacion_id) values ('x', prueba.escondida())$$),
  ('ana', 'nothing', '23514', $$insert into sugerencias_apoyo (texto) values (' ')$$),
  ('ana', 'words for a number', '23514', $$insert into sugerencias_apoyo (texto, telefono) values ('x', 'llámanos')$$),
  ('ana', 'settles it herself', '0', $$update sugerencias_apoyo set estado = 'aplicada'$$),
  ('ana', 'changes its words', '42501', $$update sugerencias_apoyo set texto = 'y'$$),
  ('ana', 'takes back her own alone', '1', 'delete from sugerencias_apoyo'),
  ('moderadora', 'reads', '0', 'select id from sugerencias_apoyo'),
  ('soporte', 'reads', '0', 'select id from sugerencias_apoyo'),
  ('editora', 'reads all', '2', 'select id from sugerencias_apoyo'),
  ('editora', 'whose they are', '42501', 'select user_id from sugerencias_apoyo'),
  ('editora', 'settles one', '1', $$update sugerencias_apoyo set estado = 'aplicada' where id = 'a9000000-0000-4000-8000-00000000000a' and estado = 'pendiente'$$),
  ('editora', 'deletes none', '0', 'delete from sugerencias_apoyo'),
  ('editora', 'what she settled says when', '=true', $$update sugerencias_apoyo set estado = 'descartada' where id = 'a9000000-0000-4000-8000-00000000000a' returning atendida_en = now()$$)
) as celdas (quien, que, esperado, consulta);
select prueba.celda('ana', 'eleven in a day', 'PT429', $$insert into sugerencias_apoyo (texto) select 'Otra ' || n from generate_series(1, 11) n$$);
update sugerencias_apoyo set estado = 'descartada' where id = 'a9000000-0000-4000-8000-00000000000a';
update sugerencias_apoyo set user_id = gen_random_uuid() where id = 'b9000000-0000-4000-8000-00000000000b';
select interno.retirar_escritos();
select prueba.cierto('one of somebody who left waits for a moment of its own', count(*) = 1)
from interno.retiros_reportes where id = 'b9000000-0000-4000-8000-00000000000b';
update interno.retiros_reportes set retirar_en = now() where id = 'b9000000-0000-4000-8000-00000000000b';
alter table sugerencias_apoyo disable trigger preparar;
update sugerencias_apoyo set atendida_en = now() - interval '91 days' where id = 'a9000000-0000-4000-8000-00000000000a';
alter table sugerencias_apoyo enable trigger preparar;
select interno.retirar_escritos();
select prueba.cierto('then it is gone, and so is what was settled a season ago', count(*) = 0) from sugerencias_apoyo;

-- Emergency numbers -----------------------------------------------------------------------------------------------------------------
update numeros_emergencia set verificado_el = '2026-11-20' where codigo_iso = 'MX';
select prueba.ser('editora');
update numeros_emergencia set pais = 'México' where codigo_iso = 'MX';
select prueba.cierto('other words leave its day', verificado_el = '2026-11-20') from numeros_emergencia where codigo_iso = 'MX';
update numeros_emergencia set numeros = array['911', '066'] where codigo_iso = 'MX';
select prueba.cierto('another number was verified by nobody; each change is another version', verificado_el is null and version = 4)
from numeros_emergencia where codigo_iso = 'MX';
update numeros_emergencia set numeros = array['911'], verificado_el = '2026-11-21' where codigo_iso = 'MX';
select prueba.cierto('unless the change says so', verificado_el = '2026-11-21') from numeros_emergencia where codigo_iso = 'MX';
