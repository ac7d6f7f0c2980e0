import type { ChainedCommands, Editor } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  Heading4,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  RemoveFormatting,
  Table,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { cx } from '../../../components/cx.ts'

/** How much room a text has: a page of its own, or one field of a form. */
export type TextSize = 'page' | 'part'

/** Something that the bar does. */
type Tool = {
  label: string
  run: (chain: ChainedCommands) => ChainedCommands
  /** Whether what the cursor stands in is that already. */
  active?: (editor: Editor) => boolean
  /** Where it says more than whether `run` would do anything. */
  able?: (editor: Editor) => boolean
  /** Of the keyboard, as ProseMirror writes it. */
  keys?: string
}

type IconTool = Tool & { icon: LucideIcon }

const title = (label: string, icon: LucideIcon, level: 2 | 3 | 4): IconTool => ({
  label,
  icon,
  run: (chain) => chain.toggleHeading({ level }),
  active: (editor) => editor.isActive('heading', { level }),
  keys: `Mod-Alt-${level}`,
})

const LINK = 'Enlace'

const TOOLS: readonly IconTool[] = [
  title('Título de sección', Heading2, 2),
  title('Subtítulo', Heading3, 3),
  title('Apartado', Heading4, 4),
  {
    label: 'Negrita',
    icon: Bold,
    run: (chain) => chain.toggleBold(),
    active: (editor) => editor.isActive('bold'),
    keys: 'Mod-b',
  },
  {
    label: 'Cursiva',
    icon: Italic,
    run: (chain) => chain.toggleItalic(),
    active: (editor) => editor.isActive('italic'),
    keys: 'Mod-i',
  },
  {
    label: 'Lista',
    icon: List,
    run: (chain) => chain.toggleBulletList(),
    active: (editor) => editor.isActive('bulletList'),
    keys: 'Mod-Shift-8',
  },
  {
    label: 'Lista con números',
    icon: ListOrdered,
    run: (chain) => chain.toggleOrderedList(),
    active: (editor) => editor.isActive('orderedList'),
    keys: 'Mod-Shift-7',
  },
  {
    label: 'Más adentro',
    icon: IndentIncrease,
    run: (chain) => chain.sinkListItem('listItem'),
    keys: 'Mod-]',
  },
  {
    label: 'Más afuera',
    icon: IndentDecrease,
    run: (chain) => chain.liftListItem('listItem'),
    keys: 'Mod-[',
  },
  {
    label: 'Cita',
    icon: Quote,
    run: (chain) => chain.toggleBlockquote(),
    active: (editor) => editor.isActive('blockquote'),
    keys: 'Mod-Shift-9',
  },
  // Asks for the address first.
  {
    label: LINK,
    icon: Link,
    run: (chain) => chain,
    active: (editor) => editor.isActive('link'),
    able: () => true,
    keys: 'Mod-k',
  },
  {
    label: 'Tabla',
    icon: Table,
    run: (chain) => chain.insertTable({ rows: 2, cols: 2 }),
    able: (editor) => !editor.isActive('table'),
  },
  {
    label: 'Quitar formato',
    icon: RemoveFormatting,
    run: (chain) => chain.unsetAllMarks(),
    able: (editor) => !editor.state.selection.empty,
    keys: 'Mod-\\',
  },
  { label: 'Deshacer', icon: Undo2, run: (chain) => chain.undo(), keys: 'Mod-z' },
  { label: 'Rehacer', icon: Redo2, run: (chain) => chain.redo(), keys: 'Mod-y' },
]

const OF_TABLES: readonly Tool[] = [
  { label: 'Agregar fila', run: (chain) => chain.addRowAfter() },
  { label: 'Agregar columna', run: (chain) => chain.addColumnAfter() },
  { label: 'Quitar fila', run: (chain) => chain.deleteRow() },
  { label: 'Quitar columna', run: (chain) => chain.deleteColumn() },
  { label: 'Quitar tabla', run: (chain) => chain.deleteTable() },
]

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** The keys of a tool, as they are written on hers. */
const written = (keys: string) =>
  keys
    .replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('Shift', isMac ? '⇧' : 'Mayús')
    .replaceAll('-', isMac ? '' : '+')
    .toUpperCase()
    .replace('CTRL', 'Ctrl')
    .replace('MAYÚS', 'Mayús')
    .replace('ALT', 'Alt')

/** Of a text that is part of something: the page it stands in has the titles. */
const IN_A_PART = new Set([
  'Apartado',
  'Negrita',
  'Cursiva',
  'Lista',
  'Lista con números',
  'Cita',
  'Enlace',
  'Quitar formato',
  'Deshacer',
  'Rehacer',
])

type FormatBarProps = {
  editor: Editor
  /** `part`: in a form with other fields, in a dialog. */
  size: TextSize
  readOnly: boolean
  onLink: () => void
}

/** One stop for the Tab key; the arrows go along it. */
export function FormatBar({ editor, size, readOnly, onLink }: FormatBarProps) {
  const [at, setAt] = useState(0)
  const tools = size === 'part' ? TOOLS.filter(({ label }) => IN_A_PART.has(label)) : TOOLS
  const ofTables = editor.isActive('table') ? OF_TABLES : []
  const count = tools.length + ofTables.length
  const current = Math.min(at, count - 1)

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + count) % count
    setAt(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  const button = (index: number, { label, run, active, able, keys }: Tool) => {
    const isActive = active?.(editor)
    const isAble = isActive || (able ? able(editor) : run(editor.can().chain()).run())
    return {
      type: 'button' as const,
      tabIndex: index === current ? 0 : -1,
      ...(active && { 'aria-pressed': isActive }),
      // Stays where the arrows find it.
      ...(!isAble && { 'aria-disabled': true }),
      ...(keys && {
        'aria-keyshortcuts': keys.replace('Mod', isMac ? 'Meta' : 'Control').replace(/-(?=.)/g, '+'),
      }),
      // What is chosen in the text stays chosen.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onFocus: () => setAt(index),
      onClick: () => {
        if (label === LINK) onLink()
        else if (isAble && !readOnly) run(editor.chain().focus()).run()
      },
    }
  }

  return (
    <div
      role="toolbar"
      aria-label="Formato del texto"
      onKeyDown={move}
      className={cx(
        'flex flex-wrap gap-0.5 rounded-t-control border-2 border-linea-fuerte/70 border-b-0 bg-superficie p-1',
        size === 'page' && 'sticky top-(--cabeza) z-1 baja:static',
      )}
    >
      {tools.map((tool, index) => (
        <button
          key={tool.label}
          {...button(index, tool)}
          aria-label={tool.label}
          title={tool.keys ? `${tool.label} (${written(tool.keys)})` : tool.label}
          className={cx(
            'inline-grid size-11 place-items-center rounded-control text-tinta hover:bg-jacaranda-suave',
            'aria-pressed:bg-jacaranda-suave aria-pressed:text-jacaranda-texto aria-disabled:opacity-45 forced-colors:aria-pressed:border-2',
          )}
        >
          <tool.icon aria-hidden="true" className="size-5" />
        </button>
      ))}
      {ofTables.map((tool, index) => (
        <button
          key={tool.label}
          {...button(tools.length + index, tool)}
          className="min-h-11 rounded-control px-3 font-semibold text-jacaranda-texto text-sm hover:bg-jacaranda-suave aria-disabled:opacity-45"
        >
          {tool.label}
        </button>
      ))}
    </div>
  )
}
