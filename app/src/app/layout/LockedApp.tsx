import { useEffect } from 'react'
import { PanicoConFicha } from '../../features/seguridad/pin/PanicoConFicha.tsx'
import { lockedOwner } from '../../lib/session/ficha.ts'
import { settlePin } from '../../lib/session/pin.ts'
import { lockToasts } from '../../lib/toast/toast.tsx'
import { PinScreen } from './PinScreen.tsx'
import { useForgetPin } from './useForgetPin.ts'

/**
 * What a page shows that begins behind a PIN. It has neither her session nor a key: it asks for the PIN, and calls for help by the device's token.
 */
export function LockedApp() {
  useEffect(() => {
    // A device that cannot be read says so at the first try.
    void settlePin().catch(() => {})
    lockToasts(true)
    return () => lockToasts(false)
  }, [])
  // The right PIN puts the app in the place of this.
  return (
    <PinScreen
      onOpen={() => {}}
      emergencia={(held) => <PanicoConFicha held={held} />}
      salida={useForgetPin(lockedOwner() ?? '')}
    />
  )
}
