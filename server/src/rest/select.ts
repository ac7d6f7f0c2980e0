import type { Aggregate, SelectEmbed, SelectItem } from './query.ts'
import { Scanner } from './scanner.ts'

const MAX_DEPTH = 10
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
  if (depth > MAX_DEPTH) scanner.fail(`at most ${MAX_DEPTH} embedded levels`)
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

/** A type's name goes into the statement, so only letters, digits, `_`, spaces, dots, a length and `[]` may make it up. */
function parseCast(scanner: Scanner): string | undefined {
  if (!scanner.take('::')) return undefined
  return (
    scanner.match(/[a-z_][a-z0-9_]*(?: [a-z_]+)*(?:\(\d{1,4}(?:,\d{1,4})?\))?(?:\[\])?/iy) ??
    scanner.fail('expecting a type')
  )
}
