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
  ['http://x/auth/v1/verify', 200, null],
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

const APIS = [
  ['http://x/rest/v1/agenda', json(401, { code: 'PGRST301', message: 'x' })],
  ['http://x/rest/v1/agenda', json(401, {})],
  ['http://x/rest/v1/agenda', new Response('<html>', { status: 401 })],
  ['http://x/auth/v1/user', json(403, { code: 'session_not_found' })],
  ['http://x/auth/v1/user', json(403, { code: 403, error_code: 'user_banned' })],
  [
    'http://x/storage/v1/object/a',
    json(400, { statusCode: '403', error: 'Unauthorized', message: 'Invalid JWT' }),
  ],
  ['http://x/storage/v1/object/a', json(400, { statusCode: '401', message: 'jwt expired' })],
  ['http://x/functions/v1/f', json(401, { code: 'UNAUTHORIZED_INVALID_JWT_FORMAT' })],
] as const

it.each(APIS)('a refusal at %s, and then of the renewal, ends the session', async (url, refused) => {
  const { firme, ended, session } = device({
    refused,
    renewal: () => json(400, { code: 'session_not_found' }),
  })
  const answer = await firme(url, bearer(session.access_token))
  expect(answer.status, 'the caller gets the answer of the API').toBe(refused.status)
  expect(ended()).toBe(1)
})

it.each(APIS)('a refusal at %s that a renewal cures is never seen', async (url, refused) => {
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
  ['too many, of a session that is no more', 429, { code: 'session_not_found' }],
  ['broken, of a session that is no more', 500, { code: 'session_not_found' }],
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
    ['http://x/auth/v1/factors/1/verify', json(403, { code: 'session_not_found' }), tokenOf('ana', 1)],
    ['http://x/auth/v1/user', json(404, { code: 'user_not_found' }), tokenOf('ana', 1)],
    ['http://x/auth/v1/user', json(500, { code: 'bad_jwt' }), tokenOf('ana', 1)],
    ['http://x/rest/v1/a', json(403, {}), tokenOf('ana', 1)],
    ['http://x/functions/v1/f', json(403, { code: 'bad_jwt' }), tokenOf('ana', 1)],
    [
      'http://x/storage/v1/object/a',
      json(400, { statusCode: '404', message: 'Object not found' }),
      tokenOf('ana', 1),
    ],
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

it('an API that refuses what was just renewed is not asked over and over', async () => {
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

it('a renewal that is refused in the words of OAuth ends the session too', async () => {
  const { firme, ended } = device({
    refused: json(401, {}),
    renewal: () => json(400, { error: 'invalid_grant' }),
  })
  const answer = await firme(REFRESH, { body: JSON.stringify({ refresh_token: 'uno' }) })
  expect([answer.status, ended()]).toEqual([400, 1])
})

it('a renewal that does not say of what ends nothing, nor where nobody is signed in', async () => {
  let ended = 0
  const firme = steadySession(async () => json(400, { code: 'session_not_found' }), {
    sesion: () => null,
    renew: async () => {},
    onEnded: () => {
      ended += 1
    },
  })
  for (const body of [undefined, 'not JSON', JSON.stringify({ refresh_token: 'uno' })])
    expect((await firme(REFRESH, body === undefined ? {} : { body })).status).toBe(400)
  expect(ended).toBe(0)
})

it('where no session is watched over, every answer is passed on', async () => {
  for (const [url, status] of [
    [REFRESH, 400],
    ['http://x/rest/v1/a', 401],
    ['http://x/rest/v1/a', 200],
  ] as const) {
    const firme = steadySession(async () => json(status, { code: 'session_not_found' }))
    const body = JSON.stringify({ refresh_token: 'uno' })
    expect((await firme(url, { ...bearer(tokenOf('ana', 1)), body })).status).toBe(status)
  }
})

it('what the service says is gone is told as an absent service where auth-js would forget the session for it', async () => {
  for (const [url, status] of [
    ['http://x/auth/v1/factors', 503],
    ['http://x/storage/v1/object/a', 403],
  ] as const) {
    const { firme, session } = device({
      refused: json(403, { code: 'session_not_found' }),
      renewal: () => new Response(null, { status: 503 }),
    })
    expect((await firme(url, bearer(session.access_token))).status, url).toBe(status)
  }
})

/** Ana's device before a service that takes only the tokens given; what it was asked, with which token, and how often it was to renew. */
function watched({
  takes = [],
  refused = json(401, { code: 'PGRST301' }),
  renew = async () => {},
}: {
  takes?: string[]
  refused?: Response
  renew?: (device: { session: Session }) => Promise<unknown>
}) {
  const asked: (string | null)[] = []
  const held: { session: Session } = { session: sessionOf('ana', 1) }
  const heard = { renewed: 0, ended: 0, served: 0 }
  const firme = steadySession(
    async (_, init) => {
      const given = new Headers(init?.headers).get('authorization')
      asked.push(given)
      return takes.some((token) => given?.endsWith(token)) ? json(200, 'served') : refused.clone()
    },
    {
      sesion: () => held.session,
      renew: () => {
        heard.renewed += 1
        return renew(held)
      },
      onEnded: () => {
        heard.ended += 1
      },
      onServed: () => {
        heard.served += 1
      },
    },
  )
  return { firme, asked, held, heard }
}
type Session = ReturnType<Vigia['sesion']>
const sessionOf = (id: string, n: number): Session => ({
  access_token: tokenOf(id, n),
  refresh_token: `${id} ${n}`,
  user: { id },
})
const [FIRST, SECOND, THIRD] = [tokenOf('ana', 1), tokenOf('ana', 2), tokenOf('ana', 3)]
const AGENDA = 'http://x/rest/v1/agenda'

it('what another tab has renewed already is not renewed, only asked with', async () => {
  const { firme, asked, held, heard } = watched({ takes: [SECOND] })
  held.session = sessionOf('ana', 2)
  expect((await firme(AGENDA, bearer(FIRST))).status).toBe(200)
  expect(asked).toEqual([`Bearer ${FIRST}`, `Bearer ${SECOND}`])
  expect(heard.renewed).toBe(0)
})

it('a token that was just renewed is not renewed for half a minute, however often it is refused', async () => {
  vi.useFakeTimers()
  let n = 1
  const { firme, held, heard } = watched({
    renew: async (device) => {
      n += 1
      device.session = sessionOf('ana', n)
    },
  })
  await firme(AGENDA, bearer(FIRST))
  expect(heard.renewed).toBe(1)
  await firme(AGENDA, bearer(SECOND))
  await vi.advanceTimersByTimeAsync(29_999)
  await firme(AGENDA, bearer(SECOND))
  expect(heard.renewed).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await firme(AGENDA, bearer(SECOND))
  expect(heard.renewed, 'half a minute later').toBe(2)
  // She signed in anew, right after: nobody has renewed this one.
  held.session = sessionOf('ana', 9)
  await firme(AGENDA, bearer(tokenOf('ana', 9)))
  expect(heard.renewed, 'another token').toBe(3)
})

it('what is refused is not asked again with the same token, or with that of another account that signed in meanwhile', async () => {
  for (const next of [sessionOf('ana', 1), sessionOf('bea', 1), null]) {
    const { firme, asked, heard } = watched({
      refused: json(403, { code: 'bad_jwt' }),
      renew: async (device) => {
        device.session = next
      },
    })
    await firme('http://x/auth/v1/user', bearer(FIRST))
    expect([asked, heard.renewed]).toEqual([[`Bearer ${FIRST}`], 1])
  }
})

it.each([
  ['bea', sessionOf('bea', 1)],
  ['nobody', null],
])('that her session is gone is passed on, and ends nothing, once %s is signed in', async (_, next) => {
  const { firme, heard } = watched({
    refused: json(403, { code: 'session_not_found' }),
    renew: async (device) => {
      device.session = next
    },
  })
  expect((await firme('http://x/auth/v1/user', bearer(FIRST))).status).toBe(403)
  expect(heard.ended).toBe(0)
})

it("what a visitor's key is refused for is passed on, also once a session has ended", async () => {
  const { firme, held } = watched({ refused: json(403, { code: 'bad_jwt' }) })
  held.session = null
  const refusing = steadySession(
    async (url) =>
      String(url) === REFRESH ? json(400, { code: 'session_not_found' }) : json(403, { code: 'bad_jwt' }),
    { sesion: () => held.session, renew: async () => {}, onEnded: () => {} },
  )
  await refusing(REFRESH, { body: JSON.stringify({ refresh_token: 'uno' }) })
  for (const one of [firme, refusing])
    expect((await one('http://x/auth/v1/user', bearer('h.e30.s'))).status).toBe(403)
})

it('waits five seconds for a renewal that does not come, and no longer', async () => {
  vi.useFakeTimers()
  const { firme } = watched({ renew: () => new Promise(() => {}) })
  const answered = vi.fn()
  void firme(AGENDA, bearer(FIRST)).then(answered)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toHaveBeenCalledWith(expect.objectContaining({ status: 401 }))
})

it('asks again what has an address, and not what can be sent only once', async () => {
  const renews = {
    takes: [SECOND],
    renew: async (device: { session: Session }) => {
      device.session = sessionOf('ana', 2)
    },
  }
  const stream = new ReadableStream()
  for (const [input, body, status] of [
    [AGENDA, 'x', 200],
    [new URL(AGENDA), undefined, 200],
    [new Request(AGENDA), undefined, 401],
    [AGENDA, stream, 401],
  ] as const) {
    const { firme } = watched(renews)
    const init = { method: 'POST', ...bearer(FIRST), ...(body && { body }) }
    expect((await firme(input, init)).status).toBe(status)
  }
})

it.each([
  [`Bearer ${FIRST}`, true],
  [`bearer   ${FIRST}`, true],
  [`Bearer ${FIRST} more`, false],
  [`NoBearer ${FIRST}`, false],
  [`Bearer ${THIRD}`, false],
])('the service has served this session where it takes its token: %s', async (authorization, served) => {
  const { firme, heard } = watched({ takes: [FIRST, `${FIRST} more`, THIRD] })
  expect((await firme(AGENDA, { headers: { authorization } })).status).toBe(200)
  expect(heard).toEqual({ renewed: 0, ended: 0, served: served ? 1 : 0 })
})

it('a renewal that the network cuts is tried again for half a minute, and not with a token that is no longer hers', async () => {
  vi.useFakeTimers()
  let held: string | null = 'uno'
  let tries = 0
  const vigia: Vigia = {
    sesion: () =>
      held === null ? null : { access_token: tokenOf('ana', 1), refresh_token: held, user: { id: 'ana' } },
    renew: async () => {},
    onEnded: () => {},
  }
  const firme = steadySession(async () => {
    tries++
    throw new TypeError('Failed to fetch')
  }, vigia)
  const renew = () => firme(REFRESH, { body: JSON.stringify({ refresh_token: 'uno' }) }).catch(() => 'cut')
  const whole = renew()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([await whole, tries]).toEqual(['cut', 15])
  const left = renew()
  await vi.advanceTimersByTimeAsync(3_000)
  held = null
  await vi.advanceTimersByTimeAsync(1_000)
  expect([await left, tries]).toEqual(['cut', 17])
})
