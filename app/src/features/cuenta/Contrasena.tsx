import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.tsx'
import { pedirContrasena } from './cuenta.ts'
import { NuevaContrasena } from './NuevaContrasena.tsx'
import { PedirCorreo } from './PedirCorreo.tsx'
import { vieneDelCorreo } from './recuperacion.ts'

/** The way back in: asks for the mail, and where its link ends, asks for the new password. */
export function Contrasena() {
  const { session } = useSession()
  const [params] = useSearchParams()
  if (!session) {
    return (
      <PedirCorreo
        title="Elige otra contraseña"
        text="Te enviamos un correo con un enlace para elegirla. Dura poco y sirve una sola vez."
        fromElsewhere={params.has('code')}
        type="recovery"
        send={pedirContrasena}
      />
    )
  }
  // Whoever is in by her password changes it where the old one is asked for.
  return vieneDelCorreo(session.access_token, Date.now()) ? (
    <NuevaContrasena />
  ) : (
    <Navigate to="/perfil" replace />
  )
}
