import type { Statement } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { badBody } from './errors.ts'
import { decodeForm } from './parse.ts'
import type { Query } from './query.ts'

/** In which shape an answer goes out. */
export interface Media {
  /** One object instead of an array; anything but exactly one row is an error. */
  isSingular: boolean
  /** Leaves out members that are null. */
  stripsNulls: boolean
  /** Lines of values instead of JSON. */
  isCsv?: boolean
  /** The plan instead of what it finds: `explain` with these options. */
  plan?: string
  contentType: string
}

const JSON_ARRAY: Media = {
  isSingular: false,
  stripsNulls: false,
  contentType: 'application/json; charset=utf-8',
}
const CSV: Media = {
  isSingular: false,
  stripsNulls: false,
  isCsv: true,
  contentType: 'text/csv; charset=utf-8',
}
const PLAIN = new Set(['', '*/*', 'application/*', 'application/json'])
const PLAN_OPTIONS = new Set(['analyze', 'verbose', 'settings', 'buffers', 'wal'])

/** What a client takes, most wanted first, those wanted alike as they stand. Source: RFC 9110, section 12.4.2. */
function byWeight(accept: string): string[] {
  const weightOf = (range: string) => Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
  return accept
    .split(',')
    .filter((range) => weightOf(range) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
}

/**
 * Chooses the first acceptable shape of the header `Accept`.
 * Source: PostgREST documentation, "Resource Representation", "Media Type Handlers", "Observability" (plans).
 * @throws ApiError PGRST107 (406) when none can be given
 */
export function negotiate(accept: string | undefined): Media {
  if (accept === undefined || PLAIN.has(accept)) return JSON_ARRAY
  for (const range of byWeight(accept)) {
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
    if (type === 'text/csv') return CSV
    const plan = /^application\/vnd\.pgrst\.plan(\+json|\+text)?$/.exec(type)
    if (plan) return planMedia(plan[1] === '+json' ? 'json' : 'text', parameters)
    if (PLAIN.has(type)) return JSON_ARRAY
  }
  throw notAvailable(accept)
}

export function notAvailable(accept: string): ApiError {
  return new ApiError(406, 'PGRST107', `None of these media types are available: ${accept}`)
}

function planMedia(format: 'json' | 'text', parameters: readonly string[]): Media {
  const named = parameters.find((parameter) => parameter.startsWith('options='))?.slice('options='.length)
  const options = (named ?? '').split('|').filter((option) => PLAN_OPTIONS.has(option))
  const told = options.length > 0 ? `; options=${options.join('|')}` : ''
  return {
    ...JSON_ARRAY,
    plan: [`format ${format}`, ...options].join(', '),
    contentType: `application/vnd.pgrst.plan+${format}; for="application/json"${told}; charset=utf-8`,
  }
}

/** What the header `Prefer` asks. Source: PostgREST documentation, "Prefer Header"; RFC 7240. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  count?: 'exact' | 'planned' | 'estimated'
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  handling?: 'strict' | 'lenient'
  tx?: 'commit' | 'rollback'
  timezone?: string
  maxAffected?: number
  /** What was understood, as `Preference-Applied` repeats it, by name. */
  applied: ReadonlyMap<string, string>
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
}

/**
 * @param header one or several preferences, separated by commas; of two of one name the first counts
 * @param allowsTx whether the database lets a request say what becomes of its transaction. Where it does not, `tx=commit` says nothing new
 *   and `tx=rollback` cannot be kept: it is as unknown as any other
 * @throws ApiError PGRST122 for one that is unknown, where `handling=strict` asks for that
 */
export function parsePreferences(header: string | undefined, allowsTx = false): Preferences {
  const applied = new Map<string, string>()
  const preferences: Preferences = { return: 'minimal', applied }
  if (header === undefined || header === '') return preferences
  const unknown: string[] = []
  for (const part of header.split(',')) {
    const preference = part.trim()
    const [name = '', value = ''] = preference.split('=', 2).map((word) => word.trim())
    if (!isKnown(name, value) || (preference === 'tx=rollback' && !allowsTx)) {
      if (preference !== '') unknown.push(preference)
    } else if (!applied.has(name)) {
      applied.set(name, value)
      if (name === 'max-affected') preferences.maxAffected = Number(value)
      else Object.assign(preferences, { [name]: value })
    }
  }
  if (preferences.handling === 'strict' && unknown.length > 0) {
    throw new ApiError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  // Without strict handling the limit is not promised, so it is not kept either.
  if (preferences.handling !== 'strict') {
    preferences.maxAffected = undefined
    applied.delete('max-affected')
  }
  if (!allowsTx) applied.delete('tx')
  return preferences
}

function isKnown(name: string, value: string): boolean {
  if (name === 'max-affected') return /^\d{1,9}$/.test(value)
  if (name === 'timezone') return isTimezone(value)
  return CHOICES[name]?.includes(value) ?? false
}

function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** In this order the model tells what it applied. Source: `prefAppliedHeader` of its module `ApiRequest.Preferences`. */
const APPLIED = ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone', 'max-affected']

/** What means something to every request. */
export const ALWAYS_MEANT = ['count', 'tx', 'handling', 'timezone'] as const

/** The preferences that were applied, of those that mean something to this request. */
export function appliedHeader({ applied }: Preferences, meaningful: readonly string[]): string | undefined {
  const told = APPLIED.filter((name) => meaningful.includes(name) && applied.has(name))
  return told.length > 0 ? told.map((name) => `${name}=${applied.get(name)}`).join(', ') : undefined
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
    throw unsatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, total)
  }
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return { status: total !== undefined && rows < total ? 206 : 200, header: `${range}/${total ?? '*'}` }
}

/** Source: RFC 9110, 15.5.17: the answer says how long what was asked for is. */
function unsatisfiable(details: string, total?: number): ApiError {
  const headers = { 'content-range': `*/${total ?? '*'}` }
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })
}

const MAX_DEPTH = 200

/** Rows of a request body as a statement must know them, without a word of what is in them. */
export interface RowShape {
  isArray: boolean
  /** Members of the object, or of the first object of the array. */
  keys: string[]
  /** Those of `keys` that at least one row has. */
  mentioned: ReadonlySet<string>
}

/** A request body that was checked to be JSON: the text itself, which PostgreSQL reads, and its shape. */
export interface Body {
  text: string
  rows: RowShape
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
  const mentioned = new Set(
    columns ? keys.filter((key) => rows.some((row) => Object.hasOwn(row, key))) : keys,
  )
  return { text, rows: { isArray: Array.isArray(value), keys: [...new Set(keys)], mentioned } }
}

/** What came in, by its content type. Source: PostgREST documentation, "Resource Representation", "Request Body". */
export interface Payload {
  kind: 'json' | 'form' | 'csv' | 'text' | 'xml' | 'bytes'
  text: string
}

/** A form as one object, lines of CSV as an array of objects (`NULL` is null); anything but these and JSON has no rows. */
export function rowsOfPayload({ kind, text }: Payload): string {
  if (kind === 'json') return text
  if (kind === 'form') return JSON.stringify(Object.fromEntries(decodeForm(text)))
  if (kind === 'csv') return JSON.stringify(csvRows(text))
  throw badBody('Content-Type not acceptable', 'Rows come as application/json, text/csv or a form')
}

const MOST_CSV = 4_000_000

function csvRows(text: string): Record<string, string | null>[] {
  const [names = [], ...lines] = csvLines(text)
  // A long line of names, repeated for each of many short lines, would be far more than what was sent.
  const length = text.length + lines.length * names.join().length
  if (length > MOST_CSV) throw badBody(`CSV of at most ${MOST_CSV} characters as JSON is accepted`)
  return lines.map((line) => {
    if (line.length !== names.length) throw badBody('All lines must have same number of fields')
    return Object.fromEntries(names.map((name, i) => [name, line[i] === 'NULL' ? null : line[i]!]))
  })
}

/** Source: RFC 4180. */
function csvLines(text: string): string[][] {
  const lines: string[][] = []
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y
  let line: string[] = []
  while (field.lastIndex < text.length || line.length > 0) {
    const [found, value = '', end] = field.exec(text) ?? []
    if (found === undefined) throw badBody('The body is not CSV')
    line.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
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

/** Her time zone, for the length of the request. Source: PostgREST documentation, "Prefer Header", "Timezone". */
export function timezoneStatements({ timezone }: Preferences): Statement[] {
  if (timezone === undefined) return []
  return [{ text: `select set_config('timezone', $1, true)`, values: [timezone] }]
}
