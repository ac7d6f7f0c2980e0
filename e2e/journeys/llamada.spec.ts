import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { expectAccessible } from '../pages/app.ts'
import { makeSala } from '../sala.ts'

/** A camera and a microphone that every machine has, and browsers of one machine that find each other. */
const FAKE = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]

test.use({
  launchOptions: { executablePath: process.env.CHROMIUM_PATH || undefined, args: FAKE },
  expectedErrors: [/Failed to load resource/],
  // A call on a connection that saves data begins with sound alone.
  savesData: false,
})

const enter = async (page: Page) => {
  await page.getByRole('button', { name: 'Entrar a la llamada' }).click()
  await expect(page.getByRole('heading', { name: 'Llamada', level: 1 })).toBeVisible()
}

/** How many frames of another's picture have been drawn. */
const frames = (page: Page, name: string) =>
  page
    .getByLabel(`Video de ${name}`)
    .evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames)

test('three women in one call: nothing is on until they turn it on, and pictures arrive on both sides', async ({
  page,
  browser,
  baseURL,
  admin,
  makeMember,
  signIn,
}) => {
  // Three browsers, each with its own pictures to make and to read.
  test.slow()
  const sala = await makeSala(admin, 'cafe_virtual')
  const names = ['Ana Sol', 'Bea Luna', 'Cleo Mar']
  const members = await Promise.all(names.map((username) => makeMember({ username })))
  const pages = [page]
  for (let n = 1; n < 3; n += 1) pages.push(await (await browser.newContext({ baseURL })).newPage())
  for (const [n, one] of pages.entries()) await signIn(one, members[n]!)
  const [ana, bea, cleo] = pages as [Page, Page, Page]

  // «Llamada» makes the call and links it; the second woman finds the same one.
  await ana.goto(`/comunidad/sala/${sala.id}`)
  await ana.getByRole('link', { name: 'Llamada' }).click()
  await expect(ana.getByRole('heading', { name: 'Antes de entrar' })).toBeVisible()
  await expect(ana.getByText(/puede ver la dirección de tu internet/)).toBeVisible()
  await expectAccessible(ana)
  const call = new URL(ana.url()).pathname
  await enter(ana)
  await expect(ana.getByText('Aún no llega nadie más')).toBeVisible()
  // Who waits alone is seen from outside, in the list and in the circle, and one press leads to her.
  await bea.goto('/comunidad/salas')
  const card = bea.getByRole('listitem').filter({ has: bea.getByRole('heading', { name: sala.nombre }) })
  await expect(card.getByRole('link', { name: '1 en la llamada · Entrar' })).toBeVisible()
  await expectAccessible(bea)
  await bea.goto(`/comunidad/sala/${sala.id}`)
  await bea.getByRole('link', { name: '1 en la llamada · Entrar' }).click()
  await expect(bea).toHaveURL(call)
  await enter(bea)
  await expect(ana.getByText('2 en la llamada')).toBeVisible()
  await expect(bea.getByText('2 en la llamada')).toBeVisible()

  // Nothing is on before she turns it on.
  for (const one of [ana, bea]) {
    await expect(one.getByRole('button', { name: 'Cámara' })).toHaveAttribute('aria-pressed', 'false')
    await expect(one.getByRole('button', { name: 'Micrófono' })).toHaveAttribute('aria-pressed', 'false')
    await expect(one.getByText('conectando…')).toHaveCount(0, { timeout: paced(15_000) })
  }
  await ana.getByRole('button', { name: 'Cámara' }).click()
  await bea.getByRole('button', { name: 'Cámara' }).click()
  await bea.getByRole('button', { name: 'Micrófono' }).click()
  await expect.poll(() => frames(ana, 'Bea Luna'), { timeout: paced(15_000) }).toBeGreaterThan(5)
  await expect.poll(() => frames(bea, 'Ana Sol'), { timeout: paced(15_000) }).toBeGreaterThan(5)
  await expectAccessible(ana)

  // A third one comes later and sees both.
  await cleo.goto(call)
  await enter(cleo)
  await expect(cleo.getByText('3 en la llamada')).toBeVisible()
  await expect(cleo.getByText('conectando…')).toHaveCount(0, { timeout: paced(30_000) })
  await expect.poll(() => frames(cleo, 'Ana Sol'), { timeout: paced(15_000) }).toBeGreaterThan(5)
  await expect.poll(() => frames(cleo, 'Bea Luna'), { timeout: paced(15_000) }).toBeGreaterThan(5)
  await expect(ana.getByText('3 en la llamada')).toBeVisible()

  // Sound alone, by one switch; reporting; leaving.
  await ana.getByRole('switch', { name: 'Solo audio' }).click()
  await expect(ana.getByRole('button', { name: 'Cámara' })).toBeDisabled()
  await expect(ana.getByRole('button', { name: 'Cámara' })).toHaveAttribute('aria-pressed', 'false')
  await cleo.getByRole('button', { name: 'Denunciar a Bea Luna' }).click()
  await cleo.getByRole('button', { name: 'Enviar denuncia' }).click()
  await expect(cleo.getByText('Gracias por avisar', { exact: true })).toBeVisible()
  const { data: queue } = await admin.client
    .from('cola_de_reportes')
    .select('origen, autora')
    .eq('sala_id', sala.id)
  expect(queue).toEqual([{ origen: 'llamada', autora: 'Bea Luna' }])
  await cleo.getByRole('button', { name: 'Salir', exact: true }).click()
  await expect(ana.getByText('2 en la llamada')).toBeVisible()

  // A block disconnects them at once.
  const { error } = await members[0]!.client.from('bloqueos').insert({ bloqueada_id: members[1]!.id })
  expect(error).toBeNull()
  await expect(ana.getByText('Aún no llega nadie más')).toBeVisible()
  await expect(bea.getByText('Aún no llega nadie más')).toBeVisible()
  for (const one of [bea, cleo]) await one.context().close()
})

test('a member who enters from another device is neither heard nor seen from this one any more', async ({
  page,
  browser,
  baseURL,
  admin,
  makeMember,
  signIn,
}) => {
  const sala = await makeSala(admin, 'cafe_virtual')
  const ana = await makeMember({ username: 'Ana Sol' })
  // Every device that this page is ever given.
  await page.addInitScript(() => {
    const given: MediaStreamTrack[] = []
    Object.assign(window, { given })
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      given.push(...stream.getTracks())
      return stream
    }
  })
  const states = () =>
    page.evaluate(() =>
      (window as unknown as { given: MediaStreamTrack[] }).given.map((one) => one.readyState),
    )
  await signIn(page, ana)
  await page.goto(`/comunidad/sala/${sala.id}`)
  await page.getByRole('link', { name: 'Llamada' }).click()
  await enter(page)
  for (const name of ['Micrófono', 'Cámara']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
  }
  expect(await states()).toEqual(['live', 'live'])
  const other = await (await browser.newContext({ baseURL })).newPage()
  await signIn(other, ana)
  await other.goto(new URL(page.url()).pathname)
  await enter(other)
  await expect(page.getByRole('heading', { name: 'Saliste de la llamada' })).toBeVisible({
    timeout: paced(20_000),
  })
  expect(await states()).toEqual(['ended', 'ended'])
  await other.context().close()
})
