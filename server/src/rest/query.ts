/** What a request asks, parsed and not yet compared with the schema. Every name in here is still untrusted. */
export interface Query {
  select: SelectItem[]
  filters: Scoped<Logic>[]
  order: Scoped<OrderTerm[]>[]
  limits: Scoped<number>[]
  offsets: Scoped<number>[]
  /** Columns that a write takes from its body, when given. */
  columns?: string[]
  onConflict?: string[]
  /** Parameters that are neither filters nor reserved: arguments of a function called by GET. */
  args: [name: string, value: string][]
}

/** Something said of an embedded resource; the path is empty for the resource of the URL itself. */
export interface Scoped<T> {
  path: string[]
  value: T
}

export interface JsonStep {
  operator: '->' | '->>'
  key: string
  isIndex: boolean
}

/** A column, or a place inside a JSON column. */
export interface Field {
  name: string
  json: JsonStep[]
}

export type SelectItem = SelectField | SelectEmbed

export interface SelectField {
  kind: 'field'
  field: Field
  alias?: string
  cast?: string
  aggregate?: Aggregate
  aggregateCast?: string
}

export type Aggregate = 'avg' | 'count' | 'max' | 'min' | 'sum'

export interface SelectEmbed {
  kind: 'embed'
  relation: string
  alias?: string
  /** Foreign key constraint, column or join table that says which relationship is meant. */
  hint?: string
  join?: 'inner' | 'left'
  /** `...relation(a, b)`: the columns stand among the parent's. */
  spread: boolean
  items: SelectItem[]
}

export type Logic = LogicTree | Condition

export interface LogicTree {
  kind: 'tree'
  operator: 'and' | 'or'
  negated: boolean
  children: Logic[]
}

export interface Condition {
  kind: 'condition'
  field: Field
  negated: boolean
  operator: Operator
  quantifier?: 'any' | 'all'
  /** A list for `in` alone. */
  value: string | string[]
  /** Text search configuration: `fts(spanish)`. */
  language?: string
}

export type Operator = (typeof OPERATORS)[number]

export const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'isdistinct',
  'in',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'fts',
  'plfts',
  'phfts',
  'wfts',
] as const

export interface OrderTerm {
  field: Field
  /** Name of an embedded to-one resource whose column is meant: `order=relation(column)`. */
  relation?: string
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}
