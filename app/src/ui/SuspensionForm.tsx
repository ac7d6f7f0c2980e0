import { type FormEvent, useState } from 'react'
import { Button } from './Button.tsx'
import { Field, Input } from './Field.tsx'
import { Select } from './Select.tsx'

type SuspensionFormProps = { busy: boolean; onSuspend: (motivo: string, dias: number) => void }

/** Why, and for how long, somebody may not write. */
export function SuspensionForm({ busy, onSuspend }: SuspensionFormProps) {
  const [motivo, setMotivo] = useState('')
  const [dias, setDias] = useState('1')
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!motivo.trim()) return setMissing(true)
    onSuspend(motivo.trim(), Number(dias))
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-tinta-suave">Podrá leer, no escribir ni entrar a llamadas.</p>
      <Field
        label="Motivo"
        hint="Ella lo leerá"
        required
        error={missing && !motivo.trim() && 'Escribe el motivo.'}
      >
        <Input value={motivo} maxLength={500} onChange={({ target }) => setMotivo(target.value)} />
      </Field>
      <Field label="Durante">
        <Select value={dias} onChange={({ target }) => setDias(target.value)}>
          <option value="1">1 día</option>
          <option value="3">3 días</option>
          <option value="7">7 días</option>
          <option value="30">30 días</option>
        </Select>
      </Field>
      <Button type="submit" size="lg" wide busy={busy}>
        Pausar
      </Button>
    </form>
  )
}
