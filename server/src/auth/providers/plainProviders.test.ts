import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Harness, newAddress, officialClient, startHarness } from '../../../testing/auth.ts'
import { LocalPlainProvider } from '../../../testing/plainProvider.ts'
import { ProviderBrowser, PUBLIC_SITE } from '../../../testing/providerBrowser.ts'

let harness: Harness
let app: FastifyInstance
let url: string
let anonKey: string
let provider: LocalPlainProvider

beforeAll(async () => {
  provider = await LocalPlainProvider.start()
  harness = await startHarness()
  app = await harness.another({
    server: {
      identityProviders: (['github', 'discord'] as const).map((name) => ({
        name,
        issuer: provider.address,
        clientId: 'the-app',
        clientSecret: 'a secret',
        plain: name,
      })),
    },
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  anonKey = await harness.options.tokens.sign({ role: 'anon' })
})
afterAll(async () => {
  await harness?.close()
  provider?.stop()
})

let people = 0
/** Somebody new at the provider, who signs in with the official client. */
async function signIn(name: 'github' | 'discord', isVerified = true) {
  provider.person = { id: ++people, name: 'Ana Luz', email: newAddress(), verified: isVerified }
  const client = officialClient(url, anonKey, 'pkce')
  const { data } = await client.auth.signInWithOAuth({
    provider: name,
    options: { redirectTo: `${PUBLIC_SITE}/bienvenida`, skipBrowserRedirect: true, scopes: 'more' },
  })
  const { pathname, search } = new URL(data.url!)
  const reached = await new ProviderBrowser(app).open(`${PUBLIC_SITE}${pathname}${search}`)
  return { client, reached }
}

describe.each([
  ['github', 'user:email more'],
  ['discord', 'email identify more'],
] as const)('%s', (name, scopes) => {
  it('signs in whom it knows, with the address that it has shown to be hers', async () => {
    const { client, reached } = await signIn(name)
    const { data, error } = await client.auth.exchangeCodeForSession(reached.searchParams.get('code')!)
    expect(error).toBeNull()
    expect(data.session?.provider_token).toBeTruthy()
    expect(data.user).toMatchObject({
      email: provider.person.email,
      app_metadata: { provider: name, providers: [name] },
      user_metadata: { name: 'Ana Luz' },
      identities: [{ provider: name, id: String(provider.person.id) }],
    })
    const asked = provider.asked.at(-1)!.searchParams
    expect([asked.get('scope'), asked.get('nonce'), asked.get('client_id')]).toEqual([
      scopes,
      null,
      'the-app',
    ])
  })

  it('makes no account of an address that it has not', async () => {
    const { reached } = await signIn(name, false)
    expect(reached.searchParams.get('error_code')).toBe('provider_email_needs_verification')
  })

  it('signs no tokens', async () => {
    const body = { provider: name, id_token: 'a.b.c' }
    expect(await call(app, { path: '/token?grant_type=id_token', body })).toMatchObject({
      status: 400,
      body: { code: 'provider_disabled' },
    })
  })
})

it('a provider that does not answer is a refusal that the page gets', async () => {
  const asked = provider.person
  provider.person = { ...asked, id: 0 }
  const browser = new ProviderBrowser(app)
  const reached = await browser.open(`${PUBLIC_SITE}/auth/v1/authorize?provider=github`)
  expect(new URLSearchParams(reached.hash.slice(1)).get('error_code')).toBe('bad_oauth_callback')
})
