import type { Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { expectAccessible, REFUSED, toast } from '../pages/app.ts'
import { answersOnDevice, waitUntilStored } from '../pages/device.ts'

const PATH = '/seguridad/apoyo-y-refugios'

const card = (page: Page, nombre: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: nombre })
const estado = (page: Page) => page.getByLabel('Estado', { exact: true })
const ciudad = (page: Page) => page.getByLabel('Ciudad', { exact: true })
const search = (page: Page) => page.getByRole('textbox', { name: 'Buscar' })

/** The names that a part of the directory shows. */
const names = (page: Page, region: string) =>
  page.getByRole('region', { name: region, exact: true }).getByRole('heading', { level: 3 })

async function enter(page: Page) {
  await page.goto(PATH)
  await expect(page.getByText(/^\d+ resultados$/)).toBeVisible()
}

/** All entries, where only the first of each part are shown. */
async function showAll(page: Page) {
  const more = page.getByRole('button', { name: /^Ver los otros / })
  while ((await more.count()) > 0) await more.first().click()
}

/** An entry of this test's own, written by the admin through the API. */
async function addAsociacion(admin: Member, change: { ubicacion?: string; visible?: boolean } = {}) {
  const nombre = `Casa ${crypto.randomUUID().slice(0, 8)}`
  const { data, error } = await admin.client
    .from('asociaciones_apoyo')
    .insert({ nombre, telefono: '+525512345678', ubicacion: 'Zapopan, Jalisco', ...change })
    .select('id')
    .single()
  expect(error).toBeNull()
  return { id: data!.id as string, nombre }
}

test('finds help by state, city, words and country; national lines everywhere', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember())
  await enter(page)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1, name: 'Apoyo y refugios' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Agregar Asociación' })).toHaveCount(0)
  await expect(main.getByText('(OCULTO)')).toHaveCount(0)

  await expect(estado(page)).toHaveValue('')
  await expect(estado(page).locator('option').first()).toHaveText('Todos los estados')
  await expect(ciudad(page).locator('option').first()).toHaveText('Todas las ciudades')
  await expect(ciudad(page)).toBeDisabled()

  // One screen: the first of each part, and what each is good for; the rest at a tap.
  await expect(
    main.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) }),
  ).toHaveCount(7)
  await showAll(page)

  // Lines of the whole country that answer at any hour come first; where she chose a state that does, and they are one line above it.
  const order = () => main.getByRole('heading', { level: 2 }).allTextContents()
  expect((await order()).slice(0, 2)).toEqual(['A toda hora, en todo México', 'Más en México'])

  await estado(page).selectOption('Jalisco')
  expect((await order()).slice(0, 3)).toEqual([
    expect.stringMatching(/^A toda hora, en todo México \(\d+\)$/),
    'En Jalisco',
    'Más en México',
  ])
  const hers = names(page, 'En Jalisco')
  await expect(hers.first(), 'what she chose comes into view').toBeInViewport()
  const centros = 'Red de Centros de Justicia para las Mujeres de Jalisco'
  await expect(page.getByRole('link', { name: `WhatsApp: escribir a ${centros}` })).toHaveAttribute(
    'href',
    'https://wa.me/523314151002',
  )
  await expect(card(page, 'Línea de la Vida')).toBeHidden()
  await page.getByText(/^A toda hora, en todo México/).click()
  await expect(card(page, 'Línea de la Vida').getByRole('link', { name: /^Llamar/ })).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'En Jalisco' })
      .getByText(/, Jalisco$/)
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'En Jalisco' }).getByText(/, Sonora$/)).toHaveCount(0)
  await ciudad(page).selectOption('Guadalajara')
  await expect(page.getByRole('region', { name: 'En Guadalajara' })).toBeVisible()

  await estado(page).selectOption('Ciudad de México')
  await search(page).fill('sos MUJERES')
  const call = page.getByRole('link', { name: /^Llamar .* Línea SOS Mujeres/ })
  await expect(call).toHaveAttribute('href', 'tel:%2A765')
  await expect(call).toContainText('*765')
  await search(page).fill('linea de las mujeres')
  await expect(page.getByRole('link', { name: /^Llamar .* Línea de las Mujeres 079/ })).toHaveAttribute(
    'href',
    'tel:079',
  )
  await search(page).fill('xyzzy')
  await expect(
    page.getByText('No se encontraron asociaciones con los filtros seleccionados.', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('0 resultados')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(estado(page)).toHaveValue('')
  await expect(search(page)).toHaveValue('')

  // The emergency line stays in sight, and is that of the country she looks into; it is remembered.
  const emergencias = page.getByRole('region', { name: 'Emergencias' })
  await main.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(
    emergencias.getByRole('link', { name: '911, llamar a emergencias en México' }),
  ).toBeInViewport()
  await page.getByLabel('País').selectOption('Panamá')
  await expect(emergencias).toContainText('Emergencias en Panamá')
  await expect(emergencias.getByRole('link').first()).toHaveAttribute('href', 'tel:104')
  await expect(page.getByRole('link', { name: /^Llamar .* Línea 182/ })).toHaveAttribute('href', 'tel:182')
  await expect(main.getByText('Línea de la Vida')).toHaveCount(0)
  await page.reload()
  await expect(emergencias).toContainText('Emergencias en Panamá')
  await expectAccessible(page)
})

test.describe('on a bad day', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('a member reports a number once and may take it back; the team calls it, and every card says that it was verified', async ({
    page,
    browser,
    admin,
    makeMember,
    signIn,
  }) => {
    const { id, nombre } = await addAsociacion(admin)
    const reports = async () => {
      const { data } = await admin.client.from('reportes_apoyo').select('telefono').eq('asociacion_id', id)
      return data!
    }
    await signIn(page, await makeMember())
    await enter(page)
    const unfold = async () => {
      await search(page).fill(nombre)
      await page.getByRole('button', { name: `Más sobre ${nombre}` }).click()
    }
    await unfold()
    const report = card(page, nombre).getByRole('button', { name: /^El número ya no funciona/ })
    await report.click()
    await expect(toast(page, 'Gracias por avisar')).toContainText(nombre)
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(toast(page, 'Aviso retirado')).toBeVisible()
    expect(await reports()).toEqual([])
    await report.click()
    const reported = card(page, nombre).getByRole('button', { name: /^Ya avisaste/ })
    await expect(reported).toBeVisible()
    await page.reload()
    await unfold()
    await reported.click()
    await expect(toast(page, 'Ya nos habías avisado')).toBeVisible()
    expect(await reports()).toEqual([{ telefono: '+525512345678' }])

    const desk = await browser.newPage()
    await signIn(desk, admin, PATH)
    const reportadas = desk.getByRole('region', { name: 'Números reportados' })
    const pending = reportadas.getByRole('listitem').filter({ hasText: nombre })
    await expect(pending).toContainText('1 aviso, el último del')
    await pending.getByRole('button', { name: `Confirmar el número de ${nombre}` }).click()
    const dialog = desk.getByRole('dialog', { name: 'Confirmar número' })
    await expect(dialog.getByRole('link', { name: /^Llamar · / })).toHaveAttribute(
      'href',
      'tel:+525512345678',
    )
    await dialog.getByRole('button', { name: 'Sí, contestaron hoy' }).click()
    await expect(toast(desk, 'Éxito')).toBeVisible()
    await expect(pending).toHaveCount(0)
    expect(await reports()).toEqual([])
    await desk.close()

    await page.reload()
    await unfold()
    await expect(
      card(page, nombre).getByText(/^Verificado por teléfono el \d+ de [a-z]+ de \d{4}$/),
    ).toBeVisible()
    await expect(report).toBeVisible()
  })

  test.describe('with the app kept on the device', () => {
    test.use({ serviceWorkers: 'allow' })

    test('offline, a member who had never opened it reads the copy of her device, and from when it is', async ({
      page,
      context,
      admin,
      makeMember,
      signIn,
    }) => {
      const { nombre } = await addAsociacion(admin)
      const kept = page.waitForResponse((response) => response.url().includes('/rest/v1/asociaciones_apoyo'))
      await signIn(page, await makeMember())
      await kept
      await waitUntilStored(page)
      await expect.poll(() => answersOnDevice(page)).toContain('asociaciones_apoyo visibles')

      await context.setOffline(true)
      await page.goto(PATH)
      // A page that comes while there is no network is not told so by every version of Chromium that is only made to believe it.
      await expect(
        page.getByText(
          /^(?:Sin conexión|No pudimos actualizar la lista)\. Esta es la copia de tu dispositivo, del \d+ de [a-z]+ de \d{4} a las \d\d:\d\d\.$/,
        ),
      ).toBeVisible()
      await showAll(page)
      await expect(card(page, nombre).getByRole('link', { name: /^Llamar · / })).toHaveAttribute(
        'href',
        'tel:+525512345678',
      )
      await page.getByLabel('País').selectOption('Panamá')
      await expect(page.getByRole('region', { name: 'Emergencias' })).toContainText('104')
      await page.getByLabel('País').selectOption('México')
      await search(page).fill(nombre)
      await page.getByRole('button', { name: `Más sobre ${nombre}` }).click()
      await card(page, nombre)
        .getByRole('button', { name: /^El número ya no funciona/ })
        .click()
      await expect(toast(page, 'No recibimos tu aviso')).toContainText('Parece que no hay conexión.')
      await expectAccessible(page)

      await context.setOffline(false)
      await expect(page.getByText(/Esta es la copia de tu dispositivo/)).toBeHidden()
    })
  })
})
