import {
  DOMSerializer,
  type Node as Document,
  DOMParser as DocumentParser,
  type Schema,
} from '@tiptap/pm/model'
import { getSchema, type JSONContent } from '@tiptap/react'
import { trusted } from '../../../lib/device/trusted-types.ts'
import { extensions } from './extensions.ts'
import { cleanPasted } from './word.ts'

const schema = getSchema(extensions)

/** As `interno.texto_con_forma` asks. */
const HAS_ELEMENT = /<\/?[a-z][^<>]*>/i

/** A browser would apply an attribute `style`, which the page's policy refuses with a message. `word.ts` reads the other one. */
const STYLED = /(<[a-z][^<>]*?\s)style(?=\s*=)/gi
const SHEETS = /<style\b[\s\S]*?<\/style\s*>/gi

/** Removed with everything in it. */
const DROPPED =
  'script,style,template,noscript,iframe,frame,object,embed,applet,svg,math,form,button,select,textarea,title,head,audio,video,canvas'

/** Elements that the editor does not know, as what it makes of them. Of any other it keeps the words. */
const MEANT: Readonly<Record<string, string>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  dt: 'p',
  caption: 'p',
  main: 'div',
  nav: 'div',
  center: 'div',
  details: 'div',
  summary: 'div',
}

const NOT_IN_CELLS = 'h1, h2, h3, h4, h5, h6, blockquote, hr, table, thead, tbody, tfoot, tr, td, th'

function rename(element: Element, tag: string): Element {
  const made = document.createElement(tag)
  made.append(...element.childNodes)
  element.replaceWith(made)
  return made
}

/** What is stored, as the content of an editor; without an element it is words alone. */
export const toContent = (value: string): JSONContent =>
  (HAS_ELEMENT.test(value) ? fromHtml(value, schema) : fromPlain(value, schema)).toJSON()

/** What came by the clipboard or was dropped, without the habits of the program that wrote it. */
export function fromClipboard(html: string, plain: string, of: Schema): Document {
  return html.trim() ? fromHtml(html, of, cleanPasted) : fromPlain(plain, of)
}

/** HTML of anybody: read in a document that runs and loads nothing. */
function fromHtml(html: string, of: Schema, clean?: (body: HTMLElement) => void): Document {
  const quiet = html.replace(SHEETS, '').replace(STYLED, '$1data-style')
  const { body } = new DOMParser().parseFromString(trusted.createHTML(quiet), 'text/html')
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  clean?.(body)
  for (const caption of body.querySelectorAll('caption')) caption.closest('table')?.before(caption)
  // Of tables, a cell holds paragraphs and lists; of anything else its words.
  for (const element of body.querySelectorAll(`:is(td, th) :is(${NOT_IN_CELLS})`)) rename(element, 'div')
  for (const element of body.querySelectorAll(Object.keys(MEANT).join())) {
    const made = rename(element, MEANT[element.localName]!)
    if (!element.matches('dt, caption')) continue
    const strong = document.createElement('strong')
    strong.append(...made.childNodes)
    made.append(strong)
  }
  for (const pre of body.querySelectorAll('pre')) {
    const made = document.createElement('p')
    for (const [at, line] of pre.textContent
      .replace(/^\n|\n$/g, '')
      .split(/\r?\n/)
      .entries())
      made.append(...(at > 0 ? [document.createElement('br')] : []), line)
    pre.replaceWith(made)
  }
  // At the end of a line it shows nothing.
  for (const line of body.querySelectorAll('p, h2, h3, h4, li, td, th')) {
    let last = line.lastChild
    while (last?.nodeName === 'BR' || (last?.nodeType === Node.TEXT_NODE && !last.nodeValue!.trim())) {
      last.remove()
      last = line.lastChild
    }
  }
  return DocumentParser.fromSchema(of).parse(body)
}

/** Words without any form: a paragraph for each line. */
function fromPlain(text: string, of: Schema): Document {
  const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || [])
  const paragraphs = lines.map((line) => of.node('paragraph', null, of.text(line)))
  return of.node('doc', null, paragraphs.length > 0 ? paragraphs : of.node('paragraph'))
}

const KEPT = new Set(['href', 'start', 'colspan', 'rowspan', 'scope'])

/** A document of the editor as HTML, in the one form in which the database keeps it (`interno.html_limpio`). Empty where nothing is written. */
export function toHtml(doc: Document): string {
  const box = document.createElement('div')
  box.append(DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content))
  for (const table of box.querySelectorAll('table')) titleColumns(table)
  const spread: Element[] = [...box.querySelectorAll('ul, ol, blockquote, table, tbody')]
  for (const element of box.querySelectorAll('li, td, th')) {
    const [first, ...rest] = element.children
    // One paragraph of an item or of a cell needs no element of its own; neither does the first before a list in it.
    if (first?.matches('p') && rest.every((one) => one.matches('ul, ol'))) {
      first.replaceWith(...first.childNodes)
      for (const list of rest) list.before('\n')
    } else spread.push(element)
  }
  for (const block of box.querySelectorAll('p, h2, h3, h4')) if (!block.textContent.trim()) block.remove()
  for (const element of spread) {
    for (const child of [...element.children]) child.before('\n')
    element.append('\n')
  }
  for (const block of [...box.children].slice(1)) block.before('\n')
  for (const element of box.querySelectorAll('*'))
    for (const { name } of [...element.attributes]) if (!KEPT.has(name)) element.removeAttribute(name)
  return box.innerHTML.replaceAll('&nbsp;', '\u00a0')
}

/** A first row of titles alone names the columns: on a phone each row is shown as a card with them. */
function titleColumns(table: HTMLTableElement): void {
  for (const header of table.querySelectorAll('th')) header.scope = 'row'
  const [first, second] = table.querySelectorAll('tr')
  if (!first || !second || first.querySelector('td')) return
  for (const header of first.children) header.setAttribute('scope', 'col')
  const head = document.createElement('thead')
  head.append(first)
  table.prepend(head)
}
