import { useSyncExternalStore } from 'react'
import type { LocationFailure } from '../../../lib/device/geolocation.ts'
import { onDevice } from '../../../lib/device/storage.ts'
import { describeAge } from '../../../lib/outside/mensaje.ts'
import { createStorageSignal, createStore } from '../../../lib/store.ts'
import { useStore } from '../../../lib/useStore.ts'

/** Its key and shape: docs/product.md#browser-keys. */
const KEY = 'locationSharing'

/** What waits in the messaging app when she turns it on. */
export const MENSAJE_ACOMPANAMIENTO =
  'Hola, voy en camino y quiero que me acompañes. Te escribo en cuanto llegue; si tardo, llámame.'

const sharing = createStorageSignal()

const read = () => onDevice.getItem(KEY) === 'true'

export function setLocationSharing(activo: boolean): void {
  onDevice.setItem(KEY, String(activo))
  sharing.emit()
}

/** Turns it off where it was left on and nothing is being shared; elsewhere leaves no trace. */
export function turnOffLocationSharing(): void {
  if (read()) setLocationSharing(false)
}

/** The fixed text, whole, and behind it the link that shows where she is. */
export function acompanamientoMessage(codigo: string): string {
  return `${MENSAJE_ACOMPANAMIENTO}\n${location.origin}/camino/${codigo}`
}

/** Leaves no trace of it for the next user of this device. */
export function forgetLocationSharing(): void {
  onDevice.removeItem(KEY)
}

/** Whether «Acompáñame» is on, in this tab and in any other. */
export function useLocationSharing(): boolean {
  return useSyncExternalStore(sharing.subscribe, read, () => false)
}

/** The running location sharing, as her screens show it. `shareAcompanamiento.ts`, which is loaded later, sends the positions. */
export type EstadoAcompanamiento = {
  codigo: string
  terminaEn: number
  /** When the place that the link shows was taken; null while it shows none. */
  enviadaEn: number | null
  /** Why this device has no place now; null while it has one, or is still looking. */
  falla: LocationFailure | null
} | null

const shown = createStore<EstadoAcompanamiento>(null)

export function showAcompanamiento(estado: EstadoAcompanamiento): void {
  shown.set(estado)
}

/** The location sharing of this page, or null. */
export function useAcompanamiento(): EstadoAcompanamiento {
  return useStore(shown)
}

/** A device that has told where it is asks again every half minute: a place that did not come once is no news yet. */
const FRESH_MS = 2 * 60_000

/** What the link shows of her, in words for her; never more than has arrived. */
export function describeEnvio(
  { enviadaEn, falla }: Pick<NonNullable<EstadoAcompanamiento>, 'enviadaEn' | 'falla'>,
  now: number,
): { bien: boolean; texto: string } {
  const fresh = enviadaEn !== null && now - enviadaEn < FRESH_MS
  if (falla && !fresh) {
    const left =
      enviadaEn === null
        ? 'tu enlace no muestra dónde estás'
        : `tu enlace muestra dónde estabas ${describeAge(now - enviadaEn)}`
    return { bien: false, texto: `Error de ubicación: ${left}` }
  }
  if (enviadaEn === null) return { bien: false, texto: 'Intentando compartir tu ubicación…' }
  return { bien: fresh, texto: `Tu ubicación en el enlace: ${describeAge(now - enviadaEn)}` }
}
