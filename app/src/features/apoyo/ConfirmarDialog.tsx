import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Llamar } from './AsociacionCard.tsx'
import { type Asociacion, hoy, useCambiarAsociacion } from './asociaciones.ts'
import * as avisos from './avisos.ts'

type ConfirmarDialogProps = { asociacion: Asociacion | null; onClose: () => void }

/** Asks before it writes: a day of verification that nobody dialled on is worse than none. */
export function ConfirmarDialog({ asociacion, onClose }: ConfirmarDialogProps) {
  const cambiar = useCambiarAsociacion()

  const confirm = async ({ id }: Asociacion) => {
    try {
      await cambiar.mutateAsync({ id, verificada_el: hoy() })
      avisos.asociacionActualizada()
      onClose()
    } catch {
      avisos.errorAlGuardar()
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
          <Llamar nombre={asociacion.nombre} telefono={asociacion.telefono ?? ''} />
          <Button look="secondary" busy={cambiar.isPending} onClick={() => confirm(asociacion)}>
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
