import type { Database, Statement } from '../db/database.ts'
import { arrayLiteral } from './sql.ts'

/** The catalogue's rows as the queries below give them. Numbers in `columns` are attribute numbers. */
export interface Catalogue {
  relations: {
    id: number
    schema: string
    name: string
    kind: string
    columns: CatalogueColumn[]
  }[]
  keys: { id: number; kind: 'p' | 'u'; columns: number[] }[]
  foreignKeys: { name: string; from: number; fromColumns: number[]; to: number; toColumns: number[] }[]
  views: { id: number; rule: string }[]
  routines: {
    schema: string
    name: string
    names: string[] | null
    modes: string[] | null
    inputs: number
    types: string[]
    defaults: number
    returnKind: string
    returnType: string
    returnTypeRelation: number
    /** How many rows PostgreSQL reckons it gives. */
    rows: number
    isSet: boolean
    volatility: string
    firstArgumentRelation: number
  }[]
  /** Settings of the role that serves requests, as `name=value`. */
  settings: string[]
}

export interface CatalogueColumn {
  number: number
  name: string
  type: string
  notNull: boolean
  default: string | null
  isIdentity: boolean
  generated: boolean
}

/** An empty path makes `format_type` and `pg_get_expr` write every name with its schema. */
const QUALIFIED_NAMES = `select set_config('search_path', 'pg_catalog', true)`

/** Foreign keys lead through tables that are not exposed themselves, so all schemas but PostgreSQL's own are read. */
const USER_SCHEMAS = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`

const RELATIONS = `
  select coalesce(json_agg(json_build_object('id', c.oid::int8, 'schema', n.nspname, 'name', c.relname,
    'kind', c.relkind, 'columns', (
      select coalesce(json_agg(json_build_object('number', a.attnum, 'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull or (t.typtype = 'd' and t.typnotnull),
        'default', case when a.attidentity <> '' and has_schema_privilege(n.oid, 'usage') then
            (select format('nextval(%L)', s.oid::regclass::text) from pg_depend o join pg_class s on s.oid = o.objid
              where o.refobjid = c.oid and o.refobjsubid = a.attnum and o.deptype = 'i' and s.relkind = 'S')
          when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end,
        'isIdentity', a.attidentity <> '',
        'generated', a.attgenerated <> '') order by a.attnum), '[]')
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped))), '[]')
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and ${USER_SCHEMAS}`

const KEYS = `
  select coalesce(json_agg(json_build_object('id', conrelid::int8, 'kind', contype, 'columns', conkey)), '[]')
  from pg_constraint where contype in ('p', 'u')`

const FOREIGN_KEYS = `
  select coalesce(json_agg(json_build_object('name', conname, 'from', conrelid::int8, 'fromColumns', conkey,
    'to', confrelid::int8, 'toColumns', confkey) order by conname), '[]')
  from pg_constraint where contype = 'f' and conparentid = 0`

const VIEWS = `
  select coalesce(json_agg(json_build_object('id', c.oid::int8, 'rule', r.ev_action::text)), '[]')
  from pg_rewrite r
  join pg_class c on c.oid = r.ev_class
  join pg_namespace n on n.oid = c.relnamespace
  where r.rulename = '_RETURN' and c.relkind in ('v', 'm') and ${USER_SCHEMAS}`

/** The type that a domain over a domain … is made of, in the end. */
const BASE_TYPE = `with recursive base(id) as (select t.typbasetype union all
    select d.typbasetype from base join pg_type d on d.oid = base.id and d.typtype = 'd') select id from base
    join pg_type e on e.oid = base.id where e.typtype <> 'd'`

const ROUTINES = `
  select coalesce(json_agg(json_build_object('schema', n.nspname, 'name', p.proname, 'names', p.proargnames,
    'modes', p.proargmodes::text[], 'inputs', p.pronargs, 'defaults', p.pronargdefaults,
    'types', (select coalesce(array_agg(format_type(a.type, null) order by a.place), '{}')
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a(type, place)),
    'returnKind', t.typtype, 'returnType', format_type(t.oid, null), 'returnTypeRelation', b.typrelid::int8,
    'rows', p.prorows, 'isSet', p.proretset, 'volatility', p.provolatile,
    'firstArgumentRelation', coalesce((select f.typrelid from pg_type f where f.oid = p.proargtypes[0]), 0)::int8)
    order by p.oid), '[]')
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  -- A domain over a row is a row.
  join pg_type b on b.oid = case when t.typtype = 'd' then (${BASE_TYPE}) else t.oid end
  where p.prokind = 'f' and (n.nspname = any($1::text[]) or n.nspname = any($2::text[]) and p.pronargs = 1
      and exists (select from pg_type f where f.oid = p.proargtypes[0] and f.typrelid > 0))
    and t.oid not in ('trigger'::regtype, 'event_trigger'::regtype)`

/** `alter role authenticator set pgrst.… = …` is how PostgREST is configured from within the database. */
const SETTINGS = `
  select coalesce((select to_json(setconfig) from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
    where r.rolname = 'authenticator' and s.setdatabase = 0), '[]')`

/**
 * The statements whose answers are the catalogue: each gives one row with one JSON text.
 * @param schemas the exposed ones; functions are read from these
 * @param searched others of the search path, of which functions of one row are read
 */
export function catalogueStatements(
  schemas: readonly string[],
  searched: readonly string[] = [],
): Statement[] {
  return [
    { text: RELATIONS, values: [] },
    { text: KEYS, values: [] },
    { text: FOREIGN_KEYS, values: [] },
    { text: VIEWS, values: [] },
    { text: ROUTINES, values: [arrayLiteral(schemas), arrayLiteral(searched)] },
    { text: SETTINGS, values: [] },
  ]
}

/** @param texts the answers to `catalogueStatements`, in that order */
export function parseCatalogue(texts: readonly string[]): Catalogue {
  const [relations, keys, foreignKeys, views, routines, settings] = texts.map((text) => JSON.parse(text))
  return { relations, keys, foreignKeys, views, routines, settings }
}

/** Reads the catalogue in one round trip, every type and default written with its schema. */
export async function readCatalogue(
  db: Database,
  schemas: readonly string[],
  searched: readonly string[] = [],
): Promise<Catalogue> {
  const reader = { role: 'service_role', claims: {} }
  const statements = [{ text: QUALIFIED_NAMES, values: [] }, ...catalogueStatements(schemas, searched)]
  const [, ...results] = await db.asUser(reader, ...statements)
  return parseCatalogue(results.map((result) => result.rows[0]![0]!))
}
