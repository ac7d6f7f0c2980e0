-- An entry that was deleted on another device does not come back by being edited on this one.

create function interno.comparar_entrada_borrada() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not exists (select from public.diario_personal d where d.user_id = new.user_id and d.fecha = new.fecha) then
    raise exception using errcode = 'PT409', message = 'Esta entrada se borró en otra pestaña o dispositivo.';
  end if;
  return new;
end
$$;
comment on function interno.comparar_entrada_borrada is
  'Trigger: refuses (PT409) a text that was written upon a version which is not there any more.';
revoke all on function interno.comparar_entrada_borrada from public, anon;
-- Before every upsert, also one that ends as an update, which `comparar` then looks at. -infinity says that she knew of none.
create trigger comparar_borrada before insert on public.diario_personal
  for each row when (new.basada_en is not null and new.basada_en <> '-infinity')
  execute function interno.comparar_entrada_borrada();
