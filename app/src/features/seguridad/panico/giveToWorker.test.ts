import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryCaches, type Stores } from '../../../lib/testing/caches.ts'

/** What the device keeps, what the service is told, and what stands in the open. */
const { device, service, open } = await vi.hoisted(async () => {
  const { memoryDevice, memoryService } = await import('../../../lib/testing/memory.ts')
  return {
    device: memoryDevice(),
    service: memoryService(),
    open: {
      session: null as object | null,
      cierre: null as object | null,
    },
  }
})
vi.mock('../../../lib/offline/deviceStore.ts', () => ({ deviceShelf: () => device.shelf }))
vi.mock('../../../lib/api/ask.ts', () => ({ ask: service.ask }))
vi.mock('../../../lib/installation/config.ts', () => ({
  knownConfig: () => ({ supabaseUrl: 'https://service.test', anonKey: 'public' }),
}))
vi.mock('../../../lib/session/sessionStorage.ts', async (original) => ({
  ...(await original<object>()),
  storedSession: () => open.session,
  readCierre: () => open.cierre,
  isLocked: () => open.session === null && open.cierre !== null,
}))

const sessionOf = (session_id: string, id = 'ana') => ({
  user: { id },
  access_token: `e30.${btoa(JSON.stringify({ session_id }))}.firma`,
})

const T0 = Date.parse('2026-11-30T22:00:00Z')
const PRESS = { owner: 'ana', id: 'p1', pressedAt: T0 }
const soon = () => vi.advanceTimersByTimeAsync(0)
const register = vi.fn(async () => {})
let stores: Stores
const storage = new Map<string, string>()

const keep = (owner: string, ficha: string) => storage.set('ficha', JSON.stringify({ owner, ficha }))
const kept = () => JSON.parse(storage.get('ficha') ?? 'null')

/** A page of a browser that wakes its worker, without a network. */
async function openPage() {
  vi.resetModules()
  const { queue } = await import('../../../lib/offline/outbox.ts')
  const unheard = await import('../alarma/unheard.ts')
  const { giveToWorker } = await import('./giveToWorker.ts')
  const { askForFicha } = await import('./askForFicha.ts')
  queue.open('ana')
  await soon()
  return { ...unheard, giveToWorker, askForFicha }
}

/** What the worker would ask, by its clock. */
async function held() {
  const kept = [...(stores.get('espera')?.values() ?? [])]
  return Promise.all(kept.map((response) => response.clone().json()))
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
  service.line = 'down'
  stores = new Map()
  vi.stubGlobal('SyncManager', class {})
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('caches', memoryCaches('https://app.test', stores))
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve({ sync: { register } }) },
    locks: { request: (_: string, work: () => Promise<void>) => work() },
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  })
  keep('ana', 'f')
  Object.assign(open, { session: sessionOf('s1'), cierre: null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  register.mockClear()
  device.rows.clear()
  service.told.length = 0
  storage.clear()
})

type Page = Awaited<ReturnType<typeof openPage>>

/** As the button does. */
async function press({ openAlerta, giveToWorker }: Page, id = 'p1') {
  void openAlerta({ ...PRESS, id })
  await giveToWorker({ ...PRESS, id })
}

const args = { cliente_id: 'p1', pulsada_en: '2026-11-30T22:00:00.000Z', pausa_s: null }
const plain = { apikey: 'public', 'content-type': 'application/json' }

it.each([
  ['without a PIN', sessionOf('s1'), null],
  ['with a PIN that is open', sessionOf('s1'), { owner: 'ana' }],
  ['that is locked', null, { owner: 'ana' }],
])(
  'has a press without a network by the token of a device %s, and no session',
  async (_, session, cierre) => {
    Object.assign(open, { session, cierre })
    const page = await openPage()
    await press(page)
    await soon()
    expect(await held()).toEqual([
      {
        url: 'https://service.test/rest/v1/rpc/alertar_con_ficha',
        headers: plain,
        args: { ficha: 'f', ...args },
      },
    ])
    expect(register).toHaveBeenCalledWith('espera')
  },
)

it.each([null, 'bea'])('has none by the token of %s', async (owner) => {
  storage.clear()
  if (owner) keep(owner, 'b')
  const page = await openPage()
  await press(page)
  await soon()
  expect(stores.has('espera')).toBe(false)
})

describe('a device without a PIN', () => {
  const DAY_MS = 24 * 60 * 60_000
  beforeEach(() => {
    storage.clear()
    service.line = 'up'
    service.answer = 'nueva'
  })

  it('asks for a token, for another each day, and for one of another session of hers', async () => {
    const { askForFicha } = await openPage()
    const asked = async () => {
      await askForFicha('ana')
      return service.names().length
    }
    expect([await asked(), await asked()]).toEqual([1, 1])
    expect(kept()).toMatchObject({ owner: 'ana', ficha: 'nueva' })
    vi.setSystemTime(T0 + DAY_MS - 1)
    expect(await asked()).toBe(1)
    vi.setSystemTime(T0 + DAY_MS)
    expect([await asked(), await asked()]).toEqual([2, 2])
    vi.setSystemTime(T0)
    expect(await asked(), 'by a clock that was set back').toBe(3)
    open.session = sessionOf('s2')
    expect([await asked(), await asked()]).toEqual([4, 4])
    expect(new Set(service.names())).toEqual(new Set(['pedir_ficha']))
  })

  it.each([
    ['a PIN', { cierre: { owner: 'ana' } }],
    ['somebody else on it', { session: sessionOf('s1', 'bea') }],
    ['nobody on it', { session: null }],
  ])('asks for none with %s', async (_, state) => {
    Object.assign(open, state)
    const { askForFicha } = await openPage()
    await askForFicha('ana')
    expect(service.told).toEqual([])
  })

  it('keeps what a PIN brought that she set meanwhile', async () => {
    const { askForFicha } = await openPage()
    const asked = askForFicha('ana')
    keep('ana', 'del PIN')
    await asked
    expect(kept()).toMatchObject({ ficha: 'del PIN' })
  })
})

it('loses it as soon as the page has told of it', async () => {
  const page = await openPage()
  await press(page)
  await soon()
  service.line = 'up'
  page.pasos.wake()
  await soon()
  expect(service.names()).toEqual(['abrir_alerta'])
  expect(await held()).toEqual([])
})

it.each([
  ['her own', false],
  ['the second', true],
])('has nothing any more once she has ended it, with %s PIN', async (_, segundo) => {
  const page = await openPage()
  await press(page)
  await press(page, 'p2')
  page.endAlerta('ana', 'p2', 'a_salvo', true, { segundo, prueba: 'x' })
  await soon()
  expect(stores.has('espera')).toBe(false)
})

it('has nothing of a press from behind the second PIN, not even an empty place for it once that has arrived', async () => {
  service.line = 'up'
  const page = await openPage()
  await page.openAlerta({ ...PRESS, prueba: 'x' })
  await soon()
  expect([service.names(), stores.size]).toEqual([['abrir_alerta'], 0])
})

it('has nothing where the browser never wakes it', async () => {
  Reflect.deleteProperty(globalThis, 'SyncManager')
  const page = await openPage()
  await press(page)
  await soon()
  expect(stores.has('espera')).toBe(false)
})
