import { useState } from 'react'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { ContrasenaForm } from '../../components/form/ContrasenaForm.tsx'
import { wrongPassword } from '../../lib/api/errors.ts'
import { PruebaCancelada } from '../../lib/session/prueba.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { beginPasswordChange } from './acceso.ts'

type DialogProps = { open: boolean; onClose: () => void }

export function ContrasenaDialog({ open, onClose }: DialogProps) {
  const { id } = useUser()
  const [change] = useState(() => beginPasswordChange(id))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cambiar contraseña"
      description="En los demás dispositivos se cierra tu sesión."
    >
      {open && (
        <ContrasenaForm
          actual={{ label: 'Contraseña actual', missing: 'Escribe tu contraseña de ahora.' }}
          nueva="Contraseña nueva"
          onSave={async ({ actual, nueva }) => {
            await change(nueva, actual)
            toast({
              title: 'Contraseña guardada',
              description: 'Cerramos tu sesión en los demás dispositivos.',
            })
            onClose()
          }}
          onFailure={(failure) => (failure instanceof PruebaCancelada ? undefined : wrongPassword(failure))}
        />
      )}
    </Dialog>
  )
}
