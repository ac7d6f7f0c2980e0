insert into auth.sessions (id, user_id, created_at, refreshed_at, not_after, user_agent, ip) values
  ('5e510000-0000-4000-8000-000000000001', prueba.id('ana'), '2026-11-01T12:00Z', null, null, 'Uno', '10.0.0.1'),
  ('5e510000-0000-4000-8000-000000000002', prueba.id('ana'), '2026-10-01T12:00Z', '2026-11-20T12:00', null, 'Dos', null),
  ('5e510000-0000-4000-8000-000000000003', prueba.id('ana'), '2026-10-01T12:00Z', null, '2026-10-02T12:00Z', 'Vencida', null),
  ('5e510000-0000-4000-8000-000000000004', prueba.id('bea'), '2026-11-01T12:00Z', null, null, 'De Bea', null);

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'nothing', '42501', 'select from mis_sesiones()'),
  ('ana', 'her own, open ones', '2', 'select from mis_sesiones()'),
  ('ana', 'the one used last comes first', '=Dos', 'select navegador from mis_sesiones() limit 1'),
  ('ana', 'last use is the renewal', '=true', $$select usada_en = '2026-11-20T12:00Z' from mis_sesiones() limit 1$$),
  ('bea', 'her own alone', '=De Bea', 'select string_agg(navegador, $$,$$) from mis_sesiones()'),
  ('carla', 'the admin those of nobody else', '0', $$select from mis_sesiones() where navegador in ('Uno', 'Dos', 'De Bea')$$),
  ('ana', 'the sessions themselves', '42501', 'select from auth.sessions')
) as celdas (quien, que, esperado, consulta);
