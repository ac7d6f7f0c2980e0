import type { Database, Identity, StatementResult } from '../core/db.ts'
import { ApiError } from '../core/errors.ts'
import { type Answer, asJsonSql, requireSingle, requireWithin, runWrite, shapeRows } from './answer.ts'
import { parseRows } from './body.ts'
import type { Media } from './media.ts'
import { deleteSql, insertSql, returningSql, updateSql } from './mutate.ts'
import { planRead, type ReadNode, sourceOf } from './plan.ts'
import { appliedHeader, type Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { selectSql } from './read.ts'
import type { Relation, Schema } from './schema.ts'
import { Parameters } from './sql.ts'

export interface WriteRequest {
  method: 'POST' | 'PATCH' | 'DELETE'
  schema: Schema
  relation: Relation
  query: Query
  preferences: Preferences
  media: Media
  body: string
}

/** `POST`, `PATCH` and `DELETE` on a table or view. */
export async function writeRelation(
  db: Database,
  identity: Identity,
  request: WriteRequest,
): Promise<Answer> {
  const { schema, relation, query, preferences, media } = request
  const root = planRead(schema, sourceOf(schema, relation), query, relation.schema)
  const parameters = new Parameters()
  const write = writeSql(request, root, parameters)
  const shows = preferences.return === 'representation'
  if (write === undefined) return answer(request, { rows: [['[]', '0']], rowCount: 0 })
  const statement = parameters.statement(shows ? representationSql(root, write, parameters, media) : write)
  const count = (result: StatementResult) => (shows ? Number(result.rows[0]![1]) : result.rowCount)
  const isChecked = media.isSingular || preferences.maxAffected !== undefined
  const check = (result: StatementResult) => {
    requireWithin(count(result), preferences)
    if (media.isSingular && shows) requireSingle(count(result))
  }
  return runWrite(db, identity, statement, isChecked ? check : undefined, (result) => answer(request, result))
}

function writeSql(request: WriteRequest, root: ReadNode, parameters: Parameters): string | undefined {
  const { method, relation, query, preferences, body } = request
  if (method === 'DELETE') return deleteSql(root, relation, parameters)
  const rows = parseRows(body, query.columns)
  if (method === 'PATCH') return updateSql(root, relation, rows, preferences, parameters)
  return insertSql(relation, rows, query, preferences, parameters)
}

function representationSql(root: ReadNode, write: string, parameters: Parameters, media: Media): string {
  const rows = selectSql(root, `written as ${root.alias}`, parameters, { isFiltered: true })
  return `with written as (${write} returning ${returningSql(root)}) ${asJsonSql(rows, media)}`
}

const MEANINGFUL: Readonly<Record<WriteRequest['method'], readonly string[]>> = {
  POST: ['resolution', 'missing', 'return', 'count', 'handling', 'max-affected'],
  PATCH: ['missing', 'return', 'count', 'handling', 'max-affected'],
  DELETE: ['return', 'count', 'handling', 'max-affected'],
}

function answer({ method, preferences, media }: WriteRequest, result: StatementResult): Answer {
  const shows = preferences.return === 'representation'
  const [json, shown] = result.rows[0] ?? ['', '0']
  const count = shows ? Number(shown) : result.rowCount
  const total = preferences.count === 'exact' ? String(count) : '*'
  const range = method === 'PATCH' && count > 0 ? `0-${count - 1}` : '*'
  const headers: Record<string, string> = { 'content-range': `${range}/${total}` }
  const applied = appliedHeader(preferences, MEANINGFUL[method])
  if (applied) headers['preference-applied'] = applied
  if (!shows) return { status: method === 'POST' ? 201 : 204, headers, body: '' }
  headers['content-type'] = media.contentType
  const body = shapeRows({ json: json!, count }, media)
  return { status: method === 'POST' ? 201 : 200, headers, body }
}

/** Source: PostgREST documentation, "Errors", PGRST117. */
export function unsupportedMethod(method: string): ApiError {
  return new ApiError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}
