import { afterEach, expect, it, vi } from 'vitest'
import { sesionFirme } from './sesionFirme.ts'

const REFRESH = 'http://x/auth/v1/token?grant_type=refresh_token'
const answering = (status: number, body: unknown) =>
  sesionFirme(async () => new Response(JSON.stringify(body), { status, headers: { 'x-seen': 'yes' } }))

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
