import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { pressSignOut, signOut } from '../pages/account.ts'
import { expectAccessible, goWithin, REFUSED } from '../pages/app.ts'
import { answersOnDevice, rowsOnDevice, storedSession } from '../pages/device.ts'
import { addContact, eventsOf } from '../pages/safety.ts'

const NEUTRAL_KEYS = ['config', 'consejos', 'letras', 'numeros', 'pasos']

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

test.use({ expectedErrors: [REFUSED], permissions: ['geolocation'], serviceWorkers: 'allow' })

test('signing out erases everything of hers from every store of the device, and there is no way back', async ({
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
  await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).scrollIntoViewIfNeeded()
  await signOut(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
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
  await page.goBack()
  await expect(page).toHaveURL(/\/landing$/)
})

test('an alert that has not arrived stays on the device, sealed, and arrives once she signs in again', async ({
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
  // What is asked for is stored on the device as it is. Before that a page that ends leaves a draft, which goes fifteen seconds later.
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

test('signing out says first what only this device has, and needs no network', async ({
  page,
  makeMember,
  signIn,
}) => {
  await test.step('what only this device has is offered as a file', async () => {
    await signIn(page, await makeMember(), '/bienestar')
    await page.getByRole('radio', { name: 'Regular' }).click()
    await goWithin(page, '/perfil')
    await pressSignOut(page)
    const asks = page.getByRole('dialog', { name: '¿Cerrar sesión?' })
    await expect(asks.getByRole('listitem')).toHaveText(['tu ánimo'])
    const download = page.waitForEvent('download')
    await asks.getByRole('button', { name: 'Guardarlo en un archivo' }).click()
    expect((await download).suggestedFilename()).toBe('mis-notas.txt')
    await expectAccessible(page)
    await asks.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(page).toHaveURL(/\/perfil$/)
  })

  await test.step('the service cannot be told, and she is out on this device', async () => {
    await page.route('**/auth/v1/logout**', (route) => route.abort())
    await pressSignOut(page)
    await page.getByRole('button', { name: 'Cerrar sesión y borrarlo' }).click()
    await expect(page.getByText('Error al cerrar sesión', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/landing$/)
    expect(await storedSession(page)).toBeNull()
  })
})
