import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const FILES = ['/assets/app.js', '/assets/Agenda.js', '/assets/LegalAdmin.js']
const source = (await readFile(fileURLToPath(new URL('./sw.js', import.meta.url)), 'utf8'))
  .replace('__FILES__', JSON.stringify(FILES))
  .replace('__FIRST__', '["/assets/app.js"]')
  .replace('__LATER__', '["/assets/LegalAdmin.js"]')
  .replace('__SERVICE__', 'null')

const HERE = 'https://casa.test'

type Handler = (event: object) => void

/** The worker in a browser that has what it asks for: caches, a network, and a line. What is `lost` does not arrive the first so many times, and then no pause is waited for. */
function worker({
  saveData = false,
  effectiveType = '4g',
  release = 'una',
  kept = new Map<string, Map<string, Response>>(),
  lost = 0,
} = {}) {
  const asked: string[] = []
  const handlers = new Map<string, Handler>()
  const pathOf = (key: string | Request) => {
    const { pathname, search } = new URL(typeof key === 'string' ? key : key.url, HERE)
    return pathname + search
  }
  const fetched = async (input: string | Request) => {
    asked.push(pathOf(input))
    return new Response(`of ${pathOf(input)}`)
  }
  const cacheOf = (name: string) => {
    const held = kept.get(name) ?? new Map<string, Response>()
    kept.set(name, held)
    return {
      match: async (key: string) => held.get(key)?.clone(),
      put: async (key: string, response: Response) => void held.set(key, response),
      keys: async () => [...held.keys()].map((key) => new Request(HERE + key)),
      addAll: async (files: string[]) => {
        const isHouse = files.includes('/assets/app.js')
        if (isHouse && lost-- > 0) throw new TypeError('Failed to fetch')
        for (const file of files) held.set(file, await fetched(file))
      },
    }
  }
  const caches = {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (key: string) => {
      for (const held of kept.values()) if (held.has(key)) return held.get(key)!.clone()
      return undefined
    },
  }
  const self = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: () => {},
    navigator: { connection: { saveData, effectiveType } },
  }
  const pauses: number[] = []
  const hurry = (work: () => void, ms: number) => {
    pauses.push(ms)
    return setTimeout(work, 0)
  }
  const known = {
    self,
    caches,
    fetch: fetched,
    location: { origin: HERE },
    URL,
    Response,
    setTimeout: lost > 0 ? hurry : setTimeout,
  }
  runInNewContext(source.replace('__RELEASE__', release), known)

  /** @returns what the worker answered, once all that it does besides is done */
  async function dispatch(type: string, event: object = {}): Promise<Response | undefined> {
    const waits: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    handlers.get(type)!({
      ...event,
      waitUntil: (work: Promise<unknown>) => waits.push(work),
      respondWith: (given: Promise<Response>) => {
        answer = given
      },
    })
    const response = await answer
    for (const wait of waits) await wait
    return response
  }
  return {
    asked,
    pauses,
    kept: () => [...(kept.get(`casa-${release}`)?.keys() ?? [])],
    everything: kept,
    install: () => dispatch('install'),
    signIn: () => dispatch('message', { data: 'todo' }),
    get: async (path: string, mode = 'no-cors') =>
      (await dispatch('fetch', { request: { method: 'GET', url: HERE + path, mode } }))?.text(),
  }
}

const EXIT = ['/medidas.html', '/medidas.css', '/sinred.html', '/sinred.css', '/antes.js']

describe('what the worker keeps', () => {
  it('is nothing but the neutral pages of a visitor, whatever she opens', async () => {
    const { install, get, kept } = worker()
    await install()
    await get('/assets/app.js')
    expect(kept()).toEqual(EXIT)
  })

  it('of a member is the house, last of all its plain page, which is asked for as `/?casa`, and no room of the admin', async () => {
    const { install, signIn, get, kept, asked } = worker()
    await install()
    await signIn()
    expect(kept()).toEqual([...EXIT, '/assets/app.js', '/', '/assets/Agenda.js'])
    expect(asked).toContain('/?casa')
    expect(asked).not.toContain('/')
    // What a visitor would see there is never answered from it.
    expect(await get('/', 'navigate')).toBe('of /?casa')
    expect(await get('/agenda', 'navigate')).toBe('of /?casa')
  })

  it('is asked for again, after longer and longer pauses, where the line falls meanwhile', async () => {
    const { install, signIn, kept, pauses } = worker({ lost: 2 })
    await install()
    await signIn()
    expect(kept()).toContain('/')
    expect(pauses).toEqual([0, 1000, 3000])
  })

  it('is left alone where the line stays away, and fails nobody', async () => {
    const { install, signIn, kept, pauses } = worker({ lost: 4 })
    await install()
    await signIn()
    expect(kept()).toEqual(EXIT)
    expect(pauses).toEqual([0, 1000, 3000, 9000])
    await signIn()
    expect(kept()).toContain('/')
  })

  it.each([
    { saveData: true },
    { effectiveType: 'slow-2g' },
    { effectiveType: '2g' },
    { effectiveType: '3g' },
  ])(
    'on a costly or slow line (%o) is what her first screens need, and the rest as she opens it',
    async (line) => {
      const { install, signIn, get, kept, asked } = worker(line)
      await install()
      await signIn()
      expect(kept()).toEqual([...EXIT, '/assets/app.js', '/'])
      await get('/assets/Agenda.js')
      await get('/assets/Agenda.js')
      expect(kept()).toContain('/assets/Agenda.js')
      expect(asked.filter((path) => path === '/assets/Agenda.js')).toHaveLength(1)
    },
  )

  it('grows to the whole house on the first line that costs nothing, and nothing is fetched twice', async () => {
    const costly = worker({ saveData: true })
    await costly.install()
    await costly.signIn()
    const { signIn, kept, asked } = worker({ kept: costly.everything })
    await signIn()
    expect(kept()).toContain('/assets/Agenda.js')
    expect(asked).toEqual(['/assets/Agenda.js'])
  })

  it('of a new release is kept where the house was kept, and the one before answers for its own pages', async () => {
    const old = worker()
    await old.install()
    await old.signIn()
    old.everything.get('casa-una')!.set('/assets/Vieja.js', new Response('of a page that is still open'))
    const { install, get, kept } = worker({ release: 'otra', kept: old.everything })
    await install()
    expect(kept()).toContain('/')
    expect(await get('/assets/Vieja.js')).toBe('of a page that is still open')
  })
})
