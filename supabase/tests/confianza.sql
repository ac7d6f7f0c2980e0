-- Who was asked and what was said. Ana asks her first contact (Mamá); the second is not asked. Bea is another member.
create function prueba.mama() returns uuid language sql immutable as $$ select 'a1000000-0000-4000-8000-000000000001'::uuid $$;
create function prueba.codigo(cual text) returns text language sql as $$ select current_setting('prueba.codigo_' || cual) $$;
create function prueba.invitar(cual text, contacto uuid default 'a1000000-0000-4000-8000-000000000001') returns void language plpgsql as $$
begin
  perform prueba.ser('ana');
  perform set_config('prueba.codigo_' || cual, invitar_contacto(contacto), true);
  perform prueba.ser('duena');
end $$;
-- Answers as anyone with the link, and keeps the code of the page.
create function prueba.aceptar(cual text, correo text default null) returns void language plpgsql as $$
begin
  perform prueba.ser('visitante');
  perform set_config('prueba.codigo_pagina', responder_invitacion(prueba.codigo(cual), true, correo) ->> 'codigo', true);
  perform prueba.ser('duena');
end $$;
create function prueba.estado() returns text language plpgsql as $$
declare
  dicho text;
begin
  perform prueba.ser('ana');
  select estado into dicho from mis_confianzas() where contacto_id = prueba.mama();
  perform prueba.ser('duena');
  return dicho;
end $$;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the table', '42501', 'select from interno.confianzas'),
  ('ana', 'the table', '42501', 'select from interno.confianzas'),
  ('carla', 'the table', '42501', 'select from interno.confianzas'),
  ('servicio', 'the table', '42501', 'select from interno.confianzas'),
  ('visitante', 'inviting', '42501', 'select invitar_contacto(prueba.mama())'),
  ('visitante', 'what contacts said', '42501', 'select from mis_confianzas()'),
  ('dora', 'inviting', '42501', 'select invitar_contacto(prueba.mama())'),
  ('bea', 'inviting Ana''s', 'PT404', 'select invitar_contacto(prueba.mama())'),
  ('carla', 'inviting Ana''s', 'PT404', 'select invitar_contacto(prueba.mama())'),
  ('ana', 'inviting nobody', 'PT404', 'select invitar_contacto(gen_random_uuid())'),
  ('ana', 'inviting null', 'PT404', 'select invitar_contacto(null)'),
  ('ana', 'inviting', '=true', $$select invitar_contacto(prueba.mama()) ~ '^[A-Za-z0-9_-]{32}$'$$),
  ('ana', 'two codes are two', '=true', 'select invitar_contacto(prueba.mama()) <> invitar_contacto(prueba.mama())'),
  ('ana', 'nobody asked yet', '=sin_invitar sin_invitar', $$select string_agg(estado, ' ') from mis_confianzas()$$),
  ('bea', 'hers alone', '1', 'select * from mis_confianzas()'),
  ('ana', 'sixty a day', 'PT429', 'select invitar_contacto(prueba.mama()) from generate_series(1, 61)'),
  ('ana', 'and not one less', '60', 'select invitar_contacto(prueba.mama()) from generate_series(1, 60)')
) as celdas (quien, que, esperado, consulta);
update contactos_emergencia set activo = false where id = 'a1000000-0000-4000-8000-000000000002';
select prueba.celda('ana', 'inviting a deleted contact', 'PT404', $$select invitar_contacto('a1000000-0000-4000-8000-000000000002')$$);
select prueba.celda('ana', 'a deleted one is not listed', '1', 'select * from mis_confianzas()');

-- The link ---------------------------------------------------------------------------------------------------------------------
insert into alarma_ajustes (user_id, nombre, telefono) values (prueba.id('ana'), 'Ani', '+525512345678');
select prueba.invitar('uno');
update interno.confianzas set invitada_en = now() - interval '1 hour';
select prueba.cierto('she reads: invitada, and until when', estado = 'invitada' and vence_en = now() + interval '30 days' and codigo_huella = sha256(convert_to(prueba.codigo('uno'), 'UTF8')))
from interno.confianzas;
select prueba.cierto('the code stands nowhere', count(*) = 0) from interno.confianzas f where f::text like '%' || prueba.codigo('uno') || '%';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'who asks', '=invitada Ani 2592000 []', $$select concat_ws(' ', v->>'estado', v->>'nombre', v->>'vence_en_s', v->>'vias') from ver_invitacion(prueba.codigo('uno')) v$$),
  ('visitante', 'since when, and of her number no more than one may compare', '=3600 …78', $$select concat_ws(' ', v->>'desde_hace_s', v->>'telefono') from ver_invitacion(prueba.codigo('uno')) v$$),
  ('visitante', 'nor after a no', '=…78', $$select responder_invitacion(prueba.codigo('uno'), false) ->> 'telefono'$$),
  ('visitante', 'by which ways', '=["correo", "push"]', $$select ver_invitacion(prueba.codigo('uno'))->'vias_posibles'$$),
  ('visitante', 'and nothing else', '=desde_hace_s,estado,nombre,telefono,vence_en_s,vias,vias_posibles', $$select string_agg(k, ',' order by k) from jsonb_object_keys(ver_invitacion(prueba.codigo('uno'))) k$$),
  ('bea', 'a member with the link', '=Ani', $$select ver_invitacion(prueba.codigo('uno'))->>'nombre'$$),
  ('visitante', 'looking answers nothing', '=invitada', $$select ver_invitacion(prueba.codigo('uno')); select prueba.estado()$$),
  -- One answer for all that is none.
  ('visitante', 'another code', '=null', $$select ver_invitacion(repeat('a', 32))$$),
  ('visitante', 'what is no code', '=null', $$select ver_invitacion('x')$$),
  ('visitante', 'no code', '=null', 'select ver_invitacion(null)'),
  ('visitante', 'answering another code', '=null', $$select responder_invitacion(repeat('a', 32), true)$$),
  ('visitante', 'answering what is no code', '=null', $$select responder_invitacion('x', true, 'no es correo')$$),
  ('visitante', 'leaving by another', '=false', $$select dejar_de_ser_contacto(repeat('a', 32))$$),
  ('visitante', 'leaving by none', '=false', 'select dejar_de_ser_contacto(null)'),
  ('visitante', 'a way for another', '=null', $$select agregar_via(repeat('a', 32), 'correo', 'x@x.mx')$$),
  ('visitante', 'a proof for another', '=false', $$select probar_via(repeat('a', 32), gen_random_uuid())$$),
  ('visitante', 'removing from another', '=null', $$select quitar_via(repeat('a', 32), gen_random_uuid())$$),
  ('visitante', 'confirming a key that is none', '=false', $$select confirmar_contacto(repeat('a', 32))$$),
  ('visitante', 'digits for another', '=false', $$select confirmar_numero(repeat('a', 32), gen_random_uuid(), '123456')$$),
  ('visitante', 'neither yes nor no', '23514', $$select responder_invitacion(prueba.codigo('uno'), null)$$),
  ('visitante', 'yes with half an address', '23514', $$select responder_invitacion(prueba.codigo('uno'), true, 'mama@')$$),
  ('visitante', 'a way before the answer', '=invitada []', $$select concat_ws(' ', v->>'estado', v->>'vias') from agregar_via(prueba.codigo('uno'), 'correo', 'mama@correo.mx') v$$),
  ('visitante', 'no', '=no_puede', $$select responder_invitacion(prueba.codigo('uno'), false); select prueba.estado()$$),
  ('visitante', 'no, and then yes after all', '=acepto', $$select responder_invitacion(prueba.codigo('uno'), false); select responder_invitacion(prueba.codigo('uno'), true); select prueba.estado()$$),
  ('visitante', 'yes, and then no after all', '=no_puede', $$select responder_invitacion(prueba.codigo('uno'), true); select responder_invitacion(prueba.codigo('uno'), false); select prueba.estado()$$),
  ('visitante', 'leaving before the answer is a no', '=no_puede', $$select dejar_de_ser_contacto(prueba.codigo('uno')); select prueba.estado()$$),
  ('visitante', 'yes', '=acepto 32', $$select concat_ws(' ', v->>'estado', length(v->>'codigo')) from responder_invitacion(prueba.codigo('uno'), true) v$$)
) as celdas (quien, que, esperado, consulta);

-- She asks again: the earlier link ends.
select prueba.invitar('dos');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the earlier link', '=null', $$select ver_invitacion(prueba.codigo('uno'))$$),
  ('visitante', 'answering the earlier link', '=null', $$select responder_invitacion(prueba.codigo('uno'), true)$$),
  ('visitante', 'leaving by the earlier link', '=false', $$select dejar_de_ser_contacto(prueba.codigo('uno'))$$),
  ('visitante', 'the later one', '=invitada', $$select ver_invitacion(prueba.codigo('dos'))->>'estado'$$)
) as celdas (quien, que, esperado, consulta);

-- Thirty days: then it is as if there had been none, even before anybody swept.
update interno.confianzas set vence_en = now();
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'after thirty days', '=null', $$select ver_invitacion(prueba.codigo('dos'))$$),
  ('visitante', 'an answer after thirty days', '=null', $$select responder_invitacion(prueba.codigo('dos'), true)$$),
  ('visitante', 'leaving after thirty days', '=false', $$select dejar_de_ser_contacto(prueba.codigo('dos'))$$),
  ('ana', 'she reads', '=vencio', $$select estado from mis_confianzas()$$)
) as celdas (quien, que, esperado, consulta);
select prueba.cierto('one ended', interno.olvidar_invitaciones() = 1);
select prueba.cierto('its code is forgotten', estado = 'vencio' and codigo_huella is null) from interno.confianzas;
select interno.olvidar_invitaciones(now() + interval '29 days');
select prueba.cierto('she still reads it for thirty days', prueba.estado() = 'vencio');
select interno.olvidar_invitaciones(now() + interval '31 days');
select prueba.cierto('and then nothing is left of it', count(*) = 0) from interno.confianzas;

-- The yes, and what becomes of the link, which lies in her chats: someone who takes her phone finds it there.
select prueba.invitar('tres');
select prueba.aceptar('tres', U&' \202aMama\200b@Correo.MX\202c ');
select prueba.cierto('accepted, with the number of that day', estado = 'acepto' and telefono = (select telefono from contactos_emergencia where id = contacto_id) and respondida_en = now())
from interno.confianzas;
select prueba.cierto('neither code stands anywhere', count(*) = 0) from interno.confianzas f
where f::text like '%' || prueba.codigo('tres') || '%' or f::text like '%' || prueba.codigo('pagina') || '%';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the page', '=acepto Ani', $$select concat_ws(' ', v->>'estado', v->>'nombre', v->>'vence_en_s') from ver_invitacion(prueba.codigo('pagina')) v$$),
  ('visitante', 'since when it was accepted, and her number', '=0 +525512345678', $$select concat_ws(' ', v->>'desde_hace_s', v->>'telefono') from ver_invitacion(prueba.codigo('pagina')) v$$),
  ('visitante', 'its way, masked', '=m…@correo.mx false', $$select concat_ws(' ', v #>> '{vias,0,destino}', v #>> '{vias,0,confirmada}') from ver_invitacion(prueba.codigo('pagina')) v$$),
  ('visitante', 'the link says that it was answered', '={"estado": "respondida", "queda_s": 600}', $$select ver_invitacion(prueba.codigo('tres'))$$),
  ('visitante', 'the same answer once more, since the first got lost', '=true', $$select v->>'codigo' <> prueba.codigo('pagina') and v->>'estado' = 'acepto' and jsonb_array_length(v->'vias') = 1 from responder_invitacion(prueba.codigo('tres'), true, 'mama@correo.mx') v$$),
  ('visitante', 'which sends no second mail', '=1', $$select responder_invitacion(prueba.codigo('tres'), true, 'mama@correo.mx'); select prueba.ser('duena'); select count(*) from interno.envios$$),
  ('visitante', 'a yes of the page changes nothing', '=acepto', $$select responder_invitacion(prueba.codigo('pagina'), true)->>'estado'$$),
  ('ana', 'what she reads of it', '=acepto correo false', $$select concat_ws(' ', estado, vias #>> '{0,via}', vias #>> '{0,confirmada}') from mis_confianzas()$$),
  ('ana', 'and no address', '=agregada_en,confirmada,probada_en,via', $$select string_agg(k, ',' order by k) from mis_confianzas(), jsonb_object_keys(vias->0) k$$),
  ('ana', 'the functions behind', '42501', $$select interno.terminar_confianza(prueba.mama())$$),
  ('ana', 'whom the alarm reaches', '42501', $$select from interno.vias_vigentes(prueba.id('ana'))$$),
  ('visitante', 'whom the alarm reaches', '42501', $$select from interno.vias_vigentes(prueba.id('ana'))$$),
  ('bea', 'whose contact a code is', '42501', $$select interno.contacto_de_codigo('x')$$)
) as celdas (quien, que, esperado, consulta);
update interno.confianzas set respondida_en = now() - interval '10 minutes';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'ten minutes later the link', '={"estado": "respondida", "queda_s": 0}', $$select ver_invitacion(prueba.codigo('tres'))$$),
  ('visitante', 'someone who found it says yes with an address of their own', '={"estado": "respondida", "queda_s": 0}', $$select responder_invitacion(prueba.codigo('tres'), true, 'el@correo.mx')$$),
  ('visitante', 'which adds no way', '=mama@correo.mx', $$select responder_invitacion(prueba.codigo('tres'), true, 'el@correo.mx'); select prueba.ser('duena'); select string_agg(destino, ' ') from interno.vias_contacto$$),
  ('visitante', 'nor can they say no for her', '=acepto', $$select responder_invitacion(prueba.codigo('tres'), false); select prueba.estado()$$),
  ('visitante', 'nor add a way', '=respondida null', $$select concat_ws(' ', v->>'estado', coalesce(v->>'vias', 'null')) from agregar_via(prueba.codigo('tres'), 'correo', 'el@correo.mx') v$$),
  ('visitante', 'nor remove one', '=1', $$select quitar_via(prueba.codigo('tres'), (ver_invitacion(prueba.codigo('pagina')) #>> '{vias,0,id}')::uuid); select jsonb_array_length(ver_invitacion(prueba.codigo('pagina'))->'vias')$$),
  ('visitante', 'nor send proofs', '=false', $$select probar_via(prueba.codigo('tres'), (ver_invitacion(prueba.codigo('pagina')) #>> '{vias,0,id}')::uuid)$$),
  ('visitante', 'but who accepted may leave by it at any time', '=se_fue', $$select dejar_de_ser_contacto(prueba.codigo('tres')); select prueba.estado()$$),
  ('visitante', 'or by the page', '=se_fue', $$select dejar_de_ser_contacto(prueba.codigo('pagina')); select prueba.estado()$$),
  ('visitante', 'or by saying no there', '=se_fue', $$select responder_invitacion(prueba.codigo('pagina'), false); select prueba.estado()$$),
  ('visitante', 'once', '=false', $$select dejar_de_ser_contacto(prueba.codigo('pagina')); select dejar_de_ser_contacto(prueba.codigo('pagina'))$$)
) as celdas (quien, que, esperado, consulta);

-- A new link for a contact who accepted, and lost the page: the yes and its ways stand until it is answered, and then all begins anew.
savepoint otra_vez;
update interno.confianzas set respondida_en = now() - interval '1 day';
select prueba.invitar('cuatro');
select prueba.celda(quien, que, esperado, consulta) from (values
  ('ana', 'she still reads the yes and its way', '=acepto correo', $$select concat_ws(' ', estado, vias #>> '{0,via}') from mis_confianzas() where contacto_id = prueba.mama()$$),
  ('visitante', 'the page goes on', '=acepto', $$select ver_invitacion(prueba.codigo('pagina')) ->> 'estado'$$),
  ('visitante', 'the earlier link ends', '=null', $$select ver_invitacion(prueba.codigo('tres'))$$),
  ('visitante', 'the new one asks again, and shows no way', '=invitada 0 …78 []', $$select concat_ws(' ', v->>'estado', v->>'desde_hace_s', v->>'telefono', v->>'vias') from ver_invitacion(prueba.codigo('cuatro')) v$$),
  ('visitante', 'a yes begins anew', '=acepto [] 0', $$select concat_ws(' ', v->>'estado', v->>'vias', v->>'desde_hace_s') from responder_invitacion(prueba.codigo('cuatro'), true) v$$),
  ('visitante', 'and ends the earlier page', '=null', $$select responder_invitacion(prueba.codigo('cuatro'), true); select ver_invitacion(prueba.codigo('pagina'))$$),
  ('visitante', 'the same answer once more keeps the way that came with it', '=1', $$select responder_invitacion(prueba.codigo('cuatro'), true, 'a@b.mx'); select jsonb_array_length(responder_invitacion(prueba.codigo('cuatro'), true, 'a@b.mx') -> 'vias')$$),
  ('visitante', 'a no is a no', '=no_puede', $$select responder_invitacion(prueba.codigo('cuatro'), false); select prueba.estado()$$)
) as celdas (quien, que, esperado, consulta);
-- Someone with her phone cannot take her mother's place without a word: the ways that end are told.
update interno.vias_contacto set confirmada_en = now();
select prueba.celda('visitante', que, '=relevo correo Ana true', consulta || $$; select prueba.ser('duena');
  select concat_ws(' ', e.tipo, e.via, e.datos ->> 'nombre', e.datos ->> 'destino' like '%@%') from interno.envios e where e.user_id is null$$)
from (values
  ('the earlier way is told of a yes', $$select responder_invitacion(prueba.codigo('cuatro'), true, 'otro@b.mx')$$),
  ('and of a no', $$select responder_invitacion(prueba.codigo('cuatro'), false)$$)
) as celdas (que, consulta);
update interno.confianzas set vence_en = now();
select prueba.celda('visitante', 'after thirty days it is answered as any other', '=respondida', $$select ver_invitacion(prueba.codigo('cuatro')) ->> 'estado'$$);
rollback to otra_vez;

-- What ends a yes, and what does not.
update interno.vias_contacto set confirmada_en = now();
select prueba.celda(quien, que, esperado, consulta) from (values
  ('duena', 'whom the alarm reaches', '=correo 1', $$select concat_ws(' ', via, prioridad) from interno.vias_vigentes(prueba.id('ana'))$$),
  ('ana', 'another name', '=acepto', $$update contactos_emergencia set nombre = 'Mami' where id = prueba.mama(); select prueba.estado()$$),
  ('ana', 'another priority', '=acepto', $$update contactos_emergencia set prioridad = 3 where id = prueba.mama(); select prueba.estado()$$),
  ('ana', 'the same number, written otherwise', '=acepto', $$update contactos_emergencia set telefono = regexp_replace(telefono, '^\+(..)(..)', '+\1 (\2) ') where id = prueba.mama(); select prueba.estado()$$),
  ('ana', 'another number', '=sin_invitar', $$update contactos_emergencia set telefono = '+525500001111' where id = prueba.mama(); select prueba.estado()$$),
  ('ana', 'deleted, and brought back', '=sin_invitar', $$update contactos_emergencia set activo = false where id = prueba.mama(); update contactos_emergencia set activo = true where id = prueba.mama(); select prueba.estado()$$),
  ('ana', 'asking again after another number', '=true', $$update contactos_emergencia set telefono = '+525500001111' where id = prueba.mama(); select invitar_contacto(prueba.mama()) is not null$$),
  ('ana', 'another number during a day without an account for it', '=0', $$update contactos_emergencia set telefono = '+525500001111' where id = prueba.mama(); select prueba.ser('duena'); select count(*) from interno.vias_vigentes(prueba.id('ana'))$$),
  ('ana', 'nothing is left after another number', '=0', $$update contactos_emergencia set telefono = '+525500001111' where id = prueba.mama(); select prueba.ser('duena'); select (select count(*) from interno.vias_contacto) + (select count(*) from interno.confianzas) + (select count(*) from interno.envios)$$),
  ('ana', 'nor after deleting', '=0', $$update contactos_emergencia set activo = false where id = prueba.mama(); select prueba.ser('duena'); select (select count(*) from interno.vias_contacto) + (select count(*) from interno.confianzas) + (select count(*) from interno.envios)$$),
  ('ana', 'nor after deleting for good', '=0', $$delete from contactos_emergencia where id = prueba.mama(); select prueba.ser('duena'); select (select count(*) from interno.vias_contacto) + (select count(*) from interno.confianzas) + (select count(*) from interno.envios)$$),
  ('duena', 'nor after her account has gone', '=0', $$delete from auth.users where id = prueba.id('ana'); select (select count(*) from interno.vias_contacto) + (select count(*) from interno.confianzas) + (select count(*) from interno.envios)$$),
  ('ana', 'a contact with another number: the page is nobody''s', '=null', $$update contactos_emergencia set telefono = '+525500001111' where id = prueba.mama(); select ver_invitacion(prueba.codigo('pagina'))$$),
  ('ana', 'and the link neither', '=null', $$update contactos_emergencia set telefono = '+525500001111' where id = prueba.mama(); select ver_invitacion(prueba.codigo('tres'))$$)
) as celdas (quien, que, esperado, consulta);

-- Who left is erased wholly, gets nothing, and may be asked again.
select interno.encolar_envio('alerta', 'correo', 0, prueba.id('ana'), 'alerta/1', contacto_id => prueba.mama(), via_id => (select id from interno.vias_contacto));
select prueba.ser('visitante');
select dejar_de_ser_contacto(prueba.codigo('pagina'));
select prueba.ser('duena');
select prueba.cierto('no way, and nothing on its way', (select count(*) from interno.vias_contacto) = 0 and (select count(*) from interno.envios) = 0);
select prueba.cierto('only that she or he left', estado = 'se_fue' and coalesce(codigo_huella, pagina_huella) is null and telefono is null) from interno.confianzas;
select prueba.cierto('the alarm reaches nobody', count(*) = 0) from interno.vias_vigentes(prueba.id('ana'));
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'the page', '=null', $$select ver_invitacion(prueba.codigo('pagina'))$$),
  ('visitante', 'the link', '=null', $$select ver_invitacion(prueba.codigo('tres'))$$),
  ('visitante', 'coming back by it', '=null', $$select responder_invitacion(prueba.codigo('tres'), true)$$),
  ('ana', 'she reads', '=se_fue []', $$select concat_ws(' ', estado, vias) from mis_confianzas()$$)
) as celdas (quien, que, esperado, consulta);
select prueba.invitar('cuatro');
select prueba.aceptar('cuatro');
select prueba.cierto('asked again, and said yes without any way', prueba.estado() = 'acepto' and (select count(*) from interno.vias_contacto) = 0);

-- Whatever became of a code, its owner is answered as if there had never been one: by every function, as every role.
create temp table codigos (que text, codigo text);
grant select on codigos to public;
create function prueba.guardar(que text, codigo text) returns void language sql security definer as $$ insert into codigos values (que, codigo) $$;
insert into contactos_emergencia (id, user_id, nombre, telefono) select md5('q' || n)::uuid, prueba.id('ana'), 'Q' || n, '+5255000000' || (10 + n) from generate_series(1, 5) n;
-- 1 was asked anew, 2 waited too long, 3 left, 4 has another number, 5 was deleted.
select prueba.invitar('q' || n, md5('q' || n)::uuid), prueba.guardar('the link of ' || n, prueba.codigo('q' || n)) from generate_series(1, 5) n;
select prueba.invitar('nuevo', md5('q1')::uuid);
update interno.confianzas set vence_en = now() where contacto_id = md5('q2')::uuid;
select prueba.aceptar('q' || n), prueba.guardar('the page of ' || n, prueba.codigo('pagina')) from generate_series(3, 5) n;
select dejar_de_ser_contacto(prueba.codigo('q3'));
update contactos_emergencia set telefono = '+525599990000' where id = md5('q4')::uuid;
update contactos_emergencia set activo = false where id = md5('q5')::uuid;
select prueba.guardar('a page of somebody else''s, one letter off', translate(left(prueba.codigo('pagina'), 1), 'ab', 'ba') || 'x' || right(prueba.codigo('pagina'), 30));
create function prueba.contesta(consulta text, codigo text) returns text language plpgsql as $$
declare
  dicho text;
begin
  execute format(consulta, codigo) into dicho;
  return coalesce(dicho, 'null');
exception when others then
  return concat_ws(' ', sqlstate, sqlerrm);
end $$;
select prueba.celda(quien, que || ', asked ' || consulta, '=' || prueba.contesta(consulta, repeat('a', 32)), format('select prueba.contesta(%L, %L)', consulta, codigo))
from codigos, unnest(array['visitante', 'bea', 'ana', 'carla', 'dora', 'servicio']) quien, unnest(array[
  'select ver_invitacion(%L)', 'select responder_invitacion(%L, true)', 'select responder_invitacion(%L, false)', 'select responder_invitacion(%L, null)',
  'select responder_invitacion(%L, true, ''x@x.mx'')', 'select responder_invitacion(%L, true, ''x'')', 'select agregar_via(%L, ''correo'', ''x@x.mx'')',
  'select agregar_via(%L, ''correo'', ''x'')', 'select agregar_via(%L, ''paloma'')', 'select confirmar_contacto(%L)',
  'select confirmar_numero(%L, gen_random_uuid(), ''123456'')', 'select probar_via(%L, gen_random_uuid())', 'select quitar_via(%L, gen_random_uuid())',
  'select dejar_de_ser_contacto(%L)'
]) consulta;
select prueba.cierto('and there were codes to try', count(*) = 9) from codigos;
