import pg from 'pg'

/** One condition of a `postgres_changes` filter, as read from its text. */
export interface Condition {
  column: string
  operator: Operator
  negated: boolean
  /** One value; several for `in`. */
  values: string[]
}

const OPERATORS = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  in: 'in',
  is: 'is',
  isdistinct: 'is distinct from',
} as const
type Operator = keyof typeof OPERATORS

const IS_VALUES = new Set(['null', 'true', 'false', 'unknown'])
const LONGEST_FILTER = 2_000
const MOST_CONDITIONS = 20
const MOST_VALUES = 100

/** A filter that cannot be read or is not supported; the text is for the developer who wrote it. */
export class FilterError extends Error {}

/**
 * Reads a filter as the official client writes it: conditions `column=operator.value` joined by commas, which stand for
 * "and"; `not.` before an operator; values in double quotes where they hold `,`, `(`, `)`, `"` or `\`.
 * Source: `RealtimePostgresFilterBuilder` of `@supabase/realtime-js` 2.109; Supabase, "Postgres Changes", filters.
 * @throws FilterError
 */
export function parseFilter(text: string): Condition[] {
  if (text.length > LONGEST_FILTER) throw new FilterError('the filter is too long')
  const conditions = split(text).map(parseCondition)
  if (conditions.length > MOST_CONDITIONS) throw new FilterError('the filter has too many conditions')
  return conditions
}

function parseCondition(text: string): Condition {
  const match = /^\s*([^=]+?)=(not\.)?([a-z]+)\.(.*)$/s.exec(text)
  if (!match) throw new FilterError(`«${text}» is not column=operator.value`)
  const [, column, not, operator, rest] = match as unknown as [string, string, string?, string?, string?]
  if (!Object.hasOwn(OPERATORS, operator!)) throw new FilterError(`operator «${operator}» is not supported`)
  const values = operator === 'in' ? list(rest!) : [unquote(rest!)]
  if (operator === 'is' && !IS_VALUES.has(values[0]!)) throw new FilterError(`«is» takes no «${values[0]}»`)
  return { column, operator: operator as Operator, negated: not !== undefined, values }
}

function list(text: string): string[] {
  const match = /^\((.*)\)$/s.exec(text.trim())
  if (!match) throw new FilterError('«in» takes a list in brackets')
  // Blanks around a value of a list are no part of it, as in the documentation's `in.(red, blue, yellow)`.
  const values = split(match[1]!).map((value) => unquote(value.trim()))
  if (values.length === 0 || values.length > MOST_VALUES)
    throw new FilterError(`«in» takes 1 to ${MOST_VALUES} values`)
  return values
}

/** Splits at commas that stand outside quotes and brackets. */
function split(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (quoted && char === '\\') {
      part += char + (text[++i] ?? '')
      continue
    }
    if (char === '"') quoted = !quoted
    else if (!quoted && char === '(') depth += 1
    else if (!quoted && char === ')') depth -= 1
    if (char === ',' && !quoted && depth === 0) {
      parts.push(part)
      part = ''
    } else part += char
  }
  parts.push(part)
  return parts.filter((piece) => piece.trim() !== '')
}

function unquote(text: string): string {
  const trimmed = text.trim()
  if (!/^".*"$/s.test(trimmed) || trimmed.length < 2) return text
  return trimmed.slice(1, -1).replace(/\\(.)/gs, '$1')
}

/** A filter ready to be asked of a row. */
export interface Filter {
  /** The text as its subscriber wrote it; the same text on the same table is the same filter. */
  text: string
  conditions: readonly Condition[]
  /** Columns that it asks; one who may not read all of them gets nothing through it. */
  columns: readonly string[]
  /** Types of those columns by name, as `format_type` writes them. */
  types: ReadonlyMap<string, string>
}

/** Types whose text form is the same exactly when their value is, so that equality can be decided without SQL. */
const CANONICAL = new Set(['uuid', 'smallint', 'integer', 'bigint', 'text', 'character varying'])

/**
 * Whether a row, in PostgreSQL's text form, can pass the filter: a quick check that spares asking for readers of other
 * channels. What cannot be decided without SQL counts as possible; the database decides on the row itself.
 */
export function mayMatch(filter: Filter, row: Readonly<Record<string, unknown>>): boolean {
  return filter.conditions.every(({ column, operator, negated, values }) => {
    if (operator !== 'eq' && operator !== 'in') return true
    if (!CANONICAL.has(filter.types.get(column)!.replace(/\(\d+\)$/, ''))) return true
    const value = row[column]
    if (value === undefined) return true
    if (value === null) return false
    return values.includes(value as string) !== negated
  })
}

/**
 * The filter as a SQL expression over a row called `r`. Names and types come from the catalogue, values are taken from
 * the array parameter `$1`.
 * @param firstValue position of the filter's first value in that array, from 1
 */
export function filterSql(filter: Filter, firstValue: number): string {
  let next = firstValue
  const parts = filter.conditions.map(({ column, operator, negated, values }) => {
    const name = `r.${pg.escapeIdentifier(column)}`
    const type = filter.types.get(column)!
    const value = (cast: string) => `$1[${next++}]::${cast}`
    let sql: string
    if (operator === 'is') {
      next += 1
      sql = `${name} is ${values[0]}`
    } else if (operator === 'in') sql = `${name} in (${values.map(() => value(type)).join(', ')})`
    else if (operator === 'like' || operator === 'ilike')
      sql = `${name}::text ${OPERATORS[operator]} ${value('text')}`
    else sql = `${name} ${OPERATORS[operator]} ${value(type)}`
    return negated ? `not (${sql})` : `(${sql})`
  })
  return `coalesce(${parts.join(' and ') || 'true'}, false)`
}

/** The values that `filterSql` takes, in its order. */
export function filterValues(filter: Filter): string[] {
  return filter.conditions.flatMap((condition) => condition.values)
}
