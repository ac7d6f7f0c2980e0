import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import type { PorPin } from '../../../lib/session/fingidas.ts'
import { useCierre } from '../../../lib/session/useCierre.ts'
import { PinForm } from './PinForm.tsx'

type Then = (porPin?: PorPin) => void
type Asked = { title: string; then: Then }

/**
 * Asks for this device's PIN, where she has one, before what somebody who holds her phone must not do in her name. A wrong one
 * changes nothing.
 *
 * @returns `guard`, which does it at once where there is no PIN, and the dialog, to be rendered
 */
export function usePinGate(): { guard: (title: string, then: Then) => void; dialog: ReactNode } {
  const cierre = useCierre()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)

  return {
    guard: (title, then) => (cierre ? setAsked({ title, then }) : then()),
    dialog: (
      <Dialog
        open={asked !== null}
        onClose={close}
        title={asked?.title}
        description="Escribe tu PIN: así sabemos que eres tú."
      >
        {asked && (
          <PinForm
            action="Continuar"
            onRight={(porPin) => {
              close()
              asked.then(porPin)
            }}
          />
        )}
      </Dialog>
    ),
  }
}
