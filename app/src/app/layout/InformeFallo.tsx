import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { knownConfig } from '../../lib/installation/config.ts'
import { familyOf, type Informe, sendInforme } from '../../lib/member/fallos.ts'
import { storedSession } from '../../lib/session/sessionStorage.ts'
import { justFailed } from '../../lib/toast/codigo.ts'
import { findRoute } from '../routing.ts'

const NAMES: Record<Informe['navegador'], string> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  samsung: 'Samsung Internet',
  edge: 'Edge',
  otro: 'Otro',
}

/**
 * Offers a member to report that a screen failed: she sees all that is sent before it is, and it does not say who she is. It asks no router
 * where she is: what failed may be the frame around every screen, and then there is none.
 */
export function InformeFallo() {
  const [informe] = useState<Informe>(() => ({
    codigo: justFailed() ?? null,
    ruta: findRoute(location.pathname)?.path ?? '/',
    version: knownConfig()?.release ?? 'desconocida',
    navegador: familyOf(navigator.userAgent),
  }))
  const [step, setStep] = useState<'offer' | 'look' | 'sending' | 'sent' | 'failed'>('offer')

  async function send() {
    setStep('sending')
    await sendInforme(informe).then(
      () => setStep('sent'),
      () => setStep('failed'),
    )
  }

  // The service takes reports of members alone.
  if (!storedSession()) return null
  if (step === 'offer')
    return (
      <Button look="quiet" onClick={() => setStep('look')}>
        Enviar informe
      </Button>
    )
  if (step === 'sent') return <p role="status">Informe enviado. Gracias: nos ayuda a arreglarlo.</p>
  return (
    <section
      aria-label="Informe del fallo"
      className="grid gap-3 rounded-card border border-linea bg-superficie p-4 text-left"
    >
      <p className="font-semibold">Esto es todo lo que se envía:</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
        <dt className="text-tinta-suave">Pantalla</dt>
        <dd>{informe.ruta}</dd>
        <dt className="text-tinta-suave">Código</dt>
        <dd>{informe.codigo ?? 'ninguno'}</dd>
        <dt className="text-tinta-suave">Versión</dt>
        <dd>{informe.version}</dd>
        <dt className="text-tinta-suave">Navegador</dt>
        <dd>{NAMES[informe.navegador]}</dd>
      </dl>
      <p className="text-sm text-tinta-suave">
        No dice quién eres ni lo que habías escrito. Se borra a los treinta días.
      </p>
      {step === 'failed' && (
        <p role="alert" className="text-alerta">
          No se pudo enviar. Puedes intentarlo otra vez más tarde.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={send} busy={step === 'sending'}>
          Enviar
        </Button>
        <Button look="quiet" onClick={() => setStep('offer')}>
          No enviar
        </Button>
      </div>
    </section>
  )
}
