import { randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  signIn,
  startHarness,
} from '../../../testing/auth.ts'
import { ApiError } from '../../http/errors.ts'
import { createUser } from '../index.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const password = 'una clave larga'
const signUp = (email: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  call(harness.app, { path: '/signup', body: { email, password, ...more } })
const passwordGrant = (email: string, secret: string): Promise<Answer> =>
  call(harness.app, { path: '/token?grant_type=password', body: { email, password: secret } })

/** Everything that a new account looks like, with what differs from one to the next replaced by its type. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape)
  if (value === null || typeof value !== 'object') {
    const text = String(value)
    if (/^[0-9a-f]{8}-/.test(text)) return 'uuid'
    if (/^\d{4}-\d\d-\d\dT/.test(text)) return 'time'
    return text.includes('@') ? 'email' : value
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shape(member)]))
}

describe('what a keyboard or a paste adds unseen', () => {
  const composed = 'Contraseña-canción-26'
  const decomposed = 'Contrasen\u0303a-cancio\u0301n-26'

  it('is no other password: letters composed or not, and any blank', async () => {
    const email = newAddress()
    const account = { email, password: `${decomposed} x`, metadata: {}, confirmed: true }
    await createUser(harness.options, account)
    for (const typed of [`${composed} x`, `${decomposed} x`, `${composed}\u00a0x`])
      expect(await passwordGrant(email, typed)).toMatchObject({ status: 200 })
    expect(await passwordGrant(email, composed)).toMatchObject({
      body: { code: 'invalid_credentials' },
    })
  })

  it('opens an account whose hash was made elsewhere, of the password as it was typed there', async () => {
    const { email, id } = await makeMember(harness)
    const hash = await bcrypt.hash(decomposed, 4)
    await harness.owner.query('update auth.users set encrypted_password = $2 where id = $1', [id, hash])
    expect(await passwordGrant(email, decomposed)).toMatchObject({ status: 200 })
  })

  it('is no other address', async () => {
    const { email } = await makeMember(harness)
    const [name, host] = email.split('@')
    for (const typed of [
      `\u202a${email}\u202c`,
      `${name}\u200b@${host}`,
      `\ufeff ${name}@\u2060${host}\u00a0`,
    ])
      expect(await passwordGrant(typed, password)).toMatchObject({ status: 200, body: { user: { email } } })
    const address = newAddress()
    expect(await signUp(`\u200e${address}\u200f`)).toMatchObject({ status: 200, body: { email: address } })
  })
})

describe('sign-up', () => {
  it('answers the same for a new address, one that waits for its confirmation, and one that has an account', async () => {
    const member = await makeMember(harness)
    const address = newAddress()
    const data = { data: { username: 'Ana' } }
    const fresh = await signUp(address, data)
    const waiting = await signUp(address, data)
    const taken = await signUp(member.email, data)
    for (const { status, body } of [waiting, taken]) {
      expect(status).toBe(fresh.status)
      expect(shape(body)).toEqual(shape(fresh.body))
      expect(Object.keys(body)).toEqual(Object.keys(fresh.body))
    }
    expect(taken.body.id).not.toBe(member.id)
    expect(taken.body.identities[0].user_id).toBe(taken.body.id)
  })

  it('of an address that has an account changes nothing and tells its owner', async () => {
    const member = await makeMember(harness)
    await signUp(member.email, { password: 'la clave de otro' })
    expect(
      (await passwordGrant(member.email, 'la clave de otro')).body.code,
      'as it would be for a new address',
    ).toBe('email_not_confirmed')
    expect((await passwordGrant(member.email, member.password)).status).toBe(200)
    const [mail] = await harness.mailsTo(member.email)
    expect(mail).toMatchObject({ subject: 'Ya tienes una cuenta', links: [] })
  })

  it('once more before the confirmation starts over: the first password and the first link are worth nothing', async () => {
    const address = newAddress()
    await signUp(address, { password: 'la clave de otro', data: { username: 'Otro' } })
    const first = await mailedSecrets(harness, address)
    await signUp(address, { data: { username: 'Ana' } })
    const second = await mailedSecrets(harness, address)

    const stale = await call(harness.app, {
      path: '/verify',
      body: { type: 'signup', token_hash: first.token },
    })
    expect(stale.body.code).toBe('otp_expired')
    const confirmed = await call(harness.app, {
      path: '/verify',
      body: { type: 'signup', token_hash: second.token },
    })
    expect(confirmed.body.user_metadata).toEqual({ username: 'Ana' })
    expect((await passwordGrant(address, 'la clave de otro')).body.code).toBe('invalid_credentials')
    expect((await passwordGrant(address, password)).status).toBe(200)
  })

  it('twice at the same instant makes one account', async () => {
    const address = newAddress()
    const answers = await Promise.all([signUp(address), signUp(address), signUp(address)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { rows } = await harness.owner.query(
      'select count(*)::int as accounts from auth.users where email = $1',
      [address],
    )
    expect(rows).toEqual([{ accounts: 1 }])
  })

  it('keeps the address in one form', async () => {
    const address = newAddress()
    const { body } = await signUp(`  ${address.toUpperCase()} `)
    expect(body.email).toBe(address)
  })

  it('keeps passwords as bcrypt hashes that Supabase reads', async () => {
    const { id } = await makeMember(harness)
    const { rows } = await harness.owner.query('select encrypted_password from auth.users where id = $1', [
      id,
    ])
    expect(rows[0].encrypted_password).toMatch(/^\$2[ab]\$\d\d\$.{53}$/)
  })

  it('does not take a longer password for its first 72 bytes', async () => {
    const user = {
      email: newAddress(),
      password: randomBytes(36).toString('hex'),
      metadata: {},
      confirmed: true,
    }
    await createUser(harness.options, user)
    expect((await passwordGrant(user.email, `${user.password}y`)).body.code).toBe('invalid_credentials')
    expect((await passwordGrant(user.email, user.password)).status).toBe(200)
  })

  it('is refused where the project takes no new accounts', async () => {
    const closed = await harness.another({ auth: { enableSignup: false } })
    const answer = await call(closed, { path: '/signup', body: { email: newAddress(), password } })
    expect(answer).toMatchObject({ status: 422, body: { code: 'signup_disabled' } })
  })

  it('opens a session at once where the project asks for no confirmation', async () => {
    const open = await harness.another({
      auth: { email: { enableConfirmations: false, otpLengthDigits: 6, maxFrequencySeconds: 60 } },
    })
    const body = { email: newAddress(), password }
    const { status, body: session } = await call(open, { path: '/signup', body })
    expect(status).toBe(200)
    expect(session).toMatchObject({ token_type: 'bearer', user: { email: body.email } })
    expect(session.user.email_confirmed_at).toBeTruthy()
    expect(await call(open, { path: '/signup', body })).toMatchObject({
      status: 422,
      body: { code: 'user_already_exists' },
    })
  })
})

describe('the project', () => {
  it.each([
    ['its hook, with a status', { identity: 'refused' }, 403, 'unknown', 'Restricted'],
    ['its hook, without one', { identity: 'refused without status' }, 403, 'unknown', 'Restricted'],
    ['a trigger that raises', { trigger: 'raise' }, 400, 'validation_failed', 'Not like this'],
    ['a trigger that names a status', { trigger: 'PT409' }, 409, 'unknown', 'Conflict of ours'],
    [
      'a constraint, whose words are its own',
      { trigger: 'check' },
      400,
      'validation_failed',
      'Database refused to save the user',
    ],
  ])('may refuse an account by %s', async (_name, data, status, code, message) => {
    const address = newAddress()
    expect(await signUp(address, { data })).toMatchObject({ status, body: { code, message } })
    expect(await harness.mailsTo(address)).toEqual([])
    expect((await signUp(address)).status, 'and she may try again at once').toBe(200)
  })

  it('is asked by the same words whether or not the address has an account', async () => {
    const { email } = await makeMember(harness)
    expect((await signUp(email, { data: { identity: 'refused' } })).body.message).toBe('Restricted')
  })

  it("may refuse the installation's own accounts", async () => {
    const user = { email: newAddress(), password, metadata: { identity: 'refused' }, confirmed: true }
    await expect(createUser(harness.options, user)).rejects.toThrow(
      new ApiError(403, 'unknown', 'Restricted'),
    )
  })
})

describe('createUser', () => {
  it('makes an account that can sign in, once', async () => {
    const user = { email: newAddress(), password, metadata: { a: 1 }, confirmed: true }
    const { id } = await createUser(harness.options, user)
    const { accessToken } = await signIn(harness.app, user.email, password)
    expect(await harness.options.tokens.verify(accessToken)).toMatchObject({
      iss: 'http://127.0.0.1:8080/auth/v1',
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email: user.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { a: 1 },
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.any(String),
      is_anonymous: false,
    })
    await expect(createUser(harness.options, user)).rejects.toMatchObject({ code: 'user_already_exists' })
  })

  it('makes an account that waits for its confirmation', async () => {
    const user = { email: newAddress(), password, metadata: {}, confirmed: false }
    await createUser(harness.options, user)
    expect((await passwordGrant(user.email, password)).body.code).toBe('email_not_confirmed')
  })
})
