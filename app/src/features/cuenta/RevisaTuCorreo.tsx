import { Link } from 'react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Carta } from '../../ui/illustrations/Carta.tsx'
import { Aviso } from './Aviso.tsx'
import { Reenviar } from './Reenviar.tsx'

/** After registering: what happens next, without hurry. */
export function RevisaTuCorreo({ email }: { email: string }) {
  return (
    <Aviso illustration={<Carta className="w-60" />} title="Revisa tu correo">
      <p className="text-tinta-suave">
        Ya casi. Te enviamos un mensaje con un enlace para confirmar que el correo es tuyo. Puede tardar un
        par de minutos o caer en correo no deseado.
      </p>
      <Reenviar email={email} justSent />
      <Link to="/login" className={buttonClass({ size: 'lg', wide: true })}>
        Ya confirmé, iniciar sesión
      </Link>
    </Aviso>
  )
}
