-- Goes through the publication, so that a table added to it is tested too.

select prueba.cierto('who may hear of a deletion is asked with the whole row: ' || t.tablename, c.relreplident = 'f')
from pg_publication_tables t
join pg_class c on c.oid = format('%I.%I', t.schemaname, t.tablename)::regclass
where t.pubname = 'supabase_realtime';

select prueba.cierto('and by policies: ' || t.tablename, c.relrowsecurity and c.relforcerowsecurity
  and exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*')))
from pg_publication_tables t
join pg_class c on c.oid = format('%I.%I', t.schemaname, t.tablename)::regclass
where t.pubname = 'supabase_realtime';

-- A live deletion carries the key alone, so the key of every live table must reveal nothing: it is random, or
-- the constant of a table with one row.
select prueba.cierto('the key says nothing: ' || t.tablename,
  pg_get_expr(d.adbin, d.adrelid) in ('gen_random_uuid()', 'true'), pg_get_expr(d.adbin, d.adrelid))
from pg_publication_tables t
join pg_constraint c on c.conrelid = format('%I.%I', t.schemaname, t.tablename)::regclass and c.contype = 'p'
left join pg_attrdef d on d.adrelid = c.conrelid and d.adnum = any (c.conkey)
where t.pubname = 'supabase_realtime';
