import type { Locator, Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, goWithin, REFUSED, toast } from '../pages/app.ts'
import { copiesOnDevice, waitUntilStored } from '../pages/device.ts'

test.use({ serviceWorkers: 'allow', savesData: false, expectedErrors: [REFUSED] })

const grid = (page: Page): Locator => page.getByRole('grid', { name: /^Tu mes/ })
const dayOf = (page: Page, fecha: string): Locator => grid(page).locator(`[data-fecha="${fecha}"]`)
const dialog = (page: Page): Locator => page.getByRole('dialog')
const close = (page: Page) => dialog(page).getByRole('button', { name: 'Cerrar' }).click()

/** The day, in whichever month it is. */
async function reach(page: Page, fecha: string): Promise<Locator> {
  await grid(page).waitFor()
  const day = dayOf(page, fecha)
  if ((await day.count()) === 0) await page.getByRole('button', { name: 'Mes anterior' }).click()
  return day
}

const citasOf = async ({ client }: Member) => {
  const { data } = await client
    .from('agenda_personal')
    .select('titulo, tipo, fecha')
    .eq('tipo', 'cita')
    .order('titulo')
  return data
}

/** What the service knows of her reminders: all that is hers there, but for ids and moments. */
const recordatoriosOf = async ({ client }: Member) => {
  const { data } = await client
    .from('agenda_personal')
    .select('titulo, lugar, notas, hora, regla, recordatorios')
    .eq('tipo', 'recordatorio')
    .order('hora')
  return data
}
const neutral = { titulo: 'Recordatorio', lugar: null, notas: null, recordatorios: [0] }

test('her month: a day says all that it holds and opens with it, and what she adds there stands without a network too', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  const member = await makeMember()
  await signIn(page, member, '/bienestar')
  await waitUntilStored(page)
  const [hoy, ayer] = await page.evaluate(() => {
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toLocaleDateString('en-CA')
    return [day(0), day(1)] as const
  })
  await member.client.from('diario_personal').insert({ user_id: member.id, fecha: hoy, contenido: 'Hoy.' })
  await member.client
    .from('agenda_personal')
    .insert({ user_id: member.id, titulo: 'Dra. Sol', tipo: 'cita', fecha: hoy, notificar: false })
  await page.getByRole('button', { name: 'Agregar medicamento' }).click()
  await dialog(page).getByLabel('Nombre').fill('Hierro')
  await dialog(page).getByLabel('Horas').fill('8:00')
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(() => copiesOnDevice(page)).toContain('hojas medicamentos')
  await page.reload()

  await test.step('today opens with everything, and each is said there', async () => {
    await (await reach(page, hoy)).click()
    const day = dialog(page)
    await expect(day.getByRole('region', { name: 'Citas' })).toContainText('Dra. Sol')
    await expect(day.getByRole('link', { name: 'Abrirla en el diario' })).toHaveAttribute(
      'href',
      `/diario-emocional#${hoy}`,
    )
    await day.getByRole('radio', { name: 'Bien', exact: true }).click()
    await day.getByRole('button', { name: 'Empezó hoy' }).click()
    await day.getByRole('button', { name: 'Tomada: Hierro, 08:00' }).click()
    await expect(day.getByText('Día 1 de tu periodo')).toBeVisible()
    await expectAccessible(page)
    await close(page)
    await expect(dayOf(page, hoy)).toBeFocused()
    await expect(dayOf(page, hoy)).toHaveAccessibleName(
      /, hoy, empezó tu periodo, ánimo bien, una entrada, una cita, una dosis tomada$/,
    )
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  await test.step('the diary of a month that she has opened is read without a network', async () => {
    await member.client
      .from('diario_personal')
      .insert({ user_id: member.id, fecha: ayer, contenido: 'Ayer llovió.' })
    await goWithin(page, `/diario-emocional#${ayer}`)
    await expect(page.getByText('Ayer llovió.')).toBeVisible()
    await expect.poll(() => copiesOnDevice(page)).toContain('meses')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('Sin conexión: es lo que guarda este dispositivo.')).toBeVisible()
    await expect(page.getByText('Ayer llovió.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ver el mes de antes' }).click()
    await page.getByRole('button', { name: 'Ver el mes de antes' }).click()
    await expect(page.getByText(/^Sin conexión, y este mes no está en este dispositivo/)).toBeVisible()
    await context.setOffline(false)
    await goWithin(page, '/bienestar')
  })

  await test.step('without a network: a mood of yesterday, and an appointment', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(dayOf(page, hoy)).toHaveAccessibleName(/una entrada, una cita/)
    await (await reach(page, ayer)).click()
    await dialog(page).getByRole('radio', { name: 'Mal', exact: true }).click()
    await expect(dialog(page).getByRole('region', { name: 'Lo que dijiste' })).toContainText('Mal')
    await dialog(page).getByRole('link', { name: 'Agregar cita' }).click()
    await expect(page.getByLabel('Tipo')).toHaveValue('cita')
    await expect(page.getByLabel('Fecha')).toHaveValue(ayer)
    await page.getByLabel('Título').fill('Laboratorio')
    await page.getByRole('button', { name: 'Agregar evento' }).click()
    await expect(toast(page, 'Guardado en este dispositivo')).toBeVisible()
    await goWithin(page, '/bienestar')
    await expect(await reach(page, ayer)).toHaveAccessibleName(/ánimo mal, una cita$/)
    await context.setOffline(false)
    await expect
      .poll(() => citasOf(member))
      .toEqual([
        { titulo: 'Dra. Sol', tipo: 'cita', fecha: hoy },
        { titulo: 'Laboratorio', tipo: 'cita', fecha: ayer },
      ])
  })

  await test.step('her year, one thing at a time, in words too', async () => {
    await page.getByRole('radio', { name: 'Año' }).click()
    await expect(page.getByRole('button', { name: /: un día de periodo/ })).toHaveCount(1)
    await page.getByRole('radio', { name: 'Ánimo', exact: true }).click()
    await expect(page.getByRole('button', { name: /un día bien/ })).toHaveCount(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: /un día bien/ }).click()
    await expect(dayOf(page, hoy)).toBeVisible()
  })
})

test('reminders of a medicine and of her period: the service has an hour and a neutral word, and they go with what they were of', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  const member = await makeMember()
  await signIn(page, member, '/bienestar')
  const medicines = page.getByRole('region', { name: 'Medicamentos y recordatorios' })
  await page.getByRole('button', { name: 'Agregar medicamento' }).click()
  await dialog(page).getByLabel('Nombre').fill('Hierro')
  await dialog(page).getByLabel('Horas').fill('8:00, 20:30')
  await dialog(page).getByRole('checkbox', { name: 'Avisarme cada vez que toque' }).check()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(medicines.getByText('Hierro').first()).toBeVisible()
  await expect
    .poll(() => recordatoriosOf(member))
    .toEqual([
      { ...neutral, hora: '08:00:00', regla: 'FREQ=DAILY' },
      { ...neutral, hora: '20:30:00', regla: 'FREQ=DAILY' },
    ])

  const cambiar = page.getByRole('button', { name: 'Cambiar Hierro' })
  await cambiar.click()
  await expect(dialog(page).getByRole('checkbox', { name: 'Avisarme cada vez que toque' })).toBeChecked()
  await dialog(page).getByLabel('Horas').fill('9:00')
  await dialog(page).getByRole('checkbox', { name: 'lunes' }).check()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect
    .poll(() => recordatoriosOf(member))
    .toEqual([{ ...neutral, hora: '09:00:00', regla: 'FREQ=WEEKLY;BYDAY=MO' }])
  await cambiar.click()
  await dialog(page).getByRole('button', { name: 'Borrar', exact: true }).click()
  await expect.poll(() => recordatoriosOf(member)).toEqual([])

  await goWithin(page, '/ciclo')
  await page.getByRole('button', { name: 'Empezó hoy' }).click()
  const avisarme = page.getByRole('button', { name: /^Avisarme el / })
  await avisarme.click()
  await expect(page.getByText('solo dirá «Tienes un recordatorio»')).toBeVisible()
  const once = [{ ...neutral, hora: '09:00:00', regla: null }]
  await expect.poll(() => recordatoriosOf(member)).toEqual(once)
  // It goes where nothing is expected, and is there again where something is.
  await page.getByRole('radio', { name: 'Embarazo' }).click()
  await expect.poll(() => recordatoriosOf(member)).toEqual([])
  await context.setOffline(true)
  await page.getByRole('radio', { name: 'Sin fertilidad' }).click()
  await expect(avisarme).toHaveAttribute('aria-pressed', 'true')
  await context.setOffline(false)
  await expect.poll(() => recordatoriosOf(member), { timeout: 40_000 }).toEqual(once)
  await avisarme.click()
  await expect.poll(() => recordatoriosOf(member)).toEqual([])

  await page.getByRole('link', { name: 'Resumen para consulta' }).click()
  await expect(page.getByRole('heading', { name: 'Resumen para consulta' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Volver' }).click()
  await expect(avisarme).toBeVisible()
})
