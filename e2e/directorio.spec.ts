import { expect, test } from './fixtures.ts'
import { toast } from './pages/app.ts'

test('@phone @long an entry that a member reports is called, and what she suggests is settled', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const nombre = `Casa ${crypto.randomUUID().slice(0, 8)}`
  const { data: casa } = await admin.client
    .from('asociaciones_apoyo')
    .insert({ nombre, telefono: '+525556581111' })
    .select('id')
    .single()
  const member = await makeMember()
  const said = `Contestan hasta las seis ${crypto.randomUUID()}`
  expect((await member.client.from('reportes_apoyo').insert({ asociacion_id: casa!.id })).error).toBeNull()
  expect(
    (await member.client.from('sugerencias_apoyo').insert({ asociacion_id: casa!.id, texto: said })).error,
  ).toBeNull()

  await signIn(page, admin, '/admin/directorio')
  const entry = page.getByRole('listitem').filter({ hasText: nombre }).first()
  await expect(entry).toContainText('1 aviso')
  await entry.getByRole('button', { name: `Llamé hoy a ${nombre}` }).click()
  await entry.getByRole('button', { name: 'No contesta' }).click()
  await expect(toast(page, 'Llamada anotada')).toBeVisible()
  await expect(entry).toContainText('1 día sin respuesta')
  await entry.getByRole('button', { name: `Llamé hoy a ${nombre}` }).click()
  await entry.getByRole('button', { name: 'Sigue igual' }).click()
  await expect(page.getByRole('button', { name: `Llamé hoy a ${nombre}` })).toHaveCount(0)
  const { data: seen } = await member.client
    .from('asociaciones_apoyo')
    .select('verificada_el')
    .eq('id', casa!.id)
    .single()
  expect(seen!.verificada_el).not.toBeNull()
  const { data: reports } = await member.client.from('reportes_apoyo').select('id')
  expect(reports).toEqual([])

  const suggestion = page.getByRole('listitem').filter({ hasText: said })
  await suggestion.getByRole('button', { name: `Atendida: ${nombre}` }).click()
  await expect(suggestion).toHaveCount(0)
  const { data: mine } = await member.client.from('sugerencias_apoyo').select('estado').single()
  expect(mine!.estado).toBe('aplicada')
})

test('@phone @long three are called: each is said to be noted though its line goes with it, and who was corrected waits no more', async ({
  page,
  admin,
  signIn,
}) => {
  const nombre = (what: string) => `000 ${what} ${crypto.randomUUID().slice(0, 8)}`
  const [same, other, dead] = [nombre('Igual'), nombre('Otra'), nombre('Muda')]
  const made = await admin.client
    .from('asociaciones_apoyo')
    .insert([same, other, dead].map((name) => ({ nombre: name, telefono: '+525556581111' })))
  expect(made.error).toBeNull()
  // Of all that is asked again after a call, the list is there first.
  await page.route('**/rest/v1/sugerencias_apoyo?*', async (route) => {
    await expect(page.getByRole('button', { name: `Llamé hoy a ${same}` })).toHaveCount(0)
    await route.continue()
  })
  await signIn(page, admin, '/admin/directorio')
  const called = (name: string) => page.getByRole('button', { name: `Llamé hoy a ${name}` })
  const say = async (name: string, what: string) => {
    await called(name).click()
    const answer = page.getByRole('group', { name: `Qué pasó al llamar a ${name}` })
    await expect(answer).toBeInViewport({ ratio: 1 })
    await answer.getByRole('button', { name: what }).click()
  }

  await say(same, 'Sigue igual')
  await expect(toast(page, 'Desde hoy consta como verificado.')).toBeVisible()
  await expect(called(same)).toHaveCount(0)

  await say(other, 'Cambió')
  const dialog = page.getByRole('dialog', { name: 'Editar Asociación' })
  await dialog.getByLabel('Descripción').fill('Atiende de 9 a 5.')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Asociación actualizada')).toBeVisible()
  await expect(called(other)).toHaveCount(0)

  await say(dead, 'No contesta')
  await expect(toast(page, 'La verás al final de la lista')).toBeVisible()
  await expect(called(dead)).toHaveCount(1)
  await admin.client.from('asociaciones_apoyo').update({ visible: false }).in('nombre', [same, other, dead])
})

test('@phone @long a sheet of the directory is shown before it is saved', async ({ page, admin, signIn }) => {
  const nombre = `Casa ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, admin, '/admin/directorio')
  const upload = async (buffer: Buffer) => {
    const choose = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Subir una hoja' }).click()
    await (await choose).setFiles({ name: 'hoja.csv', mimeType: 'text/csv', buffer })
  }
  const saved = async () =>
    (
      await admin.client
        .from('asociaciones_apoyo')
        .select('id, telefono, visible, ubicacion')
        .eq('nombre', nombre)
    ).data!
  // As Excel saves it in Spanish: Windows-1252, its quotes included.
  const text = `sep=;\r\nnombre;descripcion;telefono;pais;estado;visible\r\n${nombre};\x93Así\x94;079;México;Nacional;sí\r\n;;1;México;;\r\n`
  await upload(Buffer.from(text, 'latin1'))
  await expect(page.getByText('Escribe el nombre.')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar 1' }).click()
  await expect(page.getByText('1 de 1 guardadas.')).toBeVisible()
  const [entry] = await saved()
  expect(entry).toMatchObject({ telefono: '079', visible: true, ubicacion: 'Todo el país, Nacional' })

  await upload(Buffer.from(`id,visible\n${entry!.id},s\ufffd\n`))
  await expect(page.getByRole('alert')).toContainText('Guárdala otra vez como «CSV UTF-8»')
  await upload(Buffer.from(`id,nombre,visible\n${entry!.id},${nombre},quizá\n`))
  await expect(page.getByText('En «visible» dice «quizá»: escribe sí o no.')).toBeVisible()
  await upload(Buffer.from(`id,nombre,visible\n${entry!.id},${nombre},no\n`))
  await expect(page.getByRole('alert')).toHaveText(
    'Una entrada desaparecería del directorio: nadie la encontraría.',
  )
  await page.getByRole('button', { name: 'Guardar 1' }).click()
  await expect(page.getByText('1 de 1 guardadas.')).toBeVisible()
  expect(await saved()).toMatchObject([{ visible: false }])
})

test('@phone @long an emergency number is corrected, and says so', async ({ page, admin, signIn }) => {
  await signIn(page, admin, '/admin/emergencias')
  await page.getByRole('button', { name: 'Editar Guatemala' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Números').fill('llámanos')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Solo números cortos')).toBeVisible()
  await dialog.getByLabel('Números').fill('110, 122')
  await dialog.getByLabel('Hoy lo confirmé').check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Números guardados')).toBeVisible()
  const { data } = await admin.client
    .from('numeros_emergencia')
    .select('numeros, verificado_el')
    .eq('codigo_iso', 'GT')
    .single()
  expect(data!.numeros).toEqual(['110', '122'])
  expect(data!.verificado_el).not.toBeNull()
})
