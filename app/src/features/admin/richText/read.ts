import type { Mark, Node } from 'prosemirror-model'
import { isLink } from './link.ts'
import { schema } from './schema.ts'
import { type Element, type Tree, textOf } from './tree.ts'

const { nodes, marks } = schema

/** What stands on a line of its own. Every other element is within one. */
const BLOCKS = new Set(
  'p div section article header footer main aside address figure figcaption center details summary h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre hr table caption thead tbody tfoot tr th td'.split(
    ' ',
  ),
)

const MARKS: Readonly<Record<string, keyof typeof marks>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
  small: 'small',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
}

/** As the browser shows them: a run of these is one. A blank that does not break is no such blank. */
const BLANKS = /[ \t\r\n\f]+/g

const isBlock = (tree: Tree): boolean =>
  typeof tree !== 'string' && (BLOCKS.has(tree.tag) || tree.children.some(isBlock))

/** A tree of HTML as a document of the editor: what is allowed in a long text stays, of everything else the words. */
export function toDoc(trees: readonly Tree[]): Node {
  const blocks = blocksOf(trees, [])
  return nodes.doc!.create(null, blocks.length > 0 ? blocks : nodes.paragraph!.create())
}

function blocksOf(trees: readonly Tree[], outer: readonly Mark[]): Node[] {
  const found: Node[] = []
  let line: Tree[] = []
  const flush = () => {
    const inline = lineOf(line, outer)
    if (inline.length > 0) found.push(nodes.paragraph!.create(null, inline))
    line = []
  }
  for (const tree of trees) {
    if (!isBlock(tree)) {
      line.push(tree)
      continue
    }
    flush()
    found.push(...blockOf(tree as Element, outer))
  }
  flush()
  return found
}

function blockOf(element: Element, outer: readonly Mark[]): Node[] {
  const { tag, children } = element
  const filled = (blocks: Node[]) => (blocks.length > 0 ? blocks : [nodes.paragraph!.create()])
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const inline = lineOf(children, outer)
      const level = Math.min(4, Math.max(2, Number(tag[1])))
      return inline.length > 0 ? [nodes.heading!.create({ level }, inline)] : []
    }
    case 'ul':
    case 'ol': {
      const items = itemsOf(children, outer)
      if (items.length === 0) return []
      const order = Number(element.attributes.start ?? 1)
      return tag === 'ul'
        ? [nodes.bullet_list!.create(null, items)]
        : [nodes.ordered_list!.create({ order: order > 0 && order < 10_000 ? order : 1 }, items)]
    }
    case 'li':
      return [nodes.bullet_list!.create(null, itemsOf([element], outer))]
    case 'blockquote':
      return [nodes.blockquote!.create(null, filled(blocksOf(children, outer)))]
    case 'hr':
      return [nodes.horizontal_rule!.create()]
    case 'pre': {
      const lines = textOf(element)
        .replace(/^\n|\n$/g, '')
        .split(/\r?\n/)
      const inline = lines.flatMap((text, at) => [
        ...(at > 0 ? [nodes.hard_break!.create()] : []),
        ...(text ? [schema.text(text, [...outer])] : []),
      ])
      return inline.length > 0 ? [nodes.paragraph!.create(null, inline)] : []
    }
    case 'table':
      return tableOf(element, outer)
    case 'dt':
      return blocksOf(children, marks.strong!.create().addToSet(outer))
    default: {
      const mark = markOf(element)
      return blocksOf(children, mark ? mark.addToSet(outer) : outer)
    }
  }
}

/** Items of a list; a list that lies beside its items, as word processors write it, is the last one's. */
function itemsOf(trees: readonly Tree[], outer: readonly Mark[]): Node[] {
  const items: Node[][] = []
  for (const tree of trees) {
    if (typeof tree === 'string' && !tree.trim()) continue
    const isItem = typeof tree !== 'string' && tree.tag === 'li'
    const blocks = isItem ? blocksOf(tree.children, outer) : blocksOf([tree], outer)
    const last = items.at(-1)
    if (!isItem && last) last.push(...blocks)
    else if (blocks.length > 0) items.push(blocks)
  }
  return items.map((blocks) =>
    nodes.list_item!.create(
      null,
      blocks[0]?.type === nodes.paragraph ? blocks : [nodes.paragraph!.create(), ...blocks],
    ),
  )
}

const elementsOf = (element: Element, tag: RegExp): Element[] =>
  element.children.filter((child): child is Element => typeof child !== 'string' && tag.test(child.tag))

function tableOf(table: Element, outer: readonly Mark[]): Node[] {
  const rows = [
    ...elementsOf(table, /^(thead|tbody|tfoot)$/).flatMap((part) => elementsOf(part, /^tr$/)),
    ...elementsOf(table, /^tr$/),
  ]
  const made = rows
    .map((row) => elementsOf(row, /^t[hd]$/).map((cell) => cellOf(cell, outer)))
    .filter((cells) => cells.length > 0)
  const caption = elementsOf(table, /^caption$/).flatMap(({ children }) =>
    blocksOf(children, marks.strong!.create().addToSet(outer)),
  )
  if (made.length === 0) return caption
  return [
    ...caption,
    nodes.table!.create(
      null,
      made.map((cells) => nodes.table_row!.create(null, cells)),
    ),
  ]
}

const span = (value: string | undefined) => Math.min(99, Math.max(1, Math.trunc(Number(value)) || 1))

function cellOf(cell: Element, outer: readonly Mark[]): Node {
  const blocks = blocksOf(cell.children, outer).flatMap(withoutBlocks)
  const type = cell.tag === 'th' ? nodes.table_header! : nodes.table_cell!
  const { colspan, rowspan } = cell.attributes
  return type.create(
    { colspan: span(colspan), rowspan: span(rowspan) },
    blocks.length > 0 ? blocks : nodes.paragraph!.create(),
  )
}

/** What a cell holds: paragraphs and lists; of anything else its paragraphs. */
function withoutBlocks(block: Node): Node[] {
  const { type } = block
  if (type === nodes.paragraph || type === nodes.bullet_list || type === nodes.ordered_list) return [block]
  if (type === nodes.heading) return [nodes.paragraph!.create(null, block.content)]
  return block.children.flatMap(withoutBlocks)
}

function markOf({ tag, attributes }: Element): Mark | null {
  if (tag === 'a') {
    const href = attributes.href?.trim() ?? ''
    return isLink(href) ? marks.link!.create({ href }) : null
  }
  const name = MARKS[tag]
  return name ? marks[name]!.create() : null
}

/** What stands in one line: blanks as the browser shows them, none at its ends. */
function lineOf(trees: readonly Tree[], outer: readonly Mark[]): Node[] {
  const found: Node[] = []
  const put = (tree: Tree, set: readonly Mark[]): void => {
    if (typeof tree !== 'string') {
      if (tree.tag === 'br') found.push(nodes.hard_break!.create())
      else {
        const mark = markOf(tree)
        for (const child of tree.children) put(child, mark ? mark.addToSet(set) : set)
      }
      return
    }
    const last = found.at(-1)
    const opens = !last || last.type === nodes.hard_break || /[ ]$/.test(last.text ?? '')
    const text = tree.replace(BLANKS, ' ')
    const kept = opens ? text.replace(/^ /, '') : text
    if (kept) found.push(schema.text(kept, [...set]))
  }
  for (const tree of trees) put(tree, outer)
  return trimmed(found)
}

function trimmed(line: Node[]): Node[] {
  const last = line.at(-1)
  if (!last) return line
  if (last.type === nodes.hard_break) return trimmed(line.slice(0, -1))
  const text = last.text!.replace(/ $/, '')
  if (text === last.text) return line
  return text ? [...line.slice(0, -1), schema.text(text, last.marks)] : trimmed(line.slice(0, -1))
}
