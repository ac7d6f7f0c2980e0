import type { RefObject } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { BorradorEstado } from '../../components/form/BorradorEstado.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Select } from '../../components/form/Select.tsx'
import { Switch } from '../../components/form/Switch.tsx'
import type { Registro, Resultado } from '../../lib/offline/savedWriting.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import {
  type Apunte,
  areAlike,
  type Campos,
  camposOf,
  type Evento,
  eventoSchema,
  vacio,
} from './agendaDrafts.ts'
import { describeAviso, PRIMER_DIA, TIPOS, type Tipo, ULTIMO_DIA } from './dias.ts'
import { agendaDrafts, useAgendaDrafts } from './eventos.ts'
import * as toasts from './toasts.ts'

const NOMBRES: Record<Tipo, string> = {
  evento: 'Evento',
  cita: 'Cita',
  recordatorio: 'Recordatorio',
  cumpleaños: 'Cumpleaños',
}

type EventoFormProps = {
  /** Of the event, new or not. */
  id: string
  /** The event as she found it; null for a new one. */
  evento: Evento | null
  /** What she wrote of it and has not saved. */
  apunte: Registro<Apunte> | undefined
  /** The day that a new event begins with. */
  dia: Fecha
  /** Where the focus goes when an event is to be changed. */
  first: RefObject<HTMLInputElement | null>
  /** This device is not reached with the app closed, and could be. */
  noticesOff: boolean
  /** She switched a reminder on, within this very tap. */
  onWantsNotice: () => void
  /** It is on its way for the first time; null once there is an answer, or none. */
  onSaving: (id: string | null) => void
  /** It arrived, or waits on the device until it can. */
  onSaved: (campos: Campos & { fecha: Fecha }) => void
  onCancel: () => void
}

/** What the form shows: her own words, else the event, else nothing, on the day of the calendar. */
export function valuesOf({
  evento,
  apunte,
  dia,
}: Pick<EventoFormProps, 'evento' | 'apunte' | 'dia'>): Campos {
  if (!apunte) return evento ? camposOf(evento) : vacio(dia)
  return apunte.base === null && !apunte.propia ? { ...apunte, fecha: dia } : apunte
}

/** A new event, or one to change: every letter is on the device before the next one. The parent gives it another key for another event. */
export function EventoForm(props: EventoFormProps) {
  const { id, evento, apunte, dia, first, noticesOff, onWantsNotice, onSaving, onSaved, onCancel } = props
  const { durable } = useAgendaDrafts()
  const base = apunte ? apunte.base : (evento?.actualizado_en ?? null)
  const original = evento ? camposOf(evento) : vacio(dia)
  const values = valuesOf(props)

  const write = ({ titulo, tipo, fecha, hora, notificar }: Campos) => {
    const propia = apunte?.propia || fecha !== values.fecha
    agendaDrafts.write(id, { titulo, tipo, fecha, hora, notificar, base, propia, en: Date.now() })
  }
  const type = (next: Campos) => {
    // The form says again what it began with, so there is no draft to keep.
    if (areAlike(next, original) && base === (evento?.actualizado_en ?? null)) void agendaDrafts.discard(id)
    else write(next)
  }

  const form = useForm<Campos>({
    kept: [values, type],
    schema: eventoSchema,
    // What is wrong with a date that she wrote stands at its field.
    onRefused: ({ titulo }) => {
      if (titulo || values.fecha === '') toasts.missingDatos()
    },
    send: async (campos) => {
      write(campos)
      onSaving(id)
      const result: Resultado = await agendaDrafts.save(id).finally(() => onSaving(null))
      if (result === 'saved') toasts.eventoSaved(base === null)
      if (result === 'ready') toasts.savedHere()
      if (result !== 'held') onSaved(campos)
    },
    onFailure: toasts.error,
  })

  return (
    <Form of={form} className="grid gap-4">
      <Field label="Título" required error={form.errors.titulo}>
        <Input
          ref={first}
          {...form.text('titulo')}
          maxLength={200}
          autoComplete="off"
          spellCheck="false"
          enterKeyHint="done"
        />
      </Field>
      <Field label="Tipo" hint={form.values.tipo === 'cumpleaños' && 'Se repite cada año.'}>
        <Select {...form.text('tipo')}>
          {TIPOS.map((one) => (
            <option key={one} value={one}>
              {NOMBRES[one]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Fecha" required error={form.errors.fecha}>
          <Input type="date" min={PRIMER_DIA} max={ULTIMO_DIA} {...form.text('fecha')} />
        </Field>
        <Field label="Hora (opcional)">
          <Input type="time" {...form.text('hora')} />
        </Field>
      </div>
      <ReminderField
        checked={form.values.notificar}
        aviso={describeAviso(form.values, Date.now())}
        noticesOff={noticesOff}
        onChange={(notificar) => {
          form.change({ notificar })
          if (notificar) onWantsNotice()
        }}
      />
      <BorradorEstado kept={apunte?.state === 'draft'} durable={durable} otherwise="guarda el evento" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          {base === null ? 'Agregar evento' : 'Guardar cambios'}
        </Button>
        {(evento || apunte) && (
          <Button look="quiet" size="lg" onClick={onCancel}>
            {apunte?.state === 'draft' ? 'Descartar borrador' : 'Cancelar'}
          </Button>
        )}
      </div>
    </Form>
  )
}

type ReminderProps = {
  checked: boolean
  /** When that is. */
  aviso: string
  noticesOff: boolean
  onChange: (wanted: boolean) => void
}

/** Whether she is reminded, and when that will be. */
function ReminderField({ checked, aviso, noticesOff, onChange }: ReminderProps) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold text-[0.9375rem]">Avisarme</p>
      <Switch label="Avisarme" checked={checked} onChange={onChange} />
      {checked && (
        <p className="text-sm text-tinta-suave">
          {aviso}
          {noticesOff && ' Con la app cerrada, solo si enciendes los avisos de este dispositivo.'}
        </p>
      )}
    </div>
  )
}
