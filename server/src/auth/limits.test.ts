import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  startHarness,
} from '../../testing/auth.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

/** An instance whose limits are those of the contract, or a multiple of them. */
const strict = (rateFactor = 1): Promise<FastifyInstance> => harness.another({ rateFactor })

let addresses = 0
const newIp = () => `198.51.100.${++addresses}`
const times = (count: number, request: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, request))
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))]

describe('requests from one network address', () => {
  it.each([
    ['/token?grant_type=refresh_token', 150],
    ['/signup', 30],
    ['/verify', 30],
    ['/otp', 30],
    ['/recover', 30],
    ['/resend', 30],
  ])('%s: %i in five minutes', async (path, limit) => {
    const app = await strict()
    const ip = newIp()
    const request = () => call(app, { path, body: {}, ip })
    const answers = await times(limit, request)
    expect(statuses(answers)).not.toContain(429)
    const beyond = await request()
    expect(beyond).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    const wait = Number(beyond.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(300)
    expect((await call(app, { path, body: {}, ip: newIp() })).status, 'another address').not.toBe(429)
  })

  it('are counted by all processes together', async () => {
    const [one, other] = [await strict(), await strict()]
    const ip = newIp()
    await times(30, () => call(one, { path: '/verify', body: {}, ip }))
    expect((await call(other, { path: '/verify', body: {}, ip })).status).toBe(429)
  })

  it('are over in five minutes, although the clock is set back by days meanwhile', async () => {
    const app = await strict()
    const ip = newIp()
    const request = () => call(app, { path: '/otp', body: {}, ip })
    await times(31, request)
    expect((await request()).status).toBe(429)
    const back = 3 * 24 * 60 * 60
    await harness.owner.query('select local_server.clock_moved($1, moves, 5) from local_server.clock', [
      -back,
    ])
    const real = Date.now
    let passed = 10
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + (passed - back) * 1_000)
    try {
      const wait = Number((await request()).headers['retry-after'])
      expect(wait).toBeLessThanOrEqual(300)
      passed = 310
      expect((await request()).status).not.toBe(429)
    } finally {
      clock.mockRestore()
    }
  })

  it('grow with the factor of the settings', async () => {
    const app = await strict(2)
    const ip = newIp()
    const answers = await times(60, () => call(app, { path: '/verify', body: {}, ip }))
    expect(statuses(answers)).toEqual([400])
    expect((await call(app, { path: '/verify', body: {}, ip })).status).toBe(429)
  })

  it('are counted for a whole IPv6 network', async () => {
    const app = await strict()
    let host = 0
    const request = () => call(app, { path: '/verify', body: {}, ip: `2001:db8::${(++host).toString(16)}` })
    await times(30, request)
    expect((await request()).status).toBe(429)
    expect((await call(app, { path: '/verify', body: {}, ip: '2001:db8:0:1::1' })).status).toBe(400)
  })

  it('do not believe what a client says of its address', async () => {
    const app = await strict()
    const ip = newIp()
    const request = (forwarded: string) =>
      call(app, { path: '/verify', body: {}, ip, headers: { 'x-forwarded-for': forwarded } })
    for (let attempt = 0; attempt < 30; attempt++) await request(`203.0.113.${attempt}`)
    expect((await request('203.0.113.99')).status).toBe(429)
  })
})

describe('members behind one address of a carrier', () => {
  const signIn = (app: FastifyInstance, email: string, password: string, ip: string, cookie = '') =>
    call(app, {
      path: '/token?grant_type=password',
      body: { email, password },
      ip,
      headers: cookie ? { cookie } : {},
    })

  it('come in, renew and confirm, however many of them do', async () => {
    const app = await strict(0.1)
    const ip = newIp()
    // A tenth of the limits: fifteen refusals of /token, three of /verify, six sign-ins of one account.
    for (let woman = 0; woman < 4; woman++) {
      const { email, password } = await makeMember(harness)
      for (let times = 0; times < 5; times++) {
        const { status, body } = await signIn(app, email, password, ip)
        expect(status).toBe(200)
        const renewal = {
          path: '/token?grant_type=refresh_token',
          body: { refresh_token: body.refresh_token },
          ip,
        }
        expect((await call(app, renewal)).status).toBe(200)
      }
    }
    for (let woman = 0; woman < 5; woman++) {
      const email = newAddress()
      await call(app, { path: '/signup', body: { email, password: 'una clave larga' }, ip: newIp() })
      const { code } = await mailedSecrets(harness, email)
      expect(
        (await call(app, { path: '/verify', body: { type: 'email', email, token: code }, ip })).status,
      ).toBe(200)
    }
  })

  it('are not shut out by one who guesses there, on a device that is known or with what cannot be guessed', async () => {
    const app = await strict(0.1)
    const ip = newIp()
    const her = await makeMember(harness)
    const first = await signIn(app, her.email, her.password, newIp())
    const cookie = String(first.headers['set-cookie']).split(';')[0]!
    for (let guess = 0; guess < 20; guess++) await signIn(app, newAddress(), 'no es', ip)
    for (let guess = 0; guess < 5; guess++)
      await call(app, { path: '/verify', body: { type: 'email', email: newAddress(), token: '000000' }, ip })
    for (let mail = 0; mail < 5; mail++)
      await call(app, { path: '/recover', body: { email: newAddress() }, ip })

    expect((await signIn(app, her.email, her.password, ip)).status, 'a stranger’s device waits').toBe(429)
    const again = await signIn(app, her.email, her.password, ip, cookie)
    expect(again.status, 'hers does not').toBe(200)
    const renewal = { refresh_token: again.body.refresh_token }
    expect((await call(app, { path: '/token?grant_type=refresh_token', body: renewal, ip })).status).toBe(200)
    const recover = { path: '/recover', body: { email: her.email }, ip }
    expect((await call(app, recover)).status).toBe(429)
    expect((await call(app, { ...recover, headers: { cookie } })).status).toBe(200)
    const { token } = await mailedSecrets(harness, her.email)
    const link = { path: '/verify', body: { type: 'recovery', token_hash: token }, ip }
    expect((await call(app, link)).status, 'a link').toBe(200)
  })

  it('are counted for each account: a right password opens sixty sessions in five minutes', async () => {
    const app = await strict(0.1)
    const { email, password } = await makeMember(harness)
    // With the one by which she was made.
    for (let times = 0; times < 5; times++)
      expect((await signIn(app, email, password, newIp())).status).toBe(200)
    expect((await signIn(app, email, password, newIp())).body.code).toBe('over_request_rate_limit')
  })
})

describe('wrong passwords', () => {
  const attempt = (app: FastifyInstance, email: string, password: string) =>
    call(app, { path: '/token?grant_type=password', body: { email, password }, ip: newIp() })

  it.each(['an account', 'no account'])('of %s make the next attempt wait after ten', async (which) => {
    const app = await strict()
    const member = await makeMember(harness)
    const email = which === 'an account' ? member.email : newAddress()
    for (let failure = 0; failure < 10; failure++) {
      expect((await attempt(app, email, 'no es')).body.code).toBe('invalid_credentials')
    }
    const refused = await attempt(app, email, member.password)
    expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15)
  })

  it('make her wait longer each time', async () => {
    const app = await strict()
    const { email } = await makeMember(harness)
    for (let failure = 0; failure < 10; failure++) await attempt(app, email, 'no es')
    const waits: number[] = []
    for (let round = 0; round < 3; round++) {
      waits.push(Number((await attempt(app, email, 'no es')).headers['retry-after']))
      // The wait is over: its counter is gone, that of the failures is not.
      await harness.owner.query(`delete from local_server.rate_limits where key like 'waits:%'`)
      await attempt(app, email, 'no es')
    }
    expect(waits).toEqual([15, 30, 60])
  })

  it('are forgotten with the right one', async () => {
    const app = await strict()
    const { email, password } = await makeMember(harness)
    for (let failure = 0; failure < 9; failure++) await attempt(app, email, 'no es')
    expect((await attempt(app, email, password)).status).toBe(200)
    for (let failure = 0; failure < 9; failure++) await attempt(app, email, 'no es')
    expect((await attempt(app, email, password)).status).toBe(200)
  })
})

describe('codes', () => {
  it('of one address may be tried ten times, from wherever', async () => {
    const app = await strict()
    const email = newAddress()
    const attempt = () =>
      call(app, { path: '/verify', body: { type: 'email', email, token: '000000' }, ip: newIp() })
    expect(statuses(await times(10, attempt))).toEqual([403])
    expect((await attempt()).body.code).toBe('over_request_rate_limit')
  })
})

describe('mails', () => {
  const REQUESTS: [name: string, path: string, body: (email: string) => object][] = [
    ['sign-up', '/signup', (email) => ({ email, password: 'una clave larga' })],
    ['resend', '/resend', (email) => ({ type: 'signup', email })],
    ['recover', '/recover', (email) => ({ email })],
  ]

  it.each(REQUESTS)('%s: one a minute, to an account or to nobody', async (_name, path, body) => {
    const app = await strict()
    const member = await makeMember(harness)
    for (const email of [member.email, newAddress()]) {
      const request = () => call(app, { path, body: body(email), ip: newIp() })
      expect((await request()).status).toBe(200)
      const soon = await request()
      expect(soon).toMatchObject({
        status: 429,
        body: {
          code: 'over_email_send_rate_limit',
          message: expect.stringMatching(
            /^For security purposes, you can only request this after \d+ seconds\.$/,
          ),
        },
      })
      expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50)
      expect(await harness.mailsTo(email)).toHaveLength(1)
    }
  })

  /** The wait is over: what was counted for the day stays. */
  const waitIsOver = () => harness.owner.query(`delete from local_server.rate_limits where key like 'gap:%'`)

  it('of all kinds together, to an account or to nobody, each wait longer than the last', async () => {
    const app = await strict()
    const member = await makeMember(harness)
    for (const email of [member.email, newAddress()]) {
      const kinds = [
        { path: '/recover', body: { email } },
        { path: '/resend', body: { type: 'signup', email } },
        { path: '/otp', body: { email, create_user: false } },
        { path: '/signup', body: { email, password: 'una clave larga' } },
      ]
      const waits: number[] = []
      for (let mail = 0; mail < 9; mail++) {
        const asked = kinds[mail % kinds.length]!
        expect((await call(app, { ...asked, ip: newIp() })).status).toBe(200)
        const refused = await Promise.all(kinds.map((kind) => call(app, { ...kind, ip: newIp() })))
        expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('over_email_send_rate_limit'))
        waits.push(Number(refused[0]!.headers['retry-after']))
        await waitIsOver()
      }
      expect(waits).toEqual([60, 60, 120, 600, 1_800, 3_600, 7_200, 10_800, 10_800])
      expect(await harness.mailsTo(email)).toHaveLength(9)
    }
  })

  it('in all are so many an hour where the project says so, and leave the address as it was', async () => {
    await harness.owner.query('delete from local_server.rate_limits')
    const smtp = { host: '127.0.0.1', port: 9, from: 'x@example.com', secure: false }
    const bounded = { rateFactor: 1, auth: { rateLimits: { emailSent: 2 } } }
    const [leaves, stays] = [
      await harness.another({ ...bounded, server: { smtp } }),
      await harness.another(bounded),
    ]
    const ask = (app: FastifyInstance, email: string) =>
      call(app, { path: '/otp', body: { email }, ip: newIp() })
    expect([(await ask(leaves, newAddress())).status, (await ask(leaves, newAddress())).status]).toEqual([
      200, 200,
    ])
    const email = newAddress()
    const refused = await ask(leaves, email)
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(await harness.mailsTo(email)).toHaveLength(0)
    // A mailbox on this machine takes what comes, and nothing of the refusal is held against the address.
    expect((await ask(stays, email)).status).toBe(200)
    await harness.owner.query('delete from local_server.rate_limits')
  })

  it('to one mailbox wait for each other, under whatever name it is written to', async () => {
    const app = await strict()
    const password = 'una clave larga'
    const unique = newAddress().split('@')[0]!.replaceAll('.', '')
    for (const names of [
      [`${unique}@ejemplo.mx`, `${unique}+1@ejemplo.mx`, `${unique}+otra@ejemplo.mx`],
      [`${unique}@gmail.com`, `${unique[0]}.${unique.slice(1)}@gmail.com`, `${unique}+x@googlemail.com`],
    ]) {
      const codes: unknown[] = []
      for (const email of names)
        codes.push((await call(app, { path: '/signup', body: { email, password }, ip: newIp() })).status)
      expect(codes).toEqual([200, 429, 429])
    }
    const other = `${unique}2@ejemplo.mx`
    expect((await call(app, { path: '/recover', body: { email: other }, ip: newIp() })).status).toBe(200)
  })

  it('that strangers ask for use up nothing of what she asks for herself', async () => {
    const app = await strict()
    const { email, password, accessToken } = await makeMember(harness)
    const signedIn = await call(app, { path: '/token?grant_type=password', body: { email, password } })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!
    const recover = (headers: Record<string, string> = {}) =>
      call(app, { path: '/recover', body: { email }, ip: newIp(), headers })
    for (let mail = 0; mail < 12; mail++) {
      await recover()
      await waitIsOver()
    }
    await recover()
    expect((await recover()).status, 'a stranger').toBe(429)
    expect(
      (await recover({ cookie: 'equipo=AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA' })).status,
      'a made-up device',
    ).toBe(429)
    expect((await recover({ cookie })).status, 'her device').toBe(200)
    expect((await recover({ cookie })).status, 'twice at once').toBe(429)
    expect((await call(app, { path: '/reauthenticate', token: accessToken })).status, 'her session').toBe(200)
  })

  it('of a change of address are counted for the one who gets them, however often they are asked for', async () => {
    const app = await strict()
    const { email, accessToken } = await makeMember(harness)
    const third = newAddress()
    const begun = await call(app, {
      method: 'PUT',
      path: '/user',
      token: accessToken,
      body: { email: third },
      ip: newIp(),
    })
    expect(begun.status).toBe(200)
    const resend = () => call(app, { path: '/resend', body: { type: 'email_change', email }, ip: newIp() })
    for (let times = 0; times < 5; times++) {
      // What is counted for her own address is forgotten: the other's stays.
      await harness.owner.query(
        `delete from local_server.rate_limits where key in (
           select key from local_server.rate_limits where key like 'gap:%' order by expire desc limit 1)`,
      )
      expect((await resend()).status, 'the answer tells nothing').toBeOneOf([200, 429])
    }
    expect(await harness.mailsTo(third)).toHaveLength(1)
  })

  it('of a request that failed are not counted', async () => {
    const app = await strict()
    const email = newAddress()
    const refused = { email, password: 'una clave larga', data: { identity: 'refused' } }
    for (let times = 0; times < 3; times++)
      expect((await call(app, { path: '/signup', body: refused, ip: newIp() })).status).toBe(403)
    expect((await call(app, { path: '/recover', body: { email }, ip: newIp() })).status).toBe(200)
  })
})

it('no address is kept in the counters', async () => {
  const { rows } = await harness.owner.query(
    `select key from local_server.rate_limits where key ~ '@|198\\.51|2001'`,
  )
  expect(rows).toEqual([])
})
