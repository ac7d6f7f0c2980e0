import { ApiError } from '../core/errors.ts'
import { sizedRowsSql, withinSql } from './ceiling.ts'
import { fieldSql, whereSql } from './conditions.ts'
import { isToOne } from './embed.ts'
import { type EmbedNode, embedNamed, type ReadNode } from './plan.ts'
import type { Logic, OrderTerm, SelectField } from './query.ts'
import type { Relation, Relationship } from './schema.ts'
import { literal, type Parameters, quote } from './sql.ts'

export function relationSql(relation: Relation): string {
  return `${quote(relation.schema)}.${quote(relation.name)}`
}

/**
 * The select statement of a node with everything embedded in it.
 * @param from what stands after `from`, aliased as the node's alias
 */
export function selectSql(
  node: ReadNode,
  from: string,
  parameters: Parameters,
  options: SelectOptions = {},
): string {
  const columns = options.count ? '1' : columnsSql(node, parameters)
  const embeds = options.count ? node.embeds.filter((embed) => decidesRows(node, embed)) : node.embeds
  const joins = embeds.map((embed) => joinSql(node, embed, parameters, options.maxRows)).join('')
  const filters = options.isFiltered ? '' : whereSql(node, parameters)
  const conditions = [...(options.conditions ?? []), ...(filters === '' ? [] : [filters])]
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  const tail = options.count ? '' : orderSql(node, parameters) + windowSql(node, parameters, options.maxRows)
  return `select ${options.wrap?.(columns) ?? columns} from ${from}${joins}${where}${groupSql(node, parameters)}${tail}`
}

export interface SelectOptions {
  /** Further conditions, already SQL: how an embedded node hangs on its parent. */
  conditions?: string[]
  /** The rows were filtered before, as those that a write returned. */
  isFiltered?: boolean
  maxRows?: number
  /** For counting alone: neither columns nor order nor limits, and only the embedded resources that decide on rows. */
  count?: boolean
  /** Puts the list of columns into another one. */
  wrap?: (columns: string) => string
}

/** Whether an embedded resource has a say in which rows of its parent there are. */
function decidesRows(node: ReadNode, embed: EmbedNode): boolean {
  return embed.isInner || node.where.some((logic) => mentions(logic, embed.name))
}

function mentions(logic: Logic, name: string): boolean {
  return logic.kind === 'tree'
    ? logic.children.some((child) => mentions(child, name))
    : logic.field.name === name
}

function columnsSql(node: ReadNode, parameters: Parameters): string {
  const columns = node.fields.map((item) => selectFieldSql(node, item, parameters))
  for (const embed of node.embeds) {
    if (!embed.isHidden) columns.push(embedColumnsSql(embed))
  }
  // `relation()` shows nothing, yet a row has to be there to be found.
  return columns.length > 0 ? columns.join(', ') : '1 as pgrst_row'
}

function selectFieldSql(node: ReadNode, item: SelectField, parameters: Parameters): string {
  const { field, alias, aggregate } = item
  if (field.name === '*' && !aggregate) return `${node.alias}.*`
  const value = valueSql(node, item, parameters)
  const name = alias ?? aggregate ?? lastKey(item)
  return value === `${node.alias}.${quote(name)}` ? value : `${value} as ${quote(name)}`
}

function valueSql(node: ReadNode, item: SelectField, parameters: Parameters): string {
  const { field, cast, aggregate, aggregateCast } = item
  const plain = field.name === '*' ? '*' : fieldSql(node.source, node.alias, field, parameters)
  const value = cast === undefined ? plain : `cast(${plain} as ${cast})`
  const aggregated = aggregate === undefined ? value : `${aggregate}(${value})`
  return aggregateCast === undefined ? aggregated : `cast(${aggregated} as ${aggregateCast})`
}

/** `data->address->>city` is called `city`; a step by number gives its name to the step before. */
function lastKey(item: SelectField): string {
  const named = item.field.json.findLast((step) => !step.isIndex)
  return named?.key ?? item.field.name
}

function groupSql(node: ReadNode, parameters: Parameters): string {
  if (!node.fields.some((item) => item.aggregate)) return ''
  const plain = node.fields.filter((item) => !item.aggregate)
  const embeds = node.embeds.filter((embed) => !embed.isHidden)
  if (plain.length === 0 && embeds.length === 0) return ''
  const groups = plain.map((item) => valueSql(node, item, parameters))
  return ` group by ${[...groups, ...embeds.map((embed) => `${embed.alias}.pgrst_value`)].join(', ')}`
}

/** How the joined subquery's result stands among the parent's columns. */
function embedColumnsSql(embed: EmbedNode): string {
  if (embed.isSpread) return spreadSql(embed)
  const value = `${embed.alias}.pgrst_value`
  return `${isToOne(embed.relationship) ? value : `coalesce(${value}, '[]')`} as ${quote(embed.name)}`
}

function spreadSql(embed: EmbedNode): string {
  return spreadNames(embed)
    .map((name) => `${embed.alias}.${quote(name)}`)
    .join(', ')
}

function spreadNames(embed: EmbedNode): string[] {
  const { node, relationship } = embed
  const names = node.fields.flatMap((item) =>
    item.field.name === '*' && !item.aggregate
      ? [...relationship.to.columns.keys()]
      : [item.alias ?? item.aggregate ?? lastKey(item)],
  )
  for (const child of node.embeds) {
    if (child.isSpread) names.push(...spreadNames(child))
    else if (!child.isHidden) names.push(child.name)
  }
  return names
}

/**
 * A lateral join: for each row of the parent one row with `pgrst_value` (its JSON) and `pgrst_found` (null if there is
 * no related row at all).
 */
function joinSql(parent: ReadNode, embed: EmbedNode, parameters: Parameters, maxRows?: number): string {
  const toOne = isToOne(embed.relationship)
  const subquery = toOne
    ? oneRow(parent, embed, parameters, maxRows)
    : manyRows(parent, embed, parameters, maxRows)
  const on = embed.isInner && !toOne ? `${embed.alias}.pgrst_found is not null` : 'true'
  return ` ${embed.isInner ? 'inner' : 'left'} join lateral (${subquery}) as ${embed.alias} on ${on}`
}

/** Columns by which the parent is ordered leave the subquery beside its JSON, whether they are shown or not. */
function oneRow(parent: ReadNode, embed: EmbedNode, parameters: Parameters, maxRows?: number): string {
  const { node, relationship } = embed
  const { from, conditions } = wayTo(parent.alias, node.alias, relationship)
  const orders = parent.order.flatMap((term, i) =>
    term.relation === embed.name
      ? [`, ${fieldSql(node.source, node.alias, term.field, parameters)} as pgrst_order${i}`]
      : [],
  )
  const extra = ['true as pgrst_found', ...orders].join('')
  const wrap = (columns: string) =>
    embed.isSpread
      ? `${columns}, ${extra}`
      : `(select row_to_json(r.*) from (select ${columns}) as r) as pgrst_value, ${extra}`
  if (!node.fields.some((item) => item.aggregate)) {
    return selectSql(node, from, parameters, { conditions, wrap, maxRows })
  }
  const rows = selectSql(node, from, parameters, { conditions, maxRows })
  return `select ${embed.isSpread ? 'r.*' : 'row_to_json(r.*) as pgrst_value'}, true as pgrst_found from (${rows}) as r`
}

function manyRows(parent: ReadNode, embed: EmbedNode, parameters: Parameters, maxRows?: number): string {
  const { from, conditions } = wayTo(parent.alias, embed.node.alias, embed.relationship)
  const rows = selectSql(embed.node, from, parameters, { conditions, maxRows })
  const found = 'nullif(count(*), 0) as pgrst_found'
  if (!embed.isSpread) {
    return `select json_agg(${withinSql(parameters)}) as pgrst_value, ${found} from ${sizedRowsSql(rows)}`
  }
  const values = spreadNames(embed).map(
    (name) => `coalesce(json_agg(r.j->${literal(name)}), '[]') as ${quote(name)}`,
  )
  const within = `(select ${withinSql(parameters)} as j from ${sizedRowsSql(rows)} offset 0) as r`
  return `select ${[...values, found].join(', ')} from ${within}`
}

function wayTo(parent: string, child: string, way: Relationship): { from: string; conditions: string[] } {
  const { junction } = way
  const from = `${relationSql(way.to)} as ${child}`
  const equal = (left: string, a: string, right: string, b: string) =>
    `${left}.${quote(a)} = ${right}.${quote(b)}`
  if (!junction) return { from, conditions: way.columns.map(([a, b]) => equal(child, b, parent, a)) }
  const join = `j${child.slice(1)}`
  return {
    from: `${from}, ${relationSql(junction.relation)} as ${join}`,
    conditions: [
      ...junction.fromColumns.map(([a, b]) => equal(join, b, parent, a)),
      ...junction.toColumns.map(([a, b]) => equal(join, a, child, b)),
    ],
  }
}

function orderSql(node: ReadNode, parameters: Parameters): string {
  if (node.order.length === 0) return ''
  const terms = node.order.map((term, i) => {
    const value =
      term.relation === undefined
        ? fieldSql(node.source, node.alias, term.field, parameters)
        : relatedOrder(node, term, i)
    const nulls = term.nulls ? ` nulls ${term.nulls}` : ''
    return `${value}${term.direction ? ` ${term.direction}` : ''}${nulls}`
  })
  return ` order by ${terms.join(', ')}`
}

function relatedOrder(node: ReadNode, term: OrderTerm, index: number): string {
  const embed = embedNamed(node, term.relation!)
  if (!embed) {
    throw new ApiError(400, 'PGRST108', `'${term.relation}' is not an embedded resource in this request`, {
      hint: `Verify that '${term.relation}' is included in the 'select' query parameter.`,
    })
  }
  if (!isToOne(embed.relationship)) {
    throw new ApiError(400, 'PGRST118', `A related order on '${term.relation}' is not possible`, {
      details: `'${node.source.name}' and '${term.relation}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  return `${embed.alias}.pgrst_order${index}`
}

function windowSql(node: ReadNode, parameters: Parameters, maxRows?: number): string {
  const limit =
    node.limit === undefined
      ? maxRows === undefined
        ? ''
        : ` limit ${maxRows}`
      : ` limit ${parameters.add(String(node.limit))}`
  const offset = node.offset ? ` offset ${parameters.add(String(node.offset))}` : ''
  return limit + offset
}
