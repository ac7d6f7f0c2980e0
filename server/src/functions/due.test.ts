import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { Notices } from '../db/listener.ts'
import { Jobs } from '../jobs/jobs.ts'
import { DueRunner } from './due.ts'

const silent = { error: () => {}, info: () => {} } as unknown as FastifyBaseLogger
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Answer = { status?: number; body?: unknown }

/** A function that answers as told, and a runner that calls it; `notify` is the database's word. */
async function start(answer: (call: number) => Answer | Promise<Answer> = () => ({})) {
  const calls: { at: number; authorization?: string; path?: string }[] = []
  const server = createServer(async (request, response) => {
    calls.push({ at: Date.now(), authorization: request.headers.authorization, path: request.url })
    const { status = 200, body = {} } = await answer(calls.length)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const jobs = new Jobs(silent)
  let notices: Notices | undefined
  const runner = new DueRunner({
    work: { function: 'work', channel: 'due', everyMs: 60_000 },
    jobs,
    listen: (asked) => {
      notices = asked
      const stop = async () => {
        notices = undefined
      }
      return { begun: Promise.resolve(), stop }
    },
    functionsUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`,
    serviceKey: 'key',
    log: silent,
  })
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
    () => jobs.stop(),
    () => runner.stop(),
  )
  await expect.poll(() => calls.length).toBe(1)
  return { calls, jobs, runner, notify: () => notices?.onNotice(''), channel: notices!.channel }
}

describe('work that is due', () => {
  it('is done at the start and at each notice, with the service key', async () => {
    const { calls, notify, channel } = await start()
    expect(channel).toBe('due')
    notify()
    await expect.poll(() => calls.length).toBe(2)
    expect(calls[1]).toMatchObject({ authorization: 'Bearer key', path: '/functions/v1/work' })
  })

  it('is done at the moment that the function named', async () => {
    const due = Date.now() + 700
    const { calls } = await start((call) => ({
      body: { next: call === 1 ? new Date(due).toISOString() : null },
    }))
    await expect.poll(() => calls.length).toBe(2)
    expect(calls[1]!.at).toBeGreaterThanOrEqual(due - 20)
  })

  it('is not lost when everything is busy, nor done by too many at once', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let running = 0
    let most = 0
    const { calls, notify } = await start(async (call) => {
      most = Math.max(most, ++running)
      if (call > 1) await held
      running -= 1
      return {}
    })
    for (let i = 0; i < 50; i++) notify()
    await expect.poll(() => calls.length).toBe(4)
    release()
    await expect.poll(() => calls.length).toBe(5)
    expect(most).toBe(3)
  })

  it('shows as failing until it succeeds', async () => {
    let status = 500
    const { jobs, notify, calls } = await start(() => ({ status }))
    await expect.poll(() => jobs.failing.map(({ job }) => job)).toEqual(['work'])
    status = 200
    notify()
    await expect.poll(() => calls.length).toBe(2)
    await expect.poll(() => jobs.failing).toEqual([])
  })

  it('ends what is under way when it stops, and begins nothing more', async () => {
    let finished = 0
    const { calls, notify, runner } = await start(async (call) => {
      if (call > 1) await new Promise((resolve) => setTimeout(resolve, 100))
      finished += 1
      return {}
    })
    notify()
    await expect.poll(() => calls.length).toBe(2)
    await runner.stop()
    expect(finished).toBe(2)
    notify()
    runner.check()
    expect(calls).toHaveLength(2)
  })
})
