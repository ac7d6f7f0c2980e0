import { beforeEach, expect, it, vi } from 'vitest'

const { heard, said } = vi.hoisted(() => ({ heard: { again: () => {} }, said: vi.fn() }))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./live.ts', () => ({
  watchRows: (_name: string, _changes: unknown, again: () => void) => {
    heard.again = again
    return () => {}
  },
}))
vi.mock('../lib/toast/toast.tsx', () => ({ toast: said }))
const { watchPapeles } = await import('./papeles.ts')
const { refused } = await import('./refused.ts')

type Known = NonNullable<ReturnType<Parameters<typeof watchPapeles>[2]>>
const EDITORA: Known = { estado: 'activa', papeles: ['editora'] }
const NOBODY: Known = { estado: 'ninguna', papeles: [] }
const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

beforeEach(() => said.mockReset())

it('asks no more of a service that refuses the question itself', async () => {
  let asked = 0
  const refresh = async () => {
    asked += 1
    await soon()
    // As `ask` does, where her token is not taken for hers. Without an end it would go on for as long as the page is open.
    if (asked < 50) refused.emit()
    return true
  }
  const stop = watchPapeles('eva', refresh, () => EDITORA)
  refused.emit()
  for (let turn = 0; turn < 10; turn += 1) await soon()
  expect(asked).toBe(1)
  // Whatever is refused later is a reason to ask once more.
  refused.emit()
  expect(asked).toBe(2)
  stop()
})

it('what is heard while it asks is asked once more, and an ended role is said once', async () => {
  let known = EDITORA
  let asked = 0
  const refresh = async () => {
    asked += 1
    await soon()
    known = NOBODY
    return true
  }
  const stop = watchPapeles('eva', refresh, () => known)
  // Refused what she saves, she hears in the same moment why.
  refused.emit()
  heard.again()
  heard.again()
  await vi.waitFor(() => expect(asked).toBe(2))
  for (let turn = 0; turn < 4; turn += 1) await soon()
  expect(asked).toBe(2)
  expect(said).toHaveBeenCalledTimes(1)
  expect(said).toHaveBeenCalledWith(expect.objectContaining({ title: 'Ya no eres editora del equipo' }))
  stop()
})

it('is asked again where nobody answered, until she leaves', async () => {
  vi.useFakeTimers()
  let known = EDITORA
  let asked = 0
  const refresh = async () => {
    asked += 1
    if (asked < 3) return false
    known = NOBODY
    return true
  }
  const stop = watchPapeles('eva', refresh, () => known)
  heard.again()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(3)
  expect(said).toHaveBeenCalledTimes(1)

  asked = 0
  heard.again()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(1)
  vi.useRealTimers()
})
