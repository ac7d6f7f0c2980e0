import { expect, test } from './fixtures.ts'

test.describe('an account that has not said who she is', { tag: '@phone' }, () => {
  test('is asked before anything else, and then finds her rooms', async ({ page, makeMember, signIn }) => {
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

  test.describe('who comes from a provider', () => {
    // No provider is set up here: its button ends in an error, after which she comes in another way.
    test.use({ expectedErrors: [/status of 400/] })

    test('still counts as invited by her friend, who sees her name if she said so', async ({
      page,
      makeMember,
      signIn,
    }) => {
      const friend = await makeMember({ username: 'Amiga' })
      const { data } = await friend.client
        .from('profiles')
        .select('codigo_invitacion')
        .eq('id', friend.id)
        .single()
      await page.goto(`/register?codigo=${data!.codigo_invitacion}`)
      await page.getByLabel('Quiero que mi amiga vea mi nombre en su lista').check()
      await page.getByRole('button', { name: 'Continuar con Google' }).click()
      await expect(page.getByText('Error con Google', { exact: true })).toBeVisible()

      await signIn(page, await makeMember({ username: 'Bea Invitada', identidad: null }))
      await page.getByLabel('Identidad de género').selectOption('mujer cis')
      await page.getByRole('button', { name: 'Entrar a mi espacio' }).click()
      await expect(page.getByRole('link', { name: 'Mi diario' })).toBeVisible()
      const list = await friend.client
        .from('referidos')
        .select('referido_id, profiles(username)')
        .eq('invitador_id', friend.id)
      expect(list.data).toMatchObject([{ profiles: { username: expect.stringMatching(/./) } }])
      expect(await page.evaluate(() => sessionStorage.getItem('invitacion'))).toBeNull()
    })
  })

  test.describe('who is not admitted', () => {
    // The sign-out, and what the house was fetching meanwhile, are asked for an account that no longer exists.
    test.use({ expectedErrors: [/status of (401|403)|status of 400 .*\/auth\/v1\/token/] })

    test('is shown out when the community is not for her', async ({ page, makeMember, signIn }) => {
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

  test('a member who registered here is never asked', async ({ page, makeMember, signIn }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('estoy_admitida')) asked.push(request.url())
    })
    await signIn(page, await makeMember(), '/seguridad')
    await expect(page.getByRole('button', { name: /pánico/i })).toBeVisible()
    expect(asked).toEqual([])
  })
})
