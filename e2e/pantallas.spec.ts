import { findClashes } from '../scripts/lib/geometry.mjs'
import { SALA, screens } from '../scripts/lib/screens.mjs'
import { expect, test } from './fixtures.ts'
import { paced } from './pace.ts'
import { makeSala } from './sala.ts'

/** Every room of hers and every page of a visitor's. */
const { member: MEMBER, visitor: VISITOR } = screens()

const LOOKS = [
  { width: 320, height: 568, letters: 100 },
  { width: 320, height: 256, letters: 100 },
  { width: 360, height: 740, letters: 130 },
  { width: 360, height: 740, letters: 150 },
  { width: 360, height: 740, letters: 200 },
  { width: 1280, height: 800, letters: 200 },
]

for (const { width, height, letters } of LOOKS) {
  test(`nothing is cut, sticks out or lies over a control, and the assistant is over nothing: ${width} by ${height}, letters of ${letters} %`, {
    tag: '@long',
  }, async ({ page, admin, makeMember, signIn }) => {
    test.setTimeout(300_000)
    const sala = await makeSala(admin)
    await page.setViewportSize({ width, height })
    await page.addInitScript((percent) => {
      const enlarge = () => document.documentElement?.style.setProperty('font-size', `${percent}%`)
      enlarge()
      new MutationObserver(enlarge).observe(document, { childList: true })
    }, letters)
    const found: Record<string, string[]> = {}
    const lookAt = async (who: string, path: string) => {
      await page.goto(path.replace(SALA, sala.id))
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // What comes in the meantime moves what is below it.
      let clashes: string[] = []
      await expect(async () => {
        clashes = await findClashes(page, { focus: letters === 200 })
        expect(clashes).toEqual([])
      })
        .toPass({ timeout: paced(5_000) })
        .catch(() => {})
      // One that fails does not hide what the next ones do.
      if (clashes.length > 0) found[`${who} ${path}`] = clashes
    }
    for (const path of VISITOR) await lookAt('visitor', path)
    await signIn(page, await makeMember({ username: 'Guadalupe Hernández-Covarrubia' }))
    for (const path of MEMBER) await lookAt('member', path)
    expect(found).toEqual({})
  })
}

/*
 * With colours of her own (forced colours) no background is drawn but the system's: what only a background sets off needs an edge, and what is
 * chosen has to look another way than what is not.
 */
test('with colours of her own every button has an edge, and what is chosen is seen', {
  tag: '@long',
}, async ({ page, admin, makeMember, signIn }) => {
  test.setTimeout(300_000)
  const sala = await makeSala(admin)
  const found: Record<string, string[]> = {}
  const lookAt = async (who: string, path: string) => {
    await page.emulateMedia({ forcedColors: 'none' })
    await page.goto(path.replace(SALA, sala.id))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(markFilled)
    await page.emulateMedia({ forcedColors: 'active' })
    const missing = await page.evaluate(findEdgeless)
    if (missing.length > 0) found[`${who} ${path}`] = missing
  }
  for (const path of VISITOR) await lookAt('visitor', path)
  await signIn(page, await makeMember())
  for (const path of MEMBER) await lookAt('member', path)
  expect(found).toEqual({})
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
  const looks = (element: Element) =>
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
    if (others.some((one) => one.children.length === chosen.children.length && looks(one) === looks(chosen)))
      found.push(`chosen, and looks as the others: ${nameOf(chosen)}`)
  }
  return found
}
