import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** What the service is told, in order; the end of an alert is lost on the way for as long as `endsArrive` is false. */
const service = vi.hoisted(() => ({ told: [] as string[], endsArrive: false, factor: false }))
vi.hoisted(() => vi.resetModules())
vi.mock('../../../data/device.ts', async () => {
  const { memoryDevice } = await import('../../../data/testing/memory.ts')
  return { deviceShelf: () => memoryDevice().shelf, adoptPending: async () => {} }
})
vi.mock('../../../data/session-storage.ts', async (original) => ({
  ...(await original<object>()),
  storedSession: () => ({ user: { id: 'ana' } }),
}))
vi.mock('../../../data/segundoPaso.ts', async (original) => ({
  ...(await original<object>()),
  needsSegundoPaso: () => service.factor,
}))
vi.mock('../../../data/ask.ts', () => ({
  ask: async (question: (db: unknown) => unknown) => {
    let name = ''
    const insert = (row: { cliente_id: string }) => {
      name = `event ${row.cliente_id}`
      return { select: () => {} }
    }
    question({
      rpc: (called: string, { cliente_id, alerta }: Record<string, string>) => {
        name = `${called} ${cliente_id ?? alerta}`
      },
      from: () => ({ upsert: insert, insert }),
    })
    if (name.startsWith('cerrar') && !service.endsArrive) throw new TypeError('Failed to fetch')
    service.told.push(name)
    return [{}]
  },
}))

const { queue } = await import('../../../data/outbox.ts')
const { describeEvento, eventos } = await import('./eventos.ts')
const { endAlerta, openAlerta, pasos, pasosOf } = await import('../alarma/unheard.ts')

const T0 = Date.parse('2026-11-22T22:00:00Z')
const press = async (id: string) => {
  const body = describeEvento({ pressedAt: Date.now(), whereabouts: null, contactoId: null, abierto: false })
  void eventos.put({ id, owner: 'ana', at: Date.now(), state: 'ready', body })
  void openAlerta({ owner: 'ana', id, pressedAt: Date.now() })
  await vi.advanceTimersByTimeAsync(1_000)
}

beforeEach(async () => {
  vi.useFakeTimers({ now: T0 })
  Object.assign(service, { told: [], endsArrive: false, factor: false })
  queue.open('ana')
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(async () => {
  service.endsArrive = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pasosOf('ana')).toEqual([])
  vi.useRealTimers()
})

it('the event of a press goes at once', async () => {
  await press('p1')
  expect(service.told.toSorted()).toEqual(['abrir_alerta p1', 'event p1'])
})

it('behind an end that has not arrived it waits, and does not join what ends', async () => {
  await press('q1')
  endAlerta('ana', 'q1', 'a_salvo', true)
  await press('q2')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(service.told).not.toContain('event q2')
  service.endsArrive = true
  pasos.wake()
  await vi.advanceTimersByTimeAsync(30_000)
  const after = service.told.slice(2)
  expect(after[0]).toBe('cerrar_alerta q1')
  expect(after.slice(1).toSorted()).toEqual(['abrir_alerta q2', 'event q2'])
})

it('before the code of her second factor the service takes no end: the event of the next press does not wait for one', async () => {
  await press('r1')
  endAlerta('ana', 'r1', 'a_salvo', true)
  service.factor = true
  await press('r2')
  expect(service.told).toContain('event r2')
})
