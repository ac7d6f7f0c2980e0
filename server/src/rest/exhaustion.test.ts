import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ANA, BEA, type Harness, startHarness } from '../../testing/rest.ts'
import { ask, run } from '../../testing/scenario.ts'
import { buildSchema } from './build-schema.ts'
import { readCatalogue } from './catalogue.ts'
import { LaneChooser } from './lane.ts'
import { parseQuery } from './parse.ts'
import { planRead, sourceOf } from './plan.ts'

const LIMIT = 20_000
let harness: Harness
beforeAll(async () => {
  harness = await startHarness({
    maxAnswerBytes: LIMIT,
    maxConnections: 16,
    budgetFactor: 1,
    urgent: { relations: ['libros'] },
  })
  await harness.owner.query(
    `insert into public.diario (user_id, fecha, contenido) select '${ANA}', date '2020-01-01' + i, repeat('x', 3000) from generate_series(1, 10) i`,
  )
})
afterAll(() => harness?.close())

const refused = { code: 'LS413' }

describe('an answer has a ceiling', () => {
  run(
    () => harness,
    [
      { name: 'of rows', request: 'GET diario?select=contenido', status: 413, contains: ['"LS413"'] },
      {
        name: 'of one row under many names',
        request:
          'GET diario?select=a:contenido,b:contenido,c:contenido,d:contenido,e:contenido,f:contenido,g:contenido&limit=1&contenido=like.xxx*',
        status: 413,
        contains: ['"LS413"'],
      },
      {
        name: 'and what fits below it is answered whole',
        request: 'GET diario?select=contenido&limit=5&contenido=like.xxx*',
        status: 200,
        contains: ['xxxx'],
      },
      { name: 'of what a function gives', request: 'POST rpc/tabla', body: { n: 3000 }, status: 413 },
    ],
  )

  it('of a write: nothing is written whose answer is refused', async () => {
    const body = Array.from({ length: 10 }, (_, i) => ({
      fecha: `2021-01-${10 + i}`,
      contenido: 'y'.repeat(3000),
    }))
    const response = await ask(harness, {
      request: 'POST diario?select=contenido',
      who: 'bea',
      headers: { prefer: 'return=representation' },
      body,
    })
    expect([response.statusCode, response.json()]).toMatchObject([413, refused])
    const { rows } = await harness.owner.query(
      `select count(*)::int from public.diario where user_id = '${BEA}' and contenido like 'y%'`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

const columns = (count: number) => Array.from({ length: count }, (_, i) => `a${i}:id`).join()
describe('a request has a ceiling before any SQL is run', () => {
  run(
    () => harness,
    [
      {
        name: 'names for one column',
        request: `GET libros?select=${columns(9)}`,
        status: 400,
        contains: ['LS400', 'the same column 8 times'],
      },
      {
        name: 'embedded resources',
        // Of no column so often that another ceiling would come first.
        request: `GET autoras?select=${Array.from({ length: 17 }, (_, i) => `a${i}:libros(${['id', 'titulo', 'paginas'][i % 3]})`).join()}`,
        status: 400,
        contains: ['LS400', '16 embedded resources'],
      },
      {
        name: 'levels of embedding',
        request: `GET autoras?select=${'libros(autoras('.repeat(3)}id${'))'.repeat(3)}`,
        status: 400,
        contains: ['LS400', '5 embedded levels'],
      },
      {
        name: 'conditions',
        request: `GET libros?or=(${Array.from({ length: 201 }, (_, i) => `id.eq.${i}`).join()})`,
        status: 400,
        contains: ['LS400', '200 conditions'],
      },
      {
        name: 'columns to order by',
        request: `GET libros?order=${Array(21).fill('id').join()}`,
        status: 400,
        contains: ['LS400', '20 columns to order by'],
      },
      ...[
        '(.*)(.*)(.*)\\5z',
        '(a*)*b',
        '((a{1,9}){1,9}){1,9}',
        'a{1,255}',
        '(?=a)b',
        '***:a',
        'a*b*c*d*e*f*g*h*i*',
        'x'.repeat(201),
      ].map((pattern) => ({
        name: `the pattern ${pattern.slice(0, 30)}`,
        request: `GET libros?titulo=match.${pattern}`,
        status: 400,
        contains: ['LS400'],
      })),
      {
        name: 'searches',
        request: `GET libros?or=(${Array.from({ length: 13 }, (_, i) => `titulo.ilike.*${i}*`).join()})`,
        status: 400,
        contains: ['LS400', '12 searches'],
      },
      {
        name: 'wildcards',
        request: 'GET libros?titulo=like.*a*b*c*d*e*f*g*h*i*',
        status: 400,
        contains: ['LS400'],
      },
      {
        name: 'a plain pattern is served',
        request: 'GET libros?titulo=match.^(Aura|Pedro).*o?$',
        status: 200,
      },
      { name: 'and a plain search', request: 'GET libros?titulo=ilike.*aura*', status: 200 },
    ],
  )
})

describe('a plan has a ceiling before it runs', () => {
  it('and beyond it is refused', async () => {
    const schema = buildSchema(await readCatalogue(harness.db, ['public']), ['public'])
    const relation = schema.relation('public', 'libros')!
    const query = parseQuery('select=id&titulo=ilike.*a*')
    const root = planRead(schema, sourceOf(schema, relation), query, 'public')
    const statement = { text: 'select l.* from public.libros l, public.libros m', values: [] }
    const identity = { role: 'authenticated', claims: { role: 'authenticated', sub: BEA } }
    const shape = { root, relation: 'libros' }
    await expect(new LaneChooser(harness.db, {}, 1).choose(identity, shape, statement)).rejects.toMatchObject(
      {
        status: 422,
        code: 'LS422',
      },
    )
    expect(await new LaneChooser(harness.db).choose(identity, shape, statement)).toBe(
      harness.db.lane('heavy'),
    )
  })
})

describe('a plan knows nothing of whom is asked about', () => {
  const identity = { role: 'authenticated', claims: { role: 'authenticated', sub: BEA } }
  const shapeOf = async (query: string) => {
    const schema = buildSchema(await readCatalogue(harness.db, ['public']), ['public'])
    const relation = schema.relation('public', 'diario')!
    const root = planRead(schema, sourceOf(schema, relation), parseQuery(query), 'public')
    return { root, relation: 'diario' }
  }
  const NOBODY = 'd0000000-0000-4000-8000-00000000000d'

  it('so that its ceiling answers alike about a person with many rows and with none', async () => {
    await harness.owner.query(
      `insert into public.diario (user_id, fecha, contenido)
        select '${ANA}', date '1900-01-01' + i, 'z' from generate_series(1, 5000) i`,
    )
    await harness.owner.query('analyze public.diario')
    const shape = await shapeOf(`select=contenido&contenido=ilike.*a*`)
    const statement = (person: string) => ({
      text: 'select d.contenido from public.diario d where d.user_id = $1 and d.contenido ilike $2',
      values: [person, '%a%'],
    })
    const costs = await Promise.all(
      [ANA, NOBODY].map(async (person) => {
        const { text, values } = statement(person)
        const [plan] = await harness.db.asUser(identity, { text: `explain (format json) ${text}`, values })
        return Number(JSON.parse(plan!.rows[0]![0]!)[0].Plan['Total Cost'])
      }),
    )
    expect(costs[0], 'estimates that know the value tell them apart').toBeGreaterThan(costs[1]! * 2)
    const lanes = new LaneChooser(harness.db, {}, (costs[0]! + costs[1]!) / 2)
    const answers = await Promise.all(
      [ANA, NOBODY].map((person) =>
        lanes.choose(identity, shape, statement(person)).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      ),
    )
    expect(answers[0]).toBe(answers[1])
  })

  it('and leaves no name behind, also after what cannot be planned', async () => {
    const shape = await shapeOf(`select=contenido&contenido=ilike.*a*`)
    const lanes = new LaneChooser(harness.db)
    const good = { text: 'select $1 as a, $2::int as b, $3::date[] as c', values: ['x', '1', '{}'] }
    const unplannable = { text: 'select 1/0, $1::text', values: ['x'] }
    const unknown = { text: 'select nothing from public.nowhere', values: [] }
    for (const statement of [unplannable, unknown, good, unplannable, good])
      await lanes.choose(identity, shape, statement).catch((error: { code: string }) => {
        expect(['22012', '42P01']).toContain(error.code)
        expect(statement).not.toBe(good)
      })
    const names = { text: 'select name from pg_prepared_statements where name like $1', values: ['ls%'] }
    expect((await harness.db.lane('heavy').asUser(identity, names))[0]!.rows).toEqual([])
  })
})

describe('one who asks too much at once', () => {
  const slow = { request: 'POST rpc/tarda', body: {} } as const

  it('waits behind herself, is refused beyond that, and stops nobody else', async () => {
    const hers = Array.from({ length: 40 }, () => ask(harness, slow))
    await vi.waitFor(() => expect(harness.db.load.common.running).toBe(3), { timeout: 30_000 })
    const begun = performance.now()
    const other = await ask(harness, { request: 'GET diario?limit=1', who: 'bea' })
    expect(other.statusCode).toBe(200)
    expect(performance.now() - begun).toBeLessThan(2_000)
    // What is urgent has connections of its own, for her as well.
    expect((await ask(harness, { request: 'GET libros?limit=1' })).statusCode).toBe(200)
    const answers = await Promise.all(hers)
    const statuses = new Set(answers.map((answer) => answer.statusCode))
    expect(statuses).toContain(429)
    const over = answers.find((answer) => answer.statusCode === 429)!
    expect([over.json().code, over.headers['retry-after']]).toEqual(['LS429', expect.stringMatching(/^\d+$/)])
    // Three statements of eight seconds are more than she has: a while she asks nothing that can wait.
    expect((await ask(harness, { request: 'GET diario?limit=1' })).statusCode).toBe(429)
    expect((await ask(harness, { request: 'GET libros?limit=1' })).statusCode).toBe(200)
    expect((await ask(harness, { request: 'GET diario?limit=1', who: 'bea' })).statusCode).toBe(200)
  })
})
