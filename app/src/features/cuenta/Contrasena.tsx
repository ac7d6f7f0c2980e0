import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.tsx'
import { NuevaContrasena } from './NuevaContrasena.tsx'
import { PedirContrasena } from './PedirContrasena.tsx'
import { vieneDelCorreo } from './recuperacion.ts'

/** The way back in: asks for the mail, and where its link ends, asks for the new password. */
export function Contrasena() {
  const { session } = useSession()
  const [params] = useSearchParams()
  if (!session) return <PedirContrasena fromElsewhere={params.has('code')} />
  // Whoever is in by her password changes it where the old one is asked for.
  return vieneDelCorreo(session.access_token, Date.now()) ? (
    <NuevaContrasena />
  ) : (
    <Navigate to="/perfil" replace />
  )
}
