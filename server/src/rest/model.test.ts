import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENTED, documentedTable } from '../../testing/documented.ts'
import { plantRows, Questions, randomOf, readValues } from '../../testing/requests.ts'
import { type Harness, startHarness } from '../../testing/rest.ts'
import { ask, run } from '../../testing/scenario.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ schema: 'model' })
})
afterAll(() => harness?.close())

const undone = { prefer: 'tx=rollback' }

describe('relationships', () => {
  run(
    () => harness,
    [
      {
        name: 'a constraint as target, beside a view of the table',
        request: 'GET films?select=title,films_director_id_fkey(last_name)&id=eq.3',
        status: 200,
        equals: [{ title: 'La ciénaga', films_director_id_fkey: { last_name: 'Martel' } }],
      },
      {
        name: 'an error does not tell of it either',
        request: 'GET films?select=title,directors!ties(last_name)&id=eq.1',
        status: 400,
        contains: ['PGRST200'],
        lacks: ['oculto'],
      },
      {
        name: 'computed, inner, filtered and ordered by',
        request:
          'GET premieres?select=location,film!inner(title)&film.rating=gt.8.2&order=film(title),location.desc',
        status: 200,
        equals: [
          { location: 'Venecia', film: { title: 'Zama' } },
          { location: 'Lima', film: { title: 'Zama' } },
        ],
      },
    ],
  )
})

describe('aggregates', () => {
  run(
    () => harness,
    [
      {
        name: 'beside all columns',
        request: 'GET addresses?select=*,count()&order=id',
        status: 200,
        equals: [
          { id: 1, name: 'Norte', count: 1 },
          { id: 2, name: 'Sur', count: 1 },
        ],
      },
      {
        name: 'through two spreads',
        request: 'GET technical_specs?select=...films(language,...directors(id.min()))&order=films(language)',
        status: 200,
        equals: [
          { language: 'es', min: 2 },
          { language: 'fr', min: 1 },
        ],
      },
      {
        name: 'of rows, counted through a spread',
        request: 'GET films?select=...directors(count())',
        status: 200,
        equals: [{ count: 4 }],
      },
      {
        name: 'cannot be told by an order inside',
        request: 'GET films?select=id,directors(id.max())&order=directors(last_name)',
        status: 400,
        contains: ['PGRST127'],
        lacks: ['pgrst_'],
      },
    ],
  )
})

describe('functions', () => {
  const call = (name: string, body: unknown, equals: unknown) => {
    return { name: `${name} by body`, request: `POST rpc/${name}`, body, status: 200, equals }
  }
  run(
    () => harness,
    [
      call('chars', { c: 'abc', b: '101' }, 'abc:101'),
      call('takes_text', { '': 'hola' }, '{"":"hola"}'),
      call('takes_json', { '': 'hola' }, { '': 'hola' }),
      call('either', { '': true }, '{"":true}'),
      {
        name: 'one without a name, and none, are named by their parameters',
        request: 'POST rpc/either',
        body: {},
        status: 300,
        contains: ['PGRST203', 'between: public.either(), public.either( => text)'],
      },
      {
        name: 'an unnamed parameter of another type than a body has is none of the API',
        request: 'POST rpc/one_unnamed',
        body: { '': 1 },
        status: 404,
        contains: ['public.one_unnamed with parameter  or with a single unnamed json/jsonb parameter'],
      },
      {
        name: 'nor with a default',
        request: 'POST rpc/one_unnamed',
        body: {},
        status: 404,
        contains: ['PGRST202'],
      },
      {
        name: 'unnamed parameters cannot be named',
        request: 'POST rpc/two_unnamed',
        body: { '': 1 },
        status: 404,
        contains: ['PGRST202'],
      },
      {
        name: 'no function of a text',
        request: 'POST rpc/add_them',
        headers: { 'content-type': 'text/plain' },
        body: 'hola',
        status: 404,
        contains: ['with a single unnamed text parameter', '"hint":null'],
      },
      {
        name: 'values have no columns',
        request: 'POST rpc/numbers?x=eq.1',
        body: { n: 3 },
        status: 400,
        contains: ['42703'],
      },
      {
        name: 'the nearest of several',
        request: 'GET rpc/overloaded?a=1&c=2',
        status: 404,
        contains: ['Perhaps you meant to call the function public.overloaded(a, b)'],
      },
    ],
  )
})

describe('writes', () => {
  run(
    () => harness,
    [
      {
        name: 'defaults of identity columns and domains',
        request: 'POST goods?columns=id,name,price,stock&select=name,price,stock',
        headers: { prefer: 'tx=rollback,return=representation,missing=default' },
        body: [{ name: 'a' }, { name: 'b', stock: 1, price: 2 }],
        status: 201,
        equals: [
          { name: 'a', price: 7, stock: 3 },
          { name: 'b', price: 2, stock: 1 },
        ],
      },
      {
        name: 'a default by change',
        request: 'PATCH tasks?columns=name,done&id=eq.1&select=name,done',
        headers: { prefer: 'tx=rollback,return=representation,missing=default' },
        body: { name: 'x' },
        status: 200,
        equals: [{ name: 'x', done: false }],
      },
      {
        name: 'JSON that does not say so',
        request: 'POST addresses',
        headers: { ...undone, 'content-type': '' },
        body: { id: 9, name: 'x' },
        status: 201,
      },
      {
        name: 'CSV that would be far more than it is',
        request: 'POST addresses',
        headers: { 'content-type': 'text/csv' },
        body: `id,${'x'.repeat(2000)}\n${'1,\n'.repeat(4000)}`,
        status: 400,
        contains: ['PGRST102'],
      },
      {
        name: 'a form of too many members',
        request: 'POST addresses',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'a=1&'.repeat(300),
        status: 400,
        contains: ['PGRST102'],
      },
      {
        name: 'one object, where none was written',
        request: 'PATCH tasks?id=eq.99',
        headers: { accept: 'application/vnd.pgrst.object+json' },
        body: { name: 'x' },
        status: 406,
        contains: ['PGRST116', 'The result contains 0 rows'],
      },
      {
        name: 'one object, where nothing is to be set',
        request: 'PATCH tasks?id=eq.1',
        headers: { accept: 'application/vnd.pgrst.object+json' },
        body: {},
        status: 406,
        contains: ['PGRST116'],
      },
      {
        name: 'nothing of all that was kept',
        request: 'GET addresses?select=id,name&order=id',
        status: 200,
        equals: [
          { id: 1, name: 'Norte' },
          { id: 2, name: 'Sur' },
        ],
      },
      {
        name: 'what was understood, in the order of the model',
        request: 'POST addresses?on_conflict=id',
        headers: {
          prefer:
            'handling=strict, tx=rollback, count=exact, return=minimal, missing=null, resolution=merge-duplicates, return=representation',
        },
        body: { id: 9, name: 'x' },
        status: 201,
        gives: {
          'preference-applied':
            'resolution=merge-duplicates, missing=null, return=minimal, count=exact, tx=rollback, handling=strict',
        },
      },
      {
        name: 'rows of a table without a key are new, whatever is to be done with duplicates',
        request: 'POST keyless',
        headers: { prefer: 'tx=rollback,return=representation,resolution=merge-duplicates' },
        body: [{ a: 1 }, { a: 1 }],
        status: 201,
        equals: [{ a: 1 }, { a: 1 }],
      },
      {
        name: 'an estimate of what was written is exact',
        request: 'DELETE tasks?id=lt.4',
        headers: { prefer: 'tx=rollback,count=estimated' },
        status: 204,
        gives: { 'content-range': '*/3' },
      },
    ],
  )
})

describe('words', () => {
  run(
    () => harness,
    [
      {
        name: 'a planned count is a count',
        who: 'service',
        request: 'GET tasks?select=id&limit=1&order=id',
        headers: { prefer: 'count=planned' },
        status: 206,
      },
      {
        name: 'CSV',
        request: 'GET people?select=id,full_name,active,tags&id=lt.4&order=id',
        headers: { accept: 'text/csv' },
        status: 200,
        contains: [
          'id,full_name,active,tags\n1,"Ana Sol",t,"{rojo,azul}"\n2,"Bea ""la"" Mar",f,{azul}\n3,"Carla, Luz",,{}',
        ],
        gives: { 'content-type': 'text/csv; charset=utf-8' },
      },
    ],
  )
})

describe('PostgREST’s reference', () => {
  it.each(DOCUMENTED)('$page, $section: $says', async ({ cases }) => {
    for (const { sql, text, equals, status = 200, contains, gives, ...scenario } of cases) {
      const response = await ask(harness, scenario)
      const at = `${scenario.request} ${JSON.stringify(scenario.headers ?? {})} ${response.body.slice(0, 400)}`
      expect(response.statusCode, at).toBe(status)
      if (equals !== undefined) expect(response.json(), at).toEqual(equals)
      if (sql) {
        const { rows } = await harness.owner.query(
          `select coalesce(json_agg(q), '[]')::text as json from (${sql}) q`,
        )
        expect(response.json(), at).toEqual(JSON.parse(rows[0].json))
      }
      if (text !== undefined) expect(response.body, at).toBe(text)
      for (const part of contains ?? []) expect(response.body, at).toContain(part)
      for (const [name, value] of Object.entries(gives ?? {}))
        expect(response.headers[name], at).toEqual(value)
    }
  })

  it('stands in docs/api.md, line by line (renew it with -u)', async () => {
    const file = path.resolve(import.meta.dirname, '../../../docs/api.md')
    const text = await readFile(file, 'utf8')
    const block = /(<!-- rest as documented -->\n).*?(\n<!-- end -->)/s
    expect(text).toMatch(block)
    await expect(
      text.replace(block, (_, start, end) => `${start}\n${documentedTable()}\n${end}`),
    ).toMatchFileSnapshot(file)
  })
})

// Last, since it adds rows. `AMPARO_REQUESTS=3000` asks more, of a seed of its own.
describe('random requests', () => {
  const count = Number(process.env.AMPARO_REQUESTS ?? 150)
  const seed = process.env.AMPARO_REQUESTS ? Math.floor(Math.random() * 2 ** 31) : 20_261_125

  it(`answer as plain SQL does (${count} of seed ${seed})`, async () => {
    const { owner, app } = harness
    await plantRows(owner)
    const questions = new Questions(randomOf(seed), await readValues(owner))
    const authorization = `Bearer ${await harness.tokens.sign({ role: 'service_role' })}`
    let withRows = 0
    for (let i = 0; i < count; i++) {
      const { method, url, headers, body, sql, countSql } = questions.next()
      const content = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await app.inject({
        method,
        url,
        headers: { authorization, ...content, ...headers },
        payload: body,
      })
      const { rows } = await owner.query(`select coalesce(json_agg(q), '[]')::text as json from (${sql}) q`)
      const at = `${i} of seed ${seed}: ${method} ${decodeURIComponent(url)}\n${sql}\n${response.body.slice(0, 500)}`
      // The ceilings are ours; what is beyond them has its own tests.
      if (response.body.includes('"LS400"')) continue
      expect(response.statusCode, at).toBeLessThan(300)
      const isOrdered = sql.includes('order by')
      const wanted = JSON.parse(rows[0].json)
      expect(isOrdered ? response.json() : sorted(response.json()), at).toEqual(
        isOrdered ? wanted : sorted(wanted),
      )
      if (countSql) {
        const counted = await owner.query(countSql)
        expect(response.headers['content-range'], at).toMatch(new RegExp(`/${counted.rows[0].count}$`))
      }
      if (wanted.length > 0) withRows++
    }
    // Guards against a test that compares nothing.
    expect(withRows).toBeGreaterThan(count / 3)
  }, 600_000)
})

function sorted(rows: unknown[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row as object).sort())).toSorted()
}
