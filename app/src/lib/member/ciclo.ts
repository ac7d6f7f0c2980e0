import { keepCopy, readCopy } from '../offline/deviceStore.ts'
import type { Fecha } from '../time/fechas.ts'

const COPY = 'ciclo'

/**
 * Keeps the start of the last calculated cycle on this device, sealed; it is never sent anywhere. Null forgets it.
 *
 * @throws DOMException when the device keeps nothing for this site
 */
export function saveInicio(userId: string, inicio: Fecha | null): Promise<void> {
  return keepCopy(userId, COPY, inicio)
}

/** The start of the last calculated cycle, or null. */
export function readInicio(userId: string): Promise<Fecha | null> {
  return readCopy<Fecha>(userId, COPY)
}
