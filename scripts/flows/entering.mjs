import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { ADMITTED, ok, PASSWORD, refused } from './world.mjs'

/** Signing in. @type {Record<string, import('./world.mjs').Flow>} */
export const entering = {
  password: async ({ browser, member }) => {
    const { email } = await member()
    assert.ok(
      ok(await browser().signInWithPassword({ email: email.toUpperCase(), password: PASSWORD })).session,
    )
  },
  'wrong password': async ({ browser, member }) => {
    const { email } = await member()
    refused(await browser().signInWithPassword({ email, password: 'no es' }), 'invalid_credentials', 400)
  },
  'unknown address': async ({ browser, address }) =>
    refused(
      await browser().signInWithPassword({ email: address(), password: PASSWORD }),
      'invalid_credentials',
      400,
    ),
  'before the confirmation': async ({ browser, address }) => {
    const email = address()
    ok(await browser().signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
    refused(await browser().signInWithPassword({ email, password: PASSWORD }), 'email_not_confirmed', 400)
  },
  banned: async ({ browser, member, server }) => {
    const { email } = await member()
    await server.query(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [
      email,
    ])
    refused(await browser().signInWithPassword({ email, password: PASSWORD }), 'user_banned', 400)
  },
  'mailed link': async ({ browser, mail, open, fragment, member }) => {
    const { email } = await member()
    ok(await browser().signInWithOtp({ email, options: { shouldCreateUser: false } }))
    assert.ok(fragment(await open((await mail(email, 2)).link)).get('access_token'))
  },
  'mailed link with PKCE': async ({ browser, mail, open, member }) => {
    const { email } = await member()
    const auth = browser('pkce')
    ok(await auth.signInWithOtp({ email }))
    const at = await open((await mail(email, 2)).link)
    assert.ok(ok(await auth.exchangeCodeForSession(at.searchParams.get('code') ?? '')).session)
  },
  'mailed code': async ({ browser, mail, member }) => {
    const { email } = await member()
    const auth = browser()
    ok(await auth.signInWithOtp({ email }))
    assert.ok(ok(await auth.verifyOtp({ email, token: (await mail(email, 2)).code, type: 'email' })).session)
  },
  'mailed code makes an account that is asked who she is': async ({
    browser,
    address,
    mail,
    url,
    anonKey,
  }) => {
    const [email, auth] = [address(), browser()]
    ok(await auth.signInWithOtp({ email }))
    ok(await auth.verifyOtp({ email, token: (await mail(email)).code, type: 'email' }))
    const { session } = ok(await auth.getSession())
    const answer = await fetch(`${url}/rest/v1/rpc/estoy_admitida`, {
      method: 'POST',
      headers: { apikey: anonKey, authorization: `Bearer ${session.access_token}` },
    })
    assert.equal(await answer.json(), false)
  },
  'mailed code to nobody, without making an account': async ({ browser, address, mail }) => {
    const email = address()
    ok(await browser().signInWithOtp({ email, options: { shouldCreateUser: false } }))
    assert.equal((await mail(email)).code, '')
  },
  'wrong code': async ({ browser, mail, member }) => {
    const { email } = await member()
    ok(await browser().signInWithOtp({ email }))
    const token = (await mail(email, 2)).code === '000000' ? '000001' : '000000'
    refused(await browser().verifyOtp({ email, token, type: 'email' }), 'otp_expired', 403)
  },
  'code, twice': async ({ browser, mail, member }) => {
    const { email } = await member()
    ok(await browser().signInWithOtp({ email }))
    const { code: token } = await mail(email, 2)
    ok(await browser().verifyOtp({ email, token, type: 'email' }))
    refused(await browser().verifyOtp({ email, token, type: 'email' }), 'otp_expired', 403)
  },
  'link, twice': async ({ browser, mail, open, fragment, member }) => {
    const { email } = await member()
    ok(await browser().signInWithOtp({ email }))
    const { link } = await mail(email, 2)
    await open(link)
    assert.equal(fragment(await open(link)).get('error_code'), 'otp_expired')
  },
  'single sign-on': async ({ browser }) =>
    refused(await browser().signInWithSSO({ domain: 'ejemplo.mx' }), 'saml_provider_disabled', 404),
  'identity token of a provider': async ({ browser, idToken }) => {
    const { user } = ok(await browser().signInWithIdToken({ provider: 'keycloak', token: await idToken() }))
    assert.equal(user.app_metadata.provider, 'keycloak')
  },
  'identity token with a nonce': async ({ browser, idToken }) => {
    const hashed = createHash('sha256').update('once').digest('hex')
    const token = await idToken({ nonce: hashed })
    ok(await browser().signInWithIdToken({ provider: 'keycloak', token, nonce: 'once' }))
  },
  'identity token joins an account without a password by its verified address': async ({
    browser,
    address,
    mail,
    idToken,
  }) => {
    const email = address()
    const auth = browser()
    ok(await auth.signInWithOtp({ email, options: { data: ADMITTED } }))
    ok(await auth.verifyOtp({ email, token: (await mail(email)).code, type: 'email' }))
    const { user } = ok(
      await browser().signInWithIdToken({ provider: 'keycloak', token: await idToken({ email }) }),
    )
    assert.equal(user.id, ok(await auth.getUser()).user.id)
  },
  'identity token joins no account with a password': async ({ browser, member, idToken }) => {
    const { email } = await member()
    const token = await idToken({ email })
    refused(await browser().signInWithIdToken({ provider: 'keycloak', token }), 'email_exists', 422)
  },
  'identity token with an address that nobody verified': async ({ browser, member, idToken }) => {
    const { email } = await member()
    const token = await idToken({ email, email_verified: false })
    refused(
      await browser().signInWithIdToken({ provider: 'keycloak', token }),
      'provider_email_needs_verification',
      403,
    )
  },
  'identity token for another app': async ({ browser, idToken }) => {
    const { error } = await browser().signInWithIdToken({
      provider: 'keycloak',
      token: await idToken({ aud: 'x' }),
    })
    assert.equal(error?.status, 400)
  },
  'identity token of a provider that is not set up': async ({ browser }) =>
    refused(
      await browser().signInWithIdToken({ provider: 'google', token: 'a.b.c' }),
      'provider_disabled',
      400,
    ),
  'leaving for a provider': async ({ browser, issuer }) => {
    const { url: leave } = ok(
      await browser('pkce').signInWithOAuth({
        provider: 'keycloak',
        options: { skipBrowserRedirect: true },
      }),
    )
    const answer = await fetch(leave, { redirect: 'manual' })
    assert.equal(answer.status, 302)
    assert.equal(new URL(answer.headers.get('location') ?? '').origin, issuer)
  },
  'leaving for a provider that is not set up': async ({ browser }) => {
    const { url: leave } = ok(
      await browser().signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } }),
    )
    assert.equal((await fetch(leave)).status, 400)
  },
}
