import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eraseStores } from '../offline/deviceStore.ts'
import { eraseDevice, noteLeaving } from './eraseDevice.ts'

vi.mock('../offline/deviceStore.ts', () => ({
  eraseStores: vi.fn(async () => undefined),
  forgetAccount: vi.fn(),
}))

/** What the worker in control of the page was told. */
const told: unknown[] = []
const controlled = { postMessage: (word: unknown) => void told.push(word) }

beforeEach(() => {
  told.length = 0
  vi.mocked(eraseStores).mockClear()
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

/** A store of the browser with these keys. */
function storage(...keys: string[]) {
  const place = Object.create({
    removeItem(this: Record<string, unknown>, key: string) {
      delete this[key]
    },
  })
  for (const key of keys) place[key] = 'x'
  return place
}
const quiet = { serviceWorker: { controller: null, getRegistration: async () => undefined } }

it.each([
  [true, ['salida']],
  [false, ['salida', 'borrador', 'config']],
])(
  'of what the browser keeps stays what is nobody’s, and the session (within this tab: %s)',
  async (tab, stays) => {
    vi.stubGlobal('navigator', quiet)
    vi.stubGlobal(
      'localStorage',
      storage(
        'config',
        'consejos',
        'atajos',
        'pasos',
        'fin',
        'numeros',
        'corte',
        'letras',
        'ana',
        'sesion',
        'sesion-code-verifier',
        'salida',
      ),
    )
    vi.stubGlobal('sessionStorage', storage('salida', 'borrador', 'config'))
    await eraseDevice({ tab, drafts: true })
    expect(Object.keys(localStorage).sort()).toEqual([
      'atajos',
      'config',
      'consejos',
      'corte',
      'fin',
      'letras',
      'numeros',
      'pasos',
      'sesion',
      'sesion-code-verifier',
    ])
    expect(Object.keys(sessionStorage)).toEqual(stays)
  },
)

it('a browser that refuses its storage forgets the rest all the same', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { ...quiet.serviceWorker, controller: controlled } })
  const place = Object.create({
    removeItem: () => {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  vi.stubGlobal('localStorage', Object.assign(place, { ana: 'x' }))
  await eraseDevice({ tab: false, drafts: false })
  expect(told).toEqual(['olvida'])
})

it.each([true, false])('what she was writing goes where she says so: %s', async (drafts) => {
  vi.stubGlobal('navigator', quiet)
  await eraseDevice({ tab: false, drafts })
  expect(eraseStores).toHaveBeenCalledExactlyOnceWith({ drafts })
})

it('what a page that signed out had no time to erase, the next one does', async () => {
  vi.stubGlobal('navigator', quiet)
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  noteLeaving()
  vi.mocked(eraseStores).mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await eraseDevice({ tab: true, drafts: true })
  for (const _ of [1, 2]) await eraseDevice({ tab: false, drafts: false })
  expect(vi.mocked(eraseStores).mock.calls.map(([{ drafts }]) => drafts)).toEqual([true, true, false])
  expect([...kept]).toEqual([])
})

it('of what the browser has fetched stays what is the same for everybody', async () => {
  const names = new Set(['app-1', 'fotos', 'sobras-app-1', 'app-letras'])
  vi.stubGlobal('navigator', quiet)
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  })
  await eraseDevice({ tab: false, drafts: false })
  expect([...names]).toEqual(['app-1', 'app-letras'])
})

it.each([
  ['a device that is told of what is new', true, true],
  ['one that was never asked whether it may be', true, false],
  ['a browser that cannot be told', false, false],
])('her notices end, and no more come: %s', async (_, canBeTold, isTold) => {
  const [notice, subscription] = [{ close: vi.fn() }, { unsubscribe: vi.fn() }]
  const registration = {
    ...(canBeTold && { pushManager: { getSubscription: async () => (isTold ? subscription : null) } }),
    getNotifications: async () => [notice, notice],
  }
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: null, getRegistration: async () => registration },
  })
  await eraseDevice({ tab: false, drafts: false })
  expect(subscription.unsubscribe).toHaveBeenCalledTimes(isTold ? 1 : 0)
  expect(notice.close).toHaveBeenCalledTimes(2)
})
