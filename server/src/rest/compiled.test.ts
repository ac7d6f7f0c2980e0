import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, BEA, type Harness, startHarness } from '../../testing/rest.ts'
import { ask } from '../../testing/scenario.ts'
import { Compiled } from './compiled.ts'
import { parseRows } from './request.ts'
import type { Schema } from './schema.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const shown = { prefer: 'return=representation' }

describe('what was compiled for one request', () => {
  it('writes of the next one what that one brought, as the requester', async () => {
    const write = (who: 'ana' | 'bea', contenido: string) =>
      ask(harness, {
        request: 'POST diario?select=user_id,contenido',
        who,
        headers: shown,
        body: { fecha: '2028-01-01', contenido },
      })
    const answers = [await write('ana', 'of Ana'), await write('bea', 'of Bea')]
    expect(answers.map((answer) => answer.json())).toEqual([
      [{ user_id: ANA, contenido: 'of Ana' }],
      [{ user_id: BEA, contenido: 'of Bea' }],
    ])
  })

  it('is not what serves rows of another shape', async () => {
    const write = (body: unknown) => ask(harness, { request: 'POST pares', headers: shown, body })
    const answers = [
      await write({ a: 70, b: 1 }),
      await write([
        { a: 70, b: 2 },
        { a: 70, b: 3 },
      ]),
      await write({ b: 4, a: 70 }),
      await write({ a: 70, b: 5, valor: 'x' }),
    ]
    expect(answers.flatMap((answer) => answer.json())).toEqual([
      { a: 70, b: 1, valor: null },
      { a: 70, b: 2, valor: null },
      { a: 70, b: 3, valor: null },
      { a: 70, b: 4, valor: null },
      { a: 70, b: 5, valor: 'x' },
    ])
  })

  it('is not what serves rows that leave out others of the same columns', async () => {
    const write = (body: Record<string, unknown>) =>
      ask(harness, {
        request: 'POST diario?select=contenido,puntos&columns=fecha,contenido,puntos',
        headers: { prefer: 'return=representation,missing=default' },
        body,
      })
    const answers = [
      await write({ fecha: '2028-02-01', contenido: 'a', puntos: 7 }),
      await write({ fecha: '2028-02-02', contenido: 'b' }),
    ]
    expect(answers.flatMap((answer) => answer.json())).toEqual([
      { contenido: 'a', puntos: 7 },
      { contenido: 'b', puntos: 1.5 },
    ])
  })

  it('changes what the next one says, where its filter says the same', async () => {
    await ask(harness, { request: 'POST pares', body: { a: 71, b: 1 } })
    const change = (valor: string | null) =>
      ask(harness, { request: 'PATCH pares?a=eq.71', headers: shown, body: { valor } })
    const answers = [await change('first'), await change(null), await change('last')]
    expect(answers.map((answer) => answer.json()[0].valor)).toEqual(['first', null, 'last'])
  })

  it('calls with the arguments of each', async () => {
    const add = (body: unknown) => ask(harness, { request: 'POST rpc/suma', body })
    const answers = [await add({ a: 1, b: 2 }), await add({ a: 5, b: 6 }), await add({ a: 5 })]
    expect(answers.map((answer) => answer.json())).toEqual([3, 11, 15])
  })

  it('does not call with what holds no arguments', async () => {
    const week = (body: unknown) => ask(harness, { request: 'POST rpc/semana', body })
    expect((await week({})).json()).toBe(47)
    expect((await week([])).statusCode).toBe(400)
    expect((await week({})).json()).toBe(47)
  })

  it('is forgotten with the schema that it was compiled against', async () => {
    await harness.owner.query(`
      create table public.compilada (id int primary key, palabra text);
      grant select, insert on public.compilada to authenticated;
      notify pgrst, 'reload schema'`)
    const write = (id: number) =>
      ask(harness, { request: 'POST compilada', headers: shown, body: { id, palabra: '12' } })
    await expect.poll(async () => (await write(1)).statusCode, { timeout: 30_000 }).toBe(201)
    await harness.owner.query(`
      alter table public.compilada alter palabra type int using palabra::int;
      notify pgrst, 'reload schema'`)
    let id = 1
    await expect.poll(async () => (await write(++id)).json()[0]?.palabra, { timeout: 30_000 }).toBe(12)
  })
})

describe('what is remembered', () => {
  const schema = {} as Schema

  it('holds the names of a body and nothing that stands in it', () => {
    const { rows } = parseRows('[{"contenido":"hers alone"}]')
    expect([rows.keys, JSON.stringify({ ...rows, mentioned: [...rows.mentioned] })]).toEqual([
      ['contenido'],
      expect.not.stringContaining('hers alone'),
    ])
  })

  it('is compiled once for the same words and schema', () => {
    const compiled = new Compiled<string>()
    let times = 0
    const get = (one: Schema, ...words: string[]) => compiled.get(one, words, () => `${++times}`)
    const answers = [
      get(schema, 'a', 'b'),
      get(schema, 'a', 'b'),
      get({} as Schema, 'a', 'b'),
      get(schema, 'a'),
    ]
    expect(answers).toEqual(['1', '1', '2', '3'])
  })

  it('is no more than a thousand, and nothing of long words', () => {
    const compiled = new Compiled<number>()
    let times = 0
    const get = (words: string) => compiled.get(schema, [words], () => ++times)
    for (let n = 0; n <= 1_000; n++) get(`request ${n}`)
    expect([get('request 1000'), get('request 1'), get('request 0')]).toEqual([1_001, 2, 1_002])
    const long = 'x'.repeat(2_001)
    expect([get(long), get(long)]).toEqual([1_003, 1_004])
  })
})
