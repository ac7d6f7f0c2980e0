import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPulso } from './pulso.ts'

/** A screen that is looked at, with a network. */
function screen() {
  const [page, view] = [new EventTarget(), new EventTarget()]
  const state = { visibilityState: 'visible', onLine: true }
  vi.stubGlobal('window', view)
  vi.stubGlobal(
    'document',
    Object.defineProperty(page, 'visibilityState', { get: () => state.visibilityState }),
  )
  vi.stubGlobal('navigator', {
    get onLine() {
      return state.onLine
    },
  })
  return {
    state,
    happens: (name: string) => {
      const place = name === 'online' || name === 'pageshow' ? view : page
      place.dispatchEvent(new Event(name))
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('whether the session still is', () => {
  /** Served just now, and then nothing for so long; how often the service has been asked since. */
  async function idle(ms: number) {
    const phone = screen()
    const ask = vi.fn(async () => {})
    const pulso = createPulso(ask)
    pulso.served()
    const stop = pulso.start()
    await vi.advanceTimersByTimeAsync(ms)
    return { ...phone, ask, pulso, stop }
  }

  it.each(['visibilitychange', 'pageshow', 'online'])(
    'is asked at once when she looks again: %s',
    async (event) => {
      const { happens, ask } = await idle(3_000)
      expect(ask).not.toHaveBeenCalled()
      happens(event)
      expect(ask).toHaveBeenCalledTimes(1)
    },
  )

  it('is not asked where nobody looks, without a network, or a moment after an answer', async () => {
    const { happens, ask, state, pulso } = await idle(3_000)
    state.visibilityState = 'hidden'
    happens('visibilitychange')
    Object.assign(state, { visibilityState: 'visible', onLine: false })
    happens('visibilitychange')
    state.onLine = true
    pulso.served()
    happens('visibilitychange')
    expect(ask).not.toHaveBeenCalled()
  })

  it.each(['pointerdown', 'keydown'])('is asked when the device is used after a while: %s', async (use) => {
    const { happens, ask } = await idle(4_000)
    happens(use)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    happens(use)
    happens(use)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is asked within a minute on a screen where nothing happens, and on one that nobody looks at not at all', async () => {
    const { ask, state } = await idle(60_000)
    expect(ask).toHaveBeenCalledTimes(1)
    state.visibilityState = 'hidden'
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is asked again though nobody answered, and no more once the screen is gone', async () => {
    const { ask, stop } = await idle(60_000)
    ask.mockRejectedValue(new Error('no answer'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ask.mock.calls.length).toBeGreaterThan(1)
    stop()
    ask.mockClear()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(ask).not.toHaveBeenCalled()
  })
})
