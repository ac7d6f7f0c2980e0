import {
  Bell,
  BellOff,
  Cake,
  CalendarDays,
  CircleAlert,
  Clock,
  CloudOff,
  LockKeyhole,
  type LucideIcon,
  MapPin,
  Pencil,
  Repeat,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/button/IconButton.tsx'
import { cx } from '../../components/cx.ts'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { type Evento, nameOf } from './agendaDrafts.ts'
import { type Cuales, CualesDialog } from './CualesDialog.tsx'
import { type Ocurrencia, rangeOf, type Tipo } from './dias.ts'
import { useDeleteEvento } from './eventos.ts'
import { describeRegla } from './repeticion.ts'
import * as toasts from './toasts.ts'

const TIPOS: Record<Tipo, { nombre: string; icon: LucideIcon }> = {
  evento: { nombre: 'Evento', icon: CalendarDays },
  cita: { nombre: 'Cita', icon: Clock },
  recordatorio: { nombre: 'Recordatorio', icon: CircleAlert },
  cumpleaños: { nombre: 'Cumpleaños', icon: Cake },
}

type EventoRowProps = {
  ocurrencia: Ocurrencia<Evento & { pendiente?: boolean }>
  onEdit: (cuales: Cuales) => void
  onRemoved: () => void
}

/** One event of the day, to change or to delete. */
export function EventoRow({ ocurrencia: { evento, dia }, onEdit, onRemoved }: EventoRowProps) {
  const { lugar, notas, tipo, fecha, hora, hora_fin, regla, notificar, pendiente, ilegible } = evento
  const titulo = nameOf(evento)
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const deleteEvento = useDeleteEvento()
  const { nombre, icon: Icon } = TIPOS[tipo]
  const Notice = notificar ? Bell : BellOff
  // Of a birthday all years are meant.
  const repeats = regla !== null && tipo !== 'cumpleaños'
  const close = () => setAsking(null)

  const remove = async (cuales: Cuales) => {
    if (deleteEvento.isPending) return
    const corte = cuales === 'todas' ? undefined : { id: evento.id, dia, cuales }
    try {
      const { resultado, undo } = await deleteEvento.mutateAsync({ evento, corte })
      close()
      if (resultado === 'cambiado') return toasts.changedElsewhere()
      onRemoved()
      if (resultado === 'eliminado') toasts.eventoDeleted()
      else toasts.deletedHere(undo)
    } catch (failure) {
      close()
      toasts.error(failure)
    }
  }
  const question = {
    title: '¿Estás segura de que quieres eliminar este evento?',
    busy: deleteEvento.isPending,
    onCancel: close,
  }

  return (
    <li className="flex items-start gap-3 border-linea border-b py-2.5 last:border-b-0">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-bugambilia-suave text-bugambilia-texto max-[22rem]:hidden"
      >
        <Icon className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1">
        <span dir="auto" className={cx('font-semibold', ilegible && 'flex items-center gap-1.5')}>
          {ilegible && <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />}
          {titulo}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-tinta-suave">
          <span className="tabular-nums">{hora ? rangeOf(hora, hora_fin) : 'Todo el día'}</span>
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
        {repeats && (
          <span className="flex items-start gap-1.5 text-[0.9375rem] text-tinta-suave">
            <Repeat aria-hidden="true" className="mt-1 size-4 shrink-0" />
            {describeRegla(regla, fecha)}
          </span>
        )}
        {lugar && (
          <span className="flex items-start gap-1.5 text-[0.9375rem] text-tinta-suave">
            <MapPin aria-label="Lugar:" role="img" className="mt-1 size-4 shrink-0" />
            <span dir="auto" className="min-w-0">
              {lugar}
            </span>
          </span>
        )}
        {notas && (
          <span dir="auto" className="line-clamp-4 whitespace-pre-line text-[0.9375rem] text-tinta-suave">
            {notas}
          </span>
        )}
      </div>
      <IconButton
        label={`Editar ${titulo}`}
        icon={<Pencil aria-hidden="true" />}
        onClick={() => (repeats && !ilegible ? setAsking('edit') : onEdit('todas'))}
      />
      <IconButton
        label={`Eliminar ${titulo}`}
        tone="danger"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsking('delete')}
        className="-mr-2 -ml-2"
      />
      {repeats ? (
        <>
          <CualesDialog
            open={asking === 'edit'}
            title="¿Qué quieres cambiar?"
            isFirst={dia === fecha}
            onChoose={(cuales) => {
              close()
              onEdit(cuales)
            }}
            onCancel={close}
          />
          <CualesDialog
            {...question}
            open={asking === 'delete'}
            isFirst={dia === fecha}
            danger
            onChoose={(cuales) => void remove(cuales)}
          />
        </>
      ) : (
        <ConfirmDialog
          {...question}
          open={asking === 'delete'}
          description={tipo === 'cumpleaños' ? 'Se borra en todos los años.' : undefined}
          action="Eliminar"
          onConfirm={() => void remove('todas')}
        />
      )}
    </li>
  )
}
