import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { filled } from '../../lib/form/schema.ts'
import { factorOf } from '../../lib/session/segundoPaso.ts'
import { useUser } from '../../lib/session/session.tsx'
import { useLeave } from '../../lib/session/useLeave.ts'
import { giveSegundoPaso } from './cuenta.ts'
import { Marco } from './Marco.tsx'

/** The code of her second factor, asked for after the password and before any page. */
export function SegundoPaso() {
  const user = useUser()
  const { leaving, leave } = useLeave()
  const [sinTelefono, setSinTelefono] = useState(false)
  const form = useForm({
    initial: { codigo: '' },
    schema: () => z.object({ codigo: filled('Escribe el código.') }),
    send: ({ codigo }) => giveSegundoPaso(factorOf(user) ?? '', codigo),
    onFailure: (failure) => ({ codigo: messageOf(failure) }),
    leaves: true,
  })

  const change = () => {
    setSinTelefono(!sinTelefono)
    form.put({ codigo: '' })
  }

  return (
    <Marco title="Un paso más" subtitle="Tu cuenta pide un código además de la contraseña.">
      <Form of={form} className="grid gap-4">
        {sinTelefono ? (
          <Field
            key="recuperacion"
            label="Código de recuperación"
            hint="Uno de los diez que guardaste. Cada uno sirve una vez."
            error={form.errors.codigo}
            required
          >
            <Input
              name="codigo"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck="false"
              maxLength={20}
              {...form.text('codigo')}
            />
          </Field>
        ) : (
          <Field
            key="codigo"
            label="Código de seis cifras"
            hint="El que ahora muestra tu app de códigos."
            error={form.errors.codigo}
            required
          >
            <Input
              name="codigo"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              {...form.text('codigo', (typed) => typed.replace(/[^\d ]/g, ''))}
            />
          </Field>
        )}
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Comprobando…">
          Entrar
        </Button>
      </Form>
      <div className="grid justify-items-center">
        <Button look="quiet" onClick={change}>
          {sinTelefono ? 'Usar mi app de códigos' : 'No tengo mi app de códigos'}
        </Button>
        <Button look="quiet" onClick={() => void leave()} busy={leaving}>
          Cerrar sesión
        </Button>
      </div>
    </Marco>
  )
}
