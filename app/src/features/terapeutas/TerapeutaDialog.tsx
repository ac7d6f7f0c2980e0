import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { type Terapeuta, useSaveTerapeuta } from './terapeutas.ts'
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
  const saveTerapeuta = useSaveTerapeuta()
  const form = useForm({
    initial: () => borradorOf(original),
    check: checkBorrador,
    send: async (borrador) => {
      const read = await camposOf(borrador)
      if ('errores' in read) return read.errores
      await saveTerapeuta.mutateAsync({ id: original?.id ?? null, campos: read.campos })
      toasts.terapeutaSaved(original === null)
      onClose()
    },
    onFailure: toasts.error,
  })
  const text = (campo: Exclude<keyof Borrador, 'visible'>) => ({ ...form.text(campo), autoComplete: 'off' })

  const phone = { type: 'tel', inputMode: 'tel', placeholder: '+52 55 1234 5678' } as const
  return (
    <Form of={form} className="grid gap-4">
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
        <Button look="secondary" size="lg" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          Guardar
        </Button>
      </div>
    </Form>
  )
}
