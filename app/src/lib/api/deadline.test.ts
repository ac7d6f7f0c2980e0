import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { within } from './deadline.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('gives back what arrives in time, and leaves no timer behind', async () => {
  expect(await within(1_000, async () => 'aquí')).toBe('aquí')
  expect(vi.getTimerCount()).toBe(0)
})

it('passes on a failure', async () => {
  await expect(within(1_000, () => Promise.reject(new Error('roto')))).rejects.toThrow('roto')
})

it('says so in Spanish when time is up, and stops the call', async () => {
  let stopped = false
  const call = within(1_000, (signal) => {
    signal.addEventListener('abort', () => {
      stopped = true
    })
    return new Promise(() => {})
  })
  const ended = expect(call).rejects.toMatchObject({ code: 'request_timeout', message: /tardó demasiado/ })
  await vi.advanceTimersByTimeAsync(1_000)
  await ended
  expect(stopped).toBe(true)
})

it.each([
  ['usual', 10_000],
  ['patient', 20_000],
  ['brief', 5_000],
] as const)('%s is %d milliseconds', async (name, ms) => {
  const ended = expect(within(name, () => new Promise(() => {}))).rejects.toMatchObject({
    code: 'request_timeout',
  })
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await ended
})

it('ends what nobody needs any more, also where that was so from the beginning', async () => {
  const needed = new AbortController()
  const signals: AbortSignal[] = []
  const call = () =>
    within(
      1_000,
      (signal) => {
        signals.push(signal)
        return new Promise(() => {})
      },
      needed.signal,
    )
  const ended = expect(call()).rejects.toMatchObject({ code: 'aborted' })
  needed.abort()
  await ended
  await expect(call()).rejects.toMatchObject({ code: 'aborted' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  expect(vi.getTimerCount()).toBe(0)
})

it('that nobody needs the answer is no news once there is one', async () => {
  const needed = new AbortController()
  let stopped = false
  await within(
    1_000,
    async (signal) => {
      signal.addEventListener('abort', () => {
        stopped = true
      })
    },
    needed.signal,
  )
  needed.abort()
  expect(stopped).toBe(false)
})
