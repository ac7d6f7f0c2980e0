import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import { createQueueLane } from '../../lib/offline/queueLane.ts'
import { createResend, SAME_TALK_MS } from './resend.ts'

const OFFLINE = new ServiceError('sin conexión', 'network', 0)

/** The lane of messages as the circles have it, and a connection that can be cut or refuse. */
function circle() {
  const line = { failure: undefined as unknown, sent: [] as string[], tries: 0 }
  const lane = createQueueLane<string, void>(
    'sala',
    { put: async () => {}, all: async () => [], remove: async () => {} },
    {
      until: () => 'signedOut',
      async deliver({ body }) {
        line.tries++
        if (line.failure) throw line.failure
        line.sent.push(body)
      },
      failed(failure, entry) {
        resend.note(failure, entry)
        return 'held'
      },
    },
  )
  const resend = createResend(lane)
  const write = (body: string) => {
    const entry: Entry<string> = { id: body, owner: 'ana', at: Date.now(), state: 'ready', body }
    return lane.send(entry).catch(() => {})
  }
  return { line, lane, resend, write, state: (id: string) => lane.of('ana').get(id)?.state }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a message that the network cut off goes by itself once it is back', async () => {
  const { line, resend, write, state } = circle()
  line.failure = OFFLINE
  await write('hola')
  expect(state('hola')).toBe('held')
  line.failure = undefined
  resend.now()
  await vi.advanceTimersByTimeAsync(10)
  expect(line.sent).toEqual(['hola'])
  expect(state('hola')).toBeUndefined()
})

it('says until when it goes by itself: five minutes where the network cut it off, never where it was refused', async () => {
  const { line, resend, write } = circle()
  const at = Date.now()
  line.failure = OFFLINE
  await write('hola')
  expect(resend.until({ id: 'hola', at })).toBe(at + SAME_TALK_MS)
  expect(resend.until({ id: 'otra', at }), 'what an earlier visit left').toBeNull()
  await vi.advanceTimersByTimeAsync(SAME_TALK_MS)
  expect(resend.until({ id: 'hola', at })).toBeNull()
  line.failure = new ServiceError('suspendida', 'PT403', 403)
  await write('no')
  expect(resend.until({ id: 'no', at: Date.now() })).toBeNull()
})

it('also where no event tells that it is back, and once', async () => {
  const { line, write } = circle()
  line.failure = OFFLINE
  await write('hola')
  await vi.advanceTimersByTimeAsync(60_000)
  line.failure = undefined
  await vi.advanceTimersByTimeAsync(60_000)
  expect(line.sent).toEqual(['hola'])
})

it('after five minutes it is hers to say whether it still goes', async () => {
  const { line, resend, write, state } = circle()
  line.failure = OFFLINE
  await write('hola')
  await vi.advanceTimersByTimeAsync(SAME_TALK_MS + 60_000)
  line.failure = undefined
  resend.now()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([line.sent, state('hola')]).toEqual([[], 'held'])
})

it.each([
  ['a service that answers too late', new ServiceError('tarde', 'request_timeout', 0)],
  ['one that failed', new ServiceError('no', '', 500)],
  ['one that is away', new ServiceError('no', '', 503)],
  ['one that is busy', new ServiceError('no', '', 429)],
])('%s is asked again', async (_, failure) => {
  const { line, write } = circle()
  line.failure = failure
  await write('hola')
  line.failure = undefined
  await vi.advanceTimersByTimeAsync(5_000)
  expect(line.sent).toEqual(['hola'])
})

it('at five minutes sharp it is hers again, though it was to go just then', async () => {
  const { line, resend, write, state } = circle()
  line.failure = OFFLINE
  await write('hola')
  line.failure = undefined
  vi.setSystemTime(Date.now() + SAME_TALK_MS)
  resend.now()
  await vi.advanceTimersByTimeAsync(0)
  expect([line.tries, state('hola')]).toEqual([1, 'held'])
})

it('pauses once for all that did not arrive, twice as long each time and thirty seconds at most, and sends only what is held', () => {
  const entries = new Map<string, Entry<string>>()
  const put = vi.fn(async (_: Entry<string>) => true)
  const lane = { get: () => ({ owner: 'ana' }), of: () => entries, put }
  const resend = createResend<string, void>(
    lane as unknown as Parameters<typeof createResend<string, void>>[0],
  )
  const fail = (id: string, state: 'held' | 'ready' = 'held') => {
    const entry = { id, owner: 'ana', at: Date.now(), state, body: id }
    entries.set(id, entry)
    resend.note(OFFLINE, entry)
  }
  for (const pause of [5_000, 10_000, 20_000, 30_000, 30_000]) {
    put.mockClear()
    fail('uno')
    fail('dos')
    // On its way again, by her.
    fail('tres', 'ready')
    vi.advanceTimersByTime(pause - 1)
    expect(put).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(put.mock.calls.map(([{ id, state }]) => [id, state])).toEqual([
      ['uno', 'ready'],
      ['dos', 'ready'],
    ])
  }
})

it.each([
  ['a refusal', new ServiceError('no', 'PT403', 403)],
  ['the end of her session', new ServiceError('no', 'left', 0)],
])('%s is not asked again', async (_, failure) => {
  const { line, resend, write, state } = circle()
  line.failure = failure
  await write('hola')
  line.failure = undefined
  resend.now()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([line.tries, state('hola')]).toEqual([1, 'held'])
})

it('one that she gave up meanwhile does not go', async () => {
  const { line, lane, resend, write } = circle()
  line.failure = OFFLINE
  await write('hola')
  await lane.remove('ana', 'hola')
  line.failure = undefined
  resend.now()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(line.sent).toEqual([])
})
