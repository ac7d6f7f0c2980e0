import { goToNextCell } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useRef } from 'react'
import { cx } from '../../../components/cx.ts'
import { controlClass, useFieldProps } from '../../../components/form/Field.tsx'
import { extensions } from './extensions.ts'
import { FormatBar, type TextSize } from './FormatBar.tsx'
import { fromClipboard, toContent, toHtml } from './html.ts'
import type { AskedLink } from './LinkDialog.tsx'

type RichTextProps = {
  /** What is read to who cannot see the label above it. */
  label: string
  size?: TextSize
  /** HTML of anybody: what a long text may hold is shown, of anything else its words; without an element it is words alone. */
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
  /** What it was given or gave last: anything else is somebody else's, and replaces what is written. */
  const known = useRef(value)
  const attributes = useTextAttributes(label, size, readOnly)
  const editorProps = useMemo(() => ({ attributes, handleDOMEvents }), [attributes])
  const editor = useEditor({
    extensions,
    content: useMemo(() => toContent(known.current), []),
    editable: !readOnly,
    editorProps,
    // Neither a style sheet, which the page's policy refuses, nor signs that become titles and lists.
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    // The buttons say what the cursor stands in.
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor }) => {
      known.current = toHtml(editor.state.doc)
      onChange(known.current)
    },
  })

  useEffect(() => {
    if (value === known.current) return
    known.current = value
    editor.chain().setMeta('addToHistory', false).setContent(toContent(value), { emitUpdate: false }).run()
  }, [editor, value])

  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])

  const askLink = () => {
    if (readOnly) return
    onLink({
      href: editor.getAttributes('link').href ?? null,
      set: (href) => {
        const { empty, from } = editor.state.selection
        const chain = editor.chain()
        if (href === null) chain.unsetMark('link', { extendEmptyMarkRange: true })
        else if (!empty) chain.setMark('link', { href })
        else if (editor.isActive('link'))
          chain.extendMarkRange('link').setMark('link', { href }).setTextSelection(from)
        else {
          const text = href.replace(/^(mailto|tel):/, '')
          chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
        }
        chain.focus().run()
      },
    })
  }

  return (
    <div className="grid min-w-0 grid-cols-1">
      <FormatBar editor={editor} size={size} readOnly={readOnly} onLink={askLink} />
      <EditorContent
        editor={editor}
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
  '[&_.selectedCell]:bg-jacaranda-suave [&_em]:italic!',
)

const heights = { page: 'max-h-[70dvh] min-h-72', part: 'max-h-[45dvh] min-h-32' }

function useTextAttributes(label: string, size: TextSize, readOnly: boolean): Record<string, string> {
  const field = useFieldProps()
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, 'aria-required': required } = field
  return useMemo(
    () => ({
      ...(id && { id }),
      ...(describedBy && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(required && { 'aria-required': 'true' }),
      ...(readOnly && { 'aria-readonly': 'true' }),
      'aria-multiline': 'true',
      'aria-label': label,
      spellcheck: 'true',
      class: cx(look, heights[size]),
    }),
    [id, describedBy, invalid, required, readOnly, label, size],
  )
}

const handleDOMEvents = {
  // Tab leaves the text, as everywhere; in a table it goes to the next cell and leaves behind the last.
  keydown: (view: EditorView, event: KeyboardEvent) => {
    if (event.key !== 'Tab') return false
    if (goToNextCell(event.shiftKey ? -1 : 1)(view.state, view.dispatch)) event.preventDefault()
    return true
  },
  // Before ProseMirror's own, which would read the clipboard with a Trusted Types policy that the page does not allow.
  paste: (view: EditorView, event: ClipboardEvent) => insert(view, event, event.clipboardData),
  drop: (view: EditorView, event: DragEvent) => !view.dragging && insert(view, event, event.dataTransfer),
}

/** Puts in what came by the clipboard or was dropped, cleaned; files and pictures are left where they are. */
function insert(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  event.preventDefault()
  if (!view.editable || !data) return true
  const doc = fromClipboard(data.getData('text/html'), data.getData('text/plain'), view.state.schema)
  if (doc.childCount === 1 && doc.firstChild!.content.size === 0) return true
  // Its first and last paragraph go on where the cursor stands; what is a list or a table stays one.
  const inside = (block = doc.firstChild) => (block?.isTextblock ? 1 : 0)
  const slice = doc.slice(inside(), doc.content.size - inside(doc.lastChild))
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
  return true
}
