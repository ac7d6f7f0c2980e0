import type { Page } from '@playwright/test'
import { test as base, expect, type Member } from './fixtures.ts'
import { paced } from './pace.ts'
import { expectAccessible, openMonth, REFUSED, toast } from './pages/app.ts'
import { entriesOnDevice } from './pages/device.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: /^Tu entrada del/ })
const save = (page: Page) => page.getByRole('button', { name: 'Guardar', exact: true }).click()
const today = (page: Page) => page.locator('[aria-current="date"]')

const test = base.extend<{ enter: (member: Member) => Promise<void> }>({
  /** The diary of a member, once it is there. */
  enter: async ({ page, signIn }, use) => {
    await use(async (member) => {
      await signIn(page, member, '/diario-emocional')
      await expect(page.getByRole('heading', { name: 'Diario Personal' })).toBeVisible()
    })
  },
})

async function entriesOf(member: Member) {
  const { data, error } = await member.client.from('diario_personal').select('*').order('fecha')
  expect(error).toBeNull()
  return data!
}

/** The day that the page shows as today. */
const fechaOfToday = async (page: Page) => (await today(page).getAttribute('data-fecha'))!

/** Waits until the status says that the text is stored on the device: from then on a crash loses nothing. */
async function typeAndKeep(page: Page, text: string) {
  // A browser that checks her spelling may send her words away.
  await expect(editor(page)).toHaveAttribute('spellcheck', 'false')
  await editor(page).fill(text)
  await expect(page.getByText('Borrador guardado en este dispositivo.')).toBeVisible()
}

test('a day is written, read, changed, taken along and erased', { tag: '@phone' }, async ({
  page,
  makeMember,
  enter,
}) => {
  const member = await makeMember()
  await enter(member)
  await expect(editor(page)).toHaveValue('')
  // Who runs the database could read it, and is not left out of what the page says.
  await expect(page.getByText('Quien administra el servidor podría.')).toBeVisible()
  const fecha = await fechaOfToday(page)

  await page.getByRole('button', { name: 'Grabar audio' }).click()
  await expect(toast(page, '🚧 Función en desarrollo')).toContainText('audio')
  await page.getByRole('button', { name: 'Grabar video' }).click()
  await expect(toast(page, '🚧 Función en desarrollo')).toContainText('video')
  await editor(page).fill('  \n ')
  await save(page)
  await expect(toast(page, 'Datos incompletos')).toContainText(
    'Asegúrate de seleccionar una fecha y escribir algo.',
  )

  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  // As pasting from a document brings it.
  await editor(page).fill('  Hoy respiré\u0000 hondo. 🌸 مرحبا\nY dormí. \ud83d ')
  await save(page)
  await expect(toast(page, 'Entrada guardada')).toBeVisible()
  await expect(editor(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 2 }).first(), 'the focus stays with the day').toBeFocused()
  await expect(today(page)).toHaveAccessibleName(/con entrada$/)
  expect(await entriesOf(member)).toMatchObject([
    { fecha, tipo: 'texto', contenido: 'Hoy respiré hondo. 🌸 مرحبا\nY dormí. \ufffd' },
  ])
  expect(sent.filter((url) => url.includes('on_conflict=user_id%2Cfecha'))).toHaveLength(1)
  expect(sent.join(), 'nothing that she wrote is ever in an address').not.toMatch(/respir|dorm/)
  await expectAccessible(page)

  await page.reload()
  await expect(page.getByText('Hoy respiré hondo.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  expect((await download).suggestedFilename()).toBe(`${fecha}.txt`)
  const stream = await (await download).createReadStream()
  expect(Buffer.concat(await stream.toArray()).toString()).toBe(
    'Hoy respiré hondo. 🌸 مرحبا\nY dormí. \ufffd',
  )

  // Another day of the week and back, by the list of what she wrote.
  await page.locator('[data-fecha]:not([aria-current])').first().click()
  await expect(editor(page)).toHaveValue('')
  await page
    .getByRole('region', { name: /^Días de / })
    .getByRole('button', { name: /Hoy respiré hondo/ })
    .click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await expect(editor(page)).toBeFocused()
  await editor(page).fill('Otra cosa')
  await save(page)
  await expect(page.getByRole('button', { name: 'Editar' })).toBeVisible()
  expect(await entriesOf(member)).toMatchObject([{ fecha, contenido: 'Otra cosa' }])

  await page.getByRole('button', { name: 'Eliminar entrada' }).click()
  const question = page.getByRole('dialog', { name: '¿Estás segura de que quieres eliminar esta entrada?' })
  await question.getByRole('button', { name: 'Eliminar' }).click()
  await expect(toast(page, 'Entrada eliminada')).toBeVisible()
  await expect(editor(page)).toHaveValue('')
  expect(await entriesOf(member)).toEqual([])
})

test('the calendar is walked with the keyboard and its two dropdowns @phone', { tag: '@long' }, async ({
  page,
  makeMember,
  enter,
}) => {
  await enter(await makeMember())
  await openMonth(page)
  const year = Number((await fechaOfToday(page)).slice(0, 4))
  await expect(page.getByLabel('Año').getByRole('option')).toHaveText(
    Array.from({ length: year - 2019 }, (_, index) => String(2020 + index)),
  )
  await page.getByLabel('Año').selectOption('2024')
  await page.getByLabel('Mes', { exact: true }).selectOption('Febrero')
  await page.getByRole('button', { name: 'jueves, 29 de febrero de 2024' }).click()
  await expect(page.getByRole('heading', { name: 'Jueves, 29 de febrero de 2024' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'viernes, 1 de marzo de 2024' })).toBeFocused()
  await page.keyboard.press('Shift+PageUp')
  await expect(page.getByRole('button', { name: 'miércoles, 1 de marzo de 2023' })).toBeFocused()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Miércoles, 1 de febrero de 2023' })).toBeVisible()
  await page.getByLabel('Año').selectOption('2020')
  await page.getByLabel('Mes', { exact: true }).selectOption('Enero')
  await expect(page.getByRole('button', { name: 'Mes anterior' })).toBeDisabled()
})

test('what she typed outlives a reload and an ended session, and is nobody else’s @phone', {
  tag: '@long',
}, async ({ page, makeMember, enter }) => {
  const [ana, bea] = [await makeMember(), await makeMember()]
  await enter(ana)
  await typeAndKeep(page, 'Esto todavía no lo he guardado')
  await page.reload()
  await expect(editor(page)).toHaveValue('Esto todavía no lo he guardado')

  // Her session ends on the server while she writes.
  await typeAndKeep(page, 'Esto todavía no lo he guardado, ni esto')
  // From a page beside the app, which would ask on without it.
  await page.goto('/medidas.html')
  await page.evaluate(() => localStorage.removeItem('sesion'))
  await page.goto('/diario-emocional')
  await expect(page).toHaveURL(/\/landing$/)
  await enter(bea)
  await expect(editor(page)).toHaveValue('')
  await enter(ana)
  await expect(editor(page)).toHaveValue('Esto todavía no lo he guardado, ni esto')
  expect(await entriesOf(ana)).toEqual([])

  await page.getByRole('button', { name: 'Descartar borrador' }).click()
  await expect(editor(page)).toHaveValue('')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(editor(page)).toHaveValue('Esto todavía no lo he guardado, ni esto')

  // The browser deletes the site's storage while she writes: the next keystroke stores everything again.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const wiped = indexedDB.deleteDatabase('espacio')
        wiped.onsuccess = () => resolve()
        wiped.onerror = () => reject(wiped.error)
      }),
  )
  await editor(page).press('End')
  await editor(page).pressSequentially('!')
  // The status line still says so from before: the rows themselves tell when they are back.
  await expect.poll(() => entriesOnDevice(page)).toBe(1)
  await page.reload()
  await expect(editor(page)).toHaveValue('Esto todavía no lo he guardado, ni esto!')
})

test('a clock that is wrong by years locks nobody out @phone', { tag: '@long' }, async ({
  page,
  makeMember,
  enter,
}) => {
  await page.clock.install({ time: new Date('2015-02-28T12:00:00Z') })
  const member = await makeMember()
  await enter(member)
  await openMonth(page)
  await expect(page.getByLabel('Año')).toHaveText('2020')
  await editor(page).fill('Mi reloj no sabe qué día es')
  await save(page)
  await expect(toast(page, 'Entrada guardada')).toBeVisible()
  expect(await entriesOf(member)).toMatchObject([{ fecha: '2020-02-28' }])
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [REFUSED], savesData: false })

  test('she writes and saves, and it arrives by itself @phone', { tag: '@long' }, async ({
    page,
    context,
    makeMember,
    enter,
  }) => {
    const member = await makeMember()
    await enter(member)
    await expect(editor(page)).toBeVisible()
    await context.setOffline(true)
    await editor(page).fill('Escrito sin red')
    await save(page)
    await expect(toast(page, 'Guardada en este dispositivo')).toContainText('Se enviará en cuanto vuelva')
    await expect(page.getByText('Por enviar')).toBeVisible()
    await expect(today(page)).toHaveAccessibleName(/con borrador$/)

    await context.setOffline(false)
    await expect(page.getByText('Por enviar')).toBeHidden()
    await expect(page.getByText('Escrito sin red')).toBeVisible()
    expect(await entriesOf(member)).toMatchObject([{ contenido: 'Escrito sin red' }])
  })

  test('faults show their texts, and nothing is lost @phone', async ({
    page,
    context,
    makeMember,
    enter,
  }) => {
    const member = await makeMember()
    await context.route('**/rest/v1/diario_personal?*', (route) => route.fulfill({ status: 500, json: {} }))
    await enter(member)
    await expect(toast(page, 'Error')).toContainText('No se pudieron cargar las entradas.', {
      timeout: paced(20_000),
    })
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await editor(page).fill('A pesar de todo')
    await save(page)
    await expect(toast(page, 'Error al guardar')).toContainText(
      'No se pudo guardar la entrada. Inténtalo de nuevo.',
    )
    await expect(editor(page)).toHaveValue('A pesar de todo')

    await context.unroute('**/rest/v1/diario_personal?*')
    await save(page)
    await expect(toast(page, 'Entrada guardada')).toBeVisible()
    await context.route('**/rest/v1/diario_personal?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Eliminar entrada' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(toast(page, 'Error al eliminar')).toContainText('No se pudo eliminar la entrada.')
    await expect(page.getByText('A pesar de todo')).toBeVisible()
    expect(await entriesOf(member)).toHaveLength(1)
  })
})

test.describe('two devices', () => {
  test.use({ expectedErrors: [/409/] })

  test('wrote the same day: she sees both and chooses @phone', { tag: '@long' }, async ({
    page,
    makeMember,
    enter,
  }) => {
    const member = await makeMember()
    await enter(member)
    const fecha = await fechaOfToday(page)
    await typeAndKeep(page, 'Desde el teléfono')
    const elsewhere = (contenido: string) =>
      member.client
        .from('diario_personal')
        .upsert({ user_id: member.id, fecha, tipo: 'texto', contenido }, { onConflict: 'user_id,fecha' })
    expect((await elsewhere('Desde la computadora')).error).toBeNull()
    await save(page)

    const other = page.getByRole('region', { name: 'Guardada en otra pestaña o dispositivo' })
    await expect(other).toContainText('Desde la computadora')
    await expect(page.getByRole('region', { name: 'En este dispositivo' })).toContainText('Desde el teléfono')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Unir las dos' }).click()
    await expect(editor(page)).toHaveValue('Desde la computadora\n\nDesde el teléfono')

    expect((await elsewhere('Otra vez la computadora')).error).toBeNull()
    await save(page)
    await expect(other).toContainText('Otra vez la computadora')
    await page.getByRole('button', { name: 'Quedarme con esta' }).click()
    await expect(toast(page, 'Entrada guardada')).toBeVisible()
    expect(await entriesOf(member)).toMatchObject([
      { contenido: 'Desde la computadora\n\nDesde el teléfono' },
    ])
  })
})

test.describe('two tabs', () => {
  test.use({ expectedErrors: [/409/] })

  test('keep a draft each: what one saves takes nothing from the other @phone', { tag: '@long' }, async ({
    page,
    context,
    makeMember,
    enter,
  }) => {
    const member = await makeMember()
    await enter(member)
    const beside = await context.newPage()
    await beside.goto('/diario-emocional')
    await expect(editor(beside)).toHaveValue('')
    await typeAndKeep(page, 'Desde esta pestaña')
    await typeAndKeep(beside, 'Desde la otra')
    await expect.poll(() => entriesOnDevice(page)).toBe(2)
    await page.reload()
    await expect(editor(page)).toHaveValue('Desde esta pestaña')
    await save(page)
    await expect(toast(page, 'Entrada guardada')).toBeVisible()
    expect(await entriesOf(member)).toMatchObject([{ contenido: 'Desde esta pestaña' }])

    await beside.reload()
    await expect(editor(beside)).toHaveValue('Desde la otra')
    await save(beside)
    await expect(
      beside.getByRole('region', { name: 'Guardada en otra pestaña o dispositivo' }),
    ).toContainText('Desde esta pestaña')
    await beside.getByRole('button', { name: 'Unir las dos' }).click()
    await save(beside)
    await expect(toast(beside, 'Entrada guardada')).toBeVisible()
    expect(await entriesOf(member)).toMatchObject([{ contenido: 'Desde esta pestaña\n\nDesde la otra' }])
    await expect.poll(() => entriesOnDevice(page)).toBe(0)
  })
})

test.describe('an entry that was deleted on another device', () => {
  test.use({ expectedErrors: [/409/] })

  test('does not come back by being edited here, unless she says so @phone', { tag: '@long' }, async ({
    page,
    makeMember,
    enter,
  }) => {
    const member = await makeMember()
    await enter(member)
    const fecha = await fechaOfToday(page)
    await expect(editor(page)).toHaveAttribute('placeholder', '¿Cómo te sientes hoy?')
    await editor(page).fill('Se borrará')
    await save(page)
    await expect(toast(page, 'Entrada guardada')).toBeVisible()
    const gone = () => member.client.from('diario_personal').delete().eq('fecha', fecha)
    for (const [button, left] of [
      ['Guardarla otra vez', 1],
      ['Dejarla borrada', 0],
    ] as const) {
      await page.getByRole('button', { name: 'Editar' }).click()
      expect((await gone()).error).toBeNull()
      await editor(page).fill('Se borrará, dije')
      await editor(page).press('End')
      if (left === 0) await editor(page).pressSequentially(' otra vez')
      await save(page)
      await expect(page.getByText('se borró en otra pestaña o dispositivo')).toBeVisible()
      expect(await entriesOf(member)).toEqual([])
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByText('se borró en otra pestaña o dispositivo')).toBeHidden()
      await expect.poll(async () => (await entriesOf(member)).length).toBe(left)
    }
    await expect(editor(page)).toHaveValue('')
    await page.locator('[data-fecha]:not([aria-current])').first().click()
    await expect(editor(page)).not.toHaveAttribute('placeholder', /hoy/)
  })
})

test('searches her words and takes everything along @phone', { tag: '@long' }, async ({
  page,
  makeMember,
  enter,
}) => {
  const member = await makeMember()
  const largo = '🌸'.repeat(100_000)
  const { error } = await member.client.from('diario_personal').insert([
    { user_id: member.id, fecha: '2024-02-29', contenido: 'Llamé a Lucía desde el jardín.' },
    { user_id: member.id, fecha: '2024-12-31', contenido: largo },
  ])
  expect(error).toBeNull()
  await enter(member)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))

  await page.getByLabel('Palabras').fill('LUCIA')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.locator('mark')).toHaveText('Lucía')
  await page
    .getByRole('button', { name: /29 de febrero de 2024/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Jueves, 29 de febrero de 2024' })).toBeVisible()
  await page.getByLabel('Palabras').fill('nada de esto')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('No encontramos esas palabras en tus entradas.')).toBeVisible()
  expect(sent.join()).not.toMatch(/luc/i)

  for (const [button, ending] of [
    ['Para leerlo', 'txt'],
    ['Para otra aplicación', 'json'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button, exact: true }).click()
    expect((await download).suggestedFilename()).toMatch(
      new RegExp(`^notas-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`),
    )
    const text = Buffer.concat(await (await (await download).createReadStream()).toArray()).toString()
    expect(text).toContain('Llamé a Lucía desde el jardín.')
    expect(text).toContain(largo)
  }
})

for (const [timezoneId, ahead] of [
  ['America/Tijuana', -8],
  ['America/Argentina/Buenos_Aires', -3],
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    test('today is her own, and the day she writes in stays when midnight passes @phone', async ({
      page,
      makeMember,
      enter,
    }) => {
      // Ten seconds before the last midnight of her clock, with or without daylight saving.
      const clock = new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 10)
      const midnight = Date.parse(`${clock}T00:00:00Z`) - ahead * 3_600_000
      await page.clock.install({ time: midnight - 90 * 60_000 })
      await enter(await makeMember())
      const eve = new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(midnight - 90 * 60_000)
      await expect(today(page)).toHaveAttribute('data-fecha', eve)
      await typeAndKeep(page, 'Antes de dormir')
      await page.clock.fastForward('02:00:00')
      const next = new Intl.DateTimeFormat('en-CA', { timeZone: timezoneId }).format(midnight + 30 * 60_000)
      expect(next).not.toBe(eve)
      // The strip is the week of the day she writes in: a Monday that begins is not in it.
      if (new Date(eve).getUTCDay() !== 0) {
        await expect(today(page)).toHaveAttribute('data-fecha', next)
      }
      await expect(editor(page)).toHaveValue('Antes de dormir')
      await expect(page.locator('[aria-selected="true"] button')).toHaveAttribute('data-fecha', eve)
    })
  })
}
