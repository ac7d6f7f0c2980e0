import assert from 'node:assert/strict'
import { NEXT, ok, PASSWORD, refused } from './world.mjs'

/** Two factors. @type {Record<string, import('./world.mjs').Flow>} */
export const factors = {
  'second factor': async ({ withFactor, claims }) => {
    const { auth } = await withFactor()
    assert.equal((await claims(auth)).aal, 'aal2')
  },
  'second factor at the next sign-in; no other door before it': async ({
    browser,
    withFactor,
    code,
    url,
    anonKey,
  }) => {
    const { email, factor } = await withFactor()
    const auth = browser()
    const { session } = ok(await auth.signInWithPassword({ email, password: PASSWORD }))
    const headers = { apikey: anonKey, authorization: `Bearer ${session.access_token}` }
    assert.equal((await fetch(`${url}/rest/v1/profiles?select=id`, { headers })).status, 401)
    ok(await auth.mfa.challengeAndVerify({ factorId: factor.id, code: code(factor.totp.secret) }))
    const raised = ok(await auth.getSession()).session.access_token
    const answer = await fetch(`${url}/rest/v1/profiles?select=id`, {
      headers: { ...headers, authorization: `Bearer ${raised}` },
    })
    assert.equal(answer.status, 200)
  },
  'second factor by a recovery code, once': async ({ browser, withFactor }) => {
    const { email, factor } = await withFactor()
    const [recovery] = factor.totp.recovery_codes
    for (const outcome of [null, 'mfa_verification_failed']) {
      const auth = browser()
      ok(await auth.signInWithPassword({ email, password: PASSWORD }))
      const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code: recovery })
      assert.equal(error?.code ?? null, outcome)
    }
  },
  'second factor, removed with a fresh proof of both': async ({ withFactor, claims, code }) => {
    const { auth, email, factor } = await withFactor()
    // What enrolled it is no proof for taking it away.
    refused(await auth.mfa.unenroll({ factorId: factor.id }), 'reauthentication_needed', 400)
    ok(await auth.signInWithPassword({ email, password: PASSWORD }))
    ok(await auth.mfa.challengeAndVerify({ factorId: factor.id, code: code(factor.totp.secret) }))
    ok(await auth.mfa.unenroll({ factorId: factor.id }))
    ok(await auth.refreshSession())
    assert.equal((await claims(auth)).aal, 'aal1')
  },
  'second factor of a kind that is not set up': async ({ member }) =>
    refused(
      await (await member()).auth.mfa.enroll({ factorType: 'phone', phone: '+5215512345678' }),
      'mfa_phone_enroll_not_enabled',
      422,
    ),
  'password at one factor of two': async ({ browser, withFactor }) => {
    const { email } = await withFactor()
    const auth = browser()
    ok(await auth.signInWithPassword({ email, password: PASSWORD }))
    refused(await auth.updateUser({ password: NEXT, current_password: PASSWORD }), 'insufficient_aal', 401)
  },
}
