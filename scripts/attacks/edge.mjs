import { randomBytes } from 'node:crypto'

/** A password whose strength estimate takes long: its parts match the dictionary in very many ways. */
const HOSTILE = 'a1b2c3aA1!qwerty19871987zaqxsw4maria2009'
let addresses = 0
/** An address of an attacker who has many. */
const newIp = () => `198.51.${100 + Math.floor(++addresses / 250)}.${addresses % 250}`
const newAddress = () => `${randomBytes(6).toString('hex')}@ejemplo.org`

/**
 * Runs `work` on a server of this attack's own behind one proxy, with the default rate limits or a part of them.
 * @template T
 * @param {import('./house.mjs').House} house @param {Record<string, string>} settings
 * @param {(proxied: import('./house.mjs').House) => Promise<T>} work
 */
async function behindProxy(house, settings, work) {
  const proxied = await house.freshServer({ AMPARO_TRUST_PROXY: '1', AMPARO_RATE_FACTOR: '1', ...settings })
  try {
    return await work(proxied)
  } finally {
    await proxied.close()
  }
}

/**
 * Asks a door of accounts from an address.
 * @param {import('./house.mjs').House} house @param {string} path @param {unknown} body @param {string} ip
 * @param {string} [cookie]
 */
function from(house, path, body, ip, cookie) {
  const headers = { 'x-forwarded-for': ip, ...(cookie && { cookie }) }
  return house.fetch(`/auth/v1${path}`, { method: 'POST', body, headers })
}

/** @param {import('./house.mjs').Answer} answer */
function deviceCookie({ headers }) {
  return String(headers.getSetCookie().find((cookie) => cookie.startsWith('equipo='))).split(';')[0]
}

/** Moves all rate-limit counters back in time. @param {import('./house.mjs').House} house @param {number} seconds */
function wait(house, seconds) {
  return house.sql('update local_server.rate_limits set expire = expire - $1', [seconds * 1000])
}

/**
 * Forty requests for mails, each for another address, told apart by the header that `write` makes.
 * @param {import('./house.mjs').House} house @param {(n: number) => string} write
 */
async function fortyRecoveries(house, write) {
  let passed = 0
  for (let n = 0; n < 40; n++) {
    const { status } = await from(house, '/recover', { email: newAddress() }, write(n))
    if (status === 200) passed += 1
  }
  return passed > 35 ? `${passed} of 40 pass` : undefined
}

/** @param {import('./house.mjs').House} house @param {string} path */
async function isListed(house, path) {
  const { headers } = await house.fetch(path, { headers: { accept: 'text/html' } })
  return !/noindex/.test(headers.get('x-robots-tag') ?? '')
}

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    id: 'headers/forged-forwarded-for',
    class: 'headers',
    as: 'stranger',
    name: 'writes another address to the left of the one that the proxy adds, for each request',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, {}, (proxied) => fortyRecoveries(proxied, (n) => `203.0.113.${n}, 198.51.100.7`)),
  },
  {
    id: 'headers/trust-everybody',
    class: 'headers',
    as: 'stranger',
    name: 'is believed whatever it writes, since the operator meant well with «true»',
    broken: 'bd930d4',
    async run(house) {
      /** @type {import('./house.mjs').House} */
      let open
      try {
        open = await house.freshServer({ AMPARO_TRUST_PROXY: 'true', AMPARO_RATE_FACTOR: '1' })
      } catch {
        return undefined
      }
      try {
        return await fortyRecoveries(open, (n) => `203.0.113.${n}, 198.51.100.7`)
      } finally {
        await open.close()
      }
    },
  },
  {
    id: 'headers/forwarded-from-elsewhere',
    class: 'headers',
    as: 'stranger',
    name: 'writes the header of a proxy without being in its network',
    run: (house) =>
      behindProxy(house, { AMPARO_TRUST_PROXY: '10.0.0.0/8' }, (proxied) =>
        fortyRecoveries(proxied, (n) => `203.0.113.${n}`),
      ),
  },
  {
    id: 'headers/walk-is-listed',
    class: 'headers',
    as: 'stranger',
    name: 'finds the link of a walk in a search engine',
    broken: 'bd930d4',
    run: async (house) => ((await isListed(house, '/camino/abc')) ? 'nothing says noindex' : undefined),
  },
  {
    id: 'headers/landing-is-listed',
    class: 'headers',
    as: 'stranger',
    name: 'finds the page that a mailed link opens, or the link itself, in a search engine',
    broken: 'bd930d4',
    async run(house) {
      const listed = []
      for (const path of [
        '/cuenta/confirmada',
        '/auth/v1/verify?token=x&type=signup',
        '/confianza/x',
        '/alerta/x',
      ])
        if (await isListed(house, path)) listed.push(path)
      return listed.length > 0 ? listed.join(' ') : undefined
    },
  },
  {
    id: 'headers/walk-is-listed-by-its-codes',
    class: 'headers',
    as: 'stranger',
    name: 'links to a walk with letters written as their codes',
    run: async (house) => ((await isListed(house, '/%63amino/abc')) ? 'nothing says noindex' : undefined),
  },
  {
    id: 'headers/no-robots-txt',
    class: 'headers',
    as: 'stranger',
    name: 'crawls the doors, since no robots.txt says not to',
    broken: 'bd930d4',
    async run(house) {
      const { status, text } = await house.fetch('/robots.txt')
      return status === 200 && /^Disallow: \/auth\//m.test(text) ? undefined : `robots.txt answers ${status}`
    },
  },
  {
    id: 'accounts/carrier-full-of-sign-ins',
    class: 'accounts',
    as: 'member',
    name: 'signs in so often behind a carrier’s address that nobody else there can',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, { AMPARO_RATE_FACTOR: '0.1' }, async (proxied) => {
        const ip = newIp()
        for (let woman = 0; woman < 4; woman++) {
          const { email, password } = await proxied.account()
          for (let times = 0; times < 4; times++)
            await from(proxied, '/token?grant_type=password', { email, password }, ip)
        }
        const { email, password } = await proxied.account()
        const { status } = await from(proxied, '/token?grant_type=password', { email, password }, ip)
        return status === 429 ? 'she waits for the sign-ins of others' : undefined
      }),
  },
  {
    id: 'accounts/carrier-full-of-guesses',
    class: 'accounts',
    as: 'stranger',
    name: 'guesses behind her carrier’s address until her own device is refused',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, { AMPARO_RATE_FACTOR: '0.1' }, async (proxied) => {
        const ip = newIp()
        const { email, password } = await proxied.account()
        const cookie = deviceCookie(
          await from(proxied, '/token?grant_type=password', { email, password }, ip),
        )
        for (let guess = 0; guess < 20; guess++)
          await from(proxied, '/token?grant_type=password', { email: newAddress(), password: 'x' }, ip)
        const { status } = await from(proxied, '/token?grant_type=password', { email, password }, ip, cookie)
        return status === 429 ? 'the right password on her own device is refused' : undefined
      }),
  },
  {
    id: 'accounts/renewals-shut-out',
    class: 'accounts',
    as: 'stranger',
    name: 'sends made-up refresh tokens until nobody behind the address can renew a session',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, { AMPARO_RATE_FACTOR: '0.1' }, async (proxied) => {
        const ip = newIp()
        const { email, password } = await proxied.account()
        const { json } = await from(proxied, '/token?grant_type=password', { email, password }, newIp())
        for (let n = 0; n < 20; n++)
          await from(proxied, '/token?grant_type=refresh_token', { refresh_token: `inventado-${n}-xxxx` }, ip)
        const renewal = { refresh_token: json.refresh_token }
        const { status } = await from(proxied, '/token?grant_type=refresh_token', renewal, ip)
        return status === 429 ? 'her session cannot be renewed' : undefined
      }),
  },
  {
    id: 'accounts/her-link-refused',
    class: 'accounts',
    as: 'stranger',
    name: 'tries codes behind her address until the link in her mail is refused',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, { AMPARO_RATE_FACTOR: '0.1' }, async (proxied) => {
        const ip = newIp()
        const { email } = await proxied.account()
        await from(proxied, '/recover', { email }, newIp())
        const mail = await proxied.until(async () => (await proxied.mails(email))[0])
        const token = new URL(mail.links[0]).searchParams.get('token')
        for (let n = 0; n < 6; n++)
          await from(proxied, '/verify', { type: 'email', email: newAddress(), token: '000000' }, ip)
        const { status } = await from(proxied, '/verify', { type: 'recovery', token_hash: token }, ip)
        return status === 429 ? 'the link that she was sent is refused' : undefined
      }),
  },
  {
    id: 'accounts/her-mails-used-up',
    class: 'accounts',
    as: 'stranger',
    name: 'asks for mails in her name, so that she cannot ask for one on her own device',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, {}, async (proxied) => {
        const { email, password } = await proxied.account()
        const cookie = deviceCookie(
          await from(proxied, '/token?grant_type=password', { email, password }, newIp()),
        )
        for (let n = 0; n < 12; n++) {
          await from(proxied, '/recover', { email }, newIp())
          await wait(proxied, 61)
        }
        await from(proxied, '/recover', { email }, newIp())
        const { status } = await from(proxied, '/recover', { email }, newIp(), cookie)
        return status === 429 ? 'she has to wait for what he asked for' : undefined
      }),
  },
  {
    id: 'mail/three-kinds-at-once',
    class: 'mail',
    as: 'stranger',
    name: 'sends a third person several mails within seconds, one of each kind',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, {}, async (proxied) => {
        const email = newAddress()
        await from(proxied, '/recover', { email }, newIp())
        await from(proxied, '/otp', { email, create_user: false }, newIp())
        await from(proxied, '/resend', { type: 'signup', email }, newIp())
        await proxied.until(async () => (await proxied.mails(email)).length > 0, 2_000)
        const { length } = await proxied.mails(email)
        return length > 1 ? `${length} mails in a moment` : undefined
      }),
  },
  {
    id: 'mail/one-mailbox-by-many-names',
    class: 'mail',
    as: 'stranger',
    name: 'fills a third person’s mailbox under all the names by which it can be reached',
    run: (house) =>
      behindProxy(house, {}, async (proxied) => {
        const [name, domain] = newAddress().split('@')
        const names = Array.from({ length: 10 }, (_, n) => `${name}+${n}@${domain}`)
        const password = 'bugambilias en la barda 71'
        for (const email of names) await from(proxied, '/signup', { email, password }, newIp())
        await proxied.until(async () => (await proxied.mails(names[0] ?? '')).length > 0)
        const { length } = (await Promise.all(names.map((email) => proxied.mails(email)))).flat()
        return length > 1 ? `${length} mails in a moment` : undefined
      }),
  },
  {
    id: 'mail/all-hour',
    class: 'mail',
    as: 'stranger',
    name: 'asks for a mail every minute for an hour',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, {}, async (proxied) => {
        const email = newAddress()
        let taken = 0
        for (let minute = 0; minute < 59; minute++) {
          const { status } = await from(proxied, '/recover', { email }, newIp())
          if (status === 200) taken += 1
          await wait(proxied, 61)
        }
        return taken > 10 ? `${taken} mails in an hour` : undefined
      }),
  },
  {
    id: 'mail/all-day',
    class: 'mail',
    as: 'stranger',
    name: 'asks for a mail to a third person whenever it is allowed, for a day',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, {}, async (proxied) => {
        const email = newAddress()
        let taken = 0
        for (let step = 0; step < 120; step++) {
          const { status } = await from(proxied, '/recover', { email }, newIp())
          if (status === 200) taken += 1
          await wait(proxied, 715)
        }
        return taken > 20 ? `${taken} mails in a day` : undefined
      }),
  },
  {
    id: 'mail/change-of-address-again-and-again',
    class: 'mail',
    as: 'member',
    name: 'has the change of his address to hers mailed to her every minute',
    broken: 'bd930d4',
    run: (house) =>
      behindProxy(house, {}, async (proxied) => {
        const him = await proxied.member()
        const third = newAddress()
        await him.fetch('/auth/v1/user', {
          method: 'PUT',
          body: { email: third },
          headers: { 'x-forwarded-for': newIp() },
        })
        for (let minute = 0; minute < 12; minute++) {
          await wait(proxied, 61)
          await from(proxied, '/resend', { type: 'email_change', email: him.email }, newIp())
        }
        await proxied.until(async () => (await proxied.mails(third)).length > 11, 1_500)
        const { length } = await proxied.mails(third)
        return length > 8 ? `${length} mails in twelve minutes` : undefined
      }),
  },
  {
    id: 'exhaustion/passwords-that-take-long',
    class: 'exhaustion',
    as: 'stranger',
    name: 'signs up with passwords that take long to estimate, and nobody else is served meanwhile',
    broken: 'bd930d4',
    async run(house) {
      // Of three, since a busy machine has its own pauses; those of an estimate come back each time.
      const shares = []
      for (let n = 0; n < 3; n++) shares.push(await longestShare(house))
      const share = Math.min(...shares)
      return share > 0.2
        ? `one answer took ${Math.round(share * 100)} % of the time in which eight passwords are looked at`
        : undefined
    },
  },
]

/**
 * Of the time in which eight such passwords are signed up with, the part that one answer to somebody else took.
 * @param {import('./house.mjs').House} house
 */
async function longestShare(house) {
  let isOver = false
  const signUps = Promise.all(
    Array.from({ length: 8 }, () =>
      house.fetch('/auth/v1/signup', {
        method: 'POST',
        body: { email: newAddress(), password: HOSTILE },
        timeoutMs: 60_000,
      }),
    ),
  ).then(() => {
    isOver = true
  })
  const begun = performance.now()
  let longest = 0
  while (!isOver)
    longest = Math.max(longest, (await house.fetch('/auth/v1/health', { timeoutMs: 60_000 })).ms)
  await signUps
  return longest / (performance.now() - begun)
}
