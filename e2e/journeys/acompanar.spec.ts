import type { Page } from '@playwright/test'
import { expect, type Member, stopClock } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { setPin } from '../pages/account.ts'
import { expectAccessible, REFUSED, toast } from '../pages/app.ts'
import { waitUntilStored } from '../pages/device.ts'
import { BEA, expectNoFalseClaim, LUCIA, test, warmUp, ZOCALO } from '../pages/safety.ts'

/** What goes with her: a link that shows where she is, a timer that the service keeps, a call that gives her a reason to leave. */

test.use({ expectedErrors: [REFUSED] })

test.describe('with her place allowed', () => {
  test.use({ geolocation: ZOCALO, permissions: ['geolocation'] })

  test('«Acompáñame» opens a message with a link that shows where she is, until she ends it', async ({
    page,
    context,
    browser,
    enter,
  }) => {
    await enter([BEA])
    await warmUp(page)
    await page.getByRole('button', { name: 'Acompáñame' }).click()
    await page.getByLabel('Durante').selectOption('4 horas')
    // The link arrives before the service has heard of it.
    const starts = '**/rest/v1/rpc/iniciar_acompanamiento*'
    await context.route(starts, (route) => route.abort('internetdisconnected'))
    const opened = context.waitForEvent('page')
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    const sent = new URL((await opened).url())
    expect(sent.pathname).toBe('/573001234567')
    const text = sent.searchParams.get('text')!
    expect(text).toMatch(/^Hola, voy en camino y quiero que me acompañes\. .+ llámame\.\n/)
    const link = /https?:\S+$/.exec(text)![0]
    expect(link).toMatch(/\/camino\/[\w-]{43}$/)
    await expect(toast(page, 'Modo Acompañamiento Activado')).toContainText('Presiona enviar')
    await expectNoFalseClaim(page)
    expect(await page.evaluate(() => localStorage.getItem('locationSharing'))).toBe('true')
    await expect(page.getByText('Intentando compartir tu ubicación…')).toBeVisible()

    // Her contact, on a device of her own and without an account.
    const elsewhere = await browser.newContext({ permissions: [] })
    const contact = await elsewhere.newPage()
    await contact.clock.install()
    await contact.goto(link)
    await expect(contact.getByText('Todavía no hay señal o el enlace está incompleto')).toBeVisible()
    await context.unroute(starts)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText(/^Tu ubicación en el enlace: /)).toBeVisible()
    await contact.clock.runFor(11_000)
    await expect(contact.getByText('Está compartiendo su ubicación')).toBeVisible()
    await expect(contact.getByText('con 40 m de margen')).toBeVisible()
    await expect(contact.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute(
      'href',
      'https://www.google.com/maps?q=19.4326,-99.1332',
    )
    await expect(contact.getByText('Ana Prueba')).toBeHidden()
    await expectAccessible(contact)
    await elsewhere.setOffline(true)
    await contact.clock.runFor(3 * 60_000)
    await expect(contact.getByText(/^Sin señal desde hace \d min$/)).toBeVisible()
    await expect(contact.getByText('No pudimos preguntar de nuevo')).toBeVisible()
    await elsewhere.setOffline(false)
    await contact.clock.runFor(11_000)
    await expect(contact.getByText('Está compartiendo su ubicación')).toBeVisible()

    // It stays on every screen and after a reload, and covers nothing that she may need.
    await page.goto('/')
    await page.getByRole('button', { name: 'Salir rápido' }).filter({ visible: true }).click({ trial: true })
    await page.goto('/perfil')
    await page.getByRole('link', { name: /Tu ubicación en el enlace: .+ hasta las \d\d:\d\d/ }).click()
    await expect(page.getByText('Activado', { exact: true })).toBeVisible()
    await expectAccessible(page)
    const tab = await context.newPage()
    await tab.goto('/perfil')
    const shared = tab.getByRole('link', { name: /Tu ubicación en el enlace|Intentando compartir/ })
    await expect(shared).toBeVisible()
    await page.getByRole('switch', { name: 'Modo Acompañamiento' }).click()
    await expect(toast(page, 'Modo Acompañamiento Desactivado')).toBeVisible()
    await expect(shared, 'another tab claims it no longer').toBeHidden({ timeout: paced(4_000) })
    await tab.close()
    expect(await page.evaluate(() => localStorage.getItem('locationSharing'))).toBe('false')

    await expect(async () => {
      await contact.clock.runFor(11_000)
      await expect(contact.getByText('Ya no comparte su ubicación')).toBeVisible({ timeout: paced(1_000) })
    }).toPass()
    await expect(contact.getByRole('link', { name: 'Ver en el mapa' })).toBeHidden()
    await contact.goto(link.slice(0, -4))
    await expect(contact.getByText('Todavía no hay señal o el enlace está incompleto')).toBeVisible()
    await elsewhere.close()
  })
})

const card = (page: Page) => page.getByRole('region', { name: '¿Llegaste?' })
const dialog = (page: Page) => page.getByRole('dialog', { name: '¿Llegaste?' })

async function llegadasOf(member: Member) {
  const { data, error } = await member.client.from('llegadas').select('*').order('creada_en')
  expect(error).toBeNull()
  return data!
}

/** One that runs, made elsewhere: on another device of hers. */
async function startElsewhere(member: Member, inMs: number, more: object = {}): Promise<string> {
  const { data, error } = await member.client.rpc('iniciar_llegada', {
    cliente_id: crypto.randomUUID(),
    destino: 'Casa de Lupe',
    nota: 'Voy en taxi',
    vence_en: new Date(Date.now() + inMs).toISOString(),
    ...more,
  })
  expect(error).toBeNull()
  return (data as { id: string }).id
}

const minutesLeft = ({ vence_en }: { vence_en: string }) => (Date.parse(vence_en) - Date.now()) / 60_000

test('«¿Llegaste?» is active once the service said so, on every screen, and ends with her word', async ({
  page,
  enter,
}) => {
  const her = await enter([LUCIA])
  await card(page).getByRole('button', { name: 'Pregúntame si llegué' }).click()
  await dialog(page).getByLabel('¿A dónde vas?').fill('Casa de Lupe')
  await dialog(page).getByText('45 min', { exact: true }).click()
  // Nobody has accepted: she knows before she relies on it.
  await expect(dialog(page).getByText('Por ahora no le llegaría a nadie')).toBeVisible()
  await dialog(page).getByLabel('A todas las personas que aceptaron').uncheck()
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(dialog(page).getByText('Elige a alguien, o a todas.')).toBeVisible()
  await dialog(page).getByLabel('Lucía').check()
  await dialog(page).getByLabel('Una nota (opcional)').fill('Voy en taxi')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(toast(page, 'Activo')).toBeVisible()
  await expect(card(page).getByText(/^Activo hasta /)).toBeVisible()
  await expect(card(page).getByRole('timer')).toHaveText('Faltan 44 min')
  const [llegada] = await llegadasOf(her)
  expect(llegada).toMatchObject({
    destino: 'Casa de Lupe',
    nota: 'Voy en taxi',
    estado: 'activa',
    cada_h: null,
  })
  expect(llegada.contactos).toHaveLength(1)
  expect(Math.round(minutesLeft(llegada))).toBe(45)
  await expectNoFalseClaim(page)

  await card(page).getByRole('button', { name: '15 minutos más' }).click()
  await expect(toast(page, 'Tienes más tiempo')).toBeVisible()
  await expect(card(page).getByRole('timer')).toHaveText('Faltan 59 min')

  // On whichever screen she is, after a reload too; where she goes stands on none of them.
  await page.goto('/diario-emocional')
  const banner = page.getByRole('link', { name: /^Activo hasta / })
  await expect(banner).toBeVisible()
  await expect(page.getByText('Casa de Lupe')).toBeHidden()
  await expectAccessible(page)
  await banner.click()
  await card(page).getByRole('button', { name: 'Ya llegué' }).click()
  await expect(toast(page, 'Listo, se apagó')).toBeVisible()
  await expect(card(page).getByText(/^Activo hasta /)).toBeHidden()
  expect(await llegadasOf(her)).toMatchObject([{ estado: 'llego', latitud: null }])
})

test('without a network «¿Llegaste?» is not called active; her word waits, and says so', async ({
  page,
  context,
  enter,
}) => {
  const her = await enter([LUCIA])
  await card(page).getByRole('button', { name: 'Pregúntame si llegué' }).click()
  await dialog(page).getByLabel('¿A dónde vas?').fill('Casa de Lupe')
  await context.setOffline(true)
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(
    dialog(page).getByText('No pudimos activarlo: no hay internet. Todavía no está activo.'),
  ).toBeVisible()
  await expect(page.getByText(/^Activo hasta/)).toBeHidden()
  await context.setOffline(false)
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(card(page).getByText(/^Activo hasta /)).toBeVisible()

  await context.setOffline(true)
  await card(page).getByRole('button', { name: '15 minutos más' }).click()
  await expect(toast(page, 'No cambió nada')).toContainText('Sin internet. Sigue activo como estaba.')
  await card(page).getByRole('button', { name: 'Ya llegué' }).click()
  await expect(
    card(page).getByText('Tu respuesta sale en cuanto haya internet. Hasta entonces sigue activo.'),
  ).toBeVisible()
  expect(await llegadasOf(her)).toMatchObject([{ estado: 'activa' }])
  await context.setOffline(false)
  await expect(card(page).getByText(/^Activo hasta /)).toBeHidden()
  expect(await llegadasOf(her)).toMatchObject([{ estado: 'llego' }])

  // A start whose answer is lost, and that has ended when she chooses another place: that one runs, not the one before.
  await page.route(
    '**/rpc/iniciar_llegada',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await card(page).getByRole('button', { name: 'Pregúntame si llegué' }).click()
  await dialog(page).getByLabel('¿A dónde vas?').fill('Casa de Ana')
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(dialog(page).getByText('no sabemos si se activó')).toBeVisible()
  const [, lost] = await llegadasOf(her)
  await her.client.rpc('terminar_llegada', { llegada: lost.id })
  await dialog(page).getByLabel('¿A dónde vas?').fill('El trabajo')
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(card(page).getByText('El trabajo')).toBeVisible()
  expect((await llegadasOf(her)).map(({ destino, estado }) => [destino, estado])).toEqual([
    ['Casa de Lupe', 'llego'],
    ['Casa de Ana', 'llego'],
    ['El trabajo', 'activa'],
  ])
})

test('«¿Llegaste?» is shown live on another device, asks again through the night, and a wrong PIN changes nothing', async ({
  page,
  enter,
}) => {
  const her = await enter([LUCIA])
  await card(page).getByRole('button', { name: 'Pregúntame si llegué' }).click()
  await dialog(page).getByText('Toda la noche', { exact: true }).click()
  await dialog(page).getByLabel('¿Dónde estás?').fill('En casa')
  await dialog(page).getByText('4 h', { exact: true }).click()
  const end = new Date(Date.now() + 10 * 3_600_000)
  await dialog(page).getByLabel('Hasta').fill(end.toTimeString().slice(0, 5))
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(card(page).getByRole('button', { name: 'Todo bien' })).toBeVisible()
  expect(await llegadasOf(her)).toMatchObject([{ cada_h: 4, destino: 'En casa' }])
  await startElsewhere(her, 4 * 60_000)
  await expect(card(page).getByText('Casa de Lupe')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^¿Todo bien\? Falta/ })).toBeVisible()
  await page.goto('/seguridad')
  await card(page).getByRole('button', { name: 'Todo bien' }).click()
  await expect(toast(page, 'Gracias por avisar')).toContainText('Te volvemos a preguntar')
  await card(page).getByRole('button', { name: 'Ya no preguntes' }).click()
  await expect(card(page).getByText('En casa')).toBeHidden()
  expect((await llegadasOf(her)).map(({ estado }) => estado)).toEqual(['cancelada', 'activa'])
  await test.step('a wrong PIN changes nothing', async () => {
    const last = async () => (await llegadasOf(her)).at(-1)
    await setPin(page, '258046')
    await page.getByRole('link', { name: /^¿Todo bien\? Falta/ }).click()
    for (const name of ['Ya llegué', '15 minutos más', 'Ya no voy']) {
      await card(page).getByRole('button', { name }).click()
      const asks = page.getByRole('dialog', { name })
      await asks.getByLabel('PIN', { exact: true }).fill('1379')
      await asks.getByRole('button', { name: 'Continuar' }).click()
      await expect(asks.getByText(/^Ese PIN no es\./)).toBeVisible()
      await asks.getByRole('button', { name: 'Cerrar', exact: true }).click()
      await expect(asks).toBeHidden()
    }
    expect(await last()).toMatchObject({ estado: 'activa' })
    expect(Math.round(minutesLeft((await last())!))).toBeLessThanOrEqual(4)
    await card(page).getByRole('button', { name: 'Ya llegué' }).click()
    const asks = page.getByRole('dialog', { name: 'Ya llegué' })
    await asks.getByLabel('PIN', { exact: true }).fill('258046')
    await asks.getByRole('button', { name: 'Continuar' }).click()
    await expect(toast(page, 'Listo, se apagó')).toBeVisible()
    expect(await last()).toMatchObject({ estado: 'llego' })
  })
  await test.step('at its time the alert opens by itself', async () => {
    await startElsewhere(her, 2_000)
    await expect(card(page).getByText(/no supimos de ti y se abrió tu alerta/)).toBeVisible()
    const { data } = await her.client.from('alertas').select('origen, nota, estado')
    expect(data).toEqual([{ origen: 'llegada', nota: 'Iba a: Casa de Lupe\nVoy en taxi', estado: 'abierta' }])
    await expect(page.getByText('Casa de Lupe').first()).toBeVisible()
  })
})

test.describe('with the app kept on the device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the safe call rings offline, is answered, speaks half a second later and ends', async ({
    page,
    context,
    enter,
  }) => {
    await page.addInitScript(() => {
      const sounds: { seconds: number; loop: boolean }[] = []
      Object.assign(window, { sounds })
      const start = AudioBufferSourceNode.prototype.start
      AudioBufferSourceNode.prototype.start = function (...when) {
        sounds.push({ seconds: this.buffer!.duration, loop: this.loop })
        start.apply(this, when)
      }
    })
    const sounds = () =>
      page.evaluate(() => (window as unknown as { sounds: { seconds: number; loop: boolean }[] }).sounds)
    await page.clock.install()
    await enter([])
    const unfold = () => page.getByRole('button', { name: 'Llamada segura' }).click()
    await unfold()
    const choices = (legend: string) => page.getByRole('group', { name: legend }).getByRole('radio')
    await expect(choices('Quién llama')).toHaveCount(3)
    await expect(choices('Cuándo')).toHaveCount(4)
    for (const name of ['En 30 s', 'En 2 min', 'En 5 min'])
      await expect(page.getByRole('radio', { name })).toBeAttached()
    await page.getByText('Mi hermana', { exact: true }).click()
    await page.getByLabel('Cómo aparece en la pantalla').fill('Tía Rosa')
    await waitUntilStored(page)
    await context.setOffline(true)
    await page.reload()
    await unfold()
    await expect(page.getByRole('radio', { name: 'Tía Rosa' })).toBeChecked()
    await expect(page.getByLabel('Cómo aparece en la pantalla')).toHaveValue('Tía Rosa')

    await stopClock(page)
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    const call = page.getByRole('dialog')
    await expect(call).toContainText('Tía Rosa')
    await expect.poll(sounds).toMatchObject([{ loop: true }])
    // It says that it is a call for seven seconds, as part of the call: nothing of the app stands over it.
    const notice = call.getByRole('status').filter({ hasText: 'Llamada entrante' })
    await page.clock.runFor(6_900)
    await expect(notice).toBeVisible()
    await expect(toast(page, '')).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(notice).toBeHidden()
    await expect(call).toContainText('Llamada entrante…')

    await call.getByRole('button', { name: 'Contestar' }).click()
    await page.clock.runFor(490)
    expect(await sounds()).toHaveLength(1)
    await page.clock.runFor(20)
    await expect.poll(async () => (await sounds()).length).toBe(2)
    expect((await sounds())[1]!.seconds).toBeGreaterThan(60)
    await page.clock.runFor(2_000)
    await expect(call).toContainText('00:02')
    await page.clock.resume()
    await expectAccessible(page)
    await call.getByRole('button', { name: 'Colgar' }).click()
    await expect(call).toBeHidden()
    await expect(page.getByRole('button', { name: 'Recibir llamada' })).toBeFocused()

    // In a while: taken back once, then it rings on another screen, with what she chose.
    await page.getByText('En 2 min', { exact: true }).click()
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    await page.getByRole('button', { name: 'Cancelar llamada' }).click()
    await page.getByText('En 30 s', { exact: true }).click()
    await stopClock(page)
    await page.getByRole('button', { name: 'Recibir llamada' }).click()
    await expect(page.getByRole('timer')).toContainText('Te llaman en 0:30')
    await page.getByRole('link', { name: /Apoyo y refugios/ }).click()
    await page.clock.runFor(29_900)
    await expect(call).toBeHidden()
    await page.clock.runFor(200)
    await expect(call).toContainText('Tía Rosa')
    await call.getByRole('button', { name: 'Rechazar' }).click()
    await expect(call).toBeHidden()
    await page.clock.resume()
    await page.goBack()

    // Where nothing can be played it opens all the same, says so as a telephone would, and tells her afterwards.
    for (const refuse of [
      () => {
        AudioContext.prototype.resume = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
      },
      () => {
        AudioContext.prototype.decodeAudioData = () => Promise.reject(new Error('no codec'))
      },
      () => {
        Object.assign(window, { AudioContext: undefined })
      },
    ]) {
      await page.reload()
      await page.evaluate(refuse)
      await page.getByRole('button', { name: 'Recibir llamada' }).click()
      await expect(call.getByText('Sin sonido')).toBeVisible()
      await call.getByRole('button', { name: 'Contestar' }).click()
      await expect(call).toContainText('00:01')
      await expect(call.getByText('Sin sonido')).toBeVisible()
      await call.getByRole('button', { name: 'Colgar' }).click()
      await expect(toast(page, 'Error de audio')).toContainText('se abre sin sonido')
      await expect(call).toBeHidden()
    }
  })
})
