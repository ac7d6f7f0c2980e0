-- The agenda's reminders are found by their time: among what is due (interno.pendientes) each member has one row that says when
-- something of hers has to be looked at next. What changes her agenda or her devices only moves that row to now; the look itself works out
-- what is due, puts it into the queue, and when to look again. So there is one place that knows the rules, and a look that comes too
-- early costs one member's agenda, never everybody's (docs/alarm.md; before, each look read them all).

create unique index pendientes_agenda_idx on interno.pendientes (user_id) where tipo = 'agenda';
create index agenda_personal_cumples_de_idx on public.agenda_personal (user_id) where notificar and tipo = 'cumpleaños';
-- They served the look that read everybody's.
drop index public.agenda_personal_notificar_idx;
drop index public.agenda_personal_cumple_idx;

create function interno.momentos_de(quien uuid, desde date, hasta date)
returns table (
  suscripcion_id uuid, evento_id uuid, dia date, hora time, vence timestamptz, empieza timestamptz, a_tiempo boolean, abierta boolean
)
language sql stable set search_path = '' as $$
  select s.id, o.id, o.dia, o.hora, m.vence, m.empieza,
    -- What she wrote down after its moment had passed needs no reminder: she has just written it.
    o.actualizado_en <= m.vence and s.creado_en <= m.vence,
    interno.sesion_abierta(s.user_id, s.sesion)
  from (
    -- Of one day fifty at most.
    select e.id, e.hora, e.actualizado_en, e.dia, row_number() over (partition by e.dia order by e.hora nulls first, e.id) as puesto
    from (
      select a.id, a.hora, a.actualizado_en, a.fecha as dia
      from public.agenda_personal a
      where a.user_id = quien and a.notificar and a.fecha between momentos_de.desde and momentos_de.hasta
      union
      select a.id, a.hora, a.actualizado_en, d.dia::date
      from public.agenda_personal a
      join generate_series(momentos_de.desde, momentos_de.hasta, interval '1 day') d (dia) on interno.cumple(a.fecha, d.dia::date)
      where a.user_id = quien and a.notificar and a.tipo = 'cumpleaños'
    ) e
  ) o
  join public.suscripciones_push s on s.user_id = quien
  cross join lateral (
    select
      case when o.hora is null then (o.dia + time '09:00') at time zone s.zona_horaria
        else ((o.dia + o.hora) at time zone s.zona_horaria) - interval '1 hour' end,
      case when o.hora is null then (o.dia + 1)::timestamp at time zone s.zona_horaria
        else (o.dia + o.hora) at time zone s.zona_horaria end
  ) m (vence, empieza)
  where o.puesto <= 50
$$;
comment on function interno.momentos_de is
  'When each of a member''s devices is to be reminded of what lies between two days, on its own clock: an hour before, or at nine for a whole day; birthdays every year. empieza: from then on it is too late.';

create function interno.recordar(quien uuid, ahora timestamptz default now()) returns timestamptz
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  hoy constant date := (ahora at time zone 'UTC')::date;
  momento record;
  nuevo uuid;
  otra_vez timestamptz;
begin
  -- A day around now covers every time zone.
  for momento in
    select * from interno.momentos_de(quien, hoy - 1, hoy + 2) m where m.empieza > ahora and m.a_tiempo order by m.vence, m.evento_id
  loop
    if momento.vence > ahora then
      otra_vez := least(otra_vez, momento.vence);
      exit;
    end if;
    if not momento.abierta then
      -- Its session is over, or the account suspended: that may pass.
      otra_vez := least(otra_vez, ahora + interval '5 minutes');
      continue;
    end if;
    insert into interno.recordatorios (suscripcion_id, evento_id, dia, hora)
    values (momento.suscripcion_id, momento.evento_id, momento.dia, momento.hora)
    on conflict (suscripcion_id, evento_id, dia, hora) do nothing
    returning id into nuevo;
    continue when nuevo is null;
    perform interno.encolar_envio(
      'recordatorio', 'push', 2, quien, 'recordatorio:' || nuevo, caduca => momento.empieza, suscripcion_id => momento.suscripcion_id,
      datos => jsonb_build_object('segundos', greatest(1, ceil(extract(epoch from momento.empieza - ahora))))
    );
  end loop;
  if otra_vez is not null then
    return otra_vez;
  end if;
  if not exists (select from public.suscripciones_push s where s.user_id = quien) then
    return null;
  end if;
  -- Nothing soon: two days before the next event or birthday, wherever her devices are.
  return (least(
    (select min(a.fecha) from public.agenda_personal a where a.user_id = quien and a.notificar and a.fecha > hoy + 2),
    (
      select min(d.dia)::date
      from (
        select distinct extract(month from a.fecha) as mes, extract(day from a.fecha) as numero
        from public.agenda_personal a where a.user_id = quien and a.notificar and a.tipo = 'cumpleaños'
      ) c
      cross join lateral (
        -- The 28th stands for the 29th of February: a look too early costs nothing.
        select make_date(extract(year from hoy)::int + n, c.mes::int, least(c.numero, case c.mes when 2 then 28 else 31 end)::int)
        from generate_series(0, 1) n
      ) d (dia)
      where d.dia > hoy + 2
    )
  ) - 2)::timestamp at time zone 'UTC';
end
$$;
comment on function interno.recordar is
  'Puts the reminders that are due for a member into the queue, each once for each device, and returns when to look again; null where nothing is to come.';

create function interno.atender_agenda(p interno.pendientes, ahora timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  otra_vez constant timestamptz := interno.recordar(p.user_id, ahora);
begin
  if otra_vez is not null then
    insert into interno.pendientes (tipo, urgencia, vence, user_id) values ('agenda', 2, otra_vez, p.user_id)
    on conflict (user_id) where tipo = 'agenda' do update set vence = least(interno.pendientes.vence, excluded.vence);
  end if;
end
$$;
comment on function interno.atender_agenda is 'A look at one member''s agenda, and when the next one is due. Called by interno.atender_pendientes.';

create function interno.mirar_agendas(quienes uuid[]) returns void
language sql set search_path = '' as $$
  -- Without a device there is nothing to come; the first one brings the look. A little later: whoever writes ten appointments is looked at
  -- once, and nothing of an alert is woken for them.
  insert into interno.pendientes (tipo, urgencia, vence, user_id)
  select distinct 'agenda', 2, now() + interval '15 seconds', s.user_id from public.suscripciones_push s where s.user_id = any (quienes)
  on conflict (user_id) where tipo = 'agenda' do update set vence = least(interno.pendientes.vence, excluded.vence)
$$;
comment on function interno.mirar_agendas is 'The agenda of these members is looked at within moments: something of it, or of their devices, has changed.';

-- With its owner's rights: what is due is nobody's to write.
create function interno.mirar_agenda() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.mirar_agendas(array(select distinct user_id from cambiadas));
  return null;
end
$$;
comment on function interno.mirar_agenda is 'Trigger of a statement: an agenda or its devices have changed, and are looked at.';
-- What was deleted makes a look superfluous, never late.
create trigger mirar_al_agregar after insert on public.agenda_personal referencing new table as cambiadas
  for each statement execute function interno.mirar_agenda();
create trigger mirar_al_cambiar after update on public.agenda_personal referencing new table as cambiadas
  for each statement execute function interno.mirar_agenda();
create trigger mirar_al_agregar after insert on public.suscripciones_push referencing new table as cambiadas
  for each statement execute function interno.mirar_agenda();
create trigger mirar_al_cambiar after update on public.suscripciones_push referencing new table as cambiadas
  for each statement execute function interno.mirar_agenda();

create function interno.soltar_recordatorios() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.envios e using interno.recordatorios r
  where r.evento_id = new.id and e.clave = 'recordatorio:' || r.id and e.terminado_en is null;
  return null;
end
$$;
comment on function interno.soltar_recordatorios is
  'Trigger: of an event that was moved or silenced nothing leaves any more that was due before.';
create trigger soltar_recordatorios after update of fecha, hora, notificar, tipo on public.agenda_personal
  for each row when ((old.fecha, old.hora, old.notificar, old.tipo) is distinct from (new.fecha, new.hora, new.notificar, new.tipo))
  execute function interno.soltar_recordatorios();

create function interno.soltar_recordatorio() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.envios e where e.clave = 'recordatorio:' || old.id and e.terminado_en is null;
  return null;
end
$$;
comment on function interno.soltar_recordatorio is 'Trigger: a reminder goes with its event.';
create trigger soltar after delete on interno.recordatorios
  for each row execute function interno.soltar_recordatorio();

-- The queue sends, tries again and forgets; here stays that something was taken.
drop function interno.tomar_recordatorios(timestamptz, int);
drop function interno.anotar_recordatorio(uuid, text);
alter table interno.recordatorios drop column estado, drop column intentos, drop column repetir_en;

select interno.mirar_agendas(array(select distinct user_id from public.suscripciones_push));

revoke all on all functions in schema interno from public, anon;
