-- Days that a calendar has. PostgreSQL takes «-infinity», years before Christ and the year 20000; no browser reads them, and the page that should
-- show such a day shows nothing at all: one row of one member of the team would close a room to everybody (record 366).

create function interno.es_dia(dia date) returns boolean
language sql immutable set search_path = '' as $$
  select dia between '1900-01-01' and '2199-12-31'
$$;
comment on function interno.es_dia is 'Whether a day is one that every browser can show. Null of null.';
create function interno.es_momento(momento timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select momento >= '1900-01-01 00:00:00+00' and momento < '2200-01-01 00:00:00+00'
$$;
comment on function interno.es_momento is 'Whether a moment is one that every browser can show. Null of null.';

-- Every day and moment that somebody writes (fechas.sql finds the ones that are missing). Not valid: what is older than the rule stays.
alter table public.asociaciones_apoyo
  add constraint asociaciones_apoyo_verificada_el_de_calendario check (interno.es_dia(verificada_el)) not valid;
alter table public.biblioteca_libros
  add constraint biblioteca_libros_publica_en_de_calendario check (interno.es_momento(publica_en)) not valid;
alter table public.borradores_legales
  add constraint borradores_legales_entra_en_de_calendario check (interno.es_momento(entra_en)) not valid;
alter table public.comunicados
  add constraint comunicados_desde_de_calendario check (interno.es_momento(desde)) not valid,
  add constraint comunicados_hasta_de_calendario check (interno.es_momento(hasta)) not valid;
alter table public.directorio_terapeutas
  add constraint directorio_terapeutas_verificada_el_de_calendario check (interno.es_dia(verificada_el)) not valid;
alter table public.encuentros
  add constraint encuentros_empieza_de_calendario check (interno.es_momento(empieza)) not valid,
  add constraint encuentros_termina_de_calendario check (interno.es_momento(termina)) not valid;
alter table public.numeros_emergencia
  add constraint numeros_emergencia_verificado_el_de_calendario check (interno.es_dia(verificado_el)) not valid;
alter table public.podcast
  add constraint podcast_fecha_creacion_de_calendario check (interno.es_momento(fecha_creacion)) not valid;
alter table public.politicas_legales
  add constraint politicas_legales_publicada_en_de_calendario check (interno.es_momento(publicada_en)) not valid;
alter table public.presentes_llamada
  add constraint presentes_llamada_visto_en_de_calendario check (interno.es_momento(visto_en)) not valid;
alter table public.salas_comunidad
  add constraint salas_comunidad_created_at_de_calendario check (interno.es_momento(created_at)) not valid;

-- A press is never refused: its clock is corrected.
create or replace function interno.contar_pulsacion() returns trigger
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
  -- Nor is one older than every clock: «-infinity» would be the age of the place that her contacts read.
  if new.ocurrido_en < '1970-01-01 00:00:00+00' then
    new.ocurrido_en := now();
  end if;
  if new.ubicacion_en < '1970-01-01 00:00:00+00' then
    new.ubicacion_en := new.ocurrido_en;
  end if;
  if auth.uid() is null then
    return new;
  end if;
  perform set_config('interno.pulsaciones', de_esta_vez::text, true);
  return case when de_esta_vez <= 20 then new end;
end
$$;
comment on function interno.contar_pulsacion is
  'Trigger: no press is later than its arrival or older than every clock, and of one request at most twenty are written; interno.juntar_pulsaciones counts the others.';

revoke all on all functions in schema interno from public, anon;
grant execute on function interno.es_dia, interno.es_momento to authenticated, service_role;
