import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { enterByForm, signOut } from '../pages/account.ts'
import { setVisible } from '../pages/app.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const RENEWAL = '**/auth/v1/token?grant_type=refresh_token'

test.use({ expectedErrors: [/Failed to (load resource|fetch)|AuthRetryableFetchError/] })

/** Counts the renewals that a page asks for, with the moment of each by the page's own clock. */
async function renewalsOf(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { __renewals: seen, __underWay: 0 })
    const counts = window as unknown as { __underWay: number }
    const ask = window.fetch
    window.fetch = (...request) => {
      if (String(request[0]).includes('grant_type=refresh_token')) seen.push(Date.now())
      if (!String(request[0]).includes('/auth/v1/')) return ask(...request)
      counts.__underWay++
      return ask(...request).finally(() => counts.__underWay--)
    }
  })
  return () => page.evaluate(() => (window as unknown as { __renewals: number[] }).__renewals)
}

/**
 * Turns the clock, which all tabs of a context share, once nothing is under way in any: a request is given up after half a minute by
 * that very clock.
 */
async function jump(context: BrowserContext, ms: number): Promise<void> {
  const underWay = (page: Page) =>
    page.evaluate(() => (window as unknown as { __underWay: number }).__underWay)
  await expect.poll(() => Promise.all(context.pages().map(underWay))).toEqual(context.pages().map(() => 0))
  await context.clock.fastForward(ms)
}

/** The refresh token that this device holds. */
const held = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('sesion') ?? '{}') as { refresh_token?: string }).refresh_token,
  )

const inside = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeAttached()

test('a session is renewed once when its end is near, and holds after a sleep of days', async ({
  page,
  makeMember,
  signIn,
}) => {
  const renewals = await renewalsOf(page)
  await page.clock.install()
  await signIn(page, await makeMember(), '/perfil')
  await inside(page)
  const first = await held(page)

  await jump(page.context(), 57 * MINUTE)
  expect(await renewals(), 'not before its time').toEqual([])
  await setVisible(page, 'hidden')
  // Hidden, it has no tick; the live connection may renew it all the same.
  await jump(page.context(), 2 * MINUTE)
  await setVisible(page, 'visible')
  await expect.poll(() => held(page)).not.toBe(first)
  expect(await renewals()).toHaveLength(1)

  // Within one tick of the threshold, on a page that is looked at.
  const second = await held(page)
  await jump(page.context(), 57 * MINUTE)
  await jump(page.context(), MINUTE)
  await jump(page.context(), 31_000)
  await expect.poll(() => held(page)).not.toBe(second)
  expect(await renewals()).toHaveLength(2)

  await jump(page.context(), 3 * DAY)
  await page.reload()
  await inside(page)
  await expect(page.getByRole('region', { name: 'Tu acceso' }).getByRole('listitem').first()).toBeVisible()
})

test('a session outlives a dead network, and goes on when the network is back', async ({
  page,
  makeMember,
  signIn,
}) => {
  const renewals = await renewalsOf(page)
  await page.clock.install()
  await signIn(page, await makeMember(), '/perfil')
  await inside(page)
  const first = await held(page)
  await page.route(RENEWAL, (route) => route.abort())
  await jump(page.context(), 59 * MINUTE)
  await expect
    .poll(async () => (await renewals()).length, { timeout: paced(15_000) })
    .toBeGreaterThanOrEqual(5)
  const times = await renewals()
  const pauses = times.slice(1, 5).map((time, index) => time - times[index]!)
  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(200 * 2 ** index - 20)
  await page.reload()
  await inside(page)

  await page.unroute(RENEWAL)
  // Being rate-limited (429) does not end her session either.
  await page.route(
    RENEWAL,
    (route) => route.fulfill({ status: 429, json: { code: 'over_request_rate_limit' } }),
    { times: 1 },
  )
  await jump(page.context(), 2 * MINUTE)
  await page.reload()
  await expect.poll(() => held(page), { timeout: paced(15_000) }).not.toBe(first)
  await inside(page)
})

test('a session holds on a device whose clock is two days late', async ({ page, makeMember }) => {
  const ana = await makeMember()
  const renewals = await renewalsOf(page)
  await page.clock.install({ time: Date.now() - 2 * DAY })
  await page.goto('/login')
  await enterByForm(page, ana)
  await expect(page).toHaveURL((url) => url.pathname === '/')
  for (const path of ['/agenda', '/perfil']) await page.goto(path)
  await inside(page)
  expect(await renewals(), 'a token is good for its hour by any clock').toEqual([])
  const first = await held(page)
  await jump(page.context(), 61 * MINUTE)
  await expect.poll(() => held(page)).not.toBe(first)
  await page.reload()
  await inside(page)
})

test('a session is one in two tabs: a renewal and signing out hold in both', async ({
  page,
  makeMember,
  signIn,
}) => {
  await renewalsOf(page)
  await page.clock.install()
  await signIn(page, await makeMember(), '/perfil')
  await inside(page)
  const first = await held(page)
  const tab = await page.context().newPage()
  await renewalsOf(tab)
  await tab.goto('/perfil')
  await inside(tab)
  await jump(page.context(), 59 * MINUTE)
  await expect.poll(() => held(page)).not.toBe(first)
  for (const one of [page, tab]) {
    await one.reload()
    await inside(one)
  }
  await signOut(page)
  await expect(tab).toHaveURL(/\/landing$/)
})
