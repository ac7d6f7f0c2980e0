import { mkdir, readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { enterPage, goWithin, REFUSED, toast } from '../pages/app.ts'
import { takeCode } from '../pages/cofre.ts'
import { entriesOnDevice, hojasAreKept, waitUntilStored } from '../pages/device.ts'

/*
 * Three invented women, a month each: on a telephone and on another device of theirs, half of the days without a network. Their days are set on
 * the clock of the browser; they lie ahead, since a reminder of what was written after its moment does not come.
 */

test.use({ serviceWorkers: 'allow', savesData: false, expectedErrors: [REFUSED] })

/** What could not be sent at once has its next try after that. */
const WAITING = { timeout: 40_000 }

type SignIn = (page: Page, member: Member, at?: string) => Promise<void>

/** A device of hers, with its clock. */
class Dispositivo {
  constructor(
    readonly page: Page,
    private readonly offset: string,
  ) {}

  private at = (fecha: string, hora: string) => new Date(`${fecha}T${hora}:00${this.offset}`)

  private isSet = false

  private async set(fecha: string, hora: string) {
    const { clock } = this.page
    const time = this.at(fecha, hora)
    if (this.isSet) await clock.setSystemTime(time)
    else {
      await clock.install({ time })
      await this.page.addInitScript(recordAvisos)
    }
    this.isSet = true
  }

  /** The app is open, and looks at what is due when she comes back to it. */
  async until(fecha: string, hora = '08:00') {
    await this.set(fecha, hora)
    await this.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }

  /** She opens the app on that day. */
  async opens(fecha: string, hora: string, path = '/bienestar') {
    await this.set(fecha, hora)
    await this.page.goto(path)
  }

  /** Without it she has what she had opened: that is waited for. */
  async network(there: boolean) {
    if (!there) await this.page.waitForLoadState('networkidle')
    await this.page.context().setOffline(!there)
  }

  go = (path: string) => enterPage(this.page, path)
}

const grid = (page: Page): Locator => page.getByRole('grid', { name: /^Tu mes/ })
const dayOf = (page: Page, fecha: string): Locator => grid(page).locator(`[data-fecha="${fecha}"]`)
const dialog = (page: Page): Locator => page.getByRole('dialog')
const editor = (page: Page) => page.getByRole('textbox', { name: /^Tu entrada del/ })
const patron = (page: Page) => page.getByRole('region', { name: 'Lo que se repite' })

/** What the other device said may still be on its way. */
const expectPatron = (page: Page, text: string) =>
  expect(async () => {
    await page.reload()
    await expect(patron(page)).toContainText(text, { timeout: 5_000 })
  }).toPass({ timeout: 40_000 })

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
  await hojasAreKept(page, 'animo')
}

/** In the page: a clock that jumps may take away at once what was just said. */
function recordAvisos() {
  const avisos = new Set<string>()
  Object.assign(window, { avisos })
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('[role=region][aria-label^=Avisos] li'))
      avisos.add(one.textContent ?? '')
  }).observe(document, { childList: true, subtree: true })
}

/** How she is today, and why. */
async function say(here: Dispositivo, animo: string, motivos: string[] = []) {
  await here.go('/bienestar')
  const today = here.page.getByRole('region', { name: '¿Cómo estás hoy?' })
  await today.getByRole('radio', { name: animo, exact: true }).click()
  for (const motivo of motivos) await today.getByRole('button', { name: motivo }).click()
  await hojasAreKept(here.page, 'animo')
}

async function write(here: Dispositivo, text: string, hasNetwork = true) {
  await here.go('/diario-emocional')
  await editor(here.page).fill(text)
  await here.page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(
    hasNetwork ? toast(here.page, 'Entrada guardada') : here.page.getByText('Por enviar').first(),
  ).toBeVisible()
}

type NewEvento = { titulo: string; fecha: string; hora: string }

async function addEvento(here: Dispositivo, { titulo, fecha, hora }: NewEvento, hasNetwork = true) {
  await here.go('/agenda')
  await here.page.getByLabel('Título').fill(titulo)
  await here.page.getByLabel('Fecha').fill(fecha)
  await here.page.getByLabel('Hora (opcional)').fill(hora)
  await here.page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(
    toast(here.page, hasNetwork ? 'Evento agregado' : 'Guardado en este dispositivo').first(),
  ).toBeVisible()
  await expect(here.page.getByLabel('Título')).toHaveValue('')
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
  await other.until(fecha)
  await signIn(page, member, '/cofre')
  await page.getByRole('textbox', { name: /^Tus 12 palabras/ }).fill(words)
  await page.getByRole('button', { name: 'Abrir aquí' }).click()
  await expect(page).toHaveURL(/\/diario-emocional$/)
  await waitUntilStored(page)
  return other
}

/** Nothing is on this device alone but its key: what signing out would say. */
async function expectNothingWaits({ page }: Dispositivo) {
  await expect.poll(() => entriesOnDevice(page), WAITING).toBe(0)
  await expect(async () => {
    await enterPage(page, '/perfil')
    await page.getByRole('button', { name: 'Cerrar sesión', exact: true }).click()
    const asked = dialog(page)
    await expect(asked).toContainText('tu llave')
    const words = await asked.getByRole('listitem').allInnerTexts()
    await asked.getByRole('button', { name: 'Cerrar', exact: true }).click()
    expect(words).toEqual(['tu llave'])
  }).toPass()
}

/** All words of the diary of these months are here to read. */
async function expectWritten({ page }: Dispositivo, mes: string, words: readonly string[]) {
  await goWithin(page, `/diario-emocional?leer=${mes}`)
  for (const word of words) await expect(page.getByRole('article').filter({ hasText: word })).toHaveCount(1)
}

/** She is reminded while the app is open, of she alone knows what. */
async function expectReminder({ page }: Dispositivo, word: string) {
  const said = () =>
    page.evaluate(() => [...(window as unknown as { avisos: Set<string> }).avisos].join('\n'))
  await expect.poll(said).toContain('Tienes un recordatorio')
  expect(await said()).not.toMatch(new RegExp(`recordatorio.*${word}`))
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
    await phone.until('2028-02-15', '19:00')
    await signIn(page, lupita, '/ciclo')

    await test.step('her history comes out of another app, and two cycles of moods out of her memory', async () => {
      const bled = [
        '2027-12-12',
        '2027-12-13',
        '2027-12-14',
        '2028-01-09',
        '2028-01-10',
        '2028-01-11',
        '2028-02-06',
        '2028-02-07',
      ]
      const drip = [
        'date,bleeding.value,bleeding.exclude,pain.cramps',
        ...bled.map((day) => `${day},2,false,true`),
      ]
      await page
        .getByLabel('Archivo con tu ciclo')
        .setInputFiles({ name: 'drip.csv', mimeType: 'text/csv', buffer: Buffer.from(drip.join('\n')) })
      await page.getByRole('button', { name: 'Anotarlo' }).click()
      await expect(page.getByRole('heading', { name: 'Día 10 de tu ciclo' })).toBeVisible()
      await phone.go('/bienestar')
      for (const dia of ['01', '03', '04'])
        await sayOf(page, `2028-02-${dia}`, dia === '01' ? 'Regular' : 'Mal')
      for (const dia of ['12', '15', '18', '21', '24', '27']) await sayOf(page, `2028-01-${dia}`, 'Bien')
      for (const dia of ['06', '07']) await sayOf(page, `2028-01-${dia}`, 'Mal')
      for (const dia of ['15', '18', '21', '24', '27']) await sayOf(page, `2027-12-${dia}`, 'Bien')
      await expect(patron(page), 'two cycles carry nothing').toHaveCount(0)
    })

    const words = await makeCofre(phone)
    await waitUntilStored(page)
    await phone.opens('2028-02-16', '21:00')
    await say(phone, 'Bien', ['Estudio'])
    await write(phone, 'Semana nueva. Empecé a repasar cálculo #escuela')
    await phone.until('2028-02-17', '07:00')
    await expect(editor(page), 'left open over night, the next page is that of today').toHaveAccessibleName(
      /17 de febrero/,
    )

    await test.step('an exam, written in the bus without a network; a reminder does not need one', async () => {
      await phone.network(false)
      await phone.opens('2028-02-18', '07:10')
      await say(phone, 'Regular')
      await addEvento(phone, { titulo: 'Examen de cálculo', fecha: '2028-03-06', hora: '10:00' }, false)
      await write(phone, 'En el camión, sin datos. Que no se me olvide el examen #escuela', false)
      await picture(page, 'lupita-1-sin-red')
      await addEvento(phone, { titulo: 'Entregar la tarea', fecha: '2028-02-18', hora: '09:00' }, false)
      await phone.until('2028-02-18', '08:00')
      await expectReminder(phone, 'tarea')
      await phone.opens('2028-02-19', '07:10')
      await say(phone, 'Regular', ['Dinero'])
      await write(phone, 'Todavía sin saldo #dinero', false)
      await phone.network(true)
      await phone.opens('2028-02-20', '18:00')
      await expect.poll(() => entriesOnDevice(page), WAITING).toBe(0)
    })

    const tablet = await anotherDevice(browser, signIn, {
      member: lupita,
      words,
      offset,
      fecha: '2028-02-22',
    })
    await test.step('on the tablet of the library', async () => {
      await expectWritten(tablet, '2028-02', ['sin datos', 'sin saldo', 'Semana nueva'])
      await say(tablet, 'Bien', ['Amigas'])
      await write(tablet, 'Biblioteca con Ximena #amigas')
      await tablet.network(false)
      await tablet.opens('2028-02-24', '16:00')
      await say(tablet, 'Bien')
      await write(tablet, 'La red de la biblioteca se cayó otra vez #escuela', false)
      await tablet.network(true)
      await tablet.opens('2028-02-25', '16:00')
      await expect.poll(() => entriesOnDevice(tablet.page), WAITING).toBe(0)
    })

    await test.step('the days before: hard, and without a network', async () => {
      await phone.opens('2028-02-28', '21:00')
      await say(phone, 'Mal', ['Cuerpo'])
      await phone.network(false)
      await phone.opens('2028-03-02', '21:00')
      await say(phone, 'Mal', ['Estudio'])
      await write(phone, 'Lloré por nada #mal', false)
      await phone.opens('2028-03-03', '21:00')
      await say(phone, 'Muy mal')
      await expect(page.getByText('No tienes que pasarlo sola')).toBeVisible()
      await picture(page, 'lupita-2-muy-mal', page.getByText('No tienes que pasarlo sola'))
    })

    await test.step('her period, with pain; and what repeats is said', async () => {
      await phone.network(true)
      await phone.opens('2028-03-05', '06:30', '/ciclo')
      await page.getByRole('button', { name: 'Empezó hoy' }).click()
      await page.getByRole('button', { name: 'Fuerte', exact: true }).click()
      await page.getByRole('button', { name: 'Cólicos', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Día 1 de tu periodo' })).toBeVisible()
      await write(phone, 'Bajó. Me duele mucho #periodo')
      await phone.go('/bienestar')
      await expectPatron(page, 'Tus siete días difíciles fueron en los siete días antes de tu periodo.')
      await picture(page, 'lupita-3-patron', patron(page))
    })

    await test.step('the exam reminds her on the other device, and says nothing', async () => {
      await tablet.opens('2028-03-06', '08:30', '/agenda')
      await expect(tablet.page.getByText('Examen de cálculo').first()).toBeVisible()
      await tablet.until('2028-03-06', '09:00')
      await expectReminder(tablet, 'cálculo')
      await picture(tablet.page, 'lupita-4-recordatorio')
    })

    await test.step('a page for the doctor, and a file', async () => {
      await phone.opens('2028-03-15', '12:00', '/ciclo')
      const csv = await takes(page, 'Descargar')
      expect(csv.name).toBe('notas.csv')
      expect(csv.text).toContain('2028-03-05,sí,,,fuerte,colicos,')
      await page.getByRole('link', { name: 'Resumen para consulta' }).click()
      await page.getByRole('checkbox', { name: 'Ánimo' }).check()
      await expect(page.getByText('28 días (3 ciclos)')).toBeVisible()
      await picture(page, 'lupita-5-consulta')
    })

    await test.step('nothing waits, and every word is on both', async () => {
      await tablet.opens('2028-03-15', '12:00')
      for (const device of [phone, tablet]) {
        await expectNothingWaits(device)
        await expectWritten(device, '2028-02', [
          'Semana nueva',
          'sin datos',
          'sin saldo',
          'Ximena',
          'La red de la biblioteca',
        ])
        await expectWritten(device, '2028-03', ['Lloré por nada', 'Me duele mucho'])
        await device.go('/bienestar')
        await expect(await reach(device.page, '2028-03-03')).toHaveAccessibleName(/ánimo muy mal/)
        await expect(await reach(device.page, '2028-03-05')).toHaveAccessibleName(
          /empezó tu periodo, una entrada/,
        )
        await expect(await reach(device.page, '2028-02-24')).toHaveAccessibleName(/ánimo bien, una entrada/)
        await expect(patron(device.page)).toBeVisible()
      }
    })
    await tablet.page.context().close()
  })
})

test.describe('in Bogotá', () => {
  test.use({ timezoneId: 'America/Bogota' })

  test('Marta, 34, has a son: a medicine, appointments that repeat, and what repeats by itself', async ({
    page,
    browser,
    makeMember,
    signIn,
  }) => {
    const offset = '-05:00'
    const marta = await makeMember({ username: 'Marta' })
    const phone = new Dispositivo(page, offset)
    await phone.until('2028-02-14', '20:00')
    await signIn(page, marta, '/ciclo')

    await test.step('what Clue kept, and two cycles of moods', async () => {
      const bled = [
        '2027-12-14',
        '2027-12-15',
        '2027-12-16',
        '2028-01-10',
        '2028-01-11',
        '2028-01-12',
        '2028-02-07',
        '2028-02-08',
      ]
      const clue = bled.map((date) => ({ date, type: 'period', value: { option: 'medium' } }))
      await page.getByLabel('Archivo con tu ciclo').setInputFiles({
        name: 'measurements.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(clue)),
      })
      await page.getByRole('button', { name: 'Anotarlo' }).click()
      await phone.go('/bienestar')
      for (const dia of ['10', '11', '12']) await sayOf(page, `2028-01-${dia}`, 'Mal')
      for (const dia of ['16', '20', '24', '28']) await sayOf(page, `2028-01-${dia}`, 'Regular')
      for (const dia of ['14', '15']) await sayOf(page, `2027-12-${dia}`, 'Muy mal')
      for (const dia of ['19', '22', '25', '28', '31']) await sayOf(page, `2027-12-${dia}`, 'Bien')
    })
    const words = await makeCofre(phone)
    await waitUntilStored(page)

    await test.step('a medicine at seven, of which she is reminded without its name', async () => {
      await phone.opens('2028-02-15', '06:30')
      await page.getByRole('button', { name: 'Agregar medicamento' }).click()
      await dialog(page).getByLabel('Nombre').fill('Levotiroxina')
      await dialog(page).getByLabel('Dosis').fill('50 mcg')
      await dialog(page).getByLabel('Horas').fill('7:00')
      await dialog(page).getByLabel('Cuántas quedan').fill('30')
      await dialog(page).getByRole('checkbox', { name: 'Avisarme cada vez que toque' }).check()
      await dialog(page).getByRole('button', { name: 'Guardar' }).click()
      await expect(page.getByText('Quedan 30')).toBeVisible()
      await expect.poll(() => entriesOnDevice(page), WAITING).toBe(0)
      await say(phone, 'Bien', ['Familia'])
      await phone.until('2028-02-15', '07:00')
      await expectReminder(phone, 'Levotiroxina')
      await picture(page, 'marta-1-recordatorio')
      await take(phone, '07:00')
      await expect(page.getByText('Quedan 29')).toBeVisible()
    })

    await test.step('her son’s therapy, every week, written without a network', async () => {
      await phone.network(false)
      await phone.opens('2028-02-16', '12:00', '/agenda')
      await page.getByLabel('Título').fill('Terapia de Samuel')
      await page.getByLabel('Tipo').selectOption('Cita')
      await page.getByLabel('Fecha').fill('2028-02-22')
      await page.getByLabel('Hora (opcional)').fill('15:00')
      await page.getByRole('button', { name: 'Más opciones' }).click()
      const weekly = page.getByLabel('Se repite').locator('option', { hasText: 'Cada semana' }).first()
      await page.getByLabel('Se repite').selectOption((await weekly.getAttribute('value'))!)
      await page.getByLabel('Lugar').fill('Clínica del Norte')
      await page.getByRole('button', { name: 'Agregar evento' }).click()
      await expect(toast(page, 'Guardado en este dispositivo')).toBeVisible()
      await phone.go('/bienestar')
      await take(phone, '07:00')
      await say(phone, 'Bien')
      await write(phone, 'Samuel dijo su primera frase larga #samuel', false)
      await phone.opens('2028-02-18', '20:00')
      await take(phone, '07:00')
      await say(phone, 'Regular', ['Trabajo'])
      await expect(page.getByText('Quedan 27')).toBeVisible()
    })

    await phone.network(true)
    await phone.opens('2028-02-20', '20:00')
    await expect.poll(() => entriesOnDevice(page), WAITING).toBe(0)
    const laptop = await anotherDevice(browser, signIn, { member: marta, words, offset, fecha: '2028-02-21' })
    await test.step('on the computer at home, half of it without a network', async () => {
      await laptop.opens('2028-02-21', '21:00')
      await expect(laptop.page.getByText('Quedan 27')).toBeVisible()
      await take(laptop, '07:00')
      await say(laptop, 'Bien', ['Familia'])
      await laptop.network(false)
      await laptop.opens('2028-02-22', '21:00')
      await expect(await reach(laptop.page, '2028-02-22')).toHaveAccessibleName(/una cita/)
      await take(laptop, '07:00')
      await say(laptop, 'Regular')
      await write(laptop, 'Primera terapia. Lloró al entrar y salió riendo #samuel', false)
    })
    await test.step('days on which neither knows of the other', async () => {
      await phone.network(false)
      await phone.opens('2028-02-24', '07:30')
      await take(phone, '07:00')
      await say(phone, 'Bien')
      await laptop.opens('2028-02-26', '21:00')
      await say(laptop, 'Bien')
      await phone.network(true)
      await phone.opens('2028-02-27', '08:00')
      await laptop.network(true)
      await laptop.opens('2028-02-27', '08:00')
      await say(phone, 'Bien')
      await phone.opens('2028-02-28', '08:00')
      await say(phone, 'Bien')
    })

    await test.step('her period: what repeats', async () => {
      await phone.opens('2028-03-05', '07:30')
      await (await reach(page, '2028-03-05')).click()
      await dialog(page).getByRole('button', { name: 'Empezó hoy' }).click()
      await dialog(page).getByRole('button', { name: 'Cerrar', exact: true }).click()
      await expectPatron(page, 'Tus cinco días difíciles fueron durante tu periodo.')
      await picture(page, 'marta-2-patron', patron(page))
    })

    await test.step('her agenda as a file names no medicine; all that is hers does', async () => {
      await phone.opens('2028-03-14', '20:00', '/agenda')
      const ics = await takes(page, 'Llevarme la agenda')
      expect(ics.name).toBe('agenda-2028-03-14.ics')
      expect(ics.text).toContain('SUMMARY:Terapia de Samuel')
      expect(ics.text).toContain('RRULE:FREQ=WEEKLY')
      expect(ics.text).toContain('SUMMARY:Recordatorio')
      expect(ics.text).not.toContain('Levotiroxina')
      await picture(page, 'marta-3-agenda')
    })

    await test.step('nothing waits, and every word is on both', async () => {
      await laptop.opens('2028-03-14', '20:00')
      for (const device of [phone, laptop]) {
        await expectNothingWaits(device)
        await expectWritten(device, '2028-02', ['primera frase larga', 'salió riendo'])
        await device.go('/bienestar')
        for (const dia of ['15', '16', '18', '21', '22', '24'])
          await expect(await reach(device.page, `2028-02-${dia}`)).toHaveAccessibleName(/una dosis tomada/)
        await expect(dayOf(device.page, '2028-02-26')).toHaveAccessibleName(/ánimo bien/)
        await expect(dayOf(device.page, '2028-02-29')).toHaveAccessibleName(/una cita/)
        await expect(patron(device.page)).toBeVisible()
      }
      await picture(page, 'marta-4-mes', grid(page))
    })
    await laptop.page.context().close()
  })
})

/** The dose of today. */
async function take({ page }: Dispositivo, hora: string) {
  const tomada = page.getByRole('button', { name: `Tomada: Levotiroxina, ${hora}` })
  await tomada.click()
  await expect(tomada).toHaveAttribute('aria-pressed', 'true')
  await hojasAreKept(page, 'medicamentos')
}

test.describe('in Rosario', () => {
  test.use({ timezoneId: 'America/Argentina/Buenos_Aires' })

  test('Inés, 52, a nurse: what the numbers do not carry is not said', async ({
    page,
    browser,
    makeMember,
    signIn,
  }) => {
    const offset = '-03:00'
    const ines = await makeMember({ username: 'Inés' })
    const phone = new Dispositivo(page, offset)
    await phone.until('2028-02-14', '22:00')
    await signIn(page, ines, '/ciclo')

    await test.step('three starts in a year, and she says that it is the menopause', async () => {
      const own = [
        'fecha,inicio,fin,flujo,dolor,sintomas,modo',
        '2027-08-02,sí,,medio,,,',
        '2027-09-20,sí,,abundante,medio,sueno,',
        '2027-12-10,sí,,ligero,,sueno cansancio,',
      ]
      await page
        .getByLabel('Archivo con tu ciclo')
        .setInputFiles({ name: 'notas.csv', mimeType: 'text/csv', buffer: Buffer.from(own.join('\n')) })
      await page.getByRole('button', { name: 'Anotarlo' }).click()
      await page.getByRole('radio', { name: 'Menopausia' }).click()
      await expect(page.getByText('Aquí puedes anotar lo que quieras. No contamos fechas.')).toBeVisible()
    })
    const words = await makeCofre(phone)
    await test.step('years of another diary', async () => {
      const entries = [
        {
          creationDate: '2027-02-16T23:30:00Z',
          timeZone: 'America/Argentina/Buenos_Aires',
          text: 'Guardia de noche. Él no llamó.',
          tags: ['guardia'],
        },
        {
          creationDate: '2026-02-16T12:00:00Z',
          timeZone: 'America/Argentina/Buenos_Aires',
          text: 'Mamá cumple ochenta.',
          tags: ['familia'],
        },
      ]
      await phone.opens('2028-02-15', '14:00', '/diario-emocional')
      await page.getByLabel('Archivo de mi diario').setInputFiles({
        name: 'Journal.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ metadata: { version: '1.0' }, entries })),
      })
      await page.getByRole('button', { name: 'Traer', exact: true }).click()
      await expect(toast(page, '2 días traídos a tu diario')).toBeVisible()
      await write(phone, 'Empiezo acá #nuevo')
      await say(phone, 'Regular', ['Descanso'])
    })
    await waitUntilStored(page)

    await test.step('on this day', async () => {
      await phone.opens('2028-02-16', '14:00', '/diario-emocional')
      await page.getByRole('button', { name: 'En este día' }).click()
      await expect(page.getByText('Mamá cumple ochenta.')).toBeVisible()
      await expect(page.getByText('Él no llamó.')).toBeVisible()
      await picture(page, 'ines-1-en-este-dia', page.getByText('Mamá cumple ochenta.'))
      await say(phone, 'Bien', ['Familia'])
    })

    await test.step('a reminder at her hour', async () => {
      await phone.go('/diario-emocional')
      await page.getByRole('link', { name: /^Un aviso a tu hora/ }).click()
      await page.getByLabel('Hora (opcional)').fill('15:00')
      await page.getByRole('button', { name: 'Agregar evento' }).click()
      await expect(toast(page, 'Evento agregado')).toBeVisible()
      await phone.until('2028-02-16', '15:00')
      await expectReminder(phone, 'Un rato para mí')
    })

    await test.step('nights without a network, and a plan', async () => {
      await phone.network(false)
      await phone.opens('2028-02-18', '03:00')
      await say(phone, 'Mal', ['Descanso', 'Trabajo'])
      await write(phone, 'Tercera noche sin dormir #guardia', false)
      await phone.opens('2028-02-20', '03:00', '/plan')
      await page.getByRole('button', { name: 'Efectivo guardado fuera de casa' }).click()
      await page.getByRole('checkbox', { name: 'Efectivo guardado fuera de casa' }).click()
      await say(phone, 'Mal', ['Pareja', 'Miedo'])
      await write(phone, 'Me gritó delante de la vecina #casa', false)
      await phone.network(true)
      await phone.opens('2028-02-21', '14:00')
      await say(phone, 'Regular')
      await expect.poll(() => entriesOnDevice(page), WAITING).toBe(0)
    })

    const other = await anotherDevice(browser, signIn, { member: ines, words, offset, fecha: '2028-02-23' })
    await test.step('on the old telephone at her sister’s', async () => {
      await other.opens('2028-02-23', '18:00', '/plan')
      await expect(
        other.page.getByRole('checkbox', { name: 'Efectivo guardado fuera de casa' }),
      ).toBeChecked()
      await other.network(false)
      const idea = other.page.getByRole('button', { name: 'Una vecina que llame si oye algo', exact: true })
      await idea.click()
      await expect(idea).toHaveCount(0)
      await picture(other.page, 'ines-2-plan')
      await say(other, 'Bien', ['Familia'])
      await write(other, 'En lo de Clara. Dormí ocho horas #clara', false)
      await other.opens('2028-02-25', '18:00')
      await say(other, 'Muy bien', ['Algo bueno'])
      await write(other, 'Me ofrecieron turno de mañana #trabajo', false)
      await other.network(true)
      await other.opens('2028-02-27', '18:00')
      await say(other, 'Bien')
      await expectNothingWaits(other)
    })

    await test.step('no pattern, where the numbers carry none', async () => {
      await phone.opens('2028-03-02', '14:00')
      await say(phone, 'Mal', ['Cuerpo'])
      await expect(await reach(page, '2028-02-25')).toHaveAccessibleName(/ánimo muy bien/)
      await phone.network(false)
      await phone.opens('2028-03-04', '03:00')
      await say(phone, 'Regular', ['Descanso'])
      await expect(patron(page)).toHaveCount(0)
      await expect(await reach(page, '2028-02-25')).toHaveAccessibleName(/ánimo muy bien/)
      await picture(page, 'ines-3-mes', grid(page))
      await phone.network(true)
    })

    await test.step('all of her diary, to read', async () => {
      await phone.opens('2028-03-14', '14:00', '/diario-emocional')
      const file = await takes(page, 'Para leerlo')
      expect(file.name).toBe('notas-2028-03-14.txt')
      for (const word of [
        'Mamá cumple ochenta.',
        'Él no llamó.',
        'Tercera noche',
        'delante de la vecina',
        'Dormí ocho horas',
        'turno de mañana',
      ])
        expect(file.text).toContain(word)
    })

    await test.step('nothing waits, and every word is on both', async () => {
      await other.opens('2028-03-14', '14:00')
      for (const device of [phone, other]) {
        await expectNothingWaits(device)
        await expectWritten(device, '2028-02', [
          'Empiezo acá',
          'Tercera noche',
          'delante de la vecina',
          'Dormí ocho horas',
          'turno de mañana',
        ])
        await device.go('/plan')
        await expect(
          device.page.getByRole('checkbox', { name: 'Efectivo guardado fuera de casa' }),
        ).toBeChecked()
        await expect(
          device.page.getByRole('checkbox', { name: 'Una vecina que llame si oye algo' }),
        ).toBeVisible()
        await device.go('/bienestar')
        await expect(await reach(device.page, '2028-02-20')).toHaveAccessibleName(/ánimo mal, una entrada/)
        await expect(await reach(device.page, '2028-03-04')).toHaveAccessibleName(/ánimo regular/)
      }
    })
    await other.page.context().close()
  })
})
