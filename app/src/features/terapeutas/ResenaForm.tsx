import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field, Textarea } from '../../ui/Field.tsx'
import { Escala } from './Escala.tsx'
import { COMENTARIO_MAX, isComplete } from './puntuacion.ts'
import type { Opinion } from './resenas.ts'
import * as toasts from './toasts.ts'

type ResenaFormProps = {
  opinion: Opinion
  onChange: (opinion: Opinion) => void
  onSend: () => void
  busy: boolean
  action: string
  /** What stands beside the button. */
  children?: ReactNode
}

/** The score and the comment, of a new review or of one that she changes. */
export function ResenaForm({ opinion, onChange, onSend, busy, action, children }: ResenaFormProps) {
  const [missing, setMissing] = useState(false)
  const { puntuacion, comentario } = opinion

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setMissing(!isComplete(opinion))
    if (isComplete(opinion)) onSend()
    else toasts.resenaIncomplete()
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <Escala
        value={puntuacion}
        onChange={(next) => onChange({ ...opinion, puntuacion: next })}
        invalid={missing && puntuacion === 0}
      />
      <Field
        label="Tu comentario"
        required
        error={missing && !isComplete({ puntuacion: 1, comentario }) && 'Escribe un comentario.'}
      >
        <Textarea
          value={comentario}
          onChange={({ target }) => onChange({ ...opinion, comentario: target.value })}
          maxLength={COMENTARIO_MAX}
          className="min-h-24"
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={busy} busyLabel="Enviando…">
          {action}
        </Button>
        {children}
      </div>
    </form>
  )
}
