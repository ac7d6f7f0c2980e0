import { useEffect, useState } from 'react'
import { InvitacionDialog } from '../alarma/InvitacionDialog.tsx'
import { ContactDialog } from '../contactos/ContactDialog.tsx'
import type { Contacto } from '../contactos/contactos.ts'
import type { usePasos } from './usePasos.ts'

/** What is open over the steps: a form, or an invitation to somebody as she or he was when the button was pressed. */
export type Doing = 'adding' | 'added' | { inviting: Contacto } | null

export const useDoing = () => useState<Doing>(null)

type PasoDialogsProps = {
  doing: Doing
  onDo: (doing: Doing) => void
  pasos: ReturnType<typeof usePasos>
}

/** The dialogs of the steps. Once somebody is added she is asked at once: one tap less, and nobody forgets it. */
export function PasoDialogs({ doing, onDo, pasos: { confianzas, invitable } }: PasoDialogsProps) {
  // Whom, as it was then: an invitation changes who would be next.
  useEffect(() => {
    if (doing === 'added' && invitable) onDo({ inviting: invitable })
  }, [doing, invitable, onDo])
  const asked = typeof doing === 'object' ? (doing?.inviting ?? null) : null
  return (
    <>
      <InvitacionDialog
        contacto={asked}
        confianza={confianzas?.find(({ contacto_id }) => contacto_id === asked?.id)}
        onClose={() => onDo(null)}
      />
      <ContactDialog
        edicion={doing === 'adding' ? 'nuevo' : null}
        onSaved={() => onDo('added')}
        onClose={() => onDo(null)}
      />
    </>
  )
}
