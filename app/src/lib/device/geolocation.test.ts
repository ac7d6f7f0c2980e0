import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Fix, followPosition, LOCATION_DEADLINE_MS, locate, readFix } from './geolocation.ts'

const T0 = 1_800_000_000_000

function position(latitude: number, longitude: number, accuracy = 20, timestamp = Date.now()) {
  return { coords: { latitude, longitude, accuracy }, timestamp } as GeolocationPosition
}

const refuse = (code: number) => ({ code, message: '' }) as GeolocationPositionError

type Answer = { after: number; with: GeolocationPosition | number }

/** A browser that answers the precise and the coarse question as told; null never answers. */
function browser(precise: Answer | null, coarse: Answer | null = null) {
  return {
    getCurrentPosition(yes: PositionCallback, no: PositionErrorCallback, options: PositionOptions) {
      const answer = options.enableHighAccuracy ? precise : coarse
      if (!answer) return
      setTimeout(() => {
        if (typeof answer.with === 'number') no(refuse(answer.with))
        else yes({ ...answer.with, timestamp: Date.now() } as GeolocationPosition)
      }, answer.after)
    },
  } as unknown as Geolocation
}

const lastKnown: Fix = { lat: 20.5, lng: -100.2, accuracy: 90, at: T0 - 600_000 }

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What `locate` answers and after how many milliseconds. */
async function race(options: Parameters<typeof locate>[0]) {
  const found = locate(options).then((whereabouts) => ({ ...whereabouts, took: Date.now() - T0 }))
  await vi.advanceTimersByTimeAsync(60_000)
  return found
}

describe('locate', () => {
  it('takes a close fix at once', async () => {
    const found = await race({ geolocation: browser({ after: 50, with: position(19.4326, -99.1332, 12) }) })
    expect(found).toEqual({
      fix: { lat: 19.4326, lng: -99.1332, accuracy: 12, at: T0 + 50 },
      failure: null,
      took: 50,
    })
  })

  it('waits a little for a better one than the coarse, then takes what there is', async () => {
    const coarse = { after: 100, with: position(19.4, -99.1, 900) }
    const better = await race({
      geolocation: browser({ after: 900, with: position(19.43, -99.13, 15) }, coarse),
    })
    expect(better).toMatchObject({ fix: { lat: 19.43, accuracy: 15 }, took: 900 })

    vi.setSystemTime(T0)
    const rough = await race({ geolocation: browser(null, coarse) })
    expect(rough).toMatchObject({ fix: { lat: 19.4, accuracy: 900 }, failure: null, took: 1500 })
  })

  it('never trades a better fix for a worse one', async () => {
    const found = await race({
      geolocation: browser(
        { after: 300, with: position(19.4, -99.1, 2000) },
        { after: 100, with: position(19.43, -99.13, 80) },
      ),
    })
    expect(found).toMatchObject({ fix: { accuracy: 80 } })
  })

  it('stops at the deadline when the browser never answers', async () => {
    expect(await race({ geolocation: browser(null) })).toEqual({
      fix: null,
      failure: 'timeout',
      took: LOCATION_DEADLINE_MS,
    })
  })

  it('accepts a slow fix up to the deadline, and none after it', async () => {
    const slow = (after: number) => browser({ after, with: position(19.4, -99.1, 30) })
    expect(await race({ geolocation: slow(3_000) })).toMatchObject({ failure: null, took: 3_000 })
    vi.setSystemTime(T0)
    expect(await race({ geolocation: slow(4_500) })).toMatchObject({ fix: null, took: LOCATION_DEADLINE_MS })
  })

  it.each([
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'timeout'],
  ])('falls back to the last known place on error %i', async (code, failure) => {
    const found = await race({
      geolocation: browser({ after: 10, with: code }, { after: 10, with: code }),
      lastKnown: () => lastKnown,
    })
    expect(found).toEqual({ fix: lastKnown, failure, took: 10 })
  })

  it('does not wait for the second answer once the place is denied', async () => {
    expect(await race({ geolocation: browser({ after: 10, with: 1 }) })).toMatchObject({
      failure: 'denied',
      took: 10,
    })
  })

  it('survives one of the two failing', async () => {
    const found = await race({
      geolocation: browser({ after: 10, with: 2 }, { after: 700, with: position(19.4, -99.1, 30) }),
    })
    expect(found).toMatchObject({ fix: { accuracy: 30 }, failure: null, took: 700 })
  })

  it('does without a browser that has no geolocation or throws', async () => {
    expect(await race({ geolocation: undefined, lastKnown: () => lastKnown })).toMatchObject({
      fix: lastKnown,
      failure: 'unsupported',
      took: 0,
    })
    vi.setSystemTime(T0)
    const throwing = {
      getCurrentPosition() {
        throw new Error('blocked by policy')
      },
    } as unknown as Geolocation
    expect(await race({ geolocation: throwing })).toMatchObject({
      fix: null,
      failure: 'unavailable',
      took: 0,
    })
  })

  it('treats an absurd place as none', async () => {
    const found = await race({
      geolocation: browser({ after: 10, with: position(0, 0) }, { after: 20, with: position(Number.NaN, 4) }),
    })
    expect(found).toMatchObject({ fix: null, failure: 'unavailable', took: 20 })
  })
})

describe('readFix', () => {
  it.each([
    [91, 0],
    [-90.001, 12],
    [12, 180.5],
    [Number.NaN, 1],
    [1, Number.POSITIVE_INFINITY],
    [0, 0],
  ])('refuses %d, %d', (lat, lng) => {
    expect(readFix(position(lat, lng), T0)).toBeNull()
  })

  it('accepts the corners of the globe, and the equator', () => {
    expect(readFix(position(90, -180), T0)).not.toBeNull()
    expect(readFix(position(0, -78.5), T0)).not.toBeNull()
  })

  it('does not believe a stamp from another clock', () => {
    expect(readFix(position(1, 1, 5, T0 + 86_400_000), T0)?.at).toBe(T0)
    expect(readFix(position(1, 1, 5, 0), T0, 30_000)?.at).toBe(T0 - 30_000)
    expect(readFix(position(1, 1, 5, Number.NaN), T0)?.at).toBe(T0)
  })

  it('says when the device does not know how precise it is', () => {
    expect(readFix(position(1, 1, Number.NaN), T0)?.accuracy).toBeNull()
    expect(readFix(position(1, 1, -1), T0)?.accuracy).toBeNull()
  })
})

describe('followPosition', () => {
  it('reports plausible places, asks again while the phone lies still, and stops', () => {
    let asked = 0
    let cleared = 0
    const geolocation = {
      watchPosition(yes: PositionCallback) {
        yes(position(19.4, -99.1))
        yes(position(0, 0))
        return 7
      },
      getCurrentPosition() {
        asked++
      },
      clearWatch(id: number) {
        cleared = id
      },
    } as unknown as Geolocation

    const fixes: Fix[] = []
    const stop = followPosition((fix) => fixes.push(fix), geolocation)
    expect(fixes).toHaveLength(1)

    vi.advanceTimersByTime(61_000)
    expect(asked).toBe(2)

    stop()
    vi.advanceTimersByTime(120_000)
    expect([asked, cleared]).toEqual([2, 7])
  })
})
