import type { Identity, Runner, Statement, StatementResult } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import type { Preferences } from './request.ts'
import type { Schema } from './schema.ts'

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
 * Runs a write; one that may touch only so many rows is checked before it is kept, and undone if it touched others.
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
