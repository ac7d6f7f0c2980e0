import { dropCopy, keepCopy, readCopy } from '../../../lib/offline/deviceStore.ts'
import type { Recuerdo } from './estado.ts'

/** The press whose message is on the screen; sealed like every copy, and gone when she leaves the device. */
const COPY = 'mensaje_de_alerta'

/** Only the last of several words counts, in the order of being said. */
let last: Promise<unknown> = Promise.resolve()
const next = (work: () => Promise<unknown>) => {
  // Where the device keeps nothing, what is on the screen is there all the same.
  last = last.then(work, work).catch(() => {})
}

export function rememberAlerta(owner: string, recuerdo: Recuerdo): void {
  next(() => keepCopy(owner, COPY, recuerdo))
}

export function forgetAlerta(owner: string): void {
  next(() => dropCopy(owner, COPY))
}

/** What an earlier page left, or another route of this one. */
export async function recallAlerta(owner: string): Promise<Recuerdo | null> {
  await last
  return readCopy<Recuerdo>(owner, COPY)
}
