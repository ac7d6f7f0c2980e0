import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHold, GRACE_MS, HOLD_MS } from './hold.ts'

const onDone = vi.fn()
let hold: ReturnType<typeof createHold>

beforeEach(() => {
  vi.useFakeTimers()
  hold = createHold(onDone, Date.now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

it('is done once it was held for a second, and by no tap', () => {
  hold.down()
  vi.advanceTimersByTime(HOLD_MS - 1)
  expect(hold.get().state).toBe('held')
  expect(onDone).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(hold.get().state).toBe('rest')
  for (let tap = 0; tap < 10; tap++) {
    hold.down()
    vi.advanceTimersByTime(50)
    hold.up()
    vi.advanceTimersByTime(GRACE_MS + 1)
  }
  expect(onDone).toHaveBeenCalledTimes(1)
})

it('goes on where a shaking hand let go for a moment', () => {
  hold.down()
  vi.advanceTimersByTime(600)
  hold.up()
  expect(hold.get()).toEqual({ state: 'let go', held: 600 })
  vi.advanceTimersByTime(GRACE_MS - 1)
  hold.down()
  vi.advanceTimersByTime(HOLD_MS - 600)
  expect(onDone).toHaveBeenCalledTimes(1)
})

it('begins anew once it was let go', () => {
  hold.down()
  vi.advanceTimersByTime(900)
  hold.up()
  vi.advanceTimersByTime(GRACE_MS)
  expect(hold.get().state).toBe('rest')
  hold.down()
  vi.advanceTimersByTime(HOLD_MS - 1)
  expect(onDone).not.toHaveBeenCalled()
})

it('is confirmed by who cannot hold, within eight seconds', () => {
  hold.activate()
  expect(hold.get().state).toBe('confirm')
  vi.advanceTimersByTime(8_000)
  hold.activate()
  expect(onDone).not.toHaveBeenCalled()
  hold.activate()
  expect(onDone).toHaveBeenCalledTimes(1)
})

it('is over with its screen', () => {
  hold.down()
  hold.stop()
  vi.advanceTimersByTime(HOLD_MS)
  expect(onDone).not.toHaveBeenCalled()
})
