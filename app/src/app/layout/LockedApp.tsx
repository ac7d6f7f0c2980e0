import { useEffect, useState } from 'react'
import { pasosOf } from '../../features/seguridad/alarma/unheard.ts'
import { begunOf } from '../../features/seguridad/panico/begun.ts'
import { PanicoConFicha } from '../../features/seguridad/pin/PanicoConFicha.tsx'
import { lockedOwner } from '../../lib/session/ficha.ts'
import { forgetPin } from '../../lib/session/forgetPin.ts'
import { settlePin } from '../../lib/session/pin.ts'
import { lockToasts, toast } from '../../lib/toast/toast.tsx'
import { PinScreen } from './PinScreen.tsx'

/**
 * What a page shows that begins behind a PIN. It has neither her session nor a key: it asks for the PIN, and calls for help by the device's token.
 */
export function LockedApp() {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // A device that cannot be read says so at the first try.
    void settlePin().catch(() => {})
    lockToasts(true)
    return () => lockToasts(false)
  }, [])
  const leave = async () => {
    setLeaving(true)
    const owner = lockedOwner() ?? ''
    const waiting = pasosOf(owner).flatMap(({ body }) =>
      body.que === 'abrir' ? { id: body.alerta, pressedAt: body.pulsadaEn } : [],
    )
    if (await forgetPin([...begunOf(owner), ...waiting])) return
    setLeaving(false)
    toast({
      title: 'Tu alerta todavía no salió',
      description: 'Este dispositivo la borraría. Con conexión sale sola; inténtalo entonces.',
      variant: 'destructive',
      ofLock: true,
    })
  }
  // The right PIN puts the app in the place of this.
  return (
    <PinScreen
      onOpen={() => {}}
      emergencia={(held) => <PanicoConFicha held={held} />}
      salida={{ leaving, leave }}
    />
  )
}
