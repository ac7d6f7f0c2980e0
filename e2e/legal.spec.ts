import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test as conCasa } from './casa.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/app.ts'

/** The table of attacks that the database's own test goes through. */
const ATAQUES = [
  ...readFileSync(path.join(import.meta.dirname, '../supabase/tests/html_limpio.sql'), 'utf8').matchAll(
    /\$ataque\$(.*?)\$ataque\$/gs,
  ),
].map(([, html]) => html!)

test.describe('@phone sixty attacks', () => {
  // The parser's document inherits the page's policy, which reports what it refuses there.
  test.use({ expectedErrors: [/violates the following Content Security Policy directive/] })

  test('run nowhere: neither as they are shown nor as they are stored', async ({ page, admin, signIn }) => {
    expect(ATAQUES.length).toBeGreaterThanOrEqual(60)
    await signIn(page, admin, '/admin/legal')
    await page.getByRole('button', { name: 'Vista previa' }).click()
    const preview = page.getByRole('region', { name: 'Vista previa' })
    const text = page.getByRole('textbox', { name: 'Texto' })
    for (const html of ATAQUES) {
      await text.fill(`${html}<p>fin</p>`)
      const found = await preview.evaluate((box) => ({
        strange: [...box.querySelectorAll('*')]
          .filter(
            (element) => !element.matches('div, p, a, b, table, tbody, tr, td, section, header, h2, h3'),
          )
          .map(({ localName }) => localName),
        attributes: [...box.querySelectorAll('.texto *')]
          .flatMap((element) => [...element.attributes].map(({ name, value }) => `${name}=${value}`))
          .filter(
            (attribute) =>
              !/^(href=(https?:|mailto:|tel:|\/|#)|rel=|aria-label=Tabla|tabindex=0|class=-mx-4)/.test(
                attribute,
              ),
          ),
      }))
      expect(found, html).toEqual({ strange: [], attributes: [] })
    }
    // Every link that is left leads somewhere when it is pressed, and none of them runs anything.
    expect(await page.evaluate(() => '__ran' in window)).toBe(false)
    await text.fill('')

    const version = () => `ataque ${crypto.randomUUID().slice(0, 8)}`
    const rows = ATAQUES.map((html) => ({
      titulo: 'Prueba',
      version: version(),
      contenido: `<p>inicio</p>${html}`,
      // Long ago, so that no other test reads it as the latest.
      publicada_en: '2001-01-01T00:00:00Z',
    }))
    const stored = await admin.client.from('politicas_legales').insert(rows).select('contenido')
    expect(stored.error).toBeNull()
    expect(stored.data).toHaveLength(ATAQUES.length)
    for (const { contenido } of stored.data!) {
      expect(contenido).not.toMatch(/<(?!\/?(p|a|b|h2|table|tbody|tr|td)\b)|<[^>]*\son|<[^>]*script:|style=/i)
    }
  })
})

test('@phone @long who registers reads what she agrees to, and loses nothing of what she typed', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByLabel('Nombre').fill('Ana')
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'términos de uso y el aviso de privacidad' }).click(),
  ])
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Términos de uso y aviso de privacidad')
  for (const part of [
    'Cualquiera que tenga el enlace',
    'El servicio de avisos de tu navegador',
    'derechos (ARCO)',
  ])
    await expect(tab.getByText(part).first()).toBeVisible()
  await expect(tab.getByText(/Pendiente de (completar|confirmar)/).first()).toBeVisible()
  await expectAccessible(tab)
  await tab.close()
  await expect(page.getByLabel('Nombre')).toHaveValue('Ana')
})

conCasa(
  '@phone a later version is asked about once, and never before what keeps her safe',
  async ({ page, admin, makeMember, signIn }) => {
    const ella = await makeMember()
    const { error } = await ella.client.from('contactos_emergencia').insert({
      user_id: ella.id,
      nombre: 'Mamá',
      telefono: '+525512345678',
      prioridad: 1,
      activo: true,
    })
    expect(error).toBeNull()
    await signIn(page, ella, '/agenda')
    await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeVisible()

    const version = `2.${Date.now() % 1_000_000}`
    const published = await admin.client
      .from('politicas_legales')
      .insert({ titulo: 'Términos nuevos', version, contenido: '<p>Lo que <strong>cambió</strong>.</p>' })
    expect(published.error).toBeNull()

    const question = page.getByRole('heading', { name: 'Cambió nuestro aviso legal' })
    await page.goto('/agenda')
    await expect(question).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeHidden()
    await expect(page.getByText(`Versión ${version}, publicada el`)).toBeVisible()
    await page.getByRole('button', { name: 'Leer el texto completo' }).click()
    await expect(page.getByText('Lo que cambió.')).toBeVisible()
    await expectAccessible(page)

    // Help stays reachable from here and from the tabs, and works.
    await page.getByRole('link', { name: /Ir a Seguridad/ }).click()
    await expect(page.getByRole('button', { name: /pánico/i }).first()).toBeVisible()
    await expect(page.getByText('Mamá').first()).toBeVisible()
    for (const path of ['/', '/seguridad/apoyo-y-refugios', '/perfil', '/legal']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expect(question, path).toHaveCount(0)
    }

    await page.goto('/agenda')
    await page.getByRole('button', { name: 'Acepto y continúo' }).click()
    await expect(page.getByRole('heading', { name: 'Mi agenda' })).toBeVisible()
    await page.goto('/referidos')
    await expect(page.getByRole('heading', { name: 'Invita y Gana' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(question).toHaveCount(0)

    // Whoever registers from now on has accepted it by that.
    const nueva = await makeMember()
    expect((await nueva.client.rpc('politica_pendiente')).data).toBeNull()
  },
)
