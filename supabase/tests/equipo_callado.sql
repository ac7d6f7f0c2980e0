-- No member reads who of the team wrote what is published: no value of any relation, outside of her own rows, is an account
-- of the team that took no part as a member.
select prueba.reunir_equipo();
create function pg_temp.como(quien text, que text) returns void language plpgsql as $$
begin
  perform prueba.ser(quien);
  execute que;
  perform prueba.ser('duena');
end
$$;
-- One act of each kind of work, each by the one whose work it is.
select pg_temp.como(quien, que) from (values
  ('editora', $$insert into asociaciones_apoyo (nombre, telefono, ubicacion, created_by) values ('Casa', '5555', 'Mérida, Yucatán', auth.uid())$$),
  ('editora', $$update asociaciones_apoyo set descripcion = 'Otra', created_by = auth.uid()$$),
  ('editora', $$insert into directorio_terapeutas (nombre, created_by) values ('Terapeuta', auth.uid())$$),
  ('editora', $$update directorio_terapeutas set ciudad = 'Mérida', created_by = auth.uid()$$),
  ('editora', $$insert into podcast (titulo) values ('Un episodio')$$),
  ('editora', $$update biblioteca_libros set autor = 'Otra'$$),
  ('editora', $$insert into encuentros (titulo, empieza, termina) values ('Taller', now() + interval '1 day', now() + interval '25 hours')$$),
  ('moderadora', $$insert into salas_comunidad (nombre, descripcion) values ('Otra sala', 'x')$$),
  ('moderadora', $$update historias set estado = 'publicada' where estado = 'pendiente'$$),
  ('moderadora', $$delete from mensajes_sala where id = 'd1000000-0000-4000-8000-000000000002'$$),
  ('moderadora', $$insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('bea'), 'x', now() + interval '1 day', 'falta')$$),
  ('administradora', $$select publicar_politica(gen_random_uuid(), 'Otra', '9', '<p>x</p>', 'x')$$)
) as actos (quien, que);
select prueba.cierto('each left its line in the log', count(distinct tabla) >= 8 and count(distinct quien) = 3, string_agg(distinct tabla, ' '))
from interno.bitacora where quien in (prueba.id('editora'), prueba.id('moderadora'), prueba.id('administradora'));

create function pg_temp.leidas(quien text) returns table (relacion text, filas bigint, del_equipo bigint) language plpgsql as $$
declare
  r record;
begin
  for r in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'v') order by 1
  loop
    relacion := r.relname;
    perform prueba.ser(quien);
    begin
      execute format(
        $q$select count(*), count(*) filter (where exists (
          select from unnest(array['administradora', 'moderadora', 'editora', 'soporte', 'carla']) p where to_jsonb(t)::text like '%%' || prueba.id(p) || '%%'
        )) from public.%I t$q$, r.relname) into filas, del_equipo;
    exception when insufficient_privilege then
      filas := 0;
      del_equipo := 0;
    end;
    perform prueba.ser('duena');
    return next;
  end loop;
end
$$;
-- In the demo data Carla takes part as a member: what she wrote as one carries her name, as anybody's.
delete from mensajes_sala where user_id = prueba.id('carla');
select prueba.cierto('no member reads who wrote what', coalesce(sum(del_equipo), 0) = 0 and sum(filas) > 50, string_agg(relacion || ' ' || del_equipo, ', ') filter (where del_equipo > 0))
from pg_temp.leidas('bea');
select prueba.cierto('the administradora reads who did what', sum(del_equipo) > 0) from pg_temp.leidas('administradora') where relacion = 'bitacora';
