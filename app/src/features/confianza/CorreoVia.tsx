import { Mail } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { CorreoInput, Field } from '../../ui/Field.tsx'
import { Form, useForm } from '../../ui/Form.tsx'
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
      {(own.length === 0 || again) && <CorreoForm {...props} onSent={() => setAgain(false)} />}
    </ViaCard>
  )
}

function CorreoForm({ codigo, onChange, onSent }: ViaProps & { onSent: () => void }) {
  const form = useForm({
    initial: { correo: '' },
    check: ({ correo }) =>
      /^\S+@\S+\.\S+$/.test(correo.trim()) ? {} : { correo: 'Ese correo no parece completo.' },
    send: async ({ correo }) => {
      onChange(await addVia(codigo, 'correo', correo.trim()))
      onSent()
    },
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
        <CorreoInput maxLength={254} enterKeyHint="send" {...form.text('correo')} />
      </Field>
      <Button type="submit" busy={form.busy}>
        Avisarme por correo
      </Button>
    </Form>
  )
}
