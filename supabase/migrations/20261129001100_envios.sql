-- A body may name what a later file defines: PostgreSQL resolves it when the function runs.
set check_function_bodies = off;

-- What is due -----------------------------------------------------------------------------------------------------------------

create table interno.envios (
  id uuid primary key default gen_random_uuid(),
  tipo text not null check (tipo in (
    'alerta', 'repetida', 'cierre', 'simulacro', 'confirmacion', 'numero', 'prueba', 'llegada', 'recordatorio',
    'convocatoria', 'comunicado', 'encuentro', 'guardia', 'soporte', 'relevo', 'devolucion'
  )),
  via text not null check (via in ('correo', 'push', 'sms', 'whatsapp')),
  urgencia smallint not null check (urgencia between 0 and 2),
  -- Null: her account is gone, and the message carries all it needs (interno.despedir_alertas).
  user_id uuid references auth.users on delete cascade,
  contacto_id uuid references public.contactos_emergencia on delete cascade,
  via_id uuid references interno.vias_contacto on delete cascade,
  suscripcion_id uuid references public.suscripciones_push on delete cascade,
  entrega_id uuid,
  vence timestamptz not null default now(),
  caduca timestamptz,
  intentos int not null default 0,
  clave text not null unique check (char_length(clave) <= 200),
  codigo_de text check (char_length(codigo_de) <= 200),
  recibo_de text check (char_length(recibo_de) <= 200),
  clave_de text check (char_length(clave_de) <= 200),
  recibo_huella bytea,
  clave_huella bytea,
  proveedor_id text check (char_length(proveedor_id) <= 200),
  datos jsonb not null default '{}',
  creado_en timestamptz not null default now(),
  terminado_en timestamptz,
  resultado text check (char_length(resultado) <= 200),
  -- Until then it belongs to the sender that took it; in no index, so that taking it writes none of them anew.
  tomado_hasta timestamptz,
  -- Members in turn: the first sixteen messages of each come before anybody's seventeenth, and so on in steps that double.
  turno smallint not null check (turno between 0 and 7),
  sigue text check (char_length(sigue) <= 40),
  check (via_id is null or contacto_id is not null)
) with (fillfactor = 60); -- Space for the updates of a sender that takes it.
comment on table interno.envios is
  'The queue: messages that are due, to contacts and to her own devices, and for a day those that are done. The sender''s, through its functions; nobody reads it.';
comment on column interno.envios.urgencia is '0: alerts; 1: closings and her own timers; 2: the rest. The lower one is taken first.';
comment on column interno.envios.vence is 'When it is due. A sender that takes it has it for a minute (tomado_hasta), so that it is due again where the sender died.';
comment on column interno.envios.caduca is 'From then on it is not worth sending any more.';
comment on column interno.envios.clave is 'What makes two messages the same one: enqueued twice, it is sent once; providers get it too where they have such keys.';
comment on column interno.envios.codigo_de is 'What the sender makes the code of a link from; recibo_de: the receipt''s of a push; clave_de: the key''s of a confirming mail.';
comment on column interno.envios.recibo_huella is 'SHA-256 of what the sender made; the same for clave_huella. That of a code stands in interno.codigos_alerta.';
comment on column interno.envios.tomado_hasta is 'While a sender has it in hand, and not longer: a sender that dies loses its claim.';
comment on column interno.envios.turno is 'How many of the same member waited before it, in steps that double: 0 for the first sixteen.';
comment on column interno.envios.sigue is
  'The vuelta of what its contact is written once it has left: a sender had its words in hand before she was made to close the alert (interno.fingir_cierre).';
create index envios_terminados_idx on interno.envios (terminado_en) where terminado_en is not null;
create index envios_caducados_idx on interno.envios (caduca) where terminado_en is null and caduca is not null;
create index envios_user_id_idx on interno.envios (user_id, urgencia, terminado_en);
create index envios_contacto_id_idx on interno.envios (contacto_id);
create index envios_via_id_idx on interno.envios (via_id);
create index envios_suscripcion_id_idx on interno.envios (suscripcion_id);
create index envios_entrega_id_idx on interno.envios (entrega_id);
create index envios_clave_idx on interno.envios (clave_huella) where clave_huella is not null;
create index envios_recibo_idx on interno.envios (recibo_huella) where recibo_huella is not null;
create index envios_proveedor_idx on interno.envios (proveedor_id, via) where proveedor_id is not null;
create index envios_turno_idx on interno.envios (urgencia, turno, via, vence) where terminado_en is null;
alter table interno.envios enable row level security;
alter table interno.envios force row level security;
revoke all on interno.envios from anon, authenticated;

create function interno.encolar_envio(
  tipo text, via text, urgencia int, user_id uuid, clave text, vence timestamptz default now(), caduca timestamptz default null,
  contacto_id uuid default null, via_id uuid default null, suscripcion_id uuid default null, entrega_id uuid default null,
  datos jsonb default '{}', codigo_de text default null, recibo_de text default null, clave_de text default null
) returns uuid
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  nuevo uuid;
begin
  insert into interno.envios (
    tipo, via, urgencia, user_id, clave, vence, caduca, contacto_id, via_id, suscripcion_id, entrega_id, datos, codigo_de, recibo_de, clave_de
  ) values (
    encolar_envio.tipo, encolar_envio.via, encolar_envio.urgencia, encolar_envio.user_id, encolar_envio.clave, encolar_envio.vence,
    encolar_envio.caduca, encolar_envio.contacto_id, encolar_envio.via_id, encolar_envio.suscripcion_id, encolar_envio.entrega_id,
    coalesce(encolar_envio.datos, '{}'), encolar_envio.codigo_de, encolar_envio.recibo_de, encolar_envio.clave_de
  )
  on conflict (clave) do nothing
  returning id into nuevo;
  return nuevo;
end
$$;
comment on function interno.encolar_envio is
  'Puts one message into the queue, whose trigger wakes the sender. Returns its id, or null where one with this clave is there already.';

-- A key is made by the sender just before its mail leaves: from then on the way knows it, and the queue may forget the mail.
create function interno.seguir_envio() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.clave_huella is distinct from old.clave_huella and new.clave_huella is not null and new.via_id is not null then
    update interno.vias_contacto set clave_huella = new.clave_huella where id = new.via_id;
  end if;
  if new.terminado_en is not null then
    new.datos := new.datos - array['digitos', 'destino', 'p256dh', 'auth', 'nombre'];
  end if;
  return new;
end
$$;
comment on function interno.seguir_envio is
  'Trigger: a way knows the key of its last mail, and neither digits, nor an address, nor a name that stood in the message stay once it has left.';
create trigger seguir before update of clave_huella, terminado_en on interno.envios
  for each row execute function interno.seguir_envio();

create function interno.olvidar_envios(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  olvidados int;
begin
  delete from interno.envios
  where terminado_en < ahora - interval '1 day' or (terminado_en is null and caduca < ahora - interval '1 day');
  get diagnostics olvidados = row_count;
  return olvidados;
end
$$;

select interno.poner_cupo(
  'interno.envios', 'la casa', 'Never refused: what fills it is bounded where it is asked for. Done ones go after a day (interno.olvidar_envios).',
  rechaza => false
);

comment on function interno.olvidar_envios is 'To be called daily: forgets messages that were done, or not worth sending any more, a day ago. Returns how many.';

-- How often -------------------------------------------------------------------------------------------------------------------

-- A contact has no account that could be counted, so what is counted is the code, the member who gave it, and the address: a link that
-- was found fills nobody's mailbox, and ten of them do not either.
create table interno.frenos (
  huella bytea primary key,
  momentos timestamptz[] not null
);
comment on table interno.frenos is
  'When something was last sent to one address, or asked for with one code: by fingerprint, and only of the last day. Nobody reads it.';
alter table interno.frenos enable row level security;
alter table interno.frenos force row level security;
revoke all on interno.frenos from anon, authenticated;
select interno.poner_cupo('interno.frenos', 'la casa', 'A row for each address and code of a day; who may ask is bounded by the invitations of a day.', rechaza => false);

create function interno.cabe_hoy(que text, maximo int) returns boolean
language plpgsql set search_path = '' as $$
declare
  marca constant bytea := sha256(convert_to(que, 'UTF8'));
  factor constant numeric := coalesce(interno.ajuste('factor_de_ritmo')::numeric, 1);
  recientes timestamptz[];
begin
  if factor >= 1000 then
    return true; -- As load tests want it (interno.limitar).
  end if;
  -- The row lock makes two requests wait for each other, so that neither slips past the count.
  insert into interno.frenos as f (huella, momentos) values (marca, '{}')
  on conflict (huella) do update set huella = excluded.huella
  returning array(select m from unnest(f.momentos) m where m > clock_timestamp() - interval '1 day' order by m) into recientes;
  if cardinality(recientes) >= greatest(1, floor(maximo * factor)) then
    return false;
  end if;
  update interno.frenos set momentos = recientes || clock_timestamp() where huella = marca;
  return true;
end
$$;
comment on function interno.cabe_hoy is 'Counts one more of something and says whether it was among the first `maximo` of the last 24 hours.';

create function interno.rechazar_por_hoy() returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using
    errcode = 'PT429', message = 'Por hoy ya fueron muchos intentos. Mañana podrás seguir.', hint = 'retry_after=86400';
end
$$;
comment on function interno.rechazar_por_hoy is 'Refuses (PT429, hint retry_after=seconds) what was asked too often with one code.';

create function interno.despertar() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- What is due later is found by the sender's next poll by itself, every five seconds, whose answer names the next moment: an
  -- appointment of next week wakes nobody.
  if exists (select from nuevos n where n.vence < now() + interval '10 seconds') then
    perform pg_notify('alarma', '');
  end if;
  return null;
end
$$;
comment on function interno.despertar is 'Trigger: says at the commit that something is due at once, to every listener.';

-- What costs ----------------------------------------------------------------------------------------------------------------

create table interno.gastos (
  user_id uuid primary key references auth.users on delete cascade,
  desde timestamptz not null default now(),
  mensajes int not null default 0,
  de_prueba int not null default 0
);
comment on table interno.gastos is
  'SMS and WhatsApp messages of a member within 24 hours, those of drills apart. Not readable by clients.';
alter table interno.gastos enable row level security;
alter table interno.gastos force row level security;
revoke all on interno.gastos from anon, authenticated;
select interno.poner_cupo('interno.gastos', 'la casa', 'One row for each member.', rechaza => false);

create function interno.gastar(quien uuid, cuantos int, simulacro boolean default false) returns int
language plpgsql set search_path = '' as $$
declare
  gasto interno.gastos;
begin
  insert into interno.gastos as g (user_id, mensajes, de_prueba)
  values (quien, case when simulacro then 0 else cuantos end, case when simulacro then cuantos else 0 end)
  on conflict (user_id) do update set
    desde = case when g.desde > now() - interval '1 day' then g.desde else now() end,
    mensajes = excluded.mensajes + case when g.desde > now() - interval '1 day' then g.mensajes else 0 end,
    de_prueba = excluded.de_prueba + case when g.desde > now() - interval '1 day' then g.de_prueba else 0 end
  returning * into gasto;
  return greatest(0, least(cuantos, cuantos + case when simulacro then 20 - gasto.de_prueba else 100 - gasto.mensajes end));
end
$$;
comment on function interno.gastar is
  'Counts messages that cost, and says how many of them are within a hundred in 24 hours; twenty for drills, which take nothing from an alert.';

create function interno.turno_tras(antes int) returns smallint
language sql immutable parallel safe set search_path = '' as $$
  select case when antes < 16 then 0 else least(7, floor(log(2, antes::numeric))::int - 3) end::smallint
$$;
comment on function interno.turno_tras is 'The turn of a message behind so many of the same member.';

create function interno.cuantos_esperan(quien uuid, clase int) returns int
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return (
    select count(*) from (
      select from interno.envios e where e.user_id = quien and e.urgencia = clase and e.terminado_en is null limit 1024
    ) as suyos
  );
end
$$;
comment on function interno.cuantos_esperan is 'How many messages of a member wait; a thousand are enough to know.';

create function interno.poner_turno() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.turno := interno.turno_tras(interno.cuantos_esperan(new.user_id, new.urgencia));
  return new;
end
$$;
comment on function interno.poner_turno is 'Trigger: what one member sends by the thousand waits behind what others send.';
create trigger poner_turno before insert on interno.envios
  for each row when (new.turno is null) execute function interno.poner_turno();
create trigger despertar after insert on interno.envios referencing new table as nuevos
  for each statement execute function interno.despertar();

create table interno.recibos_sueltos (
  via text not null check (char_length(via) <= 20),
  proveedor_id text not null check (char_length(proveedor_id) <= 200),
  resultado text not null check (resultado in ('entregada', 'fallida')),
  detalle text check (char_length(detalle) <= 200),
  recibido_en timestamptz not null default now(),
  primary key (via, proveedor_id, resultado)
);
comment on table interno.recibos_sueltos is
  'Receipts of providers that came before the sender had said what they are of; a day. Not readable by clients.';
create index recibos_sueltos_recibido_en_idx on interno.recibos_sueltos (recibido_en);
alter table interno.recibos_sueltos enable row level security;
alter table interno.recibos_sueltos force row level security;
revoke all on interno.recibos_sueltos from anon, authenticated;
select interno.poner_cupo(
  'interno.recibos_sueltos', 'la casa', 'Signed webhooks alone write here, and a day later it is gone.', rechaza => false
);

-- How fast ------------------------------------------------------------------------------------------------------------------

create table interno.caudales (
  via text primary key check (via in ('correo', 'push', 'sms', 'whatsapp')),
  por_segundo numeric not null check (por_segundo between 0.001 and 100000),
  libre_en timestamptz not null default '-infinity'
);
comment on table interno.caudales is
  'How many messages a second a provider takes, of all senders together: the operator''s setting. A way without a row has no limit. Not readable by clients.';
comment on column interno.caudales.libre_en is 'Until then nothing more is taken by this way: what left a moment ago is as much as its provider takes until then.';
alter table interno.caudales enable row level security;
alter table interno.caudales force row level security;
revoke all on interno.caudales from anon, authenticated;
select interno.poner_cupo('interno.caudales', 'la casa', 'One row for each way, written by the operator.', rechaza => false);

create function interno.a_la_vez(caudal interno.caudales) returns int
language sql immutable set search_path = '' as $$
  select greatest(1, floor(caudal.por_segundo / 4))::int
$$;
comment on function interno.a_la_vez is 'So many are taken at a time: a quarter of a second''s worth, and one at least.';

create function interno.cuantos_caben(caudal interno.caudales) returns int
language sql stable set search_path = '' as $$
  -- A moment further ahead than one such portion was written before the clock was set back.
  select case when caudal.libre_en > now() and caudal.libre_en <= now() + interval '1 second' * (interno.a_la_vez(caudal) / caudal.por_segundo)
    then 0 else interno.a_la_vez(caudal) end
$$;
comment on function interno.cuantos_caben is 'How many messages may leave by this way now.';

-- An alert goes before everything else, but never before the ending of an earlier one that a sender has in hand: a contact who reads that last
-- would believe that this one is over.
create function interno.ordenar_con_cierres(tomados uuid[]) returns uuid[]
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  caminos constant uuid[] := array(
    select e.via_id from interno.envios e where e.id = any (tomados) and e.via_id is not null and e.tipo in ('alerta', 'repetida')
  );
  en_mano uuid[];
  esperan uuid[];
  cierre interno.envios;
begin
  if cardinality(caminos) = 0 then
    return tomados;
  end if;
  -- Waits for a sender that is taking one in this very instant. In one order: two never wait for each other in a ring.
  perform from interno.envios c
  where c.via_id = any (caminos) and c.tipo = 'cierre' and c.terminado_en is null order by c.id for update;
  en_mano := array(
    select c.via_id from interno.envios c
    where c.via_id = any (caminos) and c.tipo = 'cierre' and c.terminado_en is null and c.tomado_hasta > now()
  );
  -- What has not left by now would be read after the alert: it does not leave any more.
  for cierre in
    update interno.envios c set terminado_en = now(), resultado = 'no salió'
    where c.via_id = any (caminos) and c.tipo = 'cierre' and c.terminado_en is null and coalesce(c.tomado_hasta, '-infinity') <= now()
    returning c.*
  loop
    if cierre.intentos > 0 then
      perform interno.seguir_a_cierre(cierre, now() + interval '15 seconds');
    end if;
  end loop;
  if cardinality(en_mano) = 0 then
    return tomados;
  end if;
  -- For as long as handing one over may take, and no longer: its sender may be dead.
  with devueltos as (
    update interno.envios e set tomado_hasta = null, intentos = e.intentos - 1
    where e.id = any (tomados) and e.tipo in ('alerta', 'repetida') and e.via_id = any (en_mano) and e.vence > now() - interval '10 seconds'
    returning e.id
  )
  select array_agg(id) into esperan from devueltos;
  return array(select t.id from unnest(tomados) with ordinality as t (id, n) where t.id <> all (coalesce(esperan, '{}')) order by t.n);
end
$$;
comment on function interno.ordenar_con_cierres is
  'Of messages that a sender is taking: those of alerts wait while the ending of an earlier one is being handed over by the same way, ten seconds at most, and such an ending that nobody has in hand is dropped. Returns what may leave.';

create function interno.tomar_envios(maximo int, vias text[] default null) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  falta int := least(greatest(coalesce(maximo, 50), 1), 1000);
  todas constant text[] := coalesce(vias, array['correo', 'push', 'sms', 'whatsapp']);
  caben int[];
  caudal interno.caudales;
  clase int;
  cual int;
  ordenados boolean := false;
  tomados uuid[] := '{}';
  estos uuid[];
  vigentes uuid[];
  vanos uuid[];
  vano interno.envios;
begin
  -- Senders that share a limit take one after the other.
  perform from interno.caudales r where r.via = any (todas) order by r.via for update;
  caben := array(
    select case when r.via is null then falta else interno.cuantos_caben(r) end
    from unnest(todas) with ordinality as v (via, n) left join interno.caudales r on r.via = v.via order by v.n
  );
  for clase, cual in
    select u, t from generate_series(0, 2) u, generate_series(0, 7) t
    where exists (
      select from interno.envios e
      where e.terminado_en is null and e.urgencia = u and e.turno = t and e.via = any (todas) and e.vence <= now()
    )
    order by u, t
  loop
    if clase > 0 and not ordenados then
      tomados := interno.ordenar_con_cierres(tomados);
      ordenados := true;
    end if;
    with libres as (
      select e.id, e.vence from unnest(todas, caben) as v (via, caben), lateral (
        select e.id, e.vence from interno.envios e
        where e.terminado_en is null and e.urgencia = clase and e.turno = cual and e.via = v.via and e.vence <= now()
          and (e.tomado_hasta is null or e.tomado_hasta <= now())
        order by e.vence limit least(falta, v.caben) for update skip locked
      ) e
      order by e.vence limit falta
    ), suyos as (
      update interno.envios e set tomado_hasta = now() + interval '60 seconds', intentos = e.intentos + 1
      from libres where e.id = libres.id returning e.id, e.via
    ), por_via as (
      select array(
        select v.caben - (select count(*) from suyos s where s.via = v.via)::int
        from unnest(todas, caben) with ordinality as v (via, caben, n) order by v.n
      ) as quedan
    )
    select coalesce((select array_agg(id) from suyos), '{}'), p.quedan into estos, caben from por_via p;
    tomados := tomados || estos;
    falta := falta - cardinality(estos);
    exit when falta <= 0;
  end loop;
  if not ordenados then
    tomados := interno.ordenar_con_cierres(tomados);
  end if;
  for caudal in
    select r.* from interno.caudales r where exists (select from interno.envios e where e.id = any (tomados) and e.via = r.via)
  loop
    update interno.caudales r
    set libre_en = now() + interval '1 second' * ((select count(*) from interno.envios e where e.id = any (tomados) and e.via = caudal.via) / caudal.por_segundo)
    where r.via = caudal.via;
  end loop;
  if cardinality(tomados) = 0 then
    return '[]';
  end if;
  -- Not worth sending any more, or nobody's any more: what was decided since it was enqueued counts.
  vigentes := array(
    select v.via_id from (select distinct e.user_id from interno.envios e where e.id = any (tomados) and e.via_id is not null) u,
      lateral interno.vias_vigentes(u.user_id) v
  );
  vanos := array(
    select e.id from interno.envios e
    left join public.entregas d on d.id = e.entrega_id left join public.alertas a on a.id = d.alerta_id
    where e.id = any (tomados) and (
      e.caduca <= now()
      or a.estado = 'cerrada' and e.tipo <> 'cierre'
      -- A newer alert has left, or is about to: read after it, this ending would be taken for its.
      or e.tipo = 'cierre' and exists (
        select from interno.envios n where n.via_id = e.via_id and n.tipo in ('alerta', 'repetida') and n.creado_en > e.creado_en
          and (n.terminado_en is null or n.resultado = 'enviada')
      )
      or e.via_id is not null and e.tipo not in ('confirmacion', 'numero') and e.via_id <> all (vigentes)
      or e.via_id is null and e.contacto_id is not null
      or e.suscripcion_id is not null and not exists (
        select from public.suscripciones_push s where s.id = e.suscripcion_id and interno.sesion_abierta(s.user_id, s.sesion)
      )
    )
  );
  for vano in
    update interno.envios e set terminado_en = now(), tomado_hasta = null, resultado = 'no salió'
    where e.id = any (vanos) returning e.*
  loop
    if vano.tipo = 'cierre' and vano.intentos > 1 then
      perform interno.seguir_a_cierre(vano, now());
    elsif vano.tipo in ('alerta', 'repetida') then
      -- Its sender died with it in hand: it may have arrived.
      if vano.intentos > 1 and exists (
        select from public.entregas d join public.alertas a on a.id = d.alerta_id where d.id = vano.entrega_id and a.estado = 'cerrada'
      ) then
        perform interno.despedir(vano.entrega_id);
      elsif vano.caduca <= now() then
        perform interno.fallar(vano, 'no se pudo entregar');
      end if;
    end if;
  end loop;
  return coalesce((
    with salen as materialized (
      select e.*, d.alerta_id from interno.envios e left join public.entregas d on d.id = e.entrega_id
      where e.id = any (tomados) and e.id <> all (vanos)
    ), quienes as materialized (
      select u.user_id, jsonb_build_object(
        'nombre', interno.nombre_para_contactos(u.user_id),
        'con_tema', coalesce((select s.con_tema from public.alarma_ajustes s where s.user_id = u.user_id), false)
      ) as datos
      from (select distinct user_id from salen where contacto_id is not null) u
    ), alertas as materialized (
      select a.id, a as fila, interno.datos_de_alerta(a) as datos from public.alertas a where a.id in (select alerta_id from salen)
    )
    select jsonb_agg(
      jsonb_build_object(
        'id', e.id, 'tipo', e.tipo, 'via', e.via, 'intento', e.intentos, 'clave', e.clave,
        -- Of a convocatoria, and of an account that ended, the message itself says where to.
        'destino', coalesce(v.destino, s.endpoint, e.datos ->> 'destino'),
        'p256dh', coalesce(v.p256dh, s.p256dh, e.datos ->> 'p256dh'), 'auth', coalesce(v.auth, s.auth, e.datos ->> 'auth'),
        'codigo_de', e.codigo_de, 'recibo_de', e.recibo_de, 'clave_de', e.clave_de,
        -- To an address that nobody has confirmed goes no word that somebody typed, and to her own devices none at all.
        'datos', e.datos || case when e.tipo in ('confirmacion', 'numero') then '{}' else coalesce(q.datos, '{}')
          || case when a.id is null then '{}' else a.datos || jsonb_build_object('nota', interno.nota_para(a.fila, e.contacto_id)) end end
          || case when e.caduca is null then '{}' else
            jsonb_build_object('segundos', greatest(1, ceil(extract(epoch from e.caduca - now())))) end
      ) order by array_position(tomados, e.id)
    )
    from salen e
    left join quienes q on q.user_id = e.user_id and e.contacto_id is not null
    left join alertas a on a.id = e.alerta_id
    left join interno.vias_contacto v on v.id = e.via_id
    left join public.suscripciones_push s on s.id = e.suscripcion_id
  ), '[]');
end
$$;
comment on function interno.tomar_envios is
  'For the sender: messages that are due, by these ways or by all, each its own for 60 seconds, urgent ones first and members in turn. What is of no use any more is ended here.';

create function interno.registrar_codigos(codigos jsonb) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  valen uuid[];
begin
  -- In one order for every sender: two senders never wait for each other in a ring. Most codes are known from another way already.
  perform from interno.codigos_alerta c
  where c.huella is null and c.id in (
    select substr(e.codigo_de, 8)::uuid from jsonb_to_recordset(codigos) as d (envio uuid)
    join interno.envios e on e.id = d.envio and e.codigo_de like 'alerta:%'
  )
  order by c.id for no key update;
  update interno.codigos_alerta c set huella = h.huella
  from (
    select distinct on (e.codigo_de) substr(e.codigo_de, 8)::uuid as id, decode(d.codigo_huella, 'hex') as huella
    from jsonb_to_recordset(codigos) as d (envio uuid, codigo_huella text)
    join interno.envios e on e.id = d.envio and e.codigo_de like 'alerta:%' and e.terminado_en is null
  ) h
  where c.id = h.id and c.huella is distinct from h.huella;
  update interno.alertas_sin_cuenta a set huella = decode(d.codigo_huella, 'hex')
  from jsonb_to_recordset(codigos) as d (envio uuid, codigo_huella text)
  join interno.envios e on e.id = d.envio and e.user_id is null and e.terminado_en is null
  where a.huella is null and e.codigo_de = 'alerta:' || a.id;
  perform from interno.envios e
  where e.terminado_en is null and e.id in (
    select d.envio from jsonb_to_recordset(codigos) as d (envio uuid, recibo_huella text, clave_huella text)
    where coalesce(d.recibo_huella, d.clave_huella) is not null
  )
  order by e.id for no key update;
  update interno.envios e set
    recibo_huella = coalesce(decode(d.recibo_huella, 'hex'), e.recibo_huella),
    clave_huella = coalesce(decode(d.clave_huella, 'hex'), e.clave_huella)
  from jsonb_to_recordset(codigos) as d (envio uuid, recibo_huella text, clave_huella text)
  where e.id = d.envio and e.terminado_en is null and coalesce(d.recibo_huella, d.clave_huella) is not null;
  -- Who left, or was dropped, in this very instant has no code any more, and is written to no more.
  select array_agg(e.id) into valen
  from jsonb_to_recordset(codigos) as d (envio uuid) join interno.envios e on e.id = d.envio
  where e.terminado_en is null and (
    e.codigo_de is null or e.codigo_de not like 'alerta:%'
    or exists (select from interno.codigos_alerta c where c.id = substr(e.codigo_de, 8)::uuid)
    or exists (select from interno.alertas_sin_cuenta a where a.id = substr(e.codigo_de, 8)::uuid)
  );
  return to_jsonb(coalesce(valen, '{}'));
end
$$;
comment on function interno.registrar_codigos is
  'For the sender, before it hands anything over: fingerprints of the codes it made. Returns the ids of the messages that may still leave.';

create function interno.fallar(envio interno.envios, razon text) returns void
language plpgsql set search_path = '' as $$
declare
  alerta public.alertas;
begin
  -- Another device, or an earlier message by the same way, may have arrived.
  update public.entregas e set estado = 'fallida', motivo = left(coalesce(nullif(btrim(razon), ''), 'no se pudo entregar'), 200)
  where e.id = envio.entrega_id and e.estado in ('en_cola', 'enviada', 'fallida')
    and not exists (
      select from interno.envios s where s.entrega_id = e.id and s.id <> envio.id and (s.terminado_en is null or s.resultado = 'enviada')
    );
  if not found or envio.tipo not in ('alerta', 'repetida') then
    return;
  end if;
  select a.* into alerta from public.alertas a join public.entregas e on e.alerta_id = a.id where e.id = envio.entrega_id;
  if alerta.estado <> 'abierta' then
    return;
  end if;
  -- One way for each contact was to be enough, and it is not; or none of the first ones can be reached.
  if alerta.una_via then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id, datos) values (
      'otra_via', 0, now(), alerta.user_id, alerta.id, jsonb_build_object('contacto', envio.contacto_id)
    );
  end if;
  if alerta.orden = 'prioridad' and not exists (
    select from public.entregas e where e.alerta_id = alerta.id and e.estado <> 'fallida'
  ) then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id) values ('escalar', 0, now(), alerta.user_id, alerta.id);
  end if;
end
$$;
comment on function interno.fallar is 'A message ended without arriving: so says its entrega, where nothing else by that way did, and the alert goes on.';

create function interno.buscar_recibo(envio interno.envios) returns void
language plpgsql set search_path = '' as $$
declare
  suelto record;
begin
  for suelto in
    delete from interno.recibos_sueltos r where r.via = envio.via and r.proveedor_id = envio.proveedor_id
    returning r.resultado, r.detalle
  loop
    perform interno.aplicar_recibo(envio, suelto.resultado, suelto.detalle);
  end loop;
end
$$;
comment on function interno.buscar_recibo is 'Its receipt may have been faster than its sender.';

create function interno.seguir_a_cierre(cierre interno.envios, cuando timestamptz) returns void
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  escritos int;
begin
  insert into interno.envios (tipo, via, urgencia, user_id, contacto_id, via_id, entrega_id, vence, caduca, clave, codigo_de, recibo_de)
  select 'repetida', n.via, 0, n.user_id, n.contacto_id, n.via_id, n.entrega_id, cuando, now() + interval '1 day',
    format('sigue:%s:%s', n.entrega_id, n.via_id), n.codigo_de, case when n.via = 'push' then format('recibo:sigue:%s:%s', n.entrega_id, n.via_id) end
  from interno.envios n join public.entregas d on d.id = n.entrega_id join public.alertas a on a.id = d.alerta_id
  where n.contacto_id = cierre.contacto_id and n.via_id = cierre.via_id and n.tipo in ('alerta', 'repetida') and n.creado_en > cierre.creado_en
    and (n.resultado = 'enviada' or n.terminado_en is null and n.tomado_hasta > now()) and a.estado = 'abierta'
  order by n.creado_en desc limit 1
  on conflict (clave) do nothing;
  get diagnostics escritos = row_count;
  if escritos > 0 and cierre.via in ('sms', 'whatsapp') then
    -- Beyond the limit too: else the contact believes that it is over.
    perform interno.gastar(cierre.user_id, escritos);
  end if;
end
$$;
comment on function interno.seguir_a_cierre is
  'The ending of an earlier alert may arrive after a newer one, which has left: it was handed over late, its provider did not say in time that it has it, or its sender died. That one is then said once more, by the same way.';

create function interno.anotar_envio(id uuid, resultado text, detalle text, proveedor_id text) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
declare
  envio interno.envios;
  cerrada boolean;
begin
  if anotar_envio.resultado is null or anotar_envio.resultado not in ('enviada', 'por_repetir', 'fallida', 'ya_no_existe') then
    raise exception using errcode = '23514', message = 'Falta cómo terminó.';
  end if;
  -- The alert first, then its message, as closing takes them: either this is seen there, or closing is seen here.
  select a.estado = 'cerrada' and e.tipo <> 'cierre' into cerrada
  from interno.envios e join public.entregas d on d.id = e.entrega_id join public.alertas a on a.id = d.alerta_id
  where e.id = anotar_envio.id for share of a;
  select * into envio from interno.envios e where e.id = anotar_envio.id for update;
  if not found then
    return false; -- Gone with its contact.
  end if;
  if envio.terminado_en is not null and (anotar_envio.resultado <> 'enviada' or envio.resultado = 'enviada') then
    return true; -- Said before.
  end if;
  if anotar_envio.resultado <> 'enviada' and envio.tipo <> 'cierre' then
    update public.entregas e set intentos = e.intentos + 1 where e.id = envio.entrega_id;
  end if;

  if anotar_envio.resultado = 'enviada' then
    update interno.envios e set
      terminado_en = now(), tomado_hasta = null, resultado = 'enviada', proveedor_id = coalesce(left(anotar_envio.proveedor_id, 200), e.proveedor_id)
    where e.id = envio.id returning * into envio;
    if envio.tipo <> 'cierre' then
      update public.entregas e set
        intentos = e.intentos + 1, estado = case when e.estado in ('en_cola', 'fallida') then 'enviada' else e.estado end,
        enviada_en = coalesce(e.enviada_en, now()), motivo = null
      where e.id = envio.entrega_id;
    end if;
    perform interno.buscar_recibo(envio);
  elsif anotar_envio.resultado = 'por_repetir' and cerrada is not true then
    update interno.envios e set
      tomado_hasta = null,
      vence = now() + least(interval '10 minutes', interval '5 seconds' * 3 ^ least(e.intentos - 1, 6))
    where e.id = envio.id;
  else
    update interno.envios e set terminado_en = now(), tomado_hasta = null,
      resultado = case when anotar_envio.resultado = 'por_repetir' then 'cerrada' else 'fallida' end
    where e.id = envio.id returning * into envio;
    if anotar_envio.resultado <> 'por_repetir' and envio.tipo <> 'cierre' then
      perform interno.fallar(envio, case anotar_envio.resultado when 'ya_no_existe' then coalesce(anotar_envio.detalle, 'esa forma de avisar ya no existe')
        else anotar_envio.detalle end);
    end if;
    if anotar_envio.resultado = 'ya_no_existe' then
      if envio.via_id is not null then
        perform interno.borrar_vias(array[envio.via_id]);
      elsif envio.suscripcion_id is not null then
        delete from public.suscripciones_push s where s.id = envio.suscripcion_id;
      end if;
      return true;
    end if;
  end if;
  if envio.tipo = 'cierre' and anotar_envio.resultado in ('enviada', 'por_repetir') then
    perform interno.seguir_a_cierre(envio, now() + case anotar_envio.resultado when 'enviada' then interval '0' else interval '15 seconds' end);
  elsif cerrada and anotar_envio.resultado in ('enviada', 'por_repetir') and envio.tipo in ('alerta', 'repetida') then
    perform interno.despedir(envio.entrega_id);
  elsif envio.sigue is not null and envio.resultado = 'enviada' then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id, datos)
    select 'completar', 0, now(), envio.user_id, e.alerta_id,
      jsonb_build_object('tipo', 'repetida', 'vuelta', envio.sigue, 'todas', true, 'contacto', envio.contacto_id)
    from public.entregas e where e.id = envio.entrega_id;
  end if;
  return true;
end
$$;
comment on function interno.anotar_envio is
  'For the sender: how handing one over ended. enviada, por_repetir (again after 5, 15, 45 seconds … ten minutes, until its alert closes), fallida (detalle: why, in Spanish), ya_no_existe (that way is forgotten). Whether it was known.';

create function interno.anotar_envios(resultados jsonb) returns int
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  nota record;
  conocidos int := 0;
  enviados uuid[];
begin
  -- What nearly all of them are, in few statements: sent, of an alert that is open. Alerts first, then messages (interno.anotar_envio),
  -- each in one order, so that two senders never wait for each other in a ring.
  perform from public.alertas a where a.id in (
    select d.alerta_id from jsonb_to_recordset(resultados) as r (id uuid)
    join interno.envios e on e.id = r.id join public.entregas d on d.id = e.entrega_id
  ) order by a.id for share;
  perform from interno.envios e where e.id in (select r.id from jsonb_to_recordset(resultados) as r (id uuid)) order by e.id for update;
  with sencillos as (
    update interno.envios e set
      terminado_en = now(), tomado_hasta = null, resultado = 'enviada', proveedor_id = coalesce(left(r.proveedor_id, 200), e.proveedor_id)
    from jsonb_to_recordset(resultados) as r (id uuid, resultado text, proveedor_id text), public.entregas d, public.alertas a
    where e.id = r.id and r.resultado = 'enviada' and e.terminado_en is null and e.sigue is null and e.tipo <> 'cierre'
      and d.id = e.entrega_id and a.id = d.alerta_id and a.estado = 'abierta'
    returning e.id, e.entrega_id
  ), contados as (
    update public.entregas e set
      intentos = e.intentos + s.veces, estado = case when e.estado in ('en_cola', 'fallida') then 'enviada' else e.estado end,
      enviada_en = coalesce(e.enviada_en, now()), motivo = null
    from (select entrega_id, count(*)::int as veces from sencillos group by entrega_id) s
    where e.id = s.entrega_id
  )
  select coalesce(array_agg(id), '{}') into enviados from sencillos;
  perform interno.buscar_recibo(e) from interno.envios e where e.id = any (enviados) and e.proveedor_id is not null;
  for nota in
    select * from jsonb_to_recordset(resultados) as r (id uuid, resultado text, detalle text, proveedor_id text)
    where r.id <> all (enviados) order by r.id
  loop
    conocidos := conocidos + interno.anotar_envio(nota.id, nota.resultado, nota.detalle, nota.proveedor_id)::int;
  end loop;
  return conocidos + cardinality(enviados);
end
$$;
comment on function interno.anotar_envios is 'For the sender: many at once, each as interno.anotar_envio. Returns how many were known.';

create function interno.aplicar_recibo(envio interno.envios, resultado text, detalle text) returns void
language plpgsql set search_path = '' as $$
begin
  if resultado = 'entregada' then
    perform interno.anotar_llegada_de(envio);
  elsif envio.tipo <> 'cierre' then
    update interno.envios e set resultado = 'fallida' where e.id = envio.id and e.resultado = 'enviada';
    if found then
      perform interno.fallar(envio, detalle);
    end if;
  end if;
end
$$;
comment on function interno.aplicar_recibo is 'What a provider says of a message that it took: any number of times, in any order.';

create function interno.anotar_recibo(proveedor_id text, via text, resultado text, detalle text) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
declare
  envio interno.envios;
begin
  if anotar_recibo.proveedor_id is null or anotar_recibo.via is null or anotar_recibo.resultado is null
    or anotar_recibo.resultado not in ('entregada', 'fallida') then
    return false;
  end if;
  select * into envio from interno.envios e
  where e.proveedor_id = left(anotar_recibo.proveedor_id, 200) and e.via = anotar_recibo.via limit 1;
  if found then
    perform interno.aplicar_recibo(envio, anotar_recibo.resultado, anotar_recibo.detalle);
    return true;
  end if;
  delete from interno.recibos_sueltos r where r.recibido_en < now() - interval '1 day';
  insert into interno.recibos_sueltos (via, proveedor_id, resultado, detalle)
  values (left(anotar_recibo.via, 20), left(anotar_recibo.proveedor_id, 200), anotar_recibo.resultado, left(anotar_recibo.detalle, 200))
  on conflict do nothing;
  return false;
end
$$;
comment on function interno.anotar_recibo is
  'For the sender: a provider''s signed word on what it took, in any order and any number of times. False for a message that is not known; it is kept a day, in case it came before anotar_envio.';

create function interno.siguiente_envio() returns timestamptz
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select min(vence) from (
    select greatest(r.libre_en, e.vence)
    from generate_series(0, 2) u, generate_series(0, 7) t, unnest(array['correo', 'push', 'sms', 'whatsapp']) v
    left join interno.caudales r on r.via = v
    cross join lateral (
      select e.vence from interno.envios e
      where e.terminado_en is null and e.urgencia = u and e.turno = t and e.via = v and (e.tomado_hasta is null or e.tomado_hasta <= now())
      order by e.vence limit 1
    ) e
    union all
    -- What somebody has in hand is due again once that ends; those that were due first were taken first.
    select e.tomado_hasta
    from generate_series(0, 2) u, generate_series(0, 7) t, unnest(array['correo', 'push', 'sms', 'whatsapp']) v
    cross join lateral (
      select min(d.tomado_hasta) as tomado_hasta from (
        select s.tomado_hasta from interno.envios s
        where s.terminado_en is null and s.urgencia = u and s.turno = t and s.via = v and s.vence <= now() order by s.vence limit 100
      ) d where d.tomado_hasta > now()
    ) e
    union all
    select (select p.vence from interno.pendientes p where p.urgencia = u order by p.vence limit 1)
    from generate_series(0, 2) u
  ) as cada (vence)
$$;
comment on function interno.siguiente_envio is 'For the sender: when the next thing is due; null while nothing waits.';

-- Each kind of pendiente is one function, interno.atender_{tipo}. One that fails, or whose alert is locked, is tried again
-- a moment later and delays no other.
create function interno.atender_pendientes(maximo int) returns int
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  empezo constant timestamptz := clock_timestamp();
  espera constant text := current_setting('lock_timeout');
  debido interno.pendientes;
  hechos int := 0;
begin
  perform set_config('lock_timeout', '300', true);
  for clase in 0 .. 2 loop
    loop
      exit when hechos >= least(greatest(coalesce(maximo, 200), 1), 1000) or clock_timestamp() > empezo + interval '400 milliseconds';
      select * into debido from interno.pendientes p
      where p.urgencia = clase and p.vence <= now() order by p.vence limit 1 for update skip locked;
      exit when not found;
      hechos := hechos + 1;
      begin
        delete from interno.pendientes p where p.id = debido.id;
        execute format('select interno.%I($1)', 'atender_' || debido.tipo) using debido;
      exception when others then
        raise warning 'alarma: % waits: %', debido.tipo, sqlerrm;
        update interno.pendientes p
        set intentos = p.intentos + 1, vence = now() + least(interval '1 minute', interval '1 second' * 2 ^ least(p.intentos, 6))
        where p.id = debido.id;
      end;
    end loop;
  end loop;
  perform set_config('lock_timeout', espera, true);
  return hechos;
end
$$;
comment on function interno.atender_pendientes is
  'For the sender: does what is due inside the database, urgent things first, for half a second at most. Returns how many; call it again while it is not 0.';

create function public.tomar_envios(maximo int default 50, vias text[] default null) returns jsonb
language sql set search_path = '' begin atomic
  select interno.tomar_envios(maximo, vias);
end;
comment on function public.tomar_envios is 'The sender''s: see interno.tomar_envios.';
create function public.registrar_codigos(codigos jsonb) returns jsonb
language sql set search_path = '' begin atomic
  select interno.registrar_codigos(codigos);
end;
comment on function public.registrar_codigos is 'The sender''s: see interno.registrar_codigos.';
create function public.anotar_envio(id uuid, resultado text, detalle text default null, proveedor_id text default null) returns void
language sql set search_path = '' begin atomic
  select interno.anotar_envio(id, resultado, detalle, proveedor_id);
end;
comment on function public.anotar_envio is 'The sender''s: see interno.anotar_envio.';
create function public.anotar_envios(resultados jsonb) returns int
language sql set search_path = '' begin atomic
  select interno.anotar_envios(resultados);
end;
comment on function public.anotar_envios is 'The sender''s: see interno.anotar_envios.';
create function public.anotar_recibo(proveedor_id text, via text, resultado text, detalle text default null) returns boolean
language sql set search_path = '' begin atomic
  select interno.anotar_recibo(proveedor_id, via, resultado, detalle);
end;
comment on function public.anotar_recibo is 'The sender''s: see interno.anotar_recibo.';
create function public.siguiente_envio() returns timestamptz
language sql stable set search_path = '' begin atomic
  select interno.siguiente_envio();
end;
comment on function public.siguiente_envio is 'The sender''s: see interno.siguiente_envio.';
create function public.atender_pendientes(maximo int default 200) returns int
language sql set search_path = '' begin atomic
  select interno.atender_pendientes(maximo);
end;
comment on function public.atender_pendientes is 'The sender''s: see interno.atender_pendientes.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.tomar_envios, public.registrar_codigos, public.anotar_envio, public.anotar_envios, public.anotar_recibo, public.siguiente_envio,
  public.atender_pendientes
  from anon, authenticated, public;
grant execute on function
  interno.tomar_envios, interno.registrar_codigos, interno.anotar_envio, interno.anotar_envios, interno.anotar_recibo,
  interno.siguiente_envio, interno.atender_pendientes, public.tomar_envios, public.registrar_codigos, public.anotar_envio,
  public.anotar_envios, public.anotar_recibo, public.siguiente_envio, public.atender_pendientes
  to service_role;
