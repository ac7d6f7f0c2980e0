import { Link } from 'react-router'
import { Button, buttonClass } from '../../../components/button/Button.tsx'
import { Propio } from '../../../components/content/Propio.tsx'
import { locate } from '../../../lib/device/geolocation.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { permissionPasos } from '../posicion/navegador.ts'
import { Simulacro } from '../simulacro/Simulacro.tsx'
import type { Paso } from './pasos.ts'
import type { usePasos } from './usePasos.ts'

export const TITULOS: Record<Paso, string> = {
  contacto: 'Elige a alguien de tu confianza',
  invitacion: 'Pídele que reciba tu alerta',
  ubicacion: 'Permite tu ubicación',
  pin: 'Pon un PIN',
  prueba: 'Haz una prueba',
}

type PasoBodyProps = {
  paso: Paso
  pasos: ReturnType<typeof usePasos>
  onAdd: () => void
  onInvite: (contacto: Contacto) => void
}

/** What one step is for, and its one button. */
export function PasoBody({ paso, pasos, onAdd, onInvite }: PasoBodyProps) {
  const { invitable, permiso, memoria, contactos, reachable, pass } = pasos
  switch (paso) {
    case 'contacto':
      return (
        <>
          <p>No recibe nada hasta que acepte.</p>
          <Button onClick={onAdd}>Agregar a alguien</Button>
        </>
      )
    case 'invitacion':
      return (
        <>
          <p>Si acepta, tu alerta le llega sola, aunque no alcances a escribirle.</p>
          {invitable ? (
            <Button onClick={() => onInvite(invitable)}>
              {invitable.como} a <Propio>{invitable.nombre}</Propio>
            </Button>
          ) : (
            // Everybody so far said no.
            <Button onClick={onAdd}>Agregar a alguien más</Button>
          )}
        </>
      )
    case 'ubicacion':
      return permiso === 'denied' ? (
        <>
          <p>Tu navegador la tiene bloqueada. Para permitirla:</p>
          <ol className="list-decimal pl-5">
            {permissionPasos(navigator.userAgent).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ol>
        </>
      ) : (
        <>
          <p>Tu navegador te pregunta ahora, con calma, y no en medio de una alerta.</p>
          <Button
            onClick={() =>
              void locate().then(({ fix }) => {
                if (!fix) return
                memoria.remember(fix)
                // Some browsers do not tell whether they allow it: a place is proof enough.
                if (permiso === 'unknown') pass('ubicacion', 'hecho')
              })
            }
          >
            Permitir mi ubicación
          </Button>
        </>
      )
    case 'pin':
      return (
        <>
          <p>Con él, solo tú abres la app y dices que una alerta terminó.</p>
          <Link to="/perfil" className={buttonClass()}>
            Ir a poner mi PIN
          </Link>
        </>
      )
    default:
      return (
        <>
          <p>Los mismos pasos que una alerta, para que sepas cómo es.</p>
          {contactos && (
            <Simulacro
              contactos={contactos}
              reachable={reachable}
              look="primary"
              onTried={() => pass('prueba', 'hecho')}
            />
          )}
        </>
      )
  }
}
