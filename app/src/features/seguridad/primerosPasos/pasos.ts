import type { LocationPermission } from '../../../lib/device/geolocation.ts'

/** The steps to an alert that reaches somebody, in this order. */
export const PASOS = ['contacto', 'invitacion', 'ubicacion', 'pin', 'prueba'] as const
export type Paso = (typeof PASOS)[number]

export type Estado = 'hecho' | 'ahora' | 'luego' | 'omitido'

type Known = {
  contactos: number
  /** Whether somebody was asked; then it is theirs to answer. */
  asked: boolean
  permiso: LocationPermission
  hasPin: boolean
  /** What she left out here, or did: a drill leaves nothing behind. */
  passed: ReadonlyMap<Paso, 'hecho' | 'omitido'>
}

/** Where she is: what is done is seen by what there is, and one step at a time is offered. */
export function estadosOf({ contactos, asked, permiso, hasPin, passed }: Known): Record<Paso, Estado> {
  const is = {
    contacto: contactos > 0,
    invitacion: asked,
    ubicacion: permiso === 'granted',
    pin: hasPin,
    prueba: false,
  }
  const estados = {} as Record<Paso, Estado>
  let offered = false
  for (const paso of PASOS) {
    if (is[paso]) estados[paso] = 'hecho'
    else if (passed.has(paso)) estados[paso] = passed.get(paso)!
    // Nobody can be asked before there is somebody.
    else if (paso === 'invitacion' && contactos === 0) estados[paso] = offered ? 'luego' : 'omitido'
    else {
      estados[paso] = offered ? 'luego' : 'ahora'
      offered = true
    }
  }
  return estados
}
