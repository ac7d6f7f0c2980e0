import type pg from 'pg'

/*
 * Random requests over the world of `model.sql`, each with SQL that a person would write for the same meaning. What there is (tables, keys,
 * ways between them, computed columns) is said here by hand: it shares nothing with the catalogue that the API reads.
 */

/** A request, and the rows that it must give. */
export interface Question {
  method: 'GET' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string
  /** Its rows, in their order. */
  sql: string
  /** How many there are in all, where the request asks that. */
  countSql?: string
}

type Random = () => number

/** How to come from one table to another: `$p` is the row one comes from, `$c` the one that is found. */
interface Way {
  /** As the request names it, with its hint. */
  words: string
  /** What it is called in the answer. */
  name: string
  to: string
  isOne: boolean
  on: string
}

interface Table {
  /** What it reads in SQL, where it is not a table of that name. */
  from?: string
  key: string[]
  columns: Record<string, 'int' | 'text' | 'date' | 'bool' | 'numeric'>
  /** Functions of a row, as SQL of `$p`. */
  computed?: Record<string, string>
  /** What lies inside documents: how a request names it; it is called as its last step. */
  paths?: Record<string, string>
  ways: Way[]
  /** Nothing hangs on its rows. */
  isLeaf?: boolean
}

const way = (words: string, to: string, kind: 'one' | 'many', on: string): Way => {
  return { words, name: words.replace(/!.*/, ''), to, isOne: kind === 'one', on }
}
const across = (from: string, to: string) =>
  `exists (select from roles j where j.${from}_id = $p.id and j.${to}_id = $c.id)`

const FILMS: Table = {
  key: ['id'],
  columns: { id: 'int', director_id: 'int', title: 'text', year: 'int', rating: 'numeric', language: 'text' },
  ways: [
    way('directors', 'directors', 'one', '$c.id = $p.director_id'),
    way('directors_view', 'directors_view', 'one', '$c.id = $p.director_id'),
    way('actors', 'actors', 'many', across('film', 'actor')),
    way('technical_specs', 'technical_specs', 'one', '$c.film_id = $p.id'),
    way('roles', 'roles', 'many', '$c.film_id = $p.id'),
  ],
}

const TABLES: Record<string, Table> = {
  films: {
    ...FILMS,
    ways: [
      ...FILMS.ways,
      way('director_id', 'directors', 'one', '$c.id = $p.director_id'),
      way('films_director_id_fkey', 'directors', 'one', '$c.id = $p.director_id'),
      way('premieres', 'premieres', 'many', '$c.film_id = $p.id'),
    ],
  },
  films_view: FILMS,
  directors: {
    key: ['id'],
    columns: { id: 'int', first_name: 'text', last_name: 'text' },
    ways: [
      way('films', 'films', 'many', '$c.director_id = $p.id'),
      way('films_view', 'films_view', 'many', '$c.director_id = $p.id'),
    ],
  },
  directors_view: {
    key: ['id'],
    columns: { id: 'int', first_name: 'text', last_name: 'text' },
    ways: [way('films', 'films', 'many', '$c.director_id = $p.id')],
  },
  actors: {
    key: ['id'],
    columns: { id: 'int', first_name: 'text', last_name: 'text' },
    ways: [
      way('films', 'films', 'many', across('actor', 'film').replace('$p', '$p')),
      way('roles', 'roles', 'many', '$c.actor_id = $p.id'),
    ],
  },
  roles: {
    key: ['film_id', 'actor_id'],
    columns: { film_id: 'int', actor_id: 'int', character: 'text' },
    ways: [
      way('films', 'films', 'one', '$c.id = $p.film_id'),
      way('actors', 'actors', 'one', '$c.id = $p.actor_id'),
    ],
    isLeaf: true,
  },
  technical_specs: {
    key: ['film_id'],
    columns: { film_id: 'int', camera: 'text' },
    ways: [way('films', 'films', 'one', '$c.id = $p.film_id')],
    isLeaf: true,
  },
  premieres: {
    key: ['id'],
    columns: { id: 'int', location: 'text', date: 'date', film_id: 'int' },
    ways: [way('film', 'films', 'one', '$c.id = $p.film_id')],
    isLeaf: true,
  },
  employees: {
    key: ['id'],
    columns: { id: 'int', name: 'text', boss: 'int', salary: 'int' },
    ways: [
      way('employees', 'employees', 'many', '$c.boss = $p.id'),
      way('employees!boss', 'employees', 'many', '$c.boss = $p.id'),
      way('boss', 'employees', 'one', '$c.id = $p.boss'),
    ],
  },
  addresses: {
    key: ['id'],
    columns: { id: 'int', name: 'text' },
    ways: [
      way('orders!billing', 'orders', 'many', '$c.billing_address_id = $p.id'),
      way('orders!shipping_address_id', 'orders', 'many', '$c.shipping_address_id = $p.id'),
    ],
  },
  orders: {
    key: ['id'],
    columns: {
      id: 'int',
      name: 'text',
      billing_address_id: 'int',
      shipping_address_id: 'int',
      amount: 'int',
    },
    ways: [
      way('addresses!billing', 'addresses', 'one', '$c.id = $p.billing_address_id'),
      way('addresses!shipping', 'addresses', 'one', '$c.id = $p.shipping_address_id'),
      way('shipping_address_id', 'addresses', 'one', '$c.id = $p.shipping_address_id'),
    ],
    isLeaf: true,
  },
  shelves: {
    key: ['room', 'place'],
    columns: { room: 'int', place: 'int', label: 'text' },
    ways: [way('boxes', 'boxes', 'many', '$c.room = $p.room and $c.place = $p.place')],
  },
  boxes: {
    key: ['id'],
    columns: { id: 'int', room: 'int', place: 'int', weight: 'int' },
    ways: [way('shelves', 'shelves', 'one', '$c.room = $p.room and $c.place = $p.place')],
  },
  readings: {
    key: ['id', 'day'],
    columns: { id: 'int', day: 'date', value: 'int' },
    ways: [way('notes', 'notes', 'many', '$c.reading_id = $p.id and $c.reading_day = $p.day')],
  },
  notes: {
    key: ['id'],
    columns: { id: 'int', reading_id: 'int', reading_day: 'date', texto: 'text' },
    ways: [way('readings', 'readings', 'one', '$c.id = $p.reading_id and $c.day = $p.reading_day')],
    isLeaf: true,
  },
  people: {
    key: ['id'],
    columns: { id: 'int', full_name: 'text', age: 'int', active: 'bool', born: 'date' },
    computed: {
      initial: 'left($p.full_name, 1)',
      is_adult: '$p.age >= 18',
      city: `($p.data ->> 'city')`,
      x: `($p.data -> 'deep' -> 'x' ->> 0)`,
    },
    paths: { city: 'data->>city', x: 'data->deep->x->>0' },
    ways: [],
    isLeaf: true,
  },
  'rpc/best_films': { ...FILMS, from: '(select * from films where rating > 8)' },
}

/** Rows beside those of `model.sql`, so that few answers are empty. */
export async function plantRows(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into directors select n, 'D' || n % 5, 'L' || n % 7 from generate_series(101, 112) n;
    insert into films select n, case when n % 6 > 0 then 101 + n % 12 end, 'T' || n % 9, 1950 + n % 70,
      case when n % 5 > 0 then n % 100 / 10.0 end, (array['es', 'fr', null, 'qu'])[1 + n % 4] from generate_series(101, 140) n;
    insert into technical_specs select n, '01:00', 'C' || n % 3 from generate_series(101, 140, 3) n;
    insert into actors select n, 'A' || n % 4, 'B' || n % 6 from generate_series(101, 115) n;
    insert into roles select 101 + n % 40, 101 + n % 15, 'R' || n % 8 from generate_series(1, 90) n on conflict do nothing;
    insert into premieres select n, 'P' || n % 6, date '2020-01-01' + n % 9, 101 + n % 50 from generate_series(101, 150) n;
    insert into employees select n, 'E' || n % 6, case when n % 4 > 0 and n > 104 then n - 1 - n % 3 end, n % 9 * 10 from generate_series(101, 130) n;
    insert into addresses select n, 'S' || n % 4 from generate_series(101, 110) n;
    insert into orders select n, 'O' || n % 5, 101 + n % 10, case when n % 3 > 0 then 101 + n % 7 end, n % 8 * 5 from generate_series(101, 140) n;
    insert into shelves select n / 4, n % 4, 'H' || n % 3 from generate_series(40, 60) n;
    insert into boxes select n, case when n % 5 > 0 then (40 + n % 20) / 4 end, case when n % 5 > 0 then (40 + n % 20) % 4 end, n % 6
      from generate_series(101, 140) n;
    insert into readings select n, date '2025-11-20' + n, n % 7 from generate_series(101, 140) n;
    insert into notes select n, 100 + n % 30 + 1, date '2025-11-20' + 100 + n % 30 + 1, 'N' || n % 4 from generate_series(101, 140) n;
    insert into people (id, full_name, age, active, born, data)
      select n, 'G' || n % 7, n % 50, (array[true, false, null])[1 + n % 3], date '1990-01-01' + n % 11,
        case when n % 4 > 0 then jsonb_build_object('city', 'C' || n % 5, 'deep', jsonb_build_object('x', jsonb_build_array(n % 3))) end
      from generate_series(101, 140) n;`)
}

/** Some values of each column, most of which occur. */
export type Values = Record<string, string[]>

export async function readValues(owner: pg.Client): Promise<Values> {
  const values: Values = {}
  for (const [name, { columns, from = name }] of Object.entries(TABLES)) {
    for (const column of Object.keys(columns)) {
      const { rows } = await owner.query(
        `select distinct t.${column}::text as value from ${from} t where t.${column} is not null order by 1 limit 12`,
      )
      values[`${name}.${column}`] = rows.map((row) => row.value)
    }
  }
  return values
}

/** Numbers that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Said {
  words: string
  sql: string
}

/** One resource of a request: its words, and its SQL as a function of the rows that it hangs on. */
interface Node {
  select: string
  /** Parameters of its own and of what is below it, each below `path`. */
  parameters: [name: string, value: string][]
  columns: string[]
  conditions: string[]
  order: string
  page: string
}

const OPERATORS: [string, string][] = [
  ['eq', '='],
  ['neq', '<>'],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['isdistinct', 'is distinct from'],
]

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`

/** Makes questions, one after the other, from one row of random numbers. */
export class Questions {
  private aliases = 0

  constructor(
    private readonly random: Random,
    private readonly values: Values,
  ) {}

  next(): Question {
    const name = this.pick(Object.keys(TABLES))
    const kind = this.random()
    if (kind < 0.12) return this.aggregate(name)
    if (kind < 0.22 && TABLES[name]!.isLeaf) return this.write(name)
    return this.read(name)
  }

  private read(name: string): Question {
    const node = this.node(name, 't', [], 0, true)
    // Behind the last row a count is refused, as its own cases show.
    const counts = !node.page.includes('offset') && this.random() < 0.3
    const from = `${TABLES[name]!.from ?? name} t${whereOf(node.conditions)}`
    return {
      method: 'GET',
      url: urlOf(name, [['select', node.select], ...node.parameters]),
      headers: counts ? { prefer: 'count=exact' } : {},
      sql: `select ${node.columns.join(', ')} from ${from} order by ${node.order}${node.page}`,
      ...(counts ? { countSql: `select count(*) from ${from}` } : {}),
    }
  }

  /** What is changed or deleted is told by the rows that come back; all of it is undone. */
  private write(name: string): Question {
    const table = TABLES[name]!
    const filters = [this.condition(name, 't'), this.condition(name, 't')]
    const [column] = Object.entries(table.columns).find(
      ([column, type]) => type === 'text' && !table.key.includes(column),
    )!
    const isDelete = this.random() < 0.5
    const key = table.key.join(',')
    const shown = isDelete ? key : `${key},${column}`
    const columns = table.key.map((it) => `t.${it}`)
    return {
      method: isDelete ? 'DELETE' : 'PATCH',
      url: urlOf(name, [
        ['select', shown],
        ['order', key],
        ...filters.map(({ words }): [string, string] => ['and', `(${words})`]),
      ]),
      headers: { prefer: 'tx=rollback,return=representation' },
      ...(isDelete ? {} : { body: JSON.stringify({ [column]: 'written' }) }),
      sql: `select ${[...columns, ...(isDelete ? [] : [`'written' as ${column}`])].join(', ')} from ${name} t${whereOf(filters.map(({ sql }) => sql))} order by ${columns.join(', ')}`,
    }
  }

  /** Sums over a table, beside or over columns of what is spread into it. */
  private aggregate(name: string): Question {
    const table = TABLES[name]!
    const select: string[] = []
    const columns: string[] = []
    const groups: string[] = []
    const group = this.pick([...Object.keys(table.columns), ...Object.keys(table.computed ?? {})])
    if (this.random() < 0.7) {
      select.push(table.paths?.[group] ?? group)
      columns.push(`${this.columnOf(table, group, 't')} as ${group}`)
      groups.push(this.columnOf(table, group, 't'))
    }
    const numeric = Object.entries(table.columns).filter(([, type]) => type === 'int' || type === 'numeric')
    if (this.random() < 0.6) {
      const [column] = this.pick(numeric)
      const sum = this.pick(['sum', 'max', 'min', 'count'])
      select.push(`own:${column}.${sum}()`)
      columns.push(`${sum}(t.${column}) as own`)
    } else {
      select.push('n:count()')
      columns.push('count(*) as n')
    }
    const spread = table.ways.filter(({ isOne }) => isOne)
    let join = ''
    if (spread.length > 0 && this.random() < 0.7) {
      const chosen = this.pick(spread)
      const [column] = this.pick(
        Object.entries(TABLES[chosen.to]!.columns).filter(([, type]) => type === 'int'),
      )
      const sum = this.pick(['max', 'min', 'count', 'sum'])
      const other = this.pick(Object.keys(TABLES[chosen.to]!.columns))
      const grouped = this.random() < 0.4
      select.push(`...${chosen.words}(${grouped ? `g:${other},` : ''}s:${column}.${sum}())`)
      if (grouped) {
        columns.push(`c.${other} as g`)
        groups.push(`c.${other}`)
      }
      columns.push(`${sum}(c.${column}) as s`)
      join = ` left join ${TABLES[chosen.to]!.from ?? chosen.to} c on ${told(chosen.on, 't', 'c')}`
    }
    const filter = this.condition(name, 't')
    const grouping = groups.length > 0 ? ` group by ${groups.join(', ')}` : ''
    return {
      method: 'GET',
      url: urlOf(name, [
        ['select', select.join(',')],
        ['and', `(${filter.words})`],
      ]),
      headers: {},
      sql: `select ${columns.join(', ')} from ${table.from ?? name} t${join} where ${filter.sql}${grouping}`,
    }
  }

  private node(name: string, alias: string, path: string[], depth: number, isRoot = false): Node {
    const table = TABLES[name]!
    const all = [...Object.keys(table.columns), ...Object.keys(table.computed ?? {})]
    const shown = [...new Set([...table.key, ...this.some(all, 3)])]
    const wordsOf = (column: string) => table.paths?.[column] ?? column
    const select = shown.map(wordsOf)
    const columns = shown.map((column) => `${this.columnOf(table, column, alias)} as ${column}`)
    const parameters: [string, string][] = []
    const conditions: string[] = []
    const under = (word: string) => [...path, word].join('.')
    for (let i = this.some([1, 2], 2).length; i > 0; i--) {
      const filter = this.filter(name, alias)
      parameters.push([under(filter.name), filter.words])
      conditions.push(filter.sql)
    }
    if (this.random() < 0.35) {
      const tree = this.tree(name, alias, 2)
      parameters.push([under(tree.name), tree.words])
      conditions.push(tree.sql)
    }
    const used = new Set<string>()
    for (let i = 0; depth < 2 && i < 2; i++) {
      if (table.ways.length === 0 || this.random() < 0.45) continue
      const chosen = this.pick(table.ways)
      const called =
        this.random() < 0.5 || used.has(chosen.name) || all.includes(chosen.name)
          ? `x${this.aliases++}`
          : chosen.name
      // What is spread goes by the resource's own name, which may then be nobody else's.
      const maySpread = !used.has(chosen.name)
      used.add(called).add(chosen.name)
      this.embed({ chosen, called, maySpread, alias, path, depth, select, columns, parameters, conditions })
    }
    const first = this.pick(all)
    const direction = this.pick(['asc', 'desc'])
    const nulls = this.pick(['first', 'last'])
    parameters.push([
      under('order'),
      [`${wordsOf(first)}.${direction}.nulls${nulls}`, ...table.key].join(','),
    ])
    const key = table.key.map((column) => `${alias}.${column}`)
    const order = [`${this.columnOf(table, first, alias)} ${direction} nulls ${nulls}`, ...key].join(', ')
    const limit = this.pick(isRoot ? [1, 3, 10, 50, 50] : [undefined, undefined, 1, 2])
    const offset = this.random() < 0.2 ? this.pick([1, 2]) : undefined
    if (limit !== undefined) parameters.push([under('limit'), String(limit)])
    if (offset !== undefined) parameters.push([under('offset'), String(offset)])
    const page = `${limit === undefined ? '' : ` limit ${limit}`}${offset === undefined ? '' : ` offset ${offset}`}`
    return { select: select.join(','), parameters, columns, conditions, order, page }
  }

  private embed(to: {
    chosen: Way
    called: string
    maySpread: boolean
    alias: string
    path: string[]
    depth: number
    select: string[]
    columns: string[]
    parameters: [string, string][]
    conditions: string[]
  }): void {
    const { chosen, called, maySpread, alias, path, depth, select, columns, parameters, conditions } = to
    const child = `c${this.aliases++}`
    const node = this.node(chosen.to, child, [...path, called], depth + 1)
    const kind = this.random()
    // Pages of what decides on rows of its parent, or of one row, would be asked for by nobody.
    const isPlain = kind >= 0.35 && !chosen.isOne
    const own = isPlain ? node.parameters : node.parameters.filter(([name]) => !isPage(name, path, called))
    const page = isPlain ? node.page : ''
    const table = TABLES[chosen.to]!
    const where = whereOf([told(chosen.on, alias, child), ...node.conditions])
    const from = `from ${table.from ?? chosen.to} ${child}${where}`
    const found = `select ${node.columns.join(', ')} ${from} order by ${node.order}${page}`
    parameters.push(...own)
    const words = `${called === chosen.name ? '' : `${called}:`}${chosen.words}`
    if (kind < 0.1 && !chosen.isOne && maySpread) {
      // As lists, in an order that is its own.
      const column = this.pick(Object.keys(table.columns))
      const name = `y${this.aliases++}`
      parameters.splice(parameters.length - own.length, own.length)
      parameters.push([[...path, chosen.name, 'order'].join('.'), table.key.join(',')])
      select.push(`...${chosen.words}(${name}:${column})`)
      const sorted = table.key.map((key) => `c.${key}`).join(', ')
      columns.push(
        `(select coalesce(json_agg(c.${column} order by ${sorted}), '[]') from ${table.from ?? chosen.to} c where ${told(chosen.on, alias, 'c')}) as ${name}`,
      )
      return
    }
    if (kind < 0.1 && chosen.isOne && maySpread) {
      // Its columns among those of the parent, under names of their own.
      const column = this.pick(Object.keys(table.columns))
      const name = `y${this.aliases++}`
      parameters.splice(parameters.length - own.length, own.length)
      select.push(`...${chosen.words}(${name}:${column})`)
      columns.push(
        `(select c.${column} from ${table.from ?? chosen.to} c where ${told(chosen.on, alias, 'c')}) as ${name}`,
      )
      return
    }
    if (kind < 0.25) {
      select.push(`${words}!inner(${node.select})`)
      conditions.push(`exists (select ${from})`)
    } else if (kind < 0.35) {
      const isNull = this.random() < 0.5
      select.push(`${words}(${node.select})`)
      parameters.push([[...path, called].join('.'), isNull ? 'is.null' : 'not.is.null'])
      conditions.push(`${isNull ? 'not ' : ''}exists (select ${from})`)
    } else select.push(`${words}(${node.select})`)
    columns.push(
      chosen.isOne
        ? `(select to_json(q) from (${found}) q) as ${called}`
        : `(select coalesce(json_agg(q), '[]') from (${found}) q) as ${called}`,
    )
  }

  private filter(table: string, alias: string): Said & { name: string } {
    const { words, sql } = this.condition(table, alias)
    const [, name = '', condition = ''] = /^([^.]+)\.(.*)$/s.exec(words) ?? []
    // Outside of a tree a value needs no quotes, except within a list.
    return { name, words: condition.includes('in.(') ? condition : unquoted(condition), sql }
  }

  private tree(table: string, alias: string, depth: number): Said & { name: string } {
    const operator = this.pick(['and', 'or'])
    const isNegated = this.random() < 0.25
    const children = [0, 1].map(() => {
      if (depth === 0 || this.random() < 0.6) return this.condition(table, alias)
      const { name, words, sql } = this.tree(table, alias, depth - 1)
      return { words: `${name}${words}`, sql }
    })
    return {
      name: `${isNegated ? 'not.' : ''}${operator}`,
      words: `(${children.map(({ words }) => words).join(',')})`,
      sql: `${isNegated ? 'not ' : ''}(${children.map(({ sql }) => sql).join(` ${operator} `)})`,
    }
  }

  private condition(tableName: string, alias: string): Said {
    const table = TABLES[tableName]!
    const name = this.pick([...Object.keys(table.columns), ...Object.keys(table.computed ?? {})])
    const column = this.columnOf(table, name, alias)
    const type = table.columns[name] ?? (name === 'is_adult' ? 'bool' : 'text')
    const not = this.random() < 0.25
    const said = (words: string, sql: string) => {
      return {
        words: `${table.paths?.[name] ?? name}.${not ? 'not.' : ''}${words}`,
        sql: not ? `not (${sql})` : `(${sql})`,
      }
    }
    if (this.random() < 0.15) return said('is.null', `${column} is null`)
    if (type === 'bool') {
      const value = this.pick(['true', 'false', 'unknown'])
      return said(`is.${value}`, `${column} is ${value}`)
    }
    const known = this.values[`${tableName}.${name}`] ?? ['A', 'G', 'C1', 'C2', '1']
    const value = known.length > 0 ? this.pick(known) : type === 'date' ? '2025-11-30' : '1'
    if (this.random() < 0.2) {
      const list = [value, known.length > 0 ? this.pick(known) : value]
      return said(`in.(${list.map(quoted).join(',')})`, `${column} in (${list.map(literal).join(', ')})`)
    }
    if (type === 'text' && this.random() < 0.3) {
      const letters = value.slice(0, 2)
      return said(`like.${quoted(`${letters}*`)}`, `${column} like ${literal(`${letters}%`)}`)
    }
    const [word, symbol] = this.pick(OPERATORS)
    return said(`${word}.${quoted(value)}`, `${column} ${symbol} ${literal(value)}`)
  }

  private columnOf({ computed }: Table, column: string, alias: string): string {
    const sql = computed?.[column]
    return sql === undefined ? `${alias}.${column}` : `(${sql.replaceAll('$p', alias)})`
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!
  }

  private some<T>(list: readonly T[], most: number): T[] {
    return Array.from({ length: Math.floor(this.random() * (most + 1)) }, () => this.pick(list))
  }
}

function told(on: string, parent: string, child: string): string {
  return on.replaceAll('$p', parent).replaceAll('$c', child)
}

function isPage(name: string, path: readonly string[], called: string): boolean {
  const own = [...path, called].join('.')
  return name === `${own}.limit` || name === `${own}.offset`
}

function unquoted(condition: string): string {
  return condition.replace(
    /^((?:not\.)?[a-z]+\.)"(.*)"$/s,
    (_, start, value) => `${start}${value.replace(/\\(.)/gs, '$1')}`,
  )
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0
    ? ` where ${conditions.map((condition) => `(${condition})`).join(' and ')}`
    : ''
}

function urlOf(table: string, parameters: readonly [string, string][]): string {
  const words = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/rest/v1/${table}?${words.join('&')}`
}
