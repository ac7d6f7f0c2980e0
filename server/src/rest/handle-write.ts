import type { Identity, StatementResult } from '../core/db.ts'
import { ApiError } from '../core/errors.ts'
import { type Answer, asJsonSql, requireSingle, requireWithin, runWrite, shapeRows } from './answer.ts'
import type { Body } from './body.ts'
import type { Media } from './media.ts'
import { afterWrite, deleteSql, INSERTED, insertSql, returningSql, updateSql } from './mutate.ts'
import { planRead, type ReadNode, sourceOf } from './plan.ts'
import { appliedHeader, type Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { selectSql } from './read.ts'
import type { Relation, Schema } from './schema.ts'
import { Parameters, quote } from './sql.ts'
import type { Ways } from './ways.ts'

export interface WriteRequest {
  method: 'POST' | 'PATCH' | 'DELETE'
  schema: Schema
  relation: Relation
  query: Query
  preferences: Preferences
  media: Media
  body: string
  /** The body as rows; a deletion has none. */
  rows: Body | undefined
  answerBytes?: number
}

/** `POST`, `PATCH` and `DELETE` on a table or view. */
export async function writeRelation(ways: Ways, identity: Identity, request: WriteRequest): Promise<Answer> {
  const { schema, relation, query, preferences, media } = request
  const root = planRead(schema, sourceOf(schema, relation), withoutLimits(query), relation.schema)
  const parameters = new Parameters(request.answerBytes)
  const write = writeSql(request, root, parameters)
  if (write === undefined) return answer(request, { json: '[]', count: 0 })
  const statements = [parameters.statement(withReturning(request, root, write, parameters))]
  if (isMerge(request)) statements.push(INSERTED)
  const isChecked = media.isSingular || preferences.maxAffected !== undefined
  const shape = { root, relation: relation.name, body: request.body }
  const runner = await ways.find(identity, shape, statements[0]!)
  const results = await runWrite(runner, identity, statements, isChecked ? checkOf(request) : undefined)
  return answer(request, writtenOf(request, results))
}

/** A write touches every row that its filters name; a limit can neither narrow that nor hide some of them. */
function withoutLimits(query: Query): Query {
  const isNested = ({ path }: { path: string[] }) => path.length > 0
  return { ...query, limits: query.limits.filter(isNested), offsets: query.offsets.filter(isNested) }
}

function writeSql(request: WriteRequest, root: ReadNode, parameters: Parameters): string | undefined {
  const { method, relation, query, preferences, rows } = request
  if (!rows) return deleteSql(root, relation, parameters)
  if (method === 'PATCH') return updateSql(root, relation, rows, preferences, parameters)
  return insertSql(relation, rows, query, preferences, parameters)
}

function isMerge({ method, preferences }: WriteRequest): boolean {
  return method === 'POST' && preferences.resolution === 'merge-duplicates'
}

/** Whether the answer names the one new row by its key: `Prefer: return=headers-only`. */
function namesRow({ method, relation, preferences }: WriteRequest): boolean {
  return method === 'POST' && preferences.return === 'headers-only' && relation.primaryKey.length > 0
}

function withReturning(request: WriteRequest, root: ReadNode, write: string, parameters: Parameters): string {
  const { preferences, relation, media } = request
  if (namesRow(request)) {
    const key = relation.primaryKey.map((name) => `t0.${quote(name)}`).join(', ')
    return `with written as (${write} returning ${key}) select json_agg(r.*), count(*) from written as r`
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

function writtenOf(request: WriteRequest, [result, inserted]: StatementResult[]): Written {
  const insertedNone = inserted !== undefined && !(Number(inserted.rows[0]?.[0]) > 0)
  if (request.preferences.return !== 'representation' && !namesRow(request)) {
    return { count: result!.rowCount, insertedNone }
  }
  const [json, count] = result!.rows[0]!
  return { json: json ?? '[]', count: Number(count), insertedNone }
}

function checkOf(request: WriteRequest): (results: StatementResult[]) => void {
  const { media, preferences } = request
  return (results) => {
    const { count } = writtenOf(request, results)
    requireWithin(count, preferences)
    if (media.isSingular && preferences.return === 'representation') requireSingle(count)
  }
}

const MEANINGFUL: Readonly<Record<WriteRequest['method'], readonly string[]>> = {
  POST: ['resolution', 'missing', 'return', 'count', 'handling', 'max-affected'],
  PATCH: ['missing', 'return', 'count', 'handling', 'max-affected'],
  DELETE: ['return', 'count', 'handling', 'max-affected'],
}

function answer(request: WriteRequest, written: Written): Answer {
  const { method, preferences, media } = request
  const { count, json, insertedNone } = written
  const total = preferences.count === 'exact' ? String(count) : '*'
  const range = method === 'PATCH' && count > 0 ? `0-${count - 1}` : '*'
  const headers: Record<string, string> = { 'content-range': `${range}/${total}` }
  const applied = appliedHeader(preferences, MEANINGFUL[method])
  if (applied) headers['preference-applied'] = applied
  const created = insertedNone ? 200 : 201
  if (preferences.return === 'representation') {
    headers['content-type'] = media.contentType
    const body = shapeRows({ json: json!, count }, media)
    return { status: method === 'POST' ? created : 200, headers, body }
  }
  if (namesRow(request) && count === 1) headers.location = locationOf(request.relation, json!)
  return { status: method === 'POST' ? created : 204, headers, body: '' }
}

function locationOf({ name, primaryKey }: Relation, json: string): string {
  const [row] = JSON.parse(json) as Record<string, unknown>[]
  const filters = primaryKey.map(
    (column) => `${encodeURIComponent(column)}=eq.${encodeURIComponent(String(row![column]))}`,
  )
  return `/${encodeURIComponent(name)}?${filters.join('&')}`
}

/** Source: PostgREST documentation, "Errors", PGRST117. */
export function unsupportedMethod(method: string): ApiError {
  return new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}
