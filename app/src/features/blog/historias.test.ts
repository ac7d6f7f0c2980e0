import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Borrador } from './historias.ts'

const { device, service } = await vi.hoisted(async () => {
  const { memoryDevice } = await import('../../data/testing/memory.ts')
  const rows = new Map<string, { titulo: string }>()
  const line = { up: true, told: [] as string[], hold: undefined as Promise<void> | undefined }
  const insert = async (row: { id: string; titulo: string }) => {
    line.told.push('insert')
    if (!line.up) throw new TypeError('Failed to fetch')
    await line.hold
    rows.set(row.id, row)
  }
  const remove = async (id: string) => {
    line.told.push('delete')
    return rows.delete(id) ? [{ id }] : []
  }
  const table = {
    insert,
    delete: () => ({ eq: (_: string, id: string) => ({ select: () => remove(id) }) }),
  }
  const ask = (question: (db: never) => unknown) => question({ from: () => table } as never)
  return { device: memoryDevice(), service: { rows, line, ask } }
})
vi.mock('../../data/device.ts', () => ({ deviceShelf: () => device.shelf, takeDrafts: async () => {} }))
vi.mock('../../data/ask.ts', () => ({ ask: service.ask }))
vi.mock('../../data/live.ts', () => ({ watchRows: () => () => {} }))
vi.mock('../../data/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))

const { rows, line } = service
const MIA: Borrador = { id: 'h1', avatar: '1', titulo: 'Mía', contenido: 'Con un nombre.', anonima: true }
const soon = () => vi.advanceTimersByTimeAsync(0)
const draftsKept = () =>
  [...device.rows].filter(([key]) => key.startsWith('texto ')).map(([, row]) => row.body)

/** A page: its modules anew, over the same device. */
async function openPage() {
  vi.resetModules()
  const { queue } = await import('../../data/outbox.ts')
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
  Object.assign(line, { up: true, told: [], hold: undefined })
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
  expect([[...rows.keys()], page.envioOf('ana', MIA.id), draftsKept()]).toEqual([[MIA.id], null, []])
  page.close()
})

it('what she wrote since stays her draft', async () => {
  const since = { ...MIA, contenido: 'Con otro final.' }
  await leftBehind(since)
  const page = await openPage()
  expect([[...rows.keys()], draftsKept()]).toEqual([[MIA.id], [since]])
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
  expect([rows.size, line.told, draftsKept()]).toEqual([0, ['insert', 'delete'], [MIA]])

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
