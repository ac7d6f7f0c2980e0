-- Ana has two contacts, Bea one, Carla none.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'select', '42501', 'select from contactos_emergencia'),
  ('visitante', 'insert', '42501', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '911')$$),
  ('visitante', 'update', '42501', 'update contactos_emergencia set activo = false'),
  ('visitante', 'delete', '42501', 'delete from contactos_emergencia'),
  ('ana', 'select', '2', 'select * from contactos_emergencia'),
  ('ana', 'insert', '1', $$insert into contactos_emergencia (user_id, nombre, telefono, prioridad, activo) values (prueba.id('ana'), 'Tía', '+525511112222', 3, true)$$),
  ('ana', 'update', '2', 'update contactos_emergencia set activo = false'),
  ('ana', 'delete', '2', 'delete from contactos_emergencia'),
  ('bea', 'select of Ana''s', '0', $$select from contactos_emergencia where user_id = prueba.id('ana')$$),
  ('bea', 'insert for Ana', '42501', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '911')$$),
  ('bea', 'update of Ana''s', '0', $$update contactos_emergencia set telefono = '+525500000000' where user_id = prueba.id('ana')$$),
  ('bea', 'giving hers to Ana', '42501', $$update contactos_emergencia set user_id = prueba.id('ana')$$),
  ('bea', 'delete of Ana''s', '0', $$delete from contactos_emergencia where user_id = prueba.id('ana')$$),
  ('carla', 'select', '0', 'select from contactos_emergencia'),
  ('carla', 'insert for Ana', '42501', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '911')$$),
  ('carla', 'update', '0', 'update contactos_emergencia set activo = false'),
  ('carla', 'delete', '0', 'delete from contactos_emergencia'),
  ('dora', 'select', '0', 'select from contactos_emergencia'),
  ('dora', 'insert of her own', '42501', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('dora'), 'X', '911')$$),

  -- What a valid contact is.
  ('ana', 'prioridad 0', '23514', 'update contactos_emergencia set prioridad = 0'),
  ('ana', 'prioridad 6', '23514', 'update contactos_emergencia set prioridad = 6'),
  ('ana', 'prioridad 1 by default', '=1', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Tía', '911') returning prioridad$$),
  ('ana', 'no name', '23514', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), '  ', '911')$$),
  ('ana', 'invisible name', '23514', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), U&'\200b\2800', '911')$$),
  ('ana', 'endless name', '23514', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), repeat('a', 101), '911')$$),
  ('ana', 'null name', '23502', $$insert into contactos_emergencia (user_id, telefono) values (prueba.id('ana'), '911')$$),
  ('ana', 'a word for a number', '23514', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', 'mamá')$$),
  ('ana', 'empty number', '23514', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '')$$),
  ('ana', 'a script for a number', '23514', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '+52<script>')$$),
  ('ana', 'sixteen digits', '23514', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '+1234567890123456')$$),
  ('ana', 'international stays', '=+5491123456789', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '+54 9 11 2345-6789') returning telefono$$),
  ('ana', 'ten digits get the country', '=+525512345670', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '(55) 1234 5670') returning telefono$$),
  ('ana', 'country without plus', '=+525512345670', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '525512345670') returning telefono$$),
  ('ana', 'double zero', '=+34600111222', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '0034 600 111 222') returning telefono$$),
  ('ana', 'short code stays', '=*765', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'X', '*765') returning telefono$$),
  ('ana', 'changed number is normalised', '=+525599998888', $$update contactos_emergencia set telefono = '55-9999-8888' where prioridad = 1 returning telefono$$),
  ('ana', 'one row for two deliveries', '0', $$insert into contactos_emergencia (id, user_id, nombre, telefono) values ('a1000000-0000-4000-8000-000000000001', prueba.id('ana'), 'Mamá', '911') on conflict (id) do nothing$$),
  ('ana', 'upsert of her own', '1', $$insert into contactos_emergencia (id, user_id, nombre, telefono) values ('a1000000-0000-4000-8000-000000000001', prueba.id('ana'), 'Mamá', '911') on conflict (id) do update set id = excluded.id, user_id = excluded.user_id, nombre = excluded.nombre, telefono = excluded.telefono$$),
  ('bea', 'upsert over Ana''s', '42501', $$insert into contactos_emergencia (id, user_id, nombre, telefono) values ('a1000000-0000-4000-8000-000000000001', prueba.id('bea'), 'Mamá', '911') on conflict (id) do update set telefono = excluded.telefono$$),
  ('ana', 'hers up to 50', '48', $$insert into contactos_emergencia (user_id, nombre, telefono) select prueba.id('ana'), 'C' || n, '+5255000000' || (10 + n) from generate_series(1, 48) n$$),
  ('ana', 'not 51', 'PT422', $$insert into contactos_emergencia (user_id, nombre, telefono) select prueba.id('ana'), 'C' || n, '+5255000000' || (10 + n) from generate_series(1, 49) n$$)
) as celdas (quien, que, esperado, consulta);

-- A deleted contact frees its place; restoring it needs a free place again.
insert into contactos_emergencia (user_id, nombre, telefono) select prueba.id('ana'), 'C' || n, '+5255000000' || (10 + n) from generate_series(1, 48) n;
update contactos_emergencia set activo = false where id = 'a1000000-0000-4000-8000-000000000002';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'a free place after deleting', '1', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Otra', '911')$$),
  ('ana', 'bringing one back into it', '1', $$update contactos_emergencia set activo = true where id = 'a1000000-0000-4000-8000-000000000002'$$)
) as celdas (quien, que, esperado, consulta);
insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Otra', '911');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'bringing one back where none is free', 'PT422', $$update contactos_emergencia set activo = true where id = 'a1000000-0000-4000-8000-000000000002'$$)
) as celdas (quien, que, esperado, consulta);

-- Softly deleted contacts never keep her from adding one: the one deleted longest ago is deleted for good.
insert into contactos_emergencia (user_id, nombre, telefono) select prueba.id('bea'), 'Ajeno', '911';
update contactos_emergencia set activo = false where user_id = prueba.id('bea') and nombre = 'Ajeno';
insert into contactos_emergencia (user_id, nombre, telefono, activo) select prueba.id('bea'), 'Ajeno', '911', false from generate_series(1, 400);
insert into contactos_emergencia (user_id, nombre, telefono, activo) select prueba.id('bea'), 'Ajeno', '911', false from generate_series(1, 200);
select prueba.cierto('five hundred are kept', count(*) = 500, count(*)::text) from contactos_emergencia where user_id = prueba.id('bea');
select prueba.celda('bea', 'one more of hers', '1', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('bea'), 'Tía', '911')$$);
select prueba.celda('bea', 'bringing one back', '1', $$update contactos_emergencia set activo = true where id = (select id from contactos_emergencia where user_id = prueba.id('bea') and not activo limit 1)$$);
select prueba.cierto('none that is hers went', count(*) = 1) from contactos_emergencia where user_id = prueba.id('bea') and activo;

-- One number, one contact of hers. What she deleted stands in nobody's way, and others have contacts of their own.
delete from contactos_emergencia where user_id = prueba.id('ana');
insert into contactos_emergencia (id, user_id, nombre, telefono, activo) values
  ('a1000000-0000-4000-8000-00000000000a', prueba.id('ana'), 'Mamá', '+525512345678', true),
  ('a1000000-0000-4000-8000-00000000000b', prueba.id('ana'), 'Sol', '+5491123456789', true),
  ('a1000000-0000-4000-8000-00000000000c', prueba.id('ana'), 'Mamá de antes', '+525512345678', false);
create function pg_temp.rechazo(que text) returns text language plpgsql as $$
begin
  perform prueba.ser('ana');
  begin
    execute que;
  exception when others then
    perform prueba.ser('duena');
    return sqlstate || ' ' || sqlerrm;
  end;
  perform prueba.ser('duena');
  return 'nada';
end
$$;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'the same number again', 'PT409', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Ma', '55 1234 5678')$$),
  ('ana', 'the same as it was written until 2019', 'PT409', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Ma', '+5215512345678')$$),
  ('ana', 'the same without Argentina''s 9', 'PT409', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Ma', '+541123456789')$$),
  ('ana', 'by changing another', 'PT409', $$update contactos_emergencia set telefono = '+525512345678' where nombre = 'Sol'$$),
  ('ana', 'by bringing back one that was deleted', 'PT409', $$update contactos_emergencia set activo = true where nombre = 'Mamá de antes'$$),
  ('ana', 'saying that hers is a double', '42501', $$update contactos_emergencia set repetido = true$$),
  ('ana', 'her own, changed in everything else', '1', $$update contactos_emergencia set nombre = 'Ma', telefono = '+525512345678', prioridad = 2 where nombre = 'Mamá'$$),
  ('ana', 'deleted ones may be many', '1', $$insert into contactos_emergencia (user_id, nombre, telefono, activo) values (prueba.id('ana'), 'Ma', '+525512345678', false)$$),
  ('carla', 'another''s contact with that number', '1', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('carla'), 'Su mamá', '+525512345678')$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('it says whose the number is', pg_temp.rechazo($$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Ma', '5512345678')$$)
  = 'PT409 Ese número ya lo tienes guardado: es el de Mamá.');

-- What was there twice before that was refused stays, may be changed, and is refused again once it has left that number.
insert into contactos_emergencia (id, user_id, nombre, telefono) values ('a1000000-0000-4000-8000-00000000000d', prueba.id('ana'), 'Ma', '+525512345679');
alter table contactos_emergencia disable trigger rechazar_repetido;
update contactos_emergencia set telefono = '+525512345678', repetido = true where nombre = 'Ma';
alter table contactos_emergencia enable trigger rechazar_repetido;
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'the name of a double', '1', $$update contactos_emergencia set nombre = 'Ma 2' where nombre = 'Ma'$$),
  ('ana', 'the number of a double', '=false', $$update contactos_emergencia set telefono = '+525512345679' where nombre = 'Ma' returning repetido$$),
  ('ana', 'a third', 'PT409', $$insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('ana'), 'Ma', '5512345678')$$)
) as celdas (quien, que, esperado, consulta);
