import { ask } from '../../../lib/api/ask.ts'
import { wakesWorker } from '../../../lib/offline/heldPresses.ts'
import { claimsOf } from '../../../lib/session/claims.ts'
import { originOfFicha, putFicha, readFicha } from '../../../lib/session/ficha.ts'
import { readCierre, storedSession } from '../../../lib/session/sessionStorage.ts'

/** A copy of it is good for no longer, and one that has ended at the service is replaced. */
const DAY_MS = 24 * 60 * 60_000

/** The session that this device needs a token of; null where it needs none. */
function sesionWithoutFicha(owner: string): string | null {
  const session = storedSession()
  if (!wakesWorker || readCierre() || session?.user.id !== owner) return null
  const { session_id: sesion } = claimsOf(session.access_token)
  const origin = readFicha(owner) === null ? null : originOfFicha()
  const age = Date.now() - (origin?.desde ?? 0)
  const isFresh = origin?.sesion === sesion && age >= 0 && age < DAY_MS
  return isFresh ? null : (sesion ?? null)
}

/**
 * A device without a PIN is given a token of the alarm too, where the browser's worker can tell of a press (`giveToWorker.ts`): an access token ends
 * within the hour, and it is asked for before she needs it. Another one each day.
 *
 * @throws ServiceError
 */
export async function askForFicha(owner: string): Promise<void> {
  if (sesionWithoutFicha(owner) === null) return
  // One tab asks: a second token would end the first.
  await navigator.locks.request('ficha', async () => {
    const sesion = sesionWithoutFicha(owner)
    if (sesion === null) return
    const before = readFicha(owner)
    const ficha = await ask((db) => db.rpc('pedir_ficha'))
    // She set a PIN meanwhile, which brings one, or left.
    if (!ficha || readFicha(owner) !== before || sesionWithoutFicha(owner) !== sesion) return
    putFicha(owner, ficha, { sesion, desde: Date.now() })
  })
}
