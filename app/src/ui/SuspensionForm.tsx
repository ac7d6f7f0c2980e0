import { Button } from './Button.tsx'
import { Field, Input } from './Field.tsx'
import { Form, useForm } from './Form.tsx'
import { Select } from './Select.tsx'

type SuspensionFormProps = { onSuspend: (motivo: string, dias: number) => Promise<void> }

/** Why, and for how long, somebody may not write. */
export function SuspensionForm({ onSuspend }: SuspensionFormProps) {
  const form = useForm({
    initial: { motivo: '', dias: '1' },
    check: ({ motivo }) => (motivo.trim() ? {} : { motivo: 'Escribe el motivo.' }),
    send: ({ motivo, dias }) => onSuspend(motivo.trim(), Number(dias)),
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
