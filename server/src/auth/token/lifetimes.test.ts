import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  type Harness,
  makeMember,
  newAddress,
  signIn,
  startHarness,
  testConfig,
} from '../../../testing/auth.ts'
import { clearExpired } from '../cleanup.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const password = 'una clave larga'
const refresh = (app: FastifyInstance, token: string) =>
  call(app, { path: '/token?grant_type=refresh_token', body: { refresh_token: token } })

describe('a session', () => {
  it('ends with its time-box, on every API and for its refresh token', async () => {
    const boxed = await harness.another({ auth: { sessions: { timeboxSeconds: 3_600 } } })
    const { email, id } = await makeMember(harness)
    const { accessToken, refreshToken } = await signIn(boxed, email, password)
    const claims = await harness.options.tokens.verify(accessToken)
    const ask = () =>
      harness.options.db.asUser({ role: 'authenticated', claims }, { text: 'select 1', values: [] })
    const renewed = await refresh(boxed, refreshToken)
    expect(renewed.status).toBe(200)
    await ask()
    await harness.owner.query(
      `update auth.sessions set not_after = not_after - interval '1 hour' where user_id = $1`,
      [id],
    )
    await expect(ask()).rejects.toThrow(/ended/)
    expect((await call(boxed, { path: '/user', token: accessToken })).body.code).toBe('session_not_found')
    expect((await refresh(boxed, renewed.body.refresh_token)).body.code).toBe('session_expired')
  })

  it('that lay idle too long is not renewed; one that was used is', async () => {
    const watched = await harness.another({ auth: { sessions: { inactivitySeconds: 3_600 } } })
    const member = await makeMember(harness)
    const idle = (minutes: number) =>
      harness.owner.query(
        `update auth.sessions set created_at = created_at - make_interval(mins => $2),
           refreshed_at = refreshed_at - make_interval(mins => $2) where user_id = $1`,
        [member.id, minutes],
      )
    await idle(59)
    const { status, body } = await refresh(watched, member.refreshToken)
    expect(status).toBe(200)
    await idle(59)
    const again = await refresh(watched, body.refresh_token)
    expect(again.status, 'each use begins the hour anew').toBe(200)
    await idle(61)
    expect(await refresh(watched, again.body.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'session_expired' },
    })
    expect((await refresh(harness.app, again.body.refresh_token)).status, 'where nothing is set').toBe(200)
  })
})

describe('a device on which she signed in before', () => {
  const attempt = (app: FastifyInstance, email: string, secret: string, cookie?: string) =>
    call(app, {
      path: '/token?grant_type=password',
      body: { email, password: secret },
      headers: cookie ? { cookie } : {},
    })
  const cookieOf = (answer: Awaited<ReturnType<typeof call>>) =>
    String(answer.headers['set-cookie']).split(';')[0]!

  it('lets her in with the right password, however many wrong ones others try', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const { email } = await makeMember(harness)
    const first = await attempt(strict, email, password)
    expect(String(first.headers['set-cookie'])).toMatch(
      /^equipo=[\w-]{22}\.[\w-]{22}; Path=\/auth\/v1; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    const cookie = cookieOf(first)
    for (let failure = 0; failure < 12; failure++) await attempt(strict, email, 'no es')
    expect((await attempt(strict, email, password)).status, 'elsewhere it waits').toBe(429)
    const again = await attempt(strict, email, password, cookie)
    expect(again.status).toBe(200)
    expect(cookieOf(again).split('.')[0], 'it keeps its mark').toBe(cookie.split('.')[0])
  })

  it('waits for its own wrong passwords, and is known for her account alone', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const [ana, eva] = [await makeMember(harness), await makeMember(harness)]
    const cookie = cookieOf(await attempt(strict, ana.email, password))
    for (let failure = 0; failure < 10; failure++) await attempt(strict, ana.email, 'no es', cookie)
    expect((await attempt(strict, ana.email, password, cookie)).status).toBe(429)
    expect((await attempt(strict, ana.email, password)).status, 'her other devices do not wait').toBe(200)

    for (let failure = 0; failure < 10; failure++) await attempt(strict, eva.email, 'no es')
    expect((await attempt(strict, eva.email, password, cookie)).status).toBe(429)
    expect(
      (await attempt(strict, eva.email, password, 'equipo=AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA'))
        .status,
    ).toBe(429)
  })

  it('is marked by a right password alone, and the mark names nobody', async () => {
    const { email, id } = await makeMember(harness)
    expect((await attempt(harness.app, email, 'no es')).headers['set-cookie']).toBeUndefined()
    await attempt(harness.app, email, password)
    const { rows } = await harness.owner.query<{ key: string }>('select key from local_server.rate_limits')
    for (const { key } of rows) expect(key).not.toMatch(new RegExp(`@|${id}`))
  })
})

describe('what has had its time', () => {
  it('goes: accounts that nobody confirmed in a week, and nobody else', async () => {
    const [stale, asked, fresh] = [newAddress(), newAddress(), newAddress()]
    const member = await makeMember(harness)
    for (const email of [stale, asked, fresh]) {
      await call(harness.app, { path: '/signup', body: { email, password } })
    }
    await harness.owner.query(
      `update auth.users set created_at = created_at - interval '8 days',
         confirmation_sent_at = confirmation_sent_at - case when email = $2 then interval '2 days' else interval '8 days' end
       where email = any($1)`,
      [[stale, asked, member.email], asked],
    )
    await clearExpired({ ...harness.options, config: testConfig({ auth: { unconfirmedLifetimeDays: 7 } }) })
    const { rows } = await harness.owner.query<{ email: string }>(
      'select email from auth.users where email = any($1) order by email',
      [[stale, asked, fresh, member.email]],
    )
    expect(rows.map(({ email }) => email).sort()).toEqual([asked, fresh, member.email].sort())
  })

  it('goes: tokens replaced a month ago, but not the one whose successor was never used; sessions left behind for a year', async () => {
    const { owner } = harness
    const tokens = []
    const { email, id } = await makeMember(harness)
    const path = '/token?grant_type=refresh_token'
    const first = await call(harness.app, { path: '/token?grant_type=password', body: { email, password } })
    let refresh_token = first.body.refresh_token as string
    for (let turn = 0; turn < 3; turn++) {
      tokens.push(refresh_token.slice(0, -32))
      refresh_token = (await call(harness.app, { path, body: { refresh_token } })).body.refresh_token
    }
    const left = await call(harness.app, { path: '/token?grant_type=password', body: { email, password } })
    const kept = async () =>
      (
        await owner.query<{ token: string }>('select token from auth.refresh_tokens where user_id = $1', [id])
      ).rows.map(({ token }) => token)
    await owner.query(
      `update auth.refresh_tokens set updated_at = now() - interval '31 days' where user_id = $1 and token <> $2`,
      [id, tokens[1]],
    )
    await owner.query(
      `update auth.sessions set created_at = now() - interval '366 days', updated_at = now() - interval '366 days'
       where id = (select session_id from auth.refresh_tokens where token = left($1, -32))`,
      [left.body.refresh_token],
    )
    await clearExpired(harness.options)
    const now = await kept()
    expect(now).not.toContain(tokens[0])
    expect(now).toEqual(expect.arrayContaining([tokens[1], tokens[2], refresh_token.slice(0, -32)]))
    expect(now).not.toContain(left.body.refresh_token.slice(0, -32))
    expect((await call(harness.app, { path, body: { refresh_token } })).status, 'she goes on').toBe(200)
  })

  it('goes: sign-ins at a provider that nobody came back from, and answered challenges', async () => {
    await harness.owner.query(
      `insert into local_server.oauth_flows (state_hash, provider, redirect_to, verifier, nonce, browser_hash, created_at)
       values ('old', 'x', 'x', 'x', 'x', 'x', now() - interval '2 hours'), ('new', 'x', 'x', 'x', 'x', 'x', now())`,
    )
    await clearExpired(harness.options)
    const { rows } = await harness.owner.query('select state_hash from local_server.oauth_flows')
    expect(rows).toEqual([{ state_hash: 'new' }])
  })
})
