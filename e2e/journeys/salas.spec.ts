import type { Page } from '@playwright/test'
import { test as base, expect, type Member } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { expectAccessible, REFUSED_LIVE } from '../pages/app.ts'
import { copiesOnDevice, entriesOnDevice, waitUntilStored } from '../pages/device.ts'
import { makeSala, type Sala } from '../sala.ts'

async function write({ client, id }: Member, sala: Sala, ...texts: string[]): Promise<void> {
  for (const contenido of texts) {
    const { error } = await client
      .from('mensajes_sala')
      .insert({ sala_id: sala.id, user_id: id, contenido, tipo: 'texto' })
    expect(error).toBeNull()
  }
}

const log = (page: Page) => page.getByRole('log', { name: 'Mensajes' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Escribe un mensaje' })
const send = (page: Page) => page.getByRole('button', { name: 'Enviar', exact: true })

const addressOf = ({ id }: Sala) => `/comunidad/sala/${id}`
const expectOpen = (page: Page, { nombre }: Sala) =>
  expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()

interface SalasFixtures {
  /** A member inside a circle. */
  enter: (page: Page, member: Member, sala: Sala) => Promise<void>
  /** The same in a second browser. */
  another: (member: Member, sala: Sala) => Promise<Page>
}

const test = base.extend<SalasFixtures>({
  enter: async ({ signIn }, use) => {
    await use(async (page, member, sala) => {
      await signIn(page, member, addressOf(sala))
      await expectOpen(page, sala)
    })
  },
  another: async ({ browser, baseURL, enter }, use) => {
    await use(async (member, sala) => {
      const page = await (await browser.newContext({ baseURL })).newPage()
      await enter(page, member, sala)
      return page
    })
  },
})

test.use({ expectedErrors: [REFUSED_LIVE] })

test('from the list to a circle: its card says how many are there without saying who, and two women talk', async ({
  page,
  admin,
  makeMember,
  signIn,
  another,
}) => {
  const sala = await makeSala(admin)
  const ana = await makeMember({ username: 'Ana Sol' })
  const bea = await makeMember({ username: 'Bea Luna' })
  await write(bea, sala, 'Hola a todas')
  await signIn(page, ana, '/comunidad')
  await expect(page.getByRole('heading', { level: 1, name: 'Comunidad' })).toBeVisible()
  const links = page.getByRole('main').getByRole('navigation', { name: 'Comunidad' }).getByRole('link')
  await expect(links).toHaveCount(2)
  await links.filter({ hasText: 'Salas de chat' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Círculos de Confianza' })).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: sala.nombre })
    .getByRole('link', { name: 'Unirme a la sala' })
    .click()
  await expect(page).toHaveURL(`/comunidad/sala/${sala.id}`)
  await expect(log(page).getByText('Hola a todas')).toBeVisible()
  await expect(log(page).getByText('Bea Luna')).toBeVisible()
  await expect(log(page).getByRole('heading', { name: 'Hoy' })).toBeVisible()

  // The send button shows only with text; the two others say that they are not ready.
  await expect(send(page)).toHaveCount(0)
  await field(page).fill('   \u200b ')
  await expect(send(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Adjuntar archivo' }).click()
  await expect(page.getByText('🚧 Función en desarrollo', { exact: true })).toBeVisible()

  const hers = await another(bea, sala)
  await expect(page.getByText('2 aquí ahora')).toBeVisible()
  await field(page).fill('Buenas, aquí Ana')
  await send(page).click()
  await expect(log(hers).getByText('Buenas, aquí Ana')).toBeVisible({ timeout: paced(2_000) })
  await expect(log(hers).getByText('Ana Sol')).toBeVisible()
  await field(hers).fill('¡Qué gusto!')
  await field(hers).press('Enter')
  await expect(log(page).getByText('¡Qué gusto!')).toBeVisible({ timeout: paced(2_000) })
  await expect(log(page).getByText('Buenas, aquí Ana')).toHaveCount(1)

  await expectAccessible(page)

  await page.route('**/rest/v1/salas_comunidad?*', async (route) => {
    const response = await route.fetch()
    const all = (await response.json()) as Sala[]
    await route.fulfill({ response, json: all.filter(({ id }) => id === sala.id) })
  })
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  const card = page.getByRole('listitem').filter({ hasText: sala.nombre })
  await expect(card.getByText('¡Qué gusto!')).toBeVisible()
  await expect(card.getByText('1 aquí ahora', { exact: true })).toBeVisible()
  await hers.context().close()
  await expect(card.getByText(/aquí ahora/), 'she has left').toHaveCount(0)
})

test('a message that does not arrive waits with «Reintentar», outlives the end of her session, and goes once', async ({
  page,
  admin,
  makeMember,
  enter,
}) => {
  const sala = await makeSala(admin)
  const ana = await makeMember()
  await enter(page, ana, sala)
  await expect(page.getByText('Solo tú por ahora')).toBeVisible()
  await field(page).fill('a medias')
  await expect.poll(() => entriesOnDevice(page)).toBe(1)
  await page.reload()
  await expect(field(page)).toHaveValue('a medias')

  // Her session ends elsewhere while she writes: the next message cannot go, and she is led out. Her live connection says so within
  // seconds, so whether it can be renewed is answered only once she has gone on writing.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/auth/v1/token?*', async (route) => {
    await held
    await route.continue()
  })
  await ana.client.auth.signOut({ scope: 'global' })
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('sesion')!) as { expires_at: number }
    localStorage.setItem('sesion', JSON.stringify({ ...session, expires_at: 1 }))
  })
  await field(page).fill('sin sesión')
  await send(page).click()
  await field(page).fill('y sigo')
  release()
  await expect(page).toHaveURL('/landing')
  await expect(page.getByText('Tu sesión terminó', { exact: true })).toBeVisible()

  await enter(page, ana, sala)
  await expect(field(page)).toHaveValue('y sigo')
  await expect(log(page).getByText('sin sesión')).toHaveCount(1)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  await expect(log(page).getByText('sin sesión')).toHaveCount(1)
  const stored = async () =>
    (await admin.client.from('mensajes_sala').select('contenido').eq('sala_id', sala.id)).data
  await expect.poll(stored).toEqual([{ contenido: 'sin sesión' }])
})

test('a block, a report, a removal and a suspension reach every open circle at once', async ({
  page,
  admin,
  makeMember,
  enter,
  another,
}) => {
  const sala = await makeSala(admin)
  const ana = await makeMember({ username: 'Ana Sol' })
  const bea = await makeMember({ username: 'Bea Luna' })
  await write(ana, sala, 'soy ana')
  await write(bea, sala, 'algo feo', 'algo peor')
  await enter(page, ana, sala)
  const hers = await another(bea, sala)
  await expect(page.getByText('2 aquí ahora')).toBeVisible()

  const options = (text: string) =>
    page
      .getByRole('article')
      .filter({ hasText: text })
      .getByRole('button', { name: /^Opciones del mensaje/ })
      .click()
  await options('algo feo')
  await page.getByRole('button', { name: 'Denunciar mensaje' }).click()
  await page.getByRole('button', { name: 'Enviar denuncia' }).click()
  await expect(page.getByText('Elige un motivo.')).toBeVisible()
  await page.getByLabel('Motivo').selectOption('Acoso o insultos')
  await page.getByRole('button', { name: 'Enviar denuncia' }).click()
  await expect(page.getByText('Gracias por avisar', { exact: true })).toBeVisible()
  const { data: queue } = await admin.client.from('cola_de_reportes').select('*').eq('sala_id', sala.id)
  expect(queue).toMatchObject([
    { contenido: 'algo feo', autora: 'Bea Luna', motivos: ['acoso'], sigue: true },
  ])

  // The admin removes it: gone from both screens.
  await admin.client.from('mensajes_sala').delete().eq('id', queue![0].mensaje_id)
  await expect(log(page).getByText('algo feo')).toHaveCount(0)
  await expect(log(hers).getByText('algo feo')).toHaveCount(0)

  // She suspends its author, who reads why, live.
  const hasta = new Date(Date.now() + 86_400_000).toISOString()
  const { error } = await admin.client
    .from('suspensiones')
    .insert({ user_id: bea.id, motivo: 'Insultos a otra integrante', hasta })
  expect(error).toBeNull()
  await expect(hers.getByText('Motivo: Insultos a otra integrante')).toBeVisible()
  await expect(field(hers)).toHaveCount(0)

  // A block: both vanish from each other's screens.
  await options('algo peor')
  await page.getByRole('button', { name: 'Bloquear a Bea Luna' }).click()
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await expect(log(page).getByText('algo peor')).toHaveCount(0)
  await expect(log(page).getByText('soy ana')).toBeVisible()
  await expect(log(hers).getByText('soy ana')).toHaveCount(0)
  await expect(log(hers).getByText('algo peor')).toBeVisible()

  // And back.
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  await page.getByRole('button', { name: 'Bloqueadas (1)' }).click()
  await page.getByRole('button', { name: 'Desbloquear a Bea Luna' }).click()
  await expect(log(hers).getByText('soy ana')).toBeVisible()
  await hers.context().close()
})

test('who comes back sees which circle has news, and opens it at the first new message', async ({
  page,
  admin,
  makeMember,
  enter,
}) => {
  const [sala, quiet] = [await makeSala(admin), await makeSala(admin)]
  const bea = await makeMember({ username: 'Bea Luna' })
  const ana = await makeMember()
  await write(bea, quiet, 'todo tranquilo')
  await write(bea, sala, ...Array.from({ length: 12 }, (_, n) => `leído ${n}`))
  for (const one of [quiet, sala]) {
    await enter(page, ana, one)
    await expect(log(page).locator('article').last()).toBeInViewport()
  }
  await expect(log(page).getByText('leído 11', { exact: true }).first()).toBeInViewport()
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  const card = ({ nombre }: Sala) => page.getByRole('listitem').filter({ hasText: nombre })
  await expect(card(sala)).toBeVisible()
  await expect(page.getByText('Mensajes nuevos')).toHaveCount(0)

  // More than a page of them.
  await write(bea, sala, ...Array.from({ length: 70 }, (_, n) => `nuevo ${n}.`))
  await page.reload()
  await expect(card(sala)).toContainText(/\d\d nuevos/)
  await expect(card(quiet)).not.toContainText('Mensajes nuevos')
  await card(sala).getByRole('link', { name: 'Unirme a la sala' }).click()
  await expect(log(page).getByText('Nuevos desde tu última visita')).toBeInViewport()
  await expect(log(page).getByText('nuevo 0.', { exact: true })).toBeInViewport()
  await expect(log(page).getByText('nuevo 69.', { exact: true })).not.toBeInViewport()

  // She leaves before the end: that is still where she was.
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  await expect(card(sala)).toContainText(/\d\d nuevos/)
  await card(sala).getByRole('link', { name: 'Unirme a la sala' }).click()
  await expect(log(page).getByText('nuevo 0.', { exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'Mensajes nuevos' }).click()
  await expect(log(page).getByText('nuevo 69.', { exact: true })).toBeInViewport()
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  await expect(card(sala)).toBeVisible()
  await expect(page.getByText('Mensajes nuevos')).toHaveCount(0)
})

test.describe('a circle that she has read', () => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network it shows its last messages, and says what becomes of what she writes', async ({
    page,
    context,
    admin,
    makeMember,
    enter,
  }) => {
    const sala = await makeSala(admin)
    const bea = await makeMember({ username: 'Bea Luna' })
    await write(bea, sala, 'Aquí estamos', 'Mañana a las seis')
    await enter(page, await makeMember(), sala)
    await expect(log(page).getByText('Mañana a las seis')).toBeVisible()
    await waitUntilStored(page)
    await expect.poll(async () => (await copiesOnDevice(page)).join()).toContain(`sala ${sala.id}`)
    await context.setOffline(true)
    await page.reload()
    await expectOpen(page, sala)
    await expect(log(page).getByText('Mañana a las seis')).toBeVisible()
    await expect(log(page).getByText('Bea Luna').first()).toBeVisible()
    await expect(page.getByText('Estos son los últimos mensajes que leíste aquí.')).toBeVisible()
    await field(page).fill('Ahí nos vemos')
    await send(page).click()
    await expect(
      log(page).getByText(/Se enviará solo si hay conexión antes de las \d\d:\d\d\./),
    ).toBeVisible()
    await write(bea, sala, 'Llueve')
    await context.setOffline(false)
    await expect(log(page).getByText('Llueve')).toBeVisible()
    await expect(page.getByText('Estos son los últimos mensajes')).toHaveCount(0)
    await expect(log(page).getByText('Todavía no sale')).toHaveCount(0)
  })
})
