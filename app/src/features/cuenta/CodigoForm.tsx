import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { cx } from '../../components/cx.ts'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf, toServiceError } from '../../lib/api/errors.ts'
import { required } from '../../lib/form/schema.ts'
import { type CodigoDeCorreo, signInWithCode } from './cuenta.ts'

/**
 * The code of a mail, for who reads it on another device than the one in her hand.
 *
 * @param first it is what she is here for, and not beside something else
 */
export function CodigoForm({
  email,
  type,
  first = false,
}: {
  email: string
  type: CodigoDeCorreo
  first?: boolean
}) {
  const form = useForm({
    initial: { codigo: '' },
    schema: () => z.object({ codigo: required('Escribe el código.') }),
    send: ({ codigo }) => signInWithCode(email, codigo, type),
    onFailure: (failure) => ({
      // Elsewhere this is a link that is spent; here she may have mistyped it.
      codigo:
        toServiceError(failure).code === 'otp_expired'
          ? 'Ese código no es, o ya venció. Revísalo en el último correo, o pide otro.'
          : messageOf(failure),
    }),
    leaves: true,
  })

  return (
    <Form of={form} className={cx('grid w-full gap-3 text-left', !first && 'border-linea border-t pt-5')}>
      <Field
        label={first ? 'Código' : '¿Lo lees en otro dispositivo?'}
        hint={first ? undefined : 'Escribe aquí el código que viene en el correo.'}
        error={form.errors.codigo}
      >
        <Input
          name="codigo"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...form.text('codigo', (typed) => typed.replace(/\D/g, ''))}
        />
      </Field>
      <Button type="submit" look={first ? 'primary' : 'secondary'} busy={form.busy} busyLabel="Comprobando…">
        Usar el código
      </Button>
    </Form>
  )
}
