-- Who has it, and what was decided ----------------------------------------------------------------------------------------------

create table interno.tomas (
  clase text not null check (clase in ('historia', 'mensaje', 'llamada', 'reseña', 'nombre', 'apelacion')),
  cosa uuid not null,
  quien uuid not null references auth.users on delete cascade,
  hasta timestamptz not null,
  primary key (clase, cosa)
);
comment on table interno.tomas is
  'Who of the team has something of the queue in hand, and until when: through tomar and soltar alone, not readable by clients.';
create index tomas_quien_idx on interno.tomas (quien);
alter table interno.tomas enable row level security;
alter table interno.tomas force row level security;
revoke all on interno.tomas from anon, authenticated;
select interno.poner_cupo('interno.tomas', 'la casa', 'One for each thing that waits.', rechaza => false);

create table interno.decisiones (
  id uuid primary key default gen_random_uuid(),
  lote uuid not null,
  clase text not null,
  cosa uuid not null,
  quien uuid references auth.users on delete set null,
  que text not null,
  razon text not null,
  decidida_en timestamptz not null default now(),
  -- What taking it back needs; empty after a day.
  antes jsonb not null default '{}',
  autora uuid references auth.users on delete set null,
  deshecha_en timestamptz
);
comment on table interno.decisiones is
  'What the team decided in the queue, with its reason, for a year; clients read it through mis_decisiones alone, and whose it was is forgotten after a day.';
create index decisiones_cosa_idx on interno.decisiones (cosa, decidida_en desc);
create index decisiones_lote_idx on interno.decisiones (lote);
create index decisiones_quien_idx on interno.decisiones (quien, decidida_en desc);
create index decisiones_autora_idx on interno.decisiones (autora);
create index decisiones_decidida_idx on interno.decisiones (decidida_en);
alter table interno.decisiones enable row level security;
alter table interno.decisiones force row level security;
revoke all on interno.decisiones from anon, authenticated;
select interno.poner_cupo('interno.decisiones', 'la casa', 'One for each decision of the team.', rechaza => false);

create table public.recados (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  clase text not null check (clase in ('mensaje', 'llamada', 'reseña', 'nombre', 'aviso')),
  texto text not null check (char_length(texto) <= 1000 and interno.tiene_texto(texto)),
  creado_en timestamptz not null default now(),
  decision_id uuid references interno.decisiones on delete set null
);
comment on table public.recados is
  'What the team wrote to a member about something of hers, or that she reported (aviso) where she agreed: hers to read and to delete, gone after ninety days. Nobody of the team reads it.';
create index recados_user_id_idx on public.recados (user_id, creado_en);
create index recados_decision_id_idx on public.recados (decision_id);
create index recados_creado_en_idx on public.recados (creado_en);
alter table public.recados enable row level security;
alter table public.recados force row level security;
revoke all on public.recados from anon, authenticated;
grant select (id, user_id, clase, texto, creado_en), delete on public.recados to authenticated;
grant all on public.recados to service_role;
create policy "una usuaria lee los recados que le dejaron" on public.recados
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria borra los recados que le dejaron" on public.recados
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
select interno.poner_cupo('public.recados', 'la casa', 'The team''s words; what it decides is bounded.', rechaza => false);

-- What waits ------------------------------------------------------------------------------------------------------------------

create function interno.lo_que_espera()
returns table (
  clase text, id uuid, desde timestamptz, urgente boolean, cuantas int, motivos text[], version text, iguales int,
  sobre uuid, velada boolean, ajena boolean
)
language sql stable set search_path = '' as $$
  with reportes as (
    select r.origen as clase, coalesce(r.mensaje_id, r.objeto_id, r.id) as id, min(r.creado_en) as desde, bool_or(r.motivo = 'peligro') as urgente,
      count(*)::int as cuantas, array_agg(distinct r.motivo) as motivos,
      count(*) || '-' || extract(epoch from max(r.creado_en)) as version,
      (array_agg(r.autora_id))[1] as autora, min(lower(r.contenido)) as texto
    from public.reportes_sala r where r.estado = 'pendiente' group by 1, 2
  )
  select r.clase, r.id, r.desde, r.urgente, r.cuantas, r.motivos, r.version,
    case when r.clase = 'mensaje' and r.autora is not null
      then (count(*) over (partition by r.clase, r.autora, r.texto) - 1)::int else 0 end,
    case r.clase when 'reseña' then (select a.user_id from interno."autorias_reseñas" a where a.id = r.id) else r.autora end,
    r.clase = 'reseña', true
  from reportes r
  union all
  -- The day on which it came, and no moment: that could tell who wrote.
  select 'historia', h.id, h.recibida_el::timestamp at time zone interno.ajuste('zona_horaria'), false, 1, '{}', h.version::text, 0,
    a.user_id, coalesce(a.anonima, true), true
  from interno.historias h left join interno.autorias_historias a on a.id = h.id
  where h.estado = 'pendiente' and h.en_cola_desde <= now()
  union all
  select 'apelacion', s.id, s.apelada_en, false, 1, array[s.alcance], extract(epoch from s.apelada_en)::text, 0, s.user_id, s.velada,
    s.por is distinct from auth.uid() and (s.alcance <> 'expulsion' or interno.es_admin())
  from public.suspensiones s where s.apelada_en <= now() and s.resuelta_en is null
$$;
comment on function interno.lo_que_espera is
  'Everything that waits, with what nobody reads (sobre: about whom). iguales: how many more messages of the same member say the same; ajena: false for a decision of one''s own that was answered.';

create function interno.exigir_moderadora() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if not interno.es_moderadora() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return quien;
end
$$;
comment on function interno.exigir_moderadora is 'Refuses (42501) a caller who is no moderadora; returns her id.';

create function interno.cola_revision()
returns table (
  clase text, id uuid, desde timestamptz, urgente boolean, cuantas int, motivos text[], version text, iguales int,
  tomada text, tomada_hasta timestamptz, puede boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  yo uuid := auth.uid();
begin
  if not interno.es_moderadora() then
    return;
  end if;
  return query
    select e.clase, e.id, e.desde, e.urgente, e.cuantas, e.motivos, e.version, e.iguales,
      case when t.quien = yo then 'mia' when t.quien is not null then 'otra' end, t.hasta,
      e.ajena and e.sobre is distinct from yo
    from interno.lo_que_espera() e
    left join interno.tomas t on t.clase = e.clase and t.cosa = e.id and t.hasta > now()
    order by e.urgente desc, e.desde, e.id limit 200;
end
$$;
comment on function interno.cola_revision is 'What public.cola_revision does.';
create function public.cola_revision()
returns table (
  clase text, id uuid, desde timestamptz, urgente boolean, cuantas int, motivos text[], version text, iguales int,
  tomada text, tomada_hasta timestamptz, puede boolean
)
language sql stable set search_path = '' as $$
  select * from interno.cola_revision()
$$;
comment on function public.cola_revision is
  'For moderadoras: what waits, urgent first, then oldest, two hundred at most; no words and nobody''s name. tomada: mia or otra while somebody has it; puede is false for what is about herself, or answers a decision of hers. Empty for others.';

-- Taking it -------------------------------------------------------------------------------------------------------------------

create function interno.exigir_que_espere(que_clase text, cosa uuid) returns record
language plpgsql volatile set search_path = '' as $$
declare
  yo constant uuid := auth.uid();
  hallada record;
  decidida interno.decisiones;
begin
  select * into hallada from interno.lo_que_espera() e where e.clase = que_clase and e.id = exigir_que_espere.cosa;
  if not found then
    select * into decidida from interno.decisiones d
    where d.clase = que_clase and d.cosa = exigir_que_espere.cosa and d.deshecha_en is null order by d.decidida_en desc limit 1;
    if not found then
      raise exception using errcode = 'PT404', message = 'Ya no espera: quien lo escribió lo cambió o lo retiró.';
    end if;
    raise exception using errcode = 'PT409', message = format(
      case when decidida.quien = yo then 'Ya lo decidiste: %s.' else 'Otra persona del equipo ya decidió: %s.' end,
      interno.decir_decision(decidida.que)
    );
  end if;
  if hallada.sobre = yo or not hallada.ajena then
    raise exception using errcode = 'PT403', message = 'Lo decide otra persona del equipo.';
  end if;
  if exists (select from interno.tomas t where t.clase = que_clase and t.cosa = exigir_que_espere.cosa and t.quien <> yo and t.hasta > now()) then
    raise exception using errcode = 'PT409', message = 'Lo tiene otra persona del equipo. Puedes seguir con otra cosa.';
  end if;
  return hallada;
end
$$;
comment on function interno.exigir_que_espere is
  'The row of what waits: PT409 decided, or in another''s hands; PT404 gone; PT403 about herself or a decision of hers.';

create function interno.decir_decision(que text) returns text
language sql immutable set search_path = '' as $$
  select case que when 'publicar' then 'se publicó' when 'rechazar' then 'no se publicó' when 'retirar' then 'se retiró'
    when 'dejar' then 'se dejó como estaba' when 'levantar' then 'se levantó' else 'se mantiene' end
$$;
comment on function interno.decir_decision is 'A decision in words.';

create function interno.contexto_de(que_clase text, cosa uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  uno public.reportes_sala;
  alrededor jsonb;
begin
  case que_clase
  when 'historia' then
    return (select jsonb_build_object('titulo', h.titulo, 'texto', h.contenido, 'firmada', not coalesce(a.anonima, true))
      from interno.historias h left join interno.autorias_historias a on a.id = h.id where h.id = contexto_de.cosa);
  when 'apelacion' then
    return (select jsonb_build_object('texto', s.apelacion, 'motivo', s.motivo, 'alcance', s.alcance, 'fin', s.hasta)
      from public.suspensiones s where s.id = contexto_de.cosa);
  else
    select * into uno from public.reportes_sala r where r.origen = que_clase and coalesce(r.mensaje_id, r.objeto_id, r.id) = contexto_de.cosa
      and r.estado = 'pendiente' order by r.creado_en limit 1;
  end case;
  if que_clase = 'mensaje' then
    -- Before and after it in the circle, and what she wrote before; whose each is stays out, but that it is hers.
    select coalesce(jsonb_agg(jsonb_build_object(
      'texto', c.contenido, 'cuando', c.creado_en, 'suyo', c.user_id is not null and c.user_id is not distinct from uno.autora_id, 'este', c.id = uno.mensaje_id
    ) order by c.creado_en, c.id), '[]') into alrededor
    from (
      (select m.* from public.mensajes_sala m where m.sala_id = uno.sala_id and m.creado_en <= uno.escrito_en order by m.creado_en desc, m.id desc limit 6)
      union
      (select m.* from public.mensajes_sala m where m.sala_id = uno.sala_id and m.creado_en > uno.escrito_en order by m.creado_en, m.id limit 5)
      union
      (select m.* from public.mensajes_sala m where m.user_id = uno.autora_id and m.creado_en < uno.escrito_en order by m.creado_en desc limit 3)
    ) c;
  end if;
  return jsonb_build_object(
    'texto', uno.contenido, 'sala', (select s.nombre from public.salas_comunidad s where s.id = uno.sala_id),
    'cuando', coalesce(uno.escrito_en, uno.creado_en), 'alrededor', coalesce(alrededor, '[]'),
    'sigue', case que_clase
      when 'mensaje' then exists (select from public.mensajes_sala m where m.id = uno.mensaje_id)
      when 'reseña' then exists (select from interno."reseñas" r where r.id = uno.objeto_id)
      when 'nombre' then exists (select from interno.perfiles p where p.id = uno.autora_id and p.username = uno.contenido)
      else false end,
    'detalles', (select coalesce(jsonb_agg(r.detalle order by r.creado_en) filter (where interno.tiene_texto(r.detalle)), '[]')
      from public.reportes_sala r where r.origen = que_clase and coalesce(r.mensaje_id, r.objeto_id, r.id) = contexto_de.cosa and r.estado = 'pendiente'),
    'aceptan', (select count(*) from public.reportes_sala r
      where r.origen = que_clase and coalesce(r.mensaje_id, r.objeto_id, r.id) = contexto_de.cosa and r.estado = 'pendiente' and r.contacto),
    -- So that a first time is not treated as the fifth.
    'medidas', (select count(*) from public.suspensiones s where s.user_id = uno.autora_id and not s.velada)
  );
end
$$;
comment on function interno.contexto_de is 'What is read to decide: the words, what stood around them, what was told of them; never who.';

create function interno.tomar(clase text, cosa uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  yo constant uuid := interno.exigir_moderadora();
  hallada record;
  fin constant timestamptz := now() + interval '15 minutes';
begin
  perform interno.limitar('tomar', array[300], array[interval '1 hour']);
  perform pg_advisory_xact_lock(hashtextextended('revision', 0));
  hallada := interno.exigir_que_espere(tomar.clase, tomar.cosa);
  insert into interno.tomas as t (clase, cosa, quien, hasta) values (tomar.clase, tomar.cosa, yo, fin)
  on conflict on constraint tomas_pkey do update set quien = excluded.quien, hasta = excluded.hasta;
  perform interno.anotar_mirada(hallada.sobre, 'revision', 'leído en la cola: ' || tomar.clase, hallada.velada);
  update public.pulso_revision set cambio = cambio + 1 where unica;
  return interno.contexto_de(tomar.clase, tomar.cosa) || jsonb_build_object('version', hallada.version, 'hasta', fin, 'iguales', hallada.iguales);
end
$$;
comment on function interno.tomar is 'What public.tomar does.';
create function public.tomar(clase text, cosa uuid) returns jsonb
language sql volatile set search_path = '' as $$
  select interno.tomar(clase, cosa)
$$;
comment on function public.tomar is
  'For moderadoras: takes something of the queue for fifteen minutes, again to go on, and says what it is: texto, version, and by its kind titulo, motivo, sala, alrededor, detalles, aceptan, medidas; never who. A line in miradas. PT409 another has it or it is decided, PT404 gone, PT403 hers.';

create function interno.soltar(clase text, cosa uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  yo constant uuid := interno.exigir_moderadora();
begin
  delete from interno.tomas t where t.clase = soltar.clase and t.cosa = soltar.cosa and t.quien = yo;
  if found then
    update public.pulso_revision set cambio = cambio + 1 where unica;
  end if;
end
$$;
comment on function interno.soltar is 'What public.soltar does.';
create function public.soltar(clase text, cosa uuid) returns void
language sql volatile set search_path = '' as $$
  select interno.soltar(clase, cosa)
$$;
comment on function public.soltar is 'For moderadoras: gives back what she had taken; nothing happens where she had not.';

-- Deciding --------------------------------------------------------------------------------------------------------------------

create function interno.razones(clase text, que text) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when clase = 'historia' and que = 'publicar' then array['adecuada']
    when clase = 'historia' and que = 'rechazar' then array['datos', 'nombra', 'venta', 'lastima', 'otra']
    when clase = 'apelacion' and que in ('levantar', 'mantener') then array['error', 'proporcion', 'confirmada', 'otra']
    when clase in ('mensaje', 'reseña', 'nombre') and que = 'retirar' then array['acoso', 'odio', 'datos', 'peligro', 'publicidad', 'otra']
    when clase in ('mensaje', 'llamada', 'reseña', 'nombre') and que = 'dejar' then array['permitido', 'resuelto', 'repetida', 'otra']
  end
$$;
comment on function interno.razones is 'The reasons that a decision about a kind of thing may have; null where that is not decided about it.';

create function interno.aplicar_decision(que_clase text, cosa uuid, que text, palabras text, sobre uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  antes jsonb := '{}';
  estos uuid[];
begin
  if que_clase = 'historia' then
    update interno.historias h set estado = case aplicar_decision.que when 'publicar' then 'publicada' else 'rechazada' end,
      motivo = case aplicar_decision.que when 'rechazar' then palabras end,
      publicada_en = case aplicar_decision.que when 'publicar' then coalesce(h.publicada_en, now()) end
    where h.id = aplicar_decision.cosa;
    return antes;
  end if;
  if que_clase = 'apelacion' then
    antes := (select jsonb_build_object('hasta', s.hasta) from public.suspensiones s where s.id = aplicar_decision.cosa);
    perform interno.resolver_apelacion(aplicar_decision.cosa, aplicar_decision.que = 'levantar', palabras);
    return antes;
  end if;
  estos := array(select r.id from public.reportes_sala r
    where r.origen = que_clase and coalesce(r.mensaje_id, r.objeto_id, r.id) = aplicar_decision.cosa and r.estado = 'pendiente');
  antes := jsonb_build_object('reportes', to_jsonb(estos));
  if aplicar_decision.que = 'retirar' then
    case que_clase
      when 'mensaje' then
        antes := antes || coalesce((select jsonb_build_object('fila', to_jsonb(m) - 'user_id') from public.mensajes_sala m where m.id = aplicar_decision.cosa), '{}');
        delete from public.mensajes_sala m where m.id = aplicar_decision.cosa;
      when 'reseña' then
        -- With what the therapist answered to it, which goes with it.
        antes := antes || coalesce((select jsonb_build_object('fila', to_jsonb(r), 'respuesta', to_jsonb(p))
          from interno."reseñas" r left join public.respuestas_terapeutas p on p."reseña_id" = r.id where r.id = aplicar_decision.cosa), '{}');
        delete from interno."reseñas" r where r.id = aplicar_decision.cosa;
      else
        antes := antes || coalesce((select jsonb_build_object('nombre', p.username) from interno.perfiles p
          join public.reportes_sala r on r.id = estos[1] and r.contenido = p.username where p.id = sobre), '{}');
        update interno.perfiles p set username = interno.ajuste('usuaria_por_defecto') where p.id = sobre and antes ? 'nombre';
    end case;
  end if;
  update public.reportes_sala r set estado = case aplicar_decision.que when 'retirar' then 'retirado' else 'descartado' end
  where r.id = any (estos) and r.estado = 'pendiente';
  return antes;
end
$$;
comment on function interno.aplicar_decision is 'Does what was decided, and returns what taking it back needs.';

create function interno.decidir(
  clase text, cosa uuid, version text, que text, razon text, palabras text default null, iguales boolean default false, a_quien_aviso text default null
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  yo constant uuid := interno.exigir_moderadora();
  dicho constant text := nullif(btrim(coalesce(palabras, ''), E' \t\r\n'), '');
  aviso constant text := nullif(btrim(coalesce(a_quien_aviso, ''), E' \t\r\n'), '');
  hecha constant uuid := gen_random_uuid();
  hallada record;
  otra record;
  cual uuid;
  antes jsonb;
  avisadas uuid[];
begin
  if decidir.razon is null or not (decidir.razon = any (coalesce(interno.razones(decidir.clase, decidir.que), '{}'))) then
    raise exception using errcode = '23514', message = 'Elige qué decides y una razón de la lista.';
  end if;
  if decidir.que in ('rechazar', 'levantar', 'mantener') and (dicho is null or not interno.tiene_texto(dicho)) then
    raise exception using errcode = 'PT422', message = 'Escribe lo que ella va a leer.';
  end if;
  if char_length(dicho) > 1000 or char_length(aviso) > 1000 then
    raise exception using errcode = '23514', message = 'Son más de mil letras. Dilo más corto, por favor.';
  end if;
  perform interno.limitar('decidir', array[600], array[interval '1 hour']);
  -- One decision after the other, whatever it is about: the second one reads what the first one did.
  perform pg_advisory_xact_lock(hashtextextended('revision', 0));
  hallada := interno.exigir_que_espere(decidir.clase, decidir.cosa);
  if hallada.version is distinct from decidir.version then
    raise exception using errcode = 'PT409', message = 'Cambió desde que lo leíste. Ábrelo otra vez antes de decidir.';
  end if;
  for otra in
    select e.id, e.sobre from interno.lo_que_espera() e
    where e.clase = decidir.clase and (e.id = decidir.cosa or (
      decidir.iguales and hallada.iguales > 0 and e.sobre = hallada.sobre and e.iguales > 0
      and (select lower(min(r.contenido)) from public.reportes_sala r where r.mensaje_id = e.id and r.estado = 'pendiente')
        = (select lower(min(r.contenido)) from public.reportes_sala r where r.mensaje_id = decidir.cosa and r.estado = 'pendiente')
      and not exists (select from interno.tomas t where t.clase = e.clase and t.cosa = e.id and t.quien <> yo and t.hasta > now())
    ))
    order by e.id = decidir.cosa
  loop
    avisadas := array(select distinct r.user_id from public.reportes_sala r
      where r.origen = decidir.clase and coalesce(r.mensaje_id, r.objeto_id, r.id) = otra.id and r.estado = 'pendiente' and r.contacto);
    antes := interno.aplicar_decision(decidir.clase, otra.id, decidir.que, dicho, otra.sobre);
    insert into interno.decisiones (lote, clase, cosa, quien, que, razon, antes, autora)
    values (hecha, decidir.clase, otra.id, yo, decidir.que, decidir.razon, antes, case when antes ?| array['fila', 'nombre'] then otra.sobre end)
    returning id into cual;
    insert into public.recados (user_id, clase, texto, decision_id)
    select u.id, 'aviso', aviso, cual from auth.users u where u.id = any (avisadas) and aviso is not null;
    delete from interno.tomas t where t.clase = decidir.clase and t.cosa = otra.id;
  end loop;
  if dicho is not null and decidir.clase not in ('historia', 'apelacion') then
    insert into public.recados (user_id, clase, texto, decision_id)
    select u.id, decidir.clase, dicho, cual from auth.users u where u.id = hallada.sobre;
  end if;
  update public.pulso_revision set cambio = cambio + 1 where unica;
  return hecha;
end
$$;
comment on function interno.decidir is 'What public.decidir does.';
create function public.decidir(
  clase text, cosa uuid, version text, que text, razon text, palabras text default null, iguales boolean default false, a_quien_aviso text default null
) returns uuid
language sql volatile set search_path = '' as $$
  select interno.decidir(clase, cosa, version, que, razon, palabras, iguales, a_quien_aviso)
$$;
comment on function public.decidir is
  'For moderadoras: decides (publicar, rechazar, retirar, dejar, levantar, mantener) on the version that was read, with a reason of the list and words for her; with iguales also on what the same member said alike; a_quien_aviso reaches those who reported and agreed. Returns what deshacer takes. PT409 changed, decided or in another''s hands, PT404 gone, PT403 hers, PT422 without words where she reads them, 23514 for anything else.';

-- Taking it back ----------------------------------------------------------------------------------------------------------------

create function interno.devolver(una interno.decisiones) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  if una.clase = 'historia' then
    update interno.historias h set estado = 'pendiente', motivo = null, publicada_en = null
    where h.id = una.cosa and h.estado = case una.que when 'publicar' then 'publicada' else 'rechazada' end;
    return found;
  end if;
  if una.clase = 'apelacion' then
    update public.suspensiones s set resuelta_en = null, respuesta = null, hasta = (una.antes ->> 'hasta')::timestamptz
    where s.id = una.cosa and s.resuelta_en is not null;
    if found then
      update interno.medidas_veladas v set levantada_en = null where v.id = una.cosa and v.levantada_en is not null;
      return true;
    end if;
    return false;
  end if;
  if una.antes ? 'fila' and una.clase = 'mensaje' then
    insert into public.mensajes_sala
    select f.id, f.sala_id, (select p.id from interno.perfiles p where p.id = una.autora), f.contenido, f.tipo, f.creado_en
    from jsonb_populate_record(null::public.mensajes_sala, una.antes -> 'fila') f
    where exists (select from public.salas_comunidad s where s.id = f.sala_id) on conflict do nothing;
    if not found then
      return false;
    end if;
  elsif una.antes ? 'fila' then
    insert into interno."autorias_reseñas" (id, terapeuta_id, user_id)
    select f.id, f.terapeuta_id, p.id from jsonb_populate_record(null::interno."reseñas", una.antes -> 'fila') f
    join interno.perfiles p on p.id = una.autora join public.directorio_terapeutas t on t.id = f.terapeuta_id on conflict do nothing;
    if not found then
      return false;
    end if;
    insert into interno."reseñas" select f.* from jsonb_populate_record(null::interno."reseñas", una.antes -> 'fila') f;
    insert into public.respuestas_terapeutas select p.* from jsonb_populate_record(null::public.respuestas_terapeutas, nullif(una.antes -> 'respuesta', 'null')) p
    where p."reseña_id" is not null;
  elsif una.antes ? 'nombre' then
    update interno.perfiles p set username = una.antes ->> 'nombre'
    where p.id = una.autora and p.username = interno.ajuste('usuaria_por_defecto');
    if not found then
      return false;
    end if;
  end if;
  update public.reportes_sala r set estado = 'pendiente'
  where r.id in (select x::uuid from jsonb_array_elements_text(una.antes -> 'reportes') x);
  return true;
end
$$;
comment on function interno.devolver is 'Takes one decision back; false where what it was about is not any more as it left it.';

create function interno.deshacer(lote uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  yo constant uuid := interno.exigir_moderadora();
  una interno.decisiones;
  deshechas int := 0;
begin
  perform interno.limitar('deshacer', array[120], array[interval '1 hour']);
  perform pg_advisory_xact_lock(hashtextextended('revision', 0));
  for una in select * from interno.decisiones d where d.lote = deshacer.lote order by d.id loop
    if una.quien is distinct from yo and not interno.es_admin() then
      raise exception using errcode = 'PT403', message = 'La deshace quien decidió, o una administradora.';
    end if;
    if una.decidida_en < now() - interval '1 day' then
      raise exception using errcode = 'PT404', message = 'Pasó más de un día: ya no se puede deshacer.';
    end if;
    if una.deshecha_en is not null then
      raise exception using errcode = 'PT409', message = 'Esa decisión ya se deshizo.';
    end if;
    if not interno.devolver(una) then
      raise exception using errcode = 'PT409', message = 'Cambió desde la decisión: ya no se puede deshacer.';
    end if;
    delete from public.recados r where r.decision_id = una.id;
    update interno.decisiones d set deshecha_en = now(), antes = '{}', autora = null where d.id = una.id;
    deshechas := deshechas + 1;
  end loop;
  if deshechas = 0 then
    raise exception using errcode = 'PT404', message = 'Esa decisión ya no está.';
  end if;
  update public.pulso_revision set cambio = cambio + 1 where unica;
  return deshechas;
end
$$;
comment on function interno.deshacer is 'What public.deshacer does.';
create function public.deshacer(lote uuid) returns int
language sql volatile set search_path = '' as $$
  select interno.deshacer(lote)
$$;
comment on function public.deshacer is
  'Takes a decision of the last day back, whole: it waits again. By the one who decided, or an administradora (PT403); PT404 there is none or it is older, PT409 taken back already, or changed since.';

-- A measure for the author --------------------------------------------------------------------------------------------------

create function interno.medir_autora(clase text, cosa uuid, motivo text, hasta timestamptz, alcance text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  yo constant uuid := interno.exigir_moderadora();
  ella uuid;
begin
  if medir_autora.clase = 'historia' then
    perform interno.pausar_autora(medir_autora.cosa, medir_autora.motivo, medir_autora.hasta, medir_autora.alcance);
    return;
  end if;
  if not interno.tiene_texto(medir_autora.motivo) or char_length(medir_autora.motivo) > 500
    or coalesce(medir_autora.alcance, '') not in ('falta', 'circulos', 'escritos') or medir_autora.hasta is null or medir_autora.hasta <= now()
    or (medir_autora.hasta > now() + interval '366 days' and medir_autora.hasta <> 'infinity') then
    raise exception using errcode = '23514', message = 'Escribe el motivo y elige por cuánto tiempo.';
  end if;
  perform interno.limitar('pausar autora', array[20], array[interval '1 day']);
  if medir_autora.clase = 'reseña' then
    ella := (select a.user_id from interno."autorias_reseñas" a
      where a.id = medir_autora.cosa and exists (select from public.reportes_sala r where r.objeto_id = a.id));
  else
    ella := (select r.autora_id from public.reportes_sala r
      where r.origen = medir_autora.clase and coalesce(r.mensaje_id, r.objeto_id, r.id) = medir_autora.cosa order by r.creado_en limit 1);
  end if;
  if ella = yo then
    raise exception using errcode = 'PT403', message = 'Lo decide otra persona del equipo.';
  end if;
  if medir_autora.clase = 'reseña' then
    perform interno.medir_velada('reseña', medir_autora.cosa, ella, medir_autora.motivo, medir_autora.hasta, medir_autora.alcance);
    return;
  end if;
  -- Where nobody is left the answer is the same.
  insert into public.suspensiones (user_id, motivo, hasta, alcance)
  select p.id, medir_autora.motivo, medir_autora.hasta, medir_autora.alcance
  from interno.perfiles p where p.id = ella;
end
$$;
comment on function interno.medir_autora is 'What public.medir_autora does.';
create function public.medir_autora(clase text, cosa uuid, motivo text, hasta timestamptz, alcance text) returns void
language sql volatile set search_path = '' as $$
  select interno.medir_autora(clase, cosa, motivo, hasta, alcance)
$$;
comment on function public.medir_autora is
  'For moderadoras: a strike for, or a pause of, the author of what stands in the queue; says nothing of who that is. As pausar_autora.';

create function interno.avisar_apelacion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.pulso_revision set cambio = cambio + 1 where unica;
  return null;
end
$$;
comment on function interno.avisar_apelacion is 'Trigger: tells the moderadoras that an answer to a decision waits.';
create trigger avisar after update of apelada_en on public.suspensiones
  for each row when (not new.velada) execute function interno.avisar_apelacion();

create function interno.avisar_historias() returns void
language sql set search_path = '' as $$
  update public.pulso_revision set cambio = cambio + 1
  where unica and (
    exists (select from interno.historias h where h.estado = 'pendiente' and h.en_cola_desde between now() - interval '6 minutes' and now())
    or exists (select from public.suspensiones s where s.velada and s.resuelta_en is null and s.apelada_en between now() - interval '6 minutes' and now())
  )
$$;
comment on function interno.avisar_historias is
  'To be called every five minutes: tells the moderadoras of stories, and of answers to veiled measures, that have just entered the queue.';

create function interno.olvidar_decisiones() returns int
language plpgsql set search_path = '' as $$
declare
  olvidadas int;
begin
  delete from interno.tomas where hasta < now();
  update interno.decisiones set antes = '{}', autora = null where decidida_en < now() - interval '1 day' and (antes <> '{}' or autora is not null);
  delete from interno.decisiones where decidida_en < now() - interval '1 year';
  delete from public.recados where creado_en < now() - interval '90 days';
  get diagnostics olvidadas = row_count;
  return olvidadas;
end
$$;
comment on function interno.olvidar_decisiones is
  'To be called daily: what taking a decision back needed is forgotten after a day, the decision after a year, words of the team to a member after ninety days. Returns how many of those.';

-- Who is on duty, and that those are told. The roster has hours of the week in the time zone of the installation; a report that says danger writes to
-- the moderadora on duty at that moment, by mail and on her devices, through the queue of alerts; where nobody is, to every moderadora and
-- administradora. No message says about whom, or about what.
create table public.guardias (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references interno.perfiles on delete cascade,
  -- As ISO counts them: 1 is Monday.
  dia smallint not null check (dia between 1 and 7),
  desde time not null,
  -- Up to here; not later than desde is the day after.
  hasta time not null,
  unique (user_id, dia, desde)
);
comment on table public.guardias is
  'The roster: on which weekday and hours, in the time zone of the installation, a moderadora is on duty. Each writes hers, the administradoras everybody''s; all of them read it through guardias_de_la_semana().';
alter table public.guardias enable row level security;
alter table public.guardias force row level security;
revoke all on public.guardias from anon, authenticated;
grant select, delete, insert (user_id, dia, desde, hasta) on public.guardias to authenticated;
grant all on public.guardias to service_role;
create policy "las moderadoras leen las guardias" on public.guardias
  for select to authenticated using ((select interno.es_moderadora()));
create policy "una moderadora toma guardias, las administradoras reparten" on public.guardias
  for insert to authenticated
  with check ((select interno.es_moderadora()) and ((select auth.uid()) = user_id or (select interno.es_admin())));
create policy "una moderadora deja sus guardias, las administradoras cualquiera" on public.guardias
  for delete to authenticated
  using ((select interno.es_moderadora()) and ((select auth.uid()) = user_id or (select interno.es_admin())));
create trigger anotar_bitacora after insert or update or delete on public.guardias
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.guardias', 'las guardias', 'Rows of the installation: some for each day.', null, 400, null, 200, 100000);

create function interno.quienes_cuidan() returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select i.user_id from public.integrantes i join interno.admisiones using (user_id)
    where i.papel in ('moderadora', 'administradora') and interno.papeles_de(i.user_id) <> '{}'
    union select r.user_id from interno.administradoras r join interno.admisiones using (user_id)
    order by 1
  )
$$;
comment on function interno.quienes_cuidan is 'Every moderadora and administradora.';

-- A duty is hers who may do the work: nobody else is put on the roster.
create function interno.vigilar_guardia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and interno.es_moderadora() and new.user_id <> all (interno.quienes_cuidan()) then
    raise exception using errcode = 'PT404', message = 'Esa persona ya no cuida la revisión.';
  end if;
  return new;
end
$$;
comment on function interno.vigilar_guardia is 'Trigger: refuses to put on duty anyone but a moderadora or an administradora (PT404).';
create trigger vigilar before insert on public.guardias
  for each row execute function interno.vigilar_guardia();

create function interno.esta_de_guardia(dia smallint, desde time, hasta time, ahora timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select case
    when desde < hasta then dia = extract(isodow from l.aqui) and l.aqui::time >= desde and l.aqui::time < hasta
    else (dia = extract(isodow from l.aqui) and l.aqui::time >= desde) or (dia = extract(isodow from l.aqui - interval '1 day') and l.aqui::time < hasta)
  end
  from (select ahora at time zone interno.ajuste('zona_horaria') as aqui) l
$$;
comment on function interno.esta_de_guardia is 'Whether these hours of the week include this moment, in the time zone of the installation.';

create function interno.de_guardia(ahora timestamptz default now()) returns uuid[]
language sql stable set search_path = '' as $$
  with ahi as (
    select array(
      select distinct g.user_id from public.guardias g
      where g.user_id = any (interno.quienes_cuidan()) and interno.esta_de_guardia(g.dia, g.desde, g.hasta, ahora)
    ) as quienes
  )
  select case when cardinality(quienes) > 0 then quienes else interno.quienes_cuidan() end from ahi
$$;
comment on function interno.de_guardia is 'Who is on duty at a moment; where nobody is, every moderadora and administradora.';

create function interno.guardias_de_la_semana()
returns table (id uuid, user_id uuid, nombre text, dia smallint, desde time, hasta time, mia boolean, ahora boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  yo uuid := auth.uid();
begin
  if not interno.es_moderadora() then
    return;
  end if;
  return query
    select g.id, g.user_id, p.username, g.dia, g.desde, g.hasta, g.user_id = yo, interno.esta_de_guardia(g.dia, g.desde, g.hasta, now())
    from public.guardias g join interno.perfiles p on p.id = g.user_id
    where g.user_id = any (interno.quienes_cuidan())
    order by g.dia, g.desde, p.username, g.id;
end
$$;
comment on function interno.guardias_de_la_semana is 'What public.guardias_de_la_semana does.';
create function public.guardias_de_la_semana()
returns table (id uuid, user_id uuid, nombre text, dia smallint, desde time, hasta time, mia boolean, ahora boolean)
language sql stable set search_path = '' as $$
  select * from interno.guardias_de_la_semana()
$$;
comment on function public.guardias_de_la_semana is
  'For moderadoras: who is on duty on which weekday (1: Monday) and hours, in the time zone of the installation; ahora: at this moment. Empty for others.';

create function interno.llamar_a_la_guardia(menos uuid[]) returns int
language plpgsql volatile set search_path = '' as $$
declare
  -- One message in five minutes to each: it says that something waits, not how much.
  cuando constant text := floor(extract(epoch from now()) / 300)::bigint::text;
  llamada record;
  veces int := 0;
begin
  for llamada in
    select u.id, u.email from auth.users u
    where u.id = any (interno.de_guardia()) and u.id <> all (menos) and u.email_confirmed_at is not null
  loop
    perform interno.encolar_envio(
      'guardia', 'correo', 1, llamada.id, 'guardia:' || llamada.id || ':' || cuando, caduca => now() + interval '6 hours',
      datos => jsonb_build_object('destino', llamada.email)
    );
    perform interno.encolar_envio(
      'guardia', 'push', 1, llamada.id, 'guardia:' || s.id || ':' || cuando, caduca => now() + interval '6 hours', suscripcion_id => s.id
    ) from public.suscripciones_push s where s.user_id = llamada.id and interno.sesion_abierta(s.user_id, s.sesion);
    veces := veces + 1;
  end loop;
  return veces;
end
$$;
comment on function interno.llamar_a_la_guardia is
  'Writes to those on duty by mail and to their devices, but to these (who reports, who is reported); once in five minutes each. Returns how many.';

-- With its owner's rights: the queue is nobody's to write.
create function interno.avisar_peligro() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.llamar_a_la_guardia(array_remove(array[new.user_id, new.autora_id], null));
  return null;
end
$$;
comment on function interno.avisar_peligro is 'Trigger: a report that says danger calls those on duty.';
create trigger avisar_peligro after insert on public.reportes_sala
  for each row when (new.motivo = 'peligro') execute function interno.avisar_peligro();

-- Today ---------------------------------------------------------------------------------------------------------------------------

create function interno.hoy_del_equipo() returns table (clase text, papel text, cuantas int, urgentes int, desde timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if interno.es_moderadora() then
    return query
      select e.clase, 'moderadora'::text, count(*)::int, (count(*) filter (where e.urgente))::int, min(e.desde)
      from interno.lo_que_espera() e group by e.clase;
  end if;
  if interno.es_editora() then
    return query
      select 'numero'::text, 'editora'::text, count(distinct r.asociacion_id)::int, 0, min(r.creado_en)
      from public.reportes_apoyo r having count(*) > 0;
    return query
      select 'sugerencia'::text, 'editora'::text, count(*)::int, 0, min(g.creada_en)
      from public.sugerencias_apoyo g where g.estado = 'pendiente' having count(*) > 0;
  end if;
  if interno.es_soporte() then
    return query
      select 'soporte'::text, 'soporte'::text, count(*)::int, 0, min(h.espera_desde)
      from public.hilos_soporte h where h.espera_desde is not null having count(*) > 0;
  end if;
end
$$;
comment on function interno.hoy_del_equipo is 'What public.hoy_del_equipo does.';
create function public.hoy_del_equipo() returns table (clase text, papel text, cuantas int, urgentes int, desde timestamptz)
language sql stable set search_path = '' as $$
  select * from interno.hoy_del_equipo()
$$;
comment on function public.hoy_del_equipo is
  'For the team: what waits in the work of her roles, by kind: how many, how many of them urgent, and since when the oldest. Empty for others.';

create function interno.mis_decisiones()
returns table (
  lote uuid, clase text, que text, razon text, decidida_en timestamptz, cuantas int, deshecha boolean, mia boolean, de_que text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  yo uuid := auth.uid();
begin
  if not interno.es_moderadora() then
    return;
  end if;
  return query
    with lotes as (
      select d.lote, min(d.clase) as clase, min(d.que) as que, min(d.razon) as razon, min(d.decidida_en) as decidida_en, count(*)::int as cuantas,
        bool_or(d.deshecha_en is not null) as deshecha, bool_and(d.quien is not distinct from yo) as mia, (array_agg(d.cosa order by d.id))[1] as cosa
      from interno.decisiones d
      where d.decidida_en > now() - interval '1 day' and (d.quien = yo or interno.es_admin())
      group by d.lote order by min(d.decidida_en) desc limit 400
    )
    select l.lote, l.clase, l.que, l.razon, l.decidida_en, l.cuantas, l.deshecha, l.mia,
      case when l.mia then left(case l.clase
        when 'historia' then (select h.titulo from interno.historias h where h.id = l.cosa)
        when 'apelacion' then (select s.apelacion from public.suspensiones s where s.id = l.cosa)
        -- Each by its index: there may be hundreds of decisions, and many more reports.
        when 'mensaje' then (select r.contenido from public.reportes_sala r where r.mensaje_id = l.cosa order by r.creado_en limit 1)
        when 'llamada' then (select r.contenido from public.reportes_sala r where r.id = l.cosa)
        else (select r.contenido from public.reportes_sala r where r.objeto_id = l.cosa order by r.creado_en limit 1)
      end, 80) end
    from lotes l order by l.decidida_en desc;
end
$$;
comment on function interno.mis_decisiones is 'What public.mis_decisiones does.';
create function public.mis_decisiones()
returns table (
  lote uuid, clase text, que text, razon text, decidida_en timestamptz, cuantas int, deshecha boolean, mia boolean, de_que text
)
language sql stable set search_path = '' as $$
  select * from interno.mis_decisiones()
$$;
comment on function public.mis_decisiones is
  'For moderadoras: what she decided in the last day, newest first, with how it begins (de_que); the administradoras see everybody''s, not whose, and not what it was.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.cola_revision, public.tomar, public.soltar, public.decidir, public.deshacer, public.medir_autora, public.guardias_de_la_semana,
  public.hoy_del_equipo, public.mis_decisiones
  from anon, public;
grant execute on function
  interno.cola_revision, public.cola_revision, interno.tomar, public.tomar, interno.soltar, public.soltar, interno.decidir,
  public.decidir, interno.deshacer, public.deshacer, interno.medir_autora, public.medir_autora, interno.guardias_de_la_semana,
  public.guardias_de_la_semana, interno.hoy_del_equipo, public.hoy_del_equipo, interno.mis_decisiones, public.mis_decisiones
  to authenticated, service_role;
