import type { LocationFailure } from '../../../lib/device/geolocation.ts'

const REASONS: Record<LocationFailure, string> = {
  denied: 'El permiso de ubicación está bloqueado.',
  unavailable: 'Tu dispositivo no encontró tu ubicación.',
  timeout: 'Tu ubicación tardó demasiado.',
  unsupported: 'Este navegador no da tu ubicación.',
}

/** Why there is no place, in one sentence for her. */
export const reasonOf = (failure: LocationFailure | null): string => REASONS[failure ?? 'unavailable']
