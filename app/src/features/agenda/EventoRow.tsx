import {
  Bell,
  BellOff,
  Cake,
  CalendarDays,
  CircleAlert,
  Clock,
  CloudOff,
  type LucideIcon,
  Pencil,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import type { Evento } from './agendaDrafts.ts'
import { type Tipo, visibleHora } from './dias.ts'
import { useDeleteEvento } from './eventos.ts'
import * as toasts from './toasts.ts'

const TIPOS: Record<Tipo, { nombre: string; icon: LucideIcon }> = {
  evento: { nombre: 'Evento', icon: CalendarDays },
  cita: { nombre: 'Cita', icon: Clock },
  recordatorio: { nombre: 'Recordatorio', icon: CircleAlert },
  cumpleaños: { nombre: 'Cumpleaños', icon: Cake },
}

type EventoRowProps = { evento: Evento & { pendiente?: boolean }; onEdit: () => void; onRemoved: () => void }

/** One event of the day, to change or to delete. */
export function EventoRow({ evento, onEdit, onRemoved }: EventoRowProps) {
  const { titulo, tipo, hora, notificar, pendiente } = evento
  const [asking, setAsking] = useState(false)
  const deleteEvento = useDeleteEvento()
  const { nombre, icon: Icon } = TIPOS[tipo]
  const Notice = notificar ? Bell : BellOff

  const remove = async () => {
    if (deleteEvento.isPending) return
    try {
      const { resultado, undo } = await deleteEvento.mutateAsync(evento)
      setAsking(false)
      if (resultado === 'cambiado') return toasts.changedElsewhere()
      onRemoved()
      if (resultado === 'eliminado') toasts.eventoDeleted()
      else toasts.deletedHere(undo)
    } catch (failure) {
      setAsking(false)
      toasts.error(failure)
    }
  }

  return (
    <li className="flex items-center gap-3 border-linea border-b py-2.5 last:border-b-0">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-bugambilia-suave text-bugambilia-texto max-[22rem]:hidden"
      >
        <Icon className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1">
        <span dir="auto" className="font-semibold">
          {titulo}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-tinta-suave">
          <span className="tabular-nums">{hora ? visibleHora(hora) : 'Todo el día'}</span>
          <span aria-hidden="true">·</span>
          {nombre}
          <Notice aria-hidden="true" className="size-4" />
          <span className="sr-only">{notificar ? 'con aviso' : 'sin aviso'}</span>
          {pendiente && (
            <Badge tone="maiz">
              <CloudOff aria-hidden="true" className="size-4" />
              Por enviar
            </Badge>
          )}
        </span>
      </div>
      <IconButton label={`Editar ${titulo}`} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
      <IconButton
        label={`Eliminar ${titulo}`}
        tone="danger"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsking(true)}
        className="-mr-2 -ml-2"
      />
      <ConfirmDialog
        open={asking}
        title="¿Estás segura de que quieres eliminar este evento?"
        description={tipo === 'cumpleaños' ? 'Se borra en todos los años.' : undefined}
        action="Eliminar"
        busy={deleteEvento.isPending}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}
