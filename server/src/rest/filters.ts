import { type Condition, type Field, type Logic, OPERATORS, type Operator } from './query.ts'
import { Scanner } from './scanner.ts'

const KNOWN = new Set<string>(OPERATORS)
const TEXT_SEARCH = new Set<Operator>(['fts', 'plfts', 'phfts', 'wfts'])
const QUANTIFIABLE = new Set<Operator>(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const IS_VALUES = new Set(['null', 'not_null', 'true', 'false', 'unknown'])
const MAX_DEPTH = 20

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
  const tree = parseTree(scanner, operator, negated, 1)
  scanner.end()
  return tree
}

function parseTree(scanner: Scanner, operator: 'and' | 'or', negated: boolean, depth: number): Logic {
  if (depth > MAX_DEPTH) scanner.fail(`at most ${MAX_DEPTH} nested levels`)
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

function parseList(scanner: Scanner): string[] {
  scanner.expect('(')
  const values: string[] = []
  if (scanner.take(')')) return values
  do {
    scanner.spaces()
    values.push(parseElement(scanner))
    scanner.spaces()
  } while (scanner.take(','))
  scanner.expect(')')
  return values
}

function parseElement(scanner: Scanner): string {
  if (scanner.peek('"')) {
    const start = scanner.position
    const value = scanner.quoted()
    if (/^\s*[,)]/.test(scanner.rest)) return value
    scanner.position = start
  }
  return scanner.match(/[^,)]*/y) ?? ''
}
