import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, type Harness, startHarness } from '../../testing/rest.ts'
import { ask, run } from '../../testing/scenario.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const object = { accept: 'application/vnd.pgrst.object+json' }

describe('functions', () => {
  run(
    () => harness,
    [
      { name: 'without arguments', request: 'POST rpc/semana', body: {}, status: 200, equals: 47 },
      { name: 'without arguments or body', request: 'POST rpc/semana', status: 200, equals: 47 },
      { name: 'by GET', request: 'GET rpc/semana', status: 200, equals: 47 },
      { name: 'by HEAD', request: 'HEAD rpc/semana', status: 200 },
      { name: 'with a default left out', request: 'POST rpc/suma', body: { a: 1 }, status: 200, equals: 11 },
      {
        name: 'with arguments by name',
        request: 'POST rpc/suma',
        body: { b: 2, a: 1 },
        status: 200,
        equals: 3,
      },
      { name: 'with arguments in the query', request: 'GET rpc/suma?a=1&b=2', status: 200, equals: 3 },
      { name: 'that give nothing', request: 'POST rpc/nada', body: {}, status: 204 },
      { name: 'that give null', request: 'POST rpc/suma', body: { a: null }, status: 200, equals: null },
      {
        name: 'that give several values',
        request: 'POST rpc/numeros',
        body: { hasta: 3 },
        status: 200,
        equals: [1, 2, 3],
      },
      {
        name: 'that give one row',
        request: 'POST rpc/uno',
        body: {},
        status: 200,
        equals: { id: 1, titulo: 'Aura', paginas: 100 },
      },
      {
        name: 'that give rows of a table, which can be embedded, ordered and filtered',
        request: 'POST rpc/buscar?select=titulo,autoras(nombre)&paginas=lt.500&order=titulo.desc&limit=1',
        body: { texto: 'a' },
        status: 200,
        equals: [{ titulo: 'Pedro Páramo', autoras: [{ nombre: 'Juan' }] }],
      },
      {
        name: 'the same by GET, filters and arguments told apart',
        request: 'GET rpc/buscar?texto=a&select=titulo&paginas=gt.500',
        status: 200,
        equals: [{ titulo: 'Rayuela' }],
      },
      {
        name: 'that name their columns',
        request: 'POST rpc/tabla?select=y&x=gt.1&order=x.desc',
        body: { n: 3 },
        headers: { prefer: 'count=exact' },
        status: 200,
        equals: [{ y: 'fila 3' }, { y: 'fila 2' }],
        gives: { 'content-range': '0-1/2' },
      },
      {
        name: 'whose rows are asked for one object',
        request: 'POST rpc/tabla',
        body: { n: 1 },
        headers: object,
        status: 200,
        equals: { x: 1, y: 'fila 1' },
      },
      {
        name: 'whose rows are too many for one object',
        request: 'POST rpc/tabla',
        body: { n: 2 },
        headers: object,
        status: 406,
        contains: ['PGRST116'],
      },
      {
        name: 'of the same name, by their arguments',
        request: 'POST rpc/saluda',
        body: { nombre: 'Ana', apellido: 'Ruiz' },
        status: 200,
        equals: 'Hola, Ana Ruiz',
      },
      {
        name: 'of the same name, the shorter',
        request: 'POST rpc/saluda',
        body: { nombre: 'Ana' },
        status: 200,
        equals: 'Hola, Ana',
      },
      {
        name: 'of the same name, neither meant',
        request: 'POST rpc/confusa',
        body: { a: 1 },
        status: 300,
        contains: ['PGRST203', 'public.confusa(a => integer, b => integer)'],
      },
      {
        name: 'that take the whole body',
        request: 'POST rpc/todo_el_cuerpo',
        body: { clave: [1, 2] },
        status: 200,
        equals: [1, 2],
      },
      {
        name: 'with any number of arguments',
        request: 'GET rpc/junta?partes=a&partes=b',
        status: 200,
        equals: 'a+b',
      },
      {
        name: 'with any number of arguments in a body',
        request: 'POST rpc/junta',
        body: { partes: ['a', 'b'] },
        status: 200,
        equals: 'a+b',
      },
      {
        name: 'that write cannot be called by GET',
        request: 'GET rpc/escribe',
        status: 405,
        contains: ['25006'],
      },
      {
        name: 'that are not there',
        request: 'POST rpc/sumar',
        body: { a: 1 },
        status: 404,
        equals: {
          code: 'PGRST202',
          message: 'Could not find the function public.sumar(a) in the schema cache',
          details:
            'Searched for the function public.sumar with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
          hint: 'Perhaps you meant to call the function public.suma',
        },
      },
      {
        name: 'with an argument that is not theirs',
        request: 'POST rpc/suma',
        body: { a: 1, z: 2 },
        status: 404,
        contains: ['PGRST202', 'public.suma(a, z)'],
      },
      {
        name: 'without an argument that is needed',
        request: 'POST rpc/suma',
        body: {},
        status: 404,
        contains: ['PGRST202', 'without parameters'],
      },
      {
        name: 'with an argument of the wrong type',
        request: 'POST rpc/suma',
        body: { a: 'uno' },
        status: 400,
        contains: ['22P02'],
      },
      {
        name: 'by another method',
        request: 'PATCH rpc/suma',
        body: { a: 1 },
        status: 405,
        contains: ['PGRST101'],
      },
      {
        name: 'of triggers are not there',
        request: 'POST rpc/cambiar',
        body: {},
        status: 404,
        contains: ['PGRST202'],
      },
      {
        name: 'that raise',
        request: 'POST rpc/falla',
        body: { codigo: 'P0001', mensaje: 'ay' },
        status: 400,
        equals: { code: 'P0001', message: 'ay', details: 'un detalle', hint: 'un consejo' },
      },
      {
        name: 'that raise a status',
        request: 'POST rpc/falla',
        body: { codigo: 'PT429', mensaje: 'despacio' },
        status: 429,
        contains: ['despacio'],
      },
      {
        name: 'that raise no privilege',
        request: 'POST rpc/falla',
        body: { codigo: '42501', mensaje: 'no' },
        status: 403,
      },
      {
        name: 'that raise no privilege, to a visitor',
        request: 'POST rpc/falla',
        who: 'visitor',
        body: { codigo: '42501', mensaje: 'no' },
        status: 401,
      },
      {
        name: 'that write the whole answer',
        request: 'POST rpc/responde',
        body: {},
        status: 418,
        equals: { code: 'MIO', message: 'a mi manera', details: 'd', hint: 'h' },
      },
      {
        name: 'that choose status and headers',
        request: 'POST rpc/elige',
        body: {},
        status: 202,
        equals: 1,
        gives: { 'x-prueba': 'uno' },
      },
      {
        name: 'that choose headers which cannot be sent',
        request: 'POST rpc/elige',
        body: { cabeceras: '[{"a b": "c"}]' },
        status: 500,
        contains: ['PGRST111'],
      },
    ],
  )

  it('know who asks, how, and with what headers, but not her keys', async () => {
    const headers = { 'x-prueba': 'hola', apikey: 'secreta', cookie: 'a=b' }
    const response = await ask(harness, { request: 'POST rpc/quien', headers, body: {} })
    expect(response.json()).toMatchObject({
      role: 'authenticated',
      sub: ANA,
      cabecera: 'hola',
      metodo: 'POST',
      ruta: '/rpc/quien',
    })
    const secrets = await ask(harness, { request: 'POST rpc/cabeceras', headers, body: {} })
    expect(Object.keys(secrets.json())).not.toEqual(expect.arrayContaining(['apikey']))
    expect(secrets.body).not.toMatch(/secreta|Bearer|a=b/)
  })

  it('run once, however their rows are counted', async () => {
    const headers = { prefer: 'count=exact' }
    const response = await ask(harness, { request: 'POST rpc/anota', headers, body: { clave: 900 } })
    expect([response.json(), response.headers['content-range']]).toEqual([
      [{ id: 900, titulo: 'anotado', paginas: null }],
      '0-0/1',
    ])
  })

  it('leave nothing behind when their answer is refused', async () => {
    const response = await ask(harness, {
      request: 'POST rpc/anota?id=eq.0',
      headers: object,
      body: { clave: 901 },
    })
    expect(response.statusCode).toBe(406)
    expect((await ask(harness, { request: 'GET libros?id=eq.901' })).json()).toEqual([])
  })
})
