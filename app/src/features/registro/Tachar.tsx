import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Field, Textarea } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { filled } from '../../lib/form/schema.ts'
import { storable } from '../../lib/text/storable.ts'
import { LARGO } from './registro.ts'

type TacharProps = {
  /** What the entry is called; null while none is to be struck. */
  nota: string | null
  onClose: () => void
  onSend: (porque: string) => Promise<void>
}

/** Strikes an entry: why, in an entry of its own. */
export function Tachar({ nota, onClose, onSend }: TacharProps) {
  return (
    <Dialog
      open={nota !== null}
      onClose={onClose}
      title={nota ? `Tachar ${nota}` : ''}
      description="No se borra: queda en tu registro, tachada, con la fecha y tu razón."
    >
      {nota && <Porque onSend={onSend} />}
    </Dialog>
  )
}

function Porque({ onSend }: Pick<TacharProps, 'onSend'>) {
  const form = useForm({
    initial: { porque: '' },
    schema: z.object({ porque: filled('Escribe por qué.') }),
    send: ({ porque }) => onSend(storable(porque.trim())),
  })
  return (
    <Form of={form} className="grid gap-4">
      <Field
        label="Por qué la tachas"
        hint="Por ejemplo: no la escribí yo, o me equivoqué."
        required
        error={form.errors.porque}
      >
        <Textarea {...form.text('porque')} rows={3} maxLength={LARGO} autoComplete="off" spellCheck="false" />
      </Field>
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Guardando…">
        Tachar
      </Button>
    </Form>
  )
}
