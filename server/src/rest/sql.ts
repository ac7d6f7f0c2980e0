import type { Statement } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { malformed, TOO_LARGE } from './errors.ts'
import {
  type EmbedNode,
  embedNamed,
  handsUpAggregates,
  isAggregated,
  isGrouped,
  isSpreadColumn,
  isSum,
  type ReadNode,
  type Source,
} from './plan.ts'
import type { Condition, Field, JsonStep, Logic, Operator, OrderTerm, SelectField } from './query.ts'
import { isToOne, type Relation, type Relationship } from './schema.ts'

/** Quotes an identifier. Only names found in the schema, or checked by the parser, may come here. */
export function quote(identifier: string): string {
  if (identifier.includes('\0')) throw new RangeError('identifier with a null byte')
  return `"${identifier.replaceAll('"', '""')}"`
}

/** Largest answer, in bytes of JSON, unless the operator says otherwise (setting `MAX_ANSWER_BYTES`). */
export const ANSWER_BYTES = 5_000_000

/** Quotes a text of the schema or of a checked name as a literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A statement without the request's body, so that what was compiled once serves all requests that differ in nothing else. */
export interface Template extends Statement {
  /** Which of its values the body is; undefined where it takes none. */
  bodyAt: number | undefined
}

/** The statement with the body that one request brought. */
export function withBody({ bodyAt, ...statement }: Template, body: string): Statement {
  return bodyAt === undefined ? statement : { ...statement, values: statement.values.with(bodyAt, body) }
}

/** Collects the parameters of one statement, so that values never become part of its text. */
export class Parameters {
  readonly values: (string | null)[] = []
  private bodyAt: number | undefined
  private readonly steps = new Map<string, string>()

  /** @param answerBytes how large any one JSON value that the statement makes may become */
  constructor(readonly answerBytes = ANSWER_BYTES) {}

  /** @returns the placeholder that stands for `value` in the statement's text */
  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** A key of a JSON path: the same one is one parameter, so that rows can be grouped by a path that is shown or ordered by. */
  addStep(key: string): string {
    const placeholder = this.steps.get(key) ?? this.add(key)
    this.steps.set(key, placeholder)
    return placeholder
  }

  /** The placeholder of the request's body, whose text comes by `withBody`. */
  addBody(): string {
    this.bodyAt ??= this.values.push(null) - 1
    return `$${this.bodyAt + 1}`
  }

  statement(text: string): Template {
    return { text, values: this.values, bodyAt: this.bodyAt }
  }
}

/**
 * An array as PostgreSQL reads it, so that a list of any length is one parameter and one statement text.
 * Source: PostgreSQL documentation, "Array Input and Output Syntax".
 */
export function arrayLiteral(elements: readonly string[]): string {
  return `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/**
 * Rows as JSON, each with the size of all up to it, so that `withinSql` can stop in the middle. Sizes are counted row by row
 * while the rows come: PostgreSQL never holds more than the ceiling and one row, and nothing larger ever leaves it.
 * @param rows what stands in the parentheses of `from (…)`
 * @param value what is made of a row `r`
 */
export function sizedRowsSql(rows: string, value = 'row_to_json(r.*)'): string {
  // `offset 0` keeps PostgreSQL from putting the expression in both places, which would make every row twice.
  return `(select q.j, sum(pg_column_size(q.j)) over (rows unbounded preceding) as n from (select ${value} as j from (${rows}) as r offset 0) as q) as r`
}

/**
 * The row of `sizedRowsSql`, or an error that ends the statement. The word is read as JSON only where the size is too large:
 * the size is part of it, so that PostgreSQL cannot work it out while it plans. A function of ours would need a schema that
 * requests can reach, and databases that Supabase prepared have none.
 */
export function withinSql({ answerBytes }: Pick<Parameters, 'answerBytes'>): string {
  return `case when r.n > ${answerBytes} then ('${TOO_LARGE} ' || r.n)::json else r.j end`
}

/** Schema and name, quoted, as they stand in a statement. */
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
  if (isTakenFirst(node, options)) return takenFirstSql(node, from, parameters, options)
  const columns = options.count ? '1' : columnsSql(node, parameters, options)
  const embeds = options.count ? node.embeds.filter((embed) => decidesRows(node, embed)) : node.embeds
  const joins = embeds.map((embed) => joinSql(node, embed, parameters, options.maxRows)).join('')
  const filters = options.isFiltered ? '' : whereSql(node, parameters)
  const conditions = [...(options.conditions ?? []), ...(filters === '' ? [] : [filters])]
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
  const most = options.isOne ? undefined : options.maxRows
  const tail = options.count ? '' : orderSql(node, parameters) + windowSql(node, parameters, most)
  // All rows are counted, whatever they are summed up to.
  const groups = options.count || options.handsUp ? '' : groupSql(node, parameters)
  return `select ${options.wrap?.(columns) ?? columns} from ${from}${joins}${where}${groups}${tail}`
}

/**
 * Whether rows can be taken before what they are joined with is looked up: nothing of that decides which rows there are, how many, or in
 * which order. PostgreSQL itself joins first, so that twenty rows in order out of thousands would have thousands of related ones looked up.
 */
function isTakenFirst(node: ReadNode, options: SelectOptions): boolean {
  const { source, embeds, fields, order, limit, offset } = node
  if (options.count || options.isFiltered || options.isOne || options.handsUp || embeds.length === 0)
    return false
  if ((limit ?? options.maxRows ?? offset) === undefined || isAggregated(node)) return false
  const isPlain = ({ name }: Field) => name === '*' || source.columns?.has(name) === true
  return (
    fields.every(({ field }) => isPlain(field)) &&
    order.every(({ relation, field }) => relation === undefined && isPlain(field)) &&
    embeds.every((embed) => !decidesRows(node, embed) && givesOneRow(embed.relationship))
  )
}

/** Whether a join with it gives no row twice. */
function givesOneRow(relationship: Relationship): boolean {
  return !relationship.computed && (!isToOne(relationship) || isKeyed(relationship))
}

/** Whether a key holds what the cardinality says; through a view, and from a function, there may be more rows than one. */
function isKeyed({ computed, to }: Relationship): boolean {
  return !computed && !to.isView
}

function takenFirstSql(
  node: ReadNode,
  from: string,
  parameters: Parameters,
  { conditions, ...options }: SelectOptions,
): string {
  const { alias, fields, order, embeds } = node
  const joined = embeds.flatMap(({ relationship: { junction, columns } }) => junction?.fromColumns ?? columns)
  const names = [...fields, ...order].map(({ field }) => field.name).concat(joined.map(([column]) => column))
  const columns = names.includes('*')
    ? `${alias}.*`
    : [...new Set(names)].map((name) => `${alias}.${quote(name)}`).join(', ')
  const own = { ...node, fields: [], embeds: [] }
  const rows = selectSql(own, from, parameters, { conditions, maxRows: options.maxRows, wrap: () => columns })
  // The order is said again, since a join need not keep it; PostgreSQL sorts anew only where it does not.
  const taken = { ...node, limit: undefined, offset: undefined }
  return selectSql(taken, `(${rows}) as ${alias}`, parameters, { ...options, isFiltered: true, isOne: true })
}

export interface SelectOptions {
  /** Further conditions, already SQL: how an embedded node hangs on its parent. */
  conditions?: string[]
  /** The rows were filtered before, as those that a write returned. */
  isFiltered?: boolean
  maxRows?: number
  /** A key lets it be one row at most, which no limit need say: one keeps PostgreSQL from joining it as it joins tables. */
  isOne?: boolean
  /** For counting alone: neither columns nor order nor limits, and only the embedded resources that decide on rows. */
  count?: boolean
  /** What would be aggregated is handed to the parent as it is: the rows are the parent's to group. */
  handsUp?: boolean
  /** Puts the list of columns into another one. */
  wrap?: (columns: string) => string
}

/** Whether an embedded resource has a say in which rows of its parent there are. */
function decidesRows(node: ReadNode, embed: EmbedNode): boolean {
  return embed.isInner || node.where.some((logic) => mentions(logic, embed.name))
}

/** Whether a condition asks for the related rows of that name. */
export function mentions(logic: Logic, name: string): boolean {
  return logic.kind === 'tree'
    ? logic.children.some((child) => mentions(child, name))
    : logic.field.name === name
}

function columnsSql(node: ReadNode, parameters: Parameters, options: SelectOptions): string {
  const { handsUp } = options
  const columns = ownFields(node).map((item, i) =>
    handsUp && isSum(item)
      ? `${inputSql(node, item, parameters)} as ${quote(handedUp(node, i))}`
      : selectFieldSql(node, item, parameters),
  )
  const isJsonb = !handsUp && isGrouped(node)
  for (const embed of node.embeds) {
    if (!embed.isHidden) columns.push(...embedColumnsSql(embed, isJsonb, handsUp))
  }
  return columns.join(', ')
}

/** Where rows are grouped, or spread into others, every column of `*` stands for itself. */
function ownFields(node: ReadNode): SelectField[] {
  const { columns } = node.source
  if (!columns || !isAggregated(node)) return node.fields
  return node.fields.flatMap((item) =>
    item.field.name === '*' && !item.aggregate
      ? [...columns.keys()].map((name): SelectField => ({ ...item, field: { name, json: [] } }))
      : [item],
  )
}

/** The name under which a value leaves the subquery that its parent aggregates. */
function handedUp(node: ReadNode, index: number): string {
  return `pgrst_value_${node.alias}_${index}`
}

/** What an aggregate takes, before it does; of rows, that there is one. */
function inputSql(node: ReadNode, item: SelectField, parameters: Parameters): string {
  if (item.field.name === '*') return 'true'
  return valueSql(node, { ...item, aggregate: undefined, aggregateCast: undefined }, parameters)
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
  if (!isGrouped(node)) return ''
  const groups = ownFields(node)
    .filter((item) => !isSum(item))
    .map((item) => valueSql(node, item, parameters))
  for (const embed of node.embeds) {
    if (embed.isHidden) continue
    if (!embed.isSpread) groups.push(`${embed.alias}.pgrst_value::jsonb`)
    else if (!isToOne(embed.relationship)) {
      groups.push(...spreadParts(embed).map(({ name }) => `${embed.alias}.${quote(name)}::jsonb`))
    } else {
      const plain = spreadParts(embed).filter(({ aggregated }) => !aggregated)
      groups.push(...plain.map(({ name }) => `${embed.alias}.${quote(name)}`))
    }
  }
  return groups.length > 0 ? ` group by ${groups.join(', ')}` : ''
}

/** How the joined subquery's result stands among the parent's columns; grouped by, it has to be comparable. */
function embedColumnsSql(embed: EmbedNode, isJsonb: boolean, handsUp?: boolean): string[] {
  const { alias } = embed
  const cast = isJsonb ? '::jsonb' : ''
  if (!embed.isSpread) {
    const value = `${alias}.pgrst_value${cast}`
    return [`${isToOne(embed.relationship) ? value : `coalesce(${value}, '[]')`} as ${quote(embed.name)}`]
  }
  if (!isToOne(embed.relationship)) {
    return spreadParts(embed).map(({ name }) => `${alias}.${quote(name)}${cast} as ${quote(name)}`)
  }
  return spreadParts(embed).map(({ name, aggregated }) => {
    if (!aggregated) return `${alias}.${quote(name)}`
    const value = `${alias}.${quote(aggregated.column)}`
    if (handsUp) return value
    const { aggregate, aggregateCast } = aggregated.item
    const sum = `${aggregate}(${value})`
    return `${aggregateCast === undefined ? sum : `cast(${sum} as ${aggregateCast})`} as ${quote(name)}`
  })
}

/** A column that a spread resource gives its parent: as it is, or to be aggregated from what leaves it under another name. */
interface SpreadPart {
  name: string
  aggregated?: { column: string; item: SelectField }
}

function spreadParts({ node, relationship }: EmbedNode): SpreadPart[] {
  const parts = ownFields(node).flatMap((item, i): SpreadPart[] => {
    const name = item.alias ?? item.aggregate ?? lastKey(item)
    if (isSum(item)) return [{ name, aggregated: { column: handedUp(node, i), item } }]
    if (item.aggregate || item.field.name !== '*') return [{ name }]
    return [...relationship.to.columns.keys()].map((column) => ({ name: column }))
  })
  for (const child of node.embeds) {
    if (child.isSpread) parts.push(...spreadParts(child))
    else if (!child.isHidden) parts.push({ name: child.name })
  }
  return parts
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
  const { from, conditions } = wayTo(parent, node.alias, relationship)
  const orders = parent.order.flatMap((term, i) =>
    term.relation === embed.name
      ? [`, ${fieldSql(node.source, node.alias, term.field, parameters)} as pgrst_order${i}`]
      : [],
  )
  const extra = ['true as pgrst_found', ...orders].join('')
  const wrap = (columns: string) =>
    embed.isSpread
      ? [columns, extra].filter((part) => part !== '').join(', ')
      : `(select row_to_json(r.*) from (select ${columns}) as r) as pgrst_value, ${extra}`
  const handsUp = handsUpAggregates(embed)
  const isOne = isKeyed(relationship)
  if (embed.isSpread || !isAggregated(node)) {
    return selectSql(node, from, parameters, { conditions, wrap, maxRows, isOne, handsUp })
  }
  const rows = selectSql(node, from, parameters, { conditions, maxRows, isOne })
  return `select row_to_json(r.*) as pgrst_value, true as pgrst_found from (${rows}) as r`
}

function manyRows(parent: ReadNode, embed: EmbedNode, parameters: Parameters, maxRows?: number): string {
  const { from, conditions } = wayTo(parent, embed.node.alias, embed.relationship)
  const rows = selectSql(embed.node, from, parameters, { conditions, maxRows })
  const found = 'nullif(count(*), 0) as pgrst_found'
  if (!embed.isSpread) {
    return `select json_agg(${withinSql(parameters)}) as pgrst_value, ${found} from ${sizedRowsSql(rows)}`
  }
  const values = spreadParts(embed).map(
    ({ name }) => `coalesce(json_agg(r.j->${literal(name)}), '[]') as ${quote(name)}`,
  )
  const within = `(select ${withinSql(parameters)} as j from ${sizedRowsSql(rows)} offset 0) as r`
  return `select ${[...values, found].join(', ')} from ${within}`
}

function wayTo(
  { alias: parent, source }: ReadNode,
  child: string,
  way: Relationship,
): { from: string; conditions: string[] } {
  const { junction, computed } = way
  if (computed) {
    const rows = `${quote(computed.schema)}.${quote(computed.name)}(${rowSql(source, parent)}) as ${child}`
    return { from: rows, conditions: [] }
  }
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
  if (isAggregated(node) && isSpreadColumn(embed, term.field))
    return `${embed.alias}.${quote(term.field.name)}`
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

const BINARY: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const TEXT_QUERY: Partial<Record<Operator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const IS: Readonly<Record<string, string>> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
}

/** A column of `source` as an expression; a computed one is its function, called on the row. */
export function columnSql(source: Source, alias: string, name: string): string {
  if (source.columns && !source.columns.has(name)) {
    const computed = source.computed?.get(name)
    if (!computed) throw unknownColumn(source.name, name)
    return `${quote(computed.schema)}.${quote(computed.name)}(${rowSql(source, alias)})`
  }
  return `${alias}.${quote(name)}`
}

/** The column that holds the whole row in what a write returned. */
export const WRITTEN_ROW = 'pgrst_row'

/**
 * A row as the value that a function of it takes; what stands in a common table expression has lost its type.
 * Source: PostgreSQL documentation, "Composite Type Usage" and "Type Casts".
 */
function rowSql({ relation, isWritten }: Source, alias: string): string {
  if (isWritten) return `${alias}.${WRITTEN_ROW}`
  return relation ? `${alias}::${relationSql(relation)}` : `${alias}.*`
}

export function unknownColumn(relation: string, column: string): ApiError {
  return new ApiError(400, '42703', `column ${relation}.${column} does not exist`)
}

/** A column, or what lies at a path inside it; path keys are parameters. */
export function fieldSql(source: Source, alias: string, field: Field, parameters: Parameters): string {
  const column = columnSql(source, alias, field.name)
  if (field.json.length === 0) return column
  const type = source.columns?.get(field.name)?.type
  const document = type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`
  return `(${document}${field.json.map((step) => stepSql(step, parameters)).join('')})`
}

function stepSql(step: JsonStep, parameters: Parameters): string {
  return `${step.operator}${parameters.addStep(step.key)}::${step.isIndex ? 'int' : 'text'}`
}

/** All of `logic` joined by and, or an empty text. */
export function whereSql(node: ReadNode, parameters: Parameters): string {
  return node.where.map((logic) => logicSql(node, logic, parameters)).join(' and ')
}

/** One condition, or an `and`/`or` of several in parentheses; values become parameters. */
export function logicSql(node: ReadNode, logic: Logic, parameters: Parameters): string {
  if (logic.kind === 'condition') return conditionSql(node, logic, parameters)
  const children = logic.children.map((child) => logicSql(node, child, parameters))
  return `${logic.negated ? 'not ' : ''}(${children.join(` ${logic.operator} `)})`
}

function conditionSql(node: ReadNode, condition: Condition, parameters: Parameters): string {
  const embedded = embedCondition(node, condition)
  const sql = embedded ?? comparisonSql(node, condition, parameters)
  return condition.negated ? `not ${sql}` : sql
}

/** `relation=is.null` keeps the rows without a related one, `relation=not.is.null` those with. */
function embedCondition(node: ReadNode, condition: Condition): string | undefined {
  const { field, operator, value } = condition
  if (field.json.length > 0) return undefined
  const embed = embedNamed(node, field.name)
  if (!embed) return undefined
  const wanted = String(value).toLowerCase()
  // Of a column by which something is embedded, `is.null` alone asks for what is embedded, as there.
  if (node.source.columns?.has(field.name) && (operator !== 'is' || wanted !== 'null')) return undefined
  if (operator !== 'is' || (wanted !== 'null' && wanted !== 'not_null')) {
    throw new ApiError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  return `(${embed.alias}.pgrst_found is ${wanted === 'null' ? '' : 'not '}null)`
}

function comparisonSql(node: ReadNode, condition: Condition, parameters: Parameters): string {
  const { operator, value, quantifier, language } = condition
  const left = fieldSql(node.source, node.alias, condition.field, parameters)
  if (operator === 'in') return `(${left} = any(${parameters.add(arrayLiteral(value as string[]))}))`
  const text = value as string
  if (operator === 'is') return `(${left} ${IS[text.toLowerCase()]})`
  const textQuery = TEXT_QUERY[operator]
  if (textQuery) return textSearchSql(node.source, condition, left, textQuery, language, parameters)
  const symbol = BINARY[operator]
  if (!symbol) throw malformed(`unknown operator ${operator}`)
  const isPattern = operator === 'like' || operator === 'ilike'
  const right = parameters.add(isPattern ? text.replaceAll('*', '%') : text)
  return quantifier ? `(${left} ${symbol} ${quantifier}(${right}))` : `(${left} ${symbol} ${right})`
}

function textSearchSql(
  source: Source,
  condition: Condition,
  left: string,
  query: string,
  language: string | undefined,
  parameters: Parameters,
): string {
  const configuration = language === undefined ? '' : `${parameters.add(language)}::text::regconfig, `
  const type = condition.field.json.length > 0 ? 'jsonb' : source.columns?.get(condition.field.name)?.type
  const vector = type === 'tsvector' || type === undefined ? left : `to_tsvector(${configuration}${left})`
  return `(${vector} @@ ${query}(${configuration}${parameters.add(condition.value as string)}))`
}
