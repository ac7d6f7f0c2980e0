import { Link } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { Carta } from '../../components/illustrations/Carta.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { CodigoForm } from './CodigoForm.tsx'
import { ResendConfirmacion } from './ResendConfirmacion.tsx'

/** After registering: what happens next, without hurry. @param justSent a mail has left a moment ago */
export function CheckCorreo({
  email,
  justSent,
  onOther,
}: {
  email: string
  justSent: boolean
  onOther: () => void
}) {
  return (
    <NoticePage illustration={<Carta className="w-40" />} title="Revisa tu correo">
      <p className="text-tinta-suave">
        Te enviamos un código y un enlace. Si tardan, mira en correo no deseado.
      </p>
      <CodigoForm email={email} type="signup" first />
      <ResendConfirmacion email={email} justSent={justSent} />
      <Link to="/login" className={buttonClass({ look: 'secondary', size: 'lg', wide: true })}>
        Ya confirmé
      </Link>
      <Button look="quiet" onClick={onOther}>
        Usar otro correo
      </Button>
    </NoticePage>
  )
}
