import { ApiError, isPostgresError } from '../core/errors.ts'
import type { Schema } from './schema.ts'
import type { SchemaCache } from './schema-cache.ts'

/** Refusals that a schema read too long ago may cause: something is not known, or not there any more. */
const OF_THE_CACHE = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])
const OF_POSTGRES = new Set(['42703', '42P01', '42883', '42704', '3F000'])

/**
 * Does `work` with the schema at hand and, if it is refused for want of a name, once more with the schema as it is now.
 * A refused request has changed nothing, so doing it again is safe.
 */
export async function retryWithFreshSchema<T>(
  cache: SchemaCache,
  work: (schema: Schema) => Promise<T>,
): Promise<T> {
  try {
    return await work(await cache.get())
  } catch (error) {
    const fresh = mayBeStale(error) ? await cache.refresh() : undefined
    if (!fresh) throw error
    return work(fresh)
  }
}

function mayBeStale(error: unknown): boolean {
  if (error instanceof ApiError) return OF_THE_CACHE.has(error.code)
  return isPostgresError(error) && OF_POSTGRES.has(error.code)
}
