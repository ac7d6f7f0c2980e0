import { useId, useState } from 'react'
import { cx } from '../../components/cx.ts'
import { readable } from '../../lib/text/readable.ts'

/** From this many characters on, or lines, a text is folded. */
const LONG = 420
const MANY_LINES = 8

/** What somebody wrote: folded where it is long, and never more than text. */
export function Texto({ children }: { children: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const text = readable(children)
  const long = text.length > LONG || text.split('\n').length > MANY_LINES
  return (
    <div className="grid justify-items-start gap-1">
      <p
        id={id}
        dir="auto"
        className={cx(
          'w-full whitespace-pre-line leading-relaxed wrap-anywhere [unicode-bidi:isolate]',
          long && !open && 'line-clamp-6',
        )}
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-mx-2 min-h-11 rounded-control px-2 font-semibold text-jacaranda-texto"
        >
          {open ? 'Mostrar menos' : 'Leer completa'}
        </button>
      )}
    </div>
  )
}
