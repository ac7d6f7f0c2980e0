import type { Identity, StatementResult } from '../db/database.ts'
import { isPostgresError } from '../db/errors.ts'
import { ApiError } from '../http/errors.ts'
import { badBody } from './errors.ts'
import { requireSingle } from './jsonRows.ts'
import type { LaneChooser } from './lane.ts'
import { negativeLimit, planRead, type ReadNode, type Source, sourceOf } from './plan.ts'
import type { Query } from './query.ts'
import { type RowsRequest, rowsAnswer, rowsStatements } from './read.ts'
import {
  ALWAYS_MEANT,
  appliedHeader,
  describeRange,
  type Media,
  notAvailable,
  type Payload,
  type Preferences,
  parseJson,
  timezoneStatements,
} from './request.ts'
import { type Answer, type Headers, RESPONSE_SETTINGS, withResponseSettings } from './response.ts'
import { isUndone, requireWithin, runWrite } from './runWrite.ts'
import { closest, mostAlike, type Routine, type RoutineParameter, type Schema } from './schema.ts'
import { Parameters, quote, sizedRowsSql, type Template, unknownColumn, withBody, withinSql } from './sql.ts'

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
  /** The first of them calls the function, and its one row ends with `RESPONSE_SETTINGS`. */
  templates: Template[]
  /** What is asked of its rows. */
  root?: ReadNode
  answer: (results: StatementResult[]) => Answer
}

/** A call that is ready to be run: it depends on the request's words, the names of its arguments and the schema, and holds no argument of a body. */
export interface CompiledCall {
  request: CallRequest
  call: Call
}

/** `/rpc/<function>`. @throws ApiError when the request does not fit the function */
export function compileCall(request: CallRequest): CompiledCall {
  const { routine, preferences } = request
  if (preferences.maxAffected !== undefined && !routine.isSet) throw noRowsToCount()
  return { request, call: routine.returns === 'composite' ? callForRows(request) : callForValue(request) }
}

/**
 * Runs it where it belongs.
 * @param body the arguments as JSON, or the whole body of a function that takes it
 * @throws ApiError as `runRead`, and when what the function gave may not be kept
 */
export async function runCall(
  lanes: LaneChooser,
  identity: Identity,
  { request, call }: CompiledCall,
  body: string,
): Promise<Answer> {
  const { schema, routine, media, preferences } = request
  // A function called by GET or HEAD must not write, nor one that says of itself that it does not.
  // Source: PostgREST documentation, "Transactions", access mode of functions.
  const isReadOnly = request.isReadOnly || !routine.isVolatile
  const before = timezoneStatements(preferences)
  const asked = isReadOnly ? { ...identity, isReadOnly } : identity
  // A refused answer must leave nothing behind, so it is made while everything can still be undone.
  const mayRefuse =
    (media.isSingular || preferences.maxAffected !== undefined) && routine.isSet && !isReadOnly
  const own = (results: StatementResult[]) => results.slice(before.length)
  const check = mayRefuse ? (results: StatementResult[]) => void call.answer(own(results)) : undefined
  const statements = call.templates.map((template) => withBody(template, body))
  const shape = { root: call.root, routine: routine.name, body }
  const runner = await lanes.choose(identity, shape, statements[0]!)
  const undo = isUndone(schema, preferences) && !isReadOnly
  const results = await runWrite(runner, asked, [...before, ...statements], { check, undo }).catch(
    (error: unknown) => {
      throw isReadOnly ? asWrongMethod(error) : error
    },
  )
  return withResponseSettings(call.answer(own(results)), own(results)[0]!.rows[0]!)
}

/** Source: PostgREST documentation, "Errors", PGRST128. */
function noRowsToCount(): ApiError {
  const message =
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict'
  return new ApiError(400, 'PGRST128', message)
}

const MEANINGFUL = [...ALWAYS_MEANT, 'max-affected']

/** A function that writes was called by GET, or is not marked as one that does: not the fault of the database, unlike a database that takes no writes at all. */
function asWrongMethod(error: unknown): unknown {
  if (!isPostgresError(error) || error.code !== '25006') return error
  return new ApiError(405, error.code, error.message)
}

function callForRows(request: CallRequest): Call {
  const { schema, routine, args, query, maxRows, preferences } = request
  const root = planRead(schema, sourceOfRoutine(schema, routine), query, routine.schema, maxRows)
  const media = routine.isSet ? request.media : { ...request.media, isSingular: true }
  const call = (parameters: Parameters) => callSql(routine, args, parameters)
  const further = `, ${RESPONSE_SETTINGS}`
  const rows: RowsRequest =
    preferences.count === undefined
      ? { ...request, media, root, from: call, further }
      : {
          ...request,
          media,
          root,
          further,
          // Counting reads the rows a second time; the function must not run a second time.
          before: (parameters) => `with called as materialized (select t0.* from ${call(parameters)}) `,
          from: () => 'called as t0',
        }
  const answer = (results: StatementResult[]) => {
    const count = Number(results[0]!.rows[0]![1])
    requireWithin(count, preferences)
    // One row that a filter left out is null, unless an object was asked for.
    const isNone = count === 0 && !routine.isSet && !request.media.isSingular
    if (!isNone) return rowsAnswer(rows, results, MEANINGFUL)
    return { ...rowsAnswer({ ...rows, media: request.media }, results, MEANINGFUL), body: 'null' }
  }
  return { templates: rowsStatements(rows), root, answer }
}

/** The columns of its result, by which it can be filtered, ordered and embedded as the relation itself. */
function sourceOfRoutine(schema: Schema, routine: Routine): Source {
  const relation = routine.relationId === undefined ? undefined : schema.byId.get(routine.relationId)
  if (relation) return { ...sourceOf(schema, relation), name: routine.name }
  if (routine.outColumns.length === 0) return { name: routine.name }
  return { name: routine.name, columns: new Map(routine.outColumns.map((column) => [column.name, column])) }
}

function callForValue(request: CallRequest): Call {
  const { routine, args, media, preferences, answerBytes } = request
  if (media.isCsv) throw notAvailable('text/csv')
  const parameters = new Parameters(answerBytes)
  const window = windowOf(request)
  const text = valueSql(
    { routine, media, preferences },
    callSql(routine, args, parameters),
    window,
    parameters,
  )
  const answer = (results: StatementResult[]) => {
    const [json, count, counted] = results[0]!.rows[0]!
    requireWithin(Number(count), preferences)
    const total = preferences.count === undefined ? undefined : Number(counted)
    return valueAnswer({ routine, media, preferences }, json!, {
      count: Number(count),
      total,
      offset: window.offset,
    })
  }
  return { templates: [parameters.statement(text)], answer }
}

interface Window {
  limit?: number
  offset: number
}

/**
 * Values can be taken in pages; they have no columns that could be chosen, filtered or ordered by.
 * @throws ApiError 42703
 */
function windowOf({ routine, query, maxRows }: CallRequest): Window {
  const { select, filters, order, limits, offsets } = query
  const [item] = select
  const isPlain = select.length === 1 && item?.kind === 'field' && item.field.name === '*' && !item.aggregate
  if (routine.returns !== 'void' && (!isPlain || filters.length > 0 || order.length > 0)) {
    throw unknownColumn(routine.name, nameOf(query))
  }
  const own = ({ path }: { path: string[] }) => path.length === 0
  const limit = limits.findLast(own)?.value
  const offset = offsets.findLast(own)?.value ?? 0
  if ((limit ?? 0) < 0 || offset < 0) throw negativeLimit()
  return { limit: limit === undefined ? maxRows : Math.min(limit, maxRows ?? limit), offset }
}

/** What a request calls a column of something that has none. */
function nameOf({ select, filters, order }: Query): string {
  const filter = filters[0]?.value
  const item = select[0]
  if (filter?.kind === 'condition') return filter.field.name
  return (
    order[0]?.value[0]?.field.name ?? (item?.kind === 'field' ? item.field.name : (item?.relation ?? '*'))
  )
}

function valueSql(
  { routine, media, preferences }: Pick<CallRequest, 'routine' | 'media' | 'preferences'>,
  call: string,
  { limit, offset }: Window,
  parameters: Parameters,
): string {
  if (routine.returns === 'void') return `select 'null', count(*), ${RESPONSE_SETTINGS} from ${call}`
  const page = `${limit === undefined ? '' : ` limit ${parameters.add(String(limit))}`}${offset ? ` offset ${parameters.add(String(offset))}` : ''}`
  // Counting reads the values a second time; the function must not run a second time.
  const isCounted = preferences.count !== undefined
  const before = isCounted ? `with called as materialized (select t0.value from ${call}) ` : ''
  const rows = `select t0.value from ${isCounted ? 'called as t0' : call}${page}`
  const values = `json_agg(${withinSql(parameters)})`
  const value = routine.isSet ? `coalesce(${values}, '[]')` : `coalesce(${values}->0, 'null')`
  const shown = media.stripsNulls ? `json_strip_nulls(${value})` : value
  const total = isCounted ? ', (select count(*) from called)' : ''
  return `${before}select ${shown}, count(*)${total}, ${RESPONSE_SETTINGS} from ${sizedRowsSql(rows, 'to_json(r.value)')}`
}

function valueAnswer(
  { routine, media, preferences }: Pick<CallRequest, 'routine' | 'media' | 'preferences'>,
  json: string,
  { count, total, offset }: { count: number; total: number | undefined; offset: number },
): Answer {
  const { status, header } = describeRange(offset, count, total)
  const headers: Headers = { 'content-range': header }
  const applied = appliedHeader(preferences, MEANINGFUL)
  if (applied) headers['preference-applied'] = applied
  if (routine.returns === 'void') return { status: 204, headers, body: '' }
  headers['content-type'] = media.contentType
  if (!routine.isSet || !media.isSingular) return { status, headers, body: json }
  requireSingle(count)
  return { status, headers, body: json.slice(1, -1) }
}

/** The arguments of a call: by name, or the whole body for a function of one unnamed parameter. */
export interface Arguments {
  names: string[]
  /** What a body was, which a function of one unnamed parameter may take as it is. */
  body?: Payload['kind']
  /** Whether what holds them is a JSON object. */
  isObject: boolean
}

/** What a request brings for a function. */
export interface Sent {
  /** A JSON object that holds the arguments, or the body as it came. */
  json: string
  args: Arguments
}

/**
 * @param columns names to take from the body whatever else is in it
 * @throws ApiError PGRST102 when the body is not JSON
 */
export function bodyArguments({ kind, text }: Payload, columns?: readonly string[]): Sent {
  if (kind === 'csv') throw badBody('Content-Type not acceptable', 'A function takes no text/csv')
  const sent = (json: string, names: string[] = []): Sent => ({
    json,
    args: { names, body: kind, isObject: json.trimStart().startsWith('{') },
  })
  if (kind !== 'json') return sent(text)
  if (text.trim() === '') return sent('{}')
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return sent(text)
  return sent(text, [...(columns ?? Object.keys(value))])
}

/** Arguments of the query string; one that comes several times is an array, for a variadic parameter. */
export function queryArguments(pairs: readonly [string, string][], overloads: readonly Routine[]): Sent {
  const variadic = new Set(
    overloads.flatMap((routine) => routine.parameters.filter((p) => p.isVariadic).map((p) => p.name)),
  )
  const values: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of pairs) {
    if (variadic.has(name)) values[name] = [...((values[name] as string[]) ?? []), value]
    else values[name] = value
  }
  return { json: JSON.stringify(values), args: { names: Object.keys(values), isObject: true } }
}

/**
 * Chooses the function that takes exactly these arguments by name, else the one whose only parameter has no name and takes the whole body.
 * Source: PostgREST documentation, "Functions as RPC", "Overloaded functions", "Functions with a single unnamed parameter".
 * @throws ApiError PGRST202 (none), PGRST203 (several)
 */
export function chooseRoutine(schema: Schema, exposed: string, name: string, args: Arguments): Routine {
  const overloads = schema.routinesNamed(exposed, name)
  const fitting = overloads.filter((routine) => takes(routine, args))
  const whole = overloads.filter((routine) => takesWholeBody(routine, args))
  const [first, ...others] = fitting.length > 0 ? fitting : whole
  if (!first) throw noneFits(schema, exposed, name, args, overloads)
  if (others.length > 0) throw severalFit([first, ...others])
  return first
}

function takes({ parameters }: Routine, { names, body }: Arguments): boolean {
  if (body !== undefined && RAW.has(body)) return false
  return (
    names.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every((parameter) => !parameter.isRequired || names.includes(parameter.name))
  )
}

const RAW = new Set<Payload['kind']>(['text', 'xml', 'bytes'])
const WHOLE: Partial<Record<Payload['kind'], RegExp>> = {
  json: /^jsonb?$/,
  text: /^text$/,
  xml: /^xml$/,
  bytes: /^bytea$/,
}

function takesWholeBody({ parameters }: Routine, { body }: Arguments): boolean {
  const [only, ...others] = parameters
  if (body === undefined || only === undefined || others.length > 0 || only.name !== '') return false
  return WHOLE[body]?.test(only.type) ?? false
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
  const isRaw = args.body !== undefined && RAW.has(args.body)
  const names = args.names.slice(0, 50).join(', ')
  const named =
    args.names.length > 0
      ? ` with parameter${args.names.length > 1 ? 's' : ''} ${names}`
      : ' without parameters'
  const called = args.names.length > 0 ? `(${names})` : isRaw ? '' : ' without parameters'
  const json = args.body === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''
  const type = args.body === 'bytes' ? 'bytea' : args.body
  const searched = isRaw ? ` with a single unnamed ${type} parameter` : `${named}${json}`
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function ${exposed}.${name}${called} in the schema cache`,
    {
      details: `Searched for the function ${exposed}.${name}${searched}, but no matches were found in the schema cache.`,
      hint: isRaw ? null : suggestion(schema, exposed, name, args, overloads),
    },
  )
}

/** The function of a similar name, or of that name the parameters that are most like those given. */
function suggestion(
  schema: Schema,
  exposed: string,
  name: string,
  args: Arguments,
  overloads: Routine[],
): string | null {
  const listOf = (names: readonly string[]) => `(${names.toSorted().join(', ')})`
  const offered =
    overloads.length === 0
      ? closest(name, schema.routineNames(exposed))
      : `${name}${mostAlike(
          listOf(args.names.slice(0, 50)),
          overloads.map(({ parameters }) => listOf(parameters.map((parameter) => parameter.name))),
        )}`
  return offered === undefined ? null : `Perhaps you meant to call the function ${exposed}.${offered}`
}

/** The call as it stands after `from`, its rows named t0. */
export function callSql(routine: Routine, args: Arguments, parameters: Parameters): string {
  const name = `${quote(routine.schema)}.${quote(routine.name)}`
  const call = (list: string) => {
    // A record that nobody described can be a value, but not a source of rows.
    if (routine.isRecord) return `(select ${name}(${list}) as value) as t0`
    return `${name}(${list}) as t0${routine.returns === 'composite' ? '' : '(value)'}`
  }
  // One without a name takes what came as it is, also where the body has a member without a name.
  if (!takes(routine, args) || args.names.includes(''))
    return call(`${parameters.addBody()}::${routine.parameters[0]!.type}`)
  const given = routine.parameters.filter((parameter) => args.names.includes(parameter.name))
  if (given.length === 0) {
    if (!args.isObject) throw badBody('The arguments must be a JSON object')
    return call('')
  }
  // What stands in an address or a form is text, read as PostgreSQL reads a literal of the parameter's type; within JSON it would be a JSON text.
  const isText = args.body === undefined
  const typeOf = ({ type, isVariadic }: RoutineParameter) =>
    isText ? (isVariadic ? 'text[]' : 'text') : unbounded(type)
  const definition = given.map((parameter) => `${quote(parameter.name)} ${typeOf(parameter)}`).join(', ')
  const list = given.map((parameter) => argumentSql(parameter, isText)).join(', ')
  return `json_to_record(${parameters.addBody()}::json) as a(${definition}), lateral ${call(list)}`
}

/** `character` and `bit` without a length are one letter long where a column is described, and as long as need be as a parameter. */
function unbounded(type: string): string {
  return type.replace(/^character(?=\[|$)/, 'bpchar').replace(/^bit(?=\[|$)/, 'bit varying')
}

function argumentSql({ name, type, isVariadic }: RoutineParameter, isText: boolean): string {
  const cast = isText ? `::${unbounded(type)}` : ''
  return `${isVariadic ? 'variadic ' : ''}${quote(name)} => a.${quote(name)}${cast}`
}
