import { ask } from '../../../lib/api/ask.ts'
import { wakesWorker } from '../../../lib/offline/heldPresses.ts'
import { putFicha, readFicha } from '../../../lib/session/ficha.ts'
import { readCierre, storedSession } from '../../../lib/session/sessionStorage.ts'

/**
 * A device without a PIN is given a token of the alarm too, where the browser's worker can tell of a press (`giveToWorker.ts`): an access token ends
 * within the hour, and it is asked for before she needs it.
 *
 * @throws ServiceError
 */
export async function askForFicha(owner: string): Promise<void> {
  const needsOne = () => !readCierre() && !readFicha(owner) && storedSession()?.user.id === owner
  if (!wakesWorker || !needsOne()) return
  // One tab asks: a second token would end the first.
  await navigator.locks.request('ficha', async () => {
    const ficha = needsOne() && (await ask((db) => db.rpc('pedir_ficha')))
    // She set a PIN meanwhile, which brings one, or left.
    if (ficha && needsOne()) putFicha(owner, ficha)
  })
}
