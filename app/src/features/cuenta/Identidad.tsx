import { Button } from '../../components/button/Button.tsx'
import { Field } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { useDeclareIdentidad, withdrawRegistro } from '../../lib/member/admision.ts'
import { useLeave } from '../../lib/session/useLeave.ts'
import { Acuerdo } from './Acuerdo.tsx'
import { IdentidadSelect } from './IdentidadSelect.tsx'
import { Marco } from './Marco.tsx'
import { showIncomplete, showRegistroFailed, showRestrictedAccess } from './toasts.ts'
import { isAdmitida } from './validar.ts'

/** The one question of an account that has not said who she is; nothing else opens before it. */
export function Identidad() {
  const { mutateAsync: declare } = useDeclareIdentidad()
  const { leaving, leave } = useLeave()

  const form = useForm({
    initial: { identidad: '' },
    ready: ({ identidad }) => {
      if (!identidad) showIncomplete()
      return identidad !== ''
    },
    send: async ({ identidad }) => {
      if (isAdmitida(identidad)) return void (await declare(identidad))
      showRestrictedAccess()
      // If the service cannot be reached, the account stays and is still admitted to nothing.
      await withdrawRegistro().catch(() => {})
      await leave()
    },
    onFailure: showRegistroFailed,
  })

  return (
    <Marco title="Una pregunta antes de entrar" subtitle="Un espacio hecho por y para mujeres.">
      <Form of={form} className="grid gap-4">
        <Field label="Identidad de género" hint="Solo para admitirte. No la ven otras ni el equipo." required>
          <IdentidadSelect {...form.text('identidad')} />
        </Field>
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Guardando…">
          Entrar a mi espacio
        </Button>
        <Acuerdo action="entrar" />
      </Form>
      <Button look="quiet" onClick={() => void leave()} busy={leaving}>
        Cerrar sesión
      </Button>
    </Marco>
  )
}
