/** @import { Page } from '@playwright/test' */
/** @import { House, Person } from './house.mjs' */

/*
 * Her phone is in his hands after she ended its session from another device: what it still shows, stores and receives.
 * And how he could end her session from outside.
 */

const CITA = 'Cita con la abogada de divorcio'
const LUCIA = 'Lucía Quiroga'
/** What a busy machine may need. */
const PATIENCE_MS = 60_000
const RENEWAL = '**/auth/v1/token?grant_type=refresh_token'

/** A member with an appointment that nobody may see, and somebody she trusts. @param {House} house */
async function furnished(house) {
  const her = await house.member()
  const fecha = new Date().toISOString().slice(0, 10)
  const written = await Promise.all([
    her.client.from('agenda_personal').insert({ user_id: her.id, titulo: CITA, tipo: 'cita', fecha }),
    her.client
      .from('contactos_emergencia')
      .insert({ user_id: her.id, nombre: LUCIA, telefono: '+525512345678', prioridad: 1, activo: true }),
  ])
  for (const { error } of written) if (error) throw error
  return her
}

/**
 * The app on a phone in which she is signed in.
 * @param {House} house @param {Person} her @param {string} at
 * @param {(page: Page) => Promise<unknown>} [prepare] before anything is opened
 * @returns {Promise<Page>}
 */
async function phone(house, her, at, prepare) {
  const context = await (await house.browser()).newContext({
    viewport: { width: 360, height: 740 },
    locale: 'es-MX',
    timezoneId: 'UTC',
    serviceWorkers: 'allow',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await prepare?.(page)
  await enter(house, page, her, at)
  return page
}

/** Signs in on this phone as the login screen does. @param {House} house @param {Page} page @param {Person} her @param {string} at */
async function enter(house, page, her, at) {
  const body = { email: her.email, password: her.password }
  const answer = await house.fetch('/auth/v1/token?grant_type=password', { method: 'POST', body })
  await page.goto(`${house.url}/medidas.html`)
  await page.evaluate((session) => {
    localStorage.setItem('sesion', session)
    localStorage.setItem('consejos', 'registro instalar')
  }, answer.text)
  await page.goto(house.url + at)
}

/** Looks at agenda and contacts, of which the device keeps copies. @param {Page} page */
async function lookAround(page) {
  await page.getByText(CITA).first().waitFor()
  await go(page, '/seguridad')
  await page.getByText(LUCIA).first().waitFor()
  await go(page, '/agenda')
  await page.getByText(CITA).first().waitFor()
}

/** Opens another room as a tap in the menu does. @param {Page} page @param {string} path */
const go = (page, path) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** From another device of hers. @param {Person} her */
async function closeAll(her) {
  const { error } = await her.client.auth.signOut({ scope: 'global' })
  if (error) throw error
}

/** @param {House} house @param {Page} page @param {string} text @returns {Promise<boolean>} whether it is still there after a while */
async function stillShows(house, page, text) {
  const gone = await house.until(async () => !(await page.locator('body').innerText()).includes(text))
  return gone === undefined
}

/** How many copies of hers lie on the device. @param {Page} page @returns {Promise<number>} */
const copies = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('espacio')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const counting = db.transaction('copias').objectStore('copias').count()
          counting.onsuccess = () => {
            db.close()
            resolve(counting.result)
          }
        }
      }),
  )

/** @param {Page} page @param {(page: Page) => Promise<string | undefined>} work */
async function closing(page, work) {
  try {
    return await work(page)
  } finally {
    await page.context().close()
  }
}

/** Whose a bearer token is. @param {string | undefined} authorization @returns {unknown} */
function subjectOf(authorization) {
  const payload = authorization?.split('.')[1]
  return payload && JSON.parse(Buffer.from(payload, 'base64url').toString()).sub
}

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    id: 'device/agenda-after-closing',
    class: 'device',
    as: 'member',
    name: 'walks through her rooms on a phone that she closed from another',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/agenda'), async (page) => {
        await lookAround(page)
        await closeAll(her)
        await go(page, '/perfil')
        await go(page, '/agenda')
        return (await stillShows(house, page, CITA)) ? `reads «${CITA}»` : undefined
      })
    },
  },
  {
    id: 'device/copies-after-closing',
    class: 'device',
    as: 'member',
    name: 'takes the copies out of the browser after the service has refused the phone',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/agenda'), async (page) => {
        await lookAround(page)
        await closeAll(her)
        await go(page, '/perfil')
        const erased = await house.until(async () => (await copies(page)) === 0)
        return erased ? undefined : `${await copies(page)} copies with the key beside them`
      })
    },
  },
  {
    id: 'device/number-without-a-network',
    class: 'device',
    as: 'member',
    name: 'cuts the network of the closed phone once it was refused, and opens the app again',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/agenda'), async (page) => {
        await lookAround(page)
        await page.waitForFunction(async () => Boolean(await caches.match('/')))
        await closeAll(her)
        const refused = page.waitForResponse((answer) => answer.status() === 401 || answer.status() === 403)
        await go(page, '/perfil')
        await refused
        await house.until(async () => (await copies(page)) === 0)
        await page.context().setOffline(true)
        await page.goto(`${house.url}/seguridad`)
        await page.waitForLoadState()
        const shown = await house.until(
          async () => (await page.locator('body').innerText()).includes(LUCIA),
          4_000,
        )
        return shown ? `reads the number of ${LUCIA}` : undefined
      })
    },
  },
  {
    id: 'device/idle-screen',
    class: 'device',
    as: 'member',
    name: 'leaves the open agenda alone: no room asks the service anything',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      const page = await phone(house, her, '/agenda', (opened) => opened.clock.install())
      return closing(page, async () => {
        await lookAround(page)
        await closeAll(her)
        await page.clock.fastForward(60_000)
        return (await stillShows(house, page, CITA)) ? 'her agenda, a minute later' : undefined
      })
    },
  },
  {
    id: 'device/screen-looked-at-again',
    class: 'device',
    as: 'member',
    name: 'takes up a phone that lay there with her agenda open',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/agenda'), async (page) => {
        await lookAround(page)
        await closeAll(her)
        const gone = await house.until(async () => {
          await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
          return !(await page.locator('body').innerText()).includes(CITA)
        })
        return gone ? undefined : 'her agenda, as she left it'
      })
    },
  },
  {
    id: 'device/second-tab',
    class: 'device',
    as: 'member',
    name: 'keeps a second tab in the background while the first is refused',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/agenda'), async (page) => {
        await lookAround(page)
        const tab = await page.context().newPage()
        await tab.goto(`${house.url}/agenda`)
        await tab.getByText(CITA).first().waitFor()
        await closeAll(her)
        await go(page, '/perfil')
        return (await stillShows(house, tab, CITA)) ? 'her agenda in the other tab' : undefined
      })
    },
  },
  {
    id: 'device/closed-without-a-network',
    class: 'device',
    as: 'member',
    name: 'takes the phone off the network before she closes it, and puts it back later',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/agenda'), async (page) => {
        await lookAround(page)
        await page.context().setOffline(true)
        await closeAll(her)
        await page.context().setOffline(false)
        const gone = await house.until(async () => {
          await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
          return page
            .getByText(CITA)
            .first()
            .waitFor({ state: 'hidden', timeout: 3_000 })
            .then(
              () => true,
              () => false,
            )
        })
        return gone ? undefined : 'her agenda, with the network back'
      })
    },
  },
  {
    id: 'device/suspended-account',
    class: 'device',
    as: 'member',
    name: 'goes on with the app of an account that was suspended',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/agenda'), async (page) => {
        await lookAround(page)
        await house.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
          her.id,
        ])
        await go(page, '/perfil')
        await go(page, '/agenda')
        return (await stillShows(house, page, CITA)) ? 'everything it has copies of' : undefined
      })
    },
  },
  {
    id: 'device/deleted-account',
    class: 'device',
    as: 'member',
    name: 'finds what she was writing on a phone whose account was deleted elsewhere',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/diario-emocional'), async (page) => {
        await page.getByRole('textbox', { name: /^Tu entrada del/ }).fill('lo que pienso hacer')
        await page.getByText('Borrador guardado en este dispositivo.').waitFor()
        await house.sql('delete from auth.users where id = $1', [her.id])
        await go(page, '/perfil')
        const drafts = () =>
          page.evaluate(
            () =>
              new Promise((resolve) => {
                const opening = indexedDB.open('espacio')
                opening.onsuccess = () => {
                  const db = opening.result
                  const store = db.objectStoreNames.contains('cola') ? 'cola' : 'borradores'
                  const counting = db.transaction(store).objectStore(store).count()
                  counting.onsuccess = () => {
                    db.close()
                    resolve(counting.result)
                  }
                }
              }),
          )
        return (await house.until(async () => (await drafts()) === 0)) ? undefined : 'her draft, for good'
      })
    },
  },
  {
    id: 'device/live-screen',
    class: 'live doors',
    as: 'member',
    name: 'keeps a room open whose live connection the service has just closed',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      return closing(await phone(house, her, '/comunidad/blog'), async (page) => {
        await page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
        await closeAll(her)
        const gone = await house.until(() => page.evaluate(() => localStorage.getItem('sesion') === null))
        return gone ? undefined : 'the app is still signed in'
      })
    },
  },
  {
    id: 'device/router-ends-her-session',
    class: 'device',
    as: 'stranger',
    name: 'owns the router, and answers the renewal of her session with a page of his own',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      const page = await phone(house, her, '/agenda', (opened) => opened.clock.install())
      return closing(page, async () => {
        await lookAround(page)
        await page.route(RENEWAL, (route) => route.fulfill({ status: 403, body: '<p>Acceso bloqueado</p>' }))
        const asked = page.waitForRequest(RENEWAL)
        await page.clock.fastForward(61 * 60_000)
        await asked
        const ended = await house.until(
          () => page.evaluate(() => localStorage.getItem('sesion') === null),
          5_000,
        )
        return ended ? 'she is out, with her contacts, in the moment he chose' : undefined
      })
    },
  },
  {
    id: 'device/key-that-counts-no-more',
    class: 'device',
    as: 'stranger',
    name: 'waits for the house to change its secrets: every phone forgets its member',
    broken: 'bd930d4',
    async run(house) {
      const her = await furnished(house)
      const page = await phone(house, her, '/agenda', (opened) => opened.clock.install())
      return closing(page, async () => {
        await lookAround(page)
        const answer = { status: 401, json: { message: 'Invalid API key' } }
        await page.route(RENEWAL, (route) => route.fulfill(answer))
        const asked = page.waitForRequest(RENEWAL)
        await page.clock.fastForward(61 * 60_000)
        await asked
        const ended = await house.until(
          () => page.evaluate(() => localStorage.getItem('sesion') === null),
          5_000,
        )
        return ended ? 'she is out, and her alerts wait for a password' : undefined
      })
    },
  },
  {
    id: 'device/pressing-to-stay',
    class: 'device',
    as: 'member',
    name: 'presses the panic button over and over, so that the closed phone keeps its screens for an alert',
    async run(house) {
      const her = await furnished(house)
      const page = await phone(house, her, '/seguridad', async (opened) => {
        await opened.clock.install()
        await opened.context().route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
      })
      return closing(page, async () => {
        await page.getByText(LUCIA).first().waitFor()
        const button = page.getByRole('button', { name: 'Botón de pánico' })
        await button.click()
        await closeAll(her)
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        await house.until(() => page.evaluate(() => localStorage.getItem('sesion') === null), 8_000)
        for (let press = 0; press < 6; press++) {
          await page.clock.runFor(30_000)
          // A button that went away meanwhile needs no click.
          if (await button.isVisible()) await button.click({ timeout: 2_000 }).catch(() => {})
        }
        return (await stillShows(house, page, LUCIA)) ? 'three minutes and no end' : undefined
      })
    },
  },
  {
    id: 'device/carries-her-alert',
    class: 'device',
    as: 'member',
    name: 'signs in with an account of his own on the closed phone, to have her undelivered alert come in as his',
    async run(house) {
      const [her, him] = [await furnished(house), await house.member()]
      const page = await phone(house, her, '/seguridad', (opened) =>
        opened.context().route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' })),
      )
      return closing(page, async () => {
        await page.getByText(LUCIA).first().waitFor()
        await page.route('**/rest/v1/eventos_peligro**', (route) => route.abort())
        const tried = page.waitForRequest('**/rest/v1/eventos_peligro**')
        await page.getByRole('button', { name: 'Botón de pánico' }).click()
        await tried
        await closeAll(her)
        await page.unroute('**/rest/v1/eventos_peligro**')
        /** @type {string[]} */
        const sent = []
        page.on('request', (request) => {
          if (!request.url().includes('/rest/v1/eventos_peligro') || request.method() !== 'POST') return
          // Until the phone knows that her session has ended it tries with that one, which is refused.
          if (subjectOf(request.headers().authorization) === him.id) sent.push(request.postData() ?? '')
        })
        await enter(house, page, him, '/seguridad')
        await page.getByRole('button', { name: 'Botón de pánico' }).waitFor()
        // He presses nothing: whatever leaves is hers, under whichever name.
        const carried = await house.until(async () => sent.length > 0, 5_000)
        return carried ? 'her alert left the phone with his session' : undefined
      })
    },
  },
]
