import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

const nodes: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', toDOM: () => ['p', 0] },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    // The page has its own `<h1>`.
    attrs: { level: { default: 2 } },
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  bullet_list: { content: 'list_item+', group: 'block', toDOM: () => ['ul', 0] },
  ordered_list: {
    content: 'list_item+',
    group: 'block',
    attrs: { order: { default: 1 } },
    toDOM: ({ attrs }) => (attrs.order === 1 ? ['ol', 0] : ['ol', { start: attrs.order }, 0]),
  },
  list_item: { content: 'paragraph block*', defining: true, toDOM: () => ['li', 0] },
  blockquote: { content: 'block+', group: 'block', defining: true, toDOM: () => ['blockquote', 0] },
  horizontal_rule: { group: 'block', toDOM: () => ['hr'] },
  ...tableNodes({
    tableGroup: 'block',
    cellContent: '(paragraph | bullet_list | ordered_list)+',
    cellAttributes: {},
  }),
  text: { group: 'inline' },
  hard_break: { inline: true, group: 'inline', selectable: false, toDOM: () => ['br'] },
}

/** From the outside in, as they are written. */
const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: {} },
    inclusive: false,
    // No address: a press in the text puts the cursor there and leads nowhere.
    toDOM: ({ attrs }) => ['a', { title: attrs.href, class: 'underline' }, 0],
  },
  strong: { toDOM: () => ['strong', 0] },
  em: { toDOM: () => ['em', 0] },
  u: { toDOM: () => ['u', 0] },
  s: { toDOM: () => ['s', 0] },
  small: { toDOM: () => ['small', 0] },
  sub: { excludes: 'sup', toDOM: () => ['sub', 0] },
  sup: { excludes: 'sub', toDOM: () => ['sup', 0] },
  code: { toDOM: () => ['code', 0] },
}

/** What a long text of the house is made of: what `interno.html_limpio` keeps. */
export const schema = new Schema({ nodes, marks })
