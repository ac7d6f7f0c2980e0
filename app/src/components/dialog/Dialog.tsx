import { X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { QuickExit } from '../button/QuickExit.tsx'
import { cx } from '../cx.ts'
import { AroundForm } from '../form/Form.tsx'
import { useModal } from './capas.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  /** What it shows is gone once it closes: only its own buttons close it, not Escape, a press outside or a cross. */
  deliberate?: boolean
  title: ReactNode
  description?: ReactNode
  /** Further buttons beside «Salir rápido». */
  actions?: ReactNode
  /**
   * `panel`: narrow, 60 % of the screen high, in the corner of a wide one; its second row takes the remaining
   * height.
   */
  shape?: 'sheet' | 'panel'
  children: ReactNode
}

const shapes = {
  sheet: { place: 'md:grid-rows-[1fr_auto_1fr]', box: 'max-w-lg' },
  panel: {
    place: 'md:justify-items-end',
    box: 'h-[60dvh] max-w-sm scroll-pt-20 grid-rows-[auto_auto_1fr] overflow-y-auto',
  },
}

/**
 * The browser's own modal dialog: it keeps focus inside, gives it back on closing, and closes with Escape or a press
 * outside, unless something was typed in it: then it asks first. Escape takes a toast away before. Rises from below on phones. Quick exit and the cross stay
 * on screen however long it is, since everything outside is inert.
 */
export function Dialog({
  open,
  onClose,
  deliberate = false,
  title,
  description,
  actions,
  shape = 'sheet',
  children,
}: DialogProps) {
  const ref = useModal(open)
  const id = useId()
  const { hold, asking, leave, stay, discard } = useHeld(open, onClose)

  if (!open) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing outside is an extra; Escape and the close button are there.
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className="m-0 size-full max-h-none max-w-none animate-aparece scroll-pt-20 scroll-pb-3 bg-transparent text-tinta backdrop:bg-velo"
      onCancel={(event) => {
        event.preventDefault()
        if (!deliberate) leave()
      }}
      // A browser may close it without asking (Chromium, on a second Escape in a row).
      onClose={(event) => {
        if (event.currentTarget.open) return
        if (!event.currentTarget.isConnected) return onClose()
        if (deliberate || !leave()) event.currentTarget.showModal()
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.hasAttribute('data-outside') && !deliberate)
          leave()
      }}
    >
      <div
        data-outside
        className={cx(
          'grid min-h-full grid-rows-[1fr_auto] justify-items-center md:p-6',
          shapes[shape].place,
        )}
      >
        {/* What the sheet leaves free above it, where toasts stand (`styles/app.css`). */}
        <div data-outside className="sticky top-0 z-30 w-full [container-type:size]">
          <div data-avisos />
        </div>
        <div
          className={cx(
            'grid w-full animate-sube gap-4 rounded-t-tile border border-linea bg-crema px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:rounded-tile md:px-6 md:pb-6',
            shapes[shape].box,
          )}
        >
          <div className="-mx-4 -mb-2 sticky top-0 z-20 flex items-center justify-between gap-2 rounded-t-tile bg-crema px-4 pt-3 pb-2 md:-mx-6 md:px-6 md:pt-6">
            {deliberate ? (
              <span />
            ) : (
              <IconButton
                label="Cerrar"
                icon={<X aria-hidden="true" />}
                onClick={discard}
                className="-ml-2"
              />
            )}
            <div className="flex items-center gap-2">
              {actions}
              <QuickExit />
            </div>
          </div>
          <header className="grid gap-1">
            <h2 id={`${id}-title`} className="text-2xl">
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="text-tinta-suave">
                {description}
              </p>
            )}
          </header>
          {asking && <Discard onStay={stay} onDiscard={discard} />}
          <AroundForm value={hold}>{children}</AroundForm>
        </div>
      </div>
    </dialog>
  )
}

/** Whether something typed would be thrown away, and the question before that. */
export function useHeld(open: boolean, onClose: () => void) {
  const [asking, setAsking] = useState(false)
  const typed = useRef(new Set<() => void>())
  const hold = useCallback((forget: () => void) => {
    // Two forms may be thrown away by the same function.
    const entry = () => forget()
    typed.current.add(entry)
    return () => {
      typed.current.delete(entry)
      if (typed.current.size === 0) setAsking(false)
    }
  }, [])
  useEffect(() => {
    if (!open) setAsking(false)
  }, [open])

  const discard = () => {
    for (const forget of typed.current) forget()
    onClose()
  }
  return {
    hold,
    asking,
    stay: () => setAsking(false),
    /** Closes it on purpose: what was typed in it ends. */
    discard,
    /** A press that may have been an accident. @returns whether it closes */
    leave: (): boolean => {
      if (typed.current.size > 0) {
        setAsking(true)
        return false
      }
      onClose()
      return true
    },
  }
}

function Discard({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <div
      role="alert"
      className="sticky top-20 z-30 grid gap-3 rounded-card border border-linea bg-maiz-suave p-3.5 text-maiz-texto"
    >
      <p className="font-semibold">¿Descartar lo que escribiste?</p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button ref={stay} look="secondary" onClick={onStay}>
          Seguir escribiendo
        </Button>
        <Button look="quiet" onClick={onDiscard}>
          Descartar
        </Button>
      </div>
    </div>
  )
}
