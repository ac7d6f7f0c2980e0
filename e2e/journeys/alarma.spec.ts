import { expect } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { setPin } from '../pages/account.ts'
import {
  acceptAll,
  alarmPanel,
  alertsOf,
  anotherDevice,
  banner,
  endAlarm,
  keyIn,
  people,
} from '../pages/alarm.ts'
import {
  exitButton,
  expectAccessibleInBothThemes,
  expectClear,
  expectNoSidewaysScroll,
  REFUSED_LIVE,
  toast,
} from '../pages/app.ts'
import {
  BEA,
  breakTables,
  emergencyAnswer,
  eventsOf,
  holdEmergency,
  LUCIA,
  panicButton,
  test,
  warmUp,
  whatsappLink,
  ZOCALO,
} from '../pages/safety.ts'

/** Her side of the alarm: what a press tells the service, and what her screens say of it. */

test.use({ geolocation: ZOCALO, permissions: ['geolocation'], expectedErrors: [REFUSED_LIVE] })

const title = (name: string) => ({ name, level: 2 })

test('each with the true state, on every screen and every device, until she says that it is over', async ({
  page,
  browser,
  enter,
  makeClient,
  nextMail,
  signIn,
}) => {
  const ana = await enter([LUCIA, BEA])
  // Two devices, two contacts and their mail.
  test.slow()
  const [lucia] = await acceptAll(ana, await makeClient(), nextMail)
  // The longest pause: on a busy machine the shortest is over before a button of it is found.
  await ana.client.from('alarma_ajustes').upsert({ user_id: ana.id, pausa_s: 10 })
  await page.reload()
  await warmUp(page)
  // Shows another screen, and is not touched.
  const tablet = await anotherDevice(browser)
  await signIn(tablet, ana, '/bienestar')
  await panicButton(page).click()
  // WhatsApp is there as ever, and the pause above it.
  await expect(whatsappLink(page)).toBeVisible()
  await expect(alarmPanel(page).getByRole('timer')).toBeInViewport()
  await alarmPanel(page).getByRole('button', { name: 'Enviar ya' }).click()
  await expect(people(page)).toHaveText([/Lucía.*Enviada por correo/, /Bea.*Enviada por correo/])
  await expect
    .poll(() => alertsOf(ana))
    .toMatchObject([
      { estado: 'abierta', latitud: 19.4326, entregas: [{ estado: 'enviada' }, { estado: 'enviada' }] },
    ])
  await expectAccessibleInBothThemes(page)
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoSidewaysScroll(page)
  }

  // What Lucía does with her link is on screen as she does it.
  const nobody = await makeClient()
  const codigo = keyIn((await nextMail(lucia!, 1)).links, '/alerta/')
  expect((await nobody.rpc('ver_alerta', { codigo, por: 'correo' })).data).toMatchObject({
    estado: 'abierta',
  })
  await expect(people(page).first()).toHaveText(/Lucía.*La vio/)
  await nobody.rpc('responder_alerta', { codigo, respuesta: 'ya_voy' })
  await expect(alarmPanel(page).getByRole('heading', title('Lucía ya viene'))).toBeVisible()
  await expect(people(page).first()).toHaveText(/Lucía.*«Ya voy»/)

  await page.reload()
  await expect(people(page)).toHaveCount(2)
  await page.goto('/perfil')
  await banner(page).click()
  await expect(page).toHaveURL(/\/seguridad$/)

  await banner(tablet).click()
  await expect(people(tablet)).toHaveCount(2)
  await endAlarm(tablet, 'Estoy a salvo')
  await expect(alarmPanel(tablet)).toContainText(
    /Cerrada desde su teléfono a las \d\d:\d\d; confirma con ella/,
  )
  // Live, on the first one.
  await expect(alarmPanel(page).getByRole('heading', title('Alerta cerrada'))).toBeVisible()
  await alarmPanel(page).getByRole('button', { name: 'Entendido' }).click()
  await expect(alarmPanel(page)).toBeHidden()
  expect(await alertsOf(ana)).toMatchObject([{ estado: 'cerrada', motivo: 'a_salvo', con_pin: false }])
  await tablet.context().close()
})

test('whom it reaches meanwhile does not push away the button that her finger is on', async ({
  page,
  enter,
  makeClient,
  nextMail,
}) => {
  const ana = await enter([LUCIA, BEA])
  const [lucia] = await acceptAll(ana, await makeClient(), nextMail)
  await page.clock.install()
  await page.reload()
  await warmUp(page)
  // The second line comes with the answer that is let go once the finger is down.
  let tellAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  let letGo = () => {}
  const down = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/rest\/v1\/entregas\?/, async (route) => {
    const response = await route.fetch()
    const all = (await response.json()) as { estado: string }[]
    if (!all.some(({ estado }) => estado === 'vista'))
      return route.fulfill({ response, json: all.slice(0, 1) })
    tellAsked()
    await down
    await route.fulfill({ response })
  })
  await panicButton(page).click()
  // The pause is over by itself.
  await expect(alarmPanel(page).getByRole('heading', { name: /^Salió para /, level: 2 })).toBeVisible({
    timeout: paced(20_000),
  })
  const codigo = keyIn((await nextMail(lucia!, 1)).links, '/alerta/')
  await (await makeClient()).rpc('ver_alerta', { codigo, por: 'correo' })
  await asked
  const safe = alarmPanel(page).getByRole('button', { name: 'Estoy a salvo' })
  await safe.hover()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await page.mouse.down()
  const at = await safe.boundingBox()
  const came = page.waitForResponse(/\/rest\/v1\/entregas\?/)
  letGo()
  await (await came).finished()
  await page.clock.runFor(500)
  expect(await safe.boundingBox()).toEqual(at)
  await page.mouse.up()
  await page.clock.resume()
  await expect(page.getByRole('dialog', { name: 'Estoy a salvo' })).toBeVisible()
  await expect(people(page)).toHaveCount(2)
})

test('nothing leaves where she cancels in the pause; a press after it is another alert, and its notice covers no button on the smallest screen', async ({
  page,
  enter,
  makeClient,
  nextMail,
}) => {
  const ana = await enter([LUCIA])
  await acceptAll(ana, await makeClient(), nextMail)
  await ana.client.from('alarma_ajustes').upsert({ user_id: ana.id, pausa_s: 10 })
  await page.reload()
  await expect(page.getByText(/^Todo listo/)).toHaveText(/^Todo listo · Comprobado con una persona\. /)
  await warmUp(page)
  await panicButton(page).click()
  // One tap: there is no time for a second. Only what comes within a second of its appearance may not be meant, and is asked about.
  const timer = alarmPanel(page).getByRole('timer')
  const left = async () => Number(/En (\d+) segundo/.exec((await timer.textContent()) ?? '')?.[1])
  const shown = await left()
  await expect.poll(left).toBeLessThanOrEqual(shown - 2)
  await alarmPanel(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(alarmPanel(page).getByRole('heading', title('Cancelada a tiempo'))).toBeVisible()
  await expect(alarmPanel(page)).toContainText('El servicio no le escribió a nadie.')
  expect(await alertsOf(ana)).toMatchObject([{ estado: 'cerrada', motivo: 'por_error', entregas: [] }])

  // Two presses within two seconds are one.
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(async () => {
    await panicButton(page).click()
    await expect(alarmPanel(page).getByRole('heading', title('Tu alerta está por salir'))).toBeVisible({
      timeout: paced(1_000),
    })
  }).toPass()
  await expect
    .poll(async () => (await alertsOf(ana)).map(({ estado }) => estado))
    .toEqual(['cerrada', 'pausa'])
  const notice = page.getByRole('region', { name: /Avisos/ }).getByRole('listitem')
  await expect(notice).toBeVisible()
  for (const name of ['Cancelar', 'Enviar ya']) {
    const one = alarmPanel(page).getByRole('button', { name })
    await expect(one).toBeInViewport({ ratio: 1 })
    await expectClear(page, one)
  }
  await expectClear(page, exitButton(page))
  await alarmPanel(page).getByRole('button', { name: 'Enviar ya' }).click()
  const safe = alarmPanel(page).getByRole('button', { name: 'Estoy a salvo' })
  await safe.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await expectClear(page, safe)
  await safe.click()
  const dialog = page.getByRole('dialog')
  await expectClear(page, dialog.getByRole('button', { name: 'Cerrar la alerta' }))
  await expectClear(page, dialog.getByRole('button', { name: 'Salir rápido' }))
})

test('the network cut right after the press: taken back, it alerts nobody; left open, it survives a killed tab and leaves by itself', async ({
  page,
  context,
  enter,
  makeClient,
  nextMail,
}) => {
  const ana = await enter([LUCIA])
  await acceptAll(ana, await makeClient(), nextMail)
  await page.reload()
  await expect(page.getByText(/^Todo listo/)).toBeVisible()
  await warmUp(page)
  await breakTables(context, 'cut')
  await panicButton(page).click()
  await expect(
    alarmPanel(page).getByRole('heading', title('Tu alerta espera en este teléfono')),
  ).toBeVisible()
  // What her message needs is said in a notice, which is not over what ends the alert.
  for (const name of ['Estoy a salvo', 'Fue por error'])
    await expectClear(page, alarmPanel(page).getByRole('button', { name }))
  await endAlarm(page, 'Fue por error')
  await expect(alarmPanel(page)).toContainText('Falta que sepa que la cancelaste.')
  await context.unroute('**/rest/v1/**')
  // As the browser says when it has a network again; else a pause of ten seconds would be waited for.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(alarmPanel(page).getByRole('heading', title('Cancelada a tiempo'))).toBeVisible()
  await expect.poll(() => eventsOf(ana)).toHaveLength(1)
  expect(await alertsOf(ana)).toMatchObject([{ estado: 'cerrada', motivo: 'por_error', entregas: [] }])

  // Once more, and left open: it waits on this telephone, also where the tab is killed.
  await alarmPanel(page).getByRole('button', { name: 'Entendido' }).click()
  await breakTables(context, 'cut')
  await expect(async () => {
    await panicButton(page).click()
    await expect(alarmPanel(page).getByText(/El servicio todavía no sabe de tu alerta/)).toBeVisible({
      timeout: paced(1_000),
    })
  }).toPass()
  expect(await page.locator('body').innerText()).not.toMatch(/enviada|entregada|avisada|llegó|la vio/i)
  await page.close()
  const again = await context.newPage()
  await again.goto('/')
  await expect(banner(again)).toBeVisible()
  await context.unroute('**/rest/v1/**')
  await banner(again).click()
  await expect(alarmPanel(again).getByRole('heading', title('Salió para Lucía'))).toBeInViewport()
  await expect
    .poll(async () => (await alertsOf(ana)).map(({ estado }) => estado))
    .toEqual(['cerrada', 'abierta'])
  // One event tells of both presses.
  await expect.poll(async () => (await eventsOf(ana)).length).toBe(1)
  await expect.poll(async () => (await eventsOf(ana))[0]?.pulsaciones).toBeGreaterThanOrEqual(2)
})

test('a press on the locked app is cancelled by the PIN, which opens it', async ({
  page,
  enter,
  makeClient,
  nextMail,
}) => {
  const ana = await enter([LUCIA])
  await acceptAll(ana, await makeClient(), nextMail)
  await setPin(page, '258046')
  await ana.client.from('alarma_ajustes').upsert({ user_id: ana.id, pausa_s: 10 })
  await page.reload()
  await holdEmergency(page)
  await emergencyAnswer(page).getByRole('button', { name: 'Cancelar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fue por error' })
  await dialog.getByLabel('PIN', { exact: true }).fill('258046')
  await dialog.getByRole('button', { name: 'Cerrar la alerta' }).click()
  await expect(page.getByRole('heading', { name: 'Escribe tu PIN' })).toBeHidden()
  await expect.poll(() => alertsOf(ana)).toMatchObject([{ estado: 'cerrada', motivo: 'por_error' }])
})

test('with a PIN on the device a press on its screen opens the alert, names whom it reached and nobody else, and only the PIN ends it', async ({
  page,
  enter,
  makeClient,
  nextMail,
}) => {
  const ana = await enter([LUCIA])
  await acceptAll(ana, await makeClient(), nextMail)
  await setPin(page, '258046')
  await ana.client.from('alarma_ajustes').upsert({ user_id: ana.id, pausa_s: 10 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Escribe tu PIN' })).toBeVisible()
  await holdEmergency(page)
  await expect.poll(() => alertsOf(ana)).toMatchObject([{ origen: 'boton', pulsaciones: 1 }])
  // In the pause nobody is named; once it has left to her, she is.
  await expect(emergencyAnswer(page).getByRole('timer')).toBeVisible()
  expect(await page.content()).not.toContain('Lucía')
  await emergencyAnswer(page).getByRole('button', { name: 'Enviar ya' }).click()
  await expect(emergencyAnswer(page).getByRole('listitem')).toContainText(/Lucía.*Enviada por correo/)
  await page.getByLabel('PIN', { exact: true }).fill('258046')
  await page.getByRole('button', { name: 'Abrir', exact: true }).click()
  await expect(banner(page)).toBeVisible()

  await banner(page).click()
  await expect(alarmPanel(page).getByRole('heading', title('Salió para Lucía'))).toBeVisible({
    timeout: paced(20_000),
  })

  await alarmPanel(page).getByRole('button', { name: 'Estoy a salvo' }).click()
  const pin = page.getByRole('dialog').getByLabel('PIN', { exact: true })
  await pin.fill('258047')
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar la alerta' }).click()
  await expect(page.getByText(/^Ese PIN no es\./)).toBeVisible()
  expect(await alertsOf(ana)).toMatchObject([{ estado: 'abierta' }])
  await pin.fill('258046')
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar la alerta' }).click()
  await expect(alarmPanel(page)).toContainText('Tus contactos leen que dices estar a salvo')
  expect(await alertsOf(ana)).toMatchObject([{ estado: 'cerrada', motivo: 'a_salvo', con_pin: true }])
})

test('a drill says whom it reached, and shows no alert of hers', async ({
  page,
  enter,
  makeClient,
  nextMail,
}) => {
  const ana = await enter([LUCIA])
  await acceptAll(ana, await makeClient(), nextMail)
  await page.reload()
  await page.getByRole('button', { name: 'Probar sin alertar' }).click()
  const drill = page.getByRole('dialog', { name: 'Simulacro' })
  await expect(drill.getByText('Todo listo: una alerta tuya saldría completa.')).toBeVisible()
  await drill.getByRole('button', { name: 'Mandarles el SIMULACRO' }).click()
  await expect(drill.getByRole('list', { name: 'A quién le llegó el simulacro' })).toContainText(
    /Lucía.*Enviada por correo/,
  )
  await expect(drill.getByText(/Todavía no le llega\./)).toBeVisible()
  expect(await alertsOf(ana)).toMatchObject([{ origen: 'simulacro', estado: 'abierta' }])
  await drill.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(alarmPanel(page)).toBeHidden()
  // The banner shows what the service says: looked for before that, it would never be there.
  const told = page.waitForResponse(
    (response) => /\/rest\/v1\/alertas\?/.test(response.url()) && response.request().method() === 'GET',
  )
  await page.goto('/')
  await (await told).finished()
  // What it makes of the answer is drawn with the next frames.
  for (let frame = 0; frame < 3; frame += 1)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  await expect(banner(page)).toHaveCount(0)
})

test('with nobody who said yes it says so, and how to ask; her own WhatsApp stays, and her settings are kept', async ({
  page,
  enter,
  makeClient,
}) => {
  const ana = await enter([LUCIA])
  await warmUp(page)
  await panicButton(page).click()
  await expect(alarmPanel(page)).toContainText('Esta alerta no le llega sola a nadie')
  await expect(whatsappLink(page)).toBeFocused()
  // The last line of her message, which stands above: a press while it comes would begin on a button and end beside it.
  await expect(page.getByText('ya está en tu cuenta')).toBeVisible()
  // Nobody was told: nobody will read that it is over.
  await alarmPanel(page).getByRole('button', { name: 'Estoy a salvo' }).click()
  const ends = page.getByRole('dialog', { name: 'Estoy a salvo' })
  await expect(ends).toContainText('A nadie le llegó sola.')
  await expect(ends).not.toContainText('leerán')
  await ends.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await endAlarm(page, 'Estoy a salvo')
  await expect(alarmPanel(page).getByRole('button', { name: 'Entendido' })).toBeVisible()
  await expect(alarmPanel(page)).toContainText(/A nadie le llegó sola|no le escribió a nadie/)
  await expect(alarmPanel(page)).not.toContainText('contactos leen')
  await alarmPanel(page).getByRole('button', { name: 'Entendido' }).click()

  // The readiness line leads there too.
  await expect(page.getByText('Tu alerta no le llega sola a nadie.')).toBeVisible()
  await page.getByRole('button', { name: 'Invitar a Lucía' }).first().click()
  const asks = page.getByRole('dialog', { name: 'Invitar a Lucía' })
  const share = asks.getByRole('link', { name: 'Escribirle por WhatsApp' })
  await expect(share).toBeVisible()
  const url = new URL((await share.getAttribute('href'))!)
  expect(url.pathname).toBe('/525512345678')
  const codigo = /\/confianza\/(\S+)$/.exec(url.searchParams.get('text')!)![1]
  await expectAccessibleInBothThemes(page)
  await asks.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page.getByText(/^Enlace creado\. Puede responder hasta el/)).toBeVisible()

  const nobody = await makeClient()
  expect((await nobody.rpc('ver_invitacion', { codigo })).data).toMatchObject({ nombre: ana.username })
  await nobody.rpc('responder_invitacion', { codigo, acepta: false })
  await page.reload()
  await expect(page.getByText('Respondió que no puede. Le escribes tú por WhatsApp.')).toBeVisible()

  await page.getByRole('button', { name: 'Ajustes de tu alerta' }).click()
  const ajustes = page.getByRole('dialog', { name: 'Ajustes de tu alerta' })
  await ajustes.getByLabel('Tu nombre').fill('Anita')
  await ajustes.getByLabel('Pausa').selectOption('0')
  await ajustes.getByLabel('A quién primero').selectOption('prioridad')
  await ajustes.getByLabel('Cuánto esperar a la primera').selectOption('1')
  await ajustes.getByLabel('Tu teléfono').fill('55 1234 5678')
  await ajustes.getByLabel('Tu país').selectOption('CO')
  await expect(ajustes.getByText(/que leen tus contactos: 123\b/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await ajustes.getByRole('button', { name: 'Guardar ajustes' }).click()
  await expect(toast(page, 'Ajustes guardados')).toBeVisible()
  const { data } = await ana.client.from('alarma_ajustes').select('*').single()
  expect(data).toMatchObject({
    nombre: 'Anita',
    pausa_s: 0,
    orden: 'prioridad',
    espera_min: 1,
    telefono: '+525512345678',
    pais: 'CO',
    con_tema: false,
  })
})
