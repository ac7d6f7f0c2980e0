import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Attrs, MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Selection } from 'prosemirror-state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
} from 'prosemirror-tables'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** Something that the toolbar does: a button with its state, and its keys. */
export type Tool = {
  run: Command
  /** Whether what the cursor stands in is that already. */
  active?: (state: EditorState) => boolean
  /** Of the keyboard, as ProseMirror writes it. */
  keys?: string
}

function isIn(type: NodeType, attributes?: Attrs) {
  return ({ selection: { $from } }: EditorState): boolean => {
    for (let depth = $from.depth; depth > 0; depth--) {
      const node = $from.node(depth)
      if (node.type === type) return node.hasMarkup(type, { ...node.attrs, ...attributes })
    }
    return false
  }
}

const isMarked =
  (type: MarkType) =>
  ({ selection: { from, to, empty, $from }, storedMarks, doc }: EditorState): boolean =>
    empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type)

const mark = (type: MarkType, keys: string): Tool => ({ run: toggleMark(type), active: isMarked(type), keys })

/** A title, and once more a paragraph. */
function title(level: number): Tool {
  const active = isIn(nodes.heading!, { level })
  const run: Command = (state, dispatch) =>
    active(state)
      ? setBlockType(nodes.paragraph!)(state, dispatch)
      : setBlockType(nodes.heading!, { level })(state, dispatch)
  return { run, active, keys: `Mod-Alt-${level}` }
}

/** A list of this kind: made, turned into the other one, or taken away again. */
function list(type: NodeType, other: NodeType, keys: string): Tool {
  const active = isIn(type)
  const run: Command = (state, dispatch, view) => {
    if (active(state)) return liftListItem(nodes.list_item!)(state, dispatch, view)
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth--) {
      if ($from.node(depth).type !== other) continue
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), type))
      return true
    }
    return wrapInList(type)(state, dispatch)
  }
  return { run, active, keys }
}

const quoted = isIn(nodes.blockquote!)

const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false
  const cell = (type: NodeType) => type.createAndFill()!
  const row = (type: NodeType) => nodes.table_row!.create(null, [cell(type), cell(type)])
  const made = nodes.table!.create(null, [row(nodes.table_header!), row(nodes.table_cell!)])
  if (dispatch) {
    const tr = state.tr.replaceSelectionWith(made)
    // Into its first cell.
    const at = tr.mapping.map(state.selection.from, -1)
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView())
  }
  return true
}

const clearFormat: Command = (state, dispatch) => {
  const { from, to, empty } = state.selection
  if (empty) return false
  dispatch?.(state.tr.removeMark(from, to))
  return true
}

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break!.create()).scrollIntoView())
  return true
})

export const TOOLS = {
  title: title(2),
  subtitle: title(3),
  section: title(4),
  bold: mark(marks.strong!, 'Mod-b'),
  italic: mark(marks.em!, 'Mod-i'),
  bullets: list(nodes.bullet_list!, nodes.ordered_list!, 'Mod-Shift-8'),
  numbers: list(nodes.ordered_list!, nodes.bullet_list!, 'Mod-Shift-7'),
  inward: { run: sinkListItem(nodes.list_item!), keys: 'Mod-]' },
  outward: { run: liftListItem(nodes.list_item!), keys: 'Mod-[' },
  quote: {
    run: (state, dispatch) => (quoted(state) ? lift : wrapIn(nodes.blockquote!))(state, dispatch),
    active: quoted,
    keys: 'Mod-Shift-9',
  },
  table: { run: insertTable },
  clear: { run: clearFormat, keys: 'Mod-\\' },
  undo: { run: undo, keys: 'Mod-z' },
  redo: { run: redo, keys: 'Mod-y' },
} satisfies Record<string, Tool>

/** Offered where the cursor is in a table. */
export const TABLE_TOOLS = {
  addRow: { run: addRowAfter },
  addColumn: { run: addColumnAfter },
  removeRow: { run: deleteRow },
  removeColumn: { run: deleteColumn },
  removeTable: { run: deleteTable },
} satisfies Record<string, Tool>

export { isInTable }

/** Keys besides those of the tools. Tab leaves the text, as everywhere; in a table it goes to the next cell and leaves behind the last. */
export const KEYS: Record<string, Command> = {
  ...Object.fromEntries(
    Object.values<Tool>(TOOLS).flatMap(({ keys, run }) => (keys ? [[keys, run] as const] : [])),
  ),
  'Mod-Shift-z': redo,
  'Mod-Alt-0': setBlockType(nodes.paragraph!),
  Enter: splitListItem(nodes.list_item!),
  'Shift-Enter': lineBreak,
  Tab: goToNextCell(1),
  'Shift-Tab': goToNextCell(-1),
}

/** The link that the cursor stands in, or that what is chosen has; null where there is none. */
export function linkAt({ selection: { from, to, empty, $from }, doc }: EditorState): string | null {
  let href: string | null = null
  if (empty) href = marks.link!.isInSet($from.marks())?.attrs.href ?? null
  else
    doc.nodesBetween(from, to, (node) => {
      href ??= marks.link!.isInSet(node.marks)?.attrs.href ?? null
    })
  return href
}

/** From where to where that link goes; what is chosen where there is none. */
function linkRange({ selection, doc }: EditorState, href: string | null): { from: number; to: number } {
  if (!selection.empty || href === null) return selection
  const { $from } = selection
  let { from, to } = selection
  $from.parent.forEach((node, offset) => {
    const start = $from.start() + offset
    const end = start + node.nodeSize
    if (
      start <= selection.from &&
      end >= selection.from &&
      marks.link!.isInSet(node.marks)?.attrs.href === href
    ) {
      from = start
      to = end
    }
  })
  return doc.resolve(from).parent === $from.parent ? { from, to } : selection
}

/** Gives what is chosen a link, changes the one that the cursor stands in, or takes it away; where nothing is chosen the address is written too. */
export function setLink(href: string | null): Command {
  return (state, dispatch) => {
    const { from, to } = linkRange(state, linkAt(state))
    const { tr } = state
    if (href === null) tr.removeMark(from, to, marks.link!)
    else if (from === to)
      tr.insert(from, schema.text(href.replace(/^(mailto|tel):/, ''), [marks.link!.create({ href })]))
    else tr.removeMark(from, to, marks.link!).addMark(from, to, marks.link!.create({ href }))
    dispatch?.(tr.scrollIntoView())
    return true
  }
}
