import type { Identity, Statement, StatementResult } from '../db/database.ts'
import { asJsonSql, shapeRows } from './jsonRows.ts'
import type { LaneChooser } from './lane.ts'
import { planRead, type ReadNode, sourceOf } from './plan.ts'
import type { Query } from './query.ts'
import {
  ALWAYS_MEANT,
  appliedHeader,
  describeRange,
  type Media,
  type Preferences,
  timezoneStatements,
} from './request.ts'
import type { Answer, Headers } from './response.ts'
import type { Relation, Schema } from './schema.ts'
import { Parameters, relationSql, selectSql, type Template } from './sql.ts'

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

/** Runs it where it belongs. @throws ApiError 413 `LS413`, 422 `LS422`, 429 `LS429` */
export async function runRead(lanes: LaneChooser, identity: Identity, read: CompiledRead): Promise<Answer> {
  const { statements, work, rows, relation } = read
  const runner = await lanes.choose(identity, { root: rows.root, relation }, work)
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
