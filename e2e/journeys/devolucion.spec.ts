import type { Page } from '@playwright/test'
import { test as base, expect, type MailMessage, type Member, mailboxOf } from '../fixtures.ts'
import { freePort, openServer } from '../ownServer.ts'
import { paced } from '../pace.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, toast } from '../pages/app.ts'
import { takeCode } from '../pages/cofre.ts'

type Server = Awaited<ReturnType<typeof openServer>>

/** A server whose database has a day pass. */
const test = base.extend<object, { address: string; server: Server }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => use(`http://127.0.0.1:${await freePort()}`),
    { scope: 'worker' },
  ],
  server: [
    async ({ address }, use) => {
      const server = await openServer(address, {})
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ address, server: _ }, use) => use(address),
})

// Asked for before the mailed code, and taken before its day.
test.use({ expectedErrors: [/status of (409|422|428)/] })

const editor = (page: Page) => page.getByRole('textbox', { name: /^Tu entrada del/ })

async function proveByPassword(page: Page, { password }: Member) {
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await dialog.getByLabel('Escribe tu contraseña para continuar').fill(password)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
}

test('she loses device and code, and the installation gives her key back a day later; what is asked for is stopped from a device of before, and from the mail', async ({
  page,
  browser,
  makeMember,
  signIn,
  request,
  baseURL,
  server,
}) => {
  const ana = await makeMember()
  const told = async (words: string) =>
    ((await (await request.get(mailboxOf(baseURL!, ana.email))).json()) as MailMessage[]).filter(({ text }) =>
      text.includes(words),
    )
  const herSessions = `session_id in (select id from auth.sessions where user_id = '${ana.id}')`
  const proofsAge = () =>
    server.do(
      `update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour' where ${herSessions}`,
    )

  await signIn(page, ana, '/cofre')
  await page.getByRole('radio', { name: /También el equipo/ }).check()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Ver mi código' }).click()
  await takeCode(page, 'Cerrar mi diario con mi llave')
  await expect(page.getByText('de la que el equipo tiene una copia')).toBeVisible()
  await editor(page).fill('MARCA de hoy')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(toast(page, 'Entrada guardada')).toBeVisible()
  await server.do(
    `update auth.sessions set created_at = now() - interval '8 days' where user_id = '${ana.id}'`,
  )
  await server.do(
    `update cofre_ranuras set creada_en = now() - interval '8 days' where user_id = '${ana.id}'`,
  )

  const other = await (await browser.newContext({ timezoneId: 'America/Mexico_City' })).newPage()
  await signIn(other, ana, '/cofre')
  let codes = (await told('vale 10 minutos')).length
  const giveCode = async () => {
    await expect.poll(async () => (await told('vale 10 minutos')).length).toBe(++codes)
    const [code] = /\b\d{6}\b/.exec((await told('vale 10 minutos'))[0]!.text)!
    await other.getByLabel('Código de tu correo').fill(code)
  }
  const ask = async () => {
    await other.getByRole('button', { name: 'Pedir mi llave' }).click()
    await giveCode()
    await other.getByRole('button', { name: 'Pedir mi llave' }).click()
    await expect(other.getByRole('heading', { name: 'Pediste tu llave' })).toBeVisible()
  }

  await test.step('by password and mailed code, and stopped by the device of before', async () => {
    await proofsAge()
    await other.getByText('Pedírselo al equipo').click()
    await expectAccessibleInBothThemes(other)
    await other.getByRole('button', { name: 'Pedir mi llave' }).click()
    await proveByPassword(other, ana)
    await expect(other.getByLabel('Código de tu correo')).toBeVisible()
    await expectAccessibleInBothThemes(other)
    await other.reload()
    codes = (await told('vale 10 minutos')).length
    await other.getByText('Pedírselo al equipo').click()
    await ask()
    await expectAccessibleInBothThemes(other)
    await expectNoSidewaysScroll(other)
    await page.reload()
    await expect(page.getByText('Alguien pidió la llave de tu cuenta.')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Detener' }).click()
    await expect(toast(page, 'Cancelado')).toBeVisible()
    await other.reload()
    await expect(other.getByText('Pedírselo al equipo')).toBeVisible()
  })

  await test.step('and by the mail, without signing in', async () => {
    await other.getByText('Pedírselo al equipo').click()
    await other.getByRole('button', { name: 'Pedir mi llave' }).click()
    await expect(other.getByRole('heading', { name: 'Pediste tu llave' })).toBeVisible()
    await expect
      .poll(async () => (await told('Se pidió recuperar algo')).length, { timeout: paced(15_000) })
      .toBe(2)
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto((await told('Se pidió recuperar algo'))[0]!.links[0]!)
    await expectAccessibleInBothThemes(stranger)
    await stranger.getByRole('button', { name: 'Detener' }).click()
    await expect(stranger.getByRole('heading', { name: 'Quedó detenido' })).toBeVisible()
    await stranger.context().close()
    await other.reload()
    await expect(other.getByText('Pedírselo al equipo')).toBeVisible()
  })

  await test.step('a day later her words are back', async () => {
    await other.getByText('Pedírselo al equipo').click()
    await other.getByRole('button', { name: 'Pedir mi llave' }).click()
    await expect(other.getByText(/podrás recogerla aquí el/)).toBeVisible()
    await expect(other.getByRole('button', { name: 'Recoger mi llave' })).toHaveCount(0)
    await server.do(
      `update interno.devoluciones set espera_desde = espera_desde - interval '24 hours' where user_id = '${ana.id}'`,
    )
    await proofsAge()
    await other.reload()
    await expectAccessibleInBothThemes(other)
    await other.getByRole('button', { name: 'Recoger mi llave' }).click()
    await proveByPassword(other, ana)
    await expect(toast(other, 'Este dispositivo ya tiene tu llave')).toBeVisible()
    await expect(other.getByText('MARCA de hoy')).toBeVisible()
    await expect.poll(async () => (await told('Se recuperó algo')).length, { timeout: paced(15_000) }).toBe(1)
  })

  await test.step('and she switches it off', async () => {
    await other.goto('/cofre')
    await other.getByText('Si pierdo mi llave').click()
    await expectAccessibleInBothThemes(other)
    await other.getByRole('button', { name: 'Que solo yo pueda abrirlo' }).click()
    // Hers for less than a week: a mailed code, too.
    await giveCode()
    await expectAccessibleInBothThemes(other)
    await other.getByRole('button', { name: 'Que solo yo pueda abrirlo' }).click()
    await expect(toast(other, 'El equipo ya no tiene tu llave')).toBeVisible()
    await expect(
      other.getByRole('button', { name: 'Que también el equipo pueda devolvérmela' }),
    ).toBeVisible()
    const { data } = await ana.client.from('cofre_ranuras').select('tipo')
    expect(data).toEqual([{ tipo: 'codigo' }])
    await other.context().close()
  })
})
