import { expect } from './fixtures.ts'
import { paced } from './pace.ts'
import { expectAccessible, REFUSED, toast } from './pages/app.ts'
import { BEA, expectNoFalseClaim, scriptLocation, test, warmUp, ZOCALO } from './pages/safety.ts'

/** «Acompáñame»: a link that shows where she is. */

test.describe('«Acompáñame»', () => {
  test.use({ geolocation: ZOCALO, permissions: ['geolocation'], expectedErrors: [REFUSED] })

  test('opens a message with a link that shows where she is, until she ends it', { tag: '@phone' }, async ({
    page,
    context,
    browser,
    enter,
  }) => {
    await enter([BEA])
    await warmUp(page)
    await page.getByLabel('Durante').selectOption('4 horas')
    // The link arrives before the service has heard of the walk.
    const starts = '**/rest/v1/rpc/iniciar_acompanamiento*'
    await context.route(starts, (route) => route.abort('internetdisconnected'))
    const opened = context.waitForEvent('page')
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    const sent = new URL((await opened).url())
    expect(sent.pathname).toBe('/573001234567')
    const text = sent.searchParams.get('text')!
    expect(text).toMatch(/^Hola, voy en camino y quiero que me acompañes\. .+ llámame\.\n/)
    const link = /https?:\S+$/.exec(text)![0]
    expect(link).toMatch(/\/camino\/[\w-]{43}$/)
    await expect(toast(page, 'Modo Acompañamiento Activado')).toContainText('Presiona enviar')
    await expectNoFalseClaim(page)
    expect(await page.evaluate(() => localStorage.getItem('locationSharing'))).toBe('true')
    await expect(page.getByText('Intentando compartir tu ubicación…')).toBeVisible()

    // Her contact, on a device of her own and without an account.
    const elsewhere = await browser.newContext({ permissions: [] })
    const contact = await elsewhere.newPage()
    await contact.clock.install()
    await contact.goto(link)
    await expect(contact.getByText('Todavía no hay señal o el enlace está incompleto')).toBeVisible()
    await context.unroute(starts)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText(/^Tu ubicación en el enlace: /)).toBeVisible()
    await contact.clock.runFor(11_000)
    await expect(contact.getByText('Está compartiendo su ubicación')).toBeVisible()
    await expect(contact.getByText('con 40 m de margen')).toBeVisible()
    await expect(contact.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute(
      'href',
      'https://www.google.com/maps?q=19.4326,-99.1332',
    )
    await expect(contact.getByText('Ana Prueba')).toBeHidden()
    await expectAccessible(contact)
    await elsewhere.setOffline(true)
    await contact.clock.runFor(3 * 60_000)
    await expect(contact.getByText(/^Sin señal desde hace \d min$/)).toBeVisible()
    await expect(contact.getByText('No pudimos preguntar de nuevo')).toBeVisible()
    await elsewhere.setOffline(false)
    await contact.clock.runFor(11_000)
    await expect(contact.getByText('Está compartiendo su ubicación')).toBeVisible()

    // It stays on every screen and after a reload, and covers nothing that she may need.
    await page.goto('/')
    await page.getByRole('button', { name: 'Salir rápido' }).filter({ visible: true }).click({ trial: true })
    await page.goto('/perfil')
    await page.getByRole('link', { name: /Tu ubicación en el enlace: .+ hasta las \d\d:\d\d/ }).click()
    await expect(page.getByText('Activado', { exact: true })).toBeVisible()
    await expectAccessible(page)
    const tab = await context.newPage()
    await tab.goto('/perfil')
    const shared = tab.getByRole('link', { name: /Tu ubicación en el enlace|Intentando compartir/ })
    await expect(shared).toBeVisible()
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    await expect(toast(page, 'Modo Acompañamiento Desactivado')).toBeVisible()
    await expect(shared, 'another tab claims it no longer').toBeHidden({ timeout: paced(4_000) })
    await tab.close()
    expect(await page.evaluate(() => localStorage.getItem('locationSharing'))).toBe('false')

    await expect(async () => {
      await contact.clock.runFor(11_000)
      await expect(contact.getByText('Ya no comparte su ubicación')).toBeVisible({ timeout: paced(1_000) })
    }).toPass()
    await expect(contact.getByRole('link', { name: 'Ver en el mapa' })).toBeHidden()
    await contact.goto(link.slice(0, -4))
    await expect(contact.getByText('Todavía no hay señal o el enlace está incompleto')).toBeVisible()
    await elsewhere.close()
  })

  test('a walk that the service refuses is over at once, and says that nobody sees her', {
    tag: '@phone',
  }, async ({ page, context, enter }) => {
    await enter([BEA])
    await warmUp(page)
    const toggle = page.getByRole('switch', { name: 'Modo Acompañamiento' })
    const refuse = (status: number, code: string, message: string) =>
      page.route('**/rest/v1/rpc/iniciar_acompanamiento', (route) =>
        route.fulfill({ status, json: { code, message } }),
      )

    // Somebody who was sent her link began with its code before her device did.
    await refuse(409, 'PT409', 'Ese enlace ya no sirve.')
    const opened = context.waitForEvent('page')
    await toggle.click()
    await (await opened).close()
    const spent = toast(page, 'Ese enlace no sirve y nadie verá tu ubicación con él')
    await expect(spent).toContainText('Modo Acompañamiento Desactivado')
    await expect(toggle).not.toBeChecked()
    expect(await page.evaluate(() => localStorage.getItem('locationSharing'))).toBe('false')

    await refuse(429, 'PT429', 'Vas muy rápido. Respira: podrás seguir en 9 segundos.')
    const again = context.waitForEvent('page')
    await toggle.click()
    await (await again).close()
    await expect(toast(page, 'Tu camino no empezó')).toContainText('podrás seguir en 9 segundos')
    await expect(toggle).not.toBeChecked()
    await expectNoFalseClaim(page)
  })

  test('claims nothing where no place leaves, and says how to mend it', { tag: '@phone' }, async ({
    page,
    context,
    enter,
  }) => {
    await scriptLocation(page, 'denied')
    await enter([BEA])
    await context.setOffline(true)
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    await expect(toast(page, 'Error de ubicación')).toContainText('Tu enlace no muestra dónde estás')
    await expect(page.getByText('Error de ubicación: tu enlace no muestra dónde estás')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Permisos, Ubicación' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Enviar a Bea por SMS' })).toHaveAttribute(
      'href',
      /^sms:\+573001234567[?&]body=Hola.*camino/,
    )
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Perfil' }).first().click()
    await expect(page.getByRole('link', { name: /^Error de ubicación: tu enlace no muestra/ })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  })
})

test('@phone a walk that is not there says what to do, and whom to call once', async ({ page }) => {
  const numbers = page.locator('a[href^="tel:"]').filter({ visible: true })
  await page.goto('/camino/nadie-anda-por-aqui')
  await expect(page.getByText('Si no aparece, pídele otro enlace de viva voz.')).toBeVisible()
  await expect(numbers).toHaveText(['911'])
  // A page that does not say it itself has it at its foot, with source and day on one line.
  await page.goto('/cuenta/enlace')
  await expect(numbers).toHaveText(['911'])
  const source = page.getByText(/^Fuente: /)
  await expect(source).toHaveText('Fuente: gob.mx, 3 de octubre de 2016')
  const oneLine = (source: Element) => source.getClientRects().length === 1 && source.scrollHeight < 30
  expect(await source.evaluate(oneLine)).toBe(true)
})
