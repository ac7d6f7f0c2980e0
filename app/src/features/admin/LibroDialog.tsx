import { type FormEvent, useState } from 'react'
import { messageOf, ServiceError } from '../../data/errors.ts'
import { PDF } from '../../data/upload.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { ArchivoField } from './ArchivoField.tsx'
import { type LibroAdmin, useSaveLibro } from './libros.ts'
import { nombreOfSemana, SEMANAS } from './semanas.ts'
import { sayDone, sayFailed } from './toasts.ts'
import { useArchivo } from './useArchivo.ts'

type LibroDialogProps = { edicion: LibroAdmin | 'nuevo' | null; semana: number; onClose: () => void }

export function LibroDialog({ edicion, semana, onClose }: LibroDialogProps) {
  return (
    <Dialog
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nuevo' ? 'Nuevo libro' : 'Editar libro'}
    >
      {edicion && (
        <LibroForm original={edicion === 'nuevo' ? null : edicion} semana={semana} onSaved={onClose} />
      )}
    </Dialog>
  )
}

type LibroFormProps = { original: LibroAdmin | null; semana: number; onSaved: () => void }

function LibroForm({ original, semana, onSaved }: LibroFormProps) {
  const [titulo, setTitulo] = useState(original?.titulo ?? '')
  const [autor, setAutor] = useState(original?.autor ?? '')
  const [week, setWeek] = useState(original?.semana ?? semana)
  const [disponible, setDisponible] = useState(original?.disponible ?? true)
  const [error, setError] = useState('')
  const archivo = useArchivo(PDF, original?.url_pdf ?? null)
  const saveLibro = useSaveLibro()
  const busy = archivo.part !== null || saveLibro.isPending

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setError(titulo.trim() ? '' : 'Escribe el título.')
    if (!titulo.trim() || archivo.error) return
    let url_pdf: string | null
    try {
      url_pdf = await archivo.send()
    } catch (failure) {
      // A file that the server refused is wrong; one that only broke off may be sent again.
      const isWrong = failure instanceof ServiceError && [413, 415].includes(failure.status)
      if (isWrong) archivo.fail(messageOf(failure))
      else sayFailed('No se pudo subir el archivo', failure)
      return
    }
    try {
      const campos = { titulo: titulo.trim(), autor: autor.trim() || null, url_pdf, semana: week, disponible }
      await saveLibro.mutateAsync({ original, campos })
      sayDone(original ? 'Libro actualizado' : 'Libro agregado')
      onSaved()
    } catch (failure) {
      sayFailed('No se pudo guardar el libro', failure)
    }
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <Field label="Título" required error={error}>
        <Input
          value={titulo}
          maxLength={200}
          onChange={({ target }) => setTitulo(target.value)}
          autoComplete="off"
        />
      </Field>
      <Field label="Autora">
        <Input
          value={autor}
          maxLength={200}
          onChange={({ target }) => setAutor(target.value)}
          autoComplete="off"
        />
      </Field>
      <Field label="Semana" hint="Vuelve cada año en esta semana.">
        <Select value={week} onChange={({ target }) => setWeek(Number(target.value))}>
          {SEMANAS.map((option) => (
            <option key={option} value={option}>
              {nombreOfSemana(option)}
            </option>
          ))}
        </Select>
      </Field>
      <ArchivoField
        label="Archivo PDF"
        clase={PDF}
        has={Boolean(original?.url_pdf)}
        error={archivo.error}
        part={archivo.part}
        onChange={archivo.choose}
      />
      <Checkbox
        label="Visible para las usuarias"
        checked={disponible}
        onChange={({ target }) => setDisponible(target.checked)}
      />
      <Button type="submit" size="lg" busy={busy} busyLabel="Guardando…">
        Guardar
      </Button>
    </form>
  )
}
