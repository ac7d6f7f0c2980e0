import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const expectNoViolations = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

/** A picture as a phone takes it: wider than high, and with the place where it was taken written into it. */
async function photograph(page: Page, colour = '#5b2e91') {
  const drawn = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1000
    const context = canvas.getContext('2d')!
    context.fillStyle = fill
    context.fillRect(0, 0, 1600, 1000)
    return canvas.toDataURL('image/jpeg').split(',')[1]!
  }, colour)
  const picture = Buffer.from(drawn, 'base64')
  const place = Buffer.from('Exif\0\0GPSLatitude 19.4326077')
  const marker = Buffer.from([0xff, 0xe1, 0, place.length + 2])
  const buffer = Buffer.concat([picture.subarray(0, 2), marker, place, picture.subarray(2)])
  return { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer }
}

const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, src)

test('she changes her name, her moment and her picture, which shows at once and tells nothing but itself', async ({
  page,
  makeMember,
  signIn,
  request,
}) => {
  const member = await makeMember({ username: 'Lucía' })
  const another = await makeMember({ username: 'Rosa' })
  await signIn(page, member)
  await page.goto('/perfil')
  const ficha = page.getByRole('region', { name: 'Tus datos' })
  await expect(ficha.getByText('Emprendiendo')).toBeVisible()
  await expect(ficha.getByText('Plan Básico')).toBeVisible()
  await ficha.getByRole('button', { name: 'Editar perfil' }).click()
  const moments = ficha.getByRole('group', { name: 'Momento de Vida' })
  await expect(moments.getByRole('radio')).toHaveCount(5)
  for (const name of ['Feliz', 'En Duelo', 'Emprendiendo', 'En Soledad', 'Maternando']) {
    await expect(moments.getByRole('radio', { name })).toBeAttached()
  }
  await expectNoViolations(page)

  await page.getByLabel('Foto de perfil').setInputFiles(await photograph(page))
  const dialog = page.getByRole('dialog', { name: 'Ajusta tu foto' })
  await dialog.getByRole('slider', { name: 'Acercar' }).fill('2')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(toast(page, 'Foto actualizada')).toBeVisible()
  await expect(dialog).toBeHidden()
  const src = (await ficha.locator('img').getAttribute('src'))!
  expect(src).toContain(`/storage/v1/object/public/profiles/avatars/${member.id}.jpg?v=`)
  expect(await sizeOf(page, src)).toEqual([500, 500])
  const stored = (await (await request.get(src)).body()).toString('latin1')
  expect(stored).not.toMatch(/Exif|GPS|19\.43/)

  await ficha.getByLabel('Nombre').fill('Lucía del Mar')
  await moments.getByText('Maternando').click()
  await ficha.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(toast(page, 'Perfil actualizado')).toBeVisible()
  await expect(ficha.getByRole('button', { name: 'Editar perfil' })).toBeVisible()
  await expect(ficha.getByText('Lucía del Mar')).toBeVisible()
  await expect(ficha.getByText('Maternando')).toBeVisible()
  const seen = await another.client.from('profiles').select('*').eq('id', member.id).single()
  expect(seen.data).toMatchObject({ username: 'Lucía del Mar', foto_url: src, momento_vida: null })

  // Another picture under the same name is another address: nobody is shown the old one.
  await ficha.getByRole('button', { name: 'Editar perfil' }).click()
  await page.getByLabel('Foto de perfil').setInputFiles(await photograph(page, '#3f7d5a'))
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(dialog).toBeHidden()
  await expect(ficha.locator('img')).not.toHaveAttribute('src', src)
  await ficha.getByRole('button', { name: 'Dejar de editar' }).click()
  await expect(ficha.getByRole('button', { name: 'Cambiar foto' })).toBeHidden()
})

test.describe('what goes wrong', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [/Failed to load resource|Failed to fetch|ERR_FAILED/] })

  test('a picture that is none, or does not arrive, says so and is not lost', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const member = await makeMember()
    await signIn(page, member)
    await page.goto('/perfil')
    await page.getByRole('button', { name: 'Editar perfil' }).click()
    const chooser = page.getByLabel('Foto de perfil')
    const said = (text: string) => toast(page, text).filter({ hasText: 'Error al subir foto' })

    await chooser.dispatchEvent('change')
    await expect(said('Debes seleccionar una imagen para subir.')).toBeVisible()
    for (const mimeType of ['application/pdf', 'image/svg+xml']) {
      await chooser.setInputFiles({ name: 'x', mimeType, buffer: Buffer.from('<svg/>') })
      await expect(said('El archivo debe ser una imagen.')).toBeVisible()
    }
    await chooser.setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nada') })
    await expect(said('No pudimos abrir esa imagen. Prueba con otra.')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()

    await chooser.setInputFiles(await photograph(page))
    const use = page.getByRole('button', { name: 'Usar esta foto' })
    await page.route('**/storage/v1/object/profiles/**', (route) => route.abort())
    await use.click()
    await expect(said('Se cortó la conexión. Tu foto sigue aquí: inténtalo de nuevo.')).toBeVisible()
    await page.route('**/storage/v1/object/profiles/**', (route) =>
      route.fulfill({ status: 400, json: { statusCode: '415', error: 'x', message: 'x' } }),
    )
    await use.click()
    await expect(said('El archivo debe ser una imagen.')).toBeVisible()
    await page.unroute('**/storage/v1/object/profiles/**')
    // It arrives, and the profile does not hear of it: the old one stays, and once more is enough.
    await page.route('**/rest/v1/profiles**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await use.click()
    await expect(said('Parece que no hay conexión')).toBeVisible()
    await page.unroute('**/rest/v1/profiles**')
    await use.click()
    await expect(toast(page, 'Foto actualizada')).toBeVisible()
  })

  test('names that are too short, too long or the team’s are refused; a cut connection keeps what she typed', async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember({ username: 'Lucía' }))
    await page.goto('/perfil')
    await page.getByRole('button', { name: 'Editar perfil' }).click()
    const name = page.getByLabel('Nombre')
    const save = page.getByRole('button', { name: 'Guardar cambios' })
    for (const wrong of ['  yo ', 'x'.repeat(31)]) {
      await name.fill(wrong)
      await save.click()
      await expect(page.getByText('Tu nombre debe tener entre 3 y 30 caracteres.')).toBeVisible()
    }
    await name.fill('Soporte Ámparo')
    await save.click()
    await expect(page.getByText('Ese nombre se parece al del equipo. Elige otro, por favor.')).toBeVisible()
    await expect(toast(page, 'No se pudieron guardar los cambios.')).toBeVisible()

    await name.fill('Lucha')
    await page.route('**/rest/v1/profiles**', (route) => route.abort())
    await save.click()
    await expect(toast(page, 'No se pudieron guardar los cambios.')).toBeVisible()
    await expect(name).toHaveValue('Lucha')
    await page.unroute('**/rest/v1/profiles**')
    await save.click()
    await expect(page.getByRole('region', { name: 'Tus datos' }).getByText('Lucha')).toBeVisible()
  })

  test('a profile that is missing shows the defaults; payments are still to come', async ({
    page,
    makeMember,
    signIn,
  }) => {
    await signIn(page, await makeMember({ username: '' }))
    await page.route('**/rest/v1/profiles**', (route) => route.fulfill({ json: [] }))
    await page.goto('/perfil')
    const ficha = page.getByRole('region', { name: 'Tus datos' })
    await expect(ficha.getByText('Usuaria Amparo')).toBeVisible()
    await expect(ficha.getByText('Plan Básico')).toBeVisible()
    await expect(ficha.getByText('Emprendiendo')).toBeVisible()
    await expect(page.getByText('No se pudo cargar tu perfil.')).toBeHidden()

    const payments = page.getByRole('region', { name: 'Suscripción y Pagos' })
    await expect(payments.getByText('••••')).toBeVisible()
    await expect(payments.getByText('Activado')).toBeVisible()
    for (const row of ['Método de pago', 'Recordatorio de pago']) {
      await payments.getByRole('button', { name: row }).click()
      await expect(toast(page, '🚧 Función en desarrollo')).toBeVisible()
      await page.getByRole('button', { name: 'Cerrar aviso' }).click()
    }
  })
})
