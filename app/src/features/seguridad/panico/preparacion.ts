import type { LocationPermission } from '../posicion/geolocation.ts'
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
