-- A report does not leave with her who made it. It went in the same instant as her name: whoever had the team's queue open, or heard its
-- deletions live, knew who had reported whom. Nothing of a report is touched when an account goes; what its author's end leaves
-- behind comes down later, each at a moment of its own, as her reviews do.

-- The id stays in a column that nobody reads, refers to nothing from then on, and goes with the report.
alter table public.reportes_sala drop constraint reportes_sala_user_id_fkey;
alter table public.reportes_apoyo drop constraint reportes_apoyo_user_id_fkey;
comment on column public.reportes_sala.user_id is
  'Who reported: nobody''s to read. No reference, so that the row does not move when she leaves (interno.retiros_reportes).';
comment on column public.reportes_apoyo.user_id is 'As in reportes_sala.';

create table interno.retiros_reportes (
  id uuid primary key,
  retirar_en timestamptz not null default now() + random() * interval '48 hours'
);
comment on table interno.retiros_reportes is
  'Reports that come down after their author left, each at its own moment: nobody''s to read, and nothing in it says whose they were.';
alter table interno.retiros_reportes enable row level security;
alter table interno.retiros_reportes force row level security;
revoke all on interno.retiros_reportes from anon, authenticated;

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
    select id, user_id from public.reportes_sala union all select id, user_id from public.reportes_apoyo
  ) r
  where not exists (select from auth.users u where u.id = r.user_id)
  on conflict do nothing;
  delete from public.reportes_sala h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from public.reportes_apoyo h using interno.retiros_reportes r where r.id = h.id and r.retirar_en <= now();
  delete from interno.retiros_reportes where retirar_en <= now();
end
$$;
comment on function interno.retirar_escritos is
  'To be called every few minutes: deletes the stories, reviews and reports of members who left whose moment has come.';

-- As in limites, but for the two comments below.
create or replace function interno.contar_escritura() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  ella constant boolean := quien is not null and interno.escribe_ella(tg_table_schema);
  cupo interno.cupos;
  partes refcursor;
  parte record;
  gasto interno.consumo;
  factor numeric;
  hay bigint;
begin
  select * into cupo from interno.cupos where tabla = format('%I.%I', tg_table_schema, tg_table_name);
  if not found or (cupo.columna is null and (tg_op = 'DELETE' or not ella)) then
    return null;
  end if;
  -- Three written-out questions and not one put together as text: PostgreSQL keeps their plans, which took half of an ordinary insert.
  if tg_op = 'INSERT' then
    open partes for
      select c.duenia, count(*) as filas, sum(c.octetos) as octetos, count(*) as escritas, sum(c.octetos) as escritos
      from (
        select case when cupo.columna is null then quien else (to_jsonb(v) ->> cupo.columna)::uuid end, octet_length(v::text)::bigint
        from nuevas v
      ) as c (duenia, octetos)
      where c.duenia is not null group by c.duenia order by c.duenia;
  elsif tg_op = 'DELETE' then
    open partes for
      select c.duenia, -count(*) as filas, -sum(c.octetos) as octetos, 0 as escritas, 0 as escritos
      from (select (to_jsonb(v) ->> cupo.columna)::uuid, octet_length(v::text)::bigint from viejas v) as c (duenia, octetos)
      where c.duenia is not null group by c.duenia order by c.duenia;
  else
    open partes for
      select c.duenia, sum(c.filas) as filas, sum(c.octetos) as octetos, count(*) filter (where c.filas > 0) as escritas,
        coalesce(sum(c.octetos) filter (where c.filas > 0), 0) as escritos
      from (
        select case when cupo.columna is null then quien else (to_jsonb(v) ->> cupo.columna)::uuid end, 1, octet_length(v::text)::bigint
        from nuevas v
        union all
        select (to_jsonb(v) ->> cupo.columna)::uuid, -1, -octet_length(v::text)::bigint from viejas v where cupo.columna is not null
      ) as c (duenia, filas, octetos)
      where c.duenia is not null group by c.duenia order by c.duenia;
  end if;
  loop
    fetch partes into parte;
    exit when not found;
    if cupo.columna is null then
      parte.filas := 0;
      parte.octetos := 0;
    end if;
    -- A row that only follows from the end of an account must not bring its count back; nor is what the team decides on a row of hers
    -- her writing: she may have left since.
    if parte.escritas = 0 or (tg_op = 'UPDATE' and (
      not ella or parte.duenia <> quien or not exists (select from auth.users u where u.id = quien)
    )) then
      update interno.consumo
      set filas = greatest(0, filas + parte.filas), octetos = greatest(0, octetos + parte.octetos)
      where user_id = parte.duenia and tabla = cupo.tabla;
      continue;
    end if;
    insert into interno.consumo as c (user_id, tabla, filas, octetos, filas_dia, octetos_dia)
    values (
      parte.duenia, cupo.tabla, greatest(0, parte.filas), greatest(0, parte.octetos), parte.escritas, parte.escritos
    )
    on conflict (user_id, tabla) do update set
      filas = greatest(0, c.filas + parte.filas),
      octetos = greatest(0, c.octetos + parte.octetos),
      filas_dia = parte.escritas + case when c.desde > now() - interval '1 day' then c.filas_dia else 0 end,
      octetos_dia = parte.escritos + case when c.desde > now() - interval '1 day' then c.octetos_dia else 0 end,
      desde = case when c.desde > now() - interval '1 day' then c.desde else now() end
    returning * into gasto;
    if not ella or parte.duenia <> quien then
      continue;
    end if;
    if (parte.filas > 0 and gasto.filas > cupo.filas) or (parte.octetos > 0 and gasto.octetos > cupo.octetos) then
      perform interno.rechazar_por_cupo(cupo);
    end if;
    factor := coalesce(interno.ajuste('factor_de_ritmo')::numeric, 1);
    if gasto.filas_dia > cupo.filas_dia * factor or gasto.octetos_dia > cupo.octetos_dia * factor then
      perform interno.rechazar_por_dia(cupo, gasto.desde);
    end if;
  end loop;
  if cupo.columna is null and cupo.filas is not null and tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended('cupo ' || cupo.tabla, 0));
    execute format('select count(*) from %s', cupo.tabla) into hay;
    if hay > cupo.filas then
      perform interno.rechazar_por_cupo(cupo);
    end if;
  end if;
  return null;
end
$$;

revoke all on all functions in schema interno from public, anon;
