import { afterEach, expect, it, vi } from 'vitest'
import { retry } from './retry.ts'

afterEach(() => void vi.useRealTimers())

it('tries at once, then after longer and longer pauses, and gives up without failing', async () => {
  vi.useFakeTimers()
  const began = Date.now()
  const tried: number[] = []
  const done = retry(async () => {
    tried.push(Date.now() - began)
    if (tried.length % 2) throw new TypeError('Failed to fetch')
    return false
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await done
  expect(tried).toEqual([0, 1000, 4000, 13_000])
})

it('ends with the first try that works', async () => {
  const attempt = vi.fn(async () => true)
  await retry(attempt)
  expect(attempt).toHaveBeenCalledOnce()
})
