import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Changed } from '../../../components/form/Changed.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input, Textarea } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { useEdited } from '../../../lib/api/useEditedRow.ts'
import { filled } from '../../../lib/form/schema.ts'
import { sayDone, sayFailed, siNo } from '../toasts.ts'
import { ICONOS, type SalaAdmin, useSaveSala } from './salas.ts'

type SalaDialogProps = { edicion: SalaAdmin | 'nueva' | null; onClose: () => void }

export function SalaDialog({ edicion, onClose }: SalaDialogProps) {
  return (
    <Dialog
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nueva' ? 'Nueva sala' : 'Editar sala'}
    >
      {edicion && <SalaForm original={edicion === 'nueva' ? null : edicion} onSaved={onClose} />}
    </Dialog>
  )
}

function SalaForm({ original, onSaved }: { original: SalaAdmin | null; onSaved: () => void }) {
  const edited = useEdited('sala', original, {
    nombre: original?.nombre ?? '',
    descripcion: original?.descripcion ?? '',
    icono: original?.icono ?? '',
    visible: original?.visible ?? true,
  })
  const saveSala = useSaveSala()
  const form = useForm({
    draft: edited.draft,
    schema: () => z.object({ nombre: filled('Escribe el nombre.') }),
    send: async ({ nombre, descripcion, icono, visible }) => {
      await saveSala.mutateAsync({
        id: edited.id,
        base: edited.base,
        campos: {
          nombre: nombre.trim(),
          descripcion: descripcion.trim() || null,
          icono: icono || null,
          visible,
        },
      })
      sayDone(original ? 'Sala actualizada' : 'Sala agregada')
      onSaved()
    },
    onFailure: (failure) => {
      if (!edited.learn(failure)) sayFailed('No se pudo guardar la sala', failure)
    },
    leaves: true,
  })
  const { base } = edited
  const { nombre, descripcion, icono, visible } = form.values

  return (
    <Form of={form} className="grid gap-4">
      <Changed
        news={edited.news}
        fields={[
          ['Nombre', base?.nombre ?? '', nombre.trim()],
          ['Descripción', base?.descripcion ?? '', descripcion.trim()],
          ['Icono', base?.icono ?? '', icono],
          ['Visible', siNo(base?.visible), siNo(visible)],
        ]}
      />
      <Field label="Nombre" required error={form.errors.nombre}>
        <Input {...form.text('nombre')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label="Descripción">
        <Textarea {...form.text('descripcion')} maxLength={500} />
      </Field>
      <Field label="Icono">
        <Select {...form.text('icono')}>
          <option value="">Genérico</option>
          {Object.entries(ICONOS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox label="Visible para las usuarias" {...form.checked('visible')} />
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        Guardar
      </Button>
    </Form>
  )
}
