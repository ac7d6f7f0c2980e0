import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { messageOf, ServiceError } from '../../lib/api/errors.ts'
import type { PushState } from '../../lib/device/push.ts'
import { contactDeviceState, turnOnContactDevice } from './contactDevice.ts'
import { ViaCard, type ViaProps, ViaRow } from './ViaCard.tsx'

/** By notices of this device. */
export function DeviceVia(props: ViaProps) {
  const { codigo, vias, onChange } = props
  const own = vias.filter(({ via }) => via === 'push')
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  useEffect(() => {
    // Again on coming back: from the browser's settings, perhaps.
    const look = () => void contactDeviceState().then(setState, () => setState('imposible'))
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  const turnOn = async () => {
    setBusy(true)
    setFailure('')
    try {
      const answer = await turnOnContactDevice(codigo)
      if (typeof answer === 'string') setState(answer)
      else {
        setState('encendido')
        onChange(answer)
      }
    } catch (failed) {
      setFailure(
        failed instanceof ServiceError
          ? messageOf(failed)
          : 'Este navegador no pudo activarlos. Usa el correo.',
      )
    } finally {
      setBusy(false)
    }
  }

  const here = state === 'encendido' && own.length > 0
  return (
    <ViaCard
      icon={<Bell aria-hidden="true" />}
      title="Con avisos en este dispositivo"
      hint="Lo más rápido: aparece en la pantalla aunque la página esté cerrada."
    >
      {own.map((via) => (
        <ViaRow key={via.id} {...props} via={via} />
      ))}
      {state && !here && (
        <>
          {state === 'instalar' && (
            <p className="text-[0.9375rem]">
              En iPhone y iPad los avisos solo llegan a una página instalada en la pantalla de inicio. Aquí el
              correo es más seguro: úsalo.
            </p>
          )}
          {state === 'imposible' && (
            <p className="text-[0.9375rem]">Este navegador no puede mostrar avisos. Usa el correo.</p>
          )}
          {state === 'bloqueado' && <Blocked />}
          {(state === 'apagado' || state === 'encendido') && (
            <Button look="secondary" busy={busy} onClick={() => void turnOn()}>
              {own.length > 0 ? 'Agregar también este dispositivo' : 'Permitir avisos aquí'}
            </Button>
          )}
        </>
      )}
      <p role="alert" className="text-[0.9375rem] text-alerta-texto empty:hidden">
        {failure}
      </p>
    </ViaCard>
  )
}

function Blocked() {
  return (
    <div className="grid gap-1 text-[0.9375rem]">
      <p>Este navegador tiene bloqueados los avisos de esta página. Para permitirlos:</p>
      <ol className="grid list-decimal gap-0.5 pl-5">
        <li>Toca el ícono a la izquierda de la dirección.</li>
        <li>Entra en Permisos, Notificaciones, y elige Permitir.</li>
        <li>Vuelve aquí.</li>
      </ol>
    </div>
  )
}
