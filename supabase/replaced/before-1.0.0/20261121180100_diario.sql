-- Diary: two devices never overwrite each other unseen, and a search that answers without a word of hers in an address.

alter table public.diario_personal add column basada_en timestamptz;
comment on column public.diario_personal.basada_en is
  'What the writer knew: actualizado_en of the version before her, -infinity for none. Left out, nothing is compared.';
grant insert (basada_en), update (basada_en) on public.diario_personal to authenticated;

create function interno.comparar_entrada() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.basada_en is not null and new.basada_en <> old.actualizado_en then
    raise exception using errcode = 'PT409', message = 'Esta entrada cambió en otro dispositivo.';
  end if;
  return new;
end
$$;
comment on function interno.comparar_entrada is
  'Trigger: refuses (PT409) a text that was written without knowing the version that is there now.';
-- Only where the writer names the column: the plain upsert of the specification goes through as ever.
create trigger comparar before update of basada_en on public.diario_personal
  for each row execute function interno.comparar_entrada();

create function interno.plegar(texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(normalize(texto, nfc)), 'áéíóúàèìòùâêîôûäëïöüãõñç', 'aeiouaeiouaeiouaeiouaonc')
$$;
comment on function interno.plegar is 'A text for comparing: no capitals, no accents, letter by letter the same length.';

create function public.buscar_en_diario(texto text) returns table (fecha date, extracto text)
language sql stable set search_path = '' as $$
  with buscado as (
    select interno.plegar(btrim(left(texto, 200))) as aguja
  ), hallado as (
    select d.fecha, normalize(d.contenido, nfc) as contenido, position(b.aguja in interno.plegar(d.contenido)) as donde
    from public.diario_personal d cross join buscado b
    where d.user_id = auth.uid() and b.aguja <> ''
  )
  select h.fecha, substr(h.contenido, greatest(1, h.donde - 60), 160)
  from hallado h where h.donde > 0
  order by h.fecha desc
  limit 100
$$;
comment on function public.buscar_en_diario is
  'Her own entries in which a text occurs, newest first, each with the words around it; capitals and accents do not matter.';

revoke all on function interno.comparar_entrada, interno.plegar, public.buscar_en_diario from public, anon, authenticated;
grant execute on function interno.plegar, public.buscar_en_diario to authenticated, service_role;
