import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Health } from './health.ts'

/** Bytes that are free on the disk. */
const disk = vi.hoisted(() => ({ free: 0 }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<object>()),
  statfs: async () => ({ bavail: disk.free / 4096, bsize: 4096 }),
}))

const MB = 1024 * 1024

beforeEach(() => {
  disk.free = 2_048 * MB
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A server, what its database is asked and answers, and what it logs. */
function healthOf(more: Partial<ConstructorParameters<typeof Health>[0]> = {}) {
  const asked: string[] = []
  const said: [level: string, what: object, words: string][] = []
  const answers: unknown[] = []
  const log = (level: string) => (what: object, words: string) => void said.push([level, what, words])
  const health = new Health({
    address: { host: '127.0.0.1', port: 1, database: 'none' },
    roles: [],
    dataDir: tmpdir(),
    jobs: { failing: [] },
    waiting: {},
    query: async (text) => {
      asked.push(text)
      const answer = answers.shift() ?? []
      if (answer instanceof Error) throw answer
      return answer as never
    },
    log: { error: log('error'), info: log('info') } as never,
    ...more,
  })
  return { health, asked, said, answers }
}
const mail = { mail: { since: 'null', lateAfterSeconds: 60 } }

it('good news is kept for a second, although the clock is set back by days', async () => {
  const { health, asked } = healthOf({ waiting: mail })
  await health.ask()
  await health.ask()
  expect(asked).toHaveLength(1)
  const [wall, steady] = [Date.now(), performance.now()]
  vi.spyOn(Date, 'now').mockReturnValue(wall - 3 * 24 * 60 * 60_000)
  vi.spyOn(performance, 'now').mockReturnValue(steady + 2_000)
  await health.ask()
  expect(asked).toHaveLength(2)
})

it('a job that fails is told at once, also while good news is kept', async () => {
  const failing: { job: string; since: string }[] = []
  const { health, asked } = healthOf({ waiting: mail, jobs: { failing } })
  expect((await health.ask()).failing).toEqual([])
  failing.push({ job: 'backup', since: 'today' })
  expect((await health.ask()).failing).toEqual([{ job: 'backup', since: 'today' }])
  expect(asked).toHaveLength(1)
})

it('several who ask at once are answered by one check', async () => {
  const { health, asked } = healthOf({ waiting: mail })
  await Promise.all([health.ask(), health.ask(), health.ask()])
  expect(asked).toEqual(['select (null) as w0'])
})

it.each([
  [2_048, 'ok'],
  [1_024, 'ok'],
  [1_023, 'low'],
  [64, 'low'],
  [63, 'full'],
])('with %i MB free the disk is %s', async (free, state) => {
  disk.free = free * MB
  const { health, asked } = healthOf()
  expect((await health.ask()).disk).toEqual({ state, freeBytes: free * MB })
  expect(asked, 'nothing waits here').toEqual([])
})

it('what waits is told by how long the oldest does, and as a failure once that is too long', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T12:00:00Z'), toFake: ['Date'] })
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
  const { health, asked, answers } = healthOf({
    waiting: {
      ...mail,
      push: { since: 'min(x)', lateAfterSeconds: 60 },
      sms: { since: '1', lateAfterSeconds: 5 },
    },
    jobs: { failing: [{ job: 'sweep', since: 'today' }] },
  })
  answers.push([{ w0: ago(60), w1: ago(60.6), w2: null }])
  const { waiting, failing } = await health.ask()
  expect(asked).toEqual(['select (null) as w0, (min(x)) as w1, (1) as w2'])
  expect(waiting).toEqual({
    mail: { since: ago(60).toISOString(), seconds: 60, isLate: false },
    push: { since: ago(60.6).toISOString(), seconds: 61, isLate: true },
    sms: { since: undefined, seconds: 0, isLate: false },
  })
  expect(failing).toEqual([
    { job: 'sweep', since: 'today' },
    { job: 'waiting push', since: ago(60.6).toISOString() },
  ])
})

it('what waits and cannot be asked for is a failure since the first time, until it can', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T12:00:00Z'), toFake: ['Date', 'performance'] })
  const { health, answers } = healthOf({ waiting: mail })
  const missing = Object.assign(new Error('no such table'), { code: '42P01' })
  answers.push(missing, missing, [{ w0: null }])
  const blind = { job: 'waiting', since: '2026-11-26T12:00:00.000Z' }
  expect((await health.ask()).failing).toEqual([blind])
  vi.advanceTimersByTime(1_000)
  expect((await health.ask()).failing).toEqual([blind])
  vi.advanceTimersByTime(1_000)
  expect((await health.ask()).failing).toEqual([])
  vi.advanceTimersByTime(1_000)
  answers.push(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  await expect(health.ask()).rejects.toThrow('gone')
})

it('an API that cannot ask is told by its code, logged once, and never kept as good news', async () => {
  const roles = [{ door: 'rest', credentials: { user: 'x', password: 'x' }, question: 'select 1' }]
  const { health, said } = healthOf({ roles })
  const shut = [{ door: 'rest', code: 'ECONNREFUSED' }]
  expect((await health.ask()).shut).toEqual(shut)
  expect((await health.ask()).shut).toEqual(shut)
  expect(said).toEqual([['error', { shut }, 'an API cannot ask the database']])
  roles.length = 0
  expect((await health.ask()).shut).toEqual([])
  expect(said.slice(1)).toEqual([['info', {}, 'every API can ask the database again']])
})

it('names the largest tables with their bytes', async () => {
  const { health, answers, asked } = healthOf()
  answers.push([
    { name: 'public.a', bytes: 7 },
    { name: 'auth.b', bytes: 3 },
  ])
  expect(await health.sizes()).toEqual({ 'public.a': 7, 'auth.b': 3 })
  expect(asked[0]).toContain('pg_total_relation_size')
})
