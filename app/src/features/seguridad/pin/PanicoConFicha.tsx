import { useEffect, useState } from 'react'
import { queue } from '../../../lib/offline/outbox.ts'
import { callWithFicha, lockedOwner, readPrincipal } from '../../../lib/session/ficha.ts'
import { createAlarma } from '../alarma/alarma.ts'
import type { Alerta, Entrega } from '../alarma/estado.ts'
import { showVista } from '../alarma/vista.ts'
import { follow } from '../alarma/watchAlarma.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { PRIORIDAD_MAXIMA } from '../panico/alerta.ts'
import { startEventos } from '../panico/eventos.ts'
import { Emergencia } from './PanicoAparte.tsx'

/** As `ver_con_ficha` answers. */
type Vista = {
  alerta: Alerta
  entregas: Entrega[]
  /** Of those to whom it has left. */
  nombres: Record<string, string>
  /** Whether anybody can be reached. */
  alguien: boolean
} | null

/** The alarm of a page that begins behind the PIN: it has the device's token and the number of the contact whom a press writes to, and nothing else. */
export function PanicoConFicha({ held }: { held: boolean }) {
  const [owner] = useState(lockedOwner)
  const [vista, setVista] = useState<Vista>(null)

  useEffect(() => {
    if (!owner) return
    // What an earlier page had no time to tell goes too.
    startEventos()
    const alarma = createAlarma({
      owner,
      read: async () => {
        const found = (await callWithFicha('ver_con_ficha', {})) as Vista
        setVista(found)
        return found
      },
      // There is no live channel without a session: it asks.
      listen: () => () => {},
      watch: () => () => {},
      follow,
      show: showVista,
    })
    const close = alarma.open()
    return () => {
      close()
      showVista(null)
      // The app that the PIN opens begins anew, with what is sealed on the device.
      queue.close()
    }
  }, [owner])

  return (
    <Emergencia
      held={held}
      owner={owner ?? ''}
      contactos={principalOf()}
      nombre={null}
      isNobody={vista?.alguien === false}
      nombres={vista?.nombres ?? {}}
    />
  )
}

function principalOf(): Contacto[] {
  const principal = readPrincipal()
  if (!principal) return []
  return [{ ...principal, nombre: '', prioridad: PRIORIDAD_MAXIMA, activo: true, version: 0 }]
}
