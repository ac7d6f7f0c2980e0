import { LocalIdentityProvider } from '../../server/testing/identityProvider.ts'
import { test as base, expect } from '../fixtures.ts'
import { freePort, openServer } from '../ownServer.ts'
import { signOut } from '../pages/account.ts'

type Google = LocalIdentityProvider

/** A server whose «Continuar con Google» leads to a provider on this machine. */
const test = base.extend<object, { google: Google; address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => use(`http://127.0.0.1:${await freePort()}`),
    { scope: 'worker' },
  ],
  google: [
    async ({ address }, use) => {
      const provider = await LocalIdentityProvider.start(`${address}/auth/v1/callback`)
      const server = await openServer(address, {
        GOOGLE_CLIENT_ID: LocalIdentityProvider.client.client_id,
        GOOGLE_CLIENT_SECRET: LocalIdentityProvider.client.client_secret,
        GOOGLE_ISSUER: provider.issuer,
      })
      await use(provider)
      await server.close()
      provider.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ address, google: _ }, use) => use(address),
})

test.use({
  expectedErrors: [
    /request to a third party: http:\/\/127\.0\.0\.1|status of (401|403)|status of 400 .*\/auth\/v1\/token/,
  ],
})

test('a member who signs up with «Continuar con Google» with the code of a friend is asked one question, counts as invited, and is asked nothing again', async ({
  page,
  google,
  baseURL,
  makeMember,
}) => {
  const friend = await makeMember({ username: 'Amiga' })
  const { data } = await friend.client
    .from('profiles')
    .select('codigo_invitacion')
    .eq('id', friend.id)
    .single()
  google.person = { sub: 'luz', email: 'luz@ejemplo.mx', email_verified: true, name: 'Luz María' }
  await page.goto(`/register?codigo=${data!.codigo_invitacion}`)
  await page.getByLabel('Quiero que mi amiga vea mi nombre en su lista').check()
  await page.getByRole('button', { name: 'Continuar con Google' }).click()
  await expect(page.getByRole('heading', { name: 'Una pregunta antes de entrar' })).toBeVisible()
  await page.getByLabel('Identidad de género').selectOption('mujer cis')
  await page.getByRole('button', { name: 'Entrar a mi espacio' }).click()
  // What the provider calls her is not what other members see.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Usuaria Amparo')
  await expect(page).toHaveURL(`${baseURL}/`)
  expect(await page.evaluate(() => location.href)).not.toMatch(/code=|token/)

  expect((await friend.client.from('referidos').select('referido_id')).data).toHaveLength(1)
  expect(await page.evaluate(() => sessionStorage.getItem('invitacion'))).toBeNull()
  // The second time nothing is asked.
  await page.goto('/perfil')
  // What is still being asked as she leaves is refused, and the browser says so in its console.
  await page.waitForLoadState('networkidle')
  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continuar con Google' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Usuaria Amparo')
})

test('an account that has not said who she is is asked before anything else; one that is not admitted is signed out', async ({
  page,
  makeMember,
  signIn,
}) => {
  await test.step('she is asked, and then finds her screens', async () => {
    const bea = await makeMember({ username: 'Bea Sin Decir', identidad: null })
    await signIn(page, bea, '/seguridad')
    await expect(page.getByRole('heading', { name: 'Una pregunta antes de entrar' })).toBeVisible()
    await expect(page.getByRole('button', { name: /pánico/i })).toHaveCount(0)

    await page.getByRole('button', { name: 'Entrar a mi espacio' }).click()
    await expect(page.getByText('Por favor, completa todos los campos.', { exact: true })).toBeVisible()

    await page.getByLabel('Identidad de género').selectOption('mujer trans')
    await page.getByRole('button', { name: 'Entrar a mi espacio' }).click()
    await expect(page.getByRole('button', { name: /pánico/i })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: /pánico/i })).toBeVisible()
  })

  await test.step('the community is not for her', async () => {
    const visitor = await makeMember({ username: 'Otra Persona', identidad: null })
    await signIn(page, visitor)
    await page.getByLabel('Identidad de género').selectOption('prefiero no decir')
    await page.getByRole('button', { name: 'Entrar a mi espacio' }).click()
    await expect(page.getByText('Acceso Restringido', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/landing$/)
    // Signed out and erased: the account is not there any more.
    const { error } = await visitor.client.auth.signInWithPassword({
      email: visitor.email,
      password: visitor.password,
    })
    expect(error?.code).toBe('invalid_credentials')
  })
})
