import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { Field, Textarea } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { filled } from '../../../lib/form/schema.ts'
import { useFormDraft } from '../../../lib/offline/drafts.ts'

/** Frequent reasons, as a starting point. */
const FRECUENTES = [
  'Tiene datos con los que alguien podría encontrarte o reconocer a otra persona. Quítalos y envíala de nuevo.',
  'Nombra a otra persona. Cuéntalo sin su nombre y envíala de nuevo.',
  'Ofrece o vende algo; este espacio es para historias.',
  'Tiene palabras que lastiman a otras.',
]

type MotivoDialogProps = {
  /** What the dialog asks; closed while null. */
  title: string | null
  action: string
  /** Of the story that it is about. */
  id: string
  onClose: () => void
  /** There is nothing left to decide: she is told, and her words stay. */
  isGone: boolean
  /** Rejects where it was not decided. */
  onConfirm: (motivo: string) => Promise<void>
  onFailure: (failure: unknown) => void
}

/** Asks for the reason of a rejection, which the author reads word for word. */
export function MotivoDialog({ title, onClose, ...form }: MotivoDialogProps) {
  return (
    <Dialog open={title !== null} onClose={onClose} title={title}>
      {title !== null && <MotivoForm {...form} />}
    </Dialog>
  )
}

type MotivoFormProps = Omit<MotivoDialogProps, 'title' | 'onClose'>

function MotivoForm({ id, action, isGone, onConfirm, onFailure }: MotivoFormProps) {
  const draft = useFormDraft(`motivo ${id}`, { motivo: '' })
  const form = useForm({
    draft,
    schema: () => z.object({ motivo: filled('Escribe el motivo.') }),
    send: ({ motivo }) => onConfirm(motivo.trim()),
    onFailure,
  })

  return (
    <Form of={form} className="grid gap-4">
      {isGone && (
        <p role="alert" className="rounded-card bg-maiz-suave p-3.5 text-maiz-texto">
          Mientras escribías, alguien decidió sobre esta historia o su autora la cambió. Lo que escribiste
          sigue aquí.
        </p>
      )}
      <Field
        label="Motivo"
        hint="Su autora lo leerá tal como lo escribas"
        required
        error={form.errors.motivo}
      >
        <Textarea {...form.text('motivo')} maxLength={1000} className="min-h-24" />
      </Field>
      <ul aria-label="Frases frecuentes" className="grid gap-1.5">
        {FRECUENTES.map((frase) => (
          <li key={frase}>
            <button
              type="button"
              onClick={() => form.change({ motivo: frase })}
              className="min-h-11 w-full rounded-control bg-hundido px-3 py-2 text-left text-sm hover:bg-jacaranda-suave"
            >
              {frase}
            </button>
          </li>
        ))}
      </ul>
      <Button type="submit" size="lg" wide busy={form.busy}>
        {action}
      </Button>
    </Form>
  )
}
