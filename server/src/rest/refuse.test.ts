import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, type Harness, startHarness } from '../../testing/rest.ts'
import { ask, run } from '../../testing/scenario.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe('refusals', () => {
  run(
    () => harness,
    [
      {
        name: 'an unknown table, with the one that was perhaps meant',
        request: 'GET libro',
        status: 404,
        equals: {
          code: 'PGRST205',
          details: null,
          hint: "Perhaps you meant the table 'public.libros'",
          message: "Could not find the table 'public.libro' in the schema cache",
        },
      },
      { name: 'a table that is like no other', request: 'GET xyzzy', status: 404, contains: ['"hint":null'] },
      {
        name: 'a table of a schema that is not exposed',
        request: 'GET perfiles',
        status: 404,
        contains: ['PGRST205'],
      },
      {
        name: 'a schema that is not exposed',
        request: 'GET perfiles',
        headers: { 'accept-profile': 'interno' },
        status: 406,
        contains: ['PGRST106', 'Only the following schemas are exposed: public, otra'],
      },
      {
        name: 'writing to a schema that is not exposed',
        request: 'POST users',
        headers: { 'content-profile': 'auth' },
        body: {},
        status: 406,
        contains: ['PGRST106'],
      },
      {
        name: 'an unknown column, selected',
        request: 'GET libros?select=nada',
        status: 400,
        equals: { code: '42703', details: null, hint: null, message: 'column libros.nada does not exist' },
      },
      {
        name: 'an unknown column, filtered',
        request: 'GET libros?nada=eq.1',
        status: 400,
        contains: ['42703'],
      },
      {
        name: 'an unknown column, ordered by',
        request: 'GET libros?order=nada',
        status: 400,
        contains: ['42703'],
      },
      {
        name: 'two resources under one key',
        request: 'GET libros?select=id,a:autoras(autorias(*),autorias(id))',
        status: 400,
        equals: {
          code: '42712',
          details: null,
          hint: null,
          message: 'table name "autoras_autorias_2" specified more than once',
        },
      },
      {
        name: 'two spread resources under one name',
        request:
          'GET mensajes_directos?select=...salas_comunidad!mensajes_de_fkey(nombre),...salas_comunidad!mensajes_para_fkey(id)',
        status: 400,
        contains: ['42712'],
      },
      {
        name: 'a table with itself by its key, which leads both ways',
        request: 'GET temas?select=nombre,padre:temas!temas_padre_fkey(nombre)',
        status: 400,
        contains: ['PGRST200', "using the hint 'temas_padre_fkey'"],
      },
      { name: 'an unknown operator', request: 'GET libros?id=is_not.1', status: 400, contains: ['PGRST100'] },
      { name: 'a filter without operator', request: 'GET libros?id=1', status: 400, contains: ['PGRST100'] },
      { name: 'a filter without value', request: 'GET libros?id', status: 400, contains: ['PGRST100'] },
      {
        name: 'a filter of a delete that cannot be understood',
        request: 'DELETE pares?a=es.1',
        status: 400,
        contains: ['PGRST100'],
      },
      {
        name: 'a filter of a called function that cannot be understood',
        request: 'POST rpc/buscar?paginas=mas.5',
        body: { texto: 'a' },
        status: 400,
        contains: ['PGRST100'],
      },
      {
        name: 'an unknown operator in a tree',
        request: 'GET libros?or=(id.es.1)',
        status: 400,
        contains: ['PGRST100'],
      },
      {
        name: 'an aggregate',
        request: 'GET libros?select=paginas.sum()',
        status: 400,
        contains: ['PGRST123'],
      },
      {
        name: 'an operator that the type lacks',
        request: 'GET libros?id=like.1',
        status: 404,
        contains: ['42883'],
      },
      { name: 'a column that she may not read', request: 'GET secretos', status: 403, contains: ['42501'] },
      {
        name: 'the same, to a visitor',
        request: 'GET secretos',
        who: 'visitor',
        status: 401,
        contains: ['42501'],
      },
      {
        name: 'a filter on what she may not read',
        request: 'GET secretos?select=id&texto=eq.x',
        status: 403,
        contains: ['42501'],
      },
      {
        name: 'a format that is not offered',
        request: 'GET libros',
        headers: { accept: 'text/html' },
        status: 406,
        contains: ['PGRST107'],
      },
      {
        name: 'a plan',
        request: 'GET libros',
        headers: { accept: 'application/vnd.pgrst.plan+json' },
        status: 406,
        contains: ['PGRST107'],
      },
      {
        name: 'XML of rows',
        request: 'POST libros',
        headers: { 'content-type': 'text/xml' },
        body: '<x/>',
        status: 400,
        contains: ['PGRST102'],
      },
      {
        name: 'a type that nobody reads',
        request: 'POST libros',
        headers: { 'content-type': 'application/yaml' },
        body: 'id: 1',
        status: 415,
        contains: ['PGRST102'],
      },
      {
        name: 'PUT without a place',
        request: 'PUT libros',
        body: { id: 1 },
        status: 405,
        contains: ['PGRST105'],
      },
      { name: 'a path within a table', request: 'GET libros/1', status: 404, contains: ['PGRST125'] },
      { name: 'another algorithm of asking', request: 'GET rpc/a/b', status: 404, contains: ['PGRST125'] },
    ],
  )

  it('answers OPTIONS with what is allowed', async () => {
    const response = await ask(harness, { request: 'OPTIONS libros', who: 'visitor' })
    expect([response.statusCode, response.headers.allow]).toEqual([
      200,
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    ])
  })
})

describe('tokens', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, claims: object, secret: string, algorithm = 'sha256') => {
    const content = `${encode(header)}.${encode(claims)}`
    return `${content}.${createHmac(algorithm, secret).update(content).digest('base64url')}`
  }
  const secret = () => harness.config.secrets.jwtSecret
  const claims = { role: 'authenticated', sub: ANA, exp: 4_000_000_000 }
  const hs256 = { alg: 'HS256', typ: 'JWT' }

  it.each<[string, () => string, string]>([
    ['expired', () => signed(hs256, { ...claims, exp: 1_000 }, secret()), 'PGRST303'],
    ['not yet good', () => signed(hs256, { ...claims, nbf: 4_000_000_000 }, secret()), 'PGRST301'],
    ['signed with another key', () => signed(hs256, claims, 'x'.repeat(64)), 'PGRST301'],
    ['without algorithm', () => `${encode({ alg: 'none' })}.${encode(claims)}.`, 'PGRST301'],
    ['without algorithm, but a signature', () => signed({ alg: 'none' }, claims, secret()), 'PGRST301'],
    ['of another algorithm', () => signed({ alg: 'HS512' }, claims, secret(), 'sha512'), 'PGRST301'],
    [
      'with changed claims',
      () =>
        signed(hs256, claims, secret()).replace(
          /\.[^.]+\./,
          `.${encode({ ...claims, role: 'service_role' })}.`,
        ),
      'PGRST301',
    ],
    ['of a superuser', () => signed(hs256, { ...claims, role: 'postgres' }, secret()), 'PGRST301'],
    ['of the serving role', () => signed(hs256, { ...claims, role: 'authenticator' }, secret()), 'PGRST301'],
    [
      'of a role that looks like SQL',
      () => signed(hs256, { ...claims, role: "anon'; set role postgres; --" }, secret()),
      'PGRST301',
    ],
    [
      'of a role that is no text',
      () => signed(hs256, { ...claims, role: ['service_role'] }, secret()),
      'PGRST301',
    ],
    ['without role', () => signed(hs256, { sub: ANA }, secret()), 'PGRST301'],
    ['that is none', () => 'nada', 'PGRST301'],
  ])('%s are refused', async (_name, token, code) => {
    for (const headers of [{ authorization: `Bearer ${token()}` }, { apikey: token() }] as Record<
      string,
      string
    >[]) {
      const response = await ask(harness, { request: 'GET libros', who: 'visitor', headers })
      expect([response.statusCode, response.json().code]).toEqual([401, code])
      expect(response.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/)
    }
  })

  it.each(['Basic YTpi', 'Bearer', 'Bearer a b'])('are not %s', async (authorization) => {
    const response = await ask(harness, { request: 'GET libros', who: 'visitor', headers: { authorization } })
    expect(response.statusCode).toBe(401)
  })

  it('whose subject is no uuid find nothing and break nothing', async () => {
    const token = await harness.tokens.sign({ role: 'authenticated', sub: "' or true --" }, 60)
    const headers = { authorization: `Bearer ${token}` }
    const response = await ask(harness, { request: 'GET diario', who: 'visitor', headers })
    expect([response.statusCode, response.json().code]).toEqual([400, '22P02'])
  })
})

describe('hostile input is the caller’s fault, and says so', () => {
  const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
  const enc = encodeURIComponent
  const requests: [string, string, unknown?, Record<string, string>?][] = [
    ['a null byte in a column', 'GET libros?a%00b=eq.1'],
    ['a null byte in a quoted column', `GET libros?${enc('"a\0b"')}=eq.1`],
    ['a null byte in a select', 'GET libros?select=a%00'],
    ['a null byte in a table', 'GET a%00b'],
    ['a null byte in a function', 'POST rpc/a%00b', {}],
    ['a raw null byte in a body', 'POST libros', '{"id": 300, "titulo": "a\0b"}'],
    ['broken percent-encoding', 'GET libros?titulo=eq.%E0%A4%A'],
    ['bytes that are not UTF-8', 'GET libros?titulo=eq.%ff%fe'],
    ['broken JSON', 'POST libros', '{"id": 1,'],
    ['JSON that is a number', 'POST libros', '5'],
    ['JSON that is null', 'POST libros', 'null'],
    ['an array of numbers', 'POST libros', '[1, 2]'],
    ['nothing', 'POST libros', ''],
    [
      'deep arrays',
      'POST diario',
      `{"fecha":"2026-01-09","contenido":"x","datos":${deep('[', ']', 50_000)}}`,
    ],
    [
      'deep objects',
      'POST diario',
      `{"fecha":"2026-01-09","contenido":"x","datos":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    ],
    [
      'a body of more than a megabyte',
      'POST libros',
      JSON.stringify({ id: 1, titulo: 'x'.repeat(1_048_576) }),
    ],
    [
      'a text longer than the check allows',
      'POST mensajes_sala',
      { sala_id: 1, contenido: 'x'.repeat(900_000) },
    ],
    ['a text for a number', 'POST libros', { id: 'uno', titulo: 'x' }],
    ['an object for a number', 'POST libros', { id: {}, titulo: 'x' }],
    ['a number for an array', 'POST diario', { fecha: '2026-01-09', contenido: 'x', etiquetas: 5 }],
    ['a number that is too large', 'POST libros', '{"id": 99999999999999999999, "titulo": "x"}'],
    ['a number with an endless exponent', 'POST libros', '{"id": 1e999999999, "titulo": "x"}'],
    ['a number that is too large, filtered', 'GET libros?id=eq.99999999999999999999'],
    ['a uuid that is none', 'GET diario?user_id=eq.ana'],
    ['a uuid that is none, in a list', 'GET diario?user_id=in.(ana)'],
    ['a uuid that is none, written', 'POST diario', { user_id: 'ana', fecha: '2026-01-09', contenido: 'x' }],
    ['a date that is none', 'GET diario?fecha=eq.2026-02-30'],
    ['a date that is none, written', 'POST diario', { fecha: '2026-13-01', contenido: 'x' }],
    ['an enum value that is none', 'GET diario?animo=eq.euforica'],
    ['a domain that refuses', 'POST diario', { fecha: '2026-01-09', contenido: 'x', correo: 'sin arroba' }],
    ['a broken regular expression', `GET libros?titulo=match.${enc('(')}`],
    ['a broken text search', `GET libros?titulo=fts.${enc('a & & b')}`],
    ['an unknown language', 'GET libros?titulo=fts(klingon).a'],
    ['a broken array', `GET diario?etiquetas=cs.${enc('{a')}`],
    ['a broken range', `GET diario?periodo=cs.${enc('[5,1)')}`],
    ['a broken JSON filter', `GET diario?datos=cs.${enc('{a')}`],
    ['is on a text', 'GET libros?titulo=is.true'],
    ['a cast that cannot be', 'GET libros?select=titulo::int'],
    ['a cast to an unknown type', 'GET libros?select=titulo::nada'],
    ['a cast that would be more', `GET libros?select=${enc('titulo::text) from secretos--')}`],
    ['two hundred nested trees', `GET libros?and=(${'and('.repeat(200)}id.eq.1${')'.repeat(200)})`],
    ['embeds nested without end', `GET libros?select=${'autoras(libros('.repeat(30)}id${'))'.repeat(30)}`],
    [
      'more embeds than anybody needs',
      `GET libros?select=${Array.from({ length: 60 }, (_, i) => `a${i}:autoras(id)`).join()}`,
    ],
    [
      'more parameters than anybody needs',
      `GET libros?${Array.from({ length: 201 }, () => 'id=eq.1').join('&')}`,
    ],
    ['an offset that is too large', 'GET libros?offset=99999999999999999999'],
    ['an offset that is no number', 'GET libros?offset=uno'],
    [
      'an unknown conflict target',
      'POST libros?on_conflict=nada',
      { id: 1, titulo: 'x' },
      { prefer: 'resolution=merge-duplicates' },
    ],
    ['columns that are not there', 'POST libros?columns=nada', { id: 1 }],
    ['a prototype as column', 'POST libros', '{"__proto__": {"id": 1}, "titulo": "x"}'],
    ['a prototype as table', 'GET __proto__'],
    ['a prototype as function', 'POST rpc/constructor', {}],
    ['a prototype as argument', 'GET rpc/suma?__proto__=1&a=1'],
    ['arguments that are no object', 'POST rpc/suma', '[1]'],
    ['arguments that are broken', 'POST rpc/suma', '{"a":'],
    ['an unknown preference, strictly', 'GET libros', undefined, { prefer: 'handling=strict, count=algo' }],
    [
      'a profile that looks like SQL',
      'GET libros',
      undefined,
      { 'accept-profile': 'public"; drop table libros; --' },
    ],
  ]

  it.each(requests)('%s', async (_name, request, body, headers) => {
    const response = await ask(harness, { request: request.includes('%') ? request : request, body, headers })
    expect({ status: response.statusCode, body: response.body.slice(0, 300) }).toMatchObject({
      status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    })
    expect(Object.keys(response.json()).sort()).toEqual(['code', 'details', 'hint', 'message'])
  })

  it('what no text can hold is dropped, or replaced, wherever it stands', async () => {
    const sent =
      '{"fecha": "2031-02-01", "conte\\u0000nido": "a\\u0000b \\ud83d", "datos": {"\\u0000": ["\\udc00"]}}'
    const prefer = { prefer: 'return=representation' }
    const stored = { contenido: 'ab \ufffd', datos: { '': ['\ufffd'] } }
    const select = 'select=contenido,datos'
    for (const [request, body] of [
      [`POST diario?${select}`, sent],
      [`PATCH diario?fecha=eq.2031%2d02-01&contenido=eq.a%00b%20%ef%bf%bd&${select}`, sent],
      [
        `GET diario?${enc('"conte\0nido"')}=in.(%00,${enc('"a\0b \ufffd"')})&select=cont%00enido,datos`,
        undefined,
      ],
    ] as const) {
      const response = await ask(harness, { request, body, headers: prefer })
      expect([request, response.json()]).toEqual([request, [stored]])
    }
    const csv = { ...prefer, 'content-type': 'text/csv' }
    const line = await ask(harness, {
      request: 'POST diario?select=contenido',
      body: 'fecha,contenido\n2031-02-02,a\0b',
      headers: csv,
    })
    expect(line.json()).toEqual([{ contenido: 'ab' }])
    const greeted = await ask(harness, { request: 'POST rpc/saluda', body: '{"nombre": "A\\u0000na"}' })
    expect(greeted.body).toContain('Ana')
    const asked = await ask(harness, { request: 'GET rpc/saluda?nombre=A%00na' })
    expect(asked.body).toBe(greeted.body)
  })

  it('and what is merely unusual passes through unchanged', async () => {
    const contenido = '\u202eאבג\u202c مرحبا 👩🏽‍🦱 \u0007 \u2028 "\\\'%_*(),.; -- $1 {}'
    const body = { fecha: '2031-01-01', contenido }
    const request = 'POST diario?select=contenido'
    const written = await ask(harness, { request, body, headers: { prefer: 'return=representation' } })
    expect(written.json()).toEqual([{ contenido }])
    const found = await ask(harness, {
      request: `GET diario?select=contenido&contenido=eq.${enc(contenido)}`,
    })
    expect(found.json()).toEqual([{ contenido }])
    const listed = await ask(harness, {
      request: `GET diario?select=contenido&contenido=in.(${enc(JSON.stringify(contenido))})`,
    })
    expect(listed.statusCode).toBe(200)
  })

  it('no type that the database knows gives a server error as a cast', async () => {
    const { rows } = await harness.owner.query(
      'select distinct name from pg_type, unnest(array[typname, format_type(oid, null)]) as name',
    )
    const forms = rows.flatMap(({ name }) => [name, `${name}[]`, `${name}(0)`, `${name}(9999,9999)`])
    const failed: string[] = []
    for (const form of forms) {
      for (const select of [`titulo::${form}`, `id::${form}`, `id.max()::${form}`]) {
        const { statusCode, body } = await ask(harness, { request: `GET libros?select=${enc(select)}` })
        if (statusCode >= 500) failed.push(`${select} ${body}`)
      }
    }
    expect(failed).toEqual([])
  })

  it('a visitor’s statement ends after its time', async () => {
    const response = await ask(harness, { request: 'POST rpc/tarda', who: 'visitor', body: {} })
    expect([response.statusCode, response.json().code]).toEqual([504, '57014'])
  })
})
