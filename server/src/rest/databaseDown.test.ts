import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Harness, requestCredentials, startHarness } from '../../testing/rest.ts'
import { ask } from '../../testing/scenario.ts'
import { Database } from '../db/database.ts'
import { LargeBodies } from '../limits/largeBodies.ts'
import { restApi } from './index.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const endConnections = () =>
  harness.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'requests'`,
  )

describe('a database that is away', () => {
  it('is 503 and worth trying again, before the schema was ever read', async () => {
    const { config, address, tokens } = harness
    const db = new Database({ ...address, port: address.port + 1 }, requestCredentials(config))
    const app = Fastify({ logger: false })
    await app.register(restApi, {
      prefix: '/rest/v1',
      config,
      db,
      authPool: undefined as never,
      tokens,
      bodies: new LargeBodies(),
      log: app.log,
    })
    const response = await app.inject({ url: '/rest/v1/libros' })
    expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
      503,
      'PGRST002',
      '1',
    ])
    await app.close()
    await db.close()
  })

  it('that ends a connection at rest is not even noticed', async () => {
    expect((await ask(harness, { request: 'GET libros' })).statusCode).toBe(200)
    await endConnections()
    await vi.waitFor(() => expect(harness.db.load.connections).toBe(0), { timeout: 30_000 })
    expect((await ask(harness, { request: 'GET libros' })).statusCode).toBe(200)
  })

  it('that ends a request in the middle answers 503, and the next is served', async () => {
    const cut = ask(harness, { request: 'POST rpc/tarda', body: {} })
    await vi.waitFor(
      async () => {
        const { rows } = await harness.owner.query(
          `select from pg_stat_activity where application_name = 'requests' and wait_event = 'PgSleep'`,
        )
        expect(rows).toHaveLength(1)
      },
      { timeout: 30_000 },
    )
    await endConnections()
    const response = await cut
    expect([response.statusCode, response.json().code]).toEqual([503, 'PGRST001'])
    expect((await ask(harness, { request: 'GET libros' })).statusCode).toBe(200)
  })

  it('without a free connection answers 504 in time', async () => {
    const { config, address, tokens } = harness
    const options = { maxConnections: 1, connectionTimeoutMs: 100 }
    const db = new Database(address, requestCredentials(config), options)
    const app = Fastify({ logger: false })
    await app.register(restApi, {
      prefix: '/rest/v1',
      config,
      db,
      authPool: undefined as never,
      tokens,
      bodies: new LargeBodies(),
      log: app.log,
    })
    await app.inject({ url: '/rest/v1/libros' })
    const slow = app.inject({ method: 'POST', url: '/rest/v1/rpc/tarda', payload: {} })
    await vi.waitFor(() => expect(db.load.common.running).toBe(1), { timeout: 30_000 })
    const response = await app.inject({ url: '/rest/v1/libros' })
    expect([response.statusCode, response.json().code]).toEqual([504, 'PGRST003'])
    expect((await slow).statusCode).toBe(504)
    await app.close()
    await db.close()
  })
})
