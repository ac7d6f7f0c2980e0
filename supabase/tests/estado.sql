-- The state of the installation: reported by the server once a minute, read by administradoras alone, and a heartbeat that several processes count once.
select prueba.reunir_equipo();
select interno.anotar_casa('{"version": "1.2.3", "esperan": {"alarma": {"tarde": false}, "mail": {"tarde": true}}}', '2026-11-10T18:00:00Z');
select interno.anotar_casa('{"version": "1.2.3", "esperan": {"alarma": {"tarde": false}, "mail": {"tarde": true}}}', '2026-11-10T18:00:20Z');
select interno.anotar_casa('{"version": "1.2.4", "esperan": {"alarma": {"tarde": true}}}', '2026-11-10T18:01:00Z');
select prueba.cierto('a minute is counted once, no matter who reports it', (minutos, alarma, correo) = (2, 1, 1), l::text)
from interno.latidos l where dia = '2026-11-10';
select prueba.cierto('the last word stands', count(*) = 1 and bool_and(estado ->> 'version' = '1.2.4')) from interno.estado_casa;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'reads it', '42501', 'select estado_de_la_casa()'),
  ('ana', 'reads it', '42501', 'select estado_de_la_casa()'),
  ('dora', 'reads it', '42501', 'select estado_de_la_casa()'),
  ('moderadora', 'reads it', '42501', 'select estado_de_la_casa()'),
  ('editora', 'reads it', '42501', 'select estado_de_la_casa()'),
  ('soporte', 'reads it', '42501', 'select estado_de_la_casa()'),
  ('carla a medias', 'reads it', '42501', 'select estado_de_la_casa()'),
  ('administradora', 'reads it', '=1.2.4', $$select estado_de_la_casa() #>> '{servidor,version}'$$),
  ('carla', 'since when a story waits', '=true', $$select (estado_de_la_casa() #>> '{colas,historias}' is not null)::text$$),
  ('administradora', 'writes it', '42501', $$select interno.anotar_casa('{}')$$),
  ('ana', 'writes it', '42501', $$select interno.anotar_casa('{}')$$),
  ('administradora', 'the table', '42501', 'select from interno.estado_casa'),
  ('administradora', 'the heartbeat', '42501', 'select from interno.latidos'),
  ('servicio', 'the table', '42501', 'select from interno.estado_casa')
) as celdas (quien, que, esperado, consulta);
insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'x');
select prueba.celda('administradora', 'since when somebody waits for support', '=true', $$select (estado_de_la_casa() #>> '{colas,soporte}' is not null)::text$$);
select prueba.celda('administradora', 'no id, address or word of a member', '=true',
  $$select (estado_de_la_casa()::text !~ '@|[0-9a-f]{8}-[0-9a-f]{4}-' and estado_de_la_casa()::text not like '%Ana%')::text$$);
