import { PanicoAparte } from '../../features/seguridad/pin/PanicoAparte.tsx'
import { useLeave } from '../../lib/session/useLeave.ts'
import { PinScreen } from './PinScreen.tsx'

/** Asks for the PIN again in an app that was open: her session is there, and an alert that is under way goes on. */
export function PinAgain({ onOpen }: { onOpen: () => void }) {
  return <PinScreen onOpen={onOpen} emergencia={(held) => <PanicoAparte held={held} />} salida={useLeave()} />
}
