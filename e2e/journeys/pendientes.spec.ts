import { expect } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { expectSaidOnce, REFUSED, toast } from '../pages/app.ts'
import { waitUntilStored } from '../pages/device.ts'
import {
  addContact,
  BEA,
  breakTables,
  eventCount,
  eventsOf,
  expectNoFalseClaim,
  LUCIA,
  msFromPressToLink,
  NEXT_PAGE,
  panicButton,
  test,
  waitForContactsStored,
  warmUp,
  whatsappLink,
  whatsappOf,
  ZOCALO,
} from '../pages/safety.ts'

/** What a press leaves while nothing can be delivered, and that it arrives once, as hers. */

test.use({ geolocation: ZOCALO, permissions: ['geolocation'] })

test.describe('without a network', () => {
  test.use({ expectedErrors: [REFUSED], savesData: false })

  test('the network is cut at the press: the event arrives once it is back, exactly once', async ({
    page,
    context,
    enter,
  }) => {
    const ana = await enter([LUCIA, BEA])
    await warmUp(page)
    await context.setOffline(true)
    await panicButton(page).click()

    const sms = page.getByRole('link', { name: 'Enviar por SMS a Lucía' })
    await expect(sms).toBeFocused()
    await expect(sms).toHaveAttribute('href', /^sms:\+525512345678[?&]body=.*19\.4326%2C-99\.1332/)
    expect((await whatsappOf(whatsappLink(page))).text).toContain('maps?q=19.4326,-99.1332')
    await expect(page.getByRole('link', { name: 'Enviar por SMS a Bea' })).toBeVisible()
    await expect(page.getByText(/está en tu dispositivo y subirá a tu cuenta/)).toBeVisible()
    await expectNoFalseClaim(page)
    expect(await eventsOf(ana)).toEqual([])
    await sms.click()
    await expect(
      page.getByText('Presiona enviar en tus mensajes para que este mensaje le llegue a Lucía.'),
    ).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByText('ya está en tu cuenta')).toBeVisible()
    await expect.poll(eventCount(ana)).toBe(1)
    await page.reload()
    await expect(panicButton(page)).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText('Lucía').first()).toBeVisible()
    expect(await eventsOf(ana)).toMatchObject([
      { latitud: 19.4326, longitud: -99.1332, enviado: true, estado: 'abierto', canal: 'sms' },
    ])
  })

  test('a full device delivers all the same, and says what is not kept', async ({ page, context, enter }) => {
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    const ana = await enter([LUCIA])
    await context.setOffline(true)
    await panicButton(page).click()
    await expect(page.getByText(/no tiene espacio para el registro/)).toBeVisible()
    await expectNoFalseClaim(page)
    await context.setOffline(false)
    await expect.poll(eventCount(ana)).toBe(1)
  })

  test.describe('on a device that keeps nothing yet, on a costly connection', () => {
    test.use({ savesData: true })

    test('gone before her contacts came: the button is there, and its press arrives', async ({
      page,
      context,
      makeMember,
      signIn,
    }) => {
      const ana = await makeMember()
      await context.route('**/rest/v1/contactos_emergencia?*', () => {})
      const onTheirWay = new Set<string>()
      let asked = false
      page.on('request', (request) => {
        if (!request.url().includes('/assets/')) return
        onTheirWay.add(request.url())
        asked ||= request.url().includes('/assets/Seguridad-')
      })
      page.on('requestfinished', (request) => onTheirWay.delete(request.url()))
      await signIn(page, ana)
      await expect.poll(() => asked && onTheirWay.size === 0).toBe(true)
      await context.setOffline(true)
      await page.getByRole('link', { name: 'Seguridad', exact: true }).first().click()
      await panicButton(page).click()
      await expect(page.getByText(/está en tu dispositivo y subirá a tu cuenta/)).toBeVisible()

      await context.unroute('**/rest/v1/contactos_emergencia?*')
      await context.setOffline(false)
      await expect.poll(eventCount(ana)).toBe(1)
    })
  })

  test.describe('with the app kept on the device', () => {
    test.use({ serviceWorkers: 'allow' })

    test('a network that went while the app was being stored: stored once it is back, without opening the app again', async ({
      page,
      context,
      makeMember,
      signIn,
    }) => {
      const opensOver = /\/assets\/abierto-/
      let refused = 0
      await context.route(opensOver, (route) => {
        refused += 1
        return route.abort()
      })
      await page.addInitScript(() => {
        const post = ServiceWorker.prototype.postMessage
        ServiceWorker.prototype.postMessage = function (message: unknown) {
          document.documentElement.dataset.asked = `${Number(document.documentElement.dataset.asked ?? 0) + 1}`
          post.call(this, message)
        }
      })
      await signIn(page, await makeMember())
      await expect.poll(() => refused).toBeGreaterThan(0)
      await context.unroute(opensOver)
      await context.setOffline(true)
      await context.setOffline(false)
      await expect(page.locator('html')).toHaveAttribute('data-asked', '2')
      await waitUntilStored(page)
    })

    test('offline since before the app was opened: her contacts are there, and the press arrives', async ({
      page,
      context,
      enter,
    }) => {
      const ana = await enter([LUCIA])
      // The service worker stores `/` last: once it is there, the whole app is (`app/src/sw/appFiles.ts`).
      await waitUntilStored(page)
      await waitForContactsStored(page)
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
      await expect(page.getByRole('listitem').getByText('Lucía', { exact: true })).toBeVisible()
      await panicButton(page).click()
      await expect(page.getByRole('link', { name: 'Enviar por SMS a Lucía' })).toHaveAttribute(
        'href',
        /^sms:\+525512345678[?&]body=.*19\.4326%2C-99\.1332/,
      )
      await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
      expect(await eventsOf(ana)).toEqual([])
      await context.setOffline(false)
      await expect.poll(eventCount(ana)).toBe(1)
    })

    test('on a screen that she never opened here her contacts are there all the same', async ({
      page,
      context,
      makeMember,
      signIn,
    }) => {
      const ana = await makeMember()
      await addContact(ana, LUCIA)
      const asked: string[] = []
      page.on('request', (request) => {
        const table = /\/rest\/v1\/(contactos_emergencia|asociaciones_apoyo)\b/.exec(request.url())?.[1]
        // How many they are is asked by Home itself.
        if (table && request.method() === 'GET') asked.push(table)
      })
      await signIn(page, ana, '/bienestar')
      await waitUntilStored(page)
      // Before whatever else is fetched for later.
      await expect.poll(() => asked).toContain('asociaciones_apoyo')
      expect(asked[0]).toBe('contactos_emergencia')
      await context.setOffline(true)
      await page
        .getByRole('link', { name: /^Seguridad/ })
        .first()
        .click()
      await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
      await panicButton(page).click()
      await expect(page.getByRole('link', { name: 'Enviar por SMS a Lucía' })).toBeVisible()
      await expect(toast(page, 'Ábrelo como SMS')).toBeVisible()
      await context.setOffline(false)
      await expect.poll(eventCount(ana)).toBe(1)
    })

    test.describe('in a browser that wakes its worker', () => {
      // Playwright refuses what it is not told to grant.
      test.use({ permissions: ['geolocation', 'background-sync'] })

      test('a press that the page cannot bring: the browser does, and the next page does not bring it again @whole', async ({
        page,
        enter,
      }) => {
        const ana = await enter([LUCIA])
        await waitUntilStored(page)
        await warmUp(page)
        await expect.poll(() => page.evaluate(() => localStorage.getItem('ficha'))).toContain(ana.id)
        // Of the page alone; what the worker asks goes through.
        await page.route('**/rest/v1/**', (route) => route.abort())
        await panicButton(page).click()
        await expect(whatsappLink(page)).toBeVisible()
        const alerts = async () => (await ana.client.from('alertas').select('origen, pulsaciones')).data
        await expect.poll(alerts, { timeout: paced(30_000) }).toEqual([{ origen: 'boton', pulsaciones: 1 }])
        expect(await eventsOf(ana)).toMatchObject([{ estado: 'preparado', latitud: null }])

        await page.unroute('**/rest/v1/**')
        await page.reload()
        // Its place only a page brings.
        await expect.poll(() => eventsOf(ana), NEXT_PAGE).toMatchObject([{ latitud: expect.any(Number) }])
        expect(await alerts()).toEqual([{ origen: 'boton', pulsaciones: 1 }])
      })
    })
  })
})

test.describe('when the service fails', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('the alert does not wait for a service that does not answer', async ({ page, context, enter }) => {
    const ana = await enter([LUCIA])
    await waitForContactsStored(page)
    await breakTables(context, 'hang')
    // Only the device remembers her contacts now.
    await page.reload()
    await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
    await warmUp(page)

    const took = msFromPressToLink(page)
    await panicButton(page).click()
    // Far below the time limits of requests for tables; the proof `panic` measures the real time.
    expect(await took).toBeLessThan(4_000)
    expect((await whatsappOf(whatsappLink(page))).text).toContain('maps?q=19.4326,-99.1332')
    expect(await eventsOf(ana)).toEqual([])

    await context.unroute('**/rest/v1/**')
    await page.reload()
    await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
  })

  test('where nothing else of the app arrives, what waits on the device goes all the same', async ({
    page,
    context,
    enter,
  }) => {
    const ana = await enter([LUCIA])
    await warmUp(page)
    await breakTables(context, 'cut')
    await panicButton(page).click()
    await expect(whatsappLink(page)).toBeVisible()
    expect(await eventsOf(ana)).toEqual([])
    await context.unroute('**/rest/v1/**')
    await context.route('**/assets/*.js', (route) =>
      /\/(?:alertBootstrap|rolldown-runtime)/.test(route.request().url()) ? route.continue() : route.abort(),
    )
    await page.reload()
    await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
    // The prerendered button, which needs nothing else either.
    await expect(page.locator('#prerendered').getByRole('button', { name: 'Botón de pánico' })).toBeVisible()
  })

  test('a session that has run out: the message opens, the event waits for a new one', async ({
    page,
    context,
    enter,
  }) => {
    const ana = await enter([LUCIA])
    await waitForContactsStored(page)
    await context.route('**/auth/v1/token*', (route) => route.abort('connectionreset'))
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('sesion')!)
      localStorage.setItem('sesion', JSON.stringify({ ...session, expires_at: 1_700_000_000 }))
    })
    await page.reload()
    await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
    await warmUp(page)
    await panicButton(page).click()
    expect((await whatsappOf(whatsappLink(page))).text).toContain('maps?q=19.4326,-99.1332')
    await expect(page.getByText(/subirá a tu cuenta/)).toBeVisible()
    expect(await eventsOf(ana)).toEqual([])

    await context.unroute('**/auth/v1/token*')
    await page.reload()
    await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
  })

  test('a bad line comes back after her session has run out, and nothing says so: the event arrives all the same', async ({
    page,
    context,
    enter,
  }) => {
    await page.clock.install()
    const ana = await enter([LUCIA])
    await warmUp(page)
    const SERVICE = /\/(auth|rest|functions|storage)\/v1\//
    await context.route(SERVICE, (route) => route.abort('connectionreset'))
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('sesion')!)
      // Past its end for the service as well.
      const access_token = `${session.access_token.slice(0, -6)}AAAAAA`
      localStorage.setItem('sesion', JSON.stringify({ ...session, access_token, expires_at: 1_700_000_000 }))
    })
    await panicButton(page).click()
    await expect(page.getByText(/subirá a tu cuenta/)).toBeVisible()
    // The client has given up its own tries, and rests.
    for (let seconds = 0; seconds < 60; seconds += 2) {
      await page.clock.fastForward(2_000)
      await page.waitForTimeout(100)
    }
    expect(await eventsOf(ana)).toEqual([])
    await context.unroute(SERVICE)
    await expect.poll(eventCount(ana), { timeout: paced(20_000) }).toBe(1)
  })

  test('no contacts on the device and no service: she can still write to anybody', async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    await breakTables(context, 500)
    await signIn(page, await makeMember(), '/seguridad')
    await expectSaidOnce(page, 'Error al cargar contactos')
    await panicButton(page).click()
    await expect(toast(page, 'Error al cargar contactos')).toContainText('Elige a quién escribir')
    const anybody = page.getByRole('link', { name: 'Elegir a quién escribir en WhatsApp' })
    expect((await whatsappOf(anybody)).text).toContain('maps?q=19.4326,-99.1332')
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
  })
})
