import { randomUUID } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectAccessible, toast } from '../pages/app.ts'
import { tono } from '../sonido.ts'

const MB = 1024 * 1024
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] })

test('a book: every wrong file is refused, a broken upload goes on, members see what is visible in its order', async ({
  page,
  admin,
  makeMember,
  signIn,
  baseURL,
  request,
}, testInfo) => {
  const member = await makeMember()
  await signIn(page, member, '/admin/biblioteca')
  await expect(page).toHaveURL(`${baseURL}/`)

  const titulo = unique('Libro')
  await signIn(page, admin, '/admin')
  // On a phone, what does not wait is folded under the names of its pages.
  await page.getByRole('button', { name: /^Contenidos/ }).click()
  await page.getByRole('link', { name: /^Biblioteca Los libros/ }).click()
  await page.getByLabel('Semana').selectOption('7')
  await page.getByRole('button', { name: 'Agregar libro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo libro' })
  const file = dialog.getByLabel('Archivo PDF')
  const save = dialog.getByRole('button', { name: 'Guardar' })
  await save.click()
  await expect(dialog.getByText('Escribe el título.')).toBeVisible()
  await dialog.getByLabel('Título').fill(titulo)
  await dialog.getByLabel('Autora').fill('Colectiva Jacaranda')
  await expectAccessible(page)

  const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
  await file.setInputFiles(pdf('libro.txt', Buffer.from('hola')))
  await expect(dialog.getByText('Elige un archivo PDF.')).toBeVisible()
  const large = testInfo.outputPath('grande.pdf')
  await writeFile(large, '')
  await truncate(large, 20 * MB + 1)
  await file.setInputFiles(large)
  await expect(dialog.getByText('Ese archivo es demasiado grande: caben 20 MB.')).toBeVisible()
  const tail = '\nstartxref\n9\n%%EOF\n'
  await file.setInputFiles(pdf('libro.pdf', Buffer.from(`%PDF-1.7 y nada más${tail}`)))
  await save.click()
  await expect(dialog.getByText('Ese archivo está dañado o protegido con contraseña.').first()).toBeVisible()
  await file.setInputFiles(pdf('libro.pdf', Buffer.from('<html>no soy lo que digo</html>')))
  await expect(dialog.getByText('Por dentro es otra clase de archivo. Elige un archivo PDF.')).toBeVisible()

  const book = await (await request.get('/cuadernos/cuaderno-1.pdf')).body()
  // Half of it, as a broken download leaves it: said at once, before anything is sent.
  await file.setInputFiles(pdf('libro.pdf', book.subarray(0, book.length / 2)))
  await expect(dialog.getByText('Ese PDF está cortado: le falta el final.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Ver el PDF elegido' })).toHaveCount(0)
  await file.setInputFiles(pdf('libro.pdf', book))
  await expect(dialog.getByRole('link', { name: 'Ver el PDF elegido' })).toHaveAttribute('href', /^blob:/)
  await page.route('**/storage/v1/object/biblioteca/*', (route) => route.abort())
  await save.click()
  await expect(toast(page, 'Se cortó la conexión mientras subía el archivo.')).toBeVisible()
  await expect(dialog.getByLabel('Título')).toHaveValue(titulo)
  await page.unroute('**/storage/v1/object/biblioteca/*')
  await save.click()
  await expect(toast(page, 'Libro agregado')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const seen = async () => {
    const { data } = await member.client
      .from('biblioteca_libros')
      .select('titulo, url_pdf')
      .eq('semana', 7)
      .order('orden')
      .order('titulo')
    return data!
  }
  const titles = async () => (await seen()).map((libro) => libro.titulo)
  expect((await titles()).at(-1)).toBe(titulo)
  const { url_pdf } = (await seen()).at(-1)!
  expect(url_pdf).toMatch(/^\/storage\/v1\/object\/public\/biblioteca\/[0-9a-f-]{36}\.pdf$/)
  const answer = await request.get(url_pdf)
  expect(answer.headers()['content-security-policy']).not.toContain('sandbox')
  // Written anew: the same pages, and nothing of who made it.
  const kept = (await answer.body()).toString('latin1')
  expect(kept).toMatch(/^%PDF-/)
  expect(kept).not.toMatch(/\/(Author|Producer|Creator|CreationDate)\b/)

  await page.getByRole('button', { name: `Subir «${titulo}»` }).click()
  await expect.poll(async () => (await titles()).at(-2)).toBe(titulo)
  await page.getByRole('button', { name: `Ocultar «${titulo}»` }).click()
  await expect(rows(page).filter({ hasText: `${titulo} (OCULTO)` })).toBeVisible()
  expect(await titles()).not.toContain(titulo)
  await expectAccessible(page)

  await page.getByRole('button', { name: `Borrar «${titulo}»` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
  await expect(toast(page, 'Libro borrado')).toBeVisible()
  await expect.poll(async () => (await request.get(url_pdf)).status()).toBe(404)
})

test('an episode: its sound is needed, with a date to come it waits, and it goes with its sound', async ({
  page,
  admin,
  makeMember,
  signIn,
  request,
}) => {
  const member = await makeMember()
  const titulo = unique('Episodio')
  const heard = async () =>
    (await member.client.from('podcast').select('url_audio, duracion_s').eq('titulo', titulo)).data!
  await signIn(page, admin, '/admin/podcast')
  await page.getByRole('button', { name: 'Agregar episodio' }).click()
  const fresh = page.getByRole('region', { name: 'Nuevo episodio' })
  await fresh.getByRole('button', { name: 'Guardar' }).click()
  await expect(fresh.getByText('Elige el audio del episodio.')).toBeVisible()
  await fresh.getByLabel('Título').fill(titulo)
  await fresh.getByLabel('Descripción').fill('Una charla.')
  await fresh.getByLabel('Se publica el').fill('2099-01-01T10:00')
  await fresh
    .getByLabel('Audio', { exact: true })
    .setInputFiles({ name: 'charla.wav', mimeType: 'audio/wav', buffer: tono(2) })
  await fresh.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Episodio agregado')).toBeVisible()
  await expect(rows(page).filter({ hasText: titulo })).toContainText('programado: 1 de enero de 2099, 10:00')
  expect(await heard()).toEqual([])
  await expectAccessible(page)

  await page.getByRole('button', { name: `Editar «${titulo}»` }).click()
  const edit = page.getByRole('region', { name: 'Editar episodio' })
  await edit.getByLabel('Se publica el').fill('2020-01-01T10:00')
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Episodio actualizado')).toBeVisible()
  const [episode] = await heard()
  expect(episode!.duracion_s).toBe(2)
  expect((await request.get(episode!.url_audio)).headers()['content-type']).toBe('audio/wav')

  await page.getByRole('button', { name: `Borrar «${titulo}»` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
  await expect(toast(page, 'Episodio borrado')).toBeVisible()
  expect(await heard()).toEqual([])
  await expect.poll(async () => (await request.get(episode!.url_audio)).status()).toBe(404)
})

test('what another editor changed is not overwritten, and what was deleted elsewhere is said to be', async ({
  page,
  admin,
  signIn,
}) => {
  const titulo = unique('Libro de dos')
  const { data: libro } = await admin.client
    .from('biblioteca_libros')
    .insert({ titulo, autor: 'Una', semana: 9, orden: 100 })
    .select('id')
    .single()
  await signIn(page, admin, '/admin/biblioteca')
  await page.getByLabel('Semana').selectOption('9')
  await page.getByRole('button', { name: `Editar «${titulo}»` }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar libro' })
  const save = dialog.getByRole('button', { name: 'Guardar' })

  // Meanwhile another device changes who wrote it.
  await admin.client.from('biblioteca_libros').update({ autor: 'Otra' }).eq('id', libro!.id)
  const now = async () =>
    (await admin.client.from('biblioteca_libros').select('titulo, autor').eq('id', libro!.id)).data
  await dialog.getByLabel('Título').fill(`${titulo}, corregido`)
  await save.click()
  await expect(dialog.getByText('Alguien lo cambió mientras lo editabas.')).toBeVisible()
  await expect(dialog.getByText('Autora ahora: Otra')).toBeVisible()
  await expect(dialog.getByLabel('Título')).toHaveValue(`${titulo}, corregido`)
  expect(await now()).toEqual([{ titulo, autor: 'Otra' }])
  await dialog.getByLabel('Autora').fill('Otra')
  await save.click()
  await expect(toast(page, 'Libro actualizado')).toBeVisible()
  expect(await now()).toEqual([{ titulo: `${titulo}, corregido`, autor: 'Otra' }])

  await page.getByRole('button', { name: `Editar «${titulo}, corregido»` }).click()
  await dialog.getByLabel('Título').fill(`${titulo}, otra vez`)
  await admin.client.from('biblioteca_libros').delete().eq('id', libro!.id)
  await save.click()
  await expect(dialog.getByText('Alguien lo borró mientras lo editabas.')).toBeVisible()
  await expect(dialog.getByLabel('Título')).toHaveValue(`${titulo}, otra vez`)
  await save.click()
  await expect(dialog).toHaveCount(0)
  expect(await now()).toEqual([{ titulo: `${titulo}, otra vez`, autor: 'Otra' }])

  // Deleting what is gone says so, and no English sentence.
  await admin.client.from('biblioteca_libros').delete().eq('id', libro!.id)
  await page.getByRole('button', { name: `Borrar «${titulo}, otra vez»` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
  await expect(toast(page, 'No se pudo borrar')).toContainText('Eso ya no está')
  await expect(page.getByText(`${titulo}, otra vez`)).toHaveCount(0)
})

test('a circle is written, ordered, hidden and deleted', async ({ page, admin, makeMember, signIn }) => {
  const member = await makeMember()
  const nombre = unique('Sala')
  const circles = async () =>
    (
      await member.client
        .from('salas_comunidad')
        .select('nombre, icono')
        .order('created_at', { ascending: false })
    ).data!
  await signIn(page, admin, '/admin/salas')
  await page.getByRole('button', { name: 'Agregar sala' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nueva sala' })
  await dialog.getByLabel('Nombre').fill(nombre)
  await dialog.getByLabel('Icono').selectOption('Café virtual')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Sala agregada')).toBeVisible()
  const before = await circles()
  expect(before.find((sala) => sala.nombre === nombre)?.icono).toBe('cafe_virtual')
  const place = before.findIndex((sala) => sala.nombre === nombre)
  await page.getByRole('button', { name: `Bajar «${nombre}»` }).click()
  await expect
    .poll(async () => (await circles()).findIndex((sala) => sala.nombre === nombre))
    .toBeGreaterThan(place)
  await page.getByRole('button', { name: `Ocultar «${nombre}»` }).click()
  await expect.poll(async () => (await circles()).some((sala) => sala.nombre === nombre)).toBe(false)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Borrar «${nombre}»` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
  await expect(toast(page, 'Sala borrada')).toBeVisible()
})
