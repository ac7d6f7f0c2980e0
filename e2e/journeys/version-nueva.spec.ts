import { expect, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { enterPage, expectAccessible, expectNoSidewaysScroll } from '../pages/app.ts'
import { waitUntilStored } from '../pages/device.ts'

// A script that no page of ours asks for.
test.use({ bypassCSP: true })

test('a newer release is offered beside the assistant, on a screen where she has begun nothing', {
  tag: '@whole',
}, async ({ page, makeMember, signIn }) => {
  await signIn(page, await makeMember({}))
  await waitUntilStored(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const offer = page.getByRole('button', { name: 'Hay una versión nueva. Actualizar' })
  await expect(offer).toBeHidden()
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)

  // Another worker takes the place of the one that brought this page, as after a release. A release has one address; here it has two,
  // and whatever page asks for the worker from now on, once it is idle, asks for the newer one.
  const release = () => {
    const workers = navigator.serviceWorker
    const register = workers.register.bind(workers)
    workers.register = () => register('/sw.js?otra')
  }
  await page.addInitScript(release)
  await page.evaluate(release)
  // Asked for again: what this page asked for before may come after it. A worker that has nothing to do is ended by the browser, which lets the
  // next one take its place, but not while a test is attached to it.
  test.setTimeout(180_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  const takeOver = async () => {
    const [waits, controller] = await page.evaluate(async () => {
      const { waiting } = await navigator.serviceWorker.register('/sw.js')
      return [waiting !== null, navigator.serviceWorker.controller?.scriptURL] as const
    })
    if (waits) await devtools.send('ServiceWorker.stopAllWorkers')
    return controller
  }
  await expect.poll(takeOver, { timeout: paced(120_000) }).toMatch(/otra$/)
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 568 })
  await expectNoSidewaysScroll(page)

  await enterPage(page, '/seguridad')
  await expect(page.getByRole('button', { name: /^Botón de pánico/ })).toBeVisible()
  await expect(offer).toBeHidden()

  await enterPage(page, '/agenda')
  await expect(offer).toBeVisible()
  await page.getByLabel('Título').fill('Dentista')
  await expect(offer).toBeHidden()

  await enterPage(page, '/biblioteca')
  const loaded = page.waitForEvent('load')
  await offer.click()
  await loaded
  await expect(page.getByRole('heading', { level: 1, name: 'Biblioteca' })).toBeVisible()
  await expect(offer).toBeHidden()
})
