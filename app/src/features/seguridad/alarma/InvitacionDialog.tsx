import { Dialog } from '../../../ui/Dialog.tsx'
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
  return (
    <Dialog
      open={contacto !== null}
      onClose={onClose}
      title={`Invitar a ${contacto?.nombre ?? ''}`}
      description="Un enlace para que diga si puede. No necesita cuenta ni instalar nada."
    >
      {contacto && <InvitacionSteps contacto={contacto} invited={confianza?.estado === 'invitada'} />}
    </Dialog>
  )
}
