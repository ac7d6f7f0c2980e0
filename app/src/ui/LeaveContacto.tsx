import { useState } from 'react'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type LeaveContactoProps = {
  /** Whose contact. */
  nombre: string
  /** @returns what went wrong, in words; nothing where it is done */
  leave: () => Promise<string | undefined>
}

/** The way out for whoever does not want to be a contact any more: one tap, one short question, for ever. */
export function LeaveContacto({ nombre, leave }: LeaveContactoProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setBusy(true)
    setFailure((await leave()) ?? '')
    setBusy(false)
    setAsking(false)
  }

  return (
    <div className="grid justify-items-center gap-1">
      <Button look="quiet" onClick={() => setAsking(true)}>
        Dejar de ser contacto
      </Button>
      <p role="alert" className="text-alerta-texto empty:hidden">
        {failure}
      </p>
      <ConfirmDialog
        open={asking}
        title={`¿Dejar de ser contacto de ${nombre}?`}
        description="Ya no te llega nada. Para volver, ella tiene que invitarte otra vez."
        action="Dejar de serlo"
        busy={busy}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
