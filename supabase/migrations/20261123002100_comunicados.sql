-- What the team tells members: all of them, those of a country, those who use a room. In the app, and by a notice without words where a device
-- agreed to that. Who reads one is worked out here, for each member when she asks; nobody of the team learns who it is, and of how many there
-- are only what the floor allows, once (record 413). No room that is hers alone says who uses it: circles and library do.

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
select interno.poner_cupo('public.comunicados', 'los comunicados', 'The house''s: a few at a time.', null, 200, null, 20, 100000);

-- A yes of its own, for each device: whoever wants to be reminded of an appointment has not asked for this.
alter table public.suscripciones_push add column comunicados boolean not null default false;
comment on column public.suscripciones_push.comunicados is 'She agreed that this device says «Hay algo nuevo» when the team tells something.';
grant insert (comunicados), update (comunicados) on public.suscripciones_push to authenticated;
create index suscripciones_push_comunicados_idx on public.suscripciones_push (id) where comunicados;

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
  'Whether what the team tells these readers is for a member: her country as she chose it, rooms in which others see her or the house served her; never a room that is hers alone.';

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
  'What the team tells the member who asks, newest first, while it holds; not to whom else. Empty for whoever is not admitted, or was expelled.';

-- Sending -------------------------------------------------------------------------------------------------------------------------

-- With its owner's rights: nobody reads who is counted.
create function interno.preparar_comunicado() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Whoever may not write one learns nothing from here.
  if auth.uid() is not null then
    if not interno.es_admin() then
      return new;
    end if;
    -- Whoever only holds an administradora's telephone speaks to nobody in the team's name.
    perform interno.exigir_prueba();
  end if;
  if new.hasta <= now() then
    raise exception using errcode = 'PT422', message = 'El último día ya pasó.';
  end if;
  new.desde := greatest(new.desde, now());
  -- Once, and kept: what could be asked again would tell of one who came or went.
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
  'Trigger: writes down, by tens, for how many it is, and when its notices leave; asks whoever writes it for a fresh proof (PT428).';
create trigger preparar before insert on public.comunicados
  for each row execute function interno.preparar_comunicado();

-- Whatever other kinds there are stay.
do $$
declare
  hay text;
begin
  select pg_get_constraintdef(c.oid) into strict hay from pg_catalog.pg_constraint c
  where c.conrelid = 'interno.envios'::regclass and c.conname = 'envios_tipo_check';
  execute 'alter table interno.envios drop constraint envios_tipo_check, add constraint envios_tipo_check '
    || replace(hay, '''convocatoria''::text', '''convocatoria''::text, ''comunicado''::text, ''encuentro''::text');
end
$$;

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

revoke all on all functions in schema interno from public, anon;
revoke all on function public.mis_comunicados from public, anon;
grant execute on function interno.mis_comunicados, public.mis_comunicados to authenticated, service_role;
