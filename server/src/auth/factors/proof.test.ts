import type { SupabaseClient } from '@supabase/supabase-js'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  officialClient,
  signIn,
  startHarness,
} from '../../../testing/auth.ts'
import { carryOutDue } from '../accounts/delayedChanges.ts'

let harness: Harness
let url: string
let anonKey: string
beforeAll(async () => {
  harness = await startHarness()
  url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  anonKey = await harness.options.tokens.sign({ role: 'anon' })
})
afterAll(() => harness?.close())

const password = 'una clave larga'
const another = 'bugambilias en flor'
const client = () => officialClient(url, anonKey)
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** Somebody else holds her telephone: her last proof is no longer fresh. */
const later = (userId: string, minutes = 11) =>
  harness.owner.query(
    `update auth.mfa_amr_claims set updated_at = updated_at - make_interval(mins => $2)
     where session_id in (select id from auth.sessions where user_id = $1)`,
    [userId, minutes],
  )

async function idle() {
  const member = await makeMember(harness)
  await later(member.id)
  return member
}

/** An account without a password: it is entered by mailed codes. */
async function withoutPassword() {
  const email = newAddress()
  const supabase = client()
  await supabase.auth.signInWithOtp({ email })
  const { code } = await mailedSecrets(harness, email)
  const { data } = await supabase.auth.verifyOtp({ email, token: code, type: 'email' })
  return { supabase, email, id: data.user!.id, accessToken: data.session!.access_token }
}

async function withFactor() {
  const member = await makeMember(harness)
  const supabase = client()
  await supabase.auth.signInWithPassword({ email: member.email, password })
  const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
  await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret, -1) })
  return { ...member, supabase, factorId: data!.id, secret: data!.totp.secret }
}

const tokenOf = async (supabase: SupabaseClient) =>
  (await supabase.auth.getSession()).data.session!.access_token
const prove = (token: string, body: Record<string, unknown>) =>
  call(harness.app, { path: '/reauthenticate', token, body })
const factorsOf = async (id: string) =>
  (await harness.owner.query(`select status from auth.mfa_factors where user_id = $1`, [id])).rows

/** Everything that takes her account from her, with a telephone that she unlocked. */
const actions: [name: string, (token: string) => Promise<Answer>][] = [
  [
    'a second factor',
    (token) => call(harness.app, { path: '/factors', body: { factor_type: 'totp' }, token }),
  ],
  [
    'another address',
    (token) => call(harness.app, { method: 'PUT', path: '/user', body: { email: newAddress() }, token }),
  ],
  [
    'another password',
    (token) => call(harness.app, { method: 'PUT', path: '/user', body: { password: another }, token }),
  ],
  ['closing the others', (token) => call(harness.app, { path: '/logout?scope=others', body: {}, token })],
  ['closing all', (token) => call(harness.app, { path: '/logout?scope=global', body: {}, token })],
]

describe('with her telephone in an attacker’s hand', () => {
  it.each(actions)('%s asks for a proof of the last ten minutes', async (_name, act) => {
    const { id, accessToken } = await idle()
    expect(await act(accessToken)).toMatchObject({
      status: 400,
      body: { code: 'reauthentication_needed', asks: ['password'] },
    })
    expect((await harness.owner.query('select email from auth.users where id = $1', [id])).rows).toHaveLength(
      1,
    )
    expect(await prove(accessToken, { password })).toMatchObject({ status: 200, body: { asks: [] } })
    expect((await act(accessToken)).status).toBeLessThan(300)
  })

  it.each(actions)('%s cannot be proven by her mailbox', async (_name, act) => {
    const { accessToken, email } = await idle()
    await call(harness.app, { path: '/reauthenticate', token: accessToken })
    const { code: nonce } = await mailedSecrets(harness, email)
    expect((await prove(accessToken, { nonce })).body.code).toBe('current_password_required')
    expect((await act(accessToken)).body.code).toBe('reauthentication_needed')
  })

  it('a mailed code in the call itself does not set a password either', async () => {
    const { accessToken, email } = await idle()
    await call(harness.app, { path: '/reauthenticate', token: accessToken })
    const { code: nonce } = await mailedSecrets(harness, email)
    const body = { password: another, nonce }
    expect(
      (await call(harness.app, { method: 'PUT', path: '/user', body, token: accessToken })).body.code,
    ).toBe('reauthentication_needed')
    expect((await signIn(harness.app, email, password)).accessToken).toBeTruthy()
  })

  it('leaving this device asks for nothing', async () => {
    const { accessToken } = await idle()
    expect(
      (await call(harness.app, { path: '/logout?scope=local', body: {}, token: accessToken })).status,
    ).toBe(204)
  })

  it('a wrong password is no proof, and makes this session alone wait', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const { accessToken, email } = await idle()
    const attempt = (word: string) =>
      call(strict, { path: '/reauthenticate', token: accessToken, body: { password: word } })
    for (let failure = 0; failure < 10; failure++) {
      expect((await attempt('no es esta')).body.code).toBe('current_password_invalid')
    }
    expect(await attempt(password)).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    const elsewhere = await signIn(strict, email, password)
    const body = { password }
    expect((await call(strict, { path: '/reauthenticate', token: elsewhere.accessToken, body })).status).toBe(
      200,
    )
  })

  it('neither junk from her network nor another session of hers keeps her from proving herself', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const { accessToken, email } = await idle()
    const attacker = await signIn(strict, email, password)
    const ip = '203.0.113.8'
    const ask = (token: string, body: Record<string, unknown>) =>
      call(strict, { path: '/reauthenticate', token, body, ip })
    for (let junk = 0; junk < 31; junk++) await ask('nothing', {})
    for (let junk = 0; junk < 30; junk++) await ask(attacker.accessToken, {})
    expect((await ask(attacker.accessToken, {})).status, 'the other session').toBe(429)
    expect((await ask(accessToken, { password })).status, 'hers').toBe(200)
    const change = {
      method: 'PUT',
      path: '/user',
      token: accessToken,
      body: { data: { color: 'verde' } },
    } as const
    expect((await call(strict, change)).status).toBe(200)
  })

  it('another session proves nothing for this one', async () => {
    const { accessToken, email } = await idle()
    await signIn(harness.app, email, password)
    expect((await actions[0]![1](accessToken)).body.code).toBe('reauthentication_needed')
  })

  it('what is asked for may be asked without giving anything', async () => {
    const { accessToken } = await idle()
    expect((await prove(accessToken, {})).body).toEqual({ asks: ['password'] })
  })
})

describe('where there is a second factor', () => {
  it('the first code of a factor is no proof; password and a later code are', async () => {
    const { id, supabase, factorId, secret } = await withFactor()
    const token = await tokenOf(supabase)
    expect((await prove(token, {})).body).toEqual({ asks: ['code'] })
    expect((await supabase.auth.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed')
    await later(id)
    await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await prove(await tokenOf(supabase), {})).body).toEqual({ asks: ['password'] })
    expect((await supabase.auth.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed')
    await prove(await tokenOf(supabase), { password })
    expect((await supabase.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  it('taking one away twice at once takes it once', async () => {
    // One that no session has used: nothing but its own row makes the second wait for the first.
    const member = await makeMember(harness)
    const supabase = client()
    await supabase.auth.signInWithPassword({ email: member.email, password })
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    const token = await tokenOf(supabase)
    const locking = await harness.owner.connect()
    await locking.query('begin')
    await locking.query('select from auth.mfa_factors where id = $1 for update', [data!.id])
    const both = [1, 2].map(() =>
      call(harness.app, { method: 'DELETE', path: `/factors/${data!.id}`, token }),
    )
    const waiting = async () =>
      (
        await harness.owner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%auth.mfa_factors%'`,
        )
      ).rowCount
    await expect.poll(waiting).toBeGreaterThanOrEqual(2)
    await locking.query('commit')
    locking.release()
    const answers = await Promise.all(both)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(answers.find(({ status }) => status === 404)!.body.code).toBe('mfa_factor_not_found')
  })

  it('new recovery codes ask for both, and the old ones are gone', async () => {
    const { id, supabase, factorId, secret } = await withFactor()
    const renew = async () =>
      call(harness.app, {
        path: `/factors/${factorId}/recovery_codes`,
        body: {},
        token: await tokenOf(supabase),
      })
    expect((await renew()).body.code).toBe('reauthentication_needed')
    await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    const { status, body } = await renew()
    expect(status).toBe(200)
    expect(new Set(body.recovery_codes).size).toBe(10)
    const { rows } = await harness.owner.query(
      'select from local_server.recovery_codes where factor_id = $1',
      [factorId],
    )
    expect(rows).toHaveLength(10)
    expect(
      (await supabase.auth.mfa.challengeAndVerify({ factorId, code: body.recovery_codes[0] })).error,
    ).toBeNull()
    await later(id)
    expect((await renew()).body.asks).toEqual(['password', 'code'])
  })

  it('a forgotten password is replaced with the mailed link and the code, never the link alone', async () => {
    const { email, factorId, secret } = await withFactor()
    const supabase = client()
    await supabase.auth.resetPasswordForEmail(email)
    const { code } = await mailedSecrets(harness, email)
    await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect((await supabase.auth.updateUser({ password: another })).error?.code).toBe('insufficient_aal')
    await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await supabase.auth.updateUser({ password: another })).error).toBeNull()
  })
})

describe('a password that came by mail', () => {
  async function recovered() {
    const member = await makeMember(harness)
    const supabase = client()
    await supabase.auth.resetPasswordForEmail(member.email)
    const { code } = await mailedSecrets(harness, member.email)
    await supabase.auth.verifyOtp({ email: member.email, token: code, type: 'recovery' })
    expect((await supabase.auth.updateUser({ password: another })).error).toBeNull()
    return { ...member, supabase }
  }

  it('ends the other sessions, is no proof by itself, and enrols nothing for a day', async () => {
    const { id, accessToken, supabase } = await recovered()
    expect((await call(harness.app, { path: '/user', token: accessToken })).body.code).toBe(
      'session_not_found',
    )
    const token = await tokenOf(supabase)
    expect((await prove(token, {})).body).toEqual({ asks: ['password'] })
    await prove(token, { password: another })
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    const { error } = await supabase.auth.mfa.challengeAndVerify({
      factorId: data!.id,
      code: codeOf(data!.totp.secret),
    })
    expect(error).toBeNull()
    expect(await factorsOf(id), 'nothing of it stands in the account').toEqual([])
    expect((await supabase.auth.getUser()).data.user?.factors).toBeUndefined()
  })

  it('keeps a new address waiting for a day', async () => {
    const { id, email, supabase } = await recovered()
    await prove(await tokenOf(supabase), { password: another })
    const next = newAddress()
    expect((await supabase.auth.updateUser({ email: next })).error).toBeNull()
    for (const address of [next, email]) {
      const { code } = await mailedSecrets(harness, address)
      await client().auth.verifyOtp({ email: address, token: code, type: 'email_change' })
    }
    const addressOf = async () =>
      (await harness.owner.query('select email from auth.users where id = $1', [id])).rows[0].email
    expect(await addressOf()).toBe(email)
    await carryOutDue({ ...harness.options, log: harness.options.log } as never)
    expect(await addressOf()).toBe(email)
    await harness.owner.query('update local_server.delayed_changes set due_at = now() where user_id = $1', [
      id,
    ])
    await carryOutDue({ ...harness.options } as never)
    expect(await addressOf()).toBe(next)
  })

  it.each(['a factor', 'a password'])(
    'what waits is gone once she proves herself better: %s',
    async (what) => {
      const { id, email, supabase } = await recovered()
      await prove(await tokenOf(supabase), { password: another })
      const attacker = await supabase.auth.mfa.enroll({ factorType: 'totp' })
      await supabase.auth.mfa.challengeAndVerify({
        factorId: attacker.data!.id,
        code: codeOf(attacker.data!.totp.secret),
      })
      expect((await supabase.auth.updateUser({ email: newAddress() })).error).toBeNull()
      await harness.owner.query('delete from local_server.mailed_passwords where user_id = $1', [id])
      const hers = client()
      await hers.auth.signInWithPassword({ email, password: another })
      if (what === 'a factor') {
        const { data } = await hers.auth.mfa.enroll({ factorType: 'totp' })
        await hers.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret) })
      } else {
        expect(
          (await hers.auth.updateUser({ password: 'jacarandas y lluvia', current_password: another })).error,
        ).toBeNull()
      }
      const { rows } = await harness.owner.query(
        'select kind from local_server.delayed_changes where user_id = $1',
        [id],
      )
      expect(rows).toEqual(what === 'a factor' ? [{ kind: 'email' }] : [])
    },
  )

  it('one change that fails keeps no other from being made', async () => {
    const { id, supabase } = await recovered()
    const other = await makeMember(harness)
    await prove(await tokenOf(supabase), { password: another })
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret) })
    await harness.owner.query(
      `insert into local_server.delayed_changes (user_id, kind, details, due_at)
       values ($1, 'factor', '{"id": "no es un uuid", "codes": []}', now() - interval '1 hour')`,
      [other.id],
    )
    await harness.owner.query('update local_server.delayed_changes set due_at = now() where user_id = $1', [
      id,
    ])
    await expect(carryOutDue({ ...harness.options } as never), 'its failure is told').rejects.toThrow('uuid')
    expect(await factorsOf(id)).toEqual([{ status: 'verified' }])
    await harness.owner.query('delete from local_server.delayed_changes where user_id = $1', [other.id])
  })

  it('is a password like any other after a day', async () => {
    const { id, supabase } = await recovered()
    await harness.owner.query(
      `update local_server.mailed_passwords set set_at = set_at - interval '24 hours' where user_id = $1`,
      [id],
    )
    await prove(await tokenOf(supabase), { password: another })
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret) })
    expect(await factorsOf(id)).toEqual([{ status: 'verified' }])
  })
})

describe('an account without a password', () => {
  it('is proven by a mailed code, once', async () => {
    const { id, accessToken, supabase, email } = await withoutPassword()
    await later(id)
    expect((await prove(accessToken, {})).body).toEqual({ asks: ['mail'] })
    await supabase.auth.reauthenticate()
    const { code: nonce } = await mailedSecrets(harness, email)
    expect((await prove(accessToken, { nonce: '000000' })).body.code).toBe('reauthentication_not_valid')
    expect(await prove(accessToken, { nonce })).toMatchObject({ status: 200, body: { asks: [] } })
    expect((await prove(accessToken, { nonce })).body.code).toBe('reauthentication_not_valid')
    expect((await prove(accessToken, { password: '' })).body).toEqual({ asks: [] })
  })

  it('has its first factor a day later, and can take it back until then', async () => {
    const { id, supabase } = await withoutPassword()
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    const { secret } = data!.totp
    const enrolled = await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(secret) })
    expect(enrolled.error).toBeNull()
    expect(await factorsOf(id)).toEqual([])
    const pending = () =>
      harness.owner.query('select kind from local_server.pending_changes($1)', [id]).then(({ rows }) => rows)
    expect(await pending()).toEqual([{ kind: 'factor' }])

    await harness.owner.query('update local_server.delayed_changes set due_at = now() where user_id = $1', [
      id,
    ])
    await carryOutDue({ ...harness.options } as never)
    expect(await factorsOf(id)).toEqual([{ status: 'verified' }])
    expect(await pending()).toEqual([])
    const again = await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(secret) })
    expect(again.error?.code, 'its first code counts no second time').toBe('mfa_verification_failed')
  })

  it('proves itself though somebody uses up the codes of its address', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const { accessToken, supabase, email } = await withoutPassword()
    await supabase.auth.reauthenticate()
    const { code: nonce } = await mailedSecrets(harness, email)
    const guess = (ip: string) =>
      call(strict, { path: '/verify', body: { type: 'email', email, token: '000000' }, ip })
    for (let attempt = 0; attempt < 11; attempt++) await guess(`203.0.113.${20 + attempt}`)
    expect((await guess('203.0.113.40')).status).toBe(429)
    expect(
      (await call(strict, { path: '/reauthenticate', token: accessToken, body: { nonce } })).status,
    ).toBe(200)
  })

  it('takes a waiting address back with all its secrets', async () => {
    const { id, supabase } = await withoutPassword()
    const next = newAddress()
    await supabase.auth.updateUser({ email: next })
    const { rows } = await harness.owner.query(`select local_server.cancel_change($1, 'email') as done`, [id])
    expect(rows[0].done).toBe(true)
    const { code } = await mailedSecrets(harness, next)
    const { error } = await client().auth.verifyOtp({ email: next, token: code, type: 'email_change' })
    expect(error?.code).toBe('otp_expired')
    expect((await supabase.auth.getUser()).data.user?.new_email).toBeUndefined()
  })
})
