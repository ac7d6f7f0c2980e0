import { tmpdir } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { Health } from './health.ts'

afterEach(() => vi.restoreAllMocks())

it('good news is kept for a second, although the clock is set back by days', async () => {
  let asked = 0
  const health = new Health({
    address: { host: '127.0.0.1', port: 1, database: 'none' },
    doors: [],
    dataDir: tmpdir(),
    jobs: { failing: [] },
    waiting: { mail: { since: 'null', lateAfterSeconds: 1 } },
    query: async () => {
      asked += 1
      return []
    },
    log: { error: () => {}, info: () => {} } as never,
  })
  await health.ask()
  await health.ask()
  expect(asked).toBe(1)
  const [wall, steady] = [Date.now(), performance.now()]
  vi.spyOn(Date, 'now').mockReturnValue(wall - 3 * 24 * 60 * 60_000)
  vi.spyOn(performance, 'now').mockReturnValue(steady + 2_000)
  await health.ask()
  expect(asked).toBe(2)
})
