import { type RefObject, useState } from 'react'
import { uuid } from '../../lib/random.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
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

type Borrador = {
  titulo: string
  tipo: Tipo
  /** Until she has chosen a day in the form itself, a new event follows the calendar. */
  fecha: Fecha | null
  hora: string
  notificar: boolean
}

const borradorOf = (evento: Evento | null): Borrador => ({
  titulo: evento?.titulo ?? '',
  tipo: evento?.tipo ?? 'evento',
  fecha: evento?.fecha ?? null,
  hora: evento?.hora ? visibleHora(evento.hora) : '',
  notificar: evento?.notificar ?? true,
})

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
  const saveEvento = useSaveEvento()
  const form = useForm<Borrador>({
    initial: () => borradorOf(evento),
    check: ({ titulo, fecha }) => ({
      titulo: titulo.trim() ? '' : 'Escribe un título.',
      fecha: fecha === '' ? 'Elige una fecha.' : '',
    }),
    onRefused: toasts.missingDatos,
    send: async ({ titulo, tipo, fecha: chosen, hora, notificar }) => {
      const fecha = chosen ?? dia
      const nuevo = evento === null
      await saveEvento.mutateAsync({
        id,
        nuevo,
        titulo: titulo.trim(),
        tipo,
        fecha,
        hora: hora || null,
        notificar,
      })
      toasts.eventoSaved(nuevo)
      setId(uuid())
      clear()
      onSaved(fecha)
    },
    onFailure: toasts.error,
  })
  const clear = () => form.change({ titulo: '', hora: '', fecha: null })

  return (
    <Form of={form} className="grid gap-4">
      <Field label="Título" required error={form.errors.titulo}>
        <Input
          ref={first}
          {...form.text('titulo')}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
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
          <Input
            type="date"
            min="1900-01-01"
            max="2199-12-31"
            value={form.values.fecha ?? dia}
            onChange={({ target }) => form.change({ fecha: target.value })}
          />
        </Field>
        <Field label="Hora (opcional)">
          <Input type="time" {...form.text('hora')} />
        </Field>
      </div>
      <ReminderField
        checked={form.values.notificar}
        hasHora={form.values.hora !== ''}
        noticesOff={noticesOff}
        onChange={(notificar) => {
          form.change({ notificar })
          if (notificar) onWantsNotice()
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          {evento ? 'Guardar cambios' : 'Agregar evento'}
        </Button>
        {evento && (
          <Button look="quiet" size="lg" onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </div>
    </Form>
  )
}

type ReminderProps = {
  checked: boolean
  hasHora: boolean
  noticesOff: boolean
  onChange: (wanted: boolean) => void
}

/** Whether she is reminded, and when that will be. */
function ReminderField({ checked, hasHora, noticesOff, onChange }: ReminderProps) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold text-[0.9375rem]">Avisarme</p>
      <Switch label="Avisarme" checked={checked} onChange={onChange} />
      {checked && (
        <p className="text-sm text-tinta-suave">
          {hasHora ? 'Una hora antes.' : 'Ese día a las 9:00, porque no tiene hora.'}
          {noticesOff && ' Con la app cerrada, solo si enciendes los avisos de este dispositivo.'}
        </p>
      )}
    </div>
  )
}
