import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PASSWORD } from '../../tests/helpers/people.ts'
import { type ServerProcess, startServerProcess } from '../../tests/helpers/serverProcess.ts'
import type { Tally } from '../tally.ts'
import { percentile } from './figures.ts'

const ROUNDS = 60
/** As long as one password hash takes. */
const PLANTED_MS = 50
/** Two samples of the same thing differ by more than this once in about 15,000 comparisons; a dozen are made here. */
const LIMIT = 4

/**
 * Whether the time of an answer tells who has an account. Each call is made for an address with an account and for one without, in turns
 * and in a random order, so that whatever else the machine does falls on both alike. Before anything else it must find a difference that it
 * plants itself.
 */
export async function answerTimes(tally: Tally): Promise<void> {
  const server = await startServerProcess({ AMPARO_RATE_FACTOR: '1000000' })
  try {
    const member = await server.member()
    const post = (path: string, body: object) => server.send(`/auth/v1${path}`, { method: 'POST', body })
    const wrongCode = (email: string) => post('/verify', { email, token: '000000', type: 'email' })
    const calls: [string, (email: string) => Promise<unknown>][] = [
      ['sign-up', (email) => post('/signup', { email, password: PASSWORD })],
      ['a wrong password', (email) => post('/token?grant_type=password', { email, password: 'no es esta' })],
      ['recovery', (email) => post('/recover', { email })],
      ['a link, making an account', (email) => post('/otp', { email })],
      ['a link, making none', (email) => post('/otp', { email, create_user: false })],
      ['the confirmation again', (email) => post('/resend', { email, type: 'signup' })],
      ['a change of address again', (email) => post('/resend', { email, type: 'email_change' })],
      ['a wrong code', wrongCode],
      [
        'a change to her address',
        (email) =>
          member.send('/auth/v1/user', { method: 'PUT', body: { email, current_password: member.password } }),
      ],
    ]
    const planted = await compare(server, async (email, isKnown) => {
      await wrongCode(email)
      if (isKnown) await delay(PLANTED_MS)
    })
    tally.check('a planted difference is found', Math.abs(planted.z) >= LIMIT, said(planted))
    for (const [name, call] of calls) {
      let seen = await compare(server, call)
      // A suspected one is measured a second time: chance does not repeat.
      if (Math.abs(seen.z) >= LIMIT) seen = await compare(server, call)
      tally.check(`${name}: its time tells nothing`, Math.abs(seen.z) < LIMIT, said(seen))
    }
  } finally {
    await server.stop()
  }
}

interface Seen {
  z: number
  medians: [number, number]
}

const said = ({ z, medians: [known, unknown] }: Seen) =>
  `known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, z ${z.toFixed(1)}`

async function compare(
  server: ServerProcess,
  call: (email: string, isKnown: boolean) => Promise<unknown>,
): Promise<Seen> {
  const times: [number[], number[]] = [[], []]
  for (let round = -3; round < ROUNDS; round++) {
    const emails = [await knownAddress(server), `${randomUUID()}@ejemplo.mx`] as const
    for (const side of Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now()
      await call(emails[side], side === 0)
      // The first rounds fill caches.
      if (round >= 0) times[side].push(performance.now() - began)
    }
  }
  return { z: mannWhitney(...times), medians: [percentile(times[0], 0.5), percentile(times[1], 0.5)] }
}

/** Made by SQL: hundreds of sign-ups would take longer than the measurement. */
async function knownAddress({ sql }: ServerProcess): Promise<string> {
  const email = `${randomUUID()}@ejemplo.mx`
  await sql(
    `with made as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       select gen_random_uuid(), 'authenticated', 'authenticated', $1, encrypted_password, now(), raw_app_meta_data, '{}'
       from auth.users where encrypted_password <> '' limit 1 returning id, email
     )
     insert into auth.identities (provider_id, user_id, provider, identity_data)
     select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email) from made`,
    [email],
  )
  return email
}

/**
 * How far two samples are from being of one kind, in standard deviations; ties share a rank. It assumes no distribution and is robust
 * against outliers. Source: H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18 (1947).
 */
function mannWhitney(a: number[], b: number[]): number {
  const all = [...a.map((ms) => ({ ms, side: 0 })), ...b.map((ms) => ({ ms, side: 1 }))].sort(
    (x, y) => x.ms - y.ms,
  )
  let ranks = 0
  for (let at = 0; at < all.length; ) {
    let end = at
    while (end < all.length && all[end]!.ms === all[at]!.ms) end += 1
    const rank = (at + 1 + end) / 2
    for (; at < end; at++) if (all[at]!.side === 0) ranks += rank
  }
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return (ranks - (a.length * (a.length + 1)) / 2 - mean) / deviation
}
