import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../data/session.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { uuid } from '../../lib/random.ts'
import { type Fecha, longFechaWithDia, mesOf } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { Calendar } from '../../ui/Calendar.tsx'
import { Card } from '../../ui/Card.tsx'
import type { DayMark } from '../../ui/calendario.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Conflicto } from './Conflicto.tsx'
import { DeviceRecordatorios } from './DeviceRecordatorios.tsx'
import { eventosOfDia, isOnDia, isPossible, seenOn } from './dias.ts'
import { EventoForm } from './EventoForm.tsx'
import { EventoRow } from './EventoRow.tsx'
import { libreta, useBorrados, useEventos, useLibreta } from './eventos.ts'
import { type Evento, nameOf, unfinished, withPending } from './libreta.ts'
import * as toasts from './toasts.ts'
import { useDeviceRecordatorios } from './useDeviceRecordatorios.ts'

/** An event of hers on screen: as the service has it, or as it will once what waits here has arrived. */
type Shown = Evento & { pendiente?: boolean }

export function Agenda() {
  const { id } = useUser()
  const { listo } = useLibreta()
  useEffect(() => void libreta.open(id), [id])

  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 pt-4 md:px-8 md:pt-10 lg:max-w-6xl">
      <h1 className="text-[1.75rem] md:text-4xl">Mi agenda</h1>
      {listo ? <AgendaAbierta /> : <Skeleton className="h-96" />}
    </div>
  )
}

/** What the form is about: an event as she found it, or a new one under an id of the device's own. */
type Abierto = { id: string; evento: Evento | null }

const nuevo = (): Abierto => ({ id: uuid(), evento: null })

/** The room, once what she left unfinished is known: the newest of it is open again, on its day. */
function AgendaAbierta() {
  const hoy = useToday()
  const { registros } = useLibreta()
  const [abierto, setAbierto] = useState<Abierto>(() => {
    const [id] = unfinished(registros)
    return id ? { id, evento: null } : nuevo()
  })
  const apunte = registros.get(abierto.id)
  const [dia, setDia] = useState<Fecha>(() =>
    apunte && isPossible(apunte.fecha) ? seenOn({ ...apunte, fecha: apunte.fecha }, hoy) : hoy,
  )
  const [mes, setMes] = useState(() => mesOf(dia))
  const query = useEventos()
  const dispositivo = useDeviceRecordatorios()
  const firstField = useRef<HTMLInputElement>(null)
  const { data, error } = query
  // While she waits for the answer nothing is shown yet: it may be refused.
  const [saving, setSaving] = useState<string | null>(null)
  const eventos = withPending(data ?? [], registros, saving, useBorrados())

  const told = useRef(false)
  useEffect(() => {
    if (!error) told.current = false
    if (!error || told.current) return
    told.current = true
    toasts.loadFailed()
  }, [error])

  const { min, max } = range(hoy, eventos)
  const markOf = (day: Fecha): DayMark | undefined => {
    const count = eventos.filter((evento) => isOnDia(evento, day)).length
    if (count > 0) return { look: 'subrayado', words: count === 1 ? 'un evento' : `${count} eventos` }
  }

  const choose = (day: Fecha) => {
    setDia(day)
    setMes(mesOf(day))
    // A new event that she has begun follows the calendar, also over a reload, until she chooses its day in the form.
    if (apunte?.estado === 'borrador' && apunte.base === null && !apunte.propia) {
      const { estado: _, ...written } = apunte
      libreta.write(abierto.id, { ...written, fecha: day })
    }
  }
  /** What she wrote of another event stays where it is. */
  const edit = (next: Abierto) => {
    setAbierto(next)
    // The form is drawn anew for it; the focus follows.
    requestAnimationFrame(() => firstField.current?.focus())
  }
  const close = () => setAbierto(nuevo())
  /** It was saved; if she has gone to another event meanwhile, or writes on, the form is hers. */
  const closeSaved = (id: string) => {
    if (libreta.get().registros.get(id)?.estado === 'borrador') return
    setAbierto((now) => (now.id === id ? nuevo() : now))
  }
  const cancel = () => {
    if (apunte?.estado === 'borrador') {
      const { id, evento } = abierto
      const { estado: _, ...written } = apunte
      void libreta.discard(id)
      toasts.discarded(() => {
        libreta.write(id, written)
        setAbierto({ id, evento })
      })
    }
    close()
  }

  const isNuevo = (apunte ? apunte.base : (abierto.evento?.actualizado_en ?? null)) === null

  return (
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
      <div className="grid min-w-0 gap-5 lg:row-span-2">
        <DiaSection
          dia={dia}
          // What waits here is shown even where the list could not be had.
          query={{ ...query, data: data || eventos.length > 0 ? eventos : undefined }}
          pending={eventos.some((evento) => evento.pendiente && isOnDia(evento, dia))}
          onEdit={(evento) => edit({ id: evento.id, evento })}
          onRemoved={({ id }) => {
            if (abierto.id === id) close()
          }}
        />
        <Unfinished
          ids={unfinished(registros).filter((id) => id !== abierto.id)}
          onOpen={(id) => edit({ id, evento: null })}
        />
        <Card as="section" aria-labelledby="formulario" className="grid gap-4">
          <h2 id="formulario" className="text-xl">
            {isNuevo ? 'Nuevo evento' : 'Editar evento'}
          </h2>
          {apunte?.estado === 'conflicto' ? (
            <Conflicto id={abierto.id} apunte={apunte} onDone={() => closeSaved(abierto.id)} />
          ) : (
            <EventoForm
              key={abierto.id}
              {...abierto}
              apunte={apunte}
              dia={dia}
              first={firstField}
              noticesOff={dispositivo.estado === 'apagado'}
              onWantsNotice={dispositivo.turnOn}
              onSaving={setSaving}
              onSaved={(campos) => {
                closeSaved(abierto.id)
                const day = seenOn(campos, dia)
                setDia(day)
                setMes(mesOf(day))
              }}
              onCancel={cancel}
            />
          )}
        </Card>
      </div>

      <DeviceRecordatorios
        estado={dispositivo.estado}
        busy={dispositivo.busy}
        onChange={dispositivo.onChange}
      />
    </div>
  )
}

/** What she began and left for something else: a tap brings it back. */
function Unfinished({ ids, onOpen }: { ids: string[]; onOpen: (id: string) => void }) {
  const { registros } = useLibreta()
  if (ids.length === 0) return null
  return (
    <div className="grid gap-1 rounded-card bg-maiz-suave px-4 py-2 text-maiz-texto">
      <p className="pt-1 font-semibold">Tienes cambios sin guardar en este dispositivo:</p>
      <ul className="flex flex-wrap gap-x-4">
        {ids.map((id) => (
          <li key={id} className="min-w-0">
            <button
              type="button"
              dir="auto"
              className="min-h-11 text-left underline underline-offset-4 wrap-anywhere"
              onClick={() => onOpen(id)}
            >
              {nameOf(registros.get(id)!)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type DiaSectionProps = {
  dia: Fecha
  query: Omit<ReturnType<typeof useEventos>, 'data'> & { data: Shown[] | undefined }
  /** Something of this day only this device has so far. */
  pending: boolean
  onEdit: (evento: Shown) => void
  onRemoved: (evento: Evento) => void
}

/** What the chosen day holds. */
function DiaSection({ dia, query, pending, onEdit, onRemoved }: DiaSectionProps) {
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
      {pending && (
        <p role="status" className="text-sm text-tinta-suave">
          Lo que dice «Por enviar» está en este dispositivo; se enviará en cuanto haya conexión.
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
  // A birthday is seen in every year from its own on.
  const years = eventos
    .filter(({ tipo, fecha }) => tipo !== 'cumpleaños' || fecha > hoy)
    .map(({ fecha }) => mesOf(fecha).year)
  return { min: `${Math.min(year - 5, ...years)}-01-01`, max: `${Math.max(year + 10, ...years)}-12-31` }
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(brand.locale) + text.slice(1)
}
