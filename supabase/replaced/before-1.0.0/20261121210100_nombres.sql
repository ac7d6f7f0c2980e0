-- Names that pass themselves off as the team's are refused.

create function interno.imita_al_equipo(nombre text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  -- What the eye reads: without accents, Cyrillic and Greek doubles, digits in place of letters, or anything between them.
  select llano ~ '(administrad|moderador|equipoamparo|equipodeamparo|soporte|oficialamparo|amparooficial|staffamparo|amparostaff|ayudaamparo|amparoayuda)'
    or llano in ('amparo', 'admin', 'administracion', 'equipo', 'elequipo', 'oficial', 'staff', 'sistema', 'anonimo')
    or llano ~ '^(adminamparo|amparoadmin)'
  from (
    select regexp_replace(
      translate(
        lower(regexp_replace(normalize(nombre, nfkd), '[\u0300-\u036f]', '', 'g')),
        '0134578@$!|' || U&'\0430\0435\043e\0440\0441\0443\0445\0456\0458\03b1\03bf\03c1\03b9\0131'
          -- The capitals as well: lower() knows them only where the database's locale does.
          || U&'\0410\0412\0415\041a\041c\041d\041e\0420\0421\0422\0425\0406\0408\0391\0395\0399\039c\039d\039f\03a1\03a4',
        'oieastbasii' || 'aeopcyxijaopii' || 'abekmhopctxijaeimnopt'
      ), '[^a-zñ]', '', 'g'
    ) as llano
  ) t
$$;
comment on function interno.imita_al_equipo is
  'Whether a name could be taken for the team''s: «Soporte», «Equipo Amparo», «Adm1nistradora». A woman called Amparo García is not.';

-- On the table, behind every door: the profile's call, the view, and whatever comes later. A name given at registration is
-- looked at too, but refusing it would keep her out: she comes in with the name of everybody.
create function interno.vigilar_nombre() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not interno.imita_al_equipo(new.username)
    or exists (select from interno.administradoras where user_id = new.id) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.username := interno.ajuste('usuaria_por_defecto');
    return new;
  end if;
  raise exception using errcode = 'PT422', message = 'Ese nombre se parece al del equipo. Elige otro, por favor.';
end
$$;
comment on function interno.vigilar_nombre is
  'Trigger: refuses (PT422) a name that imitates the team; at registration it becomes the default one. The admin is free.';
create trigger vigilar_nombre_al_crear before insert on interno.perfiles
  for each row execute function interno.vigilar_nombre();
create trigger vigilar_nombre before update of username on interno.perfiles
  for each row when (old.username is distinct from new.username) execute function interno.vigilar_nombre();

revoke all on function interno.imita_al_equipo, interno.vigilar_nombre from public, anon;
