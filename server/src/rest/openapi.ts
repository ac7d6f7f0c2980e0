import type { Runner } from '../db/connectionLane.ts'
import type { Identity } from '../db/database.ts'
import type { Column, Relation, Routine, RoutineParameter, Schema } from './schema.ts'

export const OPENAPI_TYPE = 'application/openapi+json; charset=utf-8'

/** What the requester may do: with relations by their id, and the names of functions that she may call. */
interface Rights {
  relations: Record<string, { read: boolean; add: boolean; change: boolean; remove: boolean }>
  functions: string[]
}

const RIGHTS = `
  select json_build_object(
    'relations', (select coalesce(json_object_agg(c.oid::int8, json_build_object(
        'read', has_any_column_privilege(c.oid, 'select'), 'add', has_any_column_privilege(c.oid, 'insert'),
        'change', has_any_column_privilege(c.oid, 'update'), 'remove', has_table_privilege(c.oid, 'delete'))), '{}')
      from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'f', 'v', 'm')),
    'functions', (select coalesce(json_agg(distinct p.proname), '[]') from pg_proc p
      where p.pronamespace = n.oid and p.prokind = 'f' and has_function_privilege(p.oid, 'execute')))
  from pg_namespace n where n.nspname = $1`

/**
 * The schema as an OpenAPI 2.0 document: of relations and functions, those that the requester may use, and nothing besides. What it says are
 * names and types, which the app that everybody loads has in it too.
 * Source: PostgREST documentation, "OpenAPI", with `openapi-mode=follow-privileges`; its module `Response.OpenAPI` for the shapes.
 * @param at where the API is, as the client wrote it
 */
export async function describeApi(
  runner: Runner,
  identity: Identity,
  schema: Schema,
  exposed: string,
  at: { protocol: string; host: string; basePath: string },
): Promise<string> {
  const [result] = await runner.asUser(identity, { text: RIGHTS, values: [exposed] })
  return documentText(schema, exposed, result!.rows[0]?.[0] ?? '{"relations":{},"functions":[]}', at)
}

/** More than there are roles in a project. */
export const KEPT_DOCUMENTS = 8
/** By schema as it was read: what follows the address, by exposed schema and rights. */
const kept = new WeakMap<Schema, Map<string, string>>()

/**
 * As text. A document of some hundred kilobytes is made once for each kind of rights; only the address before it is the caller's.
 * @param rights as `RIGHTS` answers them
 */
export function documentText(
  schema: Schema,
  exposed: string,
  rights: string,
  { host, basePath, protocol }: { protocol: string; host: string; basePath: string },
): string {
  const known = kept.get(schema) ?? new Map<string, string>()
  kept.set(schema, known)
  const key = `${exposed}\n${rights}`
  const text = known.get(key) ?? JSON.stringify(documentOf(schema, exposed, JSON.parse(rights) as Rights))
  if (known.size < KEPT_DOCUMENTS) known.set(key, text)
  const address = JSON.stringify({ swagger: '2.0', host, basePath, schemes: [protocol] })
  return `${address.slice(0, -1)},${text.slice(1)}`
}

/** The document of what `rights` leaves, but for where the API is. */
function documentOf(schema: Schema, exposed: string, rights: Rights) {
  const paths: Record<string, object> = {
    '/': {
      get: {
        tags: ['Introspection'],
        summary: 'OpenAPI description (this document)',
        produces: ['application/openapi+json', 'application/json'],
        responses: { 200: { description: 'OK' } },
      },
    },
  }
  const definitions: Record<string, object> = {}
  const parameters: Record<string, object> = { ...COMMON }
  for (const name of schema.relationNames(exposed).toSorted()) {
    const relation = schema.relation(exposed, name)!
    const right = rights.relations[String(relation.id)]
    if (!right || !Object.values(right).includes(true)) continue
    definitions[name] = definitionOf(schema, relation)
    parameters[`body.${name}`] = {
      name,
      description: name,
      required: false,
      in: 'body',
      schema: { $ref: `#/definitions/${name}` },
    }
    for (const column of relation.columns.values())
      parameters[`rowFilter.${name}.${column.name}`] = {
        name: column.name,
        required: false,
        in: 'query',
        type: 'string',
        format: column.type,
      }
    paths[`/${name}`] = pathOf(relation, right)
  }
  for (const name of schema.routineNames(exposed).toSorted()) {
    const [routine] = schema.routinesNamed(exposed, name)
    if (routine && rights.functions.includes(name)) paths[`/rpc/${name}`] = callOf(routine)
  }
  const types = ['application/json', 'application/vnd.pgrst.object+json', 'text/csv']
  return {
    info: { title: `${exposed} schema`, description: '', version: '14' },
    consumes: types,
    produces: types,
    paths,
    definitions,
    parameters,
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://docs.postgrest.org/en/v14/references/api.html',
    },
  }
}

const inQuery = (name: string, description: string) => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})
const inHeader = (name: string, description: string, values?: string[]) => ({
  ...inQuery(name, description),
  in: 'header',
  ...(values && { enum: values }),
})
const COMMON = {
  select: inQuery('select', 'Filtering Columns'),
  order: inQuery('order', 'Ordering'),
  limit: inQuery('limit', 'Limiting and Pagination'),
  offset: inQuery('offset', 'Limiting and Pagination'),
  on_conflict: inQuery('on_conflict', 'On Conflict'),
  range: inHeader('Range', 'Limiting and Pagination'),
  rangeUnit: { ...inHeader('Range-Unit', 'Limiting and Pagination'), default: 'items' },
  preferCount: inHeader('Prefer', 'Preference', [
    'count=none',
    'count=exact',
    'count=planned',
    'count=estimated',
  ]),
  preferReturn: inHeader('Prefer', 'Preference', ['return=representation', 'return=minimal', 'return=none']),
  preferPost: inHeader('Prefer', 'Preference', [
    ...['return=representation', 'return=minimal', 'return=none'],
    ...['resolution=ignore-duplicates', 'resolution=merge-duplicates'],
  ]),
  preferParams: inHeader('Prefer', 'Preference', ['params=single-object']),
}

const refer = (...names: string[]) => names.map((name) => ({ $ref: `#/parameters/${name}` }))

function pathOf({ name, columns }: Relation, right: Rights['relations'][string]): object {
  const filters = [...columns.keys()].map((column) => `rowFilter.${name}.${column}`)
  const tags = [name]
  const done = (status: number, description: string) => ({ [status]: { description } })
  return {
    ...(right.read && {
      get: {
        tags,
        parameters: refer(
          ...filters,
          ...['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'],
        ),
        responses: {
          200: { description: 'OK', schema: { type: 'array', items: { $ref: `#/definitions/${name}` } } },
          206: { description: 'Partial Content' },
        },
      },
    }),
    ...(right.add && {
      post: {
        tags,
        parameters: refer(`body.${name}`, 'select', 'preferPost'),
        responses: done(201, 'Created'),
      },
    }),
    ...(right.remove && {
      delete: { tags, parameters: refer(...filters, 'preferReturn'), responses: done(204, 'No Content') },
    }),
    ...(right.change && {
      patch: {
        tags,
        parameters: refer(...filters, `body.${name}`, 'preferReturn'),
        responses: done(204, 'No Content'),
      },
    }),
  }
}

function definitionOf(schema: Schema, relation: Relation): object {
  const columns = [...relation.columns.values()]
  const properties = Object.fromEntries(
    columns.map((column) => [column.name, property(schema, relation, column)]),
  )
  const required = columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name)
  return { ...(required.length > 0 && { required }), properties, type: 'object' }
}

function property(schema: Schema, relation: Relation, { name, type, default: usual }: Column): object {
  const key = relation.primaryKey.includes(name) ? 'This is a Primary Key.<pk/>' : undefined
  const way = schema
    .relationshipsFrom(relation)
    .find(
      ({ holdsKey, columns, to }) =>
        holdsKey && columns.length === 1 && columns[0]![0] === name && !to.isView,
    )
  const foreign =
    way &&
    `This is a Foreign Key to \`${way.to.name}.${way.columns[0]![1]}\`.<fk table='${way.to.name}' column='${way.columns[0]![1]}'/>`
  const notes = [key, foreign].filter(Boolean)
  return {
    ...typeOf(type),
    ...(usual !== null && { default: usual }),
    ...(notes.length > 0 && { description: `Note:\n${notes.join('\n')}` }),
  }
}

/** What JSON makes of a type of PostgreSQL, by its name; the name stands beside it. */
function typeOf(format: string): object {
  const base = format.replace(/\(.*\)/, '')
  if (base.endsWith('[]')) return { type: 'array', format, items: typeOf(base.slice(0, -2)) }
  if (/^(smallint|integer|bigint)$/.test(base)) return { type: 'integer', format }
  if (/^(numeric|real|double precision)$/.test(base)) return { type: 'number', format }
  if (base === 'boolean') return { type: 'boolean', format }
  // Any JSON at all.
  if (/^jsonb?$/.test(base)) return { format }
  return { type: 'string', format }
}

function callOf({ name, parameters, isVolatile }: Routine): object {
  const tags = [`(rpc) ${name}`]
  const responses = { 200: { description: 'OK' } }
  const named = parameters.filter((parameter) => parameter.name !== '')
  const required = named.filter(({ isRequired }) => isRequired).map((parameter) => parameter.name)
  const properties = Object.fromEntries(named.map((parameter) => [parameter.name, typeOf(parameter.type)]))
  const args = { ...(required.length > 0 && { required }), type: 'object', properties }
  const asQuery = ({ name: called, type, isRequired }: RoutineParameter) => ({
    name: called,
    required: isRequired,
    in: 'query',
    ...('type' in typeOf(type) ? typeOf(type) : { type: 'string', format: type }),
  })
  return {
    ...(!isVolatile && { get: { tags, parameters: named.map(asQuery), responses } }),
    post: {
      tags,
      parameters: [{ required: true, in: 'body', name: 'args', schema: args }, ...refer('preferParams')],
      responses,
    },
  }
}
