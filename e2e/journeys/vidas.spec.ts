import { mkdir, readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { enterPage, goWithin, REFUSED, toast } from '../pages/app.ts'
import { takeCode } from '../pages/cofre.ts'
import { entriesOnDevice, waitUntilStored } from '../pages/device.ts'

/*
 * Three invented women, a month each: on a telephone and on another device of theirs, half of the days without a network. Their days are set on
 * the clock of the browser; they lie in the past, so that the service's sessions hold.
 */

test.use({ serviceWorkers: 'allow', savesData: false, expectedErrors: [REFUSED] })

type SignIn = (page: Page, member: Member, at?: string) => Promise<void>

/** A device of hers, with its clock. */
class Dispositivo {
  constructor(
    readonly page: Page,
    private readonly offset: string,
  ) {}

  private at = (fecha: string, hora: string) => new Date(`${fecha}T${hora}:00${this.offset}`)

  /** @param fecha the day on which it begins */
  install = (fecha: string, hora = '08:00') => this.page.clock.install({ time: this.at(fecha, hora) })

  /** Until a moment of hers. */
  async until(fecha: string, hora = '08:00') {
    const now = await this.page.evaluate(() => Date.now())
    await this.page.clock.fastForward(this.at(fecha, hora).getTime() - now)
  }

  network = (there: boolean) => this.page.context().setOffline(!there)

  go = (path: string) => enterPage(this.page, path)
}

const grid = (page: Page): Locator => page.getByRole('grid', { name: /^Tu mes/ })
const dayOf = (page: Page, fecha: string): Locator => grid(page).locator(`[data-fecha="${fecha}"]`)
const dialog = (page: Page): Locator => page.getByRole('dialog')
const editor = (page: Page) => page.getByRole('textbox', { name: /^Tu entrada del/ })
const patron = (page: Page) => page.getByRole('region', { name: 'Lo que se repite' })

/** The best moments as pictures, where somebody wants them: `AMPARO_PICTURES=folder`. */
async function picture(page: Page, name: string, at?: Locator) {
  const folder = process.env.AMPARO_PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await at?.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await page.screenshot({ path: `${folder}/${name}.png` })
}

/** The day in her month, in whichever month it is. */
async function reach(page: Page, fecha: string): Promise<Locator> {
  await grid(page).waitFor()
  const shown = async () =>
    (await grid(page).locator('[data-fecha]').nth(10).getAttribute('data-fecha'))!.slice(0, 7)
  while ((await shown()) !== fecha.slice(0, 7))
    await page
      .getByRole('button', { name: (await shown()) > fecha ? 'Mes anterior' : 'Mes siguiente' })
      .click()
  return dayOf(page, fecha)
}

/** How she was on a day that is over, out of her month. */
async function sayOf(page: Page, fecha: string, animo: string) {
  await (await reach(page, fecha)).click()
  await dialog(page).getByRole('radio', { name: animo, exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Cerrar', exact: true }).click()
}

/** How she is today, and why. */
async function say(here: Dispositivo, animo: string, motivos: string[] = []) {
  await here.go('/bienestar')
  const today = here.page.getByRole('region', { name: '¿Cómo estás hoy?' })
  await today.getByRole('radio', { name: animo, exact: true }).click()
  for (const motivo of motivos) await today.getByRole('button', { name: motivo }).click()
}

async function write(here: Dispositivo, text: string, hasNetwork = true) {
  await here.go('/diario-emocional')
  await editor(here.page).fill(text)
  await here.page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(
    toast(here.page, hasNetwork ? 'Entrada guardada' : 'Guardada en este dispositivo'),
  ).toBeVisible()
}

/** Her vault, made on one device. @returns the twelve words */
async function makeCofre({ page }: Dispositivo): Promise<string> {
  await page.goto('/cofre')
  await page.getByRole('button', { name: 'Ver mi código' }).click()
  const words = await takeCode(page, 'Cerrar mi diario con mi llave')
  await expect(toast(page, 'Desde ahora tu diario se cierra con tu llave')).toBeVisible()
  return words.join(' ')
}

/** Another device of hers, with her key. */
async function anotherDevice(
  browser: Browser,
  signIn: SignIn,
  { member, words, offset, fecha }: { member: Member; words: string; offset: string; fecha: string },
): Promise<Dispositivo> {
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(() => {
    localStorage.setItem('consejos', 'instalar')
    localStorage.setItem('pasos', 'no')
  })
  const other = new Dispositivo(page, offset)
  await other.install(fecha)
  await signIn(page, member, '/cofre')
  await page.getByRole('textbox', { name: /^Tus 12 palabras/ }).fill(words)
  await page.getByRole('button', { name: 'Abrir aquí' }).click()
  await expect(page).toHaveURL(/\/diario-emocional$/)
  await waitUntilStored(page)
  return other
}

/** Nothing is on this device alone but its key: what signing out would say. */
async function expectNothingWaits({ page }: Dispositivo) {
  await expect.poll(() => entriesOnDevice(page)).toBe(0)
  await expect(async () => {
    await enterPage(page, '/perfil')
    await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    const asked = dialog(page)
    await expect(asked).toContainText('tu llave')
    const words = await asked.innerText()
    await asked.getByRole('button', { name: 'Cancelar' }).click()
    expect(words).toMatch(/lo que solo está aquí: tu llave\./)
  }).toPass()
}

/** All words of the diary of these months are here to read. */
async function expectWritten({ page }: Dispositivo, mes: string, words: readonly string[]) {
  await goWithin(page, `/diario-emocional?leer=${mes}`)
  for (const word of words) await expect(page.getByRole('article').filter({ hasText: word })).toHaveCount(1)
}

/** The file that a button makes. */
async function takes(page: Page, action: string) {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: action, exact: true }).click()
  const file = await coming
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test.describe('in Guadalajara', () => {
  test.use({ timezoneId: 'America/Mexico_City' })

  test('Lupita, 19, studies: a month with pain, and hard days before it', async ({
    page,
    browser,
    makeMember,
    signIn,
  }) => {
    const offset = '-06:00'
    const lupita = await makeMember({ username: 'Lupita' })
    const phone = new Dispositivo(page, offset)
    await phone.install('2026-02-15', '19:00')
    await signIn(page, lupita, '/ciclo')

    await test.step('her history comes out of another app, and two cycles of moods out of her memory', async () => {
      const bled = [
        '2025-12-11',
        '2025-12-12',
        '2025-12-13',
        '2026-01-08',
        '2026-01-09',
        '2026-01-10',
        '2026-02-05',
        '2026-02-06',
      ]
      const drip = [
        'date,bleeding.value,bleeding.exclude,pain.cramps',
        ...bled.map((day) => `${day},2,false,true`),
      ]
      await page
        .getByLabel('Archivo con tu ciclo')
        .setInputFiles({ name: 'drip.csv', mimeType: 'text/csv', buffer: Buffer.from(drip.join('\n')) })
      await page.getByRole('button', { name: 'Anotarlo' }).click()
      await expect(page.getByRole('heading', { name: 'Día 11 de tu ciclo' })).toBeVisible()
      await phone.go('/bienestar')
      for (const dia of ['01', '03', '04'])
        await sayOf(page, `2026-02-${dia}`, dia === '01' ? 'Regular' : 'Mal')
      for (const dia of ['12', '15', '18', '21', '24', '27']) await sayOf(page, `2026-01-${dia}`, 'Bien')
      for (const dia of ['05', '06']) await sayOf(page, `2026-01-${dia}`, 'Mal')
      for (const dia of ['14', '17', '20', '23', '26']) await sayOf(page, `2025-12-${dia}`, 'Bien')
      await expect(patron(page), 'two cycles carry nothing').toHaveCount(0)
    })

    const words = await makeCofre(phone)
    await waitUntilStored(page)
    await phone.until('2026-02-16', '07:00')
    await write(phone, 'Semana nueva. Empecé a repasar cálculo #escuela')
    await say(phone, 'Bien', ['Estudio'])

    await test.step('an exam, written in the bus without a network', async () => {
      await phone.until('2026-02-18', '07:10')
      await phone.network(false)
      await page.reload()
      await say(phone, 'Regular')
      await phone.go('/agenda')
      await page.getByLabel('Título').fill('Examen de cálculo')
      await page.getByLabel('Fecha').fill('2026-03-06')
      await page.getByLabel('Hora (opcional)').fill('10:00')
      await page.getByRole('button', { name: 'Agregar evento' }).click()
      await expect(toast(page, 'Guardado en este dispositivo')).toBeVisible()
      await write(phone, 'En el camión, sin datos. Que no se me olvide el examen #escuela', false)
      await picture(page, 'lupita-1-sin-red')
      await phone.until('2026-02-19', '07:10')
      await write(phone, 'Todavía sin saldo #dinero', false)
      await say(phone, 'Regular', ['Dinero'])
      await phone.until('2026-02-20', '18:00')
      await phone.network(true)
      await expect.poll(() => entriesOnDevice(page)).toBe(0)
    })

    const tablet = await anotherDevice(browser, signIn, {
      member: lupita,
      words,
      offset,
      fecha: '2026-02-22',
    })
    await test.step('on the tablet of the library', async () => {
      await expectWritten(tablet, '2026-02', ['sin datos', 'sin saldo', 'Semana nueva'])
      await say(tablet, 'Bien', ['Amigas'])
      await write(tablet, 'Biblioteca con Ximena #amigas')
      await tablet.until('2026-02-24', '16:00')
      await tablet.network(false)
      await say(tablet, 'Bien')
      await write(tablet, 'La red de la biblioteca se cayó otra vez #escuela', false)
      await tablet.until('2026-02-25', '16:00')
      await tablet.network(true)
      await expect.poll(() => entriesOnDevice(tablet.page)).toBe(0)
    })

    await test.step('the days before: hard, and without a network', async () => {
      await phone.until('2026-02-28', '21:00')
      await page.reload()
      await say(phone, 'Mal', ['Cuerpo'])
      await phone.until('2026-03-02', '21:00')
      await phone.network(false)
      await say(phone, 'Mal', ['Estudio'])
      await write(phone, 'Lloré por nada #mal', false)
      await phone.until('2026-03-03', '21:00')
      await page.reload()
      await say(phone, 'Muy mal')
      await expect(page.getByText('No tienes que pasarlo sola')).toBeVisible()
      await picture(page, 'lupita-2-muy-mal', page.getByText('No tienes que pasarlo sola'))
      await phone.network(true)
    })

    await test.step('her period, with pain; and what repeats is said', async () => {
      await phone.until('2026-03-05', '06:30')
      await phone.go('/ciclo')
      await page.getByRole('button', { name: 'Empezó hoy' }).click()
      await page.getByRole('button', { name: 'Fuerte', exact: true }).click()
      await page.getByRole('button', { name: 'Cólicos', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Día 1 de tu periodo' })).toBeVisible()
      await write(phone, 'Bajó. Me duele mucho #periodo')
      await phone.go('/bienestar')
      await expect(patron(page)).toContainText(
        'Tus siete días difíciles fueron en los siete días antes de tu periodo.',
      )
      await picture(page, 'lupita-3-patron', patron(page))
    })

    await test.step('the exam reminds her on the other device, and says nothing', async () => {
      await tablet.until('2026-03-06', '08:30')
      await tablet.page.reload()
      await tablet.go('/agenda')
      await expect(tablet.page.getByText('Examen de cálculo').first()).toBeVisible()
      const reminder = toast(tablet.page, 'Tienes un recordatorio')
      await tablet.until('2026-03-06', '09:01')
      await expect(async () => {
        await tablet.page.clock.runFor(10_000)
        await expect(reminder).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: 15_000 })
      await expect(reminder).not.toContainText('cálculo')
      await picture(tablet.page, 'lupita-4-recordatorio')
    })

    await test.step('a page for the doctor, and a file', async () => {
      await phone.until('2026-03-15', '12:00')
      await phone.go('/ciclo')
      const csv = await takes(page, 'Descargar')
      expect(csv.name).toBe('notas.csv')
      expect(csv.text).toContain('2026-03-05,sí,,,fuerte,colicos,')
      await page.getByRole('link', { name: 'Resumen para consulta' }).click()
      await page.getByRole('checkbox', { name: 'Ánimo' }).check()
      await expect(page.getByText('28 días (3 ciclos)')).toBeVisible()
      await picture(page, 'lupita-5-consulta')
    })

    await test.step('nothing waits, and every word is on both', async () => {
      await tablet.until('2026-03-15', '12:00')
      for (const device of [phone, tablet]) {
        await expectNothingWaits(device)
        await expectWritten(device, '2026-02', [
          'Semana nueva',
          'sin datos',
          'sin saldo',
          'Ximena',
          'La red de la biblioteca',
        ])
        await expectWritten(device, '2026-03', ['Lloré por nada', 'Me duele mucho'])
        await device.go('/bienestar')
        await expect(await reach(device.page, '2026-03-03')).toHaveAccessibleName(/ánimo muy mal/)
        await expect(await reach(device.page, '2026-03-05')).toHaveAccessibleName(
          /empezó tu periodo, una entrada/,
        )
        await expect(await reach(device.page, '2026-02-24')).toHaveAccessibleName(/ánimo bien, una entrada/)
        await expect(patron(device.page)).toBeVisible()
      }
    })
    await tablet.page.context().close()
  })
})
