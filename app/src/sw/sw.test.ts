import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryCaches, type Stores } from '../lib/testing/caches.ts'
import type { Entry } from './manifest.ts'

const HERE = 'https://app.test'

const hrefOf = (key: string | URL | Request) => new URL(key instanceof Request ? key.url : key, HERE).href
const pathOf = (href: string) => href.slice(HERE.length)

/**
 * The worker in a browser that has what it asks for: caches, a network, and the kind of connection. With fake timers, which `dispatch` lets
 * pass.
 *
 * @param answer of the network, by path
 */
async function startWorker({
  entries,
  stores = new Map(),
  answer = async (path) => new Response(`of ${path}`),
  connection = {},
}: {
  entries: Entry[]
  stores?: Stores
  answer?: (path: string, init?: RequestInit) => Promise<Response>
  connection?: { saveData?: boolean; effectiveType?: string }
}) {
  const asked: string[] = []
  const handlers: [string, (event: object) => void][] = []
  const caches = memoryCaches(HERE, stores)
  vi.resetModules()
  vi.useFakeTimers()
  // Otherwise Workbox writes what it does to the console.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('location', { origin: HERE, href: `${HERE}/sw.js` })
  vi.stubGlobal('registration', { scope: `${HERE}/` })
  vi.stubGlobal('navigator', { connection })
  vi.stubGlobal('FetchEvent', class {})
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    const path = pathOf(hrefOf(input))
    asked.push(path)
    return answer(path, init)
  })
  vi.stubGlobal('self', {
    __WB_MANIFEST: entries,
    caches,
    skipWaiting: () => {},
    addEventListener: (type: string, handler: (event: object) => void) => handlers.push([type, handler]),
  })
  await import('./sw.ts')

  /** @returns what the worker answers, once all that it does besides is done; undefined where it leaves a request alone */
  async function dispatch(type: string, event: object = {}): Promise<Response | undefined> {
    const waits: Promise<unknown>[] = []
    let answered: Promise<Response> | undefined
    for (const [of, handler] of handlers)
      if (of === type)
        handler({
          ...event,
          type,
          waitUntil: (work: Promise<unknown>) => waits.push(work),
          respondWith: (given: Promise<Response>) => {
            answered = given
          },
        })
    const done = (async () => {
      const response = await answered
      for (const wait of waits) await wait
      return response
    })()
    done.catch(() => {})
    await vi.runAllTimersAsync()
    return done
  }

  return {
    asked,
    stores,
    dispatch,
    /** What is in a store whose name begins so, by path. */
    kept: (name: string) => {
      const [, held] = [...stores].find(([known]) => known.startsWith(name)) ?? []
      return [...(held?.keys() ?? [])].map(pathOf)
    },
    install: () => dispatch('install'),
    activate: () => dispatch('activate'),
    signIn: () => dispatch('message', { data: 'todo' }),
    get: async (path: string, mode?: 'navigate') => {
      const request = new Request(HERE + path)
      if (mode) Object.defineProperty(request, 'mode', { value: mode })
      return (await dispatch('fetch', { request }))?.text()
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetModules()
})

const ONE = 'aaaaaaaaaaaa'
const TWO = 'bbbbbbbbbbbb'

/** What a build lists. */
const entriesOf = (release: string): Entry[] => [
  { url: '/medidas.html', revision: '1', group: 'visitor' },
  { url: '/sinred.html', revision: '1', group: 'visitor' },
  { url: '/assets/app.js', revision: null, group: 'first' },
  { url: '/icono.svg', revision: '1', group: 'first' },
  { url: '/assets/Agenda.js', revision: null, group: 'rest' },
  { url: '/assets/LegalAdmin.js', revision: null, group: 'team' },
  { url: '/?app', revision: release, group: 'page' },
]
const entries = entriesOf(ONE)
const RELEASE = `app-${ONE}`
const VISITOR = ['/medidas.html?__WB_REVISION__=1', '/sinred.html?__WB_REVISION__=1']
const FIRST = ['/assets/app.js', '/icono.svg']

const lost = async () => {
  throw new TypeError('Failed to fetch')
}

/** A network that fails for a file of the app so many times. */
function losing(times: number) {
  let left = times
  return async (path: string) => {
    if (path === '/assets/app.js' && left-- > 0) throw new TypeError('Failed to fetch')
    return new Response(`of ${path}`)
  }
}

/** A device on which somebody signed in. */
async function signedIn(options: Partial<Parameters<typeof startWorker>[0]> = {}) {
  const worker = await startWorker({ entries, ...options })
  await worker.install()
  await worker.signIn()
  return worker
}

describe('what is kept', () => {
  it('for a visitor are the neutral pages alone, whatever she opens', async () => {
    const { install, get, kept, stores } = await startWorker({ entries })
    await install()
    expect(await get('/assets/app.js')).toBe('of /assets/app.js')
    expect(await get('/landing', 'navigate')).toBe('of /landing')
    expect([...stores.keys()]).toEqual([`app-precache-v2-${HERE}/`])
    expect(kept('app-precache')).toEqual(VISITOR)
  })

  it('for a member is the app, its plain page after what it opens with, and no screen of the team', async () => {
    const { get, kept, asked } = await signedIn()
    expect(kept(RELEASE)).toEqual([...FIRST, '/', '/assets/Agenda.js'])
    expect(asked).toContain('/?app')
    expect(asked).not.toContain('/')
    // What a visitor would see there is never answered from it.
    expect(await get('/', 'navigate')).toBe('of /?app')
    expect(await get('/landing', 'navigate')).toBe('of /?app')
  })

  it('opens with the prerendered pages only while her own page says so', async () => {
    const prerendered: Entry[] = ['/inicio.html', '/seguridad.html'].map((url) => ({
      url,
      revision: '1',
      group: 'first',
    }))
    const { get, dispatch } = await signedIn({ entries: [...prerendered, ...entries] })
    expect(await get('/', 'navigate')).toBe('of /?app')
    await dispatch('message', { data: 'vista' })
    expect(await get('/', 'navigate')).toBe('of /inicio.html')
    expect(await get('/seguridad', 'navigate')).toBe('of /seguridad.html')
    expect(await get('/?code=1', 'navigate')).toBe('of /?app')
    expect(await get('/agenda', 'navigate')).toBe('of /?app')
    await dispatch('message', { data: 'sin vista' })
    expect(await get('/seguridad', 'navigate')).toBe('of /?app')
  })

  it('is asked for again, after longer and longer pauses, where the network goes meanwhile', async () => {
    const { kept, asked } = await signedIn({ answer: losing(2) })
    expect(kept(RELEASE)).toContain('/')
    expect(asked.filter((path) => path === '/assets/app.js')).toHaveLength(3)
    // What had arrived is not fetched again.
    expect(asked.filter((path) => path === '/icono.svg')).toHaveLength(1)
  })

  it('has no page where what it opens with stayed away, and fails nobody', async () => {
    const { signIn, kept, asked } = await signedIn({ answer: losing(4) })
    expect(kept(RELEASE)).toEqual(['/icono.svg'])
    expect(asked.filter((path) => path === '/assets/app.js')).toHaveLength(4)
    await signIn()
    expect(kept(RELEASE)).toContain('/')
  })

  it('is never an error of the server', async () => {
    const { kept } = await signedIn({
      answer: async (path) => new Response(path, { status: path === '/icono.svg' ? 503 : 200 }),
    })
    expect(kept(RELEASE)).toEqual(['/assets/app.js'])
  })

  it.each([
    { saveData: true },
    { effectiveType: 'slow-2g' },
    { effectiveType: '2g' },
    { effectiveType: '3g' },
  ])(
    'on a costly or slow line (%o) is what her first screens need, and the rest as she opens it',
    async (connection) => {
      const { get, kept, asked } = await signedIn({ connection })
      expect(kept(RELEASE)).toEqual([...FIRST, '/'])
      await get('/assets/Agenda.js')
      await get('/assets/Agenda.js')
      expect(kept(RELEASE)).toContain('/assets/Agenda.js')
      expect(asked.filter((path) => path === '/assets/Agenda.js')).toHaveLength(1)
    },
  )

  it('grows to the whole app on the first connection that costs nothing, and nothing is fetched twice', async () => {
    const { stores } = await signedIn({ connection: { saveData: true } })
    const { signIn, kept, asked } = await startWorker({ entries, stores })
    await signIn()
    expect(kept(RELEASE)).toContain('/assets/Agenda.js')
    expect(asked).toEqual(['/assets/Agenda.js'])
  })

  it('of the team are the screens that were opened', async () => {
    const { get, kept } = await signedIn()
    await get('/assets/LegalAdmin.js')
    expect(kept(RELEASE)).toContain('/assets/LegalAdmin.js')
  })
})

describe('a new release', () => {
  it('is kept where the app was kept before it takes over, and the one before answers for its own pages', async () => {
    const { stores } = await signedIn()
    stores.get(RELEASE)!.set(`${HERE}/assets/Vieja.js`, new Response('of a page that is still open'))
    const { install, activate, get, kept, asked } = await startWorker({ entries: entriesOf(TWO), stores })
    await install()
    await activate()
    expect(kept(`app-${TWO}`)).toEqual([...FIRST, '/', '/assets/Agenda.js'])
    expect(asked).toContain('/assets/app.js')
    expect(await get('/assets/Vieja.js')).toBe('of a page that is still open')
    expect(kept(`app-${TWO}`)).not.toContain('/assets/Vieja.js')
  })

  it('does not take over while it cannot be kept', async () => {
    const { stores } = await signedIn()
    const { install } = await startWorker({ entries: entriesOf(TWO), stores, answer: losing(1) })
    await expect(install()).rejects.toThrow()
  })

  it('leaves of the older ones the last, and what is not of a release', async () => {
    const names = ['app-111111111111', 'app-222222222222', 'lecturas', 'fotos']
    const stores = new Map(names.map((name) => [name, new Map()]))
    const { install, activate } = await startWorker({ entries, stores })
    await install()
    await activate()
    expect([...stores.keys()]).toEqual(['app-222222222222', 'lecturas', 'fotos', `app-precache-v2-${HERE}/`])
  })
})

describe('without a network', () => {
  it('a visitor finds the neutral page, and a page of our own in place of any other', async () => {
    const { install, stores } = await startWorker({ entries })
    await install()
    const { get } = await startWorker({ entries, stores, answer: lost })
    expect(await get('/medidas.html', 'navigate')).toBe('of /medidas.html')
    expect(await get('/medidas.html?a=1', 'navigate')).toBe('of /medidas.html')
    expect(await get('/landing', 'navigate')).toBe('of /sinred.html')
    await expect(get('/assets/app.js')).rejects.toThrow()
  })

  it('an open alert is the page that it keeps; with a network it is the newest one, and afterwards a page of our own', async () => {
    const { install, stores } = await startWorker({ entries })
    await install()
    stores.set('alerta', new Map([[`${HERE}/?app`, new Response('kept by the alert')]]))
    const online = await startWorker({ entries, stores })
    expect(await online.get('/alerta/un-codigo?por=push', 'navigate')).toBe('of /alerta/un-codigo?por=push')
    const offline = await startWorker({ entries, stores, answer: lost })
    expect(await offline.get('/alerta/un-codigo?por=push', 'navigate')).toBe('kept by the alert')
    expect(await offline.get('/confianza/un-codigo', 'navigate')).toBe('of /sinred.html')
    stores.delete('alerta')
    expect(await offline.get('/alerta/un-codigo', 'navigate')).toBe('of /sinred.html')
  })

  it('nobody waits longer than ten seconds for a page', async () => {
    const { install, stores } = await startWorker({ entries })
    await install()
    const { get } = await startWorker({ entries, stores, answer: () => new Promise(() => {}) })
    const began = Date.now()
    expect(await get('/login', 'navigate')).toBe('of /sinred.html')
    expect(Date.now() - began).toBe(10_000)
  })

  it('a booklet that she downloaded opens, in the version that she has', async () => {
    const stores = new Map([
      ['lecturas', new Map([[`${HERE}/cuadernos/duelo.pdf?v=2`, new Response('the booklet')]])],
    ])
    const { get } = await signedIn({ stores })
    expect(await get('/cuadernos/duelo.pdf?v=2')).toBe('the booklet')
    expect(await get('/cuadernos/duelo.pdf?v=3', 'navigate')).toBe('of /cuadernos/duelo.pdf?v=3')
  })
})

it.each([
  '/auth/v1/user',
  '/rest/v1/diario',
  '/storage/v1/object/fotos/a.jpg',
  '/functions/v1/pagar',
  '/realtime/v1/websocket',
  '/config.json',
  '/healthz',
  '/_estado',
])('%s is never answered by the worker', async (path) => {
  const { get, asked } = await signedIn()
  asked.length = 0
  expect(await get(path)).toBeUndefined()
  expect(await get(path, 'navigate')).toBeUndefined()
  expect(asked).toEqual([])
})

it('of what is sent, only what another app shares is answered by the worker', async () => {
  const { dispatch } = await signedIn()
  const send = (url: string) =>
    dispatch('fetch', { request: new Request(url, { method: 'POST', body: new FormData() }) })
  expect(await send(`${HERE}/rest/v1/diario`)).toBeUndefined()
  expect(await send('https://otra.test/compartir')).toBeUndefined()
  const diary = new Response()
  vi.spyOn(Response, 'redirect').mockReturnValue(diary)
  expect(await send(`${HERE}/compartir`)).toBe(diary)
})

describe('a press whose page is gone', () => {
  const CALL = '/rest/v1/rpc/alertar_con_ficha'
  const T0 = Date.parse('2026-11-30T22:00:00Z')

  /** A device with one press that no page has told of. */
  async function pressed(answer: (path: string, init?: RequestInit) => Promise<Response>) {
    const held = new Map<string, Response>()
    const stores = new Map([['espera', held]])
    const told: unknown[] = []
    const worker = await startWorker({
      entries,
      stores,
      answer: async (path, init) => {
        const response = await answer(path, init)
        told.push([path, init!.headers, JSON.parse(init!.body as string)])
        return response
      },
    })
    vi.setSystemTime(T0)
    const press = { url: HERE + CALL, headers: { apikey: 'public' }, args: { ficha: 'f', cliente_id: 'p1' } }
    held.set(`${HERE}/espera/p1`, new Response(JSON.stringify(press)))
    return { held, stores, told, sync: () => worker.dispatch('sync', { tag: 'espera' }) }
  }

  it('is told once the browser says that there is a network, by the clock of then, and goes', async () => {
    const { stores, told, sync } = await pressed(async () => new Response('true'))
    await sync()
    expect(told).toEqual([
      [CALL, { apikey: 'public' }, { ficha: 'f', cliente_id: 'p1', reloj: '2026-11-30T22:00:05.000Z' }],
    ])
    expect(stores.has('espera')).toBe(false)
  })

  it('that she ends while another one is being told is told no more', async () => {
    const { held, stores, told, sync } = await pressed(async () => {
      stores.delete('espera')
      return new Response('true')
    })
    held.set(`${HERE}/espera/p2`, held.get(`${HERE}/espera/p1`)!.clone())
    await sync()
    expect([told.length, stores.has('espera')]).toEqual([1, false])
  })

  it('is left to a page that lives: what that one tells, or she ends, within five seconds is not told here', async () => {
    const { stores, told, sync } = await pressed(async () => new Response('true'))
    setTimeout(() => stores.delete('espera'), 4_900)
    await sync()
    expect(told).toEqual([])
  })

  it.each([
    ['the network goes once more', lost],
    ['the service is down', async () => new Response('', { status: 503 })],
    ['it has too much to do', async () => new Response('', { status: 429 })],
    ['a proxy knows nothing of it', async () => new Response('', { status: 404 })],
    [
      'nobody answers',
      (_: string, init?: RequestInit) =>
        new Promise<Response>((_, reject) =>
          init!.signal!.addEventListener('abort', () => reject(new Error())),
        ),
    ],
  ])('stays where %s, and the browser is told to ask again', async (_, answer) => {
    const { held, sync } = await pressed(answer)
    await expect(sync()).rejects.toThrow('a press has not arrived')
    expect(held.size).toBe(1)
  })

  it('goes where its token is none any more: the page has her session', async () => {
    const { held, sync } = await pressed(async () => new Response('', { status: 401 }))
    await sync()
    expect(held.size).toBe(0)
  })
})
