import type { SupabaseClient } from '@supabase/supabase-js'
import bcrypt from 'bcrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  officialClient,
  openLink,
  startHarness,
} from '../../../testing/auth.ts'

// What a caller with the service key does with accounts, by the official client.

let harness: Harness
let url: string
let serviceKey: string
let admin: SupabaseClient['auth']['admin']
beforeAll(async () => {
  harness = await startHarness()
  url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  serviceKey = await harness.options.tokens.sign({ role: 'service_role' })
  admin = clientOf(serviceKey).auth.admin
})
afterAll(() => harness?.close())

/** The client asks below `/auth/v1`, as it does on Supabase. */
const clientOf = (key: string) => officialClient(url, key)
const made = async (attributes: Record<string, unknown> = {}) => {
  const email = newAddress()
  const { data, error } = await admin.createUser({ email, password: 'una clave larga', ...attributes })
  if (error) throw error
  return { ...data.user!, email }
}

describe('the service key', () => {
  it('is the only one that is let in', async () => {
    const { accessToken } = await makeMember(harness)
    const forged = await harness.options.tokens.sign({ role: 'service_role', sub: crypto.randomUUID() })
    const anon = await harness.options.tokens.sign({ role: 'anon' })
    for (const [token, status, code] of [
      [undefined, 401, 'no_authorization'],
      ['x.y.z', 403, 'bad_jwt'],
      [accessToken, 403, 'not_admin'],
      [anon, 403, 'not_admin'],
      [forged, 403, 'not_admin'],
    ] as const) {
      for (const path of ['/admin/users', '/admin/users/x', '/admin/users/x/factors', '/admin/oauth/clients'])
        expect(await call(harness.app, { path, token })).toMatchObject({ status, body: { code } })
      for (const path of ['/invite', '/admin/generate_link', '/admin/users'])
        expect(await call(harness.app, { path, token, body: {} })).toMatchObject({ status, body: { code } })
    }
  })

  it('hears of what is switched off in the model’s words', async () => {
    const { error } = await admin.oauth.listClients()
    expect(error).toMatchObject({ status: 404, code: 'feature_disabled' })
  })
})

describe('accounts', () => {
  it('are made, confirmed or not, and found', async () => {
    const user = await made({
      email_confirm: true,
      user_metadata: { name: 'Ana' },
      app_metadata: { plan: 'x' },
    })
    expect(user).toMatchObject({
      user_metadata: { name: 'Ana' },
      app_metadata: { plan: 'x', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email: user.email, email_verified: true } }],
    })
    expect(user.email_confirmed_at).toBeTruthy()
    expect((await admin.getUserById(user.id)).data.user).toEqual(expect.objectContaining({ id: user.id }))
    expect((await admin.getUserById(crypto.randomUUID())).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    const signedIn = await clientOf('x').auth.signInWithPassword({
      email: user.email,
      password: 'una clave larga',
    })
    expect(signedIn.error).toBeNull()
    const waits = await made()
    const refused = await clientOf('x').auth.signInWithPassword({
      email: waits.email,
      password: 'una clave larga',
    })
    expect(refused.error).toMatchObject({ code: 'email_not_confirmed' })
    expect(await harness.mailsTo(waits.email)).toEqual([])
  })

  it.each([
    [{}, 400, 'validation_failed'],
    [{ email: 'nothing' }, 400, 'validation_failed'],
    [{ email: 'a@b.mx', password: 'x' }, 422, 'weak_password'],
    [{ email: 'a@b.mx', role: 'service_role' }, 400, 'validation_failed'],
    [{ email: 'a@b.mx', ban_duration: 'soon' }, 400, 'validation_failed'],
    [{ email: 'a@b.mx', password_hash: 'plain' }, 400, 'validation_failed'],
    [{ email: 'a@b.mx', user_metadata: { identity: 'refused' } }, 403, 'unknown'],
    [{ phone: '12' }, 400, 'validation_failed'],
  ])('are not made of %j', async (attributes, status, code) => {
    expect((await admin.createUser(attributes)).error).toMatchObject({ status, code })
  })

  it('have one address each', async () => {
    const { email } = await made()
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
    const other = await made()
    expect((await admin.updateUserById(other.id, { email })).error).toMatchObject({ code: 'email_exists' })
  })

  it('come with their hashes', async () => {
    const user = await made({
      password: undefined,
      password_hash: await bcrypt.hash('brought along', 4),
      email_confirm: true,
    })
    const { error } = await clientOf('x').auth.signInWithPassword({
      email: user.email,
      password: 'brought along',
    })
    expect(error).toBeNull()
  })

  it('are changed: address, password, words, a ban', async () => {
    const member = await makeMember(harness, { name: 'Ana', age: 3 })
    const email = newAddress()
    const { data, error } = await admin.updateUserById(member.id, {
      email,
      password: 'otra clave larga',
      user_metadata: { age: null, more: true },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Ana', more: true } })
    expect(data.user!.user_metadata).not.toHaveProperty('age')
    // Sessions opened with the old password have ended.
    expect(await call(harness.app, { path: '/user', token: member.accessToken })).toMatchObject({
      status: 403,
    })
    const signIn = () => clientOf('x').auth.signInWithPassword({ email, password: 'otra clave larga' })
    expect((await signIn()).error).toBeNull()
    await admin.updateUserById(member.id, { ban_duration: '1h30m' })
    expect((await signIn()).error).toMatchObject({ code: 'user_banned' })
    await admin.updateUserById(member.id, { ban_duration: 'none' })
    expect((await signIn()).error).toBeNull()
  })

  it('are listed by pages, newest first, without what stands in for a taken address', async () => {
    const users = [await made({ email_confirm: true }), await made(), await made()]
    await clientOf('x').auth.signUp({ email: users[0]!.email, password: 'una clave larga' })
    const { data } = await admin.listUsers({ page: 1, perPage: 2 })
    if (!('total' in data)) throw new Error('no page')
    expect(data.users.map(({ id }) => id)).toEqual([users[2]!.id, users[1]!.id])
    expect(data.nextPage).toBe(2)
    const all = await admin.listUsers({ page: 1, perPage: 1000 })
    expect(all.data.users.filter(({ email }) => email?.endsWith('shadow.invalid'))).toEqual([])
    expect(data.total).toBe(all.data.users.length)
    expect((await admin.listUsers({ page: -1 })).error).toMatchObject({ code: 'validation_failed' })
  })

  it('are deleted, or only forgotten', async () => {
    const [gone, forgotten] = [await makeMember(harness), await makeMember(harness)]
    expect((await admin.deleteUser(gone.id)).error).toBeNull()
    expect((await admin.deleteUser(forgotten.id, true)).error).toBeNull()
    for (const member of [gone, forgotten]) {
      expect((await admin.getUserById(member.id)).error).toMatchObject({ code: 'user_not_found' })
      expect(await call(harness.app, { path: '/user', token: member.accessToken })).toMatchObject({
        status: 403,
      })
    }
    const { rows } = await harness.owner.query(
      'select email, raw_user_meta_data from auth.users where id = any ($1)',
      [[gone.id, forgotten.id]],
    )
    expect(rows).toEqual([{ email: expect.stringMatching(/@deleted\.invalid$/), raw_user_meta_data: {} }])
  })

  it('lose a factor', async () => {
    const member = await makeMember(harness)
    const enrolled = await call(harness.app, {
      path: '/factors',
      token: member.accessToken,
      body: { factor_type: 'totp', friendly_name: 'phone' },
    })
    const { data } = await admin.mfa.listFactors({ userId: member.id })
    expect(data!.factors).toMatchObject([{ id: enrolled.body.id, status: 'unverified', factor_type: 'totp' }])
    expect((await admin.mfa.deleteFactor({ userId: member.id, id: enrolled.body.id })).error).toBeNull()
    expect((await admin.mfa.listFactors({ userId: member.id })).data!.factors).toEqual([])
  })
})

describe('links', () => {
  it('invite, and opening one signs in', async () => {
    const email = newAddress()
    const { data, error } = await admin.inviteUserByEmail(email, { data: { name: 'Bea' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Bea' } })
    expect(data.user!.invited_at).toBeTruthy()
    const { link } = await mailedSecrets(harness, email)
    expect(link.searchParams.get('type')).toBe('invite')
    const end = await openLink(url, link)
    expect(new URLSearchParams(end.hash.slice(1)).get('access_token')).toBeTruthy()
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ code: 'email_exists' })
  })

  it.each([
    ['magiclink', 'magiclink'],
    ['recovery', 'recovery'],
  ] as const)('of type %s open a session', async (type, verification) => {
    const { email } = await makeMember(harness)
    const { data, error } = await admin.generateLink({ type, email })
    expect(error).toBeNull()
    expect(data.properties).toMatchObject({
      verification_type: verification,
      redirect_to: 'http://127.0.0.1:8080',
    })
    expect(new URL(data.properties!.action_link).searchParams.get('token')).toBe(
      data.properties!.hashed_token,
    )
    const opened = await clientOf('x').auth.verifyOtp({ type, token_hash: data.properties!.hashed_token })
    expect(opened.data.session?.access_token).toBeTruthy()
    expect(await harness.mailsTo(email)).toEqual([])
  })

  it('sign up, with a code too', async () => {
    const email = newAddress()
    const { data } = await admin.generateLink({ type: 'signup', email, password: 'una clave larga' })
    const { error } = await clientOf('x').auth.verifyOtp({
      email,
      token: data.properties!.email_otp,
      type: 'signup',
    })
    expect(error).toBeNull()
    expect(
      (await admin.generateLink({ type: 'signup', email, password: 'una clave larga' })).error,
    ).toMatchObject({
      code: 'email_exists',
    })
  })

  it('change an address, both halves', async () => {
    const { id, email } = await makeMember(harness)
    const newEmail = newAddress()
    for (const type of ['email_change_current', 'email_change_new'] as const)
      expect((await admin.generateLink({ type, email, newEmail })).error).toBeNull()
    expect((await admin.getUserById(id)).data.user).toMatchObject({ email, new_email: newEmail })
  })

  it.each([
    [{ type: 'recovery', email: 'nobody@example.com' }, 404, 'user_not_found'],
    [{ type: 'signup', email: 'nobody@example.com' }, 400, 'validation_failed'],
    [{ type: 'made_up', email: 'nobody@example.com' }, 400, 'validation_failed'],
    [{ type: 'magiclink', email: 'nothing' }, 400, 'validation_failed'],
  ])('are not made of %j', async (body, status, code) => {
    expect(await call(harness.app, { path: '/admin/generate_link', token: serviceKey, body })).toMatchObject({
      status,
      body: { code },
    })
  })
})
