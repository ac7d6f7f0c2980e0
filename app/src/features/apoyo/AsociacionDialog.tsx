import { ShieldAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { PhoneError } from '../../lib/outside/phone.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { type Asociacion, hoy, useSaveAsociacion } from './asociaciones.ts'
import { ciudades, estados, NACIONAL, PAIS_PROPIO, type Ubicada } from './lugares.ts'
import * as toasts from './toasts.ts'
import { type Borrador, borradorOf, camposOf, checkBorrador, type Errores, readTelefono } from './validar.ts'

/** What the modal is about: a new entry, one that exists, or nothing while it is closed. */
export type Edicion = Asociacion | 'nueva' | null

type AsociacionDialogProps = {
  edicion: Edicion
  onClose: () => void
  /** The directory, for the states and cities it knows. */
  entries: Ubicada[]
  paises: string[]
}

export function AsociacionDialog({ edicion, onClose, entries, paises }: AsociacionDialogProps) {
  return (
    <Dialog
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nueva' ? 'Nueva Asociación' : 'Editar Asociación'}
    >
      {edicion && (
        <AsociacionForm
          original={edicion === 'nueva' ? null : edicion}
          onSaved={onClose}
          entries={entries}
          paises={paises}
        />
      )}
    </Dialog>
  )
}

const DUDA = 'Este número no parece existir. Revísalo; si es correcto, guárdalo de todos modos.'

type AsociacionFormProps = {
  original: Asociacion | null
  onSaved: () => void
  entries: Ubicada[]
  paises: string[]
}

function AsociacionForm({ original, onSaved, entries, paises }: AsociacionFormProps) {
  const [borrador, setBorrador] = useState<Borrador>(() => borradorOf(original))
  const [errores, setErrores] = useState<Errores>({})
  const [doubted, setDoubted] = useState('')
  const [reading, setReading] = useState(false)
  const saveAsociacion = useSaveAsociacion()
  const form = useRef<HTMLFormElement>(null)
  const busy = reading || saveAsociacion.isPending
  const doubtful = doubted !== '' && doubted === borrador.telefono

  const change = (part: Partial<Borrador>) => {
    setBorrador((current) => ({ ...current, ...part }))
    setErrores((current) => {
      const rest = { ...current }
      for (const campo of Object.keys(part) as (keyof Borrador)[]) delete rest[campo]
      return rest
    })
  }
  const text = (
    campo: 'nombre' | 'descripcion' | 'telefono' | 'url_web' | 'ciudad' | 'fuente_url' | 'fuente_fecha',
  ) => ({
    value: borrador[campo],
    onChange: ({ target }: { target: { value: string } }) => change({ [campo]: target.value }),
  })

  const refuse = (found: Errores) => {
    setErrores(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  /** The number as it is stored; null where it has to be looked at again. */
  const readPhone = async (): Promise<string | null> => {
    // A number that was not changed is not validated again.
    if (original && borrador.telefono === (original.telefono ?? '')) return borrador.telefono
    const { telefono, dudoso } = await readTelefono(borrador.telefono, borrador.pais)
    if (!dudoso || doubtful) return telefono
    setDoubted(borrador.telefono)
    refuse({ telefono: DUDA })
    return null
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = checkBorrador(borrador)
    if (Object.keys(found).length > 0) return refuse(found)

    setReading(true)
    try {
      const telefono = await readPhone()
      if (telefono === null) return
      await saveAsociacion.mutateAsync({
        id: original?.id ?? null,
        campos: camposOf(borrador, telefono, hoy()),
      })
      if (original) toasts.asociacionUpdated()
      else toasts.asociacionCreated()
      onSaved()
    } catch (failure) {
      if (failure instanceof PhoneError) return refuse({ telefono: failure.message })
      toasts.saveFailed()
    } finally {
      setReading(false)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={save} className="grid gap-4">
      <SecretShelterNotice />
      <Field label="Nombre" required error={errores.nombre}>
        <Input {...text('nombre')} autoComplete="off" autoCapitalize="sentences" />
      </Field>
      <Field label="Descripción" error={errores.descripcion} hint="A quién atiende, en qué horario y cómo.">
        <Textarea {...text('descripcion')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Teléfono" error={errores.telefono}>
          <Input
            {...text('telefono')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            placeholder="079, *765, 55 1234 5678"
          />
        </Field>
        <Field label="Sitio web" error={errores.url_web}>
          <Input
            {...text('url_web')}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://ejemplo.org"
          />
        </Field>
      </div>
      <LugarFields
        borrador={borrador}
        errores={errores}
        onChange={change}
        entries={entries}
        paises={paises}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Fuente del número" error={errores.fuente_url}>
          <Input
            {...text('fuente_url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://ejemplo.org"
          />
        </Field>
        <Field label="Fecha de la fuente" error={errores.fuente_fecha}>
          <Input {...text('fuente_fecha')} autoComplete="off" placeholder="2026-11-21" />
        </Field>
      </div>
      <div className="grid">
        <Checkbox
          label="Visible para las usuarias"
          checked={borrador.visible}
          onChange={({ target }) => change({ visible: target.checked })}
        />
        <Checkbox
          label="Hoy marqué este número y contestaron"
          checked={borrador.comprobado}
          onChange={({ target }) => change({ comprobado: target.checked })}
        />
      </div>
      <Button type="submit" size="lg" busy={busy} busyLabel="Guardando…">
        {doubtful ? 'Guardar de todos modos' : 'Guardar'}
      </Button>
    </form>
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

type DondeProps = {
  borrador: Borrador
  errores: Errores
  onChange: (part: Partial<Borrador>) => void
  entries: Ubicada[]
  paises: string[]
}

/** Country, state and city; the last two become `ubicacion`. */
function LugarFields({ borrador, errores, onChange, entries, paises }: DondeProps) {
  const { pais, estado, ciudad } = borrador
  const known = useId()
  const chooseEstado = (next: string) => onChange({ estado: next, ...(next === NACIONAL && { ciudad: '' }) })
  const states = estados(entries, pais)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="País" className="sm:col-span-2">
        <Select
          value={pais}
          onChange={({ target }) => onChange({ pais: target.value, estado: '', ciudad: '' })}
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
        error={errores.ciudad}
        hint={estado && estado !== NACIONAL ? 'Vacía: atiende en todo el estado.' : undefined}
      >
        <Input
          value={ciudad}
          onChange={({ target }) => onChange({ ciudad: target.value })}
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
