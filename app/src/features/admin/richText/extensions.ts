import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Extension, Mark } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { isLink } from './link.ts'

/** An element within a line, and the style that word processors write in its place. */
const inline = (name: string, tags: readonly string[], style?: { name: string; value: RegExp }) =>
  Mark.create({
    name,
    excludes: '',
    parseHTML: () => [
      ...tags.map((tag) => ({ tag })),
      ...(style
        ? [
            {
              style: style.name,
              consuming: false,
              getAttrs: (value: string) => (style.value.test(value) ? null : (false as const)),
            },
          ]
        : []),
    ],
    renderHTML: () => [name, 0],
  })

/** An own one: Tiptap's keeps window, relation and class too, and in the text it leads away. */
const Link = Mark.create({
  name: 'link',
  // The outermost.
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = element.getAttribute('href')!.trim()
        return isLink(href) ? { href } : false
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  // While it is written it has no address: a press puts the cursor there and leads nowhere.
  addMarkView:
    () =>
    ({ mark }) => {
      const dom = document.createElement('a')
      dom.title = mark.attrs.href
      dom.className = 'underline'
      return { dom }
    },
})

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: HTMLElement) =>
    Math.min(99, Math.max(1, Math.trunc(Number(cell.getAttribute(name))) || 1)),
  renderHTML: ({ [name]: count }: Record<string, number>) => (count! > 1 ? { [name]: count } : {}),
})

const cell = {
  content: '(paragraph | bulletList | orderedList)+',
  addAttributes: () => ({
    colspan: span('colspan'),
    rowspan: span('rowspan'),
    // Asked for by what edits tables.
    colwidth: { default: null, rendered: false },
  }),
}

/** Keys besides Tiptap's own. */
const Keys = Extension.create({
  name: 'keys',
  addKeyboardShortcuts() {
    const { commands } = this.editor
    return {
      'Mod-Shift-9': () => commands.toggleBlockquote(),
      'Mod-]': () => commands.sinkListItem('listItem'),
      'Mod-[': () => commands.liftListItem('listItem'),
      'Mod-\\': () => commands.unsetAllMarks(),
    }
  },
})

/** What a long text is made of: what the database keeps of it (`interno.html_limpio`). */
export const extensions = [
  StarterKit.configure({
    // The page has its own `<h1>`.
    heading: { levels: [2, 3, 4] },
    link: false,
    code: false,
    codeBlock: false,
    strike: false,
    dropcursor: false,
    gapcursor: false,
    listKeymap: false,
    trailingNode: false,
  }),
  Link,
  inline('s', ['s', 'strike', 'del'], { name: 'text-decoration', value: /line-through/i }),
  inline('small', ['small']),
  inline('sub', ['sub'], { name: 'vertical-align', value: /^sub/i }).extend({ excludes: 'sup' }),
  inline('sup', ['sup'], { name: 'vertical-align', value: /^super/i }).extend({ excludes: 'sub' }),
  inline('code', ['code']),
  // Without Tiptap's inline style, which the page's policy refuses.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }).configure({ View: null }),
  TableRow,
  TableCell.extend(cell),
  TableHeader.extend(cell),
  Keys,
]
