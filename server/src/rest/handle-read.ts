import type { Database, Identity, Statement, StatementResult } from '../core/db.ts'
import { type Answer, asJsonSql, shapeRows } from './answer.ts'
import type { Media } from './media.ts'
import { planRead, type ReadNode, sourceOf } from './plan.ts'
import { appliedHeader, type Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { describeRange } from './range.ts'
import { relationSql, selectSql } from './read.ts'
import type { Relation, Schema } from './schema.ts'
import { Parameters } from './sql.ts'

/** A read that is ready to be run: it depends on nothing but the request's words and the schema. */
export interface CompiledRead {
  statements: Statement[]
  rows: RowsRequest
}

/** `GET` of a table or view. @throws ApiError when the query does not fit the schema */
export function compileRead(request: {
  schema: Schema
  relation: Relation
  query: Query
  preferences: Preferences
  media: Media
  maxRows?: number
}): CompiledRead {
  const { schema, relation, query, preferences, media, maxRows } = request
  const root = planRead(schema, sourceOf(schema, relation), query, relation.schema, maxRows)
  const rows = { root, from: () => `${relationSql(relation)} as ${root.alias}`, preferences, media, maxRows }
  return { statements: rowsStatements(rows), rows }
}

export async function runRead(db: Database, identity: Identity, read: CompiledRead): Promise<Answer> {
  return rowsAnswer(read.rows, await db.asUser(identity, ...read.statements))
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
}

/** The rows and, where an estimate is asked for, the plan for counting them. */
export function rowsStatements(request: RowsRequest): Statement[] {
  const { root, from, before, preferences, media, maxRows } = request
  const parameters = new Parameters()
  const prefix = before?.(parameters) ?? ''
  const rows = selectSql(root, from(parameters), parameters, { maxRows })
  const further = exactCountSql(request, parameters)
  const statement = parameters.statement(prefix + asJsonSql(rows, media, further))
  const isPlanned = preferences.count === 'planned' || preferences.count === 'estimated'
  return isPlanned ? [statement, planStatement(request)] : [statement]
}

/** @param results those of `rowsStatements` */
export function rowsAnswer(request: RowsRequest, results: StatementResult[]): Answer {
  const { root, preferences, media, maxRows } = request
  const [json, count, exact] = results[0]!.rows[0]!
  const total = totalOf(preferences, exact, results[1]?.rows[0]?.[0], maxRows)
  const shown = Number(count)
  const body = shapeRows({ json: json!, count: shown }, media)
  const { status, header } = describeRange(root.offset ?? 0, shown, total)
  const headers: Record<string, string> = { 'content-type': media.contentType, 'content-range': header }
  const applied = appliedHeader(preferences, ['count', 'handling'])
  if (applied) headers['preference-applied'] = applied
  return { status, headers, body }
}

/** Counting for an estimate stops one row behind the limit: from there on the plan's figure is good enough. */
function exactCountSql({ root, from, preferences, maxRows }: RowsRequest, parameters: Parameters): string {
  const { count } = preferences
  if (count !== 'exact' && !(count === 'estimated' && maxRows !== undefined)) return ''
  const rows = selectSql(root, from(parameters), parameters, { count: true })
  const limit = count === 'estimated' ? ` limit ${maxRows! + 1}` : ''
  return `, (select count(*) from (${rows}${limit}) as c)`
}

function planStatement({ root, from, before }: RowsRequest): Statement {
  const parameters = new Parameters()
  const prefix = before?.(parameters) ?? ''
  const rows = selectSql(root, from(parameters), parameters, { count: true })
  return parameters.statement(`explain (format json) ${prefix}${rows}`)
}

function totalOf(
  { count }: Preferences,
  exact: string | null | undefined,
  plan: string | null | undefined,
  maxRows: number | undefined,
): number | undefined {
  if (count === undefined) return undefined
  if (count === 'exact') return Number(exact)
  const planned = Number(JSON.parse(plan!)[0].Plan['Plan Rows'])
  if (count === 'planned' || exact === null || exact === undefined) return planned
  return Number(exact) > maxRows! ? Math.max(planned, Number(exact)) : Number(exact)
}
