import { useRef } from 'react'
import { useUser } from '../../../data/session.tsx'
import { EmergencyLink } from '../../../ui/EmergencyLink.tsx'
import { useContactos } from '../contactos/contactos.ts'
import { usePosicion } from '../posicion/posicion.ts'
import { AlertPanel } from './AlertPanel.tsx'
import { PanicButton } from './PanicButton.tsx'
import { usePanico } from './usePanico.ts'

/** The panic button outside of /seguridad, for screens where the app is locked. Shows no names before it is pressed. */
export function PanicoAparte() {
  const { id } = useUser()
  const { data: contactos } = useContactos()
  const { memoria } = usePosicion(id)
  const { fase, alerta, guardado, pressPanico, markOpened, closeAlerta } = usePanico(memoria, contactos)
  const button = useRef<HTMLButtonElement>(null)

  const close = () => {
    closeAlerta()
    button.current?.focus()
  }

  return (
    <section aria-label="Pedir ayuda" className="grid gap-4">
      <PanicButton ref={button} fase={fase} nombre={null} onPress={pressPanico} />
      {alerta ? (
        <AlertPanel alerta={alerta} guardado={guardado} onOpened={markOpened} onClose={close} />
      ) : (
        <EmergencyLink />
      )}
    </section>
  )
}
