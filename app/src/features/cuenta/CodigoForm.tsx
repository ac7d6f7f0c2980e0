import { messageOf } from '../../data/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
import { type CodigoDeCorreo, signInWithCode } from './cuenta.ts'

/** The code of a mail, for who reads it on another device than the one in her hand. */
export function CodigoForm({ email, type }: { email: string; type: CodigoDeCorreo }) {
  const form = useForm({
    initial: { codigo: '' },
    check: ({ codigo }) => ({ codigo: codigo ? '' : 'Escribe el código.' }),
    send: ({ codigo }) => signInWithCode(email, codigo, type),
    onFailure: (failure) => ({ codigo: messageOf(failure) }),
    leaves: true,
  })

  return (
    <Form of={form} className="grid w-full gap-3 border-linea border-t pt-5 text-left">
      <Field
        label="¿Lo lees en otro dispositivo?"
        hint="Escribe aquí el código que viene en el correo."
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
      <Button type="submit" look="secondary" busy={form.busy} busyLabel="Comprobando…">
        Usar el código
      </Button>
    </Form>
  )
}
