import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { ok, PASSWORD, refused } from './world.mjs'

/** Staying. @type {Record<string, import('./world.mjs').Flow>} */
export const staying = {
  refresh: async ({ member }) => {
    const { auth } = await member()
    const before = ok(await auth.getSession()).session
    const { session } = ok(await auth.refreshSession())
    assert.notEqual(session.refresh_token, before.refresh_token)
  },
  'fifty refreshes at once': async ({ browser, member }) => {
    const { auth } = await member()
    const { refresh_token } = ok(await auth.getSession()).session
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser().refreshSession({ refresh_token })),
    )
    assert.equal(new Set(answers.map((answer) => ok(answer).session.refresh_token)).size, 1)
  },
  'refresh with a used token, late': async ({ browser, member, server }) => {
    const { auth } = await member()
    const { refresh_token } = ok(await auth.getSession()).session
    ok(await auth.refreshSession())
    await server.query(
      `update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where token = left($1, -32)`,
      [refresh_token],
    )
    refused(await browser().refreshSession({ refresh_token }), 'refresh_token_already_used', 400)
    assert.notEqual((await auth.refreshSession()).error, null)
  },
  'refresh with a token of nobody': async ({ browser }) =>
    refused(
      await browser().refreshSession({ refresh_token: 'aaaaaaaaaaaa' }),
      'refresh_token_not_found',
      400,
    ),
  user: async ({ member }) => {
    const { auth, email } = await member()
    assert.equal(ok(await auth.getUser()).user.email, email)
  },
  'user with a forged token': async ({ browser, member }) => {
    const { auth } = await member()
    const [head, , signature] = ok(await auth.getSession()).session.access_token.split('.')
    const body = Buffer.from(JSON.stringify({ sub: randomUUID(), role: 'authenticated' })).toString(
      'base64url',
    )
    refused(await browser().getUser(`${head}.${body}.${signature}`), 'bad_jwt', 403)
  },
  claims: async ({ member, claims }) => {
    const { auth } = await member()
    const { aal, amr, role, is_anonymous } = await claims(auth)
    assert.deepEqual(
      [aal, amr.map((/** @type {{ method: string }} */ { method }) => method), role, is_anonymous],
      ['aal1', ['password'], 'authenticated', false],
    )
  },
  'sign-out here': async ({ browser, member }) => {
    const { auth, email } = await member()
    const other = browser()
    ok(await other.signInWithPassword({ email, password: PASSWORD }))
    await auth.signOut({ scope: 'local' })
    ok(await other.getUser())
  },
  'sign-out elsewhere': async ({ browser, member }) => {
    const { auth, email } = await member()
    const other = browser()
    ok(await other.signInWithPassword({ email, password: PASSWORD }))
    await auth.signOut({ scope: 'others' })
    ok(await auth.getUser())
    assert.notEqual((await other.getUser()).error, null)
  },
  'sign-out everywhere': async ({ browser, member }) => {
    const { auth } = await member()
    const { access_token } = ok(await auth.getSession()).session
    await auth.signOut()
    assert.notEqual((await browser().getUser(access_token)).error, null)
  },
}
