import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { paced } from './pace.ts'
import { alertsOf } from './pages/alarm.ts'
import { expectAccessible, toast } from './pages/app.ts'
import { copiesOnDevice } from './pages/device.ts'
import {
  BEA,
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
} from './pages/safety.ts'

/** The press of the panic button while the service answers. */

/** On the smallest screen a notice does not lie over that, once it has been scrolled to. */
async function expectFree(page: Page, notice: string, one: Locator): Promise<void> {
  // First of all, and without waiting for a still screen: under the pointer it stays for as long as it is looked at.
  await toast(page, notice).dispatchEvent('pointermove')
  await page.setViewportSize({ width: 320, height: 568 })
  await one.scrollIntoViewIfNeeded()
  await expect(async () => {
    const [over, free] = [(await toast(page, notice).boundingBox())!, (await one.boundingBox())!]
    expect(over.y >= free.y + free.height || free.y >= over.y + over.height).toBe(true)
  }).toPass({ timeout: paced(3_000) })
}

test.describe('with her place allowed', () => {
  test.use({ geolocation: ZOCALO, permissions: ['geolocation'] })

  test('opens WhatsApp within the tap when her place is known', async ({ page, context, enter }) => {
    const ana = await enter([LUCIA])
    await warmUp(page)
    const opened = context.waitForEvent('page')
    await panicButton(page).click()

    const { number, text } = await whatsappOf(whatsappLink(page))
    expect(number).toBe('525512345678')
    expect((await opened).url()).toContain(`https://wa.me/525512345678?text=`)
    expect(text).toMatch(/^¡Necesito ayuda! Soy Ana/)
    expect(text).toContain('maps?q=19.4326,-99.1332')
    await expect(page.getByRole('heading', { name: 'Falta un paso' })).toBeVisible()
    await expectNoFalseClaim(page)
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ estado: 'abierto', canal: 'whatsapp' }])
  })

  test('a blocked pop-up leaves a real link', { tag: '@phone' }, async ({ page, enter }) => {
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

  test('two taps are one alert', { tag: ['@phone', '@long'] }, async ({ page, context, enter }) => {
    const ana = await enter([LUCIA])
    await warmUp(page)
    let opened = 0
    context.on('page', () => opened++)
    await panicButton(page).dblclick()
    await expect(whatsappLink(page)).toBeVisible()
    await expect.poll(eventCount(ana)).toBe(1)
    expect(opened).toBe(1)
  })

  test('two contacts at 1: the oldest; the others are one tap away', { tag: ['@phone', '@long'] }, async ({
    page,
    enter,
  }) => {
    await enter([LUCIA, { ...BEA, prioridad: 1 }, { nombre: 'Línea', telefono: '*765', prioridad: 3 }])
    await panicButton(page).click()
    await expect(whatsappLink(page, 'Lucía')).toBeVisible()
    const bea = page.getByRole('link', { name: 'Escribir a Bea por WhatsApp' })
    expect((await whatsappOf(bea)).number).toBe('573001234567')
    await expect(page.getByRole('link', { name: 'Llamar a Línea', exact: true })).toHaveAttribute(
      'href',
      'tel:%2A765',
    )
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
  })

  test('nobody at 1: the specified notice, and everybody else one tap away', { tag: '@phone' }, async ({
    page,
    enter,
  }) => {
    const ana = await enter([BEA])
    await panicButton(page).click()
    await expect(toast(page, 'Contacto no encontrado')).toBeVisible()
    const bea = page.getByRole('link', { name: 'Escribir a Bea por WhatsApp' })
    await expect(bea).toBeFocused()
    // The notice says whom she may write to, and lies over neither that nor the number of help.
    for (const one of [bea, page.getByRole('link', { name: 'Llamar al 911' })])
      await expectFree(page, 'Contacto no encontrado', one)
    expect((await whatsappOf(bea)).text).toContain('maps?q=19.4326,-99.1332')
    await expect(page.getByRole('link', { name: 'Llamar al 911' })).toBeVisible()
    await expectNoFalseClaim(page)
    await expectAccessible(page)
    await expect.poll(() => eventsOf(ana)).toMatchObject([{ contacto_id: null, canal: null }])
  })

  test('works by keyboard alone', { tag: '@desktop' }, async ({ page, enter }) => {
    await enter([LUCIA])
    await panicButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(whatsappLink(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Enviar por SMS a Lucía' })).toBeFocused()
    await page.getByRole('button', { name: 'Cerrar el mensaje' }).press('Space')
    await expect(whatsappLink(page)).toBeHidden()
    await expect(panicButton(page)).toBeFocused()
  })
})

test.describe('without a place', () => {
  // One of them loses the network while the house still asks.
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  for (const [answer, reason] of [
    ['denied', 'bloqueado'],
    ['unavailable', 'no encontró'],
    ['null island', 'no encontró'],
    ['NaN', 'no encontró'],
  ] as const) {
    test(`the message is offered without it (${answer})`, {
      tag: answer === 'denied' ? '@phone' : ['@phone', '@long'],
    }, async ({ page, enter }) => {
      await scriptLocation(page, answer)
      const ana = await enter([LUCIA])
      await panicButton(page).click()
      await expect(toast(page, 'Error de ubicación')).toContainText(reason)
      await expectFree(page, 'Error de ubicación', page.getByRole('link', { name: 'Llamar al 911' }))
      const { number, text } = await whatsappOf(whatsappLink(page))
      expect(number).toBe('525512345678')
      expect(text).toContain('No pude obtener mi ubicación')
      expect(text).not.toContain('maps')
      await expect(whatsappLink(page)).toBeFocused()
      await expectNoFalseClaim(page)
      await expect.poll(() => eventsOf(ana)).toMatchObject([{ latitud: null, longitud: null, enviado: true }])
    })
  }

  test('with neither a contact nor a place both are said, and offline an SMS comes first', {
    tag: '@phone',
  }, async ({ page, context, enter }) => {
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

  test('one that never comes is waited for four seconds, and every step is said', { tag: '@phone' }, async ({
    page,
    enter,
  }) => {
    await scriptLocation(page, 'never')
    await page.clock.install()
    await enter([LUCIA])
    await panicButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Buscando tu ubicación…' })).toBeAttached()
    await panicButton(page).click()
    await page.clock.runFor(4_000)
    await expect(page.getByRole('status').filter({ hasText: 'Listo para enviar' })).toBeAttached()
    await expect(whatsappLink(page)).toBeFocused()
    await expect(toast(page, 'Error de ubicación')).toContainText('tardó demasiado')
    await expectAccessible(page)
  })

  test.describe('that comes late', { tag: '@long' }, () => {
    test.use({ permissions: ['geolocation'] })

    test('the link takes it in as long as she has not opened it', { tag: '@phone' }, async ({
      page,
      enter,
    }) => {
      await page.addInitScript((place) => {
        Geolocation.prototype.getCurrentPosition = () => {}
        Geolocation.prototype.watchPosition = (yes) => {
          window.addEventListener('place', () => {
            yes({ coords: place, timestamp: Date.now() } as GeolocationPosition)
          })
          return 1
        }
      }, ZOCALO)
      await page.clock.install()
      await enter([LUCIA])
      await panicButton(page).click()
      await page.clock.runFor(4_000)
      expect((await whatsappOf(whatsappLink(page))).text).not.toContain('maps')

      await page.evaluate(() => window.dispatchEvent(new Event('place')))
      await expect(page.getByText('Con tu ubicación: con 40 m de margen')).toBeVisible()
      expect((await whatsappOf(whatsappLink(page))).text).toContain('maps?q=19.4326,-99.1332')
    })
  })

  test('one that is still being looked for when she goes elsewhere', { tag: ['@phone', '@long'] }, async ({
    page,
    context,
    enter,
  }) => {
    await scriptLocation(page, 'never')
    await page.clock.install()
    const ana = await enter([LUCIA])
    await panicButton(page).click()
    await page.getByRole('link', { name: 'Perfil' }).click()
    await expect(page).toHaveURL(/\/perfil$/)
    await page.clock.runFor(4_000)
    const opened = context.waitForEvent('page')
    await toast(page, 'Error de ubicación').getByRole('button', { name: 'Abrir WhatsApp' }).click()
    expect((await opened).url()).toContain('https://wa.me/525512345678?text=')
    await expect.poll(eventCount(ana)).toBe(1)
  })

  test('a reload in the middle loses nothing', { tag: '@phone' }, async ({ page, enter }) => {
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

  test('a page that ends before the device has written anything down loses nothing either', {
    tag: '@phone',
  }, async ({ page, context, enter }) => {
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
