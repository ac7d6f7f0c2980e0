import { type Browser, mergeTests, type Page } from '@playwright/test'
import { expect, type MailMessage, type Member } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { alarmPanel, alertsOf, endAlarm, people } from '../pages/alarm.ts'
import { REFUSED_LIVE } from '../pages/app.ts'
import { invite, noticesOn, openPhone } from '../pages/contacts.ts'
import { BEA, LUCIA, panicButton, test as safety, warmUp, ZOCALO } from '../pages/safety.ts'
import { acceptByPush, test as withNotices } from '../push.ts'

/**
 * The whole way of an alarm in real browsers: she, Lucía by push and Bea by mail, both without an account, on a server
 * with a push service of ours (`push.ts`).
 */

const test = mergeTests(safety, withNotices)

test.use({
  geolocation: ZOCALO,
  permissions: ['geolocation'],
  expectedErrors: [REFUSED_LIVE],
})

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Bea says yes and confirms her address. */
async function acceptByMail(
  browser: Browser,
  baseURL: string,
  codigo: string,
  nextMail: (address: string, after?: number) => Promise<MailMessage>,
) {
  const address = `bea-${codigo.slice(0, 8).toLowerCase()}@ejemplo.mx`
  const { context, page } = await openPhone(browser, baseURL)
  await page.goto(`/confianza/${codigo}`)
  await page.getByLabel('Tu correo').fill(address)
  await page.getByRole('button', { name: 'Acepto, por correo' }).click()
  const { links } = await nextMail(address)
  await page.goto(new URL(links[0]!).pathname)
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(title(page)).toHaveText('Listo: tu correo recibe avisos')
  return { context, page, address }
}

const pathOf = (mail: MailMessage) => {
  const { pathname, search } = new URL(mail.links.find((link) => link.includes('/alerta/'))!)
  return pathname + search
}

/** Each of her contacts with the state that she reads. */
const statesOf = async (member: Member) => {
  const [alerta] = await alertsOf(member)
  return Object.fromEntries((alerta?.entregas ?? []).map(({ via, estado }) => [via, estado]))
}

test('she presses the button and her network is cut; both contacts read it, she reads who comes, and both read that it ended', {
  tag: '@whole',
}, async ({ page, context, browser, baseURL, push, enter, nextMail }) => {
  test.setTimeout(150_000)
  const her = await enter([])
  await her.client.from('alarma_ajustes').insert({ user_id: her.id, pausa_s: 10 })
  const lucia = await acceptByPush(browser, baseURL!, push, (await invite(her, LUCIA)).codigo)
  const bea = await acceptByMail(browser, baseURL!, (await invite(her, BEA)).codigo, nextMail)
  await page.goto('/seguridad')
  await expect(page.getByText('Lucía').first()).toBeVisible()
  await warmUp(page)

  await panicButton(page).click()
  await expect(alarmPanel(page)).toBeVisible()
  await expect.poll(async () => (await alertsOf(her)).length, { timeout: paced(20_000) }).toBe(1)
  await context.setOffline(true)
  // Looked at in this order: what the queue had handed over by then, it handed over in the pause.
  const leftInPause = lucia.received()
  const [pressed] = await alertsOf(her)
  if (pressed!.estado === 'pausa') expect(leftInPause).toBe(0)

  // Lucía: shown and told to have arrived by the real worker, then opened.
  const message = await lucia.next(0)
  await lucia.deliver(message)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(pressed!.sale_en))
  expect(message).toMatchObject({ tipo: 'alerta', codigo: expect.any(String) })
  expect(`${message.titulo} ${message.cuerpo}`).not.toMatch(/amparo|violencia|alerta/i)
  // Said to have arrived once it is shown, and no sooner. In this order: asking a browser what it shows while it still draws
  // makes it forget the notice.
  await expect.poll(() => statesOf(her)).toMatchObject({ push: 'entregada' })
  expect(await noticesOn(lucia.page)).toMatchObject([{ title: message.titulo }])
  await lucia.page.goto(`/alerta/${message.codigo}?por=push`)
  await expect(title(lucia.page)).toHaveText('Ana Prueba pide ayuda')

  // Bea: taken by the relay is all that is known until her page is open.
  const mail = await nextMail(bea.address, 1)
  expect(mail.subject).not.toMatch(/amparo|violencia|alerta/i)
  await expect.poll(() => statesOf(her)).toMatchObject({ push: 'vista', correo: 'enviada' })
  await bea.page.goto(pathOf(mail))
  await expect(title(bea.page)).toHaveText('Ana Prueba pide ayuda')
  await expect(bea.page.getByText('Otra persona ya respondió')).toHaveCount(0)

  await lucia.page.getByRole('button', { name: 'Ya voy' }).click()
  await expect(lucia.page.getByText('Quedó «Ya voy».')).toBeVisible()
  await expect(bea.page.getByText('Otra persona ya respondió.')).toBeVisible({ timeout: paced(30_000) })
  await context.setOffline(false)
  // Live, without a reload.
  await expect(people(page).filter({ hasText: 'Lucía' })).toContainText('«Ya voy»', {
    timeout: paced(30_000),
  })
  await expect(people(page).filter({ hasText: 'Bea' })).toContainText('La vio')
  for (const [shown, other] of [
    [lucia.page, 'Bea'],
    [bea.page, 'Lucía'],
  ] as const) {
    // Her place follows once it is known, also where the network was gone.
    await expect(shown.getByRole('link', { name: 'Ver en el mapa' })).toHaveAttribute('href', /19\.4326/, {
      timeout: paced(30_000),
    })
    await expect(shown.locator('body')).not.toContainText(other)
    await expect(shown.locator('body')).not.toContainText(her.email)
  }

  await endAlarm(page, 'Estoy a salvo')
  for (const shown of [lucia.page, bea.page]) {
    await expect(title(shown)).toHaveText('La alerta está cerrada', { timeout: paced(30_000) })
    await expect(
      shown.getByText(/^Cerrada desde su teléfono a las \d\d:\d\d; confirma con ella\.$/),
    ).toBeVisible()
  }
  await expect(alarmPanel(page)).toContainText(/confirma con ella/)
  expect(await alertsOf(her)).toMatchObject([{ estado: 'cerrada', motivo: 'a_salvo', con_pin: false }])
  await lucia.context.close()
  await bea.context.close()
})
