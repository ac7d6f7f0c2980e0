import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { buttonClass } from '../../components/button/Button.tsx'
import { Carta } from '../../components/illustrations/Carta.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { type CambioDeCorreo, readCorreoChange } from './correoChange.ts'
import { renewSession } from './cuenta.ts'

const TEXTOS: Record<CambioDeCorreo, { title: string; text: string }> = {
  nada: {
    title: 'Abre el enlace de tu correo',
    text: 'Aquí terminan los enlaces con los que cambias tu correo. Con qué correo entras, lo ves en tu perfil.',
  },
  medio: {
    title: 'Falta el otro correo',
    text: 'Este ya está confirmado. Abre también el enlace que enviamos al otro; hasta entonces, todo sigue igual.',
  },
  espera: {
    title: 'Los dos correos están confirmados',
    text: 'El cambio se hará cuando pase un día. Hasta entonces puedes cancelarlo.',
  },
  hecho: { title: 'Tu correo cambió', text: 'Desde ahora entras con el nuevo.' },
}

/** Where both links of a change of address end: the first one opened changes nothing yet, and says so. */
export function CorreoCambiado() {
  const { session } = useSession()
  const at = useLocation()
  const [estado] = useState(() => readCorreoChange(at))
  const { title, text } = TEXTOS[estado]
  const signedIn = session !== null

  useEffect(() => {
    // Without a connection the session learns of it with its next renewal.
    if (signedIn && estado === 'hecho') renewSession().catch(() => {})
  }, [signedIn, estado])

  return (
    <NoticePage
      illustration={<Carta open={estado === 'espera' || estado === 'hecho'} className="w-60" />}
      title={title}
    >
      <p className="text-tinta-suave">{text}</p>
      <Link to={signedIn ? '/perfil' : '/login'} className={buttonClass({ size: 'lg', wide: true })}>
        {signedIn ? 'Ir a mi perfil' : 'Iniciar sesión'}
      </Link>
    </NoticePage>
  )
}
