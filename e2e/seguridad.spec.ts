import type { Page } from '@playwright/test'
import { expect, stopClock } from './fixtures.ts'
import { signOut } from './pages/account.ts'
import { expectAccessible, toast } from './pages/app.ts'
import {
  expectNoFalseClaim,
  LUCIA,
  panicButton,
  test,
  whatsappLink,
  whatsappOf,
  ZOCALO,
} from './pages/safety.ts'

/** What lies in the device's store. */
const keptOn = (page: Page) =>
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

/** The room as a whole, and the way to it from the first visit on. */

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

  test('signing out leaves none of her contacts or places on the device', { tag: '@phone' }, async ({
    page,
    enter,
  }) => {
    await enter([LUCIA])
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    await panicButton(page).click()
    await expect(page.getByText('ya está en tu cuenta')).toBeVisible()
    const kept = () => keptOn(page)
    const before = await kept()
    expect(before.rows).toBeGreaterThan(0)
    expect(before.readable).not.toMatch(/Lucía|5512345678|19\.43/)
    expect(before.sharing).toBe('true')

    await page.goto('/perfil')
    // What has not arrived yet of an alert would stay, sealed.
    await expect.poll(kept).toMatchObject({ undelivered: 0 })
    await signOut(page)
    await expect.poll(kept).toMatchObject({ copies: 0, waiting: [], sharing: null })
  })

  test.describe('without a way for its place', () => {
    test.use({ expectedErrors: [/ERR_FAILED .*agregar_lugar/] })

    // An alert outlives signing out, and where she was does not.
    test('a place that an open alert could not tell goes as she signs out, also one that is being sealed then', {
      tag: '@phone',
    }, async ({ page, enter }) => {
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
      await panicButton(page).click()
      await expect(page.getByText('ya está en tu cuenta')).toBeVisible()
      await expect.poll(() => keptOn(page)).toMatchObject({ waiting: ['signedOut'] })

      await page.goto('/perfil')
      await page.waitForFunction(() => 'sealing' in window)
      await signOut(page)
      await expect.poll(() => keptOn(page)).toMatchObject({ rows: 0 })
      await page.evaluate(() => (window as unknown as { letSeal: () => void }).letSeal())
      // Whoever seals after it is done, so is what was held.
      await page.evaluate(async () => {
        const name = { name: 'AES-GCM', length: 256 }
        const key = await crypto.subtle.generateKey(name, false, ['encrypt'])
        await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, new Uint8Array(1))
      })
      expect(await keptOn(page)).toMatchObject({ rows: 0 })
    })
  })
})

test('the room as a whole', async ({ page, enter }) => {
  await enter([])
  await expectAccessible(page)

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
  expect(sizes.filter(({ name, height }) => name && height < 44)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()!.width,
  )

  await page.getByRole('button', { name: 'Asistencia Premium' }).click()
  await expect(toast(page, '🚧 Función en desarrollo')).toContainText('función aún no está implementada')
  await page.getByRole('button', { name: 'Descargar cobertura' }).click()
  await expect(toast(page, '🚧 Función en desarrollo')).toContainText('aún no está implementada')
  await expect(page.getByRole('link', { name: /Asistencia Amparo/ })).toHaveAttribute('href', 'tel:911')

  const together = page.getByRole('switch', { name: 'Modo Acompañamiento' })
  await together.click()
  await expect(toast(page, 'Contacto no encontrado')).toBeVisible()
  await expect(page.getByText('Desactivado', { exact: true })).toBeVisible()
  // What its colour says too: a box changes by itself, whatever becomes of it.
  expect(await together.evaluate((box: HTMLInputElement) => box.checked)).toBe(false)
})

// As low as a cheap telephone is within the bars of its browser.
for (const [width, height] of [
  [320, 568],
  [360, 560],
] as const)
  test(`the panic button and the emergency call are whole above the foot: ${width} by ${height}`, {
    tag: '@phone',
  }, async ({ page, enter }) => {
    await page.setViewportSize({ width, height })
    await enter([LUCIA])
    await expect(page.getByRole('button', { name: 'Probar sin alertar' })).toBeAttached()
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
  })
