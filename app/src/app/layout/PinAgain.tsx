import { PanicoAparte } from '../../features/seguridad/pin/PanicoAparte.tsx'
import { useUser } from '../../lib/session/session.tsx'
import { useLeave } from '../../lib/session/useLeave.ts'
import { PinScreen } from './PinScreen.tsx'
import { useForgetPin } from './useForgetPin.ts'

/** Asks for the PIN again in an app that was open: her session is there, and an alert that is under way goes on. */
export function PinAgain({ onOpen }: { onOpen: () => void }) {
  const { leave } = useLeave()
  return (
    <PinScreen
      onOpen={onOpen}
      emergencia={(held) => <PanicoAparte held={held} />}
      salida={useForgetPin(useUser().id, leave)}
    />
  )
}
