import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { trusted } from '../../lib/device/trusted-types.ts'

/** What a written text needs, and the attributes each may carry. Nothing else reaches the page. */
const ALLOWED: Record<string, readonly string[]> = {
  p: [],
  br: [],
  hr: [],
  h2: [],
  h3: [],
  h4: [],
  strong: [],
  b: [],
  em: [],
  i: [],
  u: [],
  s: [],
  small: [],
  sub: [],
  sup: [],
  blockquote: [],
  code: [],
  pre: [],
  ul: [],
  ol: ['start'],
  li: [],
  dl: [],
  dt: [],
  dd: [],
  a: ['href'],
  table: [],
  caption: [],
  thead: [],
  tbody: [],
  tfoot: [],
  tr: [],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
}

/** Elements that are removed with their content; of all others that are not allowed, the text stays. */
const DROPPED =
  'script,style,template,noscript,iframe,frame,object,embed,applet,svg,math,form,button,select,textarea,title,head,audio,video,canvas'

const REACT_NAMES: Record<string, string> = { colspan: 'colSpan', rowspan: 'rowSpan' }

/** Addresses that say where they lead: of another site with its scheme, of this one from its root or within the page. */
const ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i

/** The address if it is a link that runs nothing, else undefined. */
function safeHref(value: string): string | undefined {
  if (!ADDRESS.test(value)) return undefined
  try {
    const { origin } = new URL(value, location.origin)
    // A tab or an end of line behind the first `/` is left out by a browser, and the next one then names a host.
    return value.startsWith('/') && origin !== location.origin ? undefined : value
  } catch {
    return undefined
  }
}

function attributesOf(element: Element, names: readonly string[]): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const name of names) {
    const value = element.getAttribute(name)
    const safe = name === 'href' && value !== null ? safeHref(value) : value
    if (safe !== null && safe !== undefined) attributes[REACT_NAMES[name] ?? name] = safe
  }
  if (attributes.href) attributes.rel = 'noopener noreferrer'
  return attributes
}

/** On a phone each row of a table with titled columns becomes a card (app.css); roles keep what `display` would take away. */
const ROLES: Record<string, string> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
}

function titlesOf(table: Element): string[] {
  return [...table.querySelectorAll('thead tr:first-child > th')].map(({ textContent }) => textContent.trim())
}

/** What a part of such a table carries besides its own attributes. */
function cardProps(element: Element, tag: string, titles: readonly string[]): Record<string, string> {
  const role = titles.length > 1 ? ROLES[tag] : undefined
  if (!role) return {}
  if (tag === 'table') return { role, className: 'por-fila' }
  const column = tag === 'td' ? [...element.parentElement!.children].indexOf(element) : -1
  return { role, ...(titles[column] && { 'data-rotulo': titles[column] }) }
}

const TITLE = /^h([2-4])$/

/** Between whose parts HTML allows no text, not even the white space of its source. */
const TABLE_PARTS = ['table', 'thead', 'tbody', 'tfoot', 'tr']

function toReact(node: Node, key: number, from: number, outer: readonly string[] = []): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) {
    const between = TABLE_PARTS.includes(node.parentElement?.localName ?? '')
    return between && !node.textContent?.trim() ? null : node.textContent
  }
  if (!(node.nodeType === Node.ELEMENT_NODE)) return null
  const element = node as Element
  if (element.matches(DROPPED)) return null
  // The page has its own `<h1>`.
  const tag = element.localName === 'h1' ? 'h2' : element.localName
  const titles = tag === 'table' ? titlesOf(element) : outer
  const children = [...element.childNodes].map((child, index) => toReact(child, index, from, titles))
  const names = Object.hasOwn(ALLOWED, tag) ? ALLOWED[tag] : undefined
  if (!names) return <Fragment key={key}>{children}</Fragment>
  const made = createElement(
    tag.replace(TITLE, (_, level) => `h${Math.min(6, Number(level) - 2 + from)}`),
    { key, ...attributesOf(element, names), ...cardProps(element, tag, titles) },
    ...(children.length ? children : []),
  )
  if (tag !== 'table') return made
  return (
    <Scroller key={key} title={titleBefore(element)}>
      {made}
    </Scroller>
  )
}

/** The words of the title that something stands below. */
function titleBefore(element: Element): string | null {
  let before = element.previousElementSibling
  while (before && !TITLE.test(before.localName)) before = before.previousElementSibling
  return before?.textContent?.trim() || null
}

/** A table wider than a phone scrolls by itself, also by keyboard. */
function Scroller({ title, children }: { title: string | null; children: ReactNode }) {
  const label = title ? `Tabla: ${title}` : 'Tabla'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={label} tabIndex={0} className="-mx-4 overflow-x-auto px-4">
      {children}
    </section>
  )
}

/**
 * HTML written by somebody else, drawn as React elements from a list of what is allowed: it is parsed into a document
 * that runs and loads nothing, and only words, structure and safe links are taken from there.
 *
 * @param from level of its highest titles: one below that of what it is part of
 */
export function SafeHtml({ html, className, from = 2 }: { html: string; className?: string; from?: number }) {
  const content = useMemo(() => {
    const inert = new DOMParser().parseFromString(trusted.createHTML(html), 'text/html')
    return [...inert.body.childNodes].map((node, index) => toReact(node, index, from))
  }, [html, from])
  return <div className={className}>{content}</div>
}
