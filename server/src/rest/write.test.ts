import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, BEA, type Harness, startHarness } from '../../testing/rest.ts'
import { ask, run } from '../../testing/scenario.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const shown = { prefer: 'return=representation' }
const single = { ...shown, accept: 'application/vnd.pgrst.object+json' }
const merge = 'return=representation,resolution=merge-duplicates'

// Every scenario writes rows of its own, so that they can run in any order.
describe('insert', () => {
  run(
    () => harness,
    [
      {
        name: 'is silent unless asked',
        request: 'POST pares',
        body: { a: 1, b: 1, valor: 'x' },
        status: 201,
        gives: { 'content-range': '*/*', 'content-type': undefined, location: undefined },
      },
      {
        name: 'shows the row with its defaults',
        request: 'POST diario?select=user_id,animo,puntos,largo,etiquetas',
        headers: shown,
        body: { fecha: '2027-01-01', contenido: 'uno' },
        status: 201,
        equals: [{ user_id: ANA, animo: 'regular', puntos: 1.5, largo: 3, etiquetas: [] }],
        gives: { 'preference-applied': 'return=representation' },
      },
      {
        name: 'shows one object',
        request: 'POST diario?select=contenido',
        headers: single,
        body: { fecha: '2027-01-02', contenido: 'uno solo' },
        status: 201,
        equals: { contenido: 'uno solo' },
      },
      {
        name: 'shows what it is related to',
        request: 'POST mensajes_sala?select=contenido,profiles(username),sala:salas_comunidad(nombre)',
        headers: single,
        body: { sala_id: 2, user_id: BEA, contenido: 'recién escrito' },
        status: 201,
        equals: {
          contenido: 'recién escrito',
          profiles: { username: 'Bea' },
          sala: { nombre: 'Lectura' },
        },
      },
      {
        name: 'shows computed columns',
        request: 'POST libros?select=*,iniciales',
        headers: single,
        body: { id: 100, titulo: 'Zeta' },
        status: 201,
        equals: { id: 100, titulo: 'Zeta', paginas: null, iniciales: 'Z' },
      },
      {
        name: 'names the row by its key',
        request: 'POST pares',
        headers: { prefer: 'return=headers-only' },
        body: { a: 2, b: 3 },
        status: 201,
        gives: { location: '/pares?a=eq.2&b=eq.3' },
      },
      {
        name: 'takes several rows',
        request: 'POST diario?select=contenido,puntos&columns=fecha,contenido,puntos',
        headers: { prefer: 'return=representation,count=exact' },
        body: [
          { fecha: '2027-02-01', contenido: 'a' },
          { fecha: '2027-02-02', contenido: 'b', puntos: 7 },
        ],
        status: 201,
        equals: [
          { contenido: 'a', puntos: null },
          { contenido: 'b', puntos: 7 },
        ],
        gives: { 'content-range': '*/2' },
      },
      {
        name: 'takes defaults for what is missing, if asked',
        request: 'POST diario?select=contenido,puntos&columns=fecha,contenido,puntos',
        headers: { prefer: 'return=representation,missing=default' },
        body: [
          { fecha: '2027-03-01', contenido: 'a' },
          { fecha: '2027-03-02', contenido: 'b', puntos: 7 },
        ],
        status: 201,
        equals: [
          { contenido: 'a', puntos: 1.5 },
          { contenido: 'b', puntos: 7 },
        ],
      },
      {
        name: 'leaves out what `columns` does not name',
        request: 'POST libros?columns=id,titulo',
        headers: shown,
        body: [{ id: 101, titulo: 'Sin páginas', paginas: 5, sobra: 1 }],
        status: 201,
        equals: [{ id: 101, titulo: 'Sin páginas', paginas: null }],
      },
      {
        name: 'takes no rows',
        request: 'POST libros',
        headers: shown,
        body: [],
        status: 201,
        equals: [],
      },
      {
        name: 'takes every kind of value',
        request: 'POST diario?select=etiquetas,datos,periodo,hora,correo,animo,puntos',
        headers: single,
        body: {
          fecha: '2027-04-01',
          contenido: 'árabe: مرحبا, emoji: 💜, comillas: "\\',
          etiquetas: ['a,b', '"c"', ''],
          datos: { a: [1, null, { b: 'ñ' }], grande: 12345678901234567890n.toString() },
          periodo: '[1,5)',
          hora: '23:59',
          correo: 'ana@demo.test',
          animo: 'mal',
          puntos: 1234.56,
        },
        status: 201,
        equals: {
          etiquetas: ['a,b', '"c"', ''],
          datos: { a: [1, null, { b: 'ñ' }], grande: '12345678901234567890' },
          periodo: '[1,5)',
          hora: '23:59:00',
          correo: 'ana@demo.test',
          animo: 'mal',
          puntos: 1234.56,
        },
      },
      {
        name: 'as somebody else is refused by the policy',
        request: 'POST diario',
        body: { user_id: BEA, fecha: '2027-05-01', contenido: 'ajeno' },
        status: 403,
        contains: ['42501', 'row-level security'],
      },
      {
        name: 'by a visitor is 401',
        request: 'POST libros',
        who: 'visitor',
        body: { id: 1, titulo: 'x' },
        status: 401,
        contains: ['42501'],
      },
      {
        name: 'of a key that is there',
        request: 'POST libros',
        body: { id: 1, titulo: 'otra Aura' },
        status: 409,
        // The key may be of a row that is not hers.
        contains: ['23505', '"details":null'],
      },
      {
        name: 'that points nowhere',
        request: 'POST mensajes_sala',
        body: { sala_id: 999, contenido: 'x' },
        status: 409,
        contains: ['23503'],
      },
      {
        name: 'without what is needed',
        request: 'POST diario',
        body: { fecha: '2027-06-01' },
        status: 400,
        contains: ['23502'],
      },
      {
        name: 'against a check',
        request: 'POST reseñas_terapeutas',
        body: { id: 50, terapeuta_id: 1, puntuacion: 6 },
        status: 400,
        contains: ['23514'],
      },
      {
        name: 'of a generated column',
        request: 'POST diario',
        body: { fecha: '2027-06-01', contenido: 'x', largo: 5 },
        status: 400,
        contains: ['428C9'],
      },
      {
        name: 'of an unknown column',
        request: 'POST libros',
        body: { id: 5, titulos: 'x' },
        status: 400,
        equals: {
          code: 'PGRST204',
          details: null,
          hint: null,
          message: "Could not find the 'titulos' column of 'libros' in the schema cache",
        },
      },
      {
        name: 'of rows that differ in their keys',
        request: 'POST libros',
        body: [{ id: 6, titulo: 'a' }, { id: 7 }],
        status: 400,
        contains: ['PGRST102', 'All object keys must match'],
      },
    ],
  )

  it('into another schema', async () => {
    const headers = { 'content-profile': 'otra', ...shown }
    const response = await ask(harness, { request: 'POST cosas', headers, body: { id: 9, nombre: 'nueva' } })
    expect(response.json()).toEqual([{ id: 9, nombre: 'nueva' }])
  })

  it('of several rows is all or nothing', async () => {
    const body = [
      { id: 200, titulo: 'entra' },
      { id: 200, titulo: 'choca' },
    ]
    const response = await ask(harness, { request: 'POST libros', body })
    expect(response.statusCode).toBe(409)
    const left = await ask(harness, { request: 'GET libros?id=eq.200' })
    expect(left.json()).toEqual([])
  })
})

describe('upsert', () => {
  it('inserts, then changes, then leaves alone', async () => {
    const upsert = (prefer: string, valor: string) =>
      ask(harness, { request: 'POST pares', headers: { prefer }, body: { a: 30, b: 1, valor } })
    const first = await upsert(merge, 'uno')
    expect([first.statusCode, first.json()]).toEqual([201, [{ a: 30, b: 1, valor: 'uno' }]])
    const second = await upsert(merge, 'dos')
    expect([second.statusCode, second.json()]).toEqual([200, [{ a: 30, b: 1, valor: 'dos' }]])
    const third = await upsert('return=representation,resolution=ignore-duplicates', 'tres')
    expect([third.statusCode, third.json()]).toEqual([201, []])
    expect(third.headers['preference-applied']).toBe('resolution=ignore-duplicates, return=representation')
    const quiet = await upsert('resolution=merge-duplicates', 'cuatro')
    expect([quiet.statusCode, quiet.body]).toEqual([200, ''])
  })

  it('by other columns than the key, several rows at once', async () => {
    const request = 'POST diario?on_conflict=user_id,fecha&select=fecha,contenido'
    const row = (fecha: string, contenido: string) => ({ user_id: ANA, fecha, contenido })
    await ask(harness, { request, body: row('2028-01-01', 'antes') })
    const body = [row('2028-01-01', 'después'), row('2028-01-02', 'nueva')]
    const response = await ask(harness, { request, headers: { prefer: merge }, body })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual([
      { fecha: '2028-01-01', contenido: 'después' },
      { fecha: '2028-01-02', contenido: 'nueva' },
    ])
  })

  it('cannot take over the row of another', async () => {
    const body = { user_id: BEA, fecha: '2026-01-01', contenido: 'pisado' }
    const request = 'POST diario?on_conflict=user_id,fecha'
    const response = await ask(harness, { request, headers: { prefer: merge }, body })
    expect([response.statusCode, response.json().code]).toEqual([403, '42501'])
  })

  run(
    () => harness,
    [
      {
        name: 'without a unique key there',
        request: 'POST libros?on_conflict=titulo',
        headers: { prefer: merge },
        body: { id: 1, titulo: 'x' },
        status: 400,
        contains: ['42P10'],
      },
    ],
  )
})

describe('update', () => {
  it('changes what the filters name, and shows it if asked', async () => {
    await ask(harness, {
      request: 'POST pares',
      body: [
        { a: 40, b: 1 },
        { a: 40, b: 2 },
        { a: 41, b: 1 },
      ],
    })
    const quiet = await ask(harness, { request: 'PATCH pares?a=eq.40', body: { valor: 'z' } })
    expect([quiet.statusCode, quiet.body, quiet.headers['content-range']]).toEqual([204, '', '0-1/*'])
    const request = 'PATCH pares?a=eq.40&b=eq.2&select=valor'
    const loud = await ask(harness, {
      request,
      headers: { prefer: 'return=representation,count=exact' },
      body: { valor: null },
    })
    expect([loud.statusCode, loud.json(), loud.headers['content-range']]).toEqual([
      200,
      [{ valor: null }],
      '0-0/1',
    ])
  })

  it('ignores a limit: it can neither narrow what is changed nor hide it', async () => {
    await ask(harness, {
      request: 'POST pares',
      body: [
        { a: 42, b: 1 },
        { a: 42, b: 2 },
      ],
    })
    const headers = { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' }
    const response = await ask(harness, {
      request: 'PATCH pares?a=eq.42&limit=1',
      headers,
      body: { valor: 'w' },
    })
    expect(response.statusCode).toBe(406)
  })

  it('through a view with a trigger', async () => {
    const request = `PATCH profiles?id=eq.${BEA}&select=username,momento_vida`
    const response = await ask(harness, {
      request,
      who: 'bea',
      headers: single,
      body: { momento_vida: 'soledad' },
    })
    expect(response.json()).toEqual({ username: 'Bea', momento_vida: 'soledad' })
  })

  it('of another’s row touches nothing', async () => {
    const request = 'PATCH diario?fecha=eq.2026-01-01&contenido=eq.de Bea'
    const response = await ask(harness, { request, headers: shown, body: { contenido: 'pisado' } })
    expect([response.statusCode, response.json()]).toEqual([200, []])
  })

  it('of more rows than one object can hold is undone', async () => {
    await ask(harness, {
      request: 'POST pares',
      body: [
        { a: 43, b: 1 },
        { a: 43, b: 2 },
      ],
    })
    const response = await ask(harness, {
      request: 'PATCH pares?a=eq.43',
      headers: single,
      body: { valor: 'mal' },
    })
    expect(response.json()).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' })
    const left = await ask(harness, { request: 'GET pares?a=eq.43&select=valor' })
    expect(left.json()).toEqual([{ valor: null }, { valor: null }])
  })

  it('of more rows than were allowed is undone', async () => {
    await ask(harness, {
      request: 'POST pares',
      body: [
        { a: 44, b: 1 },
        { a: 44, b: 2 },
      ],
    })
    const headers = { prefer: 'handling=strict,max-affected=1' }
    const response = await ask(harness, { request: 'PATCH pares?a=eq.44', headers, body: { valor: 'mal' } })
    expect([response.statusCode, response.json().code]).toEqual([400, 'PGRST124'])
    const allowed = { prefer: 'handling=strict,max-affected=2' }
    const second = await ask(harness, {
      request: 'PATCH pares?a=eq.44',
      headers: allowed,
      body: { valor: 'bien' },
    })
    expect([second.statusCode, second.headers['preference-applied']]).toEqual([
      204,
      'handling=strict, max-affected=2',
    ])
  })

  run(
    () => harness,
    [
      { name: 'with nothing to set', request: 'PATCH libros?id=eq.1', body: {}, status: 204 },
      {
        name: 'of an unknown column',
        request: 'PATCH libros?id=eq.1',
        body: { nada: 1 },
        status: 400,
        contains: ['PGRST204'],
      },
      {
        name: 'with an unknown preference, strictly',
        request: 'PATCH libros?id=eq.1',
        headers: { prefer: 'handling=strict,nada=1' },
        body: { paginas: 100 },
        status: 400,
        contains: ['PGRST122', 'Invalid preferences: nada=1'],
      },
      {
        name: 'with an unknown preference, leniently',
        request: 'PATCH libros?id=eq.1',
        headers: { prefer: 'nada=1' },
        body: { paginas: 100 },
        status: 204,
      },
    ],
  )
})

describe('delete', () => {
  it('removes what the filters name and shows it if asked', async () => {
    await ask(harness, {
      request: 'POST pares',
      body: [
        { a: 50, b: 1 },
        { a: 50, b: 2 },
        { a: 50, b: 3 },
      ],
    })
    const quiet = await ask(harness, { request: 'DELETE pares?a=eq.50&b=lt.3' })
    expect([quiet.statusCode, quiet.body]).toEqual([204, ''])
    const loud = await ask(harness, {
      request: 'DELETE pares?a=eq.50',
      headers: { prefer: 'return=representation,count=exact' },
    })
    expect([loud.statusCode, loud.json(), loud.headers['content-range']]).toEqual([
      200,
      [{ a: 50, b: 3, valor: null }],
      '*/1',
    ])
  })

  it('of another’s row touches nothing', async () => {
    const response = await ask(harness, { request: 'DELETE diario?contenido=eq.de Bea', headers: shown })
    expect(response.json()).toEqual([])
    const left = await ask(harness, {
      request: 'GET diario?select=contenido&contenido=eq.de Bea',
      who: 'bea',
    })
    expect(left.json()).toEqual([{ contenido: 'de Bea' }])
  })

  it('with the client’s header for JSON and no body', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await ask(harness, { request: 'DELETE pares?a=eq.59', headers })
    expect(response.statusCode).toBe(204)
  })

  it('of what others point to is refused', async () => {
    const response = await ask(harness, { request: 'DELETE libros?id=eq.1' })
    expect([response.statusCode, response.json().code]).toEqual([409, '23503'])
  })
})
