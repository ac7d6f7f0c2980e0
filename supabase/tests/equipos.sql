-- Ana's phone has two sessions, the attacker's phone of the same model one, and one session has no mark, as
-- on hosted Supabase.
insert into auth.sessions (id, user_id, created_at, refreshed_at, not_after, user_agent, ip, tag) values
  ('5e520000-0000-4000-8000-000000000001', prueba.id('ana'), '2026-10-01T12:00Z', '2026-11-20T12:00', null, 'Chrome de Ana', '10.0.0.1', 'device:11111111-1111-4111-8111-111111111111'),
  ('5e520000-0000-4000-8000-000000000002', prueba.id('ana'), '2026-11-01T12:00Z', null, null, 'Chrome de Ana', null, 'device:11111111-1111-4111-8111-111111111111'),
  ('5e520000-0000-4000-8000-000000000003', prueba.id('ana'), '2026-11-02T12:00Z', null, null, 'Chrome de Ana', null, 'device:22222222-2222-4222-8222-222222222222'),
  ('5e520000-0000-4000-8000-000000000004', prueba.id('ana'), '2026-09-02T12:00Z', null, null, 'Sin marca', null, null),
  ('5e520000-0000-4000-8000-000000000005', prueba.id('ana'), '2026-09-01T12:00Z', null, null, 'Etiqueta ajena', null, 'web'),
  ('5e520000-0000-4000-8000-000000000006', prueba.id('ana'), '2026-08-01T12:00Z', null, null, 'Etiqueta ajena', null, 'web'),
  ('5e520000-0000-4000-8000-000000000007', prueba.id('ana'), '2026-10-01T12:00Z', null, '2026-10-02T12:00Z', 'Vencida', null, 'device:33333333-3333-4333-8333-333333333333'),
  -- Bea has been signed in on Ana's phone.
  ('5e520000-0000-4000-8000-000000000008', prueba.id('bea'), '2026-11-01T12:00Z', null, null, 'De Bea', null, 'device:11111111-1111-4111-8111-111111111111');

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'list', '42501', 'select from mis_equipos()'),
  ('visitante', 'close', '42501', $$select cerrar_equipo('5e520000-0000-4000-8000-000000000001')$$),
  ('ana', 'one row for each mark, and one for each session without one', '5', 'select from mis_equipos()'),
  ('ana', 'two phones of one model are two rows', '2', $$select from mis_equipos() where navegadores = '{Chrome de Ana}'$$),
  ('ana', 'since its first session, used at its last', '=true', $$select desde = '2026-10-01T12:00Z' and usado_en = '2026-11-20T12:00Z' from mis_equipos() where id = '5e520000-0000-4000-8000-000000000001'$$),
  ('ana', 'their names differ', '=5', 'select count(distinct nombre) from mis_equipos()'),
  ('ana', 'a name tells nothing of its mark', '0', $$select from mis_equipos() where nombre in ('1111', '2222')$$),
  ('bea', 'her own alone', '=De Bea', 'select string_agg(navegadores[1], $$,$$) from mis_equipos()'),
  ('carla', 'the admin those of nobody else', '0', $$select from mis_equipos() where navegadores && array['De Bea', 'Sin marca']$$),
  ('ana', 'the helper', '42501', $$select interno.equipo_de(null::auth.sessions)$$),
  ('ana', 'closing another device asks who she is', 'PT428', $$select cerrar_equipo('5e520000-0000-4000-8000-000000000002')$$),
  ('ana', 'closing ends every session of the device', '=2', $$select cerrar_equipo('5e520000-0000-4000-8000-000000000002') from prueba.probar('ana')$$),
  ('ana', 'a foreign label is no device', '=1', $$select cerrar_equipo('5e520000-0000-4000-8000-000000000005') from prueba.probar('ana')$$),
  ('bea', 'another member ends nothing', '=0', $$select cerrar_equipo('5e520000-0000-4000-8000-000000000001')$$),
  ('carla', 'nor does the admin', '=0', $$select cerrar_equipo('5e520000-0000-4000-8000-000000000001')$$),
  ('ana', 'what does not exist', '=0', $$select cerrar_equipo('5e520000-0000-4000-8000-0000000000ff')$$)
) as celdas (quien, que, esperado, consulta);

-- Her other device and others who share the browser stay signed in.
select prueba.ser('ana'), prueba.probar('ana');
select cerrar_equipo('5e520000-0000-4000-8000-000000000001');
select prueba.ser('duena');
select prueba.cierto('the same browser of another member stays open',
  exists (select from auth.sessions where id = '5e520000-0000-4000-8000-000000000008'));
select prueba.cierto('her other devices stay open',
  (select count(*) = 5 from auth.sessions where user_id = prueba.id('ana') and (not_after is null or not_after > now())));
