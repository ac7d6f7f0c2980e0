import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { FormSection } from '../../../components/dialog/FormSection.tsx'
import { Changed } from '../../../components/form/Changed.tsx'
import { Checkbox } from '../../../components/form/Checkbox.tsx'
import { Field, Input, Textarea } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { AUDIO } from '../../../lib/api/upload.ts'
import { useEdited } from '../../../lib/api/useEditedRow.ts'
import { filled, ruled, textThat } from '../../../lib/form/schema.ts'
import { direccionOf } from '../../../lib/text/direccion.ts'
import type { Capitulo } from '../../../lib/text/episodio.ts'
import { type AskedLink, LinkDialog } from '../richText/LinkDialog.tsx'
import { RichText } from '../richText/RichText.tsx'
import { sayDone, sayFailed, siNo } from '../toasts.ts'
import { tooLong, wordsOf } from '../words.ts'
import { ArchivoField } from './ArchivoField.tsx'
import { readCapitulos, writeCapitulos } from './capitulos.ts'
import { duracionOf, type EpisodioAdmin, useSaveEpisodio } from './episodios.ts'
import { forInput } from './momento.ts'
import { useArchivo } from './useArchivo.ts'
import { VistaEpisodio } from './Vistas.tsx'

type EpisodioEditorProps = {
  edicion: EpisodioAdmin | 'nuevo' | null
  /** When a new one would be heard; now, unless said. */
  cuando?: Date | undefined
  onClose: () => void
}

export function EpisodioEditor({ edicion, cuando, onClose }: EpisodioEditorProps) {
  return (
    <FormSection
      open={edicion !== null}
      onClose={onClose}
      title={edicion === 'nuevo' ? 'Nuevo episodio' : 'Editar episodio'}
    >
      {edicion && (
        <EpisodioForm original={edicion === 'nuevo' ? null : edicion} cuando={cuando} onSaved={onClose} />
      )}
    </FormSection>
  )
}

/** What the database holds of a transcript and of a description, as HTML (migration contenidos). */
const TRANSCRIPCION_MAX = 200_000
const DESCRIPCION_MAX = 16_000

const episodioSchema = z.object({
  titulo: filled('Escribe el título.'),
  fecha: textThat((fecha) => !Number.isNaN(Date.parse(fecha)), 'Elige el día y la hora.'),
  descripcion: ruled((html: string) => tooLong(html, DESCRIPCION_MAX)),
  capitulos: ruled((capitulos: string) => {
    const read = readCapitulos(capitulos)
    return 'wrong' in read ? read.wrong : undefined
  }),
  transcripcion: ruled((html: string) => tooLong(html, TRANSCRIPCION_MAX)),
})

const textOf = (episodio: EpisodioAdmin | null | undefined) =>
  writeCapitulos((episodio?.capitulos ?? []) as Capitulo[])

type EpisodioFormProps = { original: EpisodioAdmin | null; cuando: Date | undefined; onSaved: () => void }

function EpisodioForm({ original, cuando, onSaved }: EpisodioFormProps) {
  const [started] = useState(() => (original ? new Date(original.fecha_creacion) : (cuando ?? new Date())))
  const edited = useEdited('episodio', original, {
    titulo: original?.titulo ?? '',
    descripcion: original?.descripcion ?? '',
    fecha: forInput(started),
    capitulos: textOf(original),
    transcripcion: original?.transcripcion ?? '',
    visible: original?.visible ?? true,
    archivo: null as File | null,
  })
  const archivo = useArchivo(AUDIO, edited.base?.url_audio ?? null)
  const saveEpisodio = useSaveEpisodio()
  const form = useForm({
    draft: edited.draft,
    schema: () =>
      z.extend(episodioSchema, {
        archivo: ruled((file: File | null) =>
          file || original?.url_audio ? archivo.check(file) : 'Elige el audio del episodio.',
        ),
      }),
    send: async ({ titulo, descripcion, fecha, capitulos, transcripcion, visible, archivo: file }) => {
      const read = readCapitulos(capitulos)
      if ('wrong' in read) return { capitulos: read.wrong }
      const sent = await archivo.send(file)
      if ('refused' in sent) return sent.refused
      const campos = {
        titulo: titulo.trim(),
        descripcion: descripcion.trim() || null,
        // The field knows no seconds: a moment that she did not touch stays what it was.
        fecha_creacion: (fecha === forInput(started) ? started : new Date(fecha)).toISOString(),
        // The sound that is there now stays where she chose none.
        url_audio: file ? sent.url : (edited.base?.url_audio ?? sent.url),
        capitulos: read.capitulos,
        transcripcion: transcripcion.trim() || null,
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
  const [link, setLink] = useState<AskedLink | null>(null)
  const { titulo, descripcion, fecha, capitulos, transcripcion, visible } = form.values

  return (
    <>
      <Form of={form} className="grid grid-cols-1 gap-4">
        <Changed
          news={edited.news}
          fields={[
            ['Título', base?.titulo ?? '', titulo.trim()],
            ['Descripción', wordsOf(base?.descripcion ?? ''), wordsOf(descripcion)],
            ['Se publica el', base ? forInput(new Date(base.fecha_creacion)) : '', fecha],
            ['Capítulos', textOf(base), capitulos.trim()],
            ['Transcripción', wordsOf(base?.transcripcion ?? ''), wordsOf(transcripcion)],
            ['Visible', siNo(base?.visible), siNo(visible)],
          ]}
        />
        <Field label="Título" required error={form.errors.titulo}>
          <Input {...form.text('titulo')} maxLength={200} autoComplete="off" />
        </Field>
        <Field label="Descripción" error={form.errors.descripcion}>
          <RichText
            label="Descripción"
            size="part"
            value={descripcion}
            onChange={(descripcion) => form.change({ descripcion })}
            readOnly={form.held}
            onLink={setLink}
          />
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
          current={base && direccionOf(base.url_audio, base.archivo_version)}
          disabled={form.held}
          onChange={(file) => form.change({ archivo: file })}
        />
        <Field
          label="Capítulos"
          hint="Uno por línea: el minuto y el nombre, como «3:20 Qué es un plan». Al tocarlo, el episodio salta ahí."
          error={form.errors.capitulos}
        >
          <Textarea {...form.text('capitulos')} maxLength={25_000} spellCheck="false" />
        </Field>
        <Field
          label="Transcripción"
          hint="Lo que se dice, para quien no puede o no debe escucharlo en voz alta. Puedes pegarla de un procesador de textos."
          error={form.errors.transcripcion}
        >
          <RichText
            label="Transcripción"
            size="part"
            value={transcripcion}
            onChange={(transcripcion) => form.change({ transcripcion })}
            readOnly={form.held}
            onLink={setLink}
          />
        </Field>
        <Checkbox label="Visible para las usuarias" {...form.checked('visible')} />
        <VistaEpisodio
          titulo={titulo}
          descripcion={descripcion.trim()}
          fecha={fecha}
          duracion_s={form.values.archivo ? null : (base?.duracion_s ?? null)}
          capitulos={capitulos}
          transcripcion={transcripcion.trim()}
        />
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
          Guardar
        </Button>
      </Form>
      <LinkDialog link={link} onClose={() => setLink(null)} />
    </>
  )
}
