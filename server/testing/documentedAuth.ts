import type { SupabaseClient } from '@supabase/supabase-js'
import { generateSync } from 'otplib'
// biome-ignore lint/correctness/noUndeclaredDependencies: the tools of the whole repository stand at its root.
import { expect } from 'vitest'
import type { Said, Shown } from './documentedTable.ts'
import { type ServedFolder, serveFolder } from './folder.ts'
import { LocalIdentityProvider } from './identityProvider.ts'

/*
 * What Supabase's documentation of Auth says, read for cases of our own: each sentence in our words, with its page, and calls of the
 * official client that show it.
 */

const CONFIG = `
[auth]
site_url = "http://localhost:3000"
additional_redirect_urls = ["http://localhost:3000/**", "app://back"]
enable_anonymous_sign_ins = true
minimum_password_length = 6
password_requirements = "letters_digits"
[auth.email]
enable_confirmations = true
max_frequency = "1s"
[auth.sms]
enable_signup = true
[auth.sms.test_otp]
34600000001 = "123456"
34600000002 = "234567"
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
`

/** A server with accounts, and the official client. */
export interface AuthWorld {
  folder: ServedFolder
  /** The client in a browser of its own. */
  client(): SupabaseClient
  admin: SupabaseClient['auth']['admin']
  /** An address that nobody has. */
  fresh(): string
  member(): Promise<Member>
  /** The newest mail to an address. */
  mail(to: string): Promise<{ subject: string; code: string; link: URL; hash: string }>
  /** Somebody where linking is allowed, and how her client links an account of a provider with her own. */
  linking(kind?: 'anonymous'): Promise<{
    client: SupabaseClient
    admin: SupabaseClient['auth']['admin']
    link(client: SupabaseClient): Promise<{ error: { code?: string } | null }>
  }>
  close(): Promise<void>
  /** A plain request, for what the client never sends. */
  call(path: string, options?: { method?: string; body?: unknown; token?: string }): Promise<Plain>
}

interface Plain {
  status: number
  code?: string
  body: Record<string, unknown>
  headers: Headers
}

interface Member {
  client: SupabaseClient
  id: string
  email: string
  password: string
  token: string
}

/** Of whom the hook of the second folder wants no tokens. */
const REFUSED = { refused: true }

/** A second folder, which allows linking and names a provider. */
async function startLinking() {
  const provider = await LocalIdentityProvider.start('http://127.0.0.1:9/unused')
  const config = `
[auth]
enable_anonymous_sign_ins = true
enable_manual_linking = true
[auth.external.keycloak]
enabled = true
client_id = "amparo"
secret = "a secret"
url = "${provider.issuer}"
[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/public/word_token"
`
  const hook = `
create function public.word_token(event jsonb) returns jsonb language plpgsql as $$
begin
  if event #>> '{claims,user_metadata,refused}' = 'true' then
    return '{"error": {"http_code": 403, "message": "Not today"}}';
  elsif event #>> '{claims,email}' = 'other-role@example.com' then
    return jsonb_set(event, '{claims,role}', '"service_role"');
  end if;
  event := jsonb_set(event, '{claims,plan}', event -> 'authentication_method');
  return jsonb_set(event, '{claims,app_metadata,admin}', 'true');
end $$;
grant execute on function public.word_token to supabase_auth_admin;
`
  return { provider, folder: await serveFolder('chat', { 'config.toml': config, 'seed.sql': hook }) }
}

export async function startAuthWorld(): Promise<AuthWorld> {
  const folder = await serveFolder('chat', { 'config.toml': CONFIG })
  const service = folder.client('service')
  const { url, config } = folder.server
  let count = 0
  let other: ReturnType<typeof startLinking> | undefined
  const fresh = () => `person${++count}@example.com`
  return {
    folder,
    client: () => folder.client(),
    admin: service.auth.admin,
    fresh,
    async member() {
      const [email, password] = [fresh(), 'secret123']
      const { data, error } = await service.auth.admin.createUser({ email, password, email_confirm: true })
      if (error) throw error
      const client = folder.client()
      const signedIn = await client.auth.signInWithPassword({ email, password })
      return { client, id: data.user.id, email, password, token: signedIn.data.session!.access_token }
    },
    async linking(kind) {
      other ??= startLinking()
      const { folder: allowed, provider } = await other
      const { admin } = allowed.client('service').auth
      const client = allowed.client()
      if (kind === 'anonymous') await client.auth.signInAnonymously()
      else await client.auth.signUp({ email: fresh(), password: 'secret123' })
      const person = { sub: fresh(), email: fresh(), email_verified: true }
      return {
        client,
        admin,
        link: async (one) =>
          one.auth.linkIdentity({ provider: 'keycloak', token: await provider.signIdToken(person) }),
      }
    },
    async close() {
      await folder.close()
      const { folder: allowed, provider } = (await other) ?? {}
      await allowed?.close()
      provider?.stop()
    },
    async mail(to) {
      const [mail] = (await (
        await fetch(`${folder.server.mailboxUrl}.json?to=${encodeURIComponent(to)}`)
      ).json()) as {
        subject: string
        text: string
        links: string[]
      }[]
      const link = new URL(mail!.links[0] ?? 'http://none.invalid')
      const code = /\b\d{6}\b/.exec(mail!.text)?.[0] ?? ''
      return { subject: mail!.subject, code, link, hash: link.searchParams.get('token') ?? '' }
    },
    async call(path, { method, body, token } = {}) {
      const answer = await fetch(`${url}/auth/v1${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        redirect: 'manual',
        headers: {
          apikey: config.secrets.anonKey,
          'x-supabase-api-version': '2024-01-01',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await answer.text()
      const parsed = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
      return { status: answer.status, code: parsed.code as string, body: parsed, headers: answer.headers }
    },
  }
}

const said: Said<AuthWorld>[] = []
/** Everything that is shown, page by page. */
export const AUTH_SAID: readonly Said<AuthWorld>[] = said

function says(
  page: string,
  words: string,
  shown: Shown<AuthWorld>[],
  ours: Pick<Said<AuthWorld>, 'refused' | 'different'> = {},
): void {
  said.push({ page, says: words, shown, ...ours })
}

const shows = (ask: Shown<AuthWorld>['ask'], gives: unknown): Shown<AuthWorld> => ({ ask, gives })
const fails = (code: string, status?: number) => ({ error: { code, ...(status && { status }) } })
const fine = { error: null }
const js = (name: string) => `reference/javascript/auth-${name}`
const CODES = 'guides/auth/debugging/error-codes'

// --- sign up

says(js('signup'), 'where addresses are confirmed, a user comes back and no session', [
  shows(({ client, fresh }) => client().auth.signUp({ email: fresh(), password: 'secret123' }), {
    data: { session: null, user: { aud: 'authenticated', role: 'authenticated', is_anonymous: false } },
    error: null,
  }),
  shows(
    ({ client, fresh }) =>
      client().auth.signUp({
        email: fresh(),
        password: 'secret123',
        options: { data: { first: 'x', age: 27 } },
      }),
    {
      data: {
        user: {
          user_metadata: { first: 'x', age: 27 },
          app_metadata: { provider: 'email', providers: ['email'] },
        },
      },
    },
  ),
  shows(async ({ client, fresh, mail }) => {
    const email = fresh()
    await client().auth.signUp({
      email,
      password: 'secret123',
      options: { emailRedirectTo: 'http://localhost:3000/welcome' },
    })
    return (await mail(email)).link.searchParams.get('redirect_to')
  }, 'http://localhost:3000/welcome'),
  shows(async ({ client, fresh, mail }) => {
    const email = fresh()
    await client().auth.signUp({
      email,
      password: 'secret123',
      options: { emailRedirectTo: 'https://evil.example/' },
    })
    return (await mail(email)).link.searchParams.get('redirect_to')
  }, 'http://localhost:3000'),
])
says(
  js('signup'),
  'for an address that has a confirmed account an obfuscated user comes back, without identities',
  [
    shows(
      async ({ client, member }) => {
        const { email, id } = await member()
        const { data, error } = await client().auth.signUp({ email, password: 'secret123' })
        return { error, isHers: data.user!.id === id, identities: data.user!.identities!.length }
      },
      { error: null, isHers: false, identities: 1 },
    ),
  ],
  { different: 'it has an identity as any other: an empty list tells who has an account' },
)
says(js('signup'), 'a telephone signs up too, and its code confirms it', [
  shows(({ client }) => client().auth.signUp({ phone: '+34600000001', password: 'secret123' }), {
    data: { session: null, user: { phone: '34600000001' } },
    error: null,
  }),
  shows(({ client }) => client().auth.verifyOtp({ phone: '+34600000001', token: '123456', type: 'sms' }), {
    data: { session: { token_type: 'bearer' } },
    error: null,
  }),
])
says('guides/auth/password-security', 'passwords that are too short, or lack what is required, are weak', [
  ...[
    ['a1', ['length']],
    ['onlyletters', ['characters']],
    ['1234567', ['characters']],
    ['a', ['length', 'characters']],
  ].map(([password, reasons]) =>
    shows(({ client, fresh }) => client().auth.signUp({ email: fresh(), password: password as string }), {
      error: { code: 'weak_password', status: 422, reasons },
    }),
  ),
  shows(({ client, fresh }) => client().auth.signUp({ email: fresh(), password: 'abc123' }), fine),
])

// --- sign in

says(js('signinwithpassword'), 'needs an address or a telephone, and the password', [
  shows(
    async ({ client, member }) => {
      const { email, password } = await member()
      return client().auth.signInWithPassword({ email, password })
    },
    {
      data: { session: { token_type: 'bearer', expires_in: 3600 }, user: { role: 'authenticated' } },
      error: null,
    },
  ),
  shows(async ({ client, member }) => {
    const { email, password } = await member()
    return client().auth.signInWithPassword({ email: email.toUpperCase(), password })
  }, fine),
  shows(
    ({ client }) => client().auth.signInWithPassword({ phone: '+34600000001', password: 'secret123' }),
    fine,
  ),
  shows(
    async ({ client, member }) => {
      const { email } = await member()
      return client().auth.signInWithPassword({ email, password: 'wrong' })
    },
    { data: { session: null, user: null }, ...fails('invalid_credentials', 400) },
  ),
  shows(
    ({ client, fresh }) => client().auth.signInWithPassword({ email: fresh(), password: 'secret123' }),
    fails('invalid_credentials', 400),
  ),
])
says(js('signinanonymously'), 'makes a user without an address, who has a session', [
  shows(({ client }) => client().auth.signInAnonymously(), {
    data: { user: { is_anonymous: true, email: '', identities: [] }, session: { token_type: 'bearer' } },
    error: null,
  }),
  shows(({ client }) => client().auth.signInAnonymously({ options: { data: { nick: 'x' } } }), {
    data: { user: { user_metadata: { nick: 'x' } } },
  }),
])
says(
  'guides/auth/auth-anonymous',
  'such a user is authenticated, her token says that she is anonymous, and an address makes her permanent',
  [
    shows(
      async ({ client }) => {
        const one = client()
        await one.auth.signInAnonymously()
        return one.auth.getClaims()
      },
      { data: { claims: { role: 'authenticated', is_anonymous: true, amr: [{ method: 'anonymous' }] } } },
    ),
    shows(
      async ({ client, fresh, mail }) => {
        const [one, email] = [client(), fresh()]
        const { data } = await one.auth.signInAnonymously()
        await one.auth.updateUser({ email })
        await one.auth.verifyOtp({ email, token: (await mail(email)).code, type: 'email_change' })
        const now = await one.auth.getUser()
        return {
          same: now.data.user!.id === data.user!.id,
          email: now.data.user!.email === email,
          user: now.data.user,
        }
      },
      { same: true, email: true, user: { is_anonymous: false, identities: [{ provider: 'email' }] } },
    ),
  ],
)
says(
  js('signinwithotp'),
  'mails a link and a code; the account is made where there is none, unless that is not wanted',
  [
    shows(async ({ client, fresh }) => client().auth.signInWithOtp({ email: fresh() }), {
      data: { user: null, session: null },
      error: null,
    }),
    shows(
      async ({ client, fresh, mail }) => {
        const [one, email] = [client(), fresh()]
        await one.auth.signInWithOtp({ email, options: { data: { from: 'otp' } } })
        return one.auth.verifyOtp({ email, token: (await mail(email)).code, type: 'email' })
      },
      { data: { user: { user_metadata: { from: 'otp' } }, session: { token_type: 'bearer' } }, error: null },
    ),
    shows(async ({ client, member, mail }) => {
      const { email, id } = await member()
      const one = client()
      await one.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
      const { data } = await one.auth.verifyOtp({ token_hash: (await mail(email)).hash, type: 'email' })
      return data.user!.id === id
    }, true),
    shows(({ client }) => client().auth.signInWithOtp({ phone: '+34600000002' }), fine),
    shows(({ client }) => client().auth.verifyOtp({ phone: '+34600000002', token: '234567', type: 'sms' }), {
      data: { user: { phone: '34600000002' } },
      error: null,
    }),
  ],
)
says(
  js('signinwithotp'),
  'refuses an unknown address where no account may be made',
  [
    shows(
      ({ client, fresh }) =>
        client().auth.signInWithOtp({ email: fresh(), options: { shouldCreateUser: false } }),
      fine,
    ),
  ],
  {
    different:
      'answers as for a known one, whose mail says that there is none: nobody learns who has an account',
  },
)
says(js('verifyotp'), 'takes a code with its address, or the hash of a link, once', [
  shows(
    async ({ client, fresh, mail }) => {
      const [one, email] = [client(), fresh()]
      await one.auth.signUp({ email, password: 'secret123' })
      return one.auth.verifyOtp({ email, token: (await mail(email)).code, type: 'email' })
    },
    { data: { session: { token_type: 'bearer' } }, error: null },
  ),
  shows(
    async ({ client, fresh, mail }) => {
      const [one, email] = [client(), fresh()]
      await one.auth.signInWithOtp({ email })
      const { code } = await mail(email)
      await one.auth.verifyOtp({ email, token: code, type: 'email' })
      return client().auth.verifyOtp({ email, token: code, type: 'email' })
    },
    fails('otp_expired', 403),
  ),
  shows(
    ({ client, fresh }) => client().auth.verifyOtp({ email: fresh(), token: '000000', type: 'email' }),
    fails('otp_expired', 403),
  ),
  shows(
    ({ client }) => client().auth.verifyOtp({ token_hash: 'abc', type: 'recovery' }),
    fails('otp_expired', 403),
  ),
  shows(({ call }) => call('/verify', { body: { token: '123456', email: 'a@b.mx' } }), {
    status: 400,
    code: 'validation_failed',
  }),
  shows(({ call }) => call('/verify', { body: { type: 'made_up', token: '123456', email: 'a@b.mx' } }), {
    status: 400,
    code: 'validation_failed',
  }),
])
says(js('signinwithoauth'), 'a provider that is not set up is refused', [
  ...['github', 'google', 'apple', 'made_up'].map((provider) =>
    shows(({ call }) => call(`/authorize?provider=${provider}`), { status: 400, code: 'validation_failed' }),
  ),
])
says(js('signinwithidtoken'), 'as is its token', [
  shows(
    ({ client }) => client().auth.signInWithIdToken({ provider: 'google', token: 'x.y.z' }),
    fails('provider_disabled', 400),
  ),
])
says(js('signinwithsso'), 'SAML is off until it is set up', [
  shows(
    ({ client }) => client().auth.signInWithSSO({ domain: 'company.example' }),
    fails('saml_provider_disabled', 404),
  ),
  shows(({ call }) => call('/sso', { body: {} }), { status: 404, code: 'saml_provider_disabled' }),
])
says(js('signinwithweb3'), 'wallets are off until they are set up', [
  ...['ethereum', 'solana'].map((chain) =>
    shows(({ call }) => call('/token?grant_type=web3', { body: { chain, message: 'x', signature: 'y' } }), {
      status: 422,
      code: 'web3_provider_disabled',
    }),
  ),
])

// --- sessions

says(js('getsession'), 'a client holds its session; nobody has none', [
  shows(async ({ member }) => (await member()).client.auth.getSession(), {
    data: { session: { token_type: 'bearer' } },
    error: null,
  }),
  shows(({ client }) => client().auth.getSession(), { data: { session: null }, error: null }),
])
says(js('getuser'), 'asks the server who she is, by her token', [
  shows(async ({ member }) => {
    const { client, email } = await member()
    return (await client.auth.getUser()).data.user!.email === email
  }, true),
  shows(async ({ member, client }) => {
    const { token, id } = await member()
    return (await client().auth.getUser(token)).data.user!.id === id
  }, true),
  shows(({ client }) => client().auth.getUser('x.y.z'), fails('bad_jwt', 403)),
])
says(js('refreshsession'), 'gives a new session for a refresh token, which is then used up', [
  shows(async ({ member }) => (await member()).client.auth.refreshSession(), {
    data: { session: { token_type: 'bearer' } },
    error: null,
  }),
  shows(async ({ member }) => {
    const { client } = await member()
    const before = (await client.auth.getSession()).data.session!
    const after = (await client.auth.refreshSession()).data.session!
    return before.refresh_token === after.refresh_token
  }, false),
  shows(
    ({ client }) => client().auth.refreshSession({ refresh_token: 'abcdefghijklmnopqrstuv' }),
    fails('refresh_token_not_found', 400),
  ),
])
says('guides/auth/sessions', 'within ten seconds the token before the current one gives the current one', [
  shows(
    async ({ member, call }) => {
      const { client } = await member()
      const old = (await client.auth.getSession()).data.session!.refresh_token
      const [one, other] = await Promise.all(
        [0, 1].map(() => call('/token?grant_type=refresh_token', { body: { refresh_token: old } })),
      )
      return [one!.status, other!.status, one!.body.refresh_token === other!.body.refresh_token]
    },
    [200, 200, true],
  ),
])
says(
  'guides/auth/sessions',
  'at any later time too',
  [
    shows(
      async ({ member, call, folder }) => {
        const { client } = await member()
        const old = (await client.auth.getSession()).data.session!.refresh_token
        await client.auth.refreshSession()
        await folder.server.query(
          `update auth.refresh_tokens set updated_at = now() - interval '1 minute' where token = left($1, -32)`,
          [old],
        )
        return call('/token?grant_type=refresh_token', { body: { refresh_token: old } })
      },
      { status: 400, code: 'refresh_token_already_used' },
    ),
  ],
  { different: 'later it ends the session: who holds a copy of an older token is not told the current one' },
)
says(js('setsession'), 'takes both tokens, and refuses what is none', [
  shows(async ({ member, client }) => {
    const { data } = await (await member()).client.auth.getSession()
    return client().auth.setSession(data.session!)
  }, fine),
  shows(({ client }) => client().auth.setSession({ access_token: 'x', refresh_token: 'y' }), {
    error: { __isAuthError: true },
  }),
])
says(js('getclaims'), 'the token says who she is, how she came in, and until when', [
  shows(async ({ member }) => (await member()).client.auth.getClaims(), {
    data: {
      claims: {
        aud: 'authenticated',
        role: 'authenticated',
        aal: 'aal1',
        amr: [{ method: 'password' }],
        is_anonymous: false,
      },
    },
  }),
  shows(
    async ({ member }) => {
      const { data } = await (await member()).client.auth.getClaims()
      const { exp, iat, iss, sub, session_id } = data!.claims
      return {
        lasts: exp - iat!,
        iss: /\/auth\/v1$/.test(String(iss)),
        sub: typeof sub,
        session: typeof session_id,
      }
    },
    { lasts: 3600, iss: true, sub: 'string', session: 'string' },
  ),
])
says('guides/auth/signing-keys', 'public keys are told to everybody; with a shared secret there are none', [
  shows(({ call }) => call('/.well-known/jwks.json'), { status: 200, body: { keys: [] } }),
])
says(js('signout'), 'ends this session, all of them, or the others', [
  shows(async ({ member, client }) => {
    const { client: one, token } = await member()
    await one.auth.signOut({ scope: 'local' })
    return (await client().auth.getUser(token)).error?.name
  }, 'AuthSessionMissingError'),
  shows(async ({ member, client }) => {
    const { client: one, email, password } = await member()
    const other = client()
    await other.auth.signInWithPassword({ email, password })
    await one.auth.signOut({ scope: 'global' })
    return (await other.auth.getUser()).error?.name
  }, 'AuthSessionMissingError'),
  shows(
    async ({ member, client }) => {
      const { client: one, email, password } = await member()
      const other = client()
      await other.auth.signInWithPassword({ email, password })
      await one.auth.signOut({ scope: 'others' })
      return { mine: (await one.auth.getUser()).error, other: (await other.auth.getUser()).error?.name }
    },
    { mine: null, other: 'AuthSessionMissingError' },
  ),
  shows(
    async ({ member, call }) => {
      const { token } = await member()
      return call('/logout?scope=somewhere', { method: 'POST', body: {}, token })
    },
    { status: 400, code: 'validation_failed' },
  ),
])

// --- changes

says(js('updateuser'), 'changes words, password and address; a new address is confirmed first, by both', [
  shows(async ({ member }) => (await member()).client.auth.updateUser({ data: { color: 'blue' } }), {
    data: { user: { user_metadata: { color: 'blue' } } },
    error: null,
  }),
  shows(async ({ member }) => (await member()).client.auth.updateUser({ password: 'another456' }), fine),
  shows(
    async ({ member }) => {
      const { client, password } = await member()
      return client.auth.updateUser({ password })
    },
    fails('same_password', 422),
  ),
  shows(
    async ({ member }) => (await member()).client.auth.updateUser({ password: 'x' }),
    fails('weak_password', 422),
  ),
  shows(
    async ({ member, fresh }) => {
      const { client, email } = await member()
      const to = fresh()
      const { data } = await client.auth.updateUser({ email: to })
      return { still: data.user!.email === email, next: data.user!.new_email === to }
    },
    { still: true, next: true },
  ),
  shows(async ({ member, fresh, mail }) => {
    const { client, email } = await member()
    const to = fresh()
    await client.auth.updateUser({ email: to })
    for (const address of [email, to])
      await client.auth.verifyOtp({ email: address, token: (await mail(address)).code, type: 'email_change' })
    return (await client.auth.getUser()).data.user!.email === to
  }, true),
  shows(async ({ call, fresh }) => call('/user', { method: 'PUT', body: { email: fresh() } }), {
    status: 401,
    code: 'no_authorization',
  }),
])
says(js('updateuser'), 'app metadata is not hers to change', [
  shows(
    async ({ member, call }) => {
      const { token } = await member()
      return call('/user', { method: 'PUT', token, body: { app_metadata: { role: 'admin' } } })
    },
    { status: 403, code: 'not_admin' },
  ),
])
says(
  js('resetpasswordforemail'),
  'mails a link whose session sets a new password; nobody learns who has an account',
  [
    shows(({ client, fresh }) => client().auth.resetPasswordForEmail(fresh()), fine),
    shows(async ({ member, client, mail }) => {
      const { email } = await member()
      const one = client()
      await one.auth.resetPasswordForEmail(email, { redirectTo: 'http://localhost:3000/reset' })
      await one.auth.verifyOtp({ token_hash: (await mail(email)).hash, type: 'recovery' })
      await one.auth.updateUser({ password: 'brandnew789' })
      return client().auth.signInWithPassword({ email, password: 'brandnew789' })
    }, fine),
  ],
)
says(js('resend'), 'sends a confirmation again, also where there is none to send', [
  shows(async ({ client, fresh }) => client().auth.resend({ type: 'signup', email: fresh() }), {
    data: { user: null, session: null },
    error: null,
  }),
  shows(async ({ call }) => call('/resend', { body: { type: 'made_up', email: 'a@b.mx' } }), {
    status: 400,
    code: 'validation_failed',
  }),
])
says(js('reauthentication'), 'mails a code to who is signed in', [
  shows(async ({ member }) => (await member()).client.auth.reauthenticate(), fine),
  shows(({ call }) => call('/reauthenticate'), { status: 401, code: 'no_authorization' }),
])
says(js('getuseridentities'), 'lists how she can come in', [
  shows(async ({ member }) => (await member()).client.auth.getUserIdentities(), {
    data: { identities: [{ provider: 'email' }] },
  }),
])
says(js('linkidentity'), 'manual linking is off until it is allowed', [
  shows(
    async ({ member, call }) => {
      const { token } = await member()
      return call('/user/identities/authorize?provider=google', { token })
    },
    { status: 404, code: 'manual_linking_disabled' },
  ),
  shows(
    async ({ member }) => {
      const { client } = await member()
      const { data } = await client.auth.getUserIdentities()
      return client.auth.unlinkIdentity(data!.identities[0]!)
    },
    fails('manual_linking_disabled', 404),
  ),
])

says('guides/auth/auth-identity-linking', 'where it is allowed, somebody signed in links another way in', [
  shows(
    async ({ linking }) => {
      const { client, link } = await linking()
      await link(client)
      const { data } = await client.auth.getUserIdentities()
      return data!.identities.map(({ provider }) => provider)
    },
    ['email', 'keycloak'],
  ),
  shows(
    async ({ linking }) => {
      const { client } = await linking()
      return client.auth.linkIdentity({ provider: 'keycloak', options: { skipBrowserRedirect: true } })
    },
    { data: { provider: 'keycloak', url: expect.stringContaining('/auth/v1/authorize?') }, error: null },
  ),
  shows(async ({ linking }) => {
    const { client, link } = await linking()
    await link(client)
    return (await link(client)).error?.code
  }, 'identity_already_exists'),
  shows(
    async ({ linking }) => {
      const { client, link } = await linking('anonymous')
      await link(client)
      const { data } = await client.auth.getUser()
      return [data.user?.is_anonymous, Boolean(data.user?.email)]
    },
    [false, true],
  ),
])
says(
  'guides/auth/auth-hooks/custom-access-token-hook',
  'a function of the project words access tokens, or refuses them',
  [
    shows(
      async ({ linking }) => {
        const { client } = await linking()
        const { data } = await client.auth.getClaims()
        return data!.claims
      },
      { plan: 'password', app_metadata: { admin: true }, role: 'authenticated' },
    ),
    shows(async ({ linking }) => {
      const { client } = await linking()
      await client.auth.refreshSession()
      return (await client.auth.getClaims()).data!.claims.plan
    }, 'token_refresh'),
    shows(async ({ linking }) => {
      const { client } = await linking('anonymous')
      return (await client.auth.getClaims()).data!.claims.plan
    }, 'anonymous'),
    shows(
      async ({ linking }) => {
        const { client } = await linking()
        return client.auth.signUp({
          email: 'refused@example.com',
          password: 'secret123',
          options: { data: REFUSED },
        })
      },
      { error: { status: 403, message: 'Not today' }, data: { session: null } },
    ),
  ],
)
// The page says nothing of what a refusal leaves; the functions `Signup`, `SignupAnonymously`, `verifyPost` and `RefreshTokenGrant` of supabase/auth do.
says(
  'guides/auth/auth-hooks/custom-access-token-hook',
  'what it refuses has not happened; the account of a sign-up by password was made before (its source, `internal/api`)',
  [
    shows(
      async ({ linking, fresh }) => {
        const { client, admin } = await linking()
        const email = fresh()
        await client.auth.signUp({ email, password: 'secret123', options: { data: REFUSED } })
        const { data } = await admin.listUsers({ perPage: 1000 })
        const made = data.users.find((user) => user.email === email)
        await admin.updateUserById(made!.id, { user_metadata: { refused: false } })
        return client.auth.signInWithPassword({ email, password: 'secret123' })
      },
      { error: null, data: { session: { token_type: 'bearer' } } },
    ),
    shows(
      async ({ linking }) => {
        const { client, admin } = await linking()
        const { error } = await client.auth.signInAnonymously({ options: { data: REFUSED } })
        const { data } = await admin.listUsers({ perPage: 1000 })
        const left = data.users.filter((user) => user.is_anonymous && user.user_metadata.refused)
        return [error!.status, left.length]
      },
      [403, 0],
    ),
    shows(
      async ({ linking }) => {
        const { client, admin } = await linking()
        const { email, id } = (await client.auth.getUser()).data.user!
        const made = await admin.generateLink({ type: 'magiclink', email: email! })
        const enter = () =>
          client.auth.verifyOtp({ type: 'magiclink', token_hash: made.data.properties!.hashed_token })
        await admin.updateUserById(id, { user_metadata: REFUSED })
        const refused = await enter()
        await admin.updateUserById(id, { user_metadata: { refused: false } })
        return [refused.error!.status, (await enter()).error]
      },
      [403, null],
    ),
    shows(async ({ linking }) => {
      const { client, admin } = await linking()
      const { data } = await client.auth.getSession()
      const { refresh_token, user } = data.session!
      await admin.updateUserById(user.id, { user_metadata: REFUSED })
      return (await client.auth.refreshSession({ refresh_token })).error!.status
    }, 403),
  ],
)
says(
  'guides/auth/auth-hooks/custom-access-token-hook',
  'it may give another role, or another account’s number',
  [
    shows(async ({ linking }) => {
      const { client } = await linking()
      const { error } = await client.auth.signUp({ email: 'other-role@example.com', password: 'secret123' })
      return error!.status
    }, 500),
  ],
  {
    refused: '500 `unexpected_failure`: whose token it is, until when, and what it passes are not the hook’s',
  },
)
says('guides/auth/auth-identity-linking', 'and takes one away, as long as two are there', [
  shows(
    async ({ linking }) => {
      const { client, link } = await linking()
      await link(client)
      const { data } = await client.auth.getUserIdentities()
      const { error } = await client.auth.unlinkIdentity(data!.identities[1]!)
      const left = await client.auth.getUserIdentities()
      return [error, left.data!.identities.length]
    },
    [null, 1],
  ),
  shows(
    async ({ linking }) => {
      const { client } = await linking()
      const { data } = await client.auth.getUserIdentities()
      return client.auth.unlinkIdentity(data!.identities[0]!)
    },
    fails('single_identity_not_deletable', 422),
  ),
])

// --- second factors

const enrol = async ({ client }: Member) => {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `f${Math.random()}` })
  if (data?.type !== 'totp') throw new Error('not enrolled')
  return data
}
const raise = async (member: Member) => {
  const { id, totp } = await enrol(member)
  const code = generateSync({ secret: totp.secret })
  return { id, answer: await member.client.auth.mfa.challengeAndVerify({ factorId: id, code }) }
}
says(js('mfa-enroll'), 'an app that shows codes: a secret, its address and its picture', [
  shows(async ({ member }) => enrol(await member()), {
    type: 'totp',
    totp: {
      uri: expect.stringMatching(/^otpauth:\/\/totp\//),
      secret: expect.stringMatching(/^[A-Z2-7]+$/),
      qr_code: expect.stringContaining('svg'),
    },
  }),
  shows(
    async ({ member }) => {
      const one = await member()
      await one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'same' })
      return one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'same' })
    },
    fails('mfa_factor_name_conflict', 422),
  ),
  shows(
    async ({ member, call }) => {
      const { token } = await member()
      return call('/factors', { token, body: { factor_type: 'made_up' } })
    },
    { status: 400, code: 'validation_failed' },
  ),
])
says(js('mfa-enroll'), 'telephones and passkeys as factors are off until they are set up', [
  ...['phone', 'webauthn'].map((type) =>
    shows(
      async ({ member, call }) => {
        const { token } = await member()
        return call('/factors', {
          token,
          body: { factor_type: type, friendly_name: 'x', phone: '+34600000003' },
        })
      },
      { status: 422, code: `mfa_${type}_enroll_not_enabled` },
    ),
  ),
])
says(js('mfa-challengeandverify'), 'a right code raises the session, a wrong one does not', [
  shows(async ({ member }) => (await raise(await member())).answer, {
    data: { token_type: 'bearer' },
    error: null,
  }),
  shows(
    async ({ member }) => {
      const one = await member()
      await raise(one)
      return one.client.auth.mfa.getAuthenticatorAssuranceLevel()
    },
    { data: { currentLevel: 'aal2', nextLevel: 'aal2' } },
  ),
  shows(
    async ({ member }) => {
      const one = await member()
      const { id } = await enrol(one)
      return one.client.auth.mfa.challengeAndVerify({ factorId: id, code: '000000' })
    },
    fails('mfa_verification_failed', 422),
  ),
])
says(js('mfa-listfactors'), 'those that count, and all', [
  shows(
    async ({ member }) => {
      const one = await member()
      await raise(one)
      return one.client.auth.mfa.listFactors()
    },
    { data: { totp: [{ status: 'verified' }] } },
  ),
  shows(async ({ member }) => (await member()).client.auth.mfa.listFactors(), {
    data: { all: [], totp: [] },
  }),
])
says(js('mfa-unenroll'), 'takes one away; one that counts only with the session raised', [
  shows(async ({ member }) => {
    const one = await member()
    const { id } = await enrol(one)
    return one.client.auth.mfa.unenroll({ factorId: id })
  }, fine),
  shows(
    async ({ member, client }) => {
      const one = await member()
      const { id } = await raise(one)
      const other = client()
      await other.auth.signInWithPassword(one)
      return other.auth.mfa.unenroll({ factorId: id })
    },
    fails('insufficient_aal', 422),
  ),
])
says(
  js('mfa-unenroll'),
  'a raised session takes away one that counts',
  [
    shows(
      async ({ member }) => {
        const one = await member()
        const { id } = await raise(one)
        return one.client.auth.mfa.unenroll({ factorId: id })
      },
      fails('reauthentication_needed', 400),
    ),
  ],
  { different: 'after a code of that factor once more: whoever holds her telephone holds the session too' },
)
says(js('registerpasskey'), 'passkeys are off until they are set up', [
  ...['/passkeys/registration/options', '/passkeys/authentication/options'].map((path) =>
    shows(({ call }) => call(path, { body: {} }), { status: 404, code: 'passkey_disabled' }),
  ),
  shows(async ({ member, call }) => call('/passkeys', { token: (await member()).token }), {
    status: 404,
    code: 'passkey_disabled',
  }),
])

// --- by the service key

says(js('admin-createuser'), 'makes an account, confirmed where that is said', [
  shows(
    async ({ admin, fresh }) =>
      admin.createUser({
        email: fresh(),
        password: 'secret123',
        email_confirm: true,
        user_metadata: { a: 1 },
      }),
    {
      data: { user: { email_confirmed_at: expect.any(String), user_metadata: { a: 1 } } },
      error: null,
    },
  ),
  shows(
    async ({ admin, fresh }) =>
      (await admin.createUser({ email: fresh() })).data.user!.email_confirmed_at ?? null,
    null,
  ),
  shows(({ admin }) => admin.createUser({ phone: '+34600000009', phone_confirm: true }), {
    data: { user: { phone: '34600000009' } },
  }),
  shows(
    async ({ admin, member }) => admin.createUser({ email: (await member()).email }),
    fails('email_exists', 422),
  ),
  shows(({ admin }) => admin.createUser({ phone: '+34600000009' }), fails('phone_exists', 422)),
  shows(({ admin }) => admin.createUser({}), fails('validation_failed', 400)),
  shows(({ admin, fresh }) => admin.createUser({ email: fresh(), app_metadata: { plan: 'x' } }), {
    data: { user: { app_metadata: { plan: 'x', provider: 'email' } } },
  }),
])
says(
  js('admin-createuser'),
  'any role may be given',
  [
    shows(
      ({ admin, fresh }) => admin.createUser({ email: fresh(), role: 'service_role' }),
      fails('validation_failed', 400),
    ),
  ],
  { refused: '400 `validation_failed`: such a session would pass every policy' },
)
says(js('admin-listusers'), 'fifty a page, or as many as are asked for', [
  shows(({ admin }) => admin.listUsers(), {
    data: { aud: 'authenticated', users: expect.any(Array), total: expect.any(Number) },
    error: null,
  }),
  shows(async ({ admin }) => (await admin.listUsers({ page: 1, perPage: 3 })).data.users.length, 3),
  shows(async ({ admin }) => (await admin.listUsers({ page: 9_999 })).data.users, []),
])
says(js('admin-getuserbyid'), 'finds an account', [
  shows(async ({ admin, member }) => {
    const { id } = await member()
    return (await admin.getUserById(id)).data.user!.id === id
  }, true),
  shows(({ admin }) => admin.getUserById(crypto.randomUUID()), fails('user_not_found', 404)),
])
says(js('admin-updateuserbyid'), 'changes an account at once', [
  ...(
    [
      [{ user_metadata: { hello: 'world' } }, { user_metadata: { hello: 'world' } }],
      [{ app_metadata: { plan: 'trial' } }, { app_metadata: { plan: 'trial' } }],
      [
        { phone: '+34600000010', phone_confirm: true },
        { phone: '34600000010', phone_confirmed_at: expect.any(String) },
      ],
      [{ ban_duration: '24h' }, { banned_until: expect.any(String) }],
    ] as const
  ).map(([change, user]) =>
    shows(async ({ admin, member }) => admin.updateUserById((await member()).id, change), {
      data: { user },
      error: null,
    }),
  ),
  shows(async ({ admin, member, fresh }) => {
    const email = fresh()
    const { data } = await admin.updateUserById((await member()).id, { email })
    return data.user!.email === email
  }, true),
  shows(async ({ admin, member, client }) => {
    const { id, email } = await member()
    await admin.updateUserById(id, { password: 'given2you' })
    return client().auth.signInWithPassword({ email, password: 'given2you' })
  }, fine),
  shows(({ admin }) => admin.updateUserById(crypto.randomUUID(), {}), fails('user_not_found', 404)),
])
says(js('admin-deleteuser'), 'deletes an account, or only what says who it was', [
  ...[false, true].map((isSoft) =>
    shows(
      async ({ admin, member, client }) => {
        const { id, email, password } = await member()
        await admin.deleteUser(id, isSoft)
        return {
          found: (await admin.getUserById(id)).error?.code,
          in: (await client().auth.signInWithPassword({ email, password })).error?.code,
        }
      },
      { found: 'user_not_found', in: 'invalid_credentials' },
    ),
  ),
])
says(js('admin-inviteuserbyemail'), 'mails a link that opens a session', [
  shows(
    async ({ admin, fresh, mail, client }) => {
      const email = fresh()
      await admin.inviteUserByEmail(email, { redirectTo: 'http://localhost:3000/welcome' })
      const { hash, link } = await mail(email)
      const { error } = await client().auth.verifyOtp({ token_hash: hash, type: 'invite' })
      return { error, leads: link.searchParams.get('redirect_to') }
    },
    { error: null, leads: 'http://localhost:3000/welcome' },
  ),
  shows(
    async ({ admin, member }) => admin.inviteUserByEmail((await member()).email),
    fails('email_exists', 422),
  ),
])
says(js('admin-generatelink'), 'gives what would be mailed: the link, its hash, the code', [
  ...(['magiclink', 'recovery'] as const).map((type) =>
    shows(async ({ admin, member }) => admin.generateLink({ type, email: (await member()).email }), {
      data: {
        properties: {
          verification_type: type,
          email_otp: expect.stringMatching(/^\d{6}$/),
          redirect_to: 'http://localhost:3000',
        },
      },
    }),
  ),
  ...(['invite', 'magiclink'] as const).map((type) =>
    shows(async ({ admin, fresh }) => admin.generateLink({ type, email: fresh() }), {
      data: { properties: { verification_type: type === 'invite' ? 'invite' : 'signup' } },
    }),
  ),
  shows(
    async ({ admin, fresh }) => admin.generateLink({ type: 'signup', email: fresh(), password: 'secret123' }),
    {
      data: { properties: { verification_type: 'signup' } },
    },
  ),
  ...(['email_change_current', 'email_change_new'] as const).map((type) =>
    shows(
      async ({ admin, member, fresh }) =>
        admin.generateLink({ type, email: (await member()).email, newEmail: fresh() }),
      {
        data: { properties: { verification_type: type } },
      },
    ),
  ),
])
says('reference/javascript/admin-api', 'these calls are for the service key alone', [
  ...['/admin/users', '/admin/users/x', '/admin/generate_link', '/invite'].map((path) =>
    shows(
      async ({ member, call }) => {
        const { token } = await member()
        return call(path, {
          token,
          method: path.includes('users') ? 'GET' : 'POST',
          ...(path.includes('users') ? {} : { body: {} }),
        })
      },
      { status: 403, code: 'not_admin' },
    ),
  ),
  shows(({ call }) => call('/admin/users'), { status: 401, code: 'no_authorization' }),
])
says(
  js('admin-oauth-listclients'),
  'OAuth clients, providers and passkeys of others',
  [
    ...['/admin/oauth/clients', '/admin/custom-providers'].map((path) =>
      shows(({ call, folder }) => call(path, { token: folder.server.config.secrets.serviceRoleKey }), {
        status: 404,
        code: 'feature_disabled',
      }),
    ),
    shows(
      ({ call, folder }) =>
        call('/admin/sso/providers', { token: folder.server.config.secrets.serviceRoleKey }),
      { status: 404, code: 'saml_provider_disabled' },
    ),
  ],
  { refused: '404 `feature_disabled`, `saml_provider_disabled`, `passkey_disabled`' },
)

// --- errors and settings

says(CODES, 'each refusal has a code', [
  ...(
    [
      ['/signup', '{', 400, 'bad_json'],
      ['/signup', { email: 'nothing', password: 'secret123' }, 400, 'validation_failed'],
      ['/signup', { email: 'a@b.mx' }, 400, 'validation_failed'],
      [
        '/signup',
        { email: 'a@b.mx', phone: '+34600000005', password: 'secret123' },
        400,
        'validation_failed',
      ],
      ['/signup', { phone: '12', password: 'secret123' }, 400, 'validation_failed'],
      ['/token?grant_type=password', {}, 400, 'validation_failed'],
      ['/token?grant_type=made_up', {}, 400, 'invalid_credentials'],
      ['/token?grant_type=refresh_token', { refresh_token: 'x' }, 400, 'validation_failed'],
      ['/token?grant_type=pkce', {}, 400, 'validation_failed'],
      [
        '/token?grant_type=pkce',
        { auth_code: 'x', code_verifier: 'y'.repeat(43) },
        404,
        'flow_state_not_found',
      ],
      ['/otp', {}, 400, 'validation_failed'],
      ['/otp', { phone: '+34600000006', channel: 'pigeon' }, 400, 'validation_failed'],
      ['/recover', { email: 'nothing' }, 400, 'validation_failed'],
    ] as const
  ).map(([path, body, status, code]) => shows(({ call }) => call(path, { body }), { status, code })),
  shows(
    async ({ admin, member, client }) => {
      const { id, email, password } = await member()
      await admin.updateUserById(id, { ban_duration: '1h' })
      return client().auth.signInWithPassword({ email, password })
    },
    fails('user_banned', 400),
  ),
  shows(
    async ({ client, fresh }) => {
      const [one, email] = [client(), fresh()]
      await one.auth.signUp({ email, password: 'secret123' })
      return one.auth.signInWithPassword({ email, password: 'secret123' })
    },
    fails('email_not_confirmed', 400),
  ),
])
says('README of supabase/auth', 'the settings that everybody may know', [
  shows(({ call }) => call('/settings'), {
    status: 200,
    body: {
      disable_signup: false,
      mailer_autoconfirm: false,
      external: { email: true, anonymous_users: true, phone: true, google: false },
    },
  }),
  shows(({ call }) => call('/health'), { status: 200, body: { name: 'auth' } }),
])
