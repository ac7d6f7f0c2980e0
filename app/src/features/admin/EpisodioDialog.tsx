import { type FormEvent, useState } from 'react'
import { messageOf, ServiceError } from '../../data/errors.ts'
import { AUDIO } from '../../data/upload.ts'
import { shortHora, toFecha } from '../../lib/time/fechas.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { ArchivoField } from './ArchivoField.tsx'
import { duracionOf, type EpisodioAdmin, useSaveEpisodio } from './episodios.ts'
import { sayDone, sayFailed } from './toasts.ts'
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
  const started = original ? new Date(original.fecha_creacion) : new Date()
  const [titulo, setTitulo] = useState(original?.titulo ?? '')
  const [descripcion, setDescripcion] = useState(original?.descripcion ?? '')
  const [fecha, setFecha] = useState(forInput(started))
  const [visible, setVisible] = useState(original?.visible ?? true)
  const [errores, setErrores] = useState<{ titulo?: string; fecha?: string; audio?: string }>({})
  const archivo = useArchivo(AUDIO, original?.url_audio ?? null)
  const saveEpisodio = useSaveEpisodio()
  const busy = archivo.part !== null || saveEpisodio.isPending

  const check = () => {
    const found = {
      ...(!titulo.trim() && { titulo: 'Escribe el título.' }),
      ...(Number.isNaN(Date.parse(fecha)) && { fecha: 'Elige el día y la hora.' }),
      ...(!archivo.file && !original?.url_audio && { audio: 'Elige el audio del episodio.' }),
    }
    setErrores(found)
    return Object.keys(found).length === 0 && !archivo.error
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !check()) return
    let url_audio: string | null
    try {
      url_audio = await archivo.send()
    } catch (failure) {
      // A file that the server refused is wrong; one that only broke off may be sent again.
      const isWrong = failure instanceof ServiceError && [413, 415].includes(failure.status)
      if (isWrong) archivo.fail(messageOf(failure))
      else sayFailed('No se pudo subir el archivo', failure)
      return
    }
    try {
      const campos = {
        titulo: titulo.trim(),
        descripcion: descripcion.trim() || null,
        // The field knows no seconds: a moment that she did not touch stays what it was.
        fecha_creacion: (fecha === forInput(started) ? started : new Date(fecha)).toISOString(),
        url_audio,
        duracion_s: archivo.file ? await duracionOf(archivo.file) : (original?.duracion_s ?? null),
        visible,
      }
      await saveEpisodio.mutateAsync({ original, campos })
      sayDone(original ? 'Episodio actualizado' : 'Episodio agregado')
      onSaved()
    } catch (failure) {
      sayFailed('No se pudo guardar el episodio', failure)
    }
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <Field label="Título" required error={errores.titulo}>
        <Input
          value={titulo}
          maxLength={200}
          onChange={({ target }) => setTitulo(target.value)}
          autoComplete="off"
        />
      </Field>
      <Field label="Descripción">
        <Textarea
          value={descripcion}
          maxLength={2000}
          onChange={({ target }) => setDescripcion(target.value)}
        />
      </Field>
      <Field label="Se publica el" error={errores.fecha}>
        <Input type="datetime-local" value={fecha} onChange={({ target }) => setFecha(target.value)} />
      </Field>
      <ArchivoField
        label="Audio"
        clase={AUDIO}
        has={Boolean(original?.url_audio)}
        error={archivo.error || (errores.audio ?? '')}
        part={archivo.part}
        onChange={(file, problem) => {
          archivo.choose(file, problem)
          setErrores(({ audio: _, ...rest }) => rest)
        }}
      />
      <Checkbox
        label="Visible para las usuarias"
        checked={visible}
        onChange={({ target }) => setVisible(target.checked)}
      />
      <Button type="submit" size="lg" busy={busy} busyLabel="Guardando…">
        Guardar
      </Button>
    </form>
  )
}
