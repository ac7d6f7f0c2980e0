import { randomUUID } from 'node:crypto'
import { withTemporaryServer } from '../lib/temporary.mjs'

/**
 * Whether the time of an answer tells who has an account. Each call is made for an address with an account and for one without,
 * in turns and in a random order, so that whatever else the machine does falls on both alike. Two samples are compared
 * by the Mann-Whitney test, which assumes no distribution and is robust against outliers.
 *
 * Before anything else it must find a leak that it plants itself: a pause of the length of one password hash, for known addresses
 * alone. `AMPARO_LEAK_MS` makes it shorter, to see how fine a difference this machine still shows.
 */
const ROUNDS = Number(process.env.AMPARO_ROUNDS ?? 60)
const LEAK_MS = Number(process.env.AMPARO_LEAK_MS ?? 50)
/** Two samples of the same thing differ by more than this once in about 15,000 comparisons; a dozen are made here. */
const LIMIT = 4
const PASSWORD = 'bugambilias en la barda 71'

const found = await withTemporaryServer(
  async (server) => {
    const { ask, accounts } = doorOf(server)
    const token = await accounts.signedIn()
    /** @type {[string, (email: string) => Promise<unknown>][]} */
    const calls = [
      ['sign-up', (email) => ask('/signup', { email, password: PASSWORD })],
      ['a wrong password', (email) => ask('/token?grant_type=password', { email, password: 'no es esta' })],
      ['recovery', (email) => ask('/recover', { email })],
      ['a link, making an account', (email) => ask('/otp', { email })],
      ['a link, making none', (email) => ask('/otp', { email, create_user: false })],
      ['the confirmation again', (email) => ask('/resend', { email, type: 'signup' })],
      ['a change of address again', (email) => ask('/resend', { email, type: 'email_change' })],
      ['a wrong code', (email) => ask('/verify', { email, token: '000000', type: 'email' })],
      [
        'a change to her address',
        (email) => ask('/user', { email, current_password: PASSWORD }, { method: 'PUT', token }),
      ],
    ]

    const planted = await compare(accounts, async (email, isKnown) => {
      await ask('/verify', { email, token: '000000', type: 'email' })
      if (isKnown) await new Promise((resolve) => setTimeout(resolve, LEAK_MS))
    })
    tell('a planted leak', planted)
    /** @type {string[]} */
    const failures = []
    if (Math.abs(planted.z) < LIMIT) failures.push('the planted leak was not found')

    for (const [name, call] of calls) {
      let seen = await compare(accounts, call)
      tell(name, seen)
      // A suspected leak is measured a second time: chance does not repeat.
      if (Math.abs(seen.z) >= LIMIT) {
        seen = await compare(accounts, call)
        tell(`${name}, again`, seen)
        if (Math.abs(seen.z) >= LIMIT)
          failures.push(`${name}: ${seen.medians.map((ms) => ms.toFixed(1)).join(' and ')} ms`)
      }
    }
    for (const failure of failures) console.log(`✗ ${failure}`)
    console.log(`time: ${calls.length + 1 - failures.length} passed, ${failures.length} failed`)
    return failures.length
  },
  { env: { AMPARO_RATE_FACTOR: '1000000' } },
)
process.exit(found > 0 ? 1 : 0)

/** @typedef {ReturnType<typeof doorOf>['accounts']} Accounts */

/** How the auth door is asked, and accounts to ask it about. @param {import('../../server/src/start.ts').RunningServer} server */
function doorOf(server) {
  const { anonKey } = server.config.secrets
  /** @param {string} path @param {unknown} body @param {{ method?: string, token?: string }} [more] */
  const ask = async (path, body, { method = 'POST', token = anonKey } = {}) => {
    const answer = await fetch(`${server.url}/auth/v1${path}`, {
      method,
      headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, json: await answer.json() }
  }
  const unknown = () => `${randomUUID()}@ejemplo.mx`
  /** Made by SQL: hundreds of sign-ups would take longer than the measurement. */
  const known = async () => {
    const email = unknown()
    await server.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       select gen_random_uuid(), 'authenticated', 'authenticated', $1, encrypted_password, now(), raw_app_meta_data, '{}'
       from auth.users where encrypted_password <> '' limit 1`,
      [email],
    )
    await server.query(
      `insert into auth.identities (provider_id, user_id, provider, identity_data)
       select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email) from auth.users where email = $1`,
      [email],
    )
    return email
  }
  /** The access token of a member who asks about others. */
  const signedIn = async () => {
    const email = unknown()
    await ask('/signup', { email, password: PASSWORD })
    await server.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
    return (await ask('/token?grant_type=password', { email, password: PASSWORD })).json.access_token
  }
  return { ask, accounts: { known, unknown, signedIn } }
}

/**
 * @param {Accounts} accounts
 * @param {(email: string, isKnown: boolean) => Promise<unknown>} call
 * @returns {Promise<{ z: number, medians: [number, number] }>}
 */
async function compare({ known, unknown }, call) {
  /** @type {[number[], number[]]} */
  const times = [[], []]
  for (let round = -3; round < ROUNDS; round++) {
    const turns = Math.random() < 0.5 ? [0, 1] : [1, 0]
    const emails = [await known(), unknown()]
    for (const side of turns) {
      const began = performance.now()
      await call(/** @type {string} */ (emails[side]), side === 0)
      // The first rounds fill caches.
      if (round >= 0) times[/** @type {0 | 1} */ (side)].push(performance.now() - began)
    }
  }
  return { z: mannWhitney(...times), medians: [median(times[0]), median(times[1])] }
}

/** @param {string} name @param {{ z: number, medians: [number, number] }} seen */
function tell(name, { z, medians }) {
  console.log(
    `${name.padEnd(28)} known ${medians[0].toFixed(1)} ms, unknown ${medians[1].toFixed(1)} ms, z ${z.toFixed(1)}`,
  )
}

/**
 * How far two samples are from being of one kind, in standard deviations; ties share a rank.
 * Source: H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18 (1947).
 * @param {number[]} a @param {number[]} b
 */
function mannWhitney(a, b) {
  const all = [...a.map((ms) => ({ ms, side: 0 })), ...b.map((ms) => ({ ms, side: 1 }))].sort(
    (x, y) => x.ms - y.ms,
  )
  let ranks = 0
  for (let at = 0; at < all.length; ) {
    let end = at
    while (end < all.length && all[end]?.ms === all[at]?.ms) end += 1
    const rank = (at + 1 + end) / 2
    for (; at < end; at++) if (all[at]?.side === 0) ranks += rank
  }
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return (ranks - (a.length * (a.length + 1)) / 2 - mean) / deviation
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
