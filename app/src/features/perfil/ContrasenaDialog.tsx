import { type FormEvent, useState } from 'react'
import { toServiceError } from '../../data/errors.ts'
import { PruebaCancelada } from '../../data/prueba.ts'
import { PASSWORD_MIN, rechazoOfPassword } from '../../lib/cuenta/password.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { changePassword } from './acceso.ts'

type DialogProps = { open: boolean; onClose: () => void }

export function ContrasenaDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cambiar contraseña"
      description="En los demás dispositivos se cierra tu sesión."
    >
      {open && <ContrasenaForm onDone={onClose} />}
    </Dialog>
  )
}

function ContrasenaForm({ onDone }: { onDone: () => void }) {
  const [actual, setActual] = useState('')
  const [nueva, setNueva] = useState('')
  const [errores, setErrores] = useState<{ actual?: string; nueva?: string }>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const rechazo = rechazoOfPassword(nueva)
    if (!actual) return setErrores({ actual: 'Escribe tu contraseña de ahora.' })
    if (rechazo) return setErrores({ nueva: rechazo })
    setBusy(true)
    try {
      await changePassword(actual, nueva)
      toast({ title: 'Contraseña guardada', description: 'Cerramos tu sesión en los demás dispositivos.' })
      onDone()
    } catch (failure) {
      if (failure instanceof PruebaCancelada) return setBusy(false)
      const { code, message } = toServiceError(failure)
      setErrores(
        code === 'current_password_invalid' ? { actual: 'Esa no es tu contraseña.' } : { nueva: message },
      )
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Contraseña actual" error={errores.actual} required>
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
        label="Contraseña nueva"
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
      <Button type="submit" size="lg" busy={busy} busyLabel="Guardando…">
        Guardar contraseña
      </Button>
    </form>
  )
}
