-- How long a text may be: one character more is refused.
insert into "Salas" (id, nombre, room_url) values ('44444444-0000-4000-8000-000000000001', 'x', 'https://x.test/a');
insert into salas_emitidas (room_url) values ('https://x.test/a');
select prueba.celda('duena', format('%s.%s of %s', tabla, columna, largo), '1',
    format('update %s t set %I = repeat(''1'', %s) where t.ctid = (select ctid from %1$s limit 1)', tabla, columna, largo)),
  prueba.celda('duena', format('%s.%s of %s', tabla, columna, largo + 1), '23514',
    format('update %s t set %I = repeat(''1'', %s) where t.ctid = (select ctid from %1$s limit 1)', tabla, columna, largo + 1))
from (values
  ('contactos_emergencia', 'nombre', 100), ('eventos_peligro', 'mensaje', 2000),
  ('asociaciones_apoyo', 'nombre', 200), ('asociaciones_apoyo', 'descripcion', 2000), ('asociaciones_apoyo', 'telefono', 20),
  ('asociaciones_apoyo', 'ubicacion', 200), ('asociaciones_apoyo', 'pais', 60), ('asociaciones_apoyo', 'fuente_fecha', 100),
  ('"Salas"', 'nombre', 200), ('"Salas"', 'tema', 500),
  ('salas_comunidad', 'nombre', 100), ('salas_comunidad', 'descripcion', 500), ('salas_comunidad', 'icono', 50),
  ('mensajes_sala', 'contenido', 2000), ('interno.historias', 'titulo', 200), ('interno.historias', 'contenido', 20000),
  ('interno.historias', 'avatar', 16), ('interno.historias', 'motivo', 1000),
  ('diario_personal', 'contenido', 200000), ('agenda_personal', 'titulo', 200),
  ('biblioteca_libros', 'titulo', 200), ('biblioteca_libros', 'autor', 200), ('podcast', 'titulo', 200),
  ('directorio_terapeutas', 'nombre', 200), ('directorio_terapeutas', 'especialidad', 200), ('directorio_terapeutas', 'ciudad', 200),
  ('directorio_terapeutas', 'contacto', 500), ('interno.reseñas', 'comentario', 2000),
  ('politicas_legales', 'titulo', 200), ('politicas_legales', 'version', 20), ('politicas_legales', 'contenido', 500000),
  ('politicas_legales', 'que_cambio', 2000)
) as l (tabla, columna, largo);

-- What must show something does.
select prueba.celda('duena', format('%s.%s with nothing to see', tabla, columna), '23514', format('update %s set %I = U&''\200b ''', tabla, columna))
from (values
  ('contactos_emergencia', 'nombre'), ('asociaciones_apoyo', 'nombre'), ('salas_comunidad', 'nombre'),
  ('mensajes_sala', 'contenido'), ('interno.historias', 'titulo'), ('interno.historias', 'contenido'), ('diario_personal', 'contenido'),
  ('agenda_personal', 'titulo'), ('biblioteca_libros', 'titulo'), ('directorio_terapeutas', 'nombre'), ('interno.reseñas', 'comentario'),
  ('politicas_legales', 'titulo'), ('politicas_legales', 'version'), ('politicas_legales', 'contenido'), ('politicas_legales', 'que_cambio')
) as l (tabla, columna);

-- Links are http(s) or a path of this site, never a script.
select prueba.celda('duena', format('%s.%s: %s', tabla, columna, direccion), '23514', format('update %s set %I = %L', tabla, columna, direccion))
from (values
  ('interno.perfiles', 'foto_url'), ('asociaciones_apoyo', 'url_web'), ('asociaciones_apoyo', 'fuente_url'), ('numeros_emergencia', 'fuente_url'),
  ('"Salas"', 'room_url'), ('salas_emitidas', 'room_url'), ('diario_personal', 'archivo_url'), ('biblioteca_libros', 'url_pdf'), ('podcast', 'url_audio')
) as l (tabla, columna),
unnest(array['javascript:alert(1)', 'data:text/html,x', 'https://x.test/"onload=x', 'https://x.test/a b', 'ftp://x.test', 'https://', 'x']) direccion;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('duena', 'an identity that is not admitted', '23514', $$insert into interno.admisiones (user_id, identidad) values (prueba.id('dora'), 'otro')$$),
  ('duena', 'a code with look-alikes', '23514', $$update interno.perfiles_privados set codigo_invitacion = 'ABCDEFG0' where id = prueba.id('ana')$$),
  ('duena', 'a code twice', '23505', $$update interno.perfiles_privados set codigo_invitacion = 'ANA23456' where id = prueba.id('bea')$$),
  ('duena', 'a plan that is none', '23514', $$alter table interno.perfiles_privados disable trigger vigilar_plan; update interno.perfiles_privados set tipo_plan = 'oro'$$),
  ('duena', 'a new profile with a plan that nobody paid', 'PT402', $$insert into interno.perfiles (id, username) values (prueba.id('dora'), 'Dora'); insert into interno.perfiles_privados (id, tipo_plan) values (prueba.id('dora'), 'premium')$$),
  ('duena', 'an unknown state of a subscription', '23514', $$update suscripciones set estado = 'x'$$),
  ('duena', 'a subscription twice', '23505', $$insert into suscripciones (user_id, plan, suscripcion_externa) values (prueba.id('ana'), 'premium', 'demo-bea')$$),
  ('duena', 'a referral of herself', '23514', $$insert into referidos (invitador_id, referido_id) values (prueba.id('ana'), prueba.id('ana'))$$),
  ('duena', 'a friend invited twice', '23505', $$insert into referidos (invitador_id, referido_id) values (prueba.id('carla'), prueba.id('bea'))$$),
  ('duena', 'an unknown channel', '23514', $$update eventos_peligro set canal = 'paloma'$$),
  ('duena', 'a published story without its moment', '23514', $$update interno.historias set publicada_en = null where estado = 'publicada'$$),
  ('duena', 'a diary day before everything', '23514', $$update diario_personal set fecha = '1999-12-31'$$),
  ('duena', 'a diary day after everything', '23514', $$update diario_personal set fecha = '2200-01-01'$$),
  ('duena', 'an agenda day before everything', '23514', $$update agenda_personal set fecha = '1899-12-31'$$),
  ('duena', 'an episode of no length', '23514', 'update podcast set duracion_s = 0'),
  ('duena', 'letters for a therapist''s number', '23514', $$update directorio_terapeutas set telefono = 'abc'$$),
  ('duena', 'a country twice', '23505', $$insert into numeros_emergencia (codigo_iso, pais, numeros) values ('XX', 'México', array['1'])$$),
  ('duena', 'a seeded association twice', '23505', $$insert into asociaciones_apoyo (nombre, clave) values ('x', 'mx-saptel')$$),
  ('duena', 'a seeded circle twice', '23505', $$insert into salas_comunidad (nombre, clave) values ('x', 'amor-propio')$$),
  ('duena', 'a seeded book twice', '23505', $$insert into biblioteca_libros (titulo, semana, clave) values ('x', 1, 'demo-semana')$$),
  ('duena', 'a seeded policy twice', '23505', $$insert into politicas_legales (titulo, version, contenido, clave) values ('x', '7', 'x', 'terminos-y-privacidad-1-1')$$)
) as celdas (quien, que, esperado, consulta);

-- A change sets `actualizado_en`, and the admin's changes set `editado_en`.
insert into contactos_emergencia (id, user_id, nombre, telefono, actualizado_en)
values ('55555555-0000-4000-8000-000000000001', prueba.id('carla'), 'x', '911', '2020-01-01');
insert into diario_personal (id, user_id, fecha, contenido, actualizado_en)
values ('55555555-0000-4000-8000-000000000001', prueba.id('carla'), '2020-01-01', 'x', '2020-01-01');
insert into agenda_personal (id, user_id, fecha, titulo, actualizado_en)
values ('55555555-0000-4000-8000-000000000001', prueba.id('carla'), '2020-01-01', 'x', '2020-01-01');
insert into suscripciones (id, user_id, plan, actualizado_en)
values ('55555555-0000-4000-8000-000000000001', prueba.id('carla'), 'basico', '2020-01-01');
select prueba.celda('duena', 'time of the change of ' || tabla, '=true', format(
  'update %s set id = id where id = ''55555555-0000-4000-8000-000000000001'' returning (actualizado_en = now())::text', tabla))
from unnest(array['contactos_emergencia', 'diario_personal', 'agenda_personal', 'suscripciones']) tabla;
select prueba.celda('carla', 'mark of the admin on ' || tabla, '=true', format(
    'update %s set %I = %2$I where true returning (editado_en is not null)::text', tabla, columna)),
  prueba.celda('duena', 'no mark of a migration on ' || tabla, '=true', format(
    'update %s set %I = %2$I where true returning (editado_en is null)::text', tabla, columna))
from (values ('asociaciones_apoyo', 'telefono'), ('numeros_emergencia', 'numeros'), ('salas_comunidad', 'nombre'), ('biblioteca_libros', 'titulo')) as m (tabla, columna);
