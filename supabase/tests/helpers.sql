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
-- account never stated an identity; «carla a medias» is Carla in a session that has not shown her second factor; «cuentas» is the role that the auth door writes accounts with.
create function prueba.id(quien text) returns uuid language sql immutable as $$
  select case quien
    when 'ana' then 'a0000000-0000-4000-8000-000000000001'
    when 'bea' then 'b0000000-0000-4000-8000-000000000002'
    when 'carla' then 'c0000000-0000-4000-8000-000000000003'
    when 'carla a medias' then 'c0000000-0000-4000-8000-000000000003'
    when 'dora' then 'd0000000-0000-4000-8000-000000000004'
    -- the session of Carla, which has shown her second factor
    when 'sesion' then 'c5000000-0000-4000-8000-000000000003'
    -- and one that has not
    when 'media sesion' then 'c5000000-0000-4000-8000-000000000004'
  end::uuid
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
