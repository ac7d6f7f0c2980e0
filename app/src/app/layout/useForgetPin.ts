import { useState } from 'react'
import { forcedOf } from '../../features/seguridad/alarma/forced.ts'
import { pasosOf } from '../../features/seguridad/alarma/unheard.ts'
import { begunOf } from '../../features/seguridad/panico/begun.ts'
import { forgetPin, type Press } from '../../lib/session/forgetPin.ts'
import { toast } from '../../lib/toast/toast.tsx'

/** What the service may not have of her presses. */
function pressesOf(owner: string): Press[] {
  const presses = new Map(begunOf(owner).map((press): [string, Press] => [press.id, press]))
  for (const { body } of pasosOf(owner))
    if (body.que === 'abrir')
      presses.set(body.alerta, { id: body.alerta, pressedAt: body.pulsadaEn, prueba: body.prueba })
  for (const press of forcedOf(owner)) presses.set(press.id, press)
  return [...presses.values()]
}

/**
 * «Cerrar sesión» of who forgot her PIN: what it shows meanwhile, and what she is told where an alert would go with it.
 *
 * @param leave ends the session of a page that has one
 */
export function useForgetPin(owner: string, leave?: () => Promise<void>) {
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    leave: async () => {
      setLeaving(true)
      const presses = pressesOf(owner)
      if (await forgetPin(presses, leave)) return
      setLeaving(false)
      toast({
        // Of a silent one nothing is said.
        ...(presses.some(({ prueba }) => !prueba)
          ? {
              title: 'Tu alerta todavía no salió',
              description: 'Este dispositivo la borraría. Con conexión sale sola; inténtalo entonces.',
            }
          : {
              title: 'Error al cerrar sesión',
              description: 'Revisa tu internet e inténtalo otra vez.',
            }),
        variant: 'destructive',
        ofLock: true,
      })
    },
  }
}
