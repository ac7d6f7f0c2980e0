import type { Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, toast } from '../pages/app.ts'
import { takeCode } from '../pages/cofre.ts'

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
