import { ApiError } from '../http/errors.ts'
import { malformed } from './errors.ts'
import type {
  Condition,
  Field,
  Logic,
  Operator,
  OrderTerm,
  Query,
  Scoped,
  SelectEmbed,
  SelectField,
  SelectItem,
} from './query.ts'
import {
  findRelationship,
  isToOne,
  type Relation,
  type Relationship,
  type Routine,
  type Schema,
} from './schema.ts'

/** What a node reads from: a relation, or the rows of a function, which may be rows of a relation. */
export interface Source {
  name: string
  /** Columns that may be named. Undefined where only PostgreSQL knows them. */
  columns?: ReadonlyMap<string, { type: string }>
  computed?: ReadonlyMap<string, Routine>
  relation?: Relation
  /** The rows are those that a write returned. */
  isWritten?: boolean
}

/** One resource of a request with all that is asked of it, names found in the schema. */
export interface ReadNode {
  source: Source
  /** Name of its rows within the statement. */
  alias: string
  fields: SelectField[]
  embeds: EmbedNode[]
  where: Logic[]
  order: OrderTerm[]
  limit?: number
  offset?: number
}

export interface EmbedNode {
  /** Key in the answer. */
  name: string
  /** What the request calls it, where its key is another: its filters, orders and limits may use either. */
  relation: string
  /** Name of the joined subquery within the statement. */
  alias: string
  relationship: Relationship
  node: ReadNode
  isInner: boolean
  isSpread: boolean
  /** `relation()`, and `relation(other())`, join and filter but show nothing. */
  isHidden: boolean
}

const MAX_EMBEDS = 50

export function sourceOf(schema: Schema, relation: Relation): Source {
  return {
    name: relation.name,
    columns: relation.columns,
    computed: schema.computed.get(relation.id),
    relation,
  }
}

/**
 * Lays a query over the schema: a tree of resources, each with its own filters, order and limits.
 * @param maxRows most rows of any one resource
 * @throws ApiError LS400, PGRST108, PGRST200, PGRST201, 42703 …
 */
export function planRead(
  schema: Schema,
  source: Source,
  query: Query,
  exposed: string,
  maxRows?: number,
): ReadNode {
  const planner = new Planner(schema, exposed)
  const root = planner.node(source, query.select)
  distribute(root, query.filters, (node, logic) => node.where.push(logic))
  distribute(root, query.order, (node, terms) => node.order.push(...terms))
  distribute(root, query.limits, (node, limit) => {
    node.limit = limit
  })
  distribute(root, query.offsets, (node, offset) => {
    node.offset = offset
  })
  assertShape(root)
  assertAggregates(root)
  capRows(root, maxRows)
  return root
}

class Planner {
  private count = 0

  constructor(
    private readonly schema: Schema,
    private readonly exposed: string,
  ) {}

  node(source: Source, items: SelectItem[], depth = 1): ReadNode {
    const alias = `t${this.count++}`
    if (this.count > MAX_EMBEDS) throw malformed(`At most ${MAX_EMBEDS} resources can be embedded`)
    const node: ReadNode = { source, alias, fields: [], embeds: [], where: [], order: [] }
    for (const item of items) {
      if (item.kind === 'field') node.fields.push(this.field(item, source))
      else node.embeds.push(this.embed(source, item, depth))
    }
    const names = node.embeds.map(({ name }) => name)
    const twice = names.find((name, i) => names.indexOf(name) < i)
    if (twice !== undefined) throw specifiedTwice(`${source.name}_${twice}_${depth}`)
    return node
  }

  private field(item: SelectField, source: Source): SelectField {
    if (item.aggregate && !this.schema.allowsAggregates) {
      throw new ApiError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
    }
    return asCount(item, source)
  }

  private embed(source: Source, item: SelectEmbed, depth: number): EmbedNode {
    if (!source.relation) throw noRelationship(source.name, item.relation, this.exposed)
    const relationship = findRelationship(this.schema, source.relation, item, this.exposed)
    const node = this.node(sourceOf(this.schema, relationship.to), item.items, depth + 1)
    return {
      name: item.alias ?? item.relation,
      relation: item.relation,
      alias: `e${node.alias.slice(1)}`,
      relationship,
      node,
      isInner: item.join === 'inner',
      isSpread: item.spread,
      isHidden: node.fields.length === 0 && node.embeds.every((embed) => embed.isHidden),
    }
  }
}

/** Two resources under one key. Source: PostgreSQL, of the statement that PostgREST makes of it, and the name that a resource has there. */
function specifiedTwice(name: string): ApiError {
  return new ApiError(400, '42712', `table name "${name}" specified more than once`)
}

/**
 * `relation(count)`: without parentheses it is the number of rows, unless a column has that name. To the model that is a column like any
 * other, which PostgreSQL reads as a function of the rows: nothing is grouped by what stands beside it.
 */
function asCount(item: SelectField, source: Source): SelectField {
  const { field, aggregate } = item
  if (field.name !== 'count' || aggregate || field.json.length > 0 || !source.columns) return item
  if (source.columns.has('count') || source.computed?.has('count')) return item
  return {
    ...item,
    field: { name: '*', json: [] },
    aggregate: 'count',
    isBare: true,
    aggregateCast: item.cast,
    cast: undefined,
  }
}

function noRelationship(from: string, to: string, exposed: string): ApiError {
  return new ApiError(
    400,
    'PGRST200',
    `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${from}' and '${to}' in the schema '${exposed}', but no matches were found.`,
    },
  )
}

/** The embedded resource of that name (its alias where it has one) directly under `node`. */
export function embedNamed(node: ReadNode, name: string): EmbedNode | undefined {
  return node.embeds.find((embed) => embed.name === name)
}

function distribute<T>(root: ReadNode, scoped: Scoped<T>[], apply: (node: ReadNode, value: T) => void): void {
  for (const { path, value } of scoped) {
    let node = root
    for (const name of path) {
      const embed = embedNamed(node, name) ?? onlyOne(node.embeds.filter(({ relation }) => relation === name))
      if (!embed) throw notEmbedded(name)
      node = embed.node
    }
    apply(node, value)
  }
}

/** Of two, nothing says which is meant. */
function onlyOne<T>([first, ...others]: T[]): T | undefined {
  return others.length === 0 ? first : undefined
}

function notEmbedded(name: string): ApiError {
  return new ApiError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

/**
 * Whether a row of the node stands for several of its source: it is asked for a sum or the like, or resources spread into it are, whose
 * columns count as its own. Source: PostgREST documentation, "Aggregate Functions", "Using Columns from a Spreaded Resource".
 */
export function isAggregated(node: ReadNode): boolean {
  return node.fields.some((item) => item.aggregate) || isGrouped(node)
}

/** Whether the columns that are not aggregated say for which rows each of its rows stands; `count` without parentheses groups nothing. */
export function isGrouped(node: ReadNode): boolean {
  return node.fields.some(isSum) || node.embeds.some(handsUpAggregates)
}

/** Whether it is an aggregate by its parentheses. */
export function isSum({ aggregate, isBare }: SelectField): boolean {
  return aggregate !== undefined && !isBare
}

/** Whether what is aggregated inside is so for the rows of the parent. */
export function handsUpAggregates(embed: EmbedNode): boolean {
  return embed.isSpread && isGrouped(embed.node)
}

/** @throws ApiError PGRST127, as the model does, and where one order would need rows that were summed up */
function assertAggregates(node: ReadNode): void {
  for (const embed of node.embeds) {
    assertAggregates(embed.node)
    if (!isToOne(embed.relationship) && handsUpAggregates(embed)) {
      throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.')
    }
  }
  for (const { relation, field } of node.order) {
    const embed = relation === undefined ? undefined : embedNamed(node, relation)
    if (!embed) continue
    const isSummedUp = !embed.isSpread && isAggregated(embed.node)
    if (isSummedUp || (isAggregated(node) && !isSpreadColumn(embed, field))) {
      throw notImplemented('An order by a related resource is not implemented where it is aggregated.')
    }
  }
}

/** Whether the order's column is one of those that are spread, and so one of those that rows are grouped by. */
export function isSpreadColumn({ isSpread, node }: EmbedNode, { name, json }: Field): boolean {
  const isShown = (item: SelectField) =>
    !item.aggregate && !item.alias && !item.cast && item.field.json.length === 0 && item.field.name === name
  return isSpread && json.length === 0 && node.fields.some(isShown)
}

/** Source: PostgREST documentation, "Errors", PGRST127. */
function notImplemented(details: string): ApiError {
  return new ApiError(400, 'PGRST127', 'Feature not implemented', { details })
}

function capRows(node: ReadNode, maxRows: number | undefined): void {
  if (node.limit !== undefined && node.limit < 0) throw negativeLimit()
  if (node.offset !== undefined && node.offset < 0) throw negativeLimit()
  if (maxRows !== undefined && node.limit !== undefined) node.limit = Math.min(node.limit, maxRows)
  for (const embed of node.embeds) capRows(embed.node, isToOne(embed.relationship) ? undefined : maxRows)
}

/** Source: PostgREST documentation, "Errors", PGRST103. */
export function negativeLimit(): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'Limit should be greater than or equal to zero.',
  })
}

/** Far more than any screen asks for, and too little to make a request expensive by its length alone. */
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
 * Checks the size of a request from its query string alone, before any SQL is made.
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
 * Whether a short request may be expensive: related rows for each row, patterns and searches without an index, long
 * conditions. Such a request runs apart from all others, once its plan is known to be cheap.
 */
export function isHeavy(root: ReadNode): boolean {
  const conditions = root.where.flatMap(conditionsOf)
  return conditions.length > FEW_CONDITIONS || conditions.some(isSearch) || root.embeds.some(isHeavyEmbed)
}

const FEW_CONDITIONS = 40
const SEARCHES = new Set<Operator>(['match', 'imatch', 'like', 'ilike', 'fts', 'plfts', 'phfts', 'wfts'])

function isHeavyEmbed({ relationship, node, isInner }: EmbedNode): boolean {
  return (
    !isToOne(relationship) ||
    relationship.computed !== undefined ||
    isInner ||
    node.embeds.length > 0 ||
    isHeavy(node)
  )
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

const LONGEST_PATTERN = 200
const LONGEST_LIKE = 1_000
const MOST_WILDCARDS = 8
const MOST_REPETITIONS = 8
const LARGEST_REPETITION = 50
const MOST_ALTERNATIVES = 20
const MOST_QUANTIFIED = 20

/**
 * Refuses patterns whose price PostgreSQL cannot foresee: back references, repetitions inside repetitions, look-around,
 * large counts (an expression is built out before it is run), many wildcards. What is left is matched in time
 * proportional to the text.
 * Source: PostgreSQL documentation, "POSIX Regular Expressions", "Limits and Compatibility".
 * @throws ApiError 400 `LS400`
 */
export function assertPattern({ operator, value, quantifier }: Condition): void {
  const isRegex = operator === 'match' || operator === 'imatch'
  if (!isRegex && operator !== 'like' && operator !== 'ilike') return
  const text = value as string
  if (quantifier && text.split(',').length > MOST_QUANTIFIED) {
    throw refused(`at most ${MOST_QUANTIFIED} patterns in one list`)
  }
  if (isRegex) assertRegex(text)
  else if (text.length > LONGEST_LIKE) throw refused(`a pattern of at most ${LONGEST_LIKE} characters`)
  else if ((text.match(/[*%]+/g)?.length ?? 0) > MOST_WILDCARDS) {
    throw refused(`at most ${MOST_WILDCARDS} wildcards in a pattern`)
  }
}

function assertRegex(text: string): void {
  if (text.length > LONGEST_PATTERN) throw refused(`a pattern of at most ${LONGEST_PATTERN} characters`)
  // Directors (`***:`) and options (`(?x)`) change what all the rest means; look-around is matched again at every place.
  if (text.startsWith('***') || /\(\?(?!:)/.test(text))
    throw refused('no options and no look-around in a pattern')
  if (/\\[1-9]/.test(text)) throw refused('no back references in a pattern')
  const bare = text.replace(/\\./gs, 'x').replace(/\[\^?\]?[^\]]*\]/g, 'x')
  if ((bare.match(/\|/g)?.length ?? 0) > MOST_ALTERNATIVES) {
    throw refused(`at most ${MOST_ALTERNATIVES} alternatives in a pattern`)
  }
  const repetitions = bare.match(/[*+?]|\{\d[^}]*\}/g) ?? []
  if (repetitions.length > MOST_REPETITIONS)
    throw refused(`at most ${MOST_REPETITIONS} repetitions in a pattern`)
  for (const repetition of repetitions) {
    if ((repetition.match(/\d+/g) ?? []).some((count) => Number(count) > LARGEST_REPETITION)) {
      throw refused(`repetitions of at most ${LARGEST_REPETITION} times in a pattern`)
    }
  }
  assertNoNesting(bare)
}

/** `(a+)+`: a group that holds a repetition may not be repeated itself. */
function assertNoNesting(bare: string): void {
  const groups: { repeats: boolean }[] = [{ repeats: false }]
  for (let i = 0; i < bare.length; i++) {
    const letter = bare[i]!
    if (letter === '(') {
      if (bare.startsWith('(?:', i)) i += 2
      groups.push({ repeats: false })
    } else if (letter === ')') {
      const group = groups.length > 1 ? groups.pop()! : { repeats: false }
      const isRepeated = /[*+{]/.test(bare[i + 1] ?? '')
      if (isRepeated && group.repeats) throw refused('no repetition inside a repetition in a pattern')
      if (group.repeats || isRepeated) groups.at(-1)!.repeats = true
    } else if (letter === '*' || letter === '+' || letter === '{') groups.at(-1)!.repeats = true
  }
}

function refused(wanted: string): ApiError {
  return new ApiError(400, 'LS400', `The filter is too expensive: ${wanted}`)
}
