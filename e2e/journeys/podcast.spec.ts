import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { expectAccessible } from '../pages/app.ts'
import { tono } from '../sonido.ts'

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

test('an episode plays on while she moves about the app, with position, speed and range requests; her place is kept', async ({
  page,
  admin,
  makeMember,
  signIn,
  request,
}) => {
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
