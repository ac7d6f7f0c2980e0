import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Fix } from '../../../lib/device/geolocation.ts'
import { createAlarma } from './alarma.ts'
import type { Leida } from './alertas.ts'
import type { Alerta, Entrega } from './estado.ts'
import { alarmaOf } from './estado.ts'
import type { Vista } from './vista.ts'

const device = vi.hoisted(() => ({
  rows: new Map<string, unknown>(),
  delivered: [] as string[],
  up: false,
  /** The press that the service refuses. */
  refused: '',
}))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../../data/device.ts', () => ({
  deviceShelf: () => ({
    put: async (_: string, { id, ...row }: { id: string }) => void device.rows.set(id, row),
    all: async () => [],
    remove: async (_: string, __: string, id: string) => void device.rows.delete(id),
  }),
}))
vi.mock('../../../data/ask.ts', () => ({
  ask: async (question: (db: unknown) => unknown) => {
    if (!device.up) throw new TypeError('Failed to fetch')
    question({
      rpc: (name: string, { cliente_id }: { cliente_id?: string }) => {
        if (cliente_id && cliente_id === device.refused) throw new ServiceError('no', '23514', 400)
        device.delivered.push(name)
      },
    })
  },
}))

const { ServiceError } = await import('../../../data/errors.ts')
const { queue } = await import('../../../data/outbox.ts')
const { openAlerta } = await import('./unheard.ts')

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

/** What a page listens to. */
class Heard extends EventTarget {
  listeners = new Set<string>()
  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners.add(args[0])
    super.addEventListener(...args)
  }
  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners.delete(args[0])
    super.removeEventListener(...args)
  }
}
let doc: Heard & { visibilityState?: string }
let win: Heard

/** One page of hers, and the service that it asks. */
function page(before: Leida | null = null, fails = false, owner = `ana${stops.length}-${Math.random()}`) {
  const service = { leida: before, fails, asked: [] as (string | null)[], hold: Promise.resolve() }
  let vista: Vista | undefined
  let opened = () => {}
  let changed = () => {}
  let onLive: (live: boolean) => void = () => {}
  let place: (fix: Fix) => void = () => {}
  let watching = 0
  let pressedHere: boolean | null = null
  let shows = 0
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
      // A place that was asked for before can come after the end.
      place = onFix
      pressedHere = pressed
      return () => {
        pressedHere = null
      }
    },
    show: (next) => {
      shows++
      vista = next
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
    /** Whether her place is followed for a press of this page; null where it is not followed. */
    pressedHere: () => pressedHere,
    shows: () => shows,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  doc = Object.assign(new Heard(), { visibilityState: 'visible' })
  win = new Heard()
  vi.stubGlobal('document', doc)
  vi.stubGlobal('window', win)
  device.up = false
  device.refused = ''
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
  // Nothing to end, and nothing to have read.
  vista().end('a_salvo', true)
  vista().dismiss()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([fase(), watching(), service.asked]).toEqual([null, 0, [null]])
  expect([vista().entregas, vista().unheard]).toEqual([[], []])
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
  const { fase, openElsewhere, change, service, watching, pressedHere, shows } = page()
  await soon()
  openElsewhere({ alerta: alerta(), entregas: [] })
  await soon()
  expect([fase(), watching(), pressedHere()]).toEqual(['abierta', 1, false])
  // One answer is on its way, and another is wanted behind it.
  let answer = () => {}
  service.hold = new Promise((resolve) => {
    answer = resolve
  })
  change({ alerta: alerta(), entregas: [entrega] })
  change({ alerta: alerta(), entregas: [entrega] })
  for (const stop of stops.splice(0)) stop()
  const [asked, before] = [service.asked.length, shows()]
  expect([watching(), pressedHere(), doc.listeners.size, win.listeners.size]).toEqual([0, null, 0, 0])
  answer()
  await soon()
  openElsewhere({ alerta: alerta(), entregas: [entrega] })
  change({ alerta: alerta(), entregas: [entrega] })
  await soon()
  expect([service.asked.length, shows()]).toEqual([asked, before])
})

it('shows a press at once, says that nobody has heard, and asks once it has arrived', async () => {
  const { owner, fase, vista, service, watching, pressedHere } = page()
  await soon()
  void openAlerta({ owner, id: 'p1', pressedAt: T0 })
  await soon()
  expect([fase(), watching(), pressedHere()]).toEqual(['pausa', 1, true])
  // She wants no pause: nothing has arrived, so nobody is asked.
  vista().sendNow()
  expect(vista().unheard.map(({ id }) => id)).toEqual(['abrir p1', 'enviar ya p1'])
  expect(vista().saleEnHere).toEqual(new Map([['p1', T0 + 5_000]]))
  expect(service.asked).toEqual([null])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(fase()).toBe('sin oir')
  device.up = true
  service.leida = { alerta: alerta(), entregas: [] }
  await vi.advanceTimersByTimeAsync(15_000)
  expect([fase(), device.delivered]).toEqual(['abierta', ['abrir_alerta', 'enviar_ya']])
  // Only an alert that the service has said to be open is asked for by its name.
  const asked = service.asked.findIndex((known) => known !== null)
  expect(service.asked.slice(0, asked).length).toBeGreaterThan(1)
  expect(service.asked.slice(asked).every((known) => known === 'a1')).toBe(true)
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
  openElsewhere(service.leida)
  await soon()
  // She is not told of it again, nor asked for it by its name.
  expect([fase(), service.asked.at(-1)]).toEqual([null, null])
})

it('tells of the end that came from another device, and shows what is open whatever she has read before', async () => {
  const { fase, vista, change, openElsewhere, watching, pressedHere } = page({
    alerta: alerta(),
    entregas: [],
  })
  await soon()
  vista().dismiss()
  openElsewhere({ alerta: alerta(), entregas: [] })
  await soon()
  expect(fase()).toBe('abierta')
  change({ alerta: alerta({ estado: 'cerrada', motivo: 'a_salvo' }), entregas: [] })
  await soon()
  // Closed after it was read as open: as she has dismissed this one, it is not told of again.
  expect(fase()).toBeNull()
  openElsewhere({ alerta: alerta({ id: 'a2' }), entregas: [] })
  await soon()
  change({ alerta: alerta({ id: 'a2', estado: 'cerrada', motivo: 'a_salvo' }), entregas: [] })
  await soon()
  expect([fase(), watching(), pressedHere()]).toEqual(['cerrada', 0, null])
})

it('asks by its name for what she has ended, also from the page behind the one that she ended it in', async () => {
  const { owner, vista } = page({ alerta: alerta(), entregas: [] })
  await soon()
  vista().end('a_salvo', true)
  for (const stop of stops.splice(0)) stop()
  const next = page({ alerta: alerta({ estado: 'cerrada', motivo: 'a_salvo' }), entregas: [] }, false, owner)
  await soon()
  expect([next.service.asked[0], next.fase()]).toEqual(['a1', 'cerrada'])
})

it('asks when the page is looked at and when the network is back', async () => {
  const { service } = page()
  await soon()
  doc.visibilityState = 'hidden'
  doc.dispatchEvent(new Event('visibilitychange'))
  await soon()
  expect(service.asked).toHaveLength(1)
  doc.visibilityState = 'visible'
  doc.dispatchEvent(new Event('visibilitychange'))
  await soon()
  expect(service.asked).toHaveLength(2)
  win.dispatchEvent(new Event('online'))
  await soon()
  expect(service.asked).toHaveLength(3)
})

it('shows what has arrived and what waits in the order of her doing, each once', async () => {
  device.up = true
  device.refused = 'p1'
  const { owner, vista, service, openElsewhere } = page()
  await soon()
  service.hold = new Promise(() => {})
  openElsewhere(null as never)
  await openAlerta({ owner, id: 'p1', pressedAt: T0 })
  await openAlerta({ owner, id: 'p2', pressedAt: T0 })
  await soon()
  const ids = () => vista().unheard.map(({ id }) => id)
  // The first was refused and is held, the second has arrived, and no answer knows of it yet.
  expect(device.delivered).toEqual(['abrir_alerta'])
  expect(ids()).toEqual(['abrir p1', 'abrir p2'])
  device.up = false
  await openAlerta({ owner, id: 'p2', pressedAt: T0 })
  expect(ids().filter((id) => id === 'abrir p2')).toHaveLength(1)
})

it('ends a press that has not arrived together with the alert that it would have joined', async () => {
  const { owner, vista } = page({ alerta: alerta(), entregas: [] })
  await soon()
  void openAlerta({ owner, id: 'p2', pressedAt: T0 })
  vista().end('por_error', false)
  await soon()
  expect(vista().unheard.map(({ id }) => id)).toEqual(['cerrar a1', 'cerrar p2'])
})

it('leaves the word of an end as it was where the next press is ended before it has arrived', async () => {
  const { owner, vista } = page({ alerta: alerta(), entregas: [] })
  await soon()
  vista().end('a_salvo', true)
  void openAlerta({ owner, id: 'p2', pressedAt: T0 })
  await soon()
  vista().end('por_error', false)
  await soon()
  expect(vista().unheard.map(({ body }) => body)).toMatchObject([
    { alerta: 'a1', motivo: 'a_salvo', conPin: true },
    { alerta: 'p2', motivo: 'por_error', conPin: false },
  ])
})

it('tells places while it is open, and none after', async () => {
  const { vista, moveTo, change } = page({ alerta: alerta(), entregas: [] })
  await soon()
  const fix = { lat: 19.4, lng: -99.1, accuracy: 20, at: T0 }
  moveTo(fix)
  moveTo({ ...fix, lat: 19.5 })
  expect(vista().unheard.map(({ id, body }) => [id, body])).toEqual([
    ['lugar a1', { que: 'lugar', alerta: 'a1', fix }],
  ])
  change({ alerta: alerta({ estado: 'cerrada', motivo: 'sin_noticias' }), entregas: [] })
  await soon()
  vi.advanceTimersByTime(60_000)
  moveTo({ ...fix, lat: 19.6 })
  expect(vista().unheard.map(({ body }) => body)).toEqual([{ que: 'lugar', alerta: 'a1', fix }])
  vista().dismiss()
  expect(() => moveTo({ ...fix, lat: 19.7 })).not.toThrow()
})

it('tells no place while it is ending, and asks nothing because a place has arrived', async () => {
  const { vista, moveTo, service, live } = page({ alerta: alerta(), entregas: [] })
  await soon()
  live(true)
  device.up = true
  moveTo({ lat: 19.4, lng: -99.1, accuracy: 20, at: T0 })
  await soon()
  expect([device.delivered, service.asked]).toEqual([['agregar_lugar'], [null]])
  device.up = false
  vista().end('a_salvo', true)
  await vi.advanceTimersByTimeAsync(60_000)
  moveTo({ lat: 19.6, lng: -99.1, accuracy: 20, at: Date.now() })
  expect(vista().unheard.map(({ id }) => id)).toEqual(['cerrar a1'])
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
