-- Codes of invitations, of contacts' pages and of open alerts.
create function interno.contacto_de_codigo(marca bytea) returns uuid
language sql stable set search_path = '' as $$
  select contacto_id from interno.confianzas where codigo_huella = marca or pagina_huella = marca
  union all
  select c.contacto_id from interno.codigos_alerta c join public.alertas a on a.id = c.alerta_id
  where c.huella = marca and (a.cerrada_en is null or a.cerrada_en > now() - interval '1 hour')
  limit 1
$$;
comment on function interno.contacto_de_codigo is 'Whose contact a code was given to, by its SHA-256: an invitation''s, a page''s, or an alert''s.';

create function interno.codigo_vivo(codigo text) returns interno.codigos_alerta
language plpgsql stable set search_path = '' as $$
declare
  marca constant bytea := interno.huella_de_codigo(codigo);
  fila interno.codigos_alerta;
begin
  if marca is not null then
    select c.* into fila from interno.codigos_alerta c join public.alertas a on a.id = c.alerta_id
    where c.huella = marca and a.estado <> 'pausa' and (a.cerrada_en is null or a.cerrada_en > now() - interval '1 hour');
  end if;
  return fila;
end
$$;
comment on function interno.codigo_vivo is
  'What the code of an alert stands for; nothing but nulls for one that is unknown, was dropped, or ended an hour after its alert.';

create function interno.vista_alerta(fila interno.codigos_alerta) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'estado', a.estado, 'origen', a.origen, 'nombre', interno.nombre_para_contactos(a.user_id),
    'pulsada_hace_s', floor(extract(epoch from now() - a.pulsada_en)), 'tardia', a.tardia,
    'pulsaciones', a.pulsaciones, 'ultima_pulsacion_hace_s', floor(extract(epoch from now() - a.ultima_pulsacion)),
    -- Where she was, and where she was going, is for a contact who may still go there, and not once she has closed it.
    'latitud', l.latitud, 'longitud', l.longitud, 'precision_m', l.precision_m,
    'lugar_hace_s', floor(extract(epoch from now() - l.lugar_en)), 'nota', interno.nota_para(l, fila.contacto_id),
    'numero_emergencia', interno.numero_de_emergencia(a.user_id), 'numero_pais', interno.pais_de_emergencia(a.user_id),
    'telefono', (select s.telefono from public.alarma_ajustes s where s.user_id = a.user_id),
    'desde_hace_s', (
      select floor(extract(epoch from now() - f.respondida_en)) from interno.confianzas f where f.contacto_id = fila.contacto_id
    ),
    'otra_persona_respondio', exists (
      select from interno.codigos_alerta o
      where o.alerta_id = a.id and o.contacto_id <> fila.contacto_id and o.respuesta in ('ya_voy', 'la_llamo')
    ),
    'respuesta', (select c.respuesta from interno.codigos_alerta c where c.id = fila.id),
    'motivo', a.motivo, 'con_pin', a.con_pin, 'cerrada_en', a.cerrada_en,
    'coaccion', exists (select from interno.coacciones c where c.user_id = a.user_id and c.cual = a.id),
    'cerrada_hace_s', floor(extract(epoch from now() - a.cerrada_en))
  )
  from public.alertas a left join public.alertas l on l.id = a.id and l.estado = 'abierta' where a.id = fila.alerta_id
$$;
comment on function interno.vista_alerta is 'What the page of an alert shows to one contact: of the others, only that somebody has answered.';

create function interno.marcar_vista(fila interno.codigos_alerta, por text) returns void
language sql set search_path = '' as $$
  update public.entregas e set estado = 'vista', vista_en = now(), enviada_en = coalesce(e.enviada_en, now()), motivo = null
  where e.alerta_id = fila.alerta_id and e.contacto_id = fila.contacto_id and e.estado in ('en_cola', 'enviada', 'entregada', 'fallida')
    and (por is null or e.via = por)
    -- Only what was handed over can have been opened. What is in hand just now may have been.
    and (e.enviada_en is not null or por is not null and exists (
      select from interno.envios s where s.entrega_id = e.id and s.intentos > 0
    ))
$$;
comment on function interno.marcar_vista is 'A page was opened: by one way, or, where it does not say, by any that has left.';

create function public.ver_alerta(codigo text, por text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  fila constant interno.codigos_alerta := interno.codigo_vivo(codigo);
begin
  if fila.id is null then
    return interno.vista_sin_cuenta(codigo);
  end if;
  perform interno.marcar_vista(fila, por);
  return interno.vista_alerta(fila);
end
$$;
comment on function public.ver_alerta is
  'For a contact with the code, without an account, once the page is visible: the alert, and that it was seen (por: the way that the link came by). Null for a code that leads nowhere, and an hour after closing.';

create function public.responder_alerta(codigo text, respuesta text) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  fila interno.codigos_alerta := interno.codigo_vivo(codigo);
begin
  if fila.id is null then
    return interno.vista_sin_cuenta(codigo);
  end if;
  if responder_alerta.respuesta is null or responder_alerta.respuesta not in ('ya_voy', 'la_llamo', 'no_puedo') then
    raise exception using errcode = '23514', message = 'Elige una de las tres respuestas.';
  end if;
  -- Said once more it changes nothing, and a code answers so often and no more: a flooding contact is heard, and nobody else is held up.
  update interno.codigos_alerta c set
    respuesta = responder_alerta.respuesta, cambios = c.cambios + 1,
    sostiene_desde = case when responder_alerta.respuesta = 'no_puedo' then c.sostiene_desde else coalesce(c.sostiene_desde, now()) end
  where c.id = fila.id and c.respuesta is distinct from responder_alerta.respuesta and c.cambios < 50
    and exists (select from public.alertas a where a.id = c.alerta_id and a.estado = 'abierta')
  returning * into fila;
  if fila.id is null then
    return interno.vista_alerta(interno.codigo_vivo(codigo));
  end if;
  if not exists (
    select from public.entregas e where e.alerta_id = fila.alerta_id and e.contacto_id = fila.contacto_id and e.vista_en is not null
  ) then
    perform interno.marcar_vista(fila, null);
  end if;
  update public.entregas e set estado = 'respondida', respuesta = responder_alerta.respuesta, respondida_en = now(), motivo = null
  where e.alerta_id = fila.alerta_id and e.contacto_id = fila.contacto_id and e.vista_en is not null;
  return interno.vista_alerta(fila);
end
$$;
comment on function public.responder_alerta is
  'A contact answers: ya_voy, la_llamo, no_puedo (23514 for anything else); another answer replaces it, fifty times. As ver_alerta.';

create function public.acusar_entrega(recibo text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  marca constant bytea := interno.huella_de_codigo(recibo);
  envio interno.envios;
begin
  if marca is null then
    return false;
  end if;
  select * into envio from interno.envios e where e.recibo_huella = marca and e.via = 'push' and e.intentos > 0;
  if envio.id is null then
    return false;
  end if;
  perform interno.anotar_llegada_de(envio);
  return true;
end
$$;
comment on function public.acusar_entrega is
  'A service worker says, with the secret that came in a push, that it has arrived. False for one that leads nowhere.';

create function interno.anotar_llegada_de(envio interno.envios) returns void
language plpgsql set search_path = '' as $$
begin
  update public.entregas e set
    estado = 'entregada', entregada_en = now(), enviada_en = coalesce(e.enviada_en, now()), motivo = null
  where e.id = envio.entrega_id and e.estado in ('en_cola', 'enviada', 'fallida') and envio.tipo <> 'cierre';
  perform interno.anotar_prueba(envio.via_id);
end
$$;
comment on function interno.anotar_llegada_de is 'A receipt says that a message has arrived: its entrega goes forward, and its way is proven.';

-- When her account ends -----------------------------------------------------------------------------------------------------------

-- Somebody who knows her password could end an alarm by deleting her account. So an open alert, and a timer that runs, end as what they are:
-- nobody knows whether she is safe. Contacts are told, and read it for an hour by the link that they have; nothing else of her stays.
create table interno.alertas_sin_cuenta (
  id uuid primary key,
  huella bytea unique check (octet_length(huella) = 32),
  origen text not null,
  nombre text not null,
  pulsada_en timestamptz not null,
  numero_emergencia text,
  numero_pais text,
  respuesta text,
  coaccion boolean not null default false,
  cerrada_en timestamptz not null default now()
);
comment on table interno.alertas_sin_cuenta is
  'What one contact reads of an alert that was open when the account ended, for an hour; id and huella are those of interno.codigos_alerta. Not readable by clients.';
alter table interno.alertas_sin_cuenta enable row level security;
alter table interno.alertas_sin_cuenta force row level security;
revoke all on interno.alertas_sin_cuenta from anon, authenticated;
select interno.poner_cupo('interno.alertas_sin_cuenta', 'la casa', 'One for each contact of an alert that was open when its account ended, for an hour.', rechaza => false);

create function interno.despedir_alertas() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  una public.alertas;
begin
  -- A timer that runs counts as not arrived, and a press within its pause as one that left. Whatever fails here, she may leave, and
  -- the contacts of another alert are told; two that wait for each other try again.
  begin
    perform interno.disparar_llegada(l) from public.llegadas l where l.user_id = old.id and l.estado = 'activa';
    update public.alertas a set sale_en = now() where a.user_id = old.id and a.estado = 'pausa' and a.origen <> 'simulacro';
    perform interno.salir(a.id) from public.alertas a where a.user_id = old.id and a.estado = 'pausa' and a.origen <> 'simulacro';
  exception when deadlock_detected then
    raise;
  when others then
    raise warning 'alarma: a timer of an account that ended: %', sqlerrm;
  end;
  for una in
    select * from public.alertas a where a.user_id = old.id and a.estado = 'abierta' and a.origen <> 'simulacro' order by a.creada_en, a.id
  loop
    begin
      -- Those whose turn had not come are told, too: it comes no more.
      perform interno.mandar(una, 'alerta', 'alerta', true);
      insert into interno.alertas_sin_cuenta (id, huella, origen, nombre, pulsada_en, numero_emergencia, numero_pais, respuesta, coaccion)
      select c.id, c.huella, una.origen, interno.nombre_para_contactos(old.id), una.pulsada_en, interno.numero_de_emergencia(old.id),
        interno.pais_de_emergencia(old.id), c.respuesta,
        exists (select from interno.coacciones f where f.user_id = old.id and f.cual = una.id)
      from interno.codigos_alerta c where c.alerta_id = una.id;
      insert into interno.envios (tipo, via, urgencia, caduca, clave, codigo_de, datos)
      select 'cierre', v.via, 0, now() + interval '1 day', 'baja:' || v.via_id, 'alerta:' || c.id,
        interno.datos_de_alerta(una) || jsonb_build_object(
          'motivo', 'cuenta_eliminada', 'cerrada_en', now(), 'nombre', interno.nombre_para_contactos(old.id),
          'con_tema', coalesce((select s.con_tema from public.alarma_ajustes s where s.user_id = old.id), false),
          'destino', w.destino, 'p256dh', w.p256dh, 'auth', w.auth
        )
      from interno.codigos_alerta c join interno.vias_vigentes(old.id) v on v.contacto_id = c.contacto_id
      join interno.vias_contacto w on w.id = v.via_id
      where c.alerta_id = una.id
      on conflict (clave) do nothing;
    exception when deadlock_detected then
      raise;
    when others then
      raise warning 'alarma: contacts of an account that ended: %', sqlerrm;
    end;
  end loop;
  return old;
end
$$;
comment on function interno.despedir_alertas is
  'Trigger on auth.users, before her rows go: tells the contacts of an open alert, and of a timer that runs, that the account ended and nobody knows whether she is safe.';
create trigger despedir_alertas before delete on auth.users
  for each row execute function interno.despedir_alertas();

create function interno.vista_sin_cuenta(codigo text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'estado', 'cerrada', 'origen', a.origen, 'nombre', a.nombre, 'pulsada_hace_s', floor(extract(epoch from now() - a.pulsada_en)),
    'numero_emergencia', a.numero_emergencia, 'numero_pais', a.numero_pais, 'respuesta', a.respuesta,
    'motivo', 'cuenta_eliminada', 'con_pin', false, 'coaccion', a.coaccion, 'cerrada_en', a.cerrada_en,
    'cerrada_hace_s', floor(extract(epoch from now() - a.cerrada_en))
  )
  from interno.alertas_sin_cuenta a where a.huella = interno.huella_de_codigo(codigo) and a.cerrada_en > now() - interval '1 hour'
$$;
comment on function interno.vista_sin_cuenta is 'As interno.vista_alerta, of an alert whose account ended while it was open; null for any other code.';

create function interno.olvidar_despedidas() returns void
language sql set search_path = '' as $$
  delete from interno.alertas_sin_cuenta a where a.cerrada_en < now() - interval '1 hour'
    -- The code of a link is made when its message leaves.
    and not exists (select from interno.envios e where e.codigo_de = 'alerta:' || a.id and e.terminado_en is null)
$$;
comment on function interno.olvidar_despedidas is 'To be called every few minutes: forgets alerts of ended accounts after their hour.';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.ver_alerta, public.responder_alerta, public.acusar_entrega from anon, authenticated, public;
grant execute on function public.ver_alerta, public.responder_alerta, public.acusar_entrega to anon, authenticated, service_role;
