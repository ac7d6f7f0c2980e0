import { storable } from '../db/storableText.ts'
import { ApiError } from '../http/errors.ts'
import { badBody, malformed } from './errors.ts'
import {
  type Aggregate,
  type Condition,
  type Field,
  type Logic,
  OPERATORS,
  type Operator,
  type OrderTerm,
  type Query,
  Scanner,
  type SelectEmbed,
  type SelectItem,
} from './query.ts'

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

/**
 * A body that is a form. It has no more members than a query string has parameters.
 * @throws ApiError PGRST102
 */
export function decodeForm(text: string): [string, string][] {
  if (text.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS) {
    throw badBody(`A form of at most ${MAX_PARAMETERS} members is accepted`)
  }
  return decodeParameters(text)
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  // A percent sign that begins no byte is itself, as in `like.%mar%`.
  const encoded = text.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25')
  try {
    return storable(decodeURIComponent(encoded))
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

const MOST_EMBED_LEVELS = 10
const MAX_ITEMS = 500

/**
 * Parses the parameter `select`.
 * Source: PostgREST documentation, "Vertical Filtering" and "Resource Embedding".
 * @throws ApiError PGRST100
 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter')
  const budget = { items: MAX_ITEMS }
  const items = parseItems(scanner, 0, budget)
  scanner.end()
  return items
}

function parseItems(scanner: Scanner, depth: number, budget: { items: number }): SelectItem[] {
  if (depth > MOST_EMBED_LEVELS) scanner.fail(`at most ${MOST_EMBED_LEVELS} embedded levels`)
  const items: SelectItem[] = []
  do {
    if (--budget.items < 0) scanner.fail(`at most ${MAX_ITEMS} fields`)
    scanner.spaces()
    items.push(parseItem(scanner, depth, budget))
    scanner.spaces()
  } while (scanner.take(','))
  return items
}

function parseItem(scanner: Scanner, depth: number, budget: { items: number }): SelectItem {
  const spread = scanner.take('...')
  const alias = parseAlias(scanner)
  const start = scanner.position
  const relation = scanner.name()
  const hints = parseHints(scanner)
  if (scanner.peek('()') && relation === 'count' && hints.length === 0 && !spread) {
    scanner.expect('()')
    return {
      kind: 'field',
      field: { name: '*', json: [] },
      alias,
      aggregate: 'count',
      aggregateCast: parseCast(scanner),
    }
  }
  if (scanner.take('(')) {
    const items = parseNested(scanner, depth, budget)
    return embedOf(scanner, { relation, alias, spread, hints, items })
  }
  if (spread || hints.length > 0) scanner.fail('expecting "("')
  scanner.position = start
  return parseField(scanner, alias)
}

function parseNested(scanner: Scanner, depth: number, budget: { items: number }): SelectItem[] {
  scanner.spaces()
  const items = scanner.peek(')') ? [] : parseItems(scanner, depth + 1, budget)
  scanner.expect(')')
  return items
}

/** `alias:` but not the `::` of a cast. */
function parseAlias(scanner: Scanner): string | undefined {
  const start = scanner.position
  if (scanner.peek('*')) return undefined
  const alias = scanner.name()
  if (scanner.peek(':') && !scanner.peek('::') && scanner.take(':')) return alias
  scanner.position = start
  return undefined
}

function parseHints(scanner: Scanner): string[] {
  const hints: string[] = []
  while (scanner.take('!')) hints.push(scanner.name())
  return hints
}

function embedOf(
  scanner: Scanner,
  parts: { relation: string; alias?: string; spread: boolean; hints: string[]; items: SelectItem[] },
): SelectEmbed {
  const { hints, ...rest } = parts
  const embed: SelectEmbed = { kind: 'embed', ...rest }
  for (const hint of hints) {
    if (hint === 'inner' || hint === 'left') embed.join = hint
    else if (embed.hint === undefined) embed.hint = hint
    else scanner.fail('at most one hint')
  }
  return embed
}

function parseField(scanner: Scanner, alias: string | undefined): SelectItem {
  const field = scanner.field()
  const cast = parseCast(scanner)
  const aggregate = scanner.match(/\.(?:avg|count|max|min|sum)\(\)/y)?.slice(1, -2) as Aggregate | undefined
  const aggregateCast = aggregate ? parseCast(scanner) : undefined
  return { kind: 'field', field, alias, cast, aggregate, aggregateCast }
}

/** PostgreSQL has types that no value can be cast to without an internal error (`unknown`): what may be named is listed. */
const CAST_TYPES = new Set(
  (
    'bigint,bit,bit varying,bool,boolean,box,bpchar,bytea,char,character,character varying,cidr,circle,citext,date,daterange,' +
    'decimal,double precision,float,float4,float8,inet,int,int2,int4,int4range,int8,int8range,integer,interval,json,jsonb,' +
    'line,lseg,macaddr,macaddr8,money,name,numeric,numrange,oid,path,point,polygon,real,smallint,text,time,time with time zone,' +
    'time without time zone,timestamp,timestamp with time zone,timestamp without time zone,timestamptz,timetz,tsquery,' +
    'tsrange,tstzrange,tsvector,uuid,varbit,varchar,vector,xml'
  ).split(','),
)

/** A type's name goes into the statement, so only a listed one with a length and `[]` may stand there. */
function parseCast(scanner: Scanner): string | undefined {
  if (!scanner.take('::')) return undefined
  const name = scanner.match(/[a-z_][a-z0-9_]*(?: [a-z_]+)*/iy) ?? scanner.fail('expecting a type')
  if (!CAST_TYPES.has(name.toLowerCase())) {
    throw new ApiError(400, '42704', `type "${name}" does not exist`)
  }
  return name + (scanner.match(/(?:\(\d{1,4}(?:,\d{1,4})?\))?(?:\[\])?/iy) ?? '')
}

const KNOWN = new Set<string>(OPERATORS)
const TEXT_SEARCH = new Set<Operator>(['fts', 'plfts', 'phfts', 'wfts'])
const QUANTIFIABLE = new Set<Operator>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const IS_VALUES = new Set(['null', 'not_null', 'true', 'false', 'unknown'])
const MOST_LOGIC_LEVELS = 20

/** Whether a parameter's value begins as a filter does, so that it is not an argument of a function. */
export function looksLikeFilter(value: string): boolean {
  const word = /^[a-z]+/.exec(value)?.[0]
  if (word === undefined) return false
  const next = value[word.length]
  return (next === '.' && (word === 'not' || KNOWN.has(word))) || (next === '(' && KNOWN.has(word))
}

/**
 * Parses `not.eq.5`, `in.(a,b)`, `like(any).{a*,b*}`, `fts(spanish).amor` …
 * Source: PostgREST documentation, "Horizontal Filtering" and "Operators".
 * @throws ApiError PGRST100
 */
export function parseFilter(field: Field, text: string): Condition {
  const scanner = new Scanner(text, 'filter')
  const condition = parseCondition(scanner, field, false)
  scanner.end()
  return condition
}

/**
 * Parses the parameters `and` and `or` with their nested trees: `(a.eq.1,or(b.gt.2,c.is.null))`.
 * @throws ApiError PGRST100
 */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): Logic {
  const scanner = new Scanner(text, 'logic tree')
  scanner.spaces()
  const tree = parseTree(scanner, operator, negated, 1)
  scanner.spaces()
  scanner.end()
  return tree
}

function parseTree(scanner: Scanner, operator: 'and' | 'or', negated: boolean, depth: number): Logic {
  if (depth > MOST_LOGIC_LEVELS) scanner.fail(`at most ${MOST_LOGIC_LEVELS} nested levels`)
  scanner.expect('(')
  const children: Logic[] = []
  do {
    scanner.spaces()
    children.push(parseNode(scanner, depth))
    scanner.spaces()
  } while (scanner.take(','))
  scanner.expect(')')
  return { kind: 'tree', operator, negated, children }
}

function parseNode(scanner: Scanner, depth: number): Logic {
  const opening = scanner.match(/(?:not\.)?(?:and|or)(?=\()/y)
  if (opening !== undefined) {
    return parseTree(scanner, opening.endsWith('or') ? 'or' : 'and', opening.startsWith('not.'), depth + 1)
  }
  const field = scanner.field()
  scanner.expect('.')
  return parseCondition(scanner, field, true)
}

function parseCondition(scanner: Scanner, field: Field, nested: boolean): Condition {
  const negated = scanner.take('not.')
  const word = scanner.match(/[a-z]+/y)
  if (word === undefined || !KNOWN.has(word)) {
    if (word !== undefined) scanner.position -= word.length
    scanner.fail(`expecting operator (${OPERATORS.join(', ')})`)
  }
  const operator = word as Operator
  const condition: Condition = { kind: 'condition', field, negated, operator, value: '' }
  if (scanner.take('(')) parseModifier(scanner, condition)
  scanner.expect('.')
  condition.value = parseValue(scanner, condition, nested)
  return condition
}

/** `(any)` and `(all)` of comparisons, `(language)` of text search. */
function parseModifier(scanner: Scanner, condition: Condition): void {
  if (TEXT_SEARCH.has(condition.operator)) {
    condition.language = scanner.match(/[\p{L}\p{N}_]+/uy) ?? scanner.fail('expecting a language')
  } else if (QUANTIFIABLE.has(condition.operator)) {
    condition.quantifier =
      (scanner.match(/any|all/y) as 'any' | 'all' | undefined) ?? scanner.fail('expecting any or all')
  } else scanner.fail('expecting "."')
  scanner.expect(')')
}

function parseValue(scanner: Scanner, condition: Condition, nested: boolean): string | string[] {
  if (condition.operator === 'in') return parseList(scanner)
  const value = nested ? parseNestedValue(scanner) : takeRest(scanner)
  if (condition.operator === 'is' && !IS_VALUES.has(value.toLowerCase())) {
    scanner.fail('expecting null, not_null, true, false or unknown')
  }
  if (condition.quantifier && !/^\{.*\}$/s.test(value)) scanner.fail('expecting a list in braces')
  return value
}

function takeRest(scanner: Scanner): string {
  const value = scanner.rest
  scanner.position = scanner.text.length
  return value
}

/** Within a tree a value ends at a comma or parenthesis, unless it is quoted or an array in braces. */
function parseNestedValue(scanner: Scanner): string {
  if (scanner.peek('"')) {
    const start = scanner.position
    const value = scanner.quoted()
    if (scanner.done || scanner.peek(',') || scanner.peek(')')) return value
    scanner.position = start
  }
  return scanner.match(/\{[^{}]*\}(?=[,)])/y) ?? scanner.match(/[^,)]*/y) ?? ''
}

/** Blanks behind the parenthesis are none of the list's, all others are; a list of one empty text is empty, as in the model. */
function parseList(scanner: Scanner): string[] {
  scanner.expect('(')
  scanner.spaces()
  const values: string[] = []
  do values.push(parseElement(scanner))
  while (scanner.take(','))
  scanner.expect(')')
  scanner.spaces()
  return values.length === 1 && values[0] === '' ? [] : values
}

function parseElement(scanner: Scanner): string {
  if (scanner.peek('"')) {
    const start = scanner.position
    const value = scanner.quoted()
    if (/^[,)]/.test(scanner.rest)) return value
    scanner.position = start
  }
  return scanner.match(/[^,)]*/y) ?? ''
}
