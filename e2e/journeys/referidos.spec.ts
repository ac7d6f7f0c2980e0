import { expect, test } from '../fixtures.ts'
import { expectAccessible, toast } from '../pages/app.ts'

test('her code is copied, and friends count once they confirm', async ({
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
