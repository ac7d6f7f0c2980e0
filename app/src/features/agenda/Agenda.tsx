import { CalendarRange, Plus, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { FloatingButton } from '../../components/button/FloatingButton.tsx'
import { IconButton } from '../../components/button/IconButton.tsx'
import type { DayMark } from '../../components/calendar/calendario.ts'
import { WeekCalendar } from '../../components/calendar/WeekCalendar.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { useFailure, useSayOnce } from '../../components/feedback/useFailure.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useColumns } from '../../components/layout/OnWide.tsx'
import { useUser } from '../../lib/session/session.tsx'
import { type Fecha, mesOf } from '../../lib/time/fechas.ts'
import { useToday } from '../../lib/time/today.ts'
import { ArchivoSection } from './ArchivoSection.tsx'
import { type Evento, nameOf, unfinished } from './agendaDrafts.ts'
import { Buscar } from './Buscar.tsx'
import { Conflicto } from './Conflicto.tsx'
import { DeviceRecordatorios } from './DeviceRecordatorios.tsx'
import { DiaSection } from './DiaSection.tsx'
import { EventoForm } from './EventoForm.tsx'
import { agendaDrafts, useAgendaDrafts } from './eventos.ts'
import { byDia, seenOn } from './recurrencia.ts'
import { Semana } from './Semana.tsx'
import { Siguientes } from './Siguientes.tsx'
import * as toasts from './toasts.ts'
import { useAbierto } from './useAbierto.ts'
import { useDeviceRecordatorios } from './useDeviceRecordatorios.ts'
import { useMisEventos } from './useMisEventos.ts'

export function Agenda() {
  const { id } = useUser()
  const { listo } = useAgendaDrafts()
  const columns = useColumns()
  const [searching, setSearching] = useState(false)
  const [hours, setHours] = useState(false)
  const search = useRef<HTMLButtonElement>(null)
  useEffect(() => void agendaDrafts.open(id), [id])

  return (
    <div className="mx-casa grid max-w-xl gap-5 px-4 pt-4 md:px-8 md:pt-10 lg:max-w-6xl">
      <div className="flex items-center justify-between gap-3">
        <h1 className="min-w-0 text-[1.75rem] md:text-4xl">Mi agenda</h1>
        <div className="flex items-center gap-2">
          {columns && (
            <Button
              look="quiet"
              aria-pressed={hours}
              icon={<CalendarRange aria-hidden="true" className="size-5" />}
              onClick={() => setHours(!hours)}
              className="aria-pressed:bg-jacaranda-suave"
            >
              Semana con horas
            </Button>
          )}
          <IconButton
            ref={search}
            label="Buscar en mi agenda"
            icon={<Search aria-hidden="true" />}
            aria-expanded={searching}
            onClick={() => setSearching(!searching)}
          />
        </div>
      </div>
      {listo ? (
        <AgendaAbierta
          hours={columns && hours}
          searching={searching}
          onSearched={() => {
            setSearching(false)
            search.current?.focus()
          }}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

type AbiertaProps = {
  /** The week with its hours, in the place of the calendar. */
  hours: boolean
  searching: boolean
  onSearched: () => void
}

/** The page, once what she left unfinished is known: the newest of it is open again, on its day. */
function AgendaAbierta({ hours, searching, onSearched }: AbiertaProps) {
  const hoy = useToday()
  const { registros } = useAgendaDrafts()
  const form = useAbierto(hoy)
  const columns = useColumns()
  const diaHeading = useRef<HTMLHeadingElement>(null)
  const { abierto, apunte, dia } = form
  // While she waits for the answer nothing is shown yet: it may be refused.
  const [saving, setSaving] = useState<string | null>(null)
  const { query, eventos } = useMisEventos(saving)
  const dispositivo = useDeviceRecordatorios()
  const { data } = query
  const failure = useFailure(query)
  const on = useMemo(() => byDia(eventos), [eventos])

  useSayOnce(failure !== null, toasts.loadFailed)

  const { min, max } = range(hoy, eventos)
  const markOf = (day: Fecha): DayMark | undefined => {
    const count = on(day).length
    if (count > 0) return { look: 'subrayado', words: count === 1 ? 'un evento' : `${count} eventos` }
  }

  const showDia = (day: Fecha) => {
    form.choose(day)
    diaHeading.current?.focus()
  }
  const unsaved = (
    <Unfinished
      // In one column the form is far below, and what is open in it again is named above.
      ids={unfinished(registros).filter(
        (id) => id !== abierto.id || (!columns && abierto.id === form.reopened),
      )}
      onOpen={(id) => form.edit({ id, evento: null })}
    />
  )

  return (
    <>
      {searching && (
        <Buscar
          eventos={eventos}
          hoy={hoy}
          onChoose={(day) => {
            onSearched()
            showDia(day)
          }}
          onClose={onSearched}
        />
      )}
      {hours && <Semana dia={dia} hoy={hoy} on={on} onGo={form.choose} onChoose={showDia} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 max-lg:in-turn lg:grid-cols-[368px_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-8">
        {!hours && (
          <Card className="max-md:px-2 max-md:py-1">
            <WeekCalendar
              label="Días de la agenda"
              mes={form.mes}
              onMesChange={form.setMes}
              selected={dia}
              onSelect={form.choose}
              today={hoy}
              min={min}
              max={max}
              markOf={markOf}
              busy={!data && !failure}
            />
          </Card>
        )}
        {!columns && (
          <FloatingButton
            target={form.place}
            onClick={form.add}
            icon={<Plus aria-hidden="true" className="size-6" />}
            label="Nuevo evento"
          />
        )}
        {!columns && unsaved}
        <DiaSection
          dia={dia}
          heading={diaHeading}
          query={query}
          ocurrencias={data || eventos.length > 0 ? on(dia) : undefined}
          pending={on(dia).some(({ evento }) => evento.pendiente)}
          onEdit={({ evento, dia: day }, cuales) => {
            if (cuales === 'todas') form.edit({ id: evento.id, evento })
            else form.editCorte(evento, day, cuales)
          }}
          onRemoved={({ id }) => {
            if (abierto.id === id) form.close()
          }}
        />
        {!columns && <Siguientes eventos={eventos} dia={dia} hoy={hoy} onChoose={showDia} />}
        {/* Beside the days, its button is on a wide screen without scrolling, whatever the day holds. */}
        <div className="grid min-w-0 gap-5 lg:col-start-2 lg:row-span-3 lg:row-start-1">
          {columns && unsaved}
          <Card as="section" ref={form.place} aria-labelledby="formulario" className="grid gap-4">
            <h2 id="formulario" className="text-xl">
              {form.isNuevo ? 'Nuevo evento' : 'Editar evento'}
            </h2>
            {apunte?.state === 'held' ? (
              <Conflicto id={abierto.id} apunte={apunte} onDone={() => form.closeSaved(abierto.id)} />
            ) : (
              <EventoForm
                key={abierto.id}
                {...abierto}
                apunte={apunte}
                dia={dia}
                first={form.first}
                noticesOff={dispositivo.estado === 'apagado'}
                onWantsNotice={dispositivo.turnOn}
                onSaving={setSaving}
                onSaved={(campos) => {
                  form.closeSaved(abierto.id)
                  form.goTo(seenOn({ ...campos, ultima: null }, dia))
                  // Where she still is in the form: its day says that it is there.
                  if (!columns && form.place.current?.contains(document.activeElement))
                    requestAnimationFrame(() => diaHeading.current?.focus())
                }}
                onCancel={form.cancel}
              />
            )}
          </Card>
        </div>

        <div className="grid min-w-0 gap-5 lg:col-start-1">
          <DeviceRecordatorios
            estado={dispositivo.estado}
            busy={dispositivo.busy}
            onChange={dispositivo.onChange}
            asksHora={dispositivo.asksHora}
            onZona={dispositivo.onZona}
          />
          <ArchivoSection eventos={data ? eventos : undefined} />
        </div>
      </div>
    </>
  )
}

/** What she began and left for something else: a tap brings it back. */
function Unfinished({ ids, onOpen }: { ids: string[]; onOpen: (id: string) => void }) {
  const { registros } = useAgendaDrafts()
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

/** The years around today, and those of her events. */
function range(hoy: Fecha, eventos: Evento[]): { min: Fecha; max: Fecha } {
  const { year } = mesOf(hoy)
  // One that comes again is seen from today on.
  const years = eventos
    .filter(({ regla, fecha }) => !regla || fecha > hoy)
    .map(({ fecha }) => mesOf(fecha).year)
  return { min: `${Math.min(year - 5, ...years)}-01-01`, max: `${Math.max(year + 10, ...years)}-12-31` }
}
