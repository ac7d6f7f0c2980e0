import type { Identity, Runner, Statement, StatementResult } from '../core/db.ts'
import { ApiError } from '../core/errors.ts'
import { sizedRowsSql, withinSql } from './ceiling.ts'
import type { Media } from './media.ts'
import type { Preferences } from './preferences.ts'
import type { Parameters } from './sql.ts'

/** What goes out: PostgreSQL's own JSON, untouched, and what stands above it. */
export interface Answer {
  status: number
  headers: Record<string, string>
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
  const array = `json_agg(${withinSql(parameters)})`
  const shaped = media.stripsNulls ? `json_strip_nulls(${array})` : array
  return `select coalesce(${shaped}, '[]'), count(*)${further} from ${sizedRowsSql(rows)}`
}

/** One object instead of an array of one. @throws ApiError PGRST116 unless there is exactly one row */
export function shapeRows({ json, count }: Pick<Rows, 'json' | 'count'>, media: Media): string {
  if (!media.isSingular) return json
  requireSingle(count)
  return json.slice(1, -1)
}

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

/**
 * Runs a write; one that may touch only so many rows is looked at before it is kept, and undone if it touched others.
 * @param check throws to undo it
 */
export async function runWrite(
  db: Runner,
  identity: Identity,
  statements: Statement[],
  check?: (results: StatementResult[]) => void,
): Promise<StatementResult[]> {
  if (!check) return db.asUser(identity, ...statements)
  return db.asUserInTransaction(identity, async (run) => {
    const results: StatementResult[] = []
    for (const statement of statements) results.push(await run(statement))
    check(results)
    return results
  })
}
