import { expect, test } from './fixtures.ts'
import { expectAccessible, toast } from './pages/app.ts'

test('her code is copied for two seconds, and friends count once they confirm', { tag: '@phone' }, async ({
  page,
  context,
  makeMember,
  signIn,
  request,
  nextMail,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const member = await makeMember()
  const { data } = await member.client
    .from('profiles')
    .select('codigo_invitacion')
    .eq('id', member.id)
    .single()
  const codigo = data!.codigo_invitacion as string

  await signIn(page, member, '/referidos')
  await expect(page.getByRole('heading', { name: 'Invita y Gana' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Amigas que has invitado (0)' })).toBeVisible()
  await expect(page.getByText('Aún no has invitado a nadie. ¡Comparte tu código!')).toBeVisible()
  await page.clock.install()
  await page.getByRole('button', { name: 'Copiar Código' }).click()
  await expect(toast(page, 'Tu código de invitación ha sido copiado al portapapeles.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: '¡Copiado!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codigo)
  await page.clock.runFor(2_000)
  await expect(page.getByRole('button', { name: 'Copiar Código' })).toBeVisible()

  await page.getByRole('button', { name: 'Copiar enlace' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`/register\\?codigo=${codigo}$`),
  )

  // Chance may make it of the widest letters: it stays on one line on the smallest telephone, however large letters are.
  await page.setViewportSize({ width: 320, height: 568 })
  const code = page.getByText(codigo, { exact: true })
  await code.evaluate((line) => {
    line.textContent = 'WWMWWMWW'
  })
  for (const letters of ['100%', '200%']) {
    const [lines, over] = await page.getByText('WWMWWMWW').evaluate((line, size) => {
      document.documentElement.style.fontSize = size
      const range = document.createRange()
      range.selectNodeContents(line)
      return [range.getClientRects().length, document.documentElement.scrollWidth - innerWidth]
    }, letters)
    expect([lines, over], letters).toEqual([1, 0])
  }
  await page.evaluate(() => document.documentElement.removeAttribute('style'))
  await page.reload()

  // Two friends register with it: one agrees to be named. Neither counts before her address is confirmed.
  const friends = [
    { username: 'Lucía Invitada', comparte_nombre: true },
    { username: 'Nadie Más', comparte_nombre: false },
  ].map((friend, index) => ({ ...friend, email: `amiga-${index}-${member.email}` }))
  for (const { email, ...rest } of friends) {
    const { error } = await member.client.auth.signUp({
      email,
      password: 'una-clave-bien-larga',
      options: { data: { ...rest, identidad_genero: 'mujer cis', codigo } },
    })
    expect(error).toBeNull()
  }
  const rows = async () => (await member.client.from('referidos').select('referido_id')).data
  await member.client.auth.signInWithPassword(member)
  expect(await rows()).toEqual([])
  for (const { email } of friends) {
    const link = (await nextMail(email)).links[0]!
    await request.post(link, { form: { accion: 'confirmar' }, maxRedirects: 0 })
  }
  expect(await rows()).toHaveLength(2)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Amigas que has invitado (2)' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Amigas que has invitado', exact: true })
  await expect(list.getByRole('listitem').filter({ hasText: 'Lucía Invitada' })).toBeVisible()
  await expect(list.getByRole('listitem').filter({ hasText: 'Amiga Amparo' })).toHaveText(
    /\d+ de [a-z]+ de \d{4}$/,
  )
  await expect(page.getByText('Nadie Más')).toHaveCount(0)
  await expectAccessible(page)
})

test.describe('@phone what fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('is said in its words, and can be tried again', { tag: '@long' }, async ({
    page,
    makeMember,
    signIn,
  }) => {
    await page.route('**/rest/v1/referidos*', (route) => route.fulfill({ status: 400, json: {} }))
    await signIn(page, await makeMember(), '/referidos')
    await expect(toast(page, 'No se pudo cargar la lista de referidos.')).toBeVisible()
    await page.unroute('**/rest/v1/referidos*')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByText('Aún no has invitado a nadie. ¡Comparte tu código!')).toBeVisible()

    await page.route('**/rest/v1/profiles?select=codigo_invitacion*', (route) =>
      route.fulfill({ status: 400, json: {} }),
    )
    await page.reload()
    await expect(toast(page, 'No se pudo obtener tu código de invitación.')).toBeVisible()
  })
})

test('@phone @long learning and prevention say that their cards are still to come', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember())
  for (const [path, cards] of [
    ['/aprendizaje', ['Mini cursos', 'Retos de autocuidado de 21 días', 'Tests para conocerte']],
    ['/prevencion', ['Kit de detección de sustancias', 'Escáner emocional de voz', 'Espacio legal']],
  ] as const) {
    await page.goto(path)
    for (const name of cards) {
      await page.getByRole('main').getByRole('button', { name }).click()
      await expect(toast(page, '🚧 Función en desarrollo')).toBeVisible()
      await page.keyboard.press('F8')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await expect(toast(page, '🚧 Función en desarrollo')).toHaveCount(0)
    }
    await expectAccessible(page)
  }
})
