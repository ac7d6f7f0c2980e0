import type { SupabaseClient } from '@supabase/supabase-js'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  officialClient,
  signIn,
  startHarness,
} from '../../../testing/auth.ts'

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

interface WithFactor {
  supabase: SupabaseClient
  email: string
  id: string
  factorId: string
  secret: string
  recoveryCodes: string[]
}

async function signedIn() {
  const { email, id } = await makeMember(harness)
  const supabase = officialClient(url, anonKey)
  await supabase.auth.signInWithPassword({ email, password })
  return { supabase, email, id }
}

/** A member who has shown her second factor, some time ago: the code of now has not been used. */
async function withFactor(): Promise<WithFactor> {
  const { supabase, email, id } = await signedIn()
  const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
  expect(error).toBeNull()
  const { secret } = data!.totp
  const verified = await supabase.auth.mfa.challengeAndVerify({
    factorId: data!.id,
    code: codeOf(secret),
  })
  expect(verified.error).toBeNull()
  await harness.owner.query('delete from local_server.factor_steps where factor_id = $1', [data!.id])
  const recoveryCodes = (data!.totp as unknown as { recovery_codes: string[] }).recovery_codes
  return { supabase, email, id, factorId: data!.id, secret, recoveryCodes }
}

/** What her telephone shows, or showed `steps` half-minutes ago. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

async function claimsOf(supabase: SupabaseClient) {
  const { data } = await supabase.auth.getSession()
  const claims = await harness.options.tokens.verify(data.session!.access_token)
  return { aal: claims.aal, amr: (claims.amr as { method: string }[]).map(({ method }) => method) }
}

const tokenOf = async (supabase: SupabaseClient) =>
  (await supabase.auth.getSession()).data.session!.access_token

describe('a second factor', () => {
  it('is enrolled with a picture and a key that say the same, and counts once a code has been shown', async () => {
    const { supabase, email } = await signedIn()
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp', issuer: 'Mi espacio' })
    const { qr_code: picture, secret, uri } = data!.totp
    expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(picture, 'nothing ends the address early').not.toContain('#')
    const address = new URL(uri)
    expect(decodeURIComponent(address.pathname)).toBe(`/Mi espacio:${email}`)
    expect(address.searchParams.get('secret')).toBe(secret)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await claimsOf(supabase)).toEqual({ aal: 'aal1', amr: ['password'] })
    expect((await supabase.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1')

    const { data: made } = await supabase.auth.mfa.challenge({ factorId: data!.id })
    expect(made!.expires_at - Date.now() / 1000).toBeGreaterThan(290)
    const { data: session, error } = await supabase.auth.mfa.verify({
      factorId: data!.id,
      challengeId: made!.id,
      code: codeOf(secret),
    })
    expect(error).toBeNull()
    expect(session!.user.factors).toMatchObject([{ id: data!.id, status: 'verified' }])
    expect(await claimsOf(supabase)).toEqual({ aal: 'aal2', amr: ['totp', 'password'] })
    expect((await supabase.auth.refreshSession()).error).toBeNull()
    expect(await claimsOf(supabase), 'a refreshed session keeps both').toEqual({
      aal: 'aal2',
      amr: ['totp', 'password'],
    })
  })

  it('ends every session that has not shown it, and the factors that were never finished', async () => {
    const { supabase, email } = await signedIn()
    const elsewhere = await signIn(harness.app, email, password)
    await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'A medias' })
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
    await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret) })
    expect((await call(harness.app, { path: '/user', token: elsewhere.accessToken })).body.code).toBe(
      'session_not_found',
    )
    expect((await supabase.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([data!.id])
  })

  it('is asked for at the next sign-in; until then the session changes no access, and the rules are told', async () => {
    const { email, id, factorId, secret } = await withFactor()
    const supabase = officialClient(url, anonKey)
    await supabase.auth.signInWithPassword({ email, password })
    expect((await supabase.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    const token = await tokenOf(supabase)
    const claims = await harness.options.tokens.verify(token)
    const ask = () =>
      harness.options.db.asUser(
        { role: 'authenticated', claims },
        { text: `select auth.jwt() ->> 'aal' as aal`, values: [] },
      )
    expect((await ask())[0]!.rows).toEqual([['aal1']])
    for (const changes of [{ password: 'bugambilias en flor' }, { email: 'otra@example.com' }]) {
      const { error } = await supabase.auth.updateUser(changes)
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    }
    expect((await supabase.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await supabase.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    const raised = await harness.options.tokens.verify(await tokenOf(supabase))
    await harness.options.db.asUser(
      { role: 'authenticated', claims: raised },
      { text: 'select 1', values: [] },
    )
    expect((await supabase.auth.updateUser({ password: 'bugambilias en flor' })).data.user?.id).toBe(id)
  })

  it('is asked for even of who comes by the link that sets a new password', async () => {
    const { email } = await withFactor()
    const supabase = officialClient(url, anonKey)
    await supabase.auth.resetPasswordForEmail(email)
    const { code } = await mailedSecrets(harness, email)
    await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' })
    const { error } = await supabase.auth.updateUser({ password: 'bugambilias en flor' })
    expect(error?.code).toBe('insufficient_aal')
  })

  it('is removed by who has shown it, and every session is then of one factor', async () => {
    const { supabase, factorId, secret } = await withFactor()
    await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await supabase.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    await supabase.auth.refreshSession()
    expect(await claimsOf(supabase)).toEqual({ aal: 'aal1', amr: ['password'] })
    expect((await supabase.auth.getUser()).data.user?.factors).toBeUndefined()
    const { rows } = await harness.owner.query(
      `select from local_server.recovery_codes where factor_id = $1`,
      [factorId],
    )
    expect(rows).toHaveLength(0)
  })
})

describe('a code of a second factor', () => {
  it('is worth nothing a second time, not even at the same instant', async () => {
    const { supabase, factorId, secret } = await withFactor()
    const token = await tokenOf(supabase)
    const challenges = await Promise.all(
      Array.from({ length: 5 }, () =>
        call(harness.app, { path: `/factors/${factorId}/challenge`, body: {}, token }),
      ),
    )
    const code = codeOf(secret)
    const answers = await Promise.all(
      challenges.map(({ body }) =>
        call(harness.app, {
          path: `/factors/${factorId}/verify`,
          body: { challenge_id: body.id, code },
          token,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  })

  it('of an hour ago, or of another account, is refused', async () => {
    const { supabase, factorId } = await withFactor()
    const other = await withFactor()
    for (const code of [codeOf(other.secret), '000000', 'abcdef', '1']) {
      expect((await supabase.auth.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid TOTP code entered',
      })
    }
  })

  it('answers one challenge, from where it was made, in five minutes', async () => {
    const { supabase, factorId, secret } = await withFactor()
    const token = await tokenOf(supabase)
    const begin = async (ip?: string) =>
      (await call(harness.app, { path: `/factors/${factorId}/challenge`, body: {}, token, ip })).body
        .id as string
    const answer = (challenge_id: string, code = codeOf(secret)) =>
      call(harness.app, { path: `/factors/${factorId}/verify`, body: { challenge_id, code }, token })

    expect((await answer(await begin('192.0.2.9'))).body.code).toBe('mfa_ip_address_mismatch')
    const old = await begin()
    await harness.owner.query(
      `update auth.mfa_challenges set created_at = created_at - interval '5 minutes' where id = $1`,
      [old],
    )
    expect((await answer(old)).body.code).toBe('mfa_challenge_expired')
    expect((await answer(factorId)).body.code).toBe('mfa_factor_not_found')
    expect((await answer(await begin(), ' ')).body.code).toBe('validation_failed')
    expect((await answer('nope')).body.code).toBe('validation_failed')
    const good = await begin()
    expect((await answer(good)).status).toBe(200)
    expect((await answer(good, codeOf(secret, 1))).body.code).toBe('mfa_ip_address_mismatch')
  })

  it('that is wrong ten times makes the right one wait', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const { supabase, factorId, secret } = await withFactor()
    const token = await tokenOf(supabase)
    const attempt = async (code: string) => {
      await harness.owner.query(`delete from local_server.rate_limits where key like 'factors:%'`)
      const { body } = await call(harness.app, { path: `/factors/${factorId}/challenge`, body: {}, token })
      return call(strict, {
        path: `/factors/${factorId}/verify`,
        body: { challenge_id: body.id, code },
        token,
      })
    }
    for (let failure = 0; failure < 10; failure++) {
      expect((await attempt('000000')).body.code).toBe('mfa_verification_failed')
    }
    expect(await attempt(codeOf(secret))).toMatchObject({
      status: 429,
      body: { code: 'over_request_rate_limit' },
    })
  })

  it('may be given where she showed it before, whatever somebody with her password alone tries elsewhere', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const { email, id, factorId, secret } = await withFactor()
    const enter = async (cookie?: string) => {
      const answer = await call(harness.app, {
        path: '/token?grant_type=password',
        body: { email, password },
        headers: cookie ? { cookie } : {},
      })
      const token = answer.body.access_token as string
      return { token, cookie: String(answer.headers['set-cookie']).split(';')[0]! }
    }
    const attempt = async ({ token, cookie }: { token: string; cookie: string }, code: string) => {
      const with_ = { token, headers: { cookie } }
      const made = await call(strict, { path: `/factors/${factorId}/challenge`, body: {}, ...with_ })
      const body = { challenge_id: made.body.id ?? factorId, code }
      return call(strict, { path: `/factors/${factorId}/verify`, body, ...with_ })
    }
    const forgetUse = () =>
      harness.owner.query('delete from local_server.factor_steps where factor_id = $1', [factorId])
    const hers = await enter()
    expect((await attempt(hers, codeOf(secret))).status).toBe(200)
    await forgetUse()
    const attacker = await enter()
    for (let failure = 0; failure < 10; failure++) {
      await harness.owner.query(`delete from local_server.rate_limits where key like 'factors:%'`)
      expect((await attempt(attacker, '000000')).body.code).toBe('mfa_verification_failed')
    }
    for (let call = 0; call < 16; call++) await attempt(attacker, '000000')
    expect((await attempt(attacker, codeOf(secret))).status, 'the attacker waits').toBe(429)
    expect((await attempt(await enter(), codeOf(secret))).status, 'and on any device but hers').toBe(429)
    const again = await enter(hers.cookie)
    expect((await attempt(again, codeOf(secret))).status).toBe(200)

    // Her device of before devices were counted apart: her session there says so.
    await forgetUse()
    await harness.owner.query(`delete from local_server.rate_limits where key like 'devices:%'`)
    const { rows } = await harness.owner.query(
      `select from auth.sessions where user_id = $1 and aal = 'aal2' and tag is not null`,
      [id],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect((await attempt(await enter(again.cookie), codeOf(secret))).status).toBe(200)
  })

  it('may be tried fifteen times a minute', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const { supabase, factorId } = await withFactor()
    const token = await tokenOf(supabase)
    await harness.owner.query(`delete from local_server.rate_limits where key like 'factors:%'`)
    const answers = []
    for (let attempt = 0; attempt < 16; attempt++) {
      answers.push(await call(strict, { path: `/factors/${factorId}/challenge`, body: {}, token }))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(15).fill(200), 429])
  })
})

describe('recovery codes', () => {
  it('stand in for the telephone, each once', async () => {
    const { email, factorId, recoveryCodes } = await withFactor()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    const enter = async (code: string) => {
      const supabase = officialClient(url, anonKey)
      await supabase.auth.signInWithPassword({ email, password })
      const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code })
      return { supabase, error }
    }
    const { supabase, error } = await enter(recoveryCodes[0]!.toUpperCase().replace('-', ' '))
    expect(error).toBeNull()
    expect(await claimsOf(supabase)).toEqual({ aal: 'aal2', amr: ['recovery_code', 'password'] })
    expect((await enter(recoveryCodes[0]!)).error?.code).toBe('mfa_verification_failed')
    expect((await enter(recoveryCodes[1]!)).error).toBeNull()
    expect((await supabase.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  it('are kept as hashes, and those of another are worth nothing', async () => {
    const { supabase, factorId } = await withFactor()
    const other = await withFactor()
    const { rows } = await harness.owner.query<{ codes: string }>(
      'select string_agg(code_hash, $1) as codes from local_server.recovery_codes',
      [' '],
    )
    for (const code of other.recoveryCodes) {
      expect(rows[0]!.codes).not.toContain(code)
      expect(rows[0]!.codes).not.toContain(code.replaceAll(/[^\w]/g, ''))
    }
    const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code: other.recoveryCodes[0]! })
    expect(error?.code).toBe('mfa_verification_failed')
  })

  it('do not finish an enrolment', async () => {
    const { supabase } = await signedIn()
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    const [code] = (data!.totp as unknown as { recovery_codes: string[] }).recovery_codes
    const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: code! })
    expect(error?.code).toBe('mfa_verification_failed')
  })
})

describe('enrolment', () => {
  const enrol = (token: string, body: Record<string, unknown> = {}, app = harness.app) =>
    call(app, { path: '/factors', body: { factor_type: 'totp', ...body }, token })

  it('refuses a name that is taken, an eleventh factor, and kinds that are not set up', async () => {
    const { accessToken } = await makeMember(harness)
    expect((await enrol(accessToken, { friendly_name: 'uno' })).status).toBe(200)
    expect(await enrol(accessToken, { friendly_name: 'uno' })).toMatchObject({
      status: 422,
      body: { code: 'mfa_factor_name_conflict' },
    })
    for (let count = 1; count < 10; count++) expect((await enrol(accessToken)).status).toBe(200)
    expect(await enrol(accessToken)).toMatchObject({
      status: 422,
      body: { code: 'too_many_enrolled_mfa_factors' },
    })
    for (const type of ['phone', 'webauthn']) {
      expect((await enrol(accessToken, { factor_type: type })).body.code).toBe(
        `mfa_${type}_enroll_not_enabled`,
      )
    }
  })

  it('that is not finished in five minutes is over, and makes way for another', async () => {
    const { id, accessToken } = await makeMember(harness)
    const { body } = await enrol(accessToken, { friendly_name: 'uno' })
    await harness.owner.query(
      `update auth.mfa_factors set created_at = created_at - interval '5 minutes' where user_id = $1`,
      [id],
    )
    const late = await call(harness.app, {
      path: `/factors/${body.id}/challenge`,
      body: {},
      token: accessToken,
    })
    expect(late.body.code).toBe('mfa_factor_not_found')
    expect((await enrol(accessToken, { friendly_name: 'uno' })).status).toBe(200)
  })

  it('is refused where the project wants none, and to whom it is not hers', async () => {
    const without = await harness.another({
      auth: { mfa: { maxFactors: 10, totp: { enroll: false, verify: false } } },
    })
    const { accessToken } = await makeMember(harness)
    expect((await enrol(accessToken, {}, without)).body.code).toBe('mfa_totp_enroll_not_enabled')
    const { factorId } = await withFactor()
    for (const [method, path] of [
      ['POST', `/factors/${factorId}/challenge`],
      ['POST', `/factors/${factorId}/verify`],
      ['DELETE', `/factors/${factorId}`],
    ] as const) {
      expect((await call(harness.app, { method, path, token: accessToken })).body.code).toBe(
        'mfa_factor_not_found',
      )
    }
    const mine = await enrol(accessToken)
    const challenge = { path: `/factors/${mine.body.id}/challenge`, body: {}, token: accessToken }
    expect((await call(without, challenge)).body.code).toBe('mfa_totp_verify_not_enabled')
  })
})
