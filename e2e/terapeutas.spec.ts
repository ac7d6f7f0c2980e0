import type { Page, Route } from '@playwright/test'
import { expect, type Member, test } from './fixtures.ts'
import { closeToast, expectAccessible, REFUSED, toast } from './pages/app.ts'
import { sealedOnDevice } from './pages/device.ts'

const PATH = '/directorio-terapeutas'

const card = (page: Page, nombre: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: nombre, exact: true }) })
const reviews = (page: Page, nombre: string) => page.getByRole('region', { name: `Reseñas de ${nombre}` })
const unfold = (page: Page, nombre: string) =>
  card(page, nombre).getByRole('button', { name: new RegExp(`reseñas de ${nombre}`) })

/** A therapist of this test's own, written by the admin through the API. */
async function addTerapeuta(admin: Member, change: Record<string, unknown> = {}) {
  const nombre = `Terapeuta ${crypto.randomUUID().slice(0, 8)}`
  const { data, error } = await admin.client
    .from('directorio_terapeutas')
    .insert({ nombre, created_by: admin.id, ...change })
    .select('id')
    .single()
  expect(error).toBeNull()
  return { id: data!.id as string, nombre }
}

const opinion = (terapeuta_id: string, { id: user_id }: Member, puntuacion: number, comentario: string) => ({
  terapeuta_id,
  user_id,
  puntuacion,
  comentario,
})

test.describe('a member', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('finds a therapist, reads what others say, and leaves one review', async ({
    page,
    admin,
    makeMember,
    signIn,
  }) => {
    const ciudad = `Ciudad ${crypto.randomUUID().slice(0, 8)}`
    const [una, otra, oculta] = await Promise.all([
      addTerapeuta(admin, {
        ciudad,
        especialidad: 'Duelo',
        telefono: '55 1234 5678',
        whatsapp: '+52 55 8765-4321',
      }),
      addTerapeuta(admin, { ciudad, especialidad: 'Ansiedad', contacto: 'Lunes a viernes' }),
      addTerapeuta(admin, { ciudad, visible: false }),
    ])
    const [ella, lectora] = [await makeMember(), await makeMember({ username: 'Lectora' })]
    await lectora.client.from('reseñas_terapeutas').insert(opinion(una.id, lectora, 5, 'Me escuchó.'))

    await signIn(page, ella)
    await page.getByRole('link', { name: 'Terapeutas' }).click()
    await expect(page.getByRole('button', { name: 'Agregar terapeuta' })).toHaveCount(0)
    await page.getByLabel('Ciudad').selectOption(ciudad)
    await expect(page.getByText('2 terapeutas', { exact: true })).toBeVisible()
    await expect(card(page, oculta.nombre)).toHaveCount(0)
    await page.getByLabel('Especialidad').selectOption('Duelo')
    await expect(card(page, otra.nombre)).toHaveCount(0)
    await page.getByLabel('Buscar por nombre').fill('nadie así')
    await expect(page.getByText('No se encontraron terapeutas con los filtros seleccionados.')).toBeVisible()
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await page.getByLabel('Buscar por nombre').fill(una.nombre.toUpperCase())
    await expect(page.getByText('1 terapeuta', { exact: true })).toBeVisible()

    await expect(page.getByRole('link', { name: /^Llamar \+52/ })).toHaveAttribute(
      'href',
      'tel:+525512345678',
    )
    await expect(page.getByRole('link', { name: /^WhatsApp: / })).toHaveAttribute(
      'href',
      'https://wa.me/525587654321',
    )

    await expect(unfold(page, una.nombre)).toHaveAccessibleName(/1 reseña, promedio 5\.0 de 5,/)
    await unfold(page, una.nombre).click()
    const panel = reviews(page, una.nombre)
    await expect(panel.getByText('Me escuchó.')).toBeVisible()
    await expect(panel.getByText('Lectora')).toHaveCount(0)

    // Another tab that knows nothing yet of the review written here.
    const tab = await page.context().newPage()
    await tab.goto(PATH)
    await unfold(tab, una.nombre).click()
    await reviews(tab, una.nombre).getByLabel('Tu comentario').fill('Otra vez yo')
    await reviews(tab, una.nombre).getByRole('radio', { name: '1 de 5, Muy mala' }).check()

    await panel.getByRole('button', { name: 'Publicar reseña' }).click()
    await expect(toast(page, 'Por favor, deja una puntuación y un comentario.')).toBeVisible()
    await panel.getByRole('radio').first().focus()
    await page.keyboard.press('Space')
    for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight')
    await expect(panel.getByRole('radio', { name: '4 de 5, Buena' })).toBeChecked()
    await panel.getByRole('button', { name: 'Publicar reseña' }).click()
    await expect(toast(page, 'Por favor, deja una puntuación y un comentario.')).toBeVisible()
    await panel.getByLabel('Tu comentario').fill('Clara y <b>puntual</b>')
    await expectAccessible(page)
    // What she wrote survives leaving the page or a phone that goes off.
    await page.reload()
    await unfold(page, una.nombre).click()
    await expect(panel.getByLabel('Tu comentario')).toHaveValue('Clara y <b>puntual</b>')
    await expect(panel.getByRole('radio', { name: '4 de 5, Buena' })).toBeChecked()
    await panel.getByRole('button', { name: 'Publicar reseña' }).click()
    await expect(toast(page, '¡Gracias! Tu reseña ha sido publicada.')).toBeVisible()
    await expect(panel.getByRole('listitem').first()).toContainText('Tu reseña')
    await expect(panel.getByText('Clara y <b>puntual</b>')).toBeVisible()
    await expect(panel.getByLabel('Tu comentario')).toHaveCount(0)
    await expect(unfold(page, una.nombre)).toHaveAccessibleName(/2 reseñas, promedio 4\.5 de 5,/)

    // The other tab is refused, and keeps what she wrote there.
    await reviews(tab, una.nombre).getByRole('button', { name: 'Publicar reseña' }).click()
    await expect(toast(tab, 'No se pudo enviar tu reseña. Es posible que ya hayas dejado una.')).toBeVisible()
    await expect(reviews(tab, una.nombre).getByLabel('Tu comentario')).toHaveValue('Otra vez yo')
    await tab.close()

    // She can edit and delete her own review, and nobody else's.
    await expect(panel.getByRole('button', { name: 'Editar mi reseña' })).toHaveCount(1)
    await panel.getByRole('button', { name: 'Editar mi reseña' }).click()
    // Beside it stands what the other tab left behind.
    const mine = panel
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Guardar cambios' }) })
    for (const write of [
      () => mine.getByRole('radio', { name: '1 de 5, Muy mala' }).check(),
      () => mine.getByLabel('Tu comentario').fill('Lo pensé mejor'),
    ]) {
      const before = await sealedOnDevice(page)
      await write()
      await expect.poll(() => sealedOnDevice(page)).not.toBe(before)
    }
    await page.reload()
    await unfold(page, una.nombre).click()
    await expect(mine.getByLabel('Tu comentario'), 'open again').toHaveValue('Lo pensé mejor')
    await expect(mine.getByRole('radio', { name: '1 de 5, Muy mala' })).toBeChecked()
    await mine.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(toast(page, 'Reseña actualizada')).toBeVisible()
    await expect(unfold(page, una.nombre)).toHaveAccessibleName(/promedio 3\.0 de 5,/)
    await panel.getByRole('button', { name: 'Eliminar mi reseña' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(unfold(page, una.nombre)).toHaveAccessibleName(/1 reseña, promedio 5\.0 de 5,/)
    await expect(panel.getByText('Clara y')).toHaveCount(0)
  })
})

test('@phone a review of hers that another device changed or deleted: what she wrote here stays, and nothing is overwritten unread', {
  tag: '@long',
}, async ({ page, admin, makeMember, signIn }) => {
  test.slow()
  const una = await addTerapeuta(admin, {})
  const ella = await makeMember()
  const table = () => ella.client.from('reseñas_terapeutas')
  const stored = async () => (await table().select('comentario').eq('terapeuta_id', una.id)).data
  expect((await table().insert(opinion(una.id, ella, 5, 'Al principio.'))).error).toBeNull()
  await signIn(page, ella, PATH)
  const unfoldHers = async () => {
    await page.getByLabel('Buscar por nombre').fill(una.nombre)
    await unfold(page, una.nombre).click()
  }
  await unfoldHers()
  const panel = reviews(page, una.nombre)
  const change = async (words: string) => {
    await panel.getByRole('button', { name: 'Editar mi reseña' }).click()
    await panel.getByLabel('Tu comentario').fill(words)
  }
  const save = () => panel.getByRole('button', { name: 'Guardar cambios' }).click()

  await change('Desde aquí.')
  const there = await table().update({ comentario: 'Desde el otro.' }).eq('terapeuta_id', una.id).select('id')
  expect(there.data).toHaveLength(1)
  await save()
  await expect(toast(page, 'No se guardó tu reseña')).toContainText('Cambió mientras escribías.')
  await expect(panel.getByRole('alert')).toContainText('Desde el otro.')
  await expect(panel.getByLabel('Tu comentario')).toHaveValue('Desde aquí.')
  expect(await stored()).toEqual([{ comentario: 'Desde el otro.' }])
  await expectAccessible(page)
  // She has read both, and decides.
  await save()
  await expect(toast(page, 'Reseña actualizada')).toBeVisible()
  await expect(panel.getByLabel('Tu comentario')).toHaveCount(0)
  expect(await stored()).toEqual([{ comentario: 'Desde aquí.' }])

  await change('Palabras que solo están aquí.')
  expect((await table().delete().eq('terapeuta_id', una.id).select('id')).data).toHaveLength(1)
  await save()
  await expect(toast(page, 'No se guardó tu reseña')).toContainText('se borró mientras la editabas')
  await expect(panel.getByText('Tu reseña ya no está:')).toBeVisible()
  await page.reload()
  await unfoldHers()
  await expect(panel.getByText('Tu reseña ya no está:')).toBeVisible()
  await expect(panel.getByLabel('Tu comentario')).toHaveValue('Palabras que solo están aquí.')
  await panel.getByRole('button', { name: 'Publicar reseña' }).click()
  await expect(toast(page, '¡Gracias! Tu reseña ha sido publicada.')).toBeVisible()
  await expect(panel.getByLabel('Tu comentario')).toHaveCount(0)
  expect(await stored()).toEqual([{ comentario: 'Palabras que solo están aquí.' }])
})

test('@phone @long a licence that was looked up, a photo, and an answer to a review that names nobody', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const { id, nombre } = await addTerapeuta(admin)
  const member = await makeMember({ username: 'Quien opina' })
  await member.client.from('reseñas_terapeutas').insert(opinion(id, member, 4, 'Puntual.'))
  await signIn(page, admin, PATH)
  await page.getByLabel('Buscar por nombre').fill(nombre)
  await card(page, nombre)
    .getByRole('button', { name: `Editar ${nombre}` })
    .click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Guardar' })
  await dialog.getByLabel('En línea').check()
  await dialog.getByLabel('Idiomas').fill('Español, Náhuatl')
  await dialog.getByLabel('Precio desde').fill('300')
  await dialog.getByLabel('Precio hasta').fill('600')
  await dialog.getByLabel('Consultada el').fill('2026-11-03')
  await save.click()
  await expect(dialog.getByText('Escribe dónde la consultaste.')).toBeVisible()
  await dialog.getByLabel('Cédula profesional').fill('1234567')
  await dialog.getByLabel('Dónde la consultaste').fill('el Registro')
  const picture = await page.screenshot()
  await dialog.getByLabel('Foto').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: picture })
  await expectAccessible(page)
  await save.click()
  await expect(toast(page, 'Terapeuta actualizado correctamente')).toBeVisible()
  await closeToast(page)

  await unfold(page, nombre).click()
  await reviews(page, nombre)
    .getByRole('button', { name: /^Responder la reseña del / })
    .click()
  await expect(dialog.getByText('Puntual.')).toBeVisible()
  await dialog.getByLabel('Su respuesta').fill('Gracias por venir.')
  await dialog.getByRole('button', { name: 'Publicar respuesta' }).click()
  await expect(toast(page, 'Respuesta publicada')).toBeVisible()
  await expect(reviews(page, nombre).getByText('Gracias por venir.')).toBeVisible()

  await signIn(page, await makeMember(), PATH)
  await page.getByLabel('Modalidad').selectOption('por teléfono')
  await expect(card(page, nombre)).toHaveCount(0)
  await page.getByLabel('Modalidad').selectOption('en línea')
  await page.getByLabel('Idioma').selectOption('Náhuatl')
  const hers = card(page, nombre)
  await expect(hers.getByText('Verificada', { exact: true })).toBeVisible()
  await expect(
    hers.getByText('Cédula 1234567, consultada en el Registro el 3 de noviembre de 2026.'),
  ).toBeVisible()
  await expect(hers.getByText('$300 a $600 MXN por sesión')).toBeVisible()
  const src = await hers.locator('img').getAttribute('src')
  expect(src).toMatch(/\/object\/public\/terapeutas\/[0-9a-f-]{36}\.jpg$/)
  expect((await page.request.get(src!)).status()).toBe(200)
  await unfold(page, nombre).click()
  await expect(reviews(page, nombre).getByText(`Respuesta de ${nombre}`)).toBeVisible()
  await expect(reviews(page, nombre).getByText('Gracias por venir.')).toBeVisible()
  await expect(reviews(page, nombre).getByText('Quien opina')).toHaveCount(0)
  await expect(reviews(page, nombre).getByRole('button', { name: /^Responder/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('@phone @long the admin adds, corrects, hides and deletes', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const nombre = `Doctora ${crypto.randomUUID().slice(0, 8)}`
  const member = await makeMember({ username: 'Quien opina' })
  const seen = async () =>
    (await member.client.from('directorio_terapeutas').select('*').eq('nombre', nombre)).data!
  await signIn(page, admin, '/admin')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Terapeutas/ })
    .click()
  await page.getByRole('button', { name: 'Agregar terapeuta' }).click()

  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Guardar' })
  await save.click()
  await expect(dialog.getByText('Escribe el nombre.')).toBeVisible()
  await expect(dialog.getByLabel('Nombre')).toBeFocused()
  await dialog.getByLabel('Nombre').fill(nombre)
  await expect(dialog.getByLabel('Teléfono', { exact: true })).toHaveAttribute('placeholder', /^\+52/)
  await dialog.getByLabel('Teléfono', { exact: true }).fill('12')
  await save.click()
  await expect(dialog.getByLabel('Teléfono', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Teléfono', { exact: true }).fill('55 5658 1111')
  await dialog.getByLabel('WhatsApp', { exact: true }).fill('5512')
  await save.click()
  await expect(dialog.getByText('Ese número no está completo.')).toBeVisible()
  await dialog.getByLabel('WhatsApp', { exact: true }).fill('')
  await expectAccessible(page)
  // A nervous hand adds her once.
  await save.dblclick()
  await expect(toast(page, 'Terapeuta agregado correctamente')).toBeVisible()
  await closeToast(page)
  await expect.poll(seen).toMatchObject([{ telefono: '+525556581111', visible: true, created_by: null }])
  await expect(card(page, nombre).getByText('Visible', { exact: true })).toBeVisible()

  // Cancelling forgets what was typed.
  await card(page, nombre)
    .getByRole('button', { name: `Editar ${nombre}` })
    .click()
  await dialog.getByLabel('Ciudad').fill('Otra')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await card(page, nombre)
    .getByRole('button', { name: `Editar ${nombre}` })
    .click()
  await expect(dialog.getByLabel('Ciudad')).toHaveValue('')
  await dialog.getByLabel('Visible para las usuarias').uncheck()
  await save.click()
  await expect(toast(page, 'Terapeuta actualizado correctamente')).toBeVisible()
  await closeToast(page)
  await expect(card(page, nombre).getByText('Oculto', { exact: true })).toBeVisible()
  await expect.poll(seen).toEqual([])

  // The admin may remove a review, and does not read who wrote it.
  const { data } = await admin.client
    .from('directorio_terapeutas')
    .update({ visible: true })
    .eq('nombre', nombre)
    .select('id')
    .single()
  await member.client.from('reseñas_terapeutas').insert(opinion(data!.id, member, 2, 'No volvería.'))
  await page.reload()
  await unfold(page, nombre).click()
  await expect(reviews(page, nombre).getByText('No volvería.')).toBeVisible()
  await expect(reviews(page, nombre).getByText('Quien opina')).toHaveCount(0)
  await reviews(page, nombre)
    .getByRole('button', { name: /^Eliminar la reseña del / })
    .click()
  await dialog.getByRole('button', { name: 'Eliminar' }).click()
  await expect(reviews(page, nombre).getByText('Todavía no hay reseñas. ¡Sé la primera!')).toBeVisible()

  await card(page, nombre)
    .getByRole('button', { name: `Eliminar ${nombre}` })
    .click()
  const question = page.getByRole('dialog', {
    name: '¿Estás segura de que quieres eliminar este terapeuta?',
  })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(card(page, nombre)).toBeVisible()
  await card(page, nombre)
    .getByRole('button', { name: `Eliminar ${nombre}` })
    .click()
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(toast(page, 'Terapeuta eliminado.')).toBeVisible()
  await expect(card(page, nombre)).toHaveCount(0)
  expect(await seen()).toEqual([])
})

test.describe('@phone what fails', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('stands still while it is asked again, and says anew that her press came to nothing', async ({
    page,
    context,
    admin,
    makeMember,
    signIn,
  }) => {
    const { nombre } = await addTerapeuta(admin)
    const refuse = (route: Route) => route.fulfill({ status: 400, json: { code: 'P0001', message: '' } })
    let answer: (route: Route) => unknown = refuse
    await context.route('**/rest/v1/directorio_terapeutas?*', (route) => answer(route))
    await signIn(page, await makeMember(), PATH)
    const again = page.getByRole('button', { name: 'Reintentar' })
    await expect(again).toBeVisible()
    const held: Route[] = []
    answer = (route) => held.push(route)

    await again.focus()
    await page.keyboard.press('Enter')
    await expect(again).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => held.length).toBe(1)
    await expect(again).toBeFocused()
    const said = page.getByText('No llegó. Revisa tu conexión e inténtalo otra vez.')
    const words = await said.elementHandle()
    await refuse(held.pop()!)
    await expect(again).not.toHaveAttribute('aria-busy')
    await expect(again).toBeFocused()
    await expect(said).toBeVisible()
    // A screen reader says what is put in, not what was there.
    expect(await words!.evaluate((element) => element.isConnected)).toBe(false)

    // What the app asks by itself nobody is told to wait for.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => held.length).toBe(1)
    await expect(again).toBeFocused()
    await expect(again).not.toHaveAttribute('aria-busy')
    await held.pop()!.continue()
    await expect(card(page, nombre)).toBeVisible()
  })

  test('is said in its words, and can be tried again', { tag: '@long' }, async ({ page, admin, signIn }) => {
    const { nombre } = await addTerapeuta(admin)
    await signIn(page, admin)
    const refuse = (path: string, message = '') =>
      page.route(path, (route) => route.fulfill({ status: 400, json: { code: 'P0001', message } }))

    await refuse('**/rest/v1/directorio_terapeutas*')
    await page.goto(PATH)
    // As soon as the app knows that she is the admin it asks for another list, which is refused too.
    await expect(page.getByRole('button', { name: 'Agregar terapeuta' })).toBeVisible()
    const again = page.getByRole('button', { name: 'Reintentar' })
    await expect(again).toBeEnabled()
    await expect(toast(page, 'No se pudo cargar el directorio.')).toBeVisible()
    // Above the first answer, which is taken away later: no question falls between the two.
    await page.route('**/rest/v1/directorio_terapeutas*', (route) => route.fulfill({ json: [] }))
    await again.click()
    await expect(page.getByText('No hay terapeutas disponibles en este momento.')).toBeVisible()
    await page.unroute('**/rest/v1/directorio_terapeutas*')
    await page.reload()
    await expect(card(page, nombre).getByRole('button', { name: `Editar ${nombre}` })).toBeVisible()

    await refuse('**/rest/v1/rese%C3%B1as_terapeutas?select=id*')
    await unfold(page, nombre).click()
    await expect(toast(page, 'No se pudieron cargar las reseñas.')).toBeVisible()
    await page.unroute('**/rest/v1/rese%C3%B1as_terapeutas?select=id*')
    await reviews(page, nombre).getByRole('button', { name: 'Reintentar' }).click()
    await expect(reviews(page, nombre).getByText('Todavía no hay reseñas. ¡Sé la primera!')).toBeVisible()

    // The service's own words, as docs/product.md#therapists asks; what was typed stays.
    await refuse('**/rest/v1/directorio_terapeutas*', 'La tabla está de descanso.')
    await card(page, nombre)
      .getByRole('button', { name: `Editar ${nombre}` })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ciudad').fill('Puebla')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(toast(page, 'La tabla está de descanso.')).toBeVisible()
    await expect(dialog.getByLabel('Ciudad')).toHaveValue('Puebla')
    await closeToast(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await card(page, nombre)
      .getByRole('button', { name: `Eliminar ${nombre}` })
      .click()
    await dialog.getByRole('button', { name: 'Eliminar' }).click()
    await expect(toast(page, 'La tabla está de descanso.')).toBeVisible()
    await expect(card(page, nombre)).toBeVisible()
  })
})

test('@phone who wrote a review reaches nobody but herself, through no call', async ({
  admin,
  makeMember,
  makeClient,
}) => {
  const { id } = await addTerapeuta(admin)
  const [ana, bea] = [await makeMember({ username: 'Ana Autora' }), await makeMember()]
  for (const [member, points] of [
    [ana, 5],
    [bea, 2],
  ] as const) {
    const sent = await member.client
      .from('reseñas_terapeutas')
      .insert(opinion(id, member, points, 'Una opinión'))
      .select()
      .single()
    expect(sent.data).toMatchObject({ user_id: member.id })
  }
  const table = (member: Member) => member.client.from('reseñas_terapeutas')
  const everything = '*, profiles(*), directorio_terapeutas("reseñas_terapeutas"(*, profiles(*)))'

  const calls: [string, () => PromiseLike<{ data: unknown; error?: unknown }>][] = [
    ['all columns and embeds', () => table(bea).select(everything).eq('terapeuta_id', id)],
    ['ordered by author', () => table(bea).select(everything).eq('terapeuta_id', id).order('user_id')],
    [
      "ordered by the author's name",
      () => table(bea).select(everything).eq('terapeuta_id', id).order('profiles(username)'),
    ],
    ['by author', () => table(bea).select(everything).eq('user_id', ana.id)],
    [
      "by the author's name",
      () => table(bea).select('*, profiles!inner(*)').eq('profiles.username', ana.username),
    ],
    [
      'as a column of hers',
      () => bea.client.from('profiles').select('*, "reseñas_terapeutas"(*)').eq('id', ana.id),
    ],
    [
      'through the directory',
      () =>
        bea.client
          .from('directorio_terapeutas')
          .select(`*, "reseñas_terapeutas"(${everything})`)
          .eq('id', id),
    ],
    ['taking it over', () => table(bea).update({ user_id: bea.id }).eq('terapeuta_id', id).select()],
    ['removing it', () => table(bea).delete().eq('user_id', ana.id).select()],
    [
      'signing for her',
      () =>
        table(bea)
          .insert(opinion(id, ana, 1, 'x'))
          .select(),
    ],
  ]
  for (const [what, call] of calls) {
    const { data, error } = await call()
    expect((error as { code: string } | null)?.code ?? null, what).toBe(
      /^(taking|signing)/.test(what) ? '42501' : null,
    )
    const text = JSON.stringify(data ?? '')
    // She has not written anything visible, so her profile cannot be read at all.
    expect(text, what).not.toContain(ana.id)
    expect(text, what).not.toContain(ana.username)
  }
  const count = await table(bea).select('*', { count: 'exact', head: true }).eq('user_id', ana.id)
  expect(count.count).toBe(0)
  expect((await table(ana).select('user_id').eq('terapeuta_id', id)).data).toHaveLength(2)
  expect((await table(ana).select('id').eq('terapeuta_id', id).eq('user_id', ana.id)).data).toHaveLength(1)

  const asAdmin = await admin.client
    .from('reseñas_terapeutas')
    .select('user_id, profiles(username)')
    .eq('terapeuta_id', id)
    .eq('user_id', ana.id)
  // What a review deserves is decided by what it says.
  expect(asAdmin.data).toEqual([])

  const visitor = await makeClient()
  for (const name of ['reseñas_terapeutas', 'directorio_terapeutas']) {
    expect((await visitor.from(name).select()).error).toMatchObject({ code: '42501' })
  }
})
