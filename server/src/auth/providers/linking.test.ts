import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
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
import { ProviderBrowser, PUBLIC_SITE } from '../../../testing/providerBrowser.ts'

// Linking ways to come in by hand, as Supabase documents it, where a project allows it.

let harness: Harness
let app: FastifyInstance
let url: string
let anonKey: string
let provider: LocalIdentityProvider

beforeAll(async () => {
  provider = await LocalIdentityProvider.start(`${PUBLIC_SITE}/auth/v1/callback`)
  harness = await startHarness()
  app = await harness.another({
    auth: { manualLinking: true, anonymousSignIns: true },
    server: {
      identityProviders: [
        { name: 'google', issuer: provider.issuer, clientId: 'amparo', clientSecret: 'a secret' },
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
    name: 'Ana',
  }
})

/** A member with the official client. */
async function member(flow: 'implicit' | 'pkce' = 'implicit') {
  const { email, password, id } = await makeMember(harness)
  const client = officialClient(url, anonKey, flow)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, email, password, id }
}
type Client = ReturnType<typeof officialClient>

/** From `linkIdentity` to the provider and back, in one browser. */
async function link(client: Client, browser = new ProviderBrowser(app)): Promise<URL> {
  const { data, error } = await client.auth.linkIdentity({
    provider: 'google',
    options: { redirectTo: `${PUBLIC_SITE}/cuenta`, skipBrowserRedirect: true },
  })
  if (error) throw error
  return browser.open(data.url!)
}
const identities = async (client: Client) => (await client.auth.getUserIdentities()).data!.identities
const said = (address: URL) => new URLSearchParams(address.hash.slice(1)).get('error_code')

describe('linking', () => {
  it('gives her another way in, of another address too', async () => {
    const { client, email, id } = await member()
    const reached = await link(client)
    expect([reached.pathname, said(reached)]).toEqual(['/cuenta', null])
    expect(new URLSearchParams(reached.hash.slice(1)).get('access_token')).toBeTruthy()
    expect((await identities(client)).map((one) => one.provider)).toEqual(['email', 'google'])
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id, email, app_metadata: { providers: ['email', 'google'] } })
    const back = await new ProviderBrowser(app).open(`${PUBLIC_SITE}/auth/v1/authorize?provider=google`)
    const token = new URLSearchParams(back.hash.slice(1)).get('access_token')!
    expect((await client.auth.getUser(token)).data.user?.id).toBe(id)
  })

  it('ends in a code where the client asked for one', async () => {
    const { client, id } = await member('pkce')
    const code = (await link(client)).searchParams.get('code')!
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect([error, data.user?.id]).toEqual([null, id])
    expect(await identities(client)).toHaveLength(2)
  })

  it('makes an account without an address an ordinary one', async () => {
    const client = officialClient(url, anonKey)
    await client.auth.signInAnonymously()
    await link(client)
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ email: provider.person.email, is_anonymous: false })
    expect((await identities(client)).map((one) => one.provider)).toEqual(['google'])
  })

  it('gives nobody an address that her provider has not shown to be hers, or that is another’s', async () => {
    const client = officialClient(url, anonKey)
    await client.auth.signInAnonymously()
    provider.person.email_verified = false
    expect(said(await link(client))).toBe('provider_email_needs_verification')
    provider.person = { ...provider.person, email: (await makeMember(harness)).email, email_verified: true }
    expect(said(await link(client))).toBe('email_exists')
    expect(await identities(client)).toEqual([])
  })

  it('takes no identity that is linked already, to her or to another', async () => {
    const [one, other] = [await member(), await member()]
    await link(one.client)
    expect(said(await link(one.client))).toBe('identity_already_exists')
    expect(said(await link(other.client))).toBe('identity_already_exists')
    expect(await identities(other.client)).toHaveLength(1)
  })

  it('is for the browser that opened its address, once, and ends with the session', async () => {
    const { client } = await member()
    const ask = async () =>
      (await client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })).data
        .url!
    const address = await ask()
    const [hers, other] = [new ProviderBrowser(app), new ProviderBrowser(app)]
    const atProvider = await hers.leave(address.replace(`${PUBLIC_SITE}/auth/v1`, ''))
    expect(said(await other.open(address))).toBe('bad_oauth_state')
    expect(said(await other.open(atProvider))).toBe('bad_oauth_state')
    const late = await ask()
    await client.auth.signOut()
    expect(said(await hers.open(late))).toBe('bad_oauth_state')
  })

  it('takes the token of a native dialog', async () => {
    const { client, id } = await member()
    const { data, error } = await client.auth.linkIdentity({
      provider: 'google',
      token: await provider.signIdToken({}),
    })
    expect([error, data]).toMatchObject([null, { user: { id } }])
    expect(await identities(client)).toHaveLength(2)
  })

  it('asks for the second factor where there is one', async () => {
    const { client, id } = await member()
    await harness.owner.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'x', 'totp', 'verified', now(), now())`,
      [id],
    )
    expect((await client.auth.linkIdentity({ provider: 'google' })).error).toMatchObject({
      code: 'insufficient_aal',
      status: 401,
    })
  })

  it('is off unless the project allows it', async () => {
    const { accessToken: token } = await makeMember(harness)
    for (const [path, method] of [
      ['/user/identities/authorize?provider=google', 'GET'],
      [`/user/identities/${crypto.randomUUID()}`, 'DELETE'],
    ] as const) {
      expect(await call(harness.app, { path, method, token })).toMatchObject({
        status: 404,
        body: { code: 'manual_linking_disabled' },
      })
    }
    const id_token = await provider.signIdToken({})
    const off = await harness.another({
      server: {
        identityProviders: [
          { name: 'google', issuer: provider.issuer, clientId: 'amparo', clientSecret: 'a secret' },
        ],
      },
    })
    const body = { provider: 'google', id_token, link_identity: true }
    expect(await call(off, { path: '/token?grant_type=id_token', body, token })).toMatchObject({
      status: 404,
      body: { code: 'manual_linking_disabled' },
    })
  })
})

describe('unlinking', () => {
  it('takes a way in away, and never the last one', async () => {
    const { client, email } = await member()
    await link(client)
    const google = (await identities(client)).find((one) => one.provider === 'google')!
    expect((await client.auth.unlinkIdentity(google)).error).toBeNull()
    const [left, ...more] = await identities(client)
    expect([left!.provider, more]).toEqual(['email', []])
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect((await client.auth.unlinkIdentity(left!)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
  })

  it('leaves her the address of what is left, unless somebody else has it', async () => {
    const { client } = await member()
    await link(client)
    const mail = (await identities(client)).find((one) => one.provider === 'email')!
    const other = await makeMember(harness)
    const setEmail = 'update auth.users set email = $2 where id = $1'
    await harness.owner.query(setEmail, [other.id, provider.person.email])
    expect((await client.auth.unlinkIdentity(mail)).error).toMatchObject({
      status: 422,
      code: 'email_conflict_identity_not_deletable',
    })
    await harness.owner.query(setEmail, [other.id, other.email])
    expect((await client.auth.unlinkIdentity(mail)).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email: provider.person.email,
      app_metadata: { provider: 'google', providers: ['google'] },
    })
  })

  it('gives her no address that was never shown to be hers', async () => {
    const { client, email } = await member()
    provider.person.email_verified = false
    await link(client)
    const mail = (await identities(client)).find((one) => one.provider === 'email')!
    expect((await client.auth.unlinkIdentity(mail)).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  })

  it('takes what is hers alone, by its number', async () => {
    const [one, other] = [await member(), await member()]
    await link(one.client)
    const [theirs] = await identities(other.client)
    expect((await one.client.auth.unlinkIdentity(theirs!)).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
    })
    expect((await one.client.auth.unlinkIdentity({ ...theirs!, identity_id: 'x' })).error).toMatchObject({
      status: 404,
      code: 'validation_failed',
    })
    expect(await identities(other.client)).toHaveLength(1)
  })
})
