import { expect, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { expectAccessible, REFUSED } from '../pages/app.ts'
import { waitUntilStored } from '../pages/device.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: [REFUSED] })

test('without a network a visitor finds a page of our own, with the number and quick exit', async ({
  page,
  context,
}) => {
  await page.goto('/landing')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/antes.js', { ignoreSearch: true }))))
    .toBe(true)
  await page.reload()
  await context.setOffline(true)
  // The worker that DevTools knows may have been ended meanwhile, and the one that is begun for this visit does not hear of it at once.
  await expect(async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'No hay conexión' })).toBeVisible({
      timeout: paced(1_000),
    })
  }).toPass()
  await expect(page).toHaveTitle('Mi espacio')
  await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Salir rápido' }).click()
  await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
  await context.setOffline(false)
  await expect(async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/landing$/, { timeout: paced(1_000) })
  }).toPass()
})

test.describe('without a data saver', () => {
  test.use({ savesData: false })

  test('without a network a member opens the app', async ({ page, context, makeMember, signIn }) => {
    await signIn(page, await makeMember({ username: 'Lucía' }))
    await waitUntilStored(page)
    await page.reload()
    await context.setOffline(true)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
    await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).click()
    await expect(page.getByRole('button', { name: 'Cerrar sesión', exact: true })).toBeVisible()
  })

  test('a cut connection on the very first visit leaves a page that works later', async ({
    page,
    context,
  }) => {
    // The pages of visitors are loaded one after another: a page that asks for the next one has the one before.
    const next = page.waitForRequest(/\/assets\/Register-/)
    await page.goto('/landing')
    await next
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
    await context.setOffline(true)
    await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Qué gusto verte' })).toBeVisible()
  })
})
