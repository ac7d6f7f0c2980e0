import { malformed } from './errors.ts'

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
  /** It is `count` without parentheses. */
  isBare?: boolean
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

const NAME_CHARACTER = /[\p{L}\p{M}\p{N}_ $]/u

/** Reads one parameter of the query string from left to right; every complaint names the column. */
export class Scanner {
  position = 0

  /**
   * @param text what to read
   * @param what said in complaints: `failed to parse <what>`
   */
  constructor(
    readonly text: string,
    private readonly what: string,
  ) {}

  get done(): boolean {
    return this.position >= this.text.length
  }

  get rest(): string {
    return this.text.slice(this.position)
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.position)
  }

  /** Consumes `expected` if it comes next. */
  take(expected: string): boolean {
    if (!this.peek(expected)) return false
    this.position += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`expecting "${expected}"`)
  }

  /** Takes what `pattern` (sticky) matches here. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.position += found.length
    return found
  }

  fail(details: string): never {
    const unexpected = this.done ? 'unexpected end of input' : `unexpected "${this.text[this.position]}"`
    throw malformed(
      `"failed to parse ${this.what} (${shortened(this.text)})" (line 1, column ${this.position + 1})`,
      `${unexpected} ${details}`,
    )
  }

  end(): void {
    if (!this.done) this.fail('expecting end of input')
  }

  spaces(): void {
    while (this.peek(' ')) this.position++
  }

  /** A name: quoted, `*`, or letters, digits, `_`, `$`, inner spaces and dashes (unless a JSON arrow begins). */
  name(): string {
    if (this.peek('"')) return this.quoted()
    if (this.take('*')) return '*'
    const start = this.position
    for (;;) {
      const character = this.text[this.position]
      if (character === undefined) break
      if (character === '-' ? this.peek('->') : !isNameCharacter(character, this.text, this.position)) break
      this.position += character >= '\ud800' && character <= '\udbff' ? 2 : 1
    }
    const name = this.text.slice(start, this.position).trim()
    if (name === '') this.fail('expecting field name (* or [a..z0..9_$])')
    return name
  }

  /** A text in double quotes; a backslash takes the next character as it is. */
  quoted(): string {
    this.expect('"')
    let value = ''
    for (;;) {
      const character = this.text[this.position]
      if (character === undefined) this.fail('expecting closing quote')
      this.position++
      if (character === '"') return value
      if (character === '\\' && !this.done) value += this.text[this.position++]
      else value += character
    }
  }

  field(): Field {
    return { name: this.name(), json: this.jsonPath() }
  }

  jsonPath(): JsonStep[] {
    const steps: JsonStep[] = []
    while (this.peek('->')) {
      if (steps.length >= 32) this.fail('at most 32 steps into a JSON document')
      const operator = this.take('->>') ? '->>' : '->'
      if (operator === '->') this.expect('->')
      const index = this.match(/-?\d+(?=->|::|\.|,|\)|$)/y)
      if (index !== undefined) steps.push({ operator, key: this.smallInteger(index), isIndex: true })
      else steps.push({ operator, key: this.jsonKey(), isIndex: false })
    }
    return steps
  }

  private smallInteger(digits: string): string {
    if (digits.length > 9) this.fail('the index is out of range')
    return digits
  }

  private jsonKey(): string {
    if (this.peek('"')) return this.quoted()
    return this.match(/(?:(?!->|::)[^(),.:"])+/y) ?? this.fail('expecting a JSON key')
  }
}

function isNameCharacter(character: string, text: string, position: number): boolean {
  const code = character.charCodeAt(0)
  if (code < 128) {
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 48 && code <= 57) ||
      code === 95 ||
      code === 32 ||
      code === 36
    )
  }
  return NAME_CHARACTER.test(String.fromCodePoint(text.codePointAt(position)!))
}

/** Error messages quote the input, but cut it off. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
