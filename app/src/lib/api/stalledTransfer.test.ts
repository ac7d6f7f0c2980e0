import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SILENCE_MS, watchSilence } from './stalledTransfer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('gives up what never began, and nothing that goes on', () => {
  const [never, goes] = [vi.fn(), vi.fn()]
  watchSilence(never)
  const { heard } = watchSilence(goes)
  vi.advanceTimersByTime(SILENCE_MS - 1)
  heard()
  expect(never).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(never).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(SILENCE_MS - 2)
  expect(goes).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(goes).toHaveBeenCalledOnce()
})

it('asks nothing any more once it was stopped', () => {
  const giveUp = vi.fn()
  watchSilence(giveUp).stop()
  vi.advanceTimersByTime(2 * SILENCE_MS)
  expect(giveUp).not.toHaveBeenCalled()
})
