import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { HelpWithoutCuenta } from '../../components/help/HelpWithoutCuenta.tsx'
import { Ventana } from '../../components/illustrations/Ventana.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import {
  forgetSessionEnd,
  type Interrumpido,
  interruptedBySessionEnd,
  onSessionEnd,
} from '../../lib/session/sessionEnd.ts'

const INTERRUPTED: Record<Interrumpido, string> = {
  baja: 'Tu cuenta no se eliminó: todo sigue como estaba. Entra de nuevo y vuelve a pedirlo.',
  'baja incierta':
    'No sabemos si tu cuenta se eliminó: la respuesta no llegó. Entra de nuevo: si tu cuenta sigue ahí, vuelve a pedirlo.',
}

/**
 * What a device shows after its session ended by itself, or with the account that she deleted. Nothing of hers is on it any more, but it
 * offers the two ways to help that need no account.
 */
export function SesionTerminada() {
  const navigate = useNavigate()
  const interrupted = useSyncExternalStore(onSessionEnd, interruptedBySessionEnd)
  const isGone = interrupted === 'baja cumplida'

  const leave = () => {
    forgetSessionEnd()
    void navigate(isGone ? '/landing' : '/login', { replace: true })
  }

  return (
    <NoticePage
      illustration={<Ventana className="w-40" />}
      title={isGone ? 'Tu cuenta fue eliminada' : 'Tu sesión terminó'}
    >
      <div className="grid gap-2 text-balance">
        {isGone ? (
          <>
            <p role="alert">Aquí ya borramos todo lo tuyo.</p>
            <p className="text-[0.9375rem] text-tinta-suave">Cuídate mucho. Siempre puedes volver.</p>
          </>
        ) : (
          <WhyItEnded interrupted={interrupted} />
        )}
      </div>
      <Button size="lg" wide onClick={leave}>
        {isGone ? 'Ir al inicio' : 'Entrar de nuevo'}
      </Button>
      <HelpWithoutCuenta />
    </NoticePage>
  )
}

function WhyItEnded({ interrupted }: { interrupted: Interrumpido | null }) {
  return (
    <>
      {interrupted && (
        <p role="alert" className="font-semibold">
          {INTERRUPTED[interrupted]}
        </p>
      )}
      <p>
        {interrupted !== 'baja incierta' && 'Se cerró en otra pestaña o dispositivo, o pasó su tiempo. '}
        Aquí ya borramos las copias de lo tuyo.
      </p>
      <p className="text-[0.9375rem] text-tinta-suave">
        Lo que escribías, y una alerta que aún no llegara a tu cuenta, siguen aquí bajo llave: solo se abren
        con tu cuenta.
      </p>
    </>
  )
}
