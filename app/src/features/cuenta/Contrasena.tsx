import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session/session.tsx'
import { requestPasswordReset } from './cuenta.ts'
import { NuevaContrasena } from './NuevaContrasena.tsx'
import { RequestCorreo } from './RequestCorreo.tsx'
import { comesFromMail } from './recuperacion.ts'

/** Password recovery: requests the mail and, where its link ends, asks for the new password. */
export function Contrasena() {
  const { session } = useSession()
  const [params] = useSearchParams()
  if (!session) {
    return (
      <RequestCorreo
        title="Elige otra contraseña"
        text="Te enviamos un correo con un enlace para elegirla. Dura poco y sirve una sola vez."
        fromElsewhere={params.has('code')}
        type="recovery"
        send={requestPasswordReset}
      />
    )
  }
  // A session that was opened with the password changes it in the profile, which asks for the old one.
  return comesFromMail(session.access_token, Date.now()) ? (
    <NuevaContrasena />
  ) : (
    <Navigate to="/perfil" replace />
  )
}
