import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { CallButton } from './AsociacionCard.tsx'
import { type Asociacion, hoy, useUpdateAsociacion } from './asociaciones.ts'
import * as toasts from './toasts.ts'

type ConfirmarDialogProps = { asociacion: Asociacion | null; onClose: () => void }

/** Asks before it writes: a day of verification that nobody dialled on is worse than none. */
export function ConfirmAsociacionDialog({ asociacion, onClose }: ConfirmarDialogProps) {
  const updateAsociacion = useUpdateAsociacion()

  const confirm = async (called: Asociacion) => {
    try {
      await updateAsociacion.mutateAsync({ asociacion: called, change: { verificada_el: hoy() } })
      toasts.asociacionUpdated()
      onClose()
    } catch (failure) {
      toasts.saveFailed(failure)
    }
  }

  return (
    <Dialog
      open={asociacion !== null}
      onClose={onClose}
      title="Confirmar número"
      description="Llama y escucha quién contesta. La tarjeta dirá que hoy se verificó por teléfono, y sus avisos quedarán atendidos."
    >
      {asociacion && (
        <div className="grid gap-3">
          <p className="font-semibold wrap-anywhere">{asociacion.nombre}</p>
          <CallButton nombre={asociacion.nombre} telefono={asociacion.telefono ?? ''} />
          <Button look="secondary" busy={updateAsociacion.isPending} onClick={() => confirm(asociacion)}>
            Sí, contestaron hoy
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancelar
          </Button>
        </div>
      )}
    </Dialog>
  )
}
