import { CircleAlert, CircleCheck } from 'lucide-react'
import { type LocationPermission, locate } from '../../../lib/device/geolocation.ts'
import { useOnline } from '../../../lib/device/online.ts'
import type { Contacto } from '../contactos/contactos.ts'
import type { Memoria } from '../posicion/posicion.ts'
import { type Destino, splitContactos } from './alerta.ts'

/** What is missing for a complete alert. */
export type Falta = 'contacto' | 'invitacion' | 'prueba' | 'ubicacion' | 'ubicacion bloqueada'

/**
 * What is missing for an alert to be whole, most important first; nothing where the browser does not tell.
 *
 * @param reachable how many contacts the service can tell by itself; undefined while that is not known
 * @param proven to how many of them something of ours has arrived
 */
export function checkPreparacion(
  contactos: readonly Destino[],
  permiso: LocationPermission,
  reachable?: number,
  proven?: number,
): Falta[] {
  const faltan: Falta[] = []
  if (!splitContactos(contactos).principal) faltan.push('contacto')
  if (contactos.length > 0 && reachable === 0) faltan.push('invitacion')
  else if (reachable && proven === 0) faltan.push('prueba')
  if (permiso === 'prompt') faltan.push('ubicacion')
  if (permiso === 'denied') faltan.push('ubicacion bloqueada')
  return faltan
}

type PreparacionProps = {
  contactos: Contacto[] | undefined
  permiso: LocationPermission
  memoria: Memoria
  /** How many contacts the service can tell by itself, and when it was last seen to work; undefined while that is not known. */
  alarma: { reachable: number; proven: number; prueba: string[] | null } | undefined
  onAddContacto: () => void
  /** Whom she would ask first, and how. */
  invitable: (Contacto & { como: string }) | undefined
  onInvite: (contacto: Contacto) => void
}

/**
 * What is missing, and what she does about it where no button can. In short lines: what is known only later is never the largest text of the screen,
 * which is then whole with its first frame.
 */
const TEXTOS: Record<Falta, string[]> = {
  contacto: ['Falta un contacto de prioridad 1.'],
  invitacion: ['Tu alerta no le llega sola a nadie.'],
  prueba: ['Falta comprobar que le llega: pide a quien aceptó que se mande una prueba.'],
  ubicacion: ['Falta permitir tu ubicación.'],
  'ubicacion bloqueada': [
    'Tu navegador bloquea la ubicación.',
    'Sin ella, la alerta sale sin mapa.',
    'Permítela en el candado junto a la dirección.',
  ],
}

/** One line that says whether the button has all it needs, before she needs it; what is missing is a button that fixes it. */
export function Preparacion({
  contactos,
  permiso,
  memoria,
  alarma,
  onAddContacto,
  invitable,
  onInvite,
}: PreparacionProps) {
  const online = useOnline()
  if (!contactos) return null
  const faltan = checkPreparacion(contactos, permiso, alarma?.reachable, alarma?.proven)

  const [probada = 'Sin comprobar con tus contactos.', ...cuando] = alarma?.prueba ?? []

  // Only where somebody would be told: what is missing is missing without internet, too.
  if (!online && faltan.length === 0) {
    return (
      <p className="flex items-center gap-2 rounded-card bg-maiz-suave px-4 py-2 text-[0.9375rem] text-maiz-texto">
        <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
        {`Sin internet: ${alarma ? 'tu alerta sale sola cuando vuelva. Mientras, tu' : 'tu'} mensaje puede ir por SMS.`}
      </p>
    )
  }

  if (faltan.length === 0) {
    return (
      <p className="flex items-center justify-center gap-2 text-balance text-center font-semibold text-[0.9375rem] text-salvia-texto">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
        <span>
          {alarma ? 'Todo listo' : 'Tu contacto está listo.'}
          {alarma && <span className="font-normal text-tinta-suave"> · {probada}</span>}
          {cuando.map((texto) => (
            <span key={texto} className="block font-normal text-tinta-suave">
              {' '}
              {texto}
            </span>
          ))}
        </span>
      </p>
    )
  }

  const fixes: Record<Falta, [label: string, fix: () => void] | null> = {
    contacto: ['Agregar a alguien', onAddContacto],
    prueba: null,
    invitacion: invitable ? [`${invitable.como} a ${invitable.nombre}`, () => onInvite(invitable)] : null,
    // The browser asks now, in calm, what it would otherwise ask in the middle of an alert.
    ubicacion: ['Permitir mi ubicación', () => void locate().then(({ fix }) => fix && memoria.remember(fix))],
    'ubicacion bloqueada': null,
  }

  return (
    <ul className="grid gap-1 rounded-card bg-maiz-suave px-4 py-1.5 text-[0.9375rem] text-maiz-texto">
      {faltan.map((falta) => {
        const action = fixes[falta]
        return (
          <li key={falta} className="flex flex-wrap items-center gap-x-2">
            <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
            <p className="min-w-0 flex-[1_1_7rem] py-1 leading-snug">{TEXTOS[falta].join(' ')}</p>
            {action && (
              <button
                type="button"
                onClick={action[1]}
                className="min-h-11 text-left font-semibold underline underline-offset-4 wrap-anywhere"
              >
                {action[0]}
              </button>
            )}
          </li>
        )
      })}
      {alarma?.prueba && <li className="py-1 pl-7">{alarma.prueba.join(' ')}</li>}
    </ul>
  )
}
