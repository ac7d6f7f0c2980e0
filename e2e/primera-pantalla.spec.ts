import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { setPin, signOut } from './pages/account.ts'
import { copiesOnDevice, holdScripts } from './pages/device.ts'
import {
  eventCount,
  eventsOf,
  LUCIA,
  NEXT_PAGE,
  panicButton,
  test,
  waitForContactsKept,
  whatsappLink,
  whatsappOf,
} from './pages/safety.ts'

/* A member's first screen, before any script of the app is there. */

test.use({ waitsForHouse: false, expectedErrors: [/\.woff2$|ERR_FAILED|dynamically imported module/] })

/** The same until it is let go, and until the app is there. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const letGo = await holdScripts(page)
  return async () => {
    letGo()
    await expect(prerendered(page)).toHaveCount(0)
    await page.unroute('**/assets/*.js')
  }
}

const prerendered = (page: Page) => page.locator('#umbral')
const mark = (page: Page) => page.evaluate(() => document.cookie)

test('Home stands there with her name before the app, which takes its place without moving anything', {
  tag: '@phone',
}, async ({ page, makeMember, signIn }) => {
  const ana = await makeMember()
  await signIn(page, ana)
  await expect.poll(() => mark(page)).toBe('vista=1')
  await page.addInitScript(() => {
    const moved: number[] = []
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as unknown as { value: number }[]) moved.push(value)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { moved })
  })
  const arrive = await holdApp(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(prerendered(page).getByRole('heading', { level: 1 })).toContainText(ana.username)
  for (const name of ['Seguridad', 'Comunidad', 'Mi diario'])
    await expect(
      prerendered(page)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first(),
    ).toBeVisible()
  await expect(prerendered(page).getByRole('link', { name: 'Salir rápido' })).toBeVisible()
  await arrive()
  await expect(page.getByText('¿Cómo estás hoy?')).toBeVisible()
  const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
  expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
})

test('a press before the app is there: answered at once, with a real link, and told to the service once', {
  tag: '@phone',
}, async ({ page, context, enter }) => {
  const ana = await enter([LUCIA])
  await waitForContactsKept(page)
  await expect.poll(() => mark(page)).toBe('vista=1')
  const opened: string[] = []
  context.on('page', (other) => opened.push(other.url()))
  const arrive = await holdApp(page)
  await page.goto('/seguridad', { waitUntil: 'commit' })
  await panicButton(page).click()
  const link = prerendered(page).getByRole('link', { name: /^Abrir WhatsApp y enviar a Lucía/ })
  await expect(link).toBeVisible()
  expect((await whatsappOf(link)).number).toBe(LUCIA.telefono.slice(1))
  await expect(prerendered(page).getByRole('link', { name: /^Enviar por SMS a Lucía/ })).toHaveAttribute(
    'href',
    /^sms:\+525512345678/,
  )
  // Another press is the same one.
  await panicButton(page).click()
  expect(await eventsOf(ana)).toEqual([])

  await arrive()
  await expect(whatsappLink(page)).toBeVisible()
  await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
  await expect(page.getByText(/enviad[oa]/i)).toHaveCount(0)
  // The permission of the tap is gone: nothing opens by itself.
  expect(opened).toEqual([])
})

test('a press whose page ends before the app came is told by the next one', { tag: '@phone' }, async ({
  page,
  enter,
}) => {
  const ana = await enter([])
  await expect.poll(() => mark(page)).toBe('vista=1')
  await holdApp(page)
  await page.goto('/seguridad', { waitUntil: 'commit' })
  await panicButton(page).click()
  // Nobody is known on this device: she chooses in the other app.
  await expect(
    prerendered(page).getByRole('link', { name: 'Elegir a quién escribir en WhatsApp' }),
  ).toBeVisible()
  await page.unroute('**/assets/*.js')
  await page.goto('/legal')
  await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
})

test('a press where the rest of the app never comes is told all the same', { tag: '@phone' }, async ({
  page,
  enter,
}) => {
  const ana = await enter([])
  await expect.poll(() => mark(page)).toBe('vista=1')
  const alarm = page.waitForResponse(/\/assets\/auxilio-/)
  // The official client is lost, so that the alarm goes without it; all else is on its way for ever.
  await page.route('**/assets/*.js', (route) => {
    const url = route.request().url()
    if (/\/(?:auxilio|rolldown-runtime)-/.test(url)) return route.continue()
    if (/\/client-/.test(url)) return route.abort()
  })
  await page.goto('/seguridad', { waitUntil: 'commit' })
  await alarm
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await panicButton(page).click()
  await expect.poll(eventCount(ana), NEXT_PAGE).toBe(1)
  await expect(prerendered(page)).toBeVisible()
})

test('is not shown before her PIN', { tag: '@phone' }, async ({ page, makeMember, signIn }) => {
  await signIn(page, await makeMember())
  await expect.poll(() => mark(page)).toBe('vista=1')
  await page.goto('/perfil')
  await setPin(page, '2580')
  await expect.poll(() => mark(page)).toBe('')
  await expect.poll(() => copiesOnDevice(page)).toContain('pin')
  const arrive = await holdApp(page)
  await page.goto('/seguridad', { waitUntil: 'commit' })
  await expect(panicButton(page)).toHaveCount(0)
  await arrive()
  await expect(page.getByRole('heading', { level: 1, name: 'Escribe tu PIN' })).toBeVisible()
})

test('is the landing page again once she has signed out', { tag: '@phone' }, async ({
  page,
  makeMember,
  signIn,
}) => {
  await signIn(page, await makeMember())
  await expect.poll(() => mark(page)).toBe('vista=1')
  await page.goto('/perfil')
  await signOut(page)
  expect(await mark(page)).toBe('')
  await holdApp(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(prerendered(page).getByRole('link', { name: 'Crear cuenta' }).first()).toBeVisible()
})
