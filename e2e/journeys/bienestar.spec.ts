import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectAccessible, toast } from '../pages/app.ts'
import { copiesOnDevice, entriesOnDevice } from '../pages/device.ts'

const tile = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('wellbeing says what this device knows, and sends nothing', async ({ page, makeMember, signIn }) => {
  await signIn(page, await makeMember())
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    sent.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`)
  })
  // The app asks meanwhile whether an alert of hers is open, who her contacts are and what the team says: calls without a word in them.
  const written = () =>
    sent.filter((request) => !/^(?:(?:GET|HEAD) |POST \/rest\/v1\/rpc\/mis_\w+ \{\}$)/.test(request))
  const asked = () => sent.filter((request) => /^\w+ \/\w+\/v1\//.test(request)).join('\n')

  await page.getByRole('link', { name: 'Bienestar' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bienestar holístico' })).toBeVisible()
  await expect(tile(page, 'Ciclo menstrual')).toContainText('Sin datos')
  await expect(tile(page, 'Estado de ánimo')).toContainText('Sin datos')
  await expect(tile(page, 'Próximas citas')).toContainText('0La de abajo es un ejemplo')
  await expect(tile(page, 'Medicamentos')).toContainText('0El de abajo es un ejemplo')
  await expect(section(page, 'Citas médicas').getByRole('listitem')).toContainText('Ejemplo')
  await page.getByRole('button', { name: 'Agregar medicamento' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo medicamento' })
  await dialog.getByLabel('Nombre').fill('Hierro')
  await dialog.getByLabel('Horas').fill('0:00, 23:59')
  await dialog.getByLabel('Cuántas quedan').fill('9')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  const medicines = section(page, 'Medicamentos y recordatorios')
  await medicines.getByRole('button', { name: 'Tomada: Hierro, 00:00' }).click()
  await expect(medicines.getByText('Quedan 8')).toBeVisible()
  await expect(tile(page, 'Medicamentos')).toContainText('1Próxima dosis: hoy, 23:59')
  await page.getByRole('radio', { name: 'Regular' }).click()
  await expect(tile(page, 'Estado de ánimo')).toContainText('Regular')
  await page.getByRole('button', { name: 'Descanso' }).click()
  await page.getByRole('textbox', { name: 'Una palabra tuya' }).fill('lenta')
  await page.getByRole('button', { name: /, hoy, ánimo regular, una dosis tomada$/ }).click()
  await expect(page.getByText('Descanso, lenta')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cerrar' }).click()
  expect(written(), 'nothing of hers leaves the device').toEqual([])
  expect(asked(), 'not in an address either').not.toMatch(/regular|[aá]nimo|mood/i)

  await test.step('the day of the cycle comes from the last calculation', async () => {
    await page.goto('/sexualidad')
    const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
    await page.getByLabel('Inicio de tu último periodo').fill(today)
    await page.getByRole('button', { name: /^Calcular/ }).click()
    // It is drawn before it is kept, since it is also counted where nothing can be kept.
    await expect.poll(() => copiesOnDevice(page)).toContain('ciclo')
    await page.goto('/bienestar')
    await expect(tile(page, 'Ciclo menstrual')).toContainText('Día 1de 28')
  })
})

test('an appointment of the agenda is one of her wellbeing, whichever of the two she begins at', async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember(), '/bienestar')
  await page.getByRole('button', { name: 'Agregar cita' }).click()
  await expect(page).toHaveURL(/\/agenda#cita$/)
  await expect(page.getByLabel('Título')).toBeFocused()
  await expect(page.getByLabel('Tipo')).toHaveValue('cita')
  await page.getByLabel('Título').fill('Dra. Sol')
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Evento agregado')).toBeVisible()
  // Until then the next page would send it again, which the service refuses as what it has.
  await expect.poll(() => entriesOnDevice(page)).toBe(0)
  await page.goto('/bienestar')
  await expect(tile(page, 'Próximas citas')).toContainText('1Hoy')
  await expect(section(page, 'Citas médicas').getByRole('listitem')).toHaveText(['Dra. SolHoy'])
})
