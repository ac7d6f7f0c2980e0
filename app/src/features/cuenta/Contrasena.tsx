import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.tsx'
import { requestPasswordReset } from './cuenta.ts'
import { NuevaContrasena } from './NuevaContrasena.tsx'
import { RequestCorreo } from './RequestCorreo.tsx'
import { comesFromMail } from './recuperacion.ts'

/** The way back in: asks for the mail, and where its link ends, asks for the new password. */
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
  // Whoever is in by her password changes it where the old one is asked for.
  return comesFromMail(session.access_token, Date.now()) ? (
    <NuevaContrasena />
  ) : (
    <Navigate to="/perfil" replace />
  )
}
