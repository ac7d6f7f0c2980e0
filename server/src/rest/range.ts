import { ApiError } from '../core/errors.ts'
import type { Query } from './query.ts'

/**
 * Narrows a query by the header `Range: 0-9` as `limit` and `offset` would.
 * Source: PostgREST documentation, "Limits and Pagination".
 * @throws ApiError PGRST103 when its end lies before its start
 */
export function withRangeHeader(query: Query, header: string | undefined): Query {
  const match = header === undefined ? null : /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header.trim())
  if (!match) return query
  const first = Number(match[1])
  const last = match[2] === '' ? Number.POSITIVE_INFINITY : Number(match[2])
  if (last < first) {
    throw unsatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const offset = query.offsets.find(({ path }) => path.length === 0)?.value ?? 0
  const limit = query.limits.find(({ path }) => path.length === 0)?.value ?? Number.POSITIVE_INFINITY
  const start = Math.max(first, offset)
  const end = Math.min(last, offset + limit - 1)
  const limits = Number.isFinite(end) ? [{ path: [], value: Math.max(end - start + 1, 0) }] : []
  return {
    ...query,
    offsets: [...query.offsets, { path: [], value: start }],
    limits: [...query.limits, ...limits],
  }
}

/**
 * `Content-Range` and status of a read.
 * @param rows how many rows the answer holds
 * @param total how many there are in all, where that was asked
 * @throws ApiError PGRST103 when the answer would begin behind the last row
 */
export function describeRange(
  offset: number,
  rows: number,
  total?: number,
): { status: number; header: string } {
  if (total !== undefined && offset > total) {
    throw unsatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  }
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return { status: total !== undefined && rows < total ? 206 : 200, header: `${range}/${total ?? '*'}` }
}

function unsatisfiable(details: string): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', { details })
}
