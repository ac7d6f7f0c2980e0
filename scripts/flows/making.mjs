import assert from 'node:assert/strict'
import { ADMITTED, ok, PASSWORD, refused } from './world.mjs'

/** Making an account. @type {Record<string, import('./world.mjs').Flow>} */
export const making = {
  'sign-up, link, password': async ({ browser, address, mail, open, fragment }) => {
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
  'sign-up, code of the mail': async ({ browser, address, mail }) => {
    const [email, auth] = [address(), browser()]
    ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
    assert.ok(ok(await auth.verifyOtp({ email, token: (await mail(email)).code, type: 'email' })).session)
  },
  'sign-up, PKCE link, exchange': async ({ browser, address, mail, open }) => {
    const [email, auth] = [address(), browser('pkce')]
    ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
    const at = await open((await mail(email)).link)
    assert.ok(ok(await auth.exchangeCodeForSession(at.searchParams.get('code') ?? '')).session)
  },
  'sign-up, token hash': async ({ browser, address, mail }) => {
    const [email, auth] = [address(), browser()]
    ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
    const token_hash = new URL((await mail(email)).link).searchParams.get('token') ?? ''
    const { user, session } = ok(await auth.verifyOtp({ token_hash, type: 'signup' }))
    assert.deepEqual([user.email, session], [email, null])
  },
  'sign-up, second mail': async ({ browser, address, mail }) => {
    const [email, auth] = [address(), browser()]
    ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
    ok(await auth.resend({ type: 'signup', email }))
    assert.ok(ok(await auth.verifyOtp({ email, token: (await mail(email, 2)).code, type: 'signup' })).session)
  },
  'sign-up of who is not admitted': async ({ browser, address }) => {
    const options = { data: { identidad_genero: 'hombre' } }
    const { error } = await browser().signUp({ email: address(), password: PASSWORD, options })
    assert.equal(error?.status, 403)
  },
  'sign-up with a common password': async ({ browser, address }) => {
    const answer = await browser().signUp({ email: address(), password: 'contraseña' })
    refused(answer, 'weak_password', 422)
    assert.deepEqual(/** @type {any} */ (answer.error).reasons, ['pwned'])
  },
  'sign-up with a short password': async ({ browser, address }) =>
    refused(await browser().signUp({ email: address(), password: 'corta' }), 'weak_password', 422),
  'sign-up with no address that could be one': async ({ browser }) =>
    refused(await browser().signUp({ email: 'a@@b', password: PASSWORD }), 'validation_failed', 400),
  'sign-up of an address that has an account looks the same': async ({ browser, address, member }) => {
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
  'sign-up by telephone is not set up': async ({ browser }) =>
    refused(
      await browser().signUp({ phone: '+5215512345678', password: PASSWORD }),
      'phone_provider_disabled',
      400,
    ),
  'sign-up by nobody': async ({ browser }) =>
    refused(await browser().signInAnonymously(), 'anonymous_provider_disabled', 422),
}
