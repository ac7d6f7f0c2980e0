import { ContactRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { Changed } from '../../../components/form/Changed.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { refusalOf, toServiceError } from '../../../lib/api/errors.ts'
import { useEdited } from '../../../lib/api/useEditedRow.ts'
import { brand } from '../../../lib/installation/brand.ts'
import { PhoneError } from '../../../lib/outside/phone.ts'
import type { Confianza } from '../alarma/confianza.ts'
import { hasAddressBook, pickFromAddressBook } from './addressBook.ts'
import type { Contacto } from './contactos.ts'
import { useSaveContacto } from './saveContacto.ts'
import * as toasts from './toasts.ts'
import { type Borrador, borradorOf, contactoSchema, PRIORIDADES, readContacto } from './validar.ts'

const PAIS = new Intl.DisplayNames(brand.locale, { type: 'region' }).of(brand.country)

type ContactFormProps = {
  original: Contacto | null
  confianza: Confianza | undefined
  onSaved: () => void
}

/** Who it is, and her number. */
export function ContactForm({ original, confianza, onSaved }: ContactFormProps) {
  // What she was asked to check, and confirms by pressing again.
  const [warned, setWarned] = useState('')
  const [limit, setLimit] = useState('')
  const edited = useEdited('contacto', original, () => borradorOf(original))
  const saveContacto = useSaveContacto()
  const form = useForm({
    draft: edited.draft,
    schema: contactoSchema,
    onRefused: toasts.missingDatos,
    send: async (borrador) => {
      setLimit('')
      const { contacto, duda } = await readContacto(borrador)
      const moved = contacto.telefono !== original?.telefono
      const ends = original && moved && endOf(confianza, original)
      const warning = [moved && duda, ends].filter(Boolean).join(' ')
      if (warning && warned !== borrador.telefono) {
        setWarned(borrador.telefono)
        return { telefono: warning }
      }
      await saveContacto.mutateAsync({
        id: edited.id,
        base: edited.base,
        gone: edited.news === 'gone',
        contacto,
      })
      if (original) toasts.contactoChanged(contacto.nombre)
      else toasts.contactoAdded(contacto.nombre)
      onSaved()
    },
    onFailure: (failure) => {
      if (edited.learn(failure)) return
      if (failure instanceof PhoneError) return { telefono: failure.message }
      const refusal = refusalOf(failure)
      // Whose that number is already, she reads where she typed it.
      if (toServiceError(failure).code === 'PT409' && refusal) return { telefono: refusal }
      setLimit(refusal ?? '')
      toasts.addFailed()
    },
  })
  const told = warned !== '' && warned === form.values.telefono

  const choose = async () => {
    const chosen = await pickFromAddressBook()
    if (chosen) form.change(chosen)
  }

  return (
    <Form of={form} className="grid gap-4">
      <Changed news={edited.news} fields={differences(edited.base, form.values)} />
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
      <Field label="Prioridad" hint="Para la 1 prepara su mensaje el botón de pánico.">
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
        {told ? 'Guardar de todos modos' : original ? 'Guardar cambios' : 'Guardar contacto'}
      </Button>
    </Form>
  )
}

/** What another number ends: its owner has said nothing. */
function endOf(confianza: Confianza | undefined, { nombre }: Contacto): string | null {
  switch (confianza?.estado) {
    case 'acepto':
      return `${nombre} aceptó con el número de antes. Si lo cambias, tu alerta deja de llegarle hasta que acepte otra invitación.`
    case 'invitada':
      return `${nombre} tiene un enlace tuyo por responder. Si cambias el número, ese enlace deja de servir.`
    default:
      return null
  }
}

/** What is there now beside what the form has. */
function differences(base: Contacto | null, written: Borrador) {
  const now = borradorOf(base)
  return [
    ['Nombre', now.nombre, written.nombre.trim()],
    ['Teléfono', now.telefono, written.telefono.trim()],
    ['Prioridad', now.prioridad, written.prioridad],
  ] as const
}
