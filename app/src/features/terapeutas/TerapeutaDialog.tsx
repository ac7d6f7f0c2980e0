import { useEdited } from '../../data/edited.ts'
import { Button } from '../../ui/Button.tsx'
import { Changed } from '../../ui/Changed.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { type Ficha, type Terapeuta, useSaveTerapeuta } from './terapeutas.ts'
import * as toasts from './toasts.ts'
import { type Borrador, borradorOf, camposOf, checkBorrador, LIMITES } from './validar.ts'

/** What the form is about: a new therapist, one that exists, or nothing while it is closed. */
export type Edicion = Terapeuta | 'nueva' | null

type TerapeutaDialogProps = { edicion: Edicion; onClose: () => void }

export function TerapeutaDialog({ edicion, onClose }: TerapeutaDialogProps) {
  return (
    <Dialog
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nueva' ? 'Agregar terapeuta' : 'Editar terapeuta'}
    >
      {edicion && <TerapeutaForm original={edicion === 'nueva' ? null : edicion} onClose={onClose} />}
    </Dialog>
  )
}

function TerapeutaForm({ original, onClose }: { original: Terapeuta | null; onClose: () => void }) {
  const edited = useEdited<Ficha, Borrador>('terapeuta', original, () => borradorOf(original))
  const saveTerapeuta = useSaveTerapeuta()
  const form = useForm({
    draft: edited.draft,
    check: checkBorrador,
    send: async (borrador) => {
      const read = await camposOf(borrador)
      if ('errores' in read) return read.errores
      const { id, base } = edited
      await saveTerapeuta.mutateAsync({ id, base, campos: read.campos })
      toasts.terapeutaSaved(original === null)
      onClose()
    },
    onFailure: (failure) => {
      if (!edited.learn(failure)) toasts.error(failure)
    },
    leaves: true,
  })
  const text = (campo: Exclude<keyof Borrador, 'visible'>) => ({ ...form.text(campo), autoComplete: 'off' })

  const phone = { type: 'tel', inputMode: 'tel', placeholder: '+52 55 1234 5678' } as const
  return (
    <Form of={form} className="grid gap-4">
      <Changed news={edited.news} fields={differences(edited.base, form.values)} />
      <Field label="Nombre" required error={form.errors.nombre}>
        <Input {...text('nombre')} maxLength={LIMITES.nombre} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Especialidad">
          <Input {...text('especialidad')} maxLength={LIMITES.especialidad} />
        </Field>
        <Field label="Ciudad">
          <Input {...text('ciudad')} maxLength={LIMITES.ciudad} />
        </Field>
        <Field label="Teléfono" error={form.errors.telefono}>
          <Input {...text('telefono')} {...phone} />
        </Field>
        <Field label="WhatsApp" error={form.errors.whatsapp}>
          <Input {...text('whatsapp')} {...phone} />
        </Field>
      </div>
      <Field label="Contacto" hint="Horario, modalidad o cómo pedir cita. Lo leen todas.">
        <Textarea {...text('contacto')} maxLength={LIMITES.contacto} className="min-h-20" />
      </Field>
      <Checkbox label="Visible para las usuarias" {...form.checked('visible')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button
          look="secondary"
          size="lg"
          onClick={() => {
            form.forget()
            onClose()
          }}
        >
          Cancelar
        </Button>
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          Guardar
        </Button>
      </div>
    </Form>
  )
}

const NOMBRES = {
  nombre: 'Nombre',
  especialidad: 'Especialidad',
  ciudad: 'Ciudad',
  telefono: 'Teléfono',
  whatsapp: 'WhatsApp',
  contacto: 'Contacto',
} as const

/** What is there now beside what the form has. */
function differences(base: Ficha | null, written: Borrador) {
  const now = borradorOf(base)
  return [
    ...(Object.keys(NOMBRES) as (keyof typeof NOMBRES)[]).map(
      (campo) => [NOMBRES[campo], now[campo], written[campo].trim()] as const,
    ),
    ['Visible', now.visible ? 'sí' : 'no', written.visible ? 'sí' : 'no'] as const,
  ]
}
