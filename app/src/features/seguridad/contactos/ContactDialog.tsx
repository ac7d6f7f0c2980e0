import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { ContactForm } from '../alAbrir.ts'
import type { Confianza } from '../alarma/confianza.ts'
import type { Contacto } from './contactos.ts'

type ContactDialogProps = {
  /** What the form is about: somebody new, a contact of hers, or nothing while it is closed. */
  edicion: Edicion
  /** What that contact said to being told, which another number would end. */
  confianza?: Confianza | undefined
  onSaved?: () => void
  onClose: () => void
}

export type Edicion = Contacto | 'nuevo' | null

export function ContactDialog({ edicion, confianza, onSaved, onClose }: ContactDialogProps) {
  const nuevo = edicion === 'nuevo'
  return (
    <Dialog
      open={edicion !== null}
      onClose={onClose}
      title={nuevo ? 'Agregar contacto' : 'Editar contacto'}
      description={
        nuevo
          ? 'Alguien de tu confianza. No recibe nada hasta que acepte tu invitación o tú le escribas.'
          : 'No le avisamos de lo que cambies aquí.'
      }
    >
      {edicion && (
        <ContactForm
          original={nuevo ? null : (edicion as Contacto)}
          confianza={confianza}
          onSaved={onSaved ?? onClose}
        />
      )}
    </Dialog>
  )
}
