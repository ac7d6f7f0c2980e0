import bcrypt from 'bcrypt'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  type Call,
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  startHarness,
} from '../../testing/auth.ts'

/*
 * Whether an address, or a telephone, has an account: the same answer, the same later reads, and the same work, counted in
 * statements and in password hashes. Time itself is measured by `npm run soak -- load times`.
 */
let harness: Harness
let withPhones: Harness['app']
beforeAll(async () => {
  harness = await startHarness()
  withPhones = await harness.another({ auth: { sms: { enableSignup: true, maxFrequencySeconds: 60 } } })
})
afterAll(() => harness?.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const password = 'una clave larga'
const attackerPassword = 'la clave de otro'
const KINDS = ['an account', 'one that waits for its confirmation', 'nobody'] as const
type Kind = (typeof KINDS)[number]

let numbers = 5_522_340_000

async function addressOf(kind: Kind): Promise<{ email: string }> {
  if (kind === 'an account') return { email: (await makeMember(harness)).email }
  const email = newAddress()
  if (kind !== 'nobody') await call(harness.app, { path: '/signup', body: { email, password } })
  return { email }
}

async function phoneOf(kind: Kind): Promise<{ phone: string }> {
  const phone = `+52${++numbers}`
  if (kind !== 'nobody') await call(withPhones, { path: '/signup', body: { phone, password } })
  if (kind === 'an account') {
    const [message] = await harness.mailsTo(phone)
    const token = /\d{6}/.exec(message!.text)![0]
    await call(withPhones, { path: '/verify', body: { phone, token, type: 'sms' } })
  }
  return { phone }
}

type Contact = { email: string } | { phone: string }
const isolate = () => harness.owner.query('delete from local_server.rate_limits')

/** What a request made the server do: every statement, with how often, and the hashes. The queue of mails and the clock work on their own. */
async function workOf(request: Call): Promise<{ answer: Answer; work: Record<string, number> }> {
  const work: Record<string, number> = {}
  const count = (what: string) => {
    work[what] = (work[what] ?? 0) + 1
  }
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const hashes = (['hash', 'compare'] as const).map((name) => vi.spyOn(bcrypt, name))
  const answer = await call('phone' in ((request.body as object) ?? {}) ? withPhones : harness.app, request)
  for (const [query] of queries.mock.calls as unknown[][]) {
    for (const text of textsOf(query)) {
      if (!/local_server\.mailbox|due_at <= now\(\) order by/.test(text))
        count(text.replace(/\s+/g, ' ').trim())
    }
  }
  for (const hashed of hashes) for (const _ of hashed.mock.calls) count('bcrypt')
  vi.restoreAllMocks()
  return { answer, work }
}

/** What one message to PostgreSQL asks: one statement, or several that are sent together. */
function textsOf(query: unknown): string[] {
  if (typeof query === 'string') return [query]
  const { text, statements } = query as { text: string; statements?: { text: string }[] }
  return statements ? statements.map((statement) => statement.text) : [text]
}

/** The same body wherever it names a moment, a number or the address. */
function shapeOf(body: unknown, contact: Contact): string {
  const address = 'email' in contact ? contact.email : contact.phone.slice(1)
  return JSON.stringify(body)
    .replaceAll(address, 'ADDRESS')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
const data = { username: 'Ana', identity: 'any' }

const requests: [name: string, make: (contact: Contact) => Call][] = [
  ['sign-up', (contact) => ({ path: '/signup', body: { ...contact, password: attackerPassword, data } })],
  [
    'sign-up with PKCE',
    (contact) => ({ path: '/signup', body: { ...contact, password: attackerPassword, ...challenge } }),
  ],
  [
    'sign-up that a trigger refuses',
    (contact) => ({
      path: '/signup',
      body: { ...contact, password: attackerPassword, data: { trigger: 'raise' } },
    }),
  ],
  [
    'sign-up that a constraint refuses',
    (contact) => ({
      path: '/signup',
      body: { ...contact, password: attackerPassword, data: { trigger: 'check' } },
    }),
  ],
  [
    'a wrong password',
    (contact) => ({ path: '/token?grant_type=password', body: { ...contact, password: 'no es esta' } }),
  ],
  ['a link, making an account', (contact) => ({ path: '/otp', body: { ...contact, data } })],
  [
    'a link that a trigger refuses',
    (contact) => ({ path: '/otp', body: { ...contact, data: { trigger: 'PT409' } } }),
  ],
  ['a link, making none', (contact) => ({ path: '/otp', body: { ...contact, create_user: false } })],
]
const byMail: typeof requests = [
  ['recovery', (contact) => ({ path: '/recover', body: contact })],
  ['recovery with PKCE', (contact) => ({ path: '/recover', body: { ...contact, ...challenge } })],
  ['the confirmation again', (contact) => ({ path: '/resend', body: { ...contact, type: 'signup' } })],
  [
    'a change of address again',
    (contact) => ({ path: '/resend', body: { ...contact, type: 'email_change' } }),
  ],
  [
    'a wrong code of a sign-up',
    (contact) => ({ path: '/verify', body: { ...contact, token: '000000', type: 'signup' } }),
  ],
  ['a wrong code', (contact) => ({ path: '/verify', body: { ...contact, token: '000000', type: 'email' } })],
  [
    'a wrong code of a recovery',
    (contact) => ({ path: '/verify', body: { ...contact, token: '000000', type: 'recovery' } }),
  ],
]
const byPhone: typeof requests = [
  ['the code again', (contact) => ({ path: '/resend', body: { ...contact, type: 'sms' } })],
  ['a wrong code', (contact) => ({ path: '/verify', body: { ...contact, token: '000000', type: 'sms' } })],
]

describe.each([
  ['an address', addressOf, [...requests, ...byMail]],
  ['a telephone', phoneOf, [...requests, ...byPhone]],
] as const)('%s', (_what, contactOf, cases) => {
  it.each(cases as typeof requests)('%s: one answer and the same work', async (_name, make) => {
    const seen = []
    for (const kind of KINDS) {
      const contact = await contactOf(kind)
      await isolate()
      const { answer, work } = await workOf(make(contact))
      const { date: _date, 'content-length': _length, ...headers } = answer.headers
      seen.push({ status: answer.status, body: shapeOf(answer.body, contact), headers, work })
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })
})

describe('a signed-in member who gives another address, or telephone, as hers', () => {
  it.each([
    ['address', addressOf, 'email'],
    ['telephone', phoneOf, 'phone'],
  ] as const)(
    '%s: one answer, the same work, the same account afterwards',
    async (_what, contactOf, name) => {
      const seen = []
      for (const kind of KINDS) {
        const contact = await contactOf(kind)
        const mallory = await makeMember(harness)
        await isolate()
        const { answer, work } = await workOf({
          method: 'PUT',
          path: '/user',
          token: mallory.accessToken,
          body: contact,
        })
        const after = await call(harness.app, { path: '/user', token: mallory.accessToken })
        const resent =
          name === 'email'
            ? await call(harness.app, {
                path: '/resend',
                body: { type: 'email_change', email: mallory.email },
              })
            : undefined
        const hide = (body: unknown) => shapeOf(body, contact).replaceAll(mallory.email, 'MALLORY')
        seen.push({
          status: answer.status,
          body: hide(answer.body),
          after: hide(after.body),
          resent: resent && [resent.status, resent.body, resent.headers['retry-after']],
          work,
        })
      }
      expect(seen[1]).toEqual(seen[0])
      expect(seen[2]).toEqual(seen[0])
    },
  )

  it('moves nothing, and its owner is told by mail', async () => {
    const [mallory, ana] = [await makeMember(harness), await makeMember(harness)]
    await isolate()
    await call(harness.app, {
      method: 'PUT',
      path: '/user',
      token: mallory.accessToken,
      body: { email: ana.email },
    })
    const [mail] = await harness.mailsTo(ana.email)
    expect(mail).toMatchObject({ subject: 'Ya tienes una cuenta', links: [] })
    expect(mail!.text).not.toMatch(/\d{6}/)
    expect(mail!.text).not.toContain(mallory.email)
    const { code } = await mailedSecrets(harness, mallory.email)
    await call(harness.app, {
      path: '/verify',
      body: { type: 'email_change', email: mallory.email, token: code },
    })
    const { rows } = await harness.owner.query('select id from auth.users where email = $1', [ana.email])
    expect(rows).toEqual([{ id: ana.id }])
  })

  it('does not learn it either when the address gets an account while the change waits', async () => {
    const mallory = await makeMember(harness)
    const email = newAddress()
    await isolate()
    await call(harness.app, { method: 'PUT', path: '/user', token: mallory.accessToken, body: { email } })
    const [mine, hers] = [await mailedSecrets(harness, mallory.email), await mailedSecrets(harness, email)]
    await call(harness.app, { path: '/verify', body: { type: 'email_change', email, token: hers.code } })
    await isolate()
    await call(harness.app, { path: '/signup', body: { email, password } })
    const { token: token_hash } = await mailedSecrets(harness, email)
    await call(harness.app, { path: '/verify', body: { type: 'signup', token_hash } })
    const last = { type: 'email_change', email: mallory.email, token: mine.code }
    expect(await call(harness.app, { path: '/verify', body: last })).toMatchObject({
      status: 403,
      body: { code: 'otp_expired' },
    })
  })
})

describe('after a sign-up with her address', () => {
  it.each(KINDS)('the attacker’s password, again and again, says the same (%s)', async (kind) => {
    const { email } = await addressOf(kind)
    const grant = (secret: string) =>
      call(harness.app, { path: '/token?grant_type=password', body: { email, password: secret } })
    await call(harness.app, { path: '/signup', body: { email, password: attackerPassword } })
    expect((await grant(attackerPassword)).body).toEqual({
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    })
    await isolate()
    await call(harness.app, { path: '/signup', body: { email, password: `${attackerPassword} 2` } })
    expect((await grant(attackerPassword)).body.code).toBe('invalid_credentials')
    expect((await grant(`${attackerPassword} 2`)).body.code).toBe('email_not_confirmed')
    await isolate()
    await call(harness.app, { path: '/otp', body: { email } })
    expect((await grant(`${attackerPassword} 2`)).body.code).toBe('invalid_credentials')
  })

  it.each(KINDS)('the number it answered is that of an account (%s)', async (kind) => {
    const { email } = await addressOf(kind)
    const { body } = await call(harness.app, { path: '/signup', body: { email, password: attackerPassword } })
    const { rows } = await harness.owner.query(
      `select email_confirmed_at, last_sign_in_at, (select count(*)::int from auth.identities i where i.user_id = u.id) as ways
       from auth.users u where id = $1`,
      [body.id],
    )
    expect(rows).toEqual([{ email_confirmed_at: null, last_sign_in_at: null, ways: 1 }])
  })

  it('guesses at her password count as before, whatever the attacker signed up with', async () => {
    const strict = await harness.another({ rateFactor: 1 })
    const { email } = await addressOf('an account')
    await isolate()
    await call(strict, { path: '/signup', body: { email, password: attackerPassword } })
    const grant = (secret: string) =>
      call(strict, { path: '/token?grant_type=password', body: { email, password: secret } })
    for (let guess = 0; guess < 9; guess++) await grant('no es')
    expect((await grant(attackerPassword)).body.code).toBe('email_not_confirmed')
    await grant('no es')
    expect((await grant('no es')).status, 'the attacker’s own password cleared nothing').toBe(429)
  })

  it('what stands in place of her account is nobody to write to, and goes with the week', async () => {
    const { email } = await addressOf('an account')
    await call(harness.app, { path: '/signup', body: { email, password: attackerPassword } })
    const { rows } = await harness.owner.query(
      `select email, phone from auth.users where email like '%@shadow.invalid'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { email: shadow } of rows) {
      expect(shadow).toMatch(/^[0-9a-f]{40}@shadow\.invalid$/)
      expect(await harness.mailsTo(shadow)).toEqual([])
    }
  })
})
