import { useEffect, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import type { PushState } from '../../lib/device/push.ts'
import { CorreoForm } from './CorreoVia.tsx'
import { addVia, answerInvitacion } from './confianza.ts'
import { acceptOnDevice, contactDeviceState } from './contactDevice.ts'
import { NumberForm } from './NumeroVia.tsx'
import type { Invitacion, Quien } from './vista.ts'

type ComoAvisarteProps = {
  codigo: string
  invitacion: Quien
  onAnswered: (next: Invitacion) => void
}

/** The yes and the way to be told, in one: without a way nothing arrives, and the link opens this page no second time. */
export function ComoAvisarte({ codigo, invitacion, onAnswered }: ComoAvisarteProps) {
  const { posibles } = invitacion
  const [state, setState] = useState<PushState>('imposible')
  const [busy, setBusy] = useState<'device' | 'later' | null>(null)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    if (!posibles.includes('push')) return
    contactDeviceState().then(setState, () => setState('imposible'))
  }, [posibles])

  const accept = async (how: 'device' | 'later') => {
    setBusy(how)
    setFailure('')
    try {
      const answer = how === 'device' ? await acceptOnDevice(codigo) : await answerInvitacion(codigo, true)
      if (typeof answer === 'string') {
        setState(answer)
        setFailure('Este navegador no dio permiso. Todavía no aceptas: elige otra forma.')
      } else onAnswered(answer)
    } catch (failed) {
      setFailure(messageOf(failed))
    } finally {
      setBusy(null)
    }
  }
  const acceptBySms = async (numero: string) => {
    const accepted = await answerInvitacion(codigo, true)
    const page = accepted?.estado === 'acepto' ? accepted.codigo : null
    if (!page) return onAnswered(accepted)
    // The page that opens now asks again for what failed here.
    const added = await addVia(page, 'sms', numero).catch(() => accepted)
    onAnswered(added?.estado === 'acepto' ? { ...added, codigo: page } : accepted)
  }

  return (
    <section aria-labelledby="como-avisarte" className="grid gap-3">
      <h2 id="como-avisarte" className="text-xl">
        ¿Cómo te avisamos?
      </h2>
      {(state === 'apagado' || state === 'encendido') && (
        <Button size="lg" busy={busy === 'device'} onClick={() => void accept('device')}>
          Acepto, con avisos en este teléfono
        </Button>
      )}
      {posibles.includes('correo') && (
        <Card>
          <CorreoForm
            button="Acepto, por correo"
            send={async (correo) => onAnswered(await answerInvitacion(codigo, true, correo))}
          />
        </Card>
      )}
      {posibles.includes('sms') && (
        <Card>
          <NumberForm button="Acepto, por SMS" send={acceptBySms} />
        </Card>
      )}
      <p role="alert" className="text-alerta-texto empty:hidden">
        {failure}
      </p>
      <Button look="quiet" busy={busy === 'later'} onClick={() => void accept('later')}>
        Acepto y elijo después
      </Button>
    </section>
  )
}
