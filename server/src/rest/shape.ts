import { ApiError } from '../core/errors.ts'
import { isToOne } from './embed.ts'
import { assertPattern } from './patterns.ts'
import type { EmbedNode, ReadNode } from './plan.ts'
import type { Condition, Field, Logic, Operator, SelectField } from './query.ts'

/** Far more than any screen asks for, and far less than makes one request expensive by its length alone. */
const MOST = {
  columns: 200,
  timesOneColumn: 8,
  embeds: 16,
  depth: 5,
  conditions: 200,
  searches: 12,
  orders: 20,
} as const

/**
 * Checks how much a request asks for, by its words alone and before any SQL is made.
 * @throws ApiError 400 `LS400` naming the ceiling
 */
export function assertShape(root: ReadNode): void {
  const seen = {
    columns: 0,
    embeds: 0,
    conditions: 0,
    searches: 0,
    orders: 0,
    times: new Map<string, number>(),
  }
  const visit = (node: ReadNode, depth: number) => {
    if (depth > MOST.depth) throw tooMuch(`${MOST.depth} embedded levels`)
    for (const item of node.fields) {
      if (++seen.columns > MOST.columns) throw tooMuch(`${MOST.columns} columns`)
      const column = columnOf(node, item)
      const times = (seen.times.get(column) ?? 0) + 1
      if (times > MOST.timesOneColumn) throw tooMuch(`the same column ${MOST.timesOneColumn} times`)
      seen.times.set(column, times)
    }
    for (const condition of node.where.flatMap(conditionsOf)) {
      if (++seen.conditions > MOST.conditions) throw tooMuch(`${MOST.conditions} conditions`)
      if (isSearch(condition) && ++seen.searches > MOST.searches) throw tooMuch(`${MOST.searches} searches`)
      assertPattern(condition)
    }
    seen.orders += node.order.length
    if (seen.orders > MOST.orders) throw tooMuch(`${MOST.orders} columns to order by`)
    for (const embed of node.embeds) {
      if (++seen.embeds > MOST.embeds) throw tooMuch(`${MOST.embeds} embedded resources`)
      visit(embed.node, depth + 1)
    }
  }
  visit(root, 0)
}

/**
 * Whether PostgreSQL may have much to do for few words: related rows for each row, patterns and searches that no index helps,
 * long conditions. Such a request runs apart from all others, once its plan is known to be cheap.
 */
export function isHeavy(root: ReadNode): boolean {
  const conditions = root.where.flatMap(conditionsOf)
  return conditions.length > FEW_CONDITIONS || conditions.some(isSearch) || root.embeds.some(isHeavyEmbed)
}

const FEW_CONDITIONS = 40
const SEARCHES = new Set<Operator>(['match', 'imatch', 'like', 'ilike', 'fts', 'plfts', 'phfts', 'wfts'])

function isHeavyEmbed({ relationship, node, isInner }: EmbedNode): boolean {
  return !isToOne(relationship) || isInner || node.embeds.length > 0 || isHeavy(node)
}

function isSearch({ operator }: Condition): boolean {
  return SEARCHES.has(operator)
}

function conditionsOf(logic: Logic): Condition[] {
  return logic.kind === 'tree' ? logic.children.flatMap(conditionsOf) : [logic]
}

/** A column of one table, wherever in the request it stands; places inside a document are columns of their own. */
function columnOf({ source }: ReadNode, { field }: SelectField): string {
  return `${source.name}.${pathOf(field)}`
}

function pathOf({ name, json }: Field): string {
  return [name, ...json.map((step) => step.key)].join('->')
}

function tooMuch(most: string): ApiError {
  return new ApiError(400, 'LS400', `The request asks for too much: at most ${most}`)
}
