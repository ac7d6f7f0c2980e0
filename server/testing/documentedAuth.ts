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
      const { email } = await member()
      return client().auth.signInWithPassword({ email, password: 'wrong' })
    },
    { data: { session: null, user: null }, ...fails('invalid_credentials', 400) },
  ),
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

says(js('signinwithweb3'), 'wallets are off until they are set up', [
  ...['ethereum', 'solana'].map((chain) =>
    shows(({ call }) => call('/token?grant_type=web3', { body: { chain, message: 'x', signature: 'y' } }), {
      status: 422,
      code: 'web3_provider_disabled',
    }),
  ),
])

// --- sessions

says(
  'guides/auth/sessions',
  'at any later time too',
  [
    shows(
      async ({ member, call, folder }) => {
        const { client } = await member()
        const old = (await client.auth.getSession()).data.session!.refresh_token
        const { data } = await client.auth.refreshSession()
        await folder.server.query(
          `update auth.refresh_tokens set updated_at = now() - interval '1 minute' where token = left($1, -32)`,
          [old],
        )
        const { status, body } = await call('/token?grant_type=refresh_token', {
          body: { refresh_token: old },
        })
        return { status, isActive: body.refresh_token === data.session!.refresh_token }
      },
      { status: 200, isActive: false },
    ),
  ],
  {
    different:
      'later another takes its place, and who comes with the first ends the session: two who share a copy do not both go on',
  },
)

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

// --- changes

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

says(js('mfa-unenroll'), 'takes one away; one that counts only with the session raised', [
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
  {
    different:
      'after a code of that factor once more: somebody who holds her telephone holds the session too',
  },
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
  shows(({ admin }) => admin.createUser({ phone: '+34600000009', phone_confirm: true }), {
    data: { user: { phone: '34600000009' } },
  }),
  shows(({ admin }) => admin.createUser({ phone: '+34600000009' }), fails('phone_exists', 422)),
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

says(js('admin-updateuserbyid'), 'changes an account at once', [
  ...(
    [
      [
        { phone: '+34600000010', phone_confirm: true },
        { phone: '34600000010', phone_confirmed_at: expect.any(String) },
      ],
    ] as const
  ).map(([change, user]) =>
    shows(async ({ admin, member }) => admin.updateUserById((await member()).id, change), {
      data: { user },
      error: null,
    }),
  ),
  shows(({ admin }) => admin.updateUserById(crypto.randomUUID(), {}), fails('user_not_found', 404)),
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
])
says(js('admin-generatelink'), 'gives what would be mailed: the link, its hash, the code', [
  ...(['invite', 'magiclink'] as const).map((type) =>
    shows(async ({ admin, fresh }) => admin.generateLink({ type, email: fresh() }), {
      data: { properties: { verification_type: type === 'invite' ? 'invite' : 'signup' } },
    }),
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
      ['/otp', { phone: '+34600000006', channel: 'pigeon' }, 400, 'validation_failed'],
    ] as const
  ).map(([path, body, status, code]) => shows(({ call }) => call(path, { body }), { status, code })),
])
says('README of supabase/auth', 'the settings that everybody may know', [
  shows(({ call }) => call('/health'), { status: 200, body: { name: 'auth' } }),
])
