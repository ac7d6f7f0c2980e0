import { expect } from './fixtures.ts'
import { expectAccessible, REFUSED } from './pages/app.ts'
import { eventsOf, LUCIA, panicButton, test, whatsappOf, ZOCALO } from './pages/safety.ts'

/** An alert tried without alerting anybody. */

test.describe('the drill', () => {
  test.use({ geolocation: ZOCALO, permissions: ['geolocation'], expectedErrors: [REFUSED], savesData: false })

  test('walks the steps of an alert, says what is missing, records nothing @phone', async ({
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
