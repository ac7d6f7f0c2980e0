import { baseKeymap } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { Slice } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { controlClass, useFieldProps } from '../../../ui/Field.tsx'
import { KEYS, linkAt, setLink } from './commands.ts'
import { FormatBar, type TextSize } from './FormatBar.tsx'
import type { AskedLink } from './LinkDialog.tsx'
import { parseHtml } from './parse.ts'
import { cleanPasted, fromPlain } from './paste.ts'
import { toDoc } from './read.ts'
import { schema } from './schema.ts'

import { toHtml } from './write.ts'

type RichTextProps = {
  /** What is read to who cannot see the label above it. */
  label: string
  size?: TextSize
  /** HTML, of whoever: what a long text of the house may hold is shown, of anything else its words; without an element it is words alone. */
  value: string
  /** Given HTML in the form in which the database keeps it. */
  onChange: (html: string) => void
  /** It is being sent: what she would write now would not be in it. */
  readOnly?: boolean
  /** Asks where a link leads, with `LinkDialog`: a form of its own, which cannot stand in this one. */
  onLink: (asked: AskedLink) => void
}

/** A long text with titles, lists, links and tables, written as it will be read. Inside a Field. */
export function RichText({ label, size = 'page', value, onChange, readOnly = false, onLink }: RichTextProps) {
  const { state, view, mount } = useEditor(value, onChange, label, size, readOnly)
  const askLink = () =>
    state &&
    !readOnly &&
    onLink({
      href: linkAt(state),
      set: (href) => {
        const open = view.current
        if (!open) return
        setLink(href)(open.state, open.dispatch)
        // The dialog gives the focus back first.
        requestAnimationFrame(() => open.focus())
      },
    })

  return (
    <div className="grid min-w-0 grid-cols-1">
      <FormatBar
        state={state}
        size={size}
        onLink={askLink}
        onRun={(command) => {
          const open = view.current
          if (!open || readOnly) return
          command(open.state, open.dispatch, open)
          open.focus()
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the text inside, which bubble. */}
      <div
        ref={mount}
        className="min-w-0"
        onKeyDown={(event) => {
          if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
            event.preventDefault()
            askLink()
          }
        }}
      />
    </div>
  )
}

const look = cx(
  controlClass,
  'texto block! overflow-y-auto whitespace-break-spaces wrap-anywhere rounded-t-none leading-relaxed *:not-first:mt-4',
  '[&_table]:min-w-0! [&_td]:border [&_td]:border-linea [&_td]:p-2 [&_th]:border [&_th]:border-linea [&_th]:bg-jacaranda-suave [&_th]:p-2',
  '[&_.selectedCell]:bg-jacaranda-suave [&_.ProseMirror-gapcursor]:block [&_em]:italic!',
)

const heights = { page: 'max-h-[70dvh] min-h-72', part: 'max-h-[45dvh] min-h-32' }

function useEditor(
  value: string,
  onChange: (html: string) => void,
  label: string,
  size: TextSize,
  readOnly: boolean,
) {
  const view = useRef<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  /** What it was given or gave last: anything else is somebody else's, and replaces what is written. */
  const known = useRef(value)
  const field = useFieldProps()
  const attributes: Record<string, string> = {
    ...(field.id && { id: field.id }),
    ...(field['aria-describedby'] && { 'aria-describedby': field['aria-describedby'] }),
    ...(field['aria-invalid'] && { 'aria-invalid': 'true' }),
    ...(field['aria-required'] && { 'aria-required': 'true' }),
    ...(readOnly && { 'aria-readonly': 'true' }),
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    spellcheck: 'true',
    class: cx(look, heights[size]),
  }
  const latest = useRef({ onChange, attributes, readOnly })
  latest.current = { onChange, attributes, readOnly }

  const mount = useCallback((place: HTMLElement | null) => {
    if (!place) return
    const made = new EditorView(place, {
      state: begin(known.current),
      attributes: () => latest.current.attributes,
      editable: () => !latest.current.readOnly,
      dispatchTransaction(transaction) {
        const next = made.state.apply(transaction)
        made.updateState(next)
        setState(next)
        if (!transaction.docChanged) return
        known.current = toHtml(next.doc)
        latest.current.onChange(known.current)
      },
      // Before ProseMirror's own, which would read the clipboard with a policy of its own that ours does not allow.
      handleDOMEvents: {
        paste: (editor, event) => insert(editor, event, event.clipboardData),
        drop: (editor, event) => (editor.dragging ? false : insert(editor, event, event.dataTransfer)),
      },
    })
    view.current = made
    setState(made.state)
    return () => {
      view.current = null
      made.destroy()
    }
  }, [])

  useEffect(() => {
    if (value === known.current) return
    known.current = value
    const next = begin(value)
    view.current?.updateState(next)
    setState(next)
  }, [value])

  // The attributes are asked for when it is drawn anew.
  const said = JSON.stringify(attributes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they have changed.
  useEffect(() => view.current?.setProps({}), [said])

  return { state, view, mount }
}

/** As `interno.texto_con_forma` asks. */
const HAS_ELEMENT = /<\/?[a-z][^<>]*>/i

const begin = (html: string) =>
  EditorState.create({
    schema,
    doc: toDoc(HAS_ELEMENT.test(html) ? parseHtml(html) : fromPlain(html)),
    plugins: [history(), keymap(KEYS), keymap(baseKeymap), tableEditing()],
  })

/** Puts in what came by the clipboard or was dropped, cleaned; files and pictures are left where they are. */
function insert(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  event.preventDefault()
  if (!view.editable) return true
  const html = data?.getData('text/html') ?? ''
  const plain = data?.getData('text/plain') ?? ''
  const trees = html.trim() ? cleanPasted(parseHtml(html)) : fromPlain(plain)
  const { content } = toDoc(trees)
  if (content.childCount === 1 && content.firstChild!.content.size === 0) return true
  // Its first and last paragraph go on where the cursor stands; what is a list or a table stays one.
  const open = (block = content.firstChild) => (block?.isTextblock ? 1 : 0)
  view.dispatch(
    view.state.tr
      .replaceSelection(new Slice(content, open(), open(content.lastChild)))
      .scrollIntoView()
      .setMeta('paste', true),
  )
  return true
}
