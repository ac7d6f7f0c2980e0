import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, BEA, type Harness, requestCredentials, startHarness } from '../../testing/rest.ts'
import { Database } from '../db/database.ts'
import { LargeBodies } from '../limits/largeBodies.ts'
import { restApi } from './index.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

/** The API on a pool of so many connections. */
async function doorWith(maxConnections: number): Promise<{ app: FastifyInstance; db: Database }> {
  const { config, address, tokens } = harness
  const db = new Database(address, requestCredentials(config), {
    maxConnections,
    budgetFactor: 100,
    // Five hundred requests wait for one connection: how long they do is not what is asked here.
    connectionTimeoutMs: 60_000,
  })
  const app = Fastify({ logger: false })
  app.addHook('onClose', () => db.close())
  await app.register(restApi, {
    prefix: '/rest/v1',
    config,
    db,
    authPool: undefined as never,
    tokens,
    bodies: new LargeBodies(),
    log: app.log,
  })
  return { app, db }
}

// The most important test: requests that share a connection, one after the other or at the same moment, never run with
// another's identity.
describe.each([1, 2])('two members at the same instant on one pool of %i', (connections) => {
  it('each read and write as themselves, also when some requests fail in between', async () => {
    const { app } = await doorWith(connections)
    const tokens: Record<string, string> = {
      [ANA]: await harness.tokenOf(ANA),
      [BEA]: await harness.tokenOf(BEA),
    }
    const ask = (method: 'GET' | 'POST', url: string, sub?: string, payload?: object) => {
      const headers = sub === undefined ? {} : { authorization: `Bearer ${tokens[sub]}` }
      return app.inject({ method, url: `/rest/v1/${url}`, headers, payload })
    }
    const rounds = Array.from({ length: 60 }, (_, i) => i)
    await Promise.all(
      rounds.flatMap((i) => [
        ...[ANA, BEA].map(async (sub) => {
          const rows = (await ask('GET', 'diario?select=user_id', sub)).json() as { user_id: string }[]
          expect(new Set(rows.map((row) => row.user_id))).toEqual(new Set([sub]))
        }),
        ...[ANA, BEA].map(async (sub) => {
          const who = (await ask('POST', 'rpc/quien', sub, {})).json()
          expect(who).toMatchObject({ role: 'authenticated', sub })
        }),
        ...[ANA, BEA].map(async (sub) => {
          // Refused and undone in the middle of a transaction of several round trips.
          const refused = await app.inject({
            method: 'POST',
            url: '/rest/v1/pares',
            headers: {
              authorization: `Bearer ${tokens[sub]}`,
              prefer: 'return=representation,handling=strict,max-affected=1',
            },
            payload: [
              { a: 1000 + i, b: 1 },
              { a: 1000 + i, b: 2 },
            ],
          })
          expect(refused.statusCode).toBe(400)
        }),
        (async () => {
          expect((await ask('GET', 'diario')).statusCode).toBe(401)
          expect((await ask('POST', 'rpc/quien', undefined, {})).json()).toMatchObject({
            role: 'anon',
            sub: null,
          })
        })(),
        (async () => {
          expect((await ask('GET', 'diario?fecha=eq.nunca', ANA)).statusCode).toBe(400)
        })(),
      ]),
    )
    await app.close()
  })

  it('leave nothing of themselves on the connection', async () => {
    const { app, db } = await doorWith(connections)
    const headers = { authorization: `Bearer ${await harness.tokenOf(ANA)}` }
    await app.inject({ url: '/rest/v1/diario', headers })
    // Right after her request, the connection's own role must have no identity.
    const [result] = await db.asUser(
      { role: 'anon', claims: { role: 'anon' } },
      { text: `select current_setting('request.jwt.claims', true), current_user, session_user`, values: [] },
    )
    expect(result!.rows).toEqual([['{"role":"anon"}', 'anon', 'authenticator']])
    await app.close()
  })
})
