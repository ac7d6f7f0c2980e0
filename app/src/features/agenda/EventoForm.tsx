import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { BorradorEstado } from '../../components/form/BorradorEstado.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Select } from '../../components/form/Select.tsx'
import { Switch } from '../../components/form/Switch.tsx'
import type { Ilegible } from '../../lib/cofre/palabras.ts'
import type { Registro, Resultado } from '../../lib/offline/savedWriting.ts'
import { type Fecha, longFechaWithDia, toFecha } from '../../lib/time/fechas.ts'
import {
  type Apunte,
  areAlike,
  type Campos,
  camposOf,
  type Evento,
  eventoSchema,
  movedSchema,
  onlyCampos,
  vacio,
} from './agendaDrafts.ts'
import { describeAviso, isPossible, PRIMER_DIA, TIPOS, type Tipo, ULTIMO_DIA } from './dias.ts'
import { agendaDrafts, useAgendaDrafts } from './eventos.ts'
import { MasOpciones } from './MasOpciones.tsx'
import { isOver, primeraVez } from './recurrencia.ts'
import { anual, joinRegla, moveRegla, splitRegla } from './repeticion.ts'
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
  /** What a new event begins as, where that is not empty. */
  empieza?: Partial<Campos> | undefined
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
  empieza,
}: Pick<EventoFormProps, 'evento' | 'apunte' | 'dia' | 'empieza'>): Campos {
  if (!apunte) return evento ? camposOf(evento) : { ...vacio(dia), ...empieza }
  // What an older version of the app kept lacks what it did not know.
  const written = { ...vacio(dia), ...apunte }
  return onlyCampos(apunte.base === null && !apunte.propia ? { ...written, fecha: dia } : written)
}

/** What goes with a change of its kind or its day: a birthday comes every year, and «the second Tuesday» moves along. */
function follow(now: Campos, part: Partial<Campos>): Partial<Campos> {
  const next = { ...now, ...part }
  if (next.tipo === 'cumpleaños') {
    const regla = joinRegla(anual(next.fecha), splitRegla(now.tipo === next.tipo ? next.regla : '').fin)
    return { ...part, regla }
  }
  if (now.tipo === 'cumpleaños') return { ...part, regla: '' }
  if (isPossible(now.fecha) && isPossible(next.fecha) && next.regla === now.regla)
    return { ...part, regla: moveRegla(now.regla, now.fecha, next.fecha) }
  return part
}

/** A new event, or one to change: every letter is on the device before the next one. The parent gives it another key for another event. */
export function EventoForm(props: EventoFormProps) {
  const { id, evento, apunte, dia, first, noticesOff, onWantsNotice, onSaving, onSaved, onCancel } = props
  const { durable } = useAgendaDrafts()
  const base = apunte ? apunte.base : (evento?.actualizado_en ?? null)
  const original = evento ? camposOf(evento) : { ...vacio(dia), ...props.empieza }
  const values = valuesOf(props)
  const corte = apunte?.corte
  const isNuevo = base === null && !corte
  const [more, setMore] = useState(() =>
    Boolean(values.regla || values.hora_fin || values.lugar || values.notas || values.recordatorios),
  )

  const write = (campos: Campos) => {
    const propia = apunte?.propia || campos.fecha !== values.fecha
    agendaDrafts.write(id, { ...onlyCampos(campos), base, ...(corte && { corte }), propia, en: Date.now() })
  }
  const type = (next: Campos) => {
    // The form says again what it began with, so there is no draft to keep.
    if (areAlike(next, original) && base === (evento?.actualizado_en ?? null)) void agendaDrafts.discard(id)
    else write(next)
  }

  const form = useForm<Campos>({
    kept: [values, type],
    schema: values.ilegible ? movedSchema : eventoSchema,
    // What is wrong with a date that she wrote stands at its field.
    onRefused: ({ titulo, hora_fin, regla }) => {
      if (hora_fin || regla) setMore(true)
      if (titulo || values.fecha === '') toasts.missingDatos()
    },
    send: async (typed) => {
      const campos = { ...typed, fecha: primeraVez(typed.fecha, typed.regla) }
      write(campos)
      onSaving(id)
      const result: Resultado = await agendaDrafts.save(id).finally(() => onSaving(null))
      if (result === 'saved') toasts.eventoSaved(isNuevo)
      if (result === 'ready') toasts.savedHere()
      if (result !== 'held') onSaved(campos)
    },
    onFailure: toasts.error,
  })
  const change = (part: Partial<Campos>) => form.change(follow(form.values, part))
  const { tipo, fecha } = form.values
  const starts = isPossible(fecha) ? primeraVez(fecha, splitRegla(form.values.regla).base) : fecha
  // While the field of its end is empty nobody knows.
  const over =
    isPossible(fecha) &&
    !form.values.regla.endsWith('=') &&
    isOver({ ...form.values, fecha, ultima: null }, toFecha(new Date()))

  return (
    <Form of={form} className="grid gap-4">
      {corte && (
        <p className="rounded-control bg-jacaranda-suave px-3 py-2 text-jacaranda-texto">
          {corte.cuales === 'esta'
            ? `Solo el ${longFechaWithDia(corte.dia)}: las demás veces quedan como están.`
            : `Desde el ${longFechaWithDia(corte.dia)}: las veces anteriores quedan como están.`}
        </p>
      )}
      {values.ilegible ? (
        <SinPalabras ilegible={values.ilegible} />
      ) : (
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
      )}
      <Field label="Tipo" hint={tipo === 'cumpleaños' && 'Se repite cada año.'}>
        <Select value={tipo} onChange={({ target }) => change({ tipo: target.value as Tipo })}>
          {TIPOS.map((one) => (
            <option key={one} value={one}>
              {NOMBRES[one]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Fecha"
          required
          error={form.errors.fecha}
          hint={starts !== fecha && `Empieza el ${longFechaWithDia(starts)}.`}
        >
          <Input
            ref={values.ilegible ? first : undefined}
            type="date"
            min={PRIMER_DIA}
            max={ULTIMO_DIA}
            value={fecha}
            onChange={({ target }) => change({ fecha: target.value })}
          />
        </Field>
        <Field label="Hora (opcional)">
          <Input
            type="time"
            value={form.values.hora}
            onChange={({ target }) => {
              const hora = target.value
              // Without an hour, and with one, there are other reminders to choose from.
              change(Boolean(hora) === Boolean(form.values.hora) ? { hora } : { hora, recordatorios: null })
            }}
          />
        </Field>
      </div>
      <ReminderField
        checked={form.values.notificar}
        aviso={over ? 'No habrá aviso: ya terminó de repetirse.' : describeAviso(form.values, Date.now())}
        noticesOff={noticesOff}
        onChange={(notificar) => {
          form.change({ notificar })
          if (notificar) onWantsNotice()
        }}
      />
      <MasOpciones form={form} repeats={corte?.cuales !== 'esta'} open={more} onOpenChange={setMore} />
      <BorradorEstado
        draft={apunte?.state === 'draft' ? apunte : undefined}
        durable={durable}
        otherwise="guarda el evento"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          {isNuevo ? 'Agregar evento' : 'Guardar cambios'}
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

/** In the place of words that cannot be read here. */
function SinPalabras({ ilegible }: { ilegible: Ilegible }) {
  return (
    <p className="rounded-control bg-jacaranda-suave px-3 py-2 text-jacaranda-texto">
      {ilegible === 'cerrada'
        ? 'Lo escrito está cerrado con tu llave, que no está en este dispositivo. Aquí puedes cambiar cuándo es.'
        : 'Lo escrito no se puede abrir: no es lo que tú cerraste. Aquí puedes cambiar cuándo es.'}{' '}
      {ilegible === 'cerrada' && (
        <Link to="/cofre" className="inline-block py-1 font-semibold underline underline-offset-4">
          Poner mi llave
        </Link>
      )}
    </p>
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
          {noticesOff && ' Con la app cerrada, solo si enciendes los recordatorios de este dispositivo.'}
        </p>
      )}
    </div>
  )
}
