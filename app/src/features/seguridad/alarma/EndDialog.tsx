import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import type { PorPin } from '../../../lib/session/fingidas.ts'
import { useCierre } from '../../../lib/session/useCierre.ts'
import { PinForm } from '../pin/PinForm.tsx'
import type { Motivo } from './unheard.ts'

/** Whether her contacts read that it was closed: they do, those who are told of it do, or nobody was told. */
type Leen = 'contactos' | 'quien la reciba' | 'nadie'

type EndDialogProps = {
  leen: Leen
  /** What she wants to say; null while she does not. */
  motivo: Motivo | null
  onClose: () => void
  onEnd: (motivo: Motivo, conPin: boolean, porPin?: PorPin) => void
}

const TITLES: Record<Motivo, string> = { a_salvo: 'Estoy a salvo', por_error: 'Fue por error' }

/** Without a PIN: nothing that is said here may be more than becomes of it. */
const WITHOUT_PIN: Record<Leen, string> = {
  contactos:
    'Como no tienes PIN, tus contactos leerán que se cerró desde tu teléfono y que confirmen contigo.',
  'quien la reciba':
    'Como no tienes PIN, si alguien alcanza a recibirla leerá que se cerró desde tu teléfono y que confirme contigo.',
  nadie: 'A nadie le llegó sola. Si le escribiste a alguien, dile tú que estás a salvo.',
}

/** Asks once before an alert ends: for the PIN where this device has one, which a wrong one changes nothing about. */
export function EndDialog({ leen, motivo, onClose, onEnd }: EndDialogProps) {
  const hasPin = useCierre() !== null
  const end = (conPin: boolean, porPin?: PorPin) => {
    if (motivo) onEnd(motivo, conPin, porPin)
    onClose()
  }
  return (
    <Dialog
      open={motivo !== null}
      onClose={onClose}
      title={motivo ? TITLES[motivo] : ''}
      description={
        hasPin ? 'Escribe tu PIN para cerrar la alerta. Con uno equivocado sigue abierta.' : WITHOUT_PIN[leen]
      }
    >
      {motivo &&
        (hasPin ? (
          <PinForm action="Cerrar la alerta" onRight={(porPin) => end(true, porPin)} />
        ) : (
          <Button size="lg" onClick={() => end(false)}>
            Cerrar la alerta
          </Button>
        ))}
    </Dialog>
  )
}
