import { useEffect } from 'react'
import { hold } from '../../../lib/device/underWay.ts'
import { useStore } from '../../../lib/useStore.ts'
import { curso, endLlamada, pickUp } from './agenda.ts'
import { PantallaLlamada } from './PantallaLlamada.tsx'

/** The safe call over the page that she is on by then; nothing while none is there. */
export function LlamadaEnCurso() {
  const now = useStore(curso)
  // It must not ring for a member who left the app, or on the PIN screen.
  useEffect(() => endLlamada, [])
  const isOn = now.fase !== 'reposo'
  useEffect(() => (isOn ? hold() : undefined), [isOn])
  if (now.fase === 'reposo' || now.fase === 'programada') return null
  return (
    <PantallaLlamada
      nombre={now.nombre}
      contestada={now.fase === 'contestada'}
      muda={now.muda}
      onPickUp={pickUp}
      onHangUp={endLlamada}
    />
  )
}
