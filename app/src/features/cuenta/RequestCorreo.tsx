import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../data/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Carta } from '../../ui/illustrations/Carta.tsx'
import { signInWithCode } from './cuenta.ts'
import { NoticePage } from './NoticePage.tsx'

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
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !email.trim()) return
    setBusy(true)
    try {
      await send(email.trim())
      setSentTo(email.trim())
    } catch (failure) {
      toast({ title: 'No se pudo enviar el correo', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  if (sentTo) return <Enviado email={sentTo} type={type} />

  return (
    <NoticePage illustration={<Carta className="w-52" />} title={title}>
      <p className="text-tinta-suave">
        {fromElsewhere
          ? 'Este enlace solo abre en el dispositivo donde lo pediste. Ábrelo ahí, o pide otro desde aquí.'
          : text}
      </p>
      <form noValidate onSubmit={submit} className="grid w-full gap-4 text-left">
        <Field label="Correo electrónico" required>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} busyLabel="Enviando…">
          Enviarme el correo
        </Button>
      </form>
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
  const [codigo, setCodigo] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !codigo) return
    setBusy(true)
    try {
      await signInWithCode(email, codigo, type)
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }

  return (
    <NoticePage illustration={<Carta className="w-52" />} title="Revisa tu correo">
      <p className="text-tinta-suave">
        Si <strong className="break-all font-semibold text-tinta">{email}</strong> tiene una cuenta, ahí
        llegará un enlace. Ábrelo en este mismo dispositivo.
      </p>
      <form noValidate onSubmit={submit} className="grid w-full gap-3 border-linea border-t pt-5 text-left">
        <Field
          label="¿Lo lees en otro dispositivo?"
          hint="Escribe aquí el código que viene en el correo."
          error={error}
        >
          <Input
            name="codigo"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={codigo}
            onChange={({ target }) => {
              setCodigo(target.value.replace(/\D/g, ''))
              setError('')
            }}
          />
        </Field>
        <Button type="submit" look="secondary" busy={busy} busyLabel="Comprobando…">
          Usar el código
        </Button>
      </form>
    </NoticePage>
  )
}
