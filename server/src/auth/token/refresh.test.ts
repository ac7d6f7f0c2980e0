import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, type Harness, makeMember, signIn, startHarness } from '../../../testing/auth.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const refresh = (refreshToken: string): Promise<Answer> =>
  call(harness.app, { path: '/token?grant_type=refresh_token', body: { refresh_token: refreshToken } })

/** Lets a token have been replaced that long ago. */
async function age(refreshToken: string, seconds: number): Promise<void> {
  await harness.owner.query(
    `update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2) where token = left($1, -32)`,
    [refreshToken, seconds],
  )
}

describe('a refresh token', () => {
  it('is replaced by another one, and the session stays the same', async () => {
    const { accessToken, refreshToken } = await makeMember(harness)
    const { status, body } = await refresh(refreshToken)
    expect(status).toBe(200)
    expect(body.refresh_token).toMatch(/^[a-z0-9]{12,}$/)
    expect(body.refresh_token).not.toBe(refreshToken)
    const [before, after] = await Promise.all([
      harness.options.tokens.verify(accessToken),
      harness.options.tokens.verify(body.access_token),
    ])
    expect(after.session_id).toBe(before.session_id)
    expect(after.amr).toEqual(before.amr)
  })

  it('lies nowhere in the database, and what lies there renews nothing', async () => {
    const { id, refreshToken } = await makeMember(harness)
    const { rows } = await harness.owner.query<{ token: string }>(
      'select token from auth.refresh_tokens where user_id = $1',
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(refreshToken).not.toBe(rows[0]!.token)
    const forged = `${rows[0]!.token}${'0'.repeat(32)}`
    for (const taken of [rows[0]!.token, forged])
      expect(await refresh(taken)).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } })
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  it('that comes again within ten seconds gets the one that is active', async () => {
    const { refreshToken } = await makeMember(harness)
    const first = await refresh(refreshToken)
    await age(refreshToken, 9)
    const again = await refresh(refreshToken)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(first.body.refresh_token)
  })

  it('that comes again later gets another one: the answer with the first was lost on the way', async () => {
    const { refreshToken } = await makeMember(harness)
    const lost = await refresh(refreshToken)
    for (let tries = 0; tries < 2; tries++) {
      await age(refreshToken, 3_600)
      const again = await refresh(refreshToken)
      expect(again.status).toBe(200)
      expect(again.body.refresh_token).not.toBe(lost.body.refresh_token)
      const atOnce = await refresh(refreshToken)
      expect(atOnce.body.refresh_token, 'of two at once each gets the same').toBe(again.body.refresh_token)
    }
    const { body } = await refresh(refreshToken)
    expect((await refresh(body.refresh_token)).status).toBe(200)
  })

  it('that was lost, and comes nevertheless, ends its session, and every token of it', async () => {
    const { email, password, refreshToken } = await makeMember(harness)
    const elsewhere = await signIn(harness.app, email, password)
    const copied = await refresh(refreshToken)
    await age(refreshToken, 11)
    const hers = await refresh(refreshToken)
    await age(copied.body.refresh_token, 11)
    expect(await refresh(copied.body.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used' },
    })
    expect(await refresh(hers.body.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    })
    expect(await call(harness.app, { path: '/user', token: hers.body.access_token })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    })
    expect((await refresh(elsewhere.refreshToken)).status, 'her other sessions go on').toBe(200)
  })

  it('whose child was used up too ends its session when it comes late', async () => {
    const { refreshToken } = await makeMember(harness)
    const { body } = await refresh(refreshToken)
    await refresh(body.refresh_token)
    await age(refreshToken, 11)
    expect((await refresh(refreshToken)).body.code).toBe('refresh_token_already_used')
  })

  it('asked for fifty times at once makes one successor and signs nobody out', async () => {
    const { refreshToken } = await makeMember(harness)
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [successor, ...others] = new Set(answers.map(({ body }) => body.refresh_token))
    expect(others).toEqual([])
    const { rows } = await harness.owner.query(
      `select count(*)::int as tokens, count(*) filter (where not revoked)::int as active,
         count(distinct session_id)::int as sessions
       from auth.refresh_tokens
       where session_id = (select session_id from auth.refresh_tokens where token = left($1, -32))`,
      [successor],
    )
    expect(rows).toEqual([{ tokens: 2, active: 1, sessions: 1 }])
    expect((await refresh(successor)).status).toBe(200)
  })

  it('of a banned account is refused', async () => {
    const { id, refreshToken } = await makeMember(harness)
    await harness.owner.query(
      `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
      [id],
    )
    expect((await refresh(refreshToken)).body.code).toBe('user_banned')
  })

  it('of a session that has had its time is refused', async () => {
    const { id, refreshToken } = await makeMember(harness)
    await harness.owner.query('update auth.sessions set not_after = now() where user_id = $1', [id])
    expect((await refresh(refreshToken)).body.code).toBe('session_expired')
  })

  it('tells the account as it is now', async () => {
    const { id, refreshToken } = await makeMember(harness, { color: 'verde' })
    await harness.owner.query(`update auth.users set raw_user_meta_data = '{"color":"azul"}' where id = $1`, [
      id,
    ])
    const { body } = await refresh(refreshToken)
    expect(body.user.user_metadata).toEqual({ color: 'azul' })
    expect((await harness.options.tokens.verify(body.access_token)).user_metadata).toEqual({ color: 'azul' })
  })
})
