-- A body may name what a later file defines: PostgreSQL resolves it when the function runs.
set check_function_bodies = off;

-- The alarm: one press reaches every person she trusts who said yes, and she sees who has it (docs/alarm.md).
-- No press is refused, by no quota, no rate and no lock; what cannot be a new alert joins the open one. An entrega is never ahead of its
-- proof. A contact who left receives nothing any more. Whatever has to happen later stands in interno.pendientes before anything else is tried.

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
alter table interno.envios
  add constraint envios_entrega_id_fkey foreign key (entrega_id) references public.entregas on delete cascade;

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
  'What opens an alert for one contact: SHA-256 of the code, which is never in the database. The row goes when the contact does, and the code with it. Nobody may read it.';
comment on column interno.codigos_alerta.huella is 'Null until the sender has made the code.';
comment on column interno.codigos_alerta.cambios is 'How often this contact answered: bounded, since anyone with the code may call as often as they like.';
comment on column interno.codigos_alerta.sostiene_desde is 'The first «Ya voy» or «La estoy llamando»: it delays what is due until five minutes from here, once.';
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
  'What is due inside the database, each done by the function interno.atender_{tipo}: leaving, repeating, going on, closing, forgetting, timers. Not readable by clients.';
comment on column interno.pendientes.urgencia is '0: of an open alert; 1: closing and timers; 2: what can wait.';
create index pendientes_vence_idx on interno.pendientes (urgencia, vence);
create index pendientes_user_id_idx on interno.pendientes (user_id);
create index pendientes_alerta_id_idx on interno.pendientes (alerta_id);
-- The agenda's reminders are found by their time: among what is due (interno.pendientes) each member has one row that says when
-- something of hers has to be checked next. What changes her agenda or her devices only moves that row to now; the check itself works out
-- what is due, puts it into the queue, and when to check again. So there is one place that knows the rules, and a check that comes too
-- early costs one member's agenda, never everybody's (docs/alarm.md).
create unique index pendientes_agenda_idx on interno.pendientes (user_id) where tipo = 'agenda';
alter table interno.pendientes enable row level security;
alter table interno.pendientes force row level security;
revoke all on interno.pendientes from anon, authenticated;
select interno.poner_cupo('interno.pendientes', 'la casa', 'A handful for each alert and timer.', rechaza => false);
create trigger despertar after insert on interno.pendientes referencing new table as nuevos
  for each statement execute function interno.despertar();

-- Going out -------------------------------------------------------------------------------------------------------------------

-- Plans are cached for as long as a connection lasts, and one that was made while the queue was empty reads all of it ever after. So what
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
comment on function interno.numero_de_emergencia is 'The emergency number of a member''s country, or this installation''s.';

create function interno.pais_de_emergencia(quien uuid) returns text
language sql stable set search_path = '' as $$
  select n.codigo_iso from public.numeros_emergencia n join public.alarma_ajustes a on a.pais = n.codigo_iso where a.user_id = quien
$$;
comment on function interno.pais_de_emergencia is 'Whose number interno.numero_de_emergencia gives: null for this installation''s.';

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
  -- A contact who leaves in this very instant, or another error with one of them, delays nobody else.
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
comment on function interno.ajustes_de_alarma is 'A member''s settings of the alarm, with the defaults for one who has changed none.';

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
  'What one contact reads of the notes of an alert: those for everybody, and those for that contact. A contact whom she left out of a timer does not learn where she was going.';

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
    -- A press while a timer's alert is open is a press, and for everybody.
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
  -- A press much later means that she is in need again, and so does one after her timer: contacts are told once more, not more often than this.
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
  -- Counted apart: someone with her phone may open and cancel by the hundred, or take back presses that never were, and what happened stays.
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

select interno.poner_cupo(
  'public.alertas', 'la casa', 'Never refused: presses join the open one, and the last three hundred that left are kept (interno.hacer_sitio).', rechaza => false
);
select interno.poner_cupo(
  'public.entregas', 'la casa', 'One for each contact and way of an alert, and those of three hundred alerts (interno.hacer_sitio).', rechaza => false
);

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
    -- Two presses at the same instant become one alert. A lock that is held for long delays no press: then there are two
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
        -- The alert is open, which is what counts; the press is added as soon as it can be. Not by its key, which is locked.
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
      return nueva; -- The same press through two endpoints at once.
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
    -- What is locked is written down a moment later (interno.mandar).
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

create function interno.por_su_reloj(momento timestamptz, reloj timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  -- Years in which the difference can be told: whatever a clock says, nothing here may fail.
  select case when momento between '1900-01-01' and '3000-01-01' and reloj between '1900-01-01' and '3000-01-01'
    then now() - (reloj - momento) else momento end
$$;
comment on function interno.por_su_reloj is
  'When something was that a device''s clock called momento, where that clock says reloj now: what it is ahead or behind moves nothing. Without reloj, momento itself.';

create function interno.abrir_alerta(
  cliente_id uuid, pulsada_en timestamptz, pausa_s int, reloj timestamptz, prueba text
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_auxilio();
  suya constant uuid := interno.levantar(quien, cliente_id, 'boton', interno.por_su_reloj(pulsada_en, reloj), pausa_s);
begin
  if interno.es_segundo(quien, prueba) then
    perform interno.fingir_cierre(suya);
  end if;
  return suya;
end
$$;
comment on function interno.abrir_alerta is
  'The press: opens an alert or joins the open one, and refuses nothing. The same cliente_id twice changes nothing. reloj is what her device''s clock said as it told of it, so that a wrong one neither ends the pause nor makes the press late. prueba: that of the second PIN, from behind it, so that her contacts do not call her. Returns the alert''s id.';

create function interno.salir_ya(cual uuid) returns boolean
language plpgsql set search_path = '' set enable_seqscan = off as $$
begin
  update public.alertas a set sale_en = now(), ultima_senal = now() where a.id = cual and a.estado = 'pausa';
  perform interno.salir(cual);
  return (select a.estado = 'abierta' from public.alertas a where a.id = cual);
end
$$;
comment on function interno.salir_ya is 'Ends the pause of an alert. False where it is closed.';

create function interno.enviar_ya(alerta uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return interno.salir_ya(interno.alerta_de(interno.exigir_admitida(), alerta));
end
$$;
comment on function interno.enviar_ya is 'Ends the pause. False where the alert is closed.';

create function interno.anotar_lugar(
  cual uuid, latitud double precision, longitud double precision, precision_m double precision, tomada_en timestamptz
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if latitud is null or longitud is null or latitud = 'nan' or longitud = 'nan' or abs(latitud) > 90 or abs(longitud) > 180
    or (latitud = 0 and longitud = 0) then
    raise exception using errcode = '23514', message = 'Esa ubicación no es posible.';
  end if;
  -- What arrives last counts, whatever time it claims: a place that somebody else planted does not outlive hers.
  update public.alertas a set
    latitud = anotar_lugar.latitud, longitud = anotar_lugar.longitud,
    precision_m = case when anotar_lugar.precision_m >= 0 and anotar_lugar.precision_m < 1e9 then anotar_lugar.precision_m end,
    lugar_en = case when tomada_en > now() - interval '7 days' and tomada_en < now() then tomada_en else now() end,
    ultima_senal = now()
  where a.id = cual and a.estado <> 'cerrada';
  return found;
end
$$;
comment on function interno.anotar_lugar is
  'The last place of an alert; false once it is closed: then nothing is kept. 23514 for a place that is none.';

create function interno.agregar_lugar(
  alerta uuid, latitud double precision, longitud double precision, precision_m double precision, tomada_en timestamptz
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return interno.anotar_lugar(
    interno.alerta_de(interno.exigir_auxilio(), alerta), latitud, longitud, precision_m, tomada_en
  );
end
$$;
comment on function interno.agregar_lugar is
  'Her last place in an alert; false once it is closed: then nothing is kept. 23514 for a place that is none.';

-- Closing ---------------------------------------------------------------------------------------------------------------------

-- What she closed with the second PIN, with somebody beside her: it goes on, and her contacts read so.
create table interno.coacciones (
  user_id uuid not null references auth.users on delete cascade,
  cual uuid not null,
  creada_en timestamptz not null default now(),
  primary key (user_id, cual)
);
comment on table interno.coacciones is 'Alerts and timers (cual) that were closed with the second PIN: to the device they are closed, and they go on.';
create index coacciones_creada_en_idx on interno.coacciones (creada_en);
alter table interno.coacciones enable row level security;
alter table interno.coacciones force row level security;
select interno.poner_cupo('interno.coacciones', 'la casa', 'One for each alert or timer that is open.', rechaza => false);

create function interno.fingir(quien uuid, cual uuid) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  antes timestamptz;
begin
  select c.creada_en into antes from interno.coacciones c where c.user_id = quien and c.cual = fingir.cual;
  insert into interno.coacciones (user_id, cual) values (quien, fingir.cual)
  on conflict (user_id, cual) do update set creada_en = now();
  -- Pressed since: her contacts may have taken that for the end of it.
  return antes is null or antes < (select a.ultima_pulsacion from public.alertas a where a.id = fingir.cual);
end
$$;
comment on function interno.fingir is 'An alert or a timer was closed with the second PIN. False where it already was, and nothing was pressed since.';

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

create function interno.fingida(alerta public.alertas) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from interno.coacciones c
    where c.user_id = alerta.user_id and c.cual = alerta.id and c.creada_en >= alerta.ultima_pulsacion
  )
$$;
comment on function interno.fingida is 'Whether an alert was closed with the second PIN, or raised from behind it, and nothing was pressed since: no screen tells of it.';

create function interno.fingir_cierre(cual uuid) returns boolean
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  alerta public.alertas;
  vuelta text;
begin
  select * into alerta from public.alertas a where a.id = cual for no key update;
  if alerta.estado = 'cerrada' then
    return false;
  end if;
  -- Within the pause the first message says so.
  if interno.fingir(alerta.user_id, cual) and alerta.estado = 'abierta' and alerta.origen <> 'simulacro' then
    update public.alertas a set avisada_en = now() where a.id = cual;
    vuelta := 'coaccion' || alerta.pulsaciones;
    perform interno.mandar(alerta, 'repetida', vuelta, true);
    -- What a sender has in hand was worded before this, and is followed once it has left. Waits for a sender that is taking some in this very
    -- instant, in the order of interno.registrar_codigos; what nobody has in hand is worded as it is taken.
    perform from interno.envios s join public.entregas e on e.id = s.entrega_id
    where e.alerta_id = cual and s.terminado_en is null and s.tipo in ('alerta', 'repetida') order by s.id for update of s;
    update interno.envios s set sigue = vuelta from public.entregas e
    where e.alerta_id = cual and s.entrega_id = e.id and s.terminado_en is null and s.tipo in ('alerta', 'repetida') and s.tomado_hasta > now();
  end if;
  return true;
end
$$;
comment on function interno.fingir_cierre is
  'An alert was closed with the second PIN: it goes on, and her contacts are written to that they must not call her. Answers as closing does.';

create function interno.cerrar_alerta(
  alerta uuid, motivo text, con_pin boolean, dicha_en timestamptz, reloj timestamptz, prueba text
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_admitida();
  -- As exact as a call on a bad signal: a press that was answered late is no later one.
  dicha constant timestamptz := case when reloj is not null then interno.por_su_reloj(dicha_en, reloj) + interval '30 seconds' end;
  cual uuid;
  hecho boolean;
begin
  if motivo is null or motivo not in ('a_salvo', 'por_error') then
    raise exception using errcode = '23514', message = 'Elige por qué la cierras.';
  end if;
  if interno.es_segundo(quien, prueba) then
    return interno.fingir_cierre(interno.alerta_de(quien, alerta));
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
  -- Said before she pressed again, and heard only now.
  if dicha < (select a.ultima_pulsacion from public.alertas a where a.id = cual) then
    return false;
  end if;
  hecho := interno.terminar(cual, motivo, coalesce(con_pin, false));
  -- Presses that could not wait for each other are one alert to her.
  if hecho and (select a.origen <> 'simulacro' from public.alertas a where a.id = cual) then
    perform interno.terminar(a.id, cerrar_alerta.motivo, coalesce(cerrar_alerta.con_pin, false)) from public.alertas a
    where a.user_id = quien and a.origen <> 'simulacro' and a.estado <> 'cerrada'
      and not coalesce(dicha < a.ultima_pulsacion, false);
  end if;
  return hecho;
end
$$;
comment on function interno.cerrar_alerta is
  'Closes an alert of hers: a_salvo or por_error (23514 for anything else). With the proof of the second PIN it goes on, and is answered as if it were closed. False where it was closed already, or where she pressed after she had said it (dicha_en, by the clock of reloj). A cliente_id that has not arrived is closed beforehand.';

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
    -- Somebody made her close it, and looks: as after six drills.
    if not exists (
      select from public.alertas a where a.user_id = quien and a.estado <> 'cerrada' and a.origen <> 'simulacro' and not interno.fingida(a)
    ) then
      raise exception using errcode = 'PT429', message = 'Vas muy rápido. Respira: podrás seguir en 3600 segundos.', hint = 'retry_after=3600';
    end if;
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
    return null; -- What the server itself writes is no press.
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

-- A contact who leaves, is deleted, or gets another number loses the codes of open alerts at once. With its owner's rights: a member who deletes a
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

-- What the sender calls -----------------------------------------------------------------------------------------------------------

create function interno.datos_de_alerta(alerta public.alertas) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'alerta', alerta.id, 'origen', alerta.origen, 'pulsada_en', alerta.pulsada_en, 'tardia', alerta.tardia,
    'pulsaciones', alerta.pulsaciones, 'numero_emergencia', interno.numero_de_emergencia(alerta.user_id),
    'numero_sin_verificar', interno.numero_sin_verificar(alerta.user_id),
    'motivo', alerta.motivo, 'con_pin', alerta.con_pin, 'cerrada_en', alerta.cerrada_en,
    'coaccion', exists (select from interno.coacciones c where c.user_id = alerta.user_id and c.cual = alerta.id),
    -- Where her own device is, where we know it.
    'zona', coalesce(
      (select s.zona_horaria from public.suscripciones_push s where s.user_id = alerta.user_id order by s.actualizado_en desc limit 1),
      interno.ajuste('zona_horaria')
    )
  );
end
$$;
comment on function interno.datos_de_alerta is 'What the words about an alert are made of, as it is at this moment.';

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
  select case when p.datos ->> 'contacto' is null then interno.mandar(a, p.datos ->> 'tipo', p.datos ->> 'vuelta', (p.datos ->> 'todas')::boolean)
    else interno.escribir(a, p.datos ->> 'tipo', p.datos ->> 'vuelta', (p.datos ->> 'todas')::boolean, (p.datos ->> 'contacto')::uuid) end
  from public.alertas a where a.id = p.alerta_id and a.estado = 'abierta'
$$;
comment on function interno.atender_completar is 'Due: messages of an alert that could not be written down at once, to everybody or to one contact.';

create function interno.sostenida_hasta(cual uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select max(c.sostiene_desde) + interval '5 minutes' from interno.codigos_alerta c
  where c.alerta_id = cual and c.respuesta in ('ya_voy', 'la_llamo')
$$;
comment on function interno.sostenida_hasta is
  'Until when somebody''s «Ya voy» or «La estoy llamando» delays what is due: five minutes from the first one of each contact, however often it is said.';

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
comment on function interno.espera_respuesta is 'Whether somebody''s answer delays this pendiente; it then waits for the end of that.';

create function interno.atender_repetir(p interno.pendientes) returns void
language plpgsql set search_path = '' as $$
declare
  alerta public.alertas;
begin
  select * into alerta from public.alertas a where a.id = p.alerta_id and a.estado = 'abierta' for no key update;
  if not found or interno.espera_respuesta(p) then
    return;
  end if;
  -- To the contacts who were written to: of prioridad all, once the others were.
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

-- The functions of the API, with the rights of the caller --------------------------------------------------------------------------------------

create function public.abrir_alerta(
  cliente_id uuid, pulsada_en timestamptz, pausa_s int, reloj timestamptz default null, prueba text default null
) returns uuid
language sql set search_path = '' begin atomic
  select interno.abrir_alerta(cliente_id, pulsada_en, pausa_s, reloj, prueba);
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
create function public.cerrar_alerta(
  alerta uuid, motivo text, con_pin boolean default false, dicha_en timestamptz default null, reloj timestamptz default null,
  prueba text default null
) returns boolean
language sql set search_path = '' begin atomic
  select interno.cerrar_alerta(alerta, motivo, con_pin, dicha_en, reloj, prueba);
end;
comment on function public.cerrar_alerta is '«Estoy a salvo», «Cancelar»: see interno.cerrar_alerta.';
create function public.probar_alarma(cliente_id uuid) returns uuid
language sql set search_path = '' begin atomic
  select interno.probar_alarma(cliente_id);
end;
comment on function public.probar_alarma is 'A drill: see interno.probar_alarma.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.abrir_alerta, public.agregar_lugar, public.enviar_ya, public.cerrar_alerta, public.probar_alarma
  from anon, authenticated, public;
grant execute on function
  interno.abrir_alerta, interno.enviar_ya, interno.agregar_lugar, interno.cerrar_alerta, interno.probar_alarma, public.abrir_alerta,
  public.agregar_lugar, public.enviar_ya, public.cerrar_alerta, public.probar_alarma
  to authenticated, service_role;
