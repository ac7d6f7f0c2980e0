import type { Identity, Statement, StatementResult } from '../core/db.ts'
import { ApiError, isPostgresError } from '../core/errors.ts'
import { badBody } from './errors.ts'
import { planRead, type ReadNode, type Source, sourceOf } from './plan.ts'
import type { Query } from './query.ts'
import {
  type Answer,
  type RowsRequest,
  requireSingle,
  rowsAnswer,
  rowsStatements,
  runWrite,
  type Ways,
} from './read.ts'
import { appliedHeader, type Media, type Preferences, parseJson } from './request.ts'
import { closest, type Routine, type RoutineParameter, type Schema } from './schema.ts'
import { Parameters, quote, sizedRowsSql, withinSql } from './sql.ts'

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

/** The arguments of a call: by name, or the whole body for a function of one unnamed JSON parameter. */
export interface Arguments {
  names: string[]
  /** A JSON object that holds them. */
  json: string
  /** Whether they came in a body, which a single-parameter function may take as it is. */
  isBody: boolean
}

/** @throws ApiError PGRST102 when the body is not an object */
export function bodyArguments(text: string): Arguments {
  if (text.trim() === '') return { names: [], json: '{}', isBody: true }
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { names: [], json: text, isBody: true }
  }
  return { names: Object.keys(value), json: text, isBody: true }
}

/** Arguments of the query string; one that comes several times is an array, for a variadic parameter. */
export function queryArguments(pairs: readonly [string, string][], overloads: readonly Routine[]): Arguments {
  const variadic = new Set(
    overloads.flatMap((routine) => routine.parameters.filter((p) => p.isVariadic).map((p) => p.name)),
  )
  const values: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of pairs) {
    if (variadic.has(name)) values[name] = [...((values[name] as string[]) ?? []), value]
    else values[name] = value
  }
  return { names: Object.keys(values), json: JSON.stringify(values), isBody: false }
}

/**
 * Chooses the function that takes exactly these arguments.
 * Source: PostgREST documentation, "Functions as RPC", "Overloaded functions".
 * @throws ApiError PGRST202 (none), PGRST203 (several)
 */
export function chooseRoutine(schema: Schema, exposed: string, name: string, args: Arguments): Routine {
  const overloads = schema.routinesNamed(exposed, name)
  const fitting = overloads.filter((routine) => takes(routine, args.names))
  const [first, ...others] = fitting
  if (first && others.length === 0) return first
  if (first) throw severalFit(fitting)
  const single = args.isBody ? overloads.find((routine) => takesWholeBody(routine)) : undefined
  if (single) return single
  throw noneFits(schema, exposed, name, args, overloads)
}

function takes(routine: Routine, names: readonly string[]): boolean {
  const { parameters } = routine
  if (takesWholeBody(routine)) return false
  return (
    names.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every((parameter) => !parameter.isRequired || names.includes(parameter.name))
  )
}

function takesWholeBody({ parameters }: Routine): boolean {
  const [only, ...others] = parameters
  return only !== undefined && others.length === 0 && only.name === '' && /^jsonb?$/.test(only.type)
}

function severalFit(routines: Routine[]): ApiError {
  const signature = ({ schema, name, parameters }: Routine) =>
    `${schema}.${name}(${parameters.map((p) => `${p.name} => ${p.type}`).join(', ')})`
  return new ApiError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${routines.map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function noneFits(
  schema: Schema,
  exposed: string,
  name: string,
  args: Arguments,
  overloads: Routine[],
): ApiError {
  const names = args.names.slice(0, 50).join(', ')
  const called = args.names.length > 0 ? `(${names})` : ' without parameters'
  const searched =
    args.names.length > 0
      ? ` with parameter${args.names.length > 1 ? 's' : ''} ${names}`
      : ' without parameters'
  const alternative = args.isBody ? ' or with a single unnamed json/jsonb parameter' : ''
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function ${exposed}.${name}${called} in the schema cache`,
    {
      details: `Searched for the function ${exposed}.${name}${searched}${alternative}, but no matches were found in the schema cache.`,
      hint: suggestion(schema, exposed, name, overloads),
    },
  )
}

function suggestion(schema: Schema, exposed: string, name: string, overloads: Routine[]): string | null {
  const [first] = overloads
  const similar = closest(name, schema.routineNames(exposed))
  const offered = first
    ? `${name}(${first.parameters
        .map((p) => p.name)
        .toSorted()
        .join(', ')})`
    : similar
  return offered === undefined ? null : `Perhaps you meant to call the function ${exposed}.${offered}`
}

/** The call as it stands after `from`, its rows named t0. */
export function callSql(routine: Routine, args: Arguments, parameters: Parameters): string {
  const name = `${quote(routine.schema)}.${quote(routine.name)}`
  const column = routine.returns === 'composite' ? '' : '(value)'
  if (takesWholeBody(routine)) {
    return `${name}(${parameters.add(args.json)}::${routine.parameters[0]!.type}) as t0${column}`
  }
  const given = routine.parameters.filter((parameter) => args.names.includes(parameter.name))
  if (given.length === 0) {
    requireObject(args)
    return `${name}() as t0${column}`
  }
  const definition = given.map((parameter) => `${quote(parameter.name)} ${parameter.type}`).join(', ')
  return `json_to_record(${parameters.add(args.json)}::json) as a(${definition}), lateral ${name}(${given
    .map(argumentSql)
    .join(', ')}) as t0${column}`
}

function argumentSql(parameter: RoutineParameter): string {
  return `${parameter.isVariadic ? 'variadic ' : ''}${quote(parameter.name)} => a.${quote(parameter.name)}`
}

function requireObject(args: Arguments): void {
  if (!args.json.trimStart().startsWith('{')) throw badBody('The arguments must be a JSON object')
}

/** What a function may have said of its own answer. */
export const RESPONSE_SETTINGS: Statement = {
  text: `select current_setting('response.status', true), current_setting('response.headers', true)`,
  values: [],
}

/**
 * Lets a function choose status and headers by `set_config('response.status', …)` and `'response.headers'`.
 * Source: PostgREST documentation, "Transactions", "Response Headers" and "Response Status Code".
 * @throws ApiError PGRST111, PGRST112 when what it said cannot be sent
 */
export function withResponseSettings(answer: Answer, settings: StatementResult): Answer {
  const [status, headers] = settings.rows[0]!
  if (!status && !headers) return answer
  return {
    ...answer,
    status: status ? raisedStatus(status) : answer.status,
    headers: { ...answer.headers, ...(headers ? raisedHeaders(headers) : {}) },
  }
}

function raisedStatus(text: string): number {
  const status = Number(text)
  if (/^\d{3}$/.test(text) && status >= 200 && status <= 599) return status
  throw new ApiError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

/** A list of objects of one member each: a header may be sent several times. */
function raisedHeaders(text: string): Record<string, string> {
  const wrong = new ApiError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw wrong
  }
  if (!Array.isArray(list)) throw wrong
  const headers: Record<string, string> = {}
  for (const item of list) {
    const [entry, ...others] = Object.entries(item ?? {})
    const [name, value] = entry ?? []
    if (others.length > 0 || name === undefined || typeof value !== 'string' || !isSendable(name, value))
      throw wrong
    headers[name.toLowerCase()] = value
  }
  return headers
}

function isSendable(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}
