import { type FormEvent, useState } from 'react'
import { toServiceError } from '../../data/errors.ts'
import { useSession } from '../../data/session.tsx'
import { PASSWORD_MIN, rechazoOfPassword } from '../../lib/cuenta/password.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { replaceOneTimePassword } from './cuenta.ts'
import { Marco } from './Marco.tsx'

/** For the admin who signed in with the printed password: she chooses her own. */
export function ChoosePassword() {
  const { refreshAdmin, signOut } = useSession()
  const [actual, setActual] = useState('')
  const [nueva, setNueva] = useState('')
  const [errores, setErrores] = useState<{ actual?: string; nueva?: string }>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const rechazo = rechazoOfPassword(nueva)
    if (!actual) return setErrores({ actual: 'Escribe la contraseña con la que entraste.' })
    if (rechazo) return setErrores({ nueva: rechazo })
    setBusy(true)
    try {
      await replaceOneTimePassword(actual, nueva)
      toast({ title: 'Contraseña guardada', description: 'La de un solo uso ya no sirve.' })
      await refreshAdmin()
    } catch (failure) {
      const { code, message } = toServiceError(failure)
      setErrores(
        code === 'current_password_invalid' ? { actual: 'Esa no es tu contraseña.' } : { nueva: message },
      )
      setBusy(false)
    }
  }

  return (
    <Marco
      title="Elige tu contraseña"
      subtitle="Entraste con una contraseña de un solo uso. Elige una que solo tú sepas y esa dejará de servir."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Contraseña de un solo uso" error={errores.actual} required>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={actual}
            onChange={({ target }) => {
              setActual(target.value)
              setErrores({})
            }}
          />
        </Field>
        <Field
          label="Tu contraseña nueva"
          hint={`Al menos ${PASSWORD_MIN} caracteres. Una frase corta es fácil de recordar.`}
          error={errores.nueva}
          required
        >
          <PasswordInput
            name="new-password"
            autoComplete="new-password"
            value={nueva}
            onChange={({ target }) => {
              setNueva(target.value)
              setErrores({})
            }}
          />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} busyLabel="Guardando…">
          Guardar contraseña
        </Button>
      </form>
      <div className="grid justify-items-center">
        <Button look="quiet" onClick={() => void signOut().catch(() => {})}>
          Cerrar sesión
        </Button>
      </div>
    </Marco>
  )
}
