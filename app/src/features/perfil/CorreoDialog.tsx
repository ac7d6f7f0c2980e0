import { type FormEvent, useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { PruebaCancelada } from '../../data/prueba.ts'
import { useUser } from '../../data/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { requestCorreoChange } from './acceso.ts'

type DialogProps = { open: boolean; onClose: () => void }

export function CorreoDialog({ open, onClose }: DialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cambiar correo"
      description="Escribiremos a los dos correos, el de ahora y el nuevo. Cambia cuando abras el enlace en ambos."
    >
      {open && <CorreoForm onClose={onClose} />}
    </Dialog>
  )
}

function CorreoForm({ onClose }: { onClose: () => void }) {
  const { email: current } = useUser()
  const [email, setEmail] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wanted = email.trim()
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(wanted)) return setError('Ese correo no parece completo.')
    if (wanted.toLowerCase() === current?.toLowerCase()) return setError('Ese ya es tu correo.')
    setBusy(true)
    try {
      await requestCorreoChange(wanted)
      setSentTo(wanted)
    } catch (failure) {
      if (!(failure instanceof PruebaCancelada)) setError(messageOf(failure))
    }
    setBusy(false)
  }

  if (sentTo) {
    return (
      <div className="grid gap-4">
        <p role="status">
          Falta que abras dos enlaces: el que enviamos a{' '}
          <strong className="break-all font-semibold">{current}</strong> y el que enviamos a{' '}
          <strong className="break-all font-semibold">{sentTo}</strong>. Mientras tanto, todo sigue igual.
        </p>
        <Button size="lg" onClick={onClose}>
          Entendido
        </Button>
      </div>
    )
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Correo nuevo" hint="Mejor uno que solo tú puedas abrir." error={error} required>
        <Input
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          value={email}
          onChange={({ target }) => {
            setEmail(target.value)
            setError('')
          }}
        />
      </Field>
      <Button type="submit" size="lg" busy={busy} busyLabel="Enviando…">
        Enviar los enlaces
      </Button>
    </form>
  )
}
