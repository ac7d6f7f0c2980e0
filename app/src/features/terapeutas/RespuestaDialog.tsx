import { useFormDraft } from '../../data/borrador.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Textarea } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { COMENTARIO_MAX, isComplete } from './puntuacion.ts'
import { type Resena, useSaveRespuesta } from './resenas.ts'
import * as toasts from './toasts.ts'

type RespuestaDialogProps = { open: boolean; resena: Resena; nombre: string; onClose: () => void }

/** What a therapist answers to a review, written by the team on her behalf: she has no account. */
export function RespuestaDialog({ open, resena, nombre, onClose }: RespuestaDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Respuesta de ${nombre}`}
      description="Escribe lo que te pidió decir, con sus palabras. La leen todas, debajo de la reseña. Quién escribió la reseña no lo sabe nadie: que tu respuesta no lo adivine."
    >
      {open && <RespuestaForm resena={resena} onSaved={onClose} />}
    </Dialog>
  )
}

function RespuestaForm({ resena, onSaved }: { resena: Resena; onSaved: () => void }) {
  const saveRespuesta = useSaveRespuesta()
  const draft = useFormDraft(`respuesta ${resena.id}`, { texto: resena.respuesta?.texto ?? '' })
  const form = useForm({
    draft,
    check: ({ texto }) => ({
      texto: isComplete({ puntuacion: 1, comentario: texto }) ? '' : 'Escribe la respuesta.',
    }),
    send: async ({ texto }) => {
      await saveRespuesta.mutateAsync({ resena, texto: texto.trim() })
      toasts.respuestaSaved()
      onSaved()
    },
    onFailure: toasts.error,
    leaves: true,
  })
  return (
    <Form of={form} className="grid gap-4">
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
