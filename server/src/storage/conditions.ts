import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from './files.ts'

/** What is known of a file when somebody asks for it again. */
export interface Validators {
  /** With its quotes. */
  eTag: string
  lastModified: Date
}

/**
 * Whether she has it already: `If-None-Match`, else `If-Modified-Since`.
 * Source: RFC 9110, sections 13.1.2, 13.1.3 and 13.2.2.
 */
export function isNotModified(headers: IncomingHttpHeaders, { eTag, lastModified }: Validators): boolean {
  const known = headers['if-none-match']
  if (known !== undefined)
    return known.trim() === '*' || known.split(',').some((tag) => weak(tag) === weak(eTag))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Number.isFinite(since) && lastModified.getTime() <= since
}

/**
 * The part of a file that a request asks for.
 * Source: RFC 9110, section 14. Units other than bytes, and several ranges at once, are answered with the whole.
 * @returns undefined for the whole, `unsatisfiable` for a range that is none or lies outside
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  size: number,
  validators: Validators,
): ByteRange | undefined | 'unsatisfiable' {
  const { range, 'if-range': condition } = headers
  if (range === undefined || !/^bytes=/i.test(range) || range.includes(',')) return undefined
  if (!isSame(typeof condition === 'string' ? condition : undefined, validators)) return undefined
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.trim())
  if (!match) return 'unsatisfiable'
  const [, first, last] = match
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return 'unsatisfiable'
    return { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

/** `If-Range`: a part is only of use to her if the whole is still the one that she began. */
function isSame(condition: string | undefined, { eTag, lastModified }: Validators): boolean {
  if (condition === undefined) return true
  if (condition.includes('"')) return condition.trim() === eTag
  return Date.parse(condition) === lastModified.getTime()
}

function weak(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}
