import { Link } from 'react-router'
import { Switch } from '../../components/form/Switch.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useChangeDevicePush, useDevicePush } from './devicePush.ts'
import * as toasts from './toasts.ts'

/** Whether this device says, without a word of what, that the team has told something. Off until she switches it on. */
export function DevicePushSection() {
  const { data: push } = useDevicePush()
  const change = useChangeDevicePush()
  if (!push) return null
  const { id } = push
  return (
    <Card as="section" aria-labelledby="aviso-novedades" className="grid gap-2">
      <h2 id="aviso-novedades" className="text-lg">
        Avisarme en este dispositivo
      </h2>
      {id && (
        <Switch
          label="Avisarme en este dispositivo"
          checked={change.isPending ? change.variables.comunicados : push.comunicados}
          disabled={change.isPending}
          onChange={(comunicados) => change.mutate({ id, comunicados }, { onError: toasts.changeFailed })}
        />
      )}
      <p className="text-[0.9375rem] text-tinta-suave">
        {id ? (
          'Cuando el equipo publique algo. En la pantalla solo dirá «Hay algo nuevo».'
        ) : (
          <>
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
