import { useEffect } from 'react'
import { hold } from '../../../lib/device/underWay.ts'
import { useStore } from '../../../lib/useStore.ts'
import { curso, endLlamada, pickUp } from './agenda.ts'
import { PantallaLlamada } from './PantallaLlamada.tsx'

/** The safe call over whatever room she is in by then; nothing while none is there. */
export function LlamadaEnCurso() {
  const now = useStore(curso)
  // Whoever leaves the app, or is asked for her PIN, must not be called by it.
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
