import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session/session.tsx'
import { requestEnlace } from './cuenta.ts'
import { RequestCorreo } from './RequestCorreo.tsx'

/** Sign-in by a mailed link: requests the mail and, where its link ends, signs her in. */
export function Enlace() {
  const { session } = useSession()
  const [params] = useSearchParams()
  if (session) return <Navigate to="/" replace />
  return (
    <RequestCorreo
      title="Entra con un enlace"
      text="Te enviamos un correo con un enlace para entrar sin contraseña. Dura poco y sirve una sola vez."
      fromElsewhere={params.has('code')}
      type="magiclink"
      send={requestEnlace}
    />
  )
}
