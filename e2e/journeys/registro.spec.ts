import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../pages/app.ts'
import { entriesOnDevice } from '../pages/device.ts'

type Entrada = Record<
  'numero' | 'huella' | 'sellado' | 'id' | 'cuando' | 'escrito' | 'texto' | 'foto' | 'corrige' | 'sal',
  string | null
> & { tacha: boolean; sonido: { mime: string; segundos: number; sha256: string; datos: string } | null }

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** What a browser says of a request without a network. */
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
})

async function note(page: Page, texto: string) {
  await page.getByRole('textbox', { name: 'Qué pasó' }).fill(texto)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: texto })).toBeVisible()
}

test('what happened is stamped, waits for its mark without a network, and is proven by what she exports; the service reads no word of it', async ({
  page,
  context,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))

  await signIn(page, ana, '/seguridad')
  await page.getByRole('link', { name: /Registro de hechos/ }).click()
  await expect(page).toHaveURL(/\/registro$/)
  expect(await page.title()).not.toMatch(/registro|hechos/i)
  await expect(page.getByRole('button', { name: /Salir rápido/ }).first()).toBeVisible()
  await expect(page.getByText('Solo lo lees tú, hasta que tú lo exportes.')).toBeVisible()

  await page.getByLabel('A qué hora (si la sabes)').fill('21:30')
  await note(page, 'MARCA rompió mi teléfono')
  await expect(page.getByText('con sello de hora')).toHaveCount(1)
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)

  await context.setOffline(true)
  await note(page, 'MARCA volvió a la noche')
  await expect(page.getByText('espera el sello')).toHaveCount(1)
  await context.setOffline(false)
  await expect(page.getByText('con sello de hora')).toHaveCount(2)

  await page
    .getByRole('button', { name: /^Corregir la nota/ })
    .last()
    .click()
  await expect(page.getByText('Corriges la nota 1.')).toBeVisible()
  await note(page, 'MARCA fue a las diez')
  await expect(page.getByText('con sello de hora')).toHaveCount(3)
  await test.step('with a sound', async () => {
    await page.getByRole('button', { name: 'Grabar un sonido' }).click()
    const recording = page.getByRole('region', { name: 'Grabando' })
    await expect(recording.getByText(/^0:(0[2-9]|[1-9]\d)$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toBeDisabled()
    await recording.getByRole('button', { name: 'Terminar' }).click()
    await expect(page.getByRole('button', { name: 'Quitar el sonido' })).toBeVisible()
    // A reload in the middle of writing takes it no more than the words, once it is on the device.
    await expect.poll(() => entriesOnDevice(page)).toBeGreaterThan(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Quitar el sonido' })).toBeVisible()
    await note(page, 'MARCA se oye')
    await expect(page.getByRole('button', { name: 'Quitar el sonido' })).toHaveCount(0)
    await expect(page.getByText('con sello de hora')).toHaveCount(4)
    await expect.poll(() => entriesOnDevice(page)).toBe(0)
  })
  await page.reload()
  await expect(page.getByText('con sello de hora')).toHaveCount(4)
  await page.getByRole('button', { name: 'Escuchar nota de voz' }).click()
  await expect(page.getByRole('button', { name: 'Pausar nota de voz' })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const { data: marks } = await ana.client
    .from('registro_sellos')
    .select('numero, huella, creado_en')
    .order('numero')
  expect(sent.filter((one) => /MARCA/i.test(one))).toEqual([])

  await test.step('the file, verified as docs/registro.md says', async () => {
    await page.getByRole('button', { name: 'Archivo de prueba' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Exportar' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^notas-/)
    const { entradas } = JSON.parse(await readFile(await file.path(), 'utf8')) as { entradas: Entrada[] }
    expect(entradas.map(({ texto }) => texto)).toEqual([
      'MARCA rompió mi teléfono',
      'MARCA volvió a la noche',
      'MARCA fue a las diez',
      'MARCA se oye',
    ])
    expect(entradas[3]!.sonido).toMatchObject({
      mime: expect.stringMatching(/^audio\//),
      segundos: expect.any(Number),
    })
    let before = ['', '']
    for (const [index, entrada] of entradas.entries()) {
      const { numero, huella, sellado, id, cuando, escrito, texto, foto, sonido, corrige, tacha, sal } =
        entrada
      const line = [
        'registro1',
        ana.id,
        numero,
        ...before,
        id,
        cuando,
        escrito,
        texto,
        foto ?? '',
        sonido ? sha256(Buffer.from(sonido.datos, 'base64')) : '',
        corrige ?? '',
        tacha ? 'tacha' : '',
        sal,
      ]
      expect(sha256(JSON.stringify(line))).toBe(huella)
      expect(marks![index]).toMatchObject({ numero: index + 1, huella })
      expect(new Date(marks![index]!.creado_en as string).toISOString()).toBe(sellado)
      before = [huella!, sellado!]
    }
    expect(entradas[2]!.corrige).toBe(entradas[0]!.id)
  })
})
