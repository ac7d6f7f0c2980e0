import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { InvitacionSteps } from '../alAbrir.ts'
import type { Contacto } from '../contactos/contactos.ts'
import type { Confianza } from './confianza.ts'

type InvitacionDialogProps = {
  /** Whom; null while nobody is being invited. */
  contacto: Contacto | null
  confianza: Confianza | undefined
  onClose: () => void
}

/** Makes a link for one contact and hands it to her: she shares it herself, from within a tap. */
export function InvitacionDialog({ contacto, confianza, onClose }: InvitacionDialogProps) {
  // Not the words of the row: making a link changes those while this stands open.
  const accepted = confianza?.estado === 'acepto'
  return (
    <Dialog
      open={contacto !== null}
      onClose={onClose}
      title={`${accepted ? 'Recordarle' : 'Invitar'} a ${contacto?.nombre ?? ''}`}
      description={
        accepted
          ? 'Ya aceptó. En su página elige cómo le llegan tus alertas.'
          : 'Un enlace para que diga si puede.'
      }
    >
      {contacto && <InvitacionSteps contacto={contacto} confianza={confianza} />}
    </Dialog>
  )
}
