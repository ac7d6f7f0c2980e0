import { CircleAlert, CircleCheck } from 'lucide-react'
import { type LocationPermission, locate } from '../../../lib/device/geolocation.ts'
import type { Contacto } from '../contactos/contactos.ts'
import type { Memoria } from '../posicion/posicion.ts'
import { type Destino, splitContactos } from './alerta.ts'

/** What is missing for a complete alert. */
export type Falta = 'contacto' | 'ubicacion' | 'ubicacion bloqueada'

/** What is missing for an alert to be whole, most important first; nothing where the browser does not tell. */
export function checkPreparacion(contactos: readonly Destino[], permiso: LocationPermission): Falta[] {
  const faltan: Falta[] = []
  if (!splitContactos(contactos).principal) faltan.push('contacto')
  if (permiso === 'prompt') faltan.push('ubicacion')
  if (permiso === 'denied') faltan.push('ubicacion bloqueada')
  return faltan
}

type PreparacionProps = {
  contactos: Contacto[] | undefined
  permiso: LocationPermission
  memoria: Memoria
}

const TEXTOS: Record<Falta, string> = {
  contacto: 'Falta un contacto de prioridad 1: agrégalo abajo.',
  ubicacion: 'Falta permitir tu ubicación.',
  'ubicacion bloqueada':
    'Tu navegador bloquea la ubicación: toca el candado junto a la dirección y permítela. Sin ella, la alerta sale sin mapa.',
}

/** One line that says whether the button has all it needs, before she needs it. */
export function Preparacion({ contactos, permiso, memoria }: PreparacionProps) {
  if (!contactos) return null
  const faltan = checkPreparacion(contactos, permiso)

  if (faltan.length === 0) {
    return (
      <p className="flex items-center justify-center gap-2 font-semibold text-[0.9375rem] text-salvia-texto">
        <CircleCheck aria-hidden="true" className="size-5" />
        Todo listo
      </p>
    )
  }

  // The browser asks now, in calm, what it would otherwise ask in the middle of an alert.
  const allow = () => {
    void locate().then(({ fix }) => fix && memoria.remember(fix))
  }

  return (
    <ul className="grid gap-2 rounded-card bg-maiz-suave px-4 py-3 text-[0.9375rem] text-maiz-texto">
      {faltan.map((falta) => (
        <li key={falta} className="flex items-start gap-2">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span className="grid justify-items-start">
            {TEXTOS[falta]}
            {falta === 'ubicacion' && (
              <button
                type="button"
                onClick={allow}
                className="min-h-11 font-semibold underline underline-offset-4"
              >
                Permitir mi ubicación
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
