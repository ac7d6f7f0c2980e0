import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followKept, keepBeforehand, nameOf, persisterOf, readKept } from './kept.ts'
import { queryClient } from './query.ts'

const { disk, here } = vi.hoisted(() => ({
  disk: { copies: new Map<string, unknown>(), stuck: false, slow: 0 },
  here: { id: 'ana' },
}))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./session-storage.ts', () => ({
  storedSession: () => ({ user: here }),
}))
vi.mock('./device.ts', () => ({
  readCopy: async (owner: string, name: string) => {
    if (disk.stuck) await new Promise(() => {})
    if (disk.slow > 0) {
      // Woken up once, it is as fast as any.
      const took = disk.slow
      disk.slow = 0
      await new Promise((resolve) => setTimeout(resolve, took))
    }
    return disk.copies.get(`${owner} ${name}`) ?? null
  },
  keepCopy: async (owner: string, name: string, value: unknown) =>
    void disk.copies.set(`${owner} ${name}`, value),
}))
vi.mock('./session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))

const ANA = 'ana'
const KEY = ['contactos_emergencia', ANA]
const T0 = 1_800_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  disk.copies.clear()
  disk.stuck = false
  disk.slow = 0
  here.id = ANA
  queryClient.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A screen that shows a kept list; what it was shown, in order. */
function screen(answer: () => Promise<string[]>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const seen: string[] = []
  const observer = new QueryObserver<string[]>(client, {
    queryKey: KEY,
    queryFn: answer,
    persister: persisterOf(ANA) as never,
  })
  observer.subscribe(({ data, error }) => {
    const now = `${data ?? '…'}${error ? ' (sin noticias)' : ''}`
    if (seen.at(-1) !== now) seen.push(now)
  })
  return { seen, observer }
}

describe('a kept answer', () => {
  it('is on the device under the account and the name of the table, with its moment', async () => {
    screen(async () => ['Lucía'])
    await vi.advanceTimersByTimeAsync(10)
    expect([...disk.copies]).toEqual([['ana contactos_emergencia', { data: ['Lucía'], at: T0 }]])
  })

  it('is shown at once as it is remembered, then as the service has it', async () => {
    disk.copies.set('ana contactos_emergencia', { data: ['Lucía'], at: T0 - 5_000 })
    const { seen } = screen(async () => ['Lucía', 'Marta'])
    await vi.advanceTimersByTimeAsync(10)
    expect(seen).toEqual(['…', 'Lucía', 'Lucía,Marta'])
  })

  it('stays, with its moment, where the service does not answer', async () => {
    disk.copies.set('ana contactos_emergencia', { data: ['Lucía'], at: T0 - 5_000 })
    const { seen, observer } = screen(() => Promise.reject(new TypeError('Failed to fetch')))
    await vi.advanceTimersByTimeAsync(10)
    expect(seen).toEqual(['…', 'Lucía', 'Lucía (sin noticias)'])
    expect(observer.getCurrentResult().dataUpdatedAt).toBe(T0 - 5_000)
  })

  it.each([
    ['contactos', { contactos: ['Lucía'], at: T0 - 1 }],
    ['eventos', { eventos: ['Lucía'], at: T0 - 1 }],
    ['value', { value: ['Lucía'], at: T0 - 1 }],
  ])('is read in the shape of versions before (%s)', async (_, copy) => {
    disk.copies.set('ana contactos_emergencia', copy)
    expect(await readKept(ANA, KEY)).toEqual(['Lucía'])
  })

  it('of another account is nobody else’s', async () => {
    disk.copies.set('bea contactos_emergencia', { data: ['Marta'], at: T0 })
    expect(await readKept(ANA, KEY)).toBeNull()
  })

  it('is shown where the device took its time and the service fails meanwhile', async () => {
    disk.copies.set('ana contactos_emergencia', { data: ['Lucía'], at: T0 - 5_000 })
    disk.slow = 1_500
    const { seen, observer } = screen(() => Promise.reject(new TypeError('Failed to fetch')))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(seen).toEqual(['…', 'Lucía', 'Lucía (sin noticias)'])
    expect(observer.getCurrentResult().dataUpdatedAt).toBe(T0 - 5_000)
  })

  it('waits for a device that is stuck no longer than a second', async () => {
    disk.stuck = true
    const { seen } = screen(async () => ['Lucía'])
    await vi.advanceTimersByTimeAsync(999)
    expect(seen.at(-1)).not.toBe('Lucía')
    await vi.advanceTimersByTimeAsync(10)
    expect(seen.at(-1)).toBe('Lucía')
  })
})

describe('followed without a screen', () => {
  const soon = (first: Promise<void>) =>
    Promise.race([first.then(() => 'known'), vi.advanceTimersByTimeAsync(10)])

  it('is known once it was answered', async () => {
    const { first, stop } = followKept(ANA, { queryKey: KEY, queryFn: async () => ['Lucía'] })
    expect(await soon(first)).toBe('known')
    stop()
  })

  it('is known at once where a screen has asked before, and no change comes any more', async () => {
    const options = { queryKey: KEY, queryFn: async () => ['Lucía'], staleTime: Number.POSITIVE_INFINITY }
    await queryClient.fetchQuery(options)
    const { first, stop } = followKept(ANA, options)
    expect(await soon(first)).toBe('known')
    stop()
  })
})

it('is kept beforehand once a day', async () => {
  const queryFn = vi.fn(async () => ['Lucía'])
  await keepBeforehand(ANA, { queryKey: KEY, queryFn })
  await keepBeforehand(ANA, { queryKey: KEY, queryFn })
  expect(queryFn).toHaveBeenCalledTimes(1)
  vi.setSystemTime(T0 + 25 * 3_600_000)
  await keepBeforehand(ANA, { queryKey: KEY, queryFn })
  expect(queryFn).toHaveBeenCalledTimes(2)
})

it('is not kept beforehand once she has left: neither asked for, nor put on the device where the answer comes late', async () => {
  const queryFn = vi.fn(async () => {
    here.id = 'bea'
    return ['Lucía']
  })
  await keepBeforehand(ANA, { queryKey: KEY, queryFn })
  await keepBeforehand(ANA, { queryKey: KEY, queryFn })
  expect(queryFn).toHaveBeenCalledTimes(1)
  expect(disk.copies.size).toBe(0)
})

it('has a name without the account', () => {
  expect(nameOf(ANA, ['asociaciones_apoyo', 'visibles'])).toBe('asociaciones_apoyo visibles')
})
