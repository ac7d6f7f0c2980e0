import type { LocationPermission } from '../../../lib/device/geolocation.ts'

/** The first steps, in this order. */
export const PASOS = ['contacto', 'ubicacion', 'prueba'] as const
export type Paso = (typeof PASOS)[number]

export type Estado = 'hecho' | 'ahora' | 'luego' | 'omitido'

type Known = {
  contactos: number
  permiso: LocationPermission
  /** What she left out here, or did: a drill leaves nothing behind. */
  passed: ReadonlyMap<Paso, 'hecho' | 'omitido'>
}

/** Where she is: what is done is seen by what there is, and one step at a time is offered. */
export function estadosOf({ contactos, permiso, passed }: Known): Record<Paso, Estado> {
  const is = { contacto: contactos > 0, ubicacion: permiso === 'granted', prueba: false }
  const estados = {} as Record<Paso, Estado>
  let offered = false
  for (const paso of PASOS) {
    if (is[paso]) estados[paso] = 'hecho'
    else if (passed.has(paso)) estados[paso] = passed.get(paso)!
    else {
      estados[paso] = offered ? 'luego' : 'ahora'
      offered = true
    }
  }
  return estados
}
