import type { ReactNode } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Field, Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { Escala } from './Escala.tsx'
import { COMENTARIO_MAX, resenaSchema } from './puntuacion.ts'
import type { Opinion } from './resenas.ts'
import * as toasts from './toasts.ts'

type ResenaFormProps = {
  opinion: Opinion
  onChange: (opinion: Opinion) => void
  onSend: () => Promise<void>
  action: string
  /** What stands beside the button. */
  children?: ReactNode
}

/** The score and the comment, of a new review or of one that she changes. */
export function ResenaForm({ opinion, onChange, onSend, action, children }: ResenaFormProps) {
  const form = useForm({
    kept: [opinion, onChange],
    schema: resenaSchema,
    onRefused: toasts.resenaIncomplete,
    send: onSend,
  })

  return (
    <Form of={form} className="grid gap-3">
      <Escala
        value={opinion.puntuacion}
        onChange={(puntuacion) => form.change({ puntuacion })}
        invalid={Boolean(form.errors.puntuacion)}
      />
      <Field label="Tu comentario" required error={form.errors.comentario}>
        <Textarea {...form.text('comentario')} maxLength={COMENTARIO_MAX} className="min-h-24" />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={form.busy} busyLabel="Enviando…">
          {action}
        </Button>
        {children}
      </div>
    </Form>
  )
}
