import { buildSchema } from '../rest/build-schema.ts'
import { catalogueStatements, parseCatalogue } from '../rest/catalogue.ts'
import type { Schema } from '../rest/schema.ts'

/** Whatever can ask the database: rows come as objects. */
export interface Source {
  query<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
}

/** A type of PostgreSQL as far as TypeScript cares. Numbers are type ids. */
export interface PgType {
  id: number
  schema: string
  name: string
  /** b base, c composite, d domain, e enum, p pseudo, r range. */
  kind: string
  /** Element of an array type, else 0. */
  element: number
  /** Base of a domain, else 0. */
  base: number
  /** Relation whose row it is: table, view, or composite type; else 0. */
  relation: number
  labels: string[]
}

export interface PgColumn {
  name: string
  type: number
  isNullable: boolean
  hasDefault: boolean
  /** PostgreSQL alone gives it its value. */
  isGenerated: boolean
}

export interface PgRelation {
  id: number
  schema: string
  name: string
  /** r table, p partitioned, f foreign, v view, m materialized view, c composite type. */
  kind: string
  columns: PgColumn[]
  canInsert: boolean
  canUpdate: boolean
}

export interface PgFunction {
  schema: string
  name: string
  inputs: { name: string; type: number; hasDefault: boolean }[]
  /** Columns of `returns table` or of several `out` parameters. */
  outputs: { name: string; type: number }[]
  returns: number
  isSet: boolean
}

export interface TypeCatalogue {
  types: Map<number, PgType>
  relations: PgRelation[]
  functions: PgFunction[]
  /** For the relationships between relations. */
  schema: Schema
}

const TYPES = `
  select coalesce(json_agg(json_build_object('id', t.oid::int8, 'schema', n.nspname, 'name', t.typname,
    'kind', t.typtype, 'element', case when t.typcategory = 'A' then t.typelem else 0 end::int8,
    'base', t.typbasetype::int8, 'relation', t.typrelid::int8,
    'labels', (select coalesce(json_agg(e.enumlabel order by e.enumsortorder), '[]')
      from pg_enum e where e.enumtypid = t.oid)) order by t.oid), '[]') as json
  from pg_type t join pg_namespace n on n.oid = t.typnamespace`

const RELATIONS = `
  select coalesce(json_agg(json_build_object('id', c.oid::int8, 'schema', n.nspname, 'name', c.relname,
    'kind', c.relkind, 'canInsert', pg_relation_is_updatable(c.oid, true) & 8 > 0,
    'canUpdate', pg_relation_is_updatable(c.oid, true) & 4 > 0,
    'columns', (select coalesce(json_agg(json_build_object('name', a.attname, 'type', a.atttypid::int8,
        'isNullable', not (a.attnotnull or (t.typtype = 'd' and t.typnotnull)),
        'hasDefault', a.atthasdef or a.attidentity <> '' or t.typdefault is not null,
        'isGenerated', a.attgenerated <> '' or a.attidentity = 'a') order by a.attname), '[]')
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)) order by c.relname), '[]') as json
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'f', 'v', 'm', 'c') and n.nspname = any($1::text[])`

const FUNCTIONS = `
  select coalesce(json_agg(json_build_object('schema', n.nspname, 'name', p.proname, 'isSet', p.proretset,
    'returns', p.prorettype::int8, 'names', p.proargnames, 'modes', p.proargmodes::text[],
    'types', coalesce(p.proallargtypes, p.proargtypes::oid[])::int8[], 'inputs', p.pronargs,
    'defaults', p.pronargdefaults) order by p.proname, p.oid), '[]') as json
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where p.prokind = 'f' and n.nspname = any($1::text[])
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`

interface FunctionRow {
  schema: string
  name: string
  isSet: boolean
  returns: number
  names: string[] | null
  modes: string[] | null
  types: number[]
  inputs: number
  defaults: number
}

/** Reads what the types of `schemas` are made of. */
export async function readTypeCatalogue(source: Source, schemas: readonly string[]): Promise<TypeCatalogue> {
  const ask = async <T>(text: string, values: unknown[] = []): Promise<T> => {
    const [row] = await source.query<{ json: T }>(text, values)
    return row!.json
  }
  const types = await ask<PgType[]>(TYPES)
  const relations = await ask<PgRelation[]>(RELATIONS, [schemas])
  const functions = await ask<FunctionRow[]>(FUNCTIONS, [schemas])
  const texts: string[] = []
  for (const { text, values } of catalogueStatements(schemas)) {
    const [row] = await source.query(text, [...values])
    texts.push(JSON.stringify(Object.values(row!)[0]))
  }
  return {
    types: new Map(types.map((type) => [type.id, type])),
    relations,
    functions: functions.map(functionOf),
    schema: buildSchema(parseCatalogue(texts), schemas),
  }
}

function functionOf(row: FunctionRow): PgFunction {
  const all = row.types.map((type, i) => ({ type, name: row.names?.[i] ?? '', mode: row.modes?.[i] ?? 'i' }))
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  return {
    schema: row.schema,
    name: row.name,
    inputs: inputs.map(({ name, type, mode }, i) => ({
      name,
      type,
      hasDefault: mode === 'v' || i >= inputs.length - row.defaults,
    })),
    outputs: all.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't'),
    returns: row.returns,
    isSet: row.isSet,
  }
}
