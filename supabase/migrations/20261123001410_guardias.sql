-- Who is on duty, and that those are told. The roster has hours of the week in the zone of the house; a report that says danger writes to
-- whoever is on duty at that moment, by mail and on her devices, through the queue of alerts; where nobody is, to every moderadora and
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
  'The roster: on which weekday and hours, in the zone of the house, a moderadora is on duty. Each writes hers, the administradoras everybody''s; all of them read it through guardias_de_la_semana().';
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
select interno.poner_cupo('public.guardias', 'las guardias', 'The house''s: some for each day.', null, 400, null, 200, 100000);

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
comment on function interno.vigilar_guardia is 'Trigger: whoever is put on duty is a moderadora or an administradora (PT404).';
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
comment on function interno.esta_de_guardia is 'Whether these hours of the week hold now, in the zone of the house.';

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
  'For moderadoras: who is on duty on which weekday (1: Monday) and hours, in the zone of the house; ahora: at this moment. Empty for others.';

-- They are told -----------------------------------------------------------------------------------------------------------------

-- Whatever other kinds there are stay.
do $$
declare
  hay text;
begin
  select pg_get_constraintdef(c.oid) into strict hay from pg_catalog.pg_constraint c
  where c.conrelid = 'interno.envios'::regclass and c.conname = 'envios_tipo_check';
  execute 'alter table interno.envios drop constraint envios_tipo_check, add constraint envios_tipo_check '
    || replace(hay, '''convocatoria''::text', '''convocatoria''::text, ''guardia''::text');
end
$$;

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

revoke all on all functions in schema interno from public, anon;
revoke all on function public.guardias_de_la_semana, public.hoy_del_equipo from public, anon;
grant execute on function interno.guardias_de_la_semana, public.guardias_de_la_semana, interno.hoy_del_equipo, public.hoy_del_equipo to authenticated, service_role;
