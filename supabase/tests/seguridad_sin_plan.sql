-- Safety never depends on a plan: every safety feature is used by a member who never paid (Ana), by one whose premium
-- plan ended (Bea), and by one whose payment failed (Carla).
update suscripciones set estado = 'cancelada', vigente_hasta = now() - interval '1 day' where user_id = prueba.id('bea');
insert into suscripciones (user_id, plan, estado, suscripcion_externa) values (prueba.id('carla'), 'premium', 'vencida', 'sub_sin_pagar');
select prueba.cierto('none of them has a paid plan', bool_and(tipo_plan = 'basico' and not interno.tiene_plan(id, 'premium')))
from interno.perfiles_privados;

select prueba.celda(quien, que, esperado, replace(consulta, '{codigo}', 'codigo-de-' || quien || '-codigo-de-' || quien || '-1234'))
from unnest(array['ana', 'bea', 'carla']) quien, (values
  ('adding a contact', '1', $$insert into contactos_emergencia (user_id, nombre, telefono, prioridad, activo) values (auth.uid(), 'Tía', '+525511112222', 1, true)$$),
  ('the contact of the panic button', '1', $$with c as (insert into contactos_emergencia (user_id, nombre, telefono, prioridad) values (auth.uid(), 'Tía', '+525511112222', 1) returning nombre, telefono) select nombre, telefono from c$$),
  ('deleting a contact', '=false', $$with c as (insert into contactos_emergencia (user_id, nombre, telefono) values (auth.uid(), 'Tía', '+525511112222') returning activo) select not activo from c$$),
  ('the panic button', '1', $$insert into eventos_peligro (user_id, latitud, longitud, mensaje, enviado) values (auth.uid(), 19.43, -99.13, 'Botón de pánico presionado', true)$$),
  ('the panic button without a place', '1', $$insert into eventos_peligro (user_id, mensaje, enviado) values (auth.uid(), 'Botón de pánico presionado', true)$$),
  ('companion mode: a link', '1', $$select iniciar_acompanamiento('{codigo}', 1)$$),
  ('companion mode: where she is', '=true', $$select compartir_posicion(c, 19.43, -99.13, 20, 0) from (select '{codigo}' c, iniciar_acompanamiento('{codigo}', 1)) x where x.iniciar_acompanamiento is not null$$),
  ('companion mode: the end', '=true', $$select terminar_acompanamiento(c) from (select '{codigo}' c, iniciar_acompanamiento('{codigo}', 1)) x where x.iniciar_acompanamiento is not null$$),
  ('help lines and shelters', '=true', 'select count(*) > 0 from asociaciones_apoyo where visible'),
  ('emergency numbers', '=true', 'select count(*) > 0 from numeros_emergencia'),
  ('saying that a number is dead', '1', $$insert into reportes_apoyo (asociacion_id) select id from asociaciones_apoyo where visible order by nombre limit 1$$),
  ('being warned on her device', '1', $$insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) values (auth.uid(), 'https://fcm.googleapis.com/' || auth.uid(), 'B' || repeat('A', 86), repeat('A', 22), 'America/Mexico_City')$$),
  ('leaving every device', '=true', 'select count(*) >= 0 from mis_sesiones()')
) as llamadas (que, esperado, consulta);

-- No rule outside of the payment tables mentions a plan; read from the catalogue.
select prueba.cierto(format('no plan in the policy «%s»', policyname),
  coalesce(qual, '') || coalesce(with_check, '') !~ 'plan|suscripciones\M')
from pg_policies where schemaname in ('public', 'interno', 'storage');
select prueba.cierto(format('no plan in the trigger %s of %s', tgname, tgrelid::regclass), prosrc !~ 'plan\M|suscripciones\M')
from pg_trigger t join pg_proc f on f.oid = t.tgfoid
where not tgisinternal
  and tgrelid::regclass::text not in ('suscripciones', 'interno.perfiles_privados', 'profiles', 'public.profiles', 'public.suscripciones');
