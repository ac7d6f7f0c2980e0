-- What a rule is called says whom it lets in. Rules of before there were roles (20261123001100_equipo.sql) are called after «la admin», although they
-- ask for a moderadora or an editora; whoever reads `policies.md` to learn who may read what would read the wrong answer. Only names change here.

do $$
declare
  regla record;
begin
  for regla in
    select schemaname, tablename, policyname,
      case
        when concat(qual, with_check) like '%es\_soporte()%' then 'el equipo'
        when concat(qual, with_check) like '%es\_editora()%' then 'la editora'
        when concat(qual, with_check) like '%es\_moderadora()%' then 'la moderadora'
        -- Authors of reviews are read by themselves alone, and what is written down of the team by the administradoras.
        when tablename = 'autorias_reseñas' then 'nadie más'
        else 'la administradora'
      end as quien
    from pg_policies
    where policyname like '%la admin%' and policyname not like '%la administradora%'
  loop
    execute format('alter policy %I on %I.%I rename to %I', regla.policyname, regla.schemaname, regla.tablename,
      case
        when regla.quien = 'nadie más' then 'quién escribió una reseña lo sabe ella'
        -- A name has 63 bytes.
        else replace(replace(regla.policyname, 'la admin cambia todo', regla.quien || ' el resto'), 'la admin', regla.quien)
      end);
  end loop;
end
$$;
