import { ApiError } from '../core/errors.ts'
import { badBody } from './errors.ts'
import type { Query } from './query.ts'

/** In which shape an answer goes out. */
export interface Media {
  /** One object instead of an array; anything but exactly one row is an error. */
  isSingular: boolean
  /** Leaves out members that are null. */
  stripsNulls: boolean
  contentType: string
}

const JSON_ARRAY: Media = {
  isSingular: false,
  stripsNulls: false,
  contentType: 'application/json; charset=utf-8',
}
const PLAIN = new Set(['', '*/*', 'application/*', 'application/json'])

/**
 * Chooses the first acceptable shape of the header `Accept`.
 * @throws ApiError PGRST107 (406) when none can be given
 */
export function negotiate(accept: string | undefined): Media {
  if (accept === undefined || PLAIN.has(accept)) return JSON_ARRAY
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const stripsNulls = parameters.includes('nulls=stripped')
    if (type === 'application/vnd.pgrst.object+json' || type === 'application/vnd.pgrst.object') {
      const contentType = `application/vnd.pgrst.object+json${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8`
      return { isSingular: true, stripsNulls, contentType }
    }
    if (type === 'application/vnd.pgrst.array+json' || type === 'application/vnd.pgrst.array') {
      const contentType = `application/vnd.pgrst.array+json${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8`
      return { isSingular: false, stripsNulls, contentType }
    }
    if (PLAIN.has(type)) return JSON_ARRAY
  }
  throw new ApiError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

/** What the header `Prefer` asks. Source: PostgREST documentation, "Prefer Header"; RFC 7240. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  count?: 'exact' | 'planned' | 'estimated'
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  handling?: 'strict' | 'lenient'
  maxAffected?: number
  /** What was understood, as `Preference-Applied` repeats it. */
  applied: string[]
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit'],
}

/**
 * @param header one or several preferences, separated by commas
 * @throws ApiError PGRST122 for one that is unknown, where `handling=strict` asks for that
 */
export function parsePreferences(header: string | undefined): Preferences {
  const preferences: Preferences = { return: 'minimal', applied: [] }
  if (header === undefined || header === '') return preferences
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const preference = part.trim()
    const [name = '', value = ''] = preference.split('=', 2).map((word) => word.trim())
    if (name === 'max-affected' && /^\d{1,9}$/.test(value)) preferences.maxAffected = Number(value)
    else if (CHOICES[name]?.includes(value)) Object.assign(preferences, { [name]: value })
    else {
      if (preference !== '') unknown.push(preference)
      continue
    }
    preferences.applied.push(`${name}=${value}`)
  }
  if (preferences.handling === 'strict' && unknown.length > 0) {
    throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  // Without strict handling the limit is not promised, so it is not kept either.
  if (preferences.handling !== 'strict') preferences.maxAffected = undefined
  return preferences
}

/** The preferences of `applied` that mean something to this request. */
export function appliedHeader(preferences: Preferences, meaningful: readonly string[]): string | undefined {
  const applied = preferences.applied.filter((preference) => meaningful.includes(preference.split('=')[0]!))
  return applied.length > 0 ? applied.join(', ') : undefined
}

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

const MAX_DEPTH = 200

/** A request body that was checked to be JSON, and the text itself, which PostgreSQL reads. */
export interface Body {
  text: string
  isArray: boolean
  /** Members of the object, or of the first object of the array. */
  keys: string[]
}

/**
 * Checks a body of rows: an object, or an array of objects that all have the same keys.
 * @param columns names to take from it whatever its keys are
 * @throws ApiError PGRST102
 */
export function parseRows(text: string, columns?: readonly string[]): Body {
  const value = parseJson(text)
  const rows = Array.isArray(value) ? value : [value]
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw badBody('All object keys must match', 'The body must be an object or an array of objects')
    }
  }
  const keys = columns ?? Object.keys(rows[0] ?? {})
  if (!columns) requireSameKeys(rows as object[], keys)
  return { text, isArray: Array.isArray(value), keys: [...new Set(keys)] }
}

function requireSameKeys(rows: object[], keys: readonly string[]): void {
  for (const row of rows) {
    if (Object.keys(row).length !== keys.length || !keys.every((key) => Object.hasOwn(row, key))) {
      throw badBody('All object keys must match')
    }
  }
}

/**
 * Parses JSON of bounded depth, so that PostgreSQL's own parser never runs out of stack over it.
 * @throws ApiError PGRST102
 */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw badBody('Empty or invalid json')
  if (nestingOf(text) > MAX_DEPTH) throw badBody(`JSON nested deeper than ${MAX_DEPTH} levels`)
  try {
    return JSON.parse(text)
  } catch {
    throw badBody('Empty or invalid json')
  }
}

function nestingOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === 92) i++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth)
    else if (code === 93 || code === 125) depth--
  }
  return deepest
}
