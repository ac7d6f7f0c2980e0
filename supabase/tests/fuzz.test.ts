import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTACKER, type Instance, MEMBER, oneInstance } from './instances.ts'

// Generated from the catalogue: every request by any role for any table, view or function, with any body, is answered
// with a code of the API and never with a server error (5xx).

let instance: Instance
beforeAll(async () => {
  instance = await oneInstance()
}, 120_000)
afterAll(() => instance?.close())

const ADMIN = 'c0000000-0000-4000-8000-000000000003'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const ASKING: [role: string, sub?: string][] = [
  ['anon'],
  ['authenticated', ATTACKER],
  ['authenticated', MEMBER],
  ['authenticated', ADMIN],
  ['authenticated', NOBODY],
  ['authenticated'],
  ['service_role'],
]
const BODIES: unknown[] = [
  '',
  '{',
  'null',
  '7',
  '"x"',
  '[]',
  '{}',
  '[{}, {}]',
  '{"nada": 1}',
  `${'['.repeat(300)}`,
]

async function statuses(
  asked: { method: string; path: string; prefer?: string; body?: unknown }[],
  role: string,
  sub?: string,
) {
  const token = await instance.tokenOf(role, sub)
  const faults: string[] = []
  for (const { method, path, prefer, body } of asked) {
    const response = await instance.app.inject({
      method: method as 'GET',
      url: `/rest/v1/${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(prefer === undefined ? {} : { prefer }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: body as string }),
    })
    if (response.statusCode >= 500)
      faults.push(`${method} ${path} ${prefer ?? ''} ${body ?? ''}: ${response.body}`)
  }
  return faults
}

const enc = encodeURIComponent

describe.each(ASKING)('asked as %s %s', (role, sub) => {
  it('no table or view fails, whatever the verb and the body', async () => {
    const relations = [...instance.schema.relations.get('public')!.values()]
    const asked = relations.flatMap(({ name, columns, primaryKey }) => {
      const path = enc(name)
      const none = `${enc(primaryKey[0] ?? [...columns.keys()][0]!)}=is.null`
      const nulls = JSON.stringify(Object.fromEntries([...columns.keys()].map((column) => [column, null])))
      const wrong = JSON.stringify(
        Object.fromEntries([...columns.keys()].map((column) => [column, { a: ['ñ', '\u0000'] }])),
      )
      const texts = JSON.stringify(Object.fromEntries([...columns.keys()].map((column) => [column, 'x'])))
      const all = 'return=representation,count=exact'
      return [
        ...['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT'].map((method) => ({ method, path: `${path}?${none}` })),
        { method: 'GET', path: `${path}?limit=3`, prefer: 'count=estimated' },
        { method: 'DELETE', path: `${path}?${none}`, prefer: all },
        ...[...BODIES, nulls, wrong, texts].flatMap((body) => [
          { method: 'POST', path, body },
          { method: 'PATCH', path: `${path}?${none}`, body },
        ]),
        { method: 'POST', path, body: nulls, prefer: `${all},resolution=merge-duplicates` },
        { method: 'POST', path, body: texts, prefer: 'resolution=ignore-duplicates,missing=default' },
        { method: 'PATCH', path, body: texts, prefer: all },
      ]
    })
    expect(await statuses(asked, role, sub)).toEqual([])
  }, 120_000)

  it('no function fails, whatever it is given', async () => {
    const routines = [...instance.schema.routines.get('public')!.values()].flat()
    const asked = routines.flatMap(({ name, parameters }) => {
      const path = `rpc/${enc(name)}`
      const given = (value: unknown) =>
        JSON.stringify(Object.fromEntries(parameters.map((parameter) => [parameter.name, value])))
      return [
        { method: 'GET', path },
        ...[...BODIES, given(null), given('x'), given(-1), given({}), given(`${'x'.repeat(3000)}\u0000`)].map(
          (body) => ({
            method: 'POST',
            path,
            body,
          }),
        ),
      ]
    })
    expect(await statuses(asked, role, sub)).toEqual([])
  }, 60_000)
})
