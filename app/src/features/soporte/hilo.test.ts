import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const { device, service } = await vi.hoisted(async () => {
  const { memoryDevice } = await import('../../lib/testing/memory.ts')
  const rows = new Map<string, string>()
  const line = { up: true }
  const insert = async (row: { id: string; texto: string }) => {
    if (!line.up) throw new TypeError('Failed to fetch')
    rows.set(row.id, row.texto)
  }
  const ask = (question: (db: never) => unknown) => question({ from: () => ({ insert }) } as never)
  return { device: memoryDevice(), service: { rows, line, ask } }
})
vi.mock('../../lib/offline/deviceStore.ts', () => ({ deviceShelf: () => device.shelf }))
vi.mock('../../lib/api/ask.ts', () => ({ ask: service.ask }))
vi.mock('../../lib/api/live.ts', () => ({ watchRows: () => () => {} }))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))

const { rows, line } = service
const ID = 'm1'
const ESCRITO = { texto: 'No se guarda mi foto', codigo: '' }
const soon = () => vi.advanceTimersByTimeAsync(0)
const storedDrafts = () =>
  [...device.rows].filter(([key]) => key.startsWith('texto ')).map(([, row]) => row.body)

/** A page: its modules anew, over the same device. */
async function openPage() {
  vi.resetModules()
  const { queue } = await import('../../lib/offline/outbox.ts')
  const hilo = await import('./hilo.ts')
  queue.open('ana')
  await soon()
  return { ...hilo, close: () => queue.close(), wake: () => queue.wake() }
}

/** What an earlier page leaves that goes before the answer: its draft, and the message on its way. */
async function leftBehind(draft: object) {
  const entry = { owner: 'ana', at: 1 }
  await device.shelf.put('texto', { ...entry, id: 'soporte', state: 'draft', body: draft }, 'signedOut')
  await device.shelf.put('soporte', { ...entry, id: ID, state: 'ready', body: ESCRITO }, 'delivered')
}

beforeEach(() => {
  vi.useFakeTimers()
  device.rows.clear()
  rows.clear()
  line.up = true
})
afterEach(() => {
  vi.useRealTimers()
})

it('a message whose page went before the answer arrives, and is no draft any more', async () => {
  await leftBehind({ ...ESCRITO, id: ID })
  line.up = false
  const page = await openPage()
  expect([page.isLeft('ana', ID), storedDrafts().length]).toEqual([true, 1])
  line.up = true
  page.wake()
  await soon()
  expect([[...rows.keys()], page.isLeft('ana', ID), storedDrafts()]).toEqual([[ID], false, []])
  page.close()
})

it('what she wrote since is another message', async () => {
  const since = { ...ESCRITO, texto: 'No se guarda mi foto, ni mi nombre' }
  await leftBehind(since)
  const page = await openPage()
  expect([[...rows], storedDrafts()]).toEqual([[[ID, ESCRITO.texto]], [since]])
  page.close()
})

it('one that she waits for in this page is her draft until the answer', async () => {
  const page = await openPage()
  const end = page.writeToEquipo('ana', { ...ESCRITO, id: ID })
  expect(page.isLeft('ana', ID)).toBe(false)
  expect(await end).toBe('sent')
  line.up = false
  const other = page.writeToEquipo('ana', { ...ESCRITO, id: 'm2' })
  await soon()
  expect([await other, page.isLeft('ana', 'm2')]).toEqual(['waiting', true])
  page.close()
})
