import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Switch } from '../../components/form/Switch.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { type PushState, pushState } from '../../lib/device/push.ts'
import { useChangeHilo } from './hilo.ts'
import * as toasts from './toasts.ts'

/** Whether her devices show a notice, without a word of what it is, when somebody has answered. */
export function AvisoRespuesta({ avisar }: { avisar: boolean }) {
  const change = useChangeHilo()
  const [device, setDevice] = useState<PushState | null>(null)
  useEffect(() => {
    void pushState().then(setDevice, () => setDevice('imposible'))
  }, [])
  return (
    <Card as="section" aria-labelledby="aviso-respuesta" className="grid gap-2">
      <h2 id="aviso-respuesta" className="text-lg">
        Avisarme cuando respondan
      </h2>
      <Switch
        label="Avisarme cuando respondan"
        checked={avisar}
        disabled={change.isPending}
        onChange={(on) => change.mutate({ avisar: on }, { onError: toasts.changeFailed })}
      />
      <p className="text-[0.9375rem] text-tinta-suave">
        En la pantalla solo dirá «Tienes algo pendiente».
        {avisar && device !== null && device !== 'encendido' && (
          <>
            {' '}
            En este dispositivo los avisos están apagados: se encienden en{' '}
            <Link to="/agenda" className="font-semibold text-jacaranda-texto underline underline-offset-4">
              Mi agenda
            </Link>
            .
          </>
        )}
      </p>
    </Card>
  )
}
