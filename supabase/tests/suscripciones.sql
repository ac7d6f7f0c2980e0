-- Bea has an active subscription.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from suscripciones'),
  ('visitante', 'insert', '42501', $$insert into suscripciones (user_id, plan, estado) values (prueba.id('ana'), 'premium', 'activa')$$),
  ('visitante', 'update', '42501', $$update suscripciones set estado = 'activa'$$),
  ('visitante', 'delete', '42501', 'delete from suscripciones'),
  ('bea', 'select', '1', 'select * from suscripciones'),
  ('bea', 'insert', '42501', $$insert into suscripciones (user_id, plan, estado) values (prueba.id('bea'), 'premium', 'activa')$$),
  ('bea', 'update', '42501', $$update suscripciones set vigente_hasta = null$$),
  ('bea', 'delete', '42501', 'delete from suscripciones'),
  ('ana', 'select', '0', 'select from suscripciones'),
  ('ana', 'insert', '42501', $$insert into suscripciones (user_id, plan, estado) values (prueba.id('ana'), 'premium', 'activa')$$),
  ('ana', 'update', '42501', $$update suscripciones set user_id = prueba.id('ana')$$),
  ('ana', 'delete', '42501', 'delete from suscripciones'),
  ('carla', 'select', '0', 'select from suscripciones'),
  ('carla', 'insert', '42501', $$insert into suscripciones (user_id, plan, estado) values (prueba.id('carla'), 'premium', 'activa')$$),
  ('carla', 'update', '42501', $$update suscripciones set estado = 'activa'$$),
  ('carla', 'delete', '42501', 'delete from suscripciones'),
  ('servicio', 'a checkout begins', '1', $$insert into suscripciones (user_id, plan, pago_externo) values (prueba.id('ana'), 'premium', 'cs_1')$$),
  ('servicio', 'the same checkout twice', '23505', $$insert into suscripciones (user_id, plan, pago_externo) values (prueba.id('ana'), 'premium', 'cs_1'), (prueba.id('ana'), 'premium', 'cs_1')$$),
  ('servicio', 'unknown plan', '23514', $$insert into suscripciones (user_id, plan) values (prueba.id('ana'), 'oro')$$)
) as celdas (quien, que, esperado, consulta);

-- Pending, expired or another plan is not enough.
insert into suscripciones (user_id, plan, estado, vigente_hasta) values
  (prueba.id('ana'), 'premium', 'pendiente', null),
  (prueba.id('ana'), 'premium', 'activa', now() - interval '1 second'),
  (prueba.id('ana'), 'basico', 'activa', null);
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'plan without an active subscription', 'PT402', $$update profiles set tipo_plan = 'premium' where id = prueba.id('ana')$$)
) as celdas (quien, que, esperado, consulta);
update suscripciones set estado = 'activa' where user_id = prueba.id('ana') and estado = 'pendiente';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'plan once it is paid', '1', $$update profiles set tipo_plan = 'premium' where id = prueba.id('ana')$$)
) as celdas (quien, que, esperado, consulta);

-- Back to basico at the end.
update suscripciones set estado = 'vencida' where user_id = prueba.id('bea');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'plan after the end', '=basico', $$select tipo_plan from profiles where id = prueba.id('bea')$$),
  ('bea', 'taking it again', 'PT402', $$update profiles set tipo_plan = 'premium' where id = prueba.id('bea')$$)
) as celdas (quien, que, esperado, consulta);
