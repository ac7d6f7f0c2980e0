import type { SupabaseClient } from '@supabase/supabase-js'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, type Server, startServer } from './server.ts'

/*
 * Somebody has her unlocked phone, or reads her mail. What a session alone may not change is tested in `server/src/auth/factors/proof.test.ts`,
 * what deleting an account asks for in `supabase/tests/eliminar_cuenta.sql`; the screens of a phone that was closed in `e2e/journeys/fin.spec.ts`.
 */

let server: Server
beforeAll(async () => {
  server = await startServer({ AMPARO_RATE_FACTOR: '100000' })
})
afterAll(() => server?.stop())

/** Her last proof is older than ten minutes. */
const later = ({ id }: Person) =>
  server.sql(
    `update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'
     where session_id in (select id from auth.sessions where user_id = $1)`,
    [id],
  )

async function enrol(client: SupabaseClient): Promise<void> {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (data)
    await client.auth.mfa.challengeAndVerify({
      factorId: data.id,
      code: generateSync({ secret: data.totp.secret }),
    })
}

/** What an attacker could have taken: how she enters, by which address, where she is signed in. */
async function accountOf({ id }: Person) {
  const [row] = await server.sql(
    `select u.email, u.email_change, u.encrypted_password,
       (select count(*)::int from auth.mfa_factors where user_id = u.id and status = 'verified') as factors,
       (select count(*)::int from auth.sessions where user_id = u.id) as sessions
     from auth.users u where u.id = $1`,
    [id],
  )
  return row
}

describe('with her unlocked phone, long after she proved who she is', () => {
  it('signs her out without naming a scope, which means everywhere: her devices stay in', async () => {
    const phone = await server.member()
    await server.signIn(phone)
    await later(phone)
    const before = await accountOf(phone)
    expect(before).toMatchObject({ sessions: 2 })
    await phone.send('/auth/v1/logout', { method: 'POST' })
    expect(await accountOf(phone)).toEqual(before)
  })

  it('finishes an enrolment that she began and left open: her password still opens her account', async () => {
    const phone = await server.member()
    const { data } = await phone.client.auth.mfa.enroll({ factorType: 'totp' })
    await later(phone)
    const code = generateSync({ secret: data!.totp.secret })
    const { error } = await phone.client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })
    expect(error).toMatchObject({ code: 'reauthentication_needed' })
    expect(await accountOf(phone)).toMatchObject({ factors: 0 })
  })
})

describe.each(['magiclink', 'recovery'] as const)('with nothing but a mailed code (%s)', (type) => {
  /** A session that a code from her mailbox opened. */
  async function byMail({ email }: Person): Promise<SupabaseClient> {
    const client = server.visitor()
    await (type === 'recovery'
      ? client.auth.resetPasswordForEmail(email)
      : client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } }))
    const token = await vi.waitFor(async () => {
      for (const { text } of await server.mails(email)) {
        const code = /\b\d{6}\b/.exec(text)?.[0]
        if (code) return code
      }
      throw new Error('no code came')
    })
    const { error } = await client.auth.verifyOtp({ email, token, type })
    expect(error).toBeNull()
    return client
  }

  it.each<[string, (client: SupabaseClient, her: Person) => Promise<unknown>]>([
    ['adds a second factor', (client) => enrol(client)],
    ['asks for another address', (client, { email }) => client.auth.updateUser({ email: `otro.${email}` })],
  ])('%s: nothing changes', async (_what, attack) => {
    const her = await server.member()
    const client = await byMail(her)
    const before = await accountOf(her)
    expect(before).toMatchObject({ email: her.email, factors: 0 })
    await attack(client, her)
    expect(await accountOf(her)).toEqual(before)
  })
})

it('deletes her account with her password: a mail tells her', async () => {
  const her = await server.member()
  expect((await her.client.rpc('eliminar_mi_cuenta')).error).toBeNull()
  await expect
    .poll(async () => (await server.mails(her.email)).map(({ text }) => text).join())
    .toContain('eliminar tu cuenta')
})
