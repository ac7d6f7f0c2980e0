import type { Page } from '@playwright/test'
import { test as base, expect, type Member } from '../fixtures.ts'
import { expectAccessible, REFUSED, toast } from '../pages/app.ts'
import { copiesOnDevice } from '../pages/device.ts'

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

test('a day is written, read, changed, taken along and erased; her words are found, and never in an address', async ({
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

  await page.getByRole('button', { name: 'Grabar video' }).click()
  await expect(toast(page, '🚧 Función en desarrollo')).toContainText('video')
  await editor(page).fill('  \n ')
  await save(page)
  await expect(toast(page, 'Datos incompletos')).toContainText(
    'Asegúrate de seleccionar una fecha y escribir algo.',
  )

  const sent: string[] = []
  // The names of our own files are made of chance, and may have any three letters.
  page.on('request', (request) => {
    if (!request.url().includes('/assets/')) sent.push(request.url())
  })
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

  // Another day of the month and back, by the list of what she wrote there. The week of its first or last day may have no other.
  const other = page.locator(`[data-fecha^="${fecha.slice(0, 7)}"]:not([data-fecha="${fecha}"])`)
  const beside = Number(fecha.slice(8)) > 15 ? 'Semana anterior' : 'Semana siguiente'
  if ((await other.count()) === 0) await page.getByRole('button', { name: beside }).click()
  await other.first().click()
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

  await test.step('her words are searched on the device, and taken along', async () => {
    const { error } = await member.client
      .from('diario_personal')
      .insert({ user_id: member.id, fecha: '2024-02-29', contenido: 'Llamé a Lucía desde el jardín.' })
    expect(error).toBeNull()
    await page.reload()
    await page.getByLabel('Palabras').fill('LUCIA')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await expect(page.locator('mark')).toHaveText('Lucía')
    expect(sent.join()).not.toMatch(/luc/i)
    const all = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Para leerlo', exact: true }).click()
    expect((await all).suggestedFilename()).toMatch(/^notas-\d{4}-\d\d-\d\d\.txt$/)
  })
})

test.describe('on a bad day', () => {
  test.use({ expectedErrors: [REFUSED], savesData: false })

  test('what she writes without a network arrives by itself; another device wrote the same day, and she chooses', async ({
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
    // A slow device: until it has her words they are nowhere.
    await page.evaluate(() => {
      const encrypt = SubtleCrypto.prototype.encrypt
      SubtleCrypto.prototype.encrypt = async function (this: SubtleCrypto, ...asked) {
        await new Promise((resolve) => setTimeout(resolve, 700))
        return encrypt.apply(this, asked)
      }
    })
    await save(page)
    await expect(page.getByText('Guardando…')).toBeVisible()
    await expect(page.getByText('Por enviar')).toBeHidden()
    await expect(toast(page, 'Guardada en este dispositivo')).toContainText('Se enviará en cuanto vuelva')
    await expect(page.getByText('Por enviar')).toBeVisible()
    await expect(today(page)).toHaveAccessibleName(/con borrador$/)

    await context.setOffline(false)
    await expect(page.getByText('Por enviar')).toBeHidden()
    await expect(page.getByText('Escrito sin red')).toBeVisible()
    expect(await entriesOf(member)).toMatchObject([{ contenido: 'Escrito sin red' }])

    await test.step('two devices', async () => {
      const fecha = await fechaOfToday(page)
      await page.getByRole('button', { name: 'Editar' }).click()
      await editor(page).fill('Desde el teléfono')
      const elsewhere = (contenido: string) =>
        member.client
          .from('diario_personal')
          .upsert({ user_id: member.id, fecha, tipo: 'texto', contenido }, { onConflict: 'user_id,fecha' })
      expect((await elsewhere('Desde la computadora')).error).toBeNull()
      await save(page)

      const other = page.getByRole('region', { name: 'Guardada en otra pestaña o dispositivo' })
      await expect(other).toContainText('Desde la computadora')
      await expect(page.getByRole('region', { name: 'En este dispositivo' })).toContainText(
        'Desde el teléfono',
      )
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
})

test.describe('west of the service', () => {
  test.use({ timezoneId: 'America/Tijuana' })

  test('today is her own, and the day she writes in stays when midnight passes', async ({
    page,
    makeMember,
    enter,
  }) => {
    const AHEAD = -8
    // Ten seconds before the last midnight of her clock, with or without daylight saving.
    const clock = new Date(Date.now() + AHEAD * 3_600_000).toISOString().slice(0, 10)
    const midnight = Date.parse(`${clock}T00:00:00Z`) - AHEAD * 3_600_000
    await page.clock.install({ time: midnight - 90 * 60_000 })
    await enter(await makeMember())
    const eve = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Tijuana' }).format(
      midnight - 90 * 60_000,
    )
    await expect(today(page)).toHaveAttribute('data-fecha', eve)
    await typeAndKeep(page, 'Antes de dormir')
    await page.clock.fastForward('02:00:00')
    const next = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Tijuana' }).format(
      midnight + 30 * 60_000,
    )
    expect(next).not.toBe(eve)
    // The strip is the week of the day she writes in: a Monday that begins is not in it.
    if (new Date(eve).getUTCDay() !== 0) {
      await expect(today(page)).toHaveAttribute('data-fecha', next)
    }
    await expect(editor(page)).toHaveValue('Antes de dormir')
    await expect(page.locator('[aria-selected="true"] button')).toHaveAttribute('data-fecha', eve)
  })
})

test('a day of several notes with labels, a diary of elsewhere, a month to read, and a reminder that names none of it', async ({
  page,
  makeMember,
  enter,
}) => {
  const ana = await makeMember()
  await enter(ana)
  const hoy = await fechaOfToday(page)
  await test.step('another note of the same day', async () => {
    await editor(page).fill('MARCA de la mañana #calma')
    await save(page)
    await page.getByRole('button', { name: 'Otra nota' }).click()
    await expect(editor(page)).toBeFocused()
    await page.keyboard.type('MARCA de la tarde #familia')
    await save(page)
    await expect(page.getByText('MARCA de la tarde #familia', { exact: true })).toBeVisible()
    // It is shown as soon as the device has it.
    await expect
      .poll(async () => (await entriesOf(ana))[0]?.contenido)
      .toMatch(/^MARCA de la mañana #calma\n\n\d\d:\d\d\nMARCA de la tarde #familia$/)
  })

  const before = `${hoy.slice(0, 8)}01` === hoy ? `${hoy.slice(0, 8)}02` : `${hoy.slice(0, 8)}01`
  const journal = JSON.stringify({
    metadata: { version: '1.0' },
    entries: [
      {
        creationDate: `${before}T12:30:00Z`,
        timeZone: 'UTC',
        text: 'MARCA de otro diario\\.',
        tags: ['calma'],
      },
      { creationDate: `${hoy}T12:30:00Z`, timeZone: 'UTC', text: 'MARCA de hoy allá' },
    ],
  })
  await test.step('what she kept elsewhere comes once, and nothing is overwritten', async () => {
    for (const cambia of [true, false]) {
      await page
        .getByLabel('Archivo de mi diario')
        .setInputFiles({ name: 'Journal.json', mimeType: 'application/json', buffer: Buffer.from(journal) })
      await expect(page.getByText('2 notas en el archivo.')).toBeVisible()
      if (!cambia) continue
      await page.getByRole('button', { name: 'Traer', exact: true }).click()
      await expect(toast(page, '2 días traídos a tu diario')).toBeVisible()
    }
    await expect(page.getByText('No hay nada nuevo que traer.')).toBeVisible()
    const contents = (await entriesOf(ana)).map(({ contenido }) => contenido as string)
    expect(contents).toContain('12:30\nMARCA de otro diario.\n#calma')
    expect(contents.find((one) => one.includes('mañana'))).toMatch(/#familia\n\n12:30\nMARCA de hoy allá$/)
  })

  await test.step('the days of a label', async () => {
    await page.getByRole('button', { name: 'Ver mis etiquetas' }).click()
    await page.getByRole('button', { name: '#calma 2' }).click()
    await expect(page.getByText('2 días.', { exact: true })).toBeVisible()
  })

  await test.step('a month from its first day on', async () => {
    await page.getByRole('link', { name: 'Leer el mes desde el principio' }).click()
    const days = page.getByRole('article')
    await expect(days).toHaveCount(2)
    await expect(days.getByText('MARCA de la mañana #calma')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Volver al diario' }).click()
    await expect(page.getByRole('heading', { name: 'Diario Personal' })).toBeVisible()
  })

  await test.step('how she said that she was', async () => {
    await page.goto('/bienestar')
    await page.getByRole('radio', { name: 'Regular' }).click()
    // A page that ends within the same blink keeps nothing.
    await expect.poll(() => copiesOnDevice(page)).toContainEqual(expect.stringContaining('animo'))
    await page.goto('/diario-emocional')
    await expect(page.getByText('Tu ánimo: Regular')).toBeVisible()
  })

  await test.step('a reminder of every day', async () => {
    await page.getByRole('link', { name: /^Un aviso a tu hora/ }).click()
    await expect(page.getByLabel('Título')).toHaveValue('Un rato para mí')
    await page.getByLabel('Hora (opcional)').fill('20:15')
    await page.getByRole('button', { name: 'Agregar evento' }).click()
    await expect(toast(page, 'Evento agregado')).toBeVisible()
    const { data } = await ana.client
      .from('agenda_personal')
      .select('titulo, lugar, notas, tipo, hora, regla, notificar, recordatorios')
    expect(data).toEqual([
      {
        titulo: 'Un rato para mí',
        lugar: null,
        notas: null,
        tipo: 'recordatorio',
        hora: '20:15:00',
        regla: 'FREQ=DAILY',
        notificar: true,
        recordatorios: [0],
      },
    ])
  })
})
