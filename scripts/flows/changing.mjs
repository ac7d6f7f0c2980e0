import assert from 'node:assert/strict'
import { NEXT, ok, PASSWORD, refused } from './world.mjs'

/** Changing. @type {Record<string, import('./world.mjs').Flow>} */
export const changing = {
  'metadata, and what it cannot do': async ({ member, claims }) => {
    const { auth } = await member()
    const { user } = ok(
      await auth.updateUser({ data: { color: 'verde', role: 'service_role', is_admin: true } }),
    )
    assert.equal(user.user_metadata.color, 'verde')
    ok(await auth.refreshSession())
    assert.equal((await claims(auth)).role, 'authenticated')
  },
  'password with the old one': async ({ browser, member }) => {
    const { auth, email } = await member()
    ok(await auth.updateUser({ password: NEXT, current_password: PASSWORD }))
    ok(await browser().signInWithPassword({ email, password: NEXT }))
  },
  'password without the old one': async ({ member }) =>
    refused(await (await member()).auth.updateUser({ password: NEXT }), 'current_password_required', 400),
  'password with a wrong old one': async ({ member }) =>
    refused(
      await (await member()).auth.updateUser({ password: NEXT, current_password: 'no es' }),
      'current_password_invalid',
      400,
    ),
  'password that is the same': async ({ member }) =>
    refused(
      await (await member()).auth.updateUser({ password: PASSWORD, current_password: PASSWORD }),
      'same_password',
      422,
    ),
  'password with a mailed code': async ({ mail, member }) => {
    const { auth, email } = await member()
    ok(await auth.reauthenticate())
    ok(await auth.updateUser({ password: NEXT, nonce: (await mail(email, 2)).code }))
  },
  'password with a wrong code': async ({ member }) =>
    refused(
      await (await member()).auth.updateUser({ password: NEXT, nonce: '000000' }),
      'reauthentication_not_valid',
      422,
    ),
  recovery: async ({ browser, mail, member }) => {
    const { email } = await member()
    const auth = browser()
    ok(await auth.resetPasswordForEmail(email))
    ok(await auth.verifyOtp({ email, token: (await mail(email, 2)).code, type: 'recovery' }))
    ok(await auth.updateUser({ password: NEXT }))
    ok(await browser().signInWithPassword({ email, password: NEXT }))
  },
  'recovery of nobody': async ({ browser, address, mail }) => {
    const email = address()
    ok(await browser().resetPasswordForEmail(email))
    assert.equal((await mail(email)).links.length, 0)
  },
  'address, agreed by both mailboxes': async ({ address, mail, open, member }) => {
    const { auth, email } = await member()
    const next = address()
    ok(await auth.updateUser({ email: next }))
    await open((await mail(next)).link)
    assert.equal(ok(await auth.getUser()).user.email, email)
    await open((await mail(email, 2)).link)
    assert.equal(ok(await auth.getUser()).user.email, next)
  },
  'address of somebody else': async ({ mail, member }) => {
    const [ana, eva] = [await member(), await member()]
    const { user } = ok(await ana.auth.updateUser({ email: eva.email }))
    assert.equal(user.new_email, eva.email)
    assert.equal((await mail(eva.email, 2)).link, undefined)
  },
}
