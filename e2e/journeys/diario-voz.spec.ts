import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, toast } from '../pages/app.ts'
import { takeCode } from '../pages/cofre.ts'
import { photograph, unzip } from '../pages/files.ts'

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
  expectedErrors: [/Failed to load resource/],
  // A picture is seen without a tap where that costs little.
  savesData: false,
})

async function objectsOf({ client, id }: Member): Promise<string[]> {
  const { data, error } = await client.storage.from('diario').list(id)
  expect(error).toBeNull()
  return data!.map(({ name }) => name)
}

async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Grabar audio' }).click()
  const recording = page.getByRole('region', { name: 'Grabando' })
  await expect(recording.getByText(/^0:(0[2-9]|[1-9]\d)$/)).toBeVisible()
  await recording.getByRole('button', { name: 'Terminar y guardar' }).click()
}

test('a voice note and a picture of a day: sealed with her key, heard and seen again, kept without a network, and gone with the day', async ({
  page,
  context,
  browser,
  makeMember,
  signIn,
}) => {
  const ana = await makeMember()
  await signIn(page, ana, '/diario-emocional')
  await test.step('only where she has a key', async () => {
    await page.getByRole('button', { name: 'Grabar audio' }).click()
    await expect(page.getByText('Los audios y las fotos se guardan cerrados con tu llave')).toBeVisible()
    await page.getByRole('link', { name: 'Tener mi llave' }).click()
    await page.getByRole('button', { name: 'Ver mi código' }).click()
    await takeCode(page, 'Cerrar mi diario con mi llave')
  })

  await record(page)
  await expect(toast(page, 'Nota de voz guardada')).toBeVisible()
  const [name] = await objectsOf(ana)
  // A day that has nothing but a file is a written day as well.
  await expect(page.getByText('Nota de voz', { exact: true }).first()).toBeVisible()
  const readEntrada = async () => {
    const { data } = await ana.client.from('diario_personal').select('contenido, archivo_url').maybeSingle()
    return data
  }
  await expect.poll(readEntrada).toMatchObject({
    archivo_url: `/storage/v1/object/authenticated/diario/${ana.id}/${name}`,
    contenido: expect.stringMatching(/^cofre1\./),
  })
  const { data: stored } = await ana.client.storage.from('diario').download(`${ana.id}/${name}`)
  expect((await stored!.text()).slice(0, 19)).toMatch(/^cofre1\.[\w-]{11}\.$/)

  await test.step('a picture keeps nothing that the camera wrote', async () => {
    const picture = await photograph(page)
    expect(picture.buffer.toString('latin1')).toContain('GPSLatitude')
    await page.getByLabel('Foto para este día').setInputFiles(picture)
    await expect(toast(page, 'Foto guardada')).toBeVisible()
    await expect(page.getByRole('img', { name: /^Foto de las/ })).toBeVisible()
    await page.goto('/perfil')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar mis datos' }).click()
    const files = unzip(await readFile(await (await download).path()))
    const kept = [...files].filter(([path]) => path.startsWith('diario/'))
    expect(kept.map(([path]) => path.slice(-4)).sort()).toEqual(['.jpg', 'webm'])
    const foto = kept.find(([path]) => path.endsWith('.jpg'))![1]
    expect(foto.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect(foto.toString('latin1')).not.toMatch(/Exif|GPS/)
    await page.goto('/diario-emocional')
  })

  await test.step('heard again', async () => {
    await expect(page.getByRole('listitem').getByRole('img', { name: /^Foto de las/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Escuchar nota de voz' }).click()
    await expect(page.getByRole('button', { name: 'Pausar nota de voz' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Escuchar nota de voz' })).toBeVisible()
  })

  await test.step('without a network', async () => {
    await context.setOffline(true)
    await record(page)
    await expect(toast(page, 'Nota de voz en este dispositivo')).toBeVisible()
    await expect(page.getByText('Por enviar')).toBeVisible()
    expect(await objectsOf(ana)).toHaveLength(2)
    await context.setOffline(false)
    await expect(page.getByText('Por enviar')).toBeHidden()
    await expect.poll(() => objectsOf(ana)).toHaveLength(3)
  })

  await test.step('another device has no key, and opens nothing', async () => {
    const other = await (await browser.newContext()).newPage()
    await signIn(other, ana, '/diario-emocional')
    await expect(other.getByText('Este día está escrito y cerrado.')).toBeVisible()
    await expect(other.getByRole('img', { name: /^Foto de las/ })).toHaveCount(0)
    await other.context().close()
  })

  await test.step('erased', async () => {
    await page.getByRole('button', { name: 'Eliminar nota de voz' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(toast(page, 'Nota de voz eliminada')).toBeVisible()
    expect(await objectsOf(ana)).toHaveLength(2)
    await page.getByRole('button', { name: 'Eliminar entrada' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
    await expect(toast(page, 'Entrada eliminada')).toBeVisible()
    await expect.poll(() => objectsOf(ana)).toEqual([])
    await expect(page.getByRole('list', { name: 'Fotos y audios de este día' })).toBeHidden()
  })
})
