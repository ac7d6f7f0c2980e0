import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, type MailMessage, type Member, mailboxOf, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { signOut } from '../pages/account.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, toast } from '../pages/app.ts'
import { takeCode } from '../pages/cofre.ts'
import { unzip } from '../pages/files.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: /^Tu entrada del/ })
const ENVELOPE = /^cofre1\.[\w-]{11}\.[\w-]{16}\.[\w-]+$/

async function contentsOf({ client }: Member): Promise<string[]> {
  const { data, error } = await client.from('diario_personal').select('contenido').order('fecha')
  expect(error).toBeNull()
  return data!.map(({ contenido }) => contenido as string)
}

test('her diary is sealed with her key: the service holds envelopes alone, and another device opens it by her twelve words', async ({
  page,
  browser,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  const fechas = ['2026-01-05', '2026-01-06', '2026-01-07']
  for (const fecha of fechas) {
    await ana.client
      .from('diario_personal')
      .insert({ user_id: ana.id, fecha, contenido: `MARCA abierta ${fecha}` })
  }
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))

  await signIn(page, ana, '/diario-emocional')
  await page.getByRole('link', { name: 'Que solo tú puedas leerlo' }).click()
  await page.getByRole('button', { name: 'Ver mi código' }).click()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  const words = await takeCode(page, 'Cerrar mi diario con mi llave')
  await expect(toast(page, 'Desde ahora tu diario se cierra con tu llave')).toBeVisible()
  await expect(page.getByText('Solo lo lees tú: se guarda cerrado con tu llave.')).toBeVisible()

  await editor(page).fill('MARCA cerrada de hoy')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(toast(page, 'Entrada guardada')).toBeVisible()
  await expect(page.getByText('MARCA cerrada de hoy')).toBeVisible()
  await expect.poll(async () => (await contentsOf(ana)).at(-1)).toMatch(ENVELOPE)
  await page.reload()
  await expect(page.getByText('MARCA cerrada de hoy')).toBeVisible()

  await test.step('what she wrote before', async () => {
    await page.getByRole('button', { name: 'Cerrar también lo de antes' }).click()
    await expect(toast(page, 'Todo tu diario está cerrado con tu llave')).toBeVisible()
    for (const contenido of await contentsOf(ana)) expect(contenido).toMatch(ENVELOPE)
    await page.getByRole('searchbox', { name: 'Palabras' }).fill('márca ABIERTA 2026-01-06')
    await page.getByRole('button', { name: 'Buscar', exact: true }).click()
    await expect(page.getByText('Un día.')).toBeVisible()
  })
  expect(sent.filter((one) => /MARCA|m%C3%A1rca|márca/i.test(one))).toEqual([])
  expect(sent.filter((one) => words.filter((word) => one.includes(word)).length > 2)).toEqual([])

  await test.step('another device', async () => {
    const other = await (await browser.newContext()).newPage()
    await signIn(other, ana, '/diario-emocional')
    await expect(other.getByText('Este día está escrito y cerrado.')).toBeVisible()
    await expect(editor(other)).toHaveCount(0)
    await expectAccessibleInBothThemes(other)
    await other.getByRole('link', { name: 'Poner mi llave' }).click()
    const code = other.getByRole('textbox', { name: /^Tus 12 palabras/ })
    await code.fill([words[1], words[0], ...words.slice(2)].join(' '))
    await other.getByRole('button', { name: 'Abrir aquí' }).click()
    await expect(code).toHaveAccessibleDescription(/Alguna palabra no es|Ese código no abre/)
    await code.fill(words.join(' ').toUpperCase())
    await other.getByRole('button', { name: 'Abrir aquí' }).click()
    await expect(other.getByText('MARCA cerrada de hoy')).toBeVisible()
    await other.context().close()
  })

  await test.step('a third one, by what the first shows', async () => {
    await page.goto('/cofre')
    await page.getByRole('button', { name: 'Pasar mi llave a otro dispositivo' }).click()
    const shown = page.getByRole('region', { name: 'Código para tu otro dispositivo' })
    const code = await shown.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/).innerText()
    await expectAccessibleInBothThemes(page)
    expect(sent.filter((one) => one.includes(code))).toEqual([])
    const third = await (await browser.newContext()).newPage()
    await signIn(third, ana, `/cofre#${code}`)
    await expect(third.getByRole('textbox', { name: /^Tus 12 palabras/ })).toHaveValue(code)
    await expect(third).toHaveURL(/\/cofre$/)
    await third.getByRole('button', { name: 'Abrir aquí' }).click()
    await expect(third.getByText('MARCA cerrada de hoy')).toBeVisible()
    await third.context().close()
  })

  await test.step('without any key: nothing is written over, and a new one begins beside it', async () => {
    const lost = await (await browser.newContext()).newPage()
    await signIn(lost, ana, '/cofre')
    await lost.getByText('No tengo mi código').click()
    await lost.getByRole('button', { name: 'Seguir con una llave nueva' }).click()
    await takeCode(lost, 'Seguir con esta llave')
    await expect(lost.getByText('Este día se cerró con otra llave tuya')).toBeVisible()
    await expect(editor(lost)).toHaveCount(0)
    await lost.getByRole('link', { name: 'Abrir con ese código' }).click()
    await lost.getByText('Tengo el código de otra llave').click()
    await lost.getByRole('textbox', { name: /^Tus 12 palabras/ }).fill(words.join(' '))
    await lost.getByRole('button', { name: 'Abrir aquí' }).click()
    await expect(lost.getByText('MARCA cerrada de hoy')).toBeVisible()
    // With both keys here, everything is sealed with the new one.
    await lost.getByRole('button', { name: 'Cerrar también lo de antes' }).click()
    await expect(toast(lost, 'Todo tu diario está cerrado con tu llave')).toBeVisible()
    expect(new Set((await contentsOf(ana)).map((contenido) => contenido.split('.')[1])).size).toBe(1)
    await lost.context().close()
  })
})

test('the words of her agenda are sealed with her key, and when it is stays in the clear; without the key an event is moved and deleted, and no word is lost', async ({
  page,
  browser,
  makeMember,
  request,
  baseURL,
  signIn,
}) => {
  const ana = await makeMember()
  const fecha = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(Date.now())
  const events = async () => {
    const { data, error } = await ana.client
      .from('agenda_personal')
      .select('titulo, lugar, notas, fecha, hora')
      .order('hora')
    expect(error).toBeNull()
    return data!
  }
  await ana.client
    .from('agenda_personal')
    .insert({ user_id: ana.id, titulo: 'MARCA de antes', lugar: 'MARCA aquí', fecha, hora: '09:00' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))

  await signIn(page, ana, '/cofre')
  await page.getByRole('button', { name: 'Ver mi código' }).click()
  const words = await takeCode(page, 'Cerrar mi diario con mi llave')
  await expect(page.getByText('Un evento de tu agenda sigue sin tu llave')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar también lo de antes' }).click()
  await expect(toast(page, 'Tu diario y tu agenda están cerrados con tu llave')).toBeVisible()
  await test.step('she is told of the code, in words that say nothing of what it opens', async () => {
    const told = async () => {
      const mails = (await (await request.get(mailboxOf(baseURL!, ana.email))).json()) as MailMessage[]
      return mails.find(({ text }) => text.includes('Se hizo un código nuevo en tu cuenta.'))
    }
    await expect.poll(told, { timeout: paced(15_000) }).toBeDefined()
    const { subject, text } = (await told())!
    expect(`${subject} ${text}`).not.toMatch(/diario|agenda|llave|cofre/i)
  })

  await page.goto('/agenda')
  await expect(page.getByRole('button', { name: 'Editar MARCA de antes' })).toBeVisible()
  await page.getByLabel('Título').fill('MARCA abogada')
  await page.getByLabel('Hora (opcional)').fill('17:00')
  await page.getByText('Más opciones').click()
  await page.getByLabel('Notas').fill('MARCA llevar papeles')
  await page.getByRole('button', { name: 'Agregar evento' }).click()
  await expect(toast(page, 'Evento agregado')).toBeVisible()
  const sealed = { titulo: expect.stringMatching(ENVELOPE), lugar: null, notas: null, fecha }
  expect(await events()).toEqual([
    { ...sealed, hora: '09:00:00' },
    { ...sealed, hora: '17:00:00' },
  ])
  await page.reload()
  await expect(page.getByText('MARCA llevar papeles')).toBeVisible()
  await page.getByRole('button', { name: 'Buscar en mi agenda' }).click()
  await page.getByRole('searchbox', { name: /Palabras/ }).fill('marca aquí')
  await expect(page.getByText('Un evento.')).toBeVisible()

  await test.step('a device without the key', async () => {
    const other = await (await browser.newContext({ timezoneId: 'America/Mexico_City' })).newPage()
    await signIn(other, ana, '/agenda')
    await expect(other.getByText('Cerrada con tu llave')).toHaveCount(2)
    const told = other.getByText('Se hizo un código nuevo en tu cuenta')
    await expect(told).toBeVisible()
    await other.getByRole('button', { name: 'Fui yo' }).click()
    await expect(told).toHaveCount(0)
    await expectAccessibleInBothThemes(other)
    await other.getByRole('button', { name: 'Editar Cerrada con tu llave' }).last().click()
    await expect(other.getByLabel('Título')).toHaveCount(0)
    await other.getByLabel('Hora (opcional)').fill('18:30')
    await other.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(other.getByText('18:30')).toBeVisible()
    await other.getByRole('button', { name: 'Eliminar Cerrada con tu llave' }).first().click()
    await other.getByRole('dialog').getByRole('button', { name: 'Eliminar', exact: true }).click()
    await expect(other.getByText('Cerrada con tu llave')).toHaveCount(1)
    expect(await events()).toEqual([{ ...sealed, hora: '18:30:00' }])

    await other.goto('/cofre')
    await other.getByRole('textbox', { name: /^Tus 12 palabras/ }).fill(words.join(' '))
    await other.getByRole('button', { name: 'Abrir aquí' }).click()
    await expect(other).toHaveURL(/\/diario-emocional$/)
    await other.goto('/agenda')
    await expect(other.getByText('MARCA llevar papeles')).toBeVisible()
    await other.context().close()
  })
  await page.reload()
  await expect(page.getByText('MARCA abogada')).toBeVisible()
  await expect(
    page.getByText('Se hizo un código nuevo en tu cuenta'),
    'no news where it was made',
  ).toHaveCount(0)
  await expect(page.getByText('18:30')).toBeVisible()
  await test.step('what she takes along has her words', async () => {
    const takes = async (action: string) => {
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: action }).click()
      return readFile(await (await coming).path())
    }
    const ics = (await takes('Llevarme la agenda')).toString()
    expect(ics).toContain('SUMMARY:MARCA abogada')
    expect(ics).toContain('DESCRIPTION:MARCA llevar papeles')
    await page.goto('/perfil')
    const agenda = unzip(await takes('Descargar mis datos')).get('agenda.json')!
    expect(JSON.parse(agenda.toString())).toMatchObject([
      { titulo: 'MARCA abogada', lugar: null, notas: 'MARCA llevar papeles', hora: '18:30:00' },
    ])
  })
  expect(sent.filter((one) => /MARCA/i.test(one))).toEqual([])
})

test.describe('under a name, which passkeys ask for', () => {
  test.use({ baseURL: async ({ baseURL }, use) => use(baseURL!.replace('127.0.0.1', 'localhost')) })

  test('a passkey of her phone opens her vault after she signed out, follows a change of her key, and is taken away', async ({
    page,
    makeMember,
    signIn,
  }) => {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        hasPrf: true,
      },
    })
    const passkeys = async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    const ana = await makeMember()
    await signIn(page, ana, '/cofre')
    await page.getByRole('button', { name: 'Ver mi código' }).click()
    await takeCode(page, 'Cerrar mi diario con mi llave')
    await editor(page).fill('MARCA de hoy')
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(toast(page, 'Entrada guardada')).toBeVisible()

    await page.goto('/cofre')
    await page.getByRole('button', { name: 'Añadir una llave de acceso' }).click()
    await expect(toast(page, 'Llave de acceso lista')).toBeVisible()
    const list = page.getByRole('list', { name: 'Tus llaves de acceso' }).getByRole('listitem')
    await expect(list).toHaveCount(1)
    expect(await passkeys()).toBe(1)
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)

    await page.goto('/perfil')
    await signOut(page)
    await signIn(page, ana, '/cofre')
    await page.getByRole('button', { name: 'Abrir con tu llave de acceso' }).click()
    await expect(page.getByText('MARCA de hoy')).toBeVisible()

    await test.step('a new key', async () => {
      const keyOfToday = async () =>
        (await ana.client.from('diario_personal').select('contenido').single()).data!.contenido.split('.')[1]
      const first = await keyOfToday()
      await page.goto('/cofre')
      await page.getByText('Alguien vio mi código').click()
      await page.getByRole('button', { name: 'Cambiar mi llave' }).click()
      await takeCode(page, 'Cambiar mi llave')
      await expect(toast(page, 'Desde ahora tu diario se cierra con tu llave nueva')).toBeVisible()
      await expect.poll(keyOfToday, 'and what she wrote before is sealed with it by itself').not.toBe(first)
      await page.goto('/cofre')
      const before = page.getByText('Abre solo lo que cerraste con una llave anterior.')
      await expect(before).toBeVisible()
      await list.getByRole('button', { name: 'Renovar' }).click()
      await expect(before).toHaveCount(0)
      expect(await passkeys()).toBe(1)
    })
    await list.getByRole('button', { name: 'Quitar' }).click()
    await expect(list).toHaveCount(0)
    await expect.poll(passkeys, 'nor is it left in the phone').toBe(0)
  })
})
