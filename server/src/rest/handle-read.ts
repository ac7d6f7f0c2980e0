import type { Identity, Statement, StatementResult } from '../core/db.ts'
import { type Answer, asJsonSql, shapeRows } from './answer.ts'
import type { Media } from './media.ts'
import { planRead, type ReadNode, sourceOf } from './plan.ts'
import { appliedHeader, type Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { describeRange } from './range.ts'
import { relationSql, selectSql } from './read.ts'
import type { Relation, Schema } from './schema.ts'
import { Parameters } from './sql.ts'
import type { Ways } from './ways.ts'

/** A read that is ready to be run: it depends on nothing but the request's words and the schema. */
export interface CompiledRead {
  statements: Statement[]
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
  return { statements: rowsStatements(rows), rows, relation: relation.name }
}

/** Runs it where it belongs. @throws ApiError 413 `LS413`, 422 `LS422`, 429 `LS429` */
export async function runRead(ways: Ways, identity: Identity, read: CompiledRead): Promise<Answer> {
  const { statements, rows, relation } = read
  const runner = await ways.find(identity, { root: rows.root, relation }, statements[0]!)
  return rowsAnswer(rows, await runner.asUser(identity, ...statements))
}

/** Rows of a planned node, and how they are asked for. */
export interface RowsRequest {
  root: ReadNode
  /** What stands after `from`; called once for each time that the source is named. */
  from: (parameters: Parameters) => string
  /** What stands before `select`, if anything: the one call of a function whose rows are read twice to count them. */
  before?: (parameters: Parameters) => string
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
export function rowsStatements(request: RowsRequest): Statement[] {
  const { root, from, before, media, maxRows, answerBytes } = request
  const parameters = new Parameters(answerBytes)
  const prefix = before?.(parameters) ?? ''
  const rows = selectSql(root, from(parameters), parameters, { maxRows })
  const further = exactCountSql(request, parameters)
  const statement = parameters.statement(prefix + asJsonSql(rows, media, parameters, further))
  return isEstimated(request) ? [statement, planStatement(request)] : [statement]
}

/** @param results those of `rowsStatements` */
export function rowsAnswer(request: RowsRequest, results: StatementResult[]): Answer {
  const { root, preferences, media } = request
  const [json, count, exact] = results[0]!.rows[0]!
  const shown = Number(count)
  const total = totalOf(request, shown, exact, results[1]?.rows[0]?.[0])
  const body = shapeRows({ json: json!, count: shown }, media)
  const { status, header } = describeRange(root.offset ?? 0, shown, total)
  const headers: Record<string, string> = { 'content-type': media.contentType, 'content-range': header }
  const applied = appliedHeader(preferences, ['count', 'handling'])
  if (applied) headers['preference-applied'] = applied
  return { status, headers, body }
}

function isEstimated({ preferences: { count }, seesEstimates }: RowsRequest): boolean {
  return seesEstimates && (count === 'planned' || count === 'estimated')
}

/** Beyond the limit of rows an estimate is not counted on: it says "more than that". */
const COUNTED_ROWS = 1_000

/** Counting for an estimate stops one row behind the limit; from there on who may see it is given the plan's figure. */
function exactCountSql(request: RowsRequest, parameters: Parameters): string {
  const { root, from, preferences, maxRows } = request
  const { count } = preferences
  if (count === undefined) return ''
  if (isEstimated(request) && (count === 'planned' || maxRows === undefined)) return ''
  const rows = selectSql(root, from(parameters), parameters, { count: true })
  const limit = count === 'exact' ? '' : ` limit ${(maxRows ?? COUNTED_ROWS) + 1}`
  return `, (select count(*) from (${rows}${limit}) as c)`
}

function planStatement({ root, from, before }: RowsRequest): Statement {
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
