import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Borrador } from './historias.ts'

const { device, service } = await vi.hoisted(async () => {
  const { memoryDevice } = await import('../../lib/testing/memory.ts')
  const rows = new Map<string, { titulo: string; de?: string }>()
  const line = {
    up: true,
    refuses: false,
    told: [] as string[],
    hold: undefined as Promise<void> | undefined,
  }
  const refusal = (code: string, status: number) => Object.assign(new Error(), { code, status })
  const insert = async (row: { id: string; titulo: string }) => {
    line.told.push('insert')
    if (!line.up) throw new TypeError('Failed to fetch')
    if (line.refuses) throw refusal('42501', 403)
    await line.hold
    if (rows.has(row.id)) throw refusal('23505', 409)
    rows.set(row.id, row)
  }
  /** A row belongs to its `user_id`, and to her where it has none. */
  const update = (text: { titulo: string }) => {
    const filters: Record<string, unknown> = {}
    const query = {
      eq: (column: string, value: unknown) => {
        filters[column] = value
        return query
      },
      select: async () => {
        line.told.push('update')
        const id = String(filters.id)
        const row = rows.get(id)
        if (!row || (filters.es_mia && row.de)) return []
        rows.set(id, { ...row, ...text })
        return [{ id }]
      },
    }
    return query
  }
  const remove = async (id: string) => {
    line.told.push('delete')
    return rows.delete(id) ? [{ id }] : []
  }
  const table = {
    insert,
    update,
    delete: () => ({
      eq: (column: string, id: string) => ({
        select: (columns: string) => remove(column === 'id' && columns === 'id' ? id : ''),
      }),
    }),
  }
  const from = (name: string) => (name === 'historias' ? table : null)
  const ask = async (question: (db: never) => unknown) => question({ from } as never)
  const memory = memoryDevice()
  /** Until when the device was asked to keep each. */
  const until: Record<string, string> = {}
  const { put } = memory.shelf
  memory.shelf.put = (lane, row, ends) => {
    until[lane] = ends
    return put(lane, row, ends)
  }
  return { device: { ...memory, until }, service: { rows, line, ask } }
})
vi.mock('../../lib/offline/deviceStore.ts', () => ({ deviceShelf: () => device.shelf }))
vi.mock('../../lib/api/ask.ts', () => ({ ask: service.ask }))
vi.mock('../../lib/api/live.ts', () => ({ watchRows: () => () => {} }))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))

const { rows, line } = service
const MIA: Borrador = { id: 'h1', avatar: '1', titulo: 'Mía', contenido: 'Con un nombre.', anonima: true }
const soon = () => vi.advanceTimersByTimeAsync(0)
const storedDrafts = () =>
  [...device.rows].filter(([key]) => key.startsWith('texto ')).map(([, row]) => row.body)

/** A page: its modules anew, over the same device. */
async function openPage() {
  vi.resetModules()
  const { queue } = await import('../../lib/offline/outbox.ts')
  const historias = await import('./historias.ts')
  queue.open('ana')
  await soon()
  return { ...historias, close: () => queue.close(), wake: () => queue.wake() }
}

/** What an earlier page leaves that goes before the answer: its draft, and the story on its way. */
async function leftBehind(draft = MIA) {
  await device.shelf.put(
    'texto',
    { id: 'historia', owner: 'ana', at: 1, state: 'draft', body: draft },
    'signedOut',
  )
  await device.shelf.put(
    'historias',
    { id: MIA.id, owner: 'ana', at: 1, state: 'ready', body: MIA },
    'signedOut',
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  device.rows.clear()
  rows.clear()
  Object.assign(line, { up: true, refuses: false, told: [], hold: undefined })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a story that an earlier page left on its way arrives, and is no draft any more', async () => {
  await leftBehind()
  line.up = false
  const page = await openPage()
  expect(page.envioOf('ana', MIA.id)).toBe('dejada')
  line.up = true
  page.wake()
  await soon()
  expect([[...rows.keys()], page.envioOf('ana', MIA.id), storedDrafts()]).toEqual([[MIA.id], null, []])
  page.close()
})

it('what she wrote since stays her draft', async () => {
  const since = { ...MIA, contenido: 'Con otro final.' }
  await leftBehind(since)
  const page = await openPage()
  expect([[...rows.keys()], storedDrafts()]).toEqual([[MIA.id], [since]])
  page.close()
})

it('one that she takes back without a network is not sent when it returns, nor by the next page', async () => {
  await leftBehind()
  line.up = false
  const page = await openPage()
  page.takeBack('ana', MIA.id)
  await soon()
  const tried = line.told.length
  line.up = true
  page.wake()
  await vi.advanceTimersByTimeAsync(600_000)
  page.close()
  const next = await openPage()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([rows.size, line.told.length - tried, next.envioOf('ana', MIA.id)]).toEqual([0, 0, null])
  next.close()
})

it('one that she takes back before a slow device has said that an earlier page left it is not sent', async () => {
  await leftBehind()
  let sayIt = () => {}
  device.disk.late = new Promise<void>((resolve) => {
    sayIt = resolve
  })
  const page = await openPage()
  await vi.advanceTimersByTimeAsync(1_000)
  page.takeBack('ana', MIA.id)
  device.disk.late = null
  sayIt()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([line.told, rows.size, page.envioOf('ana', MIA.id)]).toEqual([[], 0, null])
  page.close()
})

it('one that she takes back while it is under way does not stay, and her draft does', async () => {
  await leftBehind()
  let release = () => {}
  line.hold = new Promise<void>((resolve) => {
    release = resolve
  })
  const page = await openPage()
  page.takeBack('ana', MIA.id)
  release()
  await soon()
  expect([rows.size, line.told, storedDrafts()]).toEqual([0, ['insert', 'delete'], [MIA]])

  // Sent once more, it is a story like any other.
  await page.sendHistoria('ana', MIA)
  expect([...rows.keys()]).toEqual([MIA.id])
  page.close()
})

it('what she waits for in this page is not taken back by what she types meanwhile', async () => {
  let release = () => {}
  line.hold = new Promise<void>((resolve) => {
    release = resolve
  })
  const page = await openPage()
  const end = page.sendHistoria('ana', MIA)
  await soon()
  expect(page.envioOf('ana', MIA.id)).toBe('esperada')
  page.takeBack('ana', MIA.id)
  release()
  await end
  expect([...rows.keys()]).toEqual([MIA.id])
  page.close()
})

it('one that failed before her is a draft again, and not tried behind her back', async () => {
  const page = await openPage()
  line.up = false
  await expect(page.sendHistoria('ana', MIA)).rejects.toThrow('Failed to fetch')
  expect([page.envioOf('ana', MIA.id), device.until.historias]).toEqual([null, 'signedOut'])
  line.up = true
  page.wake()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([rows.size, line.told]).toEqual([0, ['insert']])
  page.close()
})

it('one that an earlier page left and that is refused is not tried again', async () => {
  await leftBehind()
  line.refuses = true
  const page = await openPage()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([line.told, page.envioOf('ana', MIA.id), storedDrafts()]).toEqual([['insert'], null, [MIA]])
  page.close()
})

it('one whose answer was lost becomes what she has written since, without the blanks around it', async () => {
  rows.set(MIA.id, MIA)
  const page = await openPage()
  await page.sendHistoria('ana', { ...MIA, titulo: ' Nuestra ', contenido: ' Con otro final. ' })
  expect([...rows.values()]).toEqual([
    { ...MIA, titulo: 'Nuestra', contenido: 'Con otro final.', estado: 'pendiente' },
  ])
  await page.sendHistoria('ana', { ...MIA, id: 'h2', titulo: ' Otra ', contenido: ' Con un nombre. ' })
  expect(rows.get('h2')).toEqual({ ...MIA, id: 'h2', titulo: 'Otra' })
  page.close()
})

it("one under whose id there is another woman's changes nothing of hers", async () => {
  const ajena = { ...MIA, de: 'bea' }
  rows.set(MIA.id, ajena)
  const page = await openPage()
  await expect(page.sendHistoria('ana', MIA)).rejects.toThrow('Esa historia ya no está.')
  expect([...rows.values()]).toEqual([ajena])
  page.close()
})

it('what is shown of stories is asked for again once one has arrived, and nothing else is', async () => {
  const page = await openPage()
  const { queryClient } = await import('../../lib/api/query.ts')
  const shown = [['historias', 'mías', 'ana'], ['agenda']]
  for (const key of shown) queryClient.setQueryData(key, [])
  await page.sendHistoria('ana', MIA)
  expect(shown.map((key) => queryClient.getQueryState(key)!.isInvalidated)).toEqual([true, false])
  queryClient.clear()
  page.close()
})
