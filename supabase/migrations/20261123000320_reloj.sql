-- The machine's clock was moved: set right, or set wrong. What waits is written down as moments, and would leave early, or days late, by as
-- much as that. It waits on for as long as it would have: the server, which measures by a clock that nobody sets, notices within
-- seconds (server/src/core/clock.ts) and says here by how much.

create function interno.mover_reloj(salto interval, pasaron interval) returns void
language plpgsql set search_path = '' as $$
declare
  atras constant boolean := salto < interval '0';
  aqui constant timestamptz := clock_timestamp();
  -- What was written since the server last looked may be by the new clock already.
  desde constant timestamptz := aqui - pasaron - interval '1 second';
begin
  -- Alerts first, then their messages, as whoever notes does it (interno.anotar_envios).
  update public.alertas a set
    pulsada_en = a.pulsada_en + salto, creada_en = a.creada_en + salto, sale_en = a.sale_en + salto,
    ultima_pulsacion = least(a.ultima_pulsacion + salto, aqui), ultima_senal = least(a.ultima_senal + salto, aqui),
    -- least would make a moment of none.
    avisada_en = case when a.avisada_en is not null then least(a.avisada_en + salto, aqui) end,
    lugar_en = case when a.lugar_en is not null then least(a.lugar_en + salto, aqui) end
  where a.estado <> 'cerrada' and a.creada_en not between desde and aqui;
  update interno.codigos_alerta c set sostiene_desde = c.sostiene_desde + salto
  from public.alertas a
  where a.id = c.alerta_id and a.estado <> 'cerrada' and case when atras then c.sostiene_desde > aqui else c.sostiene_desde < desde end;
  -- Nothing in the queue is ever due later than ten minutes from now, and nobody has a message in hand for longer than a minute. Who has
  -- one in hand keeps it: otherwise it would leave twice.
  update interno.envios e set
    tomado_hasta = case
      when e.tomado_hasta is null then null
      when atras then least(e.tomado_hasta, aqui + interval '60 seconds')
      when e.tomado_hasta <= aqui then e.tomado_hasta + salto
      else e.tomado_hasta end,
    -- After a jump forwards what is not due was put off by the new clock.
    vence = case when nuevo.es or not atras and e.vence > aqui then e.vence else least(e.vence + salto, aqui + interval '10 minutes') end,
    caduca = case when nuevo.es then e.caduca else e.caduca + salto end,
    creado_en = case when nuevo.es then e.creado_en else e.creado_en + salto end
  from interno.envios f, lateral (select f.creado_en between desde and aqui as es) nuevo
  where f.id = e.id and e.terminado_en is null;
  -- Forwards, a timer of hers stays at its moment: it may be that the machine stood still, as one of a provider's that is put aside for an
  -- hour, and that the hour has passed for her. It calls for help too early rather than an hour too late. Events and notices are of the calendar.
  update interno.pendientes p set vence = p.vence + salto, creado_en = p.creado_en + salto
  where p.tipo not in ('agenda', 'encuentro', 'comunicado', 'reparto') and (atras or p.tipo <> 'llegada') and p.creado_en not between desde and aqui;
  -- Her appointments, too: they are looked at anew.
  update interno.pendientes p set vence = least(p.vence, aqui) where p.tipo = 'agenda';
  update public.llegadas l set
    vence_en = l.vence_en + salto, hasta = l.hasta + salto, creada_en = l.creada_en + salto,
    lugar_en = case when l.lugar_en is not null then least(l.lugar_en + salto, aqui) end
  where atras and l.estado = 'activa' and l.creada_en not between desde and aqui;
  -- A walk: one that would be longer than any is one of the new clock.
  update interno.acompanamientos c set termina_en = c.termina_en + salto
  where not c.terminado and c.termina_en + salto between aqui and aqui + interval '24 hours';
  update interno.bajas_pendientes b set pedida_en = b.pedida_en + salto, efectiva_en = b.efectiva_en + salto
  where b.pedida_en not between desde and aqui;
  if atras then
    -- What was counted lies in the time to come, and would shut her out until then.
    update interno.ritmos r set momentos = array(select m + salto from unnest(r.momentos) m order by m) where r.momentos <> '{}';
    update interno.frenos f set momentos = array(select m + salto from unnest(f.momentos) m order by m) where f.momentos <> '{}';
    update interno.gastos g set desde = g.desde + salto where g.desde > aqui;
    update interno.tomas t set hasta = t.hasta + salto where t.hasta > aqui + interval '15 minutes';
  end if;
end
$$;
comment on function interno.mover_reloj is
  'For the server: the clock was moved by so much, and so much time passed since it last looked. What waits (alerts, messages, walks, deletions, counts) waits on for as long as it would have; timers too, but for a jump forwards, which may be time that has passed.';

revoke all on all functions in schema interno from public, anon;
