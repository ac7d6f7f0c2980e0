import { expect } from '../fixtures.ts'
import { expectAccessible, goWithin, REFUSED } from '../pages/app.ts'
import { waitUntilStored } from '../pages/device.ts'
import { LUCIA, panicButton, test, whatsappLink, whatsappOf } from '../pages/safety.ts'

/** The emergency number of her country. In Mexico, and wherever nothing is known, it is 911: the other tests. */

test.use({ timezoneId: 'America/Bogota' })

test.describe('a visitor', () => {
  test.use({ viewport: { width: 320, height: 568 } })

  test('a visitor whose clock is that of Bogota is asked, with 911 beside it; what she says stays in her tab', async ({
    page,
  }) => {
    const asked = page.waitForResponse((response) => response.url().includes('/rest/v1/numeros_emergencia'))
    await page.goto('/landing')
    const help = page.getByRole('region', { name: '¿Necesitas ayuda ahora?' })
    await expect(help.getByText('¿Estás en Colombia?')).toBeVisible()
    const hers = help.getByRole('link', { name: 'Llamar al 123' })
    const fallback = help.getByRole('link', { name: 'Llamar al 911' })
    await expect(hers).toHaveAttribute('href', 'tel:123')
    await expect(fallback).toHaveAttribute('href', 'tel:911')
    // The lines of both, each under its country; every number with where it was read.
    await expect(help.getByRole('list', { name: 'Líneas nacionales de Colombia' })).toContainText('155')
    await expect(help.getByRole('list', { name: 'Líneas nacionales de México' })).toContainText('079')
    const fold = help.getByText('Fuentes y fechas')
    /** Of the browser's triangle nothing is left; the app's own arrow turns. */
    const arrow = () =>
      fold.evaluate((one) => [getComputedStyle(one).display, getComputedStyle(one, '::after').rotate])
    expect(await arrow()).toEqual(['flex', '45deg'])
    await fold.click()
    expect(await arrow()).toEqual(['flex', '225deg'])
    await expect(help).toContainText('123 (Colombia): Fuente: radiosantafe.com, 14 de febrero de 2026')
    await expect(help).toContainText('155 (Colombia): Sin verificar')
    await expectAccessible(page)

    // The service has the last word, and gives it without an account.
    const rows = (await (await asked).json()) as { codigo_iso: string; numeros: string[] }[]
    expect(rows.find(({ codigo_iso }) => codigo_iso === 'CL')?.numeros[0]).toBe('133')

    // Quick exit stands beside the menu, not below it.
    const bar = page.getByRole('banner')
    const tops = await Promise.all(
      [
        bar.getByRole('link', { name: 'Crear cuenta' }),
        bar.getByRole('button', { name: 'Salir rápido' }),
      ].map(async (element) => (await element.boundingBox())!.y),
    )
    expect(tops[0]).toBe(tops[1])

    await help.getByRole('button', { name: 'Sí, estoy en Colombia' }).click()
    await expect(fallback).toHaveCount(0)
    await expect(help.getByRole('list', { name: 'Líneas nacionales' })).toContainText('155')
    await page.reload()
    await expect(hers).toBeVisible()
    await expect(help.getByText('¿Estás en Colombia?')).toHaveCount(0)
    await help.getByRole('button', { name: 'Escribir a alguien con mi ubicación' }).click()
    const write = page.getByRole('link', { name: 'Elegir a quién escribir en WhatsApp' })
    expect((await whatsappOf(write)).text).toContain('llama al 123 (emergencias en Colombia)')
    expect(await page.evaluate(() => localStorage.getItem('pais'))).toBeNull()

    // In the quiet line of the other pages too.
    await page.goto('/login')
    await expect(page.getByRole('contentinfo')).toContainText(
      /marca ?123Emergencias en Colombia\. Fuente: radiosantafe\.com, 14 de febrero de 2026/,
    )
  })
})

test.describe('a member', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [REFUSED] })

  test('a member says her country once, and it holds everywhere, offline and on her other devices', async ({
    page,
    context,
    enter,
    makeMember,
  }) => {
    const ana = await enter([LUCIA])
    const asks = page.getByRole('region', { name: 'Pedir ayuda' })
    await expect(asks.getByText('¿Estás en Colombia?')).toBeVisible()
    await expect(asks.getByRole('link', { name: 'Llamar al 123' })).toHaveAttribute('href', 'tel:123')
    await expect(asks.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
    await asks.getByRole('button', { name: 'Sí, estoy en Colombia' }).click()
    await expect(asks.getByRole('link', { name: 'Llamar al 911' })).toHaveCount(0)

    // Her account has it, for her contacts' messages; nobody else reads it.
    const country = async (member: typeof ana) =>
      (await member.client.from('alarma_ajustes').select('pais').eq('user_id', ana.id)).data
    await expect.poll(() => country(ana)).toEqual([{ pais: 'CO' }])
    expect(await country(await makeMember())).toEqual([])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pais'))).toBe('CO')

    // «Mis Coberturas» keeps its own number and has hers beside it; booklets for danger are always there.
    await page.getByText('Mis Coberturas').click()
    await page.getByText('Cuadernos para un momento difícil').click()
    await expect(page.getByRole('link', { name: 'Asistencia Amparo · 911' })).toHaveAttribute(
      'href',
      'tel:911',
    )
    await expect(page.getByRole('link', { name: 'Emergencias en Colombia · 123' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Mi plan de seguridad/ })).toHaveAttribute(
      'href',
      '/cuadernos/cuaderno-1.pdf',
    )
    await page.getByRole('button', { name: 'Ajustes de tu alerta' }).click()
    await expect(page.getByRole('combobox', { name: 'Tu país' })).toHaveValue('CO')
    await page.getByRole('button', { name: 'Cerrar' }).click()

    await page.goto('/seguridad/apoyo-y-refugios')
    await expect(page.getByRole('region', { name: 'Emergencias' })).toContainText('Emergencias en Colombia')
    for (const path of ['/seguridad/apoyo-y-refugios', '/prevencion', '/biblioteca']) {
      await goWithin(page, path)
      const booklets = page.getByRole('region', { name: 'Cuadernos para un momento difícil' })
      await expect(booklets.getByRole('link')).toHaveCount(4)
      await expect(booklets.getByRole('link', { name: /Mi plan de seguridad/ })).toBeVisible()
    }

    await waitUntilStored(page)
    await page.goto('/seguridad')
    await expect(panicButton(page)).toBeVisible()
    await context.setOffline(true)
    await panicButton(page).click()
    await expect(whatsappLink(page)).toBeVisible()
    expect((await whatsappOf(whatsappLink(page))).text).toContain('llama al 123 (emergencias en Colombia)')
    await expect(page.getByRole('link', { name: 'Llamar al 123' })).toBeVisible()
    await context.setOffline(false)

    // The next user of the device does not see it.
    await page.evaluate(() => localStorage.removeItem('sesion'))
    await page.reload()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pais'))).toBeNull()
  })
})
