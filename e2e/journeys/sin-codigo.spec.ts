import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { exitButton, REFUSED, toast } from '../pages/app.ts'
import { answersOnDevice, filesOfWorker, waitUntilStored } from '../pages/device.ts'
import { LUCIA, panicButton, test, warmUp, whatsappLink, ZOCALO } from '../pages/safety.ts'

/** The parts beside a page have files of their own. None of them takes the page away by failing to load. */

test.use({
  geolocation: ZOCALO,
  permissions: ['geolocation'],
  expectedErrors: [/Failed to load resource|dynamically imported module/],
})

/** The files whose names begin so do not come. @returns the names of those that were asked for, and how to let them come */
async function withhold(context: BrowserContext, names: string[]) {
  const asked = new Set<string>()
  const files = new RegExp(`/assets/(${names.join('|')})-[^/]+\\.js$`)
  await context.route(files, (route) => {
    asked.add(files.exec(new URL(route.request().url()).pathname)![1]!)
    return route.abort()
  })
  return { asked: () => [...asked].sort(), come: () => context.unroute(files) }
}

/** Until what a file that did not come does to the page is done. */
const settle = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)))

const FRAME = ['Behind', 'Cambios', 'LlamadaEnCurso', 'LlegadaBanner', 'NewRelease', 'Toaster']

test('no file of the frame comes: the panic button stays, and works', async ({ page, context, enter }) => {
  await enter([LUCIA])
  const files = await withhold(context, [...FRAME, 'Panel'])
  await page.reload()
  await expect.poll(files.asked).toEqual(FRAME)
  await page.getByRole('button', { name: 'Abrir chat con' }).click()
  await expect.poll(files.asked).toContain('Panel')
  await settle(page)
  await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
  await warmUp(page)
  await panicButton(page).click()
  await expect(whatsappLink(page)).toBeVisible()
  await expect(exitButton(page)).toBeVisible()

  // With the network they come.
  await files.come()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('region', { name: /Avisos/ })).toBeAttached()
  // What was pressed meanwhile does not open over what she is doing now.
  await settle(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Abrir chat con' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('what comes beside a screen does not come: the screen stays', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  await test.step('behind Home', async () => {
    {
      const files = await withhold(context, ['BelowTiles', 'Hoy'])
      await signIn(page, await makeMember())
      await expect.poll(files.asked).toEqual(['BelowTiles', 'Hoy'])
      await settle(page)
      await expect(page.getByRole('link', { name: /^Seguridad/ }).first()).toBeVisible()
      await expect(page.getByText('No pudimos abrir esta página.')).toHaveCount(0)
      await files.come()
    }
  })

  await test.step('the code of a screen', async () => {
    await page.route('**/assets/Perfil-*.js', (route) => route.abort())
    await page.reload()
    await page.getByRole('link', { name: 'Perfil' }).filter({ visible: true }).click()
    await expect(page.getByText('No pudimos abrir esta página.')).toBeVisible()
    await page.unroute('**/assets/Perfil-*.js')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('button', { name: 'Cerrar sesión', exact: true })).toBeVisible()
  })

  await test.step('the question for a proof', async () => {
    // As if she had entered long ago.
    await page.route('**/rpc/eliminar_mi_cuenta', (route) =>
      route.fulfill({ status: 428, json: { code: 'PT428' } }),
    )
    await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    const forever = page.getByRole('button', { name: 'Eliminar para siempre' })
    const files = await withhold(context, ['Prueba'])
    await forever.click()
    await expect(toast(page, 'No pudimos preguntarte si eres tú')).toBeVisible()
    await expect(forever).toBeEnabled()

    await files.come()
    await forever.click()
    await expect(page.getByRole('dialog', { name: 'Confirma que eres tú' })).toBeVisible()
  })
})

test('a visitor without notices keeps the form, and without the message the numbers', async ({
  page,
  context,
}) => {
  await test.step('notices', async () => {
    const files = await withhold(context, ['Toaster'])
    await page.goto('/register')
    await expect.poll(files.asked).toEqual(['Toaster'])
    await settle(page)
    await expect(page.locator('#prerendered')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: /Correo/ }).first()).toBeVisible()
    await expect(exitButton(page)).toBeVisible()
    await files.come()
  })

  await test.step('the message', async () => {
    const files = await withhold(context, ['WriteDialog'])
    await page.goto('/landing')
    await page.getByRole('button', { name: 'Escribir a alguien con mi ubicación' }).click()
    await expect.poll(files.asked).toEqual(['WriteDialog'])
    await settle(page)
    await expect(page.getByText('No pudimos abrirlo. Revisa tu internet.')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Llamar al/ }).first()).toBeVisible()
  })
})

test.describe('on a metered connection, without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [REFUSED] })

  test('Home and the safety page are whole', { tag: '@phone' }, async ({ page, context, enter }) => {
    await enter([LUCIA])
    await waitUntilStored(page)
    await expect.poll(async () => (await answersOnDevice(page)).join()).toContain('contactos_emergencia')
    // What a worker leaves out there is let go here: a test cannot tell it what the connection costs.
    await page.evaluate(
      async (first) => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          for (const request of await cache.keys()) {
            const { pathname } = new URL(request.url)
            if (pathname.startsWith('/assets/') && !first.includes(pathname)) await cache.delete(request)
          }
        }
      },
      await filesOfWorker(page, 'first'),
    )
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
    await context.setOffline(true)
    await page.goto('/')
    await expect(page.getByText('¿Cómo estás hoy?')).toBeVisible()
    await page
      .getByRole('link', { name: /^Seguridad/ })
      .filter({ visible: true })
      .first()
      .click()
    await expect(page.getByText('Mensaje para Lucía')).toBeVisible()
    await panicButton(page).click()
    await expect(page.getByRole('link', { name: 'Enviar por SMS a Lucía' })).toBeVisible()
  })
})
