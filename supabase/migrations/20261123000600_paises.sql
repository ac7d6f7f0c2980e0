-- The emergency number of her country: whoever is in danger reads it, with or without an account, admitted or not. Where a number comes
-- from, and of when that is, stand beside it; lines that answer at any hour come first.

alter table public.numeros_emergencia
  add column fuente_fecha text check (char_length(fuente_fecha) <= 100);
comment on table public.numeros_emergencia is 'Emergency numbers by country, the first one first: everybody reads, the admin writes.';
comment on column public.numeros_emergencia.fuente_fecha is
  'Date of the page in fuente_url, as exactly as it states one; null: it states none, and the number is shown as «sin verificar».';
grant insert (fuente_fecha), update (fuente_fecha) on public.numeros_emergencia to authenticated;
grant select (codigo_iso, pais, numeros, fuente_url, fuente_fecha, verificado_el) on public.numeros_emergencia to anon;
drop policy "las usuarias leen los números de emergencia" on public.numeros_emergencia;
-- Public facts, and the first thing that somebody without an account looks for here.
create policy "cualquiera lee los números de emergencia" on public.numeros_emergencia
  for select to anon, authenticated using (true);

-- Databases that have the seed of before; what the admin has changed stays hers.
update public.numeros_emergencia n set fuente_url = coalesce(f.fuente, n.fuente_url), fuente_fecha = f.fecha
from (values
  ('MX', 'https://www.gob.mx/segob/prensa/conferencia-de-prensa-del-secretario-ejecutivo-del-sistema-nacional-de-seguridad-publica-alvaro-vizcaino-zamora', '2016-10-03'),
  ('CL', 'https://www.latercera.com/nacional/noticia/la-ultima-apuesta-del-gobierno-en-seguridad-publica-tener-un-acceso-unico-similar-al-911-y-crear-un-sistema-de-proteccion-integrado/', '2025-10-09'),
  ('PE', 'https://infobae.com/peru/2024/03/27/central-105-en-riesgo-por-falta-de-equipos-contraloria-detecta-serias-deficiencias-que-evitaria-la-atencion-de-emergencias', '2024-03-27'),
  ('CO', null, '2026-02-14'),
  ('EC', null, '2025-11-25'),
  ('PY', null, '2026-01-09')
) as f (codigo, fuente, fecha)
where n.codigo_iso = f.codigo and n.editado_en is null;

alter table public.asociaciones_apoyo add column todo_el_dia boolean not null default false;
comment on column public.asociaciones_apoyo.todo_el_dia is 'Answers at any hour, as its source says: national ones come first.';
update public.asociaciones_apoyo set todo_el_dia = true where descripcion like '%24 horas%' and clave is not null;
grant insert (todo_el_dia), update (todo_el_dia) on public.asociaciones_apoyo to authenticated;
drop trigger contar_version on public.asociaciones_apoyo;
create trigger contar_version
  before update of nombre, descripcion, telefono, url_web, ubicacion, pais, visible, fuente_url, fuente_fecha, verificada_el, todo_el_dia
  on public.asociaciones_apoyo
  for each row execute function interno.contar_version();

-- Whoever follows her walk calls the number of where she is, not that of where he sits. It ends no walk (reloj). Otherwise as in acompanamiento.
create or replace function public.ver_camino(codigo text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  camino interno.acompanamientos;
begin
  -- What no device ever makes is not looked for.
  if codigo is null or codigo !~ '^[A-Za-z0-9_-]{32,64}$' then
    return null;
  end if;
  select * into camino from interno.acompanamientos a where a.codigo_hash = sha256(convert_to(codigo, 'UTF8'));
  if camino.user_id is null then
    return null;
  end if;
  if camino.terminado or camino.termina_en <= now() then
    return jsonb_build_object('terminado', true, 'termino_hace_s', floor(extract(epoch from now() - camino.termina_en)));
  end if;
  return jsonb_build_object(
    'terminado', false,
    'termina_en_s', floor(extract(epoch from camino.termina_en - now())),
    'latitud', camino.latitud,
    'longitud', camino.longitud,
    'precision_m', camino.precision_m,
    'hace_s', floor(extract(epoch from now() - camino.ubicacion_en)),
    'numero_emergencia', interno.numero_de_emergencia(camino.user_id),
    'numero_pais', interno.pais_de_emergencia(camino.user_id)
  );
end
$$;

create function interno.numero_sin_verificar(quien uuid) returns boolean
language sql stable set search_path = '' as $$
  -- The house's own number is the specified constant.
  select coalesce((
    select n.verificado_el is null and coalesce(n.fuente_fecha, '') !~ '^[0-9]{4}'
    from public.numeros_emergencia n where n.codigo_iso = interno.pais_de_emergencia(quien)
  ), false)
$$;
comment on function interno.numero_sin_verificar is
  'Whether what interno.numero_de_emergencia gives was dialled by nobody and stands on no page with a date.';
revoke all on all functions in schema interno from public, anon;
