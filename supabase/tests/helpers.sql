-- What the SQL tests are written with. Loaded once into a test database, never into a real one.
create schema prueba;
grant usage on schema prueba to public;

create table prueba.resultados (
  n int generated always as identity,
  quien text,
  que text,
  bien boolean not null,
  detalle text
);
grant select, insert on prueba.resultados to public;

-- The people of the tests: those of demo.sql, a visitor, the functions (servicio), the owner (duena), and Dora, whose
-- account never stated an identity; «carla a medias» is Carla in a session that has not shown her second factor; «cuentas» is the role that the auth server writes accounts with.
create function prueba.id(quien text) returns uuid language sql immutable as $$
  select case quien
    when 'ana' then 'a0000000-0000-4000-8000-000000000001'
    when 'bea' then 'b0000000-0000-4000-8000-000000000002'
    when 'carla' then 'c0000000-0000-4000-8000-000000000003'
    when 'carla a medias' then 'c0000000-0000-4000-8000-000000000003'
    when 'dora' then 'd0000000-0000-4000-8000-000000000004'
    -- the team, once prueba.reunir_equipo() has made it; each has a second factor, and one session that has shown it
    when 'administradora' then 'ad000000-0000-4000-8000-000000000001'
    when 'moderadora' then 'ad000000-0000-4000-8000-000000000002'
    when 'editora' then 'ad000000-0000-4000-8000-000000000003'
    when 'soporte' then 'ad000000-0000-4000-8000-000000000004'
    -- the session of Carla, which has shown her second factor
    when 'sesion' then 'c5000000-0000-4000-8000-000000000003'
    -- and one that has not
    when 'media sesion' then 'c5000000-0000-4000-8000-000000000004'
  end::uuid
$$;

create function prueba.sesion_de(quien text) returns uuid language sql immutable as $$
  select md5('sesión de ' || quien)::uuid
$$;

-- One member for each role of the team. For the tests of the roles alone: the others count members.
create function prueba.reunir_equipo() returns void language sql as $$
  insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
  select prueba.id(papel), 'authenticated', 'authenticated', papel || '@amparo.test', '$2b$10$x', now(),
    jsonb_build_object('username', 'Volunt ' || n, 'identidad_genero', 'mujer cis')
  from unnest(array['administradora', 'moderadora', 'editora', 'soporte']) with ordinality p (papel, n);
  insert into public.integrantes (user_id, papel)
  select prueba.id(papel), papel from unnest(array['administradora', 'moderadora', 'editora', 'soporte']) papel;
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  select md5('factor de ' || papel)::uuid, prueba.id(papel), '', 'totp', 'verified', now(), now(), 'x'
  from unnest(array['administradora', 'moderadora', 'editora', 'soporte']) papel;
  insert into auth.sessions (id, user_id, created_at, updated_at, aal, factor_id)
  select prueba.sesion_de(papel), prueba.id(papel), now(), now(), 'aal2', md5('factor de ' || papel)::uuid
  from unnest(array['administradora', 'moderadora', 'editora', 'soporte']) papel;
$$;

create function prueba.ser(quien text) returns void language plpgsql as $$
declare
  rol text := case quien
    when 'visitante' then 'anon' when 'servicio' then 'service_role' when 'cuentas' then 'supabase_auth_admin'
    when 'duena' then 'none' else 'authenticated'
  end;
begin
  perform set_config('request.jwt.claims', case rol
    when 'none' then ''
    when 'supabase_auth_admin' then ''
    when 'authenticated' then (
      jsonb_build_object('role', rol, 'sub', prueba.id(quien))
      || case quien
        when 'carla' then jsonb_build_object('aal', 'aal2', 'session_id', prueba.id('sesion'))
        when 'carla a medias' then jsonb_build_object('aal', 'aal1', 'session_id', prueba.id('media sesion'))
        when 'administradora' then jsonb_build_object('aal', 'aal2', 'session_id', prueba.sesion_de(quien))
        when 'moderadora' then jsonb_build_object('aal', 'aal2', 'session_id', prueba.sesion_de(quien))
        when 'editora' then jsonb_build_object('aal', 'aal2', 'session_id', prueba.sesion_de(quien))
        when 'soporte' then jsonb_build_object('aal', 'aal2', 'session_id', prueba.sesion_de(quien))
        else '{}'
      end
    )::text
    else jsonb_build_object('role', rol)::text
  end, true);
  perform set_config('role', rol, true);
end
$$;

-- Gives `quien` a session with a fresh proof, which irreversible actions ask for. Call it after `prueba.ser`.
create function prueba.probar(quien text) returns void language plpgsql security definer as $$
declare
  sesion uuid;
begin
  insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), prueba.id(quien), now()) returning id into sesion;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gen_random_uuid(), sesion, now(), now(), como from unnest(array['password', 'otp']) como;
  -- A proof by password needs an account with a password.
  update auth.users set encrypted_password = '$2b$10$x' where id = prueba.id(quien) and coalesce(encrypted_password, '') = '';
  perform set_config('request.jwt.claims',
    (current_setting('request.jwt.claims')::jsonb || jsonb_build_object('session_id', sesion))::text, true);
end
$$;

-- Gives the session of one of the team (prueba.reunir_equipo) a fresh proof, by password and second factor.
create function prueba.probar_equipo(quien text) returns void language sql as $$
  update auth.mfa_factors set updated_at = now() - interval '1 day' where user_id = prueba.id(quien);
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
  select gen_random_uuid(), prueba.sesion_de(quien), now(), now(), como from unnest(array['password', 'totp']) como;
$$;

-- One expectation: runs `consulta` as `quien`, compares the outcome with `esperado`, and undoes it.
-- `esperado` is a number of rows (read or changed), a SQLSTATE of five characters, or '=' and the text of a single value.
create function prueba.celda(quien text, que text, esperado text, consulta text) returns boolean
language plpgsql as $$
declare
  filas bigint;
  valor text;
  obtenido text;
begin
  perform prueba.ser(quien);
  begin
    if esperado like '=%' then
      execute consulta into valor;
      obtenido := '=' || coalesce(valor, 'null');
    else
      execute consulta;
      get diagnostics filas = row_count;
      obtenido := filas::text;
    end if;
    raise exception using errcode = 'PRB00';
  exception
    when sqlstate 'PRB00' then null;
    when others then
      obtenido := sqlstate;
      valor := sqlerrm;
  end;
  perform prueba.ser('duena');
  insert into prueba.resultados (quien, que, bien, detalle) values (
    quien, que, obtenido = esperado,
    case when obtenido <> esperado then
      format('esperado %s, obtenido %s%s', esperado, obtenido, coalesce(' (' || valor || ')', ''))
    end
  );
  return obtenido = esperado;
end
$$;

-- An assertion about the database as it is.
create function prueba.cierto(que text, condicion boolean, detalle text default null) returns boolean
language sql as $$
  insert into prueba.resultados (quien, que, bien, detalle)
  values ('duena', que, coalesce(condicion, false), case when condicion is not true then coalesce(detalle, 'es falso') end)
  returning bien
$$;

-- Dora's account: made with a magic link, admitted to nothing yet.
insert into auth.users (id, aud, role, email, email_confirmed_at)
values (prueba.id('dora'), 'authenticated', 'authenticated', 'dora@amparo.test', now());

-- Carla, the admin, has a second factor, and one of her two sessions has shown it.
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
values ('cf000000-0000-4000-8000-000000000003', prueba.id('carla'), '', 'totp', 'verified', now(), now(), 'x');
insert into auth.sessions (id, user_id, created_at, updated_at, aal, factor_id)
values
  (prueba.id('sesion'), prueba.id('carla'), now(), now(), 'aal2', 'cf000000-0000-4000-8000-000000000003'),
  (prueba.id('media sesion'), prueba.id('carla'), now(), now(), 'aal1', null);

-- A row of Ana's in every table that refers to an account (baja.sql checks that none is missing): who leaves takes them along, and no
-- role of the team reads what is private of them.
create function prueba.llenar_de_ana() returns void language sql as $$
  insert into descargas_libros (user_id, libro_id) select prueba.id('ana'), id from biblioteca_libros limit 1;
  insert into cofre_ranuras (user_id, tipo, llave, sobre)
  select prueba.id('ana'), 'codigo', repeat('A', 11), format('cofre1.%s.%s.%s', repeat('A', 11), repeat('A', 16), repeat('A', 64));
  insert into interno.devoluciones (user_id) values (prueba.id('ana'));
  insert into cofre (user_id, clase, periodo, sobre, revision) select user_id, 'animo', '2026-11', sobre, 1 from cofre_ranuras;
  insert into registro_sellos (user_id, numero, huella) values (prueba.id('ana'), 1, repeat('a', 64));
  insert into suscripciones (user_id, plan) values (prueba.id('ana'), 'premium');
  insert into salas_emitidas (room_url, user_id) values ('https://x.test/a', prueba.id('ana'));
  insert into "Salas" (room_url, creada_por) values ('https://x.test/a', prueba.id('ana'));
  insert into interno.bajas_pendientes (user_id) values (prueba.id('ana'));
  insert into interno.ritmos values (prueba.id('ana'), 'mensaje', '{}');
  insert into interno.administradoras (user_id) values (prueba.id('ana'));
  insert into interno.claves_de_un_uso (user_id) values (prueba.id('ana'));
  insert into integrantes (user_id, papel) values (prueba.id('ana'), 'editora');
  insert into asociaciones_apoyo (nombre, created_by) values ('De Ana', prueba.id('ana'));
  insert into directorio_terapeutas (nombre, created_by) values ('De Ana', prueba.id('ana'));
  insert into bloqueos (user_id, bloqueada_id) values (prueba.id('ana'), prueba.id('bea')), (prueba.id('bea'), prueba.id('ana'));
  insert into interno.historias_al_irse values (prueba.id('ana'), true);
  insert into interno.acompanamientos (user_id, codigo_hash, termina_en) values (prueba.id('ana'), 'x', now());
  insert into interno.invitaciones (user_id, invitador_id, comparte_nombre) values (prueba.id('bea'), prueba.id('ana'), true);
  insert into reportes_apoyo (asociacion_id, user_id) select id, prueba.id('ana') from asociaciones_apoyo limit 1;
  insert into sugerencias_apoyo (texto, user_id) values ('Hay otra casa', prueba.id('ana'));
  insert into reportes_sala (mensaje_id, motivo, user_id) select id, 'otro', prueba.id('ana') from mensajes_sala limit 1;
  insert into llegadas (user_id, cliente_id, destino, vence_en) values (prueba.id('ana'), gen_random_uuid(), 'x', now());
  insert into senales (user_id) values (prueba.id('ana')) on conflict do nothing;
  insert into suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria)
  values (prueba.id('ana'), 'https://x.test/a', repeat('a', 87), repeat('a', 22), 'America/Mexico_City');
  insert into alarma_ajustes (user_id) values (prueba.id('ana'));
  insert into interno.cerrojos (id, user_id, prueba, prueba_2, ficha) values (gen_random_uuid(), prueba.id('ana'), sha256('a'), sha256('c'), sha256('b'));
  insert into interno.coacciones (user_id, cual) values (prueba.id('ana'), gen_random_uuid());
  insert into interno.confianzas (contacto_id, user_id, estado, vence_en) values ('a1000000-0000-4000-8000-000000000001', prueba.id('ana'), 'acepto', now());
  insert into interno.vias_contacto (contacto_id, user_id, via, destino) values ('a1000000-0000-4000-8000-000000000001', prueba.id('ana'), 'correo', 'm@x.test');
  insert into alertas (id, user_id, cliente_id) values ('a2000000-0000-4000-8000-00000000ba1a', prueba.id('ana'), gen_random_uuid());
  insert into entregas (alerta_id, user_id, contacto_id, via)
  values ('a2000000-0000-4000-8000-00000000ba1a', prueba.id('ana'), 'a1000000-0000-4000-8000-000000000001', 'correo');
  insert into interno.pendientes (tipo, vence, user_id) values ('salir', now(), prueba.id('ana'));
  insert into interno.gastos (user_id) values (prueba.id('ana'));
  insert into interno.envios (tipo, via, urgencia, user_id, clave) values ('prueba', 'correo', 2, prueba.id('ana'), 'de Ana');
  insert into suspensiones (user_id, motivo, hasta) values (prueba.id('ana'), 'Prueba', now() + interval '1 day');
  insert into interno.miradas (quien, papel, sobre, que) values (prueba.id('carla'), 'administradora', prueba.id('ana'), 'ficha');
  insert into mensajes_soporte (user_id, texto) values (prueba.id('ana'), 'No me abre el diario');
  insert into interno.tomas (clase, cosa, quien, hasta) values ('historia', gen_random_uuid(), prueba.id('ana'), now());
  insert into interno.decisiones (lote, clase, cosa, quien, que, razon, autora)
  values (gen_random_uuid(), 'mensaje', gen_random_uuid(), prueba.id('ana'), 'dejar', 'permitido', prueba.id('ana'));
  insert into recados (user_id, clase, texto) values (prueba.id('ana'), 'aviso', 'Gracias por avisar');
  insert into encuentros (id, titulo, empieza, termina) values ('e0000000-0000-4000-8000-00000000ba1a', 'De Ana', now(), now() + interval '1 hour');
  insert into plazas (encuentro_id, user_id) values ('e0000000-0000-4000-8000-00000000ba1a', prueba.id('ana'));
  insert into guardias (user_id, dia, desde, hasta) values (prueba.id('ana'), 1, '08:00', '12:00');
  insert into presentes_llamada (llamada_id, user_id) select id, prueba.id('ana') from "Salas" where creada_por = prueba.id('ana');
  insert into storage.objects (bucket_id, name, owner_id)
  select 'profiles', 'avatars/' || prueba.id('ana') || '.jpg', prueba.id('ana')::text
  where not exists (select from storage.objects where name = 'avatars/' || prueba.id('ana') || '.jpg');
  insert into storage.objects (bucket_id, name, owner_id)
  values ('diario', prueba.id('ana') || '/2026-11-29.b1000000-0000-4000-8000-000000000001.AAAAAAAAAAA.voz', prueba.id('ana')::text);
  -- Last: a measure that is none lets addresses go.
  insert into interno.direcciones_vedadas (huella, de, hasta) values (sha256('otra'), prueba.id('ana'), now() + interval '1 day');
$$;

-- Stories come to the team at once (historias.sql tests what happens otherwise).
update interno.ajustes set valor = '0' where clave = 'historias_cada_min';
