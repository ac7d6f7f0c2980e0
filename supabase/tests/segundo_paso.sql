-- An account with a second factor, in a session that has not shown it: it calls for help and opens nothing. Made from the catalogue, so
-- that a new table or function is asked too. Carla is the admin: what she may read beside is nearly everything.

-- Rows with the factor shown, and without; or the refusal.
create function pg_temp.leer(quien text, relacion text) returns text language plpgsql as $$
declare
  filas text;
begin
  perform prueba.ser(quien);
  begin
    execute format('select count(*) from public.%I', relacion) into filas;
  exception when others then
    filas := sqlstate;
  end;
  perform prueba.ser('duena');
  return filas;
end
$$;
create temp table leidas as
  select c.relname as relacion, pg_temp.leer('carla', c.relname) as entera, pg_temp.leer('carla a medias', c.relname) as a_medias
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
    and has_any_column_privilege('authenticated', c.oid, 'select')
    -- What a visitor reads, too.
    and not has_any_column_privilege('anon', c.oid, 'select');
select prueba.cierto('nothing is read of ' || relacion, a_medias in ('0', '42501'), a_medias) from leidas;
select prueba.cierto('where there is something to read', count(*) >= 8, string_agg(relacion, ', ')) from leidas where entera not in ('0', '42501');

-- What she changes, deletes, adds.
select prueba.celda('carla a medias', 'delete from ' || relname, '0', format('delete from public.%I where true', relname))
from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and has_table_privilege('authenticated', oid, 'delete');
select prueba.celda('carla a medias', 'update of ' || relname, '0', format('update public.%I set %I = %2$I where true', relname, attname))
from pg_class c, lateral (
  select attname from pg_attribute
  where attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege('authenticated', c.oid, attnum, 'update')
  order by attnum limit 1
) columna
where relnamespace = 'public'::regnamespace and relkind in ('r', 'v');

create function pg_temp.rechazo(orden text) returns text language plpgsql as $$
begin
  perform prueba.ser('carla a medias');
  begin
    execute orden;
    raise exception using errcode = 'PRB00';
  exception when others then
    perform prueba.ser('duena');
    return sqlstate;
  end;
end
$$;
-- With a row of hers wherever a column says whose it is: refused for the factor, and for nothing else.
select prueba.cierto('nothing is added to ' || relname, -- PT404: what it would be about is not read either.
  codigo in ('42501', 'PT401', 'PT404'), codigo)
from (
  select c.relname, pg_temp.rechazo(format('insert into public.%I %s', c.relname, coalesce(
    (select format('(%I) values (%L)', attname, prueba.id('carla')) from pg_attribute
     where attrelid = c.oid and attname in ('user_id', 'id', 'created_by', 'autora_id') and not attisdropped
       and has_column_privilege('authenticated', c.oid, attnum, 'insert')
     order by array_position(array['user_id', 'autora_id', 'created_by', 'id'], attname::text) limit 1),
    'default values'))) as codigo
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    and has_any_column_privilege('authenticated', c.oid, 'insert') and c.relname <> 'eventos_peligro'
) ordenes;
select prueba.cierto('nor to its files', pg_temp.rechazo(format(
  $$insert into storage.objects (bucket_id, name, owner_id) values ('profiles', 'avatars/%s.jpg', %1$L)$$, prueba.id('carla'))) = '42501');
select prueba.celda('carla a medias', 'files', '0', 'select from storage.objects');

-- Every function that she may call, with nothing in its hands: refused, or an answer that says nothing.
create function pg_temp.llamar(llamada text) returns text language plpgsql as $$
declare
  respuesta text;
begin
  perform prueba.ser('carla a medias');
  begin
    execute 'select string_agg(r::text, '','') from ' || llamada || ' r' into respuesta;
    raise exception using errcode = 'PRB00';
  exception when sqlstate 'PRB00' then
    respuesta := coalesce(respuesta, '');
  when others then
    respuesta := sqlstate;
  end;
  perform prueba.ser('duena');
  return respuesta;
end
$$;
create temp table llamadas_hechas as
  select p.proname::text as funcion, pg_temp.llamar(format('public.%I(%s)', p.proname, (
    select string_agg('null::' || format_type(tipo, null), ', ' order by n) from unnest(p.proargtypes) with ordinality t (tipo, n)
  ))) as respuesta
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
    -- What a code opens asks for no account.
    and not has_function_privilege('anon', p.oid, 'execute');
select prueba.cierto(funcion || '() says nothing', respuesta in ('', '()', '(,,)', '[]', 'false', '42501') or respuesta ~ '^PT4', respuesta)
from llamadas_hechas where funcion not in ('abrir_alerta', 'estado_admin', 'get_current_week', 'semanas_por_venir');
select prueba.cierto('every function was asked', count(*) > 25, count(*)::text) from llamadas_hechas;

select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla a medias', 'what she lacks as the admin', '=paso', 'select estado_admin()'),
  ('carla a medias', 'no admin', '=false', 'select es_admin()'),
  ('carla a medias', 'told what to give', 'PT401', 'select estoy_admitida()'),
  ('carla', 'admitted', '=true', 'select estoy_admitida()'),

  -- Help.
  ('carla a medias', 'a press', '1', $$insert into eventos_peligro (user_id, latitud, longitud) values (prueba.id('carla'), 19, -99)$$),
  ('carla a medias', 'a press, read back', '42501', $$insert into eventos_peligro (user_id) values (prueba.id('carla')) returning id$$),
  ('carla a medias', 'a press of another', '42501', $$insert into eventos_peligro (user_id) values (prueba.id('ana'))$$),
  ('carla a medias', 'an alert', '1', 'select abrir_alerta(gen_random_uuid(), now(), 0)'),
  ('dora', 'nobody else', '42501', 'select abrir_alerta(gen_random_uuid(), now(), 0)')
) as celdas (quien, que, esperado, consulta);

select prueba.ser('carla a medias');
select abrir_alerta('c7000000-0000-4000-8000-000000000001', now(), 0);
insert into eventos_peligro (user_id, cliente_id) values (prueba.id('carla'), 'c7000000-0000-4000-8000-000000000001');
select prueba.ser('duena');
select prueba.cierto('the press has opened one alert', count(*) = 1 and bool_and(estado = 'abierta'))
from alertas where user_id = prueba.id('carla') and 'c7000000-0000-4000-8000-000000000001' in (cliente_id, id);
select prueba.celda(quien, que, esperado, consulta) from (values
  ('carla a medias', 'where she is', '=true', $$select agregar_lugar('c7000000-0000-4000-8000-000000000001', 19, -99, 10, now())$$),
  ('carla a medias', 'reading it', '0', 'select from alertas'),
  ('carla a medias', 'closing it: an attacker who knows her password ends nothing', 'PT401', $$select cerrar_alerta('c7000000-0000-4000-8000-000000000001', 'a_salvo')$$),
  ('carla a medias', 'a drill', 'PT401', 'select probar_alarma(gen_random_uuid())'),
  ('carla', 'closing it with the code given', '=true', $$select cerrar_alerta('c7000000-0000-4000-8000-000000000001', 'a_salvo')$$)
) as celdas (quien, que, esperado, consulta);

-- A factor that was never confirmed asks for nothing; one that went asks no more.
update auth.mfa_factors set status = 'unverified' where user_id = prueba.id('carla');
select prueba.celda('carla a medias', 'with a factor that never gave a code', '=true', 'select estoy_admitida()');
