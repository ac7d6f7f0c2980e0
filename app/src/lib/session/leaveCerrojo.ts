import { ask } from '../api/ask.ts'
import { readCerrojo } from '../offline/deviceKey.ts'
import { readCierre } from './sessionStorage.ts'

/** Leaving waits no longer for it. */
const WITHIN_MS = 2_000

/**
 * On her way out: the service forgets the lock of this device, if it has one. Where she closes all of her devices, none of theirs calls for help
 * in her name any more, and this one's lock stays: she may be asked for a proof first, and not leave at all. What could not be told goes a month
 * after the session.
 */
export async function leaveCerrojo(scope: 'local' | 'global'): Promise<void> {
  const within = { within: WITHIN_MS }
  try {
    if (scope === 'global') await ask((db) => db.rpc('soltar_fichas'), within)
    else {
      const lock = readCierre() && (await readCerrojo())
      if (lock) await ask((db) => db.rpc('quitar_cerrojo', { cerrojo: lock.servicio }), within)
    }
  } catch {
    // Neither keeps her from leaving.
  }
}
