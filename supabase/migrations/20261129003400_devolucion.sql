-- «También el equipo puede devolvérmelo» (docs/vault.md, "The installation's slot"): a slot of her vault that a function wraps with a secret
-- that is not in the database, and how she gets her key back by it. The database decides who and when, and has nothing that opens it.

create table interno.devoluciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  sesion_id uuid,
  pedida_en timestamptz not null default now(),
  espera_desde timestamptz not null default now(),
  detenida_en timestamptz,
  entregada_en timestamptz,
  entregada_a uuid
);
comment on table interno.devoluciones is
  'Requests to be given the key of a vault back: a day passes, in which what she had before can stop it. Written by the functions of this file alone.';
comment on column interno.devoluciones.sesion_id is 'The session that asked, which may take it back.';
comment on column interno.devoluciones.espera_desde is 'When the wait began: as it was asked for, or anew at a change of her account.';
comment on column interno.devoluciones.entregada_a is 'The session that was given the key; for ten minutes it is given it again, where the answer was lost.';
create index devoluciones_user_id_idx on interno.devoluciones (user_id, pedida_en);
create index devoluciones_pedida_en_idx on interno.devoluciones (pedida_en);
alter table interno.devoluciones enable row level security;
alter table interno.devoluciones force row level security;
revoke all on interno.devoluciones from anon, authenticated, service_role;
select interno.poner_cupo('interno.devoluciones', 'la casa', 'Ten a week for each member (interno.pedir_devolucion).', rechaza => false);

create function interno.devolucion_en_curso(cuenta uuid) returns interno.devoluciones
language sql stable set search_path = '' as $$
  select d from interno.devoluciones d
  where d.user_id = cuenta and d.detenida_en is null and d.entregada_en is null and d.espera_desde > now() - interval '8 days'
  order by d.pedida_en desc limit 1
$$;
comment on function interno.devolucion_en_curso is 'The request of an account that waits for its day, or for her to take the key: a week at most.';

create function interno.hay_devolucion() returns boolean
language sql stable security definer set search_path = '' as $$
  select interno.mostro_factor() and interno.tiene_servicio('tell_of_return')
$$;
comment on function interno.hay_devolucion is
  'Whether the installation can give a key back: only where every address of hers is told, and can stop it (our own server). Not in a session that has not shown her second factor.';

-- A mailbox proves nothing here, nor a password that came by mail today.
create function interno.exigir_contrasena() returns void
language plpgsql stable set search_path = '' as $$
begin
  if interno.exigir_prueba() <> 'full' then
    raise exception using errcode = 'PT403',
      message = 'Para esto hace falta tu contraseña, y que no se haya cambiado por correo en el último día.';
  end if;
end
$$;
comment on function interno.exigir_contrasena is
  'Her password, and her second factor where she has one, shown within ten minutes (PT428); PT403 for an account without, or whose password came by mail within a day.';

create function interno.mostro_codigo_de_correo() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid()
      and c.authentication_method = 'mailed_code' and c.updated_at > now() - interval '10 minutes'
  );
end
$$;
comment on function interno.mostro_codigo_de_correo is 'Whether the session that asks has given a mailed code within ten minutes, beside its password.';

create function interno.exigir_contrasena_y_correo() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform interno.exigir_contrasena();
  if not interno.mostro_codigo_de_correo() then
    raise exception using errcode = 'PT422', message = 'Escribe el código que enviamos a tu correo.';
  end if;
end
$$;
comment on function interno.exigir_contrasena_y_correo is
  'Her password and a mailed code, both within ten minutes: PT428 and PT403 as exigir_contrasena, then PT422.';

-- The slot --------------------------------------------------------------------------------------------------------------------

create function interno.preparar_ranura_del_equipo() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
begin
  if not interno.hay_devolucion() then
    raise exception using errcode = 'PT403', message = 'Aquí el equipo no puede devolver llaves.';
  end if;
  perform interno.exigir_contrasena();
  if not exists (select from public.cofre_ranuras r where r.user_id = quien and r.tipo = 'codigo') then
    raise exception using errcode = 'PT409', message = 'Primero haz tu llave.';
  end if;
  perform interno.limitar('ranura del equipo', array[10], array[interval '1 day']);
  return quien;
end
$$;
comment on function interno.preparar_ranura_del_equipo is
  'For the function devolucion, as the member who asks: her id, where her keys may be wrapped for the installation now. PT403 where it cannot give any back, PT428 and PT403 as exigir_contrasena, PT409 without a vault, PT429 after ten a day.';

create function public.guardar_ranuras_del_equipo(cuenta uuid, ranuras jsonb) returns void
language sql set search_path = '' begin atomic
  insert into public.cofre_ranuras (user_id, tipo, llave, sobre)
  select cuenta, 'equipo', r.llave, r.sobre from jsonb_to_recordset(ranuras) as r (llave text, sobre text)
  on conflict (user_id, llave) where tipo = 'equipo' do update set sobre = excluded.sobre;
end;
comment on function public.guardar_ranuras_del_equipo is
  'For the function devolucion alone, which has just wrapped the keys that are named: so one may take the place of another.';

create function interno.quitar_ranura_del_equipo() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  peticion interno.devoluciones := interno.devolucion_en_curso(quien);
begin
  -- As every end of a way to her words: not for who merely holds her phone.
  perform interno.exigir_prueba();
  if peticion.id is null then
    peticion.user_id := quien;
    peticion.pedida_en := now();
  end if;
  -- What is gone cannot be stopped any more: so not by her password alone, on a device that could not stop a request.
  if not exists (
    select from auth.sessions s where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and interno.pudo_detener(peticion, s)
  ) then
    perform interno.exigir_contrasena_y_correo();
  end if;
  perform interno.detener_devolucion(quien);
  delete from public.cofre_ranuras r where r.user_id = quien and r.tipo = 'equipo';
  if found then
    perform interno.avisar_copia_quitada(quien);
    return true;
  end if;
  return false;
end
$$;
comment on function interno.quitar_ranura_del_equipo is
  'From now on the installation has nothing of the key of the member who asks, and a request that waits is stopped; she is told. False where there was none; PT428 without a proof of the last ten minutes; in a session that was not hers seven days before (the request, where one waits) PT403 as exigir_contrasena, and PT422 without a mailed code.';

create function interno.avisar_copia_quitada(cuenta uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if interno.tiene_servicio('tell_of_code') then
    execute 'select local_server.tell_of_code($1, true)' using cuenta;
  end if;
end
$$;
comment on function interno.avisar_copia_quitada is
  'Has her told, as of a new code, that the installation''s slot was removed: by mail, and for a week by cambios_pendientes.';

-- The request -----------------------------------------------------------------------------------------------------------------

create function interno.avisar_devolucion(cuenta uuid, hecha boolean) returns void
language plpgsql set search_path = '' as $$
begin
  execute 'select local_server.tell_of_return($1, $2)' using cuenta, hecha;
end
$$;
comment on function interno.avisar_devolucion is 'Has her told by mail, at each address of hers, that her key was asked for, or given (hecha).';

create function interno.pedir_devolucion() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  esta constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  actual interno.devoluciones;
begin
  if not interno.hay_devolucion() or not exists (select from public.cofre_ranuras r where r.user_id = quien and r.tipo = 'equipo') then
    raise exception using errcode = 'PT409', message = 'El equipo no tiene tu llave: no puede devolvértela.';
  end if;
  perform interno.exigir_contrasena();
  -- Two devices at once: the second one finds the request of the first.
  perform from auth.users u where u.id = quien for no key update;
  actual := interno.devolucion_en_curso(quien);
  if actual.id is not null then
    return actual.espera_desde + interval '24 hours';
  end if;
  perform interno.exigir_contrasena_y_correo();
  perform interno.limitar('devolución', array[3, 10], array[interval '1 day', interval '7 days']);
  insert into interno.devoluciones (user_id, sesion_id) values (quien, esta) returning * into actual;
  perform interno.avisar_devolucion(quien, false);
  perform interno.encolar_envio(
    'devolucion', 'push', 1, quien, format('devolucion:%s:%s', actual.id, s.id), caduca => now() + interval '1 day', suscripcion_id => s.id
  )
  from public.suscripciones_push s where s.user_id = quien and s.sesion is distinct from esta;
  return actual.espera_desde + interval '24 hours';
end
$$;
comment on function interno.pedir_devolucion is
  'Asks for the key of the member who asks, and says when she can take it; one that waits is not begun anew. Every address and device of hers is told. PT409 without a slot, PT428 and PT403 as exigir_contrasena, PT422 without a mailed code, PT429 after three a day, ten a week.';

create function interno.tomar_devolucion() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  esta constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  actual interno.devoluciones;
begin
  perform interno.exigir_contrasena();
  perform from auth.users u where u.id = quien for no key update;
  actual := interno.devolucion_en_curso(quien);
  if actual.espera_desde <= now() - interval '24 hours' then
    -- Who has her password alone would otherwise wait for a request of hers.
    if actual.sesion_id is distinct from esta then
      perform interno.exigir_contrasena_y_correo();
    end if;
    update interno.devoluciones d set entregada_en = now(), entregada_a = esta where d.id = actual.id;
    perform interno.avisar_devolucion(quien, true);
  elsif not exists (
    select from interno.devoluciones d
    where d.user_id = quien and d.entregada_a = esta and d.entregada_en > now() - interval '10 minutes'
  ) then
    raise exception using errcode = 'PT409', message = case when actual.id is null
      then 'No hay nada pedido, o alguien lo detuvo. Puedes pedirla de nuevo.'
      else 'Todavía no pasan 24 horas. Vuelve a la hora que te decimos.' end;
  end if;
  return jsonb_build_object('de', quien, 'ranuras', (
    select jsonb_agg(jsonb_build_object('llave', r.llave, 'sobre', r.sobre) order by r.creada_en desc)
    from public.cofre_ranuras r where r.user_id = quien and r.tipo = 'equipo'
  ));
end
$$;
comment on function interno.tomar_devolucion is
  'For the function devolucion, as the member who asks: the wrapped keys, once, after the day; she is told. PT409 before, or where nothing was asked for; PT428 and PT403 as exigir_contrasena; PT422 without a mailed code in a session that did not ask for it.';

create function interno.detener_devolucion(cuenta uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update interno.devoluciones d set detenida_en = now() where d.id = (interno.devolucion_en_curso(cuenta)).id;
  return found;
end
$$;
comment on function interno.detener_devolucion is
  'Stops a request that waits, false where none does; called by the auth server for the link of a mail.';

create function interno.pudo_detener(peticion interno.devoluciones, sesion auth.sessions) returns boolean
language sql stable set search_path = '' as $$
  select sesion.user_id = peticion.user_id and sesion.created_at <= peticion.pedida_en - interval '7 days'
$$;
comment on function interno.pudo_detener is 'Whether a session was hers seven days before a request: those may stop it.';

-- Asked for by cancelar_cambio. Who has her password alone, and has just come in, must not keep her from her words.
create function interno.detener_desde_aqui() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  actual constant interno.devoluciones := interno.devolucion_en_curso(auth.uid());
  sesion constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  if actual.id is null then
    return false;
  end if;
  if actual.sesion_id is distinct from sesion
    and not exists (select from auth.sessions s where s.id = sesion and interno.pudo_detener(actual, s))
  then
    raise exception using errcode = 'PT403',
      message = 'En este dispositivo entraste hace poco. Detenlo desde uno de antes, o con el enlace que enviamos a tu correo.';
  end if;
  return interno.detener_devolucion(auth.uid());
end
$$;
comment on function interno.detener_desde_aqui is
  'Stops the request of the account that asks, from the session that asked for it or one that was hers seven days before (else PT403). Without a proof.';

-- What would keep her from hearing of it begins the wait anew.
create function interno.recomenzar_devolucion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update interno.devoluciones d set espera_desde = now() where d.id = (interno.devolucion_en_curso(new.id)).id;
  return null;
end
$$;
comment on function interno.recomenzar_devolucion is 'Trigger on auth.users: another password or address begins the wait of a request anew.';
create trigger recomenzar_devolucion after update of encrypted_password, email, phone on auth.users
  for each row when (
    (old.encrypted_password, old.email, old.phone) is distinct from (new.encrypted_password, new.email, new.phone)
  )
  execute function interno.recomenzar_devolucion();

-- Of sessions only those that could have stopped it: else who has her password came and went for ever.
create function interno.recomenzar_al_cerrar() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actual constant interno.devoluciones := interno.devolucion_en_curso(old.user_id);
begin
  if actual.id is not null and interno.pudo_detener(actual, old) then
    update interno.devoluciones d set espera_desde = now() where d.id = actual.id;
  end if;
  return null;
end
$$;
comment on function interno.recomenzar_al_cerrar is 'Trigger on auth.sessions: the end of a session that could have stopped a request begins its wait anew.';
-- Where nobody may hang a trigger there (hosted Supabase), no key is given back either.
do $$
begin
  if has_table_privilege('auth.sessions', 'TRIGGER') then
    create trigger recomenzar_devolucion after delete on auth.sessions
      for each row execute function interno.recomenzar_al_cerrar();
  end if;
end
$$;

create function interno.olvidar_devoluciones() returns void
language sql set search_path = '' as $$
  delete from interno.devoluciones where pedida_en < now() - interval '1 month'
$$;
comment on function interno.olvidar_devoluciones is 'To be called daily: requests for a key, a month later.';

create function public.hay_devolucion() returns boolean
language sql stable set search_path = '' begin atomic
  select interno.hay_devolucion();
end;
comment on function public.hay_devolucion is 'Whether the installation can give a key back: see interno.hay_devolucion.';
create function public.preparar_ranura_del_equipo() returns uuid
language sql set search_path = '' begin atomic
  select interno.preparar_ranura_del_equipo();
end;
comment on function public.preparar_ranura_del_equipo is 'Before a key is wrapped: see interno.preparar_ranura_del_equipo.';
create function public.quitar_ranura_del_equipo() returns boolean
language sql set search_path = '' begin atomic
  select interno.quitar_ranura_del_equipo();
end;
comment on function public.quitar_ranura_del_equipo is 'The installation''s slot goes: see interno.quitar_ranura_del_equipo.';
create function public.pedir_devolucion() returns timestamptz
language sql set search_path = '' begin atomic
  select interno.pedir_devolucion();
end;
comment on function public.pedir_devolucion is 'Her key is asked for: see interno.pedir_devolucion.';
create function public.tomar_devolucion() returns jsonb
language sql set search_path = '' begin atomic
  select interno.tomar_devolucion();
end;
comment on function public.tomar_devolucion is 'The wrapped keys, for the function that opens them: see interno.tomar_devolucion.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.hay_devolucion, public.preparar_ranura_del_equipo, public.guardar_ranuras_del_equipo, public.quitar_ranura_del_equipo,
  public.pedir_devolucion, public.tomar_devolucion
  from anon, authenticated, public;
grant execute on function
  interno.hay_devolucion, interno.preparar_ranura_del_equipo, interno.quitar_ranura_del_equipo, interno.pedir_devolucion, interno.tomar_devolucion,
  public.hay_devolucion, public.preparar_ranura_del_equipo, public.quitar_ranura_del_equipo, public.pedir_devolucion, public.tomar_devolucion
  to authenticated, service_role;
grant execute on function public.guardar_ranuras_del_equipo to service_role;
grant execute on function interno.detener_devolucion to supabase_auth_admin;

insert into interno.inventario_de_datos (tabla, que, de_quien, lee, plazo, sale) values
  ('interno.devoluciones', 'that she asked for the key of her vault, when, whether it was stopped or given', 'member', 'she, while it waits', 'a month; account', '–');
