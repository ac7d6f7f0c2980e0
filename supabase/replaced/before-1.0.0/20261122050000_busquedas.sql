-- A search reads a whole diary: it is not asked for thirty times in a minute.

create or replace function public.buscar_en_diario(texto text) returns table (fecha date, extracto text)
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_column
declare
  quien constant uuid := auth.uid();
  aguja constant text := interno.plegar(btrim(left(texto, 200)));
begin
  perform interno.limitar('buscar en el diario', array[30], array[interval '1 minute']);
  return query
  with hallado as (
    select d.fecha, normalize(d.contenido, nfc) as contenido, position(aguja in interno.plegar(d.contenido)) as donde
    from public.diario_personal d
    where d.user_id = quien and aguja <> ''
  )
  select h.fecha, substr(h.contenido, greatest(1, h.donde - 60), 160)
  from hallado h where h.donde > 0
  order by h.fecha desc
  limit 100;
end
$$;
comment on function public.buscar_en_diario is
  'Her own entries in which a text occurs, newest first, each with the words around it; capitals and accents do not matter. At most 30 times in a minute (PT429).';
