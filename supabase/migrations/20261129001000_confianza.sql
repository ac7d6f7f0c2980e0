-- A body may name what a later file defines: PostgreSQL resolves it when the function runs.
set check_function_bodies = off;

-- How she wants it ------------------------------------------------------------------------------------------------------------

create table public.alarma_ajustes (
  user_id uuid primary key default auth.uid() references auth.users on delete cascade,
  nombre text check (char_length(nombre) <= 60 and interno.tiene_texto(nombre)),
  pausa_s int not null default 5 check (pausa_s in (0, 5, 10)),
  orden text not null default 'todas' check (orden in ('todas', 'prioridad')),
  espera_min int not null default 3 check (espera_min in (1, 3, 5)),
  telefono text check (interno.es_telefono(telefono)),
  pais text check (pais ~ '^[A-Z]{2}$'),
  con_tema boolean not null default false,
  actualizado_en timestamptz not null default now()
);
comment on table public.alarma_ajustes is
  'How her alarm works and what contacts read of her: the member''s alone; contacts read her name, and her number once they have accepted.';
comment on column public.alarma_ajustes.nombre is 'What contacts read; null: her username.';
comment on column public.alarma_ajustes.pausa_s is 'Seconds in which nothing leaves after a press and she may still cancel.';
comment on column public.alarma_ajustes.orden is 'todas: everybody at once; prioridad: the others after espera_min without an answer.';
comment on column public.alarma_ajustes.telefono is 'Null: contacts read that they should not call her.';
comment on column public.alarma_ajustes.pais is 'A codigo_iso of numeros_emergencia; null, or none of them: the setting numero_de_emergencia.';
comment on column public.alarma_ajustes.con_tema is 'Whether subjects and notices may say what they are about.';
alter table public.alarma_ajustes enable row level security;
alter table public.alarma_ajustes force row level security;
revoke all on public.alarma_ajustes from anon, authenticated;
grant select, insert (user_id, nombre, pausa_s, orden, espera_min, telefono, pais, con_tema),
  update (user_id, nombre, pausa_s, orden, espera_min, telefono, pais, con_tema) on public.alarma_ajustes to authenticated;
grant all on public.alarma_ajustes to service_role;

create policy "una usuaria lee los ajustes de su alarma" on public.alarma_ajustes
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria escribe los ajustes de su alarma" on public.alarma_ajustes
  for insert to authenticated with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia los ajustes de su alarma" on public.alarma_ajustes
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);

create function interno.preparar_alarma_ajustes() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.nombre := nullif(interno.nombre_limpio(new.nombre), '');
  -- It stands on a page of this service, whose link she may send to anybody.
  if not interno.letras_de_nombre(new.nombre) then
    raise exception using errcode = 'PT422',
      message = 'Escribe tu nombre con letras de nuestro alfabeto; también valen acentos, números y dibujitos.';
  end if;
  if interno.imita_al_equipo(new.nombre) then
    raise exception using errcode = 'PT422', message = 'Ese nombre se parece al del equipo. Elige otro, por favor.';
  end if;
  -- The beginning of an encoded word of a mail: in a subject it could be read as other words.
  if position('=?' in new.nombre) > 0 then
    raise exception using errcode = 'PT422', message = 'Escribe tu nombre sin «=?», por favor.';
  end if;
  new.telefono := nullif(interno.telefono_normal(new.telefono), '');
  new.actualizado_en := now();
  return new;
end
$$;
comment on function interno.preparar_alarma_ajustes is
  'Trigger: a name that cannot rearrange the text around it or imitate the team (PT422), and a number in international form; empty is null.';
create trigger preparar before insert or update on public.alarma_ajustes
  for each row execute function interno.preparar_alarma_ajustes();
-- No daily limit: someone with her session would use it up.
select interno.poner_cupo('public.alarma_ajustes', 'los ajustes de tu alerta', 'One row for each member.', 'user_id', 1, 4000, null, null);

create function interno.nombre_para_contactos(quien uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select nombre from public.alarma_ajustes where user_id = quien),
    (select username from interno.perfiles where id = quien),
    interno.ajuste('usuaria_por_defecto')
  )
$$;
comment on function interno.nombre_para_contactos is 'The name by which contacts know a member: the one she chose for it, or her username.';

-- Who said what ---------------------------------------------------------------------------------------------------------------

-- The link that she shares lies in her own chats from then on, where anyone who takes her phone finds it. It is good for one answer:
-- with it the contact's page gets a code of its own, and the link shows and changes nothing any more, but that one may leave by it.
create table interno.confianzas (
  contacto_id uuid primary key references public.contactos_emergencia on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  codigo_huella bytea unique,
  pagina_huella bytea unique,
  estado text not null check (estado in ('invitada', 'acepto', 'no_puede', 'vencio', 'se_fue')),
  invitada_en timestamptz not null default now(),
  vence_en timestamptz not null,
  respondida_en timestamptz,
  telefono text,
  enlace_nuevo boolean not null default false,
  check (pagina_huella is null or estado = 'acepto'),
  check (codigo_huella is null or estado in ('invitada', 'acepto', 'no_puede'))
);
comment on table interno.confianzas is
  'Which contact was asked, and what she or he said: written and read through functions alone. No row: not asked, or ended by a changed number or a deleted contact.';
comment on column interno.confianzas.codigo_huella is 'SHA-256 of the code in the link that she shares.';
comment on column interno.confianzas.pagina_huella is 'SHA-256 of the code of the contact''s own page, made when the contact accepted.';
comment on column interno.confianzas.telefono is 'The number that the contact had in her list when the contact accepted.';
comment on column interno.confianzas.enlace_nuevo is
  'The link was made for a contact who had accepted, and lost the page or left it before choosing a way: it waits for an answer of its own.';
create index confianzas_user_id_idx on interno.confianzas (user_id);
create index confianzas_vence_en_idx on interno.confianzas (vence_en) where estado in ('invitada', 'no_puede', 'vencio');
alter table interno.confianzas enable row level security;
alter table interno.confianzas force row level security;
revoke all on interno.confianzas from anon, authenticated;
select interno.poner_cupo('interno.confianzas', 'la casa', 'One row for each contact.', rechaza => false);

create table interno.vias_contacto (
  id uuid primary key default gen_random_uuid(),
  contacto_id uuid not null references interno.confianzas on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  via text not null check (via in ('correo', 'push', 'sms', 'whatsapp')),
  destino text not null check (char_length(destino) <= 1000),
  p256dh text check (char_length(p256dh) <= 100),
  auth text check (char_length(auth) <= 32),
  clave_huella bytea,
  digitos_huella bytea,
  intentos int not null default 0,
  pedida_en timestamptz not null default now(),
  confirmada_en timestamptz,
  probada_en timestamptz,
  creada_en timestamptz not null default now(),
  check ((via = 'push') = (p256dh is not null and auth is not null)),
  unique (contacto_id, via, destino)
);
comment on table interno.vias_contacto is
  'How a contact who accepted wants to be told: given by that contact, used only once confirmed, and not readable by clients. Gone when the contact leaves or is deleted.';
comment on column interno.vias_contacto.destino is 'A mail address, a number in international form, or the endpoint of a push service.';
comment on column interno.vias_contacto.clave_huella is 'SHA-256 of the key in the last mail that asked for a confirmation, or tried this way.';
comment on column interno.vias_contacto.digitos_huella is 'SHA-256 of this row''s id and, behind it, the six digits that were last sent to the number.';
comment on column interno.vias_contacto.intentos is 'How often those digits were tried.';
comment on column interno.vias_contacto.pedida_en is 'When a confirmation was last asked for.';
comment on column interno.vias_contacto.probada_en is 'When it was last proven that something arrives by it.';
create index vias_contacto_user_id_idx on interno.vias_contacto (user_id);
create index vias_contacto_clave_idx on interno.vias_contacto (clave_huella) where clave_huella is not null;
create index vias_contacto_pendientes_idx on interno.vias_contacto (pedida_en) where confirmada_en is null;
alter table interno.vias_contacto enable row level security;
alter table interno.vias_contacto force row level security;
revoke all on interno.vias_contacto from anon, authenticated;
select interno.poner_cupo(
  'interno.vias_contacto', 'la casa', 'For each contact a mail address, two numbers and three devices (interno.agregar_via).', rechaza => false
);

-- Codes -----------------------------------------------------------------------------------------------------------------------

create function interno.codigo_nuevo() returns text
language sql volatile set search_path = '' as $$
  -- 244 random bits, of which 192 remain: 32 letters.
  select translate(
    encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 24), 'base64'), '+/', '-_'
  )
$$;
comment on function interno.codigo_nuevo is 'A code that nobody guesses: 192 bits in 32 letters that an address may hold.';

create function interno.huella_de_codigo(codigo text) returns bytea
language sql immutable parallel safe set search_path = '' as $$
  select case when codigo ~ '^[A-Za-z0-9_-]{32}$' then sha256(convert_to(codigo, 'UTF8')) end
$$;
comment on function interno.huella_de_codigo is 'SHA-256 of a code; null for what is none, so that it is not looked for.';

-- The end of it ---------------------------------------------------------------------------------------------------------------

-- Messages go before ways, ways before what they hang on: the one order in which all take their locks.
create function interno.terminar_confianza(cual uuid, como text default null) returns void
language plpgsql set search_path = '' as $$
begin
  delete from interno.envios where contacto_id = cual;
  delete from interno.vias_contacto where contacto_id = cual;
  if como is null then
    delete from interno.confianzas where contacto_id = cual;
  else
    update interno.confianzas
    set estado = como, respondida_en = now(), telefono = null, pagina_huella = null, enlace_nuevo = false,
      codigo_huella = case when como = 'no_puede' then codigo_huella end
    where contacto_id = cual;
  end if;
end
$$;
comment on function interno.terminar_confianza is
  'Ends what a contact said: ways are erased, and what is on its way with them. como: what she reads from then on (no_puede, se_fue); null: as if never asked.';

-- With its owner's rights: whose contact it is may read none of this.
create function interno.seguir_contacto() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.terminar_confianza(new.id);
  return null;
end
$$;
comment on function interno.seguir_contacto is
  'Trigger: a contact with another number may be somebody else, and a deleted one is told nothing any more; bringing it back does not revive a yes.';
create trigger seguir_contacto after update on public.contactos_emergencia
  for each row when (
    old.telefono is distinct from new.telefono or old.user_id is distinct from new.user_id or (old.activo and not new.activo)
  ) execute function interno.seguir_contacto();

create function interno.olvidar_invitaciones(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  vencidas int;
begin
  update interno.confianzas set estado = 'vencio', codigo_huella = null where estado = 'invitada' and vence_en <= ahora;
  get diagnostics vencidas = row_count;
  update interno.confianzas set codigo_huella = null where estado = 'no_puede' and vence_en <= ahora and codigo_huella is not null;
  delete from interno.confianzas where estado = 'vencio' and vence_en <= ahora - interval '30 days';
  -- Addresses that were never confirmed, perhaps of somebody who knows nothing of it.
  delete from interno.envios e using interno.vias_contacto v
  where e.via_id = v.id and v.confirmada_en is null and v.pedida_en <= ahora - interval '3 days';
  delete from interno.vias_contacto where confirmada_en is null and pedida_en <= ahora - interval '3 days';
  delete from interno.frenos where not exists (select from unnest(momentos) m where m > ahora - interval '1 day');
  return vencidas;
end
$$;
comment on function interno.olvidar_invitaciones is
  'To be called daily: ends invitations after 30 days and forgets them 30 days later, and addresses that were not confirmed within three. Returns how many ended now.';

-- What she does ---------------------------------------------------------------------------------------------------------------

create function interno.invitar_contacto(contacto_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  usuaria constant uuid := auth.uid();
  codigo constant text := interno.codigo_nuevo();
begin
  if usuaria is null or not interno.es_admitida() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  -- Account, contact, confianza: the one order of locks, which is also that of an account's end.
  perform from auth.users where id = usuaria for key share;
  perform from public.contactos_emergencia c
  where c.id = invitar_contacto.contacto_id and c.user_id = usuaria and c.activo for key share;
  if not found then
    raise exception using errcode = 'PT404', message = 'Ese contacto ya no está en tu lista.';
  end if;
  perform interno.limitar('invitar', array[60], array[interval '1 day']);
  -- A yes stands, with its ways, until the new link is answered.
  insert into interno.confianzas as f (contacto_id, user_id, codigo_huella, estado, vence_en)
  values (invitar_contacto.contacto_id, usuaria, interno.huella_de_codigo(codigo), 'invitada', now() + interval '30 days')
  on conflict (contacto_id) do update set
    codigo_huella = excluded.codigo_huella, invitada_en = now(), vence_en = excluded.vence_en,
    estado = case f.estado when 'acepto' then 'acepto' else 'invitada' end,
    respondida_en = case f.estado when 'acepto' then f.respondida_en end,
    enlace_nuevo = f.estado = 'acepto';
  return codigo;
end
$$;
comment on function interno.invitar_contacto is
  'A code for the link that she shares with a contact of hers: 30 days, one answer; an earlier link ends. A contact who accepted stays one until the new link is answered. PT404 for what is none of her contacts, PT429 after sixty a day.';

create function interno.mis_confianzas()
returns table (contacto_id uuid, estado text, vence_en timestamptz, respondida_en timestamptz, vias jsonb)
language sql stable security definer set search_path = '' as $$
  select c.id,
    case when f.estado is null then 'sin_invitar' when f.estado = 'invitada' and f.vence_en <= now() then 'vencio' else f.estado end,
    case when f.estado = 'invitada' then f.vence_en end,
    f.respondida_en,
    coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'via', v.via, 'confirmada', v.confirmada_en is not null, 'probada_en', v.probada_en, 'agregada_en', v.creada_en
        ) order by v.via, v.creada_en, v.id
      ) from interno.vias_contacto v where v.contacto_id = c.id
    ), '[]')
  from public.contactos_emergencia c left join interno.confianzas f on f.contacto_id = c.id
  where c.user_id = auth.uid() and c.activo and interno.es_admitida()
  order by c.prioridad, c.creado_en, c.id
$$;
comment on function interno.mis_confianzas is
  'What each contact of the member who asks has said, and by which ways that contact is reached: never an address.';

-- Whom the alarm reaches ------------------------------------------------------------------------------------------------------

create function interno.vias_vigentes(quien uuid) returns table (contacto_id uuid, prioridad int, via_id uuid, via text)
language sql stable set search_path = '' as $$
  select c.id, c.prioridad, v.id, v.via
  from public.contactos_emergencia c
  join interno.confianzas f on f.contacto_id = c.id
  join interno.vias_contacto v on v.contacto_id = c.id
  where c.user_id = quien and c.activo and f.estado = 'acepto' and f.telefono = c.telefono and v.confirmada_en is not null
    and v.via = any ((select string_to_array(interno.ajuste('vias_de_alarma'), ' '))::text[])
$$;
comment on function interno.vias_vigentes is
  'For the alarm: every confirmed way to every active contact of a member who accepted, where this installation has that way.';

create function interno.anotar_prueba(cual uuid) returns void
language sql set search_path = '' as $$
  update interno.vias_contacto set probada_en = now() where id = cual and confirmada_en is not null
$$;
comment on function interno.anotar_prueba is 'Notes that something has provably arrived by a way.';

-- What a contact does, without an account -------------------------------------------------------------------------------------

create function interno.tomar_confianza(marca bytea) returns interno.confianzas
language plpgsql set search_path = '' as $$
declare
  fila interno.confianzas;
begin
  select * into fila from interno.confianzas
  where (codigo_huella = marca or pagina_huella = marca) and (estado = 'acepto' or vence_en > now());
  -- Account, contact, confianza: see interno.invitar_contacto. Who deletes the contact meanwhile is waited for, or waits.
  perform from auth.users where id = fila.user_id for key share;
  perform from public.contactos_emergencia where id = fila.contacto_id for key share;
  select * into fila from interno.confianzas
  where contacto_id = fila.contacto_id and (codigo_huella = marca or pagina_huella = marca)
    and (estado = 'acepto' or vence_en > now())
  for update;
  return fila;
end
$$;
comment on function interno.tomar_confianza is
  'What a code stands for, held until the end of the transaction; nothing but nulls for one that is unknown or has ended.';

create function interno.destino_velado(via text, destino text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case via
    when 'correo' then left(destino, 1) || '…' || substring(destino from '@.*$')
    when 'push' then null
    else '…' || right(destino, 2)
  end
$$;
comment on function interno.destino_velado is 'As much of an address as tells its owner which one it is.';

create function interno.vista_confianza(fila interno.confianzas, codigo text default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'estado', fila.estado,
    'nombre', interno.nombre_para_contactos(fila.user_id),
    -- Anybody may take her name: what the contact can compare is the day, and the number that she gave.
    'desde_hace_s', floor(extract(epoch from now() - case fila.estado when 'acepto' then fila.respondida_en else fila.invitada_en end)),
    'telefono', (
      select case fila.estado when 'acepto' then a.telefono else interno.destino_velado('sms', a.telefono) end
      from public.alarma_ajustes a where a.user_id = fila.user_id
    ),
    'vence_en_s', case when fila.estado <> 'acepto' then greatest(0, floor(extract(epoch from fila.vence_en - now()))) end,
    'vias', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', v.id, 'via', v.via, 'destino', interno.destino_velado(v.via, v.destino), 'confirmada', v.confirmada_en is not null,
          'probada_hace_s', floor(extract(epoch from now() - v.probada_en))
        ) order by v.via, v.creada_en, v.id
      ) from interno.vias_contacto v where v.contacto_id = fila.contacto_id and fila.estado = 'acepto'
    ), '[]'),
    'vias_posibles', to_jsonb(string_to_array(interno.ajuste('vias_de_alarma'), ' '))
  ) || case when codigo is null then '{}' else jsonb_build_object('codigo', codigo) end
$$;
comment on function interno.vista_confianza is 'What the page of an invitation shows; codigo: a new one, for the contact''s own page.';

-- The link of an invitation that was accepted: someone who finds it in her chats learns nothing and changes nothing.
create function interno.vista_respondida(fila interno.confianzas) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'estado', 'respondida',
    'queda_s', greatest(0, floor(extract(epoch from fila.respondida_en + interval '10 minutes' - now())))
  )
$$;
comment on function interno.vista_respondida is
  'What the link says once its invitation was accepted; queda_s: how long the same answer may still be given again, since the first may not have come back.';

create function interno.borrar_vias(cuales uuid[]) returns int
language plpgsql set search_path = '' as $$
declare
  borradas int;
begin
  delete from interno.envios where via_id = any (cuales);
  delete from interno.vias_contacto where id = any (cuales);
  get diagnostics borradas = row_count;
  return borradas;
end
$$;
comment on function interno.borrar_vias is 'Forgets ways, and first what is on its way by them. Returns how many there were.';

create function interno.buzon_de(destino text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when destino !~ '@' then destino
    when destino ~ '@(gmail|googlemail)\.com$' then replace(split_part(split_part(destino, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else regexp_replace(destino, '^([^@+]+)\+[^@]*@', '\1@')
  end
$$;
comment on function interno.buzon_de is
  'The mailbox that an address reaches, as far as it shows: what stands behind a + is the same one (RFC 5233), and so are Gmail''s dots.';

create function interno.pedir_confirmacion(fila interno.confianzas, via text, destino text) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  cual interno.vias_contacto;
  cada constant uuid := gen_random_uuid();
  clase constant text := case via when 'correo' then 'correo' else 'numero' end;
  sale boolean;
  digitos text;
begin
  select * into cual from interno.vias_contacto v
  where v.contacto_id = fila.contacto_id and v.via = pedir_confirmacion.via and v.destino = pedir_confirmacion.destino;
  if cual.confirmada_en is not null or cual.pedida_en > now() - interval '20 seconds' then
    return true; -- The same request once more, since its answer got lost.
  end if;
  if not interno.cabe_hoy(format('pedir %s %s', clase, fila.contacto_id), case clase when 'correo' then 5 else 3 end)
    or not interno.cabe_hoy(format('pedir %s de %s', clase, fila.user_id), 30) then
    return false;
  end if;
  -- Silently: nobody learns that an address was written to today. It waits as if the message were on its way.
  sale := interno.cabe_hoy(format('a %s', interno.buzon_de(destino)), 3);
  -- One person may open many accounts to be paid for messages to their own numbers: the installation's total for a day is bounded, and said.
  if sale and clase = 'numero' and not interno.cabe_hoy('numeros de la casa', interno.ajuste('numeros_al_dia')::int) then
    return false;
  end if;
  -- One that waits for its confirmation beside one that is used, which goes when the other is confirmed.
  perform interno.borrar_vias(array(
    select v.id from interno.vias_contacto v
    where v.contacto_id = fila.contacto_id and v.via = pedir_confirmacion.via and v.confirmada_en is null
      and v.destino <> pedir_confirmacion.destino
  ));
  insert into interno.vias_contacto as v (contacto_id, user_id, via, destino)
  values (fila.contacto_id, fila.user_id, pedir_confirmacion.via, pedir_confirmacion.destino)
  on conflict (contacto_id, via, destino) do update
    set pedida_en = case when sale then now() else v.pedida_en end, intentos = case when sale then 0 else v.intentos end
  returning * into cual;
  if not sale then
    return true;
  end if;
  -- Asked for again: what has not left yet need not. A mail that has left may come late, and its key still confirms.
  delete from interno.envios where via_id = cual.id and terminado_en is null;
  -- What is sent to an address that nobody has confirmed holds no word that somebody typed, her name neither.
  if via = 'correo' then
    perform interno.encolar_envio(
      'confirmacion', via, 2, fila.user_id, format('confirmacion/%s', cada), caduca => now() + interval '3 days',
      contacto_id => fila.contacto_id, via_id => cual.id, clave_de => format('confirmacion/%s/%s', cual.id, cada)
    );
  else
    digitos := lpad((('x' || encode(substr(sha256(uuid_send(cada) || uuid_send(gen_random_uuid())), 1, 7), 'hex'))::bit(56)::bigint
      % 1000000)::text, 6, '0');
    update interno.vias_contacto set digitos_huella = sha256(convert_to(cual.id || digitos, 'UTF8')) where id = cual.id;
    perform interno.encolar_envio(
      'numero', via, 2, fila.user_id, format('numero/%s', cada), caduca => now() + interval '10 minutes',
      contacto_id => fila.contacto_id, via_id => cual.id, datos => jsonb_build_object('digitos', digitos)
    );
  end if;
  return true;
end
$$;
comment on function interno.pedir_confirmacion is
  'Has the owner of an address or number asked whether it may be used. False where that was asked too often today with this code or from her contacts; one address is written to three times a day at most, no matter who asks.';

create function interno.correo_normal(correo text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  limpio constant text := interno.correo_limpio(correo);
begin
  if limpio is null or char_length(limpio) > 254 or limpio !~ '^[^\s@<>"'',;:\\()]{1,64}@[a-z0-9ñáéíóúü]([a-z0-9ñáéíóúü.-]*[a-z0-9ñáéíóúü])?\.[a-z]{2,}$' then
    raise exception using errcode = '23514', message = 'Ese correo no parece completo.';
  end if;
  return limpio;
end
$$;
comment on function interno.correo_normal is 'A mail address as it is compared and used; refuses (23514) what is none.';

create function public.ver_invitacion(codigo text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  marca constant bytea := interno.huella_de_codigo(codigo);
  fila interno.confianzas;
begin
  if marca is null then
    return null;
  end if;
  select * into fila from interno.confianzas
  where (codigo_huella = marca or pagina_huella = marca) and (estado = 'acepto' or vence_en > now());
  if fila.contacto_id is null then
    return null;
  end if;
  if fila.estado = 'acepto' and fila.pagina_huella is distinct from marca then
    if not (fila.enlace_nuevo and fila.vence_en > now()) then
      return interno.vista_respondida(fila);
    end if;
    fila.estado := 'invitada';
  end if;
  return interno.vista_confianza(fila);
end
$$;
comment on function public.ver_invitacion is
  'For anyone with a code, without an account: who asks, and what was answered; with the code of the contact''s own page also the ways, masked. Null for a code that leads nowhere.';

-- A new link that somebody else answers, with her phone in hand, would turn her alarm away from her mother without a word.
create function interno.avisar_relevo(fila interno.confianzas) returns void
language sql set search_path = '' as $$
  insert into interno.envios (tipo, via, urgencia, caduca, clave, datos)
  select 'relevo', v.via, 1, now() + interval '1 day', 'relevo:' || v.id,
    jsonb_build_object('nombre', interno.nombre_para_contactos(fila.user_id), 'destino', v.destino, 'p256dh', v.p256dh, 'auth', v.auth)
  from interno.vias_contacto v
  where v.contacto_id = fila.contacto_id and v.confirmada_en is not null
    and v.via = any ((select string_to_array(interno.ajuste('vias_de_alarma'), ' '))::text[])
  on conflict (clave) do nothing
$$;
comment on function interno.avisar_relevo is
  'Tells a contact who had accepted, by the ways that are about to end, that somebody answered a new link in that place.';

create function public.responder_invitacion(codigo text, acepta boolean, correo text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  marca constant bytea := interno.huella_de_codigo(codigo);
  direccion text;
  pagina text;
  fila interno.confianzas;
begin
  if marca is null then
    return null;
  end if;
  if acepta is null then
    raise exception using errcode = '23514', message = 'Elige «Acepto» o «No puedo».';
  end if;
  if acepta and nullif(btrim(correo), '') is not null then
    direccion := interno.correo_normal(correo);
  end if;
  fila := interno.tomar_confianza(marca);
  if fila.contacto_id is null then
    return null;
  end if;
  if fila.pagina_huella = marca then
    -- The page itself: nothing to answer any more, but no is always heard.
    if not acepta then
      perform interno.terminar_confianza(fila.contacto_id, 'se_fue');
      return null;
    end if;
  elsif fila.estado <> 'invitada' and not (fila.enlace_nuevo and fila.vence_en > now()) and fila.respondida_en <= now() - interval '10 minutes' then
    return case fila.estado when 'acepto' then interno.vista_respondida(fila) else interno.vista_confianza(fila) end;
  elsif not acepta then
    if fila.enlace_nuevo then
      perform interno.avisar_relevo(fila);
    end if;
    perform interno.terminar_confianza(fila.contacto_id, 'no_puede');
    fila.estado := 'no_puede';
    return interno.vista_confianza(fila);
  else
    pagina := interno.codigo_nuevo();
    if fila.enlace_nuevo and fila.vence_en > now() then
      -- As if asked for the first time: a new link leads to no page with another's ways.
      perform interno.avisar_relevo(fila);
      perform interno.borrar_vias(array(select v.id from interno.vias_contacto v where v.contacto_id = fila.contacto_id));
      fila.estado := 'invitada';
    end if;
    update interno.confianzas f
    set pagina_huella = interno.huella_de_codigo(pagina), estado = 'acepto', enlace_nuevo = false,
      respondida_en = case fila.estado when 'acepto' then f.respondida_en else now() end,
      telefono = (select c.telefono from public.contactos_emergencia c where c.id = f.contacto_id)
    where f.contacto_id = fila.contacto_id
    returning * into fila;
  end if;
  if direccion is not null and not exists (
    select from interno.vias_contacto v where v.contacto_id = fila.contacto_id and v.via = 'correo' and v.destino = direccion
  ) then
    -- A yes counts also where no mail may leave today: the page says that the address is not confirmed, and asks again later.
    perform interno.pedir_confirmacion(fila, 'correo', direccion);
  end if;
  return interno.vista_confianza(fila, pagina);
end
$$;
comment on function public.responder_invitacion is
  'A contact says yes or no to an invitation, once; within ten minutes again, since an answer may get lost. As ver_invitacion; after a yes with `codigo`, the code of the contact''s own page, which takes the place of the link''s.';

create function public.agregar_via(
  codigo text, via text, destino text default null, p256dh text default null, auth text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  marca constant bytea := interno.huella_de_codigo(codigo);
  limpio text := btrim(destino);
  fila interno.confianzas;
begin
  if marca is null then
    return null;
  end if;
  if via is null or via <> all (string_to_array(interno.ajuste('vias_de_alarma'), ' ')) then
    raise exception using errcode = '23514', message = 'Por ahora no podemos avisarte así.';
  end if;
  if via = 'correo' then
    limpio := interno.correo_normal(destino);
  elsif via = 'push' then
    if limpio is null or octet_length(limpio) > 1000 or limpio !~ '^https?://[^\s<>"''\\]+$'
      or p256dh is null or p256dh !~ '^[A-Za-z0-9_-]{80,100}$' or auth is null or auth !~ '^[A-Za-z0-9_-]{16,32}$' then
      raise exception using errcode = '23514', message = 'Este dispositivo no pudo activar los avisos.';
    end if;
  else
    limpio := interno.telefono_normal(limpio);
    -- No short codes: they may cost the one who is called.
    if limpio is null or limpio !~ '^\+[1-9][0-9]{7,14}$' then
      raise exception using errcode = '23514', message = 'Ese número no parece completo.';
    end if;
  end if;
  fila := interno.tomar_confianza(marca);
  if fila.contacto_id is null then
    return null;
  end if;
  if fila.estado <> 'acepto' then
    return interno.vista_confianza(fila);
  end if;
  if fila.pagina_huella is distinct from marca then
    return interno.vista_respondida(fila);
  end if;
  if via <> 'push' then
    if not interno.pedir_confirmacion(fila, via, limpio) then
      perform interno.rechazar_por_hoy();
    end if;
    return interno.vista_confianza(fila);
  end if;
  insert into interno.vias_contacto as v (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en)
  values (fila.contacto_id, fila.user_id, agregar_via.via, limpio, agregar_via.p256dh, agregar_via.auth, now())
  on conflict (contacto_id, via, destino) do update set p256dh = excluded.p256dh, auth = excluded.auth;
  -- A browser that asked anew has another address: of three devices the oldest one gives way.
  perform interno.borrar_vias(array(
    select v.id from interno.vias_contacto v where v.contacto_id = fila.contacto_id and v.via = 'push' and v.destino <> limpio
    order by v.creada_en desc, v.id offset 2
  ));
  return interno.vista_confianza(fila);
end
$$;
comment on function public.agregar_via is
  'With the code of a contact''s own page: a further way. Mail addresses and numbers wait for their confirmation, a device is one. As ver_invitacion; 23514 for what is none, PT429 after a few a day.';

create function public.confirmar_contacto(clave text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  marca constant bytea := interno.huella_de_codigo(clave);
  suya interno.vias_contacto;
begin
  if marca is null then
    return false;
  end if;
  -- The key of the last mail, or of one of the day before that came later.
  select v.* into suya from interno.vias_contacto v
  where v.id in (
      select w.id from interno.vias_contacto w where w.clave_huella = marca
      union all select e.via_id from interno.envios e where e.clave_huella = marca
    ) and (v.confirmada_en is not null or v.pedida_en > now() - interval '3 days');
  if suya.id is null then
    return false;
  end if;
  perform from interno.confianzas where contacto_id = suya.contacto_id and estado = 'acepto' for update;
  if not found then
    return false;
  end if;
  update interno.vias_contacto set confirmada_en = coalesce(confirmada_en, now()), probada_en = now() where id = suya.id;
  if not found then
    return false;
  end if;
  perform interno.borrar_vias(array(
    select id from interno.vias_contacto v where v.contacto_id = suya.contacto_id and v.via = suya.via and v.id <> suya.id
  ));
  return true;
end
$$;
comment on function public.confirmar_contacto is
  'Confirms the address that a key was mailed to, or that a proof arrived there: the mailbox''s owner says yes. The one before it is forgotten. False for a key that leads nowhere.';

create function public.confirmar_numero(codigo text, via uuid, digitos text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  marca constant bytea := interno.huella_de_codigo(codigo);
  fila interno.confianzas;
  numero interno.vias_contacto;
begin
  if marca is null or digitos is null or digitos !~ '^[0-9]{6}$' then
    return false;
  end if;
  fila := interno.tomar_confianza(marca);
  if fila.contacto_id is null or fila.pagina_huella is distinct from marca then
    return false;
  end if;
  -- Counted before it is compared, and nothing is refused after it: what is rolled back would not be counted.
  update interno.vias_contacto v set intentos = intentos + 1
  where v.id = confirmar_numero.via and v.contacto_id = fila.contacto_id and v.via in ('sms', 'whatsapp') and intentos < 5
    and v.digitos_huella is not null and v.pedida_en > now() - interval '10 minutes'
  returning * into numero;
  if numero.id is null or numero.digitos_huella <> sha256(convert_to(numero.id || digitos, 'UTF8')) then
    return false;
  end if;
  update interno.vias_contacto set confirmada_en = now(), probada_en = now(), digitos_huella = null where id = numero.id;
  perform interno.borrar_vias(array(
    select v.id from interno.vias_contacto v where v.contacto_id = fila.contacto_id and v.via = numero.via and v.id <> numero.id
  ));
  return true;
end
$$;
comment on function public.confirmar_numero is
  'Confirms a number by the six digits that were sent to it: five tries, ten minutes. The one before it is forgotten.';

create function public.probar_via(codigo text, via uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  marca constant bytea := interno.huella_de_codigo(codigo);
  fila interno.confianzas;
  cual interno.vias_contacto;
  cada constant uuid := gen_random_uuid();
begin
  if marca is null then
    return false;
  end if;
  fila := interno.tomar_confianza(marca);
  if fila.contacto_id is null or fila.pagina_huella is distinct from marca then
    return false;
  end if;
  select * into cual from interno.vias_contacto v
  where v.id = probar_via.via and v.contacto_id = fila.contacto_id and v.confirmada_en is not null;
  if cual.id is null then
    return false;
  end if;
  if not interno.cabe_hoy(format('probar %s', fila.contacto_id), 10) or not interno.cabe_hoy(format('probar de %s', fila.user_id), 100) then
    perform interno.rechazar_por_hoy();
  end if;
  perform interno.encolar_envio(
    'prueba', cual.via, 2, fila.user_id, format('prueba/%s', cada), caduca => now() + interval '1 hour',
    contacto_id => fila.contacto_id, via_id => cual.id,
    datos => jsonb_build_object(
      'nombre', interno.nombre_para_contactos(fila.user_id),
      'con_tema', coalesce((select a.con_tema from public.alarma_ajustes a where a.user_id = fila.user_id), false)
    ),
    recibo_de => case when cual.via = 'push' then format('prueba/%s', cada) end,
    clave_de => case when cual.via = 'correo' then format('prueba/%s/%s', cual.id, cada) end
  );
  return true;
end
$$;
comment on function public.probar_via is
  '«Enviarme una prueba»: sends one by a confirmed way, ten a day for a contact (PT429). That it arrived is noted when its receipt, or the link in its mail, says so.';

create function public.quitar_via(codigo text, via uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  marca constant bytea := interno.huella_de_codigo(codigo);
  fila interno.confianzas;
begin
  if marca is null then
    return null;
  end if;
  fila := interno.tomar_confianza(marca);
  if fila.contacto_id is null then
    return null;
  end if;
  if fila.estado = 'acepto' and fila.pagina_huella is distinct from marca then
    return interno.vista_respondida(fila);
  end if;
  perform interno.borrar_vias(array(
    select v.id from interno.vias_contacto v where v.id = quitar_via.via and v.contacto_id = fila.contacto_id
  ));
  return interno.vista_confianza(fila);
end
$$;
comment on function public.quitar_via is 'With the code of a contact''s own page: forgets a way at once. As ver_invitacion.';

create function public.dejar_de_ser_contacto(codigo text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  marca constant bytea := interno.huella_de_codigo(codigo);
  contacto uuid;
  estado_actual text;
begin
  if marca is null then
    return false;
  end if;
  contacto := interno.contacto_de_codigo(marca);
  perform from auth.users where id = (select user_id from interno.confianzas where contacto_id = contacto) for key share;
  perform from public.contactos_emergencia where id = contacto for key share;
  select estado into estado_actual from interno.confianzas
  where contacto_id = contacto and (estado = 'acepto' or (estado = 'invitada' and vence_en > now())) for update;
  if estado_actual is null or interno.contacto_de_codigo(marca) is distinct from contacto then
    return false;
  end if;
  perform interno.terminar_confianza(contacto, case estado_actual when 'acepto' then 'se_fue' else 'no_puede' end);
  return true;
end
$$;
comment on function public.dejar_de_ser_contacto is
  'A contact leaves, with any of their codes: the link''s, the page''s, or an open alert''s. At once: addresses are erased, and what is on its way stops. False for a code that leads nowhere.';

-- The functions of the API, with the rights of the caller.
create function public.invitar_contacto(contacto_id uuid) returns text
language sql set search_path = '' begin atomic
  select interno.invitar_contacto(invitar_contacto.contacto_id);
end;
comment on function public.invitar_contacto is 'A code for the link that she shares: see interno.invitar_contacto.';
create function public.mis_confianzas()
returns table (contacto_id uuid, estado text, vence_en timestamptz, respondida_en timestamptz, vias jsonb)
language sql stable set search_path = '' begin atomic
  select m.contacto_id, m.estado, m.vence_en, m.respondida_en, m.vias from interno.mis_confianzas() m;
end;
comment on function public.mis_confianzas is 'What her contacts said: see interno.mis_confianzas.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.ver_invitacion, public.responder_invitacion, public.agregar_via, public.confirmar_contacto, public.confirmar_numero,
  public.probar_via, public.quitar_via, public.dejar_de_ser_contacto, public.invitar_contacto, public.mis_confianzas
  from anon, authenticated, public;
grant execute on function
  interno.invitar_contacto, interno.mis_confianzas, public.invitar_contacto, public.mis_confianzas
  to authenticated, service_role;
grant execute on function
  public.ver_invitacion, public.responder_invitacion, public.agregar_via, public.confirmar_contacto, public.confirmar_numero,
  public.probar_via, public.quitar_via, public.dejar_de_ser_contacto
  to anon, authenticated, service_role;
