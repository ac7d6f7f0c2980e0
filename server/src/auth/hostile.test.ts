import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Call,
  call,
  type Harness,
  type Member,
  makeMember,
  newAddress,
  startHarness,
} from '../../testing/auth.ts'

let harness: Harness
let ana: Member
beforeAll(async () => {
  harness = await startHarness()
  ana = await makeMember(harness)
})
afterAll(() => harness?.close())

const ENDPOINTS: Call[] = [
  { method: 'POST', path: '/signup' },
  { method: 'POST', path: '/token?grant_type=password' },
  { method: 'POST', path: '/token?grant_type=refresh_token' },
  { method: 'POST', path: '/token?grant_type=pkce' },
  { method: 'POST', path: '/token?grant_type=id_token' },
  { method: 'POST', path: '/otp' },
  { method: 'POST', path: '/verify' },
  { method: 'POST', path: '/sso' },
  { method: 'POST', path: '/resend' },
  { method: 'POST', path: '/recover' },
  { method: 'PUT', path: '/user' },
  { method: 'POST', path: '/factors' },
]

const MEMBERS = [
  'email',
  'phone',
  'password',
  'current_password',
  'nonce',
  'data',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'provider',
  'id_token',
  'domain',
  'factor_type',
]

/** The same value for every member that any endpoint reads. */
const everywhere = (value: unknown) => Object.fromEntries(MEMBERS.map((member) => [member, value]))
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Bodies as they come over the wire. */
const BODIES: [name: string, body: string][] = [
  ['nothing at all', ''],
  ['half a JSON text', '{"email":'],
  ['a word', 'hola'],
  ['null', 'null'],
  ['a number', '42'],
  ['an array', '[]'],
  ['a string', '"a@b.mx"'],
  ['numbers', JSON.stringify(everywhere(1e308))],
  ['truth', JSON.stringify(everywhere(true))],
  ['arrays', JSON.stringify(everywhere(['a@b.mx', 'x']))],
  ['objects', JSON.stringify(everywhere({ $ne: null }))],
  ['null characters', JSON.stringify(everywhere('a\0@b.mx'))],
  ['half a surrogate pair', JSON.stringify(everywhere('\ud800'))],
  ['half a surrogate pair inside', JSON.stringify({ ...everywhere('x'), data: { a: { b: '\udfff' } } })],
  ['a null character inside', JSON.stringify({ ...everywhere('x'), data: { a: ['\0'] } })],
  ['a quote', JSON.stringify(everywhere(`' or '1'='1`))],
  ['long text', JSON.stringify(everywhere('x'.repeat(40_000)))],
  ['deep metadata', `{"email":"nope","password":"una clave","data":{"a":${deep(100_000)}}}`],
  ['much metadata', JSON.stringify({ data: { a: 'x'.repeat(9_000) } })],
  [
    'a prototype',
    '{"__proto__":{"email":"a@b.mx"},"constructor":{"prototype":{"x":1}},"data":{"__proto__":1}}',
  ],
  ['right-to-left and emoji', JSON.stringify(everywhere('\u202e👩🏽‍🚀\u200b@b.mx'))],
]

it('metadata is kept without what no text can hold', async () => {
  const body = '{"data":{"no\\u0000ta":["a\\u0000b \\ud83d"]}}'
  const answer = await call(harness.app, { method: 'PUT', path: '/user', body, token: ana.accessToken })
  expect(answer).toMatchObject({ status: 200, body: { user_metadata: { nota: ['ab \ufffd'] } } })
})

describe('every endpoint refuses', () => {
  it.each(BODIES)('%s', async (_name, body) => {
    for (const endpoint of ENDPOINTS) {
      const answer = await call(harness.app, { ...endpoint, body, token: ana.accessToken })
      const where = `${endpoint.method} ${endpoint.path}: ${JSON.stringify(answer.body).slice(0, 200)}`
      const harmless = endpoint.method === 'PUT' && answer.status === 200
      expect(answer.status >= 400 || harmless, where).toBe(true)
      expect(answer.status, where).toBeLessThan(500)
      expect(JSON.stringify(answer.body), where).not.toMatch(
        /select |insert |node_modules|\.ts:|syntax error/,
      )
    }
  })

  it.each([
    [
      'too much',
      { body: JSON.stringify({ email: 'x'.repeat(1024 * 1024) }) },
      413,
      'request_entity_too_large',
    ],
    ['another type of body', { body: '<a/>', headers: { 'content-type': 'text/xml' } }, 400, 'bad_json'],
    [
      'a form',
      { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      400,
      'bad_json',
    ],
    ['broken JSON', { body: '{"a' }, 400, 'bad_json'],
  ])('%s', async (_name, request, status, code) => {
    for (const endpoint of ENDPOINTS) {
      expect(await call(harness.app, { ...endpoint, ...request })).toMatchObject({ status, body: { code } })
    }
  })

  it.each([
    '/verify?token=%00&type=signup',
    '/verify?token=x&type=__proto__',
    '/verify?token=x&type=signup&type=recovery&token=y',
    `/verify?token=${'x'.repeat(5_000)}&type=signup`,
    '/verify?token=%ff%fe&type=signup',
    '/verify?redirect_to=javascript:alert(1)',
    '/authorize?provider=%00',
    '/authorize?provider[]=google',
    '/user/identities/authorize?provider=x',
    '/factors/%00',
    '/%c0%ae%c0%ae/user',
    '/nothing/../user',
  ])('the address %s', async (path) => {
    const answer = await call(harness.app, { path })
    expect(answer.status).toBeGreaterThanOrEqual(300)
    expect(answer.status).toBeLessThan(500)
    if (answer.status < 400) {
      expect(new URL(String(answer.headers.location)).origin).toBe('http://127.0.0.1:8080')
    }
  })
})

describe('what is odd but right', () => {
  it.each([
    ['every letter of hers', { username: 'Ñandú 👩🏽‍🚀 \u202e', nested: [{ a: null }] }],
    ['nothing', {}],
  ])('metadata of %s comes back as it was', async (_name, data) => {
    const answer = await call(harness.app, {
      path: '/signup',
      body: { email: newAddress(), password: 'contraseña con ñ 👍', data },
    })
    expect(answer).toMatchObject({ status: 200, body: { user_metadata: data } })
  })

  it('a password of exactly 72 bytes', async () => {
    const body = { email: newAddress(), password: 'ñandú áspero '.repeat(5).slice(0, 58) }
    expect(Buffer.byteLength(body.password)).toBe(72)
    expect((await call(harness.app, { path: '/signup', body })).status).toBe(200)
  })

  it('asking for the headers of a link does not use it up, nor does fetching it ahead of time', async () => {
    const email = newAddress()
    await call(harness.app, { path: '/signup', body: { email, password: 'una clave larga' } })
    const [mail] = await harness.mailsTo(email)
    const path = mail!.links[0]!.split('/auth/v1')[1]!
    expect((await call(harness.app, { method: 'HEAD', path })).status).toBe(204)
    expect((await call(harness.app, { path, headers: { 'sec-purpose': 'prefetch' } })).status).toBe(204)
    expect((await call(harness.app, { path })).body).toContain('No fui yo')
    const { headers } = await call(harness.app, {
      path,
      body: 'accion=confirmar',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(String(headers.location)).toContain('message=Email+confirmed')
  })

  it('a link lasts an hour and a code ten minutes', async () => {
    const email = newAddress()
    await call(harness.app, { path: '/signup', body: { email, password: 'una clave larga' } })
    const [mail] = await harness.mailsTo(email)
    const code = /\b\d{6}\b/.exec(mail!.text)![0]
    const link = new URL(mail!.links[0]!).searchParams.get('token')
    await harness.owner.query(
      `update auth.one_time_tokens set created_at = created_at - interval '10 minutes 1 second' where relates_to = $1`,
      [email],
    )
    const byCode = await call(harness.app, { path: '/verify', body: { type: 'email', email, token: code } })
    expect(byCode.body.code).toBe('otp_expired')
    await harness.owner.query(
      `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '1 hour 1 second' where email = $1`,
      [email],
    )
    const byLink = await call(harness.app, { path: '/verify', body: { type: 'signup', token_hash: link } })
    expect(byLink.body.code).toBe('otp_expired')
  })

  it('neither secret of a mail is kept in the database', async () => {
    const email = newAddress()
    await call(harness.app, { path: '/signup', body: { email, password: 'una clave larga' } })
    const [mail] = await harness.mailsTo(email)
    const link = new URL(mail!.links[0]!).searchParams.get('token')!
    const { rows } = await harness.owner.query(
      `select to_jsonb(u)::text as account, to_jsonb(t)::text as token
       from auth.users u join auth.one_time_tokens t on t.user_id = u.id where u.email = $1`,
      [email],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].account + rows[0].token).not.toContain(link)
    expect(rows[0].token).not.toContain(/\b\d{6}\b/.exec(mail!.text)![0])
  })
})

describe('the audit log', () => {
  it('names what happened and to whom, and no content', async () => {
    const member = await makeMember(harness, { username: 'Nombrepropio' })
    const wrong = { email: member.email, password: 'una que no es' }
    await call(harness.app, { path: '/token?grant_type=password', body: wrong })
    await call(harness.app, { method: 'POST', path: '/logout', token: member.accessToken })
    const { rows } = await harness.owner.query(
      `select payload ->> 'action' as action, payload::text as payload from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 order by created_at`,
      [member.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['user_signedup', 'login', 'login_failed', 'logout'])
    expect(JSON.stringify(rows)).not.toMatch(/@|Nombrepropio|clave/)
  })

  it.each([
    `update auth.audit_log_entries set payload = '{}'`,
    'delete from auth.audit_log_entries',
    'truncate auth.audit_log_entries',
  ])('refuses: %s', async (statement) => {
    await expect(harness.options.authPool.query(statement)).rejects.toThrow('append-only')
  })
})
