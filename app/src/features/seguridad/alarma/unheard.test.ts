import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../../lib/api/errors.ts'

/** What the device keeps between pages, and what the service is told. */
const { device, service } = await vi.hoisted(async () => {
  const { memoryDevice, memoryService } = await import('../../../lib/testing/memory.ts')
  return { device: memoryDevice(), service: memoryService() }
})
vi.mock('../../../lib/offline/deviceStore.ts', () => ({
  deviceShelf: () => device.shelf,
}))
vi.mock('../../../lib/api/ask.ts', () => ({ ask: service.ask }))
/** Whose device is locked, and what its token is answered. */
const lock = vi.hoisted(() => ({ owner: null as string | null, answers: {} as Record<string, boolean> }))
vi.mock('../../../lib/session/ficha.ts', () => ({
  lockedOwner: () => lock.owner,
  callWithFicha: async (name: string, args: Record<string, unknown>) => {
    service.told.push([name, args])
    return lock.answers[name] ?? true
  },
}))

const { rows } = device
const { told, names } = service

const T0 = Date.parse('2026-11-22T22:00:00Z')
const HERE = { lat: 19.4, lng: -99.1, accuracy: 20, at: T0 }
const soon = () => vi.advanceTimersByTimeAsync(0)

/** A page: its modules anew, over the same device. */
async function openPage(owner = 'ana') {
  vi.resetModules()
  const { queue } = await import('../../../lib/offline/outbox.ts')
  const unheard = await import('./unheard.ts')
  queue.open(owner)
  await soon()
  return { ...unheard, queue }
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  service.line = 'up'
})
afterEach(() => {
  vi.useRealTimers()
  rows.clear()
  told.length = 0
  Object.assign(lock, { owner: null, answers: {} })
})

describe('what the service hears', () => {
  it('is the press with her pause, at once', async () => {
    const { openAlerta, rememberPausa, pasosOf } = await openPage()
    rememberPausa('ana', 10)
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    await soon()
    expect(told).toEqual([
      [
        'abrir_alerta',
        {
          cliente_id: 'p1',
          pulsada_en: '2026-11-22T22:00:00.000Z',
          pausa_s: 10,
          reloj: '2026-11-22T22:00:00.000Z',
        },
      ],
    ])
    expect([pasosOf('ana'), rows.size]).toEqual([[], 0])
  })

  it('comes in the order of her doing after a time without a network, on a page that was killed meanwhile', async () => {
    service.line = 'down'
    const first = await openPage()
    await first.openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    first.addLugar('ana', 'p1', HERE)
    first.addLugar('ana', 'p1', { ...HERE, lat: 19.5 })
    first.sendNow('ana', 'p1')
    await soon()
    expect(told).toEqual([])

    first.queue.close()
    service.line = 'up'
    await openPage()
    expect(names()).toEqual(['abrir_alerta', 'agregar_lugar', 'enviar_ya'])
    expect(told[1]![1]).toMatchObject({ alerta: 'p1', latitud: 19.5, precision_m: 20 })
    expect(told[2]![1]).toEqual({ alerta: 'p1' })
    expect(rows.size).toBe(0)
  })

  it('waits beyond her signing out, but for where she was', async () => {
    service.line = 'down'
    const put = vi.spyOn(device.shelf, 'put')
    const { openAlerta, addLugar, sendNow, pasosOf, queue } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    addLugar('ana', 'p1', HERE)
    sendNow('ana', 'p1')
    await soon()
    const untils = Object.fromEntries(put.mock.calls.map(([, { id }, until]) => [id, until]))
    expect(untils).toEqual({ 'abrir p1': 'delivered', 'lugar p1': 'signedOut', 'enviar_ya p1': 'delivered' })
    put.mockRestore()

    // The device keeps nothing, and memory only what must arrive.
    device.disk.full = true
    addLugar('ana', 'p2', HERE)
    await openAlerta({ owner: 'ana', id: 'p2', pressedAt: T0 })
    await soon()
    queue.close()
    device.disk.full = false
    expect(pasosOf('ana').map(({ id }) => id)).toEqual(['abrir p2'])
  })

  it('comes in that order also where the clock was set back between two of them, and the device hands them out in another', async () => {
    service.line = 'down'
    const first = await openPage()
    await first.openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    vi.setSystemTime(T0 - 3_600_000)
    first.sendNow('ana', 'p1')
    await soon()
    expect(first.pasosOf('ana').map(({ id, at }) => [id, at])).toEqual([
      ['abrir p1', T0],
      ['enviar_ya p1', T0 + 1],
    ])
    first.queue.close()
    const stored = [...rows].reverse()
    rows.clear()
    for (const [key, row] of stored) rows.set(key, row)
    const second = await openPage()
    expect(second.pasosOf('ana').map(({ id }) => id)).toEqual(['abrir p1', 'enviar_ya p1'])
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(15_000)
    expect(names()).toEqual(['abrir_alerta', 'enviar_ya'])
  })

  it('is tried again after at most fifteen seconds, for ever', async () => {
    service.line = 'down'
    const { openAlerta } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    await vi.advanceTimersByTimeAsync(3_600_000)
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(15_000)
    expect(names()).toEqual(['abrir_alerta'])
    // The clock of now beside the time of the press: an hour went by, whatever year this device believes it to be.
    const { pulsada_en, reloj } = told[0]![1] as Record<string, string>
    expect(Date.parse(pulsada_en!)).toBe(T0)
    expect(Date.parse(reloj!) - T0).toBeGreaterThanOrEqual(3_600_000)
  })

  it('is never carried by the session of somebody else, and waits until she is back', async () => {
    service.line = 'down'
    const hers = await openPage('ana')
    await hers.openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    hers.queue.close()
    service.line = 'up'
    const others = await openPage('bea')
    expect(told).toEqual([])
    others.queue.close()
    await openPage('ana')
    expect(names()).toEqual(['abrir_alerta'])
  })
})

describe('the end', () => {
  it('goes behind the press, and ahead of the next one', async () => {
    const { openAlerta, endAlerta } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    await soon()
    service.line = 'down'
    endAlerta('ana', 'p1', 'a_salvo', true)
    await openAlerta({ owner: 'ana', id: 'p2', pressedAt: T0 })
    await soon()
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(15_000)
    expect(told.slice(1)).toEqual([
      ['cerrar_alerta', expect.objectContaining({ alerta: 'p1', motivo: 'a_salvo', con_pin: true })],
      ['abrir_alerta', expect.objectContaining({ cliente_id: 'p2' })],
    ])
  })

  it('of a press that the service never heard of goes alone, and its event waits for it', async () => {
    service.line = 'down'
    const { openAlerta, addLugar, endAlerta, endUnheard } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    addLugar('ana', 'p1', HERE)
    endAlerta('ana', 'p1', 'por_error', false)
    await soon()
    expect(await endUnheard('ana', 'p1', T0)).toBe('own')
    expect(await endUnheard('ana', 'p0', T0 - 60_000)).toBe(null)
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(15_000)
    expect(names()).toEqual(['cerrar_alerta'])
    expect(await endUnheard('ana', 'p1', T0)).toBe(null)
  })

  it('by the second PIN takes no press back, and says by which one it was', async () => {
    service.line = 'down'
    const { openAlerta, endAlerta } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    endAlerta('ana', 'p1', 'a_salvo', true, { prueba: 'segunda', segundo: true })
    await soon()
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(15_000)
    expect(told).toEqual([
      ['abrir_alerta', expect.objectContaining({ cliente_id: 'p1' })],
      ['cerrar_alerta', expect.objectContaining({ alerta: 'p1', con_pin: true, prueba: 'segunda' })],
    ])
  })

  it('is not overtaken by the event of the press behind it, which would join what ends', async () => {
    const { openAlerta, endAlerta, endUnheard } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    await soon()
    service.line = 'down'
    endAlerta('ana', 'p1', 'a_salvo', true)
    await openAlerta({ owner: 'ana', id: 'p2', pressedAt: T0 })
    // Also of a press whose own step has not been stored.
    for (const [id, at] of [
      ['p2', T0],
      ['p3', T0 + 60_000],
    ] as const)
      expect(await endUnheard('ana', id, at)).toBe('earlier')
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await endUnheard('ana', 'p2', T0)).toBe(null)
    expect(names().slice(1)).toEqual(['cerrar_alerta', 'abrir_alerta'])
  })

  it('holds up no event of a press before it', async () => {
    const { openAlerta, endAlerta, endUnheard } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    await vi.advanceTimersByTimeAsync(5_000)
    service.line = 'down'
    endAlerta('ana', 'p1', 'a_salvo', true)
    expect(await endUnheard('ana', 'p0', T0 + 1_000)).toBe(null)
    // One of the very moment of the end is behind it; what else waits holds up none.
    expect(await endUnheard('ana', 'p2', T0 + 5_000)).toBe('earlier')
  })

  it('is all that holds up an event: a press and a place that wait do not', async () => {
    service.line = 'down'
    const { openAlerta, addLugar, endUnheard } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    addLugar('ana', 'p1', HERE)
    expect(await endUnheard('ana', 'p2', T0 + 60_000)).toBe(null)
  })
})

describe('on a locked page', () => {
  it('what an alert that is over does not take holds up no press behind it', async () => {
    lock.owner = 'ana'
    lock.answers = { enviar_ya_con_ficha: false, lugar_con_ficha: false }
    const { openAlerta, sendNow, addLugar, pasosOf } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    sendNow('ana', 'p1')
    addLugar('ana', 'p1', HERE)
    await openAlerta({ owner: 'ana', id: 'p2', pressedAt: T0, prueba: 'segunda' })
    await soon()
    expect(names()).toEqual([
      'alertar_con_ficha',
      'enviar_ya_con_ficha',
      'lugar_con_ficha',
      'alertar_con_ficha',
    ])
    expect(pasosOf('ana')).toEqual([])
  })

  it('an end by the second PIN that waited is told when the page loses its key, and its event bears it', async () => {
    service.line = 'down'
    const page = await openPage()
    const { keepForced } = await import('./forced.ts')
    await page.openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    page.endAlerta('ana', 'p1', 'a_salvo', true, { prueba: 'segunda', segundo: true })
    await page.openAlerta({ owner: 'ana', id: 'p2', pressedAt: T0 + 1 })
    page.endAlerta('ana', 'p2', 'a_salvo', true, { prueba: 'suya', segundo: false })
    await soon()
    expect([page.pruebaOf('ana', 'p1'), page.pruebaOf('ana', 'p2')]).toEqual(['segunda', undefined])
    told.length = 0
    const tell = keepForced('ana')
    lock.owner = 'ana'
    // What it keeps, it cannot read any more.
    page.queue.close()
    rows.clear()
    page.queue.open('ana')
    tell()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(told).toEqual([
      ['alertar_con_ficha', expect.objectContaining({ cliente_id: 'p1', prueba: 'segunda' })],
    ])
  })

  it('a press that the token does not say any more, and its end, wait for her session', async () => {
    lock.owner = 'ana'
    lock.answers = { alertar_con_ficha: false }
    const { openAlerta, endAlerta, pasosOf, pasos } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    await soon()
    expect(pasosOf('ana')).toHaveLength(1)
    endAlerta('ana', 'p1', 'a_salvo', true)
    await soon()
    expect(pasosOf('ana')).toMatchObject([{ body: { que: 'cerrar' } }])
    lock.owner = null
    pasos.wake()
    await soon()
    expect(names().at(-1)).toBe('cerrar_alerta')
  })
})

describe('what the service refuses', () => {
  const refused = new ServiceError('no', '23514', 400)

  it('holds up nothing that comes after it', async () => {
    const { openAlerta, addLugar, pasosOf } = await openPage()
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    await soon()
    service.line = refused
    addLugar('ana', 'p1', HERE)
    await openAlerta({ owner: 'ana', id: 'p2', pressedAt: T0 })
    await soon()
    expect(pasosOf('ana')).toMatchObject([{ id: 'abrir p2', state: 'held' }])
    service.line = 'up'
    await openAlerta({ owner: 'ana', id: 'p3', pressedAt: T0 })
    await soon()
    expect(told.at(-1)![1]).toMatchObject({ cliente_id: 'p3' })
  })

  it.each([
    ['broke inside', new ServiceError('no', 'XX000', 500)],
    ['asks for patience', new ServiceError('no', 'PT429', 429)],
    ['took too long', new ServiceError('no', '57014', 408)],
    ['took the session for another', new ServiceError('no', 'PGRST301', 401)],
  ])('is asked again by the same page where the service %s', async (_, failure) => {
    const { openAlerta, addLugar } = await openPage()
    service.line = failure
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    addLugar('ana', 'p1', HERE)
    await vi.advanceTimersByTimeAsync(60_000)
    service.line = 'up'
    await vi.advanceTimersByTimeAsync(15_000)
    expect(names()).toEqual(['abrir_alerta', 'agregar_lugar'])
  })

  it('is asked again by the next page where it was a press', async () => {
    const { openAlerta, queue } = await openPage()
    service.line = refused
    await openAlerta({ owner: 'ana', id: 'p1', pressedAt: T0 })
    await soon()
    queue.close()
    service.line = 'up'
    await openPage()
    expect(names()).toEqual(['abrir_alerta'])
  })
})
