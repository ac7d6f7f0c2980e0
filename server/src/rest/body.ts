import { badBody } from './errors.ts'

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
