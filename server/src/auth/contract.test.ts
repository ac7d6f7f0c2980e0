import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Call,
  call,
  type Harness,
  type HarnessSettings,
  type Member,
  makeMember,
  newAddress,
  startHarness,
} from '../../testing/auth.ts'

let harness: Harness
let ana: Member
beforeAll(async () => {
  harness = await startHarness()
  ana = await makeMember(harness)
  for (const [name, settings] of Object.entries(INSTANCES)) {
    instances.set(name as Instance, await harness.another(settings))
  }
})
afterAll(() => harness?.close())

/** A request and the refusal that the contract documents for it. `as` signs it with Ana's token. */
type Row = [name: string, request: Call & { as?: 'ana'; on?: Instance }, status: number, code: string]

const email = { enableConfirmations: true, otpLengthDigits: 6, maxFrequencySeconds: 60 }
/** The same API with other settings, by name. */
const INSTANCES = {
  closed: { auth: { enableSignup: false } },
  open: { auth: { email: { ...email, enableConfirmations: false } } },
  phones: { auth: { sms: { enableSignup: true, maxFrequencySeconds: 60 } } },
  careful: { auth: { email: { ...email, requireCurrentPassword: true } } },
  sso: { auth: { ssoEnabled: true } },
  withoutFactors: { auth: { mfa: { maxFactors: 10, totp: { enroll: false, verify: false } } } },
  noFactorAtAll: { auth: { mfa: { maxFactors: 0, totp: { enroll: true, verify: true } } } },
} satisfies Record<string, HarnessSettings>
type Instance = keyof typeof INSTANCES
const instances = new Map<Instance, FastifyInstance>()

const LONG = 'á'.repeat(37)
const CHALLENGE = 'a'.repeat(43)
const PHONE = '+5215512345678'
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

  [
    'sign-up where none is taken',
    { path: '/signup', body: credentials, on: 'closed' },
    422,
    'signup_disabled',
  ],
  [
    'sign-up with a common password',
    { path: '/signup', body: { ...credentials, password: 'contraseña' } },
    422,
    'weak_password',
  ],
  [
    'sign-up with a phone that is none',
    { path: '/signup', body: { phone: '12', password: 'una clave larga' }, on: 'phones' },
    400,
    'validation_failed',
  ],

  ['no grant', { path: '/token', body: {} }, 400, 'invalid_credentials'],
  ['an unknown grant', { path: '/token?grant_type=made_up', body: {} }, 400, 'invalid_credentials'],
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
    'an unknown phone',
    { path: '/token?grant_type=password', body: { phone: PHONE, password: 'x' }, on: 'phones' },
    400,
    'invalid_credentials',
  ],
  [
    'no password',
    { path: '/token?grant_type=password', body: { email: 'a@b.mx' } },
    400,
    'invalid_credentials',
  ],
  [
    'a password of null characters',
    { path: '/token?grant_type=password', body: { email: 'a@b.mx', password: '\0' } },
    400,
    'invalid_credentials',
  ],
  [
    'a refresh token of other letters',
    { path: '/token?grant_type=refresh_token', body: { refresh_token: 'abcdefgh ijkl' } },
    400,
    'validation_failed',
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

  [
    'a wrong phone code',
    { path: '/verify', body: { type: 'sms', token: '123456', phone: PHONE }, on: 'phones' },
    403,
    'otp_expired',
  ],
  [
    'a wrong code for a new phone',
    { path: '/verify', body: { type: 'phone_change', token: '123456', phone: PHONE }, on: 'phones' },
    403,
    'otp_expired',
  ],
  [
    'a phone code by hash',
    { path: '/verify', body: { type: 'sms', token_hash: 'f00' }, on: 'phones' },
    400,
    'validation_failed',
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
  [
    'resend to mail and phone',
    { path: '/resend', body: { type: 'signup', email: 'a@b.mx', phone: PHONE } },
    400,
    'validation_failed',
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
  [
    'a password without the old one',
    { ...put, body: { password: 'otra clave larga' }, on: 'careful' },
    400,
    'current_password_required',
  ],
  ['a common password', { ...put, body: { password: 'mariposa' } }, 422, 'weak_password'],
  ['a phone that is none', { ...put, body: { phone: '12' }, on: 'phones' }, 400, 'validation_failed'],
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
  [
    'half a PKCE pair at a provider',
    { path: `/authorize?provider=google&code_challenge=${CHALLENGE}` },
    400,
    'validation_failed',
  ],
  ['a callback without a state', { path: '/callback?code=1' }, 400, 'bad_oauth_callback'],
  ['no provider', { path: '/authorize' }, 400, 'validation_failed'],
  ['a callback of nobody', { path: '/callback?code=1&state=2' }, 400, 'bad_oauth_state'],
  ['otp to nobody', { path: '/otp', body: {} }, 400, 'validation_failed'],
  ['otp by phone', { path: '/otp', body: { phone: '+52' } }, 400, 'phone_provider_disabled'],
  [
    'otp to mail and phone',
    { path: '/otp', body: { email: 'a@b.mx', phone: PHONE } },
    400,
    'validation_failed',
  ],
  [
    'otp by mail over a channel',
    { path: '/otp', body: { email: 'a@b.mx', channel: 'sms' } },
    400,
    'validation_failed',
  ],
  ['otp to an address that is none', { path: '/otp', body: { email: 'nope' } }, 400, 'validation_failed'],
  [
    'sso of nobody',
    { path: '/sso', body: { domain: 'example.com' }, on: 'sso' },
    404,
    'sso_provider_not_found',
  ],
  [
    'sso by two names',
    { path: '/sso', body: { domain: 'a', provider_id: 'b' }, on: 'sso' },
    400,
    'validation_failed',
  ],
  ['sso without a domain', { path: '/sso', body: {}, on: 'sso' }, 400, 'validation_failed'],
  ['sso that is off, whatever is asked', { path: '/sso', body: {} }, 404, 'saml_provider_disabled'],
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
    'a factor where none is taken',
    { path: '/factors', body: { factor_type: 'totp' }, as: 'ana', on: 'withoutFactors' },
    422,
    'mfa_totp_enroll_not_enabled',
  ],
  [
    'a factor too many',
    { path: '/factors', body: { factor_type: 'totp' }, as: 'ana', on: 'noFactorAtAll' },
    422,
    'too_many_enrolled_mfa_factors',
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
  it.each(ROWS)('%s', async (_name, { as, on, ...request }, status, code) => {
    const signed = as ? { ...request, token: ana.accessToken } : request
    const app = on ? instances.get(on)! : harness.app
    const dated = await call(app, signed)
    expect(dated).toMatchObject({ status, body: { code, message: expect.any(String) } })
    expect(dated.headers['x-sb-error-code']).toBe(code)
    expect(dated.headers['x-supabase-api-version']).toBe('2024-01-01')

    const undated = await call(app, {
      ...signed,
      headers: { ...signed.headers, 'x-supabase-api-version': '' },
    })
    expect(undated).toMatchObject({
      status,
      body: { code: status, error_code: code, msg: dated.body.message },
    })
    expect(undated.headers['x-supabase-api-version']).toBeUndefined()
  })

  it('says in the model’s words what a number has to be', async () => {
    const request = { path: '/signup', body: { phone: '12', password: 'una clave larga' } }
    const { body } = await call(instances.get('phones')!, request)
    expect(body.message).toBe('Invalid phone number format (E.164 required)')
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

/** A request that succeeds, and what comes back. */
type Success = [name: string, request: () => Promise<Call> | Call, status: number, body: unknown]

const session = {
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: expect.any(Number),
  refresh_token: expect.stringMatching(/^[a-z0-9]{12,}$/),
  user: { id: expect.any(String), role: 'authenticated' },
}
const signed = async (more: Call): Promise<Call> => ({
  ...more,
  token: (await makeMember(harness)).accessToken,
})

const SUCCESSES: Success[] = [
  [
    'sign-up',
    () => ({ path: '/signup', body: { ...credentials, email: newAddress() } }),
    200,
    {
      id: expect.any(String),
      aud: 'authenticated',
      role: 'authenticated',
      identities: [{ provider: 'email' }],
    },
  ],
  [
    'password',
    async () => {
      const { email, password } = await makeMember(harness)
      return { path: '/token?grant_type=password', body: { email, password } }
    },
    200,
    session,
  ],
  [
    'refresh',
    async () => {
      const { refreshToken } = await makeMember(harness)
      return { path: '/token?grant_type=refresh_token', body: { refresh_token: refreshToken } }
    },
    200,
    session,
  ],
  ['otp', () => ({ path: '/otp', body: { email: newAddress() } }), 200, {}],
  ['recover', () => ({ path: '/recover', body: { email: newAddress() } }), 200, {}],
  ['resend', () => ({ path: '/resend', body: { email: newAddress(), type: 'signup' } }), 200, {}],
  [
    'resend of a change',
    () => ({ path: '/resend', body: { email: newAddress(), type: 'email_change' } }),
    200,
    {},
  ],
  ['reauthenticate', () => signed({ path: '/reauthenticate' }), 200, {}],
  ['user', () => signed({ path: '/user' }), 200, { aud: 'authenticated', is_anonymous: false }],
  [
    'metadata',
    () => signed({ method: 'PUT', path: '/user', body: { data: { a: 1 } } }),
    200,
    { user_metadata: { a: 1 } },
  ],
  [
    'a change of address',
    () => signed({ method: 'PUT', path: '/user', body: { email: 'pronto@example.com' } }),
    200,
    { new_email: 'pronto@example.com' },
  ],
  [
    'a factor',
    () => signed({ path: '/factors', body: { factor_type: 'totp', friendly_name: 'uno', issuer: 'x' } }),
    200,
    {
      id: expect.any(String),
      type: 'totp',
      friendly_name: 'uno',
      totp: { qr_code: expect.stringMatching(/^<svg/), secret: expect.any(String), uri: expect.any(String) },
    },
  ],
  ['logout', () => signed({ method: 'POST', path: '/logout' }), 204, ''],
  ['logout here', () => signed({ method: 'POST', path: '/logout?scope=local' }), 204, ''],
  ['logout elsewhere', () => signed({ method: 'POST', path: '/logout?scope=others' }), 204, ''],
]

describe('successes of the contract', () => {
  it.each(SUCCESSES)('%s', async (_name, request, status, body) => {
    const answer = await call(harness.app, await request())
    expect(answer.status).toBe(status)
    if (typeof body === 'object') expect(answer.body).toMatchObject(body as object)
    else expect(answer.body).toBe(body)
  })

  it('an account that is usable at once has a session, and its address is taken', async () => {
    const open = instances.get('open')!
    const body = { ...credentials, email: newAddress() }
    expect((await call(open, { path: '/signup', body })).body).toMatchObject(session)
    expect(await call(open, { path: '/signup', body })).toMatchObject({
      status: 422,
      body: { code: 'user_already_exists' },
    })
  })

  it('a password that is too short by the rules of now comes in, with a word', async () => {
    const longer = await harness.another({ auth: { minimumPasswordLength: 20 } })
    const { email, password } = await makeMember(harness)
    const { status, body } = await call(longer, {
      path: '/token?grant_type=password',
      body: { email, password },
    })
    expect(status).toBe(200)
    expect(body.weak_password).toMatchObject({ reasons: ['length'] })
  })

  it('an account of single sign-on does not change how it is entered', async () => {
    const { id, accessToken: token } = await makeMember(harness)
    await harness.owner.query('update auth.users set is_sso_user = true where id = $1', [id])
    const body = { password: 'otra clave larga' }
    expect(await call(harness.app, { method: 'PUT', path: '/user', token, body })).toMatchObject({
      status: 422,
      body: { code: 'user_sso_managed' },
    })
  })

  it('a token for another audience does not say who she is', async () => {
    const claims = await harness.options.tokens.verify(ana.accessToken)
    const token = await harness.options.tokens.sign({ ...claims, aud: 'another' })
    expect(await call(harness.app, { path: '/user', token })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
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
