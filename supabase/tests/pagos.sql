-- Bea has an active subscription (demo-bea).
create function prueba.dice(extra jsonb) returns text language sql as $$
  select anotar_suscripcion(jsonb_build_object(
    'suscripcion', 'sub_ana', 'cliente', 'cus_ana', 'usuaria', prueba.id('ana'), 'plan', 'premium', 'estado', 'activa',
    'vigente_hasta', now() + interval '1 month', 'cancela_al_final', false, 'preguntada_en', now()
  ) || extra)
$$;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'beginning a checkout', '42501', 'select pedir_pago()'),
  ('dora', 'beginning a checkout', 'PT403', 'select pedir_pago()'),
  ('ana', 'beginning a checkout', '=a0000000-0000-4000-8000-000000000001 null null', $$select concat_ws(' ', p ->> 'usuaria', coalesce(p ->> 'vigente', 'null'), coalesce(p ->> 'pendiente', 'null')) from pedir_pago() p$$),
  ('visitante', 'what she pays', '42501', 'select pedir_portal()'),
  ('dora', 'what she pays', 'PT403', 'select pedir_portal()'),
  ('ana', 'never paid', '=null', $$select pedir_portal() ->> 'cliente'$$),
  ('bea', 'has one already', '=demo-bea', $$select pedir_pago() -> 'vigente' ->> 'suscripcion'$$),
  ('ana', 'sees nothing of Bea''s', '=null', $$select pedir_pago() ->> 'cliente'$$),
  ('visitante', 'writing what the provider says', '42501', $$select anotar_suscripcion('{}')$$),
  ('ana', 'writing what the provider says', '42501', $$select prueba.dice('{}')$$),
  ('carla', 'writing what the provider says', '42501', $$select prueba.dice('{}')$$),
  ('ana', 'what is to be ended', '42501', 'select suscripciones_por_cancelar()'),
  ('ana', 'saying that it has been', '42501', $$select suscripcion_cancelada('x')$$),
  ('ana', 'the table behind', '42501', 'select from interno.suscripciones_por_cancelar'),
  ('carla', 'the table behind', '42501', 'delete from interno.suscripciones_por_cancelar'),
  ('servicio', 'writing what the provider says', '=anotada', $$select prueba.dice('{}')$$),
  ('servicio', 'of nobody here', '=ajena', $$select prueba.dice('{"usuaria": null, "cliente": "cus_otra"}')$$),
  ('servicio', 'of a deleted account', '=sin_cuenta', $$select prueba.dice('{"usuaria": "00000000-0000-4000-8000-000000000000"}')$$),
  ('servicio', 'a second open checkout', '23505', $$insert into suscripciones (user_id, plan) values (prueba.id('ana'), 'premium'), (prueba.id('ana'), 'basico')$$)
) as celdas (quien, que, esperado, consulta);

-- A checkout becomes a subscription; who paid has the plan, whether or not she returns to the page.
insert into suscripciones (id, user_id, plan, pago_externo) values ('5a000000-0000-4000-8000-000000000001', prueba.id('ana'), 'premium', 'cs_ana');
select prueba.cierto('written', prueba.dice('{"pago": "5a000000-0000-4000-8000-000000000001"}') = 'anotada');
select prueba.cierto('in the row of its checkout', count(*) = 1 and bool_and(estado = 'activa' and suscripcion_externa = 'sub_ana' and pago_externo = 'cs_ana'))
from suscripciones where user_id = prueba.id('ana');
select prueba.celda('ana', 'what she pays is hers to end', '=cus_ana', $$select pedir_portal() ->> 'cliente'$$);
select prueba.celda('bea', 'and nobody else''s', '=null', $$select nullif(pedir_portal() ->> 'cliente', 'cus_bea')$$);
select prueba.cierto('she has the plan', tipo_plan = 'premium') from interno.perfiles_privados where id = prueba.id('ana');

-- Events delivered twice and out of order.
select prueba.cierto('the same again', prueba.dice('{"pago": "5a000000-0000-4000-8000-000000000001"}') = 'anotada');
select prueba.cierto('an earlier answer that comes late', prueba.dice(jsonb_build_object('estado', 'cancelada', 'preguntada_en', now() - interval '1 second')) = 'anterior');
select prueba.cierto('changes nothing', estado = 'activa') from suscripciones where suscripcion_externa = 'sub_ana';
select prueba.cierto('another subscription does not take the row', prueba.dice('{"suscripcion": "sub_otra", "pago": "5a000000-0000-4000-8000-000000000001"}') = 'anterior');
select prueba.cierto('nor does another woman''s', prueba.dice(jsonb_build_object('suscripcion', 'sub_otra', 'usuaria', prueba.id('bea'), 'pago', '5a000000-0000-4000-8000-000000000001')) = 'anterior');

-- The end of a subscription, with and without an event.
select prueba.cierto('ended', prueba.dice('{"estado": "cancelada"}') = 'anotada');
select prueba.cierto('back to basico', tipo_plan = 'basico') from interno.perfiles_privados where id = prueba.id('ana');
select prueba.cierto('paid again', prueba.dice(jsonb_build_object('vigente_hasta', now() + interval '1 hour')) = 'anotada');
select prueba.cierto('premium again', tipo_plan = 'premium') from interno.perfiles_privados where id = prueba.id('ana');
update suscripciones set vigente_hasta = now() - interval '1 minute' where suscripcion_externa = 'sub_ana';
select prueba.cierto('one ends by itself', interno.vencer_suscripciones() = 1 and interno.vencer_suscripciones() = 0);
select prueba.cierto('back to basico by itself', tipo_plan = 'basico') from interno.perfiles_privados where id = prueba.id('ana');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'one that waits for a payment still counts as hers', '=sub_ana vencida', $$select concat_ws(' ', v ->> 'suscripcion', v ->> 'estado') from (select pedir_pago() -> 'vigente') p (v)$$)
) as celdas (quien, que, esperado, consulta);

-- Deleting an account ends its subscription.
delete from auth.users where id in (prueba.id('ana'), prueba.id('bea'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('servicio', 'what is to be ended', '2', 'select suscripciones_por_cancelar()'),
  ('servicio', 'it has been', '=1', $$select count(*) from (select suscripcion_cancelada('sub_ana')) x, interno.suscripciones_por_cancelar s where s.suscripcion_externa = 'demo-bea'$$)
) as celdas (quien, que, esperado, consulta);
