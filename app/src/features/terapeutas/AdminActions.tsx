import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { type Terapeuta, useDeleteTerapeuta } from './terapeutas.ts'
import * as toasts from './toasts.ts'

type AdminActionsProps = { terapeuta: Terapeuta; onEdit: () => void; onGone: () => void }

const icon = 'size-4.5 shrink-0'

/** Whether members see her, and what the admin may do about her. */
export function AdminActions({ terapeuta, onEdit, onGone }: AdminActionsProps) {
  const { nombre, visible } = terapeuta
  const [asking, setAsking] = useState(false)
  const deleteTerapeuta = useDeleteTerapeuta()

  const remove = async () => {
    try {
      await deleteTerapeuta.mutateAsync(terapeuta)
      toasts.terapeutaDeleted()
      onGone()
    } catch (failure) {
      toasts.error(failure)
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="-mx-2 flex flex-wrap items-center gap-1 border-linea border-t px-2 pt-2">
      <Badge tone={visible ? 'salvia' : 'maiz'} className="mr-auto">
        {visible ? (
          <Eye aria-hidden="true" className="size-4" />
        ) : (
          <EyeOff aria-hidden="true" className="size-4" />
        )}
        {visible ? 'Visible' : 'Oculto'}
      </Badge>
      <Button
        look="quiet"
        className="px-2.5 text-sm"
        icon={<Pencil aria-hidden="true" className={icon} />}
        aria-label={`Editar ${nombre}`}
        onClick={onEdit}
      >
        Editar
      </Button>
      <Button
        look="quiet"
        className="px-2.5 text-sm"
        icon={<Trash2 aria-hidden="true" className={icon} />}
        aria-label={`Eliminar ${nombre}`}
        onClick={() => setAsking(true)}
      >
        Eliminar
      </Button>
      <ConfirmDialog
        open={asking}
        title="¿Estás segura de que quieres eliminar este terapeuta?"
        description={`${nombre} y las reseñas que le dejaron se borran para siempre. Si solo quieres que no aparezca, edita y quita «Visible».`}
        action="Eliminar"
        busy={deleteTerapeuta.isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
