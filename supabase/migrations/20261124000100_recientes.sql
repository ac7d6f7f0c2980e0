-- Of thirty stories that were published in an hour, which one was it? What she decided in the last day says how it begins, so that she takes back
-- the one that she means, and reaches as far as a day of two volunteers does. Of what somebody else decided the administradoras read
-- kind, reason and hour, as before: it may be about themselves.

drop function public.mis_decisiones();
drop function interno.mis_decisiones();

create function interno.mis_decisiones()
returns table (
  lote uuid, clase text, que text, razon text, decidida_en timestamptz, cuantas int, deshecha boolean, mia boolean, de_que text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  yo uuid := auth.uid();
begin
  if not interno.es_moderadora() then
    return;
  end if;
  return query
    with lotes as (
      select d.lote, min(d.clase) as clase, min(d.que) as que, min(d.razon) as razon, min(d.decidida_en) as decidida_en, count(*)::int as cuantas,
        bool_or(d.deshecha_en is not null) as deshecha, bool_and(d.quien is not distinct from yo) as mia, (array_agg(d.cosa order by d.id))[1] as cosa
      from interno.decisiones d
      where d.decidida_en > now() - interval '1 day' and (d.quien = yo or interno.es_admin())
      group by d.lote order by min(d.decidida_en) desc limit 400
    )
    select l.lote, l.clase, l.que, l.razon, l.decidida_en, l.cuantas, l.deshecha, l.mia,
      case when l.mia then left(case l.clase
        when 'historia' then (select h.titulo from interno.historias h where h.id = l.cosa)
        when 'apelacion' then (select s.apelacion from public.suspensiones s where s.id = l.cosa)
        -- Each by its index: there may be hundreds of decisions, and many more reports.
        when 'mensaje' then (select r.contenido from public.reportes_sala r where r.mensaje_id = l.cosa order by r.creado_en limit 1)
        when 'llamada' then (select r.contenido from public.reportes_sala r where r.id = l.cosa)
        else (select r.contenido from public.reportes_sala r where r.objeto_id = l.cosa order by r.creado_en limit 1)
      end, 80) end
    from lotes l order by l.decidida_en desc;
end
$$;
comment on function interno.mis_decisiones is 'What public.mis_decisiones does.';
create function public.mis_decisiones()
returns table (
  lote uuid, clase text, que text, razon text, decidida_en timestamptz, cuantas int, deshecha boolean, mia boolean, de_que text
)
language sql stable set search_path = '' as $$
  select * from interno.mis_decisiones()
$$;
comment on function public.mis_decisiones is
  'For moderadoras: what she decided in the last day, newest first, with how it begins (de_que); the administradoras see everybody''s, not whose, and not what it was.';

revoke all on function interno.mis_decisiones, public.mis_decisiones from public, anon;
grant execute on function interno.mis_decisiones, public.mis_decisiones to authenticated, service_role;
