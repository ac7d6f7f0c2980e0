import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../data/errors.ts'
import { PASSWORD_MIN, rechazoOfPassword } from '../../lib/cuenta/password.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Carta } from '../../ui/illustrations/Carta.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { savePassword } from './cuenta.ts'
import { NoticePage } from './NoticePage.tsx'

/** Where the recovery link ends. */
export function NuevaContrasena() {
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const rechazo = rechazoOfPassword(password)
    if (rechazo) return setError(rechazo)
    setBusy(true)
    try {
      await savePassword(password)
      toast({
        title: 'Contraseña guardada',
        description: 'Cerramos tu sesión en los demás dispositivos.',
      })
      navigate('/', { replace: true })
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }

  return (
    <NoticePage illustration={<Carta open className="w-52" />} title="Tu contraseña nueva">
      <form noValidate onSubmit={submit} className="grid w-full gap-4 text-left">
        <Field
          label="Contraseña nueva"
          hint={`Al menos ${PASSWORD_MIN} caracteres. Una frase corta es fácil de recordar.`}
          error={error}
          required
        >
          <PasswordInput
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setError('')
            }}
          />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} busyLabel="Guardando…">
          Guardar contraseña
        </Button>
      </form>
    </NoticePage>
  )
}
