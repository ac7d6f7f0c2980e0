import type { Mark, Node } from 'prosemirror-model'
import { schema } from './schema.ts'

const { nodes } = schema

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))

const attribute = (text: string) => escaped(text).replace(/"/g, '&quot;')

/** A document of the editor as HTML, in the one form in which the database keeps it (`interno.html_limpio`). Empty where nothing is written. */
export function toHtml(doc: Node): string {
  return blocks(doc)
}

const isEmpty = (block: Node): boolean =>
  block.type === nodes.paragraph || block.type === nodes.heading ? block.textContent.trim() === '' : false

const blocks = (parent: Node): string =>
  parent.children
    .filter((block) => !isEmpty(block))
    .map(block)
    .join('\n')

function block(node: Node): string {
  switch (node.type) {
    case nodes.heading:
      return `<h${node.attrs.level}>${line(node)}</h${node.attrs.level}>`
    case nodes.bullet_list:
      return `<ul>\n${node.children.map(item).join('\n')}\n</ul>`
    case nodes.ordered_list:
      return `<ol${node.attrs.order === 1 ? '' : ` start="${node.attrs.order}"`}>\n${node.children.map(item).join('\n')}\n</ol>`
    case nodes.blockquote:
      return `<blockquote>\n${blocks(node)}\n</blockquote>`
    case nodes.horizontal_rule:
      return '<hr>'
    case nodes.table:
      return table(node)
    default:
      return `<p>${line(node)}</p>`
  }
}

/** One paragraph of an item or of a cell needs no element of its own; neither does the first before a list in it. */
function within(node: Node): string {
  const [first, ...rest] = node.children
  const lists = rest.every(({ type }) => type === nodes.bullet_list || type === nodes.ordered_list)
  if (!first || first.type !== nodes.paragraph || !lists) return `\n${blocks(node)}\n`
  return [line(first), ...rest.map(block)].join('\n')
}

const item = (node: Node) => `<li>${within(node)}</li>`

/** A first row of titles alone names the columns: on a phone each row is shown as a card with them. */
function table(node: Node): string {
  const [first, ...rest] = node.children
  const titles =
    first && rest.length > 0 && first.children.every(({ type }) => type === nodes.table_header) ? first : null
  const body = titles ? rest : node.children
  return [
    '<table>',
    ...(titles ? [`<thead>${row(titles, 'col')}</thead>`] : []),
    '<tbody>',
    ...body.map((part) => row(part, 'row')),
    '</tbody>',
    '</table>',
  ].join('\n')
}

const row = (node: Node, scope: 'col' | 'row') =>
  `<tr>${node.children.map((cell) => tableCell(cell, scope)).join('')}</tr>`

function tableCell(node: Node, scope: 'col' | 'row'): string {
  const header = node.type === nodes.table_header
  const { colspan, rowspan } = node.attrs
  const extra = [
    colspan > 1 && ` colspan="${colspan}"`,
    rowspan > 1 && ` rowspan="${rowspan}"`,
    header && ` scope="${scope}"`,
  ]
  const name = header ? 'th' : 'td'
  return `<${name}${extra.filter(Boolean).join('')}>${within(node)}</${name}>`
}

/** Words with their marks, from the outside in; what goes on over several words is opened once. */
function line(parent: Node): string {
  let html = ''
  let open: Mark[] = []
  const close = (upTo: number) => {
    for (const mark of open.slice(upTo).reverse()) html += `</${tagOf(mark)}>`
    open = open.slice(0, upTo)
  }
  for (const node of parent.children) {
    let same = 0
    while (same < open.length && same < node.marks.length && open[same]!.eq(node.marks[same]!)) same++
    close(same)
    for (const mark of node.marks.slice(same)) {
      html += mark.type.name === 'link' ? `<a href="${attribute(mark.attrs.href)}">` : `<${tagOf(mark)}>`
      open.push(mark)
    }
    html += node.type === nodes.hard_break ? '<br>' : escaped(node.text ?? '')
  }
  close(0)
  return html
}

const tagOf = (mark: Mark) => (mark.type.name === 'link' ? 'a' : mark.type.name)
