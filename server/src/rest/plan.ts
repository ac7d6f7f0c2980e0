import { ApiError } from '../core/errors.ts'
import { findRelationship, isToOne } from './embed.ts'
import { malformed } from './errors.ts'
import type { Logic, OrderTerm, Query, Scoped, SelectEmbed, SelectField, SelectItem } from './query.ts'
import type { Relation, Relationship, Routine, Schema } from './schema.ts'
import { assertShape } from './shape.ts'

/** What a node reads from: a relation, or the rows of a function, which may be rows of a relation. */
export interface Source {
  name: string
  /** Columns that may be named. Undefined where only PostgreSQL knows them. */
  columns?: ReadonlyMap<string, { type: string }>
  computed?: ReadonlyMap<string, Routine>
  relation?: Relation
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
  /** Name of the joined subquery within the statement. */
  alias: string
  relationship: Relationship
  node: ReadNode
  isInner: boolean
  isSpread: boolean
  /** `relation()` joins and filters but shows nothing. */
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
  capRows(root, maxRows)
  return root
}

class Planner {
  private count = 0

  constructor(
    private readonly schema: Schema,
    private readonly exposed: string,
  ) {}

  node(source: Source, items: SelectItem[]): ReadNode {
    const alias = `t${this.count++}`
    if (this.count > MAX_EMBEDS) throw malformed(`At most ${MAX_EMBEDS} resources can be embedded`)
    const node: ReadNode = { source, alias, fields: [], embeds: [], where: [], order: [] }
    for (const item of items) {
      if (item.kind === 'field') node.fields.push(this.field(item, source))
      else node.embeds.push(this.embed(source, item))
    }
    return node
  }

  private field(item: SelectField, source: Source): SelectField {
    if (item.aggregate && !this.schema.allowsAggregates) {
      throw new ApiError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
    }
    return asCount(item, source)
  }

  private embed(source: Source, item: SelectEmbed): EmbedNode {
    if (!source.relation) throw noRelationship(source.name, item.relation, this.exposed)
    const relationship = findRelationship(this.schema, source.relation, item, this.exposed)
    const node = this.node(sourceOf(this.schema, relationship.to), item.items)
    return {
      name: item.alias ?? item.relation,
      alias: `e${node.alias.slice(1)}`,
      relationship,
      node,
      isInner: item.join === 'inner',
      isSpread: item.spread,
      isHidden: item.items.length === 0,
    }
  }
}

/** `relation(count)`: without parentheses it is the number of rows, unless a column has that name. */
function asCount(item: SelectField, source: Source): SelectField {
  const { field, aggregate } = item
  if (field.name !== 'count' || aggregate || field.json.length > 0 || !source.columns) return item
  if (source.columns.has('count') || source.computed?.has('count')) return item
  return {
    ...item,
    field: { name: '*', json: [] },
    aggregate: 'count',
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
      const embed = embedNamed(node, name)
      if (!embed) throw notEmbedded(name)
      node = embed.node
    }
    apply(node, value)
  }
}

function notEmbedded(name: string): ApiError {
  return new ApiError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

function capRows(node: ReadNode, maxRows: number | undefined): void {
  if (node.limit !== undefined && node.limit < 0) throw negativeLimit()
  if (node.offset !== undefined && node.offset < 0) throw negativeLimit()
  if (maxRows !== undefined && node.limit !== undefined) node.limit = Math.min(node.limit, maxRows)
  for (const embed of node.embeds) capRows(embed.node, isToOne(embed.relationship) ? undefined : maxRows)
}

/** Source: PostgREST documentation, "Errors", PGRST103. */
function negativeLimit(): ApiError {
  return new ApiError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'Limit should be greater than or equal to zero.',
  })
}
