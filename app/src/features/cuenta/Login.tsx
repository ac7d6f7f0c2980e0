import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { toServiceError } from '../../data/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { signIn } from './cuenta.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { Marco } from './Marco.tsx'
import { ResendConfirmacion } from './ResendConfirmacion.tsx'

export function Login() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const { search } = useLocation()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!email.trim() || !password) {
      toast({
        title: 'Campos incompletos',
        description: 'Por favor, introduce tu correo y contraseña.',
        variant: 'destructive',
      })
      return
    }
    setBusy(true)
    setUnconfirmed(null)
    try {
      await signIn(email.trim(), password)
    } catch (failure) {
      const { code, message } = toServiceError(failure)
      if (code === 'email_not_confirmed') setUnconfirmed(email.trim())
      toast({ title: 'Error al iniciar sesión', description: message, variant: 'destructive' })
      setBusy(false)
    }
  }

  return (
    <Marco title="Qué gusto verte" subtitle="Entra a tu espacio.">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Correo electrónico" required>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Contraseña" required>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} busyLabel="Entrando…">
          Iniciar sesión
        </Button>
        <p className="flex flex-wrap justify-center gap-x-6">
          <Link
            to="/cuenta/contrasena"
            className="inline-flex min-h-11 items-center font-semibold text-jacaranda-texto underline underline-offset-4"
          >
            ¿Olvidaste tu contraseña?
          </Link>
          <Link
            to="/cuenta/enlace"
            className="inline-flex min-h-11 items-center font-semibold text-jacaranda-texto underline underline-offset-4"
          >
            Entrar con un enlace
          </Link>
        </p>
      </form>
      {unconfirmed && <ResendConfirmacion email={unconfirmed} />}
      <GoogleButton />
      <p className="text-center">
        ¿Aún no tienes cuenta?{' '}
        <Link
          to={{ pathname: '/register', search }}
          className="inline-flex min-h-11 items-center font-semibold text-jacaranda-texto underline underline-offset-4"
        >
          Regístrate
        </Link>
      </p>
    </Marco>
  )
}
