/*
 * What word processors put on the clipboard: Word writes its lists as paragraphs with a drawn bullet, and all of them say with styles what an
 * element would say. Tiptap reads the styles; here is what it does not know.
 */

const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''

/** Changes what was pasted into what it means. */
export function cleanPasted(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) {
    const style = styleOf(element)
    if (element.matches('span') && /mso-hide|display\s*:\s*none/i.test(style)) element.remove()
    // By script the page's policy allows it, and this document is never shown.
    else element.style.cssText = style
  }
  for (const title of body.querySelectorAll('p.MsoTitle')) {
    const made = document.createElement('h1')
    made.append(...title.childNodes)
    title.replaceWith(made)
  }
  // Marks that say nothing where they stand: a title is bold, a link underlined, without them.
  for (const idle of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) :is(b, strong, u), a u'))
    idle.replaceWith(...idle.childNodes)
  for (const element of body.querySelectorAll<HTMLElement>(':is(h1, h2, h3, h4, h5, h6, a) [data-style]')) {
    element.style.textDecoration = ''
    if (!element.closest('a')) element.style.fontWeight = ''
  }
  for (const link of body.querySelectorAll('a[href^="#"], a[href^="file:" i]'))
    link.replaceWith(...link.childNodes)
  makeLists(body)
  // Word spaces words apart with blanks that do not break.
  const words = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (words.nextNode()) words.currentNode.nodeValue = words.currentNode.nodeValue!.replace(/\u00a0/g, ' ')
}

/** «1.», «a)», «iv.»: a number; «·», «o», «§»: a bullet. */
const NUMBER = /^\(?(\d{1,4}|[a-z]{1,4})[.)]/i

/** Word's paragraphs with a bullet as lists, one in another as they were indented. */
function makeLists(body: HTMLElement): void {
  let open: { level: number; list: Element }[] = []
  for (const item of body.querySelectorAll('p[data-style*="mso-list"]')) {
    const level = Number(/mso-list\s*:[^;]*level(\d)/i.exec(styleOf(item))?.[1])
    if (!level) continue
    const drawn = [...item.querySelectorAll('[data-style]')].find((one) =>
      /mso-list\s*:\s*ignore/i.test(styleOf(one)),
    )
    const number = NUMBER.exec(drawn?.textContent.trim() ?? '')
    drawn?.remove()
    const tag = number ? 'ol' : 'ul'
    if (item.previousElementSibling !== open[0]?.list) open = []
    open = open.filter(
      (outer) => outer.level < level || (outer.level === level && outer.list.localName === tag),
    )
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(tag)
      if (Number(number?.[1]) > 1) list.setAttribute('start', number![1]!)
      const around = open.at(-1)?.list.lastElementChild
      if (around) around.append(list)
      else item.before(list)
      open.push({ level, list })
    }
    const made = document.createElement('li')
    made.append(...item.childNodes)
    open.at(-1)!.list.append(made)
    item.remove()
  }
}
