import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { expectAccessible, toast } from './pages/app.ts'
import { tono } from './sonido.ts'

const some = () => randomUUID().slice(0, 8)

test('@phone @long a gap of a week is filled, waits for its day, and is heard by chapters and read in silence', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const member = await makeMember()
  const titulo = `Charla ${some()}`
  const seen = async () =>
    (await member.client.from('podcast').select('titulo, transcripcion').eq('titulo', titulo)).data
  await signIn(page, admin, '/admin/contenidos')
  const week = page.getByRole('main').getByRole('list').first().locator(':scope > li').last()
  await expect(week.getByText('Falta episodio')).toBeVisible()
  await expectAccessible(page)

  await week.getByRole('button', { name: /^Agregar episodio a la semana/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo episodio' })
  const save = dialog.getByRole('button', { name: 'Guardar' })
  await dialog.getByLabel('Título').fill(titulo)
  await dialog
    .getByLabel('Audio', { exact: true })
    .setInputFiles({ name: 'charla.wav', mimeType: 'audio/wav', buffer: tono(60) })
  await dialog.getByLabel('Capítulos').fill('Bienvenida')
  await dialog.getByLabel('Transcripción').fill('Hola a todas.\nHoy hablamos de un plan.')
  await save.click()
  await expect(dialog.getByText('Línea 1: escribe el minuto y el nombre')).toBeVisible()
  await dialog.getByLabel('Capítulos').fill('0:00 Bienvenida\n0:30 Qué es un plan')
  await dialog.getByRole('button', { name: 'Ver como en su teléfono' }).click()
  const phone = dialog.frameLocator('iframe')
  await expect(phone.getByText(titulo)).toBeVisible()
  await expect(phone.getByText('2 capítulos')).toBeVisible()
  await expectAccessible(page)
  await save.click()
  await expect(toast(page, 'Episodio agregado')).toBeVisible()
  const row = week.getByRole('button', { name: `Editar ${titulo}` })
  await expect(row).toContainText('Programado')
  await expect(week.getByText('Falta episodio')).toHaveCount(0)
  expect(await seen()).toEqual([])

  // What is celebrated in that week stands in it too.
  const evento = `Taller ${some()}`
  await week.getByRole('button', { name: /^Agregar evento a la semana/ }).click()
  const event = page.getByRole('dialog', { name: 'Nuevo evento' })
  await event.getByLabel('Título').fill(evento)
  await event.getByLabel('Hora').fill('18:30')
  await event.getByLabel('Descripción').fill('Trae')
  await event.getByRole('button', { name: 'Lista', exact: true }).click()
  await expect(event.getByLabel('Descripción').locator('ul')).toHaveText('Trae')
  await event.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Evento agregado')).toBeVisible()
  await expect(week.getByRole('button', { name: `Editar ${evento}` })).toContainText('Borrador')
  expect(
    (await admin.client.from('encuentros').select('descripcion').eq('titulo', evento).single()).data,
  ).toEqual({ descripcion: '<ul>\n<li>Trae</li>\n</ul>' })

  // Its day comes.
  const today = new Date(Date.now() - 1000).toISOString()
  await admin.client.from('podcast').update({ fecha_creacion: today }).eq('titulo', titulo)
  await signIn(page, member, '/podcast')
  const episode = page.getByRole('listitem').filter({ hasText: titulo })
  await episode.getByRole('button', { name: 'Leer la transcripción' }).click()
  await expect(episode.getByText('Hoy hablamos de un plan.')).toBeVisible()
  await episode.getByRole('button', { name: '2 capítulos' }).click()
  await episode.getByRole('button', { name: /desde 30 segundos.*Qué es un plan/ }).click()
  const player = page.getByRole('region', { name: 'Reproductor' })
  const position = player.getByRole('slider', { name: 'Posición' })
  const more = player.getByRole('button', { name: 'Más controles' })
  await expect(position.or(more)).toBeVisible()
  if (await more.isVisible()) await more.click()
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(30)
  await player.getByRole('button', { name: 'Capítulos' }).click()
  await expect(player.getByRole('button', { name: /Qué es un plan/ })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  await player.getByRole('button', { name: /Bienvenida/ }).click()
  await expect.poll(async () => Number(await position.inputValue())).toBeLessThan(30)
})

test('@phone @long a file takes the place of another: its address stays, the bytes of before are gone', async ({
  page,
  admin,
  signIn,
  request,
}) => {
  const bytes = async (path: string) => (await request.get(path)).body()
  const [one, other] = await Promise.all([
    bytes('/cuadernos/cuaderno-1.pdf'),
    bytes('/cuadernos/cuaderno-2.pdf'),
  ])
  const name = `${randomUUID()}.pdf`
  const bucket = admin.client.storage.from('biblioteca')
  expect((await bucket.upload(name, one, { contentType: 'application/pdf' })).error).toBeNull()
  const url_pdf = new URL(bucket.getPublicUrl(name).data.publicUrl).pathname
  const titulo = `Libro ${some()}`
  await admin.client.from('biblioteca_libros').insert({ titulo, semana: 8, url_pdf, disponible: false })
  const before = await bytes(url_pdf)

  await signIn(page, admin, '/admin/biblioteca')
  await page.getByLabel('Semana').selectOption('8')
  await page.getByRole('button', { name: `Editar «${titulo}»` }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar libro' })
  await dialog
    .getByLabel('Archivo PDF')
    .setInputFiles({ name: 'otro.pdf', mimeType: 'application/pdf', buffer: other })
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Libro actualizado')).toBeVisible()

  const { data } = await admin.client
    .from('biblioteca_libros')
    .select('url_pdf, archivo_version')
    .eq('titulo', titulo)
    .single()
  expect(data).toEqual({ url_pdf, archivo_version: 2 })
  const answer = await request.get(url_pdf)
  expect(answer.headers()['cache-control']).toBe('no-cache')
  expect((await answer.body()).equals(before)).toBe(false)
})
