import { MessageCircle, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../components/button/Button.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { filled } from '../../lib/form/schema.ts'
import { normalizePhone, PhoneError } from '../../lib/outside/phone.ts'
import { addVia, confirmNumero, fetchInvitacion } from './confianza.ts'
import { ViaCard, type ViaProps, ViaRow } from './ViaCard.tsx'

const WORDS = {
  sms: {
    title: 'Por SMS',
    hint: 'Llega también sin internet.',
    icon: <MessageSquareText aria-hidden="true" />,
  },
  whatsapp: {
    title: 'Por WhatsApp',
    hint: 'Donde ya lees tus mensajes.',
    icon: <MessageCircle aria-hidden="true" />,
  },
} as const

type NumeroProps = ViaProps & { via: keyof typeof WORDS }

/** By a message to a number, which a typed code proves to be theirs. */
export function NumeroVia({ via: name, ...props }: NumeroProps) {
  const own = props.vias.filter(({ via }) => via === name)
  const [again, setAgain] = useState(false)
  return (
    <ViaCard {...WORDS[name]}>
      {own.map((via) => (
        <ViaRow key={via.id} {...props} via={via}>
          {!via.confirmada && !again && (
            <>
              <DigitosForm {...props} id={via.id} />
              <button
                type="button"
                className="min-h-11 justify-self-start font-semibold text-jacaranda-texto underline underline-offset-4"
                onClick={() => setAgain(true)}
              >
                No llegó, o el número es otro
              </button>
            </>
          )}
        </ViaRow>
      ))}
      {(own.length === 0 || again) && <NumeroForm {...props} via={name} onSent={() => setAgain(false)} />}
    </ViaCard>
  )
}

function NumeroForm({ codigo, via, onChange, onSent }: NumeroProps & { onSent: () => void }) {
  return (
    <NumberForm
      button="Enviarme el código"
      send={async (numero) => {
        onChange(await addVia(codigo, via, numero))
        onSent()
      }}
    />
  )
}

/** A number that gets a code to confirm it. */
export function NumberForm({ button, send }: { button: string; send: (numero: string) => Promise<void> }) {
  const form = useForm({
    initial: { telefono: '' },
    schema: () => z.object({ telefono: filled('Escribe tu número.') }),
    send: async ({ telefono }) => send((await normalizePhone(telefono)).telefono),
    onFailure: (failure) => ({
      telefono: failure instanceof PhoneError ? failure.message : messageOf(failure),
    }),
  })
  return (
    <Form of={form} className="grid gap-3">
      <Field
        label="Tu número"
        hint="Te llegará un código para confirmarlo. Ella no ve este número."
        error={form.errors.telefono}
        required
      >
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          enterKeyHint="send"
          {...form.text('telefono')}
        />
      </Field>
      <Button type="submit" look="secondary" busy={form.busy}>
        {button}
      </Button>
    </Form>
  )
}

function DigitosForm({ codigo, id, onChange }: ViaProps & { id: string }) {
  const form = useForm({
    initial: { digitos: '' },
    schema: () => z.object({ digitos: z.string().check(z.regex(/^\d{6}$/, 'Son seis cifras.')) }),
    send: async ({ digitos }) => {
      if (!(await confirmNumero(codigo, id, digitos))) {
        return { digitos: 'Ese no es el código, o ya venció. Revísalo o pide otro.' }
      }
      onChange(await fetchInvitacion(codigo))
    },
    onFailure: (failure) => ({ digitos: messageOf(failure) }),
  })
  return (
    <Form of={form} className="grid gap-2">
      <Field label="Código de seis cifras" error={form.errors.digitos} required>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          // As it was copied, with a blank in the middle; what a limit of the field itself cuts off is not seen.
          {...form.text('digitos', (typed) => typed.replace(/\D/g, '').slice(0, 6))}
        />
      </Field>
      <Button type="submit" busy={form.busy}>
        Confirmar mi número
      </Button>
    </Form>
  )
}
