import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  call,
  type Harness,
  makeMember,
  newAddress,
  officialClient,
  startHarness,
} from '../../../testing/auth.ts'
import { LocalIdentityProvider } from '../../../testing/identityProvider.ts'
import { ProviderBrowser, PUBLIC_SITE as SITE } from '../../../testing/providerBrowser.ts'

const CALLBACK = 'http://127.0.0.1:8080/auth/v1/callback'

let harness: Harness
let app: FastifyInstance
let url: string
let anonKey: string
let provider: LocalIdentityProvider
let issuer: string
const signIdToken = (claims: Record<string, unknown>, header?: Record<string, unknown>) =>
  provider.signIdToken(claims, header)

beforeAll(async () => {
  provider = await LocalIdentityProvider.start(CALLBACK)
  issuer = provider.issuer
  harness = await startHarness()
  app = await harness.another({
    server: {
      identityProviders: [
        { name: 'google', issuer, clientId: 'amparo', clientSecret: 'a secret' },
        { name: 'gone', issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y' },
      ],
    },
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  anonKey = await harness.options.tokens.sign({ role: 'anon' })
})
afterAll(async () => {
  await harness?.close()
  provider?.stop()
})
beforeEach(() => {
  provider.person = {
    sub: randomBytes(8).toString('hex'),
    email: newAddress(),
    email_verified: true,
    name: 'Ana Luz',
  }
})

const fragmentOf = (address: URL) => new URLSearchParams(address.hash.slice(1))
const AUTHORIZE = '/authorize?provider=google'
/** From our server to the provider and back, in one browser. */
const signInThere = async (path = AUTHORIZE, browser = new ProviderBrowser(app)) =>
  browser.open(await browser.leave(path))

describe('signing in at a provider', () => {
  it('through the official client: a code that only the browser which left can exchange', async () => {
    const supabase = officialClient(url, anonKey, 'pkce')
    const { data } = await supabase.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${SITE}/bienvenida`, skipBrowserRedirect: true },
    })
    const asked = new URL(data.url!)
    const reached = await signInThere(asked.pathname.replace('/auth/v1', '') + asked.search)
    expect(reached.pathname).toBe('/bienvenida')
    expect(reached.hash).toBe('')
    const code = reached.searchParams.get('code')!
    expect(
      (await officialClient(url, anonKey, 'pkce').auth.exchangeCodeForSession(code)).error,
    ).not.toBeNull()
    const exchanged = await supabase.auth.exchangeCodeForSession(code)
    expect(exchanged.error).toBeNull()
    const { session, user } = exchanged.data
    expect(session?.provider_token).toBeTruthy()
    expect(user).toMatchObject({
      email: provider.person.email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { name: 'Ana Luz' },
      identities: [{ provider: 'google', id: provider.person.sub }],
    })
    expect(user?.email_confirmed_at).toBeTruthy()
    const claims = await harness.options.tokens.verify(session!.access_token)
    expect(claims.amr).toMatchObject([{ method: 'oauth' }])
    expect((await supabase.auth.exchangeCodeForSession(code)).error, 'a code works once').not.toBeNull()
  })

  it('asks the provider with PKCE, a nonce and a state of its own each time', async () => {
    const [one, other] = [
      await new ProviderBrowser(app).leave(AUTHORIZE),
      await new ProviderBrowser(app).leave(AUTHORIZE),
    ]
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
      expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name))
    }
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      redirect_uri: CALLBACK,
      client_id: 'amparo',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    const more = await new ProviderBrowser(app).leave(`${AUTHORIZE}&scopes=calendar%20email`)
    expect(more.searchParams.get('scope')).toBe('openid email profile calendar')
  })

  it('without a challenge brings the session in the fragment, and goes nowhere that is not allowed', async () => {
    const reached = await signInThere(`${AUTHORIZE}&redirect_to=https://evil.example/`)
    expect(reached.origin).toBe(SITE)
    const { data } = await officialClient(url, anonKey).auth.getUser(fragmentOf(reached).get('access_token')!)
    expect(data.user?.email).toBe(provider.person.email)
  })

  it('comes back to the same account, also once her address there has changed', async () => {
    const first = await signInThere()
    provider.person = { ...provider.person, email: newAddress(), email_verified: false }
    const second = await signInThere()
    const [one, other] = await Promise.all(
      [first, second].map((at) => harness.options.tokens.verify(fragmentOf(at).get('access_token')!)),
    )
    expect(other!.sub).toBe(one!.sub)
    expect(other!.email).toBe(one!.email)
  })

  it('joins the account of her address, if the provider has verified it and it has no password', async () => {
    const { id, email } = await makeMember(harness)
    await harness.owner.query(`update auth.users set encrypted_password = '' where id = $1`, [id])
    provider.person.email = email.toUpperCase()
    const token = fragmentOf(await signInThere()).get('access_token')!
    const { body } = await call(app, { path: '/user', token })
    expect(body).toMatchObject({ id, app_metadata: { provider: 'email', providers: ['email', 'google'] } })
  })

  it('does not join one that has a password: her mailbox alone must not open it; one joined before goes on', async () => {
    const { id, email, password } = await makeMember(harness)
    provider.person.email = email
    expect(fragmentOf(await signInThere()).get('error_code')).toBe('email_exists')
    const grant = {
      path: '/token?grant_type=id_token',
      body: { provider: 'google', id_token: await signIdToken({}) },
    }
    expect(await call(app, grant)).toMatchObject({ status: 422, body: { code: 'email_exists' } })
    const providers = async () =>
      (await harness.owner.query('select provider from auth.identities where user_id = $1', [id])).rows
    expect(await providers()).toEqual([{ provider: 'email' }])

    const { rows } = await harness.owner.query(
      'select encrypted_password as hash from auth.users where id = $1',
      [id],
    )
    const setHash = (hash: string) =>
      harness.owner.query('update auth.users set encrypted_password = $2 where id = $1', [id, hash])
    await setHash('')
    expect(fragmentOf(await signInThere()).has('access_token')).toBe(true)
    await setHash(rows[0].hash)
    expect(fragmentOf(await signInThere()).has('access_token')).toBe(true)
    const entered = await officialClient(url, anonKey).auth.signInWithPassword({ email, password })
    expect(entered.error, 'her password goes on').toBeNull()
  })

  it.each([
    ['an address that the provider has not verified', { email_verified: false }],
    ['no address', { email: undefined }],
  ])('opens nothing with %s', async (_name, said) => {
    const { email } = await makeMember(harness)
    provider.person = { ...provider.person, email, ...said }
    expect(fragmentOf(await signInThere()).get('error_code')).toBe('provider_email_needs_verification')
  })

  it('leaves nothing of who had signed up with her address', async () => {
    const body = { email: provider.person.email, password: 'la clave de otro', data: { username: 'Otro' } }
    await call(app, { path: '/signup', body })
    const token = fragmentOf(await signInThere()).get('access_token')!
    expect((await call(app, { path: '/user', token })).body.user_metadata).toEqual({
      name: 'Ana Luz',
      full_name: 'Ana Luz',
    })
    const { error } = await officialClient(url, anonKey).auth.signInWithPassword(body as never)
    expect(error?.code).toBe('invalid_credentials')
  })

  it('makes no account where the project takes none, and lets nobody in who is banned', async () => {
    const { identityProviders } = {
      identityProviders: [{ name: 'google', issuer, clientId: 'amparo', clientSecret: 'a secret' }],
    }
    const closed = await harness.another({ server: { identityProviders }, auth: { enableSignup: false } })
    const id_token = await signIdToken({})
    const grant = { path: '/token?grant_type=id_token', body: { provider: 'google', id_token } }
    expect((await call(closed, grant)).body.code).toBe('signup_disabled')
    const { body } = await call(app, grant)
    expect((await call(closed, grant)).status, 'who has an account comes in').toBe(200)
    await harness.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      body.user.id,
    ])
    expect(fragmentOf(await signInThere()).get('error_code')).toBe('user_banned')
  })
})

describe('a sign-in that comes back', () => {
  it('is refused in another browser, with another state, a second time, and late', async () => {
    const outcome = async (browser: ProviderBrowser, address: URL | string) =>
      fragmentOf(await browser.open(address)).get('error_code')
    const callback = async (browser: ProviderBrowser) =>
      browser.open(await browser.leave(AUTHORIZE), CALLBACK)
    const browser = new ProviderBrowser(app)
    const stolen = await callback(browser)
    expect(await outcome(new ProviderBrowser(app), stolen), 'somebody else’s browser').toBe('bad_oauth_state')
    expect(await outcome(browser, stolen), 'and then it is spent').toBe('flow_state_already_used')

    const good = await callback(browser)
    expect(fragmentOf(await browser.open(good)).has('access_token')).toBe(true)
    expect(await outcome(browser, good)).toBe('flow_state_already_used')

    const forged = new URL(await callback(browser))
    forged.searchParams.set('state', 'x'.repeat(43))
    expect(await outcome(browser, forged)).toBe('bad_oauth_state')

    const late = await callback(browser)
    await harness.owner.query(
      `update local_server.oauth_flows set created_at = created_at - interval '16 minutes'`,
    )
    expect(await outcome(browser, late)).toBe('bad_oauth_state')
    expect(await outcome(browser, CALLBACK)).toBe('bad_oauth_callback')
  })

  it('with a refusal of the provider, or a code that it does not know, goes back to the page with the news', async () => {
    for (const [answer, code] of [
      ['error=access_denied&error_description=No+quiso', 'bad_oauth_callback'],
      ['code=nothing', 'unexpected_failure'],
    ]) {
      const browser = new ProviderBrowser(app)
      const left = await browser.leave(`${AUTHORIZE}&redirect_to=${SITE}/login`)
      const reached = await browser.open(`${CALLBACK}?${answer}&state=${left.searchParams.get('state')}`)
      expect(reached.pathname).toBe('/login')
      expect(fragmentOf(reached).get('error_code')).toBe(code)
    }
  })

  it('from a provider that does not answer is told so', async () => {
    const reached = await new ProviderBrowser(app).open(
      `${SITE}/auth/v1/authorize?provider=gone&redirect_to=${SITE}/login`,
    )
    expect(fragmentOf(reached).get('error_code')).toBe('unexpected_failure')
  })
})

describe('the token of a provider', () => {
  const grant = (body: Record<string, unknown>) =>
    call(app, { path: '/token?grant_type=id_token', body: { provider: 'google', ...body } })

  it('signs in, with a nonce as it is or hashed, through the official client', async () => {
    const supabase = officialClient(url, anonKey)
    const nonce = 'a nonce'
    const hashed = createHash('sha256').update(nonce).digest('hex')
    for (const claim of [nonce, hashed]) {
      const token = await signIdToken({ nonce: claim })
      const { data, error } = await supabase.auth.signInWithIdToken({ provider: 'google', token, nonce })
      expect(error).toBeNull()
      expect(data.user?.email).toBe(provider.person.email)
    }
    expect((await grant({ provider: undefined, issuer, id_token: await signIdToken({}) })).status).toBe(200)
  })

  it('that is forged, expired or for somebody else is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const sign = (claims: object, key: CryptoKey | Uint8Array = privateKey, alg = 'RS256') =>
      new SignJWT({ iss: issuer, aud: 'amparo', ...provider.person, ...claims })
        .setProtectedHeader({ alg, kid: 'one' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(key)
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = { iss: issuer, aud: 'amparo', exp: Date.now(), iat: 0, ...provider.person }
    const tokens = {
      'another key': await sign({}),
      'a shared secret': await sign(
        {},
        new TextEncoder().encode('a secret that is long enough for it'),
        'HS256',
      ),
      'no algorithm': `${encode({ alg: 'none' })}.${encode(claims)}.`,
      'another audience': await signIdToken({ aud: 'another app' }),
      'another issuer': await signIdToken({ iss: 'https://evil.example' }),
      'not a token': 'a.b.c',
    }
    for (const [name, id_token] of Object.entries(tokens)) {
      expect(await grant({ id_token }), name).toMatchObject({
        status: 400,
        body: { error: 'invalid request' },
      })
    }
  })

  it('with a nonce on one side alone, another nonce, or an access token of somebody else is refused', async () => {
    const at_hash = createHash('sha256').update('hers').digest().subarray(0, 16).toString('base64url')
    for (const [claims, body, error] of [
      [{ nonce: 'x' }, {}, 'invalid request'],
      [{}, { nonce: 'x' }, 'invalid request'],
      [{ nonce: 'x' }, { nonce: 'y' }, 'invalid nonce'],
      [{ at_hash }, { access_token: 'another' }, 'invalid request'],
    ] as const) {
      expect(await grant({ id_token: await signIdToken(claims), ...body })).toMatchObject({
        status: 400,
        body: { error },
      })
    }
    expect((await grant({ id_token: await signIdToken({ at_hash }), access_token: 'hers' })).status).toBe(200)
  })

  it('of another issuer than that of the provider is refused before it is read', async () => {
    const answer = await grant({ id_token: 'a.b.c', issuer: 'https://evil.example' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('asks the project before it makes an account', async () => {
    const { rows } = await harness.owner.query<{ count: string }>('select count(*) from auth.users')
    await harness.owner.query(
      `create or replace function rules.before_user_created(event jsonb) returns jsonb language sql as $$
         select case when event #>> '{user,app_metadata,provider}' = 'google' and event #>> '{user,user_metadata,name}' = 'Rechazado'
           then '{"error": {"http_code": 403, "message": "Restricted"}}'::jsonb else '{}' end $$`,
    )
    provider.person.name = 'Rechazado'
    expect(await grant({ id_token: await signIdToken({}) })).toMatchObject({
      status: 403,
      body: { message: 'Restricted' },
    })
    const after = await harness.owner.query<{ count: string }>('select count(*) from auth.users')
    expect(after.rows[0]!.count).toBe(rows[0]!.count)
  })

  it('is named among what is set up', async () => {
    expect((await call(app, { path: '/settings' })).body.external).toMatchObject({
      google: true,
      apple: false,
    })
  })
})
