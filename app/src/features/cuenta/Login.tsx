import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { CorreoInput, Field } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { PasswordInput } from '../../components/form/PasswordInput.tsx'
import { later } from '../../components/layout/deferred.tsx'
import { toServiceError } from '../../lib/api/errors.ts'
import { readCorreo } from '../../lib/text/correo.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { signIn } from './cuenta.ts'
import { readEspera } from './espera.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { Marco } from './Marco.tsx'
import { ResendConfirmacion } from './ResendConfirmacion.tsx'

/** Few need it, and its schema would come to every visitor. */
const CodigoForm = later(async () => (await import('./CodigoForm.tsx')).CodigoForm)

export function Login() {
  const [unconfirmed, setUnconfirmed] = useState(readEspera)
  const { search } = useLocation()
  const form = useForm({
    initial: { email: '', password: '' },
    ready: isComplete,
    send: ({ email, password }) => {
      setUnconfirmed(null)
      return signIn(email.trim(), password)
    },
    onFailure: (failure, { email }) => {
      const { code, message } = toServiceError(failure)
      if (code === 'email_not_confirmed') setUnconfirmed(email.trim())
      toast({ title: 'Error al iniciar sesión', description: message, variant: 'destructive' })
    },
    leaves: true,
  })

  return (
    <Marco title="Qué gusto verte" subtitle="Entra a tu espacio.">
      <Form of={form} className="grid gap-4">
        <Field label="Correo electrónico" required>
          <CorreoInput autoComplete="username" {...form.text('email', readCorreo)} />
        </Field>
        <Field label="Contraseña" required>
          <PasswordInput name="password" autoComplete="current-password" {...form.text('password')} />
        </Field>
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Entrando…">
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
      </Form>
      {unconfirmed && (
        <>
          <ResendConfirmacion email={unconfirmed} />
          <CodigoForm email={unconfirmed} type="signup" first />
        </>
      )}
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

/** Whether she wrote both; says so where she did not. */
function isComplete({ email, password }: { email: string; password: string }): boolean {
  if (email.trim() && password) return true
  toast({
    title: 'Campos incompletos',
    description: 'Por favor, introduce tu correo y contraseña.',
    variant: 'destructive',
  })
  return false
}
