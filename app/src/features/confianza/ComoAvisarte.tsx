import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { Propio } from '../../components/content/Propio.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import type { PushState } from '../../lib/device/push.ts'
import { CorreoForm } from './CorreoVia.tsx'
import { answerInvitacion } from './confianza.ts'
import { acceptOnDevice, contactDeviceState } from './contactDevice.ts'
import type { Invitacion, Quien } from './vista.ts'

type ComoAvisarteProps = {
  codigo: string
  invitacion: Quien
  onAnswered: (next: Invitacion) => void
}

/** Asked within the yes: without a way nothing reaches the contact, and the link opens this page no second time. */
export function ComoAvisarte({ codigo, invitacion, onAnswered }: ComoAvisarteProps) {
  const { nombre, posibles } = invitacion
  const [state, setState] = useState<PushState>('imposible')
  const [busy, setBusy] = useState<'device' | 'later' | null>(null)
  const [failure, setFailure] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])
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

  return (
    <>
      <header className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-[2rem] leading-tight focus-visible:outline-none">
          ¿Cómo te avisamos?
        </h1>
        <p className="text-lg text-tinta-suave">
          Falta elegir cómo te enteras si <Propio>{nombre}</Propio> pide ayuda. Puedes cambiarlo después.
        </p>
      </header>
      {posibles.includes('correo') && (
        <Card>
          <CorreoForm
            button="Acepto, por correo"
            send={async (correo) => onAnswered(await answerInvitacion(codigo, true, correo))}
          />
        </Card>
      )}
      {(state === 'apagado' || state === 'encendido') && (
        <Button look="secondary" size="lg" busy={busy === 'device'} onClick={() => void accept('device')}>
          Acepto, con avisos en este dispositivo
        </Button>
      )}
      <p role="alert" className="text-alerta-texto empty:hidden">
        {failure}
      </p>
      <Button look="quiet" busy={busy === 'later'} onClick={() => void accept('later')}>
        Acepto y elijo después
      </Button>
    </>
  )
}
