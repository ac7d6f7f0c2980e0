import type { Page } from '@playwright/test'
import { expect, type Member, test } from './fixtures.ts'
import { expectAccessible, REFUSED, toast } from './pages/app.ts'
import { makeSala } from './sala.ts'

test.use({ expectedErrors: [REFUSED] })

/** A review of a therapist of the test's own. */
async function writeResena(admin: Member, autora: Member) {
  const nombre = `Terapeuta ${crypto.randomUUID().slice(0, 8)}`
  const therapist = await admin.client
    .from('directorio_terapeutas')
    .insert({ nombre, created_by: admin.id })
    .select('id')
    .single()
  const terapeuta_id = therapist.data!.id as string
  const opinion = { terapeuta_id, user_id: autora.id, puntuacion: 1, comentario: 'Su hermana es Lola' }
  expect((await autora.client.from('reseñas_terapeutas').insert(opinion)).error).toBeNull()
  const { data } = await autora.client
    .from('reseñas_terapeutas')
    .select('id')
    .eq('terapeuta_id', terapeuta_id)
    .single()
  return { nombre, id: data!.id as string }
}

async function sendReport(page: Page, motivo: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').selectOption(motivo)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar denuncia' }).click()
  await expect(toast(page, 'Gracias por avisar').last()).toBeVisible()
  await expect(dialog).toHaveCount(0)
}

test('a review and a name are reported; whoever wrote without a name is paused for a year at most, and freed', {
  tag: '@long',
}, async ({ browser, baseURL, page, admin, makeMember, signIn }) => {
  test.slow()
  const [ana, bea] = [await makeMember({ username: 'Ana Fea' }), await makeMember()]
  const [resena, sala] = await Promise.all([writeResena(admin, ana), makeSala(admin)])
  const message = { sala_id: sala.id, user_id: ana.id, contenido: 'Hola', tipo: 'texto' }
  expect((await ana.client.from('mensajes_sala').insert(message)).error).toBeNull()

  await signIn(page, bea, '/directorio-terapeutas')
  await page.getByLabel('Buscar por nombre').fill(resena.nombre)
  await page.getByRole('button', { name: new RegExp(`reseñas de ${resena.nombre}`) }).click()
  await page.getByRole('button', { name: /^Denunciar la reseña del / }).click()
  await sendReport(page, 'Comparte datos personales de alguien')

  await page.goto(`/comunidad/sala/${sala.id}`)
  await page.getByRole('button', { name: /^Opciones del mensaje/ }).click()
  await page.getByRole('button', { name: 'Denunciar su nombre' }).click()
  await expect(page.getByRole('dialog', { name: 'Denunciar el nombre Ana Fea' })).toBeVisible()
  await sendReport(page, 'Acoso o insultos')
  const { data: reports } = await bea.client.from('reportes_sala').select('origen, objeto_id').order('origen')
  expect(reports!.map(({ origen }) => origen)).toEqual(['nombre', 'reseña'])

  const hers = await (await browser.newContext({ baseURL })).newPage()
  await signIn(hers, admin, '/admin/revision')
  const row = (id: string) => hers.locator(`#cosa-${id}`)
  await expect(row(reports![0]!.objeto_id).getByText('Nombre denunciado')).toBeVisible()
  await row(resena.id)
    .getByRole('button', { name: /^Tomar y leer/ })
    .click()
  await row(resena.id).getByRole('button', { name: 'Falta o pausa' }).click()
  const motivo = `Cuenta quién es otra ${crypto.randomUUID().slice(0, 8)}`
  const dialog = hers.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill(motivo)
  await expect(dialog.getByRole('option', { name: 'Sin fecha de fin' })).toHaveCount(0)
  await dialog.getByLabel('Durante').selectOption('1 año')
  await dialog.getByRole('button', { name: 'Pausar' }).click()
  await expect(toast(hers, 'Decisión guardada')).toBeVisible()
  const paused = async () =>
    (await ana.client.from('suspensiones').select('motivo').gt('hasta', new Date().toISOString())).data
  expect(await paused()).toEqual([{ motivo }])

  await hers.getByRole('button', { name: 'Decisiones sobre lo escrito sin nombre' }).click()
  const veiled = hers.getByRole('listitem').filter({ hasText: motivo })
  await expect(veiled).toContainText('Una reseña')
  await expect(hers.getByText('Ana Fea')).toHaveCount(0)
  await veiled.getByRole('button', { name: /^Levantar/ }).click()
  await expectAccessible(hers)
  await dialog.getByRole('button', { name: 'Levantar' }).click()
  await expect(veiled).toContainText('se levantó el')
  await expect(veiled.getByRole('button')).toHaveCount(0)
  expect(await paused()).toEqual([])
})
