import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { generateSync } from 'otplib'
import { WebSocket } from 'ws'

export const PASSWORD = 'una-clave-bien-larga'
export const NEXT = 'bugambilias en la barda'
export const ADMITTED = { identidad_genero: 'mujer cis', username: 'Ana' }

/**
 * @typedef {ReturnType<typeof createWorld>} World
 * @typedef {(world: World) => Promise<unknown>} Flow one flow of the official client; it throws where the answer is another
 */

/** @type {(answer: any) => any} what was answered, where that is no error */
export const ok = ({ data, error }) => {
  assert.equal(error, null, error?.message)
  return data
}

/** @type {(answer: { error: any }, code: string, status?: number) => void} */
export const refused = ({ error }, code, status) => {
  assert.equal(error?.code, code, `${error?.code}: ${error?.message}`)
  if (status) assert.equal(error.status, status)
}

/**
 * What a flow has at hand: browsers, mailboxes, members, the provider's tokens.
 * @param {import('../../server/src/start.ts').RunningServer} server
 * @param {Awaited<ReturnType<typeof import('./provider.mjs').startProvider>>} provider
 */
export function createWorld(server, provider) {
  const { url } = server
  const { anonKey } = server.config.secrets
  const browser = (flowType = 'implicit') => createBrowser(url, anonKey, flowType)
  const address = () => `ana-${randomUUID()}@ejemplo.mx`
  const mail = (/** @type {string} */ to, count = 1) => waitForMail(String(server.mailboxUrl), to, count)
  const code = (/** @type {string} */ secret) => generateSync({ secret })

  /** Somebody who has just signed up, confirmed and signed in. */
  const member = async () => {
    const email = address()
    const auth = browser()
    ok(await auth.signUp({ email, password: PASSWORD, options: { data: ADMITTED } }))
    await open((await mail(email)).link)
    ok(await auth.signInWithPassword({ email, password: PASSWORD }))
    return { auth, email }
  }
  const withFactor = async () => {
    const { auth, email } = await member()
    const factor = ok(await auth.mfa.enroll({ factorType: 'totp' }))
    ok(await auth.mfa.challengeAndVerify({ factorId: factor.id, code: code(factor.totp.secret) }))
    await server.query('delete from local_server.factor_steps where factor_id = $1', [factor.id])
    return { auth, email, factor }
  }
  return {
    ...{ server, url, anonKey, issuer: provider.issuer, browser, address, mail, open, fragment, code },
    ...{ member, withFactor },
    /** @param {ReturnType<typeof browser>} auth */
    claims: async (auth) => ok(await auth.getClaims()).claims,
    /** @param {Record<string, any>} [more] */
    idToken: (more = {}) => provider.idToken({ email: address(), ...more }),
  }
}

/** The official client in a browser of its own. @param {string} url @param {string} anonKey @param {string} flowType */
function createBrowser(url, anonKey, flowType) {
  const items = new Map()
  return createClient(url, anonKey, {
    // Node 20 has none of its own.
    realtime: { transport: /** @type {any} */ (WebSocket) },
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType: /** @type {any} */ (flowType),
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    },
  }).auth
}

/** The newest mail to somebody, once so many have come. @param {string} mailbox @param {string} to @param {number} count */
async function waitForMail(mailbox, to, count) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const mails = await (await fetch(`${mailbox}.json?to=${encodeURIComponent(to)}`)).json()
    if (mails.length >= count) {
      const [newest] = mails
      return { ...newest, link: newest.links[0], code: /\b\d{6}\b/.exec(newest.text)?.[0] ?? '' }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('No mail came')
}

/** Opens a mailed link and presses its button. @param {string} link @returns {Promise<URL>} where it leads */
async function open(link) {
  const opened = await fetch(link, { redirect: 'manual' })
  if (opened.status === 303) return new URL(opened.headers.get('location') ?? '')
  assert.match(await opened.text(), /value="confirmar"/)
  const button = { method: 'POST', body: new URLSearchParams({ accion: 'confirmar' }) }
  const pressed = await fetch(link, { ...button, redirect: 'manual' })
  assert.equal(pressed.status, 303)
  return new URL(pressed.headers.get('location') ?? '')
}

/** @param {URL} at */
function fragment(at) {
  return new URLSearchParams(at.hash.slice(1))
}
