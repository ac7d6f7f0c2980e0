import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Whether the device has a session, what was taken from it, and whether the service knows the account no more. */
const device = vi.hoisted(() => ({
  session: null as object | null,
  erased: [] as object[],
  gone: false,
  /** What she does while that is asked. */
  meanwhile: () => {},
}))
vi.mock('./eraseDevice.ts', () => ({
  eraseDevice: async (how: object) => void device.erased.push(how),
  forgetAccountIfDeleted: async () => {
    device.meanwhile()
    return device.gone
  },
}))
vi.mock('./sessionStorage.ts', () => ({
  storedSession: () => device.session,
  forgetSession: () => {
    device.session = null
  },
}))

const MINUTE = 60_000
const HERS = { user: { id: 'ana' } }
/** A page: what it holds of an alert or a sign-out is its own. */
async function openPage() {
  vi.resetModules()
  const page = await import('./sessionEnd.ts')
  const told = vi.fn()
  page.onSessionEnd(told)
  return { ...page, told }
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T22:00:00Z') })
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  device.session = HERS
  device.erased = []
  device.gone = false
  device.meanwhile = () => {}
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('ends at once where no alert is under way: the session goes, then the screens and copies, and what she was writing stays', async () => {
  const page = await openPage()
  const end = page.endSessionHere()
  expect([device.session, page.hasSessionEnded()]).toEqual([null, true])
  await end
  expect(device.erased).toEqual([{ tab: true, drafts: false, ended: true }])
  expect(page.told).toHaveBeenCalledTimes(1)
  page.forgetSessionEnd()
  expect(page.hasSessionEnded()).toBe(false)
})

it('leaves the screen of a press for a minute, while the session has gone already', async () => {
  const page = await openPage()
  page.holdAlerta()
  void page.endSessionHere()
  await vi.advanceTimersByTimeAsync(MINUTE - 1_000)
  expect([device.session, device.erased]).toEqual([null, []])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(device.erased).toHaveLength(1)
})

it('is put off by no more than two minutes, however often somebody presses', async () => {
  const page = await openPage()
  page.holdAlerta()
  void page.endSessionHere()
  for (let passed = 0; passed < 110_000; passed += 10_000) {
    await vi.advanceTimersByTimeAsync(10_000)
    page.holdAlerta()
  }
  expect(device.erased).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(device.erased).toHaveLength(1)
})

it('takes nothing where she has signed in again meanwhile, and is none of its own after she signed out', async () => {
  const page = await openPage()
  page.holdAlerta()
  void page.endSessionHere()
  device.session = HERS
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect([device.erased, device.session]).toEqual([[], HERS])

  const another = await openPage()
  another.beginSignOut()
  await vi.advanceTimersByTimeAsync(9_999)
  await another.endSessionHere()
  expect(device.session).toBe(HERS)
  await vi.advanceTimersByTimeAsync(1)
  await another.endSessionHere()
  expect([device.session, device.erased.length]).toEqual([null, 1])
})

it('says for a minute what it interrupted before any of that had happened', async () => {
  const page = await openPage()
  page.noteUnfinished('baja', 'ana')
  await vi.advanceTimersByTimeAsync(MINUTE - 1)
  await page.endSessionHere()
  expect(page.interruptedBySessionEnd()).toBe('baja')
  for (const [forgets, later] of [
    [true, 0],
    [false, MINUTE],
  ] as const) {
    const other = await openPage()
    device.session = HERS
    other.noteUnfinished('baja', 'ana')
    if (forgets) other.forgetUnfinished()
    await vi.advanceTimersByTimeAsync(later)
    await other.endSessionHere()
    expect([other.hasSessionEnded(), other.interruptedBySessionEnd()]).toEqual([true, null])
  }
})

it('says without an end in time that nobody knows whether something happened, and to nobody but her', async () => {
  const page = await openPage()
  page.noteUnfinished('baja incierta', 'ana')
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  await page.endSessionHere()
  expect(page.interruptedBySessionEnd()).toBe('baja incierta')
  // Another tab, which hears of the end, takes nothing from what is said.
  const tab = await openPage()
  await tab.endSessionHere()
  expect(tab.interruptedBySessionEnd()).toBe('baja incierta')

  const other = await openPage()
  other.noteUnfinished('baja incierta', 'bea')
  device.session = HERS
  await other.endSessionHere()
  expect([other.hasSessionEnded(), other.interruptedBySessionEnd()]).toEqual([true, null])
})

it.each(['baja', 'baja incierta'] as const)(
  'says that it has happened, once the service does (%s)',
  async (what) => {
    device.gone = true
    const page = await openPage()
    page.noteUnfinished(what, 'ana')
    const end = page.endSessionHere()
    expect(page.interruptedBySessionEnd()).toBe(what)
    await end
    expect(page.interruptedBySessionEnd()).toBe('baja cumplida')
    expect(page.told).toHaveBeenCalledTimes(2)
  },
)

it('says of a deleted account that the session ended where it was not asked for, or where that was read already', async () => {
  device.gone = true
  const page = await openPage()
  await page.endSessionHere()
  expect([page.hasSessionEnded(), page.interruptedBySessionEnd()]).toEqual([true, null])

  const reader = await openPage()
  reader.noteUnfinished('baja', 'ana')
  device.session = HERS
  device.meanwhile = reader.forgetSessionEnd
  await reader.endSessionHere()
  expect(reader.hasSessionEnded()).toBe(false)
})
