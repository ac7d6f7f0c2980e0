import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type Member, test } from './fixtures.ts'
import { expectAccessible, toast } from './pages/app.ts'
import { copiesOnDevice, sealedCopy } from './pages/device.ts'
import { tono } from './sonido.ts'

const player = (page: Page) => page.getByRole('region', { name: 'Reproductor' })

/** An episode with a sound of its own, published by the admin through the API. */
async function publish(admin: Member, seconds: number, fecha_creacion: Date) {
  const name = `${randomUUID()}.wav`
  const bucket = admin.client.storage.from('podcast')
  const { error } = await bucket.upload(name, tono(seconds), { contentType: 'audio/wav' })
  expect(error).toBeNull()
  const titulo = `Charla ${name.slice(0, 8)}`
  const url_audio = new URL(bucket.getPublicUrl(name).data.publicUrl).pathname
  const added = await admin.client
    .from('podcast')
    .insert({ titulo, url_audio, duracion_s: seconds, fecha_creacion: fecha_creacion.toISOString() })
  expect(added.error).toBeNull()
  return { titulo, url_audio }
}

/** On a phone the player is one line. */
const openControls = (page: Page) => player(page).getByRole('button', { name: 'Más controles' }).click()

test('plays on while she moves about the house, with position, speed and range requests', {
  tag: '@phone',
}, async ({ page, admin, makeMember, signIn, request }) => {
  const { titulo, url_audio } = await publish(admin, 90, new Date())
  const part = await request.get(url_audio, { headers: { range: 'bytes=0-99' } })
  expect(part.status()).toBe(206)
  expect(part.headers()['content-range']).toMatch(/^bytes 0-99\//)

  await signIn(page, await makeMember(), '/podcast')
  await page.getByRole('button', { name: `Reproducir «${titulo}»` }).click()
  await expect(player(page).getByText(titulo)).toBeVisible()
  await expect(player(page).getByRole('button', { name: 'Pausar', exact: true })).toBeVisible()
  const position = player(page).getByRole('slider', { name: 'Posición' })
  // One line, until she wants more of it.
  await expect(position).toHaveCount(0)
  await openControls(page)
  await expect(position).toHaveAttribute('aria-valuetext', /de 1 minuto y 30 segundos$/)
  await player(page).getByRole('button', { name: 'Adelante 30 segundos' }).click()
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(30)
  await player(page).getByRole('combobox', { name: 'Velocidad' }).selectOption('2')
  await expectAccessible(page)

  const before = Number(await position.inputValue())
  await page
    .getByRole('navigation', { name: 'Principal', exact: true })
    .filter({ visible: true })
    .getByRole('link', { name: 'Sexualidad' })
    .click()
  await expect(page.getByRole('heading', { name: 'Calculadora de ciclo' })).toBeVisible()
  await expect(player(page).getByRole('button', { name: 'Pausar', exact: true })).toBeVisible()
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(before)

  await position.focus()
  await player(page).getByRole('button', { name: 'Pausar', exact: true }).click()
  const here = Number(await position.inputValue())
  await page.reload()
  await expect(player(page).getByText(titulo)).toBeVisible()
  await openControls(page)
  // What a page that goes away in the middle of keeping may lose: five seconds of sound, here at double speed.
  const kept = async () => Number(await position.inputValue())
  await expect.poll(kept, 'her place is kept').toBeGreaterThanOrEqual(Math.max(30, here - 10))
  expect(await kept()).toBeLessThanOrEqual(here)
  await expect(player(page).getByRole('combobox', { name: 'Velocidad' })).toHaveValue('2')
  await player(page).getByRole('button', { name: 'Reproducir', exact: true }).click()
  await expect.poll(kept).toBeGreaterThan(here)

  await position.focus()
  await page.keyboard.press('Home')
  await expect.poll(async () => Number(await position.inputValue())).toBeLessThan(20)
  await player(page).getByRole('button', { name: 'Pausar', exact: true }).click()
  await expect(player(page).getByRole('button', { name: 'Reproducir', exact: true })).toBeVisible()
  await player(page).getByRole('button', { name: 'Cerrar reproductor' }).click()
  await expect(player(page)).toHaveCount(0)
})

test('a jump is kept at once, and not only when a while has passed', { tag: ['@phone', '@long'] }, async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const { titulo } = await publish(admin, 90, new Date())
  await signIn(page, await makeMember(), '/podcast')
  const position = player(page).getByRole('slider', { name: 'Posición' })
  await page.getByRole('button', { name: `Reproducir «${titulo}»` }).click()
  await openControls(page)
  // It is known how long it is.
  await expect(position).toBeEnabled()
  await player(page).getByRole('button', { name: 'Pausar', exact: true }).click()
  await expect.poll(() => copiesOnDevice(page)).toContain('sonido')
  await page.reload()
  await expect(player(page).getByText(titulo)).toBeVisible()
  await openControls(page)
  // The second one comes right after another was kept; nothing plays that would keep it later.
  for (const at of [30, 60]) {
    const before = await sealedCopy(page, 'sonido')
    await player(page).getByRole('button', { name: 'Adelante 30 segundos' }).click()
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(at)
    await expect.poll(() => sealedCopy(page, 'sonido')).not.toBe(before)
  }
  await page.reload()
  await expect(player(page).getByText(titulo)).toBeVisible()
  await openControls(page)
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(60)
})

test.describe('@phone the card and its list', () => {
  test.use({ expectedErrors: [/Failed to load resource|status of 4/] })

  test('the latest episode, the notices, the last ten, and every failure in its words', {
    tag: '@long',
  }, async ({ page, admin, makeMember, signIn }) => {
    test.slow()
    const day = 86_400_000
    for (let ago = 20; ago < 31; ago++) await publish(admin, 1, new Date(Date.now() - ago * day))
    const { titulo: later } = await publish(admin, 1, new Date(Date.now() + day))
    const member = await makeMember()
    await signIn(page, member, '/podcast')
    const rows = page.getByRole('region', { name: 'Últimos episodios' }).getByRole('listitem')
    await expect(rows).toHaveCount(10)
    await expect(page.getByText(later)).toHaveCount(0)
    for (const name of ['Archivo de episodios', 'Escucha nuestras canciones']) {
      await page.getByRole('button', { name }).click()
      await expect(toast(page, 'Próximamente')).toBeVisible()
    }
    const latest = page.getByRole('button', { name: 'Reproducir episodio más reciente' })

    // An episode whose file does not exist.
    const sound = '/storage/v1/object/public/podcast/no-esta.mp3'
    await page.route('**/rest/v1/podcast*limit=1', (route) =>
      route.fulfill({
        json: { id: randomUUID(), titulo: null, url_audio: sound, fecha_creacion: '2026-11-20T12:00:00Z' },
      }),
    )
    await page.reload()
    await latest.click()
    await expect(toast(page, 'Error de audio')).toBeVisible()
    await expect(player(page).getByText('Episodio del 20 de noviembre de 2026')).toBeVisible()
    await page.unroute('**/rest/v1/podcast*limit=1')

    // No episode at all: the service answers `single()` with PGRST116.
    await page.route('**/rest/v1/podcast*', (route) =>
      route.request().url().endsWith('limit=1')
        ? route.fulfill({ status: 406, json: { code: 'PGRST116', message: 'no rows' } })
        : route.fulfill({ json: [] }),
    )
    await page.reload()
    await expect(page.getByText('Todavía no hay episodios. Muy pronto escucharás el primero.')).toBeVisible()
    await latest.click()
    await expect(toast(page, 'Episodio no disponible')).toBeVisible()
    await page.unroute('**/rest/v1/podcast*')

    await page.route('**/rest/v1/podcast*', (route) => route.fulfill({ status: 400, json: { message: 'x' } }))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(
      'No se pudieron obtener los episodios. Inténtalo de nuevo más tarde.',
    )
    await latest.click()
    await expect(toast(page, 'Error al cargar el podcast')).toBeVisible()
  })
})
