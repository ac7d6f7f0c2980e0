import { useState } from 'react'
import { useEdited } from '../../data/edited.ts'
import { AUDIO } from '../../data/upload.ts'
import { shortHora, toFecha } from '../../lib/time/fechas.ts'
import { Button } from '../../ui/Button.tsx'
import { Changed } from '../../ui/Changed.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { ArchivoField } from './ArchivoField.tsx'
import { duracionOf, type EpisodioAdmin, useSaveEpisodio } from './episodios.ts'
import { sayDone, sayFailed, siNo } from './toasts.ts'
import { useArchivo } from './useArchivo.ts'

type EpisodioDialogProps = { edicion: EpisodioAdmin | 'nuevo' | null; onClose: () => void }

export function EpisodioDialog({ edicion, onClose }: EpisodioDialogProps) {
  return (
    <Dialog
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nuevo' ? 'Nuevo episodio' : 'Editar episodio'}
    >
      {edicion && <EpisodioForm original={edicion === 'nuevo' ? null : edicion} onSaved={onClose} />}
    </Dialog>
  )
}

/** As the browser's field for a day and its hour has it, in the device's own time zone. */
const forInput = (date: Date) => `${toFecha(date)}T${shortHora(date)}`

function EpisodioForm({ original, onSaved }: { original: EpisodioAdmin | null; onSaved: () => void }) {
  const [started] = useState(() => (original ? new Date(original.fecha_creacion) : new Date()))
  const archivo = useArchivo(AUDIO, original?.url_audio ?? null)
  const edited = useEdited('episodio', original, {
    titulo: original?.titulo ?? '',
    descripcion: original?.descripcion ?? '',
    fecha: forInput(started),
    visible: original?.visible ?? true,
    archivo: null as File | null,
  })
  const saveEpisodio = useSaveEpisodio()
  const form = useForm({
    draft: edited.draft,
    check: ({ titulo, fecha, archivo: file }) => ({
      titulo: titulo.trim() ? '' : 'Escribe el título.',
      fecha: Number.isNaN(Date.parse(fecha)) ? 'Elige el día y la hora.' : '',
      archivo: file || original?.url_audio ? archivo.check(file) : 'Elige el audio del episodio.',
    }),
    send: async ({ titulo, descripcion, fecha, visible, archivo: file }) => {
      const sent = await archivo.send(file)
      if ('refused' in sent) return sent.refused
      const campos = {
        titulo: titulo.trim(),
        descripcion: descripcion.trim() || null,
        // The field knows no seconds: a moment that she did not touch stays what it was.
        fecha_creacion: (fecha === forInput(started) ? started : new Date(fecha)).toISOString(),
        // The sound that is there now stays where she chose none.
        url_audio: file ? sent.url : (edited.base?.url_audio ?? sent.url),
        duracion_s: file ? await duracionOf(file) : ((edited.base ?? original)?.duracion_s ?? null),
        visible,
      }
      if (!archivo.commit()) return
      await saveEpisodio.mutateAsync({ id: edited.id, base: edited.base, campos })
      sayDone(original ? 'Episodio actualizado' : 'Episodio agregado')
      onSaved()
    },
    onFailure: (failure) => {
      if (!edited.learn(failure)) sayFailed('No se pudo guardar el episodio', failure)
    },
    leaves: true,
  })
  const { base } = edited
  const { titulo, descripcion, fecha, visible } = form.values

  return (
    <Form of={form} className="grid gap-4">
      <Changed
        news={edited.news}
        fields={[
          ['Título', base?.titulo ?? '', titulo.trim()],
          ['Descripción', base?.descripcion ?? '', descripcion.trim()],
          ['Se publica el', base ? forInput(new Date(base.fecha_creacion)) : '', fecha],
          ['Visible', siNo(base?.visible), siNo(visible)],
        ]}
      />
      <Field label="Título" required error={form.errors.titulo}>
        <Input {...form.text('titulo')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Descripción">
        <Textarea {...form.text('descripcion')} maxLength={2000} />
      </Field>
      <Field label="Se publica el" error={form.errors.fecha}>
        <Input type="datetime-local" {...form.text('fecha')} />
      </Field>
      <ArchivoField
        label="Audio"
        clase={AUDIO}
        error={form.errors.archivo || archivo.check(form.values.archivo)}
        part={archivo.part}
        file={form.values.archivo}
        current={base?.url_audio ?? null}
        onChange={(file) => form.change({ archivo: file })}
      />
      <Checkbox label="Visible para las usuarias" {...form.checked('visible')} />
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        Guardar
      </Button>
    </Form>
  )
}
