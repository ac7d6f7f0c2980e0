import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { ContrasenaForm } from '../../components/form/ContrasenaForm.tsx'
import { wrongPassword } from '../../lib/api/errors.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useLeave } from '../../lib/session/useLeave.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { beginSavingPassword } from './cuenta.ts'
import { Marco } from './Marco.tsx'

/** For the admin who signed in with the printed password: she chooses her own. */
export function ChoosePassword() {
  const { refreshAdmin } = useSession()
  const { leaving, leave } = useLeave()
  const [savePassword] = useState(beginSavingPassword)

  return (
    <Marco
      title="Elige tu contraseña"
      subtitle="Entraste con una contraseña de un solo uso. Elige una que solo tú sepas y esa dejará de servir."
    >
      <ContrasenaForm
        actual={{
          label: 'Contraseña de un solo uso',
          missing: 'Escribe la contraseña con la que entraste.',
        }}
        nueva="Tu contraseña nueva"
        onSave={async ({ actual, nueva }) => {
          await savePassword(nueva, actual)
          toast({ title: 'Contraseña guardada', description: 'La de un solo uso ya no sirve.' })
          await refreshAdmin()
        }}
        onFailure={wrongPassword}
        wide
      />
      <div className="grid justify-items-center">
        <Button look="quiet" onClick={() => void leave()} busy={leaving}>
          Cerrar sesión
        </Button>
      </div>
    </Marco>
  )
}
