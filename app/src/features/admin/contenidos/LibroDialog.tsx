import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Changed } from '../../../components/form/Changed.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { PDF } from '../../../lib/api/upload.ts'
import { useEdited } from '../../../lib/api/useEditedRow.ts'
import { filled, ruled } from '../../../lib/form/schema.ts'
import { direccionOf } from '../../../lib/text/direccion.ts'
import { sayDone, sayFailed, siNo } from '../toasts.ts'
import { ArchivoField } from './ArchivoField.tsx'
import { type LibroAdmin, useSaveLibro } from './libros.ts'
import { forInput, fromInput } from './momento.ts'
import { nombreOfSemana, SEMANAS } from './semanas.ts'
import { useArchivo } from './useArchivo.ts'
import { VistaLibro } from './Vistas.tsx'

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
  const edited = useEdited('libro', original, {
    titulo: original?.titulo ?? '',
    autor: original?.autor ?? '',
    semana: String(original?.semana ?? semana),
    publica: forInput(original?.publica_en),
    disponible: original?.disponible ?? true,
    archivo: null as File | null,
  })
  const archivo = useArchivo(PDF, edited.base?.url_pdf ?? null)
  const saveLibro = useSaveLibro()
  const form = useForm({
    draft: edited.draft,
    schema: () => z.object({ titulo: filled('Escribe el título.'), archivo: ruled(archivo.check) }),
    send: async ({ titulo, autor, semana, publica, disponible, archivo: file }) => {
      const sent = await archivo.send(file)
      if ('refused' in sent) return sent.refused
      const campos = {
        titulo: titulo.trim(),
        autor: autor.trim() || null,
        semana: Number(semana),
        publica_en: fromInput(publica, original?.publica_en),
        disponible,
      }
      if (!archivo.commit()) return
      const { id, base } = edited
      // The file that is there now stays where she chose none.
      const url_pdf = file ? sent.url : (base?.url_pdf ?? sent.url)
      await saveLibro.mutateAsync({ id, base, campos: { ...campos, url_pdf } })
      sayDone(original ? 'Libro actualizado' : 'Libro agregado')
      onSaved()
    },
    onFailure: (failure) => {
      if (!edited.learn(failure)) sayFailed('No se pudo guardar el libro', failure)
    },
    leaves: true,
  })
  const { titulo, autor, semana: week, publica, disponible } = form.values
  const { base } = edited

  return (
    <Form of={form} className="grid gap-4">
      <Changed
        news={edited.news}
        fields={[
          ['Título', base?.titulo ?? '', titulo.trim()],
          ['Autora', base?.autor ?? '', autor.trim()],
          ['Semana', String(base?.semana ?? ''), week],
          ['Se publica el', forInput(base?.publica_en), publica],
          ['Visible', siNo(base?.disponible), siNo(disponible)],
        ]}
      />
      <Field label="Título" required error={form.errors.titulo}>
        <Input {...form.text('titulo')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Autora">
        <Input {...form.text('autor')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Semana" hint="Vuelve cada año en esta semana.">
        <Select {...form.text('semana')}>
          {SEMANAS.map((option) => (
            <option key={option} value={option}>
              {nombreOfSemana(option)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Se publica el" hint="Si lo dejas vacío, en cuanto guardes. Antes de ese día nadie lo ve.">
        <Input type="datetime-local" {...form.text('publica')} />
      </Field>
      <ArchivoField
        label="Archivo PDF"
        clase={PDF}
        error={form.errors.archivo || archivo.check(form.values.archivo)}
        part={archivo.part}
        file={form.values.archivo}
        current={base && direccionOf(base.url_pdf, base.archivo_version)}
        disabled={form.held}
        onChange={(file) => form.change({ archivo: file })}
      />
      <Checkbox label="Visible para las usuarias" {...form.checked('disponible')} />
      <VistaLibro
        titulo={titulo.trim()}
        autor={autor.trim()}
        hasFile={Boolean(form.values.archivo ?? base?.url_pdf)}
      />
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        Guardar
      </Button>
    </Form>
  )
}
