import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Carta } from '../../ui/illustrations/Carta.tsx'
import { NoticePage } from '../../ui/NoticePage.tsx'
import { CodigoForm } from './CodigoForm.tsx'
import { ResendConfirmacion } from './ResendConfirmacion.tsx'

/** After registering: what happens next, without hurry. */
export function CheckCorreo({ email }: { email: string }) {
  return (
    <NoticePage illustration={<Carta className="w-60" />} title="Revisa tu correo">
      <p className="text-tinta-suave">
        Ya casi. Te enviamos un mensaje con un enlace para confirmar que el correo es tuyo. Puede tardar un
        par de minutos o caer en correo no deseado.
      </p>
      <CodigoForm email={email} type="signup" />
      <ResendConfirmacion email={email} justSent />
      <Link to="/login" className={buttonClass({ size: 'lg', wide: true })}>
        Ya confirmé, iniciar sesión
      </Link>
    </NoticePage>
  )
}
