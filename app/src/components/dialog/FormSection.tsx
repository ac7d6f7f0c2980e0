import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { AroundForm } from '../form/Form.tsx'
import { Card } from '../layout/Card.tsx'
import { useHeld } from './Dialog.tsx'

type FormSectionProps = { open: boolean; onClose: () => void; title: string; children: ReactNode }

/**
 * A long form in the page itself, which takes the place of what else the page holds (`AdminPage`) until it is saved or closed. Closing it
 * throws away what was typed, as the cross of a dialog does, and gives the focus back.
 */
export function FormSection({ open, ...rest }: FormSectionProps) {
  return open ? <Section {...rest} /> : null
}

function Section({ onClose, title, children }: Omit<FormSectionProps, 'open'>) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { hold, discard } = useHeld(true, onClose)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    return () => {
      // What it stood before is shown again in the same moment.
      requestAnimationFrame(() => {
        if (!heading.current && opener instanceof HTMLElement) opener.focus()
      })
    }
  }, [opener])
  return (
    <Card as="section" data-form aria-labelledby={id} className="grid max-w-3xl gap-4">
      <div className="flex items-start justify-between gap-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="pt-1.5 text-2xl">
          {title}
        </h2>
        <IconButton label="Cerrar" icon={<X aria-hidden="true" />} onClick={discard} className="-mr-2" />
      </div>
      <AroundForm value={hold}>{children}</AroundForm>
    </Card>
  )
}
