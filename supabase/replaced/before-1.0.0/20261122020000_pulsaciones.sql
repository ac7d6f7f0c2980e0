-- No press of the panic button is ever refused, and no flood of them fills the disk: what is pressed while an event is open
-- joins it. Every insert succeeds and returns its row; then the joined ones go and the open event tells of them.

alter table public.eventos_peligro
  add column pulsaciones int not null default 1,
  add column ultima_pulsacion timestamptz,
  -- Bounded: the last hundred. A second delivery of a press that joined is then not counted again.
  add column juntadas uuid[] not null default '{}';
comment on column public.eventos_peligro.pulsaciones is 'How often she pressed while this event was open.';
comment on column public.eventos_peligro.ultima_pulsacion is 'When she pressed last, by her device''s clock; null after a single press.';
comment on column public.eventos_peligro.juntadas is 'cliente_id of the presses that joined, the last hundred.';

-- A clock that is ahead, or somebody's lie: nothing happened after it arrived.
update public.eventos_peligro set
  ocurrido_en = least(ocurrido_en, creado_en), ubicacion_en = case when ubicacion_en is not null then least(ubicacion_en, creado_en) end
where ocurrido_en > creado_en or ubicacion_en > creado_en;

-- Whoever sends thousands in one request presses no button: beyond twenty they are counted and not written.
create function interno.contar_pulsacion() returns trigger
language plpgsql set search_path = '' as $$
declare
  de_esta_vez constant int := coalesce(nullif(current_setting('interno.pulsaciones', true), '')::int, 0) + 1;
begin
  -- By whatever clock: an event that claims tomorrow would be within ten minutes of no press of hers, or pass for later than all.
  if new.ocurrido_en > now() then
    new.ocurrido_en := now();
  end if;
  if new.ubicacion_en > now() then
    new.ubicacion_en := now();
  end if;
  if auth.uid() is null then
    return new;
  end if;
  perform set_config('interno.pulsaciones', de_esta_vez::text, true);
  return case when de_esta_vez <= 20 then new end;
end
$$;
comment on function interno.contar_pulsacion is
  'Trigger: no press is later than its arrival, and of one request at most twenty are written; interno.juntar_pulsaciones counts the others.';
create trigger contar_pulsacion before insert on public.eventos_peligro
  for each row execute function interno.contar_pulsacion();

-- With its owner's rights: members neither delete events nor write how often they pressed.
create function interno.juntar_pulsaciones() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  pasos constant text[] := array['preparado', 'abierto', 'confirmado_por_usuaria'];
  margen constant interval := interval '10 minutes';
  de_esta_vez constant int := coalesce(nullif(current_setting('interno.pulsaciones', true), '')::int, 0);
  de_mas constant int := greatest(0, de_esta_vez - 20);
  espera constant text := current_setting('lock_timeout');
  quien uuid;
  nueva public.eventos_peligro;
  abierto public.eventos_peligro;
  -- Events that came in the last hour, the last day, and in all; with the new ones.
  hora int;
  dia int;
  todos int;
  -- The new ones that have not had their turn: each joins what was there before it, never one that comes after.
  por_ver uuid[];
begin
  perform set_config('interno.pulsaciones', '0', true);
  if auth.uid() is null then
    return null; -- What the house itself writes is not pressed.
  end if;
  for quien in select distinct user_id from nuevas loop
    begin
      -- Two presses at the same instant become one event. Whoever holds this lock for long delays no press: then both
      -- stay as they are, and the next one joins them.
      perform set_config('lock_timeout', '1000', true);
      perform pg_advisory_xact_lock(hashtextextended('eventos_peligro ' || quien, 0));
      perform set_config('lock_timeout', espera, true);
    exception when lock_not_available then
      continue;
    end;
    select count(*) filter (where creado_en > now() - interval '1 hour'),
      count(*) filter (where creado_en > now() - interval '1 day'), count(*)
    into hora, dia, todos
    from public.eventos_peligro where user_id = quien;
    por_ver := array(select id from nuevas where user_id = quien);

    for nueva in
      select * from nuevas where user_id = quien order by ocurrido_en, creado_en, id
    loop
      -- The same press, delivered twice: known by its id, wherever it went.
      select * into abierto from public.eventos_peligro e
      where e.user_id = quien and e.id <> all (por_ver) and nueva.cliente_id = any (e.juntadas) limit 1;
      if not found then
        -- What she pressed within ten minutes of an event that she has not closed, by the clock of her device: what waited
        -- hours for a network stays apart.
        select * into abierto from public.eventos_peligro e
        where e.user_id = quien and e.id <> all (por_ver) and e.estado <> 'confirmado_por_usuaria'
          and e.ocurrido_en between nueva.ocurrido_en - margen and nueva.ocurrido_en + margen
        order by e.creado_en, e.ocurrido_en, e.id limit 1;
      end if;
      if abierto.id is null and (hora > 12 or dia > 60 or todos > 5000) then
        -- Nobody lives so many: the last one takes them all.
        select * into abierto from public.eventos_peligro e
        where e.user_id = quien and e.id <> all (por_ver) order by e.creado_en desc, e.ocurrido_en desc, e.id limit 1;
      end if;
      por_ver := array_remove(por_ver, nueva.id);
      continue when abierto.id is null;

      update public.eventos_peligro e set
        pulsaciones = e.pulsaciones + case when nueva.cliente_id = any (e.juntadas) then 0 else nueva.pulsaciones end,
        juntadas = case when nueva.cliente_id = any (e.juntadas) then e.juntadas
          else (e.juntadas || nueva.cliente_id)[greatest(1, cardinality(e.juntadas) - 98):] end,
        ultima_pulsacion = greatest(coalesce(e.ultima_pulsacion, e.ocurrido_en), nueva.ocurrido_en),
        -- What arrives last holds, whatever time it claims: a clock that is slow, or an event that somebody else wrote with her
        -- session, takes neither place nor message from a press. Delivered again it holds by its time, as it did before.
        -- A press without a place erases none.
        (latitud, longitud, precision_m, ubicacion_en) = (
          select lugar.latitud, lugar.longitud, lugar.precision_m, lugar.ubicacion_en
          from (values
            (e.latitud, e.longitud, e.precision_m, e.ubicacion_en, coalesce(e.ubicacion_en, e.ultima_pulsacion, e.ocurrido_en), 1),
            (nueva.latitud, nueva.longitud, nueva.precision_m, nueva.ubicacion_en,
              case when nueva.cliente_id = any (e.juntadas) then coalesce(nueva.ubicacion_en, nueva.ocurrido_en) else 'infinity' end, 2)
          ) as lugar (latitud, longitud, precision_m, ubicacion_en, cuando, orden)
          order by lugar.latitud is null, lugar.cuando desc, lugar.orden desc limit 1
        ),
        mensaje = case when nueva.cliente_id <> all (e.juntadas) or nueva.ocurrido_en >= coalesce(e.ultima_pulsacion, e.ocurrido_en)
          then nueva.mensaje else e.mensaje end,
        -- Forwards only, and what it was handed to goes with the step.
        (estado, canal, contacto_id) = (
          select case when adelante then nueva.estado else e.estado end,
            case when adelante then nueva.canal else e.canal end,
            case when adelante then nueva.contacto_id else e.contacto_id end
          from (select array_position(pasos, nueva.estado) > array_position(pasos, e.estado)) as paso (adelante)
        )
      where e.id = abierto.id;
      delete from public.eventos_peligro where id = nueva.id;
      hora := hora - 1;
      dia := dia - 1;
      todos := todos - 1;
    end loop;

    if de_mas > 0 then
      update public.eventos_peligro set
        pulsaciones = pulsaciones + de_mas, ultima_pulsacion = greatest(coalesce(ultima_pulsacion, ocurrido_en), now())
      where id = (
        select id from public.eventos_peligro where user_id = quien order by creado_en desc, ocurrido_en desc, id limit 1
      );
    end if;
  end loop;
  return null;
end
$$;
comment on function interno.juntar_pulsaciones is
  'Trigger of a statement: presses within ten minutes of an event that is not confirmed join it (count, last time, latest place), and so do all beyond 12 an hour, 60 a day and 5000; the insert has succeeded and returned them already.';
create trigger juntar_pulsaciones after insert on public.eventos_peligro referencing new table as nuevas
  for each statement execute function interno.juntar_pulsaciones();

revoke all on function interno.contar_pulsacion, interno.juntar_pulsaciones from public, anon, authenticated;
