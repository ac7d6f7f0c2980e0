import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Reloj } from '../../ui/illustrations/Reloj.tsx'
import { Aviso } from './Aviso.tsx'
import { reenviarConfirmacion } from './cuenta.ts'

/** A link that was used already or came too late, and the way to a new one. */
export function EnlaceVencido() {
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !email.trim()) return
    setBusy(true)
    try {
      await reenviarConfirmacion(email.trim())
      toast({ title: 'Listo', description: 'Si esa cuenta espera confirmación, le llegará un correo nuevo.' })
    } catch (failure) {
      toast({ title: 'No se pudo enviar el correo', description: messageOf(failure), variant: 'destructive' })
    }
    setBusy(false)
  }

  return (
    <Aviso illustration={<Reloj className="w-60" />} title="Este enlace ya no sirve">
      <p className="text-tinta-suave">
        Los enlaces duran poco y sirven una sola vez, por tu seguridad. Si ya confirmaste tu cuenta, solo
        inicia sesión.
      </p>
      <Link to="/login" className={buttonClass({ size: 'lg', wide: true })}>
        Iniciar sesión
      </Link>
      <form noValidate onSubmit={submit} className="grid w-full gap-3 border-linea border-t pt-5 text-left">
        <Field label="¿Necesitas un enlace nuevo?" hint="Escribe el correo con el que te registraste.">
          <Input
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" look="secondary" busy={busy} busyLabel="Enviando…">
          Enviarme otro enlace
        </Button>
      </form>
    </Aviso>
  )
}
