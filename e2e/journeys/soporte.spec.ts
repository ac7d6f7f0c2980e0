import { expect, test } from '../fixtures.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 500/] })

test('she writes to the team, without a network too, and reads the answer where she wrote; what failed with a code leads there', async ({
  page,
  context,
  admin,
  makeMember,
  signIn,
}) => {
  const her = await makeMember({ username: `Noemí ${crypto.randomUUID().slice(0, 8)}` })
  await signIn(page, her, '/perfil')
  await page.getByRole('link', { name: /^Escribir al equipo/ }).click()
  await expect(page.getByText('Todavía no le has escrito al equipo.')).toBeVisible()
  await page.getByLabel('Tu mensaje').fill('No se guarda mi foto')
  await page.getByRole('button', { name: 'Enviar' }).click()
  const talk = page.getByRole('region', { name: 'Conversación' })
  await expect(talk.getByText('No se guarda mi foto')).toBeVisible()
  await expect(talk.getByText('Tu mensaje espera respuesta.')).toBeVisible()

  await context.setOffline(true)
  await page.getByLabel('Tu mensaje').fill('Y me salió un código')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(talk.getByText('Se enviará cuando haya conexión')).toBeVisible()
  await context.setOffline(false)
  await expect(talk.getByText('Se enviará cuando haya conexión')).toBeHidden()
  await expect(talk.getByText('Y me salió un código')).toHaveCount(1)

  const theirs = await context.browser()!.newContext({ baseURL: new URL(page.url()).origin })
  const desk = await theirs.newPage()
  await desk.addInitScript(() => localStorage.setItem('consejos', 'instalar'))
  await signIn(desk, admin, '/admin/soporte')
  await desk.getByRole('button', { name: `Abrir lo que escribió ${her.username}` }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('Y me salió un código')).toBeVisible()
  await dialog.getByLabel('Tu respuesta').fill('Prueba otra vez, ya quedó')
  await dialog.getByRole('button', { name: 'Responder' }).click()
  await expect(desk.getByText('Respuesta enviada', { exact: true })).toBeVisible()

  // Her page is open: nothing has to be loaded anew.
  await expect(talk.getByText('Prueba otra vez, ya quedó')).toBeVisible()
  await expect(talk.getByText('Tu mensaje espera respuesta.')).toBeHidden()
  expect((await her.client.rpc('quien_me_vio')).data).toMatchObject([
    { papel: 'administradora', tipo: 'soporte' },
  ])
  await theirs.close()
  await test.step('what failed with a code leads to the team, and she may delete all of it', async () => {
    const her = await makeMember()
    await signIn(page, her, '/perfil')
    await page.getByRole('button', { name: 'Editar perfil' }).click()
    await page.route('**/rest/v1/profiles*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 500,
            headers: { 'sb-request-id': 'abcd-7f3k', 'access-control-expose-headers': 'sb-request-id' },
            json: { code: 'XX000', message: 'x', details: null, hint: null },
          })
        : route.fallback(),
    )
    await page.getByLabel('Nombre').fill('Otra')
    await page.getByRole('button', { name: 'Guardar cambios' }).click()
    // Not in what is read aloud of it.
    await expect(page.getByText('7F3K', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Escribir al equipo' }).click()
    await expect(page).toHaveURL(/\/soporte$/)
    await expect(page.getByText('Código 7F3K')).toBeVisible()
    await page.getByLabel('Tu mensaje').fill('No puedo guardar mi nombre')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.getByText('Mensaje enviado', { exact: true })).toBeVisible()
    expect((await her.client.from('mensajes_soporte').select('codigo')).data).toContainEqual({
      codigo: '7F3K',
    })

    await page.getByRole('button', { name: 'Borrar la conversación' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
    await expect(page.getByText('Todavía no le has escrito al equipo.')).toBeVisible()
    expect((await her.client.from('hilos_soporte').select('id')).data).toEqual([])
  })
})
