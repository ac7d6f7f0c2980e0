import { malformed } from './errors.ts'
import { looksLikeFilter, parseFilter, parseLogic } from './filters.ts'
import type { Field, OrderTerm, Query } from './query.ts'
import { Scanner } from './scanner.ts'
import { parseSelect } from './select.ts'

const MAX_PARAMETERS = 200

/**
 * Turns a query string into a typed query.
 * @param queryString what stands after the question mark, still percent-encoded
 * @throws ApiError PGRST100 naming the parameter and the column that cannot be understood
 */
export function parseQuery(queryString: string): Query {
  const query: Query = {
    select: [{ kind: 'field', field: { name: '*', json: [] } }],
    filters: [],
    order: [],
    limits: [],
    offsets: [],
    args: [],
  }
  const parameters = decodeParameters(queryString)
  if (parameters.length > MAX_PARAMETERS) throw malformed(`At most ${MAX_PARAMETERS} parameters are accepted`)
  const seen = new Set<string>()
  for (const [key, value] of parameters) readParameter(query, key, value, seen)
  return query
}

/** Splits and decodes as application/x-www-form-urlencoded does, plus signs being spaces. */
export function decodeParameters(queryString: string): [string, string][] {
  if (queryString === '') return []
  const parameters: [string, string][] = []
  for (const part of queryString.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    if (equals === -1) parameters.push([decode(part), ''])
    else parameters.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))])
  }
  return parameters
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw malformed('The query string is not percent-encoded UTF-8')
  }
}

function readParameter(query: Query, key: string, value: string, seen: Set<string>): void {
  switch (key) {
    case 'select':
      if (!seen.has(key) && value.trim() !== '') query.select = parseSelect(value)
      seen.add(key)
      return
    case 'columns':
      query.columns = parseNames(value, 'columns parameter')
      return
    case 'on_conflict':
      query.onConflict = parseNames(value, 'on_conflict parameter')
      return
  }
  const { path, last } = splitKey(key)
  switch (last) {
    case 'order':
      if (value !== '') query.order.push({ path, value: parseOrder(value) })
      return
    case 'limit':
      query.limits.push({ path, value: parseCount(value, 'limit') })
      return
    case 'offset':
      query.offsets.push({ path, value: parseCount(value, 'offset') })
      return
    case 'and':
    case 'or': {
      const negated = path.at(-1) === 'not'
      const scope = negated ? path.slice(0, -1) : path
      query.filters.push({ path: scope, value: parseLogic(last, negated, value) })
      return
    }
  }
  if (path.length === 0 && !looksLikeFilter(value)) query.args.push([key, value])
  else readFilter(query, key, value)
}

/**
 * For requests that take no arguments: whatever is not reserved is meant as a filter, and one that cannot be understood
 * must never be passed over, least of all by a delete.
 * @throws ApiError PGRST100
 */
export function requireFilters(query: Query): void {
  for (const [key, value] of query.args) readFilter({ ...query, filters: [] }, key, value)
}

function readFilter(query: Query, key: string, value: string): void {
  const scanner = new Scanner(key, 'tree path')
  const path: string[] = []
  let field: Field = scanner.field()
  while (scanner.take('.')) {
    path.push(field.name)
    field = scanner.field()
  }
  scanner.end()
  query.filters.push({ path, value: parseFilter(field, value) })
}

/** The embedded resources before the last dot, and what stands after it. Quoted names may hold dots of their own. */
function splitKey(key: string): { path: string[]; last: string } {
  if (!key.includes('.')) return { path: [], last: key }
  const words = key.match(/"(?:[^"\\]|\\.)*"|[^."]+/g) ?? []
  const path = words
    .slice(0, -1)
    .map((word) => (word.startsWith('"') ? new Scanner(word, 'tree path').quoted() : word))
  return { path, last: words.at(-1) ?? '' }
}

function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what)
  const names: string[] = []
  do {
    scanner.spaces()
    names.push(scanner.name())
  } while (scanner.take(','))
  scanner.end()
  return names
}

function parseCount(text: string, what: string): number {
  const count = Number(text)
  if (!/^-?\d{1,18}$/.test(text)) throw malformed(`"failed to parse ${what}"`, 'expecting a whole number')
  return count
}

/**
 * Parses `order`: `fecha.desc.nullslast,hora` or `relation(column).asc`.
 * @throws ApiError PGRST100
 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    scanner.spaces()
    terms.push(parseOrderTerm(scanner))
    scanner.spaces()
  } while (scanner.take(','))
  scanner.end()
  return terms
}

function parseOrderTerm(scanner: Scanner): OrderTerm {
  const start = scanner.position
  const relation = scanner.name()
  let term: OrderTerm
  if (scanner.take('(')) {
    term = { relation, field: scanner.field() }
    scanner.expect(')')
  } else {
    scanner.position = start
    term = { field: scanner.field() }
  }
  const direction = scanner.match(/\.(?:asc|desc)(?=[.,]|$)/y)
  if (direction) term.direction = direction.slice(1) as 'asc' | 'desc'
  const nulls = scanner.match(/\.(?:nullsfirst|nullslast)(?=,|$)/y)
  if (nulls) term.nulls = nulls === '.nullsfirst' ? 'first' : 'last'
  return term
}
