import { Button } from './Button.tsx'
import { Field, Input } from './Field.tsx'
import { type Draft, Form, useForm } from './Form.tsx'
import { Select } from './Select.tsx'

export type Suspendiendo = { motivo: string; dias: string }

/** What it begins with. */
export const suspensionVacia: Suspendiendo = { motivo: '', dias: '1' }

type SuspensionFormProps = {
  /** Where what is written is kept. */
  draft: Draft<Suspendiendo>
  /** Rejects where it did not arrive. */
  onSuspend: (motivo: string, dias: number) => Promise<void>
  onFailure: (failure: unknown) => void
}

/** Why, and for how long, somebody may not write. */
export function SuspensionForm({ draft, onSuspend, onFailure }: SuspensionFormProps) {
  const form = useForm({
    draft,
    check: ({ motivo }) => (motivo.trim() ? {} : { motivo: 'Escribe el motivo.' }),
    send: ({ motivo, dias }) => onSuspend(motivo.trim(), Number(dias)),
    onFailure,
  })

  return (
    <Form of={form} className="grid gap-4">
      <p className="text-tinta-suave">Podrá leer, no escribir ni entrar a llamadas.</p>
      <Field label="Motivo" hint="Ella lo leerá" required error={form.errors.motivo}>
        <Input {...form.text('motivo')} maxLength={500} />
      </Field>
      <Field label="Durante">
        <Select {...form.text('dias')}>
          <option value="1">1 día</option>
          <option value="3">3 días</option>
          <option value="7">7 días</option>
          <option value="30">30 días</option>
        </Select>
      </Field>
      <Button type="submit" size="lg" wide busy={form.busy}>
        Pausar
      </Button>
    </Form>
  )
}
