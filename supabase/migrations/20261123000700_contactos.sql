-- One number, one contact: the same person twice is written to twice, and is asked twice whether she or he would help. What is there
-- twice already stays: either of the two may be the one who said yes, with ways of its own, and nobody loses one without a word.

create function interno.mismo_numero(telefono text) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- What people write with and without: Argentina's 9 and Mexico's old 1 between the country and the number of a mobile.
  select regexp_replace(regexp_replace(telefono, '^\+549(?=[0-9]{10}$)', '+54'), '^\+521(?=[0-9]{10}$)', '+52')
$$;
comment on function interno.mismo_numero is 'What two ways of writing the number of one telephone have in common. Of a number in international form, or a short code.';

alter table public.contactos_emergencia add column repetido boolean not null default false;
comment on column public.contactos_emergencia.repetido is
  'It had the number of another contact before that was refused (20261123000700). Written by nobody; false again once its number changes.';

-- The owner is bound by the policies too, which know nobody here.
alter table public.contactos_emergencia no force row level security;
update public.contactos_emergencia c set repetido = true
from (
  select id, row_number() over (partition by user_id, interno.mismo_numero(telefono) order by prioridad, creado_en, id) as puesto
  from public.contactos_emergencia where activo
) otra
where otra.id = c.id and otra.puesto > 1;
alter table public.contactos_emergencia force row level security;

create unique index contactos_emergencia_numero_idx on public.contactos_emergencia (user_id, interno.mismo_numero(telefono))
  where activo and not repetido;

-- The index is what holds, also for two requests at once; this says it in words for her, and says whose the number is.
create function interno.rechazar_repetido() returns trigger
language plpgsql set search_path = '' as $$
declare
  de text;
begin
  if tg_op = 'UPDATE' and old.activo and new.activo and new.user_id = old.user_id
    and interno.mismo_numero(new.telefono) = interno.mismo_numero(old.telefono) then
    return new;
  end if;
  new.repetido := false;
  if new.activo then
    select c.nombre into de from public.contactos_emergencia c
    where c.user_id = new.user_id and c.activo and c.id <> new.id
      and interno.mismo_numero(c.telefono) = interno.mismo_numero(new.telefono)
    order by c.prioridad, c.creado_en limit 1;
    if found then
      raise exception using errcode = 'PT409', message = format('Ese número ya lo tienes guardado: es el de %s.', de);
    end if;
  end if;
  return new;
end
$$;
comment on function interno.rechazar_repetido is
  'Trigger: refuses (PT409) a number that another active contact of hers has. Its name comes after preparar, which brings the number to its form.';
create trigger rechazar_repetido before insert or update of user_id, telefono, activo on public.contactos_emergencia
  for each row execute function interno.rechazar_repetido();

-- Her other device may have changed or deleted it: a form says which state of its row it was filled in from (20261123000400).
alter table public.contactos_emergencia add column version integer not null default 1;
create trigger contar_version before update of nombre, telefono, prioridad, activo on public.contactos_emergencia
  for each row execute function interno.contar_version();

revoke all on function interno.mismo_numero, interno.rechazar_repetido from public, anon;
-- Whoever writes a row computes its place in the index.
grant execute on function interno.mismo_numero to authenticated, service_role;
