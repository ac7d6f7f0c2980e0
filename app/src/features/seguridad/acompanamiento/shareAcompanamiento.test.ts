import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../data/ask.ts'
import { ServiceError } from '../../../data/errors.ts'
import type { Fix, LocationFailure } from '../../../lib/device/geolocation.ts'

/** What the device keeps between pages, what the service is told, and what it answers. */
const copies = new Map<string, unknown>()
const stored = new Map<string, string>()
/** Whether the device is being followed, and whoever listens to it. */
let follower: ((fix: Fix) => void) | undefined
let fails: (failure: LocationFailure) => void = () => {}
let follows = 0
let awake = false

/** What the tabs of one device say to each other. */
class Channel {
  static all = new Set<Channel>()
  heard: unknown[] = []
  onmessage = ({ data }: { data: unknown }) => void this.heard.push(data)
  constructor(readonly name: string) {
    Channel.all.add(this)
  }
  postMessage(data: unknown) {
    for (const each of Channel.all) if (each !== this && each.name === this.name) each.onmessage({ data })
  }
  close() {
    Channel.all.delete(this)
  }
}

const { device, service } = await vi.hoisted(async () => {
  const { memoryDevice, memoryService } = await import('../../../data/testing/memory.ts')
  return { device: memoryDevice(), service: memoryService() }
})
vi.mock('../../../data/device.ts', () => ({
  deviceShelf: () => device.shelf,
  readCopy: async (owner: string, name: string) => copies.get(`${owner} ${name}`) ?? null,
  keepCopy: async (owner: string, name: string, copy: unknown) => void copies.set(`${owner} ${name}`, copy),
  dropCopy: async (owner: string, name: string) => void copies.delete(`${owner} ${name}`),
}))
vi.mock('../../../data/ask.ts', () => ({ ask: vi.fn(service.ask) }))
vi.mock('../../../lib/device/geolocation.ts', () => ({
  followPosition: (listener: (fix: Fix) => void, _: undefined, onFailure: typeof fails) => {
    follower = listener
    fails = onFailure
    follows++
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

/** A page: its modules anew, over the same device; `shown` is what her screens tell of the walk. */
async function openPage(owner = 'ana') {
  vi.resetModules()
  const toasts = await import('./toasts.ts')
  const screen = await import('./acompanamiento.ts')
  const shown: unknown[] = []
  vi.spyOn(screen, 'showAcompanamiento').mockImplementation((estado) => void shown.push(estado))
  const fingerprint = vi.spyOn(crypto.subtle, 'digest')
  const walk = await import('./shareAcompanamiento.ts')
  const { queue } = await import('../../../data/outbox.ts')
  const leave = walk.watchAcompanamiento(owner)
  // The fingerprint of the next code is made by the browser, whatever the clock says.
  await fingerprint.mock.results.at(-1)?.value
  await soon()
  return {
    ...walk,
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
  vi.stubGlobal('BroadcastChannel', Channel)
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
  Channel.all.clear()
  follower = undefined
  follows = 0
  awake = false
})

describe('a walk that begins', () => {
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
    const kept = vi.spyOn(device.shelf, 'put')
    const codigo = startAcompanamiento('ana', 1)
    expect(shown()).toEqual({ codigo, terminaEn: T0 + HOUR, enviadaEn: null, falla: null })
    expect([isSwitchedOn(), awake, follower !== undefined]).toEqual([true, true, true])
    // The device keeps it until she leaves, under a name that later versions know.
    await soon()
    expect([...rows.keys()]).toEqual([`camino ana ${codigo}`])
    expect(kept.mock.calls.map(([, , until]) => until)).toEqual(['left'])
  })

  it('follows her also where her screens are not watched yet, and only once', async () => {
    const { startAcompanamiento, close } = await openPage()
    close()
    startAcompanamiento('ana', 1)
    expect([follower !== undefined, follows]).toEqual([true, 1])
    startAcompanamiento('ana', 4)
    expect([awake, follows]).toEqual([true, 1])
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
  ] as const)('%s: no switch shows on for a walk that nobody can see', async (_, code, says) => {
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

  it('goes as soon as there is another one for as long as none has left', async () => {
    await walking()
    service.line = 'down'
    follower!(at(19.1))
    await soon()
    service.line = 'up'
    follower!(at(19.2))
    await soon()
    expect(argsOf('compartir_posicion')).toMatchObject({ latitud: 19.2 })
  })

  it('that has left is known to the next page, which sends its first one at once', async () => {
    const { codigo, close, toasts } = await walking()
    follower!(at(19.1))
    await soon()
    expect(copies.get('ana camino_compartido')).toEqual({ codigo, at: T0 })
    // Nor is there a notice of one that cannot be found once another has left.
    fails('timeout')
    await soon()
    expect(toasts.noUbicacion).not.toHaveBeenCalled()
    close()
    const next = await openPage()
    await vi.advanceTimersByTimeAsync(2 * BEAT)
    expect([next.shown()?.enviadaEn, isSwitchedOn()]).toEqual([T0, true])
    expect(copies.get('ana camino_compartido')).toEqual({ codigo, at: T0 })
    fails('timeout')
    expect(next.shown()?.falla).toBe('timeout')
    await vi.advanceTimersByTimeAsync(1_000)
    follower!(at(19.2))
    await soon()
    expect(argsOf('compartir_posicion')).toMatchObject({ latitud: 19.2 })
    expect(next.shown()).toMatchObject({ falla: null, enviadaEn: Date.now() })
  })

  it('of another walk says nothing of this one, and what fails on the next page is said in no notice', async () => {
    const { close } = await walking()
    close()
    copies.set('ana camino_compartido', { codigo: 'otro', at: T0 })
    const next = await openPage()
    expect(next.shown()).toMatchObject({ enviadaEn: null })
    fails('timeout')
    await soon()
    expect(next.toasts.noUbicacion).not.toHaveBeenCalled()
  })

  it('that cannot be found is said in a notice once, behind the word that sharing was switched on', async () => {
    const { toasts, shown } = await walking()
    fails('denied')
    expect(toasts.noUbicacion).not.toHaveBeenCalled()
    expect(shown()?.falla).toBe('denied')
    await soon()
    fails('denied')
    fails('timeout')
    await soon()
    expect(vi.mocked(toasts.noUbicacion).mock.calls).toEqual([['denied']])
  })

  it('that was on its way when she ended it is not remembered', async () => {
    const { endAcompanamiento, shown } = await walking()
    let answer = () => {}
    vi.mocked(ask).mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(true as never)
        }),
    )
    follower!(at(19.1))
    await soon()
    endAcompanamiento()
    answer()
    await soon()
    expect([shown(), copies.size]).toEqual([null, 0])
  })

  it('is asked for again where the service is only busy: a walk that began does not end by itself', async () => {
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
  it('of nothing only turns the switch off', async () => {
    const { endAcompanamiento, shown } = await openPage()
    stored.set('locationSharing', 'true')
    endAcompanamiento()
    expect([shown(), isSwitchedOn()]).toEqual([null, false])
  })

  it('is at the very moment that was said, and nothing listens any more', async () => {
    const { startAcompanamiento, toasts } = await openPage()
    const added = vi.spyOn(document, 'addEventListener')
    const taken = vi.spyOn(document, 'removeEventListener')
    startAcompanamiento('ana', 1)
    await vi.advanceTimersByTimeAsync(HOUR - 1)
    expect([vi.mocked(toasts.acompanamientoEnded).mock.calls.length, awake]).toEqual([0, true])
    await vi.advanceTimersByTimeAsync(1)
    expect([vi.mocked(toasts.acompanamientoEnded).mock.calls.length, awake]).toEqual([1, false])
    expect(added).toHaveBeenCalledTimes(1)
    expect(taken.mock.calls).toEqual(added.mock.calls)
  })

  it('that comes before the answer to the start is hers alone, whatever the service says of it', async () => {
    const { startAcompanamiento, endAcompanamiento, toasts } = await openPage()
    let refuse = () => {}
    vi.mocked(ask).mockImplementationOnce(
      () =>
        new Promise((_, reject) => {
          refuse = () => reject(new ServiceError('No.', '42501', 403))
        }),
    )
    startAcompanamiento('ana', 1)
    endAcompanamiento()
    refuse()
    await vi.advanceTimersByTimeAsync(2 * BEAT)
    expect(toasts.acompanamientoEnded).not.toHaveBeenCalled()
    expect(rows.size).toBe(0)
  })

  it('is told to the other tabs, and heard of from them', async () => {
    const { startAcompanamiento, endAcompanamiento, shown } = await openPage()
    const other = new Channel('camino')
    const first = startAcompanamiento('ana', 1)
    await soon()
    endAcompanamiento()
    expect(other.heard).toEqual([first])
    const second = startAcompanamiento('ana', 1)
    await soon()
    // What this tab knows nothing of, or has ended itself, changes nothing.
    for (const codigo of ['unknown', first]) other.postMessage(codigo)
    expect([shown()?.codigo, awake]).toEqual([second, true])
    other.postMessage(second)
    expect([shown(), awake, follower]).toEqual([null, false, undefined])
    await vi.advanceTimersByTimeAsync(BEAT)
    expect(argsOf('terminar_acompanamiento')).toEqual({ codigo: second })
  })

  it('needs no word to other tabs', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const { startAcompanamiento, endAcompanamiento, shown, close } = await openPage()
    startAcompanamiento('ana', 1)
    await soon()
    endAcompanamiento()
    expect([shown(), awake]).toEqual([null, false])
    expect(close).not.toThrow()
  })

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

describe('another page, another person', () => {
  it('a switch that was left on without a walk is turned off: nobody is following', async () => {
    stored.set('locationSharing', 'true')
    await openPage()
    expect(isSwitchedOn()).toBe(false)
  })

  it('that leaves before the device has answered changes nothing any more, and no tab speaks to it', async () => {
    const { watchAcompanamiento, close } = await openPage()
    close()
    stored.set('locationSharing', 'true')
    watchAcompanamiento('ana')()
    await soon()
    expect([isSwitchedOn(), Channel.all.size]).toEqual([true, 0])
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

  it('a walk that a version before the queue kept on the device goes on', async () => {
    const walk = { codigo: 'viejo', horas: 1, terminaEn: T0 + HOUR, iniciado: true, terminando: false }
    copies.set('ana camino', walk)
    const { shown } = await openPage()
    expect(shown()).toMatchObject({ codigo: 'viejo' })
    expect(copies.size).toBe(0)
    follower!(at(19.1))
    await soon()
    expect(names()).toEqual(['compartir_posicion'])
  })
})
