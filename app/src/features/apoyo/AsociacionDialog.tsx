import { ShieldAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Changed } from '../../components/form/Changed.tsx'
import { Checkbox } from '../../components/form/Checkbox.tsx'
import { Field, Input, Textarea } from '../../components/form/Field.tsx'
import { Form, type FormOf, useForm } from '../../components/form/Form.tsx'
import { Select } from '../../components/form/Select.tsx'
import { useEdited } from '../../lib/api/useEditedRow.ts'
import { DOUBTFUL_NUMBER, PhoneError } from '../../lib/outside/phone.ts'
import { type Asociacion, hoy, useSaveAsociacion } from './asociaciones.ts'
import { FuenteFields } from './FuenteFields.tsx'
import { ciudades, estados, NACIONAL, PAIS_PROPIO, type Ubicada } from './lugares.ts'
import * as toasts from './toasts.ts'
import { asociacionSchema, type Borrador, borradorOf, camposOf, readTelefono } from './validar.ts'

/** What the modal is about: a new entry, one that exists, or nothing while it is closed. */
export type Edicion = Asociacion | 'nueva' | null

type AsociacionDialogProps = {
  edicion: Edicion
  /** She has just spoken with them: the box that says so is ticked. */
  called?: boolean
  onClose: () => void
  /** It is saved, for this place. */
  onSaved?: (donde: Ubicada) => void
  /** The directory, for the states and cities it knows. */
  entries: Ubicada[]
  paises: string[]
}

export function AsociacionDialog({
  edicion,
  called = false,
  onClose,
  onSaved,
  entries,
  paises,
}: AsociacionDialogProps) {
  return (
    <Dialog
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nueva' ? 'Nueva Asociación' : 'Editar Asociación'}
    >
      {edicion && (
        <AsociacionForm
          original={edicion === 'nueva' ? null : edicion}
          called={called}
          onSaved={(donde) => {
            onClose()
            onSaved?.(donde)
          }}
          entries={entries}
          paises={paises}
        />
      )}
    </Dialog>
  )
}

type AsociacionFormProps = {
  original: Asociacion | null
  called: boolean
  onSaved: (donde: Ubicada) => void
  entries: Ubicada[]
  paises: string[]
}

function AsociacionForm({ original, called, onSaved, entries, paises }: AsociacionFormProps) {
  const [doubted, setDoubted] = useState('')
  const edited = useEdited('asociación', original, () => ({
    ...borradorOf(original),
    comprobado: called,
  }))
  const saveAsociacion = useSaveAsociacion()

  /** The number as it is stored; null where it has to be looked at again. */
  const readPhone = async ({ telefono: typed, pais }: Borrador): Promise<string | null> => {
    // A number that was not changed is not validated again.
    if (original && typed === (original.telefono ?? '')) return typed
    const { telefono, dudoso } = await readTelefono(typed, pais)
    if (!dudoso || doubted === typed) return telefono
    setDoubted(typed)
    return null
  }

  const form = useForm({
    draft: edited.draft,
    schema: asociacionSchema,
    send: async (borrador) => {
      const telefono = await readPhone(borrador)
      if (telefono === null) return { telefono: DOUBTFUL_NUMBER }
      await saveAsociacion.mutateAsync({
        id: edited.id,
        base: edited.base,
        campos: camposOf(borrador, telefono, hoy()),
      })
      if (original) toasts.asociacionUpdated()
      else toasts.asociacionCreated()
      const { pais, estado, ciudad } = borrador
      onSaved({ pais, estado: estado.trim() || null, ciudad: ciudad.trim() || null })
    },
    onFailure: (failure) => {
      if (failure instanceof PhoneError) return { telefono: failure.message }
      if (!edited.learn(failure)) toasts.saveFailed(failure)
    },
    leaves: true,
  })
  const { errors, text } = form
  const doubtful = doubted !== '' && doubted === form.values.telefono

  return (
    <Form of={form} className="grid gap-4">
      <SecretShelterNotice />
      <Changed news={edited.news} fields={differences(edited.base, form.values)} />
      <Field label="Nombre" required error={errors.nombre}>
        <Input {...text('nombre')} autoComplete="off" autoCapitalize="sentences" />
      </Field>
      <Field label="Descripción" error={errors.descripcion} hint="A quién atiende, en qué horario y cómo.">
        <Textarea {...text('descripcion')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Teléfono" error={errors.telefono}>
          <Input
            {...text('telefono')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="55 1234 5678"
          />
        </Field>
        <Field label="Sitio web" error={errors.url_web}>
          <Input
            {...text('url_web')}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://ejemplo.org"
          />
        </Field>
      </div>
      <LugarFields form={form} entries={entries} paises={paises} />
      <FuenteFields form={form} label="Fuente del número" />
      <div className="grid">
        <Checkbox
          label="Contesta las 24 horas"
          hint="Las de todo el país que contestan siempre van primero."
          {...form.checked('todo_el_dia')}
        />
        <Checkbox label="Visible para las usuarias" {...form.checked('visible')} />
        <Checkbox label="Hoy marqué este número y contestaron" {...form.checked('comprobado')} />
      </div>
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        {doubtful ? 'Guardar de todos modos' : 'Guardar'}
      </Button>
    </Form>
  )
}

function SecretShelterNotice() {
  return (
    <p className="flex gap-3 rounded-card bg-maiz-suave p-3 text-[0.9375rem] text-maiz-texto">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        Nunca escribas aquí la dirección de un refugio secreto, ni en la descripción: pon solo cómo pedir
        ayuda. Quien busca a una mujer también puede leer esto.
      </span>
    </p>
  )
}

type DondeProps = { form: FormOf<Borrador>; entries: Ubicada[]; paises: string[] }

/** Country, state and city; the last two become `ubicacion`. */
function LugarFields({ form, entries, paises }: DondeProps) {
  const { pais, estado } = form.values
  const known = useId()
  const chooseEstado = (next: string) =>
    form.change({ estado: next, ...(next === NACIONAL && { ciudad: '' }) })
  const states = estados(entries, pais)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="País" className="sm:col-span-2">
        <Select
          value={pais}
          onChange={({ target }) => form.change({ pais: target.value, estado: '', ciudad: '' })}
        >
          {paises.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      </Field>
      <Field label="Estado" hint={estado ? undefined : 'Sin estado solo aparece en «Todos los estados».'}>
        {pais === PAIS_PROPIO ? (
          <Select value={estado} onChange={({ target }) => chooseEstado(target.value)}>
            <option value="">Sin estado</option>
            <option value={NACIONAL}>Nacional (todo el país)</option>
            {states.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        ) : (
          <Input
            value={estado}
            onChange={({ target }) => chooseEstado(target.value)}
            list={`${known}-estados`}
            autoComplete="off"
            placeholder={NACIONAL}
          />
        )}
      </Field>
      <Field
        label="Ciudad"
        error={form.errors.ciudad}
        hint={estado && estado !== NACIONAL ? 'Vacía: atiende en todo el estado.' : undefined}
      >
        <Input
          {...form.text('ciudad')}
          disabled={estado === NACIONAL}
          list={`${known}-ciudades`}
          autoComplete="off"
        />
      </Field>
      <Suggestions id={`${known}-estados`} values={[NACIONAL, ...states]} />
      <Suggestions id={`${known}-ciudades`} values={ciudades(entries, pais, estado)} />
    </div>
  )
}

function Suggestions({ id, values }: { id: string; values: string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}

const NOMBRES = {
  nombre: 'Nombre',
  descripcion: 'Descripción',
  telefono: 'Teléfono',
  url_web: 'Sitio web',
  pais: 'País',
  estado: 'Estado',
  ciudad: 'Ciudad',
  fuente_url: 'Fuente',
  fuente_fecha: 'Fecha de la fuente',
} as const

/** What is there now beside what the form has. */
function differences(base: Asociacion | null, written: Borrador) {
  const now = borradorOf(base)
  return [
    ...(Object.keys(NOMBRES) as (keyof typeof NOMBRES)[]).map(
      (campo) => [NOMBRES[campo], now[campo], written[campo].trim()] as const,
    ),
    ['Visible', now.visible ? 'sí' : 'no', written.visible ? 'sí' : 'no'] as const,
  ]
}
