import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../lib/api/ask.ts'
import { ServiceError } from '../../../lib/api/errors.ts'
import type { Fix, LocationFailure } from '../../../lib/device/geolocation.ts'

/** What the device keeps between pages, what the service is told, and what it answers. */
const copies = new Map<string, unknown>()
const stored = new Map<string, string>()
/** Whether the device is being followed, and its listeners. */
let follower: ((fix: Fix) => void) | undefined
let lose: ((failure: LocationFailure) => void) | undefined
let awake = false

const { device, service } = await vi.hoisted(async () => {
  const { memoryDevice, memoryService } = await import('../../../lib/testing/memory.ts')
  return { device: memoryDevice(), service: memoryService() }
})
vi.mock('../../../lib/offline/deviceStore.ts', () => ({
  deviceShelf: () => device.shelf,
  readCopy: async (owner: string, name: string) => copies.get(`${owner} ${name}`) ?? null,
  keepCopy: async (owner: string, name: string, copy: unknown) => void copies.set(`${owner} ${name}`, copy),
  dropCopy: async (owner: string, name: string) => void copies.delete(`${owner} ${name}`),
}))
vi.mock('../../../lib/api/ask.ts', () => ({ ask: vi.fn(service.ask) }))
vi.mock('../../../lib/device/geolocation.ts', () => ({
  followPosition: (listener: (fix: Fix) => void, _: unknown, onFailure: typeof lose) => {
    follower = listener
    lose = onFailure
    return () => {
      follower = undefined
    }
  },
}))
vi.mock('../keepAwake.ts', () => ({
  keepAwake: () => {
    awake = true
    return () => {
      awake = false
    }
  },
}))
vi.mock('./toasts.ts')

const { rows } = device
const { told, names } = service
const T0 = Date.parse('2026-11-22T22:00:00Z')
const HOUR = 3_600_000
const BEAT = 15_000
/** Of the newest call of this name. */
const argsOf = (name: string) => told.findLast(([each]) => each === name)?.[1]
const soon = () => vi.advanceTimersByTimeAsync(0)
const at = (lat: number, accuracy?: number): Fix => ({ lat, lng: -99.1, accuracy, at: Date.now() }) as Fix
const isSwitchedOn = () => stored.get('locationSharing') === 'true'

/** The tabs of one device, which hear each other and not themselves. */
const tabs = new Set<FakeChannel>()
class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor(readonly name: string) {
    tabs.add(this)
  }
  postMessage(data: unknown) {
    for (const tab of tabs) if (tab !== this && tab.name === this.name) tab.onmessage?.({ data })
  }
  close() {
    tabs.delete(this)
  }
}

/** A page: its modules anew, over the same device; `shown` is what her screens show. */
async function openPage(owner = 'ana') {
  vi.resetModules()
  const toasts = await import('./toasts.ts')
  const screen = await import('./acompanamiento.ts')
  const shown: unknown[] = []
  vi.spyOn(screen, 'showAcompanamiento').mockImplementation((estado) => void shown.push(estado))
  const fingerprint = vi.spyOn(crypto.subtle, 'digest')
  const module = await import('./shareAcompanamiento.ts')
  const { queue } = await import('../../../lib/offline/outbox.ts')
  const leave = module.watchAcompanamiento(owner)
  // The fingerprint of the next code is made by the browser, whatever the clock says.
  await fingerprint.mock.results.at(-1)?.value
  await soon()
  return {
    ...module,
    toasts,
    shown: () =>
      shown.at(-1) as {
        codigo: string
        terminaEn: number
        enviadaEn: number | null
        falla: LocationFailure | null
      } | null,
    close: () => {
      leave()
      queue.close()
    },
  }
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers({
    now: T0,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  service.line = 'up'
  service.answer = true
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const each of [rows, copies, stored]) each.clear()
  told.length = 0
  tabs.clear()
  follower = undefined
  awake = false
})

describe('a location sharing that begins', () => {
  it('has a link whose code is the fingerprint of a secret, which only the service is told', async () => {
    const { startAcompanamiento } = await openPage()
    const codigo = startAcompanamiento('ana', 4)
    await soon()
    const { secreto, ...rest } = argsOf('iniciar_acompanamiento')!
    expect(rest).toEqual({ codigo, horas: 4 })
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(String(secreto)))
    expect(
      btoa(String.fromCharCode(...new Uint8Array(hash)))
        .replaceAll('+', '-')
        .replaceAll('/', '_'),
    ).toBe(`${codigo}=`)
  })

  it('says so on her screens within the tap, follows her and keeps the screen awake', async () => {
    service.line = 'down'
    const { startAcompanamiento, shown } = await openPage()
    const codigo = startAcompanamiento('ana', 1)
    expect(shown()).toEqual({ codigo, terminaEn: T0 + HOUR, enviadaEn: null, falla: null })
    expect([isSwitchedOn(), awake, follower !== undefined]).toEqual([true, true, true])
  })

  it('ends the one before: its link shows no newer place', async () => {
    const { startAcompanamiento, shown } = await openPage()
    const first = startAcompanamiento('ana', 8)
    await soon()
    const second = startAcompanamiento('ana', 1)
    expect(second).not.toBe(first)
    expect(shown()?.codigo).toBe(second)
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(argsOf('terminar_acompanamiento')).toEqual({ codigo: first })
    follower!(at(19.5))
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(argsOf('compartir_posicion')).toMatchObject({ codigo: second })
  })

  it('is not ended by what the service says of the one before', async () => {
    const { startAcompanamiento, shown, toasts } = await openPage()
    startAcompanamiento('ana', 8)
    await soon()
    service.line = new ServiceError('No.', '42501', 403)
    const tellLater = vi.mocked(ask).getMockImplementation()!
    vi.mocked(ask).mockImplementationOnce(tellLater)
    vi.mocked(ask).mockImplementationOnce(async () => true as never)
    const second = startAcompanamiento('ana', 1)
    await soon()
    expect(toasts.acompanamientoEnded).not.toHaveBeenCalled()
    expect([shown()?.codigo, awake]).toEqual([second, true])
  })

  it('waits for a network, and begins on a page that comes after this one', async () => {
    service.line = 'down'
    const { startAcompanamiento, close } = await openPage()
    const codigo = startAcompanamiento('ana', 4)
    await soon()
    close()
    service.line = 'up'
    const later = await openPage()
    expect(argsOf('iniciar_acompanamiento')).toMatchObject({ codigo })
    expect(later.shown()).toMatchObject({ codigo, terminaEn: T0 + 4 * HOUR })
    expect([awake, follower !== undefined]).toEqual([true, true])
  })

  it.each([
    ['is spent', 'PT409', 'acompanamientoNotStarted'],
    ['of too many within the hour', 'PT429', 'acompanamientoThrottled'],
    ['of somebody who may not', '42501', 'acompanamientoEnded'],
  ] as const)('%s: no switch shows on for a sharing that nobody can see', async (_, code, says) => {
    const { startAcompanamiento, shown, toasts } = await openPage()
    service.line = new ServiceError('Espera.', code, 400)
    startAcompanamiento('ana', 1)
    await soon()
    expect(toasts[says]).toHaveBeenCalledTimes(1)
    expect([shown(), isSwitchedOn(), awake, follower, rows.size]).toEqual([null, false, false, undefined, 0])
  })
})

describe('her place', () => {
  async function walking() {
    const page = await openPage()
    const codigo = page.startAcompanamiento('ana', 1)
    await soon()
    return { ...page, codigo }
  }

  it('goes at once when it is the first, then the newest alone every fifteen seconds, with its age', async () => {
    const { codigo, shown } = await walking()
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(names()).toEqual(['iniciar_acompanamiento'])
    follower!(at(19.1, 12))
    await soon()
    expect(argsOf('compartir_posicion')).toEqual({
      codigo,
      latitud: 19.1,
      longitud: -99.1,
      precision_m: 12,
      edad_ms: 0,
    })
    expect(shown()).toMatchObject({ enviadaEn: T0 + BEAT })

    follower!(at(19.2))
    await vi.advanceTimersByTimeAsync(5_000)
    follower!(at(19.3))
    await vi.advanceTimersByTimeAsync(BEAT - 5_000)
    expect(names().filter((name) => name === 'compartir_posicion')).toHaveLength(2)
    expect(argsOf('compartir_posicion')).toMatchObject({ latitud: 19.3, precision_m: 0, edad_ms: 10_000 })
  })

  it('that could not leave is not said to have left, and the next one goes', async () => {
    const { shown } = await walking()
    service.line = 'down'
    follower!(at(19.1))
    await soon()
    expect(shown()).toMatchObject({ enviadaEn: null })
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(argsOf('compartir_posicion')).toMatchObject({ latitud: 19.1, edad_ms: BEAT })
    expect(shown()).toMatchObject({ enviadaEn: T0 })
  })

  it('is asked for again where the service is only busy: a sharing that began does not end by itself', async () => {
    const { shown, toasts } = await walking()
    service.line = new ServiceError('Espera.', 'PT429', 429)
    follower!(at(19.1))
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(toasts.acompanamientoThrottled).not.toHaveBeenCalled()
    expect(shown()).not.toBeNull()
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(names()).toContain('compartir_posicion')
  })

  it('that the device does not know is said once, with the notice only where she has just begun, until it knows one', async () => {
    const { shown, toasts, close } = await walking()
    lose!('denied')
    lose!('denied')
    await soon()
    expect(shown()?.falla).toBe('denied')
    expect(vi.mocked(toasts.noUbicacion).mock.calls).toEqual([['denied']])
    lose!('unavailable')
    await soon()
    expect(shown()?.falla).toBe('unavailable')
    follower!(at(19.1))
    expect(shown()?.falla).toBeNull()
    expect(toasts.noUbicacion).toHaveBeenCalledTimes(1)
    await soon()
    close()
    copies.clear()

    const later = await openPage()
    lose!('denied')
    await soon()
    expect(later.shown()?.falla).toBe('denied')
    expect(later.toasts.noUbicacion, 'the one of the page before').toHaveBeenCalledTimes(1)
  })

  it('of which the service has heard is remembered by the next page, whose first place goes at once', async () => {
    const { codigo, close } = await walking()
    follower!(at(19.1))
    await soon()
    close()
    await vi.advanceTimersByTimeAsync(BEAT)
    const later = await openPage()
    expect(later.shown()).toMatchObject({ codigo, enviadaEn: T0 })
    // A turn without a place takes nothing back.
    await vi.advanceTimersByTimeAsync(2 * BEAT)
    expect(later.shown()).toMatchObject({ enviadaEn: T0 })
    follower!(at(19.4))
    await soon()
    expect(argsOf('compartir_posicion')).toMatchObject({ latitud: 19.4 })

    later.close()
    // What is remembered is of one sharing alone.
    copies.set('ana camino_compartido', { codigo: 'otro', at: T0 })
    expect((await openPage()).shown()).toMatchObject({ codigo, enviadaEn: null })
  })

  it('goes when the page is looked at again, without waiting for its turn', async () => {
    await walking()
    follower!(at(19.1))
    await soon()
    follower!(at(19.2))
    document.dispatchEvent(new Event('visibilitychange'))
    await soon()
    expect(argsOf('compartir_posicion')).toMatchObject({ latitud: 19.2 })
  })
})

describe('the end', () => {
  it('is hers, at once: no place leaves any more, and the service is told', async () => {
    const { startAcompanamiento, endAcompanamiento, shown } = await openPage()
    const codigo = startAcompanamiento('ana', 1)
    await soon()
    follower!(at(19.1))
    await soon()
    service.line = 'down'
    endAcompanamiento()
    expect([shown(), isSwitchedOn(), awake, follower]).toEqual([null, false, false, undefined])
    await vi.advanceTimersByTimeAsync(4 * BEAT)
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(names()).toEqual(['iniciar_acompanamiento', 'compartir_posicion', 'terminar_acompanamiento'])
    expect(argsOf('terminar_acompanamiento')).toEqual({ codigo })
    expect(rows.size).toBe(0)
  })

  it('of one that the service never heard of is told to nobody', async () => {
    service.line = 'down'
    const { startAcompanamiento, endAcompanamiento } = await openPage()
    startAcompanamiento('ana', 1)
    await soon()
    endAcompanamiento()
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(2 * BEAT)
    expect([told, rows.size]).toEqual([[], 0])
  })

  it.each(['its hour', "the service's word"])(
    'by %s is said once, and nothing follows her any more',
    async (by) => {
      const { startAcompanamiento, shown, toasts } = await openPage()
      startAcompanamiento('ana', 1)
      await soon()
      follower!(at(19.1))
      await soon()
      if (by === 'its hour') await vi.advanceTimersByTimeAsync(HOUR)
      else service.answer = false
      await vi.advanceTimersByTimeAsync(2 * BEAT)
      expect(toasts.acompanamientoEnded).toHaveBeenCalledTimes(1)
      expect([shown(), isSwitchedOn(), awake, follower, rows.size]).toEqual([
        null,
        false,
        false,
        undefined,
        0,
      ])
      const sent = told.length
      await vi.advanceTimersByTimeAsync(4 * BEAT)
      expect(told).toHaveLength(sent)
    },
  )
})

describe('another tab of her device', () => {
  it('that ends the sharing ends it here too: nothing follows her any more', async () => {
    const other = new FakeChannel('camino')
    const { startAcompanamiento, shown } = await openPage()
    const codigo = startAcompanamiento('ana', 1)
    await soon()
    other.postMessage('of another sharing')
    expect([shown()?.codigo, awake]).toEqual([codigo, true])
    other.postMessage(codigo)
    expect([shown(), awake, follower]).toEqual([null, false, undefined])
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(names()).toEqual(['iniciar_acompanamiento', 'terminar_acompanamiento'])
    other.postMessage(codigo)
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(names()).toHaveLength(2)
  })

  it('hears which one she ended here, and of nothing once this page is gone', async () => {
    const heard: unknown[] = []
    const other = new FakeChannel('camino')
    other.onmessage = ({ data }) => heard.push(data)
    const { startAcompanamiento, endAcompanamiento, shown, close } = await openPage()
    endAcompanamiento()
    const first = startAcompanamiento('ana', 1)
    const second = startAcompanamiento('ana', 1)
    // The one before ends elsewhere as well: this one goes on.
    other.postMessage(first)
    expect([shown()?.codigo, awake]).toEqual([second, true])
    endAcompanamiento()
    expect(heard).toEqual([first, second])
    startAcompanamiento('ana', 1)
    close()
    expect([shown(), tabs.size]).toEqual([null, 1])
  })

  it('is not needed: a browser without such channels shares all the same', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const { startAcompanamiento, endAcompanamiento, shown, close } = await openPage()
    startAcompanamiento('ana', 1)
    endAcompanamiento()
    expect(shown()).toBeNull()
    close()
  })
})

describe('another page, another person', () => {
  it('a switch that was left on without a sharing is turned off: nobody is following', async () => {
    stored.set('locationSharing', 'true')
    await openPage()
    expect(isSwitchedOn()).toBe(false)
  })

  describe('where the device is slow to say that a sharing runs', () => {
    /** A page over a device that an earlier page left sharing; it says so when `sayIt` is called, after more than a second. */
    async function openLate() {
      const before = await openPage()
      const viejo = before.startAcompanamiento('ana', 4)
      await soon()
      before.close()
      told.length = 0
      let sayIt = () => {}
      device.disk.late = new Promise((resolve) => {
        sayIt = resolve
      })
      const page = await openPage()
      await vi.advanceTimersByTimeAsync(1_000)
      expect([page.shown(), isSwitchedOn()]).toEqual([null, false])
      return {
        ...page,
        viejo,
        sayIt: async () => {
          sayIt()
          device.disk.late = null
          await vi.advanceTimersByTimeAsync(BEAT)
        },
      }
    }

    it('it goes on, and the switch that ends it is on', async () => {
      const { shown, viejo, sayIt, endAcompanamiento } = await openLate()
      await sayIt()
      expect(shown()).toMatchObject({ codigo: viejo })
      expect([isSwitchedOn(), follower !== undefined]).toEqual([true, true])
      endAcompanamiento()
      await soon()
      expect([isSwitchedOn(), shown(), names()]).toEqual([false, null, ['terminar_acompanamiento']])
    })

    it('it ends, where she has ended it meanwhile', async () => {
      const { shown, sayIt, endAcompanamiento } = await openLate()
      endAcompanamiento()
      await sayIt()
      expect([isSwitchedOn(), shown(), follower, names()]).toEqual([
        ...[false, null, undefined],
        ['terminar_acompanamiento'],
      ])
    })

    it('it ends, where she has begun another meanwhile', async () => {
      const { shown, viejo, sayIt, startAcompanamiento } = await openLate()
      const nuevo = startAcompanamiento('ana', 1)
      await sayIt()
      expect([isSwitchedOn(), shown()?.codigo]).toEqual([true, nuevo])
      expect(argsOf('terminar_acompanamiento')).toEqual({ codigo: viejo })
      expect(argsOf('iniciar_acompanamiento')).toMatchObject({ codigo: nuevo })
    })
  })

  it("somebody else's session shares nothing of hers, and hers goes on when she is back", async () => {
    const hers = await openPage('ana')
    const codigo = hers.startAcompanamiento('ana', 8)
    await soon()
    hers.close()
    told.length = 0
    const others = await openPage('bea')
    await vi.advanceTimersByTimeAsync(2 * BEAT)
    expect([told, others.shown(), awake]).toEqual([[], null, false])
    others.close()
    const back = await openPage('ana')
    expect(back.shown()).toMatchObject({ codigo })
  })
})
