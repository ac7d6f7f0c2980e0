import bcrypt from 'bcrypt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  call,
  type Harness,
  type Member,
  mailedSecrets,
  makeMember,
  newAddress,
  officialClient,
  startHarness,
} from '../../testing/auth.ts'

let harness: Harness
let url: string
let anonKey: string
beforeAll(async () => {
  harness = await startHarness()
  url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  anonKey = await harness.options.tokens.sign({ role: 'anon' })
})
afterAll(() => harness?.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const password = 'una clave larga'

/** What an address may have behind it. */
const KINDS = ['an account', 'an account that waits for its confirmation', 'nobody'] as const

async function addressOf(kind: (typeof KINDS)[number]): Promise<string> {
  if (kind === 'an account') return (await makeMember(harness)).email
  const email = newAddress()
  if (kind === 'nobody') return email
  await call(harness.app, { path: '/signup', body: { email, password } })
  await harness.owner.query(`delete from local_server.rate_limits where key like '%gap:%'`)
  return email
}

/** The same body wherever it names a moment, a new number or the address. */
function shapeOf(body: unknown, email: string): string {
  return JSON.stringify(body)
    .replaceAll(email, 'ADDRESS')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

describe('nobody finds out who has an account', () => {
  const paths: [
    path: string,
    body: (email: string) => Record<string, unknown>,
    hashes: number,
    mails: number,
  ][] = [
    ['/signup', (email) => ({ email, password: 'otra clave larga' }), 1, 1],
    ['/token?grant_type=password', (email) => ({ email, password: 'no es esta' }), 2, 0],
    ['/recover', (email) => ({ email }), 0, 1],
    ['/otp', (email) => ({ email }), 0, 1],
    ['/otp', (email) => ({ email, create_user: false }), 0, 1],
    ['/resend', (email) => ({ email, type: 'signup' }), 0, 1],
    ['/verify', (email) => ({ email, token: '000000', type: 'email' }), 0, 0],
  ]

  it.each(paths)(
    '%s: one status, one body, the same hashes and mails (%#)',
    async (path, body, hashes, mails) => {
      const answers = []
      for (const kind of KINDS) {
        const email = await addressOf(kind)
        const before = (await harness.mailsTo(email)).length
        const hashed = [vi.spyOn(bcrypt, 'hash'), vi.spyOn(bcrypt, 'compare')]
        for (const spy of hashed) spy.mockClear()
        const answer = await call(harness.app, { path, body: body(email) })
        expect(
          hashed.reduce((sum, spy) => sum + spy.mock.calls.length, 0),
          `hashes for ${kind}`,
        ).toBe(hashes)
        expect((await harness.mailsTo(email)).length - before, `mails for ${kind}`).toBe(mails)
        answers.push({ status: answer.status, body: shapeOf(answer.body, email) })
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    },
  )
})

describe('what was used once', () => {
  const client = (flow?: 'implicit' | 'pkce') => officialClient(url, anonKey, flow)

  it('does not work again: code, link, hash, exchange, nonce', async () => {
    const { email } = await makeMember(harness)
    const supabase = client('pkce')
    await supabase.auth.resetPasswordForEmail(email)
    const { link, code, token } = await mailedSecrets(harness, email)
    const at = await fetch(url + link.pathname + link.search, { redirect: 'manual' })
    const auth_code = new URL(at.headers.get('location')!).searchParams.get('code')!
    const { data } = await supabase.auth.exchangeCodeForSession(auth_code)
    expect(data.session).toBeTruthy()

    const replays = [
      { path: '/verify', body: { type: 'recovery', email, token: code } },
      { path: '/verify', body: { type: 'recovery', token_hash: token } },
      { path: '/token?grant_type=pkce', body: { auth_code, code_verifier: 'a'.repeat(43) } },
    ]
    for (const replay of replays) {
      const { status } = await call(harness.app, replay)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
    const again = await fetch(url + link.pathname + link.search, { redirect: 'manual' })
    expect(again.headers.get('location')).toContain('otp_expired')
  })

  it('works once of fifty at the same instant', async () => {
    const { email } = await makeMember(harness)
    await call(harness.app, { path: '/otp', body: { email } })
    const { code } = await mailedSecrets(harness, email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call(harness.app, { path: '/verify', body: { type: 'email', email, token: code } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('stops working when a newer one is sent, and is not taken for another address or purpose', async () => {
    const [ana, eva] = [await makeMember(harness), await makeMember(harness)]
    await call(harness.app, { path: '/recover', body: { email: ana.email } })
    const old = await mailedSecrets(harness, ana.email)
    await call(harness.app, { path: '/recover', body: { email: ana.email } })
    const fresh = await mailedSecrets(harness, ana.email)
    const attempts = [
      { type: 'recovery', token_hash: old.token },
      { type: 'recovery', email: eva.email, token: fresh.code },
      { type: 'signup', token_hash: fresh.token },
      { type: 'email_change', token_hash: fresh.token },
    ]
    for (const body of attempts) {
      expect(await call(harness.app, { path: '/verify', body })).toMatchObject({
        status: 403,
        body: { code: 'otp_expired' },
      })
    }
  })
})

describe('what she says of herself gives no rights', () => {
  const GREEDY = {
    role: 'service_role',
    aud: 'admin',
    aal: 'aal2',
    is_admin: true,
    app_metadata: { provider: 'admin', roles: ['admin'] },
    email_verified: true,
    sub: '00000000-0000-0000-0000-000000000000',
  }
  const claimsOf = async (member: Member) => harness.options.tokens.verify(member.accessToken)

  it('at sign-up', async () => {
    const member = await makeMember(harness, GREEDY)
    const claims = await claimsOf(member)
    expect(claims).toMatchObject({
      sub: member.id,
      role: 'authenticated',
      aud: 'authenticated',
      aal: 'aal1',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
  })

  it('beside what a request may hold, and later', async () => {
    const member = await makeMember(harness)
    const body = { ...GREEDY, data: GREEDY, id: GREEDY.sub, email_confirm: true, ban_duration: 'none' }
    expect(
      (await call(harness.app, { method: 'PUT', path: '/user', token: member.accessToken, body })).body.code,
    ).toBe('not_admin')
    const { app_metadata: _, ...rest } = body
    const answer = await call(harness.app, {
      method: 'PUT',
      path: '/user',
      token: member.accessToken,
      body: rest,
    })
    expect(answer.body).toMatchObject({
      id: member.id,
      role: 'authenticated',
      app_metadata: { provider: 'email' },
    })
    const { body: session } = await call(harness.app, {
      path: '/token?grant_type=refresh_token',
      body: { refresh_token: member.refreshToken },
    })
    expect(await harness.options.tokens.verify(session.access_token)).toMatchObject({
      sub: member.id,
      role: 'authenticated',
      aal: 'aal1',
    })
  })
})
