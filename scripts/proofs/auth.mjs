import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { generateSync } from 'otplib'
import { WebSocket } from 'ws'
import { freePort } from '../lib/port.mjs'
import { withTemporaryServer } from '../lib/temporary.mjs'

/**
 * Sixty sign-in flows of the unmodified official client against the built server, with Amparo's own project, the local
 * mailbox, and an identity provider beside it.
 */
const PASSWORD = 'una-clave-bien-larga'
const NEXT = 'bugambilias en la barda'
const ADMITTED = { identidad_genero: 'mujer cis', username: 'Ana' }

const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256' }
let issuer = ''
const provider = createServer((request, response) => {
  const { kty, n, e, kid, alg } = jwk
  response.setHeader('content-type', 'application/json')
  if (request.url?.endsWith('/jwks')) return response.end(JSON.stringify({ keys: [{ kty, n, e, kid, alg }] }))
  const endpoints = {
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  }
  response.end(JSON.stringify({ issuer, ...endpoints }))
})
await new Promise((resolve) => provider.listen(0, '127.0.0.1', () => resolve(undefined)))
issuer = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (provider.address()).port}`
const port = await freePort()

const env = {
  PORT: String(port),
  AMPARO_RATE_FACTOR: '100000',
  OIDC_NAME: 'keycloak',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'amparo',
  OIDC_CLIENT_SECRET: 'a secret',
}

const failed = await withTemporaryServer(
  async (server) => {
    const { url } = server
    const anonKey = server.config.secrets.anonKey

    const browser = (flowType = 'implicit') => {
      const items = new Map()
      return createClient(url, anonKey, {
        // Node 20 has none of its own.
        realtime: { transport: /** @type {any} */ (WebSocket) },
        auth: {
          autoRefreshToken: false,
          detectSessionInUrl: false,
          flowType,
          storage: {
            getItem: (key) => items.get(key) ?? null,
            setItem: (key, value) => void items.set(key, value),
            removeItem: (key) => void items.delete(key),
          },
        },
      }).auth
    }
    const address = () => `ana-${randomUUID()}@ejemplo.mx`
    /** @param {string} to */
    const mail = async (to, count = 1) => {
      for (let attempt = 0; attempt < 100; attempt++) {
        const mails = await (await fetch(`${url}/_mailbox.json?to=${encodeURIComponent(to)}`)).json()
        if (mails.length >= count) {
          const [newest] = mails
          return { ...newest, link: newest.links[0], code: /\b\d{6}\b/.exec(newest.text)?.[0] ?? '' }
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error('No mail came')
    }
    /** @param {string} link */
    const open = async (link) => {
      const opened = await fetch(link, { redirect: 'manual' })
      if (opened.status === 303) return new URL(opened.headers.get('location') ?? '')
      assert.match(await opened.text(), /value="confirmar"/)
      const button = { method: 'POST', body: new URLSearchParams({ accion: 'confirmar' }) }
      const pressed = await fetch(link, { ...button, redirect: 'manual' })
      assert.equal(pressed.status, 303)
      return new URL(pressed.headers.get('location') ?? '')
    }
    /** @param {URL} at */
    const fragment = (at) => new URLSearchParams(at.hash.slice(1))
    /** @type {(answer: any) => any} */
    const ok = ({ data, error }) => {
      assert.equal(error, null, error?.message)
      return data
    }
    /** @type {(answer: { error: any }, code: string, status?: number) => void} */
    const refused = ({ error }, code, status) => {
      assert.equal(error?.code, code, `${error?.code}: ${error?.message}`)
      if (status) assert.equal(error.status, status)
    }
    const member = async () => {
      const email = address()
      const auth = browser()
      ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
      await open((await mail(email)).link)
      ok(await auth.signInWithPassword({ email, password: PASSWORD }))
      return { auth, email }
    }
    const withFactor = async () => {
      const { auth, email } = await member()
      const factor = ok(await auth.mfa.enroll({ factorType: 'totp' }))
      ok(await auth.mfa.challengeAndVerify({ factorId: factor.id, code: code(factor.totp.secret) }))
      await server.query('delete from local_server.factor_steps where factor_id = $1', [factor.id])
      return { auth, email, factor }
    }
    /** @param {string} secret */
    const code = (secret) => generateSync({ secret })
    /** @param {ReturnType<typeof browser>} auth */
    const claims = async (auth) => ok(await auth.getClaims()).claims
    /** @param {Record<string, any>} more */
    const idToken = (more = {}) =>
      new SignJWT({ sub: randomUUID(), email: address(), email_verified: true, name: 'Ana', ...more })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(more.iss ?? issuer)
        .setAudience(more.aud ?? 'amparo')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)

    /** @type {[string, () => Promise<unknown>][]} */
    const flows = [
      // Making an account.
      [
        'sign-up, link, password',
        async () => {
          const [email, auth] = [address(), browser()]
          const { user, session } = ok(
            await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }),
          )
          assert.equal(session, null)
          assert.equal(user.identities.length, 1)
          const at = fragment(await open((await mail(email)).link))
          assert.deepEqual([at.get('message'), at.get('access_token')], ['Email confirmed', null])
          const entered = ok(await auth.signInWithPassword({ email, password: PASSWORD }))
          assert.ok(entered.user.email_confirmed_at)
        },
      ],
      [
        'sign-up, code of the mail',
        async () => {
          const [email, auth] = [address(), browser()]
          ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
          assert.ok(
            ok(await auth.verifyOtp({ email, token: (await mail(email)).code, type: 'email' })).session,
          )
        },
      ],
      [
        'sign-up, PKCE link, exchange',
        async () => {
          const [email, auth] = [address(), browser('pkce')]
          ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
          const at = await open((await mail(email)).link)
          assert.ok(ok(await auth.exchangeCodeForSession(at.searchParams.get('code') ?? '')).session)
        },
      ],
      [
        'sign-up, token hash',
        async () => {
          const [email, auth] = [address(), browser()]
          ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
          const token_hash = new URL((await mail(email)).link).searchParams.get('token') ?? ''
          const { user, session } = ok(await auth.verifyOtp({ token_hash, type: 'signup' }))
          assert.deepEqual([user.email, session], [email, null])
        },
      ],
      [
        'sign-up, second mail',
        async () => {
          const [email, auth] = [address(), browser()]
          ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
          ok(await auth.resend({ type: 'signup', email }))
          assert.ok(
            ok(await auth.verifyOtp({ email, token: (await mail(email, 2)).code, type: 'signup' })).session,
          )
        },
      ],
      [
        'sign-up of who is not admitted',
        async () => {
          const options = { data: { identidad_genero: 'hombre' } }
          const { error } = await browser().signUp({ email: address(), password: PASSWORD, options })
          assert.equal(error?.status, 403)
        },
      ],
      [
        'sign-up with a common password',
        async () => {
          const answer = await browser().signUp({ email: address(), password: 'contraseña' })
          refused(answer, 'weak_password', 422)
          assert.deepEqual(/** @type {any} */ (answer.error).reasons, ['pwned'])
        },
      ],
      [
        'sign-up with a short password',
        async () =>
          refused(await browser().signUp({ email: address(), password: 'corta' }), 'weak_password', 422),
      ],
      [
        'sign-up with no address that could be one',
        async () =>
          refused(await browser().signUp({ email: 'a@@b', password: PASSWORD }), 'validation_failed', 400),
      ],
      [
        'sign-up of an address that has an account looks the same',
        async () => {
          const { email } = await member()
          const again = ok(
            await browser().signUp({ email, password: 'la clave de otro', options: { data: ADMITTED } }),
          )
          const fresh = ok(
            await browser().signUp({
              email: address(),
              password: 'la clave de otro',
              options: { data: ADMITTED },
            }),
          )
          assert.deepEqual(Object.keys(again.user).sort(), Object.keys(fresh.user).sort())
          ok(await browser().signInWithPassword({ email, password: PASSWORD }))
        },
      ],
      [
        'sign-up by telephone is not set up',
        async () =>
          refused(
            await browser().signUp({ phone: '+5215512345678', password: PASSWORD }),
            'phone_provider_disabled',
            400,
          ),
      ],
      [
        'sign-up by nobody',
        async () => refused(await browser().signInAnonymously(), 'anonymous_provider_disabled', 422),
      ],

      // Signing in.
      [
        'password',
        async () => {
          const { email } = await member()
          assert.ok(
            ok(await browser().signInWithPassword({ email: email.toUpperCase(), password: PASSWORD }))
              .session,
          )
        },
      ],
      [
        'wrong password',
        async () => {
          const { email } = await member()
          refused(
            await browser().signInWithPassword({ email, password: 'no es' }),
            'invalid_credentials',
            400,
          )
        },
      ],
      [
        'unknown address',
        async () =>
          refused(
            await browser().signInWithPassword({ email: address(), password: PASSWORD }),
            'invalid_credentials',
            400,
          ),
      ],
      [
        'before the confirmation',
        async () => {
          const email = address()
          ok(await browser().signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
          refused(
            await browser().signInWithPassword({ email, password: PASSWORD }),
            'email_not_confirmed',
            400,
          )
        },
      ],
      [
        'banned',
        async () => {
          const { email } = await member()
          await server.query(
            `update auth.users set banned_until = now() + interval '1 day' where email = $1`,
            [email],
          )
          refused(await browser().signInWithPassword({ email, password: PASSWORD }), 'user_banned', 400)
        },
      ],
      [
        'mailed link',
        async () => {
          const { email } = await member()
          ok(await browser().signInWithOtp({ email, options: { shouldCreateUser: false } }))
          assert.ok(fragment(await open((await mail(email, 2)).link)).get('access_token'))
        },
      ],
      [
        'mailed link with PKCE',
        async () => {
          const { email } = await member()
          const auth = browser('pkce')
          ok(await auth.signInWithOtp({ email }))
          const at = await open((await mail(email, 2)).link)
          assert.ok(ok(await auth.exchangeCodeForSession(at.searchParams.get('code') ?? '')).session)
        },
      ],
      [
        'mailed code',
        async () => {
          const { email } = await member()
          const auth = browser()
          ok(await auth.signInWithOtp({ email }))
          assert.ok(
            ok(await auth.verifyOtp({ email, token: (await mail(email, 2)).code, type: 'email' })).session,
          )
        },
      ],
      [
        'mailed code makes an account that is asked who she is',
        async () => {
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
      ],
      [
        'mailed code to nobody, without making an account',
        async () => {
          const email = address()
          ok(await browser().signInWithOtp({ email, options: { shouldCreateUser: false } }))
          assert.equal((await mail(email)).code, '')
        },
      ],
      [
        'wrong code',
        async () => {
          const { email } = await member()
          ok(await browser().signInWithOtp({ email }))
          const token = (await mail(email, 2)).code === '000000' ? '000001' : '000000'
          refused(await browser().verifyOtp({ email, token, type: 'email' }), 'otp_expired', 403)
        },
      ],
      [
        'code, twice',
        async () => {
          const { email } = await member()
          ok(await browser().signInWithOtp({ email }))
          const { code: token } = await mail(email, 2)
          ok(await browser().verifyOtp({ email, token, type: 'email' }))
          refused(await browser().verifyOtp({ email, token, type: 'email' }), 'otp_expired', 403)
        },
      ],
      [
        'link, twice',
        async () => {
          const { email } = await member()
          ok(await browser().signInWithOtp({ email }))
          const { link } = await mail(email, 2)
          await open(link)
          assert.equal(fragment(await open(link)).get('error_code'), 'otp_expired')
        },
      ],
      [
        'single sign-on',
        async () =>
          refused(await browser().signInWithSSO({ domain: 'ejemplo.mx' }), 'saml_provider_disabled', 404),
      ],
      [
        'identity token of a provider',
        async () => {
          const { user } = ok(
            await browser().signInWithIdToken({ provider: 'keycloak', token: await idToken() }),
          )
          assert.equal(user.app_metadata.provider, 'keycloak')
        },
      ],
      [
        'identity token with a nonce',
        async () => {
          const hashed = createHash('sha256').update('once').digest('hex')
          const token = await idToken({ nonce: hashed })
          ok(await browser().signInWithIdToken({ provider: 'keycloak', token, nonce: 'once' }))
        },
      ],
      [
        'identity token joins the account of a verified address',
        async () => {
          const { email, auth } = await member()
          const { user } = ok(
            await browser().signInWithIdToken({ provider: 'keycloak', token: await idToken({ email }) }),
          )
          assert.equal(user.id, ok(await auth.getUser()).user.id)
        },
      ],
      [
        'identity token with an address that nobody verified',
        async () => {
          const { email } = await member()
          const token = await idToken({ email, email_verified: false })
          refused(
            await browser().signInWithIdToken({ provider: 'keycloak', token }),
            'provider_email_needs_verification',
            403,
          )
        },
      ],
      [
        'identity token for another app',
        async () => {
          const { error } = await browser().signInWithIdToken({
            provider: 'keycloak',
            token: await idToken({ aud: 'x' }),
          })
          assert.equal(error?.status, 400)
        },
      ],
      [
        'identity token of a provider that is not set up',
        async () =>
          refused(
            await browser().signInWithIdToken({ provider: 'google', token: 'a.b.c' }),
            'provider_disabled',
            400,
          ),
      ],
      [
        'leaving for a provider',
        async () => {
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
      ],
      [
        'leaving for a provider that is not set up',
        async () => {
          const { url: leave } = ok(
            await browser().signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } }),
          )
          assert.equal((await fetch(leave)).status, 400)
        },
      ],

      // Staying.
      [
        'refresh',
        async () => {
          const { auth } = await member()
          const before = ok(await auth.getSession()).session
          const { session } = ok(await auth.refreshSession())
          assert.notEqual(session.refresh_token, before.refresh_token)
        },
      ],
      [
        'fifty refreshes at once',
        async () => {
          const { auth } = await member()
          const { refresh_token } = ok(await auth.getSession()).session
          const answers = await Promise.all(
            Array.from({ length: 50 }, () => browser().refreshSession({ refresh_token })),
          )
          assert.equal(new Set(answers.map((answer) => ok(answer).session.refresh_token)).size, 1)
        },
      ],
      [
        'refresh with a used token, late',
        async () => {
          const { auth } = await member()
          const { refresh_token } = ok(await auth.getSession()).session
          ok(await auth.refreshSession())
          await server.query(
            `update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where token = $1`,
            [refresh_token],
          )
          refused(await browser().refreshSession({ refresh_token }), 'refresh_token_already_used', 400)
          assert.notEqual((await auth.refreshSession()).error, null)
        },
      ],
      [
        'refresh with a token of nobody',
        async () =>
          refused(
            await browser().refreshSession({ refresh_token: 'aaaaaaaaaaaa' }),
            'refresh_token_not_found',
            400,
          ),
      ],
      [
        'user',
        async () => {
          const { auth, email } = await member()
          assert.equal(ok(await auth.getUser()).user.email, email)
        },
      ],
      [
        'user with a forged token',
        async () => {
          const { auth } = await member()
          const [head, , signature] = ok(await auth.getSession()).session.access_token.split('.')
          const body = Buffer.from(JSON.stringify({ sub: randomUUID(), role: 'authenticated' })).toString(
            'base64url',
          )
          refused(await browser().getUser(`${head}.${body}.${signature}`), 'bad_jwt', 403)
        },
      ],
      [
        'claims',
        async () => {
          const { auth } = await member()
          const { aal, amr, role, is_anonymous } = await claims(auth)
          assert.deepEqual(
            [aal, amr.map((/** @type {{ method: string }} */ { method }) => method), role, is_anonymous],
            ['aal1', ['password'], 'authenticated', false],
          )
        },
      ],
      [
        'sign-out here',
        async () => {
          const { auth, email } = await member()
          const other = browser()
          ok(await other.signInWithPassword({ email, password: PASSWORD }))
          await auth.signOut({ scope: 'local' })
          ok(await other.getUser())
        },
      ],
      [
        'sign-out elsewhere',
        async () => {
          const { auth, email } = await member()
          const other = browser()
          ok(await other.signInWithPassword({ email, password: PASSWORD }))
          await auth.signOut({ scope: 'others' })
          ok(await auth.getUser())
          assert.notEqual((await other.getUser()).error, null)
        },
      ],
      [
        'sign-out everywhere',
        async () => {
          const { auth } = await member()
          const { access_token } = ok(await auth.getSession()).session
          await auth.signOut()
          assert.notEqual((await browser().getUser(access_token)).error, null)
        },
      ],

      // Changing.
      [
        'metadata, and what it cannot do',
        async () => {
          const { auth } = await member()
          const { user } = ok(
            await auth.updateUser({ data: { color: 'verde', role: 'service_role', is_admin: true } }),
          )
          assert.equal(user.user_metadata.color, 'verde')
          ok(await auth.refreshSession())
          assert.equal((await claims(auth)).role, 'authenticated')
        },
      ],
      [
        'password with the old one',
        async () => {
          const { auth, email } = await member()
          ok(await auth.updateUser({ password: NEXT, current_password: PASSWORD }))
          ok(await browser().signInWithPassword({ email, password: NEXT }))
        },
      ],
      [
        'password without the old one',
        async () =>
          refused(
            await (await member()).auth.updateUser({ password: NEXT }),
            'current_password_required',
            400,
          ),
      ],
      [
        'password with a wrong old one',
        async () =>
          refused(
            await (await member()).auth.updateUser({ password: NEXT, current_password: 'no es' }),
            'current_password_invalid',
            400,
          ),
      ],
      [
        'password that is the same',
        async () =>
          refused(
            await (await member()).auth.updateUser({ password: PASSWORD, current_password: PASSWORD }),
            'same_password',
            422,
          ),
      ],
      [
        'password with a mailed code',
        async () => {
          const { auth, email } = await member()
          ok(await auth.reauthenticate())
          ok(await auth.updateUser({ password: NEXT, nonce: (await mail(email, 2)).code }))
        },
      ],
      [
        'password with a wrong code',
        async () =>
          refused(
            await (await member()).auth.updateUser({ password: NEXT, nonce: '000000' }),
            'reauthentication_not_valid',
            422,
          ),
      ],
      [
        'recovery',
        async () => {
          const { email } = await member()
          const auth = browser()
          ok(await auth.resetPasswordForEmail(email))
          ok(await auth.verifyOtp({ email, token: (await mail(email, 2)).code, type: 'recovery' }))
          ok(await auth.updateUser({ password: NEXT }))
          ok(await browser().signInWithPassword({ email, password: NEXT }))
        },
      ],
      [
        'recovery of nobody',
        async () => {
          const email = address()
          ok(await browser().resetPasswordForEmail(email))
          assert.equal((await mail(email)).links.length, 0)
        },
      ],
      [
        'address, agreed by both mailboxes',
        async () => {
          const { auth, email } = await member()
          const next = address()
          ok(await auth.updateUser({ email: next }))
          await open((await mail(next)).link)
          assert.equal(ok(await auth.getUser()).user.email, email)
          await open((await mail(email, 2)).link)
          assert.equal(ok(await auth.getUser()).user.email, next)
        },
      ],
      [
        'address of somebody else',
        async () => {
          const [ana, eva] = [await member(), await member()]
          const { user } = ok(await ana.auth.updateUser({ email: eva.email }))
          assert.equal(user.new_email, eva.email)
          assert.equal((await mail(eva.email, 2)).link, undefined)
        },
      ],

      // Two factors.
      [
        'second factor',
        async () => {
          const { auth } = await withFactor()
          assert.equal((await claims(auth)).aal, 'aal2')
        },
      ],
      [
        'second factor at the next sign-in; no other door before it',
        async () => {
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
      ],
      [
        'second factor by a recovery code, once',
        async () => {
          const { email, factor } = await withFactor()
          const [recovery] = factor.totp.recovery_codes
          for (const outcome of [null, 'mfa_verification_failed']) {
            const auth = browser()
            ok(await auth.signInWithPassword({ email, password: PASSWORD }))
            const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code: recovery })
            assert.equal(error?.code ?? null, outcome)
          }
        },
      ],
      [
        'second factor, removed',
        async () => {
          const { auth, factor } = await withFactor()
          ok(await auth.mfa.unenroll({ factorId: factor.id }))
          ok(await auth.refreshSession())
          assert.equal((await claims(auth)).aal, 'aal1')
        },
      ],
      [
        'second factor of a kind that is not set up',
        async () =>
          refused(
            await (await member()).auth.mfa.enroll({ factorType: 'phone', phone: '+5215512345678' }),
            'mfa_phone_enroll_not_enabled',
            422,
          ),
      ],
      [
        'password at one factor of two',
        async () => {
          const { email } = await withFactor()
          const auth = browser()
          ok(await auth.signInWithPassword({ email, password: PASSWORD }))
          refused(
            await auth.updateUser({ password: NEXT, current_password: PASSWORD }),
            'insufficient_aal',
            401,
          )
        },
      ],
    ]

    let broken = 0
    for (const [name, flow] of flows) {
      try {
        await flow()
      } catch (error) {
        broken += 1
        console.log(`✗ ${name}: ${/** @type {Error} */ (error).message}`)
      }
    }
    console.log(`${flows.length - broken} of ${flows.length} flows of the official client`)
    return broken
  },
  { env },
)
provider.close()
process.exit(failed > 0 ? 1 : 0)
