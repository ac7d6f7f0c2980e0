import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ATTACKER,
  answer,
  compareInstances,
  guess,
  type Instance,
  MEMBER,
  NOT_PRIVATE,
  PRIVATE_ROWS,
  type Question,
  settledBut,
  twoInstances,
} from './instances.ts'

// Generated from the catalogue: every relation, column, relationship and function of the API, asked by a member who knows
// everything about her but what is private, once where she has private rows and once where she has none. Not one byte of
// any answer may differ. A table that a later migration adds fails here until somebody says what of it is private.

let without: Instance
let withRows: Instance
let close: (() => Promise<void>) | undefined
/** Keys of her rows. */
const hers = new Set<string>()
beforeAll(async () => {
  ;({ without, withRows, close } = await twoInstances())
  for (const { name } of relations()) {
    for (const row of await privateRowsOf(name))
      for (const value of Object.values(row)) hers.add(String(value))
  }
}, 120_000)
afterAll(() => close?.())

type Row = Record<string, unknown>

/** Her private rows of a relation: those that only the second instance has. */
async function privateRowsOf(relation: string): Promise<Row[]> {
  const ask = ({ owner }: Instance) =>
    owner.query<{ row: Row }>(`select to_jsonb(t) as row from public."${relation}" t`)
  const [here, there] = await Promise.all([ask(without), ask(withRows)])
  const known = new Set(here.rows.map(({ row }) => JSON.stringify(row)))
  return there.rows.map(({ row }) => row).filter((row) => !known.has(JSON.stringify(row)))
}

const settled = (answered: string) => settledBut(hers, answered)
const compare = (questions: Question[], together: number, shown?: (answered: string) => string) =>
  compareInstances(without, withRows, questions, together, shown)

const COUNTS = ['count=exact', 'count=planned', 'count=estimated']
const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const enc = encodeURIComponent

function relations() {
  return [...without.schema.relations.get('public')!.values()]
}

function readsOf(name: string, columns: string[], row: Row | undefined): Question[] {
  const get = (query: string, prefer?: string): Question => ({
    method: 'GET',
    path: `${enc(name)}?${query}`,
    prefer,
  })
  const asked = [
    ...COUNTS.map((count) => get('limit=3', count)),
    get('select=*&limit=1000'),
    get('select=*&offset=5'),
  ]
  for (const column of columns) {
    const c = enc(column)
    asked.push(
      get(`select=${c}&order=${c}.desc.nullslast&limit=2`),
      get(`select=${c}::int4&limit=3`),
      get(`${c}=eq.no`),
      get(`${c}=is.null`, 'count=planned'),
    )
    const value = row?.[column]
    if (value === undefined || value === null) continue
    const v = enc(text(value))
    for (const count of COUNTS) asked.push({ ...get(`${c}=eq.${v}`, count), method: 'HEAD' })
    for (const operator of ['gte', 'lte', 'neq'])
      asked.push(get(`select=${c}&${c}=${operator}.${v}`, 'count=planned'))
    asked.push(
      get(`${c}=in.(${v})`),
      get(`or=(${c}.eq.${v},${c}.is.null)`, 'count=estimated'),
      get(`${c}=not.eq.${v}&limit=2`),
    )
    if (typeof value === 'string') {
      const first = enc(value.slice(0, 4))
      asked.push(
        get(`${c}=ilike.${first}*`, 'count=planned'),
        get(`${c}=match.^${first}`, 'count=estimated'),
        get(`${c}=wfts.${first}`),
      )
    }
  }
  return asked
}

function embedsOf(relation: ReturnType<typeof relations>[number], rows: Map<string, Row>): Question[] {
  return without.schema
    .relationshipsFrom(relation)
    .filter((way) => way.to.schema === 'public')
    .flatMap((way) => {
      const hint = way.junction?.relation.name ?? way.constraint
      const other = `x:${enc(way.to.name)}!${enc(hint)}`
      const get = (query: string, prefer?: string): Question => ({
        method: 'GET',
        path: `${enc(relation.name)}?${query}`,
        prefer,
      })
      const asked = [
        get(`select=*,${other}(*)`, 'count=planned'),
        get(`select=*,${other}(count)`),
        get(`select=*,${other}!inner()`, 'count=estimated'),
        get(`select=*,${other}()&x=is.null`, 'count=exact'),
      ]
      const row = rows.get(way.to.name)
      for (const [column, value] of Object.entries(row ?? {})) {
        if (value === null) continue
        asked.push(get(`select=*,${other}!inner()&x.${enc(column)}=eq.${enc(text(value))}`, 'count=exact'))
      }
      return asked
    })
}

const DEFAULT_KEY = 'gen_random_uuid()'

/** Tables whose keys are random: who knows one already knows the row. */
function chance(relation: ReturnType<typeof relations>[number], column: string): boolean {
  return relation.columns.get(column)?.default === DEFAULT_KEY
}

function writesOf(
  relation: ReturnType<typeof relations>[number],
  row: Row,
  writable: Set<string>,
): Question[] {
  const path = enc(relation.name)
  const hers = Object.fromEntries(Object.entries(row).filter(([column]) => writable.has(column)))
  const mine = Object.fromEntries(
    Object.entries(hers)
      .filter(([column]) => !chance(relation, column))
      .map(([column, value]) => [column, value === MEMBER ? ATTACKER : value]),
  )
  const asked: Question[] = []
  const key = relation.primaryKey.map(enc).join()
  for (const body of [hers, mine]) {
    asked.push(
      { method: 'POST', path, body },
      { method: 'POST', path, body, prefer: 'return=representation' },
      { method: 'POST', path, body, prefer: 'resolution=ignore-duplicates' },
      { method: 'POST', path, body, prefer: 'resolution=merge-duplicates,count=exact' },
      { method: 'POST', path: `${path}?on_conflict=${key}`, body, prefer: 'resolution=merge-duplicates' },
    )
  }
  for (const [column, value] of Object.entries(row)) {
    if (value === null) continue
    const filter = `${path}?${enc(column)}=eq.${enc(text(value))}&select=${enc(relation.primaryKey[0] ?? column)}`
    asked.push(
      { method: 'PATCH', path: filter, body: hers, prefer: 'return=representation,count=exact' },
      { method: 'PATCH', path: filter, body: { [column]: value }, prefer: 'return=representation' },
      { method: 'DELETE', path: filter, prefer: 'return=representation,count=exact' },
    )
    if (!chance(relation, column) && writable.has(column)) {
      asked.push({
        method: 'PATCH',
        path: `${path}?${key.split(',')[0] || enc(column)}=not.is.null`,
        body: { [column]: value === MEMBER ? ATTACKER : value },
      })
    }
  }
  return asked
}

async function writableOf(relation: string): Promise<Set<string>> {
  const { rows } = await without.owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and (has_column_privilege('authenticated', attrelid, attnum, 'insert') or has_column_privilege('authenticated', attrelid, attnum, 'update'))`,
    [`public."${relation}"`],
  )
  return new Set(rows.map(({ name }) => name))
}

async function herRows(): Promise<Map<string, Row>> {
  const found = await Promise.all(
    relations().map(
      async ({ name }) =>
        [
          name,
          (await privateRowsOf(name)).find((row) => Object.values(row).includes(MEMBER)) ??
            (await privateRowsOf(name))[0],
        ] as const,
    ),
  )
  return new Map(found.filter((entry): entry is [string, Row] => entry[1] !== undefined))
}

describe('nothing private can be told from any answer', () => {
  it('knows of every table with personal data what of it is private', async () => {
    const { rows } = await without.owner.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'interno') and c.relkind in ('r', 'p') and not exists (
         select from interno.inventario_de_datos i where i.tabla = n.nspname || '.' || c.relname and i.sin_datos is not null
       ) order by 1`,
    )
    const known = [...Object.keys(PRIVATE_ROWS), ...Object.keys(NOT_PRIVATE)].sort()
    expect(rows.map(({ name }) => name).sort()).toEqual(known)
  })

  it('and gives her rows in every one of them', async () => {
    const counts = await Promise.all(
      Object.keys(PRIVATE_ROWS).map(async (table) => {
        const [schema, name] = table.split('.')
        const counted = `select count(*)::int as n from "${schema}"."${name}"`
        const [here, there] = await Promise.all([without.owner.query(counted), withRows.owner.query(counted)])
        return [table, there.rows[0].n > here.rows[0].n]
      }),
    )
    expect(counts.filter(([, more]) => !more)).toEqual([])
  })

  it('by reading: filters, orders, casts, searches, every way of counting', async () => {
    const rows = await herRows()
    const questions = relations().flatMap(({ name, columns }) =>
      readsOf(name, [...columns.keys()], rows.get(name)),
    )
    expect(questions.length).toBeGreaterThan(1_000)
    expect(await compare(questions, 6)).toEqual([])
  }, 180_000)

  it('by embedding', async () => {
    const rows = await herRows()
    expect(
      await compare(
        relations().flatMap((relation) => embedsOf(relation, rows)),
        6,
      ),
    ).toEqual([])
  }, 120_000)

  it('by writing: conflicts, broken rules, rows touched', async () => {
    const rows = await herRows()
    const questions: Question[] = []
    for (const relation of relations()) {
      const row = rows.get(relation.name)
      if (row) questions.push(...writesOf(relation, row, await writableOf(relation.name)))
    }
    expect(questions.length).toBeGreaterThan(200)
    // One after the other: both instances must be in the same state at each.
    expect(await compare(questions, 1, settled)).toEqual([])
  }, 180_000)

  it('by a known key, except that it is taken: keys are random, and only she can have told it', async () => {
    const rows = await herRows()
    const questions: Question[] = []
    for (const relation of relations()) {
      const row = rows.get(relation.name)
      const writable = await writableOf(relation.name)
      if (!row || !relation.primaryKey.some((column) => chance(relation, column) && writable.has(column)))
        continue
      const body = Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => writable.has(column))
          .map(([column, value]) => [column, value === MEMBER ? ATTACKER : value]),
      )
      for (const prefer of ['return=representation', 'resolution=merge-duplicates,return=representation'])
        questions.push({ method: 'POST', path: enc(relation.name), body, prefer })
    }
    expect(questions.length).toBeGreaterThan(5)
    for (const question of questions) {
      const [status, , body] = JSON.parse(await answer(withRows, question)) as [number, unknown, string]
      expect([question.path, status, body]).toEqual([
        question.path,
        expect.any(Number),
        expect.not.stringContaining('Querid'),
      ])
      if (status < 400) continue
      expect(JSON.parse(body)).toMatchObject({
        details: null,
        hint: null,
        code: expect.stringMatching(/^(23505|42501|23503|23514)$/),
      })
    }
  })

  it('by calling functions', async () => {
    const ends = new Set(['eliminar_mi_cuenta', 'retirar_registro'])
    const routines = [...without.schema.routines.get('public')!.values()]
      .flat()
      .filter(({ name }) => !ends.has(name))
    const questions = routines.flatMap(({ name, parameters }) =>
      ['ella@amparo.test', 'Elvira', MEMBER, 'Querido diario', 'https://video.test/de-ella'].map(
        (word): Question => ({
          method: 'POST',
          path: `rpc/${enc(name)}`,
          body: Object.fromEntries(
            parameters.map((parameter) => [parameter.name, guess(parameter.type, word, MEMBER)]),
          ),
        }),
      ),
    )
    expect(await compare(questions, 1, settled)).toEqual([])
  }, 120_000)
})
