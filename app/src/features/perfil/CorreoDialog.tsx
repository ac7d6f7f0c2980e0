import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Correo } from '../../components/content/Correo.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { CorreoInput, Field } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { correo } from '../../lib/form/schema.ts'
import { PruebaCancelada } from '../../lib/session/prueba.ts'
import { useUser } from '../../lib/session/session.tsx'
import { readCorreo } from '../../lib/text/correo.ts'
import { requestCorreoChange } from './acceso.ts'

type DialogProps = { open: boolean; onClose: () => void }

export function CorreoDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cambiar correo"
      description="Escribiremos a los dos correos, el de ahora y el nuevo. Cambia cuando abras el enlace en ambos."
    >
      {open && <CorreoForm onClose={onClose} />}
    </Dialog>
  )
}

function CorreoForm({ onClose }: { onClose: () => void }) {
  const { email: current } = useUser()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initial: { email: '' },
    schema: () =>
      z.object({
        email: correo('Ese correo no parece completo.').check(
          z.refine((email) => email.toLowerCase() !== current?.toLowerCase(), 'Ese ya es tu correo.'),
        ),
      }),
    send: async ({ email }) => {
      await requestCorreoChange(email.trim())
      setSentTo(email.trim())
    },
    onFailure: (failure) => {
      if (!(failure instanceof PruebaCancelada)) return { email: messageOf(failure) }
    },
  })

  if (sentTo) {
    return (
      <div className="grid gap-4">
        <p role="status">
          Falta que abras dos enlaces: el que enviamos a{' '}
          <strong className="font-semibold">{current && <Correo>{current}</Correo>}</strong> y el que enviamos
          a{' '}
          <strong className="font-semibold">
            <Correo>{sentTo}</Correo>
          </strong>
          . Mientras tanto, todo sigue igual.
        </p>
        <Button size="lg" onClick={onClose}>
          Entendido
        </Button>
      </div>
    )
  }

  return (
    <Form of={form} className="grid gap-4">
      <Field
        label="Correo nuevo"
        hint="Mejor uno que solo tú puedas abrir."
        error={form.errors.email}
        required
      >
        <CorreoInput maxLength={255} {...form.text('email', readCorreo)} />
      </Field>
      <Button type="submit" size="lg" busy={form.busy} busyLabel="Enviando…">
        Enviar los enlaces
      </Button>
    </Form>
  )
}
