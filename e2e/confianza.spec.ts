import { expect, test } from './fixtures.ts'
import { paced } from './pace.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, REFUSED } from './pages/app.ts'
import {
  acceptWithoutWay,
  confianzasOf,
  expectNothingKept,
  invite,
  noticesOn,
  openPhone,
} from './pages/contacts.ts'
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

  await acceptWithoutWay(page)
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

  await expect(page.getByText(/^Funciona\. Comprobado/)).toBeVisible()
  await page.getByRole('button', { name: 'Enviarme una prueba' }).click()
  await expect(page.getByText('Prueba en camino.')).toBeVisible()
  const proof = await nextMail(address, 1)
  expect(proof.subject).not.toMatch(/alerta|amparo|violencia/i)

  await page.getByRole('button', { name: 'Dejar de ser contacto' }).click()
  // Five seconds in which a slip could be taken back.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ya no eres su contacto', {
    timeout: paced(15_000),
  })
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'se_fue', vias: [] }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no sirve')
  await expectNothingKept(page)
  await context.close()
})

test('@phone whoever cannot says so, and may think again at once', async ({ page, context, makeMember }) => {
  const her = await makeMember({ username: 'Ana' })
  const { codigo } = await invite(her, BEA)
  await page.goto(`/confianza/${codigo}`)
  await page.getByRole('button', { name: 'No puedo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gracias por decirlo')
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'no_puede' }])
  const change = page.getByRole('button', { name: 'Cambié de opinión: acepto' })
  await expect(change).toBeVisible()
  // Opened again later, it says how.
  const later = await context.newPage()
  await later.goto(`/confianza/${codigo}`)
  await expect(later.getByText('Si cambias de opinión, pídele otro enlace.')).toBeVisible()
  await later.close()
  await change.click()
  await page.getByRole('button', { name: 'Acepto y elijo después' }).click()
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
    await expect(page.getByRole('region', { name: 'Qué puedes hacer' })).toContainText('pide otro')
    await expect(page.getByRole('link', { name: 'En una emergencia, marca 911' })).toBeVisible()
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
    await acceptWithoutWay(page)
    await expect(page.getByText('Parece que no hay conexión.')).toBeVisible()
    await context.unroute('**/rpc/responder_invitacion')
    // Opened where there is no network, it asks by itself until there is one.
    await context.route('**/rpc/ver_invitacion', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('No hay conexión. Seguimos intentando')).toBeVisible()
    await context.unroute('**/rpc/ver_invitacion')
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
  await acceptWithoutWay(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eres contacto de confianza de Ana')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bea')
})

test('@phone @long a browser that shows no notices says so, and what to use instead', async ({
  browser,
  baseURL,
}) => {
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1'
  const acepto = {
    estado: 'acepto',
    nombre: 'Ana',
    vence_en_s: null,
    vias: [],
    vias_posibles: ['push', 'correo'],
  }
  for (const [userAgent, words, isThere] of [
    [IPHONE, /En iPhone y iPad los avisos solo llegan a una página instalada/, false],
    [undefined, 'Este navegador no puede mostrar avisos. Usa el correo.', false],
    // Refused once, a browser asks no more.
    [undefined, 'Este navegador tiene bloqueados los avisos de esta página.', true],
  ] as const) {
    const { context, page } = await openPhone(browser, baseURL!, { userAgent })
    await context.route('**/rpc/ver_invitacion', (route) => route.fulfill({ json: acepto }))
    await page.addInitScript((there) => {
      if (there) Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
      else Reflect.deleteProperty(window, 'PushManager')
    }, isThere)
    await page.goto('/confianza/un-codigo')
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Permitir avisos aquí' })).toHaveCount(0)
    await expect(page.getByRole('region').first()).toContainText('Por correo')
    await context.close()
  }
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
    await expect(page.getByText(/^Funciona\. Comprobado/)).toBeVisible()
    await deliver(message)
    await expect.poll(() => noticesOn(page)).toHaveLength(1)
    await context.close()
  },
)

withNotices(
  '@whole a number is confirmed by the code that came to it, and works once a message is known to have arrived',
  async ({ browser, baseURL, providers: { sms, whatsapp }, makeMember }) => {
    const her = await makeMember({ username: 'Ana Lucía' })
    const { codigo } = await invite(her)
    const { context, page } = await openPhone(browser, baseURL!)
    await page.goto(`/confianza/${codigo}`)
    await acceptWithoutWay(page)

    const card = (name: string) => page.getByRole('region', { name, exact: true })
    const bySms = card('Por SMS')
    const phone = bySms.getByLabel('Tu número')
    await phone.fill('123')
    await bySms.getByRole('button', { name: 'Enviarme el código' }).click()
    await expect(bySms.getByText('Ese número no parece completo.')).toBeVisible()
    await expect(phone).toHaveValue('123')
    await phone.fill('55 7000 0001')
    await bySms.getByRole('button', { name: 'Enviarme el código' }).click()
    await expect(bySms.getByText('Falta confirmarlo con el código que te llegue.')).toBeVisible()
    await expect(bySms.getByText('…01')).toBeVisible()
    await expect(page.getByText('7000')).toHaveCount(0)
    // Nobody has confirmed the number: nothing that somebody typed goes there, her name neither.
    await expect.poll(() => sms.taken.length).toBe(1)
    expect(sms.taken[0]!.to).toBe('+525570000001')
    expect(sms.taken[0]!.text).not.toContain('Ana')
    const [digits] = /\d{6}/.exec(sms.taken[0]!.text)!

    const typed = bySms.getByLabel('Código de seis cifras')
    const confirm = bySms.getByRole('button', { name: 'Confirmar mi número' })
    await typed.fill(digits === '111111' ? '222222' : '111111')
    await confirm.click()
    await expect(bySms.getByText('Ese no es el código, o ya venció.')).toBeVisible()
    expect(await confianzasOf(her)).toMatchObject([{ vias: [{ via: 'sms', confirmada: false }] }])
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 320, height: 568 })
    await expectNoSidewaysScroll(page)
    await typed.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`)
    await confirm.click()
    await expect(bySms.getByText(/^Funciona\. Comprobado/)).toBeVisible()
    expect(await confianzasOf(her)).toMatchObject([{ vias: [confirmed('sms')] }])

    // A number that is another: the first stays in use until the second is confirmed.
    const byWhatsApp = card('Por WhatsApp')
    await byWhatsApp.getByLabel('Tu número').fill('55 7000 0002')
    await byWhatsApp.getByRole('button', { name: 'Enviarme el código' }).click()
    await byWhatsApp.getByRole('button', { name: 'No llegó, o el número es otro' }).click()
    await byWhatsApp.getByLabel('Tu número').fill('55 7000 0003')
    await byWhatsApp.getByRole('button', { name: 'Enviarme el código' }).click()
    await expect(byWhatsApp.getByText('…03')).toBeVisible()
    await expect(byWhatsApp.getByText('…02')).toHaveCount(0)
    await expect.poll(() => whatsapp.taken.at(-1)?.to).toBe('525570000003')
    const [code] = /\d{6}/.exec(whatsapp.taken.at(-1)!.text)!
    await byWhatsApp.getByLabel('Código de seis cifras').fill(code)
    await byWhatsApp.getByRole('button', { name: 'Confirmar mi número' }).click()
    await expect(byWhatsApp.getByText(/^Funciona\./)).toBeVisible()

    // A test of each is on its way until its provider says, signed, that it has arrived.
    for (const [via, provider] of [
      [bySms, sms],
      [byWhatsApp, whatsapp],
    ] as const) {
      const before = provider.taken.length
      await via.getByRole('button', { name: 'Enviarme una prueba' }).click()
      await expect(via.getByText('Prueba en camino. Mira tus mensajes.')).toBeVisible()
      await expect.poll(() => provider.taken.length).toBe(before + 1)
    }
    expect(sms.taken.at(-1)!.text).toContain('Ana Lucía')
    // Providers tell as often as they like.
    await expect(async () => {
      expect(await sms.tell(sms.taken.at(-1)!.id, 'delivered')).toBe(200)
      expect(await whatsapp.tell([{ id: whatsapp.taken.at(-1)!.id, status: 'delivered' }])).toBe(200)
      for (const via of [bySms, byWhatsApp]) {
        await expect(via.getByText(/^Funciona\. Comprobado/)).toBeVisible({ timeout: 500 })
      }
    }).toPass({ timeout: paced(20_000) })
    await bySms.getByRole('button', { name: 'Quitar' }).click()
    await expect(bySms.getByLabel('Tu número')).toBeVisible()
    expect(await confianzasOf(her)).toMatchObject([{ vias: [confirmed('whatsapp')] }])
    await context.close()
  },
)
