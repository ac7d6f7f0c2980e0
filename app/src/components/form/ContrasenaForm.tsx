import { PASSWORD_MIN, rechazoOfPassword } from '../../lib/cuenta/password.ts'
import type { Errores } from '../../lib/form/errors.ts'
import { inTurn, required, ruled } from '../../lib/form/schema.ts'
import { Button } from '../button/Button.tsx'
import { Field } from './Field.tsx'
import { Form, useForm } from './Form.tsx'
import { PasswordInput } from './PasswordInput.tsx'

type Contrasenas = { actual: string; nueva: string }

type ContrasenaFormProps = {
  /** What her password of now is called here, and what is said where it is missing; without it, it is not asked for. */
  actual?: { label: string; missing: string }
  nueva: string
  onSave: (contrasenas: Contrasenas) => Promise<void>
  /** What a failure says at which field; nothing where she stopped it herself. */
  onFailure: (failure: unknown) => Errores<Contrasenas> | undefined
  wide?: boolean
  className?: string
}

/** A new password, and where it is asked for the one of now. */
export function ContrasenaForm({
  actual,
  nueva,
  onSave,
  onFailure,
  wide,
  className = 'grid gap-4',
}: ContrasenaFormProps) {
  const form = useForm<Contrasenas>({
    initial: { actual: '', nueva: '' },
    schema: () =>
      inTurn<Contrasenas>({
        ...(actual && { actual: required(actual.missing) }),
        nueva: ruled(rechazoOfPassword),
      }),
    send: onSave,
    onFailure,
    leaves: true,
  })

  return (
    <Form of={form} className={className}>
      {actual && (
        <Field label={actual.label} error={form.errors.actual} required>
          <PasswordInput name="password" autoComplete="current-password" {...form.text('actual')} />
        </Field>
      )}
      <Field
        label={nueva}
        hint={`Al menos ${PASSWORD_MIN} caracteres. Una frase corta es fácil de recordar.`}
        error={form.errors.nueva}
        required
      >
        <PasswordInput
          name={actual ? 'new-password' : 'password'}
          autoComplete="new-password"
          {...form.text('nueva')}
        />
      </Field>
      <Button type="submit" size="lg" wide={wide} busy={form.busy} busyLabel="Guardando…">
        Guardar contraseña
      </Button>
    </Form>
  )
}
