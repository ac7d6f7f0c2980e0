import { ContactRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { refusalOf } from '../../../data/errors.ts'
import { brand } from '../../../lib/installation/brand.ts'
import { PhoneError } from '../../../lib/outside/phone.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { hasAddressBook, pickFromAddressBook } from './addressBook.ts'
import { useAddContacto } from './contactos.ts'
import * as toasts from './toasts.ts'
import { type Borrador, borradorVacio, isComplete, PRIORIDADES, readContacto } from './validar.ts'

type ContactDialogProps = { open: boolean; onClose: () => void }

export function ContactDialog({ open, onClose }: ContactDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Agregar contacto"
      description="Alguien de tu confianza. No recibe nada hasta que tú le escribas."
    >
      {open && <ContactForm onSaved={onClose} />}
    </Dialog>
  )
}

const PAIS = new Intl.DisplayNames(brand.locale, { type: 'region' }).of(brand.country)
const DUDA = 'Este número no parece existir. Revísalo; si es correcto, guárdalo de todos modos.'

function ContactForm({ onSaved }: { onSaved: () => void }) {
  const [borrador, setBorrador] = useState<Borrador>(borradorVacio)
  const [missing, setMissing] = useState(false)
  const [phoneError, setPhoneError] = useState('')
  const [doubted, setDoubted] = useState('')
  const [limit, setLimit] = useState('')
  const addContacto = useAddContacto()
  const [reading, setReading] = useState(false)
  const busy = reading || addContacto.isPending
  const doubtful = doubted !== '' && doubted === borrador.telefono

  const change = (part: Partial<Borrador>) => {
    setBorrador((current) => ({ ...current, ...part }))
    if (part.telefono !== undefined) setPhoneError('')
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(!isComplete(borrador))
    if (!isComplete(borrador)) return toasts.missingDatos()

    setReading(true)
    setLimit('')
    try {
      const { contacto, dudoso } = await readContacto(borrador)
      if (dudoso && !doubtful) return setDoubted(borrador.telefono)
      await addContacto.mutateAsync(contacto)
      toasts.contactoAdded(contacto.nombre)
      onSaved()
    } catch (failure) {
      if (failure instanceof PhoneError) return setPhoneError(failure.message)
      setLimit(refusalOf(failure) ?? '')
      toasts.addFailed()
    } finally {
      setReading(false)
    }
  }

  const choose = async () => {
    const chosen = await pickFromAddressBook()
    if (chosen) change(chosen)
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      {hasAddressBook() && (
        <Button
          look="secondary"
          icon={<ContactRound aria-hidden="true" className="size-5" />}
          onClick={choose}
        >
          Elegir de mi agenda
        </Button>
      )}
      <Field label="Nombre" required error={missing && !borrador.nombre.trim() && 'Escribe su nombre.'}>
        <Input
          value={borrador.nombre}
          onChange={({ target }) => change({ nombre: target.value })}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
        />
      </Field>
      <Field
        label="Teléfono"
        required
        hint={`Con código de área. Fuera de ${PAIS}, con + y el código del país.`}
        error={
          phoneError || (missing && !borrador.telefono.trim() && 'Escribe su teléfono.') || (doubtful && DUDA)
        }
      >
        <Input
          type="tel"
          inputMode="tel"
          value={borrador.telefono}
          onChange={({ target }) => change({ telefono: target.value })}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="done"
          placeholder="55 1234 5678"
        />
      </Field>
      <Field label="Prioridad" hint="La 1 es a quien escribe el botón de pánico.">
        <Select value={borrador.prioridad} onChange={({ target }) => change({ prioridad: target.value })}>
          {PRIORIDADES.map((prioridad) => (
            <option key={prioridad} value={prioridad}>
              {prioridad === 1 ? '1 (la más alta)' : prioridad}
            </option>
          ))}
        </Select>
      </Field>
      {limit && <p className="text-alerta-texto">{limit}</p>}
      <Button type="submit" size="lg" busy={busy} busyLabel="Guardando…">
        {doubtful ? 'Guardar de todos modos' : 'Guardar contacto'}
      </Button>
    </form>
  )
}
