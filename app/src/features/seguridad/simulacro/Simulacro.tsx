import { useState } from 'react'
import { Button, type ButtonLook } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { SimulacroOpen } from '../alAbrir.ts'
import type { Contacto } from '../contactos/contactos.ts'

/** What its button says. */
const PROBAR = 'Probar sin alertar'

type SimulacroProps = {
  contactos: Contacto[]
  /** How many contacts the service can tell by itself. */
  reachable?: number
  look?: ButtonLook
  /** She has seen what it found out. */
  onTried?: () => void
}

/** «Probar sin alertar»: every step of an alert, what would not have worked, and how to fix it. */
export function Simulacro({ contactos, reachable = 0, look = 'quiet', onTried }: SimulacroProps) {
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onTried?.()
  }
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)}>
        {PROBAR}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Simulacro"
        description={
          reachable > 0
            ? 'Primero este teléfono: no se registra nada y nadie recibe nada. Después, si quieres, tus contactos.'
            : 'Los mismos pasos que una alerta. No se registra nada y nadie recibe nada.'
        }
      >
        {open && <SimulacroOpen contactos={contactos} reachable={reachable} />}
      </Dialog>
    </>
  )
}
