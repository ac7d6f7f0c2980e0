-- An attacker: they have a code as her contact, or found one; or have her phone for an hour.
update interno.ajustes set valor = 'correo push sms whatsapp' where clave = 'vias_de_alarma';
delete from contactos_emergencia where user_id = prueba.id('ana');
insert into contactos_emergencia (id, user_id, nombre, telefono) values
  ('a1000000-0000-4000-8000-0000000000f1', prueba.id('ana'), 'Él', '+525590000001'),
  ('a1000000-0000-4000-8000-0000000000f2', prueba.id('ana'), 'Su hermana', '+525590000002');
insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
select id, user_id, 'acepto', now(), now(), telefono from contactos_emergencia where user_id = prueba.id('ana');
insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en)
select id, user_id, 'correo', nombre || '@correo.test', now() from contactos_emergencia where user_id = prueba.id('ana');
create function pg_temp.hace(quien text, que text) returns text language plpgsql as $$
declare
  valor text;
begin
  perform prueba.ser(quien);
  execute que into valor;
  perform prueba.ser('duena');
  return valor;
end
$$;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000f001', now(), 0)$$);
select interno.tomar_envios(10);
update interno.codigos_alerta set huella = sha256(convert_to(repeat(right(contacto_id::text, 1), 32), 'UTF8'));
select interno.anotar_envio(id, 'enviada', null, null) from interno.envios;

-- The attacker floods: the answers count, and nobody else notices.
select pg_temp.hace('visitante', format($$select responder_alerta(repeat('1', 32), %L)$$, case n % 2 when 0 then 'ya_voy' else 'la_llamo' end)) from generate_series(1, 300) n;
select prueba.cierto('fifty answers of one code are heard', max(cambios) = 50) from interno.codigos_alerta;
select prueba.cierto('they delay what is due five minutes from the first, not from the last', interno.sostenida_hasta(id) = now() + interval '5 minutes') from alertas;
update interno.codigos_alerta set sostiene_desde = now() - interval '5 minutes' where cambios = 50;
select prueba.cierto('and then nothing more', interno.sostenida_hasta(id) <= now()) from alertas;
select prueba.cierto('her sister''s row is as it was', estado = 'enviada' and respuesta is null and intentos = 1)
from entregas where contacto_id = 'a1000000-0000-4000-8000-0000000000f2';
select prueba.cierto('her sister answers as ever', pg_temp.hace('visitante', $$select responder_alerta(repeat('2', 32), 'ya_voy') ->> 'respuesta'$$) = 'ya_voy');
select pg_temp.hace('visitante', $$select ver_alerta(repeat('1', 32), 'correo')$$) from generate_series(1, 300);
select prueba.cierto('looking three hundred times writes nothing', count(*) = 2) from entregas where vista_en is not null;

-- The attacker learns nothing of the others, and nothing that is not on the page.
select prueba.celda('visitante', 'no name, number or address of the other, and no id', '=0', $$select count(*) from ver_alerta(repeat('1', 32)) v
  where v::text ~* 'hermana|5590000002|correo\.test|[0-9a-f]{8}-[0-9a-f]{4}'$$);
-- Codes of one are no codes of the other, nor of anything else.
select prueba.celda(quien, que, esperado, consulta) from (values
  ('visitante', 'an alert''s code shows no invitation', '=null', $$select ver_invitacion(repeat('1', 32))$$),
  ('visitante', 'and adds no way', '=null', $$select agregar_via(repeat('1', 32), 'correo', 'otro@correo.test')$$),
  ('visitante', 'nor tries one', '=false', $$select probar_via(repeat('1', 32), gen_random_uuid())$$),
  ('visitante', 'closing', '42501', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000f001', 'a_salvo')$$),
  ('visitante', 'a forged receipt of a provider', '42501', $$select anotar_recibo('x', 'correo', 'entregada')$$),
  ('ana', 'a forged receipt, by her session', '42501', $$select anotar_recibo('x', 'correo', 'entregada')$$),
  ('ana', 'her contacts'' codes, by her session', '42501', 'select * from interno.codigos_alerta'),
  ('ana', 'their addresses', '42501', 'select * from interno.vias_contacto'),
  ('carla', 'their addresses, as admin', '42501', 'select * from interno.vias_contacto')
) as celdas (quien, que, esperado, consulta);

-- She deletes the contact: the answer delays nothing and shows to nobody any more.
update interno.codigos_alerta set sostiene_desde = now();
select pg_temp.hace('ana', $$update contactos_emergencia set activo = false where nombre = 'Él' returning id$$);
select prueba.celda('visitante', 'the page of the deleted contact ends without a word', '=null', $$select ver_alerta(repeat('1', 32))$$);
select prueba.celda('visitante', 'her sister reads no «otra persona» for the deleted contact', '=false', $$select ver_alerta(repeat('2', 32)) ->> 'otra_persona_respondio'$$);
select prueba.cierto('what she read of the deleted contact stays', respuesta is not null) from entregas where contacto_id = 'a1000000-0000-4000-8000-0000000000f1';

-- The attacker has her phone. A place that they plant, of whatever time, does not outlive hers.
select pg_temp.hace('ana', $$select agregar_lugar('a2000000-0000-4000-8000-00000000f001', 1, 1, 5, now() + interval '9 years')$$);
select pg_temp.hace('ana', $$select agregar_lugar('a2000000-0000-4000-8000-00000000f001', 19.4, -99.1, 5, now() - interval '4 minutes')$$);
select prueba.cierto('her place stays, by a slow clock too', latitud = 19.4 and lugar_en = now() - interval '4 minutes') from alertas;
-- The attacker closes it: nobody reads that she is safe by her PIN.
select pg_temp.hace('ana', $$select cerrar_alerta('a2000000-0000-4000-8000-00000000f001', 'a_salvo')$$);
select prueba.celda('visitante', 'closed: where she was is not there any more', '=null null null null null', $$select concat_ws(' ', v -> 'latitud', v -> 'longitud', v -> 'precision_m', v -> 'lugar_hace_s', v -> 'nota')
  from ver_alerta(repeat('2', 32)) v$$);
select prueba.celda('visitante', 'closed, without a PIN', '=false', $$select ver_alerta(repeat('2', 32)) ->> 'con_pin'$$);
-- The attacker uses up every limit; her press leaves.
update interno.ajustes set valor = '1' where clave = 'factor_de_ritmo';
select pg_temp.hace('ana', format('select probar_alarma(gen_random_uuid())')) from generate_series(1, 6);
insert into interno.gastos (user_id, mensajes, de_prueba) values (prueba.id('ana'), 100000, 100000) on conflict (user_id) do update set mensajes = 100000;
select pg_temp.hace('ana', format('select cerrar_alerta(abrir_alerta(gen_random_uuid(), now(), 0), %L)', 'por_error')) from generate_series(1, 50);
delete from interno.envios;
select pg_temp.hace('ana', $$select abrir_alerta('a2000000-0000-4000-8000-00000000f002', now(), 0)$$);
select prueba.cierto('after fifty alerts, six drills and all messages that cost: she is reached', count(*) = 1 and bool_and(tipo = 'alerta' and urgencia = 0)) from interno.envios;
-- A drill is never taken for a real one, nor a real one for a drill.
select prueba.celda('ana', 'a drill over a real one', 'PT409', $$select probar_alarma('a2000000-0000-4000-8000-00000000f002')$$);
select prueba.cierto('the real one is none', origen = 'boton') from alertas where estado <> 'cerrada';

-- The attacker tries to erase the trace: opens and cancels within the pause, and takes back presses that never were.
update alertas set creada_en = now() - interval '1 day' where avisada_en is not null;
create temp table pasadas as select id from alertas where avisada_en is not null and origen <> 'simulacro';
select prueba.cierto('alerts that left, before', count(*) > 50) from pasadas;
select pg_temp.hace('ana', $$select cerrar_alerta((select id from alertas where estado <> 'cerrada'), 'a_salvo')$$);
select pg_temp.hace('ana', 'select cerrar_alerta(abrir_alerta(gen_random_uuid(), now(), 10), $$por_error$$)') from generate_series(1, 200);
select pg_temp.hace('ana', 'select cerrar_alerta(gen_random_uuid(), $$por_error$$)') from generate_series(1, 250);
select prueba.cierto('what left is all there', (select count(*) from pasadas) = count(*)) from alertas join pasadas using (id);
select prueba.cierto('what never left is bounded', count(*) <= 101, count(*)::text) from alertas where avisada_en is null;
