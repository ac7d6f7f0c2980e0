import { devices } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { launchChromium } from '../lib/chromium.mjs'
import { withTemporaryServer } from '../lib/temporary.mjs'

/**
 * A hundred presses of the panic button: ten conditions, phone and desktop, five each. A press has passed when a link into
 * the messaging app, to her first contact and with the specified beginning, is on the screen within the time: a second
 * where her place is known, four in any case.
 */
const PRESSES = 5
const WARM_MS = 1_000
const ANY_MS = 4_000
const ZOCALO = { latitude: 19.4326, longitude: -99.1332, accuracy: 38 }
const SIZES = [
  { name: 'phone', options: { ...devices['Pixel 5'], viewport: { width: 360, height: 740 } } },
  { name: 'desktop', options: { viewport: { width: 1280, height: 800 } } },
]

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {object} Condition
 * @property {string} name
 * @property {boolean} [isAllowed] her place, by the browser
 * @property {'denied' | 'never'} [answer] what the browser says instead of a place
 * @property {(page: Page) => Promise<void>} [arrange] what goes wrong once she has opened the room
 */

/** @type {Condition[]} */
const CONDITIONS = [
  { name: 'place known', isAllowed: true },
  { name: 'place denied', answer: 'denied' },
  { name: 'place that never comes', answer: 'never' },
  { name: 'offline at the press', isAllowed: true, arrange: (page) => page.context().setOffline(true) },
  {
    name: 'offline since before the app was opened',
    isAllowed: true,
    arrange: async (page) => {
      await page.context().setOffline(true)
      await page.goto('/seguridad')
    },
  },
  {
    name: 'offline, and the place never comes',
    answer: 'never',
    arrange: (page) => page.context().setOffline(true),
  },
  { name: 'the service answers 500', isAllowed: true, arrange: (page) => answerWith(page, 500) },
  { name: 'the session has ended', isAllowed: true, arrange: (page) => answerWith(page, 401) },
  { name: 'the service never answers', isAllowed: true, arrange: (page) => answerWith(page, undefined) },
  {
    name: 'a full device',
    isAllowed: true,
    arrange: (page) =>
      page.evaluate(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      }),
  },
]

let passed = 0
/** @type {string[]} */
const failures = []

await withTemporaryServer(
  async (server) => {
    const browser = await launchChromium()
    const session = await sessionOfHer(server)
    try {
      for (const condition of CONDITIONS) {
        for (const size of SIZES) {
          /** @type {number[]} */
          const times = []
          for (let press = 0; press < PRESSES; press += 1) {
            const context = await browser.newContext({
              ...size.options,
              baseURL: server.url,
              locale: 'es-MX',
              ...(condition.isAllowed && { permissions: ['geolocation'], geolocation: ZOCALO }),
            })
            const name = `${condition.name}, ${size.name}, press ${press + 1}`
            try {
              times.push(await pressPanic(await context.newPage(), condition, session))
              passed += 1
            } catch (error) {
              failures.push(`${name}: ${String(error).split('\n')[0]}`)
            } finally {
              await context.close()
            }
          }
          const slowest = times.length > 0 ? `slowest ${Math.max(...times).toFixed(0)} ms` : ''
          console.log(`${times.length} of ${PRESSES}: ${condition.name}, ${size.name}; ${slowest}`)
        }
      }
    } finally {
      await browser.close()
    }
  },
  { env: { AMPARO_RATE_FACTOR: '100000' }, app: true },
)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`panic: ${passed} passed, ${failures.length} failed`)
process.exit(failures.length > 0 || passed === 0 ? 1 : 0)

/**
 * A member with one contact, signed in.
 * @param {import('../../server/src/start.ts').RunningServer} server
 * @returns {Promise<string>} her session, as the app keeps it
 */
async function sessionOfHer(server) {
  const her = { email: 'ella@ejemplo.mx', password: 'una-clave-bien-larga' }
  await server.createUser({
    ...her,
    confirmed: true,
    metadata: { username: 'Ella', identidad_genero: 'mujer cis' },
  })
  const client = createClient(server.url, server.config.secrets.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: /** @type {never} */ (WebSocket) },
  })
  const { data, error } = await client.auth.signInWithPassword(her)
  if (error) throw error
  const contact = { nombre: 'Lucía', telefono: '+525512345678', prioridad: 1, activo: true }
  const added = await client.from('contactos_emergencia').insert({ user_id: data.user.id, ...contact })
  if (added.error) throw added.error
  return JSON.stringify(data.session)
}

/**
 * @param {Page} page
 * @param {Condition} condition
 * @param {string} session
 * @returns {Promise<number>} milliseconds on the page's own clock from the press to the link
 */
async function pressPanic(page, { answer, isAllowed, arrange }, session) {
  await page.context().route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
  if (answer) await scriptLocation(page, answer)
  await page.goto('/medidas.html')
  await page.evaluate((kept) => localStorage.setItem('sesion', kept), session)
  await page.goto('/seguridad')
  await page.getByText('Mensaje para Lucía').waitFor()
  await page.evaluate(houseHasMovedIn)
  await page.reload()
  await page.getByText('Mensaje para Lucía').waitFor()
  if (arrange) {
    await arrange(page)
    await page.getByText('Mensaje para Lucía').waitFor()
  }
  if (isAllowed) {
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: Number.POSITIVE_INFINITY })
        }),
    )
  }
  const took = page.evaluate(
    () =>
      new Promise((resolve) => {
        const onClick = (/** @type {MouseEvent} */ { timeStamp }) => {
          const look = () => {
            const link = document.querySelector('a[href^="https://wa.me/525512345678?text="]')
            if (link) resolve({ ms: performance.now() - timeStamp, href: link.getAttribute('href') })
          }
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
        }
        document.addEventListener('click', onClick, { capture: true, once: true })
        setTimeout(() => resolve({ ms: Number.POSITIVE_INFINITY, href: '' }), 20_000)
      }),
  )
  await page.getByRole('button', { name: 'Botón de pánico' }).click()
  const { ms, href } = /** @type {{ ms: number, href: string }} */ (await took)
  const limit = isAllowed ? WARM_MS : ANY_MS
  if (ms > limit) throw new Error(`the link came after ${ms.toFixed(0)} ms, later than ${limit}`)
  const text = new URL(href).searchParams.get('text') ?? ''
  if (isAllowed && !text.includes('maps?q=19.4326,-99.1332')) throw new Error(`no place in: ${text}`)
  return ms
}

/** Runs in the page: waits until the service worker has cached the whole app, of which `/` is stored last. */
async function houseHasMovedIn() {
  while (!(await caches.match('/'))) await new Promise((resolve) => setTimeout(resolve, 50))
}

/**
 * @param {Page} page
 * @param {'denied' | 'never'} answer
 */
async function scriptLocation(page, answer) {
  await page.addInitScript((how) => {
    const reply = (/** @type {unknown} */ _, /** @type {PositionErrorCallback | null | undefined} */ no) => {
      if (how === 'denied') no?.(/** @type {GeolocationPositionError} */ ({ code: 1, message: '' }))
    }
    Geolocation.prototype.getCurrentPosition = reply
    Geolocation.prototype.watchPosition = (yes, no) => {
      reply(yes, no)
      return 1
    }
  }, answer)
}

/**
 * @param {Page} page
 * @param {number | undefined} status undefined: a request that hangs
 */
async function answerWith(page, status) {
  await page.context().route('**/{rest,auth}/v1/**', async (route) => {
    if (status) await route.fulfill({ status, json: { code: 'PGRST301', message: 'JWT expired' } })
  })
  await page.reload()
}
