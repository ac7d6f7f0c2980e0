import type { Page } from '@playwright/test'
import { SALA, screens } from '../../tools/lib/screens.ts'
import { expect, test } from '../fixtures.ts'
import { findClashes } from '../geometry.ts'
import { paced } from '../pace.ts'
import { expectAccessibleInBothThemes, REFUSED_LIVE } from '../pages/app.ts'
import { makeSala } from '../sala.ts'

test.use({ expectedErrors: [REFUSED_LIVE] })

/** By every axe rule in both themes, and by its own size: with the letters of a phone, and twice as large. */
async function check(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectAccessibleInBothThemes(page).catch((failure: Error) => found.push(failure.message))
  for (const letters of ['100%', '200%']) {
    const planted =
      letters === '200%' &&
      (await page.addInitScript(() => {
        const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%')
        enlarge()
        new MutationObserver(enlarge).observe(document, { childList: true })
      }))
    if (planted) {
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await planted.dispose()
    }
    let clashes: string[] = []
    // What comes in the meantime moves what is below it.
    await expect(async () => {
      clashes = await findClashes(page, { focus: false })
      expect(clashes).toEqual([])
    })
      .toPass({ timeout: paced(5_000) })
      .catch(() => {})
    found.push(...clashes.map((clash) => `${letters}: ${clash}`))
  }
  await page.evaluate(markFilled)
  await page.emulateMedia({ forcedColors: 'active' })
  found.push(...(await page.evaluate(findEdgeless)))
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/** One that fails does not hide what the next ones do. */
async function checkAll(page: Page, paths: string[]): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const path of paths) {
    const found = await check(page, path)
    if (found.length > 0) all[path] = found
  }
  return all
}

test('the pages of visitors have no fault of accessibility, larger letters hide nothing, and forced colours show every button', async ({
  page,
}) => {
  test.setTimeout(300_000)
  expect(await checkAll(page, screens().visitor)).toEqual({})
  for (const [colorScheme, colour] of [
    ['dark', 'rgb(23, 15, 36)'],
    ['light', 'rgb(252, 248, 243)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/login')
    await expect(page.locator('html')).toHaveCSS('background-color', colour)
  }
})

test('the same holds on the screens of a member', async ({ page, admin, makeMember, signIn }) => {
  test.setTimeout(600_000)
  const sala = await makeSala(admin)
  await signIn(page, await makeMember({ username: 'Guadalupe Hernández-Covarrubia' }))
  expect(
    await checkAll(
      page,
      screens().member.map((path) => path.replace(SALA, sala.id)),
    ),
  ).toEqual({})
})

/** Notes on each control whether its own background sets it off from what is behind it. */
function markFilled(): void {
  const isClear = (colour: string) => /^rgba\(.*, 0\)$|transparent|\/ 0\)$/.test(colour)
  const behind = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at)
      if (backgroundImage !== 'none') return backgroundImage
      if (!isClear(backgroundColor)) return backgroundColor
    }
    return ''
  }
  for (const control of document.querySelectorAll<HTMLElement>('a[href], button, summary, [role=switch]')) {
    const { backgroundColor, backgroundImage } = getComputedStyle(control)
    const own =
      backgroundImage !== 'none' ? backgroundImage : isClear(backgroundColor) ? null : backgroundColor
    if (own && own !== behind(control.parentElement)) control.dataset.filled = ''
  }
}

/** @returns what was set off by its background alone, and what is chosen and looks as what is not */
function findEdgeless(): string[] {
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} «${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}»`
  const hasEdge = (element: Element) => {
    const { borderBottomWidth, borderBottomStyle, outlineStyle, outlineWidth } = getComputedStyle(element)
    return (
      (borderBottomStyle !== 'none' && borderBottomWidth !== '0px') ||
      (outlineStyle !== 'none' && outlineWidth !== '0px')
    )
  }
  const styleOf = (element: Element) =>
    [element, ...element.querySelectorAll('*')]
      .map((one) => {
        const {
          backgroundColor,
          color,
          borderBottomWidth,
          borderBottomColor,
          outlineStyle,
          textDecorationLine,
        } = getComputedStyle(one)
        return [
          backgroundColor,
          color,
          borderBottomWidth,
          borderBottomColor,
          outlineStyle,
          textDecorationLine,
        ].join()
      })
      .join(' ')
  const found: string[] = []
  for (const control of document.querySelectorAll('[data-filled]'))
    if (isSeen(control) && !hasEdge(control)) found.push(`no edge: ${nameOf(control)}`)
  const CHOSEN = ['aria-pressed', 'aria-selected', 'aria-current', 'aria-checked']
  for (const chosen of document.querySelectorAll(
    CHOSEN.map((name) => `[${name}]:not([${name}=false])`).join(),
  )) {
    if (!isSeen(chosen)) continue
    const kind = CHOSEN.find((name) => chosen.hasAttribute(name))!
    const others = [
      ...(chosen.closest('ul, ol, table, [role=group], [role=grid], nav')?.querySelectorAll(chosen.tagName) ??
        []),
    ].filter((one) => one !== chosen && isSeen(one) && (one.getAttribute(kind) ?? 'false') === 'false')
    if (
      others.some((one) => one.children.length === chosen.children.length && styleOf(one) === styleOf(chosen))
    )
      found.push(`chosen, and looks as the others: ${nameOf(chosen)}`)
  }
  return found
}
