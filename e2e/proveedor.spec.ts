import { LocalIdentityProvider } from '../server/testing/identityProvider.ts'
import { freePort, openHouse } from './casa.ts'
import { test as base, expect } from './fixtures.ts'
import { signOut } from './pages/account.ts'

type Google = LocalIdentityProvider

/** A house whose «Continuar con Google» leads to a provider on this machine. */
const test = base.extend<object, { google: Google; address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => use(`http://127.0.0.1:${await freePort()}`),
    { scope: 'worker' },
  ],
  google: [
    async ({ address }, use) => {
      const provider = await LocalIdentityProvider.start(`${address}/auth/v1/callback`)
      const house = await openHouse(address, {
        GOOGLE_CLIENT_ID: LocalIdentityProvider.client.client_id,
        GOOGLE_CLIENT_SECRET: LocalIdentityProvider.client.client_secret,
        GOOGLE_ISSUER: provider.issuer,
      })
      await use(provider)
      await house.close()
      provider.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ address, google: _ }, use) => use(address),
})

// The redirect of the question whether the button leads anywhere is reported, and not followed.
test.use({ expectedErrors: [/request to a third party: http:\/\/127\.0\.0\.1/] })

test('@phone who comes by «Continuar con Google» is asked the one question first, and then is at home', async ({
  page,
  google,
  baseURL,
}) => {
  google.person = { sub: 'luz', email: 'luz@ejemplo.mx', email_verified: true, name: 'Luz María' }
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continuar con Google' }).click()
  await page.getByLabel('Identidad de género').selectOption('mujer cis')
  await page.getByRole('button', { name: 'Entrar a mi espacio' }).click()
  // What the provider calls her is not what other members see.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Usuaria Amparo')
  await expect(page).toHaveURL(`${baseURL}/`)
  expect(await page.evaluate(() => location.href)).not.toMatch(/code=|token/)

  // The second time nothing is asked.
  await page.goto('/perfil')
  // What is still being asked as she leaves is refused, and the browser says so in its console.
  await page.waitForLoadState('networkidle')
  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continuar con Google' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Usuaria Amparo')
})
