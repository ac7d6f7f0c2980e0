-- What a device reports of a fault, after she read it and pressed «Enviar informe»: where in the app, which code, which release, which kind of
-- browser. Not who, not what was on her screen, not her address; gone after thirty days.

create table public.fallos (
  id uuid primary key default gen_random_uuid(),
  codigo text check (codigo ~ '^[0-9A-Z]{4}$'),
  ruta text not null check (char_length(ruta) <= 80 and ruta ~ '^(/[a-z-]{1,30}|/:[a-z-]{1,30}){1,6}$|^/$'),
  version text not null check (char_length(version) <= 60 and version ~ '^[0-9A-Za-z.+-]{1,60}$'),
  navegador text not null check (navegador in ('chrome', 'safari', 'firefox', 'samsung', 'edge', 'otro')),
  creado_en timestamptz not null default now()
);
comment on table public.fallos is
  'Reports of faults, for thirty days: the administradoras read them. No column names who sent one, and none has a word of hers.';
comment on column public.fallos.codigo is 'Of the request that failed, as the app showed it («Código 7F3K»); null where the screen itself failed.';
comment on column public.fallos.ruta is 'The screen as the list of routes has it, /camino/:codigo: never what stands in the place of a name with a colon.';
create index fallos_creado_en_idx on public.fallos (creado_en);

alter table public.fallos enable row level security;
alter table public.fallos force row level security;
revoke all on public.fallos from anon, authenticated;
grant select on public.fallos to authenticated;
grant all on public.fallos to service_role;
create policy "las administradoras leen los informes de fallos" on public.fallos
  for select to authenticated using ((select interno.es_admin()));
select interno.poner_cupo('public.fallos', 'los informes de fallos', 'The house''s: thirty days of them.', null, 20000, null, 2000, 2000000);

create function interno.informar_fallo(codigo text, ruta text, version text, navegador text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform interno.exigir_paso();
  perform interno.limitar('informar de un fallo', array[3, 10], array[interval '10 minutes', interval '1 day']);
  insert into public.fallos (codigo, ruta, version, navegador)
  values (informar_fallo.codigo, informar_fallo.ruta, informar_fallo.version, informar_fallo.navegador);
end
$$;
comment on function interno.informar_fallo is 'What public.informar_fallo does.';
create function public.informar_fallo(codigo text, ruta text, version text, navegador text) returns void
language sql volatile set search_path = '' as $$
  select interno.informar_fallo(codigo, ruta, version, navegador)
$$;
comment on function public.informar_fallo is
  'For whoever is signed in: reports a fault of the app, without who. At most ten a day (PT429); PT401 where the second factor was not shown; 23514 for a place, a release or a browser that is none.';

create function interno.olvidar_fallos(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  olvidados int;
begin
  delete from public.fallos where creado_en < ahora - interval '30 days';
  get diagnostics olvidados = row_count;
  return olvidados;
end
$$;
comment on function interno.olvidar_fallos is 'To be called daily: reports of faults are forgotten after thirty days. Returns how many.';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.informar_fallo from public, anon;
grant execute on function interno.informar_fallo, public.informar_fallo to authenticated, service_role;
