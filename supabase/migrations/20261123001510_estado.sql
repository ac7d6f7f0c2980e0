-- How the house is, for a volunteer: what the server last said of itself, how long things wait, what an installation lacks. And a heartbeat,
-- of which a public page makes how much of the time the house was up (cifras). No secret and no member is in any of it.

create table interno.estado_casa (
  unica boolean primary key default true check (unica),
  estado jsonb not null,
  anotada_en timestamptz not null default now()
);
comment on table interno.estado_casa is
  'What the server last said of itself: version, disk, backup, what fails or is late. The administradoras read it through estado_de_la_casa().';

create table interno.latidos (
  dia date primary key,
  minutos int not null default 0 check (minutos between 0 and 1440),
  alarma int not null default 0 check (alarma between 0 and 1440),
  correo int not null default 0 check (correo between 0 and 1440),
  ultimo timestamptz not null default now()
);
comment on table interno.latidos is
  'In how many minutes of a day the house answered, its alarm was not late, and its mail was not: counted once a minute. Read through confiabilidad().';
alter table interno.estado_casa enable row level security;
alter table interno.estado_casa force row level security;
alter table interno.latidos enable row level security;
alter table interno.latidos force row level security;
revoke all on interno.estado_casa, interno.latidos from anon, authenticated, service_role;
select interno.poner_cupo('interno.estado_casa', 'la casa', 'One row.', rechaza => false);
select interno.poner_cupo('interno.latidos', 'la casa', 'One row a day, for two years.', rechaza => false);

create function interno.anotar_casa(estado jsonb, ahora timestamptz default now()) returns void
language plpgsql set search_path = '' as $$
declare
  hoy constant date := (ahora at time zone interno.ajuste('zona_horaria'))::date;
  a_tiempo constant int := (not coalesce((estado #>> '{esperan,alarma,tarde}')::boolean, false))::int;
  con_correo constant int := (not coalesce((estado #>> '{esperan,mail,tarde}')::boolean, false))::int;
begin
  insert into interno.estado_casa as c (estado, anotada_en) values (anotar_casa.estado, ahora)
  on conflict (unica) do update set estado = excluded.estado, anotada_en = excluded.anotada_en;
  -- Of several processes one counts the minute.
  insert into interno.latidos as l (dia, minutos, alarma, correo, ultimo) values (hoy, 1, a_tiempo, con_correo, ahora)
  on conflict (dia) do update set
    minutos = least(1440, l.minutos + 1), alarma = least(1440, l.alarma + a_tiempo), correo = least(1440, l.correo + con_correo), ultimo = ahora
    where l.ultimo <= ahora - interval '50 seconds';
  delete from interno.latidos l where l.dia < hoy - 730;
end
$$;
comment on function interno.anotar_casa is
  'For the server, once a minute: what it knows of itself, and a heartbeat of the day.';

create function interno.estado_de_la_casa() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_admin() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return jsonb_build_object(
    'servidor', (select c.estado || jsonb_build_object('anotada_en', c.anotada_en) from interno.estado_casa c),
    'colas', jsonb_build_object(
      'alarma', (select min(e.vence) from interno.envios e where e.terminado_en is null and e.vence <= now() and (e.caduca is null or e.caduca > now())),
      'historias', (select min(h.recibida_el) from interno.historias h where h.estado = 'pendiente' and h.en_cola_desde <= now()),
      'denuncias', (select min(r.creado_en) from public.reportes_sala r where r.estado = 'pendiente'),
      'apelaciones', (select min(s.apelada_en) from public.suspensiones s where s.apelada_en <= now() and s.resuelta_en is null),
      'soporte', (select min(h.espera_desde) from public.hilos_soporte h where h.espera_desde is not null)
    ),
    'faltan', coalesce((select jsonb_agg(r.que order by r.que) from interno.revisar_casa() r where not r.bien), '[]')
  );
end
$$;
comment on function interno.estado_de_la_casa is 'What public.estado_de_la_casa does.';
create function public.estado_de_la_casa() returns jsonb
language sql stable set search_path = '' as $$
  select interno.estado_de_la_casa()
$$;
comment on function public.estado_de_la_casa is
  'For administradoras: what the server last said of itself, since when the oldest of each queue waits, and what is missing. 42501 for others.';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.estado_de_la_casa from public, anon;
grant execute on function interno.estado_de_la_casa, public.estado_de_la_casa to authenticated, service_role;
