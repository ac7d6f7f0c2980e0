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
import type { Command, EditorState } from 'prosemirror-state'
import { type KeyboardEvent, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { isInTable, linkAt, TABLE_TOOLS, TOOLS, type Tool } from './commands.ts'

/** How much room a text has: a page of its own, or one field of a form. */
export type TextSize = 'page' | 'part'

type Button = { label: string; icon: LucideIcon; tool: Tool | 'link' }

const BUTTONS: readonly Button[] = [
  { label: 'Título de sección', icon: Heading2, tool: TOOLS.title },
  { label: 'Subtítulo', icon: Heading3, tool: TOOLS.subtitle },
  { label: 'Apartado', icon: Heading4, tool: TOOLS.section },
  { label: 'Negrita', icon: Bold, tool: TOOLS.bold },
  { label: 'Cursiva', icon: Italic, tool: TOOLS.italic },
  { label: 'Lista', icon: List, tool: TOOLS.bullets },
  { label: 'Lista con números', icon: ListOrdered, tool: TOOLS.numbers },
  { label: 'Más adentro', icon: IndentIncrease, tool: TOOLS.inward },
  { label: 'Más afuera', icon: IndentDecrease, tool: TOOLS.outward },
  { label: 'Cita', icon: Quote, tool: TOOLS.quote },
  { label: 'Enlace', icon: Link, tool: 'link' },
  { label: 'Tabla', icon: Table, tool: TOOLS.table },
  { label: 'Quitar formato', icon: RemoveFormatting, tool: TOOLS.clear },
  { label: 'Deshacer', icon: Undo2, tool: TOOLS.undo },
  { label: 'Rehacer', icon: Redo2, tool: TOOLS.redo },
]

const OF_TABLES: readonly { label: string; tool: Tool }[] = [
  { label: 'Agregar fila', tool: TABLE_TOOLS.addRow },
  { label: 'Agregar columna', tool: TABLE_TOOLS.addColumn },
  { label: 'Quitar fila', tool: TABLE_TOOLS.removeRow },
  { label: 'Quitar columna', tool: TABLE_TOOLS.removeColumn },
  { label: 'Quitar tabla', tool: TABLE_TOOLS.removeTable },
]

const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** The keys of a tool, as they are written on hers. */
const keysOf = (tool: Tool | 'link') => {
  const keys = tool === 'link' ? 'Mod-k' : tool.keys
  return keys
    ?.replace('Mod', isMac ? '⌘' : 'Ctrl')
    .replace('Shift', isMac ? '⇧' : 'Mayús')
    .replaceAll('-', isMac ? '' : '+')
    .toUpperCase()
    .replace('CTRL', 'Ctrl')
    .replace('MAYÚS', 'Mayús')
    .replace('ALT', 'Alt')
}

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
  state: EditorState | null
  /** `part`: in a form with other fields, in a dialog. */
  size: TextSize
  onRun: (command: Command) => void
  onLink: () => void
}

/** One stop for the Tab key; the arrows go along it. */
export function FormatBar({ state, size, onRun, onLink }: FormatBarProps) {
  const [at, setAt] = useState(0)
  const buttons = size === 'part' ? BUTTONS.filter(({ label }) => IN_A_PART.has(label)) : BUTTONS
  const inTable = state !== null && isInTable(state)
  const count = buttons.length + (inTable ? OF_TABLES.length : 0)
  const current = Math.min(at, count - 1)

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + count) % count
    setAt(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }

  const button = (index: number, tool: Tool | 'link') => {
    const active = state !== null && (tool === 'link' ? linkAt(state) !== null : tool.active?.(state))
    const able = state !== null && (tool === 'link' || Boolean(active) || tool.run(state))
    const keys = keysOf(tool)
    return {
      type: 'button' as const,
      tabIndex: index === current ? 0 : -1,
      ...((tool === 'link' || tool.active) && { 'aria-pressed': Boolean(active) }),
      // Stays where the arrows find it.
      ...(!able && { 'aria-disabled': true }),
      ...(keys && {
        'aria-keyshortcuts': (tool === 'link' ? 'Mod-k' : tool.keys!)
          .replace('Mod', isMac ? 'Meta' : 'Control')
          .replace(/-(?=.)/g, '+'),
      }),
      // What is chosen in the text stays chosen.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onFocus: () => setAt(index),
      onClick: () => {
        if (tool === 'link') onLink()
        else if (able) onRun(tool.run)
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
      {buttons.map(({ label, icon: Icon, tool }, index) => {
        const keys = keysOf(tool)
        return (
          <button
            key={label}
            {...button(index, tool)}
            aria-label={label}
            title={keys ? `${label} (${keys})` : label}
            className={cx(
              'inline-grid size-11 place-items-center rounded-control text-tinta hover:bg-jacaranda-suave',
              'aria-pressed:bg-jacaranda-suave aria-pressed:text-jacaranda-texto aria-disabled:opacity-45 forced-colors:aria-pressed:border-2',
            )}
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        )
      })}
      {inTable &&
        OF_TABLES.map(({ label, tool }, index) => (
          <button
            key={label}
            {...button(buttons.length + index, tool)}
            className="min-h-11 rounded-control px-3 font-semibold text-jacaranda-texto text-sm hover:bg-jacaranda-suave aria-disabled:opacity-45"
          >
            {label}
          </button>
        ))}
    </div>
  )
}
