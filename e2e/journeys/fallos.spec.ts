import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

test.use({
  expectedErrors: [/object is not iterable|is not a function|Minified React error|status of 500|ERR_FAILED/],
})

test('a screen that failed can be reported: she sees all of it first, it says nothing of her, and the team reads it', async ({
  page,
  context,
  admin,
  makeMember,
  signIn,
}) => {
  const her = await makeMember()
  // What no release of the service answers, and this screen cannot draw.
  await page.route('**/rest/v1/salas_comunidad*', async (route) => {
    const rows: object[] = await (await route.fetch()).json()
    await route.fulfill({ json: rows.map((row) => ({ ...row, icono: {} })) })
  })
  const failures: string[] = []
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  await signIn(page, her, '/comunidad/salas')
  await expect(page.getByText('No pudimos abrir esta página.')).toBeVisible()
  expect(failures, 'written to the console once').toEqual([expect.stringContaining('is not iterable')])
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  const informe = page.getByRole('region', { name: 'Informe del fallo' })

  await page.getByRole('button', { name: 'Enviar informe' }).click()
  await expect(informe.getByText('Esto es todo lo que se envía:')).toBeVisible()
  await expect(informe.getByRole('definition')).toHaveText([
    '/comunidad/salas',
    'ninguno',
    /^\d+\.\d+\.\d+/,
    'Chrome',
  ])
  await informe.getByRole('button', { name: 'No enviar' }).click()
  await expect(informe).toBeHidden()

  await page.getByRole('button', { name: 'Enviar informe' }).click()
  await page.route('**/rpc/informar_fallo', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await informe.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(informe.getByRole('alert')).toHaveText(
    'No se pudo enviar. Puedes intentarlo otra vez más tarde.',
  )
  const sent = page.waitForRequest('**/rpc/informar_fallo')
  await informe.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText('Informe enviado. Gracias: nos ayuda a arreglarlo.')).toBeVisible()
  expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['codigo', 'navegador', 'ruta', 'version'])

  const theirs = await context.browser()!.newContext({ baseURL: new URL(page.url()).origin })
  const desk = await theirs.newPage()
  await desk.addInitScript(() => localStorage.setItem('consejos', 'instalar'))
  await signIn(desk, admin, '/admin/fallos')
  await expect(desk.getByRole('listitem').filter({ hasText: '/comunidad/salas' }).first()).toContainText(
    'chrome',
  )
  await expect(desk.getByText(her.username)).toHaveCount(0)
  await theirs.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Opens an alert that its page cannot draw, since the telephone number is no text, nor the boundary what it says of that. @returns answers */
async function openBrokenAlert(page: Page): Promise<() => void> {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    await route.fulfill({ response, body: code.replace(/(["'`])No pudimos abrir esta página\.\1/, '{}') })
  })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/rpc/ver_alerta', async (route) => {
    await answered
    await route.fulfill({ json: { estado: 'abierta', nombre: 'Ana', pulsada_hace_s: 60, telefono: {} } })
  })
  await page.goto('/alerta/Zk3_aB9-cD4eF5gH6iJ7kL8mN0pQ1rS2')
  return answer
}
const tryingAgain = (page: Page) =>
  page.getByText('Esta página todavía no abre. Seguimos intentando: no la cierres.')

test('an error in what a contact’s page shows of an error leaves quick exit and the emergency number; it says nothing once she has left', async ({
  page,
  context,
}) => {
  const answer = await openBrokenAlert(page)
  answer()
  await expect(tryingAgain(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Salir rápido' })).toBeVisible()
  await expect(page.getByRole('link', { name: '911' })).toBeVisible()

  const other = await context.newPage()
  const answerOther = await openBrokenAlert(other)
  // Neither the page outside nor ours answers: the neutral page is put in the place of this one, whose code goes on.
  await other.route('**/robots.txt', (route) => route.abort())
  await other.getByRole('button', { name: 'Salir rápido' }).click()
  await expect(other.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
  const failed = other.waitForEvent('console', (message) => message.text().includes('Minified React error'))
  answerOther()
  await failed
  // At once: it would load the page again a second later, and be gone.
  expect(await tryingAgain(other).count()).toBe(0)
  await expect(other.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
})
