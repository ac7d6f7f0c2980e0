import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const toasts = vi.hoisted(() => ({ titles: [] as unknown[] }))
vi.mock('../toast/toast.tsx', () => ({ toast: ({ title }: { title: unknown }) => toasts.titles.push(title) }))

const SESSION = JSON.stringify({ access_token: 'a', refresh_token: 'b', user: { id: 'ana' } })
const CITAS = [{ id: '1', doctor: 'Dra. Sol', specialty: 'General', date: '2026-11-30', time: '10:00' }]
const KEY = 'healthAppointments'

const kept = new Map<string, string>()

beforeEach(() => {
  vi.resetModules()
  globalThis.indexedDB = new IDBFactory()
  toasts.titles = []
  kept.clear()
  kept.set('sesion', SESSION)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A page of this browser: its memory is its own. */
async function openPage() {
  vi.resetModules()
  const [keys, store] = await Promise.all([import('./plainKeys.ts'), import('./deviceStore.ts')])
  return { ...keys, ...store }
}

const refuse = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

it('seals what stood in the open once it is read, under the same name and in the same shape', async () => {
  kept.set(KEY, JSON.stringify(CITAS))
  const page = await openPage()
  expect(await page.readKey('ana', KEY)).toEqual(CITAS)
  expect([...kept.keys()]).toEqual(['sesion'])
  expect(await page.readCopy('ana', KEY)).toEqual(CITAS)
  expect(await (await openPage()).readKey('ana', KEY)).toEqual(CITAS)
  expect(await page.readKey('ana', 'llamada')).toBeNull()
})

it('takes what is no JSON as the text that it is', async () => {
  kept.set('llamada', 'Rosa')
  const page = await openPage()
  expect(await page.readKey('ana', 'llamada')).toBe('Rosa')
  expect(await (await openPage()).readKey('ana', 'llamada')).toBe('Rosa')
})

it('keeps what is written sealed, the last one of several', async () => {
  kept.set(KEY, JSON.stringify(CITAS))
  const page = await openPage()
  const names = ['R', 'Ro', 'Rosa']
  await Promise.all([page.readKey('ana', KEY), ...names.map((name) => page.keepKey('ana', KEY, name))])
  expect(await page.readKey('ana', KEY)).toBe('Rosa')
  expect([...kept.keys()]).toEqual(['sesion'])
})

it('keeps nothing where nothing is said', async () => {
  kept.set(KEY, JSON.stringify(CITAS))
  const page = await openPage()
  await page.keepKey('ana', KEY, null)
  expect(await page.readKey('ana', KEY)).toBeNull()
  expect(kept.has(KEY)).toBe(false)
})

it('stays in the open where the browser has no store', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  kept.set(KEY, JSON.stringify(CITAS))
  const page = await openPage()
  expect(await page.readKey('ana', KEY)).toEqual(CITAS)
  await page.keepKey('ana', 'llamada', { nombres: ['Rosa'] })
  expect(await (await openPage()).readKey('ana', 'llamada')).toEqual({ nombres: ['Rosa'] })
  expect(JSON.parse(kept.get(KEY)!)).toEqual(CITAS)
  expect(toasts.titles).toEqual([])
})

it('loses nothing where the store is full', async () => {
  kept.set(KEY, JSON.stringify(CITAS))
  const page = await openPage()
  await page.keepKey('ana', 'llamada', 'Rosa')
  const full = refuse()
  expect(await page.readKey('ana', KEY)).toEqual(CITAS)
  await expect(page.sealKeys('ana')).rejects.toThrow('full')
  expect(JSON.parse(kept.get(KEY)!)).toEqual(CITAS)
  await page.keepKey('ana', 'llamada', 'Lucía')
  expect(toasts.titles).toEqual(['No se guardó en este dispositivo'])
  full.mockRestore()
  expect(kept.has('llamada')).toBe(false)
  expect(await page.readKey('ana', 'llamada')).toBe('Rosa')
  expect(await page.readKey('ana', KEY)).toEqual(CITAS)
  expect(kept.has(KEY)).toBe(false)
})

it('loses nothing, and writes nothing in the open, where a PIN is asked for first', async () => {
  const page = await openPage()
  await page.keepKey('ana', 'llamada', 'Rosa')
  kept.set(KEY, JSON.stringify(CITAS))
  kept.set('cierre', JSON.stringify({ id: 'uno', owner: 'ana' }))
  expect(await page.readKey('ana', KEY)).toEqual(CITAS)
  expect(JSON.parse(kept.get(KEY)!)).toEqual(CITAS)
  expect(await page.readKey('ana', 'llamada')).toBeNull()
  await page.keepKey('ana', 'llamada', 'Lucía')
  expect(kept.has('llamada')).toBe(false)
  kept.delete('cierre')
  expect(await page.readKey('ana', 'llamada')).toBe('Rosa')
})

it.each([true, false])(
  'goes when she leaves (signed out herself: %s), and with another account',
  async (drafts) => {
    const page = await openPage()
    await page.keepKey('ana', KEY, CITAS)
    await page.eraseStores({ drafts })
    expect(await page.readKey('ana', KEY)).toBeNull()
    await page.keepKey('ana', KEY, CITAS)
    await page.forgetCopies('bea')
    expect(await page.readKey('ana', KEY)).toBeNull()
  },
)

it('takes nothing from the open for an account that is not signed in any more', async () => {
  kept.set(KEY, JSON.stringify(CITAS))
  kept.delete('sesion')
  const page = await openPage()
  await page.readKey('ana', KEY)
  expect(JSON.parse(kept.get(KEY)!)).toEqual(CITAS)
})
