import { expect, test } from './fixtures.ts'
import { paced } from './pace.ts'
import {
  answerNeutralPage,
  enterRoom,
  exitButton,
  expectAccessible,
  expectNoSidewaysScroll,
  neutralPage,
} from './pages/app.ts'
import { waitUntilKept } from './pages/device.ts'
import { makeSala } from './sala.ts'

declare global {
  interface Window {
    /** What each view transition moved: before, and after. */
    moved: [string, string][]
  }
}

/** Writes down what every view transition of the page moves. */
const watchMoves = () => {
  window.moved = []
  const start = document.startViewTransition.bind(document)
  const named = () => {
    const element = [...document.querySelectorAll<HTMLElement>('*')].find(
      ({ style }) => style.viewTransitionName,
    )
    return element?.id || element?.tagName.toLowerCase() || ''
  }
  document.startViewTransition = ((change: () => void) => {
    const before = named()
    return start(() => {
      change()
      window.moved.push([before, named()])
    })
  }) as typeof document.startViewTransition
}

test('a circle comes out of its card and goes back into it, and the way out works in between; without motion nothing moves', {
  tag: ['@phone', '@long'],
}, async ({ page, admin, makeMember, signIn }) => {
  const sala = await makeSala(admin)
  await answerNeutralPage(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(watchMoves)
  await signIn(page, await makeMember({}), '/comunidad/salas')
  const door = page
    .getByRole('listitem')
    .filter({ hasText: sala.nombre })
    .getByRole('link', { name: 'Unirme a la sala' })
  await door.click()
  await expect(page.getByRole('heading', { level: 1, name: sala.nombre })).toBeVisible()
  await page.getByRole('link', { name: 'Volver a las salas' }).click()
  await expect(door).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => window.moved))
    .toEqual([
      ['li', 'contenido'],
      ['contenido', 'li'],
    ])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await door.click()
  await expect(page.getByRole('heading', { level: 1, name: sala.nombre })).toBeVisible()
  expect(await page.evaluate(() => window.moved)).toHaveLength(2)
  await page.getByRole('link', { name: 'Volver a las salas' }).click()

  // A movement that would last for a minute, and what she presses meanwhile.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(() => {
    const slow = new CSSStyleSheet()
    slow.replaceSync('::view-transition-group(*) { animation-duration: 60s !important }')
    document.adoptedStyleSheets.push(slow)
  })
  await door.click()
  await expect(page.getByRole('heading', { level: 1, name: sala.nombre })).toBeVisible()
  await exitButton(page).click()
  await expect(neutralPage(page)).toBeVisible()
})

test.describe('with a script that no page of ours asks for', () => {
  test.use({ bypassCSP: true })

  test('a newer release is offered in the strip of the assistant, in a room where she has begun nothing', {
    tag: ['@whole', '@phone', '@long'],
  }, async ({ page, makeMember, signIn }) => {
    await signIn(page, await makeMember({}))
    await waitUntilKept(page)
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

    await enterRoom(page, '/seguridad')
    await expect(page.getByRole('button', { name: /^Botón de pánico/ })).toBeVisible()
    await expect(offer).toBeHidden()

    await enterRoom(page, '/agenda')
    await expect(offer).toBeVisible()
    await page.getByLabel('Título').fill('Dentista')
    await expect(offer).toBeHidden()

    await enterRoom(page, '/biblioteca')
    const loaded = page.waitForEvent('load')
    await offer.click()
    await loaded
    await expect(page.getByRole('heading', { level: 1, name: 'Biblioteca' })).toBeVisible()
    await expect(offer).toBeHidden()
  })
})
