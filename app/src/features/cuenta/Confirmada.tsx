import { Link } from 'react-router'
import { useSession } from '../../lib/session.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Carta } from '../../ui/illustrations/Carta.tsx'
import { Aviso } from './Aviso.tsx'

/** Where the link of the confirmation e-mail ends, on whichever device it was opened. */
export function Confirmada() {
  const { session } = useSession()
  return (
    <Aviso illustration={<Carta open className="w-60" />} title="Tu correo quedó confirmado">
      <p className="text-tinta-suave">
        {session
          ? 'Tu cuenta está lista. Bienvenida a casa.'
          : 'Tu cuenta está lista. Entra con tu correo y contraseña.'}
      </p>
      <Link to={session ? '/' : '/login'} className={buttonClass({ size: 'lg', wide: true })}>
        {session ? 'Ir a mi espacio' : 'Iniciar sesión'}
      </Link>
    </Aviso>
  )
}
