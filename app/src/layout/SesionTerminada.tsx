import { forgetSessionEnd, interruptedBySessionEnd } from '../data/sessionEnd.ts'
import { useNavigate } from '../lib/router.tsx'
import { Button } from '../ui/Button.tsx'
import { HelpWithoutCuenta } from '../ui/HelpWithoutCuenta.tsx'
import { Ventana } from '../ui/illustrations/Ventana.tsx'
import { NoticePage } from '../ui/NoticePage.tsx'

/**
 * What a device shows after its session ended by itself. Nothing of hers is on it any more, but it offers the two ways
 * to help that need no account.
 */
export function SesionTerminada() {
  const navigate = useNavigate()

  const enter = () => {
    forgetSessionEnd()
    void navigate('/login', { replace: true })
  }

  return (
    <NoticePage illustration={<Ventana className="w-40" />} title="Tu sesión terminó">
      <div className="grid gap-2 text-balance">
        {interruptedBySessionEnd() === 'baja' && (
          <p role="alert" className="font-semibold">
            Tu cuenta no se eliminó: todo sigue como estaba. Entra de nuevo y vuelve a pedirlo.
          </p>
        )}
        <p>Se cerró desde otro dispositivo o pasó su tiempo. Aquí ya borramos las copias de lo tuyo.</p>
        <p className="text-[0.9375rem] text-tinta-suave">
          Lo que escribías, y una alerta que aún no llegara a tu cuenta, siguen aquí bajo llave: solo se abren
          con tu cuenta.
        </p>
      </div>
      <Button size="lg" wide onClick={enter}>
        Entrar de nuevo
      </Button>
      <HelpWithoutCuenta />
    </NoticePage>
  )
}
