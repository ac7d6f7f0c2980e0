import type { Database, Identity, Statement } from '../core/db.ts'
import { type Answer, requireSingle } from './answer.ts'
import { answerRows } from './handle-read.ts'
import type { Media } from './media.ts'
import { planRead, type Source, sourceOf } from './plan.ts'
import { appliedHeader, type Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { type Arguments, callSql } from './rpc.ts'
import type { Routine, Schema } from './schema.ts'
import { Parameters } from './sql.ts'

/** A function called by GET or HEAD must not write. */
const READ_ONLY: Statement = { text: `select set_config('transaction_read_only', 'on', true)`, values: [] }

export interface CallRequest {
  schema: Schema
  routine: Routine
  args: Arguments
  query: Query
  preferences: Preferences
  media: Media
  maxRows?: number
  isReadOnly: boolean
}

/** `/rpc/<function>`. */
export async function callRoutine(db: Database, identity: Identity, request: CallRequest): Promise<Answer> {
  const { routine, args, isReadOnly } = request
  const before = isReadOnly ? [READ_ONLY] : []
  if (routine.returns !== 'composite') return callForValue(db, identity, request, before)
  const { schema, query } = request
  const root = planRead(schema, sourceOfRoutine(schema, routine), query, routine.schema, request.maxRows)
  const from = (parameters: Parameters) => callSql(routine, args, parameters)
  if (routine.isSet) return answerRows(db, identity, { ...request, root, from, before })
  const single = { ...request.media, isSingular: true }
  return answerRows(db, identity, { ...request, media: single, root, from, before })
}

/** The columns of its result, by which it can be filtered, ordered and embedded as the relation itself. */
function sourceOfRoutine(schema: Schema, routine: Routine): Source {
  const relation = routine.relationId === undefined ? undefined : schema.byId.get(routine.relationId)
  if (relation) return { ...sourceOf(schema, relation), name: routine.name }
  if (routine.outColumns.length === 0) return { name: routine.name }
  return { name: routine.name, columns: new Map(routine.outColumns.map((column) => [column.name, column])) }
}

async function callForValue(
  db: Database,
  identity: Identity,
  { routine, args, media, preferences }: CallRequest,
  before: Statement[],
): Promise<Answer> {
  const parameters = new Parameters()
  const value = routine.isSet
    ? `coalesce(json_agg(t0.value), '[]')`
    : `coalesce(json_agg(t0.value)->0, 'null')`
  const text = `select ${value}, count(*) from ${callSql(routine, args, parameters)}`
  const results = await db.asUser(identity, ...before, parameters.statement(text))
  const [json, count] = results.at(-1)!.rows[0]!
  const headers: Record<string, string> = { 'content-type': media.contentType, 'content-range': '0-0/*' }
  const applied = appliedHeader(preferences, ['handling'])
  if (applied) headers['preference-applied'] = applied
  if (routine.returns === 'void') return { status: 204, headers: { 'content-range': '0-0/*' }, body: '' }
  if (!routine.isSet) return { status: 200, headers, body: json! }
  headers['content-range'] = `${Number(count) > 0 ? `0-${Number(count) - 1}` : '*'}/*`
  if (!media.isSingular) return { status: 200, headers, body: json! }
  requireSingle(Number(count))
  return { status: 200, headers, body: json!.slice(1, -1) }
}
