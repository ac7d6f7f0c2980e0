import type { Identity, Statement, StatementResult } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { asJsonSql, requireSingle, shapeRows } from './jsonRows.ts'
import type { LaneChooser } from './lane.ts'
import { planRead, type ReadNode, sourceOf } from './plan.ts'
import type { Query, SelectField } from './query.ts'
import {
  ALWAYS_MEANT,
  appliedHeader,
  type Media,
  type Preferences,
  type RowShape,
  timezoneStatements,
} from './request.ts'
import { type Answer, type Headers, RESPONSE_SETTINGS, withResponseSettings } from './response.ts'
import { isUndone, requireWithin, runWrite } from './runWrite.ts'
import type { Relation, Schema } from './schema.ts'
import {
  columnSql,
  literal,
  mentions,
  Parameters,
  quote,
  relationSql,
  selectSql,
  type Template,
  WRITTEN_ROW,
  whereSql,
  withBody,
} from './sql.ts'

export interface WriteRequest {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  schema: Schema
  relation: Relation
  query: Query
  preferences: Preferences
  media: Media
  /** What the body's rows are like; a deletion has none. */
  rows: RowShape | undefined
  answerBytes?: number
}

/** A write that is ready to be run: it depends on the request's words, the names in its body and the schema, and holds nothing else of the body. */
export interface CompiledWrite {
  request: WriteRequest
  root: ReadNode
  /** Undefined where nothing would be written. */
  template: Template | undefined
}

/** `POST`, `PATCH`, `PUT` and `DELETE` on a table or view. @throws ApiError when the request does not fit the schema */
export function compileWrite(request: WriteRequest): CompiledWrite {
  const { method, schema, relation, query } = request
  if (method === 'PUT') assertPut(relation, query)
  const root = planRead(schema, sourceOf(schema, relation), withoutLimits(query), relation.schema)
  const parameters = new Parameters(request.answerBytes)
  const write = writeSql(request, root, parameters)
  if (write === undefined) return { request, root, template: undefined }
  return { request, root, template: parameters.statement(withReturning(request, root, write, parameters)) }
}

/**
 * Runs it where it belongs.
 * @param body the rows as JSON
 * @throws ApiError as `runRead`, and when what was written may not be kept
 */
export async function runCompiledWrite(
  lanes: LaneChooser,
  identity: Identity,
  { request, root, template }: CompiledWrite,
  body: string,
): Promise<Answer> {
  const { method, schema, relation, preferences, media } = request
  if (template === undefined) return answer(request, { json: media.isCsv ? '\n' : '[]', count: 0 })
  const statement = withBody(template, body)
  const before = timezoneStatements(preferences)
  const isChecked = media.isSingular || preferences.maxAffected !== undefined || method === 'PUT'
  const own = (results: StatementResult[]) => writtenOf(request, results.slice(before.length))
  const check = isChecked ? (results: StatementResult[]) => checkWritten(request, own(results)) : undefined
  const shape = { root, relation: relation.name, body }
  const runner = await lanes.choose(identity, shape, statement)
  const results = await runWrite(runner, identity, [...before, statement, SAID], {
    check,
    undo: isUndone(schema, preferences),
  })
  return withResponseSettings(answer(request, own(results)), results.at(-1)!.rows[0]!)
}

/**
 * A row is put where its whole key says.
 * Source: PostgREST documentation, "Tables and Views", "On Conflict", "Single Row Upsert"; "Errors".
 * @throws ApiError PGRST105, PGRST114
 */
function assertPut(relation: Relation, query: Query): void {
  if (query.limits.length > 0 || query.offsets.length > 0) {
    throw new ApiError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  }
  const named = putFilters(query).map(([name]) => name)
  const isWhole =
    named.length === query.filters.length &&
    named.length > 0 &&
    named.toSorted().join() === relation.primaryKey.toSorted().join()
  if (isWhole) return
  const message = `Filters must include all and only primary key columns with 'eq' operators`
  throw new ApiError(405, 'PGRST105', message)
}

/** Columns and values of the filters that say where a row is put. */
function putFilters({ filters }: Query): [string, string][] {
  return filters.flatMap(({ path, value }): [string, string][] => {
    if (path.length > 0 || value.kind !== 'condition' || value.negated) return []
    const { field, operator, quantifier } = value
    if (operator !== 'eq' || quantifier || field.json.length > 0) return []
    return [[field.name, value.value as string]]
  })
}

/** A write touches every row that its filters name; a limit can neither narrow that nor hide some of them. */
function withoutLimits(query: Query): Query {
  const isNested = ({ path }: { path: string[] }) => path.length > 0
  return { ...query, limits: query.limits.filter(isNested), offsets: query.offsets.filter(isNested) }
}

function writeSql(request: WriteRequest, root: ReadNode, parameters: Parameters): string | undefined {
  const { method, relation, query, preferences, rows } = request
  const { allowsUnfiltered } = request.schema
  if (method !== 'POST') assertOwnFilters(root)
  const own = { ...root, embeds: [] }
  if (!rows) return deleteSql(own, relation, parameters, allowsUnfiltered)
  if (method === 'PATCH') return updateSql(own, relation, rows, preferences, parameters, allowsUnfiltered)
  if (method === 'POST') return insertSql(relation, rows, query, preferences, parameters)
  // A row that does not say its key is not the one of the address.
  if (putFilters(query).some(([name]) => !rows.keys.includes(name))) throw otherKey()
  const place = putFilters(query).map(([name, value]) => `b.${quote(name)} = ${parameters.add(value)}`)
  const merge = { ...preferences, resolution: 'merge-duplicates' as const }
  return insertSql(relation, rows, {}, merge, parameters, place)
}

/**
 * Which rows are written is said by their own columns: related rows are joined to what was written, not before.
 * @throws ApiError PGRST127
 */
function assertOwnFilters({ where, embeds, source }: ReadNode): void {
  const related = embeds.filter(({ name }) => !source.columns?.has(name))
  const asked = related.find(({ name }) => where.some((logic) => mentions(logic, name)))
  if (!asked) return
  const details = `A write is not filtered by a related resource ('${asked.name}').`
  throw new ApiError(400, 'PGRST127', 'Feature not implemented', { details })
}

function isMerge({ method, preferences }: WriteRequest): boolean {
  return method === 'PUT' || (method === 'POST' && preferences.resolution === 'merge-duplicates')
}

/** Whether the answer names the one new row by its key: `Prefer: return=headers-only`. */
function namesRow({ method, relation, preferences }: WriteRequest): boolean {
  return method === 'POST' && preferences.return === 'headers-only' && relation.primaryKey.length > 0
}

function withReturning(request: WriteRequest, root: ReadNode, write: string, parameters: Parameters): string {
  const { preferences, relation, media } = request
  if (namesRow(request)) {
    const key = relation.primaryKey.map((name) => `t0.${quote(name)}`).join(', ')
    const places = `select json_agg(json_build_array(k.key, k.value)) from written, json_each_text(row_to_json(written.*)) as k`
    return `with written as (${write} returning ${key}) select (${places}), count(*) from written`
  }
  if (preferences.return !== 'representation') return write
  const node = afterWrite(root)
  const rows = selectSql(node, `written as ${node.alias}`, parameters, { isFiltered: true })
  return `with written as (${write} returning ${returningSql(root)}) ${asJsonSql(rows, media, parameters)}`
}

/** What came of a write. */
interface Written {
  /** Its rows, or their keys, where something was returned. */
  json?: string
  count: number
  /** Whether an upsert only changed rows that were there. */
  insertedNone?: boolean
}

function writtenOf(request: WriteRequest, [result, said]: StatementResult[]): Written {
  const insertedNone = isMerge(request) && !(Number(said!.rows[0]?.[0]) > 0)
  if (request.preferences.return !== 'representation' && !namesRow(request)) {
    return { count: result!.rowCount, insertedNone }
  }
  const [json, count] = result!.rows[0]!
  return { json: json ?? '[]', count: Number(count), insertedNone }
}

function otherKey(): ApiError {
  return new ApiError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')
}

function checkWritten({ method, media, preferences }: WriteRequest, { count }: Written): void {
  requireWithin(count, preferences)
  if (method === 'PUT' && count !== 1) {
    throw otherKey()
  }
  if (media.isSingular) requireSingle(count)
}

const MEANINGFUL: Readonly<Record<WriteRequest['method'], readonly string[]>> = {
  POST: ['resolution', 'missing', 'return', 'max-affected', ...ALWAYS_MEANT],
  PATCH: ['missing', 'return', 'max-affected', ...ALWAYS_MEANT],
  PUT: ['return', ...ALWAYS_MEANT],
  DELETE: ['return', 'max-affected', ...ALWAYS_MEANT],
}

function answer(request: WriteRequest, written: Written): Answer {
  const { method, preferences, media } = request
  const { count, json, insertedNone } = written
  if (media.isSingular) requireSingle(count)
  // What was written is known, so that an estimate of it is exact.
  const isCounted = preferences.count === 'exact' || preferences.count === 'estimated'
  const range = method === 'PATCH' && count > 0 ? `0-${count - 1}` : '*'
  const headers: Headers = method === 'PUT' ? {} : { 'content-range': `${range}/${isCounted ? count : '*'}` }
  const applied = appliedHeader(preferences, meantBy(request))
  if (applied) headers['preference-applied'] = applied
  const created = insertedNone ? 200 : 201
  if (preferences.return === 'representation') {
    headers['content-type'] = media.contentType
    const body = shapeRows({ json: json!, count }, media)
    return { status: method === 'POST' || method === 'PUT' ? created : 200, headers, body }
  }
  if (namesRow(request) && count === 1) headers.location = locationOf(request.relation, json!)
  return { status: method === 'POST' ? created : 204, headers, body: '' }
}

/** Without anything to tell duplicates by, there was nothing to resolve. */
function meantBy({ method, relation, query }: WriteRequest): readonly string[] {
  const isResolved = relation.primaryKey.length > 0 || query.onConflict !== undefined
  return isResolved ? MEANINGFUL[method] : MEANINGFUL[method].filter((name) => name !== 'resolution')
}

function locationOf({ name }: Relation, json: string): string {
  const key = JSON.parse(json) as [string, string | null][]
  const filters = key.map(
    ([column, value]) =>
      `${encodeURIComponent(column)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  )
  return `/${encodeURIComponent(name)}?${filters.join('&')}`
}

/** Source: PostgREST documentation, "Errors", PGRST117. */
export function unsupportedMethod(method: string): ApiError {
  return new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

/**
 * `insert`, one statement for any number of rows; PostgreSQL turns the JSON into rows by the columns' types.
 * Source: PostgREST documentation, "Insert", "Bulk Insert", "Upsert".
 * @throws ApiError PGRST204 for a column that the table lacks
 */
export function insertSql(
  relation: Relation,
  body: RowShape,
  query: Pick<Query, 'onConflict'>,
  preferences: Pick<Preferences, 'missing' | 'resolution'>,
  parameters: Parameters,
  conditions: readonly string[] = [],
): string {
  // What no row says takes its default without being named: an identity column's may be nobody's to ask for.
  const isMeant = (name: string) => preferences.missing !== 'default' || body.mentioned.has(name)
  const names = knownColumns(relation, body.keys).filter(isMeant)
  const columns = names.map(quote).join(', ')
  const target = `insert into ${relationSql(relation)} as t0`
  if (names.length === 0) return `${target} ${emptyRowsSql(body, parameters)}`
  const rows = `(${columns}) select ${columns} from ${rowsSql(relation, body, names, preferences, parameters)}`
  const conflict = conflictSql(relation, names, query.onConflict, preferences)
  // Without anything to tell duplicates by, all of them are new.
  const isCounted = preferences.resolution === 'merge-duplicates'
  const where = [...conditions, ...(isCounted ? [COUNT_UP] : [])].join(' and ')
  return `${target} ${rows}${where && ` where ${where}`}${conflict}`
}

/**
 * How many rows an upsert really inserted, kept in a setting of the transaction: up with every row that is tried, down
 * with every one that turns into an update. Nothing else tells the two apart on tables and views alike without the
 * privilege to read them.
 */
const SAID: Statement = {
  text: `select current_setting('pgrst.inserted', true), ${RESPONSE_SETTINGS}`,
  values: [],
}
const COUNTED = `coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int`
const COUNT_UP = `set_config('pgrst.inserted', (${COUNTED} + 1)::text, true) is not null`
const COUNT_DOWN = ` where set_config('pgrst.inserted', (${COUNTED} - 1)::text, true) is not null`

/** Rows of the body as a table named b. */
function rowsSql(
  relation: Relation,
  body: RowShape,
  names: readonly string[],
  preferences: Pick<Preferences, 'missing'>,
  parameters: Parameters,
): string {
  const definition = names.map((name) => `${quote(name)} ${relation.columns.get(name)!.type}`).join(', ')
  const payload = parameters.addBody()
  if (preferences.missing !== 'default') {
    return `json_to_record${body.isArray ? 'set' : ''}(${payload}::json) as b(${definition})`
  }
  const rows = body.isArray
    ? `jsonb_array_elements(${payload}::jsonb) as e(value)`
    : `(select ${payload}::jsonb as value) as e`
  const whole = ['e.value', ...defaultsSql(relation, names)].join(' || ')
  return `${rows}, lateral jsonb_to_record(${whole}) as b(${definition})`
}

/** `Prefer: missing=default`: what a row leaves out takes the column's default instead of null. */
function defaultsSql(relation: Relation, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const expression = relation.columns.get(name)!.default
    if (expression === null) return []
    const key = literal(name)
    return [`case when e.value ? ${key} then '{}' else jsonb_build_object(${key}, ${expression}) end`]
  })
}

/** Rows without a single column: `{}` is one row of defaults, `[{}, {}]` two, `[]` none. */
function emptyRowsSql(body: RowShape, parameters: Parameters): string {
  return body.isArray
    ? `select from json_array_elements(${parameters.addBody()}::json)`
    : 'select from (values (1)) as b'
}

function conflictSql(
  relation: Relation,
  names: string[],
  onConflict: string[] | undefined,
  { resolution }: Pick<Preferences, 'resolution'>,
): string {
  if (!resolution) return ''
  const target = knownColumns(relation, onConflict ?? relation.primaryKey)
  if (target.length === 0) return ''
  const on = ` on conflict (${target.map(quote).join(', ')})`
  if (resolution === 'ignore-duplicates') return `${on} do nothing`
  const set = names.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')
  return `${on} do update set ${set}${COUNT_DOWN}`
}

/** `update` of the filtered rows with the members of one object; undefined when there is nothing to set. */
export function updateSql(
  node: ReadNode,
  relation: Relation,
  body: RowShape,
  preferences: Preferences,
  parameters: Parameters,
  allowsAll: boolean,
): string | undefined {
  const names = knownColumns(relation, body.keys)
  if (names.length === 0) return undefined
  const isDefault = (name: string) => preferences.missing === 'default' && !body.mentioned.has(name)
  const value = (name: string) => (isDefault(name) ? 'default' : `b.${quote(name)}`)
  const set = names.map((name) => `${quote(name)} = ${value(name)}`).join(', ')
  const said = names.filter((name) => !isDefault(name))
  const rows = said.length === 0 ? '' : ` from ${rowsSql(relation, body, said, {}, parameters)}`
  const where = whereSql(node, parameters)
  if (!where) requireFilter('UPDATE', allowsAll)
  return `update ${relationSql(relation)} as t0 set ${set}${rows}${where && ` where ${where}`}`
}

/**
 * On Supabase the extension `safeupdate` refuses changes of a whole table to every role of the API, the service key among them. A policy is
 * no filter: it refuses before policies are checked.
 * Source: its documentation, "pg-safeupdate"; the status is PostgREST's, "Errors".
 * @throws ApiError 21000
 */
function requireFilter(what: 'UPDATE' | 'DELETE', allowsAll: boolean): void {
  if (!allowsAll) throw new ApiError(400, '21000', `${what} requires a WHERE clause`)
}

/** `delete` of the filtered rows. */
export function deleteSql(
  node: ReadNode,
  relation: Relation,
  parameters: Parameters,
  allowsAll: boolean,
): string {
  const where = whereSql(node, parameters)
  if (!where) requireFilter('DELETE', allowsAll)
  return `delete from ${relationSql(relation)} as t0${where && ` where ${where}`}`
}

/**
 * What a write must return so that `node` can be read from it: the columns selected and ordered by, and those that
 * embedded resources hang on; she may lack the privilege to read the others. Computed columns are computed here, where
 * the row still is one of the table.
 */
export function returningSql(node: ReadNode): string {
  const { alias, source } = node
  const columns = new Map<string, string>()
  const add = (name: string) => columns.set(name, columnSql(source, alias, name))
  for (const { field, aggregate } of node.fields) {
    if (field.name !== '*') add(field.name)
    else if (!aggregate) for (const name of source.columns?.keys() ?? []) add(name)
  }
  for (const term of node.order) if (term.relation === undefined) add(term.field.name)
  for (const { relationship } of node.embeds) {
    const pairs = relationship.junction?.fromColumns ?? relationship.columns
    for (const [column] of pairs) add(column)
    if (relationship.computed) columns.set(WRITTEN_ROW, alias)
  }
  if (columns.size === 0) return `1 as ${WRITTEN_ROW}`
  return [...columns].map(([name, sql]) => `${sql} as ${quote(name)}`).join(', ')
}

/** The node as it is read from what the write returned: its computed columns are plain ones there. */
export function afterWrite(node: ReadNode): ReadNode {
  const { source } = node
  const columns = new Map<string, { type: string }>(source.columns)
  for (const name of source.computed?.keys() ?? []) columns.set(name, { type: 'computed' })
  const fields = node.fields.flatMap((item) =>
    item.field.name === '*' && !item.aggregate
      ? [...(source.columns?.keys() ?? [])].map(
          (name): SelectField => ({ ...item, field: { name, json: [] } }),
        )
      : [item],
  )
  return { ...node, fields, source: { ...source, columns, computed: undefined, isWritten: true } }
}

function knownColumns(relation: Relation, names: readonly string[]): string[] {
  for (const name of names) {
    if (!relation.columns.has(name)) {
      throw new ApiError(
        400,
        'PGRST204',
        `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
      )
    }
  }
  return [...names]
}
