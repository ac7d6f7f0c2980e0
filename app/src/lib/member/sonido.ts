import type { Pista } from '../device/player.ts'
import { dropCopy, keepCopy, readCopy } from '../offline/deviceStore.ts'

const COPY = 'sonido'

/** Where she is in what she listens to. */
export type Lugar = {
  pista: Pista
  /** In seconds. */
  position: number
  duration: number
  rate: number
}

/** Keeps her place on this device, sealed; null forgets it. Listening goes on where nothing can be kept. */
export async function saveLugar(userId: string, lugar: Lugar | null): Promise<void> {
  // If the device cannot store it, the episode starts from its beginning the next time.
  await (lugar ? keepCopy(userId, COPY, lugar) : dropCopy(userId, COPY)).catch(() => {})
}

/** Her place in what she listened to last and has not closed; null where there is none. */
export function readLugar(userId: string): Promise<Lugar | null> {
  return readCopy<Lugar>(userId, COPY)
}
