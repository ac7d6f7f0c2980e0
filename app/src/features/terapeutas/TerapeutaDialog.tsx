import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { type Terapeuta, useSaveTerapeuta } from './terapeutas.ts'
import * as toasts from './toasts.ts'
import { type Borrador, borradorOf, camposOf, checkBorrador, type Errores, LIMITES } from './validar.ts'

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
  const [borrador, setBorrador] = useState(() => borradorOf(original))
  const [errores, setErrores] = useState<Errores>({})
  const saveTerapeuta = useSaveTerapeuta()
  const form = useRef<HTMLFormElement>(null)

  const text = (campo: Exclude<keyof Borrador, 'visible'>) => ({
    value: borrador[campo],
    onChange: ({ target }: { target: { value: string } }) => {
      setBorrador((current) => ({ ...current, [campo]: target.value }))
      setErrores(({ [campo]: _, ...rest }) => rest)
    },
    autoComplete: 'off',
  })

  const refuse = (found: Errores) => {
    setErrores(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saveTerapeuta.isPending) return
    const found = checkBorrador(borrador)
    if (Object.keys(found).length > 0) return refuse(found)
    try {
      const read = await camposOf(borrador)
      if ('errores' in read) return refuse(read.errores)
      await saveTerapeuta.mutateAsync({ id: original?.id ?? null, campos: read.campos })
      toasts.terapeutaSaved(original === null)
      onClose()
    } catch (failure) {
      toasts.error(failure)
    }
  }

  const phone = { type: 'tel', inputMode: 'tel', placeholder: '+52 55 1234 5678' } as const
  return (
    <form ref={form} noValidate onSubmit={save} className="grid gap-4">
      <Field label="Nombre" required error={errores.nombre}>
        <Input {...text('nombre')} maxLength={LIMITES.nombre} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Especialidad">
          <Input {...text('especialidad')} maxLength={LIMITES.especialidad} />
        </Field>
        <Field label="Ciudad">
          <Input {...text('ciudad')} maxLength={LIMITES.ciudad} />
        </Field>
        <Field label="Teléfono" error={errores.telefono}>
          <Input {...text('telefono')} {...phone} />
        </Field>
        <Field label="WhatsApp" error={errores.whatsapp}>
          <Input {...text('whatsapp')} {...phone} />
        </Field>
      </div>
      <Field label="Contacto" hint="Horario, modalidad o cómo pedir cita. Lo leen todas.">
        <Textarea {...text('contacto')} maxLength={LIMITES.contacto} className="min-h-20" />
      </Field>
      <Checkbox
        label="Visible para las usuarias"
        checked={borrador.visible}
        onChange={({ target }) => setBorrador((current) => ({ ...current, visible: target.checked }))}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" size="lg" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" size="lg" busy={saveTerapeuta.isPending} busyLabel="Guardando…">
          Guardar
        </Button>
      </div>
    </form>
  )
}
