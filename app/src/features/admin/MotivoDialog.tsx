import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Textarea } from '../../ui/Field.tsx'

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
  busy: boolean
  onClose: () => void
  onConfirm: (motivo: string) => void
}

/** Asks for the reason of a rejection, which the author reads word for word. */
export function MotivoDialog({ title, action, busy, onClose, onConfirm }: MotivoDialogProps) {
  const [motivo, setMotivo] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!motivo.trim()) return setMissing(true)
    onConfirm(motivo.trim())
  }

  return (
    <Dialog open={title !== null} onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label="Motivo"
          hint="Su autora lo leerá tal como lo escribas"
          required
          error={missing && !motivo.trim() && 'Escribe el motivo.'}
        >
          <Textarea
            value={motivo}
            maxLength={1000}
            onChange={({ target }) => setMotivo(target.value)}
            className="min-h-24"
          />
        </Field>
        <ul aria-label="Frases frecuentes" className="grid gap-1.5">
          {FRECUENTES.map((frase) => (
            <li key={frase}>
              <button
                type="button"
                onClick={() => setMotivo(frase)}
                className="min-h-11 w-full rounded-control bg-hundido px-3 py-2 text-left text-sm hover:bg-jacaranda-suave"
              >
                {frase}
              </button>
            </li>
          ))}
        </ul>
        <Button type="submit" size="lg" wide busy={busy}>
          {action}
        </Button>
      </form>
    </Dialog>
  )
}
