-- What the team tells members: all of them, those of a country, those who use a section. In the app, and by a notice without words where a device
-- agreed to that. Who reads one is worked out here, for each member when she asks; nobody of the team learns who it is, and of how many there
-- are only a count by tens, once. No section that is hers alone says who uses it: circles and library do.
create table public.comunicados (
  id uuid primary key default gen_random_uuid(),
  titulo text not null check (char_length(titulo) <= 120 and interno.tiene_texto(titulo)),
  texto text not null check (char_length(texto) <= 1000 and interno.tiene_texto(texto)),
  publico text not null default 'todas' check (publico in ('todas', 'pais', 'salas', 'biblioteca')),
  pais text check (pais ~ '^[A-Z]{2}$'),
  avisar boolean not null default false,
  desde timestamptz not null default now(),
  hasta timestamptz not null,
  alcance text check (char_length(alcance) <= 40),
  check ((publico = 'pais') = (pais is not null)),
  check (hasta > desde and hasta <= desde + interval '60 days')
);
alter table public.comunicados
  add constraint comunicados_desde_de_calendario check (interno.es_momento(desde)) not valid,
  add constraint comunicados_hasta_de_calendario check (interno.es_momento(hasta)) not valid;
comment on table public.comunicados is
  'What the team tells members, for sixty days at most: the administradoras read, write and withdraw; a member reads what is for her through mis_comunicados().';
comment on column public.comunicados.publico is
  'For whom: todas; pais (who chose that country for her alert); salas (who wrote in a circle in the last ninety days); biblioteca (who downloaded a book then).';
comment on column public.comunicados.alcance is 'How many that were when it was written, by tens; below ten it says no more than that.';
comment on column public.comunicados.avisar is 'Devices that agreed to it show a notice without words.';
create index comunicados_hasta_idx on public.comunicados (hasta);
alter table public.comunicados enable row level security;
alter table public.comunicados force row level security;
revoke all on public.comunicados from anon, authenticated;
grant select, delete, insert (id, titulo, texto, publico, pais, avisar, desde, hasta) on public.comunicados to authenticated;
grant all on public.comunicados to service_role;
create policy "las administradoras leen los comunicados" on public.comunicados
  for select to authenticated using ((select interno.es_admin()));
create policy "las administradoras escriben comunicados" on public.comunicados
  for insert to authenticated with check ((select interno.es_admin()));
create policy "las administradoras retiran comunicados" on public.comunicados
  for delete to authenticated using ((select interno.es_admin()));
create trigger anotar_bitacora after insert or update or delete on public.comunicados
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.comunicados', 'los comunicados', 'Rows of the installation: a few at a time.', null, 200, null, 20, 100000);

-- Who reads it ------------------------------------------------------------------------------------------------------------------

create function interno.es_para(quien uuid, publico text, pais text) returns boolean
language sql stable set search_path = '' as $$
  select case publico
    when 'todas' then true
    when 'pais' then exists (select from public.alarma_ajustes a where a.user_id = quien and a.pais = es_para.pais)
    when 'salas' then exists (
      select from public.mensajes_sala m where m.user_id = quien and m.creado_en > now() - interval '90 days'
    )
    when 'biblioteca' then exists (
      select from public.descargas_libros d where d.user_id = quien and d.creado_en > now() - interval '90 days'
    )
    else false
  end and not exists (
    select from public.suspensiones s where s.user_id = quien and s.alcance = 'expulsion' and s.hasta > now()
  )
$$;
comment on function interno.es_para is
  'Whether what the team tells these readers is for a member: her country as she chose it, sections in which others see her or which the installation publishes; never a section that is hers alone.';

create function interno.mis_comunicados() returns table (id uuid, titulo text, texto text, desde timestamptz, hasta timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if not interno.participa() then
    return;
  end if;
  return query
    select c.id, c.titulo, c.texto, c.desde, c.hasta from public.comunicados c
    where c.desde <= now() and c.hasta > now() and interno.es_para(quien, c.publico, c.pais)
    order by c.desde desc, c.id limit 50;
end
$$;
comment on function interno.mis_comunicados is 'What public.mis_comunicados does.';
create function public.mis_comunicados() returns table (id uuid, titulo text, texto text, desde timestamptz, hasta timestamptz)
language sql stable set search_path = '' as $$
  select * from interno.mis_comunicados()
$$;
comment on function public.mis_comunicados is
  'What the team tells the member who asks, newest first, while it is current; not to whom else. Empty for a caller who is not admitted, or was expelled.';

-- Sending -------------------------------------------------------------------------------------------------------------------------

-- With its owner's rights: nobody reads who is counted.
create function interno.preparar_comunicado() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An account that may not write one learns nothing from here.
  if auth.uid() is not null then
    if not interno.es_admin() then
      return new;
    end if;
    -- An administradora's unlocked telephone alone speaks to nobody in the team's name.
    perform interno.exigir_prueba();
  end if;
  if new.hasta <= now() then
    raise exception using errcode = 'PT422', message = 'El último día ya pasó.';
  end if;
  new.desde := greatest(new.desde, now());
  -- Once, and stored: what could be asked again would tell of one who came or went.
  new.alcance := interno.por_decenas((
    select count(*) from interno.admisiones a where interno.es_para(a.user_id, new.publico, new.pais)
  ));
  if new.avisar then
    insert into interno.pendientes (tipo, urgencia, vence, datos)
    values ('comunicado', 2, new.desde, jsonb_build_object('comunicado', new.id));
  end if;
  return new;
end
$$;
comment on function interno.preparar_comunicado is
  'Trigger: writes down, by tens, for how many it is, and when its notices leave; asks its author for a fresh proof (PT428).';
create trigger preparar before insert on public.comunicados
  for each row execute function interno.preparar_comunicado();

create function interno.atender_comunicado(p interno.pendientes, ahora timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  de public.comunicados;
  equipo record;
  ultimo uuid;
begin
  select * into de from public.comunicados c where c.id = (p.datos ->> 'comunicado')::uuid and c.hasta > ahora;
  if not found then
    return; -- Withdrawn, or over.
  end if;
  for equipo in
    select s.id, s.user_id from public.suscripciones_push s
    where s.comunicados and s.id > coalesce((p.datos ->> 'desde')::uuid, '00000000-0000-0000-0000-000000000000')
    order by s.id limit 200
  loop
    ultimo := equipo.id;
    if interno.es_para(equipo.user_id, de.publico, de.pais) then
      perform interno.encolar_envio(
        'comunicado', 'push', 2, equipo.user_id, format('comunicado:%s:%s', de.id, equipo.id),
        caduca => least(de.hasta, ahora + interval '1 day'), suscripcion_id => equipo.id
      );
    end if;
  end loop;
  if ultimo is not null then
    -- Some at a time: what comes for an alert meanwhile finds the way free.
    insert into interno.pendientes (tipo, urgencia, vence, datos)
    values ('comunicado', 2, ahora + interval '2 seconds', p.datos || jsonb_build_object('desde', ultimo));
  end if;
end
$$;
comment on function interno.atender_comunicado is
  'Notices without words to devices that agreed to them, two hundred at a time, behind everything else that is due. Called by interno.atender_pendientes.';

create function interno.soltar_comunicado() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from interno.pendientes p where p.tipo = 'comunicado' and p.datos ->> 'comunicado' = old.id::text;
  delete from interno.envios e where e.tipo = 'comunicado' and e.terminado_en is null and e.clave like format('comunicado:%s:%%', old.id);
  return null;
end
$$;
comment on function interno.soltar_comunicado is 'Trigger: of what was withdrawn no notice leaves any more.';
create trigger soltar after delete on public.comunicados
  for each row execute function interno.soltar_comunicado();

create function interno.olvidar_comunicados(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  olvidados int;
begin
  delete from public.comunicados where hasta < ahora - interval '90 days';
  get diagnostics olvidados = row_count;
  return olvidados;
end
$$;
comment on function interno.olvidar_comunicados is
  'To be called daily: what the team told is forgotten ninety days after its end. Returns how many.';

-- Events and workshops: the editoras write them, a member signs up, and nobody learns who else did. Two at once never take the same seat; who
-- comes later waits, and gets one that becomes free. The link is hers who has a seat, and from a while before.
create table public.encuentros (
  id uuid primary key default gen_random_uuid(),
  clase text not null default 'evento' check (clase in ('evento', 'taller')),
  titulo text not null check (char_length(titulo) <= 120 and interno.tiene_texto(titulo)),
  descripcion text check (char_length(descripcion) <= 16000 and descripcion = interno.html_limpio(descripcion)),
  empieza timestamptz not null,
  termina timestamptz not null,
  cabida int check (cabida between 1 and 1000),
  enlace text check (char_length(enlace) <= 500 and enlace ~ '^https://[^\s/]+\.[^\s]+$'),
  abre_min int not null default 15 check (abre_min between 0 and 1440),
  solo_premium boolean not null default false,
  estado text not null default 'borrador' check (estado in ('borrador', 'publicado', 'cancelado')),
  version integer not null default 1,
  check (termina > empieza and termina <= empieza + interval '3 days')
);
alter table public.encuentros
  add constraint encuentros_empieza_de_calendario check (interno.es_momento(empieza)) not valid,
  add constraint encuentros_termina_de_calendario check (interno.es_momento(termina)) not valid;
comment on table public.encuentros is
  'Events and workshops: the editoras read and write them; a member reads what is to come through mis_encuentros(), and the link only with a seat.';
comment on column public.encuentros.cabida is 'How many seats; null: no end of them.';
comment on column public.encuentros.abre_min is 'So many minutes before it begins the link can be read by those who have a seat.';
create index encuentros_termina_idx on public.encuentros (termina);
alter table public.encuentros enable row level security;
alter table public.encuentros force row level security;
revoke all on public.encuentros from anon, authenticated;
grant select, delete,
  insert (id, clase, titulo, descripcion, empieza, termina, cabida, enlace, abre_min, solo_premium, estado),
  update (clase, titulo, descripcion, empieza, termina, cabida, enlace, abre_min, solo_premium, estado) on public.encuentros to authenticated;
grant all on public.encuentros to service_role;
create policy "las editoras leen los encuentros" on public.encuentros
  for select to authenticated using ((select interno.es_editora()));
create policy "las editoras escriben encuentros" on public.encuentros
  for insert to authenticated with check ((select interno.es_editora()));
create policy "las editoras cambian encuentros" on public.encuentros
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
-- Who signed up is told that it was cancelled; what was published is cancelled first.
create policy "las editoras borran los encuentros que no esperan a nadie" on public.encuentros
  for delete to authenticated using ((select interno.es_editora()) and (estado <> 'publicado' or termina < now()));
create trigger limpiar before insert or update of descripcion on public.encuentros
  for each row execute function interno.limpiar_texto('descripcion');
create trigger anotar_bitacora after insert or update or delete on public.encuentros
  for each row execute function interno.anotar_bitacora('casa');
create trigger contar_version
  before update of clase, titulo, descripcion, empieza, termina, cabida, enlace, abre_min, solo_premium, estado on public.encuentros
  for each row execute function interno.contar_version();
select interno.poner_cupo('public.encuentros', 'los eventos', 'Rows of the installation.', null, 2000, null, 200, 1000000);

-- How many have a seat is told by tens. A number of seats that goes down until it is full would tell it to the last one, whenever somebody asks.
create function interno.cuidar_cabida() returns trigger
language plpgsql set search_path = '' as $$
begin
  if auth.uid() is null or old.estado = 'borrador' then
    return new;
  end if;
  if new.estado = 'borrador' then
    raise exception using errcode = 'PT422', message = 'Ya se publicó, y quizá alguien se apuntó: cancélalo, y quien tenía lugar lo leerá.';
  end if;
  if new.cabida < coalesce(old.cabida, 1001) then
    raise exception using errcode = 'PT422', message = 'Ya se publicó: los lugares pueden aumentar, no disminuir.';
  end if;
  return new;
end
$$;
comment on function interno.cuidar_cabida is
  'Trigger: seats of what was published only become more, and it is no draft again (PT422): nobody of the team counts by them who signed up.';
create trigger cuidar_cabida before update of cabida, estado on public.encuentros
  for each row execute function interno.cuidar_cabida();

create table public.plazas (
  encuentro_id uuid not null references public.encuentros on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  en_espera boolean not null default false,
  recordar boolean not null default false,
  pedida_en timestamptz not null default clock_timestamp(),
  primary key (encuentro_id, user_id)
);
comment on table public.plazas is
  'Who has a seat, or waits for one: hers to read, to be reminded of and to give back; nobody else reads it, of the team neither.';
create index plazas_user_id_idx on public.plazas (user_id);
create index plazas_turno_idx on public.plazas (encuentro_id, en_espera, pedida_en);
alter table public.plazas enable row level security;
alter table public.plazas force row level security;
revoke all on public.plazas from anon, authenticated;
grant select, delete, update (recordar) on public.plazas to authenticated;
grant all on public.plazas to service_role;
create policy "una usuaria lee sus propias plazas" on public.plazas
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria pide que se las recuerden" on public.plazas
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "una usuaria deja sus propias plazas" on public.plazas
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
select interno.poner_cupo('public.plazas', 'tus eventos', 'A seat in each of a year''s.', 'user_id', 500, 200000, 200, 100000);

-- Seats ---------------------------------------------------------------------------------------------------------------------------

create function interno.avisar_plaza(cual uuid, quien uuid, marca text, caduca timestamptz) returns void
language sql set search_path = '' as $$
  select interno.encolar_envio(
    'encuentro', 'push', 2, quien, format('encuentro:%s:%s:%s', cual, marca, s.id), caduca => avisar_plaza.caduca, suscripcion_id => s.id
  )
  from public.suscripciones_push s where s.user_id = quien
$$;
comment on function interno.avisar_plaza is
  'A reminder without words to each device of a member that is reminded of her agenda too; once for each marca.';

-- The transaction that has locked the event hands its seats out: the one place that knows how many there are.
create function interno.repartir_plazas(cual uuid) returns public.encuentros
language plpgsql set search_path = '' as $$
declare
  este public.encuentros;
  subida record;
begin
  select * into este from public.encuentros e where e.id = cual for no key update;
  if este.estado is distinct from 'publicado' or este.termina <= now() then
    return este;
  end if;
  for subida in
    update public.plazas p set en_espera = false
    from (
      select w.user_id from public.plazas w
      where w.encuentro_id = cual and w.en_espera and (not este.solo_premium or interno.tiene_plan(w.user_id, 'premium'))
      order by w.pedida_en, w.user_id
      limit case when este.cabida is not null then
        greatest(0, este.cabida - (select count(*) from public.plazas d where d.encuentro_id = cual and not d.en_espera)) end
    ) suben
    where p.encuentro_id = cual and p.user_id = suben.user_id
    returning p.user_id, p.recordar
  loop
    if subida.recordar then
      perform interno.avisar_plaza(cual, subida.user_id, 'plaza', este.termina);
    end if;
  end loop;
  return este;
end
$$;
comment on function interno.repartir_plazas is
  'Locks an event and gives its free seats to who has waited longest. Returns the event; nulls where there is none.';

create function interno.apuntarme(cual uuid, recordar boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  este public.encuentros;
  espera boolean;
begin
  -- Her seat and her expulsion, one after the other: whichever comes second knows of the first.
  perform pg_advisory_xact_lock(hashtextextended('plazas de ' || quien, 0));
  if quien is null or not interno.participa() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  perform interno.exigir_sin_medida(array['circulos', 'escritos'], 'los eventos');
  perform interno.limitar('apuntarse', array[30], array[interval '1 hour']);
  -- Account, then event: the order of an account's end too.
  perform from auth.users u where u.id = quien for key share;
  este := interno.repartir_plazas(cual);
  if este.estado is distinct from 'publicado' or este.termina <= now() then
    raise exception using errcode = 'PT404', message = 'Este evento ya no está.';
  end if;
  select p.en_espera into espera from public.plazas p where p.encuentro_id = cual and p.user_id = quien;
  if found then
    return case when espera then 'espera' else 'dentro' end; -- The same press once more.
  end if;
  if este.solo_premium and not interno.tiene_plan(quien, 'premium') then
    raise exception using errcode = 'PT402', message = 'Este evento es del plan Premium.';
  end if;
  espera := este.cabida is not null and este.cabida <= (select count(*) from public.plazas p where p.encuentro_id = cual and not p.en_espera);
  insert into public.plazas (encuentro_id, user_id, en_espera, recordar) values (cual, quien, espera, coalesce(apuntarme.recordar, false));
  return case when espera then 'espera' else 'dentro' end;
end
$$;
comment on function interno.apuntarme is 'What public.apuntarme does.';
create function public.apuntarme(cual uuid, recordar boolean default false) returns text
language sql volatile set search_path = '' as $$
  select interno.apuntarme(cual, recordar)
$$;
comment on function public.apuntarme is
  'Takes a seat of an event for the member who asks: dentro, or espera where none is free. PT404 there is none, PT402 it is of the premium plan, PT403 she is paused, PT429 above thirty an hour.';

-- A seat that becomes free is handed out a moment later: an account's end frees many, and waits for nobody.
create function interno.soltar_plaza() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into interno.pendientes (tipo, urgencia, vence, datos)
  select distinct 'reparto', 2, now(), jsonb_build_object('encuentro', s.encuentro_id)
  from sueltas s where not s.en_espera;
  return null;
end
$$;
comment on function interno.soltar_plaza is 'Trigger: a seat is free, and goes to who waits.';
create trigger soltar_plaza after delete on public.plazas referencing old table as sueltas
  for each statement execute function interno.soltar_plaza();

create function interno.atender_reparto(p interno.pendientes) returns void
language plpgsql set search_path = '' as $$
begin
  perform interno.repartir_plazas((p.datos ->> 'encuentro')::uuid);
end
$$;
comment on function interno.atender_reparto is 'Due: free seats of an event go to who waits. Called by interno.atender_pendientes.';

-- A member who was expelled sees nobody, and takes nobody's seat.
create function interno.soltar_plazas_de_expulsada() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('plazas de ' || new.user_id, 0));
  delete from public.plazas p using public.encuentros e where e.id = p.encuentro_id and p.user_id = new.user_id and e.termina > now();
  return null;
end
$$;
comment on function interno.soltar_plazas_de_expulsada is 'Trigger: an expulsion gives her seats back.';
-- Of one that was lifted and is put back (interno.devolver), too: she may have signed up in between.
create trigger soltar_plazas after insert or update of hasta on public.suspensiones
  for each row when (new.alcance = 'expulsion' and new.hasta > now()) execute function interno.soltar_plazas_de_expulsada();

-- Reminders -----------------------------------------------------------------------------------------------------------------------

create function interno.seguir_encuentro() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    delete from interno.pendientes p where p.tipo in ('encuentro', 'reparto') and p.datos ->> 'encuentro' = old.id::text;
    delete from interno.envios e where e.tipo = 'encuentro' and e.terminado_en is null and e.clave like format('encuentro:%s:%%', old.id);
  end if;
  if tg_op <> 'DELETE' and new.estado = 'publicado' and new.empieza > now() then
    insert into interno.pendientes (tipo, urgencia, vence, datos) values
      ('encuentro', 2, greatest(now(), new.empieza - interval '1 hour'), jsonb_build_object('encuentro', new.id)),
      -- There may be more seats than before.
      ('reparto', 2, now(), jsonb_build_object('encuentro', new.id));
  end if;
  return null;
end
$$;
comment on function interno.seguir_encuentro is
  'Trigger: reminders leave an hour before an event as it stands now; of what was moved, cancelled or deleted nothing leaves that was due before.';
create trigger seguir after insert or delete or update of empieza, estado, cabida on public.encuentros
  for each row execute function interno.seguir_encuentro();

create function interno.atender_encuentro(p interno.pendientes, ahora timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  este public.encuentros;
begin
  select * into este from public.encuentros e
  where e.id = (p.datos ->> 'encuentro')::uuid and e.estado = 'publicado' and e.empieza > ahora;
  if found then
    perform interno.avisar_plaza(este.id, s.user_id, extract(epoch from este.empieza)::bigint::text, este.empieza)
    from public.plazas s where s.encuentro_id = este.id and not s.en_espera and s.recordar;
  end if;
end
$$;
comment on function interno.atender_encuentro is
  'Due: an hour before an event, a reminder without words to who has a seat and asked for one. Called by interno.atender_pendientes.';

-- What she reads, and what the team ---------------------------------------------------------------------------------------------------

create function interno.mis_encuentros() returns table (
  id uuid, clase text, titulo text, descripcion text, empieza timestamptz, termina timestamptz, solo_premium boolean, cancelado boolean,
  lleno boolean, mia text, recordar boolean, abre timestamptz, enlace text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  pausada boolean;
begin
  if not interno.participa() then
    return;
  end if;
  pausada := exists (
    select from public.suspensiones s where s.user_id = quien and s.alcance in ('circulos', 'escritos') and s.hasta > now()
  );
  return query
    select e.id, e.clase, e.titulo, e.descripcion, e.empieza, e.termina, e.solo_premium, e.estado = 'cancelado',
      e.cabida is not null and e.cabida <= (select count(*) from public.plazas t where t.encuentro_id = e.id and not t.en_espera),
      case when p.en_espera then 'espera' when not p.en_espera then 'dentro' end,
      coalesce(p.recordar, false),
      case when e.enlace is not null then e.empieza - make_interval(mins => e.abre_min) end,
      case when e.estado = 'publicado' and not p.en_espera and not pausada and now() >= e.empieza - make_interval(mins => e.abre_min)
        then e.enlace end
    from public.encuentros e left join public.plazas p on p.encuentro_id = e.id and p.user_id = quien
    where e.termina > now() and (e.estado = 'publicado' or (e.estado = 'cancelado' and p.user_id is not null))
    order by e.empieza, e.id limit 200;
end
$$;
comment on function interno.mis_encuentros is 'What public.mis_encuentros does.';
create function public.mis_encuentros() returns table (
  id uuid, clase text, titulo text, descripcion text, empieza timestamptz, termina timestamptz, solo_premium boolean, cancelado boolean,
  lleno boolean, mia text, recordar boolean, abre timestamptz, enlace text
)
language sql stable set search_path = '' as $$
  select * from interno.mis_encuentros()
$$;
comment on function public.mis_encuentros is
  'Events and workshops to come, for members; mia: dentro, espera or null; enlace only with a seat and from abre on; what was cancelled only to who signed up. Nobody else is in it. Empty for a caller who is not admitted, or was expelled.';

create function interno.plazas_por_encuentro() returns table (id uuid, dentro text, espera text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_editora() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return query
    select e.id, interno.por_decenas(count(p.user_id) filter (where not p.en_espera)),
      interno.por_decenas(count(p.user_id) filter (where p.en_espera))
    from public.encuentros e left join public.plazas p on p.encuentro_id = e.id group by e.id;
end
$$;
comment on function interno.plazas_por_encuentro is 'What public.plazas_por_encuentro does.';
create function public.plazas_por_encuentro() returns table (id uuid, dentro text, espera text)
language sql stable set search_path = '' as $$
  select * from interno.plazas_por_encuentro()
$$;
comment on function public.plazas_por_encuentro is
  'For editoras: of each event how many have a seat and how many wait, by tens; below ten «menos de 10», none included. 42501 for others.';

-- With its owner's rights, and open to visitors: the page that sells the plan says whether there is any.
create function public.hay_encuentros_premium() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.encuentros e where e.solo_premium and e.estado = 'publicado' and e.termina > now())
$$;
comment on function public.hay_encuentros_premium is
  'For everybody: whether an event or workshop of the premium plan is to come.';

create function interno.olvidar_encuentros(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  olvidadas int;
begin
  delete from public.plazas p using public.encuentros e where e.id = p.encuentro_id and e.termina < ahora - interval '7 days';
  get diagnostics olvidadas = row_count;
  delete from public.encuentros where termina < ahora - interval '1 year';
  return olvidadas;
end
$$;
comment on function interno.olvidar_encuentros is
  'To be called daily: who had a seat is forgotten a week after the event, the event after a year. Returns how many seats.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.mis_comunicados, public.apuntarme, public.mis_encuentros, public.plazas_por_encuentro, public.hay_encuentros_premium
  from anon, public;
grant execute on function
  interno.mis_comunicados, public.mis_comunicados, interno.apuntarme, public.apuntarme, interno.mis_encuentros, public.mis_encuentros,
  interno.plazas_por_encuentro, public.plazas_por_encuentro
  to authenticated, service_role;
grant execute on function public.hay_encuentros_premium to anon, authenticated, service_role;
