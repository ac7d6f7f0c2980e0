import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Fix, locate, type Whereabouts } from '../../../lib/device/geolocation.ts'
import { openInTap } from '../../../lib/outside/outside.ts'
import { addLugar, openAlerta } from '../alarma/unheard.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { createMemoria } from '../posicion/posicion.ts'
import type { Alerta, Recuerdo } from './estado.ts'
import { eventos } from './eventos.ts'
import { createPanico } from './panico.ts'
import * as toasts from './toasts.ts'

// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./toasts.ts')
vi.mock('../alarma/unheard.ts', () => ({ openAlerta: vi.fn(), addLugar: vi.fn() }))
vi.mock('./eventos.ts', () => ({ eventos: { put: vi.fn() }, describeEvento: (what: object) => what }))
vi.mock('../../../lib/outside/outside.ts', () => ({ openInTap: vi.fn() }))
vi.mock('../../../lib/device/geolocation.ts', async (original) => ({
  ...(await original<object>()),
  locate: vi.fn(),
}))

const T0 = Date.parse('2026-11-22T22:00:00Z')
const bea = { id: 'c1', nombre: 'Bea', telefono: '+525512345678', prioridad: 1 } as Contacto
const fix = (at = Date.now(), accuracy = 20): Fix => ({ lat: 19.4, lng: -99.1, accuracy, at })

let found: (whereabouts: Whereabouts) => void
let lost: (failure: unknown) => void

beforeEach(() => {
  recuerdo = null
  vi.useFakeTimers({ now: T0 })
  vi.stubGlobal('navigator', { onLine: true })
  vi.mocked(openInTap).mockReturnValue(true)
  vi.mocked(eventos.put).mockResolvedValue(true)
  vi.mocked(locate).mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        found = resolve
        lost = reject
      }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.clearAllMocks()
})

/** What the device remembers of a press: shared by all screens of one test. */
let recuerdo: Recuerdo | null = null

/** One screen with the button. */
function screen(contactos?: Contacto[], owner: string | undefined = 'ana', discreet = false) {
  const memoria = createMemoria()
  const onPress = vi.fn()
  const findContactos = vi.fn(async (): Promise<Contacto[] | null> => [bea])
  const panico = createPanico({
    memoria,
    owner: () => owner,
    contactos: () => contactos,
    findContactos,
    nombre: () => 'Ana',
    onPress,
    remember: (_, next) => {
      recuerdo = next
    },
    forget: () => {
      recuerdo = null
    },
    recall: async () => (discreet ? null : recuerdo),
    discreet,
  })
  return { panico, memoria, onPress, findContactos, leave: panico.open() }
}

const puts = () => vi.mocked(eventos.put).mock.calls.map(([entry]) => entry)
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('with a fresh place and known contacts', () => {
  it('opens WhatsApp within the tap, and keeps the event with what was opened', async () => {
    const { panico, memoria, onPress } = screen([bea])
    memoria.remember(fix())
    panico.pressPanico()
    expect(openInTap).toHaveBeenCalledTimes(1)
    expect(onPress).toHaveBeenCalledTimes(1)
    expect(panico.get()).toMatchObject({
      fase: 'lista',
      alerta: { abierta: { canal: 'whatsapp', contactoId: 'c1' } },
    })
    expect(puts()).toMatchObject([
      { owner: 'ana', at: T0, state: 'ready', body: { abierto: true, contactoId: 'c1' } },
    ])
    expect(locate).not.toHaveBeenCalled()
  })

  it('takes a trembling hand for one press', () => {
    const { panico, memoria } = screen([bea])
    memoria.remember(fix())
    panico.pressPanico()
    vi.advanceTimersByTime(1_900)
    panico.pressPanico()
    expect(puts()).toHaveLength(1)
  })

  it('opens nothing by itself without a network, and makes no second event once she presses again', () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { panico, memoria } = screen([bea])
    memoria.remember(fix())
    panico.pressPanico()
    expect([openInTap, panico.get().alerta?.abierta]).toEqual([expect.anything(), null])
    expect(openInTap).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { onLine: true })
    vi.advanceTimersByTime(10_000)
    panico.pressPanico()
    expect(openInTap).toHaveBeenCalledTimes(1)
    expect(new Set(puts().map(({ id }) => id)).size).toBe(1)
    expect(panico.get().alerta?.abierta?.canal).toBe('whatsapp')
  })

  it('writes the place of now into the message that is opened again, and the one that it had where there is none', () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { panico, memoria } = screen([bea])
    memoria.remember(fix(T0 - 60_000, 16))
    panico.pressPanico()
    vi.advanceTimersByTime(70_000)
    expect(memoria.warm()).toBeNull()
    panico.pressPanico()
    expect(panico.get().alerta?.whereabouts.fix).toEqual(fix(T0 - 60_000, 16))
    vi.advanceTimersByTime(10_000)
    // Not so much better that it is written in by itself.
    memoria.remember(fix(T0 + 80_000, 15))
    panico.pressPanico()
    expect(panico.get().alerta?.whereabouts.fix).toEqual(fix(T0 + 80_000, 15))
    expect(locate).not.toHaveBeenCalled()
  })
})

describe('where something has to be looked for', () => {
  it('stores the event before it checks, and completes the same one', async () => {
    const { panico, findContactos, memoria } = screen()
    panico.pressPanico()
    expect(puts()).toMatchObject([{ state: 'draft' }])
    expect(puts()[0]!.body).toEqual({ pressedAt: T0, whereabouts: null, contactoId: null, abierto: false })
    expect(locate).toHaveBeenCalledWith({ lastKnown: memoria.lastKnown })
    expect(panico.get().fase).toBe('ubicando')
    panico.pressPanico()
    found({ fix: fix(), failure: null })
    await settle()
    expect(findContactos).toHaveBeenCalledTimes(1)
    const [begun, ready] = puts()
    expect([ready?.state, ready?.id, puts().length]).toEqual(['ready', begun?.id, 2])
    expect(ready?.body).toMatchObject({ contactoId: 'c1', abierto: false })
    // The tap is over: a link, not a window.
    expect(openInTap).not.toHaveBeenCalled()
    expect(panico.get()).toMatchObject({ fase: 'lista', alerta: { principal: bea, abierta: null } })
    expect(toasts.alertaReady).toHaveBeenCalledWith('Bea', 'whatsapp', false, undefined)
  })

  it('is ready without a place', async () => {
    const { panico } = screen([bea])
    panico.pressPanico()
    found({ fix: null, failure: 'timeout' })
    await settle()
    expect(panico.get().alerta?.mensaje).toContain('No pude obtener mi ubicación')
    expect(toasts.noUbicacion).toHaveBeenCalledWith('timeout', undefined)
    expect(addLugar).not.toHaveBeenCalled()
  })

  it('remembers only a place that was found just now, and says that it is there while contacts are still sought', async () => {
    const { panico, memoria, findContactos } = screen()
    const remembered = vi.spyOn(memoria, 'remember')
    findContactos.mockReturnValue(new Promise(() => {}))
    panico.pressPanico()
    found({ fix: fix(), failure: null })
    await settle()
    expect(remembered.mock.calls).toEqual([[fix()]])
    expect(panico.get().fase).toBe('preparando')
    panico.closeAlerta()
    vi.advanceTimersByTime(6 * 60_000)
    panico.pressPanico()
    // What was known before, since nothing was found.
    found({ fix: fix(T0), failure: 'timeout' })
    await settle()
    panico.closeAlerta()
    panico.pressPanico()
    found({ fix: null, failure: 'timeout' })
    await settle()
    expect(remembered).toHaveBeenCalledTimes(1)
  })

  it('is ready whatever breaks, with what was known, and can be pressed again', async () => {
    const { panico } = screen([bea])
    panico.pressPanico()
    lost(new Error('broken'))
    await settle()
    expect(panico.get()).toMatchObject({
      fase: 'lista',
      alerta: { principal: bea, whereabouts: { fix: null, failure: 'unavailable' } },
    })
    expect(toasts.unexpectedError).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(5_000)
    panico.pressPanico()
    expect(locate).toHaveBeenCalledTimes(2)
    // What breaks after she has ended it is recorded, and neither said nor shown.
    panico.closeAlerta()
    lost(new Error('broken'))
    await settle()
    expect(toasts.unexpectedError).toHaveBeenCalledTimes(1)
    expect(panico.get()).toMatchObject({ fase: 'reposo', alerta: null })
    expect(puts().map(({ state }) => state)).toEqual(['draft', 'ready', 'draft', 'ready'])
  })

  it('is over once she has ended it: the search of it shows nothing, and a press meanwhile is another one', async () => {
    const { panico } = screen([bea])
    panico.pressPanico()
    const endSearch = found
    vi.advanceTimersByTime(1_000)
    panico.closeAlerta()
    expect(panico.get().fase).toBe('reposo')
    vi.advanceTimersByTime(500)
    panico.pressPanico()
    expect(vi.mocked(openAlerta)).toHaveBeenCalledTimes(2)
    const [first, second] = vi.mocked(openAlerta).mock.calls.map(([press]) => press.id)
    endSearch({ fix: fix(), failure: null })
    await settle()
    expect(panico.get()).toMatchObject({ fase: 'ubicando', alerta: null })
    expect(vi.mocked(addLugar).mock.calls.map(([, id]) => id)).not.toContain(first)
    expect(toasts.alertaReady).not.toHaveBeenCalled()
    found({ fix: fix(), failure: null })
    await settle()
    expect(panico.get()).toMatchObject({ fase: 'lista', alerta: { id: second } })
    // What happened is recorded of both.
    expect(
      puts()
        .filter(({ state }) => state === 'ready')
        .map(({ id }) => id),
    ).toEqual([first, second])
  })

  it('does not take contacts that could not be known for having none', async () => {
    const { panico, findContactos } = screen()
    findContactos.mockResolvedValue(null)
    panico.pressPanico()
    found({ fix: fix(), failure: null })
    await settle()
    expect(toasts.contactosNotLoaded).toHaveBeenCalledTimes(1)
    expect(panico.get().alerta).toMatchObject({ contactos: null, principal: null, otros: [] })
  })

  it('brings the link along where she left for another screen meanwhile', async () => {
    const { panico, leave } = screen([bea])
    panico.pressPanico()
    leave()
    found({ fix: fix(), failure: null })
    await settle()
    const [, , , way] = vi.mocked(toasts.alertaReady).mock.calls[0]!
    way?.open()
    expect(openInTap).toHaveBeenCalledTimes(1)
    // It is noted where it was opened from a toast, too.
    expect(puts().at(-1)).toMatchObject({ body: { abierto: true, canal: 'whatsapp' } })
  })

  it('says SMS where the message goes by SMS, as the panel does, and opens one from another screen', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { panico, leave } = screen([bea])
    panico.pressPanico()
    leave()
    found({ fix: fix(), failure: null })
    await settle()
    const [nombre, canal, abierta, way] = vi.mocked(toasts.alertaReady).mock.calls[0]!
    expect([nombre, canal, abierta, way?.canal]).toEqual(['Bea', 'sms', false, 'sms'])
    way?.open()
    expect(vi.mocked(openInTap).mock.calls[0]![0]).toMatch(/^sms:\+525512345678/)
  })

  it('names her to whom she writes', async () => {
    const { panico } = screen([bea])
    panico.pressPanico()
    found({ fix: fix(), failure: null })
    await settle()
    expect(panico.get().alerta?.mensaje).toMatch(/^¡Necesito ayuda! Soy Ana\. Estoy aquí/)
  })
})

it('writes a better place into a message that she has not opened', async () => {
  const { panico, memoria } = screen([bea])
  panico.pressPanico()
  found({ fix: fix(T0, 500), failure: null })
  await settle()
  vi.advanceTimersByTime(3_000)
  memoria.remember(fix(T0 + 3_000, 10))
  expect(panico.get().alerta?.whereabouts.fix?.accuracy).toBe(10)
  expect(panico.get().alerta?.mensaje).toContain('con 10 m de margen')
  panico.markOpened({ canal: 'sms', contactoId: 'c1', nombre: 'Bea' })
  memoria.remember(fix(T0 + 3_000, 1))
  expect(panico.get().alerta?.whereabouts.fix?.accuracy).toBe(10)
})

it('records by which way she went out', async () => {
  const { panico } = screen([bea])
  panico.pressPanico()
  found({ fix: fix(), failure: null })
  await settle()
  panico.markOpened({ canal: 'sms', contactoId: 'c1', nombre: 'Bea' })
  expect(puts().at(-1)).toMatchObject({
    id: puts()[0]!.id,
    state: 'ready',
    body: { abierto: true, canal: 'sms' },
  })
  panico.closeAlerta()
  expect(panico.get()).toMatchObject({ fase: 'reposo', alerta: null })
})

it('says what to do where nobody is signed in', () => {
  const { panico } = screen([bea], '')
  panico.pressPanico()
  expect(toasts.noSession).toHaveBeenCalledTimes(1)
  expect(puts()).toHaveLength(0)
})

describe('what the service hears of a press', () => {
  const opened = () => vi.mocked(openAlerta).mock.calls.map(([press]) => press)

  it('is put into the queue within the tap, behind WhatsApp, under the id of the event, and its place follows', () => {
    const { panico, memoria } = screen([bea])
    memoria.remember(fix())
    vi.mocked(openInTap).mockImplementation(() => {
      expect(opened()).toEqual([])
      return true
    })
    panico.pressPanico()
    expect(opened()).toEqual([{ id: puts()[0]!.id, owner: 'ana', pressedAt: T0 }])
    expect(vi.mocked(addLugar).mock.calls).toEqual([['ana', puts()[0]!.id, memoria.warm()]])
  })

  it('waits for no place and for no contacts', async () => {
    const { panico } = screen()
    panico.pressPanico()
    expect(opened()).toMatchObject([{ id: puts()[0]!.id }])
    expect(addLugar).not.toHaveBeenCalled()
    found({ fix: fix(), failure: null })
    await settle()
    expect(addLugar).toHaveBeenCalledTimes(1)
    expect(opened()).toHaveLength(1)
  })

  it('is told although everything else of a press breaks', () => {
    const { panico, memoria } = screen([bea])
    memoria.remember(fix())
    vi.mocked(openInTap).mockImplementation(() => {
      throw new Error('broken')
    })
    expect(() => panico.pressPanico()).toThrow('broken')
    expect(opened()).toHaveLength(1)
  })

  it('hears of every press, also of one that only opens the same message again', () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { panico, memoria } = screen([bea])
    memoria.remember(fix())
    panico.pressPanico()
    vi.advanceTimersByTime(10_000)
    panico.pressPanico()
    expect(new Set(puts().map(({ id }) => id)).size).toBe(1)
    expect(new Set(opened().map(({ id }) => id)).size).toBe(2)
  })
})

describe('a page that was dropped in the middle', () => {
  it('shows what was ready, with its age as it is now, until she closes it', async () => {
    const before = screen([bea])
    before.memoria.remember(fix())
    before.panico.pressPanico()
    before.leave()
    vi.advanceTimersByTime(10 * 60_000)
    const { panico } = screen([bea])
    await settle()
    expect(panico.get()).toMatchObject({
      fase: 'lista',
      alerta: { principal: bea, abierta: { canal: 'whatsapp' } },
    })
    expect(panico.get().alerta?.mensaje).toContain('hace 10 min')
    // Nothing is written down or opened a second time.
    expect(puts()).toHaveLength(1)
    expect(openInTap).toHaveBeenCalledTimes(1)
    panico.closeAlerta()
    const after = screen([bea])
    await settle()
    expect(after.panico.get().fase).toBe('reposo')
  })

  it('goes on looking for the place, as the same press', async () => {
    screen([bea]).panico.pressPanico()
    vi.advanceTimersByTime(2_000)
    const { panico } = screen([bea])
    await settle()
    expect(panico.get().fase).toBe('ubicando')
    found({ fix: fix(), failure: null })
    await settle()
    expect(panico.get().fase).toBe('lista')
    expect(new Set(puts().map(({ id }) => id)).size).toBe(1)
    expect(openAlerta).toHaveBeenCalledTimes(1)
  })

  it('is over once she presses here, though what it left is read only then', async () => {
    recuerdo = { id: 'before', pressedAt: T0 - 1_000, alerta: null }
    const { panico, memoria } = screen([bea])
    memoria.remember(fix())
    panico.pressPanico()
    await settle()
    expect(locate).not.toHaveBeenCalled()
    expect(panico.get()).toMatchObject({ fase: 'lista', alerta: { id: puts()[0]!.id } })
  })

  it('shows nothing of it on the locked screen', async () => {
    const before = screen([bea])
    before.memoria.remember(fix())
    before.panico.pressPanico()
    const { panico } = screen([bea], 'ana', true)
    await settle()
    expect(panico.get()).toMatchObject({ fase: 'reposo', alerta: null })
  })
})

describe('a press on the prerendered button', () => {
  const early = (alerta: Alerta | null, owner = 'ana') => {
    globalThis.earlyPress = { id: 'p1', owner, pressedAt: T0 - 1_500, alerta }
  }
  const message = (part: Partial<Alerta> = {}): Alerta => ({
    id: 'p1',
    pressedAt: T0 - 1_500,
    readyAt: T0 - 1_400,
    whereabouts: { fix: null, failure: 'timeout' },
    contactos: [bea],
    principal: bea,
    otros: [],
    nombre: 'Ana',
    mensaje: '¡Necesito ayuda!',
    abierta: null,
    ...part,
  })
  afterEach(() => {
    globalThis.earlyPress = undefined
  })

  it('is told to the service with its own id and time, and its message stays on the screen', async () => {
    early(message())
    const { panico } = screen()
    expect(panico.get()).toMatchObject({ fase: 'lista', alerta: { id: 'p1', principal: bea } })
    expect(openAlerta).toHaveBeenCalledWith({ id: 'p1', owner: 'ana', pressedAt: T0 - 1_500 })
    expect(puts()).toMatchObject([{ id: 'p1', at: T0 - 1_500, state: 'ready', body: { abierto: false } }])
    // Its tap is over.
    expect(openInTap).not.toHaveBeenCalled()
    // A place that is found is told, and written into the message.
    found({ fix: fix(), failure: null })
    await settle()
    expect(addLugar).toHaveBeenCalledWith('ana', 'p1', fix())
    expect(panico.get().alerta?.mensaje).toContain('maps?q=19.4,-99.1')
    // The same hand, still trembling.
    panico.pressPanico()
    expect(openAlerta).toHaveBeenCalledTimes(1)
  })

  it('says what she opened of it', () => {
    early(message({ abierta: { canal: 'sms', contactoId: 'c1', nombre: 'Bea' } }))
    screen()
    expect(puts()).toMatchObject([{ body: { abierto: true, contactoId: 'c1' } }])
  })

  it('whose message is not ready yet is made ready by the app', async () => {
    early(null)
    const { panico } = screen()
    expect(panico.get().fase).toBe('ubicando')
    found({ fix: fix(), failure: null })
    await settle()
    expect(panico.get()).toMatchObject({ fase: 'lista', alerta: { id: 'p1', principal: bea } })
    expect(openAlerta).toHaveBeenCalledTimes(1)
  })

  it('of another account is left alone', () => {
    early(message(), 'bea')
    const { panico } = screen()
    expect(panico.get().fase).toBe('reposo')
    expect(openAlerta).not.toHaveBeenCalled()
  })
})

describe('on a locked screen', () => {
  it('opens nothing by itself and says no name; the service hears of it all the same', () => {
    const { panico, memoria } = screen([bea], 'ana', true)
    memoria.remember(fix())
    panico.pressPanico()
    expect(openInTap).not.toHaveBeenCalled()
    expect(toasts.alertaReady).not.toHaveBeenCalled()
    expect(openAlerta).toHaveBeenCalledTimes(1)
    expect(panico.get()).toMatchObject({ fase: 'lista', alerta: { principal: bea, abierta: null } })
  })
})
