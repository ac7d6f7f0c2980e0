import { expect, test } from './fixtures.ts'
import { goWithin, toast } from './pages/app.ts'
import { giveRole } from './pages/equipo.ts'

// Two of the team at once: one has a screen open, the other one has changed what it shows.

test.use({ expectedErrors: [/Failed to load resource/] })

const some = () => crypto.randomUUID().slice(0, 8)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('two correct the numbers of a country: the second one is shown what the first one wrote, and decides', {
  tag: '@phone',
}, async ({ page, context, admin, makeMember, signIn }) => {
  const eva = await makeMember()
  const leave = await giveRole(admin, eva, 'editora')
  const codigo_iso = 'QX'
  await admin.client.from('numeros_emergencia').delete().eq('codigo_iso', codigo_iso)
  const added = await admin.client
    .from('numeros_emergencia')
    .insert({ codigo_iso, pais: 'País de prueba', numeros: ['111'] })
  expect(added.error).toBeNull()
  try {
    const hers = await context.browser()!.newContext({ baseURL: test.info().project.use.baseURL! })
    const other = await hers.newPage()
    await other.addInitScript(() => localStorage.setItem('consejos', 'registro instalar'))
    await signIn(page, admin, '/admin/emergencias')
    await signIn(other, eva, '/admin/emergencias')
    for (const screen of [page, other])
      await screen.getByRole('button', { name: 'Editar País de prueba' }).click()

    await page.getByLabel('Números', { exact: true }).fill('112')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(toast(page, 'Números guardados')).toBeVisible()

    const dialog = other.getByRole('dialog')
    await dialog.getByLabel('Números', { exact: true }).fill('113, 114')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Alguien lo cambió mientras lo editabas.')
    await expect(dialog.getByRole('alert')).toContainText('Números ahora: 112')
    await expect(dialog.getByLabel('Números', { exact: true })).toHaveValue('113, 114')
    const now = async () =>
      (await admin.client.from('numeros_emergencia').select('numeros').eq('codigo_iso', codigo_iso)).data
    expect(await now()).toEqual([{ numeros: ['112'] }])
    // Now it is her decision.
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(toast(other, 'Números guardados')).toBeVisible()
    expect(await now()).toEqual([{ numeros: ['113', '114'] }])
    await hers.close()
  } finally {
    await admin.client.from('numeros_emergencia').delete().eq('codigo_iso', codigo_iso)
    await leave()
  }
})

test('what another one of the team took away, gave back or changed is not said to be taken away by her', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const [eva, ida] = [await makeMember(), await makeMember()]
  const leave = await giveRole(admin, eva, 'administradora')
  const titulo = `Cerramos ${some()}`
  const invited = await eva.client
    .from('convocatorias')
    .insert({ correo: ida.email, papel: 'soporte' })
    .select('id')
    .single()
  const duty = await eva.client
    .from('guardias')
    .insert({ dia: 3, desde: '03:17', hasta: '03:18' })
    .select('id')
    .single()
  const notice = await eva.client
    .from('comunicados')
    .insert({ titulo, texto: 'x', publico: 'pais', pais: 'UY', hasta: inMinutes(60) })
    .select('id')
    .single()
  const event = await eva.client
    .from('encuentros')
    .insert({ titulo, empieza: inMinutes(1440), termina: inMinutes(1500), estado: 'borrador' })
    .select('id')
    .single()
  const failed = (name: string, why: string | RegExp) => {
    const said = toast(page, name)
    return Promise.all([expect(said).toBeVisible(), expect(page.getByText(why).first()).toBeVisible()])
  }

  // An invitation that she accepted meanwhile: she is of the team, and nobody reads that she is not.
  await signIn(page, admin, '/admin/equipo')
  await expect(page.getByText(ida.email)).toBeVisible()
  expect((await ida.client.rpc('aceptar_convocatoria', { cual: invited.data!.id })).error).toBeNull()
  await page.getByRole('button', { name: `Retirar la invitación de ${ida.email}` }).click()
  await failed('No se pudo retirar', 'Ya no está: la aceptó, la rechazó o alguien la retiró.')
  await expect(page.getByText(ida.email)).toHaveCount(0)

  // Hours that are not hers any more.
  await goWithin(page, '/admin/hoy')
  const end = page.getByRole('button', { name: 'Dejar la guardia del miércoles, de 03:17 a 03:18' })
  await expect(end).toBeVisible()
  expect((await eva.client.from('guardias').delete().eq('id', duty.data!.id)).error).toBeNull()
  await end.click()
  await failed('No se pudo retirar', /^Eso ya no está/)
  await expect(end).toHaveCount(0)

  // A notice that the other one withdrew first.
  await goWithin(page, '/admin/comunicados')
  await page.getByRole('button', { name: `Retirar «${titulo}»` }).click()
  expect((await eva.client.from('comunicados').delete().eq('id', notice.data!.id)).error).toBeNull()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await failed('No se pudo retirar', /^Eso ya no está/)

  // A draft that the other one has written on: it is read again before it goes.
  await goWithin(page, '/admin/eventos')
  await page.getByRole('button', { name: `Borrar «${titulo}»` }).click()
  const next = { titulo: `${titulo} y abrimos` }
  expect((await eva.client.from('encuentros').update(next).eq('id', event.data!.id)).error).toBeNull()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
  await failed('No se pudo borrar', 'Alguien lo cambió hace un momento. Míralo otra vez antes de borrarlo.')
  await page.getByRole('button', { name: `Borrar «${next.titulo}»` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
  await expect(toast(page, 'Evento borrado')).toBeVisible()

  await admin.client.from('integrantes').delete().eq('user_id', ida.id)
  await leave()
})
