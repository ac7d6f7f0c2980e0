import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPulso } from './heartbeat.ts'

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
    'is asked at once when the page is visible again: %s',
    async (event) => {
      const { happens, ask } = await idle(3_000)
      expect(ask).not.toHaveBeenCalled()
      happens(event)
      expect(ask).toHaveBeenCalledTimes(1)
    },
  )

  it('is not asked on a hidden page, without a network, or a moment after an answer', async () => {
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

  it('is asked within a minute on a screen where nothing happens, and on a hidden one not at all', async () => {
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

  it('is asked again no sooner than after two seconds, whatever gives reason to doubt', async () => {
    const { ask, pulso } = await idle(0)
    pulso.doubt()
    pulso.doubt()
    await vi.advanceTimersByTimeAsync(1_999)
    pulso.doubt()
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    pulso.doubt()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is not asked when the page is visible again within two seconds of an answer', async () => {
    const { ask, happens } = await idle(2_000)
    happens('pageshow')
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    happens('pageshow')
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('is asked by use after five seconds without an answer, and by more use after five more', async () => {
    const { ask, happens } = await idle(5_000)
    happens('keydown')
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    happens('keydown')
    expect(ask).toHaveBeenCalledTimes(1)
    for (const ms of [4_000, 1_000]) {
      await vi.advanceTimersByTimeAsync(ms)
      happens('pointerdown')
    }
    expect(ask, 'while nobody answers').toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    happens('pointerdown')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is asked at 50 seconds without an answer, and then every 30 until there is one', async () => {
    const { ask } = await idle(49_999)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it.each(['online', 'pageshow', 'visibilitychange', 'pointerdown', 'keydown'])(
    'is not asked once the screen is gone, whatever happens: %s',
    async (event) => {
      const { ask, happens, stop } = await idle(10_000)
      stop()
      happens(event)
      expect(ask).not.toHaveBeenCalled()
    },
  )
})
