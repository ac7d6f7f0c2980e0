import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eraseDevice } from './eraseDevice.ts'

vi.mock('./device.ts', () => ({ eraseStores: vi.fn(async () => undefined), forgetAccount: vi.fn() }))

/** What the worker in control of the page was told. */
const told: unknown[] = []
const controlled = { postMessage: (word: unknown) => void told.push(word) }

beforeEach(() => {
  told.length = 0
  const place = () => Object.assign(Object.create({ removeItem: () => undefined }), {})
  vi.stubGlobal('localStorage', place())
  vi.stubGlobal('sessionStorage', place())
  vi.stubGlobal('caches', { keys: async () => [] })
})
afterEach(() => vi.unstubAllGlobals())

it('what another app handed over to her is offered to nobody who signs in next', async () => {
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: controlled, getRegistration: async () => undefined },
  })
  for (const drafts of [true, false]) await eraseDevice({ tab: false, drafts })
  expect(told).toEqual(['olvida', 'olvida'])
})

it('a browser without a worker forgets the rest all the same', async () => {
  vi.stubGlobal('navigator', {})
  await expect(eraseDevice({ tab: true, drafts: true })).resolves.toBeUndefined()
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, getRegistration: async () => undefined } })
  await expect(eraseDevice({ tab: true, drafts: true })).resolves.toBeUndefined()
  expect(told).toEqual([])
})
