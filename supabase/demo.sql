-- Demo people, for development and tests only: a normal start never loads this file.
--   Ana    ana@amparo.test    plan básico
--   Bea    bea@amparo.test    plan premium
--   Carla  carla@amparo.test  admin (set ADMIN_EMAIL=carla@amparo.test, or a later start takes the role away)
-- Password of all three: Amparo-demo-2026

insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data
)
select
  id, 'authenticated', 'authenticated', correo,
  '$2b$10$OcjTKrO0aRILUJcE5YXbIOYyb0UDTRwhCK64XkLSh/63BqIn/r/Q6',
  now(), '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('username', nombre, 'identidad_genero', identidad)
from (values
  ('a0000000-0000-4000-8000-000000000001'::uuid, 'ana@amparo.test', 'Ana', 'mujer cis'),
  ('b0000000-0000-4000-8000-000000000002'::uuid, 'bea@amparo.test', 'Bea', 'mujer trans'),
  ('c0000000-0000-4000-8000-000000000003'::uuid, 'carla@amparo.test', 'Carla', 'mujer cis')
) as demo (id, correo, nombre, identidad)
on conflict (id) do nothing;

insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
select
  id::text, id, 'email',
  jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false), now()
from auth.users where email like '%@amparo.test'
on conflict (provider_id, provider) do nothing;

select interno.establecer_admin('carla@amparo.test');

insert into public.suscripciones (user_id, plan, estado, vigente_hasta, suscripcion_externa)
values ('b0000000-0000-4000-8000-000000000002', 'premium', 'activa', now() + interval '1 year', 'demo-bea')
on conflict (suscripcion_externa) do nothing;
update interno.perfiles_privados set tipo_plan = 'premium' where id = 'b0000000-0000-4000-8000-000000000002';
update interno.perfiles_privados set codigo_invitacion = 'ANA23456' where id = 'a0000000-0000-4000-8000-000000000001';

-- Bea came with Ana's code and lets her see her name.
insert into public.referidos (invitador_id, referido_id, creado_en)
values ('a0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002', now() - interval '3 days')
on conflict (referido_id) do nothing;

insert into public.contactos_emergencia (id, user_id, nombre, telefono, prioridad) values
  ('a1000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'Mamá', '+525512345678', 1),
  ('a1000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001', 'Lucía (vecina)', '+525587654321', 2),
  ('b1000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002', 'Hermana', '+523312345678', 1)
on conflict (id) do nothing;

insert into public.eventos_peligro
  (user_id, cliente_id, latitud, longitud, precision_m, estado, canal, contacto_id, enviado)
values
  ('a0000000-0000-4000-8000-000000000001', 'a2000000-0000-4000-8000-000000000001', 19.4326, -99.1332, 25,
   'abierto', 'whatsapp', 'a1000000-0000-4000-8000-000000000001', true)
on conflict (user_id, cliente_id) do nothing;

insert into public.mensajes_sala (id, sala_id, user_id, contenido, creado_en)
select demo.id, sala.id, demo.user_id, demo.contenido, now() - demo.hace
from (values
  ('d1000000-0000-4000-8000-000000000001'::uuid, 'a0000000-0000-4000-8000-000000000001'::uuid,
   '¡Hola! Es mi primer día por aquí. ¿Cómo están?', interval '50 minutes'),
  ('d1000000-0000-4000-8000-000000000002', 'b0000000-0000-4000-8000-000000000002',
   'Bienvenida, Ana. Qué gusto que llegaste. Aquí cada una va a su paso.', interval '45 minutes'),
  ('d1000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001',
   'Gracias. Hoy salí a caminar sola por primera vez en meses y me sentí bien.', interval '40 minutes'),
  ('d1000000-0000-4000-8000-000000000004', 'c0000000-0000-4000-8000-000000000003',
   'Eso se celebra. Cualquier duda, escríbanme.', interval '5 minutes')
) as demo (id, user_id, contenido, hace)
cross join (select id from public.salas_comunidad where clave = 'amor-propio') as sala
on conflict (id) do nothing;

insert into public.directorio_terapeutas
  (id, nombre, especialidad, ciudad, telefono, whatsapp, contacto, visible, created_by)
values
  ('e1000000-0000-4000-8000-000000000001', 'Mariana Ruiz (demo)', 'Psicología con perspectiva de género',
   'Ciudad de México', '+525500000001', '+525500000001', 'Lunes a viernes, en línea', true,
   'c0000000-0000-4000-8000-000000000003'),
  ('e1000000-0000-4000-8000-000000000002', 'Teresa Olmos (demo)', 'Ansiedad y duelo', 'Guadalajara',
   '+523300000002', '', null, true, 'c0000000-0000-4000-8000-000000000003'),
  ('e1000000-0000-4000-8000-000000000003', 'Sofía Lara (demo, oculta)', 'Terapia de pareja', 'Puebla',
   '', '', null, false, 'c0000000-0000-4000-8000-000000000003')
on conflict (id) do nothing;

insert into interno.autorias_reseñas (id, terapeuta_id, user_id) values
  ('f1000000-0000-4000-8000-000000000001', 'e1000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001'),
  ('f1000000-0000-4000-8000-000000000002', 'e1000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002')
on conflict (id) do nothing;
insert into interno.reseñas (id, terapeuta_id, comentario, puntuacion) values
  ('f1000000-0000-4000-8000-000000000001', 'e1000000-0000-4000-8000-000000000001', 'Me escuchó sin juzgarme.', 5),
  ('f1000000-0000-4000-8000-000000000002', 'e1000000-0000-4000-8000-000000000001', 'Muy puntual y clara.', 4)
on conflict (id) do nothing;

insert into public.agenda_personal (id, user_id, titulo, tipo, fecha, hora) values
  ('a3000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', 'Terapia', 'cita', current_date, '17:00'),
  ('a3000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000001', 'Cumpleaños de mamá', 'cumpleaños', current_date + 3, null),
  ('b3000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002', 'Entregar pedido', 'recordatorio', current_date + 1, '09:30')
on conflict (id) do nothing;

insert into public.diario_personal (user_id, fecha, contenido) values
  ('a0000000-0000-4000-8000-000000000001', current_date, 'Hoy respiré hondo antes de contestar.'),
  ('a0000000-0000-4000-8000-000000000001', current_date - 2, 'Dormí mejor. Llamé a Lucía.'),
  ('b0000000-0000-4000-8000-000000000002', current_date - 1, 'Primer día en el taller nuevo.')
on conflict (user_id, fecha) do nothing;

insert into interno.autorias_historias (id, user_id, anonima) values
  ('d2000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000001', true),
  ('d2000000-0000-4000-8000-000000000002', 'b0000000-0000-4000-8000-000000000002', false),
  ('d2000000-0000-4000-8000-000000000003', 'a0000000-0000-4000-8000-000000000001', false)
on conflict (id) do nothing;
insert into interno.historias (id, titulo, contenido, avatar, estado, publicada_en, en_cola_desde) values
  ('d2000000-0000-4000-8000-000000000001', 'Volver a empezar', 'Un martes cualquiera hice mi maleta y no miré atrás.',
   '🌷', 'publicada', now() - interval '2 days', now()),
  ('d2000000-0000-4000-8000-000000000002', 'Mi taller', 'Con dos máquinas de coser y una amiga, empecé.',
   '🧵', 'publicada', now() - interval '1 day', now()),
  ('d2000000-0000-4000-8000-000000000003', 'Todavía no lo cuento', 'Esta historia espera a que el equipo la lea.',
   '🌙', 'pendiente', null, now())
on conflict (id) do nothing;

insert into public.biblioteca_libros (clave, titulo, autor, url_pdf, semana) values
  ('demo-semana', 'Cuaderno de demostración', 'Equipo Amparo', '/cuadernos/cuaderno-2.pdf', public.get_current_week()),
  ('demo-sin-pdf', 'Libro sin archivo (demo)', 'Equipo Amparo', null, public.get_current_week())
on conflict (clave) do nothing;

insert into public.podcast (id, titulo, descripcion, fecha_creacion, url_audio) values
  ('ee000000-0000-4000-8000-000000000001', 'Episodio de demostración', 'Una charla corta para probar el reproductor.',
   now() - interval '3 days', '/storage/v1/object/public/podcast/ee000000-0000-4000-8000-000000000001.wav')
on conflict (id) do nothing;
-- The file itself is put there by the start script (tools/lib/demo.ts); before, it was nowhere.
update public.podcast set url_audio = '/storage/v1/object/public/podcast/ee000000-0000-4000-8000-000000000001.wav'
where id = 'ee000000-0000-4000-8000-000000000001' and url_audio = '/demo/episodio.mp3';
