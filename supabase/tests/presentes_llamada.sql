-- Calls on our own server: one open call of «Amor propio», one that has ended.
insert into salas_emitidas (room_url, user_id, vence_en) values
  ('/llamada/abierta-abierta-abierta-', prueba.id('ana'), now() + interval '1 hour'),
  ('/llamada/vencida-vencida-vencida-', prueba.id('ana'), now() - interval '1 minute'),
  ('/llamada/sin-sala-sin-sala-sin-sa', prueba.id('ana'), now() + interval '1 hour');
insert into "Salas" (id, nombre, room_url, creada_por) values
  ('33333333-0000-4000-8000-000000000001', 'Abierta', '/llamada/abierta-abierta-abierta-', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000002', 'Vencida', '/llamada/vencida-vencida-vencida-', prueba.id('ana')),
  ('33333333-0000-4000-8000-000000000003', 'Suelta', '/llamada/sin-sala-sin-sala-sin-sa', prueba.id('ana'));
update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000001' where clave = 'amor-propio';
update salas_comunidad set sala_video_id = '33333333-0000-4000-8000-000000000002' where clave = 'cafe-virtual';

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'entering', '42501', $$select entrar_llamada('abierta-abierta-abierta-')$$),
  ('dora', 'entering without admission', 'PT403', $$select entrar_llamada('abierta-abierta-abierta-')$$),
  ('ana', 'entering', '=true', $$select entrar_llamada('abierta-abierta-abierta-') is not null$$),
  ('ana', 'a call that has ended', 'PT404', $$select entrar_llamada('vencida-vencida-vencida-')$$),
  ('ana', 'a call whose link was not saved', '1', $$select entrar_llamada('sin-sala-sin-sala-sin-sa')$$),
  ('ana', 'a part of an address', 'PT404', $$select entrar_llamada('ta-abierta-abierta-')$$),
  ('ana', 'a pattern for an address', 'PT404', $$select entrar_llamada('%')$$),
  ('ana', 'writing the table', '42501', $$insert into presentes_llamada (llamada_id, user_id) values ('33333333-0000-4000-8000-000000000001', prueba.id('ana'))$$),
  ('visitante', 'who is there', '42501', 'select from presentes_llamada')
) as celdas (quien, que, esperado, consulta);

create function prueba.entra(quien text) returns uuid language plpgsql as $$
declare
  entrada uuid;
begin
  perform prueba.ser(quien);
  entrada := entrar_llamada('abierta-abierta-abierta-');
  perform prueba.ser('duena');
  return entrada;
end
$$;
create function prueba.habla(estancia uuid, extension text default 'broadcast') returns text language sql as $$
  select format($q$with t as (select set_config('realtime.topic', %L, true)) insert into realtime.messages (topic, extension) select %L, %L from t$q$, 'llamada:' || estancia, 'llamada:' || estancia, extension)
$$;
create function prueba.oye(estancia uuid) returns text language sql as $$
  select format($q$select id from realtime.messages where topic = %L and set_config('realtime.topic', %L, true) <> ''$q$, 'llamada:' || estancia, 'llamada:' || estancia)
$$;

create function prueba.en_dos() returns bigint language plpgsql as $$
begin
  perform entrar_llamada('abierta-abierta-abierta-'), entrar_llamada('sin-sala-sin-sala-sin-sa');
  return (select count(*) from presentes_llamada where user_id = auth.uid());
end
$$;

create temp table estancias as select quien, prueba.entra(quien) as id from unnest(array['ana', 'bea']) quien;
grant select on estancias to public;
create function prueba.de(nombre text) returns uuid language sql as $$ select id from estancias where quien = nombre $$;
insert into realtime.messages (topic, extension) select 'llamada:' || id, 'broadcast' from estancias;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'sees both', '2', 'select from presentes_llamada'),
  ('carla', 'who is not in it sees nobody', '0', 'select from presentes_llamada'),
  ('ana', 'speaks in her own topic', '1', prueba.habla(prueba.de('ana'))),
  ('ana', 'not in another''s', '42501', prueba.habla(prueba.de('bea'))),
  ('ana', 'says nothing of presence there', '42501', prueba.habla(prueba.de('ana'), 'presence')),
  ('carla', 'who is not in it does not speak', '42501', prueba.habla(prueba.de('ana'))),
  ('dora', 'nor who is not admitted', '42501', prueba.habla(prueba.de('ana'))),
  ('ana', 'says that she is still there', '1', 'update presentes_llamada set visto_en = now()'),
  ('ana', 'never for later', '=true', $$update presentes_llamada set visto_en = now() + interval '1 day' returning visto_en < clock_timestamp() + interval '1 second'$$),
  ('ana', 'leaves, alone', '1', 'delete from presentes_llamada'),
  ('ana', 'entering again replaces her stay', '=2', $$with e as (select entrar_llamada('abierta-abierta-abierta-')) select (select count(*) from presentes_llamada) from e$$),
  ('ana', 'entering another leaves the first', '=1', 'select prueba.en_dos()'),
  ('ana', 'reports whom she is with', '=Amor propio', $$insert into reportes_sala (origen, autora_id, motivo) values ('llamada', prueba.id('bea'), 'acoso') returning (select nombre from salas_comunidad s where s.id = sala_id)$$),
  ('ana', 'nobody else', 'PT404', $$insert into reportes_sala (origen, autora_id, motivo) values ('llamada', prueba.id('carla'), 'acoso')$$),
  ('carla', 'who is not in it reports nobody', 'PT404', $$insert into reportes_sala (origen, autora_id, motivo) values ('llamada', prueba.id('ana'), 'acoso')$$)
) as celdas (quien, que, esperado, consulta);

-- From outside: how many, in the circles that she who asks sees.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'how many', '42501', 'select * from llamadas_en_curso()'),
  ('dora', 'how many, before she is admitted', '0', 'select * from llamadas_en_curso()'),
  ('carla', 'how many', '=amor-propio 2', $$select s.clave || ' ' || l.dentro from llamadas_en_curso() l join salas_comunidad s on s.id = l.sala_id$$)
) as celdas (quien, que, esperado, consulta);
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('carla'), prueba.id('bea'));
select prueba.celda('carla', 'how many, without whom she blocked', '=1', 'select dentro from llamadas_en_curso()');
delete from bloqueos;
update salas_comunidad set visible = false where clave = 'amor-propio';
select prueba.celda('ana', 'a circle that she does not see', '0', 'select * from llamadas_en_curso()');
update salas_comunidad set visible = true where clave = 'amor-propio';

-- A block separates two members within the call too.
insert into bloqueos (user_id, bloqueada_id) values (prueba.id('ana'), prueba.id('bea'));
select prueba.celda(quien, que, esperado, 'select from presentes_llamada') from (values
  ('ana', 'does not see whom she blocked', '1'),
  ('bea', 'nor the other way round', '1')
) as celdas (quien, que, esperado);
delete from bloqueos;

-- Four at most; a member without a sign of life frees her place.
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) select gen_random_uuid(), n || '@ejemplo.mx', now(), '{"identidad_genero": "mujer cis"}' from generate_series(1, 2) n;
insert into presentes_llamada (llamada_id, user_id) select '33333333-0000-4000-8000-000000000001', id from auth.users where email like '%@ejemplo.mx';
select prueba.celda('carla', 'a fifth', 'PT409', $$select entrar_llamada('abierta-abierta-abierta-')$$);
alter table presentes_llamada disable trigger seguir;
update presentes_llamada set visto_en = now() - interval '1 minute' where user_id = prueba.id('bea');
alter table presentes_llamada enable trigger seguir;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla', 'where one fell silent', '1', $$select entrar_llamada('abierta-abierta-abierta-')$$),
  ('bea', 'who fell silent sees only herself', '1', 'select from presentes_llamada'),
  ('bea', 'and is heard no more', '42501', prueba.habla(prueba.de('bea')))
) as celdas (quien, que, esperado, consulta);

insert into suspensiones (user_id, motivo, hasta) values (prueba.id('carla'), 'x', now() + interval '1 day');
select prueba.celda('carla', 'suspended', 'PT403', $$select entrar_llamada('abierta-abierta-abierta-')$$);
