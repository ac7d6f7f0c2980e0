import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ANA, BEA, CARLA, type Harness, startHarness } from '../../testing/rest.ts'

// A lookup of a member leaves a line. An attacker wants none: each test asks the API so that the statement would fail after it had answered.
let harness: Harness
const sql = (text: string, ...values: unknown[]) => harness.owner.query(text, values).then(({ rows }) => rows)
const STRICT = { prefer: 'handling=strict, max-affected=0' }

async function ask(who: string, url: string, body: unknown, headers: Record<string, string> = {}) {
  const { statusCode, body: text } = await harness.app.inject({
    method: 'POST',
    url: `/rest/v1/${url}`,
    headers: {
      authorization: `Bearer ${await harness.tokenOf(who)}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload: JSON.stringify(body),
  })
  return { status: statusCode, text }
}

async function giveRole(papel: string) {
  await sql('delete from integrantes where user_id = $1', BEA)
  await sql('insert into integrantes (user_id, papel) values ($1, $2)', BEA, papel)
}

const lookups = async (): Promise<string[]> =>
  (await sql('select que from interno.miradas where sobre = $1 and quien = $2 order by id', ANA, BEA)).map(
    ({ que }) => que,
  )

beforeAll(async () => {
  harness = await startHarness({ schema: 'amparo' })
})
afterAll(() => harness?.close())
beforeEach(async () => {
  await sql('delete from interno.ritmos')
})

/** Asked in a way that would fail after the answer, it says nothing of hers, or the lookup is written. */
async function isNeverUnwritten(url: string, body: unknown, secrets: string[]) {
  const column = url === 'rpc/leer_hilo' ? 'texto' : 'nombre'
  const ways: [string, Record<string, string>][] = [
    [`${url}?select=${column}::int`, {}],
    [`${url}?select=id,${column}&limit=1&offset=0&order=${column}.desc`, {}],
    [`${url}?${column}=like.V*`, STRICT],
    [url, STRICT],
    [`${url}?limit=0`, { prefer: 'count=exact' }],
    [url, { accept: 'application/vnd.pgrst.object+json' }],
    [url, { accept: 'text/csv' }],
  ]
  for (const [way, headers] of ways) {
    const before = (await lookups()).length
    const { text } = await ask(BEA, way, body, headers)
    const told = secrets.some((secret) => text.includes(secret))
    const written = (await lookups()).length > before
    expect({ way, headers, told: told && !written }).toEqual({ way, headers, told: false })
  }
}

it('a thread is not read without a line', async () => {
  await ask(ANA, 'mensajes_soporte', { user_id: ANA, texto: 'Vivo en la calle Luna 7' })
  await giveRole('soporte')
  const [{ id }] = await sql('select id from hilos_soporte where user_id = $1', ANA)
  await isNeverUnwritten('rpc/leer_hilo', { cual: id }, ['Luna'])
  expect(await lookups()).toContain('soporte')
})

it('nobody is looked up without a line, nor whether she has an account', async () => {
  await giveRole('moderadora')
  const [{ email }] = await sql('select email from auth.users where id = $1', ANA)
  await isNeverUnwritten('rpc/buscar_miembros', { texto: email }, ['Ana', ANA])
  await isNeverUnwritten('rpc/ver_miembro', { cual: ANA, motivo: 'x' }, ['Ana'])
  // One answer, and one only, for an address of hers and of nobody, where the line would not stay.
  const known = await ask(BEA, 'rpc/buscar_miembros', { texto: email }, STRICT)
  const unknown = await ask(BEA, 'rpc/buscar_miembros', { texto: 'nadie@nadie.test' }, STRICT)
  expect(known).toEqual(unknown)
  expect(known.text).toContain('PGRST128')
})

it('searches are counted, however they are asked', async () => {
  await giveRole('moderadora')
  const body = { texto: 'nadie@nadie.test' }
  // What is refused before it runs says nothing, and is not counted.
  const known = { texto: (await sql('select email from auth.users where id = $1', ANA))[0].email }
  expect(await ask(BEA, 'rpc/buscar_miembros?select=id::int', body)).toEqual(
    await ask(BEA, 'rpc/buscar_miembros?select=id::int', known),
  )
  await sql('delete from interno.ritmos')
  for (let i = 0; i < 60; i++) await ask(BEA, 'rpc/buscar_miembros', body, { prefer: 'count=exact' })
  expect((await ask(BEA, 'rpc/buscar_miembros', body)).status).toBe(429)
})

it('an answer to a decision is not read without a line', async () => {
  await giveRole('moderadora')
  await sql(
    `insert into suspensiones (user_id, motivo, hasta, apelacion, apelada_en) values ($1, 'x', now() + interval '1 day', 'Luna', now())`,
    ANA,
  )
  await isNeverUnwritten('rpc/apelaciones', {}, ['Luna'])
  await sql('delete from suspensiones')
})

it('who is of the team is not asked by measuring her', async () => {
  await giveRole('moderadora')
  const measure = (user_id: string) =>
    ask(
      BEA,
      'suspensiones',
      { user_id, motivo: 'x', alcance: 'falta', hasta: new Date(Date.now() + 864e5).toISOString() },
      STRICT,
    )
  const team = await measure(CARLA)
  expect(team).toEqual(await measure('00000000-0000-4000-8000-00000000dead'))
  expect(team.text).toContain('PT404')
})
