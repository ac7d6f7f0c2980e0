import type { Database, Identity, Runner, Statement, StatementResult } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { isHeavy, planRead, type ReadNode, sourceOf } from './plan.ts'
import type { Query } from './query.ts'
import { ALWAYS_MEANT, appliedHeader, describeRange, type Media, type Preferences } from './request.ts'
import type { Relation, Schema } from './schema.ts'
import { Parameters, relationSql, selectSql, sizedRowsSql, type Template, withinSql } from './sql.ts'

/** A read that is ready to be run: it depends on nothing but the request's words and the schema. */
export interface CompiledRead {
  statements: Statement[]
  /** What is done, where the statements only ask for its plan. */
  work: Statement
  rows: RowsRequest
  relation: string
}

/** `GET` of a table or view. @throws ApiError when the query does not fit the schema */
export function compileRead(request: {
  schema: Schema
  relation: Relation
  query: Query
  preferences: Preferences
  media: Media
  maxRows?: number
  answerBytes?: number
  seesEstimates: boolean
}): CompiledRead {
  const { schema, relation, query, preferences, media, maxRows, answerBytes, seesEstimates } = request
  const root = planRead(schema, sourceOf(schema, relation), query, relation.schema, maxRows)
  const from = () => `${relationSql(relation)} as ${root.alias}`
  const rows = { root, from, preferences, media, maxRows, answerBytes, seesEstimates }
  const statements = rowsStatements(rows)
  const [work] = statements
  if (media.plan === undefined) return { statements, work: work!, rows, relation: relation.name }
  const explain = { text: `explain (${media.plan}) ${work!.text}`, values: work!.values }
  return { statements: [explain], work: work!, rows, relation: relation.name }
}

/** Her time zone, for the length of the request. Source: PostgREST documentation, "Prefer Header", "Timezone". */
export function timezoneStatements({ timezone }: Preferences): Statement[] {
  if (timezone === undefined) return []
  return [{ text: `select set_config('timezone', $1, true)`, values: [timezone] }]
}

/** Runs it where it belongs. @throws ApiError 413 `LS413`, 422 `LS422`, 429 `LS429` */
export async function runRead(ways: Ways, identity: Identity, read: CompiledRead): Promise<Answer> {
  const { statements, work, rows, relation } = read
  const runner = await ways.find(identity, { root: rows.root, relation }, work)
  const before = timezoneStatements(rows.preferences)
  const results = await runner.asUser(identity, ...before, ...statements)
  const own = before.length > 0 ? results.slice(before.length) : results
  return rows.media.plan === undefined ? rowsAnswer(rows, own) : planAnswer(rows, own[0]!)
}

function planAnswer({ media }: RowsRequest, { rows }: StatementResult): Answer {
  return {
    status: 200,
    headers: { 'content-type': media.contentType },
    body: rows.map(([line]) => line).join('\n'),
  }
}

/** Rows of a planned node, and how they are asked for. */
export interface RowsRequest {
  root: ReadNode
  /** What stands after `from`; called once for each time that the source is named. */
  from: (parameters: Parameters) => string
  /** What stands before `select`, if anything: the one call of a function whose rows are read twice to count them. */
  before?: (parameters: Parameters) => string
  /** What is read when the last row has come, with a comma before it. */
  further?: string
  preferences: Preferences
  media: Media
  maxRows?: number
  answerBytes?: number
  /**
   * Whether `count=planned` and `count=estimated` may answer from PostgreSQL's statistics, which know nothing of row level
   * security: they tell how many rows of other people there are. For all but the service key both are counted.
   */
  seesEstimates: boolean
}

/** The rows and, where an estimate is asked for, the plan for counting them. */
export function rowsStatements(request: RowsRequest): Template[] {
  const { root, from, before, media, maxRows, answerBytes } = request
  const parameters = new Parameters(answerBytes)
  const prefix = before?.(parameters) ?? ''
  const rows = selectSql(root, from(parameters), parameters, { maxRows })
  const further = exactCountSql(request, parameters) + (request.further ?? '')
  const statement = parameters.statement(prefix + asJsonSql(rows, media, parameters, further))
  return isEstimated(request) ? [statement, planStatement(request)] : [statement]
}

/** @param results those of `rowsStatements` */
export function rowsAnswer(
  request: RowsRequest,
  results: StatementResult[],
  meaningful: readonly string[] = ALWAYS_MEANT,
): Answer {
  const { root, preferences, media } = request
  const [json, count, counted] = results[0]!.rows[0]!
  const exact = isCounted(request) ? counted : undefined
  const shown = Number(count)
  const total = totalOf(request, shown, exact, results[1]?.rows[0]?.[0])
  const body = shapeRows({ json: json!, count: shown }, media)
  const { status, header } = describeRange(root.offset ?? 0, shown, total)
  const headers: Headers = { 'content-type': media.contentType, 'content-range': header }
  const applied = appliedHeader(preferences, meaningful)
  if (applied) headers['preference-applied'] = applied
  return { status, headers, body }
}

function isEstimated({ preferences: { count }, seesEstimates }: RowsRequest): boolean {
  return seesEstimates && (count === 'planned' || count === 'estimated')
}

/** Beyond the limit of rows an estimate is not counted on: it says "more than that". */
const COUNTED_ROWS = 1_000

function isCounted(request: RowsRequest): boolean {
  const { count } = request.preferences
  if (count === undefined) return false
  return !isEstimated(request) || (count !== 'planned' && request.maxRows !== undefined)
}

/** Counting for an estimate stops one row behind the limit; from there on who may see it is given the plan's figure. */
function exactCountSql(request: RowsRequest, parameters: Parameters): string {
  const { root, from, preferences, maxRows } = request
  if (!isCounted(request)) return ''
  const rows = selectSql(root, from(parameters), parameters, { count: true })
  const limit = preferences.count === 'exact' ? '' : ` limit ${(maxRows ?? COUNTED_ROWS) + 1}`
  return `, (select count(*) from (${rows}${limit}) as c)`
}

function planStatement({ root, from, before }: RowsRequest): Template {
  const parameters = new Parameters()
  const prefix = before?.(parameters) ?? ''
  const rows = selectSql(root, from(parameters), parameters, { count: true })
  return parameters.statement(`explain (format json) ${prefix}${rows}`)
}

/** How many rows there are in all, as far as was asked and she may know. */
function totalOf(
  request: RowsRequest,
  shown: number,
  exact: string | null | undefined,
  plan: string | null | undefined,
): number | undefined {
  const { root, preferences, maxRows = COUNTED_ROWS } = request
  const { count } = preferences
  if (count === undefined) return undefined
  if (count === 'exact') return Number(exact)
  if (!isEstimated(request)) return boundedTotal(Number(exact), maxRows, root.offset ?? 0, shown)
  const planned = Number(JSON.parse(plan!)[0].Plan['Plan Rows'])
  if (count === 'planned' || exact === null || exact === undefined) return planned
  return Number(exact) > maxRows ? Math.max(planned, Number(exact)) : Number(exact)
}

/** Exact up to the limit; beyond it no less than what the page itself shows, and unknown behind the last page. */
function boundedTotal(counted: number, most: number, offset: number, shown: number): number | undefined {
  if (counted <= most) return counted
  if (shown === 0 && offset >= counted) return undefined
  return Math.max(counted, offset + shown)
}

/** How many requests of one kind are remembered, and how long the words of one may be, in characters. */
const REMEMBERED = 1_000
const LONGEST_WORDS = 2_000

/**
 * Requests of one kind that were compiled against one schema, by their words; the oldest goes first. A new schema starts
 * without any.
 */
export class Compiled<T> {
  private readonly bySchema = new WeakMap<Schema, Map<string, T>>()

  /**
   * @param words all that `compile` depends on besides the schema; one that is too long is compiled anew each time
   * @returns what `compile` made of those words, now or before
   */
  get(schema: Schema, words: readonly unknown[], compile: () => T): T {
    const key = words.join('\n')
    const known = this.bySchema.get(schema)?.get(key)
    if (known) return known
    const made = compile()
    if (key.length > LONGEST_WORDS) return made
    const remembered = this.bySchema.get(schema) ?? new Map<string, T>()
    if (remembered.size >= REMEMBERED) {
      for (const oldest of remembered.keys()) {
        remembered.delete(oldest)
        break
      }
    }
    remembered.set(key, made)
    this.bySchema.set(schema, remembered)
    return made
  }
}

/** A header may be sent several times. */
export type Headers = Record<string, string | string[]>

/** An answer: PostgreSQL's JSON, passed on unchanged, with status and headers. */
export interface Answer {
  status: number
  headers: Headers
  body: string
}

/** What a statement of the door gives: the JSON of its rows and how many they are. */
export interface Rows {
  json: string
  count: number
  total?: number
}

/** The outermost statement: all rows of `rows` as one JSON array, and their number. */
export function asJsonSql(rows: string, media: Media, parameters: Parameters, further = ''): string {
  if (media.isCsv) return asCsvSql(rows, parameters, further)
  const array = `json_agg(${withinSql(parameters)})`
  const shaped = media.stripsNulls ? `json_strip_nulls(${array})` : array
  return `select coalesce(${shaped}, '[]'), count(*)${further} from ${sizedRowsSql(rows)}`
}

/** The same as lines of values as PostgreSQL writes a row, below a line of names. Source: PostgREST documentation, "Media Type Handlers". */
function asCsvSql(rows: string, parameters: Parameters, further: string): string {
  const names = `(select string_agg(k, ',') from json_object_keys(row_to_json(r.*)) as k)`
  const line = `json_build_array(${names}, substring(r::text, 2, length(r::text) - 2))`
  const within = withinSql(parameters)
  const text = `coalesce(min((${within})->>0), '') || E'\\n' || coalesce(string_agg((${within})->>1, E'\\n'), '')`
  return `select ${text}, count(*)${further} from ${sizedRowsSql(rows, line)}`
}

/** One object instead of an array of one. @throws ApiError PGRST116 unless there is exactly one row */
export function shapeRows({ json, count }: Pick<Rows, 'json' | 'count'>, media: Media): string {
  if (!media.isSingular) return json
  requireSingle(count)
  return json.slice(1, -1)
}

/** @throws ApiError 406 PGRST116 unless there is exactly one row, as a client that asks for an object must have it */
export function requireSingle(count: number): void {
  if (count === 1) return
  throw new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${count} rows`,
  })
}

/** @throws ApiError PGRST124 when more rows were touched than `max-affected` allows */
export function requireWithin(count: number, { maxAffected }: Preferences): void {
  if (maxAffected === undefined || count <= maxAffected) return
  throw new ApiError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${count} rows`,
  })
}

/** What is thrown to undo a write that was asked for to be undone. */
class Undone extends Error {
  constructor(readonly results: StatementResult[]) {
    super('undone as asked')
  }
}

/** Whether a request's transaction is undone in the end. Source: PostgREST documentation, "Prefer Header", "Transaction End Preference". */
export function isUndone(
  { rollsBack }: Pick<Schema, 'rollsBack' | 'allowsTx'>,
  { tx, applied }: Preferences,
): boolean {
  return applied.has('tx') ? tx === 'rollback' : rollsBack
}

/**
 * Runs a write; one that may touch only so many rows is looked at before it is kept, and undone if it touched others.
 * @param options `check` throws to undo it; with `undo` it is undone in any case, and answers as if it were not
 */
export async function runWrite(
  db: Runner,
  identity: Identity,
  statements: Statement[],
  { check, undo = false }: { check?: (results: StatementResult[]) => void; undo?: boolean } = {},
): Promise<StatementResult[]> {
  if (!check && !undo) return db.asUser(identity, ...statements)
  try {
    return await db.asUserInTransaction(identity, async (run) => {
      const results: StatementResult[] = []
      for (const statement of statements) results.push(await run(statement))
      check?.(results)
      if (undo) throw new Undone(results)
      return results
    })
  } catch (error) {
    if (error instanceof Undone) return error.results
    throw error
  }
}

/** What must never wait behind anything else: names of tables, views and functions of the exposed schemas. */
export interface Urgent {
  relations?: readonly string[]
  functions?: readonly string[]
}

/** What is urgent is small as well; anything else that is asked of the same table runs with everybody's. */
const URGENT_BODY = 16_384
const URGENT_CONDITIONS = 10

/**
 * Most that a plan may cost, in PostgreSQL's own unit (a page read in order is 1): about a second on a small machine. The
 * app's own requests stay below a hundredth of it.
 */
const MAX_COST = 250_000

/** What decides where a request runs. */
export interface Shape {
  /** What is asked, where there is more than a call. */
  root?: ReadNode
  relation?: string
  routine?: string
  body?: string
}

/** Finds for each request the connections on which it runs; see `LaneName`. */
export class Ways {
  private readonly relations: ReadonlySet<string>
  private readonly functions: ReadonlySet<string>

  constructor(
    private readonly db: Database,
    urgent: Urgent = {},
    private readonly maxCost = MAX_COST,
  ) {
    this.relations = new Set(urgent.relations)
    this.functions = new Set(urgent.functions)
  }

  /** For what is neither heavy nor urgent. */
  get usual(): Runner {
    return this.db
  }

  /**
   * @param statement the one that does the work
   * @throws ApiError 422 `LS422` where its plan costs too much; whatever planning it throws
   */
  async find(identity: Identity, shape: Shape, statement: Statement): Promise<Runner> {
    // Who holds the service key keeps the house running; nobody else does, and nothing of it is too long.
    if (identity.role === 'service_role')
      return this.functions.has(shape.routine ?? '') ? this.db.lane('urgent') : this.db
    if (shape.root && isHeavy(shape.root)) return this.affordable(identity, statement)
    return this.isUrgent(shape) ? this.db.lane('urgent') : this.db
  }

  private async affordable(identity: Identity, { text, values }: Statement): Promise<Runner> {
    const heavy = this.db.lane('heavy')
    const plan = await heavy.planOf(identity, text, values.length)
    const cost = Number(JSON.parse(plan)[0].Plan['Total Cost'])
    if (cost <= this.maxCost) return heavy
    throw new ApiError(422, 'LS422', 'The request is too expensive', {
      hint: 'Ask for fewer embedded resources, or filter by columns that have an index.',
    })
  }

  private isUrgent({ root, relation, routine, body = '' }: Shape): boolean {
    const isNamed = routine === undefined ? this.relations.has(relation ?? '') : this.functions.has(routine)
    if (!isNamed || body.length > URGENT_BODY) return false
    return !root || (root.embeds.length === 0 && root.where.length <= URGENT_CONDITIONS)
  }
}
