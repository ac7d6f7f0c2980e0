-- Support directory and emergency numbers. A wrong number harms: each one names its source, and the day a person confirmed it.
create table public.asociaciones_apoyo (
  id uuid primary key default gen_random_uuid(),
  nombre text collate "es-x-icu" not null check (char_length(nombre) <= 200 and interno.tiene_texto(nombre)),
  descripcion text check (char_length(descripcion) <= 2000),
  telefono text check (telefono = '' or telefono ~ '^[+0-9*#]{2,20}$'),
  url_web text check (url_web = '' or (url_web ~ '^https?://[^\s<>"''\\]+$' and char_length(url_web) <= 2048)),
  ubicacion text check (char_length(ubicacion) <= 200),
  visible boolean not null default true,
  created_by uuid,
  -- Beside the specified columns.
  ciudad text generated always as (nullif(btrim(split_part(ubicacion, ',', 1)), '')) stored,
  estado text generated always as (nullif(btrim(substr(ubicacion, nullif(strpos(ubicacion, ','), 0) + 1)), '')) stored,
  pais text not null default 'México' check (char_length(pais) <= 60),
  fuente_url text check (fuente_url ~ '^https?://[^\s<>"''\\]+$'),
  fuente_fecha text check (char_length(fuente_fecha) <= 100),
  verificada_el date,
  clave text unique,
  editado_en timestamptz,
  creada_en timestamptz not null default now(),
  version integer not null default 1,
  todo_el_dia boolean not null default false
);
comment on table public.asociaciones_apoyo is 'Help lines and shelters: every member reads the visible ones, the admin writes.';
-- Sorted as Spanish is. Without an index on it: the rows are few, and one would go wrong when the language library changes.
comment on column public.asociaciones_apoyo.nombre is 'Lists are ordered by it, accents as Spanish has them.';
comment on column public.asociaciones_apoyo.ciudad is 'What stands before the first comma of ubicacion; estado is what follows it.';
comment on column public.asociaciones_apoyo.estado is 'State within pais; «Nacional» means the whole country.';
comment on column public.asociaciones_apoyo.fuente_fecha is 'Date of the page in fuente_url, as exactly as it states one.';
comment on column public.asociaciones_apoyo.verificada_el is 'Day on which a person dialled the number and confirmed it; null: nobody has yet.';
comment on column public.asociaciones_apoyo.clave is 'Stable key of a seeded entry; null for one that the admin added.';
comment on column public.asociaciones_apoyo.editado_en is 'When the admin last changed it: a later correction leaves it alone then.';
comment on column public.asociaciones_apoyo.created_by is 'Always null: who wrote a row stands in interno.bitacora.';
comment on column public.asociaciones_apoyo.todo_el_dia is 'Answers at any hour, as its source says: national ones come first.';
-- Not asked of rows that are older than this rule: one that is too long must not stop an update.
alter table public.asociaciones_apoyo
  add constraint asociaciones_apoyo_fuente_corta check (char_length(fuente_url) <= 2048) not valid;
-- Every day and moment that somebody writes (fechas.sql finds the ones that are missing). Not valid: what is older than the rule stays.
alter table public.asociaciones_apoyo
  add constraint asociaciones_apoyo_verificada_el_de_calendario check (interno.es_dia(verificada_el)) not valid;
alter table public.asociaciones_apoyo enable row level security;
alter table public.asociaciones_apoyo force row level security;
revoke all on public.asociaciones_apoyo from anon, authenticated;
grant select, delete on public.asociaciones_apoyo to authenticated;
grant insert (id, nombre, descripcion, telefono, url_web, ubicacion, visible, created_by, pais, fuente_url, fuente_fecha, verificada_el,
  todo_el_dia), update (nombre, descripcion, telefono, url_web, ubicacion, visible, created_by, pais, fuente_url, fuente_fecha,
  verificada_el, todo_el_dia) on public.asociaciones_apoyo to authenticated;
grant all on public.asociaciones_apoyo to service_role;

create policy "las usuarias leen las asociaciones visibles, la editora todas" on public.asociaciones_apoyo
  for select to authenticated using ((select interno.es_admitida()) and (visible or (select interno.es_editora())));
create policy "la editora agrega asociaciones" on public.asociaciones_apoyo
  for insert to authenticated with check ((select interno.es_editora()));
create policy "la editora cambia asociaciones" on public.asociaciones_apoyo
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
create policy "la editora borra asociaciones" on public.asociaciones_apoyo
  for delete to authenticated using ((select interno.es_editora()));

create trigger callar_firma before insert or update of created_by on public.asociaciones_apoyo
  for each row execute function interno.callar_firma();
create function interno.preparar_asociacion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.nombre := btrim(new.nombre);
  new.telefono := regexp_replace(new.telefono, '[\s().\-\u00a0\u2010-\u2015]', '', 'g');
  new.url_web := btrim(new.url_web);
  return new;
end
$$;
comment on function interno.preparar_asociacion is 'Trigger: an entry''s number is kept without separators. Numbers of many countries stand here, so none gets a country code.';
create trigger preparar before insert or update on public.asociaciones_apoyo
  for each row execute function interno.preparar_asociacion();
create trigger marcar_edicion before update on public.asociaciones_apoyo
  for each row execute function interno.marcar_edicion();
create trigger anotar_bitacora after insert or update or delete on public.asociaciones_apoyo
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.asociaciones_apoyo', 'el directorio', 'Rows of the installation.', null, 20000, null, 2000, 20000000);

-- Emergency numbers -------------------------------------------------------------------------------------------------------

create table public.numeros_emergencia (
  codigo_iso text primary key check (codigo_iso ~ '^[A-Z]{2}$'),
  pais text not null unique,
  numeros text[] not null check (cardinality(numeros) > 0),
  fuente_url text check (fuente_url ~ '^https?://[^\s<>"''\\]+$'),
  verificado_el date,
  editado_en timestamptz,
  fuente_fecha text check (char_length(fuente_fecha) <= 100),
  version integer not null default 1
);
comment on table public.numeros_emergencia is 'Emergency numbers by country, the first one first: everybody reads, the admin writes.';
comment on column public.numeros_emergencia.fuente_fecha is
  'Date of the page in fuente_url, as exactly as it states one; null: it states none, and the number is shown as «sin verificar».';
-- Every column that is written has an end: with it, rows bound bytes. Not asked of rows that are older than these rules.
alter table public.numeros_emergencia
  add constraint numeros_emergencia_pais_corto check (char_length(pais) <= 60) not valid,
  add constraint numeros_emergencia_numeros_cortos check (cardinality(numeros) <= 20 and octet_length(numeros::text) <= 600) not valid,
  add constraint numeros_emergencia_fuente_corta check (char_length(fuente_url) <= 2048) not valid;
alter table public.numeros_emergencia
  add constraint numeros_emergencia_verificado_el_de_calendario check (interno.es_dia(verificado_el)) not valid;
alter table public.numeros_emergencia enable row level security;
alter table public.numeros_emergencia force row level security;
revoke all on public.numeros_emergencia from anon, authenticated;
grant select, delete, insert (codigo_iso, pais, numeros, fuente_url, verificado_el, fuente_fecha), update (pais, numeros, fuente_url,
  verificado_el, fuente_fecha) on public.numeros_emergencia to authenticated;
grant all on public.numeros_emergencia to service_role;
grant select (codigo_iso, pais, numeros, fuente_url, fuente_fecha, verificado_el) on public.numeros_emergencia to anon;

create policy "la editora agrega números de emergencia" on public.numeros_emergencia
  for insert to authenticated with check ((select interno.es_editora()));
create policy "la editora cambia números de emergencia" on public.numeros_emergencia
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
create policy "la editora borra números de emergencia" on public.numeros_emergencia
  for delete to authenticated using ((select interno.es_editora()));
create trigger marcar_edicion before update on public.numeros_emergencia
  for each row execute function interno.marcar_edicion();
create trigger anotar_bitacora after insert or update or delete on public.numeros_emergencia
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo(
  'public.numeros_emergencia', 'los números de emergencia', 'Rows of the installation: one for each country.', null, 400, null, 1000, 1000000
);

-- «El número ya no funciona»: what members say of an entry of the directory, until the admin has looked into it -------------

create table public.reportes_apoyo (
  id uuid primary key default gen_random_uuid(),
  asociacion_id uuid not null references public.asociaciones_apoyo on delete cascade,
  user_id uuid not null default auth.uid(),
  telefono text,
  creado_en timestamptz not null default now(),
  unique (user_id, asociacion_id)
);
comment on table public.reportes_apoyo is
  'Numbers that a member found dead: she reads and takes back her own, the admin reads and settles all without learning whose they are.';
comment on column public.reportes_apoyo.telefono is 'The number as it stood when she reported it.';
comment on column public.reportes_apoyo.user_id is 'As in reportes_sala.';
create index reportes_apoyo_asociacion_id_idx on public.reportes_apoyo (asociacion_id);
alter table public.reportes_apoyo enable row level security;
alter table public.reportes_apoyo force row level security;
revoke all on public.reportes_apoyo from anon, authenticated;
-- Clients neither read nor write user_id: it comes from the session, and the admin need not know who called a help line.
grant select (id, asociacion_id, telefono, creado_en), insert (asociacion_id), delete
  on public.reportes_apoyo to authenticated;
grant all on public.reportes_apoyo to service_role;

create policy "una usuaria lee sus propios reportes, la editora todos" on public.reportes_apoyo
  for select to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_editora())));
-- The subquery runs with the rights of the member who reports: of an entry that she cannot see she can say nothing.
create policy "una usuaria reporta una asociación que ve" on public.reportes_apoyo
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and exists (select from public.asociaciones_apoyo a where a.id = asociacion_id)
  );
create policy "una usuaria retira sus propios reportes, la editora cualquiera" on public.reportes_apoyo
  for delete to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_editora())));

create function interno.preparar_reporte() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('reporte', array[20], array[interval '1 day']);
  new.telefono := (select a.telefono from public.asociaciones_apoyo a where a.id = new.asociacion_id);
  return new;
end
$$;
comment on function interno.preparar_reporte is
  'Trigger: notes the number that a report is about; at most 20 reports of a member in a day (PT429).';
create trigger preparar before insert on public.reportes_apoyo
  for each row execute function interno.preparar_reporte();
create trigger anotar_bitacora after update or delete on public.reportes_apoyo
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo('public.reportes_apoyo', 'tus reportes', 'One for each entry of the directory.', 'user_id', 500, 200000, 100, 100000);

create function interno.olvidar_verificacion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.verificada_el := null;
  return new;
end
$$;
comment on function interno.olvidar_verificacion is
  'Trigger: nobody has dialled a number that was just changed, unless the same change says so.';
-- After «preparar», which brings the number to the form that is compared here. Who corrects a number twice on the day of
-- its verification has to verify it once more: rather a call too many than a mark that is not true.
create trigger verificacion before update on public.asociaciones_apoyo
  for each row when (
    new.telefono is distinct from old.telefono and new.verificada_el is not distinct from old.verificada_el
  ) execute function interno.olvidar_verificacion();

create function interno.atender_reportes() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from public.reportes_apoyo where asociacion_id = new.id;
  return null;
end
$$;
comment on function interno.atender_reportes is
  'Trigger: a number that was corrected, or dialled again, has no reports any more, and may be reported anew.';
create trigger atender_correccion after update on public.asociaciones_apoyo
  for each row when (new.telefono is distinct from old.telefono) execute function interno.atender_reportes();
-- Whenever the day is written, also the same one twice: it may be reported and dialled again within one day.
create trigger atender_verificacion after update of verificada_el on public.asociaciones_apoyo
  for each row when (new.verificada_el is not null) execute function interno.atender_reportes();

-- Public facts, and the first thing that somebody without an account looks for here.
create policy "cualquiera lee los números de emergencia" on public.numeros_emergencia
  for select to anon, authenticated using (true);
create trigger contar_version
  before update of nombre, descripcion, telefono, url_web, ubicacion, pais, visible, fuente_url, fuente_fecha, verificada_el, todo_el_dia
  on public.asociaciones_apoyo
  for each row execute function interno.contar_version();

create function interno.numero_sin_verificar(quien uuid) returns boolean
language sql stable set search_path = '' as $$
  -- The default number is the specified constant.
  select coalesce((
    select n.verificado_el is null and coalesce(n.fuente_fecha, '') !~ '^[0-9]{4}'
    from public.numeros_emergencia n where n.codigo_iso = interno.pais_de_emergencia(quien)
  ), false)
$$;
comment on function interno.numero_sin_verificar is
  'Whether what interno.numero_de_emergencia gives was dialled by nobody and stands on no page with a date.';

-- The upkeep of the directory: whom to call next, what a call said, what became of an entry in the course of time, and what members suggest.

-- What became of each entry -------------------------------------------------------------------------------------------------------

create table public.historial_apoyo (
  id bigint generated always as identity primary key,
  asociacion_id uuid not null references public.asociaciones_apoyo on delete cascade,
  que text not null check (que in ('alta', 'correccion', 'muestra', 'oculta', 'sigue_igual', 'cambio', 'no_contesta')),
  -- Of each column that changed what it said before and says now.
  campos jsonb not null default '{}' check (octet_length(campos::text) <= 60000),
  hecho_en timestamptz not null default now()
);
comment on table public.historial_apoyo is
  'What became of each entry of the directory, and what each call said: the editoras read, triggers and anotar_llamada write. Who did it stands in the log.';
create index historial_apoyo_asociacion_id_idx on public.historial_apoyo (asociacion_id, id desc);
alter table public.historial_apoyo enable row level security;
alter table public.historial_apoyo force row level security;
revoke all on public.historial_apoyo from anon, authenticated;
revoke all on sequence public.historial_apoyo_id_seq from anon, authenticated;
grant select on public.historial_apoyo to authenticated;
grant all on public.historial_apoyo to service_role;
create policy "las editoras leen la historia del directorio" on public.historial_apoyo
  for select to authenticated using ((select interno.es_editora()));
select interno.poner_cupo(
  'public.historial_apoyo', 'la historia del directorio', 'A line for each change of the directory: bounded by its own quota.', rechaza => false
);

-- With its owner's rights: nobody writes history.
create function interno.anotar_historial_apoyo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  antes constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  ahora constant jsonb := to_jsonb(new);
  cambios constant jsonb := coalesce((
    select jsonb_object_agg(campo, jsonb_build_array(antes -> campo, ahora -> campo))
    from unnest(array[
      'nombre', 'descripcion', 'telefono', 'url_web', 'ubicacion', 'pais', 'visible', 'fuente_url', 'fuente_fecha', 'verificada_el', 'todo_el_dia'
    ]) campo
    where antes -> campo is distinct from ahora -> campo
  ), '{}');
  llamada constant boolean := new.verificada_el is not null and cambios - 'verificada_el' = '{}';
begin
  if tg_op = 'INSERT' then
    insert into public.historial_apoyo (asociacion_id, que) values (new.id, 'alta');
  elsif cambios = '{}' then
    -- Called twice in one day: the trigger of that column says so, since the row does not.
    return null;
  else
    insert into public.historial_apoyo (asociacion_id, que, campos)
    values (new.id, case
      when llamada then 'sigue_igual'
      when cambios - 'visible' <> '{}' then 'correccion'
      when new.visible then 'muestra'
      else 'oculta'
    end, cambios);
  end if;
  return null;
end
$$;
comment on function interno.anotar_historial_apoyo is 'Trigger: a line of history for each change of an entry, with what stood there before.';
create trigger anotar_historial after insert or update on public.asociaciones_apoyo
  for each row execute function interno.anotar_historial_apoyo();

-- What a call said ------------------------------------------------------------------------------------------------------------------

-- With its owner's rights: it writes history. What it may is asked first.
create function interno.anotar_llamada(cual uuid, resultado text, vista integer, dia date) returns date
language plpgsql volatile security definer set search_path = '' as $$
declare
  fila public.asociaciones_apoyo;
  repetida boolean;
begin
  if not interno.es_editora() then
    raise exception using errcode = '42501', message = 'Solo el equipo anota llamadas del directorio.';
  end if;
  -- Her day may be a day off ours; no call is of another week.
  if resultado is null or resultado not in ('sigue_igual', 'cambio', 'no_contesta')
    or dia is null or dia not between current_date - 1 and current_date + 1 then
    raise exception using errcode = 'PT422', message = 'Di qué pasó en la llamada de hoy.';
  end if;
  perform interno.limitar('llamada del directorio', array[400], array[interval '1 day']);
  select * into fila from public.asociaciones_apoyo a where a.id = cual for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esa entrada ya no está en el directorio.';
  end if;
  -- Its answer got lost: the last that was noted is the same, of a moment ago. That a number is as it was made a version of it.
  repetida := coalesce((
    select h.que = resultado and h.hecho_en > now() - interval '10 minutes' from public.historial_apoyo h
    where h.asociacion_id = cual order by h.id desc limit 1
  ), false);
  if repetida and fila.version = vista + (resultado = 'sigue_igual')::integer then
    return fila.verificada_el;
  end if;
  -- She called the number that she read. Somebody who corrected it since would be told that hers answered.
  if fila.version is distinct from vista then
    raise exception using errcode = 'PT409', message = 'Alguien cambió esta entrada hace un momento. Mírala otra vez antes de anotar la llamada.';
  end if;
  if resultado = 'sigue_igual' and fila.verificada_el is distinct from dia then
    -- The trigger writes its line.
    update public.asociaciones_apoyo set verificada_el = dia where id = cual;
  else
    insert into public.historial_apoyo (asociacion_id, que) values (cual, resultado);
    if resultado = 'sigue_igual' then
      delete from public.reportes_apoyo where asociacion_id = cual;
    end if;
  end if;
  return (select a.verificada_el from public.asociaciones_apoyo a where a.id = cual);
end
$$;
comment on function interno.anotar_llamada is 'What public.anotar_llamada does.';
create function public.anotar_llamada(cual uuid, resultado text, vista integer, dia date default current_date) returns date
language sql volatile set search_path = '' as $$
  select interno.anotar_llamada(cual, resultado, vista, dia)
$$;
comment on function public.anotar_llamada is
  'What a call to a number of the directory said: sigue_igual (verifies it and settles its reports), cambio, no_contesta; with the version that she read. Answers with the day of the last verification: PT409 somebody changed it since, PT404 gone, PT422 neither of these, 42501 no editora.';

-- What members suggest ----------------------------------------------------------------------------------------------------------------

create table public.sugerencias_apoyo (
  id uuid primary key default gen_random_uuid(),
  -- As in reportes_apoyo: not readable by clients, and without a reference, so that the row does not move when she leaves.
  user_id uuid not null default auth.uid(),
  asociacion_id uuid references public.asociaciones_apoyo on delete cascade,
  texto text not null check (char_length(texto) <= 1000 and interno.tiene_texto(texto)),
  telefono text check (telefono ~ '^[+0-9*#]{2,20}$'),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'aplicada', 'descartada')),
  creada_en timestamptz not null default now(),
  atendida_en timestamptz
);
comment on table public.sugerencias_apoyo is
  'What members suggest for the directory, of an entry or of a new one: she reads and takes back her own, the editoras read and settle all without learning whose they are.';
create index sugerencias_apoyo_asociacion_id_idx on public.sugerencias_apoyo (asociacion_id);
create index sugerencias_apoyo_pendientes_idx on public.sugerencias_apoyo (creada_en) where estado = 'pendiente';
create index sugerencias_apoyo_user_id_idx on public.sugerencias_apoyo (user_id);
alter table public.sugerencias_apoyo enable row level security;
alter table public.sugerencias_apoyo force row level security;
revoke all on public.sugerencias_apoyo from anon, authenticated;
grant select (id, asociacion_id, texto, telefono, estado, creada_en, atendida_en), insert (id, asociacion_id, texto, telefono), update (estado),
  delete on public.sugerencias_apoyo to authenticated;
grant all on public.sugerencias_apoyo to service_role;

create policy "una usuaria lee sus sugerencias, las editoras todas" on public.sugerencias_apoyo
  for select to authenticated
  using ((select interno.es_admitida()) and ((select auth.uid()) = user_id or (select interno.es_editora())));
-- The subquery runs with the rights of the member who suggests: of an entry that she cannot see she can say nothing.
create policy "una usuaria sugiere" on public.sugerencias_apoyo
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    and (asociacion_id is null or exists (select from public.asociaciones_apoyo a where a.id = asociacion_id))
  );
create policy "las editoras atienden las sugerencias" on public.sugerencias_apoyo
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
create policy "una usuaria retira sus sugerencias" on public.sugerencias_apoyo
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);

create function interno.preparar_sugerencia() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    new.atendida_en := case when new.estado <> 'pendiente' then now() end;
    return new;
  end if;
  perform interno.limitar('sugerencia', array[10], array[interval '1 day']);
  new.texto := btrim(new.texto, E' \t\r\n');
  new.telefono := nullif(regexp_replace(new.telefono, '[\s().\-\u00a0\u2010-\u2015]', '', 'g'), '');
  return new;
end
$$;
comment on function interno.preparar_sugerencia is
  'Trigger: a suggestion without separators in its number, at most ten of a member in a day (PT429); settled, it knows since when.';
create trigger preparar before insert or update on public.sugerencias_apoyo
  for each row execute function interno.preparar_sugerencia();
create trigger anotar_bitacora after update or delete on public.sugerencias_apoyo
  for each row execute function interno.anotar_bitacora();
select interno.poner_cupo(
  'public.sugerencias_apoyo', 'tus sugerencias', 'Ten a day, as interno.preparar_sugerencia counts them.', 'user_id', 200, 300000, 50, 60000
);

-- Who waits for a call: dialled by nobody, or more than half a year ago, or reported. With its asker's rights: it reads what she reads.
create function public.por_llamar() returns table (
  id uuid, avisos integer, sugerencias integer, sin_respuesta integer, llamada_en timestamptz
)
language sql stable set search_path = '' as $$
  select a.id, coalesce(r.avisos, 0), coalesce(s.sugerencias, 0), coalesce(h.sin_respuesta, 0), h.llamada_en
  from public.asociaciones_apoyo a
  left join lateral (
    select count(*)::integer as avisos from public.reportes_apoyo r where r.asociacion_id = a.id
  ) r on true
  left join lateral (
    select count(*)::integer as sugerencias from public.sugerencias_apoyo s where s.asociacion_id = a.id and s.estado = 'pendiente'
  ) s on true
  left join lateral (
    -- Days without an answer since somebody last answered.
    select count(distinct h.hecho_en::date) filter (where h.que = 'no_contesta')::integer as sin_respuesta, max(h.hecho_en) as llamada_en
    from public.historial_apoyo h
    where h.asociacion_id = a.id and h.que in ('cambio', 'no_contesta')
      and h.hecho_en > coalesce((
        select max(b.hecho_en) from public.historial_apoyo b where b.asociacion_id = a.id and b.que in ('sigue_igual', 'correccion')
      ), '-infinity')
  ) h on true
  where (select interno.es_editora()) and a.telefono <> ''
    -- Nobody dials an emergency number to see whether it answers; those have a screen of their own.
    and not exists (select from public.numeros_emergencia n where n.pais = a.pais and a.telefono = any (n.numeros))
    and (a.verificada_el is null or a.verificada_el < current_date - 180 or r.avisos > 0)
  -- Those that were tried since yesterday can wait; then what members found dead, what they see at all, the oldest.
  order by coalesce(h.llamada_en > now() - interval '20 hours', false), r.avisos > 0 desc, a.visible desc, a.verificada_el nulls first, a.nombre, a.id
$$;
comment on function public.por_llamar is
  'For the editora: entries with a number of their own (no emergency number) that nobody dialled in 180 days or that members report, in the order in which to call them; nothing for anybody else.';
create trigger contar_version before update of pais, numeros, fuente_url, fuente_fecha, verificado_el on public.numeros_emergencia
  for each row execute function interno.contar_version();
create function interno.olvidar_comprobacion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.verificado_el := null;
  return new;
end
$$;
comment on function interno.olvidar_comprobacion is
  'Trigger: nobody has verified emergency numbers that were just changed, unless the same change says so.';
create trigger verificacion before update on public.numeros_emergencia
  for each row when (
    new.numeros is distinct from old.numeros and new.verificado_el is not distinct from old.verificado_el
  ) execute function interno.olvidar_comprobacion();

revoke all on all functions in schema interno from public, anon;
revoke all on function public.anotar_llamada, public.por_llamar from anon, public;
grant execute on function interno.anotar_llamada, public.anotar_llamada, public.por_llamar to authenticated, service_role;
