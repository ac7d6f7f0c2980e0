import type { BrowserContext, Page } from '@playwright/test'
import { expect, stopClock, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { setPin } from '../pages/account.ts'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  REFUSED,
  toast,
} from '../pages/app.ts'
import { acceptWithoutWay, expectNothingStored, invite } from '../pages/contacts.ts'
import { LUCIA } from '../pages/safety.ts'

/**
 * The page that a contact opens from a message (docs/alarm.md): what it shows in each state is in `vista.test.ts`; the whole way, with
 * nothing replaced, in `alarma-entera.spec.ts`.
 */

const ABIERTA = {
  estado: 'abierta',
  origen: 'boton',
  nombre: 'Ana Lucía',
  pulsada_hace_s: 180,
  tardia: false,
  pulsaciones: 1,
  ultima_pulsacion_hace_s: null,
  latitud: 19.4326,
  longitud: -99.1332,
  precision_m: 38,
  lugar_hace_s: 20,
  nota: null,
  numero_emergencia: '133',
  telefono: null,
  otra_persona_respondio: false,
  respuesta: null,
  motivo: null,
  con_pin: false,
  cerrada_en: null,
  cerrada_hace_s: null,
}

// A contact's browser has never been here.
test.use({ hasReadAdvice: false })

/** A service that answers for one alert, and says what it was asked. */
async function serve(context: BrowserContext, first: object | null = ABIERTA) {
  const service = { answer: first, reachable: true, asked: [] as { name: string; body: unknown }[] }
  await context.route('**/rest/v1/rpc/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!
    if (!service.reachable) return route.abort()
    const body = route.request().postDataJSON() as { respuesta?: string }
    service.asked.push({ name, body })
    if (name === 'responder_alerta' && service.answer) {
      service.answer = { ...service.answer, respuesta: body.respuesta }
    }
    await route.fulfill({ json: name === 'dejar_de_ser_contacto' ? true : service.answer })
  })
  return service
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const answer = (page: Page, name: string) => page.getByRole('button', { name })

test('says who, since when and where, and the three answers are under a thumb', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const service = await serve(context, {
    ...ABIERTA,
    pulsaciones: 3,
    ultima_pulsacion_hace_s: 40,
    otra_persona_respondio: true,
  })
  const response = await page.goto('/alerta/un-codigo?por=push')
  expect(response!.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' })
  expect(response!.headers()['x-robots-tag']).toContain('noindex')
  await expect(title(page)).toHaveText('Ana Lucía pide ayuda')
  await expect(page).toHaveTitle('Mensaje · Mi espacio')
  await expect(page.getByText(/^Pulsó su botón a las \d\d:\d\d, hace 3 min\.$/)).toBeVisible()
  await expect(page.getByText('Ha pulsado 3 veces; la última, hace 40 s.')).toBeVisible()
  await expect(page.getByText(/Su última ubicación: con 40 m de margen, hace \d+ s\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps?q=19.4326,-99.1332',
  )
  await expect(page.getByRole('link', { name: 'Llamar al 133' })).toHaveAttribute('href', 'tel:133')
  await expect(page.getByText('Llámala solo si sabes que puede hablar')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Llamarla' })).toHaveCount(0)
  await expect(page.getByText('Otra persona ya respondió.')).toBeVisible()
  expect(service.asked[0]).toEqual({ name: 'ver_alerta', body: { codigo: 'un-codigo', por: 'push' } })

  for (const name of ['Ya voy', 'La estoy llamando', 'No puedo ahora']) {
    await expect(answer(page, name)).toBeInViewport({ ratio: 1 })
    expect((await answer(page, name).boundingBox())!.height).toBeGreaterThanOrEqual(52)
  }
  await expect(page.getByRole('link', { name: 'Llamar al 133' })).toBeInViewport({ ratio: 1 })
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  // A name of any length, her number and her note, which is never markup.
  service.answer = {
    ...ABIERTA,
    nombre: 'María de los Ángeles Fernández-Villaseñor Gutiérrez de la Torre',
    nota: 'Camión 23.\n<img src=x onerror=alert(1)>',
    telefono: '+525512345678',
  }
  await page.reload()
  await expect(title(page)).toContainText('María de los Ángeles')
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Llamarla' })).toHaveAttribute('href', 'tel:+525512345678')
  await expectNoSidewaysScroll(page)
  service.answer = { ...ABIERTA, estado: 'cerrada', motivo: 'a_salvo', cerrada_hace_s: 60, latitud: null }
  await page.reload()
  await expect(title(page)).toHaveText('La alerta está cerrada')
  await expect(page.getByRole('link', { name: 'Ver en el mapa' })).toHaveCount(0)
  await expect(answer(page, 'Ya voy')).toHaveCount(0)
  await expectAccessible(page)
  await expectNothingStored(page)
})

test.describe('a bad network', () => {
  test.use({ expectedErrors: [new RegExp(`${REFUSED.source}|dynamically imported module`)] })

  test('it never gives up, says how old what it shows is, and sends an answer until it arrives', async ({
    page,
    context,
  }) => {
    await page.clock.install()
    const service = await serve(context)
    service.reachable = false
    await page.goto('/alerta/un-codigo')
    await expect(page.getByText('No hay conexión. Seguimos intentando')).toBeVisible()
    await stopClock(page)
    await page.clock.runFor(600_000)
    service.reachable = true
    // In steps: a clock that leaps would let the time of each question pass before its answer can come.
    await expect(async () => {
      await page.clock.runFor(5_000)
      await expect(title(page)).toHaveText('Ana Lucía pide ayuda', { timeout: 500 })
    }).toPass()

    service.reachable = false
    await answer(page, 'Ya voy').click()
    await expect(page.getByText('«Ya voy» todavía no sale.')).toBeVisible()
    await expect(answer(page, 'Ya voy')).toHaveAttribute('aria-pressed', 'false')
    await page.clock.runFor(120_000)
    await expect(page.getByText('Sin conexión. Seguimos intentando.')).toBeVisible()
    await expect(page.getByText('Lo que ves aquí es de hace 2 min.')).toBeVisible()
    await expect(title(page)).toHaveText('Ana Lucía pide ayuda')
    service.reachable = true
    // Once the network is back nothing has to be waited for.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Quedó «Ya voy».')).toBeVisible()
    await expect(answer(page, 'Ya voy')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Sin conexión.')).toHaveCount(0)

    await answer(page, 'No puedo ahora').click()
    await expect(page.getByText('Quedó «No puedo ahora».')).toBeVisible()
    await expect(answer(page, 'Ya voy')).toHaveAttribute('aria-pressed', 'false')
  })

  test('the page’s own code, its first file or a later one, is asked for until it comes; half an answer is none', async ({
    page,
    context,
  }) => {
    await serve(context)
    let lost = true
    await context.route(/\/assets\/index-.*\.js$/, (route) => (lost ? route.abort() : route.continue()))
    await page.goto('/alerta/un-codigo')
    await expect(page.getByText('Esta página todavía no abre. Seguimos intentando')).toBeVisible()
    lost = false
    await expect(title(page)).toHaveText('Ana Lucía pide ayuda', { timeout: paced(15_000) })

    // The page of a person who is asked to be a contact is a file of its own.
    let fetched = 0
    await context.route('**/assets/Confianza-*.js', (route) =>
      ++fetched < 4 ? route.abort() : route.continue(),
    )
    await page.goto('/confianza/un-codigo')
    await expect(page.getByText('No hay conexión. Seguimos intentando')).toBeVisible()
    await expect(async () => {
      // Out of a tunnel nobody waits for the next try.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: paced(30_000) })
    expect(fetched).toBeGreaterThanOrEqual(4)

    await page.goto('/alerta/un-codigo')
    await expect(title(page)).toHaveText('Ana Lucía pide ayuda')
    await context.route('**/rest/v1/rpc/ver_alerta', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Entra a la red</title>' }),
    )
    await page.reload()
    await expect(title(page)).toHaveText('Ana Lucía pide ayuda')
    await expect(page.getByText('Sin conexión. Seguimos intentando.')).toBeVisible()
    await expect(page.getByText('Este enlace no muestra nada')).toHaveCount(0)
    await context.unroute('**/rest/v1/rpc/ver_alerta')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Sin conexión.')).toHaveCount(0)
    await expect(title(page)).toHaveText('Ana Lucía pide ayuda')
  })
})

test.describe('its worker', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [REFUSED] })

  test('loaded again without a network it shows what it knew and sends what waited; once it is over the device holds nothing', async ({
    page,
    context,
  }) => {
    const service = await serve(context)
    await page.goto('/alerta/un-codigo?por=push')
    await expect(title(page)).toHaveText('Ana Lucía pide ayuda')
    await expect.poll(() => page.evaluate(async () => !!(await caches.match('/?app')))).toBe(true)

    service.reachable = false
    await context.setOffline(true)
    await page.reload()
    await expect(title(page)).toHaveText('Ana Lucía pide ayuda')
    await expect(page.getByText(/Su última ubicación: con 40 m de margen, hace \d+ s\./)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Llamar al 133' })).toBeVisible()
    await expect(page.getByText('Sin conexión. Seguimos intentando.')).toBeVisible()
    await expect(page.getByText(/^Lo que ves aquí es de hace \d+ s\.$/)).toBeVisible({ timeout: 20_000 })
    await answer(page, 'Ya voy').click()
    await page.reload()
    await expect(page.getByText('«Ya voy» todavía no sale. No cierres esta página.')).toBeVisible()

    service.reachable = true
    await context.setOffline(false)
    await expect(page.getByText('Quedó «Ya voy».')).toBeVisible()
    service.answer = { ...ABIERTA, estado: 'cerrada', motivo: 'a_salvo', cerrada_hace_s: 60, latitud: null }
    await expect(title(page)).toHaveText('La alerta está cerrada', { timeout: paced(15_000) })
    await expectNothingStored(page)
  })
})

test('a code that leads nowhere is one calm page; a contact leaves from a closed alert', async ({
  page,
  context,
}) => {
  await page.goto('/alerta/nadie-llama-por-aqui')
  await expect(title(page)).toHaveText('Este enlace no muestra nada')
  // What a person can do there is on the page, and the last of it within a tap.
  await expect(page.getByRole('region', { name: 'Qué puedes hacer' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Llamar al 911' })).toHaveAttribute('href', 'tel:911')
  await expectAccessible(page)

  const service = await serve(context, {
    ...ABIERTA,
    estado: 'cerrada',
    motivo: 'por_error',
    cerrada_hace_s: 60,
    latitud: null,
  })
  await page.clock.install()
  await page.goto('/alerta/un-codigo')
  const leave = page.getByRole('button', { name: 'Dejar de ser contacto' })
  const left = () => service.asked.some(({ name }) => name === 'dejar_de_ser_contacto')
  // A slip is taken back.
  await leave.click()
  await expect(page.getByText(/^En cinco segundos dejas de ser contacto de Ana Lucía\./)).toBeVisible()
  await page.getByRole('button', { name: 'Me quedo' }).click()
  await page.clock.runFor(6_000)
  expect(left()).toBe(false)
  // A contact who goes away meanwhile has left; nothing else is asked.
  await leave.click()
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(title(page)).toHaveText('Ya no eres su contacto')
  await expect(page.getByText('Si fue sin querer, pídele que te invite otra vez.')).toBeVisible()
  expect(service.asked.at(-1)).toEqual({ name: 'dejar_de_ser_contacto', body: { codigo: 'un-codigo' } })
})

test('a member with a PIN reads somebody else’s alert, and answers an invitation, before her own PIN and menus', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  const her = await makeMember({ username: 'Ana' })
  const { codigo } = await invite(her, LUCIA)
  await signIn(page, await makeMember({ username: 'Bea' }))
  await setPin(page, '258046')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Escribe tu PIN' })).toBeVisible()
  await page.goto(`/confianza/${codigo}`)
  await expect(title(page)).toContainText('Ana te pide')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await acceptWithoutWay(page)
  await expect(title(page)).toHaveText('Eres contacto de confianza de Ana')
  await serve(context)
  await page.goto('/alerta/un-codigo')
  await expect(title(page)).toHaveText('Ana Lucía pide ayuda')
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('the first steps are left out with one press for good, and stand before nothing', async ({
  page,
  makeMember,
  signIn,
}) => {
  const her = await makeMember()
  await signIn(page, her)
  const offer = page.getByRole('region', { name: 'Deja lista tu alerta' })
  await expect(offer).toBeVisible()
  await expect(page.getByRole('link', { name: /^Seguridad/ }).first()).toBeInViewport()
  await expect(offer.getByRole('button', { name: 'Agregar a alguien' })).toBeVisible()
  await offer.getByRole('link', { name: /^1 de 5/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Elige a alguien.* \(ahora\)$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Agregar a alguien' }).click()
  await page.getByLabel('Nombre').fill('Lucía')
  await page.getByLabel('Teléfono').fill('55 1234 5678')
  await page.getByRole('button', { name: 'Guardar contacto' }).click()
  const step = (name: RegExp) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  // Whom she has added she is offered to ask at once.
  const invite = page.getByRole('dialog', { name: 'Invitar a Lucía' })
  await expect(invite.getByRole('link', { name: 'Escribirle por WhatsApp' })).toBeVisible()
  // What says that the contact was added covers nothing of it: a press would meet the title.
  await expect(toast(page, 'Contacto agregado')).toBeVisible()
  await invite.getByRole('heading').click({ trial: true, timeout: 2_000 })
  await invite.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await step(/^Elige a alguien.* \(hecho\)$/)
  await step(/^Pídele que reciba tu alerta \(hecho\)$/)
  await step(/^Permite tu ubicación \(ahora\)$/)
  await page.getByRole('button', { name: 'Omitir este paso' }).click()
  await step(/^Pon un PIN \(ahora\)$/)
  await page.getByRole('button', { name: 'Omitir este paso' }).click()
  await step(/^Haz una prueba \(ahora\)$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Omitir todo' }).click()
  await expect(page.getByRole('button', { name: 'Botón de pánico' })).toBeVisible()

  await her.client.from('contactos_emergencia').update({ activo: false }).eq('user_id', her.id)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(offer).toHaveCount(0)
})

test.describe('help before anybody has an account', () => {
  test.use({
    geolocation: { latitude: 19.4326, longitude: -99.1332, accuracy: 38 },
    permissions: ['geolocation'],
  })

  test('is above the fold on a small phone, and keeps nothing', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/landing')
    const call = page.getByRole('link', { name: 'Llamar al 911' })
    const write = page.getByRole('button', { name: 'Escribir a alguien con mi ubicación' })
    const lines = page.getByRole('list', { name: 'Líneas nacionales' })
    for (const one of [call, write, lines]) await expect(one).toBeInViewport({ ratio: 1 })
    await expect(call).toHaveAttribute('href', 'tel:911')
    await expect(lines.getByRole('link', { name: /079/ })).toHaveAttribute('href', 'tel:079')
    await expect(lines.getByRole('link', { name: /800 911 2000/ })).toHaveAttribute('href', 'tel:8009112000')

    await write.click()
    const dialog = page.getByRole('dialog', { name: 'Escribir a alguien con mi ubicación' })
    await expect(dialog.getByText('El mensaje lleva tu ubicación (con 40 m de margen')).toBeVisible()
    for (const name of ['Elegir a quién escribir en WhatsApp', 'Escribir un SMS']) {
      const href = decodeURIComponent((await dialog.getByRole('link', { name }).getAttribute('href'))!)
      expect(href).toContain('https://www.google.com/maps?q=19.4326,-99.1332')
    }
    await expectAccessible(page)
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(kept).not.toMatch(/19\.43|maps|ubicaci/)
  })
})
