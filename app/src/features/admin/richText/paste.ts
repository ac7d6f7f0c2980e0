import { type Element, type Tree, textOf } from './tree.ts'

/*
 * What word processors put on the clipboard, as plain HTML: Word writes its lists as paragraphs with a drawn bullet, Google Docs makes everything
 * bold that is not, and all of them say with styles what an element would say.
 */

const styleOf = ({ attributes }: Element) => attributes['data-style'] ?? attributes.style ?? ''

const styled = (element: Element, property: string): string =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(styleOf(element))?.[1]?.trim() ?? ''

const isBold = (weight: string) => /^bold/i.test(weight) || Number(weight) >= 600

/** Which elements a style stands for. */
function meant(element: Element): string[] {
  return [
    ...(isBold(styled(element, 'font-weight')) ? ['strong'] : []),
    ...(/^(italic|oblique)/i.test(styled(element, 'font-style')) ? ['em'] : []),
    ...(/underline/i.test(styled(element, 'text-decoration(?:-line)?')) ? ['u'] : []),
    ...(/line-through/i.test(styled(element, 'text-decoration(?:-line)?')) ? ['s'] : []),
    ...(/^(sub|super)$/i.test(styled(element, 'vertical-align'))
      ? [/^sub/i.test(styled(element, 'vertical-align')) ? 'sub' : 'sup']
      : []),
  ]
}

const make = (tag: string, children: readonly Tree[], attributes = {}): Element => ({
  tag,
  attributes,
  children,
})

/** Marks that say nothing where they stand: a title is bold, a link underlined, without them. */
const IDLE: Readonly<Record<string, RegExp>> = {
  h: /^(b|strong|u)$/,
  a: /^u$/,
}

/** What was pasted, without the habits of the program that wrote it. */
export function cleanPasted(trees: readonly Tree[]): Tree[] {
  return withLists(trees.flatMap((tree) => clean(tree)))
}

function clean(tree: Tree, idle?: RegExp): Tree[] {
  // Word spaces words apart with blanks that do not break.
  if (typeof tree === 'string') return [tree.replace(/\u00a0/g, ' ')]
  const { tag, attributes } = tree
  // Word's number or bullet of a list: read where the list is put together.
  if (/mso-list\s*:\s*ignore/i.test(styleOf(tree))) return [make('x-marker', [textOf(tree)])]
  if (tag === 'span' && /mso-hide|display\s*:\s*none/i.test(styleOf(tree))) return []
  const heading = /^h[1-6]$/.test(tag) || /\bMsoTitle\b/.test(attributes.class ?? '')
  const rest = heading ? IDLE.h : tag === 'a' ? IDLE.a : idle
  const children = withLists(tree.children.flatMap((child) => clean(child, rest)))
  if (heading) return [make(/^h/.test(tag) ? tag : 'h2', children, attributes)]
  if (rest?.test(tag)) return children
  // Google Docs puts everything into one bold element and takes the weight away by a style.
  if (/^(b|strong)$/.test(tag) && /^(normal|[1-5]00)$/i.test(styled(tree, 'font-weight'))) return children
  if (tag === 'a' && /^(#|file:)/i.test(attributes.href ?? '#')) return children
  if (/^(span|font|b|strong|i|em)$/.test(tag)) {
    const marks = meant(tree).filter((mark) => !rest?.test(mark))
    const inner = marks.reduce<readonly Tree[]>((inside, mark) => [make(mark, inside)], children)
    return /^(span|font)$/.test(tag) ? [...inner] : [make(tag, inner)]
  }
  // Word's own elements (`o:p`, `st1:place`) say nothing; their words stay.
  if (tag.includes(':')) return children
  return [make(tag, children, attributes)]
}

/** How deep an item of Word's lies; null for what is none. */
function levelOf(tree: Tree): number | null {
  if (typeof tree === 'string' || tree.tag !== 'p') return null
  const level = /level(\d)/i.exec(styled(tree, 'mso-list'))
  return level ? Number(level[1]) : null
}

type Item = { level: number; marker: string; children: Tree[] }

const isMarker = (tree: Tree): boolean => typeof tree !== 'string' && tree.tag === 'x-marker'

/** Whatever is around it: Word puts its marker into spans of its own. */
function itemOf(tree: Element, level: number): Item {
  let marker = ''
  const without = (trees: readonly Tree[]): Tree[] =>
    trees.flatMap((child): Tree[] => {
      if (isMarker(child)) {
        marker ||= textOf(child).trim()
        return []
      }
      return typeof child === 'string'
        ? [child]
        : [make(child.tag, without(child.children), child.attributes)]
    })
  const children = without(tree.children)
  return { level, marker, children }
}

/** «1.», «a)», «iv.»: a number; «·», «o», «§»: a bullet. */
const NUMBER = /^\(?(\d{1,4}|[a-z]{1,4})[.)]/i

/** Word's paragraphs with a bullet as lists, one in another as they were indented. */
function withLists(trees: readonly Tree[]): Tree[] {
  const found: Tree[] = []
  let run: Item[] = []
  const flush = () => {
    if (run.length > 0) found.push(...lists(run))
    run = []
  }
  for (const tree of trees) {
    const level = levelOf(tree)
    if (level !== null) run.push(itemOf(tree as Element, level))
    else if (typeof tree !== 'string' || tree.trim()) {
      flush()
      found.push(tree)
    } else if (run.length === 0) found.push(tree)
  }
  flush()
  return found
}

function lists(items: readonly Item[]): Element[] {
  const made: Element[] = []
  const depth = Math.min(...items.map(({ level }) => level))
  for (let at = 0; at < items.length; ) {
    const first = items[at]!
    const ordered = NUMBER.test(first.marker)
    const entries: Element[] = []
    while (at < items.length && (entries.length === 0 || NUMBER.test(items[at]!.marker) === ordered)) {
      const item = items[at++]!
      const deeper: Item[] = []
      while (at < items.length && items[at]!.level > depth) deeper.push(items[at++]!)
      entries.push(make('li', [...item.children, ...(deeper.length > 0 ? lists(deeper) : [])]))
    }
    const start = Number(NUMBER.exec(first.marker)?.[1])
    made.push(make(ordered ? 'ol' : 'ul', entries, ordered && start > 1 ? { start: String(start) } : {}))
  }
  return made
}

/** Words without any form, one paragraph for each line. */
export function fromPlain(text: string): Tree[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => make('p', [line]))
}
