-- The directory kept alive: whom to call next, what a call said, what became of an entry in the course of time, and what members suggest.

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
  -- As in reportes_apoyo: nobody's to read, and without a reference, so that the row does not move when she leaves.
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
-- The subquery asks as she who suggests: of an entry that she cannot see she can say nothing.
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

-- As in reportes, and suggestions with them; what was settled a season ago is forgotten.
create or replace function interno.retirar_escritos() returns void
language plpgsql set search_path = '' as $$
begin
  -- Stayed, and was taken off the blog since: nobody is left to change it or to take it back.
  insert into interno.retiros_historias (id)
  select h.id from interno.historias h
  where h.estado <> 'publicada' and not exists (select from interno.autorias_historias a where a.id = h.id)
  on conflict do nothing;
  delete from interno.historias h using interno.retiros_historias r where r.id = h.id and r.retirar_en <= now();
  delete from interno.reseñas h using interno."retiros_reseñas" r where r.id = h.id and r.retirar_en <= now();
  -- Looked for here and not when she leaves: a report that she sends in that very moment is found too.
  insert into interno.retiros_reportes (id)
  select r.id from (
    select id, user_id from public.reportes_sala
    union all select id, user_id from public.reportes_apoyo
    union all select id, user_id from public.sugerencias_apoyo
  ) r
  where not exists (select from auth.users u where u.id = r.user_id)
  on conflict do nothing;
  delete from public.reportes_sala h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from public.reportes_apoyo h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from public.sugerencias_apoyo h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from interno.retiros_reportes where retirar_en <= now();
  delete from public.sugerencias_apoyo where atendida_en < now() - interval '90 days';
end
$$;

-- Emergency numbers have a form: it knows which state of the row it was filled in from -----------------------------------------------

alter table public.numeros_emergencia add column version integer not null default 1;
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
revoke all on function public.anotar_llamada, public.por_llamar from public, anon;
grant execute on function interno.anotar_llamada, public.anotar_llamada, public.por_llamar to authenticated, service_role;
