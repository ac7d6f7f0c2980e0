import type { Page } from '@playwright/test'
import { expect, type Member } from '../fixtures.ts'
import { paced } from '../pace.ts'
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  REFUSED,
  toast,
} from '../pages/app.ts'
import {
  acceptWithoutWay,
  confianzasOf,
  expectNothingStored,
  invite,
  noticesOn,
  openPhone,
} from '../pages/contacts.ts'
import { BEA, breakTables, LUCIA, test } from '../pages/safety.ts'
import { acceptByPush, test as withNotices } from '../push.ts'

/** Becoming a contact, without an account: asked, told how, tried, and left again; and her list of contacts. */

let counter = 0
const someAddress = () => `lucia-${process.pid}-${Date.now()}-${++counter}@ejemplo.mx`

const confirmed = (via: string) => expect.objectContaining({ via, confirmada: true })

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Agregar contacto' }).click()
  await expect(page.getByRole('heading', { name: 'Agregar contacto' })).toBeVisible()
}
const contactsOf = async ({ client, id }: Member) =>
  (await client.from('contactos_emergencia').select('nombre, telefono, prioridad, activo').eq('user_id', id))
    .data

test('a contact opens the link, says yes, chooses mail, tries it, and leaves', async ({
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
  await expect(page.getByRole('heading', { name: '¿Cómo te avisamos?' })).toBeVisible()
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'invitada' }])
  await expectNothingStored(page)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)

  await acceptWithoutWay(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eres contacto de confianza de Ana Lucía')
  await expect(page.getByText('Sin esto no te llega nada.')).toBeVisible()
  expect(await confianzasOf(her)).toMatchObject([{ estado: 'acepto', vias: [] }])
  // Somebody who finds the link in her chats finds nothing.
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
  await expectNothingStored(page)
  await context.close()
})

test.describe('with a network that fails', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('a contact who cannot says so and may think again; a link that leads nowhere is one calm page, and a lost answer is given again', async ({
    page,
    context,
    makeMember,
  }) => {
    await test.step('who cannot says so', async () => {
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
    await test.step('a link leads nowhere', async () => {
      await page.goto('/confianza/nadie-invita-por-aqui')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no sirve')
      await expect(page.getByRole('region', { name: 'Qué puedes hacer' })).toContainText('pide otro')
      await expect(page.getByRole('link', { name: 'En una emergencia, marca 911' })).toBeVisible()
      await page.goto('/confianza/confirmar/nadie-pregunta-por-aqui')
      await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este enlace ya no sirve')
    })

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

test.describe('her contacts', () => {
  test.use({ expectedErrors: [REFUSED] })

  test('she keeps her contacts by priority, one for each number, warned of what a change ends; deleting is taken back, and nothing that failed is said to have worked', async ({
    page,
    context,
    enter,
    makeClient,
  }) => {
    const ana = await enter([])
    const { codigo } = await invite(ana, LUCIA)
    await (await makeClient()).rpc('responder_invitacion', { codigo, acepta: true })
    await page.reload()
    await openForm(page)
    await page.getByLabel('Nombre').fill('Lu')
    await page.getByLabel('Teléfono').fill('+52 1 55 1234 5678')
    await page.getByRole('button', { name: 'Guardar contacto' }).click()
    await expect(page.getByText('Ese número ya lo tienes guardado: es el de Lucía.')).toBeVisible()
    await page.getByLabel('Teléfono').fill('55 8765 4321')
    await page.getByRole('button', { name: 'Guardar contacto' }).click()
    await expect(toast(page, 'Contacto agregado')).toBeVisible()

    await page.getByRole('button', { name: 'Editar a Lucía' }).click()
    const edits = page.getByRole('dialog', { name: 'Editar contacto' })
    await edits.getByLabel('Nombre').fill('Lucía Méndez')
    await edits.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(toast(page, 'Cambios guardados')).toBeVisible()
    expect(await confianzasOf(ana)).toMatchObject([{ estado: 'acepto' }, { estado: 'sin_invitar' }])

    await page.getByRole('button', { name: 'Editar a Lucía Méndez' }).click()
    await edits.getByLabel('Teléfono').fill('55 1111 2222')
    await edits.getByLabel('Prioridad').selectOption('2')
    await edits.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(
      edits.getByText(/aceptó con el número de antes\. Si lo cambias, tu alerta deja/),
    ).toBeVisible()
    await expectAccessible(page)
    // Meanwhile, on another device of hers.
    await ana.client.from('contactos_emergencia').update({ nombre: 'Lulú' }).eq('nombre', 'Lucía Méndez')
    await edits.getByRole('button', { name: 'Guardar de todos modos' }).click()
    await expect(edits.getByRole('alert')).toContainText('Nombre ahora: Lulú')
    await edits.getByRole('button', { name: 'Guardar de todos modos' }).click()
    await expect(edits).toBeHidden()
    await expect(page.getByRole('button', { name: 'Editar a Lucía Méndez' })).toBeVisible()
    expect(await contactsOf(ana)).toEqual(
      expect.arrayContaining([
        { nombre: 'Lucía Méndez', telefono: '+525511112222', prioridad: 2, activo: true },
        { nombre: 'Lu', telefono: '+525587654321', prioridad: 1, activo: true },
      ]),
    )
    await expect(page.getByText(/^Sin invitar/)).toHaveCount(2)

    await test.step('listed by priority, short codes as they are', async () => {
      await openForm(page)
      await page.getByLabel('Nombre').fill('Línea')
      await page.getByLabel('Teléfono').fill('079')
      await page.getByLabel('Prioridad').selectOption('5')
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(page.getByText(/^A este número no le llegan mensajes/)).toBeVisible()
      await page.getByRole('button', { name: 'Guardar de todos modos' }).click()
      await expect(page.getByRole('heading', { name: 'Agregar contacto' })).toBeHidden()
      await expect(page.getByRole('link', { name: /, llamar a (Lu|Lucía Méndez|Línea)$/ })).toHaveText([
        '+52 55 8765 4321',
        '+52 55 1111 2222',
        '079',
      ])
    })
    await test.step('deleted, and taken back', async () => {
      await page.getByRole('button', { name: 'Eliminar a Línea' }).click()
      await expect(page.getByRole('button', { name: 'Eliminar a Línea' })).toBeHidden()
      await page.getByRole('button', { name: 'Deshacer' }).click()
      await expect(page.getByRole('button', { name: 'Eliminar a Línea' })).toBeVisible()
      expect(await contactsOf(ana)).toHaveLength(3)
    })
    await test.step('a service that fails', async () => {
      await breakTables(context, 500)
      await page.getByRole('button', { name: 'Eliminar a Línea' }).click()
      await expect(toast(page, '❌ Error al eliminar')).toContainText(
        'No se pudo eliminar el contacto. Inténtalo de nuevo.',
      )
      await expect(page.getByRole('button', { name: 'Eliminar a Línea' })).toBeVisible()
      await openForm(page)
      await page.getByLabel('Nombre').fill('Bea')
      await page.getByLabel('Teléfono').fill('+57 300 123 4567')
      await page.getByRole('button', { name: 'Guardar contacto' }).click()
      await expect(toast(page, '❌ Error al agregar')).toContainText(
        'No se pudo guardar el contacto. Inténtalo de nuevo.',
      )
      await expect(page.getByLabel('Nombre')).toHaveValue('Bea')
      await context.unroute('**/rest/v1/**')
      expect(await contactsOf(ana)).toHaveLength(3)
    })
  })

  test('a list of contacts that cannot be loaded never looks empty', async ({
    page,
    context,
    makeMember,
    signIn,
  }) => {
    await breakTables(context, 401)
    await signIn(page, await makeMember(), '/seguridad')
    await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await expect(page.getByText('Aún no tienes a nadie aquí')).toBeHidden()
    await context.unroute('**/rest/v1/**')
    // Her session is asked about too, and what it brings may come before her press.
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Reintentar' })
      if (await again.isVisible()) await again.click({ timeout: paced(1_000) })
      await expect(page.getByText('Aún no tienes a nadie aquí')).toBeVisible({ timeout: paced(2_000) })
    }).toPass()
  })
})

withNotices(
  'a device is tried before it is said to work, and a message that comes twice is shown once',
  { tag: '@whole' },
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
  'a number is confirmed by the code that came to it, and works once a message is known to have arrived',
  { tag: '@whole' },
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
    await page.getByText('Otras formas de avisarte').click()
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
