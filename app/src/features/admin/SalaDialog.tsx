import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { ICONOS, type SalaAdmin, useSaveSala } from './salas.ts'
import { sayDone, sayFailed } from './toasts.ts'

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
  const [nombre, setNombre] = useState(original?.nombre ?? '')
  const [descripcion, setDescripcion] = useState(original?.descripcion ?? '')
  const [icono, setIcono] = useState(original?.icono ?? '')
  const [visible, setVisible] = useState(original?.visible ?? true)
  const [error, setError] = useState('')
  const saveSala = useSaveSala()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saveSala.isPending) return
    setError(nombre.trim() ? '' : 'Escribe el nombre.')
    if (!nombre.trim()) return
    try {
      await saveSala.mutateAsync({
        id: original?.id ?? null,
        campos: {
          nombre: nombre.trim(),
          descripcion: descripcion.trim() || null,
          icono: icono || null,
          visible,
        },
      })
      sayDone(original ? 'Sala actualizada' : 'Sala agregada')
      onSaved()
    } catch (failure) {
      sayFailed('No se pudo guardar la sala', failure)
    }
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <Field label="Nombre" required error={error}>
        <Input
          value={nombre}
          maxLength={100}
          onChange={({ target }) => setNombre(target.value)}
          autoComplete="off"
        />
      </Field>
      <Field label="Descripción">
        <Textarea
          value={descripcion}
          maxLength={500}
          onChange={({ target }) => setDescripcion(target.value)}
        />
      </Field>
      <Field label="Icono">
        <Select value={icono} onChange={({ target }) => setIcono(target.value)}>
          <option value="">Genérico</option>
          {Object.entries(ICONOS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label="Visible para las usuarias"
        checked={visible}
        onChange={({ target }) => setVisible(target.checked)}
      />
      <Button type="submit" size="lg" busy={saveSala.isPending} busyLabel="Guardando…">
        Guardar
      </Button>
    </form>
  )
}
