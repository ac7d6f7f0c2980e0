import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { openByAcceso, useAccesos, useCanAcceso } from '../../lib/cofre/acceso.ts'
import { useUser } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast/toast.tsx'
import { OPENED } from './opened.ts'
import { sayAccesoFailed } from './sayAccesoFailed.ts'

const FAILED = 'No pudimos abrir tu llave'

/** Opens the vault on this device by a passkey, where she has one and the browser can. */
export function AbrirConAcceso() {
  const { id } = useUser()
  const navigate = useNavigate()
  const accesos = useAccesos()
  const can = useCanAcceso()
  const [busy, setBusy] = useState(false)
  if (!can || !accesos?.length) return null

  const open = async () => {
    setBusy(true)
    try {
      const answer = await openByAcceso(id, accesos)
      if (answer !== 'desconocido') {
        toast(OPENED[answer])
        navigate('/diario-emocional', { replace: true })
        return
      }
      toast({
        title: FAILED,
        description: 'Esa llave de acceso no es de esta cuenta, o ya la quitaste.',
        variant: 'destructive',
      })
    } catch (failure) {
      sayAccesoFailed(FAILED, failure)
    }
    setBusy(false)
  }

  return (
    <Button look="secondary" size="lg" wide busy={busy} busyLabel="Abriendo…" onClick={() => void open()}>
      Abrir con tu llave de acceso
    </Button>
  )
}
