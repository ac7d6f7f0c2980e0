import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../lib/session.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Carta } from '../../ui/illustrations/Carta.tsx'
import { Aviso } from './Aviso.tsx'
import { renovarSesion } from './cuenta.ts'

/** Where both links of a change of address end: the first one opened changes nothing yet, and says so. */
export function CorreoCambiado() {
  const { session } = useSession()
  const { search, hash } = useLocation()
  const half = new URLSearchParams(search).has('message') || new URLSearchParams(hash.slice(1)).has('message')
  const signedIn = session !== null

  useEffect(() => {
    // Without a connection it learns of it with its next renewal.
    if (signedIn && !half) renovarSesion().catch(() => {})
  }, [signedIn, half])

  return (
    <Aviso
      illustration={<Carta open={!half} className="w-60" />}
      title={half ? 'Falta el otro correo' : 'Tu correo cambió'}
    >
      <p className="text-tinta-suave">
        {half
          ? 'Este ya está confirmado. Abre también el enlace que enviamos al otro; hasta entonces, todo sigue igual.'
          : 'Desde ahora entras con el nuevo.'}
      </p>
      <Link to={signedIn ? '/perfil' : '/login'} className={buttonClass({ size: 'lg', wide: true })}>
        {signedIn ? 'Ir a mi perfil' : 'Iniciar sesión'}
      </Link>
    </Aviso>
  )
}
