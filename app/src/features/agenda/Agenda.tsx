import { useEffect, useRef, useState } from 'react'
import { brand } from '../../lib/installation/brand.ts'
import { type Fecha, longFechaWithDia, mesOf } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { Calendar } from '../../ui/Calendar.tsx'
import { Card } from '../../ui/Card.tsx'
import type { DayMark } from '../../ui/calendario.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { DeviceRecordatorios } from './DeviceRecordatorios.tsx'
import { eventosOfDia, isOnDia } from './dias.ts'
import { EventoForm } from './EventoForm.tsx'
import { EventoRow } from './EventoRow.tsx'
import { type Evento, useEventos } from './eventos.ts'
import * as toasts from './toasts.ts'
import { useDeviceRecordatorios } from './useDeviceRecordatorios.ts'

export function Agenda() {
  const hoy = useToday()
  const [dia, setDia] = useState<Fecha>(hoy)
  const [mes, setMes] = useState(() => mesOf(hoy))
  const [editing, setEditing] = useState<Evento | null>(null)
  const query = useEventos()
  const dispositivo = useDeviceRecordatorios()
  const firstField = useRef<HTMLInputElement>(null)
  const { data = [], error } = query

  const told = useRef(false)
  useEffect(() => {
    if (!error) told.current = false
    if (!error || told.current) return
    told.current = true
    toasts.loadFailed()
  }, [error])

  const { min, max } = range(hoy, data)
  const markOf = (day: Fecha): DayMark | undefined => {
    const count = data.filter((evento) => isOnDia(evento, day)).length
    if (count > 0) return { look: 'subrayado', words: count === 1 ? 'un evento' : `${count} eventos` }
  }

  const choose = (day: Fecha) => {
    setDia(day)
    setMes(mesOf(day))
  }
  const edit = (evento: Evento) => {
    setEditing(evento)
    // The form is drawn anew for it; the focus follows.
    requestAnimationFrame(() => firstField.current?.focus())
  }

  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 pt-4 md:px-8 md:pt-10 lg:max-w-6xl">
      <h1 className="text-[1.75rem] md:text-4xl">Mi agenda</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[23rem_1fr] lg:gap-8">
        <Card className="max-md:p-2">
          <Calendar
            label="Días de la agenda"
            mes={mes}
            onMesChange={setMes}
            selected={dia}
            onSelect={choose}
            today={hoy}
            min={min}
            max={max}
            markOf={markOf}
            busy={query.isFetching}
          />
        </Card>
        <div className="grid gap-5 lg:row-span-2">
          <DiaSection
            dia={dia}
            query={query}
            onEdit={edit}
            onRemoved={({ id }) => {
              if (editing?.id === id) setEditing(null)
            }}
          />
          <Card as="section" aria-labelledby="formulario" className="grid gap-4">
            <h2 id="formulario" className="text-xl">
              {editing ? 'Editar evento' : 'Nuevo evento'}
            </h2>
            <EventoForm
              key={editing?.id ?? 'nuevo'}
              evento={editing}
              dia={dia}
              first={firstField}
              noticesOff={dispositivo.estado === 'apagado'}
              onWantsNotice={dispositivo.turnOn}
              onSaved={(fecha) => {
                setEditing(null)
                choose(fecha)
              }}
              onCancel={() => setEditing(null)}
            />
          </Card>
        </div>

        <DeviceRecordatorios
          estado={dispositivo.estado}
          busy={dispositivo.busy}
          onChange={dispositivo.onChange}
        />
      </div>
    </div>
  )
}

type DiaSectionProps = {
  dia: Fecha
  query: ReturnType<typeof useEventos>
  onEdit: (evento: Evento) => void
  onRemoved: (evento: Evento) => void
}

/** What the chosen day holds. */
function DiaSection({ dia, query, onEdit, onRemoved }: DiaSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card as="section" aria-labelledby="dia-elegido" className="grid gap-2">
      <h2 ref={heading} id="dia-elegido" tabIndex={-1} className="text-xl">
        {capital(longFechaWithDia(dia))}
      </h2>
      {query.error && query.data && (
        <p className="rounded-control bg-maiz-suave px-3 py-2 text-maiz-texto text-sm">
          No pudimos actualizar la agenda: esto es lo que recuerda este dispositivo.
        </p>
      )}
      <QueryView
        query={query}
        errorMessage="No se pudieron cargar los eventos."
        isEmpty={(eventos) => eventosOfDia(eventos, dia).length === 0}
        empty={<EmptyState message="No hay eventos para este día." />}
      >
        {(eventos) => (
          <ul className="grid">
            {eventosOfDia(eventos, dia).map((evento) => (
              <EventoRow
                key={evento.id}
                evento={evento}
                onEdit={() => onEdit(evento)}
                onRemoved={() => {
                  onRemoved(evento)
                  // The button that had the focus goes with the row.
                  heading.current?.focus()
                }}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

/** The years around today, and those of her events. */
function range(hoy: Fecha, eventos: Evento[]): { min: Fecha; max: Fecha } {
  const { year } = mesOf(hoy)
  const years = eventos.filter(({ tipo }) => tipo !== 'cumpleaños').map(({ fecha }) => mesOf(fecha).year)
  return { min: `${Math.min(year - 5, ...years)}-01-01`, max: `${Math.max(year + 10, ...years)}-12-31` }
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(brand.locale) + text.slice(1)
}
