import type { Database, Identity, Statement } from '../core/db.ts'
import { type Answer, asJsonSql, shapeRows } from './answer.ts'
import type { Media } from './media.ts'
import { planRead, type ReadNode, sourceOf } from './plan.ts'
import { appliedHeader, type Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { describeRange } from './range.ts'
import { relationSql, selectSql } from './read.ts'
import type { Relation, Schema } from './schema.ts'
import { Parameters } from './sql.ts'

/** `GET` of a table or view. */
export async function readRelation(
  db: Database,
  identity: Identity,
  request: {
    schema: Schema
    relation: Relation
    query: Query
    preferences: Preferences
    media: Media
    maxRows?: number
  },
): Promise<Answer> {
  const { schema, relation, query, maxRows } = request
  const root = planRead(schema, sourceOf(schema, relation), query, relation.schema, maxRows)
  const from = () => `${relationSql(relation)} as ${root.alias}`
  return answerRows(db, identity, { ...request, root, from })
}

/**
 * Reads the rows of a planned node with whatever count was asked for.
 * @param from gives what stands after `from`; called once for each time that the source is named
 */
export async function answerRows(db: Database, identity: Identity, request: RowsRequest): Promise<Answer> {
  const { root, from, preferences, media, maxRows, before = [] } = request
  const parameters = new Parameters()
  const rows = selectSql(root, from(parameters), parameters, { maxRows })
  const further = exactCountSql(request, parameters)
  const statements = [...before, parameters.statement(asJsonSql(rows, media, further))]
  if (preferences.count === 'planned' || preferences.count === 'estimated')
    statements.push(planStatement(request))
  const results = (await db.asUser(identity, ...statements)).slice(before.length)
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

interface RowsRequest {
  root: ReadNode
  from: (parameters: Parameters) => string
  preferences: Preferences
  media: Media
  maxRows?: number
  /** Statements that go before, in the same transaction. */
  before?: Statement[]
}

/** Counting for an estimate stops one row behind the limit: from there on the plan's figure is good enough. */
function exactCountSql({ root, from, preferences, maxRows }: RowsRequest, parameters: Parameters): string {
  const { count } = preferences
  if (count !== 'exact' && !(count === 'estimated' && maxRows !== undefined)) return ''
  const rows = selectSql(root, from(parameters), parameters, { count: true })
  const limit = count === 'estimated' ? ` limit ${maxRows! + 1}` : ''
  return `, (select count(*) from (${rows}${limit}) as c)`
}

function planStatement({ root, from }: RowsRequest): Statement {
  const parameters = new Parameters()
  const rows = selectSql(root, from(parameters), parameters, { count: true })
  return parameters.statement(`explain (format json) ${rows}`)
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
