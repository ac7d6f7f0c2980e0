import { type FormEvent, useState } from 'react'
import { useDeclareIdentidad, withdrawRegistro } from '../../data/admision.ts'
import { messageOf } from '../../data/errors.ts'
import { useSession } from '../../data/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Acuerdo } from './Acuerdo.tsx'
import { IdentidadSelect } from './IdentidadSelect.tsx'
import { Marco } from './Marco.tsx'
import { showIncomplete, showRestrictedAccess } from './toasts.ts'
import { isAdmitida } from './validar.ts'

/** The one question of an account that has not said who she is; nothing else opens before it (record 41). */
export function Identidad() {
  const [identidad, setIdentidad] = useState('')
  const { mutate, isPending } = useDeclareIdentidad()
  const { signOut } = useSession()

  const leave = () => void signOut().catch(() => {})

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!identidad) return showIncomplete()
    if (!isAdmitida(identidad)) {
      showRestrictedAccess()
      // If the service cannot be reached, the account stays and is still admitted to nothing.
      return void withdrawRegistro()
        .catch(() => {})
        .then(leave)
    }
    mutate(identidad, {
      onError: (failure) =>
        toast({ title: 'Error en el registro', description: messageOf(failure), variant: 'destructive' }),
    })
  }

  return (
    <Marco title="Una pregunta antes de entrar" subtitle="Un espacio hecho por y para mujeres.">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Identidad de género" hint="Solo para admitirte. Nadie más podrá verla." required>
          <IdentidadSelect value={identidad} onChange={setIdentidad} />
        </Field>
        <Button type="submit" size="lg" wide busy={isPending} busyLabel="Guardando…">
          Entrar a mi espacio
        </Button>
        <Acuerdo action="entrar" />
      </form>
      <Button look="quiet" onClick={leave}>
        Cerrar sesión
      </Button>
    </Marco>
  )
}
