import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const { disk, here } = vi.hoisted(() => ({
  disk: { copies: new Map<string, unknown>(), isStuck: false, slowMs: 0 },
  here: { id: 'ana' },
}))
vi.mock('../session/sessionStorage.ts', () => ({ storedSession: () => ({ user: here }) }))
vi.mock('./deviceStore.ts', () => ({
  readCopy: async (owner: string, name: string) => {
    if (disk.isStuck) await new Promise(() => {})
    if (disk.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, disk.slowMs))
    return disk.copies.get(`${owner} ${name}`) ?? null
  },
  keepCopy: async (owner: string, name: string, value: unknown) => {
    if (here.id === owner) disk.copies.set(`${owner} ${name}`, value)
  },
  dropCopy: async (owner: string, name: string) => void disk.copies.delete(`${owner} ${name}`),
}))
vi.mock('../session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))

const ANA = 'ana'
const KEY = ['contactos_emergencia', ANA]
const T0 = 1_800_000_000_000

/** The module as a page loads it: nothing is known yet. */
async function openPage() {
  vi.resetModules()
  const [kept, { queryClient }] = await Promise.all([import('./cachedQuery.ts'), import('../api/query.ts')])
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } })

  /** A screen that shows a kept list; what it was shown, in order. */
  const show = (answer: () => Promise<string[]>) => {
    const seen: string[] = []
    void kept.keepAnswers(ANA)
    const observer = new QueryObserver<string[]>(queryClient, {
      queryKey: KEY,
      queryFn: answer,
      meta: { cached: true },
    })
    observer.subscribe(({ data, error }) => {
      const now = `${data ?? '…'}${error ? ' (sin noticias)' : ''}`
      if (seen.at(-1) !== now) seen.push(now)
    })
    return { seen, observer }
  }
  return { ...kept, queryClient, show }
}

/** What a page that asked earlier left on the device. */
async function leave(answer: string[], owner = ANA) {
  here.id = owner
  const { keepBeforehand } = await openPage()
  await keepBeforehand(owner, { queryKey: ['contactos_emergencia', owner], queryFn: async () => answer })
  await vi.advanceTimersByTimeAsync(1_000)
  here.id = ANA
  await vi.advanceTimersByTimeAsync(60_000)
}

const settle = () => vi.advanceTimersByTimeAsync(1_000)
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  disk.copies.clear()
  disk.isStuck = false
  disk.slowMs = 0
  here.id = ANA
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a kept answer', () => {
  it('is on the device under the account, and nothing that is not kept', async () => {
    const { show, queryClient } = await openPage()
    show(async () => ['Lucía'])
    queryClient.setQueryData(['diario'], 'secreto')
    await settle()
    expect([...disk.copies.keys()]).toEqual(['ana consultas'])
    expect(String(disk.copies.get('ana consultas'))).toContain('Lucía')
    expect(String(disk.copies.get('ana consultas'))).not.toContain('secreto')
  })

  it('is shown as it is remembered, then as the service has it', async () => {
    await leave(['Lucía'])
    const { show } = await openPage()
    const { seen } = show(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      return ['Lucía', 'Marta']
    })
    await settle()
    expect(seen).toEqual(['…', 'Lucía', 'Lucía,Marta'])
  })

  it('stays, with its moment, where the service does not answer, however slow the device is', async () => {
    for (const slowMs of [0, 1_500]) {
      await leave(['Lucía'])
      const before = Date.now()
      disk.slowMs = slowMs
      const { show } = await openPage()
      const { seen, observer } = show(noAnswer)
      await vi.advanceTimersByTimeAsync(5_000)
      expect(seen.at(-1)).toBe('Lucía (sin noticias)')
      expect(observer.getCurrentResult().dataUpdatedAt).toBeLessThan(before)
      observer.destroy()
      disk.slowMs = 0
    }
  })

  it('of another account is nobody else’s', async () => {
    await leave(['Marta'], 'bea')
    const { readCached } = await openPage()
    expect(await readCached(ANA, KEY)).toBeNull()
    expect(await readCached(ANA, ['contactos_emergencia', 'bea'])).toBeNull()
  })

  it('is not given once she has left, however late the device gives it', async () => {
    await leave(['Lucía'])
    disk.slowMs = 1_500
    const { keepAnswers, queryClient } = await openPage()
    const restored = keepAnswers(ANA)
    here.id = 'bea'
    await vi.advanceTimersByTimeAsync(2_000)
    await restored
    expect(queryClient.getQueryData(KEY)).toBeUndefined()
  })

  it('of another tab stays where it is the newer one', async () => {
    const { show } = await openPage()
    let list = ['Lucía']
    const { observer } = show(async () => list)
    await settle()
    const stale = disk.copies.get('ana consultas')
    list = ['Lucía', 'Marta']
    await observer.refetch()
    await settle()
    const written = disk.copies.get('ana consultas')
    // A tab that was opened before, and has read what stood there then, keeps something else.
    disk.copies.set('ana consultas', stale)
    const old = await openPage()
    await old.keepAnswers(ANA)
    await settle()
    disk.copies.set('ana consultas', written)
    await old.keepBeforehand(ANA, { queryKey: ['salas'], queryFn: async () => ['Círculo'] })
    await settle()
    const { readCached } = await openPage()
    expect(await readCached(ANA, KEY)).toEqual(['Lucía', 'Marta'])
    expect(await readCached(ANA, ['salas'])).toEqual(['Círculo'])
  })

  it('outlives a copy that cannot be read', async () => {
    disk.copies.set('ana consultas', 'cut off in the mid')
    const { show, readCached } = await openPage()
    expect(await readCached(ANA, KEY)).toBeNull()
    show(async () => ['Lucía'])
    await settle()
    expect(await (await openPage()).readCached(ANA, KEY)).toEqual(['Lucía'])
  })

  it('waits for no device that is stuck', async () => {
    disk.isStuck = true
    const { show } = await openPage()
    const { seen } = show(async () => ['Lucía'])
    await settle()
    expect(seen.at(-1)).toBe('Lucía')
  })
})

describe('followed without a screen', () => {
  it('is known once it was answered, or at once where a screen has asked before', async () => {
    const { followCached, queryClient } = await openPage()
    const options = { queryKey: KEY, queryFn: async () => ['Lucía'], staleTime: Number.POSITIVE_INFINITY }
    const { first, stop } = followCached(ANA, options)
    await Promise.all([first, settle()])
    expect(queryClient.getQueryData(KEY)).toEqual(['Lucía'])
    await followCached(ANA, options).first
    stop()
  })
})

describe('kept beforehand', () => {
  it('is asked for once a day, also by another page', async () => {
    const queryFn = vi.fn(async () => ['Lucía'])
    await (await openPage()).keepBeforehand(ANA, { queryKey: KEY, queryFn })
    await settle()
    await (await openPage()).keepBeforehand(ANA, { queryKey: KEY, queryFn })
    expect(queryFn).toHaveBeenCalledTimes(1)
    vi.setSystemTime(T0 + 25 * 3_600_000)
    await (await openPage()).keepBeforehand(ANA, { queryKey: KEY, queryFn })
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it('is neither asked for nor put on the device once she has left', async () => {
    const queryFn = vi.fn(async () => {
      here.id = 'bea'
      return ['Lucía']
    })
    const { keepBeforehand } = await openPage()
    await keepBeforehand(ANA, { queryKey: KEY, queryFn })
    await keepBeforehand(ANA, { queryKey: ['otra'], queryFn })
    await settle()
    expect(queryFn).toHaveBeenCalledTimes(1)
    expect(disk.copies.size).toBe(0)
  })
})
