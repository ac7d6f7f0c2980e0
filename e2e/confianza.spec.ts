import { expect, test } from './fixtures.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, REFUSED } from './pages/app.ts'
import { confianzasOf, expectNothingKept, invite, noticesOn, openPhone } from './pages/contacts.ts'
import { BEA, LUCIA } from './pages/safety.ts'
import { acceptByPush, test as withNotices } from './push.ts'

/** Becoming a contact, without an account: asked, told how, tried, and left again. */

let counter = 0
const someAddress = () => `lucia-${process.pid}-${Date.now()}-${++counter}@ejemplo.mx`

const confirmed = (via: string) => expect.objectContaining({ via, confirmada: true })

test('@phone whoever holds the link says yes, chooses mail, tries it, and leaves', async ({
  browser,
  baseURL,
  makeMember,
  nextMail,
}) => {
  const her = await makeMember({ username: 'Ana Lucía' })
  const { codigo } = await invite(her)
  const { context, page } = await openPhone(browser, baseURL!)

  // Scanners and previews open the link too: nothing happens by that.
  for (let times = 0; times < 2; times++) await page.goto(`/confianza/${codigo}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Ana Lucía te pide ser su contacto de confianza',
  )
  await expect(page).toHaveTitle('Mensaje · Mi espacio')
  await expect(page.getByText('Cuando te llegue un aviso')).toBeVisible()
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'invitada' }])
  await expectNothingKept(page)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Acepto' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eres contacto de confianza de Ana Lucía')
  await expect(page.getByText('Sin esto no te llega nada.')).toBeVisible()
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'acepto', vias: [] }])
  // Whoever finds the link in her chats finds nothing.
  const { page: other } = await openPhone(browser, baseURL!)
  await expect(page).not.toHaveURL(`/confianza/${codigo}`)
  await other.goto(`/confianza/${codigo}`)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Esta invitación ya se aceptó')
  await expect(other.getByText('Ana Lucía')).toHaveCount(0)
  await other.context().close()

  const address = someAddress()
  await page.getByLabel('Tu correo').fill('no es')
  await page.getByRole('button', { name: 'Avisarme por correo' }).click()
  await expect(page.getByText('Ese correo no parece completo.')).toBeVisible()
  await page.getByLabel('Tu correo').fill(address)
  await page.getByRole('button', { name: 'Avisarme por correo' }).click()
  await expect(page.getByText('Falta confirmarlo: abre el correo')).toBeVisible()
  await expect(page.getByText(address)).toHaveCount(0)
  await expectAccessibleInBothThemes(page)

  const mail = await nextMail(address)
  const link = mail.links.find((found) => found.includes('/confianza/confirmar/'))!
  const confirming = await context.newPage()
  await confirming.goto(new URL(link).pathname)
  await expect(confirming.getByRole('heading', { level: 1 })).toHaveText('¿Este correo es tuyo?')
  await confirming.reload()
  await expect(confirming.getByRole('button', { name: 'Confirmar mi correo' })).toBeVisible()
  expect(await confianzasOf(her)).toMatchObject([{ vias: [{ via: 'correo', confirmada: false }] }])
  await expectAccessibleInBothThemes(confirming)
  await confirming.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(confirming.getByRole('heading', { level: 1 })).toHaveText('Listo: tu correo recibe avisos')
  expect(await confianzasOf(her)).toMatchObject([{ vias: [confirmed('correo')] }])
  await confirming.close()

  await expect(page.getByText(/^Funciona\. Última prueba/)).toBeVisible()
  await page.getByRole('button', { name: 'Enviarme una prueba' }).click()
  await expect(page.getByText('Prueba en camino.')).toBeVisible()
  const proof = await nextMail(address, 1)
  expect(proof.subject).not.toMatch(/alerta|amparo|violencia/i)

  await page.getByRole('button', { name: 'Dejar de ser contacto' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dejar de serlo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ya no eres su contacto')
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'se_fue', vias: [] }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no sirve')
  await expectNothingKept(page)
  await context.close()
})

test('@phone whoever cannot says so, and may think again at once', async ({ page, makeMember }) => {
  const her = await makeMember({ username: 'Ana' })
  const { codigo } = await invite(her, BEA)
  await page.goto(`/confianza/${codigo}`)
  await page.getByRole('button', { name: 'No puedo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gracias por decirlo')
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'no_puede' }])
  await page.getByRole('button', { name: 'Cambié de opinión: acepto' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eres contacto de confianza de Ana')
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'acepto' }])
})

test.describe('@phone with a network that fails', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('a link that leads nowhere is one calm page, and a lost answer is given again', async ({
    page,
    context,
    makeMember,
  }) => {
    await page.goto('/confianza/nadie-invita-por-aqui')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no sirve')
    await page.goto('/confianza/confirmar/nadie-pregunta-por-aqui')
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no sirve')

    const her = await makeMember()
    const { codigo } = await invite(her)
    await page.goto(`/confianza/${codigo}`)
    // It arrives, and what it is answered does not.
    await context.route('**/rpc/responder_invitacion', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Acepto' }).click()
    await expect(page.getByText('Parece que no hay conexión.')).toBeVisible()
    await context.unroute('**/rpc/responder_invitacion')
    await page.reload()
    await page.getByRole('button', { name: 'Fui yo y no se abrió' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Eres contacto de confianza de')
    expect(await confianzasOf(her)).toMatchObject([{ estado: 'acepto' }])
  })
})

test('@phone a member opens an invitation before her own PIN or menus are asked for', async ({
  page,
  makeMember,
  signIn,
}) => {
  const her = await makeMember({ username: 'Ana' })
  const { codigo } = await invite(her, LUCIA)
  await signIn(page, await makeMember({ username: 'Bea' }))
  await page.goto(`/confianza/${codigo}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana te pide')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByRole('button', { name: 'Acepto' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eres contacto de confianza de Ana')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bea')
})

withNotices(
  '@whole a device is tried before it is said to work, and a message that comes twice is shown once',
  async ({ browser, baseURL, push, makeMember }) => {
    const her = await makeMember({ username: 'Ana' })
    const { codigo } = await invite(her)
    const { context, page, next, deliver, received } = await acceptByPush(browser, baseURL!, push, codigo)
    expect(await confianzasOf(her)).toMatchObject([{ vias: [confirmed('push')] }])
    expect(received()).toBe(0)

    await page.getByRole('button', { name: 'Enviarme una prueba' }).click()
    await expect(page.getByText('Prueba en camino.')).toBeVisible()
    const message = await next(0)
    expect(message).toMatchObject({ tipo: 'prueba', titulo: expect.any(String), recibo: expect.any(String) })
    // Taken by the push service is not yet seen by anybody.
    await expect(page.getByText(/^Funciona\./)).toHaveCount(0)

    await deliver(message)
    await expect(page.getByText(/^Funciona\. Última prueba/)).toBeVisible()
    await deliver(message)
    await expect.poll(() => noticesOn(page)).toHaveLength(1)
    await context.close()
  },
)
