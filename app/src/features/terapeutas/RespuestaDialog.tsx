import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Changed } from '../../components/form/Changed.tsx'
import { Field, Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { useEdited } from '../../lib/api/useEditedRow.ts'
import { visible } from '../../lib/form/schema.ts'
import { COMENTARIO_MAX } from './puntuacion.ts'
import { type Resena, type Respuesta, useSaveRespuesta } from './resenas.ts'
import * as toasts from './toasts.ts'

type RespuestaDialogProps = {
  /** As it was read when she pressed; closed while null. */
  resena: Resena | null
  nombre: string
  onClose: () => void
}

/** What a therapist answers to a review, written by the team on her behalf: she has no account. Not in its row, which goes with the review. */
export function RespuestaDialog({ resena, nombre, onClose }: RespuestaDialogProps) {
  return (
    <Dialog
      open={resena !== null}
      onClose={onClose}
      title={`Respuesta de ${nombre}`}
      description="Escribe lo que te pidió decir, con sus palabras. La leen todas, debajo de la reseña. Quién escribió la reseña no lo sabe nadie: que tu respuesta no lo adivine."
    >
      {resena && <RespuestaForm resena={resena} onSaved={onClose} />}
    </Dialog>
  )
}

function RespuestaForm({ resena, onSaved }: { resena: Resena; onSaved: () => void }) {
  const saveRespuesta = useSaveRespuesta(resena.id)
  const original = resena.respuesta && { ...resena.respuesta, id: resena.id }
  const edited = useEdited<Respuesta, { texto: string }>(`respuesta ${resena.id}`, original, {
    texto: original?.texto ?? '',
  })
  const form = useForm({
    draft: edited.draft,
    schema: () => z.object({ texto: visible('Escribe la respuesta.') }),
    send: async ({ texto }) => {
      await saveRespuesta.mutateAsync({ base: edited.base, texto: texto.trim() })
      toasts.respuestaSaved()
      onSaved()
    },
    onFailure: (failure) => {
      if (!edited.learn(failure)) toasts.error(failure)
    },
    leaves: true,
  })
  return (
    <Form of={form} className="grid gap-4">
      <Changed
        news={edited.news}
        fields={[['Su respuesta', edited.base?.texto ?? '', form.values.texto.trim()]]}
      />
      <blockquote className="max-h-40 overflow-y-auto whitespace-pre-line border-linea-fuerte border-l-4 pl-3 text-tinta-suave wrap-anywhere">
        {resena.comentario}
      </blockquote>
      <Field label="Su respuesta" required error={form.errors.texto}>
        <Textarea {...form.text('texto')} maxLength={COMENTARIO_MAX} className="min-h-28" />
      </Field>
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        Publicar respuesta
      </Button>
    </Form>
  )
}
