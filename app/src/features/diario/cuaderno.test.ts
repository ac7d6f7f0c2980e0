import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import type { Shelf } from '../../lib/offline/queueEntry.ts'
import { createQueueLane, type QueueLane } from '../../lib/offline/queueLane.ts'
import { createCuaderno, type Pagina, type Registro } from './cuaderno.ts'

const ANA = 'ana'
const DAY = '2026-11-21'
const OFFLINE = new ServiceError('sin conexión', 'network', 0)

/** What the device keeps between pages; `full` as a disk can be. */
function device() {
  const rows = new Map<string, Registro>()
  const disk = { full: false, stuck: false, writes: 0 }
  const shelf: Shelf = {
    async put(_, { owner, id, state, body }) {
      disk.writes++
      if (disk.stuck) await new Promise(() => {})
      if (disk.full) throw new DOMException('full', 'QuotaExceededError')
      rows.set(`${owner} ${id}`, { ...(body as Pagina), state })
    },
    async all(_, owner) {
      return [...rows].flatMap(([key, { state, ...body }]) =>
        key.startsWith(`${owner} `) ? [{ id: key.slice(owner.length + 1), owner, at: 0, state, body }] : [],
      )
    },
    async remove(_, owner, id) {
      rows.delete(`${owner} ${id}`)
    },
  }
  return { rows, disk, shelf }
}

/** A service with one version for each day, as the table's trigger guards it. */
function service() {
  const days = new Map<string, { contenido: string; version: string }>()
  const line: { failure: ServiceError | null; hold: Promise<void> | null } = { failure: null, hold: null }
  let count = 0
  const write = (fecha: string, contenido: string) => {
    days.set(fecha, { contenido, version: `v${++count}` })
    return `v${count}`
  }
  const deliver = async (_owner: string, fecha: string, { contenido, base }: Pagina) => {
    await line.hold
    if (line.failure) throw line.failure
    const known = days.get(fecha)
    if (known && known.contenido === contenido) return known.version
    return (known?.version ?? null) === base ? write(fecha, contenido) : null
  }
  return { days, line, write, deliver }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The diary of one page, and the lane under it. */
async function openOn({ shelf }: ReturnType<typeof device>, { deliver }: ReturnType<typeof service>) {
  let lane: QueueLane<Pagina, string | null> | undefined
  const cuaderno = {
    ...createCuaderno({ deliver, lane: (options) => (lane = createQueueLane('diario', shelf, options)) }),
    close: () => lane?.close(),
  }
  await cuaderno.open(ANA)
  return cuaderno
}

describe('what she types', () => {
  it('is on the device before the next letter, and there for the next page', async () => {
    const phone = device()
    const cuaderno = await openOn(phone, service())
    for (const contenido of ['H', 'Ho', 'Hoy']) cuaderno.write(DAY, contenido, null)
    await vi.advanceTimersByTimeAsync(0)
    expect(phone.rows.get(`${ANA} ${DAY}`)).toEqual({ contenido: 'Hoy', base: null, state: 'draft' })
    expect(phone.disk.writes, 'the first letter, and then only the newest').toBe(2)

    const next = await openOn(phone, service())
    expect(next.get().registros.get(DAY)?.contenido).toBe('Hoy')
  })

  it('is nobody else’s', async () => {
    const phone = device()
    const cuaderno = await openOn(phone, service())
    cuaderno.write(DAY, 'mío', null)
    await vi.advanceTimersByTimeAsync(0)
    await cuaderno.open('bea')
    expect(cuaderno.get().registros.size).toBe(0)
    cuaderno.close()
    await cuaderno.open(ANA)
    expect(cuaderno.get().registros.get(DAY)?.contenido).toBe('mío')
  })

  it.each(['full', 'stuck'] as const)(
    'stays in the page of a device whose store is %s, and says so',
    async (how) => {
      const phone = device()
      const cuaderno = await openOn(phone, service())
      phone.disk[how] = true
      cuaderno.write(DAY, 'Hoy', null)
      await vi.advanceTimersByTimeAsync(1_500)
      expect(cuaderno.get()).toMatchObject({ durable: false })
      expect(cuaderno.get().registros.get(DAY)?.contenido).toBe('Hoy')

      phone.disk[how] = false
      cuaderno.write(DAY, 'Hoy sí', null)
      await vi.advanceTimersByTimeAsync(0)
      expect(cuaderno.get().durable).toBe(true)
    },
  )
})

describe('saving', () => {
  it('leaves nothing on the device', async () => {
    const phone = device()
    const house = service()
    const cuaderno = await openOn(phone, house)
    cuaderno.write(DAY, 'Hoy', null)
    expect(await cuaderno.save(DAY)).toBe('saved')
    expect(house.days.get(DAY)?.contenido).toBe('Hoy')
    expect(phone.rows.size).toBe(0)
  })

  it('twice at once saves once', async () => {
    const house = service()
    const cuaderno = await openOn(device(), house)
    cuaderno.write(DAY, 'Hoy', null)
    expect(await Promise.all([cuaderno.save(DAY), cuaderno.save(DAY)])).toEqual(['saved', 'saved'])
    expect(house.days.get(DAY)?.version).toBe('v1')
  })

  it('without a network waits on the device, over pages, and arrives by itself', async () => {
    const phone = device()
    const house = service()
    house.line.failure = OFFLINE
    const cuaderno = await openOn(phone, house)
    cuaderno.write(DAY, 'Hoy', null)
    expect(await cuaderno.save(DAY)).toBe('ready')
    cuaderno.close()

    const next = await openOn(phone, house)
    expect(next.get().registros.get(DAY)?.state).toBe('ready')
    house.line.failure = null
    await vi.advanceTimersByTimeAsync(5_000)
    expect(house.days.get(DAY)?.contenido).toBe('Hoy')
    expect(phone.rows.size).toBe(0)
  })

  it('without a network on a device that keeps nothing is a failure, and the text stays', async () => {
    const phone = device()
    const house = service()
    const cuaderno = await openOn(phone, house)
    phone.disk.full = true
    house.line.failure = OFFLINE
    cuaderno.write(DAY, 'Hoy', null)
    await expect(cuaderno.save(DAY)).rejects.toBe(OFFLINE)
    expect(cuaderno.get().registros.get(DAY)).toMatchObject({ contenido: 'Hoy', state: 'draft' })
  })

  it('refused by the service leaves her draft as it was', async () => {
    const house = service()
    house.line.failure = new ServiceError('no', '23514', 400)
    const cuaderno = await openOn(device(), house)
    cuaderno.write(DAY, 'Hoy', null)
    await expect(cuaderno.save(DAY)).rejects.toThrow('no')
    expect(cuaderno.get().registros.get(DAY)).toMatchObject({ contenido: 'Hoy', state: 'draft' })
  })

  it('keeps both when another device wrote the day meanwhile', async () => {
    const house = service()
    const base = house.write(DAY, 'antes')
    const cuaderno = await openOn(device(), house)
    cuaderno.write(DAY, 'aquí', base)
    house.write(DAY, 'allá')
    expect(await cuaderno.save(DAY)).toBe('held')
    expect(cuaderno.get().registros.get(DAY)).toMatchObject({ contenido: 'aquí', state: 'held' })
    expect(house.days.get(DAY)?.contenido).toBe('allá')
  })

  it('written on while it is on its way goes on from what arrived', async () => {
    const house = service()
    const cuaderno = await openOn(device(), house)
    cuaderno.write(DAY, 'uno', null)
    let release = () => {}
    house.line.hold = new Promise((resolve) => {
      release = resolve
    })
    const first = cuaderno.save(DAY)
    await vi.advanceTimersByTimeAsync(0)
    cuaderno.write(DAY, 'uno y dos', null)
    release()
    expect(await first).toBe('saved')
    expect(cuaderno.get().registros.get(DAY)).toEqual({
      contenido: 'uno y dos',
      base: 'v1',
      state: 'draft',
    })
    expect(await cuaderno.save(DAY)).toBe('saved')
    expect(house.days.get(DAY)?.contenido).toBe('uno y dos')
  })

  it('whose answer was lost is not taken for another device', async () => {
    const house = service()
    const cuaderno = await openOn(device(), house)
    cuaderno.write(DAY, 'Hoy', null)
    house.write(DAY, 'Hoy')
    expect(await cuaderno.save(DAY)).toBe('saved')
  })
})
