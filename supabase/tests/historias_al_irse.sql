-- Deleting an account must not reveal what it wrote: not by rows that go with it, nor by what is taken down
-- later, nor by what stays.
select prueba.celda(quien, que, '42501', consulta)
from (values ('visitante'), ('ana'), ('bea'), ('carla'), ('dora')) as personas (quien),
  (values
    ('the stories that come down', 'select from interno.retiros_historias'),
    ('adding one', $$insert into interno.retiros_historias values ('d2000000-0000-4000-8000-000000000002', now())$$),
    ('hurrying one', 'update interno.retiros_historias set retirar_en = now()'),
    ('keeping one', 'delete from interno.retiros_historias'),
    ('the reviews that come down', 'select from interno."retiros_reseñas"'),
    ('adding a review', $$insert into interno."retiros_reseñas" values ('f1000000-0000-4000-8000-000000000001', now())$$),
    ('hurrying a review', 'update interno."retiros_reseñas" set retirar_en = now()'),
    ('keeping a review', 'delete from interno."retiros_reseñas"'),
    ('the reports that come down', 'select from interno.retiros_reportes'),
    ('hurrying a report', 'update interno.retiros_reportes set retirar_en = now()'),
    ('what was chosen', 'select from interno.historias_al_irse'),
    ('choosing for Ana', $$insert into interno.historias_al_irse values (prueba.id('ana'), true)$$),
    ('changing it', 'update interno.historias_al_irse set se_quedan = true'),
    ('forgetting it', 'delete from interno.historias_al_irse'),
    ('calling the internal function', $$select interno.elegir_historias_al_irse(prueba.id('ana'), 'dejar')$$),
    ('doing the work', 'select interno.retirar_escritos()')
  ) as intentos (que, consulta);

-- Ana: one published and anonymous, one signed that waits, one published and signed, one anonymous that was rejected.
insert into interno.autorias_historias (id, user_id, anonima) values
  ('d2000000-0000-4000-8000-000000000004', prueba.id('ana'), false),
  ('d2000000-0000-4000-8000-000000000005', prueba.id('ana'), true);
insert into interno.historias (id, titulo, contenido, estado, publicada_en, motivo) values
  ('d2000000-0000-4000-8000-000000000004', 'Firmada', 'x', 'publicada', now(), null),
  ('d2000000-0000-4000-8000-000000000005', 'Rechazada', 'x', 'rechazada', null, 'Trae un nombre');
set constraints all immediate;
set constraints all deferred;

create function pg_temp.irse(quien text, eleccion text) returns void language plpgsql as $$
begin
  perform prueba.ser(quien);
  perform prueba.probar(quien);
  if eleccion is null then
    perform public.eliminar_mi_cuenta();
  else
    perform public.eliminar_mi_cuenta(false, eleccion);
  end if;
  perform prueba.ser('duena');
end
$$;
select prueba.celda('ana', 'a choice that is none', 'PT422', $$select pg_temp.irse('ana', 'borrar')$$);
select prueba.celda('ana', 'no choice at all by name', 'PT422', $$select prueba.probar('ana'), eliminar_mi_cuenta(false, null)$$);

-- Physical row positions (ctid), which a query without an order would show: they must not change when she leaves.
create temp table antes as select id, ctid as lugar, xmin::text as hecha from interno.historias;
create temp table antes_resenas as select id, ctid as lugar, xmin::text as hecha from interno.reseñas;
-- Ana reported Bea's message, a message of her own, and a number of the directory; Bea the same number.
insert into mensajes_sala (id, sala_id, user_id, contenido) select ('d4000000-0000-4000-8000-00000000000' || n)::uuid, s.id, quien, 'Hola'
from (select id from salas_comunidad limit 1) s, (values (1, prueba.id('bea')), (2, prueba.id('ana'))) v (n, quien);
insert into reportes_sala (id, mensaje_id, motivo, detalle, user_id) values
  ('d3000000-0000-4000-8000-000000000001', 'd4000000-0000-4000-8000-000000000001', 'acoso', 'Me escribe sin parar', prueba.id('ana')),
  ('d3000000-0000-4000-8000-000000000002', 'd4000000-0000-4000-8000-000000000002', 'otro', null, prueba.id('ana'));
insert into reportes_apoyo (asociacion_id, user_id) select a.id, u.id from (select id from asociaciones_apoyo limit 1) a, (values (prueba.id('ana')), (prueba.id('bea'))) u (id);
create temp table antes_reportes as
  select id, ctid as lugar, xmin::text as hecha from reportes_sala where autora_id = prueba.id('bea') union all select id, ctid, xmin::text from reportes_apoyo;
grant select on antes, antes_resenas, antes_reportes to public;

select pg_temp.irse('ana', null);
select prueba.cierto('what she signed goes with her name', count(*) = 0)
from interno.historias where id in ('d2000000-0000-4000-8000-000000000003', 'd2000000-0000-4000-8000-000000000004');
select prueba.cierto('what is anonymous does not go in that instant', count(*) = 2)
from interno.historias where id in ('d2000000-0000-4000-8000-000000000001', 'd2000000-0000-4000-8000-000000000005');
select prueba.cierto('nobody can be told to have written it', count(*) = 0)
from interno.autorias_historias where id in ('d2000000-0000-4000-8000-000000000001', 'd2000000-0000-4000-8000-000000000005');
select prueba.cierto('nor is a row of it touched', count(*) = 0)
from interno.historias h join antes a using (id) where a.lugar <> h.ctid or a.hecha <> h.xmin::text;
select prueba.cierto('nor one of the reviews', count(*) = 2 and bool_and(a.lugar = h.ctid and a.hecha = h.xmin::text))
from interno.reseñas h join antes_resenas a using (id);
-- Live, too: a row that is neither changed nor deleted is heard by nobody.
select prueba.cierto('nor one of the reports', count(*) = 3 and bool_and(a.lugar = h.lugar and a.hecha = h.hecha))
from (select id, ctid as lugar, xmin::text as hecha from reportes_sala union all select id, ctid, xmin::text from reportes_apoyo) h
join antes_reportes a using (id);
select prueba.celda('carla', 'hers is in the queue as before', '=Me escribe sin parar', 'select detalles[1] from cola_de_reportes where autora_id = prueba.id($$bea$$)');
select prueba.celda('carla', 'and may be settled', '1', $$update reportes_sala set estado = 'descartado' where id = 'd3000000-0000-4000-8000-000000000001'$$);
select prueba.celda('carla', 'whose it is', '42501', 'select user_id from reportes_sala');
select prueba.cierto('unless she chose, all of them come down, within 48 hours, each at its own moment',
  count(*) = 2 and count(distinct retirar_en) = 2 and bool_and(retirar_en between now() and now() + interval '48 hours'))
from interno.retiros_historias;
select prueba.cierto('her review too', count(*) = 1 and bool_and(retirar_en between now() and now() + interval '48 hours'))
from interno."retiros_reseñas" where id = 'f1000000-0000-4000-8000-000000000001';
select prueba.celda(quien, que, esperado, consulta) from (values
  ('bea', 'the story as before', '=Volver a empezar', $$select titulo from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'its author', '=null', $$select autora_id from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'the same answer for the id of one whose author left', '23505', $$insert into historias (id, titulo, contenido) values ('d2000000-0000-4000-8000-000000000001', 'x', 'x')$$),
  ('bea', 'claiming one that nobody owns', '42501', $$insert into interno.historias (id, titulo, contenido) values (gen_random_uuid(), 'x', 'x')$$),
  ('bea', 'changing one that nobody owns', '0', $$update historias set titulo = 'x' where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('bea', 'withdrawing one that nobody owns', '0', $$delete from historias where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('carla', 'hiding one that nobody owns', '1', $$update historias set estado = 'oculta', motivo = 'x' where id = 'd2000000-0000-4000-8000-000000000001'$$),
  ('carla', 'removing a review that nobody owns', '1', $$delete from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000001'$$),
  ('carla', 'its author, as admin', '=null', $$select user_id from reseñas_terapeutas where id = 'f1000000-0000-4000-8000-000000000001'$$)
) as celdas (quien, que, esperado, consulta);

select interno.retirar_escritos();
select prueba.cierto('her reports come down within 48 hours, each at its own moment, and nobody else''s',
  count(*) = 3 and count(distinct retirar_en) = 3 and bool_and(retirar_en between now() and now() + interval '48 hours'))
from interno.retiros_reportes;
select prueba.cierto('before its moment no report goes', (select count(*) from reportes_apoyo) = 2 and (select count(*) from reportes_sala) = 2);
update interno.retiros_reportes set retirar_en = now() where id = 'd3000000-0000-4000-8000-000000000001';
select interno.retirar_escritos();
select prueba.cierto('at its moment one report goes, and only that one', (select count(*) from reportes_sala) = 1 and (select count(*) from reportes_apoyo) = 2);
update interno.retiros_reportes set retirar_en = now();
select interno.retirar_escritos();
select prueba.cierto('nothing of hers stays', (select count(*) from reportes_apoyo where user_id = prueba.id('ana')) = 0 and (select count(*) from reportes_sala) = 0
  and (select count(*) from reportes_apoyo) = 1 and (select count(*) from interno.retiros_reportes) = 0);
select prueba.cierto('before its moment nothing goes', (select count(*) from interno.retiros_historias) = 2 and (select count(*) from interno."retiros_reseñas") = 1);
update interno.retiros_historias set retirar_en = now() where id = 'd2000000-0000-4000-8000-000000000001';
update interno."retiros_reseñas" set retirar_en = now();
select interno.retirar_escritos();
select prueba.cierto('at its moment one goes, and only that one',
  not exists (select from interno.historias where id = 'd2000000-0000-4000-8000-000000000001')
  and exists (select from interno.historias where id = 'd2000000-0000-4000-8000-000000000005')
  and not exists (select from interno.reseñas where id = 'f1000000-0000-4000-8000-000000000001'));

-- Bea lets hers stay: one published and anonymous, one anonymous that waits.
insert into interno.autorias_historias (id, user_id, anonima) values
  ('d2000000-0000-4000-8000-000000000006', prueba.id('bea'), true),
  ('d2000000-0000-4000-8000-000000000007', prueba.id('bea'), true);
insert into interno.historias (id, titulo, contenido, estado, publicada_en) values
  ('d2000000-0000-4000-8000-000000000006', 'Se queda', 'x', 'publicada', now()),
  ('d2000000-0000-4000-8000-000000000007', 'Esperaba', 'x', 'pendiente', null);
select pg_temp.irse('bea', 'dejar');
select prueba.cierto('what she lets stay stays', estado = 'publicada') from interno.historias where id = 'd2000000-0000-4000-8000-000000000006';
select prueba.cierto('what nobody has published comes down', exists (select from interno.retiros_historias where id = 'd2000000-0000-4000-8000-000000000007')
  and not exists (select from interno.retiros_historias where id = 'd2000000-0000-4000-8000-000000000006'));
select prueba.cierto('and nothing says whose they were', count(*) = 0) from interno.autorias_historias;
update interno.historias set estado = 'oculta', motivo = 'x' where id = 'd2000000-0000-4000-8000-000000000006';
select interno.retirar_escritos();
select prueba.cierto('taken off the blog later, it does not stay', exists (select from interno.retiros_historias where id = 'd2000000-0000-4000-8000-000000000006'));

-- Deleted by another way (a delayed deletion), with the choice that she made when asking.
insert into interno.autorias_historias (id, user_id, anonima) values ('d2000000-0000-4000-8000-000000000008', prueba.id('carla'), true);
insert into interno.historias (id, titulo, contenido, estado, publicada_en) values
  ('d2000000-0000-4000-8000-000000000008', 'De Carla', 'x', 'publicada', now());
select interno.elegir_historias_al_irse(prueba.id('carla'), 'retirar');
select interno.elegir_historias_al_irse(prueba.id('carla'), 'dejar');
select interno.elegir_historias_al_irse(gen_random_uuid(), 'dejar');
select prueba.cierto('the last choice counts, of accounts that are there', count(*) = 1 and bool_and(se_quedan)) from interno.historias_al_irse;
delete from auth.users where id = prueba.id('carla');
select prueba.cierto('the choice outlived the delay', not exists (select from interno.retiros_historias where id = 'd2000000-0000-4000-8000-000000000008')
  and exists (select from interno.historias where id = 'd2000000-0000-4000-8000-000000000008'));
select prueba.cierto('and is forgotten with the account', count(*) = 0) from interno.historias_al_irse;

-- A live deletion tells the key of a row: no key of what is live names an account.
select prueba.cierto('a live deletion names nobody: ' || c.conrelid::regclass, count(*) = 0, string_agg(a.attname, ', '))
from pg_publication_tables t
join pg_constraint c on c.conrelid = format('%I.%I', t.schemaname, t.tablename)::regclass and c.contype = 'p'
left join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and (
  a.attname in ('user_id', 'autora_id', 'bloqueada_id')
  or exists (select from pg_constraint f where f.conrelid = c.conrelid and f.contype = 'f' and a.attnum = any (f.conkey)))
where t.pubname = 'supabase_realtime' and a.attname is not null
group by c.conrelid;
