import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Harness, type Member, makeMember, startHarness } from '../../../testing/auth.ts'
import { Tokens } from '../../tokens/tokens.ts'

let harness: Harness
let ana: Member
beforeAll(async () => {
  harness = await startHarness()
  ana = await makeMember(harness)
})
afterAll(() => harness?.close())

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

/** Tokens that look like Ana's and are not. */
const FORGERIES: [name: string, forge: (token: string) => string | Promise<string>, status: number][] = [
  ['without a signature', (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`, 403],
  ['of the algorithm None', (token) => `${encode({ alg: 'None' })}.${token.split('.')[1]}.`, 403],
  [
    'signed with another secret',
    (token) => new Tokens('another-secret-of-32-bytes-or-more').sign(claimsOf(token)),
    403,
  ],
  [
    'signed with another algorithm',
    (token) => {
      const content = `${encode({ alg: 'HS512', typ: 'JWT' })}.${token.split('.')[1]}`
      const secret = harness.config.secrets.jwtSecret
      return `${content}.${createHmac('sha512', secret).update(content).digest('base64url')}`
    },
    403,
  ],
  [
    'with other claims under her signature',
    (token) => {
      const [header, , signature] = token.split('.')
      return `${header}.${encode({ ...claimsOf(token), role: 'service_role' })}.${signature}`
    },
    403,
  ],
  [
    'expired',
    (token) => harness.options.tokens.sign({ ...claimsOf(token), exp: Math.floor(Date.now() / 1000) - 1 }),
    403,
  ],
  ['without a subject: the public key', () => harness.options.tokens.sign({ role: 'anon' }), 403],
  [
    'whose subject is no UUID',
    (token) => harness.options.tokens.sign({ ...claimsOf(token), sub: "' or 1=1" }),
    400,
  ],
]

describe('a bearer token', () => {
  it('opens her account', async () => {
    expect(await call(harness.app, { path: '/user', token: ana.accessToken })).toMatchObject({
      status: 200,
      body: { id: ana.id, email: ana.email },
    })
  })

  it.each(FORGERIES)('%s opens nothing', async (_name, forge, status) => {
    const token = await forge(ana.accessToken)
    const requests = [
      { path: '/user', token },
      { method: 'PUT' as const, path: '/user', token, body: { data: { a: 1 } } },
      { method: 'POST' as const, path: '/logout', token },
    ]
    for (const request of requests) {
      expect(await call(harness.app, request)).toMatchObject({ status, body: { code: 'bad_jwt' } })
    }
  })

  it('of another session of hers that has ended is refused, though it has not expired', async () => {
    const member = await makeMember(harness)
    await call(harness.app, { method: 'POST', path: '/logout', token: member.accessToken })
    expect(await call(harness.app, { path: '/user', token: member.accessToken })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    })
  })

  it("with another's session is refused", async () => {
    const bea = await makeMember(harness)
    const mixed = { ...claimsOf(ana.accessToken), session_id: claimsOf(bea.accessToken).session_id }
    const token = await harness.options.tokens.sign(mixed)
    expect((await call(harness.app, { path: '/user', token })).body.code).toBe('session_not_found')
  })

  it('of an account that is gone is refused', async () => {
    const member = await makeMember(harness)
    await harness.owner.query('delete from auth.users where id = $1', [member.id])
    expect(await call(harness.app, { path: '/user', token: member.accessToken })).toMatchObject({
      status: 403,
      body: { code: 'user_not_found' },
    })
  })

  it('of a banned account is refused', async () => {
    const member = await makeMember(harness)
    await harness.owner.query(`update auth.users set banned_until = 'infinity' where id = $1`, [member.id])
    expect(await call(harness.app, { path: '/user', token: member.accessToken })).toMatchObject({
      status: 403,
      body: { code: 'user_banned' },
    })
    const { email, password } = member
    expect(
      (await call(harness.app, { path: '/token?grant_type=password', body: { email, password } })).body.code,
    ).toBe('user_banned')
  })

  it('cannot make her more than she is', async () => {
    const member = await makeMember(harness)
    const body = { data: { role: 'service_role', app_metadata: { role: 'admin' }, is_super_admin: true } }
    await call(harness.app, { method: 'PUT', path: '/user', token: member.accessToken, body })
    const { rows } = await harness.owner.query(
      'select role, raw_app_meta_data, is_super_admin from auth.users where id = $1',
      [member.id],
    )
    expect(rows).toEqual([
      {
        role: 'authenticated',
        raw_app_meta_data: { provider: 'email', providers: ['email'] },
        is_super_admin: null,
      },
    ])
  })
})
