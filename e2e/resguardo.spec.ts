import { readFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { setPin, signOut } from './pages/account.ts'
import {
  answerNeutralPage,
  exitButton,
  expectAccessible,
  neutralPage,
  REFUSED,
  setVisible,
} from './pages/app.ts'
import { answersOnDevice, rowsOnDevice, waitUntilKept } from './pages/device.ts'
import { addContact, emergency, emergencyAnswer, eventsOf, holdEmergency } from './pages/safety.ts'

/** Stored keys that hold nothing about her and may stay; the numbers are those of every country. */
const NEUTRAL_KEYS = ['config', 'consejos', 'letras', 'numeros']

/** THE list of screens, each with something where it wants a parameter. */
const paths = [
  ...readFileSync(new URL('../app/src/app/routes.tsx', import.meta.url), 'utf8').matchAll(/path: '(\/[^']*)'/g),
].map(([, path]) => path!.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000'))

const neutralOffline = (page: Page) => page.getByRole('heading', { name: 'Medidas de cocina' })

/**
 * Presses the button, and says what the screen showed within the very same task. A screen that leads elsewhere at once takes its
 * button along: then the one of the next screen is pressed, as a finger would.
 */
async function leave(page: Page): Promise<string> {
  for (;;) {
    await expect(exitButton(page)).toBeInViewport()
    const shown = await exitButton(page).evaluate((button: HTMLElement) => {
      if (!button.isConnected) return null
      button.click()
      return document.body.innerText + document.title.trim()
    })
    if (shown !== null) return shown
  }
}

/** Everything that this device holds, in every store that a browser has. */
async function everythingOnDevice(page: Page) {
  const rows = await rowsOnDevice(page)
  const others = await page.evaluate(async () => {
    const cached: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname)
    }
    const registration = await navigator.serviceWorker.getRegistration()
    return {
      local: Object.keys(localStorage).sort(),
      session: Object.keys(sessionStorage).sort(),
      cookies: document.cookie,
      cached: cached.filter(
        (path) =>
          // The release's own pages, the same for everybody.
          !/^\/(?:assets\/.*|icono\.svg|manifest\.webmanifest|(?:medidas|sinred|antes|otra-vez|inicio|seguridad)\.\w+)?$/.test(
            path,
          ),
      ),
      subscribed: Boolean(await registration?.pushManager.getSubscription()),
    }
  })
  return { rows, ...others }
}

test.describe('quick exit', () => {
  /** One of each kind of page: one that leads elsewhere, a member's, the admin's, one that stands alone, a circle, a call. */
  const kinds = paths.filter((path) =>
    /^\/(login|seguridad|admin|(alerta|confianza|camino|llamada)\/[^/]*|cuenta\/contrasena|comunidad\/sala\/.*)?$/.test(
      path,
    ),
  )
  for (const [which, chosen, tag] of [
    ['each kind of screen', kinds, '@phone'],
    ['every screen', paths, '@long'],
  ] as const)
    test(`from ${which}, and the back button brings none of them back`, {
      tag: [...new Set(['@phone', tag])],
    }, async ({ page, admin, signIn }) => {
      // About forty passes through all screens, perhaps on a busy machine.
      test.slow()
      expect(chosen.length).toBeGreaterThan(chosen === paths ? 25 : 4)
      await answerNeutralPage(page)
      // She may enter every room there is.
      await signIn(page, admin)
      for (const path of chosen) {
        await page.goto(path, { waitUntil: 'commit' })
        expect(await leave(page), path).toBe('')
        await expect(neutralPage(page)).toBeVisible()
      }
      // All of them are in the history now.
      for (let step = 0; step < 3; step += 1) {
        await page.goBack()
        await expect(neutralPage(page)).toBeVisible()
      }
    })

  test('and what she was typing in a dialog is there for nobody', { tag: '@phone' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await answerNeutralPage(page)
    await signIn(page, await makeMember())
    const dialog = page.getByRole('dialog', { name: 'Agregar contacto' })
    const open = async () => {
      await page.getByRole('button', { name: 'Agregar contacto' }).first().click()
      return dialog.getByLabel('Nombre')
    }
    const names = () =>
      page.evaluate(async () => {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open('espacio')
          request.onsuccess = () => resolve(request.result)
        })
        const keys = await new Promise<IDBValidKey[]>((resolve) => {
          const request = db.transaction('cola').objectStore('cola').getAllKeys()
          request.onsuccess = () => resolve(request.result)
        })
        db.close()
        return keys
          .map((key) => (key as string[]).slice(1).join(' '))
          .filter((key) => key.startsWith('formulario'))
      })

    // A reload takes nothing, and what lies on the device meanwhile does not say what it is of.
    await page.goto('/seguridad')
    await (await open()).fill('La abogada')
    await expect.poll(async () => (await names()).length).toBe(1)
    expect((await names())[0]).toMatch(/^formulario [\w+/]{43}=$/)
    await page.reload()
    await expect(await open()).toHaveValue('La abogada')

    await dialog.getByRole('button', { name: 'Salir rápido' }).click()
    await expect(neutralPage(page)).toBeVisible()
    await page.goto('/seguridad')
    await expect(await open()).toHaveValue('')
    expect([await names(), await page.evaluate(() => localStorage.getItem('corte'))]).toEqual([[], null])

    // The phone's «back» takes the room away, and the dialog with it.
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await page.goto('/')
    await page
      .getByRole('link', { name: /Seguridad/ })
      .first()
      .click()
    await (await open()).fill('La abogada')
    await expect.poll(async () => (await names()).length).toBe(1)
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(names).toEqual([])
    await page
      .getByRole('link', { name: /Seguridad/ })
      .first()
      .click()
    await expect(await open()).toHaveValue('')
  })

  test.describe('without a network', () => {
    test.use({ expectedErrors: [REFUSED], serviceWorkers: 'allow' })

    test('@phone to a neutral page of our own, and no way back', async ({ page, context, admin, signIn }) => {
      await signIn(page, admin)
      await waitUntilKept(page)
      await context.setOffline(true)
      for (const path of ['/', '/seguridad', '/diario-emocional', '/perfil', '/legal']) {
        await page.goto(path)
        expect(await leave(page), path).toBe('')
        await expect(neutralOffline(page)).toBeVisible()
      }
      await page.goBack()
      await expect(neutralOffline(page)).toBeVisible()
      await page.goBack()
      await expect(neutralOffline(page)).toBeVisible()
    })
  })

  test('@phone a page that the browser kept alive is covered when it comes back', { tag: '@whole' }, async ({
    baseURL,
    makeMember,
    signIn,
    launchOptions,
  }) => {
    // With the back/forward cache on, which Playwright switches off.
    const browser = await chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    const page = await (await browser.newContext({ baseURL })).newPage()
    // What the client tells other tabs of its session throws a kept page away, and a page is kept only where it comes late.
    await page.addInitScript(() => {
      BroadcastChannel.prototype.postMessage = () => {}
    })
    // Playwright would wait for a load event, which a page from the back/forward cache does not fire.
    const back = () => page.evaluate(() => setTimeout(() => history.back()))
    await answerNeutralPage(page)
    await signIn(page, await makeMember({ username: 'Lucía' }))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
    // A page with a request under way is not put into that cache, so this is tried until it was.
    await expect(async () => {
      await page.evaluate(() => Object.assign(window, { kept: true }))
      await page.goto('/perfil')
      await back()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
      expect(await page.evaluate(() => 'kept' in window)).toBe(true)
    }).toPass()

    await page.goto('/perfil')
    await leave(page)
    await expect(neutralPage(page)).toBeVisible()
    await back()
    await expect(page).toHaveURL((url) => url.hostname !== '127.0.0.1')
    await expect(neutralPage(page)).toBeVisible()
    await browser.close()
  })
})

test.describe('signing out', () => {
  // What the app keeps for the time without a network lies on the device too.
  test.use({ expectedErrors: [REFUSED], permissions: ['geolocation'], serviceWorkers: 'allow' })

  test('@phone erases everything of hers from every store of the device', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember()
    await addContact(ana)
    await signIn(page, ana)
    await page.evaluate(() => {
      const keys = [
        'locationSharing',
        'blogPosts',
        'healthAppointments',
        'healthMedications',
        'assistantConfig',
      ]
      for (const key of keys) localStorage.setItem(key, '[]')
      sessionStorage.setItem('borrador', 'Querido diario')
      return caches.open('fotos').then((cache) => cache.put('/foto.jpg', new Response('ella')))
    })
    await page.goto('/seguridad')
    await expect(page.getByText('Lucía').first()).toBeVisible()
    await page.goto('/seguridad/apoyo-y-refugios')
    await expect(page.getByText(/^\d+ resultados$/)).toBeVisible()
    await expect
      .poll(async () => (await answersOnDevice(page)).join())
      .toMatch(/contactos_emergencia.*asociaciones_apoyo|asociaciones_apoyo.*contactos_emergencia/)
    const before = await everythingOnDevice(page)
    expect(before.local).toContain('sesion')
    expect(before.cached).toContain('/foto.jpg')

    await page.goto('/perfil')
    await signOut(page)
    const after = await everythingOnDevice(page)
    expect(after.local.filter((key) => !NEUTRAL_KEYS.includes(key))).toEqual([])
    expect(after).toMatchObject({
      session: [],
      cookies: '',
      cached: [],
      subscribed: false,
      rows: { 'espacio/copias': 0, 'espacio/cola': 0 },
    })
    expect(Object.keys(after.rows)).toEqual(Object.keys(before.rows))
    expect(await page.context().cookies()).toEqual([])
  })

  test('@phone an alert that has not arrived stays, sealed, and arrives once she is back', async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember()
    await addContact(ana)
    await signIn(page, ana, '/seguridad')
    await expect(page.getByText('Lucía').first()).toBeVisible()
    await context.route('**/rest/v1/eventos_peligro**', (route) => route.abort('internetdisconnected'))
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('eventos_peligro'))
    await page.getByRole('button', { name: 'Botón de pánico' }).click()
    await expect(page.getByText(/subirá a tu cuenta/)).toBeVisible()
    // What is asked for lies on the device as it is. Before that a page that ends leaves a draft, which goes fifteen seconds later.
    await refused
    await page.goto('/perfil')
    await signOut(page)
    const rows = async () => (await everythingOnDevice(page)).rows
    expect(await rows()).toMatchObject({ 'espacio/copias': 0, 'espacio/cola': 1 })

    await context.unroute('**/rest/v1/eventos_peligro**')
    await signIn(page, ana)
    await expect.poll(async () => (await rows())['espacio/cola']).toBe(0)
    expect(await eventsOf(ana)).toHaveLength(1)
  })
})

const pinScreen = (page: Page) => page.getByRole('heading', { level: 1, name: 'Escribe tu PIN' })

async function enterPin(page: Page, pin: string) {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByRole('button', { name: 'Abrir' }).click()
}

test.describe('the PIN', () => {
  test.use({ geolocation: { latitude: 19.4326, longitude: -99.1332 }, permissions: ['geolocation'] })

  test('closes the app on start, stands before no help, and names nobody to who holds the phone', async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
    await answerNeutralPage(page)
    const ana = await makeMember({ username: 'Marisol' })
    await addContact(ana)
    await signIn(page, ana, '/perfil')
    await page.getByRole('button', { name: 'Poner un PIN' }).click()
    const dialog = page.getByRole('dialog', { name: 'Poner un PIN' })
    for (const [nuevo, repetido, text] of [
      ['25', '25', 'Escribe de 4 a 8 números.'],
      ['1234', '1234', 'Ese es el primero que alguien probaría. Elige otro.'],
      ['2580', '2581', 'No es igual al de arriba.'],
    ] as const) {
      await dialog.getByLabel('PIN nuevo').fill(nuevo)
      await dialog.getByLabel('Repite el PIN').fill(repetido)
      await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
      await expect(dialog.getByText(text)).toBeVisible()
    }
    await dialog.getByLabel('Repite el PIN').fill('2580')
    await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
    await expect(dialog).toBeHidden()

    await page.goto('/perfil')
    await expect(pinScreen(page)).toBeVisible()
    await expect(page).toHaveTitle('Mi espacio')
    await expect(page.locator('nav, #contenido, aside')).toHaveCount(0)
    expect(await page.content()).not.toContain('Marisol')
    // By itself: an id or a token that was drawn may hold the same four figures.
    const stored = await page.evaluate(() => JSON.stringify(localStorage))
    expect(stored).not.toMatch(/(?<![\w-])2580(?![\w-])/)
    await expect(exitButton(page)).toBeInViewport()
    await expect(emergency(page)).toBeInViewport({ ratio: 0.99 })
    await expectAccessible(page)

    // A tap does nothing, and nothing says whom it would write to.
    await emergency(page).click()
    await expect(emergencyAnswer(page)).toBeHidden()
    expect(await eventsOf(ana)).toEqual([])
    await holdEmergency(page)
    await expect(emergencyAnswer(page)).toBeFocused()
    // The answer brings the page down to it, and the way out stays above.
    await expect(exitButton(page)).toBeInViewport({ ratio: 0.99 })
    const write = emergencyAnswer(page).getByRole('button', { name: 'Escribir por WhatsApp' })
    await expect(write).toBeVisible()
    await expect.poll(async () => (await eventsOf(ana)).length).toBe(1)
    expect(await page.content()).not.toMatch(/Lucía|12345678|12 34 56 78/)
    await expectAccessible(page)
    const opened = context.waitForEvent('page')
    await write.click()
    expect((await opened).url()).toMatch(/^https:\/\/wa\.me\/525512345678\?text=.*19\.4326/)
    // By keyboard it is held too; a screen reader, which cannot hold, activates it twice.
    await page.reload()
    await emergency(page).focus()
    await page.keyboard.down('Enter')
    await expect(emergencyAnswer(page)).toBeVisible()
    await page.keyboard.up('Enter')
    await page.reload()
    await emergency(page).dispatchEvent('click')
    await expect(emergency(page)).toContainText('Actívalo otra vez')
    await emergency(page).dispatchEvent('click')
    await expect(emergencyAnswer(page)).toBeVisible()

    await enterPin(page, '9999')
    await expect(page.getByText('Ese PIN no es.')).toBeVisible()
    await expect(page.locator('nav, #contenido, aside')).toHaveCount(0)
    await enterPin(page, '2580')
    await expect(page.getByRole('main').getByText('Marisol', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('Cuenta · Mi espacio')

    await page.getByRole('button', { name: 'Quitar PIN' }).click()
    await page.getByLabel('Tu PIN').fill('2580')
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar PIN' }).click()
    await expect(page.getByText('PIN quitado', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Poner un PIN' })).toBeVisible()
  })

  test.describe('on a device whose clock is turned ahead', () => {
    // Every session that the service gives is over by that clock, and asked for anew with the next question.
    test.use({ expectedErrors: [/status of 401/] })

    test('@phone five wrong tries close it for a time that neither a reload nor the clock shortens', async ({
      page,
      makeMember,
      signIn,
    }) => {
      await page.clock.install()
      await signIn(page, await makeMember())
      await setPin(page, '2580')
      await page.goto('/')
      for (const wrong of ['1111', '2222', '3333', '4444']) {
        await enterPin(page, wrong)
        await expect(page.getByText(/^Ese PIN no es\./)).toBeVisible()
        await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
      }
      await expect(page.getByText('Te queda 1 intento antes de una pausa.')).toBeVisible()
      await enterPin(page, '5555')
      const timer = page.getByRole('timer')
      await expect(timer).toContainText('Espera 1 min con esta pantalla abierta.')
      await page.clock.runFor(15_000)
      await expect(timer).toContainText(/Espera 4\d s/)

      await page.reload()
      await expect(timer).toContainText(/Espera 4\d s/)
      await page.clock.setSystemTime(Date.now() + 86_400_000)
      await page.clock.runFor(5_000)
      await expect(timer).toContainText(/Espera (3\d|40) s/)
      await expect(page.getByRole('button', { name: 'Abrir' })).toBeDisabled()
      await page.getByLabel('PIN', { exact: true }).fill('2580')
      await page.keyboard.press('Enter')
      await expect(pinScreen(page)).toBeVisible()
      await expect(emergency(page)).toBeEnabled()

      await page.clock.runFor(45_000)
      await expect(timer).toBeHidden()
      await enterPin(page, '2580')
      await expect(page.getByRole('navigation', { name: 'Rincones principales' })).toBeVisible()
    })
  })

  test('@phone asks again after the time of her choice away, and keeps what she was writing', async ({
    page,
    makeMember,
    signIn,
  }) => {
    await page.clock.install()
    await signIn(page, await makeMember())
    await setPin(page, '2580')
    const minutos = page.getByLabel('Pedirlo al volver después de')
    await expect(minutos).toHaveValue('1')
    await minutos.selectOption('5 minutos')
    await page.getByRole('link', { name: 'Seguridad' }).filter({ visible: true }).click()
    await page.getByRole('button', { name: 'Agregar contacto' }).click()
    await page.getByRole('dialog').getByLabel('Nombre').fill('Mi vecina Chayo')

    await setVisible(page, 'hidden')
    await expect(page.locator('body')).toHaveCSS('visibility', 'hidden')
    // The clock goes on by itself too.
    await page.clock.runFor(270_000)
    await setVisible(page, 'visible')
    await expect(page.getByLabel('Nombre')).toBeVisible()

    await setVisible(page, 'hidden')
    await page.clock.runFor(301_000)
    await setVisible(page, 'visible')
    await expect(pinScreen(page)).toBeVisible()
    await expect(page.getByLabel('Nombre')).toHaveCount(0)
    await enterPin(page, '2580')
    await expect(page.getByRole('dialog').getByLabel('Nombre')).toHaveValue('Mi vecina Chayo')
    await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // Setting the phone's clock back does not open it.
    await setVisible(page, 'hidden')
    await page.clock.setSystemTime(Date.now() - 86_400_000)
    await setVisible(page, 'visible')
    await expect(pinScreen(page)).toBeVisible()
  })

  test('@phone a forgotten one ends in signing out, and nothing of hers stays', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const ana = await makeMember({ username: 'Marisol' })
    await signIn(page, ana)
    await setPin(page, '2580')
    await page.goto('/')
    await page.getByRole('button', { name: 'Olvidé mi PIN' }).click()
    await signOut(page)
    const { local, rows } = await everythingOnDevice(page)
    expect(local.filter((key) => !NEUTRAL_KEYS.includes(key))).toEqual([])
    expect(rows['espacio/copias']).toBe(0)
    await signIn(page, ana)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Marisol')
  })
})

test('@phone a device that keeps nothing says so, and locks nobody out', async ({
  page,
  makeMember,
  signIn,
}) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await signIn(page, await makeMember(), '/perfil')
  await page.getByRole('button', { name: 'Poner un PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Poner un PIN' })
  await dialog.getByLabel('PIN nuevo').fill('2580')
  await dialog.getByLabel('Repite el PIN').fill('2580')
  await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
  await expect(page.getByText('No pudimos guardar tu PIN', { exact: true })).toBeVisible()
  await page.goto('/perfil')
  await expect(page.getByRole('button', { name: 'Poner un PIN' })).toBeVisible()
})

test.describe('on a phone that others use', () => {
  test.use({ hasReadAdvice: false })

  test('before registering it says once how to be at ease', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/register?codigo=ABCD2345')
    await expect(page.getByRole('heading', { level: 1, name: 'Antes de empezar' })).toBeVisible()
    await expect(page.getByText('Usa un correo que solo tú abras')).toBeVisible()
    await expect(exitButton(page)).toBeInViewport()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Entendido, continuar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Crea tu cuenta' })).toBeVisible()
    await expect(page.getByLabel('Código de una amiga')).toHaveValue('ABCD2345')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Crea tu cuenta' })).toBeVisible()
  })

  test('@phone before installing too, and the browser does not ask before her', async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember(), '/perfil')
    await expect(page.getByRole('button', { name: 'Poner un PIN' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Instalar' })).toHaveCount(0)
    /** What Chromium does once it finds that the app can be installed. */
    const offer = () =>
      page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true })
        const prompt = () => {
          document.documentElement.dataset.asked = String(
            Number(document.documentElement.dataset.asked ?? 0) + 1,
          )
          return Promise.resolve({ outcome: 'dismissed' })
        }
        window.dispatchEvent(Object.assign(event, { prompt }))
        return event.defaultPrevented
      })
    const asked = page.locator('html')
    expect(await offer()).toBe(true)
    await page.getByRole('button', { name: 'Instalar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Antes de instalar' })
    await expect(dialog.getByText('El icono queda a la vista')).toBeVisible()
    await expect(asked).not.toHaveAttribute('data-asked')
    await dialog.getByRole('button', { name: 'Instalar' }).click()
    await expect(asked).toHaveAttribute('data-asked', '1')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Instalar' })).toHaveCount(0)

    // The second time it is not asked again.
    await offer()
    await page.getByRole('button', { name: 'Instalar' }).click()
    await expect(asked).toHaveAttribute('data-asked', '2')
  })
})
