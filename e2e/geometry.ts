import type { Page } from '@playwright/test'
/**
 * What is wrong with how a page is laid out, by the boxes that the browser drew: nothing sticks out sideways, no letters are cut or
 * written over each other, no ordinary word is broken in its middle, nothing lies over a control, the assistant floats over nothing but its own strip, and what the
 * keyboard reaches is in sight and has a drawn focus.
 *
 * Looks at the topmost dialog where one is open, else at the whole page from its top to its end.
 * @param options `focus`: goes through everything that the keyboard reaches, which moves the focus
 * @returns a line each; none where all is well
 */
export async function findClashes(page: Page, { focus = true }: { focus?: boolean } = {}): Promise<string[]> {
  // What gets the focus from code looks as after a key only once a key was pressed.
  if (focus) await page.keyboard.press('Tab')
  return page.evaluate(inPage, { focus })
}

/** Runs in the page, and so knows nothing of this file. */
function inPage({ focus }: { focus: boolean }): string[] {
  /** Pixels that rounding and hinting may take. */
  const SLACK = 2
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=switch], [role=radio], [role=slider]'
  const root = document.documentElement
  interface Box {
    left: number
    right: number
    top: number
    bottom: number
  }

  const found: string[] = []
  const say = (text: string) => {
    if (!found.includes(text)) found.push(text)
  }
  const layer = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const width = root.clientWidth
  const height = root.clientHeight
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  scrollTo(0, 0)

  // ── sideways
  for (const box of [root, layer]) {
    const excess = box.scrollWidth - (box === root ? window.innerWidth : box.clientWidth)
    // A fraction of a letter is counted as a whole pixel.
    if (excess > 1) say(`${excess} px stick out sideways`)
  }

  const nameOf = (element: Element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replaceAll(/\s+/g, ' ')
    return `${element.tagName.toLowerCase()} «${words.slice(0, 40)}»`
  }
  /** Announced, and not drawn. */
  const isSpoken = (element: Element) => {
    for (let at = element as Element | null; at && at !== layer; at = at.parentElement) {
      const { width: w, height: h } = at.getBoundingClientRect()
      const { position, clipPath } = getComputedStyle(at)
      if (position === 'absolute' && (w <= 1 || h <= 1 || clipPath === 'inset(50%)')) return true
    }
    return false
  }
  const isDrawn = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isSpoken(element)

  /** What holds it back from scrolling with the page: the bars. Things in two of them meet only while one scrolls under the other. */
  const barOf = (element: Element) => {
    for (let at = element as Element | null; at && at !== layer; at = at.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at
    }
    return null
  }

  const cut = (a: Box, b: Box) => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isEmpty = (box: Box, slack = 0) => box.right - box.left <= slack || box.bottom - box.top <= slack

  /** @returns as far as what scrolls within the page shows it, and what cuts it off for good */
  const sightOf = (element: Element, whole: Box, isText = false): { seen: Box; cutBy: Element | null } => {
    let seen = whole
    let cutBy = null
    let fixed = false
    for (let at = element as Element | null; at && at !== layer && at !== root; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (!fixed && (isText || at !== element)) {
        const clips = [style.overflowX, style.overflowY]
        if (clips.some((clip) => clip !== 'visible')) {
          const box = at.getBoundingClientRect()
          const scrolls = clips.some((clip) => clip === 'auto' || clip === 'scroll')
          const rest = cut(seen, box)
          const sideways = seen.left < box.left - SLACK || seen.right > box.right + SLACK
          const upwards = seen.top < box.top - SLACK || seen.bottom > box.bottom + SLACK
          if (!scrolls && (sideways || upwards)) cutBy ??= at
          seen = rest
        }
      }
      fixed ||= style.position === 'fixed'
    }
    return { seen, cutBy }
  }

  // ── letters
  const words: { box: Box; text: string; owner: Element; bar: Element | null }[] = []
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  // With larger letters there is a word that no narrow line can hold.
  const breaks = getComputedStyle(root).fontSize === '16px'
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const owner = node.parentElement
    const text = node.textContent?.trim()
    if (
      !owner ||
      !text ||
      owner.closest('svg, script, style, noscript, option, [data-corto]') ||
      !isDrawn(owner)
    )
      continue
    // An address is no words, though chance may make some in it.
    const whole = breaks && !text.includes('://') && getComputedStyle(owner).hyphens !== 'auto'
    for (const { 0: word, index } of whole ? node.data.matchAll(/(?<!\p{L})\p{L}{4,15}(?!\p{L})/gu) : []) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const [first, ...rest] = [...range.getClientRects()].filter((box) => !isEmpty(box))
      if (first && rest.some(({ top }) => top >= first.bottom - SLACK)) say(`broken in its middle: «${word}»`)
    }
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (isEmpty(box)) continue
      // The line of a font is higher than its letters.
      const inset = (box.bottom - box.top) / 5
      const letters = { left: box.left, right: box.right, top: box.top + inset, bottom: box.bottom - inset }
      const { seen, cutBy } = sightOf(owner, letters, true)
      if (cutBy && !owner.closest('[aria-expanded=false]')) say(`cut: «${text.slice(0, 40)}»`)
      if (isEmpty(seen)) continue
      if (seen.left < -SLACK || seen.right > width + SLACK) say(`out of sight: «${text.slice(0, 40)}»`)
      words.push({ box: seen, text: text.slice(0, 30), owner, bar: barOf(owner) })
    }
  }
  for (const [index, one] of words.entries()) {
    for (const other of words.slice(index + 1)) {
      if (one.owner === other.owner || one.bar !== other.bar) continue
      if (!isEmpty(cut(one.box, other.box), SLACK)) say(`over each other: «${one.text}» and «${other.text}»`)
    }
  }
  const pen = document.createElement('canvas').getContext('2d')
  for (const field of layer.querySelectorAll('select, input[placeholder], textarea[placeholder]')) {
    if (!pen || !isDrawn(field)) continue
    const style = getComputedStyle(field)
    const text =
      (field instanceof HTMLSelectElement
        ? field.selectedOptions[0]?.text
        : field.getAttribute('placeholder')) ?? ''
    const room =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (field instanceof HTMLTextAreaElement) {
      // What asks for her words breaks into lines, and is not scrolled to: as high as all of them, or cut.
      const lines = field.ownerDocument.createElement('div')
      lines.textContent = text
      lines.style.cssText = `position:absolute;visibility:hidden;white-space:pre-wrap;overflow-wrap:break-word;width:${room}px;font:${style.font};letter-spacing:${style.letterSpacing}`
      layer.append(lines)
      const needs = lines.scrollHeight
      lines.remove()
      const high =
        field.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom)
      if (!field.value && needs > high + SLACK) say(`cut: «${text.slice(0, 40)}» in its field`)
      continue
    }
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    if (pen.measureText(text).width > room + SLACK) say(`cut: «${text}» in its field`)
  }

  // ── controls
  const controls = [...layer.querySelectorAll(CONTROLS)]
    .filter((control) => isDrawn(control) && getComputedStyle(control).pointerEvents !== 'none')
    .map((control) => ({
      control,
      box: sightOf(control, control.getBoundingClientRect()).seen,
      bar: barOf(control),
    }))
    .filter(({ box }) => !isEmpty(box, SLACK))
  for (const [index, one] of controls.entries()) {
    if (one.box.left < -SLACK || one.box.right > width + SLACK) say(`out of sight: ${nameOf(one.control)}`)
    for (const other of controls.slice(index + 1)) {
      if (one.bar !== other.bar || one.control.contains(other.control) || other.control.contains(one.control))
        continue
      const both = cut(one.box, other.box)
      if (isEmpty(both, SLACK) || isInPadding(one.control, both) || isInPadding(other.control, both)) continue
      say(`over each other: ${nameOf(one.control)} and ${nameOf(other.control)}`)
    }
    for (const { box, owner, text, bar } of words) {
      if (bar !== one.bar || one.control.contains(owner) || owner.contains(one.control)) continue
      // Its own label may be a part of what is pressed.
      const label = owner.closest('label')
      if (label && (label.contains(one.control) || label.htmlFor === one.control.id)) continue
      if (!isEmpty(cut(one.box, box), SLACK)) say(`«${text}» over ${nameOf(one.control)}`)
    }
  }
  /** The eye of a password field, say, which lies where the field keeps room for it. */
  function isInPadding(field: Element, both: Box) {
    if (!field.matches('input, select, textarea')) return false
    const box = field.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(field)
    return (
      both.right <= box.left + Number.parseFloat(paddingLeft) + SLACK ||
      both.left >= box.right - Number.parseFloat(paddingRight) - SLACK
    )
  }

  // ── bars
  const bars = new Set([...controls, ...words].map(({ bar }) => bar))
  const staying = [...bars]
    .filter(
      (bar) =>
        bar !== null && isDrawn(bar) && !bar.closest('[role=region][aria-label^=Avisos], a[href^="#"]'),
    )
    .map((bar) => bar as Element)
    .filter((bar) => getComputedStyle(bar).position === 'fixed' || bar.matches('header'))
  const broad = staying.map((bar) => bar.getBoundingClientRect()).filter((box) => box.width > width * 0.9)
  const kept = broad.reduce((sum, box) => sum + box.height, 0)
  if (layer === document.body && kept > 0 && height - kept < Math.min(200, height / 3))
    say(`bars leave ${Math.round(height - kept)} px of ${height}`)
  for (const [index, one] of staying.entries()) {
    for (const other of staying.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      if (!isEmpty(cut(one.getBoundingClientRect(), other.getBoundingClientRect()), SLACK))
        say(`bars over each other: ${nameOf(one)} and ${nameOf(other)}`)
    }
  }

  // ── a notice
  const notice = layer.querySelector('[role=region][aria-label^=Avisos] li')?.getBoundingClientRect()
  if (notice) {
    for (const free of layer.querySelectorAll('button')) {
      if (!/^(Salir rápido|Botón de pánico)/.test(free.textContent ?? '')) continue
      const box = free.getBoundingClientRect()
      if (isDrawn(free) && !isEmpty(box) && !isEmpty(cut(box, notice), SLACK))
        say(`a notice over ${nameOf(free)}`)
    }
  }

  // ── the assistant, which floats: at the end of the page nothing ends under it
  const assistant =
    layer === document.body &&
    [...document.querySelectorAll('button[aria-label^="Abrir chat con"]')].find(
      (button) => getComputedStyle(button).position === 'fixed' && !isEmpty(button.getBoundingClientRect()),
    )
  if (assistant) {
    const own = assistant.getBoundingClientRect()
    const limit = root.scrollHeight - (height - own.top)
    for (const { box, bar, ...what } of [...controls, ...words]) {
      if (bar || box.right <= own.left || box.left >= own.right || box.bottom <= limit + SLACK) continue
      say(`ends under the assistant: ${'text' in what ? `«${what.text}»` : nameOf(what.control)}`)
    }
  }

  // ── the keyboard
  if (focus) {
    const keeps = (bar: string) => Number.parseFloat(getComputedStyle(root).getPropertyValue(bar)) || 0
    const inDialog = layer !== document.body
    const free = {
      left: 0,
      right: width,
      top: inDialog ? 0 : keeps('--cabeza') + keeps('--avisos') + keeps('--urgencias'),
      bottom: inDialog ? height : height - keeps('--abajo'),
    }
    for (const { control, bar } of controls) {
      if (!(control instanceof HTMLElement) || control.tabIndex < 0 || control.matches(':disabled')) continue
      control.focus()
      if (document.activeElement !== control) continue
      // Around the whole card where that is its label, or opens as a whole.
      const hasRing = [control, control.closest('label'), control.closest('li')].some((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one ?? control)
        return outlineStyle !== 'none' && outlineWidth !== '0px'
      })
      if (!control.matches(':focus-visible') || !hasRing) say(`no focus drawn: ${nameOf(control)}`)
      if (bar) continue
      const box = sightOf(control, control.getBoundingClientRect()).seen
      // Of a text of several lines, a browser brings the one that is written on into sight; what is left of it between the bars is looked at.
      const tall = control.matches('textarea') || box.bottom - box.top > free.bottom - free.top
      const part = tall ? cut(box, free) : box
      const [x, y] = [(box.left + box.right) / 2, Math.min(part.bottom - 3, (part.top + part.bottom) / 2)]
      if (part.bottom - part.top < Math.min(24, box.bottom - box.top)) {
        say(`focus out of sight: ${nameOf(control)}`)
        continue
      }
      const hit = document.elementFromPoint(x, y)
      // A notice goes by itself; what it must keep off is looked at above.
      if (hit?.closest('[data-radix-collection-item], [role=region][aria-label^=Avisos]')) continue
      if (
        !hit ||
        !(control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control))
      )
        say(`focus out of sight: ${nameOf(control)}${hit ? ` under ${nameOf(hit)}` : ''}`)
    }
    scrollTo(0, 0)
    // What is asked next sees it as it opened, not with a field half under the dialog's own head.
    layer.scrollTo(0, 0)
  }
  return found
}
