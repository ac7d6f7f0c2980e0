import { test as base, expect } from '../fixtures.ts'
import { freePort, openServer } from '../ownServer.ts'
import { totp } from '../totp.ts'

/** An installation as its first start leaves it: the only account is the admin's, with the printed password. */
const test = base.extend<object, { ownServer: { url: string; email: string; password: string } }>({
  ownServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => {
      const url = `http://127.0.0.1:${await freePort()}`
      const server = await openServer(url, { AMPARO_ADMIN_FACTOR: '1', AMPARO_E2E_DEMO: '0' })
      const [, email, password] = /Administración: (\S+) (\S+)/.exec(server.said)!
      await use({ url, email: email!, password: password! })
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
})

test('the printed password is changed first, the screens of the admin wait for a second factor, and no device names her', async ({
  page,
  ownServer,
}) => {
  await page.goto('/login')
  await page.getByLabel('Correo').fill(ownServer.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(ownServer.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  // Like everybody she says who she is.
  await page.getByLabel('Identidad de género').selectOption('mujer cis')
  await page.getByRole('button', { name: 'Entrar a mi espacio' }).click()

  await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeVisible()
  const suya = 'una clave mía y larga'
  await page.getByLabel('Contraseña de un solo uso').fill(ownServer.password)
  await page.getByLabel('Tu contraseña nueva').fill(suya)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()

  await expect(page.getByRole('heading', { name: 'Elige tu contraseña' })).toBeHidden()

  // Nothing else of the app waits for the factor.
  await page.goto('/seguridad')
  await expect(page.getByRole('button', { name: /pánico/i })).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Un paso antes de administrar' })).toBeVisible()
  await page.getByRole('button', { name: 'Activar la verificación' }).click()
  const dialog = page.getByRole('dialog')
  const clave = (await dialog.locator('p.font-mono').textContent())!
  await dialog.getByLabel('El código que muestra ahora').fill(totp(clave))
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByRole('list', { name: 'Códigos de recuperación' })).toBeVisible()
  await dialog.getByLabel('Ya los guardé donde solo yo los encuentro.').check()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('button', { name: 'Abrir la administración' }).click()
  await expect(page.getByRole('heading', { name: 'Administración', level: 1 })).toBeVisible()

  // Outside of her session, nothing stored on the device contains an e-mail address.
  const kept = await page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key !== 'sesion')
      .map(([key, value]) => `${key} ${value}`)
      .join('\n'),
  )
  expect(kept).not.toContain(ownServer.email)
  expect(await (await page.request.get('/config.json')).text()).not.toContain('@')
})
