import { Mail } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { CorreoInput, Field } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { correo } from '../../lib/form/schema.ts'
import { readCorreo } from '../../lib/text/correo.ts'
import { addVia } from './confianza.ts'
import { ViaCard, type ViaProps, ViaRow } from './ViaCard.tsx'

/** By mail: works on every telephone. */
export function CorreoVia(props: ViaProps) {
  const own = props.vias.filter(({ via }) => via === 'correo')
  const [again, setAgain] = useState(false)
  return (
    <ViaCard icon={<Mail aria-hidden="true" />} title="Por correo" hint="Funciona en cualquier teléfono.">
      {own.map((via) => (
        <ViaRow key={via.id} {...props} via={via}>
          {!via.confirmada && !again && (
            <button
              type="button"
              className="min-h-11 justify-self-start font-semibold text-jacaranda-texto underline underline-offset-4"
              onClick={() => setAgain(true)}
            >
              No llegó, o el correo es otro
            </button>
          )}
        </ViaRow>
      ))}
      {(own.length === 0 || again) && (
        <CorreoForm
          button="Avisarme por correo"
          send={async (correo) => {
            props.onChange(await addVia(props.codigo, 'correo', correo))
            setAgain(false)
          }}
        />
      )}
    </ViaCard>
  )
}

type CorreoFormProps = { button: string; send: (correo: string) => Promise<void> }

/** An address that gets a mail to confirm it. */
export function CorreoForm({ button, send }: CorreoFormProps) {
  const form = useForm({
    initial: { correo: '' },
    schema: () => z.object({ correo: correo('Ese correo no parece completo.') }),
    send: ({ correo }) => send(correo.trim()),
    onFailure: (failure) => ({ correo: messageOf(failure) }),
  })
  return (
    <Form of={form} className="grid gap-3">
      <Field
        label="Tu correo"
        hint="Te llegará un mensaje para confirmarlo. Ella no ve tu dirección."
        error={form.errors.correo}
        required
      >
        <CorreoInput maxLength={254} enterKeyHint="send" {...form.text('correo', readCorreo)} />
      </Field>
      <Button type="submit" busy={form.busy}>
        {button}
      </Button>
    </Form>
  )
}
