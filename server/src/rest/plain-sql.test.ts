import { afterAll, beforeAll, expect, it } from 'vitest'
import { ANA, BEA, CARLA, type Harness, startHarness } from '../../testing/rest.ts'
import type { Identity } from '../db/database.ts'

/** How many questions are asked; each as each person. */
const QUESTIONS = 150

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ schema: 'amparo' })
})
afterAll(() => harness?.close())

interface Table {
  name: string
  /** With some of the values that stand there. */
  columns: { name: string; type: string; values: string[] }[]
  /** Tables and views that it points to, and those that point to it. */
  ways: { constraint: string; to: string; from: string; column: string; target: string; many: boolean }[]
}

/** A generator of numbers that gives the same ones for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Tables of the schema by the information schema: another reading of the catalogue than the API's own. */
async function tablesOf(): Promise<Table[]> {
  const { rows } = await harness.owner.query(`
    select c.table_name as name, json_agg(json_build_object('name', c.column_name, 'type', c.udt_name)) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`)
  const keys = await harness.owner.query(`
    select conname as constraint, f.relname as from_table, t.relname as to_table, fa.attname as column, ta.attname as target,
      exists (select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey = k.conkey) as one
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid and f.relnamespace = 'public'::regnamespace
    join pg_class t on t.oid = k.confrelid and t.relnamespace = 'public'::regnamespace
    join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.conkey[1]
    join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = k.confkey[1]
    where k.contype = 'f' and cardinality(k.conkey) = 1`)
  for (const table of rows) {
    for (const column of table.columns) {
      const found = await harness.owner.query(
        `select distinct ${id(column.name)}::text as value from public.${id(table.name)}
         where ${id(column.name)} is not null order by 1 limit 6`,
      )
      column.values = found.rows.map((row) => row.value)
    }
  }
  return rows.map((table) => ({
    ...table,
    ways: keys.rows.flatMap((key) => [
      ...(key.from_table === table.name
        ? [
            {
              constraint: key.constraint,
              to: key.to_table,
              from: table.name,
              column: key.column,
              target: key.target,
              many: false,
            },
          ]
        : []),
      ...(key.to_table === table.name
        ? [
            {
              constraint: key.constraint,
              to: key.from_table,
              from: table.name,
              column: key.target,
              target: key.column,
              many: !key.one,
            },
          ]
        : []),
    ]),
  }))
}

const SAMPLES: Record<string, string[]> = {
  text: ['a', 'Ana', '', 'ñ', "O'Brien", '%', 'a,b', '"c"'],
  bool: ['true', 'false'],
  int4: ['0', '1', '3', '-5'],
  uuid: [ANA, BEA, '00000000-0000-4000-8000-000000000000'],
  date: ['2026-01-01', '2030-01-01'],
  timestamptz: ['2026-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
  float8: ['0', '19.4', '-99'],
  numeric: ['0', '5'],
  time: ['09:30', '17:00'],
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

const id = (name: string) => `"${name}"`
const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

/** The same question twice: as a query string and as SQL that a person would write. */
function question(table: Table, tables: Table[], random: () => number): { url: string; sql: string } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const some = <T>(list: readonly T[], most: number): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(list))
  const filterable = table.columns.filter((column) => SAMPLES[column.type])

  const condition = (): { words: string; sql: string } => {
    const column = pick(filterable)
    // Mostly values that occur, since only a row on the boundary tells > from >=.
    const samples = column.values.length > 0 && random() < 0.7 ? column.values : SAMPLES[column.type]!
    const negated = random() < 0.25
    const not = negated ? 'not.' : ''
    const sqlNot = (sql: string) => (negated ? `not (${sql})` : `(${sql})`)
    const kind = random()
    if (kind < 0.15)
      return { words: `${column.name}.${not}is.null`, sql: sqlNot(`${id(column.name)} is null`) }
    if (kind < 0.3) {
      const list = [pick(samples), pick(samples)]
      const words = list.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')
      return {
        words: `${column.name}.${not}in.(${words})`,
        sql: sqlNot(`${id(column.name)} in (${list.map(literal).join(', ')})`),
      }
    }
    const value = pick(samples)
    const [word, symbol] = pick(OPERATORS)
    const quoted = `"${value.replace(/["\\]/g, '\\$&')}"`
    return {
      words: `${column.name}.${not}${word}.${quoted}`,
      sql: sqlNot(`${id(column.name)} ${symbol} ${literal(value)}`),
    }
  }
  const tree = (depth: number): { words: string; sql: string } => {
    if (depth === 0 || random() < 0.5) return condition()
    const operator = pick(['and', 'or'])
    const children = [tree(depth - 1), tree(depth - 1)]
    const not = random() < 0.3
    return {
      words: `${not ? 'not.' : ''}${operator}(${children.map((child) => child.words).join(',')})`,
      sql: `${not ? 'not ' : ''}(${children.map((child) => child.sql).join(` ${operator} `)})`,
    }
  }

  const chosen = [...new Set(['id', ...some(table.columns, 4).map((column) => column.name)])].filter((name) =>
    table.columns.some((column) => column.name === name),
  )
  const shown = chosen.length > 0 ? chosen : [table.columns[0]!.name]
  const way = table.ways.length > 0 && random() < 0.6 ? pick(table.ways) : undefined
  const other = way && tables.find((candidate) => candidate.name === way.to)
  const select = [...shown]
  const columns = shown.map((name) => `t.${id(name)}`)
  const conditions = [tree(2), tree(1)].slice(0, Math.floor(random() * 3))
  if (way && other) {
    const inner = [...new Set(['id', ...some(other.columns, 3).map((column) => column.name)])].filter(
      (name) => other.columns.some((column) => column.name === name),
    )
    const names = inner.length > 0 ? inner : [other.columns[0]!.name]
    const order = names.map((name) => `o.${id(name)}::text`).join(', ')
    const rows = `select ${names.map((name) => `o.${id(name)}`).join(', ')} from public.${id(way.to)} o where o.${id(way.target)} = t.${id(way.column)} order by ${order}`
    select.push(`x:${way.to}!${way.constraint}(${names.join(',')})`)
    columns.push(
      way.many
        ? `(select coalesce(json_agg(to_json(r)), '[]') from (${rows}) r) as x`
        : `(select to_json(r) from (${rows}) r) as x`,
    )
  }
  const limit = pick([0, 1, 3, 20, 20, 20])
  const offset = pick([0, 0, 0, 1, 2])
  const direction = pick(['asc', 'desc'])
  const nulls = pick(['first', 'last'])
  const orderColumn = pick(filterable).name
  // Enough to leave no two rows in any order, and no more than a request may ask for.
  const all = table.columns
    .filter((column) => SAMPLES[column.type])
    .map((column) => column.name)
    .sort((one, other) => Number(other === 'id') - Number(one === 'id'))
    .slice(0, 19)
  const words = [
    `select=${select.join(',')}`,
    ...conditions.map((child) => `and=(${child.words})`),
    `order=${orderColumn}.${direction}.nulls${nulls},${all.join(',')}`,
    `limit=${limit}`,
    `offset=${offset}`,
  ]
  const where = conditions.length > 0 ? ` where ${conditions.map((child) => child.sql).join(' and ')}` : ''
  const sql = `select coalesce(json_agg(to_json(q)), '[]') from (select ${columns.join(', ')} from public.${id(table.name)} t${where}
    order by t.${id(orderColumn)} ${direction} nulls ${nulls}, ${all.map((name) => `t.${id(name)}`).join(', ')} limit ${limit} offset ${offset}) q`
  return {
    url: `/rest/v1/${encodeURIComponent(table.name)}?${words.map((word) => word.replace(/=(.*)/s, (_, value) => `=${encodeURIComponent(value)}`)).join('&')}`,
    sql,
  }
}

it('answers random questions as plain SQL does, as each person', async () => {
  const tables = await tablesOf()
  const people: (Identity & { token?: string })[] = [{ role: 'anon', claims: { role: 'anon' } }]
  for (const sub of [ANA, BEA, CARLA]) {
    const claims = { role: 'authenticated', sub, aud: 'authenticated' }
    people.push({ role: 'authenticated', claims, token: await harness.tokenOf(sub) })
  }
  people.push({
    role: 'service_role',
    claims: { role: 'service_role' },
    token: await harness.tokens.sign({ role: 'service_role' }),
  })
  // Any seed will do; the one of a failure is in its message and can be put here.
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = randomOf(seed)
  let answered = 0
  let withRows = 0
  for (let i = 0; i < QUESTIONS; i++) {
    const table = tables[Math.floor(random() * tables.length)]!
    const { url, sql } = question(table, tables, random)
    for (const { token, ...identity } of people) {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const response = await harness.app.inject({ url, headers })
      const expected = await harness.db.asUser(identity, { text: sql, values: [] }).then(
        ([result]) => ({ rows: JSON.parse(result!.rows[0]![0]!) }),
        (error: { code: string }) => ({ code: error.code }),
      )
      const given =
        response.statusCode === 200 ? { rows: sorted(response.json()) } : { code: response.json().code }
      const wanted = 'rows' in expected ? { rows: sorted(expected.rows) } : expected
      // Where PostgreSQL sees while it plans that no row can come, it may not look at the privileges of what is nested below:
      // one of both then answers nothing, the other a refusal. Neither tells anything.
      if (!('rows' in wanted) && wanted.code === '42501' && given.rows?.length === 0) continue
      expect(given, `seed ${seed}, ${identity.role} ${decodeURIComponent(url)}\n${sql}`).toEqual(wanted)
      if ('rows' in expected) answered++
      if ('rows' in expected && expected.rows.length > 0) withRows++
    }
  }
  // Guards against a test that compares nothing.
  expect(answered).toBeGreaterThan(QUESTIONS)
  expect(withRows).toBeGreaterThan(QUESTIONS / 5)
}, 120_000)

/** Embedded lists have no order unless asked for one. */
function sorted(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Array.isArray(row.x) ? { ...row, x: row.x.map((item) => JSON.stringify(item)).toSorted() } : row,
  )
}
