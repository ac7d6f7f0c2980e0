import { beforeEach, expect, it, vi } from 'vitest'

const { device } = vi.hoisted(() => ({ device: new Map<string, unknown>() }))
vi.mock('../session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
vi.mock('../offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  hasNoStore: async () => false,
  readCopyOrFail: async (_: string, name: string) => structuredClone(device.get(name)) ?? null,
  // Sealing takes a moment.
  keepCopy: async (_: string, name: string, value: unknown) => {
    await new Promise((resolve) => setTimeout(resolve))
    device.set(name, structuredClone(value))
  },
}))

/** A page of its own, with what it has in memory. */
async function openTab() {
  vi.resetModules()
  const { changeHere } = await import('./hojasAqui.ts')
  const { notesOf, withNote } = await import('./notas.ts')
  const { adopt } = await import('./cofre.ts')
  return {
    takeKey: () => adopt('ana', [crypto.getRandomValues(new Uint8Array(32))], []),
    write: (id: string) =>
      changeHere<string>('ana', 'animo', (hojas) => withNote(hojas, '2026-11', id, id, 1)),
    notesOf,
  }
}

/** As a browser gives them: one after the other, whichever page asks. */
function locks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_: string, work: () => Promise<unknown>) => {
      const next = last.then(work)
      last = next
      return next
    },
  }
}

beforeEach(() => device.clear())

const kept = async () => {
  const { notesOf } = await openTab()
  const hojas = device.get('hojas animo') as Parameters<typeof notesOf<string>>[0]
  return [...notesOf(hojas).values()].flat().map(({ id }) => id)
}

it('what two tabs write at once is all on the device', async () => {
  vi.stubGlobal('navigator', { locks: locks() })
  const [one, other] = [await openTab(), await openTab()]
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((id, at) => [one, other][at % 2]!.write(id)))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect((await kept()).sort()).toEqual(['a', 'b', 'c', 'd'])
})

it('keys that two tabs are given at once are all on the device', async () => {
  vi.stubGlobal('navigator', { locks: locks() })
  vi.stubGlobal('indexedDB', {})
  const [one, other] = [await openTab(), await openTab()]
  await Promise.all([one.takeKey(), other.takeKey(), one.takeKey(), other.takeKey()])
  expect((device.get('cofre') as { llaves: string[] }).llaves).toHaveLength(4)
})

it.each([
  ['has no locks', undefined],
  ['gives this site none', { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
])('a browser that %s keeps what is written', async (_, given) => {
  vi.stubGlobal('navigator', { locks: given })
  const tab = await openTab()
  expect(await tab.write('a')).toBe(true)
  expect(await kept()).toEqual(['a'])
})
