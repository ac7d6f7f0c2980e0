import type { Page } from '@playwright/test'
import { expect, stopClock } from '../fixtures.ts'
import { signOut } from '../pages/account.ts'
import { alertsOf } from '../pages/alarm.ts'
import { expectAccessible, expectNoSidewaysScroll, toast } from '../pages/app.ts'
import { copiesOnDevice } from '../pages/device.ts'
import {
  breakTables,
  eventCount,
  eventsOf,
  expectNoFalseClaim,
  LUCIA,
  panicButton,
  scriptLocation,
  test,
  warmUp,
  whatsappLink,
  whatsappOf,
  ZOCALO,
} from '../pages/safety.ts'

/** The panic button and the message that she sends herself, from her first visit on. */

/** What is in the device's store. */
const storedOn = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('espacio')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const read = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
      })
    const waiting = (await read('cola')) as { keep: string }[]
    const copies = await read('copias')
    const rows = [...copies, ...waiting]
    db.close()
    return {
      rows: rows.length,
      copies: copies.length,
      waiting: waiting.map(({ keep }) => keep),
      undelivered: waiting.filter(({ keep }) => keep === 'delivered').length,
      readable: JSON.stringify(rows.map((row) => Object.values(row as object).map(String))),
      sharing: localStorage.getItem('locationSharing'),
    }
  })

test.describe('with her place allowed', () => {
  test.use({ geolocation: ZOCALO, permissions: ['geolocation'], savesData: false })

  test('from registering to a message ready to send', async ({ page, context, makeMember, nextMail }) => {
    await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
    await page.clock.install()
    const email = `nueva-${crypto.randomUUID()}@ejemplo.mx`
    const password = 'jacarandas en flor'

    await page.goto('/register')
    await page.getByLabel('Nombre').fill('Ana')
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByLabel('Identidad de género').selectOption('no binario')
    await stopClock(page)
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    const restricted = toast(page, 'Acceso Restringido')
    await expect(restricted).toContainText('exclusivamente para mujeres')
    await page.clock.runFor(6_900)
    await expect(restricted).toBeVisible()
    await page.clock.runFor(200)
    await expect(restricted).toBeHidden()
    await page.clock.resume()

    await page.getByLabel('Identidad de género').selectOption('mujer cis')
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await expect(toast(page, 'Registro exitoso')).toBeVisible()
    const mail = await nextMail(email)
    // In another browser, as on a computer where she reads her mail: the phone is not told.
    await page.request.post(mail.links[0]!, { form: { accion: 'confirmar' } })

    await page.goto('/login')
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/')

    await page
      .getByRole('link', { name: /^Seguridad/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Tu Espacio Seguro' })).toBeVisible()
    await page.getByRole('button', { name: 'Agregar contacto' }).click()
    await page.getByLabel('Nombre').fill('Lucía')
    await page.getByLabel('Teléfono').fill('55 1234 5678')
    await page.getByRole('button', { name: 'Guardar contacto' }).click()
    await expect(toast(page, 'Contacto agregado')).toBeVisible()
    await expect(page.getByRole('link', { name: /\+52 55 1234 5678, llamar a Lucía/ })).toBeVisible()

    await stopClock(page)
    await panicButton(page).click()
    await expect(whatsappLink(page)).toBeFocused()
    const { host, number, text } = await whatsappOf(whatsappLink(page))
    expect([host, number]).toEqual(['wa.me', '525512345678'])
    expect(text).toContain('https://www.google.com/maps?q=19.4326,-99.1332')
    expect(text).toContain('con 40 m de margen')
    await expectNoFalseClaim(page)
    const ready = toast(page, 'presiona enviar')
    await expect(ready).toBeVisible()
    await page.clock.runFor(8_900)
    await expect(ready).toBeVisible()
    await page.clock.runFor(200)
    await expect(ready).toBeHidden()
    await page.clock.resume()
    await expectAccessible(page)

    const her = await page.evaluate(() => JSON.parse(localStorage.getItem('sesion')!))
    const bea = await makeMember({ username: 'Bea' })
    const { anonKey } = await (await page.request.get('/config.json')).json()
    const eventsAs = async (token: string) => {
      const response = await page.request.get(`/rest/v1/eventos_peligro?user_id=eq.${her.user.id}`, {
        headers: { apikey: anonKey, authorization: `Bearer ${token}` },
      })
      expect(response.status()).toBe(200)
      return (await response.json()) as Record<string, unknown>[]
    }
    await expect.poll(async () => (await eventsAs(her.access_token)).length).toBe(1)
    expect(await eventsAs(her.access_token)).toMatchObject([
      {
        user_id: her.user.id,
        latitud: 19.4326,
        longitud: -99.1332,
        mensaje: 'Botón de pánico presionado',
        enviado: true,
        canal: 'whatsapp',
        precision_m: 38,
      },
    ])
    expect(await eventsAs((await bea.client.auth.getSession()).data.session!.access_token)).toEqual([])
  })

  test('pressed by keyboard alone it opens WhatsApp within the press, with her place', {
    tag: '@desktop',
  }, async ({ page, context, enter }) => {
    const ana = await enter([LUCIA])
    await warmUp(page)
    await panicButton(page).focus()
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const { number, text } = await whatsappOf(whatsappLink(page))
    expect(number).toBe('525512345678')
    expect((await opened).url()).toContain(`https://wa.me/525512345678?text=`)
    expect(text).toMatch(/^¡Necesito ayuda! Soy Ana/)
    expect(text).toContain('maps?q=19.4326,-99.1332')
    await expect(page.getByRole('heading', { name: 'Falta un paso' })).toBeVisible()
    await expectNoFalseClaim(page)
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ estado: 'abierto', canal: 'whatsapp' }])

    await page.bringToFront()
    await whatsappLink(page).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Enviar por SMS a Lucía' })).toBeFocused()
    await page.getByRole('button', { name: 'Cerrar el mensaje' }).press('Space')
    await expect(whatsappLink(page)).toBeHidden()
    await expect(panicButton(page)).toBeFocused()
  })

  test('where no window may open, the press leaves a link; the page is dropped, and it is one event still', async ({
    page,
    enter,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.clock.install()
    const ana = await enter([LUCIA])
    await warmUp(page)
    await panicButton(page).click()
    await expect(page.getByRole('heading', { name: 'Listo para enviar' })).toBeVisible()
    await expect(toast(page, 'Tu mensaje está listo')).toContainText('presiona enviar')
    await expect(whatsappLink(page)).toHaveAttribute('target', '_blank')
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ estado: 'preparado' }])

    // Pressing again is about the same alert, and makes no second event of it.
    await page.clock.runFor(3_000)
    await panicButton(page).click()
    await expect(whatsappLink(page)).toBeFocused()
    // What she opens after the event has arrived moves it one step forwards.
    await whatsappLink(page).click()
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ estado: 'abierto', canal: 'whatsapp' }])
    // A cheap phone drops the page when WhatsApp opens: the next one shows it, and makes no second event of it.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Falta un paso' })).toBeVisible()
    await expect(whatsappLink(page)).toBeVisible()
    expect(await eventsOf(ana)).toHaveLength(1)
    expect(await copiesOnDevice(page)).toContain('mensaje_de_alerta')
    await page.getByRole('button', { name: 'Cerrar el mensaje' }).click()
    // Gone from the device, too, before the page is left.
    await expect.poll(() => copiesOnDevice(page)).not.toContain('mensaje_de_alerta')
    await page.reload()
    await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
  })

  test.describe('where her places do not arrive', () => {
    test.use({ expectedErrors: [/ERR_FAILED .*agregar_lugar/] })

    test('signing out leaves none of her contacts or places on the device, also one that is being sealed then', async ({
      page,
      enter,
    }) => {
      await page.addInitScript(() => {
        const { encrypt } = SubtleCrypto.prototype
        const held = new Promise<void>((resolve) => Object.assign(window, { letSeal: resolve }))
        SubtleCrypto.prototype.encrypt = async function (...args) {
          const isPlace = new TextDecoder().decode(args[2]).includes('"que":"lugar"')
          if (isPlace && location.pathname === '/perfil') {
            Object.assign(window, { sealing: true })
            await held
          }
          return encrypt.apply(this, args)
        }
      })
      await page.route('**/rpc/agregar_lugar', (route) => route.abort())
      await enter([LUCIA])
      await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
      await panicButton(page).click()
      await expect(page.getByText('ya está en tu cuenta')).toBeVisible()
      await expect
        .poll(() => storedOn(page))
        .toMatchObject({ waiting: expect.arrayContaining(['signedOut']), sharing: 'true' })
      expect((await storedOn(page)).readable).not.toMatch(/Lucía|5512345678|19\.43/)

      await page.goto('/perfil')
      await page.waitForFunction(() => 'sealing' in window)
      await signOut(page)
      await expect.poll(() => storedOn(page)).toMatchObject({ rows: 0, sharing: null })
      await page.evaluate(() => (window as unknown as { letSeal: () => void }).letSeal())
      // Sealing is serial: once a later one is done, so is the one before.
      await page.evaluate(async () => {
        const name = { name: 'AES-GCM', length: 256 }
        const key = await crypto.subtle.generateKey(name, false, ['encrypt'])
        await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, new Uint8Array(1))
      })
      expect(await storedOn(page)).toMatchObject({ rows: 0 })
    })
  })

  test.describe('a drill', () => {
    test.use({ expectedErrors: [/Failed to load resource|Failed to fetch|ERR_/] })

    test('goes through the steps of an alert, says what is missing, and records nothing', async ({
      page,
      context,
      enter,
    }) => {
      const ana = await enter([LUCIA])
      await page.getByRole('button', { name: 'Probar sin alertar' }).click()
      const drill = page.getByRole('dialog')
      await expect(
        drill.getByText('Todo listo: tu mensaje saldría completo en cuanto presiones enviar.'),
      ).toBeVisible()
      await expect(drill.getByText('El mensaje sería para Lucía.')).toBeVisible()
      const { number, text } = await whatsappOf(drill.getByRole('link', { name: /SIMULACRO para Lucía/ }))
      expect(number).toBe('525512345678')
      expect(text).toMatch(/^SIMULACRO: /)
      expect(text).toMatch(/\(SIMULACRO: .+\)$/)
      expect(text).toContain('maps?q=19.4326,-99.1332')
      await expectAccessible(page)
      await drill.getByRole('button', { name: 'Cerrar' }).click()

      await page.evaluate(() => {
        Geolocation.prototype.getCurrentPosition = (_yes, no) =>
          no?.({ code: 1, message: '' } as GeolocationPositionError)
      })
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Probar sin alertar' }).click()
      await expect(drill.getByText('Esto no habría funcionado del todo:')).toBeVisible()
      await expect(drill.getByRole('list').filter({ hasText: 'Permisos, Ubicación' })).not.toHaveCount(0)
      await expect(drill.getByText(/No la buscamos: la alerta saldría sin mapa/)).toBeVisible()
      await expect(drill.getByText(/cuatro segundos/)).toBeHidden()
      await expect(drill.getByText(/saldría por SMS/)).toBeVisible()
      await expect(drill.getByRole('link', { name: /SIMULACRO/ })).toHaveAttribute('href', /^sms:.*SIMULACRO/)
      await drill.getByRole('button', { name: 'Cerrar' }).click()

      // Whatever a drill had kept would leave before a press that is meant, and be counted with it.
      await context.setOffline(false)
      await panicButton(page).click()
      await expect.poll(() => eventsOf(ana)).toMatchObject([{ pulsaciones: 1 }])
    })
  })
})

test.describe('without a place', () => {
  // One of them loses the network while the app still asks.
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('with neither a contact nor a place both are said, and offline an SMS comes first', async ({
    page,
    context,
    enter,
  }) => {
    await scriptLocation(page, 'denied')
    await enter([])
    await panicButton(page).click()
    await expect(toast(page, 'Contacto no encontrado')).toBeVisible()
    const panel = page.getByRole('region', { name: 'Tu mensaje' })
    await expect(panel).toContainText('Error de ubicación. El permiso de ubicación está bloqueado.')
    await panel.getByText('Cómo permitirla').click()
    await expect(panel.getByRole('listitem').first()).toBeVisible()
    const links = panel.getByRole('link')
    await expect(links.first()).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=/)
    await context.setOffline(true)
    await expect(links.first()).toHaveAttribute('href', /^sms:[?&]body=%C2%A1Necesito%20ayuda/)
    await expectAccessible(page)
    await context.setOffline(false)
  })

  test('a reload in the middle loses nothing', async ({ page, enter }) => {
    await scriptLocation(page, 'never')
    await page.clock.install()
    const ana = await enter([LUCIA])
    await panicButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Buscando tu ubicación…' })).toBeAttached()
    await page.reload()
    await expect(panicButton(page)).toBeVisible()
    await page.clock.runFor(60_000)
    await expect.poll(eventCount(ana)).toBe(1)
    expect(await eventsOf(ana)).toMatchObject([{ latitud: null, mensaje: 'Botón de pánico presionado' }])
  })

  test('a page that ends before the device has written anything down loses nothing either', async ({
    page,
    context,
    enter,
  }) => {
    await scriptLocation(page, 'never')
    await page.clock.install()
    const ana = await enter([LUCIA])
    await breakTables(context, 'cut')
    // It never gets to seal what it is to keep.
    await page.evaluate(() => {
      SubtleCrypto.prototype.encrypt = () => new Promise(() => {})
    })
    await panicButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Buscando tu ubicación…' })).toBeAttached()
    await page.reload()
    await expect(panicButton(page)).toBeVisible()
    await context.unroute('**/rest/v1/**')
    await page.clock.runFor(60_000)
    await expect.poll(eventCount(ana)).toBe(1)
    expect(await eventsOf(ana)).toMatchObject([{ latitud: null, mensaje: 'Botón de pánico presionado' }])
    // An event opens the alert too.
    await expect.poll(() => alertsOf(ana)).toMatchObject([{ origen: 'boton', pulsaciones: 1 }])
    expect(await page.evaluate(() => localStorage.getItem('apuntes'))).toBeNull()
  })
})

// As low as a cheap telephone is within the bars of its browser.
test('the panic button is the largest control, and whole above the foot of the smallest telephones', async ({
  page,
  enter,
}) => {
  await enter([LUCIA])
  await expect(page.getByRole('button', { name: 'Probar sin alertar' })).toBeAttached()
  const sizes = await page
    .getByRole('main')
    .locator('button, a')
    .evaluateAll((controls) =>
      controls.map((control) => {
        const { width, height } = control.getBoundingClientRect()
        return { name: control.textContent, width, height }
      }),
    )
  const largest = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0]
  expect(largest?.name).toContain('Botón de pánico')
  // The switch is 32 pixels high and takes taps on 48: its label and a margin around it belong to it.
  expect(sizes.filter(({ name, width, height }) => name && width > 0 && height < 44)).toEqual([])
  for (const [width, height] of [
    [320, 568],
    [360, 560],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScroll(page)
    const foot = await page.evaluate(
      () =>
        innerHeight -
        Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--abajo')),
    )
    expect(foot).toBeLessThan(height)
    for (const one of [panicButton(page), page.getByRole('link', { name: 'Llamar al 911' })]) {
      const box = (await one.boundingBox())!
      expect(box.y + box.height).toBeLessThan(foot)
    }
  }
})
