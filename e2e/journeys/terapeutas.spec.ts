import type { Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { closeToast, expectAccessible, REFUSED, toast } from '../pages/app.ts'
import { sealedOnDevice } from '../pages/device.ts'

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

test.use({ expectedErrors: [REFUSED] })

test('a member finds a therapist, reads what others say, and leaves one review', async ({
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
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
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

  await expect(page.getByRole('link', { name: /^Llamar \+52/ })).toHaveAttribute('href', 'tel:+525512345678')
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

test('the team adds a licence that was looked up and a photo, and answers a review that names nobody', async ({
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
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
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

test('the team adds a therapist, corrects, hides and deletes her', async ({
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
  await page.getByRole('button', { name: /^Contenidos/ }).click()
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
