import type { Page } from '@playwright/test'
import { stopClock } from '../fixtures.ts'
import { expect, test } from '../ownServer.ts'
import { paced } from '../pace.ts'
import { expectAccessible, toast } from '../pages/app.ts'

const subscribe = (page: Page) => page.getByRole('button', { name: /^Suscribirme a/ })

/** The provider's number of the page that she has in front of her. */
const sessionIn = (page: Page) => page.url().slice(page.url().lastIndexOf('/') + 1)

test.use({ expectedErrors: [/Failed to load resource/] })

test('from the plans to the payment page and back with the plan, and to where she cancels', async ({
  page,
  ownServer,
  makeMember,
  signIn,
}) => {
  const ella = await makeMember()
  await signIn(page, ella, '/pricing')
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
  for (const [plan, features] of [
    [
      'Básico',
      [
        'Comunidad completa',
        'Diario emocional ilimitado',
        'Módulo de seguridad personal',
        'Biblioteca completa',
      ],
    ],
    [
      'Premium',
      [
        'Todo lo de Básico',
        'Asistencia y coberturas Amparo',
        'Zona holística exclusiva',
        'Eventos y talleres premium',
      ],
    ],
  ] as const) {
    const card = page
      .locator('label')
      .filter({ hasText: `${plan}` })
      .filter({ hasText: features[0] })
    for (const feature of features) await expect(card.getByText(feature, { exact: true })).toBeVisible()
  }
  // What is sold and not there yet says so, and so does what nobody has to pay for.
  const coming = page.getByRole('listitem').filter({ hasText: 'próximamente' })
  await expect(coming).toHaveText([/^Asistencia y coberturas Amparo/, /^Eventos y talleres premium/])
  await expect(page.getByText(/abierto para todas, sin pagar/)).toBeVisible()
  await expectAccessible(page)

  ownServer.stripe.trouble = { what: 'answers 500', path: /checkout/, times: 9 }
  await subscribe(page).click()
  await expect(toast(page, 'No se pudo abrir el pago. No se hizo ningún cargo.')).toBeVisible()
  ownServer.stripe.trouble = undefined
  // Busy while the page is asked for, and pressed once.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let calls = 0
  await page.route('**/functions/v1/create-checkout', async (route) => {
    calls++
    await held
    await route.continue()
  })
  await subscribe(page).click()
  await expect(subscribe(page)).toHaveAttribute('aria-busy', 'true')
  await subscribe(page).dispatchEvent('click')
  release()
  await page.getByRole('button', { name: 'Pagar' }).click()
  expect(calls).toBe(1)

  await expect(page).toHaveURL(/\/payment-success\?plan=premium$/)
  await expect(page.getByRole('heading', { name: '¡Listo! Tu plan está activo' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Ir al inicio', exact: true })).toHaveAttribute('href', '/')
  await page.getByRole('link', { name: 'Ver mi perfil' }).click()
  await expect(page).toHaveURL(/\/perfil$/)
  await expect(page.getByRole('main').getByText('Premium').first()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Escribir al equipo' }).click()
  await expect(page.getByRole('link', { name: 'ayuda@ejemplo.mx' })).toBeVisible()

  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: 'Tu suscripción: Premium' })).toBeVisible()
  await expect(page.getByText('Tu plan', { exact: true })).toBeVisible()
  await expect(subscribe(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Administrar mi suscripción' }).click()
  await expect(page.getByRole('heading', { name: 'Portal del proveedor' })).toBeVisible()
})

test('the result waits for the word of the provider, fifteen seconds at most', async ({
  page,
  ownServer,
  makeMember,
  signIn,
}) => {
  const ella = await makeMember()
  await signIn(page, ella, '/pricing')
  await subscribe(page).click()
  await expect(page.getByRole('button', { name: 'Pagar' })).toBeVisible()
  const session = sessionIn(page)

  await page.clock.install()
  await page.goto('/payment-success?plan=premium')
  await expect(page.getByRole('heading', { name: 'Procesando tu suscripción' })).toBeVisible()
  // The toast goes after five seconds of the page's clock, which from here on only the test moves.
  await stopClock(page)
  const failed = page.getByRole('heading', { name: 'No pudimos confirmar tu plan' })
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(failed).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: paced(30_000) })
  await expect(toast(page, 'Error de actualización')).toContainText('Contacta a soporte en ayuda@ejemplo.mx')
  // The notice and the screen do not say the same, and what must not be missed stays.
  await expect(page.getByText('Error de actualización', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ hasText: 'no pagues de nuevo' })).toContainText(
    'ayuda@ejemplo.mx',
  )
  // axe waits with timers.
  await page.clock.resume()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Reintentar' }).click()
  await expect(page).toHaveURL(/\/pricing$/)

  // Paid meanwhile; the word of it comes while she looks.
  const [event] = ownServer.stripe.pay(session)
  await page.goto('/payment-success?plan=premium')
  await expect(page.getByRole('heading', { name: 'Procesando tu suscripción' })).toBeVisible()
  expect(await ownServer.stripe.deliver(event!)).toBe(200)
  await page.clock.runFor(2_000)
  await expect(page.getByRole('heading', { name: '¡Listo! Tu plan está activo' })).toBeVisible()
})
