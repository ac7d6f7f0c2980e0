-- The alarm: one press reaches every person she trusts who said yes, and she sees who has it (docs/alarm.md).
-- No press is refused, by no quota, no rate and no lock; what cannot be a new alert joins the open one. An entrega is never ahead of its
-- proof. Whoever left receives nothing any more. Whatever has to happen later stands in interno.pendientes before anything else is tried.

-- Alerts ------------------------------------------------------------------------------------------------------------------

create table public.alertas (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  cliente_id uuid not null,
  origen text not null default 'boton' check (origen in ('boton', 'llegada', 'simulacro')),
  estado text not null default 'pausa' check (estado in ('pausa', 'abierta', 'cerrada')),
  motivo text check (motivo in ('a_salvo', 'por_error', 'sin_noticias')),
  con_pin boolean not null default false,
  pulsada_en timestamptz not null default now(),
  creada_en timestamptz not null default now(),
  sale_en timestamptz not null default now(),
  cerrada_en timestamptz,
  tardia boolean not null default false,
  pulsaciones int not null default 1,
  ultima_pulsacion timestamptz not null default now(),
  juntadas uuid[] not null default '{}' check (cardinality(juntadas) <= 100),
  latitud double precision check (latitud between -90 and 90),
  longitud double precision check (longitud between -180 and 180),
  precision_m double precision check (precision_m >= 0 and precision_m < 1e9),
  lugar_en timestamptz,
  ultima_senal timestamptz not null default now(),
  orden text not null default 'todas' check (orden in ('todas', 'prioridad')),
  espera_min int not null default 3 check (espera_min in (1, 3, 5)),
  nota text check (char_length(nota) <= 1000),
  notas jsonb not null default '[]' check (jsonb_typeof(notas) = 'array' and jsonb_array_length(notas) <= 20),
  contactos uuid[] check (cardinality(contactos) <= 500),
  una_via boolean not null default false,
  avisada_en timestamptz,
  unique (user_id, cliente_id),
  check ((estado = 'cerrada') = (cerrada_en is not null) and (estado = 'cerrada') = (motivo is not null)),
  check ((latitud is null) = (longitud is null) and (latitud is null) = (lugar_en is null))
);
comment on table public.alertas is
  'Alerts: the member''s alone to read, written through functions alone. Contacts learn of one through ver_alerta.';
comment on column public.alertas.cliente_id is 'Made on her device, the same as the event''s: a second delivery changes nothing.';
comment on column public.alertas.sale_en is 'When it leaves, or left: later than cerrada_en where she closed it within the pause and nothing ever left.';
comment on column public.alertas.pulsaciones is 'How often she pressed: none where a timer opened it.';
comment on column public.alertas.juntadas is 'cliente_id of the presses that joined, the last hundred.';
comment on column public.alertas.ultima_senal is 'The last thing that came from her. A day after it the alert closes by itself.';
comment on column public.alertas.contactos is 'Of timers: whom they are for. Null: everybody who accepted; a press that joins makes it so.';
comment on column public.alertas.notas is
  'Of timers: {nota, contactos} of each that opened it or joined, the first twenty; contactos as those of the timer. A contact reads what names her, or everybody.';
comment on column public.alertas.una_via is 'Of a member with more than ten alerts in an hour: each contact by one way, another where that one fails.';
comment on column public.alertas.avisada_en is 'When contacts were last written to; null while nothing has left.';
create index alertas_user_id_idx on public.alertas (user_id, creada_en);
create index alertas_abiertas_idx on public.alertas (user_id) where estado <> 'cerrada';

alter table public.alertas enable row level security;
alter table public.alertas force row level security;
alter table public.alertas replica identity full;
revoke all on public.alertas from anon, authenticated;
grant select on public.alertas to authenticated;
grant all on public.alertas to service_role;
create policy "una usuaria lee sus propias alertas" on public.alertas
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
alter publication supabase_realtime add table public.alertas;
select interno.poner_cupo(
  'public.alertas', 'la casa', 'Never refused: presses join the open one, and the last three hundred that left are kept (interno.hacer_sitio).', rechaza => false
);

-- What became of each, by contact and way -----------------------------------------------------------------------------------

create table public.entregas (
  id uuid primary key default gen_random_uuid(),
  alerta_id uuid not null references public.alertas on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  contacto_id uuid references public.contactos_emergencia on delete set null,
  via text not null check (via in ('correo', 'push', 'sms', 'whatsapp')),
  estado text not null default 'en_cola' check (estado in ('en_cola', 'enviada', 'entregada', 'vista', 'respondida', 'fallida')),
  motivo text check (char_length(motivo) <= 200),
  respuesta text check (respuesta in ('ya_voy', 'la_llamo', 'no_puedo')),
  intentos int not null default 0,
  encolada_en timestamptz not null default now(),
  enviada_en timestamptz,
  entregada_en timestamptz,
  vista_en timestamptz,
  respondida_en timestamptz,
  unique (alerta_id, contacto_id, via),
  -- No state without its proof.
  check (estado <> 'enviada' or enviada_en is not null),
  check (estado <> 'entregada' or entregada_en is not null),
  check (estado <> 'vista' or vista_en is not null),
  check (estado <> 'respondida' or (respondida_en is not null and respuesta is not null)),
  check (estado <> 'fallida' or motivo is not null)
) with (fillfactor = 60); -- Room for the states that follow.
comment on table public.entregas is
  'How far an alert got, for each contact and way: the member''s alone to read, written through functions alone, forwards only.';
comment on column public.entregas.contacto_id is 'Null where she has deleted that contact for good since.';
comment on column public.entregas.motivo is 'Of fallida, in Spanish, for her.';
create index entregas_user_id_idx on public.entregas (user_id, encolada_en);
create index entregas_contacto_id_idx on public.entregas (contacto_id);

alter table public.entregas enable row level security;
alter table public.entregas force row level security;
alter table public.entregas replica identity full;
revoke all on public.entregas from anon, authenticated;
grant select on public.entregas to authenticated;
grant all on public.entregas to service_role;
create policy "una usuaria lee sus propias entregas" on public.entregas
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
alter publication supabase_realtime add table public.entregas;
select interno.poner_cupo(
  'public.entregas', 'la casa', 'One for each contact and way of an alert, and those of three hundred alerts (interno.hacer_sitio).', rechaza => false
);

create function interno.avanzar_entrega() returns trigger
language plpgsql set search_path = '' as $$
declare
  pasos constant text[] := array['en_cola', 'enviada', 'entregada', 'vista', 'respondida'];
begin
  if new.estado = 'fallida' and old.estado in ('entregada', 'vista', 'respondida')
    or new.estado <> 'fallida' and array_position(pasos, new.estado) < array_position(pasos, old.estado)
    or new.estado = 'en_cola' and old.estado = 'fallida' then
    raise exception using errcode = '23514', message = 'Una entrega no puede volver atrás.';
  end if;
  return new;
end
$$;
comment on function interno.avanzar_entrega is
  'Trigger: an entrega goes forwards only; fallida ends what has no receipt, and ends itself when a later attempt arrives.';
create trigger avanzar before update of estado on public.entregas
  for each row execute function interno.avanzar_entrega();

-- Codes of an alert: one for each contact. Here is the one place that knows what she or he answered.
create table interno.codigos_alerta (
  id uuid primary key default gen_random_uuid(),
  alerta_id uuid not null references public.alertas on delete cascade,
  contacto_id uuid not null references public.contactos_emergencia on delete cascade,
  huella bytea unique check (octet_length(huella) = 32),
  respuesta text check (respuesta in ('ya_voy', 'la_llamo', 'no_puedo')),
  cambios int not null default 0,
  sostiene_desde timestamptz,
  unique (alerta_id, contacto_id)
);
comment on table interno.codigos_alerta is
  'What opens an alert for one contact: SHA-256 of the code, which the database never holds. The row goes when the contact does, and the code with it. Nobody''s to read.';
comment on column interno.codigos_alerta.huella is 'Null until the sender has made the code.';
comment on column interno.codigos_alerta.cambios is 'How often this contact answered: bounded, since whoever holds the code calls as often as she likes.';
comment on column interno.codigos_alerta.sostiene_desde is 'The first «Ya voy» or «La estoy llamando»: it holds five minutes from here, once.';
create index codigos_alerta_contacto_id_idx on interno.codigos_alerta (contacto_id);
alter table interno.codigos_alerta enable row level security;
alter table interno.codigos_alerta force row level security;
revoke all on interno.codigos_alerta from anon, authenticated;
select interno.poner_cupo('interno.codigos_alerta', 'la casa', 'One for each contact of an alert.', rechaza => false);

-- What is due inside the database -------------------------------------------------------------------------------------------

create table interno.pendientes (
  id uuid primary key default gen_random_uuid(),
  tipo text not null check (tipo ~ '^[a-z_]{1,40}$'),
  urgencia smallint not null default 1 check (urgencia between 0 and 2),
  vence timestamptz not null,
  user_id uuid references auth.users on delete cascade,
  alerta_id uuid references public.alertas on delete cascade,
  datos jsonb not null default '{}' check (octet_length(datos::text) <= 4000),
  intentos int not null default 0,
  creado_en timestamptz not null default clock_timestamp()
);
comment on table interno.pendientes is
  'What is due inside the database, each done by the function interno.atender_{tipo}: leaving, repeating, going on, closing, forgetting, timers. Nobody''s to read.';
comment on column interno.pendientes.urgencia is '0: of an open alert; 1: closing and timers; 2: what can wait.';
create index pendientes_vence_idx on interno.pendientes (urgencia, vence);
create index pendientes_user_id_idx on interno.pendientes (user_id);
create index pendientes_alerta_id_idx on interno.pendientes (alerta_id);
alter table interno.pendientes enable row level security;
alter table interno.pendientes force row level security;
revoke all on interno.pendientes from anon, authenticated;
select interno.poner_cupo('interno.pendientes', 'la casa', 'A handful for each alert and timer.', rechaza => false);

create function interno.despertar() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- What is due later is found by the sender's next look by itself, every five seconds, whose answer names the next moment: an
  -- appointment of next week wakes nobody.
  if exists (select from nuevos n where n.vence < now() + interval '10 seconds') then
    perform pg_notify('alarma', '');
  end if;
  return null;
end
$$;
comment on function interno.despertar is 'Trigger: says at the commit that something is due at once, to whoever listens.';
create trigger despertar after insert on interno.pendientes referencing new table as nuevos
  for each statement execute function interno.despertar();

-- What costs ----------------------------------------------------------------------------------------------------------------

create table interno.gastos (
  user_id uuid primary key references auth.users on delete cascade,
  desde timestamptz not null default now(),
  mensajes int not null default 0,
  de_prueba int not null default 0
);
comment on table interno.gastos is
  'SMS and WhatsApp messages of a member within 24 hours, those of drills apart. Nobody''s to read.';
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

-- The queue, as an alert uses it ----------------------------------------------------------------------------------------------

alter table interno.envios
  add constraint envios_entrega_id_fkey foreign key (entrega_id) references public.entregas on delete cascade,
  -- Until then it is whoever's who took it; in no index, so that taking it writes none of them anew.
  add column tomado_hasta timestamptz,
  -- Members in turn: the first sixteen messages of each come before anybody's seventeenth, and so on in steps that double.
  add column turno smallint not null check (turno between 0 and 7);
comment on column interno.envios.tomado_hasta is 'While a sender has it in hand, and not longer: a sender that dies loses its claim.';
comment on column interno.envios.turno is 'How many of the same member waited before it, in steps that double: 0 for the first sixteen.';
create index envios_turno_idx on interno.envios (urgencia, turno, vence) where terminado_en is null;

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
  'Receipts of providers that came before the sender had said what they are of; a day. Nobody''s to read.';
create index recibos_sueltos_recibido_en_idx on interno.recibos_sueltos (recibido_en);
alter table interno.recibos_sueltos enable row level security;
alter table interno.recibos_sueltos force row level security;
revoke all on interno.recibos_sueltos from anon, authenticated;
select interno.poner_cupo(
  'interno.recibos_sueltos', 'la casa', 'Signed webhooks alone write here, and a day later it is gone.', rechaza => false
);

-- Going out -------------------------------------------------------------------------------------------------------------------

-- Plans are kept for as long as a connection is, and one that was made while the queue was empty reads all of it ever after. So what
-- works on the queue never reads a whole table (enable_seqscan), whenever it was planned; what it calls is planned under the same.

create function interno.numero_de_emergencia(quien uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select n.numeros[1] from public.numeros_emergencia n join public.alarma_ajustes a on a.pais = n.codigo_iso where a.user_id = quien),
    interno.ajuste('numero_de_emergencia')
  );
end
$$;
comment on function interno.numero_de_emergencia is 'The emergency number of a member''s country, or this house''s.';

create function interno.pais_de_emergencia(quien uuid) returns text
language sql stable set search_path = '' as $$
  select n.codigo_iso from public.numeros_emergencia n join public.alarma_ajustes a on a.pais = n.codigo_iso where a.user_id = quien
$$;
comment on function interno.pais_de_emergencia is 'Whose number interno.numero_de_emergencia gives: null for this house''s.';

create function interno.escribir(alerta public.alertas, tipo text, vuelta text, todas boolean, a_quien uuid) returns int
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  simulacro constant boolean := alerta.origen = 'simulacro';
  hasta constant timestamptz := now() + case when simulacro then interval '30 minutes' else interval '1 day' end;
  clase constant int := case when simulacro then 2 else 0 end;
  primera int;
  contactos uuid[];
  caminos uuid[];
  vias text[];
  entregas uuid[];
  codigos uuid[];
  lugares int[];
  caros int;
  caben int := 0;
  antes int;
  escritos int;
begin
  if alerta.orden = 'prioridad' and not todas then
    select min(v.prioridad) into primera from interno.vias_vigentes(alerta.user_id) v
    where alerta.contactos is null or v.contacto_id = any (alerta.contactos);
  end if;
  select array_agg(v.contacto_id order by v.prioridad, v.contacto_id, v.puesto), array_agg(v.via_id order by v.prioridad, v.contacto_id, v.puesto),
    array_agg(v.via order by v.prioridad, v.contacto_id, v.puesto)
  into contactos, caminos, vias
  from (
    select w.*, dense_rank() over (
      partition by w.contacto_id order by array_position(array['push', 'correo', 'whatsapp', 'sms'], w.via)
    ) as puesto
    from interno.vias_vigentes(alerta.user_id) w
    where (alerta.contactos is null or w.contacto_id = any (alerta.contactos)) and (a_quien is null or w.contacto_id = a_quien)
  ) v
  where (primera is null or v.prioridad = primera) and (not alerta.una_via or v.puesto = 1);
  if contactos is null then
    return 0;
  end if;
  insert into interno.codigos_alerta (alerta_id, contacto_id) select alerta.id, c from (select distinct unnest(contactos) as c) as x
  on conflict (alerta_id, contacto_id) do nothing;
  insert into public.entregas (alerta_id, user_id, contacto_id, via)
  select distinct alerta.id, alerta.user_id, c, v from unnest(contactos, vias) as x (c, v)
  on conflict (alerta_id, contacto_id, via) do nothing;

  -- What still waits for its turn, or for a provider to come back, is not said twice; nor is the same thing. What costs comes last.
  select array_agg(x.via_id order by x.caro, x.n), array_agg(x.via order by x.caro, x.n), array_agg(x.contacto order by x.caro, x.n),
    array_agg(x.entrega order by x.caro, x.n), array_agg(x.codigo order by x.caro, x.n),
    array_agg(x.n order by x.caro, x.n), count(*) filter (where x.caro)
  into caminos, vias, contactos, entregas, codigos, lugares, caros
  from (
    select k.*, k.via in ('sms', 'whatsapp') as caro, e.id as entrega, c.id as codigo
    from unnest(contactos, caminos, vias) with ordinality as k (contacto, via_id, via, n)
    join public.entregas e on e.alerta_id = alerta.id and e.contacto_id = k.contacto and e.via = k.via
    join interno.codigos_alerta c on c.alerta_id = alerta.id and c.contacto_id = k.contacto
    where not exists (
      select from interno.envios s where s.entrega_id = e.id and s.via_id = k.via_id
        and (s.terminado_en is null or s.clave = format('%s:%s:%s', vuelta, e.id, k.via_id))
    )
  ) x;
  if caros > 0 then
    caben := interno.gastar(alerta.user_id, caros, simulacro);
  end if;
  antes := interno.cuantos_esperan(alerta.user_id, clase);
  insert into interno.envios (tipo, via, urgencia, turno, user_id, contacto_id, via_id, entrega_id, vence, caduca, clave, codigo_de, recibo_de)
  select escribir.tipo, x.via, clase, interno.turno_tras(antes + x.n::int - 1), alerta.user_id, x.contacto, x.via_id, x.entrega,
    -- After ten alerts in an hour four contacts a second: who opens and closes without end sends four messages of each, not all.
    now() + make_interval(secs => case when alerta.una_via then (x.lugar - 1) / 4 else 0 end), hasta,
    format('%s:%s:%s', vuelta, x.entrega, x.via_id), 'alerta:' || x.codigo,
    case when x.via = 'push' then format('recibo:%s:%s:%s', vuelta, x.entrega, x.via_id) end
  from unnest(contactos, caminos, vias, entregas, codigos, lugares) with ordinality as x (contacto, via_id, via, entrega, codigo, lugar, n)
  where x.n <= cardinality(caminos) - caros + caben
  on conflict (clave) do nothing;
  get diagnostics escritos = row_count;
  if caben < caros then
    update public.entregas e set estado = 'fallida', motivo = 'límite de mensajes de hoy'
    where e.id = any (entregas[cardinality(caminos) - caros + caben + 1:]) and e.estado = 'en_cola'
      and not exists (select from interno.envios s where s.entrega_id = e.id and s.terminado_en is null);
  end if;
  return escritos;
end
$$;
comment on function interno.escribir is
  'Messages of an alert to its contacts, or to one of them, in the queue, with an entrega and a code for each. Returns how many are new.';

create function interno.mandar(alerta public.alertas, tipo text, vuelta text, todas boolean default false) returns int
language plpgsql set search_path = '' as $$
declare
  contacto uuid;
  escritos int := 0;
  falta boolean := false;
begin
  begin
    return interno.escribir(alerta, tipo, vuelta, todas, null);
  exception when others then
    raise warning 'alarma: the messages of an alert are written one by one: %', sqlerrm;
  end;
  -- One who leaves in this very instant, or whatever else one of them meets, holds up nobody else.
  for contacto in select distinct v.contacto_id from interno.vias_vigentes(alerta.user_id) v loop
    begin
      escritos := escritos + interno.escribir(alerta, tipo, vuelta, todas, contacto);
    exception when others then
      falta := true;
    end;
  end loop;
  if falta then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id, datos) values (
      'completar', 0, now() + interval '1 second', alerta.user_id, alerta.id,
      jsonb_build_object('tipo', tipo, 'vuelta', vuelta, 'todas', todas)
    );
  end if;
  return escritos;
end
$$;
comment on function interno.mandar is
  'Writes to the contacts of an alert, each by every way that works. Of prioridad the first ones alone, unless todas. The same vuelta twice writes nothing new.';

create function interno.salir(cual uuid) returns void
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  alerta public.alertas;
begin
  select * into alerta from public.alertas a where a.id = cual for no key update;
  if alerta.estado is distinct from 'pausa' or alerta.sale_en > now() then
    return;
  end if;
  update public.alertas a set estado = 'abierta', avisada_en = now() where a.id = cual returning * into alerta;
  perform interno.mandar(alerta, case alerta.origen when 'simulacro' then 'simulacro' else 'alerta' end, 'alerta');
  if alerta.origen = 'simulacro' then
    return;
  end if;
  insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id) values
    ('repetir', 0, now() + interval '3 minutes', alerta.user_id, cual);
  if alerta.orden = 'prioridad' then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id)
    values ('escalar', 0, now() + make_interval(mins => alerta.espera_min), alerta.user_id, cual);
  end if;
end
$$;
comment on function interno.salir is
  'The end of a pause: the alert is open, and its first messages are in the queue. Nothing where it left already or was closed.';

-- The press -------------------------------------------------------------------------------------------------------------------

create function interno.ajustes_de_alarma(quien uuid) returns public.alarma_ajustes
language plpgsql stable set search_path = '' as $$
declare
  suyos public.alarma_ajustes;
begin
  select * into suyos from public.alarma_ajustes a where a.user_id = quien;
  suyos.user_id := quien;
  suyos.pausa_s := coalesce(suyos.pausa_s, 5);
  suyos.orden := coalesce(suyos.orden, 'todas');
  suyos.espera_min := coalesce(suyos.espera_min, 3);
  suyos.con_tema := coalesce(suyos.con_tema, false);
  return suyos;
end
$$;
comment on function interno.ajustes_de_alarma is 'A member''s settings of the alarm, with what holds for one who has changed none.';

create function interno.notas_con(notas jsonb, nota text, contactos uuid[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case when nota is null or jsonb_array_length(notas) >= 20 then notas
    else notas || jsonb_build_object('nota', left(nota, 1000), 'contactos', contactos) end
$$;
comment on function interno.notas_con is 'The notes of an alert with one more, and whom that one is for; null: everybody.';

create function interno.nota_para(alerta public.alertas, contacto uuid) returns text
language sql stable set search_path = '' as $$
  select string_agg(n ->> 'nota', E'\n' order by i) from jsonb_array_elements(alerta.notas) with ordinality t (n, i)
  where n -> 'contactos' = 'null' or n -> 'contactos' ? contacto::text
$$;
comment on function interno.nota_para is
  'What one contact reads of the notes of an alert: those for everybody, and those for her or him. Whom she left out of a timer does not learn where she was going.';

create function interno.juntar(
  cual uuid, cliente uuid, origen text, pulsada timestamptz, sale timestamptz, contactos uuid[], nota text
) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  presion constant boolean := juntar.origen = 'boton';
  antes public.alertas;
  alerta public.alertas;
begin
  select * into antes from public.alertas a where a.id = cual for no key update;
  if antes.estado = 'cerrada' or antes.cliente_id = cliente or cliente = any (antes.juntadas) then
    return;
  end if;
  update public.alertas a set
    pulsaciones = a.pulsaciones + presion::int,
    juntadas = (a.juntadas || cliente)[greatest(1, cardinality(a.juntadas) - 98):],
    ultima_pulsacion = case when presion then greatest(a.ultima_pulsacion, pulsada) else a.ultima_pulsacion end,
    ultima_senal = case when presion then now() else a.ultima_senal end,
    -- Whoever presses while a timer's alert is open has pressed, and for everybody.
    origen = case when presion then 'boton' else a.origen end,
    pulsada_en = case when presion and a.origen <> 'boton' then pulsada else a.pulsada_en end,
    contactos = case when not presion and a.contactos is not null and juntar.contactos is not null
      then array(select distinct c from unnest(a.contactos || juntar.contactos) c limit 500) end,
    nota = coalesce(a.nota, left(juntar.nota, 1000)),
    notas = interno.notas_con(a.notas, juntar.nota, juntar.contactos),
    sale_en = case a.estado when 'pausa' then least(a.sale_en, sale) else a.sale_en end
  where a.id = cual returning * into alerta;
  if alerta.estado = 'pausa' then
    perform interno.salir(cual);
    return;
  end if;
  if alerta.contactos is distinct from antes.contactos then
    perform interno.mandar(alerta, 'alerta', 'alerta', true);
  end if;
  -- Who presses again much later is in need again, and so is who presses after her timer: said once more, not more often than this.
  if alerta.avisada_en < now() - interval '10 minutes' or alerta.origen <> antes.origen then
    update public.alertas a set avisada_en = now() where a.id = cual;
    perform interno.mandar(alerta, 'repetida', 'otra' || alerta.pulsaciones, true);
  end if;
end
$$;
comment on function interno.juntar is
  'A press, or a timer, that joins an open alert: once. Ten minutes after contacts were last written to, it writes to them again.';

create function interno.hacer_sitio(quien uuid) returns void
language sql set search_path = '' as $$
  -- Apart: whoever has her phone opens and cancels by the hundred, or takes back presses that never were, and what happened stays.
  delete from public.alertas where id in (
    (select a.id from public.alertas a
    where a.user_id = quien and a.estado = 'cerrada' and (a.avisada_en is null or a.origen = 'simulacro')
    order by a.creada_en desc offset 100 limit 5)
    union all
    (select a.id from public.alertas a
    where a.user_id = quien and a.estado = 'cerrada' and a.avisada_en is not null and a.origen <> 'simulacro'
    order by a.creada_en desc offset 299 limit 5)
  )
$$;
comment on function interno.hacer_sitio is
  'Keeps of a member the last three hundred alerts that left, and apart from them the last hundred that never did, or were drills.';

create function interno.levantar(
  quien uuid, cliente uuid, origen text, pulsada timestamptz, pausa int,
  nota text default null, contactos uuid[] default null
) returns uuid
language plpgsql set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
declare
  espera constant text := current_setting('lock_timeout');
  simulacro constant boolean := levantar.origen = 'simulacro';
  suyos constant public.alarma_ajustes := interno.ajustes_de_alarma(quien);
  -- By whatever clock: not later than now, and a clock that is more than a week behind says nothing at all.
  cuando constant timestamptz := case when pulsada > now() - interval '7 days' and pulsada < now() then pulsada else now() end;
  tarde constant boolean := cuando < now() - interval '30 minutes';
  sale constant timestamptz := greatest(now(), case when tarde or levantar.origen <> 'boton' then now()
    else cuando + make_interval(secs => least(greatest(coalesce(pausa, suyos.pausa_s), 0), 10)) end);
  suyo constant uuid := coalesce(cliente, gen_random_uuid());
  abierta uuid;
  nueva uuid;
begin
  begin
    -- Two presses at the same instant become one alert. Whoever holds this lock for long delays no press: then there are two
    -- alerts, the next press joins the older one, and closing one closes both.
    perform set_config('lock_timeout', '1000', true);
    perform pg_advisory_xact_lock(hashtextextended('alertas ' || quien, 0));
    perform set_config('lock_timeout', espera, true);
  exception when lock_not_available then
    raise warning 'alarma: somebody holds the presses of a member for more than a second';
  end;
  -- The same press, delivered twice: known by its id, wherever it went.
  select a.id into abierta from public.alertas a
  where a.user_id = quien and (a.origen = 'simulacro') = simulacro and (a.cliente_id = suyo or suyo = any (a.juntadas))
  order by a.estado = 'cerrada', a.creada_en limit 1;
  if found then
    return abierta;
  end if;
  if not simulacro then
    select a.id into abierta from public.alertas a
    where a.user_id = quien and a.estado <> 'cerrada' and a.origen <> 'simulacro'
    order by a.creada_en limit 1;
    if found then
      begin
        perform set_config('lock_timeout', '1000', true);
        perform interno.juntar(abierta, suyo, levantar.origen, cuando, sale, levantar.contactos, levantar.nota);
        perform set_config('lock_timeout', espera, true);
      exception when others then
        -- The alert is open, which is what counts; the press is added as soon as it can be. Not by its key, which is held.
        raise warning 'alarma: a press waits to join: %', sqlerrm;
        insert into interno.pendientes (tipo, urgencia, vence, user_id, datos)
        values ('juntar', 0, now(), quien, jsonb_build_object(
          'alerta', abierta, 'cliente', suyo, 'origen', levantar.origen, 'pulsada', cuando, 'sale', sale, 'contactos', levantar.contactos,
          'nota', levantar.nota
        ));
      end;
      -- It was closed in this very instant: then this press is a new one.
      if exists (select from public.alertas a where a.id = abierta and a.estado <> 'cerrada') then
        return abierta;
      end if;
    end if;
  end if;
  insert into public.alertas (
    user_id, cliente_id, origen, pulsaciones, pulsada_en, ultima_pulsacion, sale_en, tardia, orden, espera_min, nota, notas, contactos, una_via
  ) values (
    quien, suyo, levantar.origen, (levantar.origen <> 'llegada')::int, cuando, cuando, sale, tarde,
    case when simulacro then 'todas' else suyos.orden end, suyos.espera_min, left(levantar.nota, 1000),
    interno.notas_con('[]', levantar.nota, levantar.contactos), levantar.contactos,
    not simulacro and (
      select count(*) >= 10 from public.alertas a
      where a.user_id = quien and a.origen <> 'simulacro' and a.creada_en > now() - interval '1 hour'
        and (a.cerrada_en is null or a.cerrada_en >= a.sale_en)
    )
  )
  on conflict (user_id, cliente_id) do nothing
  returning id into nueva;
  if nueva is null then
    select a.id into nueva from public.alertas a where a.user_id = quien and a.cliente_id = suyo and a.origen <> 'simulacro';
    if found then
      return nueva; -- The same press through two doors at once.
    end if;
    -- A drill has this id already: that is no reason not to help.
    insert into public.alertas (user_id, cliente_id, juntadas, origen, pulsada_en, ultima_pulsacion, sale_en, tardia, orden, espera_min)
    values (quien, gen_random_uuid(), array[suyo], levantar.origen, cuando, cuando, sale, tarde, suyos.orden, suyos.espera_min)
    returning id into nueva;
  end if;
  -- First of all, what makes it leave whatever happens below.
  insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id) values
    ('salir', case when simulacro then 2 else 0 end, sale, quien, nueva),
    ('cerrar', 1, now() + case when simulacro then interval '1 hour' else interval '1 day' end, quien, nueva);
  begin
    -- What somebody else holds is written down a moment later (interno.mandar).
    perform set_config('lock_timeout', '200', true);
    if not simulacro then
      perform interno.terminar(a.id, 'sin_noticias', false) from public.alertas a
      where a.user_id = quien and a.origen = 'simulacro' and a.estado <> 'cerrada';
    end if;
    perform interno.hacer_sitio(quien);
    if sale <= now() then
      perform interno.salir(nueva);
    end if;
    perform set_config('lock_timeout', espera, true);
  exception when others then
    raise warning 'alarma: an alert leaves a moment later: %', sqlerrm;
  end;
  return nueva;
end
$$;
comment on function interno.levantar is
  'Opens an alert of a member, or joins the one that is open: never refuses. Returns the id of the alert that the press is in.';

create function interno.alerta_de(quien uuid, cual uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  suya uuid;
begin
  select a.id into suya from public.alertas a
  where a.user_id = quien and (a.id = cual or a.cliente_id = cual or cual = any (a.juntadas))
  order by a.id = cual desc, (a.origen = 'simulacro'), a.creada_en desc limit 1;
  if suya is null then
    select (p.datos ->> 'alerta')::uuid into suya from interno.pendientes p
    where p.user_id = quien and p.tipo = 'juntar' and p.datos ->> 'cliente' = cual::text limit 1;
  end if;
  if suya is null then
    raise exception using errcode = 'PT404', message = 'Esa alerta ya no está.';
  end if;
  return suya;
end
$$;
comment on function interno.alerta_de is 'An alert of a member by its id or by any cliente_id that is in it; PT404 where she has none.';

create function interno.exigir_admitida() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if quien is null or not interno.es_admitida() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return quien;
end
$$;
comment on function interno.exigir_admitida is 'The member who asks; 42501 for anybody else.';

create function interno.por_su_reloj(momento timestamptz, reloj timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  -- Years in which the difference can be told: whatever a clock says, nothing here may fail.
  select case when momento between '1900-01-01' and '3000-01-01' and reloj between '1900-01-01' and '3000-01-01'
    then now() - (reloj - momento) else momento end
$$;
comment on function interno.por_su_reloj is
  'When something was that a device''s clock called momento, where that clock says reloj now: what it is ahead or behind moves nothing. Without reloj, momento itself.';

create function interno.abrir_alerta(cliente_id uuid, pulsada_en timestamptz, pausa_s int, reloj timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  return interno.levantar(interno.exigir_admitida(), cliente_id, 'boton', interno.por_su_reloj(pulsada_en, reloj), pausa_s);
end
$$;
comment on function interno.abrir_alerta is
  'The press: opens an alert or joins the open one, and refuses nothing. The same cliente_id twice changes nothing. reloj is what her device''s clock said as it told of it, so that a wrong one neither ends the pause nor makes the press late. Returns the alert''s id.';

create function interno.enviar_ya(alerta uuid) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  cual constant uuid := interno.alerta_de(interno.exigir_admitida(), alerta);
begin
  update public.alertas a set sale_en = now(), ultima_senal = now() where a.id = cual and a.estado = 'pausa';
  perform interno.salir(cual);
  return (select a.estado = 'abierta' from public.alertas a where a.id = cual);
end
$$;
comment on function interno.enviar_ya is 'Ends the pause. False where the alert is closed.';

create function interno.agregar_lugar(
  alerta uuid, latitud double precision, longitud double precision, precision_m double precision, tomada_en timestamptz
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  cual constant uuid := interno.alerta_de(interno.exigir_admitida(), alerta);
begin
  if latitud is null or longitud is null or latitud = 'nan' or longitud = 'nan' or abs(latitud) > 90 or abs(longitud) > 180
    or (latitud = 0 and longitud = 0) then
    raise exception using errcode = '23514', message = 'Esa ubicación no es posible.';
  end if;
  -- What arrives last holds, whatever time it claims: a place that somebody else planted does not outlive hers.
  update public.alertas a set
    latitud = agregar_lugar.latitud, longitud = agregar_lugar.longitud,
    precision_m = case when agregar_lugar.precision_m >= 0 and agregar_lugar.precision_m < 1e9 then agregar_lugar.precision_m end,
    lugar_en = case when tomada_en > now() - interval '7 days' and tomada_en < now() then tomada_en else now() end,
    ultima_senal = now()
  where a.id = cual and a.estado <> 'cerrada';
  return found;
end
$$;
comment on function interno.agregar_lugar is
  'Her last place in an alert; false once it is closed: then nothing is kept. 23514 for a place that is none.';

-- Closing ---------------------------------------------------------------------------------------------------------------------

create function interno.terminar(cual uuid, motivo text, con_pin boolean) returns boolean
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  alerta public.alertas;
begin
  select * into alerta from public.alertas a where a.id = cual for no key update;
  if alerta.id is null or alerta.estado = 'cerrada' then
    return false;
  end if;
  update public.alertas a
  set estado = 'cerrada', motivo = terminar.motivo, con_pin = terminar.con_pin, cerrada_en = now(),
    sale_en = case when alerta.estado = 'pausa' then greatest(a.sale_en, now() + interval '1 millisecond') else a.sale_en end
  where a.id = cual;
  insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id)
  values ('olvidar', 2, now() + interval '7 days', alerta.user_id, cual);
  if alerta.estado = 'pausa' then
    delete from public.entregas e where e.alerta_id = cual;
    return true;
  end if;
  -- What nobody has in hand does not leave any more. What a sender has in hand ends when it says how, or when its claim does.
  update interno.envios s set terminado_en = now(), resultado = 'cerrada'
  from public.entregas e
  where e.alerta_id = cual and s.entrega_id = e.id and s.terminado_en is null and coalesce(s.tomado_hasta, '-infinity') <= now();
  if alerta.origen <> 'simulacro' then
    perform interno.despedir(e.id) from public.entregas e
    where e.alerta_id = cual and (
      e.enviada_en is not null or e.vista_en is not null
      or exists (select from interno.envios s where s.entrega_id = e.id and s.intentos > 0 and s.resultado is distinct from 'fallida')
    );
  end if;
  return true;
end
$$;
comment on function interno.terminar is
  'Closes an alert. Within the pause nothing ever leaves; later everybody who was told, or may have been, is told. False where it was closed.';

create function interno.despedir(cual uuid) returns void
language plpgsql set search_path = '' as $$
declare
  entrega public.entregas;
  codigo uuid;
  escritos int;
begin
  select * into entrega from public.entregas e where e.id = cual;
  select c.id into codigo from interno.codigos_alerta c
  where c.alerta_id = entrega.alerta_id and c.contacto_id = entrega.contacto_id;
  if codigo is null then
    return; -- Left, or was dropped.
  end if;
  insert into interno.envios (tipo, via, urgencia, user_id, contacto_id, via_id, entrega_id, caduca, clave, codigo_de, recibo_de)
  select 'cierre', v.via, 1, entrega.user_id, v.contacto_id, v.via_id, cual, now() + interval '1 day',
    format('cierre:%s:%s', cual, v.via_id), 'alerta:' || codigo, case when v.via = 'push' then format('recibo:cierre:%s:%s', cual, v.via_id) end
  from interno.vias_vigentes(entrega.user_id) v
  where v.contacto_id = entrega.contacto_id and v.via = entrega.via
    -- What a sender has in hand must not arrive after its own ending.
    and not exists (select from interno.envios s where s.entrega_id = cual and s.via_id = v.via_id and s.terminado_en is null)
  on conflict (clave) do nothing;
  get diagnostics escritos = row_count;
  if escritos > 0 and entrega.via in ('sms', 'whatsapp') then
    -- Beyond the limit too: it follows one that was within.
    perform interno.gastar(entrega.user_id, escritos);
  end if;
end
$$;
comment on function interno.despedir is 'Tells a contact, by the way of one entrega, that the alert is closed: once, and nobody who left.';

create function interno.cerrar_alerta(alerta uuid, motivo text, con_pin boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  cual uuid;
  hecho boolean;
begin
  if motivo is null or motivo not in ('a_salvo', 'por_error') then
    raise exception using errcode = '23514', message = 'Elige por qué la cierras.';
  end if;
  begin
    cual := interno.alerta_de(quien, alerta);
  exception when sqlstate 'PT404' then
    -- She took back a press that has not arrived. It is closed before it opens: however late it comes, or its event, it alerts nobody.
    if alerta is null then
      raise;
    end if;
    insert into public.alertas (user_id, cliente_id, estado, motivo, con_pin, cerrada_en, sale_en)
    values (quien, alerta, 'cerrada', motivo, coalesce(con_pin, false), now(), now() + interval '1 millisecond')
    on conflict (user_id, cliente_id) do nothing;
    if found then
      perform interno.hacer_sitio(quien);
      return true;
    end if;
    -- It arrived in this very instant.
    cual := interno.alerta_de(quien, alerta);
  end;
  hecho := interno.terminar(cual, motivo, coalesce(con_pin, false));
  -- Presses that could not wait for each other are one alert to her.
  if hecho and (select a.origen <> 'simulacro' from public.alertas a where a.id = cual) then
    perform interno.terminar(a.id, cerrar_alerta.motivo, coalesce(cerrar_alerta.con_pin, false)) from public.alertas a
    where a.user_id = quien and a.origen <> 'simulacro' and a.estado <> 'cerrada';
  end if;
  return hecho;
end
$$;
comment on function interno.cerrar_alerta is
  'Closes an alert of hers: a_salvo or por_error (23514 for anything else). False where it was closed already. A cliente_id that has not arrived is closed beforehand.';

-- The drill ---------------------------------------------------------------------------------------------------------------------

create function interno.probar_alarma(cliente_id uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  quien constant uuid := interno.exigir_admitida();
  cual uuid;
begin
  select a.id into cual from public.alertas a
  where a.user_id = quien and a.cliente_id = probar_alarma.cliente_id and a.origen = 'simulacro';
  if found then
    return cual;
  end if;
  if exists (
    select from public.alertas a where a.user_id = quien and a.estado <> 'cerrada' and a.origen <> 'simulacro'
  ) then
    raise exception using errcode = 'PT409', message = 'Tienes una alerta abierta. Ciérrala antes de probar.';
  end if;
  perform interno.limitar('simulacro', array[6], array[interval '1 day']);
  return interno.levantar(quien, probar_alarma.cliente_id, 'simulacro', now(), 0);
end
$$;
comment on function interno.probar_alarma is
  'A drill: an alert that says so, to everybody by every way, six a day (PT429) and none while a real one is open (PT409). It takes nothing from a real one, and ends when one opens.';

-- An event is a press, too --------------------------------------------------------------------------------------------------------

create function interno.alarma_por_evento() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  evento record;
  cual uuid;
begin
  if quien is null then
    return null; -- What the house itself writes is not pressed.
  end if;
  for evento in select * from nuevas n where n.user_id = quien order by n.ocurrido_en, n.creado_en, n.id loop
    -- Whatever fails here, the event stands.
    begin
      cual := interno.levantar(quien, evento.cliente_id, 'boton', evento.ocurrido_en, null);
      update public.alertas a set
        latitud = evento.latitud, longitud = evento.longitud,
        precision_m = case when evento.precision_m >= 0 and evento.precision_m < 1e9 then evento.precision_m end,
        lugar_en = coalesce(evento.ubicacion_en, evento.ocurrido_en)
      where a.id = cual and a.estado <> 'cerrada' and evento.latitud <> 'nan' and evento.longitud <> 'nan'
        and not (evento.latitud = 0 and evento.longitud = 0)
        and (a.lugar_en is null or a.lugar_en < coalesce(evento.ubicacion_en, evento.ocurrido_en));
    exception when others then
      raise warning 'alarma: an event could not open its alert: %', sqlerrm;
    end;
  end loop;
  return null;
end
$$;
comment on function interno.alarma_por_evento is
  'Trigger of a statement: an event joins the alert of its cliente_id, or opens one with her own pause; its place counts where it is newer. A failure here never fails the event.';
create trigger alarma after insert on public.eventos_peligro referencing new table as nuevas
  for each statement execute function interno.alarma_por_evento();

-- What a contact does, without an account -----------------------------------------------------------------------------------------

-- Whoever leaves, is dropped, or gets another number loses the codes of open alerts at once. With its owner's rights: she who deletes a
-- contact may not read them.
create function interno.soltar_codigos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.codigos_alerta c where c.contacto_id = old.contacto_id;
  return null;
end
$$;
comment on function interno.soltar_codigos is 'Trigger: with a yes end the codes of its alerts. What she reads of them stays as it is.';
create trigger soltar_codigos after update of estado on interno.confianzas
  for each row when (old.estado = 'acepto' and new.estado <> 'acepto') execute function interno.soltar_codigos();
create trigger soltar_codigos_al_borrar after delete on interno.confianzas
  for each row execute function interno.soltar_codigos();

create or replace function interno.contacto_de_codigo(marca bytea) returns uuid
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
    -- Where she was, and where she was going, is for whoever may still go there: not for who looks once she has closed it.
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
  'For a contact who holds the code, without an account, once the page is visible: the alert, and that it was seen (por: the way that the link came by). Null for a code that leads nowhere, and an hour after closing.';

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
  -- Said once more it changes nothing, and a code answers so often and no more: whoever floods is heard, and nobody else is held up.
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
  cerrada_en timestamptz not null default now()
);
comment on table interno.alertas_sin_cuenta is
  'What one contact reads of an alert that was open when the account ended, for an hour; id and huella are those of interno.codigos_alerta. Nobody''s to read.';
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
      insert into interno.alertas_sin_cuenta (id, huella, origen, nombre, pulsada_en, numero_emergencia, numero_pais, respuesta)
      select c.id, c.huella, una.origen, interno.nombre_para_contactos(old.id), una.pulsada_en, interno.numero_de_emergencia(old.id),
        interno.pais_de_emergencia(old.id), c.respuesta
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
    'motivo', 'cuenta_eliminada', 'con_pin', false, 'cerrada_en', a.cerrada_en,
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

-- What the sender calls -----------------------------------------------------------------------------------------------------------

create function interno.datos_de_alerta(alerta public.alertas) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'alerta', alerta.id, 'origen', alerta.origen, 'pulsada_en', alerta.pulsada_en, 'tardia', alerta.tardia,
    'pulsaciones', alerta.pulsaciones, 'numero_emergencia', interno.numero_de_emergencia(alerta.user_id),
    'numero_sin_verificar', interno.numero_sin_verificar(alerta.user_id),
    'motivo', alerta.motivo, 'con_pin', alerta.con_pin, 'cerrada_en', alerta.cerrada_en,
    -- Where her own device is, where we know it.
    'zona', coalesce(
      (select s.zona_horaria from public.suscripciones_push s where s.user_id = alerta.user_id order by s.actualizado_en desc limit 1),
      interno.ajuste('zona_horaria')
    )
  );
end
$$;
comment on function interno.datos_de_alerta is 'What the words about an alert are made of, as it is at this moment.';

create function interno.tomar_envios(maximo int, vias text[] default null) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  falta int := least(greatest(coalesce(maximo, 50), 1), 1000);
  tomados uuid[] := '{}';
  estos uuid[];
  vigentes uuid[];
  vanos uuid[];
  vano interno.envios;
begin
  for clase in 0 .. 2 loop
    for cual in 0 .. 7 loop
      with libres as (
        select e.id from interno.envios e
        where e.terminado_en is null and e.urgencia = clase and e.turno = cual and e.vence <= now()
          and (e.tomado_hasta is null or e.tomado_hasta <= now()) and (vias is null or e.via = any (vias))
        order by e.vence limit falta for update skip locked
      ), suyos as (
        update interno.envios e set tomado_hasta = now() + interval '60 seconds', intentos = e.intentos + 1
        from libres where e.id = libres.id returning e.id
      )
      select coalesce(array_agg(id), '{}') into estos from suyos;
      tomados := tomados || estos;
      falta := falta - cardinality(estos);
      exit when falta <= 0;
    end loop;
    exit when falta <= 0;
  end loop;
  if cardinality(tomados) = 0 then
    return '[]';
  end if;
  -- Not worth sending any more, or nobody's any more: whatever was decided since it was written down holds.
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
    if vano.tipo in ('alerta', 'repetida') then
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
  -- In one order, whoever registers: two senders never wait for each other in a ring. Most codes are known from another way already.
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
  -- The alert first, then its message, as whoever closes takes them: either this is seen there, or closing is seen here.
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
  if cerrada and anotar_envio.resultado in ('enviada', 'por_repetir') and envio.tipo in ('alerta', 'repetida') then
    perform interno.despedir(envio.entrega_id);
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
    where e.id = r.id and r.resultado = 'enviada' and e.terminado_en is null and e.tipo <> 'cierre'
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
  'For the sender: a provider''s signed word on what it took, in any order and any number of times. False for what nobody knows; it is kept a day, in case it came before anotar_envio.';

create function interno.siguiente_envio() returns timestamptz
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select min(vence) from (
    select (
      select e.vence from interno.envios e
      where e.terminado_en is null and e.urgencia = u and e.turno = t and (e.tomado_hasta is null or e.tomado_hasta <= now())
      order by e.vence limit 1
    )
    from generate_series(0, 2) u, generate_series(0, 7) t
    union all
    -- What somebody has in hand is due again once that ends; those that were due first were taken first.
    select (
      select min(e.tomado_hasta) from (
        select s.tomado_hasta from interno.envios s
        where s.terminado_en is null and s.urgencia = u and s.turno = t and s.vence <= now() order by s.vence limit 100
      ) e where e.tomado_hasta > now()
    )
    from generate_series(0, 2) u, generate_series(0, 7) t
    union all
    select (select p.vence from interno.pendientes p where p.urgencia = u order by p.vence limit 1)
    from generate_series(0, 2) u
  ) as cada (vence)
$$;
comment on function interno.siguiente_envio is 'For the sender: when the next thing is due; null while nothing waits.';

-- Each kind of pendiente is one function, interno.atender_{tipo}. One that fails, or whose alert somebody else holds, is tried again
-- a moment later and holds up nobody.
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

create function interno.atender_salir(p interno.pendientes) returns void
language sql set search_path = '' as $$
  select interno.salir(p.alerta_id)
$$;
comment on function interno.atender_salir is 'Due: the end of a pause.';

create function interno.atender_juntar(p interno.pendientes) returns void
language sql set search_path = '' as $$
  select interno.juntar(
    (p.datos ->> 'alerta')::uuid, (p.datos ->> 'cliente')::uuid, p.datos ->> 'origen', (p.datos ->> 'pulsada')::timestamptz,
    (p.datos ->> 'sale')::timestamptz,
    case when p.datos ->> 'contactos' is not null then array(select jsonb_array_elements_text(p.datos -> 'contactos')::uuid) end,
    p.datos ->> 'nota'
  )
$$;
comment on function interno.atender_juntar is 'Due: a press that could not join at once.';

create function interno.atender_completar(p interno.pendientes) returns void
language sql set search_path = '' as $$
  select interno.mandar(a, p.datos ->> 'tipo', p.datos ->> 'vuelta', (p.datos ->> 'todas')::boolean)
  from public.alertas a where a.id = p.alerta_id and a.estado = 'abierta'
$$;
comment on function interno.atender_completar is 'Due: messages of an alert that could not be written down at once.';

create function interno.sostenida_hasta(cual uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select max(c.sostiene_desde) + interval '5 minutes' from interno.codigos_alerta c
  where c.alerta_id = cual and c.respuesta in ('ya_voy', 'la_llamo')
$$;
comment on function interno.sostenida_hasta is
  'Until when somebody''s «Ya voy» or «La estoy llamando» holds what is due: five minutes from the first one of each contact, however often it is said.';

create function interno.espera_respuesta(p interno.pendientes) returns boolean
language plpgsql set search_path = '' as $$
declare
  hasta constant timestamptz := interno.sostenida_hasta(p.alerta_id);
begin
  if hasta > now() then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id, datos)
    values (p.tipo, p.urgencia, hasta, p.user_id, p.alerta_id, p.datos);
    return true;
  end if;
  return false;
end
$$;
comment on function interno.espera_respuesta is 'Whether somebody''s answer holds this pendiente; it then waits for the end of that.';

create function interno.atender_repetir(p interno.pendientes) returns void
language plpgsql set search_path = '' as $$
declare
  alerta public.alertas;
begin
  select * into alerta from public.alertas a where a.id = p.alerta_id and a.estado = 'abierta' for no key update;
  if not found or interno.espera_respuesta(p) then
    return;
  end if;
  -- To whoever was written to: of prioridad all, once the others were.
  if interno.mandar(alerta, 'repetida', 'repetida', alerta.orden = 'todas' or exists (
    select from public.entregas e
    where e.alerta_id = alerta.id and e.contacto_id not in (
      select v.contacto_id from interno.vias_vigentes(alerta.user_id) v
      where v.prioridad = (select min(w.prioridad) from interno.vias_vigentes(alerta.user_id) w)
    )
  )) > 0 then
    update public.alertas a set avisada_en = now() where a.id = alerta.id;
  end if;
end
$$;
comment on function interno.atender_repetir is 'Due: three minutes without an answer. Once more by every way, to each once.';

create function interno.atender_escalar(p interno.pendientes) returns void
language plpgsql set search_path = '' as $$
declare
  alerta public.alertas;
begin
  select * into alerta from public.alertas a where a.id = p.alerta_id and a.estado = 'abierta' for no key update;
  if not found or interno.espera_respuesta(p) then
    return;
  end if;
  if interno.mandar(alerta, 'alerta', 'alerta', true) > 0 then
    update public.alertas a set avisada_en = now() where a.id = alerta.id;
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id)
    values ('repetir', 0, now() + interval '3 minutes', alerta.user_id, alerta.id);
  end if;
end
$$;
comment on function interno.atender_escalar is 'Due: the first ones have not answered. Everybody else is told.';

create function interno.atender_otra_via(p interno.pendientes) returns void
language plpgsql set search_path = '' as $$
declare
  alerta public.alertas;
begin
  select * into alerta from public.alertas a where a.id = p.alerta_id and a.estado = 'abierta' for no key update;
  if found then
    alerta.una_via := false;
    perform interno.escribir(alerta, 'alerta', 'alerta', true, (p.datos ->> 'contacto')::uuid);
  end if;
end
$$;
comment on function interno.atender_otra_via is 'Due: of an alert by one way for each contact, that one way failed. Now by all others.';

create function interno.sumar_via() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id, datos)
  select 'sumar', 0, greatest(now(), a.sale_en), new.user_id, a.id, jsonb_build_object('contacto', new.contacto_id)
  from public.alertas a where a.user_id = new.user_id and a.estado <> 'cerrada' and a.origen <> 'simulacro';
  return null;
end
$$;
comment on function interno.sumar_via is 'Trigger: a way that works from now on, while an alert is open, is told of it.';
create trigger sumar after insert on interno.vias_contacto
  for each row when (new.confirmada_en is not null) execute function interno.sumar_via();
create trigger sumar_al_confirmar after update of confirmada_en on interno.vias_contacto
  for each row when (old.confirmada_en is null and new.confirmada_en is not null) execute function interno.sumar_via();

create function interno.atender_sumar(p interno.pendientes) returns void
language plpgsql set search_path = '' as $$
declare
  contacto constant uuid := (p.datos ->> 'contacto')::uuid;
  alerta public.alertas;
begin
  select * into alerta from public.alertas a where a.id = p.alerta_id and a.estado = 'abierta' for no key update;
  if not found or alerta.una_via and exists (
    select from public.entregas e where e.alerta_id = alerta.id and e.contacto_id = contacto and e.estado <> 'fallida'
  ) then
    return;
  end if;
  -- Who says yes, takes it back and says it again, or adds the same device ten times, hears of one alert so often and no more.
  if not interno.cabe_hoy(format('sumar %s %s', alerta.id, contacto), 6) then
    return;
  end if;
  -- Of prioridad: her turn has come once it has come for anybody behind the first ones.
  if interno.escribir(alerta, 'alerta', 'alerta', alerta.orden = 'todas'
    or not exists (select from interno.pendientes s where s.alerta_id = alerta.id and s.tipo = 'escalar')
    or exists (
      select from public.entregas e join public.contactos_emergencia c on c.id = e.contacto_id
      where e.alerta_id = alerta.id and c.prioridad > (select min(v.prioridad) from interno.vias_vigentes(alerta.user_id) v)
    ), contacto) > 0 then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id)
    values ('repetir', 0, now() + interval '3 minutes', alerta.user_id, alerta.id);
  end if;
end
$$;
comment on function interno.atender_sumar is
  'Due: a contact said yes, or gave a further way, while an alert is open. Told by what has not told her yet, in her turn of prioridad.';

create function interno.atender_cerrar(p interno.pendientes) returns void
language plpgsql set search_path = '' as $$
declare
  alerta public.alertas;
begin
  select * into alerta from public.alertas a where a.id = p.alerta_id and a.estado <> 'cerrada' for no key update;
  if not found then
    return;
  end if;
  if alerta.origen <> 'simulacro' and alerta.ultima_senal > now() - interval '1 day' then
    insert into interno.pendientes (tipo, urgencia, vence, user_id, alerta_id)
    values ('cerrar', 1, alerta.ultima_senal + interval '1 day', p.user_id, p.alerta_id);
    return;
  end if;
  perform interno.terminar(p.alerta_id, 'sin_noticias', false);
end
$$;
comment on function interno.atender_cerrar is 'Due: a day without a sign of her (a drill: an hour). It closes by itself, and nobody is told that she is safe.';

create function interno.atender_olvidar(p interno.pendientes) returns void
language sql set search_path = '' as $$
  update public.alertas a set latitud = null, longitud = null, precision_m = null, lugar_en = null
  where a.id = p.alerta_id and a.estado = 'cerrada';
  delete from interno.codigos_alerta c where c.alerta_id = p.alerta_id;
$$;
comment on function interno.atender_olvidar is 'Due: seven days after closing an alert keeps no place.';

-- What members are given asks as whoever asks --------------------------------------------------------------------------------------

create function public.abrir_alerta(
  cliente_id uuid, pulsada_en timestamptz, pausa_s int, reloj timestamptz default null
) returns uuid
language sql set search_path = '' begin atomic
  select interno.abrir_alerta(cliente_id, pulsada_en, pausa_s, reloj);
end;
comment on function public.abrir_alerta is 'One press: see interno.abrir_alerta.';
create function public.agregar_lugar(
  alerta uuid, latitud double precision, longitud double precision, precision_m double precision, tomada_en timestamptz
) returns boolean
language sql set search_path = '' begin atomic
  select interno.agregar_lugar(alerta, latitud, longitud, precision_m, tomada_en);
end;
comment on function public.agregar_lugar is 'Where she is: see interno.agregar_lugar.';
create function public.enviar_ya(alerta uuid) returns boolean
language sql set search_path = '' begin atomic
  select interno.enviar_ya(alerta);
end;
comment on function public.enviar_ya is '«Enviar ya»: see interno.enviar_ya.';
create function public.cerrar_alerta(alerta uuid, motivo text, con_pin boolean default false) returns boolean
language sql set search_path = '' begin atomic
  select interno.cerrar_alerta(alerta, motivo, con_pin);
end;
comment on function public.cerrar_alerta is '«Estoy a salvo», «Cancelar»: see interno.cerrar_alerta.';
create function public.probar_alarma(cliente_id uuid) returns uuid
language sql set search_path = '' begin atomic
  select interno.probar_alarma(cliente_id);
end;
comment on function public.probar_alarma is 'A drill: see interno.probar_alarma.';

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
  public.abrir_alerta, public.agregar_lugar, public.enviar_ya, public.cerrar_alerta, public.probar_alarma,
  public.ver_alerta, public.responder_alerta, public.acusar_entrega,
  public.tomar_envios, public.registrar_codigos, public.anotar_envio, public.anotar_envios, public.anotar_recibo, public.siguiente_envio, public.atender_pendientes
  from public, anon, authenticated;
grant execute on function
  interno.abrir_alerta, interno.agregar_lugar, interno.enviar_ya, interno.cerrar_alerta, interno.probar_alarma,
  public.abrir_alerta, public.agregar_lugar, public.enviar_ya, public.cerrar_alerta, public.probar_alarma
  to authenticated, service_role;
grant execute on function public.ver_alerta, public.responder_alerta, public.acusar_entrega to anon, authenticated, service_role;
grant execute on function
  interno.tomar_envios, interno.registrar_codigos, interno.anotar_envio, interno.anotar_envios, interno.anotar_recibo, interno.siguiente_envio, interno.atender_pendientes,
  public.tomar_envios, public.registrar_codigos, public.anotar_envio, public.anotar_envios, public.anotar_recibo, public.siguiente_envio, public.atender_pendientes
  to service_role;
