import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Correo } from '../../components/content/Correo.tsx'
import { CorreoInput, Field } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Carta } from '../../components/illustrations/Carta.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { readCorreo } from '../../lib/text/correo.ts'
import { CodigoForm } from './CodigoForm.tsx'
import { useCorreoForm } from './useCorreoForm.ts'

type PedirCorreoProps = {
  title: string
  /** What the mail is for. */
  text: string
  /** The link was opened on a device that did not ask for it, and cannot use it. */
  fromElsewhere: boolean
  type: 'recovery' | 'magiclink'
  send: (email: string) => Promise<void>
}

/** Asks for a mail that lets her in, and for its code where she reads it on another device. */
export function RequestCorreo({ title, text, fromElsewhere, type, send }: PedirCorreoProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useCorreoForm(async (email) => {
    await send(email)
    setSentTo(email)
  })

  if (sentTo) return <Enviado email={sentTo} type={type} />

  return (
    <NoticePage illustration={<Carta className="w-52" />} title={title}>
      <p className="text-tinta-suave">
        {fromElsewhere
          ? 'Este enlace solo abre en el dispositivo donde lo pediste. Ábrelo ahí, o pide otro desde aquí.'
          : text}
      </p>
      <Form of={form} className="grid w-full gap-4 text-left">
        <Field label="Correo electrónico" required>
          <CorreoInput autoComplete="username" {...form.text('email', readCorreo)} />
        </Field>
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Enviando…">
          Enviarme el correo
        </Button>
      </Form>
      <Link
        to="/login"
        className="inline-flex min-h-11 items-center font-semibold text-jacaranda-texto underline underline-offset-4"
      >
        Volver a entrar
      </Link>
    </NoticePage>
  )
}

/** The mail is on its way, if there is an account; its code is for who reads it on another device. */
function Enviado({ email, type }: { email: string; type: PedirCorreoProps['type'] }) {
  return (
    <NoticePage illustration={<Carta className="w-52" />} title="Revisa tu correo">
      <p className="text-tinta-suave">
        Si{' '}
        <strong className="font-semibold text-tinta">
          <Correo>{email}</Correo>
        </strong>{' '}
        tiene una cuenta, ahí llegará un enlace. Ábrelo en este mismo dispositivo.
      </p>
      <CodigoForm email={email} type={type} />
    </NoticePage>
  )
}
