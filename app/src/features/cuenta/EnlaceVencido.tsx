import { Link, useLocation } from 'react-router'
import { Button, buttonClass } from '../../components/button/Button.tsx'
import { CorreoInput, Field } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Reloj } from '../../components/illustrations/Reloj.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { readCorreo } from '../../lib/text/correo.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { requestEnlace, requestPasswordReset, resendConfirmacion } from './cuenta.ts'
import { useCorreoForm } from './useCorreoForm.ts'

/** What each link was for, by where it was to lead: what to say, and how a new one is asked for. */
const PARA = {
  '/cuenta/contrasena': {
    text: 'Los enlaces duran poco y sirven una sola vez, por tu seguridad. Tu contraseña sigue siendo la misma.',
    hint: 'Escribe el correo de tu cuenta.',
    send: requestPasswordReset,
    sent: 'Si ese correo tiene una cuenta, ahí llegará un enlace nuevo. Ábrelo en este dispositivo.',
  },
  '/cuenta/enlace': {
    text: 'Los enlaces duran poco y sirven una sola vez, por tu seguridad. También puedes entrar con tu contraseña.',
    hint: 'Escribe el correo de tu cuenta.',
    send: requestEnlace,
    sent: 'Si ese correo tiene una cuenta, ahí llegará un enlace nuevo. Ábrelo en este dispositivo.',
  },
  '/cuenta/confirmada': {
    text: 'Los enlaces duran poco y sirven una sola vez, por tu seguridad. Si ya confirmaste tu cuenta, solo inicia sesión.',
    hint: 'Escribe el correo con el que te registraste.',
    send: resendConfirmacion,
    sent: 'Si esa cuenta espera confirmación, le llegará un correo nuevo.',
  },
}

type Destino = keyof typeof PARA

const isDestino = (path: string | undefined): path is Destino => path !== undefined && path in PARA

/** A link that was used already or came too late, and the way to a new one. */
export function EnlaceVencido() {
  const { state } = useLocation() as { state: { destino?: string } | null }
  const { session } = useSession()
  if (state?.destino === '/cuenta/correo') return <CambioVencido signedIn={session !== null} />
  const destino: Destino = isDestino(state?.destino) ? state.destino : '/cuenta/confirmada'
  return <RequestAnother {...PARA[destino]} signedIn={session !== null} />
}

/** A change of address is asked for where it was begun. */
function CambioVencido({ signedIn }: { signedIn: boolean }) {
  return (
    <NoticePage illustration={<Reloj className="w-60" />} title="Este enlace ya no sirve">
      <p className="text-tinta-suave">
        Tu correo sigue siendo el mismo. Si todavía quieres cambiarlo, pídelo otra vez en tu perfil.
      </p>
      <Link to={signedIn ? '/perfil' : '/login'} className={buttonClass({ size: 'lg', wide: true })}>
        {signedIn ? 'Ir a mi perfil' : 'Iniciar sesión'}
      </Link>
    </NoticePage>
  )
}

type PedirOtroProps = (typeof PARA)[Destino] & { signedIn: boolean }

function RequestAnother({ text, hint, send, sent, signedIn }: PedirOtroProps) {
  const form = useCorreoForm(async (email) => {
    await send(email)
    toast({ title: 'Listo', description: sent })
  })

  return (
    <NoticePage illustration={<Reloj className="w-60" />} title="Este enlace ya no sirve">
      <p className="text-tinta-suave">{text}</p>
      <Link to={signedIn ? '/' : '/login'} className={buttonClass({ size: 'lg', wide: true })}>
        {signedIn ? 'Ir a mi espacio' : 'Iniciar sesión'}
      </Link>
      <Form of={form} className="grid w-full gap-3 border-linea border-t pt-5 text-left">
        <Field label="¿Necesitas un enlace nuevo?" hint={hint}>
          <CorreoInput {...form.text('email', readCorreo)} />
        </Field>
        <Button type="submit" look="secondary" busy={form.busy} busyLabel="Enviando…">
          Enviarme otro enlace
        </Button>
      </Form>
    </NoticePage>
  )
}
