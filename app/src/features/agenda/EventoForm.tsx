import { type FormEvent, type RefObject, useState } from 'react'
import { uuid } from '../../lib/random.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TIPOS, type Tipo, visibleHora } from './dias.ts'
import { type Evento, useSaveEvento } from './eventos.ts'
import * as toasts from './toasts.ts'

const NOMBRES: Record<Tipo, string> = {
  evento: 'Evento',
  cita: 'Cita',
  recordatorio: 'Recordatorio',
  cumpleaños: 'Cumpleaños',
}

type Borrador = { titulo: string; tipo: Tipo; fecha: Fecha; hora: string; notificar: boolean }

type EventoFormProps = {
  /** The event to change; null for a new one. */
  evento: Evento | null
  /** The day that a new event begins with. */
  dia: Fecha
  /** Where the focus goes when an event is to be changed. */
  first: RefObject<HTMLInputElement | null>
  /** This device is not reached with the app closed, and could be. */
  noticesOff: boolean
  /** She switched a reminder on, within this very tap. */
  onWantsNotice: () => void
  onSaved: (fecha: Fecha) => void
  onCancel: () => void
}

/** A new event, or one to change. The parent gives it another key for another event. */
export function EventoForm({
  evento,
  dia,
  first,
  noticesOff,
  onWantsNotice,
  onSaved,
  onCancel,
}: EventoFormProps) {
  const [id, setId] = useState(() => evento?.id ?? uuid())
  const [borrador, setBorrador] = useState<Borrador>({
    titulo: evento?.titulo ?? '',
    tipo: evento?.tipo ?? 'evento',
    fecha: evento?.fecha ?? dia,
    hora: evento?.hora ? visibleHora(evento.hora) : '',
    notificar: evento?.notificar ?? true,
  })
  const [missing, setMissing] = useState(false)
  const [ownDay, setOwnDay] = useState(evento !== null)
  const saveEvento = useSaveEvento()
  // Until she has chosen a day in the form itself, a new event follows the calendar.
  const fecha = ownDay ? borrador.fecha : dia
  const titulo = borrador.titulo.trim()

  const change = (part: Partial<Borrador>) => setBorrador((current) => ({ ...current, ...part }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saveEvento.isPending) return
    setMissing(!titulo || !fecha)
    if (!titulo || !fecha) return toasts.missingDatos()
    try {
      const { tipo, notificar } = borrador
      await saveEvento.mutateAsync({
        id,
        nuevo: evento === null,
        titulo,
        tipo,
        fecha,
        hora: borrador.hora || null,
        notificar,
      })
    } catch (failure) {
      return toasts.error(failure)
    }
    toasts.eventoSaved(evento === null)
    setId(uuid())
    change({ titulo: '', hora: '' })
    setOwnDay(false)
    onSaved(fecha)
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <Field label="Título" required error={missing && !titulo && 'Escribe un título.'}>
        <Input
          ref={first}
          value={borrador.titulo}
          onChange={({ target }) => change({ titulo: target.value })}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
        />
      </Field>
      <Field label="Tipo" hint={borrador.tipo === 'cumpleaños' && 'Se repite cada año.'}>
        <Select value={borrador.tipo} onChange={({ target }) => change({ tipo: target.value as Tipo })}>
          {TIPOS.map((tipo) => (
            <option key={tipo} value={tipo}>
              {NOMBRES[tipo]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Fecha" required error={missing && !fecha && 'Elige una fecha.'}>
          <Input
            type="date"
            min="1900-01-01"
            max="2199-12-31"
            value={fecha}
            onChange={({ target }) => {
              setOwnDay(true)
              change({ fecha: target.value })
            }}
          />
        </Field>
        <Field label="Hora (opcional)">
          <Input
            type="time"
            value={borrador.hora}
            onChange={({ target }) => change({ hora: target.value })}
          />
        </Field>
      </div>
      <div className="grid gap-1">
        <p className="font-semibold text-[0.9375rem]">Avisarme</p>
        <Switch
          label="Avisarme"
          checked={borrador.notificar}
          onChange={(notificar) => {
            change({ notificar })
            if (notificar) onWantsNotice()
          }}
        />
        {borrador.notificar && (
          <p className="text-sm text-tinta-suave">
            {borrador.hora ? 'Una hora antes.' : 'Ese día a las 9:00, porque no tiene hora.'}
            {noticesOff && ' Con la app cerrada, solo si enciendes los avisos de este dispositivo.'}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={saveEvento.isPending} busyLabel="Guardando…">
          {evento ? 'Guardar cambios' : 'Agregar evento'}
        </Button>
        {evento && (
          <Button look="quiet" size="lg" onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </div>
    </form>
  )
}
