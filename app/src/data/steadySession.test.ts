import { afterEach, expect, it, vi } from 'vitest'
import { steadySession, type Vigia } from './steadySession.ts'

const REFRESH = 'http://x/auth/v1/token?grant_type=refresh_token'
const answering = (status: number, body: unknown) =>
  steadySession(async () => new Response(JSON.stringify(body), { status, headers: { 'x-seen': 'yes' } }))

afterEach(() => {
  vi.useRealTimers()
})

it.each(['2026-11-23T12:00:00Z', '2026-11-19T12:00:00Z'])(
  'names the end of a token by a clock that says %s',
  async (now) => {
    vi.useFakeTimers({ now: new Date(now) })
    const body = {
      access_token: 'a',
      expires_in: 3600,
      expires_at: Date.UTC(2026, 10, 21, 13) / 1000,
      user: { id: 'u' },
    }
    for (const path of [
      'token?grant_type=password',
      'token?grant_type=pkce',
      'verify',
      'factors/1/verify',
      'signup',
    ]) {
      const response = await answering(200, body)(`http://x/auth/v1/${path}`)
      expect(await response.json()).toEqual({ ...body, expires_at: Date.parse(now) / 1000 + 3600 })
      expect(response.headers.get('x-seen')).toBe('yes')
    }
  },
)

it('passes "too many requests" for a renewal on as a service that cannot answer right now', async () => {
  expect((await answering(429, { code: 'over_request_rate_limit' })(REFRESH)).status).toBe(503)
  expect((await answering(429, {})(new URL('http://x/auth/v1/token?grant_type=password'))).status).toBe(429)
})

it.each([
  ['http://x/rest/v1/token', 200, { expires_in: 1 }],
  ['http://x/auth/v1/user', 200, { expires_in: 1 }],
  ['http://x/auth/v1/signup', 200, { id: 'u' }],
  [REFRESH, 400, { code: 'refresh_token_not_found', expires_in: 1 }],
])('leaves everything else as it is: %s %i', async (url, status, body) => {
  const response = await answering(status, body)(url)
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual(body)
})

const tokenOf = (sub: string, n: number) => `h.${btoa(JSON.stringify({ sub, n }))}.s`
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

/** A device with a session, a service that knows it no more, and how the renewal goes. */
function device({ refused, renewal }: { refused: Response; renewal: () => Response }) {
  const asked: string[] = []
  let ended = 0
  const session = { access_token: tokenOf('ana', 1), refresh_token: 'uno', user: { id: 'ana' } }
  const service: typeof fetch = async (input, init) => {
    asked.push(String(input))
    if (String(input).includes('grant_type')) return renewal()
    const given = new Headers(init?.headers).get('authorization')
    return given === `Bearer ${tokenOf('ana', 2)}` ? json(200, 'served') : refused.clone()
  }
  const vigia: Vigia = {
    sesion: () => session,
    renew: async () => {
      const body = JSON.stringify({ refresh_token: session.refresh_token })
      const answer = await firme(REFRESH, { method: 'POST', body })
      if (answer.ok) Object.assign(session, { access_token: tokenOf('ana', 2), refresh_token: 'dos' })
    },
    onEnded: () => {
      ended += 1
    },
  }
  const firme = steadySession(service, vigia)
  return { firme, session, asked, ended: () => ended }
}

const DOORS = [
  ['http://x/rest/v1/agenda', json(401, { code: 'PGRST301', message: 'x' })],
  ['http://x/auth/v1/user', json(403, { code: 'session_not_found' })],
  ['http://x/auth/v1/user', json(403, { code: 403, error_code: 'user_banned' })],
  [
    'http://x/storage/v1/object/a',
    json(400, { statusCode: '403', error: 'Unauthorized', message: 'Invalid JWT' }),
  ],
  ['http://x/functions/v1/f', json(401, { code: 'UNAUTHORIZED_INVALID_JWT_FORMAT' })],
] as const

it.each(DOORS)('a refusal at %s, and then of the renewal, ends the session', async (url, refused) => {
  const { firme, ended, session } = device({
    refused,
    renewal: () => json(400, { code: 'session_not_found' }),
  })
  const answer = await firme(url, bearer(session.access_token))
  expect(answer.status, 'whoever asked is told what the door said').toBe(refused.status)
  expect(ended()).toBe(1)
})

it.each(DOORS)('a refusal at %s that a renewal mends is never seen', async (url, refused) => {
  const { firme, ended, session, asked } = device({ refused, renewal: () => json(200, {}) })
  expect(await (await firme(url, bearer(session.access_token))).json()).toBe('served')
  expect([ended(), asked.length]).toEqual([0, 3])
})

it.each([
  ['too many', 429, { code: 'over_request_rate_limit' }],
  ['broken', 500, { code: 'unexpected_failure' }],
  ['another key', 401, { message: 'Invalid API key' }],
  ['a page of somebody else', 403, 'blocked'],
  ['gone for a moment', 404, {}],
])('no other answer to a renewal ends it: %s', async (_, status, body) => {
  const refused = json(401, { code: 'PGRST301' })
  const { firme, ended, session } = device({ refused, renewal: () => json(status as number, body) })
  expect((await firme('http://x/rest/v1/agenda', bearer(session.access_token))).status).toBe(401)
  expect((await firme(REFRESH, { body: JSON.stringify({ refresh_token: 'uno' }) })).status).toBe(503)
  expect(ended()).toBe(0)
})

it.each(['session_not_found', 'user_not_found', 'user_banned'])(
  'where the renewal has no answer, the word of who knows her session ends it: %s',
  async (code) => {
    const { firme, ended, session } = device({
      refused: json(403, { code }),
      renewal: () => new Response(null, { status: 503 }),
    })
    const answer = await firme('http://x/auth/v1/user', bearer(session.access_token))
    expect([answer.status, ended()]).toEqual([403, 1])
  },
)

it.each([
  ['http://x/auth/v1/user', json(403, { code: 'bad_jwt' })],
  ['http://x/auth/v1/user', json(401, { code: 'no_authorization' })],
  ['http://x/auth/v1/factors', json(403, { code: 'session_not_found' })],
  ['http://x/rest/v1/agenda', json(401, { code: 'session_not_found' })],
  ['http://x/auth/v1/user', json(403, 'a page of somebody else')],
] as const)('and nothing else does, without a renewal that was answered: %s', async (url, refused) => {
  const { firme, ended, session } = device({ refused, renewal: () => new Response(null, { status: 503 }) })
  await firme(url, bearer(session.access_token))
  expect(ended()).toBe(0)
})

it('what a member may not do, and what a visitor is refused, renews nothing', async () => {
  for (const [url, refused, token] of [
    ['http://x/rest/v1/a', json(403, { code: '42501' }), tokenOf('ana', 1)],
    ['http://x/rest/v1/a', json(401, { code: 'PT401' }), tokenOf('ana', 1)],
    ['http://x/auth/v1/user', json(401, { code: 'reauthentication_needed' }), tokenOf('ana', 1)],
    ['http://x/auth/v1/logout', json(403, { code: 'session_not_found' }), tokenOf('ana', 1)],
    [
      'http://x/storage/v1/object/a',
      json(400, {
        statusCode: '403',
        error: 'Unauthorized',
        message: 'new row violates row-level security policy',
      }),
      tokenOf('ana', 1),
    ],
    ['http://x/rest/v1/a', json(401, { code: 'PGRST301' }), 'h.e30.s'],
    ['http://x/rest/v1/a', json(401, { code: 'PGRST301' }), tokenOf('bea', 1)],
  ] as const) {
    const { firme, asked } = device({ refused, renewal: () => json(400, { code: 'session_not_found' }) })
    expect((await firme(url, bearer(token))).status).toBe(refused.status)
    expect(asked).toEqual([url])
  }
})

it('an earlier refresh token that is refused late ends nothing that another tab has renewed', async () => {
  const { firme, ended } = device({
    refused: json(401, {}),
    renewal: () => json(400, { code: 'session_not_found' }),
  })
  await firme(REFRESH, { body: JSON.stringify({ refresh_token: 'cero' }) })
  expect(ended()).toBe(0)
})

it('a door that refuses what was just renewed is not asked over and over', async () => {
  const { firme, session, asked } = device({
    refused: json(401, { code: 'PGRST301' }),
    renewal: () => json(200, {}),
  })
  await firme('http://x/rest/v1/a', bearer(session.access_token))
  asked.length = 0
  const stubborn = tokenOf('ana', 2)
  Object.assign(session, { access_token: stubborn })
  const refusing = steadySession(
    async (url) => {
      asked.push(String(url))
      return json(401, { code: 'PGRST301' })
    },
    { sesion: () => session, renew: async () => {}, onEnded: () => {} },
  )
  for (let round = 0; round < 3; round++) await refusing('http://x/rest/v1/a', bearer(stubborn))
  expect(asked).toHaveLength(3)
})
