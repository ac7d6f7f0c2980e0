-- The lock of a device (docs/vault.md, "The PIN"): a share of the key that opens it, handed out for the right PIN alone, and the token by
-- which a locked device calls for help. What is kept tells no PIN: its proof is made with a secret that only the device has.

create table interno.cerrojos (
  id uuid primary key,
  anterior uuid unique,
  user_id uuid not null references auth.users on delete cascade,
  sesion_id uuid,
  prueba bytea not null check (octet_length(prueba) = 32),
  parte text not null default interno.codigo_nuevo(),
  prueba_2 bytea not null check (octet_length(prueba_2) = 32),
  parte_2 text not null default interno.codigo_nuevo(),
  ficha bytea not null unique,
  alertas uuid[] not null default '{}',
  intentos int not null default 0,
  fallos int not null default 0,
  fallos_desde timestamptz not null default now(),
  abre_en timestamptz not null default now(),
  creado_en timestamptz not null default now(),
  usado_en timestamptz not null default now(),
  quitado_en timestamptz
);
comment on table interno.cerrojos is 'Locks of devices by a PIN: one for each device that has one. A device without one has a row for its token alone, without a share, which ends with its session.';
comment on column interno.cerrojos.anterior is 'The id before: each time that the device is opened it gets another one, so that a copy of the device knows none for long.';
comment on column interno.cerrojos.sesion_id is 'The session that the device had as the lock was set.';
comment on column interno.cerrojos.prueba is 'SHA-256 of the proof that the device makes of the PIN and of a secret of its own.';
comment on column interno.cerrojos.parte is 'The service''s share of the key; without it the device opens nothing.';
comment on column interno.cerrojos.prueba_2 is 'Of the second PIN, or of none: nobody can tell which.';
comment on column interno.cerrojos.parte_2 is 'The share of the second key.';
comment on column interno.cerrojos.ficha is 'SHA-256 of the token by which the device raises an alert while it is locked, or its page is gone.';
comment on column interno.cerrojos.alertas is 'cliente_id of the presses that the token made, the last fifty: of no other alert it says or changes anything.';
comment on column interno.cerrojos.intentos is 'Wrong tries since the last right one.';
comment on column interno.cerrojos.quitado_en is 'Taken away: it opens nothing and calls for nobody. An end that was said with its second PIN, and comes late, is still known by it.';
comment on column interno.cerrojos.fallos is 'Wrong tries of a day, which no right PIN ends: who knows the second one and tries for hers waits too, and nothing tells which of the two was given.';
comment on column interno.cerrojos.fallos_desde is 'When that day began: with its first wrong try.';
comment on column interno.cerrojos.abre_en is 'Until then no try counts, nor is one looked at.';
create index cerrojos_user_id_idx on interno.cerrojos (user_id, usado_en);
create index cerrojos_usado_en_idx on interno.cerrojos (usado_en);
alter table interno.cerrojos enable row level security;
alter table interno.cerrojos force row level security;
select interno.poner_cupo('interno.cerrojos', 'la casa', 'One row for each device with a PIN, twenty at most (interno.poner_cerrojo), and for each session without.', rechaza => false);

create function interno.espera_de_pin(intentos int) returns interval
language sql immutable set search_path = '' as $$
  select case when intentos = 0 or intentos % 5 <> 0 then interval '0'
    else make_interval(mins => coalesce((array[1, 5, 15])[intentos / 5], 60)) end
$$;
comment on function interno.espera_de_pin is
  'How long a device waits after so many wrong tries: at every fifth, then 1, 5, 15 minutes and an hour. Never for good.';

create function interno.es_segundo(quien uuid, prueba text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from interno.cerrojos c where c.user_id = quien and c.prueba_2 = interno.huella_de_codigo(es_segundo.prueba))
$$;
comment on function interno.es_segundo is 'Whether a proof is that of the second PIN of one of her devices.';

create function interno.poner_cerrojo(cerrojo uuid, prueba text, prueba_2 text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  esta constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  ficha constant text := interno.codigo_nuevo();
  suyo interno.cerrojos;
begin
  if cerrojo is null or interno.huella_de_codigo(prueba) is null or interno.huella_de_codigo(prueba_2) is null or prueba = prueba_2 then
    raise exception using errcode = '23514', message = 'Ese PIN no se pudo guardar.';
  end if;
  perform interno.limitar('cerrojo', array[20], array[interval '1 day']);
  -- Nobody has more devices. A lock of hers that is in use makes room for none.
  delete from interno.cerrojos c where c.user_id = quien and c.parte <> ''
    and not exists (select from auth.sessions s where s.id = c.sesion_id)
    and (select count(*) from interno.cerrojos v where v.user_id = quien and v.parte <> '') >= 20;
  if (select count(*) from interno.cerrojos c where c.user_id = quien and c.parte <> '') >= 20 then
    raise exception using errcode = 'PT409', message = 'Ya hay PIN en veinte dispositivos tuyos. Quítalo en uno que no uses.';
  end if;
  insert into interno.cerrojos (id, user_id, sesion_id, prueba, prueba_2, ficha)
  values (
    cerrojo, quien, esta, interno.huella_de_codigo(prueba), interno.huella_de_codigo(prueba_2), interno.huella_de_codigo(ficha)
  )
  on conflict (id) do nothing
  returning * into suyo;
  if suyo.id is null then
    raise exception using errcode = 'PT409', message = 'Ese PIN ya está puesto. Inténtalo otra vez.';
  end if;
  -- What the device had before stood in the open longer.
  delete from interno.cerrojos c where c.user_id = quien and c.sesion_id = esta and c.parte = '' and c.quitado_en is null;
  return jsonb_build_object('parte', suyo.parte, 'parte_2', suyo.parte_2, 'ficha', ficha);
end
$$;
comment on function interno.poner_cerrojo is
  'Sets a lock for a device of the member who asks: its shares of both keys and the token of the alarm, told once. prueba_2 is that of the second PIN, or random. 23514 for what is no proof, and for two that are one, PT409 for an id that is taken and for a twenty-first device, PT429 after twenty a day.';

create function interno.pedir_ficha() returns text
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  esta constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  ficha constant text := interno.codigo_nuevo();
begin
  if not interno.es_admitida() then
    return null;
  end if;
  perform interno.limitar('ficha', array[60], array[interval '1 day']);
  delete from interno.cerrojos c where c.user_id = quien and c.sesion_id = esta and c.parte = '' and c.quitado_en is null;
  insert into interno.cerrojos (id, user_id, sesion_id, prueba, prueba_2, parte, parte_2, ficha)
  select gen_random_uuid(), quien, s.id, interno.huella_de_codigo(interno.codigo_nuevo()), interno.huella_de_codigo(interno.codigo_nuevo()), '', '',
    interno.huella_de_codigo(ficha)
  from auth.sessions s where s.id = esta and s.user_id = quien;
  return case when found then ficha end;
end
$$;
comment on function interno.pedir_ficha is
  'The token of the alarm for a device without a PIN, told once, in place of the one before; it ends with the session that asks. Null where that is gone, before her admission and her second factor; PT429 after sixty a day.';

create function interno.quitar_cerrojo(cerrojo uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
begin
  update interno.cerrojos c set
    quitado_en = now(), prueba = sha256(convert_to(interno.codigo_nuevo(), 'UTF8')), ficha = sha256(convert_to(interno.codigo_nuevo(), 'UTF8')),
    parte = '', parte_2 = ''
  where cerrojo in (c.id, c.anterior) and c.user_id = quien and c.quitado_en is null;
  return found;
end
$$;
comment on function interno.quitar_cerrojo is 'Takes a lock of the member who asks away: it opens nothing any more, and is forgotten after eight days. False where there is none.';

create function public.abrir_cerrojo(cerrojo uuid, prueba text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  fila interno.cerrojos;
  suya constant bytea := interno.huella_de_codigo(prueba);
  siguiente uuid;
  otro_dia boolean;
begin
  select * into fila from interno.cerrojos c where (c.id = cerrojo or c.anterior = cerrojo) and c.quitado_en is null for no key update;
  if not found then
    return null;
  end if;
  if fila.abre_en > now() then
    return jsonb_build_object('espera_s', ceil(extract(epoch from fila.abre_en - now())), 'intentos', fila.intentos);
  end if;
  if fila.prueba is distinct from suya and fila.prueba_2 is distinct from suya then
    otro_dia := fila.fallos_desde < now() - interval '1 day';
    update interno.cerrojos c set
      intentos = fila.intentos + 1, fallos = case when otro_dia then 1 else fila.fallos + 1 end,
      fallos_desde = case when otro_dia then now() else fila.fallos_desde end,
      abre_en = now() + greatest(
        interno.espera_de_pin(fila.intentos + 1), case when fila.fallos >= 19 and not otro_dia then interno.espera_de_pin(fila.fallos + 1) end
      )
    where c.id = fila.id
    returning c.* into fila;
    return jsonb_build_object('espera_s', ceil(extract(epoch from fila.abre_en - now())), 'intentos', fila.intentos);
  end if;
  -- The id that was given stays good until the device has opened by the new one: it may not have kept it. Two pages that ask at once are told the
  -- same one, whichever of them keeps it last.
  siguiente := case when fila.anterior = cerrojo then fila.id else gen_random_uuid() end;
  update interno.cerrojos c set
    id = siguiente, anterior = cerrojo, intentos = 0,
    -- Once its session is over nobody makes a month longer by opening it.
    usado_en = case when exists (select from auth.sessions s where s.id = c.sesion_id) then now() else c.usado_en end
  where c.id = fila.id;
  return jsonb_build_object('parte', case when fila.prueba = suya then fila.parte else fila.parte_2 end, 'siguiente', siguiente);
end
$$;
comment on function public.abrir_cerrojo is
  'For a locked device, without a session: the share of its key for the proof of the right PIN, or of the second one for that, which looks the same, and the id by which it asks the next time (siguiente). Else how long it waits (espera_s) and how many wrong tries there were; null where there is no such lock. A try within the wait is not looked at.';

create function interno.soltar_fichas() returns int
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  cuantas int;
begin
  -- As closing them does: who holds her phone silences no other device of hers.
  perform interno.exigir_prueba();
  update interno.cerrojos c set ficha = sha256(convert_to(interno.codigo_nuevo(), 'UTF8'))
  where c.user_id = quien and c.sesion_id is distinct from nullif(auth.jwt() ->> 'session_id', '')::uuid;
  get diagnostics cuantas = row_count;
  return cuantas;
end
$$;
comment on function interno.soltar_fichas is
  'Before she closes all of her devices: from now on none of the others raises an alert in her name by its token. What they hold still opens with the PIN. How many there were; PT428 without a proof of the last ten minutes.';

create function interno.olvidar_cerrojos() returns void
language sql set search_path = '' as $$
  delete from interno.coacciones c where c.creada_en < now() - interval '8 days';
  delete from interno.cerrojos c
  where case
    when c.quitado_en is not null then c.quitado_en < now() - interval '8 days'
    when c.parte = '' then not exists (select from auth.sessions s where s.id = c.sesion_id)
    else c.usado_en < now() - interval '400 days'
      -- What she had not sent still opens with her PIN for a month after her session ended elsewhere.
      or (c.usado_en < now() - interval '30 days' and not exists (select from auth.sessions s where s.id = c.sesion_id))
    end
$$;
comment on function interno.olvidar_cerrojos is 'To be called daily: locks of devices that nobody has opened for more than a year, or for a month after their session ended; tokens of devices without a PIN, with their session; what was closed with a second PIN, after eight days.';

-- The alarm of a locked device: by its token, which raises and extends an alert of its owner, reads what has left, and does nothing else. It neither
-- ends an alert nor reads a name before something has left to her. That of a device without a PIN, for when its page is gone, only raises.

create function interno.de_ficha(ficha text) returns interno.cerrojos
language sql stable set search_path = '' as $$
  select c from interno.cerrojos c
  where c.ficha = interno.huella_de_codigo(de_ficha.ficha) and exists (select from interno.admisiones a where a.user_id = c.user_id)
    and (c.parte <> '' or exists (select from auth.sessions s where s.id = c.sesion_id and (s.not_after is null or s.not_after > now())))
$$;
comment on function interno.de_ficha is 'The lock of a token; null for what is none, and for that of a device without a PIN whose session is over.';

create function interno.alerta_de_ficha(cerrojo interno.cerrojos, cual uuid default null) returns public.alertas
language sql stable set search_path = '' as $$
  select a from public.alertas a
  -- Without a PIN the page has her session; the worker only raises.
  where a.user_id = cerrojo.user_id and cerrojo.parte <> '' and a.origen <> 'simulacro'
    and (a.cliente_id = any (cerrojo.alertas) or a.juntadas && cerrojo.alertas)
    and case when cual is null then a.estado <> 'cerrada' else a.id = cual or a.cliente_id = cual or cual = any (a.juntadas) end
  order by a.estado = 'cerrada', a.creada_en limit 1
$$;
comment on function interno.alerta_de_ficha is
  'An alert that the token of this lock raised or joined: the one of this id or cliente_id, else the open one; null where there is none, and for the token of a device without a PIN.';

create function public.alertar_con_ficha(
  ficha text, cliente_id uuid, pulsada_en timestamptz, pausa_s int default null, reloj timestamptz default null, prueba text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  cerrojo constant interno.cerrojos := interno.de_ficha(ficha);
  cuando constant timestamptz := interno.por_su_reloj(pulsada_en, reloj);
  suyo constant uuid := coalesce(alertar_con_ficha.cliente_id, gen_random_uuid());
  alerta uuid;
begin
  if cerrojo.id is null then
    return false;
  end if;
  alerta := interno.levantar(cerrojo.user_id, suyo, 'boton', cuando, pausa_s);
  -- The token stands in the open: who has copied it alone tells nobody that she must not be called.
  if interno.es_segundo(cerrojo.user_id, prueba) then
    perform interno.fingir_cierre(alerta);
  end if;
  update interno.cerrojos c set alertas = (array_remove(c.alertas, suyo) || suyo)[greatest(1, cardinality(c.alertas) - 48):]
  where c.id = cerrojo.id;
  -- As the app writes it; whatever fails here, the alert stands.
  begin
    perform set_config('interno.con_ficha', 'sí', true);
    insert into public.eventos_peligro (user_id, cliente_id, mensaje, enviado, estado, ocurrido_en)
    values (cerrojo.user_id, suyo, 'Botón de pánico presionado', true, 'preparado', coalesce(cuando, now()))
    on conflict (user_id, cliente_id) do nothing;
    perform set_config('interno.con_ficha', '', true);
  exception when others then
    raise warning 'alarma: the event of a locked device could not be written: %', sqlerrm;
  end;
  return true;
end
$$;
comment on function public.alertar_con_ficha is
  'A press on a device that is locked, or whose page is gone: as abrir_alerta and its event, refused to nobody with a token; prueba: that of the second PIN, from behind it, so that her contacts do not call her, whichever alert it joins. Without it, or with another, it is a press like any. False for a token that is none.';

create function public.lugar_con_ficha(
  ficha text, alerta uuid, latitud double precision, longitud double precision, precision_m double precision, tomada_en timestamptz
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  suya constant public.alertas := interno.alerta_de_ficha(interno.de_ficha(ficha), alerta);
begin
  return suya.id is not null and interno.anotar_lugar(suya.id, latitud, longitud, precision_m, tomada_en);
end
$$;
comment on function public.lugar_con_ficha is 'Where a locked device is, for its alert: as agregar_lugar. False for an alert that its token did not raise.';

create function public.enviar_ya_con_ficha(ficha text, alerta uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  suya constant public.alertas := interno.alerta_de_ficha(interno.de_ficha(ficha), alerta);
begin
  return suya.id is not null and interno.salir_ya(suya.id);
end
$$;
comment on function public.enviar_ya_con_ficha is '«Enviar ya» of a locked device: as enviar_ya. False for an alert that its token did not raise.';

create function public.ver_con_ficha(ficha text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  suya constant public.alertas := interno.alerta_de_ficha(interno.de_ficha(ficha));
begin
  -- What goes on although somebody made her close it, or beside her without a word, no screen tells of before her own PIN, or a press after it.
  if suya.id is null or interno.fingida(suya) then
    return null;
  end if;
  return jsonb_build_object(
    'alerta', jsonb_build_object(
      'id', suya.id, 'cliente_id', suya.cliente_id, 'origen', suya.origen, 'estado', suya.estado, 'motivo', null, 'con_pin', false,
      'pulsada_en', suya.pulsada_en, 'creada_en', suya.creada_en, 'sale_en', suya.sale_en, 'cerrada_en', null,
      'pulsaciones', suya.pulsaciones, 'orden', suya.orden, 'espera_min', suya.espera_min, 'nota', null
    ),
    'entregas', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', e.id, 'contacto_id', e.contacto_id, 'via', e.via, 'estado', e.estado, 'motivo', null, 'respuesta', e.respuesta,
        'enviada_en', e.enviada_en, 'entregada_en', e.entregada_en, 'vista_en', e.vista_en, 'respondida_en', e.respondida_en
      ) order by e.encolada_en, e.id)
      from public.entregas e where e.alerta_id = suya.id
    ), '[]'),
    'nombres', coalesce((
      select jsonb_object_agg(c.id, c.nombre) from public.contactos_emergencia c
      where c.user_id = suya.user_id and exists (
        select from public.entregas e
        where e.alerta_id = suya.id and e.contacto_id = c.id and e.enviada_en is not null and e.estado <> 'fallida'
      )
    ), '{}'),
    'alguien', exists (select from interno.vias_vigentes(suya.user_id))
  );
end
$$;
comment on function public.ver_con_ficha is
  'For a locked device: the open alert that its token raised or joined, how far it got, and the names of those to whom it has left; nothing of one that goes on behind the second PIN; alguien: whether anybody can be reached at all. Null where none is open, and for a token that is none.';

create function public.poner_cerrojo(cerrojo uuid, prueba text, prueba_2 text) returns jsonb
language sql set search_path = '' begin atomic
  select interno.poner_cerrojo(cerrojo, prueba, prueba_2);
end;
comment on function public.poner_cerrojo is 'A lock by a PIN: see interno.poner_cerrojo.';
create function public.pedir_ficha() returns text
language sql set search_path = '' begin atomic
  select interno.pedir_ficha();
end;
comment on function public.pedir_ficha is 'A token of the alarm for a device without a PIN: see interno.pedir_ficha.';
create function public.quitar_cerrojo(cerrojo uuid) returns boolean
language sql set search_path = '' begin atomic
  select interno.quitar_cerrojo(cerrojo);
end;
comment on function public.quitar_cerrojo is 'A lock goes: see interno.quitar_cerrojo.';
create function public.soltar_fichas() returns int
language sql set search_path = '' begin atomic
  select interno.soltar_fichas();
end;
comment on function public.soltar_fichas is 'The tokens of her other devices end: see interno.soltar_fichas.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.poner_cerrojo, public.pedir_ficha, public.quitar_cerrojo, public.abrir_cerrojo, public.soltar_fichas, public.alertar_con_ficha, public.lugar_con_ficha,
  public.enviar_ya_con_ficha, public.ver_con_ficha
  from anon, authenticated, public;
grant execute on function
  interno.poner_cerrojo, interno.pedir_ficha, interno.quitar_cerrojo, interno.soltar_fichas,
  public.poner_cerrojo, public.pedir_ficha, public.quitar_cerrojo, public.soltar_fichas
  to authenticated, service_role;
grant execute on function
  public.abrir_cerrojo, public.alertar_con_ficha, public.lugar_con_ficha, public.enviar_ya_con_ficha, public.ver_con_ficha
  to anon, authenticated, service_role;

insert into interno.inventario_de_datos (tabla, que, de_quien, lee, plazo, sale) values
  ('interno.cerrojos', 'that a device has a PIN, since when, last opened, wrong tries; shares of its keys; by what a device calls for help', 'member', 'nobody', 'eight days after she took the PIN away or signed out; unused, 400 days, or 30 after the session of that device; without a PIN a day after that session', '–'),
  ('interno.coacciones', 'that an alert or a timer was closed with the second PIN, and when', 'member', 'her contacts, of that alert', 'eight days', '–');
