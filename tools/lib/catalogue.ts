/**
 * A fingerprint of a database: one line for each thing that its catalogue knows, and for each row that migrations wrote. Two databases
 * with the same lines have the same rules, however they came about; the lines that differ say where they part.
 *
 * Left out is what PostgreSQL only keeps for itself (numbers of objects, pages, statistics), and the record of migrations, by which
 * two ways to one database differ.
 */

/** Privileges as a sorted text; what was never changed is written out as what it stands for. */
const acl = (column: string, kind: string, owner: string) =>
  `(select coalesce(string_agg(who || '=' || what, ' ' order by who, what), '') from (
     select coalesce(grantee.rolname, 'public') || case when a.is_grantable then '*' else '' end as who,
       string_agg(a.privilege_type, ',' order by a.privilege_type) || '/' || grantor.rolname as what
     from aclexplode(coalesce(${column}, acldefault('${kind}', ${owner}))) a
     left join pg_roles grantee on grantee.oid = a.grantee left join pg_roles grantor on grantor.oid = a.grantor
     group by grantee.rolname, a.is_grantable, grantor.rolname
   ) as granted)`

/** What is not PostgreSQL's own, nor the record of migrations. */
const ours = (schema: string) =>
  `${schema} !~ '^pg_' and ${schema} not in ('information_schema', 'supabase_migrations')`

const role = (oid: string) => `pg_get_userbyid(${oid})`
const comment = (oid: string, catalogue: string) => `obj_description(${oid}, '${catalogue}')`

/** Each part: what the line is about, and what it says of it. */
const CATALOGUE = `
  select 'schema ' || n.nspname as about, concat_ws(' | ', ${role('n.nspowner')}, ${acl('n.nspacl', 'n', 'n.nspowner')}, ${comment('n.oid', 'pg_namespace')}) as says
  from pg_namespace n where ${ours('n.nspname')}
  union all
  select 'relation ' || c.oid::regclass, concat_ws(' | ', c.relkind, c.relpersistence, ${role('c.relowner')},
    'rows ' || c.relrowsecurity || ' ' || c.relforcerowsecurity, 'identity ' || c.relreplident::text, c.reloptions::text,
    case when c.relkind = 'S' then ${acl('c.relacl', 's', 'c.relowner')} else ${acl('c.relacl', 'r', 'c.relowner')} end,
    ${comment('c.oid', 'pg_class')}, case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end,
    (select concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
     from pg_sequence s where s.seqrelid = c.oid))
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${ours('n.nspname')} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S', 'c')
  union all
  select format('column %s %s', c.oid::regclass, a.attname), concat_ws(' | ', a.attnum, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid, true), nullif(a.attgenerated, ''), nullif(a.attidentity, ''),
    (select collname from pg_collation l where l.oid = a.attcollation), a.attstorage, nullif(a.attcompression, ''),
    'statistics ' || coalesce(a.attstattarget::int, -1), (select string_agg(o, ' ' order by o) from unnest(a.attoptions) o where o ~ '^n_distinct'),
    case when a.attacl is not null then ${acl('a.attacl', 'c', 'c.relowner')} end, col_description(c.oid, a.attnum))
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where ${ours('n.nspname')} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and a.attnum > 0 and not a.attisdropped
  union all
  select format('constraint %s %s', coalesce(c.conrelid::regclass::text, c.contypid::regtype::text), c.conname),
    concat_ws(' | ', pg_get_constraintdef(c.oid, true), 'validated ' || c.convalidated, ${comment('c.oid', 'pg_constraint')})
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${ours('n.nspname')}
  union all
  select format('index %s', i.indexrelid::regclass),
    concat_ws(' | ', pg_get_indexdef(i.indexrelid, 0, true), i.indisvalid, i.indisclustered, i.indisreplident, ${comment('i.indexrelid', 'pg_class')})
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${ours('n.nspname')}
  union all
  select format('policy %s %s', p.polrelid::regclass, p.polname), concat_ws(' | ', p.polcmd, p.polpermissive,
    (select string_agg(coalesce(r.rolname, 'public'), ',' order by r.rolname) from unnest(p.polroles) o left join pg_roles r on r.oid = o),
    'using ' || pg_get_expr(p.polqual, p.polrelid, true), 'check ' || pg_get_expr(p.polwithcheck, p.polrelid, true), ${comment('p.oid', 'pg_policy')})
  from pg_policy p
  union all
  select format('trigger %s %s', t.tgrelid::regclass, t.tgname),
    concat_ws(' | ', pg_get_triggerdef(t.oid, true), t.tgenabled, ${comment('t.oid', 'pg_trigger')})
  from pg_trigger t where not t.tgisinternal
  union all
  select format('rule %s %s', r.ev_class::regclass, r.rulename), pg_get_ruledef(r.oid)
  from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
  where ${ours('n.nspname')} and r.rulename <> '_RETURN'
  union all
  select 'function ' || p.oid::regprocedure, concat_ws(' | ', ${role('p.proowner')}, ${acl('p.proacl', 'f', 'p.proowner')},
    ${comment('p.oid', 'pg_proc')}, case when p.prokind in ('f', 'p') then pg_get_functiondef(p.oid) end)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours('n.nspname')}
  union all
  select 'type ' || t.oid::regtype, concat_ws(' | ', t.typtype, ${role('t.typowner')}, ${acl('t.typacl', 'T', 't.typowner')},
    format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
    (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), ${comment('t.oid', 'pg_type')})
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where ${ours('n.nspname')} and t.typelem = 0 and (t.typrelid = 0 or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
  union all
  select 'statistics ' || s.stxname, pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s
  union all
  select 'extension ' || e.extname, concat_ws(' | ', n.nspname, e.extversion) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  union all
  select 'event trigger ' || e.evtname, concat_ws(' | ', e.evtevent, e.evtfoid::regprocedure, e.evtenabled, e.evttags::text) from pg_event_trigger e
  union all
  select 'publication ' || p.pubname, concat_ws(' | ', ${role('p.pubowner')}, p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate,
    (select string_agg(concat_ws(' ', t.schemaname, t.tablename, t.attnames::text, t.rowfilter), ', ' order by t.schemaname, t.tablename)
     from pg_publication_tables t where t.pubname = p.pubname))
  from pg_publication p
  union all
  select format('default privileges %s %s %s', ${role('d.defaclrole')}, d.defaclnamespace::regnamespace, d.defaclobjtype),
    ${acl('d.defaclacl', 'r', 'd.defaclrole')}
  from pg_default_acl d
  union all
  select 'role ' || r.rolname, concat_ws(' | ', r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin, r.rolreplication,
    r.rolbypassrls, r.rolconnlimit,
    (select string_agg(m.roleid::regrole::text, ',' order by m.roleid::regrole::text) from pg_auth_members m where m.member = r.oid))
  from pg_roles r where r.rolname !~ '^pg_'
  union all
  select format('settings %s %s', coalesce(nullif(s.setrole, 0)::regrole::text, 'everybody'), s.setdatabase <> 0), s.setconfig::text
  from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase
  where s.setdatabase = 0 or d.datname = current_database()
  union all
  select 'database', concat_ws(' | ', pg_encoding_to_char(d.encoding), d.datcollate, d.datctype) from pg_database d where d.datname = current_database()`

/** Columns of every table, but those that are drawn anew in each database: a random key, the moment, a running number. */
const ROWS = `
  select format(
    'select %L as about, v::text as says from (select %s from %s) v',
    'row ' || c.oid::regclass, string_agg(quote_ident(a.attname), ', ' order by a.attnum), c.oid::regclass
  ) as query
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity = ''
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and ${ours('n.nspname')}
    and coalesce(pg_get_expr(d.adbin, d.adrelid), '') !~ 'gen_random_uuid|now\\(\\)|clock_timestamp|random\\(\\)|nextval'
  group by c.oid`

/**
 * @param query asks the database as its owner, always on the same connection
 * @param options `rows`: also the rows of the tables; for two databases that nobody has used yet
 * @returns sorted lines
 */
export async function fingerprint(
  query: (sql: string) => Promise<{ [column: string]: unknown }[]>,
  { rows = true }: { rows?: boolean } = {},
): Promise<string[]> {
  await query(`set search_path = ''`)
  // Compiling a question of this length takes longer than asking it.
  await query('set jit = off')
  const lines = await query(CATALOGUE)
  if (rows) {
    const queries = await query(ROWS)
    lines.push(...(await query(queries.map((row) => row.query).join(' union all '))))
  }
  return lines.map(({ about, says }) => `${about}: ${String(says).replaceAll('\n', '\n  ')}`).sort()
}
