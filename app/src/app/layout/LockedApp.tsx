import { useEffect, useState } from 'react'
import { PanicoConFicha } from '../../features/seguridad/pin/PanicoConFicha.tsx'
import { forgetPin } from '../../lib/session/forgetPin.ts'
import { lockToasts } from '../../lib/toast/toast.tsx'
import { PinScreen } from './PinScreen.tsx'

/**
 * What a page shows that begins behind a PIN. It has neither her session nor a key: it asks for the PIN, and calls for help by the device's token.
 */
export function LockedApp() {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    lockToasts(true)
    return () => lockToasts(false)
  }, [])
  const leave = async () => {
    setLeaving(true)
    await forgetPin()
  }
  // The right PIN puts the app in the place of this.
  return <PinScreen onOpen={() => {}} emergencia={<PanicoConFicha />} salida={{ leaving, leave }} />
}
