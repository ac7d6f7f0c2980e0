import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { paced } from '../pace.ts'

/** What every screen has: notices, quick exit, and the checks of accessibility. */

/** What the browser and supabase-js write to the console when a request is refused, or cut: the browser's own for a newer service worker too. */
export const REFUSED = /Failed to load resource|Failed to fetch|ERR_|fetching the script/
/** The same on a screen with a live connection. */
export const REFUSED_LIVE = new RegExp(`${REFUSED.source}|WebSocket`)

/** The notice on screen that says this. */
export const toast = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: /Avisos/ })
    .getByRole('listitem')
    .filter({ hasText: text })

/** A notice says what failed, and the screen below does not say the same once more. */
export async function expectSaidOnce(page: Page, text: string): Promise<void> {
  await expect(toast(page, text)).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('main').getByText(text)).toHaveCount(0)
}

/** No notice lies over a control, where one is shown at all. */
export async function expectClear(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    const notice = await page
      .getByRole('region', { name: /Avisos/ })
      .getByRole('listitem')
      .first()
      .boundingBox({ timeout: 200 })
      .catch(() => null)
    const free = (await control.boundingBox())!
    const apart = !notice || notice.y >= free.y + free.height || free.y >= notice.y + notice.height
    expect(apart, JSON.stringify([notice, free])).toBe(true)
  }).toPass({ timeout: paced(5_000) })
}

/** Closes the notice on screen. It goes by itself after five seconds, and a slow browser may take as long until it is pressed: that closes it too. */
export async function closeToast(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Cerrar aviso' })
  await close.click({ timeout: paced(3_000) }).catch(() => {})
  await expect(close).toBeHidden()
}

/** The axe rules find nothing on what is on screen now. */
export async function expectAccessible(page: Page, narrow = (axe: AxeBuilder) => axe): Promise<void> {
  // Colours in the middle of a transition belong to neither of its ends.
  // What moves as she scrolls has no end.
  await page.evaluate(() => {
    const inTime = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
    return Promise.allSettled(inTime.map(({ finished }) => finished))
  })
  // No screen has frames of another origin, for which axe would open a page of its own.
  // What is right is not described for anybody: half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await narrow(axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, new URL(page.url()).pathname).toEqual([])
}

/** By every rule in the light theme, which is on afterwards; the dark one changes colours alone, and is a question of contrast. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, (axe) => axe.withRules(['color-contrast']))
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beyond, `${new URL(page.url()).pathname} scrolls sideways`).toBeLessThanOrEqual(0)
}

export const exitButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Salir rápido' }).filter({ visible: true })

/** Answers for the neutral page of quick exit: no test leaves this machine. */
export async function answerNeutralPage(page: Page): Promise<void> {
  // Quick exit asks for 1.2 s whether there is a network, and then takes the page of its own: right for her, and another page than a test on a
  // busy machine expects, where the server takes longer to answer.
  await page.context().addInitScript((probeMs) => {
    const wait = window.setTimeout
    const patient = (done: TimerHandler, ms?: number, ...rest: unknown[]) =>
      wait(done, ms === probeMs ? 20_000 : ms, ...rest)
    Object.assign(window, { setTimeout: patient })
  }, 1_200)
  await page
    .context()
    .route('https://www.google.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Clima</title><h1>Clima de hoy</h1>' }),
    )
}

export const neutralPage = (page: Page): Locator => page.getByRole('heading', { name: 'Clima de hoy' })

/** Inside the app, without loading it again. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * Inside the app, until the code of the screen is there: `main`, or a heading in it, takes the focus, or it is another one where the frame
 * around it changes, and nothing in it says that a screen is loading (app/src/app/layout/Stage.tsx).
 */
export async function enterPage(page: Page, path: string): Promise<void> {
  const { pathname, search } = new URL(page.url())
  if (pathname + search === path) return
  // A page that was opened just now may not be drawn yet.
  await page.locator('main').first().waitFor()
  await page.evaluate(() => {
    document.querySelector('main')!.setAttribute('data-left', '')
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  await goWithin(page, path)
  await page.locator('main:is(:focus-within, :not([data-left])):not(:has([data-coming]))').waitFor()
}

/** As the browser says when its window goes behind another one, or comes back. */
export async function setVisible(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}

/**
 * Counts what moves on the page after it was drawn, as the browser does (Layout Instability API): what she herself caused by a tap is none of it.
 * To be called before a page is opened.
 *
 * @returns one line for each thing that moved on the page that is open
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    type Rect = { x: number; y: number; width: number; height: number }
    type Shift = {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: Rect; currentRect: Rect }[]
    }
    // A word that came makes room for itself in its line: what is beside it goes a letter's breadth aside, counts 0.0000 to 0.0003, and no tap
    // misses it. A button that went down counts as little on a wide screen (0.0004 for 36 px), so the height at which it stands decides.
    const NOTICED = 0.001
    const isSidewaysAlone = (from: Rect, to: Rect) =>
      Math.abs(from.y - to.y) < 3 && Math.abs(from.y + from.height - to.y - to.height) < 3
    // A page that leads on: the frame of Home begins higher, and all that is in it is another page's.
    const opened = location.pathname
    const moved: string[] = []
    const say = ({ x, y, width, height }: Rect) =>
      `${Math.round(x)},${Math.round(y)} (${Math.round(width)} × ${Math.round(height)})`
    const nameOf = (node: Node | null) =>
      node?.textContent?.trim().slice(0, 60) || (node instanceof Element ? node.className.toString() : '')
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[])
        for (const { node, previousRect, currentRect } of hadRecentInput ? [] : sources) {
          if (value < NOTICED && isSidewaysAlone(previousRect, currentRect)) continue
          if (node instanceof Element && node.matches('main') && location.pathname !== opened) continue
          moved.push(
            `${location.pathname}: «${nameOf(node)}» ${say(previousRect)} → ${say(currentRect)}, ${value.toFixed(4)}`,
          )
        }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { moved })
  })
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}

/** The month in place of the week, where a calendar shows its week first. */
export const openMonth = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /, ver el mes$/ }).click()
