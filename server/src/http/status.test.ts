import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { type StatusParts, statusRoutes } from './status.ts'

afterEach(() => vi.restoreAllMocks())

const healthy = { shut: [], disk: { state: 'ok', freeBytes: 1 }, waiting: {}, failing: [] }

/** How often the database is asked for migrations by `requests` at once, of which it lacks `pending`. */
async function asked(
  requests: number,
  pending: readonly string[],
): Promise<{ times: number; codes: number[] }> {
  let times = 0
  const app = Fastify()
  await app.register(statusRoutes, {
    config: { secrets: { serviceRoleKey: 'k' } },
    health: { ask: async () => healthy, sizes: async () => ({}) },
    jobs: { ages: {} },
    drain: { hasBegun: false },
    pendingMigrations: async () => {
      times += 1
      return pending
    },
  } as unknown as StatusParts)
  const codes = new Set<number>()
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: requests }, () => app.inject('/healthz')))
    for (const { statusCode } of answers) codes.add(statusCode)
  }
  await app.close()
  return { times, codes: [...codes] }
}

it('a client that asks how the server is, as often as it likes, costs one query a second', async () => {
  expect(await asked(50, [])).toEqual({ times: 1, codes: [200] })
})

it('that a migration is missing is asked anew each time, and once for all who ask at once', async () => {
  expect(await asked(50, ['20261123'])).toEqual({ times: 3, codes: [503] })
})

it('that nothing is missing is kept for seconds, although the clock is set back by days', async () => {
  let times = 0
  const app = Fastify()
  await app.register(statusRoutes, {
    config: { secrets: { serviceRoleKey: 'k' } },
    health: { ask: async () => healthy, sizes: async () => ({}) },
    jobs: { ages: {} },
    drain: { hasBegun: false },
    pendingMigrations: async () => {
      times += 1
      return []
    },
  } as unknown as StatusParts)
  await app.inject('/healthz')
  const days = 3 * 24 * 60 * 60_000
  const [wall, steady] = [Date.now(), performance.now()]
  vi.spyOn(Date, 'now').mockReturnValue(wall - days)
  vi.spyOn(performance, 'now').mockReturnValue(steady + 120_000)
  await app.inject('/healthz')
  expect(times).toBe(2)
  await app.close()
})
