import type { Identity, Statement, StatementResult } from '../core/db.ts'
import { ApiError, isPostgresError } from '../core/errors.ts'
import { type Answer, requireSingle, runWrite } from './answer.ts'
import { sizedRowsSql, withinSql } from './ceiling.ts'
import { RESPONSE_SETTINGS, withResponseSettings } from './guc.ts'
import { type RowsRequest, rowsAnswer, rowsStatements } from './handle-read.ts'
import type { Media } from './media.ts'
import { planRead, type ReadNode, type Source, sourceOf } from './plan.ts'
import { appliedHeader, type Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { type Arguments, callSql } from './rpc.ts'
import type { Routine, Schema } from './schema.ts'
import { Parameters } from './sql.ts'
import type { Ways } from './ways.ts'

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
  answerBytes?: number
  seesEstimates: boolean
  isReadOnly: boolean
}

/** How one kind of result is asked for and answered. */
interface Call {
  statements: Statement[]
  /** What is asked of its rows. */
  root?: ReadNode
  answer: (results: StatementResult[]) => Answer
}

/** `/rpc/<function>`. */
export async function callRoutine(ways: Ways, identity: Identity, request: CallRequest): Promise<Answer> {
  const { routine, isReadOnly, media } = request
  const call = routine.returns === 'composite' ? callForRows(request) : callForValue(request)
  const before = isReadOnly ? [READ_ONLY] : []
  // A refused answer must leave nothing behind, so it is made while everything can still be undone.
  const mayRefuse = media.isSingular && routine.isSet && !isReadOnly
  const own = (results: StatementResult[]) => results.slice(before.length, -1)
  const check = mayRefuse ? (results: StatementResult[]) => void call.answer(own(results)) : undefined
  const statements = [...before, ...call.statements, RESPONSE_SETTINGS]
  const shape = { root: call.root, routine: routine.name, body: request.args.json }
  const runner = await ways.find(identity, shape, call.statements[0]!)
  const results = await runWrite(runner, identity, statements, check).catch((error: unknown) => {
    throw isReadOnly ? asWrongMethod(error) : error
  })
  return withResponseSettings(call.answer(own(results)), results.at(-1)!)
}

/** A function that writes was called by GET: the caller's fault, unlike a database that takes no writes at all. */
function asWrongMethod(error: unknown): unknown {
  if (!isPostgresError(error) || error.code !== '25006') return error
  return new ApiError(405, error.code, error.message)
}

function callForRows(request: CallRequest): Call {
  const { schema, routine, args, query, maxRows, preferences } = request
  const root = planRead(schema, sourceOfRoutine(schema, routine), query, routine.schema, maxRows)
  const media = routine.isSet ? request.media : { ...request.media, isSingular: true }
  const call = (parameters: Parameters) => callSql(routine, args, parameters)
  const rows: RowsRequest =
    preferences.count === undefined
      ? { ...request, media, root, from: call }
      : {
          ...request,
          media,
          root,
          // Counting reads the rows a second time; the function must not run a second time.
          before: (parameters) => `with called as materialized (select t0.* from ${call(parameters)}) `,
          from: () => 'called as t0',
        }
  return { statements: rowsStatements(rows), root, answer: (results) => rowsAnswer(rows, results) }
}

/** The columns of its result, by which it can be filtered, ordered and embedded as the relation itself. */
function sourceOfRoutine(schema: Schema, routine: Routine): Source {
  const relation = routine.relationId === undefined ? undefined : schema.byId.get(routine.relationId)
  if (relation) return { ...sourceOf(schema, relation), name: routine.name }
  if (routine.outColumns.length === 0) return { name: routine.name }
  return { name: routine.name, columns: new Map(routine.outColumns.map((column) => [column.name, column])) }
}

function callForValue({ routine, args, media, preferences, answerBytes }: CallRequest): Call {
  const parameters = new Parameters(answerBytes)
  const text = valueSql(routine, callSql(routine, args, parameters), parameters)
  const answer = (results: StatementResult[]) => {
    const [json, count] = results[0]!.rows[0]!
    return valueAnswer({ routine, media, preferences }, json!, Number(count))
  }
  return { statements: [parameters.statement(text)], answer }
}

function valueSql(routine: Routine, call: string, parameters: Parameters): string {
  if (routine.returns === 'void') return `select 'null', count(*) from ${call}`
  const values = `json_agg(${withinSql(parameters)})`
  const value = routine.isSet ? `coalesce(${values}, '[]')` : `coalesce(${values}->0, 'null')`
  return `select ${value}, count(*) from ${sizedRowsSql(`select t0.value from ${call}`, 'to_json(r.value)')}`
}

function valueAnswer(
  { routine, media, preferences }: Pick<CallRequest, 'routine' | 'media' | 'preferences'>,
  json: string,
  count: number,
): Answer {
  const total = preferences.count === undefined ? '*' : String(count)
  const headers: Record<string, string> = {
    'content-range': `${count > 0 ? `0-${count - 1}` : '*'}/${total}`,
  }
  const applied = appliedHeader(preferences, ['count', 'handling'])
  if (applied) headers['preference-applied'] = applied
  if (routine.returns === 'void') return { status: 204, headers, body: '' }
  headers['content-type'] = media.contentType
  if (!routine.isSet || !media.isSingular) return { status: 200, headers, body: json }
  requireSingle(count)
  return { status: 200, headers, body: json.slice(1, -1) }
}
