import { type FormEvent, useState } from 'react'
import { brand } from '../../lib/brand.ts'
import { messageOf, toServiceError } from '../../lib/errors.ts'
import { useSession, useUser } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { confirmarQuienEs, eliminarCuenta, type HistoriasAnonimas, olvidarCuenta } from './baja.ts'
import { EleccionHistorias } from './EleccionHistorias.tsx'

type DialogProps = { open: boolean; onClose: () => void }

/** The second question. Where she entered long ago, her password as well: an unlocked phone is not enough. */
export function EliminarDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="¿Segura? No se puede deshacer"
      description={`Nadie en ${brand.name} podrá recuperar tu cuenta. Si quieres conservar algo, primero descarga tus datos.`}
    >
      {open && <EliminarForm onClose={onClose} />}
    </Dialog>
  )
}

function EliminarForm({ onClose }: { onClose: () => void }) {
  const { id, email = '' } = useUser()
  const { signOut } = useSession()
  const [password, setPassword] = useState<string | null>(null)
  const [historias, setHistorias] = useState<HistoriasAnonimas>('retirar')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  const remove = async () => {
    if (password !== null) await confirmarQuienEs(email, password)
    await eliminarCuenta(id, historias)
    await olvidarCuenta(id)
    // That the server knows nobody to sign out any more is no failure.
    await signOut().catch(() => {})
    await olvidarCuenta(id)
    toast({ title: 'Tu cuenta fue eliminada', description: 'Cuídate mucho. Siempre puedes volver.' })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (password === '') return setError('Escribe tu contraseña.')
    setBusy(true)
    try {
      await remove()
    } catch (failure) {
      setBusy(false)
      const { code } = toServiceError(failure)
      if (code === 'PT428') return setPassword('')
      if (code === 'invalid_credentials') return setError('Esa no es tu contraseña.')
      toast({
        title: 'No pudimos eliminar tu cuenta',
        description: messageOf(failure),
        variant: 'destructive',
      })
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <EleccionHistorias value={historias} onChange={setHistorias} />
      {password !== null && (
        <Field
          label="Tu contraseña"
          hint="Para confirmar que eres tú. Si entras sin contraseña, cierra sesión, vuelve a entrar y elimina tu cuenta en los diez minutos siguientes."
          error={error}
          required
        >
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setError('')
            }}
          />
        </Field>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" size="lg" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" look="danger" size="lg" busy={busy} busyLabel="Eliminando…">
          Eliminar para siempre
        </Button>
      </div>
    </form>
  )
}
