import { ContactRound } from 'lucide-react'
import { useState } from 'react'
import { refusalOf } from '../../../data/errors.ts'
import { brand } from '../../../lib/installation/brand.ts'
import { DOUBTFUL_NUMBER, PhoneError } from '../../../lib/outside/phone.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Form, useForm } from '../../../ui/Form.tsx'
import { Select } from '../../../ui/Select.tsx'
import { hasAddressBook, pickFromAddressBook } from './addressBook.ts'
import { useAddContacto } from './contactos.ts'
import * as toasts from './toasts.ts'
import { borradorVacio, checkBorrador, PRIORIDADES, readContacto } from './validar.ts'

type ContactDialogProps = { open: boolean; onClose: () => void }

export function ContactDialog({ open, onClose }: ContactDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Agregar contacto"
      description="Alguien de tu confianza. No recibe nada hasta que acepte tu invitación o tú le escribas."
    >
      {open && <ContactForm onSaved={onClose} />}
    </Dialog>
  )
}

const PAIS = new Intl.DisplayNames(brand.locale, { type: 'region' }).of(brand.country)

function ContactForm({ onSaved }: { onSaved: () => void }) {
  const [doubted, setDoubted] = useState('')
  const [limit, setLimit] = useState('')
  const addContacto = useAddContacto()
  const form = useForm({
    initial: borradorVacio,
    check: checkBorrador,
    onRefused: toasts.missingDatos,
    send: async (borrador) => {
      setLimit('')
      const { contacto, dudoso } = await readContacto(borrador)
      if (dudoso && doubted !== borrador.telefono) {
        setDoubted(borrador.telefono)
        return { telefono: DOUBTFUL_NUMBER }
      }
      await addContacto.mutateAsync(contacto)
      toasts.contactoAdded(contacto.nombre)
      onSaved()
    },
    onFailure: (failure) => {
      if (failure instanceof PhoneError) return { telefono: failure.message }
      setLimit(refusalOf(failure) ?? '')
      toasts.addFailed()
    },
  })
  const doubtful = doubted !== '' && doubted === form.values.telefono

  const choose = async () => {
    const chosen = await pickFromAddressBook()
    if (chosen) form.change(chosen)
  }

  return (
    <Form of={form} className="grid gap-4">
      {hasAddressBook() && (
        <Button
          look="secondary"
          icon={<ContactRound aria-hidden="true" className="size-5" />}
          onClick={choose}
        >
          Elegir de mi agenda
        </Button>
      )}
      <Field label="Nombre" required error={form.errors.nombre}>
        <Input
          {...form.text('nombre')}
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
        error={form.errors.telefono}
      >
        <Input
          type="tel"
          inputMode="tel"
          {...form.text('telefono')}
          maxLength={40}
          autoComplete="off"
          enterKeyHint="done"
          placeholder="55 1234 5678"
        />
      </Field>
      <Field label="Prioridad" hint="La 1 es a quien escribe el botón de pánico.">
        <Select {...form.text('prioridad')}>
          {PRIORIDADES.map((prioridad) => (
            <option key={prioridad} value={prioridad}>
              {prioridad === 1 ? '1 (la más alta)' : prioridad}
            </option>
          ))}
        </Select>
      </Field>
      {limit && <p className="text-alerta-texto">{limit}</p>}
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        {doubtful ? 'Guardar de todos modos' : 'Guardar contacto'}
      </Button>
    </Form>
  )
}
