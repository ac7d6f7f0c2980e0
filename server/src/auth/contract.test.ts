import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Call, call, type Harness, type Member, makeMember, startHarness } from './harness.ts'

let harness: Harness
let ana: Member
beforeAll(async () => {
  harness = await startHarness()
  ana = await makeMember(harness)
})
afterAll(() => harness?.close())

/** A request and the refusal that the contract documents for it. `as` signs it with Ana's token. */
type Row = [name: string, request: Call & { as?: 'ana' }, status: number, code: string]

const LONG = 'á'.repeat(37)
const CHALLENGE = 'a'.repeat(43)
const credentials = { email: 'new@example.com', password: 'una clave larga' }
const put = { method: 'PUT', path: '/user', as: 'ana' } as const

const ROWS: Row[] = [
  ['sign-up without a password', { path: '/signup', body: { email: 'a@b.mx' } }, 400, 'validation_failed'],
  [
    'sign-up with mail and phone',
    { path: '/signup', body: { ...credentials, phone: '+521' } },
    400,
    'validation_failed',
  ],
  [
    'sign-up with a bad mail',
    { path: '/signup', body: { ...credentials, email: 'a@@b' } },
    400,
    'validation_failed',
  ],
  [
    'sign-up with a mail over 255 characters',
    { path: '/signup', body: { ...credentials, email: `${'a'.repeat(251)}@b.mx` } },
    400,
    'validation_failed',
  ],
  [
    'sign-up with a password over 72 bytes',
    { path: '/signup', body: { ...credentials, password: LONG } },
    400,
    'validation_failed',
  ],
  [
    'sign-up with a short password',
    { path: '/signup', body: { ...credentials, password: '1234567' } },
    422,
    'weak_password',
  ],
  [
    'sign-up by phone',
    { path: '/signup', body: { phone: '+5215512345678', password: 'una clave' } },
    400,
    'phone_provider_disabled',
  ],
  ['sign-up by nobody', { path: '/signup', body: {} }, 422, 'anonymous_provider_disabled'],
  [
    'half a PKCE pair',
    { path: '/signup', body: { ...credentials, code_challenge: CHALLENGE } },
    400,
    'validation_failed',
  ],
  [
    'a malformed challenge',
    { path: '/signup', body: { ...credentials, code_challenge: 'short', code_challenge_method: 's256' } },
    400,
    'validation_failed',
  ],
  [
    'an unknown challenge method',
    { path: '/signup', body: { ...credentials, code_challenge: CHALLENGE, code_challenge_method: 'md5' } },
    400,
    'validation_failed',
  ],

  ['no grant', { path: '/token', body: {} }, 400, 'invalid_credentials'],
  ['an unknown grant', { path: '/token?grant_type=web3', body: {} }, 400, 'invalid_credentials'],
  [
    'an unknown address',
    { path: '/token?grant_type=password', body: { email: 'nobody@example.com', password: 'una clave' } },
    400,
    'invalid_credentials',
  ],
  ['no address', { path: '/token?grant_type=password', body: { password: 'x' } }, 400, 'validation_failed'],
  [
    'mail and phone',
    { path: '/token?grant_type=password', body: { ...credentials, phone: '+52' } },
    400,
    'validation_failed',
  ],
  [
    'a phone',
    { path: '/token?grant_type=password', body: { phone: '+52', password: 'x' } },
    400,
    'phone_provider_disabled',
  ],
  [
    'a short refresh token',
    { path: '/token?grant_type=refresh_token', body: { refresh_token: 'abc' } },
    400,
    'validation_failed',
  ],
  ['no refresh token', { path: '/token?grant_type=refresh_token', body: {} }, 400, 'validation_failed'],
  [
    'an unknown refresh token',
    { path: '/token?grant_type=refresh_token', body: { refresh_token: 'abcdefghijkl' } },
    400,
    'refresh_token_not_found',
  ],
  [
    'no code to exchange',
    { path: '/token?grant_type=pkce', body: { auth_code: '', code_verifier: '' } },
    400,
    'validation_failed',
  ],
  [
    'an unknown code to exchange',
    { path: '/token?grant_type=pkce', body: { auth_code: randomUUID(), code_verifier: CHALLENGE } },
    404,
    'flow_state_not_found',
  ],
  [
    'an identity token of a provider that is not set up',
    { path: '/token?grant_type=id_token', body: { provider: 'google', id_token: 'a.b.c' } },
    400,
    'provider_disabled',
  ],

  ['verify without a type', { path: '/verify', body: { token: '123456' } }, 400, 'validation_failed'],
  [
    'verify with an unknown type',
    { path: '/verify', body: { type: 'constructor', token: '123456', email: 'a@b.mx' } },
    400,
    'validation_failed',
  ],
  ['verify without a token', { path: '/verify', body: { type: 'signup' } }, 400, 'validation_failed'],
  [
    'verify with token and hash',
    { path: '/verify', body: { type: 'signup', token: '1', token_hash: '2' } },
    400,
    'validation_failed',
  ],
  [
    'verify with hash and mail',
    { path: '/verify', body: { type: 'signup', token_hash: '2', email: 'a@b.mx' } },
    400,
    'validation_failed',
  ],
  [
    'verify without an address',
    { path: '/verify', body: { type: 'signup', token: '123456' } },
    400,
    'validation_failed',
  ],
  [
    'verify with a bad address',
    { path: '/verify', body: { type: 'signup', token: '123456', email: 'nope' } },
    422,
    'validation_failed',
  ],
  [
    'a wrong code',
    { path: '/verify', body: { type: 'signup', token: '123456', email: 'nobody@example.com' } },
    403,
    'otp_expired',
  ],
  ['a wrong hash', { path: '/verify', body: { type: 'signup', token_hash: 'f00' } }, 403, 'otp_expired'],
  [
    'a phone code',
    { path: '/verify', body: { type: 'sms', token: '123456', phone: '+525512345678' } },
    400,
    'phone_provider_disabled',
  ],

  ['resend without a type', { path: '/resend', body: { email: 'a@b.mx' } }, 400, 'validation_failed'],
  [
    'resend of an unknown type',
    { path: '/resend', body: { type: 'recovery', email: 'a@b.mx' } },
    400,
    'validation_failed',
  ],
  ['resend to nobody', { path: '/resend', body: { type: 'signup' } }, 400, 'validation_failed'],
  [
    'resend to a phone',
    { path: '/resend', body: { type: 'sms', phone: '+52' } },
    400,
    'phone_provider_disabled',
  ],
  ['recover nobody', { path: '/recover', body: {} }, 400, 'validation_failed'],
  ['recover a bad address', { path: '/recover', body: { email: 'nope' } }, 400, 'validation_failed'],

  ['user without a token', { path: '/user' }, 401, 'no_authorization'],
  [
    'user with another scheme',
    { path: '/user', headers: { authorization: 'Basic YTpi' } },
    401,
    'no_authorization',
  ],
  ['user with nonsense', { path: '/user', token: 'a.b.c' }, 403, 'bad_jwt'],
  ['change of app_metadata', { ...put, body: { app_metadata: { role: 'admin' } } }, 403, 'not_admin'],
  ['the same password', { ...put, body: { password: 'una clave larga' } }, 422, 'same_password'],
  ['a weak password', { ...put, body: { password: 'corta' } }, 422, 'weak_password'],
  ['a password that is too long', { ...put, body: { password: LONG } }, 400, 'validation_failed'],
  [
    'a wrong current password',
    { ...put, body: { password: 'otra clave larga', current_password: 'no es' } },
    400,
    'current_password_invalid',
  ],
  [
    'a wrong nonce',
    { ...put, body: { password: 'otra clave larga', nonce: '000000' } },
    422,
    'reauthentication_not_valid',
  ],
  ['a phone of her own', { ...put, body: { phone: '+5215512345678' } }, 400, 'phone_provider_disabled'],
  ['a bad new address', { ...put, body: { email: 'nope' } }, 400, 'validation_failed'],

  [
    'logout of an unknown scope',
    { method: 'POST', path: '/logout?scope=all', as: 'ana' },
    400,
    'validation_failed',
  ],
  ['logout without a token', { method: 'POST', path: '/logout' }, 401, 'no_authorization'],

  ['a provider that is not set up', { path: '/authorize?provider=google' }, 400, 'validation_failed'],
  ['no provider', { path: '/authorize' }, 400, 'validation_failed'],
  ['a callback of nobody', { path: '/callback?code=1&state=2' }, 400, 'bad_oauth_callback'],
  ['otp to nobody', { path: '/otp', body: {} }, 400, 'validation_failed'],
  ['otp by phone', { path: '/otp', body: { phone: '+52' } }, 400, 'phone_provider_disabled'],
  ['sso without a domain', { path: '/sso', body: {} }, 400, 'validation_failed'],
  ['sso', { path: '/sso', body: { domain: 'example.com' } }, 404, 'saml_provider_disabled'],
  ['reauthentication without a token', { path: '/reauthenticate' }, 401, 'no_authorization'],
  ['a factor without a token', { path: '/factors', body: { factor_type: 'totp' } }, 401, 'no_authorization'],
  [
    'a factor of an unknown type',
    { path: '/factors', body: { factor_type: 'x' }, as: 'ana' },
    400,
    'validation_failed',
  ],
  ...(['phone', 'webauthn'] as const).map(
    (type): Row => [
      `a ${type} factor`,
      { path: '/factors', body: { factor_type: type }, as: 'ana' },
      422,
      `mfa_${type}_enroll_not_enabled`,
    ],
  ),
  [
    'a challenge of a factor without an id',
    { path: '/factors/1/challenge', body: {}, as: 'ana' },
    404,
    'validation_failed',
  ],
  [
    'a challenge of a factor that is not hers',
    { path: `/factors/${randomUUID()}/challenge`, body: {}, as: 'ana' },
    404,
    'mfa_factor_not_found',
  ],
  [
    'a code of a factor that is not hers',
    { path: `/factors/${randomUUID()}/verify`, body: {}, as: 'ana' },
    404,
    'mfa_factor_not_found',
  ],
  [
    'removal of a factor that is not hers',
    { method: 'DELETE', path: `/factors/${randomUUID()}`, as: 'ana' },
    404,
    'mfa_factor_not_found',
  ],
  [
    'linking by hand',
    { path: '/user/identities/authorize?provider=google', as: 'ana' },
    404,
    'manual_linking_disabled',
  ],
  ['an unknown path', { path: '/nothing' }, 404, 'not_found'],
  ['an unknown method', { method: 'DELETE', path: '/signup' }, 404, 'not_found'],
]

describe('refusals of the contract', () => {
  it.each(ROWS)('%s', async (_name, { as, ...request }, status, code) => {
    const signed = as ? { ...request, token: ana.accessToken } : request
    const dated = await call(harness.app, signed)
    expect(dated).toMatchObject({ status, body: { code, message: expect.any(String) } })
    expect(dated.headers['x-sb-error-code']).toBe(code)
    expect(dated.headers['x-supabase-api-version']).toBe('2024-01-01')

    const undated = await call(harness.app, {
      ...signed,
      headers: { ...signed.headers, 'x-supabase-api-version': '' },
    })
    expect(undated).toMatchObject({
      status,
      body: { code: status, error_code: code, msg: dated.body.message },
    })
    expect(undated.headers['x-supabase-api-version']).toBeUndefined()
  })

  it('gives reasons for a weak password in both envelopes', async () => {
    const request = { path: '/signup', body: { ...credentials, password: 'corta' } }
    const reasons = { weak_password: { reasons: ['length'] } }
    expect((await call(harness.app, request)).body).toMatchObject(reasons)
    const headers = { 'x-supabase-api-version': '' }
    expect((await call(harness.app, { ...request, headers })).body).toMatchObject(reasons)
  })

  it.each([
    ['no token', {}],
    ['no provider', { id_token: 'a.b.c' }],
  ])('an identity grant with %s answers in the words of OAuth', async (_name, body) => {
    const answer = await call(harness.app, { path: '/token?grant_type=id_token', body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: 'invalid request', error_description: expect.any(String) })
  })
})

describe('what everybody may ask', () => {
  it('settings name what is set up', async () => {
    const { status, body } = await call(harness.app, { path: '/settings' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      external: { email: true, google: false, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    })
  })

  it.each(['/health', '/.well-known/jwks.json'])('%s answers', async (path) => {
    expect((await call(harness.app, { path })).status).toBe(200)
  })

  it('answers are never cached', async () => {
    expect((await call(harness.app, { path: '/settings' })).headers['cache-control']).toBe('no-store')
  })
})

describe('a browser that is sent to a provider that is not set up', () => {
  const browser = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
  const path = (redirectTo: string) =>
    `/authorize?provider=google&redirect_to=${encodeURIComponent(redirectTo)}`

  it.each([
    ['goes back to an allowed page', 'http://127.0.0.1:8080/login', 'http://127.0.0.1:8080/login'],
    ['goes to the site instead of a page that is not', 'https://evil.example/', 'http://127.0.0.1:8080/'],
  ])('%s', async (_name, asked, reached) => {
    const { status, headers } = await call(harness.app, { path: path(asked), headers: browser })
    expect(status).toBe(302)
    const location = new URL(String(headers.location))
    expect(location.origin + location.pathname).toBe(reached)
    for (const params of [location.searchParams, new URLSearchParams(location.hash.slice(1))]) {
      expect(params.get('error_code')).toBe('validation_failed')
      expect(params.get('error_description')).toBe('Unsupported provider: provider is not enabled')
    }
  })
})
