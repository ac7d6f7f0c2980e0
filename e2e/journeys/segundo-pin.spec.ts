import type { Page } from '@playwright/test'
import { test as base, expect, type Member } from '../fixtures.ts'
import { setPin } from '../pages/account.ts'
import { acceptAll, alarmPanel, alertsOf, endAlarm, keyIn } from '../pages/alarm.ts'
import {
  answerNeutralPage,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  setVisible,
} from '../pages/app.ts'
import { addContact, holdEmergency, LUCIA, panicButton, warmUp } from '../pages/safety.ts'

/** A member with a contact who is told by mail, and both PINs on this device. */
const test = base.extend<{ withSegundo: () => Promise<{ ana: Member; lucia: string }> }>({
  withSegundo: async ({ page, context, makeMember, makeClient, nextMail, signIn }, use) => {
    await use(async () => {
      await context.route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ body: '' }))
      const ana = await makeMember({ username: 'Marisol' })
      await addContact(ana, LUCIA)
      const [lucia] = await acceptAll(ana, await makeClient(), nextMail)
      await signIn(page, ana, '/perfil')
      await setPin(page, PIN)
      await page.getByLabel('Pedirlo al volver después de').selectOption('0')
      await putSegundo(page, SEGUNDO)
      return { ana, lucia: lucia! }
    })
  },
})

test.use({ geolocation: { latitude: 19.4326, longitude: -99.1332 }, permissions: ['geolocation'] })

const [PIN, SEGUNDO] = ['258046', '714903'] as const

async function open(page: Page, pin: string) {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByRole('button', { name: 'Abrir' }).click()
}

async function putSegundo(page: Page, segundo: string) {
  await page.getByRole('button', { name: 'Segundo PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Un segundo PIN, por si te obligan' })
  const put = async (pin: string) => {
    await dialog.getByLabel('Tu PIN', { exact: true }).fill(PIN)
    await dialog.getByLabel('Segundo PIN', { exact: true }).fill(pin)
    await dialog.getByLabel('Repite el segundo').fill(pin)
    await dialog.getByRole('button', { name: 'Guardar PIN' }).click()
  }
  await put(PIN)
  await expect(dialog.getByText('Que sea otro que el de entrada.')).toBeVisible()
  await put(segundo)
  await expect(dialog).toBeHidden()
}

test('somebody makes her open the app, and close an alert: he sees an agenda and «cerrada», and her contacts read that it goes on', async ({
  page,
  context,
  makeClient,
  nextMail,
  withSegundo,
}) => {
  await answerNeutralPage(page)
  const { ana, lucia } = await withSegundo()

  // What it opens: nothing of hers, no word of the app, and notes that stay.
  const asked: string[] = []
  await page.goto('/seguridad')
  await expect(page.getByRole('heading', { name: 'Escribe tu PIN' })).toBeVisible()
  page.on('request', (request) => {
    if (/\/(rest|auth|realtime|functions)\/v1\//.test(request.url()))
      asked.push(new URL(request.url()).pathname)
  })
  await open(page, SEGUNDO)
  await expect(page.getByRole('heading', { name: 'Carta del día' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('button', { name: /^Descubrir/ }).click()
  await expectAccessibleInBothThemes(page)
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('button', { name: 'Biblioteca' }).click()
  await page.getByRole('button', { name: 'Agenda' }).click()
  await page.getByLabel('Qué').fill('Dentista')
  await page.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByRole('listitem')).toContainText('Dentista')
  await expectAccessibleInBothThemes(page)
  expect(await page.locator('body').innerText()).not.toMatch(/Marisol|Lucía|Amparo|Emergencia|alerta/i)
  expect(asked).toContain('/rest/v1/rpc/abrir_cerrojo')
  expect(asked.filter((path) => !/abrir_cerrojo|ver_con_ficha/.test(path))).toEqual([])
  expect(await alertsOf(ana)).toEqual([])

  // The flower, held for a second: nothing shows it, and her contact reads that she must not be called.
  await page.getByRole('button', { name: 'Inicio' }).hover()
  await page.mouse.down()
  await expect.poll(() => alertsOf(ana)).toMatchObject([{ estado: 'abierta' }])
  await page.mouse.up()
  await expect(page.getByRole('listitem')).toContainText('Dentista')
  const { links } = await nextMail(lucia, 1)
  const nobody = await makeClient()
  const codigo = keyIn(links, '/alerta/')
  expect((await nobody.rpc('ver_alerta', { codigo })).data).toMatchObject({
    estado: 'abierta',
    coaccion: true,
  })

  // Her own PIN shows how it is, and ends it.
  const told = page.waitForResponse(/ver_con_ficha/)
  await page.goto('/seguridad')
  await told
  await expect(page.getByRole('button', { name: /^Emergencia/ })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/Lucía|abierta|Salió|Le llegó/)
  await open(page, PIN)
  await expect(alarmPanel(page)).toBeVisible()
  await endAlarm(page, 'Estoy a salvo')
  await page.getByRole('dialog').getByLabel('PIN').fill(PIN)
  await page.getByRole('button', { name: 'Cerrar la alerta' }).click()
  await expect(alarmPanel(page)).toContainText('Alerta cerrada')
  await expect.poll(() => alertsOf(ana)).toMatchObject([{ estado: 'cerrada', con_pin: true }])
  await alarmPanel(page).getByRole('button', { name: 'Entendido' }).click()

  // An app that was open and asks again: behind the second PIN it has no key any more, no address of hers, and hers opens it by the service.
  await page.getByRole('link', { name: 'Inicio' }).first().click()
  await page.getByRole('link', { name: 'Seguridad' }).first().click()
  await expect(page).toHaveURL(/\/seguridad$/)
  const title = await page.title()
  await setVisible(page, 'hidden')
  await setVisible(page, 'visible')
  await open(page, SEGUNDO)
  await page.getByRole('button', { name: 'Agenda' }).click()
  await expect(page.getByRole('listitem')).toContainText('Dentista')
  const discreet = await page.title()
  expect(title).toBe(`Contactos · ${discreet}`)
  for (const leaf of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
    await page[leaf]()
    await expect(page).toHaveURL(/\/$/)
    await expect(page).toHaveTitle(discreet)
  }
  await setVisible(page, 'hidden')
  await setVisible(page, 'visible')
  const opened = page.waitForResponse(/abrir_cerrojo/)
  await open(page, PIN)
  await opened
  await expect(page).toHaveURL(/\/seguridad$/)

  // A press, and somebody who makes her close it.
  await warmUp(page)
  await panicButton(page).click()
  await alarmPanel(page).getByRole('button', { name: 'Enviar ya' }).click()
  const second = keyIn((await nextMail(lucia, 3)).links, '/alerta/')
  await endAlarm(page, 'Estoy a salvo')
  await page.getByRole('dialog').getByLabel('PIN').fill(SEGUNDO)
  await page.getByRole('button', { name: 'Cerrar la alerta' }).click()
  await expect(alarmPanel(page)).toContainText('Alerta cerrada')
  await expect
    .poll(async () => (await nobody.rpc('ver_alerta', { codigo: second })).data)
    .toMatchObject({ estado: 'abierta', coaccion: true })
  expect(JSON.stringify(await nextMail(lucia, 4))).toContain('No la llames ni le escribas')
  const contact = await context.newPage()
  await contact.goto(`/alerta/${second}`)
  await expect(contact.getByText(/No la llames ni le escribas/)).toBeVisible()
  await expect(contact.getByRole('link', { name: 'Llamarla' })).toHaveCount(0)
  await expect(contact.getByRole('button', { name: 'La estoy llamando' })).toHaveCount(0)
  await expect(contact.getByRole('button', { name: 'Ya voy' })).toBeVisible()
  await contact.close()
  await alarmPanel(page).getByRole('button', { name: 'Entendido' }).click()
  await expect(alarmPanel(page)).toBeHidden()
})

test('«Cancelar» on a locked page with the second PIN opens what that one opens, and the press goes on', async ({
  page,
  makeClient,
  nextMail,
  withSegundo,
}) => {
  const { ana, lucia } = await withSegundo()
  await page.goto('/seguridad')
  await holdEmergency(page)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('dialog').getByLabel('PIN').fill(SEGUNDO)
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar la alerta' }).click()
  await expect(page.getByRole('heading', { name: 'Carta del día' })).toBeVisible()
  const codigo = keyIn((await nextMail(lucia, 1)).links, '/alerta/')
  const nobody = await makeClient()
  await expect
    .poll(async () => (await nobody.rpc('ver_alerta', { codigo })).data)
    .toMatchObject({ estado: 'abierta', coaccion: true })
  // Nothing waits behind it: her own PIN shows the alert, and ends it.
  await page.goto('/seguridad')
  await open(page, PIN)
  await endAlarm(page, 'Estoy a salvo')
  await page.getByRole('dialog').getByLabel('PIN').fill(PIN)
  await page.getByRole('button', { name: 'Cerrar la alerta' }).click()
  await expect.poll(() => alertsOf(ana)).toMatchObject([{ estado: 'cerrada', con_pin: true }])
})
