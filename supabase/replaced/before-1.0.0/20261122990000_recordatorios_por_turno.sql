-- Reminders: members take turns, so that nobody's come before everybody else's. After 20261122410000_avisos_de_sesion.sql, which it
-- takes up.

-- Ten thousand events on one day, on twenty devices, would come before everybody else's. In one round each member's come in
-- turn, and of one day no more than fifty.
create or replace function interno.tomar_recordatorios(ahora timestamptz default now(), maximo int default 100)
returns table (id uuid, endpoint text, p256dh text, auth text, segundos int)
language sql volatile set search_path = '' as $$
  with ocurrencias as (
    select o.* from (
      -- A day around now covers every time zone.
      select e.id as evento_id, e.user_id, e.hora, e.actualizado_en, d.dia::date as dia,
        row_number() over (partition by e.user_id, d.dia order by e.hora nulls first, e.id) as turno
      from generate_series((ahora at time zone 'UTC')::date - 1, (ahora at time zone 'UTC')::date + 1, interval '1 day') d (dia)
      join public.agenda_personal e on e.notificar and (
        e.fecha = d.dia::date or (
          e.tipo = 'cumpleaños'
          and extract(month from e.fecha) = extract(month from d.dia)
          and interno.cumple(e.fecha, d.dia::date)
        )
      )
    ) o where o.turno <= 50
  ), momentos as (
    select o.evento_id, o.dia, o.hora, o.user_id, o.actualizado_en, s.id as suscripcion_id, s.endpoint, s.p256dh, s.auth, s.creado_en,
      case when o.hora is null then (o.dia + time '09:00') at time zone s.zona_horaria
        else ((o.dia + o.hora) at time zone s.zona_horaria) - interval '1 hour' end as vence,
      case when o.hora is null then (o.dia + 1)::timestamp at time zone s.zona_horaria
        else (o.dia + o.hora) at time zone s.zona_horaria end as hasta
    from ocurrencias o join public.suscripciones_push s on s.user_id = o.user_id
    where interno.sesion_abierta(s.user_id, s.sesion)
  ), debidos as (
    -- What she wrote down after its moment had passed needs no reminder: she has just written it.
    select m.*, row_number() over (partition by m.user_id order by m.vence, m.evento_id, m.suscripcion_id) as turno
    from momentos m
    where m.vence <= ahora and m.hasta > ahora and m.actualizado_en <= m.vence and m.creado_en <= m.vence
      and not exists (
        select from interno.recordatorios ya
        where ya.suscripcion_id = m.suscripcion_id and ya.evento_id = m.evento_id and ya.dia = m.dia
          and ya.hora is not distinct from m.hora and not (ya.estado = 'por repetir' and ya.repetir_en <= ahora)
      )
  ), tomados as (
    insert into interno.recordatorios as r (suscripcion_id, evento_id, dia, hora)
    select suscripcion_id, evento_id, dia, hora from debidos d
    order by d.turno, d.vence
    limit maximo
    on conflict (suscripcion_id, evento_id, dia, hora) do update
      set estado = 'tomado', intentos = r.intentos + 1, tomado_en = ahora
      -- Somebody else took it in the same instant: then it is theirs.
      where r.estado = 'por repetir' and r.repetir_en <= ahora
    returning r.id, r.suscripcion_id, r.evento_id, r.dia, r.hora
  )
  select t.id, d.endpoint, d.p256dh, d.auth, greatest(1, extract(epoch from d.hasta - ahora))::int
  from tomados t join debidos d
    on d.suscripcion_id = t.suscripcion_id and d.evento_id = t.evento_id and d.dia = t.dia
    and d.hora is not distinct from t.hora
$$;
comment on function interno.tomar_recordatorios is
  'Takes the reminders that are due, each once whoever asks, members in turn: an hour before, or at nine for a whole day, on the clock of each device whose session is open; of one day fifty of a member at most. segundos: how long it is still worth delivering.';
revoke all on function interno.tomar_recordatorios from public, anon, authenticated;
