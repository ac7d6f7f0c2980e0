import { type FormEvent, useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { factorOf } from '../../data/segundoPaso.ts'
import { useSession, useUser } from '../../data/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { giveSegundoPaso } from './cuenta.ts'
import { Marco } from './Marco.tsx'

/** The code of her second factor, asked for after the password and before any room. */
export function SegundoPaso() {
  const user = useUser()
  const { signOut } = useSession()
  const [sinTelefono, setSinTelefono] = useState(false)
  const [codigo, setCodigo] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!codigo.trim()) return setError('Escribe el código.')
    setBusy(true)
    try {
      await giveSegundoPaso(factorOf(user) ?? '', codigo)
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }

  const change = () => {
    setSinTelefono(!sinTelefono)
    setCodigo('')
    setError('')
  }

  return (
    <Marco title="Un paso más" subtitle="Tu cuenta pide un código además de la contraseña.">
      <form noValidate onSubmit={submit} className="grid gap-4">
        {sinTelefono ? (
          <Field
            key="recuperacion"
            label="Código de recuperación"
            hint="Uno de los diez que guardaste. Cada uno sirve una vez."
            error={error}
            required
          >
            <Input
              name="codigo"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              value={codigo}
              onChange={({ target }) => {
                setCodigo(target.value)
                setError('')
              }}
            />
          </Field>
        ) : (
          <Field
            key="codigo"
            label="Código de seis cifras"
            hint="El que ahora muestra tu app de códigos."
            error={error}
            required
          >
            <Input
              name="codigo"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              value={codigo}
              onChange={({ target }) => {
                setCodigo(target.value.replace(/[^\d ]/g, ''))
                setError('')
              }}
            />
          </Field>
        )}
        <Button type="submit" size="lg" wide busy={busy} busyLabel="Comprobando…">
          Entrar
        </Button>
      </form>
      <div className="grid justify-items-center">
        <Button look="quiet" onClick={change}>
          {sinTelefono ? 'Usar mi app de códigos' : 'No tengo mi app de códigos'}
        </Button>
        <Button look="quiet" onClick={() => void signOut().catch(() => {})}>
          Cerrar sesión
        </Button>
      </div>
    </Marco>
  )
}
