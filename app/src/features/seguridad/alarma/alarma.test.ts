import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Fix } from '../../../lib/device/geolocation.ts'
import { createAlarma } from './alarma.ts'
import type { Leida } from './alertas.ts'
import type { Alerta, Entrega } from './estado.ts'
import { alarmaOf, nothingLeft } from './estado.ts'
import type { Vista } from './vista.ts'

const device = vi.hoisted(() => ({ rows: new Map<string, unknown>(), delivered: [] as string[], up: false }))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../../lib/offline/deviceStore.ts', () => ({
  deviceShelf: () => ({
    put: async (_: string, { id, ...row }: { id: string }) => void device.rows.set(id, row),
    all: async () => [],
    remove: async (_: string, __: string, id: string) => void device.rows.delete(id),
  }),
}))
vi.mock('../../../lib/api/ask.ts', () => ({
  ask: async (question: (db: unknown) => unknown) => {
    if (!device.up) throw new TypeError('Failed to fetch')
    question({ rpc: (name: string) => device.delivered.push(name) })
  },
}))

const { queue } = await import('../../../lib/offline/outbox.ts')
const { endAlerta, openAlerta } = await import('./unheard.ts')
const { alertaShown, dejarDeFingir } = await import('../../../lib/session/fingidas.ts')

const T0 = Date.parse('2026-11-22T22:00:00Z')
const soon = () => vi.advanceTimersByTimeAsync(0)
const alerta = (part: Partial<Alerta> = {}): Alerta => ({
  id: 'a1',
  cliente_id: 'p1',
  origen: 'boton',
  estado: 'abierta',
  motivo: null,
  con_pin: false,
  pulsada_en: new Date(T0).toISOString(),
  creada_en: new Date(T0).toISOString(),
  sale_en: new Date(T0 + 5_000).toISOString(),
  cerrada_en: null,
  pulsaciones: 1,
  orden: 'todas',
  espera_min: 3,
  nota: null,
  ...part,
})

let stops: (() => void)[] = []

/** One page of hers, and the service that it asks. */
function page(before: Leida | null = null, fails = false, owner = `ana${stops.length}-${Math.random()}`) {
  const service = { leida: before, fails, asked: [] as (string | null)[], hold: Promise.resolve() }
  let vista: Vista | undefined
  let opened = () => {}
  let changed = () => {}
  let onLive: (live: boolean) => void = () => {}
  let place: (fix: Fix) => void = () => {}
  let watching = 0
  let shown = 0
  const followed: boolean[] = []
  queue.open(owner)
  const alarma = createAlarma({
    owner,
    read: async (known) => {
      service.asked.push(known)
      if (service.fails) throw new TypeError('Failed to fetch')
      const { leida, hold } = service
      await hold
      return leida && (leida.alerta.estado !== 'cerrada' || known !== null) ? leida : null
    },
    listen: (again) => {
      opened = again
      return () => {
        opened = () => {}
      }
    },
    watch: (again, live) => {
      watching++
      changed = again
      onLive = live
      return () => {
        watching--
      }
    },
    follow: (onFix, pressed) => {
      followed.push(pressed)
      place = onFix
      return () => {
        place = () => {}
      }
    },
    show: (next) => {
      vista = next
      shown++
    },
  })
  stops.push(alarma.open())
  return {
    owner,
    service,
    fase: () => alarmaOf(vista!.servicio, vista!.unheard, Date.now(), vista!.saleEnHere)?.fase ?? null,
    vista: () => vista!,
    change: (leida: Leida) => {
      service.leida = leida
      changed()
    },
    /** On another device, while this one lies there. */
    openElsewhere: (leida: Leida) => {
      service.leida = leida
      opened()
    },
    live: (stands: boolean) => onLive(stands),
    moveTo: (fix: Fix) => place(fix),
    watching: () => watching,
    shown: () => shown,
    /** Whether her place was asked for because of a press of this page, each time. */
    followed,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  device.up = false
  device.delivered.length = 0
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
  queue.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const entrega = { contacto_id: 'lucia', via: 'correo', estado: 'enviada' } as Entrega

it('rests where nothing is open, and has asked', async () => {
  const { service, fase, vista, watching } = page()
  await soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([fase(), watching(), service.asked]).toEqual([null, 0, [null]])
  // Her answer on a screen that has gone meanwhile is no answer to anything.
  vista().dismiss()
  vista().sendNow()
  vista().end('a_salvo', false)
  await soon()
  expect([vista().servicio, vista().entregas, vista().unheard]).toEqual([null, [], []])
})

it('asks when she comes back to the page or to the network, and not of a page that nobody sees or that is gone', async () => {
  const { service, shown } = page()
  await soon()
  const times = async (target: EventTarget, name: string) => {
    const before = service.asked.length
    target.dispatchEvent(new Event(name))
    await soon()
    return service.asked.length - before
  }
  expect(await times(document, 'visibilitychange')).toBe(1)
  expect(await times(window, 'online')).toBe(1)
  Object.assign(document, { visibilityState: 'hidden' })
  expect(await times(document, 'visibilitychange')).toBe(0)
  Object.assign(document, { visibilityState: 'visible' })
  let answer = () => {}
  service.hold = new Promise((resolve) => {
    answer = resolve
  })
  const before = shown()
  expect(await times(window, 'online')).toBe(1)
  for (const stop of stops.splice(0)) stop()
  answer()
  expect([await times(document, 'visibilitychange'), await times(window, 'online')]).toEqual([0, 0])
  expect(shown(), 'what was asked before, and is answered after').toBe(before)
})

it('tells of the end that was said elsewhere, and of a later alert also where she has read the end of the first', async () => {
  const { fase, vista, change, openElsewhere } = page({ alerta: alerta(), entregas: [] })
  await soon()
  const ended = { estado: 'cerrada', cerrada_en: new Date(T0).toISOString() } as const
  change({ alerta: alerta(ended), entregas: [] })
  await soon()
  expect(fase()).toBe('cerrada')
  vista().dismiss()
  expect(fase()).toBeNull()
  openElsewhere({ alerta: alerta({ id: 'a2', cliente_id: 'p2' }), entregas: [] })
  await soon()
  expect(fase()).toBe('abierta')
  change({ alerta: alerta({ id: 'a2', cliente_id: 'p2', ...ended }), entregas: [] })
  await soon()
  expect([fase(), vista().servicio?.id]).toEqual(['cerrada', 'a2'])
})

it('asks for what she ended by the name that she ended it by, on this page and on the next', async () => {
  const { owner, service, vista } = page()
  await soon()
  void openAlerta({ owner, id: 'p1', pressedAt: T0 })
  await soon()
  vista().end('por_error', false)
  await soon()
  device.up = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect([device.delivered, service.asked.at(-1)]).toEqual([['cerrar_alerta'], 'p1'])

  device.up = false
  endAlerta('luz', 'p7', 'a_salvo', false)
  const next = page(null, false, 'luz')
  await soon()
  expect(next.service.asked.at(-1)).toBe('p7')
})

it.each([
  // This clock is four seconds ahead of the service's: two seconds into the pause it has left by that clock.
  ['in its pause', { estado: 'pausa', sale_en: new Date(T0 + 1_000).toISOString() }, true],
  // Eight seconds behind: three seconds after it left it has not left yet.
  ['open', { estado: 'abierta', sale_en: new Date(T0 + 7_000).toISOString() }, false],
])(
  'ended with the second PIN while she sees it %s it is shown as such an end, whatever this clock says',
  async (_, part, aTiempo) => {
    const { owner, vista, change } = page()
    await soon()
    void openAlerta({ owner, id: 'p1', pressedAt: T0 })
    device.up = true
    change({ alerta: alerta(part), entregas: [] })
    await vi.advanceTimersByTimeAsync(2_000)
    vista().end('a_salvo', true, { prueba: 'segunda', segundo: true })
    for (const now of [part, { ...part, estado: 'abierta' }]) {
      const shown = alertaShown(alerta(now))!
      expect([shown.estado, nothingLeft(shown)]).toEqual(['cerrada', aTiempo])
    }
    dejarDeFingir()
  },
)

it('asks for her place as after a press where the press was made in this page', async () => {
  const elsewhere = page({ alerta: alerta(), entregas: [] })
  await soon()
  expect(elsewhere.followed).toEqual([false])
  for (const stop of stops.splice(0)) stop()
  const here = page()
  await soon()
  void openAlerta({ owner: here.owner, id: 'p1', pressedAt: T0 })
  await soon()
  expect([here.followed, [...here.vista().saleEnHere]]).toEqual([[true], [['p1', T0 + 5_000]]])
})

it('shows an alert that was opened on another device or before a reload, and hears what becomes of it', async () => {
  const { fase, vista, change, watching } = page({ alerta: alerta(), entregas: [] })
  await soon()
  expect([fase(), watching()]).toEqual(['abierta', 1])
  change({ alerta: alerta(), entregas: [entrega] })
  await soon()
  expect(vista().entregas).toEqual([entrega])
})

it('hears of an alert of another device without being looked at, and of nothing once it is gone', async () => {
  const { fase, openElsewhere, service, watching } = page()
  await soon()
  openElsewhere({ alerta: alerta(), entregas: [] })
  await soon()
  expect([fase(), watching()]).toEqual(['abierta', 1])
  for (const stop of stops.splice(0)) stop()
  const asked = service.asked.length
  openElsewhere({ alerta: alerta(), entregas: [entrega] })
  await soon()
  expect(service.asked).toHaveLength(asked)
})

it('shows a press at once, says that nobody has heard, and asks once it has arrived', async () => {
  const { owner, fase, service, watching } = page()
  await soon()
  void openAlerta({ owner, id: 'p1', pressedAt: T0 })
  await soon()
  expect([fase(), watching()]).toEqual(['pausa', 1])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(fase()).toBe('sin_oir')
  device.up = true
  service.leida = { alerta: alerta(), entregas: [] }
  await vi.advanceTimersByTimeAsync(15_000)
  expect([fase(), device.delivered]).toEqual(['abierta', ['abrir_alerta']])
})

it('goes on asking where the live channel does not stand, and keeps what it knows where nobody answers', async () => {
  const { service, fase, live } = page({ alerta: alerta(), entregas: [entrega] })
  await soon()
  service.fails = true
  await vi.advanceTimersByTimeAsync(20_000)
  const asked = service.asked.length
  expect([asked, fase()]).toEqual([3, 'abierta'])
  live(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(service.asked).toHaveLength(asked)
})

it('does not take no answer for no alert', async () => {
  const { service, fase } = page({ alerta: alerta(), entregas: [] }, true)
  await soon()
  expect(fase()).toBeNull()
  service.fails = false
  await vi.advanceTimersByTimeAsync(8_000)
  expect(fase()).toBe('abierta')
})

it('tells of the end once, and rests when she has read it', async () => {
  device.up = true
  const { fase, vista, service, watching, openElsewhere } = page({ alerta: alerta(), entregas: [entrega] })
  await soon()
  service.leida = {
    alerta: alerta({ estado: 'cerrada', motivo: 'a_salvo', cerrada_en: new Date(T0).toISOString() }),
    entregas: [entrega],
  }
  vista().end('a_salvo', true)
  expect(fase()).toBe('cerrando')
  await soon()
  expect([fase(), device.delivered, watching()]).toEqual(['cerrada', ['cerrar_alerta'], 0])
  // Asked for before she read it, answered after.
  let answer = () => {}
  service.hold = new Promise((resolve) => {
    answer = resolve
  })
  openElsewhere(service.leida)
  vista().dismiss()
  expect(fase()).toBeNull()
  answer()
  await soon()
  expect(fase()).toBeNull()
})

it('ends a press that has not arrived together with the alert that it would have joined', async () => {
  const { owner, vista } = page({ alerta: alerta(), entregas: [] })
  await soon()
  void openAlerta({ owner, id: 'p2', pressedAt: T0 })
  vista().end('por_error', false)
  await soon()
  expect(vista().unheard.map(({ id }) => id)).toEqual(['cerrar a1', 'cerrar p2'])
})

it('tells places while it is open, and none after', async () => {
  const { vista, moveTo, change } = page({ alerta: alerta(), entregas: [] })
  await soon()
  const fix = { lat: 19.4, lng: -99.1, accuracy: 20, at: T0 }
  moveTo(fix)
  moveTo({ ...fix, lat: 19.5 })
  expect(vista().unheard.map(({ id, body }) => [id, body.que === 'lugar' && body.fix.lat])).toEqual([
    ['lugar a1', 19.4],
  ])
  change({ alerta: alerta({ estado: 'cerrada', motivo: 'sin_noticias' }), entregas: [] })
  await soon()
  moveTo({ ...fix, lat: 19.6 })
  expect(vista().unheard).toHaveLength(1)
})

it('tells no place from the moment in which she says that it is over, and asks for nothing because a place was heard', async () => {
  const { service, vista, moveTo } = page({ alerta: alerta(), entregas: [] })
  await soon()
  const fix = { lat: 19.4, lng: -99.1, accuracy: 20, at: T0 }
  device.up = true
  const asked = service.asked.length
  moveTo(fix)
  await soon()
  expect([device.delivered, vista().unheard, service.asked.length]).toEqual([['agregar_lugar'], [], asked])
  device.up = false
  vista().end('a_salvo', true)
  await vi.advanceTimersByTimeAsync(20_000)
  moveTo({ ...fix, lat: 19.5 })
  expect(vista().unheard.map(({ id }) => id)).toEqual(['cerrar a1'])
})

it('shows a thing that she says twice once, while the answer that knows of the first is on its way', async () => {
  const { service, fase, vista } = page({ alerta: alerta(), entregas: [] })
  await soon()
  service.hold = new Promise(() => {})
  device.up = true
  vista().end('a_salvo', true)
  await soon()
  expect([device.delivered, fase()]).toEqual([['cerrar_alerta'], 'cerrando'])
  device.up = false
  vista().end('por_error', true)
  await soon()
  expect(vista().unheard.map(({ id, body }) => [id, body.que === 'cerrar' && body.motivo])).toEqual([
    ['cerrar a1', 'por_error'],
  ])
})

it('keeps what has arrived on screen until an answer that knows of it', async () => {
  device.up = true
  const { owner, service, fase, vista, openElsewhere } = page()
  await soon()
  // The answer that is on its way was made before the press.
  let answer = () => {}
  service.hold = new Promise((resolve) => {
    answer = resolve
  })
  openElsewhere(null as never)
  await openAlerta({ owner, id: 'p1', pressedAt: T0 })
  await soon()
  expect(device.delivered).toContain('abrir_alerta')
  expect(fase()).toBe('pausa')
  service.fails = true
  answer()
  await soon()
  expect(fase()).toBe('pausa')
  service.fails = false
  service.hold = Promise.resolve()
  service.leida = { alerta: alerta(), entregas: [] }
  await vi.advanceTimersByTimeAsync(8_000)
  expect(fase()).toBe('abierta')

  service.hold = new Promise((resolve) => {
    answer = resolve
  })
  vista().end('a_salvo', true)
  await soon()
  expect(fase()).toBe('cerrando')
  service.hold = Promise.resolve()
  service.leida = {
    alerta: alerta({ estado: 'cerrada', cerrada_en: new Date(T0).toISOString() }),
    entregas: [],
  }
  answer()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(fase()).toBe('cerrada')
})
