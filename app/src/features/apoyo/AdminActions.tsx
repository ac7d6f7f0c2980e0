import { Eye, EyeOff, Pencil, PhoneCall } from 'lucide-react'
import { Button } from '../../components/button/Button.tsx'
import { type Asociacion, useUpdateAsociacion } from './asociaciones.ts'
import * as toasts from './toasts.ts'

type AdminActionsProps = {
  asociacion: Asociacion
  onEdit: (asociacion: Asociacion) => void
  onConfirm: (asociacion: Asociacion) => void
}

const icon = 'size-4.5 shrink-0'

export function AdminActions({ asociacion, onEdit, onConfirm }: AdminActionsProps) {
  const { nombre, telefono, visible } = asociacion
  const updateAsociacion = useUpdateAsociacion()

  const toggle = async () => {
    try {
      await updateAsociacion.mutateAsync({ asociacion, change: { visible: !visible } })
      toasts.asociacionUpdated()
    } catch (failure) {
      toasts.saveFailed(failure)
    }
  }

  return (
    <div className="-mx-2 flex flex-wrap gap-1 border-linea border-t pt-2">
      <Button
        look="quiet"
        className="px-3 text-sm"
        icon={<Pencil aria-hidden="true" className={icon} />}
        aria-label={`Editar ${nombre}`}
        onClick={() => onEdit(asociacion)}
      >
        Editar
      </Button>
      {telefono && (
        <Button
          look="quiet"
          className="px-3 text-sm"
          icon={<PhoneCall aria-hidden="true" className={icon} />}
          aria-label={`Confirmar el número de ${nombre}`}
          onClick={() => onConfirm(asociacion)}
        >
          Confirmar
        </Button>
      )}
      <Button
        look="quiet"
        className="px-3 text-sm"
        busy={updateAsociacion.isPending}
        icon={
          visible ? (
            <EyeOff aria-hidden="true" className={icon} />
          ) : (
            <Eye aria-hidden="true" className={icon} />
          )
        }
        aria-label={`${visible ? 'Ocultar' : 'Mostrar'} ${nombre}`}
        onClick={toggle}
      >
        {visible ? 'Ocultar' : 'Mostrar'}
      </Button>
    </div>
  )
}
