import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import type { Shelf } from '../../lib/offline/queueEntry.ts'
import { createQueueLane, type QueueLane } from '../../lib/offline/queueLane.ts'
import { createDiaryDrafts, type Pagina, type Registro } from './diaryDrafts.ts'

const ANA = 'ana'
const DAY = '2026-11-21'
const OFFLINE = new ServiceError('sin conexión', 'network', 0)

/** What the device keeps between pages; `full` as a disk can be. */
function device() {
  const rows = new Map<string, Omit<Registro, 'kept'>>()
  const disk = { full: false, stuck: false, slow: 0, writes: 0 }
  const shelf: Shelf = {
    async put(_, { owner, id, state, body }) {
      disk.writes++
      if (disk.stuck) await new Promise(() => {})
      if (disk.slow) await new Promise((resolve) => setTimeout(resolve, disk.slow))
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
  const diaryDrafts = {
    ...createDiaryDrafts({ deliver, lane: (options) => (lane = createQueueLane('diario', shelf, options)) }),
    close: () => lane?.close(),
  }
  await diaryDrafts.open(ANA)
  return diaryDrafts
}

describe('what she types', () => {
  it('is on the device before the next letter, and there for the next page', async () => {
    const phone = device()
    const diaryDrafts = await openOn(phone, service())
    for (const contenido of ['H', 'Ho', 'Hoy']) diaryDrafts.write(DAY, contenido, null)
    await vi.advanceTimersByTimeAsync(0)
    expect(phone.rows.get(`${ANA} ${DAY}`)).toEqual({ contenido: 'Hoy', base: null, state: 'draft' })
    expect(phone.disk.writes, 'the first letter, and then only the newest').toBe(2)

    const next = await openOn(phone, service())
    expect(next.get().registros.get(DAY)?.contenido).toBe('Hoy')
  })

  it('is nobody else’s', async () => {
    const phone = device()
    const diaryDrafts = await openOn(phone, service())
    diaryDrafts.write(DAY, 'mío', null)
    await vi.advanceTimersByTimeAsync(0)
    await diaryDrafts.open('bea')
    expect(diaryDrafts.get().registros.size).toBe(0)
    diaryDrafts.close()
    await diaryDrafts.open(ANA)
    expect(diaryDrafts.get().registros.get(DAY)?.contenido).toBe('mío')
  })

  it.each(['full', 'stuck'] as const)(
    'stays in the page of a device whose store is %s, and says so',
    async (how) => {
      const phone = device()
      const diaryDrafts = await openOn(phone, service())
      phone.disk[how] = true
      diaryDrafts.write(DAY, 'Hoy', null)
      await vi.advanceTimersByTimeAsync(1_500)
      expect(diaryDrafts.get()).toMatchObject({ durable: false })
      expect(diaryDrafts.get().registros.get(DAY)?.contenido).toBe('Hoy')

      phone.disk[how] = false
      diaryDrafts.write(DAY, 'Hoy sí', null)
      await vi.advanceTimersByTimeAsync(0)
      expect(diaryDrafts.get().durable).toBe(true)
    },
  )
})

describe('saving', () => {
  it('leaves nothing on the device', async () => {
    const phone = device()
    const server = service()
    const diaryDrafts = await openOn(phone, server)
    diaryDrafts.write(DAY, 'Hoy', null)
    expect(await diaryDrafts.save(DAY)).toBe('saved')
    expect(server.days.get(DAY)?.contenido).toBe('Hoy')
    expect(phone.rows.size).toBe(0)
  })

  it('twice at once saves once', async () => {
    const server = service()
    const diaryDrafts = await openOn(device(), server)
    diaryDrafts.write(DAY, 'Hoy', null)
    expect(await Promise.all([diaryDrafts.save(DAY), diaryDrafts.save(DAY)])).toEqual(['saved', 'saved'])
    expect(server.days.get(DAY)?.version).toBe('v1')
  })

  it('without a network waits on the device, over pages, and arrives by itself', async () => {
    const phone = device()
    const server = service()
    server.line.failure = OFFLINE
    const diaryDrafts = await openOn(phone, server)
    diaryDrafts.write(DAY, 'Hoy', null)
    expect(await diaryDrafts.save(DAY)).toBe('ready')
    diaryDrafts.close()

    const next = await openOn(phone, server)
    expect(next.get().registros.get(DAY)?.state).toBe('ready')
    server.line.failure = null
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.days.get(DAY)?.contenido).toBe('Hoy')
    expect(phone.rows.size).toBe(0)
  })

  it('a draft is said to be on the device once it is there, and through every letter that follows', async () => {
    const phone = device()
    phone.disk.slow = 5
    const diaryDrafts = await openOn(phone, service())
    const said: (boolean | undefined)[] = []
    diaryDrafts.subscribe(() => {
      const kept = diaryDrafts.get().registros.get(DAY)?.kept
      if (kept) expect(phone.rows.has(`${ANA} ${DAY}`)).toBe(true)
      if (kept !== said.at(-1)) said.push(kept)
    })
    for (const text of ['Hoy', 'Hoy sí']) {
      diaryDrafts.write(DAY, text, null)
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(said).toEqual([false, true])
    await diaryDrafts.discard(DAY)
    diaryDrafts.write(DAY, 'Otra', null)
    expect(said.slice(2)).toEqual([undefined, false])
  })

  it.each([
    ['there', 10],
    ['on its way', 0],
  ])('with her draft %s is said to wait on the device once it is there, and not before', async (_, ms) => {
    const phone = device()
    phone.disk.slow = 5
    const server = service()
    server.line.failure = OFFLINE
    const diaryDrafts = await openOn(phone, server)
    const states: [state: string | undefined, kept: boolean | undefined, onDevice: string | undefined][] = []
    diaryDrafts.subscribe(() => {
      const { state, kept } = diaryDrafts.get().registros.get(DAY) ?? {}
      states.push([state, kept, phone.rows.get(`${ANA} ${DAY}`)?.state])
    })
    diaryDrafts.write(DAY, 'Hoy', null)
    await vi.advanceTimersByTimeAsync(ms)
    const saving = diaryDrafts.save(DAY)
    await vi.advanceTimersByTimeAsync(20)
    expect(await saving).toBe('ready')
    const saved = states.filter(([state]) => state === 'ready')
    expect(saved[0]?.[1]).toBe(false)
    expect(saved.at(-1)).toEqual(['ready', true, 'ready'])
    for (const [, kept, onDevice] of saved) if (kept) expect(onDevice).toBe('ready')
  })

  it('without a network on a device that keeps nothing is a failure, and the text stays', async () => {
    const phone = device()
    const server = service()
    const diaryDrafts = await openOn(phone, server)
    phone.disk.full = true
    server.line.failure = OFFLINE
    diaryDrafts.write(DAY, 'Hoy', null)
    await expect(diaryDrafts.save(DAY)).rejects.toBe(OFFLINE)
    expect(diaryDrafts.get().registros.get(DAY)).toMatchObject({ contenido: 'Hoy', state: 'draft' })
  })

  it('refused by the service leaves her draft as it was', async () => {
    const server = service()
    server.line.failure = new ServiceError('no', '23514', 400)
    const diaryDrafts = await openOn(device(), server)
    diaryDrafts.write(DAY, 'Hoy', null)
    await expect(diaryDrafts.save(DAY)).rejects.toThrow('no')
    expect(diaryDrafts.get().registros.get(DAY)).toMatchObject({ contenido: 'Hoy', state: 'draft' })
  })

  it('keeps both when another device wrote the day meanwhile', async () => {
    const server = service()
    const base = server.write(DAY, 'antes')
    const diaryDrafts = await openOn(device(), server)
    diaryDrafts.write(DAY, 'aquí', base)
    server.write(DAY, 'allá')
    expect(await diaryDrafts.save(DAY)).toBe('held')
    expect(diaryDrafts.get().registros.get(DAY)).toMatchObject({ contenido: 'aquí', state: 'held' })
    expect(server.days.get(DAY)?.contenido).toBe('allá')
  })

  it('written on while it is on its way goes on from what arrived', async () => {
    const server = service()
    const diaryDrafts = await openOn(device(), server)
    diaryDrafts.write(DAY, 'uno', null)
    let release = () => {}
    server.line.hold = new Promise((resolve) => {
      release = resolve
    })
    const first = diaryDrafts.save(DAY)
    await vi.advanceTimersByTimeAsync(0)
    diaryDrafts.write(DAY, 'uno y dos', null)
    release()
    expect(await first).toBe('saved')
    expect(diaryDrafts.get().registros.get(DAY)).toMatchObject({
      contenido: 'uno y dos',
      base: 'v1',
      state: 'draft',
    })
    expect(await diaryDrafts.save(DAY)).toBe('saved')
    expect(server.days.get(DAY)?.contenido).toBe('uno y dos')
  })

  it('whose answer was lost is not taken for another device', async () => {
    const server = service()
    const diaryDrafts = await openOn(device(), server)
    diaryDrafts.write(DAY, 'Hoy', null)
    server.write(DAY, 'Hoy')
    expect(await diaryDrafts.save(DAY)).toBe('saved')
  })
})
