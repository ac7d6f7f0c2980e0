-- How her alarm works. Ana has settings of her own, nobody else has.
insert into alarma_ajustes (user_id, nombre, telefono) values (prueba.id('ana'), 'Ani', '+525511112222');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from alarma_ajustes'),
  ('visitante', 'insert', '42501', $$insert into alarma_ajustes (user_id) values (prueba.id('bea'))$$),
  ('visitante', 'update', '42501', 'update alarma_ajustes set pausa_s = 0'),
  ('ana', 'select', '=Ani 5 todas 3 +525511112222 false', $$select concat_ws(' ', nombre, pausa_s, orden, espera_min, telefono, pais, case con_tema when false then 'false' end) from alarma_ajustes$$),
  ('ana', 'update', '1', $$update alarma_ajustes set pausa_s = 10, orden = 'prioridad', espera_min = 1, pais = 'MX', con_tema = true$$),
  ('ana', 'as the app saves', '1', $$insert into alarma_ajustes (user_id, pausa_s) values (prueba.id('ana'), 0) on conflict (user_id) do update set pausa_s = excluded.pausa_s$$),
  ('ana', 'delete', '42501', 'delete from alarma_ajustes'),
  ('ana', 'when it was changed', '42501', 'update alarma_ajustes set actualizado_en = now()'),
  ('bea', 'select of Ana''s', '0', 'select from alarma_ajustes'),
  ('bea', 'her own', '1', 'insert into alarma_ajustes default values'),
  ('bea', 'insert for Ana', '42501', $$insert into alarma_ajustes (user_id) values (prueba.id('ana'))$$),
  ('bea', 'upsert over Ana''s', '42501', $$insert into alarma_ajustes (user_id) values (prueba.id('ana')) on conflict (user_id) do update set nombre = 'x'$$),
  ('bea', 'update of Ana''s', '0', $$update alarma_ajustes set telefono = '+525500000000'$$),
  ('carla', 'select', '0', 'select from alarma_ajustes'),
  ('carla', 'update', '0', 'update alarma_ajustes set pausa_s = 0'),
  ('dora', 'insert of her own', '42501', $$insert into alarma_ajustes (user_id) values (prueba.id('dora'))$$),

  ('ana', 'giving it to Bea', '42501', $$update alarma_ajustes set user_id = prueba.id('bea')$$),
  ('ana', 'a pause of a minute', '23514', 'update alarma_ajustes set pausa_s = 60'),
  ('ana', 'another order', '23514', $$update alarma_ajustes set orden = 'nadie'$$),
  ('ana', 'waiting an hour', '23514', 'update alarma_ajustes set espera_min = 60'),
  ('ana', 'a word for a number', '23514', $$update alarma_ajustes set telefono = 'mamá'$$),
  ('ana', 'a number as she types it', '=+525599998888', $$update alarma_ajustes set telefono = '55 9999-8888' returning telefono$$),
  ('ana', 'an empty number is none', '=null', $$update alarma_ajustes set telefono = ' ' returning telefono$$),
  ('ana', 'an endless name', '23514', $$update alarma_ajustes set nombre = repeat('a', 61)$$),
  ('ana', 'an empty name is none', '=null', $$update alarma_ajustes set nombre = '  ' returning nombre$$),
  ('ana', 'an invisible name', 'PT422', $$update alarma_ajustes set nombre = U&'\2800'$$),
  ('ana', 'a name that turns the text around it', '=Ani', $$update alarma_ajustes set nombre = U&' \202EAni\000A' returning nombre$$),
  ('ana', 'a name that imitates the team', 'PT422', $$update alarma_ajustes set nombre = 'Equipo de Amparo'$$),
  ('ana', 'the same in disguise', 'PT422', $$update alarma_ajustes set nombre = 'Admlnistradora'$$),
  ('ana', 'letters of another alphabet', 'PT422', $$update alarma_ajustes set nombre = U&'M\043ederadora'$$),
  ('ana', 'a name that a mail would read as another', 'PT422', $$update alarma_ajustes set nombre = '=?utf-8?B?RXF1aXBvIGRlIEFtcGFybw==?='$$),
  ('ana', 'her own name', '=Amparo', $$update alarma_ajustes set nombre = 'Amparo' returning nombre$$),
  ('ana', 'a country by its name', '23514', $$update alarma_ajustes set pais = 'México'$$),
  ('duena', 'the name that contacts read', '=Ani', $$select interno.nombre_para_contactos(prueba.id('ana'))$$),
  ('duena', 'without one, her username', '=Bea', $$select interno.nombre_para_contactos(prueba.id('bea'))$$),
  ('ana', 'calling the internal function', '42501', $$select interno.nombre_para_contactos(prueba.id('bea'))$$)
) as celdas (quien, que, esperado, consulta);

-- Someone with her session uses nothing up: she can still change it.
insert into interno.consumo (user_id, tabla, filas_dia, octetos_dia) values (prueba.id('ana'), 'public.alarma_ajustes', 100000, 100000000)
on conflict (user_id, tabla) do update set desde = now(), filas_dia = excluded.filas_dia, octetos_dia = excluded.octetos_dia;
select prueba.celda('ana', 'after a hundred thousand changes in a day', '1', 'update alarma_ajustes set pausa_s = 0');
