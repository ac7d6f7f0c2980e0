import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { allowOrigins } from './cors.ts'

const apps = [['https://amparo.example'], ['https://amparo.example', '*']].map((origins) => {
  const app = Fastify()
  // A plugin of its own is ready before any route is asked.
  void allowOrigins(app, origins, ['x-own'])
  app.get('/', async () => 'answer')
  app.options('/', async (_request, reply) => reply.header('allow', 'OPTIONS,GET').send(''))
  return app
})
const [some, all] = apps as [(typeof apps)[0], (typeof apps)[0]]
afterAll(() => Promise.all(apps.map((app) => app.close())))

const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'apikey,prefer',
}

/** What an answer says of other origins. */
async function told(
  app: typeof some,
  headers: Record<string, string>,
  method: 'GET' | 'OPTIONS' = 'GET',
  url = '/',
) {
  const answer = await app.inject({ method, url, headers })
  const of = Object.entries(answer.headers).filter(([name]) => /^(vary|allow$|access-control-)/.test(name))
  return { status: answer.statusCode, ...Object.fromEntries(of) }
}

const EXPOSED =
  'Content-Range, Content-Location, Range-Unit, Preference-Applied, X-Supabase-Api-Version, X-Sb-Error-Code, Retry-After, x-own'
const plain = { vary: 'Origin', 'access-control-expose-headers': EXPOSED }

describe('an answer', () => {
  it('is readable to pages of the origins that are named, and to no other', async () => {
    const named = { ...plain, status: 200, 'access-control-allow-origin': 'https://amparo.example' }
    expect(await told(some, { origin: 'https://amparo.example' })).toEqual(named)
    for (const origin of [
      'https://evil.example',
      'https://amparo.example.evil.example',
      'http://amparo.example',
      'null',
      '*',
    ])
      expect(await told(some, { origin })).toEqual({ ...plain, status: 200 })
    // The server's own pages, which read whatever comes.
    expect(await told(some, {})).toEqual({ vary: 'Origin', status: 200 })
  })

  it('is readable to all where all are, and never with cookies', async () => {
    const everybody = { ...plain, status: 200, 'access-control-allow-origin': '*' }
    expect(await told(all, { origin: 'https://elsewhere.example' })).toEqual(everybody)
    expect(await told(all, {})).toEqual(everybody)
  })

  it('says so as well where nothing is', async () => {
    const missing = { ...plain, status: 404, 'access-control-allow-origin': 'https://amparo.example' }
    expect(await told(some, { origin: 'https://amparo.example' }, 'GET', '/nothing')).toEqual(missing)
  })
})

describe('a preflight', () => {
  const granted = {
    status: 204,
    vary: 'Origin, Access-Control-Request-Headers',
    'access-control-expose-headers': EXPOSED,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': 'apikey,prefer',
    'access-control-max-age': '600',
  }

  it.each(['/', '/nothing'])('is answered before any API, at %s', async (url) => {
    const origin = 'https://amparo.example'
    const asked = { origin, ...PREFLIGHT }
    expect(await told(some, asked, 'OPTIONS', url)).toEqual({
      ...granted,
      'access-control-allow-origin': origin,
    })
  })

  it('of a page that may not ask is told no origin, by which its browser refuses', async () => {
    expect(await told(some, { origin: 'https://evil.example', ...PREFLIGHT }, 'OPTIONS')).toEqual(granted)
  })

  it('without an origin is none', async () => {
    expect(await told(some, PREFLIGHT, 'OPTIONS')).toMatchObject({ status: 400 })
  })

  it('is not every question of what may be asked', async () => {
    expect(await told(some, { origin: 'https://evil.example' }, 'OPTIONS')).toEqual({
      ...plain,
      status: 200,
      allow: 'OPTIONS,GET',
    })
  })
})
